// Properties with attributes, keys, prototypes, symbols, kinds, Dates and wide BigInts.
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

class PropertyTest : public testing::Test {
 protected:
  void TearDown() override { hw_isolate_destroy(isolate_); }
  hw_value Evaluate(const std::string& source) {
    hw_value value = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK) << source;
    return value;
  }
  hw_value Text(const char* text) { return hw_string(isolate_, text, HW_ZERO_TERMINATED); }
  std::string Json(hw_value value) {
    hw_value json;
    EXPECT_EQ(hw_json_stringify(isolate_, value, &json), HW_OK);
    return Outcome(isolate_, HW_OK, json);
  }
  std::string Thrown() { return ThrownIn(isolate_); }
  hw_property Property() {
    hw_property property = {};
    property.size = sizeof property;
    return property;
  }
  std::string Keys(const char* source, uint32_t which) {
    hw_value keys;
    EXPECT_EQ(hw_own_keys(isolate_, Evaluate(source), which, &keys), HW_OK) << source;
    hw_set_named(isolate_, hw_global(isolate_), "keys", keys);
    return RunIn(isolate_, "keys.map(k => typeof k == 'number' ? '#' + k : String(k)).join()");
  }

  hw_isolate* isolate_ = New(Config());
};

TEST_F(PropertyTest, IsDefinedAsReflectDefinePropertyDoes) {
  hw_value o = Evaluate("globalThis.o = {}");
  hw_property p = Property();
  p.has_value = true;
  p.value = hw_number(isolate_, 1);
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_OK);
  p.attributes = HW_PROPERTY_WRITABLE | HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE;
  EXPECT_EQ(hw_define(isolate_, o, hw_number(isolate_, 0), &p, nullptr), HW_OK);
  bool defined = false;
  EXPECT_EQ(hw_define(isolate_, o, Text("b"), &p, &defined), HW_OK);
  EXPECT_TRUE(defined);
  p = Property();
  p.given = HW_PROPERTY_ENUMERABLE;  // not enumerable any more; the rest stays
  EXPECT_EQ(hw_define(isolate_, o, Text("b"), &p, nullptr), HW_OK);
  p = Property();
  p.getter = Evaluate("(function () { return 'got ' + (this === o) })");
  p.attributes = HW_PROPERTY_CONFIGURABLE;
  EXPECT_EQ(hw_define(isolate_, o, Text("c"), &p, nullptr), HW_OK);
  EXPECT_EQ(RunIn(isolate_, "o.c + JSON.stringify(Object.getOwnPropertyDescriptors(o))"),
            "got true{\"0\":{\"value\":1,\"writable\":true,\"enumerable\":true,\"configurable\":true},"
            "\"a\":{\"value\":1,\"writable\":false,\"enumerable\":false,\"configurable\":false},"
            "\"b\":{\"value\":1,\"writable\":true,\"enumerable\":false,\"configurable\":true},"
            "\"c\":{\"enumerable\":false,\"configurable\":true}}");
  p = Property();
  p.has_value = true;
  p.value = hw_number(isolate_, 2);
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, &defined), HW_OK);
  EXPECT_FALSE(defined);
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_EXCEPTION);
  EXPECT_EQ(Thrown().substr(0, 9), "TypeError");
  EXPECT_EQ(
      hw_define(isolate_, Evaluate("new Proxy({}, {defineProperty() { throw 7 }})"), Text("a"), &p, nullptr),
      HW_EXCEPTION);
}

