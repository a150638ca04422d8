// Properties with their attributes, keys, prototypes, symbols, kinds of objects, Dates and wide BigInts.
#include <algorithm>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/values.h"
#include "builtins/fundamental_objects/symbol.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "objects/library/keyed_collections.h"
#include "objects/library/numbers_and_dates.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

constexpr uint32_t kAttributes = HW_PROPERTY_WRITABLE | HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE;
static_assert(int{HW_PROPERTY_WRITABLE} == kWritable && int{HW_PROPERTY_ENUMERABLE} == kEnumerable &&
              int{HW_PROPERTY_CONFIGURABLE} == kConfigurable);

// Zeroed structs leave out what is zero.
bool IsGiven(hw_value value) { return value.bits != 0 && value.bits != Value::kUndefinedBits; }

// Null: it can be used.
const char* ReadProperty(const hw_property* from, hw_property* to) {
  std::string unused;
  if (!from) return "hw_property is null";
  if (!ReadStruct(from, "hw_property", to, &unused))
    return "hw_property.size is not set, or it asks for what only a newer version of the library has";
  if ((to->attributes | to->given) & ~kAttributes) return "an attribute of hw_property means nothing";
  bool is_accessor = IsGiven(to->getter) || IsGiven(to->setter);
  if (is_accessor && (to->has_value || ((to->attributes | to->given) & HW_PROPERTY_WRITABLE)))
    return "hw_property has a value and a getter or setter";
  return nullptr;
}

Completion<PropertyDescriptor> DescriptorOf(Isolate& inside, const hw_property& property) {
  PropertyDescriptor d;
  auto function = [&](hw_value value, bool* has, Value* to) -> Completion<void> {
    if (!IsGiven(value)) return {};
    if (!FromHost(value).IsCallable()) return inside.ThrowTypeError("a getter or setter is no function");
    *has = true;
    *to = FromHost(value);
    return {};
  };
  TRY(function(property.getter, &d.has_get, &d.getter));
  TRY(function(property.setter, &d.has_set, &d.setter));
  d.has_value = property.has_value;
  if (d.has_value) d.value = FromHost(property.value);
  uint32_t given = property.given | property.attributes;
  d.has_writable = given & HW_PROPERTY_WRITABLE;
  d.has_enumerable = given & HW_PROPERTY_ENUMERABLE;
  d.has_configurable = given & HW_PROPERTY_CONFIGURABLE;
  d.writable = property.attributes & HW_PROPERTY_WRITABLE;
  d.enumerable = property.attributes & HW_PROPERTY_ENUMERABLE;
  d.configurable = property.attributes & HW_PROPERTY_CONFIGURABLE;
  return d;
}

void Fill(const hw_isolate* isolate, const PropertyDescriptor& d, hw_property* property) {
  property->attributes = (d.writable ? HW_PROPERTY_WRITABLE : 0u) |
                         (d.enumerable ? HW_PROPERTY_ENUMERABLE : 0u) |
                         (d.configurable ? HW_PROPERTY_CONFIGURABLE : 0u);
  property->given = d.IsAccessor() ? kAttributes & ~HW_PROPERTY_WRITABLE : kAttributes;
  property->has_value = d.has_value;
  if (d.has_value) property->value = ToHost(isolate, d.value);
  if (d.has_get) property->getter = ToHost(isolate, d.getter);
  if (d.has_set) property->setter = ToHost(isolate, d.setter);
}

// Defining a property of such an object runs no JavaScript: no trap, and no conversion of a key or a value.
GuestState StateToDefineIn(const hw_isolate* isolate, hw_value object, hw_value key) {
  hw_kind kind = hw_kind_of(isolate, object);
  hw_type type = hw_type_of(isolate, key);
  bool is_simple = kind == HW_KIND_PLAIN || kind == HW_KIND_ERROR;
  return is_simple && (type == HW_TYPE_STRING || type == HW_TYPE_SYMBOL) ? GuestState::kAny
                                                                         : GuestState::kIdle;
}

}  // namespace

