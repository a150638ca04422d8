// C++ exceptions: of constructors, of elements, of what a collection calls; and what happens around
// Heap::Enter. (The library is built with them, whatever the program does.)
#include <gtest/gtest.h>

#include <memory>
#include <new>
#include <stdexcept>
#include <string>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/heap_snapshot.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/prefinalizer.h"

namespace halfword::gc::testing {
namespace {

#ifdef __cpp_exceptions

int destroyed, prefinalized;

struct Node : GarbageCollected<Node> {
  explicit Node(int n = 0) : number(n) {}
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  int number;
  Member<Node> next;
};

struct Name : GarbageCollected<Name> {
  explicit Name(bool throws) : text(40, 'x') {
    if (throws) throw 1;
  }
  ~Name() { destroyed++; }
  void Trace(Visitor*) const {}
  std::string text;
};

struct alignas(16) Wide : GarbageCollected<Wide> {
  explicit Wide(bool throws) {
    if (throws) throw 1;
  }
  ~Wide() { destroyed++; }
  void Trace(Visitor*) const {}
  std::unique_ptr<int> number = std::make_unique<int>(5);
};

struct Listener : GarbageCollectedMixin {
  HALFWORD_USING_PRE_FINALIZER(Listener, Dispose);

 public:
  void Dispose() { prefinalized++; }
};
struct Button : GarbageCollected<Button>, Listener {
  HALFWORD_USING_PRE_FINALIZER(Button, DisposeOfButton);

 public:
  explicit Button(bool throws) {
    if (throws) throw 1;
  }
  void Trace(Visitor* visitor) const override { Listener::Trace(visitor); }
  void DisposeOfButton() { prefinalized++; }
};

class ThrowingConstructorTest : public GcTest {
 protected:
  ThrowingConstructorTest() { destroyed = prefinalized = 0; }

