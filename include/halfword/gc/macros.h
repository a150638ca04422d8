// Annotations for classes that must not live in the heap.
#ifndef HALFWORD_GC_MACROS_H_
#define HALFWORD_GC_MACROS_H_

#include <cstddef>

namespace halfword::gc {

template <typename T>
concept IsStackAllocatedType = requires { typename T::IsStackAllocatedTypeMarker; };

}  // namespace halfword::gc

// The class lives on the stack only, so it may hold plain pointers to collected objects: `new` of
// it does not compile.
#define HALFWORD_STACK_ALLOCATED()                         \
 public:                                                   \
  using IsStackAllocatedTypeMarker [[maybe_unused]] = int; \
                                                           \
 private:                                                  \
  void* operator new(size_t) = delete;                     \
  void* operator new(size_t, void*) = delete;              \
  static_assert(true, "ask for a semicolon")

// The class lives on the stack or as part of another object.
#define HALFWORD_DISALLOW_NEW()                                   \
 public:                                                          \
  using IsDisallowNewTypeMarker [[maybe_unused]] = int;           \
  void* operator new(size_t, void* location) { return location; } \
                                                                  \
 private:                                                         \
  void* operator new(size_t) = delete;                            \
  static_assert(true, "ask for a semicolon")

#endif  // HALFWORD_GC_MACROS_H_
