// Bytecode that no program has: whatever the verifier lets pass does the same in every tier, with any choice
// of stencils. The instructions are those whose operands may be any values.
#include <random>

#include "bytecode/bytecode_builder.h"
#include "bytecode/disassembler.h"
#include "bytecode/frame.h"
#include "bytecode/verifier.h"
#include "fixture.h"
#include "gc/heap.h"
#include "jit/code/code_space.h"
#include "jit/tiers.h"
#include "objects/isolate_state.h"

namespace halfword::testing {
namespace {

using jit::TierMode;

constexpr Register kFirst = frame::kFirstArgument, kParameters = 4, kCounter = kFirst + kParameters,
                   kLast = kCounter + 5, kOperand = kLast + 1, kEnvironment = kOperand + 1,
                   kObject = kEnvironment + 1, kIterator = kObject + 1,
                   kCallee = kIterator + 3 + frame::kHeaderWords, kFrameSize = kCallee + 4;

class Generator {
 public:
  Generator(Isolate& isolate, uint32_t seed) : isolate_(isolate), b_(isolate), random_(seed) {}

  Code* Make() {
    gc::NoGarbageCollectionScope no_gc(isolate_.heap());
    b_.Emit(Opcode::kLdaEnvironment);
    b_.Emit(Opcode::kStar, {kEnvironment});
    b_.LoadSmi(0);
    for (Register r = kCounter; r <= kOperand; r++) b_.Emit(Opcode::kStar, {r});
    for (int part = 0; part < 3; part++) {
      Label header, handler, end;
      b_.LoadSmi(0);
      b_.Emit(Opcode::kStar, {kCounter});
      b_.BindLoopHeader(header, true);
      uint32_t start = b_.MarkOffset();
      Straight(12);
      uint32_t stop = b_.MarkOffset();
      b_.EmitJump(Opcode::kJump, end);
      // The exception is a value like any other.
      b_.BindReachable(handler);
      b_.Emit(Opcode::kStar, {AnyRegister()});
      b_.Bind(end);
      b_.AddHandler(start, stop, handler, kEnvironment);
      LoopThrice(header);
    }
    // All registers, for the caller to look at.
    b_.Emit(Opcode::kCreateArrayFrom, {kFirst, kLast - kFirst + 1});
    b_.Emit(Opcode::kReturn);
    return b_.Finish({.frame_size = kFrameSize, .parameter_count = kParameters, .flags = 0});
  }

 private:
  uint32_t Below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  Register AnyRegister() {
    Register r = kFirst + Below(kLast - kFirst);
    return r < kCounter ? r : r + 1;  // but for the counter, which ends the loop
  }
  Opcode Between(Opcode first, Opcode last) {
    uint32_t begin = static_cast<uint32_t>(first);
    return static_cast<Opcode>(begin + Below(static_cast<uint32_t>(last) - begin + 1));
  }
  uint32_t Name() {
    static constexpr const char* kNames[] = {"x", "y", "length"};
    return b_.Constant(Value(InternAscii(isolate_, kNames[Below(std::size(kNames))])));
  }

  uint32_t LengthName() { return b_.Constant(Value(isolate_.name(halfword::Name::length))); }

