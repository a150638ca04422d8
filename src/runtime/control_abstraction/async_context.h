// The word that asynchronous code carries (Isolate::async_context_), for hosts: hw_async_context.
//
// A promise reaction, an await, and every other job has the word of where it was made, and runs with it.
// A generator has a word of its own, at first that of where it was made; while its body runs, the isolate has
// that, and the generator has the word of who resumed it. The word of a call that waits for its host is in
// suspended_context_ till then.
#ifndef HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ASYNC_CONTEXT_H_
#define HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ASYNC_CONTEXT_H_

#include <utility>

#include "objects/isolate.h"

namespace halfword {

// Gives the isolate its word back at the end.
class AsyncContextScope {
 public:
  explicit AsyncContextScope(Isolate& isolate) : isolate_(isolate), outer_(isolate.async_context_) {}
  ~AsyncContextScope() { isolate_.async_context_.Init(outer_); }
  AsyncContextScope(const AsyncContextScope&) = delete;

 private:
  Isolate& isolate_;
  Value outer_;
};

// Between a generator and who resumes it: when the body begins to run, and when it has stopped.
template <class Generator>
HW_INLINE void SwapAsyncContext(Isolate& isolate, Generator* generator) {
  Value own = generator->context_, others = isolate.async_context_;
  if (HW_LIKELY(own == others)) return;
  generator->context_.Set(generator, others);
  isolate.async_context_.Init(own);
}

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CONTROL_ABSTRACTION_ASYNC_CONTEXT_H_
