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

void InstallSelfHostedHelpers(Isolate& isolate, Realm* realm) {
  constexpr uint32_t kCount = kSelfHostedCount - kFirstSelfHostedHelper;
  ValueArray* helpers = NewValueArray(isolate, kCount);
  realm->self_hosted_helpers_.Set(realm, Value(helpers));
  for (uint32_t i = 0; i < kCount; i++) {
    helpers->slots()[i].Set(
        helpers, Value(New(isolate, realm, kFirstSelfHostedHelper + i, isolate.name(Name::empty), 0)));
  }
}

Value SelfHostedHelper(Realm* realm, SelfHostedFunction function) {
  return realm->self_hosted_helpers_.get().As<ValueArray>()->get(function - kFirstSelfHostedHelper);
}

}  // namespace halfword