hw_status hw_define(hw_isolate* isolate, hw_value object, hw_value key, const hw_property* given,
                    bool* defined) {
  if (defined) *defined = false;
  hw_property property;
  if (const char* why = ReadProperty(given, &property)) return Refuse(isolate, why);
  hw_value values[] = {object, key, property.has_value ? property.value : hw_undefined(), property.getter,
                       property.setter};
  auto body = [&](Isolate& inside) -> Completion<void> {
    JSObject* target = TRY(ToObject(inside, FromHost(object)));
    PropertyKey name = TRY(ToPropertyKey(inside, FromHost(key)));
    PropertyDescriptor descriptor = TRY(DescriptorOf(inside, property));
    if (IsPrivate(name)) {
      if (descriptor.IsAccessor()) return inside.ThrowTypeError("a private key has no accessor");
      target->DefineOwn(inside, name, descriptor.value, kNone);
    } else if (!defined) {
      return DefinePropertyOrThrow(inside, target, name, descriptor);
    }
    bool is_defined =
        IsPrivate(name) || TRY(internal_method::DefineOwnProperty(inside, target, name, descriptor));
    if (defined) *defined = is_defined;
    return {};
  };
  return RunGuest(isolate, nullptr, {{}, values, std::size(values)}, body,
                  StateToDefineIn(isolate, object, key));
}

hw_status hw_get_own(hw_isolate* isolate, hw_value object, hw_value key, hw_property* property, bool* found) {
  if (found) *found = false;
  if (!found || !property) return Refuse(isolate, mistake::kNullPlace);
  if (property->size <= sizeof property->size) return Refuse(isolate, "hw_property.size is not set");
  hw_property all = {};
  all.size = property->size;
  all.value = all.getter = all.setter = hw_undefined();
  hw_status status = RunGuest(isolate, nullptr, {object, key}, [&](Isolate& inside) -> Completion<void> {
    JSObject* target = TRY(ToObject(inside, FromHost(object)));
    PropertyKey name = TRY(ToPropertyKey(inside, FromHost(key)));
    if (IsPrivate(name)) {
      OwnProperty own = target->GetOwn(inside, name);
      *found = own.found();
      if (*found) Fill(isolate, PropertyDescriptor::Data(own.value, kNone), &all);
      return {};
    }
    MaybeDescriptor own = TRY(internal_method::GetOwnProperty(inside, target, name));
    *found = own.found;
    if (own.found) Fill(isolate, own.descriptor, &all);
    return {};
  });
  std::memcpy(property, &all, std::min(all.size, sizeof all));
  return status;
}

namespace {

Value AsNumberIfIndex(Isolate& inside, Value key) {
  if (!key.IsString()) return key;
  PropertyKey name = PropertyKey::FromString(inside, key.AsString());
  return name.IsIndex() ? NumberValue(inside, name.index()) : key;
}

Completion<Value> KeysOf(Isolate& inside, JSObject* object, uint32_t which) {
  ValueList keys(inside), all(inside);
  // A property of an object hides those of its prototypes, enumerable or not, as in for-in.
  SetObject* seen = nullptr;
  if (which & HW_KEYS_INHERITED)
    seen = NewInstance<SetObject>(inside, Value(inside.realm()->intrinsic(Intrinsic::kSetPrototype)));
  while (object) {
    keys.Clear();
    TRY(internal_method::OwnPropertyKeys(inside, object, keys));
    for (size_t i = 0; i < keys.size(); i++) {
      TRY(inside.Poll());
      Value key = keys[i];
      if (!(which & (key.IsSymbol() ? HW_KEYS_SYMBOLS : HW_KEYS_STRINGS))) continue;
      if (seen && seen->Has(inside, key)) continue;
      if (seen && !seen->Add(inside, key)) return inside.ThrowRangeError("too many keys");
      if (!(which & HW_KEYS_ALL)) {
        PropertyKey name = TRY(ToPropertyKey(inside, key));
        MaybeDescriptor own = TRY(internal_method::GetOwnProperty(inside, object, name));
        if (!own.found || !own.descriptor.enumerable) continue;
      }
      all.Append(which & HW_KEYS_INDICES_AS_NUMBERS ? AsNumberIfIndex(inside, key) : key);
    }
    if (!seen) break;
    Value prototype = TRY(internal_method::GetPrototypeOf(inside, object));
    object = prototype.IsObject() ? prototype.AsObject() : nullptr;
  }
  return Value(CreateArrayFromList(inside, all.span()));
}

}  // namespace

