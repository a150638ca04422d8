#include "runtime/numbers/numbers.h"

#include <double-conversion/double-conversion.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>
#include <string_view>
#include <vector>

#include "math/functions.h"
#include "runtime/operations/conversions.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

using double_conversion::DoubleToStringConverter;
using double_conversion::StringToDoubleConverter;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPowersOfTen[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr char kDigitPairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051"
    "525354555657"
    "5859606162636465666768697071727374757677787980818283848586878889909192939495969798"
    "99";
constexpr char kRadixDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

size_t WriteUint32(uint32_t value, char* out) {
  char buffer[10];
  char* p = buffer + sizeof(buffer);
  while (value >= 100) {
    p -= 2;
    memcpy(p, kDigitPairs + value % 100 * 2, 2);
    value /= 100;
  }
  if (value >= 10) {
    p -= 2;
    memcpy(p, kDigitPairs + value * 2, 2);
  } else {
    *--p = static_cast<char>('0' + value);
  }
  size_t n = static_cast<size_t>(buffer + sizeof(buffer) - p);
  memcpy(out, p, n);
  return n;
}

// Digits of a decimal representation and the place of its point: 0.d1d2d3… × 10^point.
struct Decimal {
  char digits[128];
  int length;
  int point;
};

void ToDecimal(double value, DoubleToStringConverter::DtoaMode mode, int requested, Decimal* out) {
  bool sign;
  DoubleToStringConverter::DoubleToAscii(value, mode, requested, out->digits, sizeof(out->digits), &sign,
                                         &out->length, &out->point);
}

void AppendExponent(std::string& out, int exponent) {
  out += 'e';
  out += exponent < 0 ? '-' : '+';
  out += std::to_string(exponent < 0 ? -exponent : exponent);
}

// d.ddd…e±x with `count` digits in all, padded with zeros.
std::string Exponential(bool negative, const Decimal& decimal, int count) {
  std::string out;
  if (negative) out += '-';
  out += decimal.length > 0 ? decimal.digits[0] : '0';
  if (count > 1) {
    out += '.';
    int have = decimal.length > count ? count : decimal.length;
    if (have > 1) out.append(decimal.digits + 1, static_cast<size_t>(have - 1));
    out.append(static_cast<size_t>(count - (have > 1 ? have : 1)), '0');
  }
  AppendExponent(out, decimal.point - 1);
  return out;
}

// ---- Reading ----

int DigitValue(char16_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  char16_t lower = c | 0x20;
  if (lower >= 'a' && lower <= 'z') return lower - 'a' + 10;
  return 99;
}

template <class C>
const C* SkipSpace(const C* p, const C* end) {
  while (p < end && unicode::IsWhiteSpaceOrLineTerminator(*p)) p++;
  return p;
}

template <class C>
bool StartsWith(const C* p, const C* end, std::string_view text) {
  if (static_cast<size_t>(end - p) < text.size()) return false;
  for (size_t i = 0; i < text.size(); i++) {
    if (p[i] != static_cast<uint8_t>(text[i])) return false;
  }
  return true;
}

template <class C>
double SlowDecimal(const C* ascii, size_t length) {
  // The converter has no state but its settings.
  static const StringToDoubleConverter converter(StringToDoubleConverter::NO_FLAGS, kNaN, kNaN, nullptr,
                                                 nullptr);
  using Unit = std::conditional_t<sizeof(C) == 1, char, uint16_t>;  // as the converter calls them
  int processed;
  return converter.StringToDouble(reinterpret_cast<const Unit*>(ascii), static_cast<int>(length), &processed);
}

// StrDecimalLiteral at *position, which is moved behind it; NaN and unmoved if there is none.
template <class C>
double ReadDecimal(const C** position, const C* end) {
  const C* p = *position;
  bool negative = false;
  if (p < end && (*p == '+' || *p == '-')) {
    negative = *p == '-';
    p++;
  }
  if (p < end && *p == 'I') {
    if (!StartsWith(p, end, "Infinity")) return kNaN;
    *position = p + 8;
    return negative ? -kInfinity : kInfinity;
  }
  const C* start = p;
  uint64_t mantissa = 0;
  int digits = 0;       // all that were seen
  int significant = 0;  // without leading zeros
  int exponent = 0;
  for (; p < end && *p >= '0' && *p <= '9'; p++, digits++) {
    if (significant < 19) {
      mantissa = mantissa * 10 + static_cast<uint64_t>(*p - '0');
      if (mantissa != 0) significant++;
    } else {
      significant++;
    }
  }
  if (p < end && *p == '.') {
    p++;
    for (; p < end && *p >= '0' && *p <= '9'; p++, digits++) {
      if (significant < 19) {
        mantissa = mantissa * 10 + static_cast<uint64_t>(*p - '0');
        if (mantissa != 0) significant++;
        exponent--;
      } else {
        significant++;
      }
    }
  }
  if (digits == 0) return kNaN;
  int written = 0;  // the exponent part's value
  if (p < end && (*p | 0x20) == 'e') {
    const C* q = p + 1;
    bool minus = false;
    if (q < end && (*q == '+' || *q == '-')) minus = *q++ == '-';
    if (q < end && *q >= '0' && *q <= '9') {
      for (; q < end && *q >= '0' && *q <= '9'; q++) {
        if (written < 100000000) written = written * 10 + (*q - '0');
      }
      if (minus) written = -written;
      p = q;
    }
  }
  *position = p;
  double result;
  int64_t total = static_cast<int64_t>(exponent) + written;
  if (significant <= 19 && mantissa < (uint64_t{1} << 53) && total >= -22 && total <= 22) {
    // Both operands are exact, so one rounding gives the nearest double (Clinger's fast path).
    result = static_cast<double>(mantissa);
    result = total < 0 ? result / kPowersOfTen[-total] : result * kPowersOfTen[total];
  } else if (mantissa == 0) {
    result = 0;
  } else {
    result = SlowDecimal(start, static_cast<size_t>(p - start));
  }
  return negative ? -result : result;
}

// Digits of a radix 2^bits, rounded to nearest, ties to even. Stops at the first other character.
template <class C>
double ReadPowerOfTwoRadix(const C** position, const C* end, int bits) {
  const C* p = *position;
  int radix = 1 << bits;
  uint64_t value = 0;
  int64_t exponent = 0;
  bool sticky = false;
  for (; p < end; p++) {
    int digit = DigitValue(*p);
    if (digit >= radix) break;
    if (value < (uint64_t{1} << 58)) {
      value = value << bits | static_cast<uint64_t>(digit);
    } else {
      exponent += bits;
      sticky |= digit != 0;
    }
  }
  *position = p;
  if (exponent == 0) return static_cast<double>(value);
  // More than 58 bits are present, so the lowest one is below the rounding position and can carry stickiness.
  return std::ldexp(static_cast<double>(value | (sticky ? 1 : 0)),
                    exponent > 5000 ? 5000 : static_cast<int>(exponent));
}

template <class C>
double ParseNumeric(std::span<const C> chars) {
  const C* end = chars.data() + chars.size();
  const C* p = SkipSpace(chars.data(), end);
  while (end > p && unicode::IsWhiteSpaceOrLineTerminator(end[-1])) end--;
  if (p == end) return 0;
  if (*p == '0' && end - p > 2) {
    int bits = 0;
    switch (p[1]) {
      case 'x':
      case 'X': bits = 4; break;
      case 'o':
      case 'O': bits = 3; break;
      case 'b':
      case 'B': bits = 1; break;
    }
    if (bits) {
      p += 2;
      double value = ReadPowerOfTwoRadix(&p, end, bits);
      return p == end ? value : kNaN;
    }
  }
  double value = ReadDecimal(&p, end);
  return p == end ? value : kNaN;
}

template <class C>
double ParseFloatChars(std::span<const C> chars) {
  const C* end = chars.data() + chars.size();
  const C* p = SkipSpace(chars.data(), end);
  return ReadDecimal(&p, end);
}

template <class C>
double ParseIntChars(std::span<const C> chars, int32_t radix) {
  const C* end = chars.data() + chars.size();
  const C* p = SkipSpace(chars.data(), end);
  bool negative = false;
  if (p < end && (*p == '+' || *p == '-')) negative = *p++ == '-';
  bool strip_prefix = true;
  if (radix != 0) {
    if (radix < 2 || radix > 36) return kNaN;
    if (radix != 16) strip_prefix = false;
  } else {
    radix = 10;
  }
  if (strip_prefix && end - p >= 2 && p[0] == '0' && (p[1] | 0x20) == 'x') {
    p += 2;
    radix = 16;
  }
  const C* start = p;
  double value = 0;
  if ((radix & (radix - 1)) == 0) {
    value = ReadPowerOfTwoRadix(&p, end, __builtin_ctz(static_cast<unsigned>(radix)));
  } else {
    uint64_t small = 0;
    while (p < end && DigitValue(*p) < radix && small < (uint64_t{1} << 46)) {
      small = small * static_cast<uint64_t>(radix) + static_cast<uint64_t>(DigitValue(*p++));
    }
    value = static_cast<double>(small);
    if (p < end && DigitValue(*p) < radix) {
      if (radix == 10) {
        p = start;
        while (p < end && *p >= '0' && *p <= '9') p++;
        value = SlowDecimal(start, static_cast<size_t>(p - start));
      } else {
        // The specification leaves the rounding of more than 20 digits to us: chunks of as many digits as fit
        // 32 bits.
        constexpr uint64_t kMaxMultiplier = 0xFFFFFFFF / 36;
        p = start;
        value = 0;
        while (p < end && DigitValue(*p) < radix) {
          uint64_t part = 0, multiplier = 1;
          while (p < end && DigitValue(*p) < radix &&
                 multiplier * static_cast<uint64_t>(radix) <= kMaxMultiplier) {
            part = part * static_cast<uint64_t>(radix) + static_cast<uint64_t>(DigitValue(*p++));
            multiplier *= static_cast<uint64_t>(radix);
          }
          value = value * static_cast<double>(multiplier) + static_cast<double>(part);
        }
      }
    }
  }
  if (p == start) return kNaN;
  return negative ? -value : value;
}

// https://tc39.es/ecma262/#sec-numeric-types-number-tostring for a finite number and radix 10.
size_t WriteShortest(double value, char* out) {
  // 5. The digits of s, k of them, and n − 1: "[-]d[.ddd]e±dd".
  char text[kMaxNumberChars];
  const char* end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  const char* from = text;
  char* to = out;
  if (*from == '-') *to++ = *from++;
  char digits[kMaxNumberChars];
  digits[0] = *from++;
  size_t k = 1;
  if (*from == '.') {
    const char* e = ++from;
    while (*e != 'e') e++;
    std::memcpy(digits + 1, from, static_cast<size_t>(e - from));
    k += static_cast<size_t>(e - from);
    from = e;
  }
  bool small = *++from == '-';
  int exponent = 0;
  while (++from != end) exponent = exponent * 10 + (*from - '0');
  int n = (small ? -exponent : exponent) + 1;
  auto append = [&](const char* what, size_t size) { to = std::copy_n(what, size, to); };
  size_t point = static_cast<size_t>(n);
  if (n > 0 && n <= 21) {  // 6., 7.
    if (k <= point) {
      append(digits, k);
      to = std::fill_n(to, point - k, '0');
    } else {
      append(digits, point);
      *to++ = '.';
      append(digits + point, k - point);
    }
  } else if (n > -6 && n <= 0) {  // 8.
    append("0.", 2);
    to = std::fill_n(to, -n, '0');
    append(digits, k);
  } else {  // 9. – 12.
    *to++ = digits[0];
    if (k > 1) *to++ = '.';
    append(digits + 1, k - 1);
    *to++ = 'e';
    *to++ = small ? '-' : '+';
    to = std::to_chars(to, out + kMaxNumberChars, exponent).ptr;
  }
  return static_cast<size_t>(to - out);
}

}  // namespace

