// The essential internal methods of ordinary objects, and their dispatch.
#include "runtime/operations/object_operations.h"

#include <algorithm>

#include "runtime/execution/loop_poll.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/exotic.h"

namespace halfword {

namespace {

constexpr uint8_t kSpecAttributes = kWritable | kEnumerable | kConfigurable;

// Where a lookup must go through the general code: getters, cells and computed properties.
constexpr uint8_t kNotPlainData = kAccessor | kCell | kVirtual;

bool IsLength(Isolate& isolate, PropertyKey key) {
  return !key.IsIndex() && key.name() == Value(isolate.name(Name::length));
}

// A property as [[Get]] sees it.
Completion<Value> ValueOf(Isolate& isolate, const OwnProperty& property, Value receiver) {
  if (!property.IsAccessor()) return property.value;
  Value getter = property.value.As<AccessorPair>()->getter_;
  if (!getter.IsObject()) return Value::Undefined();
  return Call(isolate, getter, receiver);
}

}  // namespace

PropertyDescriptor PropertyDescriptor::Data(Value value, uint8_t attributes) {
  PropertyDescriptor d;
  d.value = value;
  d.has_value = d.has_writable = d.has_enumerable = d.has_configurable = true;
  d.writable = attributes & kWritable;
  d.enumerable = attributes & kEnumerable;
  d.configurable = attributes & kConfigurable;
  return d;
}

OwnProperty FindOwn(Isolate& isolate, JSObject* object, PropertyKey key) {
  switch (object->object_type()) {
    case HeapType::kStringWrapper: {
      String* string = static_cast<StringWrapper*>(object)->string();
      OwnProperty p;
      if (IsLength(isolate, key)) {
        p.kind = OwnProperty::kNamed;
        p.attributes = kNone;
        p.value = NumberValue(isolate, string->length());
        return p;
      }
      if (key.IsIndex() && key.index() < string->length()) {
        p.kind = OwnProperty::kStringChar;
        p.attributes = kEnumerable;
        p.index = key.index();
        p.value = SingleCharString(isolate, string->CharAt(isolate, key.index()));
        return p;
      }
      break;
    }
    case HeapType::kArgumentsObject:
      if (key.IsIndex()) {
        OwnProperty p = object->GetOwn(isolate, key);
        if (p.found()) {
          ValueField* mapped = MappedArgument(static_cast<ArgumentsObject*>(object), key.index());
          if (mapped) p.value = mapped->get();
        }
        return p;
      }
      break;
    case HeapType::kTypedArrayObject: {
      bool valid;
      uint32_t index;
      if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
        OwnProperty p;
        if (!valid) return p;
        Value value = TypedArrayGetElement(isolate, static_cast<TypedArrayObject*>(object), index);
        if (value.IsNotFound()) return p;
        p.kind = OwnProperty::kElement;
        bool is_immutable = static_cast<TypedArrayObject*>(object)->buffer()->IsImmutable();
        p.attributes = is_immutable ? kEnumerable : kDataDefault;
        p.index = index;
        p.value = value;
        return p;
      }
      break;
    }
    default: break;
  }
  return object->GetOwn(isolate, key);
}

