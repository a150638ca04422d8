#include "interpreter/interpreter.h"

#include <cstring>

#include "base/packed_tables.h"
#include "ops/encoding.h"
#include "ops/includes.h"
#include "ops/machine_state.h"
#include "runtime/execution/debug_hooks.h"
#include "runtime/execution/instruction_observer.h"

namespace halfword::interpreter {
namespace {

using namespace ops;  // NOLINT: this file is the machine that ops/ is written for

// Not under ASan: its frames need a realigned stack and dynamic allocas, which clang does not support with
// preserve_none. What handlers call is instrumented.
// Never inlined: a slow tier would bring its stack frame into the fast path.
#define HW_HANDLER \
  HW_NOT_INSTRUMENTED __attribute__((preserve_none, noinline, no_sanitize("address"), aligned(64)))
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

#include "ops/encoded.inc"

#define RETURN_CODE() Value::Smi(0)
#define DISPATCH() HW_TAIL machine->dispatch[*pc](HW_PASS)
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
    if (HW_UNLIKELY(code->entry_index_ != 0)) HW_TAIL EnterByTable(HW_PASS);  \
    pc = code->bytecode();                                                    \
    DISPATCH();                                                               \
  } while (0)
#define FILL_LOCALS(at, count, callee_code) FillLocals(at, count, callee_code)
#define LEAVE()                                                                             \
  do {                                                                                      \
    if (HW_UNLIKELY(fp[frame::kReturnCode].bits() != 0)) HW_TAIL ReturnToCompiled(HW_PASS); \
    Value::Bits return_pc_ = fp[frame::kReturnPc].bits();                                   \
    TO_CALLER();                                                                            \
    pc = reinterpret_cast<const uint8_t*>(code) + (return_pc_ >> 1);                        \
    DISPATCH();                                                                             \
  } while (0)
// A back-edge that was polled, which is when hot code is found: it may go on compiled.
#define LOOP(offset)            \
  do {                          \
    pc += (offset);             \
    HW_TAIL EnterLoop(HW_PASS); \
  } while (0)

#include "ops/words.inc"

// ---- Between interpreted and compiled code ----
HW_HANDLER Value EnterByTable(HW_STATE) { HW_TAIL machine->EntryOf(code, ISOLATE.entry_bias_)(HW_PASS); }
HW_HANDLER Value Interpret(HW_STATE) {
  FillLocals(fp, fp[frame::kArgumentCount], code);
  pc = code->bytecode();
  DISPATCH();
}
HW_HANDLER Value ReturnToCompiled(HW_STATE) {
  LEAVE_FRAME(return_code);
  HW_TAIL Machine::At(machine->return_to_interpreter, return_code)(HW_PASS);
}
HW_HANDLER Value ReturnToInterpreter(HW_STATE) {
  pc = reinterpret_cast<const uint8_t*>(code) + frame::ReturnPc(reinterpret_cast<const Value*>(pc));
  DISPATCH();
}
// Goes on at `pc`, in compiled code where the hook finds some.
#define GO_ON_BY(hook)                                                                    \
  do {                                                                                    \
    if (code->entry_index_ != 0 && machine->entry_mask != 0) {                            \
      const void* compiled_ = NATIVE().compiled.hook(*machine, ISOLATE, code, PC());      \
      if (compiled_ != nullptr)                                                           \
        HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(compiled_))(HW_PASS); \
    }                                                                                     \
    DISPATCH();                                                                           \
  } while (0)
HW_HANDLER Value GoOnAt(HW_STATE) { GO_ON_BY(entry_at); }
HW_HANDLER Value EnterLoop(HW_STATE) {
  NoteRunning(ISOLATE, fp);
  fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));
  GO_ON_BY(loop_entry_at);
}
#undef GO_ON_BY

// ---- Unwinding ----
HW_HANDLER Value Unwind(HW_STATE) {
  Isolate& isolate = ISOLATE;
  if (HW_UNLIKELY(isolate.budget_ < 0))
    (void)PollInDebt(isolate);  // an instruction that throws ends in no debt either
  if (DebugHooks* debug = NATIVE().debug; HW_UNLIKELY(debug != nullptr) && !isolate.IsTerminating()) {
    isolate.frame_ = frame::OffsetOfFrame(fp);
    isolate.pc_ = PC();
    debug->Thrown(isolate);
  }
  UnwindTarget target =
      FindHandler(isolate, fp, static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code)));
  if (target.fp == nullptr) return Value::Exception();
  fp = target.fp;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  acc = isolate.TakeException();
  code = frame::CodeOf(fp);
  fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag));
  pc = reinterpret_cast<const uint8_t*>(code) + target.pc;
  HW_TAIL GoOnAt(HW_PASS);
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

