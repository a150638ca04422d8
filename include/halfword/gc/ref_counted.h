// Reference-counted objects outside of all heaps, and references to them of 32 bits: strings, names, styles,
// what many collected objects share and what has no circles.
//
//   class Name : public gc::RefCounted<Name> {
//    public:
//     explicit Name(std::string text) : text_(std::move(text)) {}
//     …
//   };
//   gc::RefPtr<Name> name = gc::MakeRefCounted<Name>("href");
//   gc::UncountedPtr<Name> same = name;      // where something else keeps it
//
// All lie in one cage of the process, which is reserved when the first is made. A reference is the distance
// from the cage's base in steps of 8 bytes, so no word of it looks to a conservative scan like a reference
// into a heap. In the twin it is the address. Copies, null tests and comparisons work on the word.
//
// Threads: any may make objects, copy references and drop them. What is in an object, and one reference as a
// variable, needs the care that any variable needs.
#ifndef HALFWORD_GC_REF_COUNTED_H_
#define HALFWORD_GC_REF_COUNTED_H_

#include <atomic>
#include <functional>
#include <utility>

#include "halfword/gc/internal/cage_base.h"

// The base of their cage: 0 until the first is made. A plain variable: what has a reference to decode has got
// it from a thread that saw the base.
extern "C" HALFWORD_EXPORT uintptr_t halfword_ref_counted_base;

namespace halfword::gc {
namespace internal {

inline constexpr int kRefShift = 3;
inline constexpr size_t kRefGranule = size_t{1} << kRefShift;
inline constexpr size_t kLargestRefCounted = 8192;

// Memory of a multiple of 8 bytes, aligned like a multiple of that size. Where there is none, what happens is
// what happens when operator new finds none.
HALFWORD_EXPORT void* AllocateRefCounted(size_t bytes);
// `part`: anywhere in it.
HALFWORD_EXPORT void FreeRefCounted(const void* part);

// The word of a reference.
class RefWord {
 public:
#if HALFWORD_COMPRESS
  using Bits = uint32_t;
#else
  using Bits = uintptr_t;
#endif
  constexpr RefWord() = default;
  HALFWORD_INLINE explicit RefWord(const void* pointer) {
#if HALFWORD_COMPRESS
    bits_ = static_cast<Bits>((reinterpret_cast<uintptr_t>(pointer) & (kCageSpan - 1)) >> kRefShift);
#else
    bits_ = reinterpret_cast<uintptr_t>(pointer);
#endif
  }
  HALFWORD_INLINE bool IsNull() const { return bits_ == 0; }
  HALFWORD_INLINE void* Get() const { return HALFWORD_LIKELY(bits_ != 0) ? GetNonNull() : nullptr; }
  HALFWORD_INLINE void* GetNonNull() const {
#if HALFWORD_COMPRESS
    return reinterpret_cast<void*>(halfword_ref_counted_base + (uint64_t{bits_} << kRefShift));
#else
    return reinterpret_cast<void*>(bits_);
#endif
  }
  HALFWORD_INLINE Bits bits() const { return bits_; }
  friend constexpr bool operator==(RefWord, RefWord) = default;

 private:
  Bits bits_ = 0;
};

}  // namespace internal

template <typename T>
class RefPtr;
template <typename T, typename... Args>
RefPtr<T> MakeRefCounted(Args&&... args);

// The base of T, whose objects are made by MakeRefCounted. Classes derived from T may be made as well if T
// has a virtual destructor.
template <typename T>
class alignas(internal::kRefGranule) RefCounted {
 public:
  using RefCountedType = T;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void AddRef() const {
    // A count that wraps around would free what is still in use.
    HALFWORD_GC_CHECK(count_.fetch_add(1, std::memory_order_relaxed) < UINT32_MAX / 2);
  }
  void Release() const {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    const T* self = static_cast<const T*>(this);
    self->~T();
    internal::FreeRefCounted(this);
  }
  bool HasOneRef() const { return count_.load(std::memory_order_acquire) == 1; }

 protected:
  RefCounted() = default;
  ~RefCounted() = default;

 private:
  mutable std::atomic<uint32_t> count_{1};  // of the reference that MakeRefCounted returns
};

// A counted reference, 4 bytes. A collected class that has one needs its destructor run: it is finalized.
template <typename T>
class RefPtr {
 public:
  constexpr RefPtr() = default;
  constexpr RefPtr(std::nullptr_t) {}
  RefPtr(T* object) : word_(static_cast<const void*>(object)) {
    if (object != nullptr) object->AddRef();
  }
  RefPtr(const RefPtr& other) : word_(other.word_) { Retain(); }
  RefPtr(RefPtr&& other) noexcept : word_(std::exchange(other.word_, {})) {}
  template <typename U>
    requires(!std::is_same_v<T, U> && std::is_convertible_v<U*, T*>)
  RefPtr(const RefPtr<U>& other) : RefPtr(static_cast<T*>(other.Get())) {}
  ~RefPtr() { Drop(); }

