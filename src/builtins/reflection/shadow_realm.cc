// ShadowRealm objects (https://tc39.es/proposal-shadowrealm/). Nothing crosses between two realms but
// primitive values and functions, and functions cross wrapped.
//
// A wrapped function exotic object is a native function: its realm is the one that it was made for, and
// data_[0] is its target.
#include <cmath>

#include "builtins/builtins.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/global.h"
#include "objects/library/promises.h"
#include "objects/memory/value_list.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/evaluation/modules.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

namespace {

// What a realm costs beside its memory, in units of fuel.
constexpr uint32_t kRealmCost = 25000;

extern const NativeRow kWrappedRow[1];
extern const NativeRow kImportRows[2];

// CreateTypeErrorCopy: a TypeError of the running function's realm for an error of another realm, whose
// text is read without running anything of that realm's.
Throwing ThrowCopy(Isolate& isolate, const char* what, Value error) {
  std::string text;
  if (!error.IsObject()) {
    text = DescribeForError(isolate, error);
  } else if (error.Is<ErrorObject>()) {
    StringBuilder out(isolate);
    AppendErrorHeader(isolate, error.AsObject(), out);
    text = ShortText(isolate, TRY(out.Finish()));
  } else {
    text = "an object";
  }
  return isolate.ThrowTypeError("%s threw in another realm: %s", what, text.c_str());
}
Throwing ThrowPendingCopy(Isolate& isolate, const char* what) {
  Value error;
  if (!isolate.Catch(&error)) return kThrow;
  return ThrowCopy(isolate, what, error);
}

// CopyNameAndLength (https://tc39.es/proposal-shadowrealm/#sec-copynameandlength)
Completion<void> CopyNameAndLength(Isolate& isolate, NativeFunction* function, JSObject* target) {
  double length = 0;
  if (TRY(HasOwnProperty(isolate, target, isolate.key(Name::length)))) {
    Value target_length = TRY(Get(isolate, target, Name::length));
    if (target_length.IsNumber()) length = std::fmax(MUST(ToIntegerOrInfinity(isolate, target_length)), 0);
  }
  Value name = TRY(Get(isolate, target, Name::name));
  function->length_.Set(function, NumberValue(isolate, length));
  function->name_.Set(function, name.IsString() ? name : Value(isolate.name(Name::empty)));
  return {};
}

// GetWrappedValue and WrappedFunctionCreate (https://tc39.es/proposal-shadowrealm/#sec-wrappedfunctioncreate).
// The errors are of the running function's realm.
Completion<Value> GetWrappedValue(Isolate& isolate, Realm* realm, Value value) {
  if (!value.IsObject()) return value;
  if (!value.IsCallable()) {
    return isolate.ThrowTypeError("%s can't cross between realms: it is an object and no function",
                                  DescribeForError(isolate, value).c_str());
  }
  NativeFunction* wrapped = NewNativeFunction(isolate, realm, kWrappedRow, value);
  if (CopyNameAndLength(isolate, wrapped, value.AsObject()).IsThrow())
    return ThrowPendingCopy(isolate, "the name or length of a function");
  return Value(wrapped);
}

// OrdinaryWrappedFunctionCall (https://tc39.es/proposal-shadowrealm/#sec-ordinary-wrapped-function-call)
Completion<Value> CallWrapped(Isolate& isolate, Arguments& args) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  JSObject* target = args.callee()->data_[0].get().AsObject();
  Realm* caller_realm = args.realm();
  Realm* target_realm = TRY(GetFunctionRealm(isolate, target));
  ValueList arguments(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    TRY(isolate.Poll());
    arguments.Append(TRY(GetWrappedValue(isolate, target_realm, args[i])));
  }
  Value this_value = TRY(GetWrappedValue(isolate, target_realm, args.this_value()));
  Completion<Value> result = Call(isolate, Value(target), this_value, arguments.span());
  if (result.IsThrow()) return ThrowPendingCopy(isolate, "a function");
  return GetWrappedValue(isolate, caller_realm, result.Take());
}

Completion<ShadowRealmObject*> ThisShadowRealm(Isolate& isolate, Arguments& args, const char* method) {
  if (auto* object = args.this_value().TryAs<ShadowRealmObject>()) return object;
  return ThrowIncompatibleReceiver(isolate, method, args.this_value());
}

// What modules that are imported for code of the object's realm are imported by: a script of that realm that
// is called as the running one, so that specifiers mean the same in both.
Script* ReferrerIn(Isolate& isolate, ShadowRealmObject* object) {
  Value active = ActiveScriptOrModule(isolate);
  Script* script = active.TryAs<Script>();
  if (auto* module = active.TryAs<ModuleRecord>()) script = module->script_.get();
  String* name = isolate.name(Name::empty);
  if (script != nullptr && script->name_.get().IsString()) name = script->name_.get().AsString();
  // The same one as long as there is nothing to tell apart: the code of texts belongs to it (EvalCache).
  if (auto* last = object->referrer_.get().TryAs<Script>();
      last != nullptr && last->name_.get() == Value(name))
    return last;
  Script* made = NewScript(isolate, object->realm_.get().As<Realm>(), isolate.name(Name::empty), name);
  object->referrer_.Set(object, Value(made));
  return made;
}

