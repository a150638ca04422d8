// C++ objects of the collector as JavaScript objects.
#include "halfword/classes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/records.h"

namespace {

namespace gc = halfword::gc;
using ::testing::HasSubstr;
using ::testing::StartsWith;

int alive = 0;

class Entity : public gc::GarbageCollected<Entity>, public hw::Scriptable {
  HALFWORD_USING_PRE_FINALIZER(Entity, Die);

 public:
  explicit Entity(double x) : x_(x) { alive++; }
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(target_);
    visitor->Trace(on_hit_);
  }
  void Die() { alive--; }

  double Move(double dx) { return x_ += dx; }
  int Hit(double damage) {
    hp_ -= static_cast<int>(damage);
    if (!on_hit_.IsUndefined()) (void)on_hit_.Get().Call();
    return hp_;
  }
  double x() const { return x_; }
  Entity* target() const { return target_; }
  void set_target(Entity* target) { target_ = target; }
  double DistanceTo(const Entity& other) const { return x_ > other.x_ ? x_ - other.x_ : other.x_ - x_; }

  int hp_ = 10;
  hw::Member on_hit_;

 private:
  double x_;
  gc::Member<Entity> target_;
};

class Boss final : public Entity {
 public:
  explicit Boss(double x) : Entity(x) { hp_ = 100; }
  void Rage() { hp_ *= 2; }
};

class Named final : public gc::GarbageCollected<Named>, public hw::Scriptable {
 public:
  explicit Named(std::string name) : name_(std::move(name)) {}
  void Trace(gc::Visitor*) const {}
  std::string name_;
};

hw::Host NewHost() {
  hw::Host host;
  host.Define(hw::Class<Entity>("Entity")
                  .Constructor<double>()
                  .Method("move", &Entity::Move)
                  .Method("hit", &Entity::Hit)
                  .Method("distanceTo", &Entity::DistanceTo)
                  .Method("twin", [](Entity& self,
                                     hw_isolate* isolate) { return hw::New<Entity>(isolate, self.x()); })
                  .Method("self", [](Entity& self) -> Entity& { return self; })
                  .Getter("x", &Entity::x)
                  .Accessor("target", &Entity::target, &Entity::set_target)
                  .Field("hp", &Entity::hp_)
                  .Field("onHit", &Entity::on_hit_)
                  .Static("count", [] { return alive; }));
  host.Define(hw::Class<Boss>("Boss").Extends<Entity>().Constructor<double>().Method("rage", &Boss::Rage));
  host.Define(hw::Class<Named>("Named")
                  .Constructor([](hw_isolate* isolate, std::string name) -> hw::Result<Named*> {
                    if (name.empty()) return hw::Throw(isolate, HW_ERROR_RANGE, "a name is needed");
                    return hw::New<Named>(isolate, name);
                  })
                  .Field("name", &Named::name_));
  return host;
}

struct Fixture : ::testing::Test {
  Fixture() : isolate({.host = NewHost(), .memory_limit = 64 << 20}) {
    EXPECT_TRUE(isolate);
    EXPECT_TRUE(isolate.InstallHost());
  }
  std::string Run(const char* source) {
    hw::Result<hw::Value> value = isolate.Evaluate(source);
    if (value) return value->ToString().ValueOr("?");
    return value.error().text.substr(0, value.error().text.find('\n'));
  }
  gc::Heap& heap() { return isolate.raw()->owner->heap(); }
  hw::Isolate isolate;
};
using ClassesTest = Fixture;

