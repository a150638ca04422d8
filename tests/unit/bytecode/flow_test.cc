// Blocks, loops and liveness of hand-made bytecode. All of tests/js holds them against the interpreter
// besides (halfword --check-registers).
#include "bytecode/flow.h"

#include <gtest/gtest.h>

#include <string>

#include "bytecode/bytecode_builder.h"
#include "bytecode/verifier.h"
#include "fixture.h"

namespace halfword {
namespace {

class FlowTest : public ObjectsTest {
 protected:
  // "r1 r3 acc": what is live, `this` apart.
  static std::string Text(const flow::LiveSet& live) {
    std::string text;
    auto add = [&](const std::string& name) { text += (text.empty() ? "" : " ") + name; };
    live.ForEachRegister([&](uint32_t reg) {
      if (reg != 0) add("r" + std::to_string(reg));
    });
    if (live.HasAcc()) add("acc");
    return text;
  }
};

TEST_F(FlowTest, StraightCodeIsOneBlock) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    b.Emit(Opcode::kLdar, {1});
    b.Emit(Opcode::kStar, {2});
    b.Emit(Opcode::kAdd, {1});
    b.Emit(Opcode::kReturn);
    Code* code = b.Finish({4, 1, Code::kStrict});
    ASSERT_EQ(VerifyCode(*code), "");
    flow::Flow flow(*code);
    ASSERT_EQ(flow.blocks().size(), 1u);
    EXPECT_EQ(flow.blocks()[0].end, code->bytecode_size_);
    EXPECT_EQ(flow.blocks()[0].successor_count, 0u);
    flow::Liveness liveness(flow);
    EXPECT_EQ(Text(liveness.at(0)), "r1");
    std::string all;
    liveness.ForEachBackwards(0, [&](const Instruction& i, const flow::LiveSet& live) {
      all += std::string(i.info().name()) + ": " + Text(live) + "; ";
    });
    EXPECT_EQ(all, "Return: acc; Add: r1 acc; Star: r1 acc; Ldar: r1; ");
  });
}

TEST_F(FlowTest, BranchesJoin) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    Label other, end;
    b.Emit(Opcode::kLdar, {1});
    b.EmitJump(Opcode::kJumpIfFalse, other);
    b.Emit(Opcode::kLdar, {2});
    b.EmitJump(Opcode::kJump, end);
    b.Bind(other);
    b.Emit(Opcode::kLdar, {3});
    b.Bind(end);
    b.Emit(Opcode::kStar, {4});
    b.Emit(Opcode::kReturn);
    Code* code = b.Finish({6, 3, Code::kStrict});
    ASSERT_EQ(VerifyCode(*code), "");
    flow::Flow flow(*code);
    ASSERT_EQ(flow.blocks().size(), 4u);
    auto successors = [&](uint32_t block) {
      auto all = flow.successors(flow.blocks()[block]);
      return std::vector<uint32_t>(all.begin(), all.end());
    };
    EXPECT_EQ(successors(0), (std::vector<uint32_t>{1, 2}));
    EXPECT_EQ(successors(1), (std::vector<uint32_t>{3}));
    EXPECT_EQ(successors(2), (std::vector<uint32_t>{3}));
    EXPECT_EQ(successors(3), (std::vector<uint32_t>{}));
    EXPECT_TRUE(flow.blocks()[0].falls_through);
    EXPECT_FALSE(flow.blocks()[1].falls_through);
    EXPECT_EQ(flow.BlockAt(flow.blocks()[2].last), 2u);
    flow::Liveness liveness(flow);
    EXPECT_EQ(Text(liveness.at(0)), "r1 r2 r3");
    EXPECT_EQ(Text(liveness.at(1)), "r2");
    EXPECT_EQ(Text(liveness.at(3)), "acc");
  });
}

