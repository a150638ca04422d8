#include "unicode/properties.h"

#include "unicode/tables.h"

namespace halfword::unicode {

namespace {

// The value of a name; nullopt: there is none such. `starts` begins with the number of names (tables.h).
std::optional<uint16_t> FindName(const uint8_t* texts, const uint16_t* starts, const uint16_t* values,
                                 std::string_view name) {
  size_t low = 0, high = *starts++;
  while (low < high) {
    size_t middle = (low + high) / 2;
    std::string_view text(reinterpret_cast<const char*>(texts) + starts[middle],
                          size_t{starts[middle + 1]} - starts[middle]);
    int order = name.compare(text);
    if (order == 0) return values[middle];
    (order < 0 ? high : low) = order < 0 ? middle : middle + 1;
  }
  return std::nullopt;
}

// The number of a set.
std::optional<uint16_t> Resolve(std::string_view name, std::string_view value) {
  using namespace tables;
  if (name == "General_Category" || name == "gc")
    return FindName(kCategoryNameTexts, kCategoryNameStarts, kCategoryNameValues, value);
  bool extended = name == "Script_Extensions" || name == "scx";
  if (!extended && name != "Script" && name != "sc") return std::nullopt;
  std::optional<uint16_t> script = FindName(kScriptNameTexts, kScriptNameStarts, kScriptNameValues, value);
  if (!script) return std::nullopt;
  return kScriptSets[size_t{*script} * 2 + extended];
}

std::optional<uint16_t> Resolve(std::string_view name) {
  using namespace tables;
  if (auto set = FindName(kBinaryNameTexts, kBinaryNameStarts, kBinaryNameValues, name)) return set;
  return Resolve("gc", name);
}

std::optional<uint16_t> ResolveStrings(std::string_view name) {
  using namespace tables;
  return FindName(kStringPropertyNameTexts, kStringPropertyNameStarts, kStringPropertyNameValues, name);
}

// A number with seven bits a byte.
uint32_t ReadNumber(const uint8_t*& at) {
  uint32_t number = 0;
  for (int shift = 0;; shift += 7) {
    number |= uint32_t{*at & 0x7Fu} << shift;
    if (!(*at++ & 0x80)) return number;
  }
}

CodePointSet SetOf(uint16_t number) {
  CodePointSet result;
  const uint8_t* end = tables::kSets + tables::kSetStarts[number + 1];
  CodePoint next = 0;
  for (const uint8_t* at = tables::kSets + tables::kSetStarts[number]; at < end;) {
    CodePoint first = next + ReadNumber(at);
    next = first + ReadNumber(at);
    result.Add(first, next - 1);
  }
  return result;
}

std::optional<CodePointSet> SetOf(std::optional<uint16_t> number) {
  if (!number) return std::nullopt;
  return SetOf(*number);
}

void AddStrings(uint16_t property, StringSet& result) {
  result.single.AddAll(SetOf(tables::kStringPropertySingles[property]));
  std::u32string s;
  const uint8_t* end = tables::kStrings + tables::kStringPropertyStarts[property + 1];
  for (const uint8_t* at = tables::kStrings + tables::kStringPropertyStarts[property]; at < end;) {
    uint8_t lengths = *at++;
    s.resize(lengths >> 4);
    for (int left = lengths & 15; left > 0; left--) s.push_back(tables::kStringLetters[ReadNumber(at)]);
    result.strings.push_back(s);
  }
}

}  // namespace

bool IsProperty(std::string_view name, std::string_view value) { return Resolve(name, value).has_value(); }
bool IsProperty(std::string_view name) { return Resolve(name).has_value(); }
std::optional<CodePointSet> LookupProperty(std::string_view name, std::string_view value) {
  return SetOf(Resolve(name, value));
}
std::optional<CodePointSet> LookupProperty(std::string_view name) { return SetOf(Resolve(name)); }

bool IsStringProperty(std::string_view name) { return ResolveStrings(name).has_value(); }

std::optional<StringSet> LookupStringProperty(std::string_view name) {
  std::optional<uint16_t> number = ResolveStrings(name);
  if (!number) return std::nullopt;
  StringSet result;
  if (*number != *ResolveStrings("RGI_Emoji")) {
    AddStrings(*number, result);
  } else {
    for (uint16_t part = 0; part < *number; part++) AddStrings(part, result);
  }
  return result;
}

}  // namespace halfword::unicode
