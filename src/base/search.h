// The first and the last place that passes a test, where vector instructions can do the looking.
#ifndef HALFWORD_BASE_SEARCH_H_
#define HALFWORD_BASE_SEARCH_H_

#include <cstddef>

#include "base/macros.h"

namespace halfword {

namespace search_internal {

// Places looked at between two branches. The loop over them has none, so the compiler makes vectors of it.
inline constexpr size_t kBlock = 32;

template <class M>
HW_INLINE bool MayContain(size_t from, M& maybe) {
  bool any = false;
  for (size_t i = 0; i < kBlock; i++) any |= maybe(from + i);
  return any;
}

}  // namespace search_internal

// The first place in [from, to) that passes both tests; `to` if there is none. `maybe` has no branch. `is`
// may be slow: it is asked about places that pass `maybe`.
template <class M, class I>
HW_INLINE size_t FindFirst(size_t from, size_t to, M maybe, I is) {
  using search_internal::kBlock;
  while (from < to) {
    size_t end = to;
    if (to - from >= kBlock) {
      if (!search_internal::MayContain(from, maybe)) {
        from += kBlock;
        continue;
      }
      end = from + kBlock;
    }
    for (; from < end; from++) {
      if (maybe(from) && is(from)) return from;
    }
  }
  return to;
}

template <class M>
HW_INLINE size_t FindFirst(size_t from, size_t to, M test) {
  return FindFirst(from, to, test, [](size_t) { return true; });
}

// The last one.
template <class M, class I>
HW_INLINE size_t FindLast(size_t from, size_t to, M maybe, I is) {
  using search_internal::kBlock;
  size_t none = to;
  while (from < to) {
    size_t begin = from;
    if (to - from >= kBlock) {
      if (!search_internal::MayContain(to - kBlock, maybe)) {
        to -= kBlock;
        continue;
      }
      begin = to - kBlock;
    }
    for (; to > begin; to--) {
      if (maybe(to - 1) && is(to - 1)) return to - 1;
    }
  }
  return none;
}

template <class M>
HW_INLINE size_t FindLast(size_t from, size_t to, M test) {
  return FindLast(from, to, test, [](size_t) { return true; });
}

}  // namespace halfword

#endif  // HALFWORD_BASE_SEARCH_H_