  void LoadAny() {
    static constexpr double kNumbers[] = {-0.0,       0.5,        -1.5,  1073741823, 1073741824,
                                          2147483648, 4294967295, 1e300, NAN,        INFINITY};
    switch (Below(9)) {
      case 0: b_.LoadSmi(static_cast<int32_t>(Below(9)) - 4); break;
      case 1: b_.LoadNumber(kNumbers[Below(std::size(kNumbers))]); break;
      case 2: b_.Emit(Between(Opcode::kLdaUndefined, Opcode::kLdaFalse)); break;
      case 3: b_.Emit(Below(2) ? Opcode::kCreateObject : Opcode::kCreateArray, {2}); break;
      default: b_.Emit(Opcode::kLdar, {AnyRegister()}); break;
    }
  }
  // An instruction that has acc as an operand and gives acc a value.
  void Operate() {
    switch (Below(8)) {
      case 0:
      case 1: b_.Emit(Between(Opcode::kAdd, Opcode::kMulReg), {AnyRegister()}); break;
      case 2: b_.Emit(Between(Opcode::kAddSmi, Opcode::kShrSmi), {static_cast<int32_t>(Below(7)) - 3}); break;
      case 3: b_.Emit(Between(Opcode::kInc, Opcode::kBitNot)); break;
      case 4: b_.Emit(Between(Opcode::kLess, Opcode::kGreaterEqual), {AnyRegister()}); break;
      case 5: b_.Emit(Between(Opcode::kEqual, Opcode::kStrictNotEqual), {AnyRegister()}); break;
      case 6: b_.Emit(Below(2) ? Opcode::kToNumber : Opcode::kToNumeric); break;
      default: b_.Emit(Below(2) ? Opcode::kNot : Opcode::kTypeOf); break;
    }
  }
  // kCounter was 0.
  void LoopThrice(Label& header) {
    static constexpr Opcode kUp[] = {Opcode::kJumpLoopIfLess, Opcode::kJumpLoopIfNotEqual,
                                     Opcode::kJumpLoopIfNotStrictEqual};
    static constexpr Opcode kDown[] = {Opcode::kJumpLoopIfGreater, Opcode::kJumpLoopIfNotEqual};
    switch (Below(4)) {
      case 0:
        b_.Emit(Opcode::kDecReg, {kCounter});
        b_.LoadSmi(-3);
        b_.EmitJump(kDown[Below(std::size(kDown))], header, {kCounter});
        break;
      case 1:
        b_.Emit(Opcode::kIncReg, {kCounter});
        b_.LoadSmi(2);
        b_.EmitJump(Opcode::kJumpLoopIfLessEqual, header, {kCounter});
        break;
      case 2: {
        bool is_less = Below(2) != 0;
        b_.Emit(Opcode::kIncReg, {kCounter});
        b_.LoadSmi(3);
        b_.Emit(is_less ? Opcode::kLess : Opcode::kGreaterEqual, {kCounter});
        b_.EmitJump(is_less ? Opcode::kJumpLoopIfTrue : Opcode::kJumpLoopIfFalse, header);
        break;
      }
      default:
        b_.Emit(Opcode::kIncReg, {kCounter});
        b_.LoadSmi(3);
        b_.EmitJump(kUp[Below(std::size(kUp))], header, {kCounter});
        break;
    }
  }
  uint32_t Global() {
    static constexpr const char* kNames[] = {"g0", "g1", "nothing"};
    return b_.Constant(Value(InternAscii(isolate_, kNames[Below(std::size(kNames))])));
  }
  uint32_t LayOutArguments() {
    uint32_t arguments = Below(3);
    for (uint32_t n = 0; n < arguments; n++)
      b_.Emit(Opcode::kMov, {AnyRegister(), kCallee + frame::kFirstArgument + n});
    return arguments;
  }
  // What needs more than any values: acc is one at the beginning.
  void Special() {
    switch (Below(13)) {
      case 0:  // a method
        if (Below(2)) {
          b_.Emit(Opcode::kGetMethod, {kCallee, Name()});
        } else {
          b_.Emit(Opcode::kGetMethodFrom, {kCallee, AnyRegister(), Name()});
        }
        b_.Emit(Opcode::kCall, {kCallee, LayOutArguments()});
        break;
      case 1:
        b_.Emit(Opcode::kMov, {AnyRegister(), kCallee + frame::kFunction});
        b_.Emit(Opcode::kConstruct, {kCallee, LayOutArguments()});
        b_.Emit(Opcode::kConstructResult, {kCallee});
        break;
      case 2:
        b_.Emit(Below(2) ? Opcode::kStaGlobal : Opcode::kStaGlobalStrict, {Global()});
        b_.Emit(Below(4) ? Opcode::kLdaGlobal : Opcode::kLdaGlobalTypeof, {Global()});
        break;
      case 3:  // two environments
        for (int n = 0; n < 2; n++) {
          b_.Emit(Opcode::kPushEnv, {b_.Constant(Value::Smi(0)), 3});
          for (int64_t slot = 0; slot < 3; slot++) b_.Emit(Opcode::kStaSlot0, {slot});
        }
        LoadAny();
        b_.Emit(Below(2) ? Opcode::kStaSlot1 : Opcode::kStaSlot0, {Below(3)});
        LoadAny();
        b_.Emit(Opcode::kStaSlot, {Below(2), Below(3)});
        b_.Emit(Between(Opcode::kLdaSlot0, Opcode::kLdaSlot1), {Below(3)});
        b_.Emit(Opcode::kStar, {AnyRegister()});
        b_.Emit(Opcode::kLdaSlot, {Below(2), Below(3)});
        if (Below(2)) b_.Emit(Opcode::kCopyEnv, {3});
        b_.Emit(Opcode::kPopEnv);
        b_.Emit(Opcode::kPopEnv);
        break;
      case 4: {
        ValueArray* names = NewValueArray(isolate_, 2);
        names->slots()[0].Set(names, Value(InternAscii(isolate_, "x")));
        names->slots()[1].Set(names, Value(InternAscii(isolate_, "y")));
        b_.Emit(Opcode::kCreateObjectFrom, {b_.UniqueConstant(Value(names)), kFirst + Below(2), 2});
        b_.Emit(Opcode::kStar, {kObject});
        LoadAny();
        b_.Emit(Opcode::kDefineNamed, {kObject, Name()});
        b_.Emit(Opcode::kLdar, {kObject});
        break;
      }
      case 5:
        b_.Emit(Opcode::kCreateArray, {Below(4)});
        b_.Emit(Opcode::kStar, {kObject});
        for (uint32_t n = Below(5); n > 0; n--) {
          LoadAny();
          b_.Emit(Opcode::kArrayPush, {kObject});
        }
        b_.Emit(Opcode::kLdar, {kObject});
        break;
      case 6: {  // iteration of what may be no iterable
        Label end;
        b_.Emit(Opcode::kGetIterator, {kIterator, Below(2) * 2});
        for (uint32_t n = Below(4); n > 0; n--) {
          if (Below(2)) {
            b_.EmitJump(Opcode::kIteratorStep, end, {kIterator});
          } else {
            b_.Emit(Opcode::kIteratorNext, {kIterator});
          }
          b_.Emit(Opcode::kStar, {AnyRegister()});
        }
        b_.Emit(Opcode::kIteratorClose, {kIterator, Below(2)});
        b_.Bind(end);
        LoadAny();
        break;
      }
      case 7: b_.Emit(Opcode::kInstanceOf, {AnyRegister()}); break;
      case 8: b_.Emit(Below(2) ? Opcode::kHasProperty : Opcode::kGetKeyed, {AnyRegister()}); break;
      case 9:
        b_.Emit(Opcode::kGetKeyedUpdate, {AnyRegister(), kOperand});
        b_.Emit(Between(Opcode::kSetKeyed, Opcode::kSetKeyedStrict), {AnyRegister(), AnyRegister()});
        break;
      case 10:
        b_.Emit(Below(2) ? Opcode::kGetNamedAcc : Opcode::kGetLengthAcc, {Below(2) ? Name() : LengthName()});
        break;
      case 11: b_.Emit(Opcode::kGetLength, {AnyRegister(), LengthName()}); break;
      default: {
        static constexpr Opcode kOfAcc[] = {Opcode::kToString, Opcode::kToPropertyKey, Opcode::kToObject,
                                            Opcode::kLdaFunction, Opcode::kLdaNewTarget};
        b_.Emit(kOfAcc[Below(std::size(kOfAcc))]);
        break;
      }
    }
    b_.Emit(Opcode::kStar, {AnyRegister()});
  }
  void Straight(int count) {
    for (int i = 0; i < count; i++) {
      LoadAny();
      switch (Below(14)) {
        case 9:
        case 10:
        case 11:
        case 12:
        case 13: Special(); break;
        case 0:
        case 1:
        case 2:  // numbers on their way through registers
          for (uint32_t n = Below(4) + 1; n-- > 0;) Operate();
          b_.Emit(Opcode::kStar, {AnyRegister()});
          break;
        case 3:  // a left operand that is used up
          b_.Emit(Opcode::kStarOperand, {kOperand});
          b_.Emit(Opcode::kLdar, {AnyRegister()});
          b_.Emit(Between(Opcode::kAdd, Opcode::kShr), {kOperand});
          b_.Emit(Opcode::kStar, {AnyRegister()});
          break;
        case 4: b_.Emit(Between(Opcode::kIncReg, Opcode::kPostDecReg), {AnyRegister()}); break;
        case 5:
          if (Below(2)) Operate();
          b_.Emit(Between(Opcode::kPutKeyed, Opcode::kPutKeyedStrict), {AnyRegister(), AnyRegister()});
          b_.Emit(Opcode::kLdar, {AnyRegister()});
          b_.Emit(Opcode::kGetKeyed, {AnyRegister()});
          b_.Emit(Opcode::kStar, {AnyRegister()});
          break;
        case 6:
          b_.Emit(Below(2) ? Opcode::kSetNamed : Opcode::kSetNamedStrict, {AnyRegister(), Name()});
          b_.Emit(Opcode::kGetNamed, {AnyRegister(), Name()});
          b_.Emit(Opcode::kStar, {AnyRegister()});
          break;
        case 7: {
          b_.Emit(Opcode::kMov, {AnyRegister(), kCallee + frame::kFunction});
          b_.Emit(Opcode::kMov, {AnyRegister(), kCallee + frame::kThis});
          uint32_t arguments = LayOutArguments();
          b_.Emit(Below(3) ? Opcode::kCall : Opcode::kCallUndefined, {kCallee, arguments});
          if (Below(2)) Operate();
          b_.Emit(Opcode::kStar, {AnyRegister()});
          break;
        }
        default: {
          Label over;
          if (Below(2)) Operate();
          switch (Below(3)) {
            case 0: b_.EmitJump(Between(Opcode::kJumpIfTrue, Opcode::kJumpIfObject), over); break;
            case 1:
              b_.EmitJump(Between(Opcode::kJumpIfEqual, Opcode::kJumpIfNotStrictEqual), over,
                          {AnyRegister()});
              break;
            default:
              b_.EmitJump(Between(Opcode::kJumpIfLess, Opcode::kJumpIfNotGreaterEqual), over,
                          {AnyRegister()});
              break;
          }
          LoadAny();
          Operate();
          b_.Emit(Opcode::kStar, {AnyRegister()});
          b_.Bind(over);
          break;
        }
      }
    }
  }

