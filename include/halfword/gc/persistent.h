// Persistent and WeakPersistent: references from outside of the heap. A Persistent is a root; a
// WeakPersistent is cleared when its object dies. Both are cleared when the heap goes away. They may be made
// and read by the thread that uses the heap, inside or outside of Heap::Enter.
#ifndef HALFWORD_GC_PERSISTENT_H_
#define HALFWORD_GC_PERSISTENT_H_

#include "halfword/gc/internal/persistent_node.h"
#include "halfword/gc/trace_trait.h"

namespace halfword::gc {
namespace internal {

template <typename T, bool kWeak>
class BasicPersistent {
 public:
  using PointeeType = T;
  static constexpr bool IsStrongPersistent = !kWeak;

  BasicPersistent() = default;
  BasicPersistent(std::nullptr_t) {}
  BasicPersistent(SentinelPointer s) : pointer_(s) {}
  BasicPersistent(T* pointer) { Set(pointer); }
  BasicPersistent(T& object) { Set(&object); }
  BasicPersistent(const BasicPersistent& other) { Set(other.pointer_); }
  BasicPersistent(BasicPersistent&& other) noexcept { Take(other); }
  template <typename U, bool kOtherWeak>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent(const BasicPersistent<U, kOtherWeak>& other) {
    Set(other.Get());
  }
  template <typename U, typename W>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent(const BasicMember<U, W>& member) {
    Set(member.Get());
  }
  ~BasicPersistent() { Clear(); }

  BasicPersistent& operator=(const BasicPersistent& other) { return operator=(other.pointer_); }
  BasicPersistent& operator=(BasicPersistent&& other) noexcept {
    if (this != &other) {
      Clear();
      Take(other);
    }
    return *this;
  }
  template <typename U, bool kOtherWeak>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent& operator=(const BasicPersistent<U, kOtherWeak>& other) {
    return operator=(static_cast<T*>(other.Get()));
  }
  template <typename U, typename W>
    requires std::is_convertible_v<U*, T*>
  BasicPersistent& operator=(const BasicMember<U, W>& member) {
    return operator=(static_cast<T*>(member.Get()));
  }
  BasicPersistent& operator=(T* pointer) {
    // A node belongs to one heap.
    if (node_ != nullptr && IsObject(pointer) && CageBaseOf(pointer) == CageBaseOf(pointer_)) {
      pointer_ = pointer;
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
  BasicPersistent& operator=(SentinelPointer s) { return operator=(static_cast<T*>(s)); }

  T* Get() const { return pointer_; }
  operator T*() const { return pointer_; }
  T* operator->() const { return pointer_; }
  T& operator*() const { return *pointer_; }
  explicit operator bool() const { return pointer_ != nullptr; }
  void Clear() {
    if (node_ != nullptr) FreePersistentNode(pointer_, kWeak, node_);
    node_ = nullptr;
    pointer_ = nullptr;
  }
  T* Release() {
    T* pointer = pointer_;
    Clear();
    return pointer;
  }
  template <typename U>
  BasicPersistent<U, kWeak> To() const {
    return BasicPersistent<U, kWeak>(static_cast<U*>(pointer_));
  }

 private:
  template <typename, bool>
  friend class BasicPersistent;

  static bool IsObject(const volatile void* pointer) {
    return reinterpret_cast<uintptr_t>(pointer) > kSentinelAddress;
  }
  void Set(T* pointer) {
    pointer_ = pointer;
    if (IsObject(pointer)) node_ = AllocatePersistentNode(pointer, kWeak, this, &Callback);
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
      TraceDispatch<T>::Trace(*visitor, self->pointer_);
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

template <typename T, bool kWeak1, typename U, bool kWeak2>
bool operator==(const BasicPersistent<T, kWeak1>& a, const BasicPersistent<U, kWeak2>& b) {
  return a.Get() == b.Get();
}
template <typename T, bool kWeak, typename U, typename W>
bool operator==(const BasicPersistent<T, kWeak>& a, const BasicMember<U, W>& b) {
  return b == a.Get();
}

}  // namespace internal
}  // namespace halfword::gc

#endif  // HALFWORD_GC_PERSISTENT_H_
