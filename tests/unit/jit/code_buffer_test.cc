// Labels, the choice between short and long jumps, constants and tables, for both targets on any machine.
#include "jit/masm/code_buffer.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <random>

#include "jit/masm/masm_a64.h"
#include "jit/masm/masm_x64.h"

namespace halfword::testing {
namespace {

using jit::CodeBytes;
using jit::Condition;
using jit::Fpr;
using jit::Gpr;
using jit::Label;

int32_t Word(const CodeBytes& code, size_t at) {
  int32_t word;
  EXPECT_LE(at + 4, code.size());
  std::memcpy(&word, code.data() + at, 4);
  return word;
}

// Where the jump at `at` goes, and how long it is.
struct Jump {
  int64_t target;
  size_t size;
};
Jump JumpAt(const CodeBytes& code, size_t at, jit::x64::Masm*) {
  auto begin = static_cast<int64_t>(at);
  uint8_t opcode = code.data()[at];
  if (opcode == 0xeb || (opcode & 0xf0) == 0x70)
    return {begin + 2 + static_cast<int8_t>(code.data()[at + 1]), 2};
  if (opcode == 0xe9) return {begin + 5 + Word(code, at + 1), 5};
  EXPECT_EQ(opcode, 0x0f);
  EXPECT_EQ(code.data()[at + 1] & 0xf0, 0x80);
  return {begin + 6 + Word(code, at + 2), 6};
}
int64_t Distance(int32_t word, int bits, int shift) {
  auto field = static_cast<uint32_t>(word) << (32 - bits - shift);
  return static_cast<int64_t>(static_cast<int32_t>(field) >> (32 - bits)) * 4;
}
Jump JumpAt(const CodeBytes& code, size_t at, jit::a64::Masm*) {
  int32_t word = Word(code, at);
  auto begin = static_cast<int64_t>(at);
  if ((word & 0xfc000000) == 0x14000000) return {begin + Distance(word, 26, 0), 4};
  EXPECT_EQ(word & 0xff000010, 0x54000000);
  Jump conditional{begin + Distance(word, 19, 5), 4};
  bool is_over = conditional.target == begin + 8 && at + 8 <= code.size() &&
                 (Word(code, at + 4) & 0xfc000000) == 0x14000000;
  if (is_over) return {begin + 4 + Distance(Word(code, at + 4), 26, 0), 8};
  return conditional;
}

// Of a target: the bytes of a trap and of jumps, and the most traps between a short jump and its target.
template <class Masm>
struct Reach;
template <>
struct Reach<jit::x64::Masm> {
  static constexpr size_t kTrap = 1, kShort = 2, kLongJump = 5, kLongJumpIf = 6;
  static constexpr int kAhead = 127, kBack = 126;
};
template <>
struct Reach<jit::a64::Masm> {
  static constexpr size_t kTrap = 4, kShort = 4, kLongJump = 4, kLongJumpIf = 8;
  static constexpr int kAhead = (1 << 18) - 2, kBack = 1 << 18;
};

template <class M>
class CodeBufferTest : public ::testing::Test {
 protected:
  using Masm = M;
  static Jump At(const CodeBytes& code, size_t at) { return JumpAt(code, at, static_cast<Masm*>(nullptr)); }
  static void Traps(Masm& masm, int count) {
    for (int i = 0; i < count; i++) masm.Trap();
  }
};
using Targets = ::testing::Types<jit::x64::Masm, jit::a64::Masm>;
TYPED_TEST_SUITE(CodeBufferTest, Targets);

TYPED_TEST(CodeBufferTest, JumpsAheadAreShortUpToTheirReach) {
  using Limits = Reach<TypeParam>;
  for (int count : {0, 1, Limits::kAhead - 1, Limits::kAhead, Limits::kAhead + 1}) {
    for (bool is_conditional : {false, true}) {
      TypeParam masm;
      Label label;
      is_conditional ? masm.JumpIf(Condition::kLess, &label) : masm.Jump(&label);
      this->Traps(masm, count);
      masm.Bind(&label);
      CodeBytes code = masm.Finish();
      Jump jump = this->At(code, 0);
      size_t expected = count <= Limits::kAhead ? Limits::kShort
                        : is_conditional        ? Limits::kLongJumpIf
                                                : Limits::kLongJump;
      EXPECT_EQ(jump.size, expected) << count;
      EXPECT_EQ(jump.target, masm.PositionOf(label));
      EXPECT_EQ(jump.target, static_cast<int64_t>(expected + count * Limits::kTrap));
      EXPECT_EQ(code.size(), static_cast<size_t>(jump.target));
    }
  }
}

TYPED_TEST(CodeBufferTest, JumpsBackAreShortUpToTheirReach) {
  using Limits = Reach<TypeParam>;
  for (int count : {0, 1, Limits::kBack - 1, Limits::kBack, Limits::kBack + 1}) {
    for (bool is_conditional : {false, true}) {
      TypeParam masm;
      Label label;
      masm.Bind(&label);
      this->Traps(masm, count);
      is_conditional ? masm.JumpIf(Condition::kLess, &label) : masm.Jump(&label);
      CodeBytes code = masm.Finish();
      Jump jump = this->At(code, count * Limits::kTrap);
      size_t expected = count <= Limits::kBack ? Limits::kShort
                        : is_conditional       ? Limits::kLongJumpIf
                                               : Limits::kLongJump;
      EXPECT_EQ(jump.size, expected) << count;
      EXPECT_EQ(jump.target, 0);
      EXPECT_EQ(masm.PositionOf(label), 0u);
    }
  }
}

// The outer jumps reach over the inner ones if these are short.
TEST(CodeBufferX64Test, JumpsAreShortWhereThatNeedsOthersToBeShort) {
  jit::x64::Masm masm;
  constexpr int kInner = 63;
  Label end, ends[kInner];
  masm.Jump(&end);
  for (Label& label : ends) {
    masm.JumpIf(Condition::kEqual, &label);
    masm.Bind(&label);
  }
  masm.Bind(&end);
  EXPECT_EQ(masm.Finish().size(), 2u + 2 * kInner);
}

// Every jump goes to its label, and none is long that could be short.
TYPED_TEST(CodeBufferTest, JumpsOfRandomProgramsGoToTheirLabels) {
  using Limits = Reach<TypeParam>;
  constexpr size_t kJumps = 3000, kLabels = 300;
  // What is between jumps: so that half of them need the long form.
  constexpr int kFill = std::is_same_v<TypeParam, jit::x64::Masm> ? 12 : 1000;
  for (uint32_t seed = 1; seed <= 5; seed++) {
    std::mt19937 random(seed);
    TypeParam masm;
    std::deque<Label> labels(kLabels);
    std::deque<Label> places(kJumps);
    std::vector<size_t> targets;
    size_t bound = 0;
    for (size_t i = 0; i < kJumps; i++) {
      while (bound < kLabels && bound * kJumps / kLabels <= i) masm.Bind(&labels[bound++]);
      // Near or anywhere.
      size_t target =
          random() % 3 != 0 ? std::min<size_t>(bound - 1 + random() % 5, kLabels - 1) : random() % kLabels;
      targets.push_back(target);
      masm.Bind(&places[i]);
      random() % 2 != 0 ? masm.JumpIf(Condition::kAbove, &labels[target]) : masm.Jump(&labels[target]);
      this->Traps(masm, static_cast<int>(random() % kFill));
    }
    CodeBytes code = masm.Finish();
    ASSERT_FALSE(code.empty());
    int longs = 0;
    for (size_t i = 0; i < kJumps; i++) {
      size_t at = masm.PositionOf(places[i]);
      int64_t target = masm.PositionOf(labels[targets[i]]);
      Jump jump = this->At(code, at);
      ASSERT_EQ(jump.target, target) << "seed " << seed << " jump " << i;
      if (jump.size == Limits::kShort) continue;
      longs++;
      int64_t distance = target - static_cast<int64_t>(at),
              reach = Limits::kAhead * Limits::kTrap + Limits::kShort;
      if (distance > 0) distance -= static_cast<int64_t>(jump.size - Limits::kShort);
      EXPECT_TRUE(distance > reach || distance < -static_cast<int64_t>(Limits::kBack * Limits::kTrap))
          << distance;
    }
    EXPECT_GT(longs, 100);
  }
}

TYPED_TEST(CodeBufferTest, ConstantsLieOnceBehindTheCode) {
  TypeParam masm;
  std::vector<double> numbers;
  for (int i = 0; i < 100; i++) numbers.push_back(i * 0.7 + 0.01);
  for (int round = 0; round < 3; round++) {
    for (double n : numbers) masm.SetDouble(Fpr{1}, n);
  }
  Label end;
  masm.Bind(&end);
  CodeBytes code = masm.Finish();
  size_t constants = (masm.PositionOf(end) + 15) / 16 * 16;
  ASSERT_EQ(code.size(), constants + numbers.size() * 8);
  EXPECT_EQ(std::memcmp(code.data() + constants, numbers.data(), numbers.size() * 8), 0);
}

TEST(CodeBufferX64Test, ConstantsOf128BitsLieAtMultiplesOf16) {
  jit::x64::Masm masm;
  masm.SetDouble(Fpr{0}, 0.1);
  masm.NegateDouble(Fpr{1});
  masm.AbsDouble(Fpr{2});
  masm.NegateDouble(Fpr{3});
  Label end;
  masm.Bind(&end);
  CodeBytes code = masm.Finish();
  size_t constants = (masm.PositionOf(end) + 15) / 16 * 16;
  ASSERT_EQ(code.size(), constants + 2 * 16 + 8);
  uint64_t words[5];
  std::memcpy(words, code.data() + constants, sizeof words);
  EXPECT_EQ(words[0], uint64_t{1} << 63);
  EXPECT_EQ(words[2], ~(uint64_t{1} << 63));
  EXPECT_EQ(words[1] | words[3], 0u);
  EXPECT_EQ(words[4], std::bit_cast<uint64_t>(0.1));
}

TYPED_TEST(CodeBufferTest, TablesHaveTheDistancesOfTheirLabels) {
  TypeParam masm;
  Label labels[40];
  std::vector<Label*> first, second;
  for (int i = 0; i < 40; i++) {
    first.push_back(&labels[i]);
    second.push_back(&labels[39 - i]);
  }
  masm.JumpByTable(Gpr{1}, first, Gpr{2});
  masm.JumpByTable(Gpr{3}, second, Gpr{5});
  for (Label& label : labels) {
    masm.Bind(&label);
    masm.Jump(&labels[0]);
    this->Traps(masm, 10);
  }
  Label end;
  masm.Bind(&end);
  CodeBytes code = masm.Finish();
  size_t tables = (masm.PositionOf(end) + 3) / 4 * 4;
  ASSERT_EQ(code.size(), tables + 2 * 40 * 4);
  for (int i = 0; i < 40; i++) {
    EXPECT_EQ(static_cast<int64_t>(tables) + Word(code, tables + i * 4), masm.PositionOf(labels[i]));
    EXPECT_EQ(static_cast<int64_t>(tables) + 160 + Word(code, tables + 160 + i * 4),
              masm.PositionOf(labels[39 - i]));
  }
}

TYPED_TEST(CodeBufferTest, ThereIsAMostOfCode) {
  for (bool is_too_much : {false, true}) {
    TypeParam masm;
    auto traps = static_cast<int>(TypeParam::kMostBytes / Reach<TypeParam>::kTrap);
    this->Traps(masm, traps);
    EXPECT_EQ(masm.position(), TypeParam::kMostBytes);
    if (is_too_much) masm.Trap();
    EXPECT_EQ(masm.Finish().empty(), is_too_much);
  }
  // What the long forms add counts, too.
  TypeParam masm;
  Label end;
  masm.JumpIf(Condition::kEqual, &end);
  this->Traps(masm,
              static_cast<int>((TypeParam::kMostBytes - Reach<TypeParam>::kShort) / Reach<TypeParam>::kTrap));
  masm.Bind(&end);
  EXPECT_EQ(masm.position(), TypeParam::kMostBytes);
  EXPECT_TRUE(masm.Finish().empty());
}

TYPED_TEST(CodeBufferTest, LabelsKnowWhetherTheyAreBound) {
  TypeParam masm;
  Label label;
  EXPECT_FALSE(label.is_bound());
  masm.Jump(&label);
  EXPECT_FALSE(label.is_bound());
  masm.Bind(&label);
  EXPECT_TRUE(label.is_bound());
  TypeParam empty;
  EXPECT_TRUE(empty.Finish().empty());
}

}  // namespace
}  // namespace halfword::testing
