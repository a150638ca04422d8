#include "jit/compilers/baseline.h"

#include <algorithm>
#include <cstring>

#include "bytecode/decoder.h"
#include "jit/machine.h"
#include "jit/stencils/holes.h"
#include "jit/stencils/stencil_table.h"
#include "jit/stencils/variants.h"
#include "objects/all.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/native_state.h"

namespace halfword::jit {

const uint8_t* CompiledCode::Find(uint32_t pc) const {
  std::span<const EntryPoint> all = entry_points();
  auto found = std::lower_bound(all.begin(), all.end(), pc,
                                [](const EntryPoint& e, uint32_t at) { return e.pc < at; });
  return found != all.end() && found->pc == pc ? entry() + found->offset : nullptr;
}

#if HALFWORD_JIT

namespace {

// Compiling takes some 80 bytes for each of bytecode, code included.
constexpr uint32_t kMostBytecode = 1 << 18;

// A stencil where it is placed.
struct Copy {
  const Stencil* stencil = nullptr;
  uint32_t offset = 0, cold_offset = 0;  // of its parts
};
// An instruction and its code. Where a number may come to it in a register, there are two copies: one for
// that, in line, and one for acc as a Value, apart.
struct Item {
  Instruction instruction;
  Variant variant;
  bool is_entry = false;
  Copy value = {}, number = {};
};

const Stencil& PlainOf(Opcode o) { return kStencils[kFirstStencil[static_cast<int>(o)]]; }
bool HasStencil(const Instruction& i) { return !i.is_wide() && PlainOf(i.opcode()).hole_count != kNoStencil; }
// Null: there is none. Variants stand in the order of their bits.
const Stencil* Find(Opcode o, Variant variant) {
  const Stencil* begin = &kStencils[kFirstStencil[static_cast<int>(o)]];
  const Stencil* end = &kStencils[kFirstStencil[static_cast<int>(o) + 1]];
  if (end - begin == 1) return nullptr;
  const Stencil* found = std::lower_bound(
      begin, end, variant.bits(), [](const Stencil& stencil, int bits) { return stencil.variant < bits; });
  return found != end && found->variant == variant.bits() ? found : nullptr;
}
const Stencil& WayOutOf(const Instruction& i) { return i.jump_operand() >= 0 ? kToColdOfJump : kToCold; }
const Stencil& StencilFor(const Instruction& i, Variant variant) {
  if (i.is_wide()) return kToInterpreter;
  if (!HasStencil(i)) return WayOutOf(i);
  const Stencil* found = variant.bits() == 0 ? nullptr : Find(i.opcode(), variant);
  return found != nullptr ? *found : PlainOf(i.opcode());
}

Variant VariantOfCallees(const ValueField* words) {
  Value::Bits callees = words[0].get().bits();
  if (callees == kSeveralCallees) return Variant::Handler(kPolymorphic);
  auto native = static_cast<KnownNative>(callees == kNativeCallee ? words[2].get().AsSmi() : 0);
  return IsDoneByCalls(native) ? Variant::Native(native) : Variant();
}

// What the site has seen, as a variant that does not know its neighbours.
Variant VariantOf(const Instruction& i, const Sites& sites) {
  if (i.info().feedback == 0 || !HasStencil(i)) return {};
  auto index = static_cast<uint32_t>(i.operand(IndexOfOperand(i.info().operands(), 'F')));
  if (index == 0) return IsKnownHandler(i.opcode(), kUncached) ? Variant::Handler(kUncached) : Variant();
  if (sites.random != 0) {
    uint64_t which = (sites.random * (i.offset() + 1) * 0x9E3779B97F4A7C15ull) >> 33, count = 0, nth = 0;
    ForEachVariant(i.opcode(), [&](Variant) { count++; });
    if (count == 0 || which % 8 == 0) return {};
    Variant found;
    ForEachVariant(i.opcode(), [&](Variant v) {
      if (nth++ == which % count) found = v;
    });
    if (found.handler() == static_cast<int>(kUncached)) return {};  // it learns nothing
    return found.With(Out::kBox).WithNumberIn(false);
  }
  auto* feedback = const_cast<FeedbackVector*>(sites.feedback);
  if (feedback == nullptr || index + i.info().feedback > feedback->size()) return {};
  ValueField* words = feedback->words() + index;
  if (HasNumberTier(i.opcode())) {
    int32_t seen = words[0].get().AsSmi();
    bool numbers = (seen & (kDouble | kSmiOverflow | kFraction | kNegativeZero)) != 0;
    bool others = (seen & (kInternedString | kString | kObject | kBigInt)) != 0;
    return numbers && !others ? Variant::Numbers(Out::kBox, false) : Variant();
  }
  if (IsKeyedLoad(i.opcode()) || IsKeyedStore(i.opcode())) {
    int32_t seen = words[0].get().AsSmi() & (kHoleOrEndSeen - 1);
    for (ElementAccess access : kKnownElements) {
      if (seen == SeenAccess(access)) return Variant::Elements(access, Out::kBox, false);
    }
    return {};
  }
  if (i.opcode() == Opcode::kCall || i.opcode() == Opcode::kCallUndefined) return VariantOfCallees(words);
  auto* cache = reinterpret_cast<PropertyCache*>(words);
  if (i.info().feedback == kPropertyFeedback && IsKnownHandler(i.opcode(), kMegamorphic) &&
      cache->is_megamorphic())
    return Variant::Handler(kMegamorphic);
  if (i.info().feedback == kPropertyFeedback && cache->b.key.get().bits() == kStringReceiver)
    return IsKnownHandler(i.opcode(), kOfString) ? Variant::Handler(kOfString) : Variant();
  if (i.info().feedback == kPropertyFeedback && cache->b.key.get().bits() > PropertyCache::kPolymorphic) {
    auto kind = static_cast<HandlerKind>(cache->b.handler.get().bits() >> 1 & 15);
    if (IsKnownHandler(i.opcode(), kind)) return Variant::Handler(kind);
  } else if (i.info().feedback == kPropertyFeedback && cache->is_polymorphic() &&
             IsKnownHandler(i.opcode(), kPolymorphic)) {
    return Variant::Handler(kPolymorphic);
  }
  return {};
}

class Compilation {
 public:
  Compilation(Code* code, const Sites& sites, Boundaries boundaries, std::vector<PlacedPart>* parts)
      : code_(code),
        size_(code->bytecode_size_),
        first_pc_(static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code))),
        boundaries_(boundaries),
        parts_(parts) {
    Decode(sites);
    Choose();
  }
  // Of what was chosen.
  uint32_t hash() const { return hash_; }

