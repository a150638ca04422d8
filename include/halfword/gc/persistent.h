// Persistent and WeakPersistent: references from outside of the heap. A Persistent is a root; a
// WeakPersistent is cleared when its object dies. Both are cleared when the heap goes away. They may be
// made and read by the thread that uses the heap, inside or outside of Heap::Enter; for other threads
// there is cross_thread_persistent.h.
#ifndef HALFWORD_GC_PERSISTENT_H_
#define HALFWORD_GC_PERSISTENT_H_

#include "halfword/gc/member.h"
#include "halfword/gc/visitor.h"

namespace halfword::gc {
namespace internal {

template <typename T, typename WeaknessPolicy, typename LocationPolicy, typename CheckingPolicy>
class BasicPersistent final : public LocationPolicy, private WeaknessPolicy, private CheckingPolicy {
 public:
  using PointeeType = T;
  using typename WeaknessPolicy::IsStrongPersistent;

  BasicPersistent(const SourceLocation& location = SourceLocation::Current()) : LocationPolicy(location) {}
  BasicPersistent(std::nullptr_t, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {}
  BasicPersistent(SentinelPointer s, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location), pointer_(s) {}
  BasicPersistent(T* pointer, const SourceLocation& location = SourceLocation::Current())
      : LocationPolicy(location) {
    Set(pointer);
  }
  BasicPersistent(T& object, const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(&object, location) {}
  BasicPersistent(const BasicPersistent& other, const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(other.Get(), location) {}
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicPersistent(const BasicPersistent<U, W, L, C>& other,
                  const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(other.Get(), location) {}
  BasicPersistent(BasicPersistent&& other) noexcept : LocationPolicy(std::move(other)) { Take(other); }
  template <typename U, typename W, typename B, typename C, typename S>
    requires std::is_base_of_v<T, U>
  BasicPersistent(const BasicMember<U, W, B, C, S>& member,
                  const SourceLocation& location = SourceLocation::Current())
      : BasicPersistent(member.Get(), location) {}
  ~BasicPersistent() { Clear(); }

  BasicPersistent& operator=(const BasicPersistent& other) { return operator=(other.Get()); }
  BasicPersistent& operator=(BasicPersistent&& other) noexcept {
    if (this != &other) {
      Clear();
      LocationPolicy::operator=(std::move(other));
      Take(other);
    }
    return *this;
  }
  template <typename U, typename W, typename L, typename C>
    requires std::is_base_of_v<T, U>
  BasicPersistent& operator=(const BasicPersistent<U, W, L, C>& other) {
    return operator=(static_cast<T*>(other.Get()));
  }
  template <typename U, typename W, typename B, typename C, typename S>
    requires std::is_base_of_v<T, U>
  BasicPersistent& operator=(const BasicMember<U, W, B, C, S>& member) {
    return operator=(static_cast<T*>(member.Get()));
  }
  BasicPersistent& operator=(T* pointer) {
    // A node belongs to one heap.
    if (node_ != nullptr && IsObject(pointer) && CageBaseOf(pointer) == CageBaseOf(pointer_)) {
      pointer_ = pointer;
      this->CheckPointer(pointer);
    } else {
      Clear();
      Set(pointer);
    }
    return *this;
  }
  BasicPersistent& operator=(std::nullptr_t) {
    Clear();
    return *this;
  }
  BasicPersistent& operator=(SentinelPointer s) {
    Clear();
    pointer_ = s;
    return *this;
  }

  T* Get() const { return pointer_; }
  operator T*() const { return pointer_; }
  T* operator->() const { return pointer_; }
  T& operator*() const { return *pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  void Clear() {
    if (node_ != nullptr) WeaknessPolicy::GetPersistentRegion(pointer_).Free(node_);
    node_ = nullptr;
    pointer_ = nullptr;
  }
  T* Release() {
    T* pointer = pointer_;
    Clear();
    return pointer;
  }
  template <typename U, typename W2 = WeaknessPolicy, typename L2 = LocationPolicy,
            typename C2 = CheckingPolicy>
  BasicPersistent<U, W2, L2, C2> To() const {
    return BasicPersistent<U, W2, L2, C2>(static_cast<U*>(pointer_));
  }

 private:
  static bool IsObject(const volatile void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) > kSentinelAddress;
  }
  void Set(T* pointer) {
    pointer_ = pointer;
    if (!IsObject(pointer)) return;
    node_ = WeaknessPolicy::GetPersistentRegion(pointer).Allocate(this, &Callback);
    this->CheckPointer(pointer);
  }
  void Take(BasicPersistent& other) {
    pointer_ = other.pointer_;
    node_ = other.node_;
    if (node_ != nullptr) node_->owner = this;
    other.pointer_ = nullptr;
    other.node_ = nullptr;
  }
  static void Callback(void* owner, Visitor* visitor, const LivenessBroker* broker) {
    auto* self = static_cast<BasicPersistent*>(owner);
    if (visitor != nullptr) {
      TraceRoot<T>(*visitor, self->pointer_);
    } else if (broker != nullptr) {
      if (!broker->IsHeapObjectAlive(self->pointer_)) self->Clear();
    } else {
      self->pointer_ = nullptr;
      self->node_ = nullptr;
    }
  }

  T* pointer_ = nullptr;
  PersistentNode* node_ = nullptr;
};

template <typename T1, typename W1, typename L1, typename C1, typename T2, typename W2, typename L2,
          typename C2>
bool operator==(const BasicPersistent<T1, W1, L1, C1>& a, const BasicPersistent<T2, W2, L2, C2>& b) {
  return a.Get() == b.Get();
}
template <typename T1, typename W1, typename L1, typename C1, typename T2, typename W2, typename B2,
          typename C2, typename S2>
bool operator==(const BasicPersistent<T1, W1, L1, C1>& a, const BasicMember<T2, W2, B2, C2, S2>& b) {
  return b == a.Get();
}

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_PERSISTENT_H_
