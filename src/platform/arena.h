// A bump arena: everything a parse makes lives in one and dies with it, at once. Nothing in it has a
// destructor. A mark taken earlier can be returned to, which is how pre-parsing throws away the tree of a
// lazy function.
#ifndef HALFWORD_PLATFORM_ARENA_H_
#define HALFWORD_PLATFORM_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/macros.h"

namespace halfword::platform {

// What looks at arenas, and at lists beside them, whenever they reserve memory.
struct ArenaWatch {
  size_t limit = 0;  // bytes of all of them; 0: none
  // Asked with the bytes of each new block; true: stop.
  bool (*should_stop)(void* data, size_t bytes) = nullptr;
  void* data = nullptr;
  uintptr_t* alarm = nullptr;
  size_t taken = 0;

  void Take(size_t bytes) {
    taken += bytes;
    Look(0, bytes);
  }
  void Return(size_t bytes) { taken -= bytes; }
  // Reports that `others` bytes are in use beside those that were told, after work of `bytes`.
  void Look(size_t others, size_t bytes) const {
    bool exceeded = limit != 0 && taken + others > limit;
    bool stopped = should_stop != nullptr && should_stop(data, bytes);
    if (exceeded || stopped) *alarm = UINTPTR_MAX;
  }
};

template <class T>
class WatchedAllocator {
 public:
  using value_type = T;
  WatchedAllocator(ArenaWatch& watch) : watch_(&watch) {}  // NOLINT: a watch is one
  template <class U>
  WatchedAllocator(const WatchedAllocator<U>& other) : watch_(other.watch_) {}
  T* allocate(size_t n) {
    watch_->Take(n * sizeof(T));
    return static_cast<T*>(::operator new(n * sizeof(T)));
  }
  void deallocate(T* data, size_t n) {
    watch_->Return(n * sizeof(T));
    ::operator delete(data);
  }
  bool operator==(const WatchedAllocator& other) const { return watch_ == other.watch_; }

 private:
  template <class U>
  friend class WatchedAllocator;
  ArenaWatch* watch_;
};
template <class T>
using WatchedVector = std::vector<T, WatchedAllocator<T>>;

class Arena {
 public:
  struct Mark {
    void* block;
    char* top;
  };

  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept;
  ~Arena();

  HW_INLINE void* Allocate(size_t bytes) {
    bytes = (bytes + 7) & ~size_t{7};
    if (HW_UNLIKELY(bytes > static_cast<size_t>(limit_ - top_))) return AllocateSlow(bytes);
    char* result = top_;
    top_ += bytes;
    return result;
  }

  template <typename T, typename... Args>
  HW_INLINE T* New(Args&&... args) {
    static_assert(std::is_trivially_destructible_v<T>, "the arena runs no destructors");
    return new (Allocate(sizeof(T))) T(std::forward<Args>(args)...);
  }

  // A copy of `items` in the arena.
  template <typename T>
  std::span<T> Copy(std::span<const T> items) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (items.empty()) return {};
    T* data = static_cast<T*>(Allocate(items.size() * sizeof(T)));
    std::memcpy(static_cast<void*>(data), items.data(), items.size() * sizeof(T));
    return {data, items.size()};
  }

  Mark mark() const { return {current_, top_}; }
  // Forgets everything allocated since `mark`; the memory stays with the arena for reuse.
  void Rewind(Mark mark);

  size_t reserved_bytes() const { return reserved_bytes_; }
  // Where the limit is exceeded or should_stop says so, *alarm becomes all ones (allocation goes on
  // nevertheless). What was reserved before counts too. Null: the arena is no longer watched.
  void Watch(ArenaWatch* watch) {
    watch_ = watch;
    if (watch_ != nullptr) watch_->taken += reserved_bytes_;
  }

 private:
  struct Block {
    Block* previous;
    char* limit;
  };
  static constexpr size_t kFirstBlock = 16 * 1024;
  static constexpr size_t kLargestBlock = 512 * 1024;

  HW_COLD void* AllocateSlow(size_t bytes);

  char* top_ = nullptr;
  char* limit_ = nullptr;
  Block* current_ = nullptr;
  Block* spare_ = nullptr;  // blocks set free by Rewind
  size_t next_size_ = kFirstBlock;
  size_t reserved_bytes_ = 0;
  ArenaWatch* watch_ = nullptr;
};

// A growing list on a stack that others are on, too; Finish moves it into the arena.
template <typename T, typename Allocator = std::allocator<T>>
class ListBuilder {
 public:
  explicit ListBuilder(std::vector<T, Allocator>& stack) : stack_(stack), start_(stack.size()) {}
  ~ListBuilder() { stack_.resize(start_); }
  ListBuilder(const ListBuilder&) = delete;
  void Push(const T& item) { stack_.push_back(item); }
  size_t size() const { return stack_.size() - start_; }
  bool empty() const { return size() == 0; }
  T& operator[](size_t i) { return stack_[start_ + i]; }
  std::span<T> items() { return std::span<T>(stack_).subspan(start_); }
  std::span<T> Finish(Arena& arena) { return arena.Copy(std::span<const T>(items())); }

 private:
  std::vector<T, Allocator>& stack_;
  size_t start_;
};

}  // namespace halfword::platform

#endif  // HALFWORD_PLATFORM_ARENA_H_
