// Object Objects: https://tc39.es/ecma262/#sec-object-objects
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "objects/memory/external_account.h"
#include "objects/memory/value_list.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Object ( [ value ] )  https://tc39.es/ecma262/#sec-object-value
Completion<Value> ObjectConstructor(Isolate& isolate, Arguments& args) {
  if (args.IsConstructCall() && !(args.new_target() == Value(args.callee()))) {
    JSObject* prototype =
        TRY(GetPrototypeFromConstructor(isolate, args.new_target().AsObject(), Intrinsic::kObjectPrototype));
    return OrdinaryObjectCreate(isolate, Value(prototype));
  }
  if (args[0].IsNullOrUndefined()) return NewPlainObject(isolate);
  return ToObject(isolate, args[0]);
}

// Whether all names of `from` would be new to an ordinary object without properties, and no prototype has a
// say in them.
bool AreNewTo(JSObject* to, JSObject* from) {
  constexpr int kMostPrototypes = 2;
  constexpr uint32_t kMostNames = 1024;  // between two polls
  if (from->shape()->property_count() > kMostNames || to->object_type() != HeapType::kPlainObject ||
      to->shape()->property_count() != 0 || to->elements_kind() != ElementsKind::kNone ||
      from->elements_kind() != ElementsKind::kNone)
    return false;
  int prototypes = 0;
  for (JSObject* o = to->shape()->prototype_object(); o != nullptr; o = o->shape()->prototype_object()) {
    if (o->IsExotic() || ++prototypes > kMostPrototypes) return false;
    for (uint32_t i = 0; i < from->shape()->property_count(); i++) {
      [[maybe_unused]] PropertyLocation present;
      Value name = from->shape()->table()->entry(i).name;
      if (!name.IsHole() && o->shape()->Lookup(name, &present)) return false;
    }
  }
  return true;
}

// Object.assign ( target, ...sources )  https://tc39.es/ecma262/#sec-object.assign
Completion<Value> ObjectAssign(Isolate& isolate, Arguments& args) {
  JSObject* to = TRY(ToObject(isolate, args[0]));
  for (uint32_t i = 1; i < args.count(); i++) {
    if (args[i].IsNullOrUndefined()) continue;
    JSObject* from = TRY(ToObject(isolate, args[i]));
    if (AreNewTo(to, from) && TRY(CopyPlainProperties(isolate, to, from, {}))) continue;
    ValueList keys(isolate);
    TRY(internal_method::OwnPropertyKeys(isolate, from, keys));
    for (size_t k = 0; k < keys.size(); k++) {
      TRY(isolate.Poll());
      PropertyKey key = TRY(ToPropertyKey(isolate, keys[k]));
      Value value;
      if (HasTrappingOwnLookup(from->object_type())) {
        MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, from, key));
        if (!own.found || !own.descriptor.enumerable) continue;
        value = TRY(Get(isolate, from, key));
      } else {
        OwnProperty own = FindOwn(isolate, from, key);
        if (!own.found() || !(own.attributes & kEnumerable)) continue;
        value = own.IsAccessor() ? TRY(Get(isolate, from, key)) : own.value;
      }
      TRY(Set(isolate, to, key, value, true));
    }
  }
  return to;
}

// https://tc39.es/ecma262/#sec-objectdefineproperties
Completion<Value> ObjectDefineProperties(Isolate& isolate, JSObject* object, Value properties) {
  JSObject* props = TRY(ToObject(isolate, properties));
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, props, keys));
  // Descriptors are all read before the first is applied; five words each in a rooted list.
  ExternalAccount account(isolate);
  CountedVector<PropertyDescriptor> descriptors(account);
  ValueList roots(isolate);
  for (size_t i = 0; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, props, key));
    if (!own.found || !own.descriptor.enumerable) continue;
    PropertyDescriptor descriptor = TRY(ToPropertyDescriptor(isolate, TRY(Get(isolate, props, key))));
    roots.Append(key.ToValue(isolate));
    roots.Append(descriptor.value);
    roots.Append(descriptor.getter);
    roots.Append(descriptor.setter);
    TRY(MakeRoomIn(descriptors, 1, isolate));
    descriptors.push_back(descriptor);
  }
  for (size_t i = 0; i < descriptors.size(); i++) {
    TRY(DefinePropertyOrThrow(isolate, object, TRY(ToPropertyKey(isolate, roots[i * 4])), descriptors[i]));
  }
  return object;
}

