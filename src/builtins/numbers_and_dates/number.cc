// Number Objects: https://tc39.es/ecma262/#sec-number-objects, and the global functions parseFloat and
// parseInt, which are also properties of Number.
#include <cmath>
#include <limits>

#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/numbers.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

constexpr double kMaxSafeInteger = 9007199254740991.0;

bool IsIntegralNumber(Value value) {
  if (value.IsSmi()) return true;
  if (!value.IsHeapNumber()) return false;
  double d = value.AsNumber();
  return std::isfinite(d) && std::trunc(d) == d;
}

// https://tc39.es/ecma262/#sec-thisnumbervalue
Completion<double> ThisNumberValue(Isolate& isolate, Value value, const char* method) {
  if (value.IsNumber()) return value.AsNumber();
  if (PrimitiveWrapper* wrapper = value.TryAs<PrimitiveWrapper>()) {
    if (wrapper->value_.get().IsNumber()) return wrapper->value_.get().AsNumber();
  }
  return isolate.ThrowTypeError("Number.prototype.%s requires that 'this' be a Number", method);
}

Value AsciiValue(Isolate& isolate, const std::string& text) { return NewStringFromAscii(isolate, text); }

// Number ( value )  https://tc39.es/ecma262/#sec-number-constructor-number-value
Completion<Value> NumberConstructor(Isolate& isolate, Arguments& args) {
  Value number = Value::Smi(0);
  if (args.count() > 0) {
    number = TRY(ToNumeric(isolate, args[0]));
    if (number.IsBigInt()) number = NumberValue(isolate, BigIntToNumber(number.AsBigInt()));
  }
  if (!args.IsConstructCall()) return number;
  PrimitiveWrapper* object = TRY(OrdinaryCreateFromConstructor<PrimitiveWrapper>(
      isolate, args.new_target(), Intrinsic::kNumberPrototype));
  object->value_.Set(object, number);
  return object;
}

// Number.isFinite ( number )  https://tc39.es/ecma262/#sec-number.isfinite
Completion<Value> NumberIsFinite(Isolate&, Arguments& args) {
  return Value::Boolean(args[0].IsSmi() || (args[0].IsHeapNumber() && std::isfinite(args[0].AsNumber())));
}

// Number.isInteger ( number )  https://tc39.es/ecma262/#sec-number.isinteger
Completion<Value> NumberIsInteger(Isolate&, Arguments& args) {
  return Value::Boolean(IsIntegralNumber(args[0]));
}

// Number.isNaN ( number )  https://tc39.es/ecma262/#sec-number.isnan
Completion<Value> NumberIsNaN(Isolate&, Arguments& args) {
  return Value::Boolean(args[0].IsHeapNumber() && std::isnan(args[0].AsNumber()));
}

// Number.isSafeInteger ( number )  https://tc39.es/ecma262/#sec-number.issafeinteger
Completion<Value> NumberIsSafeInteger(Isolate&, Arguments& args) {
  return Value::Boolean(IsIntegralNumber(args[0]) && std::fabs(args[0].AsNumber()) <= kMaxSafeInteger);
}

// parseFloat ( string )  https://tc39.es/ecma262/#sec-parsefloat-string
Completion<Value> ParseFloat(Isolate& isolate, Arguments& args) {
  if (args[0].IsSmi()) return args[0];  // FAST: the text of an integer is that integer
  String* string = TRY(ToString(isolate, args[0]));
  ChargeFor(isolate, string->length());
  return NumberValue(isolate, ParseFloatPrefix(string->Flatten(isolate)));
}

// parseInt ( string, radix )  https://tc39.es/ecma262/#sec-parseint-string-radix
Completion<Value> ParseInt(Isolate& isolate, Arguments& args) {
  bool decimal = args[1].IsUndefined() || args[1] == Value::Smi(10) || args[1] == Value::Smi(0);
  if (decimal && args[0].IsSmi()) return args[0];  // FAST
  if (decimal && args[0].IsHeapNumber()) {
    // FAST: between these bounds the text has no exponent, and its integral digits are the truncated number.
    double d = args[0].AsNumber();
    if (d == 0) return Value::Smi(0);
    if ((d >= 1e-6 && d < 1e21) || (d <= -1 && d > -1e21)) return NumberValue(isolate, std::trunc(d));
  }
  String* string = TRY(ToString(isolate, args[0]));
  int32_t radix = TRY(ToInt32(isolate, args[1]));
  ChargeFor(isolate, string->length());
  return NumberValue(isolate, ParseIntPrefix(string->Flatten(isolate), radix));
}

// Number.prototype.toExponential ( fractionDigits )
// https://tc39.es/ecma262/#sec-number.prototype.toexponential
Completion<Value> NumberPrototypeToExponential(Isolate& isolate, Arguments& args) {
  double x = TRY(ThisNumberValue(isolate, args.this_value(), "toExponential"));
  double digits = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!std::isfinite(x)) return DoubleToString(isolate, x);
  if (digits < 0 || digits > 100) {
    return isolate.ThrowRangeError("toExponential() argument must be between 0 and 100");
  }
  return AsciiValue(isolate, DoubleToExponential(x, args[0].IsUndefined() ? -1 : static_cast<int>(digits)));
}

// Number.prototype.toFixed ( fractionDigits )  https://tc39.es/ecma262/#sec-number.prototype.tofixed
Completion<Value> NumberPrototypeToFixed(Isolate& isolate, Arguments& args) {
  double x = TRY(ThisNumberValue(isolate, args.this_value(), "toFixed"));
  double digits = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(digits >= 0 && digits <= 100)) {
    return isolate.ThrowRangeError("toFixed() digits argument must be between 0 and 100");
  }
  if (!std::isfinite(x) || std::fabs(x) >= 1e21) return DoubleToString(isolate, x);
  return AsciiValue(isolate, DoubleToFixed(x, static_cast<int>(digits)));
}

