// Error Objects: https://tc39.es/ecma262/#sec-error-objects, with V8's stack traces: an own "stack" property,
// Error.captureStackTrace, Error.stackTraceLimit and Error.prepareStackTrace.
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/memory/value_list.h"
#include "runtime/functions/captured_stack.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Magic of the constructors; of all others an ErrorType.
constexpr uint16_t kAggregate = 100, kSuppressed = 101;

Value NewTargetOf(Arguments& args) {
  return args.IsConstructCall() ? args.new_target() : Value(args.callee());
}

// Steps common to all constructors; `message` and `options` as passed.
Completion<ErrorObject*> MakeError(Isolate& isolate, Arguments& args, Intrinsic prototype, Value message,
                                   Value options) {
  ErrorObject* error =
      TRY(OrdinaryCreateFromConstructor<ErrorObject>(isolate, NewTargetOf(args), prototype, 2));
  // "stack" comes first in the order of properties.
  ReserveStack(isolate, error);
  if (!message.IsUndefined()) {
    String* text = TRY(ToString(isolate, message));
    error->DefineOwn(isolate, isolate.key(Name::message), Value(text), kMethodDefault);
  }
  TRY(InstallErrorCause(isolate, error, options));
  return error;
}

// Error ( message [ , options ] )  https://tc39.es/ecma262/#sec-error-message
// NativeError ( message [ , options ] )  https://tc39.es/ecma262/#sec-nativeerror
Completion<Value> ErrorConstructor(Isolate& isolate, Arguments& args) {
  Intrinsic prototype = ErrorPrototypeIntrinsic(static_cast<ErrorType>(args.callee()->magic_));
  ErrorObject* error = TRY(MakeError(isolate, args, prototype, args[0], args[1]));
  CaptureConstructedStack(isolate, error, Value(args.callee()), NewTargetOf(args));
  return error;
}

// AggregateError ( errors, message [ , options ] )  https://tc39.es/ecma262/#sec-aggregate-error
Completion<Value> AggregateErrorConstructor(Isolate& isolate, Arguments& args) {
  ErrorObject* error = TRY(MakeError(isolate, args, Intrinsic::kAggregateErrorPrototype, args[1], args[2]));
  ValueList errors(isolate);
  TRY(ForEachIterated(isolate, args[0], [&](Value value) -> Completion<bool> {
    errors.Append(value);
    return true;
  }));
  error->DefineOwn(isolate, isolate.key(Name::errors), Value(CreateArrayFromList(isolate, errors.span())),
                   kMethodDefault);
  CaptureConstructedStack(isolate, error, Value(args.callee()), NewTargetOf(args));
  return error;
}

// SuppressedError ( error, suppressed, message )  https://tc39.es/ecma262/#sec-suppressederror
Completion<Value> SuppressedErrorConstructor(Isolate& isolate, Arguments& args) {
  ErrorObject* error =
      TRY(MakeError(isolate, args, Intrinsic::kSuppressedErrorPrototype, args[2], Value::Undefined()));
  error->DefineOwn(isolate, isolate.key(Name::error), args[0], kMethodDefault);
  error->DefineOwn(isolate, isolate.key(Name::suppressed), args[1], kMethodDefault);
  CaptureConstructedStack(isolate, error, Value(args.callee()), NewTargetOf(args));
  return error;
}

// Error.isError ( arg )  https://tc39.es/proposal-is-error/#sec-error.iserror
Completion<Value> ErrorIsError(Isolate&, Arguments& args) {
  return Value::Boolean(args[0].IsObject() && args[0].AsObject()->object_type() == HeapType::kErrorObject);
}

// Error.captureStackTrace ( object [ , function ] ): frames above and including the topmost call of
// `function` are left out.
Completion<Value> ErrorCaptureStackTrace(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return isolate.ThrowTypeError("Invalid argument");
  Value hide = args[1].IsCallable() ? args[1] : Value(args.callee());
  TRY(DefineCapturedStack(isolate, args[0].AsObject(), hide));
  return Value::Undefined();
}

// get Error.prototype.stack  https://tc39.es/proposal-error-stack-accessor/
Completion<Value> ErrorGetStack(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "get Error.prototype.stack", args.this_value());
  auto* error = args.this_value().TryAs<ErrorObject>();
  if (error == nullptr) return Value::Undefined();
  return StackOf(isolate, args.realm(), error);
}

// set Error.prototype.stack
Completion<Value> ErrorSetStack(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "set Error.prototype.stack", args.this_value());
  if (!args[0].IsString()) {
    return isolate.ThrowTypeError("The stack of an error must be a string, not %s",
                                  DescribeForError(isolate, args[0]).c_str());
  }
  JSObject* home = args.realm()->intrinsic(Intrinsic::kErrorPrototype);
  TRY(SetterThatIgnoresPrototypeProperties(isolate, args.this_value(), home, isolate.key(Name::stack),
                                           args[0]));
  return Value::Undefined();
}

