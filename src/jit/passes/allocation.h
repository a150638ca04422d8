// Which register or word of the frame each value is in, at each of its uses: linear scan over live intervals
// in SSA form (C. Wimmer, M. Franz, Linear Scan Register Allocation on SSA Form, CGO 2010).
//
// A value that is ever without a register has a home: a word of the interpreter's frame, or two for a double.
// It is stored there where it is defined, once, so leaving a register costs nothing later. Where homes may be
// depends on the calls that the value lives across: what is above a callee's frame is the callee's.
#ifndef HALFWORD_JIT_PASSES_ALLOCATION_H_
#define HALFWORD_JIT_PASSES_ALLOCATION_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "jit/graph/graph.h"
#include "jit/passes/constraints.h"

namespace halfword::jit {

struct Location {
  enum Kind : uint8_t { kNowhere, kGeneral, kDouble, kWord, kConstant };
  Kind kind = kNowhere;
  uint32_t index = 0;  // of the register, or of the word from fp on

  bool is_register() const { return kind == kGeneral || kind == kDouble; }
  friend bool operator==(const Location&, const Location&) = default;
};
std::string ToText(Location);

struct Move {
  const Node* value;
  Location from, to;
};

// What of the frame may be used for homes.
struct FrameRoom {
  uint32_t frame_size;    // words of the function's registers
  uint32_t first_free;    // registers below it, `this` and parameters, are homes of their own values only
  uint32_t tagged_words;  // words behind the frame in which the collector sees references
  uint32_t slack_words;   // words behind the frame that may be used at all
};

class Allocation {
 public:
  // Null: there is no room for some value, and *error says for which. REQUIRES: Graph::Verify() is content,
  // and the blocks are ordered.
  static std::unique_ptr<Allocation> Run(const Graph&, const FrameRoom&, std::string* error);
  ~Allocation();

  // Where the node finds its input, and where it leaves its result.
  Location Input(const Node& user, uint32_t i) const;
  Location Output(const Node&) const;
  // Where a value of the node's state is when the node exits.
  Location InState(const Node& user, const Node& value) const;
  // The words that have the value for as long as it lives. kNowhere: it has none.
  Location HomeOf(const Node& value) const;
  // Of Generic and SpendFuel: the innermost unit whose frame's header is in its words already, with those of
  // the units outside of it (frame_headers.h). No home is there before a Generic that finds them.
  const Unit* HeadersAt(const Node&) const;
  // For each of the nodes, which are SpendFuel, the words of the frame that are needed behind it, in no
  // order: those that have a value which lives on, and headers. One pass over all values, for all nodes.
  std::vector<std::vector<uint32_t>> WordsBehind(std::span<const Node* const> nodes) const;
  // For each of the nodes the general registers that hold a reference where it reads its inputs, a bit each.
  std::vector<uint32_t> ReferencesBefore(std::span<const Node* const> nodes) const;
  // A value that lives across a Generic, or null. Words of the frame change there (constants have no words).
  const Node* FindAcrossCall() const;
  std::span<const uint8_t> GeneralTemporaries(const Node&) const;
  std::span<const uint8_t> DoubleTemporaries(const Node&) const;
  // Moves before the node, and those behind it that bring its result to where it is kept. All moves of one
  // list are made at once: each reads what was there before any of them.
  std::span<const Move> Before(const Node&) const;
  std::span<const Move> Behind(const Node&) const;
  // At the beginning of a block, and at the end of one: behind the moves before its last node, which reads
  // nothing there.
  std::span<const Move> AtBegin(const Block&) const;
  std::span<const Move> AtEnd(const Block&) const;

  uint32_t spilled_count() const;  // values that have homes
  // The end of the words that are used, from fp on.
  uint32_t word_count() const;
  std::string ToText() const;

  // Follows the values through all moves and says where a node would find another value than its input.
  // Empty: nowhere (allocation_checker.cc).
  std::string Check() const;

  struct Data;  // allocation_data.h
  Data& data() { return *data_; }

 private:
  class Builder;
  explicit Allocation(std::unique_ptr<Data>);
  std::unique_ptr<Data> data_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PASSES_ALLOCATION_H_
