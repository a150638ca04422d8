// Data of the host's in objects, and finalizers: when they run, and that each runs once.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

// Counts finalizers by what they were made for.
struct Counts {
  int made = 0, run = 0;
  std::vector<int> times;  // that each of them has run
  std::function<void()> then;
  hw_isolate* entered_in_last = nullptr;

  struct Made {
    Counts* counts;
    size_t number;
  };
  std::vector<std::unique_ptr<Made>> all;
  Made* New() {
    made++;
    times.push_back(0);
    all.push_back(std::make_unique<Made>(Made{this, times.size() - 1}));
    return all.back().get();
  }
  static void Run(void* data, void* hint) {
    auto* of = static_cast<Made*>(data);
    EXPECT_EQ(hint, of->counts);
    of->counts->run++;
    of->counts->times[of->number]++;
    of->counts->entered_in_last = hw_isolate_entered();
    if (of->counts->then) of->counts->then();
  }
  bool EachOnce() const {
    for (int n : times) {
      if (n != 1) return false;
    }
    return true;
  }
};

class ExternalTest : public testing::Test {
 protected:
  void TearDown() override { hw_isolate_destroy(isolate_); }

  hw_external External(const char* label = "thing") {
    hw_external external = {};
    external.size = sizeof external;
    external.label = label;
    external.data = counts_.New();
    external.finalize = Counts::Run;
    external.hint = &counts_;
    return external;
  }
  hw_value New(const char* label = "thing") {
    hw_external external = External(label);
    return hw_external_new(isolate_, &external);
  }
  // As garbage, of which nothing is on this stack.
  [[gnu::noinline]] void Make(int n) {
    for (int i = 0; i < n; i++) {
      switch (i % 3) {
        case 0: (void)New(); break;
        case 1: {
          hw_external external = External();
          EXPECT_EQ(hw_attach(isolate_, hw_object(isolate_), &external), HW_OK);
          break;
        }
        case 2:
          EXPECT_EQ(hw_finalizer_add(isolate_, hw_object(isolate_), Counts::Run, counts_.New(), &counts_),
                    HW_OK);
          break;
      }
    }
  }
  [[gnu::noinline]] void Scribble() {
    volatile char below[32 << 10];
    for (volatile char& byte : below) byte = 0;
  }
  void Collect() {
    Scribble();
    hw_isolate_collect(isolate_);
  }
  void Global(const char* name, hw_value value) { hw_set_named(isolate_, hw_global(isolate_), name, value); }
  hw_value Evaluate(const std::string& source) {
    hw_value value = hw_undefined();
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK);
    return value;
  }
  void Renew(const hw_config& config) {
    hw_isolate_destroy(isolate_);
    isolate_ = api_testing::New(config);
  }

  Counts counts_;
  hw_isolate* isolate_ = api_testing::New(Config());
};

// ---- Objects ----

TEST_F(ExternalTest, IsAnObjectWithoutPropertiesOrPrototype) {
  hw_external external = External("socket");
  hw_value object = hw_external_new(isolate_, &external);
  EXPECT_EQ(hw_external_data(isolate_, object), external.data);
  Global("e", object);
  EXPECT_EQ(RunIn(isolate_,
                  "[typeof e, Reflect.ownKeys(e).length, Object.getPrototypeOf(e), "
                  "Object.isExtensible(e), Object.prototype.toString.call(e), new WeakMap([[e, 7]]).get(e)]"
                  ".join()"),
            "object,0,,true,[object Object],7");
  char text[64];
  hw_describe(isolate_, object, text, sizeof text);
  EXPECT_STREQ(text, "[External: socket]");
  external = External(nullptr);
  hw_describe(isolate_, hw_external_new(isolate_, &external), text, sizeof text);
  EXPECT_STREQ(text, "[External]");
}

