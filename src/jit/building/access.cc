#include "jit/building/access.h"

#include "runtime/caches/property_lookup.h"

namespace halfword::jit {

namespace {

// Longer chains are left to the runtime, which charges for them.
constexpr int kMostPrototypes = 16;
// The property is no word of the object, or more than that.
constexpr uint8_t kNotPlain = kAccessor | kCell | kVirtual;

// Where an object of the shape has a property of its own. `is_known`: it is a known object, whose
// PropertyArray is found wherever it is.
Access PlaceOf(Shape* shape, const PropertyLocation& location, bool is_known = false) {
  if ((location.attributes & kNotPlain) != 0 || shape->is_dictionary()) return {};
  Access access;
  if (location.slot < shape->in_object_slots()) {
    access.kind = Access::kField;
    access.offset = shape->first_slot_offset() + location.slot * static_cast<uint32_t>(sizeof(Value));
  } else if (is_known || shape->extension_kind() == ExtensionKind::kProperties ||
             shape->extension_kind() == ExtensionKind::kBoth) {
    const bool is_pair = !is_known && shape->extension_kind() == ExtensionKind::kBoth;
    access.kind = is_pair ? Access::kPair : Access::kOverflow;
    access.offset = (location.slot - shape->in_object_slots()) * static_cast<uint32_t>(sizeof(Value));
  }
  return access.offset <= Access::kMostOffset ? access : Access();
}

// The first object from this one on, up the prototype chain, that has the property; null: none has it. False:
// that can't be relied on in this epoch.
bool FindHolderFrom(Isolate& isolate, JSObject* first, Value name, JSObject** holder,
                    PropertyLocation* location) {
  int n = 0;
  for (*holder = first; *holder != nullptr; *holder = (*holder)->shape()->prototype_object()) {
    Shape* at = (*holder)->shape();
    // A prototype has a shape of its own, or it is none yet.
    if (n++ == kMostPrototypes || IsExoticName(isolate, at, name) || at->is_dictionary() || !at->is_unique())
      return false;
    if (at->Lookup(name, location)) break;
  }
  return true;
}
// The same of the prototypes of objects of the shape.
bool FindHolder(Isolate& isolate, Shape* shape, Value name, JSObject** holder, PropertyLocation* location) {
  // An object with a unique shape may get the property, and its shape does not change.
  if (shape->is_unique() || isolate.epoch_to_note() == 0) return false;
  return FindHolderFrom(isolate, shape->prototype_object(), name, holder, location);
}

// Whether all that `added` has besides is a word of the object, by that name.
bool AddsField(const Shape* shape, Shape* added, Value name, PropertyLocation* location) {
  bool is_child = added->parent_.get() == shape && !added->is_unique() && !shape->is_unique() &&
                  added->slot_count_ == shape->slot_count_ + 1 &&
                  added->property_count() == shape->property_count() + 1 &&
                  added->object_size() == shape->object_size() && added->prototype() == shape->prototype() &&
                  added->elements_kind() == shape->elements_kind() &&
                  added->extension_kind() == shape->extension_kind();
  return is_child && added->Lookup(name, location) && location->slot == shape->slot_count_ &&
         PlaceOf(added, *location).kind == Access::kField;
}

Access ByHolder(JSObject* holder, const PropertyLocation& location) {
  Access access = PlaceOf(holder->shape(), location, true);
  if (access.kind == Access::kNone) return {};
  bool is_overflow = access.kind == Access::kOverflow;
  return {Access::kHolder, access.offset, is_overflow ? Value(holder->properties()) : Value(holder), holder};
}

}  // namespace

Access AccessForLoad(Isolate& isolate, Shape* shape, Value name) {
  if (IsExoticName(isolate, shape, name) || shape->is_dictionary()) return {};
  PropertyLocation location;
  if (shape->Lookup(name, &location)) return PlaceOf(shape, location);
  JSObject* holder;
  if (!FindHolder(isolate, shape, name, &holder, &location) || holder == nullptr) return {};
  Access access = ByHolder(holder, location);
  if (access.kind != Access::kNone) NoteDependents(shape->prototype_object(), holder);
  return access;
}

Access AccessForLoadFrom(Isolate& isolate, JSObject* object, Value name, bool* is_shared) {
  Shape* shape = object->shape();
  *is_shared = !shape->is_unique();
  const bool is_told = *is_shared || shape->Has(Shape::kIsPrototype);
  if (!is_told || shape->is_dictionary() || isolate.epoch_to_note() == 0 ||
      IsExoticName(isolate, shape, name))
    return {};
  PropertyLocation location;
  if (*is_shared) return shape->Lookup(name, &location) ? ByHolder(object, location) : Access();
  JSObject* holder = object;
  if (!shape->Lookup(name, &location) &&
      (!FindHolderFrom(isolate, shape->prototype_object(), name, &holder, &location) || holder == nullptr))
    return {};
  Access access = ByHolder(holder, location);
  if (access.kind != Access::kNone) NoteDependents(object, holder);
  return access;
}

Access AccessForGetter(Isolate& isolate, Shape* shape, Value name) {
  PropertyLocation location;
  JSObject* holder;
  if (IsExoticName(isolate, shape, name) || shape->is_dictionary() || shape->Lookup(name, &location) ||
      !FindHolder(isolate, shape, name, &holder, &location) || holder == nullptr ||
      (location.attributes & kAccessor) == 0)
    return {};
  location.attributes &= static_cast<uint8_t>(~kAccessor);
  Access access = ByHolder(holder, location);
  if (access.kind != Access::kNone) NoteDependents(shape->prototype_object(), holder);
  return access;
}

Value ValueIn(const Access& access) {
  DCHECK(access.kind == Access::kHolder);
  auto* object =
      static_cast<uint8_t*>(access.holder.AsPointer(access.holder.IsObject() ? kObjectTag : kOtherTag));
  return reinterpret_cast<ValueField*>(object + access.offset)->get();
}

Access AccessForStore(Isolate& isolate, Shape* shape, Value name) {
  // What is stored to prototypes goes through the runtime.
  if (IsExoticName(isolate, shape, name) || shape->is_unique()) return {};
  PropertyLocation location;
  if (!shape->Lookup(name, &location) || (location.attributes & kWritable) == 0) return {};
  return PlaceOf(shape, location);
}

Access AccessForPrivate(Shape* shape, Value name, bool stores) {
  PropertyLocation location;
  if (!shape->Lookup(name, &location) || (stores && (location.attributes & kWritable) == 0)) return {};
  return PlaceOf(shape, location);
}

Access AccessForPrivateAddition(Shape* shape, Shape* added, Value name) {
  PropertyLocation location;
  return AddsField(shape, added, name, &location) ? PlaceOf(added, location) : Access();
}

Access AccessForAddition(Isolate& isolate, Shape* shape, Shape* added, Value name) {
  PropertyLocation location;
  bool is_child = shape->is_extensible() && !IsExoticName(isolate, shape, name) &&
                  AddsField(shape, added, name, &location) && location.attributes == kDataDefault;
  if (!is_child) return {};
  Access access = PlaceOf(added, location);
  // Nobody on the chain has a say.
  JSObject* holder;
  if (!FindHolder(isolate, shape, name, &holder, &location)) return {};
  constexpr uint8_t kDecides = kNotPlain | kWritable;
  if (holder != nullptr && (location.attributes & kDecides) != kWritable) return {};
  NoteDependents(shape->prototype_object(), holder);
  return access;
}

}  // namespace halfword::jit
