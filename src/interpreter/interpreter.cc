#include "interpreter/interpreter.h"

#include <cstring>

#include "bytecode/opcodes.h"
#include "interpreter/support.h"
#include "ops/machine.h"
#include "runtime/arithmetic.h"
#include "runtime/call.h"
#include "runtime/closures.h"
#include "runtime/conversions.h"
#include "runtime/environments.h"
#include "runtime/errors.h"
#include "runtime/evaluation.h"
#include "runtime/frames.h"
#include "runtime/generators.h"
#include "runtime/iteration_records.h"
#include "runtime/iterators.h"
#include "runtime/modules.h"
#include "runtime/native_state.h"
#include "runtime/object_operations.h"
#include "runtime/typed_elements.h"

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
#define HW_HANDLER HW_NOT_INSTRUMENTED __attribute__((preserve_none, no_sanitize("address"), aligned(64)))
#define HW_TAIL __attribute__((musttail)) return
using HandlerFunction = __attribute__((preserve_none)) Value (*)(HW_STATE);

template <class T>
HW_INLINE T ReadUnaligned(const uint8_t* p) {
  T t;
  std::memcpy(&t, p, sizeof t);
  return t;
}

constexpr const char* kOperands[] = {
#define V(name, operands, flags, feedback, meaning) operands,
    HW_OPCODES(V)
#undef V
};

