// Builtins that become nodes, where their operands are what they have nearly always. As ops/natives.inc.
#include <algorithm>

#include "jit/building/graph_builder.h"
#include "math/functions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::jit {

// As IsAppendable of ops/machine.h, apart from what is asked when it runs. Arrays of Values and of Smis.
std::vector<Shape*> GraphBuilder::AppendableShapes(Node* array) {
  if (array->representation() != Representation::kTagged) return {};
  const ShapeSet* known = SoFar(array).shapes;
  if (known == nullptr) return {};
  constexpr uint16_t kUnusual = Shape::kNotExtensible | Shape::kLengthNotWritable | Shape::kIsUnique;
  const Value prototype(CurrentIntrinsic(isolate_, Intrinsic::kArrayPrototype));
  auto is_appendable = [&](const Shape* shape) {
    return shape->element_access() <= ElementAccess::kArrayOfSmis && (shape->flags_ & kUnusual) == 0 &&
           shape->prototype() == prototype;
  };
  std::vector<Shape*> shapes = ShapesIn(*known);
  return std::all_of(shapes.begin(), shapes.end(), is_appendable) ? shapes : std::vector<Shape*>();
}

// The shape that those of arrays of Smis become when the array takes an object. Smi 0: none of them is one of
// Smis. Undefined: there is no one shape yet.
Value GraphBuilder::BecomesOfValues(std::span<Shape* const> shapes) {
  std::vector<Shape*> of_smis;
  std::copy_if(shapes.begin(), shapes.end(), std::back_inserter(of_smis),
               [](const Shape* shape) { return shape->element_access() == ElementAccess::kArrayOfSmis; });
  if (of_smis.empty()) return Value::Smi(0);
  const bool is_any_holey = std::any_of(of_smis.begin(), of_smis.end(),
                                        [](const Shape* shape) { return IsHoley(shape->elements_kind()); });
  auto becomes = [&](Shape* shape) {
    return shape->FindElementsKind(is_any_holey ? ElementsKind::kHoley : ElementsKind::kPacked);
  };
  Shape* changed = becomes(of_smis.front());
  const bool is_same =
      std::all_of(of_smis.begin(), of_smis.end(), [&](Shape* shape) { return becomes(shape) == changed; });
  if (changed == nullptr || !is_same) return Value::Undefined();
  NoteLiteral(Value(changed));
  return Value(changed);
}

Node* GraphBuilder::CharacterAt(Node* string, Node* index, bool pays) {
  CheckString(string);
  index = Int32(index);
  if (pays) PayForCall();
  return AddExiting(NodeKind::kCharacterAt, {string, index}, Payload::Number(pays ? 1 : 0));
}
Node* GraphBuilder::SingleCharacter(Node* character) {
  Node* string = Add(NodeKind::kSingleCharacter, {character});
  string->set_types(kStringTypes);
  return string;
}

// ---- Calls ----

bool GraphBuilder::CallNative(const Instruction& i, const CallSite& site) {
  // A collection may have cleared the function.
  const Value function = site.native_function().value();
  if (!function.Is<NativeFunction>() || Failed() > 0) return false;
  const NativeCall call{.instruction = i, .native = site.native(), .function = function};
  switch (call.native) {
    case KnownNative::kFunctionCall: return CallCall(i, function);
    case KnownNative::kArrayPush: return Push(call);
    case KnownNative::kArrayPop: return Pop(call);
    case KnownNative::kStringCharCodeAt:
    case KnownNative::kStringCharAt: return ReadCharacter(call);
    case KnownNative::kStringFromCharCode: return FromCharCode(call);
    case KnownNative::kMathFloor: return Round(call, Rounding::kFloor);
    case KnownNative::kMathCeil: return Round(call, Rounding::kCeil);
    case KnownNative::kMathTrunc: return Round(call, Rounding::kTrunc);
    case KnownNative::kMathRound: return Round(call, Rounding::kRound);
    case KnownNative::kMathAbs: return Absolute(call);
    case KnownNative::kMathMax:
    case KnownNative::kMathMin: return Extreme(call);
    case KnownNative::kMathSqrt: return SquareRoot(call);
    case KnownNative::kMathImul: return MultiplyInt32(call);
    case KnownNative::kMathFunction: return EvaluateMath(call);
    case KnownNative::kParseInt: return ParseInt(call);
    default: return false;
  }
}

