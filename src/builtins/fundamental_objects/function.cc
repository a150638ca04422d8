// Function Objects: https://tc39.es/ecma262/#sec-function-objects
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/fundamental_objects/dynamic_function.h"
#include "objects/functions/erased_types.h"
#include "objects/isolate.h"
#include "objects/memory/value_list.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/closures.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

Completion<Value> CreateDynamicFunction(Isolate& isolate, Arguments& args, FunctionKind kind) {
  Realm* realm = args.realm();
  StringBuilder parameters(isolate);
  uint32_t count = args.count();
  for (uint32_t i = 0; i + 1 < count; i++) {
    if (i > 0) parameters.AppendAscii(",");
    parameters.Append(TRY(ToString(isolate, args[i])));
  }
  String* body = count == 0 ? isolate.name(Name::empty) : TRY(ToString(isolate, args[count - 1]));
  String* parameter_text = TRY(parameters.Finish());
  FunctionInfo* info = TRY(NativeStateOf(isolate).compile.dynamic_function(
      isolate, {realm, ActiveScriptOrModule(isolate), kind, parameter_text, body}));
  JSObject* new_target = args.IsConstructCall() ? args.new_target().AsObject() : args.callee();
  Intrinsic fallback = kind == FunctionKind::kNormal      ? Intrinsic::kFunctionPrototype
                       : kind == FunctionKind::kGenerator ? Intrinsic::kGeneratorFunctionPrototype
                       : kind == FunctionKind::kAsync     ? Intrinsic::kAsyncFunctionPrototype
                                                          : Intrinsic::kAsyncGeneratorFunctionPrototype;
  JSObject* prototype = TRY(GetPrototypeFromConstructor(isolate, new_target, fallback));
  JSFunction* function = CreateClosure(isolate, info, Value::Smi(0));
  if (!(function->prototype() == Value(prototype))) function->SetPrototypeInternal(isolate, Value(prototype));
  return function;
}

namespace {

// Function ( ...parameterArgs, bodyArg )  https://tc39.es/ecma262/#sec-function-p1-p2-pn-body
Completion<Value> FunctionConstructor(Isolate& isolate, Arguments& args) {
  return CreateDynamicFunction(isolate, args, FunctionKind::kNormal);
}

// Function.prototype.apply ( thisArg, argArray )  https://tc39.es/ecma262/#sec-function.prototype.apply
Completion<Value> FunctionApply(Isolate& isolate, Arguments& args) {
  Value function = args.this_value();
  if (!function.IsCallable())
    return isolate.ThrowTypeError("Function.prototype.apply was called on %s, which is %s and not a function",
                                  DescribeForError(isolate, function).c_str(),
                                  TypeOf(isolate, function)->ToUtf8(isolate).c_str());
  constexpr Continuation kThen{Continuation::kResult};
  if (args[1].IsNullOrUndefined()) return Call(isolate, function, args[0], {}, kThen);
  ValueList list(isolate);
  TRY(CreateListFromArrayLike(isolate, args[1], list));
  return Call(isolate, function, args[0], list.span(), kThen);
}

// Function.prototype.call ( thisArg, ...args )  https://tc39.es/ecma262/#sec-function.prototype.call
Completion<Value> FunctionCall(Isolate& isolate, Arguments& args) {
  return Call(isolate, args.this_value(), args[0], std::span<const Value>(args.from(1)),
              {Continuation::kResult});
}

// Function.prototype.bind ( thisArg, ...args )  https://tc39.es/ecma262/#sec-function.prototype.bind
Completion<Value> FunctionBind(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsCallable()) return isolate.ThrowTypeError("Bind must be called on a function");
  JSObject* target = args.this_value().AsObject();
  uint32_t count = args.count() > 1 ? args.count() - 1 : 0;

  // BoundFunctionCreate (https://tc39.es/ecma262/#sec-boundfunctioncreate)
  Value prototype = TRY(internal_method::GetPrototypeOf(isolate, target));
  Realm* realm = args.realm();
  auto* bound = NewObjectAs<BoundFunction>(
      isolate,
      realm->shape(target->IsConstructor() ? RealmShape::kBoundConstructor : RealmShape::kBoundFunction));
  bound->target_.Set(bound, Value(target));
  bound->bound_this_.Set(bound, args[0]);
  bound->bound_count_.Init(Value::Smi(static_cast<int32_t>(count)));
  if (count > 0) {
    ValueArray* list = NewValueArray(isolate, count);
    for (uint32_t i = 0; i < count; i++) list->slots()[i].Set(list, args[i + 1]);
    bound->bound_arguments_.Set(bound, Value(list));
  }
  if (!(bound->prototype() == prototype)) bound->SetPrototypeInternal(isolate, prototype);

