#include "regexp/analysis.h"

#include <algorithm>

namespace halfword::regexp {

namespace {

constexpr uint32_t kUnrollLimit = 64;  // nodes after unrolling a counted group

class Analyzer {
 public:
  Analyzer(Tree& tree, uintptr_t stack_limit, std::vector<bool>& referenced)
      : tree_(tree), stack_limit_(stack_limit), referenced_(referenced) {}

  bool Run() {
    referenced_.assign(tree_.capture_count, false);
    if (tree_.has_backreferences) {
      std::vector<bool> done(tree_.capture_count);
      MarkReferencedGroups(tree_.root, false, done);
    }
    tree_.root = Normalize(tree_.root);
    Analyze(tree_.root);
    return !failed_;
  }

 private:
  // Beyond the native stack, or stopped by the host.
  bool TooLarge() {
    tree_.account.Take(0);
    bool in_stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_;
    if (HW_UNLIKELY(!in_stack || tree_.account.stopped())) failed_ = true;
    return failed_;
  }

  // Groups whose saves must be undone on backtracking: those that some backreference may meet before the path
  // it is on has saved them. `done` holds the groups that every path to `n` has saved.
  void MarkReferencedGroups(const Node* n, bool backward, std::vector<bool>& done) {
    if (TooLarge()) return;
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
          tree_.account.Take(0, done.size() / 512);
          MarkReferencedGroups(c, n->kind == NodeKind::kLook ? !n->ahead : backward, done);
          done = before;
        }
        return;
      }
      default: return;
    }
  }

  // Its members in the basic plane.
  Ranges Bmp(Ranges set) {
    if (set.empty() || set.back().last <= 0xFFFF) return set;
    while (!set.empty() && set.back().first > 0xFFFF) set = set.first(set.size() - 1);
    std::span<unicode::CodePointRange> kept = tree_.Keep(set);
    if (!kept.empty()) kept.back().last = std::min<CodePoint>(kept.back().last, 0xFFFF);
    return kept;
  }

  // Replaces the children, in place where there are not more of them now.
  void SetChildren(Node* n, std::span<Node* const> list) {
    if (list.size() > n->children.size()) {
      n->children = tree_.Keep(list);
    } else {
      std::copy(list.begin(), list.end(), n->children.begin());
      n->children = n->children.first(list.size());
    }
  }

  // Brings the tree into the form the emitter wants: small sets as characters, single characters of an
  // alternation as one set, nested sequences flat, common prefixes of alternatives factored out.
  Node* Normalize(Node* n) {
    if (TooLarge()) return n;
    switch (n->kind) {
      case NodeKind::kSet: {
        if (IsWideSet(tree_, n)) return n;
        if (!tree_.is_unicode()) n->set = Bmp(n->set);
        if (n->set.empty() || n->set.size() > 2) return n;
        CodePoint low = n->set.front().first, high = n->set.back().last;
        bool is_pair = n->set.size() == 2 ? n->set[0].last == low && n->set[1].first == high : high - low < 2;
        if (!is_pair || ((low ^ high) & ((low ^ high) - 1)) != 0) return n;
        return tree_.Char(high, low ^ high);
      }
      case NodeKind::kCapture:
      case NodeKind::kRepeat:
      case NodeKind::kLook: n->children[0] = Normalize(n->children[0]); return n;
      case NodeKind::kSequence: {
        platform::ListBuilder<Node*> flat(lists_);
        for (Node* c : n->children) {
          if (failed_) return n;
          Node* normal = Normalize(c);
          if (normal->kind == NodeKind::kSequence) {
            for (Node* grandchild : normal->children) flat.Push(grandchild);
          } else if (normal->kind != NodeKind::kEmpty) {
            flat.Push(normal);
          }
        }
        SetChildren(n, flat.items());
        if (n->children.empty()) n->kind = NodeKind::kEmpty;
        return n->children.size() == 1 ? n->child() : n;
      }
      case NodeKind::kAlternation: {
        platform::ListBuilder<Node*> flat(lists_);
        for (Node* c : n->children) {
          if (failed_) return n;
          Node* normal = Normalize(c);
          if (normal->kind == NodeKind::kAlternation) {
            for (Node* grandchild : normal->children) flat.Push(grandchild);
          } else {
            flat.Push(normal);
          }
        }
        SetChildren(n, flat.items());
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
    rest->children = n->children.subspan(index);  // which `n`, about to be forgotten, does not need
    rest->first_capture = n->first_capture;
    rest->end_capture = n->end_capture;
    return rest;
  }

  // The length of the prefix of characters that the branches, which begin with the same one, have in common;
  // 0 if this is not to be found out any more.
  size_t CommonPrefix(std::span<Node* const> branches) {
    for (size_t length = 1;; length++) {
      Node* next = LeadingChar(branches[0], length);
      bool all = std::all_of(branches.begin(), branches.end(),
                             [&](Node* branch) { return IsSameChar(LeadingChar(branch, length), next); });
      if (!all) return length;
      tree_.account.Take(0, branches.size() / 16);
      if (TooLarge()) return 0;
    }
  }
  static bool IsSameChar(const Node* a, const Node* b) {
    return a != nullptr && b != nullptr && a->c == b->c && a->mask == b->mask;
  }

  // ab|ac -> a(?:b|c), for branches that begin with `length` equal characters. Takes the
  // list of branches over.
  Node* FactorPrefix(std::span<Node*> branches, size_t length) {
    platform::ListBuilder<Node*> factors(lists_);
    for (size_t k = 0; k < length; k++) factors.Push(LeadingChar(branches[0], k));
    Node* alternation = tree_.New(NodeKind::kAlternation);
    alternation->children = branches;
    for (Node*& branch : branches) {
      if (TooLarge()) return alternation;
      branch = Rest(branch, length);
      if (!branch->has_captures()) continue;
      if (!alternation->has_captures()) alternation->first_capture = branch->first_capture;
      alternation->end_capture = branch->end_capture;
    }
    Node* sequence = tree_.New(NodeKind::kSequence);
    sequence->first_capture = alternation->first_capture;
    sequence->end_capture = alternation->end_capture;
    Node* factored = Factor(alternation);
    if (factored->kind == NodeKind::kSequence) {
      for (Node* c : factored->children) factors.Push(c);
    } else if (factored->kind != NodeKind::kEmpty) {
      factors.Push(factored);
    }
    sequence->children = tree_.Keep(factors);
    return sequence;
  }

  // ab|ac|x -> a(?:b|c)|x, and neighbouring single characters become one set. Only
  // neighbours: order is preference.
  Node* Factor(Node* n) {
    if (TooLarge()) return n;
    platform::ListBuilder<Node*> result(lists_);
    std::span<Node*> branches = n->children;
    for (size_t i = 0; i < branches.size();) {
      if (TooLarge()) return n;
      size_t end = i + 1;
      if (IsSingleUnit(tree_, branches[i])) {
        while (end < branches.size() && IsSingleUnit(tree_, branches[end])) end++;
        if (end - i > 1) {
          CodePointSet merged;
          for (size_t k = i; k < end; k++) merged.AddAll(SetOf(branches[k]));
          result.Push(Normalize(tree_.NewSet(merged)));
          i = end;
          continue;
        }
      }
      Node* lead = LeadingChar(branches[i], 0);
      while (end < branches.size() && IsSameChar(LeadingChar(branches[end], 0), lead)) end++;
      std::span<Node*> alike = branches.subspan(i, end - i);
      i = end;
      if (alike.size() == 1) {
        result.Push(alike[0]);
        continue;
      }
      size_t length = CommonPrefix(alike);
      if (length == 0) return n;
      result.Push(FactorPrefix(alike, length));
    }
    if (result.size() == 1) return result[0];
    if (result.size() != branches.size()) n->children = tree_.Keep(result);
    return n;
  }

  void AnalyzeSet(Node* n) {
    n->nullable = false;
    n->is_wide = IsWideSet(tree_, n);
    bool has_bmp = n->set.empty() || n->set.front().first <= 0xFFFF;
    bool has_more = n->is_wide && n->set.back().last > 0xFFFF;
    n->min_length = has_bmp ? 1 : 2;
    n->max_length = has_more ? 2 : 1;
    n->first = First::Of(n->set);
  }

  void AnalyzeSequence(Node* n) {
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
  }

  void AnalyzeAlternation(Node* n) {
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
  }

  void AnalyzeCapture(Node* n) {
    Node* c = n->child();
    Analyze(c);
    n->size = SaturatingAdd(c->size, 1);
    n->min_length = c->min_length;
    n->max_length = c->max_length;
    n->first = c->first;
    n->gate = c->gate;
    n->nullable = c->nullable;
    n->can_fail = c->can_fail;
  }

  void AnalyzeRepeat(Node* n) {
    Node* c = n->child();
    Analyze(c);
    // Copies while they are small; an unbounded loop comes after min of them, or is the last of them.
    uint32_t copies = n->max == kInfinity ? std::max(n->min, 1u) : n->max;
    n->unrolled = SaturatingMul(c->size, copies) <= kUnrollLimit || copies <= 1;
    n->size = SaturatingAdd(SaturatingMul(c->size, n->unrolled && !IsSingleUnit(tree_, c) ? copies : 1), 1);
    n->min_length = SaturatingMul(c->min_length, n->min);
    n->max_length = c->max_length == 0 ? 0 : SaturatingMul(c->max_length, n->max);
    if (n->max == 0) {
      n->can_fail = false;
      return;
    }
    n->first = c->first;
    n->nullable = n->min == 0 || c->nullable;
    if (n->min > 0) n->gate = c->gate;
    n->can_fail = n->min > 0 && c->can_fail;
  }

  void AnalyzeLook(Node* n) {
    Node* c = n->child();
    Analyze(c);
    n->size = SaturatingAdd(c->size, 1);
    if (!n->ahead) return;
    if (!n->negative) {
      n->gate = c->first;
      if (c->nullable) n->gate.Merge(c->gate);
    } else if (IsSingleUnit(tree_, c)) {
      for (int k = 0; k < 4; k++) n->gate.bits[k] = ~c->first.bits[k];
    }
  }

  void Analyze(Node* n) {
    if (TooLarge()) return;
    n->gate = First::Any();
    n->size = 1;
    switch (n->kind) {
      case NodeKind::kEmpty: n->can_fail = false; break;
      case NodeKind::kChar:
        if (n->min_length != 0) break;  // it has been met elsewhere
        n->nullable = false;
        n->min_length = n->max_length = n->c > 0xFFFF ? 2 : 1;
        n->first = First::Of((n->c > 0xFFFF ? CodePointSet{{0xD800, 0xDBFF}} : SetOf(n)).ranges());
        break;
      case NodeKind::kSet: AnalyzeSet(n); break;
      case NodeKind::kSequence: AnalyzeSequence(n); break;
      case NodeKind::kAlternation: AnalyzeAlternation(n); break;
      case NodeKind::kCapture: AnalyzeCapture(n); break;
      case NodeKind::kRepeat: AnalyzeRepeat(n); break;
      case NodeKind::kLook: AnalyzeLook(n); break;
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

  Tree& tree_;
  const uintptr_t stack_limit_;
  std::vector<bool>& referenced_;
  std::vector<Node*> lists_;  // that are being made
  bool failed_ = false;
};

}  // namespace

bool PrepareTree(Tree& tree, uintptr_t stack_limit, std::vector<bool>& referenced) {
  return Analyzer(tree, stack_limit, referenced).Run();
}

bool IsWideSet(const Tree& tree, const Node* n) {
  if (!tree.is_unicode()) return false;
  if (n->set.empty()) return false;
  if (n->set.back().last > 0xFFFF) return true;
  return std::any_of(n->set.begin(), n->set.end(),
                     [](unicode::CodePointRange r) { return r.first <= 0xDFFF && r.last >= 0xD800; });
}

CodePointSet SetOf(const Node* n) {
  CodePointSet set;
  if (n->kind == NodeKind::kSet) {
    for (unicode::CodePointRange r : n->set) set.Add(r.first, r.last);
  } else {
    set.Add(n->c);
    if (n->mask) set.Add(n->c ^ n->mask);
  }
  return set;
}

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

uint32_t DistanceToEnd(const Node* n) {
  switch (n->kind) {
    case NodeKind::kAssertion: return n->assertion == AssertionKind::kEnd ? 0 : kInfinity;
    case NodeKind::kSequence: {
      uint32_t before = 0, least = kInfinity;
      for (const Node* c : n->children) {
        least = std::min(least, SaturatingAdd(before, DistanceToEnd(c)));
        before = SaturatingAdd(before, c->max_length);
        if (before >= least) break;
      }
      return least;
    }
    case NodeKind::kAlternation: {
      uint32_t most = 0;
      for (const Node* c : n->children) {
        most = std::max(most, DistanceToEnd(c));
        if (most == kInfinity) break;
      }
      return most;
    }
    case NodeKind::kCapture: return DistanceToEnd(n->child());
    // The first time round is from where it begins.
    case NodeKind::kRepeat: return n->min > 0 ? DistanceToEnd(n->child()) : kInfinity;
    case NodeKind::kLook: return n->ahead && !n->negative ? DistanceToEnd(n->child()) : kInfinity;
    default: return kInfinity;
  }
}

}  // namespace halfword::regexp
