// String Objects: https://tc39.es/ecma262/#sec-string-objects, with the additions of Annex B
// (https://tc39.es/ecma262/#sec-additional-properties-of-the-string.prototype-object).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "builtins/builtins.h"
#include "builtins/text_processing/regexp.h"
#include "builtins/text_processing/text_conversion.h"
#include "builtins/text_processing/text_search.h"
#include "objects/builtin_objects.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"
#include "unicode/case_mapping.h"
#include "unicode/characters.h"
#include "unicode/collation.h"
#include "unicode/normalization.h"

namespace halfword {

unicode::Pacer PacerOf(Isolate& current) {
  auto goes_on = [](void* data, size_t units, size_t bytes) {
    Isolate& isolate = *static_cast<Isolate*>(data);
    if (bytes != 0 && EnsureExternalRoom(isolate, bytes).IsThrow()) return false;
    return !isolate.Poll(CostOf(4 * units)).IsThrow();
  };
  return {goes_on, &current};
}

Completion<Value> CompareByRoot(Isolate& isolate, String* string, String* that) {
  if (string == that) return Value::Smi(0);
  ChargeFor(isolate, std::min(string->length(), that->length()));
  FlatChars other = that->Flatten(isolate);
  std::optional<int> order =
      unicode::CompareLocale(TextOf(string->Flatten(isolate)), TextOf(other), PacerOf(isolate));
  if (!order) return kThrow;
  return Value::Smi(*order < 0 ? -1 : *order > 0 ? 1 : 0);
}

Completion<String*> Repeat(Isolate& isolate, String* string, uint32_t count) {
  uint64_t total = uint64_t{string->length()} * count;
  if (total == 0) return isolate.name(Name::empty);
  if (total > String::kMaxLength) return isolate.ThrowRangeError("Invalid string length");
  if (count == 1) return string;
  FlatChars chars = string->Flatten(isolate);
  // Doubling: each copy is a memcpy of all that is there, until that is a lot.
  auto fill = [&](auto* out, auto span) -> Completion<void> {
    constexpr size_t kMost = 1 << 18;
    size_t have = span.size();
    memcpy(out, span.data(), span.size_bytes());
    while (have < total) {
      size_t most = std::max(span.size(), kMost / span.size() * span.size());  // whole copies
      size_t n = std::min({have, most, static_cast<size_t>(total - have)});
      memcpy(out + have, out, n * sizeof(*out));
      have += n;
      TRY(isolate.PollSlow());
    }
    return {};
  };
  if (chars.is_one_byte()) {
    OneByteString* result = NewUninitializedOneByte(isolate, static_cast<uint32_t>(total));
    if (!result) return kThrow;
    TRY(fill(result->chars(), chars.one_byte()));
    return result;
  }
  TwoByteString* result = NewUninitializedTwoByte(isolate, static_cast<uint32_t>(total));
  if (!result) return kThrow;
  TRY(fill(result->chars(), chars.two_byte()));
  return result;
}

namespace {

// RequireObjectCoercible(this value), then ToString.
HW_INLINE Completion<String*> ThisString(Isolate& isolate, Arguments& args, const char* method) {
  Value value = args.this_value();
  if (HW_LIKELY(value.IsString())) return value.AsString();
  if (value.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called on null or undefined", method);
  }
  return ToStringSlow(isolate, value);
}

// ToIntegerOrInfinity clamped to [0, length]; a negative one counts from the end if `relative`.
HW_INLINE Completion<uint32_t> ClampedIndex(Isolate& isolate, Value value, uint32_t length, bool relative) {
  double n;
  if (HW_LIKELY(value.IsSmi())) {
    n = value.AsSmi();
  } else {
    n = TRY(ToIntegerOrInfinity(isolate, value));
  }
  if (n < 0) n = relative ? n + length : 0;
  if (n < 0) return 0u;
  return n > length ? length : static_cast<uint32_t>(n);
}

Throwing ThrowInvalidLength(Isolate& isolate) { return isolate.ThrowRangeError("Invalid string length"); }

// https://tc39.es/ecma262/#sec-thisstringvalue
Completion<Value> ThisStringValue(Isolate& isolate, Value value, const char* method) {
  if (value.IsString()) return value;
  if (StringWrapper* wrapper = value.TryAs<StringWrapper>()) return wrapper->value_.get();
  return isolate.ThrowTypeError("String.prototype.%s requires that 'this' be a String", method);
}

// ---- The constructor ----

// String ( value )  https://tc39.es/ecma262/#sec-string-constructor-string-value
Completion<Value> StringConstructor(Isolate& isolate, Arguments& args) {
  String* string = isolate.name(Name::empty);
  if (args.count() > 0) {
    if (!args.IsConstructCall() && args[0].IsSymbol()) {
      // SymbolDescriptiveString
      StringBuilder out(isolate);
      out.AppendAscii("Symbol(");
      Value description = args[0].AsSymbol()->description();
      if (description.IsString()) out.Append(description.AsString());
      out.AppendAscii(")");
      return out.Finish();
    }
    string = TRY(ToString(isolate, args[0]));
  }
  if (!args.IsConstructCall()) return string;
  JSObject* prototype =
      TRY(GetPrototypeFromConstructor(isolate, args.new_target().AsObject(), Intrinsic::kStringPrototype));
  return StringCreate(isolate, string, prototype);
}

// String.fromCharCode ( ...codeUnits )  https://tc39.es/ecma262/#sec-string.fromcharcode
Completion<Value> StringFromCharCode(Isolate& isolate, Arguments& args) {
  if (args.count() == 1) {  // FAST
    return SingleCharString(isolate, static_cast<char16_t>(TRY(ToUint32(isolate, args[0]))));
  }
  StringBuilder out(isolate);
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    TRY(poll.At(i));
    out.Append(static_cast<char16_t>(TRY(ToUint32(isolate, args[i]))));
  }
  return out.Finish();
}

// String.fromCodePoint ( ...codePoints )  https://tc39.es/ecma262/#sec-string.fromcodepoint
Completion<Value> StringFromCodePoint(Isolate& isolate, Arguments& args) {
  StringBuilder out(isolate);
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    TRY(poll.At(i));
    double next = TRY(ToNumber(isolate, args[i]));
    if (!(next >= 0 && next <= 0x10FFFF && std::trunc(next) == next)) {
      return isolate.ThrowRangeError("Invalid code point %s", DescribeForError(isolate, args[i]).c_str());
    }
    out.AppendCodePoint(static_cast<uint32_t>(next));
  }
  return out.Finish();
}

