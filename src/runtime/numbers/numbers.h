// Number ↔ text: the grammar of numeric strings and the number-to-string algorithms of ECMA-262, on plain
// buffers. What allocates strings or takes Values is declared in conversions.h (NumberToString,
// StringToNumber …).
#ifndef HALFWORD_RUNTIME_NUMBERS_NUMBERS_H_
#define HALFWORD_RUNTIME_NUMBERS_NUMBERS_H_

#include <string>
#include <string_view>

#include "objects/primitives/string.h"

namespace halfword {

inline constexpr size_t kMaxNumberChars = 32;  // of a shortest decimal representation

// Number::toString with radix 10 (https://tc39.es/ecma262/#sec-numeric-types-number-tostring): writes at most
// kMaxNumberChars characters and returns how many.
size_t WriteDouble(double value, char* out);
size_t WriteInt32(int32_t value, char* out);
// Number::toString for another radix (2 … 36). REQUIRES: value is finite.
std::string DoubleToRadixString(double value, int radix);
// The bodies of Number.prototype.toFixed, toExponential and toPrecision. REQUIRES: value is finite; toFixed
// also |value| < 1e21. Fraction digits -1: as many as necessary (toExponential).
std::string DoubleToFixed(double value, int fraction_digits);
std::string DoubleToExponential(double value, int fraction_digits);
std::string DoubleToPrecision(double value, int precision);

// As Intl's default format for English writes it: grouped, at most three fraction digits, half away from
// zero. Any value.
std::u16string DoubleToGrouped(double value);

// StringToNumber (https://tc39.es/ecma262/#sec-stringtonumber).
double ParseNumericString(FlatChars chars);
// What a character of a number's text costs, in places of a simple loop.
inline constexpr size_t kPlacesOfDigit = 8;
// parseFloat: the longest prefix that is a StrDecimalLiteral; NaN if none.
double ParseFloatPrefix(FlatChars chars);
// parseInt; radix as the caller gave it, 0 if none.
double ParseIntPrefix(FlatChars chars, int32_t radix);
// A StrUnsignedDecimalLiteral known to be well formed (an ASCII run of digits, point, exponent), as JSON's
// lexer finds it.
double ParseDecimal(FlatChars ascii);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_NUMBERS_NUMBERS_H_
