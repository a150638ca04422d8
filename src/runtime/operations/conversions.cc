#include "runtime/operations/conversions.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/library/reflection.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-toprimitive
Completion<Value> ToPrimitive(Isolate& isolate, Value input, PreferredType preferred) {
  if (!input.IsObject()) return input;
  JSObject* object = input.AsObject();
  // 1.a. Let exoticToPrim be ? GetMethod(input, @@toPrimitive).
  Value exotic = TRY(Get(isolate, object, isolate.key(WellKnownSymbol::toPrimitive)));
  if (!exotic.IsNullOrUndefined()) {
    if (!exotic.IsCallable()) {
      return isolate.ThrowTypeError("Symbol(Symbol.toPrimitive) is not a function");
    }
    Name hint = preferred == PreferredType::kDefault  ? Name::default_
                : preferred == PreferredType::kString ? Name::string
                                                      : Name::number;
    Value result = TRY(Call(isolate, exotic, input, {Value(isolate.name(hint))}));
    if (!result.IsObject()) return result;
    return isolate.ThrowTypeError("Cannot convert object to primitive value");
  }
  return OrdinaryToPrimitive(isolate, object, preferred == PreferredType::kString);
}

// https://tc39.es/ecma262/#sec-ordinarytoprimitive
Completion<Value> OrdinaryToPrimitive(Isolate& isolate, JSObject* object, bool string_hint) {
  Name order[2] = {string_hint ? Name::toString : Name::valueOf,
                   string_hint ? Name::valueOf : Name::toString};
  for (Name name : order) {
    Value method = TRY(Get(isolate, object, name));
    if (!method.IsCallable()) continue;
    Value result = TRY(Call(isolate, method, object));
    if (!result.IsObject()) return result;
  }
  return isolate.ThrowTypeError("Cannot convert object to primitive value");
}

// https://tc39.es/ecma262/#sec-toboolean
bool ToBooleanSlow(Value v) {
  if (v.IsSmi()) return v.AsSmi() != 0;
  if (v.IsString()) return v.AsString()->length() != 0;
  if (v.IsHeapNumber()) {
    double d = v.AsNumber();
    return d == d && d != 0;
  }
  if (v.IsBigInt()) return !v.AsBigInt()->IsZero();
  return !v.IsNullOrUndefined() && !v.IsFalse() && !v.IsHole();
}

// https://tc39.es/ecma262/#sec-tonumeric
Completion<Value> ToNumericSlow(Isolate& isolate, Value v) {
  v = TRY(ToPrimitive(isolate, v, PreferredType::kNumber));
  if (v.IsNumber() || v.IsBigInt()) return v;
  return NumberValue(isolate, TRY(ToNumber(isolate, v)));
}

// https://tc39.es/ecma262/#sec-tonumber
Completion<double> ToNumberSlow(Isolate& isolate, Value v) {
  while (true) {
    if (v.IsNumber()) return v.AsNumber();
    if (v.IsString()) return StringToNumber(isolate, v.AsString());
    if (v.IsUndefined()) return std::numeric_limits<double>::quiet_NaN();
    if (v.IsNull() || v.IsFalse()) return 0.0;
    if (v.IsTrue()) return 1.0;
    if (v.IsSymbol()) return isolate.ThrowTypeError("Cannot convert a Symbol value to a number");
    if (v.IsBigInt()) return isolate.ThrowTypeError("Cannot convert a BigInt value to a number");
    v = TRY(ToPrimitive(isolate, v, PreferredType::kNumber));
  }
}

// https://tc39.es/ecma262/#sec-tointegerorinfinity
Completion<double> ToIntegerOrInfinity(Isolate& isolate, Value v) {
  if (v.IsSmi()) return static_cast<double>(v.AsSmi());
  if (v.IsUndefined()) return 0.0;  // FAST: an argument that is left out
  double d = TRY(ToNumber(isolate, v));
  if (d != d) return 0.0;
  return std::trunc(d) + 0.0;  // turns -0 into +0
}

int32_t DoubleToInt32(double d) {
  if (HW_LIKELY(d >= -2147483648.0 && d <= 2147483647.0)) return static_cast<int32_t>(d);
  uint64_t bits;
  std::memcpy(&bits, &d, sizeof bits);
  int exponent = static_cast<int>((bits >> 52) & 0x7FF) - 1075;  // of the significand as an integer
  if (exponent >= 32 || exponent <= -53) return 0;  // multiples of 2^32, infinities and NaN; fractions
  uint64_t significand = (bits & ((uint64_t{1} << 52) - 1)) | (uint64_t{1} << 52);
  uint32_t magnitude =
      static_cast<uint32_t>(exponent >= 0 ? significand << exponent : significand >> -exponent);
  return static_cast<int32_t>(bits >> 63 ? 0u - magnitude : magnitude);
}

