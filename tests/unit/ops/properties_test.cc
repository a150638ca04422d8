// Property and element access on every kind of receiver, with every kind of key and value, against the
// internal methods of the runtime.
#include "differential.h"
#include "runtime/operations/call.h"

namespace halfword::testing {
namespace {

// Expressions of objects of every elements kind, exotic or not; strings; and what is no object.
#define RECEIVERS                                                                                           \
  "{}", "{x: 1}", "{y: 0, x: 1.5}", "{y: 0, z: 1, x: 'a', 1: 'one'}",                                       \
      "{get x() { return 7 }, set x(v) { this._x = v }}", "{get x() { return 7 }, get 1() { return 8 }}",   \
      "Object.create({x: 3, 1: 4})", "Object.create({set x(v) { this._x = v }, set 1(v) { this._1 = v }})", \
      "Object.create(null)", "Object.freeze({x: 1, 1: 2})", "Object.create(Object.freeze({x: 1, 1: 2}))",   \
      "Object.seal({x: 1, 1: 2})", "Object.preventExtensions({y: 1, 0: 2})",                                \
      "new (class { x = 1; #p = 2; get length() { return 9 } })", "[]", "[1, 2, 3]", "[1, , 3]",            \
      "[1.5, 2.5]", "[1.5, , -0]", "[1, 'a', null]", "['a', , {}]", "new Array(5)",                         \
      "Object.assign([], {1000000: 1})", "Object.assign([1, 2], {x: 1, y: 2})", "Object.freeze([1, 2, 3])", \
      "Object.seal([1, 2.5])", "Object.preventExtensions([1, 2])",                                          \
      "Object.defineProperty([1, 2], 'length', {writable: false})",                                         \
      "Object.defineProperty([1, 2], 1, {get() { return 6 }, set(v) { this.x = v }})",                      \
      "Object.setPrototypeOf([1, , 3], {1: 'up', x: 'up'})", "Object.setPrototypeOf([0.5, , 3], null)",     \
      "Object.setPrototypeOf({}, new Uint8Array(3))", "Object.setPrototypeOf({}, [1, 2])",                  \
      "(function () { return arguments })(1, 2)", "(function (p, q) { return arguments })(1, 2)",           \
      "(function (p) { 'use strict'; return arguments })(1, 2)", "new String('abc')", "new Number(4)",      \
      "function f(p, q) {}", "class { static x = 1 }", "() => 1", "new Proxy({x: 1, 1: 2}, {})",            \
      "new Proxy([1, 2], {})", "new Date(0)", "/x/g", "new Map([[1, 2]])"
#define TYPED_ARRAYS                                                                                         \
  "new Int8Array([1, -2, 3])", "new Uint8Array([1, 2, 255])", "new Uint8ClampedArray([1, 2, 255])",          \
      "new Int16Array([1, -2, 3])", "new Uint16Array([1, 2, 65535])",                                        \
      "new Int32Array([1, -(2 ** 31), 2 ** 30])", "new Uint32Array([1, 2 ** 31, 2 ** 32 - 1])",              \
      "new Float16Array([0.5, NaN, -0])", "new Float32Array([0.5, NaN, -0])",                                \
      "new Float64Array([0.5, NaN, -0, 5])", "new BigInt64Array([1n, -1n])",                                 \
      "new BigUint64Array([1n, 2n ** 64n - 1n])", "new Uint8Array(new ArrayBuffer(8), 2, 3)",                \
      "new Float64Array(new ArrayBuffer(16, {maxByteLength: 32}))",                                          \
      "((b) => { let t = new Uint8Array(b, 4); b.resize(2); return t })(new ArrayBuffer(8, {maxByteLength: " \
      "16}))",                                                                                               \
      "((b) => { let t = new Int32Array(b); b.transfer(); return t })(new ArrayBuffer(8))",                  \
      "new Uint16Array(new SharedArrayBuffer(8))"
#define PRIMITIVES                                                       \
  "null", "undefined", "true", "5", "-0.5", "'abc'", "'a\\u3042'", "''", \
      "'left' + Math.min(1, 2) + 'right'", "7n", "Symbol('d')"
#define KEYS                                                                                             \
  "0", "1", "2", "3", "5", "-1", "-0", "0.5", "2 ** 31", "2 ** 32 - 2", "2 ** 32 - 1", "2 ** 53", "NaN", \
      "Infinity", "'1'", "'01'", "'-0'", "'1.5'", "'x'", "'length'", "'le' + 'ngth'", "'absent'",        \
      "Symbol.iterator", "undefined", "true", "1n", "({ toString() { return '1' } })",                   \
      "({ toString() { throw new RangeError('key') } })"
#define VALUES                                                                                    \
  "1", "-1", "300", "2 ** 31", "2 ** 32", "0.5", "-0", "NaN", "-Infinity", "1e300", "'7'", "'a'", \
      "undefined", "null", "true", "5n", "2n ** 64n", "({ valueOf() { return 260.5 } })",         \
      "({ valueOf() { throw new RangeError('value') } })"

// Numbers that fit a Smi, in boxes: keys as a program computes them.
class Keys : public Operands {
 public:
  explicit Keys(Isolate& isolate) : Operands(isolate, {KEYS}) {
    for (double d : {0.0, 1.0, -1.0, 7.0}) Add("boxed " + std::to_string(d), NewHeapNumber(isolate, d));
  }
};

// ---- Loads: the receivers stay as they are ----

Completion<Value> LoadOracle(Isolate& isolate, Value base, Value key) {
  TRY(ToObject(isolate, base));
  PropertyKey name = TRY(ToPropertyKey(isolate, key));
  return GetV(isolate, base, name);
}

class LoadsTest : public ::testing::Test {
 protected:
  template <class F>
  static void ForAll(F&& body) {
    EXPECT_TRUE(MakeIsolate()->Enter([&](Isolate& isolate) {
      Operands receivers(isolate, {RECEIVERS, TYPED_ARRAYS, PRIMITIVES});
      Keys keys(isolate);
      body(isolate, receivers, keys);
    }));
  }
};

TEST_F(LoadsTest, OfKeys) {
  ForAll([](Isolate& isolate, std::span<const Operand> receivers, std::span<const Operand> keys) {
    for (const char* body : {"return a[b]", "var t = a[b]; return t", "return (() => a[b])()"}) {
      ExpectAsOracle(isolate, body, receivers, keys, LoadOracle);
    }
    ExpectAsOracle(isolate, "return a?.[b]", receivers, keys, [](Isolate& isolate, Value a, Value b) {
      return a.IsNullOrUndefined() ? Completion<Value>(Value::Undefined()) : LoadOracle(isolate, a, b);
    });
  });
}

TEST_F(LoadsTest, OfNamesAndLiteralIndices) {
  ForAll([](Isolate& isolate, std::span<const Operand> receivers, std::span<const Operand>) {
    for (const char* text :
         {".x", ".y", ".length", ".absent", ".constructor", ".name", "[0]", "[1]", "[-1]", "['x']"}) {
      bool dotted = text[0] == '.';
      std::string key = dotted ? "'" + std::string(text + 1) + "'" : text;
      Operands one(isolate, {key.c_str()});
      for (const char* body : {"return a$", "var t = a; return t$"}) {
        ExpectAsOracle(
            isolate, Replaced(body, "$", text), receivers, one, [&](Isolate& isolate, Value a, Value b) {
              Value name = dotted ? b : MUST(Get(isolate, b.AsObject(), PropertyKey::FromIndex(0)));
              return LoadOracle(isolate, a, name);
            });
      }
    }
  });
}

TEST_F(LoadsTest, OfMethodsThatAreCalled) {
  ForAll([](Isolate& isolate, std::span<const Operand> receivers, std::span<const Operand>) {
    Operands nothing(isolate, {"undefined"});
    for (const char* name : {"valueOf", "hasOwnProperty", "absent", "x"}) {
      PropertyKey key = PropertyKey::FromAscii(isolate, name);
      ExpectAsOracle(isolate, std::string("return a.") + name + "()", receivers, nothing,
                     [&](Isolate& isolate, Value a, Value) -> Completion<Value> {
                       Value method = TRY(GetV(isolate, a, key));
                       return Call(isolate, method, a);
                     });
    }
  });
}

TEST_F(LoadsTest, OfTheOperatorIn) {
  ForAll([](Isolate& isolate, std::span<const Operand> receivers, std::span<const Operand> keys) {
    for (const char* body : {"return b in a", "if (b in a) return true; return false"}) {
      ExpectAsOracle(isolate, body, receivers, keys,
                     [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
                       if (!a.IsObject()) return isolate.ThrowTypeError("no object");
                       PropertyKey key = TRY(ToPropertyKey(isolate, b));
                       return Value::Boolean(TRY(HasProperty(isolate, a.AsObject(), key)));
                     });
    }
  });
}

TEST_F(LoadsTest, OfInstanceof) {
  ForAll([](Isolate& isolate, std::span<const Operand> receivers, std::span<const Operand>) {
    Operands targets(
        isolate, {"Object", "Array", "Function", "Uint8Array", "String", "class {}", "() => 1", "{}", "null",
                  "Object.assign(() => 1, {prototype: Array.prototype})", "Array.bind()",
                  "{[Symbol.hasInstance](v) { return v }}", "new Proxy(Array, {})"});
    for (const char* body : {"return a instanceof b", "if (a instanceof b) return true; return false"}) {
      ExpectAsOracle(isolate, body, receivers, targets,
                     [](Isolate& isolate, Value a, Value b) -> Completion<Value> {
                       return Value::Boolean(TRY(InstanceofOperator(isolate, a, b)));
                     });
    }
  });
}

// ---- Stores: each goes to a receiver of its own ----

// All own properties in order, and whether there may be more.
std::string Contents(Isolate& isolate, Value value) {
  if (!value.IsObject()) return "none";
  JSObject* object = value.AsObject();
  ValueList keys(isolate);
  MUST(internal_method::OwnPropertyKeys(isolate, object, keys));
  std::string text;
  for (Value key : keys) {
    PropertyKey name = MUST(ToPropertyKey(isolate, key));
    MaybeDescriptor own = MUST(internal_method::GetOwnProperty(isolate, object, name));
    CHECK(own.found);
    const PropertyDescriptor& p = own.descriptor;
    // What the two receivers were made with is not identical.
    std::string shown = p.IsAccessor() ? "accessor" : p.value.IsObject() ? "object" : Show(isolate, p.value);
    text += Show(isolate, key) + ": " + shown + (p.writable ? " w" : "") + (p.enumerable ? " e" : "") +
            (p.configurable ? " c" : "") + ", ";
  }
  return text + (MUST(internal_method::IsExtensible(isolate, object)) ? "extensible" : "not extensible");
}

using StoreOracle = Completion<Value> (*)(Isolate&, Value base, Value key, Value value, bool strict);

Completion<void> Put(Isolate& isolate, Value base, Value key, Value value, bool strict) {
  JSObject* object = TRY(ToObject(isolate, base));
  PropertyKey name = TRY(ToPropertyKey(isolate, key));
  bool done = TRY(internal_method::Set(isolate, object, name, value, base));
  if (!done && strict) return isolate.ThrowTypeError("refused");
  return {};
}

// The site stores c as property b of a, and gives what the oracle gives.
void ExpectStoresAsOracle(Isolate& isolate, const std::string& body, std::span<const Operand> makers,
                          std::span<const Operand> keys, std::span<const Operand> values,
                          StoreOracle oracle) {
  for (bool strict : {false, true}) {
    std::string whole = strict ? "'use strict'; " + body : body;
    Site site(isolate, whole), all(isolate, whole);
    all.MakeWarm();
    for (const Operand& maker : makers) {
      auto make = [&] { return MUST(Call(isolate, maker.value, Value::Undefined())); };
      for (const Operand& key : keys) {
        for (const Operand& value : values) {
          Value model = make();
          std::string expected[2];  // after one store, and after a second one
          for (std::string& text : expected) {
            Outcome outcome = OutcomeOf(isolate, oracle(isolate, model, key.value, value.value, strict));
            text = Show(isolate, outcome) + "; " + Contents(isolate, model);
          }
          auto expect = [&](Site& tried, const char* state) {
            Value receiver = make();
            for (const std::string& text : expected) {
              Outcome outcome = tried.Call({receiver, key.value, value.value});
              std::string found = Show(isolate, outcome) + "; " + Contents(isolate, receiver);
              EXPECT_EQ(found, text) << whole << ", a = " << maker.text << ", b = " << key.text
                                     << ", c = " << value.text << ", " << state;
            }
          };
          site.MakeCold();
          expect(site, "cold");
          site.MakeWarm();
          for (int i = 0; i < 2; i++) expect(site, "warm");
          site.MeetOthers();
          expect(site, "after other kinds");
          expect(all, "after all before");
        }
      }
    }
  }
}

Completion<Value> Assign(Isolate& isolate, Value base, Value key, Value value, bool strict) {
  TRY(Put(isolate, base, key, value, strict));
  return value;
}
Completion<Value> AddTo(Isolate& isolate, Value base, Value key, Value value, bool strict) {
  Value old = TRY(LoadOracle(isolate, base, key));
  Value sum = TRY(BinaryOperation(isolate, BinaryOp::kAdd, old, value));
  TRY(Put(isolate, base, key, sum, strict));
  return sum;
}
Completion<Value> IncrementOf(Isolate& isolate, Value base, Value key, Value, bool strict) {
  Value old = TRY(ToNumeric(isolate, TRY(LoadOracle(isolate, base, key))));
  TRY(Put(isolate, base, key, TRY(Increment(isolate, old, 1)), strict));
  return old;
}
Completion<Value> DeleteOf(Isolate& isolate, Value base, Value key, Value, bool strict) {
  JSObject* object = TRY(ToObject(isolate, base));
  PropertyKey name = TRY(ToPropertyKey(isolate, key));
  bool done = TRY(internal_method::Delete(isolate, object, name));
  if (!done && strict) return isolate.ThrowTypeError("refused");
  return Value::Boolean(done);
}

// Functions that make a receiver each time.
class Makers : public Operands {
 public:
  Makers(Isolate& isolate, std::initializer_list<const char*> expressions) : Operands(isolate, {}) {
    for (const char* text : expressions) Add(text, RunScript(isolate, std::string("(() => (") + text + "))"));
  }
};

class StoresTest : public ::testing::Test {
 protected:
  template <class F>
  static void In(F&& body) {
    EXPECT_TRUE(MakeIsolate()->Enter(body));
  }
};

TEST_F(StoresTest, OfKeys) {
  In([](Isolate& isolate) {
    Makers makers(isolate, {RECEIVERS, PRIMITIVES});
    Keys keys(isolate);
    Operands values(isolate, {"1", "0.5", "'a'", "undefined", "5n"});
    ExpectStoresAsOracle(isolate, "return a[b] = c", makers, keys, values, Assign);
    ExpectStoresAsOracle(isolate, "a[b] = c; return c", makers, keys, values, Assign);
  });
}

TEST_F(StoresTest, OfElementsOfTypedArrays) {
  In([](Isolate& isolate) {
    Makers makers(isolate, {TYPED_ARRAYS});
    Keys keys(isolate);
    Operands some(isolate, {"0", "2", "7", "-0", "'1'"}), values(isolate, {VALUES}), one(isolate, {"1"});
    ExpectStoresAsOracle(isolate, "return a[b] = c", makers, some, values, Assign);
    ExpectStoresAsOracle(isolate, "a[b] = c; return c", makers, some, values, Assign);
    ExpectStoresAsOracle(isolate, "a[b] = c; return c", makers, keys, one, Assign);
    // Numbers without a box.
    ExpectStoresAsOracle(
        isolate, "a[b] = c * 1.5; return 0", makers, some, values,
        [](Isolate& isolate, Value base, Value key, Value value, bool strict) -> Completion<Value> {
          Value factor = NumberValue(isolate, 1.5);
          Value product = TRY(BinaryOperation(isolate, BinaryOp::kMul, value, factor));
          TRY(Put(isolate, base, key, product, strict));
          return Value::Smi(0);
        });
  });
}

TEST_F(StoresTest, OfNames) {
  In([](Isolate& isolate) {
    Makers makers(isolate, {RECEIVERS, TYPED_ARRAYS, PRIMITIVES});
    Operands values(isolate, {"1", "2.5", "'1'", "undefined", "{}"});
    for (const char* name : {"x", "y", "length", "absent", "prototype", "__proto__"}) {
      Operands one(isolate, {Replaced("'$'", "$", name).c_str()});
      ExpectStoresAsOracle(isolate, Replaced("return a.$ = c", "$", name), makers, one, values, Assign);
    }
  });
}

TEST_F(StoresTest, OfResultsOfOperators) {
  In([](Isolate& isolate) {
    Makers makers(isolate, {RECEIVERS, TYPED_ARRAYS, PRIMITIVES});
    Operands keys(isolate, {"0", "1", "5", "-1", "'x'", "'length'"}),
        values(isolate, {"1", "0.5", "'a'", "1n"}), one(isolate, {"undefined"});
    ExpectStoresAsOracle(isolate, "return a[b] += c", makers, keys, values, AddTo);
    ExpectStoresAsOracle(isolate, "return a[b]++", makers, keys, one, IncrementOf);
  });
}

TEST_F(StoresTest, OfDelete) {
  In([](Isolate& isolate) {
    Makers makers(isolate, {RECEIVERS, TYPED_ARRAYS, PRIMITIVES});
    Keys keys(isolate);
    Operands one(isolate, {"undefined"});
    ExpectStoresAsOracle(isolate, "return delete a[b]", makers, keys, one, DeleteOf);
  });
}

// No store may then fill a hole or append without a look at the prototypes.
TEST_F(StoresTest, OfElementsThatPrototypesHave) {
  for (const char* element :
       {"Object.defineProperty(Array.prototype, 1, {set(v) { this.x = v }, configurable: true})",
        "Object.defineProperty(Object.prototype, 3, {value: 'fixed', writable: false})",
        "Array.prototype[5] = 'up'"}) {
    In([&](Isolate& isolate) {
      RunScript(isolate, element);
      Makers makers(isolate, {RECEIVERS});
      Operands receivers(isolate, {RECEIVERS}), keys(isolate, {"0", "1", "2", "3", "5", "'1'", "'length'"}),
          values(isolate, {"1", "0.5", "'a'"});
      ExpectStoresAsOracle(isolate, "a[b] = c; return c", makers, keys, values, Assign);
      ExpectAsOracle(isolate, "return a[b]", receivers, keys, LoadOracle);
    });
  }
}

}  // namespace
}  // namespace halfword::testing
