#include "interpreter/interpreter.h"

#include <cstring>

#include "ops/includes.h"
#include "runtime/execution/instruction_observer.h"

namespace halfword::interpreter {
namespace {

using namespace ops;  // NOLINT: this file is the machine that ops/ is written for

// ---- The machine state, in registers from handler to handler ----
#define HW_STATE \
  const uint8_t *pc, Value *fp, uintptr_t base, void *const *table, Value acc, Value *fb, Code *code
#define HW_PASS pc, fp, base, table, acc, fb, code
// Not under ASan: its frames need a realigned stack and dynamic allocas, which clang does not support with
// preserve_none. What handlers call is instrumented.
#if __has_feature(thread_sanitizer)
// It would have its say between a handler's last instruction and the next handler.
#define HW_NOT_INSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define HW_NOT_INSTRUMENTED
#endif
// Never inlined: a slow tier would bring its stack frame into the fast path.
#define HW_HANDLER \
  HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address"), aligned(64)))
#define HW_TAIL __attribute__((musttail)) return
using HandlerFunction = __attribute__((preserve_none)) Value (*)(HW_STATE);

template <class T>
HW_INLINE T ReadUnaligned(const uint8_t* p) {
  T t;
  std::memcpy(&t, p, sizeof t);
  return t;
}

// Where the operands of an opcode are; `kWide` behind the prefix Wide.
template <Opcode O, bool kWide>
struct Encoding {
  static constexpr Opcode kOpcode = O;
  static constexpr const char* kOps = OperandsOf(O);
  static constexpr int kLength = 1 + OperandBytes(kOps, kWide);
  static constexpr int kFeedback = IndexOfOperand(kOps, 'F');
  static constexpr int Offset(int i) { return OperandOffset(kOps, i, kWide); }
  using ConstantIndex = std::conditional_t<kWide, uint32_t, uint16_t>;
};
template <Opcode O, Tier T, bool kWide = false>
struct Handler;

// ---- The words of ops/machine.h ----
#define TIER(name, tier)                               \
  template <bool kWide>                                \
  struct Handler<Opcode::k##name, Tier::tier, kWide> { \
    using Here = Encoding<Opcode::k##name, kWide>;     \
    static HW_HANDLER Value Run(HW_STATE);             \
  };                                                   \
  template <bool kWide>                                \
  HW_HANDLER Value Handler<Opcode::k##name, Tier::tier, kWide>::Run(HW_STATE)
#define FAMILY(tier, ...)                  \
  template <Opcode O, bool kWide>          \
    requires OneOf<O, __VA_ARGS__>         \
  struct Handler<O, Tier::tier, kWide> {   \
    using Here = Encoding<O, kWide>;       \
    static HW_HANDLER Value Run(HW_STATE); \
  };                                       \
  template <Opcode O, bool kWide>          \
    requires OneOf<O, __VA_ARGS__>         \
  HW_HANDLER Value Handler<O, Tier::tier, kWide>::Run(HW_STATE)
#define OP(name) TIER(name, kFast)
#define RUNTIME_OP(name) TIER(name, kFast)
#define RUNTIME_FAMILY(...) FAMILY(kFast, __VA_ARGS__)

#define OPCODE Here::kOpcode
#define FEEDBACK Here::kFeedback
#define OPERAND(type, i) ReadUnaligned<type>(pc + std::integral_constant<int, Here::Offset(i)>::value)
#define REG(i) fp[OPERAND(uint16_t, i)]
#define COUNT(i) \
  uint32_t { OPERAND(uint16_t, i) }
#define IMM(i) OPERAND(int32_t, i)
#define SHORT(i) \
  int32_t { OPERAND(int16_t, i) }
#define FLAGS(i) OPERAND(uint8_t, i)
#define CONST(i) \
  static_cast<Value&>(reinterpret_cast<Value*>(code + 1)[OPERAND(typename Here::ConstantIndex, i)])
#define FEEDBACK_OFFSET(i) OPERAND(uint16_t, i)
#define CACHE(i) reinterpret_cast<CacheWord*>(fb + FEEDBACK_OFFSET(i))
#define JUMP_OFFSET(i) OPERAND(int32_t, i)
#define NEXT_OPCODE() pc[Here::kLength]
// From the Code object.
#define PC() static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code))
#define RETURN_PC() Value::Smi(static_cast<int32_t>(PC() + Here::kLength))

#define NOTE_POSITION() (ISOLATE.frame_ = frame::OffsetOfFrame(fp), ISOLATE.pc_ = PC())
#define DISPATCH() HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(table[*pc]))(HW_PASS)
#define NEXT()           \
  do {                   \
    pc += Here::kLength; \
    DISPATCH();          \
  } while (0)
#define JUMP(offset) \
  do {               \
    pc += (offset);  \
    DISPATCH();      \
  } while (0)
#define GOTO(tier) HW_TAIL Handler<Here::kOpcode, Tier::tier, kWide>::Run(HW_PASS)
#define THROW()                                                                               \
  do {                                                                                        \
    static_assert(!HasFlag(OPCODE, kNoThrow), "the row says that the opcode does not throw"); \
    HW_TAIL Unwind(HW_PASS);                                                                  \
  } while (0)
// The slow half of the barrier is a handler of its own: fb has the owner, and is fetched again there.
#define STORED(owner)                                                 \
  do {                                                                \
    void* owner_ = (owner);                                           \
    pc += Here::kLength;                                              \
    if (HW_UNLIKELY(gc::IsBelowBarrier(gc::FrontOf(base), owner_))) { \
      fb = static_cast<Value*>(owner_);                               \
      HW_TAIL RecordStore(HW_PASS);                                   \
    }                                                                 \
    DISPATCH();                                                       \
  } while (0)
#define ENTER(next, next_code, feedback)                                      \
  do {                                                                        \
    fp = (next);                                                              \
    code = (next_code);                                                       \
    fb = static_cast<Value*>(Decompress(base, (feedback).bits(), kOtherTag)); \
    pc = code->bytecode();                                                    \
    DISPATCH();                                                               \
  } while (0)
#define LEAVE()                                                                                  \
  do {                                                                                           \
    Value::Bits return_pc_ = fp[frame::kReturnPc].bits();                                        \
    fp = reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) - fp[frame::kCallerDelta].bits()); \
    code = Pointer<Code>(base, fp[frame::kCode]);                                                \
    fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));          \
    pc = reinterpret_cast<const uint8_t*>(code) + (return_pc_ >> 1);                             \
    DISPATCH();                                                                                  \
  } while (0)

