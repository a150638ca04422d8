// Unary and binary operators, comparisons and the conditional operator.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

struct Comparison {
  Opcode value, jump_if, jump_if_not;
};
Comparison ComparisonOf(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kEqual: return {Opcode::kEqual, Opcode::kJumpIfEqual, Opcode::kJumpIfNotEqual};
    case BinaryOperator::kNotEqual: return {Opcode::kNotEqual, Opcode::kJumpIfNotEqual, Opcode::kJumpIfEqual};
    case BinaryOperator::kStrictEqual:
      return {Opcode::kStrictEqual, Opcode::kJumpIfStrictEqual, Opcode::kJumpIfNotStrictEqual};
    case BinaryOperator::kStrictNotEqual:
      return {Opcode::kStrictNotEqual, Opcode::kJumpIfNotStrictEqual, Opcode::kJumpIfStrictEqual};
    case BinaryOperator::kLess: return {Opcode::kLess, Opcode::kJumpIfLess, Opcode::kJumpIfNotLess};
    case BinaryOperator::kLessEqual:
      return {Opcode::kLessEqual, Opcode::kJumpIfLessEqual, Opcode::kJumpIfNotLessEqual};
    case BinaryOperator::kGreater:
      return {Opcode::kGreater, Opcode::kJumpIfGreater, Opcode::kJumpIfNotGreater};
    case BinaryOperator::kGreaterEqual:
      return {Opcode::kGreaterEqual, Opcode::kJumpIfGreaterEqual, Opcode::kJumpIfNotGreaterEqual};
    default: return {Opcode::kDebugger, Opcode::kDebugger, Opcode::kDebugger};
  }
}
// The comparison with its sides exchanged.
BinaryOperator Mirrored(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kLess: return BinaryOperator::kGreater;
    case BinaryOperator::kLessEqual: return BinaryOperator::kGreaterEqual;
    case BinaryOperator::kGreater: return BinaryOperator::kLess;
    case BinaryOperator::kGreaterEqual: return BinaryOperator::kLessEqual;
    default: return op;
  }
}
bool IsEquality(BinaryOperator op) {
  return op >= BinaryOperator::kEqual && op <= BinaryOperator::kStrictNotEqual;
}
bool IsComparison(BinaryOperator op) {
  return op >= BinaryOperator::kEqual && op <= BinaryOperator::kGreaterEqual;
}
bool IsNegated(BinaryOperator op) {
  return op == BinaryOperator::kNotEqual || op == BinaryOperator::kStrictNotEqual;
}
bool IsStrict(BinaryOperator op) {
  return op == BinaryOperator::kStrictEqual || op == BinaryOperator::kStrictNotEqual;
}
bool IsLiteral(const Expression* e) {
  return e->Is<NumberLiteral>() || e->Is<StringLiteral>() || e->Is<BooleanLiteral>() || e->Is<NullLiteral>();
}
bool IsUndefined(Expression* e) {
  if (e->Is<UnaryExpression>()) {
    UnaryExpression* u = e->As<UnaryExpression>();
    return u->op == UnaryOperator::kVoid && IsLiteral(u->operand);
  }
  if (!e->Is<Identifier>()) return false;
  Variable* v = e->As<Identifier>()->variable();
  return v->location == VariableLocation::kGlobal && v->kind == VariableKind::kUnresolved &&
         v->name->Is("undefined");
}

}  // namespace

