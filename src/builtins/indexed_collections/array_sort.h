// Sorting for arrays and typed arrays (https://tc39.es/ecma262/#sec-sortindexedproperties).
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_SORT_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_SORT_H_

#include "objects/memory/value_list.h"

namespace halfword {

// Sorts by CompareArrayElements: undefined last, then by `comparator` or, if that is undefined, as strings.
// Stable merge sort: terminates and stays in bounds whatever the comparator answers.
Completion<void> SortValues(Isolate&, ValueList& values, Value comparator);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_SORT_H_
