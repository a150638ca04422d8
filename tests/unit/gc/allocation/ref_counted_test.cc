// Reference-counted objects in their cage, and roots that copies share.
#include "halfword/gc/ref_counted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <unordered_set>
#include <vector>

#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/garbage_collected.h"
#include "halfword/gc/heap.h"
#include "halfword/gc/shared_persistent.h"

namespace halfword::gc {
namespace {

std::atomic<int> alive{0};

class Name : public RefCounted<Name> {
 public:
  explicit Name(std::string text) : text(std::move(text)) { alive++; }
  ~Name() { alive--; }
  std::string text;
};

class RefCountedTest : public ::testing::Test {
 protected:
  ~RefCountedTest() override { EXPECT_EQ(alive, 0); }
};

TEST_F(RefCountedTest, ReferencesTakeAMembersRoom) {
  EXPECT_EQ(sizeof(RefPtr<Name>), HALFWORD_COMPRESS ? 4u : 8u);
  EXPECT_EQ(sizeof(UncountedPtr<Name>), HALFWORD_COMPRESS ? 4u : 8u);
  EXPECT_EQ(sizeof(SharedPersistent<int>), HALFWORD_COMPRESS ? 4u : 8u);
  static_assert(std::is_trivially_destructible_v<UncountedPtr<Name>>);
  static_assert(std::is_trivially_copyable_v<UncountedPtr<Name>>);
}

TEST_F(RefCountedTest, TheLastReferenceDestroys) {
  RefPtr<Name> first = MakeRefCounted<Name>("first");
  EXPECT_TRUE(first->HasOneRef());
  RefPtr<Name> second = first;
  EXPECT_FALSE(first->HasOneRef());
  first = nullptr;
  EXPECT_EQ(alive, 1);
  EXPECT_EQ(second->text, "first");
  RefPtr<Name> third = std::move(second);
  EXPECT_EQ(second, nullptr);
  EXPECT_TRUE(third->HasOneRef());
  third = MakeRefCounted<Name>("third");
  EXPECT_EQ(alive, 1);
  EXPECT_EQ((*third).text, "third");
}

TEST_F(RefCountedTest, AssigningToItselfKeepsIt) {
  RefPtr<Name> name = MakeRefCounted<Name>("self");
  RefPtr<Name>& same = name;
  name = same;
  EXPECT_TRUE(name->HasOneRef());
  name = std::move(same);
  ASSERT_TRUE(name);
  EXPECT_EQ(name->text, "self");
}

TEST_F(RefCountedTest, NullIsNothing) {
  RefPtr<Name> null;
  UncountedPtr<Name> also;
  EXPECT_FALSE(null);
  EXPECT_EQ(null.Get(), nullptr);
  EXPECT_EQ(also.Get(), nullptr);
  EXPECT_TRUE(null == also);
  EXPECT_TRUE(null == nullptr);
}

TEST_F(RefCountedTest, ReferencesAndPointersCompare) {
  RefPtr<Name> a = MakeRefCounted<Name>("a"), b = MakeRefCounted<Name>("b");
  UncountedPtr<Name> uncounted = a;
  EXPECT_TRUE(a == uncounted);
  EXPECT_TRUE(b != uncounted);
  EXPECT_TRUE(a == a.Get());
  EXPECT_EQ(uncounted.Get(), a.Get());
  EXPECT_TRUE(a->HasOneRef());
  RefPtr<const Name> constant = uncounted.Get();
  EXPECT_FALSE(a->HasOneRef());
  EXPECT_EQ(constant->text, "a");
  std::unordered_set<RefPtr<Name>> set = {a, b, a};
  EXPECT_EQ(set.size(), 2u);
  EXPECT_TRUE(set.contains(b));
}

#if HALFWORD_COMPRESS
// A scan of a stack takes a word with this bit for a reference into a heap.
TEST_F(RefCountedTest, NoWordLooksLikeAMember) {
  std::vector<RefPtr<Name>> names;
  for (int i = 0; i < 1000; i++) names.push_back(MakeRefCounted<Name>(""));
  for (const auto& name : names) EXPECT_EQ(name.word().bits() >> 31, 0u);
}
#endif

class Shape : public RefCounted<Shape> {
 public:
  virtual ~Shape() = default;
};
class Named {
 public:
  virtual ~Named() { alive--; }
  uint64_t word = 7;
};
class Circle final : public Named, public Shape {
 public:
  Circle() { alive++; }
};

TEST_F(RefCountedTest, ObjectsOfDerivedClassesGoAsAWhole) {
  RefPtr<Circle> circle = MakeRefCounted<Circle>();
  RefPtr<Shape> shape = circle;
  EXPECT_NE(static_cast<void*>(shape.Get()), static_cast<void*>(circle.Get()));
  EXPECT_EQ(static_cast<Circle*>(shape.Get())->word, 7u);
  const void* cell = circle.Get();
  circle = nullptr;
  EXPECT_EQ(alive, 1);
  shape = nullptr;
  EXPECT_EQ(alive, 0);
  // Its cell, not its part, is what the next of the same size gets.
  RefPtr<Circle> next = MakeRefCounted<Circle>();
  EXPECT_EQ(next.Get(), cell);
}

template <size_t kBytes>
struct Block : RefCounted<Block<kBytes>> {
  explicit Block(uint8_t value) { std::memset(bytes, value, sizeof(bytes)); }
  bool Holds(uint8_t value) const {
    return std::all_of(std::begin(bytes), std::end(bytes), [&](uint8_t byte) { return byte == value; });
  }
  uint8_t bytes[kBytes];
};
struct alignas(64) Aligned : RefCounted<Aligned> {
  uint64_t words[20];
};

TEST_F(RefCountedTest, CellsOfAllSizesDoNotOverlap) {
  auto check = [](auto make) {
    std::vector<decltype(make(uint8_t{0}))> kept(500);
    std::vector<uint8_t> values(kept.size());
    std::mt19937 random(1);
    for (int i = 0; i < 20000; i++) {
      size_t at = random() % kept.size();
      if (kept[at]) {
        ASSERT_TRUE(kept[at]->Holds(values[at]));
        kept[at] = nullptr;
      } else {
        kept[at] = make(values[at] = static_cast<uint8_t>(random()));
      }
    }
  };
  check([](uint8_t value) { return MakeRefCounted<Block<1>>(value); });
  check([](uint8_t value) { return MakeRefCounted<Block<24>>(value); });
  check([](uint8_t value) { return MakeRefCounted<Block<100>>(value); });
  check([](uint8_t value) { return MakeRefCounted<Block<3000>>(value); });
  check([](uint8_t value) { return MakeRefCounted<Block<internal::kLargestRefCounted - 8>>(value); });
  std::vector<RefPtr<Aligned>> aligned;
  for (int i = 0; i < 1000; i++) {
    aligned.push_back(MakeRefCounted<Aligned>());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned.back().Get()) % 64, 0u);
  }
}

