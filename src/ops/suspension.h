// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Generators, async functions, and the rest that leaves the straight line.

OP(InitialYield) {
  SYNC();
  SuspendedFrame* saved = SaveFrame(ISOLATE, fp, static_cast<uint32_t>(pc + LENGTH - reinterpret_cast<const uint8_t*>(code)), SuspensionKind::kInitial);
  acc = TRY_VALUE(MakeGenerator(ISOLATE, Pointer<JSFunction>(base, fp[frame::kFunction]), saved));
  LEAVE();
}
// A suspended frame returns to whoever resumed it, which asks the isolate why.
#define SUSPEND(Name, kind)                                           \
  OP(Name) {                                                          \
    SYNC();                                                           \
    SuspendedFrame* saved = SaveFrame(ISOLATE, fp, static_cast<uint32_t>(pc + LENGTH - reinterpret_cast<const uint8_t*>(code)), kind); \
    saved->resume_register_ = COUNT(0);                               \
    NoteSuspension(ISOLATE, saved);                                   \
    LEAVE();                                                          \
  }
SUSPEND(Yield, SuspensionKind::kYield)
SUSPEND(YieldResult, SuspensionKind::kYieldResult)
SUSPEND(AsyncGeneratorYield, SuspensionKind::kAsyncGeneratorYield)
#undef SUSPEND
OP(AsyncStart) { SYNC(); REG(0) = Value(StartAsyncFunction(ISOLATE)); NEXT(); }
OP(Await) {
  SYNC();
  Value awaiter = REG(0);
  SuspendedFrame* saved = SaveFrame(ISOLATE, fp, static_cast<uint32_t>(pc + LENGTH - reinterpret_cast<const uint8_t*>(code)), SuspensionKind::kAwait);
  saved->resume_register_ = 0;
  if (awaiter.IsUndefined()) {
    NoteSuspension(ISOLATE, saved);  // an async generator: its driver awaits acc
    LEAVE();
  }
  auto* state = static_cast<AsyncFunctionState*>(awaiter.AsObject());
  state->frame_.Set(state, saved);
  TRY_VOID(AsyncFunctionAwait(ISOLATE, state, acc));
  acc = state->promise_;
  LEAVE();
}
OP(AsyncReturn) {
  SYNC();
  auto* state = static_cast<AsyncFunctionState*>(REG(0).AsObject());
  ResolveAsyncFunction(ISOLATE, state, acc);
  acc = state->promise_;
  LEAVE();
}
OP(AsyncThrow) {
  SYNC();
  auto* state = static_cast<AsyncFunctionState*>(REG(0).AsObject());
  RejectAsyncFunction(ISOLATE, state, acc);
  acc = state->promise_;
  LEAVE();
}
OP(Throw) { SYNC(); (void)ISOLATE.Throw(acc); THROW(); }
TIER(ThrowIfNotObject, kSlow) { SYNC(); (void)ThrowErrorWithMessage(ISOLATE, ErrorType::kTypeError, CONST(0).AsString()); THROW(); }
OP(ThrowIfNotObject) {
  if (HW_UNLIKELY(!acc.IsObject())) GOTO(kSlow);
  NEXT();
}
TIER(ThrowIfNullish, kSlow) { SYNC(); ThrowCannotDestructure(ISOLATE, acc, CONST(0)); THROW(); }
OP(ThrowIfNullish) {
  if (HW_UNLIKELY(acc.IsNullOrUndefined())) GOTO(kSlow);
  NEXT();
}
OP(ImportCall) { SYNC(); acc = TRY_VALUE(ImportCall(ISOLATE, REG(0), acc)); NEXT(); }
OP(ImportMeta) { SYNC(); acc = TRY_VALUE(ImportMeta(ISOLATE)); NEXT(); }
OP(Debugger) { NEXT(); }
