// StringIndexOf and its mirror image on flat text of either width
// (https://tc39.es/ecma262/#sec-stringindexof). Linear in the worst case: what the C library's searches don't
// cover begins naively and turns to Knuth-Morris-Pratt when that gets dear.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_

#include "objects/string.h"

namespace halfword {

// Smallest index >= from at which `pattern` occurs in `text`, or -1. REQUIRES: from <= text.length().
int64_t FindText(FlatChars text, FlatChars pattern, uint32_t from);
// Largest index <= from, or -1.
int64_t FindLastText(FlatChars text, FlatChars pattern, uint32_t from);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