HW_INLINE HandlerFunction WideHandlerOf(uint8_t opcode);
OP(Wide) {
  pc++;
  HW_TAIL WideHandlerOf (*pc)(HW_PASS);
}

// Of instructions without constants behind the prefix there are none.
template <Opcode O>
constexpr HandlerFunction WideHandler() {
  if constexpr (HasConstant(OperandsOf(O))) {
    return &Handler<O, Tier::kFast, true>::Run;
  } else {
    return nullptr;
  }
}
constexpr HandlerFunction kWideHandlers[256] = {
#define V(name, operands, flags, site, meaning) WideHandler<Opcode::k##name>(),
    HW_OPCODES(V)
#undef V
};
constexpr HandlerFunction kHandlers[kOpcodeCount] = {
#define V(name, operands, flags, site, meaning) &Handler<Opcode::k##name, Tier::kFast>::Run,
    HW_OPCODES(V)
#undef V
};

}  // namespace

HW_RELATIVE_FUNCTIONS(wide_handlers, kWideHandlers);
HW_RELATIVE_FUNCTIONS(handlers, kHandlers);

namespace {

HandlerFunction WideHandlerOf(uint8_t opcode) { return wide_handlers[opcode].get(); }

// ---- The machines ----
const int32_t kNoEntries[1] = {};

// Every row of its table leads to those who look on, and from them to the debugger, if there is one.
HW_HANDLER Value Observe(HW_STATE) {
  auto& native = NativeStateAt(base);
  Value changed = acc;
  for (InstructionObserver* o = native.instruction_observer; o != nullptr; o = o->next)
    o->Before(fp, code, pc, &changed);
  acc = changed;
  if (native.debug != nullptr) HW_TAIL native.debug->machine->dispatch[*pc](HW_PASS);
  HW_TAIL handlers[*pc].get()(HW_PASS);
}
HW_NOINLINE const Machine& ObservedMachine() {
  static const Machine machine = [] {
    Machine made = NewMachine();
    std::fill(std::begin(made.dispatch), std::end(made.dispatch), &Observe);
    return made;
  }();
  return machine;
}

// The rows of a debugged isolate. Whether one asks is seen in the registers; what it asks is a call.
HW_HANDLER Value PauseHere(HW_STATE) {
  DebugHooks* debug = NATIVE().debug;
  uint32_t offset = static_cast<uint32_t>(pc - code->bytecode());
  if (debug != nullptr && debug->Stops(fp, code, offset)) {
    NOTE_POSITION();
    if (IsTransient(base, acc)) acc = NewHeapNumber(ISOLATE, ISOLATE.transient_number_);
    acc = debug->Pause(ISOLATE, fp, code, offset, acc).raw();
    if (acc.IsException()) HW_TAIL Unwind(HW_PASS);
  }
  HW_TAIL handlers[*pc].get()(HW_PASS);
}
HW_HANDLER Value AskDebugger(HW_STATE) {
  DebugHooks* debug = NATIVE().debug;
  if (HW_LIKELY(debug == nullptr || !debug->MayStop(fp, code, pc))) HW_TAIL handlers[*pc].get()(HW_PASS);
  HW_TAIL PauseHere(HW_PASS);
}
#include "ops/undefine.inc"

const Machine* CurrentMachine() {
  auto& native = NativeStateAt(CageBase());
  if (HW_UNLIKELY(native.instruction_observer != nullptr)) return &ObservedMachine();
  return HW_LIKELY(native.debug == nullptr) ? native.machine : native.debug->machine;
}

// The one place where ordinary C++ calls a handler: no locals, no sanitizer, never inlined. Clang 19 keeps
// the frame's base pointer in a register that preserve_none callees clobber, in any function that realigns
// its stack.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) Value
EnterHandler(const uint8_t* pc, Value* fp, uintptr_t base, const Machine* machine, Value acc, Value* fb,
             Code* code, HandlerFunction handler) {
  return EnterMachineCode(pc, fp, base, machine, acc, fb, code, handler);
}

Value* FeedbackWords(Value* fp) {
  return reinterpret_cast<Value*>(fp[frame::kFeedback].As<FeedbackVector>()->words());
}

}  // namespace

Value Call(Isolate& isolate, Value* registers, uint32_t argument_count) {
  // PushFrame left an entry frame below; to EnterCallee it is the caller.
  Value* entry = frame::Caller(registers);
  uint32_t return_pc = frame::ReturnPc(registers);
  --isolate.budget_;  // EnterCallee polls
  // A native frame as long as it has no code: it keeps the arguments alive.
  isolate.frame_ = frame::OffsetOfFrame(registers);
  Value result;
  Value* fp =
      EnterCallee(isolate, entry, return_pc, registers, argument_count, ops::CallUnit::kPaid, &result);
  return fp == nullptr ? result : Run(fp, frame::CodeOf(fp));
}

