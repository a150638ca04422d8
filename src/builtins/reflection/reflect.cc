// The Reflect Object: https://tc39.es/ecma262/#sec-reflect-object
#include "builtins/builtins.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Completion<JSObject*> TargetOf(Isolate& isolate, Arguments& args, const char* function) {
  if (args[0].IsObject()) return args[0].AsObject();
  return isolate.ThrowTypeError("Reflect.%s called on non-object", function);
}

// Reflect.apply ( target, thisArgument, argumentsList )  https://tc39.es/ecma262/#sec-reflect.apply
Completion<Value> ReflectApply(Isolate& isolate, Arguments& args) {
  if (!args[0].IsCallable()) return ThrowNotCallable(isolate, args[0]);
  ValueList list(isolate);
  TRY(CreateListFromArrayLike(isolate, args[2], list));
  return Call(isolate, args[0], args[1], list.span(), {Continuation::kResult});
}

// Reflect.construct ( target, argumentsList [ , newTarget ] )  https://tc39.es/ecma262/#sec-reflect.construct
Completion<Value> ReflectConstruct(Isolate& isolate, Arguments& args) {
  if (!args[0].IsConstructor()) return ThrowNotConstructor(isolate, args[0]);
  Value new_target = args.count() > 2 ? args[2] : args[0];
  if (!new_target.IsConstructor()) return ThrowNotConstructor(isolate, new_target);
  ValueList list(isolate);
  TRY(CreateListFromArrayLike(isolate, args[1], list));
  return Completion<Value>(Construct(isolate, args[0].AsObject(), list.span(), new_target.AsObject()));
}

// Reflect.defineProperty ( target, propertyKey, attributes )
// https://tc39.es/ecma262/#sec-reflect.defineproperty
Completion<Value> ReflectDefineProperty(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "defineProperty"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  PropertyDescriptor descriptor = TRY(ToPropertyDescriptor(isolate, args[2]));
  return Value::Boolean(TRY(internal_method::DefineOwnProperty(isolate, target, key, descriptor)));
}

// Reflect.deleteProperty ( target, propertyKey )  https://tc39.es/ecma262/#sec-reflect.deleteproperty
Completion<Value> ReflectDeleteProperty(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "deleteProperty"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return Value::Boolean(TRY(internal_method::Delete(isolate, target, key)));
}

// Reflect.get ( target, propertyKey [ , receiver ] )  https://tc39.es/ecma262/#sec-reflect.get
Completion<Value> ReflectGet(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "get"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return internal_method::Get(isolate, target, key, args.count() > 2 ? args[2] : args[0]);
}

// Reflect.getOwnPropertyDescriptor ( target, propertyKey )
// https://tc39.es/ecma262/#sec-reflect.getownpropertydescriptor
Completion<Value> ReflectGetOwnPropertyDescriptor(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "getOwnPropertyDescriptor"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return FromPropertyDescriptor(isolate, TRY(internal_method::GetOwnProperty(isolate, target, key)));
}

// Reflect.getPrototypeOf ( target )  https://tc39.es/ecma262/#sec-reflect.getprototypeof
Completion<Value> ReflectGetPrototypeOf(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "getPrototypeOf"));
  return internal_method::GetPrototypeOf(isolate, target);
}

// Reflect.has ( target, propertyKey )  https://tc39.es/ecma262/#sec-reflect.has
Completion<Value> ReflectHas(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "has"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return Value::Boolean(TRY(internal_method::HasProperty(isolate, target, key)));
}

// Reflect.isExtensible ( target )  https://tc39.es/ecma262/#sec-reflect.isextensible
Completion<Value> ReflectIsExtensible(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "isExtensible"));
  return Value::Boolean(TRY(internal_method::IsExtensible(isolate, target)));
}

// Reflect.ownKeys ( target )  https://tc39.es/ecma262/#sec-reflect.ownkeys
Completion<Value> ReflectOwnKeys(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "ownKeys"));
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, target, keys));
  return CreateArrayFromList(isolate, keys.span());
}

// Reflect.preventExtensions ( target )  https://tc39.es/ecma262/#sec-reflect.preventextensions
Completion<Value> ReflectPreventExtensions(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "preventExtensions"));
  return Value::Boolean(TRY(internal_method::PreventExtensions(isolate, target)));
}

// Reflect.set ( target, propertyKey, V [ , receiver ] )  https://tc39.es/ecma262/#sec-reflect.set
Completion<Value> ReflectSet(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "set"));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return Value::Boolean(
      TRY(internal_method::Set(isolate, target, key, args[2], args.count() > 3 ? args[3] : args[0])));
}

// Reflect.setPrototypeOf ( target, proto )  https://tc39.es/ecma262/#sec-reflect.setprototypeof
Completion<Value> ReflectSetPrototypeOf(Isolate& isolate, Arguments& args) {
  JSObject* target = TRY(TargetOf(isolate, args, "setPrototypeOf"));
  if (!args[1].IsObject() && !args[1].IsNull()) {
    return isolate.ThrowTypeError("Object prototype may only be an Object or null: %s",
                                  DescribeForError(isolate, args[1]).c_str());
  }
  return Value::Boolean(TRY(internal_method::SetPrototypeOf(isolate, target, args[1])));
}

constexpr NativeRow kRowsSource[] = {
    {"apply", ReflectApply, 3},
    {"construct", ReflectConstruct, 2},
    {"defineProperty", ReflectDefineProperty, 3},
    {"deleteProperty", ReflectDeleteProperty, 2},
    {"get", ReflectGet, 2},
    {"getOwnPropertyDescriptor", ReflectGetOwnPropertyDescriptor, 2},
    {"getPrototypeOf", ReflectGetPrototypeOf, 1},
    {"has", ReflectHas, 2},
    {"isExtensible", ReflectIsExtensible, 1},
    {"ownKeys", ReflectOwnKeys, 1},
    {"preventExtensions", ReflectPreventExtensions, 1},
    {"set", ReflectSet, 3},
    {"setPrototypeOf", ReflectSetPrototypeOf, 2},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

const std::span<const NativeTable> kReflectTables = kTables;

void InstallReflect(Isolate& isolate, Realm* realm) {
  JSObject* reflect = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  realm->set_intrinsic(Intrinsic::kReflect, reflect);
  InstallFunctions(isolate, realm, reflect, kRows);
  InstallToStringTag(isolate, reflect, "Reflect");
  InstallValue(isolate, realm->global_object(), "Reflect", Value(reflect), kMethodDefault);
}

}  // namespace halfword
