// What processors are told of machine code that was written at run time.
#ifndef HALFWORD_PLATFORM_INSTRUCTIONS_H_
#define HALFWORD_PLATFORM_INSTRUCTIONS_H_

#include <cstddef>

namespace halfword::platform {

// Machine code was written to the range, which may be executed, by this or another mapping. All threads that
// enter it from now on execute what was written. Threads: any.
void SynchronizeInstructions(const void* code, size_t size);

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_INSTRUCTIONS_H_
