// The heap types of the engine: one row a C++ class. The row's place is the collector's type index,
// for typed headers and for the layout word of shapes alike; `types.cc` gives each its TypeInfo (how
// it is traced and finalised).
//
// HW_INTERNAL_TYPES have a typed header; HW_OBJECT_TYPES are JavaScript objects, whose header is their shape.
// Columns: class name, how the collector reads it: T = every word from byte 0 is a Value; N = no references;
// C = class has its own `void Trace(gc::Visitor&)`; F = C and also `void Finalize()`.
// Ranges that code tests by comparison stand together: strings first, then objects; exotic objects last.
#ifndef HALFWORD_OBJECTS_VALUES_TYPES_H_
#define HALFWORD_OBJECTS_VALUES_TYPES_H_

#include <cstdint>

// clang-format off
#define HW_INTERNAL_TYPES(V)                                                                                  \
  /* strings: order is tested (sequential first) */                                                           \
  V(OneByteString, N) V(TwoByteString, N) V(SlicedString, C) V(ConsString, C) V(ThinString, C)                \
  V(HeapNumber, N) V(Symbol, C) V(BigInt, N)                                                                  \
  V(Shape, C) V(PropertyTable, C) V(TransitionTable, C) V(AccessorPair, T) V(PropertyCell, T)                 \
  V(ExtensionPair, T) V(PropertyArray, T) V(ValueElements, T) V(DoubleElements, N) V(DictionaryElements, C)   \
  V(Environment, T) V(ScopeInfo, C) V(Code, C) V(FunctionInfo, C) V(FeedbackVector, C) V(HandlerVector, C)     \
  V(ByteArray, N) V(ValueArray, T) V(HashTableStorage, C) V(WeakTableStorage, C) V(InternTable, C)            \
  V(Realm, T) V(Script, T) V(ModuleRecord, T) V(PromiseCapabilityRecord, T) V(Job, T)   \
  V(SuspendedFrame, C) V(AsyncGeneratorRequest, T) V(ForInState, C) V(RegExpProgram, C) V(BackingStore, F)   \
  V(FinalizationCells, C) V(EvalCache, C) V(ExternalCell, F)

#define HW_OBJECT_TYPES(V)                                                                                    \
  V(PlainObject, T) V(JSFunction, T) V(NativeFunction, C) V(BoundFunction, T) V(JSArray, T)                   \
  V(ErrorObject, T) V(PrimitiveWrapper, T) V(DateObject, C) V(RegExpObject, T)                                \
  V(MapObject, T) V(SetObject, T) V(WeakMapObject, T) V(WeakSetObject, T)                                     \
  V(WeakRefObject, C) V(FinalizationRegistryObject, C)                                                        \
  V(PromiseObject, T) V(GeneratorObject, T) V(AsyncGeneratorObject, T) V(AsyncFunctionState, T)               \
  V(ArrayIterator, T) V(MapIterator, T) V(SetIterator, T) V(StringIterator, T) V(RegExpStringIterator, T)     \
  V(IteratorHelper, T) V(WrapForValidIterator, T) V(AsyncFromSyncIterator, T)             \
  V(ArrayBufferObject, T) V(DataViewObject, C) V(HostObject, T) V(ExternalObject, T)                          \
  V(DisposableStackObject, T) V(AsyncDisposableStackObject, T) V(CallSiteObject, T)                                          \
  V(RawJsonObject, T) V(IntlObject, T) V(TemporalObject, T) V(ModuleSourceObject, T) V(ShadowRealmObject, T)                                                                                         \
  /* exotic: one or more internal methods are not the ordinary ones */                                        \
  V(StringWrapper, T) V(ArgumentsObject, T) V(TypedArrayObject, C) V(ModuleNamespace, T) V(GlobalObject, T)   \
  V(ProxyObject, T)
// clang-format on

namespace halfword {

enum class HeapType : uint16_t {
  kInvalid = 0,
#define V(name, trace) k##name,
  HW_INTERNAL_TYPES(V) HW_OBJECT_TYPES(V)
#undef V
      kCount,
  kLastSequentialString = kTwoByteString,
  kLastString = kThinString,
  kFirstObject = kPlainObject,
  kFirstExotic = kStringWrapper,
  kLastObject = kProxyObject,
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUES_TYPES_H_