// String.raw ( template, ...substitutions )  https://tc39.es/ecma262/#sec-string.raw
Completion<Value> StringRaw(Isolate& isolate, Arguments& args) {
  JSObject* cooked = TRY(ToObject(isolate, args[0]));
  JSObject* literals = TRY(ToObject(isolate, TRY(Get(isolate, cooked, Name::raw))));
  double length = TRY(LengthOfArrayLike(isolate, literals));
  StringBuilder out(isolate);
  for (double i = 0; i < length; i++) {
    TRY(isolate.Poll());
    Value literal = TRY(Get(isolate, literals, KeyFromNumber(isolate, i)));
    out.Append(TRY(ToString(isolate, literal)));
    if (i + 1 == length) break;
    if (i + 1 < args.count()) out.Append(TRY(ToString(isolate, args[static_cast<uint32_t>(i) + 1])));
    TRY(out.Check());
  }
  return out.Finish();
}

// ---- Characters ----

// String.prototype.at ( index )  https://tc39.es/ecma262/#sec-string.prototype.at
Completion<Value> StringPrototypeAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "at"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (index < 0) index += string->length();
  if (!(index >= 0 && index < string->length())) return Value::Undefined();
  return SingleCharString(isolate, string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.charAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.charat
Completion<Value> StringPrototypeCharAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "charAt"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length())) return isolate.name(Name::empty);
  return SingleCharString(isolate, string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.charCodeAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.charcodeat
Completion<Value> StringPrototypeCharCodeAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "charCodeAt"));
  double index = args[0].IsSmi() ? args[0].AsSmi() : TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length()))
    return NumberValue(isolate, std::numeric_limits<double>::quiet_NaN());
  return Value::Smi(string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.codePointAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.codepointat
Completion<Value> StringPrototypeCodePointAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "codePointAt"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length())) return Value::Undefined();
  return Value::Smi(
      static_cast<int32_t>(TextOf(string->Flatten(isolate)).code_point_at(static_cast<uint32_t>(index))));
}

// String.prototype.concat ( ...args )  https://tc39.es/ecma262/#sec-string.prototype.concat
Completion<Value> StringPrototypeConcat(Isolate& isolate, Arguments& args) {
  String* result = TRY(ThisString(isolate, args, "concat"));
  for (uint32_t i = 0; i < args.count(); i++) {
    String* next = TRY(ToString(isolate, args[i]));
    result = TRY(Concat(isolate, result, next));
  }
  return result;
}

// ---- Searching ----

// ToString of a search string that may be no regular expression.
Completion<String*> SearchString(Isolate& isolate, Value value, const char* method) {
  if (value.IsString()) return value.AsString();
  if (TRY(IsRegExp(isolate, value))) {
    return isolate.ThrowTypeError("First argument to String.prototype.%s must not be a regular expression",
                                  method);
  }
  return ToString(isolate, value);
}

// String.prototype.endsWith ( searchString [ , endPosition ] )
// https://tc39.es/ecma262/#sec-string.prototype.endswith
Completion<Value> StringPrototypeEndsWith(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "endsWith"));
  String* search = TRY(SearchString(isolate, args[0], "endsWith"));
  uint32_t end =
      args[1].IsUndefined() ? string->length() : TRY(ClampedIndex(isolate, args[1], string->length(), false));
  if (search->length() > end) return Value::False();
  ChargeFor(isolate, search->length());
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(string->Flatten(isolate).Slice(end - search->length(), end).Equals(pattern));
}

// String.prototype.startsWith ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.startswith
Completion<Value> StringPrototypeStartsWith(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "startsWith"));
  String* search = TRY(SearchString(isolate, args[0], "startsWith"));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  if (search->length() > string->length() - start) return Value::False();
  ChargeFor(isolate, search->length());
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(string->Flatten(isolate).Slice(start, start + search->length()).Equals(pattern));
}

