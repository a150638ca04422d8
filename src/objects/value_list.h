// ValueList: a growable list of Values for C++ code, rooted while it lives (its storage is outside the heap,
// where the conservative stack scan does not look). Stack only, last in first out.
//
// Long lists count as external memory of the heap. Append never fails: where there is no room it ends the
// guest and goes on, so a loop that appends must poll, or look at IsTerminating.
#ifndef HALFWORD_OBJECTS_VALUE_LIST_H_
#define HALFWORD_OBJECTS_VALUE_LIST_H_

#include <span>
#include <vector>

#include "objects/completion.h"
#include "objects/value.h"

namespace halfword {

class Isolate;

class ValueList {
 public:
  explicit ValueList(Isolate& isolate);
  ~ValueList();
  ValueList(const ValueList&) = delete;
  ValueList& operator=(const ValueList&) = delete;
  void Append(Value value) {
    if (HW_UNLIKELY(values_.size() == values_.capacity())) GrowForAppend();
    values_.push_back(value);
  }
  Value& operator[](size_t i) { return values_[i]; }
  Value operator[](size_t i) const { return values_[i]; }
  size_t size() const { return values_.size(); }
  bool empty() const { return values_.empty(); }
  // Room for n values, and n of them, the new ones undefined. Throw where the heap limit does not allow it.
  Completion<void> Reserve(size_t n);
  Completion<void> Resize(size_t n);
  // REQUIRES: n <= size().
  void Truncate(size_t n) { values_.resize(n); }
  void Clear() { values_.clear(); }
  Value Pop() {
    Value v = values_.back();
    values_.pop_back();
    return v;
  }
  Value* begin() { return values_.data(); }
  Value* end() { return values_.data() + values_.size(); }
  std::span<const Value> span() const { return values_; }
  ValueList* previous() const { return previous_; }

 private:
  // False: over the heap limit; nothing has changed.
  bool GrowTo(size_t capacity);
  void GrowForAppend();
  void Account();

  Isolate& isolate_;
  ValueList* previous_;
  std::vector<Value> values_;
  size_t counted_bytes_ = 0;  // told to the heap
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUE_LIST_H_
