// NumberFormat Objects: https://tc39.es/ecma402/#numberformat-objects, and toLocaleString of numbers.
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "builtins/internationalization/number_options.h"
#include "intl/language_tag.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace intl_builtins {

namespace {

using intl::NumberFormatter;
using intl::Numeric;

// https://tc39.es/ecma402/#table-intl-numberformat-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale",
                                          "numberingSystem",
                                          "style",
                                          "currency",
                                          "currencyDisplay",
                                          "currencySign",
                                          "unit",
                                          "unitDisplay",
                                          "minimumIntegerDigits",
                                          "minimumFractionDigits",
                                          "maximumFractionDigits",
                                          "minimumSignificantDigits",
                                          "maximumSignificantDigits",
                                          "useGrouping",
                                          "notation",
                                          "compactDisplay",
                                          "signDisplay",
                                          "roundingIncrement",
                                          "roundingMode",
                                          "roundingPriority",
                                          "trailingZeroDisplay"};

enum Style { kDecimal, kPercent, kCurrency, kUnit };
constexpr const char* kStyles[] = {"decimal", "percent", "currency", "unit"};
constexpr const char* kCurrencyDisplays[] = {"code", "symbol", "narrowSymbol", "name"};
constexpr const char* kCurrencyWidths[] = {"iso-code", "short", "narrow", "full-name"};
constexpr const char* kCurrencySigns[] = {"standard", "accounting"};
constexpr const char* kUnitDisplays[] = {"short", "narrow", "long"};
constexpr const char* kUnitWidths[] = {"short", "narrow", "full-name"};
constexpr const char* kNotations[] = {"standard", "scientific", "engineering", "compact"};
constexpr const char* kSignDisplays[] = {"auto", "never", "always", "exceptZero", "negative"};
constexpr const char* kSigns[] = {"auto", "never", "always", "except-zero", "negative"};

// https://tc39.es/ecma402/#sec-iswellformedcurrencycode
bool IsCurrencyCode(std::string_view s) {
  return s.size() == 3 && intl::IsAsciiAlpha(s[0]) && intl::IsAsciiAlpha(s[1]) && intl::IsAsciiAlpha(s[2]);
}

// https://tc39.es/ecma402/#sec-iswellformedunitidentifier
bool IsUnitIdentifier(std::string_view s) {
  if (intl::IsSupported(intl::ValueKind::kUnit, s)) return true;
  size_t per = s.find("-per-");
  return per != s.npos && intl::IsSupported(intl::ValueKind::kUnit, s.substr(0, per)) &&
         intl::IsSupported(intl::ValueKind::kUnit, s.substr(per + 5));
}

// The value of useGrouping: https://tc39.es/ecma402/#sec-getbooleanorstringnumberformatoption
Completion<std::string> GetUseGrouping(Isolate& isolate, const Options& options, const char* fallback) {
  Value value = TRY(options.Get(isolate, "useGrouping"));
  if (value.IsUndefined()) return std::string(fallback);
  if (value.IsTrue()) return std::string("always");
  if (!ToBoolean(value)) return std::string();
  std::string text = OptionText(isolate, TRY(ToString(isolate, value)));
  if (text == "true" || text == "false") return std::string(fallback);
  for (const char* known : {"min2", "auto", "always"}) {
    if (text == known) return text;
  }
  return ThrowOutOfRange(isolate, "useGrouping", text);
}

