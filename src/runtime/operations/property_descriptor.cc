// Property Descriptors as objects (https://tc39.es/ecma262/#sec-property-descriptor-specification-type).
#include "runtime/operations/conversions.h"
#include "runtime/operations/exotic.h"
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

}  // namespace halfword
