// Members of every kind. All that a member promises holds for each of the three weaknesses and for
// uncompressed ones, so most tests are typed.
#include "include/cppgc/member.h"

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "fixture.h"
#include "include/cppgc/internal/member-storage.h"
#include "include/cppgc/internal/pointer-policies.h"
#include "include/cppgc/sentinel-pointer.h"
#include "include/cppgc/type-traits.h"

namespace {

using cppgc::Member;
using cppgc::UntracedMember;
using cppgc::WeakMember;

class Animal : public cppgc::GarbageCollected<Animal> {
 public:
  virtual ~Animal() = default;
  virtual void Trace(cppgc::Visitor*) const {}
  double weight = 0;
};
class Swims : public cppgc::GarbageCollectedMixin {
 public:
  int depth = 0;
};
class Duck : public Animal, public Swims {
 public:
  void Trace(cppgc::Visitor* visitor) const override {
    Animal::Trace(visitor);
    Swims::Trace(visitor);
  }
};

static_assert(!cppgc::IsWeakV<Member<Animal>> && cppgc::IsWeakV<WeakMember<Animal>>);
static_assert(cppgc::IsMemberTypeV<Member<Animal>> && cppgc::IsMemberTypeV<const Member<Animal>&>);
static_assert(!cppgc::IsMemberTypeV<WeakMember<Animal>> && !cppgc::IsMemberTypeV<UntracedMember<Animal>>);
static_assert(cppgc::IsWeakMemberTypeV<const WeakMember<Animal>> && !cppgc::IsWeakMemberTypeV<int>);
static_assert(cppgc::IsUntracedMemberTypeV<UntracedMember<Animal>> &&
              !cppgc::IsUntracedMemberTypeV<Member<Animal>>);
static_assert(cppgc::IsMemberOrWeakMemberTypeV<WeakMember<Animal>> &&
              !cppgc::IsMemberOrWeakMemberTypeV<UntracedMember<Animal>>);
static_assert(cppgc::IsAnyMemberTypeV<
              cppgc::internal::BasicMember<Animal, class TagOfMyOwn, cppgc::internal::NoWriteBarrierPolicy>>);
static_assert(!cppgc::IsAnyMemberTypeV<Animal*>);
#if defined(CPPGC_POINTER_COMPRESSION)
static_assert(sizeof(Member<Animal>) == 4 && sizeof(WeakMember<Animal>) == 4 &&
              sizeof(UntracedMember<Animal>) == 4);
#endif
static_assert(sizeof(cppgc::subtle::UncompressedMember<Animal>) == sizeof(void*));
// What isn't related doesn't convert.
static_assert(!std::is_constructible_v<Member<Duck>, Member<Animal>>);
static_assert(std::is_constructible_v<Member<Animal>, Member<Duck>>);
static_assert(!std::is_constructible_v<Member<Animal>, Member<Swims>>);
static_assert(std::is_constructible_v<Member<const Animal>, Member<Animal>>);

template <template <typename> typename M>
struct Kind {
  template <typename T>
  using Of = M<T>;
};

template <typename K>
class MemberTest : public CppgcTest {};
using Kinds = ::testing::Types<Kind<Member>, Kind<WeakMember>, Kind<UntracedMember>,
                               Kind<cppgc::subtle::UncompressedMember>>;
TYPED_TEST_SUITE(MemberTest, Kinds);
#define MEMBER(T) typename TypeParam::template Of<T>

TYPED_TEST(MemberTest, StartsEmpty) {
  MEMBER(Animal) none, null = nullptr;
  MEMBER(const Animal) constant = nullptr;
  EXPECT_EQ(none.Get(), nullptr);
  EXPECT_EQ(null, nullptr);
  EXPECT_EQ(constant.Release(), nullptr);
  EXPECT_FALSE(none);
  EXPECT_EQ(none, null);
}

TYPED_TEST(MemberTest, TakesPointersReferencesAndTheSentinel) {
  Animal* animal = this->template Make<Animal>();
  MEMBER(Animal) pointer = animal, reference = *animal, sentinel = cppgc::kSentinelPointer;
  EXPECT_EQ(pointer.Get(), animal);
  EXPECT_EQ(reference, pointer);
  EXPECT_EQ(&*pointer, animal);
  EXPECT_EQ(pointer->weight, 0);
  EXPECT_TRUE(sentinel);
  EXPECT_EQ(sentinel, cppgc::kSentinelPointer);
  EXPECT_EQ(sentinel.Get(), static_cast<Animal*>(cppgc::kSentinelPointer));
  EXPECT_NE(sentinel, pointer);
  EXPECT_NE(sentinel, nullptr);
}

TYPED_TEST(MemberTest, IsMadeAtomicallyOnRequest) {
  Animal* animal = this->template Make<Animal>();
  using M = MEMBER(Animal);
  typename M::AtomicInitializerTag atomic;
  EXPECT_EQ(M(animal, atomic).Get(), animal);
  EXPECT_EQ(M(*animal, atomic).Get(), animal);
  EXPECT_EQ(M(nullptr, atomic).Get(), nullptr);
  EXPECT_EQ(M(cppgc::kSentinelPointer, atomic), cppgc::kSentinelPointer);
}

TYPED_TEST(MemberTest, ClearsAndReleases) {
  Animal* animal = this->template Make<Animal>();
  MEMBER(Animal) member = animal;
  EXPECT_EQ(member.Release(), animal);
  EXPECT_FALSE(member);
  member = animal;
  member.Clear();
  EXPECT_EQ(member.Get(), nullptr);
  member = animal;
  member = nullptr;
  EXPECT_EQ(member, nullptr);
  member = cppgc::kSentinelPointer;
  EXPECT_EQ(member, cppgc::kSentinelPointer);
}

TYPED_TEST(MemberTest, MovesLeaveNothingBehind) {
  Animal* animal = this->template Make<Animal>();
  MEMBER(Animal) a = animal;
  MEMBER(Animal) b(std::move(a));
  EXPECT_FALSE(a);
  EXPECT_EQ(b.Get(), animal);
  a = std::move(b);
  EXPECT_FALSE(b);
  EXPECT_EQ(a.Get(), animal);
  auto& self = a;
  a = std::move(self);
  EXPECT_EQ(a.Get(), animal);
}

TYPED_TEST(MemberTest, ConvertsToABaseClassByMovingThePointer) {
  Duck* duck = this->template Make<Duck>();
  ASSERT_NE(static_cast<void*>(duck), static_cast<void*>(static_cast<Swims*>(duck)));
  MEMBER(Duck) member = duck;
  MEMBER(Swims) copied = member, raw = duck, assigned, moved;
  MEMBER(Animal) animal = member;
  assigned = member;
  MEMBER(Duck) source = duck;
  moved = std::move(source);
  EXPECT_FALSE(source);
  for (auto* m : {&copied, &raw, &assigned, &moved}) {
    EXPECT_EQ(m->Get(), static_cast<Swims*>(duck));
    EXPECT_TRUE(*m == duck && *m == member && duck == *m && member == *m);
    EXPECT_FALSE(*m != duck || *m != member);
  }
  EXPECT_EQ(animal, duck);
  MEMBER(Duck) none;
  copied = none;
  EXPECT_EQ(copied, nullptr);
  none = cppgc::kSentinelPointer;
  copied = none;
  EXPECT_EQ(copied, cppgc::kSentinelPointer);
}

TYPED_TEST(MemberTest, ConvertsFromPersistents) {
  cppgc::Persistent<Duck> strong = this->template Make<Duck>();
  cppgc::WeakPersistent<Duck> weak = strong;
  MEMBER(Animal) a = strong, b, c = weak;
  b = weak;
  EXPECT_EQ(a, strong);
  EXPECT_EQ(b, weak);
  EXPECT_EQ(strong, a);
  EXPECT_EQ(a, c);
}

TYPED_TEST(MemberTest, IsOrderedByAddress) {
  std::vector<MEMBER(Animal)> members;
  std::vector<Animal*> pointers;
  for (int i = 0; i < 20; i++) {
    pointers.push_back(this->template Make<Animal>());
    members.push_back(pointers.back());
  }
  std::reverse(members.begin(), members.end());
  std::sort(members.begin(), members.end());
  std::sort(pointers.begin(), pointers.end());
  for (size_t i = 0; i < members.size(); i++) EXPECT_EQ(members[i], pointers[i]);
  EXPECT_TRUE(members[0] < members[1] && members[0] <= members[0] && members[1] > members[0] &&
              members[1] >= members[0]);
  MEMBER(Animal) null;
  EXPECT_LT(null, members[0]);
}

TYPED_TEST(MemberTest, IsFoundByRawPointer) {
  std::vector<MEMBER(Animal)> members(5);
  Animal* animal = this->template Make<Animal>();
  members[3] = animal;
  EXPECT_EQ(std::find(members.begin(), members.end(), animal) - members.begin(), 3);
  EXPECT_EQ(std::ranges::find(members, animal) - members.begin(), 3);
}

TYPED_TEST(MemberTest, HashesByItsWord) {
  Animal* animal = this->template Make<Animal>();
  std::unordered_set<MEMBER(Animal)> set;
  set.insert(animal);
  set.insert(this->template Make<Animal>());
  set.insert(animal);
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.contains(animal));
}

