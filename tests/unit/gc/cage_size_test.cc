// Heaps of every size that can be asked for; and, where cages are larger than 32 bits of bytes, objects that
// lie so far from the base that no offset of 32 bits reaches them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "base/asan.h"
#include "fixture.h"
#include "gc/heap_impl.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/heap_snapshot.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/testing.h"

namespace halfword::gc::testing {
namespace {

constexpr size_t kMiB = size_t{1} << 20;
constexpr size_t kGiB = size_t{1} << 30;

// What lies between the beginning of the cage and everything else. Nobody reads or writes it, so it takes
// addresses and no memory.
struct Ballast final : GarbageCollected<Ballast> {
  void Trace(Visitor*) const {}
};

struct Mixin : GarbageCollectedMixin {
  void Trace(Visitor*) const override {}
};
struct Node final : GarbageCollected<Node>, Mixin {
  explicit Node(int n, Node* next = nullptr) : next(next), number(n) {}
  ~Node() { deaths++; }
  void Trace(Visitor* visitor) const override {
    visitor->Trace(next);
    visitor->Trace(mixin);
    visitor->Trace(weak);
  }
  static inline int deaths = 0;
  Member<Node> next;
  Member<Mixin> mixin;
  WeakMember<Node> weak;
  int number;
};

struct FarSpace : CustomSpace<FarSpace> {
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
  static constexpr bool kSupportsCompaction = true;
};
struct FarWord {
  int value = 0;
};
struct Owner final : GarbageCollected<Owner> {
  void Trace(Visitor* visitor) const {
    visitor->Trace(words);
    visitor->Trace(nodes);
    visitor->Trace(notes);
  }
  Vector<FarWord> words;
  Vector<Member<Node>> nodes;
  EphemeronMap<Node, Node> notes;
};

}  // namespace
}  // namespace halfword::gc::testing

namespace halfword::gc {
template <>
struct SpaceTrait<internal::VectorStore<testing::FarWord>> {
  using Space = testing::FarSpace;
};
}  // namespace halfword::gc

