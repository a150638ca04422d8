// Property Descriptors as objects (https://tc39.es/ecma262/#sec-property-descriptor-specification-type).
#include "runtime/operations/conversions.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// HasProperty, then Get, in one walk where nothing can tell the difference; NotFound if absent.
Completion<Value> GetIfPresent(Isolate& isolate, JSObject* object, Name name) {
  PropertyKey key = isolate.key(name);
  for (JSObject* o = object;;) {
    if (HasTrappingOwnLookup(o->object_type())) break;
    OwnProperty own = FindOwn(isolate, o, key);
    if (own.found()) {
      if (!own.IsAccessor()) return own.value;
      return Get(isolate, object, key);
    }
    Value prototype = o->prototype();
    if (!prototype.IsObject()) return Value::NotFound();
    o = prototype.AsObject();
  }
  if (!TRY(HasProperty(isolate, object, key))) return Value::NotFound();
  return Get(isolate, object, key);
}

}  // namespace

// https://tc39.es/ecma262/#sec-frompropertydescriptor
Value FromPropertyDescriptor(Isolate& isolate, const MaybeDescriptor& maybe) {
  if (!maybe.found) return Value::Undefined();
  const PropertyDescriptor& d = maybe.descriptor;
  Realm* realm = CurrentRealm(isolate);
  if (d.has_enumerable && d.has_configurable) {
    // FAST: complete descriptors have shapes of their own.
    if (d.has_value && d.has_writable && !d.IsAccessor()) {
      JSObject* object = NewObject(isolate, realm->shape(RealmShape::kDataDescriptor));
      object->InObjectSlot(0)->Init(d.value);
      object->InObjectSlot(1)->Init(Value::Boolean(d.writable));
      object->InObjectSlot(2)->Init(Value::Boolean(d.enumerable));
      object->InObjectSlot(3)->Init(Value::Boolean(d.configurable));
      return object;
    }
    if (d.has_get && d.has_set && !d.IsData()) {
      JSObject* object = NewObject(isolate, realm->shape(RealmShape::kAccessorDescriptor));
      object->InObjectSlot(0)->Init(d.getter);
      object->InObjectSlot(1)->Init(d.setter);
      object->InObjectSlot(2)->Init(Value::Boolean(d.enumerable));
      object->InObjectSlot(3)->Init(Value::Boolean(d.configurable));
      return object;
    }
  }
  JSObject* object = NewPlainObject(isolate);
  auto define = [&](Name name, Value value) {
    object->DefineOwn(isolate, isolate.key(name), value, kDataDefault);
  };
  if (d.has_value) define(Name::value, d.value);
  if (d.has_writable) define(Name::writable, Value::Boolean(d.writable));
  if (d.has_get) define(Name::get, d.getter);
  if (d.has_set) define(Name::set, d.setter);
  if (d.has_enumerable) define(Name::enumerable, Value::Boolean(d.enumerable));
  if (d.has_configurable) define(Name::configurable, Value::Boolean(d.configurable));
  return object;
}

// https://tc39.es/ecma262/#sec-topropertydescriptor
Completion<PropertyDescriptor> ToPropertyDescriptor(Isolate& isolate, Value v) {
  if (!v.IsObject()) {
    return isolate.ThrowTypeError("Property description must be an object: %s",
                                  DescribeForError(isolate, v).c_str());
  }
  JSObject* object = v.AsObject();
  PropertyDescriptor d;
  Value field = TRY(GetIfPresent(isolate, object, Name::enumerable));
  if (!field.IsNotFound()) d.has_enumerable = true, d.enumerable = ToBoolean(field);
  field = TRY(GetIfPresent(isolate, object, Name::configurable));
  if (!field.IsNotFound()) d.has_configurable = true, d.configurable = ToBoolean(field);
  field = TRY(GetIfPresent(isolate, object, Name::value));
  if (!field.IsNotFound()) d.has_value = true, d.value = field;
  field = TRY(GetIfPresent(isolate, object, Name::writable));
  if (!field.IsNotFound()) d.has_writable = true, d.writable = ToBoolean(field);
  field = TRY(GetIfPresent(isolate, object, Name::get));
  if (!field.IsNotFound()) {
    if (!field.IsCallable() && !field.IsUndefined()) {
      return isolate.ThrowTypeError("Getter must be a function: %s",
                                    DescribeForError(isolate, field).c_str());
    }
    d.has_get = true, d.getter = field;
  }
  field = TRY(GetIfPresent(isolate, object, Name::set));
  if (!field.IsNotFound()) {
    if (!field.IsCallable() && !field.IsUndefined()) {
      return isolate.ThrowTypeError("Setter must be a function: %s",
                                    DescribeForError(isolate, field).c_str());
    }
    d.has_set = true, d.setter = field;
  }
  if (d.IsAccessor() && d.IsData()) {
    return isolate.ThrowTypeError(
        "Invalid property descriptor. Cannot both specify accessors and a value or writable attribute");
  }
  return d;
}

// https://tc39.es/ecma262/#sec-completepropertydescriptor
void CompletePropertyDescriptor(PropertyDescriptor& d) {
  if (d.IsAccessor()) {
    if (!d.has_get) d.has_get = true, d.getter = Value::Undefined();
    if (!d.has_set) d.has_set = true, d.setter = Value::Undefined();
  } else {
    if (!d.has_value) d.has_value = true, d.value = Value::Undefined();
    if (!d.has_writable) d.has_writable = true, d.writable = false;
  }
  if (!d.has_enumerable) d.has_enumerable = true, d.enumerable = false;
  if (!d.has_configurable) d.has_configurable = true, d.configurable = false;
}