using MixedMemberTest = CppgcTest;

template <template <typename> typename A, template <typename> typename B>
void Mix(Animal* first, Animal* second) {
  A<Animal> a = first;
  B<Animal> b = second;
  EXPECT_NE(a, b);
  a.Swap(b);
  EXPECT_EQ(a.Get(), second);
  EXPECT_EQ(b.Get(), first);
  B<Animal> copy = a;
  EXPECT_EQ(copy, a);
  EXPECT_EQ(a, copy);
  copy = std::move(a);
  EXPECT_FALSE(a);
  EXPECT_EQ(copy.Get(), second);
  B<Animal> moved(std::move(copy));
  EXPECT_FALSE(copy);
  a = moved;
  EXPECT_EQ(a, second);
}
TEST_F(MixedMemberTest, WeaknessesMix) {
  auto* a = Make<Animal>();
  auto* b = Make<Animal>();
  Mix<Member, Member>(a, b);
  Mix<Member, WeakMember>(a, b);
  Mix<Member, UntracedMember>(a, b);
  Mix<WeakMember, Member>(a, b);
  Mix<WeakMember, WeakMember>(a, b);
  Mix<WeakMember, UntracedMember>(a, b);
  Mix<UntracedMember, Member>(a, b);
  Mix<UntracedMember, WeakMember>(a, b);
  Mix<UntracedMember, UntracedMember>(a, b);
}

