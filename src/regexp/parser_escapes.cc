// Escapes: https://tc39.es/ecma262/#prod-AtomEscape and https://tc39.es/ecma262/#prod-ClassEscape.
#include "regexp/parser_impl.h"
#include "unicode/case_mapping.h"
#include "unicode/properties.h"

namespace halfword::regexp {

using unicode::IsDecimalDigit;
using unicode::IsHexDigit;
using unicode::IsLeadSurrogate;
using unicode::IsOctalDigit;
using unicode::IsTrailSurrogate;

namespace {

CodePointSet MakeSpaceSet() {
  CodePointSet s;
  for (CodePoint c = 0; c < 0x10000; c++) {
    if (unicode::IsWhiteSpaceOrLineTerminator(c)) s.Add(c);
    if (c == 0x3000) c = 0xFEFE;
  }
  return s;
}

}  // namespace

Node* Parser::ParseAtomEscape(bool& quantifiable) {
  if (pos_ >= size_) return Fail("\\ at end of pattern");
  CodePoint c = Peek();
  switch (c) {
    case 'b':
    case 'B':
      pos_++;
      quantifiable = false;
      return MakeAssertion(c == 'b' ? AssertionKind::kWordBoundary : AssertionKind::kNotWordBoundary);
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': {
      size_t at = pos_;
      uint32_t value = 0;
      while (IsDecimalDigit(Peek())) {
        value = std::min(value * 10 + (Peek() - '0'), 1000000u);
        pos_++;
      }
      ScanForGroups();
      if (value < total_captures_) {
        Node* n = tree_.New(NodeKind::kBackreference);
        n->groups = tree_.List(value);
        n->ignore_case = ignore_case();
        tree_.has_backreferences = true;
        return n;
      }
      pos_ = at;
      if (unicode_mode()) return Fail("Invalid escape");
      return MakeChar(ParseLegacyDecimalEscape());
    }
    case '0':
      if (unicode_mode()) {
        if (IsDecimalDigit(Peek(1))) return Fail("Invalid decimal escape");
        pos_++;
        return MakeChar(0);
      }
      return MakeChar(ParseLegacyDecimalEscape());
    case 'k': {
      if (!unicode_mode() && !HasNamedGroups()) break;
      pos_++;
      if (!Eat('<')) return Fail("Invalid named reference");
      std::u16string name;
      if (!ParseGroupName(name)) return nullptr;
      Node* n = tree_.New(NodeKind::kBackreference);
      n->ignore_case = ignore_case();
      tree_.has_backreferences = true;
      named_references_.emplace_back(n, std::move(name));
      return n;
    }
    default: break;
  }
  ClassSet set;
  if (TryParseClassEscape(set, "Invalid property name"))
    return failed() ? nullptr : MakeClassNode(std::move(set));
  std::optional<CodePoint> value = ParseCharacterEscape(false);
  if (!value) return nullptr;
  return MakeChar(*value);
}

CodePoint Parser::ParseLegacyDecimalEscape() {
  CodePoint c = text_[pos_++];
  if (c >= '8') return c;
  uint32_t value = c - '0';
  for (int i = 0; i < 2 && IsOctalDigit(Peek()) && value * 8 + (Peek() - '0') <= 0xFF; i++) {
    value = value * 8 + (text_[pos_++] - '0');
  }
  return value;
}

bool Parser::TryParseClassEscape(ClassSet& out, const char* property_error) {
  CodePoint c = Peek();
  CodePointSet set;
  switch (c) {
    case 'd':
    case 'D': set = DigitSet(); break;
    case 's':
    case 'S': set = SpaceSet(); break;
    case 'w':
    case 'W': set = WordSet(unicode_mode() && ignore_case()); break;
    case 'p':
    case 'P':
      if (!unicode_mode()) return false;
      pos_++;
      if (!ParseProperty(out, c == 'P')) Fail(property_error);
      return true;
    default: return false;
  }
  pos_++;
  out.single = MaybeFold(std::move(set));
  if (c < 'a') out.single = Complement(out.single);
  // No member of \d or \s has case, \w is closed by definition, and complements of closed sets are closed.
  out.is_closed = !sets_mode();
  return true;
}

CodePointSet Parser::MaybeFold(CodePointSet set) const {
  if (!sets_mode() || !ignore_case()) return set;
  const auto& r = set.ranges();
  if (r.size() == 1 && r[0].first == r[0].last) {
    CodePoint folded = unicode::FoldSimple(r[0].first);
    return {{folded, folded}};
  }
  return unicode::FoldSet(set);
}

CodePointSet Parser::Complement(const CodePointSet& set) const {
  return sets_mode() && ignore_case() ? unicode::FoldedUniverse().Subtract(set) : set.Complement();
}