  std::vector<uint8_t> Run() {
    FindEntries();
    ChooseFill();
    LayOut();
    // The ways out are behind; most functions have one for each two instructions.
    out_.reserve(sizeof(CompiledCode) + end_ + items_.size() * 20);
    out_.resize(sizeof(CompiledCode) + end_);
    if (fill_.stencil != nullptr)
      Fill(*fill_.stencil, AtOffset(0), AtOffset(fill_.cold_offset), 0, 0, AtOffset(items_[0].value.offset));
    for (size_t n = 0; n + 1 < items_.size(); n++) Emit(n);
    if (!fits_) return {};
    return Finish();
  }

 private:
  // The last item stands for the end.
  void Decode(const Sites& sites) {
    items_.reserve(size_ / 4 + 2);
    index_.resize(size_ + 1);
    const uint8_t* bytecode = code_->bytecode();
    for (Instruction i(bytecode, 0); i.offset() < size_; i = i.next()) {
      index_[i.offset()] = static_cast<uint32_t>(items_.size());
      items_.push_back({i, VariantOf(i, sites)});
    }
    index_[size_] = static_cast<uint32_t>(items_.size());
    items_.push_back({Instruction(bytecode, size_), Variant()});
  }
  Item& At(uint32_t offset) { return items_[index_[offset]]; }

