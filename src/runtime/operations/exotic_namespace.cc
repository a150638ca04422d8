// Module namespace exotic objects (https://tc39.es/ecma262/#sec-module-namespace-exotic-objects). Exports are
// sorted by code units; symbol-keyed properties are ordinary.
#include "objects/functions/module.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"

namespace halfword::module_namespace {

namespace {

// The cell or namespace of an export; NotFound if there is none. Names may be indices ("export {
// x as '0' }").
Value FindExport(Isolate& isolate, ModuleNamespace* ns, PropertyKey key) {
  if (key.IsSymbol() || !ns->exports_.get().IsHeapPointer()) return Value::NotFound();
  auto* exports = ns->exports_.get().As<ValueArray>();
  FlatChars wanted = key.ToValue(isolate).AsString()->Flatten(isolate);
  uint32_t low = 0, high = static_cast<uint32_t>(ns->count_.get().AsSmi());
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = exports->get(2 * middle).AsString()->Flatten(isolate).Compare(wanted);
    if (order == 0) return exports->get(2 * middle + 1);
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return Value::NotFound();
}

// https://tc39.es/proposal-defer-import-eval/#sec-IsSymbolLikeNamespaceKey
bool IsSymbolLike(Isolate& isolate, ModuleNamespace* ns, PropertyKey key) {
  return key.IsSymbol() || (ns->IsDeferred() && key == isolate.key(Name::then));
}

// What https://tc39.es/proposal-defer-import-eval/#sec-GetModuleExportsList does before it looks.
Completion<void> Touch(Isolate& isolate, ModuleNamespace* ns) {
  if (HW_LIKELY(!ns->IsDeferred())) return {};
  return NativeStateOf(isolate).evaluate_deferred(isolate, ns->module_.get().As<ModuleRecord>());
}

}  // namespace

Completion<bool> HasExport(Isolate& isolate, ModuleNamespace* ns, PropertyKey key) {
  if (IsSymbolLike(isolate, ns, key)) return false;
  TRY(Touch(isolate, ns));
  return !FindExport(isolate, ns, key).IsNotFound();
}

// https://tc39.es/ecma262/#sec-module-namespace-exotic-objects-get-p-receiver
Completion<Value> Get(Isolate& isolate, ModuleNamespace* ns, PropertyKey key) {
  if (IsSymbolLike(isolate, ns, key)) {
    OwnProperty own = ns->GetOwn(isolate, key);
    return own.found() ? own.value : Value::NotFound();
  }
  TRY(Touch(isolate, ns));
  Value found = FindExport(isolate, ns, key);
  if (!found.Is<PropertyCell>()) return found;  // a namespace object, or nothing
  Value value = found.As<PropertyCell>()->value_;
  if (value.IsHole()) return ThrowUninitialized(isolate, key.ToValue(isolate).AsString());
  return value;
}

// https://tc39.es/ecma262/#sec-module-namespace-exotic-objects-getownproperty-p
Completion<MaybeDescriptor> GetOwnProperty(Isolate& isolate, ModuleNamespace* ns, PropertyKey key) {
  MaybeDescriptor result;
  if (IsSymbolLike(isolate, ns, key)) {
    OwnProperty own = ns->GetOwn(isolate, key);
    if (!own.found()) return result;
    result.found = true;
    result.descriptor = PropertyDescriptor::Data(own.value, own.attributes);
    return result;
  }
  Value value = TRY(Get(isolate, ns, key));
  if (value.IsNotFound()) return result;
  result.found = true;
  result.descriptor = PropertyDescriptor::Data(value, kWritable | kEnumerable);
  return result;
}

// https://tc39.es/ecma262/#sec-module-namespace-exotic-objects-defineownproperty-p-desc
Completion<bool> DefineOwnProperty(Isolate& isolate, ModuleNamespace* ns, PropertyKey key,
                                   const PropertyDescriptor& descriptor) {
  MaybeDescriptor current = TRY(GetOwnProperty(isolate, ns, key));
  if (IsSymbolLike(isolate, ns, key))
    return ValidateAndApplyPropertyDescriptor(isolate, ns, key, false, descriptor, current);
  if (!current.found) return false;
  if (descriptor.has_configurable && descriptor.configurable) return false;
  if (descriptor.has_enumerable && !descriptor.enumerable) return false;
  if (descriptor.IsAccessor()) return false;
  if (descriptor.has_writable && !descriptor.writable) return false;
  if (descriptor.has_value) return SameValue(isolate, descriptor.value, current.descriptor.value);
  return true;
}

Completion<void> OwnPropertyKeys(Isolate& isolate, ModuleNamespace* ns, ValueList& keys) {
  TRY(Touch(isolate, ns));
  if (ns->exports_.get().IsHeapPointer()) {
    auto* exports = ns->exports_.get().As<ValueArray>();
    uint32_t count = static_cast<uint32_t>(ns->count_.get().AsSmi());
    for (uint32_t i = 0; i < count; i++) keys.Append(exports->get(2 * i));
  }
  ns->AppendOwnKeys(isolate, keys, true, true);
  return {};
}

}  // namespace halfword::module_namespace
