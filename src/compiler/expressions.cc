// Expressions: dispatch, constants and conditions. Operators are in operators.cc.
#include <cmath>

#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

void FunctionCompiler::Accumulate(Expression* e) {
  if (c_.StackExhausted()) return;
  switch (e->kind()) {
    case NodeKind::kNullLiteral: b_.Emit(Opcode::kLdaNull); return;
    case NodeKind::kBooleanLiteral: b_.LoadBoolean(e->As<BooleanLiteral>()->value); return;
    case NodeKind::kNumberLiteral: b_.LoadNumber(e->As<NumberLiteral>()->value); return;
    case NodeKind::kBigIntLiteral: b_.LoadConstant(c_.BigIntOf(e->As<BigIntLiteral>()->digits)); return;
    case NodeKind::kStringLiteral: LoadString(e->As<StringLiteral>()->value); return;
    case NodeKind::kRegExpLiteral: {
      RegExpLiteral* literal = e->As<RegExpLiteral>();
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kCreateRegExp, {b_.Constant(Value(c_.StringOf(literal->pattern))),
                                      b_.Constant(Value(c_.StringOf(literal->flags)))});
      return;
    }
    case NodeKind::kTemplateLiteral: TemplateLiteral(e->As<syntax::TemplateLiteral>()); return;
    case NodeKind::kIdentifier: LoadVariable(e->As<Identifier>()->variable(), e->start); return;
    case NodeKind::kThisExpression:
      b_.SetPosition(e->start);
      LoadThis(e->As<ThisExpression>()->variable());
      return;
    case NodeKind::kNewTarget: {
      Variable* v = e->As<NewTarget>()->variable();
      if (v == nullptr) {
        b_.Emit(Opcode::kLdaUndefined);
      } else {
        LoadVariable(v, e->start);
      }
      return;
    }
    case NodeKind::kImportMeta: b_.Emit(Opcode::kImportMeta); return;
    case NodeKind::kImportCall: ImportCall(e->As<syntax::ImportCall>()); return;
    case NodeKind::kArrayLiteral: ArrayLiteral(e->As<syntax::ArrayLiteral>()); return;
    case NodeKind::kObjectLiteral: ObjectLiteral(e->As<syntax::ObjectLiteral>()); return;
    case NodeKind::kFunctionLiteral: CreateClosure(e->As<FunctionLiteral>()); return;
    case NodeKind::kClassLiteral: Class(e->As<ClassLiteral>()); return;
    case NodeKind::kUnaryExpression: Unary(e->As<UnaryExpression>()); return;
    case NodeKind::kUpdateExpression: Update(e->As<UpdateExpression>(), false); return;
    case NodeKind::kBinaryExpression: Binary(e->As<BinaryExpression>()); return;
    case NodeKind::kNaryExpression: Nary(e->As<NaryExpression>()); return;
    case NodeKind::kLogicalExpression: Logical(e->As<LogicalExpression>()); return;
    case NodeKind::kPrivateIn: {
      PrivateIn* in = e->As<PrivateIn>();
      Register mark = regs_.mark();
      LoadPrivateName(in->name);
      Register name = Spill();
      Accumulate(in->object);
      b_.SetPosition(e->start);
      b_.Emit(Opcode::kHasPrivate, {name});
      regs_.Release(mark);
      return;
    }
    case NodeKind::kConditionalExpression: Conditional(e->As<ConditionalExpression>(), false); return;
    case NodeKind::kAssignExpression: Assign(e->As<AssignExpression>(), false); return;
    case NodeKind::kSequenceExpression: {
      std::span<Expression*> all = e->As<SequenceExpression>()->expressions;
      for (size_t i = 0; i + 1 < all.size(); i++) ForEffect(all[i]);
      if (tail_ == e) tail_ = all.back();
      Accumulate(all.back());
      return;
    }
    case NodeKind::kCallExpression:
      if (c_.is_self_hosted() && AbstractOperation(e->As<CallExpression>())) return;
      [[fallthrough]];
    case NodeKind::kMemberExpression:
    case NodeKind::kElementExpression:
    case NodeKind::kPrivateMember:
    case NodeKind::kTaggedTemplate: Chain(e); return;
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement: SuperProperty(e, kNoRegister); return;
    case NodeKind::kSuperCall: SuperCall(e->As<syntax::SuperCall>()); return;
    case NodeKind::kNewExpression: New(e->As<NewExpression>()); return;
    case NodeKind::kOptionalChain: OptionalChain(e->As<syntax::OptionalChain>()); return;
    case NodeKind::kYieldExpression: Yield(e->As<YieldExpression>()); return;
    case NodeKind::kAwaitExpression: Await(e->As<AwaitExpression>()); return;
    default: UNREACHABLE();  // SpreadElement, patterns and PrivateName are handled by what contains them
  }
}

