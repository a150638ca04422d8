// Typed arrays and the iterators of arrays.
#ifndef HALFWORD_OBJECTS_LIBRARY_INDEXED_COLLECTIONS_H_
#define HALFWORD_OBJECTS_LIBRARY_INDEXED_COLLECTIONS_H_

#include "objects/library/structured_data.h"

namespace halfword {

class Isolate;

class TypedArrayObject : public ArrayBufferView {
 public:
  static constexpr HeapType kType = HeapType::kTypedArrayObject;
  struct View {
    uint8_t* data;  // of element 0
    size_t length;  // elements; 0 also when out of bounds
  };
  uint32_t element_shift() const { return ElementSizeShift(kind_); }
  bool IsOutOfBounds(Isolate&) const;
  // TypedArrayLength; 0 when out of bounds.
  size_t length(Isolate& isolate) const { return view(isolate).length; }
  // Data and length as of now; any call that runs JavaScript makes it stale.
  View view(Isolate& isolate) const;
};

class ArrayIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kArrayIterator;
  ValueField target_;  // object; undefined: exhausted
  ValueField index_;   // number
  ValueField kind_;    // Smi IterationKind
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_INDEXED_COLLECTIONS_H_
