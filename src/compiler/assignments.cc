// Assignment and update expressions, and references: the targets of both and of patterns.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

// Whether the reference must be resolved before the value is evaluated, which could make the
// global that is missing.
bool FunctionCompiler::IsUnresolvedInStrictCode(const Variable* v) const {
  return is_strict_ && v->location == VariableLocation::kGlobal && v->kind == VariableKind::kUnresolved;
}

// An update (compound or logical assignment, ++) reads the reference before it writes it.
FunctionCompiler::Reference FunctionCompiler::PrepareReference(Expression* target,
                                                               std::initializer_list<Expression*> later,
                                                               bool is_update) {
  Reference r;
  r.node = target;
  r.position = target->start;
  switch (target->kind()) {
    case NodeKind::kIdentifier:
      r.kind = Reference::kVariable;
      r.variable = target->As<Identifier>()->variable();
      if (r.variable->location == VariableLocation::kLookup ||
          (!is_update && IsUnresolvedInStrictCode(r.variable))) {
        r.kind = Reference::kLookup;
        r.name = b_.Constant(c_.KeyOf(r.variable->name));
        r.object = regs_.Allocate();
        b_.SetPosition(r.position);
        b_.Emit(Opcode::kResolveLookup, {r.name, r.object});
      }
      return r;
    case NodeKind::kMemberExpression: {
      MemberExpression* member = target->As<MemberExpression>();
      r.kind = Reference::kNamed;
      r.position = member->name_position;
      r.object = Operand(member->object, later);
      r.name = b_.Constant(c_.KeyOf(member->name));
      return r;
    }
    case NodeKind::kElementExpression: {
      ElementExpression* element = target->As<ElementExpression>();
      Atom* name = ConstantName(element->index);
      std::initializer_list<Expression*> none = {};
      // `later` holds at most one expression.
      r.object = later.size() == 0 ? Operand(element->object, {element->index})
                                   : Operand(element->object, {element->index, *later.begin()});
      if (name != nullptr) {
        r.kind = Reference::kNamed;
        r.name = b_.Constant(c_.KeyOf(name));
        return r;
      }
      r.kind = Reference::kKeyed;
      if (is_update) {
        // The key is converted once, in place.
        Accumulate(element->index);
        r.key = Spill();
      } else {
        r.key = Operand(element->index, later.size() == 0 ? none : later);
      }
      return r;
    }
    case NodeKind::kPrivateMember: {
      PrivateMember* member = target->As<PrivateMember>();
      r.kind = Reference::kPrivate;
      r.object = Operand(member->object, later);
      LoadPrivateName(member->name);
      r.key = Spill();
      return r;
    }
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement:
      r.kind = Reference::kSuper;
      LoadSuperOperands(target, &r.home, &r.object, &r.key);
      return r;
    case NodeKind::kArrayPattern:
    case NodeKind::kObjectPattern: r.kind = Reference::kPattern; return r;
    default:
      // A call in sloppy code.
      ForEffect(target);
      b_.SetPosition(target->start);
      b_.Emit(Opcode::kThrowError, {static_cast<int>(ErrorType::kReferenceError),
                                    b_.Constant(AsciiConstant("Invalid left-hand side in assignment"))});
      r.kind = Reference::kInvalid;
      return r;
  }
}

// acc = the reference's value.
void FunctionCompiler::LoadReference(Reference& r, bool is_update) {
  b_.SetPosition(r.position);
  switch (r.kind) {
    case Reference::kVariable: LoadVariable(r.variable, r.position); return;
    case Reference::kLookup: b_.Emit(Opcode::kLdaLookupRef, {r.name, r.object}); return;
    case Reference::kNamed: b_.Emit(Opcode::kGetNamed, {r.object, r.name}); return;
    case Reference::kKeyed:
      if (is_update) {
        b_.Emit(Opcode::kGetKeyedUpdate, {r.object, r.key});
      } else {
        b_.Emit(Opcode::kLdar, {r.key});
        b_.Emit(Opcode::kGetKeyed, {r.object});
      }
      return;
    case Reference::kPrivate:
      b_.Emit(Opcode::kLdar, {r.key});
      b_.Emit(Opcode::kGetPrivate, {r.object});
      return;
    case Reference::kSuper:
      b_.Emit(Opcode::kLdar, {r.key});
      if (is_update && r.node->Is<SuperElement>()) {
        b_.Emit(Opcode::kToPropertyKey);
        b_.Emit(Opcode::kStar, {r.key});
      }
      b_.Emit(Opcode::kGetSuper, {r.home, r.object});
      return;
    case Reference::kInvalid: return;
    case Reference::kPattern: UNREACHABLE();
  }
}

// for_effect: nobody uses acc afterwards.
void FunctionCompiler::StoreReference(const Reference& r, StoreMode mode, bool for_effect) {
  b_.SetPosition(r.position);
  switch (r.kind) {
    case Reference::kVariable: StoreVariable(r.variable, r.position, mode); return;
    case Reference::kLookup: b_.Emit(Opcode::kStaLookupRef, {r.name, r.object, is_strict_ ? 1 : 0}); return;
    case Reference::kNamed:
      b_.Emit(is_strict_ ? Opcode::kSetNamedStrict : Opcode::kSetNamed, {r.object, r.name});
      return;
    case Reference::kKeyed:
      b_.Emit(for_effect ? (is_strict_ ? Opcode::kPutKeyedStrict : Opcode::kPutKeyed)
                         : (is_strict_ ? Opcode::kSetKeyedStrict : Opcode::kSetKeyed),
              {r.object, r.key});
      return;
    case Reference::kPrivate: b_.Emit(Opcode::kSetPrivate, {r.object, r.key}); return;
    case Reference::kSuper: b_.Emit(Opcode::kSetSuper, {r.home, r.object, r.key, is_strict_}); return;
    case Reference::kInvalid: return;
    case Reference::kPattern: BindTarget(r.node, mode); return;
  }
}

