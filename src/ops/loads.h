// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Loads, moves, environments.

OP(LdaSmi) { acc = Value::Smi(IMM(0)); NEXT(); }
OP(LdaConst) { acc = CONST(0); NEXT(); }
OP(LdaUndefined) { acc = Value::Undefined(); NEXT(); }
OP(LdaNull) { acc = Value::Null(); NEXT(); }
OP(LdaTrue) { acc = Value::True(); NEXT(); }
OP(LdaFalse) { acc = Value::False(); NEXT(); }
OP(LdaHole) { acc = Value::Hole(); NEXT(); }
OP(Ldar) { acc = REG(0); NEXT(); }
OP(Star) {
  DCHECK(!IsTransient(base, acc));
  REG(0) = acc;
  NEXT();
}
OP(StarOperand) {
  DCHECK(!IsTransient(base, acc));
  REG(0) = acc;
  NEXT();
}
OP(Mov) { REG(1) = REG(0); NEXT(); }
OP(LdaFunction) { acc = fp[frame::kFunction]; NEXT(); }
OP(LdaNewTarget) { acc = fp[frame::kNewTarget]; NEXT(); }

TIER(PushEnv, kSlow) {
  SYNC();
  Environment* environment = NewEnvironment(ISOLATE, fp[frame::kEnvironment], CONST(0), COUNT(1));
  fp[frame::kEnvironment] = Value(environment);
  NEXT();
}
OP(PushEnv) {
  uint32_t slots = COUNT(1);
  size_t cell = gc::CellSize(sizeof(Environment) + slots * sizeof(Value));
  if (HW_UNLIKELY(slots > 64)) GOTO(kSlow);
  void* memory = BumpAllocate(base, gc::TypedHeader(static_cast<uint32_t>(HeapType::kEnvironment), cell), static_cast<uint32_t>(cell));
  if (HW_UNLIKELY(memory == nullptr)) GOTO(kSlow);
  Environment* environment = static_cast<Environment*>(memory);
  environment->parent_.Init(fp[frame::kEnvironment]);
  environment->scope_info_.Init(CONST(0));
  for (uint32_t i = 0; i < slots; i++) environment->slots()[i].Init(Value::Hole());
  fp[frame::kEnvironment] = Value::FromPointer(memory, kOtherTag);
  NEXT();
}
OP(PopEnv) { fp[frame::kEnvironment] = Pointer<Environment>(base, fp[frame::kEnvironment])->parent_.get(); NEXT(); }
OP(CopyEnv) {
  SYNC();
  fp[frame::kEnvironment] = Value(CopyEnvironment(ISOLATE, fp[frame::kEnvironment].As<Environment>(), COUNT(0)));
  NEXT();
}
OP(PushWith) {
  SYNC();
  Value object = TRY_VALUE(ToObject(ISOLATE, acc));
  Environment* environment = NewEnvironment(ISOLATE, fp[frame::kEnvironment], CONST(0), 1);
  environment->slots()[0].Set(environment, object);
  fp[frame::kEnvironment] = Value(environment);
  NEXT();
}
OP(LdaEnvironment) { acc = fp[frame::kEnvironment]; NEXT(); }
OP(StaEnvironment) { fp[frame::kEnvironment] = acc; NEXT(); }
OP(LdaSlot0) { acc = EnvironmentAt(base, fp[frame::kEnvironment], 0)->slots()[COUNT(0)].get(); NEXT(); }
OP(LdaSlot1) { acc = EnvironmentAt(base, fp[frame::kEnvironment], 1)->slots()[COUNT(0)].get(); NEXT(); }
OP(LdaSlot) { acc = EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0))->slots()[COUNT(1)].get(); NEXT(); }
TIER(LdaFunctionSlot, kSlow) {
  SYNC();
  acc = FunctionInSlot(ISOLATE, EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0)), COUNT(1));
  NEXT();
}
OP(LdaFunctionSlot) {
  Value value = EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0))->slots()[COUNT(1)].get();
  if (HW_UNLIKELY(!value.IsObject())) GOTO(kSlow);
  acc = value;
  NEXT();
}
OP(StaSlot0) { STORE(EnvironmentAt(base, fp[frame::kEnvironment], 0), slots()[COUNT(0)], acc); NEXT(); }
OP(StaSlot1) { STORE(EnvironmentAt(base, fp[frame::kEnvironment], 1), slots()[COUNT(0)], acc); NEXT(); }
OP(StaSlot) { STORE(EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0)), slots()[COUNT(1)], acc); NEXT(); }

TIER(LdaCell, kSlow) {
  SYNC();
  (void)ThrowUninitialized(ISOLATE, CONST(2).AsString());
  THROW();
}
OP(LdaCell) {
  Value cell = EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0))->slots()[COUNT(1)].get();
  Value value = Pointer<PropertyCell>(base, cell)->value_.get();
  if (HW_UNLIKELY(value.IsHole())) GOTO(kSlow);
  acc = value;
  NEXT();
}
OP(StaCell) {
  PropertyCell* cell = Pointer<PropertyCell>(base, EnvironmentAt(base, fp[frame::kEnvironment], COUNT(0))->slots()[COUNT(1)].get());
  STORE(cell, value_, acc);
  NEXT();
}
TIER(ThrowIfHole, kSlow) {
  SYNC();
  (void)ThrowUninitialized(ISOLATE, CONST(0).AsString());
  THROW();
}
OP(ThrowIfHole) {
  if (HW_UNLIKELY(acc.IsHole())) GOTO(kSlow);
  NEXT();
}
OP(ThrowConstAssign) { SYNC(); (void)ThrowConstAssign(ISOLATE); THROW(); }
TIER(ThrowIfThisHole, kSlow) {
  SYNC();
  (void)ISOLATE.ThrowReferenceError("Must call super constructor in derived class before accessing 'this' or returning from derived constructor");
  THROW();
}
OP(ThrowIfThisHole) {
  if (HW_UNLIKELY(acc.IsHole())) GOTO(kSlow);
  NEXT();
}
TIER(ThrowIfNotHole, kSlow) { SYNC(); (void)ISOLATE.ThrowReferenceError("Super constructor may only be called once"); THROW(); }
OP(ThrowIfNotHole) {
  if (HW_UNLIKELY(!acc.IsHole())) GOTO(kSlow);
  NEXT();
}
OP(ThrowError) {
  SYNC();
  (void)ThrowErrorWithMessage(ISOLATE, static_cast<ErrorType>(FLAGS(0)), CONST(1).AsString());
  THROW();
}
