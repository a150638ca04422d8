#include "syntax/scanner/source_text.h"

#include <algorithm>

#include "unicode/characters.h"
#include "unicode/utf8.h"

namespace halfword::syntax {
namespace {

// Calls f(offset of the next line's first character) for every line end in [0, limit).
template <typename F>
void ForEachLineEnd(SourceText source, uint32_t limit, F f) {
  for (uint32_t i = 0; i < limit; ++i) {
    char16_t c = source[i];
    if (c > '\r' && c < 0x2028) continue;
    if (!unicode::IsLineTerminator(c)) continue;
    if (c == '\r' && i + 1 < source.length() && source[i + 1] == '\n') ++i;
    f(i + 1);
  }
}

}  // namespace

std::string SourceText::ToUtf8(uint32_t start, uint32_t end) const {
  std::string out;
  for (uint32_t i = start; i < end; ++i) {
    char32_t c = (*this)[i];
    if (unicode::IsLeadSurrogate(c) && i + 1 < end && unicode::IsTrailSurrogate((*this)[i + 1])) {
      c = unicode::CombineSurrogates(static_cast<char16_t>(c), (*this)[++i]);
    }
    unicode::AppendUtf8(out, c);
  }
  return out;
}

SourceBuffer SourceBuffer::FromUtf8(std::string_view utf8) {
  SourceBuffer buffer;
  unicode::Utf8Analysis analysis = unicode::AnalyzeUtf8(utf8);
  buffer.is_latin1_ = analysis.is_latin1;
  if (analysis.is_latin1) {
    buffer.latin1_.resize(analysis.utf16_length);
    unicode::DecodeUtf8ToLatin1(utf8, buffer.latin1_.data());
  } else {
    buffer.utf16_.resize(analysis.utf16_length);
    unicode::DecodeUtf8ToUtf16(utf8, buffer.utf16_.data());
  }
  return buffer;
}

SourceBuffer SourceBuffer::FromLatin1(std::vector<uint8_t> characters) {
  SourceBuffer buffer;
  buffer.latin1_ = std::move(characters);
  return buffer;
}

SourceBuffer SourceBuffer::FromUtf16(std::vector<char16_t> characters) {
  SourceBuffer buffer;
  if (unicode::IsLatin1(characters)) {
    buffer.latin1_.assign(characters.begin(), characters.end());
    return buffer;
  }
  buffer.is_latin1_ = false;
  buffer.utf16_ = std::move(characters);
  return buffer;
}

LineColumn LocateOnce(SourceText source, uint32_t offset) {
  uint32_t line = 1;
  uint32_t line_start = 0;
  ForEachLineEnd(source, std::min(offset, source.length()), [&](uint32_t start) {
    if (start > offset) return;
    ++line;
    line_start = start;
  });
  return {line, offset - line_start + 1};
}

}  // namespace halfword::syntax
