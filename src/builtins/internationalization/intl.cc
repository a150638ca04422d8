// The Intl object and what its constructors share: https://tc39.es/ecma402/#intl-object
#include "builtins/internationalization/intl.h"

#include <cmath>
#include <unordered_set>

#include "builtins/builtins.h"
#include "intl/language_tag.h"
#include "objects/memory/external_account.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "unicode/utf8.h"

namespace halfword {

namespace intl_builtins {

// ---- Objects ----

IntlObject* TryIntl(Value value, IntlKind kind) {
  IntlObject* object = value.TryAs<IntlObject>();
  return object != nullptr && object->kind_.get() == Value::Smi(static_cast<int32_t>(kind)) ? object
                                                                                            : nullptr;
}

Completion<IntlObject*> ThisIntl(Isolate& isolate, Value value, IntlKind kind, const char* method) {
  IntlObject* object = TryIntl(value, kind);
  if (object == nullptr) return ThrowIncompatibleReceiver(isolate, method, value);
  return object;
}

Completion<IntlObject*> NewIntlObject(Isolate& isolate, Value new_target, Intrinsic prototype,
                                      IntlKind kind) {
  isolate.Charge(4 * kUsingCost);
  IntlObject* object = TRY(OrdinaryCreateFromConstructor<IntlObject>(isolate, new_target, prototype));
  object->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  return object;
}

Value TextValue(Isolate& isolate, std::string_view ascii) { return Value(InternAscii(isolate, ascii)); }

void SetSlots(Isolate& isolate, IntlObject* object, std::span<const Value> slots) {
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(slots.size()));
  for (size_t i = 0; i < slots.size(); i++) array->slots()[i].Set(array, slots[i]);
  object->slots_.Set(object, Value(array));
}

void SetRecipe(Isolate& isolate, IntlObject* object, std::string_view utf8) {
  std::span bytes(reinterpret_cast<const uint8_t*>(utf8.data()), utf8.size());
  String* recipe = Intern(isolate, NewStringFromLatin1(isolate, bytes));
  // A program may have a key of the same text in wide characters.
  if (recipe->typed_type() != HeapType::kOneByteString) recipe = NewStringFromLatin1(isolate, bytes);
  object->recipe_.Set(object, Value(recipe));
}

std::string_view RecipeOf(IntlObject* object) {
  Value recipe = object->recipe_.get();
  if (!recipe.IsString()) return {};
  String* string = recipe.AsString();
  if (string->typed_type() != HeapType::kOneByteString) return {};
  return {reinterpret_cast<const char*>(static_cast<OneByteString*>(string)->chars()), string->length()};
}

Value SlotOf(IntlObject* object, uint32_t index) {
  ValueArray* slots = object->slots_.get().TryAs<ValueArray>();
  return slots != nullptr && index < slots->length() ? slots->get(index) : Value::Undefined();
}

void DefineField(Isolate& isolate, JSObject* object, const char* name, Value value) {
  (void)MUST(CreateDataProperty(isolate, object, PropertyKey::FromAscii(isolate, name), value));
}

JSObject* ResolvedOptions(Isolate& isolate, IntlObject* object, std::span<const char* const> names) {
  JSObject* result = NewPlainObject(isolate);
  for (uint32_t i = 0; i < names.size(); i++) {
    Value value = SlotOf(object, i);
    if (!value.IsUndefined()) DefineField(isolate, result, names[i], value);
  }
  return result;
}

// ---- Options ----

Throwing ThrowOutOfRange(Isolate& isolate, const char* name, std::string_view value) {
  return isolate.ThrowRangeError("Value %s out of range for Intl options property %s",
                                 std::string(value.substr(0, 100)).c_str(), name);
}

std::string OptionText(Isolate& isolate, String* string) {
  constexpr uint32_t kLongest = 4096;
  if (string->length() > kLongest) return "(too long)";
  return string->ToUtf8(isolate);
}

Completion<Options> Options::Coerce(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return Options();
  return Options(TRY(ToObject(isolate, value)));
}

Completion<Options> Options::Require(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return Options();
  if (!value.IsObject()) return ThrowNotObject(isolate, value);
  return Options(value.AsObject());
}

Completion<Value> Options::Get(Isolate& isolate, const char* name) const {
  if (object_ == nullptr) return Value::Undefined();
  return halfword::Get(isolate, object_, PropertyKey::FromAscii(isolate, name));
}

Completion<int> Options::GetChoice(Isolate& isolate, const char* name, std::span<const char* const> values,
                                   int fallback) const {
  Value value = TRY(Get(isolate, name));
  if (value.IsUndefined()) return fallback;
  std::string text = OptionText(isolate, TRY(ToString(isolate, value)));
  for (size_t i = 0; i < values.size(); i++) {
    if (text == values[i]) return static_cast<int>(i);
  }
  return ThrowOutOfRange(isolate, name, text);
}

Completion<std::optional<std::string>> Options::GetText(Isolate& isolate, const char* name) const {
  Value value = TRY(Get(isolate, name));
  if (value.IsUndefined()) return std::optional<std::string>();
  return std::optional<std::string>(OptionText(isolate, TRY(ToString(isolate, value))));
}

Completion<std::optional<bool>> Options::GetBoolean(Isolate& isolate, const char* name) const {
  Value value = TRY(Get(isolate, name));
  if (value.IsUndefined()) return std::optional<bool>();
  return std::optional<bool>(ToBoolean(value));
}

// https://tc39.es/ecma402/#sec-defaultnumberoption
Completion<std::optional<int>> DefaultNumberOption(Isolate& isolate, Value value, const char* name, int least,
                                                   int most) {
  if (value.IsUndefined()) return std::optional<int>();
  double number = TRY(ToNumber(isolate, value));
  if (!(number >= least && number <= most)) {
    return isolate.ThrowRangeError("%s value is out of range.", name);
  }
  return std::optional<int>(static_cast<int>(std::floor(number)));
}

Completion<std::optional<int>> Options::GetNumber(Isolate& isolate, const char* name, int least,
                                                  int most) const {
  Value value = TRY(Get(isolate, name));
  return DefaultNumberOption(isolate, value, name, least, most);
}

Completion<void> Options::GetLocaleMatcher(Isolate& isolate) const {
  constexpr const char* kMatchers[] = {"lookup", "best fit"};
  (void)TRY(GetChoice(isolate, "localeMatcher", kMatchers, 1));
  return {};
}

Completion<std::optional<std::string>> Options::GetUnicodeType(Isolate& isolate, const char* name) const {
  std::optional<std::string> text = TRY(GetText(isolate, name));
  if (text && !intl::IsUnicodeType(*text)) return ThrowOutOfRange(isolate, name, *text);
  return text;
}

// ---- Locales ----

namespace {

// The canonical tag of an element of a list of locales.
Completion<std::string> CanonicalTag(Isolate& isolate, Value value) {
  if (IntlObject* locale = TryIntl(value, IntlKind::kLocale)) return std::string(RecipeOf(locale));
  if (!value.IsString() && !value.IsObject())
    return isolate.ThrowTypeError("Incorrect locale information provided");
  String* string = TRY(ToString(isolate, value));
  isolate.Charge(kUsingCost);
  std::string text = OptionText(isolate, string);
  std::optional<std::string> tag = intl::CanonicalizeLanguageTag(text);
  if (!tag) return isolate.ThrowRangeError("Incorrect locale information provided");
  return *tag;
}

}  // namespace

Completion<std::vector<std::string>> CanonicalizeLocaleList(Isolate& isolate, Value locales) {
  std::vector<std::string> list;
  if (locales.IsUndefined()) return list;
  if (locales.IsString() || TryIntl(locales, IntlKind::kLocale)) {
    list.push_back(TRY(CanonicalTag(isolate, locales)));
    return list;
  }
  JSObject* object = TRY(ToObject(isolate, locales));
  double length = TRY(LengthOfArrayLike(isolate, object));
  std::unordered_set<std::string> seen;
  ExternalAccount account(isolate);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    PropertyKey key = KeyFromNumber(isolate, k);
    if (!TRY(HasProperty(isolate, object, key))) continue;
    std::string tag = TRY(CanonicalTag(isolate, TRY(Get(isolate, object, key))));
    if (!seen.insert(tag).second) continue;
    account.Take(2 * (sizeof(tag) + tag.size()) + 64);
    list.push_back(std::move(tag));
  }
  return list;
}

