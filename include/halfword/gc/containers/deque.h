// A double-ended queue in the heap, one word in its owner: a ring of elements that grows by doubling.
//
//   gc::Deque<gc::Member<Task>> tasks_;
//   tasks_.push_back(task);
//   Task* next = tasks_.front(); tasks_.pop_front();
//
// Elements as in vector.h. Iterators are an index into the deque: they stay at their position when it grows.
#ifndef HALFWORD_GC_CONTAINERS_DEQUE_H_
#define HALFWORD_GC_CONTAINERS_DEQUE_H_

#include <iterator>

#include "halfword/gc/containers/vector.h"

namespace halfword::gc {
namespace internal {

template <typename T>
class DequeStore final : public GarbageCollected<DequeStore<T>>,
                         public std::conditional_t<kNeedsTracing<T>, MayHoldReferences, NoReferences> {
 public:
  static_assert(sizeof(ElementRules<T>) != 0);
  explicit DequeStore(uint32_t slots) : mask(slots - 1) {}
  // Called instead of a destructor, because a destructor would exist for every T.
  void FinalizeGarbageCollectedObject()
    requires(!std::is_trivially_destructible_v<T>)
  {
    for (uint32_t i = 0; i < size; i++) at(i)->~T();
  }
  void Trace(Visitor* visitor) const {
    if constexpr (kNeedsTracing<T>) visitor->TraceMultiple(data(), size_t{mask} + 1);
  }
  T* data() { return reinterpret_cast<T*>(this + 1); }
  const T* data() const { return reinterpret_cast<const T*>(this + 1); }
  T* at(size_t i) { return data() + ((head + i) & mask); }

  const uint32_t mask;  // slots - 1
  uint32_t head = 0;
  uint32_t size = 0;
  uint32_t reserved = 0;
};

}  // namespace internal

template <typename T>
class Deque final {
  using Store = internal::DequeStore<T>;
  using Element = internal::Element<T>;

  template <typename D, typename V>
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = ptrdiff_t;
    using pointer = V*;
    using reference = V&;

    Iterator() = default;
    Iterator(D* deque, ptrdiff_t index) : deque_(deque), index_(index) {}
    operator Iterator<const D, const T>() const { return {deque_, index_}; }
    V& operator*() const { return (*deque_)[static_cast<size_t>(index_)]; }
    V* operator->() const { return &**this; }
    V& operator[](ptrdiff_t n) const { return *(*this + n); }
    Iterator& operator++() { return *this += 1; }
    Iterator& operator--() { return *this -= 1; }
    Iterator operator++(int) { return {deque_, index_++}; }
    Iterator operator--(int) { return {deque_, index_--}; }
    Iterator& operator+=(ptrdiff_t n) {
      index_ += n;
      return *this;
    }
    Iterator& operator-=(ptrdiff_t n) { return *this += -n; }
    friend Iterator operator+(Iterator a, ptrdiff_t n) { return a += n; }
    friend Iterator operator+(ptrdiff_t n, Iterator a) { return a += n; }
    friend Iterator operator-(Iterator a, ptrdiff_t n) { return a -= n; }
    friend ptrdiff_t operator-(Iterator a, Iterator b) { return a.index_ - b.index_; }
    friend bool operator==(Iterator a, Iterator b) { return a.index_ == b.index_; }
    friend auto operator<=>(Iterator a, Iterator b) { return a.index_ <=> b.index_; }

   private:
    D* deque_ = nullptr;
    ptrdiff_t index_ = 0;
  };

 public:
  using value_type = T;
  using iterator = Iterator<Deque, T>;
  using const_iterator = Iterator<const Deque, const T>;

  Deque() = default;
  Deque(const Deque& other) { AppendAll(other); }
  Deque(Deque&& other) noexcept : store_(std::move(other.store_)) {}
  Deque& operator=(const Deque& other) {
    if (this == &other) return *this;
    clear();
    AppendAll(other);
    return *this;
  }
  Deque& operator=(Deque&& other) noexcept {
    store_ = std::move(other.store_);
    return *this;
  }

  size_t size() const { return store_ ? store_->size : 0; }
  bool empty() const { return size() == 0; }
  T& operator[](size_t i) {
    HALFWORD_GC_DCHECK(i < size());
    return *store_->at(i);
  }
  const T& operator[](size_t i) const {
    HALFWORD_GC_DCHECK(i < size());
    return *store_->at(i);
  }
  T& front() { return (*this)[0]; }
  const T& front() const { return (*this)[0]; }
  T& back() { return (*this)[size() - 1]; }
  const T& back() const { return (*this)[size() - 1]; }
  iterator begin() { return {this, 0}; }
  iterator end() { return {this, static_cast<ptrdiff_t>(size())}; }
  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, static_cast<ptrdiff_t>(size())}; }

  void push_back(T value) {
    Store* store = StoreWithRoom();
    Element::Make(store, store->at(store->size), std::move(value));
    store->size++;
  }
  void push_front(T value) {
    Store* store = StoreWithRoom();
    uint32_t head = (store->head - 1) & store->mask;
    Element::Make(store, store->data() + head, std::move(value));
    store->head = head;
    store->size++;
  }
  void pop_back() {
    HALFWORD_GC_DCHECK(!empty());
    Store* store = store_.GetNonNull();
    Element::Drop(store->at(--store->size));
  }
  void pop_front() {
    HALFWORD_GC_DCHECK(!empty());
    Store* store = store_.GetNonNull();
    Element::Drop(store->at(0));
    store->head = (store->head + 1) & store->mask;
    store->size--;
  }
  void clear() {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      while (!empty()) pop_back();
    }
    store_ = nullptr;
  }
  void swap(Deque& other) { store_.Swap(other.store_); }

  void Trace(Visitor* visitor) const { internal::TraceStore(visitor, store_); }

 private:
  void AppendAll(const Deque& other) {
    for (const T& value : other) push_back(value);
  }
  HALFWORD_INLINE Store* StoreWithRoom() {
    if (HALFWORD_UNLIKELY(!store_ || store_->size > store_->mask)) Grow();
    return store_.GetNonNull();
  }
  HALFWORD_NOINLINE void Grow() {
    size_t slots = store_ ? (size_t{store_->mask} + 1) * 2 : 4;
    internal::MoveToNewStore<T>(store_, this, slots, [](Store* old, Store* fresh) {
      for (uint32_t i = 0; i < old->size; i++) Element::MoveToNew(old->at(i), fresh->data() + i);
    });
  }

  Member<Store> store_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_CONTAINERS_DEQUE_H_
