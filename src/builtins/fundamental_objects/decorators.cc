#include "builtins/fundamental_objects/decorators.h"

#include "builtins/builtins.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// ---- Functions of an access object: data_[0] is the key ----

bool IsPrivateName(Value key) { return key.IsSymbol() && key.AsSymbol()->IsPrivateName(); }

Completion<JSObject*> AccessedObject(Isolate& isolate, Arguments& args) {
  if (args[0].IsObject()) return args[0].AsObject();
  return isolate.ThrowTypeError("%s is not an object", DescribeForError(isolate, args[0]).c_str());
}

Completion<Value> AccessGet(Isolate& isolate, Arguments& args) {
  Value key = args.callee()->data_[0];
  JSObject* object = TRY(AccessedObject(isolate, args));
  if (IsPrivateName(key)) return PrivateGet(isolate, Value(object), key.AsSymbol(), {});
  return Get(isolate, object, TRY(ToPropertyKey(isolate, key)));
}
Completion<Value> AccessSet(Isolate& isolate, Arguments& args) {
  Value key = args.callee()->data_[0];
  JSObject* object = TRY(AccessedObject(isolate, args));
  if (IsPrivateName(key)) {
    TRY(PrivateSet(isolate, Value(object), key.AsSymbol(), args[1], {}));
  } else {
    TRY(Set(isolate, object, TRY(ToPropertyKey(isolate, key)), args[1], true));
  }
  return Value::Undefined();
}
Completion<Value> AccessHas(Isolate& isolate, Arguments& args) {
  Value key = args.callee()->data_[0];
  JSObject* object = TRY(AccessedObject(isolate, args));
  if (IsPrivateName(key)) return Value::Boolean(TRY(PrivateHas(isolate, Value(object), key.AsSymbol())));
  return Value::Boolean(TRY(internal_method::HasProperty(isolate, object, TRY(ToPropertyKey(isolate, key)))));
}

// data_[0]: the list, or undefined when the decoration is finished.
Completion<Value> AddInitializer(Isolate& isolate, Arguments& args) {
  Value list = args.callee()->data_[0];
  if (list.IsUndefined()) {
    return isolate.ThrowTypeError("An initializer can't be added when the decorator has returned");
  }
  if (!args[0].IsCallable()) return ThrowNotCallable(isolate, args[0], nullptr);
  TRY(AppendToLiteral(isolate, list, args[0]));
  return Value::Undefined();
}

constexpr NativeRow kAccessRowsSource[] = {
    {"", AccessGet, 1, kNativeNotInstalled},
    {"", AccessSet, 2, kNativeNotInstalled},
    {"has", AccessHas, 1, kNativeNotInstalled},
    {"addInitializer", AddInitializer, 1, kNativeNotInstalled},
};
HW_NATIVE_ROWS(kAccessRows);
constexpr NativeTable kTables[] = {kAccessRows};

}  // namespace

const std::span<const NativeTable> kDecoratorsTables = kTables;

// https://tc39.es/proposal-decorator-metadata/
void InstallDecoratorsHarmony(Isolate& isolate, Realm* realm) {
  InstallValue(isolate, realm->intrinsic(Intrinsic::kSymbol), "metadata",
               Value(isolate.symbol(WellKnownSymbol::metadata)), kNone);
  realm->intrinsic(Intrinsic::kFunctionPrototype)
      ->DefineOwn(isolate, isolate.key(WellKnownSymbol::metadata), Value::Null(), kNone);
}

Completion<JSObject*> CreateDecoratorAccessObject(Isolate& isolate, String* kind, Value key) {
  Realm* realm = CurrentRealm(isolate);
  JSObject* access = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  auto add = [&](const char* name, const NativeRow* row) {
    return CreateDataPropertyOrThrow(isolate, access, PropertyKey::FromAscii(isolate, name),
                                     Value(NewNativeFunction(isolate, realm, row, key)));
  };
  bool is_variable = kind->EqualsAscii("field") || kind->EqualsAscii("accessor");
  bool is_setter = kind->EqualsAscii("setter");
  if (!is_setter) TRY(add("get", &kAccessRows[0]));
  if (is_setter || is_variable) TRY(add("set", &kAccessRows[1]));
  TRY(add("has", &kAccessRows[2]));
  return access;
}

JSObject* CreateAddInitializerFunction(Isolate& isolate, Value list) {
  return NewNativeFunction(isolate, CurrentRealm(isolate), &kAccessRows[3], list);
}

void FinishDecoration(JSObject* add_initializer) {
  auto* function = static_cast<NativeFunction*>(add_initializer);
  function->data_[0].Set(function, Value::Undefined());
}

Completion<Value> NameOfDecorated(Isolate& isolate, Value key) {
  if (IsPrivateName(key)) return key.AsSymbol()->description();
  if (key.IsSymbol()) return key;
  return Value(TRY(ToString(isolate, key)));
}

Completion<JSObject*> CreateDecoratorMetadata(Isolate& isolate, Value parent) {
  if (parent.IsUndefined()) parent = Value::Null();
  if (!parent.IsObject() && !parent.IsNull()) {
    return isolate.ThrowTypeError("The metadata of the superclass is not an object: %s",
                                  DescribeForError(isolate, parent).c_str());
  }
  return OrdinaryObjectCreate(isolate, parent);
}

}  // namespace halfword
