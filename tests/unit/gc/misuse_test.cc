// References used outside of Heap::Enter: a sentence, in every build.
#include <gtest/gtest.h>

#include <stdexcept>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/member.h"
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
  heap_->Enter([&] { node_->next = node_; });
}
#endif

#endif

}  // namespace
}  // namespace halfword::gc