// Where the operands of an opcode are; `kWide` behind the prefix Wide.
template <Opcode O, bool kWide>
struct Encoding {
  static constexpr Opcode kOpcode = O;
  static constexpr const char* kOps = kOperands[static_cast<int>(O)];
  static constexpr int kLength = 1 + OperandBytes(kOps, kWide);
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
#define OP(name) TIER(name, kFast)

#define LENGTH Here::kLength
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
#define CACHE(i) reinterpret_cast<CacheWord*>(fb + OPERAND(uint16_t, i))
#define JUMP_OFFSET(i) OPERAND(int32_t, i)

#define ISOLATE (*reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset))
#define SYNC()                                \
  (ISOLATE.frame_ = frame::OffsetOfFrame(fp), \
   ISOLATE.pc_ = static_cast<uint32_t>(pc - reinterpret_cast<const uint8_t*>(code)))
#define NATIVE() NativeStateAt(base)
#define STUBS() (NATIVE().stub_cache)
#define EPOCH_BITS() Value::Bits{ISOLATE.property_epoch_ << 1}
#define BARRIER(owner, value) gc::WriteBarrier(base, owner, (value).bits())
#define RANGE_BARRIER(owner) gc::RangeWriteBarrier(base, owner)
#define STORE(owner, field, value) \
  do {                             \
    auto* owner_ = (owner);        \
    owner_->field.Init(value);     \
    BARRIER(owner_, value);        \
  } while (0)

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
#define THROW() HW_TAIL Unwind(HW_PASS)
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

// Results of the runtime.
#define TRY_RESULT(expression)                       \
  ({                                                 \
    auto completion_ = (expression);                 \
    if (HW_UNLIKELY(completion_.IsThrow())) THROW(); \
    completion_.Take();                              \
  })
#define TRY_VALUE(expression)                        \
  ({                                                 \
    Completion<Value> completion_ = (expression);    \
    if (HW_UNLIKELY(completion_.IsThrow())) THROW(); \
    completion_.raw();                               \
  })
#define TRY_VOID(expression)                          \
  do {                                                \
    if (HW_UNLIKELY((expression).IsThrow())) THROW(); \
  } while (0)

// The cache site of operand i; the function may get its feedback vector by asking.
#define SITE(i)                                                                         \
  ({                                                                                    \
    CacheSite site_ = SiteAt(ISOLATE, fp, OPERAND(uint16_t, i));                        \
    fb = static_cast<Value*>(Decompress(base, fp[frame::kFeedback].bits(), kOtherTag)); \
    site_;                                                                              \
  })
#define RECORD(i, seen)                                                                           \
  do {                                                                                            \
    CacheWord* word_ = CACHE(i);                                                                  \
    if (HW_UNLIKELY((word_->value().bits() & ((seen) << 1)) == 0) && OPERAND(uint16_t, i) != 0 && \
        !IsReadOnlyFeedback(ISOLATE, fp[frame::kFeedback]))                                       \
      word_->Set(Value::FromBits(word_->value().bits() | ((seen) << 1)));                         \
  } while (0)

#define CALL_FRAME(next, count)                                                                          \
  do {                                                                                                   \
    Value result_;                                                                                       \
    Value* entered_ = EnterCallee(                                                                       \
        ISOLATE, fp, static_cast<uint32_t>(pc + Here::kLength - reinterpret_cast<const uint8_t*>(code)), \
        next, count, &result_);                                                                          \
    if (entered_ == nullptr) {                                                                           \
      if (HW_UNLIKELY(result_.IsException())) THROW();                                                   \
      acc = result_;                                                                                     \
      NEXT();                                                                                            \
    }                                                                                                    \
    Code* entered_code_ = frame::CodeOf(entered_);                                                       \
    ENTER(entered_, entered_code_, entered_[frame::kFeedback]);                                          \
  } while (0)
#define CALL_NATIVE(next, count)                                                \
  do {                                                                          \
    SYNC();                                                                     \
    Value result_ = RunNative(base, fp, pc + Here::kLength, code, next, count); \
    if (HW_UNLIKELY(result_.IsException())) THROW();                            \
    acc = result_;                                                              \
    NEXT();                                                                     \
  } while (0)

// ---- Helpers of the words ----

HW_INLINE Value RunNative(uintptr_t base, Value* fp, const uint8_t* return_pc, Code* code, Value* next,
                          uint32_t count) {
  next[frame::kFeedback] = Value::Smi(0);
  next[frame::kEnvironment] = Value::Smi(0);
  next[frame::kCode] = Value::Smi(0);
  next[frame::kCallerDelta] =
      Value::FromBits(static_cast<Value::Bits>(reinterpret_cast<char*>(next) - reinterpret_cast<char*>(fp)));
  next[frame::kReturnPc] =
      Value::Smi(static_cast<int32_t>(return_pc - reinterpret_cast<const uint8_t*>(code)));
  next[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(count));
  Isolate& isolate = ISOLATE;
  isolate.frame_ = frame::OffsetOfFrame(next);
  Arguments arguments(next, count);
  uint32_t index = Pointer<NativeFunction>(base, next[frame::kFunction])->native_index_;
  Value result = NATIVE().native(index).code(isolate, arguments).raw();
  isolate.frame_ = frame::OffsetOfFrame(fp);
  return result;
}

HW_INLINE ValueField* OverflowSlots(uintptr_t base, Value object, Value::Bits header) {
  Value extension = Pointer<JSObject>(base, object)->extension_.get();
  if (HW_UNLIKELY(ShapeFromHeader(base, header)->extension_kind_ == ExtensionKind::kBoth)) {
    extension = Pointer<ExtensionPair>(base, extension)->properties_.get();
  }
  return Pointer<PropertyArray>(base, extension)->slots();
}

// A JSArray whose extension word is its elements.
HW_INLINE bool IsArrayWithElements(const Shape* shape) {
  return shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray) &&
         shape->extension_kind_ == ExtensionKind::kElements;
}
HW_INLINE bool IsValueKind(ElementsKind kind) {
  return kind == ElementsKind::kPackedSmi || kind == ElementsKind::kHoleySmi ||
         kind == ElementsKind::kPacked || kind == ElementsKind::kHoley;
}
HW_INLINE bool IsArrayOfValues(const Shape* shape) {
  return IsArrayWithElements(shape) && IsValueKind(shape->elements_kind_);
}
// A JSArray of Values which may hold `value` without changing kind, and whose elements may be written.
HW_INLINE bool ArrayTakes(const Shape* shape, Value value) {
  ElementsKind kind = shape->elements_kind_;
  return shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray) &&
         shape->extension_kind_ == ExtensionKind::kElements &&
         (kind == ElementsKind::kPacked || kind == ElementsKind::kHoley ||
          (value.IsSmi() && (kind == ElementsKind::kPackedSmi || kind == ElementsKind::kHoleySmi)));
}
#define APPENDABLE(shape)                                                                       \
  (ISOLATE.no_indexed_prototypes_ &&                                                            \
   !(shape->flags_ & (Shape::kNotExtensible | Shape::kLengthNotWritable | Shape::kIsUnique)) && \
   shape->prototype_.get() ==                                                                   \
       ISOLATE.realm_->intrinsics_[static_cast<int>(Intrinsic::kArrayPrototype)].get())