  // Decides on the stencils.
  void Choose() {
    bool number_comes = false;
    for (size_t n = 0; n + 1 < items_.size(); n++) {
      Item& item = items_[n];
      const Item& next = items_[n + 1];
      const Instruction& i = item.instruction;
      bool makes =
          item.variant.bits() != 0 && Find(i.opcode(), item.variant.With(Out::kTransient)) != nullptr;
      if (makes) item.variant = item.variant.With(OutTo(n + 2 == items_.size() ? nullptr : &next));
      item.value.stencil = &StencilFor(i, item.variant);
      if (number_comes) item.number.stencil = &StencilFor(i, item.variant.WithNumberIn(true));
      number_comes = makes && item.variant.out() == Out::kRegister;
      hash_ = hash_ * 31 + static_cast<uint32_t>(item.variant.bits());
    }
  }
  Out OutTo(const Item* next) const {
    if (next == nullptr || next->instruction.is_wide()) return Out::kBox;
    Opcode opcode = next->instruction.opcode();
    if (opcode == Opcode::kStarOperand) return Out::kOperandBox;
    if (!TakesNumber(static_cast<uint8_t>(opcode))) return Out::kBox;
    bool in_register = boundaries_ == Boundaries::kLoops && next->variant.bits() != 0 &&
                       Find(opcode, next->variant.WithNumberIn(true)) != nullptr;
    return in_register ? Out::kRegister : Out::kTransient;
  }

  void FindEntries() {
    for (size_t n = 0; n + 1 < items_.size(); n++) {
      const Instruction& i = items_[n].instruction;
      if (boundaries_ == Boundaries::kAll) items_[n].is_entry = true;
      if (i.Is(kBackEdge)) At(i.target(i.jump_operand())).is_entry = true;
      if (i.Is(kSuspend)) items_[n + 1].is_entry = true;
      if (i.opcode() != Opcode::kSwitchSmi) continue;
      ValueArray* targets = code_->constants()[i.operand(0)].get().As<ValueArray>();
      for (int32_t t = 0; t < i.operand(2); t++)
        At(i.opcode_offset() + static_cast<uint32_t>(targets->slots()[t].get().AsSmi())).is_entry = true;
    }
    for (const HandlerEntry& handler : code_->handlers()) At(handler.target).is_entry = true;
  }

  // What comes before the first instruction: whoever enters has not filled the locals.
  void ChooseFill() {
    uint32_t begin = frame::kFirstArgument + code_->parameter_count_, end = code_->local_count_;
    if (begin >= end && code_->parameter_count_ == 0) return;
    uint32_t blocks = begin < end ? (end - begin + 3) / 4 : 0;
    fill_.stencil = &kFills[code_->parameter_count_ > 0][std::min<size_t>(blocks, std::size(kFills[0]) - 1)];
  }

  // The copies that are in line, those apart, and what of all copies runs rarely.
  void LayOut() {
    uint32_t offset = fill_.stencil != nullptr ? fill_.stencil->size : 0;
    for (size_t n = 0; n + 1 < items_.size(); n++) {
      Copy& copy = InLine(n);
      copy.offset = offset;
      if (AsksFirst(n)) offset += kToCold.size;
      offset += copy.stencil->size + (GoesOn(copy, n) ? kGoOn.size : 0);
    }
    for (Item& item : items_) {
      if (item.number.stencil == nullptr) continue;
      item.value.offset = offset;
      offset += item.value.stencil->size + (item.value.stencil->end != End::kNowhere ? kGoOn.size : 0);
    }
    if (fill_.stencil != nullptr) {
      fill_.cold_offset = offset;
      offset += fill_.stencil->cold_size;
    }
    for (Item& item : items_) {
      for (Copy* copy : {&item.number, &item.value}) {
        if (copy->stencil == nullptr) continue;
        copy->cold_offset = offset;
        offset += copy->stencil->cold_size;
      }
    }
    end_ = offset;
    items_.back().value.offset = end_;  // where nothing goes
  }
  Copy& InLine(size_t n) { return items_[n].number.stencil != nullptr ? items_[n].number : items_[n].value; }
  bool AsksFirst(size_t n) const {
    return boundaries_ == Boundaries::kAll && items_[n].number.stencil == nullptr;
  }
  // A copy in line does not go on with what follows it.
  bool GoesOn(const Copy& copy, size_t n) const {
    return copy.stencil->end == (items_[n + 1].number.stencil != nullptr ? End::kNext : End::kNextNumber);
  }

