#include "objects/shapes/js_object.h"

#include <algorithm>
#include <vector>

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/isolate_state.h"
#include "objects/memory/value_list.h"
#include "objects/shapes/elements.h"
#include "objects/shapes/virtual_properties.h"
#include "objects/values/allocate.h"

namespace halfword {

#if HALFWORD_COMPRESS
static_assert(gc::CellSize(sizeof(JSObject) + 2 * sizeof(Value)) == 16);  // {x, y}
static_assert(gc::CellSize(sizeof(JSArray)) == 16);
#endif

namespace {

constexpr uint32_t kMaxSharedProperties = 512;  // more adds than that: dictionary mode
constexpr uint32_t kMaxProperties = (1u << 24) - 2;
constexpr uint32_t kCompactDeleted = 16;  // unused slots of a dictionary before it is compacted
constexpr uint8_t kDescriptorBits = kWritable | kEnumerable | kConfigurable | kAccessor | kVirtual;

// Payload slots of cells of 16, 32, 64 … bytes (128 … in the twin), then growing by half.
uint32_t PropertyCapacityFor(uint32_t count) {
  uint32_t capacity = 3;
  while (capacity < count) capacity = capacity < 255 ? capacity * 2 + 1 : (capacity + capacity / 2) | 1;
  return capacity;
}

bool IsArrayLength(Isolate& isolate, const JSObject* object, Value name) {
  return object->object_type() == HeapType::kJSArray && name == Value(isolate.name(Name::length));
}

PropertyCell* CellOf(Value v) { return v.As<PropertyCell>(); }

// Lays the slots of a dictionary-mode object out anew, without those of deleted properties.
void CompactDictionary(Isolate& isolate, JSObject* object) {
  Shape* old = object->shape();
  PropertyTable* table = old->table();
  ExternalAccount account(isolate);
  CountedVector<Value::Bits> values(account);  // all are still in the object while nothing is written
  for (uint32_t i = 0; i < table->used_; i++) {
    const PropertyTable::Entry& e = table->entry(i);
    if (!e.name.get().IsHole() && !(e.attributes & kVirtual))
      values.push_back(object->GetSlot(e.slot).bits());
  }
  uint32_t in_object = old->in_object_slots();
  uint32_t overflow = values.size() > in_object ? static_cast<uint32_t>(values.size()) - in_object : 0;
  PropertyArray* properties = nullptr;
  if (overflow) {
    properties = AllocateAny<PropertyArray>(PropertyCapacityFor(overflow) * sizeof(Value));
    for (uint32_t i = 0; i < overflow; i++) {
      properties->slots()[i].Set(properties, Value::FromBits(values[in_object + i]));
    }
  }
  Shape* shape = old->WithCompactTable(isolate);
  for (uint32_t i = 0; i < in_object; i++) {
    object->InObjectSlot(i)->Set(object, i < values.size() ? Value::FromBits(values[i]) : Value::Undefined());
  }
  object->MoveToShape(isolate, shape);
  ExtensionKind kind = shape->extension_kind();
  Value storage = properties ? Value(properties) : Value::Smi(0);
  if (kind == ExtensionKind::kProperties) object->extension_.Set(object, storage);
  if (kind == ExtensionKind::kBoth) {
    auto* pair = static_cast<ExtensionPair*>(object->extension_.get().AsPointer(kOtherTag));
    pair->properties_.Set(pair, storage);
  }
}

}  // namespace

// ---- Slots ----

void JSObject::set_shape(Shape* shape) {
  Value v(shape);
  gc::SetHeader(this, v.bits());
  WriteBarrier(this, v);
}

PropertyArray* JSObject::properties() const {
  Value v = Value::Smi(0);
  switch (shape()->extension_kind()) {
    case ExtensionKind::kProperties: v = extension_; break;
    case ExtensionKind::kBoth: v = extension_.get().As<ExtensionPair>()->properties_; break;
    default: break;
  }
  return v.IsSmi() ? nullptr : v.As<PropertyArray>();
}

Value JSObject::GetSlot(uint32_t slot) const {
  uint32_t in_object = shape()->in_object_slots();
  if (HW_LIKELY(slot < in_object)) return InObjectSlot(slot)->get();
  PropertyArray* overflow = properties();
  DCHECK(overflow && slot - in_object < overflow->capacity());
  return overflow->slots()[slot - in_object];
}

void JSObject::SetSlot(Isolate& isolate, uint32_t slot, Value value) {
  uint32_t in_object = shape()->in_object_slots();
  if (HW_LIKELY(slot < in_object)) return InObjectSlot(slot)->Set(this, value);
  uint32_t i = slot - in_object;
  PropertyArray* overflow = properties();
  uint32_t capacity = overflow ? overflow->capacity() : 0;
  if (HW_UNLIKELY(i >= capacity)) {
    auto* bigger = AllocateAny<PropertyArray>(size_t{PropertyCapacityFor(i + 1)} * sizeof(Value));
    if (overflow) std::copy_n(overflow->slots(), capacity, bigger->slots());
    if (shape()->extension_kind() == ExtensionKind::kBoth) {
      auto* pair = extension_.get().As<ExtensionPair>();
      pair->properties_.Set(pair, Value(bigger));
    } else {
      DCHECK(shape()->extension_kind() == ExtensionKind::kProperties);
      extension_.Set(this, Value(bigger));
    }
    overflow = bigger;
  }
  overflow->slots()[i].Set(overflow, value);
}

void JSObject::MoveToShape(Isolate& isolate, Shape* to) {
  Shape* from = shape();
  if (from == to) return;
  DCHECK(to->layout_.size_in_granules == from->layout_.size_in_granules &&
         to->object_type() == from->object_type());
  if (HW_LIKELY(from->extension_kind() == to->extension_kind())) return set_shape(to);
  Value own_elements = elements();
  PropertyArray* own_properties = properties();
  Value extension = Value::Smi(0);
  switch (to->extension_kind()) {
    case ExtensionKind::kNone: break;
    case ExtensionKind::kElements: extension = own_elements; break;
    case ExtensionKind::kProperties:
      if (own_properties) extension = Value(own_properties);
      break;
    case ExtensionKind::kBoth: {
      auto* pair = AllocateSmall<ExtensionPair>();
      pair->elements_.Init(own_elements);
      if (own_properties) pair->properties_.Init(Value(own_properties));
      extension = Value(pair);
      break;
    }
  }
  set_shape(to);
  extension_.Set(this, extension);
}

// ---- Own properties ----

OwnProperty JSObject::GetOwn(Isolate& isolate, PropertyKey key) {
  OwnProperty own;
  if (key.IsIndex()) {
    own.index = key.index();
    if (elements_kind() == ElementsKind::kDictionary) {
      if (DictionaryElements::Entry* e = dictionary_elements()->Find(key.index())) {
        own.kind = OwnProperty::kDictionaryElement;
        own.attributes = static_cast<uint8_t>(e->attributes);
        own.value = e->value;
      }
      return own;
    }
    own.value = GetElement(isolate, key.index());
    if (!own.value.IsHole()) {
      own.kind = OwnProperty::kElement;
      own.attributes = kDataDefault;
    }
    return own;
  }
  Value name = key.name();
  if (!shape()->Lookup(name, &own.location)) {
    if (IsArrayLength(isolate, this, name)) {
      own.kind = OwnProperty::kNamed;
      own.attributes = kVirtual | (shape()->Has(Shape::kLengthNotWritable) ? 0 : kWritable);
      own.value = static_cast<JSArray*>(this)->length_;
    }
    return own;
  }
  own.kind = OwnProperty::kNamed;
  own.attributes = own.location.attributes;
  if (HW_UNLIKELY(own.attributes & (kVirtual | kCell))) {
    if (own.attributes & kCell) {
      own.value = CellOf(GetSlot(own.location.slot))->value_;
      return own;
    }
    if (name != Value(isolate.name(Name::prototype))) {
      own.value = VirtualValue(isolate, this, name, own.attributes);
      return own;
    }
    own.location = MaterializePrototype(isolate, static_cast<JSFunction*>(this), own.location);
    own.attributes = own.location.attributes;
  }
  own.value = GetSlot(own.location.slot);
  return own;
}

void JSObject::DefineOwn(Isolate& isolate, PropertyKey key, Value value, uint8_t attributes) {
  if (key.IsIndex()) {
    if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
    return DefineElement(isolate, this, key.index(), value, attributes);
  }
  PropertyLocation location;
  bool present = shape()->Lookup(key.name(), &location);
  if (!present && IsArrayLength(isolate, this, key.name())) {
    SetArrayLength(isolate, static_cast<JSArray*>(this), static_cast<uint32_t>(value.AsNumber()));
    if (!(attributes & kWritable))
      MoveToShape(isolate, shape()->WithFlags(isolate, Shape::kLengthNotWritable));
    return;
  }
  DefineNamed(isolate, key.name(), value, attributes, present ? &location : nullptr);
}

void JSObject::AddOwn(Isolate& isolate, Value name, Value value) {
  [[maybe_unused]] PropertyLocation present;
  DCHECK(!shape()->Lookup(name, &present) && !IsArrayLength(isolate, this, name));
  DefineNamed(isolate, name, value, kDataDefault, nullptr);
}

// `present`: where it is, if it is there.
void JSObject::DefineNamed(Isolate& isolate, Value name, Value value, uint8_t attributes,
                           PropertyLocation* present) {
  // `instanceof` sites remember the prototype of targets without a @@hasInstance of their own.
  if (name == Value(isolate.symbol(WellKnownSymbol::hasInstance))) IncrementPropertyEpoch(isolate);
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype)))
    NoteIntrinsicMutation(isolate, this, PropertyKey::FromName(name));
  NotifyOfFunctionPrototype(isolate, this, name);

  bool cell = !(attributes & kAccessor) && ((attributes & kCell) || object_type() == HeapType::kGlobalObject);
  attributes = static_cast<uint8_t>((attributes & kDescriptorBits) | (cell ? kCell : 0));
  if (present != nullptr && (present->attributes & kCell)) {
    PropertyCell* old = CellOf(GetSlot(present->slot));
    if (cell && !value.Is<PropertyCell>()) {
      old->Assign(isolate, value);
      int32_t flags = old->flags_.get().AsSmi() & ~PropertyCell::kReadOnly;
      old->flags_.Init(Value::Smi(flags | (attributes & kWritable ? 0 : PropertyCell::kReadOnly)));
      value = Value(old);
    } else {
      old->Assign(isolate, Value::Hole());  // caches of the binding miss from now on
    }
  }
  if (cell && !value.Is<PropertyCell>()) {
    value =
        Value(NewPropertyCell(isolate, name, value, attributes & kWritable ? 0 : PropertyCell::kReadOnly));
  }

  PropertyLocation location;
  if (present != nullptr) {
    // Sites remember what a getter of the library does, not only where it is.
    if (attributes & kAccessor) shape()->NotifyDependents(isolate);
    shape()->NotifyOfSlot(isolate);
    location = *present;
    if (location.attributes != attributes) {
      MoveToShape(isolate, shape()->Reconfigure(isolate, location.entry, attributes, &location));
    }
  } else {
    if (HW_UNLIKELY(shape()->property_count() >= kMaxSharedProperties)) {
      if (!shape()->is_unique()) ToDictionary(isolate);
      if (shape()->slot_count_ >= kMaxProperties) {
        (void)isolate.Terminate(Termination::kOutOfMemory);
        return;
      }
    }
    MoveToShape(isolate, shape()->AddProperty(isolate, name, attributes, &location));
  }
  if (!(attributes & kVirtual)) SetSlot(isolate, location.slot, value);
}

