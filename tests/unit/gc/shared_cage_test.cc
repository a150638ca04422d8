// Heaps that share the process's cage: each finds, moves and frees its own, whoever lies beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/cross_thread_persistent.h"
#include "halfword/gc/default_platform.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/heap_consistency.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/testing.h"

#if HALFWORD_SHARED_CAGE

namespace halfword::gc::testing {
namespace {

using subtle::CrossThreadPersistent;

constexpr size_t kMiB = size_t{1} << 20;

struct Node final : GarbageCollected<Node> {
  explicit Node(int n, Node* next = nullptr) : next(next), number(n) {}
  ~Node() { deaths++; }
  void Trace(Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(weak);
    visitor->Trace(children);
  }
  static inline std::atomic<int> deaths{0};
  Member<Node> next;
  WeakMember<Node> weak;
  Vector<Member<Node>> children;
  int number;
};

class SharedCageTest : public ::testing::Test {
 protected:
  SharedCageTest() { Node::deaths = 0; }
  static std::unique_ptr<Heap> NewHeap(HeapOptions options = {}) {
    std::string error;
    std::unique_ptr<Heap> heap = Heap::Create(options, &error);
    EXPECT_NE(heap, nullptr) << error;
    return heap;
  }
  static Node* MakeList(Heap& heap, int count) {
    Node* head = nullptr;
    for (int i = count; i-- > 0;) head = MakeGarbageCollected<Node>(heap, i, head);
    return head;
  }
  static int Length(Node* head) {
    int length = 0;
    for (Node* node = head; node != nullptr; node = node->next) EXPECT_EQ(node->number, length++);
    return length;
  }
  static void Precise(Heap& heap) { heap.CollectGarbage(StackState::kNoHeapPointers); }
};

TEST_F(SharedCageTest, HeapsHaveOneBaseAndBlocksOfTheirOwn) {
  auto a = NewHeap();
  auto b = NewHeap();
  EXPECT_EQ(a->cage_base(), b->cage_base());
  EXPECT_EQ(CageBase(), a->cage_base());
  Node* in_a = MakeGarbageCollected<Node>(*a, 1);
  Node* in_b = MakeGarbageCollected<Node>(*b, 2);
  EXPECT_EQ(&Heap::Of(in_a), a.get());
  EXPECT_EQ(&Heap::Of(in_b), b.get());
  EXPECT_EQ(a->FindObject(in_a), in_a);
  EXPECT_EQ(a->FindObject(in_b), nullptr);
}

TEST_F(SharedCageTest, MembersAreUsedWithoutEntering) {
  auto a = NewHeap();
  auto b = NewHeap();
  Persistent<Node> in_a = MakeList(*a, 100);
  Persistent<Node> in_b = MakeList(*b, 50);
  EXPECT_EQ(Length(in_a), 100);
  EXPECT_EQ(Length(in_b), 50);
  in_a->children.push_back(in_a->next);  // its store comes from the heap that the vector is in
  EXPECT_EQ(&Heap::Of(in_a->children.data()), a.get());
  b->Enter([&] { in_a->children.push_back(in_a); });
  EXPECT_EQ(&Heap::Of(in_a->children.data()), a.get());
}

TEST_F(SharedCageTest, ACollectionSeesItsOwnHeapOnly) {
  auto a = NewHeap();
  auto b = NewHeap();
  Persistent<Node> in_a = MakeList(*a, 10);
  Persistent<Node> in_b = MakeList(*b, 20);
  MakeList(*a, 5);
  MakeList(*b, 7);
  Precise(*a);
  EXPECT_EQ(Node::deaths, 5);
  Precise(*b);
  EXPECT_EQ(Node::deaths, 12);
  EXPECT_EQ(Length(in_a), 10);
  EXPECT_EQ(Length(in_b), 20);
  a->Verify();
  b->Verify();
}

TEST_F(SharedCageTest, AConservativeScanTakesNoOtherHeapsObjects) {
  auto a = NewHeap();
  auto b = NewHeap();
  Node* volatile in_a = MakeList(*a, 10);
  Node* volatile in_b = MakeList(*b, 10);
  a->Enter([&] { a->CollectGarbage(); });
  EXPECT_EQ(Node::deaths, 0);
  EXPECT_EQ(Length(in_a), 10);
  Precise(*b);  // nothing of the other heap keeps it, nor did the scan mark it
  EXPECT_EQ(Node::deaths, 10);
  EXPECT_EQ(b->FindObject(in_b), nullptr);
}

TEST_F(SharedCageTest, BlocksOfHeapsInterleave) {
  auto a = NewHeap();
  auto b = NewHeap();
  Persistent<Node> in_a, in_b;
  for (int round = 0; round < 20; round++) {
    for (auto [heap, list] : {std::pair(a.get(), &in_a), std::pair(b.get(), &in_b)}) {
      *list = nullptr;
      *list = MakeList(*heap, 50'000);
    }
  }
  Precise(*a);
  Precise(*b);
  EXPECT_EQ(Length(in_a), 50'000);
  EXPECT_EQ(Length(in_b), 50'000);
  EXPECT_GT(OffsetOf(in_b.Get()), CageOffset{8 * kMiB});
  a->Verify();
  b->Verify();
}

TEST_F(SharedCageTest, TheBarrierOfOneHeapIsNoneOfAnothers) {
  auto a = NewHeap();
  auto b = NewHeap();
  Persistent<Node> in_a = MakeList(*a, 2);
  Persistent<Node> in_b = MakeList(*b, 2);
  a->StartIncrementalMarking();
  while (!a->AdvanceMarking(1000)) {
  }
  // Both stores take the slow path; only the first one's heap marks.
  in_a->next->next = MakeGarbageCollected<Node>(*a, 2);
  in_b->next->next = MakeGarbageCollected<Node>(*b, 2);
  using subtle::HeapConsistency;
  HeapConsistency::WriteBarrierParams params;
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(in_a.Get(), params),
            HeapConsistency::WriteBarrierType::kMarking);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(in_b.Get(), params),
            HeapConsistency::WriteBarrierType::kNone);
  a->FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_EQ(HeapConsistency::GetWriteBarrierType(in_a.Get(), params),
            HeapConsistency::WriteBarrierType::kNone);
  Precise(*b);
  EXPECT_EQ(Length(in_a), 3);
  EXPECT_EQ(Length(in_b), 3);
}

TEST_F(SharedCageTest, AHeapThatGoesGivesItsMemoryBack) {
  auto stays = NewHeap();
  Persistent<Node> list = MakeList(*stays, 1000);
  CageOffset highest = 0;
  for (int i = 0; i < 300; i++) {  // 300 times 48 MiB
    auto goes = NewHeap();
    NoGarbageCollectionScope scope(*goes);
    struct Bytes final : GarbageCollected<Bytes> {
      void Trace(Visitor*) const {}
      char first;
    };
    Bytes* large = MakeGarbageCollected<Bytes>(*goes, AdditionalBytes(48 * kMiB));
    EXPECT_EQ(large->first, 0);
    large->first = 1;  // the next to have the place finds it zeroed
    highest = std::max(highest, OffsetOf(large));
  }
  EXPECT_LT(highest, 200 * kMiB);
  EXPECT_EQ(Length(list), 1000);
}

TEST_F(SharedCageTest, LimitsAreEachHeapsOwn) {
  HeapOptions options;
  options.heap_limit = 8 * kMiB;
  options.initial_threshold = kMiB;
  int told = 0;
  options.callbacks.data = &told;
  options.callbacks.out_of_memory = [](void* data) { ++*static_cast<int*>(data); };
  auto small = NewHeap(options);
  auto large = NewHeap();
  large->Enter([&] {
    Persistent<Node> list = MakeList(*large, 400'000);
    EXPECT_EQ(told, 0);
  });
  small->Enter([&] {
    Persistent<Node> list;
    for (int i = 0; told == 0 && i < 1'000'000; i++) list = MakeGarbageCollected<Node>(*small, i, list.Get());
    EXPECT_EQ(told, 1);
    EXPECT_LE(small->CollectStatistics().used_bytes, 9 * kMiB);
  });
  EXPECT_FALSE(large->is_over_limit());
}

TEST_F(SharedCageTest, ACageSizeBoundsWhatAHeapTakes) {
  HeapOptions options;
  options.cage_size = 64 * kMiB;
  auto heap = NewHeap(options);
  EXPECT_EQ(heap->cage_size(), 64 * kMiB);
  EXPECT_EQ(TryMakeGarbageCollected<Node>(*heap, AdditionalBytes(70 * kMiB), 1), nullptr);
}

TEST_F(SharedCageTest, CrossThreadPersistentsLeadFromHeapToHeap) {
  auto a = NewHeap();
  CrossThreadPersistent<Node> shared = MakeList(*a, 3);
  struct Holder final : GarbageCollected<Holder> {
    void Trace(Visitor*) const {}
    CrossThreadPersistent<Node> node;
  };
  std::thread thread([&] {
    auto b = NewHeap();
    Persistent<Holder> holder = MakeGarbageCollected<Holder>(*b);
    holder->node = shared;
    shared = nullptr;
    Precise(*b);
    EXPECT_EQ(Node::deaths, 0);
    EXPECT_EQ(Length(holder->node.Get()), 3);
  });
  thread.join();  // and with its heap the holder's reference is gone
  Precise(*a);
  EXPECT_EQ(Node::deaths, 3);
}

// Each thread with a heap of its own, whose helpers mark and sweep beside it.
TEST_F(SharedCageTest, ThreadsWorkSideBySide) {
  auto platform = std::make_shared<DefaultPlatform>(2);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&, t] {
      HeapOptions options;
      options.platform = platform;
      options.marking = MarkingType::kIncrementalAndConcurrent;
      options.sweeping = SweepingType::kIncrementalAndConcurrent;
      options.initial_threshold = kMiB / 2;
      options.generational = t == 3;
      for (int round = 0; round < 3; round++) {
        auto heap = NewHeap(options);
        heap->Enter([&] {
          Persistent<Node> kept = MakeList(*heap, 100 + t);
          for (int i = 0; i < 60; i++) {
            MakeList(*heap, 500);
            kept->children.push_back(MakeGarbageCollected<Node>(*heap, i));
          }
          EXPECT_EQ(Length(kept), 100 + t);
          for (int i = 0; i < 60; i++) EXPECT_EQ(kept->children[static_cast<size_t>(i)]->number, i);
          heap->Verify();
        });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace halfword::gc::testing

#endif  // HALFWORD_SHARED_CAGE
