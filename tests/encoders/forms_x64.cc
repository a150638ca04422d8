// What x64::Masm should emit, in the Intel syntax.
#include <bit>

#include "forms.h"
#include "jit/masm/masm_x64.h"

namespace halfword::encoders {

namespace {

using jit::x64::Masm;
namespace x64 = jit::x64;

constexpr const char* kNames64[] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                    "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
constexpr const char* kNames32[] = {"eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
                                    "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};
constexpr const char* kNames16[] = {"ax",  "cx",  "dx",   "bx",   "sp",   "bp",   "si",   "di",
                                    "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"};
constexpr const char* kNames8[] = {"al",  "cl",  "dl",   "bl",   "spl",  "bpl",  "sil",  "dil",
                                   "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"};
constexpr const char* kConditions[] = {"e", "ne", "l", "ge", "g", "le", "b", "ae", "a", "be", "s", "ns"};

std::string R64(Gpr r) { return kNames64[r.number]; }
std::string R32(Gpr r) { return kNames32[r.number]; }
std::string R16(Gpr r) { return kNames16[r.number]; }
std::string R8(Gpr r) { return kNames8[r.number]; }
std::string X(Fpr r) { return "xmm" + Number(r.number); }
std::string If(Condition c) { return kConditions[static_cast<int>(c)]; }
const std::string kScratch = "xmm15";

std::string Place(const Memory& m) {
  std::string place = "[" + R64(m.base);
  if (m.kind == Memory::kHeap && HALFWORD_COMPRESS) place = "[r14 + 1*" + R64(m.base);
  if (m.kind == Memory::kIndexed) place += " + " + Number(1 << m.shift) + "*" + R64(m.index);
  return place + " + " + Number(m.displacement) + "]";
}
std::string M8(const Memory& m) { return "byte ptr " + Place(m); }
std::string M16(const Memory& m) { return "word ptr " + Place(m); }
std::string M32(const Memory& m) { return "dword ptr " + Place(m); }
std::string M64(const Memory& m) { return "qword ptr " + Place(m); }
std::string M128(const Memory& m) { return "xmmword ptr " + Place(m); }

std::string Two(const std::string& name, const std::string& a, const std::string& b) { return name + " " + a + ", " + b; }
std::string MoveDouble(Fpr to, Fpr from) { return to == from ? "" : Two("movaps", X(to), X(from)); }
// Constants lie behind the code.
std::string WithConstant(const std::string& name, Fpr r, bool is_128, uint64_t bits) {
  std::string text = name + " " + X(r) + ", " + (is_128 ? "xmmword" : "qword") + " ptr [rip + 2f]\n.p2align 4, 0xcc\n2: .quad " + Number(static_cast<int64_t>(bits));
  return is_128 ? text + ", 0" : text;
}
// inc and dec are shorter.
std::string Sum(const std::string& name, const std::string& a, int32_t n) {
  if (n == 1 || n == -1) return ((n == 1) == (name == "add") ? "inc " : "dec ") + a;
  return Two(name, a, Number(n));
}
std::string Overflow(const std::string& text) { return text + "\njo 1f\n1:"; }
std::string Shift(const std::string& name, Gpr a, int32_t n) {
  n &= 31;
  return n == 0 ? Two("mov", R32(a), R32(a)) : Two(name, R32(a), Number(n));
}
std::string ShiftInRegister(const std::string& name, Gpr a, Gpr n) { return n == x64::rcx ? Two(name, R32(a), "cl") : ""; }
std::string Set64(Gpr to, uint64_t n) {
  if (n <= UINT32_MAX) return Two("mov", R32(to), Number(static_cast<int64_t>(n)));
  bool is_signed_32 = static_cast<int64_t>(n) >= INT32_MIN && static_cast<int64_t>(n) < 0;
  return Two(is_signed_32 ? "mov" : "movabs", R64(to), Number(static_cast<int64_t>(n)));
}
std::string AddShifted(bool is_wide, Gpr to, Gpr a, Gpr b, int32_t shift) {
  if (shift < 0 || shift > 3 || b == x64::rsp) return "";
  auto name = is_wide ? R64 : R32;
  if (shift == 0 && to == a) return Two("add", name(to), name(b));
  if (shift == 0 && to == b) return Two("add", name(to), name(a));
  return Two("lea", name(to), Place(Memory::Raw(a, b, shift)));
}
std::string CompareDoubles(DoubleCondition c, Fpr a, Fpr b) {
  bool is_less = c >= DoubleCondition::kLess && c <= DoubleCondition::kNotLessEqual;
  return is_less ? Two("ucomisd", X(b), X(a)) : Two("ucomisd", X(a), X(b));
}
// Of a comparison of the greater with the less.
std::string CodeOf(DoubleCondition c) {
  static constexpr const char* kCodes[] = {"e", "ne", "a", "be", "ae", "b", "a", "be", "ae", "b"};
  return kCodes[static_cast<int>(c)];
}
std::string JumpIfDouble(DoubleCondition c, Fpr a, Fpr b) {
  std::string text = CompareDoubles(c, a, b);
  if (c == DoubleCondition::kEqual) return text + "\njp 2f\nje 1f\n2:\n1:";
  if (c == DoubleCondition::kNotEqual) return text + "\njp 1f\njne 1f\n1:";
  return text + "\nj" + CodeOf(c) + " 1f\n1:";
}
std::string SetIfDouble(Gpr to, DoubleCondition c, Fpr a, Fpr b) {
  if (c > DoubleCondition::kNotEqual) {
    return CompareDoubles(c, a, b) + "\nset" + CodeOf(c) + " " + R8(to) + "\n" + Two("movzx", R32(to), R8(to));
  }
  std::string text = MoveDouble(x64::kScratchDouble, a);
  text = Lines(text, Two(c == DoubleCondition::kEqual ? "cmpeqsd" : "cmpneqsd", kScratch, X(b)));
  return text + "\n" + Two("movd", R32(to), kScratch) + "\n" + Two("and", R32(to), "1");
}
std::string DoubleToInt32(Gpr to, Fpr from, bool minus_zero_is_zero) {
  std::string text = Two("cvttsd2si", R32(to), X(from)) + "\nxorps xmm15, xmm15\n" + Two("cvtsi2sd", kScratch, R32(to)) + "\n" +
                     Two("ucomisd", kScratch, X(from)) + "\njne 1f\njp 1f\n";
  if (!minus_zero_is_zero) {
    text += Two("test", R32(to), R32(to)) + "\njne 2f\n" + Two("movmskpd", R32(to), X(from)) + "\n" +
            Two("and", R32(to), "1") + "\njne 1f\n";
  }
  return text + "2:\n1:";
}
std::string Test(Gpr a, int32_t n) { return n >= 0 && n < 128 ? Two("test", R8(a), Number(n)) : Two("test", R32(a), Number(n)); }

// ---- What is tried ----

Operands OperandsOfX64() {
  Operands all = CommonOperands();
  for (uint8_t n = 0; n < 16; n++) {
    all.gprs.push_back(Gpr{n});
    all.fprs.push_back(Fpr{n});
  }
  for (Gpr base : all.gprs) {
    for (int32_t n : {0, 1, -1, 8, 127, 128, -128, -129, 0x1110, INT32_MAX, INT32_MIN}) {
      all.memories.push_back(Memory::At(base, n));
    }
    for (int32_t n : {0, 7, -1, -8, 127, 128, Memory::kMostDisplacement - 1}) {
      if (base != x64::rsp) all.memories.push_back(Memory::Heap(base, n));
    }
    for (Gpr index : all.gprs) {
      if (index == x64::rsp) continue;
      for (int shift = 0; shift < 4; shift++) {
        constexpr int32_t kDisplacements[] = {0, 4, -128, 128, 0x12345};
        all.memories.push_back(Memory::Raw(base, index, shift, kDisplacements[(base.number + index.number * 3 + shift) % 5]));
      }
    }
  }
  return all;
}

}  // namespace

void PrintX64() {
  Forms<Masm> forms(OperandsOfX64());
  using M = const Memory&;

  // Registers and constants.
  FORM(Move32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("mov", R32(a), R32(b)); });
  FORM(Move64, (Gpr, Gpr), [](Gpr a, Gpr b) { return a == b ? "#" : Two("mov", R64(a), R64(b)); });
  FORM(Exchange64, (Gpr, Gpr), [](Gpr a, Gpr b) { return a == b ? "#" : Two("xchg", R64(a), R64(b)); });
  FORM(Set32, (Gpr, uint32_t), [](Gpr a, uint32_t n) { return Two("mov", R32(a), Number(n)); });
  FORM(Set64, (Gpr, uint64_t), Set64);
  FORM(MoveDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return a == b ? "#" : MoveDouble(a, b); });
  FORM(MoveBits64, (Fpr, Gpr), [](Fpr a, Gpr b) { return Two("movq", X(a), R64(b)); });
  FORM(MoveBits64, (Gpr, Fpr), [](Gpr a, Fpr b) { return Two("movq", R64(a), X(b)); });
  FORM(SetDouble, (Fpr, double), [](Fpr a, double n) {
    auto bits = std::bit_cast<uint64_t>(n);
    return bits == 0 ? Two("xorps", X(a), X(a)) : WithConstant("movsd", a, false, bits);
  });