// Object.create ( O, Properties )  https://tc39.es/ecma262/#sec-object.create
Completion<Value> ObjectCreate(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject() && !args[0].IsNull()) {
    return isolate.ThrowTypeError("Object prototype may only be an Object or null: %s",
                                  DescribeForError(isolate, args[0]).c_str());
  }
  JSObject* object = OrdinaryObjectCreate(isolate, args[0]);
  if (!args[1].IsUndefined()) return ObjectDefineProperties(isolate, object, args[1]);
  return object;
}

// Object.defineProperties ( O, Properties )  https://tc39.es/ecma262/#sec-object.defineproperties
Completion<Value> ObjectDefinePropertiesFunction(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return isolate.ThrowTypeError("Object.defineProperties called on non-object");
  return ObjectDefineProperties(isolate, args[0].AsObject(), args[1]);
}

// Object.defineProperty ( O, P, Attributes )  https://tc39.es/ecma262/#sec-object.defineproperty
Completion<Value> ObjectDefineProperty(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return isolate.ThrowTypeError("Object.defineProperty called on non-object");
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  PropertyDescriptor descriptor = TRY(ToPropertyDescriptor(isolate, args[2]));
  TRY(DefinePropertyOrThrow(isolate, args[0].AsObject(), key, descriptor));
  return args[0];
}

Completion<Value> EnumerableProperties(Isolate& isolate, Value v, EnumerationKind kind) {
  JSObject* object = TRY(ToObject(isolate, v));
  return Completion<Value>(EnumerableOwnProperties(isolate, object, kind));
}

// Object.entries ( O )  https://tc39.es/ecma262/#sec-object.entries
Completion<Value> ObjectEntries(Isolate& isolate, Arguments& args) {
  return EnumerableProperties(isolate, args[0], EnumerationKind::kEntries);
}
// Object.keys ( O )  https://tc39.es/ecma262/#sec-object.keys
Completion<Value> ObjectKeys(Isolate& isolate, Arguments& args) {
  return EnumerableProperties(isolate, args[0], EnumerationKind::kKeys);
}
// Object.values ( O )  https://tc39.es/ecma262/#sec-object.values
Completion<Value> ObjectValues(Isolate& isolate, Arguments& args) {
  return EnumerableProperties(isolate, args[0], EnumerationKind::kValues);
}

// Object.freeze ( O )  https://tc39.es/ecma262/#sec-object.freeze
Completion<Value> ObjectFreeze(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return args[0];
  if (!TRY(SetIntegrityLevel(isolate, args[0].AsObject(), IntegrityLevel::kFrozen)))
    return isolate.ThrowTypeError("Cannot freeze");
  return args[0];
}

// Object.seal ( O )  https://tc39.es/ecma262/#sec-object.seal
Completion<Value> ObjectSeal(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return args[0];
  if (!TRY(SetIntegrityLevel(isolate, args[0].AsObject(), IntegrityLevel::kSealed)))
    return isolate.ThrowTypeError("Cannot seal");
  return args[0];
}

// Object.preventExtensions ( O )  https://tc39.es/ecma262/#sec-object.preventextensions
Completion<Value> ObjectPreventExtensions(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return args[0];
  if (!TRY(internal_method::PreventExtensions(isolate, args[0].AsObject())))
    return isolate.ThrowTypeError("Cannot prevent extensions");
  return args[0];
}