namespace {

// Whether FindOwn finds something.
bool HasOwn(Isolate& isolate, JSObject* object, PropertyKey key) {
  PropertyLocation location;
  // FAST: names that are stored.
  if (!key.IsIndex()) {
    if (object->shape()->Lookup(key.name(), &location)) return true;
    if (object->object_type() == HeapType::kPlainObject) return false;
  }
  return FindOwn(isolate, object, key).found();
}

MaybeDescriptor DescriptorOf(const OwnProperty& property) {
  MaybeDescriptor result;
  if (!property.found()) return result;
  result.found = true;
  PropertyDescriptor& d = result.descriptor;
  d.has_enumerable = d.has_configurable = true;
  d.enumerable = property.attributes & kEnumerable;
  d.configurable = property.attributes & kConfigurable;
  if (property.IsAccessor()) {
    auto* pair = property.value.As<AccessorPair>();
    d.has_get = d.has_set = true;
    d.getter = pair->getter_;
    d.setter = pair->setter_;
  } else {
    d.has_value = d.has_writable = true;
    d.value = property.value;
    d.writable = property.attributes & kWritable;
  }
  return result;
}

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

// https://tc39.es/ecma262/#sec-ordinarysetprototypeof
Completion<bool> OrdinarySetPrototypeOf(Isolate& isolate, JSObject* object, Value prototype) {
  Value current = object->prototype();
  if (prototype == current) return true;
  if (!object->shape()->is_extensible() || object->shape()->Has(Shape::kImmutablePrototype)) return false;
  ChainWalk walk;
  for (Value p = prototype; p.IsObject(); p = p.AsObject()->prototype()) {
    walk.Step(isolate);
    if (p.AsObject() == object) return false;
    if (p.AsObject()->object_type() == HeapType::kProxyObject) break;
  }
  object->SetPrototypeInternal(isolate, prototype);
  return true;
}

namespace internal_method {

Completion<Value> GetPrototypeOf(Isolate& isolate, JSObject* object) {
  if (HW_UNLIKELY(object->object_type() == HeapType::kProxyObject)) {
    return proxy::GetPrototypeOf(isolate, static_cast<ProxyObject*>(object));
  }
  return object->prototype();
}

Completion<bool> SetPrototypeOf(Isolate& isolate, JSObject* object, Value prototype) {
  switch (object->object_type()) {
    case HeapType::kProxyObject:
      return proxy::SetPrototypeOf(isolate, static_cast<ProxyObject*>(object), prototype);
    case HeapType::kModuleNamespace: return prototype.IsNull();  // SetImmutablePrototype
    default: return OrdinarySetPrototypeOf(isolate, object, prototype);
  }
}

Completion<bool> IsExtensible(Isolate& isolate, JSObject* object) {
  switch (object->object_type()) {
    case HeapType::kProxyObject: return proxy::IsExtensible(isolate, static_cast<ProxyObject*>(object));
    case HeapType::kModuleNamespace: return false;
    default: return object->shape()->is_extensible();
  }
}

Completion<bool> PreventExtensions(Isolate& isolate, JSObject* object) {
  switch (object->object_type()) {
    case HeapType::kProxyObject: return proxy::PreventExtensions(isolate, static_cast<ProxyObject*>(object));
    case HeapType::kModuleNamespace: return true;
    case HeapType::kTypedArrayObject:
      // https://tc39.es/ecma262/#sec-typedarray-preventextensions
      if (!IsTypedArrayFixedLength(isolate, static_cast<TypedArrayObject*>(object))) return false;
      break;
    default: break;
  }
  if (object->shape()->is_extensible()) object->PreventExtensionsInternal(isolate);
  return true;
}

Completion<MaybeDescriptor> GetOwnProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  switch (object->object_type()) {
    case HeapType::kProxyObject:
      return proxy::GetOwnProperty(isolate, static_cast<ProxyObject*>(object), key);
    case HeapType::kModuleNamespace:
      return module_namespace::GetOwnProperty(isolate, static_cast<ModuleNamespace*>(object), key);
    default: return DescriptorOf(FindOwn(isolate, object, key));
  }
}

Completion<bool> DefineOwnProperty(Isolate& isolate, JSObject* object, PropertyKey key,
                                   const PropertyDescriptor& descriptor) {
  switch (object->object_type()) {
    case HeapType::kJSArray:
      return ArrayDefineOwnProperty(isolate, static_cast<JSArray*>(object), key, descriptor);
    case HeapType::kProxyObject:
      return proxy::DefineOwnProperty(isolate, static_cast<ProxyObject*>(object), key, descriptor);
    case HeapType::kModuleNamespace:
      return module_namespace::DefineOwnProperty(isolate, static_cast<ModuleNamespace*>(object), key,
                                                 descriptor);
    case HeapType::kArgumentsObject:
      return ArgumentsDefineOwnProperty(isolate, static_cast<ArgumentsObject*>(object), key, descriptor);
    case HeapType::kTypedArrayObject: {
      bool valid;
      uint32_t index;
      if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
        return TypedArrayDefineElement(isolate, static_cast<TypedArrayObject*>(object), valid, index,
                                       descriptor);
      }
      break;
    }
    default: break;
  }
  return OrdinaryDefineOwnProperty(isolate, object, key, descriptor);
}

// https://tc39.es/ecma262/#sec-ordinaryhasproperty
Completion<bool> HasProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  for (ChainWalk walk;; walk.Step(isolate)) {
    if (HW_LIKELY(!object->IsExotic())) {
      if (key.IsIndex() && object->elements_kind() == ElementsKind::kNone) {
        // No elements: nothing to find here.
      } else if (HasOwn(isolate, object, key)) {
        return true;
      }
    } else {
      switch (object->object_type()) {
        case HeapType::kProxyObject:
          return proxy::HasProperty(isolate, static_cast<ProxyObject*>(object), key);
        case HeapType::kModuleNamespace:
          if (TRY(module_namespace::HasExport(isolate, static_cast<ModuleNamespace*>(object), key)))
            return true;
          if (key.IsSymbol() && object->GetOwn(isolate, key).found()) return true;
          return false;
        case HeapType::kTypedArrayObject: {
          bool valid;
          uint32_t index;
          if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
            return valid && index < static_cast<TypedArrayObject*>(object)->length(isolate);
          }
          break;
        }
        default: break;
      }
      if (FindOwn(isolate, object, key).found()) return true;
    }
    Value prototype = object->prototype();
    if (!prototype.IsObject()) return false;
    object = prototype.AsObject();
  }
}

