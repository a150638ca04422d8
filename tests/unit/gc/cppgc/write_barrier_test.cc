// While marking is in progress, what becomes reachable through an object that was traced already is found:
// through stores into members, and through HeapConsistency where a program writes by other ways.
#include "cppgc/explicit-management.h"
#include "cppgc/heap-consistency.h"
#include "cppgc/testing.h"
#include "fixture.h"

namespace {

using cppgc::subtle::HeapConsistency;
using Type = HeapConsistency::WriteBarrierType;
using Params = HeapConsistency::WriteBarrierParams;
using Leaf = Counted<class WriteBarrierTestTag>;

class Mixin : public cppgc::GarbageCollectedMixin {
 public:
  void Trace(cppgc::Visitor*) const override {}
};
class WithMixin final : public cppgc::GarbageCollected<WithMixin>, public Mixin {
 public:
  void Trace(cppgc::Visitor* visitor) const override { Mixin::Trace(visitor); }
  double distance_ = 0;
};

struct Part {
  cppgc::Member<Leaf> leaf;
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(leaf); }
};

class Holder final : public cppgc::GarbageCollected<Holder> {
 public:
  static constexpr size_t kParts = 4;
  void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(leaf);
    visitor->Trace(mixin);
    for (const Part& part : parts) visitor->Trace(part);
  }
  // As containers write to memory that they take to be fresh: without a barrier.
  void SetWithoutBarrier(cppgc::Member<Leaf>& member, Leaf* value) {
    new (&member) cppgc::Member<Leaf>(value);
  }

  cppgc::Member<Leaf> leaf;
  cppgc::Member<Mixin> mixin;
  Part parts[kParts];
};

class CppgcBarrierTest : public CppgcTest {
 protected:
  void SetUp() override {
    CppgcTest::SetUp();
    holder_ = Make<Holder>();
    Leaf::deaths = 0;
  }
  void TearDown() override {
    holder_.Clear();
    CppgcTest::TearDown();
  }
  // Everything that is reachable now is black.
  void MarkReachable() {
    collection().StartGarbageCollection();
    while (!collection().PerformMarkingStep(kPrecise)) {
    }
  }
  void Finish() { collection().FinalizeGarbageCollection(kPrecise); }
  cppgc::testing::StandaloneTestingHeap collection() {
    return cppgc::testing::StandaloneTestingHeap(handle());
  }
  Type TypeOfStore(const cppgc::Member<Leaf>& member, Params& params) {
    return HeapConsistency::GetWriteBarrierType(member.GetSlotForTesting(), member.Get(), params);
  }

  static constexpr auto kPrecise = cppgc::EmbedderStackState::kNoHeapPointers;
  cppgc::Persistent<Holder> holder_;
};

// ---- Members

TEST_F(CppgcBarrierTest, AStoredPointerIsFound) {
  MarkReachable();
  holder_->leaf = Make<Leaf>();
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, ACopiedMemberIsFound) {
  cppgc::Member<Leaf> on_stack = Make<Leaf>();
  MarkReachable();
  holder_->leaf = on_stack;
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, AMovedMemberIsFound) {
  cppgc::Persistent<Holder> other = Make<Holder>();
  MarkReachable();
  other->leaf = Make<Leaf>();
  holder_->leaf = std::move(other->leaf);
  other.Clear();
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, AMixinIsFound) {
  cppgc::WeakPersistent<WithMixin> weak = Make<WithMixin>();
  MarkReachable();
  holder_->mixin = weak.Get();
  Finish();
  EXPECT_TRUE(weak);
}

