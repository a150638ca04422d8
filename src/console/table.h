// console.table's drawing. How wide the columns are is known when all cells have been made, so their texts
// are kept, as memory of the guest, and no more of them than the line may hold. No guest code runs.
#ifndef HALFWORD_CONSOLE_TABLE_H_
#define HALFWORD_CONSOLE_TABLE_H_

#include "console/line_writer.h"
#include "objects/memory/value_list.h"
#include "objects/shapes/js_object.h"

namespace halfword::console {

// `columns`: strings, the only columns to show; null: all. Data is no proxy.
void WriteTable(Isolate&, LineWriter&, JSObject* data, const ValueList* columns, const Limits&);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_TABLE_H_
