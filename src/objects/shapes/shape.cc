#include "objects/shapes/shape.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/primitives/hash_salt.h"
#include "objects/shapes/js_object.h"
#include "objects/shapes/property_index.h"
#include "objects/shapes/recent_shapes.h"
#include "objects/values/allocate.h"

namespace halfword {

#if HALFWORD_COMPRESS
static_assert(sizeof(PropertyTable::Entry) == 8 && gc::CellSize(sizeof(Shape)) == 48);
#endif

namespace {

constexpr uint32_t kMaxSlots = (1u << 24) - 1;  // PropertyTable::Entry::slot, Shape::slot_count_
constexpr uint32_t kMaxReconfigured = 64;       // shapes with more properties do not share reconfigurations
constexpr uint32_t kMaxChanges = 4 * kMaxReconfigured;  // one after the other that add no property

TaggedBits* BitsOf(ValueField& field) { return reinterpret_cast<TaggedBits*>(&field); }

// ---- Property tables ----

uint32_t NextCapacity(uint32_t count) {
  if (count <= 4) return 4;
  if (count <= 8) return 8;
  uint32_t capacity = 24;  // with an index of 32
  while (capacity < count) capacity *= 2;
  return capacity;
}

using property_index::HashBits;
using property_index::HasIndex;
using property_index::IndexOf;
using property_index::IndexSizeFor;
using property_index::IndexWidthFor;
using property_index::VisitIndex;

size_t IndexBytesFor(uint32_t capacity) { return size_t{IndexSizeFor(capacity)} * IndexWidthFor(capacity); }

HW_INLINE uint32_t HashName(TaggedBits name, uint32_t salt) {
  return HW_LIKELY(salt == 0) ? HashBits(name) : SaltedHash(name, salt);
}

PropertyTable* NewTable(uint32_t capacity, uint32_t salt = 0) {
  auto* table = AllocateAny<PropertyTable>(
      sizeof(PropertyTable) + size_t{capacity} * sizeof(PropertyTable::Entry) + IndexBytesFor(capacity));
  table->capacity_ = capacity;
  table->salt_ = salt;
  return table;
}

// Puts the entries from the one numbered `first` on into the index. False: one of them met suspiciously many
// on its way, in an index without a salt, so the rest is left.
bool IndexEntries(PropertyTable* table, uint32_t first) {
  return VisitIndex(table, [&](auto* index) {
    uint32_t mask = IndexSizeFor(table->capacity_) - 1, salt = table->salt_;
    for (uint32_t i = first; i < table->used_; i++) {
      Value name = table->entry(i).name;
      if (name.IsHole()) continue;
      uint32_t at = HashName(name.bits(), salt) & mask, probes = 0;
      for (; index[at] != 0; probes++) at = (at + 1) & mask;
      index[at] = static_cast<std::remove_reference_t<decltype(index[0])>>(i + 1);
      if (HW_UNLIKELY(probes > kSuspiciousRun) && salt == 0) return false;
    }
    return true;
  });
}

HW_COLD void SaltIndex(PropertyTable* table) {
  table->salt_ = NewSalt(Isolate::Current().hash_secret_);
  std::memset(IndexOf(table), 0, IndexBytesFor(table->capacity_));
  IndexEntries(table, 0);
}

// The entries from the one numbered `first` on are new.
void IndexNewEntries(PropertyTable* table, uint32_t first) {
  if (HasIndex(table) && !IndexEntries(table, first)) SaltIndex(table);
}

void SetEntry(PropertyTable::Entry& entry, Value name, uint32_t slot, uint8_t attributes) {
  entry.name.Init(name);
  entry.slot = slot;
  entry.attributes = attributes;
}

// REQUIRES: used_ < capacity_, and the name is not in the table.
void Append(PropertyTable* table, Value name, uint32_t slot, uint8_t attributes) {
  uint32_t i = table->used_++;
  SetEntry(table->entry(i), name, slot, attributes);
  WriteBarrier(table, name);
  IndexNewEntries(table, i);
}

// The first `count` entries of `source` (deleted ones left out) in a table of `capacity`.
PropertyTable* CopyTable(PropertyTable* source, uint32_t count, uint32_t capacity) {
  PropertyTable* copy = NewTable(capacity, source->salt_);
  for (uint32_t i = 0; i < count; i++) {
    const PropertyTable::Entry& e = source->entry(i);
    if (!e.name.get().IsHole())
      SetEntry(copy->entry(copy->used_++), e.name, e.slot, static_cast<uint8_t>(e.attributes));
  }
  IndexNewEntries(copy, 0);
  return copy;
}

// ---- Transitions ----

struct TransitionKey {
  TransitionKind kind;
  TaggedBits subject;  // name, or parent shape, or layout of a root
  uint32_t data;
  bool operator==(const TransitionKey&) const = default;
  uint32_t Hash(uint32_t salt) const {
    uint32_t rest = static_cast<uint32_t>(kind) * 0x85EBCA6Bu + data;
    if (HW_UNLIKELY(salt != 0)) return SaltedHash(subject ^ uint64_t{rest} << 32, salt);
    return HashBits(subject) ^ rest * 0xC2B2AE35u;
  }
};

constexpr uint16_t kTransitionKindMask = 15;
constexpr uint32_t kMaxTransitionEntry = 0xFFF;

TransitionKind KindOf(const Shape* shape) {
  return static_cast<TransitionKind>(shape->transition_ & kTransitionKindMask);
}

// The flags that tell shapes apart. What is noted of a shared one later is none of them.
uint16_t FlagsOfKind(const Shape* shape) {
  constexpr int kNoted = Shape::kSlotsVary | Shape::kSlotsAreRelied;
  return static_cast<uint16_t>(shape->is_unique() ? shape->flags_ : shape->flags_ & ~kNoted);
}

TransitionKey RootKey(HeapType type, uint32_t first_slot, uint32_t in_object_slots, uint16_t flags,
                      ElementsKind elements, ExtensionKind extension, ElementAccess access) {
  return {TransitionKind::kNone, static_cast<TaggedBits>(type) << 16 | first_slot << 8 | in_object_slots,
          static_cast<uint32_t>(flags) | static_cast<uint32_t>(elements) << 16 |
              static_cast<uint32_t>(extension) << 20 | static_cast<uint32_t>(access) << 24};
}
TransitionKey RootKey(const Shape* root) {
  return RootKey(root->object_type(), root->first_slot_, root->in_object_slots_, FlagsOfKind(root),
                 root->elements_kind_, root->extension_kind_, root->element_access());
}

// What `child` was made for, read from the child.
TransitionKey KeyOf(const Shape* child) {
  TransitionKind kind = KindOf(child);
  switch (kind) {
    case TransitionKind::kAdd: {
      const PropertyTable::Entry& e = child->table()->entry(child->property_count_ - 1);
      return {kind, e.name.get().bits(), e.attributes};
    }
    case TransitionKind::kElements: return {kind, 0, static_cast<uint32_t>(child->elements_kind_)};
    case TransitionKind::kFlags: return {kind, 0, FlagsOfKind(child)};
    case TransitionKind::kReconfigure: {
      uint32_t entry = child->transition_ >> 4;
      return {kind, 0, entry << 8 | child->table()->entry(entry).attributes};
    }
    case TransitionKind::kPrototype: return {kind, Value(child->parent_.get()).bits(), 0};
    case TransitionKind::kNone: break;
  }
  return RootKey(child);
}

Shape* ShapeFromBits(TaggedBits bits) { return static_cast<Shape*>(Decompress(CageBase(), bits, kOtherTag)); }

bool IsTransitionTable(Value v) {
  return static_cast<HeapObject*>(v.AsPointer(kOtherTag))->typed_type() == HeapType::kTransitionTable;
}

// `children` is Smi 0, a Shape, or a TransitionTable.
Shape* FindChild(Value children, const TransitionKey& key) {
  if (children.IsSmi()) return nullptr;
  if (!IsTransitionTable(children)) {
    Shape* only = ShapeFromBits(children.bits());
    return KeyOf(only) == key ? only : nullptr;
  }
  auto* table = static_cast<TransitionTable*>(children.AsPointer(kOtherTag));
  uint32_t mask = table->capacity_ - 1;
  for (uint32_t i = key.Hash(table->salt_) & mask;; i = (i + 1) & mask) {
    TaggedBits bits = table->slots()[i];
    if (bits == 0) return nullptr;
    if (bits != Value::kHoleBits && KeyOf(ShapeFromBits(bits)) == key) return ShapeFromBits(bits);
  }
}

// Returns how many places were taken on the way.
uint32_t InsertChild(TransitionTable* table, Shape* child) {
  uint32_t mask = table->capacity_ - 1, probes = 0;
  uint32_t i = KeyOf(child).Hash(table->salt_) & mask;
  for (; table->slots()[i] != 0; probes++) i = (i + 1) & mask;
  table->slots()[i] = Value(child).bits();
  table->used_++;
  WriteBarrier(table, Value(child));
  return probes;
}

TransitionTable* NewTransitionTable(uint32_t capacity, uint32_t salt) {
  auto* table = AllocateAny<TransitionTable>(sizeof(TransitionTable) + size_t{capacity} * sizeof(TaggedBits));
  table->capacity_ = capacity;
  table->salt_ = salt;
  return table;
}

// The live children in a table of its own, with room for one more.
TransitionTable* CopyTransitions(TransitionTable* table, uint32_t salt) {
  uint32_t live = 0;
  for (uint32_t i = 0; i < table->capacity_; i++) live += table->slots()[i] > Value::kHoleBits;
  TransitionTable* copy = NewTransitionTable(std::bit_ceil((live + 1) * 2), salt);
  for (uint32_t i = 0; i < table->capacity_; i++) {
    TaggedBits bits = table->slots()[i];
    if (bits > Value::kHoleBits) InsertChild(copy, ShapeFromBits(bits));
  }
  return copy;
}

// Adds `child` to the set in `field` of `owner`: its own children, or the shapes of objects that have it for
// their prototype.
void AddChild(Shape* owner, ValueField& field, Shape* child) {
  RecentShapesOf(Isolate::Current()).Add(child);
  if (field.get().IsSmi()) return field.Set(owner, Value(child));
  Value children = field.get();
  if (!IsTransitionTable(children)) {
    TransitionTable* table = NewTransitionTable(4, 0);
    Value only = field.get();  // a collection may have cleared it
    field.Set(owner, Value(table));
    if (!only.IsSmi()) InsertChild(table, ShapeFromBits(only.bits()));
    InsertChild(table, child);
    return;
  }
  auto* table = static_cast<TransitionTable*>(children.AsPointer(kOtherTag));
  if ((table->used_ + 1) * 4 > table->capacity_ * 3) {
    table = CopyTransitions(table, table->salt_);
    field.Set(owner, Value(table));
  }
  if (InsertChild(table, child) > kSuspiciousRun && table->salt_ == 0) {
    field.Set(owner, Value(CopyTransitions(table, NewSalt(Isolate::Current().hash_secret_))));
  }
}

// ---- Shapes ----

Shape* CloneShape(const Shape* source) {
  Shape* clone = AllocateSmall<Shape>();
  std::memcpy(static_cast<void*>(clone), source, sizeof(Shape));
  clone->flags_ = FlagsOfKind(source);
  clone->transition_ = 0;
  clone->parent_.Init(nullptr);
  clone->transitions_.Init(Value::Smi(0));
  clone->derived_roots_.Init(Value::Smi(0));
  return clone;
}

// A child of a shared shape, to be filled in by the caller and then given to AddChild.
Shape* NewChild(Shape* parent, TransitionKind kind, uint32_t entry = 0) {
  Shape* child = CloneShape(parent);
  child->parent_.Init(parent);
  child->transition_ = static_cast<uint16_t>(static_cast<uint32_t>(kind) | entry << 4);
  return child;
}

ExtensionKind WithPropertiesIn(ExtensionKind kind) {
  return kind == ExtensionKind::kNone       ? ExtensionKind::kProperties
         : kind == ExtensionKind::kElements ? ExtensionKind::kBoth
                                            : kind;
}
ExtensionKind WithElementsIn(ExtensionKind kind, bool elements) {
  bool properties = kind == ExtensionKind::kProperties || kind == ExtensionKind::kBoth;
  if (elements) return properties ? ExtensionKind::kBoth : ExtensionKind::kElements;
  return properties ? ExtensionKind::kProperties : ExtensionKind::kNone;
}

void SetExtensionKind(Shape* shape, ExtensionKind kind) {
  shape->extension_kind_ = kind;
  shape->element_access_ = shape->ComputeElementAccess();
}
void SetElementsKind(Shape* shape, ElementsKind kind) {
  shape->elements_kind_ = kind;
  SetExtensionKind(shape, WithElementsIn(shape->extension_kind_, kind != ElementsKind::kNone));
}

// Hands out the slot of a new entry.
uint32_t TakeSlot(Shape* shape, uint8_t attributes) {
  if (attributes & kVirtual) return 0;
  CHECK(shape->slot_count_ < kMaxSlots);
  uint32_t slot = shape->slot_count_++;
  if (slot >= shape->in_object_slots_) SetExtensionKind(shape, WithPropertiesIn(shape->extension_kind_));
  return slot;
}

bool TakesOverflow(const Shape* shape, uint8_t attributes) {
  return !(attributes & kVirtual) && shape->slot_count_ >= shape->in_object_slots_ &&
         WithPropertiesIn(shape->extension_kind_) != shape->extension_kind_;
}

// An object may change attributes, its prototype and the kind of its elements again and again, and children
// keep their parents: such a lineage would never end.
bool IsLongLineage(const Shape* shape) {
  uint32_t changes = 0;
  for (; shape && KindOf(shape) != TransitionKind::kAdd; shape = shape->parent_.get()) {
    if (++changes > kMaxChanges) return true;
  }
  return false;
}

// What a shape says of such a property, and those below it do.
uint16_t FlagsFor(Isolate& isolate, Value name, uint8_t attributes) {
  if (!name.IsString())
    return name.AsSymbol()->flags_ & Symbol::kWellKnown ? Shape::kMayHaveInterestingSymbols : 0;
  bool interesting = name == Value(isolate.name(Name::toJSON)) || name == Value(isolate.name(Name::then));
  return static_cast<uint16_t>((interesting ? Shape::kMayHaveInterestingSymbols : 0) |
                               (attributes & kEnumerable ? Shape::kMayHaveEnumerable : 0));
}

ElementsKind NextElementsKind(const Shape* shape, ElementsKind target) {
  ElementsKind from = shape->elements_kind_;
  // Arrays pass every kind on the way, so that one kind is one shape whatever the history.
  if (target == ElementsKind::kDictionary || target < from || from == ElementsKind::kDictionary)
    return target;
  if (from == ElementsKind::kNone) return IsHoley(target) ? ElementsKind::kHoleySmi : target;
  int step = shape->object_type() == HeapType::kJSArray ? 1 : 2;
  return static_cast<ElementsKind>(std::min(static_cast<int>(from) + step, static_cast<int>(target)));
}

}  // namespace

void IncrementPropertyEpoch(Isolate& isolate) {
  if (isolate.property_epoch_ < kLastPropertyEpoch) isolate.property_epoch_++;
}

void Shape::NotifyDependents(Isolate& isolate) {
  if (!Has(kHasDependents)) return;
  flags_ &= ~(kHasDependents | kSlotsAreRelied);  // who relied on it is of an epoch that is over
  IncrementPropertyEpoch(isolate);
}

bool Shape::RelyOnSlots(const Isolate& isolate) {
  const HeapType type = object_type();
  // Images are not written to, so what stores to their objects is not noted. The matcher of patterns stores
  // "lastIndex" by itself.
  const bool is_told = is_unique() ? Has(kIsPrototype) && type != HeapType::kRegExpObject
                                   : (type == HeapType::kPlainObject || type == HeapType::kJSFunction) &&
                                         Value(this).bits() >= isolate.clean_functions_end_;
  if (!is_told || is_dictionary() || Has(kSlotsVary) || isolate.epoch_to_note() == 0) return false;
  if (!Has(kSlotsAreRelied)) flags_ |= kSlotsAreRelied;
  return true;
}

void Shape::NoteStored(Isolate& isolate) {
  if (is_unique() || Has(kSlotsVary) || Value(this).bits() < isolate.clean_functions_end_) return;
  NotifyOfSlot(isolate);
  flags_ |= kSlotsVary;
}

void Shape::EndReliance(Isolate& isolate) {
  flags_ = static_cast<uint16_t>((flags_ & ~kSlotsAreRelied) | kSlotsVary);
  IncrementPropertyEpoch(isolate);
}

ElementAccess Shape::ComputeElementAccess() const {
  if (object_type() == HeapType::kTypedArrayObject) return element_access();
  if (Has(kIsExotic) || extension_kind_ == ExtensionKind::kNone ||
      extension_kind_ == ExtensionKind::kProperties)
    return ElementAccess::kOther;
  bool is_array = object_type() == HeapType::kJSArray && extension_kind_ == ExtensionKind::kElements;
  if (is_array && IsDoubleKind(elements_kind_)) return ElementAccess::kArrayOfDoubles;
  if (!IsValueKind(elements_kind_)) return ElementAccess::kOther;
  if (!is_array) return ElementAccess::kObjectWithValues;
  return IsSmiKind(elements_kind_) ? ElementAccess::kArrayOfSmis : ElementAccess::kArrayOfValues;
}

void Shape::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(*BitsOf(prototype_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(table_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(parent_));
  visitor.TraceTagged(*BitsOf(derived_roots_));
  if (transitions_.get().IsSmi()) return;
  if (IsTransitionTable(transitions_)) {
    visitor.TraceTagged(*BitsOf(transitions_));
  } else {
    visitor.TraceWeakTagged(BitsOf(transitions_), 0);
  }
}

void TransitionTable::Trace(gc::Visitor& visitor) {
  for (uint32_t i = 0; i < capacity_; i++) {
    if (slots()[i] > Value::kHoleBits) visitor.TraceWeakTagged(&slots()[i], Value::kHoleBits);
  }
}

void PropertyTable::Trace(gc::Visitor& visitor) {
  for (uint32_t i = 0; i < used_; i++) visitor.TraceTagged(*BitsOf(entry(i).name));
}

int32_t PropertyTable::Find(Value name, uint32_t count) const {
  return property_index::Find(this, name, count, HashName(name.bits(), salt_));
}

bool Shape::Lookup(Value name, PropertyLocation* out) const {
  const PropertyTable* table = table_.get();
  if (!table) return false;
  int32_t i = table->Find(name, property_count_);
  if (i < 0) return false;
  const PropertyTable::Entry& e = table->entry(static_cast<uint32_t>(i));
  *out = {static_cast<uint32_t>(i), e.slot, static_cast<uint8_t>(e.attributes)};
  return true;
}

Shape* Shape::FindAddition(Value name, uint8_t attributes) const {
  return FindChild(transitions_, {TransitionKind::kAdd, name.bits(), attributes});
}

Shape* Shape::AddProperty(Isolate& isolate, Value name, uint8_t attributes, PropertyLocation* out) {
  Shape* shape = this;
  if (is_unique()) {
    if (TakesOverflow(this, attributes)) shape = ToUnique(isolate, 0);
    PropertyTable* table = shape->table_.get();
    if (!table || table->used_ == table->capacity_) {
      uint32_t live = table ? table->used_ - table->deleted_ : 0;
      // Large tables grow by half.
      uint32_t capacity = live < 1024 ? NextCapacity(live + 1) : live + live / 2;
      table = table ? CopyTable(table, table->used_, capacity) : NewTable(capacity);
      shape->table_.Set(shape, table);
    }
    uint32_t slot = TakeSlot(shape, attributes);
    *out = {table->used_, slot, attributes};
    Append(table, name, slot, attributes);
    shape->property_count_ = table->used_;
    shape->flags_ |= FlagsFor(isolate, name, attributes);
    shape->NotifyDependents(isolate);
    return shape;
  }

  if (Shape* child = FindAddition(name, attributes)) {
    uint32_t entry = child->property_count_ - 1;
    *out = {entry, child->table()->entry(entry).slot, attributes};
    return child;
  }
  Shape* child = NewChild(this, TransitionKind::kAdd);
  PropertyTable* table = table_.get();
  if (!table) {
    table = NewTable(NextCapacity(1));
  } else if (table->used_ != property_count_ || table->used_ == table->capacity_) {
    table = CopyTable(table, property_count_, NextCapacity(property_count_ + 1));
  }
  child->table_.Set(child, table);
  uint32_t slot = TakeSlot(child, attributes);
  *out = {table->used_, slot, attributes};
  Append(table, name, slot, attributes);
  child->property_count_ = table->used_;
  child->flags_ |= FlagsFor(isolate, name, attributes);
  AddChild(this, transitions_, child);
  return child;
}

Shape* Shape::Reconfigure(Isolate& isolate, uint32_t entry, uint8_t attributes, PropertyLocation* out) {
  uint8_t old = static_cast<uint8_t>(table_->entry(entry).attributes);
  bool needs_slot = (old & kVirtual) && !(attributes & kVirtual);
  Shape* shape = this;
  if (old != attributes) {
    bool share = !is_unique() && property_count_ <= kMaxReconfigured && entry <= kMaxTransitionEntry;
    if (share) {
      shape = FindChild(transitions_, {TransitionKind::kReconfigure, 0, entry << 8 | attributes});
      share = shape || !IsLongLineage(this);
    }
    if (share) {
      if (!shape) {
        shape = NewChild(this, TransitionKind::kReconfigure, entry);
        PropertyTable* table = CopyTable(table_.GetNonNull(), property_count_, NextCapacity(property_count_));
        table->entry(entry).attributes = attributes;
        shape->flags_ |= FlagsFor(isolate, table->entry(entry).name, attributes);
        if (needs_slot) table->entry(entry).slot = TakeSlot(shape, attributes);
        shape->table_.Set(shape, table);
        AddChild(this, transitions_, shape);
      }
    } else {
      shape = ToUnique(isolate, is_unique() ? 0 : kIsDictionary);
      PropertyTable::Entry& e = shape->table_->entry(entry);
      e.attributes = attributes;
      shape->flags_ |= FlagsFor(isolate, e.name, attributes);
      if (needs_slot) e.slot = TakeSlot(shape, attributes);
      shape->NotifyDependents(isolate);
    }
  }
  *out = {entry, shape->table_->entry(entry).slot, attributes};
  return shape;
}

Shape* Shape::RemoveProperty(Isolate& isolate, uint32_t entry) {
  if (!is_unique() && entry == property_count_ - 1 && KindOf(this) == TransitionKind::kAdd) {
    parent_->NotifyOfSlot(isolate);  // what the object has may have changed meanwhile
    return parent_.get();
  }
  // No cache knows what a dictionary has, so it changes in place.
  bool in_place = is_dictionary() && !Has(kIsPrototype);
  Shape* shape = in_place ? this : ToUnique(isolate, Has(kIsPrototype) ? 0 : kIsDictionary);
  PropertyTable* table = shape->table_.GetNonNull();
  table->entry(entry).name.Init(Value::Hole());
  table->entry(entry).attributes = 0;
  table->deleted_++;
  shape->NotifyDependents(isolate);
  return shape;
}

Shape* Shape::WithElementsKind(Isolate& isolate, ElementsKind kind) {
  Shape* shape = this;
  bool went_back = false;
  while (shape->elements_kind_ != kind) {
    if (is_unique()) {
      Shape* successor = ToUnique(isolate, 0);
      SetElementsKind(successor, kind);
      return successor;
    }
    ElementsKind next = NextElementsKind(shape, kind);
    // Elements may become a dictionary and fast again, and again: each time from where they began.
    if (next < shape->elements_kind_ && KindOf(shape) == TransitionKind::kElements) {
      while (KindOf(shape) == TransitionKind::kElements) shape = shape->parent_.get();
      went_back = true;
      continue;
    }
    Shape* child =
        FindChild(shape->transitions_, {TransitionKind::kElements, 0, static_cast<uint32_t>(next)});
    if (!child) {
      child = NewChild(shape, TransitionKind::kElements);
      SetElementsKind(child, next);
      AddChild(shape, shape->transitions_, child);
    }
    shape = child;
  }
  if (went_back) shape->NotifyOfSlot(isolate);
  return shape;
}

Shape* Shape::FindElementsKind(ElementsKind kind) {
  DCHECK(elements_kind_ <= kind);
  Shape* shape = this;
  while (shape != nullptr && shape->elements_kind_ != kind) {
    if (shape->is_unique()) return nullptr;
    ElementsKind next = NextElementsKind(shape, kind);
    shape = FindChild(shape->transitions_, {TransitionKind::kElements, 0, static_cast<uint32_t>(next)});
  }
  return shape;
}

Shape* Shape::WithFlags(Isolate& isolate, uint16_t flags) {
  uint16_t all = FlagsOfKind(this) | flags;
  if (all == FlagsOfKind(this)) return this;
  if (is_unique()) {
    Shape* successor = ToUnique(isolate, 0);
    successor->flags_ = all;
    return successor;
  }
  Shape* child = FindChild(transitions_, {TransitionKind::kFlags, 0, all});
  if (child) return child;
  child = NewChild(this, TransitionKind::kFlags);
  child->flags_ = all;
  AddChild(this, transitions_, child);
  return child;
}

Shape* Shape::WithPrototype(Isolate& isolate, Value prototype) {
  if (prototype_.get() == prototype) return this;
  if (prototype.IsObject()) prototype.AsObject()->BecomePrototype(isolate);
  if (is_unique()) {
    Shape* successor = ToUnique(isolate, 0);
    successor->prototype_.Set(successor, prototype);
    successor->NotifyDependents(isolate);
    return successor;
  }
  // An object may change its prototype again and again. Its lineage does not become longer by that.
  if (KindOf(this) == TransitionKind::kPrototype) return parent_->WithPrototype(isolate, prototype);
  // Children by prototype are kept at the prototype, so that a shape does not collect them.
  Shape* owner = prototype.IsObject() ? prototype.AsObject()->shape() : isolate.null_object_shape_.get();
  TransitionKey key = {TransitionKind::kPrototype, Value(this).bits(), 0};
  if (property_count_ == 0) key = RootKey(this);
  Shape* child = FindChild(owner->derived_roots_, key);
  if (child) return child;
  if (IsLongLineage(this)) {
    Shape* unique = ToUnique(isolate, kIsDictionary);
    unique->prototype_.Set(unique, prototype);
    return unique;
  }
  child = property_count_ == 0 ? CloneShape(this) : NewChild(this, TransitionKind::kPrototype);
  child->prototype_.Set(child, prototype);
  AddChild(owner, owner->derived_roots_, child);
  return child;
}

Shape* Shape::ToUnique(Isolate& isolate, uint16_t extra) {
  Shape* unique = CloneShape(this);
  unique->flags_ |= kIsUnique | extra;
  if (is_unique()) {
    unique->derived_roots_.Init(derived_roots_);
  } else if (table_) {
    unique->table_.Set(unique,
                       CopyTable(table_.GetNonNull(), property_count_, NextCapacity(property_count_ + 1)));
  }
  return unique;
}

Shape* Shape::WithCompactTable(Isolate& isolate) {
  DCHECK(is_unique());
  Shape* unique = ToUnique(isolate, 0);
  PropertyTable* old = table_.GetNonNull();
  PropertyTable* table = CopyTable(old, old->used_, NextCapacity(old->used_ - old->deleted_ + 1));
  unique->slot_count_ = 0;
  for (uint32_t i = 0; i < table->used_; i++) {
    if (!(table->entry(i).attributes & kVirtual)) table->entry(i).slot = unique->slot_count_++;
  }
  unique->table_.Set(unique, table);
  unique->property_count_ = table->used_;
  return unique;
}

Shape* Shape::NewRoot(Isolate& isolate, HeapType type, Value prototype, uint32_t first_slot,
                      uint32_t in_object_slots, uint16_t flags, ElementsKind elements,
                      ElementAccess typed_array) {
  constexpr uint32_t kWords = 512;
  static_assert(kWords * sizeof(Value) <= gc::kMaxSmallCell);  // all of its objects can be bump-allocated
  DCHECK(first_slot + in_object_slots < kWords && in_object_slots < 255);
  if (prototype.IsObject()) prototype.AsObject()->BecomePrototype(isolate);
  size_t cell = gc::CellSize((first_slot + in_object_slots) * sizeof(Value));
  Shape* shape = AllocateSmall<Shape>();
  shape->layout_.type_index = static_cast<uint16_t>(type);
  shape->layout_.size_in_granules = static_cast<uint16_t>(cell / gc::kGranule);
  shape->first_slot_ = static_cast<uint8_t>(first_slot);
  // A word that rounding the cell up leaves over is one slot more.
  shape->in_object_slots_ = static_cast<uint8_t>((cell - gc::kHeaderSize) / sizeof(Value) - first_slot);
  shape->flags_ = flags | (type >= HeapType::kFirstExotic ? kIsExotic : 0);
  shape->element_access_ = typed_array;
  SetElementsKind(shape, elements);
  shape->prototype_.Init(prototype);
  return shape;
}

Shape* RootShapeFor(Isolate& isolate, HeapType type, Value prototype, uint32_t first_slot,
                    uint32_t in_object_slots, uint16_t flags, ElementAccess typed_array) {
  if (prototype.IsObject()) prototype.AsObject()->BecomePrototype(isolate);
  Shape* owner = prototype.IsObject() ? prototype.AsObject()->shape() : isolate.null_object_shape_.get();
  ElementsKind elements = type == HeapType::kJSArray ? ElementsKind::kPackedSmi : ElementsKind::kNone;
  // The key is of the finished shape: with the slots and flags NewRoot adds.
  size_t cell = gc::CellSize((first_slot + in_object_slots) * sizeof(Value));
  in_object_slots = static_cast<uint32_t>((cell - gc::kHeaderSize) / sizeof(Value)) - first_slot;
  flags |= type >= HeapType::kFirstExotic ? Shape::kIsExotic : 0;
  TransitionKey key = RootKey(type, first_slot, in_object_slots, flags, elements,
                              WithElementsIn(ExtensionKind::kNone, elements != ElementsKind::kNone),
                              type == HeapType::kJSArray ? ElementAccess::kArrayOfSmis : typed_array);
  if (Shape* shape = FindChild(owner->derived_roots_, key)) return shape;
  Shape* shape =
      Shape::NewRoot(isolate, type, prototype, first_slot, in_object_slots, flags, elements, typed_array);
  AddChild(owner, owner->derived_roots_, shape);
  return shape;
}

}  // namespace halfword
