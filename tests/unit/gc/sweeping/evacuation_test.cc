// Objects of compactable spaces move together, and nobody notices but the memory.
#include "fixture.h"
#include "halfword/gc/allocation.h"
#include "halfword/gc/containers/deque.h"
#include "halfword/gc/containers/hash_map.h"
#include "halfword/gc/containers/hash_set.h"
#include "halfword/gc/containers/vector.h"
#include "halfword/gc/persistent.h"
#include "halfword/gc/testing.h"

namespace halfword::gc::testing {
namespace {

struct Thing final : GarbageCollected<Thing> {
  explicit Thing(int n) : number(n) {}
  void Trace(Visitor*) const {}
  int number;
};
struct Word {
  int value = 0;
};
// An owner of one container of each kind.
struct Owner final : GarbageCollected<Owner> {
  void Trace(Visitor* visitor) const {
    visitor->Trace(things);
    visitor->Trace(lists);
    visitor->Trace(words);
    visitor->Trace(queue);
    visitor->Trace(map);
    visitor->Trace(weak);
    visitor->Trace(weak_set);
    visitor->Trace(notes);
  }
  Vector<Member<Thing>> things;
  Vector<Vector<Member<Thing>>> lists;
  Vector<Word> words;
  Deque<Member<Thing>> queue;
  HashMap<Member<Thing>, Member<Thing>> map;
  Vector<WeakMember<Thing>> weak;
  WeakHashSet<Thing> weak_set;
  EphemeronMap<Thing, Thing> notes;
};

struct StoreSpace : CustomSpace<StoreSpace> {
  static constexpr CustomSpaceIndex kSpaceIndex = 0;
  static constexpr bool kSupportsCompaction = true;
};
// What the program moves by itself: a record that one holder refers to.
struct Record : GarbageCollected<Record> {
  explicit Record(int n) : number(n) {}
  void Trace(Visitor* visitor) const { visitor->Trace(thing); }
  int number;
  Member<Thing> thing;
  char rest[100] = {};
};
struct alignas(16) AlignedRecord final : Record {
  using Record::Record;
};
struct Holder final : GarbageCollected<Holder> {
  void Trace(Visitor* visitor) const {
    visitor->Trace(record);
    visitor->RegisterMovableReference(&record);
    visitor->TraceObject(plain);
    visitor->RegisterMovableReference(const_cast<const Record**>(&plain));
    visitor->Trace(unannounced);
  }
  Member<Record> record;
  Record* plain = nullptr;
  Member<Record> unannounced;
};

}  // namespace
}  // namespace halfword::gc::testing

namespace halfword::gc {

// (Only of what this file alone makes: a type has one space in a program.)
template <>
struct SpaceTrait<internal::VectorStore<Member<testing::Thing>>> {
  using Space = testing::StoreSpace;
};
template <>
struct SpaceTrait<internal::VectorStore<Vector<Member<testing::Thing>>>> {
  using Space = testing::StoreSpace;
};
template <>
struct SpaceTrait<internal::VectorStore<testing::Word>> {
  using Space = testing::StoreSpace;
};
template <>
struct SpaceTrait<internal::VectorStore<WeakMember<testing::Thing>>> {
  using Space = testing::StoreSpace;
};
template <>
struct SpaceTrait<internal::DequeStore<Member<testing::Thing>>> {
  using Space = testing::StoreSpace;
};
template <typename V>
struct SpaceTrait<internal::HashStore<Member<testing::Thing>, V>> {
  using Space = testing::StoreSpace;
};
template <typename V>
struct SpaceTrait<internal::HashStore<WeakMember<testing::Thing>, V>> {
  using Space = testing::StoreSpace;
};
template <typename T>
struct SpaceTrait<T, std::enable_if_t<std::is_base_of_v<testing::Record, T>>> {
  using Space = testing::StoreSpace;
};

}  // namespace halfword::gc

namespace halfword::gc::testing {
namespace {

static_assert(kIsContainerStore<internal::VectorStore<Word>>);
static_assert(kIsContainerStore<internal::HashStore<Member<Thing>, Member<Thing>>>);
static_assert(!kIsContainerStore<Thing>);
static_assert(internal::IsAllocatedOnCompactableSpace<internal::VectorStore<Word>>::value);
static_assert(!internal::IsAllocatedOnCompactableSpace<Thing>::value);

class EvacuationTest : public GcTest {
 protected:
  void SetUp() override { Make(1); }
  void Make(uint32_t compactable_spaces) {
    HeapOptions options;
    options.custom_spaces = 1;
    options.compactable_spaces = compactable_spaces;
    options.initial_threshold = size_t{64} << 20;
    Start(options);
  }
  template <typename T, typename... A>
  T* NewObject(A... arguments) {
    return MakeGarbageCollected<T>(*heap_, arguments...);
  }
  void Force() { StandaloneTestingHeap(*heap_).ForceCompactionForNextGarbageCollection(); }
  size_t Used() { return heap_->CollectStatistics().used_bytes; }
  uint64_t Moved() { return heap_->CollectStatistics().moved_bytes; }
};

// Owners with containers of every kind, of which one in ten is kept.
class EvacuationOfStoresTest : public EvacuationTest {
 protected:
  struct Table final : GarbageCollected<Table> {
    void Trace(Visitor* visitor) const { visitor->Trace(owners); }
    HashMap<int, Member<Owner>> owners;
  };

