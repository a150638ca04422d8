#include <map>
#include <random>

#include "fixture.h"
#include "objects/library/global.h"
#include "objects/memory/value_list.h"
#include "objects/shapes/recent_shapes.h"

namespace halfword {
namespace {

TEST_F(ObjectsTest, SmallThingsAreSmall) {
  Run([](Isolate& isolate) {
    Shape* two = RootShapeFor(isolate, HeapType::kPlainObject, Value::Null(), 1, 2);
    JSObject* point = NewObject(isolate, two);
    Put(isolate, point, "x", Int(1));
    Put(isolate, point, "y", Int(2));
    Value smis[100];
    for (Value& v : smis) v = Int(7);
    JSArray* array = NewArrayFrom(isolate, smis);
    auto* environment = AllocateSmall<Environment>(sizeof(Value));
    auto* closure = NewObjectAs<JSFunction>(isolate, isolate.realm()->shape(RealmShape::kFunction));
    closure->info_.Init(AllocateSmall<FunctionInfo>());
    EXPECT_EQ(point->properties(), nullptr);
#if HALFWORD_COMPRESS
    EXPECT_EQ(CellOf(point), 16u);
    EXPECT_EQ(CellOf(array), 16u);
    EXPECT_LE(CellOf(array) + CellOf(array->value_elements()), 4 * 100 + 24u);
    EXPECT_EQ(CellOf(closure), 16u);
    EXPECT_EQ(CellOf(environment), 16u);
    EXPECT_EQ(CellOf(NewHeapNumber(isolate, 1.5).AsHeapNumber()), 16u);
#endif
    (void)array, (void)environment;
  });
}

TEST_F(ObjectsTest, ObjectsWithTheSameHistoryShareAShape) {
  RunWithStress([](Isolate& isolate) {
    JSObject *a = NewPlain(isolate), *b = NewPlain(isolate);
    for (const char* key : {"x", "y", "z"}) {
      Put(isolate, a, key, Int(1));
      Put(isolate, b, key, Int(2));
    }
    EXPECT_EQ(a->shape(), b->shape());
    EXPECT_EQ(a->shape()->table(), b->shape()->table());
    // A sibling gets a table of its own, and the first keeps what it had.
    JSObject* c = NewPlain(isolate);
    Put(isolate, c, "x", Int(1));
    Put(isolate, c, "q", Int(3));
    EXPECT_NE(c->shape()->table(), a->shape()->table());
    EXPECT_EQ(Keys(isolate, c), "x q");
    EXPECT_EQ(Keys(isolate, a), "x y z");
    EXPECT_EQ(At(isolate, b, "y"), Int(2));
    EXPECT_EQ(At(isolate, c, "q"), Int(3));
    EXPECT_EQ(At(isolate, c, "y"), Value::NotFound());
  });
}

TEST_F(ObjectsTest, PropertiesOverflowIntoAnArray) {
  RunWithStress([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    for (int i = 0; i < 60; i++) Put(isolate, o, "p" + std::to_string(i), Int(i));
    EXPECT_EQ(o->shape()->extension_kind(), ExtensionKind::kProperties);
    EXPECT_FALSE(o->shape()->is_unique());
    Put(isolate, o, "3", Int(33));  // now both
    EXPECT_EQ(o->shape()->extension_kind(), ExtensionKind::kBoth);
    for (int i = 0; i < 60; i++) EXPECT_EQ(At(isolate, o, "p" + std::to_string(i)), Int(i));
    EXPECT_EQ(At(isolate, o, "3"), Int(33));
    EXPECT_EQ(Keys(isolate, o).substr(0, 10), "3 p0 p1 p2");
  });
}

TEST_F(ObjectsTest, ElementsThenPropertiesKeepBoth) {
  RunWithStress([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    for (int i = 0; i < 20; i++) {
      Put(isolate, o, std::to_string(i), Int(i));
      Put(isolate, o, "n" + std::to_string(i), Int(-i));
    }
    for (int i = 0; i < 20; i++) {
      EXPECT_EQ(At(isolate, o, std::to_string(i)), Int(i));
      EXPECT_EQ(At(isolate, o, "n" + std::to_string(i)), Int(-i));
    }
  });
}

TEST_F(ObjectsTest, ManyPropertiesGoToDictionaryMode) {
  Run([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    for (int i = 0; i < 2000; i++) Put(isolate, o, "k" + std::to_string(i), Int(i));
    EXPECT_TRUE(o->shape()->is_dictionary());
    for (int i = 0; i < 2000; i++) ASSERT_EQ(At(isolate, o, "k" + std::to_string(i)), Int(i));
    EXPECT_EQ(At(isolate, o, "k2000"), Value::NotFound());
  });
}

// Interned strings whose addresses collide in tables of up to 16,384 places.
void AppendCollidingNames(Isolate& isolate, ValueList& names) {
  for (int i = 0; i < 250000; i++) {
    Value name = InternAscii(isolate, "name" + std::to_string(i));
    uint32_t hash = static_cast<uint32_t>(name.bits() >> 3) * 0x9E3779B1u;
    if (((hash ^ hash >> 15) & 0x3FFF) < 512) names.Append(name);
  }
}

TEST_F(ObjectsTest, TablesOfNamesThatCollideAreSalted) {
  Run([](Isolate& isolate) {
    ValueList names(isolate);
    AppendCollidingNames(isolate, names);
    ASSERT_GT(names.size(), 4000u);
    JSObject* o = NewPlain(isolate);
    for (size_t i = 0; i < names.size(); i++)
      o->DefineOwn(isolate, PropertyKey::FromName(names[i]), Int(static_cast<int>(i)), kDataDefault);
    EXPECT_NE(o->shape()->table()->salt_, 0u);
    for (size_t i = 0; i < names.size(); i++)
      EXPECT_EQ(o->GetOwn(isolate, PropertyKey::FromName(names[i])).value, Int(static_cast<int>(i)));
    o->DeleteOwn(isolate, PropertyKey::FromName(names[7]));
    EXPECT_FALSE(o->GetOwn(isolate, PropertyKey::FromName(names[7])).found());
    EXPECT_TRUE(o->GetOwn(isolate, PropertyKey::FromName(names[8])).found());

    JSObject* honest = NewPlain(isolate);
    for (int i = 0; i < 1000; i++) Put(isolate, honest, "name" + std::to_string(i), Int(i));
    EXPECT_EQ(honest->shape()->table()->salt_, 0u);
  });
}

TEST_F(ObjectsTest, TransitionsByNamesThatCollideAreSalted) {
  Run([](Isolate& isolate) {
    ValueList names(isolate), objects(isolate);
    AppendCollidingNames(isolate, names);
    Shape* root = NewPlain(isolate)->shape();
    auto add = [&](size_t i) {
      JSObject* o = NewPlain(isolate);
      o->DefineOwn(isolate, PropertyKey::FromName(names[i]), Int(1), kDataDefault);
      return o;
    };
    for (size_t i = 0; i < names.size(); i++) objects.Append(Value(add(i)));
    EXPECT_NE(root->transitions_.get().As<TransitionTable>()->salt_, 0u);
    for (size_t i = 0; i < names.size(); i++) EXPECT_EQ(add(i)->shape(), objects[i].AsObject()->shape());
  });
}

TEST_F(ObjectsTest, DeletingTheLastPropertyStepsBack) {
  RunWithStress([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    Put(isolate, o, "a", Int(1));
    Shape* before = o->shape();
    Put(isolate, o, "b", Int(2));
    o->DeleteOwn(isolate, Key(isolate, "b"));
    EXPECT_EQ(o->shape(), before);
    EXPECT_EQ(Keys(isolate, o), "a");
    // Also out of the overflow array.
    for (int i = 0; i < 8; i++) Put(isolate, o, "c" + std::to_string(i), Int(i));
    for (int i = 7; i >= 0; i--) o->DeleteOwn(isolate, Key(isolate, "c" + std::to_string(i)));
    EXPECT_EQ(o->shape(), before);
    EXPECT_EQ(o->properties(), nullptr);
    EXPECT_EQ(At(isolate, o, "a"), Int(1));
  });
}

TEST_F(ObjectsTest, DeletingAnotherPropertyMakesADictionary) {
  RunWithStress([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    for (const char* key : {"a", "b", "c"}) Put(isolate, o, key, Value(isolate.name(Name::length)));
    o->DeleteOwn(isolate, Key(isolate, "a"));
    EXPECT_TRUE(o->shape()->is_dictionary());
    Shape* shape = o->shape();
    EXPECT_EQ(Keys(isolate, o), "b c");
    Put(isolate, o, "a", Int(4));
    EXPECT_EQ(o->shape(), shape) << "adding to a dictionary keeps its shape";
    EXPECT_EQ(Keys(isolate, o), "b c a");
    o->DeleteOwn(isolate, Key(isolate, "b"));
    EXPECT_EQ(o->shape(), shape) << "and so does deleting: no cache knows where a dictionary has something";
    EXPECT_FALSE(o->GetOwn(isolate, Key(isolate, "b")).found());
    EXPECT_EQ(At(isolate, o, "c"), Value(isolate.name(Name::length)));
    EXPECT_EQ(At(isolate, o, "a"), Int(4));
  });
}

TEST_F(ObjectsTest, DictionariesBehaveAsAMapInInsertionOrder) {
  Run([](Isolate& isolate) {
    std::mt19937 random(7);
    JSObject* o = NewPlain(isolate);
    std::map<std::string, int> model;
    std::vector<std::string> order;
    for (int step = 0; step < 20000; step++) {
      std::string key = "k" + std::to_string(random() % 100);
      if (random() % 2) {
        if (!model.count(key)) order.push_back(key);
        model[key] = step;
        Put(isolate, o, key, Int(step));
      } else if (model.erase(key)) {
        order.erase(std::find(order.begin(), order.end(), key));
        o->DeleteOwn(isolate, Key(isolate, key));
      }
      if (step % 500 == 0) {
        std::string expected;
        for (auto& k : order) {
          if (!expected.empty()) expected += ' ';
          expected += k;
          ASSERT_EQ(At(isolate, o, k), Int(model[k]));
        }
        ASSERT_EQ(Keys(isolate, o), expected);
        if (step) ASSERT_LT(o->shape()->table()->used_, 400u);
      }
    }
  });
}

TEST_F(ObjectsTest, ReconfiguringIsATransition) {
  RunWithStress([](Isolate& isolate) {
    JSObject *a = NewPlain(isolate), *b = NewPlain(isolate), *c = NewPlain(isolate);
    for (JSObject* o : {a, b, c}) {
      Put(isolate, o, "x", Int(1));
      Put(isolate, o, "y", Int(2));
    }
    Put(isolate, a, "x", Int(5), kEnumerable);
    Put(isolate, b, "x", Int(6), kEnumerable);
    EXPECT_EQ(a->shape(), b->shape());
    EXPECT_NE(a->shape(), c->shape());
    EXPECT_EQ(a->GetOwn(isolate, Key(isolate, "x")).attributes, kEnumerable);
    EXPECT_EQ(c->GetOwn(isolate, Key(isolate, "x")).attributes, kDataDefault);
    EXPECT_EQ(At(isolate, b, "x"), Int(6));
    AccessorPair* pair = NewAccessorPair(isolate, Value::Undefined(), Value::Undefined());
    Put(isolate, a, "y", Value(pair), kAccessor | kConfigurable);
    OwnProperty y = a->GetOwn(isolate, Key(isolate, "y"));
    EXPECT_TRUE(y.IsAccessor());
    EXPECT_EQ(y.value, Value(pair));
    Put(isolate, a, "z", Int(3));
    EXPECT_EQ(Keys(isolate, a), "x y z");
  });
}

TEST_F(ObjectsTest, SymbolsComeLastAndPrivateNamesNever) {
  RunWithStress([](Isolate& isolate) {
    JSObject* o = NewPlain(isolate);
    o->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), Int(1), kDataDefault);
    EXPECT_TRUE(o->shape()->Has(Shape::kMayHaveInterestingSymbols));
    o->DefineOwn(isolate,
                 PropertyKey::FromSymbol(NewSymbol(isolate, Value::Undefined(), Symbol::kPrivateName)),
                 Int(2), kDataDefault);
    Put(isolate, o, "b", Int(3));
    Put(isolate, o, "10", Int(4));
    Put(isolate, o, "9", Int(5));
    EXPECT_EQ(Keys(isolate, o, true, true), "9 10 b <symbol>");
    EXPECT_EQ(Keys(isolate, o, false, true), "<symbol>");
    EXPECT_EQ(Keys(isolate, o, true, false), "9 10 b");
  });
}

