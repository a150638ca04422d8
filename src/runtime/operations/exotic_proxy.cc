// Proxy object internal methods
// (https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots).
//
// A proxy may stand for a proxy, and a trap may use the proxy again, so every method first asks whether the
// native stack allows one more level.

#include "objects/memory/external_account.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-proxycreate
Completion<JSObject*> ProxyCreate(Isolate& isolate, Value target, Value handler) {
  if (!target.IsObject() || !handler.IsObject()) {
    return isolate.ThrowTypeError("Cannot create proxy with a non-object as target or handler");
  }
  uint16_t flags = Shape::kIsExotic;
  if (target.IsCallable()) flags |= Shape::kIsCallable;
  if (target.IsConstructor()) flags |= Shape::kIsConstructor;
  Shape* shape =
      RootShapeFor(isolate, HeapType::kProxyObject, Value::Null(), FirstSlotOf<ProxyObject>(), 0, flags);
  auto* proxy = NewObjectAs<ProxyObject>(isolate, shape);
  proxy->target_.Set(proxy, target);
  proxy->handler_.Set(proxy, handler);
  return static_cast<JSObject*>(proxy);
}

namespace {

struct Trap {
  JSObject* target = nullptr;
  Value handler, method;  // method undefined: use the target
};

// Steps 1 to 6 of every internal method.
Completion<Trap> GetTrap(Isolate& isolate, ProxyObject* proxy, Name name) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  TRY(isolate.Poll());
  if (!proxy->handler_.get().IsObject()) {
    return isolate.ThrowTypeError("Cannot perform '%s' on a proxy that has been revoked",
                                  isolate.name(name)->ToUtf8(isolate).c_str());
  }
  Trap trap;
  trap.target = proxy->target_.get().AsObject();
  trap.handler = proxy->handler_;
  trap.method = TRY(GetMethod(isolate, trap.handler, isolate.key(name)));
  return trap;
}

HW_COLD Throwing Violation(Isolate& isolate, const char* trap, PropertyKey key, const char* what) {
  return isolate.ThrowTypeError("'%s' on proxy: trap %s for property '%s'", trap, what,
                                KeyForError(isolate, key).c_str());
}
HW_COLD Throwing Violation(Isolate& isolate, const char* trap, const char* what) {
  return isolate.ThrowTypeError("'%s' on proxy: trap %s", trap, what);
}

}  // namespace

// What a proxy has no trap for is its target's to do. Chains of such proxies may be long, or circles:
// each takes native stack, which GetTrap looks at. A tail call would take none and make an endless
// loop of a circle.
#define HW_NO_TAIL_CALLS __attribute__((disable_tail_calls))
namespace proxy {

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-getprototypeof
HW_NO_TAIL_CALLS Completion<Value> GetPrototypeOf(Isolate& isolate, ProxyObject* proxy) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::getPrototypeOf));
  if (trap.method.IsUndefined()) return internal_method::GetPrototypeOf(isolate, trap.target);
  Value prototype = TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target)}));
  if (!prototype.IsObject() && !prototype.IsNull()) {
    return Violation(isolate, "getPrototypeOf", "returned neither object nor null");
  }
  if (TRY(internal_method::IsExtensible(isolate, trap.target))) return prototype;
  Value target_prototype = TRY(internal_method::GetPrototypeOf(isolate, trap.target));
  if (!(prototype == target_prototype)) {
    return isolate.ThrowTypeError(
        "'getPrototypeOf' on proxy: proxy target is non-extensible but the trap did not return its actual "
        "prototype");
  }
  return prototype;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-setprototypeof-v
HW_NO_TAIL_CALLS Completion<bool> SetPrototypeOf(Isolate& isolate, ProxyObject* proxy, Value prototype) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::setPrototypeOf));
  if (trap.method.IsUndefined()) return internal_method::SetPrototypeOf(isolate, trap.target, prototype);
  if (!ToBoolean(TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), prototype}))))
    return false;
  if (TRY(internal_method::IsExtensible(isolate, trap.target))) return true;
  Value target_prototype = TRY(internal_method::GetPrototypeOf(isolate, trap.target));
  if (!(prototype == target_prototype)) {
    return isolate.ThrowTypeError(
        "'setPrototypeOf' on proxy: trap returned truish for setting a new prototype on the non-extensible "
        "proxy target");
  }
  return true;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-isextensible
