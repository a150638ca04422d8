// PluralRules Objects: https://tc39.es/ecma402/#pluralrules-objects
#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "builtins/internationalization/number_options.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::Numeric;
using intl::PluralSelector;

// https://tc39.es/ecma402/#table-intl-pluralrules-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale",
                                          "type",
                                          "notation",
                                          "compactDisplay",
                                          "minimumIntegerDigits",
                                          "minimumFractionDigits",
                                          "maximumFractionDigits",
                                          "minimumSignificantDigits",
                                          "maximumSignificantDigits",
                                          "pluralCategories",
                                          "roundingIncrement",
                                          "roundingMode",
                                          "roundingPriority",
                                          "trailingZeroDisplay"};
constexpr uint32_t kCategoriesSlot = 9;

// Intl.PluralRules ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-intl.pluralrules
Completion<Value> PluralRulesConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.PluralRules");
  IntlObject* object = TRY(NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlPluralRulesPrototype,
                                         IntlKind::kPluralRules));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  Options options = TRY(Options::Coerce(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, {});
  constexpr const char* kTypes[] = {"cardinal", "ordinal"};
  int type = TRY(options.GetChoice(isolate, "type", kTypes, 0));
  constexpr const char* kNotations[] = {"standard", "scientific", "engineering", "compact"};
  int notation = TRY(options.GetChoice(isolate, "notation", kNotations, 0));
  bool is_compact = notation == 3;
  constexpr const char* kCompactDisplays[] = {"short", "long"};
  int compact_display = TRY(options.GetChoice(isolate, "compactDisplay", kCompactDisplays, 0));
  ResolvedDigits digits = TRY(SetNumberFormatDigitOptions(isolate, options, 0, 3, is_compact));
  constexpr const char* kStems[] = {"", "scientific ", "engineering ", "compact-short "};
  std::string skeleton = is_compact && compact_display == 1 ? "compact-long " : kStems[notation];
  SetRecipe(
      isolate, object,
      resolved.data_locale + "\n" + skeleton + intl::DigitSkeleton(digits.digits) + "\n" + kTypes[type]);
  ValueList slots(isolate);
  slots.Append(TextValue(isolate, resolved.locale));
  slots.Append(TextValue(isolate, kTypes[type]));
  slots.Append(TextValue(isolate, kNotations[notation]));
  slots.Append(is_compact ? TextValue(isolate, kCompactDisplays[compact_display]) : Value::Undefined());
  AppendDigitSlots(isolate, slots, digits);
  slots.Append(Value::Undefined());  // pluralCategories: a new array each time
  AppendRoundingSlots(isolate, slots, digits);
  SetSlots(isolate, object, slots.span());
  return object;
}

// Intl.PluralRules.prototype.select ( value )  https://tc39.es/ecma402/#sec-intl.pluralrules.prototype.select
Completion<Value> PluralRulesSelect(Isolate& isolate, Arguments& args) {
  IntlObject* rules =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kPluralRules, "Intl.PluralRules.prototype.select"));
  Numeric number;
  number.number = TRY(ToNumber(isolate, args[0]));
  intl::Lease<PluralSelector> selector(RecipeOf(rules));
  TRY(ChargeLease(isolate, selector));
  return TextValue(isolate, selector->Select(number));
}

// https://tc39.es/ecma402/#sec-intl.pluralrules.prototype.selectrange
Completion<Value> PluralRulesSelectRange(Isolate& isolate, Arguments& args) {
  IntlObject* rules = TRY(
      ThisIntl(isolate, args.this_value(), IntlKind::kPluralRules, "Intl.PluralRules.prototype.selectRange"));
  if (args[0].IsUndefined() || args[1].IsUndefined())
    return isolate.ThrowTypeError("start and end must not be undefined");
  Numeric start, end;
  start.number = TRY(ToNumber(isolate, args[0]));
  end.number = TRY(ToNumber(isolate, args[1]));
  if (start.IsNaN() || end.IsNaN()) return isolate.ThrowRangeError("start and end must not be NaN");
  intl::Lease<PluralSelector> selector(RecipeOf(rules));
  TRY(ChargeLease(isolate, selector));
  isolate.Charge(20 * kUsingCost);
  return TextValue(isolate, selector->SelectRange(start, end));
}

// https://tc39.es/ecma402/#sec-intl.pluralrules.prototype.resolvedoptions
Completion<Value> PluralRulesResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* rules = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kPluralRules,
                                   "Intl.PluralRules.prototype.resolvedOptions"));
  intl::Lease<PluralSelector> selector(RecipeOf(rules));
  TRY(ChargeLease(isolate, selector));
  JSObject* result = NewPlainObject(isolate);
  for (uint32_t i = 0; i < std::size(kResolvedNames); i++) {
    Value value = i == kCategoriesSlot ? ArrayOfTexts(isolate, selector->Categories()) : SlotOf(rules, i);
    if (!value.IsUndefined()) DefineField(isolate, result, kResolvedNames[i], value);
  }
  return result;
}

constexpr NativeRow kConstructorRowSource[] = {
    {"PluralRules", PluralRulesConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", PluralRulesResolvedOptions, 0},
    {"select", PluralRulesSelect, 1},
    {"selectRange", PluralRulesSelectRange, 2},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlPluralRulesTables = kTables;

void InstallIntlPluralRules(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlPluralRules,
                         Intrinsic::kIntlPluralRulesPrototype, "Intl.PluralRules", kConstructorRows,
                         kPrototypeRows);
}

}  // namespace halfword
