// The reader of regexp/ops.inc that makes stencils, as stencils.cc is of ops/: each instruction of the
// matcher as machine code with holes where its operands go, for tools/mkstencils to cut out.
//
// What they jump to: hw_next the next instruction, hw_jump_n the target that is operand n, hw_fail the code
// that takes an entry from the stack, hw_interpret a way out: the interpreter does this instruction.
#include <array>
#include <tuple>
#include <utility>

#include "jit/stencils/hole_numbers.h"
#include "jit/stencils/regexp_variants.h"
#include "regexp/matching.h"

namespace halfword::jit {

#define HW_EXIT __attribute__((preserve_none)) int
#define HW_ANY_ARGS HW_REGEXP_ARGS(void)
extern "C" {
HW_EXIT hw_next(HW_ANY_ARGS);
HW_EXIT hw_jump_0(HW_ANY_ARGS);  // the next instruction too, where it does not follow
HW_EXIT hw_jump_1(HW_ANY_ARGS);
HW_EXIT hw_jump_2(HW_ANY_ARGS);
HW_EXIT hw_jump_3(HW_ANY_ARGS);
HW_EXIT hw_jump_4(HW_ANY_ARGS);
HW_EXIT hw_fail(HW_ANY_ARGS);
HW_EXIT hw_interpret(HW_ANY_ARGS);
#define HW_OF_KIND(kind)                                                                                   \
  hw_##kind##_0, hw_##kind##_1, hw_##kind##_2, hw_##kind##_3, hw_##kind##_4, hw_##kind##_5, hw_##kind##_6, \
      hw_##kind##_7, hw_##kind##_8, hw_##kind##_9, hw_##kind##_10
#define HW_HOLES(kind)                                                                             \
  extern char hw_##kind##_0[], hw_##kind##_1[], hw_##kind##_2[], hw_##kind##_3[], hw_##kind##_4[], \
      hw_##kind##_5[], hw_##kind##_6[], hw_##kind##_7[], hw_##kind##_8[], hw_##kind##_9[], hw_##kind##_10[];
HW_HOLES(word)
HW_HOLES(low) HW_HOLES(high) HW_HOLES(excluded) extern char hw_arg[], hw_arg_low[], hw_arg_high[], hw_here[];
}

namespace {

using namespace regexp;  // NOLINT: as matcher.cc

// Where a byte or half of it is enough, the hole has four bytes all the same.
HW_INLINE uint32_t Whole(uint32_t number) {
  asm("" : "+r"(number));
  return number;
}

// What a variant knows.
constexpr int TextLengthOf(int bits) { return bits / 2; }
constexpr uint32_t FilterOf(int bits) { return static_cast<uint32_t>(bits / 2 % RegExpVariant::kFilters); }
constexpr uint32_t ExcludedOf(int bits) { return static_cast<uint32_t>(bits / 2 / RegExpVariant::kFilters); }

// ---- The words of regexp/ops.inc ----

#define TEXT_FUNCTION(name) HW_INLINE __attribute__((preserve_none)) int name(HW_REGEXP_ARGS(Char))
#define OP(name)                         \
  template <typename Char, int kVariant> \
  TEXT_FUNCTION(name)
#define ARG() static_cast<uint32_t>(NUMBER(hw_arg))
#define ARG_LOW() static_cast<uint32_t>(NUMBER_16(hw_arg_low))
#define ARG_HIGH() static_cast<uint32_t>(NUMBER_16(hw_arg_high))
#define WORD(n) static_cast<uint32_t>(OPERAND(word, n))
#define LOW(n) Whole(static_cast<uint32_t>(OPERAND_16(low, n)))
#define HIGH(n) Whole(static_cast<uint32_t>(OPERAND_16(high, n)))
#define HERE(n) (static_cast<uint32_t>(NUMBER(hw_here)) + 4 * (n))
#define TEXT(n) (code + NUMBER(hw_here) + 4 * (n))
#define DATA(n) (code + OPERAND(word, n))
#define EXCLUDED_UNIT(n) Whole(static_cast<uint32_t>(OPERAND_16(excluded, n)))
#define EXCLUDED(n) \
  Excluded { ExcludedOf(kVariant), EXCLUDED_UNIT(0), EXCLUDED_UNIT(1), EXCLUDED_UNIT(2), EXCLUDED_UNIT(3) }
#define FILTER(kind_at, n) \
  Filter { FilterOf(kVariant), Whole(WORD(n)), Whole(WORD((n) + 1)), WORD((n) + 2), DATA(n) }
#define TEXT_LENGTH() (TextLengthOf(kVariant) != 0 ? static_cast<uint64_t>(TextLengthOf(kVariant)) : ARG())
#define NEXT(words) HW_TAIL AsExit<Char>(hw_next)(HW_REGEXP_PASS)
#define JUMP(n) HW_TAIL AsExit<Char>(hw_jump_##n)(HW_REGEXP_PASS)
#define JUMP_TO(offset) \
  HW_TAIL AsFunction<Char>(reinterpret_cast<const MachineCode*>(table)->At(offset))(HW_REGEXP_PASS)
#define GOTO(function) HW_TAIL function(HW_REGEXP_PASS)
#define POLL_AT(offset)                                   \
  do {                                                    \
    pc = code + (offset);                                 \
    HW_TAIL InterpreterOf<Char>(st).poll(HW_REGEXP_PASS); \
  } while (0)
#define LOOP(n)                                              \
  do {                                                       \
    if (HW_UNLIKELY(--steps < 0)) POLL_AT(OPERAND(word, n)); \
    JUMP(n);                                                 \
  } while (0)
#define FAIL() HW_TAIL AsExit<Char>(hw_fail)(HW_REGEXP_PASS)
#define INTERPRET() HW_TAIL AsExit<Char>(hw_interpret)(HW_REGEXP_PASS)
#define RETURN(result)                            \
  do {                                            \
    st->steps = steps;                            \
    return static_cast<int>(MatchResult::result); \
  } while (0)
#define RESERVE() \
  if (HW_UNLIKELY(sp >= st->limit)) INTERPRET()
#define RESERVE_MANY(n)                                                                             \
  if (HW_UNLIKELY(static_cast<uint64_t>(st->limit - sp + static_cast<int64_t>(kStackSlack)) < (n))) \
  INTERPRET()
#define PUSH(target, position) (*sp++ = static_cast<uint64_t>(position) << 32 | (target))
#define STEPS steps
#define POLL_HERE()           \
  do {                        \
    steps = -1;               \
    POLL_AT(NUMBER(hw_here)); \
  } while (0)
#define SCAN_LONG(kind, end, most) INTERPRET()

template <typename Char>
HW_INLINE InstructionFunction<Char> AsExit(HW_EXIT (*exit)(HW_ANY_ARGS)) {
  return reinterpret_cast<InstructionFunction<Char>>(exit);
}
template <typename Char>
HW_INLINE InstructionFunction<Char> AsFunction(const void* function) {
  return reinterpret_cast<InstructionFunction<Char>>(const_cast<void*>(function));
}

#include "regexp/ops.inc"

template <int kBits>
using UnitOf = std::conditional_t<kBits % 2 == 0, uint8_t, char16_t>;

template <regexp::Opcode O, int kBits>
__attribute__((preserve_none, used)) int RegExpStencil(HW_REGEXP_ARGS(UnitOf<kBits>)) {
  using Char = UnitOf<kBits>;
#define STENCIL(name, operands) \
  if constexpr (O == kOp##name) GOTO((Op##name<Char, kBits>));
  HALFWORD_REGEXP_OPCODES(STENCIL)
#undef STENCIL
}

// Names the stencils, so that they are compiled.
template <regexp::Opcode O>
consteval size_t CountVariants() {
  size_t n = 0;
  ForEachRegExpVariant(O, [&](RegExpVariant) { n++; });
  return n;
}
template <regexp::Opcode O>
consteval auto VariantBits() {
  std::array<int, CountVariants<O>()> all{};
  size_t n = 0;
  ForEachRegExpVariant(O, [&](RegExpVariant v) { all[n++] = v.bits(); });
  return all;
}
template <regexp::Opcode O, size_t... kIndex>
consteval auto AllOf(std::index_sequence<kIndex...>) {
  return std::make_tuple(&RegExpStencil<O, VariantBits<O>()[kIndex]>...);
}
template <regexp::Opcode O>
__attribute__((used)) constexpr auto kAllOf = AllOf<O>(std::make_index_sequence<CountVariants<O>()>());

}  // namespace

extern const void* const kRegExpStencils[];
__attribute__((used)) const void* const kRegExpStencils[] = {
#define V(name, operands) &kAllOf<regexp::kOp##name>,
    HALFWORD_REGEXP_OPCODES(V)
#undef V
};

extern "C" {
#define HW_STENCIL __attribute__((preserve_none, used))
// Takes an entry from the stack.
HW_STENCIL int hw_regexp_fail(HW_REGEXP_ARGS(uint8_t)) {
  uint64_t entry = *--sp;
  uint64_t at = static_cast<uint32_t>(entry);
  i = entry >> 32;
  if (HW_UNLIKELY(--steps < 0)) {
    pc = code + at;
    HW_TAIL InterpreterOf<uint8_t>(st).poll(HW_REGEXP_PASS);
  }
  const char* machine_code = reinterpret_cast<const char*>(table);
  HW_TAIL AsFunction<uint8_t>(machine_code +
                              *reinterpret_cast<const uint32_t*>(machine_code + at))(HW_REGEXP_PASS);
}
// The interpreter does the instruction.
HW_STENCIL int hw_regexp_interpret(HW_REGEXP_ARGS(uint8_t)) {
  pc = TEXT(0);
  const Interpreter<uint8_t>& interpreter = InterpreterOf<uint8_t>(st);
  table = TableOf<uint8_t>(interpreter.go_on_compiled);
  HW_TAIL interpreter.functions[*pc](HW_REGEXP_PASS);
}
HW_STENCIL int hw_regexp_go_on(HW_REGEXP_ARGS(uint8_t)) {
  HW_TAIL AsExit<uint8_t>(hw_jump_0)(HW_REGEXP_PASS);
}
}

}  // namespace halfword::jit
