#include "bytecode/flow.h"

#include <algorithm>
#include <map>

#include "bytecode/frame.h"
#include "bytecode/switch_table.h"

namespace halfword::flow {

// ---- LiveSet ----

bool LiveSet::AddAll(const LiveSet& other) {
  DCHECK(words_.size() == other.words_.size());
  uint64_t added = 0;
  for (size_t w = 0; w < words_.size(); w++) {
    added |= other.words_[w] & ~words_[w];
    words_[w] |= other.words_[w];
  }
  return added != 0;
}
void LiveSet::RemoveAll(const LiveSet& other) {
  DCHECK(words_.size() == other.words_.size());
  for (size_t w = 0; w < words_.size(); w++) words_[w] &= ~other.words_[w];
}

// ---- Flow ----

Flow::Flow(Code& code) : code_(code) {
  FindBlocks();
  Connect();
  FindLoops();
}

template <class F>
void Flow::ForEachTarget(const Instruction& i, F f) const {
  if (int jump = i.jump_operand(); jump >= 0) f(i.target(jump));
  if (!IsSwitch(i.opcode())) return;
  ForEachCase(i, code_.constants()[i.operand(0)].get().As<ValueArray>(), [&](Value, int32_t distance) {
    if (distance != 0) f(i.opcode_offset() + static_cast<uint32_t>(distance));
  });
}

void Flow::FindBlocks() {
  const uint32_t size = code_.bytecode_size_;
  std::vector<bool> begins(size + 1);
  begins[0] = begins[size] = true;
  for (Instruction i(code_.bytecode(), 0); i.offset() < size; i = i.next()) {
    bool goes_elsewhere = HasFlag(i.opcode(), kTerminator);
    ForEachTarget(i, [&](uint32_t target) {
      begins[target] = true;
      goes_elsewhere = true;
    });
    if (goes_elsewhere) begins[i.next().offset()] = true;
  }
  for (const HandlerEntry& handler : code_.handlers())
    begins[handler.start] = begins[handler.end] = begins[handler.target] = true;

  for (Instruction i(code_.bytecode(), 0); i.offset() < size; i = i.next()) {
    if (begins[i.offset()]) blocks_.push_back({.begin = i.offset()});
    blocks_.back().last = i.offset();
    blocks_.back().end = i.next().offset();
  }
}

std::vector<uint32_t> Flow::OffsetsOf(const Block& block) const {
  std::vector<uint32_t> offsets;
  for (Instruction i(code_.bytecode(), block.begin); i.offset() < block.end; i = i.next())
    offsets.push_back(i.offset());
  return offsets;
}

uint32_t Flow::BlockAt(uint32_t offset) const {
  auto behind = std::upper_bound(blocks_.begin(), blocks_.end(), offset,
                                 [](uint32_t at, const Block& b) { return at < b.begin; });
  return static_cast<uint32_t>(behind - blocks_.begin()) - 1;
}

void Flow::Connect() {
  for (uint32_t b = 0; b < blocks_.size(); b++) {
    Block& block = blocks_[b];
    Instruction last(code_.bytecode(), block.last);
    block.successors = static_cast<uint32_t>(successors_.size());
    block.falls_through = !HasFlag(last.opcode(), kTerminator);
    if (block.falls_through) successors_.push_back(b + 1);
    ForEachTarget(last, [&](uint32_t target) {
      uint32_t to = BlockAt(target);
      auto begin = successors_.begin() + block.successors;
      if (std::find(begin, successors_.end(), to) == successors_.end()) successors_.push_back(to);
    });
    block.successor_count = static_cast<uint32_t>(successors_.size()) - block.successors;
  }
  // Of handlers whose ranges have an instruction, the first is asked.
  std::span<const HandlerEntry> handlers = code_.handlers();
  for (size_t n = handlers.size(); n-- > 0;) {
    uint32_t target = BlockAt(handlers[n].target);
    blocks_[target].is_handler = true;
    for (uint32_t b = BlockAt(handlers[n].start); b < blocks_.size() && blocks_[b].begin < handlers[n].end;
         b++)
      blocks_[b].handler = target;
  }
}

void Flow::FindLoops() {
  std::map<uint32_t, uint32_t> ends;  // of loops, by header
  for (uint32_t b = 0; b < blocks_.size(); b++) {
    Instruction last(code_.bytecode(), blocks_[b].last);
    if (!HasFlag(last.opcode(), kBackEdge)) continue;
    uint32_t& end = ends[BlockAt(last.target(last.jump_operand()))];
    end = std::max(end, b + 1);
  }
  std::vector<uint32_t> open;
  for (auto [header, end] : ends) {
    while (!open.empty() && loops_[open.back()].end <= header) open.pop_back();
    Loop loop{.header = header, .end = end};
    if (!open.empty()) {
      loop.parent = open.back();
      loop.depth = loops_[open.back()].depth + 1;
      is_nested_ &= end <= loops_[open.back()].end;
    }
    open.push_back(static_cast<uint32_t>(loops_.size()));
    loops_.push_back(loop);
  }
  for (uint32_t n = 0; n < loops_.size(); n++) {
    for (uint32_t b = loops_[n].header; b < loops_[n].end; b++) blocks_[b].loop = n;
  }
}

// ---- Liveness ----

namespace {

bool MayThrow(const Instruction& i) { return !HasFlag(i.opcode(), kNoThrow); }

// What the instruction takes from the set of what is live behind it, then what it adds. `lost`, if not null,
// gets the former.
void Apply(const Instruction& i, LiveSet* live, LiveSet* lost) {
  uint32_t size = live->frame_size();
  uint16_t flags = i.info().flags;
  if (!(flags & kKeepsAcc)) {
    live->RemoveAcc();
    if (lost != nullptr) lost->AddAcc();
  }
  ForEachRegisterEffect(i, size, [&](uint32_t first, uint32_t count, RegisterEffect effect) {
    if (effect == RegisterEffect::kRead || effect == RegisterEffect::kUpdated) return;
    for (uint32_t reg = first; reg < first + count; reg++) {
      live->Remove(reg);
      if (lost != nullptr) lost->Add(reg);
    }
  });
  if (flags & kReadsAcc) live->AddAcc();
  ForEachRegisterEffect(i, size, [&](uint32_t first, uint32_t count, RegisterEffect effect) {
    if (effect != RegisterEffect::kRead && effect != RegisterEffect::kUpdated) return;
    for (uint32_t reg = first; reg < first + count; reg++) live->Add(reg);
  });
}

// What a block does to the set: what it reads first, what it loses, and what it loses before anything
// may throw.
struct Summary {
  LiveSet read, lost, lost_before_throw;
  bool may_throw = false;
};
Summary Summarise(const Flow& flow, const Block& block) {
  const Code& code = flow.code();
  uint32_t size = code.frame_size_;
  Summary s{LiveSet(size), LiveSet(size), LiveSet(size)};
  std::vector<uint32_t> offsets = flow.OffsetsOf(block);
  for (uint32_t offset : offsets) {
    Instruction i(code.bytecode(), offset);
    s.may_throw = MayThrow(i);
    if (s.may_throw) break;
    LiveSet ignored(size);
    Apply(i, &ignored, &s.lost_before_throw);
  }
  for (size_t n = offsets.size(); n-- > 0;) Apply(Instruction(code.bytecode(), offsets[n]), &s.read, &s.lost);
  return s;
}

// What exceptions of a block bring to its handler: the exception is in acc, the environment in a register.
LiveSet LiveInto(const LiveSet& handler) {
  LiveSet live = handler;
  live.RemoveAcc();
  return live;
}

}  // namespace

Liveness::Liveness(const Flow& flow) : flow_(flow), always_(flow.code().frame_size_) {
  const Code& code = flow.code();
  constexpr uint32_t kHidden = Code::kStrict | Code::kNeedsArguments | Code::kSelfHosted;
  uint32_t told = code.flags_ & kHidden ? 0 : code.parameter_count_;
  for (uint32_t reg = frame::kThis; reg <= told; reg++) always_.Add(reg);
  std::span<const Block> blocks = flow.blocks();
  std::vector<Summary> summaries;
  summaries.reserve(blocks.size());
  for (const Block& block : blocks) summaries.push_back(Summarise(flow, block));
  in_.assign(blocks.size(), always_);
  // A handler's entry reads the register of its environment.
  for (const HandlerEntry& handler : code.handlers())
    in_[flow.BlockAt(handler.target)].Add(handler.environment_register);
  // What is live only grows. Loops need further rounds, one for each that is in another.
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (uint32_t b = static_cast<uint32_t>(blocks.size()); b-- > 0;) {
      const Summary& s = summaries[b];
      LiveSet live = Behind(b);
      live.RemoveAll(s.lost);
      live.AddAll(s.read);
      if (s.may_throw && blocks[b].handler != kNone) {
        LiveSet caught = LiveInto(in_[blocks[b].handler]);
        caught.RemoveAll(s.lost_before_throw);
        live.AddAll(caught);
      }
      is_changed |= in_[b].AddAll(live);
    }
  }
}

LiveSet Liveness::Behind(uint32_t block) const {
  LiveSet live = always_;
  for (uint32_t to : flow_.successors(flow_.blocks()[block])) live.AddAll(in_[to]);
  return live;
}

void Liveness::StepBack(const Instruction& i, uint32_t block, LiveSet* live) const {
  Apply(i, live, nullptr);
  live->AddAll(always_);
  uint32_t handler = flow_.blocks()[block].handler;
  if (handler != kNone && MayThrow(i)) live->AddAll(LiveInto(in_[handler]));
}

}  // namespace halfword::flow
