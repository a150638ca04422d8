// Work on the elements of fast arrays (runtime/operations/arrays.h) word by word, for the builtins of Array.
//
// No function here runs JavaScript. Each charges for what it does, polls the isolate on the way, and throws
// only if the guest is terminated.
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_FAST_ARRAY_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_FAST_ARRAY_H_

#include "builtins/builtins.h"
#include "runtime/operations/arrays.h"

namespace halfword {

// Nobody sees a plain result of map, filter and from before the end: so it can be collected first, as long as
// it has no more elements.
inline constexpr double kMostPlainResult = 1 << 20;

// REQUIRES, of all: fast arrays, indices within their length.

// Elements [from, to) become `value`.
Completion<void> FillElements(Isolate&, JSArray*, uint32_t from, uint32_t to, Value value);
// `count` elements from index `from` go to index `to`; the ranges may overlap. Holes are moved as holes.
Completion<void> MoveElements(Isolate&, JSArray*, uint32_t to, uint32_t from, uint32_t count);
Completion<void> ReverseElements(Isolate&, JSArray*);
// Elements [from, to) as a new array of the current realm, with the same holes.
Completion<JSArray*> CopyElements(Isolate&, JSArray*, uint32_t from, uint32_t to);
// Holes become undefined.
Completion<void> FillHolesWithUndefined(Isolate&, JSArray*);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_FAST_ARRAY_H_
