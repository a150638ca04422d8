#include "locations.h"

#include <algorithm>

namespace halfword::packages {

namespace {

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Returns the byte that a '%' at `i` encodes, or -1.
int EncodedByte(std::string_view text, size_t i) {
  if (text[i] != '%' || i + 2 >= text.size()) return -1;
  int high = HexValue(text[i + 1]), low = HexValue(text[i + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    auto c = static_cast<unsigned char>(text[i]);
    size_t length = c < 0x80 ? 1 : c >= 0xC2 && c < 0xE0 ? 2 : c >= 0xE0 && c < 0xF0 ? 3 : 4;
    if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || i + length > text.size()) return false;
    uint32_t point = length == 1 ? c : c & (0x7Fu >> length);
    for (size_t k = 1; k < length; k++) {
      auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xC0) != 0x80) return false;
      point = point << 6 | (next & 0x3F);
    }
    constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    if (point < kLeast[length] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
    i += length;
  }
  return true;
}

// Appends the names of `path` to the normal path `*out`. A name is compared with "." and ".." as it reads
// when it is decoded.
void AppendNames(std::string_view path, bool decode, std::string* out) {
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find('/', begin), path.size());
    std::string name(path.substr(begin, end - begin));
    if (decode) name = DecodedText(name);
    begin = end + 1;
    if (name.empty() || name == ".") continue;
    if (name == "..") {
      out->resize(FolderOf(*out).size());
      continue;
    }
    if (*out != "/") *out += '/';
    *out += name;
  }
}

bool EndsInFolder(std::string_view path) {
  size_t slash = path.rfind('/');
  std::string last = DecodedText(slash == path.npos ? path : path.substr(slash + 1));
  return last.empty() || last == "." || last == "..";
}

}  // namespace

std::string DecodedText(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size(); i++) {
    int byte = EncodedByte(text, i);
    out += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

std::string NormalPath(std::string_view folder, std::string_view path) {
  std::string out = "/";
  if (!path.starts_with('/')) AppendNames(folder, false, &out);
  AppendNames(path, false, &out);
  return out;
}

std::string_view FolderOf(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == path.npos || slash == 0 ? std::string_view("/") : path.substr(0, slash);
}

std::string_view NameOf(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::string FileUrlOf(std::string_view path) {
  constexpr std::string_view kEncoded = " \"#%<>?[\\]^`{|}~";
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out = "file://";
  for (char c : path) {
    auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x1F || byte >= 0x7F || kEncoded.find(c) != kEncoded.npos) {
      out += '%';
      out += kDigits[byte >> 4];
      out += kDigits[byte & 15];
    } else {
      out += c;
    }
  }
  return out;
}

std::string SchemeOf(std::string_view text) {
  std::string scheme;
  for (char c : text) {
    bool is_letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    bool is_later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
    if (c == ':' && !scheme.empty()) return scheme;
    if (!is_letter && (scheme.empty() || !is_later)) return "";
    scheme += static_cast<char>(is_letter ? c | 0x20 : c);
  }
  return "";
}

Location Locate(std::string_view reference, std::string_view base) {
  Location location;
  // https://url.spec.whatwg.org/#concept-basic-url-parser: white space around it, and line ends in it, are
  // not part of it.
  while (!reference.empty() && static_cast<unsigned char>(reference.front()) <= 0x20)
    reference.remove_prefix(1);
  while (!reference.empty() && static_cast<unsigned char>(reference.back()) <= 0x20)
    reference.remove_suffix(1);
  std::string text;
  for (char c : reference) {
    if (c != '\t' && c != '\n' && c != '\r') text += c;
  }
  if (SchemeOf(text) == "file") text.erase(0, 5);
  size_t end = std::min(text.find_first_of("?#"), text.size());
  location.suffix = text.substr(end);
  // An empty query or fragment makes no difference to what a module is.
  if (location.suffix == "?" || location.suffix == "#") location.suffix.clear();
  text.resize(end);
  std::replace(text.begin(), text.end(), '\\', '/');
  if (text.starts_with("//")) {
    size_t path = std::min(text.find('/', 2), text.size());
    std::string_view host = std::string_view(text).substr(2, path - 2);
    if (!host.empty() && host != "localhost") location.error = Location::kHost;
    text.erase(0, path);
    if (text.empty()) text = "/";
  }
  for (size_t i = 0; i < text.size(); i++) {
    int byte = EncodedByte(text, i);
    if (byte == '/' || byte == '\\') location.error = Location::kSeparator;
  }
  std::string out = "/";
  if (!text.starts_with('/')) AppendNames(FolderOf(base), false, &out);
  AppendNames(text, true, &out);
  if (out != "/" && EndsInFolder(text)) out += '/';
  location.path = out;
  if (location.error == Location::kNone && !IsUtf8(DecodedText(text))) location.error = Location::kEncoding;
  return location;
}

}  // namespace halfword::packages