void FunctionCompiler::ForEffect(Expression* e) {
  if (c_.StackExhausted()) return;
  switch (e->kind()) {
    case NodeKind::kAssignExpression: Assign(e->As<AssignExpression>(), true); return;
    case NodeKind::kUpdateExpression: Update(e->As<UpdateExpression>(), true); return;
    case NodeKind::kSequenceExpression:
      for (Expression* part : e->As<SequenceExpression>()->expressions) ForEffect(part);
      return;
    case NodeKind::kConditionalExpression: Conditional(e->As<ConditionalExpression>(), true); return;
    case NodeKind::kLogicalExpression: {
      LogicalExpression* logical = e->As<LogicalExpression>();
      if (logical->op == LogicalOperator::kNullish) break;
      Label done;
      for (size_t i = 0; i + 1 < logical->operands.size(); i++) {
        Label next;
        if (logical->op == LogicalOperator::kAnd) {
          Condition(logical->operands[i], next, done, Next::kTrue);
        } else {
          Condition(logical->operands[i], done, next, Next::kFalse);
        }
        b_.Bind(next);
        NoteBlock(logical->operands[i + 1]);
      }
      ForEffect(logical->operands.back());
      b_.Bind(done);
      return;
    }
    case NodeKind::kUnaryExpression: {
      UnaryExpression* unary = e->As<UnaryExpression>();
      if (unary->op == UnaryOperator::kVoid || unary->op == UnaryOperator::kNot) {
        ForEffect(unary->operand);
        return;
      }
      break;
    }
    case NodeKind::kNullLiteral:
    case NodeKind::kBooleanLiteral:
    case NodeKind::kNumberLiteral:
    case NodeKind::kStringLiteral:
    case NodeKind::kFunctionLiteral: return;
    default: break;
  }
  Accumulate(e);
}

void FunctionCompiler::Into(Expression* e, Register target) {
  Register local = LocalRegister(e);
  if (local != kNoRegister) {
    b_.Emit(Opcode::kMov, {local, target});
    return;
  }
  Accumulate(e);
  b_.Emit(Opcode::kStar, {target});
}

Register FunctionCompiler::Operand(Expression* e, std::initializer_list<Expression*> later, Opcode spill) {
  Register local = LocalRegister(e);
  if (local != kNoRegister) {
    bool stable = true;
    if (e->Is<Identifier>()) {
      Variable* v = e->As<Identifier>()->variable();
      for (Expression* l : later) stable = stable && (l == nullptr || !MayAssign(l, v));
    }
    if (stable) return local;
  }
  // The value of ++x or x = … is x, if x is a register.
  Expression* target = e->Is<UpdateExpression>() && e->As<UpdateExpression>()->is_prefix
                           ? e->As<UpdateExpression>()->target
                       : e->Is<AssignExpression>() ? e->As<AssignExpression>()->target
                                                   : nullptr;
  if (target != nullptr && target->Is<Identifier>()) {
    Variable* v = target->As<Identifier>()->variable();
    bool stable =
        !v->is_constant() && v->kind != VariableKind::kFunctionName && LocalRegister(target) != kNoRegister;
    for (Expression* l : later) stable = stable && (l == nullptr || !MayAssign(l, v));
    if (stable) {
      ForEffect(e);
      return RegisterOf(v);
    }
  }
  Accumulate(e);
  return Spill(spill);
}

