// What a64::Masm should emit.
#include <bit>
#include <set>

#include "forms.h"
#include "jit/masm/masm_a64.h"

namespace halfword::encoders {

namespace {

using jit::a64::Masm;

constexpr const char* kConditions[] = {"eq", "ne", "lt", "ge", "gt", "le", "lo", "hs", "hi", "ls", "mi", "pl"};
constexpr const char* kDoubleConditions[] = {"eq", "ne", "mi", "pl", "ls", "hi", "gt", "le", "ge", "lt"};

std::string W(Gpr r) { return "w" + Number(r.number); }
std::string X(Gpr r) { return "x" + Number(r.number); }
std::string D(Fpr r) { return "d" + Number(r.number); }
std::string S(Fpr r) { return "s" + Number(r.number); }
std::string Q(Fpr r) { return "q" + Number(r.number); }
std::string If(Condition c) { return kConditions[static_cast<int>(c)]; }
std::string If(DoubleCondition c) { return kDoubleConditions[static_cast<int>(c)]; }
std::string Immediate(int64_t n) { return "#" + Number(n); }
std::string Join(const std::string& name, const std::string& a, const std::string& b, const std::string& c = "",
                 const std::string& d = "") {
  return name + " " + a + ", " + b + (c.empty() ? "" : ", " + c) + (d.empty() ? "" : ", " + d);
}
std::string In(const std::string& text) { return "[" + text + "]"; }

// ---- Constants ----

// All that logical instructions can have: a run of ones, rotated, repeated.
bool IsLogical(uint64_t n) {
  static const std::set<uint64_t> all = [] {
    std::set<uint64_t> found;
    for (unsigned size = 2; size <= 64; size *= 2) {
      for (unsigned ones = 1; ones < size; ones++) {
        for (unsigned first = 0; first < size; first++) {
          uint64_t pattern = 0;
          for (unsigned bit = 0; bit < 64; bit++) {
            if ((bit - first) % size < ones) pattern |= uint64_t{1} << bit;
          }
          found.insert(pattern);
        }
      }
    }
    return found;
  }();
  return all.count(n) != 0;
}
bool IsLogical32(int32_t n) { return IsLogical(static_cast<uint32_t>(n) * 0x100000001u); }

std::string SetText(const std::string& r, uint64_t n, bool is_wide) {
  int halves = is_wide ? 4 : 2, zeros = 0, ones = 0;
  for (int i = 0; i < halves; i++) {
    zeros += (n >> 16 * i & 0xffff) == 0;
    ones += (n >> 16 * i & 0xffff) == 0xffff;
  }
  uint64_t whole = is_wide ? n : n * 0x100000001u;
  if (zeros >= halves - 1 || ones >= halves - 1 || IsLogical(whole)) return Join("mov", r, Immediate(static_cast<int64_t>(n)));
  bool is_inverted = ones > zeros;
  std::string text;
  for (int i = 0; i < halves; i++) {
    uint64_t half = n >> 16 * i & 0xffff;
    if (half == (is_inverted ? 0xffffu : 0)) continue;
    std::string name = !text.empty() ? "movk" : is_inverted ? "movn" : "movz";
    if (name == "movn") half ^= 0xffff;
    text = Lines(text, Join(name, r, Immediate(static_cast<int64_t>(half)), "lsl #" + Number(16 * i)));
  }
  return text;
}
std::string SetText(const std::string& r, int32_t n) { return SetText(r, static_cast<uint32_t>(n), false); }
std::string SetWide(const std::string& r, int64_t n) { return SetText(r, static_cast<uint64_t>(n), true); }

// The assembler makes sub of an add of a negative constant.
std::string Sum(const std::string& name, const std::string& to, const std::string& a, int32_t n, bool is_wide = false) {
  int64_t size = n < 0 ? -int64_t{n} : n;
  std::string operands = to.empty() ? a : to + ", " + a;
  if (size < 4096 || (size % 4096 == 0 && size < 1 << 24)) return name + " " + operands + ", " + Immediate(n);
  return is_wide ? SetWide("x16", n) + "\n" + name + " " + operands + ", x16" : SetText("w16", n) + "\n" + name + " " + operands + ", w16";
}
std::string Logical(const std::string& name, const std::string& operands, int32_t n) {
  if (IsLogical32(n)) return name + " " + operands + ", " + Immediate(static_cast<uint32_t>(n));
  if (n == 0) return name + " " + operands + ", wzr";
  return SetText("w16", n) + "\n" + name + " " + operands + ", w16";
}
std::string Logical(const std::string& name, Gpr a, int32_t n) { return Logical(name, W(a) + ", " + W(a), n); }
// A constant in a register, and the instruction that has it there.
std::string WithNumber(int32_t n, const std::string& scratch, const std::string& before, const std::string& after = "") {
  return n == 0 ? before + "wzr" + after : SetText(scratch, n) + "\n" + before + scratch + after;
}

// ---- Memory ----

bool IsHeap(const Memory& m) { return HALFWORD_COMPRESS && m.kind == Memory::kHeap; }
bool IsOffset(int32_t n, int size) { return (n >= -256 && n < 256) || (n >= 0 && n % size == 0 && n / size < 4096); }
std::string Base(const Memory& m) { return IsHeap(m) || m.kind == Memory::kIndexed ? "x16" : X(m.base); }
std::string BaseText(const Memory& m) {
  if (IsHeap(m)) return Join("add", "x16", "x22", W(m.base), "uxtw");
  if (m.kind == Memory::kIndexed) return Join("add", "x16", X(m.base), X(m.index), "lsl #" + Number(m.shift));
  return "";
}
// `size`: bytes read or written.
std::string Transfer(const std::string& name, const std::string& r, const Memory& m, int size) {
  int32_t n = m.displacement;
  std::string begin = name + " " + r + ", ";
  if (n == 0 && IsHeap(m)) return begin + In("x22, " + W(m.base) + ", uxtw");
  if (n == 0 && m.kind == Memory::kIndexed && m.shift == 0) return begin + In(X(m.base) + ", " + X(m.index));
  if (n == 0 && m.kind == Memory::kIndexed && 1 << m.shift == size) {
    return begin + In(X(m.base) + ", " + X(m.index) + ", lsl #" + Number(m.shift));
  }
  if (IsOffset(n, size)) {
    // Offsets that are no multiples have forms of their own. The assembler finds all but that of prfm.
    const bool is_multiple = n >= 0 && n % size == 0;
    if (name == "prfm" && !is_multiple) begin = "prfum " + r + ", ";
    return Lines(BaseText(m), begin + In(Base(m) + ", " + Immediate(n)));
  }
  std::string text = SetWide("x16", n);
  if (IsHeap(m)) return text + "\n" + Join("add", "x16", "x16", W(m.base), "uxtw") + "\n" + begin + In("x22, x16");
  if (m.kind == Memory::kIndexed) text += "\n" + Join("add", "x16", "x16", X(m.index), "lsl #" + Number(m.shift));
  return text + "\n" + begin + In(X(m.base) + ", x16");
}
std::string Release(const std::string& r, const Memory& m) {
  int32_t n = m.displacement;
  std::string text = BaseText(m), base = Base(m);
  if (n != 0) {
    bool is_near = n > -4096 && n < 4096;
    text = Lines(text, is_near ? Join("add", "x16", base, Immediate(n)) : SetWide("x17", n) + "\n" + Join("add", "x16", base, "x17"));
    base = "x16";
  }
  return Lines(text, "stlr " + r + ", " + In(base));
}
std::string Load17(const Memory& m) { return Transfer("ldr", "w17", m, 4) + "\n"; }
std::string StoreNumber64(const Memory& m, int32_t n) {
  return n == 0 ? Transfer("str", "xzr", m, 8) : SetWide("x17", n) + "\n" + Transfer("str", "x17", m, 8);
}
std::string StoreNumber32(const Memory& m, int32_t n) {
  return n == 0 ? Transfer("str", "wzr", m, 4) : SetText("w17", n) + "\n" + Transfer("str", "w17", m, 4);
}

// ---- Others ----

std::string Overflow(const std::string& text) { return text + "\nb.vs 1f\n1:"; }
std::string MulOrJump(const std::string& to, const std::string& a, const std::string& b) {
  return "smull x16, " + a + ", " + b + "\ncmp x16, w16, sxtw\nmov " + to + ", w16\nb.ne 1f\n1:";
}
std::string Shift(const std::string& name, Gpr a, int n) {
  n &= 31;
  // The assembler takes lsl by 0 to be a move.
  if (name == "lsl" && n == 0) return Join("ubfm", W(a), W(a), "#0", "#31");
  return Join(name, W(a), W(a), Immediate(n));
}
std::string SetDouble(Fpr a, double n) {
  auto bits = std::bit_cast<uint64_t>(n);
  if (bits == 0) return "movi " + D(a) + ", #0";
  // Sixteenths of 16 to 31, times a power of two of -3 to 4.
  for (int sixteenths = 16; sixteenths < 32; sixteenths++) {
    for (int power = -3; power <= 4; power++) {
      double value = sixteenths / 16.0 * (power < 0 ? 1.0 / (1 << -power) : 1 << power);
      if (n == value || n == -value) return "fmov " + D(a) + ", #" + std::to_string(n);
    }
  }
  return "ldr " + D(a) + ", 2f\n.space 12\n2: .quad " + Number(static_cast<int64_t>(bits));
}
std::string DoubleToInt32(Gpr to, Fpr from, bool minus_zero_is_zero) {
  std::string text = Join("fcvtzs", W(to), D(from)) + "\n" + Join("scvtf", "d31", W(to)) + "\n" + Join("fcmp", "d31", D(from)) +
                     "\nb.ne 1f\n";
  if (!minus_zero_is_zero) text += "fmov x16, " + D(from) + "\ncmp x16, #1\nb.vs 1f\n";
  return text + "1:";
}

Operands OperandsOfA64() {
  Operands all = CommonOperands();
  for (uint8_t n = 0; n < 31; n++) {
    if (n != 16 && n != 17) all.gprs.push_back(Gpr{n});
    all.fprs.push_back(Fpr{n});
  }
  for (Gpr base : all.gprs) {
    for (int32_t n : {0, 1, -1, 4, 8, 255, 256, 264, 272, -256, -257, 4095, 4096, 16380, 16384, 32760, 32768, 65520, 65536,
                      0x1110, 0x12345678, INT32_MAX, INT32_MIN}) {
      all.memories.push_back(Memory::At(base, n));
    }
    for (int32_t n : {0, 7, -1, -8, 255, 257, 1024, 4095, 4099, Memory::kMostDisplacement - 1}) {
      all.memories.push_back(Memory::Heap(base, n));
    }
    for (Gpr index : all.gprs) {
      constexpr int32_t kDisplacements[] = {0, 16, -256, 1 << 20, 0, -12345};
      int shift = (base.number + index.number) % 4;
      all.memories.push_back(Memory::Raw(base, index, shift, kDisplacements[(base.number * 5 + index.number) % 6]));
    }
  }
  return all;
}

// Out of reach of 21 bits: conditional jumps, addresses and constants have their long forms.
void PrintFar() {
  constexpr int32_t kBetween = (1 << 20) / 4;
  auto address = [](const std::string& r, int32_t distance) {
    int32_t upper = distance / 4096, lower = distance % 4096;
    return "adr " + r + ", . + (" + Number(lower) + ")\n" + (upper < 0 ? "sub " : "add ") + r + ", " + r + ", #" +
           Number(upper < 0 ? -upper : upper) + ", lsl #12\n";
  };
  Masm masm;
  Label begin, end;
  Label* labels[] = {&begin, &end};
  masm.Bind(&begin);
  masm.JumpIf(Condition::kLess, &end);
  masm.AddressOf(Gpr{3}, &end);
  masm.SetDouble(Fpr{4}, 0.1);
  masm.JumpByTable(Gpr{1}, labels, Gpr{2});
  for (int32_t i = 0; i < kBetween; i++) masm.Trap();
  masm.Bind(&end);
  masm.JumpIf(Condition::kLess, &begin);
  masm.Jump(&begin);
  masm.AddressOf(Gpr{3}, &begin);
  // Places of what follows: 12 instructions, those between, 5 instructions, the constant, the table.
  constexpr int32_t kEnd = 12 * 4 + kBetween * 4, kConstant = (kEnd + 5 * 4 + 15) & ~15, kTable = kConstant + 8;
  Print("JumpIf(Condition, Label*)", masm.Finish(),
        "0: b.ge 2f\nb 1f\n2:" + address("x3", kEnd - 8) + address("x16", kConstant - 16) + "ldr d4, [x16]\n" +
            address("x2", kTable - 28) + "ldrsw x16, [x2, w1, uxtw #2]\nadd x2, x2, x16\nbr x2\n.fill " + Number(kBetween) +
            ", 4, 0xd4200000\n1: b.ge 3f\nb 0b\n3: b 0b\n" + address("x3", -(kEnd + 12)) + ".space " + Number(kConstant - kEnd - 5 * 4) + "\n.quad " +
            Number(std::bit_cast<int64_t>(0.1)) + "\n2: .long 0b - 2b, 1b - 2b");
}

}  // namespace

void PrintA64() {
  Forms<Masm> forms(OperandsOfA64());
  using M = const Memory&;

  // Registers and constants.
  FORM(Move32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("mov", W(a), W(b)); });
  FORM(Move64, (Gpr, Gpr), [](Gpr a, Gpr b) { return a == b ? "//" : Join("mov", X(a), X(b)); });
  FORM(Exchange64, (Gpr, Gpr), [](Gpr a, Gpr b) {
    return a == b ? "//" : Join("mov", "x16", X(a)) + "\n" + Join("mov", X(a), X(b)) + "\n" + Join("mov", X(b), "x16");
  });
  FORM(Set32, (Gpr, uint32_t), [](Gpr a, uint32_t n) { return SetText(W(a), n, false); });
  FORM(Set64, (Gpr, uint64_t), [](Gpr a, uint64_t n) { return n >> 32 == 0 ? SetText(W(a), n, false) : SetText(X(a), n, true); });
  FORM(MoveDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return a == b ? "//" : Join("fmov", D(a), D(b)); });
  FORM(MoveBits64, (Fpr, Gpr), [](Fpr a, Gpr b) { return Join("fmov", D(a), X(b)); });
  FORM(MoveBits64, (Gpr, Fpr), [](Gpr a, Fpr b) { return Join("fmov", X(a), D(b)); });
  FORM(SetDouble, (Fpr, double), SetDouble);

  // Memory.
  FORM(PrefetchForStore, (const Memory&), [](M m) { return Transfer("prfm", "pstl1keep", m, 8); });
  FORM(Load8, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldrb", W(a), m, 1); });
  FORM(LoadSigned8, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldrsb", W(a), m, 1); });
  FORM(Load16, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldrh", W(a), m, 2); });
  FORM(LoadSigned16, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldrsh", W(a), m, 2); });
  FORM(Load32, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldr", W(a), m, 4); });
  FORM(Load64, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldr", X(a), m, 8); });
  FORM(Store8, (const Memory&, Gpr), [](M m, Gpr a) { return Transfer("strb", W(a), m, 1); });
  FORM(Store16, (const Memory&, Gpr), [](M m, Gpr a) { return Transfer("strh", W(a), m, 2); });
  FORM(Store32, (const Memory&, Gpr), [](M m, Gpr a) { return Transfer("str", W(a), m, 4); });
  FORM(Store64, (const Memory&, Gpr), [](M m, Gpr a) { return Transfer("str", X(a), m, 8); });
  FORM(Store32, (const Memory&, int32_t), StoreNumber32);
  FORM(Store64, (const Memory&, int32_t), StoreNumber64);
  FORM(LoadDouble, (Fpr, const Memory&), [](Fpr a, M m) { return Transfer("ldr", D(a), m, 8); });
  FORM(StoreDouble, (const Memory&, Fpr), [](M m, Fpr a) { return Transfer("str", D(a), m, 8); });
  FORM(LoadFloat, (Fpr, const Memory&), [](Fpr a, M m) { return Transfer("ldr", S(a), m, 4) + "\n" + Join("fcvt", D(a), S(a)); });
  FORM(StoreFloat, (const Memory&, Fpr), [](M m, Fpr a) { return Join("fcvt", "s31", D(a)) + "\n" + Transfer("str", "s31", m, 4); });
  FORM(LoadBits32, (Fpr, const Memory&), [](Fpr a, M m) { return Transfer("ldr", S(a), m, 4); });
  FORM(StoreBits32, (const Memory&, Fpr), [](M m, Fpr a) { return Transfer("str", S(a), m, 4); });
  FORM(Load128, (Fpr, const Memory&), [](Fpr a, M m) { return Transfer("ldr", Q(a), m, 16); });
  FORM(Store128, (const Memory&, Fpr), [](M m, Fpr a) { return Transfer("str", Q(a), m, 16); });
  FORM(StoreRelease32, (const Memory&, Gpr), [](M m, Gpr a) { return Release(W(a), m); });
  FORM(StoreRelease64, (const Memory&, Gpr), [](M m, Gpr a) { return Release(X(a), m); });
  FORM(AddToMemory32, (const Memory&, int32_t), [](M m, int32_t n) {
    return Load17(m) + Sum("adds", "w17", "w17", n) + "\n" + Transfer("str", "w17", m, 4);
  });

  // Integers.
  FORM(Add32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("add", W(a), W(a), W(b)); });
  FORM(Add32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("add", W(a), W(a), n); });
  FORM(Add32, (Gpr, const Memory&), [](Gpr a, M m) { return Load17(m) + Join("add", W(a), W(a), "w17"); });
  FORM(Sub32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("sub", W(a), W(a), W(b)); });
  FORM(Sub32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("sub", W(a), W(a), n); });
  FORM(Sub32, (Gpr, const Memory&), [](Gpr a, M m) { return Load17(m) + Join("sub", W(a), W(a), "w17"); });
  FORM(And32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("and", W(a), W(a), W(b)); });
  FORM(And32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Logical("and", a, n); });
  FORM(Or32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("orr", W(a), W(a), W(b)); });
  FORM(Or32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Logical("orr", a, n); });
  FORM(Xor32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("eor", W(a), W(a), W(b)); });
  FORM(Xor32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Logical("eor", a, n); });
  FORM(Mul32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("mul", W(a), W(a), W(b)); });
  FORM(Mul32, (Gpr, Gpr, int32_t), [](Gpr a, Gpr b, int32_t n) { return WithNumber(n, "w16", "mul " + W(a) + ", " + W(b) + ", "); });
  FORM(Negate32, (Gpr), [](Gpr a) { return Join("neg", W(a), W(a)); });
  FORM(Not32, (Gpr), [](Gpr a) { return Join("mvn", W(a), W(a)); });
  FORM(ShiftLeft32, (Gpr, int), [](Gpr a, int n) { return Shift("lsl", a, n); });
  FORM(ShiftRight32, (Gpr, int), [](Gpr a, int n) { return Shift("lsr", a, n); });
  FORM(ShiftRightSigned32, (Gpr, int), [](Gpr a, int n) { return Shift("asr", a, n); });
  FORM(ShiftLeft32, (Gpr, Gpr), [](Gpr a, Gpr n) { return Join("lsl", W(a), W(a), W(n)); });
  FORM(ShiftRight32, (Gpr, Gpr), [](Gpr a, Gpr n) { return Join("lsr", W(a), W(a), W(n)); });
  FORM(ShiftRightSigned32, (Gpr, Gpr), [](Gpr a, Gpr n) { return Join("asr", W(a), W(a), W(n)); });
  FORM(AddOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return Overflow(Join("adds", W(a), W(a), W(b))); });
  FORM(AddOrJump32, (Gpr, int32_t, Label*), [](Gpr a, int32_t n) { return Overflow(Sum("adds", W(a), W(a), n)); });
  FORM(SubOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return Overflow(Join("subs", W(a), W(a), W(b))); });
  FORM(SubOrJump32, (Gpr, int32_t, Label*), [](Gpr a, int32_t n) { return Overflow(Sum("subs", W(a), W(a), n)); });
  FORM(MulOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return MulOrJump(W(a), W(a), W(b)); });
  FORM(MulOrJump32, (Gpr, Gpr, int32_t, Label*), [](Gpr a, Gpr b, int32_t n) {
    return n == 0 ? MulOrJump(W(a), W(b), "wzr") : SetText("w16", n) + "\n" + MulOrJump(W(a), W(b), "w16");
  });
  FORM(NegateOrJump32, (Gpr, Label*), [](Gpr a) { return Overflow(Join("negs", W(a), W(a))); });
  FORM(AddConstant32, (Gpr, Gpr, int32_t), [](Gpr a, Gpr b, int32_t n) {
    return n == 0 ? Join("mov", W(a), W(b)) : Sum("add", W(a), W(b), n);
  });
  FORM(Add64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("add", X(a), X(a), X(b)); });
  FORM(Add64, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("add", X(a), X(a), n, true); });
  FORM(Sub64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("sub", X(a), X(a), X(b)); });
  FORM(ExtendSigned32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("sxtw", X(a), W(b)); });
  FORM(ExtendSigned8, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("sxtb", W(a), W(b)); });
  FORM(ExtendSigned16, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("sxth", W(a), W(b)); });
  FORM(Extend8, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("uxtb", W(a), W(b)); });
  FORM(Extend16, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("uxth", W(a), W(b)); });

  // Conditions.
  FORM(Compare32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("cmp", W(a), W(b)); });
  FORM(Compare32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("cmp", "", W(a), n); });
  FORM(Compare32, (Gpr, const Memory&), [](Gpr a, M m) { return Load17(m) + Join("cmp", W(a), "w17"); });
  FORM(Compare32, (const Memory&, int32_t), [](M m, int32_t n) { return Load17(m) + Sum("cmp", "", "w17", n); });
  FORM(Compare64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("cmp", X(a), X(b)); });
  FORM(Compare64, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("cmp", "", X(a), n, true); });
  FORM(Compare64, (Gpr, const Memory&), [](Gpr a, M m) { return Transfer("ldr", "x17", m, 8) + "\n" + Join("cmp", X(a), "x17"); });
  FORM(Compare64, (const Memory&, int32_t), [](M m, int32_t n) { return Transfer("ldr", "x17", m, 8) + "\n" + Sum("cmp", "", "x17", n, true); });
  FORM(Compare8, (const Memory&, uint8_t), [](M m, uint8_t n) { return Transfer("ldrb", "w17", m, 1) + "\n" + Join("cmp", "w17", Immediate(n)); });
  FORM(Test32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Join("tst", W(a), W(b)); });
  FORM(Test32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Logical("tst", W(a), n); });
  FORM(Test8, (const Memory&, uint8_t), [](M m, uint8_t n) { return Transfer("ldrb", "w17", m, 1) + "\n" + Logical("tst", "w17", n); });
  FORM(JumpIf, (Condition, Label*), [](Condition c) { return "b." + If(c) + " 1f\n1:"; });
  FORM(SetIf, (Gpr, Condition), [](Gpr a, Condition c) { return Join("cset", W(a), If(c)); });

  // Doubles.
  FORM(AddDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fadd", D(a), D(a), D(b)); });
  FORM(SubDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fsub", D(a), D(a), D(b)); });
  FORM(MulDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fmul", D(a), D(a), D(b)); });
  FORM(DivDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fdiv", D(a), D(a), D(b)); });
  FORM(AddDouble, (Fpr, const Memory&), [](Fpr a, M m) { return Transfer("ldr", "d31", m, 8) + "\n" + Join("fadd", D(a), D(a), "d31"); });
  FORM(SqrtDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fsqrt", D(a), D(b)); });
  FORM(NegateDouble, (Fpr), [](Fpr a) { return Join("fneg", D(a), D(a)); });
  FORM(AbsDouble, (Fpr), [](Fpr a) { return Join("fabs", D(a), D(a)); });
  FORM(JumpIfDouble, (DoubleCondition, Fpr, Fpr, Label*), [](DoubleCondition c, Fpr a, Fpr b) {
    return Join("fcmp", D(a), D(b)) + "\nb." + If(c) + " 1f\n1:";
  });
  FORM(SetIfDouble, (Gpr, DoubleCondition, Fpr, Fpr), [](Gpr to, DoubleCondition c, Fpr a, Fpr b) {
    return Join("fcmp", D(a), D(b)) + "\n" + Join("cset", W(to), If(c));
  });
  FORM(Int32ToDouble, (Fpr, Gpr), [](Fpr a, Gpr b) { return Join("scvtf", D(a), W(b)); });
  FORM(Uint32ToDouble, (Fpr, Gpr), [](Fpr a, Gpr b) { return Join("ucvtf", D(a), W(b)); });
  FORM(DoubleToInt32, (Gpr, Fpr, bool, Label*), DoubleToInt32);
  FORM(TruncateToInt32, (Gpr, Fpr, Label*), [](Gpr a, Fpr b) {
    return Join("fcvtzs", X(a), D(b)) + "\n" + Join("cmp", X(a), "#1") + "\n" + Join("ccmn", X(a), "#1", "#1", "vc") +
           "\nb.vs 1f\n" + Join("mov", W(a), W(a)) + "\n1:";
  });
  FORM(RoundToFloat, (Fpr, Fpr), [](Fpr a, Fpr b) { return Join("fcvt", S(a), D(b)) + "\n" + Join("fcvt", D(a), S(a)); });

  // Control.
  FORM(Jump, (Label*), [] { return std::string("b 1f\n1:"); });
  FORM(JumpTo, (Gpr), [](Gpr a) { return "br " + X(a); });
  FORM(JumpTo, (const Memory&), [](M m) { return Transfer("ldr", "x16", m, 8) + "\nbr x16"; });
  auto call = [](M m) {
    return "str x30, [sp, #-16]!\n" + Transfer("ldr", "x16", m, 8) + "\nblr x16\nldr x30, [sp], #16";
  };
  FORM(CallNative, (const Memory&), call);
  FORM(CallStub, (const Memory&), call);
  FORM(AddressOf, (Gpr, Label*), [](Gpr a) { return "adr " + X(a) + ", 1f\n1:"; });
  FORM(Trap, (), [] { return std::string("brk #0"); });

  // Values.
  constexpr bool kIs32 = HALFWORD_COMPRESS;
  auto tagged = [](Gpr a) { return kIs32 ? W(a) : X(a); };
  auto load = [](const std::string& r, M m) { return Transfer("ldr", (kIs32 ? "w" : "x") + r, m, kIs32 ? 4 : 8) + "\n"; };
  FORM(MoveTagged, (Gpr, Gpr), [=](Gpr a, Gpr b) { return !kIs32 && a == b ? "//" : Join("mov", tagged(a), tagged(b)); });
  FORM(LoadTagged, (Gpr, const Memory&), [=](Gpr a, M m) { return Transfer("ldr", tagged(a), m, kIs32 ? 4 : 8); });
  FORM(StoreTagged, (const Memory&, Gpr), [=](M m, Gpr a) { return Transfer("str", tagged(a), m, kIs32 ? 4 : 8); });
  FORM(StoreTagged, (const Memory&, int32_t), [](M m, int32_t n) { return kIs32 ? StoreNumber32(m, n) : StoreNumber64(m, n); });
  FORM(StoreReleaseTagged, (const Memory&, Gpr), [=](M m, Gpr a) { return Release(tagged(a), m); });
  FORM(CompareTagged, (Gpr, Gpr), [=](Gpr a, Gpr b) { return Join("cmp", tagged(a), tagged(b)); });
  FORM(CompareTagged, (Gpr, int32_t), [=](Gpr a, int32_t n) { return Sum("cmp", "", tagged(a), n, !kIs32); });
  FORM(CompareTagged, (Gpr, const Memory&), [=](Gpr a, M m) { return load("17", m) + Join("cmp", tagged(a), kIs32 ? "w17" : "x17"); });
  FORM(CompareTagged, (const Memory&, int32_t), [=](M m, int32_t n) {
    return load("17", m) + Sum("cmp", "", kIs32 ? "w17" : "x17", n, !kIs32);
  });

  // Those that take few of their operands together.
  forms.operands().numbers = {0, 1, 2, 3};
  auto add_shifted = [](bool is_wide, Gpr to, Gpr a, Gpr b, int n) {
    auto name = is_wide ? X : W;
    return Join("add", name(to), name(a), name(b), "lsl #" + Number(n));
  };
  FORM(AddShifted32, (Gpr, Gpr, Gpr, int), [=](Gpr to, Gpr a, Gpr b, int n) { return add_shifted(false, to, a, b, n); });
  FORM(AddShifted64, (Gpr, Gpr, Gpr, int), [=](Gpr to, Gpr a, Gpr b, int n) { return add_shifted(true, to, a, b, n); });
  FORM(AddShiftedTagged, (Gpr, Gpr, Gpr, int), [=](Gpr to, Gpr a, Gpr b, int n) { return add_shifted(!kIs32, to, a, b, n); });
  FORM(Divide32, (Gpr, Gpr, Gpr, Gpr), [](Gpr quotient, Gpr remainder, Gpr dividend, Gpr divisor) -> std::string {
    if (remainder == quotient || remainder == dividend || remainder == divisor || quotient == divisor || dividend == divisor) return "";
    bool is_same = quotient == dividend;
    std::string result = is_same ? "w16" : W(quotient);
    return Join("sdiv", result, W(dividend), W(divisor)) + "\n" + Join("msub", W(remainder), result, W(divisor), W(dividend)) +
           (is_same ? "\nmov " + W(quotient) + ", w16" : "");
  });
  for (Gpr index : forms.operands().gprs) {
    for (Gpr temporary : forms.operands().gprs) {
      if (temporary == index) continue;
      Masm masm;
      Label a, b;
      Label* labels[] = {&a, &b, &a};
      masm.Bind(&a);
      masm.JumpByTable(index, labels, temporary);
      masm.Bind(&b);
      Print("JumpByTable(Gpr, std::span<Label* const>, Gpr)", masm.Finish(),
            "3: adr " + X(temporary) + ", 2f\nldrsw x16, [" + X(temporary) + ", " + W(index) + ", uxtw #2]\nadd " + X(temporary) +
                ", " + X(temporary) + ", x16\nbr " + X(temporary) + "\n1:\n2: .long 3b-2b, 1b-2b, 3b-2b");
    }
  }
  PrintFar();
}

}  // namespace halfword::encoders