Value Run(Value* fp, Code* code) {
  const Machine* machine = CurrentMachine();
  return EnterHandler(code->bytecode(), fp, CageBase(), machine, Value::Undefined(), FeedbackWords(fp), code,
                      machine->EntryOf(code, Isolate::Current().entry_bias_));
}

Value Resume(Isolate& isolate, SuspendedFrame* saved, Value value, int mode, const Continuation& then) {
  uint32_t extra = saved->extra_count_;
  Value* registers = PushEntry(isolate, then);
  if (registers == nullptr) return Value::Exception();
  // No instruction begins in debt.
  if (isolate.budget_ < 0 && isolate.PollSlow().IsThrow()) return Value::Exception();
  Value* entry = registers - frame::kHeaderWords;
  Code* code = saved->code_.get().As<Code>();
  // Kept arguments lie right below the header, as EnterCallee leaves them.
  Value* fp = extra ? registers + frame::kFirstArgument + extra + frame::kHeaderWords : registers;
  if (!frame::HasRoom(isolate, registers, static_cast<uint64_t>(fp - registers) + code->frame_size_)) {
    (void)isolate.ThrowStackOverflow();
    return Value::Exception();
  }
  if (extra) {
    std::memcpy(fp - frame::kHeaderWords - static_cast<int>(extra), saved->extra_arguments(),
                extra * sizeof(Value));
  }
  std::memcpy(fp, saved->registers(), saved->register_count_ * sizeof(Value));
  fp[frame::kReturnCode] = Value::Smi(0);
  fp[frame::kNewTarget] = saved->new_target_;
  fp[frame::kFeedback] = saved->feedback_;
  fp[frame::kEnvironment] = saved->environment_;
  fp[frame::kCode] = saved->code_;
  fp[frame::kFunction] = saved->function_;
  fp[frame::kCallerDelta] =
      Value::FromBits(static_cast<Value::Bits>(reinterpret_cast<char*>(fp) - reinterpret_cast<char*>(entry)));
  fp[frame::kReturnPc] = Value::Smi(EntryReturnPc(isolate));
  fp[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(saved->argument_count_));
  isolate.suspension_.Init(Value::Smi(0));
  if (saved->resume_register_ != 0) fp[saved->resume_register_] = Value::Smi(mode);
  const uint8_t* pc = reinterpret_cast<const uint8_t*>(code) + saved->pc_;
  uint32_t frame = isolate.frame_, old_pc = isolate.pc_;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  const Machine* machine = CurrentMachine();
  Value result;
  if (mode == 1) {
    // The suspending instruction throws: any byte of it will do for the handler table.
    (void)isolate.Throw(value);
    result =
        EnterHandler(pc - 1, fp, CageBase(), machine, Value::Undefined(), FeedbackWords(fp), code, &Unwind);
  } else {
    result = EnterHandler(pc, fp, CageBase(), machine, value, FeedbackWords(fp), code, &GoOnAt);
  }
  isolate.frame_ = frame;
  isolate.pc_ = old_pc;
  return result;
}

Value GoOn(Isolate& isolate, Value* fp, uint32_t pc, Value value) {
  Code* code = frame::CodeOf(fp);
  const uint8_t* at = reinterpret_cast<const uint8_t*>(code) + pc;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  return EnterHandler(at, fp, CageBase(), CurrentMachine(), value, FeedbackWords(fp), code,
                      value.IsException() ? &Unwind : &GoOnAt);
}

Machine NewMachine() {
  Machine machine = {};
  for (int i = 0; i < kOpcodeCount; i++) machine.dispatch[i] = handlers[i].get();
  machine.interpret = &Interpret;
  machine.return_to_interpreter = &ReturnToInterpreter;
  machine.unwind = &Unwind;
  machine.entries = kNoEntries;
  return machine;
}
const Machine& PlainMachine() {
  static const Machine machine = NewMachine();
  return machine;
}
void SetDebugRows(Machine& machine, DebugRows rows) {
  for (int i = 0; i < kOpcodeCount; i++)
    machine.dispatch[i] = rows == DebugRows::kAll ? &AskDebugger : handlers[i].get();
  machine.dispatch[static_cast<int>(Opcode::kDebugger)] = &PauseHere;
}
uintptr_t InterpretAddress() { return reinterpret_cast<uintptr_t>(&Interpret); }

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