// ---- Questions about expressions ----

bool FunctionCompiler::MayAssign(Node* e, const Variable* variable) {
  if (!variable->assigned) return false;
  int budget = 100;
  return MayAssignImpl(e, variable, budget);
}

bool FunctionCompiler::MayAssignImpl(Node* e, const Variable* v, int& budget) {
  if (e == nullptr) return false;
  if (--budget < 0) return true;
  auto any = [&](std::initializer_list<Node*> nodes) {
    for (Node* n : nodes) {
      if (MayAssignImpl(n, v, budget)) return true;
    }
    return false;
  };
  auto any_of = [&](std::span<Expression*> nodes) {
    for (Expression* n : nodes) {
      if (MayAssignImpl(n, v, budget)) return true;
    }
    return false;
  };
  switch (e->kind()) {
    case NodeKind::kNullLiteral:
    case NodeKind::kBooleanLiteral:
    case NodeKind::kNumberLiteral:
    case NodeKind::kBigIntLiteral:
    case NodeKind::kStringLiteral:
    case NodeKind::kRegExpLiteral:
    case NodeKind::kIdentifier:
    case NodeKind::kThisExpression:
    case NodeKind::kNewTarget:
    case NodeKind::kImportMeta:
    case NodeKind::kFunctionLiteral: return false;
    case NodeKind::kTemplateLiteral: return any_of(e->As<syntax::TemplateLiteral>()->expressions);
    case NodeKind::kArrayLiteral: return any_of(e->As<syntax::ArrayLiteral>()->elements);
    case NodeKind::kObjectLiteral:
      for (Property& p : e->As<syntax::ObjectLiteral>()->properties) {
        if (any({p.is_computed ? p.key : nullptr, p.value})) return true;
      }
      return false;
    case NodeKind::kUnaryExpression: return any({e->As<UnaryExpression>()->operand});
    case NodeKind::kUpdateExpression: {
      Expression* target = e->As<UpdateExpression>()->target;
      if (target->Is<Identifier>()) return target->As<Identifier>()->variable() == v;
      return any({target});
    }
    case NodeKind::kBinaryExpression:
      return any({e->As<BinaryExpression>()->left, e->As<BinaryExpression>()->right});
    case NodeKind::kNaryExpression:
      if (any({e->As<NaryExpression>()->first})) return true;
      for (NaryExpression::Operation& o : e->As<NaryExpression>()->operations) {
        if (any({o.operand})) return true;
      }
      return false;
    case NodeKind::kLogicalExpression: return any_of(e->As<LogicalExpression>()->operands);
    case NodeKind::kConditionalExpression: {
      ConditionalExpression* c = e->As<ConditionalExpression>();
      return any({c->test, c->consequent, c->alternate});
    }
    case NodeKind::kAssignExpression: {
      AssignExpression* a = e->As<AssignExpression>();
      if (a->target->Is<Identifier>()) {
        return a->target->As<Identifier>()->variable() == v || any({a->value});
      }
      return a->target->Is<syntax::ArrayPattern>() || a->target->Is<syntax::ObjectPattern>() ||
             any({a->target, a->value});
    }
    case NodeKind::kSequenceExpression: return any_of(e->As<SequenceExpression>()->expressions);
    case NodeKind::kMemberExpression: return any({e->As<MemberExpression>()->object});
    case NodeKind::kElementExpression:
      return any({e->As<ElementExpression>()->object, e->As<ElementExpression>()->index});
    case NodeKind::kPrivateMember: return any({e->As<PrivateMember>()->object});
    case NodeKind::kSuperMember: return false;
    case NodeKind::kSuperElement: return any({e->As<SuperElement>()->index});
    case NodeKind::kCallExpression:
      return any({e->As<CallExpression>()->callee}) || any_of(e->As<CallExpression>()->arguments);
    case NodeKind::kNewExpression:
      return any({e->As<NewExpression>()->callee}) || any_of(e->As<NewExpression>()->arguments);
    case NodeKind::kSpreadElement: return any({e->As<SpreadElement>()->argument});
    case NodeKind::kOptionalChain: return any({e->As<syntax::OptionalChain>()->expression});
    default: return true;
  }
}

