// Plain data: trees of values built and read in one call.
#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "api/records.h"
#include "fixture.h"
#include "halfword/halfword.hpp"

namespace api_testing {
namespace {

namespace item = hw::item;

// Items with what they point to.
struct Items {
  std::vector<hw_item> items;
  std::deque<std::string> bytes;

  void Add(const hw_item& item) {
    items.push_back(item);
    auto keep = [&](size_t unit) {
      auto& text = items.back().u.text;
      bytes.emplace_back(static_cast<const char*>(text.data), text.count * unit);
      text.data = bytes.back().data();
    };
    switch (item.kind) {
      case HW_ITEM_LATIN1:
      case HW_ITEM_UTF8:
      case HW_ITEM_BYTES: return keep(1);
      case HW_ITEM_UTF16: return keep(2);
      case HW_ITEM_BIGINT: return keep(8);
      case HW_ITEM_KEY: return keep(item.flags & HW_ITEM_KEY_UTF16 ? 2 : 1);
      default: return;
    }
  }
};

std::string TextOf(const hw_item& item) {
  size_t unit = item.kind == HW_ITEM_UTF16 || (item.flags & HW_ITEM_KEY_UTF16) ? 2 : 1;
  if (unit == 1) return {static_cast<const char*>(item.u.text.data), item.u.text.count};
  std::string text;
  auto* units = static_cast<const uint16_t*>(item.u.text.data);
  for (size_t i = 0; i < item.u.text.count; i++) {
    char unit_text[8];
    std::snprintf(unit_text, sizeof unit_text, "\\%x", units[i]);
    text += units[i] < 128 ? std::string(1, static_cast<char>(units[i])) : unit_text;
  }
  return text;
}

// A line that shows items.
std::string Shown(const std::vector<hw_item>& items) {
  std::string text;
  for (const hw_item& item : items) {
    if (!text.empty()) text += ' ';
    switch (item.kind) {
      case HW_ITEM_UNDEFINED: text += "undefined"; break;
      case HW_ITEM_NULL: text += "null"; break;
      case HW_ITEM_BOOLEAN: text += item.u.boolean ? "true" : "false"; break;
      case HW_ITEM_INTEGER: text += std::to_string(item.u.integer); break;
      case HW_ITEM_NUMBER: text += "n:" + std::to_string(item.u.number); break;
      case HW_ITEM_LATIN1: text += "l:" + TextOf(item); break;
      case HW_ITEM_UTF8: text += "u:" + TextOf(item); break;
      case HW_ITEM_UTF16: text += "w:" + TextOf(item); break;
      case HW_ITEM_BIGINT: {
        text += item.flags & HW_ITEM_NEGATIVE ? "-" : "";
        auto* words = static_cast<const uint64_t*>(item.u.text.data);
        for (size_t i = 0; i < item.u.text.count; i++) text += std::to_string(words[i]) + ".";
        text += "n";
        break;
      }
      case HW_ITEM_DATE: text += "date:" + std::to_string(item.u.number); break;
      case HW_ITEM_BYTES: text += "bytes:" + std::to_string(item.u.text.count); break;
      case HW_ITEM_BEGIN_ARRAY: text += "["; break;
      case HW_ITEM_BEGIN_OBJECT: text += "{"; break;
      case HW_ITEM_KEY: text += TextOf(item) + "="; break;
      case HW_ITEM_END: text += "end"; break;
      case HW_ITEM_VALUE: text += "value"; break;
    }
  }
  return text;
}

class PlainDataTest : public testing::Test {
 protected:
  void TearDown() override { hw_isolate_destroy(isolate_); }
  hw_value Evaluate(const std::string& source) {
    hw_value value = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK) << source;
    return value;
  }
  std::string Run(const std::string& source) { return RunIn(isolate_, source); }
  hw_status Build(const std::vector<hw_item>& items, hw_value* result) {
    struct Source {
      const std::vector<hw_item>& items;
      size_t next;
    } source{items, 0};
    auto next = [](void* data, hw_item* item) {
      auto& source = *static_cast<Source*>(data);
      EXPECT_EQ(item->size, sizeof(hw_item));
      if (source.next == source.items.size()) return false;
      *item = source.items[source.next++];
      return true;
    };
    return hw_build(isolate_, next, &source, result);
  }
  // JSON of what is built, or why it is not.
  std::string Built(const std::vector<hw_item>& items) {
    hw_value value;
    hw_status status = Build(items, &value);
    if (status == HW_INVALID) return std::string("invalid: ") + hw_mistake(isolate_);
    if (status == HW_EXCEPTION) return ThrownIn(isolate_);
    if (status == HW_TERMINATED) return "terminated";
    hw_set_named(isolate_, hw_global(isolate_), "built", value);
    return RunIn(isolate_, "JSON.stringify(built)");
  }
  Items Read(hw_value value, uint32_t flags = 0, uint32_t depth = UINT32_MAX) {
    Items items;
    auto take = [](void* data, const hw_item* item) {
      EXPECT_EQ(item->size, sizeof(hw_item));
      static_cast<Items*>(data)->Add(*item);
      return true;
    };
    EXPECT_EQ(hw_read(isolate_, value, flags, depth, take, &items), HW_OK) << ThrownIn(isolate_);
    return items;
  }
  std::string Shown(const std::string& source, uint32_t flags = 0, uint32_t depth = UINT32_MAX) {
    return api_testing::Shown(Read(Evaluate("(" + source + ")"), flags, depth).items);
  }
  using Take = std::function<bool(const hw_item&)>;
  hw_status ReadWith(hw_value value, Take take, uint32_t flags = 0) {
    auto call = [](void* data, const hw_item* item) { return (*static_cast<Take*>(data))(*item); };
    return hw_read(isolate_, value, flags, UINT32_MAX, call, &take);
  }

