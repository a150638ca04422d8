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

namespace {

bool IsCallLink(Expression* link) { return link->Is<CallExpression>() || link->Is<syntax::TaggedTemplate>(); }

// Of a link that is no call: whether it is written with ?., and where what it throws is reported.
bool IsOptionalLink(Expression* link) {
  switch (link->kind()) {
    case NodeKind::kMemberExpression: return link->As<MemberExpression>()->optional;
    case NodeKind::kElementExpression: return link->As<ElementExpression>()->optional;
    default: return link->As<PrivateMember>()->optional;
  }
}
uint32_t PositionOfLink(Expression* link) {
  switch (link->kind()) {
    case NodeKind::kMemberExpression: return link->As<MemberExpression>()->name_position;
    case NodeKind::kElementExpression: return link->start;
    default: return link->As<PrivateMember>()->name->start;
  }
}

}  // namespace

// Iterative: chains lean left without bound.
void FunctionCompiler::Chain(Expression* e) {
  Register outer_mark = regs_.mark();
  CountedVector<Expression*> links(c_.account());  // outermost first
  Expression* base = e;
  while (Expression* inner = ChainBase(base)) {
    links.push_back(base);
    base = inner;
  }
  ChainState chain{.position = base->start};
  size_t i = links.size() - BeginChain(base, links, chain);
  while (i-- > 0) {
    if (c_.StackExhausted()) return;
    bool is_called = i > 0 && IsCallLink(links[i - 1]);
    if (!IsCallLink(links[i])) {
      PropertyLink(links[i], is_called, chain);
      continue;
    }
    CallLink(links[i], chain);
    regs_.Release(outer_mark);
    chain = {.position = chain.position};
    if (is_called) {
      // A call of a call's result.
      chain.frame = AllocateFrame();
      b_.Emit(Opcode::kStar, {chain.frame - 2});
      chain.this_is_undefined = true;
    }
  }
  regs_.Release(outer_mark);
}

uint32_t FunctionCompiler::BeginChain(Expression* base, std::span<Expression* const> links,
                                      ChainState& chain) {
  Expression* first = links.back();
  if (IsCallLink(first)) {
    chain.frame = AllocateFrame();
    chain.this_is_undefined = Callee(base, chain.frame);
    return 0;
  }
  Expression* index = first->Is<ElementExpression>() ? first->As<ElementExpression>()->index : nullptr;
  chain.object = LocalRegister(base);
  if (chain.object != kNoRegister && base->Is<Identifier>() && index != nullptr &&
      MayAssign(index, base->As<Identifier>()->variable())) {
    chain.object = kNoRegister;
  }
  // The length and the elements of arguments need no object.
  bool is_method = links.size() > 1 && IsCallLink(links[links.size() - 2]);
  if (IsLazyArguments(base) && !is_method && LazyArgument(first)) return 1;
  if (chain.object == kNoRegister) Accumulate(base);
  return 0;
}

void FunctionCompiler::CallLink(Expression* link, const ChainState& chain) {
  if (link->Is<syntax::TaggedTemplate>()) {
    FinishTaggedTemplate(link->As<syntax::TaggedTemplate>(), chain.frame, chain.this_is_undefined,
                         chain.position);
    return;
  }
  CallExpression* call = link->As<CallExpression>();
  if (call->optional) {
    b_.Emit(Opcode::kLdar, {chain.frame - 2});
    b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit_);
  }
  FinishCall(call, chain.frame, chain.this_is_undefined, chain.position);
}

void FunctionCompiler::PropertyLink(Expression* link, bool is_called, ChainState& chain) {
  chain.position = PositionOfLink(link);
  Register object = chain.object;
  chain.object = kNoRegister;
  if (IsOptionalLink(link)) {
    if (object != kNoRegister) b_.Emit(Opcode::kLdar, {object});
    b_.EmitJump(Opcode::kJumpIfNullish, *optional_exit_);
  }
  if (!is_called) {
    GetLink(link, object, chain.position);
    return;
  }
  // A method: the object becomes this.
  chain.frame = AllocateFrame();
  if (link->Is<MemberExpression>()) {
    uint32_t name = b_.Constant(c_.KeyOf(link->As<MemberExpression>()->name));
    b_.SetPosition(chain.position);
    if (object != kNoRegister) {
      b_.Emit(Opcode::kGetMethodFrom, {chain.frame, object, name});
    } else {
      b_.Emit(Opcode::kGetMethod, {chain.frame, name});
    }
    return;
  }
  if (object != kNoRegister) {
    b_.Emit(Opcode::kMov, {object, chain.frame});
  } else {
    b_.Emit(Opcode::kStar, {chain.frame});
  }
  GetLink(link, chain.frame, chain.position);
  b_.Emit(Opcode::kStar, {chain.frame - 2});
}

void FunctionCompiler::GetLink(Expression* link, Register object, uint32_t position) {
  if (link->Is<MemberExpression>()) return GetNamed(object, link->As<MemberExpression>()->name, position);
  Expression* index = link->Is<ElementExpression>() ? link->As<ElementExpression>()->index : nullptr;
  Atom* name = index != nullptr ? ConstantName(index) : nullptr;
  if (name != nullptr) return GetNamed(object, name, position);
  Register mark = regs_.mark();
  if (object == kNoRegister) object = Spill();
  if (index != nullptr) {
    Accumulate(index);
    b_.SetPosition(position);
    b_.Emit(Opcode::kGetKeyed, {object});
  } else {
    LoadPrivateName(link->As<PrivateMember>()->name);
    b_.SetPosition(position);
    b_.Emit(Opcode::kGetPrivate, {object});
  }
  regs_.Release(mark);
}

void FunctionCompiler::OptionalChain(syntax::OptionalChain* e) {
  Label short_circuit, done;
  Label* saved = optional_exit_;
  optional_exit_ = &short_circuit;
  if (tail_ == e) tail_ = e->expression;
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
        b_.Emit(Opcode::kStar, {base + frame::kFunction});
        return false;
      }
      Into(callee, base + frame::kFunction);
      return true;
    }
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement:
      SuperProperty(callee, base);
      b_.Emit(Opcode::kStar, {base + frame::kFunction});
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
      b_.Emit(Opcode::kStar, {base + frame::kFunction});
      return false;
    }
    default: break;
  }
  Into(callee, base + frame::kFunction);
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
