// The reader of ops/ that makes stencils: each fast path as machine code with holes where its operands go
// (jit/stencils/hole_numbers.h). No program links the object file; tools/mkstencils cuts it up.
//
// A section is a stencil. What it jumps to: Cold<opcode, tier> is another tier of its opcode, hw_next the
// next instruction, hw_jump the target of its jump, hw_record_store the slow half of the write barrier.
#include <array>
#include <utility>

#include "jit/stencils/hole_numbers.h"
#include "jit/stencils/variants.h"
#include "ops/includes.h"
#include "ops/machine_state.h"

namespace halfword::jit {
namespace {

using namespace ops;  // NOLINT: as interpreter.cc

#define HW_STENCIL __attribute__((preserve_none, used))

}  // namespace

// Between stencils a number may be in a register too.
#define HW_NUMBER_STATE HW_STATE, double acc_number
#define HW_NUMBER_PASS HW_PASS, acc_number

extern "C" {
#define HW_EXIT __attribute__((preserve_none)) Value
HW_EXIT hw_next(HW_NUMBER_STATE);
HW_EXIT hw_next_number(HW_NUMBER_STATE);  // the next instruction, where it takes acc_number for acc
HW_EXIT hw_jump(HW_NUMBER_STATE);
HW_EXIT hw_jump_by(HW_NUMBER_STATE);  // an opcode that needs it gets no stencil
HW_EXIT hw_throw(HW_NUMBER_STATE);    // nor one that needs this
HW_EXIT hw_record_store(HW_NUMBER_STATE);
HW_EXIT hw_box(HW_NUMBER_STATE);
#define HW_OF_KIND(kind) hw_##kind##_0, hw_##kind##_1, hw_##kind##_2, hw_##kind##_3
#define HW_HOLES(kind) extern char hw_##kind##_0[], hw_##kind##_1[], hw_##kind##_2[], hw_##kind##_3[];
HW_HOLES(register)
HW_HOLES(count)
HW_HOLES(immediate)
HW_HOLES(smi)
HW_HOLES(constant)
HW_HOLES(feedback)
extern char hw_return_pc[], hw_pc[], hw_cold[], hw_parameters[], hw_locals[], hw_locals_end[];
}

template <Opcode O, Tier T>
struct Cold {
  static HW_EXIT Run(HW_NUMBER_STATE);
};

namespace {

template <Opcode O, Tier T, int kVariantBits>
struct Here_ {
  static constexpr Opcode kOpcode = O;
  static constexpr Tier kTier = T;
  static constexpr Variant kVariant{kVariantBits};
  static constexpr bool kHasNumbers = kVariant.has_numbers();
  static constexpr int kFeedback = IndexOfOperand(OperandsOf(O), 'F');
  // The tiers that are a part of the stencil.
  static constexpr bool Contains(Tier tier) {
    constexpr bool kAreDoubles =
        kVariant.knows_elements() && kVariant.elements() == ElementAccess::kArrayOfDoubles;
    switch (tier) {
      case Tier::kNumber: return kVariant.has_numbers() || kAreDoubles;
      case Tier::kTypedArray: return kVariant.knows_elements() && !kAreDoubles;
      case Tier::kStrings: return kVariant.fact() == SiteFact::kStrings;
      case Tier::kGetter:
      case Tier::kRememberedGetter: return kVariant.fact() == SiteFact::kGetter;
      case Tier::kKnownNative: return kVariant.knows_native();
      case Tier::kKeepsArguments: return kVariant.fact() == SiteFact::kKeepsArguments;
      case Tier::kForwarded: return true;  // nearly always
      default: return false;
    }
  }
};
// The text of a tier. What is not contained in a stencil is parsed, not compiled: nothing names it.
template <Opcode O, Tier T, int kVariantBits>
struct Text;

// ---- The words of ops/machine.h ----
#define HW_TEXT static HW_INLINE __attribute__((preserve_none))
#define TEXT(name, tier, is_runtime)                    \
  template <int V>                                      \
  struct Text<Opcode::k##name, Tier::tier, V> {         \
    using Here = Here_<Opcode::k##name, Tier::tier, V>; \
    static constexpr bool kIsRuntime = is_runtime;      \
    template <class>                                    \
    HW_TEXT Value Run(HW_NUMBER_STATE);                 \
  };                                                    \
  template <int V>                                      \
  template <class>                                      \
  Value Text<Opcode::k##name, Tier::tier, V>::Run(HW_NUMBER_STATE)
#define TEXTS(tier, is_runtime, ...)               \
  template <Opcode O, int V>                       \
    requires OneOf<O, __VA_ARGS__>                 \
  struct Text<O, Tier::tier, V> {                  \
    using Here = Here_<O, Tier::tier, V>;          \
    static constexpr bool kIsRuntime = is_runtime; \
    template <class>                               \
    HW_TEXT Value Run(HW_NUMBER_STATE);            \
  };                                               \
  template <Opcode O, int V>                       \
    requires OneOf<O, __VA_ARGS__>                 \
  template <class>                                 \
  Value Text<O, Tier::tier, V>::Run(HW_NUMBER_STATE)
#define TIER(name, tier) TEXT(name, tier, false)
#define FAMILY(tier, ...) TEXTS(tier, false, __VA_ARGS__)
#define OP(name) TEXT(name, kFast, false)
#define RUNTIME_OP(name) TEXT(name, kFast, true)
#define RUNTIME_FAMILY(...) TEXTS(kFast, true, __VA_ARGS__)

#define OPCODE Here::kOpcode
#define FEEDBACK Here::kFeedback
// Registers, constants and feedback words, in bytes; constants lie at the Code object's end. On x86-64 that
// is in the hole. On AArch64 the operand is, which has 16 bits, and the instruction that uses it scales it.
#if defined(__x86_64__)
#define BYTES(kind, i) OPERAND(kind, i)
#else
#define BYTES(kind, i) (OPERAND_16(count, i) * sizeof(Value))
#define TWICE(i) (OPERAND_16(count, i) * 2)
#endif
#define REG(i) (*reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) + BYTES(register, i)))
#define COUNT(i) static_cast<uint32_t>(OPERAND_16(count, i))
#define IMM(i) static_cast<int32_t>(OPERAND(immediate, i))
#define SHORT(i) static_cast<int32_t>(OPERAND_SIGNED_16(immediate, i))
#define FLAGS(i) static_cast<uint8_t>(OPERAND_16(immediate, i))
#define CONST(i) (*reinterpret_cast<Value*>(reinterpret_cast<char*>(code + 1) + BYTES(constant, i)))
#define SITE() (*reinterpret_cast<SiteFor<OPCODE>*>(reinterpret_cast<char*>(fb) + BYTES(feedback, FEEDBACK)))
#define FEEDBACK_OFFSET(i) (BYTES(feedback, i) / sizeof(Value))
#define JUMP_OFFSET(i) JumpOffset()
#if defined(__x86_64__)
// A word that one instruction stores.
template <const char* kHole>
struct HoleWord {
  operator Value() const { return Value::FromBits(static_cast<Value::Bits>(NUMBER(kHole))); }
  int32_t AsSmi() const { return Value(*this).AsSmi(); }
};
[[maybe_unused]] HW_INLINE void Put(Value* word, Value value) { *word = value; }
template <const char* kHole>
HW_INLINE void Put(Value* word, HoleWord<kHole>) {
  auto& bits = *reinterpret_cast<Value::Bits*>(word);
  if constexpr (sizeof bits == 4) {
    asm("movl %1, %0" : "=m"(bits) : "i"(kHole));
  } else {
    asm("movq %1, %0" : "=m"(bits) : "i"(kHole));
  }
}
template <int kIndex>
consteval const char* ChooseHole(auto... holes) {
  const char* all[] = {holes...};
  return all[kIndex];
}
#define HOLE_WORD(kind, i) (HoleWord<ChooseHole<(i)>(HW_OF_KIND(kind))>())
#define RETURN_PC() (HoleWord<hw_return_pc>())
#else
#define RETURN_PC() Value::FromBits(static_cast<Value::Bits>(NUMBER(hw_return_pc)))
#endif
#define RETURN_CODE() ReturnCode(machine, CODE_ADDRESS(hw_next))
// acc and pc where a function begins: nobody reads them, so they take no registers before.
HW_INLINE const uint8_t* NoPc() {
  const uint8_t* pc;
  asm("" : "=r"(pc));
  return pc;
}
HW_INLINE Value NoValue() {
  Value::Bits bits;
  asm("" : "=r"(bits));
  return Value::FromBits(bits);
}
// One that does with a double what the variant says.
#define NEXT_OPCODE() NextOpcode<Here::kVariant.out()>()
template <Out kOut>
HW_INLINE constexpr uint8_t NextOpcode() {
  return static_cast<uint8_t>(kOut == Out::kBox          ? Opcode::kStar
                              : kOut == Out::kOperandBox ? Opcode::kStarOperand
                                                         : Opcode::kAdd);
}
#define NOTE_POSITION() (ISOLATE.frame_ = frame::OffsetOfFrame(fp), ISOLATE.pc_ = 0)

// Of the instruction's own jump the stencil names the target, of any other the distance.
struct JumpOffset {};
[[maybe_unused]] HW_INLINE void SetDistance(const uint8_t**, JumpOffset) {}
HW_INLINE void SetDistance(const uint8_t** pc, int32_t bytes) {
  *pc = reinterpret_cast<const uint8_t*>(static_cast<intptr_t>(bytes));
}
template <class T>
inline constexpr auto kJump = &hw_jump_by;
template <>
inline constexpr auto kJump<JumpOffset> = &hw_jump;
#define LEAVE_TO(exit) HW_TAIL exit(HW_PASS, NoNumber())
#define NEXT() LEAVE_TO(hw_next)
#define JUMP(offset)                   \
  do {                                 \
    SetDistance(&pc, offset);          \
    LEAVE_TO(kJump<decltype(offset)>); \
  } while (0)
#define LOOP(offset) JUMP(offset)
#define GOTO(tier)                                                                                        \
  do {                                                                                                    \
    if constexpr (Here::Contains(Tier::tier)) {                                                           \
      HW_TAIL Text<Here::kOpcode, Tier::tier, Here::kVariant.bits()>::template Run<void>(HW_NUMBER_PASS); \
    } else {                                                                                              \
      LEAVE_TO((Cold<Here::kOpcode, Tier::tier>::Run));                                                   \
    }                                                                                                     \
  } while (0)
#define THROW() LEAVE_TO(hw_throw)
using NumberFunction = __attribute__((preserve_none)) Value (*)(HW_NUMBER_STATE);
HW_INLINE NumberFunction WithNumber(HandlerFunction handler) {
  return reinterpret_cast<NumberFunction>(reinterpret_cast<uintptr_t>(handler));
}
#define FILL_LOCALS(at, count, callee_code)  // the entry does
#define ENTER(next, next_code, feedback)                                      \
  do {                                                                        \
    fp = (next);                                                              \
    code = (next_code);                                                       \
    fb = static_cast<Value*>(Decompress(base, (feedback).bits(), kOtherTag)); \
    acc = NoValue();                                                          \
    pc = NoPc();                                                              \
    LEAVE_TO(WithNumber(machine->EntryOf(code, ISOLATE.entry_bias_)));        \
  } while (0)
#define LEAVE()                                                                      \
  do {                                                                               \
    LEAVE_FRAME(return_code_);                                                       \
    LEAVE_TO(WithNumber(Machine::At(machine->return_to_interpreter, return_code_))); \
  } while (0)
#define STORED(owner)                                                 \
  do {                                                                \
    void* owner_ = (owner);                                           \
    if (HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), owner_))) { \
      fb = static_cast<Value*>(owner_);                               \
      LEAVE_TO(hw_record_store);                                      \
    }                                                                 \
    NEXT();                                                           \
  } while (0)
