// Internal methods: those of exotic objects, to which the ones of object_operations.h dispatch
// (https://tc39.es/ecma262/#sec-built-in-exotic-object-internal-methods-and-slots and
// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots), and what those of ordinary
// objects share with the operations on objects.
#ifndef HALFWORD_RUNTIME_OPERATIONS_INTERNAL_METHODS_H_
#define HALFWORD_RUNTIME_OPERATIONS_INTERNAL_METHODS_H_

#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/reflection.h"
#include "objects/library/structured_data.h"
#include "objects/memory/value_list.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// The own property where [[GetOwnProperty]] neither throws nor runs JavaScript, that is, of all objects but
// proxies and module namespaces: storage, array lengths, characters of String objects, mapped arguments,
// elements of TypedArrays.
OwnProperty FindOwn(Isolate&, JSObject*, PropertyKey);
inline bool HasTrappingOwnLookup(HeapType type) {
  return type == HeapType::kProxyObject || type == HeapType::kModuleNamespace;
}

// ---- Arrays ----
Completion<bool> ArrayDefineOwnProperty(Isolate&, JSArray*, PropertyKey, const PropertyDescriptor&);
Completion<bool> ArraySetLength(Isolate&, JSArray*, const PropertyDescriptor&);

// ---- String objects: characters and "length" are own properties that are stored nowhere ----
JSObject* StringCreate(Isolate&, String* value, Value prototype);

// ---- TypedArrays. Keys that are canonical numeric strings never reach the ordinary methods. ----
// True if `key` is one; *valid tells whether *index may be an index at all (integral, not -0, below 2^32).
bool CanonicalNumericIndex(Isolate&, PropertyKey key, bool* valid, uint32_t* index);

// [[DefineOwnProperty]] for such a key.
Completion<bool> TypedArrayDefineElement(Isolate&, TypedArrayObject*, bool valid, uint32_t index,
                                         const PropertyDescriptor&);
// TypedArraySetElement (https://tc39.es/ecma262/#sec-typedarraysetelement)
Completion<void> TypedArraySetElement(Isolate&, TypedArrayObject*, bool valid, uint32_t index, Value value);
// TypedArrayGetElement: NotFound if out of bounds.
Value TypedArrayGetElement(Isolate&, TypedArrayObject*, uint32_t index);
// IsTypedArrayFixedLength (https://tc39.es/ecma262/#sec-istypedarrayfixedlength)
bool IsTypedArrayFixedLength(Isolate&, TypedArrayObject*);
// RawBytesToNumeric and NumericToRawBytes in the machine's byte order
// (https://tc39.es/ecma262/#sec-rawbytestonumeric); `value` has been converted: a BigInt for BigInt kinds,
// else a number.
Value LoadTypedElement(Isolate&, TypedArrayKind, const uint8_t* address);
void StoreTypedElement(TypedArrayKind, uint8_t* address, Value value);

// ---- Arguments objects ----
// The environment slot that aliases the index; null if it is not mapped.
ValueField* MappedArgument(ArgumentsObject*, uint32_t index);
Completion<bool> ArgumentsDefineOwnProperty(Isolate&, ArgumentsObject*, PropertyKey,
                                            const PropertyDescriptor&);
void UnmapArgument(ArgumentsObject*, uint32_t index);

// ---- Proxies ----
Completion<JSObject*> ProxyCreate(Isolate&, Value target, Value handler);
namespace proxy {
Completion<Value> GetPrototypeOf(Isolate&, ProxyObject*);
Completion<bool> SetPrototypeOf(Isolate&, ProxyObject*, Value prototype);
Completion<bool> IsExtensible(Isolate&, ProxyObject*);
Completion<bool> PreventExtensions(Isolate&, ProxyObject*);
Completion<MaybeDescriptor> GetOwnProperty(Isolate&, ProxyObject*, PropertyKey);
Completion<bool> DefineOwnProperty(Isolate&, ProxyObject*, PropertyKey, const PropertyDescriptor&);
Completion<bool> HasProperty(Isolate&, ProxyObject*, PropertyKey);
Completion<Value> Get(Isolate&, ProxyObject*, PropertyKey, Value receiver);
Completion<bool> Set(Isolate&, ProxyObject*, PropertyKey, Value value, Value receiver);
Completion<bool> Delete(Isolate&, ProxyObject*, PropertyKey);
Completion<void> OwnPropertyKeys(Isolate&, ProxyObject*, ValueList& keys);
// [[Call]] and [[Construct]] are ProxyCall and ProxyConstruct in runtime/operations/call.h.
}  // namespace proxy

// ---- Module namespaces ----
namespace module_namespace {
Completion<MaybeDescriptor> GetOwnProperty(Isolate&, ModuleNamespace*, PropertyKey);
Completion<bool> DefineOwnProperty(Isolate&, ModuleNamespace*, PropertyKey, const PropertyDescriptor&);
Completion<bool> HasExport(Isolate&, ModuleNamespace*, PropertyKey);
Completion<Value> Get(Isolate&, ModuleNamespace*, PropertyKey);  // NotFound: no such property
Completion<void> OwnPropertyKeys(Isolate&, ModuleNamespace*, ValueList& keys);
}  // namespace module_namespace

// ---- Own properties ----

inline constexpr uint8_t kSpecAttributes = kWritable | kEnumerable | kConfigurable;

// Where a lookup must go through the general code: getters, cells and computed properties.
inline constexpr uint8_t kNotPlainData = kAccessor | kCell | kVirtual;

inline bool IsLength(Isolate& isolate, PropertyKey key) {
  return !key.IsIndex() && key.name() == Value(isolate.name(Name::length));
}

// A property as [[Get]] sees it.
inline Completion<Value> ValueOf(Isolate& isolate, const OwnProperty& property, Value receiver) {
  if (!property.IsAccessor()) return property.value;
  Value getter = property.value.As<AccessorPair>()->getter_;
  if (!getter.IsObject()) return Value::Undefined();
  return Call(isolate, getter, receiver);
}

// Whether FindOwn finds something.
bool HasOwn(Isolate&, JSObject* object, PropertyKey key);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_INTERNAL_METHODS_H_