  Owner* NewOwner(int number) {
    Owner* owner = NewObject<Owner>();
    for (int i = 0; i < number % 30; i++) {
      Thing* thing = NewObject<Thing>(number + i);
      owner->things.push_back(thing);
      owner->words.push_back({number * i});
      owner->queue.push_back(thing);
      owner->map.insert_or_assign(thing, NewObject<Thing>(-number - i));
      owner->weak.push_back(i % 2 == 0 ? thing : NewObject<Thing>(0));
      owner->weak_set.insert(thing);
      owner->notes.insert_or_assign(thing, NewObject<Thing>(number * 2));
      if (i % 5 == 0) owner->lists.emplace_back();
      owner->lists.back().push_back(thing);
    }
    return owner;
  }
  void Check(Owner& owner, int number) {
    size_t count = static_cast<size_t>(number % 30);
    ASSERT_EQ(owner.things.size(), count);
    ASSERT_EQ(owner.queue.size(), count);
    ASSERT_EQ(owner.map.size(), count);
    ASSERT_EQ(owner.weak_set.size(), count);
    ASSERT_EQ(owner.notes.size(), count);
    for (size_t i = 0; i < count; i++) {
      int n = static_cast<int>(i);
      Thing* thing = owner.things[i];
      ASSERT_EQ(thing->number, number + n);
      ASSERT_EQ(owner.words[i].value, number * n);
      ASSERT_EQ(owner.queue[i], thing);
      ASSERT_EQ(owner.map.get(thing)->number, -number - n);
      ASSERT_EQ(owner.weak[i].Get(), n % 2 == 0 ? thing : nullptr);
      ASSERT_TRUE(owner.weak_set.contains(thing));
      ASSERT_EQ(owner.notes.get(thing)->number, number * 2);
      ASSERT_EQ(owner.lists[i / 5][i % 5], thing);
    }
  }
};

TEST_F(EvacuationOfStoresTest, ContentsStayAndMemoryIsGivenBack) {
  heap_->Enter([&] {
    Persistent<Table> table = NewObject<Table>();
    for (int i = 0; i < 4000; i++) {
      Owner* owner = NewOwner(i);
      if (i % 10 == 0) table->owners.insert_or_assign(i, owner);
    }
    Precise();
    size_t before = Used();
    uint64_t moved = Moved();
    Precise();  // the one before has seen how much is free
    EXPECT_GT(Moved(), moved);
    EXPECT_LT(Used(), before * 3 / 4);
    EXPECT_GT(heap_->CollectStatistics().evacuated_blocks, 10u);
    for (auto entry : table->owners) Check(*entry.value, entry.key);
    // What moved can grow, move again and die.
    for (int i = 1; i < 4000; i += 10) table->owners.insert_or_assign(i, NewOwner(i));
    Force();
    Precise();
    for (auto entry : table->owners) Check(*entry.value, entry.key);
    table->owners.clear();
    Precise();
    heap_->Verify();
  });
}

TEST_F(EvacuationOfStoresTest, NothingMovesWhereTheHeapDoesNotSaySo) {
  Make(0);
  heap_->Enter([&] {
    Persistent<Table> table = NewObject<Table>();
    for (int i = 0; i < 2000; i++) {
      Owner* owner = NewOwner(i);
      if (i % 10 == 0) table->owners.insert_or_assign(i, owner);
    }
    Precise();
    Force();
    Precise();
    EXPECT_EQ(Moved(), 0u);
    for (auto entry : table->owners) Check(*entry.value, entry.key);
  });
}

// Holders of records, of which one in eight is kept.
class EvacuationOfRecordsTest : public EvacuationTest {
 protected:
  static constexpr int kHolders = 4000;
  void MakeHolders(void (*set)(Holder& holder, Record* record)) {
    for (int i = 0; i < kHolders; i++) {
      auto* record = NewObject<Record>(i);
      if (i % 8 != 0) continue;
      record->thing = NewObject<Thing>(i);
      Holder* holder = NewObject<Holder>();
      set(*holder, record);
      holders_.push_back(Persistent<Holder>(holder));
    }
  }
  static void SetMember(Holder& holder, Record* record) { holder.record = record; }
  static void CheckRecord(Record* record, size_t i) {
    ASSERT_EQ(record->number, static_cast<int>(i) * 8);
    ASSERT_EQ(record->thing->number, record->number);
  }
  void TearDown() override { holders_.clear(); }
  std::vector<Persistent<Holder>> holders_;
};

TEST_F(EvacuationOfRecordsTest, MembersThatWereAnnouncedAreUpdated) {
  heap_->Enter([&] {
    MakeHolders(&SetMember);
    Force();
    Precise();
    EXPECT_EQ(Moved(), holders_.size() * CellSize(sizeof(Record)));
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->record, i);
  });
}

TEST_F(EvacuationOfRecordsTest, SoArePlainPointers) {
  heap_->Enter([&] {
    MakeHolders([](Holder& holder, Record* record) { holder.plain = record; });
    Force();
    Precise();
    EXPECT_EQ(Moved(), holders_.size() * CellSize(sizeof(Record)));
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->plain, i);
  });
}