size_t WriteInt32(int32_t value, char* out) {
  if (value >= 0) return WriteUint32(static_cast<uint32_t>(value), out);
  *out = '-';
  return 1 + WriteUint32(0u - static_cast<uint32_t>(value), out + 1);
}

size_t WriteDouble(double value, char* out) {
  if (value >= -2147483648.0 && value <= 2147483647.0) {
    int32_t i = static_cast<int32_t>(value);
    if (i == value) return WriteInt32(i, out);  // -0 is "0"
  }
  if (HW_UNLIKELY(!std::isfinite(value))) {
    std::string_view text = value != value ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    return text.copy(out, text.size());
  }
  return WriteShortest(value, out);
}

std::string DoubleToRadixString(double value, int radix) {
  bool negative = value < 0;
  if (negative) value = -value;
  double integer = std::floor(value);
  double fraction = value - integer;
  std::string digits;  // of the fraction
  // Half the distance to the next double: digits below that are noise, so stop when what is left is less.
  double delta = 0.5 * (std::nextafter(value, kInfinity) - value);
  if (!(delta > std::numeric_limits<double>::denorm_min())) delta = std::numeric_limits<double>::denorm_min();
  if (fraction >= delta) {
    do {
      fraction *= radix;
      delta *= radix;
      int digit = static_cast<int>(fraction);
      digits += static_cast<char>(digit);
      fraction -= digit;
      if (fraction > 0.5 || (fraction == 0.5 && (digit & 1))) {
        if (fraction + delta > 1) {
          // Round up; the carry may run through the point.
          while (!digits.empty()) {
            if (digits.back() + 1 < radix) {
              digits.back()++;
              break;
            }
            digits.pop_back();
          }
          if (digits.empty()) integer += 1;
          break;
        }
      }
    } while (fraction >= delta);
  }
  std::string out;
  // A digit whose weight is below the precision of the number is not determined: zero.
  while (integer / radix >= 0x1p53) {
    integer /= radix;
    out += '0';
  }
  do {
    double remainder = math::Fmod(integer, radix);
    out += kRadixDigits[static_cast<int>(remainder)];
    integer = (integer - remainder) / radix;
  } while (integer > 0);
  if (negative) out += '-';
  std::string result(out.rbegin(), out.rend());
  if (!digits.empty()) {
    result += '.';
    for (char d : digits) result += kRadixDigits[static_cast<int>(d)];
  }
  return result;
}

