#include "regexp/parser.h"

#include <algorithm>

#include "regexp/parser_impl.h"
#include "unicode/case_mapping.h"

namespace halfword::regexp {

using unicode::IsDecimalDigit;

Error Parser::Run(size_t max_length) {
  if (size_ > max_length) {
    Fail("Regular expression too large");
    return error_;
  }
  Node* root = ParseDisjunction();
  if (root != nullptr && pos_ < size_) Fail("Unmatched ')'");
  if (error_.reason == nullptr) ResolveNames();
  if (error_.reason == nullptr) {
    tree_.root = root;
    tree_.capture_count = capture_count_;
  }
  return error_;
}

Node* Parser::MakeSet(const CodePointSet& set) {
  tree_.account.Take(0, set.ranges().size());
  return tree_.NewSet(set);
}

Node* Parser::MakeChar(CodePoint c) {
  if (ignore_case()) {
    CodePoint letter = c | 0x20;
    bool ascii_letter = letter - 'a' < 26;
    if (c < 0x80 && !ascii_letter) return tree_.Char(c, 0);
    if (c < 0x80 && !(unicode_mode() && (letter == 'k' || letter == 's'))) return tree_.Char(letter, 0x20);
    CodePointSet closed = CloseOverCase({{c, c}});
    if (closed.size() > 1) {
      const auto& r = closed.ranges();
      CodePoint low = r.front().first, high = r.back().last;
      if (closed.size() == 2 && high <= 0xFFFF && ((low ^ high) & ((low ^ high) - 1)) == 0) {
        return tree_.Char(high, low ^ high);
      }
      return MakeSet(closed);
    }
  }
  // With u or v a lone surrogate must not match half of a pair: a matter for the class matcher.
  if (unicode_mode() && unicode::IsSurrogate(c)) return MakeSet({{c, c}});
  return tree_.Char(c, 0);
}

Node* Parser::MakeAssertion(AssertionKind kind) {
  Node* n = tree_.New(NodeKind::kAssertion);
  n->assertion = kind;
  tree_.has_start_assertion |= kind == AssertionKind::kStart;
  n->ignore_case = ignore_case() && unicode_mode();
  return n;
}

CodePointSet Parser::CloseOverCase(const CodePointSet& set) const {
  return unicode_mode() ? unicode::CloseOverCaseUnicode(set) : unicode::CloseOverCaseLegacy(set);
}

Node* Parser::MakeDot() {
  if (flags_ & kDotAll) return MakeSet(CodePointSet::All());
  return MakeSet(CodePointSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}.Complement());
}

Node* Parser::ParseDisjunction() {
  if (TooLarge()) return nullptr;
  uint32_t first_capture = capture_count_;
  size_t active_base = active_names_.size();
  std::vector<uint32_t> finished_names;
  platform::ListBuilder<Node*> alternatives(lists_);
  for (;;) {
    Node* alternative = ParseAlternative();
    if (alternative == nullptr) return nullptr;
    alternatives.Push(alternative);
    if (!Eat('|')) break;
    // Groups of different alternatives may share a name: the ones of this alternative stop
    // being in the way.
    finished_names.insert(finished_names.end(), active_names_.begin() + static_cast<ptrdiff_t>(active_base),
                          active_names_.end());
    active_names_.resize(active_base);
  }
  active_names_.insert(active_names_.end(), finished_names.begin(), finished_names.end());
  if (alternatives.size() == 1) return alternatives[0];
  Node* n = tree_.New(NodeKind::kAlternation);
  n->children = tree_.Keep(alternatives);
  n->first_capture = first_capture;
  n->end_capture = capture_count_;
  return n;
}

Node* Parser::ParseAlternative() {
  uint32_t first_capture = capture_count_;
  platform::ListBuilder<Node*> terms(lists_);
  while (pos_ < size_ && Peek() != '|' && Peek() != ')') {
    if (TooLarge()) return nullptr;
    uint32_t term_capture = capture_count_;
    bool quantifiable = true;
    Node* term = ParseTerm(quantifiable);
    if (term == nullptr) return nullptr;
    term = ParseQuantifier(term, quantifiable, term_capture);
    if (term == nullptr) return nullptr;
    if (term->kind != NodeKind::kEmpty) terms.Push(term);
  }
  if (terms.empty()) return tree_.New(NodeKind::kEmpty);
  if (terms.size() == 1) return terms[0];
  Node* n = tree_.New(NodeKind::kSequence);
  n->children = tree_.Keep(terms);
  n->first_capture = first_capture;
  n->end_capture = capture_count_;
  return n;
}

