// Private elements: own properties named by private symbols, invisible to everything else. And the properties
// that functions hide in the same way.
#include "objects/isolate.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/caches/property_memory.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

void RecordPrivate(Site site, Shape* shape, uint32_t slot, Symbol* name) {
  auto& words = site.as<PrivateSite>();
  if (words.name.value() != Value(name)) {
    for (SiteWord& other : words.others) other.Clear();
  } else if (words.shape.value() != Value(shape)) {
    // The last one is put aside, in the place of this one or of the first.
    uint32_t place = 0;
    while (place < PrivateSite::kMostOthers - 1 && !words.others[place].empty() &&
           words.others[place].value() != Value(shape))
      place++;
    words.others[place].Set(site.vector, words.shape.value());
  }
  words.shape.Set(site.vector, Value(shape));
  words.offset.InitOffset(OffsetOfSlot(shape, slot));
  words.name.Set(site.vector, Value(name));
}

Completion<OwnProperty> FindPrivate(Isolate& isolate, Value object, Symbol* name, const char* what) {
  if (object.IsObject()) {
    OwnProperty own = object.AsObject()->GetOwn(isolate, PropertyKey::FromSymbol(name));
    if (own.found()) return own;
  }
  std::string text =
      name->description().IsString() ? ShortText(isolate, name->description().AsString()) : "#private";
  return isolate.ThrowTypeError("Cannot %s private member %s %s an object whose class did not declare it",
                                what, text.c_str(), what[0] == 'r' ? "from" : "to");
}

}  // namespace

Completion<Value> PrivateGet(Isolate& isolate, Value object, Symbol* name, Site site) {
  if (object.IsObject()) {
    Shape* shape = object.AsObject()->shape();
    PropertyLocation location;
    if (shape->Lookup(Value(name), &location) && !(location.attributes & kAccessor)) {
      Value value = object.AsObject()->GetSlot(location.slot);
      if (site.enabled() && !shape->is_dictionary() && location.slot < shape->in_object_slots()) {
        RecordPrivate(site, shape, location.slot, name);
      }
      return value;
    }
  }
  OwnProperty own = TRY(FindPrivate(isolate, object, name, "read"));
  if (!own.IsAccessor()) return own.value;
  Value getter = own.value.As<AccessorPair>()->getter_;
  if (getter.IsUndefined()) {
    return isolate.ThrowTypeError("'%s' was defined without a getter",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  return Call(isolate, getter, object);
}

Value GetHidden(Isolate&, JSObject* function, Symbol* name, Site site) {
  Shape* shape = function->shape();
  PropertyLocation location;
  if (!shape->Lookup(Value(name), &location)) return Value::Undefined();
  uint32_t in_object = shape->in_object_slots();
  if (site.enabled() && !shape->is_dictionary()) {
    auto& words = site.as<HiddenSite>();
    bool is_in_object = location.slot < in_object;
    words.shape.Set(site.vector, Value(shape));
    words.offset.InitOffset(is_in_object
                                ? OffsetOfSlot(shape, location.slot)
                                : static_cast<uint32_t>((location.slot - in_object) * sizeof(Value)));
    words.name.Set(site.vector, is_in_object ? Value(name) : Value::Smi(0));
  }
  return function->GetSlot(location.slot);
}

Completion<void> PrivateSet(Isolate& isolate, Value object, Symbol* name, Value value, Site site) {
  OwnProperty own = TRY(FindPrivate(isolate, object, name, "write"));
  if (own.IsAccessor()) {
    Value setter = own.value.As<AccessorPair>()->setter_;
    if (setter.IsUndefined()) {
      return isolate.ThrowTypeError("'%s' was defined without a setter",
                                    ShortText(isolate, name->description().AsString()).c_str());
    }
    (void)TRY(Call(isolate, setter, object, {value}));
    return {};
  }
  if (!(own.attributes & kWritable)) {
    return isolate.ThrowTypeError("Private method '%s' is not writable",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  Shape* shape = object.AsObject()->shape();
  if (site.enabled() && !shape->is_dictionary() && own.location.slot < shape->in_object_slots()) {
    RecordPrivate(site, shape, own.location.slot, name);
  }
  object.AsObject()->SetOwnValue(isolate, own, value);
  return {};
}

Completion<void> PrivateAdd(Isolate& isolate, Value object, Symbol* name, Value value, PrivateKind kind,
                            Site site) {
  JSObject* o = object.AsObject();
  // https://tc39.es/proposal-nonextensible-applies-to-private/
  if (isolate.harmony_ && !o->shape()->is_extensible()) {
    return isolate.ThrowTypeError("Cannot define %s, object is not extensible",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  PropertyKey key = PropertyKey::FromSymbol(name);
  OwnProperty own = o->GetOwn(isolate, key);
  if (kind == PrivateKind::kGetter || kind == PrivateKind::kSetter) {
    bool getter = kind == PrivateKind::kGetter;
    if (own.found()) {
      AccessorPair* old = own.IsAccessor() ? own.value.As<AccessorPair>() : nullptr;
      Value present = old ? (getter ? old->getter_.get() : old->setter_.get()) : Value::Null();
      if (!present.IsUndefined())
        return isolate.ThrowTypeError("Cannot initialize private accessor twice on the same object");
      o->SetOwnValue(isolate, own,
                     Value(NewAccessorPair(isolate, getter ? value : old->getter_.get(),
                                           getter ? old->setter_.get() : value)));
      return {};
    }
    AccessorPair* pair =
        NewAccessorPair(isolate, getter ? value : Value::Undefined(), getter ? Value::Undefined() : value);
    o->DefineOwn(isolate, key, Value(pair), kAccessor);
    return {};
  }
  if (own.found()) {
    return isolate.ThrowTypeError("Cannot initialize %s twice on the same object",
                                  ShortText(isolate, name->description().AsString()).c_str());
  }
  Shape* shape = o->shape();
  o->DefineOwn(isolate, key, value, kind == PrivateKind::kField ? kWritable : kNone);
  // Caches of private names hold places in the object only.
  Shape* added = o->shape();
  if (added->slot_count_ > added->in_object_slots()) NoteOverflow(isolate, o);
  if (site.enabled() && IsCacheableAddition(shape, added)) {
    auto& words = site.as<AddPrivateSite>();
    words.shape.Set(site.vector, Value(shape));
    words.added.Set(site.vector, Value(added));
    words.name.Set(site.vector, Value(name));
    words.offset.InitOffset(OffsetOfSlot(added, shape->slot_count_));
  }
  return {};
}

Completion<bool> PrivateHas(Isolate& isolate, Value object, Symbol* name) {
  if (!object.IsObject()) {
    return ThrowNoObjectToSearch(isolate, name->description(), object);
  }
  return object.AsObject()->GetOwn(isolate, PropertyKey::FromSymbol(name)).found();
}

}  // namespace halfword
