#include "console/quote.h"

#include <cstdio>

#include "unicode/utf8.h"

namespace halfword::console {

std::string Escape(FlatChars text, char quote) {
  std::string out;
  if (quote) out += quote;
  char buffer[8];
  for (uint32_t i = 0; i < text.length(); i++) {
    uint32_t c = text[i];
    if (c == '\\' || (quote && c == static_cast<uint32_t>(quote))) {
      out += '\\';
      out += static_cast<char>(c);
    } else if (c >= 8 && c <= 13 && c != 11) {
      out += '\\';
      out += "btn?fr"[c - 8];
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      std::snprintf(buffer, sizeof buffer, "\\x%02X", c);
      out += buffer;
    } else if (c >= 0xD800 && c < 0xE000) {
      uint32_t low = c < 0xDC00 && i + 1 < text.length() ? text[i + 1] : 0;
      if (low >= 0xDC00 && low < 0xE000) {
        unicode::AppendUtf8(out, 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00));
        i++;
      } else {
        std::snprintf(buffer, sizeof buffer, "\\u%04x", c);
        out += buffer;
      }
    } else {
      unicode::AppendUtf8(out, c);
    }
  }
  if (quote) out += quote;
  return out;
}

std::string Quote(FlatChars text) {
  bool single = false, twofold = false, back = false;
  for (uint32_t i = 0; i < text.length(); i++) {
    char16_t c = text[i];
    single |= c == '\'';
    twofold |= c == '"';
    back |= c == '`' || (c == '$' && i + 1 < text.length() && text[i + 1] == '{');
  }
  return Escape(text, !single ? '\'' : !twofold ? '"' : !back ? '`' : '\'');
}

bool IsIdentifier(FlatChars text) {
  if (text.length() == 0) return false;
  for (uint32_t i = 0; i < text.length(); i++) {
    char16_t c = text[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return true;
}

}  // namespace halfword::console
