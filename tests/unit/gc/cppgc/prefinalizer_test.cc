// Prefinalizers: when they run, in which order, and what they may touch.
#include "cppgc/prefinalizer.h"

#include <string>
#include <vector>

#include "cppgc/cross-thread-persistent.h"
#include "fixture.h"
#include "halfword/gc/containers/vector.h"

namespace {

std::vector<std::string>& Log() {
  static std::vector<std::string> log;
  return log;
}

class PrefinalizerTest : public CppgcTest {
 protected:
  void SetUp() override {
    CppgcTest::SetUp();
    Log().clear();
  }
};
using PrefinalizerDeathTest = PrefinalizerTest;
using List = std::vector<std::string>;

class Simple : public cppgc::GarbageCollected<Simple> {
  CPPGC_USING_PRE_FINALIZER(Simple, Dispose);

 public:
  explicit Simple(std::string name) : name_(std::move(name)) {}
  ~Simple() { Log().push_back("~" + name_); }
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(other); }
  void Dispose() { Log().push_back(name_ + (other ? "+" + other->name_ : "")); }
  cppgc::Member<Simple> other;

 private:
  std::string name_;
};

TEST_F(PrefinalizerTest, ItRunsOnceWhenItsObjectIsDead) {
  cppgc::Persistent<Simple> kept = Make<Simple>("kept");
  Make<Simple>("dead");
  Precise();
  EXPECT_EQ(Log(), (List{"dead", "~dead"}));
  Precise();
  EXPECT_EQ(Log().size(), 2u);
  kept.Clear();
  Precise();
  EXPECT_EQ(Log(), (List{"dead", "~dead", "kept", "~kept"}));
}

TEST_F(PrefinalizerTest, ItSeesDeadNeighboursIntact) {
  auto* a = Make<Simple>("a");
  auto* b = Make<Simple>("b");
  a->other = b;
  b->other = a;
  Precise();
  ASSERT_EQ(Log().size(), 4u);
  EXPECT_EQ(Log()[0], "b+a");
  EXPECT_EQ(Log()[1], "a+b");
}

TEST_F(PrefinalizerTest, TheLastRegisteredRunsFirst) {
  for (const char* name : {"1", "2", "3", "4"}) Make<Simple>(name);
  Precise();
  EXPECT_EQ(List(Log().begin(), Log().begin() + 4), (List{"4", "3", "2", "1"}));
}

class FromBase : public cppgc::GarbageCollected<FromBase> {
  CPPGC_USING_PRE_FINALIZER(FromBase, Dispose);

 public:
  virtual ~FromBase() = default;
  virtual void Trace(cppgc::Visitor*) const {}
  void Dispose() { Log().push_back("base"); }
};
class FromMixin : public cppgc::GarbageCollectedMixin {
  CPPGC_USING_PRE_FINALIZER(FromMixin, Dispose);

 public:
  void Dispose() { Log().push_back("mixin"); }
  int data = 0;
};
class InAll : public FromBase, public FromMixin {
  CPPGC_USING_PRE_FINALIZER(InAll, Dispose);

 public:
  void Trace(cppgc::Visitor* visitor) const override {
    FromBase::Trace(visitor);
    FromMixin::Trace(visitor);
  }
  void Dispose() { Log().push_back("derived"); }
};

TEST_F(PrefinalizerTest, BasesAndMixinsHaveTheirOwn) {
  cppgc::Persistent<FromMixin> mixin = Make<InAll>();
  Precise();
  EXPECT_TRUE(Log().empty());
  mixin.Clear();
  Precise();
  EXPECT_EQ(Log(), (List{"derived", "mixin", "base"}));
}

class Inherits : public FromBase {};
TEST_F(PrefinalizerTest, ADerivedClassInheritsIt) {
  Make<Inherits>();
  Precise();
  EXPECT_EQ(Log(), List{"base"});
}

class Unlinker : public cppgc::GarbageCollected<Unlinker> {
  CPPGC_USING_PRE_FINALIZER(Unlinker, Unlink);

 public:
  explicit Unlinker(Unlinker* to) : next(to) {}
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next); }
  // Within what is dead, or to what is alive.
  void Unlink() { next = live; }
  static inline Unlinker* live = nullptr;
  cppgc::Member<Unlinker> next;
};
TEST_F(PrefinalizerTest, ItMayChangeTheDeadGraph) {
  cppgc::Persistent<Unlinker> live = Make<Unlinker>(nullptr);
  Unlinker::live = live;
  Unlinker* last = nullptr;
  for (int i = 0; i < 10; i++) last = Make<Unlinker>(last);
  last = nullptr;
  Precise();
  Unlinker::live = nullptr;
  EXPECT_TRUE(live);
}

class HoldsWeak : public cppgc::GarbageCollected<HoldsWeak> {
  CPPGC_USING_PRE_FINALIZER(HoldsWeak, Dispose);

 public:
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(weak); }
  void Dispose() { weak = nullptr; }
  cppgc::WeakMember<Simple> weak;
};
TEST_F(PrefinalizerTest, ItMayClearWeakMembers) {
  Make<HoldsWeak>()->weak = Make<Simple>("weak");
  Precise();
  EXPECT_EQ(Log(), (List{"weak", "~weak"}));
}

template <typename T>
class Allocates : public cppgc::GarbageCollected<Allocates<T>> {
  CPPGC_USING_PRE_FINALIZER(Allocates, Dispose);

 public:
  explicit Allocates(cppgc::AllocationHandle& handle) : handle_(handle) {}
  void Trace(cppgc::Visitor*) const {}
  void Dispose() { cppgc::MakeGarbageCollected<T>(handle_); }