// https://tc39.es/ecma262/#sec-ordinaryget
Completion<Value> Get(Isolate& isolate, JSObject* object, PropertyKey key, Value receiver) {
  for (ChainWalk walk;; walk.Step(isolate)) {
    Shape* shape = object->shape();
    if (HW_LIKELY(!shape->Has(Shape::kIsExotic))) {
      if (key.IsIndex()) {
        ElementsKind kind = shape->elements_kind();
        if (kind == ElementsKind::kDictionary) {
          OwnProperty property = object->GetOwn(isolate, key);
          if (property.found()) return ValueOf(isolate, property, receiver);
        } else if (kind != ElementsKind::kNone) {
          Value value = object->GetElement(isolate, key.index());
          if (!value.IsHole()) return value;
        }
      } else {
        PropertyLocation location;
        if (shape->Lookup(key.name(), &location)) {
          if (HW_LIKELY(!(location.attributes & kNotPlainData))) return object->GetSlot(location.slot);
          OwnProperty property = object->GetOwn(isolate, key);
          if (property.found()) return ValueOf(isolate, property, receiver);
        } else if (shape->object_type() == HeapType::kJSArray && IsLength(isolate, key)) {
          return NumberValue(isolate, static_cast<JSArray*>(object)->length());
        }
      }
    } else {
      switch (shape->object_type()) {
        case HeapType::kProxyObject:
          return proxy::Get(isolate, static_cast<ProxyObject*>(object), key, receiver);
        case HeapType::kModuleNamespace: {
          Value value = TRY(module_namespace::Get(isolate, static_cast<ModuleNamespace*>(object), key));
          return value.IsNotFound() ? Value::Undefined() : value;
        }
        case HeapType::kTypedArrayObject: {
          bool valid;
          uint32_t index;
          if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
            if (!valid) return Value::Undefined();
            Value value = TypedArrayGetElement(isolate, static_cast<TypedArrayObject*>(object), index);
            return value.IsNotFound() ? Value::Undefined() : value;
          }
          break;
        }
        default: break;
      }
      OwnProperty property = FindOwn(isolate, object, key);
      if (property.found()) return ValueOf(isolate, property, receiver);
    }
    Value prototype = shape->prototype();
    if (!prototype.IsObject()) return Value::Undefined();
    object = prototype.AsObject();
  }
}

Completion<bool> Set(Isolate& isolate, JSObject* object, PropertyKey key, Value value, Value receiver) {
  return OrdinarySet(isolate, object, key, value, receiver);
}

Completion<bool> Delete(Isolate& isolate, JSObject* object, PropertyKey key) {
  switch (object->object_type()) {
    case HeapType::kProxyObject: return proxy::Delete(isolate, static_cast<ProxyObject*>(object), key);
    case HeapType::kModuleNamespace:
      // https://tc39.es/ecma262/#sec-module-namespace-exotic-objects-delete-p
      if (!key.IsSymbol())
        return !TRY(module_namespace::HasExport(isolate, static_cast<ModuleNamespace*>(object), key));
      break;
    case HeapType::kTypedArrayObject: {
      bool valid;
      uint32_t index;
      if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
        return !(valid && index < static_cast<TypedArrayObject*>(object)->length(isolate));
      }
      break;
    }
    default: break;
  }
  OwnProperty property;
  if (object->object_type() == HeapType::kPlainObject && !key.IsIndex()) {
    // FAST: the value is of no interest.
    if (!object->shape()->Lookup(key.name(), &property.location)) return true;
    property.kind = OwnProperty::kNamed;
    property.attributes = property.location.attributes;
  } else {
    property = FindOwn(isolate, object, key);
    if (!property.found()) return true;
  }
  if (!(property.attributes & kConfigurable)) return false;
  object->DeleteOwn(isolate, key, property);
  if (object->object_type() == HeapType::kArgumentsObject && key.IsIndex()) {
    UnmapArgument(static_cast<ArgumentsObject*>(object), key.index());
  }
  return true;
}

// https://tc39.es/ecma262/#sec-ordinaryownpropertykeys
Completion<void> OwnPropertyKeys(Isolate& isolate, JSObject* object, ValueList& keys) {
  // String objects: the computed key "length" goes before the first string key that is no index.
  auto append_with_length = [&] {
    size_t start = keys.size();
    object->AppendOwnKeys(isolate, keys, true, false);
    size_t at = start;
    uint32_t index;
    while (at < keys.size() && keys[at].IsString() && keys[at].AsString()->length() <= 10 &&
           ParseArrayIndex(keys[at].AsString()->Flatten(isolate), &index)) {
      at++;
    }
    keys.Append(Value(isolate.name(Name::length)));
    std::rotate(keys.begin() + at, keys.end() - 1, keys.end());
    object->AppendOwnKeys(isolate, keys, false, true);
  };
  switch (object->object_type()) {
    case HeapType::kProxyObject:
      return proxy::OwnPropertyKeys(isolate, static_cast<ProxyObject*>(object), keys);
    case HeapType::kModuleNamespace:
      return module_namespace::OwnPropertyKeys(isolate, static_cast<ModuleNamespace*>(object), keys);
    case HeapType::kStringWrapper: {
      uint32_t length = static_cast<StringWrapper*>(object)->string()->length();
      for (uint32_t i = 0; i < length; i++) {
        TRY(isolate.Poll());
        keys.Append(PropertyKey::FromIndex(i).ToValue(isolate));
      }
      append_with_length();
      return {};
    }
    case HeapType::kTypedArrayObject: {
      size_t length = static_cast<TypedArrayObject*>(object)->length(isolate);
      for (size_t i = 0; i < length; i++) {
        TRY(isolate.Poll());
        keys.Append(KeyFromNumber(isolate, static_cast<double>(i)).ToValue(isolate));
      }
      break;
    }
    default: break;
  }
  object->AppendOwnKeys(isolate, keys, true, true);
  if (isolate.IsTerminating()) return kThrow;
  return {};
}

}  // namespace internal_method