bool Parser::ParseProperty(ClassSet& out, bool negated) {
  if (!Eat('{')) return false;
  std::string name, value;
  bool has_value = false;
  for (; Peek() != '}'; pos_++) {
    CodePoint c = Peek();
    if (c == '=' && !has_value) {
      has_value = true;
    } else if (unicode::IsWordCharacter(c)) {
      (has_value ? value : name).push_back(static_cast<char>(c));
    } else {
      return false;
    }
  }
  pos_++;
  std::optional<CodePointSet> set;
  if (has_value) {
    set = unicode::LookupProperty(name, value);
  } else if (sets_mode() && !negated && unicode::IsStringProperty(name)) {
    std::optional<unicode::StringSet> strings = unicode::LookupStringProperty(name);
    if (!strings) return false;
    out.may_contain_strings = true;
    for (std::u32string& s : strings->strings) AddFoldedString(out, std::move(s));
    set = std::move(strings->single);
  } else {
    set = unicode::LookupProperty(name);
  }
  if (!set) return false;
  CodePointSet folded = MaybeFold(*std::move(set));
  out.single.AddAll(negated ? Complement(folded) : folded);
  return true;
}

void Parser::AddFoldedString(ClassSet& out, std::u32string s) const {
  if (ignore_case()) {
    for (char32_t& c : s) c = unicode::FoldSimple(c);
  }
  out.AddString(std::move(s));
}

std::optional<CodePoint> Parser::ParseHex(int digits) {
  CodePoint value = 0;
  for (int i = 0; i < digits; i++) {
    if (!IsHexDigit(Peek(static_cast<size_t>(i)))) return std::nullopt;
    value = value * 16 + unicode::HexValue(Peek(static_cast<size_t>(i)));
  }
  pos_ += static_cast<size_t>(digits);
  return value;
}

std::optional<CodePoint> Parser::ParseUnicodeEscape(bool unicode) {
  size_t at = pos_;
  if (unicode && Eat('{')) {
    CodePoint value = 0;
    bool any = false;
    while (IsHexDigit(Peek())) {
      value = value * 16 + unicode::HexValue(Peek());
      any = true;
      if (value > unicode::kMaxCodePoint) break;
      pos_++;
    }
    if (any && Eat('}')) return value;
    pos_ = at;
    return std::nullopt;
  }
  std::optional<CodePoint> value = ParseHex(4);
  if (!value || !unicode || !IsLeadSurrogate(*value) || !LooksAt("\\u")) return value;
  size_t after_lead = pos_;
  pos_ += 2;
  std::optional<CodePoint> trail = ParseHex(4);
  if (trail && IsTrailSurrogate(*trail)) {
    return unicode::CombineSurrogates(static_cast<char16_t>(*value), static_cast<char16_t>(*trail));
  }
  pos_ = after_lead;
  return value;
}

std::optional<CodePoint> Parser::ParseCharacterEscape(bool in_class) {
  CodePoint c = NextCharacter();
  switch (c) {
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'v': return '\v';
    case 'c': {
      CodePoint letter = Peek();
      if (unicode::IsAsciiLetter(letter) ||
          (in_class && !unicode_mode() && (IsDecimalDigit(letter) || letter == '_'))) {
        pos_++;
        return letter & 0x1F;
      }
      if (unicode_mode()) return Fail("Invalid Unicode escape"), std::nullopt;
      pos_--;  // a backslash that stands for itself; the c is read again
      return '\\';
    }
    case 'x': {
      std::optional<CodePoint> value = ParseHex(2);
      if (value) return value;
      if (unicode_mode()) return Fail("Invalid escape"), std::nullopt;
      return 'x';
    }
    case 'u': {
      std::optional<CodePoint> value = ParseUnicodeEscape(unicode_mode());
      if (value) return value;
      if (unicode_mode()) return Fail("Invalid Unicode escape"), std::nullopt;
      return 'u';
    }
    default: break;
  }
  if (unicode_mode()) {
    static constexpr std::string_view kSyntax = "^$\\.*+?()[]{}|/";
    if (c < 0x80 && (kSyntax.find(static_cast<char>(c)) != std::string_view::npos || (in_class && c == '-')))
      return c;
    return Fail("Invalid escape"), std::nullopt;
  }
  if (c == 'k' && HasNamedGroups()) return Fail("Invalid escape"), std::nullopt;
  return c;
}

const CodePointSet& DigitSet() {
  static const CodePointSet* const set = new CodePointSet{{'0', '9'}};
  return *set;
}

const CodePointSet& SpaceSet() {
  static const CodePointSet* const set = new CodePointSet(MakeSpaceSet());
  return *set;
}

const CodePointSet& WordSet(bool unicode_ignore_case) {
  static const CodePointSet* const basic = new CodePointSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}};
  static const CodePointSet* const extended =
      new CodePointSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}, {0x17F, 0x17F}, {0x212A, 0x212A}};
  return unicode_ignore_case ? *extended : *basic;
}

}  // namespace halfword::regexp
