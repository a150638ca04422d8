#include "regexp/parser.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "unicode/case_mapping.h"
#include "unicode/characters.h"
#include "unicode/properties.h"

namespace halfword::regexp {

namespace {

using unicode::IsDecimalDigit;
using unicode::IsHexDigit;
using unicode::IsLeadSurrogate;
using unicode::IsOctalDigit;
using unicode::IsTrailSurrogate;

constexpr CodePoint kEof = 0xFFFFFFFF;

// A set of characters and of longer (or empty) strings: the value of a class with the v flag.
struct ClassSet {
  CodePointSet single;
  std::vector<std::u32string> strings;  // none of length one; sorted and unique after Sort
  bool may_contain_strings = false;     // MayContainStrings: decided by syntax, not by content
  bool is_closed = false;               // Canonicalize leads from members to members only

  void AddString(std::u32string s) {
    if (s.size() == 1) {
      single.Add(s[0]);
    } else {
      strings.push_back(std::move(s));
    }
  }
  void Sort() {
    std::sort(strings.begin(), strings.end());
    strings.erase(std::unique(strings.begin(), strings.end()), strings.end());
  }
  void Union(ClassSet&& other) {
    single.AddAll(other.single);
    std::move(other.strings.begin(), other.strings.end(), std::back_inserter(strings));
    may_contain_strings |= other.may_contain_strings;
  }
  void Intersect(ClassSet& other) {
    single = single.Intersect(other.single);
    Sort();
    other.Sort();
    std::vector<std::u32string> kept;
    std::set_intersection(strings.begin(), strings.end(), other.strings.begin(), other.strings.end(),
                          std::back_inserter(kept));
    strings = std::move(kept);
    may_contain_strings &= other.may_contain_strings;
  }
  void Subtract(ClassSet& other) {
    single = single.Subtract(other.single);
    Sort();
    other.Sort();
    std::vector<std::u32string> kept;
    std::set_difference(strings.begin(), strings.end(), other.strings.begin(), other.strings.end(),
                        std::back_inserter(kept));
    strings = std::move(kept);
  }
};

CodePointSet MakeSpaceSet() {
  CodePointSet s;
  for (CodePoint c = 0; c < 0x10000; c++) {
    if (unicode::IsWhiteSpaceOrLineTerminator(c)) s.Add(c);
    if (c == 0x3000) c = 0xFEFE;
  }
  return s;
}

class Parser {
 public:
  Parser(Text text, Flags flags, uintptr_t stack_limit, Tree& tree)
      : text_(text), size_(text.size()), stack_limit_(stack_limit), tree_(tree), flags_(flags) {
    tree_.flags = flags;
  }

