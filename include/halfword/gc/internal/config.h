// The build options that the library and its users must agree on, and the attributes the public headers need.
// HALFWORD_COMPRESS: 1 = 32-bit references, 0 = the full-pointer twin. HALFWORD_ASSERTS: checks and heap
// verifier. HALFWORD_BASE_{THREAD_LOCAL,GLOBAL,FROM_ADDRESS}: where C++ finds the cage base (cage_base.h).
// HALFWORD_SHARED_CAGE: one cage for all heaps of the process (src/gc/shared_cage.h), whose base is global.
// HALFWORD_CAGE_SHIFT: a cage is 2 GiB shifted by that, and so are references (encoding.h).
#ifndef HALFWORD_GC_INTERNAL_CONFIG_H_
#define HALFWORD_GC_INTERNAL_CONFIG_H_

#if __has_include("halfword/gc/internal/build.h")
#include "halfword/gc/internal/build.h"  // an installed library's
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>

#ifndef HALFWORD_COMPRESS
#define HALFWORD_COMPRESS 1
#endif
#ifndef HALFWORD_ASSERTS
#define HALFWORD_ASSERTS 0
#endif
#ifndef HALFWORD_GC_KEEP_LOCATIONS
#define HALFWORD_GC_KEEP_LOCATIONS 0  // 1: persistents know where they were made
#endif
#if !HALFWORD_BASE_THREAD_LOCAL && !HALFWORD_BASE_GLOBAL && !HALFWORD_BASE_FROM_ADDRESS
#define HALFWORD_BASE_THREAD_LOCAL 1
#endif

#ifndef HALFWORD_SHARED_CAGE
#define HALFWORD_SHARED_CAGE 0
#endif
#if HALFWORD_SHARED_CAGE && !HALFWORD_BASE_GLOBAL
#error "a shared cage has a global base"
#endif
#ifndef HALFWORD_CAGE_SHIFT
#define HALFWORD_CAGE_SHIFT 1
#endif

#define HALFWORD_INLINE __attribute__((always_inline)) inline
#define HALFWORD_NOINLINE __attribute__((noinline))
#define HALFWORD_EXPORT __attribute__((visibility("default")))
#define HALFWORD_LIKELY(x) __builtin_expect(!!(x), 1)
#define HALFWORD_UNLIKELY(x) __builtin_expect(!!(x), 0)
#if defined(__clang__)
#define HALFWORD_PRESERVE_MOST __attribute__((preserve_most))
#define HALFWORD_TRIVIAL_ABI [[clang::trivial_abi]]
#else
#define HALFWORD_PRESERVE_MOST
#define HALFWORD_TRIVIAL_ABI
#endif

namespace halfword::gc::internal {

// Prints the sentence and ends the process: the program broke a rule of the library.
[[noreturn]] HALFWORD_EXPORT __attribute__((noinline, cold)) void Fatal(const char* sentence,
                                                                        const char* file, int line);

// The same: the thread has used references outside of Heap::Enter.
[[noreturn]] HALFWORD_EXPORT __attribute__((noinline, cold)) void NotEntered();

}  // namespace halfword::gc::internal

#define HALFWORD_GC_CHECK(condition) \
  (HALFWORD_LIKELY(condition) ? (void)0 : ::halfword::gc::internal::Fatal(#condition, __FILE__, __LINE__))
#if HALFWORD_ASSERTS
#define HALFWORD_GC_DCHECK(condition) HALFWORD_GC_CHECK(condition)
#else
#define HALFWORD_GC_DCHECK(condition) ((void)sizeof(!(condition)))
#endif

#endif  // HALFWORD_GC_INTERNAL_CONFIG_H_
