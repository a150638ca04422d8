// Compiler attributes, the mark of process state, and the three strengths of assertion. No other macros live
// here (TRY and MUST are beside Completion, X-macro tables beside their use).
#ifndef HALFWORD_BASE_MACROS_H_
#define HALFWORD_BASE_MACROS_H_

#define HW_INLINE __attribute__((always_inline)) inline
#define HW_NOINLINE __attribute__((noinline))
#define HW_COLD __attribute__((noinline, cold))
#define HW_CONST __attribute__((const))
// Stands before objects of static storage that change while the process runs, up to the next blank line. The
// sentence says how threads share them. tests/package/process_state.py finds what has none.
#define HW_PROCESS_STATE(sentence) static_assert(sizeof(sentence) > 1)
#define HW_LIKELY(x) __builtin_expect(!!(x), 1)
#define HW_UNLIKELY(x) __builtin_expect(!!(x), 0)

namespace halfword {

// Prints the broken condition and traps: a broken invariant of our own, never anything a guest program can
// cause. Only verifiers, and what a host must not do (halfword.h, "Misuse"), end the process besides.
[[noreturn]] HW_COLD void CheckFailed(const char* condition, const char* file, int line);

}  // namespace halfword

// CHECK: always on; for invariants whose break would corrupt memory. DCHECK: only with HALFWORD_ASSERTS.
#define CHECK(condition) \
  (HW_LIKELY(condition) ? (void)0 : ::halfword::CheckFailed(#condition, __FILE__, __LINE__))
#if HALFWORD_ASSERTS
#define DCHECK(condition) CHECK(condition)
#else
#define DCHECK(condition) ((void)sizeof(!(condition)))
#endif
#define UNREACHABLE() ::halfword::CheckFailed("unreachable", __FILE__, __LINE__)

#endif  // HALFWORD_BASE_MACROS_H_
