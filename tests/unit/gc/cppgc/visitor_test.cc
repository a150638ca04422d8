// Tracing: traits, descriptors, visitors of the program's own, parts, arrays,
// weak callbacks, weak containers.
#include "cppgc/visitor.h"

#include <map>
#include <vector>

#include "cppgc/liveness-broker.h"
#include "cppgc/tagged-member.h"
#include "cppgc/trace-trait.h"
#include "fixture.h"

namespace {

using cppgc::Member;
using cppgc::TraceDescriptor;
using cppgc::TraceTrait;
using cppgc::Visitor;
using cppgc::WeakMember;

class Plain : public cppgc::GarbageCollected<Plain> {
 public:
  static inline int traced = 0;
  void Trace(Visitor*) const { traced++; }
};
class Left : public cppgc::GarbageCollectedMixin {
 public:
  int left = 1;
};
class Right : public cppgc::GarbageCollectedMixin {
 public:
  int right = 2;
};
class Whole : public cppgc::GarbageCollected<Whole>, public Left, public Right {
 public:
  static inline int traced = 0;
  void Trace(Visitor* visitor) const override {
    Left::Trace(visitor);
    Right::Trace(visitor);
    traced++;
  }
};

using VisitorTest = CppgcTest;

TEST_F(VisitorTest, ADescriptorLeadsFromAReferenceToTheObject) {
  Plain* plain = Make<Plain>();
  TraceDescriptor d = TraceTrait<Plain>::GetTraceDescriptor(plain);
  EXPECT_EQ(d.base_object_payload, plain);
  Plain::traced = 0;
  d.callback(nullptr, d.base_object_payload);
  EXPECT_EQ(Plain::traced, 1);

  Whole* whole = Make<Whole>();
  for (TraceDescriptor inner : {TraceTrait<Left>::GetTraceDescriptor(static_cast<Left*>(whole)),
                                TraceTrait<Right>::GetTraceDescriptor(static_cast<Right*>(whole))}) {
    EXPECT_EQ(inner.base_object_payload, whole);
    EXPECT_EQ(inner.callback, TraceTrait<Whole>::GetTraceDescriptor(whole).callback);
    Whole::traced = 0;
    inner.callback(nullptr, inner.base_object_payload);
    EXPECT_EQ(Whole::traced, 1);
  }
}

// ---- A visitor of the program's own

class Recorder final : public cppgc::CustomVisitor {
 public:
  struct Weak {
    const void* object;
    cppgc::WeakCallback callback;
    const void* member;
  };
  std::vector<const void*> strong;
  std::vector<Weak> weak;
  std::vector<std::pair<const void*, const void*>> ephemerons;
  std::vector<const void*> callbacks;
  std::vector<const void*> containers;

  void RegisterWeakCallback(cppgc::WeakCallback, const void* data) override { callbacks.push_back(data); }

