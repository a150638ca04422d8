// Calls of all kinds. The frame of the callee is laid out at the top of this
// function's registers (bytecode/frame.h).
#include <algorithm>

#include "compiler/function_compiler.h"

namespace halfword::compiler {

using namespace syntax;

namespace {

// More arguments go by way of an array, so that frames stay small.
constexpr size_t kMostArguments = 250;

}  // namespace

FunctionCompiler::ArgumentRegisters FunctionCompiler::Arguments(std::span<Expression*> arguments,
                                                                Register base, Spread spread) {
  auto is_spread = [](const Expression* e) { return e->Is<SpreadElement>(); };
  auto first = std::find_if(arguments.begin(), arguments.end(), is_spread);
  size_t single = std::min(static_cast<size_t>(first - arguments.begin()), kMostArguments);
  bool end_in_array = single != arguments.size();
  if (end_in_array && spread == Spread::kWhole) single = 0;
  for (Expression* argument : arguments.first(single)) {
    Register target = regs_.Allocate();
    Into(argument, target);
  }
  if (end_in_array) ArgumentArray(arguments.subspan(single), regs_.Allocate(), spread);
  DCHECK(regs_.mark() == base + 1 + single + end_in_array);
  return {static_cast<uint32_t>(single + end_in_array), end_in_array};
}

void FunctionCompiler::ArgumentArray(std::span<Expression*> arguments, Register array, Spread spread) {
  if (spread != Spread::kCopied && arguments.size() == 1 && arguments[0]->Is<SpreadElement>()) {
    Accumulate(arguments[0]->As<SpreadElement>()->argument);
    b_.SetPosition(arguments[0]->start);
    b_.Emit(Opcode::kSpreadArray);
    b_.Emit(Opcode::kStar, {array});
    return;
  }
  size_t made = BeginArray(arguments);
  b_.Emit(Opcode::kStar, {array});
  AppendToArray(arguments.subspan(made), array);
}

void FunctionCompiler::EmitCall(Register base, ArgumentRegisters arguments, bool this_is_undefined,
                                uint32_t position, bool is_tail) {
  b_.SetPosition(position);
  if (this_is_undefined && (is_tail || arguments.end_in_array)) {
    b_.Emit(Opcode::kLdaUndefined);
    b_.Emit(Opcode::kStar, {base});
  }
  if (arguments.end_in_array) {
    b_.Emit(is_tail ? Opcode::kTailCallArray : Opcode::kCallArray, {base, arguments.count});
  } else if (is_tail) {
    b_.Emit(Opcode::kTailCall, {base, arguments.count});
  } else {
    b_.Emit(this_is_undefined ? Opcode::kCallUndefined : Opcode::kCall, {base, arguments.count});
  }
}

// f.apply(x, arguments), where the arguments are no object yet, most likely.
bool FunctionCompiler::ForwardsArguments(Expression* callee, CallExpression* call) const {
  return callee->Is<MemberExpression>() && callee->As<MemberExpression>()->name->Is("apply") &&
         call->arguments.size() == 2 && !call->arguments[0]->Is<SpreadElement>() &&
         IsLazyArguments(call->arguments[1]);
}

// The callee, and this unless it is undefined, are in the frame.
void FunctionCompiler::FinishCall(CallExpression* e, Register base, bool this_is_undefined,
                                  uint32_t position) {
  Label* saved = optional_exit_;
  optional_exit_ = nullptr;
  bool is_tail = tail_ == e;
  if (!is_tail && ForwardsArguments(e->callee, e)) {
    Into(e->arguments[0], regs_.Allocate());
    regs_.Allocate();  // for the object, if it is made
    optional_exit_ = saved;
    b_.SetPosition(position);
    b_.Emit(Opcode::kCallForward, {base, 2, RegisterOf(lazy_arguments_), literal_->has_mapped_arguments});
    return;
  }
  ArgumentRegisters arguments =
      Arguments(e->arguments, base, e->is_direct_eval ? Spread::kWhole : Spread::kRead);
  optional_exit_ = saved;
  if (!e->is_direct_eval) {
    EmitCall(base, arguments, this_is_undefined, position, is_tail);
    return;
  }
  if (this_is_undefined) {
    b_.Emit(Opcode::kLdaUndefined);
    b_.Emit(Opcode::kStar, {base});
  }
  ScopeInfo* info = c_.ScopeInfoOf(e->scope != nullptr ? e->scope : scope_);
  b_.SetPosition(position);
  b_.Emit(Opcode::kCallEval, {base, arguments.end_in_array ? kSpreadArguments : arguments.count,
                              b_.Constant(info == nullptr ? Value::Smi(0) : Value(info)),
                              (is_strict_ ? kEvalIsStrict : 0) | (is_tail ? kEvalIsInTailPosition : 0)});
}

// https://tc39.es/ecma262/#sec-tagged-templates
void FunctionCompiler::FinishTaggedTemplate(syntax::TaggedTemplate* e, Register base, bool this_is_undefined,
                                            uint32_t position) {
  Label* saved = optional_exit_;
  optional_exit_ = nullptr;
  std::span<syntax::TemplateLiteral::Part> parts = e->quasi->parts;
  ValueArray* strings = NewValueArray(isolate_, static_cast<uint32_t>(parts.size() * 2));
  for (size_t i = 0; i < parts.size(); i++) {
    strings->slots()[2 * i].Init(parts[i].cooked == nullptr ? Value::Undefined()
                                                            : Value(c_.StringOf(parts[i].cooked)));
    strings->slots()[2 * i + 1].Init(Value(c_.StringOf(parts[i].raw)));
  }
  b_.Emit(Opcode::kGetTemplateObject, {b_.UniqueConstant(Value(strings))});
  Register first = regs_.Allocate();
  DCHECK(first == base + 1);
  b_.Emit(Opcode::kStar, {first});
  uint32_t count = 1;
  for (Expression* argument : e->quasi->expressions) {
    Register target = regs_.Allocate();
    Into(argument, target);
    count++;
  }
  optional_exit_ = saved;
  EmitCall(base, {count}, this_is_undefined, position, tail_ == e);
}

void FunctionCompiler::New(NewExpression* e) {
  Register mark = regs_.mark();
  Register base = AllocateFrame();
  Into(e->callee, base + frame::kFunction);
  ArgumentRegisters arguments = Arguments(e->arguments, base);
  b_.SetPosition(e->start);
  b_.Emit(arguments.end_in_array ? Opcode::kConstructArray : Opcode::kConstruct, {base, arguments.count});
  b_.Emit(Opcode::kConstructResult, {base});
  regs_.Release(mark);
}

// https://tc39.es/ecma262/#sec-super-keyword-runtime-semantics-evaluation, SuperCall
void FunctionCompiler::SuperCall(syntax::SuperCall* e) {
  Register mark = regs_.mark();
  Register base = AllocateFrame();
  Variable* function = e->active_function();
  if (function == nullptr) {
    b_.Emit(Opcode::kLdaFunction);
  } else {
    LoadVariable(function, e->start);
  }
  Register constructor = base - frame::kHeaderWords;  // a header word that the call overwrites
  b_.Emit(Opcode::kStar, {constructor});
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kGetSuperConstructor, {constructor});
  b_.Emit(Opcode::kStar, {base + frame::kFunction});
  // The prototype of new.target is looked for before: a proxy may see that.
  ArgumentRegisters arguments = Arguments(e->arguments, base, Spread::kCopied);
  Variable* new_target = e->new_target();
  if (new_target == nullptr) {
    b_.Emit(Opcode::kLdaNewTarget);
  } else {
    LoadVariable(new_target, e->start);
  }
  b_.SetPosition(e->start);
  b_.Emit(arguments.end_in_array ? Opcode::kConstructSuperArray : Opcode::kConstructSuper,
          {base, arguments.count});
  b_.Emit(Opcode::kConstructResult, {base});

