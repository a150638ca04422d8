#include "jit/masm/masm_x64.h"

#include <bit>
#include <cstring>

namespace halfword::jit::x64 {

namespace {

// ---- Bytes of an instruction ----

uint8_t* PutBytes(uint8_t* p, std::initializer_list<uint8_t> bytes) {
  return std::copy(bytes.begin(), bytes.end(), p);
}
HW_INLINE uint8_t* Put(uint8_t* p, uint8_t byte) {
  *p = byte;
  return p + 1;
}
HW_INLINE uint8_t* Put32(uint8_t* p, uint32_t word) {
  std::memcpy(p, &word, sizeof word);
  return p + sizeof word;
}
HW_INLINE uint8_t* Put64(uint8_t* p, uint64_t word) {
  std::memcpy(p, &word, sizeof word);
  return p + sizeof word;
}

// Prefixes and opcode. Without REX the byte registers 4 to 7 are others.
HW_INLINE uint8_t* PutOpcode(uint8_t* p, uint32_t opcode, bool is_wide, unsigned reg, unsigned index,
                             unsigned base, bool needs_rex) {
  if (opcode >> 16 != 0) p = Put(p, static_cast<uint8_t>(opcode >> 16));
  unsigned rex =
      static_cast<unsigned>(is_wide) << 3 | (reg >> 3 & 1) << 2 | (index >> 3 & 1) << 1 | (base >> 3 & 1);
  if (rex != 0 || needs_rex) p = Put(p, static_cast<uint8_t>(0x40 | rex));
  if ((opcode >> 8 & 0xff) != 0) p = Put(p, static_cast<uint8_t>(opcode >> 8));
  return Put(p, static_cast<uint8_t>(opcode));
}

HW_INLINE uint8_t ModRm(unsigned mod, unsigned reg, unsigned rm) {
  return static_cast<uint8_t>(mod << 6 | (reg & 7) << 3 | (rm & 7));
}

HW_INLINE bool IsByte(int32_t n) { return n == static_cast<int8_t>(n); }
HW_INLINE bool NeedsRexAsByte(unsigned reg) { return reg >= 4 && reg < 8; }

HW_INLINE uint8_t* PutWithRegister(uint8_t* p, uint32_t opcode, bool is_wide, unsigned reg, unsigned rm,
                                   bool needs_rex) {
  p = PutOpcode(p, opcode, is_wide, reg, 0, rm, needs_rex);
  return Put(p, ModRm(3, reg, rm));
}

HW_INLINE uint8_t* PutWithMemory(uint8_t* p, uint32_t opcode, bool is_wide, unsigned reg, const Memory& m,
                                 bool needs_rex) {
  constexpr unsigned kNoIndex = 4;
  unsigned base = m.base.number, index = kNoIndex, shift = 0;
  if (m.kind == Memory::kIndexed) {
    index = m.index.number;
    shift = m.shift;
    DCHECK(index != kNoIndex && shift < 4);
  } else if (HALFWORD_COMPRESS && m.kind == Memory::kHeap) {
    index = base;
    base = kBase.number;
    DCHECK(index != kNoIndex);
  }
  p = PutOpcode(p, opcode, is_wide, reg, index, base, needs_rex);
  // Mode 0 of the bases 5 and 13 is another one.
  unsigned mod = m.displacement == 0 && (base & 7) != 5 ? 0 : IsByte(m.displacement) ? 1 : 2;
  if (index != kNoIndex || (base & 7) == 4) {
    p = Put(p, ModRm(mod, reg, 4));
    p = Put(p, static_cast<uint8_t>(shift << 6 | (index & 7) << 3 | (base & 7)));
  } else {
    p = Put(p, ModRm(mod, reg, base));
  }
  if (mod == 1) return Put(p, static_cast<uint8_t>(m.displacement));
  if (mod == 2) return Put32(p, static_cast<uint32_t>(m.displacement));
  return p;
}

// ---- References ----

enum FormNumber : uint8_t { kJump, kJumpIf, kRelative };

// A short jump's 8 bits count from its end.
constexpr CodeBuffer::Form kForms[] = {
    {2, 5, -126, 129},             // kJump
    {2, 6, -126, 129},             // kJumpIf: `detail` is the condition
    {4, 4, INT32_MIN, INT32_MAX},  // kRelative: 32 bits, `detail` bytes before the end of the instruction
};

void WriteReference(uint8_t* place, const uint8_t*, const CodeBuffer::Reference& reference, int32_t distance,
                    bool is_long) {
  uint8_t condition = reference.detail;
  switch (reference.form) {
    case kJump: place = Put(place, is_long ? 0xe9 : 0xeb); break;
    case kJumpIf:
      if (is_long) place = Put(place, 0x0f);
      place = Put(place, static_cast<uint8_t>((is_long ? 0x80 : 0x70) | condition));
      break;
    default: Put32(place, static_cast<uint32_t>(distance - 4 - reference.detail)); return;
  }
  distance -= is_long ? kForms[reference.form].long_bytes : kForms[reference.form].short_bytes;
  if (is_long) {
    Put32(place, static_cast<uint32_t>(distance));
  } else {
    Put(place, static_cast<uint8_t>(distance));
  }
}

constexpr CodeBuffer::Encoding kEncoding = {kForms, WriteReference, 0xcc};

// ---- Conditions ----

enum ConditionCode : uint8_t {
  kOverflow = 0,
  kBelow = 2,
  kAboveEqual = 3,
  kEqual = 4,
  kNotEqual = 5,
  kBelowEqual = 6,
  kAbove = 7,
  kNegative = 8,
  kNotNegative = 9,
  kUnordered = 10,
  kLess = 12,
  kGreaterEqual = 13,
  kLessEqual = 14,
  kGreater = 15,
};

unsigned CodeOf(Condition condition) {
  static constexpr uint8_t kCodes[] = {kEqual, kNotEqual,   kLess,  kGreaterEqual, kGreater,  kLessEqual,
                                       kBelow, kAboveEqual, kAbove, kBelowEqual,   kNegative, kNotNegative};
  return kCodes[static_cast<int>(condition)];
}

constexpr uint64_t kSign = uint64_t{1} << 63;

}  // namespace

Masm::Masm() : CodeBuffer(kEncoding) {}

Memory Masm::Access(const Memory& m) {
  if (m.kind != Memory::kHeap) return m;
  heap_accesses_++;
#if defined(HALFWORD_DECODES_APART)
  Decode(m.base);
  return Memory::At(kDecoded, m.displacement);
#else
  return m;
#endif
}

#if defined(HALFWORD_DECODES_APART)
// As TaggedBaseForMeasuring in bench/lab/decode.h, by the instructions that clang makes of it. Flags are
// lost: nobody accesses the heap between a comparison and its jump.
void Masm::Decode(Gpr value) {
  base_additions_++;
  const Memory sum = Memory::Raw(kDecoded, value, 0);
#if HALFWORD_DECODE_CORRUPTING
  End(PutWithMemory(Begin(), 0x8d, true, kDecoded.number, Memory::Raw(kBase, value, 0), false));
  (void)sum;
#elif HALFWORD_DECODE_BRANCHLESS
  Move32(kDecoded, value);
  And32(kDecoded, 1);
  Emit(0xf7, true, 3, kDecoded.number);  // its negation
  Emit(0x21, true, kBase.number, kDecoded.number);
  End(PutWithMemory(Begin(), 0x8d, true, kDecoded.number, sum, false));
#else
  constexpr int kBytesOfClearing = 2;
  Move64(kDecoded, kBase);
  Test32(value, 1);
  uint8_t* p = Begin();
  p = Put(p, 0x75);
  End(Put(p, kBytesOfClearing));
  Emit(0x31, false, kDecoded.number, kDecoded.number);
  End(PutWithMemory(Begin(), 0x8d, true, kDecoded.number, sum, false));
#endif
}
#endif

void Masm::Emit(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, bool is_byte) {
  End(PutWithRegister(Begin(), opcode, is_wide, reg, rm, is_byte && NeedsRexAsByte(rm)));
}
void Masm::Emit(uint32_t opcode, bool is_wide, unsigned reg, const Memory& m, bool is_byte) {
  const Memory access = Access(m);
  End(PutWithMemory(Begin(), opcode, is_wide, reg, access, is_byte && NeedsRexAsByte(reg)));
}
void Masm::EmitWithByte(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, int byte) {
  uint8_t* p = PutWithRegister(Begin(), opcode, is_wide, reg, rm, false);
  End(Put(p, static_cast<uint8_t>(byte)));
}
void Masm::EmitWithByte(uint32_t opcode, bool is_wide, unsigned reg, const Memory& m, int byte) {
  const Memory access = Access(m);
  uint8_t* p = PutWithMemory(Begin(), opcode, is_wide, reg, access, false);
  End(Put(p, static_cast<uint8_t>(byte)));
}
void Masm::EmitWithWord(uint32_t opcode, bool is_wide, unsigned reg, unsigned rm, int32_t word) {
  uint8_t* p = PutWithRegister(Begin(), opcode, is_wide, reg, rm, false);
  End(Put32(p, static_cast<uint32_t>(word)));
}
void Masm::EmitWithWord(uint32_t opcode, bool is_wide, unsigned reg, const Memory& m, int32_t word) {
  const Memory access = Access(m);
  uint8_t* p = PutWithMemory(Begin(), opcode, is_wide, reg, access, false);
  End(Put32(p, static_cast<uint32_t>(word)));
}
void Masm::EmitRelative(uint32_t opcode, bool is_wide, unsigned reg, Target target) {
  uint8_t* p = PutOpcode(Begin(), opcode, is_wide, reg, 0, 0, false);
  p = Put(p, ModRm(0, reg, 5));
  Refer(p, target, kRelative);
  End(p + 4);
}

// ---- Registers and constants ----

void Masm::Move32(Gpr to, Gpr from) { Emit(0x89, false, from.number, to.number); }
void Masm::Move64(Gpr to, Gpr from) {
  if (to != from) Emit(0x89, true, from.number, to.number);
}
void Masm::Exchange64(Gpr a, Gpr b) {
  if (a == b) return;
  if (a == rax || b == rax) {
    unsigned other = a == rax ? b.number : a.number;
    End(PutOpcode(Begin(), 0x90 | (other & 7), true, 0, 0, other, false));
    return;
  }
  Emit(0x87, true, a.number, b.number);
}
// No xor, which would change the flags.
void Masm::Set32(Gpr to, uint32_t n) {
  uint8_t* p = PutOpcode(Begin(), 0xb8 | (to.number & 7), false, 0, 0, to.number, false);
  End(Put32(p, n));
}
void Masm::Set64(Gpr to, uint64_t n) {
  if (n <= UINT32_MAX) return Set32(to, static_cast<uint32_t>(n));
  if (static_cast<int64_t>(n) == static_cast<int32_t>(n)) {
    return EmitWithWord(0xc7, true, 0, to.number, static_cast<int32_t>(n));
  }
  uint8_t* p = PutOpcode(Begin(), 0xb8 | (to.number & 7), true, 0, 0, to.number, false);
  End(Put64(p, n));
}
void Masm::MoveDouble(Fpr to, Fpr from) {
  if (to != from) Emit(0x0f28, false, to.number, from.number);
}
void Masm::MoveBits64(Fpr to, Gpr from) { Emit(0x660f6e, true, to.number, from.number); }
void Masm::MoveBits64(Gpr to, Fpr from) { Emit(0x660f7e, true, from.number, to.number); }
void Masm::SetDouble(Fpr to, double n) {
  auto bits = std::bit_cast<uint64_t>(n);
  if (bits == 0) return Emit(0x0f57, false, to.number, to.number);
  EmitRelative(0xf20f10, false, to.number, Constant64(bits));
}

// ---- Memory ----

void Masm::PrefetchForStore(const Memory& m) { Emit(0x0f0d, false, 1, m); }
void Masm::Load8(Gpr to, const Memory& m) { Emit(0x0fb6, false, to.number, m); }
void Masm::LoadSigned8(Gpr to, const Memory& m) { Emit(0x0fbe, false, to.number, m); }
void Masm::Load16(Gpr to, const Memory& m) { Emit(0x0fb7, false, to.number, m); }
void Masm::LoadSigned16(Gpr to, const Memory& m) { Emit(0x0fbf, false, to.number, m); }
void Masm::Load32(Gpr to, const Memory& m) { Emit(0x8b, false, to.number, m); }
void Masm::Load64(Gpr to, const Memory& m) { Emit(0x8b, true, to.number, m); }
void Masm::Store8(const Memory& m, Gpr from) { Emit(0x88, false, from.number, m, true); }
void Masm::Store16(const Memory& m, Gpr from) { Emit(0x660089, false, from.number, m); }
void Masm::Store32(const Memory& m, Gpr from) { Emit(0x89, false, from.number, m); }
void Masm::Store64(const Memory& m, Gpr from) { Emit(0x89, true, from.number, m); }
void Masm::Store32(const Memory& m, int32_t n) { EmitWithWord(0xc7, false, 0, m, n); }
void Masm::Store64(const Memory& m, int32_t n) { EmitWithWord(0xc7, true, 0, m, n); }
void Masm::LoadDouble(Fpr to, const Memory& m) { Emit(0xf20f10, false, to.number, m); }
void Masm::StoreDouble(const Memory& m, Fpr from) { Emit(0xf20f11, false, from.number, m); }
void Masm::LoadFloat(Fpr to, const Memory& m) {
  Emit(0xf30f10, false, to.number, m);
  Emit(0xf30f5a, false, to.number, to.number);
}
void Masm::StoreFloat(const Memory& m, Fpr from) {
  RoundToSingle(kScratchDouble, from);
  Emit(0xf30f11, false, kScratchDouble.number, m);
}
void Masm::LoadBits32(Fpr to, const Memory& m) { Emit(0xf30f10, false, to.number, m); }
void Masm::StoreBits32(const Memory& m, Fpr from) { Emit(0xf30f11, false, from.number, m); }
void Masm::Load128(Fpr to, const Memory& m) { Emit(0x0f10, false, to.number, m); }
void Masm::Store128(const Memory& m, Fpr from) { Emit(0x0f11, false, from.number, m); }
// Stores are in order here.
void Masm::StoreRelease32(const Memory& m, Gpr from) { Store32(m, from); }
void Masm::StoreRelease64(const Memory& m, Gpr from) { Store64(m, from); }
void Masm::AddToMemory32(const Memory& m, int32_t n) {
  if (n == 1) return Emit(0xff, false, 0, m);
  if (n == -1) return Emit(0xff, false, 1, m);
  Compute(Alu::kAdd, false, m, n);
}

// ---- Integers ----

void Masm::Compute(Alu alu, bool is_wide, Gpr a, Gpr b) {
  Emit(static_cast<uint32_t>(alu) << 3 | 1, is_wide, b.number, a.number);
}
void Masm::Compute(Alu alu, bool is_wide, Gpr a, int32_t n) {
  if (IsByte(n)) return EmitWithByte(0x83, is_wide, static_cast<unsigned>(alu), a.number, n);
  if (a != rax) return EmitWithWord(0x81, is_wide, static_cast<unsigned>(alu), a.number, n);
  uint8_t* p = PutOpcode(Begin(), static_cast<uint32_t>(alu) << 3 | 5, is_wide, 0, 0, 0, false);
  End(Put32(p, static_cast<uint32_t>(n)));
}
void Masm::Compute(Alu alu, bool is_wide, const Memory& m, int32_t n) {
  if (IsByte(n)) return EmitWithByte(0x83, is_wide, static_cast<unsigned>(alu), m, n);
  EmitWithWord(0x81, is_wide, static_cast<unsigned>(alu), m, n);
}
void Masm::AddOrSub(bool is_wide, bool is_sub, Gpr a, int32_t n) {
  if (n == 1 || n == -1) return Emit(0xff, is_wide, (n == 1) == is_sub, a.number);
  Compute(is_sub ? Alu::kSub : Alu::kAdd, is_wide, a, n);
}

void Masm::Add32(Gpr a, Gpr b) { Compute(Alu::kAdd, false, a, b); }
void Masm::Add32(Gpr a, int32_t n) { AddOrSub(false, false, a, n); }
void Masm::Add32(Gpr a, const Memory& m) { Emit(0x03, false, a.number, m); }
void Masm::Sub32(Gpr a, Gpr b) { Compute(Alu::kSub, false, a, b); }
void Masm::Sub32(Gpr a, int32_t n) { AddOrSub(false, true, a, n); }
void Masm::Sub32(Gpr a, const Memory& m) { Emit(0x2b, false, a.number, m); }
void Masm::And32(Gpr a, Gpr b) { Compute(Alu::kAnd, false, a, b); }
void Masm::And32(Gpr a, int32_t n) { Compute(Alu::kAnd, false, a, n); }
void Masm::Or32(Gpr a, Gpr b) { Compute(Alu::kOr, false, a, b); }
void Masm::Or32(Gpr a, int32_t n) { Compute(Alu::kOr, false, a, n); }
void Masm::Xor32(Gpr a, Gpr b) { Compute(Alu::kXor, false, a, b); }
void Masm::Xor32(Gpr a, int32_t n) { Compute(Alu::kXor, false, a, n); }
void Masm::Mul32(Gpr a, Gpr b) { Emit(0x0faf, false, a.number, b.number); }
void Masm::Mul32(Gpr to, Gpr from, int32_t n) {
  if (IsByte(n)) return EmitWithByte(0x6b, false, to.number, from.number, n);
  EmitWithWord(0x69, false, to.number, from.number, n);
}
void Masm::Negate32(Gpr a) { Emit(0xf7, false, 3, a.number); }
void Masm::Not32(Gpr a) { Emit(0xf7, false, 2, a.number); }

void Masm::ShiftBy(Shift shift, Gpr a, int count) {
  count &= 31;
  if (count == 0) return Move32(a, a);
  if (count == 1) return Emit(0xd1, false, static_cast<unsigned>(shift), a.number);
  EmitWithByte(0xc1, false, static_cast<unsigned>(shift), a.number, count);
}
void Masm::ShiftBy(Shift shift, Gpr a, Gpr count) {
  DCHECK(count == kShiftCount);
  Emit(0xd3, false, static_cast<unsigned>(shift), a.number);
}
void Masm::ShiftLeft32(Gpr a, int count) { ShiftBy(Shift::kLeft, a, count); }
void Masm::ShiftRight32(Gpr a, int count) { ShiftBy(Shift::kRight, a, count); }
void Masm::ShiftRightSigned32(Gpr a, int count) { ShiftBy(Shift::kRightSigned, a, count); }
void Masm::ShiftLeft32(Gpr a, Gpr count) { ShiftBy(Shift::kLeft, a, count); }
void Masm::ShiftRight32(Gpr a, Gpr count) { ShiftBy(Shift::kRight, a, count); }
void Masm::ShiftRightSigned32(Gpr a, Gpr count) { ShiftBy(Shift::kRightSigned, a, count); }

void Masm::AddOrJump32(Gpr a, Gpr b, Label* overflow) {
  Add32(a, b);
  JumpIfCode(kOverflow, overflow);
}
void Masm::AddOrJump32(Gpr a, int32_t n, Label* overflow) {
  Add32(a, n);
  JumpIfCode(kOverflow, overflow);
}
void Masm::SubOrJump32(Gpr a, Gpr b, Label* overflow) {
  Sub32(a, b);
  JumpIfCode(kOverflow, overflow);
}
void Masm::SubOrJump32(Gpr a, int32_t n, Label* overflow) {
  Sub32(a, n);
  JumpIfCode(kOverflow, overflow);
}
void Masm::MulOrJump32(Gpr a, Gpr b, Label* overflow) {
  Mul32(a, b);
  JumpIfCode(kOverflow, overflow);
}
void Masm::MulOrJump32(Gpr to, Gpr from, int32_t n, Label* overflow) {
  Mul32(to, from, n);
  JumpIfCode(kOverflow, overflow);
}
void Masm::NegateOrJump32(Gpr a, Label* overflow) {
  Negate32(a);
  JumpIfCode(kOverflow, overflow);
}

void Masm::Divide32(Gpr quotient, Gpr remainder, Gpr dividend, Gpr divisor) {
  DCHECK(quotient == kDividend && dividend == kDividend && remainder == kRemainder);
  DCHECK(divisor != kDividend && divisor != kRemainder);
  End(Put(Begin(), 0x99));  // cdq
  Emit(0xf7, false, 7, divisor.number);
}

void Masm::AddShifted(bool is_wide, Gpr to, Gpr a, Gpr b, int shift) {
  if (shift == 0 && to == a) return Compute(Alu::kAdd, is_wide, a, b);
  if (shift == 0 && to == b) return Compute(Alu::kAdd, is_wide, b, a);
  Emit(0x8d, is_wide, to.number, Memory::Raw(a, b, shift));
}
void Masm::AddShifted32(Gpr to, Gpr a, Gpr b, int shift) { AddShifted(false, to, a, b, shift); }
void Masm::AddShifted64(Gpr to, Gpr a, Gpr b, int shift) { AddShifted(true, to, a, b, shift); }
void Masm::AddConstant32(Gpr to, Gpr a, int32_t n) {
  if (n == 0) return Move32(to, a);
  if (to == a) return Add32(a, n);
  Emit(0x8d, false, to.number, Memory::At(a, n));
}
void Masm::Add64(Gpr a, Gpr b) {
  if (b == kBase) base_additions_++;
  Compute(Alu::kAdd, true, a, b);
}
void Masm::Add64(Gpr a, int32_t n) { AddOrSub(true, false, a, n); }
void Masm::Sub64(Gpr a, Gpr b) { Compute(Alu::kSub, true, a, b); }
void Masm::ExtendSigned32(Gpr to, Gpr from) { Emit(0x63, true, to.number, from.number); }
void Masm::ExtendSigned8(Gpr to, Gpr from) { Emit(0x0fbe, false, to.number, from.number, true); }
void Masm::ExtendSigned16(Gpr to, Gpr from) { Emit(0x0fbf, false, to.number, from.number); }
void Masm::Extend8(Gpr to, Gpr from) { Emit(0x0fb6, false, to.number, from.number, true); }
void Masm::Extend16(Gpr to, Gpr from) { Emit(0x0fb7, false, to.number, from.number); }

// ---- Conditions ----

void Masm::Compare32(Gpr a, Gpr b) { Compute(Alu::kCompare, false, a, b); }
void Masm::Compare32(Gpr a, int32_t n) { Compute(Alu::kCompare, false, a, n); }
void Masm::Compare32(Gpr a, const Memory& m) { Emit(0x3b, false, a.number, m); }
void Masm::Compare32(const Memory& m, int32_t n) { Compute(Alu::kCompare, false, m, n); }
void Masm::Compare64(Gpr a, Gpr b) { Compute(Alu::kCompare, true, a, b); }
void Masm::Compare64(Gpr a, int32_t n) { Compute(Alu::kCompare, true, a, n); }
void Masm::Compare64(Gpr a, const Memory& m) { Emit(0x3b, true, a.number, m); }
void Masm::Compare64(const Memory& m, int32_t n) { Compute(Alu::kCompare, true, m, n); }
void Masm::Compare8(const Memory& m, uint8_t n) { EmitWithByte(0x80, false, 7, m, n); }
void Masm::Test32(Gpr a, Gpr b) { Emit(0x85, false, b.number, a.number); }
void Masm::Test32(Gpr a, int32_t n) {
  // One byte says the same, as long as its sign is no bit of the number.
  bool is_byte = n >= 0 && n < 0x80;
  uint8_t* p = Begin();
  if (a == rax) {
    p = Put(p, is_byte ? 0xa8 : 0xa9);
  } else {
    p = PutWithRegister(p, is_byte ? 0xf6 : 0xf7, false, 0, a.number, is_byte && NeedsRexAsByte(a.number));
  }
  End(is_byte ? Put(p, static_cast<uint8_t>(n)) : Put32(p, static_cast<uint32_t>(n)));
}
void Masm::Test8(const Memory& m, uint8_t bits) { EmitWithByte(0xf6, false, 0, m, bits); }

void Masm::JumpIfCode(unsigned condition, Label* label) {
  uint8_t* p = Begin();
  Refer(p, TargetOf(label), kJumpIf, static_cast<uint8_t>(condition));
  End(p + kForms[kJumpIf].short_bytes);
}
void Masm::SetIfCode(Gpr to, unsigned condition) {
  Emit(0x0f90 | condition, false, 0, to.number, true);
  Extend8(to, to);
}
void Masm::JumpIf(Condition condition, Label* label) { JumpIfCode(CodeOf(condition), label); }
void Masm::SetIf(Gpr to, Condition condition) { SetIfCode(to, CodeOf(condition)); }

// ---- Doubles ----

void Masm::AddDouble(Fpr a, Fpr b) { Emit(0xf20f58, false, a.number, b.number); }
void Masm::SubDouble(Fpr a, Fpr b) { Emit(0xf20f5c, false, a.number, b.number); }
void Masm::MulDouble(Fpr a, Fpr b) { Emit(0xf20f59, false, a.number, b.number); }
void Masm::DivDouble(Fpr a, Fpr b) { Emit(0xf20f5e, false, a.number, b.number); }
void Masm::AddDouble(Fpr a, const Memory& m) { Emit(0xf20f58, false, a.number, m); }
// Conversions and roots leave the upper half of their result as it was, so they wait for what wrote it last.
// A move before them, or a zero, waits for nothing.
void Masm::SqrtDouble(Fpr to, Fpr from) {
  MoveDouble(to, from);
  Emit(0xf20f51, false, to.number, to.number);
}
void Masm::RoundToSingle(Fpr to, Fpr from) {
  MoveDouble(to, from);
  Emit(0xf20f5a, false, to.number, to.number);
}
void Masm::RoundToFloat(Fpr to, Fpr from) {
  RoundToSingle(to, from);
  Emit(0xf30f5a, false, to.number, to.number);
}
void Masm::NegateDouble(Fpr a) { EmitRelative(0x0f57, false, a.number, Constant128(kSign, 0)); }
void Masm::AbsDouble(Fpr a) { EmitRelative(0x0f54, false, a.number, Constant128(~kSign, 0)); }

unsigned Masm::CompareDoubles(DoubleCondition condition, Fpr a, Fpr b) {
  // A comparison with NaN looks like "below" and like "equal": only kAbove and kAboveEqual are false then.
  bool is_swapped = condition <= DoubleCondition::kNotLessEqual;
  Emit(0x660f2e, false, is_swapped ? b.number : a.number, is_swapped ? a.number : b.number);
  switch (condition) {
    case DoubleCondition::kLess:
    case DoubleCondition::kGreater: return kAbove;
    case DoubleCondition::kNotLess:
    case DoubleCondition::kNotGreater: return kBelowEqual;
    case DoubleCondition::kLessEqual:
    case DoubleCondition::kGreaterEqual: return kAboveEqual;
    default: return kBelow;
  }
}
void Masm::JumpIfDouble(DoubleCondition condition, Fpr a, Fpr b, Label* label) {
  if (condition > DoubleCondition::kNotEqual) return JumpIfCode(CompareDoubles(condition, a, b), label);
  Emit(0x660f2e, false, a.number, b.number);
  if (condition == DoubleCondition::kNotEqual) {
    JumpIfCode(kUnordered, label);
    JumpIfCode(kNotEqual, label);
  } else {
    Label is_not;
    JumpIfCode(kUnordered, &is_not);
    JumpIfCode(kEqual, label);
    Bind(&is_not);
  }
}
void Masm::SetIfDouble(Gpr to, DoubleCondition condition, Fpr a, Fpr b) {
  if (condition > DoubleCondition::kNotEqual) return SetIfCode(to, CompareDoubles(condition, a, b));
  MoveDouble(kScratchDouble, a);
  constexpr int kEqualOrdered = 0, kNotEqualOrUnordered = 4;
  EmitWithByte(0xf20fc2, false, kScratchDouble.number, b.number,
               condition == DoubleCondition::kEqual ? kEqualOrdered : kNotEqualOrUnordered);
  Emit(0x660f7e, false, kScratchDouble.number, to.number);
  And32(to, 1);
}

void Masm::Int32ToDouble(Fpr to, Gpr from) {
  Emit(0x0f57, false, to.number, to.number);
  Emit(0xf20f2a, false, to.number, from.number);
}
void Masm::Uint32ToDouble(Fpr to, Gpr from) {
  Emit(0x0f57, false, to.number, to.number);
  Emit(0xf20f2a, true, to.number, from.number);
}
void Masm::DoubleToInt32(Gpr to, Fpr from, bool minus_zero_is_zero, Label* is_not) {
  Emit(0xf20f2c, false, to.number, from.number);
  Int32ToDouble(kScratchDouble, to);
  Emit(0x660f2e, false, kScratchDouble.number, from.number);
  JumpIfCode(kNotEqual, is_not);
  JumpIfCode(kUnordered, is_not);
  if (minus_zero_is_zero) return;
  Label is_done;
  Test32(to, to);
  JumpIfCode(kNotEqual, &is_done);
  Emit(0x660f50, false, to.number, from.number);  // the sign, and that of the upper half
  And32(to, 1);
  JumpIfCode(kNotEqual, is_not);
  Bind(&is_done);
}
void Masm::TruncateToInt32(Gpr to, Fpr from, Label* slow) {
  Emit(0xf20f2c, true, to.number, from.number);
  Compare64(to, 1);  // overflows for what stands for all that does not fit
  JumpIfCode(kOverflow, slow);
  Move32(to, to);
}

// ---- Control ----

void Masm::Jump(Label* label) {
  uint8_t* p = Begin();
  Refer(p, TargetOf(label), kJump);
  End(p + kForms[kJump].short_bytes);
}
void Masm::JumpTo(Gpr to) { Emit(0xff, false, 4, to.number); }
void Masm::JumpTo(const Memory& m) { Emit(0xff, false, 4, m); }
// The stack is 8 bytes off everywhere in machine code. A zero fills it, which keeps no object alive. Nothing
// is in rcx behind a call.
void Masm::CallNative(const Memory& m) {
  End(PutBytes(Begin(), {0x6a, 0}));  // push 0
  Emit(0xff, false, 2, m);
  End(Put(Begin(), 0x58 | rcx.number));  // pop
}
void Masm::CallStub(const Memory& m) {
  End(PutBytes(Begin(), {0x6a, 0}));
  Emit(0xff, false, 2, m);
  End(PutBytes(Begin(), {0x48, 0x83, 0xc4, 8}));  // add rsp, 8
}
void Masm::AddressOf(Gpr to, Label* label) { EmitRelative(0x8d, true, to.number, TargetOf(label)); }
void Masm::JumpByTable(Gpr index, std::span<Label* const> labels, Gpr temporary) {
  EmitRelative(0x8d, true, temporary.number, Table(labels));
  Emit(0x63, true, index.number, Memory::Raw(temporary, index, 2));
  Add64(temporary, index);
  JumpTo(temporary);
}
void Masm::Trap() { End(Put(Begin(), 0xcc)); }

}  // namespace halfword::jit::x64
