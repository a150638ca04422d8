// Iterator helpers: what iterator.cc and iterator_zip.cc share.
#ifndef HALFWORD_BUILTINS_CONTROL_ABSTRACTION_ITERATOR_HELPERS_H_
#define HALFWORD_BUILTINS_CONTROL_ABSTRACTION_ITERATOR_HELPERS_H_

#include <cstdint>

#include "objects/library/iterators.h"
#include "objects/realm.h"
#include "runtime/functions/native.h"
#include "runtime/operations/iterators.h"

namespace halfword {

enum class HelperKind : int32_t { kMap, kFilter, kTake, kDrop, kFlatMap, kConcat, kZip, kChunks, kWindows };

IteratorHelper* NewHelper(Isolate& isolate, Realm* realm, HelperKind kind, const IteratorRecord& iterated);

// IteratorCloseAll (https://tc39.es/ecma262/#sec-iteratorcloseall), normally or with a throw pending.
// `iterators`: {iterator (undefined: no longer open), next method} `count` times.
Completion<void> CloseAll(Isolate& isolate, ValueArray* iterators, uint32_t count, bool threw);

// Run the closures of kConcat and kZip from one yield to the next: the value to yield, or NotFound.
Completion<Value> AdvanceConcat(Isolate& isolate, IteratorHelper* helper);
Completion<Value> AdvanceZip(Isolate& isolate, IteratorHelper* helper);

// Natives of the constructor.
Completion<Value> IteratorConcat(Isolate& isolate, Arguments& args);
Completion<Value> IteratorZip(Isolate& isolate, Arguments& args);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_CONTROL_ABSTRACTION_ITERATOR_HELPERS_H_