  hw_isolate* isolate_ = New(Config());
};

hw_item Text(hw_item_kind kind, const void* data, size_t count, uint32_t flags = 0) {
  hw_item item = item::Of(kind, flags);
  item.u.text = {data, count};
  return item;
}

TEST_F(PlainDataTest, IsBuiltOfEachKind) {
  EXPECT_EQ(Built({item::Null()}), "null");
  EXPECT_EQ(Built({item::Boolean(true)}), "true");
  EXPECT_EQ(Built({item::Integer(int64_t{1} << 53)}), "9007199254740992");
  EXPECT_EQ(Built({item::Number(0.5)}), "0.5");
  EXPECT_EQ(Built({item::BeginArray(), item::End()}), "[]");
  EXPECT_EQ(Built({item::BeginObject(), item::End()}), "{}");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("a"), item::BeginArray(), item::Integer(1),
                   item::BeginObject(), item::Key("b"), item::String("x"), item::End(), item::End(),
                   item::Key("c"), item::Undefined(), item::End()}),
            "{\"a\":[1,{\"b\":\"x\"}]}");
  EXPECT_EQ(RunIn(isolate_, "'c' in built && built.c === undefined"), "true");
  uint64_t words[] = {1, 2, 0};
  EXPECT_EQ(
      Built({item::BeginArray(), Text(HW_ITEM_BIGINT, words, 3, HW_ITEM_NEGATIVE), item::Date(1e12),
             item::Date(NAN), item::Bytes(std::vector<uint8_t>{1, 2}), item::Any(Evaluate("Math.max")),
             Text(HW_ITEM_BIGINT, nullptr, 0), item::End()}),
      "throws TypeError: Do not know how to serialize a BigInt\n    at JSON.stringify (<anonymous>)\n    "
      "at test.js:1:6");
  EXPECT_EQ(
      RunIn(isolate_,
            "[built[0] === -(2n ** 65n + 1n), built[1].toISOString(), isNaN(built[2]), built[3] instanceof "
            "Uint8Array && built[3].join(), built[4] === Math.max, built[5]].join(' ')"),
      "true 2001-09-09T01:46:40.000Z true 1,2 true 0");
}

// The sanitizer of undefined behaviour saw such a bool read.
TEST_F(PlainDataTest, AnyByteButZeroIsTrue) {
  for (int byte : {0, 1, 2, 32, 255}) {
    hw_item item{.kind = HW_ITEM_BOOLEAN};
    std::memset(&item.u.boolean, byte, 1);
    hw_value value;
    ASSERT_EQ(Build({item}, &value), HW_OK);
    EXPECT_EQ(hw_type_of(isolate_, value), HW_TYPE_BOOLEAN);
    EXPECT_EQ(hw_is_true(isolate_, value), byte != 0);
  }
}

