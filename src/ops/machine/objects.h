// Elements and properties of objects, dictionaries and arrays, without calls.
#ifndef HALFWORD_OPS_MACHINE_OBJECTS_H_
#define HALFWORD_OPS_MACHINE_OBJECTS_H_

#include <type_traits>

#include "objects/isolate.h"
#include "objects/shapes/property_index.h"
#include "ops/machine/memory.h"
#include "runtime/functions/native.h"

namespace halfword::ops {

// CAPACITY of elements without a call: of large ones it is zero.
template <class E>
HW_INLINE uint32_t SmallCapacity(E* elements) {
  size_t cell = gc::TypedHeaderCellSize(gc::HeaderOf(elements));
  constexpr size_t kElement = std::is_same_v<E, DoubleElements> ? sizeof(double) : sizeof(Value);
  return cell == 0 ? 0 : static_cast<uint32_t>((cell - gc::kHeaderSize) / kElement);
}
HW_INLINE ValueField* OverflowSlots(uintptr_t base, Value object, Value::Bits header) {
  Value extension = Pointer<JSObject>(base, object)->extension_.get();
  if (HW_UNLIKELY(ShapeFromHeader(base, header)->extension_kind_ == ExtensionKind::kBoth)) {
    extension = Pointer<ExtensionPair>(base, extension)->properties_.get();
  }
  return Pointer<PropertyArray>(base, extension)->slots();
}
HW_INLINE Value SlotOf(uintptr_t base, Value object, uint32_t slot) {
  Value::Bits header = HeaderOf(base, object);
  const Shape* shape = ShapeFromHeader(base, header);
  if (slot >= shape->in_object_slots())
    return OverflowSlots(base, object, header)[slot - shape->in_object_slots()].get();
  return WordAt(Pointer<JSObject>(base, object), shape->first_slot_offset() + slot * sizeof(Value));
}
// The word of a data property of a dictionary, whose place no cache remembers, and what it is a word of.
// Names there are interned, and none is an index. Null: it is none, or there is more to it. REQUIRES:
// `object` is an object.
struct DictionaryPlace {
  Value* word;
  void* owner;
};
HW_INLINE DictionaryPlace FindInDictionary(uintptr_t base, Value object, Value key, bool to_store) {
  constexpr DictionaryPlace kNone = {nullptr, nullptr};
  Value::Bits header = HeaderOf(base, object);
  const Shape* shape = ShapeFromHeader(base, header);
  // Stores to prototypes and functions are noticed.
  int flags =
      Shape::kIsDictionary | Shape::kIsExotic | (to_store ? Shape::kIsPrototype | Shape::kIsCallable : 0);
  if ((shape->flags_ & flags) != Shape::kIsDictionary || !key.IsString()) return kNone;
  const String* name = Pointer<String>(base, key);
  if (name->typed_type() == HeapType::kThinString) {
    key = Value::FromBits(static_cast<const ThinString*>(name)->actual_.bits());
    name = Pointer<String>(base, key);
  }
  if (!name->IsInterned() || shape->table_.bits() == 0) return kNone;
  auto* table = static_cast<const PropertyTable*>(Decompress(base, shape->table_.bits(), kOtherTag));
  if (table->salt_ != 0) return kNone;
  int32_t found =
      property_index::Find(table, key, shape->property_count_, property_index::HashBits(key.bits()));
  if (found < 0) return kNone;
  const PropertyTable::Entry& entry = table->entry(static_cast<uint32_t>(found));
  uint32_t writable = to_store ? kWritable : 0;
  if ((entry.attributes & (kAccessor | kCell | kVirtual | writable)) != writable) return kNone;
  uint32_t slot = entry.slot;
  if (slot < shape->in_object_slots()) {
    auto* owner = Pointer<JSObject>(base, object);
    return {reinterpret_cast<Value*>(owner->InObjectSlot(slot)), owner};
  }
  ValueField* slots = OverflowSlots(base, object, header);
  return {reinterpret_cast<Value*>(slots) + (slot - shape->in_object_slots()), slots};
}
HW_INLINE bool HasType(const Shape* shape, HeapType type) {
  return shape->layout_.type_index == static_cast<uint16_t>(type);
}
// REQUIRES: `object` is one.
HW_INLINE bool IsObjectOfType(uintptr_t base, Value object, HeapType type) {
  return HasType(ShapeFromHeader(base, HeaderOf(base, object)), type);
}
// Whether the call at `next` is one of Function.prototype.apply for a function of bytecode.
HW_INLINE bool AppliesFunction(uintptr_t base, const Value* next) {
  Value apply = next[frame::kFunction], target = next[frame::kThis];
  return HW_LIKELY(apply.IsObject()) && HW_LIKELY(target.IsObject()) &&
         HW_LIKELY(IsObjectOfType(base, apply, HeapType::kNativeFunction)) &&
         HW_LIKELY(Pointer<NativeFunction>(base, apply)->flags_ & kNativeIsApply) &&
         HW_LIKELY(IsObjectOfType(base, target, HeapType::kJSFunction));
}
// How many of its arguments the function has from index `from` on.
HW_INLINE uint32_t RestCount(const Value* fp, uint32_t from) {
  uint32_t count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  return count > from ? count - from : 0;
}
// Of objects with ElementAccess::kObjectWithValues; how many may be there: none of large ones but arrays.
HW_INLINE Value ElementsOfObject(uintptr_t base, Value object, const Shape* shape) {
  Value elements = Pointer<JSObject>(base, object)->extension_.get();
  if (HW_UNLIKELY(shape->extension_kind_ == ExtensionKind::kBoth))
    elements = Pointer<ExtensionPair>(base, elements)->elements_.get();
  return elements;
}
HW_INLINE uint32_t LimitOfObject(uintptr_t base, Value object, const Shape* shape, Value elements) {
  if (HasType(shape, HeapType::kJSArray))
    return static_cast<uint32_t>(DecodeSmi(Pointer<JSArray>(base, object)->length_.get().bits()));
  ValueElements* values = Pointer<ValueElements>(base, elements);
  return gc::SmallCellSizeOf(base, values) != 0 ? values->capacity() : 0;
}
// An array of Values that may hold `value` without changing kind.
HW_INLINE bool TakesElement(ElementAccess access, Value value) {
  static_assert(static_cast<int>(ElementAccess::kArrayOfValues) == 0 &&
                static_cast<int>(ElementAccess::kArrayOfSmis) == 1);
  return static_cast<Value::Bits>(access) <= (~value.bits() & 1);
}
HW_INLINE bool HasPristinePrototype(uintptr_t base, const Isolate& isolate, const Shape* array) {
  Realm* realm = static_cast<Realm*>(Decompress(base, isolate.realm_.bits(), kOtherTag));
  return array->prototype_.get() == realm->intrinsics_[static_cast<int>(Intrinsic::kArrayPrototype)].get();
}
// An array that grows where a store follows its last element, and where a hole may be filled without a look
// at the prototypes: it is extensible, its length is writable, and no prototype has elements.
HW_INLINE bool IsAppendable(uintptr_t base, const Isolate& isolate, const Shape* array) {
  return isolate.no_indexed_prototypes_ &&
         !(array->flags_ & (Shape::kNotExtensible | Shape::kLengthNotWritable | Shape::kIsUnique)) &&
         HasPristinePrototype(base, isolate, array);
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_OBJECTS_H_