// String.prototype.includes ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.includes
Completion<Value> StringPrototypeIncludes(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "includes"));
  String* search = TRY(SearchString(isolate, args[0], "includes"));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(TRY(FindText(isolate, string->Flatten(isolate), pattern, start)) >= 0);
}

// String.prototype.indexOf ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.indexof
Completion<Value> StringPrototypeIndexOf(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "indexOf"));
  String* search = TRY(ToString(isolate, args[0]));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  FlatChars pattern = search->Flatten(isolate);
  return Value::Smi(static_cast<int32_t>(TRY(FindText(isolate, string->Flatten(isolate), pattern, start))));
}

// String.prototype.lastIndexOf ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.lastindexof
Completion<Value> StringPrototypeLastIndexOf(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "lastIndexOf"));
  String* search = TRY(ToString(isolate, args[0]));
  double position = TRY(ToNumber(isolate, args[1]));
  uint32_t start = string->length();
  if (position < start) start = position > 0 ? static_cast<uint32_t>(position) : 0;  // NaN: the end
  FlatChars pattern = search->Flatten(isolate);
  return Value::Smi(
      static_cast<int32_t>(TRY(FindLastText(isolate, string->Flatten(isolate), pattern, start))));
}

// String.prototype.localeCompare ( that )  https://tc39.es/ecma262/#sec-string.prototype.localecompare
Completion<Value> StringPrototypeLocaleCompare(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "localeCompare"));
  return CompareByRoot(isolate, string, TRY(ToString(isolate, args[0])));
}

// ---- Parts ----

// String.prototype.slice ( start, end )  https://tc39.es/ecma262/#sec-string.prototype.slice
Completion<Value> StringPrototypeSlice(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "slice"));
  uint32_t length = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], length, true));
  uint32_t to = args[1].IsUndefined() ? length : TRY(ClampedIndex(isolate, args[1], length, true));
  return from >= to ? isolate.name(Name::empty) : Substring(isolate, string, from, to);
}

// String.prototype.substring ( start, end )  https://tc39.es/ecma262/#sec-string.prototype.substring
Completion<Value> StringPrototypeSubstring(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "substring"));
  uint32_t length = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], length, false));
  uint32_t to = args[1].IsUndefined() ? length : TRY(ClampedIndex(isolate, args[1], length, false));
  return Substring(isolate, string, std::min(from, to), std::max(from, to));
}

// String.prototype.substr ( start, length )  https://tc39.es/ecma262/#sec-string.prototype.substr
Completion<Value> StringPrototypeSubstr(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "substr"));
  uint32_t size = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], size, true));
  double length = args[1].IsUndefined() ? size : TRY(ToIntegerOrInfinity(isolate, args[1]));
  double end = std::min(from + std::max(length, 0.0), static_cast<double>(size));
  return end <= from ? isolate.name(Name::empty)
                     : Substring(isolate, string, from, static_cast<uint32_t>(end));
}

enum TrimWhere : uint16_t { kTrimStart = 1, kTrimEnd = 2 };

// String.prototype.trim ( ), trimStart ( ), trimEnd ( )  https://tc39.es/ecma262/#sec-trimstring
Completion<Value> StringPrototypeTrim(Isolate& isolate, Arguments& args) {
  uint16_t where = args.callee()->magic_;
  String* string = TRY(ThisString(isolate, args,
                                  where == kTrimStart ? "trimStart"
                                  : where == kTrimEnd ? "trimEnd"
                                                      : "trim"));
  FlatChars chars = string->Flatten(isolate);
  uint32_t from = 0, to = chars.length();
  if (where & kTrimStart) {
    while (from < to && unicode::IsWhiteSpaceOrLineTerminator(chars[from])) from++;
  }
  if (where & kTrimEnd) {
    while (to > from && unicode::IsWhiteSpaceOrLineTerminator(chars[to - 1])) to--;
  }
  TRY(isolate.Poll(CostOf(chars.length() - (to - from))));
  return Substring(isolate, string, from, to);
}

// ---- Making longer ones ----

// String.prototype.repeat ( count )  https://tc39.es/ecma262/#sec-string.prototype.repeat
Completion<Value> StringPrototypeRepeat(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "repeat"));
  double n = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (n < 0 || std::isinf(n)) {
    return isolate.ThrowRangeError("Invalid count value: %s", DescribeForError(isolate, args[0]).c_str());
  }
  if (n == 0 || string->length() == 0) return isolate.name(Name::empty);
  if (n > String::kMaxLength) return ThrowInvalidLength(isolate);
  return Repeat(isolate, string, static_cast<uint32_t>(n));
}

enum PadWhere : uint16_t { kPadEnd, kPadStart };

