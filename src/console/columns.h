// Elements of arrays, written in columns as node does.
#ifndef HALFWORD_CONSOLE_COLUMNS_H_
#define HALFWORD_CONSOLE_COLUMNS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace halfword::console {

struct ColumnFormat {
  size_t width;      // of a line, in characters
  size_t columns;    // at most so many, and never more than 15
  bool has_more;     // the last entry says how many elements are left out: it has a line of its own
  bool are_numbers;  // aligned to the right
};

// Makes lines of the entries. They stay as they are where columns would be too wide or have large gaps.
void ArrangeInColumns(std::vector<std::string>* entries, const ColumnFormat&);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_COLUMNS_H_
