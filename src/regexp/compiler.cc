#include "regexp/compiler.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "regexp/bytecode.h"
#include "regexp/parser.h"

namespace halfword::regexp {

namespace {

constexpr uint32_t kUnrollLimit = 64;  // nodes after unrolling a counted group
constexpr uint32_t kLookahead = 8;     // positions the search analysis looks at

uint32_t SaturatingAdd(uint32_t a, uint32_t b) {
  uint64_t sum = uint64_t{a} + b;
  return sum >= kInfinity ? kInfinity : static_cast<uint32_t>(sum);
}
uint32_t SaturatingMul(uint32_t a, uint32_t b) {
  uint64_t product = uint64_t{a} * b;
  return product >= kInfinity ? kInfinity : static_cast<uint32_t>(product);
}

// What comes after the node being emitted.
struct Continuation {
  First first = First::Any();
  bool can_fail = true;
  bool word_boundary = false;  // a \b follows at once

  static Continuation Accept() { return {First::Any(), false, false}; }
};

First FirstThen(const Node* n, const Continuation& k) {
  First f = n->first;
  if (n->nullable) {
    First rest = k.first;
    rest.Intersect(n->gate);
    f.Merge(rest);
  }
  return f;
}

Continuation Then(const Node* n, const Continuation& k) {
  bool boundary =
      n->kind == NodeKind::kAssertion && n->assertion == AssertionKind::kWordBoundary && !n->ignore_case;
  return {FirstThen(n, k), n->can_fail || k.can_fail, boundary};
}

// (x | mask) == value describes exactly the Latin-1 members of `f`, and there are no others.
bool AsMaskedChar(const First& f, uint32_t& value, uint32_t& mask) {
  if (f.wide != 0 || f.end) return false;
  int count = f.Latin1Count();
  if (count == 0 || count > 2) return false;
  uint32_t low = static_cast<uint32_t>(f.SingleLatin1());
  value = low;
  mask = 0;
  if (count == 1) return true;
  First rest = f;
  rest.bits[low >> 6] &= ~(uint64_t{1} << (low & 63));
  uint32_t high = static_cast<uint32_t>(rest.SingleLatin1());
  mask = low ^ high;
  value = high;
  return (mask & (mask - 1)) == 0;
}

// The Latin-1 members of `f` as at most four ranges.
bool AsRanges(const First& f, uint32_t& firsts, uint32_t& spans) {
  uint32_t count = 0;
  for (uint32_t c = 0; c < 256; c++) {
    if (!f.Has(static_cast<uint8_t>(c))) continue;
    uint32_t last = c;
    while (last < 255 && f.Has(static_cast<uint8_t>(last + 1))) last++;
    if (count == 4) return false;
    firsts |= c << (8 * count);
    spans |= (last - c) << (8 * count);
    count++;
    c = last;
  }
  if (count == 0) return false;
  for (; count < 4; count++) {
    firsts |= (firsts & 0xFF) << (8 * count);
    spans |= (spans & 0xFF) << (8 * count);
  }
  return true;
}

bool StartsAnchored(const Node* n) {
  switch (n->kind) {
    case NodeKind::kAssertion: return n->assertion == AssertionKind::kStart;
    case NodeKind::kCapture: return StartsAnchored(n->child());
    case NodeKind::kRepeat: return n->min > 0 && StartsAnchored(n->child());
    case NodeKind::kAlternation:
      return std::all_of(n->children.begin(), n->children.end(), [](Node* c) { return StartsAnchored(c); });
    case NodeKind::kSequence:
      for (Node* c : n->children) {
        if (StartsAnchored(c)) return true;
        if (c->max_length != 0) return false;
      }
      return false;
    default: return false;
  }
}

// How often a character turns up in text, roughly; the search looks for the rarest.
uint32_t Frequency(uint32_t c) {
  if (c == ' ') return 12;
  if (c == 'e' || c == 't' || c == 'a' || c == 'o' || c == 'i' || c == 'n' || c == 's' || c == 'r') return 10;
  if (c >= 'a' && c <= 'z') return 5;
  if (c >= '0' && c <= '9') return 4;
  if (c >= 'A' && c <= 'Z') return 3;
  if (c > ' ' && c < 127) return 2;
  return 1;
}

class Compiler {
 public:
  Compiler(Tree& tree, uintptr_t stack_limit, size_t max_bytes, std::vector<uint8_t>& out)
      : tree_(tree), stack_limit_(stack_limit), max_bytes_(max_bytes), out_(out) {}

  Error Run() {
    referenced_.assign(tree_.capture_count, false);
    if (tree_.has_backreferences) {
      std::vector<bool> done(tree_.capture_count);
      MarkReferencedGroups(tree_.root, false, done);
    }
    Node* root = Normalize(tree_.root);
    if (failed()) return error_;
    Analyze(root);
    if (failed()) return error_;
    next_register_ = 2 * tree_.capture_count;
    bool sticky = (tree_.flags & kSticky) != 0;
    bool anchored = StartsAnchored(root);
    Op(kOpNoMatch);
    Op(kOpUndo);
    Op(kOpUndoBlock);
    if (sticky || anchored) {
      Op(kOpOnce);
    } else {
      EmitSearch(root);
      if (!tree_.has_backreferences) leading_loop_ = FindLeadingLoop(root);
    }
    Emit(root, Continuation::Accept(), false);
    Op(kOpMatch);
    if (failed()) return error_;
    uint32_t flags = tree_.flags;
    if (anchored) flags |= kAnchoredFlag;
    if (needs_two_byte_) flags |= kNeedsTwoByteFlag;
    Assemble(root, flags);
    return error_;
  }

 private:
  bool failed() const { return error_.reason != nullptr; }
  bool TooDeep() {
    if (reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_) return failed();
    Fail();
    return true;
  }
  void Fail() {
    if (!failed()) error_ = {"Regular expression too large", 0};
  }

  // ---------------------------------------------------------------------------------------- the tree

  // Groups whose saves must be undone on backtracking: those that some backreference may meet before the path
  // it is on has saved them. `done` holds the groups that every path to `n` has saved.
  void MarkReferencedGroups(const Node* n, bool backward, std::vector<bool>& done) {
    if (TooDeep()) return;
    switch (n->kind) {
      case NodeKind::kBackreference:
        for (uint32_t g : n->groups) {
          if (!done[g] || n->groups.size() > 1) referenced_[g] = true;
        }
        return;
      case NodeKind::kSequence:
        for (size_t i = 0; i < n->children.size(); i++) {
          MarkReferencedGroups(n->children[backward ? n->children.size() - 1 - i : i], backward, done);
        }
        return;
      case NodeKind::kCapture:
        MarkReferencedGroups(n->child(), backward, done);
        done[n->index] = true;
        return;
      case NodeKind::kAlternation:
      case NodeKind::kRepeat:
      case NodeKind::kLook: {
        if (!n->has_captures()) {
          for (const Node* c : n->children)
            MarkReferencedGroups(c, n->kind == NodeKind::kLook ? !n->ahead : backward, done);
          return;
        }
        std::vector<bool> before = done;
        for (const Node* c : n->children) {
          MarkReferencedGroups(c, n->kind == NodeKind::kLook ? !n->ahead : backward, done);
          done = before;
        }
        return;
      }
      default: return;
    }
  }

