// Functions of the host with options.
#include <string>
#include <vector>

#include "fixture.h"
#include "halfword/halfword.hpp"

namespace api_testing {
namespace {

// Says how it was called. With the argument "object" it writes one, with "throw" it throws.
hw_status Answer(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  hw_value first = call->argument_count != 0 ? call->arguments[0] : hw_undefined();
  std::string argument = hw::Value(isolate, first).AsString();
  if (argument == "throw") return hw_throw_error(isolate, HW_ERROR_RANGE, "as asked for");
  if (argument == "exhaust") return hw_terminate(isolate);
  if (argument == "object") return *result = hw_object(isolate), HW_OK;
  bool constructs = hw_type_of(isolate, call->new_target) != HW_TYPE_UNDEFINED;
  if (constructs) hw_set_named(isolate, call->this_value, "captured", call->captured);
  *result = constructs ? hw_number(isolate, 1) : call->captured;
  return HW_OK;
}

class FunctionTest : public testing::Test {
 protected:
  FunctionTest() {
    const hw_function functions[] = {{"answer", Answer, 2, nullptr}, {"other", Answer, 0, nullptr}};
    host_ = hw_host_new(functions, 2, nullptr);
    config_ = Config();
    config_.host = host_;
    isolate_ = New(config_);
  }
  ~FunctionTest() override {
    hw_isolate_destroy(isolate_);
    hw_host_release(host_);
  }
  static hw_function_options Options() {
    hw_function_options options = {};
    options.size = sizeof options;
    return options;
  }
  hw_value Text(const char* text) { return hw_string(isolate_, text, HW_ZERO_TERMINATED); }
  // Makes the global `f`.
  hw_status Make(const hw_function_options* options, const char* name = "answer") {
    hw_value function;
    hw_status status = hw_function_make(isolate_, name, hw_number(isolate_, 7), options, &function);
    if (status == HW_OK) hw_set_named(isolate_, hw_global(isolate_), "f", function);
    return status;
  }
  std::string Run(const std::string& source) { return RunIn(isolate_, source); }
  std::string Mistake(const hw_function_options& options) {
    EXPECT_EQ(Make(&options), HW_INVALID);
    return hw_mistake(isolate_);
  }