#include "ops/words.inc"

// ---- Unwinding ----
HW_HANDLER Value Unwind(HW_STATE) {
  Isolate& isolate = ISOLATE;
  UnwindTarget target =
      FindHandler(isolate, fp, static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code)));
  if (target.fp == nullptr) return Value::Exception();
  fp = target.fp;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  acc = isolate.TakeException();
  code = frame::CodeOf(fp);
  fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));
  pc = reinterpret_cast<const uint8_t*>(code) + target.pc;
  DISPATCH();
}

// The instruction before this one had no room for the box of its result, which lies in the isolate's record.
HW_HANDLER Value BoxTransient(HW_STATE) {
  NOTE_POSITION();
  acc = NewHeapNumber(ISOLATE, ISOLATE.transient_number_);
  DISPATCH();
}
// The instruction before this one stored acc into the object that fb refers to.
HW_HANDLER Value RecordStore(HW_STATE) {
  gc::WriteBarrierSlow(gc::FrontOf(base), fb, acc.bits());
  fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));
  DISPATCH();
}
#define BOX(d)                       \
  do {                               \
    ISOLATE.transient_number_ = (d); \
    pc += Here::kLength;             \
    HW_TAIL BoxTransient(HW_PASS);   \
  } while (0)

#include "ops/all.inc"

extern void* const kDispatchTable[256];
extern void* const kWideTable[256];
OP(Wide) {
  pc++;
  HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(kWideTable[*pc]))(HW_PASS);
}

// Of instructions without constants behind the prefix there are none.
template <Opcode O>
void* WideHandler() {
  if constexpr (HasConstant(OperandsOf(O))) {
    return reinterpret_cast<void*>(&Handler<O, Tier::kFast, true>::Run);
  } else {
    return nullptr;
  }
}
void* const kWideTable[256] = {
#define V(name, operands, flags, feedback, meaning) WideHandler<Opcode::k##name>(),
    HW_OPCODES(V)
#undef V
};

void* const kDispatchTable[256] = {
#define V(name, operands, flags, feedback, meaning) \
  reinterpret_cast<void*>(&Handler<Opcode::k##name, Tier::kFast>::Run),
    HW_OPCODES(V)
#undef V
};

#include "ops/undefine.inc"

// ---- Observation ----
// Where every row of the table leads while somebody looks on.
HW_HANDLER Value Observe(HW_STATE) {
  auto& native = NativeStateAt(base);
  for (InstructionObserver* o = native.instruction_observer; o != nullptr; o = o->next)
    o->Before(fp, code, pc);
  HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(kDispatchTable[*pc]))(HW_PASS);
}
void* const kObservedTable[256] = {
#define V(name, operands, flags, feedback, meaning) reinterpret_cast<void*>(&Observe),
    HW_OPCODES(V)
#undef V
};
void* const* DispatchTable() {
  auto& native = NativeStateAt(CageBase());
  return HW_LIKELY(native.instruction_observer == nullptr) ? kDispatchTable : kObservedTable;
}

// The one place where ordinary C++ calls a handler: no locals, no sanitizer, never inlined. Clang 19 keeps
// the frame's base pointer in a register that preserve_none callees clobber, in any function that realigns
// its stack.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) Value
EnterHandler(const uint8_t* pc, Value* fp, uintptr_t base, void* const* table, Value acc, Value* fb,
             Code* code, HandlerFunction handler) {
  return handler(pc, fp, base, table, acc, fb, code);
}
HandlerFunction HandlerOf(void* const* table, uint8_t opcode) {
  return reinterpret_cast<HandlerFunction>(const_cast<void*>(table[opcode]));
}

