#include "runtime/evaluation/evaluation.h"

#include "bytecode/frame.h"
#include "platform/stack.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/closures.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

Script* NewScript(Isolate& isolate, Realm* realm, String* source, String* name) {
  (void)source->Flatten(isolate);
  size_t cell = gc::CellSize(sizeof(Script));
  auto* script = static_cast<Script*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(HeapType::kScript), cell), cell));
  script->realm_.Init(realm);
  script->source_.Init(Value(source));
  script->name_.Init(Value(name));
  return script;
}

Completion<Value> EvaluateScript(Isolate& isolate, Script* script, const Continuation& then) {
  return RunScriptCode(isolate, TRY(NativeStateOf(isolate).compile.script(isolate, script, true)), then);
}

Completion<Value> RunScriptCode(Isolate& isolate, FunctionInfo* info, const Continuation& then) {
  JSFunction* function = CreateClosure(isolate, info, Value::Smi(0));
  // The frames of a call that may go on for hours will lie where the compiler and earlier scripts have left
  // references, and bytes that look like some.
  platform::ClearFramesBelow();
  return Call(isolate, Value(function), info->script_->realm_->global_this_, {}, then);
}

Completion<Value> PerformDirectEval(Isolate& isolate, Value* fp, Value source, Value scope_info,
                                    bool strict) {
  if (!source.IsString()) return source;
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  FunctionInfo* info = TRY(NativeStateOf(isolate).compile.eval(
      isolate, {.realm = CurrentRealm(isolate),
                .referrer = ActiveScriptOrModule(isolate),
                .text = source.AsString(),
                .is_direct = true,
                .is_caller_strict = strict,
                .outer = scope_info.IsSmi() ? nullptr : scope_info.As<ScopeInfo>()}));
  JSFunction* function = CreateClosure(isolate, info, fp[frame::kEnvironment]);
  return Call(isolate, Value(function), fp[frame::kThis].IsHole() ? Value::Undefined() : fp[frame::kThis], {},
              {Continuation::kResult});
}

Completion<JSFunction*> CompileIndirectEval(Isolate& isolate, Realm* realm, String* source, Value referrer) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  FunctionInfo* info = TRY(
      NativeStateOf(isolate).compile.eval(isolate, {.realm = realm, .referrer = referrer, .text = source}));
  return CreateClosure(isolate, info, Value::Smi(0));
}

Completion<Value> PerformIndirectEval(Isolate& isolate, Realm* realm, Value source) {
  if (!source.IsString()) return source;
  JSFunction* function =
      TRY(CompileIndirectEval(isolate, realm, source.AsString(), ActiveScriptOrModule(isolate)));
  return Call(isolate, Value(function), realm->global_this_, {}, {Continuation::kResult});
}

Completion<Code*> EnsureCompiled(Isolate& isolate, FunctionInfo* info) {
  if (info->code_) return info->code_.GetNonNull();
  Code* code = TRY(NativeStateOf(isolate).compile.lazy(isolate, info));
  if (!info->code_) info->code_.Set(info, code);
  return code;
}

}  // namespace halfword
