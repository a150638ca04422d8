// Pattern text to tree. https://tc39.es/ecma262/#sec-patterns, with
// https://tc39.es/ecma262/#sec-regular-expressions-patterns (Annex B) where neither u nor v is set.
#ifndef HALFWORD_REGEXP_PARSER_H_
#define HALFWORD_REGEXP_PARSER_H_

#include "regexp/ast.h"

namespace halfword::regexp {

// Groups beyond this number are refused.
inline constexpr uint32_t kMaxCaptures = 1 << 15;

// Fills `tree`; the error's reason is null on success. Recursion ends with an error below `stack_limit`, and
// patterns longer than `max_length` code units are refused.
Error Parse(Text pattern, Flags flags, uintptr_t stack_limit, size_t max_length, Tree& tree);

// \d, \s and \w. `unicode_ignore_case` adds U+017F and U+212A to \w.
const CodePointSet& DigitSet();
const CodePointSet& SpaceSet();
const CodePointSet& WordSet(bool unicode_ignore_case);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_PARSER_H_
