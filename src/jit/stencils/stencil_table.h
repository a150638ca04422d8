// The stencils as tools/mkstencils cut them, for the compiler to copy.
#ifndef HALFWORD_JIT_STENCIL_TABLE_H_
#define HALFWORD_JIT_STENCIL_TABLE_H_

#include <cstdint>

#include "bytecode/opcodes.h"

#if (defined(__x86_64__) || defined(__aarch64__)) && !defined(HALFWORD_NO_JIT)
#define HALFWORD_JIT 1
#else
#define HALFWORD_JIT 0
#endif

namespace halfword::jit {

// What a hole is filled with. Those of JavaScript are indices of a table that is made for each instruction:
// where a kind has one for each operand, or for each way out, its number has been added.
inline constexpr int kMostOperands = 4, kMostWays = 24;
enum class HoleKind : uint8_t {
  kNumber,                           // an operand
  kBytes = kNumber + kMostOperands,  // a register from fp, a constant from the code's end, feedback from fb
  kSmi = kBytes + kMostOperands,     // an operand as a Smi
  kReturnPc = kSmi + kMostOperands,  // frame::kReturnPc
  kPc,                               // the opcode byte: bytes from the Code object
  kColdSlot,                         // of the machine's record: bytes from its beginning
  kParameters,                       // of the function: a Smi
  kLocals,                           // its first register that is neither this nor a parameter: bytes from fp
  kLocalsEnd,                        // the one behind its last local: bytes from fp
  // Of regular expressions: operand words and their halves, the argument and its low byte and the rest.
  kWord,
  kLow,
  kHigh,
  kArg,
  kArgLow,
  kArgHigh,
  kExcluded,  // a unit that the loop stops at
  kHere,      // bytes from the program
  // Distances to a place in the code, from the hole.
  kPlaces,
  kOtherPart = kPlaces,  // of the stencil
  kNext,                 // the next instruction
  kNextNumber,           // the same where it takes a number in a register
  kJump,
  kFail,       // of regular expressions: the code that takes an entry from the stack
  kInterpret,  // and the instruction's way out
  kWay,        // a way out to a cold tier, by its index in the stencil
  kEnd = kWay + kMostWays
};
struct Hole {
  uint16_t offset;  // of four bytes (holes.h), from where its part begins
  HoleKind kind;
  uint8_t operand;  // of regular expressions
  int32_t addend;   // of a place: to the distance from where its part begins
};
constexpr bool IsPlace(HoleKind kind) { return kind >= HoleKind::kPlaces; }
inline constexpr uint16_t kNoStencil = 0xffff;
// Where control goes at the end of a stencil's bytes: the jump there is left out.
enum class End : uint8_t { kNowhere, kNext, kNextNumber };
// What runs nearly always is straight; the rest of a stencil is a part of its own, to be placed elsewhere.
// Bytes and holes of both are in one piece, the straight part first.
struct Stencil {
  uint32_t bytes, holes;  // where they begin in the tables
  uint16_t ways;          // where its ways out begin in kStencilWays, which has a cold tier for each
  uint16_t size;          // of the straight part
  uint16_t cold_size;     // of the other
  uint16_t hole_count;    // kNoStencil: there is none, and `holes` is the number of a cold tier
  uint16_t cold_hole_count;
  uint16_t variant;  // Variant::bits
  uint8_t way_count;
  End end;
};

}  // namespace halfword::jit

// kStencils[kFirstStencil[opcode]] is the opcode's plain one; its variants follow up to the next opcode's.
// Opcodes whose work is a call have none. kStencilBytes, kStencilHoles, kStencilWays. kToCold, kToColdOfJump,
// kToInterpreter, kGoOn: ways out.
// kFills: a function's beginning, for those without and with parameters, by blocks of locals; the last is for
// any number. HW_COLD_TIERS(V): V(opcode, tier), numbered from 2. kColdTierCount: of those.
// In regexp_tables the same of regular expressions, where an opcode may have no plain one, and their exits
// kFail, kInterpret and kGoOn.
#if HALFWORD_JIT && !defined(HALFWORD_MAKING_STENCILS)
#include "jit/stencils/regexp_stencils.inc"
#include "jit/stencils/stencils.inc"
#endif

#endif  // HALFWORD_JIT_STENCIL_TABLE_H_
