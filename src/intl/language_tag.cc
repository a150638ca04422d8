#include "intl/language_tag.h"

#include <unicode/bytestream.h>
#include <unicode/locid.h>
#include <unicode/uloc.h>

#include <algorithm>
#include <string>

#include "intl/icu_text.h"
#include "intl/locales.h"

namespace halfword::intl {

bool IsAsciiAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }
bool IsAsciiAlphanumeric(char c) { return IsAsciiAlpha(c) || IsAsciiDigit(c); }

namespace {

bool AllOf(std::string_view s, bool (*f)(char)) { return std::all_of(s.begin(), s.end(), f); }
bool IsAlpha(std::string_view s, size_t least, size_t most) {
  return s.size() >= least && s.size() <= most && AllOf(s, IsAsciiAlpha);
}
bool IsAlphanumeric(std::string_view s, size_t least, size_t most) {
  return s.size() >= least && s.size() <= most && AllOf(s, IsAsciiAlphanumeric);
}
bool IsVariant(std::string_view s) {
  return IsAlphanumeric(s, 5, 8) || (s.size() == 4 && IsAsciiDigit(s[0]) && IsAlphanumeric(s, 4, 4));
}
bool IsKey(std::string_view s) { return s.size() == 2 && IsAsciiAlphanumeric(s[0]) && IsAsciiAlpha(s[1]); }
bool IsTransformKey(std::string_view s) { return s.size() == 2 && IsAsciiAlpha(s[0]) && IsAsciiDigit(s[1]); }

// The subtags one after the other.
class Subtags {
 public:
  explicit Subtags(std::string_view text) : rest_(text) { Next(); }
  bool at_end() const { return at_end_; }
  std::string_view current() const { return current_; }
  void Next() {
    if (done_) {
      at_end_ = true;
      current_ = {};
      return;
    }
    size_t dash = rest_.find('-');
    current_ = rest_.substr(0, dash);
    done_ = dash == std::string_view::npos;
    rest_ = done_ ? std::string_view() : rest_.substr(dash + 1);
  }

 private:
  std::string_view rest_, current_;
  bool done_ = false, at_end_ = false;
};

void AppendSubtag(std::string& out, std::string_view subtag) {
  if (!out.empty()) out += '-';
  out += subtag;
}

// language ["-" script] ["-" region] *("-" variant), for tags and the extension t.
bool ParseLanguageId(Subtags& in, LanguageTag& out) {
  if (in.at_end() || !IsLanguageSubtag(in.current())) return false;
  out.language = ToAsciiLower(in.current());
  in.Next();
  if (!in.at_end() && IsScriptSubtag(in.current())) {
    out.script = ToAsciiLower(in.current());
    out.script[0] = ToAsciiUpper(out.script.substr(0, 1))[0];
    in.Next();
  }
  if (!in.at_end() && IsRegionSubtag(in.current())) {
    out.region = ToAsciiUpper(in.current());
    in.Next();
  }
  while (!in.at_end() && IsVariant(in.current())) {
    std::string variant = ToAsciiLower(in.current());
    if (std::find(out.variants.begin(), out.variants.end(), variant) != out.variants.end()) return false;
    out.variants.push_back(std::move(variant));
    in.Next();
  }
  return true;
}

bool ParseUnicodeExtension(Subtags& in, LanguageTag& out) {
  bool any = false;
  for (; !in.at_end() && IsAlphanumeric(in.current(), 3, 8); in.Next(), any = true)
    out.attributes.push_back(ToAsciiLower(in.current()));
  while (!in.at_end() && IsKey(in.current())) {
    any = true;
    LanguageTag::Keyword keyword{ToAsciiLower(in.current()), ""};
    for (in.Next(); !in.at_end() && IsAlphanumeric(in.current(), 3, 8); in.Next())
      AppendSubtag(keyword.second, ToAsciiLower(in.current()));
    if (out.FindKeyword(keyword.first) == nullptr)
      out.keywords.push_back(std::move(keyword));  // the first counts
  }
  return any;
}

bool ParseTransformedExtension(Subtags& in, std::string& out) {
  bool any = false;
  if (!in.at_end() && IsLanguageSubtag(in.current())) {
    LanguageTag source;
    if (!ParseLanguageId(in, source)) return false;
    AppendSubtag(out, ToAsciiLower(source.BaseName()));
    any = true;
  }
  while (!in.at_end() && IsTransformKey(in.current())) {
    AppendSubtag(out, ToAsciiLower(in.current()));
    in.Next();
    if (in.at_end() || !IsAlphanumeric(in.current(), 3, 8)) return false;
    for (; !in.at_end() && IsAlphanumeric(in.current(), 3, 8); in.Next())
      AppendSubtag(out, ToAsciiLower(in.current()));
    any = true;
  }
  return any;
}

icu::Locale ToIcu(const std::string& tag) { return IcuLocale(tag); }

std::optional<std::string> FromIcu(const icu::Locale& locale) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out = locale.toLanguageTag<std::string>(status);
  if (U_FAILURE(status) || out.empty()) return std::nullopt;
  return out;
}

}  // namespace

