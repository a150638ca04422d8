// What the readers of regexp/ops.inc share: the state of a match, the arguments of an instruction's function,
// and the pure parts of what instructions do. All of it is inlined, because machine code calls nothing.
#ifndef HALFWORD_REGEXP_MATCHING_H_
#define HALFWORD_REGEXP_MATCHING_H_

#include <cstdint>
#include <cstring>

#include "base/macros.h"
#include "regexp/bytecode.h"
#include "regexp/regexp.h"
#include "regexp/scan.h"
#include "unicode/characters.h"

#if defined(__has_attribute) && __has_attribute(preserve_none) && \
    (defined(__x86_64__) || defined(__aarch64__))
#define HW_REGEXP_CALL __attribute__((preserve_none))
#else
#define HW_REGEXP_CALL
#endif
#define HW_TAIL __attribute__((musttail)) return

namespace halfword::regexp {

// Machine code of a program for subjects of one width. It begins with a table: where the instruction at a
// byte offset of the program has its code, as a distance from here. The program's header is no instruction,
// so the table's first words are free.
struct MachineCode {
  uint32_t size;  // of all of it, in bytes
  uint32_t unused[kHeaderWords - 1];
  const uint8_t* At(uint32_t pc) const {
    auto* bytes = reinterpret_cast<const uint8_t*>(this);
    return bytes + Load32(bytes + pc);
  }
};

inline constexpr uint64_t kStackSlack = 4;  // entries an instruction may push after one look at the limit
inline constexpr uint64_t kScanChunk = 1 << 20;  // units scanned between two polls

struct MatchState {
  uint64_t* stack;  // its first entry restarts the search
  uint64_t* limit;  // kStackSlack before the end
  int64_t steps;    // until the next poll; instructions have it in a register
  const uint8_t* code;
  uint64_t need;  // entries that the stack must get room for
  Budget* budget;
  // Null: everything is interpreted.
  const MachineCode* machine_code;
  const void* interpreter;  // an Interpreter
  // Of the first instruction.
  const void* first;
  const void* const* table;
  platform::GrowingBlock block;  // where the stack is once the one in the frame is too small
};

// pc: the instruction. i: position in the subject s of length len. sp: next free stack entry. code: start of
// the program. table: functions by opcode, or the MachineCode. steps: until the next poll.
#define HW_REGEXP_ARGS(Char)                                                               \
  const uint8_t *pc, uint64_t i, uint64_t *sp, int32_t *regs, const Char *s, uint64_t len, \
      ::halfword::regexp::MatchState *st, const void *const *table, const uint8_t *code, int64_t steps
#define HW_REGEXP_PASS pc, i, sp, regs, s, len, st, table, code, steps

template <typename Char>
using InstructionFunction = HW_REGEXP_CALL int (*)(HW_REGEXP_ARGS(Char));

template <typename Char>
struct Interpreter {
  InstructionFunction<Char> functions[kOpcodeCount];
  // In the place of each of them: goes on in machine code at pc.
  InstructionFunction<Char> go_on_compiled[kOpcodeCount];
  // Asks the host, then goes on at pc.
  InstructionFunction<Char> poll;
};
template <typename Char>
HW_INLINE const Interpreter<Char>& InterpreterOf(const MatchState* st) {
  return *static_cast<const Interpreter<Char>*>(st->interpreter);
}
template <typename Char>
HW_INLINE const void* const* TableOf(const InstructionFunction<Char> (&functions)[kOpcodeCount]) {
  return reinterpret_cast<const void* const*>(functions);
}

// ---- Characters ----

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

// The ASCII letters, digits and the underscore, as two constants.
HW_INLINE bool IsWordCharacter(uint32_t c) {
  uint64_t bits = c < 64 ? 0x03FF000000000000 : 0x07FFFFFE87FFFFFE;
  return c < 128 && ((bits >> (c & 63)) & 1) != 0;
}
template <typename Char>
HW_INLINE bool IsWordAt(const Char* s, uint64_t i, uint64_t len) {
  return i < len && IsWordCharacter(s[i]);
}
template <typename Char>
HW_INLINE bool IsWordAtU(const Char* s, uint64_t i, uint64_t len) {
  return IsWordAt(s, i, len) || (sizeof(Char) == 2 && i < len && (s[i] == 0x17F || s[i] == 0x212A));
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

// ---- Loops over one class ----

enum class LoopKind { kClass, kNot, kAny, kClassU };

// What a loop of kind kNot stops at: `count` units, those that may be in the subject.
struct Excluded {
  uint32_t count, c0, c1, c2, c3;
};
// From its two words, where the units are sorted and may repeat.
template <typename Char>
HW_INLINE Excluded ExcludedOf(uint32_t a, uint32_t b) {
  Excluded e{4, a & 0xFFFF, a >> 16, b & 0xFFFF, b >> 16};
  if constexpr (sizeof(Char) == 1) {
    if (HW_UNLIKELY(e.c0 > 0xFF)) e.count = 0;
    if (e.c1 > 0xFF) e.c1 = e.c0;
    if (e.c2 > 0xFF) e.c2 = e.c0;
    if (e.c3 > 0xFF) e.c3 = e.c0;
  }
  return e;
}

template <typename Char>
HW_INLINE uint64_t FindExcluded(const Excluded& e, const Char* s, uint64_t from, uint64_t end) {
  if (HW_UNLIKELY(e.count == 0)) return end;
  if (e.count == 1) return FindMasked(s, from, end, e.c0, 0);
  if (e.count == 2) return FindAnyOf2(s, from, end, e.c0, e.c1);
  return FindAnyOf(s, from, end, e.c0, e.c1, e.c2, e.c3);
}

// The first position in [from, end] that is not in the loop's set, which for kNot is all but `excluded`.
template <typename Char, LoopKind kind>
HW_INLINE uint64_t Scan(const uint8_t* cls, const Excluded& excluded, const Char* s, uint64_t from,
                        uint64_t end) {
  if constexpr (kind == LoopKind::kAny) return end;
  if constexpr (kind == LoopKind::kNot) return FindExcluded(excluded, s, from, end);
  while (from < end && InClass<Char>(cls, s[from])) from++;
  return from;
}

inline constexpr uint64_t kStopped = ~uint64_t{0};

// What the continuation of a loop can begin with (FilterKind).
struct Filter {
  uint32_t kind, value, mask, flags;
  const uint8_t* bitmap;
};

template <typename Char>
HW_INLINE bool Fits(const Filter& f, const Char* s, uint64_t j, uint64_t len) {
  if (f.kind == kFilterNone) return true;
  if (f.kind == kFilterChar) return j < len && (s[j] | f.mask) == f.value;
  return PeekBitmap(f.bitmap, s, j, len, f.flags, kNextWide, kNextEnd);
}

// The last position in [low, from] where the continuation can begin, or kStopped.
template <typename Char>
HW_INLINE uint64_t FilterBack(const Filter& f, const Char* s, uint64_t low, uint64_t from, uint64_t len) {
  if (f.kind == kFilterNone) return from;
  if (f.kind == kFilterChar) return FindLastMasked(s, low, from == len ? from : from + 1, f.value, f.mask);
  uint64_t j = from;
  while (!Fits(f, s, j, len)) {
    if (j == low) return kStopped;
    j--;
  }
  return j;
}
// The same by code points.
template <typename Char>
HW_INLINE uint64_t FilterBackU(const Filter& f, const Char* s, uint64_t low, uint64_t from, uint64_t len) {
  uint64_t j = from;
  while (!Fits(f, s, j, len)) {
    if (j == low) return kStopped;
    ReadBackward(s, j, low);
  }
  return j;
}

template <typename Char, LoopKind kind>
HW_INLINE bool InLoopSet(const uint8_t* cls, const Excluded& e, uint32_t c) {
  if constexpr (kind == LoopKind::kAny) return true;
  if constexpr (kind == LoopKind::kNot) {
    if (e.count == 0) return true;
    if (c == e.c0) return false;
    if (e.count == 1) return true;
    if (e.count == 2) return c != e.c1;
    return c != e.c1 && c != e.c2 && c != e.c3;
  }
  return InClassU<Char>(cls, c);
}

// Skips characters of the set up to where the continuation can begin, at most to `end`.
template <typename Char, LoopKind kind>
HW_INLINE uint64_t LazySkip(const uint8_t* cls, const Excluded& e, const Filter& f, const Char* s, uint64_t i,
                            uint64_t end, uint64_t len) {
  // Either the character or one of the excluded ones stops the run.
  if (kind == LoopKind::kAny && f.kind == kFilterChar) return FindMasked(s, i, end, f.value, f.mask);
  if (kind == LoopKind::kNot && f.kind == kFilterChar && f.mask == 0) {
    if (e.count == 0) return FindMasked(s, i, end, f.value, 0);
    if (e.count == 1) return FindAnyOf2(s, i, end, e.c0, f.value);
    return FindAnyOf5(s, i, end, e.c0, e.c1, e.c2, e.c3, f.value);
  }
  while (i < end && !Fits(f, s, i, len)) {
    uint64_t next = i;
    uint32_t c = kind == LoopKind::kClassU ? ReadForward(s, next, len) : s[next++];
    if (!InLoopSet<Char, kind>(cls, e, c)) break;
    i = next;
  }
  return i;
}

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_MATCHING_H_
