// The opcode table, the decoder and the tables of Code, without a heap.
#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <string>

#include "bytecode/bytecode_builder.h"
#include "bytecode/decoder.h"

namespace halfword {
namespace {

TEST(OpcodeTable, NamesAreUniqueAndLengthsAddUp) {
  std::set<std::string> names;
  for (int i = 0; i < kOpcodeCount; i++) {
    const OpcodeInfo& info = kOpcodeInfo[i];
    EXPECT_TRUE(names.insert(info.name()).second) << info.name();
    EXPECT_EQ(info.length, 1 + OperandBytes(info.operands())) << info.name();
    for (const char* c = info.operands(); *c != 0; c++)
      EXPECT_NE(std::strchr("RWULTCDSMKJFIHNB", *c), nullptr) << info.name();
    bool has_feedback = std::strchr(info.operands(), 'F') != nullptr;
    EXPECT_EQ(has_feedback, info.site != SiteKind::kNone) << info.name();
  }
}

TEST(Decoder, ConstantsBehindThePrefixAreWide) {
  // Wide GetNamed r1, #70000, [3]; then Return.
  const uint8_t bytes[] = {static_cast<uint8_t>(Opcode::kWide),
                           static_cast<uint8_t>(Opcode::kGetNamed),
                           1,
                           0,
                           0x70,
                           0x11,
                           1,
                           0,
                           3,
                           0,
                           static_cast<uint8_t>(Opcode::kReturn)};
  Instruction first(bytes, 0);
  EXPECT_TRUE(first.is_wide());
  EXPECT_EQ(first.opcode(), Opcode::kGetNamed);
  EXPECT_EQ(first.opcode_offset(), 1u);
  EXPECT_EQ(first.operand(0), 1);
  EXPECT_EQ(first.operand(1), 70000);
  EXPECT_EQ(first.operand(2), 3);
  EXPECT_EQ(first.next().offset(), 10u);
  EXPECT_EQ(first.next().opcode(), Opcode::kReturn);
}

TEST(Decoder, ReadsEveryKindOfOperand) {
  // JumpIfLess r258, -2 …, [3]
  const uint8_t bytes[] = {
      static_cast<uint8_t>(Opcode::kJumpIfLess), 2,    1,    0xFE, 0xFF, 0xFF, 0xFF, 3, 0,
      static_cast<uint8_t>(Opcode::kAddSmi),     0xFF, 0xFF, 9,    0};
  Instruction first(bytes, 0);
  EXPECT_EQ(first.opcode(), Opcode::kJumpIfLess);
  EXPECT_EQ(first.operand(0), 258);
  EXPECT_EQ(first.operand(1), -2);
  EXPECT_EQ(first.operand(2), 3);
  EXPECT_EQ(first.jump_operand(), 1);
  Instruction second = first.next();
  EXPECT_EQ(second.offset(), 9u);
  EXPECT_EQ(second.operand(0), -1);
  EXPECT_EQ(second.operand(1), 9);
  EXPECT_EQ(second.jump_operand(), -1);
}

TEST(RegisterStack, HandsOutLikeAStack) {
  RegisterStack registers(3);
  EXPECT_EQ(registers.Allocate(), 3u);
  Register mark = registers.mark();
  EXPECT_EQ(registers.Allocate(5), 4u);
  registers.Release(mark);
  EXPECT_EQ(registers.Allocate(), 4u);
  EXPECT_EQ(registers.size(), 9u);
}

}  // namespace
}  // namespace halfword
