// MakeGarbageCollected, and memory given back by hand.
#include "cppgc/allocation.h"

#include <cstring>
#include <vector>

#include "cppgc/explicit-management.h"
#include "cppgc/internal/finalizer-trait.h"
#include "cppgc/object-size-trait.h"
#include "fixture.h"

namespace {

using cppgc::AdditionalBytes;

class Small : public cppgc::GarbageCollected<Small> {
 public:
  void Trace(cppgc::Visitor*) const {}
  char bytes[24];
};
class Big : public cppgc::GarbageCollected<Big> {
 public:
  void Trace(cppgc::Visitor*) const {}
  char bytes[1 << 20];
};
class alignas(16) Aligned : public cppgc::GarbageCollected<Aligned> {
 public:
  void Trace(cppgc::Visitor*) const {}
  double pair[2];
};
class Dies : public cppgc::GarbageCollected<Dies> {
 public:
  static inline int deaths = 0;
  ~Dies() { deaths++; }
  void Trace(cppgc::Visitor*) const {}
  int number = 1;
};
class NeverDies : public cppgc::GarbageCollected<NeverDies> {
 public:
  void Trace(cppgc::Visitor*) const {}
};

using AllocationTest = CppgcTest;

TEST_F(AllocationTest, MemoryIsZeroEvenWhenItIsUsedAgain) {
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < 3000; i++) {
      auto* small = cppgc::MakeGarbageCollected<Small>(allocation(), AdditionalBytes(i % 50 * 8));
      for (size_t k = 0; k < sizeof(Small) + i % 50 * 8; k++) {
        ASSERT_EQ(reinterpret_cast<char*>(small)[k], 0);
      }
      std::memset(static_cast<void*>(small), 0x5a, sizeof(Small) + i % 50 * 8);
    }
    Big* big = Make<Big>();
    for (char byte : big->bytes) ASSERT_EQ(byte, 0);
    std::memset(big->bytes, 0x5a, sizeof(big->bytes));
    big = nullptr;
    Precise();
  }
}

TEST_F(AllocationTest, AlignmentIsKept) {
  for (int i = 0; i < 200; i++) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Make<Small>()) % 8, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Make<Aligned>()) % 16, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(
                  cppgc::MakeGarbageCollected<Aligned>(allocation(), AdditionalBytes(size_t(i) * 1000))) %
                  16,
              0u);
  }
}

TEST_F(AllocationTest, FreedMemoryIsUsedAgain) {
  // A heap that never reuses memory would grow to hundreds of megabytes here.
  for (int i = 0; i < 200; i++) {
    Make<Big>();
    if (i % 8 == 7) Precise();
  }
  EXPECT_LT(heap().CollectStatistics().committed_size_bytes, size_t{64} << 20);
}

struct MultipleArguments : cppgc::GarbageCollected<MultipleArguments> {
  MultipleArguments(int a, std::unique_ptr<int> b, const std::string& c) : sum(a + *b + int(c.size())) {}
  void Trace(cppgc::Visitor*) const {}
  int sum;
};
TEST_F(AllocationTest, ArgumentsAreForwarded) {
  EXPECT_EQ(Make<MultipleArguments>(1, std::make_unique<int>(2), "three")->sum, 8);
}

// ---- Finalizers

class ByHand : public cppgc::GarbageCollected<ByHand> {
 public:
  static inline int finalized = 0;
  void Trace(cppgc::Visitor*) const {}
  void FinalizeGarbageCollectedObject() { finalized++; }
};
class InheritsByHand : public ByHand {
 public:
  std::string text = "a text that is too long to lie in the string itself";
};

static_assert(!cppgc::internal::FinalizerTrait<Small>::HasFinalizer());
static_assert(cppgc::internal::FinalizerTrait<Dies>::HasFinalizer());
static_assert(cppgc::internal::FinalizerTrait<ByHand>::HasFinalizer());
static_assert(cppgc::internal::FinalizerTrait<Small>::kCallback == nullptr);

TEST_F(AllocationTest, ACustomFinalizerReplacesTheDestructor) {
  ByHand::finalized = 0;
  Make<ByHand>();
  Precise();
  EXPECT_EQ(ByHand::finalized, 1);
}

// ---- By hand

TEST_F(AllocationTest, AnObjectFreedByHandDiesOnce) {
  Dies::deaths = 0;
  std::vector<cppgc::Persistent<Dies>> all;
  for (int i = 0; i < 100; i++) all.emplace_back(Make<Dies>());
  for (int i = 0; i < 100; i += 2) cppgc::subtle::FreeUnreferencedObject(handle(), *all[i].Release());
  EXPECT_EQ(Dies::deaths, 50);
  Precise();
  EXPECT_EQ(Dies::deaths, 50);
  for (int i = 1; i < 100; i += 2) {
    EXPECT_EQ(all[i]->number, 1);
    cppgc::subtle::FreeUnreferencedObject(handle(), *all[i].Release());  // after it survived a collection
  }
  EXPECT_EQ(Dies::deaths, 100);
  Precise();
  EXPECT_EQ(Dies::deaths, 100);
}

TEST_F(AllocationTest, TheLastObjectsMemoryIsFreeAtOnce) {
  Make<Small>();
  Small* first = Make<Small>();
  std::memset(first->bytes, 1, sizeof(first->bytes));
  cppgc::subtle::FreeUnreferencedObject(handle(), *first);
  Small* second = Make<Small>();
  EXPECT_EQ(first, second);
  for (char byte : second->bytes) EXPECT_EQ(byte, 0);
}

