// Misuse of the C++ interface: results are errors that say what is wrong, and what has no result ends the
// process in a sentence.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>

#include "halfword/classes.hpp"
#include "halfword/halfword.hpp"

namespace {

namespace gc = halfword::gc;

constexpr char kStale[] = "a value belongs to an isolate that was reset or destroyed";

TEST(CppMisuseTest, AnIsolateThatCouldNotBeMadeSaysWhy) {
  hw::Host host;
  host.Function("f", [] {}).Function("f", [] {});
  hw::Isolate isolate({.host = host});
  ASSERT_FALSE(isolate);
  const std::string why = "the isolate could not be made: the host has two functions named 'f'";
  EXPECT_EQ(isolate.Evaluate("1").error().text, why);
  EXPECT_EQ(isolate.RunJobs().error().text, why);
  EXPECT_EQ(isolate.InstallHost().error().text, why);
  EXPECT_EQ(isolate.EvaluateModule("1").error().text, why);
  EXPECT_EQ(isolate.Freeze().error().text, why);
  EXPECT_FALSE(isolate.Reset());
  EXPECT_TRUE(isolate.Object().IsUndefined());
  EXPECT_EQ(isolate.Object().Set("x", isolate.Number(1)).error().status, HW_INVALID);
  EXPECT_EQ(isolate.SuspendedFunction(), "");
  EXPECT_EQ(isolate.Usage().heap_bytes, 0u);
  EXPECT_DEATH(isolate.Enter([] {}), "hw::Isolate::Enter: the isolate could not be made: the host has two");
  hw::Isolate taken = std::move(isolate);
  EXPECT_EQ(isolate.Evaluate("1").error().status, HW_INVALID);
}

TEST(CppMisuseTest, TheValueOfAFailedResultIsItsTextAndTheEnd) {
  hw::Isolate isolate;
  hw::Result<hw::Value> failed = isolate.Evaluate("throw new RangeError('too far')", "far.js");
  EXPECT_DEATH((void)*failed, "the value of a failed hw::Result was used: RangeError: too far");
  EXPECT_DEATH((void)failed->AsNumber(), "the value of a failed hw::Result was used: RangeError: too far");
  EXPECT_DEATH((void)*isolate.Evaluate("throw 1"), "the value of a failed hw::Result was used");
  EXPECT_EQ(isolate.RunJobs().error().text, "") << "the error of what succeeded";
}

TEST(CppMisuseTest, ValuesRefsAndPromisesMayOutliveTheReset) {
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw::Isolate isolate;
  hw::Value object = isolate.Object();
  hw::Ref ref(isolate.String("kept"));
  hw::Promise promise(isolate.raw());
  ASSERT_TRUE(isolate.Reset());
  hw::Ref next(isolate.String("next"));
  EXPECT_EQ(object.Get("x").error().text, kStale);
  EXPECT_EQ(object.ToString().error().text, kStale);
  EXPECT_EQ(ref.get().ToString().error().text, kStale);
  EXPECT_EQ(promise.Resolve(1).error().text, kStale);
  EXPECT_EQ(promise.Reject(HW_ERROR_TYPE, "late").error().text, kStale);
  EXPECT_EQ(promise.Reject(isolate.Number(1)).error().text, kStale);
  ref = hw::Ref();
  promise = hw::Promise(isolate.raw());
  EXPECT_EQ(*next.get().ToString(), "next");
}

TEST(CppMisuseTest, ValuesRefsAndPromisesMayOutliveTheIsolate) {
  auto isolate = std::make_unique<hw::Isolate>();
  hw::Value object = isolate->Object();
  hw::Ref ref(isolate->String("kept"));
  hw::Promise promise(isolate->raw());
  isolate.reset();
  hw::Isolate next;
  EXPECT_EQ(object.Get("x").error().text, "the isolate was destroyed");
  EXPECT_EQ(ref.get().ToString().error().text, "the isolate was destroyed");
  EXPECT_EQ(promise.Resolve(1).error().text, "the isolate was destroyed");
  EXPECT_EQ(promise.Reject(HW_ERROR_TYPE, "late").error().text, "the isolate was destroyed");
  EXPECT_EQ(next.Global().Set("x", object).error().status, HW_INVALID);
}

#ifdef __cpp_exceptions

TEST(CppMisuseTest, ExceptionsOfFunctionsBecomeErrors) {
  hw::Host host;
  host.Function("fail", [](double) -> double { throw std::out_of_range("beyond"); });
  hw::Isolate isolate({.host = host});
  ASSERT_TRUE(isolate.InstallHost());
  EXPECT_EQ(*isolate.Evaluate("try { fail(1) } catch (e) { String(e) }")->ToString(), "Error: beyond");
  EXPECT_EQ(isolate.Evaluate("fail(1)").error().text.substr(0, 13), "Error: beyond");
}

TEST(CppMisuseTest, ExceptionsOfABodyOfEnterReachItsCaller) {
  hw::Isolate isolate;
  std::string caught;
  try {
    isolate.Enter([&] {
      EXPECT_EQ(isolate.Evaluate("1 + 1")->AsNumber(), 2);
      throw std::runtime_error("out");
    });
  } catch (const std::runtime_error& error) {
    caught = error.what();
  }
  EXPECT_EQ(caught, "out");
  EXPECT_EQ(hw_isolate_entered(), nullptr);
  EXPECT_EQ(isolate.Evaluate("1 + 1")->AsNumber(), 2);
}

#endif

class Node final : public gc::GarbageCollected<Node>, public hw::Scriptable {
 public:
  void Trace(gc::Visitor* visitor) const {
    visitor->Trace(next);
    visitor->Trace(value);
  }
  gc::Member<Node> next;
  hw::Member value;
};

TEST(CppMisuseTest, MembersOutsideOfEnterEndTheProcessInASentence) {
  hw::Isolate isolate;
  Node* node = nullptr;
  isolate.Enter([&] { node = hw::New<Node>(isolate.raw()); });
  EXPECT_DEATH(node->next = node, "outside of Heap::Enter");
  EXPECT_DEATH(node->value = isolate.Object(), "outside of Heap::Enter");
  EXPECT_DEATH(hw::New<Node>(isolate.raw()), "outside of Heap::Enter");
  EXPECT_DEATH(hw::New<Node>(nullptr), "outside of Heap::Enter");
  isolate.Enter([&] { node->value = isolate.String("held"); });
  EXPECT_DEATH((void)node->value.raw(), "outside of Heap::Enter");
  isolate.Enter([&] { EXPECT_EQ(node->value.Get().AsString(), "held"); });
}

TEST(CppMisuseTest, MembersTakeWhatIsOfNoUseForUndefinedAndSayWhy) {
  hw::Isolate isolate, other;
  isolate.Enter([&] {
    Node* node = hw::New<Node>(isolate.raw());
    node->value = isolate.Object();
    EXPECT_STREQ(hw_mistake(isolate.raw()), "");
    node->value = other.Object();
    EXPECT_TRUE(node->value.IsUndefined());
    EXPECT_STREQ(hw_mistake(isolate.raw()), "a value belongs to another isolate");
  });
  if (!HALFWORD_COMPRESS) GTEST_SKIP() << "without images nothing is reset";
  hw::Value object = isolate.Object();
  ASSERT_TRUE(isolate.Reset());
  isolate.Enter([&] {
    Node* node = hw::New<Node>(isolate.raw());
    node->value = object;
    EXPECT_TRUE(node->value.IsUndefined());
    EXPECT_STREQ(hw_mistake(isolate.raw()), kStale);
    hw::Member made(object);
    EXPECT_TRUE(made.IsUndefined());
  });
}

TEST(CppMisuseTest, ExceptionsOfWhatBuildsAndReadsDataBecomeErrors) {
  hw::Isolate isolate;
  auto thrower = [](hw_item&) -> bool { throw std::runtime_error("no more"); };
  EXPECT_EQ(isolate.Build(thrower).error().text.substr(0, 14), "Error: no more");
  hw::Value value = *isolate.Evaluate("({a: 1})");
  auto taker = [](const hw_item&) -> bool { throw std::runtime_error("enough"); };
  EXPECT_EQ(value.Read(taker).error().text.substr(0, 13), "Error: enough");
  EXPECT_EQ(*value.ToJson(), "{\"a\":1}");
}

}  // namespace
