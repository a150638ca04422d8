// What the conservative stack scan takes for a reference: every form that compiled code may keep one in.
#include <cstdlib>
#include <random>

#include "fixture.h"
#include "halfword/gc/allocation.h"

namespace halfword::gc::testing {
namespace {

class ConservativeTest : public GcTest {
 protected:
  struct Bytes : GarbageCollected<Bytes> {
    void Trace(Visitor*) const {}
    char bytes[40];
  };
  static constexpr int kObjects = 64;
  static constexpr uintptr_t kDisguise = 0x5a5a5a5a5a5a5a5a;

  // Makes objects and keeps their addresses where no scan recognises them: inverted, in malloc memory.
  __attribute__((noinline)) void MakeObjects() {
    disguised_.clear();
    for (int i = 0; i < kObjects; i++) {
      void* object =
          of_cpp_class_ ? MakeGarbageCollected<Bytes>(heap_->GetAllocationHandle()) : New(kLeaf, 40);
      disguised_.push_back(reinterpret_cast<uintptr_t>(object) ^ kDisguise);
    }
  }
  __attribute__((noinline)) int Survivors() {
    int n = 0;
    for (uintptr_t d : disguised_) n += heap_->FindObject(reinterpret_cast<void*>(d ^ kDisguise)) != nullptr;
    return n;
  }

  // Puts encode(address) of each object in an array on the stack, collects, and counts who survived.
  template <typename F>
  __attribute__((noinline)) int SurvivorsWith(F encode) {
    int survivors = 0;
    heap_->Enter([&] {
      MakeObjects();
      KeepAndCollect(encode);
      survivors = Survivors();
    });
    return survivors;
  }
  template <typename F>
  __attribute__((noinline)) void KeepAndCollect(F encode) {
    volatile uintptr_t words[kObjects];
    for (int i = 0; i < kObjects; i++) words[i] = encode(disguised_[i] ^ kDisguise);
    ScrubStack();
    heap_->CollectGarbage();
    for (int i = 0; i < kObjects; i++) sink_ = words[i];
  }

  bool of_cpp_class_ = false;  // the objects are; else of a client's type
  std::vector<uintptr_t> disguised_;
  volatile uintptr_t sink_ = 0;
};

TEST_F(ConservativeTest, NothingOnTheStackNothingSurvives) {
  // Stale registers and frames may still hold some.
  EXPECT_LT(SurvivorsWith([](uintptr_t) { return uintptr_t{0}; }), kObjects / 2);
}

TEST_F(ConservativeTest, FullPointersAreFound) {
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return a; }), kObjects);
}

TEST_F(ConservativeTest, PointersIntoAnObjectAreFound) {
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return a + 1; }), kObjects);
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return a + 20; }), kObjects);
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return a + 39; }), kObjects);
}

#if HALFWORD_COMPRESS
TEST_F(ConservativeTest, TaggedWordsAreFoundInEitherHalf) {
  for (uint32_t tag : {1u, 3u, 5u, 7u}) {
    EXPECT_EQ(
        SurvivorsWith([=](uintptr_t a) { return uintptr_t{OffsetOf(reinterpret_cast<void*>(a)) + tag}; }),
        kObjects);
    EXPECT_EQ(SurvivorsWith([=](uintptr_t a) {
                return uintptr_t{OffsetOf(reinterpret_cast<void*>(a)) + tag} << 32 | 0x2468;
              }),
              kObjects);
  }
}

// Two references of which the upper one ends in the upper bits of the cage's address look like an address
// with a stamp.
TEST_F(ConservativeTest, TaggedWordsAreFoundWhereTheyLookLikeAStamp) {
  uint32_t bits = static_cast<uint32_t>(heap_->cage_base() >> 32) & 0xffff;
  ASSERT_EQ(bits & 1, 1u) << "the tag of a reference";
  int survivors = -1;
  heap_->Enter([&] {
    NoGarbageCollectionScope scope(*heap_);
    uintptr_t found = 0;
    std::minstd_rand random(1);
    for (int i = 0; found == 0 && i < 1'000'000; i++) {
      auto address = reinterpret_cast<uintptr_t>(New(kLeaf, 8 + 8 * (random() % 4)));
      if ((address & 0xfff8) == (bits & 0xfff8)) found = address;
    }
    ASSERT_NE(found, 0u);
    disguised_.assign(kObjects, found ^ kDisguise);
  });
  heap_->Enter([&] {
    KeepAndCollect([=](uintptr_t a) {
      return uintptr_t{(OffsetOf(reinterpret_cast<void*>(a)) & ~uint32_t{7}) | (bits & 7)} << 32 | 0x2468;
    });
    survivors = Survivors();
  });
  EXPECT_EQ(survivors, kObjects);
  // And an address with a stamp is found.
  EXPECT_EQ(SurvivorsWith([=](uintptr_t a) { return uintptr_t{0x1234} << 48 | a; }), kObjects);
}