// Number.prototype.toLocaleString ( )  https://tc39.es/ecma262/#sec-number.prototype.tolocalestring
Completion<Value> NumberPrototypeToLocaleString(Isolate& isolate, Arguments& args) {
  double x = TRY(ThisNumberValue(isolate, args.this_value(), "toLocaleString"));
  return NewStringFromUtf16(isolate, DoubleToGrouped(x));
}

// Number.prototype.toPrecision ( precision )  https://tc39.es/ecma262/#sec-number.prototype.toprecision
Completion<Value> NumberPrototypeToPrecision(Isolate& isolate, Arguments& args) {
  double x = TRY(ThisNumberValue(isolate, args.this_value(), "toPrecision"));
  if (args[0].IsUndefined()) return DoubleToString(isolate, x);
  double precision = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!std::isfinite(x)) return DoubleToString(isolate, x);
  if (!(precision >= 1 && precision <= 100)) {
    return isolate.ThrowRangeError("toPrecision() argument must be between 1 and 100");
  }
  return AsciiValue(isolate, DoubleToPrecision(x, static_cast<int>(precision)));
}

// Number.prototype.toString ( [ radix ] )  https://tc39.es/ecma262/#sec-number.prototype.tostring
Completion<Value> NumberPrototypeToString(Isolate& isolate, Arguments& args) {
  double x = TRY(ThisNumberValue(isolate, args.this_value(), "toString"));
  double radix = args[0].IsUndefined() ? 10 : TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(radix >= 2 && radix <= 36))
    return isolate.ThrowRangeError("toString() radix argument must be between 2 and 36");
  if (radix == 10 || !std::isfinite(x)) {
    return args.this_value().IsNumber() ? NumberToString(isolate, args.this_value())
                                        : DoubleToString(isolate, x);
  }
  // FAST: integers of up to 32 bits.
  if (std::fabs(x) < 4294967296.0 && std::trunc(x) == x) {
    uint32_t value = static_cast<uint32_t>(std::fabs(x));
    uint32_t base = static_cast<uint32_t>(radix);
    if (value < base && x >= 0) {
      return SingleCharString(isolate, static_cast<char16_t>("0123456789abcdefghijklmnopqrstuvwxyz"[value]));
    }
    char buffer[34];
    char* p = buffer + sizeof(buffer);
    do {
      *--p = "0123456789abcdefghijklmnopqrstuvwxyz"[value % base];
      value /= base;
    } while (value);
    if (x < 0) *--p = '-';
    return NewStringFromAscii(isolate, std::string_view(p, static_cast<size_t>(buffer + sizeof(buffer) - p)));
  }
  return AsciiValue(isolate, DoubleToRadixString(x, static_cast<int>(radix)));
}

// Number.prototype.valueOf ( )  https://tc39.es/ecma262/#sec-number.prototype.valueof
Completion<Value> NumberPrototypeValueOf(Isolate& isolate, Arguments& args) {
  return NumberValue(isolate, TRY(ThisNumberValue(isolate, args.this_value(), "valueOf")));
}

constexpr NativeRow kConstructorRowSource[] = {{"Number", NumberConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"isFinite", NumberIsFinite, 1},
    {"isInteger", NumberIsInteger, 1},
    {"isNaN", NumberIsNaN, 1},
    {"isSafeInteger", NumberIsSafeInteger, 1},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kParseRowsSource[] = {
    {"parseFloat", ParseFloat, 1},
    {"parseInt", ParseInt, 2, kNativePlain, 0, KnownNative::kParseInt},
};
HW_NATIVE_ROWS(kParseRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"toExponential", NumberPrototypeToExponential, 1},
    {"toFixed", NumberPrototypeToFixed, 1},
    {"toLocaleString", NumberPrototypeToLocaleString, 0},
    {"toPrecision", NumberPrototypeToPrecision, 1},
    {"toString", NumberPrototypeToString, 1},
    {"valueOf", NumberPrototypeValueOf, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kParseRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kNumberTables(kTables);

void InstallNumber(Isolate& isolate, Realm* realm) {
  PrimitiveWrapper* prototype =
      NewInstance<PrimitiveWrapper>(isolate, realm->intrinsic(Intrinsic::kObjectPrototype), 8);
  prototype->value_.Init(Value::Smi(0));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kNumber, Intrinsic::kNumberPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  // %parseFloat% and %parseInt%: the same function objects here and on the global object.
  for (const NativeRow& row : kParseRows) {
    NativeFunction* function = NewNativeFunction(isolate, realm, &row);
    InstallValue(isolate, constructor, row.name(), function, kMethodDefault);
    InstallValue(isolate, realm->global_object(), row.name(), function, kMethodDefault);
  }
  const struct {
    const char* name;
    double value;
  } constants[] = {
      {"EPSILON", std::numeric_limits<double>::epsilon()},
      {"MAX_SAFE_INTEGER", kMaxSafeInteger},
      {"MAX_VALUE", std::numeric_limits<double>::max()},
      {"MIN_SAFE_INTEGER", -kMaxSafeInteger},
      {"MIN_VALUE", std::numeric_limits<double>::denorm_min()},
      {"NaN", std::numeric_limits<double>::quiet_NaN()},
      {"NEGATIVE_INFINITY", -std::numeric_limits<double>::infinity()},
      {"POSITIVE_INFINITY", std::numeric_limits<double>::infinity()},
  };
  for (const auto& constant : constants) {
    InstallValue(isolate, constructor, constant.name, NumberValue(isolate, constant.value), kNone);
  }
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
}

}  // namespace halfword
