// %TypedArray.prototype% (https://tc39.es/ecma262/#sec-properties-of-the-%typedarrayprototype%-object).
//
// Any step that runs JavaScript may detach or shrink the buffer, so views are taken anew after
// each: GetElement and SetConvertedElement do it for one element, and the bulk paths clamp to the
// length as of then.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "base/search.h"
#include "builtins/indexed_collections/array_sort.h"
#include "builtins/indexed_collections/to_locale_string.h"
#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "objects/library/iterators.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/arithmetic.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

using View = TypedArrayObject::View;

Value SizeValue(Isolate& isolate, size_t n) { return NumberValue(isolate, static_cast<double>(n)); }
size_t ToSize(double index) { return static_cast<size_t>(index); }
// What a fast path over so many elements costs.
void ChargeForElements(Isolate& isolate, size_t count) { ChargeFor(isolate, count / 4); }

// RequireInternalSlot(O, [[TypedArrayName]])
Completion<TypedArrayObject*> RequireTypedArray(Isolate& isolate, Value v, const char* method) {
  if (v.Is<TypedArrayObject>()) return static_cast<TypedArrayObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// ---- Accessors ----

// https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.buffer
Completion<Value> Buffer(Isolate& isolate, Arguments& args) {
  return Value(TRY(RequireTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.buffer"))->buffer());
}
// https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.bytelength
Completion<Value> ByteLength(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(RequireTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.byteLength"));
  return SizeValue(isolate, array->length(isolate) << array->element_shift());
}
// https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.byteoffset
Completion<Value> ByteOffset(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(RequireTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.byteOffset"));
  return array->IsOutOfBounds(isolate) ? Value::Smi(0) : SizeValue(isolate, array->byte_offset_);
}
// https://tc39.es/ecma262/#sec-get-%typedarray%.prototype.length
Completion<Value> Length(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(RequireTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.length"));
  return SizeValue(isolate, array->length(isolate));
}
// https://tc39.es/ecma262/#sec-get-%typedarray%.prototype-@@tostringtag
Completion<Value> ToStringTag(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<TypedArrayObject>()) return Value::Undefined();
  auto* array = static_cast<TypedArrayObject*>(args.this_value().AsObject());
  return PropertyKey::FromAscii(isolate, TypedArrayName(array->kind_)).name();
}

// ---- Access ----

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.at
Completion<Value> At(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.at"));
  auto length = static_cast<double>(array->length(isolate));
  double k = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (k < 0) k += length;
  if (k < 0 || k >= length) return Value::Undefined();
  return GetElement(isolate, array, ToSize(k));
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.with
Completion<Value> With(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.with"));
  size_t length = array->length(isolate);
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (index < 0) index += static_cast<double>(length);
  Value value = TRY(ToElementValue(isolate, array->kind_, args[1]));
  if (!(index >= 0 && index < static_cast<double>(array->length(isolate))))
    return isolate.ThrowRangeError("Invalid typed array index");
  TypedArrayObject* copy = TRY(NewTypedArray(isolate, array->kind_, static_cast<double>(length)));
  View from = array->view(isolate);
  size_t present = std::min(from.length, length);
  ChargeForElements(isolate, present);
  TRY(MoveInPieces(isolate, copy->view(isolate).data, from.data, present << array->element_shift()));
  // The conversion of the value may have shrunk the array: what is missing reads as undefined.
  for (size_t k = present; k < length; k++) {
    TRY(isolate.Poll());
    TRY(SetElement(isolate, copy, k, Value::Undefined()));
  }
  SetConvertedElement(isolate, copy, ToSize(index), value);
  return Value(copy);
}

// ---- Bulk writes ----

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.copywithin
Completion<Value> CopyWithin(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "%TypedArray%.prototype.copyWithin";
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, args.this_value(), kMethod, AccessMode::kWrite));
  auto length = static_cast<double>(array->length(isolate));
  double target = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double start = TRY(ToRelativeIndex(isolate, args[1], length, 0));
  double end = TRY(ToRelativeIndex(isolate, args[2], length, length));
  double count = std::min(end - start, length - target);
  if (!(count > 0)) return Value(array);
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  View view = array->view(isolate);
  auto present = static_cast<double>(view.length);
  count = std::min({count, present - start, present - target});
  if (count > 0) {
    uint32_t shift = array->element_shift();
    ChargeForElements(isolate, ToSize(count));
    TRY(MoveInPieces(isolate, view.data + (ToSize(target) << shift), view.data + (ToSize(start) << shift),
                     ToSize(count) << shift));
  }
  return Value(array);
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.fill
Completion<Value> Fill(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "%TypedArray%.prototype.fill";
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, args.this_value(), kMethod, AccessMode::kWrite));
  auto length = static_cast<double>(array->length(isolate));
  Value value = TRY(ToElementValue(isolate, array->kind_, args[0]));
  double start = TRY(ToRelativeIndex(isolate, args[1], length, 0));
  double end = TRY(ToRelativeIndex(isolate, args[2], length, length));
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  View view = array->view(isolate);
  end = std::min(end, static_cast<double>(view.length));
  if (start >= end) return Value(array);
  size_t first = ToSize(start), count = ToSize(end) - first;
  uint32_t shift = array->element_shift();
  uint8_t* out = view.data + (first << shift);
  StoreTypedElement(array->kind_, out, value);
  ChargeForElements(isolate, count);
  TRY(WithElementType(array->kind_, [&](auto element) {
    std::memcpy(&element, out, sizeof element);
    if constexpr (sizeof element == 1) {
      return FillInPieces(isolate, out, static_cast<uint8_t>(element), count);
    } else {
      return InPieces(isolate, count, kBytesInPiece / sizeof element, [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; i++) std::memcpy(out + i * sizeof element, &element, sizeof element);
      });
    }
  }));
  return Value(array);
}

// SetTypedArrayFromTypedArray (https://tc39.es/ecma262/#sec-settypedarrayfromtypedarray)
Completion<void> SetFromTypedArray(Isolate& isolate, TypedArrayObject* target, double offset,
                                   TypedArrayObject* source) {
  constexpr const char* kMethod = "%TypedArray%.prototype.set";
  if (target->IsOutOfBounds(isolate) || source->IsOutOfBounds(isolate))
    return ThrowDetached(isolate, kMethod);
  View to = target->view(isolate), from = source->view(isolate);
  if (IsBigIntKind(target->kind_) != IsBigIntKind(source->kind_)) {
    return isolate.ThrowTypeError("Cannot mix BigInt and other types, use explicit conversions");
  }
  if (offset + static_cast<double>(from.length) > static_cast<double>(to.length))
    return isolate.ThrowRangeError("offset is out of bounds");
  uint8_t* out = to.data + (ToSize(offset) << target->element_shift());
  size_t from_bytes = from.length << source->element_shift(),
         to_bytes = from.length << target->element_shift();
  bool overlap = out < from.data + from_bytes && from.data < out + to_bytes;
  if (target->kind_ == source->kind_ || !overlap) {
    return ConvertElements(isolate, target->kind_, out, source->kind_, from.data, from.length);
  }
  TRY(EnsureExternalRoom(isolate, from_bytes));
  std::unique_ptr<uint8_t, decltype(&std::free)> clone(static_cast<uint8_t*>(std::malloc(from_bytes)),
                                                       &std::free);
  if (!clone) return isolate.ThrowRangeError("Array buffer allocation failed");
  TRY(MoveInPieces(isolate, clone.get(), from.data, from_bytes));
  return ConvertElements(isolate, target->kind_, out, source->kind_, clone.get(), from.length);
}

// %TypedArray%.prototype.set ( source [ , offset ] )  https://tc39.es/ecma262/#sec-%typedarray%.prototype.set
Completion<Value> Set(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "%TypedArray%.prototype.set";
  TypedArrayObject* target = TRY(RequireTypedArray(isolate, args.this_value(), kMethod));
  if (target->buffer()->IsImmutable()) return ThrowImmutable(isolate, kMethod);
  double offset = TRY(ToIntegerOrInfinity(isolate, args[1]));
  if (offset < 0) return isolate.ThrowRangeError("offset is out of bounds");
  if (args[0].Is<TypedArrayObject>()) {
    TRY(SetFromTypedArray(isolate, target, offset, static_cast<TypedArrayObject*>(args[0].AsObject())));
    return Value::Undefined();
  }
  // SetTypedArrayFromArrayLike (https://tc39.es/ecma262/#sec-settypedarrayfromarraylike)
  if (target->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  auto target_length = static_cast<double>(target->length(isolate));
  JSObject* source = TRY(ToObject(isolate, args[0]));
  double length = TRY(LengthOfArrayLike(isolate, source));
  if (offset + length > target_length) return isolate.ThrowRangeError("offset is out of bounds");
  TRY(SetFromArrayLike(isolate, target, ToSize(offset), source, length));
  return Value::Undefined();
}

template <class T>
Completion<void> ReverseRange(Isolate& isolate, uint8_t* data, size_t count) {
  auto* elements = reinterpret_cast<T*>(data);
  ChargeForElements(isolate, count);
  return InPieces(isolate, count / 2, kBytesInPiece / 8, [&](size_t begin, size_t end) {
    std::swap_ranges(elements + begin, elements + end, std::reverse_iterator(elements + count - begin));
  });
}
Completion<void> ReverseElements(Isolate& isolate, uint8_t* data, size_t count, uint32_t shift) {
  switch (shift) {
    case 0: return ReverseRange<uint8_t>(isolate, data, count);
    case 1: return ReverseRange<uint16_t>(isolate, data, count);
    case 2: return ReverseRange<uint32_t>(isolate, data, count);
    default: return ReverseRange<uint64_t>(isolate, data, count);
  }
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.reverse
Completion<Value> Reverse(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array = TRY(
      ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.reverse", AccessMode::kWrite));
  View view = array->view(isolate);
  TRY(ReverseElements(isolate, view.data, view.length, array->element_shift()));
  return Value(array);
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.toreversed
Completion<Value> ToReversed(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.toReversed"));
  size_t length = array->length(isolate);
  TypedArrayObject* copy = TRY(NewTypedArray(isolate, array->kind_, static_cast<double>(length)));
  uint8_t* data = copy->view(isolate).data;
  TRY(MoveInPieces(isolate, data, array->view(isolate).data, length << array->element_shift()));
  TRY(ReverseElements(isolate, data, length, array->element_shift()));
  return Value(copy);
}

// ---- Parts ----

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.slice
Completion<Value> Slice(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "%TypedArray%.prototype.slice";
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, args.this_value(), kMethod));
  auto length = static_cast<double>(array->length(isolate));
  double start = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double end = TRY(ToRelativeIndex(isolate, args[1], length, length));
  double count = std::max(end - start, 0.0);
  TypedArrayObject* result = TRY(TypedArraySpeciesCreate(isolate, array, count, kMethod));
  if (count == 0) return Value(result);
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, kMethod);
  View from = array->view(isolate), to = result->view(isolate);
  end = std::min(end, static_cast<double>(from.length));
  if (start >= end) return Value(result);
  size_t n = std::min(ToSize(end) - ToSize(start), to.length);
  const uint8_t* source = from.data + (ToSize(start) << array->element_shift());
  uint32_t shift = array->element_shift();
  bool overlap = source < to.data + (n << result->element_shift()) && to.data < source + (n << shift);
  if (!overlap) {
    TRY(ConvertElements(isolate, result->kind_, to.data, array->kind_, source, n));
  } else if (result->kind_ == array->kind_) {
    // A species constructor gave the same memory: bytes are copied in ascending order, as the steps say.
    ChargeForElements(isolate, n);
    TRY(InPieces(isolate, n << shift, kBytesInPiece, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) to.data[i] = source[i];
    }));
  } else {
    for (size_t i = 0; i < n; i++) {
      TRY(isolate.Poll());
      TRY(SetElement(isolate, result, i, GetElement(isolate, array, ToSize(start) + i)));
    }
  }
  return Value(result);
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.subarray
Completion<Value> Subarray(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "%TypedArray%.prototype.subarray";
  TypedArrayObject* array = TRY(RequireTypedArray(isolate, args.this_value(), kMethod));
  auto length = static_cast<double>(array->length(isolate));
  double begin = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  bool tracking = array->IsLengthTracking() && args[1].IsUndefined();
  double new_length = 0;
  if (!tracking) new_length = std::max(TRY(ToRelativeIndex(isolate, args[1], length, length)) - begin, 0.0);
  double byte_offset = static_cast<double>(array->byte_offset_) + begin * (1u << array->element_shift());
  return TypedArraySpeciesCreateOnBuffer(isolate, array, NumberValue(isolate, byte_offset),
                                         NumberValue(isolate, new_length), !tracking, kMethod);
}

// ---- Search ----

enum SearchMethod : uint16_t { kIncludes, kIndexOf, kLastIndexOf };

// The first (or, with kLastIndexOf, last) index in [from, to) whose element is `wanted`; `to` if none. NaN is
// found by kIncludes.
template <class T>
size_t SearchElements(const uint8_t* data, size_t from, size_t to, double wanted, SearchMethod method) {
  auto element = [data](size_t i) {
    T v;
    std::memcpy(&v, data + i * sizeof(T), sizeof(T));
    return v;
  };
  bool nan = std::isnan(wanted);
  if (nan && (std::is_integral_v<T> || method != kIncludes)) return to;
  if (nan) return FindFirst(from, to, [=](size_t i) { return std::isnan(static_cast<double>(element(i))); });
  // Of integers, any other value is none of theirs: so they are compared as what they are.
  auto search = [&](auto same) {
    return method == kLastIndexOf ? FindLast(from, to, same) : FindFirst(from, to, same);
  };
  if constexpr (std::is_integral_v<T>) {
    constexpr double kMin = static_cast<double>(std::numeric_limits<T>::min()),
                     kMax = static_cast<double>(std::numeric_limits<T>::max());
    if (wanted < kMin || wanted > kMax || static_cast<double>(static_cast<T>(wanted)) != wanted) return to;
    return search([=, value = static_cast<T>(wanted)](size_t i) { return element(i) == value; });
  } else {
    return search([=](size_t i) { return static_cast<double>(element(i)) == wanted; });
  }
}

size_t SearchWords(const uint8_t* data, size_t from, size_t to, uint64_t wanted, bool last) {
  auto same = [=](size_t i) {
    uint64_t v;
    std::memcpy(&v, data + i * 8, 8);
    return v == wanted;
  };
  return last ? FindLast(from, to, same) : FindFirst(from, to, same);
}

size_t FindInPiece(Isolate& isolate, TypedArrayObject* array, const uint8_t* data, size_t from, size_t to,
                   Value wanted, SearchMethod method) {
  if (IsBigIntKind(array->kind_)) {
    if (!wanted.IsBigInt()) return to;
    uint64_t word = BigIntToUint64(wanted.AsBigInt());
    Value same = array->kind_ == TypedArrayKind::kBigInt64
                     ? BigIntFromInt64(isolate, static_cast<int64_t>(word))
                     : BigIntFromUint64(isolate, word);
    if (!BigIntEquals(isolate, same.AsBigInt(), wanted.AsBigInt())) return to;
    return SearchWords(data, from, to, word, method == kLastIndexOf);
  }
  if (!wanted.IsNumber()) return to;
  double number = wanted.AsNumber();
  return WithElementType(array->kind_, [&](auto zero) {
    return SearchElements<decltype(zero)>(data, from, to, number, method);
  });
}

// The same in pieces, with a look at the isolate after each.
Completion<size_t> FindInRange(Isolate& isolate, TypedArrayObject* array, const uint8_t* data, size_t from,
                               size_t to, Value wanted, SearchMethod method) {
  constexpr size_t kPiece = 1 << 18;
  size_t none = to;
  while (from < to) {
    size_t begin = method == kLastIndexOf ? std::max(from, to - std::min(to, kPiece)) : from;
    size_t end = method == kLastIndexOf ? to : std::min(to, from + kPiece);
    size_t found = FindInPiece(isolate, array, data, begin, end, wanted, method);
    ChargeForElements(isolate, end - begin);
    TRY(isolate.PollSlow());
    if (found < end) return found;
    (method == kLastIndexOf ? to : from) = method == kLastIndexOf ? begin : end;
  }
  return none;
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.includes
// https://tc39.es/ecma262/#sec-%typedarray%.prototype.indexof
Completion<Value> Search(Isolate& isolate, Arguments& args) {
  auto method = static_cast<SearchMethod>(args.callee()->magic_);
  TypedArrayObject* array = TRY(ValidateTypedArray(
      isolate, args.this_value(),
      method == kIncludes ? "%TypedArray%.prototype.includes" : "%TypedArray%.prototype.indexOf"));
  size_t length = array->length(isolate);
  Value not_found = method == kIncludes ? Value::False() : Value::Smi(-1);
  if (length == 0) return not_found;
  size_t from = ToSize(TRY(ToRelativeIndex(isolate, args[1], static_cast<double>(length), 0)));
  View view = array->view(isolate);
  size_t to = std::min(length, view.length);
  size_t found = TRY(FindInRange(isolate, array, view.data, from, to, args[0], method));
  if (from < to && found < to) return method == kIncludes ? Value::True() : SizeValue(isolate, found);
  // What a shrunk array has lost is undefined to includes, and absent to indexOf.
  if (method == kIncludes && args[0].IsUndefined() && std::max(from, to) < length) return Value::True();
  return not_found;
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.lastindexof
Completion<Value> LastIndexOf(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.lastIndexOf"));
  auto length = static_cast<double>(array->length(isolate));
  if (length == 0) return Value::Smi(-1);
  double n = args.count() > 1 ? TRY(ToIntegerOrInfinity(isolate, args[1])) : length - 1;
  double k = n >= 0 ? std::min(n, length - 1) : length + n;
  if (k < 0) return Value::Smi(-1);
  View view = array->view(isolate);
  size_t to = std::min(ToSize(k) + 1, view.length);
  size_t found = TRY(FindInRange(isolate, array, view.data, 0, to, args[0], kLastIndexOf));
  return found < to ? SizeValue(isolate, found) : Value::Smi(-1);
}

// ---- Text ----

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.join
// https://tc39.es/ecma262/#sec-%typedarray%.prototype.tolocalestring
Completion<Value> Join(Isolate& isolate, Arguments& args) {
  bool locale = args.callee()->magic_;
  TypedArrayObject* array = TRY(
      ValidateTypedArray(isolate, args.this_value(),
                         locale ? "%TypedArray%.prototype.toLocaleString" : "%TypedArray%.prototype.join"));
  size_t length = array->length(isolate);
  String* separator =
      locale || args[0].IsUndefined() ? SingleCharString(isolate, ',') : TRY(ToString(isolate, args[0]));
  // The separators and a digit of each element may be too much for any text.
  uint64_t digits = locale ? 0 : std::min(length, array->length(isolate));
  if (length != 0 && digits + uint64_t{length - 1} * separator->length() > String::kMaxLength)
    return isolate.ThrowRangeError("Invalid string length");
  StringBuilder builder(isolate);
  for (size_t k = 0; k < length; k++) {
    TRY(isolate.Poll());
    if (k > 0) builder.Append(separator);
    Value element = GetElement(isolate, array, k);
    if (!element.IsUndefined()) {
      if (locale) element = TRY(InvokeToLocaleString(isolate, element, args));
      builder.Append(TRY(ToString(isolate, element)));
    }
    TRY(builder.Check());
  }
  return Value(TRY(builder.Finish()));
}

// ---- Sorting ----

template <size_t kSize>
using UnsignedWord = std::conditional_t<
    kSize == 1, uint8_t,
    std::conditional_t<kSize == 2, uint16_t, std::conditional_t<kSize == 4, uint32_t, uint64_t>>>;

// TypedArrayElementCompare without a comparator as an order of words: -0 before +0, NaN last.
template <class T>
auto SortKey(T v) {
  using Word = UnsignedWord<sizeof(T)>;
  constexpr Word kSign = static_cast<Word>(Word{1} << (8 * sizeof(T) - 1));
  Word word = std::bit_cast<Word>(v);
  if constexpr (std::is_integral_v<T>) {
    return static_cast<Word>(std::is_signed_v<T> ? word ^ kSign : word);
  } else {
    if (!(v == v)) return static_cast<Word>(~Word{0});
    return static_cast<Word>(word & kSign ? ~word : word | kSign);
  }
}

// American flag sort (McIlroy, Bostic, McIlroy 1993): in place, the most significant byte first, because
// std::sort can't be stopped. Few elements are sorted by that.
template <class T>
class FlagSort {
 public:
  explicit FlagSort(Isolate& isolate) : isolate_(isolate) {}

  // REQUIRES: the elements differ in their last `bytes` bytes only.
  Completion<void> Sort(T* elements, size_t count, size_t bytes = sizeof(T)) {
    if (count <= kFew) {
      std::sort(elements, elements + count, [](T a, T b) { return SortKey(a) < SortKey(b); });
      return isolate_.Poll(static_cast<int32_t>(1 + count / 8));
    }
    if (bytes == 0) return {};
    const size_t shift = 8 * (bytes - 1);
    size_t ends[kBuckets] = {}, next[kBuckets];
    ChargeForElements(isolate_, 2 * count);
    TRY(InPieces(isolate_, count, kPiece, [&](size_t begin, size_t end) {
      for (size_t i = begin; i < end; i++) ends[Digit(elements[i], shift)]++;
    }));
    for (size_t b = 0, sum = 0; b < kBuckets; b++) {
      next[b] = sum;
      ends[b] = sum += ends[b];
    }
    TRY(Distribute(elements, shift, next, ends));
    for (size_t b = 0, begin = 0; b < kBuckets; begin = ends[b++]) {
      if (ends[b] - begin > 1) TRY(Sort(elements + begin, ends[b] - begin, bytes - 1));
    }
    return {};
  }

 private:
  static constexpr size_t kFew = 1 << 13, kPiece = 1 << 16, kBuckets = 256;

  static size_t Digit(T v, size_t shift) { return SortKey(v) >> shift & (kBuckets - 1); }

  // Brings each element into its bucket [next[b], ends[b]): what it displaces is the next one to be brought.
  Completion<void> Distribute(T* elements, size_t shift, size_t* next, const size_t* ends) {
    size_t moved = 0;
    for (size_t b = 0; b < kBuckets; b++) {
      while (next[b] < ends[b]) {
        if (++moved % kPiece == 0) TRY(isolate_.PollSlow());
        size_t digit = Digit(elements[next[b]], shift);
        if (digit != b) std::swap(elements[next[b]], elements[next[digit]]);
        next[digit]++;
      }
    }
    return {};
  }

  Isolate& isolate_;
};

Completion<void> SortElements(Isolate& isolate, TypedArrayKind kind, uint8_t* data, size_t count) {
  return WithElementType(kind, [&](auto zero) {
    return FlagSort<decltype(zero)>(isolate).Sort(reinterpret_cast<decltype(zero)*>(data), count);
  });
}

Completion<Value> CheckComparator(Isolate& isolate, Value comparator) {
  if (!comparator.IsUndefined() && !comparator.IsCallable()) {
    return isolate.ThrowTypeError("The comparison function must be either a function or undefined [%s]",
                                  DescribeForError(isolate, comparator).c_str());
  }
  return comparator;
}

// Sorts the first `length` elements of `from` by the comparator and writes them to `to`.
Completion<void> SortWithComparator(Isolate& isolate, TypedArrayObject* from, TypedArrayObject* to,
                                    size_t length, Value comparator) {
  if (length > size_t{1} << 28)
    return isolate.ThrowRangeError("Invalid typed array length: %.0f", static_cast<double>(length));
  ValueList values(isolate);
  TRY(values.Reserve(length));
  LoopPoll poll(isolate);
  for (size_t k = 0; k < length; k++) {
    TRY(poll.At(k));
    values.Append(GetElement(isolate, from, k));
  }
  TRY(SortValues(isolate, values, comparator));
  for (size_t k = 0; k < length; k++) {
    TRY(poll.At(length + k));
    SetConvertedElement(isolate, to, k, values[k]);
  }
  return {};
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.sort
Completion<Value> Sort(Isolate& isolate, Arguments& args) {
  Value comparator = TRY(CheckComparator(isolate, args[0]));
  TypedArrayObject* array =
      TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.sort", AccessMode::kWrite));
  View view = array->view(isolate);
  if (!comparator.IsUndefined()) {
    TRY(SortWithComparator(isolate, array, array, view.length, comparator));
  } else if (!array->buffer()->IsShared()) {
    TRY(SortElements(isolate, array->kind_, view.data, view.length));
  } else {
    // Other threads may write meanwhile, which std::sort does not survive.
    size_t bytes = view.length << array->element_shift();
    TRY(EnsureExternalRoom(isolate, bytes));
    std::unique_ptr<uint8_t, decltype(&std::free)> copy(static_cast<uint8_t*>(std::malloc(bytes + 1)),
                                                        &std::free);
    if (!copy) return isolate.ThrowRangeError("Array buffer allocation failed");
    TRY(MoveInPieces(isolate, copy.get(), view.data, bytes));
    TRY(SortElements(isolate, array->kind_, copy.get(), view.length));
    TRY(MoveInPieces(isolate, view.data, copy.get(), bytes));
  }
  return Value(array);
}

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.tosorted
Completion<Value> ToSorted(Isolate& isolate, Arguments& args) {
  Value comparator = TRY(CheckComparator(isolate, args[0]));
  TypedArrayObject* array =
      TRY(ValidateTypedArray(isolate, args.this_value(), "%TypedArray%.prototype.toSorted"));
  size_t length = array->length(isolate);
  TypedArrayObject* copy = TRY(NewTypedArray(isolate, array->kind_, static_cast<double>(length)));
  uint8_t* data = copy->view(isolate).data;
  TRY(MoveInPieces(isolate, data, array->view(isolate).data, length << array->element_shift()));
  if (comparator.IsUndefined()) {
    TRY(SortElements(isolate, array->kind_, data, length));
  } else {
    TRY(SortWithComparator(isolate, copy, copy, length, comparator));
  }
  return Value(copy);
}

// ---- Iterators ----

// https://tc39.es/ecma262/#sec-%typedarray%.prototype.entries, keys, values
Completion<Value> Iterators(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<IterationKind>(args.callee()->magic_);
  const char* method = kind == IterationKind::kKeys     ? "%TypedArray%.prototype.keys()"
                       : kind == IterationKind::kValues ? "%TypedArray%.prototype.values()"
                                                        : "%TypedArray%.prototype.entries()";
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, args.this_value(), method));
  auto* iterator =
      NewObjectAs<ArrayIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kArrayIterator));
  iterator->target_.Set(iterator, Value(array));
  iterator->index_.Init(Value::Smi(0));
  iterator->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  return Value(iterator);
}

}  // namespace

