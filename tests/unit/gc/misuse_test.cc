// What breaks the rules and ends with a sentence, in every build: references outside of Heap::Enter, sizes
// that are none, collections and allocations where none may be.
#include <gtest/gtest.h>

#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/explicit_management.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {
namespace {

class Node final : public GarbageCollected<Node> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(weak);
    visitor->Trace(children);
  }
  Member<Node> next;
  WeakMember<Node> weak;
  Vector<Member<Node>> children;
};

class MisuseTest : public ::testing::Test {
 protected:
  MisuseTest() {
    std::string error;
    heap_ = Heap::Create(gc::HeapOptions(), &error);
    EXPECT_NE(heap_, nullptr) << error;
    heap_->Enter([&] { node_ = MakeGarbageCollected<Node>(*heap_); });
  }
  std::unique_ptr<Heap> heap_;
  Node* node_ = nullptr;
};

// The first and the last field of an object that isn't there.
TEST_F(MisuseTest, FollowingANullMemberFaults) {
  struct Large : GarbageCollected<Large> {
    void Trace(Visitor*) const {}
    volatile char first;
    char between[60000];
    volatile char last;
  };
  heap_->Enter([&] {
    UntracedMember<Large> member;
    UntracedMember<Large>* null = &member;
    __asm__ volatile("" : "+r"(null) : : "memory");  // the compiler must not know
    EXPECT_DEATH((*null)->first = 1, "");
    EXPECT_DEATH((*null)->last = 1, "");
  });
}

// ---- Sizes that are no sizes

struct Tail : GarbageCollected<Tail> {
  void Trace(Visitor*) const {}
  uint64_t number = 1;
};