// Counts the properties that a constructor gives to its object.
void FunctionCompiler::NoteThisProperty(Expression* target) {
  if (!target->Is<MemberExpression>()) return;
  MemberExpression* member = target->As<MemberExpression>();
  if (member->object->Is<ThisExpression>()) this_properties_.insert(member->name);
}

void FunctionCompiler::Assign(AssignExpression* e, bool for_effect) {
  switch (e->op) {
    case AssignOperator::kAssign: break;
    case AssignOperator::kLogicalAnd:
    case AssignOperator::kLogicalOr:
    case AssignOperator::kNullish: LogicalAssign(e); return;
    default: CompoundAssign(e, for_effect); return;
  }
  Expression* target = e->target;
  NoteThisProperty(target);
  Register mark = regs_.mark();
  if (target->Is<syntax::ArrayPattern>() || target->Is<syntax::ObjectPattern>()) {
    Accumulate(e->value);
    if (for_effect) {
      BindTarget(target, StoreMode::kAssign);
    } else {
      Register value = Spill();
      BindTarget(target, StoreMode::kAssign);
      b_.Emit(Opcode::kLdar, {value});
    }
    regs_.Release(mark);
    return;
  }
  if (target->Is<Identifier>()) {
    Variable* v = target->As<Identifier>()->variable();
    bool plain_local = v->location == VariableLocation::kLocal && !v->is_constant() &&
                       v->kind != VariableKind::kFunctionName;
    if (for_effect && plain_local && LocalRegister(target) != kNoRegister) {
      Into(e->value, RegisterOf(v));
      return;
    }
    if ((v->location != VariableLocation::kLookup && !IsUnresolvedInStrictCode(v)) ||
        e->value->Is<FunctionLiteral>() || e->value->Is<NumberLiteral>() || e->value->Is<StringLiteral>()) {
      Accumulate(e->value);
      StoreVariable(v, target->start, StoreMode::kAssign);
      return;
    }
  }
  Reference r = PrepareReference(target, {e->value}, false);
  Accumulate(e->value);
  StoreReference(r, StoreMode::kAssign, for_effect);
  regs_.Release(mark);
}

void FunctionCompiler::CompoundAssign(AssignExpression* e, bool for_effect) {
  NoteThisProperty(e->target);
  Register mark = regs_.mark();
  BinaryOperator op = BinaryOperatorOf(e->op);
  Reference r = PrepareReference(e->target, {e->value}, true);
  Register local = LocalRegister(e->target);
  double constant;
  if (local != kNoRegister && !ConstantNumber(e->value, &constant) &&
      !MayAssign(e->value, e->target->As<Identifier>()->variable())) {
    Accumulate(e->value);
    EmitBinary(op, local, e->op_position);
    StoreReference(r, StoreMode::kAssign);
    regs_.Release(mark);
    return;
  }
  LoadReference(r, true);
  if (HasRegisterForm(op, e->value)) {
    EmitBinaryRegister(op, LocalRegister(e->value), e->op_position);
  } else if (!EmitBinarySmi(op, e->value, e->op_position)) {
    Register left = Spill(Opcode::kStarOperand);
    Accumulate(e->value);
    EmitBinary(op, left, e->op_position);
  }
  StoreReference(r, StoreMode::kAssign, for_effect);
  regs_.Release(mark);
}

void FunctionCompiler::LogicalAssign(AssignExpression* e) {
  Register mark = regs_.mark();
  Label done;
  Reference r = PrepareReference(e->target, {e->value}, true);
  LoadReference(r, true);
  b_.EmitJump(e->op == AssignOperator::kLogicalAnd  ? Opcode::kJumpIfFalse
              : e->op == AssignOperator::kLogicalOr ? Opcode::kJumpIfTrue
                                                    : Opcode::kJumpIfNotNullish,
              done);
  Accumulate(e->value);
  StoreReference(r, StoreMode::kAssign);
  b_.Bind(done);
  regs_.Release(mark);
}

void FunctionCompiler::Update(UpdateExpression* e, bool for_effect) {
  Expression* target = e->target;
  if (Register local = LocalRegister(target); local != kNoRegister && target->Is<Identifier>()) {
    Variable* v = target->As<Identifier>()->variable();
    if (!v->is_constant() && v->kind != VariableKind::kFunctionName) {
      b_.SetPosition(e->start);
      if (for_effect || e->is_prefix) {
        b_.Emit(e->is_increment ? Opcode::kIncReg : Opcode::kDecReg, {local});
      } else {
        b_.Emit(e->is_increment ? Opcode::kPostIncReg : Opcode::kPostDecReg, {local});
        b_.ForgetRegister(local);
      }
      return;
    }
  }
  Register mark = regs_.mark();
  NoteThisProperty(target);
  Reference r = PrepareReference(target, {}, true);
  LoadReference(r, true);
  b_.SetPosition(e->start);
  Opcode step = e->is_increment ? Opcode::kInc : Opcode::kDec;
  if (for_effect || e->is_prefix) {
    b_.Emit(step);
    StoreReference(r, StoreMode::kAssign, for_effect);
  } else {
    b_.Emit(Opcode::kToNumeric);
    Register old = Spill();
    b_.Emit(step);
    StoreReference(r, StoreMode::kAssign);
    b_.Emit(Opcode::kLdar, {old});
  }
  regs_.Release(mark);
}

}  // namespace halfword::compiler
