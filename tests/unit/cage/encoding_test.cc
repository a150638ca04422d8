// Both encodings over their whole ranges, and the base.
#include "cage/encoding.h"

#include <gtest/gtest.h>

#include <thread>

namespace halfword {
namespace {

constexpr uintptr_t kBase = 0x7abc'0000'0000 | kCageSpan;
constexpr uintptr_t kMask = ReferenceMaskOf(kBase);

TEST(SmiTest, ExtremesSurviveAndNeighboursDoNotFit) {
  for (int32_t n : {0, 1, -1, 42, kSmiMax, kSmiMin, kSmiMax - 1, kSmiMin + 1}) {
    EXPECT_TRUE(FitsSmi(n));
    TaggedBits bits = EncodeSmi(n);
    EXPECT_TRUE(IsSmi(bits));
    EXPECT_FALSE(IsHeapPointer(bits));
    EXPECT_EQ(DecodeSmi(bits), n);
  }
  EXPECT_FALSE(FitsSmi(int64_t{kSmiMax} + 1));
  EXPECT_FALSE(FitsSmi(int64_t{kSmiMin} - 1));
}

TEST(SmiTest, AddingTheWordsAddsTheNumbers) {
  EXPECT_EQ(DecodeSmi(EncodeSmi(-7) + EncodeSmi(12)), 5);
  EXPECT_EQ(DecodeSmi(EncodeSmi(7) - EncodeSmi(12)), -5);
}

TEST(TaggedTest, FirstAndLastGranuleWithinReachSurviveWithEveryTag) {
  for (uint64_t offset : {uint64_t{4096}, uint64_t{4104}, kTaggedSpan / 2, kTaggedSpan - 8}) {
    for (Tag tag : {kObjectTag, kStringTag, kNumberTag, kOtherTag}) {
      void* p = reinterpret_cast<void*>(kBase + offset);
      TaggedBits bits = Compress(p, tag);
      EXPECT_TRUE(IsHeapPointer(bits));
      EXPECT_FALSE(IsSmi(bits));
      EXPECT_EQ(TagOf(bits), tag);
      EXPECT_EQ(Decompress(kBase, bits, tag), p);
      EXPECT_EQ(Decompress(kBase, bits), p);
      EXPECT_EQ(OffsetOf(bits), static_cast<CageOffset>(offset));
      EXPECT_EQ(TaggedFromOffset(kBase, static_cast<CageOffset>(offset), tag), bits);
    }
  }
}

TEST(TaggedTest, ImmediatesAreNeitherSmisNorHeapPointers) {
  for (uint32_t i = 0; i < 512; i++) {
    TaggedBits bits = EncodeImmediate(i);
    EXPECT_LT(bits, kNullPageSize);
    EXPECT_FALSE(IsSmi(bits));
    EXPECT_FALSE(IsHeapPointer(bits));
    EXPECT_EQ(TagOf(bits), kOtherTag);
  }
}

TEST(MemberTest, NullAndTheSentinelPassThrough) {
  EXPECT_EQ(CompressMember(nullptr), kNullMemberBits);
  EXPECT_EQ(CompressMember(reinterpret_cast<void*>(kSentinelAddress)), kSentinelMemberBits);
  EXPECT_EQ(DecompressMember(kMask, kNullMemberBits), nullptr);
  EXPECT_EQ(DecompressMember(kMask, kSentinelMemberBits), reinterpret_cast<void*>(kSentinelAddress));
  EXPECT_FALSE(IsHeapMember(kNullMemberBits));
  EXPECT_FALSE(IsHeapMember(kSentinelMemberBits));
}

TEST(MemberTest, EveryGranuleSurvives) {
  auto check = [](uint64_t offset) {
    void* p = reinterpret_cast<void*>(kBase + offset);
    MemberBits bits = CompressMember(p);
    ASSERT_TRUE(IsHeapMember(bits));
#if HALFWORD_COMPRESS
    ASSERT_NE(bits >> 31, 0u);  // the top bit says heap pointer
#endif
    ASSERT_EQ(DecompressMember(kMask, bits), p);
    ASSERT_EQ(DecompressNonNullMember(NullAddressOf(kBase), bits), p);
  };
  for (uint64_t offset = 0; offset < kCageSpan; offset += 8 * 1021) check(offset);
  for (uint64_t offset = 0; offset < 1 << 20; offset += 8) check(offset);
  for (uint64_t offset = kCageSpan - (1 << 20); offset < kCageSpan; offset += 8) check(offset);
}

TEST(MemberTest, OrderOfWordsIsOrderOfAddresses) {
  EXPECT_LT(CompressMember(reinterpret_cast<void*>(kBase + 8)),
            CompressMember(reinterpret_cast<void*>(kBase + 16)));
}

#if !HALFWORD_SHARED_CAGE
TEST(CageBaseTest, TheBaseIsSetForTheCallbackOnly) {
  EXPECT_EQ(CageBase(), 0u);
  uintptr_t inside = 0, nested = 0, after = 0;
  CallWithCageBase(kBase, [&] {
    inside = CageBase();
    EXPECT_EQ(ReferenceMask(), kBase + kCageSpan - 1);
    CallWithCageBase(kBase + kSlotSpan, [&] { nested = CageBase(); });
    CallWithCageBase(0, [&] { after = CageBase(); });
  });
  EXPECT_EQ(inside, kBase);
  EXPECT_EQ(nested, kBase + kSlotSpan);
  EXPECT_EQ(after, 0u);
  EXPECT_EQ(ReferenceMask(), kCageSpan - 1);
}
#endif

#if !HALFWORD_BASE_GLOBAL
TEST(CageBaseTest, EachThreadHasItsOwnBase) {
  CallWithCageBase(kBase, [&] {
    uintptr_t other = 1;
    std::thread thread([&] { other = CageBase(); });
    thread.join();
    EXPECT_EQ(other, 0u);
  });
}
#endif

TEST(CageBaseTest, AnAddressTellsItsCage) {
  EXPECT_EQ(CageBaseOf(reinterpret_cast<void*>(kBase)), kBase);
  EXPECT_EQ(CageBaseOf(reinterpret_cast<void*>(kBase + kCageSpan - 8)), kBase);
  EXPECT_EQ(CageBaseOf(reinterpret_cast<void*>(kBase - 4096)), kBase);
}

}  // namespace
}  // namespace halfword
