// The verifier of the engine's objects (objects/verify.h, runtime/caches/verify_lookup.h): what each sentence
// is about is broken here by hand, and the next collection says the sentence.
#include "fixture.h"
#include "gc/heap.h"
#include "objects/isolate.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/operations/object_operations.h"

namespace halfword::testing {
namespace {

std::unique_ptr<IsolateOwner> MakeVerified() {
  IsolateConfig config;
  config.verify_heap = true;
  return MakeIsolate(config);
}

JSObject* Global(Isolate& isolate, const char* name) {
  JSObject* global = isolate.realm()->global_object_.get().AsObject();
  return MUST(Get(isolate, global, PropertyKey::FromAscii(isolate, name))).AsObject();
}

// Runs `source`, lets `damage` have the object that the global variable `it` holds, and collects.
template <class F>
void RunDamaged(const char* source, F&& damage) {
  auto owner = MakeVerified();
  Evaluate(*owner, source);
  owner->Enter([&](Isolate& isolate) {
    isolate.heap().CollectGarbage();
    std::fprintf(stderr, "sound so far\n");
    damage(isolate, Global(isolate, "it"));
    isolate.heap().CollectGarbage();
  });
  std::exit(0);
}

#define EXPECT_REPORTED(source, damage, sentence) \
  EXPECT_DEATH(RunDamaged(source, damage), "sound so far\n.*heap verifier: object 0x[0-9a-f]+ .*" sentence)

TEST(VerifyTest, TheSoundHeapIsNotReported) {
  EXPECT_EXIT(
      RunDamaged("var it = {a: 1, list: [1, , 2.5, 'x'], get b() { return 1 }}; it[1000000] = 1; delete it.a",
                 [](Isolate&, JSObject*) {}),
      ::testing::ExitedWithCode(0), "sound so far");
}

// A collection at every allocation sees what is only half done.
TEST(VerifyTest, NothingIsBrokenBetweenTwoAllocations) {
  IsolateConfig config;
  config.verify_heap = true;
  config.gc_stress = 1;
  auto owner = MakeIsolate(config);
  EXPECT_EQ(
      Evaluate(*owner, "Object.defineProperty(globalThis, 'x', {get() {}, configurable: true}); delete x"),
      "true");
  EXPECT_EQ(Evaluate(*owner, "globalThis.y = 1; delete y"), "true");
  EXPECT_EQ(Evaluate(*owner, "String(/(abc)(def)(?<name>ghi)/d.exec('abcdefghi'))"), "abcdefghi,abc,def,ghi");
  EXPECT_EQ(Evaluate(*owner,
                     "class P { #x = 1; get() { return this.#x } } const p = new P; for (let i = 0; i < 50; "
                     "i++) p.get(); p.get()"),
            "1");
}

constexpr const char* kWarmLoad =
    "class Base { m() {} } class Derived extends Base {} function it(x) { return x.m }"
    "var object = new Derived; for (let i = 0; i < 100; i++) it(object);";

// What a mutation that forgets its notification leaves behind.
TEST(VerifyTest, APrototypeThatChangesWithoutANewEpochIsReported) {
  EXPECT_REPORTED(
      kWarmLoad,
      [](Isolate& isolate, JSObject*) {
        uint32_t epoch = isolate.property_epoch_;
        JSObject* derived = Global(isolate, "object")->prototype().AsObject();
        derived->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "m"), Value::Smi(1), kDataDefault);
        EXPECT_NE(isolate.property_epoch_, epoch);
        isolate.property_epoch_ = epoch;
      },
      "remembers a property of another prototype than the one that has it");
  EXPECT_REPORTED(
      kWarmLoad,
      [](Isolate& isolate, JSObject*) {
        uint32_t epoch = isolate.property_epoch_;
        JSObject* base = Global(isolate, "object")->prototype().AsObject()->prototype().AsObject();
        base->DeleteOwn(isolate, PropertyKey::FromAscii(isolate, "m"));
        EXPECT_NE(isolate.property_epoch_, epoch);
        isolate.property_epoch_ = epoch;
      },
      "remembers a property of a prototype that is nowhere on the chain");
  EXPECT_REPORTED(
      "function it(x) { return x.absent } for (let i = 0; i < 100; i++) it({});",
      [](Isolate& isolate, JSObject*) {
        uint32_t epoch = isolate.property_epoch_;
        isolate.realm()
            ->intrinsic(Intrinsic::kObjectPrototype)
            ->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "absent"), Value::Smi(1), kDataDefault);
        isolate.property_epoch_ = epoch;
      },
      "remembers that a property is absent which is there");
}

// Its next change would begin no new epoch.
TEST(VerifyTest, APrototypeThatHasNotBeenToldOfACacheIsReported) {
  EXPECT_REPORTED(
      kWarmLoad,
      [](Isolate& isolate, JSObject*) {
        Global(isolate, "object")->prototype().AsObject()->shape()->flags_ &= ~Shape::kHasDependents;
      },
      "rests on a prototype that has not been told");
}

