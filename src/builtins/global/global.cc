// The Global Object: https://tc39.es/ecma262/#sec-global-object. parseFloat and parseInt are
// in builtins/numbers_and_dates/number.cc.
#include <cmath>
#include <limits>

#include "builtins/builtins.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// eval ( x )  https://tc39.es/ecma262/#sec-eval-x; what is called as a direct eval does not come here.
Completion<Value> Eval(Isolate& isolate, Arguments& args) {
  return PerformIndirectEval(isolate, args.realm(), args[0]);
}

// isFinite ( number )  https://tc39.es/ecma262/#sec-isfinite-number
Completion<Value> IsFinite(Isolate& isolate, Arguments& args) {
  return Value::Boolean(std::isfinite(TRY(ToNumber(isolate, args[0]))));
}

// isNaN ( number )  https://tc39.es/ecma262/#sec-isnan-number
Completion<Value> IsNaN(Isolate& isolate, Arguments& args) {
  return Value::Boolean(std::isnan(TRY(ToNumber(isolate, args[0]))));
}

// ---- URI handling: https://tc39.es/ecma262/#sec-uri-handling-functions ----

// A set of ASCII characters.
struct AsciiSet {
  uint64_t bits[2] = {0, 0};
  constexpr AsciiSet(const char* text, bool alphanumeric) {
    for (; *text; text++) Add(*text);
    if (alphanumeric) {
      for (char c = '0'; c <= '9'; c++) Add(c);
      for (char c = 'a'; c <= 'z'; c++) Add(c);
      for (char c = 'A'; c <= 'Z'; c++) Add(c);
    }
  }
  constexpr void Add(char c) { bits[c >> 6] |= uint64_t{1} << (c & 63); }
  constexpr bool Has(uint32_t c) const { return c < 128 && (bits[c >> 6] >> (c & 63) & 1); }
};

constexpr AsciiSet kEncodeUri(";/?:@&=+$,#-_.!~*'()", true), kEncodeUriComponent("-_.!~*'()", true);
constexpr AsciiSet kDecodeUriPreserved(";/?:@&=+$,#", false), kNothing("", false);
constexpr AsciiSet kEscape("@*_+-./", true);
constexpr char kHexDigits[] = "0123456789ABCDEF";

Throwing ThrowMalformed(Isolate& isolate) {
  return isolate.ThrowError(ErrorType::kURIError, "URI malformed");
}

// https://tc39.es/ecma262/#sec-encode
Completion<Value> Encode(Isolate& isolate, String* string, const AsciiSet& unescaped) {
  StringBuilder out(isolate);
  FlatChars chars = string->Flatten(isolate);
  LoopPoll poll(isolate);
  for (uint32_t k = 0; k < chars.length() && !out.failed(); k++) {
    TRY(poll.At(k));
    uint32_t c = chars[k];
    if (unescaped.Has(c)) {
      out.Append(static_cast<char16_t>(c));
      continue;
    }
    if ((c & 0xF800) == 0xD800) {
      if (c >= 0xDC00 || k + 1 >= chars.length()) return ThrowMalformed(isolate);
      uint32_t low = chars[++k];
      if ((low & 0xFC00) != 0xDC00) return ThrowMalformed(isolate);
      c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
    }
    uint8_t bytes[4];
    int count = 0;
    if (c < 0x80) {
      bytes[count++] = static_cast<uint8_t>(c);
    } else if (c < 0x800) {
      bytes[count++] = static_cast<uint8_t>(0xC0 | c >> 6);
      bytes[count++] = static_cast<uint8_t>(0x80 | (c & 63));
    } else if (c < 0x10000) {
      bytes[count++] = static_cast<uint8_t>(0xE0 | c >> 12);
      bytes[count++] = static_cast<uint8_t>(0x80 | (c >> 6 & 63));
      bytes[count++] = static_cast<uint8_t>(0x80 | (c & 63));
    } else {
      bytes[count++] = static_cast<uint8_t>(0xF0 | c >> 18);
      bytes[count++] = static_cast<uint8_t>(0x80 | (c >> 12 & 63));
      bytes[count++] = static_cast<uint8_t>(0x80 | (c >> 6 & 63));
      bytes[count++] = static_cast<uint8_t>(0x80 | (c & 63));
    }
    for (int i = 0; i < count; i++) {
      char escape[3] = {'%', kHexDigits[bytes[i] >> 4], kHexDigits[bytes[i] & 15]};
      out.AppendAscii({escape, 3});
    }
  }
  return out.Finish();
}