struct UnitOptions {
  int style;
  std::optional<std::string> currency;  // in upper case
  int currency_display, currency_sign;
  std::optional<std::string> unit;
  int unit_display;
};
// https://tc39.es/ecma402/#sec-setnumberformatunitoptions
Completion<UnitOptions> SetNumberFormatUnitOptions(Isolate& isolate, Options& options) {
  UnitOptions units;
  units.style = TRY(options.GetChoice(isolate, "style", kStyles, kDecimal));
  units.currency = TRY(options.GetText(isolate, "currency"));
  if (!units.currency) {
    if (units.style == kCurrency)
      return isolate.ThrowTypeError("Currency code is required with currency style.");
  } else if (!IsCurrencyCode(*units.currency)) {
    return ThrowOutOfRange(isolate, "currency", *units.currency);
  }
  units.currency_display = TRY(options.GetChoice(isolate, "currencyDisplay", kCurrencyDisplays, 1));
  units.currency_sign = TRY(options.GetChoice(isolate, "currencySign", kCurrencySigns, 0));
  units.unit = TRY(options.GetText(isolate, "unit"));
  if (!units.unit) {
    if (units.style == kUnit) return isolate.ThrowTypeError("Unit is required with unit style.");
  } else if (!IsUnitIdentifier(*units.unit)) {
    return ThrowOutOfRange(isolate, "unit", *units.unit);
  }
  units.unit_display = TRY(options.GetChoice(isolate, "unitDisplay", kUnitDisplays, 0));
  if (units.currency) units.currency = intl::ToAsciiUpper(*units.currency);
  return units;
}

}  // namespace

Completion<IntlObject*> MakeNumberFormat(Isolate& isolate, Value new_target, Value locales,
                                         Value options_value) {
  IntlObject* object =
      TRY(NewIntlObject(isolate, new_target, Intrinsic::kIntlNumberFormatPrototype, IntlKind::kNumberFormat));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, locales));
  Options options = TRY(Options::Coerce(isolate, options_value));
  TRY(options.GetLocaleMatcher(isolate));
  intl::LocaleKey keys[] = {{"nu", TRY(options.GetUnicodeType(isolate, "numberingSystem")), ""}};
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, keys);

  UnitOptions units = TRY(SetNumberFormatUnitOptions(isolate, options));
  int style = units.style;
  int notation = TRY(options.GetChoice(isolate, "notation", kNotations, 0));
  bool is_compact = notation == 3;
  int minimum_fraction = 0, maximum_fraction = style == kPercent ? 0 : 3;
  if (style == kCurrency && notation == 0)
    minimum_fraction = maximum_fraction = intl::CurrencyDigits(*units.currency);
  ResolvedDigits digits =
      TRY(SetNumberFormatDigitOptions(isolate, options, minimum_fraction, maximum_fraction, is_compact));
  constexpr const char* kCompactDisplays[] = {"short", "long"};
  int compact_display = TRY(options.GetChoice(isolate, "compactDisplay", kCompactDisplays, 0));
  std::string grouping = TRY(GetUseGrouping(isolate, options, is_compact ? "min2" : "auto"));
  int sign = TRY(options.GetChoice(isolate, "signDisplay", kSignDisplays, 0));

  std::string skeleton;
  if (style == kPercent) skeleton = "percent scale/100 ";
  if (style == kCurrency) {
    skeleton = "currency/" + *units.currency + " unit-width-" + kCurrencyWidths[units.currency_display] + " ";
  }
  if (style == kUnit)
    skeleton = "unit/" + *units.unit + " unit-width-" + kUnitWidths[units.unit_display] + " ";
  constexpr const char* kNotationStems[] = {"", "scientific ", "engineering ", ""};
  skeleton += kNotationStems[notation];
  if (is_compact) skeleton += compact_display == 0 ? "compact-short " : "compact-long ";
  skeleton += intl::DigitSkeleton(digits.digits);
  skeleton += grouping.empty()       ? " group-off"
              : grouping == "always" ? " group-on-aligned"
                                     : " group-" + grouping;
  bool accounting = style == kCurrency && units.currency_sign == 1;
  if (accounting && sign != 1) {
    skeleton += sign == 0 ? " sign-accounting" : std::string(" sign-accounting-") + kSigns[sign];
  } else {
    skeleton += std::string(" sign-") + kSigns[sign];
  }
  SetRecipe(isolate, object, intl::WithKeyword(resolved.data_locale, "nu", keys[0].value) + "\n" + skeleton);

  ValueList slots(isolate);
  auto text = [&](bool present, std::string_view s) {
    slots.Append(present ? TextValue(isolate, s) : Value::Undefined());
  };
  text(true, resolved.locale);
  text(true, keys[0].value);
  text(true, kStyles[style]);
  text(style == kCurrency, units.currency.value_or(""));
  text(style == kCurrency, kCurrencyDisplays[units.currency_display]);
  text(style == kCurrency, kCurrencySigns[units.currency_sign]);
  text(style == kUnit, units.unit.value_or(""));
  text(style == kUnit, kUnitDisplays[units.unit_display]);
  AppendDigitSlots(isolate, slots, digits);
  slots.Append(grouping.empty() ? Value::False() : TextValue(isolate, grouping));
  text(true, kNotations[notation]);
  text(is_compact, kCompactDisplays[compact_display]);
  text(true, kSignDisplays[sign]);
  AppendRoundingSlots(isolate, slots, digits);
  SetSlots(isolate, object, slots.span());
  return object;
}

