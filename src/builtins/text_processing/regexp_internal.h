// Shared by the files that make up the RegExp builtins.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_

#include "builtins/text_processing/regexp.h"
#include "builtins/text_processing/regexp_exec.h"
#include "unicode/text.h"

namespace halfword {

// RegExpExec (https://tc39.es/ecma262/#sec-regexpexec): an object or null.
Completion<Value> RegExpExec(Isolate&, JSObject* regexp, String* string);
// RegExpBuiltinExec up to the match: reads and writes lastIndex; false: no match.
Completion<bool> RegExpBuiltinExecRaw(Isolate&, RegExpObject*, String* string, Captures& captures);
// https://tc39.es/ecma262/#sec-advancestringindex
double AdvanceStringIndex(Isolate&, String* string, double index, bool unicode);
inline uint32_t AdvanceIndex(FlatChars chars, uint32_t index, bool unicode) {
  if (unicode && !chars.is_one_byte() && index + 1 < chars.length() &&
      unicode::IsLeadSurrogate(chars[index]) && unicode::IsTrailSurrogate(chars[index + 1])) {
    return index + 2;
  }
  return index + 1;
}
// Set(regexp, "lastIndex", index, true)
Completion<void> SetLastIndex(Isolate&, JSObject* regexp, double index);
inline bool IsFullUnicode(const RegExpProgram* program) {
  return program->flags_ & (regexp::kUnicode | regexp::kUnicodeSets);
}

// The rows of RegExp.prototype that are keyed by symbols, and %RegExpStringIteratorPrototype%'s.
extern const NativeRow kRegExpSymbolRows[5];
extern const NativeRow kRegExpStringIteratorRows[1];

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_