// String.prototype.padStart, padEnd ( maxLength [ , fillString ] )
// https://tc39.es/ecma262/#sec-stringpaddingbuiltinsimpl
Completion<Value> StringPrototypePad(Isolate& isolate, Arguments& args) {
  bool at_start = args.callee()->magic_ == kPadStart;
  String* string = TRY(ThisString(isolate, args, at_start ? "padStart" : "padEnd"));
  double max_length = TRY(ToLength(isolate, args[0]));
  if (max_length <= string->length()) return string;
  String* fill = args[1].IsUndefined() ? SingleCharString(isolate, ' ') : TRY(ToString(isolate, args[1]));
  if (fill->length() == 0) return string;
  if (max_length > String::kMaxLength) return ThrowInvalidLength(isolate);
  uint32_t fill_length = static_cast<uint32_t>(max_length) - string->length();
  String* filler = TRY(Repeat(isolate, fill, fill_length / fill->length() + 1));
  filler = Substring(isolate, filler, 0, fill_length);
  return at_start ? Concat(isolate, filler, string) : Concat(isolate, string, filler);
}

// ---- Case, forms of Unicode ----

// Room for two copies in UTF-16, what goes into a conversion and what comes out, which lie
// outside the heap.
Completion<void> CheckRoomForText(Isolate& isolate, FlatChars chars) {
  return EnsureExternalRoom(isolate, size_t{chars.length()} * 4);
}

// The whole conversion; the result is `string` itself where nothing changes.
Completion<String*> ToLowerCase(Isolate& isolate, String* string, std::string_view locale) {
  FlatChars chars = string->Flatten(isolate);
  if (chars.is_one_byte() && locale.empty()) {
    std::span<const uint8_t> s = chars.one_byte();
    // FAST: ASCII without capitals is its own lower case.
    uint8_t needs = 0;
    for (uint8_t c : s) needs |= static_cast<uint8_t>((static_cast<uint8_t>(c - 'A') < 26) | (c >> 7));
    if (!needs) return string;
    OneByteString* result = NewUninitializedOneByte(isolate, chars.length());
    if (!result) return kThrow;
    return unicode::ToLowerLatin1(s, result->chars()) ? result : string;
  }
  TRY(CheckRoomForText(isolate, chars));
  std::optional<std::u16string> lower = unicode::ToLower(TextOf(chars), locale, PacerOf(isolate));
  if (!lower) return kThrow;
  if (lower->size() > String::kMaxLength) return ThrowInvalidLength(isolate);
  return NewStringFromUtf16(isolate, *lower);
}

Completion<String*> ToUpperCase(Isolate& isolate, String* string, std::string_view locale) {
  FlatChars chars = string->Flatten(isolate);
  if (chars.is_one_byte() && locale.empty()) {
    std::span<const uint8_t> s = chars.one_byte();
    uint8_t needs = 0;
    for (uint8_t c : s) needs |= static_cast<uint8_t>((static_cast<uint8_t>(c - 'a') < 26) | (c >> 7));
    if (!needs) return string;
    OneByteString* result = NewUninitializedOneByte(isolate, chars.length());
    if (!result) return kThrow;
    switch (unicode::ToUpperLatin1(s, result->chars())) {
      case unicode::Latin1Case::kUnchanged: return string;
      case unicode::Latin1Case::kChanged: return result;
      case unicode::Latin1Case::kNeedsUtf16: break;
    }
  }
  TRY(CheckRoomForText(isolate, chars));
  std::optional<std::u16string> upper = unicode::ToUpper(TextOf(chars), locale, PacerOf(isolate));
  if (!upper) return kThrow;
  if (upper->size() > String::kMaxLength) return ThrowInvalidLength(isolate);
  return NewStringFromUtf16(isolate, *upper);
}

enum CaseForm : uint16_t { kLower, kUpper, kLocaleLower, kLocaleUpper };

// The language tag that a locales argument asks for; "" is the root locale.
Completion<std::string> RequestedLocale(Isolate& isolate, Value locales) {
  if (locales.IsUndefined()) return std::string();
  if (locales.IsNull()) return isolate.ThrowTypeError("Incorrect locale information provided");
  if (locales.IsObject()) {
    double length = TRY(LengthOfArrayLike(isolate, locales.AsObject()));
    if (length == 0) return std::string();
    locales = TRY(Get(isolate, locales.AsObject(), PropertyKey::FromIndex(0)));
    if (!locales.IsString() && !locales.IsObject()) {
      return isolate.ThrowTypeError("Incorrect locale information provided");
    }
  } else if (!locales.IsString()) {
    return std::string();
  }
  String* tag = TRY(ToString(isolate, locales));
  std::string text = tag->length() <= 200 ? tag->ToUtf8(isolate) : std::string();
  bool valid =
      text.size() >= 2 && text.size() <= 200 && unicode::IsAsciiLetter(static_cast<uint8_t>(text[0]));
  for (char c : text)
    valid = valid && (c == '-' || (unicode::IsWordCharacter(static_cast<uint8_t>(c)) && c != '_'));
  if (!valid) return isolate.ThrowRangeError("Incorrect locale information provided");
  // Only these languages have casing of their own.
  std::string language = text.substr(0, text.find('-'));
  for (char& c : language) c = static_cast<char>(c | 0x20);
  for (const char* special : {"tr", "az", "lt", "el", "hy"}) {
    if (language == special) return language;
  }
  return std::string();
}