TEST_F(ExternalTest, AttachesToAnyObjectAndNoGuestSees) {
  constexpr const char* kObjects[] = {
      "({})",
      "[1, 2]",
      "(function f() {})",
      "Object.freeze({a: 1})",
      ("new Proxy({}, {get() { throw 1 }, set() { throw 2 }, defineProperty() { throw 3 }, "
       "has() { throw 4 }})"),
      "new Uint8Array(4)",
      "new (class { #p = 1 })",
      "globalThis",
      "Array.prototype",
      "Object.create(null)",
      "new String('s')",
      "(function () { return arguments })(1)",
      "new Map",
      "Symbol.prototype",
      "class C { static #s = 1 }",
      "Object.assign(Object.create(null), Object.fromEntries([...Array(2000)].map((_, i) => ['k' + i, i])))"};
  for (const char* source : kObjects) {
    SCOPED_TRACE(source);
    hw_value object = Evaluate(std::string("(") + source + ")");
    Global("o", object);
    EXPECT_EQ(hw_external_data(isolate_, object), nullptr);
    std::string before = RunIn(isolate_, "Reflect.ownKeys(o).length + JSON.stringify(Object.keys({...o}))");
    hw_external external = External(), other = External();
    EXPECT_EQ(hw_attach(isolate_, object, &external), HW_OK);
    EXPECT_EQ(hw_external_data(isolate_, object), external.data);
    EXPECT_EQ(hw_attach(isolate_, object, &other), HW_INVALID);
    EXPECT_STREQ(hw_mistake(isolate_), "the object has data of the host's already");
    counts_.times.back() = 1;  // it was never taken over
    EXPECT_EQ(hw_finalizer_add(isolate_, object, Counts::Run, counts_.New(), &counts_), HW_OK);
    EXPECT_EQ(hw_external_data(isolate_, object), external.data);
    EXPECT_EQ(RunIn(isolate_, "Reflect.ownKeys(o).length + JSON.stringify(Object.keys({...o}))"), before);
    EXPECT_EQ(hw_external_data(isolate_, Evaluate("({...o})")), nullptr);
    EXPECT_EQ(hw_external_data(isolate_, Evaluate("Object.create(o)")), nullptr);
    EXPECT_EQ(hw_external_data(isolate_, Evaluate("Object.assign({}, o)")), nullptr);
  }
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_TRUE(counts_.EachOnce());
}

TEST_F(ExternalTest, RefusesWhatIsNoObject) {
  hw_external external = External();
  for (const char* source : {"1", "'text'", "Symbol()", "null", "10n"}) {
    EXPECT_EQ(hw_attach(isolate_, Evaluate(source), &external), HW_INVALID);
    EXPECT_STREQ(hw_mistake(isolate_), "the value is no object");
    EXPECT_EQ(hw_finalizer_add(isolate_, Evaluate(source), Counts::Run, nullptr, nullptr), HW_INVALID);
    EXPECT_EQ(hw_external_data(isolate_, Evaluate(source)), nullptr);
  }
  hw_value object = hw_object(isolate_);
  EXPECT_EQ(hw_finalizer_add(isolate_, object, nullptr, nullptr, nullptr), HW_INVALID);
  EXPECT_EQ(hw_attach(isolate_, object, nullptr), HW_INVALID);
  EXPECT_EQ(hw_type_of(isolate_, hw_external_new(isolate_, nullptr)), HW_TYPE_UNDEFINED);
  hw_isolate* other = api_testing::New(Config());
  EXPECT_EQ(hw_attach(other, object, &external), HW_INVALID);
  EXPECT_STREQ(hw_mistake(other), "a value belongs to another isolate");
  hw_isolate_destroy(other);
  external.size = 0;
  EXPECT_EQ(hw_attach(isolate_, object, &external), HW_INVALID);
  EXPECT_EQ(hw_type_of(isolate_, hw_external_new(isolate_, &external)), HW_TYPE_UNDEFINED);
  external.size = sizeof external;
  external.bytes = SIZE_MAX;
  EXPECT_EQ(hw_attach(isolate_, object, &external), HW_INVALID);
  EXPECT_EQ(hw_external_data(nullptr, object), nullptr);
  EXPECT_EQ(hw_type_of(nullptr, hw_external_new(nullptr, &external)), HW_TYPE_UNDEFINED);
  Collect();
  EXPECT_EQ(counts_.run, 0);
}

