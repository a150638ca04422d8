// The backtracking matcher: one function per instruction, each ending in a tail call of the next
// instruction's function, so program counter, position, stack pointer and the rest live in registers
// throughout. Fast paths call nothing.
#include <cstdlib>
#include <utility>

#include "base/macros.h"
#include "regexp/bytecode.h"
#include "regexp/regexp.h"
#include "regexp/scan.h"
#include "unicode/case_mapping.h"
#include "unicode/characters.h"

#if defined(__has_attribute) && __has_attribute(preserve_none) && \
    (defined(__x86_64__) || defined(__aarch64__))
#define HW_HANDLER __attribute__((preserve_none))
#else
#define HW_HANDLER
#endif
#define HW_TAIL __attribute__((musttail)) return

namespace halfword::regexp {

namespace {

constexpr uint64_t kStackSlack = 4;      // entries an instruction may push after one look at the limit
constexpr uint64_t kLocalEntries = 256;  // of the backtrack stack, before it moves to the C heap
constexpr uint64_t kLocalRegisters = 64;
constexpr uint64_t kScanChunk = 1 << 20;  // units scanned between two polls

struct State {
  uint64_t* stack;  // its first entry restarts the search
  uint64_t* limit;  // kStackSlack before the end
  int64_t steps;    // until the next poll
  uint64_t* local;
  uint64_t need;  // entries that Grow must make room for
  Budget* budget;
  platform::GrowingBlock block;  // where the stack is once `local` is too small
};

// pc: the instruction. i: position in the subject s of length len. sp: next free stack entry. code: start of
// the program.
#define HW_ARGS(Char)                                                                                 \
  const uint8_t *pc, uint64_t i, uint64_t *sp, int32_t *regs, const Char *s, uint64_t len, State *st, \
      const void *const *table, const uint8_t *code
#define HW_PASS pc, i, sp, regs, s, len, st, table, code

template <typename Char>
using Handler = HW_HANDLER int (*)(HW_ARGS(Char));

#define OP(name)           \
  template <typename Char> \
  HW_HANDLER int name(HW_ARGS(Char))

#define DISPATCH() HW_TAIL reinterpret_cast<Handler<Char>>(const_cast<void*>(table[*pc]))(HW_PASS)
#define NEXT(words)    \
  do {                 \
    pc += (words) * 4; \
    DISPATCH();        \
  } while (0)
#define JUMP(target)      \
  do {                    \
    pc = code + (target); \
    DISPATCH();           \
  } while (0)
#define FAIL()                                                     \
  do {                                                             \
    uint64_t entry = *--sp;                                        \
    pc = code + static_cast<uint32_t>(entry);                      \
    i = entry >> 32;                                               \
    if (HW_UNLIKELY(--st->steps < 0)) HW_TAIL Poll<Char>(HW_PASS); \
    DISPATCH();                                                    \
  } while (0)
// At the start of an instruction that pushes at most kStackSlack entries.
#define RESERVE() \
  if (HW_UNLIKELY(sp >= st->limit)) HW_TAIL Grow<Char>(HW_PASS)
#define RESERVE_MANY(n)                                                                               \
  if (HW_UNLIKELY(static_cast<uint64_t>(st->limit - sp + static_cast<int64_t>(kStackSlack)) < (n))) { \
    st->need = (n);                                                                                   \
    HW_TAIL Grow<Char>(HW_PASS);                                                                      \
  }
#define PUSH(target, position) (*sp++ = static_cast<uint64_t>(position) << 32 | static_cast<uint32_t>(target))

#define ARG() (Load32(pc) >> 8)
#define WORD(n) Load32(pc + 4 * (n))

// ------------------------------------------------------------------------------------------------
// rare events

HW_COLD bool PollBudget(State* st) {
  Budget& budget = *st->budget;
  uint64_t interval = budget.poll_interval;
  budget.steps += interval + static_cast<uint64_t>(-(st->steps + 1));
  st->steps = static_cast<int64_t>(interval) - 1;
  return budget.poll == nullptr || budget.poll(budget.data);
}

HW_COLD uint64_t* GrowStack(State* st, uint64_t* sp) {
  uint64_t used = static_cast<uint64_t>(sp - st->stack);
  uint64_t capacity = static_cast<uint64_t>(st->limit - st->stack) + kStackSlack;
  uint64_t wanted = capacity * 2 > used + st->need ? capacity * 2 : used + st->need + capacity;
  uint64_t most = st->budget->max_stack_bytes / sizeof(uint64_t);
  if (wanted > most) wanted = most;
  if (wanted < used + st->need + kStackSlack) return nullptr;
  Budget& budget = *st->budget;
  if (budget.may_take != nullptr && !budget.may_take(budget.data, wanted * sizeof(uint64_t))) return nullptr;
  if (!st->block.Resize(wanted * sizeof(uint64_t))) return nullptr;
  auto* bigger = static_cast<uint64_t*>(st->block.data());
  if (st->stack == st->local) std::memcpy(bigger, st->stack, used * sizeof(uint64_t));
  st->stack = bigger;
  st->limit = bigger + wanted - kStackSlack;
  st->need = kStackSlack;
  return bigger + used;
}

// Goes on at pc after asking the host. (Not inlined, as Grow: their calls would give every handler a frame.)
template <typename Char>
HW_NOINLINE HW_HANDLER int Poll(HW_ARGS(Char)) {
  if (!PollBudget(st)) return static_cast<int>(MatchResult::kInterrupted);
  DISPATCH();
}

// Executes the instruction at pc again with a bigger stack.
template <typename Char>
HW_NOINLINE HW_HANDLER int Grow(HW_ARGS(Char)) {
  sp = GrowStack(st, sp);
  if (sp == nullptr) return static_cast<int>(MatchResult::kOutOfMemory);
  DISPATCH();
}

// ------------------------------------------------------------------------------------------------ characters

HW_INLINE bool HasBit(const uint8_t* bitmap, uint32_t c) {
  return (Load32(bitmap + (c >> 5) * 4) >> (c & 31)) & 1;
}

// Classes beyond Latin-1: binary search.
HW_INLINE bool InNarrowRanges(const uint8_t* cls, uint32_t c) {
  uint32_t low = 0, high = Load32(cls + kClassCountsOffset) & 0xFFFF;
  const uint8_t* ranges = cls + kClassRangesOffset;
  while (low < high) {
    uint32_t mid = (low + high) / 2;
    uint32_t range = Load32(ranges + mid * 4);
    if (c > range >> 16) {
      low = mid + 1;
    } else if (c < (range & 0xFFFF)) {
      high = mid;
    } else {
      return true;
    }
  }
  return false;
}
HW_INLINE bool InWideRanges(const uint8_t* cls, uint32_t c) {
  uint32_t counts = Load32(cls + kClassCountsOffset);
  const uint8_t* ranges = cls + kClassRangesOffset + (counts & 0xFFFF) * 4;
  uint32_t low = 0, high = counts >> 16;
  while (low < high) {
    uint32_t mid = (low + high) / 2;
    if (c > Load32(ranges + mid * 8 + 4)) {
      low = mid + 1;
    } else if (c < Load32(ranges + mid * 8)) {
      high = mid;
    } else {
      return true;
    }
  }
  return false;
}
template <typename Char>
HW_INLINE bool InClass(const uint8_t* cls, uint32_t c) {
  if (sizeof(Char) == 1 || HW_LIKELY(c < 256)) return HasBit(cls, c);
  return InNarrowRanges(cls, c);
}
// c is a code point
template <typename Char>
HW_INLINE bool InClassU(const uint8_t* cls, uint32_t c) {
  if (sizeof(Char) == 1 || HW_LIKELY(c < 256)) return HasBit(cls, c);
  return c <= 0xFFFF ? InNarrowRanges(cls, c) : InWideRanges(cls, c);
}

// Reads the code point at i and moves past it. REQUIRES: i < len.
template <typename Char>
HW_INLINE uint32_t ReadForward(const Char* s, uint64_t& i, uint64_t len) {
  uint32_t c = s[i++];
  if (sizeof(Char) == 2 && HW_UNLIKELY(unicode::IsLeadSurrogate(c)) && i < len &&
      unicode::IsTrailSurrogate(s[i])) {
    c = unicode::CombineSurrogates(static_cast<char16_t>(c), static_cast<char16_t>(s[i++]));
  }
  return c;
}
// Reads the code point before i, not before `low`, and moves before it. REQUIRES: i > low.
template <typename Char>
HW_INLINE uint32_t ReadBackward(const Char* s, uint64_t& i, uint64_t low) {
  uint32_t c = s[--i];
  if (sizeof(Char) == 2 && HW_UNLIKELY(unicode::IsTrailSurrogate(c)) && i > low &&
      unicode::IsLeadSurrogate(s[i - 1])) {
    c = unicode::CombineSurrogates(static_cast<char16_t>(s[--i]), static_cast<char16_t>(c));
  }
  return c;
}

template <typename Char>
HW_INLINE bool IsWordAt(const Char* s, uint64_t i, uint64_t len) {
  return i < len && (sizeof(Char) == 1 || s[i] < 256) &&
         (unicode::kLatin1Flags[s[i] & 0xFF] & unicode::kWordFlag);
}
template <typename Char>
HW_INLINE bool IsWordAtU(const Char* s, uint64_t i, uint64_t len) {
  return IsWordAt(s, i, len) || (sizeof(Char) == 2 && i < len && (s[i] == 0x17F || s[i] == 0x212A));
}

// ------------------------------------------------------------------------------------------------ control

OP(OpNoMatch) { return static_cast<int>(MatchResult::kNoMatch); }

OP(OpUndo) {
  uint64_t entry = *--sp;
  regs[static_cast<uint32_t>(entry)] = static_cast<int32_t>(entry >> 32);
  FAIL();
}

OP(OpUndoBlock) {
  uint64_t entry = *--sp;
  uint32_t first = static_cast<uint32_t>(entry), count = static_cast<uint32_t>(entry >> 32);
  sp -= count / 2;  // counts are even: begin and end
  std::memcpy(regs + first, sp, count * 4);
  FAIL();
}

OP(OpMatch) {
  regs[1] = static_cast<int32_t>(i);
  return static_cast<int>(MatchResult::kMatch);
}

OP(OpFail) { FAIL(); }

OP(OpJump) { JUMP(WORD(1)); }

OP(OpJumpBack) {
  pc = code + WORD(1);
  if (HW_UNLIKELY(--st->steps < 0)) HW_TAIL Poll<Char>(HW_PASS);
  DISPATCH();
}

OP(OpSplit) {
  RESERVE();
  PUSH(WORD(1), i);
  NEXT(2);
}

OP(OpSplitGoto) {
  RESERVE();
  PUSH(pc + 8 - code, i);
  JUMP(WORD(1));
}

OP(OpBranchChar) {
  if (i < len && (s[i] | WORD(1)) == ARG()) NEXT(3);
  JUMP(WORD(2));
}

OP(OpSplitIfChar) {
  if (i < len && (s[i] | WORD(1)) == ARG()) {
    RESERVE();
    PUSH(WORD(2), i);
    NEXT(3);
  }
  JUMP(WORD(2));
}

// Whether the character at i is one of a bitmap, if it is Latin-1, else what the flags say.
template <typename Char>
HW_INLINE bool PeekBitmap(const uint8_t* bitmap, const Char* s, uint64_t i, uint64_t len, uint32_t flags,
                          uint32_t wide_flag, uint32_t end_flag) {
  if (HW_UNLIKELY(i >= len)) return (flags & end_flag) != 0;
  uint32_t c = s[i];
  if (sizeof(Char) == 2 && c > 0xFF) return (flags & wide_flag) != 0;
  return HasBit(bitmap, c);
}

OP(OpBranchSet) {
  if (PeekBitmap(code + WORD(1), s, i, len, ARG(), kNextWide, kNextEnd)) NEXT(3);
  JUMP(WORD(2));
}

OP(OpSplitIfSet) {
  if (PeekBitmap(code + WORD(1), s, i, len, ARG(), kNextWide, kNextEnd)) {
    RESERVE();
    PUSH(WORD(2), i);
    NEXT(3);
  }
  JUMP(WORD(2));
}

OP(OpSplitPeek) {
  uint32_t flags = ARG();
  bool next = PeekBitmap(code + WORD(1), s, i, len, flags, kNextWide, kNextEnd);
  bool alt = PeekBitmap(code + WORD(2), s, i, len, flags, kAltWide, kAltEnd);
  if (next) {
    if (alt) {
      RESERVE();
      PUSH(WORD(3), i);
    }
    NEXT(4);
  }
  if (!alt) FAIL();
  JUMP(WORD(3));
}

OP(OpDispatch) {
  uint32_t slot;
  if (HW_UNLIKELY(i >= len)) {
    slot = 2;
  } else if (sizeof(Char) == 2 && s[i] > 0xFF) {
    slot = 3;
  } else {
    slot = 4 + code[WORD(1) + (s[i] & 0xFF)];
  }
  JUMP(WORD(slot));
}

// ------------------------------------------------------------------------------------------------ characters

OP(OpChar) {
  if (HW_UNLIKELY(i >= len) || s[i] != ARG()) FAIL();
  i++;
  NEXT(1);
}

OP(OpCharMask) {
  if (HW_UNLIKELY(i >= len) || (s[i] | WORD(1)) != ARG()) FAIL();
  i++;
  NEXT(2);
}

// Compares n >= 2 units with bytes, after or-ing masks (or nothing: masks null) into the units.
template <typename Char>
HW_INLINE bool EqualBytes(const Char* p, const uint8_t* text, const uint8_t* masks, uint64_t n) {
  if constexpr (sizeof(Char) == 1) {
    auto differ4 = [&](uint64_t k) HW_INLINE_LAMBDA {
      return (Load32(p + k) | (masks ? Load32(masks + k) : 0)) ^ Load32(text + k);
    };
    if (n >= 4) {
      if (differ4(0) | differ4(n - 4)) return false;
      for (uint64_t k = 4; k + 4 < n; k += 4) {
        if (differ4(k)) return false;
      }
      return true;
    }
    uint16_t units, bytes, mask = 0;
    std::memcpy(&units, p, 2);
    std::memcpy(&bytes, text, 2);
    if (masks) std::memcpy(&mask, masks, 2);
    uint32_t last = p[n - 1] | (masks ? masks[n - 1] : 0u);
    return (((units | mask) ^ bytes) | (last ^ text[n - 1])) == 0;
  } else {
    for (uint64_t k = 0; k < n; k++) {
      if ((p[k] | (masks ? masks[k] : 0)) != text[k]) return false;
    }
    return true;
  }
}

OP(OpStr) {
  uint64_t n = ARG();
  if (HW_UNLIKELY(len - i < n) || !EqualBytes(s + i, pc + 4, nullptr, n)) FAIL();
  i += n;
  pc += (n + 7) & ~uint64_t{3};
  DISPATCH();
}

OP(OpStrMask) {
  uint64_t n = ARG(), padded = (n + 3) & ~uint64_t{3};
  if (HW_UNLIKELY(len - i < n) || !EqualBytes(s + i, pc + 4, pc + 4 + padded, n)) FAIL();
  i += n;
  pc += 4 + 2 * padded;
  DISPATCH();
}

OP(OpStr16) {
  uint32_t n = ARG();
  if (sizeof(Char) == 1 || HW_UNLIKELY(len - i < n)) FAIL();
  const uint8_t* text = pc + 4;
  for (uint32_t k = 0; k < n; k++) {
    char16_t c;
    std::memcpy(&c, text + 2 * k, 2);
    if (s[i + k] != c) FAIL();
  }
  i += n;
  NEXT(1 + (n + 1) / 2);
}

OP(OpAny) {
  if (HW_UNLIKELY(i >= len)) FAIL();
  i++;
  NEXT(1);
}

OP(OpClass) {
  if (HW_UNLIKELY(i >= len) || !InClass<Char>(code + WORD(1), s[i])) FAIL();
  i++;
  NEXT(2);
}

OP(OpClassU) {
  if (HW_UNLIKELY(i >= len)) FAIL();
  uint32_t c = ReadForward(s, i, len);
  if (!InClassU<Char>(code + WORD(1), c)) FAIL();
  NEXT(2);
}

OP(OpCharBack) {
  if (HW_UNLIKELY(i == 0) || (s[i - 1] | WORD(1)) != ARG()) FAIL();
  i--;
  NEXT(2);
}

OP(OpAnyBack) {
  if (HW_UNLIKELY(i == 0)) FAIL();
  i--;
  NEXT(1);
}

OP(OpClassBack) {
  if (HW_UNLIKELY(i == 0) || !InClass<Char>(code + WORD(1), s[i - 1])) FAIL();
  i--;
  NEXT(2);
}

OP(OpClassUBack) {
  if (HW_UNLIKELY(i == 0)) FAIL();
  uint32_t c = ReadBackward(s, i, 0);
  if (!InClassU<Char>(code + WORD(1), c)) FAIL();
  NEXT(2);
}

OP(OpPeekIn) {
  if (HW_UNLIKELY(i >= len) || !InClass<Char>(code + WORD(1), s[i])) FAIL();
  NEXT(2);
}

OP(OpPeekNotIn) {
  if (HW_LIKELY(i < len) && InClass<Char>(code + WORD(1), s[i])) FAIL();
  NEXT(2);
}

// ------------------------------------------------------------------------------------------------ loops over
// one class

enum class LoopKind { kClass, kNot, kAny, kClassU };

// The first position from `from` that is not in the set described at `set` (two words), at most `end`.
template <typename Char, LoopKind kind>
HW_INLINE uint64_t Scan(const uint8_t* set, const uint8_t* code, const Char* s, uint64_t from, uint64_t end) {
  if constexpr (kind == LoopKind::kAny) return end;
  if constexpr (kind == LoopKind::kNot) {
    uint32_t a = Load32(set), b = Load32(set + 4);
    uint32_t c0 = a & 0xFFFF, c1 = a >> 16, c2 = b & 0xFFFF, c3 = b >> 16;
    if constexpr (sizeof(Char) == 1) {
      // They are sorted: those above Latin-1 cannot occur.
      if (HW_UNLIKELY(c0 > 0xFF)) return end;
      if (c1 > 0xFF) c1 = c0;
      if (c2 > 0xFF) c2 = c0;
      if (c3 > 0xFF) c3 = c0;
    }
    return FindAnyOf(s, from, end, c0, c1, c2, c3);
  }
  const uint8_t* cls = code + Load32(set);
  while (from < end && InClass<Char>(cls, s[from])) from++;
  return from;
}

// Long runs are charged to the budget like the backtracking they stand for.
#define CHARGE(n) \
  if (HW_UNLIKELY((n) > 64)) st->steps -= static_cast<int64_t>((n) >> 4)

// Scans from i into `end`, at most max units; long scans are interrupted by polls.
#define SCAN(kind, end)                                                      \
  uint64_t most = len - i;                                                   \
  if (WORD(4) < most) most = WORD(4);                                        \
  uint64_t end;                                                              \
  if (HW_UNLIKELY(most > kScanChunk)) {                                      \
    end = ScanLong<Char, kind>(pc + 4, code, s, i, i + most, st);            \
    if (end == kStopped) return static_cast<int>(MatchResult::kInterrupted); \
  } else {                                                                   \
    end = Scan<Char, kind>(pc + 4, code, s, i, i + most);                    \
  }

constexpr uint64_t kStopped = ~uint64_t{0};

template <typename Char, LoopKind kind>
HW_COLD uint64_t ScanLong(const uint8_t* set, const uint8_t* code, const Char* s, uint64_t from, uint64_t end,
                          State* st) {
  for (;;) {
    uint64_t stop = end - from > kScanChunk ? from + kScanChunk : end;
    from = Scan<Char, kind>(set, code, s, from, stop);
    if (from < stop || from == end) return from;
    st->steps = -1;
    if (!PollBudget(st)) return kStopped;
  }
}

template <typename Char, LoopKind kind>
HW_HANDLER int LoopUnits(HW_ARGS(Char)) {
  SCAN(kind, end);
  uint64_t n = end - i;
  CHARGE(n);
  if (n < WORD(3)) FAIL();
  i = end;
  NEXT(5);
}

// Whether the continuation can begin at j.
#define FILTER_FITS(j) FilterFits(kind, value, mask, flags, code, s, (j), len)
template <typename Char>
HW_INLINE bool FilterFits(uint32_t kind, uint32_t value, uint32_t mask, uint32_t flags, const uint8_t* code,
                          const Char* s, uint64_t j, uint64_t len) {
  if (kind == kFilterNone) return true;
  if (kind == kFilterChar) return j < len && (s[j] | mask) == value;
  return PeekBitmap(code + value, s, j, len, flags, kNextWide, kNextEnd);
}

// The last position in [low, from] where the continuation can begin, or kStopped.
template <typename Char>
HW_INLINE uint64_t FilterBack(const uint8_t* pc, const uint8_t* code, const Char* s, uint64_t low,
                              uint64_t from, uint64_t len) {
  uint32_t kind = ARG(), value = WORD(1), mask = WORD(2), flags = WORD(3);
  uint64_t j = from;
  if (kind == kFilterNone) return j;
  if (kind == kFilterChar) {
    uint64_t found = FindLastMasked(s, low, j == len ? j : j + 1, value, mask);
    return found;
  }
  while (!FILTER_FITS(j)) {
    if (j == low) return kStopped;
    j--;
  }
  return j;
}

// Goes on at the last position in [low, from] where the continuation can begin, and leaves an entry [low]
// [pc, position] if there are more. `pushed` says whether [low] is on the stack already. Long scans stop
// half-way for a poll.
#define GREEDY_TRY(from, pushed, filter_back)                                    \
  do {                                                                           \
    uint64_t high = (from), bound = low;                                         \
    if (HW_UNLIKELY(high - low > kScanChunk)) {                                  \
      bound = high - kScanChunk;                                                 \
      if (unicode::IsTrailSurrogate(s[bound])) bound++; /* not between a pair */ \
    }                                                                            \
    uint64_t j = filter_back(pc, code, s, bound, high, len);                     \
    if (HW_UNLIKELY(j == kStopped)) {                                            \
      CHARGE(high - bound);                                                      \
      if (bound > low) {                                                         \
        if (!(pushed)) *sp++ = low;                                              \
        PUSH(pc - code, bound);                                                  \
        st->steps = 0;                                                           \
      } else if (pushed) {                                                       \
        sp--;                                                                    \
      }                                                                          \
      FAIL();                                                                    \
    }                                                                            \
    CHARGE(high - j);                                                            \
    if (j > low) {                                                               \
      if (!(pushed)) *sp++ = low;                                                \
      PUSH(pc - code, j);                                                        \
    } else if (pushed) {                                                         \
      sp--;                                                                      \
    }                                                                            \
    i = j;                                                                       \
    NEXT(4);                                                                     \
  } while (0)

// Greedy: as far as possible, then back one by one. Entries: [low] [GreedyBack, position].
template <typename Char, LoopKind kind>
HW_HANDLER int GreedyUnits(HW_ARGS(Char)) {
  RESERVE();
  SCAN(kind, end);
  uint64_t n = end - i, min = WORD(3);
  CHARGE(n);
  if (n < min) FAIL();
  uint64_t low = i + min;
  pc += 20;
  GREEDY_TRY(end, false, FilterBack);
}

OP(OpGreedyBack) {
  uint64_t low = sp[-1];
  GREEDY_TRY(i - 1, true, FilterBack);
}

// The same by code points.
OP(OpLoopClassU) {
  if constexpr (sizeof(Char) == 1) HW_TAIL LoopUnits<Char, LoopKind::kClass>(HW_PASS);
  const uint8_t* cls = code + WORD(1);
  uint32_t min = WORD(3), max = WORD(4), n = 0;
  uint64_t from = i;
  while (n < max && i < len) {
    uint64_t next = i;
    if (!InClassU<Char>(cls, ReadForward(s, next, len))) break;
    i = next;
    n++;
  }
  CHARGE(i - from);
  if (n < min) FAIL();
  NEXT(5);
}

template <typename Char>
HW_INLINE uint64_t FilterBackU(const uint8_t* pc, const uint8_t* code, const Char* s, uint64_t low,
                               uint64_t from, uint64_t len) {
  uint32_t kind = ARG(), value = WORD(1), mask = WORD(2), flags = WORD(3);
  uint64_t j = from;
  while (!FILTER_FITS(j)) {
    if (j == low) return kStopped;
    ReadBackward(s, j, low);
  }
  return j;
}

OP(OpGreedyClassU) {
  if constexpr (sizeof(Char) == 1) HW_TAIL GreedyUnits<Char, LoopKind::kClass>(HW_PASS);
  RESERVE();
  const uint8_t* cls = code + WORD(1);
  uint32_t min = WORD(3), max = WORD(4), n = 0;
  uint64_t from = i, low = i, end = i;
  while (n < max && end < len) {
    uint64_t next = end;
    if (!InClassU<Char>(cls, ReadForward(s, next, len))) break;
    end = next;
    n++;
    if (n == min) low = end;
  }
  CHARGE(end - from);
  if (n < min) FAIL();
  pc += 20;
  GREEDY_TRY(end, false, FilterBackU);
}

OP(OpGreedyBackU) {
  if constexpr (sizeof(Char) == 1) HW_TAIL OpGreedyBack<Char>(HW_PASS);
  uint64_t low = sp[-1];
  ReadBackward(s, i, low);
  GREEDY_TRY(i, true, FilterBackU);
}

// Lazy: the fewest, then one more at a time. Entry: [LazyBack, position]. REQUIRES: max is infinite.
template <typename Char, LoopKind kind>
HW_INLINE bool InLoopSet(const uint8_t* set, const uint8_t* code, uint32_t c) {
  if constexpr (kind == LoopKind::kAny) return true;
  if constexpr (kind == LoopKind::kNot) {
    uint32_t a = Load32(set), b = Load32(set + 4);
    return c != (a & 0xFFFF) && c != a >> 16 && c != (b & 0xFFFF) && c != b >> 16;
  }
  return InClassU<Char>(code + Load32(set), c);
}

// Skips characters of the set up to where the continuation can begin, at most to `end`.
template <typename Char, LoopKind Kind>
HW_INLINE uint64_t LazySkip(const uint8_t* pc, const uint8_t* code, const Char* s, uint64_t i, uint64_t end,
                            uint64_t len) {
  uint32_t kind = ARG(), value = WORD(3), mask = WORD(4), flags = WORD(5);
  if ((Kind == LoopKind::kNot || Kind == LoopKind::kAny) && kind == kFilterChar && mask == 0) {
    // Either the character or one of the excluded ones stops the run.
    uint32_t a = Load32(pc + 4), b = Load32(pc + 8);
    if constexpr (Kind == LoopKind::kAny) return FindMasked(s, i, end, value, 0);
    uint32_t c0 = a & 0xFFFF, c1 = a >> 16, c2 = b & 0xFFFF, c3 = b >> 16;
    if constexpr (sizeof(Char) == 1) {
      if (c0 > 0xFF) c0 = value;
      if (c1 > 0xFF) c1 = value;
      if (c2 > 0xFF) c2 = value;
      if (c3 > 0xFF) c3 = value;
    }
    return FindAnyOf5(s, i, end, c0, c1, c2, c3, value);
  }
  while (i < end && !FILTER_FITS(i)) {
    uint64_t next = i;
    uint32_t c = Kind == LoopKind::kClassU ? ReadForward(s, next, len) : s[next++];
    if (!InLoopSet<Char, Kind>(pc + 4, code, c)) break;
    i = next;
  }
  return i;
}

// From i, at the LazyBack instruction pc: moves to the next position where the continuation can begin and
// tries it. Long scans stop half-way for a poll.
#define LAZY_TRY(Kind)                                                       \
  do {                                                                       \
    uint64_t from = i, end = len - i > kScanChunk ? i + kScanChunk : len;    \
    i = LazySkip<Char, Kind>(pc, code, s, i, end, len);                      \
    CHARGE(i - from);                                                        \
    uint32_t kind = ARG(), value = WORD(3), mask = WORD(4), flags = WORD(5); \
    if (!FILTER_FITS(i)) {                                                   \
      if (i < end || i == len) FAIL();                                       \
      PUSH(pc - code, i);                                                    \
      st->steps = 0;                                                         \
      FAIL();                                                                \
    }                                                                        \
    PUSH(pc - code, i);                                                      \
    NEXT(6);                                                                 \
  } while (0)

template <typename Char, LoopKind Kind>
HW_HANDLER int LazyUnits(HW_ARGS(Char)) {
  RESERVE();
  uint32_t min = WORD(3);
  for (uint32_t n = 0; n < min; n++) {
    if (i >= len) FAIL();
    uint32_t c = Kind == LoopKind::kClassU ? ReadForward(s, i, len) : s[i++];
    if (!InLoopSet<Char, Kind>(pc + 4, code, c)) FAIL();
  }
  pc += 20;
  LAZY_TRY(Kind);
}

template <typename Char, LoopKind Kind>
HW_HANDLER int LazyBackUnits(HW_ARGS(Char)) {
  if (i >= len) FAIL();
  uint32_t c = Kind == LoopKind::kClassU ? ReadForward(s, i, len) : s[i++];
  if (!InLoopSet<Char, Kind>(pc + 4, code, c)) FAIL();
  LAZY_TRY(Kind);
}

#define LOOP_OPS(name, kind)                                                 \
  OP(OpGreedy##name) { HW_TAIL GreedyUnits<Char, LoopKind::kind>(HW_PASS); } \
  OP(OpLoop##name) { HW_TAIL LoopUnits<Char, LoopKind::kind>(HW_PASS); }
#define LAZY_OPS(name, kind)                                             \
  OP(OpLazy##name) { HW_TAIL LazyUnits<Char, LoopKind::kind>(HW_PASS); } \
  OP(OpLazyBack##name) { HW_TAIL LazyBackUnits<Char, LoopKind::kind>(HW_PASS); }
LOOP_OPS(Class, kClass)
LOOP_OPS(Not, kNot)
LOOP_OPS(Any, kAny)
LAZY_OPS(Class, kClass)
LAZY_OPS(Not, kNot)
LAZY_OPS(Any, kAny)
LAZY_OPS(ClassU, kClassU)

OP(OpSkipSearch) {
  st->stack[0] = (i + 1) << 32 | static_cast<uint32_t>(st->stack[0]);
  NEXT(1);
}

// ------------------------------------------------------------------------------------------------
// captures, registers

OP(OpSave) {
  regs[ARG()] = static_cast<int32_t>(i);
  NEXT(1);
}

#define PUSH_UNDO(reg)                                                                                  \
  do {                                                                                                  \
    *sp++ = static_cast<uint64_t>(static_cast<uint32_t>(regs[reg])) << 32 | static_cast<uint32_t>(reg); \
    *sp++ = kUndoPc;                                                                                    \
  } while (0)

OP(OpSaveUndo) {
  RESERVE();
  uint32_t reg = ARG();
  PUSH_UNDO(reg);
  regs[reg] = static_cast<int32_t>(i);
  NEXT(1);
}

OP(OpSaveLast) {
  uint32_t reg = ARG();
  regs[reg] = static_cast<int32_t>(i - 1);
  regs[reg + 1] = static_cast<int32_t>(i);
  NEXT(1);
}

OP(OpClear) {
  uint32_t reg = ARG(), count = WORD(1);
  for (uint32_t k = 0; k < count; k += 2) {
    int64_t minus_one = -1;
    std::memcpy(regs + reg + k, &minus_one, 8);
  }
  NEXT(2);
}

OP(OpSaveBlock) {
  uint32_t reg = ARG(), count = WORD(1);
  RESERVE_MANY(count / 2 + 2);
  for (uint32_t k = 0; k < count; k += 2) {
    std::memcpy(sp++, regs + reg + k, 8);
    int64_t minus_one = -1;
    std::memcpy(regs + reg + k, &minus_one, 8);
  }
  *sp++ = static_cast<uint64_t>(count) << 32 | reg;
  *sp++ = kUndoBlockPc;
  NEXT(2);
}

OP(OpEmptyCheck) {
  if (static_cast<uint64_t>(static_cast<uint32_t>(regs[ARG()])) == i) FAIL();
  NEXT(1);
}

OP(OpCounterInit) {
  RESERVE();
  uint32_t reg = ARG();
  PUSH_UNDO(reg);
  regs[reg] = 0;
  NEXT(1);
}

OP(OpCounterLoop) {
  RESERVE();
  uint32_t count = static_cast<uint32_t>(regs[ARG()]);
  if (count < WORD(1)) NEXT(5);
  if (count >= WORD(2)) JUMP(WORD(4));
  if (WORD(3)) {
    PUSH(WORD(4), i);
    NEXT(5);
  }
  PUSH(pc + 20 - code, i);
  JUMP(WORD(4));
}

OP(OpCounterEnter) {
  RESERVE();
  uint32_t reg = ARG();
  PUSH_UNDO(reg);
  regs[reg]++;
  NEXT(1);
}

OP(OpCounterEmpty) {
  if (static_cast<uint32_t>(regs[ARG()]) > WORD(1) && static_cast<uint32_t>(regs[WORD(2)]) == i) FAIL();
  NEXT(3);
}

// ------------------------------------------------------------------------------------------------
// lookaround, assertions

OP(OpLookStart) {
  uint32_t reg = ARG();
  regs[reg] = static_cast<int32_t>(sp - st->stack);
  regs[reg + 1] = static_cast<int32_t>(i);
  NEXT(1);
}

OP(OpLookEnd) {
  uint32_t reg = ARG();
  sp = st->stack + regs[reg];
  i = static_cast<uint32_t>(regs[reg + 1]);
  NEXT(1);
}

OP(OpNegativeLookStart) {
  RESERVE();
  regs[ARG()] = static_cast<int32_t>(sp - st->stack);
  PUSH(WORD(1), i);
  NEXT(2);
}

OP(OpNegativeLookEnd) {
  sp = st->stack + regs[ARG()];
  FAIL();
}

OP(OpAssertStart) {
  if (i != 0) FAIL();
  NEXT(1);
}

OP(OpAssertEnd) {
  if (i != len) FAIL();
  NEXT(1);
}

OP(OpAssertLineStart) {
  if (i != 0 && !unicode::IsLineTerminator(s[i - 1])) FAIL();
  NEXT(1);
}

OP(OpAssertLineEnd) {
  if (i != len && !unicode::IsLineTerminator(s[i])) FAIL();
  NEXT(1);
}

OP(OpWordBoundary) {
  if (IsWordAt(s, i - 1, len) == IsWordAt(s, i, len)) FAIL();  // i - 1 wraps to a position beyond the end
  NEXT(1);
}

OP(OpNotWordBoundary) {
  if (IsWordAt(s, i - 1, len) != IsWordAt(s, i, len)) FAIL();
  NEXT(1);
}

OP(OpWordBoundaryU) {
  if (IsWordAtU(s, i - 1, len) == IsWordAtU(s, i, len)) FAIL();
  NEXT(1);
}

OP(OpNotWordBoundaryU) {
  if (IsWordAtU(s, i - 1, len) != IsWordAtU(s, i, len)) FAIL();
  NEXT(1);
}

// Compares by Canonicalize. Case folding keeps the length in code units of every pair, so
// both sides advance alike.
template <typename Char>
HW_NOINLINE bool EqualIgnoringCase(const Char* a, const Char* b, uint64_t n, bool is_unicode) {
  for (uint64_t k = 0; k < n;) {
    if (is_unicode) {
      uint64_t ka = k, kb = k;
      uint32_t ca = ReadForward(a, ka, n), cb = ReadForward(b, kb, n);
      if (ka != kb || unicode::CanonicalizeUnicode(ca) != unicode::CanonicalizeUnicode(cb)) return false;
      k = ka;
    } else {
      char16_t ca = a[k], cb = b[k];
      if (ca != cb && unicode::CanonicalizeLegacy(ca) != unicode::CanonicalizeLegacy(cb)) return false;
      k++;
    }
  }
  return true;
}

OP(OpBackref) {
  uint32_t flags = ARG(), count = WORD(1);
  int32_t begin = -1, end = -1;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t group = WORD(2 + k);
    begin = regs[2 * group];
    end = regs[2 * group + 1];
    if (begin >= 0 && end >= 0) break;
  }
  if (begin >= 0 && end >= 0) {
    uint64_t n = static_cast<uint64_t>(end - begin);
    CHARGE(n);
    uint64_t at = i;
    if (flags & kBackrefBackward) {
      if (i < n) FAIL();
      at -= n;
    } else if (len - i < n) {
      FAIL();
    }
    bool equal = flags & kBackrefIgnoreCase
                     ? EqualIgnoringCase(s + begin, s + at, n, (flags & kBackrefUnicode) != 0)
                     : std::memcmp(s + begin, s + at, n * sizeof(Char)) == 0;
    if (!equal) FAIL();
    i = flags & kBackrefBackward ? at : at + n;
    // The input is a list of code points there: what ends in a lead surrogate does not match half of a pair.
    if constexpr (sizeof(Char) == 2) {
      if ((flags & kBackrefUnicode) && n > 0 && i > 0 && i < len && unicode::IsLeadSurrogate(s[i - 1]) &&
          unicode::IsTrailSurrogate(s[i])) {
        FAIL();
      }
    }
  }
  NEXT(2 + count);
}

// ------------------------------------------------------------------------------------------------ the search
// Each finds a candidate from i on and leaves an entry at the bottom of the stack that comes back for the
// next one.

#define ATTEMPT()                    \
  regs[0] = static_cast<int32_t>(i); \
  PUSH(pc - code, i + 1)

#define SEARCH_RANGE()                                               \
  uint64_t min = WORD(1);                                            \
  if (i + min > len) return static_cast<int>(MatchResult::kNoMatch); \
  uint64_t stop = len - min + 1; /* candidates are below */          \
  bool is_chunk = HW_UNLIKELY(stop - i > kScanChunk);                \
  if (is_chunk) stop = i + kScanChunk

// Nothing before `stop`: the end, or the next chunk.
#define SEARCH_MISSED()                                            \
  do {                                                             \
    if (!is_chunk) return static_cast<int>(MatchResult::kNoMatch); \
    i = stop;                                                      \
    st->steps = -1;                                                \
    HW_TAIL Poll<Char>(HW_PASS);                                   \
  } while (0)

OP(OpOnce) {
  regs[0] = static_cast<int32_t>(i);
  PUSH(kNoMatchPc, 0);
  NEXT(1);
}

OP(OpSearchAll) {
  if (i + WORD(1) > len) return static_cast<int>(MatchResult::kNoMatch);
  ATTEMPT();
  NEXT(2);
}

OP(OpSearchOne) {
  SEARCH_RANGE();
  uint64_t offset = ARG();
  uint32_t wanted = WORD(2);
  uint64_t found = FindMasked(s, i + offset, stop + offset, wanted & 0xFFFF, wanted >> 16);
  if (found == stop + offset) SEARCH_MISSED();
  i = found - offset;
  ATTEMPT();
  NEXT(4);
}

OP(OpSearchTwo) {
  SEARCH_RANGE();
  uint32_t offsets = ARG(), first = WORD(2), second = WORD(3);
  uint64_t found = FindMaskedPair(s, i, stop, offsets & 0xFF, offsets >> 8, first & 0xFFFF, first >> 16,
                                  second & 0xFFFF, second >> 16);
  if (found == stop) SEARCH_MISSED();
  i = found;
  ATTEMPT();
  NEXT(4);
}

OP(OpSearchFew) {
  SEARCH_RANGE();
  uint64_t offset = ARG();
  uint64_t found = FindAnyOf(s, i + offset, stop + offset, WORD(2), WORD(3), WORD(4), WORD(5));
  if (found == stop + offset) SEARCH_MISSED();
  i = found - offset;
  ATTEMPT();
  NEXT(6);
}

OP(OpSearchSet) {
  SEARCH_RANGE();
  uint32_t arg = ARG();
  uint64_t offset = arg & 0xFF;
  bool wide = (arg >> 8) != 0;
  const uint8_t* bitmap = code + WORD(2);
  for (;; i++) {
    if (i == stop) SEARCH_MISSED();
    uint32_t c = s[i + offset];
    if (sizeof(Char) == 2 && c > 0xFF ? wide : HasBit(bitmap, c)) break;
  }
  ATTEMPT();
  NEXT(3);
}

OP(OpSearchInner) {
  SEARCH_RANGE();
  uint32_t arg = ARG(), offsets = WORD(2), first = WORD(3), second = WORD(4);
  uint64_t low = arg & 0xFF, high = arg >> 8;
  // The literal can begin from i + low on, up to where the last candidate's would.
  uint64_t from = i + low, to = stop + high, last = offsets & 0xFFFF;
  if ((offsets >> 16) > last) last = offsets >> 16;
  if (to + last > len) to = len > last ? len - last : 0;
  if (from >= to) SEARCH_MISSED();
  uint64_t found = FindMaskedPair(s, from, to, offsets & 0xFFFF, offsets >> 16, first & 0xFFFF, first >> 16,
                                  second & 0xFFFF, second >> 16);
  if (found == to) SEARCH_MISSED();
  if (found > high && found - high > i) i = found - high;
  if (i >= stop) SEARCH_MISSED();
  ATTEMPT();
  NEXT(5);
}

// Bit-parallel filter ("Shift-And"): bit k of `state` says that the last k + 1 characters fit
// positions 0 to k.
OP(OpSearchWindow) {
  SEARCH_RANGE();
  uint32_t arg = ARG(), window = arg & 0xFF, wide = (arg >> 8) & 0xFF;
  const uint8_t* bits_of = code + WORD(2);
  uint32_t state = 0, goal = 1u << (window - 1);
  uint64_t j = i, end = stop + window - 1;
  if (arg >> 16) {
    for (;; j++) {
      // While nothing is under way, a character that fits no position rules out every window over it.
      if (state == 0) {
        while (j + window - 1 < end && (sizeof(Char) == 1 || s[j + window - 1] < 256) &&
               bits_of[s[j + window - 1] & 0xFF] == 0) {
          j += window;
        }
      }
      if (j >= end) SEARCH_MISSED();
      uint32_t c = s[j];
      state = (state << 1 | 1) & (sizeof(Char) == 2 && c > 0xFF ? wide : bits_of[c]);
      if (state & goal) break;
    }
  } else {
    for (;; j++) {
      if (j == end) SEARCH_MISSED();
      uint32_t c = s[j];
      state = (state << 1 | 1) & (sizeof(Char) == 2 && c > 0xFF ? wide : bits_of[c]);
      if (state & goal) break;
    }
  }
  i = j - (window - 1);
  ATTEMPT();
  NEXT(3);
}

OP(OpSearchFirst) {
  if (i + WORD(1) > len) return static_cast<int>(MatchResult::kNoMatch);
  uint32_t flags = ARG();
  const uint8_t* bitmap = code + WORD(2);
  uint64_t stop = len;
  bool is_chunk = HW_UNLIKELY(stop - i > kScanChunk);
  if (is_chunk) stop = i + kScanChunk;
  while (i < stop) {
    uint32_t c = s[i];
    if (sizeof(Char) == 2 && c > 0xFF ? (flags & kNextWide) != 0 : HasBit(bitmap, c)) break;
    i++;
  }
  if (i == stop) {
    if (is_chunk) SEARCH_MISSED();
    if (!(flags & kNextEnd)) return static_cast<int>(MatchResult::kNoMatch);
  }
  ATTEMPT();
  NEXT(3);
}

OP(OpAttemptAtStart) {
  if (i != 0) NEXT(2);
  regs[0] = 0;
  PUSH(pc + 8 - code, 1);
  JUMP(WORD(1));
}

OP(OpSearchRanges) {
  SEARCH_RANGE();
  uint32_t arg = ARG();
  uint64_t offset = arg & 0xFF;
  bool wide = (arg >> 8) != 0;
  const uint8_t* bitmap = code + WORD(2);
  // A look at a few characters first: often the next candidate is near, and vectors take a while to set up.
  uint64_t near = stop - i > 6 ? i + 6 : stop;
  for (; i < near; i++) {
    uint32_t c = s[i + offset];
    if (sizeof(Char) == 2 && c > 0xFF ? wide : HasBit(bitmap, c)) {
      ATTEMPT();
      NEXT(5);
    }
  }
  uint64_t found = FindInRanges(s, i + offset, stop + offset, WORD(3), WORD(4), wide);
  if (found == stop + offset) SEARCH_MISSED();
  i = found - offset;
  ATTEMPT();
  NEXT(5);
}

OP(OpNotMidPair) {
  if (sizeof(Char) == 2 && i > 0 && i < len && unicode::IsTrailSurrogate(s[i]) &&
      unicode::IsLeadSurrogate(s[i - 1])) {
    FAIL();
  }
  NEXT(1);
}

template <typename Char>
constexpr auto MakeTable() {
  struct Table {
    Handler<Char> handlers[kOpcodeCount];
  };
  return Table{{
#define ENTRY(name, operands) &Op##name<Char>,
      HALFWORD_REGEXP_OPCODES(ENTRY)
#undef ENTRY
  }};
}
template <typename Char>
constinit const auto kTable = MakeTable<Char>();

// The only way into the handlers: clang 19 must not have locals or sanitizers in the frame that calls a
// preserve_none function (its base pointer would be clobbered).
template <typename Char>
__attribute__((noinline, no_sanitize("address", "undefined", "thread"))) int Enter(HW_ARGS(Char)) {
  return reinterpret_cast<Handler<Char>>(const_cast<void*>(table[*pc]))(HW_PASS);
}

// (A call of memset would cost more than it saves for the few registers there are.)
template <typename Char>
#if defined(__clang__)
__attribute__((no_builtin("memset")))
#endif
MatchResult
Run(std::span<const uint8_t> program, std::span<const Char> subject, size_t start, int32_t* captures,
    Budget& budget) {
  const uint8_t* code = program.data();
  auto header = [code](HeaderWord w) { return Load32(code + 4 * w); };
  DCHECK(header(kHeaderMagic) == kMagic && header(kHeaderSize) <= program.size());
  DCHECK(start <= subject.size() && subject.size() < (1u << 30));
  uint32_t flags = header(kHeaderFlags);
  if constexpr (sizeof(Char) == 1) {
    if (flags & kNeedsTwoByteFlag) return MatchResult::kNoMatch;
  } else {
    // With u and v the position is one of a code point.
    if ((flags & (kUnicode | kUnicodeSets)) && start > 0 && start < subject.size() &&
        unicode::IsTrailSurrogate(subject[start]) && unicode::IsLeadSurrogate(subject[start - 1])) {
      start--;
    }
  }
  if ((flags & kAnchoredFlag) && start != 0) return MatchResult::kNoMatch;
  if (subject.size() - start < header(kHeaderMinLength)) return MatchResult::kNoMatch;

  uint32_t capture_registers = 2 * header(kHeaderCaptures), registers = header(kHeaderRegisters);
  uint64_t local_stack[kLocalEntries];
  int32_t local_registers[kLocalRegisters];
  int32_t* regs = captures;
  if (registers != capture_registers) {
    regs = local_registers;
    if (registers > kLocalRegisters) {
      regs = static_cast<int32_t*>(std::malloc(registers * sizeof(int32_t)));
      if (regs == nullptr) return MatchResult::kOutOfMemory;
    }
    // Registers beyond the captures are written before they are read, but an undo entry may
    // save an old value.
    for (uint32_t k = capture_registers; k < registers; k++) regs[k] = 0;
  }
  for (uint32_t k = 0; k < capture_registers; k++) regs[k] = -1;
  State state;
  state.stack = state.local = local_stack;
  state.limit = local_stack + kLocalEntries - kStackSlack;
  state.need = kStackSlack;
  state.budget = &budget;
  state.steps = static_cast<int64_t>(budget.poll_interval) - 1;
  int result =
      Enter<Char>(code + header(kHeaderEntry), start, local_stack, regs, subject.data(), subject.size(),
                  &state, reinterpret_cast<const void* const*>(kTable<Char>.handlers), code);
  budget.steps += static_cast<uint64_t>(static_cast<int64_t>(budget.poll_interval) - 1 - state.steps);
  if (budget.dispose != nullptr) budget.dispose(budget.data, std::move(state.block));
  if (regs != captures) {
    if (result == static_cast<int>(MatchResult::kMatch)) {
      std::memcpy(captures, regs, capture_registers * sizeof(int32_t));
    }
    if (regs != local_registers) std::free(regs);
  }
  return static_cast<MatchResult>(result);
}

}  // namespace

MatchResult Match(std::span<const uint8_t> program, Latin1Span subject, size_t start, int32_t* captures,
                  Budget& budget) {
  return Run<uint8_t>(program, subject, start, captures, budget);
}
MatchResult Match(std::span<const uint8_t> program, Utf16Span subject, size_t start, int32_t* captures,
                  Budget& budget) {
  return Run<char16_t>(program, subject, start, captures, budget);
}

}  // namespace halfword::regexp
