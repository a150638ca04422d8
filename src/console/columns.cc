#include "console/columns.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "console/text_width.h"

namespace halfword::console {

namespace {

constexpr size_t kSeparator = 2;  // ", "

// How many columns make the block about a square; 1: the entries are too different or too wide.
size_t ColumnsFor(const std::vector<size_t>& widths, size_t entries, const ColumnFormat& format) {
  size_t total = 0, longest = 0;
  for (size_t width : widths) {
    total += width + kSeparator;
    longest = std::max(longest, width);
  }
  const size_t widest = longest + kSeparator;
  if (widest * 3 >= format.width) return 1;
  // Entries of very different lengths would leave large gaps.
  if (!(static_cast<double>(total) / static_cast<double>(widest) > 5 || longest <= 6)) return 1;
  double bias =
      std::sqrt(static_cast<double>(widest) - static_cast<double>(total) / static_cast<double>(entries));
  double biased = std::max(static_cast<double>(widest) - 3 - bias, 1.0);
  // A character is about two and a half times as high as wide.
  double wanted = std::floor(std::sqrt(2.5 * biased * static_cast<double>(widths.size())) / biased + 0.5);
  return std::min(
      {static_cast<size_t>(std::max(wanted, 0.0)), format.width / widest, format.columns, size_t{15}});
}

}  // namespace

void ArrangeInColumns(std::vector<std::string>* entries, const ColumnFormat& format) {
  const size_t count = entries->size() - (format.has_more ? 1 : 0);
  std::vector<size_t> widths(count);
  for (size_t i = 0; i < count; i++) widths[i] = DisplayWidth((*entries)[i]);
  const size_t columns = ColumnsFor(widths, entries->size(), format);
  if (columns <= 1) return;
  std::vector<size_t> column_widths;
  for (size_t i = 0; i < columns; i++) {
    size_t width = 0;
    for (size_t j = i; j < count; j += columns) width = std::max(width, widths[j]);
    column_widths.push_back(width + kSeparator);
  }
  std::vector<std::string> lines;
  for (size_t i = 0; i < count; i += columns) {
    size_t end = std::min(i + columns, count);
    std::string line;
    for (size_t j = i; j < end; j++) {
      bool last = j + 1 == end;
      std::string cell = last ? (*entries)[j] : (*entries)[j] + ", ";
      size_t want = column_widths[j - i] - (last ? kSeparator : 0),
             have = widths[j] + (last ? 0 : kSeparator);
      std::string padding(want > have ? want - have : 0, ' ');
      if (format.are_numbers) {
        line += padding + cell;
      } else {
        line += last ? cell : cell + padding;
      }
    }
    lines.push_back(std::move(line));
  }
  if (format.has_more) lines.push_back(entries->back());
  *entries = std::move(lines);
}

}  // namespace halfword::console
