// Values that lie where no scan of a stack finds them, and the scopes that keep them alive.
#include <cstdlib>
#include <cstring>
#include <vector>

#include "api/records.h"
#include "fixture.h"

namespace api_testing {
namespace {

// Values as another language keeps them: in memory of malloc, under a mask, so that no scan
// takes them for references.
class ForeignHeap {
 public:
  explicit ForeignHeap(size_t count) : words_(static_cast<uint64_t*>(std::calloc(count, 8))), count_(count) {}
  ~ForeignHeap() { std::free(words_); }
  ForeignHeap(const ForeignHeap&) = delete;
  void Put(size_t i, hw_value value) { words_[i] = value.bits ^ kMask; }
  hw_value Get(size_t i) const { return {words_[i] ^ kMask}; }
  size_t count() const { return count_; }

 private:
  static constexpr uint64_t kMask = 0xA5A5A5A5A5A5A5A5;
  uint64_t* words_;
  size_t count_;
};

// Overwrites what calls have left below this one.
[[gnu::noinline]] void Scribble() {
  volatile char bytes[32 << 10];
  for (volatile char& byte : bytes) byte = 0;
}

class ScopeTest : public testing::Test {
 protected:
  void TearDown() override { hw_isolate_destroy(isolate_); }
  halfword::gc::Heap& heap() { return isolate_->owner->heap(); }
  hw_value Evaluate(const std::string& source) {
    hw_value value;
    EXPECT_EQ(hw_evaluate(isolate_, source.data(), source.size(), "s", &value), HW_OK);
    return value;
  }
  std::string Text(hw_value value) { return Outcome(isolate_, HW_OK, value); }

  // Objects and what is in them, under collections at every few allocations.
  [[gnu::noinline]] void Fill(ForeignHeap& values) {
    for (size_t i = 0; i < values.count(); i++) {
      hw_value object = hw_object(isolate_);
      hw_set_named(isolate_, object, "i", hw_number(isolate_, static_cast<double>(i)));
      values.Put(i, object);
    }
  }
  // How many of them a collection finds dead.
  [[gnu::noinline]] std::vector<hw_ref> Watch(const ForeignHeap& values) {
    std::vector<hw_ref> refs;
    for (size_t i = 0; i < values.count(); i++)
      refs.push_back(hw_ref_create(isolate_, values.Get(i), HW_REF_WEAK));
    return refs;
  }
  size_t Dead(const std::vector<hw_ref>& refs) {
    Scribble();
    hw_isolate_collect(isolate_);
    size_t dead = 0;
    for (hw_ref ref : refs) dead += hw_type_of(isolate_, hw_ref_get(isolate_, ref)) == HW_TYPE_UNDEFINED;
    return dead;
  }

