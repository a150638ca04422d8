// Self-hosted builtins: those that call back, in JavaScript (builtins/self_hosted.js). They are compiled when
// an isolate is made from nothing, and their machine code is part of the binary (jit/code/embedded_code.h).
//
// The source is a strict script of one object literal with a method for each function. A call of a name that
// nothing declares is an abstract operation, as in the algorithms of ECMA-262, or another of these functions.
// No other global names are used, so programs can't interfere. These are opcodes:
//
//   Call(f, this, …)      ToObject(value)
//   GetIfPresent(o, k)    o[k], or the hole if HasProperty(o, k) is false; o is an object, k an integer
//   IsAbsent(value)       whether that is the hole
//   Append(array, value)  to an array that no program has seen; the hole as an elision
//
// and what HW_SELF_HOSTED_OPERATIONS lists are functions of builtins/self_hosted.cc. Those whose names begin
// with Iterator stand as the subject of a for-of only: they make the record that the loop goes through, and
// have three arguments at most.
//
// The code has no feedback words: nothing of a clone is written when it runs, and it is as fast for one
// tenant as for another, whatever they do with it. To programs the functions are native.
#ifndef HALFWORD_BYTECODE_SELF_HOSTED_H_
#define HALFWORD_BYTECODE_SELF_HOSTED_H_

#include <cstdint>

#include "base/packed_tables.h"

namespace halfword {

// clang-format off
// In the order of the source. Those behind the last builtin are functions that only others of these and
// definitions of decorated classes call (compiler/decorators.cc). They are in no stack trace.
#define HW_SELF_HOSTED_FUNCTIONS(V)                                                                   \
  V(Array_from) V(ArrayPrototype_every) V(ArrayPrototype_filter) V(ArrayPrototype_find)               \
  V(ArrayPrototype_findIndex) V(ArrayPrototype_findLast) V(ArrayPrototype_findLastIndex)              \
  V(ArrayPrototype_flatMap) V(ArrayPrototype_forEach) V(ArrayPrototype_map) V(ArrayPrototype_reduce)  \
  V(ArrayPrototype_reduceRight) V(ArrayPrototype_some) V(ArrayPrototype_sort)                         \
  V(ArrayPrototype_toSorted) V(IteratorPrototype_every) V(IteratorPrototype_find)                     \
  V(IteratorPrototype_forEach) V(IteratorPrototype_reduce) V(IteratorPrototype_some)                  \
  V(IteratorPrototype_toArray) V(Map_groupBy) V(MapPrototype_forEach) V(SetPrototype_forEach)         \
  V(Object_groupBy) V(TypedArray_from) V(TypedArrayPrototype_every) V(TypedArrayPrototype_filter)     \
  V(TypedArrayPrototype_find) V(TypedArrayPrototype_findIndex) V(TypedArrayPrototype_findLast)        \
  V(TypedArrayPrototype_findLastIndex) V(TypedArrayPrototype_forEach) V(TypedArrayPrototype_map)      \
  V(TypedArrayPrototype_reduce) V(TypedArrayPrototype_reduceRight) V(TypedArrayPrototype_some)        \
  V(MergeSort) V(ApplyDecorators) V(RunInitializers) V(RunExtraInitializers)

// Name and number of arguments.
#define HW_SELF_HOSTED_OPERATIONS(V)                                                                  \
  V(AppendFlattened, 3) V(ArgumentCount, 0) V(ArraySpeciesCreate, 2) V(ConstructArray, 1)             \
  V(ConstructArrayOfLength, 2) V(CopyElements, 5) V(CopyIterated, 3)                                  \
  V(CreateAddInitializerFunction, 1) V(CreateDataPropertyOrThrow, 3)                                  \
  V(CreateDecoratorAccessObject, 2) V(CreateDecoratorMetadata, 1) V(CurrentValue, 1)                  \
  V(FinishDecoration, 1) V(GetIteratorMethod, 1) V(GetOfArrayLike, 2) V(GroupInMap, 2)                \
  V(GroupInObject, 2) V(IsPrivateName, 1) V(IteratorAfterAppending, 3) V(IteratorDirect, 3)           \
  V(IteratorFromMethod, 3) V(LengthOfArrayLike, 1) V(NameOfDecorated, 1) V(NewEntries, 1)             \
  V(NewList, 1) V(NewMap, 0) V(NewNullObject, 0) V(NewPlainArray, 0) V(NewPlainResult, 2)             \
  V(NewPlainResultOf, 2) V(NewSortedArray, 2) V(NextKey, 1) V(RequireArrayLength, 1)                  \
  V(RequireCallable, 1) V(RequireCallableOrClose, 2) V(RequireComparator, 1)                          \
  V(RequireConstructor, 1) V(RequireDecoratorResult, 2) V(RequireIterator, 1) V(RequireMap, 1)        \
  V(RequireMapper, 1) V(RequireObjectCoercible, 2) V(RequireSet, 1) V(SelfHostedFunction, 1)          \
  V(SetFromArrayLike, 3) V(SetLength, 2) V(SortAsText, 2) V(StoreSorted, 4)                           \
  V(ThrowReduceOfDoneIterator, 0) V(ThrowReduceOfEmptyArray, 0) V(ToSortedAsText, 2)                  \
  V(TypedArrayCreate, 2) V(TypedArraySpeciesCreate, 2) V(ValidateTypedArray, 1)
// clang-format on

// NativeRow::magic of a row whose function is SelfHosted (runtime/functions/self_hosted.h).
enum SelfHostedFunction : uint16_t {
#define V(name) k##name,
  HW_SELF_HOSTED_FUNCTIONS(V)
#undef V
      kSelfHostedCount,
  kFirstSelfHostedHelper = kMergeSort
};
inline constexpr auto kSelfHostedNames = TextsOf<kSelfHostedCount>(
#define V(name) #name "\0"
    HW_SELF_HOSTED_FUNCTIONS(V)
#undef V
);
// B of AbstractOperation.
enum class SelfHostedOperation : uint8_t {
#define V(name, arguments) k##name,
  HW_SELF_HOSTED_OPERATIONS(V)
#undef V
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SELF_HOSTED_H_
