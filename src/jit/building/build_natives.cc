// Builtins that become nodes, where their operands are what they have nearly always. As ops/natives.inc.
#include <algorithm>

#include "jit/building/graph_builder.h"
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

// A branch whose two ways compute a value each.
void GraphBuilder::Fork(Node* condition, const std::function<void()>& yes, const std::function<void()>& no) {
  Block *if_yes = graph_.NewBlock(), *if_no = graph_.NewBlock(), *join = graph_.NewBlock();
  Block* ways[] = {if_yes, if_no};
  graph_.End(block_, NodeKind::kBranch, {condition}, ways);
  const Environment before = now_;
  Block* target[] = {join};
  for (int n = 0; n < 2; n++) {
    block_ = ways[n];
    now_ = before;
    n == 0 ? yes() : no();
    graph_.End(block_, NodeKind::kGoto, {}, target);
  }
  now_ = before;
  block_ = join;
}
Node* GraphBuilder::Select(Node* condition, const std::function<Node*()>& yes,
                           const std::function<Node*()>& no) {
  Node* values[2];
  Fork(condition, [&] { values[0] = yes(); }, [&] { values[1] = no(); });
  // A Smi and another Value are Values.
  const Representation one = values[0]->representation(), other = values[1]->representation();
  auto is_value = [](Representation r) { return r == Representation::kTagged || r == Representation::kSmi; };
  CHECK(one == other || (is_value(one) && is_value(other)));
  Node* phi = graph_.NewPhi(block_, one == other ? one : Representation::kTagged, kAccKey, values);
  phi->set_types(values[0]->types() | values[1]->types());
  return phi;
}

Node* GraphBuilder::CharacterAt(Node* string, Node* index) {
  CheckString(string);
  return AddExiting(NodeKind::kCharacterAt, {string, Int32(index)});
}
Node* GraphBuilder::SingleCharacter(Node* character) {
  Node* string = Add(NodeKind::kSingleCharacter, {character});
  string->set_types(kStringTypes);
  return string;
}

