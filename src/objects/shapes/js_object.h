// JavaScript objects. The memory of every object, whose header (the shape) lies just below it:
//
//   word 0             extension: nothing (Smi 0), elements, overflow properties, or an ExtensionPair;
//                      the shape tells which
//   internal fields    of the class; all are tagged words unless the class traces itself
//   in-object slots    shape->in_object_slots() property values, from shape->first_slot_offset()
//
// {x, y} is 16 bytes: shape, extension, x, y.
//
// This layer stores and finds properties. It runs no JavaScript, so it knows no getters, proxies or species.
// The internal methods ([[Get]] and so on) are in runtime/.
#ifndef HALFWORD_OBJECTS_SHAPES_JS_OBJECT_H_
#define HALFWORD_OBJECTS_SHAPES_JS_OBJECT_H_

#include <bit>
#include <vector>

#include "base/bits.h"
#include "objects/memory/external_account.h"
#include "objects/shapes/shape.h"

namespace halfword {

class Realm;

constexpr bool IsFastKind(ElementsKind kind) {
  return kind != ElementsKind::kNone && kind != ElementsKind::kDictionary;
}

// Overflow slots of named properties (slot numbers from in_object_slots up). Capacity from the cell size.
class PropertyArray : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kPropertyArray;
  uint32_t capacity() const { return static_cast<uint32_t>(payload_size() / sizeof(Value)); }
  ValueField* slots() { return reinterpret_cast<ValueField*>(this); }
};

class ExtensionPair : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kExtensionPair;
  ValueField elements_;
  ValueField properties_;
};

// Indexed properties as an array of Values; the hole is "absent". Capacity from the cell size; slots beyond a
// JSArray's length hold the hole.
class ValueElements : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kValueElements;
  uint32_t capacity() const { return static_cast<uint32_t>(payload_size() / sizeof(Value)); }
  ValueField* slots() { return reinterpret_cast<ValueField*>(this); }
};

// An unboxed double, or the hole, a NaN that arithmetic never makes. NaNs are stored as another pattern.
class DoubleElement {
 public:
  static constexpr uint64_t kHoleBits = 0xFFF7FFFF'FFF7FFFFull;
  bool IsHole() const { return bits_ == kHoleBits; }
  void SetHole() { bits_ = kHoleBits; }
  double get() const { return std::bit_cast<double>(bits_); }
  void Set(double v) { bits_ = VisibleBits(v); }

 private:
  uint64_t bits_;
};

class DoubleElements : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kDoubleElements;
  static constexpr uint64_t kHoleBits = DoubleElement::kHoleBits;
  uint32_t capacity() const { return static_cast<uint32_t>(payload_size() / sizeof(double)); }
  double* values() { return reinterpret_cast<double*>(this); }
  DoubleElement& at(uint32_t i) { return reinterpret_cast<DoubleElement*>(this)[i]; }
  bool IsHole(uint32_t i) { return at(i).IsHole(); }
  void SetHole(uint32_t i) { at(i).SetHole(); }
  void Set(uint32_t i, double v) { at(i).Set(v); }
};

// Sparse, huge, or non-default-attribute indexed properties: an open-addressed table index → value and
// attributes. Keys are listed in ascending order by SortedIndices.
class DictionaryElements : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kDictionaryElements;
  void Trace(gc::Visitor&);
  struct Entry {
    void Trace(gc::Visitor*) const;
    ValueField value;  // hole: empty or (with attributes kDeleted) deleted
    uint32_t index;
    uint32_t attributes;
  };
  static constexpr uint32_t kDeleted = 0x100;
  Entry* entries() { return reinterpret_cast<Entry*>(this + 1); }
  Entry* Find(uint32_t index);
  CountedVector<uint32_t> SortedIndices(ExternalAccount&);
  // Calls f(entry) for those of indices [from, to), in no order. Few indices are looked up, for a program may
  // cut an array by one element, again and again. Charges for what is looked at.
  template <class F>
  void ForEachIn(Isolate& isolate, uint32_t from, uint32_t to, F&& f) {
    constexpr uint32_t kEntriesPerLookup = 8;
    if (to - from <= capacity_ / kEntriesPerLookup) {
      ChargeForEntries(isolate, to - from);
      for (uint32_t index = from; index < to; index++) {
        if (Entry* e = Find(index)) f(*e);
      }
      return;
    }
    ChargeForEntries(isolate, capacity_);
    for (uint32_t i = 0; i < capacity_; i++) {
      Entry& e = entries()[i];
      if (!e.value.get().IsHole() && e.index >= from && e.index < to) f(e);
    }
  }

  uint32_t count_;     // live
  uint32_t used_;      // live + deleted
  uint32_t capacity_;  // power of two
  uint32_t salt_;      // of the hashes (hash_salt.h)

 private:
  static void ChargeForEntries(Isolate&, uint32_t count);
};