TEST_F(PropertyTest, RefusesMistakes) {
  hw_value o = hw_object(isolate_);
  hw_property p = Property();
  bool flag;
  p.has_value = true;
  p.value = hw_number(isolate_, 1);
  p.getter = Evaluate("(() => 1)");
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "hw_property has a value and a getter or setter");
  p = Property();
  p.getter = Text("no function");
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_EXCEPTION);
  p = Property();
  p.attributes = 8;
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_INVALID);
  p.size = 0;
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), &p, nullptr), HW_INVALID);
  EXPECT_EQ(hw_define(isolate_, o, Text("a"), nullptr, nullptr), HW_INVALID);
  EXPECT_EQ(hw_get_own(isolate_, o, Text("a"), &p, &flag), HW_INVALID);
  EXPECT_EQ(hw_get_own(isolate_, o, Text("a"), nullptr, &flag), HW_INVALID);
  EXPECT_EQ(hw_own_keys(isolate_, o, 0, &o), HW_INVALID);
  o = hw_object(isolate_);
  EXPECT_EQ(hw_own_keys(isolate_, o, 33, nullptr), HW_INVALID);
  EXPECT_EQ(hw_set_integrity(isolate_, o, static_cast<hw_integrity>(3)), HW_INVALID);
  EXPECT_EQ(hw_instance_of(isolate_, o, o, nullptr), HW_INVALID);
  EXPECT_EQ(hw_instance_of(isolate_, o, o, &flag), HW_EXCEPTION);
  EXPECT_EQ(hw_define(isolate_, hw_null(), Text("a"), &(p = Property()), nullptr), HW_EXCEPTION);
  EXPECT_EQ(hw_prototype(nullptr, o, &o), HW_INVALID);
  EXPECT_EQ(hw_kind_of(nullptr, o), HW_KIND_NONE);
}

TEST_F(PropertyTest, IsReadWithItsAttributes) {
  hw_value o = Evaluate("({get a() { throw 1 }, b: 'text', __proto__: {c: 1}})");
  hw_property p = Property();
  bool found = false;
  ASSERT_EQ(hw_get_own(isolate_, o, Text("a"), &p, &found), HW_OK);
  EXPECT_TRUE(found);
  EXPECT_FALSE(p.has_value);
  EXPECT_EQ(p.attributes, uint32_t{HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE});
  EXPECT_EQ(hw_type_of(isolate_, p.getter), HW_TYPE_FUNCTION);
  EXPECT_EQ(hw_type_of(isolate_, p.setter), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_define(isolate_, hw_object(isolate_), Text("a"), &p, nullptr), HW_OK);  // as it was read
  ASSERT_EQ(hw_get_own(isolate_, o, Text("b"), &p, &found), HW_OK);
  EXPECT_TRUE(found && p.has_value);
  EXPECT_EQ(p.attributes, 7u);
  EXPECT_EQ(Outcome(isolate_, HW_OK, p.value), "text");
  ASSERT_EQ(hw_get_own(isolate_, o, Text("c"), &p, &found), HW_OK);
  EXPECT_FALSE(found);
}

TEST_F(PropertyTest, HasKeysOfAllKinds) {
  constexpr char kObject[] =
      "Object.defineProperty({b: 1, 7: 1, a: 1, 2: 1, [Symbol('s')]: 1, __proto__: {a: 2, i: 3, 5: 1}}, 'h', "
      "{value: 1})";
  EXPECT_EQ(Keys(kObject, HW_KEYS_STRINGS), "2,7,b,a");
  EXPECT_EQ(Keys(kObject, HW_KEYS_SYMBOLS), "Symbol(s)");
  EXPECT_EQ(Keys(kObject, HW_KEYS_STRINGS | HW_KEYS_SYMBOLS | HW_KEYS_ALL), "2,7,b,a,h,Symbol(s)");
  EXPECT_EQ(Keys(kObject, HW_KEYS_STRINGS | HW_KEYS_INDICES_AS_NUMBERS | HW_KEYS_INHERITED),
            "#2,#7,b,a,#5,i");
  EXPECT_EQ(Keys("Object.create({x: 1, y: 2}, {x: {value: 1}})", HW_KEYS_STRINGS | HW_KEYS_INHERITED), "y");
  EXPECT_EQ(Keys("'ab'", HW_KEYS_STRINGS | HW_KEYS_ALL), "0,1,length");
  EXPECT_EQ(Keys("new Proxy({}, {ownKeys: () => ['p', 'q'], getOwnPropertyDescriptor: (o, k) => "
                 "({value: 1, configurable: true, enumerable: k == 'q'})})",
                 HW_KEYS_STRINGS),
            "q");
}