// https://tc39.es/ecma262/#sec-ordinaryset and, beginning with step 2, -ordinarysetwithowndescriptor. Exotic
// objects on the way divert where their own [[Set]] differs.
Completion<bool> OrdinarySet(Isolate& isolate, JSObject* object, PropertyKey key, Value value,
                             Value receiver) {
  JSObject* holder = object;
  OwnProperty own;
  for (ChainWalk walk;; walk.Step(isolate)) {
    if (HW_LIKELY(!holder->IsExotic())) {
      if (!key.IsIndex() || holder->elements_kind() != ElementsKind::kNone) {
        own = FindOwn(isolate, holder, key);
        if (own.found()) break;
      }
    } else {
      switch (holder->object_type()) {
        case HeapType::kProxyObject:
          return proxy::Set(isolate, static_cast<ProxyObject*>(holder), key, value, receiver);
        case HeapType::kModuleNamespace: return false;
        case HeapType::kTypedArrayObject: {
          // https://tc39.es/ecma262/#sec-typedarray-set
          bool valid;
          uint32_t index;
          auto* array = static_cast<TypedArrayObject*>(holder);
          if (CanonicalNumericIndex(isolate, key, &valid, &index)) {
            if (receiver == Value(holder)) {
              if (array->buffer()->IsImmutable()) return false;
              TRY(TypedArraySetElement(isolate, array, valid, index, value));
              return true;
            }
            if (!valid || index >= array->length(isolate)) return true;
          }
          break;
        }
        default: break;
      }
      own = FindOwn(isolate, holder, key);
      if (own.found()) break;
    }
    Value prototype = holder->prototype();
    if (!prototype.IsObject()) break;
    holder = prototype.AsObject();
  }

  if (own.found()) {
    if (own.IsAccessor()) {
      Value setter = own.value.As<AccessorPair>()->setter_;
      if (!setter.IsObject()) return false;
      TRY(Call(isolate, setter, receiver, {value}));
      return true;
    }
    if (!(own.attributes & kWritable)) return false;
  }
  if (!receiver.IsObject()) return false;
  JSObject* target = receiver.AsObject();
  HeapType type = target->object_type();

  // FAST: the receiver is where the lookup began, and its [[GetOwnProperty]] and
  // [[DefineOwnProperty]] are known.
  if (target == object && !HasTrappingOwnLookup(type) && type != HeapType::kTypedArrayObject) {
    if (own.found() && holder == target) {
      if (type == HeapType::kJSArray && IsLength(isolate, key)) {
        PropertyDescriptor descriptor;
        descriptor.value = value;
        descriptor.has_value = true;
        return ArraySetLength(isolate, static_cast<JSArray*>(target), descriptor);
      }
      if (type == HeapType::kArgumentsObject && key.IsIndex()) {
        ValueField* mapped = MappedArgument(static_cast<ArgumentsObject*>(target), key.index());
        if (mapped)
          mapped->Set(static_cast<ArgumentsObject*>(target)->environment_.get().AsPointer(kOtherTag), value);
      }
      target->SetOwnValue(isolate, own, value);
      return true;
    }
    if (!target->shape()->is_extensible()) return false;
    if (type == HeapType::kJSArray && key.IsIndex()) {
      auto* array = static_cast<JSArray*>(target);
      if (key.index() >= array->length() && array->shape()->Has(Shape::kLengthNotWritable)) return false;
    }
    target->DefineOwn(isolate, key, value, kDataDefault);
    return true;
  }

  // 2.c. Let existingDescriptor be ? Receiver.[[GetOwnProperty]](P).
  MaybeDescriptor existing = TRY(internal_method::GetOwnProperty(isolate, target, key));
  if (existing.found) {
    if (existing.descriptor.IsAccessor() || !existing.descriptor.writable) return false;
    PropertyDescriptor descriptor;
    descriptor.value = value;
    descriptor.has_value = true;
    return internal_method::DefineOwnProperty(isolate, target, key, descriptor);
  }
  return CreateDataProperty(isolate, target, key, value);
}

// ---- Operations on objects ----

Completion<Value> Get(Isolate& isolate, JSObject* object, PropertyKey key) {
  return internal_method::Get(isolate, object, key, Value(object));
}