namespace {

using Want = NumberFormatter::Want;

Completion<intl::FormattedText> FormatNumber(Isolate& isolate, IntlObject* format, const Numeric& number,
                                             Want want) {
  intl::Lease<NumberFormatter> formatter(RecipeOf(format));
  TRY(ChargeLease(isolate, formatter));
  intl::FormattedText text = formatter->Format(number, want);
  if (text.failed) return isolate.ThrowRangeError("Internal error: ICU can't format the number");
  return text;
}

// Intl.NumberFormat ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-intl.numberformat
Completion<Value> NumberFormatConstructor(Isolate& isolate, Arguments& args) {
  Value new_target = args.IsConstructCall() ? args.new_target() : Value(args.callee());
  IntlObject* object = TRY(MakeNumberFormat(isolate, new_target, args[0], args[1]));
  return ChainLegacy(isolate, args, object, Intrinsic::kIntlNumberFormat);
}

Completion<IntlObject*> ThisNumberFormat(Isolate& isolate, Arguments& args, const char* method) {
  return ThisIntl(isolate, args.this_value(), IntlKind::kNumberFormat, method);
}

// https://tc39.es/ecma402/#sec-number-format-functions
Completion<Value> NumberFormatFunction(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(ThisIntl(isolate, args.callee()->data_[0].get(), IntlKind::kNumberFormat, "format"));
  Numeric number = TRY(ToIntlMathematicalValue(isolate, args[0]));
  return StringValue(isolate, TRY(FormatNumber(isolate, format, number, Want::kText)).text);
}
constexpr NativeRow kFunctionRowSource[] = {{"", NumberFormatFunction, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kFunctionRow);

// get Intl.NumberFormat.prototype.format  https://tc39.es/ecma402/#sec-intl.numberformat.prototype.format
Completion<Value> NumberFormatGetFormat(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(UnwrapLegacy(isolate, args.this_value(), IntlKind::kNumberFormat, Intrinsic::kIntlNumberFormat,
                       "get Intl.NumberFormat.prototype.format"));
  return BoundFunctionOf(isolate, format, kFunctionRow);
}

// https://tc39.es/ecma402/#sec-intl.numberformat.prototype.formattoparts
Completion<Value> NumberFormatFormatToParts(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisNumberFormat(isolate, args, "Intl.NumberFormat.prototype.formatToParts"));
  Numeric number = TRY(ToIntlMathematicalValue(isolate, args[0]));
  return PartsArray(isolate, TRY(FormatNumber(isolate, format, number, Want::kParts)));
}

// Intl.NumberFormat.prototype.formatRange ( start, end ), formatRangeToParts: the magic is Want.
// https://tc39.es/ecma402/#sec-intl.numberformat.prototype.formatrange
Completion<Value> NumberFormatFormatRange(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisNumberFormat(isolate, args, "Intl.NumberFormat.prototype.formatRange"));
  if (args[0].IsUndefined() || args[1].IsUndefined())
    return isolate.ThrowTypeError("start and end must not be undefined");
  Numeric start = TRY(ToIntlMathematicalValue(isolate, args[0]));
  Numeric end = TRY(ToIntlMathematicalValue(isolate, args[1]));
  if (start.IsNaN() || end.IsNaN()) return isolate.ThrowRangeError("start and end must not be NaN");
  auto want = static_cast<Want>(args.callee()->magic_);
  intl::Lease<NumberFormatter> formatter(RecipeOf(format));
  TRY(ChargeLease(isolate, formatter));
  isolate.Charge(20 * kUsingCost);
  intl::FormattedText text = formatter->FormatRange(start, end, want);
  if (text.failed) return isolate.ThrowRangeError("Internal error: ICU can't format the range");
  return want == Want::kParts ? PartsArray(isolate, text) : StringValue(isolate, text.text);
}