TEST_F(PlainDataTest, TextsComeInThreeEncodings) {
  const uint16_t units[] = {'a', 0xD800, 0x20AC};
  EXPECT_EQ(
      Built({item::BeginArray(), Text(HW_ITEM_LATIN1, "caf\xE9", 4), item::String("caf\xC3\xA9 \xE2\x82\xAC"),
             Text(HW_ITEM_UTF16, units, 3), Text(HW_ITEM_UTF8, "zero", HW_ZERO_TERMINATED),
             Text(HW_ITEM_UTF8, nullptr, 0), item::End()}),
      "[\"caf\xC3\xA9\",\"caf\xC3\xA9 \xE2\x82\xAC\",\"a\\ud800\xE2\x82\xAC\",\"zero\",\"\"]");
  // Twice, so that the second time keys are predicted.
  std::vector<hw_item> items = {item::BeginArray()};
  for (int i = 0; i < 3; i++) {
    std::vector<hw_item> object = {item::BeginObject(), Text(HW_ITEM_KEY, "caf\xE9", 4, HW_ITEM_KEY_LATIN1),
                                   item::Integer(1),    item::Key("\xE2\x82\xAC"),
                                   item::Integer(2),    Text(HW_ITEM_KEY, units, 3, HW_ITEM_KEY_UTF16),
                                   item::Integer(i),    Text(HW_ITEM_KEY, "zero", HW_ZERO_TERMINATED),
                                   item::Integer(3),    item::Key(""),
                                   item::Integer(4),    item::End()};
    items.insert(items.end(), object.begin(), object.end());
  }
  items.push_back(item::End());
  std::string one = "{\"caf\xC3\xA9\":1,\"\xE2\x82\xAC\":2,\"a\\ud800\xE2\x82\xAC\":",
              rest = ",\"zero\":3,\"\":4}";
  EXPECT_EQ(Built(items), "[" + one + "0" + rest + "," + one + "1" + rest + "," + one + "2" + rest + "]");

  EXPECT_EQ(Built({item::String("ab\xFFx")}), "TypeError: hw_build: the text is not UTF-8 from byte 2 on");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("\xC3"), item::Null(), item::End()}),
            "TypeError: hw_build: the text is not UTF-8 from byte 0 on");
  // A surrogate that UTF-8 says by itself is none.
  EXPECT_EQ(Built({item::String("\xED\xA0\x80")}).substr(0, 9), "TypeError");
}

TEST_F(PlainDataTest, KeysAreThoseOfTheLanguage) {
  EXPECT_EQ(Built({item::BeginObject(), item::Key("b"), item::Integer(1), item::Key("a"), item::Integer(2),
                   item::Key("b"), item::Integer(3), item::Key("10"), item::Integer(4), item::Key("9"),
                   item::Integer(5), item::Key("01"), item::Integer(6), item::End()}),
            "{\"9\":5,\"10\":4,\"b\":3,\"a\":2,\"01\":6}");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("__proto__"), item::BeginArray(), item::End(),
                   item::Key("constructor"), item::Null(), item::End()}),
            "{\"__proto__\":[],\"constructor\":null}");
  EXPECT_EQ(RunIn(isolate_, "Object.getPrototypeOf(built) === Object.prototype"), "true");
  // Nothing that a guest does is asked.
  EXPECT_EQ(RunIn(isolate_,
                  "Object.defineProperty(Object.prototype, 'x', {set() { throw 1 }, configurable: true}); 1"),
            "1");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("x"), item::Integer(1), item::End()}), "{\"x\":1}");
}

TEST_F(PlainDataTest, ObjectsWithTheSameKeysShareAShape) {
  // With as many keys as fit into an object, and more; the middle one differs.
  for (int keys : {1, 3, 63, 64, 65, 100, 300, 1500}) {
    std::vector<hw_item> items = {item::BeginArray()};
    std::deque<std::string> names;
    for (int row = 0; row < 5; row++) {
      items.push_back(item::BeginObject());
      for (int k = 0; k < keys; k++) {
        names.push_back("key" + std::to_string(row == 2 && k == keys / 2 ? 9999 : k));
        items.push_back(item::Key(names.back()));
        items.push_back(item::Integer(1000 * row + k));
      }
      items.push_back(item::End());
    }
    items.push_back(item::End());
    std::string json = Built(items);
    std::string expected =
        RunIn(isolate_,
              "var keys = " + std::to_string(keys) +
                  "; JSON.stringify([0, 1, 2, 3, 4].map(row => { let o = {}; for (let k = 0; k < keys; k++) "
                  "o['key' + (row == 2 && k == (keys >> 1) ? 9999 : k)] = 1000 * row + k; return o }))");
    EXPECT_EQ(json, expected) << keys;
    EXPECT_EQ(RunIn(isolate_,
                    "built[0].key0 = 'w'; built[1].more = 1; built.map(o => Object.keys(o).length).join()"),
              RunIn(isolate_, "[keys, keys + 1, keys, keys, keys].join()"));
  }
}

