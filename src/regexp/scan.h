// Searching a run of code units for single units, with 16-byte vectors where the machine has them. Everything
// is inlined into the matcher's handlers, which must not call out on their fast paths.
#ifndef HALFWORD_REGEXP_SCAN_H_
#define HALFWORD_REGEXP_SCAN_H_

#include <cstdint>
#include <cstring>

#include "base/macros.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace halfword::regexp {

#define HW_INLINE_LAMBDA __attribute__((always_inline))

#if defined(__SSE2__)

template <typename Char>
struct Lanes;

template <>
struct Lanes<uint8_t> {
  static constexpr uint64_t kCount = 16;
  static HW_INLINE __m128i Splat(uint32_t c) { return _mm_set1_epi8(static_cast<char>(c)); }
  static HW_INLINE __m128i Load(const uint8_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static HW_INLINE __m128i Equal(__m128i a, __m128i b) { return _mm_cmpeq_epi8(a, b); }
  static HW_INLINE __m128i Minus(__m128i a, __m128i b) { return _mm_sub_epi8(a, b); }
  static HW_INLINE __m128i Excess(__m128i a, __m128i b) { return _mm_subs_epu8(a, b); }
  static HW_INLINE uint32_t Mask(__m128i v) { return static_cast<uint32_t>(_mm_movemask_epi8(v)); }
};

template <>
struct Lanes<char16_t> {
  static constexpr uint64_t kCount = 8;
  static HW_INLINE __m128i Splat(uint32_t c) { return _mm_set1_epi16(static_cast<short>(c)); }
  static HW_INLINE __m128i Load(const char16_t* p) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  }
  static HW_INLINE __m128i Equal(__m128i a, __m128i b) { return _mm_cmpeq_epi16(a, b); }
  static HW_INLINE __m128i Minus(__m128i a, __m128i b) { return _mm_sub_epi16(a, b); }
  static HW_INLINE __m128i Excess(__m128i a, __m128i b) { return _mm_subs_epu16(a, b); }
  static HW_INLINE uint32_t Mask(__m128i v) {
    return static_cast<uint32_t>(_mm_movemask_epi8(_mm_packs_epi16(v, _mm_setzero_si128())));
  }
};

#endif

// Calls block(i), which yields one bit for each of the kCount positions from i that fits, or one(i) for a
// single position, in ascending order over [from, end); the result is the first position that fits, or `end`.
// Blocks may start before `from` (their early bits are dropped) but not before `low`.
template <typename Char, typename Block, typename One>
HW_INLINE uint64_t FindFirst(uint64_t low, uint64_t from, uint64_t end, const Block& block, const One& one) {
#if defined(__SSE2__)
  constexpr uint64_t kCount = Lanes<Char>::kCount;
  if (from < end && end - low >= kCount) {
    for (;;) {
      if (from + kCount > end) {
        uint64_t start = end - kCount;
        uint32_t bits = block(start) >> (from - start);
        return bits ? from + static_cast<uint64_t>(__builtin_ctz(bits)) : end;
      }
      uint32_t bits = block(from);
      if (bits) return from + static_cast<uint64_t>(__builtin_ctz(bits));
      from += kCount;
      if (from == end) return end;
    }
  }
#endif
  while (from < end && !one(from)) from++;
  return from < end ? from : end;
}

// The first position in [from, end) where (s[x] | mask) == value. REQUIRES: from <= end.
template <typename Char>
HW_INLINE uint64_t FindMasked(const Char* s, uint64_t from, uint64_t end, uint32_t value, uint32_t mask) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i v = L::Splat(value), m = L::Splat(mask);
  auto block = [&](uint64_t i)
                   HW_INLINE_LAMBDA { return L::Mask(L::Equal(_mm_or_si128(L::Load(s + i), m), v)); };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block,
                         [&](uint64_t i) HW_INLINE_LAMBDA { return (s[i] | mask) == value; });
}

// The first i in [from, end) with (s[i + a] | mask_a) == value_a and the same for b. REQUIRES: s[end - 1 + b]
// exists, a < b.
template <typename Char>
HW_INLINE uint64_t FindMaskedPair(const Char* s, uint64_t from, uint64_t end, uint32_t a, uint32_t b,
                                  uint32_t value_a, uint32_t mask_a, uint32_t value_b, uint32_t mask_b) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i va = L::Splat(value_a), ma = L::Splat(mask_a), vb = L::Splat(value_b), mb = L::Splat(mask_b);
  auto block = [&](uint64_t i) HW_INLINE_LAMBDA {
    __m128i x = L::Equal(_mm_or_si128(L::Load(s + i + a), ma), va);
    __m128i y = L::Equal(_mm_or_si128(L::Load(s + i + b), mb), vb);
    return L::Mask(_mm_and_si128(x, y));
  };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block, [&](uint64_t i) HW_INLINE_LAMBDA {
    return (s[i + a] | mask_a) == value_a && (s[i + b] | mask_b) == value_b;
  });
}

// The last position in [from, end) where (s[x] | mask) == value, or ~0.
template <typename Char>
HW_INLINE uint64_t FindLastMasked(const Char* s, uint64_t from, uint64_t end, uint32_t value, uint32_t mask) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i v = L::Splat(value), m = L::Splat(mask);
  while (end - from >= L::kCount) {
    uint32_t bits = L::Mask(L::Equal(_mm_or_si128(L::Load(s + end - L::kCount), m), v));
    if (bits) return end - L::kCount + static_cast<uint64_t>(31 - __builtin_clz(bits));
    end -= L::kCount;
  }
