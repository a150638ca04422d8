#include "unicode/utf8.h"

#include <cstring>

namespace halfword::unicode {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080u;

inline uint64_t Load64(const void* p) {
  uint64_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

// Reads one code point at `i` (not ASCII) and moves past it, or past the maximal subpart of an ill-formed
// sequence, which yields kIllFormed. https://encoding.spec.whatwg.org/#utf-8-decoder
constexpr CodePoint kIllFormed = ~CodePoint{0};

CodePoint DecodeMultibyte(const uint8_t* s, size_t size, size_t& i) {
  uint8_t lead = s[i++];
  unsigned needed;
  CodePoint c;
  uint8_t low = 0x80, high = 0xBF;
  if (lead >= 0xC2 && lead <= 0xDF) {
    needed = 1;
    c = lead & 0x1F;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    if (lead == 0xE0) low = 0xA0;
    if (lead == 0xED) high = 0x9F;
    needed = 2;
    c = lead & 0xF;
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    if (lead == 0xF0) low = 0x90;
    if (lead == 0xF4) high = 0x8F;
    needed = 3;
    c = lead & 7;
  } else {
    return kIllFormed;
  }
  while (needed > 0) {
    if (i >= size || s[i] < low || s[i] > high) return kIllFormed;
    c = (c << 6) | (s[i++] & 0x3F);
    low = 0x80;
    high = 0xBF;
    needed--;
  }
  return c;
}

inline char* Encode(CodePoint c, char* out) {
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xC0 | (c >> 6));
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    if (IsSurrogate(c)) c = kReplacementCharacter;
    *out++ = static_cast<char>(0xE0 | (c >> 12));
    *out++ = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  } else {
    *out++ = static_cast<char>(0xF0 | (c >> 18));
    *out++ = static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    *out++ = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    *out++ = static_cast<char>(0x80 | (c & 0x3F));
  }
  return out;
}

constexpr size_t EncodedLength(CodePoint c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

}  // namespace

Utf8Analysis AnalyzeUtf8(std::string_view utf8) {
  Utf8Analysis result;
  const uint8_t* s = reinterpret_cast<const uint8_t*>(utf8.data());
  size_t size = utf8.size();
  for (size_t i = 0; i < size;) {
    if (s[i] < 0x80) {
      size_t from = i;
      while (i + 8 <= size && (Load64(s + i) & kHighBits) == 0) i += 8;
      while (i < size && s[i] < 0x80) i++;
      result.utf16_length += i - from;
      continue;
    }
    size_t at = i;
    CodePoint c = DecodeMultibyte(s, size, i);
    result.is_ascii = false;
    if (c == kIllFormed) {
      if (result.is_valid) result.error_offset = at;
      result.is_valid = false;
    }
    if (c > 0xFF) result.is_latin1 = false;
    result.utf16_length += c != kIllFormed && c > 0xFFFF ? 2 : 1;
  }
  return result;
}

void DecodeUtf8ToLatin1(std::string_view utf8, uint8_t* out) {
  const uint8_t* s = reinterpret_cast<const uint8_t*>(utf8.data());
  size_t size = utf8.size();
  for (size_t i = 0; i < size;) {
    if (i + 8 <= size && (Load64(s + i) & kHighBits) == 0) {
      std::memcpy(out, s + i, 8);
      out += 8;
      i += 8;
    } else if (s[i] < 0x80) {
      *out++ = s[i++];
    } else {
      DCHECK(i + 1 < size && s[i] <= 0xC3);
      *out++ = static_cast<uint8_t>((s[i] << 6) | (s[i + 1] & 0x3F));
      i += 2;
    }
  }
}

void DecodeUtf8ToUtf16(std::string_view utf8, char16_t* out) {
  const uint8_t* s = reinterpret_cast<const uint8_t*>(utf8.data());
  size_t size = utf8.size();
  for (size_t i = 0; i < size;) {
    if (i + 8 <= size && (Load64(s + i) & kHighBits) == 0) {
      for (int k = 0; k < 8; k++) out[k] = s[i + k];
      out += 8;
      i += 8;
    } else if (s[i] < 0x80) {
      *out++ = s[i++];
    } else {
      CodePoint c = DecodeMultibyte(s, size, i);
      if (c == kIllFormed) c = kReplacementCharacter;
      if (c > 0xFFFF) {
        *out++ = LeadSurrogate(c);
        *out++ = TrailSurrogate(c);
      } else {
        *out++ = static_cast<char16_t>(c);
      }
    }
  }
}

