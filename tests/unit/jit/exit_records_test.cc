// Records of exits: what is written is read again.
#include "jit/exits/exit_records.h"

#include <gtest/gtest.h>

#include <bit>

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

}  // namespace
}  // namespace halfword::jit
