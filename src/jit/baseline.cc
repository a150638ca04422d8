#include "jit/baseline.h"

#include <algorithm>
#include <cstring>

#include "bytecode/decoder.h"
#include "jit/machine.h"
#include "jit/stencil_table.h"
#include "jit/variants.h"
#include "objects/all.h"
#include "runtime/caches/inline_cache.h"
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

// A stencil where it is placed.
struct Copy {
  const Stencil* stencil = nullptr;
  uint32_t offset = 0;
};
// The code of an instruction. Where a number may come to it in a register, there are two copies: one for that, in
// line, and one for acc as a Value, apart.
struct Placed {
  Copy value, number;
};

class Compilation {
 public:
  Compilation(Code* code, const Sites& sites, Boundaries boundaries)
      : code_(code),
        bytecode_(code->bytecode()),
        size_(code->bytecode_size_),
        first_pc_(static_cast<uint32_t>(bytecode_ - reinterpret_cast<const uint8_t*>(code))),
        sites_(sites),
        boundaries_(boundaries),
        placed_(size_ + 1),
        is_entry_(size_ + 1) {}

  std::vector<uint8_t> Run() {
    Choose();
    LayOut();
    out_.resize(sizeof(CompiledCode) + end_);
    // The ways out are behind; most functions have one for each two instructions.
    out_.reserve(out_.size() + instruction_count_ * 16);
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) Emit(i);
    return Finish();
  }

 private:
  static const Stencil& PlainOf(Opcode o) { return kStencils[kFirstStencil[static_cast<int>(o)]]; }
  static bool HasStencil(const Instruction& i) { return !i.is_wide() && PlainOf(i.opcode()).hole_count != kNoStencil; }
  // Null: there is none.
  static const Stencil* Find(Opcode o, Variant variant) {
    for (uint32_t i = kFirstStencil[static_cast<int>(o)]; i < kFirstStencil[static_cast<int>(o) + 1]; i++) {
      if (kStencils[i].variant == variant.bits()) return &kStencils[i];
    }
    return nullptr;
  }
  static const Stencil& WayOutOf(const Instruction& i) { return i.jump_operand() >= 0 ? kToColdOfJump : kToCold; }
  static const Stencil& StencilFor(const Instruction& i, Variant variant) {
    if (i.is_wide()) return kToInterpreter;
    if (!HasStencil(i)) return WayOutOf(i);
    const Stencil* found = variant.bits() == 0 ? nullptr : Find(i.opcode(), variant);
    return found != nullptr ? *found : PlainOf(i.opcode());
  }

  // What the site has seen, as a variant that does not know its neighbours.
  Variant VariantOf(const Instruction& i) const {
    if (!HasStencil(i) || i.info().feedback == 0) return {};
    uint32_t index = static_cast<uint32_t>(i.operand(IndexOfOperand(i.info().operands, 'F')));
    Variant found;
    if (sites_.random != 0) {
      int count = 0, nth = 0;
      ForEachVariant(i.opcode(), [&](Variant) { count++; });
      uint64_t which = (sites_.random * (i.offset() + 1) * 0x9E3779B97F4A7C15ull) >> 33;
      ForEachVariant(i.opcode(), [&](Variant v) {
        if (nth++ == static_cast<int>(which % static_cast<uint64_t>(count))) found = v;
      });
      return index == 0 || which % 8 == 0 ? Variant() : found.With(Out::kBox).WithNumberIn(false);
    }
    if (sites_.feedback == nullptr || index == 0 ||
        index + i.info().feedback > const_cast<FeedbackVector*>(sites_.feedback)->size())
      return {};
    ValueField* words = const_cast<FeedbackVector*>(sites_.feedback)->words() + index;
    if (HasNumberTier(i.opcode())) {
      int32_t seen = words[0].get().AsSmi();
      bool numbers = (seen & (kDouble | kSmiOverflow | kFraction | kNegativeZero)) != 0;
      return numbers && (seen & (kInternedString | kString | kObject | kBigInt)) == 0
                 ? Variant::Numbers(Out::kBox, false)
                 : Variant();
    }
    if (IsKeyedLoad(i.opcode()) || IsKeyedStore(i.opcode())) {
      int32_t seen = words[0].get().AsSmi();
      for (ElementAccess access : kKnownElements) {
        if ((seen & (kHoleOrEndSeen - 1)) == SeenAccess(access)) return Variant::Elements(access, Out::kBox, false);
      }
      return {};
    }
    auto* cache = reinterpret_cast<PropertyCache*>(words);
    if (i.info().feedback == kPropertyFeedback && cache->b.key.get().bits() > PropertyCache::kPolymorphic) {
      auto kind = static_cast<HandlerKind>(cache->b.handler.get().bits() >> 1 & 15);
      if (IsKnownHandler(i.opcode(), kind)) return Variant::Handler(kind);
    }
    return {};
  }
  static bool TakesNumberInRegister(const Instruction& i, Variant v) {
    return v.bits() != 0 && TakesNumber(static_cast<uint8_t>(i.opcode())) && Find(i.opcode(), v.WithNumberIn(true)) != nullptr;
  }

  // Decides on the stencils.
  void Choose() {
    bool number_comes = false;
    Variant variant = size_ != 0 ? VariantOf(Instruction(bytecode_, 0)) : Variant();
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      instruction_count_++;
      Instruction next = i.next();
      Variant next_variant = next.offset() < size_ ? VariantOf(next) : Variant();
      bool makes = variant.bits() != 0 && Find(i.opcode(), variant.With(Out::kTransient)) != nullptr;
      if (makes) {
        Out out = Out::kBox;
        if (next.offset() < size_ && !next.is_wide()) {
          if (next.opcode() == Opcode::kStarOperand) out = Out::kOperandBox;
          if (TakesNumber(static_cast<uint8_t>(next.opcode())))
            out = TakesNumberInRegister(next, next_variant) && boundaries_ == Boundaries::kLoops ? Out::kRegister : Out::kTransient;
        }
        variant = variant.With(out);
      }
      Placed& placed = placed_[i.offset()];
      placed.value.stencil = &StencilFor(i, variant);
      if (number_comes) placed.number.stencil = &StencilFor(i, variant.WithNumberIn(true));
      number_comes = makes && variant.out() == Out::kRegister;
      variant = next_variant;
      if (i.Is(kBackEdge)) is_entry_[i.target(i.jump_operand())] = true;
      if (i.Is(kSuspend)) is_entry_[next.offset()] = true;
      if (i.opcode() == Opcode::kSwitchSmi) MarkTargets(i);
    }
    for (const HandlerEntry& handler : code_->handlers()) is_entry_[handler.target] = true;
    if (boundaries_ == Boundaries::kAll) std::fill(is_entry_.begin(), is_entry_.end(), true);
  }
  void MarkTargets(const Instruction& i) {
    ValueArray* targets = code_->constants()[i.operand(0)].get().As<ValueArray>();
    for (int32_t n = 0; n < i.operand(2); n++)
      is_entry_[i.opcode_offset() + static_cast<uint32_t>(targets->slots()[n].get().AsSmi())] = true;
  }

  // The copies that are in line, and then those apart.
  void LayOut() {
    uint32_t offset = 0;
    auto place = [&](Copy& copy, bool goes_on) {
      copy.offset = offset;
      offset += copy.stencil->size + (goes_on ? kGoOn.size : 0);
    };
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      Placed& placed = placed_[i.offset()];
      bool has_number = placed.number.stencil != nullptr;
      if (!has_number && boundaries_ == Boundaries::kAll) offset += kToCold.size;
      Copy& copy = has_number ? placed.number : placed.value;
      place(copy, MustGoOn(copy, i));
      if (!has_number && boundaries_ == Boundaries::kAll) copy.offset -= kToCold.size;
    }
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      Placed& placed = placed_[i.offset()];
      if (placed.number.stencil != nullptr) place(placed.value, placed.value.stencil->end != End::kNowhere);
    }
    end_ = offset;
    placed_[size_].value.offset = end_;  // where nothing goes
  }
  // Of a copy in line: what it goes on with is not what follows it.
  bool MustGoOn(const Copy& copy, const Instruction& i) const {
    bool number_follows = placed_[i.next().offset()].number.stencil != nullptr;
    return copy.stencil->end == (number_follows ? End::kNext : End::kNextNumber);
  }

  void Emit(const Instruction& i) {
    const Placed& placed = placed_[i.offset()];
    ways_.clear();
    bool has_number = placed.number.stencil != nullptr;
    if (has_number) {
      EmitCopy(placed.number, i, MustGoOn(placed.number, i));
      ways_.clear();
      EmitCopy(placed.value, i, placed.value.stencil->end != End::kNowhere);
      return;
    }
    Copy copy = placed.value;
    if (boundaries_ == Boundaries::kAll) {
      Fill(kToCold, AtOffset(copy.offset), i, kMaybeLeave, AtOffset(copy.offset + kToCold.size));
      copy.offset += kToCold.size;
    }
    EmitCopy(copy, i, MustGoOn(placed.value, i));
  }
  void EmitCopy(const Copy& copy, const Instruction& i, bool goes_on) {
    bool is_call = !i.is_wide() && !HasStencil(i);
    Fill(*copy.stencil, AtOffset(copy.offset), i, is_call ? PlainOf(i.opcode()).holes : 0, NextOf(i));
    if (!goes_on) return;
    uint32_t at = AtOffset(copy.offset + copy.stencil->size);
    Fill(kGoOn, at, i, 0, copy.stencil->end == End::kNext ? NextOf(i) : NextNumberOf(i), true);
  }
  static uint32_t AtOffset(uint32_t offset) { return sizeof(CompiledCode) + offset; }
  uint32_t NextOf(const Instruction& i) const { return AtOffset(placed_[i.next().offset()].value.offset); }
  uint32_t NextNumberOf(const Instruction& i) const { return AtOffset(placed_[i.next().offset()].number.offset); }

  // Copies a stencil to `at` and fills it. `cold`: what its kColdSlot is. `next`: where it goes on, also by a jump if
  // `jumps`.
  void Fill(const Stencil& stencil, uint32_t at, const Instruction& i, uint32_t cold, uint32_t next, bool jumps = false) {
    std::memcpy(out_.data() + at, kStencilBytes + stencil.bytes, stencil.size);
    for (const Hole& hole : std::span(kStencilHoles + stencil.holes, stencil.hole_count)) {
      uint32_t place = at + hole.offset;
      uint32_t filling = hole.kind == HoleKind::kJump && jumps ? next - place : FillingOf(hole, place, i, cold, next);
      filling += static_cast<uint32_t>(int32_t{hole.addend});
      std::memcpy(out_.data() + place, &filling, sizeof filling);
    }
  }
  uint32_t FillingOf(const Hole& hole, uint32_t place, const Instruction& i, uint32_t cold, uint32_t next) {
    auto operand = [&](uint32_t scale) { return static_cast<uint32_t>(i.operand(hole.operand)) * scale; };
    switch (hole.kind) {
      case HoleKind::kRegister:
      case HoleKind::kConstant:
      case HoleKind::kFeedback: return operand(sizeof(Value));
      case HoleKind::kCount:
      case HoleKind::kImmediate: return operand(1);
      case HoleKind::kReturnPc: return (first_pc_ + i.next().offset()) * 2;  // a Smi
      case HoleKind::kPc: return first_pc_ + i.offset() + (i.is_wide() ? 0 : i.opcode_offset() - i.offset());
      case HoleKind::kColdSlot: return static_cast<uint32_t>(ColdSlot(cold));
      case HoleKind::kNext: return next - place;
      case HoleKind::kNextNumber: return NextNumberOf(i) - place;
      case HoleKind::kJump: return AtOffset(placed_[i.target(i.jump_operand())].value.offset) - place;
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
    const Stencil& stencil = WayOutOf(i);
    ways_.push_back({cold, at});
    out_.resize(at + stencil.size);
    Fill(stencil, at, i, cold, NextOf(i));
    return at;
  }

  std::vector<uint8_t> Finish() {
    while (out_.size() % sizeof(uint32_t) != 0) out_.push_back(0xcc);
    CompiledCode header{static_cast<uint32_t>(out_.size() - sizeof(CompiledCode)), 0, size_, instruction_count_};
    for (Instruction i(bytecode_, 0); i.offset() < size_; i = i.next()) {
      if (!is_entry_[i.offset()]) continue;
      EntryPoint point{first_pc_ + i.offset(), placed_[i.offset()].value.offset};
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
  const Sites& sites_;
  const Boundaries boundaries_;
  uint32_t instruction_count_ = 0, end_ = 0;
  std::vector<Placed> placed_;  // by the offset of the bytecode
  std::vector<bool> is_entry_;
  std::vector<std::pair<uint16_t, uint32_t>> ways_;  // of the instruction
  std::vector<uint8_t> out_;
};

}  // namespace

std::vector<uint8_t> Compile(Code* code, const Sites& sites, Boundaries boundaries) {
  if (code->bytecode_size_ > kMostBytecode) return {};
  return Compilation(code, sites, boundaries).Run();
}

#else

std::vector<uint8_t> Compile(Code*, const Sites&, Boundaries) { return {}; }

#endif

}  // namespace halfword::jit
