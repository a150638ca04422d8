// Uint8Array to and from base64 and hexadecimal text (https://tc39.es/ecma262/#sec-uint8array-objects).
#include <algorithm>
#include <cstring>
#include <vector>

#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "runtime/conversions.h"
#include "runtime/errors.h"
#include "runtime/object_operations.h"

namespace halfword {

namespace {

constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr char kBase64Url[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

// https://tc39.es/ecma262/#sec-validateuint8array
Completion<TypedArrayObject*> ValidateUint8Array(Isolate& isolate, Value v, const char* method) {
  if (v.Is<TypedArrayObject>()) {
    auto* array = static_cast<TypedArrayObject*>(v.AsObject());
    if (array->kind_ == TypedArrayKind::kUint8) return array;
  }
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// ---- Options ----

struct Options {
  bool url = false, strict = false, stop_before_partial = false;
};

// Which of the texts the option is; 0 if undefined. TypeError for anything else: options are not converted.
Completion<int> GetChoice(Isolate& isolate, Value options, const char* name,
                          std::initializer_list<const char*> choices) {
  if (options.IsUndefined()) return 0;
  Value value = TRY(Get(isolate, options.AsObject(), PropertyKey::FromAscii(isolate, name)));
  if (value.IsUndefined()) return 0;
  if (value.IsString()) {
    (void)value.AsString()->Flatten(isolate);
    int i = 0;
    for (const char* choice : choices) {
      if (value.AsString()->EqualsAscii(choice)) return i;
      i++;
    }
  }
  return isolate.ThrowTypeError("Invalid value %s for option %s", DescribeForError(isolate, value).c_str(),
                                name);
}

Completion<Value> CheckOptions(Isolate& isolate, Value options) {
  if (!options.IsUndefined() && !options.IsObject()) return ThrowNotObject(isolate, options);
  return options;
}

Completion<Options> DecodingOptions(Isolate& isolate, Value value) {
  Value options = TRY(CheckOptions(isolate, value));
  Options result;
  result.url = TRY(GetChoice(isolate, options, "alphabet", {"base64", "base64url"})) == 1;
  int handling =
      TRY(GetChoice(isolate, options, "lastChunkHandling", {"loose", "strict", "stop-before-partial"}));
  result.strict = handling == 1;
  result.stop_before_partial = handling == 2;
  return result;
}

// ---- Decoding ----

struct Decoded {
  size_t read = 0;
  std::vector<uint8_t> bytes;  // what was good, also where there is an error
  const char* error = nullptr;
};

// 0 … 63 or -1.
int Base64Digit(char16_t c, bool url) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == (url ? '-' : '+')) return 62;
  if (c == (url ? '_' : '/')) return 63;
  return -1;
}

size_t SkipAsciiWhitespace(FlatChars chars, size_t index) {
  while (index < chars.length()) {
    char16_t c = chars[static_cast<uint32_t>(index)];
    if (c != '\t' && c != '\n' && c != '\f' && c != '\r' && c != ' ') break;
    index++;
  }
  return index;
}

// https://tc39.es/ecma262/#sec-frombase64
Decoded FromBase64(FlatChars chars, const Options& options, size_t max_length) {
  Decoded result;
  if (max_length == 0) return result;
  constexpr const char* kBadCharacter = "Found a character that cannot be part of a valid base64 string";
  constexpr const char* kBadEnd = "Found an incomplete or invalid last chunk in a base64 string";
  uint32_t chunk = 0;
  int chunk_length = 0;
  size_t index = 0, length = chars.length();
  auto fail = [&](const char* error) {
    result.error = error;
    return std::move(result);
  };
  // DecodeFinalBase64Chunk for two or three digits; false: the bits that are left over are not zero.
  auto finish = [&](bool check_extra_bits) {
    uint32_t bits = chunk << (6 * (4 - chunk_length));
    if (check_extra_bits && (bits & (chunk_length == 2 ? 0xFFFF : 0xFF)) != 0) return false;
    result.bytes.push_back(static_cast<uint8_t>(bits >> 16));
    if (chunk_length == 3) result.bytes.push_back(static_cast<uint8_t>(bits >> 8));
    result.read = length;
    return true;
  };
  while (true) {
    index = SkipAsciiWhitespace(chars, index);
    if (index == length) {
      if (chunk_length > 0) {
        if (options.stop_before_partial) return result;
        if (options.strict || chunk_length == 1) return fail(kBadEnd);
        finish(false);
      }
      result.read = length;
      return result;
    }
    char16_t c = chars[static_cast<uint32_t>(index++)];
    if (c == '=') {
      if (chunk_length < 2) return fail(kBadEnd);
      index = SkipAsciiWhitespace(chars, index);
      if (chunk_length == 2) {
        if (index == length) return options.stop_before_partial ? std::move(result) : fail(kBadEnd);
        if (chars[static_cast<uint32_t>(index)] == '=') index = SkipAsciiWhitespace(chars, index + 1);
      }
      if (index < length || !finish(options.strict)) return fail(kBadEnd);
      return result;
    }
    int digit = Base64Digit(c, options.url);
    if (digit < 0) return fail(kBadCharacter);
    size_t remaining = max_length - result.bytes.size();
    if ((remaining == 1 && chunk_length == 2) || (remaining == 2 && chunk_length == 3)) return result;
    chunk = chunk << 6 | static_cast<uint32_t>(digit);
    if (++chunk_length == 4) {
      for (int shift : {16, 8, 0}) result.bytes.push_back(static_cast<uint8_t>(chunk >> shift));
      chunk = 0;
      chunk_length = 0;
      result.read = index;
      if (result.bytes.size() == max_length) return result;
    }
  }
}

int HexDigit(char16_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// https://tc39.es/ecma262/#sec-fromhex
Decoded FromHex(FlatChars chars, size_t max_length) {
  Decoded result;
  if (chars.length() % 2 != 0) {
    result.error = "Input string must contain hex characters in even length";
    return result;
  }
  while (result.read < chars.length() && result.bytes.size() < max_length) {
    auto i = static_cast<uint32_t>(result.read);
    // Beyond ASCII, setting a bit could make a digit.
    int high = chars[i] < 128 ? HexDigit(chars[i]) : -1,
        low = chars[i + 1] < 128 ? HexDigit(chars[i + 1]) : -1;
    if (high < 0 || low < 0) {
      result.error = "Input string must contain hex characters in even length";
      return result;
    }
    result.bytes.push_back(static_cast<uint8_t>(high << 4 | low));
    result.read += 2;
  }
  return result;
}

Completion<String*> RequireText(Isolate& isolate, Value v) {
  if (!v.IsString())
    return isolate.ThrowTypeError("%s is not a string", DescribeForError(isolate, v).c_str());
  TRY(isolate.Poll(static_cast<int32_t>(v.AsString()->length() / 64)));
  (void)v.AsString()->Flatten(isolate);
  return v.AsString();
}

Completion<Value> ArrayOf(Isolate& isolate, const Decoded& decoded) {
  if (decoded.error) return isolate.ThrowSyntaxError("%s", decoded.error);
  TypedArrayObject* array =
      TRY(NewTypedArray(isolate, TypedArrayKind::kUint8, static_cast<double>(decoded.bytes.size())));
  std::copy(decoded.bytes.begin(), decoded.bytes.end(), array->view(isolate).data);
  return Value(array);
}

// SetUint8ArrayBytes, and the result of the "setFrom" methods. No JavaScript ran since the length was asked
// for.
Completion<Value> WriteInto(Isolate& isolate, TypedArrayObject* into, const Decoded& decoded) {
  std::copy(decoded.bytes.begin(), decoded.bytes.end(), into->view(isolate).data);
  if (decoded.error) return isolate.ThrowSyntaxError("%s", decoded.error);
  JSObject* result = NewPlainObject(isolate);
  result->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "read"),
                    NumberValue(isolate, static_cast<double>(decoded.read)), kDataDefault);
  result->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "written"),
                    NumberValue(isolate, static_cast<double>(decoded.bytes.size())), kDataDefault);
  return Value(result);
}

