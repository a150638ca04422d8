#include "intl/formatted_text.h"

#include <algorithm>

namespace halfword::intl {

void SetParts(FormattedText& text, std::vector<TextField> fields, const std::vector<RangeSpan>& spans,
              bool is_range) {
  auto size = static_cast<int32_t>(text.text.size());
  std::sort(fields.begin(), fields.end(), [](const TextField& a, const TextField& b) {
    int32_t first = a.end - a.begin, second = b.end - b.begin;
    return first != second ? first > second : a.begin < b.begin;
  });
  std::vector<int32_t> owner(static_cast<size_t>(size), -1), span(static_cast<size_t>(size), -1);
  auto paint = [size](std::vector<int32_t>& where, int32_t begin, int32_t end, size_t color) {
    for (int32_t i = std::max(begin, 0); i < std::min(end, size); i++)
      where[static_cast<size_t>(i)] = static_cast<int32_t>(color);
  };
  for (size_t i = 0; i < fields.size(); i++) paint(owner, fields[i].begin, fields[i].end, i);
  for (size_t i = 0; i < spans.size(); i++) paint(span, spans[i].begin, spans[i].end, i);
  text.parts.clear();
  for (size_t begin = 0, end; begin < owner.size(); begin = end) {
    end = begin + 1;
    while (end < owner.size() && owner[end] == owner[begin] && span[end] == span[begin]) end++;
    const char* type = owner[begin] < 0 ? "literal" : fields[static_cast<size_t>(owner[begin])].type;
    const char* source = !is_range         ? nullptr
                         : span[begin] < 0 ? "shared"
                                           : spans[static_cast<size_t>(span[begin])].source;
    text.parts.push_back({type, source, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
}

}  // namespace halfword::intl