Completion<Value> Get(Isolate& isolate, JSObject* object, Name name) {
  return internal_method::Get(isolate, object, isolate.key(name), Value(object));
}

// https://tc39.es/ecma262/#sec-getv
Completion<Value> GetV(Isolate& isolate, Value v, PropertyKey key) {
  if (v.IsObject()) return internal_method::Get(isolate, v.AsObject(), key, v);
  Intrinsic prototype;
  if (v.IsString()) {
    String* string = v.AsString();
    if (key.IsIndex() && key.index() < string->length()) {
      return SingleCharString(isolate, string->CharAt(isolate, key.index()));
    }
    if (IsLength(isolate, key)) return NumberValue(isolate, string->length());
    prototype = Intrinsic::kStringPrototype;
  } else if (v.IsNumber()) {
    prototype = Intrinsic::kNumberPrototype;
  } else if (v.IsBoolean()) {
    prototype = Intrinsic::kBooleanPrototype;
  } else if (v.IsNullOrUndefined() || v.IsHole()) {
    return ThrowCannotReadProperty(isolate, v, key);
  } else {
    prototype = v.IsSymbol() ? Intrinsic::kSymbolPrototype : Intrinsic::kBigIntPrototype;
  }
  return internal_method::Get(isolate, CurrentIntrinsic(isolate, prototype), key, v);
}

// https://tc39.es/ecma262/#sec-set-o-p-v-throw
Completion<void> Set(Isolate& isolate, JSObject* object, PropertyKey key, Value value,
                     bool throw_on_failure) {
  bool success = TRY(internal_method::Set(isolate, object, key, value, Value(object)));
  if (!success && throw_on_failure) return ThrowSetFailed(isolate, Value(object), key);
  return {};
}

// https://tc39.es/ecma262/#sec-createdataproperty
Completion<bool> CreateDataProperty(Isolate& isolate, JSObject* object, PropertyKey key, Value value) {
  HeapType type = object->object_type();
  if (HW_LIKELY(!object->IsExotic())) {
    Shape* shape = object->shape();
    if (type == HeapType::kJSArray) {
      // FAST: appending to an array, and filling one.
      auto* array = static_cast<JSArray*>(object);
      if (key.IsIndex()) {
        if (key.index() == array->length()) {
          if (shape->is_extensible() && !shape->Has(Shape::kLengthNotWritable)) {
            if (array->Push(isolate, value)) return true;
            if (isolate.HasPendingException()) return kThrow;
          }
        }
        if (key.index() >= array->length() && shape->Has(Shape::kLengthNotWritable)) return false;
      } else if (IsLength(isolate, key)) {
        return ArrayDefineOwnProperty(isolate, array, key, PropertyDescriptor::Data(value, kDataDefault));
      }
    }
    OwnProperty own = object->GetOwn(isolate, key);
    if (!own.found()) {
      if (!shape->is_extensible()) return false;
      object->DefineOwn(isolate, key, value, kDataDefault);
      return true;
    }
    if ((own.attributes & (kSpecAttributes | kNotPlainData)) == kDataDefault) {
      object->SetOwnValue(isolate, own, value);
      return true;
    }
  }
  return internal_method::DefineOwnProperty(isolate, object, key,
                                            PropertyDescriptor::Data(value, kDataDefault));
}

// https://tc39.es/ecma262/#sec-createdatapropertyorthrow
Completion<void> CreateDataPropertyOrThrow(Isolate& isolate, JSObject* object, PropertyKey key, Value value) {
  if (TRY(CreateDataProperty(isolate, object, key, value))) return {};
  if (object->object_type() == HeapType::kProxyObject) return ThrowCannotRedefine(isolate, key);
  if (!HasTrappingOwnLookup(object->object_type()) && !FindOwn(isolate, object, key).found()) {
    return ThrowNotExtensible(isolate, key);
  }
  return ThrowCannotRedefine(isolate, key);
}

Completion<void> SetterThatIgnoresPrototypeProperties(Isolate& isolate, Value this_value, JSObject* home,
                                                      PropertyKey key, Value value) {
  if (!this_value.IsObject()) return ThrowNotObject(isolate, this_value);
  JSObject* object = this_value.AsObject();
  if (object == home) return ThrowSetFailed(isolate, this_value, key);
  MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, object, key));
  return own.found ? Set(isolate, object, key, value, true)
                   : CreateDataPropertyOrThrow(isolate, object, key, value);
}

// https://tc39.es/ecma262/#sec-definepropertyorthrow
Completion<void> DefinePropertyOrThrow(Isolate& isolate, JSObject* object, PropertyKey key,
                                       const PropertyDescriptor& descriptor) {
  if (TRY(internal_method::DefineOwnProperty(isolate, object, key, descriptor))) return {};
  if (object->object_type() == HeapType::kProxyObject) {
    return isolate.ThrowTypeError("'defineProperty' on proxy: trap returned falsish for property '%s'",
                                  KeyForError(isolate, key).c_str());
  }
  if (!HasTrappingOwnLookup(object->object_type()) && !FindOwn(isolate, object, key).found() &&
      !object->shape()->is_extensible()) {
    return isolate.ThrowTypeError("Cannot define property %s, object is not extensible",
                                  KeyForError(isolate, key).c_str());
  }
  return ThrowCannotRedefine(isolate, key);
}