HW_NO_TAIL_CALLS Completion<bool> IsExtensible(Isolate& isolate, ProxyObject* proxy) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::isExtensible));
  if (trap.method.IsUndefined()) return internal_method::IsExtensible(isolate, trap.target);
  bool result = ToBoolean(TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target)})));
  if (result != TRY(internal_method::IsExtensible(isolate, trap.target))) {
    return isolate.ThrowTypeError(
        "'isExtensible' on proxy: trap result does not reflect extensibility of proxy target (which is '%s')",
        result ? "false" : "true");
  }
  return result;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-preventextensions
HW_NO_TAIL_CALLS Completion<bool> PreventExtensions(Isolate& isolate, ProxyObject* proxy) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::preventExtensions));
  if (trap.method.IsUndefined()) return internal_method::PreventExtensions(isolate, trap.target);
  bool result = ToBoolean(TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target)})));
  if (result && TRY(internal_method::IsExtensible(isolate, trap.target))) {
    return isolate.ThrowTypeError("'preventExtensions' on proxy: the proxy target is extensible");
  }
  return result;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-getownproperty-p
HW_NO_TAIL_CALLS Completion<MaybeDescriptor> GetOwnProperty(Isolate& isolate, ProxyObject* proxy,
                                                            PropertyKey key) {
  constexpr const char* kName = "getOwnPropertyDescriptor";
  Trap trap = TRY(GetTrap(isolate, proxy, Name::getOwnPropertyDescriptor));
  if (trap.method.IsUndefined()) return internal_method::GetOwnProperty(isolate, trap.target, key);
  Value result = TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), key.ToValue(isolate)}));
  if (!result.IsObject() && !result.IsUndefined())
    return Violation(isolate, kName, key, "returned neither object nor undefined");
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  if (result.IsUndefined()) {
    if (!target_descriptor.found) return MaybeDescriptor{};
    if (!target_descriptor.descriptor.configurable) {
      return Violation(isolate, kName, key,
                       "returned undefined, which is non-configurable in the proxy target,");
    }
    if (!TRY(internal_method::IsExtensible(isolate, trap.target))) {
      return Violation(isolate, kName, key,
                       "returned undefined, which exists in the non-extensible proxy target,");
    }
    return MaybeDescriptor{};
  }
  bool extensible = TRY(internal_method::IsExtensible(isolate, trap.target));
  MaybeDescriptor maybe;
  maybe.found = true;
  maybe.descriptor = TRY(ToPropertyDescriptor(isolate, result));
  CompletePropertyDescriptor(maybe.descriptor);
  bool valid = TRY(ValidateAndApplyPropertyDescriptor(isolate, nullptr, key, extensible, maybe.descriptor,
                                                      target_descriptor));
  if (!valid)
    return Violation(
        isolate, kName, key,
        "returned descriptor that is incompatible with the existing property in the proxy target");
  if (!maybe.descriptor.configurable) {
    if (!target_descriptor.found || target_descriptor.descriptor.configurable) {
      return Violation(
          isolate, kName, key,
          "reported non-configurability, which is either non-existent or configurable in the proxy target,");
    }
    if (maybe.descriptor.has_writable && !maybe.descriptor.writable &&
        target_descriptor.descriptor.writable) {
      return Violation(isolate, kName, key,
                       "reported non-configurable and writable, which is non-configurable, non-writable in "
                       "the proxy target,");
    }
  }
  return maybe;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-defineownproperty-p-desc
HW_NO_TAIL_CALLS Completion<bool> DefineOwnProperty(Isolate& isolate, ProxyObject* proxy, PropertyKey key,
                                                    const PropertyDescriptor& descriptor) {
  constexpr const char* kName = "defineProperty";
  Trap trap = TRY(GetTrap(isolate, proxy, Name::defineProperty));
  if (trap.method.IsUndefined())
    return internal_method::DefineOwnProperty(isolate, trap.target, key, descriptor);
  MaybeDescriptor given;
  given.found = true;
  given.descriptor = descriptor;
  Value object = FromPropertyDescriptor(isolate, given);
  if (!ToBoolean(
          TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), key.ToValue(isolate), object}))))
    return false;
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  bool extensible = TRY(internal_method::IsExtensible(isolate, trap.target));
  bool setting_non_configurable = descriptor.has_configurable && !descriptor.configurable;
  if (!target_descriptor.found) {
    if (!extensible)
      return Violation(isolate, kName, key,
                       "returned truish for adding property to the non-extensible proxy target");
    if (setting_non_configurable) {
      return Violation(isolate, kName, key,
                       "returned truish for defining non-configurable property which is either non-existent "
                       "or configurable in the proxy target");
    }
    return true;
  }
  if (!TRY(ValidateAndApplyPropertyDescriptor(isolate, nullptr, key, extensible, descriptor,
                                              target_descriptor))) {
    return Violation(isolate, kName, key,
                     "returned truish for adding property that is incompatible with the existing property in "
                     "the proxy target");
  }
  const PropertyDescriptor& t = target_descriptor.descriptor;
  if (setting_non_configurable && t.configurable) {
    return Violation(isolate, kName, key,
                     "returned truish for defining non-configurable property which is either non-existent or "
                     "configurable in the proxy target");
  }
  if (t.IsData() && !t.configurable && t.writable && descriptor.has_writable && !descriptor.writable) {
    return Violation(isolate, kName, key,
                     "returned truish for defining non-configurable property which cannot be non-writable");
  }
  return true;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-hasproperty-p
