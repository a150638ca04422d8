// Numeric literals, https://tc39.es/ecma262/#sec-literals-numeric-literals, and numbers as property names.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

#include "syntax/scanner/scanner.h"
#include "unicode/characters.h"

namespace halfword::syntax {
namespace {

using unicode::IsDecimalDigit;

// The nearest double of a run of digits in radix 2, 8 or 16, however long.
double PowerOfTwoRadixValue(std::string_view digits, int bits_per_digit) {
  uint64_t mantissa = 0;
  int exponent = 0;
  bool sticky = false;
  for (char c : digits) {
    uint64_t digit = unicode::HexValue(static_cast<unsigned char>(c));
    if (mantissa >> (63 - bits_per_digit) == 0) {
      mantissa = mantissa << bits_per_digit | digit;
    } else {
      exponent += bits_per_digit;
      sticky |= digit != 0;
    }
  }
  // At least 59 bits are significant once there is an exponent, so a sticky last bit rounds as the lost
  // digits would.
  return std::ldexp(static_cast<double>(mantissa | (sticky ? 1 : 0)), exponent);
}

double DecimalValue(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc::result_out_of_range) return value;
  // Too large or too small: by the decimal exponent of the first digit that counts.
  int64_t exponent = 0;
  if (size_t e = text.find_first_of("eE"); e != std::string_view::npos) {
    std::string_view digits = text.substr(e + 1);
    bool negative = digits.starts_with('-');
    if (negative || digits.starts_with('+')) digits.remove_prefix(1);
    for (char c : digits) exponent = std::min<int64_t>(exponent * 10 + (c - '0'), 1'000'000'000'000);
    if (negative) exponent = -exponent;
    text = text.substr(0, e);
  }
  size_t point = std::min(text.find('.'), text.size());
  size_t first = text.find_first_not_of("0.");
  if (first == std::string_view::npos) return 0;
  exponent += static_cast<int64_t>(point) - static_cast<int64_t>(first);
  return exponent > 0 ? std::numeric_limits<double>::infinity() : 0;
}

}  // namespace

