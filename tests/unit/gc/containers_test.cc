// Vector, Deque, HashSet, HashMap and their weak kinds, compared with the standard library's under random
// operations, in heaps that collect rarely, often, and at every allocation.
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fixture.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"

namespace halfword::gc::testing {
namespace {

class Item : public GarbageCollected<Item> {
 public:
  explicit Item(int n = 0) : number(n) {}
  void Trace(Visitor* visitor) const { visitor->Trace(next); }
  int number;
  Member<Item> next;
};
class BaseMixin : public GarbageCollectedMixin {
 public:
  int mixed = 5;
};
class MixedItem : public GarbageCollected<MixedItem>, public BaseMixin {
 public:
  void Trace(Visitor* visitor) const override { BaseMixin::Trace(visitor); }
};

// Any container as a root.
template <typename C>
class Holder : public GarbageCollected<Holder<C>> {
 public:
  void Trace(Visitor* visitor) const { visitor->Trace(c); }
  C c;
};

static_assert(sizeof(Vector<Member<Item>>) == sizeof(MemberBits));
static_assert(sizeof(Deque<int>) == sizeof(MemberBits));
static_assert(sizeof(HashSet<Member<Item>>) == sizeof(MemberBits));
static_assert(sizeof(HashMap<std::string, int>) == sizeof(MemberBits));
static_assert(sizeof(internal::HashSlot<Member<Item>, internal::NoValue>) == sizeof(MemberBits));
static_assert(sizeof(internal::HashSlot<Member<Item>, Member<Item>>) == 2 * sizeof(MemberBits));

// The parameter: collect at every n-th allocation, 0 by need.
class ContainersTest : public GcTest, public ::testing::WithParamInterface<int> {
 protected:
  void SetUp() override {
    HeapOptions options;
    options.stress_interval = static_cast<uint32_t>(GetParam());
    options.initial_threshold = 1 << 20;
    Start(options);
  }
  int Rounds(int n) const { return GetParam() == 1 ? n / 20 : n; }
  template <typename F>
  void In(F body) {
    heap_->Enter(body);
    ScrubStack();
  }
  Item* New(int n) { return MakeGarbageCollected<Item>(*heap_, n); }
  template <typename C>
  Persistent<Holder<C>> NewHolder() {
    return MakeGarbageCollected<Holder<C>>(*heap_);
  }
  std::mt19937 random_{42};
};
INSTANTIATE_TEST_SUITE_P(Stress, ContainersTest, ::testing::Values(0, 1, 7));

// ---- Vector

TEST_P(ContainersTest, AVectorKeepsItsObjects) {
  In([&] {
    auto holder = NewHolder<Vector<Member<Item>>>();
    auto& v = holder->c;
    EXPECT_TRUE(v.empty());
    for (int i = 0; i < Rounds(2000); i++) v.push_back(New(i));
    heap_->CollectGarbage();
    ASSERT_EQ(v.size(), static_cast<size_t>(Rounds(2000)));
    int n = 0;
    for (Item* item : v) EXPECT_EQ(item->number, n++);
    EXPECT_EQ(v.back()->number, n - 1);
    EXPECT_EQ(v.front()->number, 0);
    EXPECT_TRUE(v.contains(v[3].Get()));
    v.clear();
    EXPECT_TRUE(v.empty());
  });
  Precise();
  EXPECT_EQ(Total(), 0u);
}

TEST_P(ContainersTest, AVectorDoesAsStdVectorDoes) {
  In([&] {
    auto holder = NewHolder<Vector<Member<Item>>>();
    auto& v = holder->c;
    std::vector<int> model;
    for (int round = 0; round < Rounds(4000); round++) {
      size_t at = model.empty() ? 0 : random_() % model.size();
      switch (random_() % 8) {
        case 0:
        case 1:
        case 2:
          v.push_back(New(round));
          model.push_back(round);
          break;
        case 3:
          v.insert(v.begin() + at, New(round));
          model.insert(model.begin() + at, round);
          break;
        case 4:
          if (model.empty()) break;
          v.erase(v.begin() + at);
          model.erase(model.begin() + at);
          break;
        case 5:
          if (model.empty()) break;
          v.pop_back();
          model.pop_back();
          break;
        case 6:
          if (model.empty()) break;
          v[at] = New(round);
          model[at] = round;
          break;
        case 7:
          if (round % 16 == 0) v.shrink_to_fit();
          if (round % 64 == 0) {
            size_t n = std::min<size_t>(model.size(), 10);
            v.erase(v.begin(), v.begin() + n);
            model.erase(model.begin(), model.begin() + n);
          }
          break;
      }
      ASSERT_EQ(v.size(), model.size());
      ASSERT_GE(v.capacity(), v.size());
    }
    for (size_t i = 0; i < model.size(); i++) ASSERT_EQ(v[i]->number, model[i]);
  });
}

TEST_P(ContainersTest, VectorsCopyMoveAndCompare) {
  In([&] {
    Vector<Member<Item>> a{New(1), New(2), New(3)}, b = a, c;
    EXPECT_EQ(a, b);
    b.push_back(New(4));
    EXPECT_EQ(a.size(), 3u);
    c = std::move(b);
    EXPECT_TRUE(b.empty());
    EXPECT_EQ(c.size(), 4u);
    swap(a, c);
    EXPECT_EQ(a.size(), 4u);
    a = {New(9)};
    EXPECT_EQ(a[0]->number, 9);
    a.resize(5);
    EXPECT_EQ(a[4], nullptr);
    a.resize(1);
    EXPECT_EQ(a.at(0)->number, 9);
    a.push_back(a[0]);  // from itself, through a growth
    a.push_back(a[0]);
    EXPECT_EQ(a[2], a[0]);
    EXPECT_EQ(a.rbegin()->Get(), a[0].Get());
  });
}

TEST_P(ContainersTest, WeakElementsBecomeNull) {
  auto holder = NewHolder<Vector<WeakMember<Item>>>();
  Persistent<Item> kept;
  In([&] {
    kept = New(7);
    holder->c.push_back(New(1));
    holder->c.push_back(kept);
    holder->c.push_back(New(2));
  });
  Precise();
  In([&] {
    EXPECT_EQ(holder->c.size(), 3u);
    EXPECT_EQ(holder->c[0], nullptr);
    EXPECT_EQ(holder->c[1], kept.Get());
    EXPECT_EQ(holder->c[2], nullptr);
  });
}

struct Pair {
  void Trace(Visitor* visitor) const {
    visitor->Trace(first);
    visitor->Trace(second);
  }
  Member<Item> first;
  Member<Item> second;
};
struct Named {
  void Trace(Visitor* visitor) const { visitor->Trace(item); }
  std::string name;
  Member<Item> item;
};

TEST_P(ContainersTest, ElementsMayBeParts) {
  auto pairs = NewHolder<Vector<Pair>>();
  auto named = NewHolder<Vector<Named>>();
  auto nested = NewHolder<Vector<Vector<Member<Item>>>>();
  auto mixins = NewHolder<Vector<Member<BaseMixin>>>();
  const int n = Rounds(400);
  In([&] {
    for (int i = 0; i < n; i++) {
      pairs->c.push_back({New(i), New(-i)});
      named->c.push_back({"a name that does not fit into the string " + std::to_string(i), New(i)});
      nested->c.emplace_back();
      for (int k = 0; k < i % 5; k++) nested->c.back().push_back(New(k));
      mixins->c.push_back(MakeGarbageCollected<MixedItem>(*heap_));
    }
  });
  Precise();
  In([&] {
    for (int i = 0; i < n; i++) {
      ASSERT_EQ(pairs->c[i].first->number, i);
      ASSERT_EQ(pairs->c[i].second->number, -i);
      ASSERT_EQ(named->c[i].item->number, i);
      ASSERT_EQ(named->c[i].name, "a name that does not fit into the string " + std::to_string(i));
      ASSERT_EQ(nested->c[i].size(), static_cast<size_t>(i % 5));
      ASSERT_EQ(mixins->c[i]->mixed, 5);
    }
    named->c.erase(named->c.begin());
    EXPECT_EQ(named->c[0].item->number, 1);
  });
}

TEST_P(ContainersTest, ElementsWithDestructorsAreDestroyedOnce) {
  auto alive = std::make_shared<int>(1);
  In([&] {
    auto holder = NewHolder<Vector<std::shared_ptr<int>>>();
    for (int i = 0; i < Rounds(300); i++) holder->c.push_back(alive);
    EXPECT_EQ(alive.use_count(), Rounds(300) + 1);
    holder->c.pop_back();
    holder->c.erase(holder->c.begin(), holder->c.begin() + 3);
    EXPECT_EQ(alive.use_count(), Rounds(300) - 3);
    Vector<std::shared_ptr<int>> copy = holder->c;
    EXPECT_EQ(alive.use_count(), 2 * Rounds(300) - 7);
    copy.clear();
    EXPECT_EQ(alive.use_count(), Rounds(300) - 3);
  });
  Precise();
  Precise();
  EXPECT_EQ(alive.use_count(), 1);
}

TEST_P(ContainersTest, ValuesWithoutReferencesAreNotTraced) {
  In([&] {
    Vector<int> numbers;
    for (int i = 0; i < 1000; i++) numbers.push_back(i);
    EXPECT_EQ(std::accumulate(numbers.begin(), numbers.end(), 0), 499500);
    EXPECT_EQ(heap_->TypeOf(heap_->FindObject(numbers.data())).kind, TraceKind::kNoPointers);
  });
}

// ---- Deque

TEST_P(ContainersTest, ADequeDoesAsStdDequeDoes) {
  In([&] {
    auto holder = NewHolder<Deque<Member<Item>>>();
    auto& d = holder->c;
    std::deque<int> model;
    for (int round = 0; round < Rounds(4000); round++) {
      switch (random_() % 6) {
        case 0:
        case 1:
          d.push_back(New(round));
          model.push_back(round);
          break;
        case 2:
        case 3:
          d.push_front(New(round));
          model.push_front(round);
          break;
        case 4:
          if (model.empty()) break;
          d.pop_back();
          model.pop_back();
          break;
        case 5:
          if (model.empty()) break;
          d.pop_front();
          model.pop_front();
          break;
      }
      ASSERT_EQ(d.size(), model.size());
      if (!model.empty()) {
        ASSERT_EQ(d.front()->number, model.front());
        ASSERT_EQ(d.back()->number, model.back());
      }
    }
    size_t i = 0;
    for (Item* item : d) ASSERT_EQ(item->number, model[i++]);
    Deque<Member<Item>> copy = d;
    d.clear();
    ASSERT_EQ(copy.size(), model.size());
    auto found =
        std::find_if(copy.begin(), copy.end(), [&](Item* item) { return item->number == model.back(); });
    EXPECT_EQ(copy.end() - found, 1);
  });
}

TEST_P(ContainersTest, ADequeDropsWhatItPops) {
  auto alive = std::make_shared<int>(1);
  In([&] {
    auto holder = NewHolder<Deque<std::shared_ptr<int>>>();
    for (int i = 0; i < 100; i++) holder->c.push_front(alive);
    for (int i = 0; i < 40; i++) holder->c.pop_front();
    EXPECT_EQ(alive.use_count(), 61);
  });
  Precise();
  EXPECT_EQ(alive.use_count(), 1);
}

// ---- HashSet

TEST_P(ContainersTest, ASetDoesAsStdSetDoes) {
  In([&] {
    auto holder = NewHolder<HashSet<Member<Item>>>();
    auto all = NewHolder<Vector<Member<Item>>>();
    auto& set = holder->c;
    for (int i = 0; i < 300; i++) all->c.push_back(New(i));
    std::set<int> model;
    for (int round = 0; round < Rounds(6000); round++) {
      int n = static_cast<int>(random_() % all->c.size());
      Item* item = all->c[n];
      switch (random_() % 4) {
        case 0:
        case 1: {
          auto [position, added] = set.insert(item);
          ASSERT_EQ(added, model.insert(n).second);
          ASSERT_EQ(*position, item);
          break;
        }
        case 2: ASSERT_EQ(set.erase(item), model.erase(n)); break;
        case 3: ASSERT_EQ(set.contains(item), model.contains(n)); break;
      }
      ASSERT_EQ(set.size(), model.size());
    }
    std::set<int> seen;
    for (Item* item : set) seen.insert(item->number);
    EXPECT_EQ(seen, model);
    for (auto it = set.begin(); it != set.end();) {
      it = (*it)->number % 2 ? set.erase(it) : ++it;
    }
    for (Item* item : set) EXPECT_EQ(item->number % 2, 0);
    EXPECT_EQ(set.find(static_cast<Item*>(nullptr)), set.end());
    HashSet<Member<Item>> copy = set, moved = std::move(copy);
    EXPECT_EQ(moved.size(), set.size());
    EXPECT_TRUE(copy.empty());
  });
}

TEST_P(ContainersTest, ASetOfMixinsFindsThemByTheirObject) {
  In([&] {
    HashSet<Member<BaseMixin>> set;
    auto* object = MakeGarbageCollected<MixedItem>(*heap_);
    set.insert(object);
    EXPECT_TRUE(set.contains(object));
    EXPECT_TRUE(set.contains(static_cast<BaseMixin*>(object)));
    Member<MixedItem> member = object;
    EXPECT_TRUE(set.contains(member));
    EXPECT_FALSE(set.insert(member).second);
  });
}

TEST_P(ContainersTest, SetsOfValuesUseTheirHash) {
  In([&] {
    auto strings = NewHolder<HashSet<std::string>>();
    auto numbers = NewHolder<HashSet<int>>();
    for (int i = 0; i < Rounds(1000); i++) {
      strings->c.insert("a long enough string, number " + std::to_string(i % 300));
      numbers->c.insert(i % 300);
    }
    size_t n = static_cast<size_t>(std::min(Rounds(1000), 300));
    EXPECT_EQ(strings->c.size(), n);
    EXPECT_EQ(numbers->c.size(), n);
    EXPECT_TRUE(numbers->c.contains(0));
    EXPECT_EQ(strings->c.erase(std::string("a long enough string, number 0")), 1u);
    EXPECT_FALSE(strings->c.contains(std::string("a long enough string, number 0")));
    EXPECT_EQ(strings->c.size(), n - 1);
  });
}

TEST_P(ContainersTest, AWeakSetForgetsTheDead) {
  auto set = NewHolder<WeakHashSet<Item>>();
  auto kept = NewHolder<Vector<Member<Item>>>();
  In([&] {
    for (int i = 0; i < 200; i++) {
      Item* item = New(i);
      if (i % 4 == 0) kept->c.push_back(item);
      set->c.insert(item);
    }
  });
  Precise();
  In([&] {
    EXPECT_EQ(set->c.size(), 50u);
    for (Item* item : kept->c) EXPECT_TRUE(set->c.contains(item));
    for (Item* item : set->c) EXPECT_EQ(item->number % 4, 0);
    for (int i = 0; i < 200; i++) set->c.insert(kept->c[i % 50].Get());
    EXPECT_EQ(set->c.size(), 50u);
    kept->c.clear();
  });
  Precise();
  In([&] { EXPECT_EQ(set->c.size(), 0u); });
}

// ---- HashMap

TEST_P(ContainersTest, AMapDoesAsStdMapDoes) {
  In([&] {
    auto holder = NewHolder<HashMap<Member<Item>, Member<Item>>>();
    auto all = NewHolder<Vector<Member<Item>>>();
    auto& map = holder->c;
    for (int i = 0; i < 200; i++) all->c.push_back(New(i));
    std::map<int, int> model;
    for (int round = 0; round < Rounds(6000); round++) {
      int n = static_cast<int>(random_() % all->c.size());
      Item* key = all->c[n];
      switch (random_() % 6) {
        case 0:
          map.insert_or_assign(key, New(round));
          model[n] = round;
          break;
        case 1: {
          bool added = map.insert(key, New(round)).second;
          ASSERT_EQ(added, model.insert({n, round}).second);
          break;
        }
        case 2:
          map[key] = New(round);
          model[n] = round;
          break;
        case 3: ASSERT_EQ(map.erase(key), model.erase(n)); break;
        default: {
          Item* value = map.get(key);
          auto found = model.find(n);
          ASSERT_EQ(value != nullptr, found != model.end());
          if (value != nullptr) {
            ASSERT_EQ(value->number, found->second);
          }
        }
      }
      ASSERT_EQ(map.size(), model.size());
    }
    std::map<int, int> seen;
    for (auto [key, value] : map) seen[key->number] = value->number;
    EXPECT_EQ(seen, model);
    if (!map.empty()) {
      auto it = map.begin();
      it->value = New(12345);
      EXPECT_EQ(map.get(it->key)->number, 12345);
    }
    auto copy = map;
    map.clear();
    EXPECT_EQ(copy.size(), model.size());
  });
}

TEST_P(ContainersTest, KeysAndValuesOfAllKinds) {
  auto by_name = NewHolder<HashMap<std::string, Member<Item>>>();
  auto names = NewHolder<HashMap<Member<Item>, std::string>>();
  auto lists = NewHolder<HashMap<int, Vector<Member<Item>>>>();
  In([&] {
    for (int i = 0; i < 100; i++) {
      Item* item = New(i);
      std::string name = "the name of the item with the number " + std::to_string(i);
      by_name->c[name] = item;
      names->c[item] = name;
      lists->c[i % 7].push_back(item);
    }
  });
  Precise();
  In([&] {
    for (int i = 0; i < 100; i++) {
      std::string name = "the name of the item with the number " + std::to_string(i);
      Item* item = by_name->c.get(name);
      ASSERT_NE(item, nullptr);
      EXPECT_EQ(item->number, i);
      EXPECT_EQ(names->c.get(item), name);
      EXPECT_TRUE(lists->c.find(i % 7)->value.contains(item));
    }
    names->c.clear();
    by_name->c.erase(std::string("no such name"));
    lists->c.erase(3);
    EXPECT_EQ(lists->c.size(), 6u);
  });
}

TEST_P(ContainersTest, AnEphemeronMapKeepsValuesOfLiveKeysOnly) {
  auto map = NewHolder<EphemeronMap<Item, Item>>();
  Persistent<Item> key;
  In([&] {
    key = New(1);
    // A chain: each value is the next key; the last refers to the first.
    Item* k = key;
    for (int i = 2; i < 20; i++) {
      Item* v = New(i);
      map->c.insert(k, v);
      k = v;
    }
    // A pair that keeps its own key, and one that nobody holds.
    Item* self = New(100);
    Item* value = New(101);
    value->next = self;
    map->c.insert(self, value);
  });
  Precise();
  In([&] {
    EXPECT_EQ(map->c.size(), 18u);
    int n = 1;
    for (Item* k = key; k != nullptr; k = map->c.get(k)) EXPECT_EQ(k->number, n++);
    EXPECT_EQ(n, 20);
  });
  key.Clear();
  Precise();
  In([&] { EXPECT_EQ(map->c.size(), 0u); });
  EXPECT_EQ(Total(), 2u);  // the holder and the empty store
}

TEST_P(ContainersTest, WeakValuesTakeTheirEntriesWithThem) {
  auto map = NewHolder<HashMap<std::string, WeakMember<Item>>>();
  auto both = NewHolder<HashMap<WeakMember<Item>, WeakMember<Item>>>();
  auto strong = NewHolder<HashMap<Member<Item>, WeakMember<Item>>>();
  Persistent<Item> a, b;
  In([&] {
    a = New(1);
    b = New(2);
    map->c.insert("alive", a.Get());
    map->c.insert("dead", New(3));
    both->c.insert(a.Get(), b.Get());
    both->c.insert(b.Get(), New(4));
    both->c.insert(New(5), a.Get());
    strong->c.insert(New(6), a.Get());
    strong->c.insert(New(7), New(8));
  });
  Precise();
  In([&] {
    EXPECT_EQ(map->c.size(), 1u);
    EXPECT_EQ(map->c.get("alive"), a.Get());
    EXPECT_EQ(both->c.size(), 1u);
    EXPECT_EQ(both->c.get(a), b.Get());
    EXPECT_EQ(strong->c.size(), 1u);
  });
}

TEST_P(ContainersTest, ValuesThatHoldReferencesAreEphemeronsToo) {
  auto map = NewHolder<WeakHashMap<Item, Vector<Member<Item>>>>();
  Persistent<Item> key;
  In([&] {
    key = New(1);
    for (int i = 0; i < 10; i++) map->c[key.Get()].push_back(New(i));
    Item* other = New(2);
    map->c[other].push_back(other);
  });
  Precise();
  In([&] {
    EXPECT_EQ(map->c.size(), 1u);
    for (int i = 0; i < 10; i++) EXPECT_EQ(map->c.find(key)->value[i]->number, i);
  });
  key.Clear();
  Precise();
  In([&] { EXPECT_EQ(map->c.size(), 0u); });
}

TEST_P(ContainersTest, EntriesMayDieWhileOthersAreVisited) {
  auto set = NewHolder<WeakHashSet<Item>>();
  In([&] {
    for (int i = 0; i < 100; i++) set->c.insert(New(i));
  });
  In([&] {
    int visited = 0;
    for (auto it = set->c.begin(); it != set->c.end(); ++it) {
      Item* item = *it;
      visited++;
      if (visited == 2) heap_->CollectGarbage();
      EXPECT_LT(item->number, 100);
    }
    EXPECT_GE(visited, 1);
  });
}

TEST_P(ContainersTest, TablesShrinkWhenTheyAreRebuilt) {
  In([&] {
    auto holder = NewHolder<HashSet<int>>();
    for (int i = 0; i < 1000; i++) holder->c.insert(i);
    for (int i = 0; i < 995; i++) holder->c.erase(i);
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 10; i++) holder->c.insert(round * 1000 + i);
      for (int i = 0; i < 10; i++) holder->c.erase(round * 1000 + i);
    }
    size_t bytes = 0;
    heap_->ForEachObject([&](void* object) { bytes = std::max(bytes, heap_->CellSizeOf(object)); });
    EXPECT_EQ(holder->c.size(), 5u);
    heap_->CollectGarbage();
  });
}

}  // namespace
}  // namespace halfword::gc::testing
