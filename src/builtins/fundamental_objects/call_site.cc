// Call sites, the frames that Error.prepareStackTrace is given; as V8 has them.
// https://v8.dev/docs/stack-trace-api
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/global.h"
#include "runtime/functions/captured_stack.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

namespace {

Completion<CallSiteObject*> ThisCallSite(Isolate& isolate, Arguments& args) {
  if (auto* site = args.this_value().TryAs<CallSiteObject>()) return site;
  return ThrowIncompatibleReceiver(isolate, "a method of CallSite", args.this_value());
}

Value TextOrNull(Isolate& isolate, const std::string& text) {
  return text.empty() ? Value::Null() : Value(NewStringFromUtf8(isolate, text));
}

Completion<Value> CallSiteConstructor(Isolate& isolate, Arguments&) {
  return isolate.ThrowTypeError("Illegal constructor");
}

Completion<Value> GetThis(Isolate& isolate, Arguments& args) {
  CallSiteObject* site = TRY(ThisCallSite(isolate, args));
  return site->Has(CallSiteObject::kHidesFunction) ? Value::Undefined() : site->receiver_.get();
}

Completion<Value> GetFunction(Isolate& isolate, Arguments& args) {
  CallSiteObject* site = TRY(ThisCallSite(isolate, args));
  return site->Has(CallSiteObject::kHidesFunction) ? Value::Undefined() : site->function_.get();
}

Completion<Value> GetTypeName(Isolate& isolate, Arguments& args) {
  Value receiver = TRY(ThisCallSite(isolate, args))->receiver_;
  if (receiver.Is<GlobalObject>()) return Value(InternAscii(isolate, "Object"));
  return TextOrNull(isolate, ReceiverTypeOf(isolate, receiver));
}

Completion<Value> GetFunctionName(Isolate& isolate, Arguments& args) {
  String* name = FunctionNameOf(isolate, FrameOf(TRY(ThisCallSite(isolate, args))));
  return name ? Value(name) : Value::Null();
}

// The name under which the receiver has the function.
Completion<Value> GetMethodName(Isolate& isolate, Arguments& args) {
  CallSiteObject* site = TRY(ThisCallSite(isolate, args));
  String* name = FunctionNameOf(isolate, FrameOf(site));
  if (name == nullptr || !site->receiver_.get().IsObject()) return Value::Null();
  Value method =
      PeekProperty(isolate, site->receiver_.get().AsObject(), PropertyKey::FromString(isolate, name));
  return method == site->function_.get() ? Value(name) : Value::Null();
}

// Also getScriptNameOrSourceURL.
Completion<Value> GetFileName(Isolate& isolate, Arguments& args) {
  Script* script = ScriptOf(FrameOf(TRY(ThisCallSite(isolate, args))));
  bool has_name = script && script->name_.get().IsString() && script->name_.get().AsString()->length() > 0;
  return has_name ? script->name_.get() : Value::Undefined();
}

// magic: getColumnNumber
Completion<Value> GetLineOrColumn(Isolate& isolate, Arguments& args) {
  TraceFrame frame = FrameOf(TRY(ThisCallSite(isolate, args)));
  Script* script = ScriptOf(frame);
  if (script == nullptr) return Value::Null();
  SourceLocation location = LocationOf(isolate, script, static_cast<uint32_t>(frame.position.AsSmi()));
  uint32_t number = args.callee()->magic_ ? location.column : location.line;
  return number == 0 ? Value::Null() : NumberValue(isolate, number);
}

Completion<Value> GetPosition(Isolate& isolate, Arguments& args) {
  Value position = TRY(ThisCallSite(isolate, args))->position_;
  return position.IsUndefined() ? Value::Smi(0) : position;
}

Completion<Value> IsToplevel(Isolate& isolate, Arguments& args) {
  Value receiver = TRY(ThisCallSite(isolate, args))->receiver_;
  return Value::Boolean(receiver.IsNullOrUndefined() || receiver.Is<GlobalObject>());
}

Completion<Value> IsEval(Isolate& isolate, Arguments& args) {
  TraceFrame frame = FrameOf(TRY(ThisCallSite(isolate, args)));
  return Value::Boolean(ScriptOf(frame) != nullptr &&
                        static_cast<JSFunction*>(frame.function)->info()->kind() == FunctionKind::kEval);
}

Completion<Value> IsNative(Isolate& isolate, Arguments& args) {
  return Value::Boolean(ScriptOf(FrameOf(TRY(ThisCallSite(isolate, args)))) == nullptr);
}

Completion<Value> IsConstructor(Isolate& isolate, Arguments& args) {
  return Value::Boolean(TRY(ThisCallSite(isolate, args))->Has(CallSiteObject::kConstruct));
}

Completion<Value> IsAsync(Isolate& isolate, Arguments& args) {
  TraceFrame frame = FrameOf(TRY(ThisCallSite(isolate, args)));
  return Value::Boolean(frame.async != TraceFrame::Async::kNone);
}

Completion<Value> IsPromiseAll(Isolate& isolate, Arguments& args) {
  TraceFrame frame = FrameOf(TRY(ThisCallSite(isolate, args)));
  return Value::Boolean(frame.async == TraceFrame::Async::kAll);
}

Completion<Value> GetPromiseIndex(Isolate& isolate, Arguments& args) {
  TraceFrame frame = FrameOf(TRY(ThisCallSite(isolate, args)));
  return frame.is_combinator() ? Value::Smi(frame.promise_index) : Value::Null();
}

// getEvalOrigin
Completion<Value> ReturnUndefined(Isolate& isolate, Arguments& args) {
  TRY(ThisCallSite(isolate, args));
  return Value::Undefined();
}

Completion<Value> CallSiteToString(Isolate& isolate, Arguments& args) {
  StringBuilder out(isolate);
  AppendFrame(isolate, FrameOf(TRY(ThisCallSite(isolate, args))), out);
  return out.Finish();
}

constexpr NativeRow kConstructorRowSource[] = {{"CallSite", CallSiteConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"getColumnNumber", GetLineOrColumn, 0, kNativePlain, 1},
    {"getEvalOrigin", ReturnUndefined},
    {"getFileName", GetFileName},
    {"getFunction", GetFunction},
    {"getFunctionName", GetFunctionName},
    {"getLineNumber", GetLineOrColumn},
    {"getMethodName", GetMethodName},
    {"getPosition", GetPosition},
    {"getPromiseIndex", GetPromiseIndex},
    {"getScriptNameOrSourceURL", GetFileName},
    {"getThis", GetThis},
    {"getTypeName", GetTypeName},
    {"isAsync", IsAsync},
    {"isConstructor", IsConstructor},
    {"isEval", IsEval},
    {"isNative", IsNative},
    {"isPromiseAll", IsPromiseAll},
    {"isToplevel", IsToplevel},
    {"toString", CallSiteToString},
};
HW_NATIVE_ROWS(kPrototypeRows);
const NativeTable kTables[] = {kConstructorRow, kPrototypeRows, kCapturedStackNatives};

}  // namespace

const std::span<const NativeTable> kCallSiteTables = kTables;

void InstallCallSite(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  realm->set_intrinsic(Intrinsic::kCallSitePrototype, prototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  NativeFunction* constructor = NewNativeFunction(isolate, realm, kConstructorRow);
  constructor->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kNone);
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(constructor), kMethodDefault);
}

}  // namespace halfword