constexpr NativeRow kTypedArrayPrototypeRows[kTypedArrayPrototypeRowCount] = {
    {"buffer", Buffer, 0, kNativeGetter},
    {"byteLength", ByteLength, 0, kNativeGetter},
    {"byteOffset", ByteOffset, 0, kNativeGetter},
    {"length", Length, 0, kNativeGetter, kTypedArrayLengthMagic},
    {"Symbol.toStringTag", ToStringTag, 0, kNativeGetter | kNativeSymbol},
    {"at", At, 1},
    {"copyWithin", CopyWithin, 2},
    {"entries", Iterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kEntries)},
    {"every", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_every},
    {"fill", Fill, 1},
    {"filter", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_filter},
    {"find", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_find},
    {"findIndex", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_findIndex},
    {"findLast", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_findLast},
    {"findLastIndex", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_findLastIndex},
    {"forEach", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_forEach},
    {"includes", Search, 1, kNativePlain, kIncludes},
    {"indexOf", Search, 1, kNativePlain, kIndexOf},
    {"join", Join, 1, kNativePlain, 0},
    {"keys", Iterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kKeys)},
    {"lastIndexOf", LastIndexOf, 1},
    {"map", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_map},
    {"reduce", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_reduce},
    {"reduceRight", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_reduceRight},
    {"reverse", Reverse, 0},
    {"set", Set, 1},
    {"slice", Slice, 2},
    {"some", SelfHosted, 1, kNativePlain, kTypedArrayPrototype_some},
    {"sort", Sort, 1},
    {"subarray", Subarray, 2},
    {"toLocaleString", Join, 0, kNativePlain, 1},
    {"toReversed", ToReversed, 0},
    {"toSorted", ToSorted, 1},
    {"values", Iterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kValues)},
    {"with", With, 2},
};

void InstallTypedArrayPrototype(Isolate& isolate, Realm* realm, JSObject* prototype) {
  InstallFunctions(isolate, realm, prototype, kTypedArrayPrototypeRows);
  Value values = prototype->GetOwn(isolate, isolate.key(Name::values)).value;
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), values, kMethodDefault);
  // The same function object as Array.prototype.toString.
  prototype->DefineOwn(isolate, isolate.key(Name::toString),
                       Value(realm->intrinsic(Intrinsic::kArrayPrototype_toString)), kMethodDefault);
}

}  // namespace halfword
