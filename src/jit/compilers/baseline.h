// The baseline compiler: machine code of a function, copied from stencils with their holes filled. One pass
// to lay it out, one to copy.
//
// The code depends on nothing but the bytes of the Code object, and on what kinds of operands its sites have
// seen: any choice of kinds makes right code. It has no address in it, neither of the process nor of an
// isolate, nor of itself: it runs wherever it lies and for every isolate that has this Code. Nothing in it
// is ever changed.
//
//   CompiledCode   sizes
//   …              an instruction after the other, then the ways out to slower tiers
//   EntryPoint …   where other code enters often besides its beginning
//   Place …        where each instruction begins
#ifndef HALFWORD_JIT_BASELINE_H_
#define HALFWORD_JIT_BASELINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "bytecode/opcodes.h"
#include "jit/masm/code_bytes.h"
#include "objects/functions/function.h"

namespace halfword::jit {

// `pc`: from the Code object's address, as frame::kReturnPc. `offset`: from the first instruction's code.
struct EntryPoint {
  uint32_t pc, offset;
};
// How many bytes an instruction takes in line, times two. Where it takes a number in a register there, the
// bit behind is set and a further Place follows: how many its other copy takes, which is apart and takes acc
// as a Value.
using Place = uint16_t;
struct CompiledCode {
  static constexpr size_t kAlignment = 16;
  // In the place of in_line_offset, of code of the optimizing compiler (optimizing.h). It has no places.
  static constexpr uint32_t kOptimized = UINT32_MAX;

  uint32_t code_bytes;  // a multiple of 4
  uint32_t entry_point_count;
  uint32_t bytecode_bytes;
  uint32_t instruction_count;
  uint32_t choices;  // a hash of the variants that were chosen
  uint32_t place_count;
  uint32_t in_line_offset, apart_offset;  // of the first instruction in line, and of the first copy apart

  bool is_optimized() const { return in_line_offset == kOptimized; }
  const uint8_t* entry() const { return reinterpret_cast<const uint8_t*>(this + 1); }
  static const CompiledCode* FromEntry(const void* entry) {
    return static_cast<const CompiledCode*>(entry) - 1;
  }
  std::span<const EntryPoint> entry_points() const {  // by pc
    return {reinterpret_cast<const EntryPoint*>(entry() + code_bytes), entry_point_count};
  }
  std::span<const Place> places() const {
    return {reinterpret_cast<const Place*>(entry_points().data() + entry_point_count), place_count};
  }
  // Null: it is no entry point.
  const uint8_t* Find(uint32_t pc) const;
  // Where the instruction begins for whoever has acc as a Value, of any; it takes time in proportion to what
  // comes before. Null: there is no instruction. `code`: what this was made of.
  const uint8_t* FindAny(const Code* code, uint32_t pc) const;
  size_t size() const {
    return sizeof *this + code_bytes + entry_point_count * sizeof(EntryPoint) + place_count * sizeof(Place);
  }
};

enum class Boundaries : uint8_t {
  kLoops,  // entry points are loop headers, handlers, targets of switches, and where frames are resumed
  kAll,    // every instruction is one, and asks before it begins whether to go on interpreted (tests)
};

// What decides between variants of a stencil.
struct Sites {
  const FeedbackVector* feedback = nullptr;  // of the function; null or the cold one: nothing is known
  uint64_t random = 0;                       // not 0: any variant will do, and this says which (tests)
  bool are_generic = false;  // no stencil: each instruction is a call of its first tier (tests)
};

// A part of an instruction's code; the variant is that of its stencil (variants.h).
struct PlacedPart {
  Opcode opcode;
  bool is_cold;  // runs rarely: the other part of a stencil, or a way out
  int variant;
  uint32_t offset, size;  // from the first instruction's code
};

// A CompiledCode, to be copied to where it can run. Empty: the function is too large, maybe for the reach of
// this target's jumps, or this target has no stencils, or the code would be `former` again, which may be
// null. `parts`, if not null, gets all parts.
CodeBytes Compile(Code*, const Sites&, Boundaries, const CompiledCode* former = nullptr,
                  std::vector<PlacedPart>* parts = nullptr);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_BASELINE_H_
