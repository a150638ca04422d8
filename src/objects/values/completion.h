// Completion<T>: the result of an abstract operation that may run JavaScript or throw (ECMA-262 "completion
// records"). A throw completion says that the exception is pending in the isolate. It carries nothing else.
// TRY is the specification's "?", MUST is its "!". There are no C++ exceptions.
//
//   Completion<Value> Get(Isolate&, JSObject*, PropertyKey);
//   Value v = TRY(Get(isolate, object, key));   // returns from the caller on throw
//   return isolate.ThrowTypeError("...");       // Throwing converts to every Completion
#ifndef HALFWORD_OBJECTS_VALUES_COMPLETION_H_
#define HALFWORD_OBJECTS_VALUES_COMPLETION_H_

#include <type_traits>
#include <utility>

#include "objects/values/value.h"

namespace halfword {

// What a throwing function returns: converts to any Completion.
struct [[nodiscard]] Throwing {};
inline constexpr Throwing kThrow{};

template <class T = Value>
class [[nodiscard]] Completion {
 public:
  Completion(T value) : value_(std::move(value)), threw_(false) {}
  Completion(Throwing) : value_(), threw_(true) {}
  bool IsThrow() const { return threw_; }
  T Take() { return std::move(value_); }

 private:
  T value_;
  bool threw_;
};

template <>
class [[nodiscard]] Completion<Value> {
 public:
  HW_INLINE Completion(Value value) : value_(value) {}
  HW_INLINE Completion(Throwing) : value_(Value::Exception()) {}
  template <class T, class = decltype(T::kTag)>
  HW_INLINE Completion(T* object) : value_(object) {}
  HW_INLINE bool IsThrow() const { return value_.IsException(); }
  HW_INLINE Value Take() const { return value_; }
  // The one-word form in which handlers and natives pass it on: a value or the exception immediate.
  HW_INLINE Value raw() const { return value_; }
  HW_INLINE static Completion FromRaw(Value v) { return Completion(v); }

 private:
  Value value_;
};

// Pointers: null is the throw completion, so a function that may return "no object" must say
// so by other means.
template <class T>
class [[nodiscard]] Completion<T*> {
 public:
  HW_INLINE Completion(T* value) : value_(value) { DCHECK(value); }
  HW_INLINE Completion(Throwing) : value_(nullptr) {}
  HW_INLINE bool IsThrow() const { return value_ == nullptr; }
  HW_INLINE T* Take() const { return value_; }
  HW_INLINE operator Completion<Value>() const {
    if (!value_) return kThrow;
    return Value(value_);
  }

 private:
  T* value_;
};

template <>
class [[nodiscard]] Completion<void> {
 public:
  Completion() : threw_(false) {}
  Completion(Throwing) : threw_(true) {}
  bool IsThrow() const { return threw_; }
  void Take() const {}

 private:
  bool threw_;
};

}  // namespace halfword

#define TRY(expression)                                                \
  ({                                                                   \
    auto completion_ = (expression);                                   \
    if (HW_UNLIKELY(completion_.IsThrow())) return ::halfword::kThrow; \
    completion_.Take();                                                \
  })
#define MUST(expression)             \
  ({                                 \
    auto completion_ = (expression); \
    CHECK(!completion_.IsThrow());   \
    completion_.Take();              \
  })

#endif  // HALFWORD_OBJECTS_VALUES_COMPLETION_H_