Completion<Value> SupportedLocalesOf(Isolate& isolate, Arguments& args) {
  auto set = static_cast<intl::LocaleSet>(args.callee()->magic_);
  std::vector<std::string> requested = TRY(CanonicalizeLocaleList(isolate, args[0]));
  Options options = TRY(Options::Coerce(isolate, args[1]));
  TRY(options.GetLocaleMatcher(isolate));
  std::vector<std::string> supported;
  for (std::string& tag : requested) {
    TRY(isolate.Poll(kUsingCost));
    std::optional<intl::LanguageTag> parsed = intl::LanguageTag::Parse(tag);
    if (parsed && !intl::BestAvailableLocale(set, parsed->BaseName()).empty())
      supported.push_back(std::move(tag));
  }
  return ArrayOfTexts(isolate, supported);
}

// ---- Results ----

Value StringValue(Isolate& isolate, const std::u16string& text) { return NewStringFromUtf16(isolate, text); }

std::u16string Utf16Of(Isolate& isolate, String* string) {
  return TextOf(string->Flatten(isolate)).ToUtf16();
}

Value ArrayOfTexts(Isolate& isolate, std::span<const std::string> texts) {
  ValueList values(isolate);
  for (const std::string& text : texts) values.Append(NewStringFromUtf8(isolate, text));
  return CreateArrayFromList(isolate, values.span());
}

