// Strings and symbols that engine code names. A row is the C++ identifier and the text; add rows freely,
// anywhere: nothing depends on their order.
#ifndef HALFWORD_OBJECTS_PRIMITIVES_NAMES_H_
#define HALFWORD_OBJECTS_PRIMITIVES_NAMES_H_

#include <cstdint>

// clang-format off
#define HW_NAMES(V)                                                                                         \
  V(empty, "") V(length, "length") V(name, "name") V(prototype, "prototype") V(constructor, "constructor")  \
  V(undefined, "undefined") V(null, "null") V(true_, "true") V(false_, "false") V(NaN, "NaN")               \
  V(Infinity, "Infinity") V(negative_Infinity, "-Infinity") V(zero, "0") V(object, "object")                \
  V(function, "function") V(string, "string") V(number, "number") V(boolean, "boolean")                     \
  V(symbol, "symbol") V(bigint, "bigint") V(default_, "default") V(anonymous, "anonymous")                  \
  V(toString, "toString") V(valueOf, "valueOf") V(toJSON, "toJSON") V(toLocaleString, "toLocaleString")     \
  V(value, "value") V(done, "done") V(next, "next") V(return_, "return") V(throw_, "throw")                 \
  V(then, "then") V(resolve, "resolve") V(get, "get") V(set, "set") V(has, "has") V(add, "add")             \
  V(enumerable, "enumerable") V(configurable, "configurable") V(writable, "writable")                       \
  V(message, "message") V(stack, "stack") V(cause, "cause") V(errors, "errors") V(callee, "callee")         \
  V(caller, "caller") V(arguments, "arguments") V(eval, "eval") V(proto, "__proto__") V(index, "index")     \
  V(input, "input") V(groups, "groups") V(indices, "indices") V(lastIndex, "lastIndex") V(flags, "flags")   \
  V(source, "source") V(exec, "exec") V(raw, "raw") V(join, "join") V(size, "size") V(keys, "keys")         \
  V(values, "values") V(entries, "entries") V(status, "status") V(fulfilled, "fulfilled")                   \
  V(rejected, "rejected") V(reason, "reason") V(promise, "promise") V(reject, "reject") V(proxy, "proxy")   \
  V(revoke, "revoke") V(apply, "apply") V(construct, "construct") V(defineProperty, "defineProperty")       \
  V(deleteProperty, "deleteProperty") V(getOwnPropertyDescriptor, "getOwnPropertyDescriptor")               \
  V(getPrototypeOf, "getPrototypeOf") V(isExtensible, "isExtensible") V(ownKeys, "ownKeys")                 \
  V(preventExtensions, "preventExtensions") V(setPrototypeOf, "setPrototypeOf") V(Error, "Error")           \
  V(maxByteLength, "maxByteLength") V(this_, "this") V(async, "async") V(private_fields, "#fields")         \
  V(stackTraceLimit, "stackTraceLimit") V(with, "with") V(error, "error") V(suppressed, "suppressed") \
  V(prepareStackTrace, "prepareStackTrace")

// Well-known symbols: C++ identifier and description.
#define HW_STANDARD_SYMBOLS(V)                                                                              \
  V(asyncDispose, "Symbol.asyncDispose") V(asyncIterator, "Symbol.asyncIterator")                           \
  V(dispose, "Symbol.dispose") V(hasInstance, "Symbol.hasInstance")                                         \
  V(isConcatSpreadable, "Symbol.isConcatSpreadable") V(iterator, "Symbol.iterator") V(match, "Symbol.match") \
  V(matchAll, "Symbol.matchAll") V(replace, "Symbol.replace") V(search, "Symbol.search")                    \
  V(species, "Symbol.species") V(split, "Symbol.split") V(toPrimitive, "Symbol.toPrimitive")                \
  V(toStringTag, "Symbol.toStringTag") V(unscopables, "Symbol.unscopables")
// The last one is a proposal's.
#define HW_WELL_KNOWN_SYMBOLS(V) HW_STANDARD_SYMBOLS(V) V(metadata, "Symbol.metadata")
// clang-format on

namespace halfword {

enum class Name : uint16_t {
#define V(id, text) id,
  HW_NAMES(V)
#undef V
      kCount
};

enum class WellKnownSymbol : uint8_t {
#define V(id, text) id,
  HW_WELL_KNOWN_SYMBOLS(V)
#undef V
      kCount
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_NAMES_H_