bool FunctionCompiler::ComparisonCondition(BinaryExpression* e, Label& if_true, Label& if_false, Next next) {
  if (!IsComparison(e->op)) return false;
  Expression* left = e->left;
  Expression* right = e->right;
  BinaryOperator op = e->op;
  if (IsEquality(op)) {
    // x == null, x === null and x === undefined have jumps of their own, forward only.
    for (int side = 0; side < 2; side++, std::swap(left, right)) {
      Opcode yes, no;
      if (!IsStrict(op) && (right->Is<NullLiteral>() || IsUndefined(right))) {
        yes = Opcode::kJumpIfEqualNull, no = Opcode::kJumpIfNotEqualNull;
      } else if (IsStrict(op) && right->Is<NullLiteral>()) {
        yes = Opcode::kJumpIfNull, no = Opcode::kJumpIfNotNull;
      } else if (IsStrict(op) && IsUndefined(right)) {
        yes = Opcode::kJumpIfUndefined, no = Opcode::kJumpIfNotUndefined;
      } else {
        continue;
      }
      if (IsNegated(op)) std::swap(yes, no);
      Accumulate(left);
      Branch(yes, no, {}, if_true, if_false, next);
      return true;
    }
    left = e->left;
    right = e->right;
    if (TypeOfComparison(op, left, right)) {
      BranchOnAccumulator(if_true, if_false, next);
      return true;
    }
  }
  if (IsLiteral(left) && !IsLiteral(right) && LocalRegister(right) != kNoRegister) {
    std::swap(left, right);
    op = Mirrored(op);
  }
  Register mark = regs_.mark();
  Register reg = Operand(left, {right});
  Accumulate(right);
  b_.SetPosition(e->op_position);
  Comparison c = ComparisonOf(op);
  Branch(c.jump_if, c.jump_if_not, {reg}, if_true, if_false, next);
  regs_.Release(mark);
  return true;
}

void FunctionCompiler::Unary(UnaryExpression* e) {
  double constant;
  if (ConstantNumber(e, &constant)) {
    b_.LoadNumber(constant);
    return;
  }
  switch (e->op) {
    case UnaryOperator::kTypeof: TypeOf(e->operand); return;
    case UnaryOperator::kDelete: Delete(e->operand); return;
    case UnaryOperator::kVoid:
      ForEffect(e->operand);
      b_.Emit(Opcode::kLdaUndefined);
      return;
    case UnaryOperator::kNot:
      Accumulate(e->operand);
      b_.Emit(Opcode::kNot);
      return;
    case UnaryOperator::kPlus:
      Accumulate(e->operand);
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kToNumber);
      return;
    case UnaryOperator::kMinus:
      Accumulate(e->operand);
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kNegate);
      return;
    case UnaryOperator::kBitNot:
      Accumulate(e->operand);
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kBitNot);
      return;
  }
}

void FunctionCompiler::TypeOf(Expression* operand) {
  if (operand->Is<Identifier>()) {
    LoadVariable(operand->As<Identifier>()->variable(), operand->start, true);
  } else {
    Accumulate(operand);
  }
  b_.Emit(Opcode::kTypeOf);
}

// typeof x == "literal", either way round; the truth in acc.
bool FunctionCompiler::TypeOfComparison(BinaryOperator op, Expression* left, Expression* right) {
  if (right->Is<UnaryExpression>()) std::swap(left, right);
  if (!left->Is<UnaryExpression>() || !right->Is<StringLiteral>()) return false;
  UnaryExpression* type_of = left->As<UnaryExpression>();
  if (type_of->op != UnaryOperator::kTypeof) return false;
  static constexpr const char* kNames[] = {"undefined", "object", "boolean", "number",
                                           "string",    "symbol", "bigint",  "function"};
  int kind = 0;
  while (kind < 8 && !right->As<StringLiteral>()->value->Is(kNames[kind])) kind++;
  if (type_of->operand->Is<Identifier>()) {
    LoadVariable(type_of->operand->As<Identifier>()->variable(), type_of->operand->start, true);
  } else {
    Accumulate(type_of->operand);
  }
  b_.Emit(Opcode::kTestTypeOf, {kind});
  if (IsNegated(op)) b_.Emit(Opcode::kNot);
  return true;
}