hw_status hw_own_keys(hw_isolate* isolate, hw_value object, uint32_t which, hw_value* array) {
  constexpr uint32_t kKnown =
      HW_KEYS_STRINGS | HW_KEYS_SYMBOLS | HW_KEYS_ALL | HW_KEYS_INHERITED | HW_KEYS_INDICES_AS_NUMBERS;
  if ((which & ~kKnown) || !(which & (HW_KEYS_STRINGS | HW_KEYS_SYMBOLS)))
    return RefuseResult(isolate, array, "these are no keys: HW_KEYS_STRINGS, HW_KEYS_SYMBOLS or both");
  return RunGuest(isolate, array, {object}, [&](Isolate& inside) -> Completion<Value> {
    return KeysOf(inside, TRY(ToObject(inside, FromHost(object))), which);
  });
}

hw_status hw_prototype(hw_isolate* isolate, hw_value object, hw_value* prototype) {
  return RunGuest(isolate, prototype, {object}, [&](Isolate& inside) -> Completion<Value> {
    return internal_method::GetPrototypeOf(inside, TRY(ToObject(inside, FromHost(object))));
  });
}

hw_status hw_set_prototype(hw_isolate* isolate, hw_value object, hw_value prototype) {
  return RunGuest(isolate, nullptr, {object, prototype}, [&](Isolate& inside) -> Completion<void> {
    JSObject* target = TRY(ToObject(inside, FromHost(object)));
    if (!FromHost(prototype).IsObject() && !FromHost(prototype).IsNull())
      return inside.ThrowTypeError("a prototype is an object or null");
    if (!TRY(internal_method::SetPrototypeOf(inside, target, FromHost(prototype))))
      return inside.ThrowTypeError("the prototype of the object can't be set");
    return {};
  });
}

hw_status hw_set_integrity(hw_isolate* isolate, hw_value object, hw_integrity level) {
  if (NumberOf(level) > HW_INTEGRITY_FROZEN) return Refuse(isolate, "there is no such hw_integrity");
  return RunGuest(isolate, nullptr, {object}, [&](Isolate& inside) -> Completion<void> {
    JSObject* target = TRY(ToObject(inside, FromHost(object)));
    bool done = level == HW_INTEGRITY_NOT_EXTENSIBLE
                    ? TRY(internal_method::PreventExtensions(inside, target))
                    : TRY(SetIntegrityLevel(
                          inside, target,
                          level == HW_INTEGRITY_FROZEN ? IntegrityLevel::kFrozen : IntegrityLevel::kSealed));
    if (!done) return inside.ThrowTypeError("the object can't be made so");
    return {};
  });
}

hw_status hw_instance_of(hw_isolate* isolate, hw_value value, hw_value constructor, bool* result) {
  if (!result) return Refuse(isolate, mistake::kNullPlace);
  *result = false;
  return RunGuest(isolate, nullptr, {value, constructor}, [&](Isolate& inside) -> Completion<void> {
    *result = TRY(InstanceofOperator(inside, FromHost(value), FromHost(constructor)));
    return {};
  });
}

hw_status hw_entries(hw_isolate* isolate, hw_value map_or_set, hw_value* array) {
  auto body = [&](Isolate& inside) -> Completion<Value> {
    bool is_map = FromHost(map_or_set).Is<MapObject>();
    if (!is_map && !FromHost(map_or_set).Is<SetObject>())
      return inside.ThrowTypeError("hw_entries needs a Map or a Set");
    ValueList all(inside);
    HashCursor cursor(static_cast<HashCollection*>(FromHost(map_or_set).AsObject()));
    while (cursor.Next()) {
      TRY(inside.Poll());
      all.Append(cursor.key());
      if (is_map) all.Append(cursor.value());
    }
    return Value(CreateArrayFromList(inside, all.span()));
  };
  return RunGuest(isolate, array, {map_or_set}, body, GuestState::kAny);
}

