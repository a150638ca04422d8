// Shapes (hidden classes). The header word of a JavaScript object is its Shape. The shape tells the collector
// type and the size, the prototype, where named properties lie, and what the extension word is.
//
// Kinds of shapes:
//   shared   A node of a transition tree, and immutable. Adding a property, or changing the elements kind,
//            the prototype, the extensibility or the extension kind moves the object to a child shape. Shapes
//            of one lineage share a PropertyTable; a shape owns its first `property_count` entries.
//   unique   Belongs to one object: a prototype (`is_prototype`), an object in dictionary mode
//            (`is_dictionary`), or a global object. Its table is its own and changes in place. A change that
//            could break a cached lookup (delete, reconfigure) gives the object a fresh unique shape.
//
// Invariant (inline caches): shape S and property epoch E together determine every named lookup on objects of
// shape S, through the prototype chain, unless an object in dictionary mode is on the way. A cache that notes
// the epoch tells the objects on its way, whose shapes are unique (NoteDependent). Adding to, deleting from,
// reconfiguring or re-parenting an object that has been told so increments the isolate's epoch
// (NotifyDependents). So a prototype that nobody has looked through yet can be filled at no cost. Values are
// not part of the invariant, as caches hold locations; but replacing an accessor of such an object increments
// the epoch too, and so does changing a value that machine code relies on (RelyOnSlots).
#ifndef HALFWORD_OBJECTS_SHAPES_SHAPE_H_
#define HALFWORD_OBJECTS_SHAPES_SHAPE_H_

#include "gc/write_barrier.h"
#include "objects/shapes/property_key.h"
#include "objects/values/heap_object.h"

namespace halfword {

class JSObject;
class PropertyTable;
class TransitionTable;

// Attributes as in ECMA-262 property descriptors, and the two storage facts.
enum PropertyAttributes : uint8_t {
  kNone = 0,
  kWritable = 1,
  kEnumerable = 2,
  kConfigurable = 4,
  kAccessor = 8,  // the slot holds an AccessorPair
  kCell = 16,     // the slot holds a PropertyCell (global objects)
  // No slot: computed from the object ("length", "name", unmaterialised "prototype" of functions; "stack" of
  // errors, whose text is made when it is read).
  kVirtual = 32,
  kDataDefault = kWritable | kEnumerable | kConfigurable,
  kMethodDefault = kWritable | kConfigurable,  // builtin functions
};

// Representation of indexed properties. Packed kinds have no holes below the array's length.
enum class ElementsKind : uint8_t {
  kNone,
  kPackedSmi,
  kHoleySmi,
  kPackedDouble,
  kHoleyDouble,
  kPacked,
  kHoley,
  kDictionary
};
constexpr bool IsHoley(ElementsKind k) {
  return static_cast<int>(k) % 2 == 0 && k != ElementsKind::kNone;
}  // true for kHoley*
constexpr bool IsDoubleKind(ElementsKind k) {
  return k == ElementsKind::kPackedDouble || k == ElementsKind::kHoleyDouble;
}
// ValueElements.
constexpr bool IsValueKind(ElementsKind k) {
  return k == ElementsKind::kPackedSmi || k == ElementsKind::kHoleySmi || k == ElementsKind::kPacked ||
         k == ElementsKind::kHoley;
}
constexpr bool IsSmiKind(ElementsKind k) {
  return k == ElementsKind::kPackedSmi || k == ElementsKind::kHoleySmi;
}

// What the extension word of objects of this shape is.
enum class ExtensionKind : uint8_t { kNone, kElements, kProperties, kBoth };

// How the indexed properties of objects of a shape are read and written without asking further: one byte of
// the shape, for keyed instructions. Order is tested.
enum class ElementAccess : uint8_t {
  kArrayOfValues,     // a JSArray whose extension word is ValueElements of any kind but the next
  kArrayOfSmis,       // the same of a Smi kind: takes Smis only
  kArrayOfDoubles,    // a JSArray whose extension word is DoubleElements
  kObjectWithValues,  // any other object that is not exotic, with ValueElements
  kFirstTypedArray,  // and one more for each TypedArrayKind: arrays of fixed length over fixed-length buffers
  kLastTypedArray = kFirstTypedArray + 11,
  kOther,
};

// The epoch stops there, and nothing is remembered for it (Isolate::epoch_to_note).
inline constexpr uint32_t kLastPropertyEpoch = (1u << 30) - 1;
void IncrementPropertyEpoch(Isolate&);

struct PropertyLocation {  // result of a lookup in one shape
  uint32_t entry;          // index into the table
  uint32_t slot;  // slot number: below in_object_slots in the object, else in the overflow PropertyArray
  uint8_t attributes;
};

class Shape : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kShape;
  void Trace(gc::Visitor&);
  enum Flags : uint16_t {
    kIsUnique = 1,
    kIsDictionary = 2,
    kIsPrototype = 4,
    kNotExtensible = 8,
    kIsCallable = 16,
    kIsConstructor = 32,
    kIsExotic = 64,              // has internal methods of its own (runtime/operations/internal_methods.h)
    kIsClassConstructor = 128,   // [[Call]] throws
    kHasReadOnlyElements = 256,  // frozen or sealed elements: always dictionary
    kLengthNotWritable = 512,    // arrays
    kImmutablePrototype = 1024,
    // A well-known symbol or "toJSON", "then" … was ever added below this shape.
    kMayHaveInterestingSymbols = 2048,
    // Unique shapes. What a cache has noted in this epoch, or in an image, rests on the object.
    kHasDependents = 4096,
    // A named property with a string for its key was ever enumerable below this shape.
    kMayHaveEnumerable = 8192,
    // Machine code of this epoch takes values of properties for constants: of the object, or, of a shared
    // shape, of any object that has it.
    kSlotsAreRelied = 16384,
    // One of them changed although it was relied on. Of a shared shape: one was stored to again.
    kSlotsVary = 32768,
  };

