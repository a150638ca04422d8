// The way out when code can't get memory that it can't go on without. The C++ library takes it when operator
// new fails, and the engine's own last resort does the same.
//
//   bool finished = platform::CatchExhaustion([] { … platform::ThrowExhaustion(); … });
//
// On the way only destructors run. They run in all code except the interpreter's handlers, whose frames
// own nothing. So this is an end, and not an error to recover from: the code that catches it gives up what
// was being worked on.
#ifndef HALFWORD_PLATFORM_EXHAUSTION_H_
#define HALFWORD_PLATFORM_EXHAUSTION_H_

#include <string>
#include <type_traits>

namespace halfword::platform {

// REQUIRES: a CatchExhaustion of this thread is in progress; without one the process ends.
[[noreturn]] void ThrowExhaustion();

// False: memory ran out in `body`, which was left.
bool CatchExhaustion(void (*body)(void*), void* data);
template <class F>
bool CatchExhaustion(F&& body) {
  return CatchExhaustion([](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); },
                         const_cast<void*>(static_cast<const void*>(&body)));
}

// For calls of the program's own code, whose C++ exceptions must not go through the library's frames: false,
// and what() of the one that stops here. Only the exception that says that memory is exhausted passes.
bool CatchForeign(void (*body)(void*), void* data, std::string* what);
template <class F>
bool CatchForeign(F&& body, std::string* what) {
  return CatchForeign([](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); },
                      const_cast<void*>(static_cast<const void*>(&body)), what);
}

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_EXHAUSTION_H_
