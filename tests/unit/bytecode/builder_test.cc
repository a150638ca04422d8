// The builder, and the verifier on what it and others make.
#include <gtest/gtest.h>

#include "bytecode/bytecode_builder.h"
#include "bytecode/disassembler.h"
#include "bytecode/verifier.h"
#include "fixture.h"

namespace halfword {
namespace {

class BuilderTest : public ObjectsTest {
 protected:
  static std::string Verify(Isolate& isolate, std::initializer_list<uint8_t> bytes,
                            std::initializer_list<HandlerEntry> handlers = {}) {
    std::vector<uint8_t> code(bytes);
    std::vector<HandlerEntry> entries(handlers);
    return VerifyCode(*NewCode(isolate, {4, 0, 0}, 1, {}, {}, code, entries, {}));
  }
  static uint8_t Byte(Opcode opcode) { return static_cast<uint8_t>(opcode); }
};

TEST_F(BuilderTest, PatchesForwardJumpsAndDropsDeadCode) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    Label done;
    b.Emit(Opcode::kLdar, {1});
    b.EmitJump(Opcode::kJumpIfFalse, done);
    b.LoadSmi(1);
    b.Emit(Opcode::kReturn);
    b.LoadSmi(2);  // unreachable
    b.Bind(done);
    b.Emit(Opcode::kLdaUndefined);
    b.Emit(Opcode::kReturn);
    Code* code = b.Finish({4, 1, 0});
    EXPECT_EQ(VerifyCode(*code), "");
    std::string text = Disassemble(*code);
    EXPECT_NE(text.find("JumpIfFalse            →14"), std::string::npos) << text;
    EXPECT_EQ(text.find("LdaSmi                 2"), std::string::npos) << text;
  });
}

TEST_F(BuilderTest, RemovesLoadsAndStoresThatChangeNothing) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    b.Emit(Opcode::kStar, {1});
    b.Emit(Opcode::kLdar, {1});
    b.Emit(Opcode::kStar, {1});
    EXPECT_EQ(b.size(), 3u);
    b.Emit(Opcode::kMov, {1, 2});  // Star r2, since acc equals r1
    EXPECT_EQ(b.size(), 6u);
    b.Emit(Opcode::kMov, {3, 3});
    EXPECT_EQ(b.size(), 6u);
    Label target;
    b.BindLoopHeader(target, true);
    b.Emit(Opcode::kLdar, {2});  // another way leads here
    EXPECT_EQ(b.size(), 9u);
  });
}

TEST_F(BuilderTest, RemovesJumpsToTheNextInstruction) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    Label next;
    b.Emit(Opcode::kLdaTrue);
    b.EmitJump(Opcode::kJump, next);
    b.Bind(next);
    b.Emit(Opcode::kReturn);
    EXPECT_EQ(b.size(), 2u);
  });
}

TEST_F(BuilderTest, SharesConstants) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    Value name = Value(InternAscii(isolate, "name"));
    EXPECT_EQ(b.Constant(name), b.Constant(name));
    b.LoadNumber(1.5);
    b.LoadNumber(1.5);
    b.LoadNumber(-0.0);
    b.LoadNumber(0.0);
    b.Emit(Opcode::kReturn);
    Code* code = b.Finish({1, 0, 0});
    EXPECT_EQ(code->constant_count_, 3u);
  });
}

TEST_F(BuilderTest, FindsPositions) {
  Run([](Isolate& isolate) {
    BytecodeBuilder b(isolate);
    b.SetPosition(10);
    b.Emit(Opcode::kLdaGlobal, {b.Constant(Value(isolate.name(Name::name)))});
    b.SetPosition(20);
    b.Emit(Opcode::kThrow);
    Code* code = b.Finish({1, 0, 0});
    EXPECT_EQ(code->PositionAt(0), 10u);
    EXPECT_EQ(code->PositionAt(4), 10u);
    EXPECT_EQ(code->PositionAt(5), 20u);
  });
}

TEST_F(BuilderTest, VerifierRefusesBrokenCode) {
  Run([](Isolate& isolate) {
    EXPECT_EQ(Verify(isolate, {Byte(Opcode::kReturn)}), "");
    EXPECT_NE(Verify(isolate, {}), "");
    EXPECT_NE(Verify(isolate, {255}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kLdaTrue)}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kLdar), 1}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kLdar), 4, 0, Byte(Opcode::kReturn)}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kLdaConst), 0, 0, Byte(Opcode::kReturn)}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kJump), 2, 0, 0, 0, Byte(Opcode::kReturn)}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kJumpLoop), 5, 0, 0, 0, Byte(Opcode::kReturn)}), "");
    EXPECT_EQ(Verify(isolate, {Byte(Opcode::kJump), 5, 0, 0, 0, Byte(Opcode::kReturn)}), "");
    EXPECT_EQ(Verify(isolate, {Byte(Opcode::kReturn)}, {{0, 1, 0, 3}}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kReturn)}, {{0, 1, 1, 3}}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kReturn)}, {{0, 2, 0, 3}}), "");
    EXPECT_NE(Verify(isolate, {Byte(Opcode::kReturn)}, {{0, 1, 0, 4}}), "");
  });
}

}  // namespace
}  // namespace halfword