Value* FeedbackWords(Value* fp) {
  return reinterpret_cast<Value*>(fp[frame::kFeedback].As<FeedbackVector>()->words());
}

}  // namespace

Value Call(Isolate& isolate, Value* registers, uint32_t argument_count) {
  // PushFrame left an entry frame below; to EnterCallee it is the caller.
  Value* entry = frame::Caller(registers);
  uint32_t return_pc = frame::ReturnPc(registers);
  if (--isolate.budget_ < 0 && isolate.PollSlow().IsThrow()) return Value::Exception();
  // A native frame as long as it has no code: it keeps the arguments alive.
  isolate.frame_ = frame::OffsetOfFrame(registers);
  Value result;
  Value* fp = EnterCallee(isolate, entry, return_pc, registers, argument_count, &result);
  return fp == nullptr ? result : Run(fp, frame::CodeOf(fp));
}

Value Run(Value* fp, Code* code) {
  void* const* table = DispatchTable();
  return EnterHandler(code->bytecode(), fp, CageBase(), table, Value::Undefined(), FeedbackWords(fp), code,
                      HandlerOf(table, *code->bytecode()));
}

Value Resume(Isolate& isolate, SuspendedFrame* saved, Value value, int mode, const Continuation& then) {
  uint32_t extra = saved->extra_count_;
  Value* registers =
      PushFrame(isolate, saved->function_, Value::Undefined(), extra, saved->new_target_, then);
  if (registers == nullptr) return Value::Exception();
  Value* entry = frame::Caller(registers);
  uint32_t return_pc = frame::ReturnPc(registers);
  Code* code = saved->code_.get().As<Code>();
  // Kept arguments lie right below the header, as EnterCallee leaves them.
  Value* fp = extra ? registers + frame::kFirstArgument + extra + frame::kHeaderWords : registers;
  if (frame::OffsetOfFrame(fp) + uint64_t{code->frame_size_} * sizeof(Value) > isolate.stack_limit_) {
    (void)isolate.ThrowStackOverflow();
    return Value::Exception();
  }
  if (extra) {
    std::memcpy(fp - frame::kHeaderWords - static_cast<int>(extra), saved->extra_arguments(),
                extra * sizeof(Value));
  }
  std::memcpy(fp, saved->registers(), saved->register_count_ * sizeof(Value));
  fp[frame::kNewTarget] = saved->new_target_;
  fp[frame::kFeedback] = saved->feedback_;
  fp[frame::kEnvironment] = saved->environment_;
  fp[frame::kCode] = saved->code_;
  fp[frame::kFunction] = saved->function_;
  fp[frame::kCallerDelta] =
      Value::FromBits(static_cast<Value::Bits>(reinterpret_cast<char*>(fp) - reinterpret_cast<char*>(entry)));
  fp[frame::kReturnPc] = Value::Smi(static_cast<int32_t>(return_pc));
  fp[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(saved->argument_count_));
  isolate.suspension_.Init(Value::Smi(0));
  if (saved->resume_register_ != 0) fp[saved->resume_register_] = Value::Smi(mode);
  const uint8_t* pc = reinterpret_cast<const uint8_t*>(code) + saved->pc_;
  uint32_t frame = isolate.frame_, old_pc = isolate.pc_;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  void* const* table = DispatchTable();
  Value result;
  if (mode == 1) {
    // The suspending instruction throws: any byte of it will do for the handler table.
    (void)isolate.Throw(value);
    result =
        EnterHandler(pc - 1, fp, CageBase(), table, Value::Undefined(), FeedbackWords(fp), code, &Unwind);
  } else {
    result = EnterHandler(pc, fp, CageBase(), table, value, FeedbackWords(fp), code, HandlerOf(table, *pc));
  }
  isolate.frame_ = frame;
  isolate.pc_ = old_pc;
  return result;
}

Value GoOn(Isolate& isolate, Value* fp, uint32_t pc, Value value) {
  Code* code = frame::CodeOf(fp);
  const uint8_t* at = reinterpret_cast<const uint8_t*>(code) + pc;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  void* const* table = DispatchTable();
  return EnterHandler(at, fp, CageBase(), table, value, FeedbackWords(fp), code,
                      value.IsException() ? &Unwind : HandlerOf(table, *at));
}

Code* NewEntryCode(Isolate& isolate) {
  uint32_t size = sizeof(Code) + 8;
  size_t cell = gc::CellSize(size);
  auto* code = static_cast<Code*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(HeapType::kCode), cell), cell));
  code->bytecode_size_ = 1;
  const_cast<uint8_t*>(code->bytecode())[0] = static_cast<uint8_t>(Opcode::kHalt);
  return code;
}

}  // namespace halfword::interpreter