// The value of an expression made of number literals; recursion is cut off early, folding is no duty.
bool FunctionCompiler::ConstantNumber(Expression* e, double* value, int depth) {
  if (depth > 8) return false;
  if (e->Is<NumberLiteral>()) {
    *value = e->As<NumberLiteral>()->value;
    return true;
  }
  auto to_int32 = [](double d) {
    if (!std::isfinite(d)) return 0;
    return static_cast<int32_t>(
        static_cast<uint32_t>(static_cast<int64_t>(std::fmod(std::trunc(d), 4294967296.0))));
  };
  if (e->Is<UnaryExpression>()) {
    UnaryExpression* u = e->As<UnaryExpression>();
    if (u->op != UnaryOperator::kMinus && u->op != UnaryOperator::kPlus && u->op != UnaryOperator::kBitNot)
      return false;
    double operand;
    if (!ConstantNumber(u->operand, &operand, depth + 1)) return false;
    *value = u->op == UnaryOperator::kMinus  ? -operand
             : u->op == UnaryOperator::kPlus ? operand
                                             : ~to_int32(operand);
    return true;
  }
  auto apply = [&](BinaryOperator op, double l, double r, double* result) {
    switch (op) {
      case BinaryOperator::kAdd: *result = l + r; return true;
      case BinaryOperator::kSubtract: *result = l - r; return true;
      case BinaryOperator::kMultiply: *result = l * r; return true;
      case BinaryOperator::kDivide: *result = l / r; return true;
      case BinaryOperator::kShiftLeft:
        *result = static_cast<int32_t>(static_cast<uint32_t>(to_int32(l)) << (to_int32(r) & 31));
        return true;
      case BinaryOperator::kShiftRight: *result = to_int32(l) >> (to_int32(r) & 31); return true;
      case BinaryOperator::kShiftRightLogical:
        *result = static_cast<uint32_t>(to_int32(l)) >> (to_int32(r) & 31);
        return true;
      case BinaryOperator::kBitAnd: *result = to_int32(l) & to_int32(r); return true;
      case BinaryOperator::kBitOr: *result = to_int32(l) | to_int32(r); return true;
      case BinaryOperator::kBitXor: *result = to_int32(l) ^ to_int32(r); return true;
      default: return false;
    }
  };
  if (e->Is<BinaryExpression>()) {
    BinaryExpression* b = e->As<BinaryExpression>();
    double left, right;
    return ConstantNumber(b->left, &left, depth + 1) && ConstantNumber(b->right, &right, depth + 1) &&
           apply(b->op, left, right, value);
  }
  if (e->Is<NaryExpression>()) {
    NaryExpression* n = e->As<NaryExpression>();
    if (n->operations.size() > 16 || !ConstantNumber(n->first, value, depth + 1)) return false;
    for (NaryExpression::Operation& o : n->operations) {
      double right;
      if (!ConstantNumber(o.operand, &right, depth + 1) || !apply(o.op, *value, right, value)) return false;
    }
    return true;
  }
  return false;
}

// ---- Conditions ----