// Getter and setter of an accessor property: callable objects or undefined.
class AccessorPair : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kAccessorPair;
  ValueField getter_;
  ValueField setter_;
};

// One binding of a global object or of the script scope: what inline caches of globals point to. Value hole:
// deleted, or in its temporal dead zone (a lexical cell).
class PropertyCell : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kPropertyCell;
  enum Flags : int32_t {
    kLexical = 1,
    kReadOnly = 2,  // const, or a non-writable property
    kIsRelied = 4,  // machine code of this epoch takes its value for a constant
    kVaries = 8,    // it was assigned although relied on, or is by an instruction that runs often
  };
  // Instructions leave assignments of such cells to the runtime.
  static constexpr int32_t kAssignedSlowly = kReadOnly | kIsRelied;

  bool Has(Flags flag) const { return (flags_.get().AsSmi() & flag) != 0; }
  void Add(Flags flag) { flags_.Init(Value::Smi(flags_.get().AsSmi() | flag)); }
  // Gives it another value. Who relied on the old one learns by a new epoch, once for each cell.
  void Assign(Isolate&, Value);
  // Whether it has a value that may be taken for a constant: for ever, or if `needs_epoch` becomes true, in
  // this epoch.
  bool Rely(Isolate&, bool* needs_epoch);

  ValueField value_;
  ValueField name_;
  ValueField flags_;  // Smi
};

// Where a property was found in one object, and its present contents.
struct OwnProperty {
  enum Kind : uint8_t { kAbsent, kNamed, kElement, kDictionaryElement, kStringChar };
  Kind kind = kAbsent;
  uint8_t attributes = 0;
  PropertyLocation location{};  // kNamed
  uint32_t index = 0;           // elements
  Value value;                  // data: the value; accessor: the AccessorPair; cells are read through
  bool found() const { return kind != kAbsent; }
  bool IsAccessor() const { return attributes & kAccessor; }
};

class JSObject : public HeapObject {
 public:
  static constexpr Tag kTag = kObjectTag;
  static constexpr HeapType kType = HeapType::kPlainObject;

  Shape* shape() const { return static_cast<Shape*>(Decompress(CageBase(), header_bits(), kOtherTag)); }
  // Stores the header word; the caller has made the object's memory fit `shape`.
  void set_shape(Shape* shape);
  HeapType object_type() const { return shape()->object_type(); }
  Value prototype() const { return shape()->prototype(); }
  bool IsExotic() const { return shape()->Has(Shape::kIsExotic); }
  bool IsCallable() const { return shape()->Has(Shape::kIsCallable); }
  bool IsConstructor() const { return shape()->Has(Shape::kIsConstructor); }

  // ---- Named slots ----
  Value GetSlot(uint32_t slot) const;  // raw: data value, AccessorPair or PropertyCell
  void SetSlot(Isolate&, uint32_t slot, Value value);
  ValueField* InObjectSlot(uint32_t slot) const {
    return reinterpret_cast<ValueField*>(reinterpret_cast<char*>(const_cast<JSObject*>(this)) +
                                         shape()->first_slot_offset()) +
           slot;
  }
  PropertyArray* properties() const;  // null if none