TEST_F(EvacuationOfRecordsTest, WhatNobodyAnnouncedStays) {
  heap_->Enter([&] {
    MakeHolders([](Holder& holder, Record* record) { holder.unannounced = record; });
    Force();
    Precise();
    EXPECT_EQ(Moved(), 0u);
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->unannounced, i);
  });
}

TEST_F(EvacuationOfRecordsTest, WhatTwoSlotsReferToStays) {
  heap_->Enter([&] {
    MakeHolders([](Holder& holder, Record* record) { holder.record = holder.plain = record; });
    Force();
    Precise();
    EXPECT_EQ(Moved(), 0u);
    for (auto& holder : holders_) EXPECT_EQ(holder->record.Get(), holder->plain);
  });
}

TEST_F(EvacuationOfRecordsTest, WhatAStackRefersToStaysWithItsBlock) {
  heap_->Enter([&] {
    MakeHolders(&SetMember);
    Record* volatile pinned = holders_[holders_.size() / 2]->record;
    volatile const char* inside = holders_[holders_.size() / 4]->record->rest + 50;
    Force();
    heap_->CollectGarbage(StackState::kMayContainHeapPointers);
    EXPECT_EQ(holders_[holders_.size() / 2]->record.Get(), pinned);
    EXPECT_EQ(static_cast<volatile const char*>(holders_[holders_.size() / 4]->record->rest + 50), inside);
    EXPECT_GT(Moved(), 0u);
    EXPECT_LT(Moved(), holders_.size() * CellSize(sizeof(Record)));
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->record, i);
  });
}

TEST_F(EvacuationOfRecordsTest, WhatAPersistentRefersToStays) {
  heap_->Enter([&] {
    MakeHolders(&SetMember);
    Persistent<Record> persistent = holders_[7]->record.Get();
    Record* place = persistent.Get();
    Force();
    Precise();
    EXPECT_GT(Moved(), 0u);
    EXPECT_EQ(holders_[7]->record.Get(), place);
  });
}

TEST_F(EvacuationOfRecordsTest, OnlyWholeCollectionsMove) {
  heap_->Enter([&] {
    MakeHolders(&SetMember);
    Precise();
    uint64_t moved = Moved();
    for (int i = 0; i < kHolders * 4; i++) NewObject<Record>(i);
    for (int i = 0; i < 2; i++) {
      heap_->StartIncrementalMarking();
      while (!heap_->AdvanceMarking(100)) {
      }
      heap_->FinalizeMarking(StackState::kNoHeapPointers);
      heap_->FinishSweeping();
    }
    EXPECT_EQ(Moved(), moved);
    // One that is in progress gives way to one that was asked for.
    StandaloneTestingHeap by_hand(*heap_);
    by_hand.StartGarbageCollection();
    by_hand.ForceCompactionForNextGarbageCollection();
    by_hand.FinalizeGarbageCollection(StackState::kNoHeapPointers);
    EXPECT_GT(Moved(), moved);
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->record, i);
  });
}

TEST_F(EvacuationOfRecordsTest, AlignmentHolds) {
  heap_->Enter([&] {
    for (int i = 0; i < kHolders; i++) {
      Record* record = i % 3 == 0 ? NewObject<AlignedRecord>(i) : NewObject<Record>(i);
      if (i % 8 != 0) continue;
      Holder* holder = NewObject<Holder>();
      holder->record = record;
      holders_.push_back(Persistent<Holder>(holder));
    }
    Force();
    Precise();
    EXPECT_GT(Moved(), 0u);
    for (size_t i = 0; i < holders_.size(); i++) {
      ASSERT_EQ(holders_[i]->record->number, static_cast<int>(i) * 8);
      if (i * 8 % 3 == 0) ASSERT_EQ(reinterpret_cast<uintptr_t>(holders_[i]->record.Get()) % 16, 0u);
    }
  });
}

TEST_F(EvacuationOfRecordsTest, MemoryIsGivenBackToTheSystem) {
  heap_->Enter([&] {
    MakeHolders(&SetMember);
    Precise();
    size_t before = heap_->CollectStatistics().committed_bytes;
    heap_->ReleaseMemory(StackState::kNoHeapPointers);
    HeapStatistics s = heap_->CollectStatistics();
    EXPECT_LT(s.committed_bytes, before);
    EXPECT_LT(s.used_bytes, s.live_bytes + 6 * 32768);
    for (size_t i = 0; i < holders_.size(); i++) CheckRecord(holders_[i]->record, i);
  });
}

}  // namespace
}  // namespace halfword::gc::testing
