// Misuse of the C interface: an isolate that isn't there, values and references that outlived it, null
// pointers, calls at the wrong time, C++ exceptions out of callbacks. Everything ends in a sentence.
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

#include "fixture.h"

namespace {

using api_testing::Config;
using api_testing::New;
using api_testing::RunIn;

constexpr char kStale[] = "a value belongs to an isolate that was reset or destroyed";
constexpr char kForeign[] = "a value belongs to another isolate";

hw_status Echo(hw_isolate*, const hw_call* call, hw_value* result) {
  *result = call->argument_count ? call->arguments[0] : hw_undefined();
  return HW_OK;
}

TEST(MisuseTest, AnIsolateThatCouldNotBeMadeRefusesEverything) {
  hw_function twice[] = {{"f", Echo, 0, nullptr}, {"f", Echo, 0, nullptr}};
  hw_host* host = hw_host_new(twice, 2, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_error error = {};
  hw_isolate* none = hw_isolate_new(&config, &error);
  ASSERT_EQ(none, nullptr);
  EXPECT_STREQ(error.text, "the host has two functions named 'f'");
  constexpr char kNone[] = "there is no isolate: it could not be made, or its pointer is null";
  EXPECT_STREQ(hw_mistake(none), kNone);

  hw_value value = hw_null();
  EXPECT_EQ(hw_evaluate(none, "1", 1, nullptr, &value), HW_INVALID);
  EXPECT_EQ(hw_type_of(none, value), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_run_jobs(none), HW_INVALID);
  EXPECT_EQ(hw_run_some_jobs(none, 1), HW_INVALID);
  EXPECT_FALSE(hw_has_jobs(none));
  EXPECT_EQ(hw_resume(none, value, &value), HW_INVALID);
  EXPECT_EQ(hw_suspended_call(none, nullptr, nullptr, 3), 0u);
  EXPECT_EQ(hw_module_new(none, "1", 1, "m", &value), HW_INVALID);
  EXPECT_EQ(hw_module_loaded(none, "m", value), HW_INVALID);
  EXPECT_EQ(hw_module_failed(none, "m", value), HW_INVALID);
  EXPECT_EQ(hw_module_evaluate(none, value, &value), HW_INVALID);
  EXPECT_EQ(hw_throw(none, value), HW_INVALID);
  EXPECT_EQ(hw_throw_error(none, HW_ERROR_TYPE, "no"), HW_INVALID);
  EXPECT_EQ(hw_terminate(none), HW_INVALID);
  EXPECT_EQ(hw_type_of(none, hw_object(none)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(none, hw_global(none)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(none, hw_string(none, "x", 1)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_install_host(none, value), HW_INVALID);
  EXPECT_EQ(hw_ref_new(none, value), 0u);
  hw_ref_set(none, 1, value);
  hw_ref_free(none, 1);
  EXPECT_EQ(hw_get_named(none, value, "x", &value), HW_INVALID);
  EXPECT_EQ(hw_promise_new(none, &value), HW_INVALID);
  EXPECT_EQ(hw_promise_inspect(none, value, nullptr), HW_PROMISE_NONE);
  uint8_t* data;
  size_t size;
  EXPECT_EQ(hw_serialize(none, value, &data, &size), HW_INVALID);
  EXPECT_FALSE(hw_bytes(none, value, &data, &size));
  EXPECT_EQ(hw_describe(none, value, nullptr, 0), 0u);
  EXPECT_EQ(hw_utf8(none, value, nullptr, 0), 0u);
  EXPECT_EQ(hw_isolate_heap(none), nullptr);
  EXPECT_EQ(hw_isolate_data(none), nullptr);
  hw_isolate_set_data(none, &config);
  hw_isolate_set_fuel(none, 1);
  hw_isolate_set_timeout(none, 1);
  hw_isolate_interrupt(none);
  hw_isolate_collect(none);
  hw_usage usage = {};
  usage.size = sizeof usage;
  usage.fuel = 7;
  hw_isolate_usage(none, &usage);
  EXPECT_EQ(usage.fuel, 0);
  EXPECT_FALSE(hw_isolate_reset(none));
  EXPECT_EQ(hw_isolate_freeze(none, &error), nullptr);
  EXPECT_STREQ(error.text, kNone);
  EXPECT_FALSE(hw_isolate_heap_snapshot(none, "x", &error));
  hw_isolate_destroy(none);
  EXPECT_DEATH(hw_isolate_enter(none, [](void*) {}, nullptr), "hw_isolate_enter: there is no isolate");
  hw_host_release(host);
}

TEST(MisuseTest, ValuesOfBeforeAResetAreErrors) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw_isolate* isolate = New(Config());
  hw_value object = hw_object(isolate), string = hw_string(isolate, "text", 4), result = hw_null();
  hw_value promise;
  ASSERT_EQ(hw_promise_new(isolate, &promise), HW_OK);
  hw_value one = hw_number(isolate, 1), big = hw_number(isolate, 0.5);
  ASSERT_TRUE(hw_isolate_reset(isolate));

  EXPECT_EQ(hw_get_named(isolate, object, "x", &result), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate), kStale);
  EXPECT_EQ(hw_type_of(isolate, result), HW_TYPE_UNDEFINED);
  hw_value fresh = hw_object(isolate);
  EXPECT_EQ(hw_set(isolate, fresh, string, one), HW_INVALID);
  EXPECT_EQ(hw_set_named(isolate, fresh, "x", big), HW_INVALID);
  EXPECT_EQ(hw_set_named(isolate, fresh, "x", one), HW_OK) << "a small number is of no isolate";
  EXPECT_EQ(hw_call_function(isolate, object, one, nullptr, 0, &result), HW_INVALID);
  EXPECT_EQ(hw_promise_resolve(isolate, promise, one), HW_INVALID);
  EXPECT_EQ(hw_promise_reject(isolate, promise, one), HW_INVALID);
  EXPECT_EQ(hw_throw(isolate, object), HW_INVALID);
  EXPECT_EQ(hw_json_stringify(isolate, object, &result), HW_INVALID);
  EXPECT_EQ(hw_to_string(isolate, string, &result), HW_INVALID);
  hw_value list[] = {one, object};
  EXPECT_EQ(hw_type_of(isolate, hw_array(isolate, list, 2)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_ref_new(isolate, object), 0u);
  EXPECT_EQ(hw_type_of(isolate, object), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_utf8(isolate, string, nullptr, 0), 0u);
  EXPECT_EQ(RunIn(isolate, "1 + 1"), "2");
  hw_isolate_destroy(isolate);
}

TEST(MisuseTest, ValuesOfAnotherIsolateAreErrors) {
  hw_isolate *a = New(Config()), *b = New(Config());
  hw_value result;
  EXPECT_EQ(hw_get_named(b, hw_object(a), "x", &result), HW_INVALID);
  EXPECT_STREQ(hw_mistake(b), kForeign);
  EXPECT_STREQ(hw_mistake(a), "");
  hw_isolate_destroy(a);
  hw_isolate_destroy(b);
}

TEST(MisuseTest, AnIsolateThatWasDestroyedSaysSo) {
  hw_isolate* isolate = New(Config());
  hw_value object = hw_object(isolate), result;
  hw_ref ref = hw_ref_new(isolate, object);
  hw_isolate_destroy(isolate);
  EXPECT_EQ(hw_get_named(isolate, object, "x", &result), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate), "the isolate was destroyed");
  hw_ref_free(isolate, ref);
  hw_isolate_destroy(isolate);
  // The slot is the next one's, most likely: then the value looks like one of its own.
  hw_isolate* next = New(Config());
  EXPECT_EQ(hw_get_named(next, object, "x", &result), HW_INVALID);
  std::string mistake = hw_mistake(next);
  EXPECT_TRUE(mistake == kStale || mistake == kForeign) << mistake;
  hw_isolate_destroy(isolate);
  EXPECT_EQ(RunIn(next, "'alive'"), "alive");
  hw_isolate_destroy(next);
}

TEST(MisuseTest, ReferencesOfBeforeAResetReachNothing) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw_isolate* isolate = New(Config());
  hw_ref old = hw_ref_new(isolate, hw_string(isolate, "old", 3));
  ASSERT_TRUE(hw_isolate_reset(isolate));
  hw_ref young = hw_ref_new(isolate, hw_string(isolate, "young", 5));
  EXPECT_NE(old, young);
  hw_value result;
  EXPECT_EQ(hw_to_string(isolate, hw_ref_get(isolate, old), &result), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate), kStale);
  hw_ref_set(isolate, old, hw_null());
  hw_ref_free(isolate, old);
  EXPECT_STREQ(hw_mistake(isolate),
               "a reference was freed, or belongs to an isolate that was reset or destroyed");
  EXPECT_EQ(hw_utf8(isolate, hw_ref_get(isolate, young), nullptr, 0), 5u);
  hw_ref_free(isolate, young);
  EXPECT_EQ(hw_to_string(isolate, hw_ref_get(isolate, young), &result), HW_INVALID);
  EXPECT_EQ(hw_type_of(isolate, hw_ref_get(isolate, 0)), HW_TYPE_UNDEFINED);
  hw_isolate_destroy(isolate);
}

// A module that got into JavaScript as a value made loops of conversions endless.
TEST(MisuseTest, AModuleIsNoValueOfJavaScript) {
  static hw_value module;
  hw_function give[] = {{"give",
                         [](hw_isolate*, const hw_call*, hw_value* result) {
                           *result = module;
                           return HW_OK;
                         },
                         0, nullptr}};
  hw_host* host = hw_host_new(give, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  ASSERT_EQ(hw_install_host(isolate, hw_global(isolate)), HW_OK);
  ASSERT_EQ(hw_module_new(isolate, "export let x = 1", HW_ZERO_TERMINATED, "m", &module), HW_OK);
  constexpr char kModule[] = "a module is not a value of JavaScript: hw_module_namespace gives its exports";
  hw_value object = hw_object(isolate), result;
  double number;
  EXPECT_EQ(hw_to_number(isolate, module, &number), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate), kModule);
  EXPECT_EQ(hw_set_named(isolate, object, "m", module), HW_INVALID);
  EXPECT_EQ(hw_call_function(isolate, object, object, &module, 1, &result), HW_INVALID);
  EXPECT_EQ(hw_throw(isolate, module), HW_INVALID);
  EXPECT_THAT(RunIn(isolate, "+give()"),
              testing::StartsWith(std::string("throws TypeError: give has no result: ") + kModule));
  // It may be kept.
  hw_ref ref = hw_ref_new(isolate, module);
  EXPECT_EQ(hw_module_evaluate(isolate, hw_ref_get(isolate, ref), &result), HW_OK);
  EXPECT_EQ(hw_module_namespace(isolate, hw_ref_get(isolate, ref), &object), HW_OK);
  EXPECT_EQ(hw_get_named(isolate, object, "x", &result), HW_OK);
  EXPECT_EQ(hw_as_number(isolate, result), 1);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

TEST(MisuseTest, NullPointersAreRefusedInASentence) {
  hw_isolate* isolate = New(Config());
  hw_value object = hw_object(isolate), result;
  auto refused = [&](hw_status status) {
    return status == HW_INVALID ? std::string(hw_mistake(isolate)) : "status " + std::to_string(status);
  };
  EXPECT_EQ(refused(hw_evaluate(isolate, nullptr, 3, nullptr, &result)), "a text is null");
  EXPECT_EQ(refused(hw_evaluate(isolate, nullptr, HW_ZERO_TERMINATED, nullptr, &result)), "a text is null");
  EXPECT_EQ(hw_evaluate(isolate, nullptr, 0, nullptr, &result), HW_OK);
  EXPECT_EQ(refused(hw_module_new(isolate, nullptr, 3, nullptr, &result)), "a text is null");
  EXPECT_EQ(refused(hw_module_new_json(isolate, nullptr, 3, &result)), "a text is null");
  EXPECT_EQ(refused(hw_json_parse(isolate, nullptr, 3, &result)), "a text is null");
  EXPECT_EQ(refused(hw_throw_error(isolate, HW_ERROR_TYPE, nullptr)), "a text is null");
  EXPECT_EQ(refused(hw_throw_error(isolate, static_cast<hw_error_type>(77), "x")),
            "there is no such hw_error_type");
  EXPECT_EQ(refused(hw_get_named(isolate, object, nullptr, &result)), "a name is null");
  EXPECT_EQ(refused(hw_set_named(isolate, object, nullptr, object)), "a name is null");
  EXPECT_EQ(refused(hw_has(isolate, object, object, nullptr)), "the place for a result is null");
  EXPECT_EQ(refused(hw_to_number(isolate, object, nullptr)), "the place for a result is null");
  EXPECT_EQ(refused(hw_call_function(isolate, object, object, nullptr, 2, &result)), "a list is null");
  EXPECT_EQ(refused(hw_construct(isolate, object, nullptr, 2, &result)), "a list is null");
  EXPECT_EQ(refused(hw_module_new_values(isolate, nullptr, nullptr, 1, &result)), "a list is null");
  const char* names[] = {nullptr};
  EXPECT_EQ(refused(hw_module_new_values(isolate, names, &object, 1, &result)), "a name is null");
  EXPECT_EQ(refused(hw_module_loaded(isolate, nullptr, object)), "the value is no module");
  EXPECT_EQ(refused(hw_module_failed(isolate, nullptr, object)), "a name is null");
  EXPECT_EQ(refused(hw_module_failed(isolate, "m", object)), "no import waits for a module of that name");
  EXPECT_EQ(refused(hw_serialize(isolate, object, nullptr, nullptr)), "the place for a result is null");
  EXPECT_EQ(refused(hw_deserialize(isolate, nullptr, 4, &result)), "the bytes are null");
  EXPECT_EQ(refused(hw_object_wrap(isolate, nullptr, 1, object, &result)), "the object is null");
  int elsewhere = 0;
  EXPECT_EQ(hw_object_wrap(isolate, &elsewhere, 1, hw_undefined(), &result), HW_EXCEPTION);
  EXPECT_EQ(refused(hw_install_host(isolate, hw_null())), "the value is no object");
  EXPECT_EQ(refused(hw_resume(isolate, object, &result)), "no call waits for hw_resume");
  EXPECT_EQ(hw_type_of(isolate, hw_string(isolate, nullptr, 3)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(isolate, hw_string_utf16(isolate, nullptr, 3)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(isolate, hw_string(isolate, "x", SIZE_MAX - 1)), HW_TYPE_UNDEFINED);
  EXPECT_STREQ(hw_mistake(isolate), "a text is longer than a string can be");
  EXPECT_EQ(hw_type_of(isolate, hw_array(isolate, nullptr, 3)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(isolate, hw_function_new(isolate, nullptr, object)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_type_of(isolate, hw_class_constructor(isolate, nullptr)), HW_TYPE_UNDEFINED);
  EXPECT_EQ(hw_array_buffer(isolate, nullptr, SIZE_MAX, &result), HW_EXCEPTION);
  EXPECT_FALSE(hw_bytes(isolate, object, nullptr, nullptr));
  hw_isolate_usage(isolate, nullptr);

  hw_error error = {};
  EXPECT_EQ(hw_image_open(nullptr, &error), nullptr);
  EXPECT_STREQ(error.text, "the path is null");
  EXPECT_EQ(hw_image_from_bytes(nullptr, 10, &error), nullptr);
  EXPECT_STREQ(error.text, "the bytes are null");
  EXPECT_EQ(hw_image_from_bytes("", 0, &error), nullptr);
  EXPECT_FALSE(hw_image_save(nullptr, "x", &error));
  EXPECT_STREQ(error.text, "there is no image");
  EXPECT_EQ(hw_image_bytes(nullptr, nullptr, 0), 0u);
  EXPECT_EQ(hw_pool_take(nullptr, &error), nullptr);
  EXPECT_STREQ(error.text, "there is no pool");
  EXPECT_EQ(hw_budget_memory_left(nullptr), 0);
  hw_budget_add_fuel(nullptr, 1);
  EXPECT_EQ(RunIn(isolate, "1 + 1"), "2");
  hw_isolate_destroy(isolate);
}

// Every function with every pointer null that the header does not allow to be null, and all of those that it
// does. Each is in this table once for each pointer.
TEST(MisuseTest, NoNullPointerIsFollowed) {
  hw_isolate* isolate = New(Config());
  hw_value object = hw_object(isolate), string = hw_string(isolate, "text", 4), result;
  hw_value buffer;
  ASSERT_EQ(hw_array_buffer(isolate, nullptr, 8, &buffer), HW_OK);
  hw_value promise, module;
  ASSERT_EQ(hw_promise_new(isolate, &promise), HW_OK);
  ASSERT_EQ(hw_module_new(isolate, "", 0, nullptr, &module), HW_OK);
  uint8_t* bytes = nullptr;
  size_t size = 0;
  ASSERT_EQ(hw_serialize(isolate, object, &bytes, &size), HW_OK);
  const char* names[] = {"a"};
  constexpr char kNoText[] = "a text is null", kNoName[] = "a name is null", kNoList[] = "a list is null",
                 kNoPlace[] = "the place for a result is null", kNoFunction[] = "a function is null";
  struct Row {
    const char* call;
    const char* mistake;  // null: the pointer may be null
    std::function<hw_status()> run;
  };
  auto done = [](auto&&...) { return HW_OK; };  // of functions whose result is no status
  auto invalid = [](bool is_refused) { return is_refused ? HW_INVALID : HW_OK; };
  auto nothing = [&](hw_value value) { return invalid(hw_type_of(isolate, value) == HW_TYPE_UNDEFINED); };
  const Row rows[] = {
      {"evaluate source", kNoText, [&] { return hw_evaluate(isolate, nullptr, 1, "n", &result); }},
      {"evaluate name", nullptr, [&] { return hw_evaluate(isolate, "1", 1, nullptr, &result); }},
      {"evaluate result", nullptr, [&] { return hw_evaluate(isolate, "1", 1, "n", nullptr); }},
      {"enter body", kNoFunction, [&] { return hw_isolate_enter(isolate, nullptr, nullptr), HW_INVALID; }},
      {"usage", nullptr, [&] { return hw_isolate_usage(isolate, nullptr), HW_OK; }},
      {"describe text", nullptr, [&] { return done(hw_describe(isolate, object, nullptr, 9)); }},
      {"locate location", nullptr, [&] { return done(hw_locate(isolate, object, nullptr)); }},
      {"suspended_call both", nullptr, [&] { return done(hw_suspended_call(isolate, nullptr, nullptr, 9)); }},
      {"module_new source", kNoText, [&] { return hw_module_new(isolate, nullptr, 1, "n", &result); }},
      {"module_new name", nullptr, [&] { return hw_module_new(isolate, "", 0, nullptr, &result); }},
      {"module_new module", nullptr, [&] { return hw_module_new(isolate, "", 0, "n", nullptr); }},
      {"module_new_json text", kNoText, [&] { return hw_module_new_json(isolate, nullptr, 1, &result); }},
      {"module_new_json module", nullptr, [&] { return hw_module_new_json(isolate, "1", 1, nullptr); }},
      {"module_new_values names", kNoList,
       [&] { return hw_module_new_values(isolate, nullptr, &object, 1, &result); }},
      {"module_new_values values", kNoList,
       [&] { return hw_module_new_values(isolate, names, nullptr, 1, &result); }},
      {"module_new_values module", nullptr,
       [&] { return hw_module_new_values(isolate, names, &object, 1, nullptr); }},
      {"module_evaluate promise", nullptr, [&] { return hw_module_evaluate(isolate, module, nullptr); }},
      {"module_namespace object", nullptr, [&] { return hw_module_namespace(isolate, module, nullptr); }},
      {"module_loaded name", kNoName, [&] { return hw_module_loaded(isolate, nullptr, module); }},
      {"module_failed name", kNoName, [&] { return hw_module_failed(isolate, nullptr, object); }},
      {"throw_error message", kNoText, [&] { return hw_throw_error(isolate, HW_ERROR_TYPE, nullptr); }},
      {"string utf8", kNoText, [&] { return nothing(hw_string(isolate, nullptr, 1)); }},
      {"string_utf16 units", kNoText, [&] { return nothing(hw_string_utf16(isolate, nullptr, 1)); }},
      {"array elements", kNoList, [&] { return nothing(hw_array(isolate, nullptr, 1)); }},
      {"function_new name", kNoName, [&] { return nothing(hw_function_new(isolate, nullptr, object)); }},
      {"class_new name", kNoName, [&] { return nothing(hw_class_constructor(isolate, nullptr)); }},
      {"object_wrap object", "the object is null",
       [&] { return hw_object_wrap(isolate, nullptr, 1, object, &result); }},
      {"as_int64 number", nullptr,
       [&] { return done(hw_as_int64(isolate, hw_bigint(isolate, 1), nullptr)); }},
      {"to_number number", kNoPlace, [&] { return hw_to_number(isolate, object, nullptr); }},
      {"to_string string", nullptr, [&] { return hw_to_string(isolate, object, nullptr); }},
      {"utf8 text", nullptr, [&] { return done(hw_utf8(isolate, string, nullptr, 9)); }},
      {"utf16 units", nullptr, [&] { return done(hw_utf16(isolate, string, nullptr, 9)); }},
      {"get result", nullptr, [&] { return hw_get(isolate, object, string, nullptr); }},
      {"get_named name", kNoName, [&] { return hw_get_named(isolate, object, nullptr, &result); }},
      {"get_named result", nullptr, [&] { return hw_get_named(isolate, object, "a", nullptr); }},
      {"set_named name", kNoName, [&] { return hw_set_named(isolate, object, nullptr, object); }},
      {"get_index result", nullptr, [&] { return hw_get_index(isolate, object, 0, nullptr); }},
      {"has result", kNoPlace, [&] { return hw_has(isolate, object, string, nullptr); }},
      {"delete result", nullptr, [&] { return hw_delete(isolate, object, string, nullptr); }},
      {"keys array", nullptr, [&] { return hw_keys(isolate, object, nullptr); }},
      {"call_function arguments", kNoList,
       [&] { return hw_call_function(isolate, object, object, nullptr, 1, &result); }},
      {"construct arguments", kNoList, [&] { return hw_construct(isolate, object, nullptr, 1, &result); }},
      {"json_parse text", kNoText, [&] { return hw_json_parse(isolate, nullptr, 1, &result); }},
      {"json_parse result", nullptr, [&] { return hw_json_parse(isolate, "1", 1, nullptr); }},
      {"json_stringify string", nullptr, [&] { return hw_json_stringify(isolate, object, nullptr); }},
      {"array_buffer data", nullptr, [&] { return hw_array_buffer(isolate, nullptr, 8, &result); }},
      {"array_buffer buffer", nullptr, [&] { return hw_array_buffer(isolate, "x", 1, nullptr); }},
      {"uint8_array data", nullptr, [&] { return hw_uint8_array(isolate, nullptr, 8, &result); }},
      {"uint8_array array", nullptr, [&] { return hw_uint8_array(isolate, "x", 1, nullptr); }},
      {"bytes both", nullptr, [&] { return done(hw_bytes(isolate, buffer, nullptr, nullptr)); }},
      {"promise_new promise", nullptr, [&] { return hw_promise_new(isolate, nullptr); }},
      {"promise_inspect result", nullptr,
       [&] { return done(hw_promise_inspect(isolate, promise, nullptr)); }},
      {"serialize data", kNoPlace, [&] { return hw_serialize(isolate, object, nullptr, &size); }},
      {"serialize size", kNoPlace, [&] { return hw_serialize(isolate, object, &bytes, nullptr); }},
      {"deserialize data", "the bytes are null",
       [&] { return hw_deserialize(isolate, nullptr, 1, &result); }},
      {"free", nullptr, [&] { return hw_memory_free(nullptr), HW_OK; }},
  };
  uint8_t* kept = bytes;
  EXPECT_EQ(hw_deserialize(isolate, kept, size, nullptr), HW_OK);
  for (const Row& row : rows) {
    EXPECT_EQ(row.run(), row.mistake ? HW_INVALID : HW_OK) << row.call;
    if (row.mistake) {
      EXPECT_STREQ(hw_mistake(isolate), row.mistake) << row.call;
    }
    EXPECT_EQ(RunIn(isolate, "1 + 1"), "2") << row.call;
  }
  hw_memory_free(kept);

  // Outside of an isolate the error says it, and may be null itself.
  const struct {
    const char* call;
    const char* mistake;
    std::function<bool(hw_error*)> run;
  } outside[] = {
      {"image_open path", "the path is null",
       [](hw_error* e) { return hw_image_open(nullptr, e) != nullptr; }},
      {"image_from_bytes data", "the bytes are null",
       [](hw_error* e) { return hw_image_from_bytes(nullptr, 1, e) != nullptr; }},
      {"image_save image", "there is no image", [](hw_error* e) { return hw_image_save(nullptr, "x", e); }},
      {"host_define host", "there is no host",
       [](hw_error* e) {
         hw_class definition = {};
         definition.size = sizeof definition;
         return hw_host_define(nullptr, &definition, e);
       }},
      {"heap_snapshot path", "the path is null",
       [&](hw_error* e) { return hw_isolate_heap_snapshot(isolate, nullptr, e); }},
      {"pool_take pool", "there is no pool", [](hw_error* e) { return hw_pool_take(nullptr, e) != nullptr; }},
  };
  for (const auto& row : outside) {
    hw_error error = {};
    EXPECT_FALSE(row.run(&error)) << row.call;
    EXPECT_STREQ(error.text, row.mistake) << row.call;
    EXPECT_FALSE(row.run(nullptr)) << row.call;
  }
  hw_host* host = hw_host_new(nullptr, 0, nullptr);
  EXPECT_FALSE(hw_host_define(host, nullptr, nullptr));
  hw_host_release(host);
  hw_image_release(hw_image_retain(nullptr));
  hw_host_release(hw_host_retain(nullptr));
  hw_budget_release(hw_budget_retain(nullptr));
  EXPECT_EQ(hw_image_bytes(nullptr, nullptr, 9), 0u);
  EXPECT_EQ(hw_budget_fuel_left(nullptr), 0);
  hw_pool_destroy(hw_pool_new(nullptr, 1, nullptr));
  hw_pool_destroy(nullptr);
  hw_isolate_destroy(hw_isolate_new(nullptr, nullptr));
  hw_isolate_destroy(isolate);
}

TEST(MisuseTest, DefinitionsWithHolesAreRefused) {
  hw_host* null_rows = hw_host_new(nullptr, 3, nullptr);
  hw_config config = Config();
  config.host = null_rows;
  hw_error error = {};
  EXPECT_EQ(hw_isolate_new(&config, &error), nullptr);
  EXPECT_STREQ(error.text, "the host's functions are null");
  hw_host_release(null_rows);

  hw_host* host = hw_host_new(nullptr, 0, nullptr);
  auto define = [&](hw_class definition) {
    definition.size = sizeof definition;
    error = {};
    return hw_host_define(host, &definition, &error) ? "defined" : std::string(error.text);
  };
  hw_class_member member = {HW_MEMBER_METHOD, {"m", Echo, 0, nullptr}};
  EXPECT_EQ(define({.name = nullptr, .type = 900}), "a class needs a name in ASCII");
  EXPECT_EQ(define({.name = "A"}), "class A: its type is not set");
  EXPECT_EQ(define({.name = "A", .type = 900, .member_count = 2}), "class A: its members are null");
  hw_class_member nameless = {HW_MEMBER_METHOD, {nullptr, Echo, 0, nullptr}};
  EXPECT_EQ(define({.name = "A", .type = 900, .members = &nameless, .member_count = 1}),
            "class A: a member needs a name in ASCII");
  hw_class_member kindless = {static_cast<hw_member_kind>(9), {"m", Echo, 0, nullptr}};
  EXPECT_EQ(define({.name = "A", .type = 900, .members = &kindless, .member_count = 1}),
            "class A: a member is of no kind");
  hw_class_member empty = {HW_MEMBER_METHOD, {"m", nullptr, 0, nullptr}};
  EXPECT_EQ(define({.name = "A", .type = 900, .members = &empty, .member_count = 1}),
            "class A: its member 'm' has no callback");
  hw_class_member both[] = {member, member};
  EXPECT_EQ(define({.name = "A", .type = 900, .members = both, .member_count = 2}),
            "class A: two members are named 'm'");
  EXPECT_FALSE(hw_host_define(nullptr, nullptr, &error));
  hw_host_release(host);
}

TEST(MisuseTest, AMemoryLimitBeyondTheCageIsASentence) {
  hw_config config = Config();
  hw_error error = {};
  config.memory_limit = (size_t{4} << 30) + 1;
  EXPECT_EQ(hw_isolate_new(&config, &error), nullptr);
  EXPECT_STREQ(
      error.text,
      "hw_config.memory_limit is more than 4 GiB, which is what a heap holds; SIZE_MAX is all of it");
  config.memory_limit--;
  hw_isolate_destroy(New(config));
}

TEST(MisuseTest, HugeLimitsAreNoLimits) {
  hw_config config = Config();
  config.memory_limit = SIZE_MAX;
  config.timeout_ns = UINT64_MAX;
  config.native_stack_bytes = SIZE_MAX;
  config.fuel = INT64_MAX;
  hw_isolate* isolate = New(config);
  // Some 100 MB: a limit that went around would be far below.
  EXPECT_EQ(RunIn(isolate, "let a = []; for (let i = 0; i < 100; i++) a.push('x'.repeat(1e6) + i); a.length"),
            "100");
  hw_isolate_destroy(isolate);
}

TEST(MisuseTest, PoolsTakeBackOnlyTheirOwn) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw_config config = Config();
  hw_error error = {};
  hw_pool* pool = hw_pool_new(&config, 2, &error);
  ASSERT_NE(pool, nullptr) << error.text;
  hw_isolate* a = hw_pool_take(pool, &error);
  hw_pool_give(pool, a);
  hw_pool_give(pool, a);
  EXPECT_EQ(hw_run_jobs(a), HW_INVALID);
  EXPECT_STREQ(hw_mistake(a), "the isolate was given back to its pool");
  hw_isolate_destroy(a);
  hw_isolate *b = hw_pool_take(pool, &error), *c = hw_pool_take(pool, &error);
  EXPECT_NE(b, c);
  EXPECT_EQ(RunIn(b, "1"), "1");
  hw_isolate* other = New(Config());
  hw_pool_give(pool, other);
  EXPECT_STREQ(hw_mistake(other), "the isolate was destroyed");
  hw_pool_give(pool, b);
  hw_pool_give(pool, c);
  hw_pool_give(nullptr, nullptr);
  hw_pool_destroy(pool);
}

TEST(MisuseTest, AnotherThreadInsideIsNoticed) {
  hw_isolate* isolate = New(Config());
  hw_isolate_enter(
      isolate,
      [](void* data) {
        auto* isolate = static_cast<hw_isolate*>(data);
        std::thread([&] {
          EXPECT_EQ(hw_run_jobs(isolate), HW_INVALID);
          EXPECT_STREQ(hw_mistake(isolate), "another thread has entered the isolate");
          hw_isolate_destroy(isolate);
          EXPECT_FALSE(hw_isolate_reset(isolate));
        }).join();
        hw_isolate_destroy(isolate);
        EXPECT_FALSE(hw_isolate_reset(isolate));
        EXPECT_STREQ(hw_mistake(isolate), "the isolate is running");
        hw_error error;
        EXPECT_EQ(hw_isolate_freeze(isolate, &error), nullptr);
        EXPECT_EQ(RunIn(isolate, "1"), "1");
      },
      isolate);
  hw_isolate_destroy(isolate);
}

TEST(MisuseTest, ResultsThatAreOfNoIsolateAreTypeErrors) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  static hw_value stale;
  hw_function functions[] = {{"give",
                              [](hw_isolate*, const hw_call*, hw_value* result) {
                                *result = stale;
                                return HW_OK;
                              },
                              0, nullptr},
                             {"invalid",
                              [](hw_isolate* isolate, const hw_call*, hw_value* result) {
                                return hw_get_named(isolate, stale, "x", result);
                              },
                              0, nullptr}};
  hw_host* host = hw_host_new(functions, 2, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  stale = hw_object(isolate);
  ASSERT_TRUE(hw_isolate_reset(isolate));
  ASSERT_EQ(hw_install_host(isolate, hw_global(isolate)), HW_OK);
  EXPECT_EQ(RunIn(isolate, "try { give() } catch (e) { String(e) }"),
            std::string("TypeError: give has no result: ") + kStale);
  EXPECT_EQ(RunIn(isolate, "try { invalid() } catch (e) { String(e) }"),
            std::string("TypeError: invalid failed: ") + kStale);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

#ifdef __cpp_exceptions

TEST(MisuseTest, ExceptionsOfCallbacksBecomeErrors) {
  hw_function functions[] = {
      {"fail",
       [](hw_isolate*, const hw_call*, hw_value*) -> hw_status { throw std::runtime_error("it broke"); }, 0,
       nullptr},
      {"odd", [](hw_isolate*, const hw_call*, hw_value*) -> hw_status { throw 42; }, 0, nullptr},
      // Through JavaScript and C++ by turns.
      {"call",
       [](hw_isolate* isolate, const hw_call* call, hw_value* result) {
         return hw_call_function(isolate, call->arguments[0], hw_undefined(), nullptr, 0, result);
       },
       1, nullptr}};
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  hooks.resolve_module = [](void*, const hw_module_request* request, char*, size_t) -> bool {
    throw std::runtime_error("no way to " + std::string(request->specifier));
  };
  hw_host* host = hw_host_new(functions, 3, &hooks);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  ASSERT_EQ(hw_install_host(isolate, hw_global(isolate)), HW_OK);
  EXPECT_EQ(RunIn(isolate, "try { fail() } catch (e) { `${e instanceof Error} ${e}` }"),
            "true Error: it broke");
  EXPECT_EQ(RunIn(isolate, "try { odd() } catch (e) { String(e) }"),
            "Error: of a type that is no std::exception");
  EXPECT_EQ(RunIn(isolate, "try { call(() => { call(fail) }) } catch (e) { String(e) }"), "Error: it broke");
  EXPECT_EQ(RunIn(isolate, "globalThis.seen = 0; import('x').catch(e => { seen = String(e) }); 0"), "0");
  EXPECT_EQ(hw_run_jobs(isolate), HW_OK);
  EXPECT_EQ(RunIn(isolate, "seen"), "Error: no way to x");
  // The guest is whole, and so is the way out of memory.
  EXPECT_EQ(RunIn(isolate, "for (let a = [];;) a.push(new Array(1000).fill(0.5))"), "terminated 1");
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

TEST(MisuseTest, ExceptionsThatCantBeToldEndTheProcessInASentence) {
  hw_hooks hooks = {};
  hooks.size = sizeof hooks;
  hooks.console = [](void*, hw_isolate*, hw_console_level, const char*, size_t) {
    throw std::runtime_error("pipe");
  };
  hw_host* host = hw_host_new(nullptr, 0, &hooks);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  EXPECT_DEATH(RunIn(isolate, "console.log(1)"),
               "the host's hook console has thrown a C\\+\\+ exception, which must not pass: pipe");
  EXPECT_DEATH(hw_isolate_enter(
                   isolate, [](void*) { throw std::runtime_error("body"); }, nullptr),
               "body has thrown a C\\+\\+ exception, which must not pass: body");
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

#endif

}  // namespace
