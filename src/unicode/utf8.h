// UTF-8 to and from the engine's two widths. Lossy conversions never fail: ill-formed input becomes U+FFFD,
// one for each maximal subpart (as the WHATWG decoder does), a lone surrogate becomes U+FFFD. Strict ones
// report the first bad offset.
//
// To decode: scan with AnalyzeUtf8, allocate what it says, then call the matching decoder.
#ifndef HALFWORD_UNICODE_UTF8_H_
#define HALFWORD_UNICODE_UTF8_H_

#include <optional>

#include "unicode/text.h"

namespace halfword::unicode {

struct Utf8Analysis {
  size_t utf16_length = 0;  // code units of the lossy decoding
  bool is_ascii = true;
  bool is_latin1 = true;  // every code point is below 256 (so the text is well-formed)
  bool is_valid = true;
  size_t error_offset = 0;  // of the first ill-formed byte, if not is_valid
};
Utf8Analysis AnalyzeUtf8(std::string_view utf8);

// REQUIRES: AnalyzeUtf8 said is_latin1; out has utf16_length bytes.
void DecodeUtf8ToLatin1(std::string_view utf8, uint8_t* out);
// Lossy. REQUIRES: out has utf16_length units.
void DecodeUtf8ToUtf16(std::string_view utf8, char16_t* out);

// Bytes of the lossy encoding.
size_t Utf8Length(Text src);
// Writes Utf8Length(src) bytes.
void EncodeUtf8(Text src, char* out);
std::string ToUtf8(Text src);                       // lossy
std::optional<std::string> ToUtf8Strict(Text src);  // nullopt if there is a lone surrogate
void AppendUtf8(std::string& out, CodePoint c);     // a surrogate is written as U+FFFD

// TextEncoder.prototype.encodeInto: as many whole code points as fit in `capacity` bytes.
struct EncodeIntoResult {
  size_t read;     // code units consumed
  size_t written;  // bytes
};
EncodeIntoResult EncodeUtf8Into(Text src, char* out, size_t capacity);

// Calls f(std::string_view) → bool for all of the text, in pieces of whole characters and at most kUtf8Piece
// bytes, until it returns false.
inline constexpr size_t kUtf8Piece = 16 << 10;
template <class F>
void ForEachUtf8Piece(Text src, F&& f) {
  char piece[kUtf8Piece];
  for (size_t done = 0; done < src.size();) {
    EncodeIntoResult step = EncodeUtf8Into(src.substr(done, src.size() - done), piece, sizeof piece);
    done += step.read;
    if (!f(std::string_view(piece, step.written))) return;
  }
}

// Whether all units are below 128, below 256.
bool IsAscii(std::span<const uint8_t> s);
bool IsLatin1(Utf16Span s);
// REQUIRES: IsLatin1(src).
void NarrowToLatin1(Utf16Span src, uint8_t* out);

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_UTF8_H_
