// Realm record (https://tc39.es/ecma262/#realm-record): intrinsics, the root shapes made from them,
// the global object and the script scope. The running function tells the current realm
// (CurrentRealm in runtime/operations/object_operations.h).
#ifndef HALFWORD_OBJECTS_REALM_H_
#define HALFWORD_OBJECTS_REALM_H_

#include "objects/functions/function.h"

// clang-format off
// Those of ECMA-402.
#if HALFWORD_INTL
#define HW_INTL_INTRINSICS(V)                                                                                         \
  V(Intl) V(IntlCollator) V(IntlCollatorPrototype) V(IntlDateTimeFormat) V(IntlDateTimeFormatPrototype)               \
  V(IntlDisplayNames) V(IntlDisplayNamesPrototype) V(IntlDurationFormat) V(IntlDurationFormatPrototype)               \
  V(IntlListFormat) V(IntlListFormatPrototype) V(IntlLocale) V(IntlLocalePrototype)                                   \
  V(IntlNumberFormat) V(IntlNumberFormatPrototype) V(IntlPluralRules) V(IntlPluralRulesPrototype)                     \
  V(IntlRelativeTimeFormat) V(IntlRelativeTimeFormatPrototype) V(IntlSegmenter) V(IntlSegmenterPrototype)             \
  V(IntlSegmentsPrototype) V(IntlSegmentIteratorPrototype)
#else
#define HW_INTL_INTRINSICS(V)
#endif
#if HALFWORD_TEMPORAL
#define HW_TEMPORAL_INTRINSICS(V)                                                                                     \
  V(Temporal) V(TemporalDuration) V(TemporalDurationPrototype) V(TemporalInstant) V(TemporalInstantPrototype)         \
  V(TemporalPlainDate) V(TemporalPlainDatePrototype) V(TemporalPlainDateTime) V(TemporalPlainDateTimePrototype)       \
  V(TemporalPlainMonthDay) V(TemporalPlainMonthDayPrototype) V(TemporalPlainTime) V(TemporalPlainTimePrototype)       \
  V(TemporalPlainYearMonth) V(TemporalPlainYearMonthPrototype) V(TemporalZonedDateTime)                               \
  V(TemporalZonedDateTimePrototype)
#else
#define HW_TEMPORAL_INTRINSICS(V)
#endif
// Of proposals below stage 4, there only where Isolate::harmony_ is set; the first is kFirstHarmony.
#define HW_HARMONY_INTRINSICS(V)                                                                                      \
  V(AbstractModuleSource) V(AbstractModuleSourcePrototype) V(ShadowRealm) V(ShadowRealmPrototype)
