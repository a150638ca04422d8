#include "builtins/internationalization/number_options.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/numbers/numbers.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/conversions.h"
#include "unicode/characters.h"

namespace halfword::intl_builtins {

namespace {

constexpr const char* kModes[] = {"ceil",      "floor",      "expand",    "trunc",   "halfCeil",
                                  "halfFloor", "halfExpand", "halfTrunc", "halfEven"};
constexpr int kIncrements[] = {1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000};

// A StrDecimalLiteral that is finite and not zero. No rounding can tell digits behind the first thousand from
// a single one, so the result is short.
std::string ExactDecimal(FlatChars literal) {
  constexpr size_t kDigits = 1000;
  std::string digits;
  bool negative = false, in_fraction = false, has_more = false;
  int64_t exponent = 0;  // of the last digit that was kept
  for (uint32_t i = 0; i < literal.length(); i++) {
    char16_t c = literal[i];
    if (c == '-') {
      negative = true;
    } else if (c == '.') {
      in_fraction = true;
    } else if (c == 'e' || c == 'E') {
      int64_t written = 0;
      bool is_negative = literal[i + 1] == '-';
      for (uint32_t k = i + 1; k < literal.length(); k++) {
        if (literal[k] >= '0' && literal[k] <= '9')
          written = std::min<int64_t>(written * 10 + (literal[k] - '0'), 1e12);
      }
      exponent += is_negative ? -written : written;
      break;
    } else if (c >= '0' && c <= '9') {
      if (in_fraction) exponent--;
      if (digits.empty() && c == '0') continue;
      if (digits.size() < kDigits) {
        digits += static_cast<char>(c);
      } else {
        exponent++;
        has_more = has_more || c != '0';
      }
    }
  }
  if (has_more) {
    digits += '1';
    exponent--;
  }
  return (negative ? "-" : "") + digits + "e" + std::to_string(exponent);
}

Value NumberOrNothing(int number) { return number < 0 ? Value::Undefined() : Value::Smi(number); }

}  // namespace

Completion<ResolvedDigits> SetNumberFormatDigitOptions(Isolate& isolate, const Options& options,
                                                       int minimum_fraction, int maximum_fraction,
                                                       bool is_compact) {
  using Rounding = intl::DigitOptions::Rounding;
  ResolvedDigits resolved;
  intl::DigitOptions& out = resolved.digits;
  out.minimum_integer = TRY(options.GetNumber(isolate, "minimumIntegerDigits", 1, 21)).value_or(1);
  Value mnfd = TRY(options.Get(isolate, "minimumFractionDigits"));
  Value mxfd = TRY(options.Get(isolate, "maximumFractionDigits"));
  Value mnsd = TRY(options.Get(isolate, "minimumSignificantDigits"));
  Value mxsd = TRY(options.Get(isolate, "maximumSignificantDigits"));
  out.increment = TRY(options.GetNumber(isolate, "roundingIncrement", 1, 5000)).value_or(1);
  if (std::find(std::begin(kIncrements), std::end(kIncrements), out.increment) == std::end(kIncrements))
    return isolate.ThrowRangeError("roundingIncrement value is out of range.");
  out.mode = kModes[TRY(options.GetChoice(isolate, "roundingMode", kModes, 6))];
  constexpr const char* kPriorities[] = {"auto", "morePrecision", "lessPrecision"};
  int priority = TRY(options.GetChoice(isolate, "roundingPriority", kPriorities, 0));
  constexpr const char* kTrailing[] = {"auto", "stripIfInteger"};
  out.strip_if_integer = TRY(options.GetChoice(isolate, "trailingZeroDisplay", kTrailing, 0)) == 1;
  if (out.increment != 1) maximum_fraction = minimum_fraction;
  bool has_significant = !mnsd.IsUndefined() || !mxsd.IsUndefined();
  bool has_fraction = !mnfd.IsUndefined() || !mxfd.IsUndefined();
  bool need_significant = true, need_fraction = true;
  if (priority == 0) {
    need_significant = has_significant;
    if (need_significant || (!has_fraction && is_compact)) need_fraction = false;
  }
  out.minimum_fraction = out.maximum_fraction = -1;
  if (need_significant) {
    out.minimum_significant =
        has_significant
            ? TRY(DefaultNumberOption(isolate, mnsd, "minimumSignificantDigits", 1, 21)).value_or(1)
            : 1;
    out.maximum_significant =
        has_significant
            ? TRY(DefaultNumberOption(isolate, mxsd, "maximumSignificantDigits", out.minimum_significant, 21))
                  .value_or(21)
            : 21;
  }
  if (need_fraction) {
    if (has_fraction) {
      std::optional<int> least = TRY(DefaultNumberOption(isolate, mnfd, "minimumFractionDigits", 0, 100));
      std::optional<int> most = TRY(DefaultNumberOption(isolate, mxfd, "maximumFractionDigits", 0, 100));
      if (!least) {
        least = std::min(minimum_fraction, *most);
      } else if (!most) {
        most = std::max(maximum_fraction, *least);
      } else if (*least > *most) {
        return isolate.ThrowRangeError("maximumFractionDigits value is out of range.");
      }
      out.minimum_fraction = *least;
      out.maximum_fraction = *most;
    } else {
      out.minimum_fraction = minimum_fraction;
      out.maximum_fraction = maximum_fraction;
    }
  }
  if (!need_significant && !need_fraction) {
    out.minimum_fraction = out.maximum_fraction = 0;
    out.minimum_significant = 1;
    out.maximum_significant = 2;
    out.rounding = Rounding::kMorePrecision;
    resolved.priority = "morePrecision";
  } else if (priority != 0) {
    out.rounding = priority == 1 ? Rounding::kMorePrecision : Rounding::kLessPrecision;
    resolved.priority = kPriorities[priority];
  } else {
    out.rounding = has_significant ? Rounding::kSignificantDigits : Rounding::kFractionDigits;
  }
  if (out.increment != 1) {
    if (out.rounding != Rounding::kFractionDigits)
      return isolate.ThrowTypeError("roundingIncrement value is invalid.");
    if (out.maximum_fraction != out.minimum_fraction)
      return isolate.ThrowRangeError("roundingIncrement value is out of range.");
  }
  return resolved;
}

void AppendDigitSlots(Isolate&, ValueList& slots, const ResolvedDigits& resolved) {
  const intl::DigitOptions& digits = resolved.digits;
  slots.Append(Value::Smi(digits.minimum_integer));
  slots.Append(NumberOrNothing(digits.minimum_fraction));
  slots.Append(NumberOrNothing(digits.maximum_fraction));
  slots.Append(NumberOrNothing(digits.minimum_significant));
  slots.Append(NumberOrNothing(digits.maximum_significant));
}

void AppendRoundingSlots(Isolate& isolate, ValueList& slots, const ResolvedDigits& resolved) {
  slots.Append(Value::Smi(resolved.digits.increment));
  slots.Append(TextValue(isolate, resolved.digits.mode));
  slots.Append(TextValue(isolate, resolved.priority));
  slots.Append(TextValue(isolate, resolved.digits.strip_if_integer ? "stripIfInteger" : "auto"));
}

Completion<intl::Numeric> ToIntlMathematicalValue(Isolate& isolate, Value value) {
  intl::Numeric out;
  Value primitive = TRY(ToPrimitive(isolate, value, PreferredType::kNumber));
  if (primitive.IsBigInt()) {
    String* digits = TRY(BigIntToString(isolate, primitive.AsBigInt(), 10));
    ChargeFor(isolate, digits->length() * size_t{64});
    // ICU keeps the digits several times over, and the text with what its parts are.
    constexpr size_t kBytesPerDigit = 64, kFewDigits = 4096;
    if (digits->length() > kFewDigits) TRY(EnsureExternalRoom(isolate, digits->length() * kBytesPerDigit));
    out.decimal = digits->ToUtf8(isolate);
    return out;
  }
  if (!primitive.IsString()) {
    out.number = TRY(ToNumber(isolate, primitive));
    return out;
  }
  String* string = primitive.AsString();
  ChargeFor(isolate, string->length());
  FlatChars chars = string->Flatten(isolate);
  out.number = ParseNumericString(chars);
  if (!std::isfinite(out.number) || out.number == 0) return out;
  uint32_t begin = 0, end = chars.length();
  while (begin < end && unicode::IsWhiteSpaceOrLineTerminator(chars[begin])) begin++;
  while (begin < end && unicode::IsWhiteSpaceOrLineTerminator(chars[end - 1])) end--;
  if (end - begin > 2 && chars[begin] == '0' && unicode::IsAsciiLetter(chars[begin + 1]) &&
      (chars[begin + 1] | 0x20) != 'e') {  // 0x, 0o, 0b
    Value exact = TRY(ToBigInt(isolate, Value(string)));
    return ToIntlMathematicalValue(isolate, exact);
  }
  constexpr uint32_t kShortEnoughToBeExact = 15;
  if (end - begin > kShortEnoughToBeExact) out.decimal = ExactDecimal(chars.Slice(begin, end));
  return out;
}

}  // namespace halfword::intl_builtins