TEST_F(PropertyTest, PrototypesAndIntegrity) {
  hw_value o = Evaluate("globalThis.o = {a: 1}"), prototype;
  ASSERT_EQ(hw_prototype(isolate_, o, &prototype), HW_OK);
  EXPECT_TRUE(hw_is_same(isolate_, prototype, Evaluate("Object.prototype")));
  EXPECT_EQ(hw_set_prototype(isolate_, o, Evaluate("Array.prototype")), HW_OK);
  bool is = false;
  EXPECT_EQ(hw_instance_of(isolate_, o, Evaluate("Array"), &is), HW_OK);
  EXPECT_TRUE(is);
  EXPECT_EQ(hw_set_prototype(isolate_, o, hw_null()), HW_OK);
  EXPECT_EQ(hw_set_prototype(isolate_, o, hw_undefined()), HW_EXCEPTION);
  EXPECT_EQ(hw_set_prototype(isolate_, Evaluate("Object.prototype"), o), HW_EXCEPTION);
  EXPECT_EQ(hw_set_integrity(isolate_, o, HW_INTEGRITY_NOT_EXTENSIBLE), HW_OK);
  EXPECT_EQ(RunIn(isolate_, "[Object.isExtensible(o), Object.isSealed(o)].join()"), "false,false");
  EXPECT_EQ(hw_set_integrity(isolate_, o, HW_INTEGRITY_SEALED), HW_OK);
  EXPECT_EQ(RunIn(isolate_, "[Object.isSealed(o), Object.isFrozen(o)].join()"), "true,false");
  EXPECT_EQ(hw_set_integrity(isolate_, o, HW_INTEGRITY_FROZEN), HW_OK);
  EXPECT_EQ(RunIn(isolate_, "Object.isFrozen(o)"), "true");
  EXPECT_EQ(hw_set_integrity(isolate_, Evaluate("new Proxy({}, {preventExtensions: () => false})"),
                             HW_INTEGRITY_FROZEN),
            HW_EXCEPTION);
}

TEST_F(PropertyTest, Symbols) {
  hw_set_named(isolate_, hw_global(isolate_), "s", hw_symbol(isolate_, Text("mine")));
  EXPECT_EQ(RunIn(isolate_, "String(s) + (Symbol.keyFor(s) === undefined)"), "Symbol(mine)true");
  EXPECT_EQ(hw_type_of(isolate_, hw_symbol(isolate_, hw_undefined())), HW_TYPE_SYMBOL);
  EXPECT_EQ(hw_type_of(isolate_, hw_symbol(isolate_, hw_null())), HW_TYPE_UNDEFINED);
  EXPECT_TRUE(hw_is_same(isolate_, hw_symbol_for(isolate_, Text("k")), Evaluate("Symbol.for('k')")));
  EXPECT_TRUE(hw_is_same(isolate_, Evaluate("Symbol.for('l')"), hw_symbol_for(isolate_, Text("l"))));
  EXPECT_EQ(hw_type_of(isolate_, hw_symbol_for(isolate_, hw_null())), HW_TYPE_UNDEFINED);
  constexpr const char* kWellKnown[] = {"iterator",    "asyncIterator", "hasInstance", "toPrimitive",
                                        "toStringTag", "dispose",       "asyncDispose"};
  for (int i = 0; i < 7; i++) {
    EXPECT_TRUE(hw_is_same(isolate_, hw_symbol_well_known(isolate_, static_cast<hw_well_known>(i)),
                           Evaluate(std::string("Symbol.") + kWellKnown[i])));
  }
  EXPECT_EQ(hw_type_of(isolate_, hw_symbol_well_known(isolate_, static_cast<hw_well_known>(7))),
            HW_TYPE_UNDEFINED);
}

