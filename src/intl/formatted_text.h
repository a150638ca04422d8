// Formatted text and what its parts are, as formatToParts tells it.
#ifndef HALFWORD_INTL_FORMATTED_TEXT_H_
#define HALFWORD_INTL_FORMATTED_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

namespace halfword::intl {

struct FormattedText {
  struct Part {
    const char* type;    // "integer", "literal" …
    const char* source;  // "startRange", "shared", "endRange"; null: no range was formatted
    uint32_t begin, end;
    const char* unit = nullptr;  // the parts of a number with its unit, of relative times and durations
  };
  bool failed = false;  // ICU has refused
  std::u16string text;
  std::vector<Part> parts;  // in order, covering all of the text; empty where nobody asked
};

// A field as ICU reports it; fields may contain others.
struct TextField {
  const char* type;
  int32_t begin, end;
};
// The ranges that text stands for: what of it is the first value, and the second.
struct RangeSpan {
  const char* source;
  int32_t begin, end;
};
// Makes parts of fields: where fields overlap, the shortest counts. Text outside of all fields is "literal".
// `is_range`: parts outside of all spans are "shared".
void SetParts(FormattedText& text, std::vector<TextField> fields, const std::vector<RangeSpan>& spans,
              bool is_range);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_FORMATTED_TEXT_H_