TEST_F(ObjectsTest, ChangesOfPrototypesAdvanceTheEpoch) {
  RunWithStress([](Isolate& isolate) {
    JSObject* p = NewPlain(isolate);
    Put(isolate, p, "m", Int(1));
    JSObject* o = NewPlain(isolate);
    Shape* plain = o->shape();
    o->SetPrototypeInternal(isolate, Value(p));
    EXPECT_TRUE(p->shape()->Has(Shape::kIsPrototype));
    EXPECT_NE(o->shape(), plain);
    uint32_t epoch = isolate.property_epoch_;
    Put(isolate, p, "before", Int(1));
    p->DeleteOwn(isolate, Key(isolate, "before"));
    EXPECT_EQ(isolate.property_epoch_, epoch) << "nothing rests on it";
    auto change = [&](const char* how, auto&& body) {
      p->shape()->NoteDependent();
      body();
      EXPECT_EQ(isolate.property_epoch_, ++epoch) << how;
      EXPECT_FALSE(p->shape()->Has(Shape::kHasDependents)) << how;
    };
    o->shape()->NoteDependent();
    Put(isolate, o, "own", Int(1));
    EXPECT_EQ(isolate.property_epoch_, epoch) << "an ordinary object";
    p->shape()->NoteDependent();
    Put(isolate, p, "m", Int(2));
    EXPECT_EQ(isolate.property_epoch_, epoch) << "only a value";
    p->SetElements(isolate, Value(NewValueElements(isolate, 1)), ElementsKind::kHoley);
    EXPECT_EQ(isolate.property_epoch_, epoch) << "only elements";
    EXPECT_TRUE(p->shape()->Has(Shape::kHasDependents)) << "still";
    change("added", [&] { Put(isolate, p, "n", Int(3)); });
    change("reconfigured", [&] { Put(isolate, p, "n", Int(3), kEnumerable); });
    change("deleted", [&] { p->DeleteOwn(isolate, Key(isolate, "n")); });
    change("re-parented", [&] { p->SetPrototypeInternal(isolate, Value::Null()); });
    EXPECT_EQ(At(isolate, p, "m"), Int(2));
  });
}

