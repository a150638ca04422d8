// $262, the host object of test262.
#include "agents.h"
#include "gc/heap.h"
#include "objects/library/structured_data.h"
#include "parts.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

Completion<Value> CreateRealm(Isolate& isolate, Arguments&) {
  Realm* realm = NewRealmOf(isolate);
  InstallFunctions(isolate, realm, realm->global_object(), RowsOf(Part::kGlobals));
  return InstallTest262Host(isolate, realm);
}

Completion<Value> DetachArrayBuffer(Isolate& isolate, Arguments& args) {
  auto* buffer = args[0].TryAs<ArrayBufferObject>();
  if (!buffer || buffer->IsShared() || buffer->IsImmutable())
    return isolate.ThrowTypeError("not an ArrayBuffer that can be detached");
  buffer->Detach(isolate);
  return Value::Null();
}

Completion<Value> EvalScript(Isolate& isolate, Arguments& args) {
  String* source = TRY(ToString(isolate, args[0]));
  return EvaluateScript(isolate,
                        NewScript(isolate, args.realm(), source, InternAscii(isolate, "evalScript")));
}

Completion<Value> Collect(Isolate& isolate, Arguments&) {
  isolate.heap().CollectGarbage();
  return Value::Undefined();
}

Completion<Value> CallHtmlDda(Isolate&, Arguments&) { return Value::Null(); }

constexpr NativeRow kRows[] = {
    {"IsHTMLDDA", CallHtmlDda, 0, kNativeNotInstalled},  // the first row
    {"createRealm", CreateRealm},
    {"detachArrayBuffer", DetachArrayBuffer, 1},
    {"evalScript", EvalScript, 1},
    {"gc", Collect},
};

}  // namespace

NativeTable Test262Rows() { return kRows; }

JSObject* InstallTest262Host(Isolate& isolate, Realm* realm) {
  JSObject* host = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallFunctions(isolate, realm, host, RowsOf(Part::kTest262));
  if (isolate.html_dda_.get().IsUndefined()) {
    isolate.html_dda_.Init(Value(NewNativeFunction(isolate, realm, RowsOf(Part::kTest262).data())));
  }
  InstallValue(isolate, host, "IsHTMLDDA", isolate.html_dda_, kMethodDefault);
  InstallValue(isolate, host, "AbstractModuleSource",
               Value(realm->intrinsic(Intrinsic::kAbstractModuleSource)), kMethodDefault);
  InstallValue(isolate, host, "agent", Value(NewAgentObject(isolate, realm)), kMethodDefault);
  InstallValue(isolate, host, "global", realm->global_this_, kMethodDefault);
  InstallValue(isolate, realm->global_object(), "$262", Value(host), kMethodDefault);
  return host;
}

}  // namespace halfword::shell
