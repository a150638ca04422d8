#include "syntax/scanner/scanner.h"

#include <array>
#include <cstring>

#include "unicode/characters.h"

namespace halfword::syntax {
namespace {

using unicode::HexValue;
using unicode::IsDecimalDigit;
using unicode::IsHexDigit;
using unicode::IsIdentifierPart;
using unicode::IsIdentifierStart;
using unicode::IsLineTerminator;

// What the first (Latin-1) character of a token says.
enum class Start : uint8_t {
  kIllegal,
  kSpace,
  kNewline,
  kIdentifier,
  kDigit,
  kQuote,
  kBackquote,
  kSingle,
  kDot,
  kSlash,
  kOther,
  kNonAscii,
  kHash,
  kBackslash,
};

struct CharacterTable {
  std::array<Start, 256> start{};
  std::array<bool, 256> ascii_part{};  // [A-Za-z0-9_$]
  std::array<Token, 128> single{};
  std::array<bool, 256> string_stop{};  // quotes, backslash, LF, CR
};

constexpr CharacterTable MakeTable() {
  CharacterTable t;
  for (int c = 128; c < 256; ++c) t.start[c] = Start::kNonAscii;
  for (int c = 'a'; c <= 'z'; ++c) {
    t.start[c] = t.start[c - 32] = Start::kIdentifier;
    t.ascii_part[c] = t.ascii_part[c - 32] = true;
  }
  for (int c = '0'; c <= '9'; ++c) {
    t.start[c] = Start::kDigit;
    t.ascii_part[c] = true;
  }
  for (char c : {'$', '_'}) {
    t.start[c] = Start::kIdentifier;
    t.ascii_part[c] = true;
  }
  for (char c : {' ', '\t', '\v', '\f'}) t.start[c] = Start::kSpace;
  for (char c : {'\n', '\r'}) t.start[c] = Start::kNewline;
  for (char c : {'"', '\''}) t.start[c] = Start::kQuote;
  t.start['`'] = Start::kBackquote;
  t.start['.'] = Start::kDot;
  t.start['/'] = Start::kSlash;
  t.start['#'] = Start::kHash;
  t.start['\\'] = Start::kBackslash;
  for (char c : {'?', '=', '+', '-', '*', '%', '<', '>', '&', '|', '^', '!'}) t.start[c] = Start::kOther;
  auto single = [&](char c, Token token) {
    t.start[c] = Start::kSingle;
    t.single[c] = token;
  };
  single('@', Token::kAt);
  single('{', Token::kLeftBrace);
  single('}', Token::kRightBrace);
  single('(', Token::kLeftParen);
  single(')', Token::kRightParen);
  single('[', Token::kLeftBracket);
  single(']', Token::kRightBracket);
  single(';', Token::kSemicolon);
  single(',', Token::kComma);
  single(':', Token::kColon);
  single('~', Token::kBitNot);
  for (char c : {'"', '\'', '\\', '\n', '\r'}) t.string_stop[c] = true;
  return t;
}
constexpr CharacterTable kTable = MakeTable();

constexpr const char* kInvalidToken = "Invalid or unexpected token";
constexpr const char* kInvalidUnicodeEscape = "Invalid Unicode escape sequence";

template <typename Char>
bool IsAsciiPart(Char c) {
  if constexpr (sizeof(Char) == 1) {
    return kTable.ascii_part[c];
  } else {
    return c < 256 && kTable.ascii_part[c];
  }
}

}  // namespace

Scanner::Scanner(SourceText source, AtomTable& atoms, bool is_module)
    : begin_(source.is_latin1() ? static_cast<const void*>(source.latin1()) : source.utf16()),
      length_(source.length()),
      is_latin1_(source.is_latin1()),
      is_module_(is_module),
      hash_start_(atoms.hash_start()),
      atoms_(atoms) {
  if (length_ >= 2 && source[0] == '#' && source[1] == '!') {
    position_ = is_latin1_ ? Offset(SkipLine(begin<uint8_t>())) : Offset(SkipLine(begin<char16_t>()));
  }
  current_.newline_before = true;
}

void Scanner::Seek(uint32_t offset) {
  position_ = offset;
  has_next_ = false;
  Scan(current_);
}

bool Scanner::SplitPunctuator(Token first) {
  DCHECK(first == Token::kLess || first == Token::kGreater);
  switch (current_.type) {
    case Token::kShiftLeft:
      if (first != Token::kLess) return false;
      break;
    case Token::kShiftRight:
    case Token::kShiftRightLogical:
    case Token::kGreaterEqual:
    case Token::kAssignShiftRight:
    case Token::kAssignShiftRightLogical:
      if (first != Token::kGreater) return false;
      break;
    default: return false;
  }
  current_.type = first;
  current_.end = position_ = current_.start + 1;
  has_next_ = false;
  return true;
}

void Scanner::set_state(const State& state) {
  position_ = state.position;
  previous_end_ = state.previous_end;
  has_next_ = state.has_next;
  current_ = state.current;
  next_ = state.next;
  error_ = state.error;
  template_error_ = state.template_error;
}

void Scanner::Stop() {
  position_ = length_;
  has_next_ = false;
  current_.type = Token::kEnd;
  current_.start = current_.end = length_;
}

template <typename Char>
Atom* Scanner::InternRange(const Char* from, const Char* to) {
  if (!HasRoomFor(static_cast<size_t>(to - from))) from = to;  // the parser stops before it looks
  return atoms_.Intern(std::span<const Char>(from, to));
}

Atom* Scanner::InternBuffer() { return atoms_.Intern(std::span<const char16_t>(buffer_)); }

template <typename Char>
const Char* Scanner::SkipLine(const Char* p) {
  const Char* stop = end<Char>();
  while (p < stop && !IsLineTerminator(*p)) ++p;
  return p;
}

template <typename Char>
const Char* Scanner::SkipBlockComment(const Char* p, bool* newline, bool* unterminated) {
  const Char* stop = end<Char>();
  for (; p < stop; ++p) {
    if (*p == '*') {
      if (p + 1 < stop && p[1] == '/') return p + 2;
    } else if (IsLineTerminator(*p)) {
      *newline = true;
    }
  }
  *unterminated = true;
  return stop;
}

// At a character >= 128: past white space or a line terminator, or null if it is neither.
template <typename Char>
const Char* Scanner::SkipNonAsciiSpace(const Char* p, bool* newline) {
  if (IsLineTerminator(*p)) {
    *newline = true;
    return p + 1;
  }
  return unicode::IsWhiteSpace(*p) ? p + 1 : nullptr;
}

// One flat switch over the first character.
template <typename Char>
void Scanner::ScanToken(TokenData& token) {
  const Char* p = begin<Char>() + position_;
  const Char* const stop = end<Char>();
  bool newline = position_ == 0;
  token.has_escape = false;
  token.legacy = LegacyForm::kNone;

  for (;;) {
    if (p == stop) {
      token.type = Token::kEnd;
      token.start = token.end = position_ = length_;
      token.newline_before = newline;
      return;
    }
    Char c = *p;
    Start start;
    if constexpr (sizeof(Char) == 1) {
      start = kTable.start[c];
    } else {
      start = c < 256 ? kTable.start[c] : Start::kNonAscii;
    }
    const Char* first = p;
    switch (start) {
      case Start::kSpace: ++p; continue;
      case Start::kNewline:
        newline = true;
        ++p;
        continue;
      case Start::kIdentifier: p = ScanIdentifier(p, token); break;
      case Start::kSingle:
        token.type = kTable.single[c];
        ++p;
        break;
      case Start::kDigit: p = ScanNumber(p, token); break;
      case Start::kQuote: p = ScanString(p, token); break;
      case Start::kBackquote: p = ScanTemplate(p + 1, token); break;
      case Start::kDot:
        if (p + 1 < stop && IsDecimalDigit(p[1])) {
          p = ScanNumber(p, token);
        } else if (p + 2 < stop && p[1] == '.' && p[2] == '.') {
          token.type = Token::kEllipsis;
          p += 3;
        } else {
          token.type = Token::kDot;
          ++p;
        }
        break;
      case Start::kSlash:
        ++p;
        if (p < stop) {
          if (*p == '/') {
            p = SkipLine(p);
            continue;
          }
          if (*p == '*') {
            bool unterminated = false;
            p = SkipBlockComment(p + 1, &newline, &unterminated);
            if (!unterminated) continue;
            Fail(token, kInvalidToken, first, stop);
            break;
          }
          if (*p == '=') {
            token.type = Token::kAssignDivide;
            ++p;
            break;
          }
        }
        token.type = Token::kDivide;
        break;
      case Start::kOther: {
        auto at = [&](int i) -> Char { return p + i < stop ? p[i] : Char{0}; };
        auto take = [&](Token type, int length) {
          token.type = type;
          p += length;
        };
        switch (c) {
          case '=':
            if (at(1) == '=') {
              at(2) == '=' ? take(Token::kStrictEqual, 3) : take(Token::kEqual, 2);
            } else {
              at(1) == '>' ? take(Token::kArrow, 2) : take(Token::kAssign, 1);
            }
            break;
          case '!':
            if (at(1) == '=') {
              at(2) == '=' ? take(Token::kStrictNotEqual, 3) : take(Token::kNotEqual, 2);
            } else {
              take(Token::kNot, 1);
            }
            break;
          case '+':
            if (at(1) == '+') {
              take(Token::kIncrement, 2);
            } else {
              at(1) == '=' ? take(Token::kAssignAdd, 2) : take(Token::kAdd, 1);
            }
            break;
          case '-':
            if (at(1) == '-') {
              // SingleLineHTMLCloseComment: --> with nothing but white space and comments before
              // it on its line.
              if (newline && at(2) == '>' && !is_module_) {
                p = SkipLine(p);
                continue;
              }
              take(Token::kDecrement, 2);
            } else {
              at(1) == '=' ? take(Token::kAssignSubtract, 2) : take(Token::kSubtract, 1);
            }
            break;
          case '*':
            if (at(1) == '*') {
              at(2) == '=' ? take(Token::kAssignExponentiate, 3) : take(Token::kExponentiate, 2);
            } else {
              at(1) == '=' ? take(Token::kAssignMultiply, 2) : take(Token::kMultiply, 1);
            }
            break;
          case '%': at(1) == '=' ? take(Token::kAssignRemainder, 2) : take(Token::kRemainder, 1); break;
          case '<':
            if (at(1) == '<') {
              at(2) == '=' ? take(Token::kAssignShiftLeft, 3) : take(Token::kShiftLeft, 2);
            } else if (at(1) == '!' && at(2) == '-' && at(3) == '-' && !is_module_) {
              p = SkipLine(p);  // SingleLineHTMLOpenComment
              continue;
            } else {
              at(1) == '=' ? take(Token::kLessEqual, 2) : take(Token::kLess, 1);
            }
            break;
          case '>':
            if (at(1) == '>') {
              if (at(2) == '>') {
                at(3) == '=' ? take(Token::kAssignShiftRightLogical, 4) : take(Token::kShiftRightLogical, 3);
              } else {
                at(2) == '=' ? take(Token::kAssignShiftRight, 3) : take(Token::kShiftRight, 2);
              }
            } else {
              at(1) == '=' ? take(Token::kGreaterEqual, 2) : take(Token::kGreater, 1);
            }
            break;
          case '&':
            if (at(1) == '&') {
              at(2) == '=' ? take(Token::kAssignLogicalAnd, 3) : take(Token::kLogicalAnd, 2);
            } else {
              at(1) == '=' ? take(Token::kAssignBitAnd, 2) : take(Token::kBitAnd, 1);
            }
            break;
          case '|':
            if (at(1) == '|') {
              at(2) == '=' ? take(Token::kAssignLogicalOr, 3) : take(Token::kLogicalOr, 2);
            } else {
              at(1) == '=' ? take(Token::kAssignBitOr, 2) : take(Token::kBitOr, 1);
            }
            break;
          case '^': at(1) == '=' ? take(Token::kAssignBitXor, 2) : take(Token::kBitXor, 1); break;
          default:
            DCHECK(c == '?');
            if (at(1) == '?') {
              at(2) == '=' ? take(Token::kAssignNullish, 3) : take(Token::kNullish, 2);
            } else if (at(1) == '.' && !IsDecimalDigit(at(2))) {
              take(Token::kQuestionDot, 2);
            } else {
              take(Token::kQuestion, 1);
            }
            break;
        }
        break;
      }
      case Start::kNonAscii:
        if (const Char* after = SkipNonAsciiSpace(p, &newline)) {
          p = after;
          continue;
        }
        [[fallthrough]];
      case Start::kBackslash: p = ScanIdentifierSlow(p, p, token); break;
      case Start::kHash: {
        ++p;
        int width;
        if (p < stop && (*p == '\\' || IsIdentifierStart(CodePointAt(p, &width)))) {
          p = IsAsciiPart(*p) ? ScanIdentifier(first, token) : ScanIdentifierSlow(first, p, token);
          if (token.type != Token::kIllegal) token.type = Token::kPrivateName;
        } else {
          Fail(token, kInvalidToken, first, p);
        }
        break;
      }
      case Start::kIllegal:
        ++p;
        Fail(token, kInvalidToken, first, p);
        break;
    }
    token.start = Offset(first);
    token.end = position_ = Offset(p);
    token.newline_before = newline;
    return;
  }
}

template <typename Char>
HW_INLINE const Char* Scanner::ScanIdentifier(const Char* start, TokenData& token) {
  const Char* const stop = end<Char>();
  const Char* p = start + 1;
  uint32_t hash = AtomTable::HashStep(hash_start_, *start);
  while (p < stop && IsAsciiPart(*p)) hash = AtomTable::HashStep(hash, *p++);
  if (HW_UNLIKELY(p < stop && (*p == '\\' || *p >= 128))) return ScanIdentifierSlow(start, p, token);
  if (!HasRoomFor(static_cast<size_t>(p - start))) return Fail(token, kInvalidToken, start, p);
  Atom* atom = atoms_.InternHashed(start, static_cast<uint32_t>(p - start), AtomTable::HashFinish(hash));
  token.atom = atom;
  token.type = atom->token;
  return p;
}

// [start, p) is a valid beginning, perhaps empty.
template <typename Char>
HW_COLD const Char* Scanner::ScanIdentifierSlow(const Char* start, const Char* p, TokenData& token) {
  const Char* const stop = end<Char>();
  if (!HasRoomFor(static_cast<size_t>(p - start))) return Fail(token, kInvalidToken, start, p);
  buffer_.assign(start, p);
  bool at_start = p == start || (p == start + 1 && *start == '#');
  bool escaped = false;
  while (p < stop) {
    if (!HasRoom()) return Fail(token, kInvalidToken, start, p);
    int width = 1;
    char32_t c = CodePointAt(p, &width);
    const Char* after = p + width;
    if (c == '\\') {
      if (p + 1 == stop || p[1] != 'u') return Fail(token, kInvalidToken, p, p + 1);
      after = ScanUnicodeEscape(p + 1, &c);
      if (after == nullptr) {
        token.type = Token::kIllegal;
        return p + 1;
      }
      escaped = true;
      if (!(at_start ? IsIdentifierStart(c) : IsIdentifierPart(c))) {
        return Fail(token, kInvalidUnicodeEscape, p, after);
      }
    } else if (!(at_start ? IsIdentifierStart(c) : IsIdentifierPart(c))) {
      break;
    }
    unicode::AppendUtf16(buffer_, c);
    at_start = false;
    p = after;
  }
  if (at_start) return Fail(token, kInvalidToken, p, p == stop ? p : p + 1);
  token.atom = InternBuffer();
  token.type = token.atom->token;
  token.has_escape = escaped;
  if (escaped && token.type != Token::kIdentifier) {
    token.type = IsReservedWord(token.type) ? Token::kEscapedWord : Token::kIdentifier;
  }
  return p;
}

// At the u of \u; past the escape, or null.
template <typename Char>
const Char* Scanner::ScanUnicodeEscape(const Char* p, char32_t* value) {
  const Char* const stop = end<Char>();
  const Char* const backslash = p - 1;
  char32_t c = 0;
  ++p;
  if (p < stop && *p == '{') {
    ++p;
    const Char* digits = p;
    while (p < stop && IsHexDigit(*p)) {
      c = c * 16 + HexValue(*p++);
      if (c > unicode::kMaxCodePoint) {
        error_ = {"Undefined Unicode code-point", Offset(backslash), Offset(p)};
        return nullptr;
      }
    }
    if (p == digits || p == stop || *p != '}') {
      error_ = {kInvalidUnicodeEscape, Offset(backslash), Offset(p)};
      return nullptr;
    }
    *value = c;
    return p + 1;
  }
  for (int i = 0; i < 4; ++i, ++p) {
    if (p == stop || !IsHexDigit(*p)) {
      error_ = {kInvalidUnicodeEscape, Offset(backslash), Offset(p)};
      return nullptr;
    }
    c = c * 16 + HexValue(*p);
  }
  *value = c;
  return p;
}

template <typename Char>
const Char* Scanner::ScanEscape(const Char* p, bool in_template, LegacyForm* legacy) {
  const Char* const stop = end<Char>();
  const Char* const backslash = p - 1;
  if (p == stop) {
    error_ = {kInvalidToken, Offset(backslash), Offset(p)};
    return nullptr;
  }
  Char c = *p++;
  switch (c) {
    case 'n': buffer_.push_back('\n'); return p;
    case 't': buffer_.push_back('\t'); return p;
    case 'r': buffer_.push_back('\r'); return p;
    case 'b': buffer_.push_back('\b'); return p;
    case 'v': buffer_.push_back('\v'); return p;
    case 'f': buffer_.push_back('\f'); return p;
    case '\r':
      if (p < stop && *p == '\n') ++p;
      return p;
    case '\n': return p;
    case 'x': {
      if (stop - p < 2 || !IsHexDigit(p[0]) || !IsHexDigit(p[1])) {
        error_ = {"Invalid hexadecimal escape sequence", Offset(backslash), Offset(p)};
        return nullptr;
      }
      buffer_.push_back(static_cast<char16_t>(HexValue(p[0]) * 16 + HexValue(p[1])));
      return p + 2;
    }
    case 'u': {
      char32_t value;
      p = ScanUnicodeEscape(p - 1, &value);
      if (p != nullptr) unicode::AppendUtf16(buffer_, value);
      return p;
    }
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7': {
      bool digit_follows = p < stop && IsDecimalDigit(*p);
      if (c == '0' && !digit_follows) {
        buffer_.push_back(0);
        return p;
      }
      if (in_template) {
        error_ = {"Octal escape sequences are not allowed in template strings", Offset(backslash), Offset(p)};
        return nullptr;
      }
      *legacy = LegacyForm::kOctalEscape;
      uint32_t value = c - '0';
      if (p < stop && unicode::IsOctalDigit(*p)) {
        value = value * 8 + (*p++ - '0');
        if (c <= '3' && p < stop && unicode::IsOctalDigit(*p)) value = value * 8 + (*p++ - '0');
      }
      buffer_.push_back(static_cast<char16_t>(value));
      return p;
    }
    case '8':
    case '9':
      if (in_template) {
        error_ = {"\\8 and \\9 are not allowed in template strings", Offset(backslash), Offset(p)};
        return nullptr;
      }
      if (*legacy == LegacyForm::kNone) *legacy = LegacyForm::kEightNineEscape;
      buffer_.push_back(c);
      return p;
    default:
      if constexpr (sizeof(Char) == 2) {
        if (IsLineTerminator(c)) return p;
      }
      buffer_.push_back(c);
      return p;
  }
}