TEST_F(ExternalTest, IsNotCloned) {
  uint8_t* bytes;
  size_t size;
  EXPECT_EQ(hw_serialize(isolate_, New(), &bytes, &size), HW_EXCEPTION);
  hw_value object = Evaluate("({a: 1})");
  hw_external external = External();
  hw_attach(isolate_, object, &external);
  ASSERT_EQ(hw_serialize(isolate_, object, &bytes, &size), HW_OK);
  hw_value clone;
  ASSERT_EQ(hw_deserialize(isolate_, bytes, size, &clone), HW_OK);
  EXPECT_EQ(hw_external_data(isolate_, clone), nullptr);
  hw_memory_free(bytes);
}

// ---- When finalizers run ----

TEST_F(ExternalTest, RunsFinalizersWhenTheOutermostCallHasLeft) {
  Make(300);
  EXPECT_EQ(counts_.run, 0);
  Collect();
  EXPECT_GT(counts_.run, 290);
  EXPECT_EQ(counts_.entered_in_last, nullptr);
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
}

TEST_F(ExternalTest, KeepsWhatIsAlive) {
  Global("kept", New());
  hw_value object = Evaluate("globalThis.other = {}");
  hw_external external = External();
  hw_attach(isolate_, object, &external);
  for (int i = 0; i < 3; i++) Collect();
  EXPECT_EQ(counts_.run, 0);
  EXPECT_EQ(RunIn(isolate_, "delete globalThis.kept; delete globalThis.other; 1"), "1");
  object = hw_undefined();
  Collect();
  EXPECT_EQ(counts_.run, 2);
}

struct Inside {
  ExternalTest* test;
  std::function<void()> body;
};
hw_status CallBody(hw_isolate*, const hw_call* call, hw_value*) {
  static_cast<Inside*>(call->data)->body();
  return HW_OK;
}