  // ---- Elements ----
  Value elements() const;  // ValueElements, DoubleElements, DictionaryElements, or Smi 0
  ElementsKind elements_kind() const { return shape()->elements_kind(); }
  ValueElements* value_elements() const { return elements().As<ValueElements>(); }
  DoubleElements* double_elements() const { return elements().As<DoubleElements>(); }
  DictionaryElements* dictionary_elements() const { return elements().As<DictionaryElements>(); }
  void SetElements(Isolate&, Value elements, ElementsKind kind);  // changes shape (kind, extension) as needed
  // Number of indices that may be present in fast elements: a JSArray's length, else the capacity;
  // dictionary: 0.
  uint32_t FastElementsLimit() const;
  // Fast own element, or the hole; only looks at elements (not at exotic parts). May box a double.
  HW_INLINE Value GetElement(Isolate&, uint32_t index) const;

  // ---- Own properties as stored (OrdinaryGetOwnProperty without exotic objects) ---- Virtual properties of
  // functions are computed; an unmaterialised "prototype" is made here (so this may allocate).
  OwnProperty GetOwn(Isolate&, PropertyKey key);
  // Adds a property known to be absent, or overwrites value and attributes of the present one. No checks of
  // extensibility or attributes; arrays' length grows with their indices. Accessors pass an AccessorPair and
  // kAccessor. Data properties of GlobalObjects, and those with kCell, are put into PropertyCells (unless
  // `value` is one). "length" of an array: `value` is the new length, attributes kWritable or 0.
  void DefineOwn(Isolate&, PropertyKey key, Value value, uint8_t attributes);
  // The same for a property that a lookup has not found, named by a string or symbol and no array's "length";
  // its attributes are kDataDefault.
  void AddOwn(Isolate&, Value name, Value value);
  // Writes the value of a found data property.
  void SetOwnValue(Isolate&, const OwnProperty&, Value value);
  void DeleteOwn(Isolate&, PropertyKey key);  // unconditionally
  void DeleteOwn(Isolate&, PropertyKey key, const OwnProperty& found);
  // Own keys as stored, in OrdinaryOwnPropertyKeys order (indices ascending, strings, symbols), without
  // private names. Appends strings and symbols to `keys` (indices as strings).
  void AppendOwnKeys(Isolate&, class ValueList& keys, bool strings, bool symbols) const;
  // The first of them: the indices of elements.
  void AppendIndices(Isolate&, class ValueList& keys) const;

  // ---- Shape changes ----
  // Takes `shape`, converting the extension word as its kind demands; new overflow storage is
  // grown by the writer.
  void MoveToShape(Isolate&, Shape* shape);
  void SetPrototypeInternal(Isolate&, Value prototype);  // no cycle or extensibility checks
  void PreventExtensionsInternal(Isolate&);
  // Called when the object becomes someone's prototype: gives it a unique shape, once.
  void BecomePrototype(Isolate&);
  // Named properties to dictionary mode (after deletes, or too many).
  void ToDictionary(Isolate&);
  void ElementsToDictionary(Isolate&);

  ValueField extension_;

 private:
  Value GetElementOfAnyKind(Isolate&, uint32_t index) const;
  void DefineNamed(Isolate&, Value name, Value value, uint8_t attributes, PropertyLocation* present);
  void DeleteNamed(Isolate&, Value name, const PropertyLocation&);
};

// Freshly allocated object of a shape: extension Smi 0, slots undefined, internal fields zeroed (Smi 0).
JSObject* NewObject(Isolate&, Shape* shape);
template <class T>
T* NewObjectAs(Isolate& isolate, Shape* shape) {
  DCHECK(shape->object_type() == T::kType);
  return static_cast<T*>(NewObject(isolate, shape));
}
// The root shape for objects of a type with this prototype, from the cache at the prototype (or the isolate
// for null).
Shape* RootShapeFor(Isolate&, HeapType type, Value prototype, uint32_t first_slot = 1,
                    uint32_t in_object_slots = 4, uint16_t flags = 0,
                    ElementAccess typed_array = ElementAccess::kOther);
// Filled with the hole but for the first `filled`, which the caller fills before it allocates. Null over the
// heap limit.
ValueElements* NewValueElements(Isolate&, uint32_t capacity, uint32_t filled = 0);
DoubleElements* NewDoubleElements(Isolate&, uint32_t capacity, uint32_t filled = 0);
AccessorPair* NewAccessorPair(Isolate&, Value getter, Value setter);
PropertyCell* NewPropertyCell(Isolate&, Value name, Value value, int32_t flags);

