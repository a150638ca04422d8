// What Atomics asks of a host with an event loop: promises of Atomics.waitAsync are notified and time out.
#ifndef HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_
#define HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_

#include <cstdint>

namespace halfword {

class Isolate;

// When the next of this isolate's asynchronous waiters times out (platform::MonotonicNanoseconds), or 0
// where one was notified by another isolate; ~0: none will.
uint64_t NextWaiterTimeout(Isolate&);
// Fulfils the promises of waiters that other isolates have notified, with "ok", and of those whose time
// has come, with "timed-out". True: there were some, and the host runs the jobs then.
bool ExpireWaiters(Isolate&);
// True if a waiter's memory is another isolate's too: it may be notified although nothing happens here. Or it
// has been, by one that is gone.
bool OthersMayNotify(Isolate&);
// Sleeps until one is notified, at most so long.
void AwaitNotification(Isolate&, uint64_t nanoseconds);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_STRUCTURED_DATA_ATOMICS_H_
