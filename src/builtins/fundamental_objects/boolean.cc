// Boolean Objects: https://tc39.es/ecma262/#sec-boolean-objects
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Boolean ( value )  https://tc39.es/ecma262/#sec-boolean-constructor-boolean-value
Completion<Value> BooleanConstructor(Isolate& isolate, Arguments& args) {
  Value b = Value::Boolean(ToBoolean(args[0]));
  if (!args.IsConstructCall()) return b;
  PrimitiveWrapper* object = TRY(OrdinaryCreateFromConstructor<PrimitiveWrapper>(
      isolate, args.new_target(), Intrinsic::kBooleanPrototype));
  object->value_.Init(b);
  return object;
}

// https://tc39.es/ecma262/#sec-thisbooleanvalue
Completion<bool> ThisBooleanValue(Isolate& isolate, Value v, const char* method) {
  if (v.IsBoolean()) return v.AsBoolean();
  if (PrimitiveWrapper* wrapper = v.TryAs<PrimitiveWrapper>()) {
    if (wrapper->value_.get().IsBoolean()) return wrapper->value_.get().AsBoolean();
  }
  return isolate.ThrowTypeError("Boolean.prototype.%s requires that 'this' be a Boolean", method);
}

// Boolean.prototype.toString ( )  https://tc39.es/ecma262/#sec-boolean.prototype.tostring
Completion<Value> BooleanToString(Isolate& isolate, Arguments& args) {
  bool b = TRY(ThisBooleanValue(isolate, args.this_value(), "toString"));
  return isolate.name(b ? Name::true_ : Name::false_);
}

// Boolean.prototype.valueOf ( )  https://tc39.es/ecma262/#sec-boolean.prototype.valueof
Completion<Value> BooleanValueOf(Isolate& isolate, Arguments& args) {
  return Value::Boolean(TRY(ThisBooleanValue(isolate, args.this_value(), "valueOf")));
}

constexpr NativeRow kConstructorRowSource[] = {{"Boolean", BooleanConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {{"toString", BooleanToString, 0},
                                              {"valueOf", BooleanValueOf, 0}};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kBooleanTables = kTables;

void InstallBoolean(Isolate& isolate, Realm* realm) {
  auto* prototype =
      NewInstance<PrimitiveWrapper>(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)), 4);
  prototype->value_.Init(Value::False());
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kBoolean,
                     Intrinsic::kBooleanPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
}

}  // namespace halfword