// ---- Symbols ----

hw_value hw_symbol(hw_isolate* isolate, hw_value description) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    const char* why = WhyNotOf(isolate, description);
    if (!why && !FromHost(description).IsString() && !FromHost(description).IsUndefined())
      why = "a description is a string or undefined";
    if (why) return ResultOfMisuse<hw_value>(isolate, why);
    return ToHost(isolate, Value(NewSymbol(inside, FromHost(description))));
  });
}

hw_value hw_symbol_for(hw_isolate* isolate, hw_value key) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    const char* why = WhyNotOf(isolate, key);
    if (!why && !FromHost(key).IsString()) why = "the key of a symbol is a string";
    if (why) return ResultOfMisuse<hw_value>(isolate, why);
    return ToHost(isolate, Value(RegisteredSymbol(inside, FromHost(key).AsString())));
  });
}

hw_value hw_symbol_well_known(const hw_isolate* isolate, hw_well_known which) {
  constexpr WellKnownSymbol kSymbols[] = {WellKnownSymbol::iterator,    WellKnownSymbol::asyncIterator,
                                          WellKnownSymbol::hasInstance, WellKnownSymbol::toPrimitive,
                                          WellKnownSymbol::toStringTag, WellKnownSymbol::dispose,
                                          WellKnownSymbol::asyncDispose};
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (NumberOf(which) >= std::size(kSymbols))
      return ResultOfMisuse<hw_value>(isolate, "there is no such hw_well_known");
    return ToHost(isolate, Value(inside.symbol(kSymbols[which])));
  });
}

hw_value hw_private_key(hw_isolate* isolate, const char* name) {
  if (!name) return ResultOfMisuse<hw_value>(isolate, mistake::kNullName);
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    ValueField& root = inside.host_root(HostRoot::kPrivateKeys);
    if (!root.get().IsObject()) {
      Value prototype(inside.realm()->intrinsic(Intrinsic::kMapPrototype));
      root.Init(Value(NewInstance<MapObject>(inside, prototype)));
    }
    auto* keys = static_cast<MapObject*>(root.get().AsObject());
    Value text(NewStringFromUtf8(inside, name));
    Value known = keys->Get(inside, text);
    if (known.IsSymbol()) return ToHost(isolate, known);
    Symbol* symbol = NewSymbol(inside, text, Symbol::kPrivateName);
    if (!keys->Set(inside, text, Value(symbol)))
      return ResultOfMisuse<hw_value>(isolate, "there are too many private keys");
    return ToHost(isolate, Value(symbol));
  });
}

// ---- Kinds ----

namespace {

hw_kind KindOf(JSObject* object) {
  switch (object->object_type()) {
    case HeapType::kPlainObject:
    case HeapType::kArgumentsObject:
    case HeapType::kGlobalObject: return HW_KIND_PLAIN;
    case HeapType::kJSArray: return HW_KIND_ARRAY;
    case HeapType::kJSFunction:
    case HeapType::kNativeFunction:
    case HeapType::kBoundFunction: return HW_KIND_FUNCTION;
    case HeapType::kErrorObject: return HW_KIND_ERROR;
    case HeapType::kDateObject: return HW_KIND_DATE;
    case HeapType::kRegExpObject: return HW_KIND_REGEXP;
    case HeapType::kMapObject: return HW_KIND_MAP;
    case HeapType::kSetObject: return HW_KIND_SET;
    case HeapType::kWeakMapObject:
    case HeapType::kWeakSetObject:
    case HeapType::kWeakRefObject:
    case HeapType::kFinalizationRegistryObject: return HW_KIND_WEAK;
    case HeapType::kPromiseObject: return HW_KIND_PROMISE;
    case HeapType::kProxyObject: return HW_KIND_PROXY;
    case HeapType::kArrayBufferObject: return HW_KIND_BUFFER;
    case HeapType::kTypedArrayObject:
    case HeapType::kDataViewObject: return HW_KIND_VIEW;
    case HeapType::kPrimitiveWrapper:
    case HeapType::kStringWrapper: return HW_KIND_BOXED;
    case HeapType::kGeneratorObject:
    case HeapType::kAsyncGeneratorObject: return HW_KIND_GENERATOR;
    case HeapType::kArrayIterator:
    case HeapType::kMapIterator:
    case HeapType::kSetIterator:
    case HeapType::kStringIterator:
    case HeapType::kRegExpStringIterator:
    case HeapType::kIteratorHelper:
    case HeapType::kWrapForValidIterator:
    case HeapType::kAsyncFromSyncIterator: return HW_KIND_ITERATOR;
    case HeapType::kModuleNamespace: return HW_KIND_NAMESPACE;
    case HeapType::kExternalObject: return HW_KIND_EXTERNAL;
    case HeapType::kHostObject: return HW_KIND_HOST;
    case HeapType::kIntlObject: return HW_KIND_INTL;
    case HeapType::kTemporalObject: return HW_KIND_TEMPORAL;
    default: return HW_KIND_OTHER;
  }
}

}  // namespace