TEST_F(ExternalTest, RunsNoneInsideOfGuestsNorCollections) {
  Inside inside{this, {}};
  hw_function functions[] = {{"f", CallBody, 0, &inside}};
  hw_host* host = hw_host_new(functions, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  Renew(config);
  hw_install_host(isolate_, hw_global(isolate_));
  inside.body = [&] {
    Make(30);
    Collect();
    EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
    EXPECT_EQ(counts_.run, 0);
    EXPECT_FALSE(hw_isolate_reset(isolate_));
  };
  EXPECT_EQ(RunIn(isolate_, "for (let i = 0; i < 10; i++) f(); 'done'"), "done");
  EXPECT_GT(counts_.run, 250);  // behind the call
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_TRUE(counts_.EachOnce());
  hw_host_release(host);
}

TEST_F(ExternalTest, RunsThemInJobsWhereTheyMayUseTheIsolate) {
  // A job makes garbage and a collection.
  struct Context {
    ExternalTest* test;
    hw_isolate** isolate;
    void (ExternalTest::*make)(int);
  };
  Inside inside{this, {}};
  hw_function functions[] = {{"f", CallBody, 0, &inside}};
  hw_host* host = hw_host_new(functions, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  Renew(config);
  hw_install_host(isolate_, hw_global(isolate_));
  inside.body = [&] {
    Make(60);
    Collect();
  };
  counts_.then = [&] {
    EXPECT_EQ(hw_isolate_entered(), isolate_);
    EXPECT_EQ(
        RunIn(isolate_, "globalThis.n = (globalThis.n ?? 0) + 1; Promise.resolve().then(() => last = n); 1"),
        "1");
    EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);  // runs jobs, and no finalizer inside of a finalizer
    hw_isolate_destroy(isolate_);             // refused
    EXPECT_STREQ(hw_mistake(isolate_), "the isolate is running");
    (void)hw_scope_open(isolate_);  // closed behind it
  };
  EXPECT_EQ(RunIn(isolate_, "let last; Promise.resolve().then(f); 1"), "1");
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  int run = counts_.run;
  EXPECT_GT(run, 50);
  counts_.then = nullptr;
  EXPECT_EQ(RunIn(isolate_, "n + ',' + last"), std::to_string(run) + "," + std::to_string(run));
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_TRUE(counts_.EachOnce());
  hw_host_release(host);
}

TEST_F(ExternalTest, LetsFinalizersCallFunctionsWhenTheIsolateWasLeft) {
  Make(3000);
  int depth = 0;
  counts_.then = [&] {
    EXPECT_EQ(depth++, 0);  // one after the other
    EXPECT_EQ(RunIn(isolate_, "1 + 1"), "2");
    if (counts_.made < 4000) (void)New();
    depth--;
  };
  Collect();
  EXPECT_GT(counts_.run, 2900);
  counts_.then = nullptr;
  Collect();
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_TRUE(counts_.EachOnce());
}

TEST_F(ExternalTest, LetsAFinalizerDestroyTheIsolateAsTheLastThing) {
  Make(90);
  counts_.then = [&] { hw_isolate_destroy(std::exchange(isolate_, nullptr)); };
  hw_isolate* isolate = isolate_;
  Scribble();
  hw_isolate_collect(isolate);
  EXPECT_EQ(isolate_, nullptr);
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
  EXPECT_STREQ(hw_mistake(isolate), "the isolate was destroyed");
}

TEST_F(ExternalTest, RunsAllThatAreLeftInTheEnd) {
  Global("kept", New());
  Make(30);
  counts_.then = [&] {
    hw_isolate* isolate = isolate_;
    EXPECT_EQ(hw_evaluate(isolate, "1", 1, "s", nullptr), HW_INVALID);
    hw_isolate_destroy(isolate);
    EXPECT_FALSE(hw_isolate_reset(isolate));
  };
#if HALFWORD_COMPRESS
  EXPECT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_EQ(RunIn(isolate_, "typeof kept"), "undefined");
  Make(30);
#endif
  hw_isolate_destroy(isolate_);
  isolate_ = nullptr;
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
}

#if HALFWORD_COMPRESS
TEST_F(ExternalTest, RunsAllBeforeAPoolGivesTheIsolateAway) {
  hw_config config = Config();
  hw_pool* pool = hw_pool_new(&config, 1, nullptr);
  hw_isolate_destroy(isolate_);
  for (int i = 0; i < 5; i++) {
    isolate_ = hw_pool_take(pool, nullptr);
    Make(20);
    Global("kept", New());
    hw_pool_give(pool, std::exchange(isolate_, nullptr));
    EXPECT_EQ(counts_.run, counts_.made);
  }
  hw_pool_destroy(pool);
  EXPECT_TRUE(counts_.EachOnce());
}

TEST_F(ExternalTest, CanBeResetByAFinalizer) {
  Make(30);
  counts_.then = [&] {
    counts_.then = nullptr;
    EXPECT_TRUE(hw_isolate_reset(isolate_));
    EXPECT_EQ(counts_.run, counts_.made);
    Make(10);
  };
  Collect();
  EXPECT_EQ(counts_.made, 40);
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_TRUE(counts_.EachOnce());
}
#endif

TEST_F(ExternalTest, RunsThemAfterTermination) {
  Make(60);
  hw_isolate_set_fuel(isolate_, 1000);
  EXPECT_EQ(hw_evaluate(isolate_, "for (;;);", 9, "s", nullptr), HW_TERMINATED);
  hw_external external = External();
  EXPECT_EQ(hw_attach(isolate_, hw_object(isolate_), &external), HW_TERMINATED);
  counts_.times.back() = 1;  // it was never taken over
  counts_.made--;
  Collect();
  EXPECT_GT(counts_.run, 50);
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
}

// ---- Memory ----

TEST_F(ExternalTest, CountsBytesUntilTheFinalizerHasRun) {
  hw_usage before = {}, after = {};
  before.size = after.size = sizeof before;
  hw_isolate_usage(isolate_, &before);
  [&]() __attribute__((noinline)) {
    hw_external external = External();
    external.bytes = 20 << 20;
    (void)hw_external_new(isolate_, &external);
  }();
  hw_isolate_usage(isolate_, &after);
  EXPECT_GE(after.external_bytes, before.external_bytes + (20 << 20));
  EXPECT_EQ(RunIn(isolate_, "1"), "1");
  Collect();
  EXPECT_EQ(counts_.run, 1);
  hw_isolate_usage(isolate_, &after);
  EXPECT_EQ(after.external_bytes, before.external_bytes);
}

TEST_F(ExternalTest, EndsAGuestThatKeepsTooMuchAlive) {
  std::string outcome;
  int n = 0;
  for (; n < 100 && hw_isolate_reason(isolate_) == HW_REASON_NONE; n++) {
    hw_external external = External();
    external.bytes = 1 << 20;
    Global(("kept" + std::to_string(n)).c_str(), hw_external_new(isolate_, &external));
  }
  EXPECT_LT(n, 66);  // of 64 MiB
  EXPECT_EQ(hw_isolate_reason(isolate_), HW_REASON_MEMORY);
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
}

TEST_F(ExternalTest, CountsWhatTheHostStates) {
  hw_usage before = {}, after = {};
  before.size = after.size = sizeof before;
  hw_isolate_usage(isolate_, &before);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, 10 << 20), HW_OK);
  hw_isolate_usage(isolate_, &after);
  EXPECT_EQ(after.external_bytes, before.external_bytes + (10 << 20));
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, -(11 << 20)), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "the host has not stated so many bytes");
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, INT64_MIN), HW_INVALID);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, INT64_MAX), HW_INVALID);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, -(10 << 20)), HW_OK);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, 0), HW_OK);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, 65 << 20), HW_TERMINATED);
  EXPECT_EQ(hw_isolate_reason(isolate_), HW_REASON_MEMORY);
  EXPECT_EQ(hw_adjust_external_bytes(nullptr, 1), HW_INVALID);