TEST_F(RefCountedTest, MemoryServesTheSameSizeAgain) {
  std::vector<RefPtr<Name>> names;
  std::unordered_set<void*> places;
  for (int i = 0; i < 100; i++) {
    names.push_back(MakeRefCounted<Name>("name"));
    places.insert(names.back().Get());
  }
  names.clear();
  for (int i = 0; i < 100; i++) {
    names.push_back(MakeRefCounted<Name>("again"));
    EXPECT_TRUE(places.contains(names.back().Get()));
  }
}

TEST_F(RefCountedTest, AnyThreadMakesCopiesAndDrops) {
  RefPtr<Name> shared = MakeRefCounted<Name>("shared");
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&shared, t] {
      std::vector<RefPtr<Name>> mine;
      for (int i = 0; i < 5000; i++) {
        RefPtr<Name> copy = shared;
        mine.push_back(MakeRefCounted<Name>(std::to_string(t * 5000 + i)));
        if (mine.size() > 50) mine.erase(mine.begin(), mine.begin() + 25);
      }
      for (size_t i = 1; i < mine.size(); i++) EXPECT_NE(mine[i], mine[i - 1]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(shared->HasOneRef());
}

TEST_F(RefCountedTest, OneThreadDropsWhatAnotherMade) {
  std::vector<RefPtr<Name>> names;
  std::thread([&] {
    for (int i = 0; i < 1000; i++) names.push_back(MakeRefCounted<Name>(std::to_string(i)));
  }).join();
  for (int i = 0; i < 1000; i++) EXPECT_EQ(names[i]->text, std::to_string(i));
  names.clear();
}

// ---- Beside collected objects ----

class Element : public GarbageCollected<Element> {
 public:
  explicit Element(UncountedPtr<const Name> tag) : tag(tag) {}
  void Trace(Visitor* visitor) const { visitor->Trace(by_name); }
  UncountedPtr<const Name> tag;
  HashMap<UncountedPtr<const Name>, Member<Element>> by_name;
};
class Labelled : public GarbageCollected<Labelled> {
 public:
  explicit Labelled(RefPtr<Name> label) : label(std::move(label)) {}
  void Trace(Visitor*) const {}
  RefPtr<Name> label;
};

std::unique_ptr<Heap> NewHeap() {
  std::string error;
  auto heap = Heap::Create(HeapOptions(), &error);
  EXPECT_NE(heap, nullptr) << error;
  return heap;
}

TEST_F(RefCountedTest, CollectedObjectsReferToThem) {
  std::unique_ptr<Heap> heap = NewHeap();
  RefPtr<Name> div = MakeRefCounted<Name>("div"), a = MakeRefCounted<Name>("a");
  heap->Enter([&] {
    Persistent<Element> element = MakeGarbageCollected<Element>(*heap, div);
    element->by_name.insert(div, element);
    element->by_name.insert(a, MakeGarbageCollected<Element>(*heap, a));
    heap->CollectGarbage();
    EXPECT_EQ(element->tag->text, "div");
    EXPECT_EQ(element->by_name.get(div), element);
    EXPECT_EQ(element->by_name.get(a)->tag, a);
  });
}

TEST_F(RefCountedTest, AFinalizerDropsItsReference) {
  std::unique_ptr<Heap> heap = NewHeap();
  heap->Enter([&] { MakeGarbageCollected<Labelled>(*heap, MakeRefCounted<Name>("label")); });
  EXPECT_EQ(alive, 1);
  heap->CollectGarbage(StackState::kNoHeapPointers);
  heap->FinishSweeping();
  EXPECT_EQ(alive, 0);
}

TEST_F(RefCountedTest, SharedPersistentsAreOneRoot) {
  std::unique_ptr<Heap> heap = NewHeap();
  RefPtr<Name> name = MakeRefCounted<Name>("name");
  std::vector<SharedPersistent<Element>> copies;
  WeakPersistent<Element> weak;
  heap->Enter([&] {
    Element* element = MakeGarbageCollected<Element>(*heap, name);
    weak = element;
    copies.assign(100, SharedPersistent<Element>(element));
  });
  heap->CollectGarbage(StackState::kNoHeapPointers);
  ASSERT_TRUE(weak);
  EXPECT_EQ(copies[99].Get(), weak.Get());
  EXPECT_EQ(copies[0]->tag, name);
  SharedPersistent<Element> last = copies[7];
  copies.clear();
  heap->CollectGarbage(StackState::kNoHeapPointers);
  EXPECT_TRUE(weak);
  last = nullptr;
  heap->CollectGarbage(StackState::kNoHeapPointers);
  EXPECT_FALSE(weak);
}

TEST_F(RefCountedTest, ASharedPersistentThatIsAssignedLeavesItsCopies) {
  std::unique_ptr<Heap> heap = NewHeap();
  RefPtr<Name> name = MakeRefCounted<Name>("name");
  heap->Enter([&] {
    SharedPersistent<Element> first = MakeGarbageCollected<Element>(*heap, name), copy = first;
    Element* before = copy;
    first = MakeGarbageCollected<Element>(*heap, name);
    EXPECT_EQ(copy.Get(), before);
    EXPECT_NE(first.Get(), before);
  });
}

TEST_F(RefCountedTest, ASharedPersistentIsNullWithItsHeap) {
  std::unique_ptr<Heap> heap = NewHeap();
  RefPtr<Name> name = MakeRefCounted<Name>("name");
  SharedPersistent<Element> root, copy;
  heap->Enter([&] { root = MakeGarbageCollected<Element>(*heap, name); });
  copy = root;
  heap.reset();
  EXPECT_FALSE(root);
  EXPECT_EQ(copy.Get(), nullptr);
}

}  // namespace
}  // namespace halfword::gc
