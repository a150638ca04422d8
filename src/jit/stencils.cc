// The reader of ops/ that makes stencils: each fast path as machine code with holes where its operands go. A
// hole is the address of a symbol that nobody defines, so the object file has a relocation there. No program
// links that object file: tools/mkstencils cuts the stencils out of it.
//
// A section is a stencil. What it jumps to: Cold<opcode, tier> is another tier of its opcode, hw_next the
// next instruction, hw_jump the target of its jump, hw_record_store the slow half of the write barrier.
#include "ops/includes.h"
#include "ops/machine_state.h"

#if defined(__x86_64__)

namespace halfword::jit {
namespace {

using namespace ops;  // NOLINT: as interpreter.cc

#define HW_STENCIL __attribute__((preserve_none, used))

}  // namespace

extern "C" {
__attribute__((preserve_none)) Value hw_next(HW_STATE);
__attribute__((preserve_none)) Value hw_jump(HW_STATE);
__attribute__((preserve_none)) Value hw_jump_by(HW_STATE);  // an opcode that needs it gets no stencil
__attribute__((preserve_none)) Value hw_throw(HW_STATE);    // nor one that needs this
__attribute__((preserve_none)) Value hw_record_store(HW_STATE);
__attribute__((preserve_none)) Value hw_box(HW_STATE);
#define HW_HOLES(kind) extern char hw_##kind##_0[], hw_##kind##_1[], hw_##kind##_2[], hw_##kind##_3[];
HW_HOLES(register)
HW_HOLES(count) HW_HOLES(immediate) HW_HOLES(constant) HW_HOLES(feedback) extern char hw_return_pc[],
    hw_pc[], hw_cold[];
}

template <Opcode O, Tier T>
struct Cold {
  static __attribute__((preserve_none)) Value Run(HW_STATE);
};

namespace {

template <Opcode O>
struct Here_ {
  static constexpr Opcode kOpcode = O;
  static constexpr int kFeedback = IndexOfOperand(OperandsOf(O), 'F');
};
template <Opcode O, Tier T>
struct Stencil;

// ---- The words of ops/machine.h ----
// Tiers but the fast one are parsed, not compiled: nothing names them. The fast one of an opcode whose work
// is a call of the runtime is not compiled either: it has no stencil.
#define STENCIL(name, tier, is_runtime)            \
  template <>                                      \
  struct Stencil<Opcode::k##name, Tier::tier> {    \
    using Here = Here_<Opcode::k##name>;           \
    static constexpr bool kIsRuntime = is_runtime; \
    template <class>                               \
    static HW_STENCIL Value Run(HW_STATE);         \
  };                                               \
  template <class>                                 \
  HW_STENCIL Value Stencil<Opcode::k##name, Tier::tier>::Run(HW_STATE)
#define STENCILS(tier, is_runtime, ...)            \
  template <Opcode O>                              \
    requires OneOf<O, __VA_ARGS__>                 \
  struct Stencil<O, Tier::tier> {                  \
    using Here = Here_<O>;                         \
    static constexpr bool kIsRuntime = is_runtime; \
    template <class>                               \
    static HW_STENCIL Value Run(HW_STATE);         \
  };                                               \
  template <Opcode O>                              \
    requires OneOf<O, __VA_ARGS__>                 \
  template <class>                                 \
  HW_STENCIL Value Stencil<O, Tier::tier>::Run(HW_STATE)
#define TIER(name, tier) STENCIL(name, tier, false)
#define FAMILY(tier, ...) STENCILS(tier, false, __VA_ARGS__)
#define OP(name) STENCIL(name, kFast, false)
#define RUNTIME_OP(name) STENCIL(name, kFast, true)
#define RUNTIME_FAMILY(...) STENCILS(kFast, true, __VA_ARGS__)

#define OPCODE Here::kOpcode
#define FEEDBACK Here::kFeedback
// `index` is a constant expression.
template <int kIndex>
HW_INLINE uintptr_t Choose(const char* a, const char* b, const char* c, const char* d) {
  return reinterpret_cast<uintptr_t>(kIndex == 0 ? a : kIndex == 1 ? b : kIndex == 2 ? c : d);
}
#define HOLE(kind, i) Choose<(i)>(hw_##kind##_0, hw_##kind##_1, hw_##kind##_2, hw_##kind##_3)
// Holes of registers, constants and feedback words hold bytes; constants lie at the Code object's address.
#define REG(i) (*reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) + HOLE(register, i)))
#define COUNT(i) static_cast<uint32_t>(HOLE(count, i))
#define IMM(i) static_cast<int32_t>(HOLE(immediate, i))
#define SHORT(i) static_cast<int32_t>(HOLE(immediate, i))
#define FLAGS(i) static_cast<uint8_t>(HOLE(immediate, i))
#define CONST(i) (*reinterpret_cast<Value*>(reinterpret_cast<char*>(code + 1) + HOLE(constant, i)))
#define CACHE(i) reinterpret_cast<CacheWord*>(reinterpret_cast<char*>(fb) + HOLE(feedback, i))
#define FEEDBACK_OFFSET(i) (HOLE(feedback, i) / sizeof(Value))
#define JUMP_OFFSET(i) JumpOffset()
#define RETURN_PC() Value::FromBits(static_cast<Value::Bits>(reinterpret_cast<uintptr_t>(hw_return_pc)))
// The address of a place in this very function's code. It is the only thing that a stencil knows about where
// it lies.
#define CODE_ADDRESS(symbol)                                  \
  ({                                                          \
    const void* address_;                                     \
    asm("leaq " #symbol "(%%rip), %0" : "=r"(address_));      \
    address_;                                                 \
  })
#define RETURN_CODE() ReturnCode(machine, CODE_ADDRESS(hw_next))
// One that takes no number and is no StarOperand.
#define NEXT_OPCODE() static_cast<uint8_t>(Opcode::kStar)
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
#define NEXT() HW_TAIL hw_next(HW_PASS)
#define JUMP(offset)                          \
  do {                                        \
    SetDistance(&pc, offset);                 \
    HW_TAIL kJump<decltype(offset)>(HW_PASS); \
  } while (0)
#define LOOP(offset) JUMP(offset)
#define GOTO(tier) HW_TAIL Cold<Here::kOpcode, Tier::tier>::Run(HW_PASS)
#define THROW() HW_TAIL hw_throw(HW_PASS)
#define ENTER(next, next_code, feedback)                                      \
  do {                                                                        \
    fp = (next);                                                              \
    code = (next_code);                                                       \
    fb = static_cast<Value*>(Decompress(base, (feedback).bits(), kOtherTag)); \
    HW_TAIL machine->EntryOf(code, ISOLATE.entry_bias_)(HW_PASS);             \
  } while (0)
#define LEAVE()                                                                                  \
  do {                                                                                           \
    int32_t return_code_ = static_cast<int32_t>(fp[frame::kReturnCode].bits());                  \
    pc = reinterpret_cast<const uint8_t*>(fp);                                                   \
    fp = reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) - fp[frame::kCallerDelta].bits()); \
    code = Pointer<Code>(base, fp[frame::kCode]);                                                \
    fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));          \
    HW_TAIL Machine::At(machine->return_to_interpreter, return_code_)(HW_PASS);                  \
  } while (0)
