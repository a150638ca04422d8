// console.table's drawing. It is made row by row, once to measure and once to write, so that it takes no more
// memory than its widest row, however many there are. Runs no guest code: both times see the same.
#ifndef HALFWORD_CONSOLE_TABLE_H_
#define HALFWORD_CONSOLE_TABLE_H_

#include "console/line_writer.h"
#include "objects/all.h"

namespace halfword::console {

// `columns`: strings, the only columns to show; null: all. Data is no proxy.
void WriteTable(Isolate&, LineWriter&, JSObject* data, const ValueList* columns, const Limits&);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_TABLE_H_
