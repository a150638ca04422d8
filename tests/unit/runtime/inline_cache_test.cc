// What the feedback words of a property access hold after known sequences of receivers.
#include "runtime/caches/inline_cache.h"

#include "bytecode/bytecode_builder.h"
#include "fixture.h"
#include "runtime/caches/verify_lookup.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/native_state.h"
#include "runtime/operations/object_operations.h"

namespace halfword::testing {
namespace {

class InlineCacheTest : public ::testing::Test {
 protected:
  // A site of loads of one name, without an instruction.
  struct Loads {
    static constexpr uint32_t kSite = FeedbackVector::kFirstSite;
    static constexpr uint32_t kSize = kSite + static_cast<uint32_t>(WordsOf(SiteKind::kProperty));
    Loads(Isolate& isolate, const char* name)
        : isolate(isolate),
          vector(NewFeedbackVector(isolate, kSize)),
          name(PropertyKey::FromAscii(isolate, name).name()) {
      // The code of a function with this site alone.
      uint8_t groups[kSize / 8 + 1] = {};
      for (uint32_t word : {kSite, kSite + WordsOfFirstGroup(SiteKind::kProperty)})
        groups[word / 8] |= static_cast<uint8_t>(1 << word % 8);
      vector->code().Set(vector, Value(NewCode(isolate, {1, 0, 0}, kSize, groups, {}, {}, {}, {})));
    }
    Value operator()(Value receiver) {
      return MUST(LoadNamed(isolate, receiver, name, Site{vector, &SiteIn<SiteWord>(vector, kSite)}));
    }
    Value operator()(JSObject* receiver) { return (*this)(Value(receiver)); }
    PropertySite& cache() { return SiteIn<PropertySite>(vector, kSite); }
    HandlerKind kind() { return cache().b.how().kind(); }
    bool empty() { return cache().shape_a.bits() == 0 && cache().b.key.bits() == 0; }
    bool megamorphic() { return cache().is_megamorphic(); }
    Isolate& isolate;
    FeedbackVector* vector;
    Value name;
  };
  template <class F>
  static void In(F&& body) {
    EXPECT_TRUE(MakeIsolate()->Enter(body));
  }
  static JSObject* Make(Isolate& isolate, std::string_view expression) {
    Script* script =
        NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, "(" + std::string(expression) + ")"),
                  NewStringFromAscii(isolate, "test.js"));
    return MUST(EvaluateScript(isolate, script)).AsObject();
  }
  static Value ShapeOf(JSObject* object) { return Value(object->shape()); }
};

// What is noticed once is not forgotten, so each change has an isolate of its own.
TEST_F(InlineCacheTest, ElementsOfPrototypesAreNoticedInEveryRealm) {
  for (const char* change : {"Array.prototype[1] = 'found'", "Object.prototype[1] = 'found'",
                             "Object.setPrototypeOf(Array.prototype, {1: 'found'})"}) {
    IsolateConfig config;
    config.harmony = true;
    std::string inner = std::string(change) + "; [0, , 2].indexOf('found')";
    EXPECT_EQ(Evaluate(*MakeIsolate(config), "new ShadowRealm().evaluate(`" + inner + "`)"), "1") << change;
  }
}

TEST_F(InlineCacheTest, TheLatestOwnPropertyIsInWordA_TheOneBeforeInWordB) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    ASSERT_TRUE(load.empty());
    JSObject* first = Make(isolate, "{x: 1}");
    EXPECT_EQ(load(first), Value::Smi(1));
    EXPECT_EQ(load.cache().shape_a.value(), ShapeOf(first));
    EXPECT_EQ(load.cache().offset_a.bits(), first->shape()->first_slot_offset());
    EXPECT_EQ(load.cache().b.key.bits(), 0u);
    JSObject* second = Make(isolate, "{y: 0, x: 2}");
    EXPECT_EQ(load(second), Value::Smi(2));
    EXPECT_EQ(load.cache().shape_a.value(), ShapeOf(second));
    EXPECT_EQ(load.cache().offset_a.bits(), second->shape()->first_slot_offset() + sizeof(Value));
    EXPECT_EQ(load.cache().b.key.value(), ShapeOf(first));
    EXPECT_EQ(load.kind(), HandlerKind::kInObject);
  });
}