#define STORED(owner)                                                 \
  do {                                                                \
    void* owner_ = (owner);                                           \
    if (HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), owner_))) { \
      fb = static_cast<Value*>(owner_);                               \
      HW_TAIL hw_record_store(HW_PASS);                               \
    }                                                                 \
    NEXT();                                                           \
  } while (0)
#define BOX(d)                       \
  do {                               \
    ISOLATE.transient_number_ = (d); \
    HW_TAIL hw_box(HW_PASS);         \
  } while (0)
// clang-format off: the order matters
#include "ops/words.inc"

#include "ops/all.inc"
// clang-format on
OP(Wide) { HW_TAIL hw_throw(HW_PASS); }

// Names the stencils, so that they are compiled.
template <Opcode O>
consteval auto Fast() {
  using S = Stencil<O, Tier::kFast>;
  if constexpr (S::kIsRuntime) {
    return &Cold<O, Tier::kFast>::Run;
  } else {
    return &S::template Run<void>;
  }
}
#include "ops/undefine.inc"

}  // namespace

using StencilFunction = __attribute__((preserve_none)) Value (*)(HW_STATE);
extern const StencilFunction kStencils[];
__attribute__((used)) const StencilFunction kStencils[] = {
#define V(name, operands, flags, feedback, meaning) Fast<Opcode::k##name>(),
    HW_OPCODES(V)
#undef V
};

#undef HOLE
// ---- Ways out. hw_cold: where in the machine's record the cold tier is. ----
#define HOLE(name) reinterpret_cast<uintptr_t>(name)
#define HERE() (reinterpret_cast<const uint8_t*>(code) + HOLE(hw_pc))
#define COLD_TIER() (*reinterpret_cast<const ColdFunction*>(reinterpret_cast<const char*>(machine) + HOLE(hw_cold)))
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
HW_STENCIL Value hw_to_interpreter(HW_STATE) {
  pc = HERE();
  HW_TAIL machine->dispatch[*pc](HW_PASS);
}
}

}  // namespace halfword::jit

#endif
