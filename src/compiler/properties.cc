// Property access: chains of members and calls, optional chains, super properties.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

Atom* FunctionCompiler::ConstantName(Expression* key) {
  if (!key->Is<StringLiteral>()) return nullptr;
  Atom* name = key->As<StringLiteral>()->value;
  return name->is_array_index() ? nullptr : name;
}

// acc = the key of a property or class element, ready for DefineKeyed.
void FunctionCompiler::LoadKey(Expression* key, bool is_computed) {
  if (is_computed) {
    Accumulate(key);
    if (key->Is<StringLiteral>() || key->Is<NumberLiteral>()) return;
    b_.SetPosition(key->start);
    b_.Emit(Opcode::kToPropertyKey);
    return;
  }
  if (key->Is<StringLiteral>() && key->As<StringLiteral>()->value->is_array_index()) {
    b_.LoadNumber(key->As<StringLiteral>()->value->array_index);
    return;
  }
  Accumulate(key);
  double ignored;
  bool is_key =
      key->Is<StringLiteral>() || (ConstantNumber(key, &ignored) && ignored >= 0 &&
                                   ignored <= Value::kSmiMax && ignored == static_cast<int32_t>(ignored));
  if (!is_key) b_.Emit(Opcode::kToPropertyKey);
}

// object: kNoRegister means acc.
void FunctionCompiler::GetNamed(Register object, Atom* name, uint32_t position) {
  b_.SetPosition(position);
  bool is_length = name->Is("length");
  uint32_t constant = b_.Constant(c_.KeyOf(name));
  if (object == kNoRegister) {
    b_.Emit(is_length ? Opcode::kGetLengthAcc : Opcode::kGetNamedAcc, {constant});
  } else {
    b_.Emit(is_length ? Opcode::kGetLength : Opcode::kGetNamed, {object, constant});
  }
}

void FunctionCompiler::LoadPrivateName(PrivateName* name) {
  Variable* v = name->variable();
  switch (v->location) {
    case VariableLocation::kLocal: b_.Emit(Opcode::kLdar, {RegisterOf(v)}); return;
    default: LoadSlot(Hops(v->scope), v->index); return;
  }
}

// acc = arguments.length or arguments[…]; false: the link is none of these.
bool FunctionCompiler::LazyArgument(Expression* link) {
  Register reg = RegisterOf(lazy_arguments_);
  if (link->Is<MemberExpression>() && link->As<MemberExpression>()->name->Is("length")) {
    b_.SetPosition(link->As<MemberExpression>()->name_position);
    b_.Emit(Opcode::kGetArgumentsLength, {reg, literal_->has_mapped_arguments});
    return true;
  }
  if (!link->Is<ElementExpression>() || ConstantName(link->As<ElementExpression>()->index) != nullptr)
    return false;
  Accumulate(link->As<ElementExpression>()->index);
  b_.SetPosition(link->start);
  b_.Emit(Opcode::kGetArgument, {reg, literal_->has_mapped_arguments});
  return true;
}

