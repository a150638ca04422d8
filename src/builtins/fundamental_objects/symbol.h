// The GlobalSymbolRegistry, for hosts (https://tc39.es/ecma262/#sec-symbol.for).
#ifndef HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_SYMBOL_H_
#define HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_SYMBOL_H_

#include "objects/primitives/primitives.h"
#include "objects/primitives/string.h"

namespace halfword {

// What Symbol.for(key) returns.
Symbol* RegisteredSymbol(Isolate&, String* key);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_SYMBOL_H_