TEST_F(PlainDataTest, RefusesItemsThatDoNotFit) {
  EXPECT_EQ(Built({}), "TypeError: hw_build: the value is not whole");
  EXPECT_EQ(Built({item::BeginArray()}), "TypeError: hw_build: the value is not whole");
  EXPECT_EQ(Built({item::End()}), "invalid: an item ends what has not begun");
  EXPECT_EQ(Built({item::Key("a")}), "invalid: a key is not in an object");
  EXPECT_EQ(Built({item::BeginArray(), item::Key("a")}), "invalid: a key is not in an object");
  EXPECT_EQ(Built({item::BeginObject(), item::Null()}), "invalid: a value in an object has no key");
  EXPECT_EQ(Built({item::BeginObject(), item::BeginArray()}), "invalid: a value in an object has no key");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("a"), item::Key("b")}), "invalid: a key has no value");
  EXPECT_EQ(Built({item::BeginObject(), item::Key("a"), item::End()}), "invalid: a key has no value");
  hw_item unknown = item::Null();
  constexpr unsigned kUnknown = 99;  // as C programs can
  std::memcpy(&unknown.kind, &kUnknown, sizeof kUnknown);
  EXPECT_EQ(Built({unknown}), "invalid: an item is of no kind");
  EXPECT_EQ(Built({item::Of(HW_ITEM_NULL, 1)}),
            "invalid: an item has a flag that means nothing for its kind");
  EXPECT_EQ(Built({item::BeginObject(), Text(HW_ITEM_KEY, "", 0, HW_ITEM_KEY_LATIN1 | HW_ITEM_KEY_UTF16)}),
            "invalid: a key has two encodings");
  for (hw_item_kind kind : {HW_ITEM_LATIN1, HW_ITEM_UTF8, HW_ITEM_UTF16, HW_ITEM_BIGINT, HW_ITEM_BYTES})
    EXPECT_EQ(Built({Text(kind, nullptr, 3)}).substr(0, 8), "invalid:") << kind;
  EXPECT_EQ(Built({item::Integer(INT64_MAX)}),
            "RangeError: hw_build: the integer does not fit into a Number");
  EXPECT_EQ(Built({Text(HW_ITEM_LATIN1, "x", size_t{1} << 40)}), "RangeError: Invalid string length");
  hw_isolate* other = New(Config());
  EXPECT_EQ(Built({item::Any(hw_object(other))}), "invalid: a value belongs to another isolate");
  hw_isolate_destroy(other);

  hw_value result = hw_object(isolate_);
  EXPECT_EQ(hw_build(isolate_, nullptr, nullptr, &result), HW_INVALID);
  EXPECT_EQ(hw_type_of(isolate_, result), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_read(isolate_, result, 0, 0, nullptr, nullptr), HW_INVALID);
  auto take = [](void*, const hw_item*) { return true; };
  EXPECT_EQ(hw_read(isolate_, result, 4, 0, take, nullptr), HW_INVALID);
  EXPECT_EQ(hw_read(nullptr, result, 0, 0, take, nullptr), HW_INVALID);
  EXPECT_EQ(Built({item::Null()}), "null");  // it works as before
}

TEST_F(PlainDataTest, IsReadItemByItem) {
  EXPECT_EQ(Shown("{a: 1, b: [true, null, undefined, 'x', , 0.5], 7: -1, c: {}, d: []}"),
            "{ 7= -1 a= 1 b= [ true null undefined l:x undefined n:0.500000 end c= { end d= [ end end");
  EXPECT_EQ(Shown("[2 ** 53 - 1, 2 ** 53, -0, NaN, 2 ** 31, -(2 ** 40)]"),
            "[ 9007199254740991 n:9007199254740992.000000 n:-0.000000 n:nan 2147483648 -1099511627776 end");
  EXPECT_EQ(Shown("['\\u20ac\\ud800', 'caf\\xe9', {'\\u20ac': 1}]"),
            "[ w:\\20ac\\d800 l:caf\xE9 { \\20ac= 1 end end");
  EXPECT_EQ(Shown("[-(2n ** 64n), 0n, 5n, new Date(5), new Uint8Array(3)]"),
            "[ -0.1.n n 5.n date:5.000000 bytes:3 end");
  EXPECT_EQ(Shown("[Math.max, Symbol(), new Proxy({}, {}), new Proxy([], {}), new Map(), new Uint16Array(1), "
                  "new ArrayBuffer(1), /x/, new Number(1), new Error('e'), globalThis, (function () { return "
                  "arguments })(), new Uint8Array(new SharedArrayBuffer(1))]"),
            "[ value value value value value value value value value value value value value end");
  EXPECT_EQ(Shown("new (class A { constructor() { this.x = 1 } y = 2 })"), "{ y= 2 x= 1 end");
  EXPECT_EQ(Shown("Object.create({inherited: 1}, {hidden: {value: 1}, seen: {value: 2, enumerable: true}})"),
            "{ seen= 2 end");
  EXPECT_EQ(Shown("{[Symbol()]: 1, a: undefined}"), "{ end");
  EXPECT_EQ(Shown("{[Symbol()]: 1, a: undefined}", HW_READ_UNDEFINED), "{ a= undefined end");
  EXPECT_EQ(Shown("1"), "1");
  EXPECT_EQ(Shown("undefined"), "undefined");
}

