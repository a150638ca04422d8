// Iterators that stand before others, and loops over keys.
#ifndef HALFWORD_OBJECTS_LIBRARY_ITERATORS_H_
#define HALFWORD_OBJECTS_LIBRARY_ITERATORS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

enum class IterationKind : int32_t { kKeys, kValues, kEntries };

class IteratorHelper : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kIteratorHelper;
  ValueField kind_;  // Smi: map, filter, take …
  ValueField underlying_;
  ValueField next_;
  ValueField function_;
  ValueField counter_;
  ValueField remaining_;
  ValueField inner_;
  ValueField inner_next_;
  ValueField state_;  // Smi GeneratorState
  ValueField data_[2];
};

class WrapForValidIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kWrapForValidIterator;
  ValueField iterator_;
  ValueField next_;
};

class AsyncFromSyncIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncFromSyncIterator;
  ValueField iterator_;
  ValueField next_;
  ValueField done_;
};

// The state of one for-in loop (opcode ForInPrepare).
class ForInState : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kForInState;
  void Trace(gc::Visitor&);
  ValueField object_;  // receiver; undefined: nothing to enumerate
  ValueField shape_;   // the receiver's Shape, with which all keys are known to be present; Smi 0: none is
  // A ValueArray of strings. Or the shape's PropertyTable: the keys are its first entries.
  ValueField keys_;
  uint32_t index_;
  uint32_t count_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_ITERATORS_H_