TEST(VerifyTest, AnObjectWithAWrongShapeIsReported) {
  EXPECT_REPORTED(
      "var it = {}; it.a = 1; var other = {}; for (let i = 0; i < 20; i++) other['p' + i] = i;",
      [](Isolate& isolate, JSObject* it) { it->set_shape(Global(isolate, "other")->shape()); },
      "has less property storage than its shape has slots");
  EXPECT_REPORTED(
      "var it = {}; it[0] = 1; var other = {};",
      [](Isolate& isolate, JSObject* it) { it->set_shape(Global(isolate, "other")->shape()); },
      "has an extension that its shape does not know of");
  EXPECT_REPORTED(
      "var it = {a: 1}; var other = {get a() {}};",
      [](Isolate& isolate, JSObject* it) {
        Shape* shape = it->shape();
        for (uint32_t i = 0; i < shape->property_count(); i++)
          shape->table()->entry(i).attributes |= kAccessor;
      },
      "has an accessor property without a pair of functions");
}

TEST(VerifyTest, ElementsThatAreNotOfTheirKindAreReported) {
  EXPECT_REPORTED(
      "var it = [1, 2, 3];",
      [](Isolate&, JSObject* it) { it->value_elements()->slots()[1].Init(Value::Hole()); },
      "has packed elements with a hole below its length");
  EXPECT_REPORTED(
      "var it = [1, 2, 3];",
      [](Isolate&, JSObject* it) { it->value_elements()->slots()[1].Init(Value::True()); },
      "has elements of a Smi kind that are no Smis");
  EXPECT_REPORTED(
      "var it = []; it.push(1);",
      [](Isolate&, JSObject* it) { it->value_elements()->slots()[1].Init(Value::Smi(0)); },
      "has an element beyond its length");
  EXPECT_REPORTED(
      "var it = [1.5, 2.5];", [](Isolate&, JSObject* it) { it->double_elements()->SetHole(0); },
      "has packed elements with a hole below its length");
  EXPECT_REPORTED(
      "var it = [1, 2, 3];",
      [](Isolate&, JSObject* it) { static_cast<JSArray*>(it)->length_.Init(Value::Smi(1000)); },
      "is an array that is longer than its elements");
  EXPECT_REPORTED(
      "var it = []; it[100000] = 1;", [](Isolate&, JSObject* it) { it->dictionary_elements()->count_++; },
      "has dictionary elements whose count is wrong");
}

TEST(VerifyTest, ShapesThatContradictThemselvesAreReported) {
  EXPECT_REPORTED(
      "var it = {a: 1};",
      [](Isolate&, JSObject* it) { it->prototype().AsObject()->shape()->flags_ &= ~Shape::kIsPrototype; },
      "is a shape whose prototype does not know that it is one");
  EXPECT_REPORTED(
      "var it = {a: 1};",
      [](Isolate&, JSObject* it) { it->prototype().AsObject()->shape()->flags_ &= ~Shape::kIsUnique; },
      "a shape of a prototype that is shared");
  EXPECT_REPORTED(
      "var it = {a: 1};", [](Isolate&, JSObject* it) { it->shape()->property_count_ = 1000; },
      "a shape with more properties than its table");
  EXPECT_REPORTED(
      "var it = {a: 1};", [](Isolate&, JSObject* it) { it->shape()->first_slot_ = 200; },
      "a shape whose slots do not fit its layout");
}

// The property cache of the only load in the function.
PropertySite* CacheOf(JSObject* function) {
  FeedbackVector* vector = static_cast<JSFunction*>(function)->info()->feedback_.get();
  for (uint32_t i = FeedbackVector::kFirstSite;
       i + static_cast<uint32_t>(WordsOf(SiteKind::kProperty)) <= vector->size(); i++) {
    auto* cache = reinterpret_cast<PropertySite*>(vector->words() + i);
    if (cache->b.key.value().Is<Shape>()) return cache;
  }
  return nullptr;
}

TEST(VerifyTest, FeedbackThatNoCacheWritesIsReported) {
  EXPECT_REPORTED(
      kWarmLoad,
      [](Isolate& isolate, JSObject* it) { CacheOf(it)->b.holder.Init(Value(isolate.name(Name::length))); },
      "has a feedback word that no cache writes");
  EXPECT_REPORTED(
      kWarmLoad, [](Isolate&, JSObject* it) { CacheOf(it)->b.key.Init(Value::Smi(0)); },
      "remembers how to load from no shape");
  EXPECT_REPORTED(
      kWarmLoad,
      [](Isolate&, JSObject* it) {
        static_cast<JSFunction*>(it)->info()->feedback_->words()[2].Init(Value::Smi(1));
      },
      "has feedback where instructions without a site look for some");
}

}  // namespace
}  // namespace halfword::testing
