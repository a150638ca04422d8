#include "data_url.h"

#include <algorithm>
#include <cctype>

#include "locations.h"

namespace halfword::packages {

namespace {

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Both alphabets; what is in neither is skipped, and the first '=' ends the text.
std::string FromBase64(std::string_view text) {
  std::string out;
  uint32_t bits = 0;
  int count = 0;
  for (char c : text) {
    int digit = c >= 'A' && c <= 'Z'   ? c - 'A'
                : c >= 'a' && c <= 'z' ? c - 'a' + 26
                : c >= '0' && c <= '9' ? c - '0' + 52
                : c == '+' || c == '-' ? 62
                : c == '/' || c == '_' ? 63
                                       : -1;
    if (c == '=') break;
    if (digit < 0) continue;
    bits = bits << 6 | static_cast<uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out += static_cast<char>(bits >> count & 0xFF);
  }
  return out;
}

}  // namespace

std::optional<DataUrl> ReadDataUrl(std::string_view url) {
  std::string path(url.substr(std::string_view("data:").size()));
  // URLs are read without these.
  std::erase_if(path, [](char c) { return c == '\n' || c == '\r' || c == '\t'; });
  path.resize(std::min(path.size(), path.find_first_of("?#")));
  size_t comma = path.find(',');
  if (comma == path.npos) return std::nullopt;
  std::string head = Lower(std::string_view(path).substr(0, comma));
  std::string_view type = Trimmed(std::string_view(head).substr(0, head.find(';')));
  if (type.find('/') == type.npos) return std::nullopt;
  DataUrl result;
  if (type == "text/javascript" || type == "application/javascript") result.format = Format::kModule;
  if (type == "application/json") result.format = Format::kJson;
  result.text = DecodedText(std::string_view(path).substr(comma + 1));
  if (head.ends_with(";base64")) result.text = FromBase64(result.text);
  return result;
}

}  // namespace halfword::packages