// ShadowRealm ( )  https://tc39.es/proposal-shadowrealm/#sec-shadowrealm-constructor
Completion<Value> ShadowRealmConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "ShadowRealm");
  auto* object = TRY(OrdinaryCreateFromConstructor<ShadowRealmObject>(isolate, args.new_target(),
                                                                      Intrinsic::kShadowRealmPrototype));
  isolate.Charge(kRealmCost);
  TRY(isolate.Poll());
  Realm* realm = NewRealm(isolate);
  if (realm == nullptr) return kThrow;  // for want of stack
  object->realm_.Set(object, Value(realm));
  return Value(object);
}

// ShadowRealm.prototype.evaluate ( sourceText )
// https://tc39.es/proposal-shadowrealm/#sec-shadowrealm.prototype.evaluate
Completion<Value> ShadowRealmEvaluate(Isolate& isolate, Arguments& args) {
  ShadowRealmObject* object = TRY(ThisShadowRealm(isolate, args, "ShadowRealm.prototype.evaluate"));
  if (!args[0].IsString()) return isolate.ThrowTypeError("The source text of evaluate must be a string");
  Realm* realm = object->realm_.get().As<Realm>();
  Value referrer(ReferrerIn(isolate, object));
  JSFunction* function = TRY(CompileIndirectEval(isolate, realm, args[0].AsString(), referrer));
  Completion<Value> result = Call(isolate, Value(function), realm->global_this_);
  if (result.IsThrow()) return ThrowPendingCopy(isolate, "code");
  return GetWrappedValue(isolate, args.realm(), result.Take());
}

// ShadowRealm.prototype.importValue ( specifier, exportName )
// https://tc39.es/proposal-shadowrealm/#sec-shadowrealm.prototype.importvalue
Completion<Value> ShadowRealmImportValue(Isolate& isolate, Arguments& args) {
  ShadowRealmObject* object = TRY(ThisShadowRealm(isolate, args, "ShadowRealm.prototype.importValue"));
  String* specifier = TRY(ToString(isolate, args[0]));
  if (!args[1].IsString()) return isolate.ThrowTypeError("The name of an export must be a string");
  Realm* realm = object->realm_.get().As<Realm>();
  PromiseObject* imported = NewPromise(isolate);
  Completion<void> started =
      ImportInto(isolate, realm, {Value(ReferrerIn(isolate, object)), specifier}, imported);
  if (started.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, imported, error);
  }
  PromiseObject* promise = NewPromise(isolate);
  Value fulfilled(NewNativeFunction(isolate, args.realm(), &kImportRows[0], args[1])),
      rejected(NewNativeFunction(isolate, args.realm(), &kImportRows[1]));
  PerformPromiseThen(isolate, imported, fulfilled, rejected, promise);
  return Value(promise);
}

// The steps of an ExportGetter function; data_[0] is the name.
Completion<Value> GetExport(Isolate& isolate, Arguments& args) {
  String* name = args.callee()->data_[0].get().AsString();
  PropertyKey key = PropertyKey::FromString(isolate, name);
  if (!TRY(HasOwnProperty(isolate, args[0].AsObject(), key)))
    return isolate.ThrowTypeError("The module has no export '%s'", ShortText(isolate, name).c_str());
  return GetWrappedValue(isolate, args.realm(), TRY(Get(isolate, args[0].AsObject(), key)));
}

Completion<Value> ImportFailed(Isolate& isolate, Arguments& args) {
  return ThrowCopy(isolate, "a module", args[0]);
}

const NativeRow kWrappedRow[1] = {{"", CallWrapped, 0, kNativeNotInstalled}};
const NativeRow kImportRows[2] = {{"", GetExport, 1, kNativeNotInstalled},
                                  {"", ImportFailed, 1, kNativeNotInstalled}};
constexpr NativeRow kConstructorRowSource[] = {
    {"ShadowRealm", ShadowRealmConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"evaluate", ShadowRealmEvaluate, 1},
    {"importValue", ShadowRealmImportValue, 2},
};
HW_NATIVE_ROWS(kPrototypeRows);
constinit const NativeTable kTables[] = {kConstructorRow, kPrototypeRows, kWrappedRow, kImportRows};

}  // namespace

const std::span<const NativeTable> kShadowRealmTables = kTables;

void InstallShadowRealmHarmony(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kShadowRealm,
                     Intrinsic::kShadowRealmPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "ShadowRealm");
}

}  // namespace halfword
