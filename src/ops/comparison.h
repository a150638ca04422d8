// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Comparisons, and the same fused with a jump. Tiers as in arithmetic.h.

// Relational: `c_op` on Smi bits and on doubles; the runtime compares everything else. IsLessThan is asked with operands
// swapped for > and <=, in source order of evaluation.
#define RELATIONAL(Name, c_op)                                                                    \
  TIER(Name, kSlow) { SYNC(); SETTLE(); acc = Value::Boolean(TRY_RESULT(Relational##Name(ISOLATE, REG(0), acc))); NEXT(); } \
  TIER(Name, kNumber) {                                                                           \
    double left, right;                                                                           \
    if (HW_UNLIKELY(!ToDouble(base, REG(0), &left) || !ToDouble(base, acc, &right))) GOTO(kSlow); \
    RECORD(1, kDouble);                                                                           \
    acc = Value::Boolean(left c_op right);                                                        \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value left = REG(0);                                                                          \
    if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);                                         \
    acc = Value::Boolean(SmiBits(left) c_op SmiBits(acc));                                        \
    NEXT();                                                                                       \
  }
#define JUMP_RELATIONAL(Name, Relation, c_op, sense)                                              \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    SETTLE();                                                                                     \
    if (TRY_RESULT(Relational##Relation(ISOLATE, REG(0), acc)) == sense) JUMP(JUMP_OFFSET(1));    \
    NEXT();                                                                                       \
  }                                                                                               \
  TIER(Name, kNumber) {                                                                           \
    double left, right;                                                                           \
    if (HW_UNLIKELY(!ToDouble(base, REG(0), &left) || !ToDouble(base, acc, &right))) GOTO(kSlow); \
    RECORD(2, kDouble);                                                                           \
    if ((left c_op right) == sense) JUMP(JUMP_OFFSET(1));                                         \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value left = REG(0);                                                                          \
    if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);                                         \
    if ((SmiBits(left) c_op SmiBits(acc)) == sense) JUMP(JUMP_OFFSET(1));                         \
    NEXT();                                                                                       \
  }
RELATIONAL(Less, <)
RELATIONAL(LessEqual, <=)
RELATIONAL(Greater, >)
RELATIONAL(GreaterEqual, >=)
JUMP_RELATIONAL(JumpIfLess, Less, <, true)
JUMP_RELATIONAL(JumpIfNotLess, Less, <, false)
JUMP_RELATIONAL(JumpIfLessEqual, LessEqual, <=, true)
JUMP_RELATIONAL(JumpIfNotLessEqual, LessEqual, <=, false)
JUMP_RELATIONAL(JumpIfGreater, Greater, >, true)
JUMP_RELATIONAL(JumpIfNotGreater, Greater, >, false)
JUMP_RELATIONAL(JumpIfGreaterEqual, GreaterEqual, >=, true)
JUMP_RELATIONAL(JumpIfNotGreaterEqual, GreaterEqual, >=, false)
#undef RELATIONAL
#undef JUMP_RELATIONAL

// ---- Back-edges: as the forward jumps, but a taken one costs fuel and polls ----
TIER(JumpLoop, kSlow) { SYNC(); TRY_VOID(ISOLATE.PollSlow()); JUMP(JUMP_OFFSET(0)); }
OP(JumpLoop) {
  if (HW_UNLIKELY(--ISOLATE.budget_ < 0)) GOTO(kSlow);
  JUMP(JUMP_OFFSET(0));
}
#define LOOP_BACK(operand)                                                                        \
  do {                                                                                            \
    if (HW_UNLIKELY(--ISOLATE.budget_ < 0)) GOTO(kThird);                                         \
    JUMP(JUMP_OFFSET(operand));                                                                   \
  } while (0)
#define LOOP_BACK_SLOWLY(operand)                                                                 \
  do {                                                                                            \
    if (HW_UNLIKELY(--ISOLATE.budget_ < 0)) TRY_VOID(ISOLATE.PollSlow());                         \
    JUMP(JUMP_OFFSET(operand));                                                                   \
  } while (0)
#define LOOP_RELATIONAL(Name, Relation, c_op)                                                     \
  TIER(Name, kThird) { SYNC(); TRY_VOID(ISOLATE.PollSlow()); JUMP(JUMP_OFFSET(1)); }              \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    SETTLE();                                                                                     \
    if (TRY_RESULT(Relational##Relation(ISOLATE, REG(0), acc))) LOOP_BACK_SLOWLY(1);              \
    NEXT();                                                                                       \
  }                                                                                               \
  TIER(Name, kNumber) {                                                                           \
    double left, right;                                                                           \
    if (HW_UNLIKELY(!ToDouble(base, REG(0), &left) || !ToDouble(base, acc, &right))) GOTO(kSlow); \
    RECORD(2, kDouble);                                                                           \
    if (left c_op right) LOOP_BACK(1);                                                            \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value left = REG(0);                                                                          \
    if (HW_UNLIKELY(!BothSmis(left, acc))) GOTO(kNumber);                                         \
    if (SmiBits(left) c_op SmiBits(acc)) LOOP_BACK(1);                                            \
    NEXT();                                                                                       \
  }
LOOP_RELATIONAL(JumpLoopIfLess, Less, <)
LOOP_RELATIONAL(JumpLoopIfLessEqual, LessEqual, <=)
LOOP_RELATIONAL(JumpLoopIfGreater, Greater, >)
LOOP_RELATIONAL(JumpLoopIfGreaterEqual, GreaterEqual, >=)
#undef LOOP_RELATIONAL
#define LOOP_BOOLEAN(Name, sense)                                                                 \
  TIER(Name, kThird) { SYNC(); TRY_VOID(ISOLATE.PollSlow()); JUMP(JUMP_OFFSET(0)); }              \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    if (ToBoolean(acc) == sense) LOOP_BACK_SLOWLY(0);                                             \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    if (HW_UNLIKELY(!acc.IsBoolean())) GOTO(kSlow);                                               \
    if (acc.IsTrue() == sense) LOOP_BACK(0);                                                      \
    NEXT();                                                                                       \
  }
LOOP_BOOLEAN(JumpLoopIfTrue, true)
LOOP_BOOLEAN(JumpLoopIfFalse, false)
#undef LOOP_BOOLEAN

// Equality. Equal bits are equal values, but for NaN in a HeapNumber; two Smis with different bits are different;
// an object equals only itself, unless == meets a primitive.
#define EQUALITY(Name, slow, finish_true, finish_false)                                           \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    if (TRY_RESULT(slow(ISOLATE, REG(0), acc))) { finish_true; }                                  \
    finish_false;                                                                                 \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value left = REG(0);                                                                          \
    if (left == acc && !left.IsHeapNumber()) { finish_true; }                                     \
    if (BothSmis(left, acc) || (left.IsObject() && acc.IsObject())) { finish_false; }             \
    GOTO(kSlow);                                                                                  \
  }
#define SET(b) acc = Value::Boolean(b); NEXT()
#define TAKE JUMP(JUMP_OFFSET(1))
#define SKIP NEXT()
EQUALITY(Equal, IsLooselyEqual, SET(true), SET(false))
EQUALITY(NotEqual, IsLooselyEqual, SET(false), SET(true))
EQUALITY(StrictEqual, StrictlyEqual, SET(true), SET(false))
EQUALITY(StrictNotEqual, StrictlyEqual, SET(false), SET(true))
EQUALITY(JumpIfEqual, IsLooselyEqual, TAKE, SKIP)
EQUALITY(JumpIfNotEqual, IsLooselyEqual, SKIP, TAKE)
EQUALITY(JumpIfStrictEqual, StrictlyEqual, TAKE, SKIP)
EQUALITY(JumpIfNotStrictEqual, StrictlyEqual, SKIP, TAKE)
#undef EQUALITY
#define LOOP_EQUALITY(Name, slow, sense)                                                          \
  TIER(Name, kThird) { SYNC(); TRY_VOID(ISOLATE.PollSlow()); JUMP(JUMP_OFFSET(1)); }              \
  TIER(Name, kSlow) {                                                                             \
    SYNC();                                                                                       \
    if (TRY_RESULT(slow(ISOLATE, REG(0), acc)) == sense) LOOP_BACK_SLOWLY(1);                     \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    Value left = REG(0);                                                                          \
    bool equal = left == acc;                                                                     \
    if (!((equal && !left.IsHeapNumber()) || BothSmis(left, acc) || (left.IsObject() && acc.IsObject()))) GOTO(kSlow); \
    if (equal == sense) LOOP_BACK(1);                                                             \
    NEXT();                                                                                       \
  }
LOOP_EQUALITY(JumpLoopIfEqual, IsLooselyEqual, true)
LOOP_EQUALITY(JumpLoopIfNotEqual, IsLooselyEqual, false)
LOOP_EQUALITY(JumpLoopIfStrictEqual, StrictlyEqual, true)
LOOP_EQUALITY(JumpLoopIfNotStrictEqual, StrictlyEqual, false)
#undef LOOP_EQUALITY
#undef SET
#undef TAKE
#undef SKIP
TIER(InstanceOf, kSlow) {
  SYNC();
  Value target = acc;
  acc = Value::Boolean(TRY_RESULT(InstanceofOperator(ISOLATE, REG(0), target)));
  RememberInstanceOf(ISOLATE, target, SITE(1));
  NEXT();
}
OP(InstanceOf) {
  CacheWord* cache = CACHE(1);
  NotSmi known;
  if (HW_UNLIKELY(!NotSmi::From(acc, &known) || !cache[0].Is(known) || !cache[2].IsEpoch(EPOCH_BITS()))) GOTO(kSlow);
  Value prototype = cache[1].value(), object = REG(0);
  while (object.IsObject()) {
    Shape* shape = ShapeFromHeader(base, HeaderOf(base, object));
    if (HW_UNLIKELY(shape->layout_.type_index == static_cast<uint16_t>(HeapType::kProxyObject))) GOTO(kSlow);
    object = shape->prototype_.get();
    if (object == prototype) {
      acc = Value::True();
      NEXT();
    }
  }
  acc = Value::False();
  NEXT();
}

// ---- Jumps ----
OP(Jump) { JUMP(JUMP_OFFSET(0)); }
// ToBoolean: booleans, Smis, undefined, null and objects here.
#define JUMP_BOOLEAN(Name, sense)                                                                 \
  TIER(Name, kSlow) {                                                                             \
    if (ToBoolean(acc) == sense) JUMP(JUMP_OFFSET(0));                                            \
    NEXT();                                                                                       \
  }                                                                                               \
  OP(Name) {                                                                                      \
    if (HW_LIKELY(acc.IsBoolean())) {                                                             \
      if (acc.IsTrue() == sense) JUMP(JUMP_OFFSET(0));                                            \
      NEXT();                                                                                     \
    }                                                                                             \
    if (acc.IsObject()) {                                                                         \
      if (sense) JUMP(JUMP_OFFSET(0));                                                            \
      NEXT();                                                                                     \
    }                                                                                             \
    if (acc.IsSmi()) {                                                                            \
      if ((acc.bits() != 0) == sense) JUMP(JUMP_OFFSET(0));                                       \
      NEXT();                                                                                     \
    }                                                                                             \
    GOTO(kSlow);                                                                                  \
  }
JUMP_BOOLEAN(JumpIfTrue, true)
JUMP_BOOLEAN(JumpIfFalse, false)
#undef JUMP_BOOLEAN
#define JUMP_IF(Name, condition)          \
  OP(Name) {                              \
    if (condition) JUMP(JUMP_OFFSET(0));  \
    NEXT();                               \
  }
JUMP_IF(JumpIfUndefined, acc.IsUndefined())
JUMP_IF(JumpIfNotUndefined, !acc.IsUndefined())
JUMP_IF(JumpIfNull, acc.IsNull())
JUMP_IF(JumpIfNotNull, !acc.IsNull())
JUMP_IF(JumpIfNullish, acc.IsNullOrUndefined())
JUMP_IF(JumpIfNotNullish, !acc.IsNullOrUndefined())
JUMP_IF(JumpIfHole, acc.IsHole())
JUMP_IF(JumpIfObject, acc.IsObject())
#undef JUMP_IF
OP(JumpIfReturnMode) {
  if (REG(0) == Value::Smi(2)) JUMP(JUMP_OFFSET(1));
  NEXT();
}
OP(JumpIfNextMode) {
  if (REG(0) == Value::Smi(0)) JUMP(JUMP_OFFSET(1));
  NEXT();
}
OP(SwitchSmi) {
  Value selector = acc;
  if (HW_UNLIKELY(!selector.IsSmi())) {
    double d;
    if (!ToDouble(base, selector, &d) || !IntegralSmi(d == 0 ? 0.0 : d, &selector)) NEXT();
  }
  uint32_t index = static_cast<uint32_t>(selector.AsSmi()) - static_cast<uint32_t>(IMM(1));
  if (index < COUNT(2)) {
    int32_t offset = Pointer<ValueArray>(base, CONST(0))->slots()[index].get().AsSmi();
    if (offset != 0) JUMP(offset);
  }
  NEXT();
}
