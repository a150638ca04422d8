// Lengths of UTF-8 text as layout needs them.
#ifndef HALFWORD_CONSOLE_TEXT_WIDTH_H_
#define HALFWORD_CONSOLE_TEXT_WIDTH_H_

#include <cstdint>
#include <string_view>

namespace halfword::console {

// Calls f(code point) for each; lenient.
template <class F>
void ForEachCodePoint(std::string_view text, F&& f) {
  for (size_t i = 0; i < text.size();) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    int more = c < 0xC0 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
    uint32_t cp = more == 0 ? c : c & (0x3F >> more);
    for (i++; more > 0 && i < text.size(); more--, i++)
      cp = cp << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
    f(cp);
  }
}

// In UTF-16 code units.
inline size_t Utf16Length(std::string_view text) {
  size_t n = 0;
  for (char ch : text) {
    unsigned char c = static_cast<unsigned char>(ch);
    n += (c & 0xC0) != 0x80;
    n += c >= 0xF0;
  }
  return n;
}

// In columns of a terminal.
inline size_t DisplayWidth(std::string_view text) {
  size_t n = 0;
  ForEachCodePoint(text, [&](uint32_t c) {
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || (c >= 0x300 && c <= 0x36F) || (c >= 0x200B && c <= 0x200F) ||
        (c >= 0x20D0 && c <= 0x20FF) || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xFE20 && c <= 0xFE2F)) {
      return;
    }
    bool wide =
        c >= 0x1100 &&
        (c <= 0x115F || (c >= 0x2E80 && c <= 0x3247 && c != 0x303F) || (c >= 0x3250 && c <= 0x4DBF) ||
         (c >= 0x4E00 && c <= 0xA4C6) || (c >= 0xA960 && c <= 0xA97C) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6B) || (c >= 0xFF01 && c <= 0xFF60) ||
         (c >= 0xFFE0 && c <= 0xFFE6) || (c >= 0x1F300 && c <= 0x1F64F) || (c >= 0x1F900 && c <= 0x1F9FF) ||
         (c >= 0x20000 && c <= 0x3FFFD));
    n += wide ? 2 : 1;
  });
  return n;
}

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_TEXT_WIDTH_H_
