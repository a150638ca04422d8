#include "builtins/text_processing/text_search.h"

#include <algorithm>
#include <cstring>

#include "runtime/execution/loop_poll.h"

namespace halfword {

namespace {

// A text read from its end: index 0 is the last character.
template <class C>
struct Reversed {
  const C* data;
  size_t length;
  C operator[](size_t i) const { return data[length - 1 - i]; }
};
template <class C>
struct Forward {
  const C* data;
  size_t length;
  C operator[](size_t i) const { return data[i]; }
};

// The lexicographically maximal suffix of a pattern, `descending` where the order of characters is turned
// around, and its period.
struct Suffix {
  size_t start, period;
};
template <class P>
Completion<Suffix> MaximalSuffix(P pattern, bool descending, LoopPoll& poll) {
  size_t start = 0, candidate = 1, k = 0,
         period = 1;  // the candidate agrees with the suffix for k characters
  for (size_t steps = 0; candidate + k < pattern.length; steps++) {
    TRY(poll.At(steps));
    auto a = pattern[candidate + k], b = pattern[start + k];
    if (a == b) {
      if (++k == period) {
        candidate += period;
        k = 0;
      }
    } else if ((a < b) != descending) {
      candidate += k + 1;
      k = 0;
      period = candidate - start;
    } else {
      start = candidate++;
      k = 0;
      period = 1;
    }
  }
  return Suffix{start, period};
}

// The first place from `from` on, or -1: in linear time and constant space by Crochemore and Perrin's Two-Way
// algorithm (1991). The pattern is divided where its local period is that of the whole; its right half is
// compared first, from left to right, then its left half, from right to left.
template <class T, class P>
Completion<int64_t> TwoWaySearch(Isolate& isolate, T text, P pattern, size_t from) {
  const size_t n = pattern.length;
  size_t steps = 0;
  LoopPoll poll(isolate);
  LoopPoll ascending_poll(isolate), descending_poll(isolate);
  Suffix ascending = TRY(MaximalSuffix(pattern, false, ascending_poll));
  Suffix descending = TRY(MaximalSuffix(pattern, true, descending_poll));
  auto [middle, period] = ascending.start > descending.start ? ascending : descending;
  bool is_periodic = true;
  for (size_t i = 0; i < middle && is_periodic; i++) {
    TRY(poll.At(steps++));
    is_periodic = pattern[i] == pattern[i + period];
  }
  if (!is_periodic) period = std::max(middle, n - middle) + 1;
  size_t known = 0;  // of a periodic pattern: so much of its beginning agrees already
  for (size_t at = from; at + n <= text.length;) {
    size_t i = std::max(middle, known);
    for (; i < n && pattern[i] == text[at + i]; i++) TRY(poll.At(steps++));
    if (i < n) {
      at += i - middle + 1;
      known = 0;
      TRY(poll.At(steps++));
      continue;
    }
    i = middle;
    for (; i > known && pattern[i - 1] == text[at + i - 1]; i--) TRY(poll.At(steps++));
    if (i <= known) return static_cast<int64_t>(at);
    at += period;
    known = is_periodic ? n - period : 0;
  }
  return int64_t{-1};
}

// REQUIRES: pattern is not empty.
template <class T, class P>
Completion<int64_t> Search(Isolate& isolate, T text, P pattern, size_t from) {
  if (pattern.length > text.length) return int64_t{-1};
  size_t last = text.length - pattern.length;
  size_t compared = 0;
  LoopPoll poll(isolate);
  for (size_t i = from; i <= last; i++) {
    TRY(poll.At(i - from + compared));
    if (text[i] != pattern[0]) continue;
    size_t k = 1;
    for (; k < pattern.length && text[i + k] == pattern[k]; k++) TRY(poll.At(i - from + compared + k));
    if (k == pattern.length) return static_cast<int64_t>(i);
    compared += k;
    if (HW_UNLIKELY(compared > 64 + 4 * (i - from) + 4 * pattern.length))
      return TwoWaySearch(isolate, text, pattern, i + 1);
  }
  return int64_t{-1};
}

template <template <class> class Direction>
Completion<int64_t> Search(Isolate& isolate, FlatChars text, FlatChars pattern, size_t from) {
  auto directed = [](auto span) {
    return Direction<std::remove_cvref_t<decltype(span[0])>>{span.data(), span.size()};
  };
  return text.Visit([&](auto t) {
    return pattern.Visit([&](auto p) { return Search(isolate, directed(t), directed(p), from); });
  });
}

// Between two looks at the isolate so many places are looked at by functions of the C library, with patterns
// that are not longer.
constexpr uint32_t kPiece = 128 * 1024;

// memchr and memmem, in pieces.
Completion<int64_t> FindBytes(Isolate& isolate, std::span<const uint8_t> text,
                              std::span<const uint8_t> pattern, size_t from) {
  for (const size_t places = text.size() - pattern.size() + 1; from < places;) {
    size_t n = std::min<size_t>(kPiece, places - from);
    const uint8_t* start = text.data() + from;
    const void* found = pattern.size() == 1
                            ? memchr(start, pattern[0], n)
                            : memmem(start, n + pattern.size() - 1, pattern.data(), pattern.size());
    size_t looked_at = found ? static_cast<size_t>(static_cast<const uint8_t*>(found) - start) : n;
    TRY(isolate.Poll(CostOf(looked_at)));
    if (found) return static_cast<int64_t>(from + looked_at);
    from += n;
  }
  return int64_t{-1};
}

}  // namespace

Completion<int64_t> FindText(Isolate& isolate, FlatChars text, FlatChars pattern, uint32_t from) {
  if (pattern.length() == 0) return int64_t{from};
  if (pattern.length() > text.length() - from) return int64_t{-1};
  if (text.is_one_byte() && pattern.is_one_byte() && pattern.length() <= kPiece)
    return FindBytes(isolate, text.one_byte(), pattern.one_byte(), from);
  return Search<Forward>(isolate, text, pattern, from);
}

Completion<int64_t> FindLastText(Isolate& isolate, FlatChars text, FlatChars pattern, uint32_t from) {
  if (pattern.length() > text.length()) return int64_t{-1};
  from = std::min(from, text.length() - pattern.length());
  if (pattern.length() == 0) return int64_t{from};
  int64_t found = TRY(Search<Reversed>(isolate, text.Slice(0, from + pattern.length()), pattern, 0));
  return found < 0 ? int64_t{-1} : int64_t{from} - found;
}

}  // namespace halfword