PropertyDescriptor PropertyDescriptor::Data(Value value, uint8_t attributes) {
  PropertyDescriptor d;
  d.value = value;
  d.has_value = d.has_writable = d.has_enumerable = d.has_configurable = true;
  d.writable = attributes & kWritable;
  d.enumerable = attributes & kEnumerable;
  d.configurable = attributes & kConfigurable;
  return d;
}

namespace {

// The state that ValidateAndApplyPropertyDescriptor compares with.
struct Current {
  bool found = false;
  bool accessor = false;
  uint8_t attributes = 0;
  Value value, getter, setter;

  explicit Current(const OwnProperty& p) : found(p.found()) {
    if (!found) return;
    attributes = p.attributes & kSpecAttributes;
    accessor = p.IsAccessor();
    if (accessor) {
      auto* pair = p.value.As<AccessorPair>();
      getter = pair->getter_;
      setter = pair->setter_;
    } else {
      value = p.value;
    }
  }
  explicit Current(const MaybeDescriptor& m) : found(m.found) {
    if (!found) return;
    const PropertyDescriptor& d = m.descriptor;
    accessor = d.IsAccessor();
    attributes = (d.enumerable ? kEnumerable : 0) | (d.configurable ? kConfigurable : 0) |
                 (d.writable ? kWritable : 0);
    value = d.value;
    getter = d.getter;
    setter = d.setter;
  }
};

// https://tc39.es/ecma262/#sec-validateandapplypropertydescriptor
bool ValidateAndApply(Isolate& isolate, JSObject* object, PropertyKey key, bool extensible,
                      const PropertyDescriptor& d, const Current& current) {
  // 2. If current is undefined, then
  if (!current.found) {
    if (!extensible) return false;
    if (object == nullptr) return true;
    uint8_t attributes = (d.has_enumerable && d.enumerable ? kEnumerable : 0) |
                         (d.has_configurable && d.configurable ? kConfigurable : 0);
    if (d.IsAccessor()) {
      AccessorPair* pair = NewAccessorPair(isolate, d.has_get ? d.getter : Value::Undefined(),
                                           d.has_set ? d.setter : Value::Undefined());
      object->DefineOwn(isolate, key, Value(pair), attributes | kAccessor);
    } else {
      if (d.has_writable && d.writable) attributes |= kWritable;
      object->DefineOwn(isolate, key, d.has_value ? d.value : Value::Undefined(), attributes);
    }
    return true;
  }
  // 5. If current.[[Configurable]] is false, then
  if (!(current.attributes & kConfigurable)) {
    if (d.has_configurable && d.configurable) return false;
    if (d.has_enumerable && d.enumerable != bool(current.attributes & kEnumerable)) return false;
    if (!d.IsGeneric() && d.IsAccessor() != current.accessor) return false;
    if (current.accessor) {
      if (d.has_get && !(d.getter == current.getter)) return false;
      if (d.has_set && !(d.setter == current.setter)) return false;
    } else if (!(current.attributes & kWritable)) {
      if (d.has_writable && d.writable) return false;
      if (d.has_value) return SameValue(isolate, d.value, current.value);
    }
  }
  if (object == nullptr) return true;
  // 6. If O is not undefined, then
  bool enumerable = d.has_enumerable ? d.enumerable : bool(current.attributes & kEnumerable);
  bool configurable = d.has_configurable ? d.configurable : bool(current.attributes & kConfigurable);
  uint8_t attributes = (enumerable ? kEnumerable : 0) | (configurable ? kConfigurable : 0);
  if (d.IsAccessor() || (d.IsGeneric() && current.accessor)) {
    Value getter = d.has_get ? d.getter : current.accessor ? current.getter : Value::Undefined();
    Value setter = d.has_set ? d.setter : current.accessor ? current.setter : Value::Undefined();
    object->DefineOwn(isolate, key, Value(NewAccessorPair(isolate, getter, setter)), attributes | kAccessor);
    return true;
  }
  bool writable = d.has_writable ? d.writable : !current.accessor && (current.attributes & kWritable);
  if (writable) attributes |= kWritable;
  Value value = d.has_value ? d.value : current.accessor ? Value::Undefined() : current.value;
  if (!current.accessor && attributes == current.attributes && value == current.value) return true;
  object->DefineOwn(isolate, key, value, attributes);
  return true;
}

}  // namespace

Completion<bool> ValidateAndApplyPropertyDescriptor(Isolate& isolate, JSObject* object_or_null,
                                                    PropertyKey key, bool extensible,
                                                    const PropertyDescriptor& descriptor,
                                                    const MaybeDescriptor& current) {
  return ValidateAndApply(isolate, object_or_null, key, extensible, descriptor, Current(current));
}

// https://tc39.es/ecma262/#sec-ordinarydefineownproperty
Completion<bool> OrdinaryDefineOwnProperty(Isolate& isolate, JSObject* object, PropertyKey key,
                                           const PropertyDescriptor& descriptor) {
  OwnProperty current = FindOwn(isolate, object, key);
  return ValidateAndApply(isolate, object, key, object->shape()->is_extensible(), descriptor,
                          Current(current));
}

}  // namespace halfword
