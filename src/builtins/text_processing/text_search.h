// StringIndexOf and its mirror image on flat text of either width
// (https://tc39.es/ecma262/#sec-stringindexof). Linear in the worst case: what the C library's searches
// don't cover begins naively and turns to Knuth-Morris-Pratt when that becomes expensive. They poll,
// and run no JavaScript.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_

#include "objects/isolate.h"
#include "objects/primitives/string.h"

namespace halfword {

// Smallest index >= from at which `pattern` occurs in `text`, or -1. REQUIRES: from <= text.length().
Completion<int64_t> FindText(Isolate&, FlatChars text, FlatChars pattern, uint32_t from);
// Largest index <= from, or -1.
Completion<int64_t> FindLastText(Isolate&, FlatChars text, FlatChars pattern, uint32_t from);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
