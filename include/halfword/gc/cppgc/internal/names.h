// The names of cppgc. With this folder's parent on the include path, sources written for cppgc compile
// unchanged: both #include "cppgc/member.h" and "include/cppgc/member.h" are found.
//
// `cppgc` is a macro, because nothing else will do: such sources specialise traits in namespace cppgc and
// open it to declare classes, which C++ allows neither for an alias of a namespace nor for names that a
// using-declaration brought in. Sources that declare cppgc's classes before they include any of its headers
// are compiled with -Dcppgc=halfword::gc, which says the same earlier.
#ifndef HALFWORD_GC_CPPGC_INTERNAL_NAMES_H_
#define HALFWORD_GC_CPPGC_INTERNAL_NAMES_H_

#include "halfword/gc/internal/config.h"
#include "halfword/gc/macros.h"

namespace halfword::gc {}
#define cppgc halfword::gc

#if HALFWORD_COMPRESS
#define CPPGC_CAGED_HEAP 1
#define CPPGC_POINTER_COMPRESSION 1
#endif
#define CPPGC_SLIM_WRITE_BARRIER 1
#define CPPGC_SUPPORTS_OBJECT_NAMES 1
#define CPPGC_SUPPORTS_SOURCE_LOCATION 1

#define CPPGC_CHECK(condition) HALFWORD_GC_CHECK(condition)
#define CPPGC_DCHECK(condition) HALFWORD_GC_DCHECK(condition)
#define CPPGC_CHECK_MSG(condition, message) HALFWORD_GC_CHECK((condition) && (message))
#define CPPGC_DCHECK_MSG(condition, message) HALFWORD_GC_DCHECK((condition) && (message))

#define CPPGC_USING_PRE_FINALIZER(Class, Method) HALFWORD_USING_PRE_FINALIZER(Class, Method)
#define CPPGC_STACK_ALLOCATED() HALFWORD_STACK_ALLOCATED()
#define CPPGC_DISALLOW_NEW() HALFWORD_DISALLOW_NEW()
#if defined(__clang__)
#define CPPGC_STACK_ALLOCATED_IGNORE(reason) __attribute__((annotate("stack_allocated_ignore")))
#define CPPGC_PLUGIN_IGNORE(reason) __attribute__((annotate("blink_gc_plugin_ignore")))
#else
#define CPPGC_STACK_ALLOCATED_IGNORE(reason)
#define CPPGC_PLUGIN_IGNORE(reason)
#endif

#endif  // HALFWORD_GC_CPPGC_INTERNAL_NAMES_H_
