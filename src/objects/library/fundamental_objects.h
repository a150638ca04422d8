// Errors, wrappers of primitives, and arguments objects.
#ifndef HALFWORD_OBJECTS_LIBRARY_FUNDAMENTAL_OBJECTS_H_
#define HALFWORD_OBJECTS_LIBRARY_FUNDAMENTAL_OBJECTS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class ErrorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kErrorObject;
  // What the virtual own property "stack" has, or, with proposals, the accessor of Error.prototype: a text or
  // undefined; with proposals also what Error.prepareStackTrace makes it from (StackSlot).
  ValueField stack_;
  // The frames of a text that nobody has asked for yet, else undefined. "Name: message" comes before them
  // then (ErrorStack in runtime/operations/stack_trace.h): constructors set the name after super().
  ValueField frames_;
};

class CallSiteObject : public JSObject {  // a frame, as Error.prepareStackTrace is given it
 public:
  static constexpr HeapType kType = HeapType::kCallSiteObject;
  enum Flags : int32_t { kConstruct = 1, kHidesFunction = 2 /* strict code, and all that called it */ };
  static constexpr int32_t kAsyncShift = 2;  // behind the flags: TraceFrame::Async
  bool Has(Flags f) const { return frame_flags_.get().AsSmi() & f; }
  ValueField function_;
  ValueField receiver_;
  // Smi: offset in the script, or which of its promises a combinator waits for; undefined: a native function
  ValueField position_;
  ValueField frame_flags_;  // Smi
};

class PrimitiveWrapper : public JSObject {  // Number, Boolean, Symbol, BigInt objects
 public:
  static constexpr HeapType kType = HeapType::kPrimitiveWrapper;
  ValueField value_;
};

class ArgumentsObject : public JSObject {  // "length", "callee", @@iterator are in-object slots 0, 1, 2
 public:
  static constexpr HeapType kType = HeapType::kArgumentsObject;
  ValueField environment_;  // mapped: the Environment that holds the parameters; else Smi 0
  ValueField mapped_;  // ValueArray: for each mapped index the Smi slot in it, or the hole where unmapped;
                       // else Smi 0
  ValueField mapped_count_;  // Smi
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_FUNDAMENTAL_OBJECTS_H_