void JSObject::SetOwnValue(Isolate& isolate, const OwnProperty& own, Value value) {
  bool is_prototype = shape()->Has(Shape::kIsPrototype);
  switch (own.kind) {
    case OwnProperty::kNamed: {
      if (HW_UNLIKELY(own.attributes & kVirtual)) {
        if (object_type() == HeapType::kJSArray) {
          return SetArrayLength(isolate, static_cast<JSArray*>(this),
                                static_cast<uint32_t>(value.AsNumber()));
        }
        PropertyKey key = PropertyKey::FromName(shape()->table()->entry(own.location.entry).name);
        return DefineOwn(isolate, key, value, own.attributes & ~kVirtual);
      }
      if (HW_UNLIKELY(is_prototype || object_type() == HeapType::kJSFunction)) {
        Value name = shape()->table()->entry(own.location.entry).name;
        if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromName(name));
        NotifyOfFunctionPrototype(isolate, this, name);
      }
      shape()->NotifyOfSlot(isolate);
      if (HW_UNLIKELY(own.attributes & kCell)) {
        PropertyCell* cell = CellOf(GetSlot(own.location.slot));
        return cell->Assign(isolate, value);
      }
      return SetSlot(isolate, own.location.slot, value);
    }
    case OwnProperty::kElement:
      if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromIndex(own.index));
      return DefineElement(isolate, this, own.index, value, kDataDefault);
    case OwnProperty::kDictionaryElement: {
      if (is_prototype) NoteIntrinsicMutation(isolate, this, PropertyKey::FromIndex(own.index));
      if (elements_kind() != ElementsKind::kDictionary) {
        return DefineElement(isolate, this, own.index, value, own.attributes);
      }
      DictionaryElements* dictionary = dictionary_elements();
      if (DictionaryElements::Entry* e = dictionary->Find(own.index)) e->value.Set(dictionary, value);
      return;
    }
    case OwnProperty::kAbsent:
    case OwnProperty::kStringChar: break;
  }
  DCHECK(false);
}