// https://tc39.es/ecma262/#sec-deletepropertyorthrow
Completion<void> DeletePropertyOrThrow(Isolate& isolate, JSObject* object, PropertyKey key) {
  if (TRY(internal_method::Delete(isolate, object, key))) return {};
  return ThrowDeleteFailed(isolate, Value(object), key);
}

// https://tc39.es/ecma262/#sec-getmethod
Completion<Value> GetMethod(Isolate& isolate, Value v, PropertyKey key) {
  Value function = TRY(GetV(isolate, v, key));
  if (function.IsNullOrUndefined()) return Value::Undefined();
  if (!function.IsCallable()) return ThrowNotCallable(isolate, function, KeyForError(isolate, key).c_str());
  return function;
}

Completion<bool> HasProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  return internal_method::HasProperty(isolate, object, key);
}

// https://tc39.es/ecma262/#sec-hasownproperty
Completion<bool> HasOwnProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  if (HasTrappingOwnLookup(object->object_type())) {
    MaybeDescriptor descriptor = TRY(internal_method::GetOwnProperty(isolate, object, key));
    return descriptor.found;
  }
  return HasOwn(isolate, object, key);
}

// https://tc39.es/ecma262/#sec-invoke
Completion<Value> Invoke(Isolate& isolate, Value v, PropertyKey key, std::initializer_list<Value> arguments) {
  Value function = TRY(GetV(isolate, v, key));
  if (!function.IsCallable()) return ThrowNotCallable(isolate, function, KeyForError(isolate, key).c_str());
  return Call(isolate, function, v, arguments);
}

// https://tc39.es/ecma262/#sec-setintegritylevel
Completion<bool> SetIntegrityLevel(Isolate& isolate, JSObject* object, IntegrityLevel level) {
  if (!TRY(internal_method::PreventExtensions(isolate, object))) return false;
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, object, keys));
  // FAST: storage only; nothing can interfere.
  bool fast = !object->IsExotic() || object->object_type() == HeapType::kGlobalObject;
  for (size_t i = 0; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    if (fast) {
      OwnProperty own = FindOwn(isolate, object, key);
      if (!own.found()) continue;
      uint8_t attributes = own.attributes & kSpecAttributes & ~kConfigurable;
      if (level == IntegrityLevel::kFrozen && !own.IsAccessor()) attributes &= ~kWritable;
      if (attributes == (own.attributes & kSpecAttributes)) continue;
      if (own.IsAccessor()) attributes |= kAccessor;
      object->DefineOwn(isolate, key, own.value, attributes);
      continue;
    }
    PropertyDescriptor descriptor;
    descriptor.has_configurable = true;
    if (level == IntegrityLevel::kFrozen) {
      MaybeDescriptor current = TRY(internal_method::GetOwnProperty(isolate, object, key));
      if (!current.found) continue;
      if (!current.descriptor.IsAccessor()) descriptor.has_writable = true;
    }
    TRY(DefinePropertyOrThrow(isolate, object, key, descriptor));
  }
  return true;
}

// https://tc39.es/ecma262/#sec-testintegritylevel
Completion<bool> TestIntegrityLevel(Isolate& isolate, JSObject* object, IntegrityLevel level) {
  if (TRY(internal_method::IsExtensible(isolate, object))) return false;
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, object, keys));
  for (size_t i = 0; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    MaybeDescriptor current = TRY(internal_method::GetOwnProperty(isolate, object, key));
    if (!current.found) continue;
    if (current.descriptor.configurable) return false;
    if (level == IntegrityLevel::kFrozen && current.descriptor.IsData() && current.descriptor.writable)
      return false;
  }
  return true;
}

// https://tc39.es/ecma262/#sec-lengthofarraylike
Completion<double> LengthOfArrayLike(Isolate& isolate, JSObject* object) {
  if (object->object_type() == HeapType::kJSArray)
    return static_cast<double>(static_cast<JSArray*>(object)->length());
  return ToLength(isolate, TRY(Get(isolate, object, Name::length)));
}

Completion<Value> GetIfPresent(Isolate& isolate, JSObject* object, double index) {
  PropertyKey key = KeyFromNumber(isolate, index);
  if (!TRY(HasProperty(isolate, object, key))) return Value::Hole();
  return Get(isolate, object, key);
}

