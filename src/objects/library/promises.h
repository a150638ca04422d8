// Promises and jobs.
#ifndef HALFWORD_OBJECTS_LIBRARY_PROMISES_H_
#define HALFWORD_OBJECTS_LIBRARY_PROMISES_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class Isolate;

enum class PromiseState : int32_t { kPending, kFulfilled, kRejected };

class PromiseObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kPromiseObject;
  PromiseState state() const { return static_cast<PromiseState>(state_.get().AsSmi()); }
  ValueField state_;  // Smi
  ValueField result_;
  ValueField reactions_;   // while pending: Jobs, newest first, or Smi 0
  ValueField is_handled_;  // boolean
};

class PromiseCapabilityRecord : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kPromiseCapabilityRecord;
  ValueField promise_;
  ValueField resolve_;
  ValueField reject_;
};

// A job (https://tc39.es/ecma262/#sec-jobs) in the queue; or the two PromiseReaction records that one `then`
// makes, which become the job of one of them when the promise settles, as
// runtime/control_abstraction/promises.cc says.
class Job : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kJob;
  // data_ of reactions. The capability is a PromiseCapabilityRecord, a PromiseObject (its native resolving
  // functions), or undefined; a handler is callable, undefined, an engine record that awaits, or the token of
  // WatchPromise as a BigInt.
  enum Reaction { kCapability, kOnFulfilled, kOnRejected, kArgument };
  ValueField kind_;  // Smi
  ValueField data_[4];
  ValueField next_;     // Job or Smi 0
  ValueField context_;  // Isolate::async_context_ of where it was made, for where it runs
};

// What the function knows that a combinator of promises gives one of them: data_[0] of the NativeFunction is
// a ValueArray with these slots.
struct PromiseElement {
  enum Slot { kShared, kIndex, kIsCalled, kSlots };
  // Of the ValueArray that all functions of one call share.
  enum SharedSlot { kValues, kRemaining, kCapability, kKeys /* an array, or undefined */, kSharedSlots };
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_PROMISES_H_