void JSObject::DeleteOwn(Isolate& isolate, PropertyKey key) {
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
  if (key.IsIndex()) return DeleteElement(isolate, this, key.index());
  PropertyLocation location;
  if (shape()->Lookup(key.name(), &location)) DeleteNamed(isolate, key.name(), location);
}

void JSObject::DeleteOwn(Isolate& isolate, PropertyKey key, const OwnProperty& found) {
  if (found.kind != OwnProperty::kNamed) return DeleteOwn(isolate, key);
  if (HW_UNLIKELY(shape()->Has(Shape::kIsPrototype))) NoteIntrinsicMutation(isolate, this, key);
  DeleteNamed(isolate, key.name(), found.location);
}

void JSObject::DeleteNamed(Isolate& isolate, Value name, const PropertyLocation& location) {
  NotifyOfFunctionPrototype(isolate, this, name);
  // The last that allocates while the slot is still that of a property.
  Shape* to = shape()->RemoveProperty(isolate, location.entry);
  if (!(location.attributes & kVirtual)) {
    if (location.attributes & kCell) CellOf(GetSlot(location.slot))->Assign(isolate, Value::Hole());
    SetSlot(isolate, location.slot, Value::Undefined());  // keeps nothing alive
  }
  MoveToShape(isolate, to);
  if (to->is_unique()) {
    // Of slots, not of the table's entries: a table that grows leaves deleted entries out, slots remain.
    uint32_t live = to->table()->used_ - to->table()->deleted_;
    if (to->slot_count_ >= live + std::max(live, kCompactDeleted)) CompactDictionary(isolate, this);
  }
}

