// Decorated classes (https://tc39.es/proposal-decorators/): what is emitted for them in the place of the
// definitions of their elements. Lists are arrays that no program sees. The decorators are called by
// ApplyDecorators of builtins/self_hosted.js.
#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

void FunctionCompiler::DecoratorList(std::span<Expression*> decorators) {
  Register mark = regs_.mark();
  b_.Emit(Opcode::kCreateArray, {static_cast<int64_t>(std::min<size_t>(2 * decorators.size(), 65535))});
  Register list = Spill();
  for (Expression* decorator : decorators) {
    Register before = regs_.mark();
    Register base = AllocateFrame();
    Expression* object = decorator->Is<MemberExpression>()    ? decorator->As<MemberExpression>()->object
                         : decorator->Is<ElementExpression>() ? decorator->As<ElementExpression>()->object
                         : decorator->Is<PrivateMember>()     ? decorator->As<PrivateMember>()->object
                                                              : nullptr;
    bool this_is_undefined = false;
    if (object != nullptr) {
      Into(object, base);
      GetLink(decorator, base, decorator->start);
      b_.Emit(Opcode::kStar, {base + frame::kFunction});
    } else {
      this_is_undefined = Callee(decorator, base);
    }
    b_.Emit(Opcode::kLdar, {base + frame::kFunction});
    b_.Emit(Opcode::kArrayPush, {list});
    if (this_is_undefined) {
      b_.Emit(Opcode::kLdaUndefined);
    } else {
      b_.Emit(Opcode::kLdar, {base});
    }
    b_.Emit(Opcode::kArrayPush, {list});
    regs_.Release(before);
  }
  b_.Emit(Opcode::kLdar, {list});
  regs_.Release(mark);
}

Register FunctionCompiler::NewDecoratorList() {
  b_.Emit(Opcode::kCreateArray, {0});
  return Spill();
}

void FunctionCompiler::DecoratedClassBody(ClassLiteral* e, Register decorators, Register name_key,
                                          Register constructor, Register prototype) {
  Register first = regs_.Allocate(4);
  Decorations decorations = {first, first + 1, first + 2, first + 3};
  DecoratedElements(e, decorations, constructor, prototype);
  SetInstanceMembers(e, constructor, prototype);
  Register home = regs_.Allocate();  // the class as it was written
  b_.Emit(Opcode::kMov, {constructor, home});
  Register class_extra = regs_.Allocate();
  DecorateClass(e, decorations, decorators, name_key, constructor, class_extra);
  InitializeClassName(e, constructor);
  b_.Emit(Opcode::kLdar, {decorations.static_extra});
  RunExtraInitializers(constructor, e->start);
  CallStaticMembers(e, home, constructor);
  b_.Emit(Opcode::kLdar, {class_extra});
  RunExtraInitializers(constructor, e->start);
}

// In the order of the proposal's ClassDefinitionEvaluation: static methods, getters, setters and
// auto-accessors are decorated and defined, then those of instances; then the fields are decorated.
void FunctionCompiler::DecoratedElements(ClassLiteral* e, const Decorations& d, Register constructor,
                                         Register prototype) {
  EvaluateElements(e, d);
  LoadMetadata(e, constructor, d.metadata);
  b_.Emit(Opcode::kLdaUndefined);
  b_.Emit(Opcode::kStar, {d.static_extra});
  if (e->extra_initializers_variable != nullptr) {
    b_.Emit(Opcode::kCreateArray, {0});
    InitializeVariable(e->extra_initializers_variable);
  }
  LoadSelfHosted(kApplyDecorators, d.apply);
  b_.Emit(Opcode::kStar, {d.apply});
  for (bool is_static : {true, false}) {
    for (size_t i = 0; i < e->elements.size(); i++) {
      if (c_.StackExhausted()) return;
      ClassElement& element = e->elements[i];
      if (element.is_static != is_static) continue;
      Register mark = regs_.mark();
      if (element.storage != nullptr && !element.decorators.empty()) {
        DecoratedAccessor(e->elements.subspan(i, 3), d, constructor, prototype);
        i += 2;
      } else if (element.is_method()) {
        if (!element.decorators.empty()) {
          DecoratedMethod(e, element, d, constructor, prototype);
        } else if (element.is_private) {
          PrivateMethod(element, constructor, prototype);
        } else {
          ClassMethod(element, constructor, prototype);
        }
      }
      regs_.Release(mark);
    }
  }
  for (bool is_static : {true, false}) {
    for (ClassElement& element : e->elements) {
      if (c_.StackExhausted()) return;
      if (element.is_static != is_static || element.kind != ClassElementKind::kField) continue;
      if (element.storage != nullptr || element.decorators.empty()) continue;
      Register mark = regs_.mark();
      DecoratedField(element, d);
      regs_.Release(mark);
    }
  }
}

