// What an Allocation knows: for linear_scan.cc, which makes it, and allocation_checker.cc, which follows it.
#ifndef HALFWORD_JIT_PASSES_ALLOCATION_DATA_H_
#define HALFWORD_JIT_PASSES_ALLOCATION_DATA_H_

#include <deque>
#include <unordered_map>
#include <vector>

#include "jit/passes/allocation.h"
#include "jit/passes/frame_headers.h"
#include "jit/passes/live_intervals.h"

namespace halfword::jit {

struct Allocation::Data {
  explicit Data(const Graph& g) : graph(g), headers(g), live(g) {}

  // Where the value is at a place; nowhere where it does not live.
  Location At(const Node& value, uint32_t position) const;

  const Graph& graph;
  FrameHeaders headers;
  LiveIntervals live;
  std::deque<Interval> parts;                       // of values, after splitting
  std::vector<std::vector<Interval*>> values;       // by node: its parts, ascending
  std::vector<Location> homes;                      // by node
  std::vector<std::vector<Move>> before, behind;    // by node
  std::vector<std::vector<Move>> at_begin, at_end;  // by block
  std::vector<std::vector<Location>> inputs;        // by node
  std::vector<Location> outputs;
  std::vector<std::vector<uint8_t>> general_temporaries, double_temporaries;
  uint32_t spilled_count = 0, word_count = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_ALLOCATION_DATA_H_