// Object.isFrozen ( O )  https://tc39.es/ecma262/#sec-object.isfrozen
Completion<Value> ObjectIsFrozen(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return Value::True();
  return Value::Boolean(TRY(TestIntegrityLevel(isolate, args[0].AsObject(), IntegrityLevel::kFrozen)));
}

// Object.isSealed ( O )  https://tc39.es/ecma262/#sec-object.issealed
Completion<Value> ObjectIsSealed(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return Value::True();
  return Value::Boolean(TRY(TestIntegrityLevel(isolate, args[0].AsObject(), IntegrityLevel::kSealed)));
}

// Object.isExtensible ( O )  https://tc39.es/ecma262/#sec-object.isextensible
Completion<Value> ObjectIsExtensible(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return Value::False();
  return Value::Boolean(TRY(internal_method::IsExtensible(isolate, args[0].AsObject())));
}

// Object.fromEntries ( iterable )  https://tc39.es/ecma262/#sec-object.fromentries
Completion<Value> ObjectFromEntries(Isolate& isolate, Arguments& args) {
  TRY(RequireObjectCoercible(isolate, args[0], "Object.fromEntries"));
  JSObject* object = NewPlainObject(isolate);
  TRY(ForEachIterated(isolate, args[0], [&](Value entry) -> Completion<bool> {
    if (!entry.IsObject())
      return isolate.ThrowTypeError("Iterator value %s is not an entry object",
                                    DescribeForError(isolate, entry).c_str());
    Value key = TRY(Get(isolate, entry.AsObject(), PropertyKey::FromIndex(0)));
    Value value = TRY(Get(isolate, entry.AsObject(), PropertyKey::FromIndex(1)));
    PropertyKey property = TRY(ToPropertyKey(isolate, key));
    TRY(CreateDataPropertyOrThrow(isolate, object, property, value));
    return true;
  }));
  return object;
}

// Object.getOwnPropertyDescriptor ( O, P )  https://tc39.es/ecma262/#sec-object.getownpropertydescriptor
Completion<Value> ObjectGetOwnPropertyDescriptor(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args[0]));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return FromPropertyDescriptor(isolate, TRY(internal_method::GetOwnProperty(isolate, object, key)));
}

// Object.getOwnPropertyDescriptors ( O )  https://tc39.es/ecma262/#sec-object.getownpropertydescriptors
Completion<Value> ObjectGetOwnPropertyDescriptors(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args[0]));
  ValueList keys(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, object, keys));
  JSObject* result = NewPlainObject(isolate);
  for (size_t i = 0; i < keys.size(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys[i]));
    Value descriptor =
        FromPropertyDescriptor(isolate, TRY(internal_method::GetOwnProperty(isolate, object, key)));
    if (!descriptor.IsUndefined()) TRY(CreateDataPropertyOrThrow(isolate, result, key, descriptor));
  }
  return result;
}

// https://tc39.es/ecma262/#sec-getownpropertykeys
Completion<Value> GetOwnPropertyKeys(Isolate& isolate, Value v, bool strings) {
  JSObject* object = TRY(ToObject(isolate, v));
  ValueList keys(isolate), result(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, object, keys));
  for (Value key : keys) {
    if (key.IsString() == strings) result.Append(key);
  }
  return CreateArrayFromList(isolate, result.span());
}

// Object.getOwnPropertyNames ( O )  https://tc39.es/ecma262/#sec-object.getownpropertynames
Completion<Value> ObjectGetOwnPropertyNames(Isolate& isolate, Arguments& args) {
  return GetOwnPropertyKeys(isolate, args[0], true);
}
// Object.getOwnPropertySymbols ( O )  https://tc39.es/ecma262/#sec-object.getownpropertysymbols
Completion<Value> ObjectGetOwnPropertySymbols(Isolate& isolate, Arguments& args) {
  return GetOwnPropertyKeys(isolate, args[0], false);
}