 protected:
  void Visit(const void*, TraceDescriptor descriptor) override {
    strong.push_back(descriptor.base_object_payload);
  }
  void VisitWeak(const void*, TraceDescriptor descriptor, cppgc::WeakCallback callback,
                 const void* member) override {
    weak.push_back({descriptor.base_object_payload, callback, member});
  }
  void VisitEphemeron(const void* key, const void* value, TraceDescriptor) override {
    ephemerons.emplace_back(key, value);
  }
  void VisitWeakContainer(const void* self, TraceDescriptor, TraceDescriptor, cppgc::WeakCallback,
                          const void*) override {
    containers.push_back(self);
  }
};

TEST_F(VisitorTest, StrongMembersAreVisited) {
  Whole* whole = Make<Whole>();
  Member<Plain> plain = Make<Plain>(), null;
  Member<Right> right = whole;
  cppgc::subtle::UncompressedMember<Left> left = whole;
  Recorder recorder;
  recorder.Trace(plain);
  recorder.Trace(null);
  recorder.Trace(right);
  recorder.Trace(left);
  EXPECT_EQ(recorder.strong, (std::vector<const void*>{plain.Get(), whole, whole}));
}

TEST_F(VisitorTest, WeakMembersComeWithACallbackThatClearsThem) {
  Whole* whole = Make<Whole>();
  WeakMember<Left> weak = whole, null;
  Recorder recorder;
  recorder.Trace(weak);
  recorder.Trace(null);
  ASSERT_EQ(recorder.weak.size(), 1u);
  EXPECT_EQ(recorder.weak[0].object, whole);
  EXPECT_EQ(recorder.weak[0].member, &weak);
  EXPECT_NE(recorder.weak[0].callback, nullptr);
  recorder.TraceStrongly(weak);
  EXPECT_EQ(recorder.strong, std::vector<const void*>{whole});
}

struct Part {
  void Trace(Visitor* visitor) const { visitor->Trace(plain); }
  Member<Plain> plain;
};
struct VirtualPart {
  virtual ~VirtualPart() = default;
  virtual void Trace(Visitor* visitor) const { visitor->Trace(plain); }
  Member<Plain> plain;
};

TEST_F(VisitorTest, PartsAreTracedInPlace) {
  Part part{Make<Plain>()};
  Recorder recorder;
  recorder.Trace(part);
  EXPECT_EQ(recorder.strong, std::vector<const void*>{part.plain.Get()});
}

TEST_F(VisitorTest, ArraysOfMembersAndPartsAreTraced) {
  Member<Plain> members[3] = {Make<Plain>(), nullptr, Make<Plain>()};
  Part parts[2] = {{Make<Plain>()}, {Make<Plain>()}};
  Recorder recorder;
  recorder.TraceMultiple(members, 3);
  recorder.TraceMultiple(parts, 2);
  EXPECT_EQ(recorder.strong, (std::vector<const void*>{members[0].Get(), members[2].Get(),
                                                       parts[0].plain.Get(), parts[1].plain.Get()}));
}

TEST_F(VisitorTest, PartsThatWereNotMadeYetAreSkipped) {
  alignas(VirtualPart) char memory[3 * sizeof(VirtualPart)] = {};
  auto* parts = reinterpret_cast<VirtualPart*>(memory);
  ::new (static_cast<void*>(&parts[1])) VirtualPart;
  parts[1].plain = Make<Plain>();
  Recorder recorder;
  recorder.TraceMultiple(parts, 3);
  EXPECT_EQ(recorder.strong, std::vector<const void*>{parts[1].plain.Get()});
}

TEST_F(VisitorTest, EphemeronsAreVisitedWithTheirCallback) {
  cppgc::EphemeronPair<Left, Plain> pair(Make<Whole>(), Make<Plain>()), empty;
  Recorder recorder;
  recorder.Trace(pair);
  pair.Trace(&recorder);
  recorder.Trace(empty);
  ASSERT_EQ(recorder.ephemerons.size(), 2u);
  EXPECT_EQ(recorder.ephemerons[0].first, static_cast<Whole*>(pair.key.Get()));
  EXPECT_EQ(recorder.ephemerons[0].second, pair.value.Get());
  EXPECT_EQ(recorder.callbacks, (std::vector<const void*>{&pair, &pair, &empty}));
}

// ---- A trait instead of a method

struct Foreign {
  Plain* pointer;
};

}  // namespace

namespace cppgc {
template <>
struct TraceTrait<Foreign> {
  static void Trace(Visitor* visitor, const void* self) {
    visitor->TraceStrongContainer(static_cast<const Foreign*>(self)->pointer);
  }
};
}  // namespace cppgc

namespace {

class HoldsForeign : public cppgc::GarbageCollected<HoldsForeign> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(foreign); }
  Foreign foreign;
};
TEST_F(VisitorTest, ATraceTraitReplacesTheMethod) {
  cppgc::Persistent<HoldsForeign> holder = Make<HoldsForeign>();
  holder->foreign.pointer = Make<Plain>();
  cppgc::WeakPersistent<Plain> weak = holder->foreign.pointer;
  Precise();
  EXPECT_TRUE(weak);
  holder->foreign.pointer = nullptr;
  Precise();
  EXPECT_FALSE(weak);
}

// ---- Weak callbacks

class Observer : public cppgc::GarbageCollected<Observer> {
 public:
  void Trace(Visitor* visitor) const {
    visitor->RegisterWeakCallbackMethod<Observer, &Observer::Process>(this);
  }
  void Process(const cppgc::LivenessBroker& broker) {
    calls++;
    EXPECT_TRUE(broker.IsHeapObjectAlive(static_cast<Plain*>(nullptr)));
    EXPECT_TRUE(broker.IsHeapObjectAlive(static_cast<Plain*>(cppgc::kSentinelPointer)));
    EXPECT_TRUE(broker.IsHeapObjectAlive(this));
    if (!broker.IsHeapObjectAlive(plain)) plain = nullptr;
    if (!broker.IsHeapObjectAlive(mixin)) mixin = nullptr;
    if (!broker.IsHeapObjectAlive(weak)) weak = nullptr;
  }
  int calls = 0;
  cppgc::UntracedMember<Plain> plain;
  cppgc::UntracedMember<Right> mixin;
  WeakMember<Plain> weak;  // not traced as such
};