TEST_F(InlineCacheTest, PropertiesOfPrototypesHaveTheirHolderAndTheEpoch) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    JSObject* object = Make(isolate, "Object.create({x: 3})");
    EXPECT_EQ(load(object), Value::Smi(3));
    EXPECT_EQ(load.cache().shape_a.bits(), 0u);
    EXPECT_EQ(load.cache().b.key.value(), ShapeOf(object));
    EXPECT_EQ(load.kind(), HandlerKind::kHolder);
    EXPECT_EQ(load.cache().b.holder.value(), Value(object->shape()->prototype_object()));
    EXPECT_EQ(load.cache().b.epoch.value().AsSmi(), static_cast<int32_t>(isolate.property_epoch_));
  });
}

TEST_F(InlineCacheTest, AnotherSetOfPropertiesOfAPrototypeIsAnotherEpoch) {
  In([](Isolate& isolate) {
    JSObject* object = Make(isolate, "Object.create(Object.create({x: 3}))");
    Loads load(isolate, "x");
    EXPECT_EQ(load(object), Value::Smi(3));
    uint32_t before = isolate.property_epoch_;
    JSObject* nearer = object->shape()->prototype_object();
    MUST(Set(isolate, nearer, PropertyKey::FromAscii(isolate, "x"), Value::Smi(4), true));
    EXPECT_GT(isolate.property_epoch_, before);
    EXPECT_EQ(load(object), Value::Smi(4));
    EXPECT_EQ(load.cache().b.holder.value(), Value(nearer));
  });
}

TEST_F(InlineCacheTest, EachPlaceOfAPropertyHasItsHandler) {
  In([](Isolate& isolate) {
    struct {
      const char* name;
      const char* receiver;
      HandlerKind kind;
    } const kCases[] = {
        {"absent", "{}", HandlerKind::kAbsent},
        {"length", "[1, 2]", HandlerKind::kArrayLength},
        {"length", "new Uint8Array(3)", HandlerKind::kTypedArrayLength},
        {"x", "{get x() { return 5 }}", HandlerKind::kGetter},
        {"x", "Object.create({get x() { return 5 }})", HandlerKind::kGetter},
        {"p19", "(() => { let o = {}; for (let i = 0; i < 20; i++) o['p' + i] = i; return o })()",
         HandlerKind::kOverflow},
    };
    for (auto& c : kCases) {
      Loads load(isolate, c.name);
      JSObject* receiver = Make(isolate, c.receiver);
      Value value = load(receiver);
      EXPECT_EQ(load.kind(), c.kind) << c.receiver;
      EXPECT_EQ(load.cache().b.key.value(), ShapeOf(receiver)) << c.receiver;
      EXPECT_EQ(value, MUST(Get(isolate, receiver, PropertyKey::FromAscii(isolate, c.name)))) << c.receiver;
    }
  });
}

TEST_F(InlineCacheTest, NumbersAndStringsHaveKeysOfTheirOwn) {
  In([](Isolate& isolate) {
    for (auto [receiver, key] : {std::pair(Value::Smi(1), kNumberReceiver),
                                 std::pair(Value(NewStringFromAscii(isolate, "s")), kStringReceiver)}) {
      Loads load(isolate, "valueOf");
      EXPECT_TRUE(load(receiver).IsCallable());
      EXPECT_EQ(load.cache().b.key.bits(), key);
      EXPECT_EQ(load.kind(), HandlerKind::kHolder);
    }
  });
}