// https://tc39.es/ecma262/#sec-createlistfromarraylike
Completion<void> CreateListFromArrayLike(Isolate& isolate, Value v, ValueList& out, bool property_keys_only) {
  if (!v.IsObject()) return isolate.ThrowTypeError("CreateListFromArrayLike called on non-object");
  JSObject* object = v.AsObject();
  double length = TRY(LengthOfArrayLike(isolate, object));
  // Longer lists of arguments do not fit on the JavaScript stack.
  if (length > (1 << 22)) return isolate.ThrowRangeError("Too many elements for a list of arguments or keys");
  uint32_t count = static_cast<uint32_t>(length);
  TRY(out.Reserve(out.size() + count));
  for (uint32_t i = 0; i < count; i++) {
    TRY(isolate.Poll());
    Value next = TRY(Get(isolate, object, PropertyKey::FromIndex(i)));
    if (property_keys_only && !next.IsString() && !next.IsSymbol()) {
      return isolate.ThrowTypeError("%s is not a valid property name",
                                    DescribeForError(isolate, next).c_str());
    }
    out.Append(next);
  }
  return {};
}

// https://tc39.es/ecma262/#sec-speciesconstructor
Completion<JSObject*> SpeciesConstructor(Isolate& isolate, JSObject* object, JSObject* default_constructor) {
  Value constructor = TRY(Get(isolate, object, Name::constructor));
  if (constructor.IsUndefined()) return default_constructor;
  if (!constructor.IsObject()) return isolate.ThrowTypeError("The .constructor property is not an object");
  Value species = TRY(Get(isolate, constructor.AsObject(), isolate.key(WellKnownSymbol::species)));
  if (species.IsNullOrUndefined()) return default_constructor;
  if (!species.IsConstructor())
    return isolate.ThrowTypeError("object.constructor[Symbol.species] is not a constructor");
  return species.AsObject();
}

// https://tc39.es/ecma262/#sec-getfunctionrealm
Completion<Realm*> GetFunctionRealm(Isolate& isolate, JSObject* object) {
  while (true) {
    switch (object->object_type()) {
      case HeapType::kJSFunction:
        return static_cast<JSFunction*>(object)->info()->script_->realm_.GetNonNull();
      case HeapType::kNativeFunction: return static_cast<NativeFunction*>(object)->realm_.GetNonNull();
      case HeapType::kBoundFunction:
        object = static_cast<BoundFunction*>(object)->target_.get().AsObject();
        break;
      case HeapType::kProxyObject: {
        auto* proxy = static_cast<ProxyObject*>(object);
        if (!proxy->handler_.get().IsObject()) {
          return isolate.ThrowTypeError("Cannot perform 'get realm' on a proxy that has been revoked");
        }
        object = proxy->target_.get().AsObject();
        break;
      }
      default: return CurrentRealm(isolate);
    }
  }
}

// https://tc39.es/ecma262/#sec-enumerableownproperties
Completion<JSArray*> EnumerableOwnProperties(Isolate& isolate, JSObject* object, EnumerationKind kind) {
  ValueList result(isolate);
  auto append = [&](Value key, Value value) {
    switch (kind) {
      case EnumerationKind::kKeys: result.Append(key); break;
      case EnumerationKind::kValues: result.Append(value); break;
      case EnumerationKind::kEntries: {
        Value pair[2] = {key, value};
        result.Append(Value(NewArrayFrom(isolate, pair)));
        break;
      }
    }
  };
  // FAST: an ordinary object that has data properties only.
  Shape* shape = object->shape();
  if (!shape->Has(Shape::kIsExotic) && shape->elements_kind() != ElementsKind::kDictionary) {
    bool plain = true;
    uint32_t count = shape->property_count();
    for (uint32_t i = 0; i < count; i++) {
      const PropertyTable::Entry& entry = shape->table()->entry(i);
      if ((entry.attributes & kNotPlainData) && (entry.attributes & kEnumerable)) plain = false;
    }
    if (plain) {
      uint32_t limit = object->FastElementsLimit();
      if (kind == EnumerationKind::kValues && shape->object_type() == HeapType::kJSArray && count == 0 &&
          !IsHoley(shape->elements_kind()))
        return CopyElements(isolate, static_cast<JSArray*>(object), 0, limit);
      TRY(result.Reserve(count));
      LoopPoll element_poll(isolate);
      for (uint32_t i = 0; i < limit; i++) {
        TRY(element_poll.At(i));
        Value value = object->GetElement(isolate, i);
        if (value.IsHole()) continue;
        append(kind == EnumerationKind::kValues ? Value::Undefined()
                                                : PropertyKey::FromIndex(i).ToValue(isolate),
               value);
      }
      ChargeFor(isolate, limit);
      LoopPoll poll(isolate);
      for (uint32_t i = 0; i < count; i++) {
        TRY(poll.At(i));
        const PropertyTable::Entry entry{shape->table()->entry(i)};
        Value name = entry.name.get();
        if (!name.IsString() || !(entry.attributes & kEnumerable)) continue;
        append(name, kind == EnumerationKind::kKeys ? Value::Undefined() : object->GetSlot(entry.slot));
      }
      ChargeFor(isolate, count);
      return NewArrayFrom(isolate, result.span());
    }
  }
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, object, keys));
  for (size_t i = 0; i < keys.size(); i++) {
    if (!keys[i].IsString()) continue;
    TRY(isolate.Poll());
    PropertyKey key = PropertyKey::FromString(isolate, keys[i].AsString());
    if (!HasTrappingOwnLookup(object->object_type())) {
      OwnProperty own = FindOwn(isolate, object, key);
      if (!own.found() || !(own.attributes & kEnumerable)) continue;
      Value value;
      if (kind != EnumerationKind::kKeys) value = TRY(ValueOf(isolate, own, Value(object)));
      append(keys[i], value);
      continue;
    }
    MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, object, key));
    if (!own.found || !own.descriptor.enumerable) continue;
    Value value;
    if (kind != EnumerationKind::kKeys) value = TRY(Get(isolate, object, key));
    append(keys[i], value);
  }
  return NewArrayFrom(isolate, result.span());
}

