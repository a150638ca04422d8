// Custom spaces keep the objects of some classes apart.
#include <set>
#include <vector>

#include "cppgc/custom-space.h"
#include "cppgc/heap-statistics.h"
#include "fixture.h"

namespace {

class SpaceA : public cppgc::CustomSpace<SpaceA> {
 public:
  static constexpr cppgc::CustomSpaceIndex kSpaceIndex = 0;
};
class SpaceB : public cppgc::CustomSpace<SpaceB> {
 public:
  static constexpr cppgc::CustomSpaceIndex kSpaceIndex = 1;
  static constexpr bool kSupportsCompaction = true;
};

class InA : public cppgc::GarbageCollected<InA> {
 public:
  static inline int deaths = 0;
  ~InA() { deaths++; }
  void Trace(cppgc::Visitor* visitor) const { visitor->Trace(next); }
  cppgc::Member<InA> next;
};
class BaseB : public cppgc::GarbageCollected<BaseB> {
 public:
  void Trace(cppgc::Visitor*) const {}
  int value = 3;
};
class DerivedB : public BaseB {};
class alignas(16) AlignedB : public BaseB {
  char bytes[48] = {};
  char Last() const { return bytes[47]; }
};
class Elsewhere : public cppgc::GarbageCollected<Elsewhere> {
 public:
  void Trace(cppgc::Visitor*) const {}
  char bytes[16];
};

}  // namespace

namespace cppgc {
template <>
struct SpaceTrait<InA> {
  using Space = SpaceA;
};
template <typename T>
struct SpaceTrait<T, std::enable_if_t<std::is_base_of_v<BaseB, T>>> {
  using Space = SpaceB;
};
}  // namespace cppgc

namespace {

class CustomSpaceTest : public CppgcTest {
 protected:
  void SetUp() override {
    cppgc::Heap::HeapOptions options;
    options.custom_spaces.emplace_back(std::make_unique<SpaceA>());
    options.custom_spaces.emplace_back(std::make_unique<SpaceB>());
    heap_ = cppgc::Heap::Create(platform_, std::move(options));
    InA::deaths = 0;
  }
  // Blocks are 32 KiB: objects of different spaces never share one.
  static uintptr_t BlockOf(const void* object) { return reinterpret_cast<uintptr_t>(object) >> 15; }
};

TEST_F(CustomSpaceTest, ObjectsOfDifferentSpacesShareNoBlock) {
  cppgc::subtle::NoGarbageCollectionScope no_collection(handle());
  std::set<uintptr_t> a, b, other;
  for (int i = 0; i < 5000; i++) {
    a.insert(BlockOf(Make<InA>()));
    b.insert(BlockOf(Make<BaseB>()));
    b.insert(BlockOf(Make<DerivedB>()));
    b.insert(BlockOf(Make<AlignedB>()));
    other.insert(BlockOf(Make<Elsewhere>()));
  }
  for (uintptr_t block : a) EXPECT_FALSE(b.contains(block) || other.contains(block));
}

TEST_F(CustomSpaceTest, AlignmentHoldsInThem) {
  for (int i = 0; i < 300; i++) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Make<AlignedB>()) % 16, 0u);
    Make<BaseB>();
  }
}

TEST_F(CustomSpaceTest, TheyAreSwept) {
  cppgc::Persistent<InA> list;
  for (int i = 0; i < 3000; i++) {
    InA* a = Make<InA>();
    if (i % 2 == 0) {
      a->next = list;
      list = a;
    }
  }
  Precise();
  EXPECT_EQ(InA::deaths, 1500);
  list.Clear();
  Precise();
  EXPECT_EQ(InA::deaths, 3000);
  for (int i = 0; i < 3000; i++) Make<InA>();
  Precise();
  EXPECT_EQ(InA::deaths, 6000);
}

TEST_F(CustomSpaceTest, LargeObjectsBelongToThemToo) {
  auto* large = cppgc::MakeGarbageCollected<InA>(allocation(), cppgc::AdditionalBytes(100'000));
  cppgc::HeapStatistics s = heap().CollectStatistics(cppgc::HeapStatistics::kDetailed);
  ASSERT_EQ(s.space_stats.size(), 5u);
  EXPECT_EQ(s.space_stats[3].name, "CustomSpace0");
  EXPECT_GE(s.space_stats[3].used_size_bytes, 100'000u);
  EXPECT_EQ(s.space_stats[4].used_size_bytes, 0u);
  EXPECT_FALSE(large->next);
}

}  // namespace
