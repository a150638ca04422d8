// Operations on objects (https://tc39.es/ecma262/#sec-operations-on-objects) and the essential internal
// methods (https://tc39.es/ecma262/#sec-object-internal-methods-and-internal-slots), dispatched on the
// object's type for exotic objects.
#ifndef HALFWORD_RUNTIME_OPERATIONS_OBJECT_OPERATIONS_H_
#define HALFWORD_RUNTIME_OPERATIONS_OBJECT_OPERATIONS_H_

#include <initializer_list>
#include <optional>

#include "objects/isolate.h"
#include "objects/memory/value_list.h"
#include "runtime/execution/loop_poll.h"

namespace halfword {

// Property Descriptor record (https://tc39.es/ecma262/#sec-property-descriptor-specification-type).
struct PropertyDescriptor {
  Value value, getter, setter;  // meaningful where has_ says so
  bool has_value = false, has_get = false, has_set = false;
  bool has_writable = false, has_enumerable = false, has_configurable = false;
  bool writable = false, enumerable = false, configurable = false;
  bool IsAccessor() const { return has_get || has_set; }
  bool IsData() const { return has_value || has_writable; }
  bool IsGeneric() const { return !IsAccessor() && !IsData(); }
  static PropertyDescriptor Data(Value value, uint8_t attributes);
};
struct MaybeDescriptor {  // result of [[GetOwnProperty]]
  bool found = false;
  PropertyDescriptor descriptor;
};
Value FromPropertyDescriptor(Isolate&, const MaybeDescriptor&);
Completion<PropertyDescriptor> ToPropertyDescriptor(Isolate&, Value);
void CompletePropertyDescriptor(PropertyDescriptor&);

// ---- Essential internal methods ----
namespace internal_method {
Completion<Value> GetPrototypeOf(Isolate&, JSObject*);
Completion<bool> SetPrototypeOf(Isolate&, JSObject*, Value prototype);
Completion<bool> IsExtensible(Isolate&, JSObject*);
Completion<bool> PreventExtensions(Isolate&, JSObject*);
Completion<MaybeDescriptor> GetOwnProperty(Isolate&, JSObject*, PropertyKey);
Completion<bool> DefineOwnProperty(Isolate&, JSObject*, PropertyKey, const PropertyDescriptor&);
Completion<bool> HasProperty(Isolate&, JSObject*, PropertyKey);
Completion<Value> Get(Isolate&, JSObject*, PropertyKey, Value receiver);
Completion<bool> Set(Isolate&, JSObject*, PropertyKey, Value value, Value receiver);
Completion<bool> Delete(Isolate&, JSObject*, PropertyKey);
// Appends the keys as Values: strings and symbols (indices as strings).
Completion<void> OwnPropertyKeys(Isolate&, JSObject*, ValueList& keys);
}  // namespace internal_method

// The ordinary algorithms, for exotic objects that fall back on them.
Completion<bool> ValidateAndApplyPropertyDescriptor(Isolate&, JSObject* object_or_null, PropertyKey,
                                                    bool extensible, const PropertyDescriptor&,
                                                    const MaybeDescriptor& current);
Completion<bool> OrdinaryDefineOwnProperty(Isolate&, JSObject*, PropertyKey, const PropertyDescriptor&);
Completion<bool> OrdinarySet(Isolate&, JSObject*, PropertyKey, Value value, Value receiver);
Completion<bool> OrdinarySetPrototypeOf(Isolate&, JSObject*, Value prototype);

// ---- Operations on objects ----
Completion<Value> Get(Isolate&, JSObject*, PropertyKey);
Completion<Value> Get(Isolate&, JSObject*, Name);
Completion<Value> GetV(Isolate&, Value, PropertyKey);
Completion<void> Set(Isolate&, JSObject*, PropertyKey, Value value, bool throw_on_failure);
Completion<bool> CreateDataProperty(Isolate&, JSObject*, PropertyKey, Value);
Completion<void> CreateDataPropertyOrThrow(Isolate&, JSObject*, PropertyKey, Value);
// https://tc39.es/ecma262/#sec-SetterThatIgnoresPrototypeProperties
Completion<void> SetterThatIgnoresPrototypeProperties(Isolate&, Value this_value, JSObject* home, PropertyKey,
                                                      Value);
Completion<void> DefinePropertyOrThrow(Isolate&, JSObject*, PropertyKey, const PropertyDescriptor&);
Completion<void> DeletePropertyOrThrow(Isolate&, JSObject*, PropertyKey);
Completion<Value> GetMethod(Isolate&, Value, PropertyKey);  // callable or undefined; TypeError otherwise
Completion<bool> HasProperty(Isolate&, JSObject*, PropertyKey);
Completion<bool> HasOwnProperty(Isolate&, JSObject*, PropertyKey);
Completion<Value> Invoke(Isolate&, Value, PropertyKey, std::initializer_list<Value> arguments = {});
enum class IntegrityLevel : uint8_t { kSealed, kFrozen };
Completion<bool> SetIntegrityLevel(Isolate&, JSObject*, IntegrityLevel);
Completion<bool> TestIntegrityLevel(Isolate&, JSObject*, IntegrityLevel);
Completion<double> LengthOfArrayLike(Isolate&, JSObject*);
// HasProperty, then Get; the hole where there is no such property. `index`: as of KeyFromNumber.
Completion<Value> GetIfPresent(Isolate&, JSObject*, double index);
Completion<void> CreateListFromArrayLike(Isolate&, Value, ValueList& out, bool property_keys_only = false);
Completion<bool> OrdinaryHasInstance(Isolate&, Value constructor, Value object);
Completion<bool> InstanceofOperator(Isolate&, Value value, Value target);
Completion<JSObject*> SpeciesConstructor(Isolate&, JSObject*, JSObject* default_constructor);
enum class EnumerationKind : uint8_t { kKeys, kValues, kEntries };
Completion<JSArray*> EnumerableOwnProperties(Isolate&, JSObject*, EnumerationKind);
Completion<Realm*> GetFunctionRealm(Isolate&, JSObject*);
// FAST: CopyDataProperties from one ordinary object to another, where no JavaScript can run. False, and
// nothing is done: it might.
Completion<bool> CopyPlainProperties(Isolate&, JSObject* target, JSObject* from,
                                     std::span<const Value> excluded_keys);
Completion<void> CopyDataProperties(Isolate&, JSObject* target, Value source,
                                    std::span<const Value> excluded_keys);
Completion<Value> OrdinaryToPrimitive(Isolate&, JSObject*, bool string_hint);

// PropertyKey of a non-negative integer that may exceed array indices (LengthOfArrayLike goes to 2^53-1).
PropertyKey KeyFromNumber(Isolate&, double integer);

// ---- Creating objects ----
JSObject* OrdinaryObjectCreate(Isolate&, Value prototype);  // object or null
JSObject* NewPlainObject(Isolate&);  // prototype %Object.prototype% of the current realm
Completion<JSObject*> GetPrototypeFromConstructor(Isolate&, JSObject* constructor,
                                                  Intrinsic default_prototype);
// OrdinaryCreateFromConstructor for objects of a C++ class: `fields` words of internal fields.
Completion<JSObject*> CreateFromConstructorRaw(Isolate&, Value constructor, Intrinsic default_prototype,
                                               HeapType type, uint32_t object_words,
                                               uint32_t in_object_slots);
template <class T>
Completion<T*> OrdinaryCreateFromConstructor(Isolate& isolate, Value constructor, Intrinsic default_prototype,
                                             uint32_t in_object_slots = 0) {
  return static_cast<T*>(TRY(CreateFromConstructorRaw(isolate, constructor, default_prototype, T::kType,
                                                      sizeof(T) / sizeof(Value), in_object_slots)));
}
// A new object of a C++ class with this prototype.
template <class T>
T* NewInstance(Isolate& isolate, Value prototype, uint32_t in_object_slots = 0) {
  return NewObjectAs<T>(
      isolate, RootShapeFor(isolate, T::kType, prototype, sizeof(T) / sizeof(Value), in_object_slots));
}
JSObject* CreateIterResultObject(Isolate&, Value value, bool done);
JSArray* CreateArrayFromList(Isolate&, std::span<const Value>);
Completion<JSArray*> ArrayCreate(Isolate&, double length, Value prototype = Value::Hole());
Completion<JSObject*> ArraySpeciesCreate(Isolate&, JSObject* original, double length);

// ---- Realm ----
Realm* CurrentRealm(Isolate&);
inline JSArray* NewArray(Isolate& isolate, uint32_t length, uint32_t capacity = 0) {
  return NewArray(isolate, CurrentRealm(isolate), length, capacity);
}
inline JSArray* NewArrayFrom(Isolate& isolate, std::span<const Value> values) {
  return NewArrayFrom(isolate, CurrentRealm(isolate), values);
}
inline JSObject* CurrentIntrinsic(Isolate& isolate, Intrinsic i) {
  return CurrentRealm(isolate)->intrinsic(i);
}

// ---- Errors ----
// A new error object with message and captured stack; not thrown.
JSObject* NewError(Isolate&, ErrorType, String* message, Realm* realm = nullptr);
// The stack of an ErrorObject is its own property "stack"; with proposals, what Error.prototype.stack finds
// in the object (runtime/functions/captured_stack.h). ReserveStack is called before "message" is defined, so
// that the properties are in that order.
void ReserveStack(Isolate&, JSObject* error);
void SetStack(Isolate&, JSObject* error, String* text);
void CaptureStack(Isolate&, JSObject* error, Value hide_above_function = Value::Undefined());
// In a constructor of errors: the frames of the constructors of its subclasses are left out.
void CaptureConstructedStack(Isolate&, JSObject* error, Value constructor, Value new_target);

// A walk along a prototype chain by [[GetPrototypeOf]]. Without proxies a chain has an end. With proxies it
// may be a cycle, which the specification follows for ever. So after many proxies the walk ends with the
// error of a recursion that is too deep.
class PrototypeWalk {
 public:
  // The prototype of `object`: an object or null. May run JavaScript.
  Completion<Value> Next(Isolate& isolate, JSObject* object) {
    walk_.Step(isolate);
    if (HW_UNLIKELY(object->object_type() == HeapType::kProxyObject)) {
      TRY(isolate.Poll());
      if (++proxies_ > kMostProxies) return isolate.ThrowStackOverflow();
    }
    return internal_method::GetPrototypeOf(isolate, object);
  }

 private:
  static constexpr uint32_t kMostProxies = 100'000;
  ChainWalk walk_;
  uint32_t proxies_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_OBJECT_OPERATIONS_H_
