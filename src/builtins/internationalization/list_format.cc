// ListFormat Objects: https://tc39.es/ecma402/#listformat-objects
#include "builtins/builtins.h"
#include "builtins/internationalization/intl.h"
#include "intl/text_formatters.h"
#include "objects/memory/external_account.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"

namespace halfword {

namespace {

using namespace intl_builtins;
using intl::ListFormatter;

// https://tc39.es/ecma402/#table-intl-listformat-resolvedoptions-properties
constexpr const char* kResolvedNames[] = {"locale", "type", "style"};

// Intl.ListFormat ( [ locales [ , options ] ] )  https://tc39.es/ecma402/#sec-Intl.ListFormat
Completion<Value> ListFormatConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Intl.ListFormat");
  IntlObject* object = TRY(
      NewIntlObject(isolate, args.new_target(), Intrinsic::kIntlListFormatPrototype, IntlKind::kListFormat));
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  Options options = TRY(Options::Require(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  intl::ResolvedLocale resolved = intl::ResolveLocale(intl::LocaleSet::kGeneral, requested, {});
  constexpr const char* kTypes[] = {"conjunction", "disjunction", "unit"};
  int type = TRY(options.GetChoice(isolate, "type", kTypes, 0));
  constexpr const char* kStyles[] = {"long", "short", "narrow"};
  int style = TRY(options.GetChoice(isolate, "style", kStyles, 0));
  SetRecipe(isolate, object, resolved.data_locale + "\n" + kTypes[type] + "\n" + kStyles[style]);
  Value slots[] = {TextValue(isolate, resolved.locale), TextValue(isolate, kTypes[type]),
                   TextValue(isolate, kStyles[style])};
  SetSlots(isolate, object, slots);
  return object;
}

// Intl.ListFormat.prototype.format ( list ), formatToParts: the magic says that parts are wanted.
// https://tc39.es/ecma402/#sec-Intl.ListFormat.prototype.format
Completion<Value> ListFormatFormat(Isolate& isolate, Arguments& args) {
  IntlObject* format =
      TRY(ThisIntl(isolate, args.this_value(), IntlKind::kListFormat, "Intl.ListFormat.prototype.format"));
  // StringListFromIterable
  ExternalAccount account(isolate);
  std::vector<std::u16string> elements;
  size_t length = 0;
  if (!args[0].IsUndefined()) {
    TRY(ForEachIterated(isolate, args[0], [&](Value value) -> Completion<bool> {
      if (!value.IsString())
        return isolate.ThrowTypeError("Iterable yielded %s which is not a string",
                                      DescribeForError(isolate, value).c_str());
      String* string = value.AsString();
      length += string->length();
      if (length > String::kMaxLength) return isolate.ThrowRangeError("Invalid string length");
      account.Take(size_t{12} * (string->length() + sizeof(std::u16string)));
      TRY(isolate.Poll(CostOf(4 * string->length())));
      elements.push_back(Utf16Of(isolate, string));
      return true;
    }));
  }
  intl::Lease<ListFormatter> formatter(RecipeOf(format));
  TRY(ChargeLease(isolate, formatter));
  isolate.Charge(static_cast<uint32_t>(elements.size() * 16));
  intl::FormattedText text = formatter->Format(elements);
  if (text.failed || text.text.size() > String::kMaxLength)
    return isolate.ThrowRangeError("Invalid string length");
  return args.callee()->magic_ ? PartsArray(isolate, text) : StringValue(isolate, text.text);
}

// https://tc39.es/ecma402/#sec-Intl.ListFormat.prototype.resolvedoptions
Completion<Value> ListFormatResolvedOptions(Isolate& isolate, Arguments& args) {
  IntlObject* format = TRY(ThisIntl(isolate, args.this_value(), IntlKind::kListFormat,
                                    "Intl.ListFormat.prototype.resolvedOptions"));
  return ResolvedOptions(isolate, format, kResolvedNames);
}

constexpr NativeRow kConstructorRowSource[] = {{"ListFormat", ListFormatConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {{"supportedLocalesOf", SupportedLocalesOf, 1}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"resolvedOptions", ListFormatResolvedOptions, 0},
    {"format", ListFormatFormat, 1, 0, 0},
    {"formatToParts", ListFormatFormat, 1, 0, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

constinit const std::span<const NativeTable> kIntlListFormatTables = kTables;

void InstallIntlListFormat(Isolate& isolate, Realm* realm) {
  InstallIntlConstructor(isolate, realm, kConstructorRow, Intrinsic::kIntlListFormat,
                         Intrinsic::kIntlListFormatPrototype, "Intl.ListFormat", kConstructorRows,
                         kPrototypeRows);
}

}  // namespace halfword
