// What suspends and goes on: generators and async functions.
#ifndef HALFWORD_OBJECTS_LIBRARY_GENERATORS_H_
#define HALFWORD_OBJECTS_LIBRARY_GENERATORS_H_

#include "objects/shapes/js_object.h"

namespace halfword {

class Isolate;

// A frame that left the JavaScript stack at a yield or await (bytecode/frame.h).
class SuspendedFrame : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kSuspendedFrame;
  void Trace(gc::Visitor&);
  ValueField* registers() { return reinterpret_cast<ValueField*>(this + 1); }  // fp[0] …
  ValueField* extra_arguments() { return registers() + register_count_; }      // as kept before the header
  ValueField code_;
  ValueField function_;
  ValueField environment_;
  ValueField feedback_;
  ValueField new_target_;
  uint32_t pc_;  // bytecode offset to go on at
  uint32_t register_count_;
  uint32_t argument_count_;   // actual arguments
  uint32_t extra_count_;      // arguments kept apart (Code::kNeedsArguments)
  uint32_t resume_register_;  // register that receives the resumption mode, 0: none
  uint32_t suspension_;       // SuspensionKind (runtime/control_abstraction/generators.h)
};

SuspendedFrame* NewSuspendedFrame(Isolate&, uint32_t register_count, uint32_t extra_count);

enum class GeneratorState : int32_t {
  kSuspendedStart,
  kSuspendedYield,
  kExecuting,
  kCompleted,
  kDrainingQueue,  // async generators
};

class GeneratorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kGeneratorObject;
  GeneratorState state() const { return static_cast<GeneratorState>(state_.get().AsSmi()); }
  Field<SuspendedFrame> frame_;  // null while running and when completed
  ValueField state_;             // Smi
  // Isolate::async_context_ of the body, at first of where the generator was made; while the body runs,
  // of who resumed it.
  ValueField context_;
};

class AsyncGeneratorRequest : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kAsyncGeneratorRequest;
  ValueField completion_;  // Smi: 0 next, 1 throw, 2 return
  ValueField value_;
  ValueField capability_;
  ValueField next_;  // AsyncGeneratorRequest or Smi 0
};

class AsyncGeneratorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncGeneratorObject;
  GeneratorState state() const { return static_cast<GeneratorState>(state_.get().AsSmi()); }
  Field<SuspendedFrame> frame_;
  ValueField state_;
  ValueField queue_;  // first AsyncGeneratorRequest or Smi 0
  ValueField queue_tail_;
  ValueField context_;  // as of GeneratorObject
};

class AsyncFunctionState : public JSObject {  // never visible to a program
 public:
  static constexpr HeapType kType = HeapType::kAsyncFunctionState;
  Field<SuspendedFrame> frame_;
  ValueField promise_;  // PromiseObject
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_GENERATORS_H_