// %Name% intrinsics as ECMA-262 lists them; X is kX below. Prototypes are separate rows.
#define HW_INTRINSICS(V)                                                                                              \
  V(Object) V(ObjectPrototype) V(Function) V(FunctionPrototype) V(Array) V(ArrayPrototype) V(ArrayIteratorPrototype)   \
  V(ArrayPrototype_values) V(ArrayPrototype_toString) V(ObjectPrototype_toString) V(ThrowTypeError) V(eval)                                       \
  V(Iterator) V(IteratorPrototype) V(AsyncIteratorPrototype) V(IteratorHelperPrototype)                               \
  V(WrapForValidIteratorPrototype) V(AsyncFromSyncIteratorPrototype)                                                  \
  V(GeneratorFunction) V(GeneratorFunctionPrototype) V(GeneratorPrototype)                                            \
  V(AsyncFunction) V(AsyncFunctionPrototype) V(AsyncGeneratorFunction) V(AsyncGeneratorFunctionPrototype)             \
  V(AsyncGeneratorPrototype) V(String) V(StringPrototype) V(StringIteratorPrototype) V(Number) V(NumberPrototype)      \
  V(Boolean) V(BooleanPrototype) V(Symbol) V(SymbolPrototype) V(BigInt) V(BigIntPrototype) V(Math) V(JSON) V(Reflect) \
  V(Atomics) V(Date) V(DatePrototype) V(RegExp) V(RegExpPrototype) V(RegExpPrototype_exec) V(RegExpStringIteratorPrototype)                    \
  V(Error) V(ErrorPrototype) V(CallSitePrototype) V(AggregateError) V(AggregateErrorPrototype) V(SuppressedError) V(SuppressedErrorPrototype) V(EvalError) V(EvalErrorPrototype)          \
  V(RangeError) V(RangeErrorPrototype) V(ReferenceError) V(ReferenceErrorPrototype) V(SyntaxError)                    \
  V(SyntaxErrorPrototype) V(TypeError) V(TypeErrorPrototype) V(URIError) V(URIErrorPrototype)                         \
  V(Map) V(MapPrototype) V(MapPrototype_set) V(MapIteratorPrototype) V(Set) V(SetPrototype) V(SetPrototype_add) V(SetIteratorPrototype)                             \
  V(WeakMap) V(WeakMapPrototype) V(WeakSet) V(WeakSetPrototype) V(WeakRef) V(WeakRefPrototype)                        \
  V(FinalizationRegistry) V(FinalizationRegistryPrototype) V(DisposableStack) V(DisposableStackPrototype)                                     \
  V(AsyncDisposableStack) V(AsyncDisposableStackPrototype) V(Promise) V(PromisePrototype) V(PromisePrototype_then) V(Promise_resolve) V(Proxy)                   \
  V(ArrayBuffer) V(ArrayBufferPrototype) V(SharedArrayBuffer) V(SharedArrayBufferPrototype) V(DataView)               \
  V(DataViewPrototype) V(TypedArray) V(TypedArrayPrototype)                                                           \
  V(Int8Array) V(Int8ArrayPrototype) V(Uint8Array) V(Uint8ArrayPrototype) V(Uint8ClampedArray)                        \
  V(Uint8ClampedArrayPrototype) V(Int16Array) V(Int16ArrayPrototype) V(Uint16Array) V(Uint16ArrayPrototype)           \
  V(Int32Array) V(Int32ArrayPrototype) V(Uint32Array) V(Uint32ArrayPrototype) V(Float16Array) V(Float16ArrayPrototype) V(Float32Array)                               \
  V(Float32ArrayPrototype) V(Float64Array) V(Float64ArrayPrototype) V(BigInt64Array) V(BigInt64ArrayPrototype)        \
  V(BigUint64Array) V(BigUint64ArrayPrototype) HW_INTL_INTRINSICS(V) HW_TEMPORAL_INTRINSICS(V) HW_HARMONY_INTRINSICS(V)

// Root shapes that the interpreter and the runtime allocate from directly, and what their slots are, in the
// object if nothing else is said.
//
//   shape                                  slots
//   Function, StrictFunction               none; "length", "name" and "prototype" are virtual entries
//   …WithPrototype                         0: prototype, in the overflow PropertyArray, because closures have
//                                          no in-object slots
//   MethodFunction, AsyncFunction          none; "length" and "name" are virtual
//   GeneratorFunction,
//     AsyncGeneratorFunction               0: prototype (overflow), writable
//   ClassConstructor                       0: prototype (overflow), not writable
//   NativeFunction, NativeConstructor      none; "length" and "name" are virtual
//   BoundFunction, BoundConstructor        0: length, 1: name
//   IteratorResult                         0: value, 1: done
//   MappedArguments                        0: length, 1: callee, 2: @@iterator
//   UnmappedArguments                      0: length, 1: callee (the AccessorPair
//                                          throw_type_error_accessor_), 2: @@iterator
//   RegExpMatch                            0: index, 1: input, 2: groups
//   RegExp                                 0: lastIndex
//   Error                                  0: stack (prototype %Error.prototype%); message becomes 1
//   DataDescriptor                         0: value, 1: writable, 2: enumerable, 3: configurable
//   AccessorDescriptor                     0: get, 1: set, 2: enumerable, 3: configurable
#define HW_REALM_SHAPES(V)                                                                                            \
  V(EmptyObject)            /* {} : four in-object slots */                                                           \
  V(ArrayPackedSmi) V(ArrayHoleySmi) V(ArrayPackedDouble) V(ArrayHoleyDouble) V(ArrayPacked) V(ArrayHoley)            \
  V(Function)               /* closures with [[Construct]]: virtual length, name, prototype */                        \
  V(FunctionWithPrototype)  /* the same once "prototype" has been made: slot 0 */                                     \
  V(StrictFunction) V(StrictFunctionWithPrototype) V(MethodFunction) /* arrows, methods: no prototype */               \
  V(AsyncFunction) V(GeneratorFunction) V(AsyncGeneratorFunction) /* prototype: slot 0, made by CreateClosure */       \
  V(ClassConstructor)       /* slot 0: prototype, not writable */                                                     \
  V(NativeFunction) V(NativeConstructor) V(BoundFunction) V(BoundConstructor)                                         \
  V(IteratorResult)         /* {value, done} */                                                                       \
  V(MappedArguments) V(UnmappedArguments) V(RegExpMatch) /* array with index, input, groups */                        \
  V(RegExp) V(Error) V(Promise) V(AsyncFunctionState) V(Map) V(Set) V(DataDescriptor) V(AccessorDescriptor)                                 \
  V(ArrayIterator) V(MapIterator) V(SetIterator) V(StringIterator)
