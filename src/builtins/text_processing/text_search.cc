#include "builtins/text_processing/text_search.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "runtime/loop_poll.h"

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

template <class T, class P>
int64_t KnuthMorrisPratt(T text, P pattern, size_t from) {
  std::vector<uint32_t> border(pattern.length + 1);
  border[0] = 0;
  border[1] = 0;
  for (size_t i = 1, k = 0; i < pattern.length; i++) {
    while (k > 0 && pattern[i] != pattern[k]) k = border[k];
    if (pattern[i] == pattern[k]) k++;
    border[i + 1] = static_cast<uint32_t>(k);
  }
  for (size_t i = from, k = 0; i < text.length; i++) {
    while (k > 0 && text[i] != pattern[k]) k = border[k];
    if (text[i] == pattern[k]) k++;
    if (k == pattern.length) return static_cast<int64_t>(i + 1 - k);
  }
  return -1;
}

// REQUIRES: pattern is not empty.
template <class T, class P>
int64_t Search(T text, P pattern, size_t from) {
  if (pattern.length > text.length) return -1;
  size_t last = text.length - pattern.length;
  size_t compared = 0;
  for (size_t i = from; i <= last; i++) {
    if (text[i] != pattern[0]) continue;
    size_t k = 1;
    while (k < pattern.length && text[i + k] == pattern[k]) k++;
    if (k == pattern.length) return static_cast<int64_t>(i);
    compared += k;
    if (HW_UNLIKELY(compared > 64 + 4 * (i - from) + 4 * pattern.length))
      return KnuthMorrisPratt(text, pattern, i + 1);
  }
  return -1;
}

// Between two polls so many places are looked at, or as many as the pattern is long.
constexpr uint32_t kPiece = 256 * 1024;

int64_t FindFirst(FlatChars text, FlatChars pattern, uint32_t from) {
  if (text.is_one_byte()) {
    const uint8_t* base = text.one_byte().data();
    const uint8_t* start = base + from;
    size_t size = text.length() - from;
    if (pattern.length() == 1) {
      if (pattern[0] > 0xFF) return -1;
      const void* found = memchr(start, pattern[0], size);
      return found ? static_cast<const uint8_t*>(found) - base : -1;
    }
    if (pattern.is_one_byte()) {
      const void* found = memmem(start, size, pattern.one_byte().data(), pattern.length());
      return found ? static_cast<const uint8_t*>(found) - base : -1;
    }
  }
  return text.Visit([&](auto t) {
    return pattern.Visit([&](auto p) {
      return Search(Forward<std::remove_cvref_t<decltype(t[0])>>{t.data(), t.size()},
                    Forward<std::remove_cvref_t<decltype(p[0])>>{p.data(), p.size()}, from);
    });
  });
}

int64_t FindLast(FlatChars text, FlatChars pattern) {
  int64_t found = text.Visit([&](auto t) {
    return pattern.Visit([&](auto p) {
      return Search(Reversed<std::remove_cvref_t<decltype(t[0])>>{t.data(), t.size()},
                    Reversed<std::remove_cvref_t<decltype(p[0])>>{p.data(), p.size()}, 0);
    });
  });
  return found < 0 ? -1 : static_cast<int64_t>(text.length()) - found - pattern.length();
}

}  // namespace

Completion<int64_t> FindText(Isolate& isolate, FlatChars text, FlatChars pattern, uint32_t from) {
  if (pattern.length() == 0) return int64_t{from};
  if (pattern.length() > text.length() - from) return int64_t{-1};
  const uint32_t last = text.length() - pattern.length();
  const uint32_t piece = std::max(kPiece, pattern.length());
  for (;;) {
    uint32_t to = last - from < piece ? last : from + piece;  // the last place of this piece
    int64_t found = FindFirst(text.Slice(0, to + pattern.length()), pattern, from);
    uint32_t looked_at = (found < 0 ? to : static_cast<uint32_t>(found)) - from;
    TRY(isolate.Poll(CostOf(looked_at)));
    if (found >= 0 || to == last) return found;
    from = to + 1;
  }
}

Completion<int64_t> FindLastText(Isolate& isolate, FlatChars text, FlatChars pattern, uint32_t from) {
  if (pattern.length() > text.length()) return int64_t{-1};
  from = std::min(from, text.length() - pattern.length());
  if (pattern.length() == 0) return int64_t{from};
  const uint32_t piece = std::max(kPiece, pattern.length());
  for (;;) {
    uint32_t to = from < piece ? 0 : from - piece;  // the first place of this piece
    int64_t found = FindLast(text.Slice(to, from + pattern.length()), pattern);
    uint32_t looked_at = from - (found < 0 ? to : to + static_cast<uint32_t>(found));
    TRY(isolate.Poll(CostOf(looked_at)));
    if (found >= 0) return found + to;
    if (to == 0) return int64_t{-1};
    from = to - 1;
  }
}

}  // namespace halfword
