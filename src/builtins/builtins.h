// The library. One file per global object, in folders by clause title of ECMA-262; each exports its row
// tables and an Install function, and is listed once in HW_BUILTIN_FILES, in an order in which prototypes
// exist before they are needed: fundamental objects first.
#ifndef HALFWORD_BUILTINS_BUILTINS_H_
#define HALFWORD_BUILTINS_BUILTINS_H_

#include "bytecode/self_hosted.h"
#include "runtime/functions/native.h"

namespace halfword {

// One row a builtin file: V(Name) needs `extern const std::span<const NativeTable> kNameTables;` and
// `void InstallName(Isolate&, Realm*);`.
// clang-format off
// ECMA-402. Its files come last, because they put functions of their own into the prototypes of others.
#if HALFWORD_INTL
#define HW_INTL_FILES(V)                                                                                            \
  V(Intl) V(IntlLocale) V(IntlNumberFormat) V(IntlPluralRules) V(IntlDateTimeFormat) V(IntlCollator)        \
  V(IntlListFormat) V(IntlRelativeTimeFormat) V(IntlDisplayNames) V(IntlSegmenter) V(IntlDurationFormat)
#else
#define HW_INTL_FILES(V)
#endif
#if HALFWORD_TEMPORAL
#define HW_TEMPORAL_FILES(V)                                                                                        \
  V(Temporal) V(TemporalDuration) V(TemporalInstant) V(TemporalPlainDate) V(TemporalPlainTime)                      \
  V(TemporalPlainDateTime) V(TemporalPlainYearMonth) V(TemporalPlainMonthDay) V(TemporalZonedDateTime) V(TemporalNow)
#else
#define HW_TEMPORAL_FILES(V)
#endif
#define HW_BUILTIN_FILES(V)                                                                                         \
  V(Object) V(Function) V(Error) V(CallSite) V(Symbol) V(Boolean) V(Iterator) V(Array) V(ArrayFromAsync)           \
  V(ArrayIterator) V(String) V(Number) V(Math)                                                                      \
  V(DisposableStack) V(BigInt) V(Date) V(RegExp) V(Map) V(Set) V(WeakMap) V(WeakSet) V(WeakRef) V(FinalizationRegistry)               \
  V(ArrayBuffer) V(TypedArray) V(DataView) V(Atomics) V(JSON) V(Generator) V(AsyncGenerator) V(AsyncFunction)      \
  V(Promise) V(Reflect) V(Proxy) V(Global) HW_TEMPORAL_FILES(V) HW_INTL_FILES(V)
// Files of nothing but proposals below stage 4, and all that have some of those: besides their tables they
// have `void InstallNameHarmony(Isolate&, Realm*);`.
#define HW_PROPOSAL_FILES(V) V(Decorators) V(ModuleSource) V(ShadowRealm)
#define HW_HARMONY_FILES(V) V(ArrayBuffer) V(Error) V(Iterator) V(Promise) HW_PROPOSAL_FILES(V)
// clang-format on

#define V(Name)                                              \
  extern const std::span<const NativeTable> k##Name##Tables; \
  void Install##Name(Isolate&, Realm*);
HW_BUILTIN_FILES(V)
#undef V
#define V(Name) extern const std::span<const NativeTable> k##Name##Tables;
HW_PROPOSAL_FILES(V)
#undef V
#define V(Name) void Install##Name##Harmony(Isolate&, Realm*);
HW_HARMONY_FILES(V)
#undef V

// All natives in index order, and a fresh realm (CreateIntrinsics, SetDefaultGlobalBindings).
std::span<const NativeRow* const> AllNatives();
std::span<const NativeRange> AllNativeRanges();
Realm* NewRealm(Isolate&);
// Compiles the self-hosted builtins: Isolate::self_hosted_. `realm`: the first, whose root shapes are there.
void CompileSelfHosted(Isolate&, Realm*);
// For NativeState::self_hosted_operation.
Completion<Value> PerformSelfHostedOperation(Isolate&, SelfHostedOperation, Value* arguments);
// For NativeState::steps.
Completion<Value> StepIteratorHelper(Isolate&, JSObject* helper);
// What proposals below stage 4 add to a realm, for Isolate::harmony_.
void InstallHarmony(Isolate&, Realm*);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_BUILTINS_H_
