// Operators, comparisons, and jumps.
#include <bit>

#include "bytecode/switch_table.h"
#include "jit/building/graph_builder.h"
#include "jit/graph/value_range.h"
#include "math/functions.h"
#include "runtime/caches/site.h"
#include "runtime/operations/conversions.h"

namespace halfword::jit {

using ops::Comparison;
using ops::EqualityOf;
using ops::Form;
using ops::Relation;
using ops::RelationalOf;

namespace {

constexpr int32_t kOtherThanNumbers = kOddball | kInternedString | kString | kSymbol | kBigInt | kObject;

// A switch over strings that has more is left to the first tier.
constexpr size_t kMostCases = 12;

Name NameOf(TypeOfKind kind) {
  constexpr Name kNames[] = {Name::undefined, Name::object, Name::boolean, Name::number,
                             Name::string,    Name::symbol, Name::bigint,  Name::function};
  static_assert(std::size(kNames) == static_cast<size_t>(TypeOfKind::kOtherString));
  return kNames[static_cast<int>(kind)];
}
Payload IntegerCondition(Relation relation) {
  constexpr Condition kConditions[] = {Condition::kLess, Condition::kLessEqual, Condition::kGreater,
                                       Condition::kGreaterEqual};
  return Payload::Condition(static_cast<uint8_t>(kConditions[static_cast<int>(relation)]));
}
Payload EqualCondition() { return Payload::Condition(static_cast<uint8_t>(Condition::kEqual)); }
Payload UnsignedCondition(Relation relation) {
  constexpr Condition kConditions[] = {Condition::kBelow, Condition::kBelowEqual, Condition::kAbove,
                                       Condition::kAboveEqual};
  return Payload::Condition(static_cast<uint8_t>(kConditions[static_cast<int>(relation)]));
}
// Whether both may be compared as uint32, which is worth it.
bool AreUnsigned(const Node* a, const Node* b) {
  auto is_unsigned = [](const Node* n) {
    return n->representation() == Representation::kUint32 ||
           (n->representation() == Representation::kInt32 && RangeOf(*n).least >= 0);
  };
  return is_unsigned(a) && is_unsigned(b) &&
         (a->representation() == Representation::kUint32 || b->representation() == Representation::kUint32);
}
Payload NumberCondition(Relation relation) {
  constexpr DoubleCondition kConditions[] = {DoubleCondition::kLess, DoubleCondition::kLessEqual,
                                             DoubleCondition::kGreater, DoubleCondition::kGreaterEqual};
  return Payload::Condition(static_cast<uint8_t>(kConditions[static_cast<int>(relation)]));
}
bool IsRelational(Opcode o) {
  return (o >= Opcode::kLess && o <= Opcode::kGreaterEqual) ||
         (o >= Opcode::kJumpIfLess && o <= Opcode::kJumpIfNotGreaterEqual) ||
         (o >= Opcode::kJumpLoopIfLess && o <= Opcode::kJumpLoopIfGreaterEqual);
}
bool IsEquality(Opcode o) {
  return (o >= Opcode::kEqual && o <= Opcode::kStrictNotEqual) ||
         (o >= Opcode::kJumpIfEqual && o <= Opcode::kJumpIfNotStrictEqual) ||
         (o >= Opcode::kJumpLoopIfEqual && o <= Opcode::kJumpLoopIfNotStrictEqual);
}

constexpr TypeSet kNullish = kUndefinedType | kNullType;

}  // namespace

bool GraphBuilder::MayBeNumber(const Node* node) {
  return IsNumeric(node) ||
         (node->representation() != Representation::kBool && (TypesOf(node) & kNumberTypes) != 0);
}

int32_t GraphBuilder::SeenBy(const Instruction& i) const {
  const auto* site = SiteOf<TypesSite>(i);
  return site == nullptr ? -1 : site->seen.value().AsSmi();
}

// What an instruction computes with. Representations that are known beat what was seen.
GraphBuilder::NumberKind GraphBuilder::OperandKind(Node* left, Node* right, int32_t seen) const {
  auto is_double = [](const Node* n) {
    return n->representation() == Representation::kFloat64 || n->representation() == Representation::kUint32;
  };
  bool both = IsNumeric(left) && IsNumeric(right);
  if (!both && (seen < 0 || (seen & kOtherThanNumbers) != 0)) return NumberKind::kOther;
  if (left->representation() == Representation::kBool || right->representation() == Representation::kBool)
    return NumberKind::kOther;
  if (is_double(left) || is_double(right) || (!both && (seen & kDouble) != 0)) return NumberKind::kFloat64;
  return NumberKind::kInt32;
}

// ToNumber of a boolean.
Node* GraphBuilder::NumberOfBoolean(Node* node, int32_t* seen) {
  const bool is_bool = node->representation() == Representation::kBool;
  if (!is_bool && (node->representation() != Representation::kTagged || TypesOf(node) != kBooleanType))
    return node;
  if (!is_bool) node = Add(NodeKind::kSameBits, {node, TaggedConstant(Value::True())});
  // The other operand is checked where it is used.
  if (*seen >= 0 && Failed() == 0) *seen &= ~kOddball;
  return Add(NodeKind::kBoolToInt32, {node});
}

// Where the result is an int32 whatever the operands are.
bool GraphBuilder::WithoutCheck(BinaryOp op, Node* a, Node* b, Node** result) {
  const ValueRange x = RangeOf(*a), y = RangeOf(*b);
  switch (op) {
    case BinaryOp::kAdd:
      if (!SumOf(x, y).IsIn(kInt32Range)) return false;
      return *result = Add(NodeKind::kAddInt32, {a, b}), true;
    case BinaryOp::kSub:
      if (!DifferenceOf(x, y).IsIn(kInt32Range)) return false;
      return *result = Add(NodeKind::kSubInt32, {a, b}), true;
    case BinaryOp::kMul:
      if (!ProductOf(x, y).IsIn(kInt32Range) || MayBeMinusZero(x, y)) return false;
      return *result = Add(NodeKind::kMulInt32, {a, b}), true;
    case BinaryOp::kMod: {
      bool is_power =
          y.least == y.greatest && y.least > 0 && std::has_single_bit(static_cast<uint64_t>(y.least));
      if (!is_power || x.least < 0) return false;
      *result = Add(NodeKind::kAndInt32, {a, graph_.Int32(static_cast<int32_t>(y.least - 1))});
      return true;
    }
    default: return false;
  }
}

// Where + has seen strings, and maybe other primitives. REQUIRES: the instruction is +. Increments convert.
bool GraphBuilder::Concatenate(Node* left, Node* right, int32_t seen, Node** result) {
  constexpr int32_t kStrings = kString | kInternedString, kOthers = kSymbol | kBigInt | kObject;
  const bool has_strings = seen >= 0 && (seen & kStrings) != 0 && (seen & kOthers) == 0;
  if (!has_strings || (IsNumeric(left) && IsNumeric(right)) || Failed(NodeKind::kConcat) > 0) return false;
  *result = AddExiting(NodeKind::kConcat, {Tagged(left), Tagged(right)});
  (*result)->set_types(kStringTypes);
  return true;
}

bool GraphBuilder::Arithmetic(BinaryOp op, Node* left, Node* right, int32_t seen, Node** result) {
  left = NumberOfBoolean(left, &seen);
  right = NumberOfBoolean(right, &seen);
  NumberKind kind = OperandKind(left, right, seen);
  if (kind == NumberKind::kOther) return false;
  // Where there were integers only, that is what others want of them, too.
  const bool are_integers = kind == NumberKind::kInt32 && seen == 0 && Failed() == 0;
  auto bitwise = [&](NodeKind node) {
    auto integer = [&](Node* operand) {
      const bool is_int32 = operand->representation() == Representation::kInt32;
      return are_integers && !is_int32 ? Int32(operand) : Truncated(operand);
    };
    Node* a = integer(left);
    *result = Add(node, {a, integer(right)});
    return true;
  };
  switch (op) {
    case BinaryOp::kExp:
      *result = Add(NodeKind::kMathFunction, {Float64(left), Float64(right)},
                    Payload::Number(static_cast<int32_t>(math::Function::kPow)));
      return true;
    case BinaryOp::kBitAnd: return bitwise(NodeKind::kAndInt32);
    case BinaryOp::kBitOr:
      // x | 0, the most frequent way to say int32.
      if (right->Is(NodeKind::kInt32Constant) && right->payload().number == 0 &&
          Truncated(left)->representation() == Representation::kInt32)
        return *result = Truncated(left), true;
      return bitwise(NodeKind::kOrInt32);
    case BinaryOp::kBitXor: return bitwise(NodeKind::kXorInt32);
    case BinaryOp::kShl: return bitwise(NodeKind::kShlInt32);
    case BinaryOp::kSar: return bitwise(NodeKind::kSarInt32);
    case BinaryOp::kShr:
      bitwise(NodeKind::kShrInt32);
      // An int32 after all.
      if (RangeOf(**result).IsIn(kInt32Range)) *result = AddExiting(NodeKind::kUint32ToInt32, {*result});
      return true;
    default: break;
  }
  // Results that were no int32 make the next code compute with doubles.
  const int32_t not_integers = kFraction | kNegativeZero | (Failed() > 0 ? int32_t{kSmiOverflow} : 0);
  bool is_integer =
      kind == NumberKind::kInt32 && (seen < 0 || (seen & not_integers) == 0) && (seen >= 0 || Failed() == 0);
  if (is_integer) {
    Node *a = Int32(left), *b = Int32(right);
    if (WithoutCheck(op, a, b, result)) {
      const ValueRange range = RangeOf(**result);
      if (range.least == range.greatest) *result = graph_.Int32(static_cast<int32_t>(range.least));
      return true;
    }
    switch (op) {
      case BinaryOp::kAdd: *result = AddExiting(NodeKind::kAddInt32Checked, {a, b}); return true;
      case BinaryOp::kSub: *result = AddExiting(NodeKind::kSubInt32Checked, {a, b}); return true;
      case BinaryOp::kMul:
        *result = AddExiting(NodeKind::kMulInt32Checked, {a, b}, Payload::Number(0));
        return true;
      case BinaryOp::kDiv:
        *result = AddExiting(NodeKind::kDivInt32Checked, {a, b}, Payload::Number(0));
        return true;
      case BinaryOp::kMod:
        *result = AddExiting(NodeKind::kModInt32Checked, {a, b}, Payload::Number(0));
        return true;
      default: return false;
    }
  }
  Node *a = Float64(left), *b = Float64(right);
  switch (op) {
    case BinaryOp::kAdd: *result = Add(NodeKind::kAddFloat64, {a, b}); return true;
    case BinaryOp::kSub: *result = Add(NodeKind::kSubFloat64, {a, b}); return true;
    case BinaryOp::kMul: *result = Add(NodeKind::kMulFloat64, {a, b}); return true;
    case BinaryOp::kDiv: *result = Add(NodeKind::kDivFloat64, {a, b}); return true;
    case BinaryOp::kMod: *result = Add(NodeKind::kModFloat64, {a, b}); return true;
    default: return false;
  }
}

bool GraphBuilder::Increment(Node* operand, int32_t delta, int32_t seen, Node** result) {
  return Arithmetic(BinaryOp::kAdd, operand, graph_.Int32(delta), seen, result);
}

// Compares what was always Smis as the Values that they are. False: an integer is at hand.
bool GraphBuilder::CompareAsSmis(Node* left, Node* right, int32_t seen, Payload condition, Node** result) {
  if (seen != 0 || Failed(NodeKind::kCheckSmi) > 0) return false;
  auto is_value = [&](Node* node) {
    return node->representation() == Representation::kTagged && (TypesOf(node) & kSmiType) != 0 &&
           !node->Is(NodeKind::kConstant) && SoFar(node).int32 == nullptr;
  };
  auto is_constant = [](const Node* node) {
    return node->Is(NodeKind::kInt32Constant) ? Value::FitsSmi(node->payload().number)
                                              : node->Is(NodeKind::kConstant) && node->types() == kSmiType;
  };
  const bool of_value =
      is_value(left) ? is_value(right) || is_constant(right) : is_constant(left) && is_value(right);
  if (!of_value) return false;
  // A constant comes second, if it may.
  const bool is_swapped = is_constant(left) && condition.raw == EqualCondition().raw;
  Node *a = Smi(left), *b = Smi(right);
  if (is_swapped) std::swap(a, b);
  *result = Add(NodeKind::kCompareSmi, {a, b}, condition);
  return true;
}

// Whether integers are the same. Where bits are asked for, there is an instruction that does.
Node* GraphBuilder::AreSame(Node* a, Node* b, Condition condition) {
  auto is_zero = [](const Node* node) {
    return node->Is(NodeKind::kInt32Constant) && node->payload().number == 0;
  };
  const Payload payload = Payload::Condition(static_cast<uint8_t>(condition));
  for (auto [bits, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (!bits->Is(NodeKind::kAndInt32) || !is_zero(other)) continue;
    Node *left = bits->input(0), *right = bits->input(1);
    if (IsConstant(left->kind())) std::swap(left, right);
    return Add(NodeKind::kTestInt32, {left, right}, payload);
  }
  return Add(NodeKind::kCompareInt32, {a, b}, payload);
}

bool GraphBuilder::Relate(Relation relation, Node* left, Node* right, int32_t seen, Node** result) {
  left = NumberOfBoolean(left, &seen);
  right = NumberOfBoolean(right, &seen);
  if (AreUnsigned(left, right)) {
    *result = Add(NodeKind::kCompareUint32, {left, right}, UnsignedCondition(relation));
    return true;
  }
  switch (OperandKind(left, right, seen)) {
    case NumberKind::kInt32: {
      if (CompareAsSmis(left, right, seen, IntegerCondition(relation), result)) return true;
      Node *a = Int32(left), *b = Int32(right);
      *result = Add(NodeKind::kCompareInt32, {a, b}, IntegerCondition(relation));
      return true;
    }
    case NumberKind::kFloat64: {
      Node *a = Float64(left), *b = Float64(right);
      *result = Add(NodeKind::kCompareFloat64, {a, b}, NumberCondition(relation));
      return true;
    }
    case NumberKind::kOther: return false;
  }
}

bool GraphBuilder::AreEqual(bool is_strict, Node* left, Node* right, int32_t seen, Node** result) {
  if (AreUnsigned(left, right)) {
    *result = Add(NodeKind::kCompareUint32, {left, right}, EqualCondition());
    return true;
  }
  if (IsNumeric(left) && IsNumeric(right)) {
    bool are_int32 =
        left->representation() == Representation::kInt32 && right->representation() == Representation::kInt32;
    *result = are_int32 ? AreSame(left, right, Condition::kEqual)
                        : Add(NodeKind::kCompareFloat64, {Float64(left), Float64(right)},
                              Payload::Condition(static_cast<uint8_t>(DoubleCondition::kEqual)));
    return true;
  }
  if (seen < 0) return false;
  // Nothing else than numbers was seen. What is the same is equal without being seen, so that may be wrong.
  const bool is_guess = !IsNumeric(left) && !IsNumeric(right);
  const bool may_guess = Failed() == 0 && MayBeNumber(left) && MayBeNumber(right);
  if ((!is_guess || may_guess) && (seen & kOtherThanNumbers) == 0) {
    bool are_int32 = (seen & kDouble) == 0 && left->representation() != Representation::kFloat64 &&
                     right->representation() != Representation::kFloat64;
    if (are_int32 && CompareAsSmis(left, right, seen, EqualCondition(), result)) return true;
    Node* a = are_int32 ? Int32(left) : Float64(left);
    Node* b = are_int32 ? Int32(right) : Float64(right);
    *result = are_int32 ? AreSame(a, b, Condition::kEqual)
                        : Add(NodeKind::kCompareFloat64, {a, b},
                              Payload::Condition(static_cast<uint8_t>(DoubleCondition::kEqual)));
    return true;
  }
  Node *a = Tagged(left), *b = Tagged(right);
  for (auto [value, other] : {std::pair(a, b), std::pair(b, a)}) {
    if (is_strict || (TypesOf(value) & ~kNullish) != 0) continue;
    *result = Add(NodeKind::kIsNullish, {other}, Payload::Number(1));
    return true;
  }
  auto are_both = [&](TypeSet which) { return ((TypesOf(a) | TypesOf(b)) & ~which) == 0; };
  if (are_both(kInternedType)) {
    *result = Add(NodeKind::kSameBits, {a, b});
    return true;
  }
  // A Value that equals nothing but itself.
  constexpr TypeSet kIdentities = kObjectType | kUndefinedType | kNullType | kBooleanType | kHoleType;
  if (is_strict && ((TypesOf(a) & ~kIdentities) == 0 || (TypesOf(b) & ~kIdentities) == 0)) {
    *result = Add(NodeKind::kSameBits, {a, b});
    return true;
  }
  if (is_strict) {
    *result = AddExiting(NodeKind::kStrictlyEqual, {a, b});
    return true;
  }
  if (Failed(NodeKind::kLooselyEqual) > 0) return false;
  *result = AddExiting(NodeKind::kLooselyEqual, {a, b});
  return true;
}

// OrdinaryHasInstance with the function that the site remembers, which acc is to be.
bool GraphBuilder::InstanceOf(Node* object, const InstanceOfSite* site, Node** result) {
  if (site == nullptr || !site->target.value().IsObject() || !site->prototype.value().IsObject() ||
      !IsOfThisEpoch(isolate_, site->epoch) || Failed() > 0)
    return false;
  CheckIs(Tagged(now_.acc), site->target.value());
  CheckEpoch();
  *result = AddExiting(NodeKind::kHasPrototype, {Tagged(object), TaggedConstant(site->prototype.value())});
  return true;
}

Node* GraphBuilder::Negated(Node* outcome) {
  const uint8_t condition = outcome->payload().condition;
  uint8_t opposite;
  switch (outcome->kind()) {
    case NodeKind::kCompareInt32:
    case NodeKind::kCompareUint32:
    case NodeKind::kCompareSmi:
    case NodeKind::kTestInt32:
      opposite = static_cast<uint8_t>(Opposite(static_cast<Condition>(condition)));
      break;
    case NodeKind::kCompareFloat64:
      opposite = static_cast<uint8_t>(Opposite(static_cast<DoubleCondition>(condition)));
      break;
    default: return Add(NodeKind::kNot, {outcome});
  }
  return Add(outcome->kind(), {outcome->input(0), outcome->input(1)}, Payload::Condition(opposite));
}

// `outcome` is of the representation kBool.
void GraphBuilder::FinishComparison(const Instruction& i, const Comparison& comparison, Node* outcome) {
  if (comparison.form == Form::kValue) {
    SetAcc(comparison.sense ? outcome : Negated(outcome));
    return;
  }
  BranchTo(outcome, comparison.sense, flow_.BlockAt(i.target(1)), comparison.form == Form::kLoop);
}

// The result of typeof, if all that the node may be has the same.
std::optional<TypeOfKind> GraphBuilder::TypeOf(Node* node) {
  if (IsNumeric(node)) return TypeOfKind::kNumber;
  if (node->representation() == Representation::kBool) return TypeOfKind::kBoolean;
  const TypeSet types = TypesOf(node);
  auto is_only = [&](TypeSet which) { return types != 0 && (types & ~which) == 0; };
  if (is_only(kNumberTypes)) return TypeOfKind::kNumber;
  if (is_only(kStringTypes)) return TypeOfKind::kString;
  if (is_only(kBooleanType)) return TypeOfKind::kBoolean;
  if (is_only(kUndefinedType)) return TypeOfKind::kUndefined;
  if (is_only(kNullType)) return TypeOfKind::kObject;
  if (is_only(kSymbolType)) return TypeOfKind::kSymbol;
  if (is_only(kBigIntType)) return TypeOfKind::kBigInt;
  const ShapeSet* shapes = KnownOf(node).shapes;
  if (!is_only(kObjectType) || shapes == nullptr) return {};
  // A callable object is a function or document.all.
  for (Shape* shape : ShapesIn(*shapes)) {
    if (shape->Has(Shape::kIsCallable)) return {};
  }
  return TypeOfKind::kObject;
}

Node* GraphBuilder::IsTypeOf(Node* node, TypeOfKind kind) {
  if (std::optional<TypeOfKind> known = TypeOf(node); known.has_value())
    return TaggedConstant(Value::Boolean(*known == kind));
  return Add(NodeKind::kIsType, {node}, Payload::Number(static_cast<int32_t>(kind)));
}

Node* GraphBuilder::NameOfType(Node* node) {
  if (std::optional<TypeOfKind> kind = TypeOf(node); kind.has_value())
    return TaggedConstant(Value(isolate_.name(NameOf(*kind))));
  Node* name = Add(NodeKind::kTypeOf, {node});
  name->set_types(kInternedType);
  return name;
}

// ---- Instructions ----

bool GraphBuilder::VisitComparison(const Instruction& i) {
  const Opcode opcode = i.opcode();
  Node* result = nullptr;
  if (IsRelational(opcode)) {
    Comparison comparison = RelationalOf(opcode);
    if (!Relate(comparison.relation, Reg(i.operand(0)), now_.acc, SeenBy(i), &result)) return false;
    return FinishComparison(i, comparison, result), true;
  }
  if (IsEquality(opcode)) {
    Comparison comparison = EqualityOf(opcode);
    if (!AreEqual(comparison.is_strict, Reg(i.operand(0)), now_.acc, SeenBy(i), &result)) return false;
    return FinishComparison(i, comparison, result), true;
  }
  switch (opcode) {
    case Opcode::kInstanceOf:
      if (!InstanceOf(Reg(i.operand(0)), SiteOf<InstanceOfSite>(i), &result)) return false;
      SetAcc(result);
      return true;
    case Opcode::kNot: SetAcc(Add(NodeKind::kNot, {Boolean(now_.acc)})); return true;
    case Opcode::kTestTypeOf: SetAcc(IsTypeOf(now_.acc, static_cast<TypeOfKind>(i.operand(0)))); return true;
    case Opcode::kTypeOf: SetAcc(NameOfType(now_.acc)); return true;
    default: return false;
  }
}

// The result goes into acc.
bool GraphBuilder::VisitBinary(const Instruction& i, Node* left, Node* right) {
  const BinaryOp op = ops::OperatorOf(i.opcode());
  Node* result = nullptr;
  const bool is_sum_of_strings = op == BinaryOp::kAdd && Concatenate(left, right, SeenBy(i), &result);
  if (!is_sum_of_strings && !Arithmetic(op, left, right, SeenBy(i), &result)) return false;
  SetAcc(result);
  return true;
}

bool GraphBuilder::VisitNumbers(const Instruction& i) {
  switch (i.opcode()) {
    case Opcode::kAdd:
    case Opcode::kSub:
    case Opcode::kMul:
    case Opcode::kDiv:
    case Opcode::kMod:
    case Opcode::kBitAnd:
    case Opcode::kBitOr:
    case Opcode::kBitXor:
    case Opcode::kShl:
    case Opcode::kSar:
    case Opcode::kShr: return VisitBinary(i, Reg(i.operand(0)), now_.acc);
    case Opcode::kAddReg:
    case Opcode::kSubReg:
    case Opcode::kMulReg: return VisitBinary(i, now_.acc, Reg(i.operand(0)));
    case Opcode::kAddSmi:
    case Opcode::kSubSmi:
    case Opcode::kMulSmi:
    case Opcode::kDivSmi:
    case Opcode::kModSmi:
    case Opcode::kBitAndSmi:
    case Opcode::kBitOrSmi:
    case Opcode::kBitXorSmi:
    case Opcode::kShlSmi:
    case Opcode::kSarSmi:
    case Opcode::kShrSmi: return VisitBinary(i, now_.acc, graph_.Int32(i.operand(0)));
    case Opcode::kInc:
    case Opcode::kDec:
    case Opcode::kIncReg:
    case Opcode::kDecReg:
    case Opcode::kPostIncReg:
    case Opcode::kPostDecReg: return VisitIncrement(i);
    case Opcode::kNegate: return Negate(SeenBy(i));
    case Opcode::kBitNot:
      if (OperandKind(now_.acc, now_.acc, SeenBy(i)) == NumberKind::kOther) return false;
      SetAcc(Add(NodeKind::kNotInt32, {Truncated(now_.acc)}));
      return true;
    case Opcode::kToNumber:
    case Opcode::kToNumeric: return ToNumber(SeenBy(i));
    default: return false;
  }
}

bool GraphBuilder::VisitIncrement(const Instruction& i) {
  const bool is_of_acc = i.opcode() == Opcode::kInc || i.opcode() == Opcode::kDec;
  const bool gives_old = i.opcode() == Opcode::kPostIncReg || i.opcode() == Opcode::kPostDecReg;
  Node *old = is_of_acc ? now_.acc : Reg(i.operand(0)), *result = nullptr;
  if (!Increment(old, ops::DeltaOf(i.opcode()), SeenBy(i), &result)) return false;
  // The old value as a number, in the representation that was computed with.
  if (gives_old && !IsNumeric(old)) {
    const Known& known = SoFar(old);
    Node* number = known.int32 != nullptr ? known.int32 : known.float64;
    if (number != nullptr) old = number;
  }
  if (!is_of_acc) SetReg(i.operand(0), result);
  SetAcc(gives_old ? old : result);
  return true;
}

// These two take acc, and leave their result there.
bool GraphBuilder::Negate(int32_t seen) {
  NumberKind kind = OperandKind(now_.acc, now_.acc, seen);
  if (kind == NumberKind::kOther) return false;
  if (kind == NumberKind::kInt32 && (seen & (kNegativeZero | kSmiOverflow)) == 0 && seen >= 0) {
    SetAcc(AddExiting(NodeKind::kNegateInt32Checked, {Int32(now_.acc)}, Payload::Number(0)));
  } else {
    SetAcc(Add(NodeKind::kNegateFloat64, {Float64(now_.acc)}));
  }
  return true;
}
bool GraphBuilder::ToNumber(int32_t seen) {
  if (IsNumeric(now_.acc)) return true;
  if (now_.acc->representation() == Representation::kBool || seen < 0 || (seen & kOtherThanNumbers) != 0)
    return false;
  // Whatever number it is: the value stays what it is.
  if ((TypesOf(now_.acc) & ~kNumberTypes) == 0) return true;
  SetAcc((seen & kDouble) != 0 ? Float64(now_.acc) : Int32(now_.acc));
  return true;
}

// ---- Jumps ----

// Compares with one string after the other. If the selector is a typeof, each comparison asks its operand.
bool GraphBuilder::SwitchString(const Instruction& i) {
  std::vector<std::pair<Value, int32_t>> cases;
  ForEachCase(i, ConstantOf(i, 0).As<ValueArray>(), [&](Value key, int32_t distance) {
    if (key.IsString() && distance != 0) cases.push_back({key, distance});
  });
  if (cases.size() > kMostCases) return false;
  Node* selector = now_.acc;
  auto is_kind = [&](Value key) {
    for (int kind = 0; kind < static_cast<int>(TypeOfKind::kOtherString); kind++) {
      if (key == Value(isolate_.name(NameOf(static_cast<TypeOfKind>(kind)))))
        return IsTypeOf(selector->input(0), static_cast<TypeOfKind>(kind));
    }
    return TaggedConstant(Value::False());
  };
  const uint32_t behind = vertex_->block + 1;
  for (auto [key, distance] : cases) {
    const uint32_t to = flow_.BlockAt(i.opcode_offset() + static_cast<uint32_t>(distance));
    Node* is_it = nullptr;
    if (selector->Is(NodeKind::kTypeOf)) {
      is_it = is_kind(key);
    } else if (selector->representation() == Representation::kTagged &&
               (TypesOf(selector) & kStringTypes) != 0) {
      if (!AreEqual(true, selector, TaggedConstant(key), kString, &is_it)) return false;
    } else {
      break;
    }
    if (IsConstantValue(is_it, Value::False())) continue;
    Block *yes = graph_.NewBlock(), *no = graph_.NewBlock();
    Block* ways[] = {yes, no};
    const bool is_certain = IsConstantValue(is_it, Value::True());
    is_certain ? graph_.End(block_, NodeKind::kGoto, {}, std::span(ways, 1))
               : graph_.End(block_, NodeKind::kBranch, {is_it}, ways);
    block_ = is_certain ? nullptr : no;
    Arrive(yes, to, false);
    if (is_certain) return true;
  }
  Arrive(block_, behind, false, true);
  return block_ = nullptr, true;
}

bool GraphBuilder::VisitJump(const Instruction& i) {
  auto target = [&](int operand = 0) { return flow_.BlockAt(i.target(operand)); };
  auto is_value = [&](Value v) { return Add(NodeKind::kSameBits, {Tagged(now_.acc), TaggedConstant(v)}); };
  auto jump_if = [&](Node* condition, bool sense, bool by_acc = false) {
    return BranchTo(condition, sense, target(), false, by_acc), true;
  };
  auto jump_if_nullish = [&](bool sense, bool is_loose) {
    bool is_tagged = now_.acc->representation() == Representation::kTagged;
    TypeSet types = is_tagged ? TypesOf(now_.acc) : TypeSet{kNumberTypes};
    if ((types & (is_loose ? kNullish | kObjectType : kNullish)) == 0) {
      sense ? FallThrough() : JumpTo(target());
      return true;
    }
    return jump_if(Add(NodeKind::kIsNullish, {now_.acc}, Payload::Number(is_loose ? 1 : 0)), sense);
  };
  // Where acc is a constant there is nothing to ask.
  const bool on_true = i.opcode() == Opcode::kJumpIfTrue;
  if ((on_true || i.opcode() == Opcode::kJumpIfFalse) && IsConstant(now_.acc->kind())) {
    const Node* acc = now_.acc;
    const double number = acc->Is(NodeKind::kInt32Constant) ? acc->payload().number : acc->payload().value;
    const bool is_true =
        acc->Is(NodeKind::kConstant) ? ToBoolean(ConstantValue(acc)) : number < 0 || number > 0;
    return is_true == on_true ? JumpTo(target()) : FallThrough(), true;
  }
  // So there is nothing where a branch before this one has asked it.
  if (on_true || i.opcode() == Opcode::kJumpIfFalse) {
    if (auto is_true = SoFar(now_.acc).is_true; is_true.has_value())
      return *is_true == on_true ? JumpTo(target()) : FallThrough(), true;
  }
  switch (i.opcode()) {
    case Opcode::kJump: return JumpTo(target()), true;
    case Opcode::kJumpLoop: Arrive(block_, target(), true, true); return block_ = nullptr, true;
    case Opcode::kJumpIfTrue: return jump_if(Boolean(now_.acc), true, true);
    case Opcode::kJumpIfFalse: return jump_if(Boolean(now_.acc), false, true);
    case Opcode::kJumpLoopIfTrue: return BranchTo(Boolean(now_.acc), true, target(), true), true;
    case Opcode::kJumpLoopIfFalse: return BranchTo(Boolean(now_.acc), false, target(), true), true;
    case Opcode::kJumpIfUndefined: return jump_if(is_value(Value::Undefined()), true);
    case Opcode::kJumpIfNotUndefined: return jump_if(is_value(Value::Undefined()), false);
    case Opcode::kJumpIfNull: return jump_if(is_value(Value::Null()), true);
    case Opcode::kJumpIfNotNull: return jump_if(is_value(Value::Null()), false);
    case Opcode::kJumpIfHole: return jump_if(is_value(Value::Hole()), true);
    case Opcode::kJumpIfNullish: return jump_if_nullish(true, false);
    case Opcode::kJumpIfNotNullish: return jump_if_nullish(false, false);
    case Opcode::kJumpIfEqualNull: return jump_if_nullish(true, true);
    case Opcode::kJumpIfNotEqualNull: return jump_if_nullish(false, true);
    case Opcode::kSwitchSmi: {
      if (now_.acc->representation() != Representation::kInt32 && (TypesOf(now_.acc) & kSmiType) == 0)
        return false;
      if (Failed() > 0 && now_.acc->representation() != Representation::kInt32) return false;
      Node* selector = Int32(now_.acc);
      auto* table = ConstantOf(i, 0).As<ValueArray>();
      std::vector<Block*> blocks;
      ForEachCase(i, table, [&](Value, int32_t) { blocks.push_back(graph_.NewBlock()); });
      blocks.push_back(graph_.NewBlock());
      graph_.End(block_, NodeKind::kSwitch, {selector}, blocks, Payload::Number(i.operand(1)));
      size_t n = 0;
      ForEachCase(i, table, [&](Value, int32_t distance) {
        uint32_t to = distance == 0 ? vertex_->block + 1
                                    : flow_.BlockAt(i.opcode_offset() + static_cast<uint32_t>(distance));
        Arrive(blocks[n++], to, false);
      });
      Arrive(blocks[n], vertex_->block + 1, false);
      return block_ = nullptr, true;
    }
    case Opcode::kSwitchString: return SwitchString(i);
    default: return false;
  }
}

}  // namespace halfword::jit