namespace {

bool IsExcluded(Isolate& isolate, PropertyKey key, std::span<const Value> excluded_keys) {
  for (Value v : excluded_keys) {
    if (MUST(ToPropertyKey(isolate, v)) == key) return true;
  }
  return false;
}

}  // namespace

Completion<bool> CopyPlainProperties(Isolate& isolate, JSObject* target, JSObject* from,
                                     std::span<const Value> excluded_keys) {
  Shape* shape = from->shape();
  if (!shape->Has(Shape::kIsExotic) && shape->elements_kind() != ElementsKind::kDictionary &&
      from != target && target->object_type() == HeapType::kPlainObject && target->shape()->is_extensible()) {
    bool plain = true;
    uint32_t count = shape->property_count();
    bool has_symbols = false;
    for (uint32_t i = 0; i < count; i++) {
      const PropertyTable::Entry& entry = shape->table()->entry(i);
      if (entry.attributes & kEnumerable) {
        if (entry.attributes & kNotPlainData) plain = false;
        if (!entry.name.get().IsString() && !entry.name.get().IsHole()) has_symbols = true;
      }
    }
    if (plain) {
      // A literal's: what is copied there is new.
      bool is_empty =
          target->shape()->property_count() == 0 && target->elements_kind() == ElementsKind::kNone;
      for (uint32_t i = 0, limit = from->FastElementsLimit(); i < limit; i++) {
        PropertyKey key = PropertyKey::FromIndex(i);
        if (IsExcluded(isolate, key, excluded_keys)) continue;
        TRY(isolate.Poll());
        Value value = from->GetElement(isolate, i);
        if (!value.IsHole()) TRY(CreateDataProperty(isolate, target, key, value));
      }
      for (int symbols = 0; symbols <= (has_symbols ? 1 : 0); symbols++) {
        for (uint32_t i = 0; i < count; i++) {
          const PropertyTable::Entry entry{shape->table()->entry(i)};
          Value name = entry.name.get();
          if (!(entry.attributes & kEnumerable) || name.IsHole() || name.IsString() == bool(symbols))
            continue;
          if (symbols && name.AsSymbol()->IsPrivateName()) continue;
          PropertyKey key = PropertyKey::FromName(name);
          if (IsExcluded(isolate, key, excluded_keys)) continue;
          TRY(isolate.Poll());
          if (is_empty) {
            target->AddOwn(isolate, name, from->GetSlot(entry.slot));
          } else {
            TRY(CreateDataProperty(isolate, target, key, from->GetSlot(entry.slot)));
          }
        }
      }
      return true;
    }
  }
  return false;
}

// https://tc39.es/ecma262/#sec-copydataproperties
Completion<void> CopyDataProperties(Isolate& isolate, JSObject* target, Value source,
                                    std::span<const Value> excluded_keys) {
  if (source.IsNullOrUndefined()) return {};
  JSObject* from = TRY(ToObject(isolate, source));
  if (TRY(CopyPlainProperties(isolate, target, from, excluded_keys))) return {};
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, from, keys));
  for (size_t i = 0; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    if (IsExcluded(isolate, key, excluded_keys)) continue;
    Value value;
    if (!HasTrappingOwnLookup(from->object_type())) {
      OwnProperty own = FindOwn(isolate, from, key);
      if (!own.found() || !(own.attributes & kEnumerable)) continue;
      value = TRY(ValueOf(isolate, own, Value(from)));
    } else {
      MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, from, key));
      if (!own.found || !own.descriptor.enumerable) continue;
      value = TRY(Get(isolate, from, key));
    }
    TRY(CreateDataProperty(isolate, target, key, value));
  }
  return {};
}

PropertyKey KeyFromNumber(Isolate& isolate, double integer) {
  if (integer >= 0 && integer <= PropertyKey::kMaxIndex)
    return PropertyKey::FromIndex(static_cast<uint32_t>(integer));
  isolate.Charge(4);  // for a new name, in loops that count each place as one unit
  return PropertyKey::FromString(isolate, DoubleToString(isolate, integer));
}

}  // namespace halfword
