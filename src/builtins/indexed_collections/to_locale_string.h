// How toLocaleString of arrays and typed arrays asks their elements.
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TO_LOCALE_STRING_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TO_LOCALE_STRING_H_

#include "runtime/functions/native.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// With ECMA-402 the arguments are passed on (https://tc39.es/ecma402/#sup-array.prototype.tolocalestring),
// without it there are none.
inline Completion<Value> InvokeToLocaleString(Isolate& isolate, Value element, Arguments& args) {
  if constexpr (HALFWORD_INTL)
    return Invoke(isolate, element, isolate.key(Name::toLocaleString), {args[0], args[1]});
  return Invoke(isolate, element, isolate.key(Name::toLocaleString));
}

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_TO_LOCALE_STRING_H_
