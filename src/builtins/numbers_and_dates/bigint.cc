// BigInt Objects: https://tc39.es/ecma262/#sec-bigint-objects
#include "runtime/numbers/bigint.h"

#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// https://tc39.es/ecma262/#sec-thisbigintvalue
Completion<Value> ThisBigIntValue(Isolate& isolate, Value value, const char* method) {
  if (value.IsBigInt()) return value;
  if (PrimitiveWrapper* wrapper = value.TryAs<PrimitiveWrapper>()) {
    if (wrapper->value_.get().IsBigInt()) return wrapper->value_.get();
  }
  return isolate.ThrowTypeError("BigInt.prototype.%s requires that 'this' be a BigInt", method);
}

// BigInt ( value )  https://tc39.es/ecma262/#sec-bigint-constructor-number-value
Completion<Value> BigIntConstructor(Isolate& isolate, Arguments& args) {
  if (args.IsConstructCall()) return isolate.ThrowTypeError("BigInt is not a constructor");
  Value primitive = TRY(ToPrimitive(isolate, args[0], PreferredType::kNumber));
  if (primitive.IsNumber()) {
    if (primitive.IsSmi()) return BigIntFromInt64(isolate, primitive.AsSmi());
    return NumberToBigInt(isolate, primitive.AsNumber());
  }
  return ToBigInt(isolate, primitive);
}

// BigInt.asIntN ( bits, bigint )  https://tc39.es/ecma262/#sec-bigint.asintn
Completion<Value> AsIntN(Isolate& isolate, Arguments& args) {
  uint64_t bits = TRY(ToIndex(isolate, args[0]));
  Value bigint = TRY(ToBigInt(isolate, args[1]));
  return BigIntAsIntN(isolate, bits, bigint.AsBigInt());
}

// BigInt.asUintN ( bits, bigint )  https://tc39.es/ecma262/#sec-bigint.asuintn
Completion<Value> AsUintN(Isolate& isolate, Arguments& args) {
  uint64_t bits = TRY(ToIndex(isolate, args[0]));
  Value bigint = TRY(ToBigInt(isolate, args[1]));
  return BigIntAsUintN(isolate, bits, bigint.AsBigInt());
}

// BigInt.prototype.toLocaleString ( )  https://tc39.es/ecma262/#sec-bigint.prototype.tolocalestring
Completion<Value> BigIntPrototypeToLocaleString(Isolate& isolate, Arguments& args) {
  Value bigint = TRY(ThisBigIntValue(isolate, args.this_value(), "toLocaleString"));
  String* digits = TRY(BigIntToString(isolate, bigint.AsBigInt(), 10));
  FlatChars text = digits->Flatten(isolate);
  uint32_t start = text[0] == '-' ? 1 : 0, length = text.length();
  uint32_t at = start + (length - start - 1) % 3 + 1;
  StringBuilder out(isolate);
  out.Append(text.Slice(0, at));
  for (; at < length; at += 3) {
    out.Append(u',');
    out.Append(text.Slice(at, at + 3));
    TRY(isolate.Poll());
  }
  return out.Finish();
}

// BigInt.prototype.toString ( [ radix ] )  https://tc39.es/ecma262/#sec-bigint.prototype.tostring
Completion<Value> BigIntPrototypeToString(Isolate& isolate, Arguments& args) {
  Value bigint = TRY(ThisBigIntValue(isolate, args.this_value(), "toString"));
  double radix = args[0].IsUndefined() ? 10 : TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(radix >= 2 && radix <= 36))
    return isolate.ThrowRangeError("toString() radix argument must be between 2 and 36");
  return BigIntToString(isolate, bigint.AsBigInt(), static_cast<int>(radix));
}

// BigInt.prototype.valueOf ( )  https://tc39.es/ecma262/#sec-bigint.prototype.valueof
Completion<Value> BigIntPrototypeValueOf(Isolate& isolate, Arguments& args) {
  return ThisBigIntValue(isolate, args.this_value(), "valueOf");
}

constexpr NativeRow kConstructorRowSource[] = {{"BigInt", BigIntConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"asIntN", AsIntN, 2},
    {"asUintN", AsUintN, 2},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"toLocaleString", BigIntPrototypeToLocaleString, 0},
    {"toString", BigIntPrototypeToString, 0},
    {"valueOf", BigIntPrototypeValueOf, 0},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kBigIntTables(kTables);

void InstallBigInt(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kBigInt, Intrinsic::kBigIntPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "BigInt");
}

}  // namespace halfword