template <typename Char>
const Char* Scanner::ScanString(const Char* p, TokenData& token) {
  const Char* const stop = end<Char>();
  const Char* const start = p;
  const Char quote = *p++;
  const Char* const content = p;
  token.type = Token::kString;
  for (; p < stop; ++p) {
    if (sizeof(Char) == 2 && *p > 255) continue;
    if (HW_LIKELY(!kTable.string_stop[static_cast<uint8_t>(*p)])) continue;
    if (*p == quote) {
      token.atom = InternRange(content, p);
      return p + 1;
    }
    if (*p == '"' || *p == '\'') continue;
    break;
  }
  // There are escapes (or the end is missing).
  if (!HasRoomFor(static_cast<size_t>(p - content))) return Fail(token, kInvalidToken, start, p);
  buffer_.assign(content, p);
  token.has_escape = true;
  while (p < stop) {
    if (!HasRoom()) break;
    Char c = *p;
    if (c == quote) {
      token.atom = InternBuffer();
      return p + 1;
    }
    if (c == '\\') {
      p = ScanEscape(p + 1, false, &token.legacy);
      if (p == nullptr) {
        token.type = Token::kIllegal;
        return begin<Char>() + error_.end;
      }
      continue;
    }
    if (c == '\n' || c == '\r') break;
    buffer_.push_back(c);
    ++p;
  }
  return Fail(token, kInvalidToken, start, p);
}