TEST_F(ObjectsTest, ObjectsOfOnePrototypeShareARoot) {
  RunWithStress([](Isolate& isolate) {
    JSObject* p = NewPlain(isolate);
    Shape* root = RootShapeFor(isolate, HeapType::kPlainObject, Value(p));
    EXPECT_EQ(RootShapeFor(isolate, HeapType::kPlainObject, Value(p)), root);
    EXPECT_NE(RootShapeFor(isolate, HeapType::kPlainObject, Value(p), 1, 8), root);
    EXPECT_EQ(root->prototype_object(), p);
    Put(isolate, p, "changes", Int(1));
    p->DeleteOwn(isolate, Key(isolate, "changes"));
    EXPECT_EQ(RootShapeFor(isolate, HeapType::kPlainObject, Value(p)), root);
    JSObject *a = NewPlain(isolate), *b = NewPlain(isolate);
    Put(isolate, a, "x", Int(1));
    Put(isolate, b, "x", Int(1));
    a->SetPrototypeInternal(isolate, Value(p));
    b->SetPrototypeInternal(isolate, Value(p));
    EXPECT_EQ(a->shape(), b->shape());
    JSObject* empty = NewPlain(isolate);
    empty->SetPrototypeInternal(isolate, Value(p));
    EXPECT_EQ(empty->shape(), root);
    EXPECT_EQ(RootShapeFor(isolate, HeapType::kPlainObject, Value::Null()),
              RootShapeFor(isolate, HeapType::kPlainObject, Value::Null()));
  });
}

