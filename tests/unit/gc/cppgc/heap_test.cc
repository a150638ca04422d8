// What a heap says of itself, the scopes that forbid or steer its collections, and its end.
#include <cstring>
#include <thread>

#include "cppgc/cross-thread-persistent.h"
#include "cppgc/heap-consistency.h"
#include "cppgc/heap-state.h"
#include "cppgc/heap-statistics.h"
#include "cppgc/internal/logging.h"
#include "cppgc/internal/name-trait.h"
#include "cppgc/name-provider.h"
#include "cppgc/prefinalizer.h"
#include "cppgc/process-heap-statistics.h"
#include "cppgc/source-location.h"
#include "cppgc/testing.h"
#include "fixture.h"

namespace {

using cppgc::subtle::HeapState;
using StackState = cppgc::Heap::StackState;

class CppgcHeapTest : public CppgcTest {};
using CppgcHeapDeathTest = CppgcHeapTest;

using Object = Counted<class HeapTestTag>;

// ---- States

TEST_F(CppgcHeapTest, ItMarksFromTheFirstStepToTheFinalPause) {
  cppgc::testing::StandaloneTestingHeap collection(handle());
  EXPECT_FALSE(HeapState::IsMarking(handle()));
  collection.StartGarbageCollection();
  EXPECT_TRUE(HeapState::IsMarking(handle()));
  collection.PerformMarkingStep(StackState::kNoHeapPointers);
  EXPECT_TRUE(HeapState::IsMarking(handle()));
  EXPECT_FALSE(HeapState::IsInAtomicPause(handle()));
  collection.FinalizeGarbageCollection(StackState::kNoHeapPointers);
  EXPECT_FALSE(HeapState::IsMarking(handle()));
}

TEST_F(CppgcHeapTest, ItSweepsAfterThePause) {
  Make<Object>();
  heap().StartIncrementalMarking();
  EXPECT_FALSE(HeapState::IsSweeping(handle()));
  heap().FinalizeMarking(StackState::kNoHeapPointers);
  EXPECT_TRUE(HeapState::IsSweeping(handle()));
  heap().FinishSweeping();
  EXPECT_FALSE(HeapState::IsSweeping(handle()));
}

// Asks in its prefinalizer and in its destructor.
class Asking final : public cppgc::GarbageCollected<Asking> {
  CPPGC_USING_PRE_FINALIZER(Asking, BeforeDeath);

 public:
  explicit Asking(cppgc::HeapHandle& handle) : handle_(handle) {}
  ~Asking() { swept_on_this_thread = HeapState::IsSweepingOnOwningThread(handle_); }
  void BeforeDeath() {
    in_pause = HeapState::IsInAtomicPause(handle_);
    may_collect = cppgc::subtle::DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(handle_);
  }
  void Trace(cppgc::Visitor*) const {}

  static inline bool swept_on_this_thread = false;
  static inline bool in_pause = false;
  static inline bool may_collect = true;