TEST_F(PropertyTest, PrivateKeysAreTheHostsAlone) {
  hw_value key = hw_private_key(isolate_, "k");
  EXPECT_TRUE(hw_is_same(isolate_, key, hw_private_key(isolate_, "k")));
  EXPECT_FALSE(hw_is_same(isolate_, key, hw_private_key(isolate_, "other")));
  for (const char* source : {"({})", "Object.freeze({})", "[]", "(() => 1)",
                             "new Proxy({}, {get() { throw 1 }, set() { throw 2 }, has() { throw 3 }, "
                             "deleteProperty() { throw 4 }, defineProperty() { throw 5 }, "
                             "getOwnPropertyDescriptor() { throw 6 }})"}) {
    SCOPED_TRACE(source);
    hw_value object = Evaluate(source), got;
    bool has = true;
    EXPECT_EQ(hw_get(isolate_, object, key, &got), HW_OK);
    EXPECT_EQ(hw_type_of(isolate_, got), HW_TYPE_UNDEFINED);
    EXPECT_EQ(hw_has(isolate_, object, key, &has), HW_OK);
    EXPECT_FALSE(has);
    EXPECT_EQ(hw_set(isolate_, object, key, hw_number(isolate_, 1)), HW_OK);
    hw_property p = Property();
    EXPECT_EQ(hw_get_own(isolate_, object, key, &p, &has), HW_OK);
    EXPECT_TRUE(has && p.has_value);
    p = Property();
    p.has_value = true;
    p.value = hw_number(isolate_, 2);
    EXPECT_EQ(hw_define(isolate_, object, key, &p, nullptr), HW_OK);
    EXPECT_EQ(hw_get(isolate_, object, key, &got), HW_OK);
    EXPECT_EQ(hw_as_number(isolate_, got), 2);
    hw_set_named(isolate_, hw_global(isolate_), "o", object);
    EXPECT_EQ(RunIn(isolate_, "globalThis.c = Object.create(o); 1"), "1");
    EXPECT_EQ(hw_get(isolate_, Evaluate("c"), key, &got), HW_OK);
    EXPECT_EQ(hw_type_of(isolate_, got), HW_TYPE_UNDEFINED);  // not inherited
    EXPECT_EQ(hw_delete(isolate_, object, key, &has), HW_OK);
    EXPECT_TRUE(has);
    EXPECT_EQ(hw_get(isolate_, object, key, &got), HW_OK);
    EXPECT_EQ(hw_type_of(isolate_, got), HW_TYPE_UNDEFINED);
    hw_set(isolate_, object, key, hw_number(isolate_, 1));
  }
  EXPECT_EQ(RunIn(isolate_, "const f = Object.freeze({}); Reflect.ownKeys(f).length"), "0");
  EXPECT_EQ(hw_type_of(isolate_, hw_private_key(isolate_, nullptr)), HW_TYPE_UNDEFINED);
#if HALFWORD_COMPRESS
  hw_value kept = Evaluate("globalThis.kept = {}");
  hw_set(isolate_, kept, key, Text("in the image"));
  hw_image* image = hw_isolate_freeze(isolate_, nullptr);
  hw_config config = Config();
  config.image = image;
  hw_isolate_destroy(std::exchange(isolate_, New(config)));
  hw_value got;
  EXPECT_EQ(hw_get(isolate_, Evaluate("kept"), hw_private_key(isolate_, "k"), &got), HW_OK);
  EXPECT_EQ(Outcome(isolate_, HW_OK, got), "in the image");
  hw_image_release(image);
#endif
}