void FunctionCompiler::Delete(Expression* operand) {
  Register mark = regs_.mark();
  Label short_circuit;
  Label* saved = optional_exit_;
  Expression* e = operand;
  if (e->Is<syntax::OptionalChain>()) {
    e = e->As<syntax::OptionalChain>()->expression;
    optional_exit_ = &short_circuit;
  }
  switch (e->kind()) {
    case NodeKind::kMemberExpression: {
      MemberExpression* member = e->As<MemberExpression>();
      Accumulate(member->object);
      if (member->optional) b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit_);
      Register object = Spill();
      LoadString(member->name);
      b_.SetPosition(member->name_position);
      b_.Emit(Opcode::kDeleteKeyed, {object, is_strict_});
      break;
    }
    case NodeKind::kElementExpression: {
      ElementExpression* element = e->As<ElementExpression>();
      Accumulate(element->object);
      if (element->optional) b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit_);
      Register object = Spill();
      optional_exit_ = saved;
      Accumulate(element->index);
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kDeleteKeyed, {object, is_strict_});
      break;
    }
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement: {
      b_.SetPosition(e->start);
      if (e->Is<SuperElement>()) {
        LoadThis(e->As<SuperElement>()->this_variable());
        Accumulate(e->As<SuperElement>()->index);
      } else {
        LoadThis(e->As<SuperMember>()->this_variable());
      }
      b_.Emit(Opcode::kThrowError, {static_cast<int>(ErrorType::kReferenceError),
                                    b_.Constant(AsciiConstant("Unsupported reference to 'super'"))});
      break;
    }
    case NodeKind::kIdentifier: {
      Variable* v = e->As<Identifier>()->variable();
      b_.SetPosition(e->start);
      if (v->location == VariableLocation::kGlobal || v->location == VariableLocation::kLookup ||
          v->location == VariableLocation::kScriptLexical) {
        b_.Emit(Opcode::kDeleteLookup, {b_.Constant(c_.KeyOf(v->name))});
      } else {
        b_.Emit(Opcode::kLdaFalse);
      }
      break;
    }
    default:
      // Not a reference (a call, perhaps).
      ForEffect(e);
      b_.Emit(Opcode::kLdaTrue);
      break;
  }
  optional_exit_ = saved;
  if (e != operand) {
    Label done;
    b_.EmitJump(Opcode::kJump, done);
    b_.Bind(short_circuit);
    b_.Emit(Opcode::kLdaTrue);
    b_.Bind(done);
  }
  regs_.Release(mark);
}

void FunctionCompiler::EmitBinary(BinaryOperator op, Register left, uint32_t position) {
  b_.SetPosition(position);
  static constexpr Opcode kArithmetic[] = {Opcode::kAdd, Opcode::kSub,    Opcode::kMul,   Opcode::kDiv,
                                           Opcode::kMod, Opcode::kExp,    Opcode::kShl,   Opcode::kSar,
                                           Opcode::kShr, Opcode::kBitAnd, Opcode::kBitOr, Opcode::kBitXor};
  if (op <= BinaryOperator::kBitXor) {
    b_.Emit(kArithmetic[static_cast<int>(op)], {left});
  } else if (IsComparison(op)) {
    b_.Emit(ComparisonOf(op).value, {left});
  } else if (op == BinaryOperator::kInstanceof) {
    b_.Emit(Opcode::kInstanceOf, {left});
  } else {
    b_.Emit(Opcode::kHasProperty, {left});
  }
}

// Whether `op` has an instruction with an immediate right operand, and `right` is one.
bool FunctionCompiler::IsImmediate(BinaryOperator op, Expression* right, double* value) {
  return op <= BinaryOperator::kBitXor && op != BinaryOperator::kExponentiate &&
         ConstantNumber(right, value) && *value >= INT16_MIN && *value <= INT16_MAX &&
         *value == std::trunc(*value) && !(*value == 0 && std::signbit(*value));
}

bool FunctionCompiler::EmitBinarySmi(BinaryOperator op, Expression* right, uint32_t position) {
  double value;
  if (!IsImmediate(op, right, &value)) return false;
  static constexpr Opcode kArithmetic[] = {Opcode::kAddSmi,    Opcode::kSubSmi,   Opcode::kMulSmi,
                                           Opcode::kDivSmi,    Opcode::kModSmi,   Opcode::kExp,
                                           Opcode::kShlSmi,    Opcode::kSarSmi,   Opcode::kShrSmi,
                                           Opcode::kBitAndSmi, Opcode::kBitOrSmi, Opcode::kBitXorSmi};
  b_.SetPosition(position);
  b_.Emit(kArithmetic[static_cast<int>(op)], {static_cast<int64_t>(value)});
  return true;
}