Value PartsArray(Isolate& isolate, const intl::FormattedText& text) {
  ValueList values(isolate);
  JSObject* last = nullptr;  // most parts have the fields of the one before
  const intl::FormattedText::Part* last_part = nullptr;
  for (const intl::FormattedText::Part& part : text.parts) {
    std::u16string_view units = std::u16string_view(text.text).substr(part.begin, part.end - part.begin);
    struct Field {
      const char* name;
      Value value;
    } fields[4] = {{"type", TextValue(isolate, part.type)}, {"value", NewStringFromUtf16(isolate, units)}};
    size_t count = 2;
    if (part.source != nullptr) fields[count++] = {"source", TextValue(isolate, part.source)};
    if (part.unit != nullptr) fields[count++] = {"unit", TextValue(isolate, part.unit)};
    JSObject* object;
    if (last != nullptr && (last_part->source == nullptr) == (part.source == nullptr) &&
        (last_part->unit == nullptr) == (part.unit == nullptr)) {
      object = NewObject(isolate, last->shape());
      for (size_t i = 0; i < count; i++) object->SetSlot(isolate, static_cast<uint32_t>(i), fields[i].value);
    } else {
      object = NewPlainObject(isolate);
      for (size_t i = 0; i < count; i++) DefineField(isolate, object, fields[i].name, fields[i].value);
    }
    last = object;
    last_part = &part;
    values.Append(object);
    if (isolate.IsTerminating()) break;
  }
  return CreateArrayFromList(isolate, values.span());
}

// ---- Installing ----

NativeFunction* InstallIntlConstructor(Isolate& isolate, Realm* realm, const NativeRow* row,
                                       Intrinsic constructor, Intrinsic prototype, const char* tag,
                                       NativeTable static_rows, NativeTable prototype_rows) {
  JSObject* object = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* function = InstallConstructor(isolate, realm, row, object, constructor, prototype, nullptr,
                                                realm->intrinsic(Intrinsic::kIntl));
  InstallFunctions(isolate, realm, function, static_rows);
  InstallFunctions(isolate, realm, object, prototype_rows);
  InstallToStringTag(isolate, object, tag);
  return function;
}