  // Memory.
  FORM(PrefetchForStore, (const Memory&), [](M m) { return "prefetchw " + M8(m); });
  FORM(Load8, (Gpr, const Memory&), [](Gpr a, M m) { return Two("movzx", R32(a), M8(m)); });
  FORM(LoadSigned8, (Gpr, const Memory&), [](Gpr a, M m) { return Two("movsx", R32(a), M8(m)); });
  FORM(Load16, (Gpr, const Memory&), [](Gpr a, M m) { return Two("movzx", R32(a), M16(m)); });
  FORM(LoadSigned16, (Gpr, const Memory&), [](Gpr a, M m) { return Two("movsx", R32(a), M16(m)); });
  FORM(Load32, (Gpr, const Memory&), [](Gpr a, M m) { return Two("mov", R32(a), M32(m)); });
  FORM(Load64, (Gpr, const Memory&), [](Gpr a, M m) { return Two("mov", R64(a), M64(m)); });
  FORM(Store8, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M8(m), R8(a)); });
  FORM(Store16, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M16(m), R16(a)); });
  FORM(Store32, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M32(m), R32(a)); });
  FORM(Store64, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M64(m), R64(a)); });
  FORM(Store32, (const Memory&, int32_t), [](M m, int32_t n) { return Two("mov", M32(m), Number(n)); });
  FORM(Store64, (const Memory&, int32_t), [](M m, int32_t n) { return Two("mov", M64(m), Number(n)); });
  FORM(LoadDouble, (Fpr, const Memory&), [](Fpr a, M m) { return Two("movsd", X(a), M64(m)); });
  FORM(StoreDouble, (const Memory&, Fpr), [](M m, Fpr a) { return Two("movsd", M64(m), X(a)); });
  FORM(LoadFloat, (Fpr, const Memory&), [](Fpr a, M m) {
    return Two("movss", X(a), M32(m)) + "\n" + Two("cvtss2sd", X(a), X(a));
  });
  FORM(StoreFloat, (const Memory&, Fpr), [](M m, Fpr a) {
    return Lines(MoveDouble(x64::kScratchDouble, a), "cvtsd2ss xmm15, xmm15\n" + Two("movss", M32(m), kScratch));
  });
  FORM(LoadBits32, (Fpr, const Memory&), [](Fpr a, M m) { return Two("movss", X(a), M32(m)); });
  FORM(StoreBits32, (const Memory&, Fpr), [](M m, Fpr a) { return Two("movss", M32(m), X(a)); });
  FORM(Load128, (Fpr, const Memory&), [](Fpr a, M m) { return Two("movups", X(a), M128(m)); });
  FORM(Store128, (const Memory&, Fpr), [](M m, Fpr a) { return Two("movups", M128(m), X(a)); });
  FORM(StoreRelease32, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M32(m), R32(a)); });
  FORM(StoreRelease64, (const Memory&, Gpr), [](M m, Gpr a) { return Two("mov", M64(m), R64(a)); });
  FORM(AddToMemory32, (const Memory&, int32_t), [](M m, int32_t n) { return Sum("add", M32(m), n); });

  // Integers.
  FORM(Add32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("add", R32(a), R32(b)); });
  FORM(Add32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("add", R32(a), n); });
  FORM(Add32, (Gpr, const Memory&), [](Gpr a, M m) { return Two("add", R32(a), M32(m)); });
  FORM(Sub32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("sub", R32(a), R32(b)); });
  FORM(Sub32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("sub", R32(a), n); });
  FORM(Sub32, (Gpr, const Memory&), [](Gpr a, M m) { return Two("sub", R32(a), M32(m)); });
  FORM(And32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("and", R32(a), R32(b)); });
  FORM(And32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Two("and", R32(a), Number(n)); });
  FORM(Or32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("or", R32(a), R32(b)); });
  FORM(Or32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Two("or", R32(a), Number(n)); });
  FORM(Xor32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("xor", R32(a), R32(b)); });
  FORM(Xor32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Two("xor", R32(a), Number(n)); });
  FORM(Mul32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("imul", R32(a), R32(b)); });
  FORM(Mul32, (Gpr, Gpr, int32_t), [](Gpr a, Gpr b, int32_t n) { return Two("imul", R32(a), R32(b)) + ", " + Number(n); });
  FORM(Negate32, (Gpr), [](Gpr a) { return "neg " + R32(a); });
  FORM(Not32, (Gpr), [](Gpr a) { return "not " + R32(a); });
  FORM(ShiftLeft32, (Gpr, int), [](Gpr a, int n) { return Shift("shl", a, n); });
  FORM(ShiftRight32, (Gpr, int), [](Gpr a, int n) { return Shift("shr", a, n); });
  FORM(ShiftRightSigned32, (Gpr, int), [](Gpr a, int n) { return Shift("sar", a, n); });
  FORM(ShiftLeft32, (Gpr, Gpr), [](Gpr a, Gpr n) { return ShiftInRegister("shl", a, n); });
  FORM(ShiftRight32, (Gpr, Gpr), [](Gpr a, Gpr n) { return ShiftInRegister("shr", a, n); });
  FORM(ShiftRightSigned32, (Gpr, Gpr), [](Gpr a, Gpr n) { return ShiftInRegister("sar", a, n); });
  FORM(AddOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return Overflow(Two("add", R32(a), R32(b))); });
  FORM(AddOrJump32, (Gpr, int32_t, Label*), [](Gpr a, int32_t n) { return Overflow(Sum("add", R32(a), n)); });
  FORM(SubOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return Overflow(Two("sub", R32(a), R32(b))); });
  FORM(SubOrJump32, (Gpr, int32_t, Label*), [](Gpr a, int32_t n) { return Overflow(Sum("sub", R32(a), n)); });
  FORM(MulOrJump32, (Gpr, Gpr, Label*), [](Gpr a, Gpr b) { return Overflow(Two("imul", R32(a), R32(b))); });
  FORM(MulOrJump32, (Gpr, Gpr, int32_t, Label*), [](Gpr a, Gpr b, int32_t n) {
    return Overflow(Two("imul", R32(a), R32(b)) + ", " + Number(n));
  });
  FORM(NegateOrJump32, (Gpr, Label*), [](Gpr a) { return Overflow("neg " + R32(a)); });
  FORM(AddConstant32, (Gpr, Gpr, int32_t), [](Gpr a, Gpr b, int32_t n) {
    if (n == 0) return Two("mov", R32(a), R32(b));
    return a == b ? Sum("add", R32(a), n) : Two("lea", R32(a), Place(Memory::At(b, n)));
  });
  FORM(Add64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("add", R64(a), R64(b)); });
  FORM(Add64, (Gpr, int32_t), [](Gpr a, int32_t n) { return Sum("add", R64(a), n); });
  FORM(Sub64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("sub", R64(a), R64(b)); });
  FORM(ExtendSigned32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("movsxd", R64(a), R32(b)); });
  FORM(ExtendSigned8, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("movsx", R32(a), R8(b)); });
  FORM(ExtendSigned16, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("movsx", R32(a), R16(b)); });
  FORM(Extend8, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("movzx", R32(a), R8(b)); });
  FORM(Extend16, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("movzx", R32(a), R16(b)); });

  // Conditions.
  FORM(Compare32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("cmp", R32(a), R32(b)); });
  FORM(Compare32, (Gpr, int32_t), [](Gpr a, int32_t n) { return Two("cmp", R32(a), Number(n)); });
  FORM(Compare32, (Gpr, const Memory&), [](Gpr a, M m) { return Two("cmp", R32(a), M32(m)); });
  FORM(Compare32, (const Memory&, int32_t), [](M m, int32_t n) { return Two("cmp", M32(m), Number(n)); });
  FORM(Compare64, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("cmp", R64(a), R64(b)); });
  FORM(Compare64, (Gpr, int32_t), [](Gpr a, int32_t n) { return Two("cmp", R64(a), Number(n)); });
  FORM(Compare64, (Gpr, const Memory&), [](Gpr a, M m) { return Two("cmp", R64(a), M64(m)); });
  FORM(Compare64, (const Memory&, int32_t), [](M m, int32_t n) { return Two("cmp", M64(m), Number(n)); });
  FORM(Compare8, (const Memory&, uint8_t), [](M m, uint8_t n) { return Two("cmp", M8(m), Number(n)); });
  FORM(Test32, (Gpr, Gpr), [](Gpr a, Gpr b) { return Two("test", R32(a), R32(b)); });
  FORM(Test32, (Gpr, int32_t), Test);
  FORM(Test8, (const Memory&, uint8_t), [](M m, uint8_t n) { return Two("test", M8(m), Number(n)); });
  FORM(JumpIf, (Condition, Label*), [](Condition c) { return "j" + If(c) + " 1f\n1:"; });
  FORM(SetIf, (Gpr, Condition), [](Gpr a, Condition c) {
    return "set" + If(c) + " " + R8(a) + "\n" + Two("movzx", R32(a), R8(a));
  });

  // Doubles.
  FORM(AddDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Two("addsd", X(a), X(b)); });
  FORM(SubDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Two("subsd", X(a), X(b)); });
  FORM(MulDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Two("mulsd", X(a), X(b)); });
  FORM(DivDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Two("divsd", X(a), X(b)); });
  FORM(AddDouble, (Fpr, const Memory&), [](Fpr a, M m) { return Two("addsd", X(a), M64(m)); });
  FORM(SqrtDouble, (Fpr, Fpr), [](Fpr a, Fpr b) { return Lines(MoveDouble(a, b), Two("sqrtsd", X(a), X(a))); });
  FORM(NegateDouble, (Fpr), [](Fpr a) { return WithConstant("xorps", a, true, uint64_t{1} << 63); });
  FORM(AbsDouble, (Fpr), [](Fpr a) { return WithConstant("andps", a, true, ~(uint64_t{1} << 63)); });
  FORM(JumpIfDouble, (DoubleCondition, Fpr, Fpr, Label*), JumpIfDouble);
  FORM(SetIfDouble, (Gpr, DoubleCondition, Fpr, Fpr), SetIfDouble);
  FORM(Int32ToDouble, (Fpr, Gpr), [](Fpr a, Gpr b) { return Two("xorps", X(a), X(a)) + "\n" + Two("cvtsi2sd", X(a), R32(b)); });
  FORM(Uint32ToDouble, (Fpr, Gpr), [](Fpr a, Gpr b) { return Two("xorps", X(a), X(a)) + "\n" + Two("cvtsi2sd", X(a), R64(b)); });
  FORM(DoubleToInt32, (Gpr, Fpr, bool, Label*), DoubleToInt32);
  FORM(TruncateToInt32, (Gpr, Fpr, Label*), [](Gpr a, Fpr b) {
    return Two("cvttsd2si", R64(a), X(b)) + "\n" + Two("cmp", R64(a), "1") + "\njo 1f\n" + Two("mov", R32(a), R32(a)) + "\n1:";
  });
  FORM(RoundToFloat, (Fpr, Fpr), [](Fpr a, Fpr b) {
    return Lines(MoveDouble(a, b), Two("cvtsd2ss", X(a), X(a)) + "\n" + Two("cvtss2sd", X(a), X(a)));
  });

  // Control.
  FORM(Jump, (Label*), [] { return std::string("jmp 1f\n1:"); });
  FORM(JumpTo, (Gpr), [](Gpr a) { return "jmp " + R64(a); });
  FORM(JumpTo, (const Memory&), [](M m) { return "jmp " + M64(m); });
  FORM(CallNative, (const Memory&), [](M m) { return "push 0\ncall " + M64(m) + "\npop rcx"; });
  FORM(CallStub, (const Memory&), [](M m) { return "push 0\ncall " + M64(m) + "\nadd rsp, 8"; });
  FORM(AddressOf, (Gpr, Label*), [](Gpr a) { return "lea " + R64(a) + ", [rip + 1f]\n1:"; });
  FORM(Trap, (), [] { return std::string("int3"); });

  // Values.
  constexpr bool kIs32 = HALFWORD_COMPRESS;
  auto tagged = [](Gpr a) { return kIs32 ? R32(a) : R64(a); };
  auto in_memory = [](M m) { return kIs32 ? M32(m) : M64(m); };
  FORM(MoveTagged, (Gpr, Gpr), [=](Gpr a, Gpr b) { return !kIs32 && a == b ? "#" : Two("mov", tagged(a), tagged(b)); });
  FORM(LoadTagged, (Gpr, const Memory&), [=](Gpr a, M m) { return Two("mov", tagged(a), in_memory(m)); });
  FORM(StoreTagged, (const Memory&, Gpr), [=](M m, Gpr a) { return Two("mov", in_memory(m), tagged(a)); });
  FORM(StoreTagged, (const Memory&, int32_t), [=](M m, int32_t n) { return Two("mov", in_memory(m), Number(n)); });
  FORM(StoreReleaseTagged, (const Memory&, Gpr), [=](M m, Gpr a) { return Two("mov", in_memory(m), tagged(a)); });
  FORM(CompareTagged, (Gpr, Gpr), [=](Gpr a, Gpr b) { return Two("cmp", tagged(a), tagged(b)); });
  FORM(CompareTagged, (Gpr, int32_t), [=](Gpr a, int32_t n) { return Two("cmp", tagged(a), Number(n)); });
  FORM(CompareTagged, (Gpr, const Memory&), [=](Gpr a, M m) { return Two("cmp", tagged(a), in_memory(m)); });
  FORM(CompareTagged, (const Memory&, int32_t), [=](M m, int32_t n) { return Two("cmp", in_memory(m), Number(n)); });

  // Those that take few of their operands together.
  forms.operands().numbers = {0, 1, 2, 3};
  FORM(AddShifted32, (Gpr, Gpr, Gpr, int), [](Gpr to, Gpr a, Gpr b, int n) { return AddShifted(false, to, a, b, n); });
  FORM(AddShifted64, (Gpr, Gpr, Gpr, int), [](Gpr to, Gpr a, Gpr b, int n) { return AddShifted(true, to, a, b, n); });
  FORM(AddShiftedTagged, (Gpr, Gpr, Gpr, int), [](Gpr to, Gpr a, Gpr b, int n) { return AddShifted(!kIs32, to, a, b, n); });
  for (Gpr divisor : forms.operands().gprs) {
    if (divisor == x64::rax || divisor == x64::rdx) continue;
    Masm masm;
    masm.Divide32(x64::rax, x64::rdx, x64::rax, divisor);
    Print("Divide32(Gpr, Gpr, Gpr, Gpr)", masm.Finish(), "cdq\nidiv " + R32(divisor));
  }
  for (Gpr index : forms.operands().gprs) {
    for (Gpr temporary : forms.operands().gprs) {
      if (index == x64::rsp || temporary == index) continue;
      Masm masm;
      Label a, b;
      Label* labels[] = {&a, &b, &a};
      masm.Bind(&a);
      masm.JumpByTable(index, labels, temporary);
      masm.Bind(&b);
      Print("JumpByTable(Gpr, std::span<Label* const>, Gpr)", masm.Finish(),
            "3: lea " + R64(temporary) + ", [rip + 2f]\nmovsxd " + R64(index) + ", dword ptr [" + R64(temporary) + " + 4*" +
                R64(index) + "]\nadd " + R64(temporary) + ", " + R64(index) + "\njmp " + R64(temporary) +
                "\n1:\n.p2align 2, 0xcc\n2: .long 3b-2b, 1b-2b, 3b-2b");
    }
  }
}

}  // namespace halfword::encoders