static bool IsBitwise(BinaryOperator op) {
  return op >= BinaryOperator::kShiftLeft && op <= BinaryOperator::kBitXor;
}

// x where `e` is x | 0, for a bitwise operator with a constant on the right: that converts x by ToInt32 in
// the same way, at the same time, and refuses BigInts too. `position`: of the operator that converts.
Expression* FunctionCompiler::WithoutToInt32(BinaryOperator op, Expression* right, Expression* e,
                                             uint32_t* position) {
  double value;
  if (!IsBitwise(op) || !ConstantNumber(right, &value)) return e;
  while (e->Is<BinaryExpression>()) {
    BinaryExpression* inner = e->As<BinaryExpression>();
    if (inner->op != BinaryOperator::kBitOr || !ConstantNumber(inner->right, &value) || value != 0) break;
    *position = inner->op_position;
    e = inner->left;
  }
  return e;
}

// Whether `e` gives an int32 whatever its variables are, or throws. (A BigInt and a constant throw.)
bool FunctionCompiler::IsInt32(Expression* e) {
  auto is = [](BinaryOperator op, Expression* operand) {
    double value;
    return IsBitwise(op) && op != BinaryOperator::kShiftRightLogical && ConstantNumber(operand, &value);
  };
  if (e->Is<BinaryExpression>()) {
    BinaryExpression* b = e->As<BinaryExpression>();
    return is(b->op, b->right) || is(b->op, b->left);
  }
  if (!e->Is<NaryExpression>()) return false;
  const NaryExpression::Operation& last = *(e->As<NaryExpression>()->operations.end() - 1);
  return is(last.op, last.operand);
}

// How the left operand of `op` gets into a register.
static Opcode SpillFor(BinaryOperator op) {
  return op <= BinaryOperator::kBitXor ? Opcode::kStarOperand : Opcode::kStar;
}

void FunctionCompiler::Binary(BinaryExpression* e) {
  double constant;
  if (ConstantNumber(e, &constant)) {
    b_.LoadNumber(constant);
    return;
  }
  if (IsEquality(e->op) && TypeOfComparison(e->op, e->left, e->right)) return;
  double value;
  if (IsImmediate(e->op, e->right, &value)) {
    uint32_t position = e->op_position;
    Expression* left = WithoutToInt32(e->op, e->right, e->left, &position);
    Accumulate(left);
    if (e->op == BinaryOperator::kBitOr && value == 0 && IsInt32(left)) return;
    EmitBinarySmi(e->op, e->right, position);
    return;
  }
  bool commutes = e->op == BinaryOperator::kMultiply ||
                  (e->op >= BinaryOperator::kBitAnd && e->op <= BinaryOperator::kBitXor);
  if (commutes && e->left->Is<NumberLiteral>() && IsImmediate(e->op, e->left, &value)) {
    Accumulate(e->right);
    EmitBinarySmi(e->op, e->left, e->op_position);
    return;
  }
  Expression* left = e->left;
  Expression* right = e->right;
  BinaryOperator op = e->op;
  if ((IsComparison(op) || commutes) && IsLiteral(left) && !IsLiteral(right) &&
      LocalRegister(right) != kNoRegister) {
    std::swap(left, right);
    op = Mirrored(op);
  }
  if (LocalRegister(left) == kNoRegister && HasRegisterForm(op, right)) {
    Accumulate(left);
    EmitBinaryRegister(op, LocalRegister(right), e->op_position);
    return;
  }
  Register mark = regs_.mark();
  Register reg = Operand(left, {right}, SpillFor(op));
  Accumulate(right);
  EmitBinary(op, reg, e->op_position);
  regs_.Release(mark);
}