hw_kind hw_kind_of(const hw_isolate* isolate, hw_value value) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, value);
    return FromHost(value).IsObject() ? KindOf(FromHost(value).AsObject()) : HW_KIND_NONE;
  });
}

// ---- Dates and BigInts ----

hw_value hw_date(hw_isolate* isolate, double milliseconds) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    auto* date = NewInstance<DateObject>(inside, Value(inside.realm()->intrinsic(Intrinsic::kDatePrototype)));
    date->time_ = TimeClip(milliseconds);
    return ToHost(isolate, Value(date));
  });
}

bool hw_as_date(const hw_isolate* isolate, hw_value date, double* milliseconds) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, date);
    auto* object = FromHost(date).TryAs<DateObject>();
    if (object && milliseconds) *milliseconds = object->time_;
    return object != nullptr;
  });
}

Completion<Value> halfword::api::NewBigIntOfWords(Isolate& inside, bool negative,
                                                  std::span<const uint64_t> words) {
  size_t count = words.size();
  while (count != 0 && words[count - 1] == 0) count--;
  if (count > BigInt::kMaxBits / 64) return inside.ThrowRangeError("Maximum BigInt size exceeded");
  std::vector<uint32_t> digits(count * 2);
  for (size_t i = 0; i < count; i++) {
    digits[2 * i] = static_cast<uint32_t>(words[i]);
    digits[2 * i + 1] = static_cast<uint32_t>(words[i] >> 32);
  }
  return NewBigIntFromDigits(inside, negative, digits);
}

void halfword::api::CopyWords(const BigInt* bigint, std::span<uint64_t> words) {
  std::span<const uint32_t> digits = bigint->digits();
  for (size_t i = 0; i < std::min((digits.size() + 1) / 2, words.size()); i++) {
    uint64_t high = 2 * i + 1 < digits.size() ? digits[2 * i + 1] : 0;
    words[i] = digits[2 * i] | high << 32;
  }
}

hw_status hw_bigint_words(hw_isolate* isolate, bool negative, const uint64_t* words, size_t count,
                          hw_value* bigint) {
  if (!words && count != 0) return RefuseResult(isolate, bigint, mistake::kNullList);
  auto body = [&](Isolate& inside) -> Completion<Value> {
    return NewBigIntOfWords(inside, negative, {words, count});
  };
  return RunGuest(isolate, bigint, {}, body, GuestState::kAny);
}

size_t hw_as_words(const hw_isolate* isolate, hw_value bigint, bool* negative, uint64_t* words,
                   size_t capacity) {
  if (negative) *negative = false;
  if (!words) capacity = 0;
  return EnterOrRefuse(isolate, [&](Isolate&) -> size_t {
    NoteForeign(isolate, bigint);
    if (!FromHost(bigint).IsBigInt()) return 0;
    const BigInt* number = FromHost(bigint).AsBigInt();
    if (negative) *negative = number->is_negative();
    CopyWords(number, {words, capacity});
    return (number->digits().size() + 1) / 2;
  });
}