  void Emit(size_t n) {
    Item& item = items_[n];
    Copy copy = InLine(n);
    ways_.clear();
    if (AsksFirst(n)) {
      Fill(kToCold, AtOffset(copy.offset), 0, n, kMaybeLeave, AtOffset(copy.offset + kToCold.size));
      copy.offset += kToCold.size;
    }
    EmitCopy(copy, n, GoesOn(copy, n));
    if (item.number.stencil != nullptr) EmitCopy(item.value, n, item.value.stencil->end != End::kNowhere);
  }
  void EmitCopy(const Copy& copy, size_t n, bool goes_on) {
    const Instruction& i = items_[n].instruction;
    bool is_call = !i.is_wide() && !HasStencil(i);
    Fill(*copy.stencil, AtOffset(copy.offset), AtOffset(copy.cold_offset), n,
         is_call ? PlainOf(i.opcode()).holes : 0, Next(n));
    if (!goes_on) return;
    uint32_t target = copy.stencil->end == End::kNext ? Next(n) : NextNumber(n);
    Fill(kGoOn, AtOffset(copy.offset + copy.stencil->size), 0, n, 0, target, true);
  }
  static uint32_t AtOffset(uint32_t offset) { return sizeof(CompiledCode) + offset; }
  uint32_t Next(size_t n) const { return AtOffset(items_[n + 1].value.offset); }
  uint32_t NextNumber(size_t n) const { return AtOffset(items_[n + 1].number.offset); }

  // Copies a stencil to `at`, its other part to `cold_at`, and fills it. `cold`: what its kColdSlot is.
  // `next`: where it goes on, also by a jump if `jumps`.
  void Fill(const Stencil& stencil, uint32_t at, uint32_t cold_at, size_t n, uint32_t cold, uint32_t next,
            bool jumps = false) {
    auto place_of = [&](uint32_t offset) {
      return offset < stencil.size ? at + offset : cold_at + offset - stencil.size;
    };
    if (parts_ != nullptr) NoteParts(stencil, at, cold_at, n);
    const uint8_t* bytes = kStencilBytes + stencil.bytes;
    std::memcpy(out_.data() + at, bytes, stencil.size);
    if (stencil.cold_size != 0) std::memcpy(out_.data() + cold_at, bytes + stencil.size, stencil.cold_size);
    for (const Hole& hole : std::span(kStencilHoles + stencil.holes, stencil.hole_count)) {
      uint32_t place = place_of(hole.offset);
      uint32_t filling = hole.kind == HoleKind::kPart            ? place_of(hole.cold) - place
                         : hole.kind == HoleKind::kJump && jumps ? next - place
                                                                 : FillingOf(hole, place, n, cold, next);
      filling += static_cast<uint32_t>(int32_t{hole.addend});
      fits_ = target::FillHole(out_.data() + place, filling) && fits_;
    }
  }
  void NoteParts(const Stencil& stencil, uint32_t at, uint32_t cold_at, size_t n) {
    const Instruction& i = items_[n].instruction;
    bool is_own = HasStencil(i) && &stencil != &WayOutOf(i);
    Opcode opcode = i.is_wide() ? Opcode::kWide : i.opcode();
    constexpr uint32_t kBegin = sizeof(CompiledCode);
    parts_->push_back({opcode, !is_own, is_own ? stencil.variant : 0, at - kBegin, stencil.size});
    if (stencil.cold_size != 0)
      parts_->push_back({opcode, true, stencil.variant, cold_at - kBegin, stencil.cold_size});
  }
  uint32_t FillingOf(const Hole& hole, uint32_t place, size_t n, uint32_t cold, uint32_t next) {
    const Instruction& i = items_[n].instruction;
    switch (hole.kind) {
      case HoleKind::kRegister:
      case HoleKind::kConstant:
      case HoleKind::kFeedback: return static_cast<uint32_t>(i.operand(hole.operand)) * sizeof(Value);
      case HoleKind::kCount:
      case HoleKind::kImmediate: return static_cast<uint32_t>(i.operand(hole.operand));
      case HoleKind::kSmi: return static_cast<uint32_t>(i.operand(hole.operand)) * 2;
      case HoleKind::kReturnPc: return (first_pc_ + items_[n + 1].instruction.offset()) * 2;  // a Smi
      case HoleKind::kPc: return first_pc_ + (i.is_wide() ? i.offset() : i.opcode_offset());
      case HoleKind::kColdSlot: return static_cast<uint32_t>(ColdSlot(cold));
      case HoleKind::kParameters: return code_->parameter_count_ * 2;  // a Smi
      case HoleKind::kLocals:
        return static_cast<uint32_t>((frame::kFirstArgument + code_->parameter_count_) * sizeof(Value));
      case HoleKind::kLocalsEnd: return static_cast<uint32_t>(code_->local_count_ * sizeof(Value));
      case HoleKind::kNext: return next - place;
      case HoleKind::kNextNumber: return NextNumber(n) - place;
      case HoleKind::kJump: return AtOffset(At(i.target(i.jump_operand())).value.offset) - place;
      case HoleKind::kCold: return WayOut(hole.cold, n) - place;
      default: break;  // Fill knows kPart, the others are of regular expressions
    }
    __builtin_unreachable();
  }
  // One for each tier that an instruction hands over to.
  uint32_t WayOut(uint16_t cold, size_t n) {
    for (const auto& [tier, at] : ways_) {
      if (tier == cold) return at;
    }
    auto at = static_cast<uint32_t>(out_.size());
    const Stencil& stencil = WayOutOf(items_[n].instruction);
    ways_.push_back({cold, at});
    out_.resize(at + stencil.size);
    Fill(stencil, at, 0, n, cold, Next(n));
    return at;
  }