// String.prototype.toLowerCase ( ) and its kin  https://tc39.es/ecma262/#sec-string.prototype.tolowercase
Completion<Value> StringPrototypeConvertCase(Isolate& isolate, Arguments& args) {
  uint16_t form = args.callee()->magic_;
  constexpr const char* kNames[] = {"toLowerCase", "toUpperCase", "toLocaleLowerCase", "toLocaleUpperCase"};
  String* string = TRY(ThisString(isolate, args, kNames[form]));
  ChargeFor(isolate, string->length());
  std::string locale;
  if (form >= kLocaleLower) locale = TRY(RequestedLocale(isolate, args[0]));
  return form == kLower || form == kLocaleLower ? ToLowerCase(isolate, string, locale)
                                                : ToUpperCase(isolate, string, locale);
}

// String.prototype.normalize ( [ form ] )  https://tc39.es/ecma262/#sec-string.prototype.normalize
Completion<Value> StringPrototypeNormalize(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "normalize"));
  unicode::NormalizationForm form = unicode::NormalizationForm::kNFC;
  if (!args[0].IsUndefined()) {
    String* name = TRY(ToString(isolate, args[0]));
    name->Flatten(isolate);
    if (name->EqualsAscii("NFC")) {
      form = unicode::NormalizationForm::kNFC;
    } else if (name->EqualsAscii("NFD")) {
      form = unicode::NormalizationForm::kNFD;
    } else if (name->EqualsAscii("NFKC")) {
      form = unicode::NormalizationForm::kNFKC;
    } else if (name->EqualsAscii("NFKD")) {
      form = unicode::NormalizationForm::kNFKD;
    } else {
      return isolate.ThrowRangeError("The normalization form should be one of NFC, NFD, NFKC, NFKD.");
    }
  }
  ChargeFor(isolate, string->length());
  unicode::Text text = TextOf(string->Flatten(isolate));
  switch (unicode::IsNormalized(text, form, PacerOf(isolate))) {
    case unicode::Normality::kYes: return string;
    case unicode::Normality::kStopped: return kThrow;
    case unicode::Normality::kNo: break;
  }
  TRY(CheckRoomForText(isolate, string->Flatten(isolate)));
  std::optional<std::u16string> normal = unicode::Normalize(text, form, PacerOf(isolate));
  if (!normal) return kThrow;
  if (normal->size() > String::kMaxLength) return ThrowInvalidLength(isolate);
  return NewStringFromUtf16(isolate, *normal);
}

Completion<bool> IsWellFormed(Isolate& isolate, FlatChars chars) {
  if (chars.is_one_byte()) return true;
  TRY(isolate.Poll(CostOf(chars.length())));
  return unicode::IsWellFormed(chars.two_byte());
}

// String.prototype.isWellFormed ( )  https://tc39.es/ecma262/#sec-string.prototype.iswellformed
Completion<Value> StringPrototypeIsWellFormed(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "isWellFormed"));
  FlatChars chars = string->Flatten(isolate);
  return Value::Boolean(TRY(IsWellFormed(isolate, chars)));
}

// String.prototype.toWellFormed ( )  https://tc39.es/ecma262/#sec-string.prototype.towellformed
Completion<Value> StringPrototypeToWellFormed(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "toWellFormed"));
  FlatChars chars = string->Flatten(isolate);
  if (TRY(IsWellFormed(isolate, chars))) return string;
  TwoByteString* result = NewUninitializedTwoByte(isolate, chars.length());
  if (!result) return kThrow;
  memcpy(result->chars(), chars.two_byte().data(), chars.two_byte().size_bytes());
  unicode::MakeWellFormed({result->chars(), chars.length()});
  return result;
}

// ---- Regular expressions and replacement ----

// The method of `value` that takes over match, replace …: undefined if it isn't an object or has none.
Completion<Value> DelegateOf(Isolate& isolate, Value value, WellKnownSymbol symbol) {
  if (!value.IsObject()) return Value::Undefined();
  return GetMethod(isolate, value, isolate.key(symbol));
}

Completion<Value> RequireCoercible(Isolate& isolate, Arguments& args, const char* method) {
  Value value = args.this_value();
  if (value.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called on null or undefined", method);
  }
  return value;
}

// String.prototype.match ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.match
Completion<Value> StringPrototypeMatch(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "match"));
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpMatchFast(isolate, args[0].As<RegExpObject>(), object.AsString());
  }
  Value matcher = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::match));
  if (!matcher.IsUndefined()) return Call(isolate, matcher, args[0], {object});
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], Value::Undefined()));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::match), {string});
}

// The flags of a regular expression must have "g".
Completion<void> RequireGlobal(Isolate& isolate, Value regexp, const char* method) {
  if (!TRY(IsRegExp(isolate, regexp))) return {};
  Value flags = TRY(Get(isolate, regexp.AsObject(), Name::flags));
  if (flags.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called with a non-global RegExp argument", method);
  }
  String* text = TRY(ToString(isolate, flags));
  FlatChars chars = text->Flatten(isolate);
  for (uint32_t i = 0; i < chars.length(); i++) {
    if (chars[i] == 'g') return {};
  }
  return isolate.ThrowTypeError("String.prototype.%s called with a non-global RegExp argument", method);
}