TEST_F(ConservativeTest, MemberWordsAreFoundInEitherHalf) {
  auto in_lower = [](uintptr_t a) { return uintptr_t{CompressMember(reinterpret_cast<void*>(a))}; };
  auto in_upper = [](uintptr_t a) { return uintptr_t{CompressMember(reinterpret_cast<void*>(a))} << 32 | 6; };
  of_cpp_class_ = true;
  EXPECT_EQ(SurvivorsWith(in_lower), kObjects);
  EXPECT_EQ(SurvivorsWith(in_upper), kObjects);
  // A member refers to nothing else. The lower half of an address in the program may look like one.
  of_cpp_class_ = false;
  EXPECT_LT(SurvivorsWith(in_lower), kObjects / 2);
  EXPECT_LT(SurvivorsWith(in_upper), kObjects / 2);
}

TEST_F(ConservativeTest, IntermediatesOfDecompressionAreFound) {
  // Extended and doubled, not yet combined with the base. It leads anywhere into an object: a mixin's part,
  // or, where the place of a field has been added, that field.
  for (uint64_t place : {0, 4, 20, 36}) {
    EXPECT_EQ(SurvivorsWith([=](uintptr_t a) {
                auto m = static_cast<int32_t>(CompressMember(reinterpret_cast<void*>(a)));
                return (static_cast<uintptr_t>(int64_t{m}) << kMemberShift) + place;
              }),
              kObjects);
  }
  for (uint64_t place : {0, 8, 32}) {
    EXPECT_EQ(SurvivorsWith([=](uintptr_t a) {
                return (uintptr_t{CompressMember(reinterpret_cast<void*>(a))} << kMemberShift) + place;
              }),
              kObjects);
    EXPECT_EQ(SurvivorsWith([=](uintptr_t a) { return uintptr_t{static_cast<uint32_t>(a)} + place; }),
              kObjects);
  }
}

TEST_F(ConservativeTest, TaggedWordsWithoutTheirTagAreFoundInEitherHalf) {
  // What is beside a word of 32 bits is anything at all.
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return uintptr_t{0x7ffc} << 32 | static_cast<uint32_t>(a); }),
            kObjects);
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return uintptr_t{static_cast<uint32_t>(a)} << 32; }), kObjects);
  EXPECT_EQ(SurvivorsWith([](uintptr_t a) { return uintptr_t{static_cast<uint32_t>(a)} << 32 | 0x2468; }),
            kObjects);
}

TEST_F(ConservativeTest, AddressesOfOtherMemoryHoldNothingWhoseInsideTheirLowerHalfMeets) {
  // Compiled code never keeps the lower half of an address inside of an object alone; addresses of stacks and
  // of the C++ heap are everywhere.
  EXPECT_LT(
      SurvivorsWith([](uintptr_t a) { return uintptr_t{0x7ffc} << 32 | static_cast<uint32_t>(a + 16); }),
      kObjects / 2);
}
#else
TEST_F(ConservativeTest, TaggedWordsAreFound) {
  for (uint32_t tag : {1u, 3u, 5u, 7u}) {
    EXPECT_EQ(SurvivorsWith([=](uintptr_t a) { return a + tag; }), kObjects);
  }
}
#endif