TEST_F(VisitorTest, WeakCallbacksClearWhatDied) {
  cppgc::Persistent<Observer> observer = Make<Observer>();
  cppgc::Persistent<Plain> kept = Make<Plain>();
  observer->plain = kept;
  observer->mixin = Make<Whole>();
  observer->weak = Make<Plain>();
  Precise();
  EXPECT_EQ(observer->calls, 1);
  EXPECT_EQ(observer->plain, kept);
  EXPECT_FALSE(observer->mixin);
  EXPECT_FALSE(observer->weak);
  Make<Observer>();  // a dead observer is not called
  kept.Clear();
  Precise();
  EXPECT_EQ(observer->calls, 2);
  EXPECT_FALSE(observer->plain);
}

// ---- Weak containers: a store of weak references, and its owner

class Store : public cppgc::GarbageCollected<Store> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(strong); }
  Member<Plain> strong;
  static inline int weak_traces = 0;
};

}  // namespace

namespace cppgc {
template <>
struct TraceTrait<Store> : internal::TraceTraitBase<Store> {
  static TraceDescriptor GetWeakTraceDescriptor(const void* self) {
    return {self, [](Visitor*, const void*) { Store::weak_traces++; }};
  }
};
}  // namespace cppgc

namespace {

class StoreOwner : public cppgc::GarbageCollected<StoreOwner> {
 public:
  void Trace(Visitor* visitor) const { visitor->TraceWeakContainer(store, &Process, this); }
  static void Process(const cppgc::LivenessBroker& broker, const void* data) {
    auto* self = const_cast<StoreOwner*>(static_cast<const StoreOwner*>(data));
    self->processed++;
    if (!broker.IsHeapObjectAlive(self->store->strong.Get())) self->store->strong = nullptr;
  }
  Store* store = nullptr;
  int processed = 0;
};

TEST_F(VisitorTest, AWeakContainerLivesButItsEntriesNeedNot) {
  cppgc::Persistent<StoreOwner> owner = Make<StoreOwner>();
  owner->store = Make<Store>();
  owner->store->strong = Make<Plain>();
  Store::weak_traces = 0;
  Precise();
  EXPECT_EQ(owner->processed, 1);
  EXPECT_EQ(Store::weak_traces, 1);
  EXPECT_FALSE(owner->store->strong);
  cppgc::Persistent<Plain> kept = Make<Plain>();
  owner->store->strong = kept;
  Precise();
  EXPECT_EQ(owner->store->strong, kept);
  owner->store = nullptr;
  Precise();
  EXPECT_EQ(owner->processed, 2);
}

TEST_F(VisitorTest, AWeakContainerOnTheStackIsStrong) {
  cppgc::Persistent<StoreOwner> owner = Make<StoreOwner>();
  Store* volatile store = Make<Store>();
  owner->store = store;
  store->strong = Make<Plain>();
  Conservative();
  EXPECT_TRUE(store->strong);
}

TEST_F(VisitorTest, TheMutatorIsNotConcurrent) {
  Recorder recorder;
  EXPECT_FALSE(recorder.IsConcurrent());
  EXPECT_FALSE(recorder.DeferTraceToMutatorThreadIfConcurrent(this, nullptr, 1));
}

// ---- Tagged members

struct TagA {};
struct TagB {};
class HoldsTagged : public cppgc::GarbageCollected<HoldsTagged> {
 public:
  explicit HoldsTagged(Plain* plain) : member(TagA{}, plain) {}
  void Trace(Visitor* visitor) const { visitor->Trace(member); }
  cppgc::subtle::TaggedUncompressedMember<Plain, TagA, TagB> member;
};
TEST_F(VisitorTest, ATaggedMemberKnowsItsTagAndKeepsItsObject) {
  Plain* plain = Make<Plain>();
  cppgc::Persistent<HoldsTagged> holder = Make<HoldsTagged>(plain);
  cppgc::WeakPersistent<Plain> weak = plain;
  EXPECT_TRUE(holder->member.Is<TagA>() && !holder->member.Is<TagB>());
  EXPECT_EQ(holder->member.GetAs<TagA>(), plain);
  holder->member.SetAs<TagB>(plain);
  EXPECT_TRUE(holder->member.Is<TagB>());
  EXPECT_EQ(holder->member.GetUntagged(), plain);
  Precise();
  EXPECT_TRUE(weak);
  holder->member.SetAs<TagA>(nullptr);
  Precise();
  EXPECT_FALSE(weak);
}

}  // namespace
