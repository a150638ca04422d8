// Other forms of a text: repeated, in lower and upper case, normalized, well-formed; and its order.
#include "builtins/text_processing/text_conversion.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

#include "builtins/text_processing/string_internal.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
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

Completion<bool> IsWellFormed(Isolate& isolate, FlatChars chars) {
  if (chars.is_one_byte()) return true;
  TRY(isolate.Poll(CostOf(chars.length())));
  return unicode::IsWellFormed(chars.two_byte());
}

}  // namespace

Completion<Value> ConvertCase(Isolate& isolate, String* string, CaseConversion conversion,
                              const std::string& language) {
  ChargeFor(isolate, string->length());
  return conversion == CaseConversion::kLower ? ToLowerCase(isolate, string, language)
                                              : ToUpperCase(isolate, string, language);
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

}  // namespace halfword