  // A node that matches exactly one code unit, always.
  bool IsSingleUnit(const Node* n) const {
    return (n->kind == NodeKind::kChar && n->c <= 0xFFFF) || (n->kind == NodeKind::kSet && !IsWideSet(n));
  }
  bool IsWideSet(const Node* n) const {
    if (!tree_.is_unicode()) return false;
    const auto& r = n->set.ranges();
    return !r.empty() && (r.back().last > 0xFFFF || n->set.Intersects({{0xD800, 0xDFFF}}));
  }
  static CodePointSet SetOf(const Node* n) {
    if (n->kind == NodeKind::kSet) return n->set;
    CodePointSet set{{n->c, n->c}};
    if (n->mask) set.Add(n->c ^ n->mask);
    return set;
  }
  static CodePointSet Bmp(const CodePointSet& set) {
    return set.ranges().empty() || set.ranges().back().last <= 0xFFFF ? set : set.Intersect({{0, 0xFFFF}});
  }

  // Brings the tree into the form the emitter wants: small sets as characters, single characters of an
  // alternation as one set, nested sequences flat, common prefixes of alternatives factored out.
  Node* Normalize(Node* n) {
    if (TooDeep()) return n;
    switch (n->kind) {
      case NodeKind::kSet: {
        if (IsWideSet(n)) return n;
        if (!tree_.is_unicode()) n->set = Bmp(n->set);
        if (n->set.ranges().size() > 2) return n;
        uint32_t size = n->set.size();
        if (size != 1 && size != 2) return n;
        CodePoint low = n->set.ranges().front().first, high = n->set.ranges().back().last;
        if (((low ^ high) & ((low ^ high) - 1)) != 0) return n;
        n->kind = NodeKind::kChar;
        n->c = high;
        n->mask = low ^ high;
        return n;
      }
      case NodeKind::kCapture:
      case NodeKind::kRepeat:
      case NodeKind::kLook: n->children[0] = Normalize(n->children[0]); return n;
      case NodeKind::kSequence: {
        std::vector<Node*> flat;
        for (Node* c : n->children) {
          Node* normal = Normalize(c);
          if (normal->kind == NodeKind::kSequence) {
            flat.insert(flat.end(), normal->children.begin(), normal->children.end());
          } else if (normal->kind != NodeKind::kEmpty) {
            flat.push_back(normal);
          }
        }
        n->children = std::move(flat);
        if (n->children.empty()) n->kind = NodeKind::kEmpty;
        return n->children.size() == 1 ? n->child() : n;
      }
      case NodeKind::kAlternation: {
        std::vector<Node*> flat;
        for (Node* c : n->children) {
          Node* normal = Normalize(c);
          if (normal->kind == NodeKind::kAlternation) {
            flat.insert(flat.end(), normal->children.begin(), normal->children.end());
          } else {
            flat.push_back(normal);
          }
        }
        n->children = std::move(flat);
        return Factor(n);
      }
      default: return n;
    }
  }

  static Node* LeadingChar(Node* n, size_t index) {
    if (n->kind == NodeKind::kChar) return index == 0 ? n : nullptr;
    if (n->kind != NodeKind::kSequence || index >= n->children.size()) return nullptr;
    Node* c = n->children[index];
    return c->kind == NodeKind::kChar ? c : nullptr;
  }

  // The children of `n` from `index` on, as one node with the captures of `n`.
  Node* Rest(Node* n, size_t index) {
    if (n->kind != NodeKind::kSequence || index >= n->children.size()) return tree_.New(NodeKind::kEmpty);
    if (index + 1 == n->children.size()) return n->children[index];
    Node* rest = tree_.New(NodeKind::kSequence);
    rest->children.assign(n->children.begin() + static_cast<ptrdiff_t>(index), n->children.end());
    rest->first_capture = n->first_capture;
    rest->end_capture = n->end_capture;
    return rest;
  }

  // ab|ac|x -> a(?:b|c)|x, and neighbouring single characters become one set. Only neighbours: order is
  // preference.
  Node* Factor(Node* n) {
    if (TooDeep()) return n;
    std::vector<Node*> result;
    auto& branches = n->children;
    for (size_t i = 0; i < branches.size();) {
      size_t end = i + 1;
      if (IsSingleUnit(branches[i])) {
        while (end < branches.size() && IsSingleUnit(branches[end])) end++;
        if (end - i > 1) {
          Node* merged = tree_.New(NodeKind::kSet);
          for (size_t k = i; k < end; k++) merged->set.AddAll(SetOf(branches[k]));
          result.push_back(Normalize(merged));
          i = end;
          continue;
        }
      }
      Node* lead = LeadingChar(branches[i], 0);
      auto same = [](Node* a, Node* b) {
        return a != nullptr && b != nullptr && a->c == b->c && a->mask == b->mask;
      };
      while (lead != nullptr && end < branches.size() && same(LeadingChar(branches[end], 0), lead)) end++;
      if (end - i == 1) {
        result.push_back(branches[i++]);
        continue;
      }
      size_t length = 1;
      for (bool all = true; all; length += all) {
        Node* next = LeadingChar(branches[i], length);
        all = next != nullptr;
        for (size_t k = i + 1; all && k < end; k++) all = same(LeadingChar(branches[k], length), next);
      }
      Node* sequence = tree_.New(NodeKind::kSequence);
      for (size_t k = 0; k < length; k++) sequence->children.push_back(LeadingChar(branches[i], k));
      Node* alternation = tree_.New(NodeKind::kAlternation);
      for (size_t k = i; k < end; k++) {
        Node* rest = Rest(branches[k], length);
        alternation->children.push_back(rest);
        if (!rest->has_captures()) continue;
        if (!alternation->has_captures()) alternation->first_capture = rest->first_capture;
        alternation->end_capture = rest->end_capture;
      }
      sequence->first_capture = alternation->first_capture;
      sequence->end_capture = alternation->end_capture;
      Node* factored = Factor(alternation);
      if (factored->kind == NodeKind::kSequence) {
        sequence->children.insert(sequence->children.end(), factored->children.begin(),
                                  factored->children.end());
      } else if (factored->kind != NodeKind::kEmpty) {
        sequence->children.push_back(factored);
      }
      result.push_back(sequence);
      i = end;
    }
    if (result.size() == 1) return result[0];
    n->children = std::move(result);
    return n;
  }

