// Arrays as texts: join, toLocaleString and toString.
#include <algorithm>

#include "builtins/indexed_collections/array_internal.h"
#include "builtins/indexed_collections/to_locale_string.h"
#include "builtins/text_processing/text_conversion.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"

namespace halfword {

namespace {

// Arrays being joined, so that cycles end: as every engine does, a nested occurrence is the empty string.
class JoinGuard {
 public:
  JoinGuard(Isolate& isolate, JSObject* object) : isolate_(isolate) {
    ValueField& stack = isolate.join_stack_;
    if (!stack.get().IsObject()) stack.Init(Value(NewArray(isolate, 0)));
    auto* array = static_cast<JSArray*>(stack.get().AsObject());
    isolate.Charge(array->length() / 8);
    for (uint32_t i = 0; i < array->length(); i++) cyclic_ |= array->GetElement(isolate, i) == Value(object);
    if (!cyclic_) array->Push(isolate, Value(object));
  }
  ~JoinGuard() {
    if (cyclic_) return;
    auto* array = static_cast<JSArray*>(isolate_.join_stack_.get().AsObject());
    if (array->length()) array->SetLengthFast(isolate_, array->length() - 1);
  }
  bool cyclic() const { return cyclic_; }

 private:
  Isolate& isolate_;
  bool cyclic_ = false;
};

// How many holes there are from index `from` on, below `length`: all of them, or those of a piece.
double HolesFrom(Isolate& isolate, JSObject* object, double from, double length) {
  constexpr uint32_t kPiece = 4096;
  JSArray* array = AsFastArray(isolate, object);
  if (array == nullptr) {
    bool is_empty = IsSparseArray(isolate, object) && object->dictionary_elements()->count_ == 0;
    return is_empty ? length - from : 0;
  }
  if (array->elements().IsSmi() || from >= array->FastElementsLimit()) return length - from;
  auto first = static_cast<uint32_t>(from), at = first;
  uint32_t end = std::min(array->FastElementsLimit(), first + kPiece);
  while (at < end && array->GetElement(isolate, at).IsHole()) at++;
  return std::min<double>(at - first, length - from);
}

}  // namespace

// https://tc39.es/ecma262/#sec-array.prototype.join
Completion<Value> ArrayJoin(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  bool locale = args.callee()->magic_;
  double length = TRY(LengthOfArrayLike(isolate, o));
  // The separator is no element: to make its text may well join the same array.
  String* separator =
      locale || args[0].IsUndefined() ? SingleCharString(isolate, ',') : TRY(ToString(isolate, args[0]));
  JoinGuard guard(isolate, o);
  if (guard.cyclic()) return Value(isolate.name(Name::empty));
  // The separators alone may be too much for any text.
  if (o->object_type() == HeapType::kJSArray && (length - 1) * separator->length() > String::kMaxLength)
    return isolate.ThrowRangeError("Invalid string length");
  StringBuilder builder(isolate);
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    if (k > 0) builder.Append(separator);
    TRY(builder.Check());
    Value element = TRY(GetIndex(isolate, o, k));
    if (element.IsNullOrUndefined()) {
      constexpr double kFew = 16;
      double holes = length - k < kFew ? 0 : HolesFrom(isolate, o, k, length);
      if (holes < kFew) continue;
      uint32_t more = separator->length() == 0 ? 0 : static_cast<uint32_t>(holes) - 1;
      ChargeFor(isolate, static_cast<size_t>(holes));
      String* separators = TRY(Repeat(isolate, separator, more));
      if (k == 0 && holes == length) return Value(separators);
      builder.Append(separators);
      k += holes - 1;
      continue;
    }
    if (locale) element = TRY(InvokeToLocaleString(isolate, element, args));
    builder.Append(TRY(ToString(isolate, element)));
  }
  return Value(TRY(builder.Finish()));
}

// https://tc39.es/ecma262/#sec-array.prototype.tostring
Completion<Value> ArrayToString(Isolate& isolate, Arguments& args) {
  JSObject* array = TRY(ToObject(isolate, args.this_value()));
  Value join = TRY(Get(isolate, array, Name::join));
  if (!join.IsCallable()) join = Value(CurrentIntrinsic(isolate, Intrinsic::kObjectPrototype_toString));
  return Call(isolate, join, Value(array));
}

}  // namespace halfword
