// Values as readable text, laid out as node's util.inspect does. Runs no guest code: getters are named, not
// called, proxies are looked through. Depth, cycles and length are bounded.
#ifndef HALFWORD_CONSOLE_INSPECT_H_
#define HALFWORD_CONSOLE_INSPECT_H_

#include <string>

#include "objects/values/value.h"

namespace halfword {
class Isolate;
}

namespace halfword::console {

struct InspectOptions {
  int depth = 2;             // negative: only the outermost object's name
  bool show_hidden = false;  // non-enumerable properties too
  uint32_t max_array_length = 100;
  uint32_t max_string_length = 10000;
  uint32_t break_length = 80;
  int compact = 3;
  size_t max_total = size_t{1} << 27;  // bytes, about
};

// What it takes counts as memory of the guest while it works, and the result is within what
// the guest has left.
std::string Inspect(Isolate&, Value, const InspectOptions& = {});

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_INSPECT_H_