// The decorators and computed keys, in the order of the source.
void FunctionCompiler::EvaluateElements(ClassLiteral* e, const Decorations& d) {
  b_.Emit(Opcode::kCreateArray, {0});
  b_.Emit(Opcode::kStar, {d.lists});
  for (size_t i = 0; i < e->elements.size(); i++) {
    ClassElement& element = e->elements[i];
    if (!element.decorators.empty()) {
      DecoratorList(element.decorators);
      b_.Emit(Opcode::kArrayPush, {d.lists});
    }
    if (element.is_computed) {
      LoadKey(element.key, true);
      InitializeVariable(element.key_variable);
    }
    if (element.storage != nullptr) i += 2;  // the accessor's functions have the same key
  }
}

void FunctionCompiler::LoadMetadata(ClassLiteral* e, Register constructor, Register result) {
  if (e->heritage != nullptr) {
    b_.SetPosition(e->heritage->start);
    b_.Emit(Opcode::kGetSuperConstructor, {constructor});
    b_.Emit(Opcode::kGetNamedAcc, {b_.Constant(Value(isolate_.symbol(WellKnownSymbol::metadata)))});
  } else {
    b_.Emit(Opcode::kLdaNull);
  }
  b_.Emit(Opcode::kStar, {result});
  b_.Emit(Opcode::kAbstractOperation,
          {result, 1, static_cast<int64_t>(SelfHostedOperation::kCreateDecoratorMetadata)});
  b_.Emit(Opcode::kStar, {result});
}

Register FunctionCompiler::ElementKey(const ClassElement& element) {
  if (element.is_private) {
    LoadPrivateName(element.key->As<PrivateName>());
  } else if (element.key_variable != nullptr) {
    LoadVariable(element.key_variable, element.start);
  } else {
    LoadKey(element.key, false);
  }
  return Spill();
}

void FunctionCompiler::LoadDecoratorsOf(const ClassElement& element, const Decorations& d) {
  b_.LoadSmi(static_cast<int32_t>(element.decoration));
  b_.Emit(Opcode::kGetKeyed, {d.lists});
}

void FunctionCompiler::CallApplyDecorators(const Decorations& d, const Decorated& decorated) {
  Register mark = regs_.mark();
  Register base = AllocateFrame();
  Register to = regs_.Allocate(8);
  b_.Emit(Opcode::kMov, {d.apply, base + frame::kFunction});
  b_.Emit(Opcode::kMov, {decorated.decorators, to});
  b_.LoadConstant(AsciiConstant(decorated.kind));
  b_.Emit(Opcode::kStar, {to + 1});
  b_.Emit(Opcode::kMov, {decorated.key, to + 2});
  b_.LoadBoolean(decorated.is_static);
  b_.Emit(Opcode::kStar, {to + 3});
  b_.Emit(Opcode::kMov, {decorated.record, to + 4});
  b_.Emit(Opcode::kMov, {decorated.initializers, to + 5});
  b_.Emit(Opcode::kMov, {decorated.extra, to + 6});
  b_.Emit(Opcode::kMov, {d.metadata, to + 7});
  EmitCall(base, {8}, true, decorated.position);
  regs_.Release(mark);
}

