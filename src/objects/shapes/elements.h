// What the elements of an object are made of and how they change: the part of JSObject and JSArray that the
// files of this folder share. js_object.h has what others use.
//
//   elements.cc             fast elements: their kinds, how they grow, when they become a dictionary
//   dictionary_elements.cc  sparse elements, or with attributes: a hash table by index
//   js_array.cc             arrays: elements with a length
#ifndef HALFWORD_OBJECTS_SHAPES_ELEMENTS_H_
#define HALFWORD_OBJECTS_SHAPES_ELEMENTS_H_

#include <algorithm>
#include <cmath>

#include "objects/shapes/js_object.h"

namespace halfword {

// ---- Kinds ----

inline ElementsKind HoleyOf(ElementsKind kind) {
  return IsFastKind(kind) && !IsHoley(kind) ? static_cast<ElementsKind>(static_cast<int>(kind) + 1) : kind;
}

// The fast kind that holds what `kind` holds and `value` too.
inline ElementsKind ElementsKindFor(ElementsKind kind, Value value) {
  bool holey = IsHoley(kind);
  if (value.IsSmi()) return kind;
  if (value.IsHeapNumber()) {
    if (!IsSmiKind(kind)) return kind;
    return holey ? ElementsKind::kHoleyDouble : ElementsKind::kPackedDouble;
  }
  return holey ? ElementsKind::kHoley : ElementsKind::kPacked;
}

// The one that holds what either holds.
inline ElementsKind ElementsKindForBoth(ElementsKind a, ElementsKind b) {
  bool holey = IsHoley(a) || IsHoley(b);
  auto packed = [](ElementsKind kind) { return static_cast<int>(kind) - IsHoley(kind); };
  return static_cast<ElementsKind>(std::max(packed(a), packed(b)) + holey);
}

// Integral doubles become Smis, so that arrays of integers stay arrays of Smis.
inline Value CanonicalElement(Value value) {
  if (!value.IsHeapNumber()) return value;
  double d = value.AsHeapNumber()->value();
  if (d >= Value::kSmiMin && d <= Value::kSmiMax) {
    int32_t i = static_cast<int32_t>(d);
    if (i == d && (i != 0 || !std::signbit(d))) return Value::Smi(i);
  }
  return value;
}

// Changes representation, keeping capacity and content. False: the guest has been ended.
bool ChangeElementsKind(Isolate& isolate, JSObject* object, ElementsKind to);

// ---- Fast elements ----

template <class E>
inline constexpr size_t kSlotSize = sizeof(Value);
template <>
inline constexpr size_t kSlotSize<DoubleElements> = sizeof(double);

inline uint32_t FastCapacityOf(const JSObject* object) {
  Value elements = object->elements();
  if (elements.IsSmi() || !IsFastKind(object->elements_kind())) return 0;
  return IsDoubleKind(object->elements_kind()) ? object->double_elements()->capacity()
                                               : object->value_elements()->capacity();
}

template <class E>
E* ElementsOf(const JSObject* object) {
  Value elements = object->elements();
  return elements.IsSmi() ? nullptr : static_cast<E*>(elements.AsPointer(kOtherTag));
}

// REQUIRES: index below the capacity, the kind fits the value.
inline void StoreFastElement(JSObject* object, uint32_t index, Value value) {
  if (IsDoubleKind(object->elements_kind())) {
    object->double_elements()->Set(index, value.AsNumber());
  } else {
    ValueElements* elements = object->value_elements();
    elements->slots()[index].Set(elements, value);
  }
}

// Cells of 16, 32, 64, 128 bytes for Values, then growth by half, to an odd number, which fills a cell.
inline uint32_t GrownElementsCapacity(uint32_t needed) {
  for (uint32_t capacity = JSArray::kFirstCapacity; capacity <= 31; capacity = capacity * 2 + 1) {
    if (needed <= capacity) return capacity;
  }
  return (needed + needed / 2) | 1;
}

// Fast elements of at least `capacity`, of the present kind. False: the guest has been ended.
bool GrowElements(Isolate& isolate, JSObject* object, uint32_t capacity);
// Nothing but a stale word on a stack refers to `elements` any more: that shall not keep megabytes.
void DiscardElements(HeapObject* elements);
// Holes in [from, to). If the guest is terminated before the end, the rest stays as it is.
void FillHoles(Isolate& isolate, ValueElements* elements, uint32_t from, uint32_t to);
void FillHoles(Isolate& isolate, DoubleElements* elements, uint32_t from, uint32_t to);
// Sets an own index of default attributes in fast elements. False: it must go to a dictionary (which the
// caller makes), unless the guest has been ended.
bool DefineFastElement(Isolate& isolate, JSObject* object, uint32_t index, Value value);
// Elements that are needed did not fit under the heap limit, so the guest is ended. False.
bool EndForLackOfMemory(Isolate& isolate);

// ---- Elements of any kind ----

void DefineElement(Isolate& isolate, JSObject* object, uint32_t index, Value value, uint8_t attributes);
void DeleteElement(Isolate& isolate, JSObject* object, uint32_t index);
// "length" of an array, without questions about attributes.
void SetArrayLength(Isolate& isolate, JSArray* array, uint32_t length);

inline constexpr uint32_t kPollElements = 4096;  // entries of a dictionary between two polls
// Pays for as many. False: termination is pending.
bool PayForElements(Isolate& isolate);
// Whether work on many elements, which has come to the i-th, is to go on; false: termination is pending.
HW_INLINE bool PollElements(Isolate& isolate, uint32_t i) {
  return HW_LIKELY(i % kPollElements != kPollElements - 1) || PayForElements(isolate);
}

// ---- Dictionary elements ----

// REQUIRES: the object has dictionary elements. They may become fast ones.
void DefineInDictionary(Isolate& isolate, JSObject* object, uint32_t index, Value value, uint32_t attributes);
// Goes back to fast elements where at least one in `sparsest` is there. The dictionary is about to grow.
bool DictionaryToFast(Isolate& isolate, JSObject* object, DictionaryElements* dictionary,
                      uint32_t sparsest = 2);

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_SHAPES_ELEMENTS_H_