TEST_F(PropertyTest, Kinds) {
  const std::pair<const char*, hw_kind> kKinds[] = {{"1", HW_KIND_NONE},
                                                    {"'s'", HW_KIND_NONE},
                                                    {"null", HW_KIND_NONE},
                                                    {"({})", HW_KIND_PLAIN},
                                                    {"new (class {})", HW_KIND_PLAIN},
                                                    {"Object.create(Date.prototype)", HW_KIND_PLAIN},
                                                    {"(function () { return arguments })()", HW_KIND_PLAIN},
                                                    {"globalThis", HW_KIND_PLAIN},
                                                    {"[]", HW_KIND_ARRAY},
                                                    {"(() => 1)", HW_KIND_FUNCTION},
                                                    {"(class {})", HW_KIND_FUNCTION},
                                                    {"Math.max", HW_KIND_FUNCTION},
                                                    {"Math.max.bind()", HW_KIND_FUNCTION},
                                                    {"new TypeError", HW_KIND_ERROR},
                                                    {"new Date", HW_KIND_DATE},
                                                    {"Object.setPrototypeOf(new Date, null)", HW_KIND_DATE},
                                                    {"/a/", HW_KIND_REGEXP},
                                                    {"new Map", HW_KIND_MAP},
                                                    {"new (class extends Set {})", HW_KIND_SET},
                                                    {"new WeakMap", HW_KIND_WEAK},
                                                    {"new WeakRef({})", HW_KIND_WEAK},
                                                    {"Promise.resolve()", HW_KIND_PROMISE},
                                                    {"new Proxy([], {})", HW_KIND_PROXY},
                                                    {"new Proxy(() => 1, {})", HW_KIND_PROXY},
                                                    {"new ArrayBuffer", HW_KIND_BUFFER},
                                                    {"new SharedArrayBuffer", HW_KIND_BUFFER},
                                                    {"new Uint8Array", HW_KIND_VIEW},
                                                    {"new DataView(new ArrayBuffer)", HW_KIND_VIEW},
                                                    {"new Number(1)", HW_KIND_BOXED},
                                                    {"new String('')", HW_KIND_BOXED},
                                                    {"Object(Symbol())", HW_KIND_BOXED},
                                                    {"(function* () {})()", HW_KIND_GENERATOR},
                                                    {"[].values()", HW_KIND_ITERATOR},
                                                    {"new Map().entries()", HW_KIND_ITERATOR},
                                                    {"[].values().map(x => x)", HW_KIND_ITERATOR},
                                                    {"new DisposableStack", HW_KIND_OTHER}};
  for (auto [source, kind] : kKinds) EXPECT_EQ(hw_kind_of(isolate_, Evaluate(source)), kind) << source;
  hw_external external = {};
  external.size = sizeof external;
  EXPECT_EQ(hw_kind_of(isolate_, hw_external_new(isolate_, &external)), HW_KIND_EXTERNAL);
}

TEST_F(PropertyTest, EntriesOfMapsAndSets) {
  hw_value array;
  ASSERT_EQ(hw_entries(isolate_,
                       Evaluate("const m = new Map([[1, 'a'], ['k', 2], [3, 4]]); m.delete('k'); "
                                "m[Symbol.iterator] = () => { throw 1 }; m"),
                       &array),
            HW_OK);
  EXPECT_EQ(Json(array), "[1,\"a\",3,4]");
  ASSERT_EQ(hw_entries(isolate_, Evaluate("new Set([3, 1, 2])"), &array), HW_OK);
  EXPECT_EQ(Json(array), "[3,1,2]");
  ASSERT_EQ(hw_entries(isolate_, Evaluate("new Set"), &array), HW_OK);
  EXPECT_EQ(Json(array), "[]");
  EXPECT_EQ(hw_entries(isolate_, Evaluate("new WeakMap"), &array), HW_EXCEPTION);
  EXPECT_EQ(Thrown(), "TypeError: hw_entries needs a Map or a Set");
}