// After the opening ` or }.
template <typename Char>
const Char* Scanner::ScanTemplate(const Char* p, TokenData& token) {
  const Char* const stop = end<Char>();
  const Char* const content = p;
  token.type = Token::kTemplate;
  for (; p < stop; ++p) {
    if (*p == '`' || (*p == '$' && p + 1 < stop && p[1] == '{')) {
      token.atom = token.raw = InternRange(content, p);
      token.is_tail = *p == '`';
      return p + (token.is_tail ? 1 : 2);
    }
    if (*p == '\\' || *p == '\r') break;
  }
  if (!HasRoomFor(2 * static_cast<size_t>(p - content))) return Fail(token, kInvalidToken, p, p);
  buffer_.assign(content, p);
  raw_ = buffer_;
  bool valid = true;
  while (p < stop) {
    if (!HasRoom()) return Fail(token, kInvalidToken, p, p);
    Char c = *p;
    if (c == '`' || (c == '$' && p + 1 < stop && p[1] == '{')) {
      token.raw = atoms_.Intern(std::span<const char16_t>(raw_));
      token.atom = valid ? InternBuffer() : nullptr;
      token.is_tail = c == '`';
      return p + (token.is_tail ? 1 : 2);
    }
    if (c == '\r') {
      if (p + 1 < stop && p[1] == '\n') ++p;
      buffer_.push_back('\n');
      raw_.push_back('\n');
      ++p;
      continue;
    }
    if (c != '\\') {
      buffer_.push_back(c);
      raw_.push_back(c);
      ++p;
      continue;
    }
    const Char* escape = p;
    LegacyForm legacy = LegacyForm::kNone;
    p = ScanEscape(p + 1, true, &legacy);
    if (p == nullptr) {
      if (valid) template_error_ = error_;
      valid = false;
      p = escape + 1;
      if (p < stop) ++p;  // the character after the backslash cannot end the template
    }
    for (const Char* q = escape; q < p; ++q) {
      if (*q == '\r') {
        raw_.push_back('\n');
        if (q + 1 < p && q[1] == '\n') ++q;
      } else {
        raw_.push_back(*q);
      }
    }
  }
  return Fail(token, "Unterminated template literal", stop, stop);
}

