// RelativeTimeFormat Objects: https://tc39.es/ecma402/#relativetimeformat-objects
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "intl/text_formatters.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::RelativeTimeFormatter;

// https://tc39.es/ecma402/#table-intl-relativetimeformat-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale", "style", "numeric", "numberingSystem"};
constexpr uint32_t kNumericSlot = 2;

// Intl.RelativeTimeFormat ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-Intl.RelativeTimeFormat
Completion<Value> RelativeTimeFormatConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.RelativeTimeFormat");
  IntlObject* object =
      TRY(NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlRelativeTimeFormatPrototype,
                        IntlKind::kRelativeTimeFormat));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  Options options = TRY(Options::Coerce(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  intl::LocaleKey keys[] = {{"nu", TRY(options.GetUnicodeType(isolate, "numberingSystem")), ""}};
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, keys);
  constexpr const char* kStyles[] = {"long", "short", "narrow"};
  int style = TRY(options.GetChoice(isolate, "style", kStyles, 0));
  constexpr const char* kNumeric[] = {"always", "auto"};
  int numeric = TRY(options.GetChoice(isolate, "numeric", kNumeric, 0));
  SetRecipe(isolate, object,
            intl::WithKeyword(resolved.data_locale, "nu", keys[0].value) + "\n" + kStyles[style]);
  Value slots[] = {TextValue(isolate, resolved.locale), TextValue(isolate, kStyles[style]),
                   TextValue(isolate, kNumeric[numeric]), TextValue(isolate, keys[0].value)};
  SetSlots(isolate, object, slots);
  return object;
}

// Intl.RelativeTimeFormat.prototype.format ( value, unit ), formatToParts: the magic says which.
// https://tc39.es/ecma402/#sec-Intl.RelativeTimeFormat.prototype.format
Completion<Value> RelativeTimeFormatFormat(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kRelativeTimeFormat,
                                    "Intl.RelativeTimeFormat.prototype.format"));
  double value = TRY(ToNumber(isolate, args[0]));
  std::string unit = OptionText(isolate, TRY(ToString(isolate, args[1])));
  // SingularRelativeTimeUnit
  constexpr const char* kUnits[] = {"second", "minute", "hour", "day", "week", "month", "quarter", "year"};
  const char* singular = nullptr;
  for (const char* known : kUnits) {
    if (unit == known || unit == std::string(known) + "s") singular = known;
  }
  if (singular == nullptr) {
    return isolate.ThrowRangeError("Invalid unit argument for format() '%s'", unit.substr(0, 100).c_str());
  }
  if (!std::isfinite(value)) return isolate.ThrowRangeError("The value must be finite");
  Value numeric = SlotOf(format, kNumericSlot);
  bool with_words = numeric.IsString() && numeric.AsString()->EqualsAscii("auto");
  bool want_parts = args.callee()->magic_;
  intl::Lease<RelativeTimeFormatter> formatter(RecipeOf(format));
  TRY(ChargeLease(isolate, formatter));
  intl::FormattedText text = formatter->Format(value, singular, with_words, want_parts);
  if (text.failed) return isolate.ThrowRangeError("Internal error: ICU can't format the time");
  return want_parts ? PartsArray(isolate, text) : StringValue(isolate, text.text);
}

// https://tc39.es/ecma402/#sec-intl.relativetimeformat.prototype.resolvedoptions
Completion<Value> RelativeTimeFormatResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kRelativeTimeFormat,
                                    "Intl.RelativeTimeFormat.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, format, kResolvedNames);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"RelativeTimeFormat", RelativeTimeFormatConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", RelativeTimeFormatResolvedOptions, 0},
    {"format", RelativeTimeFormatFormat, 2, 0, 0},
    {"formatToParts", RelativeTimeFormatFormat, 2, 0, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlRelativeTimeFormatTables = kTables;

void InstallIntlRelativeTimeFormat(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlRelativeTimeFormat,
                         Intrinsic::kIntlRelativeTimeFormatPrototype, "Intl.RelativeTimeFormat",
                         kConstructorRows, kPrototypeRows);
}

}  // namespace halfword
