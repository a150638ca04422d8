// Roots of 4 bytes: a reference to a Persistent that copies share. The root lies in the cage of
// reference-counted objects and takes 40 bytes there and in its heap, however many copies there are. For
// objects outside of the heap with many references into it, of which most are empty or the same.
//
// Threads: that of the heap, as for Persistent.
#ifndef HALFWORD_GC_SHARED_PERSISTENT_H_
#define HALFWORD_GC_SHARED_PERSISTENT_H_

#include "halfword/gc/persistent.h"
#include "halfword/gc/ref_counted.h"

namespace halfword::gc {

template <typename T>
class SharedPersistent {
 public:
  SharedPersistent() = default;
  SharedPersistent(std::nullptr_t) {}
  SharedPersistent(T* object) { operator=(object); }

  // Refers to another object by a root of its own: copies made before keep what they had.
  SharedPersistent& operator=(T* object) {
    root_ = object != nullptr ? MakeRefCounted<Root>(object) : nullptr;
    return *this;
  }

  // Null with its heap.
  T* Get() const { return root_ ? root_->persistent.Get() : nullptr; }
  operator T*() const { return Get(); }
  T* operator->() const { return Get(); }
  T& operator*() const { return *Get(); }
  explicit operator bool() const { return Get() != nullptr; }

 private:
  struct Root : RefCounted<Root> {
    explicit Root(T* object) : persistent(object) {}
    Persistent<T> persistent;
  };
  RefPtr<Root> root_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_SHARED_PERSISTENT_H_