TEST_F(ObjectsTest, UnusedShapesDie) {
  Run([](Isolate& isolate) {
    auto shapes = [&] {
      isolate.heap().CollectGarbage(gc::StackState::kNoHeapPointers);
      for (auto& t : isolate.heap().CollectStatistics(true).types) {
        if (std::string_view(t.name) == "Shape") return t.objects;
      }
      return size_t{0};
    };
    size_t before = shapes();
    for (int i = 0; i < 5000; i++) Put(isolate, NewPlain(isolate), "key" + std::to_string(i), Int(i));
    EXPECT_LT(shapes(), before + RecentShapes::kMost + 10);
    for (uint32_t n = 0; n < RecentShapes::kTracings; n++) shapes();
    EXPECT_LT(shapes(), before + 10);
    JSObject* o = NewPlain(isolate);
    Put(isolate, o, "key1", Int(1));
    EXPECT_EQ(At(isolate, o, "key1"), Int(1));
  });
}

TEST_F(ObjectsTest, ArraysChangeKindAsTheirValuesDemand) {
  RunWithStress([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedSmi);
    for (int i = 0; i < 20; i++) ASSERT_TRUE(a->Push(isolate, Int(i)));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedSmi);
    ASSERT_TRUE(a->Push(isolate, NewHeapNumber(isolate, 2.0)));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedSmi) << "2.0 is a Smi";
    ASSERT_TRUE(a->Push(isolate, NewHeapNumber(isolate, 2.5)));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedDouble);
    ASSERT_TRUE(a->Push(isolate, Int(3)));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedDouble);
    EXPECT_EQ(a->GetElement(isolate, 20), Int(2));
    EXPECT_EQ(a->GetElement(isolate, 21).AsNumber(), 2.5);
    ASSERT_TRUE(a->Push(isolate, Value(isolate.name(Name::length))));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPacked);
    EXPECT_EQ(a->length(), 24u);
    for (int i = 0; i < 20; i++) EXPECT_EQ(a->GetElement(isolate, i), Int(i));
    EXPECT_EQ(a->GetElement(isolate, 21).AsNumber(), 2.5);
    EXPECT_EQ(a->GetElement(isolate, 23), Value(isolate.name(Name::length)));
    EXPECT_TRUE(a->GetElement(isolate, 24).IsHole());
    a->DeleteOwn(isolate, PropertyKey::FromIndex(5));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kHoley);
    EXPECT_FALSE(a->GetOwn(isolate, PropertyKey::FromIndex(5)).found());
    EXPECT_EQ(a->shape(), isolate.realm()->shape(RealmShape::kArrayHoley)) << "one kind is one shape";
  });
}

