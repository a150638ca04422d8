#include "builtins/reflection/module_source.h"

#include "builtins/builtins.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// %AbstractModuleSource% ( )
// https://tc39.es/proposal-source-phase-imports/#sec-%abstractmodulesource%-constructor
Completion<Value> AbstractModuleSource(Isolate& isolate, Arguments&) {
  return isolate.ThrowTypeError("AbstractModuleSource is not constructable");
}

// get %AbstractModuleSource%.prototype [ %Symbol.toStringTag% ]
Completion<Value> ToStringTag(Isolate&, Arguments& args) {
  auto* source = args.this_value().TryAs<ModuleSourceObject>();
  return source != nullptr ? source->class_name_.get() : Value::Undefined();
}

constexpr NativeRow kConstructorRowSource[] = {
    {"AbstractModuleSource", AbstractModuleSource, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"Symbol.toStringTag", ToStringTag, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kModuleSourceTables = kTables;

void InstallModuleSourceHarmony(Isolate& isolate, Realm* realm) {
  Value object_prototype(realm->intrinsic(Intrinsic::kObjectPrototype));
  JSObject* prototype = OrdinaryObjectCreate(isolate, object_prototype);
  // It is no property of the global object.
  JSObject* nowhere = OrdinaryObjectCreate(isolate, Value::Null());
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kAbstractModuleSource,
                     Intrinsic::kAbstractModuleSourcePrototype, nullptr, nowhere);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
}

ModuleSourceObject* NewModuleSource(Isolate& isolate, Realm* realm, const char* class_name) {
  Value abstract(realm->intrinsic(Intrinsic::kAbstractModuleSourcePrototype));
  Value prototype(OrdinaryObjectCreate(isolate, abstract));
  auto* source = NewInstance<ModuleSourceObject>(isolate, prototype);
  source->class_name_.Set(source, Value(NewStringFromAscii(isolate, class_name)));
  return source;
}

}  // namespace halfword
