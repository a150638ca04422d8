// console.log's text: a format and its directives.
#ifndef HALFWORD_CONSOLE_FORMAT_LOG_H_
#define HALFWORD_CONSOLE_FORMAT_LOG_H_

#include <span>

#include "console/inspect.h"
#include "console/line_writer.h"

namespace halfword::console {

// Appends console.log's text: strings as they are, %-directives of the first one expanded. It may run
// JavaScript: the directives convert their arguments.
Completion<void> FormatLog(Isolate&, LineWriter&, std::span<const Value> arguments,
                           size_t max_total = InspectOptions().max_total);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_FORMAT_LOG_H_
