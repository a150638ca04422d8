// Collator Objects: https://tc39.es/ecma402/#collator-objects, and methods of strings that depend on locales.
#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "builtins/text_processing/text_conversion.h"
#include "intl/collation.h"
#include "intl/language_tag.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "unicode/collation.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::Collation;

// https://tc39.es/ecma402/#table-intl-collator-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale",    "usage",   "sensitivity", "ignorePunctuation",
                                          "collation", "numeric", "caseFirst"};

Completion<IntlObject*> MakeCollator(Isolate& isolate, Value new_target, Value locales, Value options_value) {
  IntlObject* object =
      TRY(NewIntlObject(isolate, new_target, Intrinsic::kIntlCollatorPrototype, IntlKind::kCollator));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, locales));
  Options options = TRY(Options::Coerce(isolate, options_value));
  constexpr const char* kUsages[] = {"sort", "search"};
  int usage = TRY(options.GetChoice(isolate, "usage", kUsages, 0));
  TRY(options.GetLocaleMatcher(isolate));
  std::optional<std::string> collation = TRY(options.GetUnicodeType(isolate, "collation"));
  std::optional<bool> numeric = TRY(options.GetBoolean(isolate, "numeric"));
  constexpr const char* kCaseFirst[] = {"upper", "lower", "false"};
  int case_first = TRY(options.GetChoice(isolate, "caseFirst", kCaseFirst, -1));
  intl::LocaleKey keys[] = {{"co", collation, ""}, {"kf", {}, ""}, {"kn", {}, ""}};
  if (case_first >= 0) keys[1].option = kCaseFirst[case_first];
  if (numeric) keys[2].option = *numeric ? "true" : "false";
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kCollation, requested, keys);
  constexpr const char* kSensitivities[] = {"base", "accent", "case", "variant"};
  int sensitivity = TRY(options.GetChoice(isolate, "sensitivity", kSensitivities, 3));
  bool ignores = TRY(options.GetBoolean(isolate, "ignorePunctuation"))
                     .value_or(intl::IgnoresPunctuation(resolved.data_locale));
  std::string tag = resolved.data_locale;
  if (usage == 1) {
    tag = intl::WithKeyword(tag, "co", "search");
  } else if (keys[0].value != "default") {
    tag = intl::WithKeyword(tag, "co", keys[0].value);
  }
  SetRecipe(isolate, object,
            tag + "\n" + kSensitivities[sensitivity] + "\n" + (ignores ? "ignore" : "keep") + "\n" +
                keys[2].value + "\n" + keys[1].value);
  Value slots[] = {TextValue(isolate, resolved.locale),
                   TextValue(isolate, kUsages[usage]),
                   TextValue(isolate, kSensitivities[sensitivity]),
                   Value::Boolean(ignores),
                   TextValue(isolate, keys[0].value),
                   Value::Boolean(keys[2].value == "true"),
                   TextValue(isolate, keys[1].value)};
  SetSlots(isolate, object, slots);
  return object;
}

// https://tc39.es/ecma402/#sec-collator-comparestrings
Completion<Value> CompareStrings(Isolate& isolate, IntlObject* collator, String* x, String* y) {
  ChargeFor(isolate, std::min(x->length(), y->length()));
  intl::Lease<Collation> collation(RecipeOf(collator));
  TRY(ChargeLease(isolate, collation));
  FlatChars second = y->Flatten(isolate);
  std::optional<int> order =
      collation->Compare(TextOf(x->Flatten(isolate)), TextOf(second), PacerOf(isolate));
  if (!order) return kThrow;
  return Value::Smi(*order < 0 ? -1 : *order > 0 ? 1 : 0);
}

// Intl.Collator ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-intl.collator
Completion<Value> CollatorConstructor(Isolate& isolate, Arguments& args) {
  Value new_target = args.IsConstructCall() ? args.new_target() : Value(args.callee());
  return MakeCollator(isolate, new_target, args[0], args[1]);
}