#endif
  while (end > from) {
    if ((s[--end] | mask) == value) return end;
  }
  return ~uint64_t{0};
}

// The first position in [from, end) that holds one of four units (which may repeat). REQUIRES: from <= end.
template <typename Char>
HW_INLINE uint64_t FindAnyOf(const Char* s, uint64_t from, uint64_t end, uint32_t c0, uint32_t c1,
                             uint32_t c2, uint32_t c3) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i v0 = L::Splat(c0), v1 = L::Splat(c1), v2 = L::Splat(c2), v3 = L::Splat(c3);
  auto block = [&](uint64_t i) HW_INLINE_LAMBDA {
    __m128i x = L::Load(s + i);
    return L::Mask(_mm_or_si128(_mm_or_si128(L::Equal(x, v0), L::Equal(x, v1)),
                                _mm_or_si128(L::Equal(x, v2), L::Equal(x, v3))));
  };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block, [&](uint64_t i) HW_INLINE_LAMBDA {
    uint32_t c = s[i];
    return c == c0 || c == c1 || c == c2 || c == c3;
  });
}

// The same for two.
template <typename Char>
HW_INLINE uint64_t FindAnyOf2(const Char* s, uint64_t from, uint64_t end, uint32_t c0, uint32_t c1) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i v0 = L::Splat(c0), v1 = L::Splat(c1);
  auto block = [&](uint64_t i) HW_INLINE_LAMBDA {
    __m128i x = L::Load(s + i);
    return L::Mask(_mm_or_si128(L::Equal(x, v0), L::Equal(x, v1)));
  };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block, [&](uint64_t i) HW_INLINE_LAMBDA {
    uint32_t c = s[i];
    return c == c0 || c == c1;
  });
}

// The same for five.
template <typename Char>
HW_INLINE uint64_t FindAnyOf5(const Char* s, uint64_t from, uint64_t end, uint32_t c0, uint32_t c1,
                              uint32_t c2, uint32_t c3, uint32_t c4) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i v0 = L::Splat(c0), v1 = L::Splat(c1), v2 = L::Splat(c2), v3 = L::Splat(c3), v4 = L::Splat(c4);
  auto block = [&](uint64_t i) HW_INLINE_LAMBDA {
    __m128i x = L::Load(s + i);
    __m128i y = _mm_or_si128(_mm_or_si128(L::Equal(x, v0), L::Equal(x, v1)),
                             _mm_or_si128(L::Equal(x, v2), L::Equal(x, v3)));
    return L::Mask(_mm_or_si128(y, L::Equal(x, v4)));
  };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block, [&](uint64_t i) HW_INLINE_LAMBDA {
    uint32_t c = s[i];
    return c == c0 || c == c1 || c == c2 || c == c3 || c == c4;
  });
}

// The first position in [from, end) that holds a unit of four ranges (which may repeat), given as their first
// units and lengths - 1, one byte each; with `wide` also every unit above Latin-1.
template <typename Char>
HW_INLINE uint64_t FindInRanges(const Char* s, uint64_t from, uint64_t end, uint32_t firsts, uint32_t spans,
                                bool wide) {
#if defined(__SSE2__)
  using L = Lanes<Char>;
  __m128i f0 = L::Splat(firsts & 0xFF), f1 = L::Splat((firsts >> 8) & 0xFF),
          f2 = L::Splat((firsts >> 16) & 0xFF), f3 = L::Splat(firsts >> 24);
  __m128i n0 = L::Splat(spans & 0xFF), n1 = L::Splat((spans >> 8) & 0xFF),
          n2 = L::Splat((spans >> 16) & 0xFF), n3 = L::Splat(spans >> 24);
  __m128i zero = _mm_setzero_si128();
  uint32_t latin1 = 0xFF;
  asm("" : "+r"(latin1));  // no constant in memory: machine code has none
  __m128i is_wide = L::Splat(wide ? 0xFFFF : 0), top = L::Splat(latin1);
  auto block = [&](uint64_t i) HW_INLINE_LAMBDA {
    __m128i x = L::Load(s + i);
    __m128i a = _mm_or_si128(L::Equal(L::Excess(L::Minus(x, f0), n0), zero),
                             L::Equal(L::Excess(L::Minus(x, f1), n1), zero));
    __m128i b = _mm_or_si128(L::Equal(L::Excess(L::Minus(x, f2), n2), zero),
                             L::Equal(L::Excess(L::Minus(x, f3), n3), zero));
    __m128i in = _mm_or_si128(a, b);
    if constexpr (sizeof(Char) == 2) {
      __m128i low = L::Equal(_mm_and_si128(x, top), x);
      in = _mm_or_si128(in, _mm_andnot_si128(low, is_wide));
    }
    return L::Mask(in);
  };
#else
  auto block = [](uint64_t) { return 0u; };
#endif
  return FindFirst<Char>(0, from, end, block, [&](uint64_t i) HW_INLINE_LAMBDA {
    uint32_t c = s[i];
    if (sizeof(Char) == 2 && c > 0xFF) return wide;
    return c - (firsts & 0xFF) <= (spans & 0xFF) || c - ((firsts >> 8) & 0xFF) <= ((spans >> 8) & 0xFF) ||
           c - ((firsts >> 16) & 0xFF) <= ((spans >> 16) & 0xFF) || c - (firsts >> 24) <= spans >> 24;
  });
}

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_SCAN_H_