  hw_isolate* isolate_ = New(Config());
};

TEST_F(ScopeTest, KeepsWhatNoScanFinds) {
  ForeignHeap values(300);
  hw_scope scope = hw_scope_open(isolate_);
  ASSERT_NE(scope, 0u);
  Fill(values);
  std::vector<hw_ref> refs = Watch(values);
  EXPECT_EQ(Dead(refs), 0u);
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
  // Weak references were read while no guest ran, which keeps nothing.
  EXPECT_GT(Dead(refs), 290u);
}

// This is the control of the test above: without a scope the values do die.
TEST_F(ScopeTest, WithoutOneSuchValuesDie) {
  ForeignHeap values(300);
  Fill(values);
  EXPECT_GT(Dead(Watch(values)), 290u);
}

TEST_F(ScopeTest, HoldsUnderStress) {
  using halfword::gc::StressKind;
  for (StressKind kind : {StressKind::kCollect, StressKind::kStep}) {
    heap().SetStressInterval(kind == StressKind::kCollect ? 3 : 1, kind);
    hw_scope outer = hw_scope_open(isolate_);
    ForeignHeap kept(20);
    for (size_t round = 0; round < kept.count(); round++) {
      hw_scope scope = hw_scope_open(isolate_);
      ForeignHeap values(40);
      Fill(values);
      Scribble();
      for (size_t i = 0; i < values.count(); i++) {
        hw_value text;
        ASSERT_EQ(hw_json_stringify(isolate_, values.Get(i), &text), HW_OK);
        ASSERT_EQ(Text(text), "{\"i\":" + std::to_string(i) + "}");
      }
      EXPECT_EQ(hw_scope_escape(isolate_, scope, values.Get(round)), HW_OK);
      kept.Put(round, values.Get(round));
      EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
    }
    Scribble();
    for (size_t round = 0; round < kept.count(); round++) {
      hw_value i;
      ASSERT_EQ(hw_get_named(isolate_, kept.Get(round), "i", &i), HW_OK);
      EXPECT_EQ(hw_as_number(isolate_, i), static_cast<double>(round));
    }
    EXPECT_EQ(hw_scope_close(isolate_, outer), HW_OK);
    heap().SetStressInterval(0);
  }
}

// Old words on the stack may keep some of them.
TEST_F(ScopeTest, EscapesThroughSeveral) {
  constexpr size_t kEach = 40, kFew = 4;
  hw_scope a = hw_scope_open(isolate_);
  ForeignHeap outer(kEach), middle(kEach), inner(kEach);
  Fill(outer);
  hw_scope b = hw_scope_open(isolate_);
  Fill(middle);
  hw_scope c = hw_scope_open(isolate_);
  Fill(inner);
  std::vector<hw_ref> of_outer = Watch(outer), of_middle = Watch(middle), of_inner = Watch(inner);
  for (size_t i = 0; i < kEach; i++)  // past their own scope and that around it
    EXPECT_EQ(hw_scope_escape(isolate_, b, inner.Get(i)), HW_OK);
  EXPECT_EQ(hw_scope_escape(isolate_, a, inner.Get(0)), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "there is no scope around this one");
  EXPECT_EQ(hw_scope_close(isolate_, c), HW_OK);
  EXPECT_EQ(Dead(of_outer) + Dead(of_middle) + Dead(of_inner), 0u);
  EXPECT_EQ(hw_scope_close(isolate_, b), HW_OK);
  EXPECT_GE(Dead(of_middle), kEach - kFew);
  EXPECT_EQ(Dead(of_outer) + Dead(of_inner), 0u);
  EXPECT_EQ(hw_scope_close(isolate_, a), HW_OK);
  EXPECT_GE(Dead(of_outer) + Dead(of_inner), 2 * kEach - kFew);
}

TEST_F(ScopeTest, ClosesOnlyTheInnermost) {
  EXPECT_EQ(hw_scope_close(isolate_, 1), HW_INVALID);
  hw_scope a = hw_scope_open(isolate_), b = hw_scope_open(isolate_);
  EXPECT_NE(a, b);
  EXPECT_EQ(hw_scope_close(isolate_, a), HW_INVALID);
  EXPECT_STREQ(hw_mistake(isolate_), "the scope is not the innermost one that is open");
  EXPECT_EQ(hw_scope_close(isolate_, b), HW_OK);
  EXPECT_EQ(hw_scope_close(isolate_, b), HW_INVALID);
  EXPECT_EQ(hw_scope_escape(isolate_, b, hw_null()), HW_INVALID);
  EXPECT_EQ(hw_scope_close(isolate_, a), HW_OK);
  EXPECT_EQ(hw_scope_open(nullptr), 0u);
  EXPECT_EQ(hw_scope_close(nullptr, a), HW_INVALID);
}

// ---- Callbacks ----

struct Callback {
  hw_scope outer = 0, left_open = 0;
  hw_status closed_outer = HW_OK, closed_own = HW_OK;
  std::vector<hw_ref> refs;
};

hw_status Careless(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  auto* callback = static_cast<Callback*>(call->data);
  hw_scope own = hw_scope_open(isolate);
  callback->closed_own = hw_scope_close(isolate, own);
  callback->closed_outer = hw_scope_close(isolate, callback->outer);
  callback->left_open = hw_scope_open(isolate);
  hw_value made = hw_object(isolate);
  callback->refs.push_back(hw_ref_create(isolate, made, HW_REF_WEAK));
  *result = hw_number(isolate, 7);
  if (call->argument_count != 0) return hw_throw_error(isolate, HW_ERROR_PLAIN, "thrown");
  return HW_OK;
}

TEST_F(ScopeTest, OfACallbackEndsWithIt) {
  Callback callback;
  hw_function functions[] = {{"f", Careless, 0, &callback}};
  hw_host* host = hw_host_new(functions, 1, nullptr);
  hw_config config = Config();
  config.host = host;
  for (bool has_scope : {false, true}) {
    // Without an image there is no reset.
    hw_isolate_destroy(isolate_);
    isolate_ = New(config);
    hw_install_host(isolate_, hw_global(isolate_));
    callback.outer = has_scope ? hw_scope_open(isolate_) : 0;
    EXPECT_EQ(RunIn(isolate_,
                    "let sum = 0; for (let i = 0; i < 50; i++) sum += f(); "
                    "try { f(1) } catch (e) { sum + e.message }"),
              "350thrown");
    EXPECT_EQ(callback.closed_own, HW_OK);
    EXPECT_EQ(callback.closed_outer, HW_INVALID);
    EXPECT_EQ(hw_scope_close(isolate_, callback.left_open), HW_INVALID);
    EXPECT_GT(Dead(callback.refs), 40u);  // the outer scope does not keep what callbacks were about
    if (has_scope) {
      EXPECT_EQ(hw_scope_close(isolate_, callback.outer), HW_OK);
    }
    callback.refs.clear();
  }
  hw_host_release(host);
}

TEST_F(ScopeTest, OpenedByTheBodyOfEnterEndsWithIt) {
  hw_scope outer = hw_scope_open(isolate_);
  struct Context {
    hw_isolate* isolate;
    hw_scope left_open;
    hw_ref ref;
  } context{isolate_, 0, 0};
  hw_isolate_enter(
      isolate_,
      [](void* data) {
        auto* c = static_cast<Context*>(data);
        c->ref = hw_ref_create(c->isolate, hw_object(c->isolate), HW_REF_WEAK);  // in the outer scope
        c->left_open = hw_scope_open(c->isolate);
      },
      &context);
  EXPECT_EQ(hw_scope_close(isolate_, context.left_open), HW_INVALID);
  EXPECT_EQ(Dead({context.ref}), 0u);
  EXPECT_EQ(hw_scope_close(isolate_, outer), HW_OK);
}

// ---- Ends ----

TEST_F(ScopeTest, EndsWithAReset) {
#if HALFWORD_COMPRESS
  hw_scope scope = hw_scope_open(isolate_);
  (void)hw_object(isolate_);
  EXPECT_TRUE(hw_isolate_reset(isolate_));
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_INVALID);
  EXPECT_EQ(hw_scope_close(isolate_, hw_scope_open(isolate_)), HW_OK);
#endif
}

TEST_F(ScopeTest, DoesNotGoIntoAnImage) {
#if HALFWORD_COMPRESS
  hw_scope scope = hw_scope_open(isolate_);
  ForeignHeap values(10);
  Fill(values);
  hw_image* image = hw_isolate_freeze(isolate_, nullptr);
  ASSERT_NE(image, nullptr);
  hw_config config = Config();
  config.image = image;
  hw_isolate* clone = New(config);
  EXPECT_EQ(hw_scope_close(clone, scope), HW_INVALID);
  EXPECT_EQ(RunIn(clone, "1 + 1"), "2");
  hw_isolate_destroy(clone);
  hw_image_release(image);
  EXPECT_EQ(Dead(Watch(values)), 0u);
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
#endif
}

// A loop of the host that never closes its scope ends the guest and not the process.
TEST_F(ScopeTest, CountsTowardsTheLimit) {
  hw_config config = Config();
  config.memory_limit = 4 << 20;
  hw_isolate* isolate = New(config);
  hw_scope scope = hw_scope_open(isolate);
  int n = 0;
  while (hw_isolate_reason(isolate) == HW_REASON_NONE && n < 10'000'000) (void)hw_object(isolate), n++;
  EXPECT_EQ(hw_isolate_reason(isolate), HW_REASON_MEMORY);
  EXPECT_EQ(hw_scope_close(isolate, scope), HW_OK);
  EXPECT_EQ(hw_evaluate(isolate, "1", 1, "s", nullptr), HW_TERMINATED);
  hw_isolate_destroy(isolate);
}

TEST_F(ScopeTest, GivesItsMemoryBack) {
  hw_usage before = {}, after = {};
  before.size = after.size = sizeof before;
  hw_isolate_usage(isolate_, &before);
  hw_scope scope = hw_scope_open(isolate_);
  for (int i = 0; i < 100'000; i++) (void)hw_object(isolate_);
  hw_isolate_usage(isolate_, &after);
  EXPECT_GT(after.external_bytes, before.external_bytes + 100'000);
  EXPECT_EQ(hw_scope_close(isolate_, scope), HW_OK);
  hw_isolate_usage(isolate_, &after);
  EXPECT_EQ(after.external_bytes, before.external_bytes);
}

TEST_F(ScopeTest, OpensAMillionAndNoMore) {
  std::vector<hw_scope> scopes;
  while (hw_scope scope = hw_scope_open(isolate_)) scopes.push_back(scope);
  EXPECT_EQ(scopes.size(), 1u << 20);
  EXPECT_STREQ(hw_mistake(isolate_), "a million scopes are open");
  EXPECT_EQ(RunIn(isolate_, "'it runs'"), "it runs");
  for (; !scopes.empty(); scopes.pop_back()) ASSERT_EQ(hw_scope_close(isolate_, scopes.back()), HW_OK);
}

}  // namespace
}  // namespace api_testing
