#include "jit/masm/masm_a64.h"

#include <bit>
#include <cstring>

namespace halfword::jit::a64 {

namespace {

constexpr unsigned kX16 = 16, kX17 = 17, kZero = 31;
constexpr uint32_t kWide = 1u << 31;
constexpr unsigned kDoubleScratch = kScratchDouble.number;

HW_INLINE uint32_t With(uint32_t word, unsigned rd, unsigned rn, unsigned rm = 0) {
  return word | rd | rn << 5 | rm << 16;
}
HW_INLINE uint32_t Field(int32_t n, int bits, int shift) {
  return (static_cast<uint32_t>(n) & ((1u << bits) - 1)) << shift;
}

// ---- References ----

enum FormNumber : uint8_t { kJump, kJumpIf, kAddress, kLiteral };

constexpr int32_t kReach = 1 << 20;
constexpr CodeBuffer::Form kForms[] = {
    {4, 4, INT32_MIN, INT32_MAX},  // kJump: ±128 MiB, which is more than code may have
    {4, 8, -kReach, kReach - 4},   // kJumpIf; long: the opposite over a jump
    {4, 8, -kReach, kReach - 1},   // kAddress; long: the lower 12 bits, then the upper 12
    {4, 12, -kReach, kReach - 4},  // kLiteral; long: the same in x16, and a load from there
};
static_assert(CodeBuffer::kMostBytes <= 1u << 24, "24 bits for long addresses");

uint32_t AddressWord(unsigned rd, int32_t distance) {
  return 0x10000000 | rd | Field(distance, 2, 29) | Field(distance >> 2, 19, 5);  // adr
}
// Two instructions.
void WriteLongAddress(uint32_t* words, unsigned rd, int32_t distance) {
  int32_t upper = distance / 4096, lower = distance % 4096;
  words[0] = AddressWord(rd, lower);
  words[1] = With((upper < 0 ? 0xd1400000 : 0x91400000) | Field(upper < 0 ? -upper : upper, 12, 10), rd, rd);
}

void WriteReference(uint8_t* place, const uint8_t* source, const CodeBuffer::Reference& reference,
                    int32_t distance, bool is_long) {
  uint32_t word;
  std::memcpy(&word, source, 4);
  uint32_t words[3] = {word};
  switch (reference.form) {
    case kJump: words[0] = word | Field(distance >> 2, 26, 0); break;
    case kJumpIf:
      words[0] = is_long ? (word ^ 1) | Field(2, 19, 5) : word | Field(distance >> 2, 19, 5);
      words[1] = 0x14000000 | Field((distance - 4) >> 2, 26, 0);
      break;
    case kAddress:
      words[0] = AddressWord(word & 31, distance);
      if (is_long) WriteLongAddress(words, word & 31, distance);
      break;
    default:
      words[0] = word | Field(distance >> 2, 19, 5);
      if (is_long) {
        WriteLongAddress(words, kX16, distance);
        words[2] = With(0xfd400000, word & 31, kX16);
      }
      break;
  }
  const CodeBuffer::Form& form = kForms[reference.form];
  std::memcpy(place, words, is_long ? form.long_bytes : form.short_bytes);
}

constexpr CodeBuffer::Encoding kEncoding = {kForms, WriteReference, 0};

// ---- Conditions ----

enum ConditionCode : uint8_t {
  kEqual = 0,
  kNotEqual = 1,
  kHigherOrSame = 2,
  kLower = 3,
  kMinus = 4,
  kPlus = 5,
  kOverflow = 6,
  kNoOverflow = 7,
  kHigher = 8,
  kLowerOrSame = 9,
  kGreaterEqual = 10,
  kLess = 11,
  kGreater = 12,
  kLessEqual = 13,
};

unsigned CodeOf(Condition condition) {
  static constexpr uint8_t kCodes[] = {kEqual, kNotEqual,     kLess,   kGreaterEqual, kGreater, kLessEqual,
                                       kLower, kHigherOrSame, kHigher, kLowerOrSame,  kMinus,   kPlus};
  return kCodes[static_cast<int>(condition)];
}
// With NaN, fcmp sets carry and overflow alone.
unsigned CodeOf(DoubleCondition condition) {
  static constexpr uint8_t kCodes[] = {kEqual,  kNotEqual, kMinus,     kPlus,         kLowerOrSame,
                                       kHigher, kGreater,  kLessEqual, kGreaterEqual, kLess};
  return kCodes[static_cast<int>(condition)];
}

// ---- Constants ----

// N, immr and imms of a logical instruction: a run of ones, rotated, in elements of 2 to 64 bits that are all
// the same. False: it is none.
bool EncodeLogical(uint64_t n, uint32_t* bits) {
  if (n == 0 || n == ~uint64_t{0}) return false;
  unsigned size = 64;
  while (size > 2) {
    unsigned half = size / 2;
    uint64_t mask = (uint64_t{1} << half) - 1;
    if ((n & mask) != (n >> half & mask)) break;
    size = half;
  }
  uint64_t mask = ~uint64_t{0} >> (64 - size), element = n & mask;
  auto ones = static_cast<unsigned>(std::popcount(element));
  // Where the run begins: it may go over the element's upper end.
  auto low = static_cast<unsigned>(std::countr_one(element));
  unsigned first = low == 0 ? static_cast<unsigned>(std::countr_zero(element)) : (size - (ones - low)) % size;
  uint64_t run = (uint64_t{1} << ones) - 1;
  uint64_t rotated = first == 0 ? run : (run << first | run >> (size - first)) & mask;
  if (rotated != element) return false;
  unsigned immr = (size - first) % size, imms = (~(2 * size - 1) & 0x3f) | (ones - 1);
  *bits = static_cast<uint32_t>(size == 64) << 22 | immr << 16 | imms << 10;
  return true;
}

// The 8 bits of fmov: sign, an exponent of -3 to 4, four bits of the mantissa.
bool EncodeDouble(uint64_t bits, uint32_t* imm8) {
  uint64_t exponent = bits >> 54 & 0x1ff;
  if ((bits & 0xffffffffffff) != 0 || (exponent != 0x100 && exponent != 0xff)) return false;
  *imm8 = static_cast<uint32_t>(bits >> 56 & 0x80) | static_cast<uint32_t>(bits >> 48 & 0x7f);
  return true;
}

}  // namespace

Masm::Masm() : CodeBuffer(kEncoding) {}

void Masm::Emit(uint32_t word) {
  uint8_t* p = Begin();
  std::memcpy(p, &word, 4);
  End(p + 4);
}
void Masm::Emit(uint32_t word, unsigned rd, unsigned rn, unsigned rm) { Emit(With(word, rd, rn, rm)); }

void Masm::Set(unsigned rd, uint64_t n, bool is_wide) {
  int halves = is_wide ? 4 : 2, zeros = 0, ones = 0;
  uint32_t wide = is_wide ? kWide : 0;
  for (int i = 0; i < halves; i++) {
    uint16_t half = static_cast<uint16_t>(n >> (16 * i));
    zeros += half == 0;
    ones += half == 0xffff;
  }
  bool is_inverted = ones > zeros;
  if ((is_inverted ? ones : zeros) < halves - 1) {
    uint32_t bits;
    if (EncodeLogical(is_wide ? n : n | n << 32, &bits)) return Emit(wide | 0x32000000 | bits, rd, kZero);
  }
  // The first half sets all others to zero, or to ones, and movk one at a time.
  uint32_t word = wide | (is_inverted ? 0x12800000 : 0x52800000);
  uint16_t implied = is_inverted ? 0xffff : 0;
  bool is_first = true;
  for (int i = 0; i < halves; i++) {
    uint16_t half = static_cast<uint16_t>(n >> (16 * i));
    bool is_last_chance = is_first && i == halves - 1;
    if (half == implied && !is_last_chance) continue;
    uint16_t field = is_first ? half ^ implied : half;
    int position = is_last_chance && half == implied ? 0 : i;
    Emit(word | static_cast<uint32_t>(position) << 21 | static_cast<uint32_t>(field) << 5 | rd);
    word = wide | 0x72800000;
    is_first = false;
  }
}

unsigned Masm::InRegister(int32_t n, unsigned scratch) {
  if (n == 0) return kZero;
  Set(scratch, static_cast<uint32_t>(n), false);
  return scratch;
}

// ---- Registers and constants ----

void Masm::Move32(Gpr to, Gpr from) { Emit(0x2a000000, to.number, kZero, from.number); }
void Masm::Move64(Gpr to, Gpr from) {
  if (to != from) Emit(0xaa000000, to.number, kZero, from.number);
}
void Masm::Exchange64(Gpr a, Gpr b) {
  if (a == b) return;
  Emit(0xaa000000, kX16, kZero, a.number);
  Move64(a, b);
  Emit(0xaa000000, b.number, kZero, kX16);
}
void Masm::Set32(Gpr to, uint32_t n) { Set(to.number, n, false); }
void Masm::Set64(Gpr to, uint64_t n) { Set(to.number, n, n > UINT32_MAX); }
void Masm::MoveDouble(Fpr to, Fpr from) {
  if (to != from) Emit(0x1e604000, to.number, from.number);
}
void Masm::MoveBits64(Fpr to, Gpr from) { Emit(0x9e670000, to.number, from.number); }
void Masm::MoveBits64(Gpr to, Fpr from) { Emit(0x9e660000, to.number, from.number); }
void Masm::SetDouble(Fpr to, double n) {
  auto bits = std::bit_cast<uint64_t>(n);
  uint32_t imm8;
  if (bits == 0) return Emit(0x2f00e400 | to.number);  // movi
  if (EncodeDouble(bits, &imm8)) return Emit(0x1e601000 | imm8 << 13 | to.number);
  Refer(Begin(), Constant64(bits), kLiteral);
  Emit(0x5c000000 | to.number);
}

// ---- Memory ----

namespace {

// Bits: size, whether it is a register of doubles, what it does.
constexpr uint32_t TransferBits(uint32_t size, uint32_t is_double, uint32_t what) {
  return size << 30 | is_double << 26 | what << 22;
}
constexpr uint32_t kUnsignedOffset = 0x39000000, kSignedOffset = 0x38000000, kRegisterOffset = 0x38200800;
constexpr uint32_t kExtended = 2u << 13, kAllBits = 3u << 13, kScaled = 1u << 12;

bool IsUnsignedOffset(int32_t displacement, unsigned size_log2) {
  return displacement >= 0 && displacement >> size_log2 < 4096 &&
         (displacement & ((1 << size_log2) - 1)) == 0;
}
bool IsOffset(int32_t displacement, unsigned size_log2) {
  return IsUnsignedOffset(displacement, size_log2) || (displacement >= -256 && displacement < 256);
}
bool IsHeap(const Memory& m) { return HALFWORD_COMPRESS && m.kind == Memory::kHeap; }

}  // namespace

void Masm::Move(const Transfer& transfer, unsigned rt, const Memory& m) {
  unsigned size = transfer.size_log2, base = m.base.number;
  uint32_t by_register = transfer.bits | kRegisterOffset;
  if (IsOffset(m.displacement, size)) {
    if (m.displacement == 0 && IsHeap(m)) return Emit(by_register | kExtended, rt, kBase.number, base);
    if (m.displacement == 0 && m.kind == Memory::kIndexed && (m.shift == 0 || m.shift == size)) {
      return Emit(by_register | kAllBits | (m.shift != 0 ? kScaled : 0), rt, base, m.index.number);
    }
    uint32_t offset = IsUnsignedOffset(m.displacement, size)
                          ? kUnsignedOffset | static_cast<uint32_t>(m.displacement) >> size << 10
                          : kSignedOffset | Field(m.displacement, 9, 12);
    base = BaseOf(m);
    return Emit(transfer.bits | offset, rt, base);
  }
  // Displacement and index in x16, then the other register.
  Set(kX16, static_cast<uint64_t>(int64_t{m.displacement}), true);
  if (IsHeap(m)) {
    Emit(0x8b204000, kX16, kX16, base);  // add, uxtw
    base = kBase.number;
  } else if (m.kind == Memory::kIndexed) {
    Emit(0x8b000000 | uint32_t{m.shift} << 10, kX16, kX16, m.index.number);
  }
  Emit(by_register | kAllBits, rt, base, kX16);
}

unsigned Masm::BaseOf(const Memory& m) {
  if (IsHeap(m)) {
    Emit(0x8b204000, kX16, kBase.number, m.base.number);
    return kX16;
  }
  if (m.kind != Memory::kIndexed) return m.base.number;
  Emit(0x8b000000 | uint32_t{m.shift} << 10, kX16, m.base.number, m.index.number);
  return kX16;
}

unsigned Masm::AddressOf(const Memory& m) {
  unsigned base = BaseOf(m);
  if (m.displacement == 0) return base;
  if (m.displacement > -4096 && m.displacement < 4096) {
    AddOrSub(Sum::kAdd, true, Flags::kKept, kX16, base, m.displacement);
  } else {
    // x17 is free: it is for what is read first, and this is for stores.
    Set(kX17, static_cast<uint64_t>(int64_t{m.displacement}), true);
    Emit(0x8b000000, kX16, base, kX17);
  }
  return kX16;
}

namespace {

constexpr uint32_t kLoad8 = TransferBits(0, 0, 1), kLoadSigned8 = TransferBits(0, 0, 3),
                   kLoad16 = TransferBits(1, 0, 1), kLoadSigned16 = TransferBits(1, 0, 3),
                   kLoad32 = TransferBits(2, 0, 1), kLoad64 = TransferBits(3, 0, 1),
                   kStore8 = TransferBits(0, 0, 0), kStore16 = TransferBits(1, 0, 0),
                   kStore32 = TransferBits(2, 0, 0), kStore64 = TransferBits(3, 0, 0),
                   kLoadDouble = TransferBits(3, 1, 1), kStoreDouble = TransferBits(3, 1, 0),
                   kLoadFloat = TransferBits(2, 1, 1), kStoreFloat = TransferBits(2, 1, 0),
                   kLoad128 = TransferBits(0, 1, 3), kStore128 = TransferBits(0, 1, 2),
                   kPrefetch = TransferBits(3, 0, 2);
constexpr uint8_t kForStore = 16;  // into the first cache, to stay there

}  // namespace

void Masm::PrefetchForStore(const Memory& m) { Move({kPrefetch, 3}, kForStore, m); }
void Masm::Load8(Gpr to, const Memory& m) { Move({kLoad8, 0}, to.number, m); }
void Masm::LoadSigned8(Gpr to, const Memory& m) { Move({kLoadSigned8, 0}, to.number, m); }
void Masm::Load16(Gpr to, const Memory& m) { Move({kLoad16, 1}, to.number, m); }
void Masm::LoadSigned16(Gpr to, const Memory& m) { Move({kLoadSigned16, 1}, to.number, m); }
void Masm::Load32(Gpr to, const Memory& m) { Move({kLoad32, 2}, to.number, m); }
void Masm::Load64(Gpr to, const Memory& m) { Move({kLoad64, 3}, to.number, m); }
void Masm::Store8(const Memory& m, Gpr from) { Move({kStore8, 0}, from.number, m); }
void Masm::Store16(const Memory& m, Gpr from) { Move({kStore16, 1}, from.number, m); }
void Masm::Store32(const Memory& m, Gpr from) { Move({kStore32, 2}, from.number, m); }
void Masm::Store64(const Memory& m, Gpr from) { Move({kStore64, 3}, from.number, m); }
void Masm::Store32(const Memory& m, int32_t n) { Move({kStore32, 2}, InRegister(n, kX17), m); }
void Masm::Store64(const Memory& m, int32_t n) {
  if (n != 0) Set(kX17, static_cast<uint64_t>(int64_t{n}), true);
  Move({kStore64, 3}, n != 0 ? kX17 : kZero, m);
}
void Masm::LoadDouble(Fpr to, const Memory& m) { Move({kLoadDouble, 3}, to.number, m); }
void Masm::StoreDouble(const Memory& m, Fpr from) { Move({kStoreDouble, 3}, from.number, m); }
void Masm::LoadFloat(Fpr to, const Memory& m) {
  Move({kLoadFloat, 2}, to.number, m);
  Emit(0x1e22c000, to.number, to.number);
}
void Masm::StoreFloat(const Memory& m, Fpr from) {
  Emit(0x1e624000, kDoubleScratch, from.number);
  Move({kStoreFloat, 2}, kDoubleScratch, m);
}
void Masm::LoadBits32(Fpr to, const Memory& m) { Move({kLoadFloat, 2}, to.number, m); }
void Masm::StoreBits32(const Memory& m, Fpr from) { Move({kStoreFloat, 2}, from.number, m); }
void Masm::Load128(Fpr to, const Memory& m) { Move({kLoad128, 4}, to.number, m); }
void Masm::Store128(const Memory& m, Fpr from) { Move({kStore128, 4}, from.number, m); }
void Masm::StoreRelease32(const Memory& m, Gpr from) { Emit(0x889ffc00, from.number, AddressOf(m)); }
void Masm::StoreRelease64(const Memory& m, Gpr from) { Emit(0xc89ffc00, from.number, AddressOf(m)); }
void Masm::AddToMemory32(const Memory& m, int32_t n) {
  // Where the constant needs x16, the address is computed twice.
  Move({kLoad32, 2}, kX17, m);
  AddOrSub(Sum::kAdd, false, Flags::kSet, kX17, kX17, n);
  Move({kStore32, 2}, kX17, m);
}

// ---- Integers ----

void Masm::AddOrSub(Sum sum, bool is_wide, Flags flags, unsigned rd, unsigned rn, int32_t n) {
  uint32_t wide = is_wide ? kWide : 0, set = flags == Flags::kSet ? 1u << 29 : 0;
  auto with = [&](Sum s, uint32_t word) { return word | wide | set | (s == Sum::kSub ? 1u << 30 : 0); };
  Sum opposite = sum == Sum::kAdd ? Sum::kSub : Sum::kAdd;
  int64_t magnitude = n < 0 ? -int64_t{n} : n;
  Sum actual = n < 0 ? opposite : sum;
  bool is_shifted = magnitude >= 4096;
  if (!is_shifted || (magnitude % 4096 == 0 && magnitude < 4096 * 4096)) {
    uint32_t imm = static_cast<uint32_t>(is_shifted ? magnitude / 4096 : magnitude);
    return Emit(with(actual, 0x11000000) | static_cast<uint32_t>(is_shifted) << 22 | imm << 10, rd, rn);
  }
  Set(kX16, is_wide ? static_cast<uint64_t>(int64_t{n}) : static_cast<uint32_t>(n), is_wide);
  Emit(with(sum, 0x0b000000), rd, rn, kX16);
}

void Masm::Logical(uint32_t with_constant, uint32_t with_register, unsigned rd, unsigned rn, int32_t n) {
  uint64_t bits = static_cast<uint32_t>(n);
  uint32_t encoded;
  if (EncodeLogical(bits | bits << 32, &encoded)) return Emit(with_constant | encoded, rd, rn);
  unsigned rm = InRegister(n, kX16);
  Emit(with_register, rd, rn, rm);
}

void Masm::Add32(Gpr a, Gpr b) { Emit(0x0b000000, a.number, a.number, b.number); }
void Masm::Add32(Gpr a, int32_t n) { AddOrSub(Sum::kAdd, false, Flags::kKept, a.number, a.number, n); }
void Masm::Add32(Gpr a, const Memory& m) {
  Move({kLoad32, 2}, kX17, m);
  Emit(0x0b000000, a.number, a.number, kX17);
}
void Masm::Sub32(Gpr a, Gpr b) { Emit(0x4b000000, a.number, a.number, b.number); }
void Masm::Sub32(Gpr a, int32_t n) { AddOrSub(Sum::kSub, false, Flags::kKept, a.number, a.number, n); }
void Masm::Sub32(Gpr a, const Memory& m) {
  Move({kLoad32, 2}, kX17, m);
  Emit(0x4b000000, a.number, a.number, kX17);
}
void Masm::And32(Gpr a, Gpr b) { Emit(0x0a000000, a.number, a.number, b.number); }
void Masm::And32(Gpr a, int32_t n) { Logical(0x12000000, 0x0a000000, a.number, a.number, n); }
void Masm::Or32(Gpr a, Gpr b) { Emit(0x2a000000, a.number, a.number, b.number); }
void Masm::Or32(Gpr a, int32_t n) { Logical(0x32000000, 0x2a000000, a.number, a.number, n); }
void Masm::Xor32(Gpr a, Gpr b) { Emit(0x4a000000, a.number, a.number, b.number); }
void Masm::Xor32(Gpr a, int32_t n) { Logical(0x52000000, 0x4a000000, a.number, a.number, n); }
void Masm::Mul32(Gpr a, Gpr b) { Emit(0x1b007c00, a.number, a.number, b.number); }
void Masm::Mul32(Gpr to, Gpr from, int32_t n) {
  unsigned rm = InRegister(n, kX16);
  Emit(0x1b007c00, to.number, from.number, rm);
}
void Masm::Negate32(Gpr a) { Emit(0x4b000000, a.number, kZero, a.number); }
void Masm::Not32(Gpr a) { Emit(0x2a200000, a.number, kZero, a.number); }

void Masm::ShiftLeft32(Gpr a, int count) {
  auto n = static_cast<unsigned>(count) & 31;
  Emit(0x53000000 | ((32 - n) & 31) << 16 | (31 - n) << 10, a.number, a.number);
}
void Masm::ShiftRight32(Gpr a, int count) {
  Emit(0x53007c00 | (static_cast<unsigned>(count) & 31) << 16, a.number, a.number);
}
void Masm::ShiftRightSigned32(Gpr a, int count) {
  Emit(0x13007c00 | (static_cast<unsigned>(count) & 31) << 16, a.number, a.number);
}
void Masm::ShiftLeft32(Gpr a, Gpr count) { Emit(0x1ac02000, a.number, a.number, count.number); }
void Masm::ShiftRight32(Gpr a, Gpr count) { Emit(0x1ac02400, a.number, a.number, count.number); }
void Masm::ShiftRightSigned32(Gpr a, Gpr count) { Emit(0x1ac02800, a.number, a.number, count.number); }

void Masm::AddOrJump32(Gpr a, Gpr b, Label* overflow) {
  Emit(0x2b000000, a.number, a.number, b.number);
  JumpIfCode(kOverflow, overflow);
}
void Masm::AddOrJump32(Gpr a, int32_t n, Label* overflow) {
  AddOrSub(Sum::kAdd, false, Flags::kSet, a.number, a.number, n);
  JumpIfCode(kOverflow, overflow);
}
void Masm::SubOrJump32(Gpr a, Gpr b, Label* overflow) {
  Emit(0x6b000000, a.number, a.number, b.number);
  JumpIfCode(kOverflow, overflow);
}
void Masm::SubOrJump32(Gpr a, int32_t n, Label* overflow) {
  AddOrSub(Sum::kSub, false, Flags::kSet, a.number, a.number, n);
  JumpIfCode(kOverflow, overflow);
}
// The whole product is what its lower half is with its sign, or that does not fit.
void Masm::MulOrJump32(unsigned rd, unsigned rn, unsigned rm, Label* overflow) {
  Emit(0x9b207c00, kX16, rn, rm);       // smull
  Emit(0xeb20c000, kZero, kX16, kX16);  // cmp x16, w16, sxtw
  Emit(0x2a000000, rd, kZero, kX16);
  JumpIfCode(kNotEqual, overflow);
}
void Masm::MulOrJump32(Gpr a, Gpr b, Label* overflow) { MulOrJump32(a.number, a.number, b.number, overflow); }
void Masm::MulOrJump32(Gpr to, Gpr from, int32_t n, Label* overflow) {
  MulOrJump32(to.number, from.number, InRegister(n, kX16), overflow);
}
void Masm::NegateOrJump32(Gpr a, Label* overflow) {
  Emit(0x6b000000, a.number, kZero, a.number);
  JumpIfCode(kOverflow, overflow);
}

void Masm::Divide32(Gpr quotient, Gpr remainder, Gpr dividend, Gpr divisor) {
  DCHECK(remainder != quotient && remainder != dividend && remainder != divisor && quotient != divisor);
  unsigned result = quotient == dividend ? kX16 : quotient.number;
  Emit(0x1ac00c00, result, dividend.number, divisor.number);
  // msub: dividend - result · divisor
  Emit(0x1b008000 | uint32_t{dividend.number} << 10, remainder.number, result, divisor.number);
  if (result == kX16) Emit(0x2a000000, quotient.number, kZero, kX16);
}

void Masm::AddShifted32(Gpr to, Gpr a, Gpr b, int shift) {
  Emit(0x0b000000 | static_cast<uint32_t>(shift) << 10, to.number, a.number, b.number);
}
void Masm::AddShifted64(Gpr to, Gpr a, Gpr b, int shift) {
  Emit(0x8b000000 | static_cast<uint32_t>(shift) << 10, to.number, a.number, b.number);
}
void Masm::AddConstant32(Gpr to, Gpr a, int32_t n) {
  if (n == 0) return Move32(to, a);
  AddOrSub(Sum::kAdd, false, Flags::kKept, to.number, a.number, n);
}
void Masm::Add64(Gpr a, Gpr b) { Emit(0x8b000000, a.number, a.number, b.number); }
void Masm::Add64(Gpr a, int32_t n) { AddOrSub(Sum::kAdd, true, Flags::kKept, a.number, a.number, n); }
void Masm::Sub64(Gpr a, Gpr b) { Emit(0xcb000000, a.number, a.number, b.number); }
void Masm::ExtendSigned32(Gpr to, Gpr from) { Emit(0x93407c00, to.number, from.number); }
void Masm::ExtendSigned8(Gpr to, Gpr from) { Emit(0x13001c00, to.number, from.number); }
void Masm::ExtendSigned16(Gpr to, Gpr from) { Emit(0x13003c00, to.number, from.number); }
void Masm::Extend8(Gpr to, Gpr from) { Emit(0x53001c00, to.number, from.number); }
void Masm::Extend16(Gpr to, Gpr from) { Emit(0x53003c00, to.number, from.number); }

// ---- Conditions ----

void Masm::Compare32(Gpr a, Gpr b) { Emit(0x6b000000, kZero, a.number, b.number); }
void Masm::Compare32(Gpr a, int32_t n) { AddOrSub(Sum::kSub, false, Flags::kSet, kZero, a.number, n); }
void Masm::Compare32(Gpr a, const Memory& m) {
  Move({kLoad32, 2}, kX17, m);
  Emit(0x6b000000, kZero, a.number, kX17);
}
void Masm::Compare32(const Memory& m, int32_t n) {
  Move({kLoad32, 2}, kX17, m);
  AddOrSub(Sum::kSub, false, Flags::kSet, kZero, kX17, n);
}
void Masm::Compare64(Gpr a, Gpr b) { Emit(0xeb000000, kZero, a.number, b.number); }
void Masm::Compare64(Gpr a, int32_t n) { AddOrSub(Sum::kSub, true, Flags::kSet, kZero, a.number, n); }
void Masm::Compare64(Gpr a, const Memory& m) {
  Move({kLoad64, 3}, kX17, m);
  Emit(0xeb000000, kZero, a.number, kX17);
}
void Masm::Compare64(const Memory& m, int32_t n) {
  Move({kLoad64, 3}, kX17, m);
  AddOrSub(Sum::kSub, true, Flags::kSet, kZero, kX17, n);
}
void Masm::Compare8(const Memory& m, uint8_t n) {
  Move({kLoad8, 0}, kX17, m);
  AddOrSub(Sum::kSub, false, Flags::kSet, kZero, kX17, n);
}
void Masm::Test32(Gpr a, Gpr b) { Emit(0x6a000000, kZero, a.number, b.number); }
void Masm::Test32(Gpr a, int32_t n) { Logical(0x72000000, 0x6a000000, kZero, a.number, n); }
void Masm::Test8(const Memory& m, uint8_t bits) {
  Move({kLoad8, 0}, kX17, m);
  Logical(0x72000000, 0x6a000000, kZero, kX17, bits);
}

void Masm::JumpIfCode(unsigned condition, Label* label) {
  Refer(Begin(), TargetOf(label), kJumpIf);
  Emit(0x54000000 | condition);
}
// cset: the opposite condition chooses what is one more than zero.
void Masm::SetIfCode(Gpr to, unsigned condition) { Emit(0x1a9f07e0 | (condition ^ 1) << 12 | to.number); }
void Masm::JumpIf(Condition condition, Label* label) { JumpIfCode(CodeOf(condition), label); }
void Masm::SetIf(Gpr to, Condition condition) { SetIfCode(to, CodeOf(condition)); }

// ---- Doubles ----

void Masm::AddDouble(Fpr a, Fpr b) { Emit(0x1e602800, a.number, a.number, b.number); }
void Masm::SubDouble(Fpr a, Fpr b) { Emit(0x1e603800, a.number, a.number, b.number); }
void Masm::MulDouble(Fpr a, Fpr b) { Emit(0x1e600800, a.number, a.number, b.number); }
void Masm::DivDouble(Fpr a, Fpr b) { Emit(0x1e601800, a.number, a.number, b.number); }
void Masm::AddDouble(Fpr a, const Memory& m) {
  Move({kLoadDouble, 3}, kDoubleScratch, m);
  Emit(0x1e602800, a.number, a.number, kDoubleScratch);
}
void Masm::SqrtDouble(Fpr to, Fpr from) { Emit(0x1e61c000, to.number, from.number); }
void Masm::NegateDouble(Fpr a) { Emit(0x1e614000, a.number, a.number); }
void Masm::AbsDouble(Fpr a) { Emit(0x1e60c000, a.number, a.number); }
void Masm::JumpIfDouble(DoubleCondition condition, Fpr a, Fpr b, Label* label) {
  Emit(0x1e602000, 0, a.number, b.number);
  JumpIfCode(CodeOf(condition), label);
}
void Masm::SetIfDouble(Gpr to, DoubleCondition condition, Fpr a, Fpr b) {
  Emit(0x1e602000, 0, a.number, b.number);
  SetIfCode(to, CodeOf(condition));
}
void Masm::Int32ToDouble(Fpr to, Gpr from) { Emit(0x1e620000, to.number, from.number); }
void Masm::Uint32ToDouble(Fpr to, Gpr from) { Emit(0x1e630000, to.number, from.number); }
void Masm::DoubleToInt32(Gpr to, Fpr from, bool minus_zero_is_zero, Label* is_not) {
  Emit(0x1e780000, to.number, from.number);
  Emit(0x1e620000, kDoubleScratch, to.number);
  Emit(0x1e602000, 0, kDoubleScratch, from.number);
  JumpIfCode(kNotEqual, is_not);
  if (minus_zero_is_zero) return;
  // Its bits are the one number from which 1 can't be subtracted.
  Emit(0x9e660000, kX16, from.number);
  AddOrSub(Sum::kSub, true, Flags::kSet, kZero, kX16, 1);
  JumpIfCode(kOverflow, is_not);
}
void Masm::TruncateToInt32(Gpr to, Fpr from, Label* slow) {
  // What does not fit becomes the least number or the greatest: one of these overflows.
  Emit(0x9e780000, to.number, from.number);
  AddOrSub(Sum::kSub, true, Flags::kSet, kZero, to.number, 1);
  Emit(0xba400801 | 1 << 16 | kNoOverflow << 12 | uint32_t{to.number} << 5);  // ccmn to, #1, #V, vc
  JumpIfCode(kOverflow, slow);
  Move32(to, to);
}
void Masm::RoundToFloat(Fpr to, Fpr from) {
  Emit(0x1e624000, to.number, from.number);
  Emit(0x1e22c000, to.number, to.number);
}

// ---- Control ----

void Masm::Jump(Label* label) {
  Refer(Begin(), TargetOf(label), kJump);
  Emit(0x14000000);
}
void Masm::JumpTo(Gpr to) { Emit(0xd61f0000, 0, to.number); }
void Masm::JumpTo(const Memory& m) {
  Move({kLoad64, 3}, kX16, m);
  Emit(0xd61f0000, 0, kX16);
}
void Masm::CallNative(const Memory& m) {
  Emit(0xf81f0ffe);  // str x30, [sp, #-16]!
  Move({kLoad64, 3}, kX16, m);
  Emit(0xd63f0000, 0, kX16);
  Emit(0xf84107fe);  // ldr x30, [sp], #16
}
void Masm::CallStub(const Memory& m) { CallNative(m); }
void Masm::AddressOf(Gpr to, Label* label) {
  Refer(Begin(), TargetOf(label), kAddress);
  Emit(0x10000000 | to.number);
}
void Masm::JumpByTable(Gpr index, std::span<Label* const> labels, Gpr temporary) {
  Refer(Begin(), Table(labels), kAddress);
  Emit(0x10000000 | temporary.number);
  Emit(0xb8a05800, kX16, temporary.number, index.number);  // ldrsw, uxtw
  Emit(0x8b000000, temporary.number, temporary.number, kX16);
  Emit(0xd61f0000, 0, temporary.number);
}
void Masm::Trap() { Emit(0xd4200000); }

}  // namespace halfword::jit::a64
