#include "regexp/compiler.h"

#include <algorithm>
#include <string>

#include "regexp/analysis.h"
#include "regexp/bytecode.h"
#include "regexp/code_writer.h"
#include "regexp/parser.h"
#include "regexp/search_plan.h"

namespace halfword::regexp {

namespace {

class Compiler : private CodeWriter {
 public:
  Compiler(Tree& tree, uintptr_t stack_limit, size_t max_bytes, std::vector<uint8_t>& out)
      : CodeWriter(tree, max_bytes), tree_(tree), stack_limit_(stack_limit), out_(out) {}

  Error Run() {
    if (!PrepareTree(tree_, stack_limit_, referenced_)) Fail();
    if (failed()) return error();
    const Node* root = tree_.root;
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
      if (!tree_.has_backreferences) leading_loop_ = FindLeadingLoop(tree_);
    }
    Emit(root, Continuation::Accept(), false);
    Op(kOpMatch);
    if (failed()) return error();
    uint32_t flags = tree_.flags;
    if (anchored) flags |= kAnchoredFlag;
    if (needs_two_byte_) flags |= kNeedsTwoByteFlag;
    uint32_t first = UINT32_MAX;
    if (sticky || anchored) first = NoteFirst(root, flags);
    Assemble({flags, tree_.capture_count, next_register_, root->min_length,
              sticky ? kInfinity : DistanceToEnd(root), first},
             &out_);
    return error();
  }

 private:
  // Beyond the native stack, stopped by the host, or failed before.
  bool TooLarge() {
    tree_.account.Take(0);
    bool in_stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_;
    if (HW_UNLIKELY(!in_stack || tree_.account.stopped())) Fail();
    return failed();
  }

  // For the one attempt that there is: most subjects differ in their first character already. Returns where
  // the bitmap is; UINT32_MAX: there is none.
  uint32_t NoteFirst(const Node* root, uint32_t& flags) {
    First first = FirstThen(root, Continuation());
    if (root->min_length == 0 || first.end || (first.wide && first.Latin1Count() == 256)) return UINT32_MAX;
    if (first.wide) flags |= kFirstWideFlag;
    return AddData(BitmapBytes(first));
  }

  uint32_t NewRegister() {
    if (next_register_ >= (1u << 22)) Fail();
    return next_register_++;
  }

  void EmitSearch(const Node* root) {
    SearchPlan plan = PlanSearch(tree_, stack_limit_);
    needs_two_byte_ = plan.needs_two_byte;
    size_t at_start = 0;
    if (plan.attempt_at_start) {
      Op(kOpAttemptAtStart);
      at_start = Label();
    }
    Op(plan.op, plan.arg);
    Word(plan.min_length);
    if (!plan.data.empty()) DataReference(plan.data);
    for (uint32_t w : plan.words) Word(w);
    if (plan.attempt_at_start) Bind(at_start);
    if (tree_.is_unicode() && (FirstThen(root, Continuation()).wide & First::kSurrogate)) Op(kOpNotMidPair);
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
    tree_.account.Take(0, (end - first) / 64);
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
    if (TooLarge()) return;
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
    return n->set.size() == 1 && n->set[0].first == 0 && n->set[0].last >= 0xFFFF;
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
    // What follows each child, the last one first; but for characters, which need not know.
    std::vector<Continuation> after;
    Continuation next = k;
    for (size_t i = count; i-- > 0;) {
      if (children[i]->kind != NodeKind::kChar) after.push_back(next);
      next = Then(children[i], next);
    }
    for (size_t i = 0; i < count && !failed();) {
      if (children[i]->kind == NodeKind::kChar) {
        size_t end = i;
        while (end < count && children[end]->kind == NodeKind::kChar) end++;
        EmitChars(&children[i], end - i, false);
        i = end;
      } else {
        Emit(children[i++], after.back(), false);
        after.pop_back();
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
    for (auto [label, branch] : uses) Bind(label, starts[branch]);
    return true;
  }

  // ---------------------------------------------------------------------------------------- loops

  enum class LoopKind { kClass, kNot, kAny, kClassU };

  // The two words that describe the set of a loop.
  LoopKind LoopKindOf(const Node* c, uint16_t excluded[4]) const {
    if (c->is_wide) return LoopKind::kClassU;
    if (MatchesAnyUnit(c)) return LoopKind::kAny;
    if (c->kind == NodeKind::kSet && !tree_.is_unicode()) {
      CodePointSet rest = SetOf(c).Complement().Intersect({{0, 0xFFFF}});
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
        ClassReference(SetOf(c).ranges());
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
    const First word = First::Of(WordSet(false).ranges());
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
        IsSingleUnit(tree_, c->child()) && !referenced_[c->index]) {
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
    if (n->ahead && IsSingleUnit(tree_, c) && !(c->kind == NodeKind::kSet && c->set.empty())) {
      Op(n->negative ? kOpPeekNotIn : kOpPeekIn);
      ClassReference(SetOf(c).ranges());
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
  std::vector<uint8_t>& out_;
  std::vector<bool> referenced_;  // by a backreference
  const Node* leading_loop_ = nullptr;
  bool needs_two_byte_ = false;
  uint32_t look_depth_ = 0;
  uint32_t next_register_ = 0;
};

}  // namespace

Error GenerateCode(Tree& tree, uintptr_t stack_limit, size_t max_code_bytes, std::vector<uint8_t>& code) {
  return Compiler(tree, stack_limit, max_code_bytes, code).Run();
}

}  // namespace halfword::regexp