Value BoundFunctionOf(Isolate& isolate, IntlObject* object, const NativeRow* row) {
  if (!object->bound_.get().IsObject()) {
    NativeFunction* function = NewNativeFunction(isolate, CurrentRealm(isolate), row, Value(object));
    object->bound_.Set(object, Value(function));
  }
  return object->bound_.get();
}

// ---- Objects made by calls without new ----

namespace {

PropertyKey FallbackSymbol(Realm* realm, Intrinsic constructor) {
  auto* function = static_cast<NativeFunction*>(realm->intrinsic(constructor));
  return PropertyKey::FromSymbol(function->data_[0].get().AsSymbol());
}

}  // namespace

Completion<IntlObject*> UnwrapLegacy(Isolate& isolate, Value value, IntlKind kind, Intrinsic constructor,
                                     const char* method) {
  if (value.IsObject() && TryIntl(value, kind) == nullptr) {
    Realm* realm = CurrentRealm(isolate);
    if (TRY(OrdinaryHasInstance(isolate, Value(realm->intrinsic(constructor)), value)))
      value = TRY(Get(isolate, value.AsObject(), FallbackSymbol(realm, constructor)));
  }
  return ThisIntl(isolate, value, kind, method);
}

Completion<Value> ChainLegacy(Isolate& isolate, Arguments& args, IntlObject* object, Intrinsic constructor) {
  if (!args.new_target().IsUndefined()) return object;
  Value receiver = args.this_value();
  Realm* realm = CurrentRealm(isolate);
  if (!TRY(OrdinaryHasInstance(isolate, Value(realm->intrinsic(constructor)), receiver))) return object;
  PropertyDescriptor descriptor = PropertyDescriptor::Data(Value(object), kNone);
  TRY(DefinePropertyOrThrow(isolate, receiver.AsObject(), FallbackSymbol(realm, constructor), descriptor));
  return receiver;
}

namespace {

// Intl.getCanonicalLocales ( locales )  https://tc39.es/ecma402/#sec-intl.getcanonicallocales
Completion<Value> GetCanonicalLocales(Isolate& isolate, Arguments& args) {
  return ArrayOfTexts(isolate, TRY(CanonicalizeLocaleList(isolate, args[0])));
}

// Intl.supportedValuesOf ( key )  https://tc39.es/ecma402/#sec-intl.supportedvaluesof
Completion<Value> SupportedValuesOf(Isolate& isolate, Arguments& args) {
  constexpr const char* kKeys[] = {"calendar",        "collation", "currency",
                                   "numberingSystem", "timeZone",  "unit"};
  std::string key = OptionText(isolate, TRY(ToString(isolate, args[0])));
  for (size_t i = 0; i < std::size(kKeys); i++) {
    if (key != kKeys[i]) continue;
    isolate.Charge(kMakingCost);
    return ArrayOfTexts(isolate, intl::SupportedValues(static_cast<intl::ValueKind>(i)));
  }
  return isolate.ThrowRangeError("Invalid key : %s", key.substr(0, 100).c_str());
}

constexpr NativeRow kIntlRowsSource[] = {
    {"getCanonicalLocales", GetCanonicalLocales, 1},
    {"supportedValuesOf", SupportedValuesOf, 1},
};
HW_NATIVE_ROWS(kIntlRows);
constexpr NativeTable kTables[] = {kIntlRows};

}  // namespace

}  // namespace intl_builtins

constinit const std::span<const NativeTable> kIntlTables = intl_builtins::kTables;

void InstallIntl(Isolate& isolate, Realm* realm) {
  JSObject* intl = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  realm->set_intrinsic(Intrinsic::kIntl, intl);
  InstallFunctions(isolate, realm, intl, intl_builtins::kIntlRows);
  InstallToStringTag(isolate, intl, "Intl");
  InstallValue(isolate, realm->global_object(), "Intl", Value(intl), kMethodDefault);
}

}  // namespace halfword
