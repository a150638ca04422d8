#include "objects/shapes/virtual_properties.h"

#include "objects/isolate_objects.h"
#include "objects/isolate_state.h"

namespace halfword {
namespace {

Value StringOrEmpty(Isolate& isolate, Value name) {
  return name.IsString() ? name : Value(isolate.name(Name::empty));
}

}  // namespace

bool IsFunctionPrototype(Isolate& isolate, const JSObject* object, Value name) {
  return object->object_type() == HeapType::kJSFunction && name == Value(isolate.name(Name::prototype));
}

void NotifyOfPrototypeOf(Isolate& isolate, JSObject* function, Value name) {
  if (!IsFunctionPrototype(isolate, function, name)) return;
  PropertyLocation location;
  if (!function->shape()->Lookup(name, &location) || (location.attributes & kVirtual) ||
      function->properties() == nullptr)  // the last: a class in the making
    return;
  Value old = function->GetSlot(location.slot);
  if (!old.IsObject()) return IncrementPropertyEpoch(isolate);
  old.AsObject()->shape()->NotifyDependents(isolate);
}
bool MayHaveInstances(Isolate& isolate, JSObject* object) {
  constexpr int kWorthLooking = 16;
  Value name = isolate.symbol(WellKnownSymbol::hasInstance);
  PropertyLocation location;
  JSObject* ordinary = isolate.realm()->intrinsic(Intrinsic::kFunctionPrototype);
  for (int steps = 0; object != ordinary; object = object->shape()->prototype_object()) {
    if (object == nullptr) return false;
    if (++steps > kWorthLooking || object->object_type() == HeapType::kProxyObject ||
        object->shape()->Lookup(name, &location))
      return true;
  }
  return false;
}

PropertyLocation MaterializePrototype(Isolate& isolate, JSFunction* function,
                                      const PropertyLocation& location) {
  Realm* realm = function->info()->script_ ? function->info()->script_->realm_.get() : nullptr;
  if (!realm) realm = isolate.realm();
  JSObject* prototype = NewObject(isolate, realm->shape(RealmShape::kEmptyObject));
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(function), kMethodDefault);
  auto with = [&](RealmShape plain, RealmShape real) -> Shape* {
    return function->shape() == realm->shapes_[static_cast<int>(plain)].get()
               ? realm->shapes_[static_cast<int>(real)].get()
               : nullptr;
  };
  Shape* shape = with(RealmShape::kFunction, RealmShape::kFunctionWithPrototype);
  if (!shape) shape = with(RealmShape::kStrictFunction, RealmShape::kStrictFunctionWithPrototype);
  PropertyLocation real;
  if (!shape || !shape->Lookup(isolate.name(Name::prototype), &real) || (real.attributes & kVirtual)) {
    shape = function->shape()->Reconfigure(isolate, location.entry, location.attributes & ~kVirtual, &real);
  }
  function->MoveToShape(isolate, shape);
  function->SetSlot(isolate, real.slot, Value(prototype));
  return real;
}

Value VirtualValue(Isolate& isolate, JSObject* object, Value name, uint8_t attributes) {
  bool is_length = name == Value(isolate.name(Name::length));
  if (object->object_type() == HeapType::kJSFunction) {
    FunctionInfo* info = static_cast<JSFunction*>(object)->info();
    if (is_length) return Value::Smi(info->length_);
    if (name == Value(isolate.name(Name::name))) return StringOrEmpty(isolate, info->name_);
    // What is fixed has one value for ever.
    if (!(attributes & kConfigurable)) return Value::Null();
    return StateOf(isolate).running_function_property(isolate, object,
                                                      name == Value(isolate.name(Name::caller)));
  }
  if (object->object_type() == HeapType::kErrorObject) return StateOf(isolate).error_stack(isolate, object);
  auto* native = static_cast<NativeFunction*>(object);
  DCHECK(object->object_type() == HeapType::kNativeFunction);
  return is_length ? native->length_.get() : StringOrEmpty(isolate, native->name_);
}

}  // namespace halfword
