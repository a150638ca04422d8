// What Atomics asks of a host with an event loop: promises of Atomics.waitAsync time out.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_

#include "objects/all.h"

namespace halfword {

// When the next of this isolate's asynchronous waiters times out
// (platform::MonotonicNanoseconds); ~0: none will.
uint64_t NextWaiterTimeout(Isolate&);
// Fulfils the promises of the waiters whose time has come with "timed-out"; the host runs the jobs then.
void ExpireWaiters(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_
