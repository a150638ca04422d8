// Reading bytecode: one Instruction is a view of the bytes at an offset; all() of a Code walks them in order.
//
//   for (Instruction i(bytes, 0); i.offset() < size; i = i.next()) { switch (i.opcode()) … }
//
// Nothing is checked here but by DCHECK: the verifier makes sure first.
#ifndef HALFWORD_BYTECODE_DECODER_H_
#define HALFWORD_BYTECODE_DECODER_H_

#include <array>
#include <cstdint>
#include <cstring>

#include "base/macros.h"
#include "bytecode/opcodes.h"

namespace halfword {

// Where an instruction without the prefix has its operands.
enum class OperandForm : uint8_t { kUnsigned16, kUnsigned8, kSigned16, k32 };
struct OperandPlace {
  char kind;
  uint8_t offset;  // from the opcode byte
  OperandForm form;
};
struct OperandLayout {
  static constexpr int kMost = 6;
  uint8_t count;
  OperandPlace places[kMost];
};
constexpr OperandForm FormOf(char kind, bool wide) {
  int size = OperandSize(kind, wide);
  return size == 1     ? OperandForm::kUnsigned8
         : size == 4   ? OperandForm::k32
         : kind == 'H' ? OperandForm::kSigned16
                       : OperandForm::kUnsigned16;
}
inline constexpr auto kOperandLayouts = [] {
  std::array<OperandLayout, kOpcodeCount> layouts{};
  for (int o = 0; o < kOpcodeCount; o++) {
    const char* operands = kOpcodeInfo[o].operands();
    for (OperandLayout& layout = layouts[static_cast<size_t>(o)]; operands[layout.count] != 0;
         layout.count++) {
      int i = layout.count;  // beyond kMost this is no constant
      layout.places[i] = {operands[i], static_cast<uint8_t>(OperandOffset(operands, i)),
                          FormOf(operands[i], false)};
    }
  }
  return layouts;
}();
constexpr const OperandLayout& OperandLayoutOf(Opcode opcode) {
  return kOperandLayouts[static_cast<size_t>(opcode)];
}

class Instruction {
 public:
  Instruction(const uint8_t* bytecode, uint32_t offset) : bytecode_(bytecode), offset_(offset) {}

  uint32_t offset() const { return offset_; }
  bool is_wide() const { return bytecode_[offset_] == static_cast<uint8_t>(Opcode::kWide); }
  uint32_t opcode_offset() const { return offset_ + is_wide(); }
  Opcode opcode() const { return static_cast<Opcode>(bytecode_[opcode_offset()]); }
  const OpcodeInfo& info() const { return InfoOf(opcode()); }
  uint32_t length() const {
    return is_wide() ? 2 + static_cast<uint32_t>(OperandBytes(info().operands(), true)) : info().length;
  }
  Instruction next() const { return Instruction(bytecode_, offset_ + length()); }
  bool Is(uint8_t flag) const { return (info().flags & flag) != 0; }

  // Operand `index` by its kind: H, I and J are signed, all others unsigned.
  int32_t operand(int index) const {
    if (HW_LIKELY(!is_wide())) return Read(bytecode_ + offset_, OperandLayoutOf(opcode()).places[index]);
    const char* operands = info().operands();
    return Read(bytecode_ + offset_ + 1,
                {operands[index], static_cast<uint8_t>(OperandOffset(operands, index, true)),
                 FormOf(operands[index], true)});
  }
  // The first word of its site in the feedback vector; 0: it has none.
  uint32_t site_index() const {
    int place = IndexOfOperand(info().operands(), 'F');
    return place < 0 ? 0 : static_cast<uint32_t>(operand(place));
  }
  // Calls f(index, kind, operand) for each.
  template <class F>
  void ForEachOperand(F f) const {
    if (HW_LIKELY(!is_wide())) {
      const OperandLayout& layout = OperandLayoutOf(opcode());
      for (int i = 0; i < layout.count; i++)
        f(i, layout.places[i].kind, Read(bytecode_ + offset_, layout.places[i]));
      return;
    }
    const char* operands = info().operands();
    for (int i = 0; operands[i] != 0; i++) f(i, operands[i], operand(i));
  }
  // The offset that operand `index`, a jump, leads to.
  uint32_t target(int index) const {
    DCHECK(info().operands()[index] == 'J');
    return opcode_offset() + static_cast<uint32_t>(operand(index));
  }
  // The index of the jump operand, or -1.
  int jump_operand() const {
    const char* operands = info().operands();
    for (int i = 0; operands[i] != 0; i++) {
      if (operands[i] == 'J') return i;
    }
    return -1;
  }

 private:
  static int32_t Read(const uint8_t* opcode, OperandPlace place) {
    const uint8_t* p = opcode + place.offset;
    if (HW_LIKELY(place.form == OperandForm::kUnsigned16)) return Read<uint16_t>(p);
    return place.form == OperandForm::k32         ? Read<int32_t>(p)
           : place.form == OperandForm::kSigned16 ? Read<int16_t>(p)
                                                  : *p;
  }
  template <typename T>
  static T Read(const uint8_t* p) {
    T value;
    std::memcpy(&value, p, sizeof value);
    return value;
  }

  const uint8_t* bytecode_;
  uint32_t offset_;
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_DECODER_H_