  HeapType object_type() const { return static_cast<HeapType>(layout_.type_index); }
  size_t object_size() const { return layout_.size_in_granules * 8; }  // cell bytes, header included
  bool Has(Flags f) const { return flags_ & f; }
  bool is_dictionary() const { return flags_ & kIsDictionary; }
  bool is_unique() const { return flags_ & kIsUnique; }
  bool is_extensible() const { return !(flags_ & kNotExtensible); }
  ElementsKind elements_kind() const { return elements_kind_; }
  ExtensionKind extension_kind() const { return extension_kind_; }
  uint32_t first_slot_offset() const {
    return first_slot_ * sizeof(Value);
  }  // bytes from the object's address
  uint32_t in_object_slots() const { return in_object_slots_; }
  ElementAccess element_access() const { return element_access_; }
  bool IsFixedTypedArray() const {
    return element_access() >= ElementAccess::kFirstTypedArray &&
           element_access() <= ElementAccess::kLastTypedArray;
  }
  // Before a cache notes the epoch, for each object that what it notes rests on. Shared shapes need no word
  // of it: a change of the object would be another shape.
  void NoteDependent() {
    if (is_unique() && !Has(kHasDependents)) flags_ |= kHasDependents;  // images are not written to
  }
  // The object of this shape changes in a way that caches can notice.
  void NotifyDependents(Isolate&);
  // Whether values of properties of an object of this shape may be taken for constants in this epoch, as long
  // as it has the shape: a prototype, or a plain object or function of a shared shape whose like was never
  // stored to again. The first one that changes nonetheless begins a new epoch.
  bool RelyOnSlots(const Isolate&);
  // Before the value of a property of an object of this shape changes, or an object that had this shape gets
  // it again.
  void NotifyOfSlot(Isolate& isolate) {
    if (HW_UNLIKELY(Has(kSlotsAreRelied))) EndReliance(isolate);
  }
  // Before a cache stores to objects of a shared shape, which it does without a word.
  void NoteStored(Isolate&);
  void EndReliance(Isolate&);

  // What element_access() follows from. That of typed arrays is given when the root is made.
  ElementAccess ComputeElementAccess() const;
  Value prototype() const { return prototype_; }  // object or null
  JSObject* prototype_object() const {
    return prototype_.get().IsNull() ? nullptr : prototype_.get().AsObject();
  }
  uint32_t property_count() const { return property_count_; }  // table entries in use, deleted ones included
  PropertyTable* table() const { return table_.get(); }
  // Own named property: linear for few, hashed for many.
  bool Lookup(Value name, PropertyLocation* out) const;

