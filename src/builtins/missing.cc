// Temporary: stands in for library files that are not written yet.
#include "builtins/builtins.h"

namespace halfword {

#define HW_MISSING(Name) \
  const std::span<const NativeTable> k##Name##Tables; \
  void Install##Name(Isolate&, Realm*) {}

#if !__has_include("builtins/fundamental_objects/object.cc")
HW_MISSING(Object)
#endif
#if !__has_include("builtins/fundamental_objects/function.cc")
HW_MISSING(Function)
#endif
#if !__has_include("builtins/fundamental_objects/error.cc")
HW_MISSING(Error)
#endif
#if !__has_include("builtins/fundamental_objects/symbol.cc")
HW_MISSING(Symbol)
#endif
#if !__has_include("builtins/fundamental_objects/boolean.cc")
HW_MISSING(Boolean)
#endif
#if !__has_include("builtins/control_abstraction/iterator.cc")
HW_MISSING(Iterator)
#endif
#if !__has_include("builtins/indexed_collections/array.cc")
HW_MISSING(Array)
#endif
#if !__has_include("builtins/indexed_collections/array_iterator.cc")
HW_MISSING(ArrayIterator)
#endif
#if !__has_include("builtins/text_processing/string.cc")
HW_MISSING(String)
#endif
#if !__has_include("builtins/numbers_and_dates/number.cc")
HW_MISSING(Number)
#endif
#if !__has_include("builtins/numbers_and_dates/math.cc")
HW_MISSING(Math)
#endif
#if !__has_include("builtins/numbers_and_dates/bigint.cc")
HW_MISSING(BigInt)
#endif
#if !__has_include("builtins/numbers_and_dates/date.cc")
HW_MISSING(Date)
#endif
#if !__has_include("builtins/text_processing/regexp.cc")
HW_MISSING(RegExp)
#endif
#if !__has_include("builtins/keyed_collections/map.cc")
HW_MISSING(Map)
#endif
#if !__has_include("builtins/keyed_collections/set.cc")
HW_MISSING(Set)
#endif
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
#if !__has_include("builtins/structured_data/array_buffer.cc")
HW_MISSING(ArrayBuffer)
#endif
#if !__has_include("builtins/indexed_collections/typed_array.cc")
HW_MISSING(TypedArray)
#endif
#if !__has_include("builtins/structured_data/data_view.cc")
HW_MISSING(DataView)
#endif
#if !__has_include("builtins/structured_data/atomics.cc")
HW_MISSING(Atomics)
#endif
#if !__has_include("builtins/structured_data/json.cc")
HW_MISSING(JSON)
#endif
#if !__has_include("builtins/control_abstraction/generator.cc")
HW_MISSING(Generator)
#endif
#if !__has_include("builtins/control_abstraction/async_generator.cc")
HW_MISSING(AsyncGenerator)
#endif
#if !__has_include("builtins/control_abstraction/async_function.cc")
HW_MISSING(AsyncFunction)
#endif
#if !__has_include("builtins/control_abstraction/promise.cc")
HW_MISSING(Promise)
#endif
#if !__has_include("builtins/reflection/reflect.cc")
HW_MISSING(Reflect)
#endif
#if !__has_include("builtins/reflection/proxy.cc")
HW_MISSING(Proxy)
#endif
#if !__has_include("builtins/global/global.cc")
HW_MISSING(Global)
#endif

}  // namespace halfword
