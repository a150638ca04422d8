// What other builtins and the interpreter need of RegExp.
//
// An unmodified RegExp is one for which every step that the specification makes observable (exec, flags, the
// Symbol methods, species, lastIndex) has its original meaning; the ...Fast functions are the algorithms for
// those, without the steps.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_H_

#include <span>

#include "objects/library/text_processing.h"
#include "runtime/functions/native.h"

namespace halfword {

// The value of a regular expression literal: a new object each time, its program from the isolate's cache.
// https://tc39.es/ecma262/#sec-regular-expression-literals-runtime-semantics-evaluation
Completion<Value> RegExpCreateFromLiteral(Isolate&, String* pattern, String* flags);
// RegExpCreate (https://tc39.es/ecma262/#sec-regexpcreate); undefined reads as "".
Completion<RegExpObject*> RegExpCreate(Isolate&, Value pattern, Value flags);

bool IsUnmodifiedRegExp(Isolate&, Value);
// String.prototype.match, replace, search, split on an unmodified RegExp.
Completion<Value> RegExpMatchFast(Isolate&, RegExpObject*, String* string);
Completion<Value> RegExpReplaceFast(Isolate&, RegExpObject*, String* string, Value replacement);
Completion<Value> RegExpSearchFast(Isolate&, RegExpObject*, String* string);
Completion<Value> RegExpSplitFast(Isolate&, RegExpObject*, String* string, uint32_t limit);

// GetSubstitution (https://tc39.es/ecma262/#sec-getsubstitution): appends to `out`. Captures are strings or
// undefined; named_captures is undefined or an object.
Completion<void> GetSubstitution(Isolate&, StringBuilder& out, String* matched, String* string,
                                 uint32_t position, std::span<const Value> captures, Value named_captures,
                                 String* replacement);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_H_