// A handler is compared with a lookup of another name: what it would be if a change had not been noticed.
TEST_F(InlineCacheTest, WhatASiteRemembersOfNumbersAndStringsIsVerified) {
  In([](Isolate& isolate) {
    auto check = [&](Loads& load, Value name) {
      const char* broken = CheckCachedLookup(isolate, isolate.realm(), load.cache(), name);
      return std::string(broken ? broken : "");
    };
    for (Value receiver : {Value::Smi(1), Value(NewStringFromAscii(isolate, "s"))}) {
      Loads absent(isolate, "nothing"), method(isolate, "valueOf"), other(isolate, "toString");
      absent(receiver), method(receiver);
      EXPECT_EQ(check(absent, absent.name), "");
      EXPECT_EQ(check(absent, method.name), "remembers that a property is absent which is there");
      EXPECT_EQ(check(method, method.name), "");
      EXPECT_EQ(check(method, other.name), "remembers another slot of the prototype");
      EXPECT_EQ(check(method, absent.name),
                "remembers a property of a prototype that is nowhere on the chain");
    }
  });
}

TEST_F(InlineCacheTest, TheStubCacheIsVerified) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    for (int i = 0; i < 8; i++) load(Make(isolate, "{p" + std::to_string(i) + ": 0, x: 1}"));
    JSObject* object = Make(isolate, "{other: 0, x: 99}");
    EXPECT_EQ(load(object), Value::Smi(99));
    StubCache::Entry& entry =
        NativeStateOf(isolate).stub_cache.LoadAt(ShapeOf(object).bits(), load.name.bits());
    EXPECT_EQ(CheckAllCaches(isolate), nullptr);
    entry.where -= sizeof(Value);
    EXPECT_STREQ(CheckAllCaches(isolate), "remembers another slot than the receiver's");
  });
}

// The table of such a shape is its successor's, which has changed it.
TEST_F(InlineCacheTest, WhatTheShapeOfAPrototypeHadIsBelievedWhenItIsNoObjectsAnyMore) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    JSObject* prototype = Make(isolate, "{x: 1, y: 2}");
    prototype->BecomePrototype(isolate);
    EXPECT_EQ(load(prototype), Value::Smi(1));
    EXPECT_FALSE(load.empty());
    prototype->DeleteOwn(isolate, PropertyKey::FromName(load.name));
    EXPECT_EQ(CheckCachedLookup(isolate, isolate.realm(), load.cache(), load.name), nullptr);
    EXPECT_EQ(load(prototype), Value::Undefined());
  });
}

TEST_F(InlineCacheTest, DictionariesAndProxiesAreNotCached) {
  In([](Isolate& isolate) {
    for (const char* receiver :
         {"new Proxy({x: 1}, {})", "(() => { let o = {x: 1, y: 2}; delete o.x; o.x = 1; return o })()"}) {
      Loads load(isolate, "x");
      EXPECT_EQ(load(Make(isolate, receiver)), Value::Smi(1));
      EXPECT_TRUE(load.empty()) << receiver;
    }
  });
}

TEST_F(InlineCacheTest, ASiteOfManyShapesTurnsToTheStubCacheAndStaysThere) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    int shapes = 0;
    for (; shapes < 40 && !load.megamorphic(); shapes++) {
      JSObject* object =
          Make(isolate, "{p" + std::to_string(shapes) + ": 0, x: " + std::to_string(shapes) + "}");
      EXPECT_EQ(load(object), Value::Smi(shapes));
    }
    // Word A, four handlers, and one too many.
    EXPECT_TRUE(load.megamorphic());
    EXPECT_EQ(shapes, 6);
    // The handlers are gone, from the list that keeps them alive too.
    EXPECT_EQ(load.cache().b.holder.value(), Value::Smi(0));
    EXPECT_EQ(load.vector->handlers().get(), Value::Smi(0));
    JSObject* object = Make(isolate, "{other: 0, x: 99}");
    EXPECT_EQ(load(object), Value::Smi(99));
    EXPECT_TRUE(load.megamorphic());
    StubCache::Entry& entry =
        NativeStateOf(isolate).stub_cache.LoadAt(ShapeOf(object).bits(), load.name.bits());
    EXPECT_TRUE(StubCache::Matches(entry, ShapeOf(object).bits(), load.name.bits(), isolate.property_epoch_));
  });
}

