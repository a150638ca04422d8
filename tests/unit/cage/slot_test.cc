#include "cage/slot.h"

#include <gtest/gtest.h>

#include <vector>

#include "cage/encoding.h"
#include "platform/memory.h"

namespace halfword {
namespace {

constexpr size_t kMiB = size_t{1} << 20;

TEST(SlotTest, TheCageIsTheUpperHalfOfAnAlignedSlot) {
  std::string error;
  Slot slot = Slot::Reserve(size_t{kCageSpan}, 1 << 20, 16, &error);
  ASSERT_TRUE(slot.is_reserved()) << error;
  EXPECT_EQ(slot.cage_base() % kSlotSpan, kCageSpan);
  EXPECT_EQ(slot.cage_size(), size_t{kCageSpan});
  EXPECT_EQ(slot.annex_size(), kCageSpan / 16 + (1 << 20));
  EXPECT_EQ(slot.annex_begin() + slot.annex_size(), slot.cage_base());
  *reinterpret_cast<char*>(slot.annex_begin()) = 1;
  *reinterpret_cast<char*>(slot.cage_base() + kNullPageSize) = 1;
  *reinterpret_cast<char*>(slot.cage_base() + slot.cage_size() - 1) = 1;
}

TEST(SlotTest, TheNullPageIsNotMapped) {
  Slot slot = Slot::Reserve(kMiB, 4096, 16, nullptr);
  EXPECT_DEATH(*reinterpret_cast<char*>(slot.cage_base() + 100) = 1, "");
}

#if HALFWORD_COMPRESS
TEST(SlotTest, ANullMemberLeadsToWhereNothingIsAccessible) {
  for (size_t size : {kMiB, size_t{kCageSpan}}) {
    Slot slot = Slot::Reserve(size, 4096, 16, nullptr);
    char* null =
        static_cast<char*>(DecompressNonNullMember(NullAddressOf(slot.cage_base()), kNullMemberBits));
    for (char* place : {null, null + kNullGuardSize - 1}) {
      EXPECT_DEATH(*static_cast<volatile char*>(place) = 1, "") << size;
    }
    // It is taken, so no other mapping can ever be there, and it goes with the slot.
    uintptr_t guard = reinterpret_cast<uintptr_t>(null);
    EXPECT_EQ(platform::ReserveAt(guard, kNullGuardSize, platform::Access::kNone), nullptr) << size;
    slot.Release();
    void* again = platform::ReserveAt(guard, kNullGuardSize, platform::Access::kNone);
    EXPECT_NE(again, nullptr) << size;
    if (again != nullptr) platform::Release(again, kNullGuardSize);
  }
}
#endif

TEST(SlotTest, OnlyWhatIsAskedForIsReserved) {
  Slot slot = Slot::Reserve(16 * kMiB, 4096, 16, nullptr);
  ASSERT_TRUE(slot.is_reserved());
  void* after = platform::ReserveAt(slot.cage_base() + 16 * kMiB, 4096, platform::Access::kNone);
  EXPECT_NE(after, nullptr);
  if (after != nullptr) platform::Release(after, 4096);
}

TEST(SlotTest, ManySlotsFitAndReleaseReturnsThem) {
  std::vector<Slot> slots;
  for (int i = 0; i < 500; i++) {
    slots.push_back(Slot::Reserve(size_t{kCageSpan}, 4096, 16, nullptr));
    ASSERT_TRUE(slots.back().is_reserved()) << i;
  }
  uintptr_t base = slots[100].cage_base();
  slots[100].Release();
  EXPECT_FALSE(slots[100].is_reserved());
  void* again = platform::ReserveAt(base, 4096, platform::Access::kNone);
  EXPECT_NE(again, nullptr);
  if (again != nullptr) platform::Release(again, 4096);
}

}  // namespace
}  // namespace halfword
