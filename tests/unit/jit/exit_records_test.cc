// Records of exits: what is written is read again.
#include <gtest/gtest.h>

#include <bit>
#include <span>
#include <vector>

#include "jit/exits/exits.h"

namespace halfword::jit {
namespace {

using Record = ExitRecords::Record;

TEST(ExitRecordsTest, WhatIsWrittenIsReadAgain) {
  Record empty{.acc = {}, .frames = {{}}};
  Record full{.acc = {ValuePlace::kDouble, std::bit_cast<uint64_t>(-0.5)},
              .frames = {{.unit = 0, .offset = 123456, .is_behind = true, .registers = {}}}};
  // All kinds of places, at distances that take one byte and more.
  uint32_t number = 0;
  for (int kind = ValuePlace::kDead; kind <= ValuePlace::kObject; kind++) {
    number += kind * 40u;
    bool has_bits = kind == ValuePlace::kLiteral || kind == ValuePlace::kDouble;
    uint64_t index = kind == ValuePlace::kDead ? 0 : has_bits ? UINT64_MAX - static_cast<uint64_t>(kind) : 15;
    full.frames[0].registers.push_back({number, {static_cast<ValuePlace::Kind>(kind), index}});
  }
  Record inlined{
      .acc = {ValuePlace::kInt32Register, 3},
      .frames = {{.unit = 0,
                  .offset = 7,
                  .is_behind = true,
                  .registers = {{0, {ValuePlace::kLiteral, 7}}, {1, {ValuePlace::kDoubleRegister, 14}}}},
                 {.unit = 300, .offset = 200, .is_behind = true, .registers = {}},
                 {.unit = 2,
                  .offset = 0,
                  .is_behind = false,
                  .registers = {{5, {ValuePlace::kTaggedWord, 65000}}}}}};
  full.objects = {
      {.shape = UINT64_MAX, .words = {{4, {ValuePlace::kObject, 1}}, {300, {ValuePlace::kDouble, 1}}}},
      {.shape = 7, .words = {}}};
  ExitRecords records;
  for (const Record& record : {empty, full, inlined, full}) records.Add(record);
  ASSERT_EQ(records.count(), 4u);
  EXPECT_TRUE(records.At(0) == empty);
  EXPECT_TRUE(records.At(1) == full);
  EXPECT_TRUE(records.At(2) == inlined);
  EXPECT_TRUE(records.At(3) == full);
  EXPECT_FALSE(records.At(2) == empty);
}

Exits SomeExits() {
  Exits exits;
  exits.records.Add(Record{.acc = {ValuePlace::kInt32Register, 3}, .frames = {{}}});
  exits.records.Add(
      Record{.acc = {ValuePlace::kLiteral, UINT64_MAX}, .frames = {{.unit = 1, .offset = 300}}});
  exits.kinds = {NodeKind::kSpendFuel, static_cast<NodeKind>(kNodeKindCount - 1)};
  exits.is_by_count = {false, true};
  exits.words_in_use = {{1, 2, 70000}, {}};
  exits.units = {{.number = 0, .code = 1, .info = 2},
                 {.number = 1,
                  .code = UINT64_MAX,
                  .info = 4,
                  .frame_words = 5,
                  .call_offset = 6,
                  .function = 7,
                  .feedback = 8,
                  .environment = 9,
                  .new_target = 10,
                  .return_pc = UINT32_MAX,
                  .argument_count = 12}};
  return exits;
}

TEST(ExitsTest, WhatIsEncodedIsDecoded) {
  const Exits exits = SomeExits();
  Exits again;
  ASSERT_TRUE(Exits::Decode(exits.Encode(), &again));
  EXPECT_EQ(again.kinds, exits.kinds);
  EXPECT_EQ(again.is_by_count, exits.is_by_count);
  EXPECT_EQ(again.words_in_use, exits.words_in_use);
  ASSERT_EQ(again.records.count(), 2u);
  for (uint32_t n = 0; n < 2; n++) EXPECT_TRUE(again.records.At(n) == exits.records.At(n));
  ASSERT_EQ(again.units.size(), 2u);
  EXPECT_EQ(again.units[1].number, 1u);
  EXPECT_EQ(again.units[1].code, UINT64_MAX);
  EXPECT_EQ(again.units[1].return_pc, UINT32_MAX);
  EXPECT_EQ(again.units[1].argument_count, 12u);
  EXPECT_EQ(again.Encode(), exits.Encode());
}

TEST(ExitsTest, OtherBytesAreRefused) {
  const std::vector<uint8_t> bytes = SomeExits().Encode();
  for (size_t size = 0; size < bytes.size(); size++) {
    Exits exits;
    EXPECT_FALSE(Exits::Decode(std::span(bytes).first(size), &exits)) << size;
  }
  std::vector<uint8_t> longer = bytes;
  longer.push_back(0);
  Exits exits;
  EXPECT_FALSE(Exits::Decode(longer, &exits));
  // Whatever a byte is, nothing is read beyond the end.
  for (size_t at = 0; at < bytes.size(); at++) {
    for (uint8_t value : {uint8_t{0}, uint8_t{0x7f}, uint8_t{0x80}, uint8_t{0xff}}) {
      std::vector<uint8_t> changed = bytes;
      changed[at] = value;
      Exits decoded;
      (void)Exits::Decode(changed, &decoded);
    }
  }
}

}  // namespace
}  // namespace halfword::jit
