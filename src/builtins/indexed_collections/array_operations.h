// What the self-hosted functions of Array.prototype (builtins/self_hosted.js) leave to C++.
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_OPERATIONS_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_OPERATIONS_H_

#include <span>

#include "objects/shapes/js_object.h"

namespace halfword {

// FlattenIntoArray (https://tc39.es/ecma262/#sec-flattenintoarray) of one value, by one level. Where the next
// one goes.
Completion<double> AppendFlattened(Isolate&, JSObject* target, double start, Value value);
// Sorting without a comparator: in place, and as a new array.
Completion<void> SortAsText(Isolate&, JSObject* o, double length);
Completion<JSArray*> ToSortedAsText(Isolate&, JSObject* o, double length);
// The end of Array.prototype.sort: stores the sorted values and deletes what is behind them.
Completion<void> StoreSorted(Isolate&, JSObject* o, double length, std::span<const Value> values);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_OPERATIONS_H_