Node* Parser::ParseTerm(bool& quantifiable) {
  CodePoint c = Peek();
  switch (c) {
    case '^':
      pos_++;
      quantifiable = false;
      return MakeAssertion(flags_ & kMultiline ? AssertionKind::kLineStart : AssertionKind::kStart);
    case '$':
      pos_++;
      quantifiable = false;
      return MakeAssertion(flags_ & kMultiline ? AssertionKind::kLineEnd : AssertionKind::kEnd);
    case '(': pos_++; return ParseGroup(quantifiable);
    case '*':
    case '+':
    case '?': return Fail("Nothing to repeat");
    case '.': pos_++; return MakeDot();
    case '[': pos_++; return ParseClass();
    case '\\': pos_++; return ParseAtomEscape(quantifiable);
    case '{': {
      uint32_t min, max;
      size_t at = pos_;
      if (ParseInterval(min, max)) {
        pos_ = at;
        return Fail("Nothing to repeat");
      }
      [[fallthrough]];
    }
    case '}':
    case ']':
      if (unicode_mode()) return Fail("Lone quantifier brackets");
      pos_++;
      return MakeChar(c);
    default: return MakeChar(NextCharacter());
  }
}

bool Parser::ParseInterval(uint32_t& min, uint32_t& max) {
  size_t at = pos_;
  auto number = [&](uint32_t& value) {
    if (!IsDecimalDigit(Peek())) return false;
    uint64_t n = 0;
    while (IsDecimalDigit(Peek())) {
      n = std::min<uint64_t>(n * 10 + (Peek() - '0'), kInfinity);
      pos_++;
    }
    value = static_cast<uint32_t>(n);
    return true;
  };
  bool ok = Eat('{') && number(min);
  if (ok) {
    max = min;
    if (Eat(',')) {
      max = kInfinity;
      if (IsDecimalDigit(Peek())) number(max);
    }
    ok = Eat('}');
  }
  if (!ok) pos_ = at;
  return ok;
}

Node* Parser::ParseQuantifier(Node* term, bool quantifiable, uint32_t first_capture) {
  uint32_t min = 0, max = kInfinity;
  size_t at = pos_;
  switch (Peek()) {
    case '*': break;
    case '+': min = 1; break;
    case '?': max = 1; break;
    case '{': {
      if (ParseInterval(min, max)) {
        if (quantifiable && max < min) return Fail("numbers out of order in {} quantifier");
        break;
      }
      if (unicode_mode()) return Fail(quantifiable ? "Incomplete quantifier" : "Lone quantifier brackets");
      return term;
    }
    default: return term;
  }
  if (!quantifiable) return Fail(term->kind == NodeKind::kLook ? "Invalid quantifier" : "Nothing to repeat");
  if (pos_ == at) pos_++;
  Node* n = tree_.New(NodeKind::kRepeat);
  n->greedy = !Eat('?');
  n->min = min;
  n->max = max;
  n->children = tree_.List(term);
  n->first_capture = first_capture;
  n->end_capture = capture_count_;
  return n;
}

Node* Parser::ParseGroup(bool& quantifiable) {
  if (TooLarge()) return nullptr;
  if (!Eat('?')) return ParseCapture();
  Flags saved = flags_;
  Node* look = nullptr;
  switch (Peek()) {
    case ':': pos_++; break;
    case '=':
    case '!':
      look = tree_.New(NodeKind::kLook);
      look->negative = Peek() == '!';
      pos_++;
      quantifiable = !unicode_mode();
      break;
    case '<':
      pos_++;
      if (Peek() == '=' || Peek() == '!') {
        look = tree_.New(NodeKind::kLook);
        look->ahead = false;
        look->negative = Peek() == '!';
        pos_++;
        quantifiable = false;
        break;
      }
      return ParseNamedCapture();
    default:
      if (!ParseModifiers()) return nullptr;
      break;
  }
  uint32_t first_capture = capture_count_;
  Node* body = ParseDisjunction();
  if (body == nullptr) return nullptr;
  flags_ = saved;
  if (!Eat(')')) return Fail("Unterminated group");
  if (look == nullptr) return body;
  look->children = tree_.List(body);
  look->first_capture = first_capture;
  look->end_capture = capture_count_;
  return look;
}

