// Somebody who looks on where an isolate polls: a profiler, which sees there what runs.
//
//   observer.AddTo(isolate);   // and RemoveFrom before its end
//
// A poll comes at the end of each quantum of fuel, so an isolate without an observer pays one test for some
// thousand calls and back-edges. The functions may neither allocate in the heap nor run JavaScript.
#ifndef HALFWORD_OBJECTS_POLL_OBSERVER_H_
#define HALFWORD_OBJECTS_POLL_OBSERVER_H_

#include "halfword/gc/visitor.h"

namespace halfword {

class FunctionInfo;
class Isolate;

class PollObserver {
 public:
  // A poll of which frames, and Isolate::frame_ and pc_, say where it is.
  virtual void Polled(Isolate&) = 0;
  // The poll that was told of last was at a back-edge of the function, or at a call of it: then its frame is
  // not there yet.
  virtual void FoundRunning(Isolate&, FunctionInfo*) = 0;
  // Whether Polled would look at the frames. Optimized code, whose frames say too little, then leaves them to
  // the baseline tier, whose poll comes at once.
  virtual bool IsDue() = 0;
  // The isolate's roots are traced.
  virtual void Trace(gc::Visitor&) = 0;

  // Each isolate has a list of them.
  void AddTo(Isolate&);
  void RemoveFrom(Isolate&);
  PollObserver* next() const { return next_; }

 protected:
  ~PollObserver() = default;

 private:
  PollObserver* next_ = nullptr;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_POLL_OBSERVER_H_