 private:
  cppgc::AllocationHandle& handle_;
};
// Its allocation is inlined, where nothing but the limit of the run can refuse it.
class Trivial final : public cppgc::GarbageCollected<Trivial> {
 public:
  void Trace(cppgc::Visitor*) const {}
};
TEST_F(PrefinalizerDeathTest, ItMayNotAllocate) {
  Make<Allocates<Counted<>>>(allocation());
  EXPECT_DEATH(Precise(), "allocation by a prefinalizer");
}
TEST_F(PrefinalizerDeathTest, NorObjectsWithoutDestructors) {
  Make<Allocates<Trivial>>(allocation());
  EXPECT_DEATH(Precise(), "allocation by a prefinalizer");
}

template <template <typename> class Reference>
class Resurrecting final : public cppgc::GarbageCollected<Resurrecting<Reference>> {
  CPPGC_USING_PRE_FINALIZER(Resurrecting, Dispose);

 public:
  Resurrecting(Reference<Trivial>& reference, Trivial* dead) : reference_(reference), dead_(dead) {}
  void Trace(cppgc::Visitor*) const {}
  void Dispose() { reference_ = dead_; }

 private:
  Reference<Trivial>& reference_;
  Trivial* dead_;
};
class HoldsTrivial final : public cppgc::GarbageCollected<HoldsTrivial> {
 public:
  struct Part {
    void Trace(cppgc::Visitor* visitor) const { visitor->Trace(trivial); }
    cppgc::Member<Trivial> trivial;
    std::string text;
    Part(Trivial* t, int n) : trivial(t), text(static_cast<size_t>(n), 'x') {}
  };
  void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(member);
    visitor->Trace(weak);
    visitor->Trace(parts);
  }
  cppgc::Member<Trivial> member;
  cppgc::WeakMember<Trivial> weak;
  halfword::gc::Vector<Part> parts;
};
TEST_F(PrefinalizerDeathTest, ItMayNotMakeARootOfTheDead) {
  cppgc::Persistent<Trivial> root;
  Make<Resurrecting<cppgc::Persistent>>(root, Make<Trivial>());
  EXPECT_DEATH(Precise(), "stored a reference to a dead .*Trivial in a Persistent");
}
TEST_F(PrefinalizerDeathTest, ItMayNotMakeARootForAllThreads) {
  cppgc::subtle::CrossThreadPersistent<Trivial> root;
  Make<Resurrecting<cppgc::subtle::CrossThreadPersistent>>(root, Make<Trivial>());
  EXPECT_DEATH(Precise(), "stored a reference to a dead .*Trivial in a Persistent");
}
TEST_F(PrefinalizerDeathTest, ItMayNotStoreTheDeadIntoTheLiving) {
  cppgc::Persistent<HoldsTrivial> living = Make<HoldsTrivial>();
  Make<Resurrecting<cppgc::Member>>(living->member, Make<Trivial>());
  EXPECT_DEATH(Precise(), "stored a reference to a dead .*Trivial in a .*HoldsTrivial that lives");
}
TEST_F(PrefinalizerDeathTest, NorAWeakReferenceToIt) {
  cppgc::Persistent<HoldsTrivial> living = Make<HoldsTrivial>();
  Make<Resurrecting<cppgc::WeakMember>>(living->weak, Make<Trivial>());
  EXPECT_DEATH(Precise(), "stored a WeakMember of a dead object");
}
TEST_F(PrefinalizerDeathTest, NorIntoItsContainers) {
  class Appends final : public cppgc::GarbageCollected<Appends> {
    CPPGC_USING_PRE_FINALIZER(Appends, Dispose);

   public:
    Appends(HoldsTrivial* living, Trivial* dead) : living_(living), dead_(dead) {}
    void Trace(cppgc::Visitor*) const {}
    void Dispose() { living_->parts.push_back({dead_, 1}); }

   private:
    HoldsTrivial* living_;
    Trivial* dead_;
  };
  cppgc::Persistent<HoldsTrivial> living = Make<HoldsTrivial>();
  living->parts.reserve(4);
  Make<Appends>(living, Make<Trivial>());
  EXPECT_DEATH(Precise(), "stored a reference to a dead .*Trivial in a .*VectorStore.* that lives");
}
// What lives may be stored anywhere.
TEST_F(PrefinalizerTest, ItMayStoreTheLiving) {
  cppgc::Persistent<HoldsTrivial> living = Make<HoldsTrivial>();
  cppgc::Persistent<Trivial> trivial = Make<Trivial>();
  cppgc::Persistent<Trivial> root;
  Make<Resurrecting<cppgc::Member>>(living->member, trivial.Get());
  Make<Resurrecting<cppgc::WeakMember>>(living->weak, trivial.Get());
  Make<Resurrecting<cppgc::Persistent>>(root, trivial.Get());
  Precise();
  EXPECT_EQ(living->member, trivial.Get());
  EXPECT_EQ(living->weak, trivial.Get());
  EXPECT_EQ(root, trivial);
}

TEST_F(PrefinalizerTest, ManyAreKeptApart) {
  std::vector<cppgc::Persistent<Simple>> kept;
  for (int i = 0; i < 300; i++) {
    auto* simple = Make<Simple>(std::to_string(i));
    if (i % 3 == 0) kept.emplace_back(simple);
  }
  Precise();
  EXPECT_EQ(Log().size(), 400u);
  kept.clear();
  Precise();
  EXPECT_EQ(Log().size(), 600u);
}

}  // namespace
