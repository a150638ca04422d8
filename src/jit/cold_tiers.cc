// The reader of ops/ that makes what compiled code hands over to: the slower tiers, and opcodes whose work is
// a call of the runtime. They are the interpreter's, but for their ends: they go on in machine code.
#include "jit/cold_tiers.h"

#include "base/packed_tables.h"
#include "jit/stencils/stencil_table.h"
#include "ops/encoding.h"
#include "ops/includes.h"

#if HALFWORD_JIT

namespace halfword::jit {
namespace {

using namespace ops;  // NOLINT: as interpreter.cc

// As the interpreter's handlers.
#define HW_COLD_TIER HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address")))

template <Opcode O, Tier T>
struct ColdTier;

// The target of the instruction's own jump is at hand, any other is looked up.
struct OwnJump {
  int32_t offset;
};

// ---- The words of ops/machine.h ----
// Behind the prefix Wide, instructions are left to the interpreter.
#define TIER(name, tier)                           \
  template <>                                      \
  struct ColdTier<Opcode::k##name, Tier::tier> {   \
    using Here = Encoding<Opcode::k##name, false>; \
    template <class>                               \
    static HW_COLD_TIER Value Run(HW_COLD_STATE);  \
  };                                               \
  template <class>                                 \
  HW_COLD_TIER Value ColdTier<Opcode::k##name, Tier::tier>::Run(HW_COLD_STATE)
#define FAMILY(tier, ...)                         \
  template <Opcode O>                             \
    requires OneOf<O, __VA_ARGS__>                \
  struct ColdTier<O, Tier::tier> {                \
    using Here = Encoding<O, false>;              \
    template <class>                              \
    static HW_COLD_TIER Value Run(HW_COLD_STATE); \
  };                                              \
  template <Opcode O>                             \
    requires OneOf<O, __VA_ARGS__>                \
  template <class>                                \
  HW_COLD_TIER Value ColdTier<O, Tier::tier>::Run(HW_COLD_STATE)
#define OP(name) TIER(name, kFast)
#define RUNTIME_OP(name) TIER(name, kFast)
#define RUNTIME_FAMILY(...) FAMILY(kFast, __VA_ARGS__)

#include "ops/encoded.inc"
#undef JUMP_OFFSET
#define JUMP_OFFSET(i) \
  OwnJump { OPERAND(int32_t, i) }

#define GO_ON(at) HW_TAIL AsColdFunction(at)(HW_COLD_PASS)
#define RETURN_CODE() ReturnCode(machine, next_code)
#define NEXT() GO_ON(next_code)
HW_INLINE ColdFunction Target(uintptr_t, const Machine*, Code*, const uint8_t**, const void* jump_code,
                              OwnJump) {
  return AsColdFunction(jump_code);
}
HW_INLINE ColdFunction Target(uintptr_t base, const Machine* machine, Code* code, const uint8_t** pc,
                              int32_t offset, decltype(CompiledHooks::entry_at) entry_at) {
  *pc += offset;
  Isolate& isolate = *reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset);
  uint32_t at = static_cast<uint32_t>(*pc - reinterpret_cast<const uint8_t*>(code));
  const void* compiled = entry_at(*machine, isolate, code, at);
  return compiled != nullptr ? AsColdFunction(compiled) : AsColdFunction(machine->dispatch[**pc]);
}
HW_INLINE ColdFunction Target(uintptr_t base, const Machine* machine, Code* code, const uint8_t** pc,
                              const void*, int32_t offset) {
  return Target(base, machine, code, pc, offset, NativeStateAt(base).compiled.entry_at);
}
HW_INLINE int32_t DistanceOf(OwnJump jump) { return jump.offset; }
#define JUMP(offset) HW_TAIL Target(base, machine, code, &pc, jump_code, offset)(HW_COLD_PASS)
// In other code, if the function has been compiled again.
#define LOOP(offset)                                                                    \
  do {                                                                                  \
    NoteRunning(ISOLATE, fp);                                                           \
    fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag)); \
    int32_t offset_ = DistanceOf(offset);                                               \
    auto entry_at_ = NativeStateAt(base).compiled.loop_entry_at;                        \
    HW_TAIL Target(base, machine, code, &pc, offset_, entry_at_)(HW_COLD_PASS);         \
  } while (0)
