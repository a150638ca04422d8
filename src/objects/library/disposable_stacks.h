// Stacks of resources.
#ifndef HALFWORD_OBJECTS_LIBRARY_DISPOSABLE_STACKS_H_
#define HALFWORD_OBJECTS_LIBRARY_DISPOSABLE_STACKS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class DisposableStackObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kDisposableStackObject;
  bool IsDisposed() const { return is_disposed_.get().IsTrue(); }
  ValueField resources_;  // a resource list (runtime/control_abstraction/resources.h)
  ValueField is_disposed_;
};

class AsyncDisposableStackObject : public DisposableStackObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncDisposableStackObject;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_DISPOSABLE_STACKS_H_