bool Parser::ParseModifiers() {
  Flags added = 0, removed = 0;
  bool dash = false;
  for (;;) {
    CodePoint c = Peek();
    Flags flag = c == 'i' ? kIgnoreCase : c == 'm' ? kMultiline : c == 's' ? kDotAll : 0;
    if (flag != 0) {
      if ((added | removed) & flag) return Fail("Repeated flag in flag group"), false;
      (dash ? removed : added) |= flag;
    } else if (c == '-') {
      if (dash) return Fail("Multiple dashes in flag group"), false;
      dash = true;
    } else if (c == ':') {
      if (dash && (added | removed) == 0) return Fail("Invalid flag group"), false;
      pos_++;
      flags_ = static_cast<Flags>((flags_ | added) & ~removed);
      return true;
    } else {
      return Fail("Invalid group"), false;
    }
    pos_++;
  }
}

Node* Parser::ParseCapture() {
  if (capture_count_ >= kMaxCaptures) return Fail("Too many captures");
  Node* n = tree_.New(NodeKind::kCapture);
  n->index = capture_count_++;
  n->first_capture = n->index;
  Flags saved = flags_;
  Node* body = ParseDisjunction();
  if (body == nullptr) return nullptr;
  flags_ = saved;
  if (!Eat(')')) return Fail("Unterminated group");
  n->children = tree_.List(body);
  n->end_capture = capture_count_;
  return n;
}

Node* Parser::ParseNamedCapture() {
  std::u16string name;
  if (!ParseGroupName(name)) return nullptr;
  auto [it, is_new] = name_index_.emplace(name, static_cast<uint32_t>(tree_.groups.size()));
  if (is_new) tree_.groups.push_back({std::move(name), {}});
  uint32_t index = it->second;
  tree_.account.Take(0, active_names_.size() / 64);
  if (std::find(active_names_.begin(), active_names_.end(), index) != active_names_.end()) {
    return Fail("Duplicate capture group name");
  }
  active_names_.push_back(index);
  tree_.groups[index].indices.push_back(capture_count_);
  return ParseCapture();
}

bool Parser::ParseGroupName(std::u16string& name) {
  const char* kInvalid = "Invalid capture group name";
  while (!Eat('>')) {
    if (pos_ >= size_) return Fail(kInvalid), false;
    CodePoint c = NextCodePoint();
    if (c == '\\') {
      if (!Eat('u')) return Fail("Invalid Unicode escape"), false;
      std::optional<CodePoint> escaped = ParseUnicodeEscape(true);
      if (!escaped) return Fail("Invalid Unicode escape"), false;
      c = *escaped;
    }
    if (!(name.empty() ? unicode::IsIdentifierStart(c) : unicode::IsIdentifierPart(c)))
      return Fail(kInvalid), false;
    unicode::AppendUtf16(name, c);
  }
  if (name.empty()) return Fail(kInvalid), false;
  return true;
}

void Parser::ResolveNames() {
  for (auto& [node, name] : named_references_) {
    auto it = name_index_.find(name);
    if (it == name_index_.end()) {
      Fail("Invalid named capture referenced");
      return;
    }
    node->groups = tree_.Keep(std::span<const uint32_t>(tree_.groups[it->second].indices));
  }
}

void Parser::ScanForGroups() {
  if (scanned_) return;
  scanned_ = true;
  total_captures_ = 1;
  uint32_t class_depth = 0;
  for (size_t i = 0; i < size_; i++) {
    switch (text_[i]) {
      case '\\': i++; break;
      case '[':
        if (class_depth == 0 || sets_mode()) class_depth++;
        break;
      case ']':
        if (class_depth > 0) class_depth--;
        break;
      case '(':
        if (class_depth > 0) break;
        if (i + 1 < size_ && text_[i + 1] == '?') {
          if (i + 3 >= size_ || text_[i + 2] != '<' || text_[i + 3] == '=' || text_[i + 3] == '!') break;
          has_named_groups_ = true;
        }
        total_captures_++;
        break;
      default: break;
    }
  }
}

bool Parser::HasNamedGroups() {
  ScanForGroups();
  return has_named_groups_;
}

Error Parse(Text pattern, Flags flags, uintptr_t stack_limit, size_t max_length, Tree& tree) {
  return Parser(pattern, flags, stack_limit, tree).Run(max_length);
}

}  // namespace halfword::regexp