TEST_F(PlainDataTest, GettersAreCalledWhereThatIsAskedFor) {
  const char* kSource = "{get a() { return {x: 1} }, b: 2, set c(v) {}, get d() { throw new Error('d') }}";
  EXPECT_EQ(Shown(kSource), "{ b= 2 end");
  EXPECT_EQ(Shown(kSource, HW_READ_UNDEFINED), "{ a= undefined b= 2 c= undefined d= undefined end");
  EXPECT_EQ(
      ReadWith(
          Evaluate(std::string("(") + kSource + ")"), [](const hw_item&) { return true; }, HW_READ_GETTERS),
      HW_EXCEPTION);
  EXPECT_EQ(ThrownIn(isolate_), "Error: d");
  EXPECT_EQ(Shown("{get a() { return {x: 1} }, b: 2}", HW_READ_GETTERS), "{ a= { x= 1 end b= 2 end");
  // In dictionaries, among indices and in arrays.
  EXPECT_EQ(Shown("(() => { let o = {get a() { return 1 }, b: 2, x: 3, get 5() { return 6 }}; delete o.x; "
                  "return o })()",
                  HW_READ_GETTERS),
            "{ 5= 6 a= 1 b= 2 end");
  EXPECT_EQ(Shown("Object.defineProperty([1, 2, 3], 1, {get() { return 'got' }})"), "[ 1 undefined 3 end");
  EXPECT_EQ(Shown("Object.defineProperty([1, 2, 3], 1, {get() { return 'got' }})", HW_READ_GETTERS),
            "[ 1 l:got 3 end");
}

TEST_F(PlainDataTest, CyclesAndDepthEnd) {
  EXPECT_EQ(Shown("(() => { let o = {a: 1}; o.self = o; o.list = [o]; return o })()"),
            "{ a= 1 self= value list= [ value end end");
  EXPECT_EQ(Shown("(() => { let o = {a: 1}; return [o, o] })()"), "[ { a= 1 end { a= 1 end end");
  EXPECT_EQ(Shown("[[[]]]", 0, 0), "value");
  EXPECT_EQ(Shown("[[[]], 1]", 0, 1), "[ value 1 end");
  EXPECT_EQ(Shown("{a: {b: {}}}", 0, 2), "{ a= { b= value end end");
  // A cycle behind many open objects, twice through them.
  for (int n : {15, 16, 17, 18, 40}) {
    std::string items = Shown("(() => { let o = {}, first = o; for (let i = 1; i < " + std::to_string(n) +
                              "; i++) o = o.n = {}; o.n = first; return {x: first, y: first, z: o} })()");
    std::string chain;
    for (int i = 0; i < n; i++) chain += "{ n= ";
    chain += "value";
    for (int i = 0; i < n; i++) chain += " end";
    EXPECT_EQ(items, "{ x= " + chain + " y= " + chain + " z= " + chain + " end") << n;
  }
}

TEST_F(PlainDataTest, DepthIsBoundedByMemoryOnly) {
  constexpr size_t kDepth = 300'000;
  std::vector<hw_item> items;
  for (size_t i = 0; i < kDepth; i++) {
    items.push_back(i % 2 ? item::BeginArray() : item::BeginObject());
    if (i % 2 == 0) items.push_back(item::Key("n"));
  }
  items.push_back(item::Null());
  for (size_t i = 0; i < kDepth; i++) items.push_back(item::End());
  hw_value value;
  ASSERT_EQ(Build(items, &value), HW_OK);
  size_t count = 0;
  EXPECT_EQ(ReadWith(value,
                     [&](const hw_item& item) {
                       EXPECT_EQ(item.kind, items[count].kind);
                       return ++count != 0;
                     }),
            HW_OK);
  EXPECT_EQ(count, items.size());
}

