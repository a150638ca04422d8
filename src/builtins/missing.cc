// Temporary: stands in for library files that are not written yet.
#include "builtins/builtins.h"
#include "runtime/object_operations.h"

namespace halfword {

void MissingIntrinsic(Isolate& isolate, Realm* realm, Intrinsic id, const char* name) {
  realm->set_intrinsic(id, OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype))));
}

#define HW_MISSING(Name) \
  const std::span<const NativeTable> k##Name##Tables; \
  void Install##Name(Isolate&, Realm*) {}

#if !__has_include("builtins/keyed_collections/weak_map.cc")
HW_MISSING(WeakMap)
#endif
#if !__has_include("builtins/keyed_collections/weak_set.cc")
HW_MISSING(WeakSet)
#endif
#if !__has_include("builtins/managing_memory/weak_ref.cc")
HW_MISSING(WeakRef)
#endif
#if !__has_include("builtins/managing_memory/finalization_registry.cc")
HW_MISSING(FinalizationRegistry)
#endif
#if !__has_include("builtins/structured_data/data_view.cc")
HW_MISSING(DataView)
#endif
#if !__has_include("builtins/structured_data/atomics.cc")
HW_MISSING(Atomics)
#endif

}  // namespace halfword