std::string DoubleToFixed(double value, int fraction_digits) {
  std::string out;
  if (value < 0) {
    out += '-';
    value = -value;
  }
  Decimal d;
  ToDecimal(value, DoubleToStringConverter::FIXED, fraction_digits, &d);
  int integers = d.point > 0 ? d.point : 0;
  if (integers == 0) {
    out += '0';
  } else {
    int have = d.length < integers ? d.length : integers;
    out.append(d.digits, static_cast<size_t>(have));
    out.append(static_cast<size_t>(integers - have), '0');
  }
  if (fraction_digits > 0) {
    out += '.';
    int zeros = d.length == 0 ? fraction_digits : d.point < 0 ? -d.point : 0;
    if (zeros > fraction_digits) zeros = fraction_digits;
    out.append(static_cast<size_t>(zeros), '0');
    int left = fraction_digits - zeros;
    int have = d.length - integers;
    if (have > left) have = left;
    if (have > 0) {
      out.append(d.digits + integers, static_cast<size_t>(have));
      left -= have;
    }
    out.append(static_cast<size_t>(left), '0');
  }
  return out;
}

std::string DoubleToExponential(double value, int fraction_digits) {
  bool negative = value < 0;
  if (negative) value = -value;
  Decimal d;
  if (fraction_digits < 0) {
    ToDecimal(value, DoubleToStringConverter::SHORTEST, 0, &d);
  } else {
    ToDecimal(value, DoubleToStringConverter::PRECISION, fraction_digits + 1, &d);
  }
  return Exponential(negative, d, fraction_digits < 0 ? d.length : fraction_digits + 1);
}