  Isolate& isolate_;
  BytecodeBuilder b_;
  std::mt19937 random_;
};

// Calls f with what there is, and says what it did.
constexpr const char* kDriver = R"js(
var values = [0, -1, 2.5, 2 ** 30, -0, NaN, 'text', 'length', undefined, null, true, 7n];
function describe(v, depth) {
  if (typeof v === 'function') return 'function';
  if (typeof v === 'string' && v.length > 40) return 'string of ' + v.length;
  if (typeof v !== 'object' || v === null || depth > 2) return typeof v + (Object.is(v, -0) ? '-0' : typeof v === 'object' ? '' : String(v));
  if (v instanceof Error) return v.name + ': ' + v.message;
  return '{' + Object.keys(v).slice(0, 9).map((k) => k + ':' + describe(v[k], depth + 1)).join() + '}';
}
function run(f) {
  function Point(x, y) { this.x = x; this.y = y }
  var callees = [Math.floor, Math.max, Array.prototype.push, Array.prototype.pop, 'x'.charCodeAt, (a, b) => [a, b], parseInt, Math.sqrt, Point, class { x = 1 }, Array];
  globalThis.g0 = 1; globalThis.g1 = 'g'; delete globalThis.nothing;
  var out = '';
  for (var i = 0; i < 24; i++) {
    var object = [[i, 0.5, i], { x: i, y: 'y' }, { y(a) { return [this.x, a] }, x: i }, new Uint16Array([i, 7]), [i, i], new Point(i, [0.5])][i % 6];
    try { out += describe(f(values[i % 12], values[i * 5 % 11], object, callees[i % 11]), 0) + describe(object, 0) + ';'; } catch (e) { out += describe(e, 0) + '!'; }
  }
  return out;
} 0)js";

TEST(RandomBytecodeTest, DoesTheSameInEveryTier) {
  constexpr jit::TierSettings kWays[] = {{.mode = TierMode::kInterpreter},
                                         {.mode = TierMode::kBaseline},
                                         {.mode = TierMode::kGeneric},
                                         {.mode = TierMode::kRandom},
                                         {.mode = TierMode::kAutomatic},
                                         {.mode = TierMode::kOptimized},
                                         {.mode = TierMode::kOptimized, .exit_every = 1},
                                         {.mode = TierMode::kOptimized, .exit_every = 5}};
  size_t length = 0;
  for (uint32_t seed = 1; seed <= 300; seed++) {
    std::string expected, text;
    int64_t fuel = 0;
    for (size_t i = 0; i < std::size(kWays); i++) {
      const TierMode mode = kWays[i].mode;
      IsolateConfig config;
      config.fuel = 3'000'000;
      config.tiers = kWays[i];
      config.tiers.seed = seed;
      auto owner = MakeIsolate(config);
      // Sites have words from the first poll on, and lookups of long chains charge where sites know
      // nothing. So polls are to be in the same places, and close for the optimizing compiler.
      if (seed % 2 == 0) {
        if (mode == TierMode::kOptimized) continue;
      } else {
        owner->Enter([](Isolate& isolate) { StateOf(isolate).quantum = 31; });
      }
      ASSERT_EQ(Evaluate(*owner, kDriver), "0");
      ASSERT_EQ(Evaluate(*owner, "var f = function(a, b, c, d) {}; 0"), "0");
      owner->Enter([&](Isolate& isolate) {
        Value f =
            isolate.realm()->global_object()->GetOwn(isolate, PropertyKey::FromAscii(isolate, "f")).value;
        auto* function = static_cast<JSFunction*>(f.AsObject());
        Code* code = Generator(isolate, seed).Make();
        ASSERT_EQ(VerifyCode(*code), "") << Disassemble(*code);
        if (i == 0) text = Disassemble(*code);
        function->info()->code_.Set(function->info(), code);
        if (jit::CompilesAtOnce(mode))
          EXPECT_EQ(jit::CompileBaseline(isolate, code, nullptr), jit::CodeSpace::Get().is_available());
      });
      int64_t before = owner->fuel_left();
      std::string result = Evaluate(*owner, "run(f)");
      int64_t used = before - owner->fuel_left();
      if (i == 0) {
        expected = result;
        fuel = used;
        length += result.size();
      }
      ASSERT_EQ(result, expected) << "seed " << seed << ", way " << i << "\n" << text;
      ASSERT_EQ(used, fuel) << "seed " << seed << ", way " << i;
    }
  }
  // They were no empty comparisons.
  EXPECT_GT(length, 300u * 1000);
}

}  // namespace
}  // namespace halfword::testing
