// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Calls. The callee's frame is already laid out at `next` (bytecode/frame.h): callee, this, arguments.

// Fills the header of the frame at `next` and goes to its first instruction. `callee_code` is compiled and needs no
// slow treatment; missing parameters are filled here.
#define ENTER_CALL(next, callee, feedback, callee_code, argument_count, new_target)                \
  do {                                                                                            \
    uint32_t parameters_ = callee_code->parameter_count_;                                         \
    if (HW_UNLIKELY(frame::OffsetOfFrame(next + callee_code->frame_size_) > ISOLATE.stack_limit_) || \
        HW_UNLIKELY(--ISOLATE.budget_ < 0))                                                       \
      GOTO(kSlow);                                                                                \
    FillUndefined(next + frame::kFirstArgument + (argument_count < parameters_ ? argument_count : parameters_), next + callee_code->local_count_); \
    next[frame::kNewTarget] = new_target;                                                         \
    next[frame::kFeedback] = feedback;                                                            \
    next[frame::kEnvironment] = callee->environment_.get();                                       \
    next[frame::kCode] = Value::FromPointer(callee_code, kOtherTag);                              \
    next[frame::kCallerDelta] = Value::FromBits(static_cast<Value::Bits>(reinterpret_cast<char*>(next) - reinterpret_cast<char*>(fp))); \
    next[frame::kReturnPc] = Value::Smi(static_cast<int32_t>(pc + LENGTH - reinterpret_cast<const uint8_t*>(code))); \
    next[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(argument_count));               \
    ENTER(next, callee_code, feedback);                                                           \
  } while (0)

#define CALL_TIERS(Name, FEEDBACK_OPERAND)                                                        \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    Value* next = &REG(0);                                                                        \
    next[frame::kNewTarget] = Value::Undefined();                                                 \
    CALL_FRAME(next, COUNT(1));                                                                   \
  }                                                                                               \
  /* Natives: a frame header without code, then a plain C++ call. */                              \
  TIER(Name, kSecond) {                                                                           \
    Value* next = &REG(0);                                                                        \
    Value callee = next[frame::kFunction];                                                        \
    if (HW_UNLIKELY(!callee.IsObject()) ||                                                        \
        HW_UNLIKELY(ShapeFromHeader(base, HeaderOf(base, callee))->layout_.type_index != static_cast<uint16_t>(HeapType::kNativeFunction)) || \
        HW_UNLIKELY(Pointer<NativeFunction>(base, callee)->flags_ & (kNativeIsCall | kNativeIsApply)) || \
        HW_UNLIKELY(--ISOLATE.budget_ < 0))                                                       \
      GOTO(kSlow);                                                                                \
    next[frame::kNewTarget] = Value::Undefined();                                                 \
    CALL_NATIVE(next, COUNT(1));                                                                  \
  }
#define CALL_FAST()                                                                               \
  Value callee_value = next[frame::kFunction];                                                    \
  if (HW_UNLIKELY(!callee_value.IsObject())) GOTO(kSlow);                                         \
  if (HW_UNLIKELY(ShapeFromHeader(base, HeaderOf(base, callee_value))->layout_.type_index != static_cast<uint16_t>(HeapType::kJSFunction))) GOTO(kSecond); \
  JSFunction* callee = Pointer<JSFunction>(base, callee_value);                                   \
  FunctionInfo* info = Pointer<FunctionInfo>(base, Value::FromBits(callee->info_.bits()));        \
  Value::Bits code_bits = info->code_.bits();                                                     \
  if (HW_UNLIKELY(code_bits == 0)) GOTO(kSlow);                                                   \
  Code* callee_code = Pointer<Code>(base, Value::FromBits(code_bits));                            \
  if (HW_UNLIKELY(callee_code->flags_ & Code::kCallSlowly)) GOTO(kSlow);                          \
  Value feedback = Value::FromBits(info->feedback_.bits());                                       \
  CacheWord* cache = CACHE(2);                                                                    \
  if (cache[0].empty() && COUNT(2) != 0 && !IsReadOnlyFeedback(ISOLATE, fp[frame::kFeedback]) && feedback.bits() != ISOLATE.cold_feedback_.bits()) { \
    cache[0].Set(callee_value);                                                                   \
    cache[1].Set(Value::FromBits(code_bits));                                                     \
    cache[2].Set(feedback);                                                                       \
    RANGE_BARRIER(fb);                                                                            \
  }                                                                                               \
  uint32_t count = COUNT(1);                                                                      \
  ENTER_CALL(next, callee, feedback, callee_code, count, Value::Undefined())