// Object.getPrototypeOf ( O )  https://tc39.es/ecma262/#sec-object.getprototypeof
Completion<Value> ObjectGetPrototypeOf(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args[0]));
  return internal_method::GetPrototypeOf(isolate, object);
}

Throwing ThrowPrototypeNotSet(Isolate& isolate, JSObject* object) {
  if (object->object_type() == HeapType::kProxyObject) {
    return isolate.ThrowTypeError(
        "'setPrototypeOf' on proxy: trap returned falsish for property 'undefined'");
  }
  if (object->shape()->Has(Shape::kImmutablePrototype)) {
    return isolate.ThrowTypeError(
        "Immutable prototype object 'Object.prototype' cannot have their prototype set");
  }
  if (!object->shape()->is_extensible()) {
    return isolate.ThrowTypeError("%s is not extensible", DescribeForError(isolate, Value(object)).c_str());
  }
  return isolate.ThrowTypeError("Cyclic __proto__ value");
}

// Object.setPrototypeOf ( O, proto )  https://tc39.es/ecma262/#sec-object.setprototypeof
Completion<Value> ObjectSetPrototypeOf(Isolate& isolate, Arguments& args) {
  TRY(RequireObjectCoercible(isolate, args[0], "Object.setPrototypeOf"));
  if (!args[1].IsObject() && !args[1].IsNull()) {
    return isolate.ThrowTypeError("Object prototype may only be an Object or null: %s",
                                  DescribeForError(isolate, args[1]).c_str());
  }
  if (!args[0].IsObject()) return args[0];
  JSObject* object = args[0].AsObject();
  if (!TRY(internal_method::SetPrototypeOf(isolate, object, args[1])))
    return ThrowPrototypeNotSet(isolate, object);
  return args[0];
}

// Object.hasOwn ( O, P )  https://tc39.es/ecma262/#sec-object.hasown
Completion<Value> ObjectHasOwn(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args[0]));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[1]));
  return Value::Boolean(TRY(HasOwnProperty(isolate, object, key)));
}

// Object.is ( value1, value2 )  https://tc39.es/ecma262/#sec-object.is
Completion<Value> ObjectIs(Isolate& isolate, Arguments& args) {
  return Value::Boolean(SameValue(isolate, args[0], args[1]));
}

// ---- Object.prototype ----

// Object.prototype.hasOwnProperty ( V )  https://tc39.es/ecma262/#sec-object.prototype.hasownproperty
Completion<Value> HasOwnPropertyMethod(Isolate& isolate, Arguments& args) {
  PropertyKey key = TRY(ToPropertyKey(isolate, args[0]));
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  return Value::Boolean(TRY(HasOwnProperty(isolate, object, key)));
}

// Object.prototype.isPrototypeOf ( V )  https://tc39.es/ecma262/#sec-object.prototype.isprototypeof
Completion<Value> IsPrototypeOf(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject()) return Value::False();
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  Value v = args[0];
  for (PrototypeWalk walk;;) {
    TRY(isolate.Poll());
    v = TRY(walk.Next(isolate, v.AsObject()));
    if (!v.IsObject()) return Value::False();
    if (v.AsObject() == object) return Value::True();
  }
}

// Object.prototype.propertyIsEnumerable ( V )
// https://tc39.es/ecma262/#sec-object.prototype.propertyisenumerable
Completion<Value> PropertyIsEnumerable(Isolate& isolate, Arguments& args) {
  PropertyKey key = TRY(ToPropertyKey(isolate, args[0]));
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, object, key));
  return Value::Boolean(own.found && own.descriptor.enumerable);
}

// Object.prototype.toLocaleString ( … )  https://tc39.es/ecma262/#sec-object.prototype.tolocalestring
Completion<Value> ToLocaleString(Isolate& isolate, Arguments& args) {
  return Invoke(isolate, args.this_value(), isolate.key(Name::toString));
}