HW_INLINE void FillUndefined(Value* begin, Value* end) {
  // Four words a store; runs over the end by up to three, which is free stack (frame::kSlackWords).
  using Words = Value::Bits __attribute__((vector_size(4 * sizeof(Value))));
  constexpr Value::Bits u = Value::kUndefinedBits;
  Words words = {u, u, u, u};
  for (; begin < end; begin += 4) __builtin_memcpy(static_cast<void*>(begin), &words, sizeof words);
}

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
  SYNC();
  acc = NewHeapNumber(ISOLATE, ISOLATE.transient_number_);
  DISPATCH();
}
#define BOX(d)                       \
  do {                               \
    ISOLATE.transient_number_ = (d); \
    pc += Here::kLength;             \
    HW_TAIL BoxTransient(HW_PASS);   \
  } while (0)

// clang-format off: the order matters
#include "ops/loads.h"
#include "ops/names.h"
#include "ops/arithmetic.h"
#include "ops/comparison.h"
#include "ops/properties.h"
#include "ops/literals.h"
#include "ops/calls.h"
#include "ops/iteration.h"
#include "ops/suspension.h"
// clang-format on

extern void* const kWideTable[256];
OP(Wide) {
  pc++;
  HW_TAIL reinterpret_cast<HandlerFunction>(const_cast<void*>(kWideTable[*pc]))(HW_PASS);
}

// Of instructions without constants behind the prefix there are none.
template <Opcode O>
void* WideHandler() {
  if constexpr (HasConstant(kOperands[static_cast<int>(O)])) {
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

// The one place where ordinary C++ calls a handler: no locals, no sanitizer, never inlined. Clang 19 keeps
// the frame's base pointer in a register that preserve_none callees clobber, in any function that realigns
// its stack.
HW_NOT_INSTRUMENTED __attribute__((noinline, no_sanitize("address", "undefined"))) Value EnterHandler(
    const uint8_t* pc, Value* fp, uintptr_t base, Value acc, Value* fb, Code* code, HandlerFunction handler) {
  return handler(pc, fp, base, kDispatchTable, acc, fb, code);
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
  isolate.frame_ =
      frame::OffsetOfFrame(registers);  // a native frame as long as it has no code: keeps the arguments alive
  Value result;
  Value* fp = EnterCallee(isolate, entry, return_pc, registers, argument_count, &result);
  return fp == nullptr ? result : Run(fp, frame::CodeOf(fp));
}

Value Run(Value* fp, Code* code) {
  return EnterHandler(code->bytecode(), fp, CageBase(), Value::Undefined(), FeedbackWords(fp), code,
                      reinterpret_cast<HandlerFunction>(kDispatchTable[*code->bytecode()]));
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
  Value result;
  if (mode == 1) {
    // The suspending instruction throws: any byte of it will do for the handler table.
    (void)isolate.Throw(value);
    result = EnterHandler(pc - 1, fp, CageBase(), Value::Undefined(), FeedbackWords(fp), code, &Unwind);
  } else {
    result = EnterHandler(pc, fp, CageBase(), value, FeedbackWords(fp), code,
                          reinterpret_cast<HandlerFunction>(kDispatchTable[*pc]));
  }
  isolate.frame_ = frame;
  isolate.pc_ = old_pc;
  return result;
}

Value GoOn(Isolate& isolate, Value* fp, uint32_t pc, Value value) {
  Code* code = frame::CodeOf(fp);
  const uint8_t* at = reinterpret_cast<const uint8_t*>(code) + pc;
  isolate.frame_ = frame::OffsetOfFrame(fp);
  return EnterHandler(at, fp, CageBase(), value, FeedbackWords(fp), code,
                      value.IsException() ? &Unwind : reinterpret_cast<HandlerFunction>(kDispatchTable[*at]));
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
