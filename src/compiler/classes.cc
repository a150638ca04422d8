// Class definitions (https://tc39.es/ecma262/#sec-runtime-semantics-classdefinitionevaluation) and the
// functions that initialise their members.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

void FunctionCompiler::Class(ClassLiteral* e, Register name_key) {
  if (c_.StackExhausted()) return;
  Register outer_mark = regs_.mark();
  Register decorators = kNoRegister;
  if (!e->decorators.empty()) {
    DecoratorList(e->decorators);
    decorators = Spill();
  }
  bool outer_is_strict = is_strict_;
  is_strict_ = true;  // the heritage and computed keys too
  Register constructor = regs_.Allocate();
  {
    BlockScope scope(*this, e->scope);
    for (Variable* v : e->scope->variables) {
      if (!v->is_private_name()) continue;
      b_.Emit(Opcode::kCreatePrivateName, {b_.Constant(c_.KeyOf(v->name))});
      InitializeVariable(v);
    }
    Register prototype = CreateClass(e, name_key, constructor);
    if (e->is_decorated) {
      DecoratedClassBody(e, decorators, name_key, constructor, prototype);
    } else {
      Elements(e, constructor, prototype);
      SetInstanceMembers(e, constructor, prototype);
      InitializeClassName(e, constructor);
      CallStaticMembers(e, constructor, constructor);
    }
  }
  b_.Emit(Opcode::kLdar, {constructor});
  regs_.Release(outer_mark);
  is_strict_ = outer_is_strict;
}

FunctionInfo* FunctionCompiler::ConstructorInfo(ClassLiteral* e) {
  if (e->constructor == nullptr) {
    FunctionInfo* info = c_.NewDefaultConstructorInfo(e);
    inner_.push_back({nullptr, e, info, Part::kWhole});
    return info;
  }
  e->constructor->class_has_fields |= e->instance_members != nullptr;
  FunctionInfo* info = c_.NewFunctionInfo(e->constructor, e->constructor->scope->outer);
  if (!e->constructor->is_lazy) inner_.push_back({e->constructor, nullptr, info, Part::kWhole});
  return info;
}

Register FunctionCompiler::CreateClass(ClassLiteral* e, Register name_key, Register constructor) {
  Register superclass = regs_.Allocate();
  Register prototype = regs_.Allocate();
  if (e->heritage != nullptr) {
    Accumulate(e->heritage);
  } else {
    b_.Emit(Opcode::kLdaHole);
  }
  b_.Emit(Opcode::kStar, {superclass});
  FunctionInfo* info = ConstructorInfo(e);
  b_.SetPosition(e->heritage != nullptr ? e->heritage->start : e->start);
  b_.Emit(Opcode::kCreateClass, {superclass, prototype, b_.UniqueConstant(Value(info))});
  if (e->constructor != nullptr && e->constructor->uses_super_property)
    b_.Emit(Opcode::kSetHomeObject, {prototype});
  if (name_key != kNoRegister) b_.Emit(Opcode::kSetFunctionName, {name_key, 0});
  b_.Emit(Opcode::kStar, {constructor});
  return prototype;
}

void FunctionCompiler::SetInstanceMembers(ClassLiteral* e, Register constructor, Register prototype) {
  if (e->instance_members == nullptr) return;
  CreateClosure(e->instance_members, prototype);
  b_.Emit(Opcode::kSetClassFields, {constructor});
}

void FunctionCompiler::InitializeClassName(ClassLiteral* e, Register constructor) {
  if (e->name_variable == nullptr) return;
  b_.Emit(Opcode::kLdar, {constructor});
  InitializeVariable(e->name_variable);
}

void FunctionCompiler::CallStaticMembers(ClassLiteral* e, Register home, Register constructor) {
  if (e->static_members == nullptr) return;
  Register base = AllocateFrame();
  CreateClosure(e->static_members, home);
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  b_.Emit(Opcode::kMov, {constructor, base});
  EmitCall(base, {0}, false, e->start);
}

void FunctionCompiler::Elements(ClassLiteral* e, Register constructor, Register prototype) {
  for (ClassElement& element : e->elements) {
    Register mark = regs_.mark();
    if (element.is_method()) {
      if (element.is_private) {
        PrivateMethod(element, constructor, prototype);
      } else {
        ClassMethod(element, constructor, prototype);
      }
    } else if (element.kind == ClassElementKind::kField && element.is_computed) {
      LoadKey(element.key, true);
      InitializeVariable(element.key_variable);
    }
    regs_.Release(mark);
  }
}