bool GraphBuilder::CallNative(const Instruction& i, const CallSite& site) {
  // A collection may have cleared the function.
  const Value native = site.native_function().value();
  if (!native.Is<NativeFunction>() || Failed() > 0) return false;
  const auto count = i.operand(1);
  auto argument = [&](int n) { return Reg(i.operand(0) + frame::kFirstArgument + n); };
  auto are_numbers = [&](int needed) {
    for (int n = 0; n < needed; n++) {
      if (n >= count || !MayBeNumber(argument(n))) return false;
    }
    return true;
  };
  auto is_int32 = [&](Node* node) {
    return node->representation() == Representation::kInt32 ||
           (node->representation() != Representation::kFloat64 && TypesOf(node) == kSmiType);
  };
  // What is found out before the call is paid for exits to the call.
  auto check = [&] { CheckIs(Tagged(Reg(i.operand(0) + frame::kFunction)), native); };
  auto pay = [&] { AddExiting(NodeKind::kSpendFuel, {}, Payload::Number(1)); };
  auto is_less = [&](Node* a, Node* b) {
    return Add(NodeKind::kCompareInt32, {a, b}, Payload::Condition(static_cast<uint8_t>(Condition::kLess)));
  };
  auto round = [&](Rounding rounding) {
    if (!are_numbers(1)) return false;
    check();
    Node* number = is_int32(argument(0)) ? Int32(argument(0)) : Float64(argument(0));
    if (number->representation() == Representation::kFloat64)
      number = AddExiting(NodeKind::kRoundToInt32, {number}, Payload::Number(static_cast<int32_t>(rounding)));
    pay();
    return SetAcc(number), true;
  };
  switch (site.native()) {
    case KnownNative::kFunctionCall: return CallCall(i, native);
    case KnownNative::kArrayPush: {
      Node* receiver = Reg(i.operand(0));
      if (count != 1) return false;
      const std::vector<Shape*> shapes = AppendableShapes(receiver);
      if (shapes.empty()) return false;
      Node *array = KnownOf(receiver).checked, *value = argument(0);
      check();
      Node* stored = is_int32(value) ? Smi(value) : Tagged(value);
      const Value changed = is_int32(value) ? Value::Smi(0) : BecomesOfValues(shapes);
      pay();
      Node* length = AddExiting(NodeKind::kAppendElement, {array, stored}, Payload::Bits(changed.bits()));
      length->set_types(kSmiType);
      Forget(NodeKind::kAppendElement);
      if (changed.bits() != 0) ForgetShapes(shapes);
      state_ = nullptr;
      return SetAcc(length), true;
    }
    case KnownNative::kArrayPop: {
      Node* receiver = Reg(i.operand(0));
      if (count != 0 || AppendableShapes(receiver).empty()) return false;
      Node* array = KnownOf(receiver).checked;
      check();
      pay();
      Node* last = AddExiting(NodeKind::kPopElement, {array});
      last->set_types(kAnyType & ~kHoleType);
      Forget(NodeKind::kPopElement);
      state_ = nullptr;
      return SetAcc(last), true;
    }
    case KnownNative::kStringCharCodeAt:
    case KnownNative::kStringCharAt: {
      Node* receiver = Reg(i.operand(0));
      if (count != 1 || !are_numbers(1) || receiver->representation() != Representation::kTagged)
        return false;
      check();
      Node* character = CharacterAt(receiver, argument(0));
      pay();
      return SetAcc(site.native() == KnownNative::kStringCharAt ? SingleCharacter(character) : character),
             true;
    }
    case KnownNative::kStringFromCharCode: {
      if (count != 1 || !are_numbers(1)) return false;
      check();
      Node* character = Add(NodeKind::kAndInt32, {Truncated(argument(0)), graph_.Int32(UINT16_MAX)});
      pay();
      return SetAcc(SingleCharacter(character)), true;
    }
    case KnownNative::kMathFloor: return round(Rounding::kFloor);
    case KnownNative::kMathCeil: return round(Rounding::kCeil);
    case KnownNative::kMathTrunc: return round(Rounding::kTrunc);
    case KnownNative::kMathRound: return round(Rounding::kRound);
    case KnownNative::kMathSqrt: {
      if (!are_numbers(1)) return false;
      check();
      Node* number = Float64(argument(0));
      pay();
      return SetAcc(Add(NodeKind::kSqrtFloat64, {number})), true;
    }
    case KnownNative::kMathAbs: {
      if (!are_numbers(1)) return false;
      check();
      Node* number = is_int32(argument(0)) ? Int32(argument(0)) : Float64(argument(0));
      if (number->representation() == Representation::kFloat64) {
        pay();
        return SetAcc(Add(NodeKind::kAbsFloat64, {number})), true;
      }
      // The least one has no opposite.
      const FrameState* state = State();
      Node* absolute = Select(
          is_less(number, graph_.Int32(0)),
          [&] { return graph_.Append(block_, NodeKind::kNegateInt32Checked, {number}, {}, state); },
          [&] { return number; });
      pay();
      return SetAcc(absolute), true;
    }
    case KnownNative::kMathMax:
    case KnownNative::kMathMin: {
      if (count != 2 || !is_int32(argument(0)) || !is_int32(argument(1))) return false;
      check();
      Node *a = Int32(argument(0)), *b = Int32(argument(1));
      pay();
      bool is_max = site.native() == KnownNative::kMathMax;
      return SetAcc(Select(
                 is_max ? is_less(b, a) : is_less(a, b), [&] { return a; }, [&] { return b; })),
             true;
    }
    case KnownNative::kMathImul: {
      if (!are_numbers(2)) return false;
      check();
      Node *a = Truncated(argument(0)), *b = Truncated(argument(1));
      pay();
      return SetAcc(Add(NodeKind::kMulInt32, {a, b})), true;
    }
    default: return false;
  }
}

}  // namespace halfword::jit