// Error.prototype.toString ( )  https://tc39.es/ecma262/#sec-error.prototype.tostring
Completion<Value> ErrorToString(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "Error.prototype.toString", args.this_value());
  JSObject* object = args.this_value().AsObject();
  Value name = TRY(Get(isolate, object, Name::name));
  String* name_text = name.IsUndefined() ? isolate.name(Name::Error) : TRY(ToString(isolate, name));
  Value message = TRY(Get(isolate, object, Name::message));
  String* message_text = message.IsUndefined() ? isolate.name(Name::empty) : TRY(ToString(isolate, message));
  if (name_text->length() == 0) return message_text;
  if (message_text->length() == 0) return name_text;
  StringBuilder out(isolate);
  out.Append(name_text);
  out.AppendAscii(": ");
  out.Append(message_text);
  return out.Finish();
}

constexpr NativeRow kConstructorsSource[] = {
    {"Error", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kError)},
    {"EvalError", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kEvalError)},
    {"RangeError", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kRangeError)},
    {"ReferenceError", ErrorConstructor, 1, kNativeConstructor,
     static_cast<uint16_t>(ErrorType::kReferenceError)},
    {"SyntaxError", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kSyntaxError)},
    {"TypeError", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kTypeError)},
    {"URIError", ErrorConstructor, 1, kNativeConstructor, static_cast<uint16_t>(ErrorType::kURIError)},
    {"AggregateError", AggregateErrorConstructor, 2, kNativeConstructor, kAggregate},
    {"SuppressedError", SuppressedErrorConstructor, 3, kNativeConstructor, kSuppressed},
};
HW_NATIVE_ROWS(kConstructors);
constexpr NativeRow kErrorRowsSource[] = {
    {"captureStackTrace", ErrorCaptureStackTrace, 2},
    {"isError", ErrorIsError, 1},
};
HW_NATIVE_ROWS(kErrorRows);
constexpr NativeRow kPrototypeRowsSource[] = {{"toString", ErrorToString, 0}};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kHarmonyRowsSource[] = {{"stack", ErrorGetStack, 0, kNativeGetter},
                                            {"stack", ErrorSetStack, 1, kNativeSetter}};
HW_NATIVE_ROWS(kHarmonyRows);
constexpr NativeTable kTables[] = {kConstructors, kErrorRows, kPrototypeRows, kHarmonyRows};

}  // namespace

const std::span<const NativeTable> kErrorTables = kTables;

void InstallErrorHarmony(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kErrorPrototype), kHarmonyRows);
}

void InstallError(Isolate& isolate, Realm* realm) {
  constexpr struct {
    Intrinsic constructor, prototype;
  } kIds[] = {
      {Intrinsic::kError, Intrinsic::kErrorPrototype},
      {Intrinsic::kEvalError, Intrinsic::kEvalErrorPrototype},
      {Intrinsic::kRangeError, Intrinsic::kRangeErrorPrototype},
      {Intrinsic::kReferenceError, Intrinsic::kReferenceErrorPrototype},
      {Intrinsic::kSyntaxError, Intrinsic::kSyntaxErrorPrototype},
      {Intrinsic::kTypeError, Intrinsic::kTypeErrorPrototype},
      {Intrinsic::kURIError, Intrinsic::kURIErrorPrototype},
      {Intrinsic::kAggregateError, Intrinsic::kAggregateErrorPrototype},
      {Intrinsic::kSuppressedError, Intrinsic::kSuppressedErrorPrototype},
  };
  NativeFunction* error = nullptr;
  for (size_t i = 0; i < std::size(kIds); i++) {
    const NativeRow& row = kConstructors[i];
    JSObject* prototype =
        i == 0 ? realm->intrinsic(Intrinsic::kErrorPrototype)
               : OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kErrorPrototype)));
    NativeFunction* constructor =
        InstallConstructor(isolate, realm, &row, prototype, kIds[i].constructor, kIds[i].prototype, error);
    InstallValue(isolate, prototype, "name", Value(InternAscii(isolate, row.name())), kMethodDefault);
    InstallValue(isolate, prototype, "message", Value(isolate.name(Name::empty)), kMethodDefault);
    if (i == 0) {
      error = constructor;
      InstallFunctions(isolate, realm, prototype, kPrototypeRows);
      InstallFunctions(isolate, realm, constructor, kErrorRows);
      InstallValue(isolate, constructor, "stackTraceLimit", Value::Smi(10), kDataDefault);
    }
  }
}

}  // namespace halfword