int HexValue(char16_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// `count` hexadecimal digits at `at`, or -1.
int32_t ParseHex(FlatChars chars, uint32_t at, uint32_t count) {
  if (chars.length() < count || at > chars.length() - count) return -1;
  int32_t value = 0;
  for (uint32_t i = 0; i < count; i++) {
    int digit = HexValue(chars[at + i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// https://tc39.es/ecma262/#sec-decode
Completion<Value> Decode(Isolate& isolate, String* string, const AsciiSet& preserved) {
  StringBuilder out(isolate);
  FlatChars chars = string->Flatten(isolate);
  LoopPoll poll(isolate);
  for (uint32_t k = 0; k < chars.length() && !out.failed(); k++) {
    TRY(poll.At(k));
    if (chars[k] != '%') {
      out.Append(chars[k]);
      continue;
    }
    uint32_t start = k;
    int32_t first = ParseHex(chars, k + 1, 2);
    if (first < 0) return ThrowMalformed(isolate);
    k += 2;
    if (first < 0x80) {
      if (preserved.Has(static_cast<uint32_t>(first))) {
        out.Append(chars.Slice(start, k + 1));
      } else {
        out.Append(static_cast<char16_t>(first));
      }
      continue;
    }
    int n = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4) return ThrowMalformed(isolate);
    uint32_t c = static_cast<uint32_t>(first) & (0xFFu >> (n + 1));
    for (int i = 1; i < n; i++) {
      k++;
      if (k >= chars.length() || chars[k] != '%') return ThrowMalformed(isolate);
      int32_t byte = ParseHex(chars, k + 1, 2);
      if (byte < 0 || (byte & 0xC0) != 0x80) return ThrowMalformed(isolate);
      k += 2;
      c = c << 6 | (static_cast<uint32_t>(byte) & 63);
    }
    constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    if (c < kLeast[n] || c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) return ThrowMalformed(isolate);
    out.AppendCodePoint(c);
  }
  return out.Finish();
}

// decodeURI ( encodedURI )  https://tc39.es/ecma262/#sec-decodeuri-encodeduri
Completion<Value> DecodeURI(Isolate& isolate, Arguments& args) {
  return Decode(isolate, TRY(ToString(isolate, args[0])), kDecodeUriPreserved);
}
// decodeURIComponent ( encodedURIComponent )
// https://tc39.es/ecma262/#sec-decodeuricomponent-encodeduricomponent
Completion<Value> DecodeURIComponent(Isolate& isolate, Arguments& args) {
  return Decode(isolate, TRY(ToString(isolate, args[0])), kNothing);
}
// encodeURI ( uri )  https://tc39.es/ecma262/#sec-encodeuri-uri
Completion<Value> EncodeURI(Isolate& isolate, Arguments& args) {
  return Encode(isolate, TRY(ToString(isolate, args[0])), kEncodeUri);
}
// encodeURIComponent ( uriComponent )  https://tc39.es/ecma262/#sec-encodeuricomponent-uricomponent
Completion<Value> EncodeURIComponent(Isolate& isolate, Arguments& args) {
  return Encode(isolate, TRY(ToString(isolate, args[0])), kEncodeUriComponent);
}

// escape ( string )  https://tc39.es/ecma262/#sec-escape-string
Completion<Value> Escape(Isolate& isolate, Arguments& args) {
  String* string = TRY(ToString(isolate, args[0]));
  StringBuilder out(isolate);
  FlatChars chars = string->Flatten(isolate);
  LoopPoll poll(isolate);
  for (uint32_t k = 0; k < chars.length() && !out.failed(); k++) {
    TRY(poll.At(k));
    uint32_t c = chars[k];
    if (kEscape.Has(c)) {
      out.Append(static_cast<char16_t>(c));
    } else if (c < 256) {
      char escape[3] = {'%', kHexDigits[c >> 4], kHexDigits[c & 15]};
      out.AppendAscii({escape, 3});
    } else {
      char escape[6] = {'%',
                        'u',
                        kHexDigits[c >> 12],
                        kHexDigits[c >> 8 & 15],
                        kHexDigits[c >> 4 & 15],
                        kHexDigits[c & 15]};
      out.AppendAscii({escape, 6});
    }
  }
  return out.Finish();
}

// unescape ( string )  https://tc39.es/ecma262/#sec-unescape-string
Completion<Value> Unescape(Isolate& isolate, Arguments& args) {
  String* string = TRY(ToString(isolate, args[0]));
  StringBuilder out(isolate);
  FlatChars chars = string->Flatten(isolate);
  LoopPoll poll(isolate);
  for (uint32_t k = 0; k < chars.length() && !out.failed(); k++) {
    TRY(poll.At(k));
    if (chars[k] == '%') {
      if (k + 1 < chars.length() && chars[k + 1] == 'u') {
        int32_t unit = ParseHex(chars, k + 2, 4);
        if (unit >= 0) {
          out.Append(static_cast<char16_t>(unit));
          k += 5;
          continue;
        }
      } else {
        int32_t unit = ParseHex(chars, k + 1, 2);
        if (unit >= 0) {
          out.Append(static_cast<char16_t>(unit));
          k += 2;
          continue;
        }
      }
    }
    out.Append(chars[k]);
  }
  return out.Finish();
}

constexpr NativeRow kRowsSource[] = {
    {"eval", Eval, 1},
    {"isFinite", IsFinite, 1},
    {"isNaN", IsNaN, 1},
    {"decodeURI", DecodeURI, 1},
    {"decodeURIComponent", DecodeURIComponent, 1},
    {"encodeURI", EncodeURI, 1},
    {"encodeURIComponent", EncodeURIComponent, 1},
    {"escape", Escape, 1},
    {"unescape", Unescape, 1},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

const std::span<const NativeTable> kGlobalTables = kTables;

void InstallGlobal(Isolate& isolate, Realm* realm) {
  JSObject* global = realm->global_object();
  InstallValue(isolate, global, "globalThis", realm->global_this_, kMethodDefault);
  InstallValue(isolate, global, "Infinity", NumberValue(isolate, HUGE_VAL), kNone);
  InstallValue(isolate, global, "NaN", NumberValue(isolate, std::numeric_limits<double>::quiet_NaN()), kNone);
  InstallValue(isolate, global, "undefined", Value::Undefined(), kNone);
  InstallFunctions(isolate, realm, global, kRows);
  realm->set_intrinsic(Intrinsic::keval, global->GetOwn(isolate, isolate.key(Name::eval)).value.AsObject());
}

}  // namespace halfword