HW_NO_TAIL_CALLS Completion<bool> HasProperty(Isolate& isolate, ProxyObject* proxy, PropertyKey key) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::has));
  if (trap.method.IsUndefined()) return internal_method::HasProperty(isolate, trap.target, key);
  if (ToBoolean(TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), key.ToValue(isolate)}))))
    return true;
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  if (target_descriptor.found) {
    if (!target_descriptor.descriptor.configurable) {
      return Violation(isolate, "has", key,
                       "returned falsish, which exists in the proxy target as non-configurable,");
    }
    if (!TRY(internal_method::IsExtensible(isolate, trap.target))) {
      return Violation(isolate, "has", key, "returned falsish, but the proxy target is not extensible,");
    }
  }
  return false;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-get-p-receiver
HW_NO_TAIL_CALLS Completion<Value> Get(Isolate& isolate, ProxyObject* proxy, PropertyKey key,
                                       Value receiver) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::get));
  if (trap.method.IsUndefined()) return internal_method::Get(isolate, trap.target, key, receiver);
  Value value =
      TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), key.ToValue(isolate), receiver}));
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  if (target_descriptor.found && !target_descriptor.descriptor.configurable) {
    const PropertyDescriptor& t = target_descriptor.descriptor;
    if (t.IsData() && !t.writable && !SameValue(isolate, value, t.value)) {
      return isolate.ThrowTypeError(
          "'get' on proxy: property '%s' is a read-only and non-configurable data property on the proxy "
          "target but the proxy did not "
          "return its actual value (expected '%s' but got '%s')",
          KeyForError(isolate, key).c_str(), DescribeForError(isolate, t.value).c_str(),
          DescribeForError(isolate, value).c_str());
    }
    if (t.IsAccessor() && t.getter.IsUndefined() && !value.IsUndefined()) {
      return isolate.ThrowTypeError(
          "'get' on proxy: property '%s' is a non-configurable accessor property on the proxy target and "
          "does not have a getter function, "
          "but the trap did not return 'undefined' (got '%s')",
          KeyForError(isolate, key).c_str(), DescribeForError(isolate, value).c_str());
    }
  }
  return value;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-set-p-v-receiver
HW_NO_TAIL_CALLS Completion<bool> Set(Isolate& isolate, ProxyObject* proxy, PropertyKey key, Value value,
                                      Value receiver) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::set));
  if (trap.method.IsUndefined()) return internal_method::Set(isolate, trap.target, key, value, receiver);
  if (!ToBoolean(TRY(Call(isolate, trap.method, trap.handler,
                          {Value(trap.target), key.ToValue(isolate), value, receiver}))))
    return false;
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  if (target_descriptor.found && !target_descriptor.descriptor.configurable) {
    const PropertyDescriptor& t = target_descriptor.descriptor;
    if (t.IsData() && !t.writable && !SameValue(isolate, value, t.value)) {
      return Violation(isolate, "set", key,
                       "returned truish, which exists in the proxy target as a non-configurable and "
                       "non-writable data property with a different value,");
    }
    if (t.IsAccessor() && t.setter.IsUndefined()) {
      return Violation(isolate, "set", key,
                       "returned truish, which exists in the proxy target as a non-configurable and "
                       "non-writable accessor property without a setter,");
    }
  }
  return true;
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-delete-p
HW_NO_TAIL_CALLS Completion<bool> Delete(Isolate& isolate, ProxyObject* proxy, PropertyKey key) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::deleteProperty));
  if (trap.method.IsUndefined()) return internal_method::Delete(isolate, trap.target, key);
  if (!ToBoolean(TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), key.ToValue(isolate)}))))
    return false;
  MaybeDescriptor target_descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
  if (!target_descriptor.found) return true;
  if (!target_descriptor.descriptor.configurable) {
    return Violation(isolate, "deleteProperty", key,
                     "returned truish, which is non-configurable in the proxy target,");
  }
  if (!TRY(internal_method::IsExtensible(isolate, trap.target))) {
    return Violation(isolate, "deleteProperty", key,
                     "returned truish, but the proxy target is non-extensible,");
  }
  return true;
}

