// Text as the engine stores it: a run of Latin-1 bytes or of UTF-16 code units, borrowed, immutable, never
// validated (lone surrogates are legal). Code points, surrogate arithmetic and iteration over both. All pure
// and header-only.
#ifndef HALFWORD_UNICODE_TEXT_H_
#define HALFWORD_UNICODE_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/macros.h"

namespace halfword::unicode {

using Latin1Span = std::span<const uint8_t>;
using Utf16Span = std::span<const char16_t>;
using CodePoint = char32_t;

inline constexpr CodePoint kMaxCodePoint = 0x10FFFF;
inline constexpr CodePoint kReplacementCharacter = 0xFFFD;

constexpr bool IsLeadSurrogate(CodePoint c) { return (c & 0xFFFFFC00u) == 0xD800; }
constexpr bool IsTrailSurrogate(CodePoint c) { return (c & 0xFFFFFC00u) == 0xDC00; }
constexpr bool IsSurrogate(CodePoint c) { return (c & 0xFFFFF800u) == 0xD800; }
constexpr CodePoint CombineSurrogates(char16_t lead, char16_t trail) {
  return 0x10000 + ((CodePoint{lead} - 0xD800) << 10) + (CodePoint{trail} - 0xDC00);
}
constexpr char16_t LeadSurrogate(CodePoint c) { return static_cast<char16_t>(0xD7C0 + (c >> 10)); }
constexpr char16_t TrailSurrogate(CodePoint c) { return static_cast<char16_t>(0xDC00 + (c & 0x3FF)); }
constexpr int Utf16Length(CodePoint c) { return c > 0xFFFF ? 2 : 1; }

inline void AppendUtf16(std::u16string& out, CodePoint c) {
  if (c > 0xFFFF) {
    out.push_back(LeadSurrogate(c));
    out.push_back(TrailSurrogate(c));
  } else {
    out.push_back(static_cast<char16_t>(c));
  }
}

// The code point at `index` (lone surrogates stand for themselves). REQUIRES: index < size.
inline CodePoint CodePointAt(Latin1Span s, size_t index) { return s[index]; }
inline CodePoint CodePointAt(Utf16Span s, size_t index) {
  char16_t c = s[index];
  if (IsLeadSurrogate(c) && index + 1 < s.size() && IsTrailSurrogate(s[index + 1])) {
    return CombineSurrogates(c, s[index + 1]);
  }
  return c;
}

// The code point that ends just before `index`. REQUIRES: 0 < index <= size.
inline CodePoint CodePointBefore(Latin1Span s, size_t index) { return s[index - 1]; }
inline CodePoint CodePointBefore(Utf16Span s, size_t index) {
  char16_t c = s[index - 1];
  if (IsTrailSurrogate(c) && index >= 2 && IsLeadSurrogate(s[index - 2]))
    return CombineSurrogates(s[index - 2], c);
  return c;
}

// Either width, for interfaces that are not on a hot path: test the width once, then use the span.
class Text {
 public:
  constexpr Text() = default;
  constexpr Text(Latin1Span s) : data_(s.data()), size_(s.size()) {}  // NOLINT: implicit by design
  constexpr Text(Utf16Span s) : data_(s.data()), size_(s.size()), is_two_byte_(true) {}  // NOLINT
  constexpr Text(std::u16string_view s) : Text(Utf16Span(s.data(), s.size())) {}         // NOLINT
  Text(const std::u16string& s) : Text(std::u16string_view(s)) {}                        // NOLINT
  // The bytes of `s` are taken as Latin-1: meant for ASCII literals.
  static Text FromAscii(std::string_view s) {
    return Text(Latin1Span(reinterpret_cast<const uint8_t*>(s.data()), s.size()));
  }

  constexpr bool is_two_byte() const { return is_two_byte_; }
  constexpr size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  Latin1Span latin1() const { return {static_cast<const uint8_t*>(data_), size_}; }
  Utf16Span utf16() const { return {static_cast<const char16_t*>(data_), size_}; }

  char16_t operator[](size_t index) const {
    DCHECK(index < size_);
    return is_two_byte_ ? static_cast<const char16_t*>(data_)[index]
                        : static_cast<const uint8_t*>(data_)[index];
  }
  CodePoint code_point_at(size_t index) const {
    return is_two_byte_ ? CodePointAt(utf16(), index) : CodePointAt(latin1(), index);
  }
  // Of the code point that ends at `index`. REQUIRES: index > 0.
  CodePoint code_point_before(size_t index) const {
    return is_two_byte_ ? CodePointBefore(utf16(), index) : CodePointBefore(latin1(), index);
  }
  Text substr(size_t from, size_t count) const {
    return is_two_byte_ ? Text(utf16().subspan(from, count)) : Text(latin1().subspan(from, count));
  }
  std::u16string ToUtf16() const {
    if (is_two_byte_) return std::u16string(utf16().begin(), utf16().end());
    return std::u16string(latin1().begin(), latin1().end());
  }

 private:
  const void* data_ = nullptr;
  size_t size_ = 0;
  bool is_two_byte_ = false;
};

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_TEXT_H_
