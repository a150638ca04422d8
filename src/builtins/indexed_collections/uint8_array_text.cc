// Uint8Array to and from base64 and hexadecimal text (https://tc39.es/ecma262/#sec-uint8array-objects).
#include <algorithm>
#include <cstring>

#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

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

// What a text says, up to an error if there is one.
struct Decoded {
  size_t read = 0;
  size_t written = 0;
  const char* error = nullptr;
};

// Where decoded bytes go. Without memory they are only counted: a first pass tells how much
// memory there must be.
class Output {
 public:
  Output(uint8_t* data, size_t room) : data_(data), room_(room) {}
  static Output Count() { return Output(nullptr, SIZE_MAX); }
  void Push(uint32_t byte) {
    if (data_ != nullptr) data_[size_] = static_cast<uint8_t>(byte);
    size_++;
  }
  size_t size() const { return size_; }
  size_t room() const { return room_ - size_; }

 private:
  uint8_t* data_;
  size_t room_, size_ = 0;
};

// Characters or bytes between two looks at the isolate; the length was paid for.
constexpr size_t kPiece = 48 << 10;

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
Completion<Decoded> FromBase64(Isolate& isolate, FlatChars chars, const Options& options, Output out) {
  Decoded result;
  if (out.room() == 0) return result;
  constexpr const char* kBadCharacter = "Found a character that cannot be part of a valid base64 string";
  constexpr const char* kBadEnd = "Found an incomplete or invalid last chunk in a base64 string";
  uint32_t chunk = 0;
  int chunk_length = 0;
  size_t index = 0, length = chars.length(), next_look = kPiece;
  auto done = [&] {
    result.written = out.size();
    return result;
  };
  auto fail = [&](const char* error) {
    result.error = error;
    return done();
  };
  // DecodeFinalBase64Chunk for two or three digits; false: the bits that are left over are not zero.
  auto finish = [&](bool check_extra_bits) {
    uint32_t bits = chunk << (6 * (4 - chunk_length));
    if (check_extra_bits && (bits & (chunk_length == 2 ? 0xFFFF : 0xFF)) != 0) return false;
    out.Push(bits >> 16);
    if (chunk_length == 3) out.Push(bits >> 8);
    result.read = length;
    return true;
  };
  while (true) {
    if (index >= next_look) {
      TRY(isolate.PollSlow());
      next_look = index + kPiece;
    }
    index = SkipAsciiWhitespace(chars, index);
    if (index == length) {
      if (chunk_length > 0) {
        if (options.stop_before_partial) return done();
        if (options.strict || chunk_length == 1) return fail(kBadEnd);
        finish(false);
      }
      result.read = length;
      return done();
    }
    char16_t c = chars[static_cast<uint32_t>(index++)];
    if (c == '=') {
      if (chunk_length < 2) return fail(kBadEnd);
      index = SkipAsciiWhitespace(chars, index);
      if (chunk_length == 2) {
        if (index == length) return options.stop_before_partial ? done() : fail(kBadEnd);
        if (chars[static_cast<uint32_t>(index)] == '=') index = SkipAsciiWhitespace(chars, index + 1);
      }
      if (index < length || !finish(options.strict)) return fail(kBadEnd);
      return done();
    }
    int digit = Base64Digit(c, options.url);
    if (digit < 0) return fail(kBadCharacter);
    if ((out.room() == 1 && chunk_length == 2) || (out.room() == 2 && chunk_length == 3)) return done();
    chunk = chunk << 6 | static_cast<uint32_t>(digit);
    if (++chunk_length == 4) {
      for (int shift : {16, 8, 0}) out.Push(chunk >> shift);
      chunk = 0;
      chunk_length = 0;
      result.read = index;
      if (out.room() == 0) return done();
    }
  }
}

int HexDigit(char16_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 0x20;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// https://tc39.es/ecma262/#sec-fromhex
Completion<Decoded> FromHex(Isolate& isolate, FlatChars chars, Output out) {
  constexpr const char* kError = "Input string must contain hex characters in even length";
  Decoded result;
  if (chars.length() % 2 != 0) {
    result.error = kError;
    return result;
  }
  for (; result.read < chars.length() && out.room() > 0; result.read += 2) {
    if (result.read % kPiece == 0) TRY(isolate.PollSlow());
    auto i = static_cast<uint32_t>(result.read);
    // Beyond ASCII, setting a bit could make a digit.
    int high = chars[i] < 128 ? HexDigit(chars[i]) : -1,
        low = chars[i + 1] < 128 ? HexDigit(chars[i + 1]) : -1;
    if (high < 0 || low < 0) {
      result.error = kError;
      break;
    }
    out.Push(static_cast<uint32_t>(high << 4 | low));
  }
  result.written = out.size();
  return result;
}

Completion<String*> RequireText(Isolate& isolate, Value v) {
  if (!v.IsString())
    return isolate.ThrowTypeError("%s is not a string", DescribeForError(isolate, v).c_str());
  TRY(isolate.Poll(static_cast<int32_t>(v.AsString()->length() / 64)));
  (void)v.AsString()->Flatten(isolate);
  return v.AsString();
}

// An array of what decode(output) → Completion<Decoded> makes.
template <class F>
Completion<Value> ArrayOf(Isolate& isolate, F&& decode) {
  Decoded decoded = TRY(decode(Output::Count()));
  if (decoded.error) return isolate.ThrowSyntaxError("%s", decoded.error);
  TypedArrayObject* array =
      TRY(NewTypedArray(isolate, TypedArrayKind::kUint8, static_cast<double>(decoded.written)));
  TRY(decode(Output(array->view(isolate).data, decoded.written)));
  return Value(array);
}

// The result of the "setFrom" methods, which have written what they could.
Completion<Value> ReadAndWritten(Isolate& isolate, const Decoded& decoded) {
  if (decoded.error) return isolate.ThrowSyntaxError("%s", decoded.error);
  JSObject* result = NewPlainObject(isolate);
  result->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "read"),
                    NumberValue(isolate, static_cast<double>(decoded.read)), kDataDefault);
  result->DefineOwn(isolate, PropertyKey::FromAscii(isolate, "written"),
                    NumberValue(isolate, static_cast<double>(decoded.written)), kDataDefault);
  return Value(result);
}

