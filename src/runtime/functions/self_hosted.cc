#include "runtime/functions/self_hosted.h"

#include <cstring>

#include "objects/values/allocate.h"
#include "runtime/functions/closures.h"

namespace halfword {

Completion<Value> SelfHosted(Isolate&, Arguments&) { UNREACHABLE(); }

namespace {

// FunctionInfos say by their script which realm they are of.
Script* ScriptOfRealm(Realm* realm) {
  if (Value script = realm->self_hosted_script_; script.Is<Script>()) return script.As<Script>();
  Script* script = AllocateAny<Script>(sizeof(Script));
  script->realm_.Init(realm);
  realm->self_hosted_script_.Set(realm, Value(script));
  return script;
}

JSFunction* New(Isolate& isolate, Realm* realm, uint32_t number, String* name, uint16_t length) {
  Script* script = ScriptOfRealm(realm);
  auto* source = isolate.self_hosted_.get().As<ValueArray>()->get(number).As<FunctionInfo>();
  FunctionInfo* info = AllocateAny<FunctionInfo>(sizeof(FunctionInfo));
  std::memcpy(static_cast<void*>(info), source, sizeof(FunctionInfo));
  info->script_.Init(script);
  info->name_.Init(Value(name));
  info->length_ = length;
  return CreateClosure(isolate, info, Value::Smi(0));
}

}  // namespace

JSFunction* NewSelfHostedFunction(Isolate& isolate, Realm* realm, const NativeRow& row) {
  DCHECK(row.code() == SelfHosted && row.magic < kFirstSelfHostedHelper);
  return New(isolate, realm, row.magic, InternAscii(isolate, row.name()), row.length);
}

JSFunction* NewSelfHostedHelper(Isolate& isolate, Realm* realm, SelfHostedFunction function) {
  return New(isolate, realm, function, isolate.name(Name::empty), 0);
}

}  // namespace halfword
