// HALFWORD_ASAN: 1 if this is a build with the address sanitizer; then its interface is here.
#ifndef HALFWORD_BASE_ASAN_H_
#define HALFWORD_BASE_ASAN_H_

#if defined(__SANITIZE_ADDRESS__)
#define HALFWORD_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HALFWORD_ASAN 1
#endif
#endif

#ifndef HALFWORD_ASAN
#define HALFWORD_ASAN 0
#endif

#if HALFWORD_ASAN
#include <sanitizer/asan_interface.h>
#endif

#endif  // HALFWORD_BASE_ASAN_H_
