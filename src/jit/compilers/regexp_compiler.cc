#include "jit/compilers/regexp_compiler.h"

#include <algorithm>
#include <cstring>

#include "jit/compilers/copying.h"
#include "jit/stencils/regexp_variants.h"
#include "jit/stencils/stencil_table.h"
#include "regexp/matching.h"

namespace halfword::jit {

#if HALFWORD_JIT

namespace {

using regexp::Load32;

// Of instructions. Code has some 20 bytes for each of them.
constexpr uint32_t kMostProgram = 1 << 18;

// The units that a loop stops at, each once where their number has a variant.
struct ExcludedUnits {
  int count;
  uint32_t units[4];
};
ExcludedUnits ExcludedUnitsOf(const uint8_t* instruction, bool is_two_byte) {
  ExcludedUnits all{0, {}};
  for (int k = 0; k < 4; k++) {
    uint32_t unit = Load32(instruction + 4 + k / 2 * 4) >> (k % 2 * 16) & 0xFFFF;
    if (!is_two_byte && unit > 0xFF) continue;
    if (std::find(all.units, all.units + all.count, unit) == all.units + all.count)
      all.units[all.count++] = unit;
  }
  if (all.count == 3) all.units[all.count++] = all.units[0];
  return all;
}

RegExpVariant VariantOf(const uint8_t* instruction, bool is_two_byte) {
  auto opcode = static_cast<regexp::Opcode>(*instruction);
  RegExpVariant variant{is_two_byte};
  uint32_t arg = Load32(instruction) >> 8;
  if (HasText(opcode) && arg <= RegExpVariant::kLongestText) variant.text_length = static_cast<int>(arg);
  if (IsLoopWithBack(opcode))
    variant.filter = static_cast<int>(Load32(instruction + regexp::InstructionWords(instruction) * 4) >> 8);
  if (IsBack(opcode)) variant.filter = static_cast<int>(arg);
  if (HasExcluded(opcode)) variant.excluded = ExcludedUnitsOf(instruction, is_two_byte).count;
  return variant;
}

// Null: there is none.
const Stencil* Find(regexp::Opcode opcode, RegExpVariant variant) {
  const Stencil* begin = &regexp_tables::kStencils[regexp_tables::kFirstStencil[opcode]];
  const Stencil* end = &regexp_tables::kStencils[regexp_tables::kFirstStencil[opcode + 1]];
  const Stencil* found = std::lower_bound(
      begin, end, variant.bits(), [](const Stencil& stencil, int bits) { return stencil.variant < bits; });
  return found != end && found->variant == variant.bits() ? found : nullptr;
}

class Compilation {
 public:
  Compilation(std::span<const uint8_t> program, bool is_two_byte)
      : program_(program), is_two_byte_(is_two_byte), end_of_code_(Word(regexp::kHeaderDataOffset * 4)) {}

  std::vector<uint8_t> Run() {
    if (end_of_code_ > program_.size() || end_of_code_ > kMostProgram || !Decode()) return {};
    LayOut();
    out_.reserve(end_ + items_.size() * regexp_tables::kInterpret.size);  // so that it stays where it is
    out_.resize(end_);
    Put(0, 0);
    Fill(regexp_tables::kFail, fail_, 0, nullptr);
    for (size_t n = 0; n + 1 < items_.size(); n++) Emit(items_[n]);
    if (!fits_) return {};
    auto size = static_cast<uint32_t>(out_.size());
    std::memcpy(out_.data(), &size, sizeof size);
    return std::move(out_);
  }

 private:
  struct Item {
    uint32_t pc = 0;
    const Stencil* stencil = nullptr;  // null: the interpreter does it
    bool is_back = false, has_back = false;
    uint32_t offset = 0, cold_offset = 0;  // of its parts
    uint32_t next = 0;                     // where the next instruction's code is
  };

  uint32_t Word(uint32_t at) const { return Load32(program_.data() + at); }
  // The last item stands for the end. False: these are no instructions.
  bool Decode() {
    for (uint32_t pc = regexp::kHeaderWords * 4; pc < end_of_code_;) {
      const uint8_t* instruction = program_.data() + pc;
      auto opcode = static_cast<regexp::Opcode>(*instruction);
      if (opcode >= regexp::kOpcodeCount) return false;
      items_.push_back(
          {pc, Find(opcode, VariantOf(instruction, is_two_byte_)), IsBack(opcode), IsLoopWithBack(opcode)});
      pc += regexp::InstructionWords(instruction) * 4;
    }
    items_.push_back({end_of_code_});
    return true;
  }
  const Stencil& StencilOf(const Item& item) const {
    return item.stencil != nullptr ? *item.stencil : regexp_tables::kInterpret;
  }

