// What optimized code of a function has assumed in vain, by where it exited. Who builds the function again
// assumes less there, and nothing less elsewhere.
#ifndef HALFWORD_JIT_REFUSALS_H_
#define HALFWORD_JIT_REFUSALS_H_

#include <cstdint>
#include <map>
#include <tuple>

#include "jit/graph/node_kinds.h"

namespace halfword::jit {

class Refusals {
 public:
  // Code was given up in which nodes of this kind have exited at the instruction. `code`: the bits of the
  // Value, of the function or of what it inlines.
  void Note(uint64_t code, uint32_t offset, NodeKind kind) { counts_[{code, offset, kind}]++; }
  // How often that was so.
  uint32_t Of(uint64_t code, uint32_t offset, NodeKind kind) const {
    auto found = counts_.find({code, offset, kind});
    return found == counts_.end() ? 0 : found->second;
  }
  // Of nodes of any kind.
  uint32_t At(uint64_t code, uint32_t offset) const {
    uint32_t count = 0;
    for (auto row = counts_.lower_bound({code, offset, NodeKind{}});
         row != counts_.end() && std::get<0>(row->first) == code && std::get<1>(row->first) == offset; row++)
      count += row->second;
    return count;
  }

 private:
  std::map<std::tuple<uint64_t, uint32_t, NodeKind>, uint32_t> counts_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_REFUSALS_H_