TEST_F(ObjectsTest, DoublesKeepMinusZeroAndNaN) {
  RunWithStress([](Isolate& isolate) {
    Value values[] = {NewHeapNumber(isolate, -0.0), NewHeapNumber(isolate, __builtin_nan("")), Int(1),
                      Value::Hole(),
                      NewHeapNumber(isolate, std::bit_cast<double>(DoubleElements::kHoleBits))};
    JSArray* a = NewArrayFrom(isolate, values);
    EXPECT_EQ(a->elements_kind(), ElementsKind::kHoleyDouble);
    EXPECT_TRUE(std::signbit(a->GetElement(isolate, 0).AsNumber()));
    EXPECT_TRUE(std::isnan(a->GetElement(isolate, 1).AsNumber()));
    EXPECT_EQ(a->GetElement(isolate, 2), Int(1));
    EXPECT_TRUE(a->GetElement(isolate, 3).IsHole());
    EXPECT_TRUE(std::isnan(a->GetElement(isolate, 4).AsNumber())) << "a program's NaN is never the hole";
  });
}

TEST_F(ObjectsTest, GapsMakeHolesAndFarWritesADictionary) {
  RunWithStress([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    Put(isolate, a, "0", Int(1));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kPackedSmi);
    Put(isolate, a, "10", Int(2));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kHoleySmi);
    EXPECT_EQ(a->length(), 11u);
    Put(isolate, a, "100000", Int(3));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kDictionary);
    EXPECT_EQ(a->length(), 100001u);
    EXPECT_EQ(Keys(isolate, a), "0 10 100000 length");
    Put(isolate, a, "4294967294", Int(4));
    EXPECT_EQ(a->length(), 4294967295u);
    EXPECT_EQ(At(isolate, a, "length").AsNumber(), 4294967295.0);
    EXPECT_FALSE(a->Push(isolate, Int(1)));
    a->DefineOwn(isolate, isolate.key(Name::length), Int(11), kWritable);
    EXPECT_EQ(Keys(isolate, a), "0 10 length");
    EXPECT_EQ(a->length(), 11u);
  });
}

TEST_F(ObjectsTest, DictionariesThatFillUpBecomeFastAgain) {
  Run([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    Put(isolate, a, "5000", Int(5000));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kDictionary);
    for (int i = 0; i < 5000; i++) Put(isolate, a, std::to_string(i), Int(i));
    EXPECT_EQ(a->elements_kind(), ElementsKind::kHoleySmi);
    EXPECT_EQ(a->length(), 5001u);
    for (int i = 0; i <= 5000; i++) ASSERT_EQ(a->GetElement(isolate, i), Int(i));
  });
}