TEST_F(PlainDataTest, ReadingEndsWhenTheHostHasEnough) {
  size_t count = 0;
  EXPECT_EQ(ReadWith(Evaluate("[1, 2, [3, 4], {a: 5}]"), [&](const hw_item&) { return ++count < 5; }), HW_OK);
  EXPECT_EQ(count, 5u);
  for (size_t end = 1; end < 12; end++) {
    count = 0;
    EXPECT_EQ(
        ReadWith(Evaluate("({a: [1], b: {c: 2, 3: [4]}})"), [&](const hw_item&) { return ++count < end; }),
        HW_OK);
    EXPECT_EQ(count, std::min<size_t>(end, 15));
  }
}

TEST_F(PlainDataTest, AnObjectMayChangeWhileItIsRead) {
  hw_value object = Evaluate("globalThis.o = {a: 1, b: 2, c: {}, d: 4, e: 5}");
  std::string seen;
  EXPECT_EQ(ReadWith(object,
                     [&](const hw_item& item) {
                       if (item.kind == HW_ITEM_KEY) seen += TextOf(item);
                       if (item.kind == HW_ITEM_INTEGER) seen += std::to_string(item.u.integer);
                       if (seen == "a1") {
                         Evaluate("delete o.b; o.d = 44; Object.defineProperty(o, 'e', {get() { throw 1 }})");
                         hw_isolate_collect(isolate_);
                       }
                       return true;
                     }),
            HW_OK);
  EXPECT_EQ(seen, "a1cd44");
  hw_value array = Evaluate("globalThis.list = [1, 2, 3, 4]");
  seen.clear();
  EXPECT_EQ(ReadWith(array,
                     [&](const hw_item& item) {
                       if (item.kind == HW_ITEM_INTEGER) seen += std::to_string(item.u.integer);
                       if (seen == "12")
                         Evaluate("if (list) { list.length = 3; list[2] = 'x'; list = null }");
                       hw_isolate_collect(isolate_);
                       return true;
                     }),
            HW_OK);
  EXPECT_EQ(seen, "12");
}

TEST_F(PlainDataTest, AHostsFunctionMayEndTheGuest) {
  hw::Isolate isolate;
  hw::Value value = *isolate.Evaluate("({a: 1})");
  hw_isolate* raw = isolate.raw();
  EXPECT_EQ(value.Read([&](const hw_item&) { return hw_terminate(raw), true; }).error().status,
            HW_TERMINATED);
  EXPECT_EQ(value.Read([](const hw_item&) { return true; }).error().status, HW_TERMINATED);
  if (!isolate.Reset()) GTEST_SKIP() << "full pointers have no images";
  EXPECT_EQ(isolate.Build([&](hw_item&) { return hw_terminate(raw), true; }).error().status, HW_TERMINATED);
}

TEST_F(PlainDataTest, WrappersBuildAndRead) {
  hw::Isolate isolate;
  std::vector<hw_item> items = {item::BeginObject(), item::Key("n"), item::Number(1.5), item::End()};
  hw::Result<hw::Value> built = isolate.Build(items);
  ASSERT_TRUE(built) << built.error().text;
  EXPECT_EQ(*built->ToJson(), "{\"n\":1.5}");
  size_t count = 0;
  EXPECT_TRUE(built->Read([&](const hw_item&) { return ++count != 0; }));
  EXPECT_EQ(count, 4u);
}

// A tree that is made at random, as items.
class RandomTree {
 public:
  explicit RandomTree(uint32_t seed) : random_(seed) {}
  void Add(Items& items, int depth) {
    switch (random_() % (depth > 0 ? 14 : 10)) {
      case 0: return items.Add(item::Undefined());
      case 1: return items.Add(item::Null());
      case 2: return items.Add(item::Boolean(random_() % 2));
      case 3: return items.Add(item::Integer(static_cast<int32_t>(random_()) >> random_() % 31));
      case 4: return items.Add(item::Number(std::ldexp(static_cast<double>(random_() | 1), -40)));
      case 5: {
        std::string text = Characters(256);
        return items.Add(Text(HW_ITEM_LATIN1, text.data(), text.size()));
      }
      case 6: {
        std::u16string text;
        for (size_t n = random_() % 9; n > 0; n--) text += static_cast<char16_t>(random_());
        text += u'\u20ac';  // it stays wide
        return items.Add(Text(HW_ITEM_UTF16, text.data(), text.size()));
      }
      case 7: {
        uint64_t words[] = {random_(), random_() | 1};
        return items.Add(Text(HW_ITEM_BIGINT, words, 2, random_() % 2 ? HW_ITEM_NEGATIVE : 0));
      }
      case 8: return items.Add(item::Date(random_()));
      case 9: {
        std::string bytes = Characters(256);
        return items.Add(Text(HW_ITEM_BYTES, bytes.data(), bytes.size()));
      }
      case 10:
      case 11: {
        hw_item begin = item::BeginArray();
        size_t count = random_() % 5;
        begin.u.integer = static_cast<int64_t>(count);
        items.Add(begin);
        for (; count > 0; count--) Add(items, depth - 1);
        return items.Add(item::End());
      }
      default: {
        // Names in an order that objects keep: no indices, none twice.
        items.Add(item::BeginObject());
        size_t count = random_() % 8 == 0 ? random_() % 90 : random_() % 5;
        for (size_t i = 0; i < count; i++) {
          std::string key = "k" + std::to_string(i) + (random_() % 9 == 0 ? Characters(256) : "");
          items.Add(Text(HW_ITEM_KEY, key.data(), key.size(), HW_ITEM_KEY_LATIN1));
          Add(items, depth - 1);
        }
        return items.Add(item::End());
      }
    }
  }

