// StringIndexOf and its mirror image on flat text of either width
// (https://tc39.es/ecma262/#sec-stringindexof). Linear in the worst case: what the C library's searches don't
// cover begins naively and turns to Knuth-Morris-Pratt when that gets dear. They poll, and run no JavaScript.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_

#include "objects/isolate.h"
#include "objects/string.h"

namespace halfword {

// What looking at so many characters costs, for Isolate::Poll.
inline int32_t CostOfReading(uint32_t characters) {
  return static_cast<int32_t>(1 + characters / kCharactersPerUnit);
}
// The same where each is converted, by table or by ICU.
inline int32_t CostOfConverting(uint32_t characters) { return CostOfReading(4 * characters); }

// Smallest index >= from at which `pattern` occurs in `text`, or -1. REQUIRES: from <= text.length().
Completion<int64_t> FindText(Isolate&, FlatChars text, FlatChars pattern, uint32_t from);
// Largest index <= from, or -1.
Completion<int64_t> FindLastText(Isolate&, FlatChars text, FlatChars pattern, uint32_t from);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_SEARCH_H_