std::string ToAsciiLower(std::string_view s) {
  std::string out(s);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return out;
}
std::string ToAsciiUpper(std::string_view s) {
  std::string out(s);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c & ~0x20);
  }
  return out;
}

bool IsLanguageSubtag(std::string_view s) { return IsAlpha(s, 2, 3) || IsAlpha(s, 5, 8); }
bool IsScriptSubtag(std::string_view s) { return IsAlpha(s, 4, 4); }
bool IsRegionSubtag(std::string_view s) {
  return IsAlpha(s, 2, 2) || (s.size() == 3 && AllOf(s, IsAsciiDigit));
}
bool IsVariants(std::string_view s) {
  std::vector<std::string> seen;
  for (Subtags in(s); !in.at_end(); in.Next()) {
    if (!IsVariant(in.current())) return false;
    std::string variant = ToAsciiLower(in.current());
    if (std::find(seen.begin(), seen.end(), variant) != seen.end()) return false;
    seen.push_back(std::move(variant));
  }
  return true;
}
bool IsUnicodeType(std::string_view s) {
  for (Subtags in(s); !in.at_end(); in.Next()) {
    if (!IsAlphanumeric(in.current(), 3, 8)) return false;
  }
  return true;
}

std::optional<LanguageTag> LanguageTag::Parse(std::string_view text) {
  if (text.size() > kMaxTagLength) return std::nullopt;
  LanguageTag out;
  Subtags in(text);
  if (!ParseLanguageId(in, out)) return std::nullopt;
  std::string seen;
  while (!in.at_end()) {
    if (in.current().size() != 1 || !IsAsciiAlphanumeric(in.current()[0])) return std::nullopt;
    std::string singleton = ToAsciiLower(in.current());
    in.Next();
    if (singleton == "x") {
      out.private_use = singleton;
      if (in.at_end()) return std::nullopt;
      for (; !in.at_end(); in.Next()) {
        if (!IsAlphanumeric(in.current(), 1, 8)) return std::nullopt;
        AppendSubtag(out.private_use, ToAsciiLower(in.current()));
      }
      break;
    }
    if (seen.find(singleton) != std::string::npos) return std::nullopt;
    seen += singleton;
    if (singleton == "u") {
      if (!ParseUnicodeExtension(in, out)) return std::nullopt;
      continue;
    }
    std::string extension = singleton;
    if (singleton == "t") {
      if (!ParseTransformedExtension(in, extension)) return std::nullopt;
    } else {
      if (in.at_end() || !IsAlphanumeric(in.current(), 2, 8)) return std::nullopt;
      for (; !in.at_end() && IsAlphanumeric(in.current(), 2, 8); in.Next())
        AppendSubtag(extension, ToAsciiLower(in.current()));
    }
    out.extensions.push_back(std::move(extension));
  }
  return out;
}

std::string LanguageTag::BaseName() const {
  std::string out = language;
  if (!script.empty()) AppendSubtag(out, script);
  if (!region.empty()) AppendSubtag(out, region);
  for (const std::string& variant : variants) AppendSubtag(out, variant);
  return out;
}

