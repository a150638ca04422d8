#include "jit/compilers/baseline.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "bytecode/decoder.h"
#include "bytecode/switch_table.h"
#include "jit/compilers/copying.h"
#include "jit/machine.h"
#include "jit/stencils/stencil_table.h"
#include "jit/stencils/variants.h"
#include "objects/functions/function.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/native_state.h"

namespace halfword::jit {

const uint8_t* CompiledCode::Find(uint32_t pc) const {
  std::span<const EntryPoint> all = entry_points();
  if (all.empty()) return nullptr;
  // A generator comes here at each step: no branch that would be guessed.
  const EntryPoint* found = all.data();
  for (size_t count = all.size(); count > 1;) {
    size_t half = count / 2;
    found += found[half - 1].pc < pc ? half : 0;
    count -= half;
  }
  return found->pc == pc ? entry() + found->offset : nullptr;
}

const uint8_t* CompiledCode::FindAny(const Code* code, uint32_t pc) const {
  const auto first = static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
  if (pc - first >= bytecode_bytes) return nullptr;
  const Place* place = places().data();
  uint32_t in_line = in_line_offset, apart = apart_offset;
  for (Instruction i(code->bytecode(), 0); i.offset() < bytecode_bytes; i = i.next()) {
    bool has_other = (*place & 1) != 0;
    if (i.offset() == pc - first) return entry() + (has_other ? apart : in_line);
    in_line += *place++ >> 1;
    if (has_other) apart += *place++;
  }
  return nullptr;
}

#if HALFWORD_JIT

namespace {

// Compiling takes some 80 bytes for each of bytecode, code included.
constexpr uint32_t kMostBytecode = 1 << 18;
constexpr uint32_t kLargestWayOut = std::max(kToCold.size, kToColdOfJump.size);

// A stencil where it is placed.
struct Copy {
  const Stencil* stencil = nullptr;
  uint32_t offset = 0, cold_offset = 0;  // of its parts
};
// An instruction and its code. Where a number may come to it in a register, there are two copies: one for
// that, in line, and one for acc as a Value, apart.
struct Item {
  Instruction instruction;
  Opcode opcode;
  bool is_wide = false;      // the interpreter does it
  bool has_stencil = false;  // else its work is a call, or it is wide
  bool is_entry = false;
  Variant variant = {};
  Copy value = {}, number = {};
};

const Stencil& PlainOf(Opcode o) { return kStencils[kFirstStencil[static_cast<int>(o)]]; }
Item ItemOf(const Instruction& i) {
  Opcode opcode = i.opcode();
  bool is_wide = i.is_wide();
  return {i, opcode, is_wide, !is_wide && PlainOf(opcode).hole_count != kNoStencil};
}
// Null: there is none. Variants stand in the order of their bits.
const Stencil* Find(Opcode o, Variant variant) {
  const Stencil* begin = &kStencils[kFirstStencil[static_cast<int>(o)]];
  const Stencil* end = &kStencils[kFirstStencil[static_cast<int>(o) + 1]];
  if (end - begin == 1) return nullptr;
  const Stencil* found = std::lower_bound(
      begin, end, variant.bits(), [](const Stencil& stencil, int bits) { return stencil.variant < bits; });
  return found != end && found->variant == variant.bits() ? found : nullptr;
}
// IndexOfOperand of all opcodes.
consteval auto IndicesOfOperand(char kind) {
  std::array<int8_t, kOpcodeCount> indices{};
  for (size_t o = 0; o < kOpcodeCount; o++)
    indices[o] = static_cast<int8_t>(IndexOfOperand(OperandsOf(static_cast<Opcode>(o)), kind));
  return indices;
}
constexpr auto kJumpOperand = IndicesOfOperand('J'), kFeedbackOperand = IndicesOfOperand('F');
const Stencil& WayOutOf(Opcode o) {
  return kJumpOperand[static_cast<size_t>(o)] >= 0 ? kToColdOfJump : kToCold;
}
const Stencil& StencilFor(const Item& item, Variant variant) {
  if (!item.has_stencil) return item.is_wide ? kToInterpreter : WayOutOf(item.opcode);
  const Stencil* found = variant.bits() == 0 ? nullptr : Find(item.opcode, variant);
  return found != nullptr ? *found : PlainOf(item.opcode);
}

Variant VariantOf(const CallSite& site) {
  if (site.is_several()) return Variant::Fact(SiteFact::kPolymorphic);
  KnownNative native = site.is_native() ? site.native() : KnownNative::kNone;
  return IsDoneByCalls(native) ? Variant::Native(native) : Variant();
}
Variant VariantOf(const ConstructSite& site) {
  Value function = site.callee.value();
  if (!function.IsObject() || function.AsObject()->object_type() != HeapType::kJSFunction) return {};
  const Code* code = function.As<JSFunction>()->info()->code_.get();
  bool keeps_arguments = code != nullptr && (code->flags_ & Code::kNeedsArguments);
  return keeps_arguments ? Variant::Fact(SiteFact::kKeepsArguments) : Variant();
}
Variant VariantOf(Opcode opcode, const PropertySite& site) {
  auto if_any = [&](SiteFact fact) { return MayHave(opcode, fact) ? Variant::Fact(fact) : Variant(); };
  if (site.is_megamorphic()) return if_any(SiteFact::kMegamorphic);
  if (site.is_polymorphic()) return if_any(SiteFact::kPolymorphic);
  if (!site.has_b()) return {};
  if (site.b.key.bits() == kStringReceiver) return if_any(SiteFact::kStrings);
  return if_any(FactOf(site.b.how().kind()));
}
Variant VariantOf(Opcode opcode, const TypesSite& site) {
  if (!HasNumberTier(opcode)) return {};
  int32_t seen = site.seen.value().AsSmi();
  bool numbers = (seen & (kDouble | kSmiOverflow | kFraction | kNegativeZero)) != 0;
  bool others = (seen & (kInternedString | kString | kObject | kBigInt)) != 0;
  bool strings = seen != 0 && (seen & ~(kInternedString | kString)) == 0;
  if (strings && MayHave(opcode, SiteFact::kStrings)) return Variant::Fact(SiteFact::kStrings);
  return numbers && !others ? Variant::Numbers(Out::kBox, false) : Variant();
}
Variant VariantOf(Opcode opcode, const KeyedSite& site) {
  if (!IsKeyedLoad(opcode) && !IsKeyedStore(opcode)) return {};
  int32_t seen = site.seen.value().AsSmi() & (kHoleOrEndSeen - 1);
  for (ElementAccess access : kKnownElements) {
    if (seen == SeenAccess(access)) return Variant::Elements(access, Out::kBox, false);
  }
  return {};
}

// One of those that there are, by chance.
Variant RandomVariant(Opcode opcode, uint64_t random) {
  uint64_t which = (random * 0x9E3779B97F4A7C15ull) >> 33, count = 0, nth = 0;
  ForEachVariant(opcode, [&](Variant) { count++; });
  if (count == 0 || which % 8 == 0) return {};
  Variant found;
  ForEachVariant(opcode, [&](Variant v) {
    if (nth++ == which % count) found = v;
  });
  if (found.fact() == SiteFact::kUncached) return {};  // it learns nothing
  return found.With(Out::kBox).WithNumberIn(false);
}

// What the site has seen, as a variant that does not know its neighbours.
Variant VariantOf(const Item& item, const Sites& sites) {
  const Instruction& i = item.instruction;
  Opcode opcode = item.opcode;
  if (!item.has_stencil) return {};
  if (opcode == Opcode::kTestTypeOf) {
    SiteFact fact = FactOf(static_cast<TypeOfKind>(i.operand(0)));
    return MayHave(opcode, fact) ? Variant::Fact(fact) : Variant();
  }
  SiteKind kind = i.info().site;
  if (kind == SiteKind::kNone) return {};
  auto index = static_cast<uint32_t>(i.operand(kFeedbackOperand[static_cast<size_t>(opcode)]));
  if (index == 0)
    return MayHave(opcode, SiteFact::kUncached) ? Variant::Fact(SiteFact::kUncached) : Variant();
  if (sites.random != 0) return RandomVariant(opcode, sites.random * (i.offset() + 1));
  auto* feedback = const_cast<FeedbackVector*>(sites.feedback);
  if (feedback == nullptr || index + static_cast<uint32_t>(WordsOf(kind)) > feedback->size()) return {};
  switch (kind) {
    case SiteKind::kProperty: return VariantOf(opcode, SiteIn<PropertySite>(feedback, index));
    case SiteKind::kCall: return VariantOf(SiteIn<CallSite>(feedback, index));
    case SiteKind::kConstruct: return VariantOf(SiteIn<ConstructSite>(feedback, index));
    case SiteKind::kKeyed: return VariantOf(opcode, SiteIn<KeyedSite>(feedback, index));
    case SiteKind::kTypes: return VariantOf(opcode, SiteIn<TypesSite>(feedback, index));
    case SiteKind::kNone:
    case SiteKind::kPrivate:
    case SiteKind::kHidden:
    case SiteKind::kAddPrivate:
    case SiteKind::kSuper:
    case SiteKind::kInstanceOf:
    case SiteKind::kGlobal:
    case SiteKind::kShape: return {};
  }
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

  CodeBytes Run() {
    FindEntries();
    ChooseFill();
    LayOut();
    SetFunctionFillings();
    if (fill_.stencil != nullptr) {
      Filling(HoleKind::kNext) = AtOffset(items_[0].value.offset);
      Put(*fill_.stencil, AtOffset(0), AtOffset(fill_.cold_offset), 0);
    }
    for (size_t n = 0; n < count_; n++) Emit(n);
    Finish();
    return fits_ ? std::move(out_) : CodeBytes();
  }

 private:
  // The last item stands for the end.
  void Decode(const Sites& sites) {
    items_.reserve(size_ / 4 + 2);
    index_ = std::make_unique<uint32_t[]>(size_ + 1);
    const uint8_t* bytecode = code_->bytecode();
    for (Instruction i(bytecode, 0); i.offset() < size_; i = i.next()) {
      index_[i.offset()] = static_cast<uint32_t>(items_.size());
      Item& item = items_.emplace_back(ItemOf(i));
      if (sites.are_generic) {
        item.has_stencil = false;
      } else {
        item.variant = VariantOf(item, sites);
      }
    }
    count_ = items_.size();
    index_[size_] = static_cast<uint32_t>(count_);
    items_.push_back({Instruction(bytecode, size_), Opcode::kWide, true});
  }
  // What jumps and handlers lead to. Bytecode lies in the cage: where that is corrupted it may be any number.
  Item& At(uint32_t offset) { return items_[index_[std::min(offset, size_)]]; }

  // Decides on the stencils.
  void Choose() {
    bool number_comes = false;
    for (size_t n = 0; n < count_; n++) {
      Item& item = items_[n];
      const Item& next = items_[n + 1];
      bool makes =
          item.variant.bits() != 0 && Find(item.opcode, item.variant.With(Out::kTransient)) != nullptr;
      if (makes) item.variant = item.variant.With(OutTo(next));
      item.value.stencil = &StencilFor(item, item.variant);
      if (number_comes) item.number.stencil = &StencilFor(item, item.variant.WithNumberIn(true));
      number_comes = makes && item.variant.out() == Out::kRegister;
      hash_ = hash_ * 31 + static_cast<uint32_t>(item.variant.bits());
    }
  }
  Out OutTo(const Item& next) const {
    if (next.is_wide) return Out::kBox;
    if (next.opcode == Opcode::kStarOperand) return Out::kOperandBox;
    if (!TakesNumber(static_cast<uint8_t>(next.opcode))) return Out::kBox;
    bool in_register = boundaries_ == Boundaries::kLoops && next.variant.bits() != 0 &&
                       Find(next.opcode, next.variant.WithNumberIn(true)) != nullptr;
    return in_register ? Out::kRegister : Out::kTransient;
  }

  void FindEntries() {
    for (size_t n = 0; n < count_; n++) {
      const Instruction& i = items_[n].instruction;
      auto opcode = static_cast<size_t>(items_[n].opcode);
      uint16_t flags = kOpcodeInfo[opcode].flags;
      if (boundaries_ == Boundaries::kAll) items_[n].is_entry = true;
      if (flags & kBackEdge) At(i.target(kJumpOperand[opcode])).is_entry = true;
      if (flags & kSuspend) items_[n + 1].is_entry = true;
      if (!IsSwitch(items_[n].opcode)) continue;
      ForEachCase(i, code_->constants()[i.operand(0)].get().As<ValueArray>(), [&](Value, int32_t distance) {
        At(i.opcode_offset() + static_cast<uint32_t>(distance)).is_entry = true;
      });
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
    size_t entries = 0, ways = 0, others = 0;
    in_line_offset_ = offset;
    for (size_t n = 0; n < count_; n++) {
      Copy& copy = InLine(n);
      copy.offset = offset;
      if (AsksFirst(n)) offset += kToCold.size;
      offset += copy.stencil->size + (GoesOn(copy, n) ? kGoOn.size : 0);
    }
    apart_offset_ = offset;
    for (Item& item : items_) {
      if (item.number.stencil == nullptr) continue;
      item.value.offset = offset;
      offset += SizeApart(item);
      others++;
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
        ways += copy->stencil->way_count;
      }
      entries += item.is_entry;
    }
    items_.back().value.offset = offset;  // where nothing goes
    end_ = AtOffset(offset);
    out_ = CodeBytes(end_ + ways * kLargestWayOut + sizeof(uint32_t) + entries * sizeof(EntryPoint) +
                     (count_ + others) * sizeof(Place));
  }
  static uint32_t SizeApart(const Item& item) {
    return item.value.stencil->size + (item.value.stencil->end != End::kNowhere ? kGoOn.size : 0);
  }
  Copy& InLine(size_t n) { return items_[n].number.stencil != nullptr ? items_[n].number : items_[n].value; }
  bool AsksFirst(size_t n) const {
    return boundaries_ == Boundaries::kAll && items_[n].number.stencil == nullptr;
  }
  // A copy in line does not go on with what follows it.
  bool GoesOn(const Copy& copy, size_t n) const {
    return copy.stencil->end == (items_[n + 1].number.stencil != nullptr ? End::kNext : End::kNextNumber);
  }

  // What the holes of an instruction's stencils are filled with, of places where they are.
  uint32_t& Filling(HoleKind kind) { return fillings_[static_cast<int>(kind)]; }
  void SetFunctionFillings() {
    uint32_t parameters = code_->parameter_count_;
    Filling(HoleKind::kParameters) = parameters * 2;
    Filling(HoleKind::kLocals) = static_cast<uint32_t>((frame::kFirstArgument + parameters) * sizeof(Value));
    Filling(HoleKind::kLocalsEnd) = static_cast<uint32_t>(code_->local_count_ * sizeof(Value));
  }
  void SetFillings(size_t n) {
    const Instruction& i = items_[n].instruction;
    Filling(HoleKind::kPc) = first_pc_ + i.offset();
    Filling(HoleKind::kReturnPc) = (first_pc_ + items_[n + 1].instruction.offset()) * 2;
    Filling(HoleKind::kNext) = Next(n);
    Filling(HoleKind::kNextNumber) = NextNumber(n);
    if (items_[n].is_wide) return;
    i.ForEachOperand([&](int index, char kind, int32_t operand) {
      auto number = static_cast<uint32_t>(operand);
      if (kind == 'J') Filling(HoleKind::kJump) = AtOffset(At(i.offset() + number).value.offset);
      if (index >= kMostOperands) return;
      fillings_[static_cast<int>(HoleKind::kNumber) + index] = number;
      fillings_[static_cast<int>(HoleKind::kBytes) + index] = number * sizeof(Value);
      fillings_[static_cast<int>(HoleKind::kSmi) + index] = number * 2;
    });
  }

  void Emit(size_t n) {
    Item& item = items_[n];
    Copy copy = InLine(n);
    SetFillings(n);
    way_count_ = 0;
    if (AsksFirst(n)) {
      Filling(HoleKind::kNext) = AtOffset(copy.offset + kToCold.size);
      PutWayOut(kToCold, AtOffset(copy.offset), kMaybeLeave, n);
      Filling(HoleKind::kNext) = Next(n);
      copy.offset += kToCold.size;
    }
    EmitCopy(copy, n, GoesOn(copy, n));
    if (item.number.stencil != nullptr) EmitCopy(item.value, n, item.value.stencil->end != End::kNowhere);
  }
  void EmitCopy(const Copy& copy, size_t n, bool goes_on) {
    const Item& item = items_[n];
    const Stencil& stencil = *copy.stencil;
    for (uint32_t k = 0; k < stencil.way_count; k++)
      fillings_[static_cast<uint32_t>(HoleKind::kWay) + k] = WayOut(kStencilWays[stencil.ways + k], n);
    if (!item.has_stencil && !item.is_wide) {
      PutWayOut(stencil, AtOffset(copy.offset), FirstTier(item.opcode), n);
    } else {
      Put(stencil, AtOffset(copy.offset), AtOffset(copy.cold_offset), n);
    }
    if (!goes_on) return;
    uint32_t target = Filling(HoleKind::kJump);
    Filling(HoleKind::kJump) = stencil.end == End::kNext ? Next(n) : NextNumber(n);
    Put(kGoOn, AtOffset(copy.offset + stencil.size), 0, n);
    Filling(HoleKind::kJump) = target;
  }
  static uint32_t AtOffset(uint32_t offset) { return sizeof(CompiledCode) + offset; }
  uint32_t Next(size_t n) const { return AtOffset(items_[n + 1].value.offset); }
  uint32_t NextNumber(size_t n) const { return AtOffset(items_[n + 1].number.offset); }

  // Copies a stencil to `at`, its other part to `cold_at`.
  void Put(const Stencil& stencil, uint32_t at, uint32_t cold_at, size_t n) {
    if (HW_UNLIKELY(parts_ != nullptr)) NoteParts(stencil, at, cold_at, n);
    const uint8_t* bytes = kStencilBytes + stencil.bytes;
    const Hole* holes = kStencilHoles + stencil.holes;
    auto filling_of = [&](const Hole& hole) { return fillings_[static_cast<size_t>(hole.kind)]; };
    Filling(HoleKind::kOtherPart) = cold_at;
    fits_ &= CopyPart(out_.data(), at, {bytes, stencil.size}, {holes, stencil.hole_count}, filling_of);
    if (stencil.cold_size == 0) return;
    Filling(HoleKind::kOtherPart) = at;
    fits_ &= CopyPart(out_.data(), cold_at, {bytes + stencil.size, stencil.cold_size},
                      {holes + stencil.hole_count, stencil.cold_hole_count}, filling_of);
  }
  void PutWayOut(const Stencil& stencil, uint32_t at, uint32_t tier, size_t n) {
    Filling(HoleKind::kColdSlot) = static_cast<uint32_t>(ColdSlot(tier));
    Put(stencil, at, 0, n);
  }
  void NoteParts(const Stencil& stencil, uint32_t at, uint32_t cold_at, size_t n) {
    const Item& item = items_[n];
    bool is_own = item.has_stencil && &stencil != &WayOutOf(item.opcode);
    Opcode opcode = item.is_wide ? Opcode::kWide : item.opcode;
    constexpr uint32_t kBegin = sizeof(CompiledCode);
    parts_->push_back({opcode, !is_own, is_own ? stencil.variant : 0, at - kBegin, stencil.size});
    if (stencil.cold_size != 0)
      parts_->push_back({opcode, true, stencil.variant, cold_at - kBegin, stencil.cold_size});
  }
  // One for each tier that an instruction hands over to.
  uint32_t WayOut(uint16_t tier, size_t n) {
    for (uint32_t k = 0; k < way_count_; k++) {
      if (ways_[k].tier == tier) return ways_[k].at;
    }
    const Stencil& stencil = WayOutOf(items_[n].opcode);
    uint32_t at = end_;
    ways_[way_count_++] = {tier, at};
    end_ += stencil.size;
    PutWayOut(stencil, at, tier, n);
    return at;
  }

  void Finish() {
    auto append = [&](const auto& bytes) {
      std::memcpy(out_.data() + end_, &bytes, sizeof bytes);
      end_ += sizeof bytes;
    };
    while (end_ % sizeof(uint32_t) != 0) append(uint8_t{0xcc});
    CompiledCode header{end_ - static_cast<uint32_t>(sizeof(CompiledCode)),
                        0,
                        size_,
                        static_cast<uint32_t>(count_),
                        hash_,
                        0,
                        in_line_offset_,
                        apart_offset_};
    for (const Item& item : items_) {
      if (!item.is_entry) continue;
      append(EntryPoint{first_pc_ + item.instruction.offset(), item.value.offset});
      header.entry_point_count++;
    }
    for (size_t n = 0; n < count_; n++) {
      bool has_other = items_[n].number.stencil != nullptr;
      uint32_t end = n + 1 < count_ ? InLine(n + 1).offset : apart_offset_;
      uint32_t size = end - InLine(n).offset;
      fits_ &= size < 1 << 15;
      append(static_cast<Place>(size << 1 | (has_other ? 1 : 0)));
      if (has_other) append(static_cast<Place>(SizeApart(items_[n])));
      header.place_count += has_other ? 2 : 1;
    }
    std::memcpy(out_.data(), &header, sizeof header);
    out_.set_size(end_);
  }

  Code* const code_;
  const uint32_t size_, first_pc_;
  const Boundaries boundaries_;
  std::vector<PlacedPart>* const parts_;  // null: nobody asks
  uint32_t end_ = 0;                      // of what is written behind the items
  uint32_t in_line_offset_ = 0, apart_offset_ = 0;
  uint32_t hash_ = 1;
  bool fits_ = true;  // what holes are filled with
  Copy fill_;
  std::vector<Item> items_;
  size_t count_ = 0;                   // of them, without the last
  std::unique_ptr<uint32_t[]> index_;  // of an item, by the offset of its bytecode
  uint32_t fillings_[static_cast<int>(HoleKind::kEnd)] = {};
  struct Way {
    uint16_t tier;
    uint32_t at;
  };
  // Of the instruction, for both of its copies.
  Way ways_[2 * kMostWays];
  uint32_t way_count_ = 0;
  CodeBytes out_;
};

}  // namespace

CodeBytes Compile(Code* code, const Sites& sites, Boundaries boundaries, const CompiledCode* former,
                  std::vector<PlacedPart>* parts) {
  if (code->bytecode_size_ > kMostBytecode) return {};
  Compilation compilation(code, sites, boundaries, parts);
  if (former != nullptr && former->choices == compilation.hash()) return {};
  return compilation.Run();
}

#else

CodeBytes Compile(Code*, const Sites&, Boundaries, const CompiledCode*, std::vector<PlacedPart>*) {
  return {};
}

#endif

}  // namespace halfword::jit