// https://tc39.es/ecma262/#sec-tolength
Completion<double> ToLength(Isolate& isolate, Value v) {
  if (v.IsSmi()) return v.AsSmi() > 0 ? static_cast<double>(v.AsSmi()) : 0.0;
  double length = TRY(ToIntegerOrInfinity(isolate, v));
  if (length <= 0) return 0.0;
  return std::fmin(length, 9007199254740991.0);
}

// https://tc39.es/ecma262/#sec-toindex
Completion<uint64_t> ToIndex(Isolate& isolate, Value v) {
  if (v.IsUndefined()) return uint64_t{0};
  double integer = TRY(ToIntegerOrInfinity(isolate, v));
  if (!(integer >= 0 && integer <= 9007199254740991.0))
    return isolate.ThrowRangeError("Invalid index or length");
  return static_cast<uint64_t>(integer);
}

// https://tc39.es/ecma262/#sec-tostring
Completion<String*> ToStringSlow(Isolate& isolate, Value v) {
  while (true) {
    if (v.IsString()) return v.AsString();
    if (v.IsNumber()) return NumberToString(isolate, v);
    if (v.IsObject()) {
      v = TRY(ToPrimitive(isolate, v, PreferredType::kString));
      continue;
    }
    if (v.IsUndefined()) return isolate.name(Name::undefined);
    if (v.IsNull()) return isolate.name(Name::null);
    if (v.IsTrue()) return isolate.name(Name::true_);
    if (v.IsFalse()) return isolate.name(Name::false_);
    if (v.IsSymbol()) return isolate.ThrowTypeError("Cannot convert a Symbol value to a string");
    if (v.IsBigInt()) return BigIntToString(isolate, v.AsBigInt(), 10);
    return isolate.name(Name::undefined);
  }
}

// https://tc39.es/ecma262/#sec-topropertykey
Completion<PropertyKey> ToPropertyKey(Isolate& isolate, Value v) {
  if (v.IsSmi() && v.AsSmi() >= 0) return PropertyKey::FromIndex(static_cast<uint32_t>(v.AsSmi()));
  if (v.IsString()) return PropertyKey::FromString(isolate, v.AsString());
  if (v.IsObject()) v = TRY(ToPrimitive(isolate, v, PreferredType::kString));
  if (v.IsSymbol()) return PropertyKey::FromSymbol(v.AsSymbol());
  if (v.IsHeapNumber()) {
    double d = v.AsNumber();
    if (d >= 0 && d < 4294967295.0 && d == static_cast<uint32_t>(d)) {
      return PropertyKey::FromIndex(static_cast<uint32_t>(d));
    }
  }
  return PropertyKey::FromString(isolate, TRY(ToString(isolate, v)));
}

// https://tc39.es/ecma262/#sec-toobject
Completion<JSObject*> ToObject(Isolate& isolate, Value v) {
  if (v.IsObject()) return v.AsObject();
  if (v.IsNullOrUndefined()) return isolate.ThrowTypeError("Cannot convert undefined or null to object");
  Realm* realm = CurrentRealm(isolate);
  if (v.IsString()) return StringCreate(isolate, v.AsString(), realm->intrinsic(Intrinsic::kStringPrototype));
  Intrinsic prototype = v.IsNumber()    ? Intrinsic::kNumberPrototype
                        : v.IsBoolean() ? Intrinsic::kBooleanPrototype
                        : v.IsSymbol()  ? Intrinsic::kSymbolPrototype
                                        : Intrinsic::kBigIntPrototype;
  auto* wrapper = NewInstance<PrimitiveWrapper>(isolate, realm->intrinsic(prototype));
  wrapper->value_.Set(wrapper, v);
  return wrapper;
}

// https://tc39.es/ecma262/#sec-requireobjectcoercible
Completion<Value> RequireObjectCoercible(Isolate& isolate, Value v, const char* method) {
  if (v.IsNullOrUndefined()) return isolate.ThrowTypeError("%s called on null or undefined", method);
  return v;
}

// https://tc39.es/ecma262/#sec-isarray
Completion<bool> IsArray(Isolate& isolate, Value v) {
  if (!v.IsObject()) return false;
  JSObject* object = v.AsObject();
  while (object->object_type() == HeapType::kProxyObject) {
    auto* proxy = static_cast<ProxyObject*>(object);
    if (!proxy->handler_.get().IsObject()) {
      return isolate.ThrowTypeError("Cannot perform 'IsArray' on a proxy that has been revoked");
    }
    object = proxy->target_.get().AsObject();
  }
  return object->object_type() == HeapType::kJSArray;
}

bool IsArray(Isolate& isolate, Value v, bool* threw) {
  Completion<bool> result = IsArray(isolate, v);
  *threw = result.IsThrow();
  return !*threw && result.Take();
}