TEST_F(AllocationTest, ALargeObjectsMemoryIsFreeAtOnce) {
  size_t before = heap().CollectStatistics().used_bytes;
  Big* big = Make<Big>();
  EXPECT_GT(heap().CollectStatistics().used_bytes, before + (size_t{1} << 20) - 1);
  cppgc::subtle::FreeUnreferencedObject(handle(), *big);
  EXPECT_EQ(heap().CollectStatistics().used_bytes, before);
  Precise();
}

class FreesInDestructor : public cppgc::GarbageCollected<FreesInDestructor> {
 public:
  FreesInDestructor(cppgc::HeapHandle& h, Dies* d) : handle(h), dies(d) {}
  ~FreesInDestructor() { cppgc::subtle::FreeUnreferencedObject(handle, *dies); }
  void Trace(cppgc::Visitor*) const {}
  cppgc::HeapHandle& handle;
  Dies* dies;
};
TEST_F(AllocationTest, FreeingDuringACollectionDoesNothing) {
  Dies::deaths = 0;
  cppgc::Persistent<Dies> kept = Make<Dies>();
  Make<FreesInDestructor>(handle(), kept.Get());
  Precise();
  EXPECT_EQ(Dies::deaths, 0);
  EXPECT_EQ(kept->number, 1);
}

TEST_F(AllocationTest, ObjectsShrink) {
  for (bool survivor : {false, true}) {
    cppgc::Persistent<Small> small = cppgc::MakeGarbageCollected<Small>(allocation(), AdditionalBytes(200));
    auto* after = Make<Dies>();
    cppgc::Persistent<Dies> keep = after;
    if (survivor) Precise();
    size_t before = cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*small);
    EXPECT_TRUE(cppgc::subtle::Resize(*small, AdditionalBytes(40)));
    size_t now = cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*small);
    EXPECT_LE(now + 152, before);
    EXPECT_GE(now, sizeof(Small) + 40);
    EXPECT_EQ(after->number, 1);
    Precise();
    Precise();
    EXPECT_EQ(cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*small), now);
  }
}

TEST_F(AllocationTest, OnlyTheLastObjectGrows) {
  Small* first = Make<Small>();
  Small* last = Make<Small>();
  EXPECT_FALSE(cppgc::subtle::Resize(*first, AdditionalBytes(64)));
  EXPECT_TRUE(cppgc::subtle::Resize(*last, AdditionalBytes(64)));
  EXPECT_GE(cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*last), sizeof(Small) + 64);
  char* more = reinterpret_cast<char*>(last + 1);
  for (int i = 0; i < 64; i++) EXPECT_EQ(more[i], 0);
  Small* next = Make<Small>();
  EXPECT_GE(reinterpret_cast<char*>(next), more + 64);
  EXPECT_TRUE(cppgc::subtle::Resize(*next, AdditionalBytes(0)));
  Precise();
}

TEST_F(AllocationTest, LargeObjectsShrinkAndGrowIntoFreeBlocks) {
  cppgc::Persistent<Small> large = cppgc::MakeGarbageCollected<Small>(allocation(), AdditionalBytes(200'000));
  size_t before = heap().CollectStatistics().used_bytes;
  EXPECT_TRUE(cppgc::subtle::Resize(*large, AdditionalBytes(50'000)));
  EXPECT_LE(heap().CollectStatistics().used_bytes + 140'000, before);
  EXPECT_TRUE(cppgc::subtle::Resize(*large, AdditionalBytes(200'000)));
  EXPECT_TRUE(cppgc::subtle::Resize(*large, AdditionalBytes(50'000)));
  Precise();
  EXPECT_GE(cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*large), 50'000u);
  char* end = reinterpret_cast<char*>(large.Get()) + cppgc::subtle::ObjectSizeTrait<Small>::GetSize(*large);
  EXPECT_EQ(end[-1], 0);
}

// ---- Sizes

class Mixed : public cppgc::GarbageCollectedMixin {
 public:
  int x = 0;
};
class WithMixed : public cppgc::GarbageCollected<WithMixed>, public Mixed {
 public:
  void Trace(cppgc::Visitor* visitor) const override { Mixed::Trace(visitor); }
  int y = 0;
};
TEST_F(AllocationTest, SizesIncludeTheWholeObject) {
  auto* object = Make<WithMixed>();
  size_t size = cppgc::subtle::ObjectSizeTrait<WithMixed>::GetSize(*object);
  EXPECT_GE(size, sizeof(WithMixed));
  EXPECT_LT(size, sizeof(WithMixed) + 8);
  EXPECT_EQ(cppgc::subtle::ObjectSizeTrait<Mixed>::GetSize(*object), size);
  EXPECT_GE(cppgc::subtle::ObjectSizeTrait<Big>::GetSize(*Make<Big>()), sizeof(Big));
}

#if HALFWORD_COMPRESS
template <size_t kWords>
struct Words : cppgc::GarbageCollected<Words<kWords>> {
  void Trace(cppgc::Visitor*) const {}
  uint32_t words[kWords];
};

// So that what a walk reads of an object is one miss of the cache.
template <size_t kWords>
void ExpectEachInOneLine(cppgc::AllocationHandle& handle) {
  for (int i = 0; i < 10'000; i++) {
    auto* object = cppgc::MakeGarbageCollected<Words<kWords>>(handle);
    EXPECT_LE(reinterpret_cast<uintptr_t>(object) % 64 + sizeof(*object), 64u);
  }
}

using CppgcPlaceTest = CppgcTest;

TEST_F(CppgcPlaceTest, ObjectsOf16BytesLieInOneLineOfTheCache) { ExpectEachInOneLine<3>(allocation()); }
TEST_F(CppgcPlaceTest, SoDoThoseOf32) { ExpectEachInOneLine<7>(allocation()); }
TEST_F(CppgcPlaceTest, SoDoThoseOf64) { ExpectEachInOneLine<15>(allocation()); }
#endif

}  // namespace