bool GraphBuilder::HasNumbers(const NativeCall& call, int needed) {
  for (int n = 0; n < needed; n++) {
    if (n >= call.count() || !MayBeNumber(ArgumentOf(call.instruction, n))) return false;
  }
  return true;
}
bool GraphBuilder::IsInt32(const Node* node) {
  return node->representation() == Representation::kInt32 ||
         (node->representation() != Representation::kFloat64 && TypesOf(node) == kSmiType);
}
// What is found out before the call is paid for exits to the call.
void GraphBuilder::CheckNative(const NativeCall& call) {
  CheckIs(Tagged(Reg(call.instruction.operand(0) + frame::kFunction)), call.function);
}
void GraphBuilder::PayForCall() { AddExiting(NodeKind::kSpendFuel, {}, Payload::Number(1)); }

// ---- Arrays ----

bool GraphBuilder::Push(const NativeCall& call) {
  Node* receiver = Reg(call.instruction.operand(0));
  if (call.count() != 1) return false;
  const std::vector<Shape*> shapes = AppendableShapes(receiver);
  if (shapes.empty()) return false;
  Node *array = KnownOf(receiver).checked, *value = ArgumentOf(call.instruction, 0);
  CheckNative(call);
  Node* stored = IsInt32(value) ? Smi(value) : Tagged(value);
  const Value changed = IsInt32(value) ? Value::Smi(0) : BecomesOfValues(shapes);
  PayForCall();
  Node* length = AddExiting(NodeKind::kAppendElement, {array, stored}, Payload::Bits(changed.bits()));
  length->set_types(kSmiType);
  Forget(NodeKind::kAppendElement);
  if (changed.bits() != 0) ForgetShapes(shapes);
  state_ = nullptr;
  SetAcc(length);
  return true;
}

bool GraphBuilder::Pop(const NativeCall& call) {
  Node* receiver = Reg(call.instruction.operand(0));
  if (call.count() != 0 || AppendableShapes(receiver).empty()) return false;
  Node* array = KnownOf(receiver).checked;
  CheckNative(call);
  PayForCall();
  Node* last = AddExiting(NodeKind::kPopElement, {array});
  last->set_types(kAnyType & ~kHoleType);
  Forget(NodeKind::kPopElement);
  state_ = nullptr;
  SetAcc(last);
  return true;
}

// ---- Strings ----

// charAt and charCodeAt.
bool GraphBuilder::ReadCharacter(const NativeCall& call) {
  Node* receiver = Reg(call.instruction.operand(0));
  if (call.count() != 1 || !HasNumbers(call, 1) || receiver->representation() != Representation::kTagged)
    return false;
  CheckNative(call);
  Node* character = CharacterAt(receiver, ArgumentOf(call.instruction, 0), true);
  SetAcc(call.native == KnownNative::kStringCharAt ? SingleCharacter(character) : character);
  return true;
}

bool GraphBuilder::FromCharCode(const NativeCall& call) {
  if (call.count() != 1 || !HasNumbers(call, 1)) return false;
  CheckNative(call);
  Node* code = Truncated(ArgumentOf(call.instruction, 0));
  Node* character = Add(NodeKind::kAndInt32, {code, graph_.Int32(UINT16_MAX)});
  PayForCall();
  SetAcc(SingleCharacter(character));
  return true;
}

// ---- Math ----