TEST_F(ObjectsTest, OddAttributesOfIndicesMakeADictionary) {
  RunWithStress([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    for (int i = 0; i < 5; i++) a->Push(isolate, NewHeapNumber(isolate, i + 0.5));
    Put(isolate, a, "2", Int(9), kEnumerable);
    EXPECT_TRUE(a->shape()->Has(Shape::kHasReadOnlyElements));
    OwnProperty p = a->GetOwn(isolate, PropertyKey::FromIndex(2));
    EXPECT_EQ(p.kind, OwnProperty::kDictionaryElement);
    EXPECT_EQ(p.attributes, kEnumerable);
    EXPECT_EQ(At(isolate, a, "4").AsNumber(), 4.5);
    a->SetOwnValue(isolate, a->GetOwn(isolate, PropertyKey::FromIndex(3)), Int(33));
    EXPECT_EQ(At(isolate, a, "3"), Int(33));
    a->DeleteOwn(isolate, PropertyKey::FromIndex(0));
    EXPECT_EQ(Keys(isolate, a), "1 2 3 4 length");
    AccessorPair* pair = NewAccessorPair(isolate, Value::Undefined(), Value::Undefined());
    Put(isolate, a, "7", Value(pair), kAccessor);
    EXPECT_TRUE(a->GetOwn(isolate, PropertyKey::FromIndex(7)).IsAccessor());
    EXPECT_EQ(a->length(), 8u);
  });
}

TEST_F(ObjectsTest, ElementsBehaveAsAMap) {
  Run([](Isolate& isolate) {
    for (int seed = 0; seed < 20; seed++) {
      std::mt19937 random(seed);
      JSObject* o = seed % 2 ? NewArray(isolate, 0) : NewPlain(isolate);
      std::map<uint32_t, double> model;
      for (int step = 0; step < 3000; step++) {
        uint32_t range = seed < 10 ? 300 : 1u << (random() % 20);
        uint32_t index = random() % range;
        if (random() % 4 == 0) {
          o->DeleteOwn(isolate, PropertyKey::FromIndex(index));
          model.erase(index);
        } else {
          double value = random() % 3 == 0 ? step + 0.5 : step;
          o->DefineOwn(isolate, PropertyKey::FromIndex(index), NumberValue(isolate, value), kDataDefault);
          model[index] = value;
        }
      }
      std::string expected;
      for (auto& [index, value] : model) {
        OwnProperty p = o->GetOwn(isolate, PropertyKey::FromIndex(index));
        ASSERT_TRUE(p.found()) << index;
        ASSERT_EQ(p.value.AsNumber(), value);
        if (!expected.empty()) expected += ' ';
        expected += std::to_string(index);
      }
      if (seed % 2) expected += " length";
      ASSERT_EQ(Keys(isolate, o), expected);
    }
  });
}

TEST_F(ObjectsTest, LengthTruncatesAndExtends) {
  RunWithStress([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    for (int i = 0; i < 300; i++) a->Push(isolate, Int(i));
    a->SetLengthFast(isolate, 10);
    EXPECT_EQ(a->length(), 10u);
    EXPECT_LT(a->value_elements()->capacity(), 20u);
    a->SetLengthFast(isolate, 20);
    EXPECT_EQ(a->elements_kind(), ElementsKind::kHoleySmi);
    EXPECT_TRUE(a->GetElement(isolate, 10).IsHole());
    EXPECT_EQ(a->GetElement(isolate, 9), Int(9));
    a->SetLengthFast(isolate, 0);
    EXPECT_TRUE(a->Push(isolate, Int(1)));
    EXPECT_EQ(Keys(isolate, a), "0 length");
    a->SetLengthFast(isolate, 4000000000u);
    EXPECT_EQ(a->elements_kind(), ElementsKind::kDictionary);
    EXPECT_EQ(a->length(), 4000000000u);
    EXPECT_EQ(Keys(isolate, a), "0 length");
    EXPECT_EQ(NewArray(isolate, 4294967295u)->length(), 4294967295u);
    EXPECT_EQ(NewArray(isolate, 100)->elements_kind(), ElementsKind::kHoleySmi);
  });
}

TEST_F(ObjectsTest, NonExtensibleArraysRefusePush) {
  Run([](Isolate& isolate) {
    JSArray* a = NewArray(isolate, 0);
    a->Push(isolate, Int(1));
    a->PreventExtensionsInternal(isolate);
    EXPECT_FALSE(a->shape()->is_extensible());
    EXPECT_FALSE(a->Push(isolate, Int(2)));
    JSArray* b = NewArray(isolate, 0);
    b->DefineOwn(isolate, isolate.key(Name::length), Int(3), 0);
    EXPECT_EQ(b->GetOwn(isolate, isolate.key(Name::length)).attributes, kVirtual);
    EXPECT_FALSE(b->Push(isolate, Int(2)));
  });
}

