// console.table's drawing. Rows are made one at a time, once to measure and once to write, so a table takes
// no more memory than its widest row. No guest code runs, so both passes see the same data.
#ifndef HALFWORD_CONSOLE_TABLE_H_
#define HALFWORD_CONSOLE_TABLE_H_

#include "console/line_writer.h"
#include "objects/all.h"

namespace halfword::console {

// `columns`: strings, the only columns to show; null: all. Data is no proxy.
void WriteTable(Isolate&, LineWriter&, JSObject* data, const ValueList* columns, const Limits&);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_TABLE_H_