bool IsRegExpFast(Value v) { return v.IsObject() && v.AsObject()->object_type() == HeapType::kRegExpObject; }

// https://tc39.es/ecma262/#sec-isregexp
Completion<bool> IsRegExp(Isolate& isolate, Value v) {
  if (!v.IsObject()) return false;
  Value matcher = TRY(Get(isolate, v.AsObject(), isolate.key(WellKnownSymbol::match)));
  if (!matcher.IsUndefined()) return ToBoolean(matcher);
  return IsRegExpFast(v);
}

Completion<double> ToRelativeIndex(Isolate& isolate, Value v, double length, double default_value) {
  if (v.IsUndefined()) return default_value;
  double relative = TRY(ToIntegerOrInfinity(isolate, v));
  if (relative < 0) return std::fmax(length + relative, 0.0);
  return std::fmin(relative, length);
}

// https://tc39.es/ecma262/#sec-typeof-operator
String* TypeOf(Isolate& isolate, Value v) {
  Name name = Name::object;
  if (v.IsNumber()) {
    name = Name::number;
  } else if (v.IsString()) {
    name = Name::string;
  } else if (v.IsObject()) {
    if (IsHtmlDda(v)) {
      name = Name::undefined;
    } else if (v.AsObject()->IsCallable()) {
      name = Name::function;
    }
  } else if (v.IsUndefined()) {
    name = Name::undefined;
  } else if (v.IsBoolean()) {
    name = Name::boolean;
  } else if (v.IsSymbol()) {
    name = Name::symbol;
  } else if (v.IsBigInt()) {
    name = Name::bigint;
  }
  return isolate.name(name);
}

std::string ConstructorNameOf(Isolate& isolate, JSObject* object) {
  PropertyKey key = isolate.key(Name::constructor);
  PropertyKey tag_key = isolate.key(WellKnownSymbol::toStringTag);
  for (int depth = 0; depth < 64; depth++) {
    if (object->object_type() == HeapType::kProxyObject) return {};
    OwnProperty tag = object->GetOwn(isolate, tag_key);
    if (tag.found() && !tag.IsAccessor() && tag.value.IsString())
      return ShortText(isolate, tag.value.AsString(), 100);
    OwnProperty property = object->GetOwn(isolate, key);
    if (property.found()) {
      if (property.IsAccessor() || !property.value.IsCallable()) return {};
      JSObject* constructor = property.value.AsObject();
      if (constructor->object_type() == HeapType::kProxyObject) return {};
      OwnProperty name = constructor->GetOwn(isolate, isolate.key(Name::name));
      if (!name.found() || name.IsAccessor() || !name.value.IsString()) return {};
      return ShortText(isolate, name.value.AsString(), 100);
    }
    Value prototype = object->prototype();
    if (!prototype.IsObject()) return {};
    object = prototype.AsObject();
  }
  return {};
}

std::string DescribeForError(Isolate& isolate, Value v) {
  if (v.IsString()) return "\"" + ShortText(isolate, v.AsString(), 100) + "\"";
  if (v.IsNumber()) return NumberToString(isolate, v)->ToUtf8(isolate);
  if (v.IsUndefined()) return "undefined";
  if (v.IsNull()) return "null";
  if (v.IsBoolean()) return v.IsTrue() ? "true" : "false";
  if (v.IsSymbol()) {
    Value description = v.AsSymbol()->description();
    if (v.AsSymbol()->IsPrivateName()) {
      return description.IsString() ? ShortText(isolate, description.AsString(), 100) : "#private";
    }
    return "Symbol(" + (description.IsString() ? ShortText(isolate, description.AsString(), 100) : "") + ")";
  }
  if (v.IsBigInt()) {
    BigInt* big = v.AsBigInt();
    if (big->digit_count() > 16) return "a BigInt";
    Completion<String*> text = BigIntToString(isolate, big, 10);
    return text.IsThrow() ? "a BigInt" : text.Take()->ToUtf8(isolate);
  }
  if (!v.IsObject()) return "undefined";
  JSObject* object = v.AsObject();
  if (object->object_type() == HeapType::kProxyObject) return object->IsCallable() ? "function" : "#<Object>";
  if (object->IsCallable()) {
    OwnProperty name = object->GetOwn(isolate, isolate.key(Name::name));
    std::string text = object->shape()->Has(Shape::kIsClassConstructor) ? "class" : "function";
    if (name.found() && !name.IsAccessor() && name.value.IsString() && name.value.AsString()->length() > 0) {
      text += " " + ShortText(isolate, name.value.AsString(), 100);
    }
    return text;
  }
  if (object->object_type() == HeapType::kJSArray) return "[object Array]";
  std::string constructor = ConstructorNameOf(isolate, object);
  return "#<" + (constructor.empty() ? "Object" : constructor) + ">";
}

}  // namespace halfword