// ---- Policies

struct CountingBarrier {
  static inline int initializing = 0;
  static inline int assigning = 0;
  static void InitializingBarrier(const void*, const void*) { initializing++; }
  template <cppgc::internal::WriteBarrierSlotType>
  static void AssigningBarrier(const void*, const void*) {
    assigning++;
  }
  template <cppgc::internal::WriteBarrierSlotType>
  static void AssigningBarrier(const void*, cppgc::internal::DefaultMemberStorage) {
    assigning++;
  }
};
using BarrierMember = cppgc::internal::BasicMember<Animal, cppgc::internal::StrongMemberTag, CountingBarrier>;

TEST_F(MixedMemberTest, ABarrierPolicySeesEveryStoreOfAPointer) {
  Animal* animal = Make<Animal>();
  CountingBarrier::initializing = CountingBarrier::assigning = 0;
  BarrierMember a = animal;
  EXPECT_EQ(CountingBarrier::initializing, 1);
  a = animal;
  EXPECT_EQ(CountingBarrier::assigning, 1);
  a = nullptr;
  BarrierMember b = nullptr, c = cppgc::kSentinelPointer;
  b = cppgc::kSentinelPointer;
  b.Clear();
  EXPECT_EQ(CountingBarrier::initializing, 1);
  EXPECT_EQ(CountingBarrier::assigning, 1);
  a.Swap(b);
  EXPECT_EQ(CountingBarrier::assigning, 3);
  BarrierMember d = a;
  EXPECT_EQ(CountingBarrier::initializing, 2);
}

