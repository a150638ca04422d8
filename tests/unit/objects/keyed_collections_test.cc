#include "objects/library/keyed_collections.h"

#include <random>
#include <vector>

#include "fixture.h"
#include "objects/isolate.h"
#include "objects/library/managing_memory.h"
#include "objects/values/allocate.h"

namespace halfword {
namespace {

template <class T>
T* Make(Isolate& isolate) {
  Shape* shape = RootShapeFor(
      isolate, T::kType, Value(isolate.realm()->intrinsic(Intrinsic::kObjectPrototype)), FirstSlotOf<T>(), 0);
  return NewObjectAs<T>(isolate, shape);
}

// What a map costs: its table, without keys and values.
size_t TableBytes(HashCollection* c) { return gc::Heap::Current().CellSizeOf(c->table_.get()); }

TEST_F(ObjectsTest, MapsFindWhatTheyHold) {
  RunWithStress([](Isolate& isolate) {
    auto* map = Make<MapObject>(isolate);
    EXPECT_TRUE(map->Get(isolate, Int(1)).IsNotFound());
    JSObject* object = NewPlain(isolate);
    ASSERT_TRUE(map->Set(isolate, Int(1), Int(10)));
    ASSERT_TRUE(map->Set(isolate, NewHeapNumber(isolate, 1.5), Int(11)));
    ASSERT_TRUE(map->Set(isolate, NewHeapNumber(isolate, __builtin_nan("")), Int(12)));
    ASSERT_TRUE(map->Set(isolate, NewHeapNumber(isolate, -0.0), Int(13)));
    ASSERT_TRUE(map->Set(isolate, Str(isolate, "a string that is long enough"), Int(14)));
    ASSERT_TRUE(map->Set(isolate, Value(object), Int(15)));
    ASSERT_TRUE(map->Set(isolate, Value::Undefined(), Int(16)));
    ASSERT_TRUE(map->Set(isolate, Value(isolate.symbol(WellKnownSymbol::match)), Int(17)));
    EXPECT_EQ(map->size(), 8u);
    EXPECT_EQ(map->Get(isolate, NewHeapNumber(isolate, 1.0)), Int(10));
    EXPECT_EQ(map->Get(isolate, NewHeapNumber(isolate, 1.5)), Int(11));
    EXPECT_EQ(map->Get(isolate, NewHeapNumber(isolate, -__builtin_nan("1"))), Int(12));
    EXPECT_EQ(map->Get(isolate, Int(0)), Int(13));
    String* rope = MUST(Concat(isolate, Str(isolate, "a string that is "), Str(isolate, "long enough")));
    EXPECT_FALSE(rope->IsFlat());
    EXPECT_EQ(map->Get(isolate, Value(rope)), Int(14));
    EXPECT_EQ(map->Get(isolate, Value(Intern(isolate, rope))), Int(14));
    EXPECT_EQ(map->Get(isolate, Value(object)), Int(15));
    EXPECT_EQ(map->Get(isolate, Value::Undefined()), Int(16));
    EXPECT_TRUE(map->Get(isolate, Value::Null()).IsNotFound());
    EXPECT_EQ(map->Get(isolate, Value(isolate.symbol(WellKnownSymbol::match))), Int(17));
    ASSERT_TRUE(map->Set(isolate, Int(1), Int(20)));
    EXPECT_EQ(map->size(), 8u);
    EXPECT_EQ(map->Get(isolate, Int(1)), Int(20));
    // Keys put in through -0 come out as 0.
    HashCursor cursor(map);
    int seen = 0;
    while (cursor.Next()) seen += cursor.key() == Int(0);
    EXPECT_EQ(seen, 1);
  });
}

TEST_F(ObjectsTest, BigIntsAreKeysByValue) {
  Run([](Isolate& isolate) {
    auto big = [](uint32_t digit, bool negative) {
      auto* b = AllocateSmall<BigInt>(4);
      b->sign_and_count_ = 2 | negative;
      b->digits()[0] = digit;
      return Value(b);
    };
    auto* set = Make<SetObject>(isolate);
    ASSERT_TRUE(set->Add(isolate, big(5, false)));
    EXPECT_TRUE(set->Has(isolate, big(5, false)));
    EXPECT_FALSE(set->Has(isolate, big(5, true)));
    EXPECT_FALSE(set->Has(isolate, Int(5)));
  });
}

TEST_F(ObjectsTest, TablesOfAllIndexWidthsAgreeWithAModel) {
  Run([](Isolate& isolate) {
    for (uint32_t n : {100u, 1000u, 100000u}) {
      auto* map = Make<MapObject>(isolate);
      std::vector<int> model(n, -1);
      std::mt19937 random(n);
      for (uint32_t step = 0; step < n * 4; step++) {
        uint32_t k = random() % n;
        if (random() % 3) {
          ASSERT_TRUE(map->Set(isolate, Int(k), Int(step)));
          model[k] = step;
        } else {
          ASSERT_EQ(map->Delete(isolate, Int(k)), model[k] >= 0);
          model[k] = -1;
        }
      }
      uint32_t live = 0;
      for (uint32_t k = 0; k < n; k++) {
        live += model[k] >= 0;
        ASSERT_EQ(map->Get(isolate, Int(k)), model[k] < 0 ? Value::NotFound() : Int(model[k]));
      }
      ASSERT_EQ(map->size(), live);
    }
  });
}

TEST_F(ObjectsTest, AMillionEntriesAreSmall) {
  Run([](Isolate& isolate) {
    auto* map = Make<MapObject>(isolate);
    auto* set = Make<SetObject>(isolate);
    constexpr int kEntries = 1000000;
    for (int i = 0; i < kEntries; i++) {
      ASSERT_TRUE(map->Set(isolate, Int(i), Int(i)));
      ASSERT_TRUE(set->Add(isolate, Int(i)));
    }
    EXPECT_LT(TableBytes(map), (HALFWORD_COMPRESS ? 18.1 : 30.1) * kEntries);
    // What stopped growing is cut to size by the second collection.
    for (int i = 0; i < 2; i++) gc::Heap::Current().CollectGarbage();
    RecordProperty("map_bytes_an_entry", std::to_string(static_cast<double>(TableBytes(map)) / kEntries));
    EXPECT_LT(TableBytes(map), (HALFWORD_COMPRESS ? 14.1 : 22.1) * kEntries);
    EXPECT_LT(TableBytes(set), (HALFWORD_COMPRESS ? 10.1 : 14.1) * kEntries);
    for (int i = 0; i < kEntries; i += 997) ASSERT_EQ(map->Get(isolate, Int(i)), Int(i));
    ASSERT_FALSE(set->Has(isolate, Int(kEntries)));
  });
}

TEST_F(ObjectsTest, CursorsSurviveMutation) {
  RunWithStress([](Isolate& isolate) {
    auto* map = Make<MapObject>(isolate);
    for (int i = 0; i < 6; i++) ASSERT_TRUE(map->Set(isolate, Int(i), Int(i * 10)));
    HashCursor cursor(map);
    std::vector<int> seen;
    while (cursor.Next()) {
      int k = cursor.key().AsSmi();
      seen.push_back(k);
      EXPECT_EQ(cursor.value(), Int(k * 10));
      if (k == 1) {
        map->Delete(isolate, Int(0));
        map->Delete(isolate, Int(1));
        map->Delete(isolate, Int(2));
        for (int i = 6; i < 40; i++) ASSERT_TRUE(map->Set(isolate, Int(i), Int(i * 10)));  // rehashes
      }
      if (k == 10) {
        for (int i = 0; i < 38; i++) map->Delete(isolate, Int(i));
        ASSERT_TRUE(map->Set(isolate, Int(3), Int(30)));  // again, at the end
      }
    }
    EXPECT_EQ(seen, (std::vector<int>{0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 38, 39, 3}));
  });
}

TEST_F(ObjectsTest, IteratorsSurviveClear) {
  RunWithStress([](Isolate& isolate) {
    auto* set = Make<SetObject>(isolate);
    auto* before = Make<SetIterator>(isolate);
    before->Start(isolate, set, IterationKind::kValues);  // of a set that never had an entry
    for (int i = 0; i < 5; i++) ASSERT_TRUE(set->Add(isolate, Int(i)));
    auto* iterator = Make<SetIterator>(isolate);
    iterator->Start(isolate, set, IterationKind::kValues);
    Value key, value;
    for (int i = 0; i < 3; i++) {
      ASSERT_TRUE(iterator->Next(isolate, &key, &value));
      EXPECT_EQ(key, Int(i));
      EXPECT_TRUE(value.IsUndefined());
    }
    set->Clear(isolate);
    EXPECT_EQ(set->size(), 0u);
    EXPECT_FALSE(set->Has(isolate, Int(4)));
    for (int i = 10; i < 30; i++) ASSERT_TRUE(set->Add(isolate, Int(i)));
    for (int i = 10; i < 30; i++) {
      ASSERT_TRUE(iterator->Next(isolate, &key, &value));
      EXPECT_EQ(key, Int(i));
    }
    EXPECT_FALSE(iterator->Next(isolate, &key, &value));
    ASSERT_TRUE(set->Add(isolate, Int(99)));
    EXPECT_FALSE(iterator->Next(isolate, &key, &value)) << "exhausted for good";
    ASSERT_TRUE(before->Next(isolate, &key, &value));
    EXPECT_EQ(key, Int(10));
  });
}

TEST_F(ObjectsTest, CursorsAgreeWithAModelUnderRandomMutation) {
  Run([](Isolate& isolate) {
    for (int seed = 0; seed < 50; seed++) {
      std::mt19937 random(seed);
      auto* set = Make<SetObject>(isolate);
      std::vector<int> list;  // the specification's list: -1 is empty
      size_t position = 0;
      int start = static_cast<int>(random() % 20);
      for (int i = 0; i < start; i++) {
        ASSERT_TRUE(set->Add(isolate, Int(i)));
        list.push_back(i);
      }
      HashCursor cursor(set);
      for (int step = 0; step < 3000; step++) {
        int k = static_cast<int>(random() % 50);
        auto at = std::find(list.begin(), list.end(), k);
        switch (random() % 64) {
          case 0:
            set->Clear(isolate);
            std::fill(list.begin(), list.end(), -1);
            break;
          case 1 ... 25:
            ASSERT_TRUE(set->Add(isolate, Int(k)));
            if (at == list.end()) list.push_back(k);
            break;
          case 26 ... 45:
            ASSERT_EQ(set->Delete(isolate, Int(k)), at != list.end());
            if (at != list.end()) *at = -1;
            break;
          default:
            while (position < list.size() && list[position] < 0) position++;
            bool more = position < list.size();
            ASSERT_EQ(cursor.Next(), more) << seed << " " << step;
            if (more) ASSERT_EQ(cursor.key(), Int(list[position++])) << seed << " " << step;
        }
      }
    }
  });
}

TEST_F(ObjectsTest, WeakMapsHoldEphemerons) {
  Run([](Isolate& isolate) {
    auto* map = Make<WeakMapObject>(isolate);
    isolate.host_roots_[0].Init(Value(map));
    JSArray* kept = NewArray(isolate, 0);
    isolate.host_roots_[1].Init(Value(kept));
    // A chain of 1000: each key is the value of the one before; only the first is held.
    [&]() __attribute__((noinline)) {
      JSObject* key = NewPlain(isolate);
      kept->Push(isolate, Value(key));
      for (int i = 0; i < 1000; i++) {
        JSObject* next = NewPlain(isolate);
        map->Set(isolate, Value(key), Value(next));
        key = next;
      }
      for (int i = 0; i < 1000; i++) map->Set(isolate, Value(NewPlain(isolate)), Value(map));
    }();
    isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    map = static_cast<WeakMapObject*>(isolate.host_roots_[0].get().AsObject());
    EXPECT_EQ(map->table_->live_, 1000u);
    Value key = isolate.host_roots_[1].get().AsObject()->GetElement(isolate, 0);
    int length = 0;
    for (Value next; !(next = map->Get(key)).IsNotFound(); key = next) length++;
    EXPECT_EQ(length, 1000);
    EXPECT_TRUE(map->Delete(isolate.host_roots_[1].get().AsObject()->GetElement(isolate, 0)));
    static_cast<JSArray*>(isolate.host_roots_[1].get().AsObject())->SetLengthFast(isolate, 0);
    isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    map = static_cast<WeakMapObject*>(isolate.host_roots_[0].get().AsObject());
    EXPECT_EQ(map->table_->live_, 0u);
  });
}

TEST_F(ObjectsTest, WeakRefsAndRegistriesSeeDeath) {
  Run([](Isolate& isolate) {
    isolate.host_roots_[0].Init(Value(Make<WeakRefObject>(isolate)));
    isolate.host_roots_[1].Init(Value(Make<FinalizationRegistryObject>(isolate)));
    auto ref = [&] { return static_cast<WeakRefObject*>(isolate.host_roots_[0].get().AsObject()); };
    auto registry = [&] {
      return static_cast<FinalizationRegistryObject*>(isolate.host_roots_[1].get().AsObject());
    };
    isolate.host_roots_[2].Init(Value(NewPlain(isolate)));
    ref()->set_target(isolate.host_roots_[2]);
    registry()->Register(isolate, isolate.host_roots_[2], Int(1), Value::Undefined());
    for (int i = 2; i < 12; i++)
      registry()->Register(isolate, Value(NewPlain(isolate)), Int(i), isolate.host_roots_[2]);
    for (int i = 12; i < 15; i++)
      registry()->Register(isolate, Value(NewPlain(isolate)), Int(i), Value::Undefined());
    isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    EXPECT_EQ(ref()->target(), isolate.host_roots_[2].get());
    EXPECT_EQ(TakeDirtyRegistry(isolate), registry());
    EXPECT_EQ(TakeDirtyRegistry(isolate), nullptr);
    EXPECT_TRUE(registry()->Unregister(isolate, isolate.host_roots_[2]));
    EXPECT_FALSE(registry()->Unregister(isolate, isolate.host_roots_[2]));
    Value held;
    int sum = 0;
    while (registry()->TakeCleared(&held)) sum += held.AsSmi();
    EXPECT_EQ(sum, 12 + 13 + 14);
    isolate.host_roots_[2].Init(Value::Undefined());
    isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
    EXPECT_TRUE(ref()->target().IsUndefined());
    EXPECT_EQ(TakeDirtyRegistry(isolate), registry());
    EXPECT_TRUE(registry()->TakeCleared(&held));
    EXPECT_EQ(held, Int(1));
  });
}

}  // namespace
}  // namespace halfword