  // Transitions; all may allocate and none throws. The caller moves the object (JSObject::MoveToShape).
  // Unique shapes change in place where no cache can notice, and return themselves. The extension kind
  // follows: properties beyond in_object_slots and elements add what they need.
  Shape* AddProperty(Isolate&, Value name, uint8_t attributes, PropertyLocation* out);
  // The result of AddProperty, if that exists already; else null. A unique shape has none.
  Shape* FindAddition(Value name, uint8_t attributes) const;
  // The result of WithElementsKind for a later kind, if that exists already; else null.
  Shape* FindElementsKind(ElementsKind);
  Shape* WithElementsKind(Isolate&, ElementsKind);
  Shape* WithPrototype(Isolate&, Value prototype);
  Shape* WithFlags(Isolate&, uint16_t flags);  // adds flags
  // The shape with other attributes of table entry `entry`; a kVirtual entry made real gets a slot. *out as
  // in Lookup.
  Shape* Reconfigure(Isolate&, uint32_t entry, uint8_t attributes, PropertyLocation* out);
  // Without table entry `entry`: the parent if it was the last one added, else a unique dictionary shape.
  Shape* RemoveProperty(Isolate&, uint32_t entry);
  // Of a unique shape: a successor whose table has no deleted entries and whose slots are numbered anew in
  // its order.
  Shape* WithCompactTable(Isolate&);
  // A private copy for one object; `extra` adds kIsDictionary or kIsPrototype. Of a unique shape: its
  // successor, which takes over the table.
  Shape* ToUnique(Isolate&, uint16_t extra);

  // A root of a new tree: objects of `type` with `first_slot` words before `in_object_slots` property slots.
  static Shape* NewRoot(Isolate&, HeapType type, Value prototype, uint32_t first_slot,
                        uint32_t in_object_slots, uint16_t flags = 0, ElementsKind = ElementsKind::kNone,
                        ElementAccess typed_array = ElementAccess::kOther);

  gc::ShapeLayout layout_;  // must be first: the collector reads it
  uint8_t first_slot_;
  uint8_t in_object_slots_;
  uint16_t flags_;
  ElementsKind elements_kind_;
  ExtensionKind extension_kind_;
  uint16_t transition_;  // how it came from parent_: TransitionKind | table entry << 4 (kReconfigure)
  uint32_t property_count_;
  uint32_t slot_count_ : 24;  // slots handed out, also in overflow
  ElementAccess element_access_;
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
  ValueField prototype_;
  Field<PropertyTable> table_;
  Field<Shape> parent_;
  ValueField transitions_;    // Smi 0, one child Shape, or a TransitionTable; children are weak
  ValueField derived_roots_;  // of a prototype's unique shape: Smi 0, a Shape or a TransitionTable: shapes
                              // whose prototype is this object, roots and WithPrototype's (null_object_shape_
                              // has those of null)
};

// Entries {name, attributes|slot} in insertion order, then (above 8) an open-addressed index by the name's
// bits, which go through a hash with a secret once names collide on purpose (hash_salt.h), because the places
// of strings can be predicted. Deleted entries hold the hole. Grows by copying; appending past a shape's
// count is how siblings of a lineage share it.
class PropertyTable : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kPropertyTable;
  void Trace(gc::Visitor&);
  struct Entry {
    ValueField name;
    uint32_t slot : 24;
    uint32_t attributes : 8;
#if !HALFWORD_COMPRESS
    uint32_t padding;
#endif
  };
  Entry& entry(uint32_t i) { return entries()[i]; }
  const Entry& entry(uint32_t i) const { return const_cast<PropertyTable*>(this)->entries()[i]; }
  Entry* entries() { return reinterpret_cast<Entry*>(this + 1); }
  // Index of the entry, or -1; entries from `count` on belong to other shapes.
  int32_t Find(Value name, uint32_t count) const;

  uint32_t used_;      // entries in use by any shape of the lineage
  uint32_t capacity_;  // entries; the size of the index follows from it
  uint32_t salt_;      // of the index's hashes; 0: none
  uint32_t deleted_;
};

enum class TransitionKind : uint16_t { kNone, kAdd, kElements, kPrototype, kFlags, kReconfigure };

// The children of one shape: an open-addressed set, with a salt like PropertyTable's. What a child is for is
// read from the child itself.
class TransitionTable : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kTransitionTable;
  void Trace(gc::Visitor&);
  TaggedBits* slots() { return reinterpret_cast<TaggedBits*>(this + 1); }  // 0: empty; hole: died

  uint32_t capacity_;  // power of two
  uint32_t used_;      // live and died
  uint32_t salt_;
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_SHAPE_H_