std::string DoubleToPrecision(double value, int precision) {
  bool negative = value < 0;
  if (negative) value = -value;
  Decimal d;
  ToDecimal(value, DoubleToStringConverter::PRECISION, precision, &d);
  int exponent = d.point - 1;
  if (exponent < -6 || exponent >= precision) return Exponential(negative, d, precision);
  std::string digits(d.digits, static_cast<size_t>(d.length));
  digits.append(static_cast<size_t>(precision - d.length), '0');
  std::string out;
  if (negative) out += '-';
  if (exponent < 0) {
    out += "0.";
    out.append(static_cast<size_t>(-exponent - 1), '0');
    return out + digits;
  }
  out.append(digits, 0, static_cast<size_t>(exponent + 1));
  if (exponent + 1 < precision) {
    out += '.';
    out.append(digits, static_cast<size_t>(exponent + 1), std::string::npos);
  }
  return out;
}

std::u16string DoubleToGrouped(double value) {
  if (std::isnan(value)) return u"NaN";
  std::u16string out;
  if (std::signbit(value)) out += u'-';
  value = std::fabs(value);
  if (std::isinf(value)) return out + u'\u221E';
  Decimal d;
  ToDecimal(value, DoubleToStringConverter::SHORTEST, 0, &d);
  std::string digits(d.digits, static_cast<size_t>(d.length));
  int point = d.point;
  if (value == 0) {
    digits.clear();
    point = 0;
  }
  if (point < 0) {
    digits.insert(0, static_cast<size_t>(-point), '0');
    point = 0;
  }
  size_t keep = static_cast<size_t>(point) + 3;
  if (digits.size() > keep) {
    bool up = digits[keep] >= '5';
    digits.resize(keep);
    for (size_t i = keep; up && i-- > 0;) {
      up = digits[i] == '9';
      digits[i] = up ? '0' : static_cast<char>(digits[i] + 1);
    }
    if (up) {
      digits.insert(0, 1, '1');
      point++;
    }
  }
  size_t integers = static_cast<size_t>(point);
  if (digits.size() < integers) digits.append(integers - digits.size(), '0');
  while (digits.size() > integers && digits.back() == '0') digits.pop_back();
  if (integers == 0) out += u'0';
  for (size_t i = 0; i < digits.size(); i++) {
    if (i == integers) {
      out += u'.';
    } else if (i < integers && i > 0 && (integers - i) % 3 == 0) {
      out += u',';
    }
    out += static_cast<char16_t>(digits[i]);
  }
  return out;
}