// Whether acc = acc op right can be one instruction because right is a local variable.
bool FunctionCompiler::HasRegisterForm(BinaryOperator op, Expression* right) {
  return (op == BinaryOperator::kAdd || op == BinaryOperator::kSubtract || op == BinaryOperator::kMultiply) &&
         LocalRegister(right) != kNoRegister;
}

void FunctionCompiler::EmitBinaryRegister(BinaryOperator op, Register right, uint32_t position) {
  b_.SetPosition(position);
  b_.Emit(op == BinaryOperator::kAdd        ? Opcode::kAddReg
          : op == BinaryOperator::kSubtract ? Opcode::kSubReg
                                            : Opcode::kMulReg,
          {right});
}

void FunctionCompiler::Nary(NaryExpression* e) {
  double constant;
  if (ConstantNumber(e, &constant)) {
    b_.LoadNumber(constant);
    return;
  }
  Register mark = regs_.mark();
  Register left = kNoRegister, temporary = kNoRegister;
  bool in_accumulator = false;
  // The first operand may be used where it is.
  if (NaryExpression::Operation& first = e->operations[0]; true) {
    double value;
    if (!ConstantNumber(first.operand, &value)) {
      left = LocalRegister(e->first);
      if (left != kNoRegister && e->first->Is<Identifier>() &&
          MayAssign(first.operand, e->first->As<Identifier>()->variable())) {
        left = kNoRegister;
      }
    }
  }
  if (left == kNoRegister) {
    NaryExpression::Operation& o = e->operations[0];
    Accumulate(WithoutToInt32(o.op, o.operand, e->first, &o.op_position));
    in_accumulator = true;
  }
  for (NaryExpression::Operation& o : e->operations) {
    if (in_accumulator && EmitBinarySmi(o.op, o.operand, o.op_position)) continue;
    if (in_accumulator && HasRegisterForm(o.op, o.operand)) {
      EmitBinaryRegister(o.op, LocalRegister(o.operand), o.op_position);
      continue;
    }
    if (in_accumulator) {
      if (temporary == kNoRegister) temporary = regs_.Allocate();
      b_.Emit(SpillFor(o.op), {temporary});
      left = temporary;
    }
    Accumulate(o.operand);
    EmitBinary(o.op, left, o.op_position);
    in_accumulator = true;
  }
  regs_.Release(mark);
}

void FunctionCompiler::Logical(LogicalExpression* e) {
  Label done;
  for (size_t i = 0; i + 1 < e->operands.size(); i++) {
    if (i > 0) NoteBlock(e->operands[i]);
    Accumulate(e->operands[i]);
    b_.EmitJump(e->op == LogicalOperator::kAnd  ? Opcode::kJumpIfFalse
                : e->op == LogicalOperator::kOr ? Opcode::kJumpIfTrue
                                                : Opcode::kJumpIfNotNullish,
                done);
  }
  NoteBlock(e->operands.back());
  if (tail_ == e) tail_ = e->operands.back();
  Accumulate(e->operands.back());
  b_.Bind(done);
}

// Chains lean right without bound.
void FunctionCompiler::Conditional(ConditionalExpression* e, bool for_effect) {
  Label done;
  Expression* rest = e;
  bool is_tail = tail_ == e;
  while (rest->Is<ConditionalExpression>()) {
    ConditionalExpression* c = rest->As<ConditionalExpression>();
    Label if_true, if_false;
    Condition(c->test, if_true, if_false, Next::kTrue);
    b_.Bind(if_true);
    NoteBlock(c->consequent);
    if (for_effect) {
      ForEffect(c->consequent);
    } else {
      if (is_tail) tail_ = c->consequent;
      Accumulate(c->consequent);
    }
    b_.EmitJump(Opcode::kJump, done);
    b_.Bind(if_false);
    rest = c->alternate;
    NoteBlock(rest);
  }
  if (for_effect) {
    ForEffect(rest);
  } else {
    if (is_tail) tail_ = rest;
    Accumulate(rest);
  }
  b_.Bind(done);
}

}  // namespace halfword::compiler
