// Suspension at a call of the host: the native stack is unwound, the JavaScript stack stays as it is and
// waits for the result of the call. Meanwhile it may be written to an image and resumed in any clone.
//
//   JavaScript frame | native frame: the host's function      Suspend(): termination_ = kSuspended, every
//                                                             completion up to the host is a throw
//   JavaScript frame | native frame                           LeaveSuspended(): at the host
//   JavaScript frame goes on                                  ResumeSuspended()
//
// Where C++ code made a call in between (an entry frame shows that), its Continuation says how to do without
// it: for scripts, functions and modules that the host runs, jobs, generators, eval, bound functions, and
// for-of over generators. Other C++ code, such as Array.prototype.map or an accessor's caller, can't be left.
//
// While it waits, frame_ is the native frame and suspended_frame_ the same; the collector finds
// the stack as ever.
#ifndef HALFWORD_RUNTIME_EVALUATION_SUSPENSION_H_
#define HALFWORD_RUNTIME_EVALUATION_SUSPENSION_H_

#include <string>

#include "runtime/functions/native.h"

namespace halfword {

// Whether the running native may suspend. Else *why completes the sentence "… can't be suspended here: ".
bool CanSuspend(Isolate&, std::string* why);
// In a native, as its last act. REQUIRES: CanSuspend.
Throwing Suspend(Isolate&);
// The host has control. REQUIRES: IsSuspending().
void LeaveSuspended(Isolate&);
// Goes on as if the native had returned `value`, or thrown it. It may suspend again. *was_job is set if the
// suspended call was a job of RunJobs; the other jobs then still wait. REQUIRES: suspended_frame_ != 0.
Completion<Value> ResumeSuspended(Isolate&, Value value, bool throws, bool* was_job);
// Lets a guest be used that a deadline, an interrupt, or the end of fuel that there is again has ended: what
// it did then is over, its objects stay. False if it was not ended, or otherwise. REQUIRES: nothing of the
// guest runs.
bool ReviveTerminated(Isolate&);
// The call that waits. REQUIRES: suspended_frame_ != 0.
Arguments SuspendedCall(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EVALUATION_SUSPENSION_H_