void Scanner::RescanTemplate() {
  DCHECK(current_.type == Token::kRightBrace && !has_next_);
  auto scan = [&]<typename Char>(const Char*) {
    const Char* p = ScanTemplate(begin<Char>() + current_.start + 1, current_);
    current_.end = position_ = Offset(p);
  };
  if (is_latin1_) {
    scan(static_cast<const uint8_t*>(nullptr));
  } else {
    scan(static_cast<const char16_t*>(nullptr));
  }
}

bool Scanner::RescanRegExp(Atom** pattern, Atom** flags) {
  return is_latin1_ ? RescanRegExpImpl<uint8_t>(pattern, flags) : RescanRegExpImpl<char16_t>(pattern, flags);
}

// https://tc39.es/ecma262/#sec-literals-regular-expression-literals
template <typename Char>
bool Scanner::RescanRegExpImpl(Atom** pattern, Atom** flags) {
  has_next_ = false;
  const Char* const stop = end<Char>();
  const Char* const start = begin<Char>() + current_.start;
  const Char* p = start + 1;
  bool in_class = false;
  for (;; ++p) {
    bool escaped = p < stop && *p == '\\';
    if (escaped) ++p;
    if (p >= stop || IsLineTerminator(*p)) {
      error_ = {"Invalid regular expression: missing /", Offset(start), Offset(p)};
      return false;
    }
    if (escaped) continue;
    if (*p == '[') {
      in_class = true;
    } else if (*p == ']') {
      in_class = false;
    } else if (*p == '/' && !in_class) {
      break;
    }
  }
  *pattern = InternRange(start + 1, p);
  const Char* const flags_start = ++p;
  while (p < stop) {
    int width;
    if (!IsIdentifierPart(CodePointAt(p, &width))) break;
    p += width;
  }
  if (p < stop && *p == '\\') {
    error_ = {"Invalid regular expression flags", Offset(flags_start), Offset(p)};
    return false;
  }
  *flags = InternRange(flags_start, p);
  current_.end = position_ = Offset(p);
  return true;
}

}  // namespace halfword::syntax
