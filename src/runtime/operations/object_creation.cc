// Creating objects, and what asks for their constructors
// (https://tc39.es/ecma262/#sec-ordinaryobjectcreate …).
#include <cstring>

#include "runtime/execution/frames.h"
#include "runtime/native_state.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

Realm* CurrentRealm(Isolate& isolate) {
  if (HW_LIKELY(!isolate.has_other_realms_)) return isolate.realm();
  for (Value* fp = frame::At(isolate.frame_); fp; fp = frame::Caller(fp)) {
    Value function = fp[frame::kFunction];
    if (!function.IsObject()) continue;  // an entry frame
    JSObject* callee = function.AsObject();
    switch (callee->object_type()) {
      case HeapType::kJSFunction:
        return static_cast<JSFunction*>(callee)->info()->script_->realm_.GetNonNull();
      case HeapType::kNativeFunction: return static_cast<NativeFunction*>(callee)->realm_.GetNonNull();
      default: continue;  // a bound function or proxy on its way to its target
    }
  }
  return isolate.realm();
}

JSObject* OrdinaryObjectCreate(Isolate& isolate, Value prototype) {
  if (prototype.IsNull()) return NewObject(isolate, isolate.null_object_shape_.GetNonNull());
  return NewObject(isolate, RootShapeFor(isolate, HeapType::kPlainObject, prototype));
}

JSObject* NewPlainObject(Isolate& isolate) {
  return NewObject(isolate, CurrentRealm(isolate)->shape(RealmShape::kEmptyObject));
}

// https://tc39.es/ecma262/#sec-getprototypefromconstructor
Completion<JSObject*> GetPrototypeFromConstructor(Isolate& isolate, JSObject* constructor,
                                                  Intrinsic default_prototype) {
  Value prototype = TRY(Get(isolate, constructor, Name::prototype));
  if (prototype.IsObject()) return prototype.AsObject();
  Realm* realm = TRY(GetFunctionRealm(isolate, constructor));
  return realm->intrinsic(default_prototype);
}

Completion<JSObject*> CreateFromConstructorRaw(Isolate& isolate, Value constructor,
                                               Intrinsic default_prototype, HeapType type,
                                               uint32_t object_words, uint32_t in_object_slots) {
  JSObject* prototype = TRY(GetPrototypeFromConstructor(isolate, constructor.AsObject(), default_prototype));
  return NewObject(isolate, RootShapeFor(isolate, type, Value(prototype), object_words, in_object_slots));
}

// https://tc39.es/ecma262/#sec-createiterresultobject
JSObject* CreateIterResultObject(Isolate& isolate, Value value, bool done) {
  JSObject* object = NewObject(isolate, CurrentRealm(isolate)->shape(RealmShape::kIteratorResult));
  object->InObjectSlot(0)->Init(value);
  object->InObjectSlot(1)->Init(Value::Boolean(done));
  return object;
}

JSArray* CreateArrayFromList(Isolate& isolate, std::span<const Value> values) {
  return NewArrayFrom(isolate, values);
}

// https://tc39.es/ecma262/#sec-arraycreate
Completion<JSArray*> ArrayCreate(Isolate& isolate, double length, Value prototype) {
  if (length > 4294967295.0) return isolate.ThrowRangeError("Invalid array length");
  JSArray* array = NewArray(isolate, static_cast<uint32_t>(length));
  if (isolate.IsTerminating()) return kThrow;
  if (prototype.IsObject() && !(array->prototype() == prototype))
    array->SetPrototypeInternal(isolate, prototype);
  return array;
}

// https://tc39.es/ecma262/#sec-arrayspeciescreate
Completion<JSObject*> ArraySpeciesCreate(Isolate& isolate, JSObject* original, double length) {
  // FAST: the constructor would be found on an untouched %Array.prototype%.
  if (isolate.array_species_intact_ && IsPristineArray(isolate, original) &&
      CurrentRealm(isolate) == isolate.realm()) {
    return static_cast<JSObject*>(TRY(ArrayCreate(isolate, length)));
  }
  bool is_array = TRY(IsArray(isolate, Value(original)));
  if (!is_array) return static_cast<JSObject*>(TRY(ArrayCreate(isolate, length)));
  Value constructor = TRY(Get(isolate, original, Name::constructor));
  if (constructor.IsConstructor()) {
    Realm* here = CurrentRealm(isolate);
    Realm* there = TRY(GetFunctionRealm(isolate, constructor.AsObject()));
    if (here != there && constructor == Value(there->intrinsic(Intrinsic::kArray)))
      constructor = Value::Undefined();
  }
  if (constructor.IsObject()) {
    constructor = TRY(Get(isolate, constructor.AsObject(), isolate.key(WellKnownSymbol::species)));
    if (constructor.IsNull()) constructor = Value::Undefined();
  }
  if (constructor.IsUndefined()) return static_cast<JSObject*>(TRY(ArrayCreate(isolate, length)));
  if (!constructor.IsConstructor())
    return isolate.ThrowTypeError("object.constructor[Symbol.species] is not a constructor");
  return Construct(isolate, constructor.AsObject(), {NumberValue(isolate, length)});
}

// https://tc39.es/ecma262/#sec-ordinaryhasinstance
Completion<bool> OrdinaryHasInstance(Isolate& isolate, Value constructor, Value object) {
  if (!constructor.IsCallable()) return false;
  if (constructor.AsObject()->object_type() == HeapType::kBoundFunction) {
    if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
    TRY(isolate.Poll());
    return InstanceofOperator(isolate, object, static_cast<BoundFunction*>(constructor.AsObject())->target_);
  }
  if (!object.IsObject()) return false;
  Value prototype = TRY(Get(isolate, constructor.AsObject(), Name::prototype));
  if (!prototype.IsObject()) {
    return isolate.ThrowTypeError("Function has non-object prototype '%s' in instanceof check",
                                  DescribeForError(isolate, prototype).c_str());
  }
  Value o = object;
  for (PrototypeWalk walk;;) {
    o = TRY(walk.Next(isolate, o.AsObject()));
    if (!o.IsObject()) return false;
    if (o == prototype) return true;
  }
}

// https://tc39.es/ecma262/#sec-instanceofoperator
Completion<bool> InstanceofOperator(Isolate& isolate, Value value, Value target) {
  if (!target.IsObject()) return isolate.ThrowTypeError("Right-hand side of 'instanceof' is not an object");
  Value handler = TRY(GetMethod(isolate, target, isolate.key(WellKnownSymbol::hasInstance)));
  if (!handler.IsUndefined()) {
    // FAST: Function.prototype[@@hasInstance] itself does nothing but this.
    if (handler.AsObject()->object_type() == HeapType::kNativeFunction) {
      if (static_cast<NativeFunction*>(handler.AsObject())->magic_ == kOrdinaryHasInstanceMagic) {
        return OrdinaryHasInstance(isolate, target, value);
      }
    }
    return ToBoolean(TRY(Call(isolate, handler, target, {value})));
  }
  if (!target.IsCallable()) return isolate.ThrowTypeError("Right-hand side of 'instanceof' is not callable");
  return OrdinaryHasInstance(isolate, target, value);
}

}  // namespace halfword