// The memory of an array; no JavaScript runs while it is written.
Output OutputOf(Isolate& isolate, TypedArrayObject* array) {
  TypedArrayObject::View view = array->view(isolate);
  return Output(view.data, view.length);
}

// https://tc39.es/ecma262/#sec-uint8array.frombase64
Completion<Value> FromBase64(Isolate& isolate, Arguments& args) {
  String* text = TRY(RequireText(isolate, args[0]));
  Options options = TRY(DecodingOptions(isolate, args[1]));
  return ArrayOf(isolate,
                 [&](Output out) { return FromBase64(isolate, text->Flatten(isolate), options, out); });
}

// https://tc39.es/ecma262/#sec-uint8array.fromhex
Completion<Value> FromHex(Isolate& isolate, Arguments& args) {
  String* text = TRY(RequireText(isolate, args[0]));
  return ArrayOf(isolate, [&](Output out) { return FromHex(isolate, text->Flatten(isolate), out); });
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.setfrombase64
Completion<Value> SetFromBase64(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.setFromBase64";
  TypedArrayObject* into = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  if (into->buffer()->IsImmutable()) return ThrowImmutable(isolate, kMethod);
  String* text = TRY(RequireText(isolate, args[0]));
  Options options = TRY(DecodingOptions(isolate, args[1]));
  if (into->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  FlatChars chars = text->Flatten(isolate);
  return ReadAndWritten(isolate, TRY(FromBase64(isolate, chars, options, OutputOf(isolate, into))));
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.setfromhex
Completion<Value> SetFromHex(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.setFromHex";
  TypedArrayObject* into = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  if (into->buffer()->IsImmutable()) return ThrowImmutable(isolate, kMethod);
  String* text = TRY(RequireText(isolate, args[0]));
  if (into->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  return ReadAndWritten(isolate, TRY(FromHex(isolate, text->Flatten(isolate), OutputOf(isolate, into))));
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
  OneByteString* text = NewUninitializedOneByte(isolate, (view.length + 2) / 3 * 4 - padding);
  if (text == nullptr) return kThrow;
  uint8_t* out = text->chars();
  TRY(isolate.Poll(static_cast<int32_t>(view.length / 64)));
  static_assert(kPiece % 3 == 0);
  TRY(InPieces(isolate, view.length, kPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; i += 3) {
      size_t n = std::min<size_t>(3, end - i);
      uint32_t bits = 0;
      for (size_t k = 0; k < 3; k++) bits = bits << 8 | (k < n ? view.data[i + k] : 0);
      for (size_t k = 0; k <= n; k++) *out++ = static_cast<uint8_t>(alphabet[bits >> (18 - 6 * k) & 63]);
      for (size_t k = n; k < 3 && !omit_padding; k++) *out++ = '=';
    }
  }));
  return Value(static_cast<String*>(text));
}

// https://tc39.es/ecma262/#sec-uint8array.prototype.tohex
Completion<Value> ToHex(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Uint8Array.prototype.toHex";
  TypedArrayObject* array = TRY(ValidateUint8Array(isolate, args.this_value(), kMethod));
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  TypedArrayObject::View view = array->view(isolate);
  if (view.length > String::kMaxLength / 2) return isolate.ThrowRangeError("Invalid string length");
  OneByteString* text = NewUninitializedOneByte(isolate, view.length * 2);
  if (text == nullptr) return kThrow;
  uint8_t* out = text->chars();
  TRY(isolate.Poll(static_cast<int32_t>(view.length / 64)));
  TRY(InPieces(isolate, view.length, kPiece, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; i++) {
      *out++ = static_cast<uint8_t>("0123456789abcdef"[view.data[i] >> 4]);
      *out++ = static_cast<uint8_t>("0123456789abcdef"[view.data[i] & 15]);
    }
  }));
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