  std::vector<uint8_t> Finish() {
    while (out_.size() % sizeof(uint32_t) != 0) out_.push_back(0xcc);
    CompiledCode header{static_cast<uint32_t>(out_.size() - sizeof(CompiledCode)),
                        0,
                        size_,
                        static_cast<uint32_t>(items_.size() - 1),
                        hash_,
                        {}};
    for (const Item& item : items_) {
      if (!item.is_entry) continue;
      EntryPoint point{first_pc_ + item.instruction.offset(), item.value.offset};
      const uint8_t* bytes = reinterpret_cast<const uint8_t*>(&point);
      out_.insert(out_.end(), bytes, bytes + sizeof point);
      header.entry_point_count++;
    }
    std::memcpy(out_.data(), &header, sizeof header);
    return std::move(out_);
  }

  Code* const code_;
  const uint32_t size_, first_pc_;
  const Boundaries boundaries_;
  std::vector<PlacedPart>* const parts_;  // null: nobody asks
  uint32_t end_ = 0, hash_ = 1;
  bool fits_ = true;  // what holes are filled with
  Copy fill_;
  std::vector<Item> items_;
  std::vector<uint32_t> index_;                      // of an item, by the offset of its bytecode
  std::vector<std::pair<uint16_t, uint32_t>> ways_;  // of the instruction
  std::vector<uint8_t> out_;
};

}  // namespace

std::vector<uint8_t> Compile(Code* code, const Sites& sites, Boundaries boundaries,
                             const CompiledCode* former, std::vector<PlacedPart>* parts) {
  if (code->bytecode_size_ > kMostBytecode) return {};
  Compilation compilation(code, sites, boundaries, parts);
  if (former != nullptr && former->choices == compilation.hash()) return {};
  return compilation.Run();
}

#else

std::vector<uint8_t> Compile(Code*, const Sites&, Boundaries, const CompiledCode*, std::vector<PlacedPart>*) {
  return {};
}

#endif

}  // namespace halfword::jit
