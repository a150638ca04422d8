// Proxy Objects: https://tc39.es/ecma262/#sec-proxy-objects.
// What proxies do is in runtime/operations/exotic_proxy.cc.
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/reflection.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

namespace {

// Proxy ( target, handler )  https://tc39.es/ecma262/#sec-proxy-target-handler
Completion<Value> ProxyConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "Proxy");
  return Completion<Value>(ProxyCreate(isolate, args[0], args[1]));
}

// The revoker of Proxy.revocable: data[0] is the proxy, or null once it has been revoked.
Completion<Value> ProxyRevoker(Isolate&, Arguments& args) {
  NativeFunction* revoker = args.callee();
  Value v = revoker->data_[0];
  if (v.IsNull()) return Value::Undefined();
  revoker->data_[0].Init(Value::Null());
  auto* proxy = static_cast<ProxyObject*>(v.AsObject());
  proxy->target_.Init(Value::Null());
  proxy->handler_.Init(Value::Null());
  return Value::Undefined();
}

constexpr NativeRow kConstructorRowSource[] = {{"Proxy", ProxyConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kRevokerRowSource[] = {{"", ProxyRevoker, 0, kNativeNotInstalled}};
HW_NATIVE_ROWS(kRevokerRow);

// Proxy.revocable ( target, handler )  https://tc39.es/ecma262/#sec-proxy.revocable
Completion<Value> ProxyRevocable(Isolate& isolate, Arguments& args) {
  JSObject* proxy = TRY(ProxyCreate(isolate, args[0], args[1]));
  NativeFunction* revoker = NewNativeFunction(isolate, args.realm(), kRevokerRow, Value(proxy));
  JSObject* result = NewPlainObject(isolate);
  result->DefineOwn(isolate, isolate.key(Name::proxy), Value(proxy), kDataDefault);
  result->DefineOwn(isolate, isolate.key(Name::revoke), Value(revoker), kDataDefault);
  return result;
}

constexpr NativeRow kConstructorRowsSource[] = {{"revocable", ProxyRevocable, 2}};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kRevokerRow, kConstructorRows};

}  // namespace

const std::span<const NativeTable> kProxyTables = kTables;

void InstallProxy(Isolate& isolate, Realm* realm) {
  NativeFunction* constructor =
      InstallConstructor(isolate, realm, kConstructorRow, nullptr, Intrinsic::kProxy, Intrinsic::kProxy);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
}

}  // namespace halfword