bool GraphBuilder::Round(const NativeCall& call, Rounding rounding) {
  if (!HasNumbers(call, 1)) return false;
  CheckNative(call);
  Node* number = IntegerOrDouble(ArgumentOf(call.instruction, 0));
  if (number->representation() == Representation::kFloat64)
    number = AddExiting(NodeKind::kRoundToInt32, {number}, Payload::Number(static_cast<int32_t>(rounding)));
  PayForCall();
  SetAcc(number);
  return true;
}

bool GraphBuilder::Absolute(const NativeCall& call) {
  if (!HasNumbers(call, 1)) return false;
  CheckNative(call);
  Node* number = IntegerOrDouble(ArgumentOf(call.instruction, 0));
  if (number->representation() == Representation::kFloat64) {
    PayForCall();
    SetAcc(Add(NodeKind::kAbsFloat64, {number}));
    return true;
  }
  // The least one has no opposite.
  const FrameState* state = State();
  Node* absolute = Select(
      IsLess(number, graph_.Int32(0)),
      [&] { return graph_.Append(block_, NodeKind::kNegateInt32Checked, {number}, {}, state); },
      [&] { return number; });
  PayForCall();
  SetAcc(absolute);
  return true;
}

// The greater or the lesser one of two integers.
bool GraphBuilder::Extreme(const NativeCall& call) {
  if (call.count() != 2) return false;
  Node *first = ArgumentOf(call.instruction, 0), *second = ArgumentOf(call.instruction, 1);
  if (!IsInt32(first) || !IsInt32(second)) return false;
  CheckNative(call);
  Node *a = Int32(first), *b = Int32(second);
  PayForCall();
  Node* is_first = call.native == KnownNative::kMathMax ? IsLess(b, a) : IsLess(a, b);
  SetAcc(Select(is_first, [&] { return a; }, [&] { return b; }));
  return true;
}

bool GraphBuilder::SquareRoot(const NativeCall& call) {
  if (!HasNumbers(call, 1)) return false;
  CheckNative(call);
  Node* number = Float64(ArgumentOf(call.instruction, 0));
  PayForCall();
  SetAcc(Add(NodeKind::kSqrtFloat64, {number}));
  return true;
}

bool GraphBuilder::MultiplyInt32(const NativeCall& call) {
  if (!HasNumbers(call, 2)) return false;
  CheckNative(call);
  Node *a = Truncated(ArgumentOf(call.instruction, 0)), *b = Truncated(ArgumentOf(call.instruction, 1));
  PayForCall();
  SetAcc(Add(NodeKind::kMulInt32, {a, b}));
  return true;
}

bool GraphBuilder::EvaluateMath(const NativeCall& call) {
  const auto function = static_cast<math::Function>(call.function.As<NativeFunction>()->magic_);
  const bool is_binary = math::IsBinary(function);
  if (!HasNumbers(call, is_binary ? 2 : 1)) return false;
  CheckNative(call);
  Node* x = Float64(ArgumentOf(call.instruction, 0));
  Node* y = is_binary ? Float64(ArgumentOf(call.instruction, 1)) : x;
  PayForCall();
  SetAcc(Add(NodeKind::kMathFunction, {x, y}, Payload::Number(static_cast<int32_t>(function))));
  return true;
}

// An integer is what its decimal digits say.
bool GraphBuilder::ParseInt(const NativeCall& call) {
  if (call.count() != 1 || !HasNumbers(call, 1)) return false;
  CheckNative(call);
  Node* number = Int32(ArgumentOf(call.instruction, 0));
  PayForCall();
  SetAcc(number);
  return true;
}

Node* GraphBuilder::IntegerOrDouble(Node* number) {
  return IsInt32(number) ? Int32(number) : Float64(number);
}
Node* GraphBuilder::IsLess(Node* a, Node* b) {
  return Add(NodeKind::kCompareInt32, {a, b}, Payload::Condition(static_cast<uint8_t>(Condition::kLess)));
}

}  // namespace halfword::jit