  Error Run(size_t max_length) {
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

  Node* MakeSet(const CodePointSet& set) {
    tree_.account.Take(0, set.ranges().size());
    return tree_.NewSet(set);
  }

  Node* MakeChar(CodePoint c) {
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

  Node* MakeAssertion(AssertionKind kind) {
    Node* n = tree_.New(NodeKind::kAssertion);
    n->assertion = kind;
    tree_.has_start_assertion |= kind == AssertionKind::kStart;
    n->ignore_case = ignore_case() && unicode_mode();
    return n;
  }

  CodePointSet CloseOverCase(const CodePointSet& set) const {
    return unicode_mode() ? unicode::CloseOverCaseUnicode(set) : unicode::CloseOverCaseLegacy(set);
  }

  Node* MakeDot() {
    if (flags_ & kDotAll) return MakeSet(CodePointSet::All());
    return MakeSet(CodePointSet{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}.Complement());
  }

  Node* MakeClassNode(ClassSet set) {
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

  Node* MakeString(std::u32string_view s) {
    platform::ListBuilder<Node*> characters(lists_);
    for (CodePoint c : s) characters.Push(MakeChar(c));
    Node* sequence = tree_.New(NodeKind::kSequence);
    sequence->children = tree_.Keep(characters);
    return sequence;
  }

  // -------------------------------------------------------------------------------------------- Disjunction

  // Ends before ')' or at the end of the pattern.
  Node* ParseDisjunction() {
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

  Node* ParseAlternative() {
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

  Node* ParseTerm(bool& quantifiable) {
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

  // {n} {n,} {n,m} at the current position; otherwise false and nothing is consumed.
  bool ParseInterval(uint32_t& min, uint32_t& max) {
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

  Node* ParseQuantifier(Node* term, bool quantifiable, uint32_t first_capture) {
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
    if (!quantifiable)
      return Fail(term->kind == NodeKind::kLook ? "Invalid quantifier" : "Nothing to repeat");
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

  // -------------------------------------------------------------------------------------------- groups

  Node* ParseGroup(bool& quantifiable) {
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

  // (?ims-ims: ; changes flags_.
  bool ParseModifiers() {
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

  Node* ParseCapture() {
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

  Node* ParseNamedCapture() {
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

  // RegExpIdentifierName and the closing '>'; the opening '<' is consumed.
  bool ParseGroupName(std::u16string& name) {
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

  // Names in \k may refer forward, so they are resolved at the end.
  void ResolveNames() {
    for (auto& [node, name] : named_references_) {
      auto it = name_index_.find(name);
      if (it == name_index_.end()) {
        Fail("Invalid named capture referenced");
        return;
      }
      node->groups = tree_.Keep(std::span<const uint32_t>(tree_.groups[it->second].indices));
    }
  }

  // Counts the groups of the whole pattern: \7 and \k mean different things without the groups they refer to.
  void ScanForGroups() {
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
  bool HasNamedGroups() {
    ScanForGroups();
    return has_named_groups_;
  }

  // -------------------------------------------------------------------------------------------- escapes

  // The backslash is consumed.
  Node* ParseAtomEscape(bool& quantifiable) {
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

  // \8 and \9 are themselves, the others octal. REQUIRES: at a digit; not with u or v.
  CodePoint ParseLegacyDecimalEscape() {
    CodePoint c = text_[pos_++];
    if (c >= '8') return c;
    uint32_t value = c - '0';
    for (int i = 0; i < 2 && IsOctalDigit(Peek()) && value * 8 + (Peek() - '0') <= 0xFF; i++) {
      value = value * 8 + (text_[pos_++] - '0');
    }
    return value;
  }

  // \d \D \s \S \w \W \p{…} \P{…}: false, and nothing consumed, if it is none of these. May fail.
  bool TryParseClassEscape(ClassSet& out, const char* property_error) {
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

  // With v and i sets are compared after simple case folding.
  CodePointSet MaybeFold(CodePointSet set) const {
    if (!sets_mode() || !ignore_case()) return set;
    const auto& r = set.ranges();
    if (r.size() == 1 && r[0].first == r[0].last) {
      CodePoint folded = unicode::FoldSimple(r[0].first);
      return {{folded, folded}};
    }
    return unicode::FoldSet(set);
  }
  // https://tc39.es/ecma262/#sec-charactercomplement
  CodePointSet Complement(const CodePointSet& set) const {
    return sets_mode() && ignore_case() ? unicode::FoldedUniverse().Subtract(set) : set.Complement();
  }

  // {name} or {name=value}; the letter is consumed.
  bool ParseProperty(ClassSet& out, bool negated) {
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

  void AddFoldedString(ClassSet& out, std::u32string s) const {
    if (ignore_case()) {
      for (char32_t& c : s) c = unicode::FoldSimple(c);
    }
    out.AddString(std::move(s));
  }

  std::optional<CodePoint> ParseHex(int digits) {
    CodePoint value = 0;
    for (int i = 0; i < digits; i++) {
      if (!IsHexDigit(Peek(static_cast<size_t>(i)))) return std::nullopt;
      value = value * 16 + unicode::HexValue(Peek(static_cast<size_t>(i)));
    }
    pos_ += static_cast<size_t>(digits);
    return value;
  }

  // After \u. Nothing is consumed on failure.
  std::optional<CodePoint> ParseUnicodeEscape(bool unicode) {
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

  // CharacterEscape, ClassEscape where it is one character; the backslash is consumed and something follows.
  std::optional<CodePoint> ParseCharacterEscape(bool in_class) {
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
      if (c < 0x80 &&
          (kSyntax.find(static_cast<char>(c)) != std::string_view::npos || (in_class && c == '-')))
        return c;
      return Fail("Invalid escape"), std::nullopt;
    }
    if (c == 'k' && HasNamedGroups()) return Fail("Invalid escape"), std::nullopt;
    return c;
  }

  // -------------------------------------------------------------------------------------------- classes

  // The opening bracket is consumed.
  Node* ParseClass() {
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

  // One character, or a class escape that is added to one of the sets.
  CodePoint ParseClassAtom(CodePointSet& set, CodePointSet& closed, bool& is_class) {
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

  // ClassContents with v, to the closing bracket. https://tc39.es/ecma262/#prod-ClassSetExpression
  bool ParseClassSet(ClassSet& out) {
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

  bool ParseClassSetOperand(ClassSet& out, bool& is_character, CodePoint& c) {
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

  // \q{a|bc|}: the brace is consumed.
  bool ParseClassStrings(ClassSet& out) {
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

  bool ParseClassSetCharacter(CodePoint& c) {
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

}  // namespace

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

Error Parse(Text pattern, Flags flags, uintptr_t stack_limit, size_t max_length, Tree& tree) {
  return Parser(pattern, flags, stack_limit, tree).Run(max_length);
}

Node* Tree::Char(CodePoint c, uint32_t mask) {
  account.Take(3 * sizeof(Node*));  // in lists of children
  Node** shared = c < kShared && (mask & ~0x20u) == 0 ? &chars_[mask != 0][c] : nullptr;
  if (shared != nullptr && *shared != nullptr) return *shared;
  Node* n = New(NodeKind::kChar);
  n->c = c;
  n->mask = mask;
  if (shared != nullptr) *shared = n;
  return n;
}

First First::Of(Ranges set) {
  First f;
  for (unicode::CodePointRange r : set) {
    for (CodePoint c = r.first; c <= r.last && c < 256; c++) f.Add(static_cast<uint8_t>(c));
    if (r.last < 256) continue;
    CodePoint first = r.first < 256 ? 256 : r.first;
    // Which of the buckets does [first, last] touch?
    uint8_t wide = 0;
    if (first <= 0x2029 && r.last >= 0x2028) wide |= kLineTerminator;
    if (r.last >= 0x10000 || (first <= 0xDFFF && r.last >= 0xD800)) wide |= kSurrogate;
    if (first <= 0xFFFF) {
      bool all_space = r.last - first < 64;  // no run of spaces is longer
      for (CodePoint c = first; c <= r.last && c - first < 64; c++) {
        bool line = (c & ~1u) == 0x2028;
        bool space = !line && unicode::IsWhiteSpace(c);
        if (space) wide |= kSpace;
        if (!space && !line && !unicode::IsSurrogate(c)) all_space = false;
      }
      if (!all_space) {
        wide |= kOther;
        // A long range that reaches over a space includes it.
        for (CodePoint c : {0x1680u, 0x2000u, 0x202Fu, 0x205Fu, 0x3000u, 0xFEFFu}) {
          if (first <= c && c <= r.last) wide |= kSpace;
        }
        if (first <= 0x200A && r.last >= 0x2000) wide |= kSpace;
      }
    }
    f.wide |= wide;
  }
  return f;
}

}  // namespace halfword::regexp
