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

// A numeric literal behind the fast path. Each part leaves `failure` null, or a message about the character
// that it has come to.
template <typename Char>
struct NumberScan {
  const Char* p;
  const Char* const stop;
  std::string digits = {};  // without separators
  const char* failure = nullptr;

  static constexpr const char* kInvalid = "Invalid or unexpected token";
  static constexpr const char* kLeadingZero = "Numeric separator can not be used after leading 0.";

  char32_t At(int i) const { return p + i < stop ? p[i] : 0; }
  bool Fail(const char* message) {
    failure = message;
    return false;
  }

  // False: it has failed.
  template <typename F>
  bool ScanDigits(F&& is_digit) {
    bool any = false;
    for (; p < stop; any = true) {
      if (*p == '_') {
        if (!any) return Fail("Numeric separators are not allowed here");
        p++;
        if (At(0) == '_') return Fail("Only one underscore is allowed as numeric separator");
        if (!is_digit(At(0)))
          return Fail("Numeric separators are not allowed at the end of numeric literals");
        continue;
      }
      if (!is_digit(*p)) break;
      digits.push_back(static_cast<char>(*p++));
    }
    return true;
  }
  static bool IsDecimal(char32_t c) { return unicode::IsDecimalDigit(c); }

  // The digits behind "0x", "0o" and "0b", of so many bits each.
  bool ScanRadix(int bits) {
    p += 2;
    bool scanned = bits == 4   ? ScanDigits([](char32_t c) { return unicode::IsHexDigit(c); })
                   : bits == 3 ? ScanDigits([](char32_t c) { return unicode::IsOctalDigit(c); })
                               : ScanDigits([](char32_t c) { return c == '0' || c == '1'; });
    return scanned && (!digits.empty() || Fail(kInvalid));
  }

  // A LegacyOctalIntegerLiteral, or a decimal with leading zeros if there is an 8 or 9.
  bool ScanLegacy(TokenData& token) {
    bool octal = true;
    while (p < stop && IsDecimalDigit(*p)) {
      octal &= *p < '8';
      digits.push_back(static_cast<char>(*p++));
    }
    if (At(0) == '_') return Fail(kLeadingZero);
    token.legacy = octal ? LegacyForm::kOctalLiteral : LegacyForm::kLeadingZero;
    if (octal) token.number = PowerOfTwoRadixValue(digits, 3);
    return true;
  }

  // A fraction and an exponent, if they are there.
  bool ScanFraction() {
    if (At(0) == '.') {
      p++;
      digits.push_back('.');
      if (At(0) == '_') return Fail("Numeric separators are not allowed here");
      if (!ScanDigits(IsDecimal)) return false;
    }
    if ((At(0) | 0x20) != 'e') return true;
    p++;
    digits.push_back('e');
    if (At(0) == '+' || At(0) == '-') {
      if (*p == '-') digits.push_back('-');  // from_chars takes no plus
      p++;
    }
    return IsDecimal(At(0)) ? ScanDigits(IsDecimal) : Fail(kInvalid);
  }
};

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
  }

  NumberScan<Char> scan{.p = start, .stop = stop};
  auto fail = [&] { return Fail(token, scan.failure, scan.p, scan.p < stop ? scan.p + 1 : scan.p); };
  const char32_t letter = *start == '0' ? scan.At(1) | 0x20 : 0;
  const int bits = letter == 'x' ? 4 : letter == 'o' ? 3 : letter == 'b' ? 1 : 0;
  const bool is_legacy = *start == '0' && scan.IsDecimal(scan.At(1));
  if (bits != 0) {
    if (!scan.ScanRadix(bits)) return fail();
    if (scan.At(0) != 'n') token.number = PowerOfTwoRadixValue(scan.digits, bits);
  } else if (is_legacy) {
    if (!scan.ScanLegacy(token)) return fail();
  } else if (*start == '0' && scan.At(1) == '_') {
    scan.p++;
    scan.failure = scan.kLeadingZero;
    return fail();
  } else if (*start != '.') {
    if (!scan.ScanDigits(scan.IsDecimal)) return fail();
  }

  if (!is_legacy && *start != '.' && scan.At(0) == 'n') {
    scan.p++;
    token.type = Token::kBigInt;
    std::string prefix = bits != 0 ? std::string{'0', static_cast<char>(letter)} : std::string();
    token.atom = atoms_.Intern(prefix + scan.digits);
  } else if (bits == 0 && token.legacy != LegacyForm::kOctalLiteral) {
    if (!scan.ScanFraction()) return fail();
    if (scan.digits[0] == '.') scan.digits.insert(scan.digits.begin(), '0');
    token.number = DecimalValue(scan.digits);
  }

  int width;
  if (scan.p < stop && (IsDecimalDigit(*scan.p) || *scan.p == '\\' ||
                        unicode::IsIdentifierStart(CodePointAt(scan.p, &width)))) {
    scan.failure = scan.kInvalid;
    return fail();
  }
  return scan.p;
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
