// Type conversion (https://tc39.es/ecma262/#sec-type-conversion). Inline parts are the cases that neither
// throw nor call.
#ifndef HALFWORD_RUNTIME_OPERATIONS_CONVERSIONS_H_
#define HALFWORD_RUNTIME_OPERATIONS_CONVERSIONS_H_

#include "objects/isolate.h"

namespace halfword {

enum class PreferredType : uint8_t { kDefault, kNumber, kString };

Completion<Value> ToPrimitive(Isolate&, Value, PreferredType = PreferredType::kDefault);
// Of an object: whether it has [[IsHTMLDDA]], and so is falsy, and equal to undefined and null.
HW_INLINE bool IsHtmlDda(Value object) { return HW_UNLIKELY(object == Isolate::Current().html_dda_.get()); }
bool ToBooleanSlow(Value);  // pure
HW_INLINE bool ToBoolean(Value v) {
  if (v.IsSmi()) return v.bits() != 0;
  if (v.IsBoolean()) return v.IsTrue();
  if (v.IsObject()) return !IsHtmlDda(v);
  if (v.IsNullOrUndefined()) return false;
  return ToBooleanSlow(v);
}
// A number or BigInt Value.
Completion<Value> ToNumericSlow(Isolate&, Value);
HW_INLINE Completion<Value> ToNumeric(Isolate& isolate, Value v) {
  return v.IsNumber() ? Completion<Value>(v) : ToNumericSlow(isolate, v);
}
Completion<double> ToNumberSlow(Isolate&, Value);
HW_INLINE Completion<double> ToNumber(Isolate& isolate, Value v) {
  if (v.IsSmi()) return static_cast<double>(v.AsSmi());
  if (v.IsHeapNumber()) return v.AsNumber();
  return ToNumberSlow(isolate, v);
}
Completion<double> ToIntegerOrInfinity(Isolate&, Value);
int32_t DoubleToInt32(double);  // modulo 2^32
inline uint32_t DoubleToUint32(double d) { return static_cast<uint32_t>(DoubleToInt32(d)); }
HW_INLINE Completion<int32_t> ToInt32(Isolate& isolate, Value v) {
  if (v.IsSmi()) return v.AsSmi();
  return DoubleToInt32(TRY(ToNumber(isolate, v)));
}
HW_INLINE Completion<uint32_t> ToUint32(Isolate& isolate, Value v) {
  return static_cast<uint32_t>(TRY(ToInt32(isolate, v)));
}
Completion<double> ToLength(Isolate&, Value);   // 0 … 2^53-1
Completion<uint64_t> ToIndex(Isolate&, Value);  // RangeError outside 0 … 2^53-1
Completion<String*> ToStringSlow(Isolate&, Value);
HW_INLINE Completion<String*> ToString(Isolate& isolate, Value v) {
  return v.IsString() ? Completion<String*>(v.AsString()) : ToStringSlow(isolate, v);
}
Completion<PropertyKey> ToPropertyKey(Isolate&, Value);
Completion<JSObject*> ToObject(Isolate&, Value);  // TypeError for undefined and null
Completion<Value> ToBigInt(Isolate&, Value);
Completion<Value> RequireObjectCoercible(Isolate&, Value, const char* method);  // TypeError naming the method
bool IsArray(Isolate&, Value, bool* threw);
Completion<bool> IsArray(Isolate&, Value);
bool IsRegExpFast(Value);
Completion<bool> IsRegExp(Isolate&, Value);

// Clamp of a relative index (slice, at, fill …): ToIntegerOrInfinity(value), negative counts from the end,
// into [0, length].
Completion<double> ToRelativeIndex(Isolate&, Value, double length, double default_value);

String* NumberToString(Isolate&, Value number);  // Number::toString radix 10; cached
String* DoubleToString(Isolate&, double);
String* Int32ToString(Isolate&, int32_t);
double StringToNumber(Isolate&, String*);  // StringToNumber: NaN if malformed
String* TypeOf(Isolate&, Value);           // interned "undefined", "object" …

// SameValue, SameValueZero, IsStrictlyEqual: pure but for flattening strings.
bool SameValue(Isolate&, Value, Value);
bool SameValueZero(Isolate&, Value, Value);
bool IsStrictlyEqual(Isolate&, Value, Value);
Completion<bool> IsLooselyEqual(Isolate&, Value, Value);
enum class Ordering : uint8_t { kLess, kNotLess, kUndefined };
// IsLessThan(x, y, LeftFirst); evaluation order of ToPrimitive is left first when left_first.
Completion<Ordering> IsLessThan(Isolate&, Value x, Value y, bool left_first);

// For error messages: short, safe, runs no JavaScript.
std::string DescribeForError(Isolate&, Value);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_CONVERSIONS_H_