// The function is in acc.
void FunctionCompiler::DefineElement(ClassElement& element, Register key, Register constructor,
                                     Register prototype) {
  b_.SetPosition(element.start);
  if (!element.is_private) {
    Register target = element.is_static ? constructor : prototype;
    b_.Emit(Opcode::kDefineKeyed, {target, key, DefineFlagsOf(element.kind)});
  } else if (element.is_static) {
    b_.Emit(Opcode::kAddPrivate, {constructor, key, PrivateKindOf(element.kind)});
  } else {
    InitializeVariable(element.method_variable);
  }
}

void FunctionCompiler::DecoratedMethod(ClassLiteral* e, ClassElement& element, const Decorations& d,
                                       Register constructor, Register prototype) {
  bool is_getter = element.kind == ClassElementKind::kGetter;
  bool is_setter = element.kind == ClassElementKind::kSetter;
  const char* kind = is_getter ? "getter" : is_setter ? "setter" : "method";
  Register key = ElementKey(element);
  Register extra = d.static_extra;
  if (element.is_static) {
    Label present;
    b_.Emit(Opcode::kLdar, {extra});
    b_.EmitJump(Opcode::kJumpIfNotUndefined, present);
    b_.Emit(Opcode::kCreateArray, {0});
    b_.Emit(Opcode::kStar, {extra});
    b_.Bind(present);
  } else {
    LoadVariable(e->extra_initializers_variable, element.start);
    extra = Spill();
  }
  CreateClosure(element.value->As<FunctionLiteral>(), element.is_static ? constructor : prototype);
  b_.SetPosition(element.start);
  if (element.is_computed) b_.Emit(Opcode::kSetFunctionName, {key, is_getter ? 1 : is_setter ? 2 : 0});
  Register record = Spill();
  b_.Emit(Opcode::kCreateArrayFrom, {record, 1});
  b_.Emit(Opcode::kStar, {record});
  LoadDecoratorsOf(element, d);
  Register decorators = Spill();
  CallApplyDecorators(d, {.decorators = decorators,
                          .key = key,
                          .record = record,
                          .initializers = record,
                          .extra = extra,
                          .kind = kind,
                          .is_static = element.is_static,
                          .position = element.start});
  b_.LoadSmi(0);
  b_.Emit(Opcode::kGetKeyed, {record});
  DefineElement(element, key, constructor, prototype);
}

// A field with its getter and setter.
void FunctionCompiler::DecoratedAccessor(std::span<ClassElement> elements, const Decorations& d,
                                         Register constructor, Register prototype) {
  ClassElement& field = elements[0];
  Register key = ElementKey(field);
  Register initializers = NewDecoratorList();
  Register extra = NewDecoratorList();
  Register record = regs_.Allocate(2);
  for (Register i = 0; i < 2; i++) {
    CreateClosure(elements[1 + i].value->As<FunctionLiteral>(), field.is_static ? constructor : prototype);
    b_.SetPosition(field.start);
    if (field.is_computed) b_.Emit(Opcode::kSetFunctionName, {key, 1 + i});
    b_.Emit(Opcode::kStar, {record + i});
  }
  b_.Emit(Opcode::kCreateArrayFrom, {record, 2});
  b_.Emit(Opcode::kStar, {record});
  LoadDecoratorsOf(field, d);
  Register decorators = Spill();
  CallApplyDecorators(d, {.decorators = decorators,
                          .key = key,
                          .record = record,
                          .initializers = initializers,
                          .extra = extra,
                          .kind = "accessor",
                          .is_static = field.is_static,
                          .position = field.start});
  for (Register i = 0; i < 2; i++) {
    b_.LoadSmi(static_cast<int32_t>(i));
    b_.Emit(Opcode::kGetKeyed, {record});
    DefineElement(elements[1 + i], key, constructor, prototype);
  }
  KeepUnlessEmpty(initializers, field.initializers_variable);
  KeepUnlessEmpty(extra, field.extra_initializers_variable);
}

