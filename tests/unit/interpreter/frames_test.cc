// Frames as natives of the host see them from inside a call, and what calls and their failures leave behind.
#include "runtime/execution/frames.h"

#include "bytecode/frame.h"
#include "fixture.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/functions/native.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword::testing {
namespace {

int frames_seen;

// Checks what frame.h says of each frame below. Returns the number of frames, those of entries too.
Completion<Value> CheckFrames(Isolate& isolate, Arguments& args) {
  frames_seen = 0;
  Value* fp = frame::At(isolate.frame_);
  EXPECT_EQ(Value(args.callee()), fp[frame::kFunction]);
  for (; fp != nullptr; fp = frame::Caller(fp)) {
    frames_seen++;
    uint32_t offset = frame::OffsetOfFrame(fp);
    EXPECT_GE(offset, isolate.stack_start_);
    EXPECT_LT(offset, isolate.stack_limit_);
    EXPECT_EQ(frame::At(offset), fp);
    EXPECT_TRUE(fp[frame::kCallerDelta].IsSmi());
    EXPECT_TRUE(fp[frame::kReturnPc].IsSmi());
    EXPECT_TRUE(fp[frame::kArgumentCount].IsSmi());
    Code* code = frame::CodeOf(fp);
    if (code == isolate.entry_code_.get()) continue;  // its words are a Continuation
    EXPECT_TRUE(fp[frame::kFunction].IsCallable());
    EXPECT_TRUE(fp[frame::kNewTarget].IsUndefined() || fp[frame::kNewTarget].IsConstructor());
    if (code == nullptr) continue;
    EXPECT_TRUE(fp[frame::kFeedback].Is<FeedbackVector>());
    EXPECT_TRUE(fp[frame::kEnvironment].IsSmi() || fp[frame::kEnvironment].Is<Environment>());
    auto* function = static_cast<JSFunction*>(fp[frame::kFunction].AsObject());
    EXPECT_EQ(function->info()->code_.get(), code);
    // The next frame begins within the registers of this one.
    EXPECT_GE(code->frame_size_, code->parameter_count_ + 1);
  }
  return Value::Smi(frames_seen);
}

// What the words of the calling function's frame say of its arguments: their number, those that are kept
// below its header, and the parameters.
Completion<Value> CallersArguments(Isolate& isolate, Arguments&) {
  Value* fp = frame::Caller(frame::At(isolate.frame_));
  Code* code = frame::CodeOf(fp);
  uint32_t count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  bool kept = code->flags_ & Code::kNeedsArguments;
  ValueList words(isolate);
  words.Append(Value::Smi(static_cast<int32_t>(count)));
  if (kept) {
    for (uint32_t i = 0; i < count; i++) words.Append(fp[-frame::kHeaderWords - static_cast<int>(count - i)]);
  }
  for (uint32_t i = 0; i < code->parameter_count_; i++) words.Append(fp[frame::kFirstArgument + i]);
  return Value(CreateArrayFromList(isolate, words.span()));
}

Completion<Value> CallIt(Isolate& isolate, Arguments& args) {
  uint32_t frame = isolate.frame_, pc = isolate.pc_;
  Completion<Value> result = Call(isolate, args[0], Value::Undefined());
  EXPECT_EQ(isolate.frame_, frame);
  EXPECT_EQ(isolate.pc_, pc);
  return result;
}

constexpr NativeRow kNatives[] = {
    {"checkFrames", CheckFrames}, {"callersArguments", CallersArguments}, {"callIt", CallIt}};

class FramesTest : public ::testing::Test {
 protected:
  void SetUp() override { Start({}); }
  void Start(IsolateConfig config) {
    config.host_natives = kNatives;
    owner_ = MakeIsolate(config);
    owner_->Enter([](Isolate& isolate) {
      InstallFunctions(isolate, isolate.realm(), isolate.realm()->global_object(), kNatives);
    });
  }
  std::string Run(std::string_view source) { return Evaluate(*owner_, source); }
  std::unique_ptr<IsolateOwner> owner_;
};

TEST_F(FramesTest, HoldTheirLayoutHoweverTheyWereEntered) {
  for (const char* source : {
           "checkFrames()",
           "(function () { return checkFrames() })()",
           "new (function () { this.n = checkFrames() })().n",
           "[3, 1, 2].map((x) => checkFrames())[0]",
           "[1, 2].sort(() => checkFrames() && 0)[0] && checkFrames()",
           "({ get x() { return checkFrames() } }).x",
           "`${{ toString() { return checkFrames() } }}`",
           "new (class extends (class { constructor() { this.n = checkFrames() } }) {})().n",
           "[...(function* () { yield checkFrames() })()][0]",
           "checkFrames.call(1, 2)",
           "checkFrames.apply(1, [2, 3])",
           "Reflect.construct(Object, []) && checkFrames()",
           "(function f(n) { return n ? f(n - 1) : checkFrames() })(100)",
           "(function (a, b) { return arguments.length + checkFrames() })(1, 2, 3, 4)",
           "((...rest) => checkFrames() + rest.length)(1, 2, 3)",
           "eval('checkFrames()')",
           "new Proxy(() => checkFrames(), {})()",
           "(() => { try { throw 1 } catch { return checkFrames() } finally { checkFrames() } })()",
       }) {
    for (int run = 0; run < 20; run++) {
      frames_seen = 0;
      EXPECT_GT(std::stoi(Run(source)), 0) << source;
      EXPECT_GT(frames_seen, 1) << source;
    }
  }
}

TEST_F(FramesTest, MissingArgumentsAreUndefinedAndSurplusOnesAreDropped) {
  EXPECT_EQ(Run("(function (a, b) { return callersArguments() })(1, 2).map(String).join()"), "2,1,2");
  EXPECT_EQ(Run("(function (a, b) { return callersArguments() })(1).map(String).join()"), "1,1,undefined");
  EXPECT_EQ(Run("(function (a, b) { return callersArguments() })(1, 2, 3).map(String).join()"), "3,1,2");
  EXPECT_EQ(Run("(function (a, b) { return callersArguments() }).apply(0, [1, 2, 3]).map(String).join()"),
            "3,1,2");
}

TEST_F(FramesTest, FunctionsThatUseTheirArgumentsKeepThemBelowTheHeader) {
  EXPECT_EQ(Run("(function (a, ...r) { return callersArguments() })(1, 2, 3).slice(0, 5).map(String).join()"),
            "3,1,2,3,1");
}

TEST_F(FramesTest, ExceptionsThatLeaveCppLeaveItsFrame) {
  EXPECT_EQ(Run("try { callIt(() => { throw 5 }) } catch (e) { e }"), "5");
  EXPECT_EQ(Run("try { callIt(function f() { f() }) } catch (e) { e.name }"), "RangeError");
  EXPECT_EQ(Run("callIt(() => { try { null.x } catch (e) { return callIt(() => e.name) } })"), "TypeError");
  EXPECT_EQ(Run("let log = ''; function deep(n) { try { n ? callIt(() => deep(n - 1)) : nothing } finally { "
                "log += n } }"
                "try { deep(5) } catch (e) { log + e.name }"),
            "012345ReferenceError");
  EXPECT_TRUE(owner_->Enter([](Isolate& isolate) {
    EXPECT_EQ(isolate.frame_, 0u);
    EXPECT_FALSE(isolate.HasPendingException());
  }));
}

TEST_F(FramesTest, ALargerStackIsDeeperAndItsEndIsAnErrorLikeOthers) {
  auto depth = [&](size_t bytes) {
    IsolateConfig config;
    config.stack_bytes = bytes;
    Start(config);
    const char* source =
        "var n = 0; (function f() { try { n++; f() } catch (e) { if (!(e instanceof RangeError)) n = NaN } "
        "})(); n";
    int first = std::stoi(Run(source));
    EXPECT_EQ(std::stoi(Run(source)), first);  // the stack is as it was
    return first;
  };
  int small = depth(64 << 10), large = depth(256 << 10);
  EXPECT_GT(small, 100);
  EXPECT_NEAR(static_cast<double>(large) / small, 4, 0.8);
}

}  // namespace
}  // namespace halfword::testing
