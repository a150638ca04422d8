// The invariant of inline caches (objects/shapes/shape.h) made again: a lookup that a property cache
// remembers is done anew, on the shapes as they are now, and has to lead where the cache leads. A change of a
// prototype that did not increment the property epoch shows here.
#ifndef HALFWORD_RUNTIME_CACHES_VERIFY_LOOKUP_H_
#define HALFWORD_RUNTIME_CACHES_VERIFY_LOOKUP_H_

#include "runtime/caches/inline_cache.h"

namespace halfword {

// Null, or a sentence about the handlers that a site which loads, or stores to, `name` would hit. Those of
// another epoch are not looked at. `realm`: of the site's function, whose prototypes primitives have.
// `defines`: the site makes own properties whatever the prototypes say (DefineNamed). Allocates nothing.
const char* CheckCachedLookup(Isolate&, const Realm*, const PropertySite&, Value name, bool defines = false);

// Ends the process with that sentence. For debug builds, at hits.
void VerifyCachedLookup(Isolate&, const Realm*, const CachedHandler&, Value name);

// The same of all that sites and the stub cache remember. Hits of fast paths call nothing, but what they hit
// is what stands here: looked at after each change of a prototype, it is verified before it can be hit.
const char* CheckAllCaches(Isolate&);

// For gc::HeapCallbacks::verify_object: VerifyHeapObject (objects/verify.h), and the sites of a function:
// their words (verify_sites.h) and their lookups.
const char* VerifyEngineObject(Isolate&, HeapObject*);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_VERIFY_LOOKUP_H_
