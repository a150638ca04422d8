// Source text as the parser sees it: a view of Latin-1 bytes or of UTF-16 code units, and offsets into it.
// Every position in the tree is an offset in code units; line and column are computed on demand.
#ifndef HALFWORD_SYNTAX_SCANNER_SOURCE_TEXT_H_
#define HALFWORD_SYNTAX_SCANNER_SOURCE_TEXT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/macros.h"

namespace halfword::syntax {

// A view; the characters belong to the caller and must outlive it.
class SourceText {
 public:
  SourceText() = default;
  explicit SourceText(std::span<const uint8_t> latin1)
      : data_(latin1.data()), length_(static_cast<uint32_t>(latin1.size())), is_latin1_(true) {}
  explicit SourceText(std::span<const char16_t> utf16)
      : data_(utf16.data()), length_(static_cast<uint32_t>(utf16.size())), is_latin1_(false) {}

  static constexpr uint32_t kMaxLength = 0x3FFFFFFF;  // longer sources are refused by the parser

  bool is_latin1() const { return is_latin1_; }
  uint32_t length() const { return length_; }
  const uint8_t* latin1() const { return static_cast<const uint8_t*>(data_); }
  const char16_t* utf16() const { return static_cast<const char16_t*>(data_); }
  char16_t operator[](uint32_t i) const {
    DCHECK(i < length_);
    return is_latin1_ ? latin1()[i] : utf16()[i];
  }
  // The part [start, end) as UTF-8; lone surrogates become U+FFFD.
  std::string ToUtf8(uint32_t start, uint32_t end) const;

 private:
  const void* data_ = nullptr;
  uint32_t length_ = 0;
  bool is_latin1_ = true;
};

// Owns characters, in the narrower of the two forms.
class SourceBuffer {
 public:
  SourceBuffer() = default;
  // Ill-formed UTF-8 becomes U+FFFD; a leading byte order mark stays (the scanner treats it as white space).
  static SourceBuffer FromUtf8(std::string_view utf8);
  static SourceBuffer FromLatin1(std::vector<uint8_t> characters);
  static SourceBuffer FromUtf16(std::vector<char16_t> characters);

  SourceText text() const {
    return is_latin1_ ? SourceText(std::span<const uint8_t>(latin1_))
                      : SourceText(std::span<const char16_t>(utf16_));
  }

 private:
  std::vector<uint8_t> latin1_;
  std::vector<char16_t> utf16_;
  bool is_latin1_ = true;
};

struct LineColumn {
  uint32_t line;    // from 1
  uint32_t column;  // from 1, in code units
};

// One position, by a walk over the text.
LineColumn LocateOnce(SourceText source, uint32_t offset);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_SCANNER_SOURCE_TEXT_H_