  void Analyze(Node* n) {
    if (TooDeep()) return;
    n->gate = First::Any();
    n->size = 1;
    switch (n->kind) {
      case NodeKind::kEmpty: n->can_fail = false; break;
      case NodeKind::kChar:
        n->nullable = false;
        n->min_length = n->max_length = n->c > 0xFFFF ? 2 : 1;
        n->first = First::Of(n->c > 0xFFFF ? CodePointSet{{0xD800, 0xDBFF}} : SetOf(n));
        break;
      case NodeKind::kSet: {
        n->nullable = false;
        n->is_wide = IsWideSet(n);
        bool has_bmp = n->set.ranges().empty() || n->set.ranges().front().first <= 0xFFFF;
        bool has_more = n->is_wide && n->set.ranges().back().last > 0xFFFF;
        n->min_length = has_bmp ? 1 : 2;
        n->max_length = has_more ? 2 : 1;
        n->first = First::Of(n->set);
        break;
      }
      case NodeKind::kSequence: {
        First gate = First::Any();
        bool open = true;
        n->can_fail = false;
        n->nullable = true;
        for (Node* c : n->children) {
          Analyze(c);
          n->size = SaturatingAdd(n->size, c->size);
          n->min_length = SaturatingAdd(n->min_length, c->min_length);
          n->max_length = SaturatingAdd(n->max_length, c->max_length);
          n->can_fail |= c->can_fail;
          if (!open) continue;
          First f = c->first;
          f.Intersect(gate);
          n->first.Merge(f);
          if (c->nullable) {
            gate.Intersect(c->gate);
          } else {
            open = false;
            n->nullable = false;
          }
        }
        n->gate = gate;
        break;
      }
      case NodeKind::kAlternation: {
        n->gate = First();
        n->nullable = false;
        n->min_length = kInfinity;
        for (Node* c : n->children) {
          Analyze(c);
          n->size = SaturatingAdd(n->size, c->size);
          n->min_length = std::min(n->min_length, c->min_length);
          n->max_length = std::max(n->max_length, c->max_length);
          n->first.Merge(c->first);
          if (c->nullable) n->gate.Merge(c->gate);
          n->nullable |= c->nullable;
        }
        n->can_fail = n->children.back()->can_fail;
        break;
      }
      case NodeKind::kCapture: {
        Node* c = n->child();
        Analyze(c);
        n->size = SaturatingAdd(c->size, 1);
        n->min_length = c->min_length;
        n->max_length = c->max_length;
        n->first = c->first;
        n->gate = c->gate;
        n->nullable = c->nullable;
        n->can_fail = c->can_fail;
        break;
      }
      case NodeKind::kRepeat: {
        Node* c = n->child();
        Analyze(c);
        // Copies while they are small; an unbounded loop comes after min of them, or is the last of them.
        uint32_t copies = n->max == kInfinity ? std::max(n->min, 1u) : n->max;
        n->unrolled = SaturatingMul(c->size, copies) <= kUnrollLimit || copies <= 1;
        n->size = SaturatingAdd(SaturatingMul(c->size, n->unrolled && !IsSingleUnit(c) ? copies : 1), 1);
        n->min_length = SaturatingMul(c->min_length, n->min);
        n->max_length = c->max_length == 0 ? 0 : SaturatingMul(c->max_length, n->max);
        if (n->max == 0) {
          n->can_fail = false;
          break;
        }
        n->first = c->first;
        n->nullable = n->min == 0 || c->nullable;
        if (n->min > 0) n->gate = c->gate;
        n->can_fail = n->min > 0 && c->can_fail;
        break;
      }
      case NodeKind::kLook: {
        Node* c = n->child();
        Analyze(c);
        n->size = SaturatingAdd(c->size, 1);
        if (!n->ahead) break;
        if (!n->negative) {
          n->gate = c->first;
          if (c->nullable) n->gate.Merge(c->gate);
        } else if (IsSingleUnit(c)) {
          for (int k = 0; k < 4; k++) n->gate.bits[k] = ~c->first.bits[k];
        }
        break;
      }
      case NodeKind::kBackreference:
        n->first = First::Any();
        n->first.end = false;
        n->max_length = kInfinity;
        break;
      case NodeKind::kAssertion:
        if (n->assertion == AssertionKind::kEnd) {
          n->gate = First::End();
        } else if (n->assertion == AssertionKind::kLineEnd) {
          n->gate = First::End();
          n->gate.Add('\n');
          n->gate.Add('\r');
          n->gate.wide = First::kLineTerminator;
        }
        break;
    }
  }

  // ---------------------------------------------------------------------------------------- the search

  struct Positions {
    First at[kLookahead];
    uint32_t budget = 2000;
  };

  // Adds to `p.at[k]` what `n` can have at position k, if it starts at the positions of the bit set `starts`;
  // the result is the bit set of the positions where it can end. Bit kLookahead stands for all further
  // positions.
  uint32_t Collect(const Node* n, uint32_t starts, Positions& p) {
    constexpr uint32_t kFar = 1u << kLookahead;
    auto everything_from = [&](uint32_t bits) {
      if (bits == 0) return 0u;
      uint32_t low = static_cast<uint32_t>(__builtin_ctz(bits));
      for (uint32_t k = low; k < kLookahead; k++) p.at[k] = First::Any();
      return (kFar * 2 - 1) & ~((1u << low) - 1);
    };
    auto advance = [&](uint32_t bits) { return ((bits << 1) | (bits & kFar)) & (kFar * 2 - 1); };
    auto add = [&](const First& f, uint32_t bits) {
      for (uint32_t k = 0; k < kLookahead; k++) {
        if (bits & (1u << k)) p.at[k].Merge(f);
      }
    };
    if (p.budget == 0 || TooDeep()) return everything_from(starts);
    p.budget--;
    switch (n->kind) {
      case NodeKind::kEmpty:
      case NodeKind::kLook: return starts;
      case NodeKind::kAssertion: return n->assertion == AssertionKind::kStart ? 0 : starts;
      case NodeKind::kChar:
      case NodeKind::kSet: {
        add(n->first, starts);
        uint32_t ends = advance(starts);
        if (n->max_length == 1) return ends;
        First trail;
        trail.wide = First::kSurrogate;
        add(trail, ends);
        return n->min_length == 2 ? advance(ends) : ends | advance(ends);
      }
      case NodeKind::kSequence:
        for (const Node* c : n->children) {
          if ((starts & (kFar - 1)) == 0) break;
          starts = Collect(c, starts, p);
        }
        return starts;
      case NodeKind::kAlternation: {
        uint32_t ends = 0;
        for (const Node* c : n->children) ends |= Collect(c, starts, p);
        return ends;
      }
      case NodeKind::kCapture: return Collect(n->child(), starts, p);
      case NodeKind::kRepeat: {
        uint32_t ends = n->min == 0 ? starts : 0;
        uint32_t current = starts;
        for (uint32_t i = 1; i <= kLookahead + 1 && i <= n->max; i++) {
          uint32_t next = Collect(n->child(), current, p);
          if (i >= n->min) ends |= next;
          if ((next | current) == current && i >= n->min) break;
          if (next == kFar) break;
          current = next;
        }
        // Further iterations only reach positions beyond the window, unless the body can be empty.
        if (n->min > kLookahead + 1) ends |= n->child()->nullable ? everything_from(starts) : kFar;
        if (n->max > kLookahead + 1) ends |= kFar;
        if (n->child()->nullable) ends |= everything_from(starts);
        return ends;
      }
      case NodeKind::kBackreference: return everything_from(starts);
    }
    return starts;
  }

  // What a match that does not begin at position 0 can begin with: `^` never holds there.
  First LiveFirst(const Node* n, const First& after) {
    if (TooDeep()) return First::Any();
    switch (n->kind) {
      case NodeKind::kAssertion:
        if (n->assertion == AssertionKind::kStart) return First();
        break;
      case NodeKind::kSequence: {
        First f = after;
        for (size_t i = n->children.size(); i-- > 0;) f = LiveFirst(n->children[i], f);
        return f;
      }
      case NodeKind::kAlternation: {
        First f;
        for (const Node* c : n->children) f.Merge(LiveFirst(c, after));
        return f;
      }
      case NodeKind::kCapture: return LiveFirst(n->child(), after);
      case NodeKind::kRepeat: {
        if (n->max == 0) return after;
        First more = after;
        more.Merge(n->child()->first);
        if (n->child()->nullable) more = First::Any();
        First f = LiveFirst(n->child(), more);
        if (n->min == 0) f.Merge(after);
        return f;
      }
      default: break;
    }
    Continuation k;
    k.first = after;
    return FirstThen(n, k);
  }