double ParseNumericString(FlatChars chars) {
  return chars.Visit([](auto s) { return ParseNumeric(s); });
}
double ParseFloatPrefix(FlatChars chars) {
  return chars.Visit([](auto s) { return ParseFloatChars(s); });
}
double ParseIntPrefix(FlatChars chars, int32_t radix) {
  return chars.Visit([radix](auto s) { return ParseIntChars(s, radix); });
}
double ParseDecimal(FlatChars ascii) {
  return ascii.Visit([](auto s) {
    auto* p = s.data();
    return ReadDecimal(&p, p + s.size());
  });
}

// ---- conversions.h ----

namespace {

uint32_t DoubleHash(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return static_cast<uint32_t>((bits * 0x9E3779B97F4A7C15ull) >> 58);
}

String* AsciiString(Isolate& isolate, const char* chars, size_t length) {
  return NewStringFromAscii(isolate, std::string_view(chars, length));
}

String* NonFiniteOrNull(Isolate& isolate, double value) {
  if (std::isfinite(value)) return nullptr;
  return isolate.name(std::isnan(value) ? Name::NaN : value > 0 ? Name::Infinity : Name::negative_Infinity);
}

}  // namespace

String* Int32ToString(Isolate& isolate, int32_t value) {
  if (value >= 0 && value < 10) return SingleCharString(isolate, static_cast<char16_t>('0' + value));
  if (!Value::FitsSmi(value)) {
    char buffer[kMaxNumberChars];
    return AsciiString(isolate, buffer, WriteInt32(value, buffer));
  }
  auto& entry = isolate.number_strings_[static_cast<uint32_t>(value) & 63];
  Value key = Value::Smi(value);
  if (entry.number.get() == key && entry.string.get().IsString()) return entry.string.get().AsString();
  char buffer[kMaxNumberChars];
  String* string = AsciiString(isolate, buffer, WriteInt32(value, buffer));
  entry.number.Init(key);  // a root: no barrier
  entry.string.Init(string);
  return string;
}

String* DoubleToString(Isolate& isolate, double value) {
  if (value >= -2147483648.0 && value <= 2147483647.0) {
    int32_t i = static_cast<int32_t>(value);
    if (i == value) return Int32ToString(isolate, i);
  }
  if (String* name = NonFiniteOrNull(isolate, value)) return name;
  auto& entry = isolate.number_strings_[DoubleHash(value)];
  if (entry.number.get().IsHeapNumber() && entry.number.get().AsHeapNumber()->value() == value) {
    return entry.string.get().AsString();
  }
  char buffer[kMaxNumberChars];
  return AsciiString(isolate, buffer, WriteDouble(value, buffer));
}

// https://tc39.es/ecma262/#sec-numeric-types-number-tostring
String* NumberToString(Isolate& isolate, Value number) {
  if (number.IsSmi()) return Int32ToString(isolate, number.AsSmi());
  double value = number.AsNumber();
  String* string = DoubleToString(isolate, value);
  int32_t i = value >= -2147483648.0 && value <= 2147483647.0 ? static_cast<int32_t>(value) : 0;
  if (std::isfinite(value) && i != value) {
    auto& entry = isolate.number_strings_[DoubleHash(value)];
    entry.number.Init(number);
    entry.string.Init(string);
  }
  return string;
}

double StringToNumber(Isolate& isolate, String* string) {
  FlatChars chars = string->Flatten(isolate);
  // FAST: short runs of digits, the usual keys and inputs.
  if (chars.is_one_byte() && chars.length() - 1 < 9) {
    std::span<const uint8_t> s = chars.one_byte();
    uint32_t value = 0;
    size_t i = 0;
    for (; i < s.size(); i++) {
      uint32_t digit = s[i] - uint32_t{'0'};
      if (digit > 9) break;
      value = value * 10 + digit;
    }
    if (i == s.size()) return value;
  }
  isolate.Charge(chars.length() * kPlacesOfDigit / kCharactersPerUnit);
  return ParseNumericString(chars);
}

}  // namespace halfword