// Object.prototype.toString ( )  https://tc39.es/ecma262/#sec-object.prototype.tostring
Completion<Value> ObjectToString(Isolate& isolate, Arguments& args) {
  Value this_value = args.this_value();
  if (this_value.IsUndefined()) return NewStringFromAscii(isolate, "[object Undefined]");
  if (this_value.IsNull()) return NewStringFromAscii(isolate, "[object Null]");
  JSObject* object = TRY(ToObject(isolate, this_value));
  const char* builtin_tag = "Object";
  if (TRY(IsArray(isolate, Value(object)))) {
    builtin_tag = "Array";
  } else {
    switch (object->object_type()) {
      case HeapType::kArgumentsObject: builtin_tag = "Arguments"; break;
      case HeapType::kErrorObject: builtin_tag = "Error"; break;
      case HeapType::kPrimitiveWrapper: {
        Value value = static_cast<PrimitiveWrapper*>(object)->value_;
        if (value.IsBoolean()) builtin_tag = "Boolean";
        if (value.IsNumber()) builtin_tag = "Number";
        break;
      }
      case HeapType::kStringWrapper: builtin_tag = "String"; break;
      case HeapType::kDateObject: builtin_tag = "Date"; break;
      case HeapType::kRegExpObject: builtin_tag = "RegExp"; break;
      default:
        if (object->IsCallable()) builtin_tag = "Function";
    }
  }
  Value tag = TRY(Get(isolate, object, isolate.key(WellKnownSymbol::toStringTag)));
  StringBuilder out(isolate);
  out.AppendAscii("[object ");
  if (tag.IsString()) {
    out.Append(tag.AsString());
  } else {
    out.AppendAscii(builtin_tag);
  }
  out.AppendAscii("]");
  return out.Finish();
}

// Object.prototype.valueOf ( )  https://tc39.es/ecma262/#sec-object.prototype.valueof
Completion<Value> ObjectValueOf(Isolate& isolate, Arguments& args) {
  return ToObject(isolate, args.this_value());
}

// get Object.prototype.__proto__  https://tc39.es/ecma262/#sec-get-object.prototype.__proto__
Completion<Value> ProtoGetter(Isolate& isolate, Arguments& args) {
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  return internal_method::GetPrototypeOf(isolate, object);
}

// set Object.prototype.__proto__  https://tc39.es/ecma262/#sec-set-object.prototype.__proto__
Completion<Value> ProtoSetter(Isolate& isolate, Arguments& args) {
  Value this_value = TRY(RequireObjectCoercible(isolate, args.this_value(), "Object.prototype.__proto__"));
  if (!args[0].IsObject() && !args[0].IsNull()) return Value::Undefined();
  if (!this_value.IsObject()) return Value::Undefined();
  JSObject* object = this_value.AsObject();
  if (!TRY(internal_method::SetPrototypeOf(isolate, object, args[0])))
    return ThrowPrototypeNotSet(isolate, object);
  return Value::Undefined();
}

// Object.prototype.__defineGetter__ ( P, getter ), __defineSetter__ ( P, setter ); magic 0: getter, 1: setter
// https://tc39.es/ecma262/#sec-object.prototype.__defineGetter__
Completion<Value> DefineAccessor(Isolate& isolate, Arguments& args) {
  bool setter = args.callee()->magic_;
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  if (!args[1].IsCallable()) {
    return isolate.ThrowTypeError("Object.prototype.__define%s__: Expecting function",
                                  setter ? "Setter" : "Getter");
  }
  PropertyDescriptor descriptor;
  (setter ? descriptor.setter : descriptor.getter) = args[1];
  (setter ? descriptor.has_set : descriptor.has_get) = true;
  descriptor.has_enumerable = descriptor.enumerable = true;
  descriptor.has_configurable = descriptor.configurable = true;
  PropertyKey key = TRY(ToPropertyKey(isolate, args[0]));
  TRY(DefinePropertyOrThrow(isolate, object, key, descriptor));
  return Value::Undefined();
}

