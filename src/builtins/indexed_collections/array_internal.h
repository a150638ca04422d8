// Shared by the files that make up the Array builtins: elements of array-likes by their indices, and methods
// that have a file apart from the table.
#ifndef HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_INTERNAL_H_
#define HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_INTERNAL_H_

#include "objects/isolate.h"
#include "runtime/functions/native.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

// The largest length of an array-like.
inline constexpr double kMaxSafeLength = 9007199254740991.0;

inline Completion<Value> GetIndex(Isolate& isolate, JSObject* object, double index) {
  if (object->object_type() == HeapType::kJSArray && index < object->FastElementsLimit()) {
    Value v = object->GetElement(isolate, static_cast<uint32_t>(index));
    if (!v.IsHole()) return v;
  }
  return Get(isolate, object, KeyFromNumber(isolate, index));
}
inline Completion<void> SetIndex(Isolate& isolate, JSObject* object, double index, Value value) {
  return Set(isolate, object, KeyFromNumber(isolate, index), value, true);
}
inline Completion<void> SetLength(Isolate& isolate, JSObject* object, double length) {
  // FAST: an array that has it already.
  if (object->object_type() == HeapType::kJSArray && static_cast<JSArray*>(object)->length() == length &&
      !object->shape()->Has(Shape::kLengthNotWritable))
    return {};
  return Set(isolate, object, isolate.key(Name::length), NumberValue(isolate, length), true);
}
inline Completion<bool> HasIndex(Isolate& isolate, JSObject* object, double index) {
  if (object->object_type() == HeapType::kJSArray && index < object->FastElementsLimit() &&
      !object->GetElement(isolate, static_cast<uint32_t>(index)).IsHole())
    return true;
  return HasProperty(isolate, object, KeyFromNumber(isolate, index));
}
// Get, or the hole where there is no such property.
HW_INLINE Completion<Value> GetIndexIfPresent(Isolate& isolate, JSObject* object, double index) {
  if (HW_LIKELY(object->object_type() == HeapType::kJSArray && index < UINT32_MAX)) {  // FAST
    Value v = object->GetElement(isolate, static_cast<uint32_t>(index));
    if (HW_LIKELY(!v.IsHole())) return v;
  }
  return GetIfPresent(isolate, object, index);
}
inline Completion<void> DeleteIndex(Isolate& isolate, JSObject* object, double index) {
  return DeletePropertyOrThrow(isolate, object, KeyFromNumber(isolate, index));
}
inline Completion<void> CreateIndex(Isolate& isolate, JSObject* object, double index, Value value) {
  if (object->object_type() == HeapType::kJSArray && static_cast<JSArray*>(object)->length() == index &&
      IsFastArray(isolate, object) && static_cast<JSArray*>(object)->Push(isolate, value))
    return {};
  return CreateDataPropertyOrThrow(isolate, object, KeyFromNumber(isolate, index), value);
}

// array_text.cc. Join is toLocaleString too, by its row's magic number.
Completion<Value> ArrayJoin(Isolate&, Arguments&);
Completion<Value> ArrayToString(Isolate&, Arguments&);
// array_copies.cc
Completion<Value> ArrayToReversed(Isolate&, Arguments&);
Completion<Value> ArrayToSpliced(Isolate&, Arguments&);
Completion<Value> ArrayWith(Isolate&, Arguments&);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_INDEXED_COLLECTIONS_ARRAY_INTERNAL_H_
