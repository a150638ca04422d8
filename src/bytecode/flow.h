// The control flow of a function's bytecode: its blocks, its loops, and which registers are live where.
//
// A block ends behind each instruction that may go elsewhere, before each place where others go to, and where
// a range of a handler begins or ends: so all of a block has one handler. A loop is the range from the target
// of a back-edge to the last back-edge that leads there; the bytecode compiler enters loops by a jump to
// their condition, in the middle.
//
// All of it depends on the bytes of the Code object alone. Flow takes time in proportion to them, Liveness in
// proportion to blocks times registers.
#ifndef HALFWORD_BYTECODE_FLOW_H_
#define HALFWORD_BYTECODE_FLOW_H_

#include <cstdint>
#include <span>
#include <vector>

#include "bytecode/decoder.h"
#include "bytecode/register_effects.h"
#include "objects/functions/function.h"

namespace halfword::flow {

inline constexpr uint32_t kNone = UINT32_MAX;

// Registers, and acc.
class LiveSet {
 public:
  explicit LiveSet(uint32_t frame_size = 0) : frame_size_(frame_size), words_(frame_size / 64 + 1) {}

  bool Has(uint32_t reg) const { return (words_[reg / 64] >> reg % 64 & 1) != 0; }
  bool HasAcc() const { return Has(frame_size_); }
  void Add(uint32_t reg) { words_[reg / 64] |= uint64_t{1} << reg % 64; }
  void AddAcc() { Add(frame_size_); }
  void Remove(uint32_t reg) { words_[reg / 64] &= ~(uint64_t{1} << reg % 64); }
  void RemoveAcc() { Remove(frame_size_); }
  // Adds what `other` has. True: that was something new.
  bool AddAll(const LiveSet& other);
  void RemoveAll(const LiveSet& other);
  uint32_t frame_size() const { return frame_size_; }
  // Calls f(register) for each, or for each that is not in it, acc apart.
  template <class F>
  void ForEachRegister(F f) const {
    ForEach([](size_t) { return uint64_t{0}; }, f);
  }
  template <class F>
  void ForEachDeadRegister(F f) const {
    for (uint32_t reg = 0; reg < frame_size_; reg++) {
      if (!Has(reg)) f(reg);
    }
  }
  // Those that are not in `other`. REQUIRES: it is of the same function.
  template <class F>
  void ForEachRegisterNotIn(const LiveSet& other, F f) const {
    ForEach([&](size_t w) { return other.words_[w]; }, f);
  }
  bool operator==(const LiveSet&) const = default;

 private:
  template <class Without, class F>
  void ForEach(Without without, F f) const {
    for (uint32_t w = 0; w < words_.size(); w++) {
      for (uint64_t bits = words_[w] & ~without(w); bits != 0; bits &= bits - 1) {
        uint32_t reg = w * 64 + static_cast<uint32_t>(__builtin_ctzll(bits));
        if (reg < frame_size_) f(reg);
      }
    }
  }

  uint32_t frame_size_;
  std::vector<uint64_t> words_;  // acc is behind the last register
};

struct Block {
  uint32_t begin, end;  // offsets in the bytecode
  uint32_t last;        // that of the last instruction
  uint32_t successors, successor_count;
  uint32_t handler = kNone;    // the block that exceptions of this one go to
  uint32_t loop = kNone;       // the innermost one
  bool is_handler = false;     // some exceptions come here
  bool falls_through = false;  // the first successor is the next block, reached without a jump
};

struct Loop {
  uint32_t header;  // block: where its back-edges lead
  uint32_t end;     // block behind the last one
  uint32_t parent = kNone;
  uint32_t depth = 1;
};

class Flow {
 public:
  // REQUIRES: the code is verified.
  explicit Flow(Code&);

  const Code& code() const { return code_; }
  std::span<const Block> blocks() const { return blocks_; }
  std::span<const uint32_t> successors(const Block& b) const {
    return std::span(successors_).subspan(b.successors, b.successor_count);
  }
  // Outer ones first.
  std::span<const Loop> loops() const { return loops_; }
  // Where the instructions of a block begin, in their order.
  std::vector<uint32_t> OffsetsOf(const Block&) const;
  // The block that the instruction at this offset is in.
  uint32_t BlockAt(uint32_t offset) const;
  // False: two loops overlap, and neither is within the other. The bytecode compiler makes no such code.
  bool is_nested() const { return is_nested_; }

 private:
  void FindBlocks();
  void Connect();
  void FindLoops();
  // Calls f(offset) for each place that the instruction may go to but the next one.
  template <class F>
  void ForEachTarget(const Instruction&, F f) const;

  Code& code_;
  std::vector<Block> blocks_;
  std::vector<uint32_t> successors_;
  std::vector<Loop> loops_;
  bool is_nested_ = true;
};

// Which registers some instruction may still read, and which anybody may who looks at the frame
// during a call: captured stack traces tell `this`, and sloppy functions have a property `arguments`.
// Those are always live.
class Liveness {
 public:
  explicit Liveness(const Flow&);

  // Where the block begins.
  const LiveSet& at(uint32_t block) const { return in_[block]; }
  // Where it ends.
  LiveSet Behind(uint32_t block) const;
  // Turns what is live behind an instruction of the block into what is live before it.
  void StepBack(const Instruction&, uint32_t block, LiveSet* live) const;
  // Calls f(instruction, live before it) for all instructions of the block, from the last to the first.
  template <class F>
  void ForEachBackwards(uint32_t block, F f) const {
    LiveSet live = Behind(block);
    std::vector<uint32_t> offsets = flow_.OffsetsOf(flow_.blocks()[block]);
    for (size_t n = offsets.size(); n-- > 0;) {
      Instruction i(flow_.code().bytecode(), offsets[n]);
      StepBack(i, block, &live);
      f(i, const_cast<const LiveSet&>(live));
    }
  }

 private:
  const Flow& flow_;
  LiveSet always_;
  std::vector<LiveSet> in_;
};

}  // namespace halfword::flow

#endif  // HALFWORD_BYTECODE_FLOW_H_
