// Classes: https://tc39.es/ecma262/#prod-CharacterClass.
#include <algorithm>

#include "regexp/parser_impl.h"

namespace halfword::regexp {

using unicode::IsDecimalDigit;

Node* Parser::MakeClassNode(ClassSet set) {
  if (ignore_case() && !set.is_closed) set.single = CloseOverCase(set.single);
  if (set.strings.empty()) return MakeSet(set.single);
  // Longer strings are tried first: https://tc39.es/ecma262/#sec-compileatom
  set.Sort();
  std::vector<const std::u32string*> order;
  for (const std::u32string& s : set.strings) order.push_back(&s);
  std::sort(order.begin(), order.end(), [](const std::u32string* a, const std::u32string* b) {
    return a->size() != b->size() ? a->size() > b->size() : *a < *b;
  });
  platform::ListBuilder<Node*> branches(lists_);
  bool has_empty = false;
  for (const std::u32string* s : order) {
    if (TooLarge()) return nullptr;
    if (s->empty()) {
      has_empty = true;
      continue;
    }
    branches.Push(MakeString(*s));
  }
  if (!set.single.empty()) branches.Push(MakeSet(set.single));
  if (has_empty) branches.Push(tree_.New(NodeKind::kEmpty));
  if (branches.size() == 1) return branches[0];
  Node* alternation = tree_.New(NodeKind::kAlternation);
  alternation->children = tree_.Keep(branches);
  return alternation;
}

Node* Parser::MakeString(std::u32string_view s) {
  platform::ListBuilder<Node*> characters(lists_);
  for (CodePoint c : s) characters.Push(MakeChar(c));
  Node* sequence = tree_.New(NodeKind::kSequence);
  sequence->children = tree_.Keep(characters);
  return sequence;
}

Node* Parser::ParseClass() {
  if (sets_mode()) {
    ClassSet set;
    if (!ParseClassSet(set)) return nullptr;
    return MakeClassNode(std::move(set));
  }
  bool negated = Eat('^');
  CodePointSet set, closed;
  for (;;) {
    if (TooLarge()) return nullptr;
    if (pos_ >= size_) return Fail("Unterminated character class");
    if (Eat(']')) break;
    bool first_is_class = false, second_is_class = false;
    CodePoint first = ParseClassAtom(set, closed, first_is_class);
    if (failed()) return nullptr;
    if (Peek() != '-' || Peek(1) == ']' || Peek(1) == kEof) {
      if (!first_is_class) set.Add(first);
      continue;
    }
    pos_++;
    CodePoint last = ParseClassAtom(set, closed, second_is_class);
    if (failed()) return nullptr;
    if (first_is_class || second_is_class) {
      if (unicode_mode()) return Fail("Invalid character class");
      set.Add('-');
      if (!first_is_class) set.Add(first);
      if (!second_is_class) set.Add(last);
      continue;
    }
    if (first > last) return Fail("Range out of order in character class");
    set.Add(first, last);
  }
  if (ignore_case()) set = CloseOverCase(set);
  set.AddAll(closed);
  return MakeSet(negated ? set.Complement() : set);
}

CodePoint Parser::ParseClassAtom(CodePointSet& set, CodePointSet& closed, bool& is_class) {
  if (!Eat('\\')) return NextCharacter();
  if (pos_ >= size_) return Fail("\\ at end of pattern"), 0;
  ClassSet escape;
  if (TryParseClassEscape(escape, "Invalid property name in character class")) {
    tree_.account.Take(0, escape.single.ranges().size());
    is_class = true;
    (escape.is_closed ? closed : set).AddAll(escape.single);
    return 0;
  }
  CodePoint c = Peek();
  if (c == 'b') {
    pos_++;
    return '\b';
  }
  if (IsDecimalDigit(c)) {
    if (!unicode_mode()) return ParseLegacyDecimalEscape();
    if (c == '0' && !IsDecimalDigit(Peek(1))) {
      pos_++;
      return 0;
    }
    return Fail(c >= '8' ? "Invalid escape" : "Invalid class escape"), 0;
  }
  return ParseCharacterEscape(true).value_or(0);
}

bool Parser::ParseClassSet(ClassSet& out) {
  bool negated = Eat('^');
  enum { kUnknown, kUnion, kIntersection, kSubtraction } mode = kUnknown;
  bool first = true;
  for (;;) {
    if (TooLarge()) return false;
    if (pos_ >= size_) return Fail("Unterminated character class"), false;
    if (Eat(']')) break;
    bool is_intersection = LooksAt("&&");
    bool is_subtraction = LooksAt("--");
    if (is_intersection || is_subtraction) {
      auto wanted = is_intersection ? kIntersection : kSubtraction;
      if (first || (mode != kUnknown && mode != wanted)) {
        return Fail("Invalid set operation in character class"), false;
      }
      mode = wanted;
      pos_ += 2;
      if (is_intersection && Peek() == '&') return Fail("Invalid character in character class"), false;
    } else if (!first) {
      if (mode == kIntersection || mode == kSubtraction) {
        return Fail("Invalid set operation in character class"), false;
      }
      mode = kUnion;
    }
    ClassSet operand;
    bool is_character = false;
    CodePoint c = 0;
    if (!ParseClassSetOperand(operand, is_character, c)) return false;
    if (is_character && Peek() == '-' && Peek(1) != '-') {
      if (mode == kIntersection || mode == kSubtraction) {
        return Fail("Invalid set operation in character class"), false;
      }
      pos_++;
      ClassSet end;
      bool end_is_character = false;
      CodePoint last = 0;
      if (pos_ >= size_) return Fail("Unterminated character class"), false;
      if (Peek() == '[' || !ParseClassSetOperand(end, end_is_character, last) || !end_is_character) {
        return Fail("Invalid character class"), false;
      }
      if (c > last) return Fail("Range out of order in character class"), false;
      if (Peek() == '-' && Peek(1) != '-') return Fail("Invalid character class"), false;
      operand.single = MaybeFold({{c, last}});
      mode = kUnion;
    } else if (is_character) {
      operand.single = MaybeFold({{c, c}});
    } else if (Peek() == '-' && Peek(1) != '-') {
      return Fail("Invalid character class"), false;
    }
    if (first) {
      out = std::move(operand);
    } else if (mode == kIntersection) {
      out.Intersect(operand);
    } else if (mode == kSubtraction) {
      out.Subtract(operand);
    } else {
      out.Union(std::move(operand));
    }
    first = false;
  }
  if (negated) {
    if (out.may_contain_strings) return Fail("Negated character class may contain strings"), false;
    out.single = Complement(out.single);
  }
  return true;
}

bool Parser::ParseClassSetOperand(ClassSet& out, bool& is_character, CodePoint& c) {
  if (pos_ >= size_) return Fail("Unterminated character class"), false;
  if (Eat('[')) return ParseClassSet(out);
  if (Peek() == '\\' && Peek(1) == 'q' && Peek(2) == '{') {
    pos_ += 3;
    return ParseClassStrings(out);
  }
  if (Peek() == '\\' && Peek(1) != kEof) {
    pos_++;
    if (TryParseClassEscape(out, "Invalid property name in character class")) {
      tree_.account.Take(0, out.single.ranges().size() + out.strings.size());
      return !failed();
    }
    pos_--;
  }
  is_character = true;
  return ParseClassSetCharacter(c);
}

bool Parser::ParseClassStrings(ClassSet& out) {
  std::u32string s;
  for (;;) {
    if (TooLarge()) return false;
    if (pos_ >= size_) return Fail("Invalid escape"), false;
    if (Peek() == '}' || Peek() == '|') {
      if (s.size() != 1) out.may_contain_strings = true;
      AddFoldedString(out, std::move(s));
      s.clear();
      if (text_[pos_++] == '}') return true;
      continue;
    }
    CodePoint c;
    if (!ParseClassSetCharacter(c)) return false;
    s.push_back(c);
  }
}

bool Parser::ParseClassSetCharacter(CodePoint& c) {
  const char* kInvalid = "Invalid character in character class";
  if (pos_ >= size_) return Fail("Unterminated character class"), false;
  if (Eat('\\')) {
    if (pos_ >= size_) return Fail("\\ at end of pattern"), false;
    CodePoint escaped = Peek();
    static constexpr std::string_view kReserved = "&-!#%,:;<=>@`~";
    if (escaped < 0x80 && kReserved.find(static_cast<char>(escaped)) != std::string_view::npos) {
      pos_++;
      c = escaped;
      return true;
    }
    if (escaped == 'b') {
      pos_++;
      c = '\b';
      return true;
    }
    if (IsDecimalDigit(escaped)) {
      if (escaped != '0' || IsDecimalDigit(Peek(1))) {
        return Fail(escaped >= '8' ? "Invalid escape" : "Invalid class escape"), false;
      }
      pos_++;
      c = 0;
      return true;
    }
    std::optional<CodePoint> value = ParseCharacterEscape(true);
    if (!value) return false;
    c = *value;
    return true;
  }
  CodePoint next = Peek();
  static constexpr std::string_view kSyntax = "()[]{}/-|";
  static constexpr std::string_view kDouble = "&!#$%*+,.:;<=>?@^`~";
  if (next < 0x80) {
    if (kSyntax.find(static_cast<char>(next)) != std::string_view::npos) return Fail(kInvalid), false;
    if (Peek(1) == next && kDouble.find(static_cast<char>(next)) != std::string_view::npos) {
      return Fail("Invalid set operation in character class"), false;
    }
  }
  c = NextCodePoint();
  return true;
}

}  // namespace halfword::regexp