 private:
  cppgc::HeapHandle& handle_;
};

TEST_F(CppgcHeapTest, TheDyingKnowWhere) {
  Make<Asking>(handle());
  EXPECT_FALSE(HeapState::IsSweepingOnOwningThread(handle()));
  Precise();
  EXPECT_TRUE(Asking::in_pause);
  EXPECT_FALSE(Asking::may_collect);
  EXPECT_TRUE(Asking::swept_on_this_thread);
  EXPECT_FALSE(HeapState::IsSweepingOnOwningThread(handle()));
}

TEST_F(CppgcHeapTest, ItRemembersWhetherTheStackWasScanned) {
  Conservative();
  EXPECT_TRUE(HeapState::PreviousGCWasConservative(handle()));
  Precise();
  EXPECT_FALSE(HeapState::PreviousGCWasConservative(handle()));
}

TEST_F(CppgcHeapTest, SurvivorsAreOld) {
  cppgc::Persistent<Object> object = Make<Object>();
  EXPECT_FALSE(cppgc::testing::IsHeapObjectOld(object.Get()));
  Precise();
  EXPECT_TRUE(cppgc::testing::IsHeapObjectOld(object.Get()));
}

// ---- Scopes

TEST_F(CppgcHeapTest, InsideANoGarbageCollectionScopeNothingDies) {
  cppgc::WeakPersistent<Object> weak = Make<Object>();
  {
    cppgc::subtle::NoGarbageCollectionScope scope(handle());
    Precise();
    EXPECT_TRUE(weak);
  }
  Precise();
  EXPECT_FALSE(weak);
}

TEST_F(CppgcHeapDeathTest, InsideADisallowScopeACollectionEndsTheProcess) {
  using Scope = cppgc::subtle::DisallowGarbageCollectionScope;
  EXPECT_TRUE(Scope::IsGarbageCollectionAllowed(handle()));
  Scope scope(handle());
  EXPECT_FALSE(Scope::IsGarbageCollectionAllowed(handle()));
  EXPECT_DEATH(Precise(), "DisallowGarbageCollectionScope");
}

TEST_F(CppgcHeapTest, AnOverriddenStackStateIsThatOfCollectionsNobodyAskedFor) {
  Object* volatile on_stack = Make<Object>();
  cppgc::WeakPersistent<Object> weak = on_stack;
  cppgc::testing::OverrideEmbedderStackStateScope scope(handle(), StackState::kNoHeapPointers);
  Conservative();
  EXPECT_TRUE(weak);
  heap().SetStressInterval(1);
  Make<Object>();
  heap().SetStressInterval(0);
  EXPECT_FALSE(weak);
}

// ---- Options

std::unique_ptr<cppgc::Heap> MakeHeap(std::shared_ptr<cppgc::Platform> platform,
                                      cppgc::Heap::HeapOptions options) {
  return cppgc::Heap::Create(std::move(platform), std::move(options));
}

TEST_F(CppgcHeapTest, WithoutStackSupportTheStackIsNeverLookedAt) {
  cppgc::Heap::HeapOptions options;
  options.stack_support = cppgc::Heap::StackSupport::kNoConservativeStackScan;
  std::unique_ptr<cppgc::Heap> precise = MakeHeap(platform_, std::move(options));
  Object* volatile on_stack = cppgc::MakeGarbageCollected<Object>(precise->GetAllocationHandle());
  cppgc::WeakPersistent<Object> weak = on_stack;
  precise->ForceGarbageCollectionSlow("test", "conservative", StackState::kMayContainHeapPointers);
  EXPECT_FALSE(weak);
}

TEST_F(CppgcHeapTest, TheInitialSizePutsOffTheFirstCollection) {
  cppgc::Heap::HeapOptions options;
  options.resource_constraints.initial_heap_size_bytes = 64 << 20;
  std::unique_ptr<cppgc::Heap> patient = MakeHeap(platform_, std::move(options));
  for (cppgc::Heap* heap : {patient.get(), &this->heap()}) {
    for (int i = 0; i < (32 << 20) / 4096; i++) {
      cppgc::MakeGarbageCollected<Object>(heap->GetAllocationHandle(), cppgc::AdditionalBytes(4096));
    }
  }
  EXPECT_EQ(0u, patient->CollectStatistics().collections);
  EXPECT_NE(0u, heap().CollectStatistics().collections);
}

TEST_F(CppgcHeapTest, TheStackIsScannedFromItsStartMarkerDown) {
  cppgc::Heap::HeapOptions options;
  options.stack_start_marker = cppgc::StackStartMarker();
  std::unique_ptr<cppgc::Heap> marked = MakeHeap(platform_, std::move(options));
  auto below = [&]() __attribute__((noinline)) {
    Object* volatile on_stack = cppgc::MakeGarbageCollected<Object>(marked->GetAllocationHandle());
    cppgc::WeakPersistent<Object> weak = on_stack;
    marked->ForceGarbageCollectionSlow("test", "conservative", StackState::kMayContainHeapPointers);
    return static_cast<bool>(weak);
  };
  EXPECT_TRUE(below());
}

// ---- Names and numbers

class Named final : public cppgc::GarbageCollected<Named>, public cppgc::NameProvider {
 public:
  const char* GetHumanReadableName() const override { return "a name of its own"; }
  void Trace(cppgc::Visitor*) const {}
};

bool HasType(const cppgc::HeapStatistics& statistics, const std::string& name) {
  for (const std::string& type : statistics.type_names) {
    if (type.find(name) != std::string::npos) return true;
  }
  return false;
}

TEST_F(CppgcHeapTest, DetailedStatisticsNameTheTypes) {
  Make<Object>();
  Make<Named>();
  cppgc::HeapStatistics brief = heap().CollectStatistics(cppgc::HeapStatistics::kBrief);
  EXPECT_EQ(cppgc::HeapStatistics::kBrief, brief.detail_level);
  EXPECT_TRUE(brief.space_stats.empty());
  EXPECT_GT(brief.committed_size_bytes, 0u);
  cppgc::HeapStatistics detailed = heap().CollectStatistics(cppgc::HeapStatistics::kDetailed);
  EXPECT_EQ(cppgc::HeapStatistics::kDetailed, detailed.detail_level);
  EXPECT_TRUE(HasType(detailed, "Counted"));
  EXPECT_TRUE(HasType(detailed, "a name of its own"));
  size_t used = 0;
  for (const auto& space : detailed.space_stats) used += space.used_size_bytes;
  EXPECT_EQ(used, detailed.used_size_bytes);
}

TEST_F(CppgcHeapTest, AClassIsNamedAsItIsWritten) {
  using Hidden = cppgc::internal::HeapObjectNameForUnnamedObject;
  auto name = cppgc::internal::NameTrait<Object>::GetName(nullptr);
  EXPECT_NE(nullptr, std::strstr(name.value, "Counted"));
  EXPECT_FALSE(name.name_was_hidden);
  auto hidden = cppgc::internal::NameTrait<Object>::GetName(nullptr, Hidden::kUseHiddenName);
  EXPECT_STREQ(cppgc::NameProvider::kHiddenName, hidden.value);
  EXPECT_TRUE(hidden.name_was_hidden);
  EXPECT_STREQ("a name of its own",
               cppgc::internal::NameTrait<Named>::GetName(Make<Named>(), Hidden::kUseHiddenName).value);
}

TEST_F(CppgcHeapTest, TheProcessCountsAllItsHeaps) {
  size_t before = cppgc::ProcessHeapStatistics::TotalAllocatedSpace();
  {
    std::unique_ptr<cppgc::Heap> other = MakeHeap(platform_, {});
    cppgc::MakeGarbageCollected<Object>(other->GetAllocationHandle(), cppgc::AdditionalBytes(1 << 20));
    EXPECT_GE(cppgc::ProcessHeapStatistics::TotalAllocatedSpace(), before + (1 << 20));
    EXPECT_LE(cppgc::ProcessHeapStatistics::TotalAllocatedObjectSize(),
              cppgc::ProcessHeapStatistics::TotalAllocatedSpace());
  }
  EXPECT_EQ(before, cppgc::ProcessHeapStatistics::TotalAllocatedSpace());
}

TEST_F(CppgcHeapTest, ALocationSaysWhereItIs) {
  constexpr cppgc::SourceLocation here = cppgc::SourceLocation::Current();
  std::string text = here.ToString();
  EXPECT_NE(std::string::npos, text.find("heap_test.cc:" + std::to_string(here.Line())));
  EXPECT_NE(std::string::npos, text.find(std::string(here.Function()) + "@"));
}

TEST_F(CppgcHeapDeathTest, AFailedCheckNamesItself) {
  EXPECT_DEATH(CPPGC_CHECK(1 + 1 == 3), "heap_test.cc.*failed.*1 \\+ 1 == 3");
}

// ---- The end

TEST_F(CppgcHeapTest, TheEndClearsEveryHandleAndRunsEveryDestructor) {
  cppgc::Persistent<Object> strong = Make<Object>();
  cppgc::WeakPersistent<Object> weak = strong;
  cppgc::subtle::CrossThreadPersistent<Object> shared = Make<Object>();
  cppgc::subtle::WeakCrossThreadPersistent<Object> weak_shared = shared;
  Object::deaths = 0;
  heap_.reset();
  EXPECT_EQ(2, Object::deaths);
  EXPECT_FALSE(strong || weak || shared || weak_shared);
}

TEST_F(CppgcHeapTest, TerminationClearsEveryHandleAndRunsEveryDestructor) {
  cppgc::Persistent<Object> strong = Make<Object>();
  cppgc::WeakPersistent<Object> weak = strong;
  cppgc::subtle::CrossThreadPersistent<Object> shared = Make<Object>();
  Object* on_the_stack = Make<Object>();
  Object::deaths = 0;
  heap_->StartIncrementalMarking();
  heap_->Terminate();
  EXPECT_EQ(3, Object::deaths) << "and " << on_the_stack << " was one of them";
  EXPECT_FALSE(strong || weak || shared);
  heap_->Terminate();
  EXPECT_EQ(0u, heap_->CollectStatistics().used_bytes);
}

TEST_F(CppgcHeapDeathTest, NothingIsAllocatedAfterTermination) {
  heap_->Terminate();
  EXPECT_DEATH(Make<Object>(), "allocation in a heap that was terminated");
}

// Makes as many as it says, one as the other dies, and keeps what it has made by a handle or without.
template <template <typename> class Handle>
class Chain final : public cppgc::GarbageCollected<Chain<Handle>> {
 public:
  Chain(cppgc::AllocationHandle& handle, size_t count, size_t bytes)
      : handle_(handle), count_(count), bytes_(bytes) {}
  ~Chain() {
    deaths++;
    if (count_ == 0) return;
    last_ = cppgc::MakeGarbageCollected<Chain>(handle_, cppgc::AdditionalBytes(bytes_), handle_, count_ - 1,
                                               bytes_);
    for (int i = 0; i < 100; i++) cppgc::MakeGarbageCollected<Plain>(handle_);
  }
  void Trace(cppgc::Visitor*) const {}
  static inline int deaths = 0;

