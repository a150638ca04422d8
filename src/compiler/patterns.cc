// Destructuring (https://tc39.es/ecma262/#sec-destructuring-assignment and
// https://tc39.es/ecma262/#sec-runtime-semantics-bindinginitialization), in one form for both.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

void FunctionCompiler::BindTarget(Expression* target, StoreMode mode) {
  if (c_.StackExhausted()) return;
  switch (target->kind()) {
    case NodeKind::kIdentifier:
      StoreVariable(target->As<Identifier>()->variable(), target->start, mode);
      return;
    case NodeKind::kArrayPattern: ArrayPattern(target->As<syntax::ArrayPattern>(), mode); return;
    case NodeKind::kObjectPattern: ObjectPattern(target->As<syntax::ObjectPattern>(), mode); return;
    default: {
      Register mark = regs_.mark();
      Register value = Spill();
      Reference r = PrepareReference(target, {}, false);
      b_.Emit(Opcode::kLdar, {value});
      StoreReference(r, mode);
      regs_.Release(mark);
    }
  }
}

// Whether storing to the target surely completes: then nothing can interrupt the pattern there.
bool FunctionCompiler::StoreCannotThrow(Expression* target, StoreMode mode) {
  if (target == nullptr) return true;
  if (!target->Is<Identifier>()) return false;
  Variable* v = target->As<Identifier>()->variable();
  if (v->location != VariableLocation::kLocal && v->location != VariableLocation::kEnvironment) return false;
  if (mode == StoreMode::kInitialize) return true;
  return !v->is_constant() && v->kind != VariableKind::kFunctionName && !NeedsHoleCheck(v, target->start);
}

// acc: the value, or undefined. The target's parts were evaluated before, unless it is a pattern.
void FunctionCompiler::BindElement(const Reference& reference, Expression* target, Expression* initializer,
                                   StoreMode mode) {
  if (initializer != nullptr) {
    Label present;
    b_.EmitJump(Opcode::kJumpIfNotUndefined, present);
    Accumulate(initializer);
    b_.Bind(present);
  }
  if (reference.kind == Reference::kVariable || reference.kind == Reference::kPattern) {
    BindTarget(target, mode);
  } else {
    StoreReference(reference, mode);
  }
}

void FunctionCompiler::ArrayPattern(syntax::ArrayPattern* pattern, StoreMode mode) {
  Register mark = regs_.mark();
  Register iterator = regs_.Allocate(3);
  b_.SetPosition(pattern->start);
  b_.Emit(Opcode::kGetIterator, {iterator, 0});
  bool closes = !StoreCannotThrow(pattern->rest, mode);
  for (const PatternElement& element : pattern->elements) {
    closes |= element.initializer != nullptr || !StoreCannotThrow(element.target, mode);
  }
  // Where only the iterator itself can throw, nothing needs closing but at the end.
  Region region;
  std::optional<Control> control;
  if (closes) {
    BeginRegion(region);
    control.emplace(*this, Control::kIterator);
    control->iterator = iterator;
    control->region = &region;
  }
  for (const PatternElement& element : pattern->elements) {
    Register element_mark = regs_.mark();
    if (element.target == nullptr) {
      b_.SetPosition(pattern->start);
      b_.Emit(Opcode::kIteratorNext, {iterator});
      continue;
    }
    Reference reference = PrepareReference(element.target, {}, false);
    b_.SetPosition(element.target->start);
    b_.Emit(Opcode::kIteratorNext, {iterator});
    BindElement(reference, element.target, element.initializer, mode);
    regs_.Release(element_mark);
  }
  if (pattern->rest != nullptr) {
    Register element_mark = regs_.mark();
    Reference reference = PrepareReference(pattern->rest, {}, false);
    b_.Emit(Opcode::kIteratorRest, {iterator});
    BindElement(reference, pattern->rest, nullptr, mode);
    regs_.Release(element_mark);
  }
  if (closes) {
    EndRegion(region);
    control.reset();
  }
  if (pattern->rest == nullptr) b_.Emit(Opcode::kIteratorClose, {iterator, 0});
  if (closes) {
    Label done;
    b_.EmitJump(Opcode::kJump, done);
    b_.BindReachable(region.handler);
    FinishRegion(region);
    b_.Emit(Opcode::kIteratorClose, {iterator, 1});
    b_.Emit(Opcode::kThrow);
    b_.Bind(done);
  }
  regs_.Release(mark);
}

void FunctionCompiler::ObjectPattern(syntax::ObjectPattern* pattern, StoreMode mode) {
  Register mark = regs_.mark();
  Register value = Spill();
  b_.SetPosition(pattern->start);
  b_.Emit(Opcode::kThrowIfNullish);
  Register keys = pattern->rest == nullptr
                      ? kNoRegister
                      : regs_.Allocate(static_cast<uint32_t>(pattern->properties.size()));
  uint32_t index = 0;
  for (const PatternProperty& property : pattern->properties) {
    Register element_mark = regs_.mark();
    Atom* name = property.is_computed ? nullptr : ConstantName(property.key);
    Register key = kNoRegister;
    if (pattern->rest != nullptr) {
      key = keys + index++;
      LoadKey(property.key, property.is_computed);
      b_.Emit(Opcode::kStar, {key});
    } else if (name == nullptr && property.is_computed) {
      LoadKey(property.key, true);
      key = Spill();
    }
    Reference reference = PrepareReference(property.element.target, {}, false);
    b_.SetPosition(property.key->start);
    if (name != nullptr) {
      GetNamed(value, name, property.key->start);
    } else {
      if (key != kNoRegister) {
        b_.Emit(Opcode::kLdar, {key});
      } else {
        LoadKey(property.key, false);
      }
      b_.Emit(Opcode::kGetKeyed, {value});
    }
    BindElement(reference, property.element.target, property.element.initializer, mode);
    regs_.Release(element_mark);
  }
  if (pattern->rest != nullptr) {
    Reference reference = PrepareReference(pattern->rest, {}, false);
    b_.Emit(Opcode::kCreateObject, {0});
    Register rest = Spill();
    b_.Emit(Opcode::kLdar, {value});
    uint32_t count = static_cast<uint32_t>(pattern->properties.size());
    b_.Emit(Opcode::kCopyDataProperties, {rest, count == 0 ? rest : keys, count});
    BindElement(reference, pattern->rest, nullptr, mode);
  }
  regs_.Release(mark);
}

}  // namespace halfword::compiler
