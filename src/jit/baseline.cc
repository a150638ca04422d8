#include "jit/baseline.h"

#include <algorithm>
#include <cstring>

#include "bytecode/decoder.h"
#include "jit/machine.h"
#include "jit/stencil_table.h"
#include "objects/all.h"
#include "runtime/native_state.h"

namespace halfword::jit {

const uint8_t* CompiledCode::Find(uint32_t pc) const {
  std::span<const EntryPoint> all = entry_points();
  auto found = std::lower_bound(all.begin(), all.end(), pc, [](const EntryPoint& e, uint32_t at) { return e.pc < at; });
  return found != all.end() && found->pc == pc ? entry() + found->offset : nullptr;
}

#if HALFWORD_JIT

namespace {

// Where holes can't take the distances.
constexpr uint32_t kMostBytecode = 1 << 20;

class Compilation {
 public:
  Compilation(Code* code, Boundaries boundaries)
      : code_(code),
        bytecode_(code->bytecode()),
        size_(code->bytecode_size_),
        first_pc_(static_cast<uint32_t>(bytecode_ - reinterpret_cast<const uint8_t*>(code))),
        boundaries_(boundaries),
        offsets_(size_ + 1),
        is_entry_(size_ + 1) {}

  std::vector<uint8_t> Run() {
    LayOut();
    out_.resize(sizeof(CompiledCode) + offsets_[size_]);
    // The ways out are behind; most functions have one for each two instructions.
    out_.reserve(out_.size() + instruction_count_ * 16);
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) Emit(i);
    return Finish();
  }

 private:
  enum class Way { kStencil, kCold, kInterpreter };
  static Way WayOf(const Instruction& i) {
    if (i.is_wide()) return Way::kInterpreter;
    return kStencils[static_cast<int>(i.opcode())].hole_count != kNoStencil ? Way::kStencil : Way::kCold;
  }
  const Stencil& StencilOf(const Instruction& i) const {
    switch (WayOf(i)) {
      case Way::kStencil: return kStencils[static_cast<int>(i.opcode())];
      case Way::kCold: return ToColdOf(i);
      case Way::kInterpreter: return kToInterpreter;
    }
    __builtin_unreachable();
  }
  static const Stencil& ToColdOf(const Instruction& i) { return i.jump_operand() >= 0 ? kToColdOfJump : kToCold; }

  void LayOut() {
    uint32_t offset = 0;
    if (boundaries_ == Boundaries::kAll) std::fill(is_entry_.begin(), is_entry_.end(), true);
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      offsets_[i.offset()] = offset;
      instruction_count_++;
      if (boundaries_ == Boundaries::kAll) offset += kToCold.size;
      offset += StencilOf(i).size;
      if (i.Is(kBackEdge)) is_entry_[i.target(i.jump_operand())] = true;
      if (i.Is(kSuspend)) is_entry_[i.next().offset()] = true;
      if (i.opcode() == Opcode::kSwitchSmi) MarkTargets(i);
    }
    offsets_[size_] = offset;
    for (const HandlerEntry& handler : code_->handlers()) is_entry_[handler.target] = true;
  }
  void MarkTargets(const Instruction& i) {
    ValueArray* targets = code_->constants()[i.operand(0)].get().As<ValueArray>();
    for (int32_t n = 0; n < i.operand(2); n++)
      is_entry_[i.opcode_offset() + static_cast<uint32_t>(targets->slots()[n].get().AsSmi())] = true;
  }

  void Emit(const Instruction& i) {
    uint32_t at = sizeof(CompiledCode) + offsets_[i.offset()];
    ways_.clear();
    if (boundaries_ == Boundaries::kAll) {
      Copy(kToCold, at, i, kMaybeLeave, at + kToCold.size);
      at += kToCold.size;
    }
    const Stencil& stencil = StencilOf(i);
    uint32_t cold = WayOf(i) == Way::kCold ? kStencils[static_cast<int>(i.opcode())].holes : 0;
    Copy(stencil, at, i, cold, sizeof(CompiledCode) + offsets_[std::min(i.next().offset(), size_)]);
  }