namespace halfword::gc::testing {
namespace {

std::unique_ptr<Heap> NewHeap(size_t cage_size) {
  HeapOptions options;
  options.cage_size = cage_size;
  options.custom_spaces = 1;
  options.compactable_spaces = 1;
  std::string error;
  std::unique_ptr<Heap> heap = Heap::Create(options, &error);
  EXPECT_NE(heap, nullptr) << error;
  return heap;
}

TEST(CageSizeTest, EverySizeThatIsAskedForIsReserved) {
  for (uint64_t size :
       {64 * kMiB, 65 * kMiB, 256 * kMiB, 1 * kGiB, size_t{kCageSpan / 2}, size_t{kCageSpan}}) {
    std::unique_ptr<Heap> heap = NewHeap(size);
    EXPECT_EQ(heap->cage_size(), size);
    heap->Enter([&] {
      for (int i = 0; i < 100'000; i++) MakeGarbageCollected<Node>(*heap, i);
    });
  }
}

TEST(CageSizeTest, MoreThanReferencesReachIsCutToTheLargest) {
  EXPECT_EQ(NewHeap(64 * kGiB)->cage_size(), kCageSpan);
  HeapOptions options;
  options.cage_size = 64 * kGiB;
  options.types = {kTypes, kTypeCount};
  EXPECT_EQ(Heap::Create(options, nullptr)->cage_size(), kTaggedSpan);
}

TEST(CageSizeTest, AHeapUsesItsCageToTheEnd) {
  std::unique_ptr<Heap> heap = NewHeap(64 * kMiB);
  heap->Enter([&] {
    CageOffset highest = 0;
    Persistent<Node> head;
    while (heap->CollectStatistics().used_bytes < 56 * kMiB) {
      for (int i = 0; i < 10'000; i++) head = MakeGarbageCollected<Node>(*heap, i, head.Get());
      highest = std::max(highest, OffsetOf(head.Get()));
    }
    EXPECT_GT(highest, 50 * kMiB);
    EXPECT_LT(highest, 64 * kMiB);
  });
}

TEST(CageSizeTest, PackedOffsetsNameEveryGranule) {
  for (uint64_t offset : {uint64_t{kNullPageSize}, uint64_t{kCageSpan / 2 + 8}, uint64_t{kCageSpan - 8}}) {
    CageOffset place = static_cast<CageOffset>(offset);
    EXPECT_EQ(Unpack(Pack(place)), place);
    EXPECT_EQ(OffsetOfGranule(GranuleOf(place)), place);
    EXPECT_EQ(OffsetIn(BlockOf(place), GranuleOf(place) % kBlockGranules), place);
  }
}

#if HALFWORD_CAGE_SHIFT == 3 && !HALFWORD_ASAN  // whose shadow of the ballast would be touched

constexpr size_t kBallast = 5 * kGiB;
constexpr CageOffset kFar = CageOffset{4} << 30;

class FarTest : public ::testing::Test {
 protected:
  FarTest() {
    Node::deaths = 0;
    heap_ = NewHeap(kCageSpan);
    heap_->Enter([&] { ballast_ = Make<Ballast>(AdditionalBytes(kBallast)); });
  }
  template <typename T, typename... A>
  T* Make(A... arguments) {
    return MakeGarbageCollected<T>(*heap_, arguments...);
  }
  // 0 → 1 → … → count - 1; each refers to the last, and to one before it that nothing else does, weakly.
  Node* MakeList(int count) {
    Node* last = Make<Node>(count - 1);
    Node* head = last;
    for (int i = count - 2; i >= 0; i--) {
      head = Make<Node>(i, head);
      head->mixin = last;
      head->weak = i % 2 == 0 ? last : Make<Node>(-1);
    }
    EXPECT_GT(OffsetOf(head), kFar);
    return head;
  }
  static void CheckList(Node* head, int count) {
    int number = 0;
    Node* last = head;
    for (Node* node = head; node != nullptr; node = node->next) {
      ASSERT_GT(OffsetOf(node), kFar);
      ASSERT_EQ(node->number, number++);
      last = node;
    }
    ASSERT_EQ(number, count);
    for (Node* node = head; node != last; node = node->next) {
      ASSERT_EQ(static_cast<Node*>(node->mixin.Get()), last);
      ASSERT_EQ(node->weak.Get(), node->number % 2 == 0 ? last : nullptr);
    }
  }

  std::unique_ptr<Heap> heap_;
  Persistent<Ballast> ballast_;
};

TEST_F(FarTest, MembersLeadToWhatLivesAndTheRestDies) {
  Persistent<Node> head;
  heap_->Enter([&] {
    head = MakeList(1000);
    for (int i = 0; i < 500; i++) Make<Node>(i);
  });
  heap_->CollectGarbage(StackState::kNoHeapPointers);
  heap_->Enter([&] { CheckList(head, 1000); });
  EXPECT_EQ(Node::deaths, 500 + 499);  // those that only weak members knew
  EXPECT_GT(heap_->CollectStatistics(true).live_bytes, kBallast);
  head = nullptr;
  heap_->CollectGarbage(StackState::kNoHeapPointers);
  EXPECT_EQ(Node::deaths, 1000 + 500 + 499);
}

TEST_F(FarTest, AnyPlaceInTheBallastLeadsToItsBeginning) {
  char* begin = reinterpret_cast<char*>(ballast_.Get());
  EXPECT_EQ(heap_->FindObject(begin + kFar), begin);
  EXPECT_EQ(heap_->FindObject(begin + kBallast - 1), begin);
  EXPECT_GT(heap_->CellSizeOf(begin), kBallast);
}

TEST_F(FarTest, SteppedMarkingSeesWhatIsStoredMeanwhile) {
  Persistent<Node> head;
  heap_->Enter([&] {
    head = MakeList(10);
    heap_->StartIncrementalMarking();
    while (!heap_->AdvanceMarking(1000)) {
    }
    Node* last = head;
    while (last->next) last = last->next;
    last->next = Make<Node>(10, Make<Node>(11));
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
    heap_->FinishSweeping();
    EXPECT_EQ(last->next->next->number, 11);
    heap_->Verify();
  });
}

TEST_F(FarTest, ReferencesOnTheStackAreFoundInEveryForm) {
  constexpr uintptr_t kDisguise = 0x5a5a5a5a5a5a5a5a;
  auto survives = [&](auto encode) {
    bool found = false;
    heap_->Enter([&] {
      uintptr_t hidden = reinterpret_cast<uintptr_t>(Make<Node>(1)) ^ kDisguise;
      volatile uintptr_t word = encode(hidden ^ kDisguise);
      ScrubStack();
      heap_->CollectGarbage();
      found = heap_->FindObject(reinterpret_cast<void*>(hidden ^ kDisguise)) != nullptr && word != 0;
    });
    return found;
  };
  EXPECT_TRUE(survives([](uintptr_t a) { return a; }));
  EXPECT_TRUE(survives([](uintptr_t a) { return a + 5; }));
#if HALFWORD_COMPRESS
  auto member = [](uintptr_t a) { return uintptr_t{CompressMember(reinterpret_cast<void*>(a))}; };
  EXPECT_TRUE(survives([&](uintptr_t a) { return member(a); }));
  EXPECT_TRUE(survives([&](uintptr_t a) { return member(a) << 32 | 0x2468; }));
  EXPECT_TRUE(survives([&](uintptr_t a) { return member(a) << kMemberShift; }));
  EXPECT_TRUE(survives([&](uintptr_t a) {
    return static_cast<uintptr_t>(int64_t{static_cast<int32_t>(member(a))}) << kMemberShift;
  }));
#endif
}

TEST_F(FarTest, ObjectsMoveAndTheirReferencesFollow) {
  std::vector<Persistent<Owner>> owners;
  heap_->Enter([&] {
    for (int i = 0; i < 2000; i++) {
      Owner* owner = Make<Owner>();
      for (int k = 0; k < 50; k++) owner->words.push_back({i + k});
      if (i % 20 == 0) owners.emplace_back(owner);
    }
  });
  StandaloneTestingHeap(*heap_).ForceCompactionForNextGarbageCollection();
  heap_->CollectGarbage(StackState::kNoHeapPointers);
  HeapStatistics statistics = heap_->CollectStatistics();
  EXPECT_GT(statistics.evacuated_blocks, 1u);
  heap_->Enter([&] {
    for (size_t i = 0; i < owners.size(); i++) {
      ASSERT_GT(OffsetOf(owners[i]->words.data()), kFar);
      for (int k = 0; k < 50; k++) {
        ASSERT_EQ(owners[i]->words[static_cast<size_t>(k)].value, static_cast<int>(i) * 20 + k);
      }
    }
  });
}

TEST_F(FarTest, ContainersAndEphemeronsWork) {
  Persistent<Owner> owner;
  heap_->Enter([&] {
    owner = Make<Owner>();
    for (int i = 0; i < 1000; i++) {
      Node* key = Make<Node>(i);
      if (i % 2 == 0) owner->nodes.push_back(key);
      owner->notes.insert_or_assign(key, Make<Node>(-i));
    }
  });
  heap_->CollectGarbage(StackState::kNoHeapPointers);
  heap_->Enter([&] {
    ASSERT_EQ(owner->notes.size(), 500u);
    for (Node* key : owner->nodes) ASSERT_EQ(owner->notes.get(key)->number, -key->number);
    heap_->Verify();
  });
}

TEST_F(FarTest, LargeObjectsLieFarAndGrowThere) {
  heap_->Enter([&] {
    Ballast* first = Make<Ballast>(AdditionalBytes(6 * kGiB));
    Ballast* second = Make<Ballast>(AdditionalBytes(100'000));
    EXPECT_GT(OffsetOf(second), CageOffset{11} << 30);
    EXPECT_EQ(heap_->FindObject(reinterpret_cast<char*>(first) + 5 * kGiB), first);
    EXPECT_EQ(heap_->FindObject(reinterpret_cast<char*>(second) + 90'000), second);
    ASSERT_TRUE(heap_->impl().allocator().Resize(OffsetOf(second), 200'000));
    EXPECT_EQ(heap_->FindObject(reinterpret_cast<char*>(second) + 190'000), second);
  });
}

TEST_F(FarTest, AnObjectBeyondTheCageIsRefused) {
  heap_->Enter([&] {
    EXPECT_EQ(TryMakeGarbageCollected<Ballast>(*heap_, AdditionalBytes(11 * kGiB)), nullptr);
    EXPECT_EQ(TryMakeGarbageCollected<Ballast>(*heap_, AdditionalBytes(20 * kGiB)), nullptr);
  });
}

TEST_F(FarTest, RetainingPathsAndSnapshotsNameFarObjects) {
  Persistent<Node> head;
  heap_->Enter([&] { head = Make<Node>(0, Make<Node>(1)); });
  heap_->Enter([&] {
    std::vector<RetainingStep> path = FindRetainingPath(*heap_, head->next.Get());
    ASSERT_FALSE(path.empty());
    EXPECT_EQ(path.back().object, head->next.Get());
  });
  std::string file = ::testing::TempDir() + "far.heapsnapshot";
  EXPECT_TRUE(WriteHeapSnapshot(*heap_, file.c_str()));
  std::remove(file.c_str());
}

#endif

}  // namespace
}  // namespace halfword::gc::testing