TEST_F(InlineCacheTest, APolymorphicSiteKeepsItsHandlers) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    JSObject* receivers[] = {Make(isolate, "Object.create({x: 1})"), Make(isolate, "{get x() { return 2 }}"),
                             Make(isolate, "Object.create({get x() { return 3 }})"), Make(isolate, "{y: 4}")};
    const int expected[] = {1, 2, 3, -1};
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 4; i++) {
        EXPECT_EQ(load(receivers[i]), expected[i] < 0 ? Value::Undefined() : Value::Smi(expected[i]));
      }
      EXPECT_TRUE(load.cache().is_polymorphic());
    }
    for (int i = 0; i < 4; i++) {
      const CachedHandler& handler = load.cache().handlers(CageBase())[i];
      EXPECT_EQ(handler.key.value(), ShapeOf(receivers[i]));
      EXPECT_EQ(CheckCachedLookup(isolate, isolate.realm(), load.cache(), load.name), nullptr);
    }
    // Nobody else refers to the vector of handlers.
    isolate.heap().CollectGarbage();
    EXPECT_TRUE(load.cache().is_polymorphic());
    EXPECT_EQ(load.cache().handlers(CageBase())[2].key.value(), ShapeOf(receivers[2]));
  });
}

TEST_F(InlineCacheTest, AHandlerOfAnEarlierEpochMakesRoom) {
  In([](Isolate& isolate) {
    Loads load(isolate, "x");
    JSObject* first = Make(isolate, "Object.create({x: 1})");
    JSObject* second = Make(isolate, "Object.create({x: 2})");
    load(first);
    load(second);
    ASSERT_TRUE(load.cache().is_polymorphic());
    IncrementPropertyEpoch(isolate);
    for (int i = 0; i < 3; i++) {
      JSObject* other = Make(isolate, "Object.create({x: 3})");
      EXPECT_EQ(load(other), Value::Smi(3));
      EXPECT_TRUE(load.cache().is_polymorphic());
    }
    EXPECT_EQ(load(first), Value::Smi(1));
    EXPECT_TRUE(load.cache().is_polymorphic());
    EXPECT_EQ(load(second), Value::Smi(2));
    EXPECT_TRUE(load.megamorphic());
  });
}

// Epochs come to an end, changes of prototypes don't.
// Caches of private names and of fields that are added hold places in the object only.
TEST_F(InlineCacheTest, ObjectsHaveRoomForTheFieldsThatEarlierOnesGot) {
  In([](Isolate& isolate) {
    for (const char* field : {"#f", "f"}) {
      std::string text = "(() => { class C {";
      for (int i = 0; i < 20; i++) text += field + std::to_string(i) + " = 1;";
      JSObject* object = Make(isolate, text + "} new C(); return new C(); })()");
      EXPECT_GE(object->shape()->in_object_slots(), 20u) << field;
    }
  });
}

TEST_F(InlineCacheTest, TheFirstObjectOfAConstructorHasTheShapeOfThoseAfterIt) {
  In([](Isolate& isolate) {
    for (const char* text :
         {"function P() { this.a = 1; this.b = 2; this.c = 3; this.d = 4; this.e = 5; }",
          "class P { constructor() { this.a = 1; this.b = 2; this.c = 3; this.d = 4; } }"}) {
      JSObject* both = Make(isolate, std::string("(() => { ") + text + " return [new P(), new P()]; })()");
      auto object = [&](uint32_t i) { return both->GetElement(isolate, i).AsObject(); };
      EXPECT_EQ(ShapeOf(object(0)), ShapeOf(object(1))) << text;
      EXPECT_GE(object(0)->shape()->in_object_slots(), 4u) << text;
    }
  });
}

