// Inline caches: the slow halves of property and global access. They perform the access and, if the feedback
// is warm, teach the instruction's site (bytecode/sites/sites.h) what they found.
#ifndef HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_
#define HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_

#include "objects/functions/function.h"
#include "runtime/caches/site.h"

namespace halfword {

// `getter`: a getter that is a JSFunction is put there instead of being called.
Completion<Value> LoadNamed(Isolate&, Value receiver, Value name, Site, JSFunction** getter = nullptr);
// start[name] with the receiver as `this` of getters, where instructions have no cache of their own.
Completion<Value> LoadByStub(Isolate&, JSObject* start, Value receiver, Value name);
// The same, where the stub cache has been asked for the value in vain.
Completion<Value> LoadPastStub(Isolate&, JSObject* start, Value receiver, Value name);
// The same where nothing is called and nobody answers by himself, as getters and proxies do: there it is the
// hole. Never charges, and does not throw.
Value LoadPlain(Isolate&, JSObject*, Value name);
Completion<void> StoreNamed(Isolate&, Value receiver, Value name, Value value, bool strict, Site);
Completion<void> DefineNamed(Isolate&, Value receiver, Value name, Value value, Site);
Completion<Value> LoadKeyed(Isolate&, Value receiver, Value key, Site);
Completion<void> StoreKeyed(Isolate&, Value receiver, Value key, Value value, bool strict, Site);
Completion<Value> LoadGlobal(Isolate&, Value name, bool for_typeof, Site);
Completion<void> StoreGlobal(Isolate&, Value name, Value value, bool strict, Site);

// https://tc39.es/ecma262/#sec-privateget and the following clauses
Completion<Value> PrivateGet(Isolate&, Value object, Symbol* name, Site);
Completion<void> PrivateSet(Isolate&, Value object, Symbol* name, Value value, Site);
enum class PrivateKind : uint8_t { kField, kMethod, kGetter, kSetter };
Completion<void> PrivateAdd(Isolate&, Value object, Symbol* name, Value value, PrivateKind kind, Site site);
// What SetClassFields or SetHomeObject gave to the function; undefined: nothing. The site: of a private name.
Value GetHidden(Isolate&, JSObject* function, Symbol* name, Site);
Completion<bool> PrivateHas(Isolate&, Value object, Symbol* name);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_INLINE_CACHE_H_
