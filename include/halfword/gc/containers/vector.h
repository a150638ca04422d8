// A growing array in the heap, one word in its owner.
//
//   class Element : public gc::GarbageCollected<Element> {
//    public:
//     void Append(Element* child) { children_.push_back(child); }
//     void Trace(gc::Visitor* visitor) const { visitor->Trace(children_); }
//    private:
//     gc::Vector<gc::Member<Element>> children_;
//   };
//
// Elements are members of any kind, values without references, or classes with a Trace method that is sound
// on zeroed memory. A WeakMember whose object dies becomes null and stays where it is. A vector begins with
// two elements and what rounding adds, and grows by half. The one that was allocated last grows in place.
// Iterators are pointers: any growth makes them stale.
#ifndef HALFWORD_GC_CONTAINERS_VECTOR_H_
#define HALFWORD_GC_CONTAINERS_VECTOR_H_

#include <algorithm>
#include <initializer_list>
#include <iterator>

#include "halfword/gc/containers/element.h"
#include "halfword/gc/explicit_management.h"

namespace halfword::gc {
namespace internal {

template <typename T>
class VectorStore final : public GarbageCollected<VectorStore<T>>,
                          public std::conditional_t<kNeedsTracing<T>, MayHoldReferences, NoReferences> {
 public:
  static_assert(sizeof(ElementRules<T>) != 0);
  explicit VectorStore(uint32_t slots) : capacity(slots) {}
  // Called instead of a destructor, because a destructor would exist for every T.
  void FinalizeGarbageCollectedObject()
    requires(!std::is_trivially_destructible_v<T>)
  {
    for (uint32_t i = 0; i < size; i++) data()[i].~T();
  }
  void Trace(Visitor* visitor) const {
    if constexpr (kNeedsTracing<T>) {
      visitor->TraceMultiple(data(), __atomic_load_n(&capacity, __ATOMIC_RELAXED));
    }
  }
  T* data() { return reinterpret_cast<T*>(this + 1); }
  const T* data() const { return reinterpret_cast<const T*>(this + 1); }

  uint32_t capacity;
  uint32_t size = 0;
};

}  // namespace internal

template <typename T>
class Vector final {
  using Store = internal::VectorStore<T>;
  using Element = internal::Element<T>;

 public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  Vector() = default;
  explicit Vector(size_t count) { resize(count); }
  Vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <std::input_iterator It>
  Vector(It first, It last) {
    assign(first, last);
  }
  Vector(const Vector& other) { assign(other.begin(), other.end()); }
  Vector(Vector&& other) noexcept : store_(std::move(other.store_)) {}
  Vector& operator=(const Vector& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  Vector& operator=(Vector&& other) noexcept {
    store_ = std::move(other.store_);
    return *this;
  }
  Vector& operator=(std::initializer_list<T> values) {
    assign(values.begin(), values.end());
    return *this;
  }

  size_t size() const { return store_ ? store_->size : 0; }
  size_t capacity() const { return store_ ? store_->capacity : 0; }
  bool empty() const { return size() == 0; }
  T* data() { return store_ ? store_->data() : nullptr; }
  const T* data() const { return store_ ? store_->data() : nullptr; }
  HALFWORD_INLINE T& operator[](size_t i) {
    HALFWORD_GC_DCHECK(i < size());
    return store_->data()[i];
  }
  HALFWORD_INLINE const T& operator[](size_t i) const {
    HALFWORD_GC_DCHECK(i < size());
    return store_->data()[i];
  }
  T& at(size_t i) {
    HALFWORD_GC_CHECK(i < size());
    return store_->data()[i];
  }
  const T& at(size_t i) const { return const_cast<Vector*>(this)->at(i); }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }
  const T& back() const { return (*this)[size() - 1]; }

  iterator begin() { return data(); }
  iterator end() { return data() + size(); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + size(); }
  auto rbegin() { return std::reverse_iterator(end()); }
  auto rend() { return std::reverse_iterator(begin()); }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