TEST_F(ObjectsTest, VirtualPropertiesOfFunctionsBecomeRealWhenNeeded) {
  RunWithStress([](Isolate& isolate) {
    auto make = [&] {
      auto* info = AllocateSmall<FunctionInfo>();
      info->name_.Init(Value(isolate.name(Name::add)));
      info->length_ = 2;
      auto* f = NewObjectAs<JSFunction>(isolate, isolate.realm()->shape(RealmShape::kFunction));
      f->info_.Set(f, info);
      return f;
    };
    JSFunction* f = make();
    EXPECT_EQ(At(isolate, f, "length"), Int(2));
    EXPECT_EQ(At(isolate, f, "name"), Value(isolate.name(Name::add)));
    EXPECT_EQ(f->shape(), isolate.realm()->shape(RealmShape::kFunction));
    Value prototype = At(isolate, f, "prototype");
    ASSERT_TRUE(prototype.IsObject());
    EXPECT_EQ(At(isolate, f, "prototype"), prototype);
    EXPECT_EQ(At(isolate, prototype.AsObject(), "constructor"), Value(f));
    EXPECT_EQ(f->shape(), isolate.realm()->shape(RealmShape::kFunctionWithPrototype));
    EXPECT_EQ(Keys(isolate, f), "length name prototype");
    // With other properties already.
    JSFunction* g = make();
    Put(isolate, g, "static", Int(1));
    EXPECT_TRUE(At(isolate, g, "prototype").IsObject());
    EXPECT_EQ(At(isolate, g, "static"), Int(1));
    // Assigning, redefining, deleting.
    uint32_t epoch = isolate.property_epoch_;
    auto set_prototype = [&](Value value) {
      g->SetOwnValue(isolate, g->GetOwn(isolate, Key(isolate, "prototype")), value);
      EXPECT_EQ(At(isolate, g, "prototype"), value);
    };
    JSObject* object = NewPlain(isolate);
    set_prototype(Value(object));
    object->BecomePrototype(isolate);
    set_prototype(prototype);
    EXPECT_EQ(isolate.property_epoch_, epoch) << "no site remembers one";
    set_prototype(Value(object));
    object->shape()->NoteDependent();
    set_prototype(Int(3));
    EXPECT_EQ(isolate.property_epoch_, ++epoch);
    set_prototype(Value(object));
    EXPECT_EQ(isolate.property_epoch_, ++epoch) << "of what is no object";
    Put(isolate, g, "name", Int(4), kMethodDefault);
    EXPECT_EQ(At(isolate, g, "name"), Int(4));
    EXPECT_EQ(At(isolate, g, "length"), Int(2));
    g->DeleteOwn(isolate, Key(isolate, "length"));
    EXPECT_EQ(At(isolate, g, "length"), Value::NotFound());
    EXPECT_EQ(Keys(isolate, g), "name prototype static");
    JSFunction* h = make();
    h->DeleteOwn(isolate, Key(isolate, "name"));
    EXPECT_EQ(Keys(isolate, h), "length prototype");
    EXPECT_TRUE(At(isolate, h, "prototype").IsObject());

    auto* n = NewObjectAs<NativeFunction>(isolate, isolate.realm()->shape(RealmShape::kNativeFunction));
    n->realm_.Set(n, isolate.realm());
    n->name_.Init(Value(isolate.name(Name::keys)));
    n->length_.Init(Int(1));
    EXPECT_EQ(At(isolate, n, "length"), Int(1));
    EXPECT_EQ(At(isolate, n, "name"), Value(isolate.name(Name::keys)));
    isolate.heap().CollectGarbage();
    EXPECT_EQ(At(isolate, n, "name"), Value(isolate.name(Name::keys)));
  });
}