// Whether elements stay as they are when their array gets shorter: memory is given back where much of it
// would lie idle. What arrays need that are filled and emptied in turn stays.
HW_INLINE bool KeepsCapacity(uint32_t capacity, uint32_t length) {
  return length >= capacity / 4 || capacity <= (length == 0 ? 16 : 64);
}

// Arrays: exotic only in [[DefineOwnProperty]] ("length" is an own property kept in the field,
// not in the table).
class JSArray : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kJSArray;
  static constexpr uint32_t kMaxFastLength = 1u << 27;  // longer or sparser than that: dictionary elements
  static constexpr uint32_t kFirstCapacity = 3;         // of an array that grows
  uint32_t length() const {
    return length_.get().IsSmi() ? static_cast<uint32_t>(length_.get().AsSmi())
                                 : static_cast<uint32_t>(length_.get().AsHeapNumber()->value());
  }
  void set_length_field(Isolate&, uint32_t length);
  // Appends at the end of a fast, extensible array, growing and changing kind as needed. False: over the heap
  // limit or not fast (the caller takes the slow way).
  bool Push(Isolate&, Value value);
  // Room for `count` more elements, of a kind that holds those of `kind` too; the length stays. False:
  // as Push.
  bool MakeRoomFor(Isolate&, uint32_t count, ElementsKind kind);
  // Becomes of a kind that holds the value, too. False: the guest is to end. REQUIRES: fast elements.
  bool Take(Isolate&, Value value);
  // Fast elements for an array in dictionary mode of at most kMaxFastLength that is about to be filled,
  // however few elements it has. False: some have other attributes, or the guest is ended.
  bool MakeDense(Isolate&);
  // Truncates or extends (with holes) elements and length; attributes are not
  // checked. For non-dictionary arrays.
  void SetLengthFast(Isolate&, uint32_t length);
  // Cuts fast elements to the length, in place (SlackList).
  void Trim();

  ValueField length_;  // Smi in every fast array, so that generated code reads it; HeapNumber above Smi range
};

// An %Array% of the realm with holes up to `length`, and one of `values`.
JSArray* NewArray(Isolate&, Realm*, uint32_t length, uint32_t capacity);
JSArray* NewArrayFrom(Isolate&, Realm*, std::span<const Value> values);

// FAST: the elements of most arrays.
HW_INLINE Value JSObject::GetElement(Isolate& isolate, uint32_t index) const {
  if (HW_UNLIKELY(shape()->element_access() > ElementAccess::kArrayOfSmis))
    return GetElementOfAnyKind(isolate, index);
  if (HW_UNLIKELY(index >= static_cast<const JSArray*>(this)->length())) return Value::Hole();
  return extension_.get().As<ValueElements>()->slots()[index];
}

// ---- Questions about Values that read the heap ----
inline bool Value::IsSymbol() const {
  return IsHeapPointer() && (bits_ & 7) == 7 &&
         static_cast<HeapObject*>(AsPointer(kOtherTag))->typed_type() == HeapType::kSymbol;
}
inline bool Value::IsBigInt() const {
  return IsHeapPointer() && (bits_ & 7) == 7 &&
         static_cast<HeapObject*>(AsPointer(kOtherTag))->typed_type() == HeapType::kBigInt;
}
inline bool Value::IsCallable() const { return IsObject() && AsObject()->IsCallable(); }
inline bool Value::IsConstructor() const { return IsObject() && AsObject()->IsConstructor(); }
template <class T>
inline bool Value::Is() const {
  if ((bits_ & 7) != T::kTag || IsImmediate()) return false;
  if constexpr (std::is_same_v<T, JSObject> || std::is_same_v<T, String>) {
    return true;
  } else {
    return static_cast<HeapObject*>(AsPointer(T::kTag))->type() == T::kType;
  }
}

// In-object slots a class of objects starts with: the words before them.
template <class T>
constexpr uint32_t FirstSlotOf() {
  static_assert(sizeof(T) % sizeof(Value) == 0);
  return sizeof(T) / sizeof(Value);
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_JS_OBJECT_H_