TEST_F(CppgcBarrierTest, NullAndSentinelMeanNothing) {
  holder_->leaf = Make<Leaf>();
  MarkReachable();
  holder_->leaf = nullptr;
  holder_->parts[0].leaf = cppgc::kSentinelPointer;
  Finish();
  EXPECT_EQ(cppgc::kSentinelPointer, holder_->parts[0].leaf);
  Precise();
  EXPECT_EQ(1, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, AnObjectThatNothingReachesDiesWithWhatWasStoredIntoIt) {
  MarkReachable();
  Make<Holder>()->leaf = Make<Leaf>();
  Finish();
  EXPECT_EQ(1, Leaf::deaths);
}

// ---- HeapConsistency

TEST_F(CppgcBarrierTest, OutsideOfMarkingNoBarrierIsNeeded) {
  holder_->leaf = Make<Leaf>();
  Params params;
  EXPECT_EQ(Type::kNone, TypeOfStore(holder_->leaf, params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(holder_->leaf, params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(holder_->leaf.Get(), params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(
                             holder_->parts, params, [this]() -> cppgc::HeapHandle& { return handle(); }));
}

TEST_F(CppgcBarrierTest, WhileMarkingOneIsNeededForObjectsOnly) {
  holder_->leaf = Make<Leaf>();
  holder_->parts[0].leaf = cppgc::kSentinelPointer;
  MarkReachable();
  Params params;
  EXPECT_EQ(Type::kMarking, TypeOfStore(holder_->leaf, params));
  EXPECT_EQ(Type::kMarking, HeapConsistency::GetWriteBarrierType(holder_->leaf, params));
  EXPECT_EQ(Type::kMarking, HeapConsistency::GetWriteBarrierType(holder_->leaf.Get(), params));
  EXPECT_EQ(Type::kMarking, HeapConsistency::GetWriteBarrierType(
                                holder_->parts, params, [this]() -> cppgc::HeapHandle& { return handle(); }));
  EXPECT_EQ(Type::kNone, TypeOfStore(holder_->parts[0].leaf, params));
  EXPECT_EQ(Type::kNone, TypeOfStore(holder_->parts[1].leaf, params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(holder_->parts[1].leaf, params));
  Finish();
}

TEST_F(CppgcBarrierTest, OnTheStackNone) {
  cppgc::Member<Leaf> on_stack = Make<Leaf>();
  Part parts[2];
  MarkReachable();
  Params params;
  EXPECT_EQ(Type::kNone, TypeOfStore(on_stack, params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(on_stack, params));
  EXPECT_EQ(Type::kNone, HeapConsistency::GetWriteBarrierType(
                             parts, params, [this]() -> cppgc::HeapHandle& { return handle(); }));
  Finish();
}

TEST_F(CppgcBarrierTest, DijkstrasMarksTheValue) {
  MarkReachable();
  holder_->SetWithoutBarrier(holder_->leaf, Make<Leaf>());
  Params params;
  ASSERT_EQ(Type::kMarking, TypeOfStore(holder_->leaf, params));
  HeapConsistency::DijkstraWriteBarrier(params, holder_->leaf.Get());
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, DijkstrasOfARangeMarksAllOfIt) {
  MarkReachable();
  for (Part& part : holder_->parts) holder_->SetWithoutBarrier(part.leaf, Make<Leaf>());
  Params params;
  ASSERT_EQ(Type::kMarking, HeapConsistency::GetWriteBarrierType(
                                holder_->parts, params, [this]() -> cppgc::HeapHandle& { return handle(); }));
  HeapConsistency::DijkstraWriteBarrierRange(params, holder_->parts, sizeof(Part), Holder::kParts,
                                             cppgc::TraceTrait<Part>::Trace);
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, SteelesTracesTheObjectAgain) {
  MarkReachable();
  holder_->SetWithoutBarrier(holder_->parts[2].leaf, Make<Leaf>());
  Params params;
  ASSERT_EQ(Type::kMarking, HeapConsistency::GetWriteBarrierType(holder_.Get(), params));
  HeapConsistency::SteeleWriteBarrier(params, holder_.Get());
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

TEST_F(CppgcBarrierTest, AMarkedValueMayBeMarkedAgain) {
  holder_->leaf = Make<Leaf>();
  MarkReachable();
  Params params;
  ASSERT_EQ(Type::kMarking, TypeOfStore(holder_->leaf, params));
  HeapConsistency::DijkstraWriteBarrier(params, holder_->leaf.Get());
  HeapConsistency::SteeleWriteBarrier(params, holder_.Get());
  HeapConsistency::DijkstraWriteBarrierRange(params, holder_->parts, sizeof(Part), Holder::kParts,
                                             cppgc::TraceTrait<Part>::Trace);
  Finish();
  EXPECT_EQ(0, Leaf::deaths);
}

// ---- Generations

class CppgcGenerationalBarrierTest : public CppgcBarrierTest {
 protected:
  void SetUp() override {
    options_.generational = true;
    std::string error;
    heap_ = cppgc::Heap::Create(options_, &error);
    ASSERT_NE(nullptr, heap_) << error;
  }
  void TearDown() override { heap_.reset(); }

  // Stores a young object into an old one without barrier; `remember` has to make up for that.
  template <typename F>
  bool YoungSurvives(F&& remember) {
    bool survived = false;
    heap().Enter([&] {
      cppgc::Persistent<Holder> old = Make<Holder>();
      heap().CollectGarbage(kPrecise);
      EXPECT_TRUE(cppgc::testing::IsHeapObjectOld(old.Get()));
      cppgc::WeakPersistent<Leaf> young = Make<Leaf>();
      old->SetWithoutBarrier(old->leaf, young.Get());
      Params params;
      EXPECT_EQ(Type::kGenerational, TypeOfStore(old->leaf, params));
      remember(*old, params);
      heap().CollectMinor(kPrecise);
      survived = static_cast<bool>(young);
    });
    return survived;
  }

  halfword::gc::HeapOptions options_;
};

TEST_F(CppgcGenerationalBarrierTest, ASlotOfAnOldObjectIsRemembered) {
  EXPECT_TRUE(YoungSurvives([](Holder& old, const Params& params) {
    HeapConsistency::GenerationalBarrier(params, old.leaf.GetSlotForTesting());
  }));
}

// Looks after a reference that has no barrier.
class Careful final : public cppgc::GarbageCollected<Careful> {
 public:
  void Trace(cppgc::Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<Careful, &Careful::ClearDead>(this);
  }
  void ClearDead(const cppgc::LivenessBroker& broker) {
    calls++;
    if (!broker.IsHeapObjectAlive(leaf)) leaf = nullptr;
  }
  cppgc::UntracedMember<Leaf> leaf;
  int calls = 0;
};

TEST_F(CppgcGenerationalBarrierTest, WeakCallbacksOfOldObjectsRunInEveryCollection) {
  heap().Enter([&] {
    cppgc::Persistent<Careful> old = Make<Careful>();
    for (int i = 1; i <= 3; i++) {
      old->leaf = Make<Leaf>();
      heap().CollectMinor(kPrecise);
      EXPECT_EQ(nullptr, old->leaf.Get());
      EXPECT_EQ(i, old->calls);
    }
    heap().CollectGarbage(kPrecise);
    EXPECT_EQ(4, old->calls);
    cppgc::subtle::FreeUnreferencedObject(heap(), *old.Release());
    heap().CollectMinor(kPrecise);
  });
}

TEST_F(CppgcGenerationalBarrierTest, AnOldObjectIsRemembered) {
  EXPECT_TRUE(YoungSurvives([](Holder& old, const Params& params) {
    HeapConsistency::GenerationalBarrierForSourceObject(params, &old.parts);
  }));
}

}  // namespace
