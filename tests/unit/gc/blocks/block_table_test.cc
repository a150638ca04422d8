// The table of blocks without a heap: a cage of 8 MiB, and tables of its own.
#include "gc/blocks/block_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "cage/slot.h"

namespace halfword::gc {
namespace {

#if !HALFWORD_SHARED_CAGE  // where blocks come from a cage that other heaps share

constexpr size_t kCage = 8 << 20;
constexpr uint32_t kBlocks = kCage / kBlockSize;
constexpr uint32_t kFirst = 2;

class BlockTableTest : public ::testing::Test {
 protected:
  BlockTableTest() : slot_(Slot::Reserve(kCage, kAnnexFrontSize, 16, &error_)) {
    limits_ = std::make_unique<HeapLimits>(callbacks_, kCage, 0);
    BlockTable::SideTables tables{infos_.data(), mark_.data(), start_.data(), log_.data()};
    blocks_ = std::make_unique<BlockTable>(slot_.cage_base(), kCage, tables, BlockTable::Share{}, *limits_);
    blocks_->Begin(BlockStart(kFirst), false);
  }
  uint32_t TakeSmall() {
    uint32_t block = blocks_->Take(1);
    if (block != 0) blocks_->UseForSmall(block, BlockKind::kSmall, 0, true);
    return block;
  }
  char* At(uint32_t block) { return reinterpret_cast<char*>(slot_.cage_base() + BlockStart(block)); }