// String.prototype.matchAll ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.matchall
Completion<Value> StringPrototypeMatchAll(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "matchAll"));
  if (args[0].IsObject()) {
    TRY(RequireGlobal(isolate, args[0], "matchAll"));
    Value matcher = TRY(GetMethod(isolate, args[0], isolate.key(WellKnownSymbol::matchAll)));
    if (!matcher.IsUndefined()) return Call(isolate, matcher, args[0], {object});
  }
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], NewStringFromAscii(isolate, "g")));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::matchAll), {string});
}

// String.prototype.search ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.search
Completion<Value> StringPrototypeSearch(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "search"));
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpSearchFast(isolate, args[0].As<RegExpObject>(), object.AsString());
  }
  Value searcher = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::search));
  if (!searcher.IsUndefined()) return Call(isolate, searcher, args[0], {object});
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], Value::Undefined()));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::search), {string});
}

// The replacement of one occurrence: appends what stands in its place.
Completion<void> AppendReplacement(Isolate& isolate, StringBuilder& out, String* string, String* search,
                                   uint32_t position, Value replacement) {
  if (replacement.IsString()) {
    return GetSubstitution(isolate, out, search, string, position, {}, Value::Undefined(),
                           replacement.AsString());
  }
  Value result =
      TRY(Call(isolate, replacement, Value::Undefined(), {search, NumberValue(isolate, position), string}));
  out.Append(TRY(ToString(isolate, result)));
  return {};
}

// String.prototype.replace ( searchValue, replaceValue )
// https://tc39.es/ecma262/#sec-string.prototype.replace
Completion<Value> StringPrototypeReplace(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "replace"));
  Value replacement = args[1];
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpReplaceFast(isolate, args[0].As<RegExpObject>(), object.AsString(), replacement);
  }
  Value replacer = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::replace));
  if (!replacer.IsUndefined()) return Call(isolate, replacer, args[0], {object, replacement});
  String* string = TRY(ToString(isolate, object));
  String* search = TRY(ToString(isolate, args[0]));
  if (!replacement.IsCallable()) replacement = TRY(ToString(isolate, replacement));
  FlatChars pattern = search->Flatten(isolate);
  int64_t found = TRY(FindText(isolate, string->Flatten(isolate), pattern, 0));
  if (found < 0) return string;
  uint32_t position = static_cast<uint32_t>(found);
  StringBuilder middle(isolate);
  TRY(AppendReplacement(isolate, middle, string, search, position, replacement));
  String* inserted = TRY(middle.Finish());
  // The unchanged parts of a long string are shared, not copied.
  String* head = TRY(Concat(isolate, Substring(isolate, string, 0, position), inserted));
  return Concat(isolate, head, Substring(isolate, string, position + search->length(), string->length()));
}

// String.prototype.replaceAll ( searchValue, replaceValue )
// https://tc39.es/ecma262/#sec-string.prototype.replaceall
Completion<Value> StringPrototypeReplaceAll(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "replaceAll"));
  Value replacement = args[1];
  if (args[0].IsObject()) {
    TRY(RequireGlobal(isolate, args[0], "replaceAll"));
    Value replacer = TRY(GetMethod(isolate, args[0], isolate.key(WellKnownSymbol::replace)));
    if (!replacer.IsUndefined()) return Call(isolate, replacer, args[0], {object, replacement});
  }
  String* string = TRY(ToString(isolate, object));
  String* search = TRY(ToString(isolate, args[0]));
  if (!replacement.IsCallable()) replacement = TRY(ToString(isolate, replacement));
  // All positions are found before the first call; finding them as we go is the same,
  // for strings don't change.
  uint32_t advance = std::max(1u, search->length());
  uint32_t end = 0;  // of the last occurrence
  StringBuilder out(isolate);
  uint32_t from = 0;
  bool any = false;
  while (from <= string->length()) {
    FlatChars pattern = search->Flatten(isolate);  // again: a call may have interned either
    FlatChars text = string->Flatten(isolate);
    if (pattern.length() == 0) TRY(isolate.Poll());
    int64_t found = TRY(FindText(isolate, text, pattern, from));
    if (found < 0) break;
    any = true;
    uint32_t position = static_cast<uint32_t>(found);
    out.Append(text.Slice(end, position));
    TRY(AppendReplacement(isolate, out, string, search, position, replacement));
    TRY(out.Check());
    end = position + search->length();
    from = position + advance;
  }
  if (!any) return string;
  if (end < string->length()) out.Append(string->Flatten(isolate).Slice(end, string->length()));
  return out.Finish();
}

