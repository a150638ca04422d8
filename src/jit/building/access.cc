#include "jit/building/access.h"

#include "runtime/caches/property_lookup.h"

namespace halfword::jit {

namespace {

// Longer chains are left to the runtime, which charges for them.
constexpr int kMostPrototypes = 16;
// Displacements of accesses are below 64 KiB (jit/masm/operands.h).
constexpr uint32_t kMostOffset = 32 << 10;

// Own properties, of which the shape says all. False: it does not have it.
bool FindOwn(Shape* shape, Value name, Access* access, uint8_t* attributes) {
  PropertyLocation location;
  if (!shape->Lookup(name, &location)) return false;
  *attributes = location.attributes;
  constexpr uint8_t kNotPlain = kAccessor | kCell | kVirtual;
  if ((location.attributes & kNotPlain) != 0 || shape->is_dictionary()) return true;
  if (location.slot < shape->in_object_slots()) {
    access->kind = Access::kField;
    access->offset = shape->first_slot_offset() + location.slot * static_cast<uint32_t>(sizeof(Value));
  } else if (shape->extension_kind() == ExtensionKind::kProperties) {
    access->kind = Access::kOverflow;
    access->offset = (location.slot - shape->in_object_slots()) * static_cast<uint32_t>(sizeof(Value));
  }
  if (access->offset > kMostOffset) *access = {};
  return true;
}

}  // namespace

Access AccessForLoad(Isolate& isolate, Shape* shape, Value name) {
  Access access;
  uint8_t attributes = 0;
  if (IsExoticName(isolate, shape, name) || shape->is_dictionary()) return {};
  if (FindOwn(shape, name, &access, &attributes)) return access;
  // An object with a unique shape may get the property, and its shape does not change.
  if (shape->is_unique() || isolate.epoch_to_note() == 0) return {};
  JSObject* start = shape->prototype_object();
  JSObject* holder = start;
  for (int n = 0; holder != nullptr; holder = holder->shape()->prototype_object(), n++) {
    Shape* at = holder->shape();
    if (n == kMostPrototypes || IsExoticName(isolate, at, name) || at->is_dictionary()) return {};
    // A prototype has a shape of its own, or it is none yet.
    if (!at->is_unique()) return {};
    if (!FindOwn(at, name, &access, &attributes)) continue;
    if (access.kind == Access::kNone) return {};
    NoteDependents(start, holder);
    bool is_overflow = access.kind == Access::kOverflow;
    return {Access::kHolder, access.offset, is_overflow ? holder->extension_.get() : Value(holder)};
  }
  return {};
}

Access AccessForStore(Isolate& isolate, Shape* shape, Value name) {
  Access access;
  uint8_t attributes = 0;
  // What is stored to prototypes goes through the runtime.
  if (IsExoticName(isolate, shape, name) || shape->is_unique()) return {};
  if (!FindOwn(shape, name, &access, &attributes) || (attributes & kWritable) == 0) return {};
  return access;
}

Access AccessForAddition(Isolate& isolate, Shape* shape, Shape* added, Value name) {
  Access access;
  uint8_t attributes = 0;
  bool is_child = added->parent_.get() == shape && !added->is_unique() && !shape->is_unique() &&
                  shape->is_extensible() && added->slot_count_ == shape->slot_count_ + 1 &&
                  added->property_count() == shape->property_count() + 1 &&
                  added->object_size() == shape->object_size() && added->prototype() == shape->prototype() &&
                  added->elements_kind() == shape->elements_kind() &&
                  added->extension_kind() == shape->extension_kind();
  if (!is_child || IsExoticName(isolate, shape, name) || isolate.epoch_to_note() == 0) return {};
  PropertyLocation location;
  if (shape->Lookup(name, &location) || !FindOwn(added, name, &access, &attributes)) return {};
  if (access.kind != Access::kField || attributes != kDataDefault) return {};
  // Nobody on the chain has a say.
  JSObject* start = shape->prototype_object();
  int n = 0;
  for (JSObject* o = start; o != nullptr; o = o->shape()->prototype_object()) {
    Shape* at = o->shape();
    if (n++ == kMostPrototypes || IsExoticName(isolate, at, name) || at->is_dictionary() || !at->is_unique())
      return {};
    if (!at->Lookup(name, &location)) continue;
    if ((location.attributes & (kAccessor | kCell | kVirtual)) != 0 || (location.attributes & kWritable) == 0)
      return {};
    NoteDependents(start, o);
    return access;
  }
  NoteDependents(start, nullptr);
  return access;
}

}  // namespace halfword::jit