size_t Utf8Length(Text src) {
  size_t length = src.size();
  if (!src.is_two_byte()) {
    for (uint8_t c : src.latin1()) length += c >> 7;
    return length;
  }
  Utf16Span s = src.utf16();
  for (size_t i = 0; i < s.size(); i++) {
    char16_t c = s[i];
    if (c < 0x80) continue;
    length += c < 0x800 ? 1 : 2;
    if (IsLeadSurrogate(c) && i + 1 < s.size() && IsTrailSurrogate(s[i + 1]))
      i++;  // 2 + 2 more = 4 for the pair
  }
  return length;
}

void EncodeUtf8(Text src, char* out) {
  if (!src.is_two_byte()) {
    Latin1Span s = src.latin1();
    for (size_t i = 0; i < s.size();) {
      if (i + 8 <= s.size() && (Load64(s.data() + i) & kHighBits) == 0) {
        std::memcpy(out, s.data() + i, 8);
        out += 8;
        i += 8;
      } else {
        out = Encode(s[i++], out);
      }
    }
    return;
  }
  Utf16Span s = src.utf16();
  for (size_t i = 0; i < s.size(); i++) {
    CodePoint c = CodePointAt(s, i);
    if (c > 0xFFFF) i++;
    out = Encode(c, out);
  }
}

std::string ToUtf8(Text src) {
  std::string out(Utf8Length(src), '\0');
  EncodeUtf8(src, out.data());
  return out;
}

std::optional<std::string> ToUtf8Strict(Text src) {
  if (src.is_two_byte()) {
    Utf16Span s = src.utf16();
    for (size_t i = 0; i < s.size(); i++) {
      CodePoint c = CodePointAt(s, i);
      if (IsSurrogate(c)) return std::nullopt;
      if (c > 0xFFFF) i++;
    }
  }
  return ToUtf8(src);
}

void AppendUtf8(std::string& out, CodePoint c) {
  char buffer[4];
  out.append(buffer, static_cast<size_t>(Encode(c, buffer) - buffer));
}

EncodeIntoResult EncodeUtf8Into(Text src, char* out, size_t capacity) {
  EncodeIntoResult result{0, 0};
  size_t size = src.size();
  while (result.read < size) {
    CodePoint c = src.code_point_at(result.read);
    size_t bytes = EncodedLength(c);
    if (result.written + bytes > capacity) break;
    Encode(c, out + result.written);
    result.written += bytes;
    result.read += c > 0xFFFF ? 2 : 1;
  }
  return result;
}

bool IsAscii(std::span<const uint8_t> s) {
  size_t i = 0;
  for (; i + 32 <= s.size(); i += 32) {
    const uint8_t* p = s.data() + i;
    if ((Load64(p) | Load64(p + 8) | Load64(p + 16) | Load64(p + 24)) & kHighBits) return false;
  }
  uint8_t any = 0;
  for (; i < s.size(); i++) any |= s[i];
  return any < 0x80;
}

bool IsLatin1(Utf16Span s) {
  constexpr size_t kChunk = 64;  // the inner loop has no exit, so it is vectorised
  size_t i = 0;
  for (; i + kChunk <= s.size(); i += kChunk) {
    char16_t any = 0;
    for (size_t k = 0; k < kChunk; k++) any |= s[i + k];
    if (any > 0xFF) return false;
  }
  char16_t any = 0;
  for (; i < s.size(); i++) any |= s[i];
  return any <= 0xFF;
}

void NarrowToLatin1(Utf16Span src, uint8_t* out) {
  for (size_t i = 0; i < src.size(); i++) out[i] = static_cast<uint8_t>(src[i]);
}

}  // namespace halfword::unicode