TEST_F(MisuseTest, AdditionalBytesThatAreNoNumberOfBytes) {
  for (size_t bytes : {SIZE_MAX, static_cast<size_t>(-8), size_t{1} << 63, size_t{kCageSpan}}) {
    heap_->Enter([&] {
      EXPECT_EQ(TryMakeGarbageCollected<Tail>(*heap_, AdditionalBytes(bytes)), nullptr);
      EXPECT_DEATH(MakeGarbageCollected<Tail>(*heap_, AdditionalBytes(bytes)),
                   "larger than the cage: .*Tail");
      Tail* tail = MakeGarbageCollected<Tail>(*heap_, AdditionalBytes(64));
      size_t cell = heap_->CellSizeOf(tail);
      EXPECT_FALSE(subtle::Resize(*tail, AdditionalBytes(bytes)));
      EXPECT_FALSE(subtle::ResizeObject(tail, bytes));
      EXPECT_EQ(heap_->CellSizeOf(tail), cell);
      Tail* large = MakeGarbageCollected<Tail>(*heap_, AdditionalBytes(100'000));
      cell = heap_->CellSizeOf(large);
      EXPECT_FALSE(subtle::Resize(*large, AdditionalBytes(bytes)));
      EXPECT_EQ(heap_->CellSizeOf(large), cell);
    });
  }
}

TEST_F(MisuseTest, CountsOfElementsThatAreNoCounts) {
  const char* sentence = "more elements than a container can hold.*(Vector|Hash)Store";
  for (size_t count :
       {(size_t{1} << 62) + 1, size_t{1} << 61, SIZE_MAX, size_t{UINT32_MAX}, size_t{1} << 31}) {
    heap_->Enter([&] {
      Vector<Member<Node>> members;
      EXPECT_DEATH(members.resize(count), sentence);
      EXPECT_DEATH(members.reserve(count), sentence);
      members.push_back(node_);
      EXPECT_DEATH(members.resize(count), sentence);
      EXPECT_DEATH(members.reserve(count), sentence);
      EXPECT_DEATH(Vector<int64_t> words(count), sentence);
      HashMap<int, int> map;
      EXPECT_DEATH(map.reserve(count), sentence);
      HashSet<Member<Node>> set;
      set.insert(node_);
      EXPECT_DEATH(set.reserve(count), sentence);
    });
  }
  heap_->Enter([&] {
    int64_t numbers[2] = {};
    EXPECT_DEATH(Vector<int64_t>(numbers + 1, numbers), sentence) << "the ends are exchanged";
  });
}

// ---- Classes whose base is not at the beginning

struct PlainBase : GarbageCollected<PlainBase> {
  virtual ~PlainBase() = default;
  virtual void Trace(Visitor* visitor) const { visitor->Trace(next); }
  Member<PlainBase> next;
};
struct Interface {
  virtual ~Interface() = default;
  virtual void Call() {}
};
struct BaseComesSecond : Interface, PlainBase {};
struct Mixed : GarbageCollectedMixin {};
struct MixinComesFirst : Mixed, PlainBase {
  void Trace(Visitor* visitor) const override { PlainBase::Trace(visitor); }
};
struct EmptyBase : GarbageCollected<EmptyBase> {
  void Trace(Visitor*) const {}
};
struct EmptyBaseMayHaveNoVirtualFunctions : EmptyBase, Mixed {
  void Trace(Visitor* visitor) const override { Mixed::Trace(visitor); }
  int number = 5;
};

TEST_F(MisuseTest, TheBaseMustBeAtTheBeginning) {
  heap_->Enter([&] {
    EXPECT_DEATH(MakeGarbageCollected<BaseComesSecond>(*heap_), "not at the beginning of .*BaseComesSecond");
    EXPECT_DEATH(MakeGarbageCollected<MixinComesFirst>(*heap_), "not at the beginning of .*MixinComesFirst");
    auto* object = MakeGarbageCollected<EmptyBaseMayHaveNoVirtualFunctions>(*heap_);
    EXPECT_EQ(static_cast<void*>(static_cast<EmptyBase*>(object)), object);
  });
}

// ---- What a collection calls

Heap* entered = nullptr;

struct CollectingFinalizer : GarbageCollected<CollectingFinalizer> {
  ~CollectingFinalizer() {
    if (entered != nullptr) entered->CollectGarbage();
  }
  void Trace(Visitor*) const {}
};
struct CollectingPrefinalizer : GarbageCollected<CollectingPrefinalizer> {
  HALFWORD_USING_PRE_FINALIZER(CollectingPrefinalizer, Dispose);

 public:
  void Trace(Visitor*) const {}
  void Dispose() { entered->CollectGarbage(); }
};
struct AllocatingTrace : GarbageCollected<AllocatingTrace> {
  void Trace(Visitor*) const { MakeGarbageCollected<Tail>(*entered); }
};

TEST_F(MisuseTest, ACollectionInsideACollection) {
  entered = heap_.get();
  heap_->Enter([&] { MakeGarbageCollected<CollectingPrefinalizer>(*heap_); });
  EXPECT_DEATH(heap_->CollectGarbage(StackState::kNoHeapPointers),
               "a collection inside a collection.*: the prefinalizer of .*CollectingPrefinalizer");
  heap_ = Heap::Create(HeapOptions(), nullptr);
  entered = heap_.get();
  heap_->Enter([&] { MakeGarbageCollected<CollectingFinalizer>(*heap_); });
  EXPECT_DEATH(heap_->CollectGarbage(StackState::kNoHeapPointers),
               "by a finalizer: the finalizer of .*CollectingFinalizer");
  // Swept by an allocation, outside of the pause.
  heap_->StartIncrementalMarking();
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_DEATH(heap_->FinishSweeping(), "by a finalizer: the finalizer of .*CollectingFinalizer");
  entered = nullptr;
}

TEST_F(MisuseTest, AllocationByATraceMethod) {
  entered = heap_.get();
  heap_->Enter([&] {
    Persistent<AllocatingTrace> root = MakeGarbageCollected<AllocatingTrace>(*heap_);
    EXPECT_DEATH(heap_->CollectGarbage(), "allocation by a Trace method");
    EXPECT_DEATH(
        {
          heap_->StartIncrementalMarking();
          while (!heap_->AdvanceMarking(1000)) {
          }
        },
        "allocation by a Trace method");
  });
  entered = nullptr;
}

// ---- Enter

TEST_F(MisuseTest, AThreadInAHeapThatAnotherIsIn) {
  auto enter_elsewhere = [&] { std::thread([&] { heap_->Enter([] {}); }).join(); };
  heap_->Enter([&] { EXPECT_DEATH(enter_elsewhere(), "a heap that another thread is inside of"); });
  enter_elsewhere();  // one after the other
  heap_->Enter([&] { heap_->Enter([] {}); });
}

TEST_F(MisuseTest, AHeapThatIsDestroyedInside) {
  EXPECT_DEATH(heap_->Enter([&] { heap_.reset(); }), "a heap was destroyed inside of its own Heap::Enter");
  // A process that ends there does not come back.
  EXPECT_EXIT(heap_->Enter([&] {
    heap_.reset();
    std::exit(3);
  }),
              ::testing::ExitedWithCode(3), "");
}

// Where the base is one for the whole process, nothing is wrong with stores outside.
#if !HALFWORD_SHARED_CAGE

TEST_F(MisuseTest, StoresThroughMembersOutside) {
  EXPECT_DEATH(node_->next = node_, "a reference was stored, or an object made, outside of Heap::Enter");
  EXPECT_DEATH(node_->weak = node_, "outside of Heap::Enter");
  Member<Node> local;
  EXPECT_DEATH(local = node_, "outside of Heap::Enter");
  EXPECT_DEATH(node_->next = local, "outside of Heap::Enter");
  node_->next = nullptr;  // means the same in all heaps
  heap_->Enter([&] { node_->next = node_; });
  EXPECT_DEATH(node_->next = node_, "outside of Heap::Enter") << "after having been inside";
}

// Numbers of elements whose bytes, computed in a size_t, would be few.
TEST_F(MisuseTest, VectorsOfMoreThanAnyHeapHolds) {
  constexpr size_t kWraps = SIZE_MAX / sizeof(uint64_t) + 2;
  heap_->Enter([&] {
    Vector<uint64_t> empty, some = {1, 2, 3};
    for (Vector<uint64_t>* v : {&empty, &some}) {
      EXPECT_DEATH(v->reserve(kWraps), "");
      EXPECT_DEATH(v->resize(kWraps), "");
    }
  });
}

TEST_F(MisuseTest, ChangesOfVectorsOutside) {
  EXPECT_DEATH(node_->children.push_back(node_), "outside of Heap::Enter") << "no store yet";
  heap_->Enter([&] {
    node_->children.reserve(8);
    node_->children.push_back(node_);
  });
  EXPECT_DEATH(node_->children.push_back(node_), "outside of Heap::Enter");
  EXPECT_DEATH(node_->children.pop_back(), "outside of Heap::Enter");
  EXPECT_DEATH(node_->children.resize(4), "outside of Heap::Enter");
  EXPECT_DEATH(node_->children.reserve(100), "outside of Heap::Enter");
  heap_->Enter([&] { EXPECT_EQ(node_->children.size(), 1u); });
}

#ifdef __cpp_exceptions
TEST_F(MisuseTest, AnExceptionLeavesTheHeap) {
  EXPECT_THROW(heap_->Enter([] { throw std::runtime_error("out"); }), std::runtime_error);
  EXPECT_EQ(CageBase(), 0u);
  EXPECT_DEATH(node_->next = node_, "outside of Heap::Enter");
  std::thread([&] { heap_->Enter([&] { node_->next = node_; }); }).join();
}
#endif

#endif

}  // namespace
}  // namespace halfword::gc
