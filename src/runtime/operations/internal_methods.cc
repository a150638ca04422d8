// The essential internal methods of ordinary objects, and their dispatch.
#include "runtime/operations/internal_methods.h"

#include <algorithm>

#include "objects/library/text_processing.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

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

bool HasOwn(Isolate& isolate, JSObject* object, PropertyKey key) {
  PropertyLocation location;
  // FAST: names that are stored.
  if (!key.IsIndex()) {
    if (object->shape()->Lookup(key.name(), &location)) return true;
    if (object->object_type() == HeapType::kPlainObject) return false;
  }
  return FindOwn(isolate, object, key).found();
}

namespace {

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

}  // namespace

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

namespace {

// https://tc39.es/ecma262/#sec-ordinarysetwithowndescriptor from step 2 on. `own` is of `holder`, where the
// lookup that began at `object` has found it, or not found.
Completion<bool> OrdinarySetWithOwnDescriptor(Isolate& isolate, JSObject* object, PropertyKey key,
                                              Value value, Value receiver, JSObject* holder,
                                              const OwnProperty& own) {
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

}  // namespace

// https://tc39.es/ecma262/#sec-ordinaryset. Exotic objects on the way divert where their own [[Set]] differs.
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
  return OrdinarySetWithOwnDescriptor(isolate, object, key, value, receiver, holder, own);
}

}  // namespace halfword