  static bool HasStartAssertion(const Tree& tree) {
    for (const Node& n : tree.nodes) {
      if (n.kind == NodeKind::kAssertion && n.assertion == AssertionKind::kStart) return true;
    }
    return false;
  }

  struct Candidate {
    uint32_t position, value, mask, cost;
  };

  // A literal behind a prefix of bounded but varying length: find the literal, then try the positions before
  // it.
  bool EmitInnerSearch(const Node* root) {
    if (root->kind != NodeKind::kSequence) return false;
    uint32_t low = 0, high = 0;
    size_t i = 0;
    for (; i < root->children.size(); i++) {
      const Node* c = root->children[i];
      if (c->kind == NodeKind::kChar && c->c <= 0xFF && c->mask <= 0xFF) break;
      low = SaturatingAdd(low, c->min_length);
      high = SaturatingAdd(high, c->max_length);
    }
    if (i == root->children.size() || high > 16) return false;
    std::vector<Candidate> literal;
    for (uint32_t k = 0; i + k < root->children.size() && k < 16; k++) {
      const Node* c = root->children[i + k];
      if (c->kind != NodeKind::kChar || c->c > 0xFF || c->mask > 0xFF) break;
      literal.push_back({k, c->c, c->mask, Frequency(c->c)});
    }
    std::sort(literal.begin(), literal.end(),
              [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
    Candidate a = literal[0], b = literal.size() > 1 ? literal[1] : literal[0];
    Op(kOpSearchInner, low | high << 8);
    Word(root->min_length);
    Word(a.position | b.position << 16);
    Word(a.value | a.mask << 16);
    Word(b.value | b.mask << 16);
    return true;
  }

  void EmitSearch(const Node* root) {
    Positions p;
    uint32_t ends = Collect(root, 1, p);
    uint32_t window = ends == 0 ? kLookahead : static_cast<uint32_t>(__builtin_ctz(ends));
    window = std::min(window, kLookahead);
    // Attempts beyond position 0 need not consider alternatives that begin with `^`; position 0 is tried
    // unconditionally.
    size_t at_start = 0;
    bool has_start = HasStartAssertion(tree_);
    if (has_start) {
      Op(kOpAttemptAtStart);
      at_start = Label();
    }
    uint32_t min_length = std::max(root->min_length, window);
    for (uint32_t k = 0; k < window && !has_start; k++) {
      if (p.at[k].Latin1Count() == 0 && p.at[k].wide != 0) needs_two_byte_ = true;
    }
    std::vector<Candidate> exact;
    uint32_t best_set = 0, best_set_cost = kInfinity, best_few = kInfinity, best_few_cost = kInfinity;
    for (uint32_t k = 0; k < window; k++) {
      uint32_t value, mask, cost = p.at[k].wide ? 20 : 0;
      for (uint32_t c = 0; c < 256; c++) {
        if (p.at[k].Has(static_cast<uint8_t>(c))) cost += Frequency(c);
      }
      if (AsMaskedChar(p.at[k], value, mask)) exact.push_back({k, value, mask, cost});
      if (cost < best_set_cost) {
        best_set_cost = cost;
        best_set = k;
      }
      if (p.at[k].wide == 0 && p.at[k].Latin1Count() <= 4 && cost < best_few_cost) {
        best_few_cost = cost;
        best_few = k;
      }
    }
    std::sort(exact.begin(), exact.end(), [](const Candidate& a, const Candidate& b) {
      return a.cost != b.cost ? a.cost < b.cost : a.position < b.position;
    });
    First live = LiveFirst(root, First::Any());
    if (exact.size() >= 2) {
      Candidate a = exact[0], b = exact[1];
      if (a.position > b.position) std::swap(a, b);
      Op(kOpSearchTwo, a.position | b.position << 8);
      Word(min_length);
      Word(a.value | a.mask << 16);
      Word(b.value | b.mask << 16);
    } else if (exact.size() == 1) {
      Op(kOpSearchOne, exact[0].position);
      Word(min_length);
      Word(exact[0].value | exact[0].mask << 16);
      Word(0);
    } else if (!has_start && EmitInnerSearch(root)) {
    } else if (best_few != kInfinity && (best_few_cost <= 15 || window == 1)) {
      std::vector<uint32_t> members;
      for (uint32_t c = 0; c < 256; c++) {
        if (p.at[best_few].Has(static_cast<uint8_t>(c))) members.push_back(c);
      }
      if (members.empty()) members.push_back(0);
      while (members.size() < 4) members.push_back(members[0]);
      Op(kOpSearchFew, best_few);
      Word(min_length);
      for (uint32_t c : members) Word(c);
    } else if (window > 1) {
      std::string table(256, '\0');
      uint32_t wide = 0, unused = 0;
      for (uint32_t k = 0; k < window; k++) {
        if (p.at[k].wide) wide |= 1u << k;
      }
      for (uint32_t c = 0; c < 256; c++) {
        for (uint32_t k = 0; k < window; k++) {
          if (p.at[k].Has(static_cast<uint8_t>(c))) table[c] = static_cast<char>(table[c] | 1 << k);
        }
        if (table[c] == 0) unused += Frequency(c);
      }
      // Characters that occur nowhere in the window allow skips; those pay if they are common enough.
      Op(kOpSearchWindow, window | wide << 8 | (unused > 80 ? 1u << 16 : 0));
      Word(min_length);
      DataReference(table);
    } else if (window > 0 && (p.at[best_set].Latin1Count() < 250 || p.at[best_set].wide == 0)) {
      uint32_t firsts = 0, spans = 0;
      bool ranges = AsRanges(p.at[best_set], firsts, spans);
      Op(ranges ? kOpSearchRanges : kOpSearchSet, best_set | (p.at[best_set].wide ? 1u << 8 : 0));
      Word(min_length);
      Bitmap(p.at[best_set]);
      if (ranges) {
        Word(firsts);
        Word(spans);
      }
    } else if (live.Latin1Count() < 250 || live.wide == 0) {
      Op(kOpSearchFirst, PeekFlags(live, First()));
      Word(min_length);
      Bitmap(live);
    } else {
      Op(kOpSearchAll);
      Word(min_length);
    }
    if (has_start) Bind(at_start);
    if (tree_.is_unicode() && (FirstThen(root, Continuation()).wide & First::kSurrogate)) Op(kOpNotMidPair);
  }

  // In X+ rest, where the loop is possessive, an attempt that begins within a run of X that already failed
  // fails too.
  const Node* FindLeadingLoop(const Node* n) {
    for (;;) {
      switch (n->kind) {
        case NodeKind::kSequence:
        case NodeKind::kCapture: n = n->child(); break;
        case NodeKind::kAlternation: {
          const Node* open = nullptr;
          for (const Node* c : n->children) {
            if (StartsAnchored(c)) continue;
            if (open != nullptr) return nullptr;
            open = c;
          }
          if (open == nullptr) return nullptr;
          n = open;
          break;
        }
        case NodeKind::kRepeat:
          return n->max == kInfinity && n->min <= 1 && IsSingleUnit(n->child()) ? n : nullptr;
        default: return nullptr;
      }
    }
  }

  // ---------------------------------------------------------------------------------------- output

  uint32_t Here() const { return static_cast<uint32_t>((kHeaderWords + words_.size()) * 4); }
  void Word(uint32_t w) { words_.push_back(w); }
  void Op(Opcode op, uint32_t arg = 0) {
    DCHECK(arg < (1u << 24));
    if (words_.size() * 4 + data_.size() > max_bytes_) Fail();
    words_.push_back(op | arg << 8);
  }
  // A target that is not known yet; Bind(the result) sets it to here.
  size_t Label() {
    words_.push_back(0);
    return words_.size() - 1;
  }
  void Bind(size_t label) { words_[label] = Here(); }

  // Puts bytes into the data section (once) and a reference to them into the code.
  void DataReference(const std::string& bytes) {
    auto [it, is_new] = data_index_.emplace(bytes, static_cast<uint32_t>(data_.size()));
    if (is_new) {
      data_.insert(data_.end(), bytes.begin(), bytes.end());
      while (data_.size() % 4 != 0) data_.push_back(0);
    }
    data_references_.push_back(words_.size());
    words_.push_back(it->second);
  }
  static void Append32(std::string& s, uint32_t v) { s.append(reinterpret_cast<const char*>(&v), 4); }
  static std::string BitmapBytes(const First& f) { return {reinterpret_cast<const char*>(f.bits), 32}; }
  void Bitmap(const First& f) { DataReference(BitmapBytes(f)); }

  void ClassReference(const CodePointSet& set) {
    First f;
    std::string narrow, wide;
    uint32_t narrow_count = 0, wide_count = 0;
    for (unicode::CodePointRange r : set.ranges()) {
      for (CodePoint c = r.first; c <= r.last && c < 256; c++) f.Add(static_cast<uint8_t>(c));
      if (r.last < 256) continue;
      CodePoint first = std::max<CodePoint>(r.first, 256);
      if (first <= 0xFFFF) {
        Append32(narrow, first | std::min<CodePoint>(r.last, 0xFFFF) << 16);
        narrow_count++;
      }
      if (r.last > 0xFFFF && tree_.is_unicode()) {
        Append32(wide, std::max<CodePoint>(first, 0x10000));
        Append32(wide, r.last);
        wide_count++;
      }
    }
    std::string bytes = BitmapBytes(f);
    Append32(bytes, narrow_count | wide_count << 16);
    DataReference(bytes + narrow + wide);
  }

  void Assemble(const Node* root, uint32_t flags) {
    uint32_t data_offset = Here();
    size_t total = data_offset + data_.size();
    if (total > max_bytes_) return Fail();
    for (size_t i : data_references_) words_[i] += data_offset;
    uint32_t header[kHeaderWords] = {kMagic,
                                     static_cast<uint32_t>(total),
                                     flags,
                                     tree_.capture_count,
                                     next_register_,
                                     kUndoBlockPc + 4,
                                     root->min_length,
                                     data_offset};
    out_.resize(total);
    std::memcpy(out_.data(), header, sizeof header);
    std::memcpy(out_.data() + sizeof header, words_.data(), words_.size() * 4);
    if (!data_.empty()) std::memcpy(out_.data() + data_offset, data_.data(), data_.size());
  }

  uint32_t NewRegister() {
    if (next_register_ >= (1u << 22)) Fail();
    return next_register_++;
  }

  // ---------------------------------------------------------------------------------------- choices

  static uint32_t PeekFlags(const First& next, const First& alt) {
    return (next.wide ? kNextWide : 0) | (alt.wide ? kAltWide : 0) | (next.end ? kNextEnd : 0) |
           (alt.end ? kAltEnd : 0);
  }

  // The next instruction is the preferred way; the result is the label of the other. With what both can begin
  // with, one character of lookahead often decides and no choice point is left behind.
  size_t EmitSplit(const First& next, const First& alt) {
    uint32_t value, mask;
    if (AsMaskedChar(next, value, mask)) {
      bool overlap = alt.Has(static_cast<uint8_t>(value)) || alt.Has(static_cast<uint8_t>(value & ~mask));
      Op(overlap ? kOpSplitIfChar : kOpBranchChar, value);
      Word(mask);
      return Label();
    }
    uint32_t flags = PeekFlags(next, alt);
    if (next.IsAny() && alt.IsAny()) {
      Op(kOpSplit);
    } else if (next.IsDisjoint(alt) && !(next.end && alt.end) && !(next.wide && alt.wide)) {
      Op(kOpBranchSet, flags);
      Bitmap(next);
    } else if (alt.IsAny()) {
      Op(kOpSplitIfSet, flags);
      Bitmap(next);
    } else {
      Op(kOpSplitPeek, flags);
      Bitmap(next);
      Bitmap(alt);
    }
    return Label();
  }

  // ---------------------------------------------------------------------------------------- captures

  void EmitClear(uint32_t first, uint32_t end) {
    for (uint32_t g = first; g < end;) {
      if (referenced_[g]) {
        g++;
        continue;
      }
      uint32_t stop = g + 1;
      while (stop < end && !referenced_[stop]) stop++;
      Op(kOpClear, 2 * g);
      Word(2 * (stop - g));
      g = stop;
    }
  }
  void EmitSaveBlock(const Node* n) {
    if (!n->has_captures()) return;
    Op(kOpSaveBlock, 2 * n->first_capture);
    Word(2 * (n->end_capture - n->first_capture));
  }
  void EmitSave(uint32_t reg, uint32_t group) { Op(referenced_[group] ? kOpSaveUndo : kOpSave, reg); }

  // ---------------------------------------------------------------------------------------- nodes

  void Emit(const Node* n, const Continuation& k, bool backward) {
    if (TooDeep()) return;
    switch (n->kind) {
      case NodeKind::kEmpty: return;
      case NodeKind::kChar: return EmitChars(&n, 1, backward);
      case NodeKind::kSet: return EmitSet(n, backward);
      case NodeKind::kSequence: return EmitSequence(n, k, backward);
      case NodeKind::kAlternation: return EmitAlternation(n, k, backward);
      case NodeKind::kCapture: {
        uint32_t begin = 2 * n->index, end = begin + 1;
        EmitSave(backward ? end : begin, n->index);
        Emit(n->child(), k, backward);
        EmitSave(backward ? begin : end, n->index);
        return;
      }
      case NodeKind::kRepeat: return EmitRepeat(n, k, backward);
      case NodeKind::kLook: return EmitLook(n);
      case NodeKind::kBackreference: {
        uint32_t flags = (backward ? kBackrefBackward : 0) | (n->ignore_case ? kBackrefIgnoreCase : 0) |
                         (tree_.is_unicode() ? kBackrefUnicode : 0);
        Op(kOpBackref, flags);
        Word(static_cast<uint32_t>(n->groups.size()));
        for (uint32_t g : n->groups) Word(g);
        return;
      }
      case NodeKind::kAssertion:
        switch (n->assertion) {
          case AssertionKind::kStart: return Op(kOpAssertStart);
          case AssertionKind::kEnd: return Op(kOpAssertEnd);
          case AssertionKind::kLineStart: return Op(kOpAssertLineStart);
          case AssertionKind::kLineEnd: return Op(kOpAssertLineEnd);
          case AssertionKind::kWordBoundary: return Op(n->ignore_case ? kOpWordBoundaryU : kOpWordBoundary);
          case AssertionKind::kNotWordBoundary:
            return Op(n->ignore_case ? kOpNotWordBoundaryU : kOpNotWordBoundary);
        }
    }
  }

  // A run of characters.
  void EmitChars(const Node* const* nodes, size_t count, bool backward) {
    struct Unit {
      uint32_t value, mask;
    };
    std::vector<Unit> units;
    bool any_mask = false, all_latin1 = true;
    for (size_t i = 0; i < count; i++) {
      const Node* n = nodes[i];
      if (n->c > 0xFFFF) {
        units.push_back({unicode::LeadSurrogate(n->c), 0});
        units.push_back({unicode::TrailSurrogate(n->c), 0});
      } else {
        units.push_back({n->c, n->mask});
      }
      any_mask |= n->mask != 0;
      all_latin1 &= n->c <= 0xFF && n->mask <= 0xFF;
    }
    if (backward) {
      for (size_t i = units.size(); i-- > 0;) {
        Op(kOpCharBack, units[i].value);
        Word(units[i].mask);
      }
      return;
    }
    if (units.size() == 1 || (any_mask && !all_latin1)) {
      for (Unit u : units) {
        Op(u.mask ? kOpCharMask : kOpChar, u.value);
        if (u.mask) Word(u.mask);
      }
      return;
    }
    std::string bytes;
    auto pad = [&] { bytes.resize((bytes.size() + 3) & ~size_t{3}); };
    for (Unit u : units) {
      bytes.push_back(static_cast<char>(u.value));
      if (!all_latin1) bytes.push_back(static_cast<char>(u.value >> 8));
    }
    pad();
    if (any_mask) {
      for (Unit u : units) bytes.push_back(static_cast<char>(u.mask));
      pad();
    }
    Op(!all_latin1 ? kOpStr16 : any_mask ? kOpStrMask : kOpStr, static_cast<uint32_t>(units.size()));
    for (size_t i = 0; i < bytes.size(); i += 4)
      Word(Load32(reinterpret_cast<const uint8_t*>(bytes.data()) + i));
  }

  bool MatchesAnyUnit(const Node* n) const {
    if (n->kind != NodeKind::kSet || n->is_wide) return false;
    const auto& r = n->set.ranges();
    return r.size() == 1 && r[0].first == 0 && r[0].last >= 0xFFFF;
  }

  void EmitSet(const Node* n, bool backward) {
    if (n->set.empty()) return Op(kOpFail);
    if (MatchesAnyUnit(n)) return Op(backward ? kOpAnyBack : kOpAny);
    if (n->is_wide) {
      Op(backward ? kOpClassUBack : kOpClassU);
    } else {
      Op(backward ? kOpClassBack : kOpClass);
    }
    ClassReference(n->set);
  }

  void EmitSequence(const Node* n, const Continuation& k, bool backward) {
    const auto& children = n->children;
    size_t count = children.size();
    if (backward) {
      for (size_t i = count; i-- > 0;) Emit(children[i], Continuation(), true);
      return;
    }
    // after[i] is what follows child i; a run of characters needs none.
    std::vector<Continuation> after(count);
    Continuation next = k;
    for (size_t i = count; i-- > 0;) {
      after[i] = next;
      next = Then(children[i], next);
    }
    for (size_t i = 0; i < count && !failed();) {
      if (children[i]->kind == NodeKind::kChar) {
        size_t end = i;
        while (end < count && children[end]->kind == NodeKind::kChar) end++;
        EmitChars(&children[i], end - i, false);
        i = end;
      } else {
        Emit(children[i], after[i], false);
        i++;
      }
    }
  }

  void EmitAlternation(const Node* n, const Continuation& k, bool backward) {
    const auto& branches = n->children;
    std::vector<size_t> ends;
    auto body = [&](size_t i) {
      Emit(branches[i], k, backward);
      if (n->has_captures()) {  // the groups of the other branches, which an earlier attempt may have set
        if (!branches[i]->has_captures()) {
          EmitClear(n->first_capture, n->end_capture);
        } else {
          EmitClear(n->first_capture, branches[i]->first_capture);
          EmitClear(branches[i]->end_capture, n->end_capture);
        }
      }
      if (i + 1 < branches.size()) {
        Op(kOpJump);
        ends.push_back(Label());
      }
    };
    std::vector<First> firsts;
    for (const Node* b : branches) firsts.push_back(backward ? First::Any() : FirstThen(b, k));
    if (branches.size() < 3 || !EmitDispatch(firsts, body)) {
      // rest[i]: what branches from i on can begin with
      std::vector<First> rest(branches.size() + 1);
      for (size_t i = branches.size(); i-- > 0;) {
        rest[i] = rest[i + 1];
        rest[i].Merge(firsts[i]);
      }
      for (size_t i = 0; i < branches.size() && !failed(); i++) {
        if (i + 1 < branches.size()) {
          size_t other = EmitSplit(firsts[i], rest[i + 1]);
          body(i);
          Bind(other);
        } else {
          body(i);
        }
      }
    }
    for (size_t label : ends) Bind(label);
  }

  // One look at the next character selects the branches that can match; false if that would not help.
  template <typename Body>
  bool EmitDispatch(const std::vector<First>& firsts, const Body& body) {
    size_t count = firsts.size();
    bool helps = false;
    for (const First& f : firsts) helps |= f.Latin1Count() < 128;
    if (!helps || count > 4096) return false;
    // Each distinct list of candidate branches becomes a chain.
    std::unordered_map<std::string, uint32_t> chain_index;
    std::vector<std::vector<uint32_t>> chains;
    size_t total = 0;
    auto chain_of = [&](auto&& accepts) {
      std::vector<uint32_t> list;
      for (size_t i = 0; i < count; i++) {
        if (accepts(firsts[i])) list.push_back(static_cast<uint32_t>(i));
      }
      std::string key(reinterpret_cast<const char*>(list.data()), list.size() * 4);
      auto [it, is_new] = chain_index.emplace(std::move(key), static_cast<uint32_t>(chains.size()));
      if (is_new) {
        total += list.size();
        chains.push_back(std::move(list));
      }
      return it->second;
    };
    uint32_t end_chain = chain_of([](const First& f) { return f.end; });
    uint32_t wide_chain = chain_of([](const First& f) { return f.wide != 0; });
    std::string table;
    for (uint32_t c = 0; c < 256; c++) {
      uint32_t chain = chain_of([c](const First& f) { return f.Has(static_cast<uint8_t>(c)); });
      if (chain > 255) return false;
      table.push_back(static_cast<char>(chain));
    }
    if (total > 4 * count + 64) return false;
    Op(kOpDispatch, static_cast<uint32_t>(chains.size()));
    DataReference(table);
    size_t end_label = Label(), wide_label = Label();
    std::vector<size_t> chain_labels;
    for (size_t i = 0; i < chains.size(); i++) chain_labels.push_back(Label());
    std::vector<std::pair<size_t, uint32_t>> uses;  // label, branch
    std::vector<uint32_t> chain_start(chains.size());
    for (size_t i = 0; i < chains.size(); i++) {
      const auto& list = chains[i];
      if (list.size() == 1) {
        uses.emplace_back(chain_labels[i], list[0]);
        if (end_chain == i) uses.emplace_back(end_label, list[0]);
        if (wide_chain == i) uses.emplace_back(wide_label, list[0]);
        continue;
      }
      Bind(chain_labels[i]);
      if (end_chain == i) Bind(end_label);
      if (wide_chain == i) Bind(wide_label);
      if (list.empty()) Op(kOpFail);
      for (size_t j = 0; j < list.size(); j++) {
        Op(j + 1 < list.size() ? kOpSplitGoto : kOpJump);
        uses.emplace_back(Label(), list[j]);
      }
    }
    std::vector<uint32_t> starts(count);
    for (size_t i = 0; i < count && !failed(); i++) {
      starts[i] = Here();
      body(i);
    }
    for (auto [label, branch] : uses) words_[label] = starts[branch];
    return true;
  }

  // ---------------------------------------------------------------------------------------- loops

  enum class LoopKind { kClass, kNot, kAny, kClassU };

  // The two words that describe the set of a loop.
  LoopKind LoopKindOf(const Node* c, uint16_t excluded[4]) const {
    if (c->is_wide) return LoopKind::kClassU;
    if (MatchesAnyUnit(c)) return LoopKind::kAny;
    if (c->kind == NodeKind::kSet && !tree_.is_unicode()) {
      CodePointSet rest = c->set.Complement().Intersect({{0, 0xFFFF}});
      if (rest.size() <= 4) {
        int i = 0;
        for (unicode::CodePointRange r : rest.ranges()) {
          for (CodePoint x = r.first; x <= r.last; x++) excluded[i++] = static_cast<uint16_t>(x);
        }
        for (; i < 4; i++) excluded[i] = excluded[0];
        return LoopKind::kNot;
      }
    }
    return LoopKind::kClass;
  }
  void LoopSetWords(const Node* c, LoopKind kind, const uint16_t excluded[4]) {
    switch (kind) {
      case LoopKind::kAny:
        Word(0);
        Word(0);
        break;
      case LoopKind::kNot:
        Word(excluded[0] | static_cast<uint32_t>(excluded[1]) << 16);
        Word(excluded[2] | static_cast<uint32_t>(excluded[3]) << 16);
        break;
      case LoopKind::kClass:
      case LoopKind::kClassU:
        ClassReference(SetOf(c));
        Word(0);
        break;
    }
  }

  struct Filter {
    FilterKind kind = kFilterNone;
    uint32_t value = 0, mask = 0, flags = 0;
    First first;
  };
  static Filter FilterOf(const First& f) {
    Filter filter;
    if (AsMaskedChar(f, filter.value, filter.mask)) {
      filter.kind = kFilterChar;
    } else if (f.Latin1Count() < 250 || f.wide == 0) {
      filter.kind = kFilterSet;
      filter.flags = PeekFlags(f, First());
      filter.first = f;
    }
    return filter;
  }
  void FilterWords(const Filter& f) {
    if (f.kind == kFilterSet) {
      Bitmap(f.first);
    } else {
      Word(f.value);
    }
    Word(f.mask);
    Word(f.flags);
  }

  // Whether \b cannot hold at a position inside or at the start of a run of `c` but for its end.
  static bool IsWordSubset(const Node* c) {
    const First word = First::Of(WordSet(false));
    First f = c->first;
    f.Intersect(word);
    return f == c->first;
  }

  // Repetition of a node that matches one character. False if there is no instruction for it.
  bool EmitSetLoop(const Node* n, const Node* c, uint32_t min, uint32_t max, bool greedy,
                   const Continuation& k) {
    bool disjoint = c->first.IsDisjoint(k.first) || (k.word_boundary && min > 0 && IsWordSubset(c));
    if (min == max || (!k.can_fail && greedy)) disjoint = true;
    if (!k.can_fail && !greedy && !disjoint) {
      max = min;
      disjoint = true;
    }
    if (!greedy && !disjoint && max != kInfinity) return false;
    if (max == 0) return true;
    if (min == max && max == 1) {
      Emit(c, k, false);
      return true;
    }
    uint16_t excluded[4];
    LoopKind kind = LoopKindOf(c, excluded);
    int offset = static_cast<int>(kind);
    if (disjoint) {
      Op(static_cast<Opcode>(kOpLoopClass + offset));
      LoopSetWords(c, kind, excluded);
      Word(min);
      Word(max);
      if (n == leading_loop_ && max == kInfinity && kind != LoopKind::kClassU) Op(kOpSkipSearch);
      return true;
    }
    Filter filter = FilterOf(k.first);
    Op(static_cast<Opcode>((greedy ? kOpGreedyClass : kOpLazyClass) + offset));
    LoopSetWords(c, kind, excluded);
    Word(min);
    Word(max);
    if (greedy) {
      Op(kind == LoopKind::kClassU ? kOpGreedyBackU : kOpGreedyBack, filter.kind);
    } else {
      Op(static_cast<Opcode>(kOpLazyBackClass + offset), filter.kind);
      LoopSetWords(c, kind, excluded);
    }
    FilterWords(filter);
    return true;
  }

  void EmitRepeat(const Node* n, const Continuation& k, bool backward) {
    const Node* c = n->child();
    uint32_t min = n->min, max = n->max;
    if (max == 0) return;
    if (c->max_length == 0 && !c->has_captures()) min = std::min(min, 1u);  // once is as good as many times
    if (c->kind == NodeKind::kEmpty) return;
    if (!backward && (c->kind == NodeKind::kChar || c->kind == NodeKind::kSet) &&
        !(c->kind == NodeKind::kChar && c->c > 0xFFFF)) {
      if (EmitSetLoop(n, c, min, max, n->greedy, k)) return;
    }
    if (!backward && n->greedy && max == kInfinity && min <= 1 && c->kind == NodeKind::kCapture &&
        IsSingleUnit(c->child()) && !referenced_[c->index]) {
      return EmitCaptureLoop(n, c, k);
    }
    if (n->unrolled) {
      // Within the loop, what follows an iteration is another one or what follows the loop.
      Continuation again = k;
      again.first.Merge(FirstThen(c, k));
      again.can_fail = true;
      again.word_boundary = false;
      bool plus = max == kInfinity && min > 0 && !c->nullable;
      uint32_t copies = plus ? min - 1 : min;
      for (uint32_t i = 0; i < copies && !failed(); i++) {
        if (i > 0) EmitSaveBlock(n);
        Continuation next = k;
        if (i + 1 < min) {
          next = {c->first, true, false};
          if (c->nullable) next.first = First::Any();
        } else if (max > min) {
          next = again;
        }
        Emit(c, next, backward);
      }
      if (plus) return EmitPlus(n, c, k, again, backward);
      if (max == kInfinity) return EmitStar(n, c, k, again, backward, min > 0);
      EmitOptionals(n, c, k, again, max - min, backward, min > 0);
      return;
    }
    EmitCounterLoop(n, c, min, max, k, backward);
  }

  First FirstOf(const Node* n, const Continuation& k, bool backward) {
    return backward ? First::Any() : FirstThen(n, k);
  }
  First FirstOf(const Continuation& k, bool backward) { return backward ? First::Any() : k.first; }

  // (X)* and (X)+ : a loop over X, and the group is around its last character.
  void EmitCaptureLoop(const Node* n, const Node* c, const Continuation& k) {
    const Node* x = c->child();
    size_t skip = 0;
    if (n->min == 0) skip = EmitSplit(x->first, k.first);
    EmitSetLoop(n, x, 1, kInfinity, true, k);
    Op(kOpSaveLast, 2 * c->index);
    if (n->min > 0) return;
    Op(kOpJump);
    size_t end = Label();
    Bind(skip);
    EmitClear(n->first_capture, n->end_capture);
    Bind(end);
  }

  // The body once more, with what an iteration needs: its groups cleared, and no empty matches.
  void EmitIteration(const Node* n, const Node* c, const Continuation& again, bool backward,
                     bool save_block) {
    if (save_block) EmitSaveBlock(n);
    if (c->min_length > 0) return Emit(c, again, backward);
    uint32_t reg = NewRegister();
    Op(kOpSaveUndo, reg);
    Continuation checked = again;
    checked.can_fail = true;
    Emit(c, checked, backward);
    Op(kOpEmptyCheck, reg);
  }

  // Lookarounds forget their undo entries, so a loop in one cannot rely on them.
  void EmitLoopEntry(const Node* n) {
    if (look_depth_ > 0 && n->has_captures()) EmitClear(n->first_capture, n->end_capture);
  }

  // do { body } while (prefer another)
  void EmitPlus(const Node* n, const Node* c, const Continuation& k, const Continuation& again,
                bool backward) {
    EmitLoopEntry(n);
    uint32_t head = Here();
    EmitSaveBlock(n);
    Emit(c, again, backward);
    First body = FirstOf(c, again, backward), exit = FirstOf(k, backward);
    if (n->greedy) {
      size_t out = EmitSplit(body, exit);
      Op(kOpJumpBack);
      Word(head);
      Bind(out);
    } else {
      size_t more = EmitSplit(exit, body);
      Op(kOpJump);
      size_t out = Label();
      Bind(more);
      Op(kOpJumpBack);
      Word(head);
      Bind(out);
    }
  }

  void EmitStar(const Node* n, const Node* c, const Continuation& k, const Continuation& again, bool backward,
                bool had_copies) {
    if (!had_copies) EmitLoopEntry(n);
    First body = FirstOf(c, again, backward), exit = FirstOf(k, backward);
    uint32_t head = Here();
    size_t out;
    if (n->greedy) {
      out = EmitSplit(body, exit);
    } else {
      size_t more = EmitSplit(exit, body);
      Op(kOpJump);
      out = Label();
      Bind(more);
    }
    EmitIteration(n, c, again, backward, true);
    Op(kOpJumpBack);
    Word(head);
    Bind(out);
  }

  // x?, or (?:x(?:x)?)? for more.
  void EmitOptionals(const Node* n, const Node* c, const Continuation& k, const Continuation& again,
                     uint32_t count, bool backward, bool had_copies) {
    First exit = FirstOf(k, backward);
    std::vector<size_t> outs;
    size_t first_out = 0;
    for (uint32_t i = 0; i < count && !failed(); i++) {
      const Continuation& next = i + 1 < count ? again : k;
      First body = FirstOf(c, next, backward);
      size_t out;
      if (n->greedy) {
        out = EmitSplit(body, exit);
      } else {
        size_t more = EmitSplit(exit, body);
        Op(kOpJump);
        out = Label();
        Bind(more);
      }
      if (i == 0) {
        first_out = out;
      } else {
        outs.push_back(out);
      }
      EmitIteration(n, c, next, backward, had_copies || i > 0);
    }
    for (size_t label : outs) Bind(label);
    if (count == 0) return;
    // Where no iteration is entered at all, groups that an earlier attempt set are cleared.
    if (n->has_captures() && !had_copies) {
      Op(kOpJump);
      size_t end = Label();
      Bind(first_out);
      EmitClear(n->first_capture, n->end_capture);
      Bind(end);
    } else {
      Bind(first_out);
    }
  }

  void EmitCounterLoop(const Node* n, const Node* c, uint32_t min, uint32_t max, const Continuation& k,
                       bool backward) {
    Continuation again = k;
    again.first.Merge(FirstThen(c, k));
    again.can_fail = true;
    again.word_boundary = false;
    if (c->nullable) again.first = First::Any();
    EmitLoopEntry(n);
    uint32_t counter = NewRegister();
    uint32_t position = c->min_length == 0 ? NewRegister() : 0;
    Op(kOpCounterInit, counter);
    uint32_t head = Here();
    Op(kOpCounterLoop, counter);
    Word(min);
    Word(max);
    Word(n->greedy);
    size_t out = Label();
    Op(kOpCounterEnter, counter);
    EmitSaveBlock(n);
    if (c->min_length == 0) Op(kOpSaveUndo, position);
    Emit(c, again, backward);
    if (c->min_length == 0) {
      Op(kOpCounterEmpty, counter);
      Word(min);
      Word(position);
    }
    Op(kOpJumpBack);
    Word(head);
    Bind(out);
  }

  void EmitLook(const Node* n) {
    const Node* c = n->child();
    if (n->ahead && IsSingleUnit(c) && !(c->kind == NodeKind::kSet && c->set.empty())) {
      Op(n->negative ? kOpPeekNotIn : kOpPeekIn);
      ClassReference(SetOf(c));
      return;
    }
    bool has_referenced = false;
    for (uint32_t g = n->first_capture; g < n->end_capture; g++) has_referenced |= referenced_[g];
    // Undo entries made inside are forgotten with the choices; this one is not.
    if (has_referenced) EmitSaveBlock(n);
    uint32_t reg = NewRegister();
    NewRegister();
    look_depth_++;
    if (n->negative) {
      Op(kOpNegativeLookStart, reg);
      size_t out = Label();
      Emit(c, Continuation::Accept(), !n->ahead);
      Op(kOpNegativeLookEnd, reg);
      Bind(out);
      EmitClear(n->first_capture, n->end_capture);
    } else {
      Op(kOpLookStart, reg);
      Emit(c, Continuation::Accept(), !n->ahead);
      Op(kOpLookEnd, reg);
    }
    look_depth_--;
  }

  Tree& tree_;
  const uintptr_t stack_limit_;
  const size_t max_bytes_;
  std::vector<uint8_t>& out_;
  Error error_;
  std::vector<bool> referenced_;  // by a backreference
  const Node* leading_loop_ = nullptr;
  bool needs_two_byte_ = false;
  uint32_t look_depth_ = 0;
  uint32_t next_register_ = 0;
  std::vector<uint32_t> words_;
  std::string data_;
  std::unordered_map<std::string, uint32_t> data_index_;
  std::vector<size_t> data_references_;  // words that hold an offset into data_
};

}  // namespace

Error GenerateCode(Tree& tree, uintptr_t stack_limit, size_t max_code_bytes, std::vector<uint8_t>& code) {
  return Compiler(tree, stack_limit, max_code_bytes, code).Run();
}

}  // namespace halfword::regexp
