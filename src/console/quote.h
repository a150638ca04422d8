// Texts as they are shown within other values: escaped, and in quotes.
#ifndef HALFWORD_CONSOLE_QUOTE_H_
#define HALFWORD_CONSOLE_QUOTE_H_

#include <string>

#include "objects/primitives/string.h"

namespace halfword::console {

// Escapes what does not print. `quote` 0: no quotes are put around it nor escaped.
std::string Escape(FlatChars text, char quote);
// In the first of the three kinds of quotes that the text does not have itself.
std::string Quote(FlatChars text);
// Whether a property is shown by this name without quotes.
bool IsIdentifier(FlatChars text);

}  // namespace halfword::console

#endif  // HALFWORD_CONSOLE_QUOTE_H_
