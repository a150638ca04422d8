#include "cage/base.h"

#include "base/macros.h"

namespace halfword {

const gc::HeapFront kNoFront = {
    .top = 0, .limit = 0, .barrier_limit = UINT32_MAX, .image_end = 0, .reserved = {}};

#if HALFWORD_BASE_GLOBAL
// What cage_base.h declares constant varies under names that only this file knows.
#define VARIABLE(type, name) HALFWORD_BASE_VISIBILITY type name##_variable __asm__(#name)
#define VARIABLE_OF(name) name##_variable
#else
#define VARIABLE(type, name) __thread type name HALFWORD_BASE_MODEL
#define VARIABLE_OF(name) name
#endif
HW_PROCESS_STATE(
    "Each thread has its own, for the heap that it is in; with one cage a process, all share it.");
VARIABLE(uintptr_t, halfword_cage_base) = 0;
VARIABLE(uintptr_t, halfword_reference_mask) = ReferenceMaskOf(0);
VARIABLE(const void*, halfword_front) = &kNoFront;

void SetProcessCageBase(uintptr_t base) {
  VARIABLE_OF(halfword_cage_base) = base;
  VARIABLE_OF(halfword_reference_mask) = ReferenceMaskOf(base);
  VARIABLE_OF(halfword_front) = base != 0 ? gc::FrontOf(base) : &kNoFront;
}

void CallWithCageBase(uintptr_t base, void (*callback)(void*), void* data) {
  // Also where the callback is left by an exception.
  struct Restore {
    uintptr_t former = VARIABLE_OF(halfword_cage_base);
    ~Restore() { SetCageBase(former); }
  } restore;
  SetCageBase(base);
  // The laundered pointer keeps every optimizer, link-time ones included, from merging the callback into this
  // function, where it would see two values of what it takes for a constant.
  __asm__ volatile("" : "+r"(callback) : : "memory");
  callback(data);
  __asm__ volatile("" : : : "memory");
}

}  // namespace halfword
