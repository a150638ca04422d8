// ValueList: a growable list of Values for C++ code, rooted while it lives (its storage is outside the heap,
// where the conservative stack scan does not look). Stack only, last in first out.
//
// Long lists count as external memory of the heap. Append never fails: where there is no room it terminates
// the guest and goes on, so a loop that appends must poll, or look at IsTerminating.
#ifndef HALFWORD_OBJECTS_MEMORY_VALUE_LIST_H_
#define HALFWORD_OBJECTS_MEMORY_VALUE_LIST_H_

#include <span>

#include "objects/values/completion.h"
#include "objects/values/value.h"
#include "platform/growing_block.h"

namespace halfword {

class Isolate;

class ValueList {
 public:
  explicit ValueList(Isolate& isolate);
  ~ValueList();
  ValueList(const ValueList&) = delete;
  ValueList& operator=(const ValueList&) = delete;
  void Append(Value value) {
    if (HW_UNLIKELY(size_ == capacity_)) GrowForAppend();
    values_[size_++] = value;
  }
  Value& operator[](size_t i) { return values_[i]; }
  Value operator[](size_t i) const { return values_[i]; }
  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // Room for n values, and n of them, the new ones undefined. Throw where the heap limit does not allow it.
  Completion<void> Reserve(size_t n);
  Completion<void> Resize(size_t n);
  // REQUIRES: n <= size().
  void Truncate(size_t n) { size_ = n; }
  void Clear() { size_ = 0; }
  Value Pop() { return values_[--size_]; }
  Value* begin() { return values_; }
  Value* end() { return values_ + size_; }
  std::span<const Value> span() const { return {values_, size_}; }
  ValueList* previous() const { return previous_; }

 private:
  // False: over the heap limit; nothing has changed.
  bool GrowTo(size_t capacity);
  void GrowForAppend();
  void Reallocate(size_t capacity);

  static constexpr size_t kFew = 8;

  Isolate& isolate_;
  ValueList* previous_;
  platform::GrowingBlock block_;
  Value few_[kFew];
  Value* values_ = few_;  // or in block_
  size_t size_ = 0, capacity_ = kFew;
  size_t counted_bytes_ = 0;  // told to the heap
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_VALUE_LIST_H_