TEST_F(FlowTest, LoopsKeepWhatTheyReadAlive) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    Label outer, inner;
    b.BindLoopHeader(outer, true);
    b.Emit(Opcode::kLdar, {1});
    b.Emit(Opcode::kStar, {3});
    b.BindLoopHeader(inner, true);
    b.Emit(Opcode::kLdar, {3});
    b.Emit(Opcode::kAddReg, {2});
    b.Emit(Opcode::kStar, {3});
    b.EmitJump(Opcode::kJumpLoopIfTrue, inner);
    b.Emit(Opcode::kLdar, {1});
    b.EmitJump(Opcode::kJumpLoopIfTrue, outer);
    b.Emit(Opcode::kReturnUndefined);
    Code* code = b.Finish({5, 2, Code::kStrict});
    ASSERT_EQ(VerifyCode(*code), "");
    flow::Flow flow(*code);
    ASSERT_EQ(flow.loops().size(), 2u);
    EXPECT_TRUE(flow.is_nested());
    EXPECT_EQ(flow.loops()[0].depth, 1u);
    EXPECT_EQ(flow.loops()[0].header, 0u);
    EXPECT_EQ(flow.loops()[1].depth, 2u);
    EXPECT_EQ(flow.loops()[1].parent, 0u);
    EXPECT_EQ(flow.loops()[1].header, 1u);
    EXPECT_EQ(flow.blocks()[1].loop, 1u);
    EXPECT_EQ(flow.blocks()[2].loop, 0u);
    EXPECT_EQ(flow.blocks()[3].loop, flow::kNone);
    flow::Liveness liveness(flow);
    EXPECT_EQ(Text(liveness.at(0)), "r1 r2");
    EXPECT_EQ(Text(liveness.at(1)), "r1 r2 r3");
    EXPECT_EQ(Text(liveness.at(2)), "r1 r2");
    EXPECT_EQ(Text(liveness.at(3)), "");
  });
}

// Calls lose the registers of the callee's frame, and read what they are given.
TEST_F(FlowTest, CallsReadTheirArgumentsAndLoseTheFrame) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    b.Emit(Opcode::kCall, {12, 2});
    b.Emit(Opcode::kLdar, {14});
    b.Emit(Opcode::kReturn);
    Code* code = b.Finish({20, 2, Code::kStrict});
    ASSERT_EQ(VerifyCode(*code), "");
    flow::Flow flow(*code);
    EXPECT_EQ(Text(flow::Liveness(flow).at(0)), "r10 r12 r13 r14");

    BytecodeBuilder undefined(isolate);
    undefined.Emit(Opcode::kCallUndefined, {12, 0});
    undefined.Emit(Opcode::kReturn);
    code = undefined.Finish({20, 2, Code::kStrict});
    flow::Flow second(*code);
    EXPECT_EQ(Text(flow::Liveness(second).at(0)), "r10");
  });
}

// What a handler reads is live as long as something may throw; acc is the exception then.
TEST_F(FlowTest, HandlersReadWhatIsThereWhenSomethingThrows) {
  Run([](Isolate& isolate) {
    auto byte = [](Opcode opcode) { return static_cast<uint8_t>(opcode); };
    std::vector<uint8_t> bytes = {
        byte(Opcode::kStar),     2, 0,        // 0
        byte(Opcode::kLdaSmi),   1, 0, 0, 0,  // 3: does not throw
        byte(Opcode::kStar),     3, 0,        // 8
        byte(Opcode::kToObject),              // 11: throws
        byte(Opcode::kStar),     3, 0,        // 12
        byte(Opcode::kReturn),                // 15
        byte(Opcode::kLdar),     3, 0,        // 16: the handler
        byte(Opcode::kReturn),
    };
    std::vector<HandlerEntry> handlers = {{3, 15, 16, 1}};
    Code* code = NewCode(isolate, {5, 0, Code::kStrict}, 1, {}, {}, bytes, handlers, {});
    ASSERT_EQ(VerifyCode(*code), "");
    flow::Flow flow(*code);
    ASSERT_EQ(flow.blocks().size(), 4u);
    EXPECT_EQ(flow.blocks()[0].handler, flow::kNone);
    EXPECT_EQ(flow.blocks()[1].handler, 3u);
    EXPECT_TRUE(flow.blocks()[3].is_handler);
    flow::Liveness liveness(flow);
    EXPECT_EQ(Text(liveness.at(3)), "r1 r3");
    // r3 is written before anything throws, and the environment's register is not.
    EXPECT_EQ(Text(liveness.at(1)), "r1");
    std::string all;
    liveness.ForEachBackwards(1, [&](const Instruction& i, const flow::LiveSet& live) {
      all += std::string(i.info().name()) + ": " + Text(live) + "; ";
    });
    EXPECT_EQ(all, "Star: acc; ToObject: r1 r3 acc; Star: r1 acc; LdaSmi: r1; ");
  });
}

// Sloppy functions have a property that tells their arguments while they run.
TEST_F(FlowTest, ParametersOfSloppyFunctionsAreAlwaysLive) {
  Run([](Isolate& isolate) {
    for (bool is_strict : {false, true}) {
      BytecodeBuilder b(isolate);
      b.Emit(Opcode::kReturnUndefined);
      Code* code = b.Finish({5, 2, is_strict ? uint32_t{Code::kStrict} : 0});
      flow::Flow flow(*code);
      EXPECT_EQ(Text(flow::Liveness(flow).at(0)), is_strict ? "" : "r1 r2");
      EXPECT_TRUE(flow::Liveness(flow).at(0).Has(0));
    }
  });
}

}  // namespace
}  // namespace halfword
