// What the constructors of Intl share: reading locales and options, resolving them, and objects that keep the
// result as plain values. https://tc39.es/ecma402/#sec-abstract-operations
//
// An Intl object is an IntlObject. Its slots are the values that resolvedOptions answers, in the order of the
// constructor's table of names; its recipe says what ICU's object is made from, which src/intl finds or makes
// when the object is used (intl/lease.h).
#ifndef HALFWORD_BUILTINS_INTERNATIONALIZATION_INTL_H_
#define HALFWORD_BUILTINS_INTERNATIONALIZATION_INTL_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "builtins/temporal/formattable.h"
#include "builtins/text_processing/text_conversion.h"
#include "intl/formatted_text.h"
#include "intl/lease.h"
#include "intl/locales.h"
#include "objects/isolate.h"
#include "objects/library/internationalization.h"
#include "runtime/functions/native.h"
#include "runtime/operations/object_operations.h"
#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::intl_builtins {

enum class IntlKind : int32_t {
  kCollator,
  kDateTimeFormat,
  kDisplayNames,
  kDurationFormat,
  kListFormat,
  kLocale,  // its recipe is the tag
  kNumberFormat,
  kPluralRules,
  kRelativeTimeFormat,
  kSegmenter,
  kSegments,         // slot 0 is the string
  kSegmentIterator,  // slot 0 is the string, slot 1 the position
};

// Null: something else.
IntlObject* TryIntl(Value, IntlKind);
Completion<IntlObject*> ThisIntl(Isolate&, Value, IntlKind, const char* method);
// The object that a constructor returns, before its options are read.
Completion<IntlObject*> NewIntlObject(Isolate&, Value new_target, Intrinsic prototype, IntlKind);
// Short texts are interned: there are few different ones.
Value TextValue(Isolate&, std::string_view ascii);
void SetSlots(Isolate&, IntlObject*, std::span<const Value> slots);
// The heap holds recipes byte by byte, so nothing is converted where one is looked at. Valid while the object
// is alive.
void SetRecipe(Isolate&, IntlObject*, std::string_view utf8);
std::string_view RecipeOf(IntlObject*);
Value SlotOf(IntlObject*, uint32_t index);
// An object with the slots that are not undefined.
JSObject* ResolvedOptions(Isolate&, IntlObject*, std::span<const char* const> names);

// ---- Options ----

// The options argument of a constructor or method.
class Options {
 public:
  // https://tc39.es/ecma402/#sec-coerceoptionstoobject: anything but null is taken as an object.
  static Completion<Options> Coerce(Isolate&, Value);
  // https://tc39.es/ecma402/#sec-getoptionsobject: undefined or an object.
  static Completion<Options> Require(Isolate&, Value);
  Options() = default;

  Completion<Value> Get(Isolate&, const char* name) const;
  // GetOption for strings of a list: the index of the value, `fallback` where it is undefined.
  Completion<int> GetChoice(Isolate&, const char* name, std::span<const char* const> values,
                            int fallback) const;
  // … for any strings, and for booleans.
  Completion<std::optional<std::string>> GetText(Isolate&, const char* name) const;
  Completion<std::optional<bool>> GetBoolean(Isolate&, const char* name) const;
  // GetNumberOption, DefaultNumberOption.
  Completion<std::optional<int>> GetNumber(Isolate&, const char* name, int least, int most) const;
  // The option localeMatcher, which makes no difference here.
  Completion<void> GetLocaleMatcher(Isolate&) const;
  // A string option that must be the type of a Unicode keyword: calendar, collation, numberingSystem.
  Completion<std::optional<std::string>> GetUnicodeType(Isolate&, const char* name) const;

  explicit Options(JSObject* object) : object_(object) {}
  JSObject* object() const { return object_; }  // null: there are none

 private:
  JSObject* object_ = nullptr;
};
Throwing ThrowOutOfRange(Isolate&, const char* name, std::string_view value);
Completion<std::optional<int>> DefaultNumberOption(Isolate&, Value, const char* name, int least, int most);
// A string of options as UTF-8. Where it is longer than any that means something, the result means nothing.
std::string OptionText(Isolate&, String*);

// ---- Locales ----

// https://tc39.es/ecma402/#sec-canonicalizelocalelist
Completion<std::vector<std::string>> CanonicalizeLocaleList(Isolate&, Value locales);
// Intl.X.supportedLocalesOf: the magic of its row is the LocaleSet.
Completion<Value> SupportedLocalesOf(Isolate&, Arguments&);

// ---- Results ----

Value StringValue(Isolate&, const std::u16string&);
// An array of objects with type, value and, where a part has them, source and unit.
Value PartsArray(Isolate&, const intl::FormattedText&);
Value ArrayOfTexts(Isolate&, std::span<const std::string>);
void DefineField(Isolate&, JSObject*, const char* name, Value);
std::u16string Utf16Of(Isolate&, String*);

// Charges for the making of an ICU object, and for the use of one.
inline constexpr uint32_t kMakingCost = 20000;
inline constexpr uint32_t kUsingCost = 50;
template <class T>
Completion<void> ChargeLease(Isolate& isolate, const intl::Lease<T>& lease) {
  isolate.Charge(lease.is_new() ? kMakingCost : kUsingCost);
  if (!lease) return isolate.ThrowRangeError("Internal error: ICU can't make what these options ask for");
  return {};
}

// ---- Installing ----

// Constructor and prototype, with the constructor a property of Intl.
NativeFunction* InstallIntlConstructor(Isolate&, Realm*, const NativeRow* row, Intrinsic constructor,
                                       Intrinsic prototype, const char* tag, NativeTable static_rows,
                                       NativeTable prototype_rows);

// https://tc39.es/ecma402/#sec-unwrapnumberformat and https://tc39.es/ecma402/#sec-unwrapdatetimeformat
Completion<IntlObject*> UnwrapLegacy(Isolate&, Value, IntlKind, Intrinsic constructor, const char* method);
// https://tc39.es/ecma402/#sec-chainnumberformat and https://tc39.es/ecma402/#sec-chaindatetimeformat
Completion<Value> ChainLegacy(Isolate&, Arguments&, IntlObject*, Intrinsic constructor);

// The bound function of the getters "format" and "compare". Its captured value is the Intl object.
Value BoundFunctionOf(Isolate&, IntlObject*, const NativeRow* row);

// new Intl.NumberFormat(locales, options).
Completion<IntlObject*> MakeNumberFormat(Isolate&, Value new_target, Value locales, Value options);

// toLocaleString of Temporal objects: of those that Intl.DateTimeFormat shows, and of a Temporal.Duration.
Completion<Value> TemporalToLocaleString(Isolate&, const temporal_builtins::Formattable&, Value locales,
                                         Value options);
Completion<Value> DurationToLocaleString(Isolate&, Value duration, Value locales, Value options);

}  // namespace halfword::intl_builtins

#endif  // HALFWORD_BUILTINS_INTERNATIONALIZATION_INTL_H_
