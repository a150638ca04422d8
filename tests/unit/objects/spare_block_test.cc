// One large block is kept for the next use, and counted, until a collection.
#include <cstring>

#include "fixture.h"
#include "objects/memory/external_memory.h"

namespace halfword {
namespace {

constexpr size_t kMiB = 1 << 20;

platform::GrowingBlock NewBlock(size_t size) {
  platform::GrowingBlock block;
  EXPECT_TRUE(block.Resize(size));
  return block;
}
size_t External() { return gc::Heap::Current().CollectStatistics().external_bytes; }

TEST_F(ObjectsTest, ASpareBlockIsKeptAndCountedUntilACollection) {
  Run([](Isolate& isolate) {
    SpareBlock& spare = SpareBlockOf(isolate);
    size_t before = External();
    EXPECT_EQ(spare.Take(1).data(), nullptr);
    platform::GrowingBlock block = NewBlock(4 * kMiB);
    void* data = block.data();
    spare.Give(isolate, std::move(block));
    EXPECT_EQ(External(), before + 4 * kMiB);
    EXPECT_EQ(spare.Take(5 * kMiB).data(), nullptr);
    platform::GrowingBlock taken = spare.Take(3 * kMiB);
    EXPECT_EQ(taken.data(), data);
    EXPECT_EQ(taken.size(), 4 * kMiB);
    EXPECT_EQ(spare.Take(1).data(), nullptr);
    // Grown in the meantime.
    ASSERT_TRUE(taken.Resize(8 * kMiB));
    spare.Give(isolate, std::move(taken));
    EXPECT_EQ(External(), before + 8 * kMiB);
    gc::Heap::Current().CollectGarbage();
    EXPECT_EQ(External(), before);
    EXPECT_EQ(spare.Take(1).data(), nullptr);
  });
}

TEST_F(ObjectsTest, ASpareBlockIsTheLargestButNeitherSmallNorHuge) {
  Run([](Isolate& isolate) {
    SpareBlock& spare = SpareBlockOf(isolate);
    size_t before = External();
    for (size_t size : {kMiB / 2, 17 * kMiB}) spare.Give(isolate, NewBlock(size));
    EXPECT_EQ(External(), before);
    for (size_t size : {2 * kMiB, 6 * kMiB, 3 * kMiB}) spare.Give(isolate, NewBlock(size));
    EXPECT_EQ(External(), before + 6 * kMiB);
    EXPECT_EQ(spare.Take(1).size(), 6 * kMiB);
  });
}

}  // namespace
}  // namespace halfword