std::string LanguageTag::ToString() const {
  std::vector<std::string> all = extensions;
  if (!attributes.empty() || !keywords.empty()) {
    std::string unicode = "u";
    for (const std::string& attribute : attributes) AppendSubtag(unicode, attribute);
    for (const Keyword& keyword : keywords) {
      AppendSubtag(unicode, keyword.first);
      if (!keyword.second.empty()) AppendSubtag(unicode, keyword.second);
    }
    all.push_back(std::move(unicode));
  }
  std::sort(all.begin(), all.end());
  std::string out = BaseName();
  for (const std::string& extension : all) AppendSubtag(out, extension);
  if (!private_use.empty()) AppendSubtag(out, private_use);
  return out;
}

const std::string* LanguageTag::FindKeyword(std::string_view key) const {
  for (const Keyword& keyword : keywords) {
    if (keyword.first == key) return &keyword.second;
  }
  return nullptr;
}

void LanguageTag::SetKeyword(std::string_view key, std::string_view value) {
  auto at = std::find_if(keywords.begin(), keywords.end(), [&](const Keyword& k) { return k.first >= key; });
  if (at != keywords.end() && at->first == key) {
    at->second = value;
  } else {
    keywords.insert(at, {std::string(key), std::string(value)});
  }
}

std::optional<std::string> CanonicalizeLanguageTag(std::string_view text) {
  std::optional<LanguageTag> parsed = LanguageTag::Parse(text);
  if (!parsed) return std::nullopt;
  // FAST: names of locales that there are have no aliases.
  if (BestAvailableLocale(LocaleSet::kGeneral, text) == text) return std::string(text);
  std::sort(parsed->variants.begin(), parsed->variants.end());
  std::sort(parsed->attributes.begin(), parsed->attributes.end());
  parsed->attributes.erase(std::unique(parsed->attributes.begin(), parsed->attributes.end()),
                           parsed->attributes.end());
  // ICU has room for names that mean something. Others have no aliases.
  constexpr size_t kIcuCapacity = ULOC_FULLNAME_CAPACITY - 40;
  if (parsed->BaseName().size() > kIcuCapacity) return parsed->ToString();
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = icu::Locale::forLanguageTag(parsed->ToString(), status);
  locale.canonicalize(status);
  if (U_FAILURE(status) || locale.isBogus()) return parsed->ToString();
  std::optional<std::string> canonical = FromIcu(locale);
  // ICU takes "yes" for "true" everywhere; only these keys have it as an alias.
  for (const LanguageTag::Keyword& keyword : parsed->keywords) {
    constexpr std::string_view kAliased[] = {"kb", "kc", "kh", "kk", "kn"};
    if (!canonical || keyword.second != "yes") continue;
    if (std::find(std::begin(kAliased), std::end(kAliased), keyword.first) != std::end(kAliased)) continue;
    std::optional<LanguageTag> result = LanguageTag::Parse(*canonical);
    result->SetKeyword(keyword.first, keyword.second);
    canonical = result->ToString();
  }
  return canonical;
}

std::string CanonicalizeKeywordValue(std::string_view key, std::string_view value) {
  std::string lower = ToAsciiLower(value);
  std::optional<std::string> tag = CanonicalizeLanguageTag("und-u-" + std::string(key) + "-" + lower);
  std::optional<LanguageTag> parsed = tag ? LanguageTag::Parse(*tag) : std::nullopt;
  const std::string* found = parsed ? parsed->FindKeyword(key) : nullptr;
  return found != nullptr && !found->empty() ? *found : lower;
}

std::string Maximize(const std::string& tag) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = ToIcu(tag);
  locale.addLikelySubtags(status);
  return U_FAILURE(status) ? tag : FromIcu(locale).value_or(tag);
}
std::string Minimize(const std::string& tag) {
  UErrorCode status = U_ZERO_ERROR;
  icu::Locale locale = ToIcu(tag);
  locale.minimizeSubtags(status);
  return U_FAILURE(status) ? tag : FromIcu(locale).value_or(tag);
}

}  // namespace halfword::intl
