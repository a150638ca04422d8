// Persistents of all four kinds.
#include "cppgc/persistent.h"

#include <array>
#include <thread>
#include <vector>

#include "cppgc/cross-thread-persistent.h"
#include "cppgc/source-location.h"
#include "fixture.h"

namespace {

using cppgc::Persistent;
using cppgc::WeakPersistent;
using cppgc::subtle::CrossThreadPersistent;
using cppgc::subtle::WeakCrossThreadPersistent;

class Base : public cppgc::GarbageCollected<Base> {
 public:
  static inline int traced = 0;
  virtual ~Base() = default;
  virtual void Trace(cppgc::Visitor*) const { traced++; }
  int number = 7;
};
class Side : public cppgc::GarbageCollectedMixin {
 public:
  int side = 8;
};
class Derived : public Base, public Side {
 public:
  void Trace(cppgc::Visitor* visitor) const override {
    Base::Trace(visitor);
    Side::Trace(visitor);
  }
};

static_assert(Persistent<Base>::IsStrongPersistent::value &&
              !WeakPersistent<Base>::IsStrongPersistent::value);
static_assert(std::is_same_v<Persistent<Base>::PointeeType, Base>);
static_assert(!std::is_constructible_v<Persistent<Derived>, Persistent<Base>>);

template <template <typename> typename P>
struct Kind {
  template <typename T>
  using Of = P<T>;
};
template <typename K>
class PersistentTest : public CppgcTest {};
using Kinds = ::testing::Types<Kind<Persistent>, Kind<WeakPersistent>, Kind<CrossThreadPersistent>,
                               Kind<WeakCrossThreadPersistent>>;
TYPED_TEST_SUITE(PersistentTest, Kinds);
#define PERSISTENT(T) typename TypeParam::template Of<T>

TYPED_TEST(PersistentTest, StartsEmpty) {
  PERSISTENT(Base) none, null = nullptr, sentinel = cppgc::kSentinelPointer;
  EXPECT_EQ(none.Get(), nullptr);
  EXPECT_FALSE(none);
  EXPECT_EQ(null.Release(), nullptr);
  EXPECT_EQ(sentinel.Get(), static_cast<Base*>(cppgc::kSentinelPointer));
  sentinel.Clear();
  EXPECT_FALSE(sentinel);
  null = cppgc::kSentinelPointer;
  this->Precise();
  EXPECT_TRUE(null);
  null = nullptr;
  EXPECT_FALSE(null);
}

TYPED_TEST(PersistentTest, HoldsWhatItIsGiven) {
  Base* base = this->template Make<Base>();
  PERSISTENT(Base) pointer = base, reference = *base, assigned;
  assigned = base;
  EXPECT_EQ(pointer.Get(), base);
  EXPECT_EQ(reference, pointer);
  EXPECT_EQ(assigned->number, 7);
  EXPECT_EQ((*assigned).number, 7);
  Base* raw = assigned;
  EXPECT_EQ(raw, base);
  EXPECT_EQ(assigned.Release(), base);
  EXPECT_FALSE(assigned);
}

TYPED_TEST(PersistentTest, CopiesAndMoves) {
  Base* base = this->template Make<Base>();
  PERSISTENT(Base) a = base, b = a, c;
  c = b;
  EXPECT_EQ(c, a);
  PERSISTENT(Base) d = std::move(a);
  EXPECT_FALSE(a);
  b = std::move(d);
  EXPECT_FALSE(d);
  EXPECT_EQ(b.Get(), base);
  auto& self = b;
  b = self;
  b = std::move(self);
  EXPECT_EQ(b.Get(), base);
}

TYPED_TEST(PersistentTest, ConvertsToBases) {
  Derived* derived = this->template Make<Derived>();
  PERSISTENT(Derived) d = derived;
  PERSISTENT(Base) base = d, assigned;
  PERSISTENT(Side) side = d;
  PERSISTENT(const Base) constant = derived;
  assigned = d;
  EXPECT_EQ(base.Get(), derived);
  EXPECT_EQ(assigned, d);
  EXPECT_EQ(side.Get(), static_cast<Side*>(derived));
  EXPECT_EQ(side->side, 8);
  EXPECT_EQ(constant->number, 7);
  EXPECT_EQ(base.template To<Derived>().Get(), derived);
}

TYPED_TEST(PersistentTest, IsClearedWithItsHeap) {
  PERSISTENT(Base) persistent, sentinel = cppgc::kSentinelPointer;
  {
    auto other = cppgc::Heap::Create(this->platform_);
    persistent = cppgc::MakeGarbageCollected<Base>(other->GetAllocationHandle());
    EXPECT_TRUE(persistent);
  }
  EXPECT_FALSE(persistent);
  EXPECT_TRUE(sentinel);
  persistent = this->template Make<Base>();
  EXPECT_TRUE(persistent);
}

TYPED_TEST(PersistentTest, ManyComeAndGo) {
  std::vector<PERSISTENT(Base)> all;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 500; i++) all.emplace_back(this->template Make<Base>());
    for (size_t i = round; i < all.size(); i += 3) all[i].Clear();
    this->Conservative();
  }
  for (auto& p : all) {
    if (p) {
      EXPECT_EQ(p->number, 7);
    }
  }
}