// clang-format on

namespace halfword {

enum class Intrinsic : uint16_t {
#define V(name) k##name,
  HW_INTRINSICS(V)
#undef V
      kCount,
  kFirstHarmony = kAbstractModuleSource
};
enum class RealmShape : uint16_t {
#define V(name) k##name,
  HW_REALM_SHAPES(V)
#undef V
      kCount
};

// The kinds of elements and the shapes of a realm's arrays are in the same order. REQUIRES: the kind is fast.
constexpr RealmShape ArrayShapeOf(ElementsKind kind) {
  constexpr int kFirst =
      static_cast<int>(RealmShape::kArrayPackedSmi) - static_cast<int>(ElementsKind::kPackedSmi);
  static_assert(static_cast<int>(RealmShape::kArrayHoley) - static_cast<int>(ElementsKind::kHoley) == kFirst);
  return static_cast<RealmShape>(kFirst + static_cast<int>(kind));
}

class Realm : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kRealm;
  JSObject* intrinsic(Intrinsic i) const { return intrinsics_[static_cast<int>(i)].get().AsObject(); }
  void set_intrinsic(Intrinsic i, JSObject* object) { intrinsics_[static_cast<int>(i)].Set(this, object); }
  Shape* shape(RealmShape s) const { return shapes_[static_cast<int>(s)].GetNonNull(); }
  void set_shape(RealmShape s, Shape* shape) { shapes_[static_cast<int>(s)].Set(this, shape); }
  JSObject* global_object() const { return global_object_.get().AsObject(); }

  ValueField global_object_;
  ValueField global_this_;
  ValueField script_scope_;  // DeclarativeRecord of top-level let/const/class: a PropertyTable-shaped
                             // dictionary object (null-prototype JSObject with kCell properties), shared by
                             // all scripts of the realm
  ValueField template_map_;  // Smi 0 or engine data
  ValueField host_data_;
  ValueField loaded_modules_;
  ValueField self_hosted_script_;         // Script of its self-hosted functions
  ValueField self_hosted_helpers_;        // ValueArray of those from kFirstSelfHostedHelper on
  ValueField throw_type_error_accessor_;  // AccessorPair of %ThrowTypeError%, for strict arguments objects
  ValueField intrinsics_[static_cast<int>(Intrinsic::kCount)];
  Field<Shape> shapes_[static_cast<int>(RealmShape::kCount)];
};

// Script record: source text and where it came from; shared by its functions.
class Script : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kScript;
  // Of self-hosted builtins (bytecode/self_hosted.h): to programs they are native.
  bool is_self_hosted() const { return source_.get().IsSmi(); }
  Field<Realm> realm_;
  ValueField source_;      // String, sequential; Smi 0 of self-hosted builtins
  ValueField name_;        // String: file name or URL
  ValueField line_table_;  // Smi 0 or a ByteArray of line starts, made at first use
  // ModuleRecord or Smi 0; code of eval and Function: the ModuleRecord or Script that made it.
  ValueField module_;
  ValueField line_offset_;    // Smi
  ValueField is_typescript_;  // Smi 0 or what SetLanguage of the compiler says: if it has types, and where
  ValueField host_data_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_REALM_H_
