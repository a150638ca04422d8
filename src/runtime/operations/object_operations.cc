// Operations on objects: https://tc39.es/ecma262/#sec-operations-on-objects and what is built on them.
#include "runtime/operations/object_operations.h"

#include "runtime/execution/loop_poll.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

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
