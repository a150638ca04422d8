// References of all kinds, and those that other threads give up.
#include <atomic>
#include <thread>
#include <vector>

#include "fixture.h"

namespace api_testing {
namespace {

class RefTest : public testing::Test {
 protected:
  void TearDown() override { hw_isolate_destroy(isolate_); }
  hw_value Evaluate(const std::string& source) {
    hw_value value;
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK);
    return value;
  }
  std::string Text(hw_isolate* isolate, hw_ref ref) {
    return Outcome(isolate, HW_OK, hw_ref_get(isolate, ref));
  }
  std::string Text(hw_ref ref) { return Text(isolate_, ref); }
  // Nothing of the value stays on this stack.
  [[gnu::noinline]] hw_ref Create(const std::string& source, hw_ref_kind kind) {
    return hw_ref_create(isolate_, Evaluate(source), kind);
  }
  [[gnu::noinline]] void Collect() {
    volatile char below[32 << 10];
    for (volatile char& byte : below) byte = 0;
    hw_isolate_collect(isolate_);
  }

  hw_isolate* isolate_ = New(Config());
};

TEST_F(RefTest, OfEachKindGiveTheValue) {
  hw_ref strong = Create("[1]", HW_REF_STRONG), transient = Create("[2]", HW_REF_TRANSIENT);
  hw_value kept = Evaluate("globalThis.kept = [3]");
  hw_ref weak = hw_ref_create(isolate_, kept, HW_REF_WEAK);
  ASSERT_TRUE(strong && transient && weak);
  EXPECT_GE(transient, 1u << 31);
  Collect();
  EXPECT_EQ(Text(strong) + Text(transient) + Text(weak), "123");
  hw_ref_set(isolate_, transient, hw_number(isolate_, 4));
  hw_ref_set(isolate_, weak, Evaluate("globalThis.kept = [5]"));
  EXPECT_EQ(Text(strong) + Text(transient) + Text(weak), "145");
  for (hw_ref ref : {strong, transient, weak}) {
    hw_ref_free(isolate_, ref);
    (void)hw_ref_get(isolate_, ref);
    EXPECT_STREQ(hw_mistake(isolate_),
                 "a reference was freed, or belongs to an isolate that was reset or destroyed");
  }
}

TEST_F(RefTest, WeakOnesEndWithTheirObject) {
  std::vector<hw_ref> refs;
  for (int i = 0; i < 100; i++)
    refs.push_back(Create(i % 3 == 0 ? "({})" : i % 3 == 1 ? "(() => 1)" : "Symbol('s')", HW_REF_WEAK));
  Collect();
  size_t dead = 0;
  for (hw_ref ref : refs) dead += Text(ref) == "undefined";
  EXPECT_GT(dead, 95u);
  for (hw_ref ref : refs) hw_ref_free(isolate_, ref);
}

TEST_F(RefTest, WeakOnesHoldNothingThatHasNoIdentity) {
  for (const char* source : {"1", "'text'", "null", "undefined", "Symbol.for('s')", "10n"}) {
    EXPECT_EQ(Create(source, HW_REF_WEAK), 0u) << source;
    EXPECT_STREQ(hw_mistake(isolate_), "a value of this type can't be held weakly");
  }
  hw_ref ref = Create("globalThis.x = {}", HW_REF_WEAK);
  hw_ref_set(isolate_, ref, hw_number(isolate_, 1));
  EXPECT_EQ(Text(ref), "[object Object]");
  hw_ref_set(isolate_, ref, hw_undefined());
  EXPECT_EQ(Text(ref), "undefined");
}

// A WeakRef of the guest's is an object as any other.
TEST_F(RefTest, StrongOnesOfAWeakRefGiveTheWeakRef) {
  EXPECT_EQ(Text(Create("new WeakRef({})", HW_REF_STRONG)), "[object WeakRef]");
}

hw_ref read_by_callback = 0;
hw_status ReadWeak(hw_isolate* isolate, const hw_call*, hw_value* result) {
  hw_value value = hw_ref_get(isolate, read_by_callback);
  *result = hw_boolean(hw_type_of(isolate, value) != HW_TYPE_UNDEFINED);
  return HW_OK;
}

TEST_F(RefTest, WeakOnesKeepTheirTargetForTheJobThatRuns) {
  hw_function functions[] = {{"read", ReadWeak, 0, nullptr}};
  hw_host* host = hw_host_new(functions, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  hw_isolate_destroy(isolate_);
  isolate_ = New(config);
  hw_install_host(isolate_, hw_global(isolate_));
  read_by_callback = Create("({})", HW_REF_WEAK);
  EXPECT_EQ(
      RunIn(isolate_, "const first = read(); for (let i = 0; i < 1e5; i++) [i]; [first, read()].join()"),
      "true,true");
  EXPECT_EQ(hw_run_jobs(isolate_), HW_OK);
  Collect();
  EXPECT_EQ(Text(read_by_callback), "undefined");
  hw_host_release(host);
}

TEST_F(RefTest, AreFreedWhenFreedAsOftenAsKept) {
  for (hw_ref_kind kind : {HW_REF_STRONG, HW_REF_TRANSIENT, HW_REF_WEAK}) {
    hw_ref ref = Create("globalThis.x = ['kept']", kind);
    EXPECT_EQ(hw_ref_keep(isolate_, ref), ref);
    EXPECT_EQ(hw_ref_keep(isolate_, ref), ref);
    hw_ref_free(isolate_, ref);
    hw_ref_free(isolate_, ref);
    EXPECT_EQ(Text(ref), "kept");
    hw_ref_free(isolate_, ref);
    EXPECT_EQ(hw_ref_keep(isolate_, ref), 0u);
  }
  EXPECT_EQ(hw_ref_keep(isolate_, 0), 0u);
  EXPECT_EQ(hw_ref_keep(isolate_, 1 << 30), 0u);
  EXPECT_EQ(hw_ref_keep(isolate_, UINT32_MAX), 0u);
  EXPECT_EQ(hw_ref_keep(nullptr, 1), 0u);
}

TEST_F(RefTest, ComeInAnyNumber) {
  std::vector<hw_ref> refs;
  for (int i = 0; i < 20'000; i++)
    refs.push_back(hw_ref_create(isolate_, hw_number(isolate_, i), i % 2 ? HW_REF_TRANSIENT : HW_REF_STRONG));
  for (int i = 0; i < 20'000; i += 3) hw_ref_free(isolate_, refs[static_cast<size_t>(i)]);
  for (int i = 0; i < 20'000; i += 3)
    refs[static_cast<size_t>(i)] = hw_ref_create(isolate_, hw_number(isolate_, i), HW_REF_TRANSIENT);
  for (int i = 0; i < 20'000; i++)
    ASSERT_EQ(hw_as_number(isolate_, hw_ref_get(isolate_, refs[static_cast<size_t>(i)])), i);
}

TEST_F(RefTest, RefuseWhatIsNoKindAndNoValue) {
  EXPECT_EQ(hw_ref_create(isolate_, hw_null(), static_cast<hw_ref_kind>(3)), 0u);
  EXPECT_STREQ(hw_mistake(isolate_), "there is no such hw_ref_kind");
  hw_isolate* other = New(Config());
  EXPECT_EQ(hw_ref_create(isolate_, hw_object(other), HW_REF_TRANSIENT), 0u);
  EXPECT_STREQ(hw_mistake(isolate_), "a value belongs to another isolate");
  hw_isolate_destroy(other);
  EXPECT_EQ(hw_ref_create(nullptr, hw_null(), HW_REF_WEAK), 0u);
}

#if HALFWORD_COMPRESS
TEST_F(RefTest, AreInImagesUnlessTransient) {
  hw_ref strong = Create("['strong']", HW_REF_STRONG), transient = Create("['gone']", HW_REF_TRANSIENT);
  hw_ref weak = Create("globalThis.x = ['weak']", HW_REF_WEAK), dead = Create("({})", HW_REF_WEAK);
  hw_ref_keep(isolate_, strong);
  Collect();
  hw_image* image = hw_isolate_freeze(isolate_, nullptr);
  ASSERT_NE(image, nullptr);
  EXPECT_EQ(Text(transient), "gone");  // here it goes on
  hw_config config = Config();
  config.image = image;
  hw_isolate* clone = New(config);
  EXPECT_EQ(Text(clone, strong) + Text(clone, weak) + Text(clone, dead), "strongweakundefined");
  EXPECT_EQ(hw_ref_keep(clone, transient), 0u);
  EXPECT_NE(hw_ref_create(clone, hw_object(clone), HW_REF_TRANSIENT), 0u);
  hw_ref_free(clone, strong);
  EXPECT_EQ(Text(clone, strong), "strong");  // it was kept
  hw_ref_free(clone, strong);
  EXPECT_EQ(hw_ref_keep(clone, strong), 0u);
  hw_isolate_destroy(clone);
  hw_image_release(image);
}

TEST_F(RefTest, OfBeforeAResetAreGone) {
  hw_ref strong = Create("[1]", HW_REF_STRONG), transient = Create("[2]", HW_REF_TRANSIENT);
  hw_isolate_reset(isolate_);
  for (hw_ref ref : {strong, transient}) {
    EXPECT_EQ(hw_ref_keep(isolate_, ref), 0u);
    hw_ref_free_later(isolate_, ref);
  }
  EXPECT_EQ(RunIn(isolate_, "1"), "1");
}
#endif

// ---- Freed later ----

TEST_F(RefTest, AreFreedWhenTheIsolateIsNextEntered) {
  hw_ref ref = Create("['x']", HW_REF_TRANSIENT);
  hw_ref_free_later(isolate_, ref);
  EXPECT_EQ(hw_ref_keep(isolate_, ref), 0u);
  ref = Create("['x']", HW_REF_STRONG);
  hw_ref_keep(isolate_, ref);
  hw_ref_free_later(isolate_, ref);
  EXPECT_EQ(Text(ref), "x");
  hw_ref_free_later(isolate_, ref);
  hw_ref_free_later(isolate_, ref);  // once too often
  hw_ref_free_later(isolate_, 0);
  hw_ref_free_later(isolate_, 12345);
  EXPECT_EQ(hw_ref_keep(isolate_, ref), 0u);
}

TEST_F(RefTest, AreFreedFromEightThreadsWhileOneRuns) {
  constexpr int kThreads = 8, kEach = 2000;
  std::vector<hw_ref> refs;
  for (int i = 0; i < kThreads * kEach; i++) {
    hw_value value = hw_number(isolate_, i);
    refs.push_back(hw_ref_create(isolate_, value, i % 2 ? HW_REF_TRANSIENT : HW_REF_STRONG));
  }
  std::atomic<bool> is_over = false;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; t++) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; i++)
        hw_ref_free_later(isolate_, refs[static_cast<size_t>(i * kThreads + t)]);
    });
  }
  std::thread waits([&] {
    for (std::thread& thread : threads) thread.join();
    is_over = true;
  });
  while (!is_over) EXPECT_EQ(RunIn(isolate_, "[3, 1, 2].sort().join()"), "1,2,3");
  waits.join();
  size_t left = 0;
  for (hw_ref ref : refs) left += hw_ref_keep(isolate_, ref) != 0;
  EXPECT_EQ(left, 0u);
}

TEST_F(RefTest, OfAnIsolateThatIsGoneNothingIsFreed) {
  hw_ref ref = Create("[1]", HW_REF_STRONG);
  hw_isolate* gone = isolate_;
  hw_ref_free_later(gone, ref);
  hw_isolate_destroy(gone);
  hw_ref_free_later(gone, ref);
  hw_ref_free_later(nullptr, ref);
  isolate_ = New(Config());
}

}  // namespace
}  // namespace api_testing