  hw_host* host_;
  hw_config config_;
  hw_isolate* isolate_;
};

TEST_F(FunctionTest, WithoutOptionsItIsAsEver) {
  ASSERT_EQ(Make(nullptr), HW_OK);
  EXPECT_EQ(Run("[f.name, f.length, f(), 'prototype' in f, Object.getOwnPropertyNames(f)].join(' ')"),
            "answer 2 7 false length,name");
  EXPECT_EQ(Run("new f"), "throws TypeError: f is not a constructor\n    at test.js:1:1");
  hw_function_options options = Options();
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(Run("[f.name, f.length, f(), 'prototype' in f].join(' ')"), "answer 2 7 false");
}

TEST_F(FunctionTest, ShowsTheNameAndLengthThatItIsGiven) {
  hw_function_options options = Options();
  options.shown_name = Text("caf\xC3\xA9 \xE2\x82\xAC");
  options.length = 1000;
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(Run("[f.name, f.length, f()].join('|')"), "caf\xC3\xA9 \xE2\x82\xAC|1000|7");
  options.shown_name = Text("");
  options.length = 0;
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(Run("JSON.stringify([f.name, f.length])"), "[\"\",2]");
  options.shown_name = hw_undefined();
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(Run("f.name"), "answer");
}

TEST_F(FunctionTest, ConstructsObjects) {
  hw_function_options options = Options();
  options.constructs = true;
  options.shown_name = Text("Point");
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(Run("p = new f; [p instanceof f, p.captured, p.constructor === f, f()].join(' ')"),
            "true 7 true 7");
  EXPECT_EQ(Run("JSON.stringify(Object.getOwnPropertyDescriptor(f, 'prototype'))"),
            "{\"value\":{},\"writable\":false,\"enumerable\":false,\"configurable\":false}");
  EXPECT_EQ(Run("q = new f('object'); q instanceof f"), "false");
  EXPECT_EQ(Run("new f('throw')").substr(0, 31), "throws RangeError: as asked for");
  // As a parent, through Reflect, and with a prototype that is none.
  EXPECT_EQ(Run("class D extends f { m() { return this.captured } } d = new D; "
                "[d instanceof D, d instanceof f, d.m(), Object.getPrototypeOf(D) === f].join(' ')"),
            "true true 7 true");
  EXPECT_EQ(Run("Object.getPrototypeOf(Reflect.construct(f, [], Array)) === Array.prototype"), "true");
  EXPECT_EQ(Run("var N = function () {}; N.prototype = 3; "
                "Object.getPrototypeOf(Reflect.construct(f, [], N)) === Object.prototype"),
            "true");
  EXPECT_EQ(Run("Reflect.construct(f, [], new Proxy(f, {get() { throw 'seen' }}))"), "throws seen");
  EXPECT_EQ(Run("for (let i = 0; i < 20000; i++) p = new f; p.captured"), "7");

  hw_value prototype;
  ASSERT_EQ(hw_evaluate(isolate_, "({greet() { return 'hello ' + this.captured }})", HW_ZERO_TERMINATED, "s",
                        &prototype),
            HW_OK);
  options.prototype = prototype;
  ASSERT_EQ(Make(&options), HW_OK);
  EXPECT_EQ(
      Run("new f().greet() + ' ' + ('constructor' in f.prototype && f.prototype.constructor === Object)"),
      "hello 7 true");
}

TEST_F(FunctionTest, KnowsWhatItHasCaptured) {
  ASSERT_EQ(Make(nullptr), HW_OK);
  hw_value function;
  hw_get_named(isolate_, hw_global(isolate_), "f", &function);
  EXPECT_EQ(hw_as_number(isolate_, hw_function_captured(isolate_, function)), 7);
  hw_value made = hw_function_new(isolate_, "other", Text("text"));
  EXPECT_EQ(hw::Value(isolate_, made).Captured().AsString(), "text");
  for (const char* source :
       {"Math.max", "() => 1", "1", "({})", "f.bind()", "new Proxy(f, {})", "console.log"}) {
    hw_value other = hw_undefined();
    (void)hw_evaluate(isolate_, source, HW_ZERO_TERMINATED, "s", &other);
    EXPECT_EQ(hw_type_of(isolate_, hw_function_captured(isolate_, other)), HW_TYPE_UNDEFINED) << source;
  }
}

TEST_F(FunctionTest, RefusesMistakes) {
  hw_function_options options = Options();
  options.size = 0;
  EXPECT_THAT(Mistake(options), testing::HasSubstr("hw_function_options.size is not set"));
  options = Options();
  options.length = -1;
  EXPECT_EQ(Mistake(options), "hw_function_options.length is negative");
  options = Options();
  options.shown_name = hw_number(isolate_, 5);
  EXPECT_EQ(Mistake(options), "hw_function_options.shown_name is no string");
  options = Options();
  options.prototype = hw_object(isolate_);
  EXPECT_EQ(Mistake(options), "hw_function_options.prototype is for functions that construct");
  options.constructs = true;
  options.prototype = Text("x");
  EXPECT_EQ(Mistake(options), "hw_function_options.prototype is no object");
  hw_isolate* other = New(Config());
  options.prototype = hw_object(other);
  EXPECT_EQ(Mistake(options), "a value belongs to another isolate");
  EXPECT_EQ(hw_function_make(isolate_, "answer", hw_object(other), nullptr, nullptr), HW_INVALID);
  EXPECT_EQ(hw_function_make(other, "answer", hw_undefined(), nullptr, nullptr), HW_INVALID);
  EXPECT_STREQ(hw_mistake(other), "the host has no function of that name");
  hw_isolate_destroy(other);
  hw_value result = hw_object(isolate_);
  EXPECT_EQ(hw_function_make(isolate_, "no such", hw_undefined(), nullptr, &result), HW_INVALID);
  EXPECT_EQ(hw_type_of(isolate_, result), HW_TYPE_UNDEFINED);
  EXPECT_STREQ(hw_mistake(isolate_), "the host has no function of that name");
  EXPECT_EQ(hw_function_make(isolate_, nullptr, hw_undefined(), nullptr, &result), HW_INVALID);
  EXPECT_EQ(hw_function_make(nullptr, "answer", hw_undefined(), nullptr, &result), HW_INVALID);
  hw_terminate(isolate_);
  EXPECT_EQ(Make(nullptr), HW_TERMINATED);
}

TEST_F(FunctionTest, GoesIntoImages) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "there are no images with full pointers";
  hw_function_options options = Options();
  options.constructs = true;
  options.shown_name = Text("Point");
  options.length = 5;
  ASSERT_EQ(Make(&options), HW_OK);
  hw_error error;
  hw_image* image = hw_isolate_freeze(isolate_, &error);
  ASSERT_NE(image, nullptr) << error.text;
  config_.image = image;
  // Bound by name: where the function stands is not what counts.
  const hw_function functions[] = {
      {"more", Answer, 0, nullptr}, {"other", Answer, 0, nullptr}, {"answer", Answer, 0, nullptr}};
  hw_host* host = hw_host_new(functions, 3, nullptr);
  config_.host = host;
  hw_isolate* clone = New(config_);
  EXPECT_EQ(RunIn(clone,
                  "[f.name, f.length, f(), new f().captured, new (class extends f {})().captured].join(' ')"),
            "Point 5 7 7 7");
  hw_value function;
  hw_get_named(clone, hw_global(clone), "f", &function);
  EXPECT_EQ(hw_as_number(clone, hw_function_captured(clone, function)), 7);
  hw_isolate_destroy(clone);
  hw_host_release(host);
  hw_image_release(image);
}

TEST_F(FunctionTest, ConstructorsCantWait) {
  hw_function wait = {"wait", [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }, 0,
                      nullptr};
  hw_host* host = hw_host_new(&wait, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_isolate* isolate = New(config);
  hw_function_options options = Options();
  options.constructs = true;
  hw_value function, result;
  ASSERT_EQ(hw_function_make(isolate, "wait", hw_undefined(), &options, &function), HW_OK);
  EXPECT_EQ(hw_construct(isolate, function, nullptr, 0, &result), HW_EXCEPTION);
  EXPECT_EQ(ThrownIn(isolate), "TypeError: wait can't be suspended here: a constructor can't wait");
  EXPECT_EQ(hw_call_function(isolate, function, hw_undefined(), nullptr, 0, &result), HW_SUSPENDED);
  hw_isolate_destroy(isolate);
  hw_host_release(host);
}

TEST_F(FunctionTest, ObjectsThatItMakesLieInTheScopeOfTheCall) {
  hw_function_options options = Options();
  options.constructs = true;
  ASSERT_EQ(Make(&options), HW_OK);
  hw_scope scope = hw_scope_open(isolate_);
  EXPECT_EQ(Run("for (let i = 0; i < 1000; i++) p = new f; p.captured"), "7");
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
}

TEST_F(FunctionTest, AGuestWithoutMemoryEnds) {
  hw_config config = config_;
  config.memory_limit = 2 << 20;
  hw_isolate* isolate = New(config);
  hw_function_options options = Options();
  options.constructs = true;
  hw_ref kept = hw_ref_new(isolate, hw_array(isolate, nullptr, 0));
  hw_status status = HW_OK;
  for (uint32_t i = 0; status == HW_OK && i < 1'000'000; i++) {
    hw_value function;
    status = hw_function_make(isolate, "answer", hw_undefined(), &options, &function);
    if (status == HW_OK) status = hw_set_index(isolate, hw_ref_get(isolate, kept), i, function);
  }
  EXPECT_EQ(status, HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_MEMORY);
  hw_isolate_destroy(isolate);
}

TEST(FunctionWrapperTest, TakesTheOptions) {
  hw::Host host;
  host.Raw("answer", 0, Answer);
  hw::Config config;
  config.host = host;
  hw::Isolate isolate(config);
  hw::FunctionOptions options{.shown_name = "Three", .length = 4, .constructs = true};
  hw::Result<hw::Value> made = isolate.NewFunction("answer", isolate.Number(3), options);
  ASSERT_TRUE(made) << made.error().text;
  EXPECT_EQ(made->Captured().AsNumber(), 3);
  (void)isolate.Global().Set("Three", *made);
  EXPECT_EQ(isolate.Evaluate("Three.name + Three.length + new Three().captured")->AsString(), "Three43");
  EXPECT_EQ(isolate.NewFunction("none", isolate.Undefined()).error().text,
            "the host has no function of that name");
}

}  // namespace
}  // namespace api_testing
