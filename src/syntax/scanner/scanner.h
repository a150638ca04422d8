// The scanner: source text to tokens, one at a time, with one token of lookahead (two where a declaration
// begins with `await using`). It does not backtrack by itself: the parser asks for the two re-readings the
// grammar needs, a regular expression where `/` was read, and the rest of a template at `}`. TypeScript
// needs more: operators are split, and the parser looks further ahead and comes back to a State.
#ifndef HALFWORD_SYNTAX_SCANNER_SCANNER_H_
#define HALFWORD_SYNTAX_SCANNER_SCANNER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/scanner/source_text.h"
#include "syntax/tree/atom.h"
#include "syntax/tree/token.h"
#include "unicode/text.h"

namespace halfword::syntax {

// What strict code forbids in a number or string.
enum class LegacyForm : uint8_t { kNone, kOctalLiteral, kLeadingZero, kOctalEscape, kEightNineEscape };

struct TokenData {
  Token type = Token::kEnd;
  bool newline_before = false;
  bool has_escape = false;  // identifiers, strings (line continuations included)
  bool is_tail = false;     // templates: ends with ` and not with ${
  LegacyForm legacy = LegacyForm::kNone;
  uint32_t start = 0;
  uint32_t end = 0;
  union {
    Atom* atom = nullptr;  // identifier-like, private name, string, BigInt digits, template: cooked or null
    double number;
  };
  Atom* raw = nullptr;  // templates
};

struct ScanError {
  const char* message = nullptr;
  uint32_t start = 0;
  uint32_t end = 0;
};

class Scanner {
 public:
  Scanner(SourceText source, AtomTable& atoms, bool is_module);
  // Who looks at the memory of texts that are not in the arena yet; null: nobody.
  void Watch(const platform::ArenaWatch* watch) { watch_ = watch; }

  const TokenData& current() const { return current_; }
  Token type() const { return current_.type; }
  uint32_t previous_end() const { return previous_end_; }

  HW_INLINE void Next() {
    previous_end_ = current_.end;
    if (HW_UNLIKELY(has_next_)) {
      current_ = next_;
      has_next_ = false;
    } else {
      Scan(current_);
    }
  }
  // The token after the current one. REQUIRES: the current token is not the `)` or `}` before a possible
  // regular expression or template part (so that what follows is read right, or re-read from its start).
  HW_INLINE const TokenData& Peek() {
    if (!has_next_) {
      Scan(next_);
      has_next_ = true;
    }
    return next_;
  }

  // The token after that. REQUIRES: the same of both.
  TokenData PeekFurther() {
    Peek();
    uint32_t position = position_;
    TokenData token;
    Scan(token);
    position_ = position;
    return token;
  }

  // The current token is / or /=: reads a regular expression from there, whose end becomes that of the
  // current token. False on error.
  bool RescanRegExp(Atom** pattern, Atom** flags);
  // The current token is }: makes it the next part of a template.
  void RescanTemplate();

  // The current token is an operator of more than one character that begins with `first`, which is < or >:
  // makes it that one, and what follows is read anew from behind it. False: it is no such operator.
  bool SplitPunctuator(Token first);

  // All that set_state() needs to come back to the current token.
  struct State {
    uint32_t position;
    uint32_t previous_end;
    bool has_next;
    TokenData current;
    TokenData next;
    ScanError error;
    ScanError template_error;
  };
  State state() const {
    return {position_, previous_end_, has_next_, current_, next_, error_, template_error_};
  }
  void set_state(const State&);

  // Starts over at `offset`, with the first token there as the current one.
  void Seek(uint32_t offset);
  // From now on there is only kEnd: how the parser unwinds after an error.
  void Stop();

  const ScanError& error() const { return error_; }  // of the last kIllegal token or failed RescanRegExp
  const ScanError& template_error() const {
    return template_error_;
  }  // of the last template with cooked == null