#define BOX(d)                       \
  do {                               \
    ISOLATE.transient_number_ = (d); \
    LEAVE_TO(hw_box);                \
  } while (0)
// clang-format off: the order matters
#include "ops/words.inc"
#undef CALLER_DELTA
#undef COUNT_AS_SMI
#if defined(__x86_64__)
#undef PUT
#define PUT(word, value) Put(&(word), value)
#define CALLER_DELTA(i) HOLE_WORD(register, i)
#define COUNT_AS_SMI(i) HOLE_WORD(smi, i)
#else
#define CALLER_DELTA(i) Value::FromBits(static_cast<Value::Bits>(BYTES(register, i)))
#define COUNT_AS_SMI(i) Value::FromBits(static_cast<Value::Bits>(TWICE(i)))
#endif
#undef CALLEE_FRAME
// In a register, so that its words are one byte away.
#define CALLEE_FRAME(i)          \
  ({                             \
    Value* frame_ = &REG(i);     \
    asm("" : "+r"(frame_));      \
    frame_;                      \
  })
#undef IF_NOT_SMIS
// Where the site has seen doubles, those come first.
#define IF_NOT_SMIS(are_smis) if (__builtin_expect(!(are_smis), Here::kHasNumbers))
#undef ELEMENT_ACCESS
#undef KNOWS_NATIVE
#undef KNOWN_NATIVE
#undef NOT_IN_LINE
#undef CAPACITY
#define KNOWS_NATIVE (Here::kVariant.knows_native())
#define KNOWN_NATIVE(callee) (Here::kVariant.native())
#define NOT_IN_LINE(tier) OTHER_SITE()
#define CAPACITY(elements) SmallCapacity(elements)
#undef SITE_FACT
#undef OTHER_SITE
#undef RECORD
#undef PASS_NUMBER
// Where the site turns out to be another one, the whole opcode is done elsewhere.
#define OTHER_SITE() LEAVE_TO((Cold<Here::kOpcode, Tier::kFast>::Run))
#define ELEMENT_ACCESS(shape)                                                              \
  ({                                                                                       \
    ElementAccess access_ = (shape)->element_access();                                     \
    if constexpr (Here::kVariant.knows_elements()) {                                       \
      if (HW_UNLIKELY(access_ != Here::kVariant.elements())) OTHER_SITE();                 \
      access_ = Here::kVariant.elements();                                                 \
    }                                                                                      \
    access_;                                                                               \
  })
