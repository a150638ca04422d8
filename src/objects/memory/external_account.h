// Counts the memory of C++ containers that grow with a guest's input as external memory of its heap.
//
//   ExternalAccount account_;                  // before what it counts
//   CountedVector<Jump> jumps_{account_};
#ifndef HALFWORD_OBJECTS_MEMORY_EXTERNAL_ACCOUNT_H_
#define HALFWORD_OBJECTS_MEMORY_EXTERNAL_ACCOUNT_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <new>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/macros.h"
#include "objects/memory/external_memory.h"

namespace halfword {

class Isolate;

// Tells the heap in steps, so that small amounts cost nothing. Never fails: where there is no room it
// terminates the guest and goes on, so code that makes a container grow must poll.
class ExternalAccount {
 public:
  explicit ExternalAccount(Isolate& isolate) : isolate_(isolate) {}
  ExternalAccount(const ExternalAccount&) = delete;
  ~ExternalAccount() {
    bytes_ = 0;
    if (told_ != 0) Tell();
  }
  void Take(size_t bytes) {
    bytes_ += bytes;
    if (HW_UNLIKELY(bytes_ > told_ + kStep)) Tell();
  }
  void Return(size_t bytes) {
    bytes_ -= bytes;
    if (HW_UNLIKELY(bytes_ + kStep < told_)) Tell();
  }

 private:
  static constexpr size_t kStep = 64 << 10;
  void Tell();

  Isolate& isolate_;
  size_t bytes_ = 0;
  size_t told_ = 0;  // to the heap
};

template <class T>
class CountedAllocator {
 public:
  using value_type = T;
  CountedAllocator(ExternalAccount& account) : account_(&account) {}  // NOLINT: an account is one
  template <class U>
  CountedAllocator(const CountedAllocator<U>& other) : account_(other.account_) {}
  T* allocate(size_t n) {
    account_->Take(BytesOf(n));
    return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* data, size_t n) {
    account_->Return(BytesOf(n));
    ::operator delete(data);
  }
  bool operator==(const CountedAllocator& other) const { return account_ == other.account_; }

 private:
  template <class U>
  friend class CountedAllocator;
  static constexpr size_t kOverhead = 8;  // of malloc
  static size_t BytesOf(size_t n) { return n * sizeof(T) + kOverhead; }
  ExternalAccount* account_;
};

template <class T>
using CountedVector = std::vector<T, CountedAllocator<T>>;
template <class K, class Hash = std::hash<K>>
using CountedSet = std::unordered_set<K, Hash, std::equal_to<K>, CountedAllocator<K>>;
template <class K, class V>
using CountedMap =
    std::unordered_map<K, V, std::hash<K>, std::equal_to<K>, CountedAllocator<std::pair<const K, V>>>;
template <class T, class Less = std::less<T>>
using CountedOrderedSet = std::set<T, Less, CountedAllocator<T>>;

// Makes room for `more` elements. Asks for it before a long vector is copied there, because while it grows
// there are two of them; throws, and terminates the guest, where they don't fit.
template <class T>
HW_INLINE Completion<void> MakeRoomIn(CountedVector<T>& vector, size_t more, Isolate& isolate) {
  constexpr size_t kUncounted = 64 << 10;
  size_t needed = vector.size() + more;
  if (HW_LIKELY(needed <= vector.capacity())) return {};
  size_t capacity = std::max(needed, 2 * vector.capacity());
  if (capacity * sizeof(T) > kUncounted) TRY(EnsureExternalRoom(isolate, capacity * sizeof(T)));
  vector.reserve(capacity);
  return {};
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_EXTERNAL_ACCOUNT_H_
