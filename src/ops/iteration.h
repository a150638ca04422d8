// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Iteration. An iterator record is three registers: iterator, next method, done. While the next method is a Smi the
// iterator is a pristine array and the Smi the index of the next element: what %ArrayIteratorPrototype%.next would do.

TIER(GetIterator, kSlow) { SYNC(); TRY_VOID(GetIteratorRecord(ISOLATE, acc, FLAGS(1) == 1, &REG(0))); NEXT(); }
OP(GetIterator) {
  if (acc.IsObject() && FLAGS(1) == 0 && ISOLATE.array_iteration_intact_) {
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, acc));
    if (shape->layout_.type_index == static_cast<uint16_t>(HeapType::kJSArray) && IsPlainArray(ISOLATE, shape)) {
      Value* record = &REG(0);
      record[0] = acc;
      record[1] = Value::Smi(0);
      record[2] = Value::False();
      NEXT();
    }
  }
  GOTO(kSlow);
}
#define STEP(Name, exhausted)                                                                     \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    Value value = TRY_VALUE(StepIteratorRecord(ISOLATE, &REG(0), {Continuation::kIteratorStep}));                                \
    if (value.IsNotFound()) { exhausted; }                                                        \
    acc = value;                                                                                  \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value* record = &REG(0);                                                                      \
    if (HW_LIKELY(record[1].IsSmi())) {                                                           \
      Shape* shape = ShapeFromHeader(base, HeaderOf(base, record[0]));                            \
      if (HW_LIKELY(IsArrayOfValues(shape))) {                                                    \
        JSArray* array = Pointer<JSArray>(base, record[0]);                                       \
        uint32_t index = static_cast<uint32_t>(record[1].bits());                                 \
        if (HW_LIKELY(index < static_cast<uint32_t>(array->length_.get().bits()))) {              \
          Value value = Pointer<ValueElements>(base, array->extension_.get())->slots()[index >> 1].get(); \
          if (HW_LIKELY(!value.IsHole())) {                                                       \
            record[1] = Value::FromBits(index + 2);                                               \
            acc = value;                                                                          \
            NEXT();                                                                               \
          }                                                                                       \
        }                                                                                         \
      }                                                                                           \
    }                                                                                             \
    GOTO(kSlow);                                                                                  \
  }
STEP(IteratorStep, JUMP(JUMP_OFFSET(1)))
STEP(IteratorNext, acc = Value::Undefined(); NEXT())
#undef STEP
OP(IteratorRest) { SYNC(); acc = TRY_VALUE(DrainIteratorRecord(ISOLATE, &REG(0))); NEXT(); }
OP(IteratorClose) {
  Value* record = &REG(0);
  if (record[2].IsTrue()) NEXT();
  SYNC();
  TRY_VOID(CloseIteratorRecord(ISOLATE, record, FLAGS(1) != 0));
  NEXT();
}
OP(IteratorCall) { SYNC(); acc = TRY_VALUE(CallIteratorMethod(ISOLATE, &REG(0), acc, FLAGS(1))); NEXT(); }
OP(IteratorResult) {
  SYNC();
  bool done;
  acc = TRY_VALUE(UnwrapIteratorResult(ISOLATE, acc, &done));
  if (done) JUMP(JUMP_OFFSET(0));
  NEXT();
}
OP(ForInPrepare) { SYNC(); REG(0) = TRY_VALUE(PrepareForIn(ISOLATE, acc)); NEXT(); }
OP(ForInNext) {
  SYNC();
  Value key = TRY_VALUE(NextForIn(ISOLATE, REG(0)));
  if (key.IsNotFound()) JUMP(JUMP_OFFSET(1));
  acc = key;
  NEXT();
}