  double length = 0;
  if (TRY(HasOwnProperty(isolate, target, isolate.key(Name::length)))) {
    Value target_length = TRY(Get(isolate, target, Name::length));
    if (target_length.IsNumber()) {
      double integer = MUST(ToIntegerOrInfinity(isolate, target_length));
      length = std::fmax(integer - count, 0);
    }
  }
  Value name = TRY(Get(isolate, target, Name::name));
  String* target_name = name.IsString() ? name.AsString() : isolate.name(Name::empty);
  String* bound_name = TRY(Concat(isolate, NewStringFromAscii(isolate, "bound "), target_name));
  bound->SetSlot(isolate, 0, NumberValue(isolate, length));
  bound->SetSlot(isolate, 1, Value(bound_name));
  return bound;
}

// An optional "get" or "set", and an ASCII identifier or a symbol in brackets.
bool IsPropertyName(FlatChars chars) {
  for (uint32_t i = 0; i < chars.length(); i++) {
    char16_t c = chars[i];
    if (c == '[') return true;
    bool letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c >= '0' && c <= '9');
    if (!letter && !(c == ' ' && i == 3)) return false;
  }
  return true;
}

// Function.prototype.toString ( )  https://tc39.es/ecma262/#sec-function.prototype.tostring
Completion<Value> FunctionToString(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsCallable()) {
    return isolate.ThrowTypeError("Function.prototype.toString requires that 'this' be a Function");
  }
  JSObject* object = args.this_value().AsObject();
  if (object->object_type() == HeapType::kJSFunction) {
    FunctionInfo* info = static_cast<JSFunction*>(object)->info();
    Value source = info->script_->source_;
    if (source.IsString() && info->source_end_ <= source.AsString()->length() &&
        info->source_start_ <= info->source_end_) {
      String* text = source.AsString();
      if (auto* erased = info->script_->is_typescript_.get().TryAs<ByteArray>())
        return Value(TRY(ErasedTypes::Erase(isolate, text, info->source_start_, info->source_end_, erased)));
      return Substring(isolate, text, info->source_start_, info->source_end_);
    }
  }
  StringBuilder out(isolate);
  out.AppendAscii("function ");
  if (object->object_type() == HeapType::kNativeFunction || object->object_type() == HeapType::kJSFunction) {
    // Only what is a PropertyName fits the grammar of NativeFunction.
    Value name = object->object_type() == HeapType::kJSFunction
                     ? static_cast<JSFunction*>(object)->info()->name_
                     : static_cast<NativeFunction*>(object)->name_;
    if (name.IsString() && IsPropertyName(name.AsString()->Flatten(isolate))) out.Append(name.AsString());
  }
  out.AppendAscii("() { [native code] }");
  return out.Finish();
}

// Function.prototype [ @@hasInstance ] ( V )
// https://tc39.es/ecma262/#sec-function.prototype-%symbol.hasinstance%
Completion<Value> FunctionHasInstance(Isolate& isolate, Arguments& args) {
  return Value::Boolean(TRY(OrdinaryHasInstance(isolate, args.this_value(), args[0])));
}

// %ThrowTypeError% ( )  https://tc39.es/ecma262/#sec-%throwtypeerror%
Completion<Value> ThrowTypeErrorFunction(Isolate& isolate, Arguments&) {
  return isolate.ThrowTypeError(
      "'caller', 'callee', and 'arguments' properties may not be accessed on strict mode functions or the "
      "arguments objects for calls "
      "to them");
}

constexpr NativeRow kConstructorRowSource[] = {{"Function", FunctionConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"apply", FunctionApply, 2, kNativeIsApply},
    {"bind", FunctionBind, 1},
    {"call", FunctionCall, 1, kNativeIsCall, 0, KnownNative::kFunctionCall},
    {"toString", FunctionToString, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kSpecialRowsSource[] = {
    {"Symbol.hasInstance", FunctionHasInstance, 1, kNativeSymbol, kOrdinaryHasInstanceMagic},
    {"", ThrowTypeErrorFunction, 0},
};
HW_NATIVE_ROWS(kSpecialRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows, kSpecialRows};

}  // namespace

const std::span<const NativeTable> kFunctionTables = kTables;

void InstallFunction(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kFunctionPrototype);
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kFunction,
                     Intrinsic::kFunctionPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::hasInstance),
                       Value(NewNativeFunction(isolate, realm, &kSpecialRows[0])), kNone);

  NativeFunction* thrower = NewNativeFunction(isolate, realm, &kSpecialRows[1]);
  thrower->DefineOwn(isolate, isolate.key(Name::length), Value::Smi(0), kNone);
  thrower->DefineOwn(isolate, isolate.key(Name::name), Value(isolate.name(Name::empty)), kNone);
  thrower->PreventExtensionsInternal(isolate);
  realm->set_intrinsic(Intrinsic::kThrowTypeError, thrower);
  AccessorPair* pair = NewAccessorPair(isolate, Value(thrower), Value(thrower));
  realm->throw_type_error_accessor_.Set(realm, Value(pair));
  // AddRestrictedFunctionProperties (https://tc39.es/ecma262/#sec-addrestrictedfunctionproperties)
  prototype->DefineOwn(isolate, isolate.key(Name::caller), Value(pair), kConfigurable | kAccessor);
  prototype->DefineOwn(isolate, isolate.key(Name::arguments), Value(pair), kConfigurable | kAccessor);
}

}  // namespace halfword
