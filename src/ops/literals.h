// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Object, array, function and class literals.

OP(CreateObject) { SYNC(); acc = Value(CreateEmptyObject(ISOLATE, COUNT(0))); NEXT(); }
TIER(CreateObjectFrom, kSlow) {
  SYNC();
  acc = Value(CreateObjectFromValues(ISOLATE, CONST(0).As<ValueArray>(), &REG(1), COUNT(2), SITE(3)));
  NEXT();
}
OP(CreateObjectFrom) {
  if (HW_UNLIKELY(CACHE(3)[0].empty())) GOTO(kSlow);
  Value shape_word = CACHE(3)[0].value();
  uint32_t size = ShapeFromHeader(base, shape_word.bits())->layout_.size_in_granules * 8;
  void* memory = BumpAllocate(base, shape_word.bits(), size);
  if (HW_UNLIKELY(memory == nullptr)) GOTO(kSlow);
  Value* slots = static_cast<Value*>(memory) + 1;
  const Value* values = &REG(1);
  for (uint32_t i = 0, n = COUNT(2); i < n; i++) slots[i] = values[i];
  acc = Value::FromPointer(memory, kObjectTag);
  NEXT();
}
OP(CreateArray) { SYNC(); acc = Value(NewArray(ISOLATE, 0, COUNT(0))); NEXT(); }
OP(CreateArrayFrom) { SYNC(); acc = Value(CreateArrayFromValues(ISOLATE, {&REG(0), COUNT(1)})); NEXT(); }
OP(CreateArrayConst) { SYNC(); acc = Value(CreateArrayFromElements(ISOLATE, CONST(0))); NEXT(); }
OP(ArrayPush) { SYNC(); TRY_VOID(AppendToLiteral(ISOLATE, REG(0), acc)); NEXT(); }
OP(ArrayAppend) { SYNC(); TRY_VOID(AppendIterated(ISOLATE, REG(0), acc)); NEXT(); }
OP(CreateRegExp) { SYNC(); acc = TRY_VALUE(RegExpFromLiteral(ISOLATE, CONST(0).AsString(), CONST(1).AsString())); NEXT(); }
OP(GetTemplateObject) { SYNC(); acc = Value(GetTemplateObject(ISOLATE, CONST(0).As<ValueArray>())); NEXT(); }
OP(DeclareFunctions) { SYNC(); DeclareFunctions(fp[frame::kEnvironment].As<Environment>(), CONST(0).As<ValueArray>()); NEXT(); }
TIER(CreateClosure, kSlow) { SYNC(); acc = Value(CreateClosure(ISOLATE, CONST(0).As<FunctionInfo>(), fp[frame::kEnvironment])); NEXT(); }
OP(CreateClosure) { GOTO(kSlow); }
OP(CreateClass) {
  SYNC();
  acc = TRY_VALUE(CreateClass(ISOLATE, REG(0), CONST(2).As<FunctionInfo>(), fp[frame::kEnvironment], &REG(1)));
  NEXT();
}
OP(CreateMappedArguments) { SYNC(); acc = Value(CreateMappedArguments(ISOLATE, fp, CONST(0).As<ValueArray>())); NEXT(); }
OP(CreateUnmappedArguments) { SYNC(); acc = Value(CreateUnmappedArguments(ISOLATE, fp)); NEXT(); }
OP(CreateRest) { SYNC(); acc = Value(CreateRestArray(ISOLATE, fp, COUNT(0))); NEXT(); }
OP(SetHomeObject) { SYNC(); SetHomeObject(ISOLATE, acc.AsObject(), REG(0)); NEXT(); }
OP(LdaHomeObject) { SYNC(); acc = GetHomeObject(ISOLATE, fp[frame::kFunction]); NEXT(); }
OP(SetClassFields) { SYNC(); SetClassFields(ISOLATE, REG(0).AsObject(), acc); NEXT(); }
OP(GetClassFields) { SYNC(); acc = GetClassFields(ISOLATE, REG(0).AsObject()); NEXT(); }