  // Copies a stencil to `at` and fills it. `cold`: what its kColdSlot is. `next`: where it goes on.
  void Copy(const Stencil& stencil, uint32_t at, const Instruction& i, uint32_t cold, uint32_t next) {
    std::memcpy(out_.data() + at, kStencilBytes + stencil.bytes, stencil.size);
    for (const Hole& hole : std::span(kStencilHoles + stencil.holes, stencil.hole_count)) {
      uint32_t place = at + hole.offset;
      uint32_t value = static_cast<uint32_t>(int32_t{hole.addend}) + Value32(hole, place, i, cold, next);
      std::memcpy(out_.data() + place, &value, sizeof value);
    }
  }
  uint32_t Value32(const Hole& hole, uint32_t place, const Instruction& i, uint32_t cold, uint32_t next) {
    auto operand = [&](uint32_t scale) { return static_cast<uint32_t>(i.operand(hole.operand)) * scale; };
    switch (hole.kind) {
      case HoleKind::kRegister:
      case HoleKind::kConstant:
      case HoleKind::kFeedback: return operand(sizeof(Value));
      case HoleKind::kCount:
      case HoleKind::kImmediate: return operand(1);
      case HoleKind::kReturnPc: return (first_pc_ + i.next().offset()) * 2;  // a Smi
      case HoleKind::kPc: return first_pc_ + (WayOf(i) == Way::kInterpreter ? i.offset() : i.opcode_offset());
      case HoleKind::kColdSlot: return static_cast<uint32_t>(ColdSlot(cold));
      case HoleKind::kNext: return next - place;
      case HoleKind::kJump: return sizeof(CompiledCode) + offsets_[i.target(i.jump_operand())] - place;
      case HoleKind::kCold: return WayOut(hole.cold, i) - place;
    }
    __builtin_unreachable();
  }
  // One for each tier that an instruction hands over to.
  uint32_t WayOut(uint16_t cold, const Instruction& i) {
    for (const auto& [tier, at] : ways_) {
      if (tier == cold) return at;
    }
    uint32_t at = static_cast<uint32_t>(out_.size());
    const Stencil& stencil = ToColdOf(i);
    ways_.push_back({cold, at});
    out_.resize(at + stencil.size);
    Copy(stencil, at, i, cold, sizeof(CompiledCode) + offsets_[std::min(i.next().offset(), size_)]);
    return at;
  }

  std::vector<uint8_t> Finish() {
    while (out_.size() % sizeof(uint32_t) != 0) out_.push_back(0xcc);
    CompiledCode header{static_cast<uint32_t>(out_.size() - sizeof(CompiledCode)), 0, size_, instruction_count_};
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      if (!is_entry_[i.offset()]) continue;
      EntryPoint point{first_pc_ + i.offset(), offsets_[i.offset()]};
      const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&point);
      out_.insert(out_.end(), bytes, bytes + sizeof point);
      header.entry_point_count++;
    }
    std::memcpy(out_.data(), &header, sizeof header);
    return std::move(out_);
  }

  Code* const code_;
  const uint8_t* const bytecode_;
  const uint32_t size_, first_pc_;
  const Boundaries boundaries_;
  uint32_t instruction_count_ = 0;
  std::vector<uint32_t> offsets_;  // of an instruction's code, by the offset of its bytecode
  std::vector<bool> is_entry_;
  std::vector<std::pair<uint16_t, uint32_t>> ways_;  // of the instruction
  std::vector<uint8_t> out_;
};

}  // namespace

std::vector<uint8_t> Compile(Code* code, Boundaries boundaries) {
  if (code->bytecode_size_ > kMostBytecode) return {};
  return Compilation(code, boundaries).Run();
}

#else

std::vector<uint8_t> Compile(Code*, Boundaries) { return {}; }

#endif

}  // namespace halfword::jit