void JSObject::AppendOwnKeys(Isolate& isolate, ValueList& keys, bool strings, bool symbols) const {
  if (strings) {
    AppendIndices(isolate, keys);
    if (isolate.IsTerminating()) return;
    if (object_type() == HeapType::kJSArray) keys.Append(Value(isolate.name(Name::length)));
  }
  PropertyTable* table = shape()->table();
  if (!table) return;
  uint32_t count = shape()->property_count();
  bool has_symbols = false;
  for (uint32_t i = 0; i < count; i++) {
    Value name = table->entry(i).name;
    if (name.IsString()) {
      if (strings) keys.Append(name);
    } else {
      has_symbols = true;
    }
  }
  if (!symbols || !has_symbols) return;
  for (uint32_t i = 0; i < count; i++) {
    Value name = table->entry(i).name;
    if (!name.IsString() && !name.IsHole() && !name.AsSymbol()->IsPrivateName()) keys.Append(name);
  }
}

// ---- Shape changes ----

void JSObject::SetPrototypeInternal(Isolate& isolate, Value prototype) {
  if (shape()->prototype() == prototype) return;
  if (shape()->Has(Shape::kIsPrototype)) NoteIntrinsicMutation(isolate, this, isolate.key(Name::proto));
  // As for an own @@hasInstance.
  if (object_type() == HeapType::kJSFunction && prototype.IsObject() &&
      MayHaveInstances(isolate, prototype.AsObject()))
    IncrementPropertyEpoch(isolate);
  MoveToShape(isolate, shape()->WithPrototype(isolate, prototype));
}