// String.prototype.split ( separator, limit )  https://tc39.es/ecma262/#sec-string.prototype.split
Completion<Value> StringPrototypeSplit(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "split"));
  Value limit = args[1];
  if (object.IsString() && (limit.IsUndefined() || (limit.IsSmi() && limit.AsSmi() >= 0)) &&
      IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpSplitFast(isolate, args[0].As<RegExpObject>(), object.AsString(),
                           limit.IsUndefined() ? 0xFFFFFFFF : static_cast<uint32_t>(limit.AsSmi()));
  }
  Value splitter = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::split));
  if (!splitter.IsUndefined()) return Call(isolate, splitter, args[0], {object, limit});
  String* string = TRY(ToString(isolate, object));
  uint32_t most = limit.IsUndefined() ? 0xFFFFFFFF : TRY(ToUint32(isolate, limit));
  String* separator = TRY(ToString(isolate, args[0]));
  if (most == 0) return NewArray(isolate, 0);
  if (args[0].IsUndefined() || string->length() == 0) {
    if (string->length() == 0 && !args[0].IsUndefined() && separator->length() == 0)
      return NewArray(isolate, 0);
    Value whole = string;
    return CreateArrayFromList(isolate, std::span<const Value>(&whole, 1));
  }
  ValueList parts(isolate);
  FlatChars text = string->Flatten(isolate);
  if (separator->length() == 0) {
    uint32_t n = std::min(most, string->length());
    TRY(parts.Reserve(n));
    for (uint32_t i = 0; i < n; i++) {
      if (i % 1024 == 0) TRY(isolate.Poll(64));
      parts.Append(SingleCharString(isolate, text[i]));
    }
    return CreateArrayFromList(isolate, parts.span());
  }
  FlatChars pattern = separator->Flatten(isolate);
  uint32_t from = 0;
  while (true) {
    int64_t found = TRY(FindText(isolate, text, pattern, from));
    if (found < 0) break;
    parts.Append(Substring(isolate, string, from, static_cast<uint32_t>(found)));
    if (parts.size() >= most) return CreateArrayFromList(isolate, parts.span());
    from = static_cast<uint32_t>(found) + pattern.length();
  }
  parts.Append(Substring(isolate, string, from, string->length()));
  return CreateArrayFromList(isolate, parts.span());
}

// String.prototype.toString ( ), valueOf ( )  https://tc39.es/ecma262/#sec-string.prototype.tostring
Completion<Value> StringPrototypeToString(Isolate& isolate, Arguments& args) {
  return ThisStringValue(isolate, args.this_value(), args.callee()->magic_ ? "valueOf" : "toString");
}

// ---- Iteration ----

// String.prototype [ %Symbol.iterator% ] ( )  https://tc39.es/ecma262/#sec-string.prototype-%symbol.iterator%
Completion<Value> StringPrototypeIterator(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "[Symbol.iterator]"));
  StringIterator* iterator =
      NewObjectAs<StringIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kStringIterator));
  iterator->string_.Set(iterator, string);
  iterator->position_.Init(Value::Smi(0));
  return iterator;
}

// %StringIteratorPrototype%.next ( )  https://tc39.es/ecma262/#sec-%stringiteratorprototype%.next
Completion<Value> StringIteratorPrototypeNext(Isolate& isolate, Arguments& args) {
  StringIterator* iterator = args.this_value().TryAs<StringIterator>();
  if (!iterator)
    return ThrowIncompatibleReceiver(isolate, "String Iterator.prototype.next", args.this_value());
  return IterResultOfStep(isolate, StepStringIterator(isolate, iterator));
}

// ---- Annex B: methods that wrap the string in an element ----

struct HtmlElement {
  const char* method;
  const char* tag;
  const char* attribute;
};
constexpr HtmlElement kHtmlElements[] = {
    {"anchor", "a", "name"},      {"big", "big", ""},
    {"blink", "blink", ""},       {"bold", "b", ""},
    {"fixed", "tt", ""},          {"fontcolor", "font", "color"},
    {"fontsize", "font", "size"}, {"italics", "i", ""},
    {"link", "a", "href"},        {"small", "small", ""},
    {"strike", "strike", ""},     {"sub", "sub", ""},
    {"sup", "sup", ""},
};

// CreateHTML ( string, tag, attribute, value )  https://tc39.es/ecma262/#sec-createhtml
Completion<Value> StringPrototypeHtml(Isolate& isolate, Arguments& args) {
  const HtmlElement& element = kHtmlElements[args.callee()->magic_];
  String* string = TRY(ThisString(isolate, args, element.method));
  StringBuilder out(isolate);
  out.AppendAscii("<");
  out.AppendAscii(element.tag);
  if (element.attribute[0]) {
    String* value = TRY(ToString(isolate, args[0]));
    out.AppendAscii(" ");
    out.AppendAscii(element.attribute);
    out.AppendAscii("=\"");
    FlatChars chars = value->Flatten(isolate);
    for (uint32_t i = 0; i < chars.length(); i++) {
      if (chars[i] == '"') {
        out.AppendAscii("&quot;");
      } else {
        out.Append(chars[i]);
      }
    }
    out.AppendAscii("\"");
  }
  out.AppendAscii(">");
  out.Append(string);
  out.AppendAscii("</");
  out.AppendAscii(element.tag);
  out.AppendAscii(">");
  return out.Finish();
}

