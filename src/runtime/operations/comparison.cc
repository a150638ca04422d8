// Testing and comparison operations (https://tc39.es/ecma262/#sec-testing-and-comparison-operations).
#include <algorithm>
#include <cmath>
#include <cstring>

#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"

namespace halfword {

namespace {

bool StringsEqual(Isolate& isolate, String* a, String* b) {
  if (a == b) return true;
  if (a->length() != b->length()) return false;
  if (a->IsInterned() && b->IsInterned()) return false;  // interned strings are unique by content
  return a->Equals(isolate, b);
}

// Neither of the values is a number; identity was tested.
bool SameValueNonNumber(Isolate& isolate, Value x, Value y) {
  if (x.IsString() && y.IsString()) return StringsEqual(isolate, x.AsString(), y.AsString());
  if (x.IsOther() && y.IsOther() && x.IsBigInt() && y.IsBigInt())
    return BigIntEquals(isolate, x.AsBigInt(), y.AsBigInt());
  return false;
}

}  // namespace

// https://tc39.es/ecma262/#sec-samevalue
bool SameValue(Isolate& isolate, Value x, Value y) {
  if (x == y) return true;
  if (x.IsNumber() || y.IsNumber()) {
    if (!x.IsNumber() || !y.IsNumber()) return false;
    double a = x.AsNumber(), b = y.AsNumber();
    if (a != a) return b != b;
    return a == b && std::signbit(a) == std::signbit(b);
  }
  return SameValueNonNumber(isolate, x, y);
}

// https://tc39.es/ecma262/#sec-samevaluezero
bool SameValueZero(Isolate& isolate, Value x, Value y) {
  if (x == y) return true;
  if (x.IsNumber() || y.IsNumber()) {
    if (!x.IsNumber() || !y.IsNumber()) return false;
    double a = x.AsNumber(), b = y.AsNumber();
    return a == b || (a != a && b != b);
  }
  return SameValueNonNumber(isolate, x, y);
}

// https://tc39.es/ecma262/#sec-isstrictlyequal
bool IsStrictlyEqual(Isolate& isolate, Value x, Value y) {
  if (x.IsNumber() || y.IsNumber()) {
    return x.IsNumber() && y.IsNumber() && x.AsNumber() == y.AsNumber();
  }
  return x == y || SameValueNonNumber(isolate, x, y);
}

// https://tc39.es/ecma262/#sec-islooselyequal
Completion<bool> IsLooselyEqual(Isolate& isolate, Value x, Value y) {
  while (true) {
    if (x.IsNumber() && y.IsNumber()) return x.AsNumber() == y.AsNumber();
    if (x == y) return true;
    if (x.IsNullOrUndefined()) return y.IsNullOrUndefined() || IsHtmlDda(y);
    if (y.IsNullOrUndefined()) return IsHtmlDda(x);
    bool x_object = x.IsObject(), y_object = y.IsObject();
    if (x_object && y_object) return false;  // identity was tested
    if (x.IsString() && y.IsString()) return StringsEqual(isolate, x.AsString(), y.AsString());
    if (x.IsBoolean() && y.IsBoolean()) return false;
    // Booleans become numbers before objects become primitives.
    if (x.IsBoolean()) {
      x = Value::Smi(x.AsBoolean());
      continue;
    }
    if (y.IsBoolean()) {
      y = Value::Smi(y.AsBoolean());
      continue;
    }
    if (x_object) {
      x = TRY(ToPrimitive(isolate, x));
      continue;
    }
    if (y_object) {
      y = TRY(ToPrimitive(isolate, y));
      continue;
    }
    // Numbers, strings, symbols and BigInts of different types remain.
    if (x.IsSymbol() || y.IsSymbol()) return false;
    if (x.IsNumber() && y.IsString()) return x.AsNumber() == StringToNumber(isolate, y.AsString());
    if (x.IsString() && y.IsNumber()) return StringToNumber(isolate, x.AsString()) == y.AsNumber();
    if (y.IsBigInt()) std::swap(x, y);  // now x is a BigInt
    if (y.IsBigInt()) return BigIntEquals(isolate, x.AsBigInt(), y.AsBigInt());
    if (y.IsString()) {
      y = TRY(StringToBigInt(isolate, y.AsString()));
      if (y.IsUndefined()) return false;
      return BigIntEquals(isolate, x.AsBigInt(), y.AsBigInt());
    }
    return BigIntCompareToNumber(x.AsBigInt(), y.AsNumber()) == 0;
  }
}

// https://tc39.es/ecma262/#sec-islessthan
Completion<Ordering> IsLessThan(Isolate& isolate, Value x, Value y, bool left_first) {
  if (x.IsString() && y.IsString()) {
    // FAST: they are primitives.
  } else if (left_first) {
    x = TRY(ToPrimitive(isolate, x, PreferredType::kNumber));
    y = TRY(ToPrimitive(isolate, y, PreferredType::kNumber));
  } else {
    y = TRY(ToPrimitive(isolate, y, PreferredType::kNumber));
    x = TRY(ToPrimitive(isolate, x, PreferredType::kNumber));
  }
  auto ordering = [](bool less) { return less ? Ordering::kLess : Ordering::kNotLess; };
  if (x.IsString() && y.IsString()) {
    String* a = x.AsString();
    String* b = y.AsString();
    if (a == b) return Ordering::kNotLess;
    if (HW_UNLIKELY(!a->IsFlat())) a->Flatten(isolate);
    if (HW_UNLIKELY(!b->IsFlat())) b->Flatten(isolate);
    isolate.Charge(std::min(a->length(), b->length()) / kCharactersPerUnit);
    return ordering(a->flat().Compare(b->flat()) < 0);
  }
  if (x.IsBigInt() && y.IsString()) {
    y = TRY(StringToBigInt(isolate, y.AsString()));
    if (y.IsUndefined()) return Ordering::kUndefined;
    return ordering(BigIntCompare(isolate, x.AsBigInt(), y.AsBigInt()) < 0);
  }
  if (x.IsString() && y.IsBigInt()) {
    x = TRY(StringToBigInt(isolate, x.AsString()));
    if (x.IsUndefined()) return Ordering::kUndefined;
    return ordering(BigIntCompare(isolate, x.AsBigInt(), y.AsBigInt()) < 0);
  }
  // NOTE: both are primitives, so the order of these is observable only in which error is thrown.
  x = TRY(ToNumeric(isolate, x));
  y = TRY(ToNumeric(isolate, y));
  if (x.IsNumber() && y.IsNumber()) {
    double a = x.AsNumber(), b = y.AsNumber();
    if (a != a || b != b) return Ordering::kUndefined;
    return ordering(a < b);
  }
  if (x.IsBigInt() && y.IsBigInt()) return ordering(BigIntCompare(isolate, x.AsBigInt(), y.AsBigInt()) < 0);
  if (x.IsBigInt()) {
    int order = BigIntCompareToNumber(x.AsBigInt(), y.AsNumber());
    return order == 2 ? Ordering::kUndefined : ordering(order < 0);
  }
  int order = BigIntCompareToNumber(y.AsBigInt(), x.AsNumber());
  return order == 2 ? Ordering::kUndefined : ordering(order > 0);
}

}  // namespace halfword
