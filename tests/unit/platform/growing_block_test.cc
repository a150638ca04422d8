#include "platform/growing_block.h"

#include <gtest/gtest.h>

#include <utility>

namespace halfword::platform {
namespace {

// Also where the block becomes a mapping, and where it is one no more.
TEST(GrowingBlockTest, ContentsStayAsFarAsTheyFit) {
  GrowingBlock block;
  size_t last = 0;
  for (size_t size : {size_t{100}, GrowingBlock::kLeastMapped - 1, GrowingBlock::kLeastMapped,
                      4 * GrowingBlock::kLeastMapped, 2 * GrowingBlock::kLeastMapped, size_t{50}}) {
    ASSERT_TRUE(block.Resize(size));
    EXPECT_EQ(block.size(), size);
    EXPECT_EQ(block.is_mapped(), size >= GrowingBlock::kLeastMapped);
    char* bytes = static_cast<char*>(block.data());
    if (last != 0) EXPECT_EQ(bytes[0], 'a');
    if (last > 0 && last <= size) EXPECT_EQ(bytes[last - 1], 'z');
    bytes[0] = 'a';
    bytes[size - 1] = 'z';
    last = size;
  }
}

TEST(GrowingBlockTest, WhereThereIsNoMemoryNothingChanges) {
  GrowingBlock block;
  ASSERT_TRUE(block.Resize(10));
  void* data = block.data();
  EXPECT_FALSE(block.Resize(SIZE_MAX / 2));
  EXPECT_EQ(block.data(), data);
  EXPECT_EQ(block.size(), 10u);
}

TEST(GrowingBlockTest, WhatWasDetachedIsTheCallers) {
  for (size_t size : {size_t{10}, GrowingBlock::kLeastMapped}) {
    GrowingBlock block;
    ASSERT_TRUE(block.Resize(size));
    void* data = block.Detach();
    EXPECT_EQ(block.data(), nullptr);
    static_cast<char*>(data)[size - 1] = 1;
    GrowingBlock::Free(data, size);
  }
}

TEST(GrowingBlockTest, AMoveTakesIt) {
  GrowingBlock block;
  ASSERT_TRUE(block.Resize(10));
  void* data = block.data();
  GrowingBlock other = std::move(block);
  EXPECT_EQ(other.data(), data);
  EXPECT_EQ(block.data(), nullptr);  // NOLINT: that is asked
}

}  // namespace
}  // namespace halfword::platform