// The first warm callee of a site is remembered: the function, its code and its feedback vector.
#define CALL_REMEMBERED()                                                                         \
  Value callee_value = next[frame::kFunction];                                                    \
  CacheWord* cache = CACHE(2);                                                                    \
  NotSmi known;                                                                                   \
  if (HW_UNLIKELY(!NotSmi::From(callee_value, &known)) || HW_UNLIKELY(!cache[0].Is(known))) GOTO(kThird); \
  JSFunction* callee = Pointer<JSFunction>(base, callee_value);                                   \
  Code* callee_code = Pointer<Code>(base, cache[1].value());                                      \
  Value feedback = cache[2].value();                                                               \
  uint32_t count = COUNT(1);                                                                      \
  ENTER_CALL(next, callee, feedback, callee_code, count, Value::Undefined())
#define CALL_OP(Name)                                                                             \
  CALL_TIERS(Name, 2)                                                                             \
  TIER(Name, kThird) {                                                                            \
    Value* next = &REG(0);                                                                        \
    CALL_FAST();                                                                                  \
  }
CALL_OP(Call)
OP(Call) {
  Value* next = &REG(0);
  CALL_REMEMBERED();
}
CALL_OP(CallUndefined)
OP(CallUndefined) {
  Value* next = &REG(0);
  next[frame::kThis] = Value::Undefined();
  CALL_REMEMBERED();
}
OP(CallArray) {
  SYNC();
  Value* next = SpreadArguments(ISOLATE, fp, &REG(0), Value::Undefined());
  if (HW_UNLIKELY(next == nullptr)) THROW();
  CALL_FRAME(next, static_cast<uint32_t>(next[frame::kArgumentCount].AsSmi()));
}
TIER(CallEval, kSlow) {
  SYNC();
  Value* next = &REG(0);
  uint32_t count = COUNT(1);
  next[frame::kNewTarget] = Value::Undefined();
  if (count == 65535) {
    next = SpreadArguments(ISOLATE, fp, next, Value::Undefined());
    if (HW_UNLIKELY(next == nullptr)) THROW();
    count = static_cast<uint32_t>(next[frame::kArgumentCount].AsSmi());
  }
  CALL_FRAME(next, count);
}
OP(CallEval) {
  Value* next = &REG(0);
  SYNC();
  if (next[frame::kFunction] != Value(CurrentIntrinsic(ISOLATE, Intrinsic::keval))) GOTO(kSlow);
  Value source = COUNT(1) == 0 ? Value::Undefined() : next[frame::kFirstArgument];
  if (COUNT(1) == 65535) source = TRY_VALUE(Get(ISOLATE, source.AsObject(), PropertyKey::FromIndex(0)));
  acc = TRY_VALUE(PerformDirectEval(ISOLATE, fp, source, CONST(2), FLAGS(3) != 0));
  NEXT();
}

