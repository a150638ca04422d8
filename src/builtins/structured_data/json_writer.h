// JSON.stringify (https://tc39.es/ecma262/#sec-json.stringify): SerializeJSONProperty and what it calls, into
// one buffer.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_WRITER_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_WRITER_H_

#include "objects/values/completion.h"
#include "objects/values/value.h"

namespace halfword {

class Isolate;

// The text, or undefined.
Completion<Value> StringifyJson(Isolate&, Value value, Value replacer, Value space);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_WRITER_H_