TEST_F(PropertyTest, Dates) {
  double ms = 0;
  hw_value date = hw_date(isolate_, 1e12 + 0.7);
  EXPECT_TRUE(hw_as_date(isolate_, date, &ms));
  EXPECT_EQ(ms, 1e12);
  hw_set_named(isolate_, hw_global(isolate_), "d", date);
  EXPECT_EQ(RunIn(isolate_, "d.toISOString()"), "2001-09-09T01:46:40.000Z");
  EXPECT_TRUE(hw_as_date(isolate_, hw_date(isolate_, 1e300), &ms));
  EXPECT_TRUE(std::isnan(ms));
  EXPECT_FALSE(hw_as_date(isolate_, hw_number(isolate_, 1), &ms));
  EXPECT_TRUE(hw_as_date(isolate_, Evaluate("new Date(5)"), nullptr));
}

TEST_F(PropertyTest, BigIntsOfManyWords) {
  const uint64_t words[] = {1, 2, 0x8000000000000000, 0, 0};
  hw_value big;
  ASSERT_EQ(hw_bigint_words(isolate_, true, words, 5, &big), HW_OK);
  EXPECT_EQ(Outcome(isolate_, HW_OK, big), RunIn(isolate_, "String(-((1n << 191n) + (2n << 64n) + 1n))"));
  uint64_t back[4] = {9, 9, 9, 9};
  bool negative = false;
  EXPECT_EQ(hw_as_words(isolate_, big, &negative, back, 4), 3u);
  EXPECT_TRUE(negative);
  EXPECT_EQ(back[0], 1u);
  EXPECT_EQ(back[1], 2u);
  EXPECT_EQ(back[2], 0x8000000000000000u);
  EXPECT_EQ(back[3], 9u);
  EXPECT_EQ(hw_as_words(isolate_, big, nullptr, nullptr, 0), 3u);
  EXPECT_EQ(hw_as_words(isolate_, Evaluate("5n"), &negative, back, 1), 1u);
  EXPECT_FALSE(negative);
  EXPECT_EQ(back[0], 5u);
  ASSERT_EQ(hw_bigint_words(isolate_, true, words + 3, 2, &big), HW_OK);
  EXPECT_EQ(Outcome(isolate_, HW_OK, big), "0");
  EXPECT_EQ(hw_as_words(isolate_, big, &negative, back, 4), 0u);
  EXPECT_EQ(hw_as_words(isolate_, hw_number(isolate_, 1), nullptr, back, 4), 0u);
  EXPECT_EQ(hw_bigint_words(isolate_, false, nullptr, 1, &big), HW_INVALID);
  std::vector<uint64_t> huge(1 << 20, 1);
  EXPECT_EQ(hw_bigint_words(isolate_, false, huge.data(), huge.size(), &big), HW_EXCEPTION);
  EXPECT_EQ(Thrown(), "RangeError: Maximum BigInt size exceeded");
}

TEST_F(PropertyTest, ErrorsThatAreNotThrown) {
  hw_value error;
  ASSERT_EQ(hw_error_new(isolate_, HW_ERROR_RANGE, Text("too far"), &error), HW_OK);
  hw_set_named(isolate_, hw_global(isolate_), "e", error);
  EXPECT_EQ(RunIn(isolate_, "String(e) + (e instanceof RangeError) + typeof e.stack"),
            "RangeError: too fartruestring");
  ASSERT_EQ(hw_error_new(isolate_, HW_ERROR_PLAIN, hw_undefined(), &error), HW_OK);
  hw_set_named(isolate_, hw_global(isolate_), "e", error);
  EXPECT_EQ(RunIn(isolate_, "String(e) + Object.hasOwn(e, 'message')"), "Errorfalse");
  EXPECT_EQ(hw_error_new(isolate_, HW_ERROR_PLAIN, hw_null(), &error), HW_EXCEPTION);
  EXPECT_EQ(hw_error_new(isolate_, static_cast<hw_error_type>(9), hw_undefined(), &error), HW_INVALID);
}

}  // namespace
}  // namespace api_testing