 private:
  HW_INLINE void Scan(TokenData& token) {
    if (is_latin1_) {
      ScanToken<uint8_t>(token);
    } else {
      ScanToken<char16_t>(token);
    }
  }
  template <typename Char>
  const Char* begin() const {
    return static_cast<const Char*>(begin_);
  }
  template <typename Char>
  const Char* end() const {
    return static_cast<const Char*>(begin_) + length_;
  }
  template <typename Char>
  uint32_t Offset(const Char* p) const {
    return static_cast<uint32_t>(p - begin<Char>());
  }

  template <typename Char>
  void ScanToken(TokenData& token);
  template <typename Char>
  const Char* ScanIdentifier(const Char* p, TokenData& token);
  template <typename Char>
  const Char* ScanIdentifierSlow(const Char* start, const Char* p, TokenData& token);
  template <typename Char>
  const Char* ScanNumber(const Char* p, TokenData& token);
  template <typename Char>
  const Char* ScanString(const Char* p, TokenData& token);
  template <typename Char>
  const Char* ScanTemplate(const Char* p, TokenData& token);
  template <typename Char>
  const Char* SkipBlockComment(const Char* p, bool* newline, bool* unterminated);
  template <typename Char>
  const Char* SkipLine(const Char* p);
  template <typename Char>
  const Char* SkipNonAsciiSpace(const Char* p, bool* newline);
  template <typename Char>
  bool RescanRegExpImpl(Atom** pattern, Atom** flags);
  // Both read after the backslash and append to buffer_; null on error, with error_ set.
  template <typename Char>
  const Char* ScanEscape(const Char* p, bool in_template, LegacyForm* legacy);
  template <typename Char>
  const Char* ScanUnicodeEscape(const Char* p, char32_t* value);
  template <typename Char>
  char32_t CodePointAt(const Char* p, int* width) const;
  template <typename Char>
  const Char* Fail(TokenData& token, const char* message, const Char* start, const Char* stop);
  template <typename Char>
  Atom* InternRange(const Char* from, const Char* to);
  Atom* InternBuffer();
  // Texts with escapes are collected in buffer_ and raw_, beside the arenas. False: so many units, or more of
  // them, have no room, and the alarm rings.
  bool HasRoomFor(size_t units) const {
    constexpr size_t kSmall = 32 << 10;
    if (HW_LIKELY(units < kSmall || watch_ == nullptr)) return true;
    watch_->Look(units * sizeof(char16_t), 0);
    return *watch_->alarm != UINTPTR_MAX;
  }
  HW_INLINE bool HasRoom() const {
    if (HW_LIKELY(buffer_.capacity() - buffer_.size() > 2)) return true;
    // The old ones, and new ones of twice the size.
    return HasRoomFor(3 * (buffer_.capacity() + raw_.capacity()));
  }

  const void* begin_;
  uint32_t length_;
  uint32_t position_ = 0;
  bool is_latin1_;
  bool is_module_;
  bool has_next_ = false;
  uint32_t previous_end_ = 0;
  uint32_t hash_start_;
  TokenData current_;
  TokenData next_;
  AtomTable& atoms_;
  std::u16string buffer_;
  std::u16string raw_;
  const platform::ArenaWatch* watch_ = nullptr;
  ScanError error_;
  ScanError template_error_;
};

template <typename Char>
const Char* Scanner::Fail(TokenData& token, const char* message, const Char* start, const Char* stop) {
  error_ = {message, Offset(start), Offset(stop)};
  token.type = Token::kIllegal;
  return stop;
}

template <typename Char>
char32_t Scanner::CodePointAt(const Char* p, int* width) const {
  *width = 1;
  char32_t c = *p;
  if constexpr (sizeof(Char) == 2) {
    if (unicode::IsLeadSurrogate(c) && p + 1 < end<Char>() && unicode::IsTrailSurrogate(p[1])) {
      *width = 2;
      return unicode::CombineSurrogates(static_cast<char16_t>(c), p[1]);
    }
  }
  return c;
}

// Number::toString(value) in ASCII, https://tc39.es/ecma262/#sec-numeric-types-number-tostring.
std::string NumberToAscii(double value);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_SCANNER_SCANNER_H_
