#include "regexp/search_plan.h"

#include <algorithm>

#include "regexp/analysis.h"

namespace halfword::regexp {

namespace {

constexpr uint32_t kLookahead = 8;  // positions that are looked at

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

class Planner {
 public:
  Planner(const Tree& tree, uintptr_t stack_limit) : tree_(tree), stack_limit_(stack_limit) {}
  SearchPlan Run() {
    Plan(tree_.root);
    return std::move(plan_);
  }

 private:
  bool TooDeep() const { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <= stack_limit_; }

  struct Positions {
    First at[kLookahead];
    uint32_t budget = 2000;
  };

  // Adds to `p.at[k]` what `n` can have at position k, if it starts at the positions of the bit set
  // `starts`; the result is the bit set of the positions where it can end. Bit kLookahead stands
  // for all further positions.
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

  struct Candidate {
    uint32_t position, value, mask, cost;
  };

  // A literal behind a prefix of bounded but varying length: find the literal, then try
  // the positions before it.
  bool PlanInner(const Node* root) {
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
    Choose(kOpSearchInner, low | high << 8,
           {a.position | b.position << 16, a.value | a.mask << 16, b.value | b.mask << 16});
    return true;
  }

  void Choose(Opcode op, uint32_t arg, std::vector<uint32_t> words) {
    plan_.op = op;
    plan_.arg = arg;
    plan_.words = std::move(words);
  }

  void Plan(const Node* root) {
    Positions p;
    uint32_t ends = Collect(root, 1, p);
    uint32_t window = ends == 0 ? kLookahead : static_cast<uint32_t>(__builtin_ctz(ends));
    window = std::min(window, kLookahead);
    // Attempts beyond position 0 need not consider alternatives that begin with `^`; position
    // 0 is tried unconditionally.
    bool has_start = tree_.has_start_assertion;
    plan_.attempt_at_start = has_start;
    plan_.min_length = std::max(root->min_length, window);
    for (uint32_t k = 0; k < window && !has_start; k++) {
      if (p.at[k].Latin1Count() == 0 && p.at[k].wide != 0) plan_.needs_two_byte = true;
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
      Choose(kOpSearchTwo, a.position | b.position << 8, {a.value | a.mask << 16, b.value | b.mask << 16});
    } else if (exact.size() == 1) {
      Choose(kOpSearchOne, exact[0].position, {exact[0].value | exact[0].mask << 16, 0});
    } else if (!has_start && PlanInner(root)) {
    } else if (best_few != kInfinity && (best_few_cost <= 15 || window == 1)) {
      std::vector<uint32_t> members;
      for (uint32_t c = 0; c < 256; c++) {
        if (p.at[best_few].Has(static_cast<uint8_t>(c))) members.push_back(c);
      }
      if (members.empty()) members.push_back(0);
      while (members.size() < 4) members.push_back(members[0]);
      Choose(kOpSearchFew, best_few, std::move(members));
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
      Choose(kOpSearchWindow, window | wide << 8 | (unused > 80 ? 1u << 16 : 0), {});
      plan_.data = std::move(table);
    } else if (window > 0 && (p.at[best_set].Latin1Count() < 250 || p.at[best_set].wide == 0)) {
      uint32_t firsts = 0, spans = 0;
      bool ranges = AsRanges(p.at[best_set], firsts, spans);
      uint32_t arg = best_set | (p.at[best_set].wide ? 1u << 8 : 0);
      if (ranges) {
        Choose(kOpSearchRanges, arg, {firsts, spans});
      } else {
        Choose(kOpSearchSet, arg, {});
      }
      plan_.data = BitmapBytes(p.at[best_set]);
    } else if (live.Latin1Count() < 250 || live.wide == 0) {
      Choose(kOpSearchFirst, (live.wide ? kNextWide : 0) | (live.end ? kNextEnd : 0), {});
      plan_.data = BitmapBytes(live);
    }
  }

  const Tree& tree_;
  const uintptr_t stack_limit_;
  SearchPlan plan_;
};

}  // namespace

SearchPlan PlanSearch(const Tree& tree, uintptr_t stack_limit) { return Planner(tree, stack_limit).Run(); }

const Node* FindLeadingLoop(const Tree& tree) {
  const Node* n = tree.root;
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
        return n->max == kInfinity && n->min <= 1 && IsSingleUnit(tree, n->child()) ? n : nullptr;
      default: return nullptr;
    }
  }
}

}  // namespace halfword::regexp