  std::string error_;
  HeapCallbacks callbacks_;
  std::vector<BlockInfo> infos_ = std::vector<BlockInfo>(kBlocks);
  std::vector<uint64_t> mark_ = std::vector<uint64_t>(kBlocks * kBlockWords);
  std::vector<uint64_t> start_ = std::vector<uint64_t>(kBlocks * kBlockWords);
  std::vector<uint64_t> log_ = std::vector<uint64_t>(kBlocks * kBlockWords);
  Slot slot_;
  std::unique_ptr<HeapLimits> limits_;
  std::unique_ptr<BlockTable> blocks_;
};

TEST_F(BlockTableTest, BeginsWithFrontMatterOnly) {
  ASSERT_TRUE(slot_.is_reserved()) << error_;
  EXPECT_EQ(blocks_->first(), kFirst);
  EXPECT_EQ(blocks_->end(), kFirst);
  EXPECT_EQ(blocks_->limit(), kBlocks - 1);
  EXPECT_EQ((*blocks_)[kFirst - 1].kind, BlockKind::kImmortal);
  EXPECT_EQ(blocks_->free_count(), 0u);
  blocks_->Verify();
}

TEST_F(BlockTableTest, TakesTheFirstThatFit) {
  for (uint32_t i = 0; i < 6; i++) EXPECT_EQ(TakeSmall(), kFirst + i);
  blocks_->FreeSmall(kFirst + 1);
  blocks_->FreeSmall(kFirst + 3);
  blocks_->FreeSmall(kFirst + 4);
  EXPECT_EQ(blocks_->free_count(), 3u);
  EXPECT_EQ(limits_->used_bytes(), 3 * kBlockSize);
  EXPECT_TRUE((*blocks_)[kFirst + 3].dirty);
  blocks_->Verify();
  EXPECT_EQ(blocks_->Find(2), kFirst + 3);
  EXPECT_EQ(blocks_->Find(3), kFirst + 6);
  EXPECT_EQ(TakeSmall(), kFirst + 1);
  EXPECT_EQ(TakeSmall(), kFirst + 3);
  blocks_->Verify();
}

TEST_F(BlockTableTest, FreeBlocksAtTheEndArePartOfLargerRuns) {
  TakeSmall();
  uint32_t last = TakeSmall();
  blocks_->FreeSmall(last);
  size_t cell = 3 * kBlockSize;
  EXPECT_EQ(BlocksFor(LargeBytes(cell)), 4u);
  EXPECT_EQ(blocks_->Take(4), last);
  blocks_->UseForLarge(last, cell, true);
  EXPECT_EQ(blocks_->end(), last + 4);
  EXPECT_EQ(blocks_->free_count(), 0u);
  EXPECT_EQ((*blocks_)[last].kind, BlockKind::kLarge);
  EXPECT_TRUE((*blocks_)[last].finalizable);
  EXPECT_EQ((*blocks_)[last + 3].kind, BlockKind::kLargeTail);
  EXPECT_EQ((*blocks_)[last + 3].value, 3u);
  EXPECT_EQ(limits_->used_bytes(), kBlockSize + LargeBytes(cell));
  EXPECT_TRUE(blocks_->MayBeNew(LargeObjectIn(last)));
  blocks_->Verify();
  blocks_->FreeLarge(last);
  EXPECT_EQ(blocks_->free_count(), 4u);
  EXPECT_EQ(limits_->used_bytes(), kBlockSize);
  blocks_->Verify();
}

TEST_F(BlockTableTest, LargeObjectsGrowIntoWhatIsFreeBehindThem) {
  uint32_t first = blocks_->Take(2);
  blocks_->UseForLarge(first, kBlockSize, false);
  uint32_t next = TakeSmall();
  EXPECT_EQ(next, first + 2);
  EXPECT_FALSE(blocks_->TakeAt(next, 1));
  blocks_->FreeSmall(next);
  EXPECT_TRUE(blocks_->TakeAt(next, 2));
  size_t cell = 3 * kBlockSize;
  blocks_->ResizeLarge(first, cell);
  EXPECT_EQ((*blocks_)[first].value, cell / kGranule);
  EXPECT_EQ((*blocks_)[next + 1].value, 3u);
  EXPECT_EQ(limits_->used_bytes(), LargeBytes(cell));
  blocks_->Verify();
  blocks_->ResizeLarge(first, kBlockSize);
  EXPECT_EQ(blocks_->free_count(), 2u);
  EXPECT_EQ(limits_->used_bytes(), LargeBytes(kBlockSize));
  blocks_->Verify();
  EXPECT_FALSE(blocks_->TakeAt(blocks_->limit() - 1, 2));
}

TEST_F(BlockTableTest, IsFullBeforeTheLastBlock) {
  uint32_t count = 0;
  while (TakeSmall() != 0) count++;
  EXPECT_EQ(count, kBlocks - 1 - kFirst);
  EXPECT_EQ(blocks_->Find(1), 0u);
  blocks_->FreeSmall(kFirst + 7);
  EXPECT_EQ(blocks_->Find(2), 0u);
  EXPECT_EQ(TakeSmall(), kFirst + 7);
  blocks_->Verify();
}

TEST_F(BlockTableTest, ZeroesWhatIsDirty) {
  uint32_t block = TakeSmall();
  blocks_->Unpoison(BlockStart(block) + kHeaderSize, BlockStart(block + 1) + kHeaderSize);
  At(block)[100] = 'x';
  blocks_->FreeSmall(block);
  ASSERT_EQ(blocks_->Take(2), block);
  blocks_->Zero(block, 2 * kBlockSize, true, false, {});
  EXPECT_EQ(At(block)[100], 0);
  blocks_->UseForLarge(block, kBlockSize, false);
  blocks_->FreeLarge(block);
  blocks_->ReleasePages(block, block + 2);
  EXPECT_FALSE((*blocks_)[block].dirty);
  EXPECT_EQ(At(block)[100], 0);
  blocks_->Verify();
}

// In use and dirty together stay below the limit, where the heap grows although it has free blocks.
TEST_F(BlockTableTest, GivesPagesBackBeyondTheLimit) {
  for (int i = 0; i < 4; i++) TakeSmall();
  blocks_->FreeSmall(kFirst);
  blocks_->FreeSmall(kFirst + 2);
  limits_->SetLimit(6 * kBlockSize - 1);
  ASSERT_EQ(blocks_->Take(2), kFirst + 4);
  blocks_->UseForLarge(kFirst + 4, kBlockSize, false);
  EXPECT_TRUE((*blocks_)[kFirst].dirty);
  EXPECT_FALSE((*blocks_)[kFirst + 2].dirty);  // the last comes first
  blocks_->Verify();
}

TEST_F(BlockTableTest, ClearForgetsWhatIsAboveTheFrontMatter) {
  uint32_t block = TakeSmall();
  SetBit(blocks_->start_bits(), OffsetIn(block, 1));
  SetBit(blocks_->mark_bits(), OffsetIn(block, 1));
  blocks_->Clear();
  limits_->Reset();
  blocks_->Begin(BlockStart(kFirst), false);
  EXPECT_FALSE(TestBit(blocks_->start_bits(), OffsetIn(block, 1)));
  EXPECT_FALSE(TestBit(blocks_->mark_bits(), OffsetIn(block, 1)));
  EXPECT_EQ((*blocks_)[block].kind, BlockKind::kFree);
  EXPECT_EQ(TakeSmall(), block);
}

TEST_F(BlockTableTest, VerifyEndsTheProcessAtABrokenInvariant) {
  uint32_t block = TakeSmall();
  TakeSmall();
  blocks_->FreeSmall(block);
  (*blocks_)[block].kind = BlockKind::kSmall;
  EXPECT_DEATH(blocks_->Verify(), "kFree");
  (*blocks_)[block].kind = BlockKind::kFree;
  blocks_->Verify();
  limits_->AddUsed(1);
  EXPECT_DEATH(blocks_->Verify(), "used");
  limits_->SubtractUsed(1);
  SetBit(blocks_->mark_bits(), OffsetIn(block, 5));
  EXPECT_DEATH(blocks_->Verify(), "MarkWords");
}

#endif

}  // namespace
}  // namespace halfword::gc