template <typename Char>
const Char* Scanner::ScanNumber(const Char* p, TokenData& token) {
  const Char* const start = p;
  const Char* const stop = end<Char>();
  token.type = Token::kNumber;

  // FAST: a short run of decimal digits.
  if (*p != '0' && *p != '.') {
    uint64_t value = 0;
    while (p < stop && IsDecimalDigit(*p) && p - start < 15) value = value * 10 + (*p++ - '0');
    if (p == stop || (!IsDecimalDigit(*p) && *p != '.' && *p != '_' && *p < 128 &&
                      !unicode::IsIdentifierStart(*p) && *p != '\\')) {
      token.number = static_cast<double>(value);
      return p;
    }
    p = start;
  }

  auto at = [&](int i) -> char32_t { return p + i < stop ? p[i] : 0; };
  std::string digits;  // without separators
  const char* failure = nullptr;
  auto scan_digits = [&](auto is_digit) {
    bool any = false;
    while (p < stop) {
      if (*p == '_') {
        if (!any) {
          failure = "Numeric separators are not allowed here";
          return;
        }
        if (at(1) == '_') {
          ++p;
          failure = "Only one underscore is allowed as numeric separator";
          return;
        }
        if (!is_digit(at(1))) {
          ++p;
          failure = "Numeric separators are not allowed at the end of numeric literals";
          return;
        }
        ++p;
        continue;
      }
      if (!is_digit(*p)) break;
      digits.push_back(static_cast<char>(*p++));
      any = true;
    }
  };
  auto is_decimal = [](char32_t c) { return unicode::IsDecimalDigit(c); };
  auto fail = [&](const char* message) { return Fail(token, message, p, p < stop ? p + 1 : p); };
  constexpr const char* kInvalid = "Invalid or unexpected token";

  bool can_be_bigint = true;
  std::string prefix;
  if (*p == '0' && p + 1 < stop && ((p[1] | 0x20) == 'x' || (p[1] | 0x20) == 'o' || (p[1] | 0x20) == 'b')) {
    int bits = (p[1] | 0x20) == 'x' ? 4 : (p[1] | 0x20) == 'o' ? 3 : 1;
    prefix = {'0', static_cast<char>(p[1] | 0x20)};
    p += 2;
    if (bits == 4) {
      scan_digits([](char32_t c) { return unicode::IsHexDigit(c); });
    } else if (bits == 3) {
      scan_digits([](char32_t c) { return unicode::IsOctalDigit(c); });
    } else {
      scan_digits([](char32_t c) { return c == '0' || c == '1'; });
    }
    if (failure != nullptr) return fail(failure);
    if (digits.empty()) return fail(kInvalid);
    if (at(0) != 'n') token.number = PowerOfTwoRadixValue(digits, bits);
  } else if (*p == '0' && is_decimal(at(1))) {
    // LegacyOctalIntegerLiteral, or a decimal with leading zeros if there is an 8 or 9.
    can_be_bigint = false;
    bool octal = true;
    while (p < stop && IsDecimalDigit(*p)) {
      octal &= *p < '8';
      digits.push_back(static_cast<char>(*p++));
    }
    if (at(0) == '_') return fail("Numeric separator can not be used after leading 0.");
    if (octal) {
      token.legacy = LegacyForm::kOctalLiteral;
      token.number = PowerOfTwoRadixValue(digits, 3);
    } else {
      token.legacy = LegacyForm::kLeadingZero;
    }
  } else if (*p == '0' && at(1) == '_') {
    ++p;
    return fail("Numeric separator can not be used after leading 0.");
  } else if (*p != '.') {
    scan_digits(is_decimal);
    if (failure != nullptr) return fail(failure);
  }

  bool is_decimal_form = prefix.empty() && token.legacy != LegacyForm::kOctalLiteral;
  if (can_be_bigint && at(0) == 'n' && *start != '.') {
    ++p;
    token.type = Token::kBigInt;
    token.atom = atoms_.Intern(prefix + digits);
  } else if (is_decimal_form) {
    if (at(0) == '.') {
      ++p;
      digits.push_back('.');
      if (at(0) == '_') return fail("Numeric separators are not allowed here");
      scan_digits(is_decimal);
      if (failure != nullptr) return fail(failure);
    }
    if ((at(0) | 0x20) == 'e') {
      ++p;
      digits.push_back('e');
      if (at(0) == '+' || at(0) == '-') {
        if (*p == '-') digits.push_back('-');  // from_chars takes no plus
        ++p;
      }
      if (!is_decimal(at(0))) return fail(kInvalid);
      scan_digits(is_decimal);
      if (failure != nullptr) return fail(failure);
    }
    if (digits[0] == '.') digits.insert(digits.begin(), '0');
    token.number = DecimalValue(digits);
  }

  if (p < stop) {
    int width;
    if (IsDecimalDigit(*p) || *p == '\\' || unicode::IsIdentifierStart(CodePointAt(p, &width))) {
      return fail(kInvalid);
    }
  }
  return p;
}

template const uint8_t* Scanner::ScanNumber(const uint8_t*, TokenData&);
template const char16_t* Scanner::ScanNumber(const char16_t*, TokenData&);

std::string NumberToAscii(double value) {
  if (std::isnan(value)) return "NaN";
  if (value == 0) return "0";
  if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
  char buffer[64];
  auto [stop, error] =
      std::to_chars(buffer, buffer + sizeof buffer, std::fabs(value), std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(stop - buffer));
  size_t e = text.find('e');
  int exponent = 0;
  std::string_view exponent_text = text.substr(e + 1);
  if (exponent_text.starts_with('+')) exponent_text.remove_prefix(1);
  std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
  std::string digits(1, text[0]);
  if (e > 2) digits += text.substr(2, e - 2);
  int k = static_cast<int>(digits.size());
  int n = exponent + 1;
  std::string out = value < 0 ? "-" : "";
  if (k <= n && n <= 21) {
    out += digits + std::string(static_cast<size_t>(n - k), '0');
  } else if (0 < n && n <= 21) {
    out += digits.substr(0, static_cast<size_t>(n)) + "." + digits.substr(static_cast<size_t>(n));
  } else if (-6 < n && n <= 0) {
    out += "0." + std::string(static_cast<size_t>(-n), '0') + digits;
  } else {
    out += digits[0];
    if (k > 1) out += "." + digits.substr(1);
    out += n - 1 < 0 ? "e-" : "e+";
    out += std::to_string(std::abs(n - 1));
  }
  return out;
}

}  // namespace halfword::syntax