TEST_F(InlineCacheTest, NothingIsRememberedForTheLastEpoch) {
  In([](Isolate& isolate) {
    isolate.property_epoch_ = kLastPropertyEpoch;
    JSObject* check = Make(isolate, R"(function () {
      const top = {x: 1, m() { return 1 }}, middle = Object.create(top), object = Object.create(middle);
      const load = o => o.x, call = o => o.m(), absent = o => o.y, keyed = (o, k) => o[k];
      const store = (o, v) => { o.z = v };
      function F() {}
      const make = () => new F(), is = o => o instanceof F, first = F.prototype;
      const run = () => [load(object), call(object), absent(object), keyed(object, 'x'), is(make())].join();
      let before;
      for (let i = 0; i < 50; i++) { before = run(); store(Object.create(middle), i); }
      middle.x = 2;
      middle.m = () => 2;
      middle.y = 2;
      let stored = 0;
      Object.defineProperty(middle, 'z', {set(v) { stored = v }});
      F.prototype = {};
      store(Object.create(middle), 7);
      return before + '|' + run() + '|' + stored + '|' + (Object.getPrototypeOf(make()) === first);
    })");
    Value text = MUST(Call(isolate, check, Value::Undefined(), {}));
    EXPECT_EQ(text.AsString()->ToUtf8(isolate), "1,1,,1,true|2,2,2,2,true|7|false");
    EXPECT_EQ(isolate.property_epoch_, kLastPropertyEpoch);
  });
}

// A site whose callee has died knows nothing of it any more, and the site behind it knows what it knew.
TEST_F(InlineCacheTest, ACollectionClearsWhatBelongsTogether) {
  In([](Isolate& isolate) {
    constexpr uint32_t kSites = 60, kWords = static_cast<uint32_t>(WordsOf(SiteKind::kCall));
    constexpr uint32_t kSize = FeedbackVector::kFirstSite + 2 * kSites * kWords;
    uint8_t groups[kSize / 8 + 1] = {};
    for (uint32_t word = FeedbackVector::kFirstSite; word < kSize; word += kWords)
      groups[word / 8] |= static_cast<uint8_t>(1 << word % 8);
    FeedbackVector* vector = NewFeedbackVector(isolate, kSize);
    vector->code().Set(vector, Value(NewCode(isolate, {1, 0, 0}, kSize, groups, {}, {}, {}, {})));
    auto site = [&](uint32_t i) -> CallSite& {
      return SiteIn<CallSite>(vector, FeedbackVector::kFirstSite + i * kWords);
    };
    auto teach = [&](uint32_t i, JSObject* callee) {
      site(i).callee.Set(vector, Value(callee));
      site(i).code.Set(vector, vector->code());
      site(i).feedback.Set(vector, Value(vector));
    };
    JSObject* alive = Make(isolate, "function () {}");
    for (uint32_t i = 0; i < kSites; i++) {
      teach(2 * i, Make(isolate, "function () {}"));
      teach(2 * i + 1, alive);
    }
    isolate.heap().CollectGarbage();
    uint32_t cleared = 0;
    for (uint32_t i = 0; i < kSites; i++) {
      CallSite& died = site(2 * i);
      cleared += died.callee.empty();
      EXPECT_EQ(died.callee.empty(), died.code.empty()) << i;
      EXPECT_EQ(died.callee.empty(), died.feedback.empty()) << i;
      EXPECT_EQ(site(2 * i + 1).callee.value(), Value(alive)) << i;
      EXPECT_EQ(site(2 * i + 1).feedback.value(), Value(vector)) << i;
    }
    EXPECT_GT(cleared, kSites / 2);  // words that look like references may keep some
  });
}

TEST_F(InlineCacheTest, AFunctionHasNoFeedbackUntilItsSixthMiss) {
  In([](Isolate& isolate) {
    auto* function = static_cast<JSFunction*>(Make(isolate, "function (o) { return o.x }"));
    JSObject* argument = Make(isolate, "{x: 1}");
    FeedbackVector* cold = isolate.cold_feedback_.get();
    for (int call = 1; call <= 6; call++) {
      EXPECT_EQ(MUST(Call(isolate, function, Value::Undefined(), {Value(argument)})), Value::Smi(1));
      FeedbackVector* now = function->info()->feedback_.get();
      EXPECT_EQ(now == nullptr || now == cold, call < 6) << call;
    }
    for (uint32_t i = 0; i < cold->size(); i++) ASSERT_EQ(cold->words()[i].get().bits(), 0u);
  });
}

}  // namespace
}  // namespace halfword::testing
