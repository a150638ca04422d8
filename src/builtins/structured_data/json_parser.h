// The JSON grammar (https://tc39.es/ecma262/#sec-json.parse) in one pass over flat text.
//
// Objects and arrays are made by a PlainDataBuilder, so without recursion. While keys are what it predicts,
// they are compared with the text in place, neither hashed nor interned.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_

#include "objects/primitives/string.h"

namespace halfword {

// SyntaxError if `text` is not JSON. If `record` is given it receives the parse record of the value, which
// tells revivers the source text of primitives: a ValueArray {value, source text of a primitive, or
// ValueArray of an array's records, or null-prototype object of an object's records}.
Completion<Value> ParseJson(Isolate&, String* text, Value* record = nullptr);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_JSON_PARSER_H_