// https://tc39.es/ecma402/#sec-collator-compare-functions
Completion<Value> CollatorCompareFunction(Isolate& isolate, Arguments& args) {
  IntlObject* collator =
      TRY(ThisIntl(isolate, args.callee()->data_[0].get(), IntlKind::kCollator, "compare"));
  String* x = TRY(ToString(isolate, args[0]));
  String* y = TRY(ToString(isolate, args[1]));
  return CompareStrings(isolate, collator, x, y);
}
constexpr NativeRow kFunctionRowSource[] = {{"", CollatorCompareFunction, 2, kNativeNotInstalled}};
HW_NATIVE_ROWS(kFunctionRow);

// get Intl.Collator.prototype.compare  https://tc39.es/ecma402/#sec-intl.collator.prototype.compare
Completion<Value> CollatorGetCompare(Isolate& isolate, Arguments& args) {
  IntlObject* collator =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kCollator, "get Intl.Collator.prototype.compare"));
  return BoundFunctionOf(isolate, collator, kFunctionRow);
}

// https://tc39.es/ecma402/#sec-intl.collator.prototype.resolvedoptions
Completion<Value> CollatorResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* collator = TRY(
      ThisIntl(isolate, args.this_value(), IntlKind::kCollator, "Intl.Collator.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, collator, kResolvedNames);
}

// String.prototype.localeCompare ( that [ , locales [ , options ] ] )
// https://tc39.es/ecma402/#sup-String.prototype.localeCompare
Completion<Value> LocaleCompare(Isolate& isolate, Arguments& args) {
  TRY(RequireObjectCoercible(isolate, args.this_value(), "String.prototype.localeCompare"));
  String* string = TRY(ToString(isolate, args.this_value()));
  String* that = TRY(ToString(isolate, args[0]));
  if (args[1].IsUndefined() && args[2].IsUndefined()) {
    return CompareByRoot(isolate, string, that);  // FAST: no collator is made
  }
  Value constructor(CurrentIntrinsic(isolate, Intrinsic::kIntlCollator));
  IntlObject* collator = TRY(MakeCollator(isolate, constructor, args[1], args[2]));
  return CompareStrings(isolate, collator, string, that);
}

// String.prototype.toLocaleLowerCase ( [ locales ] ), toLocaleUpperCase: the magic is CaseConversion.
// https://tc39.es/ecma402/#sec-transform-case
Completion<Value> ToLocaleCase(Isolate& isolate, Arguments& args) {
  auto conversion = static_cast<CaseConversion>(args.callee()->magic_);
  TRY(RequireObjectCoercible(isolate, args.this_value(),
                             conversion == CaseConversion::kLower ? "String.prototype.toLocaleLowerCase"
                                                                  : "String.prototype.toLocaleUpperCase"));
  String* string = TRY(ToString(isolate, args.this_value()));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  std::string language;
  if (!requested.empty()) {
    language = requested[0].substr(0, requested[0].find('-'));
    // Only these languages have casing of their own.
    constexpr std::string_view kSpecial[] = {"az", "el", "hy", "lt", "nl", "tr"};
    if (std::find(std::begin(kSpecial), std::end(kSpecial), language) == std::end(kSpecial)) language.clear();
  }
  return ConvertCase(isolate, string, conversion, language);
}

constexpr NativeRow kConstructorRowSource[] = {{"Collator", CollatorConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"supportedLocalesOf", SupportedLocalesOf, 1, 0, static_cast<uint16_t>(intl::LocaleSet::kCollation)}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", CollatorResolvedOptions, 0},
    {"compare", CollatorGetCompare, 0, kNativeGetter},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kStringRowsSource[] = {
    {"localeCompare", LocaleCompare, 1},
    {"toLocaleLowerCase", ToLocaleCase, 0, 0, static_cast<uint16_t>(CaseConversion::kLower)},
    {"toLocaleUpperCase", ToLocaleCase, 0, 0, static_cast<uint16_t>(CaseConversion::kUpper)},
};
HW_NATIVE_ROWS(kStringRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kFunctionRow,
                                   kStringRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlCollatorTables = kTables;

void InstallIntlCollator(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlCollator,
                         Intrinsic::kIntlCollatorPrototype, "Intl.Collator", kConstructorRows,
                         kPrototypeRows);
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kStringPrototype), kStringRows);
}

}  // namespace halfword
