// clang-format off: handlers are read by a machine of macros (ops/machine.h).
// Names resolved at run time: globals through cells, and lookups along ScopeInfos.

TIER(LdaGlobal, kSlow) { SYNC(); acc = TRY_VALUE(LoadGlobal(ISOLATE, CONST(0), false, SITE(1))); NEXT(); }
OP(LdaGlobal) {
  if (HW_UNLIKELY(CACHE(1)[0].empty())) GOTO(kSlow);
  Value value = Pointer<PropertyCell>(base, CACHE(1)[0].value())->value_.get();
  if (HW_UNLIKELY(value.IsHole())) GOTO(kSlow);
  acc = value;
  NEXT();
}
OP(LdaGlobalTypeof) { SYNC(); acc = TRY_VALUE(LoadGlobal(ISOLATE, CONST(0), true, SITE(1))); NEXT(); }
#define STORE_GLOBAL(Name, strict)                                                   \
  TIER(Name, kSlow) { SYNC(); TRY_VOID(StoreGlobal(ISOLATE, CONST(0), acc, strict, SITE(1))); NEXT(); } \
  OP(Name) {                                                                          \
    if (HW_UNLIKELY(CACHE(1)[0].empty())) GOTO(kSlow);                                \
    PropertyCell* cell = Pointer<PropertyCell>(base, CACHE(1)[0].value());            \
    if (HW_UNLIKELY(cell->value_.get().IsHole() || (cell->flags_.get().AsSmi() & PropertyCell::kReadOnly))) GOTO(kSlow); \
    STORE(cell, value_, acc);                                                         \
    NEXT();                                                                           \
  }
STORE_GLOBAL(StaGlobal, false)
STORE_GLOBAL(StaGlobalStrict, true)
#undef STORE_GLOBAL
OP(InitGlobalLexical) { SYNC(); InitializeGlobalLexical(ISOLATE, CONST(0), acc); NEXT(); }
OP(DeclareGlobals) { SYNC(); TRY_VOID(GlobalDeclarationInstantiation(ISOLATE, CONST(0).As<ValueArray>())); NEXT(); }
OP(DeclareGlobalFunction) { SYNC(); TRY_VOID(CreateGlobalFunctionBinding(ISOLATE, CONST(0), acc, FLAGS(1) != 0)); NEXT(); }
OP(DeclareEvalVars) { SYNC(); TRY_VOID(EvalDeclarationInstantiation(ISOLATE, fp[frame::kEnvironment], CONST(0).As<ValueArray>())); NEXT(); }
OP(DeclareEvalFunction) { SYNC(); TRY_VOID(BindEvalFunction(ISOLATE, fp[frame::kEnvironment], CONST(0), acc)); NEXT(); }
OP(LdaLookup) { SYNC(); acc = TRY_VALUE(LookupName(ISOLATE, fp[frame::kEnvironment], CONST(0), false, nullptr)); NEXT(); }
OP(LdaLookupTypeof) { SYNC(); acc = TRY_VALUE(LookupName(ISOLATE, fp[frame::kEnvironment], CONST(0), true, nullptr)); NEXT(); }
OP(LdaLookupCall) {
  SYNC();
  acc = TRY_VALUE(LookupName(ISOLATE, fp[frame::kEnvironment], CONST(0), false, &REG(1)));
  NEXT();
}
OP(ResolveLookup) { SYNC(); REG(1) = TRY_VALUE(ResolveName(ISOLATE, fp[frame::kEnvironment], CONST(0))); NEXT(); }
OP(LdaLookupRef) { SYNC(); acc = TRY_VALUE(LookupReference(ISOLATE, REG(1), CONST(0))); NEXT(); }
OP(StaLookup) {
  SYNC();
  if (FLAGS(1) & kStoreAnnexB) {
    TRY_VOID(StoreAnnexBFunction(ISOLATE, fp[frame::kEnvironment], CONST(0), acc));
    NEXT();
  }
  Value reference = TRY_VALUE(ResolveName(ISOLATE, fp[frame::kEnvironment], CONST(0)));
  TRY_VOID(StoreName(ISOLATE, reference, CONST(0), acc, FLAGS(1)));
  NEXT();
}
OP(StaLookupRef) { SYNC(); TRY_VOID(StoreName(ISOLATE, REG(1), CONST(0), acc, FLAGS(2))); NEXT(); }
OP(DeleteLookup) { SYNC(); acc = TRY_VALUE(DeleteName(ISOLATE, fp[frame::kEnvironment], CONST(0))); NEXT(); }
