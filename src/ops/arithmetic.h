// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Arithmetic, bitwise and unary operators. Three tiers: Smis in the fast path, doubles with an inline allocation, the runtime.

// A double result: hand it to the next instruction, or box it here, or have the collector make room.
#define FINISH_DOUBLE(result)                                            \
  uint8_t next_ = pc[LENGTH];                                            \
  if (UsesUpNumber(next_)) {                                             \
    acc = TransientNumber(base, result);                                 \
    NEXT();                                                              \
  }                                                                      \
  BOX_DOUBLE(result)                                                     \
  NEXT();
#define FINISH_DOUBLE_IN(owner, result)                                  \
  uint8_t next_ = pc[LENGTH];                                            \
  if (UsesUpNumber(next_)) {                                             \
    acc = TransientNumber(base, result);                                 \
    NEXT();                                                              \
  }                                                                      \
  Value owner_ = owner;                                                  \
  if (IsOperandNumber(base, owner_)) {                                   \
    HeapNumber* number_ = Pointer<HeapNumber>(base, owner_);             \
    number_->value_ = result;                                            \
    gc::HeaderOf(number_) = NumberHeaderFor(next_);                      \
    acc = owner_;                                                        \
    NEXT();                                                              \
  }                                                                      \
  BOX_DOUBLE(result)                                                     \
  NEXT();
#define BOX_DOUBLE(result)                                               \
  if (void* box_ = BumpAllocate(base, NumberHeaderFor(next_), kHeapNumberCell); HW_LIKELY(box_ != nullptr)) { \
    static_cast<HeapNumber*>(box_)->value_ = result;                     \
    acc = Value::FromPointer(box_, kNumberTag);                          \
  } else {                                                               \
    BOX(result);                                                         \
  }
#define SETTLE() if (IsTransient(base, acc)) acc = NewHeapNumber(ISOLATE, HeapNumberValue(base, acc))

#define BINARY_SLOW_OF(Name, op, LEFT, RIGHT)                            \
  TIER(Name, kSlow) {                                                    \
    SYNC();                                                              \
    SETTLE();                                                            \
    RECORD(1, kOtherOperand);                                            \
    acc = TRY_VALUE(BinaryOperation(ISOLATE, op, LEFT, RIGHT));          \
    NEXT();                                                              \
  }
#define BINARY_NUMBER_OF(Name, expression, LEFT, RIGHT, ...)             \
  TIER(Name, kNumber) {                                                  \
    double left, right;                                                  \
    if (HW_UNLIKELY(!ToDouble(base, LEFT, &left) || !ToDouble(base, RIGHT, &right))) GOTO(kSlow); \
    RECORD(1, kDouble);                                                  \
    double result = expression;                                          \
    __VA_ARGS__(result)                                                  \
  }
#define FINISH_DOUBLE_IN_REG(result) FINISH_DOUBLE_IN(REG(0), result)
#define BINARY_SLOW(Name, op) BINARY_SLOW_OF(Name, op, REG(0), acc)
#define BINARY_NUMBER(Name, expression) BINARY_NUMBER_OF(Name, expression, REG(0), acc, FINISH_DOUBLE_IN_REG)

