// Which headers of inlined frames are where they belong already. A function that is inlined has no frame but
// for as long as one of its instructions is left to its first tier, which is when the header is written, with
// those of all that the function is inlined into. A later one finds those that it shares with the one before.
#ifndef HALFWORD_JIT_PASSES_FRAME_HEADERS_H_
#define HALFWORD_JIT_PASSES_FRAME_HEADERS_H_

#include <vector>

#include "bytecode/frame.h"
#include "jit/graph/graph.h"

namespace halfword::jit {

class FrameHeaders {
 public:
  // REQUIRES: the blocks are ordered.
  explicit FrameHeaders(const Graph&);

  // Where the node begins: the innermost unit whose header is there, as are those of its outer ones. Null: no
  // header is. Known of Generic and SpendFuel. Of the former, headers of its own unit and of the outer ones.
  const Unit* At(const Node& node) const { return at_[node.id()]; }

 private:
  std::vector<const Unit*> at_;  // by node
};

// Calls f(unit, word) for each word, from the outermost frame on, of the headers of the unit's frame and of
// those outside of it. The outermost one is not inlined and has none here. The unit may be null.
template <class F>
void ForEachHeaderWord(const Unit* unit, F f) {
  for (; unit != nullptr && unit->outer != nullptr; unit = unit->outer) {
    for (uint32_t n = 1; n <= static_cast<uint32_t>(frame::kHeaderWords); n++)
      f(*unit, unit->frame_words - n);
  }
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_FRAME_HEADERS_H_