  template <typename T, typename... Args>
  int MakeMany(Args... args) {
    int thrown = 0;
    heap_->Enter([&] {
      for (int i = 0; i < 1000; i++) {
        try {
          MakeGarbageCollected<T>(*heap_, args..., i % 2 == 0);
        } catch (int) {
          thrown++;
        }
      }
    });
    return thrown;
  }
};

TEST_F(ThrowingConstructorTest, LeavesNothingToFinalize) {
  EXPECT_EQ(MakeMany<Name>(), 500);
  EXPECT_EQ(MakeMany<Name>(AdditionalBytes(100)), 500);
  EXPECT_EQ(MakeMany<Name>(AdditionalBytes(20'000)), 500);
  EXPECT_EQ(MakeMany<Wide>(), 500);
  Precise();
  EXPECT_EQ(destroyed, 2000);
  EXPECT_EQ(MakeMany<Name>(), 500);
  heap_.reset();
  EXPECT_EQ(destroyed, 2500) << "at the heap's end";
}

TEST_F(ThrowingConstructorTest, NorToPrefinalize) {
  EXPECT_EQ(MakeMany<Button>(), 500);
  Precise();
  EXPECT_EQ(prefinalized, 1000) << "two of each that was made";
}

TEST_F(ThrowingConstructorTest, WhereMarkingIsInProgress) {
  heap_->StartIncrementalMarking();
  heap_->AdvanceMarking(0);
  EXPECT_EQ(MakeMany<Name>(), 500);
  while (!heap_->AdvanceMarking(1000)) {
  }
  heap_->FinalizeMarking(StackState::kNoHeapPointers);
  heap_->FinishSweeping();
  Precise();
  EXPECT_EQ(destroyed, 500);
}

// Somebody has kept `this`. What lies there is no object of the class any more, but it is not reused, and
// neither is what it refers to.
struct Leaks : GarbageCollected<Leaks> {
  Leaks(Heap& heap, Persistent<Leaks>& out, Member<Leaks>& also) : node(MakeGarbageCollected<Node>(heap, 7)) {
    out = this;
    also = this;
    throw 1;
  }
  virtual ~Leaks() { destroyed++; }
  virtual void Trace(Visitor* visitor) const { visitor->Trace(node); }
  const char* Text() const { return text; }
  Member<Node> node;
  char text[8] = "seven";
};
struct Keeper : GarbageCollected<Keeper> {
  void Trace(Visitor* visitor) const { visitor->Trace(leak); }
  Member<Leaks> leak;
};

TEST_F(ThrowingConstructorTest, WhatWasLeakedStaysThere) {
  heap_->Enter([&] {
    Persistent<Keeper> keeper = MakeGarbageCollected<Keeper>(*heap_);
    Persistent<Leaks> leak;
    EXPECT_THROW(MakeGarbageCollected<Leaks>(*heap_, *heap_, leak, keeper->leak), int);
    leak.Clear();
    for (int round = 0; round < 3; round++) {
      Precise();
      for (int i = 0; i < 1000; i++) MakeGarbageCollected<Node>(*heap_, i);
      EXPECT_EQ(keeper->leak->node->number, 7);
      EXPECT_STREQ(keeper->leak->Text(), "seven");
    }
    // What it comes to refer to while marking is in progress, too.
    heap_->StartIncrementalMarking();
    while (!heap_->AdvanceMarking(1000)) {
    }
    keeper->leak->node = MakeGarbageCollected<Node>(*heap_, 8);
    heap_->FinalizeMarking(StackState::kNoHeapPointers);
    heap_->FinishSweeping();
    for (int i = 0; i < 1000; i++) MakeGarbageCollected<Node>(*heap_, i);
    EXPECT_EQ(keeper->leak->node->number, 8);
    heap_->Verify();
    EXPECT_NE(DescribeRetainingPath(*heap_, keeper->leak.Get()).find("whose constructor threw"),
              std::string::npos);
  });
  heap_.reset();
  EXPECT_EQ(destroyed, 0);
}

// A class whose objects are made by a trait of its own, which knows nothing of exceptions.
struct MadeByTrait : GarbageCollected<MadeByTrait> {
  explicit MadeByTrait(bool throws) : text(40, 'x') {
    if (throws) throw 1;
  }
  ~MadeByTrait() { destroyed++; }
  void Trace(Visitor*) const {}
  std::string text;
};

}  // namespace
}  // namespace halfword::gc::testing

template <>
class halfword::gc::MakeGarbageCollectedTrait<halfword::gc::testing::MadeByTrait>
    : public MakeGarbageCollectedTraitBase<testing::MadeByTrait> {
 public:
  static testing::MadeByTrait* Call(AllocationHandle& handle, bool throws) {
    void* memory = Allocate(handle, sizeof(testing::MadeByTrait));
    auto* object = ::new (memory) testing::MadeByTrait(throws);
    MarkObjectAsFullyConstructed(object);
    return object;
  }
};

namespace halfword::gc::testing {
namespace {

TEST_F(ThrowingConstructorTest, UnderATraitOfTheProgramsOwn) {
  EXPECT_EQ(MakeMany<MadeByTrait>(), 500);
  Precise();
  EXPECT_EQ(destroyed, 500);
}

struct Element {
  explicit Element(int n) : text(40, 'x') {
    if (n == 3) throw 1;
  }
  std::string text;
};

TEST_F(ThrowingConstructorTest, OfAnElement) {
  heap_->Enter([&] {
    Vector<Element> elements;
    for (int i = 0; i < 8; i++) {
      try {
        elements.emplace_back(i);
      } catch (int) {
      }
    }
    EXPECT_EQ(elements.size(), 7u);
    Precise();
  });
}

// ---- What a collection calls

struct ThrowingFinalizer : GarbageCollected<ThrowingFinalizer> {
  ~ThrowingFinalizer() noexcept(false) {
    if (throws) throw std::runtime_error("no");
  }
  static inline bool throws = true;
  void Trace(Visitor*) const {}
};
struct ThrowingPrefinalizer : GarbageCollected<ThrowingPrefinalizer> {
  HALFWORD_USING_PRE_FINALIZER(ThrowingPrefinalizer, Dispose);

 public:
  void Trace(Visitor*) const {}
  void Dispose() { throw 1; }
};
struct ThrowingTrace : GarbageCollected<ThrowingTrace> {
  void Trace(Visitor*) const { throw 1; }
};

class ExceptionInCollectionTest : public GcTest {};

TEST_F(ExceptionInCollectionTest, IsNamed) {
  heap_->Enter([&] { MakeGarbageCollected<ThrowingFinalizer>(*heap_); });
  auto collect = [&] {
    try {
      Precise();
    } catch (...) {
    }
  };
  EXPECT_DEATH(collect(), "an exception left a finalizer: the finalizer of .*ThrowingFinalizer: no");
  ThrowingFinalizer::throws = false;  // at the heap's end
}
TEST_F(ExceptionInCollectionTest, OfAPrefinalizer) {
  heap_->Enter([&] { MakeGarbageCollected<ThrowingPrefinalizer>(*heap_); });
  EXPECT_DEATH(Precise(), "an exception left .*the prefinalizer of .*ThrowingPrefinalizer");
  heap_->Enter([&] {
    Persistent<ThrowingTrace> root = MakeGarbageCollected<ThrowingTrace>(*heap_);
    EXPECT_DEATH(Precise(), "an exception left a Trace method");
  });
}

#endif

}  // namespace
}  // namespace halfword::gc::testing
