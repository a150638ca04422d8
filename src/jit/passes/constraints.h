// Where nodes want their inputs and leave their outputs: what the register allocator keeps to, and emission
// relies on.
#ifndef HALFWORD_JIT_PASSES_CONSTRAINTS_H_
#define HALFWORD_JIT_PASSES_CONSTRAINTS_H_

#include <cstdint>

#include "jit/graph/graph.h"
#include "jit/masm/registers.h"

namespace halfword::jit {

enum class RegisterClass : uint8_t { kNone, kGeneral, kDouble };
constexpr RegisterClass ClassOf(Representation r) {
  return r == Representation::kNone || r == Representation::kView ? RegisterClass::kNone
         : r == Representation::kFloat64                          ? RegisterClass::kDouble
                                                                  : RegisterClass::kGeneral;
}

// Words of the interpreter's frame, and how many of them a value takes.
inline constexpr int32_t kWordBytes = HALFWORD_COMPRESS ? 4 : 8;
inline constexpr uint32_t kWordsOfDouble = sizeof(double) / kWordBytes;
inline uint32_t WordsOf(const Node& value) {
  return value.representation() == Representation::kFloat64 ? kWordsOfDouble : 1;
}

// Whether an instruction can have the Value: its constants have 32 bits, with their sign.
constexpr bool FitsInInstruction(uint64_t bits) {
  return HALFWORD_COMPRESS || bits == static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)});
}

enum class Policy : uint8_t {
  kAnywhere,   // a register, a word of the frame, or a constant
  kPreferred,  // the same, but a register is better
  kRegisterOrConstant,
  kRegister,
  kFixed,  // this register
  kSame,   // of an output: the register of the first input
};
struct Operand {
  Policy policy = Policy::kRegister;
  uint8_t fixed = 0;
};

struct Constraints {
  static constexpr uint32_t kMostInputs = 4;
  Operand inputs[kMostInputs];  // of nodes with more, all are like the last
  Operand output;
  uint8_t general_temporaries = 0, double_temporaries = 0;
  bool loses_all = false;     // all registers
  uint32_t lost_general = 0;  // registers besides, as bits
};

// By the node's kind, and by its payload where the target can't take that.
Constraints ConstraintsOf(const Node&);
// It has no register of its own: uses make it anew.
inline bool IsConstant(const Node& node) { return IsConstant(node.kind()); }
// Its value lies in a word of the frame where it begins to live.
inline bool IsFrameWord(const Node& node) {
  return node.Is(NodeKind::kParameter) || node.Is(NodeKind::kOsrValue) || node.Is(NodeKind::kRegisterBehind);
}

// What a tagged value may be.
inline TypeSet TypesOf(const Node& value) {
  return value.types() & (value.representation() == Representation::kSmi ? kSmiType : kAnyType);
}
inline bool IsOnly(const Node& value, TypeSet types) { return (TypesOf(value) & ~types) == 0; }
inline bool MayBe(const Node& value, TypeSet types) { return (TypesOf(value) & types) != 0; }

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_CONSTRAINTS_H_