// One compare-and-jump in the direction and polarity that the labels ask for.
void FunctionCompiler::Branch(Opcode jump_if_true, Opcode jump_if_false,
                              std::initializer_list<int64_t> operands, Label& if_true, Label& if_false,
                              Next next) {
  auto back_edge = [](Opcode forward) {
    switch (forward) {
      case Opcode::kJumpIfTrue: return Opcode::kJumpLoopIfTrue;
      case Opcode::kJumpIfFalse: return Opcode::kJumpLoopIfFalse;
      case Opcode::kJumpIfLess: return Opcode::kJumpLoopIfLess;
      case Opcode::kJumpIfLessEqual: return Opcode::kJumpLoopIfLessEqual;
      case Opcode::kJumpIfGreater: return Opcode::kJumpLoopIfGreater;
      case Opcode::kJumpIfGreaterEqual: return Opcode::kJumpLoopIfGreaterEqual;
      case Opcode::kJumpIfEqual: return Opcode::kJumpLoopIfEqual;
      case Opcode::kJumpIfNotEqual: return Opcode::kJumpLoopIfNotEqual;
      case Opcode::kJumpIfStrictEqual: return Opcode::kJumpLoopIfStrictEqual;
      case Opcode::kJumpIfNotStrictEqual: return Opcode::kJumpLoopIfNotStrictEqual;
      default: return Opcode::kJump;
    }
  };
  bool to_false = next == Next::kTrue;
  Label& target = to_false ? if_false : if_true;
  Label& other = to_false ? if_true : if_false;
  Opcode opcode = to_false ? jump_if_false : jump_if_true;
  if (!target.is_bound()) {
    b_.EmitJump(opcode, target, operands);
    return;
  }
  Opcode backward = back_edge(opcode);
  if (backward != Opcode::kJump) {
    b_.EmitJump(backward, target, operands);
  } else {
    b_.EmitJump(to_false ? jump_if_true : jump_if_false, other, operands);
    b_.EmitJump(Opcode::kJumpLoop, target);
  }
}

void FunctionCompiler::BranchOnAccumulator(Label& if_true, Label& if_false, Next next) {
  Branch(Opcode::kJumpIfTrue, Opcode::kJumpIfFalse, {}, if_true, if_false, next);
}

void FunctionCompiler::Condition(Expression* e, Label& if_true, Label& if_false, Next next) {
  if (c_.StackExhausted()) return;
  switch (e->kind()) {
    case NodeKind::kBooleanLiteral:
      if (e->As<BooleanLiteral>()->value) {
        if (next != Next::kTrue) Jump(if_true);
      } else {
        if (next != Next::kFalse) Jump(if_false);
      }
      return;
    case NodeKind::kNumberLiteral: {
      double value = e->As<NumberLiteral>()->value;
      if (value != 0 && value == value) {
        if (next != Next::kTrue) Jump(if_true);
      } else {
        if (next != Next::kFalse) Jump(if_false);
      }
      return;
    }
    case NodeKind::kUnaryExpression: {
      UnaryExpression* unary = e->As<UnaryExpression>();
      if (unary->op != UnaryOperator::kNot) break;
      Condition(unary->operand, if_false, if_true, next == Next::kTrue ? Next::kFalse : Next::kTrue);
      return;
    }
    case NodeKind::kLogicalExpression: {
      LogicalExpression* logical = e->As<LogicalExpression>();
      if (logical->op == LogicalOperator::kNullish) break;
      for (size_t i = 0; i + 1 < logical->operands.size(); i++) {
        Label next_operand;
        if (logical->op == LogicalOperator::kAnd) {
          Condition(logical->operands[i], next_operand, if_false, Next::kTrue);
        } else {
          Condition(logical->operands[i], if_true, next_operand, Next::kFalse);
        }
        b_.Bind(next_operand);
        NoteBlock(logical->operands[i + 1]);
      }
      Condition(logical->operands.back(), if_true, if_false, next);
      return;
    }
    case NodeKind::kBinaryExpression:
      if (ComparisonCondition(e->As<BinaryExpression>(), if_true, if_false, next)) return;
      break;
    case NodeKind::kCallExpression:
      if (Expression* value = TestedForAbsence(e)) {
        CHECK(!if_true.is_bound());  // there is no such back-edge
        Accumulate(value);
        b_.EmitJump(Opcode::kJumpIfHole, if_true);
        if (next != Next::kFalse) Jump(if_false);
        return;
      }
      break;
    case NodeKind::kSequenceExpression: {
      std::span<Expression*> all = e->As<SequenceExpression>()->expressions;
      for (size_t i = 0; i + 1 < all.size(); i++) ForEffect(all[i]);
      Condition(all.back(), if_true, if_false, next);
      return;
    }
    default: break;
  }
  Accumulate(e);
  BranchOnAccumulator(if_true, if_false, next);
}

}  // namespace halfword::compiler