struct CountingCheck {
  static inline std::vector<const Animal*> seen;
  template <typename T>
  void CheckPointer(cppgc::internal::RawPointer pointer) {
    seen.push_back(static_cast<const T*>(pointer.Load()));
  }
#if defined(CPPGC_POINTER_COMPRESSION)
  template <typename T>
  void CheckPointer(cppgc::internal::CompressedPointer pointer) {
    seen.push_back(static_cast<const T*>(pointer.Load()));
  }
#endif
  template <typename T>
  void CheckPointer(const T* pointer) {
    seen.push_back(pointer);
  }
};
TEST_F(MixedMemberTest, ACheckingPolicySeesEveryPointer) {
  using CheckedMember =
      cppgc::internal::BasicMember<Animal, cppgc::internal::StrongMemberTag,
                                   cppgc::internal::DijkstraWriteBarrierPolicy, CountingCheck>;
  CountingCheck::seen.clear();
  CheckedMember member;
  std::vector<const Animal*> made;
  for (int i = 0; i < 10; i++) {
    Animal* animal = Make<Animal>();
    made.push_back(animal);
    member = animal;
  }
  EXPECT_EQ(CountingCheck::seen, made);
}

// ---- Life and death

class Holder : public cppgc::GarbageCollected<Holder> {
 public:
  void Trace(cppgc::Visitor* visitor) const {
    visitor->Trace(strong);
    visitor->Trace(weak);
    visitor->Trace(whole);
  }
  Member<Counted<Holder>> strong;
  WeakMember<Counted<Holder>> weak;
  UntracedMember<Counted<Holder>> untraced;
  cppgc::subtle::UncompressedMember<Counted<Holder>> whole;
};

TEST_F(MixedMemberTest, StrongMembersKeepAndWeakOnesAreCleared) {
  Counted<Holder>::deaths = 0;
  cppgc::Persistent<Holder> holder = Make<Holder>();
  holder->strong = Make<Counted<Holder>>();
  holder->weak = Make<Counted<Holder>>();
  holder->whole = Make<Counted<Holder>>();
  Precise();
  EXPECT_EQ(Counted<Holder>::deaths, 1);
  EXPECT_TRUE(holder->strong);
  EXPECT_FALSE(holder->weak);
  EXPECT_TRUE(holder->whole);
  holder->weak = holder->strong;
  Precise();
  EXPECT_EQ(holder->weak, holder->strong);
  holder->untraced = holder->strong;
  holder->strong = nullptr;
  Precise();
  EXPECT_EQ(Counted<Holder>::deaths, 2);
  EXPECT_FALSE(holder->weak);
  EXPECT_TRUE(holder->untraced);  // nobody clears it
  holder->whole.Clear();
  Precise();
  EXPECT_EQ(Counted<Holder>::deaths, 3);
}

TEST_F(MixedMemberTest, AMemberOnTheStackKeepsItsObject) {
  Counted<Holder>::deaths = 0;
  Member<Counted<Holder>> member = Make<Counted<Holder>>();
  Conservative();
  EXPECT_EQ(Counted<Holder>::deaths, 0);
  EXPECT_EQ(member->value, 7);  // a use after the collection: without one the compiler may forget the member
}

#if defined(CPPGC_POINTER_COMPRESSION)
TEST_F(MixedMemberTest, CompressionIsReversible) {
  using cppgc::internal::CompressedPointer;
  std::vector<Animal*> animals;
  for (int i = 0; i < 1000; i++) animals.push_back(Make<Animal>());
  for (Animal* animal : animals) {
    EXPECT_EQ(CompressedPointer::Decompress(CompressedPointer::Compress(animal)), animal);
    EXPECT_EQ(CompressedPointer(animal).Load(), animal);
  }
  EXPECT_EQ(CompressedPointer::Decompress(CompressedPointer::Compress(nullptr)), nullptr);
  EXPECT_TRUE(CompressedPointer(cppgc::kSentinelPointer).IsSentinel());
  EXPECT_FALSE(CompressedPointer(cppgc::kSentinelPointer).IsCleared());
  EXPECT_TRUE(CompressedPointer(nullptr).IsCleared());
}
#endif

}  // namespace