 private:
  std::string Characters(uint32_t range) {
    std::string text;
    for (size_t n = random_() % 20; n > 0; n--) text += static_cast<char>(random_() % range);
    return text;
  }
  std::mt19937 random_;
};

TEST_F(PlainDataTest, WhatIsBuiltIsReadAgain) {
  for (uint32_t seed = 0; seed < 400; seed++) {
    Items items;
    RandomTree(seed).Add(items, 6);
    hw_value value;
    ASSERT_EQ(Build(items.items, &value), HW_OK) << seed << ThrownIn(isolate_);
    EXPECT_EQ(api_testing::Shown(Read(value, HW_READ_UNDEFINED).items), api_testing::Shown(items.items))
        << seed;
    if (seed % 50 == 0) hw_isolate_collect(isolate_);
  }
}

TEST_F(PlainDataTest, HoldsUnderStress) {
  using halfword::gc::StressKind;
  for (StressKind kind : {StressKind::kCollect, StressKind::kStep}) {
    for (uint32_t seed = 0; seed < 12; seed++) {
      Items items;
      RandomTree(seed).Add(items, 4);
      // Twice: what the first one has learned of shapes is forgotten in a collection, or used.
      for (int round = 0; round < 2; round++) {
        isolate_->owner->heap().SetStressInterval(kind == StressKind::kCollect ? 3 : 1, kind);
        hw_value value;
        ASSERT_EQ(Build(items.items, &value), HW_OK) << seed;
        std::vector<hw_item> read = Read(value, HW_READ_UNDEFINED).items;
        isolate_->owner->heap().SetStressInterval(0);
        EXPECT_EQ(read.size(), items.items.size());
        EXPECT_EQ(api_testing::Shown(Read(value, HW_READ_UNDEFINED).items), api_testing::Shown(items.items));
      }
    }
  }
}

// A call predicts the shapes of the call before, in each realm its own.
TEST_F(PlainDataTest, CallsLearnFromEachOther) {
  std::vector<hw_item> items = {item::BeginObject()};
  std::deque<std::string> names;
  for (int k = 0; k < 90; k++) {
    items.push_back(item::Key(names.emplace_back("key" + std::to_string(k))));
    items.push_back(item::Integer(k));
  }
  items.push_back(item::End());
  std::string first = Built(items);
  for (int round = 0; round < 6; round++) {
    EXPECT_EQ(Built(items), first);
    if (round == 2) hw_isolate_collect(isolate_);
    // The prototype is another one's shape, and a key more or less is another shape.
    if (round == 3)
      Run("Object.prototype.inherited = 1; Object.setPrototypeOf(built, null); built.key0 = 'x'");
    std::vector<hw_item> fewer(items.begin(), items.end() - 3);
    fewer.push_back(item::End());
    EXPECT_EQ(Built(fewer), first.substr(0, first.find(",\"key89\"")) + "}");
    std::vector<hw_item> more(items.begin(), items.end() - 1);
    more.insert(more.end(), {item::Key("one"), item::Null(), item::End()});
    EXPECT_EQ(Built(more), first.substr(0, first.size() - 1) + ",\"one\":null}");
  }
}