#define GOTO(tier) HW_TAIL ColdTier<Here::kOpcode, Tier::tier>::template Run<void>(HW_COLD_PASS)
#define LEAVE_BY(handler) HW_TAIL AsColdFunction(handler)(HW_COLD_PASS)
#define THROW()                                                                               \
  do {                                                                                        \
    static_assert(!HasFlag(OPCODE, kNoThrow), "the row says that the opcode does not throw"); \
    LEAVE_BY(machine->unwind);                                                                \
  } while (0)
#define FILL_LOCALS(at, count, callee_code)  // the entry does
#define ENTER(frame, next_code, feedback)                                     \
  do {                                                                        \
    fp = (frame);                                                             \
    code = (next_code);                                                       \
    fb = static_cast<Value*>(Decompress(base, (feedback).bits(), kOtherTag)); \
    LEAVE_BY(machine->EntryOf(code, ISOLATE.entry_bias_));                    \
  } while (0)
#define LEAVE()                                                          \
  do {                                                                   \
    LEAVE_FRAME(return_code_);                                           \
    LEAVE_BY(Machine::At(machine->return_to_interpreter, return_code_)); \
  } while (0)
#define STORED(owner)                                               \
  do {                                                              \
    void* owner_ = (owner);                                         \
    if (HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), owner_))) \
      gc::WriteBarrierSlow(gc::FrontOf(base), owner_, acc.bits());  \
    NEXT();                                                         \
  } while (0)
#define BOX(d)                         \
  do {                                 \
    NOTE_POSITION();                   \
    acc = NewHeapNumber(ISOLATE, (d)); \
    NEXT();                            \
  } while (0)
// clang-format off: the order matters
#include "ops/words.inc"
// A site that learns something may have a better stencil.
#undef LEARNED
#define LEARNED() machine->NoteStale(code, ISOLATE.entry_bias_)

#include "ops/all.inc"
// clang-format on
#include "ops/undefine.inc"
#undef GO_ON
#undef LEAVE_BY

// The instruction before `next_code` stored acc into the object that fb refers to.
HW_COLD_TIER Value RecordStore(HW_COLD_STATE) {
  gc::WriteBarrierSlow(gc::FrontOf(base), fb, acc.bits());
  fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));
  HW_TAIL AsColdFunction(next_code)(HW_COLD_PASS);
}

// The instruction had no room for the box of its result, which lies in the isolate's record.
HW_COLD_TIER Value Box(HW_COLD_STATE) {
  Isolate& isolate = *reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset);
  isolate.frame_ = frame::OffsetOfFrame(fp);
  isolate.pc_ = static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code));
  acc = NewHeapNumber(isolate, isolate.transient_number_);
  HW_TAIL AsColdFunction(next_code)(HW_COLD_PASS);
}

constexpr ColdFunction kColdTiers[kColdTierCount] = {&RecordStore, &Box,
#define V(opcode, tier) &ColdTier<static_cast<Opcode>(opcode), static_cast<Tier>(tier)>::template Run<void>,
                                                     HW_COLD_TIERS(V)
#undef V
};

// Of Wide, whose instructions are left to the interpreter, there is no text.
template <Opcode O>
constexpr ColdFunction FirstTierOf() {
  if constexpr (O == Opcode::kWide) {
    return nullptr;
  } else {
    return &ColdTier<O, Tier::kFast>::template Run<void>;
  }
}
constexpr ColdFunction kFirstTiersByOpcode[kOpcodeCount] = {
#define V(name, operands, flags, site, meaning) FirstTierOf<Opcode::k##name>(),
    HW_OPCODES(V)
#undef V
};

}  // namespace

HW_RELATIVE_FUNCTIONS(cold_tiers, kColdTiers);
HW_RELATIVE_FUNCTIONS(first_tiers, kFirstTiersByOpcode);

void FillColdTiers(ColdFunction* cold) {
  for (uint32_t i = 0; i < kColdTierCount; i++) cold[i] = cold_tiers[i].get();
}
void FillFirstTiers(ColdFunction* first) {
  for (uint32_t i = 0; i < kOpcodeCount; i++) first[i] = first_tiers[i].get();
}

}  // namespace halfword::jit

#endif