 private:
  struct Plain : cppgc::GarbageCollected<Plain> {
    void Trace(cppgc::Visitor*) const {}
    uint32_t words[40];
  };
  static inline Handle<Chain> last_;
  cppgc::AllocationHandle& handle_;
  size_t count_;
  size_t bytes_;
};

template <template <typename> class Handle>
void MakeChains(cppgc::Heap& heap, cppgc::AllocationHandle& handle) {
  cppgc::subtle::NoGarbageCollectionScope scope(heap.GetHeapHandle());
  Chain<Handle>::deaths = 0;
  for (size_t bytes : {size_t{0}, size_t{300}}) {
    for (int i = 0; i < 1000; i++) {
      cppgc::MakeGarbageCollected<Chain<Handle>>(handle, cppgc::AdditionalBytes(bytes), handle, i % 4, bytes);
    }
  }
}

TEST_F(CppgcHeapTest, WhatDestructorsMakeAtTheEndOfAllObjectsDiesInTheNextRound) {
  MakeChains<cppgc::Persistent>(*heap_, allocation());
  heap_->Terminate();
  EXPECT_EQ(5000, Chain<cppgc::Persistent>::deaths);
  EXPECT_EQ(0u, heap_->CollectStatistics().used_bytes);
}
TEST_F(CppgcHeapTest, SoDoesWhatHasNoStrongHandle) {
  MakeChains<cppgc::WeakPersistent>(*heap_, allocation());
  heap_->Terminate();
  EXPECT_EQ(5000, Chain<cppgc::WeakPersistent>::deaths);
  EXPECT_EQ(0u, heap_->CollectStatistics().used_bytes);
}
TEST_F(CppgcHeapTest, DestructorsMayAllocateAsTheirHeapEnds) {
  MakeChains<cppgc::Persistent>(*heap_, allocation());
  heap_.reset();
  EXPECT_LE(2000, Chain<cppgc::Persistent>::deaths);
}

// Clones itself as it dies.
class Cloning final : public cppgc::GarbageCollected<Cloning> {
 public:
  explicit Cloning(cppgc::AllocationHandle& handle) : handle_(handle) {}
  ~Cloning() { cppgc::MakeGarbageCollected<Cloning>(handle_, handle_); }
  void Trace(cppgc::Visitor*) const {}

 private:
  cppgc::AllocationHandle& handle_;
};

TEST_F(CppgcHeapDeathTest, ADestructorMayNotAllocate) {
  EXPECT_DEATH(
      {
        Make<Cloning>(allocation());
        Precise();
      },
      "allocation by a prefinalizer, finalizer or weak callback");
}

#if HALFWORD_ASSERTS
TEST_F(CppgcHeapDeathTest, AnotherThreadMayNotMakePersistents) {
  Object* object = Make<Object>();
  std::thread([object] { EXPECT_DEATH(cppgc::Persistent<Object> persistent(object), "failed"); }).join();
}

class Holder final : public cppgc::GarbageCollected<Holder> {
 public:
  explicit Holder(Object* object) : object_(object) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(object_); }

 private:
  cppgc::Member<Object> object_;
};

TEST_F(CppgcHeapDeathTest, AMemberMayNotReferToAnotherHeap) {
  Object* object = Make<Object>();
  std::unique_ptr<cppgc::Heap> other = MakeHeap(platform_, {});
  EXPECT_DEATH(cppgc::MakeGarbageCollected<Holder>(other->GetAllocationHandle(), object), "MayReferTo");
}
#endif

}  // namespace
