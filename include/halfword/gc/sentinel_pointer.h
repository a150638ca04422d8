// A pointer value that is neither null nor an object, for example the mark of a deleted entry
// in a hash table.
#ifndef HALFWORD_GC_SENTINEL_POINTER_H_
#define HALFWORD_GC_SENTINEL_POINTER_H_

#include "halfword/gc/internal/encoding.h"

namespace halfword::gc {
namespace internal {

struct SentinelPointer {
  static constexpr intptr_t kSentinelValue = kSentinelAddress;
  template <typename T>
  operator T*() const {
    return reinterpret_cast<T*>(kSentinelAddress);
  }
  friend bool operator==(SentinelPointer, SentinelPointer) { return true; }
};

}  // namespace internal

inline constexpr internal::SentinelPointer kSentinelPointer;

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SENTINEL_POINTER_H_
