// Text in graphemes, words or sentences.
#ifndef HALFWORD_INTL_SEGMENTATION_H_
#define HALFWORD_INTL_SEGMENTATION_H_

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::intl {

struct Boundary {
  uint32_t at;  // in code units: where a segment ends
  bool is_word_like;
};
struct Segment {
  uint32_t begin, end;
  bool is_word_like;
};

inline constexpr uint32_t kLongestSegment = 128 << 10;  // code units

// Recipe on lines: the tag and the granularity.
//
// A text is looked at through a window, so that a step takes no longer in a long text than in a short one.
// Boundaries near the window's edge are not trusted: it grows until one is found that lies well inside. What
// lies further away could matter only in runs of thousands of characters of languages without spaces. A
// segment that is longer than kLongestSegment is cut, so that each step ends.
class Segmentation {
 public:
  static constexpr char kKind = 's';
  static Segmentation* Make(std::string_view recipe);
  ~Segmentation();
  // The next boundaries behind `from`, which is one, in order; none: the pacer stopped it.
  // REQUIRES: from < text.size().
  std::vector<Boundary> Next(unicode::Text text, uint32_t from, const unicode::Pacer&);
  // An empty segment: the pacer stopped it. REQUIRES: index < text.size().
  Segment Containing(unicode::Text text, uint32_t index, const unicode::Pacer&);

 private:
  struct Icu;
  explicit Segmentation(std::unique_ptr<Icu>);
  std::unique_ptr<Icu> icu_;
};

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_SEGMENTATION_H_