#define SITE_FACT (Here::kVariant.fact())
// What has not been seen yet is recorded by the same tier elsewhere.
#define RECORD(what)                                                                                     \
  do {                                                                                                   \
    Value::Bits seen_ = static_cast<Value::Bits>(static_cast<uint32_t>(what)) << 1;                      \
    if (HW_UNLIKELY((SITE().seen.bits() & seen_) != seen_)) LEAVE_TO((Cold<Here::kOpcode, Here::kTier>::Run)); \
  } while (0)
#define PASS_NUMBER(result)                                          \
  do {                                                               \
    if constexpr (Here::kVariant.out() == Out::kRegister) {          \
      HW_TAIL hw_next_number(HW_PASS, result);                       \
    } else {                                                         \
      acc = TransientNumber(base, result);                           \
      NEXT();                                                        \
    }                                                                \
  } while (0)

#include "ops/all.inc"
// clang-format on
OP(Wide) { THROW(); }

#include "ops/undefine.inc"

// A stencil. A number in the register is also put where all tiers find it; stores are cheap, and nothing here
// reads it from there.
template <Opcode O, int V>
__attribute__((preserve_none, used)) Value Stencil(HW_NUMBER_STATE) {
  if constexpr (Variant(V).number_in()) {
    acc = Value::FromBits(HALFWORD_COMPRESS ? kTransientNumber : base + kTransientNumber);
    Pointer<HeapNumber>(base, acc)->value_ = acc_number;
  }
  HW_TAIL Text<O, Tier::kFast, V>::template Run<void>(HW_NUMBER_PASS);
}

