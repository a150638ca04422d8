// Generators, async functions and async generators: suspension and resumption.
//
// A resumable frame lives on the JavaScript stack only while it runs. Suspending copies its registers, from
// this up to the frame size, to a SuspendedFrame in the heap; resuming copies them back above the running
// frame and goes on after the suspending instruction (NativeState::interpreter.resume).
//
// The opcodes call: InitialYield → MakeGenerator; Yield/YieldResult/Await/AsyncGeneratorYield → the
// interpreter saves the frame and returns to the code that resumed it, which looks at the suspension
// kind in the SuspendedFrame.
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_GENERATORS_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_GENERATORS_H_

#include "objects/functions/function.h"
#include "objects/library/generators.h"
#include "runtime/functions/native.h"
#include "runtime/operations/call.h"

namespace halfword {

enum class SuspensionKind : uint8_t {
  kNone,
  kInitial,
  kYield,
  kYieldResult,
  kAwait,
  kAsyncGeneratorYield,
  kReturned
};
enum class ResumeMode : uint8_t { kNext, kThrow, kReturn };

// https://tc39.es/ecma262/#sec-generatorresume and -generatorresumeabrupt; `generator` unchecked (TypeError
// if it is none).
Completion<Value> GeneratorResume(Isolate&, Value generator, Value value, ResumeMode mode,
                                  const char* method);
// What its next method gives, without an object for it (IteratorSteps).
Completion<Value> StepGenerator(Isolate&, JSObject* generator, Value next_method, const Continuation& then);
// The generator object for a frame that reached InitialYield: GeneratorObject or AsyncGeneratorObject by the
// function's kind.
Completion<JSObject*> MakeGenerator(Isolate&, JSFunction* function, SuspendedFrame* frame);
// %AsyncGeneratorPrototype%.next/throw/return: enqueues a request; returns the promise.
Completion<Value> AsyncGeneratorEnqueue(Isolate&, Value generator, Value value, ResumeMode mode);
// Async functions: what Await does in a state, and the continuation run by the job.
Completion<void> AsyncFunctionAwait(Isolate&, AsyncFunctionState*, Value value);
void ResumeAwaiter(Isolate&, Value awaiter, Value value, ResumeMode mode);

// The rest of GeneratorResume, and of running the body of an async generator, once the frame has returned
// `result` (the exception immediate: it threw) to the code that resumed it.
Completion<Value> FinishGeneratorResume(Isolate&, GeneratorObject*, Value result);
Completion<Value> FinishGeneratorStep(Isolate&, GeneratorObject*, Value result);
void FinishAsyncGeneratorStep(Isolate&, AsyncGeneratorObject*, Value result, const Continuation&);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_GENERATORS_H_