// Iterative: chains lean left without bound.
void FunctionCompiler::Chain(Expression* e) {
  Register outer_mark = regs_.mark();
  CountedVector<Expression*> links(c_.account());  // outermost first
  Expression* base = e;
  while (Expression* inner = ChainBase(base)) {
    links.push_back(base);
    base = inner;
  }
  Label* optional_exit = optional_exit_;
  // What the next link works on: a register, or acc (kNoRegister), or a callee in a frame.
  Register object = kNoRegister;
  Register frame = kNoRegister;
  bool this_is_undefined = false;
  uint32_t position = base->start;

  size_t i = links.size();
  bool base_is_called = links[i - 1]->Is<CallExpression>() || links[i - 1]->Is<syntax::TaggedTemplate>();
  if (base_is_called) {
    frame = AllocateFrame();
    this_is_undefined = Callee(base, frame);
  } else {
    Expression* index =
        links[i - 1]->Is<ElementExpression>() ? links[i - 1]->As<ElementExpression>()->index : nullptr;
    object = LocalRegister(base);
    if (object != kNoRegister && base->Is<Identifier>() && index != nullptr &&
        MayAssign(index, base->As<Identifier>()->variable())) {
      object = kNoRegister;
    }
    // The length and the elements of arguments need no object.
    bool is_method = links.size() > 1 && (links[links.size() - 2]->Is<CallExpression>() ||
                                          links[links.size() - 2]->Is<syntax::TaggedTemplate>());
    if (IsLazyArguments(base) && !is_method && LazyArgument(links.back())) {
      i--;
    } else if (object == kNoRegister) {
      Accumulate(base);
    }
  }

  while (i-- > 0) {
    if (c_.StackExhausted()) return;
    Expression* link = links[i];
    bool is_called =
        i > 0 && (links[i - 1]->Is<CallExpression>() || links[i - 1]->Is<syntax::TaggedTemplate>());
    bool optional = false;
    switch (link->kind()) {
      case NodeKind::kCallExpression: {
        CallExpression* call = link->As<CallExpression>();
        if (call->optional) {
          b_.Emit(Opcode::kLdar, {frame - 2});
          b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit);
        }
        FinishCall(call, frame, this_is_undefined, position);
        break;
      }
      case NodeKind::kTaggedTemplate:
        FinishTaggedTemplate(link->As<syntax::TaggedTemplate>(), frame, this_is_undefined, position);
        break;
      case NodeKind::kMemberExpression: {
        MemberExpression* member = link->As<MemberExpression>();
        optional = member->optional;
        position = member->name_position;
        break;
      }
      case NodeKind::kElementExpression:
        optional = link->As<ElementExpression>()->optional;
        position = link->start;
        break;
      default:
        optional = link->As<PrivateMember>()->optional;
        position = link->As<PrivateMember>()->name->start;
        break;
    }
    if (link->Is<CallExpression>() || link->Is<syntax::TaggedTemplate>()) {
      regs_.Release(outer_mark);
      frame = object = kNoRegister;
      this_is_undefined = false;
      if (is_called) {
        // A call of a call's result.
        frame = AllocateFrame();
        b_.Emit(Opcode::kStar, {frame - 2});
        this_is_undefined = true;
      }
      continue;
    }
    if (optional) {
      if (object != kNoRegister) b_.Emit(Opcode::kLdar, {object});
      b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit);
    }
    if (is_called) {
      // A method: the object becomes this.
      frame = AllocateFrame();
      if (link->Is<MemberExpression>()) {
        uint32_t name = b_.Constant(c_.KeyOf(link->As<MemberExpression>()->name));
        b_.SetPosition(position);
        if (object != kNoRegister) {
          b_.Emit(Opcode::kGetMethodFrom, {frame, object, name});
        } else {
          b_.Emit(Opcode::kGetMethod, {frame, name});
        }
        object = kNoRegister;
        continue;
      }
      if (object != kNoRegister) {
        b_.Emit(Opcode::kMov, {object, frame});
      } else {
        b_.Emit(Opcode::kStar, {frame});
      }
      object = frame;
    }
    Register mark = regs_.mark();
    Atom* name = link->Is<MemberExpression>()    ? link->As<MemberExpression>()->name
                 : link->Is<ElementExpression>() ? ConstantName(link->As<ElementExpression>()->index)
                                                 : nullptr;
    if (object == kNoRegister && name == nullptr) object = Spill();
    switch (link->kind()) {
      case NodeKind::kMemberExpression: GetNamed(object, name, position); break;
      case NodeKind::kElementExpression: {
        Expression* index = link->As<ElementExpression>()->index;
        if (name != nullptr) {
          GetNamed(object, name, position);
        } else {
          Accumulate(index);
          b_.SetPosition(position);
          b_.Emit(Opcode::kGetKeyed, {object});
        }
        break;
      }
      default:
        LoadPrivateName(link->As<PrivateMember>()->name);
        b_.SetPosition(position);
        b_.Emit(Opcode::kGetPrivate, {object});
        break;
    }
    regs_.Release(mark);
    object = kNoRegister;
    if (is_called) b_.Emit(Opcode::kStar, {frame - 2});
  }
  regs_.Release(outer_mark);
}

void FunctionCompiler::OptionalChain(syntax::OptionalChain* e) {
  Label short_circuit, done;
  Label* saved = optional_exit_;
  optional_exit_ = &short_circuit;
  Accumulate(e->expression);
  optional_exit_ = saved;
  if (!short_circuit.is_used()) return;
  b_.EmitJump(Opcode::kJump, done);
  b_.Bind(short_circuit);
  b_.Emit(Opcode::kLdaUndefined);
  b_.Bind(done);
}