  RefPtr& operator=(RefPtr other) noexcept {
    std::swap(word_, other.word_);
    return *this;
  }

  T* Get() const { return static_cast<T*>(word_.Get()); }
  operator T*() const { return Get(); }
  // REQUIRES: not null.
  T* operator->() const { return static_cast<T*>(word_.GetNonNull()); }
  T& operator*() const { return *operator->(); }
  explicit operator bool() const { return !word_.IsNull(); }
  internal::RefWord word() const { return word_; }

 private:
  template <typename U, typename... Args>
  friend RefPtr<U> MakeRefCounted(Args&&... args);

  void Retain() const {
    if (!word_.IsNull()) operator->()->AddRef();
  }
  void Drop() const {
    static_assert(alignof(T) >= internal::kRefGranule, "T must be derived from RefCounted");
    if (!word_.IsNull()) operator->()->Release();
  }

  internal::RefWord word_;
};

// A reference that counts nothing, 4 bytes: for what is known to live for longer. It needs no destructor, so
// it makes no collected class finalized.
template <typename T>
class UncountedPtr {
 public:
  constexpr UncountedPtr() = default;
  constexpr UncountedPtr(std::nullptr_t) {}
  UncountedPtr(T* object) : word_(static_cast<const void*>(object)) {}
  UncountedPtr(const RefPtr<T>& other) : word_(other.word()) {}
  template <typename U>
    requires(!std::is_same_v<T, U> && std::is_convertible_v<U*, T*>)
  UncountedPtr(const RefPtr<U>& other) : UncountedPtr(static_cast<T*>(other.Get())) {}
  template <typename U>
    requires(!std::is_same_v<T, U> && std::is_convertible_v<U*, T*>)
  UncountedPtr(const UncountedPtr<U>& other) : UncountedPtr(static_cast<T*>(other.Get())) {}

  T* Get() const { return static_cast<T*>(word_.Get()); }
  operator T*() const { return Get(); }
  // REQUIRES: not null.
  T* operator->() const { return static_cast<T*>(word_.GetNonNull()); }
  T& operator*() const { return *operator->(); }
  explicit operator bool() const { return !word_.IsNull(); }
  internal::RefWord word() const { return word_; }

 private:
  internal::RefWord word_;
};

namespace internal {
template <typename P>
inline constexpr bool kIsRefReference = false;
template <typename T>
inline constexpr bool kIsRefReference<RefPtr<T>> = true;
template <typename T>
inline constexpr bool kIsRefReference<UncountedPtr<T>> = true;
template <typename P>
concept RefReference = kIsRefReference<P>;
}  // namespace internal

// References to one class are compared by their words. (One and a pointer: as pointers.)
template <internal::RefReference P, internal::RefReference Q>
  requires std::is_same_v<std::remove_cvref_t<decltype(*std::declval<P>())>,
                          std::remove_cvref_t<decltype(*std::declval<Q>())>>
bool operator==(const P& a, const Q& b) {
  return a.word() == b.word();
}
template <internal::RefReference P>
bool operator==(const P& a, std::nullptr_t) {
  return a.word().IsNull();
}

template <typename T, typename... Args>
RefPtr<T> MakeRefCounted(Args&&... args) {
  using Counted = typename T::RefCountedType;
  static_assert(std::is_base_of_v<RefCounted<Counted>, T>, "T must be derived from RefCounted");
  static_assert(std::is_same_v<Counted, T> || std::has_virtual_destructor_v<Counted>,
                "objects of derived classes are destroyed as their base, which needs a virtual destructor");
  static_assert(sizeof(T) <= internal::kLargestRefCounted, "too large: give it what is large by a pointer");
  struct Cell {  // of an object whose constructor throws
    ~Cell() {
      if (memory != nullptr) internal::FreeRefCounted(memory);
    }
    void* memory;
  } cell{internal::AllocateRefCounted(sizeof(T))};
  T* object = ::new (cell.memory) T(std::forward<Args>(args)...);
  cell.memory = nullptr;
  RefPtr<T> reference;
  reference.word_ = internal::RefWord(object);
  return reference;
}

}  // namespace halfword::gc

template <halfword::gc::internal::RefReference P>
struct std::hash<P> {
  size_t operator()(const P& reference) const {
    return std::hash<halfword::gc::internal::RefWord::Bits>()(reference.word().bits());
  }
};

#endif  // HALFWORD_GC_REF_COUNTED_H_