// Names the stencils, so that they are compiled.
template <Opcode O>
consteval int CountVariants() {
  int n = 0;
  ForEachVariant(O, [&](Variant) { n++; });
  return n;
}
template <Opcode O>
consteval auto VariantBits() {
  std::array<int, CountVariants<O>()> all{};
  int n = 0;
  ForEachVariant(O, [&](Variant v) { all[static_cast<size_t>(n++)] = v.bits(); });
  return all;
}
template <Opcode O, size_t... kIndex>
consteval auto AllOf(std::index_sequence<kIndex...>) {
  return std::array<NumberFunction, sizeof...(kIndex) + 1>{&Stencil<O, 0>,
                                                           &Stencil<O, VariantBits<O>()[kIndex]>...};
}
template <Opcode O>
__attribute__((used)) constexpr auto kAllOf =
    AllOf<O>(std::make_index_sequence<static_cast<size_t>(CountVariants<O>())>());
template <Opcode O>
consteval const NumberFunction* StencilsOf() {
  if constexpr (Text<O, Tier::kFast, 0>::kIsRuntime) {
    return nullptr;
  } else {
    return kAllOf<O>.data();
  }
}

}  // namespace

extern const NumberFunction* const kStencils[];
__attribute__((used)) const NumberFunction* const kStencils[] = {
#define V(name, operands, flags, site, meaning) StencilsOf<Opcode::k##name>(),
    HW_OPCODES(V)
#undef V
};