template <typename T>
class Unknown;
TYPED_TEST(PersistentTest, AnEmptyOneNeedsNoCompleteClass) { PERSISTENT(Unknown<int>) empty; }

using PersistentFamilyTest = CppgcTest;

TEST_F(PersistentFamilyTest, StrongOnesKeepAndWeakOnesAreCleared) {
  Persistent<Base> strong = Make<Base>();
  WeakPersistent<Base> to_kept = strong, weak = Make<Base>();
  CrossThreadPersistent<Base> shared = Make<Base>();
  WeakCrossThreadPersistent<Base> to_shared = shared, weak_shared = Make<Base>();
  Precise();
  EXPECT_EQ(to_kept, strong);
  EXPECT_FALSE(weak);
  EXPECT_EQ(to_shared, shared);
  EXPECT_FALSE(weak_shared);
  strong.Clear();
  shared = nullptr;
  Precise();
  EXPECT_FALSE(to_kept);
  EXPECT_FALSE(to_shared);
}

TEST_F(PersistentFamilyTest, StrongAndWeakConvertIntoEachOther) {
  Base* base = Make<Base>();
  Persistent<Base> strong = base;
  WeakPersistent<Base> weak = strong;
  Persistent<Base> again = weak;
  EXPECT_EQ(again.Get(), base);
  EXPECT_EQ(strong, weak);
  CrossThreadPersistent<Base> shared = base;
  WeakCrossThreadPersistent<Base> weak_shared = shared;
  EXPECT_EQ(weak_shared.Lock(), shared);
  EXPECT_FALSE(WeakCrossThreadPersistent<Base>().Lock());
}

TEST_F(PersistentFamilyTest, AMixinIsARoot) {
  Persistent<Side> side = Make<Derived>();
  WeakPersistent<Side> weak = side;
  Precise();
  EXPECT_EQ(static_cast<Derived*>(side.Get())->number, 7);
  side.Clear();
  Precise();
  EXPECT_FALSE(weak);
}

TEST_F(PersistentFamilyTest, MembersConvert) {
  cppgc::Member<Derived> member = Make<Derived>();
  Persistent<Base> from_member = member, assigned;
  assigned = member;
  EXPECT_EQ(assigned, from_member);
  EXPECT_TRUE(from_member == member);
  CrossThreadPersistent<Base> shared = member;
  EXPECT_EQ(shared.Get(), member.Get());
}

template <typename T>
using LocatedPersistent = cppgc::internal::BasicPersistent<T, cppgc::internal::StrongPersistentPolicy,
                                                           cppgc::internal::KeepLocationPolicy>;
template <typename T>
using LocatedCrossThreadPersistent =
    cppgc::internal::BasicCrossThreadPersistent<T, cppgc::internal::StrongCrossThreadPersistentPolicy,
                                                cppgc::internal::KeepLocationPolicy>;

TEST_F(PersistentFamilyTest, LocationsAreThoseOfTheConstructor) {
  Base* base = Make<Base>();
  LocatedPersistent<Base> first = base;
  size_t line = first.Location().Line();
  LocatedPersistent<Base> copy = first;
  EXPECT_EQ(copy.Location().Line(), line + 2);
  EXPECT_NE(std::string(copy.Location().FileName()).find("persistent_test"), std::string::npos);
  LocatedPersistent<Base> moved = std::move(first);
  EXPECT_EQ(moved.Location().Line(), line);
  copy = std::move(moved);
  EXPECT_EQ(copy.Location().Line(), line);
  LocatedPersistent<Base> assigned;
  size_t here = assigned.Location().Line();
  assigned = copy;
  EXPECT_EQ(assigned.Location().Line(), here);
  LocatedCrossThreadPersistent<Base> shared = base;
  EXPECT_TRUE(shared.Location());
  LocatedCrossThreadPersistent<Base> shared_moved = std::move(shared);
  EXPECT_EQ(shared_moved.Location().Line(), here + 4);
}