// https://tc39.es/ecma262/#sec-uint8array.frombase64
Completion<Value> FromBase64(Isolate& isolate, Arguments& args) {
  String* text = TRY(RequireText(isolate, args[0]));
  Options options = TRY(DecodingOptions(isolate, args[1]));
  return ArrayOf(isolate, FromBase64(text->Flatten(isolate), options, SIZE_MAX));
}

// https://tc39.es/ecma262/#sec-uint8array.fromhex
Completion<Value> FromHex(Isolate& isolate, Arguments& args) {
  return ArrayOf(isolate, FromHex(TRY(RequireText(isolate, args[0]))->flat(), SIZE_MAX));
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.setfrombase64
Completion<Value> SetFromBase64(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.setFromBase64";
  TypedArrayObject* into = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  String* text = TRY(RequireText(isolate, args[0]));
  Options options = TRY(DecodingOptions(isolate, args[1]));
  if (into->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  return WriteInto(isolate, into, FromBase64(text->Flatten(isolate), options, into->length(isolate)));
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.setfromhex
Completion<Value> SetFromHex(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.setFromHex";
  TypedArrayObject* into = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  String* text = TRY(RequireText(isolate, args[0]));
  if (into->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  return WriteInto(isolate, into, FromHex(text->flat(), into->length(isolate)));
}

// ---- Encoding ----

// https://tc39.es/ecma262/#sec-uint8array.prototype.tobase64
Completion<Value> ToBase64(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.toBase64";
  TypedArrayObject* array = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  Value options = TRY(CheckOptions(isolate, args[0]));
  bool url = TRY(GetChoice(isolate, options, "alphabet", {"base64", "base64url"})) == 1, omit_padding = false;
  if (options.IsObject()) {
    omit_padding =
        ToBoolean(TRY(Get(isolate, options.AsObject(), PropertyKey::FromAscii(isolate, "omitPadding"))));
  }
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  TypedArrayObject::View view = array->view(isolate);
  if (view.length > size_t{String::kMaxLength} / 4 * 3 - 4)
    return isolate.ThrowRangeError("Invalid string length");
  const char* alphabet = url ? kBase64Url : kBase64;
  size_t padding = omit_padding && view.length % 3 != 0 ? 3 - view.length % 3 : 0;
  OneByteString* text =
      NewUninitializedOneByte(isolate, static_cast<uint32_t>((view.length + 2) / 3 * 4 - padding));
  if (text == nullptr) return kThrow;
  uint8_t* out = text->chars();
  for (size_t i = 0; i < view.length; i += 3) {
    size_t n = std::min<size_t>(3, view.length - i);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++) bits = bits << 8 | (k < n ? view.data[i + k] : 0);
    for (size_t k = 0; k <= n; k++) *out++ = static_cast<uint8_t>(alphabet[bits >> (18 - 6 * k) & 63]);
    for (size_t k = n; k < 3 && !omit_padding; k++) *out++ = '=';
  }
  TRY(isolate.Poll(static_cast<int32_t>(view.length / 64)));
  return Value(static_cast<String*>(text));
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.tohex
Completion<Value> ToHex(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.toHex";
  TypedArrayObject* array = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  TypedArrayObject::View view = array->view(isolate);
  if (view.length > String::kMaxLength / 2) return isolate.ThrowRangeError("Invalid string length");
  OneByteString* text = NewUninitializedOneByte(isolate, static_cast<uint32_t>(view.length * 2));
  if (text == nullptr) return kThrow;
  uint8_t* out = text->chars();
  for (size_t i = 0; i < view.length; i++) {
    *out++ = static_cast<uint8_t>("0123456789abcdef"[view.data[i] >> 4]);
    *out++ = static_cast<uint8_t>("0123456789abcdef"[view.data[i] & 15]);
  }
  TRY(isolate.Poll(static_cast<int32_t>(view.length / 64)));
  return Value(static_cast<String*>(text));
}

}  // namespace

constexpr NativeRow kUint8ArrayTextRows[kUint8ArrayTextRowCount] = {
    {"fromBase64", FromBase64, 1},
    {"fromHex", FromHex, 1},
};
constexpr NativeRow kUint8ArrayTextPrototypeRows[kUint8ArrayTextPrototypeRowCount] = {
    {"setFromBase64", SetFromBase64, 1},
    {"setFromHex", SetFromHex, 1},
    {"toBase64", ToBase64, 0},
    {"toHex", ToHex, 0},
};

}  // namespace halfword