TEST_F(ObjectsTest, GlobalObjectsKeepTheirDataInCells) {
  RunWithStress([](Isolate& isolate) {
    Shape* shape = Shape::NewRoot(isolate, HeapType::kGlobalObject,
                                  Value(isolate.realm()->intrinsic(Intrinsic::kObjectPrototype)),
                                  FirstSlotOf<GlobalObject>(), 0);
    auto* global = NewObjectAs<GlobalObject>(isolate, shape);
    global->ToDictionary(isolate);
    for (int i = 0; i < 30; i++) Put(isolate, global, "g" + std::to_string(i), Int(i));
    OwnProperty p = global->GetOwn(isolate, Key(isolate, "g7"));
    EXPECT_EQ(p.value, Int(7));
    EXPECT_TRUE(p.attributes & kCell);
    auto* cell = static_cast<PropertyCell*>(global->GetSlot(p.location.slot).AsPointer(kOtherTag));
    global->SetOwnValue(isolate, p, Int(70));
    EXPECT_EQ(cell->value_.get(), Int(70));
    Put(isolate, global, "g7", Int(71), kEnumerable | kConfigurable);
    EXPECT_EQ(cell->value_.get(), Int(71));
    EXPECT_EQ(cell->flags_.get(), Int(PropertyCell::kReadOnly));
    AccessorPair* pair = NewAccessorPair(isolate, Value::Undefined(), Value::Undefined());
    Put(isolate, global, "g7", Value(pair), kAccessor | kConfigurable);
    EXPECT_TRUE(cell->value_.get().IsHole());
    EXPECT_EQ(At(isolate, global, "g7"), Value(pair));
    Put(isolate, global, "g7", Int(72));
    EXPECT_EQ(At(isolate, global, "g7"), Int(72));
    p = global->GetOwn(isolate, Key(isolate, "g8"));
    cell = static_cast<PropertyCell*>(global->GetSlot(p.location.slot).AsPointer(kOtherTag));
    global->DeleteOwn(isolate, Key(isolate, "g8"));
    EXPECT_TRUE(cell->value_.get().IsHole());
    for (int i = 9; i < 30; i++) global->DeleteOwn(isolate, Key(isolate, "g" + std::to_string(i)));
    EXPECT_EQ(Keys(isolate, global), "g0 g1 g2 g3 g4 g5 g6 g7");
    EXPECT_EQ(At(isolate, global, "g6"), Int(6));
  });
}

TEST_F(ObjectsTest, MutationsOfIntrinsicsAreNoticed) {
  Run([](Isolate& isolate) {
    JSObject* array_prototype = isolate.realm()->intrinsic(Intrinsic::kArrayPrototype);
    EXPECT_EQ(isolate.array_species_intact_, 1u);
    Put(isolate, array_prototype, "harmless", Int(1));
    EXPECT_EQ(isolate.array_species_intact_, 1u);
    Put(isolate, array_prototype, "constructor", Int(1));
    EXPECT_EQ(isolate.array_species_intact_, 0u);
    EXPECT_EQ(isolate.array_iteration_intact_, 1u);
    array_prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), Int(1), kMethodDefault);
    EXPECT_EQ(isolate.array_iteration_intact_, 0u);
    EXPECT_EQ(isolate.no_indexed_prototypes_, 1u);
    Put(isolate, isolate.realm()->intrinsic(Intrinsic::kObjectPrototype), "3", Int(1));
    EXPECT_EQ(isolate.no_indexed_prototypes_, 0u);
  });
}

TEST_F(ObjectsTest, ValueListsKeepTheirValues) {
  RunWithStress([](Isolate& isolate) {
    ValueList list(isolate);
    for (int i = 0; i < 100; i++) {
      ValueList inner(isolate);
      inner.Append(NewHeapNumber(isolate, i + 0.25));
      isolate.heap().CollectGarbage();
      list.Append(inner[0]);
    }
    for (int i = 0; i < 100; i++) EXPECT_EQ(list[i].AsNumber(), i + 0.25);
  });
}

TEST_F(ObjectsTest, ArraysOverTheHeapLimitAreRefused) {
  Start(0, size_t{16} << 20);
  Run([&](Isolate& isolate) {
    EXPECT_EQ(NewValueElements(isolate, 50000000), nullptr);
    JSArray* a = NewArray(isolate, 10000000);
    EXPECT_EQ(a->elements_kind(), ElementsKind::kDictionary);
    EXPECT_EQ(a->length(), 10000000u);
    JSArray* b = NewArray(isolate, 0);
    int pushed = 0;
    while (pushed < 100000000 && b->Push(isolate, Int(pushed))) pushed++;
    EXPECT_LT(pushed, 16 << 18);
    // The slow way ends the guest (once no stale word on the stack keeps what a collection could free).
    for (int i = 0; i < 100000000 && isolate.termination_ == Termination::kNone; i++) {
      if (!b->Push(isolate, Int(1)))
        b->DefineOwn(isolate, PropertyKey::FromIndex(b->length()), Int(1), kDataDefault);
    }
    EXPECT_EQ(isolate.termination_, Termination::kOutOfMemory);
  });
}

}  // namespace
}  // namespace halfword