namespace {

struct KeyHash {
  size_t operator()(const PropertyKey& key) const {
    return key.IsIndex() ? size_t{key.index()} * 0x9E3779B97F4A7C15ull
                         : static_cast<size_t>(key.name().bits()) * 0xC2B2AE3D27D4EB4Full;
  }
};

}  // namespace

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-ownpropertykeys
HW_NO_TAIL_CALLS Completion<void> OwnPropertyKeys(Isolate& isolate, ProxyObject* proxy, ValueList& keys) {
  Trap trap = TRY(GetTrap(isolate, proxy, Name::ownKeys));
  if (trap.method.IsUndefined()) return internal_method::OwnPropertyKeys(isolate, trap.target, keys);
  Value result = TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target)}));
  size_t start = keys.size();
  // CreateListFromArrayLike may throw; what it appended is discarded with the list.
  TRY(CreateListFromArrayLike(isolate, result, keys, true));
  ExternalAccount account(isolate);
  CountedSet<PropertyKey, KeyHash> unchecked(account);
  for (size_t i = start; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    if (!key.IsIndex()) keys[i] = key.name();  // keeps the interned string alive
    if (!unchecked.insert(key).second)
      return Violation(isolate, "ownKeys", key, "returned duplicate entries");
  }
  bool extensible = TRY(internal_method::IsExtensible(isolate, trap.target));
  ValueList target_keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, trap.target, target_keys));
  ValueList configurable(isolate), non_configurable(isolate);
  for (size_t i = 0; i < target_keys.size(); i++) {
    PropertyKey key = TRY(ToPropertyKey(isolate, target_keys[i]));
    MaybeDescriptor descriptor = TRY(internal_method::GetOwnProperty(isolate, trap.target, key));
    (descriptor.found && !descriptor.descriptor.configurable ? non_configurable : configurable)
        .Append(target_keys[i]);
  }
  if (extensible && non_configurable.empty()) return {};
  for (Value v : non_configurable) {
    PropertyKey key = TRY(ToPropertyKey(isolate, v));
    if (unchecked.erase(key) == 0) {
      return isolate.ThrowTypeError("'ownKeys' on proxy: trap result did not include '%s'",
                                    KeyForError(isolate, key).c_str());
    }
  }
  if (extensible) return {};
  for (Value v : configurable) {
    PropertyKey key = TRY(ToPropertyKey(isolate, v));
    if (unchecked.erase(key) == 0) {
      return isolate.ThrowTypeError("'ownKeys' on proxy: trap result did not include '%s'",
                                    KeyForError(isolate, key).c_str());
    }
  }
  if (!unchecked.empty())
    return isolate.ThrowTypeError(
        "'ownKeys' on proxy: trap returned extra keys but proxy target is non-extensible");
  return {};
}

}  // namespace proxy

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-call-thisargument-argumentslist
HW_NO_TAIL_CALLS Completion<Value> ProxyCall(Isolate& isolate, JSObject* object, Value this_value,
                                             std::span<const Value> arguments) {
  Trap trap = TRY(GetTrap(isolate, static_cast<ProxyObject*>(object), Name::apply));
  if (trap.method.IsUndefined()) return Call(isolate, Value(trap.target), this_value, arguments);
  JSArray* list = CreateArrayFromList(isolate, arguments);
  return Call(isolate, trap.method, trap.handler, {Value(trap.target), this_value, Value(list)});
}

// https://tc39.es/ecma262/#sec-proxy-object-internal-methods-and-internal-slots-construct-argumentslist-newtarget
HW_NO_TAIL_CALLS Completion<JSObject*> ProxyConstruct(Isolate& isolate, JSObject* object,
                                                      std::span<const Value> arguments,
                                                      JSObject* new_target) {
  Trap trap = TRY(GetTrap(isolate, static_cast<ProxyObject*>(object), Name::construct));
  if (trap.method.IsUndefined()) return Construct(isolate, trap.target, arguments, new_target);
  JSArray* list = CreateArrayFromList(isolate, arguments);
  Value result =
      TRY(Call(isolate, trap.method, trap.handler, {Value(trap.target), Value(list), Value(new_target)}));
  if (!result.IsObject()) return isolate.ThrowTypeError("proxy [[Construct]] must return an object");
  return result.AsObject();
}

}  // namespace halfword