  void push_back(const T& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  template <typename... Args>
  T& emplace_back(Args&&... args) {
    internal::RequireEntered();
    if (HALFWORD_UNLIKELY(!store_ || store_->size == store_->capacity)) {
      T value(std::forward<Args>(args)...);  // what it is made from may lie in the old store
      Grow(size() + 1);
      return Append(std::move(value));
    }
    return Append(std::forward<Args>(args)...);
  }
  void pop_back() {
    internal::RequireEntered();
    HALFWORD_GC_DCHECK(!empty());
    Store* store = store_.GetNonNull();
    Element::Drop(store->data() + --store->size);
  }
  iterator insert(const_iterator position, T value) {
    internal::RequireEntered();
    size_t at = static_cast<size_t>(position - begin());
    HALFWORD_GC_DCHECK(at <= size());
    emplace_back(std::move(value));
    std::rotate(begin() + at, end() - 1, end());
    return begin() + at;
  }
  iterator erase(const_iterator position) { return erase(position, position + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    internal::RequireEntered();
    T* to = begin() + (first - begin());
    size_t count = static_cast<size_t>(last - first);
    if (count == 0) return to;
    std::move(to + count, end(), to);
    for (size_t i = 0; i < count; i++) pop_back();
    return to;
  }
  // Drops the store: its memory is the collector's.
  void clear() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      internal::RequireEntered();
      while (!empty()) pop_back();
    }
    store_ = nullptr;
  }
  void resize(size_t count) {
    internal::RequireEntered();
    if (count > capacity()) Grow(count);
    while (size() > count) pop_back();
    while (size() < count) Append();
  }
  void reserve(size_t count) {
    internal::RequireEntered();
    if (count > capacity()) Reallocate(count);
  }
  void shrink_to_fit() {
    internal::RequireEntered();
    if (size() == capacity()) return;
    if (empty()) {
      clear();
    } else {
      Reallocate(size());
    }
  }
  template <std::input_iterator It>
  void assign(It first, It last) {
    internal::RequireEntered();
    Vector fresh;
    size_t count = first != last;
    if constexpr (std::random_access_iterator<It>) count = static_cast<size_t>(last - first);
    if (count != 0) fresh.Reallocate(count, this);
    for (; first != last; ++first) fresh.emplace_back(*first);
    *this = std::move(fresh);
  }
  void swap(Vector& other) { store_.Swap(other.store_); }
  friend void swap(Vector& a, Vector& b) { a.swap(b); }

  template <typename U>
  bool contains(const U& value) const {
    return std::find(begin(), end(), value) != end();
  }
  friend bool operator==(const Vector& a, const Vector& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

  void Trace(Visitor* visitor) const { internal::TraceStore(visitor, store_); }

 private:
  template <typename... Args>
  HALFWORD_INLINE T& Append(Args&&... args) {
    Store* store = store_.GetNonNull();
    T* slot = store->data() + store->size;
    Element::Make(store, slot, std::forward<Args>(args)...);
    store->size++;
    return *slot;
  }
  HALFWORD_NOINLINE void Grow(size_t least) {
    internal::CheckSlots<T, Store>(least);
    size_t wanted = std::max<size_t>(capacity() + capacity() / 2, 2);
    wanted = std::max(std::min(wanted, internal::kMostSlots<T>), least);
    if (store_ && subtle::Resize(*store_, AdditionalBytes(wanted * sizeof(T)))) {
      __atomic_store_n(&store_->capacity, static_cast<uint32_t>(wanted), __ATOMIC_RELAXED);
      return;
    }
    Reallocate(wanted);
  }
  void Reallocate(size_t slots) { Reallocate(slots, this); }
  void Reallocate(size_t slots, const void* container) {
    internal::CheckSlots<T, Store>(slots);
    // The room that rounding leaves over is used too.
    size_t room = CellSize(sizeof(Store) + slots * sizeof(T)) - kHeaderSize - sizeof(Store);
    slots = std::min(room / sizeof(T), internal::kMostSlots<T>);
    internal::MoveToNewStore<T>(store_, container, slots, [](Store* old, Store* fresh) {
      Element::MoveAllToNew(old->data(), fresh->data(), old->size);
    });
  }

  Member<Store> store_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_VECTOR_H_