// Builds and reads large trees until there is no memory: the guest ends, and the process does not.
TEST_F(PlainDataTest, MemoryEndsTheGuest) {
  for (int shape = 0; shape < 6; shape++) {
    hw_config config = Config();
    config.memory_limit = 4 << 20;
    hw_isolate* isolate = New(config);
    struct Endless {
      int shape;
      uint64_t count;
      std::string text;
    } endless{shape, 0, std::string(10'000, 'x')};
    auto next = [](void* data, hw_item* item) {
      auto& e = *static_cast<Endless*>(data);
      uint64_t n = e.count++;
      switch (e.shape) {
        case 0: *item = n == 0 ? item::BeginArray() : item::Integer(1); break;
        case 1: *item = item::BeginArray(); break;
        case 2: *item = n == 0 ? item::BeginArray() : item::String(e.text); break;
        case 3: *item = n % 2 ? item::Key("a") : item::BeginObject(); break;
        case 4:
          e.text = "key" + std::to_string(n);
          *item = n == 0 ? item::BeginObject() : n % 2 ? item::Key(e.text) : item::Null();
          break;
        default:
          e.text.resize(100'000, 'y');
          *item = n == 0 ? item::BeginArray() : Text(HW_ITEM_BYTES, e.text.data(), e.text.size());
      }
      return true;
    };
    hw_value value;
    EXPECT_EQ(hw_build(isolate, next, &endless, &value), shape == 5 ? HW_EXCEPTION : HW_TERMINATED) << shape;
    if (shape != 5) {
      EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_MEMORY) << shape;
    }
    if (hw_isolate_reset(isolate)) EXPECT_EQ(RunIn(isolate, "1 + 1"), "2");
    hw_isolate_destroy(isolate);
  }
}

TEST_F(PlainDataTest, TimeAndFuelEndIt) {
  auto endless = [](void* data, hw_item* item) {
    *item = *static_cast<bool*>(data) ? item::Null() : item::BeginArray();
    return *static_cast<bool*>(data) = true;
  };
  bool has_begun = false;
  hw_isolate_set_timeout(isolate_, 5'000'000);
  hw_value value;
  EXPECT_EQ(hw_build(isolate_, endless, &has_begun, &value), HW_TERMINATED);
  if (!hw_isolate_reset(isolate_)) GTEST_SKIP() << "full pointers have no images";
  hw_isolate_set_timeout(isolate_, 0);
  hw_value array = Evaluate("Array(100000).fill(1)");
  hw_isolate_set_fuel(isolate_, 10'000);
  EXPECT_EQ(ReadWith(array, [](const hw_item&) { return true; }), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate_), HW_REASON_FUEL);
}

TEST_F(PlainDataTest, ValuesLieInTheScopeAround) {
  hw_scope scope = hw_scope_open(isolate_);
  std::vector<uint64_t> hidden;  // where no scan finds them
  EXPECT_EQ(ReadWith(Evaluate("[() => 1, () => 2]"),
                     [&](const hw_item& item) {
                       if (item.kind == HW_ITEM_VALUE) hidden.push_back(~item.u.value.bits);
                       (void)hw_scope_open(isolate_);  // is closed for it
                       return true;
                     }),
            HW_OK);
  hw_isolate_collect(isolate_);
  hw_value result;
  ASSERT_EQ(hidden.size(), 2u);
  EXPECT_EQ(hw_call_function(isolate_, {~hidden[1]}, hw_undefined(), nullptr, 0, &result), HW_OK);
  EXPECT_EQ(hw_as_number(isolate_, result), 2);
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
}

TEST_F(PlainDataTest, NoCallCanWaitForTheHostInIt) {
  hw_function later = {"later", [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }, 0,
                       nullptr};
  hw_host* host = hw_host_new(&later, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  hw_install_host(isolate, hw_global(isolate));
  std::string outcome;
  auto take = [&](const hw_item&) {
    outcome = RunIn(isolate, "later()");
    return true;
  };
  EXPECT_TRUE(hw::Value(isolate, hw_null()).Read(take));
  EXPECT_THAT(outcome, testing::HasSubstr("TypeError: later can't be suspended here: a hook of the host"));
  hw_value result;
  EXPECT_EQ(hw_evaluate(isolate, "later()", 7, "s", &result), HW_SUSPENDED);
  // Values can be built and read while a call waits, but no getter runs.
  outcome.clear();
  EXPECT_TRUE(hw::Value(isolate, hw_null()).Read([](const hw_item&) { return true; }));
  EXPECT_FALSE(hw::Value(isolate, hw_null()).Read([](const hw_item&) { return true; }, HW_READ_GETTERS));
  EXPECT_EQ(hw_resume(isolate, hw_number(isolate, 3), &result), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, result), 3);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

}  // namespace
}  // namespace api_testing
