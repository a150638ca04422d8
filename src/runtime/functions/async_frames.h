// The frames of functions that wait for the job that runs: what V8 writes as "at async f (…)".
//
// The job at the bottom of the JavaScript stack settles a promise. If exactly one reaction waits for that
// promise and tells what it will do, the frame of an await or a combinator of promises is found in it, and
// the promise which that will settle, and so on. All is read from the heap; nothing is kept for it.
#ifndef HALFWORD_RUNTIME_FUNCTIONS_ASYNC_FRAMES_H_
#define HALFWORD_RUNTIME_FUNCTIONS_ASYNC_FRAMES_H_

#include "objects/functions/function.h"
#include "objects/library/promises.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

// On the native stack only.
class AsyncFrames {
 public:
  // `entry`: the entry frame at the bottom of the JavaScript stack, or null.
  explicit AsyncFrames(const Value* entry);
  // The next frame outward. False: there are no more.
  bool Next(TraceFrame*);

 private:
  // From a reaction that `then` made.
  bool Follow(Job* reaction, TraceFrame*);
  bool Await(JSObject* awaiter, TraceFrame*);
  bool Combine(NativeFunction* element_function, TraceFrame*);
  void GoOn(Value capability);

  PromiseObject* promise_ = nullptr;  // whose reactions come next
};

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_ASYNC_FRAMES_H_