void FunctionCompiler::ClassMethod(ClassElement& element, Register constructor, Register prototype) {
  Register target = element.is_static ? constructor : prototype;
  if (element.key_variable != nullptr) {
    LoadVariable(element.key_variable, element.start);
  } else {
    LoadKey(element.key, element.is_computed);
  }
  Register key = Spill();
  CreateClosure(element.value->As<FunctionLiteral>(), target);
  b_.SetPosition(element.start);
  int flags = DefineFlagsOf(element.kind);
  b_.Emit(Opcode::kDefineKeyed, {target, key, flags | (element.is_computed ? kDefineSetName : 0)});
}

void FunctionCompiler::PrivateMethod(ClassElement& element, Register constructor, Register prototype) {
  FunctionLiteral* function = element.value->As<FunctionLiteral>();
  if (!element.is_static) {
    // Added to each instance by the members function.
    CreateClosure(function, prototype);
    InitializeVariable(element.method_variable);
    return;
  }
  LoadPrivateName(element.key->As<PrivateName>());
  Register name = Spill();
  CreateClosure(function, constructor);
  b_.SetPosition(element.start);
  b_.Emit(Opcode::kAddPrivate, {constructor, name, PrivateKindOf(element.kind)});
}

// One field of `this` (https://tc39.es/ecma262/#sec-definefield).
void FunctionCompiler::MemberField(ClassElement& element) {
  BlockScope scope(*this, element.scope);
  Register mark = regs_.mark();
  PrivateName* private_name = element.storage != nullptr ? element.storage
                              : element.is_private       ? element.key->As<PrivateName>()
                                                         : nullptr;
  Register key = kNoRegister;
  Register private_key = kNoRegister;
  if (element.is_computed) {
    LoadVariable(element.key_variable, element.start);
    key = Spill();
  }
  if (private_name != nullptr) {
    LoadPrivateName(private_name);
    private_key = Spill();
  }
  bool has_key = key != kNoRegister || private_key != kNoRegister;
  Atom* name = has_key ? nullptr : ConstantName(element.key);
  if (!has_key && name == nullptr) {
    LoadKey(element.key, false);
    key = Spill();
  }
  if (element.value == nullptr) {
    b_.Emit(Opcode::kLdaUndefined);
  } else {
    NamedValue(element.value, element.needs_name_at_run_time ? key : kNoRegister);
  }
  if (element.initializers_variable != nullptr) RunInitializers(element.initializers_variable, element.start);
  b_.SetPosition(element.start);
  if (private_key != kNoRegister) {
    b_.Emit(Opcode::kAddPrivate, {0, private_key, 0});
  } else if (name != nullptr) {
    b_.Emit(Opcode::kDefineNamed, {0, b_.Constant(c_.KeyOf(name))});
  } else {
    b_.Emit(Opcode::kDefineKeyed, {0, key, kDefineValue | kDefineEnumerable});
  }
  if (element.extra_initializers_variable != nullptr) {
    LoadVariable(element.extra_initializers_variable, element.start);
    RunExtraInitializers(0, element.start);
  }
  regs_.Release(mark);
}

// https://tc39.es/ecma262/#sec-initializeinstanceelements: private methods and accessors first, then fields
// in order.
void FunctionCompiler::InstanceMembersBody() {
  scope_ = literal_->scope->outer;
  EnterFunctionScope(literal_->scope, true);
  InitializePseudoVariables();
  std::span<ClassElement> elements = literal_->owner_class->elements;
  for (ClassElement& element : elements) {
    if (element.is_static || !element.is_private || !element.is_method()) continue;
    Register mark = regs_.mark();
    LoadPrivateName(element.key->As<PrivateName>());
    Register name = Spill();
    LoadVariable(element.method_variable, element.start);
    b_.SetPosition(element.start);
    b_.Emit(Opcode::kAddPrivate, {0, name, PrivateKindOf(element.kind)});
    regs_.Release(mark);
  }
  if (Variable* extra = literal_->owner_class->extra_initializers_variable) {
    LoadVariable(extra, literal_->start);
    RunExtraInitializers(0, literal_->start);
  }
  for (ClassElement& element : elements) {
    if (!element.is_static && element.kind == ClassElementKind::kField) MemberField(element);
  }
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kReturn);
}

void FunctionCompiler::StaticMembersBody() {
  scope_ = literal_->scope->outer;
  EnterFunctionScope(literal_->scope, true);
  InitializePseudoVariables();
  for (ClassElement& element : literal_->owner_class->elements) {
    if (!element.is_static) continue;
    if (element.kind == ClassElementKind::kField) {
      MemberField(element);
    } else if (element.kind == ClassElementKind::kStaticBlock) {
      Block(element.block);
    }
  }
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kReturn);
}

}  // namespace halfword::compiler