void JSObject::PreventExtensionsInternal(Isolate& isolate) {
  MoveToShape(isolate, shape()->WithFlags(isolate, Shape::kNotExtensible));
}

void JSObject::BecomePrototype(Isolate& isolate) {
  if (HW_LIKELY(shape()->Has(Shape::kIsPrototype))) return;
  MoveToShape(isolate, shape()->ToUnique(isolate, Shape::kIsPrototype));
}

void JSObject::ToDictionary(Isolate& isolate) {
  if (shape()->is_dictionary()) return;
  MoveToShape(isolate, shape()->ToUnique(isolate, Shape::kIsDictionary));
}

// ---- Making objects ----

JSObject* NewObject(Isolate&, Shape* shape) {
  auto* object = static_cast<JSObject*>(gc::Allocate(CageBase(), Value(shape).bits(), shape->object_size()));
  ValueField* slot = object->InObjectSlot(0);
  for (ValueField* end = slot + shape->in_object_slots(); slot < end; slot++) slot->Init(Value::Undefined());
  return object;
}

AccessorPair* NewAccessorPair(Isolate&, Value getter, Value setter) {
  auto* pair = AllocateSmall<AccessorPair>();
  pair->getter_.Init(getter);
  pair->setter_.Init(setter);
  return pair;
}

void PropertyCell::Assign(Isolate& isolate, Value value) {
  if (HW_UNLIKELY(Has(kIsRelied))) {
    flags_.Init(Value::Smi((flags_.get().AsSmi() & ~kIsRelied) | kVaries));
    IncrementPropertyEpoch(isolate);
  }
  value_.Set(this, value);
}
bool PropertyCell::Rely(Isolate& isolate, bool* needs_epoch) {
  if (value_.get().IsHole() || value_.get().Is<AccessorPair>()) return false;
  *needs_epoch = !Has(kLexical) || !Has(kReadOnly);
  if (!*needs_epoch) return true;
  if (Has(kVaries) || isolate.epoch_to_note() == 0) return false;
  Add(kIsRelied);
  return true;
}

PropertyCell* NewPropertyCell(Isolate&, Value name, Value value, int32_t flags) {
  auto* cell = AllocateSmall<PropertyCell>();
  cell->value_.Init(value);
  cell->name_.Init(name);
  cell->flags_.Init(Value::Smi(flags));
  return cell;
}

}  // namespace halfword
