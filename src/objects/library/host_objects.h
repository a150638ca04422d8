// Objects of the embedder's.
#ifndef HALFWORD_OBJECTS_LIBRARY_HOST_OBJECTS_H_
#define HALFWORD_OBJECTS_LIBRARY_HOST_OBJECTS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class HostObject : public JSObject {  // an object of the embedder's
 public:
  static constexpr HeapType kType = HeapType::kHostObject;
  ValueField class_;   // Smi: native index of the class's constructor
  ValueField object_;  // the C++ object, as a tagged reference
};

// Data of the host's, and nothing else. Any object may have data too, under a private symbol.
class ExternalObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kExternalObject;
  ValueField cell_;  // the first of its ExternalCells, or Smi 0
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_HOST_OBJECTS_H_