// Words that are tagged words, or were some.
class StaleWordsTest : public GcTest {
 protected:
  static constexpr int kWords = 64;
  void SetUp() override {
    HeapOptions options;
    options.types = {kTypes, kTypeCount};
    options.callbacks.data = this;
    options.callbacks.trace_roots = [](void* data, Visitor& v) {
      auto* self = static_cast<StaleWordsTest*>(data);
      v.TraceTaggedConservatively(self->words_, self->words_ + kWords);
    };
    std::string error;
    heap_ = Heap::Create(options, &error);
    ASSERT_NE(heap_, nullptr) << error;
  }
  // How many numbers live when the words are encode(reference) of as many.
  template <typename F>
  size_t SurvivorsWith(F encode) {
    for (int i = 0; i < kWords; i++) words_[i] = encode(NewNumber(i));
    Precise();
    return Count(kNumber);
  }
  TaggedBits words_[kWords] = {};
};

TEST_F(StaleWordsTest, OnlyTheTagOfATypeIsAReferenceToIt) {
  EXPECT_EQ(SurvivorsWith([](TaggedBits reference) { return reference; }), size_t{kWords});
  for (Tag tag : {kObjectTag, kStringTag, kOtherTag}) {
    EXPECT_EQ(SurvivorsWith([&](TaggedBits reference) { return (reference & ~kTagMask) | tag; }), 0u);
  }
}

TEST_F(StaleWordsTest, NumbersAreNone) {
  // A Smi may be as large as an offset into an object.
  for (TaggedBits low : {0, 2, 4, 6})
    EXPECT_EQ(SurvivorsWith([&](TaggedBits reference) { return (reference & ~kTagMask) | low; }), 0u);
}

TEST_F(StaleWordsTest, WhatLeadsIntoAnObjectIsNone) {
  EXPECT_EQ(SurvivorsWith([](TaggedBits reference) { return reference + 8; }), 0u);
}

TEST_F(ConservativeTest, PointersIntoLargeObjectsAreFound) {
  heap_->Enter([&] {
    volatile char* p = static_cast<char*>(New(kLeaf, 300'000)) + 299'000;
    heap_->CollectGarbage();
    EXPECT_EQ(Total(), 1u);
    sink_ = *p;
  });
}

TEST_F(ConservativeTest, CalleeSavedRegistersAreScanned) {
#if defined(__x86_64__) && HALFWORD_COMPRESS && !defined(__SANITIZE_ADDRESS__)
  heap_->Enter([&] {
    MakeObjects();
    Heap* heap = heap_.get();
    uintptr_t disguised = disguised_[10];
    void (*collect)(Heap*) = [](Heap* h) { h->CollectGarbage(); };
    uintptr_t operands[4] = {disguised, kDisguise, reinterpret_cast<uintptr_t>(heap),
                             reinterpret_cast<uintptr_t>(collect)};
    // The lower half of its address exists in r14 only.
    __asm__ volatile(
        "movq 0(%0), %%r14\n\txorq 8(%0), %%r14\n\tmovl %%r14d, %%r14d\n\t"
        "movq 24(%0), %%rax\n\tmovq 16(%0), %%rdi\n\t"
        "movq %%rsp, %%rbx\n\tsubq $128, %%rsp\n\tandq $-16, %%rsp\n\tcall *%%rax\n\tmovq %%rbx, %%rsp\n\t"
        "xorl %%r14d, %%r14d"
        :
        : "r"(operands)
        : "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r14", "memory", "cc", "xmm0",
          "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12",
          "xmm13", "xmm14", "xmm15");
    EXPECT_NE(heap->FindObject(reinterpret_cast<void*>(disguised ^ kDisguise)), nullptr);
  });
#endif
}

TEST_F(ConservativeTest, NewObjectsAreFoundBetweenCollections) {
  std::vector<void*> objects;
  for (int i = 0; i < 1000; i++) objects.push_back(New(kLeaf, 4 + i % 100));
  for (void* o : objects) {
    EXPECT_EQ(heap_->FindObject(o), o);
    EXPECT_EQ(heap_->FindObject(static_cast<char*>(o) + 3), o);
  }
  New(kLeaf, 4);  // the index is not confused by a run that goes on
  void* last = New(kLeaf, 100);
  EXPECT_EQ(heap_->FindObject(static_cast<char*>(last) + 50), last);
  EXPECT_EQ(heap_->FindObject(static_cast<char*>(last) + 5000), nullptr);
  EXPECT_EQ(heap_->FindObject(&objects), nullptr);
}

}  // namespace
}  // namespace halfword::gc::testing
