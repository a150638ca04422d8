#include "platform/stack.h"

#include <pthread.h>

#include <cstring>

#include "base/asan.h"
#include "base/bits.h"
#include "base/macros.h"

// The C library's: where the main thread's frames begin. Above are arguments and environment, text that a
// conservative scan would take for references.
extern "C" void* __libc_stack_end __attribute__((weak));

namespace halfword::platform {

StackBounds NativeStackBounds() {
  // To ask is slow: the system reads a file for the main thread.
  HW_PROCESS_STATE("Each thread has its own.");
  static thread_local StackBounds bounds{0, 0};

  if (bounds.start != 0) return bounds;
  pthread_attr_t attributes;
  void* low = nullptr;
  size_t size = 0;
  bool known = pthread_getattr_np(pthread_self(), &attributes) == 0;
  if (known) {
    known = pthread_attr_getstack(&attributes, &low, &size) == 0;
    pthread_attr_destroy(&attributes);
  }
  if (!known) {
    // No memory or no file descriptor to find out with. What is below may be nothing at all.
    uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return {here, here};
  }
  uintptr_t end = reinterpret_cast<uintptr_t>(low);
  bounds = {end + size, end};
  if (&__libc_stack_end != nullptr) {
    uintptr_t first_frame = reinterpret_cast<uintptr_t>(__libc_stack_end);
    if (first_frame > bounds.end && first_frame < bounds.start) bounds.start = first_frame & ~uintptr_t{7};
  }
  return bounds;
}

HW_NOINLINE void ClearFramesBelow() {
#if HALFWORD_ASAN
  constexpr size_t kDepth = 64 * KiB;  // frames have red zones
#else
  constexpr size_t kDepth = 8 * KiB;
#endif
  char frames[kDepth];
  std::memset(frames, 0, sizeof frames);
  __asm__ volatile("" : : "r"(frames) : "memory");  // they are not dead
}

HW_NOINLINE void WithSpilledRegisters(StackCallback callback, void* data) {
#if defined(__x86_64__)
  volatile uintptr_t registers[kSpilledRegisters];
  __asm__ volatile(
      "movq %%rbx, 0(%0)\n\tmovq %%rbp, 8(%0)\n\tmovq %%r12, 16(%0)\n\t"
      "movq %%r13, 24(%0)\n\tmovq %%r14, 32(%0)\n\tmovq %%r15, 40(%0)"
      :
      : "r"(registers)
      : "memory");
#elif defined(__aarch64__)
  volatile uintptr_t registers[kSpilledRegisters];
  __asm__ volatile(
      "stp x19, x20, [%0]\n\tstp x21, x22, [%0, #16]\n\tstp x23, x24, [%0, #32]\n\tstp x25, x26, [%0, "
      "#48]\n\t"
      "stp x27, x28, [%0, #64]\n\tstp x29, x30, [%0, #80]\n\tstp d8, d9, [%0, #96]\n\tstp d10, d11, [%0, "
      "#112]\n\t"
      "stp d12, d13, [%0, #128]\n\tstp d14, d15, [%0, #144]"
      :
      : "r"(registers)
      : "memory");
#else
#error "teach WithSpilledRegisters this architecture's callee-saved registers"
#endif
  callback(data, const_cast<const uintptr_t*>(registers));
  __asm__ volatile("" : : "r"(registers) : "memory");  // not a tail call: the array must outlive it
}

}  // namespace halfword::platform
