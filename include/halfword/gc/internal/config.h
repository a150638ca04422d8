// The build options that the library and its users must agree on, and the attributes the public headers need.
// HALFWORD_COMPRESS: 1 = 32-bit references, 0 = the full-pointer twin. HALFWORD_ASSERTS: checks and heap
// verifier. HALFWORD_BASE_{THREAD_LOCAL,GLOBAL,FROM_ADDRESS}: where C++ finds the cage base (cage_base.h).
// HALFWORD_SHARED_CAGE: one cage for all heaps of the process (src/gc/shared_cage.h), whose base is global.
// HALFWORD_GC_SHARED_LIBRARY: the collector is a shared library.
// HALFWORD_CAGE_SHIFT: a cage is 2 GiB shifted by that, and so are references (encoding.h).
// HALFWORD_GC_PRESERVE_MOST: write barriers keep nearly all registers. HALFWORD_GC_TRIVIAL_ABI: members are
// passed in registers.
//
// The library and the program may come from different compilers. What could differ between them, and why it
// does not:
// - calling conventions: both attributes below are the library's, as build.h has recorded them. Any compiler
//   may call functions that preserve most registers, because they only promise more. Only some can make them.
//   So the convention is a part of their names: objects that were compiled against headers of another build
//   don't link. The linker names the function together with the convention that the headers gave it, for
//   example "WriteBarrierSlow[abi:preserve_most]".
// - layout: that of the Itanium C++ ABI. The library has no other attributes that change it, and
//   tests/package/programs/layout.cc compares sizes and offsets between compilers.
// - the cage base: variables with C names, in the initial-exec model that they are declared with.
// - the standard library: build.h refuses another one.
#ifndef HALFWORD_GC_INTERNAL_CONFIG_H_
#define HALFWORD_GC_INTERNAL_CONFIG_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "halfword/gc/internal/build.h"

#ifndef HALFWORD_GC_KEEP_LOCATIONS
#define HALFWORD_GC_KEEP_LOCATIONS 0  // 1: persistents know where they were made
#endif
#if HALFWORD_SHARED_CAGE && !HALFWORD_BASE_GLOBAL
#error "a shared cage has a global base"
#endif

// The program is built with the thread sanitizer.
#if defined(__SANITIZE_THREAD__)
#define HALFWORD_GC_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define HALFWORD_GC_TSAN 1
#endif
#endif
#ifndef HALFWORD_GC_TSAN
#define HALFWORD_GC_TSAN 0
#endif

#define HALFWORD_INLINE __attribute__((always_inline)) inline
#define HALFWORD_NOINLINE __attribute__((noinline))
#define HALFWORD_EXPORT __attribute__((visibility("default")))
#define HALFWORD_LIKELY(x) __builtin_expect(!!(x), 1)
#define HALFWORD_UNLIKELY(x) __builtin_expect(!!(x), 0)

#if !HALFWORD_GC_PRESERVE_MOST
#define HALFWORD_PRESERVE_MOST
#elif __has_attribute(preserve_most)
#define HALFWORD_PRESERVE_MOST __attribute__((preserve_most, abi_tag("preserve_most")))
#else
#define HALFWORD_PRESERVE_MOST __attribute__((abi_tag("preserve_most")))
#endif
#if HALFWORD_GC_TRIVIAL_ABI && __has_cpp_attribute(clang::trivial_abi)
#define HALFWORD_TRIVIAL_ABI [[clang::trivial_abi]]
#else
#define HALFWORD_TRIVIAL_ABI
#endif

// For functions that every program calls: the build is part of their names, so that a program and a library
// of different builds don't link, and the linker says which.
#if HALFWORD_COMPRESS
#define HALFWORD_GC_TAG_REFERENCES "references_32bit"
#else
#define HALFWORD_GC_TAG_REFERENCES "references_64bit"
#endif
#if HALFWORD_CAGE_SHIFT == 0
#define HALFWORD_GC_TAG_CAGE "cage_2GiB"
#elif HALFWORD_CAGE_SHIFT == 1
#define HALFWORD_GC_TAG_CAGE "cage_4GiB"
#else
#define HALFWORD_GC_TAG_CAGE "cage_16GiB"
#endif
#if HALFWORD_SHARED_CAGE
#define HALFWORD_GC_TAG_BASE "base_shared"
#elif HALFWORD_BASE_GLOBAL
#define HALFWORD_GC_TAG_BASE "base_global"
#elif HALFWORD_BASE_FROM_ADDRESS
#define HALFWORD_GC_TAG_BASE "base_from_address"
#else
#define HALFWORD_GC_TAG_BASE "base_thread_local"
#endif
#if HALFWORD_ASSERTS
#define HALFWORD_GC_TAG_ASSERTS "asserts"
#else
#define HALFWORD_GC_TAG_ASSERTS "no_asserts"
#endif
#define HALFWORD_GC_OF_THIS_BUILD                                                                \
  __attribute__((abi_tag(HALFWORD_GC_TAG_REFERENCES, HALFWORD_GC_TAG_CAGE, HALFWORD_GC_TAG_BASE, \
                         HALFWORD_GC_TAG_ASSERTS)))

namespace halfword::gc::internal {

// Prints the sentence and ends the process, because the program broke a rule of the library.
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

// Builds for measuring have other forms of references, with what they cost.
//
// The base that is added to a tagged word (HALFWORD_DECODE in CMake). HALFWORD_MEMBER_WORD is not defined but
// in such builds: a file with the class of the word inside a member, as in member_storage.h.
#ifndef HALFWORD_TAGGED_BASE
#define HALFWORD_TAGGED_BASE(base, bits) base
#endif

#endif  // HALFWORD_GC_INTERNAL_CONFIG_H_