BINARY_SLOW(Add, BinaryOp::kAdd)
BINARY_NUMBER(Add, left + right)
OP(Add) {
  Value left = REG(0);
  int32_t result;
  if (HW_UNLIKELY(!BothSmis(left, acc)) || HW_UNLIKELY(__builtin_add_overflow(SmiBits(left), SmiBits(acc), &result))) GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW_OF(AddReg, BinaryOp::kAdd, acc, REG(0))
BINARY_NUMBER_OF(AddReg, left + right, acc, REG(0), FINISH_DOUBLE)
OP(AddReg) {
  Value right = REG(0);
  int32_t result;
  if (HW_UNLIKELY(!BothSmis(acc, right)) || HW_UNLIKELY(__builtin_add_overflow(SmiBits(acc), SmiBits(right), &result))) GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW(Sub, BinaryOp::kSub)
BINARY_NUMBER(Sub, left - right)
OP(Sub) {
  Value left = REG(0);
  int32_t result;
  if (HW_UNLIKELY(!BothSmis(left, acc)) || HW_UNLIKELY(__builtin_sub_overflow(SmiBits(left), SmiBits(acc), &result))) GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW_OF(SubReg, BinaryOp::kSub, acc, REG(0))
BINARY_NUMBER_OF(SubReg, left - right, acc, REG(0), FINISH_DOUBLE)
OP(SubReg) {
  Value right = REG(0);
  int32_t result;
  if (HW_UNLIKELY(!BothSmis(acc, right)) || HW_UNLIKELY(__builtin_sub_overflow(SmiBits(acc), SmiBits(right), &result))) GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW(Mul, BinaryOp::kMul)
BINARY_NUMBER(Mul, left * right)
OP(Mul) {
  Value left = REG(0);
  int32_t result;
  // A zero result may be -0, which is no Smi.
  if (HW_UNLIKELY(!BothSmis(left, acc)) || HW_UNLIKELY(__builtin_mul_overflow(SmiBits(left), acc.AsSmi(), &result)) ||
      HW_UNLIKELY(result == 0 && (SmiBits(left) | SmiBits(acc)) < 0))
    GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW_OF(MulReg, BinaryOp::kMul, acc, REG(0))
BINARY_NUMBER_OF(MulReg, left * right, acc, REG(0), FINISH_DOUBLE)
OP(MulReg) {
  Value right = REG(0);
  int32_t result;
  if (HW_UNLIKELY(!BothSmis(acc, right)) || HW_UNLIKELY(__builtin_mul_overflow(SmiBits(right), acc.AsSmi(), &result)) ||
      HW_UNLIKELY(result == 0 && (SmiBits(right) | SmiBits(acc)) < 0))
    GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SLOW(Div, BinaryOp::kDiv)
#define FINISH_INTEGRAL_DOUBLE(result, finish) \
  Value smi;                               \
  if (IntegralSmi(result, &smi)) {         \
    acc = smi;                             \
    NEXT();                                \
  }                                        \
  finish(result)
TIER(Div, kNumber) {
  double left, right;
  if (HW_UNLIKELY(!ToDouble(base, REG(0), &left) || !ToDouble(base, acc, &right))) GOTO(kSlow);
  RECORD(1, kDouble);
  double result = left / right;
  FINISH_INTEGRAL_DOUBLE(result, FINISH_DOUBLE_IN_REG)
}
OP(Div) {
  Value left = REG(0);
  if (HW_LIKELY(BothSmis(left, acc)) && SmiBits(acc) > 0 && SmiBits(left) > 0) {
    int32_t l = left.AsSmi(), r = acc.AsSmi(), quotient = l / r;
    if (quotient * r == l) {
      acc = Value::Smi(quotient);
      NEXT();
    }
  }
  GOTO(kNumber);
}
BINARY_SLOW(Mod, BinaryOp::kMod)
TIER(Mod, kNumber) {
  double left, right;
  if (HW_UNLIKELY(!ToDouble(base, REG(0), &left) || !ToDouble(base, acc, &right))) GOTO(kSlow);
  RECORD(1, kDouble);
  SYNC();
  double result = NumberRemainder(left, right);
  FINISH_INTEGRAL_DOUBLE(result, FINISH_DOUBLE_IN_REG)
}
OP(Mod) {
  Value left = REG(0);
  if (HW_UNLIKELY(!BothSmis(left, acc)) || HW_UNLIKELY(SmiBits(left) < 0) || HW_UNLIKELY(SmiBits(acc) <= 0)) GOTO(kNumber);
  // Both are doubled, so is the remainder.
  acc = FromSmiBits(static_cast<int32_t>(static_cast<uint32_t>(SmiBits(left)) % static_cast<uint32_t>(SmiBits(acc))));
  NEXT();
}
BINARY_SLOW(Exp, BinaryOp::kExp)
OP(Exp) { GOTO(kSlow); }

// A 32-bit integer result, Smi or boxed: int32_t or uint32_t.
#define FINISH_INT32(expression, finish)                                  \
  auto result = expression;                                               \
  int32_t twice;                                                          \
  if (HW_LIKELY(!__builtin_add_overflow(result, result, &twice))) {       \
    acc = FromSmiBits(twice);                                             \
    NEXT();                                                               \
  }                                                                       \
  double boxed_result = static_cast<double>(result);                      \
  finish(boxed_result)
// Doubles that truncate to int32 with one instruction; others go to the runtime.
#define BITWISE_NUMBER(Name, expression)                                  \
  TIER(Name, kNumber) {                                                   \
    int32_t left, right;                                                  \
    if (HW_UNLIKELY(!TruncateToInt32(base, REG(0), &left) || !TruncateToInt32(base, acc, &right))) GOTO(kSlow); \
    FINISH_INT32(expression, FINISH_DOUBLE_IN_REG)                                              \
  }
#define BITWISE(Name, op, fast, expression)                               \
  BINARY_SLOW(Name, op)                                                   \
  BITWISE_NUMBER(Name, expression)                                        \
  OP(Name) {                                                              \
    Value left = REG(0);                                                  \
    if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);                 \
    acc = FromSmiBits(SmiBits(left) fast SmiBits(acc));                   \
    NEXT();                                                               \
  }
BITWISE(BitAnd, BinaryOp::kBitAnd, &, left& right)
BITWISE(BitOr, BinaryOp::kBitOr, |, left | right)
BITWISE(BitXor, BinaryOp::kBitXor, ^, left ^ right)
#undef BITWISE

BINARY_SLOW(Shl, BinaryOp::kShl)
BITWISE_NUMBER(Shl, static_cast<int32_t>(static_cast<uint32_t>(left) << (right & 31)))
OP(Shl) {
  Value left = REG(0);
  if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);
  int32_t result = static_cast<int32_t>(static_cast<uint32_t>(left.AsSmi()) << (acc.AsSmi() & 31));
  if (HW_UNLIKELY(!Value::FitsSmi(result))) GOTO(kNumber);
  acc = Value::Smi(result);
  NEXT();
}
BINARY_SLOW(Sar, BinaryOp::kSar)
BITWISE_NUMBER(Sar, left >> (right & 31))
OP(Sar) {
  Value left = REG(0);
  if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);
  acc = Value::Smi(left.AsSmi() >> (acc.AsSmi() & 31));
  NEXT();
}
BINARY_SLOW(Shr, BinaryOp::kShr)
BITWISE_NUMBER(Shr, static_cast<uint32_t>(left) >> (right & 31))
OP(Shr) {
  Value left = REG(0);
  if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);
  uint32_t result = static_cast<uint32_t>(left.AsSmi()) >> (acc.AsSmi() & 31);
  if (HW_UNLIKELY(result > static_cast<uint32_t>(Value::kSmiMax))) GOTO(kNumber);
  acc = Value::Smi(static_cast<int32_t>(result));
  NEXT();
}

// ---- Small literal right operands: acc op H ----
#define BINARY_SMI_SLOW(Name, op)                                         \
  TIER(Name, kSlow) {                                                     \
    SYNC();                                                               \
    SETTLE();                                                             \
    RECORD(1, kOtherOperand);                                             \
    acc = TRY_VALUE(BinaryOperation(ISOLATE, op, acc, Value::Smi(SHORT(0)))); \
    NEXT();                                                               \
  }
#define BINARY_SMI_NUMBER(Name, expression)                               \
  TIER(Name, kNumber) {                                                   \
    double left, right = SHORT(0);                                        \
    if (HW_UNLIKELY(!ToDouble(base, acc, &left))) GOTO(kSlow);            \
    RECORD(1, kDouble);                                                   \
    double result = expression;                                           \
    FINISH_DOUBLE(result)                                                 \
  }
#define ADD_SMI(Name, op, builtin, expression)                            \
  BINARY_SMI_SLOW(Name, op)                                               \
  BINARY_SMI_NUMBER(Name, expression)                                     \
  OP(Name) {                                                              \
    int32_t result;                                                       \
    if (HW_UNLIKELY(!acc.IsSmi()) || HW_UNLIKELY(builtin(SmiBits(acc), SHORT(0) * 2, &result))) GOTO(kNumber); \
    acc = FromSmiBits(result);                                            \
    NEXT();                                                               \
  }
ADD_SMI(AddSmi, BinaryOp::kAdd, __builtin_add_overflow, left + right)
ADD_SMI(SubSmi, BinaryOp::kSub, __builtin_sub_overflow, left - right)
#undef ADD_SMI
BINARY_SMI_SLOW(MulSmi, BinaryOp::kMul)
BINARY_SMI_NUMBER(MulSmi, left* right)
OP(MulSmi) {
  int32_t result;
  if (HW_UNLIKELY(!acc.IsSmi()) || HW_UNLIKELY(__builtin_mul_overflow(SmiBits(acc), static_cast<int32_t>(SHORT(0)), &result)) ||
      HW_UNLIKELY(result == 0))
    GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
BINARY_SMI_SLOW(DivSmi, BinaryOp::kDiv)
TIER(DivSmi, kNumber) {
  double left, right = SHORT(0);
  if (HW_UNLIKELY(!ToDouble(base, acc, &left))) GOTO(kSlow);
  RECORD(1, kDouble);
  double result = left / right;
  FINISH_INTEGRAL_DOUBLE(result, FINISH_DOUBLE)
}
OP(DivSmi) { GOTO(kNumber); }
BINARY_SMI_SLOW(ModSmi, BinaryOp::kMod)
TIER(ModSmi, kNumber) {
  double left;
  if (HW_UNLIKELY(!ToDouble(base, acc, &left))) GOTO(kSlow);
  RECORD(1, kDouble);
  SYNC();
  double result = NumberRemainder(left, SHORT(0));
  FINISH_INTEGRAL_DOUBLE(result, FINISH_DOUBLE)
}
OP(ModSmi) {
  int32_t right = SHORT(0);
  if (HW_UNLIKELY(!acc.IsSmi()) || HW_UNLIKELY(SmiBits(acc) < 0) || HW_UNLIKELY(right <= 0)) GOTO(kNumber);
  acc = Value::Smi(static_cast<int32_t>(static_cast<uint32_t>(acc.AsSmi()) % static_cast<uint32_t>(right)));
  NEXT();
}
#define BITWISE_SMI(Name, op, fast, expression)                           \
  BINARY_SMI_SLOW(Name, op)                                               \
  TIER(Name, kNumber) {                                                   \
    int32_t left, right = SHORT(0);                                       \
    if (HW_UNLIKELY(!TruncateToInt32(base, acc, &left))) GOTO(kSlow);     \
    FINISH_INT32(expression, FINISH_DOUBLE)                                              \
  }                                                                       \
  OP(Name) {                                                              \
    if (HW_UNLIKELY(!acc.IsSmi())) GOTO(kNumber);                         \
    acc = FromSmiBits(SmiBits(acc) fast (SHORT(0) * 2));                  \
    NEXT();                                                               \
  }
BITWISE_SMI(BitAndSmi, BinaryOp::kBitAnd, &, left& right)
BITWISE_SMI(BitOrSmi, BinaryOp::kBitOr, |, left | right)
BITWISE_SMI(BitXorSmi, BinaryOp::kBitXor, ^, left ^ right)
#undef BITWISE_SMI
#define SHIFT_SMI(Name, op, condition, expression)                        \
  BINARY_SMI_SLOW(Name, op)                                               \
  TIER(Name, kNumber) {                                                   \
    int32_t left, right = SHORT(0);                                       \
    if (HW_UNLIKELY(!TruncateToInt32(base, acc, &left))) GOTO(kSlow);     \
    FINISH_INT32(expression, FINISH_DOUBLE)                                              \
  }                                                                       \
  OP(Name) {                                                              \
    if (HW_UNLIKELY(!acc.IsSmi())) GOTO(kNumber);                         \
    int32_t left = acc.AsSmi(), right = SHORT(0);                         \
    auto result = expression;                                             \
    if (HW_UNLIKELY(!(condition))) GOTO(kNumber);                         \
    acc = Value::Smi(static_cast<int32_t>(result));                       \
    NEXT();                                                               \
  }
SHIFT_SMI(ShlSmi, BinaryOp::kShl, Value::FitsSmi(result), static_cast<int32_t>(static_cast<uint32_t>(left) << (right & 31)))
SHIFT_SMI(SarSmi, BinaryOp::kSar, true, left >> (right & 31))
SHIFT_SMI(ShrSmi, BinaryOp::kShr, result <= static_cast<uint32_t>(Value::kSmiMax), static_cast<uint32_t>(left) >> (right & 31))
#undef SHIFT_SMI

// ---- Increments and unary operators ----
#define INCREMENT(Name, builtin, delta)                                   \
  TIER(Name, kSlow) { SYNC(); SETTLE(); acc = TRY_VALUE(Increment(ISOLATE, acc, delta)); NEXT(); } \
  TIER(Name, kNumber) {                                                   \
    double operand;                                                       \
    if (HW_UNLIKELY(!ToDouble(base, acc, &operand))) GOTO(kSlow);         \
    RECORD(0, kDouble);                                                   \
    double result = operand + (delta);                                    \
    FINISH_DOUBLE(result)                                                 \
  }                                                                       \
  OP(Name) {                                                              \
    int32_t result;                                                       \
    if (HW_UNLIKELY(!acc.IsSmi()) || HW_UNLIKELY(builtin(SmiBits(acc), 2, &result))) GOTO(kNumber); \
    acc = FromSmiBits(result);                                            \
    NEXT();                                                               \
  }
INCREMENT(Inc, __builtin_add_overflow, 1)
INCREMENT(Dec, __builtin_sub_overflow, -1)
#undef INCREMENT
#define INCREMENT_REG(Name, builtin, delta)                               \
  TIER(Name, kSlow) { SYNC(); Value result = TRY_VALUE(Increment(ISOLATE, REG(0), delta)); REG(0) = acc = result; NEXT(); } \
  TIER(Name, kNumber) {                                                   \
    double operand;                                                       \
    if (HW_UNLIKELY(!ToDouble(base, REG(0), &operand))) GOTO(kSlow);      \
    RECORD(1, kDouble);                                                   \
    double result = operand + (delta);                                    \
    uint8_t next_ = 0;                                                    \
    BOX_DOUBLE(result)                                                    \
    REG(0) = acc;                                                         \
    NEXT();                                                               \
  }                                                                       \
  OP(Name) {                                                              \
    int32_t result;                                                       \
    Value operand = REG(0);                                               \
    if (HW_UNLIKELY(!operand.IsSmi()) || HW_UNLIKELY(builtin(SmiBits(operand), 2, &result))) GOTO(kNumber); \
    REG(0) = acc = FromSmiBits(result);                                   \
    NEXT();                                                               \
  }
#define POST_INCREMENT_REG(Name, builtin, delta)                          \
  TIER(Name, kSlow) {                                                     \
    SYNC();                                                               \
    Value old = TRY_VALUE(ToNumeric(ISOLATE, REG(0)));                    \
    Value result = TRY_VALUE(Increment(ISOLATE, old, delta));             \
    REG(0) = result;                                                      \
    acc = old;                                                            \
    NEXT();                                                               \
  }                                                                       \
  OP(Name) {                                                              \
    int32_t result;                                                       \
    Value operand = REG(0);                                               \
    if (HW_UNLIKELY(!operand.IsSmi()) || HW_UNLIKELY(builtin(SmiBits(operand), 2, &result))) GOTO(kSlow); \
    acc = operand;                                                        \
    REG(0) = FromSmiBits(result);                                         \
    NEXT();                                                               \
  }
POST_INCREMENT_REG(PostIncReg, __builtin_add_overflow, 1)
POST_INCREMENT_REG(PostDecReg, __builtin_sub_overflow, -1)
#undef POST_INCREMENT_REG
INCREMENT_REG(IncReg, __builtin_add_overflow, 1)
INCREMENT_REG(DecReg, __builtin_sub_overflow, -1)
#undef INCREMENT_REG
TIER(Negate, kSlow) { SYNC(); SETTLE(); acc = TRY_VALUE(Negate(ISOLATE, acc)); NEXT(); }
TIER(Negate, kNumber) {
  double operand;
  if (HW_UNLIKELY(!ToDouble(base, acc, &operand))) GOTO(kSlow);
  RECORD(0, kDouble);
  double result = -operand;
  FINISH_DOUBLE(result)
}
OP(Negate) {
  int32_t result;
  if (HW_UNLIKELY(!acc.IsSmi()) || HW_UNLIKELY(acc.bits() == 0) || HW_UNLIKELY(__builtin_sub_overflow(0, SmiBits(acc), &result))) GOTO(kNumber);
  acc = FromSmiBits(result);
  NEXT();
}
TIER(BitNot, kSlow) { SYNC(); SETTLE(); acc = TRY_VALUE(BitwiseNot(ISOLATE, acc)); NEXT(); }
OP(BitNot) {
  if (HW_UNLIKELY(!acc.IsSmi())) GOTO(kSlow);
  acc = Value::Smi(~acc.AsSmi());
  NEXT();
}
TIER(Not, kSlow) { acc = Value::Boolean(!ToBooleanSlow(acc)); NEXT(); }
OP(Not) {
  if (HW_LIKELY(acc.IsBoolean())) {
    acc = Value::FromBits(acc.bits() ^ 8);
    NEXT();
  }
  if (acc.IsString() || acc.IsHeapNumber() || acc.IsHeapPointer()) {
    if (!acc.IsObject()) GOTO(kSlow);
    acc = Value::False();
    NEXT();
  }
  acc = Value::Boolean(acc.bits() == 0 || acc.IsNullOrUndefined());
  NEXT();
}
OP(TypeOf) { acc = Value(TypeOf(ISOLATE, acc)); NEXT(); }
OP(TestTypeOf) { acc = Value::Boolean(HasTypeOf(acc, static_cast<TypeOfKind>(FLAGS(0)))); NEXT(); }
TIER(ToNumber, kSlow) { SYNC(); acc = NumberValue(ISOLATE, TRY_RESULT(ToNumber(ISOLATE, acc))); NEXT(); }
OP(ToNumber) {
  if (HW_UNLIKELY(!acc.IsNumber())) GOTO(kSlow);
  NEXT();
}
TIER(ToNumeric, kSlow) { SYNC(); acc = TRY_VALUE(ToNumeric(ISOLATE, acc)); NEXT(); }
OP(ToNumeric) {
  if (HW_UNLIKELY(!acc.IsNumber())) GOTO(kSlow);
  NEXT();
}
TIER(ToString, kSlow) { SYNC(); acc = TRY_VALUE(ToString(ISOLATE, acc)); NEXT(); }
OP(ToString) {
  if (HW_UNLIKELY(!acc.IsString())) GOTO(kSlow);
  NEXT();
}
TIER(ToPropertyKey, kSlow) {
  SYNC();
  PropertyKey key = TRY_RESULT(ToPropertyKey(ISOLATE, acc));
  acc = key.IsIndex() && Value::FitsSmi(key.index()) ? Value::Smi(static_cast<int32_t>(key.index())) : key.ToValue(ISOLATE);
  NEXT();
}
OP(ToPropertyKey) {
  if (HW_UNLIKELY(!acc.IsSmi() || SmiBits(acc) < 0)) GOTO(kSlow);
  NEXT();
}
OP(ToObject) { SYNC(); acc = TRY_VALUE(ToObject(ISOLATE, acc)); NEXT(); }
