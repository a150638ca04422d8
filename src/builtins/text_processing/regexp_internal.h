// Shared by the files that make up the RegExp builtins.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_

#include <algorithm>

#include "builtins/text_processing/regexp.h"
#include "builtins/text_processing/regexp_exec-inl.h"
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

// Calls found(captures) → Completion<void> for each match of a global RegExp, as a loop of exec would find
// them, and leaves lastIndex 0. Only with unmodified RegExps; `found` runs no JavaScript. Returns what all
// searches were charged, the one in vain too.
template <class F>
Completion<uint64_t> ForEachMatch(Isolate& isolate, RegExpObject* regexp, String* string, F&& found) {
  RegExpProgram* program = regexp->program();
  bool unicode = IsFullUnicode(program);
  Captures captures(program), others(program);
  Captures *last = nullptr, *next = &captures;
  uint64_t cost = 0;
  uint32_t index = 0;
  regexp->last_index()->Init(Value::Smi(0));
  Execution execution(isolate, program, string);
  while (index <= string->length()) {
    bool matches = TRY(execution.Search(index, *next));
    cost += next->cost();
    if (!matches) break;
    last = next;
    next = last == &captures ? &others : &captures;
    TRY(found(*last));
    index = last->end(0);
    if (last->start(0) == index) index = AdvanceIndex(string->Flatten(isolate), index, unicode);
  }
  if (last != nullptr) RememberMatch(isolate, string, last->data(), last->count());
  return cost;
}

// The rows of RegExp.prototype that are keyed by symbols, and %RegExpStringIteratorPrototype%'s.
extern const NativeRow kRegExpSymbolRows[5];
extern const NativeRow kRegExpStringIteratorRows[1];

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_INTERNAL_H_
