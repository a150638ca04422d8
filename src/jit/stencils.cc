// The second reader of ops/: each fast path as a stencil, machine code with holes where its operands go. A
// hole is the address of a symbol that nobody defines, so the object file has a relocation there.
//
// Nothing runs this code yet. The baseline compiler will copy it; until then the build shows that the
// text of ops/ can be copied: tools/opcodes.py reads the object file and holds each fast path to the
// rules of ops/machine.h.
//
// A section is a stencil. What it jumps to: Cold<opcode, tier> is another tier of its opcode, hw_next the
// next instruction, hw_jump the target of its jump, hw_throw the unwinder, hw_enter the first instruction of
// the callee, hw_leave the caller, hw_record_store the slow half of the write barrier, hw_box the allocation
// of a box.
#include "ops/includes.h"

#if defined(__x86_64__) && !HALFWORD_ASSERTS

namespace halfword::jit {
namespace {

using namespace ops;  // NOLINT: as interpreter.cc

// The registers of the interpreter; `pc` is not maintained.
#define HW_STATE \
  const uint8_t *pc, Value *fp, uintptr_t base, void *const *table, Value acc, Value *fb, Code *code
#define HW_PASS pc, fp, base, table, acc, fb, code
#define HW_STENCIL __attribute__((preserve_none, used))
#define HW_TAIL __attribute__((musttail)) return

}  // namespace

extern "C" {
__attribute__((preserve_none)) Value hw_next(HW_STATE);
__attribute__((preserve_none)) Value hw_jump(HW_STATE);
__attribute__((preserve_none)) Value hw_jump_by(HW_STATE);  // pc: the distance
__attribute__((preserve_none)) Value hw_throw(HW_STATE);
__attribute__((preserve_none)) Value hw_enter(HW_STATE);
__attribute__((preserve_none)) Value hw_leave(HW_STATE);
__attribute__((preserve_none)) Value hw_record_store(HW_STATE);
__attribute__((preserve_none)) Value hw_box(HW_STATE);
#define HW_HOLES(kind) extern char hw_##kind##_0[], hw_##kind##_1[], hw_##kind##_2[], hw_##kind##_3[];
HW_HOLES(register)
HW_HOLES(count) HW_HOLES(immediate) HW_HOLES(constant) HW_HOLES(feedback) extern char hw_return_pc[];
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
// is a call of the runtime is not compiled either: its stencil is a jump to the runtime's tier.
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
#define GOTO(tier) HW_TAIL Cold<Here::kOpcode, Tier::tier>::Run(HW_PASS)
#define THROW() HW_TAIL hw_throw(HW_PASS)
#define ENTER(next, next_code, feedback)                                      \
  do {                                                                        \
    fp = (next);                                                              \
    code = (next_code);                                                       \
    fb = static_cast<Value*>(Decompress(base, (feedback).bits(), kOtherTag)); \
    HW_TAIL hw_enter(HW_PASS);                                                \
  } while (0)
#define LEAVE() HW_TAIL hw_leave(HW_PASS)
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
OP(Wide) { NEXT(); }

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

}  // namespace halfword::jit

#endif