// Object.prototype.__lookupGetter__ ( P ), __lookupSetter__ ( P ); magic 0: getter, 1: setter
// https://tc39.es/ecma262/#sec-object.prototype.__lookupGetter__
Completion<Value> LookupAccessor(Isolate& isolate, Arguments& args) {
  bool setter = args.callee()->magic_;
  JSObject* object = TRY(ToObject(isolate, args.this_value()));
  PropertyKey key = TRY(ToPropertyKey(isolate, args[0]));
  while (true) {
    TRY(isolate.Poll());
    MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, object, key));
    if (own.found) {
      if (own.descriptor.IsAccessor()) return setter ? own.descriptor.setter : own.descriptor.getter;
      return Value::Undefined();
    }
    Value prototype = TRY(internal_method::GetPrototypeOf(isolate, object));
    if (!prototype.IsObject()) return Value::Undefined();
    object = prototype.AsObject();
  }
}

constexpr NativeRow kConstructorRowSource[] = {{"Object", ObjectConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);

constexpr NativeRow kConstructorRowsSource[] = {
    {"assign", ObjectAssign, 2},
    {"create", ObjectCreate, 2},
    {"defineProperties", ObjectDefinePropertiesFunction, 2},
    {"defineProperty", ObjectDefineProperty, 3},
    {"entries", ObjectEntries, 1},
    {"freeze", ObjectFreeze, 1},
    {"fromEntries", ObjectFromEntries, 1},
    {"getOwnPropertyDescriptor", ObjectGetOwnPropertyDescriptor, 2},
    {"getOwnPropertyDescriptors", ObjectGetOwnPropertyDescriptors, 1},
    {"getOwnPropertyNames", ObjectGetOwnPropertyNames, 1},
    {"getOwnPropertySymbols", ObjectGetOwnPropertySymbols, 1},
    {"getPrototypeOf", ObjectGetPrototypeOf, 1},
    {"groupBy", SelfHosted, 2, kNativePlain, kObject_groupBy},
    {"hasOwn", ObjectHasOwn, 2},
    {"is", ObjectIs, 2},
    {"isExtensible", ObjectIsExtensible, 1},
    {"isFrozen", ObjectIsFrozen, 1},
    {"isSealed", ObjectIsSealed, 1},
    {"keys", ObjectKeys, 1},
    {"preventExtensions", ObjectPreventExtensions, 1},
    {"seal", ObjectSeal, 1},
    {"setPrototypeOf", ObjectSetPrototypeOf, 2},
    {"values", ObjectValues, 1},
};
HW_NATIVE_ROWS(kConstructorRows);

constexpr NativeRow kPrototypeRowsSource[] = {
    {"hasOwnProperty", HasOwnPropertyMethod, 1},
    {"isPrototypeOf", IsPrototypeOf, 1},
    {"propertyIsEnumerable", PropertyIsEnumerable, 1},
    {"toLocaleString", ToLocaleString, 0},
    {"toString", ObjectToString, 0},
    {"valueOf", ObjectValueOf, 0},
    {"__proto__", ProtoGetter, 0, kNativeGetter},
    {"__proto__", ProtoSetter, 1, kNativeSetter},
    {"__defineGetter__", DefineAccessor, 2, kNativePlain, 0},
    {"__defineSetter__", DefineAccessor, 2, kNativePlain, 1},
    {"__lookupGetter__", LookupAccessor, 1, kNativePlain, 0},
    {"__lookupSetter__", LookupAccessor, 1, kNativePlain, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);

constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kObjectTables = kTables;

void InstallObject(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kObjectPrototype);
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kObject, Intrinsic::kObjectPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  realm->set_intrinsic(Intrinsic::kObjectPrototype_toString,
                       prototype->GetOwn(isolate, isolate.key(Name::toString)).value.AsObject());
}

}  // namespace halfword
