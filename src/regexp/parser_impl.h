// The parser's class. parser.cc has terms and groups, parser_escapes.cc what follows a backslash,
// parser_classes.cc what is in brackets.
#ifndef HALFWORD_REGEXP_PARSER_IMPL_H_
#define HALFWORD_REGEXP_PARSER_IMPL_H_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "regexp/ast.h"
#include "regexp/class_set.h"
#include "regexp/parser.h"
#include "unicode/characters.h"

namespace halfword::regexp {

inline constexpr CodePoint kEof = 0xFFFFFFFF;

// Reads the pattern from left to right, by recursive descent, and makes nodes in the tree's memory. Null,
// false and nothing mean that it has failed, unless a comment says otherwise.
class Parser {
 public:
  Parser(Text text, Flags flags, uintptr_t stack_limit, Tree& tree)
      : text_(text), size_(text.size()), stack_limit_(stack_limit), tree_(tree), flags_(flags) {
    tree_.flags = flags;
  }

  // Once. Patterns longer than `max_length` code units are refused.
  Error Run(size_t max_length);

 private:
  bool unicode_mode() const { return (flags_ & (kUnicode | kUnicodeSets)) != 0; }
  bool sets_mode() const { return (flags_ & kUnicodeSets) != 0; }
  bool ignore_case() const { return (flags_ & kIgnoreCase) != 0; }
  bool failed() const { return error_.reason != nullptr; }

  std::nullptr_t Fail(const char* reason) {
    if (!failed()) error_ = {reason, static_cast<uint32_t>(pos_)};
    return nullptr;
  }
  // Beyond the native stack, or stopped by the host.
  bool TooLarge() {
    tree_.account.Take(0);
    bool in_stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_;
    if (HW_LIKELY(in_stack && !tree_.account.stopped())) return false;
    Fail("Regular expression too large");
    return true;
  }

  CodePoint Peek(size_t ahead = 0) const { return pos_ + ahead < size_ ? text_[pos_ + ahead] : kEof; }
  bool Eat(CodePoint c) {
    if (Peek() != c) return false;
    pos_++;
    return true;
  }
  bool LooksAt(const char* s) const {
    for (size_t i = 0; s[i] != 0; i++) {
      if (Peek(i) != static_cast<unsigned char>(s[i])) return false;
    }
    return true;
  }
  // The next pattern character: a code point with u or v, a code unit without. REQUIRES: not at the end.
  CodePoint NextCharacter() { return unicode_mode() ? NextCodePoint() : text_[pos_++]; }
  CodePoint NextCodePoint() {
    CodePoint c = text_.code_point_at(pos_);
    pos_ += c > 0xFFFF ? 2 : 1;
    return c;
  }

  // -------------------------------------------------------------------------------------------- nodes

  Node* MakeSet(const CodePointSet& set);
  Node* MakeChar(CodePoint c);
  Node* MakeAssertion(AssertionKind kind);
  CodePointSet CloseOverCase(const CodePointSet& set) const;
  Node* MakeDot();
  Node* MakeClassNode(ClassSet set);
  Node* MakeString(std::u32string_view s);

  // -------------------------------------------------------------------------------------------- Disjunction

  // Ends before ')' or at the end of the pattern.
  Node* ParseDisjunction();
  Node* ParseAlternative();
  Node* ParseTerm(bool& quantifiable);

  // {n} {n,} {n,m} at the current position; otherwise false and nothing is consumed.
  bool ParseInterval(uint32_t& min, uint32_t& max);
  Node* ParseQuantifier(Node* term, bool quantifiable, uint32_t first_capture);

  // -------------------------------------------------------------------------------------------- groups

  Node* ParseGroup(bool& quantifiable);

  // (?ims-ims: ; changes flags_.
  bool ParseModifiers();
  Node* ParseCapture();
  Node* ParseNamedCapture();

  // RegExpIdentifierName and the closing '>'; the opening '<' is consumed.
  bool ParseGroupName(std::u16string& name);

  // Names in \k may refer forward, so they are resolved at the end.
  void ResolveNames();

  // Counts the groups of the whole pattern: \7 and \k mean different things without the groups they refer to.
  void ScanForGroups();
  bool HasNamedGroups();

  // -------------------------------------------------------------------------------------------- escapes

  // The backslash is consumed.
  Node* ParseAtomEscape(bool& quantifiable);

  // \8 and \9 are themselves, the others octal. REQUIRES: at a digit; not with u or v.
  CodePoint ParseLegacyDecimalEscape();

  // \d \D \s \S \w \W \p{…} \P{…}: false, and nothing consumed, if it is none of these. May fail.
  bool TryParseClassEscape(ClassSet& out, const char* property_error);

  // With v and i sets are compared after simple case folding.
  CodePointSet MaybeFold(CodePointSet set) const;
  // https://tc39.es/ecma262/#sec-charactercomplement
  CodePointSet Complement(const CodePointSet& set) const;

  // {name} or {name=value}; the letter is consumed.
  bool ParseProperty(ClassSet& out, bool negated);
  void AddFoldedString(ClassSet& out, std::u32string s) const;
  std::optional<CodePoint> ParseHex(int digits);

  // After \u. Nothing is consumed on failure.
  std::optional<CodePoint> ParseUnicodeEscape(bool unicode);

  // CharacterEscape, ClassEscape where it is one character; the backslash is consumed and something follows.
  std::optional<CodePoint> ParseCharacterEscape(bool in_class);

  // -------------------------------------------------------------------------------------------- classes

  // The opening bracket is consumed.
  Node* ParseClass();

  // One character, or a class escape that is added to one of the sets.
  CodePoint ParseClassAtom(CodePointSet& set, CodePointSet& closed, bool& is_class);

  // ClassContents with v, to the closing bracket. https://tc39.es/ecma262/#prod-ClassSetExpression
  bool ParseClassSet(ClassSet& out);
  bool ParseClassSetOperand(ClassSet& out, bool& is_character, CodePoint& c);

  // \q{a|bc|}: the brace is consumed.
  bool ParseClassStrings(ClassSet& out);
  bool ParseClassSetCharacter(CodePoint& c);

  const Text text_;
  const size_t size_;
  const uintptr_t stack_limit_;
  Tree& tree_;
  Flags flags_;  // as changed by modifiers
  size_t pos_ = 0;
  Error error_;
  uint32_t capture_count_ = 1;
  bool scanned_ = false;
  bool has_named_groups_ = false;
  uint32_t total_captures_ = 0;
  std::map<std::u16string, uint32_t> name_index_;
  std::vector<uint32_t> active_names_;  // names a new group must not repeat
  std::vector<std::pair<Node*, std::u16string>> named_references_;
  std::vector<Node*> lists_;  // of children that are being read
};

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_PARSER_IMPL_H_
