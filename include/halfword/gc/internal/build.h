// How the library is built. This is the checkout's: the command line says it, else the defaults below.
//
// An installed library has a header of its own in this place, and so has a build of packaging/gc, in front of
// the others on the include path (packaging/gc/build.h.in). The checkout has this one so that it never takes
// that of a library that happens to be installed on the machine.
#ifndef HALFWORD_GC_INTERNAL_BUILD_H_
#define HALFWORD_GC_INTERNAL_BUILD_H_

#ifndef HALFWORD_COMPRESS
#define HALFWORD_COMPRESS 1
#endif
#ifndef HALFWORD_ASSERTS
#define HALFWORD_ASSERTS 0
#endif
#ifndef HALFWORD_CAGE_SHIFT
#define HALFWORD_CAGE_SHIFT 1
#endif
#if !HALFWORD_BASE_THREAD_LOCAL && !HALFWORD_BASE_GLOBAL && !HALFWORD_BASE_FROM_ADDRESS
#define HALFWORD_BASE_THREAD_LOCAL 1
#endif
#ifndef HALFWORD_BASE_FROM_ADDRESS
#define HALFWORD_BASE_FROM_ADDRESS 0
#endif
#ifndef HALFWORD_SHARED_CAGE
#define HALFWORD_SHARED_CAGE 0
#endif
#define HALFWORD_GC_SHARED_LIBRARY 0
// One compiler builds everything, so its own conventions hold.
#define HALFWORD_GC_PRESERVE_MOST __has_attribute(preserve_most)
#define HALFWORD_GC_TRIVIAL_ABI __has_cpp_attribute(clang::trivial_abi)

#endif  // HALFWORD_GC_INTERNAL_BUILD_H_