// The innermost callee of a chain, which is no chain link itself.
bool FunctionCompiler::Callee(Expression* callee, Register base) {
  switch (callee->kind()) {
    case NodeKind::kIdentifier: {
      Variable* v = callee->As<Identifier>()->variable();
      if (v->location == VariableLocation::kLookup) {
        b_.SetPosition(callee->start);
        b_.Emit(Opcode::kLdaLookupCall, {b_.Constant(c_.KeyOf(v->name)), base});
        b_.Emit(Opcode::kStar, {base - 2});
        return false;
      }
      Into(callee, base - 2);
      return true;
    }
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement:
      SuperProperty(callee, base);
      b_.Emit(Opcode::kStar, {base - 2});
      return false;
    case NodeKind::kOptionalChain: {
      // (a?.b)() keeps a as this.
      Expression* e = callee->As<syntax::OptionalChain>()->expression;
      Expression* object = e->Is<MemberExpression>()    ? e->As<MemberExpression>()->object
                           : e->Is<ElementExpression>() ? e->As<ElementExpression>()->object
                           : e->Is<PrivateMember>()     ? e->As<PrivateMember>()->object
                                                        : nullptr;
      if (object == nullptr) break;
      Label short_circuit, done;
      Label* saved = optional_exit_;
      optional_exit_ = &short_circuit;
      Accumulate(object);
      bool optional = e->Is<MemberExpression>()    ? e->As<MemberExpression>()->optional
                      : e->Is<ElementExpression>() ? e->As<ElementExpression>()->optional
                                                   : e->As<PrivateMember>()->optional;
      if (optional) b_.EmitJump(Opcode::kJumpIfNullish, short_circuit);
      b_.Emit(Opcode::kStar, {base});
      optional_exit_ = saved;
      if (e->Is<MemberExpression>()) {
        GetNamed(base, e->As<MemberExpression>()->name, e->As<MemberExpression>()->name_position);
      } else if (e->Is<ElementExpression>()) {
        Accumulate(e->As<ElementExpression>()->index);
        b_.SetPosition(e->start);
        b_.Emit(Opcode::kGetKeyed, {base});
      } else {
        LoadPrivateName(e->As<PrivateMember>()->name);
        b_.SetPosition(e->start);
        b_.Emit(Opcode::kGetPrivate, {base});
      }
      b_.EmitJump(Opcode::kJump, done);
      b_.Bind(short_circuit);
      b_.Emit(Opcode::kLdaUndefined);
      b_.Emit(Opcode::kStar, {base});
      b_.Bind(done);
      b_.Emit(Opcode::kStar, {base - 2});
      return false;
    }
    default: break;
  }
  Into(callee, base - 2);
  return true;
}

// ---- super ----

void FunctionCompiler::LoadHomeObject(Expression* e) {
  Variable* home =
      e->Is<SuperMember>() ? e->As<SuperMember>()->home_object() : e->As<SuperElement>()->home_object();
  if (home == nullptr) {
    b_.Emit(Opcode::kLdaHomeObject);
  } else {
    LoadVariable(home, e->start);
  }
}

// In the order of https://tc39.es/ecma262/#sec-super-keyword-runtime-semantics-evaluation: this, then the
// key, then the home object.
void FunctionCompiler::LoadSuperOperands(Expression* e, Register* base, Register* receiver, Register* key) {
  b_.SetPosition(e->start);
  LoadThis(e->Is<SuperMember>() ? e->As<SuperMember>()->this_variable()
                                : e->As<SuperElement>()->this_variable());
  *receiver = Spill();
  if (e->Is<SuperMember>()) {
    LoadString(e->As<SuperMember>()->name);
  } else {
    Accumulate(e->As<SuperElement>()->index);
  }
  *key = Spill();
  LoadHomeObject(e);
  *base = Spill();
  b_.Emit(Opcode::kGetSuperConstructor, {*base});
  b_.Emit(Opcode::kStar, {*base});
}

// this_register: where this is wanted too, as the receiver of a call.
void FunctionCompiler::SuperProperty(Expression* e, Register this_register) {
  Register mark = regs_.mark();
  Register home, receiver, key;
  LoadSuperOperands(e, &home, &receiver, &key);
  if (this_register != kNoRegister) b_.Emit(Opcode::kMov, {receiver, this_register});
  b_.Emit(Opcode::kLdar, {key});
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kGetSuper, {home, receiver});
  regs_.Release(mark);
}

}  // namespace halfword::compiler