TEST_F(ClassesTest, MethodsAccessorsAndFields) {
  EXPECT_EQ(Run("let e = new Entity(3); e.move(2) + ' ' + e.x"), "5 5");
  EXPECT_EQ(Run("e.hit(4) + ' ' + e.hp + ' ' + (e.hp = 7, e.hit(1))"), "6 6 6");
  EXPECT_EQ(Run("e.target"), "null");
  EXPECT_EQ(Run("e.target = new Entity(9); e.target.x + ' ' + e.distanceTo(e.target)"), "9 4");
  EXPECT_EQ(Run("e.target = null; e.target"), "null");
  EXPECT_EQ(Run("e.twin().x"), "5");
  EXPECT_EQ(Run("typeof Entity.count()"), "number");
  EXPECT_EQ(Run("Object.prototype.toString.call(e)"), "[object Entity]");
  EXPECT_EQ(Run("[Entity.name, Entity.length, e.move.name, e.move.length, e.twin.length].join()"),
            "Entity,1,move,1,0");
  EXPECT_EQ(Run("Object.getOwnPropertyDescriptor(Entity.prototype, 'x').get.name"), "get x");
  EXPECT_EQ(Run("e.x = 1; e.x"), "5") << "an accessor without setter";
  EXPECT_EQ(Run("let n = new Named('Zoë'); n.name += '!'; n.name"), "Zoë!");
}

TEST_F(ClassesTest, WhatIsOfAnotherClassIsATypeError) {
  EXPECT_EQ(Run("let e = new Entity(1); e.move.call({}, 1)"),
            "TypeError: Entity.prototype.move was called on what is not of class Entity");
  EXPECT_THAT(Run("e.move.call(new Named('a'), 1)"), StartsWith("TypeError: Entity.prototype.move"));
  EXPECT_THAT(Run("Object.create(e).x"), StartsWith("TypeError"));
  EXPECT_THAT(Run("new Boss(1).rage.call(e)"), StartsWith("TypeError: Boss.prototype.rage"));
  EXPECT_THAT(Run("e.target = {}"), StartsWith("TypeError: argument 1"));
  EXPECT_THAT(Run("e.distanceTo(null)"), StartsWith("TypeError: argument 1"));
  EXPECT_THAT(Run("e.move('1')"), StartsWith("TypeError: argument 1"));
  EXPECT_EQ(Run("Entity(1)"), "TypeError: Class constructor Entity cannot be invoked without 'new'");
  EXPECT_EQ(Run("new Named('')"), "RangeError: a name is needed");
  EXPECT_THAT(Run("new Entity"), StartsWith("TypeError: argument 1"));
}

TEST_F(ClassesTest, AnObjectKeepsItsJavaScriptObject) {
  EXPECT_EQ(Run("let e = new Entity(1); e.mark = 5; let f = new Entity(2); f.target = e;"
                "f.target === e && f.target.mark === 5 && e.self() === e"),
            "true");
  // Even while JavaScript holds none of it.
  EXPECT_EQ(Run("e = null; f.target.mark"), "5");
  hw_isolate_collect(isolate.raw());
  EXPECT_EQ(Run("f.target.mark"), "5");
}

TEST_F(ClassesTest, ClassesAreDerivedInCppAndInJavaScript) {
  EXPECT_EQ(Run("let b = new Boss(4); [b.hp, (b.rage(), b.hp), b.move(1), b instanceof Entity,"
                "Object.getPrototypeOf(Boss) === Entity].join()"),
            "100,200,5,true,true");
  EXPECT_EQ(Run("new Entity(0).distanceTo(b)"), "5");
  EXPECT_EQ(Run("class Mine extends Boss { #secret = 3; constructor() { super(7); this.y = 2 }"
                "  move(d) { return super.move(d) + this.#secret } }"
                "let m = new Mine; [m.x, m.y, m.move(1), m instanceof Boss, m.constructor === Mine].join()"),
            "7,2,11,true,true");
  EXPECT_EQ(Run("let g = new Entity(0); g.target = m; g.target === m && g.target.move(0)"), "11");
  EXPECT_EQ(Run("Reflect.construct(Entity, [1], Mine).constructor === Mine"), "true");
  EXPECT_EQ(Run("Reflect.construct(Entity, [1], new Proxy(Object, {get() { throw new Error('no') }}))"),
            "Error: no")
      << "what the getter throws";
}