  // The table, the code that takes entries from the stack, instructions in line, those that only the stack
  // leads to, and what of all runs rarely.
  void LayOut() {
    fail_ = end_of_code_;
    uint32_t offset = fail_ + regexp_tables::kFail.size + regexp_tables::kFail.cold_size;
    for (Item& item : items_) {
      if (item.is_back) continue;
      item.offset = offset;
      if (item.pc != end_of_code_) offset += StencilOf(item).size;
    }
    for (Item& item : items_) {
      if (!item.is_back) continue;
      item.offset = offset;
      offset += StencilOf(item).size + (StencilOf(item).end == End::kNext ? regexp_tables::kGoOn.size : 0);
    }
    for (size_t n = 0; n + 1 < items_.size(); n++) {
      Item& item = items_[n];
      item.cold_offset = offset;
      offset += StencilOf(item).cold_size;
      item.next = items_[std::min(n + (item.has_back ? 2 : 1), items_.size() - 1)].offset;
    }
    end_ = offset;
  }

  void Emit(const Item& item) {
    Put(item.pc, item.offset);
    way_out_ = 0;
    const Stencil& stencil = StencilOf(item);
    Fill(stencil, item.offset, item.cold_offset, &item);
    if (item.is_back && stencil.end == End::kNext)
      Fill(regexp_tables::kGoOn, item.offset + stencil.size, 0, &item);
  }
  void Put(uint32_t at, uint32_t value) { std::memcpy(out_.data() + at, &value, sizeof value); }

  // Copies a stencil to `at`, its other part to `cold_at`, and fills it.
  void Fill(const Stencil& stencil, uint32_t at, uint32_t cold_at, const Item* item) {
    if (cold_at == 0) cold_at = at + stencil.size;
    const uint8_t* bytes = regexp_tables::kStencilBytes + stencil.bytes;
    const Hole* holes = regexp_tables::kStencilHoles + stencil.holes;
    uint32_t other = cold_at;
    auto filling_of = [&](const Hole& hole) {
      return hole.kind == HoleKind::kOtherPart ? other : FillingOf(hole, *item);
    };
    fits_ &= CopyPart(out_.data(), at, {bytes, stencil.size}, {holes, stencil.hole_count}, filling_of);
    other = at;
    fits_ &= CopyPart(out_.data(), cold_at, {bytes + stencil.size, stencil.cold_size},
                      {holes + stencil.hole_count, stencil.cold_hole_count}, filling_of);
  }
  uint32_t FillingOf(const Hole& hole, const Item& item) {
    uint32_t word = item.pc + 4u * hole.operand;
    switch (hole.kind) {
      case HoleKind::kWord: return Word(word);
      case HoleKind::kLow: return Word(word) & 0xFFFF;
      case HoleKind::kHigh: return Word(word) >> 16;
      case HoleKind::kArg: return Word(item.pc) >> 8;
      case HoleKind::kArgLow: return Word(item.pc) >> 8 & 0xFF;
      case HoleKind::kArgHigh: return Word(item.pc) >> 16;
      case HoleKind::kExcluded:
        return ExcludedUnitsOf(program_.data() + item.pc, is_two_byte_).units[hole.operand];
      case HoleKind::kHere: return item.pc;
      case HoleKind::kNext: return item.next;
      case HoleKind::kJump: return hole.operand == 0 ? item.next : OffsetOf(Word(word));
      case HoleKind::kFail: return fail_;
      case HoleKind::kInterpret: return WayOut(item);
      default: break;  // not of regular expressions
    }
    __builtin_unreachable();
  }
  uint32_t OffsetOf(uint32_t pc) const {
    auto found = std::lower_bound(items_.begin(), items_.end(), pc,
                                  [](const Item& item, uint32_t at) { return item.pc < at; });
    return found->offset;
  }
  uint32_t WayOut(const Item& item) {
    if (way_out_ == 0) {
      way_out_ = static_cast<uint32_t>(out_.size());
      out_.resize(out_.size() + regexp_tables::kInterpret.size);
      Fill(regexp_tables::kInterpret, way_out_, 0, &item);
    }
    return way_out_;
  }

  const std::span<const uint8_t> program_;
  const bool is_two_byte_;
  const uint32_t end_of_code_;
  uint32_t fail_ = 0, end_ = 0;
  uint32_t way_out_ = 0;  // of the instruction
  bool fits_ = true;      // what holes are filled with
  std::vector<Item> items_;
  std::vector<uint8_t> out_;
};

}  // namespace

std::vector<uint8_t> CompileRegExp(std::span<const uint8_t> program, bool is_two_byte) {
  return Compilation(program, is_two_byte).Run();
}

#else

std::vector<uint8_t> CompileRegExp(std::span<const uint8_t>, bool) { return {}; }

#endif

}  // namespace halfword::jit