#if HALFWORD_COMPRESS
  EXPECT_TRUE(hw_isolate_reset(isolate_));
  hw_isolate_usage(isolate_, &after);
  EXPECT_EQ(after.external_bytes, before.external_bytes);
  EXPECT_EQ(hw_adjust_external_bytes(isolate_, -1), HW_INVALID);
#endif
}

// ---- Images ----

#if HALFWORD_COMPRESS
TEST_F(ExternalTest, GoesIntoAnImageOnlyIfItDetaches) {
  hw_external external = External("socket");
  Global("e", hw_external_new(isolate_, &external));
  hw_error error = {};
  EXPECT_EQ(hw_isolate_freeze(isolate_, &error), nullptr);
  EXPECT_STREQ(error.text, "data of the host's that does not detach can't be in an image: socket");
  EXPECT_EQ(counts_.run, 0);
  EXPECT_EQ(RunIn(isolate_, "delete globalThis.e; 1"), "1");

  external = External("cache");
  external.detaches = true;
  hw_value object = hw_external_new(isolate_, &external), plain = hw_object(isolate_);
  Global("e", object);
  Global("p", plain);
  void* data = external.data;
  external = External();
  external.detaches = true;
  EXPECT_EQ(hw_attach(isolate_, plain, &external), HW_OK);
  EXPECT_EQ(hw_finalizer_add(isolate_, plain, Counts::Run, counts_.New(), &counts_), HW_OK);
  object = plain = hw_undefined();
  hw_image* image = hw_isolate_freeze(isolate_, &error);
  ASSERT_NE(image, nullptr) << error.text;
  EXPECT_EQ(counts_.run, 1);                                   // that of the socket
  EXPECT_EQ(hw_external_data(isolate_, Evaluate("e")), data);  // here it goes on

  hw_config config = Config();
  config.image = image;
  hw_isolate* clone = api_testing::New(config);
  std::swap(clone, isolate_);
  hw_value cloned[] = {Evaluate("e"), Evaluate("p")};
  for (hw_value value : cloned) {
    EXPECT_EQ(hw_external_data(isolate_, value), nullptr);
    hw_external again = External();
    EXPECT_EQ(hw_attach(isolate_, value, &again), HW_OK);
    EXPECT_EQ(hw_external_data(isolate_, value), again.data);
    EXPECT_EQ(hw_attach(isolate_, value, &again), HW_INVALID);
  }
  char text[64];
  hw_describe(isolate_, cloned[0], text, sizeof text);
  EXPECT_STREQ(text, "[External: thing]");
  hw_isolate_destroy(isolate_);
  EXPECT_EQ(counts_.run, 3);
  isolate_ = clone;
  hw_isolate_destroy(std::exchange(isolate_, nullptr));
  EXPECT_EQ(counts_.run, counts_.made);
  EXPECT_TRUE(counts_.EachOnce());
  hw_image_release(image);
}
#endif

}  // namespace
}  // namespace api_testing
