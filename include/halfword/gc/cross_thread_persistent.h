// References to collected objects that any thread may make, copy and drop; only the heap's own thread may use
// the object itself. Other threads ask a weak one by Lock(), which returns a strong one or an empty one.
//
// Each change takes a lock of the process, so prefer Persistent where one thread will do.
#ifndef HALFWORD_GC_CROSS_THREAD_PERSISTENT_H_
#define HALFWORD_GC_CROSS_THREAD_PERSISTENT_H_

#include <atomic>

#include "halfword/gc/persistent.h"

namespace halfword::gc {
namespace internal {

template <typename T, typename WeaknessPolicy, typename LocationPolicy, typename CheckingPolicy>
class BasicCrossThreadPersistent final : public LocationPolicy,
                                         private WeaknessPolicy,
                                         private CheckingPolicy {
 public:
  using PointeeType = T;
  using typename WeaknessPolicy::IsStrongPersistent;

  BasicCrossThreadPersistent(const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {}
  BasicCrossThreadPersistent(std::nullptr_t, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {}
  BasicCrossThreadPersistent(SentinelPointer s, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location), pointer_(s) {}
  BasicCrossThreadPersistent(T* pointer, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {
    operator=(pointer);
  }
  BasicCrossThreadPersistent(T& object, const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(&object, location) {}
  BasicCrossThreadPersistent(const BasicCrossThreadPersistent& other,
                             const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {
    operator=(other);
  }
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicCrossThreadPersistent(const BasicCrossThreadPersistent<U, W, L, C>& other,
                             const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {
    operator=(other);
  }
  BasicCrossThreadPersistent(BasicCrossThreadPersistent&& other) noexcept : LocationPolicy(std::move(other)) {
    PersistentRegionLock lock;
    TakeLocked(other);
  }
  template <typename U, typename W, typename B, typename C, typename S>
    requires std::is_base_of_v<T, U>
  BasicCrossThreadPersistent(const BasicMember<U, W, B, C, S>& member,
                             const SourceLocation& location = SourceLocation::Current())
      : BasicCrossThreadPersistent(member.Get(), location) {}
  ~BasicCrossThreadPersistent() { Clear(); }

  BasicCrossThreadPersistent& operator=(const BasicCrossThreadPersistent& other) {
    PersistentRegionLock lock;
    AssignLocked(other.Get());
    return *this;
  }
  BasicCrossThreadPersistent& operator=(BasicCrossThreadPersistent&& other) noexcept {
    if (this == &other) return *this;
    PersistentRegionLock lock;
    ClearLocked();
    LocationPolicy::operator=(std::move(other));
    TakeLocked(other);
    return *this;
  }
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicCrossThreadPersistent& operator=(const BasicCrossThreadPersistent<U, W, L, C>& other) {
    // The other one is read under the lock: a weak one may be cleared by a collection on its heap's thread.
    PersistentRegionLock lock;
    AssignLocked(other.Get());
    return *this;
  }
  template <typename U, typename W, typename B, typename C, typename S>
    requires std::is_base_of_v<T, U>
  BasicCrossThreadPersistent& operator=(const BasicMember<U, W, B, C, S>& member) {
    return operator=(static_cast<T*>(member.Get()));
  }
  BasicCrossThreadPersistent& operator=(T* pointer) {
    PersistentRegionLock lock;
    AssignLocked(pointer);
    return *this;
  }
  BasicCrossThreadPersistent& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  BasicCrossThreadPersistent& operator=(SentinelPointer s) {
    PersistentRegionLock lock;
    AssignLocked(s);
    return *this;
  }

  // For a weak one on a thread other than the heap's the result may only be compared:
  // use Lock() to dereference.
  T* Get() const { return pointer_.load(std::memory_order_acquire); }
  operator T*() const { return Get(); }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }
  explicit operator bool() const { return Get() != nullptr; }
  void Clear() {
    if (node_.load(std::memory_order_acquire) == nullptr) {
      pointer_.store(nullptr, std::memory_order_relaxed);
      return;
    }
    PersistentRegionLock lock;
    ClearLocked();
  }
  T* Release() {
    PersistentRegionLock lock;
    T* pointer = Get();
    ClearLocked();
    return pointer;
  }
  template <typename U, typename W2 = WeaknessPolicy, typename L2 = LocationPolicy,
            typename C2 = CheckingPolicy>
  BasicCrossThreadPersistent<U, W2, L2, C2> To() const {
    BasicCrossThreadPersistent<U, W2, L2, C2> result;
    PersistentRegionLock lock;
    result.AssignLocked(static_cast<U*>(Get()));
    return result;
  }
  // A strong one to the same object, or an empty one if the object is dead.
  BasicCrossThreadPersistent<T, StrongCrossThreadPersistentPolicy> Lock() const
    requires(!IsStrongPersistent::value)
  {
    return BasicCrossThreadPersistent<T, StrongCrossThreadPersistentPolicy>(*this);
  }

 private:
  template <typename, typename, typename, typename>
  friend class BasicCrossThreadPersistent;

  static bool IsObject(const volatile void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) > kSentinelAddress;
  }
  void AssignLocked(T* pointer) {
    ClearLocked();
    if (IsObject(pointer)) {
      node_.store(WeaknessPolicy::GetPersistentRegion(pointer).Allocate(this, &Callback),
                  std::memory_order_release);
      this->CheckPointer(pointer);
    }
    pointer_.store(pointer, std::memory_order_release);
  }
  // Clears the node last: an owner that sees no node may be destroyed at once, while the collector is
  // still at work here.
  void ClearLocked() {
    PersistentNode* node = node_.load(std::memory_order_relaxed);
    if (node != nullptr) WeaknessPolicy::GetPersistentRegion(Get()).Free(node);
    pointer_.store(nullptr, std::memory_order_release);
    node_.store(nullptr, std::memory_order_release);
  }
  void TakeLocked(BasicCrossThreadPersistent& other) {
    PersistentNode* node = other.node_.load(std::memory_order_relaxed);
    if (node != nullptr) node->owner = this;
    pointer_.store(other.Get(), std::memory_order_release);
    node_.store(node, std::memory_order_release);
    other.pointer_.store(nullptr, std::memory_order_release);
    other.node_.store(nullptr, std::memory_order_release);
  }
  // Called under the lock.
  static void Callback(void* owner, Visitor* visitor, const LivenessBroker* broker) {
    auto* self = static_cast<BasicCrossThreadPersistent*>(owner);
    if (visitor != nullptr) {
      TraceRoot<T>(*visitor, self->Get());
    } else if (broker != nullptr) {
      if (!broker->IsHeapObjectAlive(self->Get())) self->ClearLocked();
    } else {
      self->pointer_.store(nullptr, std::memory_order_release);
      self->node_.store(nullptr, std::memory_order_release);
    }
  }

  std::atomic<T*> pointer_ = nullptr;
  std::atomic<PersistentNode*> node_ = nullptr;
};

template <typename T1, typename W1, typename L1, typename C1, typename T2, typename W2, typename L2,
          typename C2>
bool operator==(const BasicCrossThreadPersistent<T1, W1, L1, C1>& a,
                const BasicCrossThreadPersistent<T2, W2, L2, C2>& b) {
  return a.Get() == b.Get();
}

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_CROSS_THREAD_PERSISTENT_H_