// ---- Construct ----
TIER(Construct, kSlow) {
  SYNC();
  Value* next = &REG(0);
  TRY_VOID(PrepareConstruct(ISOLATE, next, next[frame::kFunction], SITE(2)));
  CALL_FRAME(next, COUNT(1));
}
OP(Construct) {
  Value* next = &REG(0);
  Value callee_value = next[frame::kFunction];
  // The cache: the function, and the shape its objects start with.
  CacheWord* cache = CACHE(2);
  NotSmi known;
  if (HW_UNLIKELY(!NotSmi::From(callee_value, &known)) || HW_UNLIKELY(!cache[0].Is(known))) GOTO(kSlow);
  JSFunction* callee = Pointer<JSFunction>(base, callee_value);
  FunctionInfo* info = Pointer<FunctionInfo>(base, Value::FromBits(callee->info_.bits()));
  Code* callee_code = Pointer<Code>(base, Value::FromBits(info->code_.bits()));
  Value shape_word = cache[1].value();
  // The epoch of caching is kept in the function's construct record: a changed "prototype" is a new epoch.
  if (HW_UNLIKELY(callee_code->flags_ & Code::kNeedsArguments) || HW_UNLIKELY(!cache[2].IsEpoch(EPOCH_BITS()))) GOTO(kSlow);
  uint32_t size = ShapeFromHeader(base, shape_word.bits())->layout_.size_in_granules * 8;
  void* memory = BumpAllocate(base, shape_word.bits(), size);
  if (HW_UNLIKELY(memory == nullptr)) GOTO(kSlow);
  // Slots not yet in use read as Smi 0; the shape says which are.
  next[frame::kThis] = Value::FromPointer(memory, kObjectTag);
  uint32_t count = COUNT(1);
  Value feedback = Value::FromBits(info->feedback_.bits());
  ENTER_CALL(next, callee, feedback, callee_code, count, callee_value);
}
OP(ConstructArray) {
  SYNC();
  Value* base_register = &REG(0);
  TRY_VOID(PrepareConstruct(ISOLATE, base_register, base_register[frame::kFunction], CacheSite()));
  Value* next = SpreadArguments(ISOLATE, fp, base_register, base_register[frame::kNewTarget]);
  if (HW_UNLIKELY(next == nullptr)) THROW();
  CALL_FRAME(next, static_cast<uint32_t>(next[frame::kArgumentCount].AsSmi()));
}
OP(ConstructSuper) {
  SYNC();
  Value* next = &REG(0);
  TRY_VOID(PrepareConstruct(ISOLATE, next, acc, CacheSite()));
  CALL_FRAME(next, COUNT(1));
}
OP(ConstructSuperArray) {
  SYNC();
  Value* base_register = &REG(0);
  TRY_VOID(PrepareConstruct(ISOLATE, base_register, acc, CacheSite()));
  Value* next = SpreadArguments(ISOLATE, fp, base_register, base_register[frame::kNewTarget]);
  if (HW_UNLIKELY(next == nullptr)) THROW();
  CALL_FRAME(next, static_cast<uint32_t>(next[frame::kArgumentCount].AsSmi()));
}
OP(ConstructResult) {
  if (HW_UNLIKELY(!acc.IsObject())) acc = REG(0);
  NEXT();
}
OP(GetSuperConstructor) { SYNC(); acc = TRY_VALUE(GetSuperConstructor(ISOLATE, REG(0))); NEXT(); }
OP(CheckDerivedReturn) {
  if (acc.IsObject()) NEXT();
  SYNC();
  if (!acc.IsUndefined()) {
    (void)ThrowDerivedConstructorResult(ISOLATE, false);
    THROW();
  }
  acc = REG(0);
  if (acc.IsHole()) {
    (void)ThrowDerivedConstructorResult(ISOLATE, true);
    THROW();
  }
  NEXT();
}
TIER(CoerceThis, kSlow) {
  SYNC();
  fp[frame::kThis] = SloppyThis(ISOLATE, fp[frame::kThis]);
  NEXT();
}
OP(CoerceThis) {
  if (HW_UNLIKELY(!fp[frame::kThis].IsObject())) GOTO(kSlow);
  NEXT();
}
OP(Return) { LEAVE(); }
OP(ReturnUndefined) {
  acc = Value::Undefined();
  LEAVE();
}
OP(Halt) { return acc; }