void FunctionCompiler::DecoratedField(ClassElement& field, const Decorations& d) {
  Register key = ElementKey(field);
  Register initializers = NewDecoratorList();
  Register extra = NewDecoratorList();
  b_.Emit(Opcode::kLdaUndefined);
  Register record = Spill();
  b_.Emit(Opcode::kCreateArrayFrom, {record, 1});
  b_.Emit(Opcode::kStar, {record});
  LoadDecoratorsOf(field, d);
  Register decorators = Spill();
  CallApplyDecorators(d, {.decorators = decorators,
                          .key = key,
                          .record = record,
                          .initializers = initializers,
                          .extra = extra,
                          .kind = "field",
                          .is_static = field.is_static,
                          .position = field.start});
  KeepUnlessEmpty(initializers, field.initializers_variable);
  KeepUnlessEmpty(extra, field.extra_initializers_variable);
}

// The list, or undefined if it is empty, so that instances are made without a call.
void FunctionCompiler::KeepUnlessEmpty(Register list, Variable* variable) {
  Label present, done;
  b_.Emit(Opcode::kGetLength, {list, b_.Constant(Value(isolate_.name(Name::length)))});
  b_.EmitJump(Opcode::kJumpIfTrue, present);
  b_.Emit(Opcode::kLdaUndefined);
  b_.EmitJump(Opcode::kJump, done);
  b_.Bind(present);
  b_.Emit(Opcode::kLdar, {list});
  b_.Bind(done);
  InitializeVariable(variable);
}

void FunctionCompiler::DecorateClass(ClassLiteral* e, const Decorations& d, Register decorators,
                                     Register name_key, Register constructor, Register extra) {
  Register mark = regs_.mark();
  if (decorators != kNoRegister) {
    b_.Emit(Opcode::kCreateArray, {0});
    b_.Emit(Opcode::kStar, {extra});
    Register key = name_key;
    if (key == kNoRegister) {
      b_.LoadConstant(e->name != nullptr ? Value(c_.StringOf(e->name)) : Value(isolate_.name(Name::empty)));
      key = Spill();
    }
    b_.Emit(Opcode::kCreateArrayFrom, {constructor, 1});
    Register record = Spill();
    CallApplyDecorators(d, {.decorators = decorators,
                            .key = key,
                            .record = record,
                            .initializers = record,
                            .extra = extra,
                            .kind = "class",
                            .is_static = false,
                            .position = e->start});
    b_.LoadSmi(0);
    b_.Emit(Opcode::kGetKeyed, {record});
    b_.Emit(Opcode::kStar, {constructor});
  } else {
    b_.Emit(Opcode::kLdaUndefined);
    b_.Emit(Opcode::kStar, {extra});
  }
  b_.LoadConstant(Value(isolate_.symbol(WellKnownSymbol::metadata)));
  Register key = Spill();
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kLdar, {d.metadata});
  b_.Emit(Opcode::kDefineKeyed, {constructor, key, kDefineMethod});
  regs_.Release(mark);
}

void FunctionCompiler::RunInitializers(Variable* initializers, uint32_t position) {
  Register mark = regs_.mark();
  Register value = Spill();
  Label none;
  LoadVariable(initializers, position);
  b_.EmitJump(Opcode::kJumpIfUndefined, none);
  Register base = AllocateFrame();
  Register arguments = regs_.Allocate(3);
  b_.Emit(Opcode::kStar, {arguments});
  b_.Emit(Opcode::kMov, {0, arguments + 1});
  b_.Emit(Opcode::kMov, {value, arguments + 2});
  LoadSelfHosted(kRunInitializers, base);
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  EmitCall(base, {3}, true, position);
  b_.Emit(Opcode::kStar, {value});
  b_.Bind(none);
  b_.Emit(Opcode::kLdar, {value});
  regs_.Release(mark);
}

void FunctionCompiler::RunExtraInitializers(Register receiver, uint32_t position) {
  Register mark = regs_.mark();
  Label none;
  b_.EmitJump(Opcode::kJumpIfUndefined, none);
  Register base = AllocateFrame();
  Register arguments = regs_.Allocate(2);
  b_.Emit(Opcode::kStar, {arguments});
  b_.Emit(Opcode::kMov, {receiver, arguments + 1});
  LoadSelfHosted(kRunExtraInitializers, base);
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  EmitCall(base, {2}, true, position);
  b_.Bind(none);
  regs_.Release(mark);
}

}  // namespace halfword::compiler
