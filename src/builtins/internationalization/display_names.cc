// DisplayNames Objects: https://tc39.es/ecma402/#intl-displaynames-objects
#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "intl/language_tag.h"
#include "intl/text_formatters.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "unicode/utf8.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::DisplayNames;

// https://tc39.es/ecma402/#table-intl-displaynames-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale", "style", "type", "fallback", "languageDisplay"};
constexpr uint32_t kTypeSlot = 2, kFallbackSlot = 3;

// Intl.DisplayNames ( locales, options )  https://tc39.es/ecma402/#sec-Intl.DisplayNames
Completion<Value> DisplayNamesConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.DisplayNames");
  IntlObject* object = TRY(NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlDisplayNamesPrototype,
                                         IntlKind::kDisplayNames));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  if (args[1].IsUndefined()) return isolate.ThrowTypeError("Required option \"type\" must not be undefined");
  Options options = TRY(Options::Require(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, {});
  constexpr const char* kStyles[] = {"narrow", "short", "long"};
  int style = TRY(options.GetChoice(isolate, "style", kStyles, 2));
  constexpr const char* kTypes[] = {"language", "region", "script", "currency", "calendar", "dateTimeField"};
  int type = TRY(options.GetChoice(isolate, "type", kTypes, -1));
  if (type < 0) return isolate.ThrowTypeError("Required option \"type\" must not be undefined");
  constexpr const char* kFallbacks[] = {"code", "none"};
  int fallback = TRY(options.GetChoice(isolate, "fallback", kFallbacks, 0));
  constexpr const char* kDisplays[] = {"dialect", "standard"};
  int display = TRY(options.GetChoice(isolate, "languageDisplay", kDisplays, 0));
  SetRecipe(isolate, object, resolved.data_locale + "\n" + kStyles[style] + "\n" + kDisplays[display]);
  Value slots[] = {TextValue(isolate, resolved.locale), TextValue(isolate, kStyles[style]),
                   TextValue(isolate, kTypes[type]), TextValue(isolate, kFallbacks[fallback]),
                   type == 0 ? TextValue(isolate, kDisplays[display]) : Value::Undefined()};
  SetSlots(isolate, object, slots);
  return object;
}

// https://tc39.es/ecma402/#sec-canonicalcodefordisplaynames; empty: the code is not valid.
std::string CanonicalCode(std::string_view type, const std::string& code) {
  if (type == "language") {
    std::optional<intl::LanguageTag> tag = intl::LanguageTag::Parse(code);
    if (!tag || !tag->extensions.empty() || !tag->keywords.empty() || !tag->attributes.empty() ||
        !tag->private_use.empty())
      return std::string();
    return intl::CanonicalizeLanguageTag(code).value_or("");
  }
  if (type == "region") return intl::IsRegionSubtag(code) ? intl::ToAsciiUpper(code) : std::string();
  if (type == "script") {
    if (!intl::IsScriptSubtag(code)) return std::string();
    return intl::ToAsciiUpper(code.substr(0, 1)) + intl::ToAsciiLower(code.substr(1));
  }
  if (type == "calendar") {
    if (!intl::IsUnicodeType(code)) return std::string();
    return intl::CanonicalizeKeywordValue("ca", code);
  }
  if (type == "dateTimeField") {
    for (const char* field : {"era", "year", "quarter", "month", "weekOfYear", "weekday", "day", "dayPeriod",
                              "hour", "minute", "second", "timeZoneName"}) {
      if (code == field) return code;
    }
    return std::string();
  }
  bool is_currency = code.size() == 3;
  for (char c : code) is_currency = is_currency && intl::IsAsciiAlpha(c);
  return is_currency ? intl::ToAsciiUpper(code) : std::string();
}

// Intl.DisplayNames.prototype.of ( code )  https://tc39.es/ecma402/#sec-Intl.DisplayNames.prototype.of
Completion<Value> DisplayNamesOf(Isolate& isolate, Arguments& args) {
  IntlObject* names =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kDisplayNames, "Intl.DisplayNames.prototype.of"));
  std::string code = OptionText(isolate, TRY(ToString(isolate, args[0])));
  Value type_slot = SlotOf(names, kTypeSlot), fallback = SlotOf(names, kFallbackSlot);
  std::string type = type_slot.IsString() ? type_slot.AsString()->ToUtf8(isolate) : std::string();
  std::string canonical = CanonicalCode(type, code);
  if (canonical.empty()) {
    return isolate.ThrowRangeError("Invalid argument to Intl.DisplayNames.prototype.of: %s",
                                   code.substr(0, 100).c_str());
  }
  intl::Lease<DisplayNames> lease(RecipeOf(names));
  TRY(ChargeLease(isolate, lease));
  if (std::optional<std::u16string> name = lease->Of(type, canonical)) return StringValue(isolate, *name);
  if (fallback.IsString() && fallback.AsString()->EqualsAscii("none")) return Value::Undefined();
  return TextValue(isolate, canonical);
}

// https://tc39.es/ecma402/#sec-Intl.DisplayNames.prototype.resolvedOptions
Completion<Value> DisplayNamesResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* names = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kDisplayNames,
                                   "Intl.DisplayNames.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, names, kResolvedNames);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"DisplayNames", DisplayNamesConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", DisplayNamesResolvedOptions, 0},
    {"of", DisplayNamesOf, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlDisplayNamesTables = kTables;

void InstallIntlDisplayNames(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlDisplayNames,
                         Intrinsic::kIntlDisplayNamesPrototype, "Intl.DisplayNames", kConstructorRows,
                         kPrototypeRows);
}

}  // namespace halfword