constexpr NativeRow kConstructorRowSource[] = {{"String", StringConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"fromCharCode", StringFromCharCode, 1, kNativePlain, 0, KnownNative::kStringFromCharCode},
    {"fromCodePoint", StringFromCodePoint, 1},
    {"raw", StringRaw, 1},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"anchor", StringPrototypeHtml, 1, 0, 0},
    {"at", StringPrototypeAt, 1},
    {"big", StringPrototypeHtml, 0, 0, 1},
    {"blink", StringPrototypeHtml, 0, 0, 2},
    {"bold", StringPrototypeHtml, 0, 0, 3},
    {"charAt", StringPrototypeCharAt, 1, kNativePlain, 0, KnownNative::kStringCharAt},
    {"charCodeAt", StringPrototypeCharCodeAt, 1, kNativePlain, 0, KnownNative::kStringCharCodeAt},
    {"codePointAt", StringPrototypeCodePointAt, 1, kNativePlain, 0, KnownNative::kStringCodePointAt},
    {"concat", StringPrototypeConcat, 1},
    {"endsWith", StringPrototypeEndsWith, 1},
    {"fontcolor", StringPrototypeHtml, 1, 0, 5},
    {"fontsize", StringPrototypeHtml, 1, 0, 6},
    {"fixed", StringPrototypeHtml, 0, 0, 4},
    {"includes", StringPrototypeIncludes, 1},
    {"indexOf", StringPrototypeIndexOf, 1},
    {"isWellFormed", StringPrototypeIsWellFormed, 0},
    {"italics", StringPrototypeHtml, 0, 0, 7},
    {"lastIndexOf", StringPrototypeLastIndexOf, 1},
    {"link", StringPrototypeHtml, 1, 0, 8},
    {"localeCompare", StringPrototypeLocaleCompare, 1},
    {"match", StringPrototypeMatch, 1},
    {"matchAll", StringPrototypeMatchAll, 1},
    {"normalize", StringPrototypeNormalize, 0},
    {"padEnd", StringPrototypePad, 1, 0, kPadEnd},
    {"padStart", StringPrototypePad, 1, 0, kPadStart},
    {"repeat", StringPrototypeRepeat, 1},
    {"replace", StringPrototypeReplace, 2},
    {"replaceAll", StringPrototypeReplaceAll, 2},
    {"search", StringPrototypeSearch, 1},
    {"slice", StringPrototypeSlice, 2},
    {"small", StringPrototypeHtml, 0, 0, 9},
    {"split", StringPrototypeSplit, 2},
    {"strike", StringPrototypeHtml, 0, 0, 10},
    {"sub", StringPrototypeHtml, 0, 0, 11},
    {"substr", StringPrototypeSubstr, 2},
    {"substring", StringPrototypeSubstring, 2},
    {"sup", StringPrototypeHtml, 0, 0, 12},
    {"startsWith", StringPrototypeStartsWith, 1},
    {"toString", StringPrototypeToString, 0, 0, 0},
    {"toWellFormed", StringPrototypeToWellFormed, 0},
    {"trim", StringPrototypeTrim, 0, 0, kTrimStart | kTrimEnd},
    {"trimStart", StringPrototypeTrim, 0, 0, kTrimStart},
    {"trimEnd", StringPrototypeTrim, 0, 0, kTrimEnd},
    {"toLocaleLowerCase", StringPrototypeConvertCase, 0, 0, kLocaleLower},
    {"toLocaleUpperCase", StringPrototypeConvertCase, 0, 0, kLocaleUpper},
    {"toLowerCase", StringPrototypeConvertCase, 0, 0, kLower},
    {"toUpperCase", StringPrototypeConvertCase, 0, 0, kUpper},
    {"valueOf", StringPrototypeToString, 0, 0, 1},
    {"Symbol.iterator", StringPrototypeIterator, 0, kNativeSymbol},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kIteratorRowsSource[] = {
    {"next", StringIteratorPrototypeNext, 0, kNativePlain, 0, KnownNative::kStringIteratorNext}};
HW_NATIVE_ROWS(kIteratorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kIteratorRows};

// A second name for the same function object.
void InstallAlias(Isolate& isolate, JSObject* target, const char* alias, const char* name) {
  InstallValue(isolate, target, alias, target->GetOwn(isolate, PropertyKey::FromAscii(isolate, name)).value,
               kMethodDefault);
}

}  // namespace

Completion<Value> ConvertCase(Isolate& isolate, String* string, CaseConversion conversion,
                              const std::string& language) {
  ChargeFor(isolate, string->length());
  return conversion == CaseConversion::kLower ? ToLowerCase(isolate, string, language)
                                              : ToUpperCase(isolate, string, language);
}

constinit const std::span<const NativeTable> kStringTables(kTables);

void InstallString(Isolate& isolate, Realm* realm) {
  JSObject* prototype =
      StringCreate(isolate, isolate.name(Name::empty), realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kString, Intrinsic::kStringPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallAlias(isolate, prototype, "trimLeft", "trimStart");
  InstallAlias(isolate, prototype, "trimRight", "trimEnd");

  JSObject* iterator_prototype = realm->intrinsic(Intrinsic::kStringIteratorPrototype);
  InstallFunctions(isolate, realm, iterator_prototype, kIteratorRows);
  InstallToStringTag(isolate, iterator_prototype, "String Iterator");
}

}  // namespace halfword