// ---- The beginning of a function: missing parameters become undefined, and locals. ----
HW_INLINE Value* AtBytes(Value* fp, uintptr_t bytes) {
  return reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) + bytes);
}
// Words more than there are locals are free stack (FillUndefined). kFillsAll: as many as there are.
inline constexpr int kFillsAll = -1;
template <int kBlocks, bool kHasParameters>
HW_TEXT Value Fill(HW_NUMBER_STATE) {
  Value *locals = AtBytes(fp, NUMBER(hw_locals)), *end = AtBytes(fp, NUMBER(hw_locals_end));
  if (kHasParameters) {
    Value count = fp[frame::kArgumentCount];
    if (HW_UNLIKELY(count.bits() < static_cast<Value::Bits>(NUMBER(hw_parameters)))) {
      FillUndefined(fp + frame::kFirstArgument + count.AsSmi(), end);
      LEAVE_TO(hw_next);
    }
  }
  FillUndefined(locals, kBlocks == kFillsAll ? end : locals + 4 * kBlocks);
  LEAVE_TO(hw_next);
}
#define FILLS(name, blocks)                                               \
  extern "C" HW_STENCIL Value hw_fill_##name(HW_NUMBER_STATE) {           \
    HW_TAIL Fill<blocks, false>(HW_NUMBER_PASS);                          \
  }                                                                       \
  extern "C" HW_STENCIL Value hw_check_and_fill_##name(HW_NUMBER_STATE) { \
    HW_TAIL Fill<blocks, true>(HW_NUMBER_PASS);                           \
  }
FILLS(0, 0)
FILLS(1, 1)
FILLS(2, 2)
FILLS(3, 3)
FILLS(4, 4)
FILLS(all, kFillsAll)
// ---- Ways out. hw_cold: where in the machine's record the cold tier is. ----
#define HERE() (reinterpret_cast<const uint8_t*>(code) + NUMBER(hw_pc))
#define COLD_TIER() \
  (*reinterpret_cast<const ColdFunction*>(reinterpret_cast<const char*>(machine) + NUMBER_16(hw_cold)))
extern "C" {
HW_STENCIL Value hw_to_cold(HW_COLD_STATE) {
  pc = HERE();
  next_code = CODE_ADDRESS(hw_next);
  HW_TAIL COLD_TIER()(HW_COLD_PASS);
}
HW_STENCIL Value hw_to_cold_of_jump(HW_COLD_STATE) {
  pc = HERE();
  next_code = CODE_ADDRESS(hw_next);
  jump_code = CODE_ADDRESS(hw_jump);
  HW_TAIL COLD_TIER()(HW_COLD_PASS);
}
HW_STENCIL Value hw_go_on(HW_NUMBER_STATE) { HW_TAIL hw_jump(HW_NUMBER_PASS); }
HW_STENCIL Value hw_to_interpreter(HW_STATE) {
  pc = HERE();
  HW_TAIL machine->dispatch[*pc](HW_PASS);
}
}

}  // namespace halfword::jit