class Roots final : public cppgc::internal::RootVisitor {
 public:
  explicit Roots(cppgc::Visitor::Key key) : RootVisitor(key) {}
  std::vector<const void*> strong;
  std::vector<std::pair<cppgc::WeakCallback, const void*>> weak;

 protected:
  void VisitRoot(const void*, cppgc::TraceDescriptor descriptor, const cppgc::SourceLocation&) override {
    strong.push_back(descriptor.base_object_payload);
  }
  void VisitWeakRoot(const void*, cppgc::TraceDescriptor, cppgc::WeakCallback callback, const void* root,
                     const cppgc::SourceLocation&) override {
    weak.emplace_back(callback, root);
  }
};
struct WithKey : cppgc::CustomVisitor {
  using CustomVisitor::MakeKey;
};
TEST_F(PersistentFamilyTest, ARootVisitorSeesEachRoot) {
  Derived* derived = Make<Derived>();
  Persistent<Side> side = derived;
  WeakPersistent<Base> weak = derived;
  Roots roots(WithKey::MakeKey());
  roots.Trace(side);
  roots.Trace(weak);
  roots.Trace(Persistent<Base>());
  EXPECT_EQ(roots.strong, std::vector<const void*>{derived});
  ASSERT_EQ(roots.weak.size(), 1u);
  EXPECT_EQ(roots.weak[0].second, &weak);

  Roots region(WithKey::MakeKey());
  cppgc::internal::StrongPersistentPolicy::GetPersistentRegion(derived).Iterate(region);
  EXPECT_EQ(region.strong, std::vector<const void*>{derived});
  cppgc::internal::WeakPersistentPolicy::GetPersistentRegion(derived).Iterate(region);
  EXPECT_EQ(region.weak.size(), 1u);
}

TEST_F(PersistentFamilyTest, ARegionCountsItsNodes) {
  Base* base = Make<Base>();
  auto& strong = cppgc::internal::StrongPersistentPolicy::GetPersistentRegion(base);
  auto& weak = cppgc::internal::WeakPersistentPolicy::GetPersistentRegion(base);
  EXPECT_EQ(strong.NodesInUse(), 0u);
  {
    Persistent<Base> a = base, b = a, none, sentinel = cppgc::kSentinelPointer;
    WeakPersistent<Base> w = base;
    EXPECT_EQ(strong.NodesInUse(), 2u);
    EXPECT_EQ(weak.NodesInUse(), 1u);
    none = std::move(a);
    EXPECT_EQ(strong.NodesInUse(), 2u);
    b.Clear();
    EXPECT_EQ(strong.NodesInUse(), 1u);
  }
  EXPECT_EQ(strong.NodesInUse(), 0u);
  EXPECT_EQ(weak.NodesInUse(), 0u);
}

// ---- Other threads

TEST_F(PersistentFamilyTest, AnotherThreadMayHoldAndDropAReference) {
  Counted<Base>::deaths = 0;
  CrossThreadPersistent<Counted<Base>> shared = Make<Counted<Base>>();
  WeakCrossThreadPersistent<Counted<Base>> weak = shared;
  CrossThreadPersistent<Counted<Base>> theirs;
  std::thread([&] { theirs = std::move(shared); }).join();
  Precise();
  EXPECT_EQ(Counted<Base>::deaths, 0);
  std::thread([&] {
    auto strong = weak.Lock();
    EXPECT_TRUE(strong);
    theirs.Clear();
  }).join();
  Precise();
  EXPECT_EQ(Counted<Base>::deaths, 1);
  std::thread([&] { EXPECT_FALSE(weak.Lock()); }).join();
}

TEST_F(PersistentFamilyTest, ThreadsRaceWithCollections) {
  Counted<Base>::deaths = 0;
  constexpr int kObjects = 200;
  std::vector<WeakCrossThreadPersistent<Counted<Base>>> weak;
  std::vector<CrossThreadPersistent<Counted<Base>>> strong;
  for (int i = 0; i < kObjects; i++) {
    strong.emplace_back(Make<Counted<Base>>());
    weak.emplace_back(strong.back());
  }
  std::thread other([&] {
    std::vector<CrossThreadPersistent<Counted<Base>>> mine;
    for (int round = 0; round < 5; round++) {
      for (auto& w : weak) {
        if (auto locked = w.Lock()) mine.push_back(std::move(locked));
      }
      mine.clear();
    }
  });
  for (int i = 0; i < kObjects; i++) {
    strong[i].Clear();
    if (i % 10 == 0) Precise();
  }
  other.join();
  Precise();
  EXPECT_EQ(Counted<Base>::deaths, kObjects);
  for (auto& w : weak) EXPECT_FALSE(w);
}

}  // namespace
