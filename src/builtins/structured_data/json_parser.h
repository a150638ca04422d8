// The JSON grammar (https://tc39.es/ecma262/#sec-json.parse) in one pass over flat text.
//
// No recursion: values collect on a list, containers are made when they end, so their size is known. An
// object predicts its shape: what the last object at the same place (under the same property key) had. While
// keys agree they are compared with the text in place, neither hashed nor interned, and the object is
// allocated with its final shape.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_

#include "objects/all.h"

namespace halfword {

// SyntaxError if `text` is not JSON. If `record` is given it receives the parse record of the value, which
// tells revivers the source text of primitives: a ValueArray {value, source text of a primitive, or
// ValueArray of an array's records, or null-prototype object of an object's records}.
Completion<Value> ParseJson(Isolate&, String* text, Value* record = nullptr);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_