TEST_F(ClassesTest, CyclesThroughBothAreCollected) {
  alive = 0;
  EXPECT_EQ(Run("(() => {"
                "  for (let i = 0; i < 1000; i++) {"
                "    const a = new Entity(i), b = new Entity(i);"
                "    a.target = b; b.onHit = () => a; b.back = {a}; a.target.target = a;"
                "  } })(); globalThis.kept = new Entity(5); kept.onHit = () => kept; kept.target = kept; 1"),
            "1");
  EXPECT_GT(alive, 1);
  hw_isolate_collect(isolate.raw());
  // A stale word on the stack may keep a few.
  EXPECT_LE(alive, 100);
  EXPECT_GE(alive, 1);
  EXPECT_EQ(Run("kept.target === kept && kept.onHit() === kept"), "true");
}

TEST_F(ClassesTest, ObjectsAreNotCloned) {
  hw::Result<hw::Value> e = isolate.Evaluate("({e: new Entity(1)})");
  uint8_t* data;
  size_t size;
  EXPECT_EQ(hw_serialize(isolate.raw(), e->raw(), &data, &size), HW_EXCEPTION);
}

TEST_F(ClassesTest, TheEndOfTheGuestPassesThrough) {
  isolate.SetFuel(100'000);
  hw::Result<hw::Value> result = isolate.Evaluate(
      "let e = new Entity(1); e.onHit = () => { for (;;); }; try { e.hit(1) } catch {} 'went on'");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().reason, HW_REASON_FUEL);
}

TEST_F(ClassesTest, RecursionThroughBothIsBounded) {
  // Hit passes no exception on: the innermost RangeError is lost, and all others return.
  EXPECT_EQ(Run("let f = new Entity(1), depth = 0; f.onHit = () => { depth++; f.hit(1) }; f.hit(1);"
                "depth > 10 && Math.abs(10 - f.hp - depth) <= 1"),
            "true");
}

TEST_F(ClassesTest, MembersOfCppObjectsHoldValuesOfAllKinds) {
  EXPECT_EQ(Run("let e = new Entity(1), out = [];"
                "for (const v of [1, 2.5, 'text', null, undefined, true, 2n ** 70n, -5]) {"
                "  e.onHit = v; out.push(Object.is(e.onHit, v));"
                "} let o = {}; e.onHit = o; out.push(e.onHit === o); out.join()"),
            "true,true,true,true,true,true,true,true,true");
  EXPECT_EQ(Run("let hits = 0; e.onHit = () => hits++; e.hit(1); e.hit(1); hits"), "2");
}

TEST_F(ClassesTest, CppUsesTheObjectsInsideTheIsolate) {
  isolate.Enter([&] {
    auto* e = hw::New<Entity>(isolate.raw(), 8.0);
    EXPECT_EQ(hw_isolate_entered(), isolate.raw());
    EXPECT_TRUE(isolate.Global().Set("e", hw::Wrap(isolate.raw(), e)));
    EXPECT_EQ(Run("e.onHit = () => 'hit'; e.x"), "8");
    EXPECT_EQ(hw::Unwrap<Entity>(*isolate.Evaluate("e")), e);
    EXPECT_EQ(hw::Unwrap<Boss>(*isolate.Evaluate("e")), nullptr);
    EXPECT_EQ(hw::Unwrap<Entity>(isolate.Number(1)), nullptr);
    EXPECT_EQ(e->on_hit_.Get().Call()->AsString(), "hit");
    EXPECT_EQ(hw::Wrap<Entity>(isolate.raw(), nullptr).Type(), HW_TYPE_NULL);
  });
  EXPECT_EQ(hw_isolate_entered(), nullptr);
}

// Every reference is stored behind the back of a marking collector, which takes a step at each allocation and
// whose verifier then looks at the whole heap.
TEST_F(ClassesTest, BarriersHoldUnderStress) {
  for (gc::StressKind kind : {gc::StressKind::kStep, gc::StressKind::kCollect}) {
    heap().SetStressInterval(kind == gc::StressKind::kStep ? 1 : 17, kind);
    EXPECT_EQ(Run("globalThis.ring = []; for (let i = 0; i < 30; i++) ring.push(new Entity(i));"
                  "for (let round = 0; round < 5; round++) for (let i = 0; i < 30; i++) {"
                  "  const e = ring[i]; e.target = new Entity(i); e.target.target = ring[(i + 1) % 30];"
                  "  e.onHit = {value: [i, round]}; e.target.onHit = e.onHit; e['p' + i] = {};"
                  "}"
                  "ring.every((e, i) => e.x === i && e.onHit.value.join() === i + ',4' && e.target.onHit === "
                  "e.onHit &&"
                  "  e.target.target === ring[(i + 1) % 30])"),
              "true");
    heap().SetStressInterval(0);
  }
}

