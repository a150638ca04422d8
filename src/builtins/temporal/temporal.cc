// The Temporal object: https://tc39.es/proposal-temporal/#sec-temporal-objects
#include "builtins/temporal/temporal.h"

#include "builtins/builtins.h"

namespace halfword {

constinit const std::span<const NativeTable> kTemporalTables;

void InstallTemporal(Isolate& isolate, Realm* realm) {
  JSObject* temporal = OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kObjectPrototype));
  realm->set_intrinsic(Intrinsic::kTemporal, temporal);
  InstallToStringTag(isolate, temporal, "Temporal");
  InstallValue(isolate, realm->global_object(), "Temporal", Value(temporal), kMethodDefault);
}

}  // namespace halfword