  regs_.Release(mark);
  Register result = Spill();
  Variable* receiver = e->this_variable();
  DCHECK(receiver != nullptr);
  LoadThis(receiver, false);
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kThrowIfNotHole);
  b_.Emit(Opcode::kLdar, {result});
  InitializeVariable(receiver);

  // Inside the constructor itself it is known whether there are fields; an arrow function or eval has to ask.
  bool is_own = kind_ == FunctionKind::kDerivedConstructor;
  if (!is_own || HasClassFields(info_)) {
    if (function == nullptr) {
      b_.Emit(Opcode::kLdaFunction);
    } else {
      LoadVariable(function, e->start);
    }
    InitializeClassFields(Spill(), result, is_own);
    b_.Emit(Opcode::kLdar, {result});
  }
  regs_.Release(mark);
}

void FunctionCompiler::ImportCall(syntax::ImportCall* e) {
  Register mark = regs_.mark();
  Register specifier = Operand(e->specifier, {e->options});
  if (e->options == nullptr) {
    b_.Emit(Opcode::kLdaUndefined);
  } else {
    Accumulate(e->options);
  }
  b_.SetPosition(e->start);
  b_.Emit(Opcode::kImportCall, {specifier, static_cast<int>(e->phase)});
  regs_.Release(mark);
}

}  // namespace halfword::compiler