TEST_F(ClassesTest, ImagesHaveTheClassesButNoObjects) {
  EXPECT_EQ(Run("globalThis.make = x => new Boss(x); globalThis.Mine = class extends Entity {}; 1"), "1");
  hw::Result<hw::Image> image = isolate.Freeze();
#if !HALFWORD_COMPRESS
  GTEST_SKIP();
#endif
  ASSERT_TRUE(image) << image.error().text;
  // Another host, with the classes in another order and more of them.
  class Other final : public gc::GarbageCollected<Other>, public hw::Scriptable {
   public:
    void Trace(gc::Visitor*) const {}
  };
  hw::Host host;
  host.Define(hw::Class<Other>("Other").Constructor<>());
  host.Define(hw::Class<Named>("Named").Constructor<std::string>().Field("name", &Named::name_));
  EXPECT_THAT(hw::Isolate::Make({.image = *image, .host = host}).error().text, HasSubstr("'Entity'"));
  hw::Host whole = NewHost();
  whole.Define(hw::Class<Other>("Other").Constructor<>());
  hw::Isolate clone({.image = *image, .host = whole});
  ASSERT_TRUE(clone);
  EXPECT_EQ(
      clone.Evaluate("let b = make(3); b.rage(); [b.hp, b instanceof Boss, new Mine(4).move(1)].join()")
          ->AsString(),
      "200,true,5");
  EXPECT_EQ(clone.Evaluate("typeof Other")->AsString(), "undefined");
  EXPECT_EQ(clone.Constructor("Other").Type(), HW_TYPE_FUNCTION);
  EXPECT_EQ(clone.Constructor("Entity").Type(), HW_TYPE_FUNCTION);
  hw::Result<hw::Image> none = clone.Freeze();
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().text, HasSubstr("Boss"));
  EXPECT_TRUE(clone.Reset());
  EXPECT_EQ(clone.Evaluate("make(2).hp")->AsNumber(), 100);
}

TEST(ClassDefinitionTest, MistakesAreErrors) {
  hw::Host twice = NewHost();
  twice.Define(hw::Class<Entity>("Again"));
  EXPECT_THAT(hw::Isolate::Make({.host = twice}).error().text, HasSubstr("class Again: its C++ class"));
  hw::Host name = NewHost();
  class Else final : public gc::GarbageCollected<Else>, public hw::Scriptable {
   public:
    void Trace(gc::Visitor*) const {}
  };
  name.Define(hw::Class<Else>("Entity"));
  EXPECT_THAT(hw::Isolate::Make({.host = name}).error().text, HasSubstr("class Entity: the name is taken"));
  hw::Host orphan;
  orphan.Define(hw::Class<Boss>("Boss").Extends<Entity>());
  EXPECT_THAT(hw::Isolate::Make({.host = orphan}).error().text, HasSubstr("its parent"));
  hw::Host late;
  late.Define(hw::Class<Else>("Else").Method("one", [](Else&) { return 1; }));
  hw::Isolate isolate({.host = late});
  ASSERT_TRUE(isolate.InstallHost());
  EXPECT_THAT(isolate.Evaluate("new Else").error().text, HasSubstr("Illegal constructor"));
  EXPECT_EQ(isolate.Evaluate("typeof Else.prototype.one")->AsString(), "function");
  hw_class definition = {};
  definition.size = sizeof definition;
  definition.name = "TooLate";
  definition.type = 4000;
  hw_error error;
  EXPECT_FALSE(hw_host_define(isolate.raw()->host, &definition, &error));
  EXPECT_THAT(error.text, HasSubstr("already"));
}

}  // namespace
