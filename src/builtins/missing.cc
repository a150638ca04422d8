// Temporary: stands in for intrinsics that no library file has made yet.
#include "builtins/builtins.h"
#include "runtime/object_operations.h"

namespace halfword {

void MissingIntrinsic(Isolate& isolate, Realm* realm, Intrinsic id, const char* name) {
  realm->set_intrinsic(id, OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype))));
}

}  // namespace halfword
