// What there is to know of an optimized code besides its machine code: where its exits lead to.
#ifndef HALFWORD_JIT_EXITS_EXITS_H_
#define HALFWORD_JIT_EXITS_EXITS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "jit/exits/exit_records.h"
#include "jit/graph/frame_state.h"
#include "jit/graph/node.h"

namespace halfword::jit {

// By the numbers of the exits.
struct Exits {
  ExitRecords records;
  std::vector<NodeKind> kinds;  // of their nodes
  std::vector<bool> is_by_count;
  // Words of the frame that are in use behind the exit; only those that poll have any.
  std::vector<std::vector<uint32_t>> words_in_use;
  std::vector<Unit> units;  // of the graph, by number; without `outer`

  // As bytes for an image. They mean the same wherever the bits of the code's Values do, to this build.
  std::vector<uint8_t> Encode() const;
  // False: these are not the bytes of any; *exits is not to be used then.
  static bool Decode(std::span<const uint8_t> bytes, Exits* exits);
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_EXITS_EXITS_H_