// https://tc39.es/ecma402/#sec-intl.numberformat.prototype.resolvedoptions
Completion<Value> NumberFormatResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(UnwrapLegacy(isolate, args.this_value(), IntlKind::kNumberFormat, Intrinsic::kIntlNumberFormat,
                       "Intl.NumberFormat.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, format, kResolvedNames);
}

// Number.prototype.toLocaleString ( [ locales [ , options ] ] ), BigInt.prototype.toLocaleString
// https://tc39.es/ecma402/#sup-number.prototype.tolocalestring
Completion<Value> ToLocaleString(Isolate& isolate, Arguments& args) {
  bool is_bigint = args.callee()->magic_;
  Value value = args.this_value();
  if (PrimitiveWrapper* wrapper = value.TryAs<PrimitiveWrapper>()) value = wrapper->value_.get();
  if (is_bigint ? !value.IsBigInt() : !value.IsNumber()) {
    return isolate.ThrowTypeError(is_bigint
                                      ? "BigInt.prototype.toLocaleString requires that 'this' be a BigInt"
                                      : "Number.prototype.toLocaleString requires that 'this' be a Number");
  }
  Value constructor(CurrentIntrinsic(isolate, Intrinsic::kIntlNumberFormat));
  IntlObject* format = TRY(MakeNumberFormat(isolate, constructor, args[0], args[1]));
  Numeric number = TRY(ToIntlMathematicalValue(isolate, value));
  return StringValue(isolate, TRY(FormatNumber(isolate, format, number, Want::kText)).text);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"NumberFormat", NumberFormatConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", NumberFormatResolvedOptions, 0},
    {"formatToParts", NumberFormatFormatToParts, 1},
    {"formatRange", NumberFormatFormatRange, 2, 0, static_cast<uint16_t>(Want::kText)},
    {"formatRangeToParts", NumberFormatFormatRange, 2, 0, static_cast<uint16_t>(Want::kParts)},
    {"format", NumberFormatGetFormat, 0, kNativeGetter},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kNumberRowsSource[] = {{"toLocaleString", ToLocaleString, 0, 0, 0}};
HW_NATIVE_ROWS(kNumberRows);
constexpr NativeRow kBigIntRowsSource[] = {{"toLocaleString", ToLocaleString, 0, 0, 1}};
HW_NATIVE_ROWS(kBigIntRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows,
                                   kFunctionRow,    kNumberRows,      kBigIntRows};

}  // namespace

}  // namespace intl_builtins

constinit const std::span<const NativeTable> kIntlNumberFormatTables = intl_builtins::kTables;

void InstallIntlNumberFormat(Isolate& isolate, Realm* realm) {
  using namespace intl_builtins;
  NativeFunction* constructor = InstallIntlConstructor(
      isolate, realm, kConstructorRow, Intrinsic::kIntlNumberFormat, Intrinsic::kIntlNumberFormatPrototype,
      "Intl.NumberFormat", kConstructorRows, kPrototypeRows);
  // %Intl%.[[FallbackSymbol]]; DateTimeFormat has the same.
  constructor->data_[0].Set(constructor,
                            Value(NewSymbol(isolate, InternAscii(isolate, "IntlLegacyConstructedSymbol"))));
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kNumberPrototype), kNumberRows);
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kBigIntPrototype), kBigIntRows);
}

}  // namespace halfword
