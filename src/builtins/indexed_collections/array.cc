// Array objects (https://tc39.es/ecma262/#sec-array-objects). Sorting is in array_sort.cc, join in
// array_text.cc, what changes a copy in array_copies.cc, and fromAsync in array_from_async.cc.
//
// FAST paths work on the elements of fast arrays (runtime/operations/arrays.h). Each rereads the array after
// anything that may run JavaScript.
#include <algorithm>
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/indexed_collections/array_internal.h"
#include "builtins/indexed_collections/array_operations.h"
#include "objects/isolate.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "objects/memory/value_list.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/control_abstraction/iteration_records.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/arrays.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Value ElementOrUndefined(Isolate& isolate, JSArray* array, uint32_t i) {
  Value v = i < array->length() ? array->GetElement(isolate, i) : Value::Hole();
  return v.IsHole() ? Value::Undefined() : v;
}

// ---- Constructor ----

// https://tc39.es/ecma262/#sec-array
Completion<Value> ArrayConstructor(Isolate& isolate, Arguments& args) {
  Value prototype = Value::Hole();
  if (args.IsConstructCall() && args.new_target() != Value(args.callee())) {
    prototype = Value(
        TRY(GetPrototypeFromConstructor(isolate, args.new_target().AsObject(), Intrinsic::kArrayPrototype)));
  }
  if (args.count() == 1) {
    Value length = args[0];
    if (!length.IsNumber()) {
      JSArray* array = TRY(ArrayCreate(isolate, 0, prototype));
      TRY(CreateIndex(isolate, array, 0, length));
      return Value(array);
    }
    double n = length.AsNumber();
    if (n != DoubleToUint32(n)) return isolate.ThrowRangeError("Invalid array length");
    return Value(TRY(ArrayCreate(isolate, n, prototype)));
  }
  JSArray* array = TRY(ArrayCreate(isolate, 0, prototype));
  if (TRY(AppendValues(isolate, array, args.all()))) return Value(array);
  for (Value v : args.all()) TRY(CreateIndex(isolate, array, array->length(), v));
  return Value(array);
}

Completion<Value> ArrayIsArray(Isolate& isolate, Arguments& args) {
  return Value::Boolean(TRY(IsArray(isolate, args[0])));
}

// https://tc39.es/ecma262/#sec-array.of
Completion<Value> ArrayOf(Isolate& isolate, Arguments& args) {
  Value constructor = args.this_value();
  if (MakesPlainArray(isolate, constructor)) return Value(CreateArrayFromList(isolate, args.all()));
  JSObject* array =
      constructor.IsConstructor()
          ? TRY(Construct(isolate, constructor.AsObject(), {NumberValue(isolate, args.count())}))
          : TRY(ArrayCreate(isolate, args.count()));
  for (uint32_t k = 0; k < args.count(); k++)
    TRY(CreateDataPropertyOrThrow(isolate, array, PropertyKey::FromIndex(k), args[k]));
  TRY(SetLength(isolate, array, args.count()));
  return Value(array);
}

Completion<Value> SpeciesGetter(Isolate&, Arguments& args) { return args.this_value(); }

// ---- Access ----

// https://tc39.es/ecma262/#sec-array.prototype.at
Completion<Value> ArrayAt(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double k = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (k < 0) k += length;
  if (k < 0 || k >= length) return Value::Undefined();
  return GetIndex(isolate, o, k);
}

// https://tc39.es/ecma262/#sec-array.prototype.push
Completion<Value> ArrayPush(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (JSArray* array = AsFastArray(isolate, o)) {
    constexpr uint32_t kMany = 8;
    if (args.count() >= kMany && TRY(AppendValues(isolate, array, args.all())))
      return NumberValue(isolate, array->length());
    uint32_t i = 0;
    while (i < args.count() && array->Push(isolate, args[i])) i++;
    if (i == args.count()) return NumberValue(isolate, array->length());
    if (isolate.IsTerminating()) return kThrow;
    // Go on the general way from where we are.
    double length = array->length();
    for (; i < args.count(); i++) TRY(SetIndex(isolate, o, length++, args[i]));
    TRY(SetLength(isolate, o, length));
    return NumberValue(isolate, length);
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  if (length + args.count() > kMaxSafeLength)
    return isolate.ThrowTypeError(
        "Pushing %u elements on an array-like of length %.0f is disallowed by ECMA-262", args.count(),
        length);
  for (Value v : args.all()) TRY(SetIndex(isolate, o, length++, v));
  TRY(SetLength(isolate, o, length));
  return NumberValue(isolate, length);
}

// https://tc39.es/ecma262/#sec-array.prototype.pop
Completion<Value> ArrayPop(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (JSArray* array = AsFastArray(isolate, o)) {
    uint32_t length = array->length();
    if (length == 0) return Value::Undefined();
    Value v = ElementOrUndefined(isolate, array, length - 1);
    array->SetLengthFast(isolate, length - 1);
    return v;
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  if (length == 0) {
    TRY(SetLength(isolate, o, 0));
    return Value::Undefined();
  }
  Value v = TRY(GetIndex(isolate, o, length - 1));
  TRY(DeleteIndex(isolate, o, length - 1));
  TRY(SetLength(isolate, o, length - 1));
  return v;
}

// https://tc39.es/ecma262/#sec-array.prototype.shift
Completion<Value> ArrayShift(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (JSArray* array = AsFastArray(isolate, o)) {
    uint32_t length = array->length();
    if (length == 0) return Value::Undefined();
    Value first = ElementOrUndefined(isolate, array, 0);
    TRY(MoveElements(isolate, array, 0, 1, length - 1));
    array->SetLengthFast(isolate, length - 1);
    return first;
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  if (length == 0) {
    TRY(SetLength(isolate, o, 0));
    return Value::Undefined();
  }
  Value first = TRY(GetIndex(isolate, o, 0));
  for (double k = 1; k < length; k++) {
    TRY(isolate.Poll());
    if (TRY(HasIndex(isolate, o, k)))
      TRY(SetIndex(isolate, o, k - 1, TRY(GetIndex(isolate, o, k))));
    else
      TRY(DeleteIndex(isolate, o, k - 1));
  }
  TRY(DeleteIndex(isolate, o, length - 1));
  TRY(SetLength(isolate, o, length - 1));
  return first;
}

// The moves of splice: the elements of [start, start + delete_count) go to `removed`, if there is one, those
// behind them to where `item_count` new ones have room.
Completion<void> MoveSparseElements(Isolate& isolate, JSArray* array, double start, double delete_count,
                                    double item_count, JSArray* removed) {
  ExternalAccount account(isolate);
  CountedVector<uint32_t> indices = array->dictionary_elements()->SortedIndices(account);
  std::erase_if(indices, [start](uint32_t index) { return index < start; });
  ValueList moved(isolate);
  size_t first_moved = 0;
  for (uint32_t index : indices) {
    TRY(isolate.Poll());
    PropertyKey key = PropertyKey::FromIndex(index);
    Value value = array->GetOwn(isolate, key).value;
    array->DeleteOwn(isolate, key);
    if (index < start + delete_count) {
      if (removed) TRY(CreateIndex(isolate, removed, index - start, value));
      first_moved++;
    } else {
      moved.Append(value);
    }
  }
  for (size_t i = 0; i < moved.size(); i++) {
    TRY(isolate.Poll());
    TRY(SetIndex(isolate, array, indices[first_moved + i] - delete_count + item_count, moved[i]));
  }
  return {};
}

// https://tc39.es/ecma262/#sec-array.prototype.unshift
Completion<Value> ArrayUnshift(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  uint32_t count = args.count();
  JSArray* array = AsFastArray(isolate, o);
  if (array && count > 0 && array->length() < JSArray::kMaxFastLength / 2) {
    uint32_t length = array->length();
    bool ok = true;
    // Make room by appending, then move up.
    for (uint32_t i = 0; i < count && ok; i++) ok = array->Push(isolate, args[i]);
    if (ok) {
      TRY(MoveElements(isolate, array, count, 0, length));
      for (uint32_t i = 0; i < count; i++)
        array->DefineOwn(isolate, PropertyKey::FromIndex(i), args[i], kDataDefault);
      return NumberValue(isolate, array->length());
    }
    array->SetLengthFast(isolate, length);
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  if (count > 0) {
    if (length + count > kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
    bool sparse = IsSparseArray(isolate, o);
    if (sparse) TRY(MoveSparseElements(isolate, static_cast<JSArray*>(o), 0, 0, count, nullptr));
    for (double k = length; k > 0 && !sparse; k--) {
      TRY(isolate.Poll());
      if (TRY(HasIndex(isolate, o, k - 1)))
        TRY(SetIndex(isolate, o, k + count - 1, TRY(GetIndex(isolate, o, k - 1))));
      else
        TRY(DeleteIndex(isolate, o, k + count - 1));
    }
    for (uint32_t j = 0; j < count; j++) TRY(SetIndex(isolate, o, j, args[j]));
  }
  TRY(SetLength(isolate, o, length + count));
  return NumberValue(isolate, length + count);
}

// ---- Parts and wholes ----

// https://tc39.es/ecma262/#sec-array.prototype.slice
Completion<Value> ArraySlice(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double k = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double final = TRY(ToRelativeIndex(isolate, args[1], length, length));
  double count = std::max(final - k, 0.0);
  if (HasPlainSpecies(isolate, o)) {
    JSArray* array = static_cast<JSArray*>(o);
    uint32_t end = static_cast<uint32_t>(std::min<double>(k + count, array->length()));
    JSArray* result = TRY(CopyElements(isolate, array, static_cast<uint32_t>(k), end));
    if (result->length() < count) TRY(SetLength(isolate, result, count));
    return Value(result);
  }
  JSObject* a = TRY(ArraySpeciesCreate(isolate, o, count));
  double n = 0;
  for (; k < final; k++, n++) {
    TRY(isolate.Poll());
    if (TRY(HasIndex(isolate, o, k))) TRY(CreateIndex(isolate, a, n, TRY(GetIndex(isolate, o, k))));
  }
  TRY(SetLength(isolate, a, n));
  return Value(a);
}

// https://tc39.es/ecma262/#sec-array.prototype.splice
Completion<Value> ArraySplice(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double start = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double item_count = args.count() > 2 ? args.count() - 2 : 0;
  double delete_count = 0;
  if (args.count() == 1)
    delete_count = length - start;
  else if (args.count() > 1)
    delete_count = std::clamp(TRY(ToIntegerOrInfinity(isolate, args[1])), 0.0, length - start);
  if (length + item_count - delete_count > kMaxSafeLength)
    return isolate.ThrowTypeError("Invalid array length");
  if (HasPlainSpecies(isolate, o) && static_cast<JSArray*>(o)->length() == length &&
      length + item_count < JSArray::kMaxFastLength) {
    JSArray* array = static_cast<JSArray*>(o);
    uint32_t from = static_cast<uint32_t>(start), deleted = static_cast<uint32_t>(delete_count),
             items = static_cast<uint32_t>(item_count), old_length = static_cast<uint32_t>(length);
    JSArray* removed = TRY(CopyElements(isolate, array, from, from + deleted));
    bool ok = true;
    // Appending the items first brings the array to the right kind and capacity.
    for (uint32_t i = 0; i < items && ok; i++) ok = array->Push(isolate, args[i + 2]);
    if (ok) {
      uint32_t tail = old_length - from - deleted;
      TRY(MoveElements(isolate, array, from + items, from + deleted, tail));
      for (uint32_t i = 0; i < items; i++)
        array->DefineOwn(isolate, PropertyKey::FromIndex(from + i), args[i + 2], kDataDefault);
      array->SetLengthFast(isolate, old_length - deleted + items);
      TRY(isolate.Poll());
      return Value(removed);
    }
    array->SetLengthFast(isolate, old_length);
  }
  if (IsSparseArray(isolate, o) && isolate.array_species_intact_ && IsPristineArray(isolate, o) &&
      static_cast<JSArray*>(o)->length() == length) {
    JSArray* removed = TRY(ArrayCreate(isolate, delete_count));
    TRY(MoveSparseElements(isolate, static_cast<JSArray*>(o), start, delete_count, item_count, removed));
    for (uint32_t i = 2; i < args.count(); i++) TRY(SetIndex(isolate, o, start + i - 2, args[i]));
    TRY(SetLength(isolate, o, length - delete_count + item_count));
    return Value(removed);
  }
  JSObject* a = TRY(ArraySpeciesCreate(isolate, o, delete_count));
  for (double k = 0; k < delete_count; k++) {
    TRY(isolate.Poll());
    if (TRY(HasIndex(isolate, o, start + k)))
      TRY(CreateDataPropertyOrThrow(isolate, a, KeyFromNumber(isolate, k),
                                    TRY(GetIndex(isolate, o, start + k))));
  }
  TRY(SetLength(isolate, a, delete_count));
  if (item_count < delete_count) {
    for (double k = start; k < length - delete_count; k++) {
      TRY(isolate.Poll());
      if (TRY(HasIndex(isolate, o, k + delete_count)))
        TRY(SetIndex(isolate, o, k + item_count, TRY(GetIndex(isolate, o, k + delete_count))));
      else
        TRY(DeleteIndex(isolate, o, k + item_count));
    }
    for (double k = length; k > length - delete_count + item_count; k--) {
      TRY(isolate.Poll());
      TRY(DeleteIndex(isolate, o, k - 1));
    }
  } else if (item_count > delete_count) {
    for (double k = length - delete_count; k > start; k--) {
      TRY(isolate.Poll());
      if (TRY(HasIndex(isolate, o, k + delete_count - 1)))
        TRY(SetIndex(isolate, o, k + item_count - 1, TRY(GetIndex(isolate, o, k + delete_count - 1))));
      else
        TRY(DeleteIndex(isolate, o, k + item_count - 1));
    }
  }
  for (uint32_t i = 2; i < args.count(); i++) TRY(SetIndex(isolate, o, start + i - 2, args[i]));
  TRY(SetLength(isolate, o, length - delete_count + item_count));
  return Value(a);
}

// https://tc39.es/ecma262/#sec-isconcatspreadable
Completion<bool> IsConcatSpreadable(Isolate& isolate, Value v) {
  if (!v.IsObject()) return false;
  PropertyKey key = isolate.key(WellKnownSymbol::isConcatSpreadable);
  Value spreadable = TRY(v.Is<JSArray>() ? LoadByStub(isolate, v.AsObject(), v, key.name())
                                         : Get(isolate, v.AsObject(), key));
  if (!spreadable.IsUndefined()) return ToBoolean(spreadable);
  return IsArray(isolate, v);
}

// https://tc39.es/ecma262/#sec-array.prototype.concat
Completion<Value> ArrayConcat(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  JSObject* a = TRY(ArraySpeciesCreate(isolate, o, 0));
  // FAST: room for all that is not sparse.
  if (IsFastArray(isolate, a) && IsFastArray(isolate, o)) {
    double count = static_cast<JSArray*>(o)->length();
    for (uint32_t i = 0; i < args.count(); i++)
      count += args[i].Is<JSArray>() && IsFastArray(isolate, args[i].AsObject())
                   ? args[i].As<JSArray>()->length()
                   : 1;
    if (count <= JSArray::kMaxFastLength)
      static_cast<JSArray*>(a)->MakeRoomFor(isolate, static_cast<uint32_t>(count), o->elements_kind());
    if (isolate.IsTerminating()) return kThrow;
  }
  double n = 0;
  for (uint32_t i = 0; i <= args.count(); i++) {
    Value item = i == 0 ? Value(o) : args[i - 1];
    if (TRY(IsConcatSpreadable(isolate, item))) {
      JSObject* e = item.AsObject();
      double length = TRY(LengthOfArrayLike(isolate, e));
      if (n + length > kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
      if (IsFastArray(isolate, e) && IsFastArray(isolate, a) && static_cast<JSArray*>(a)->length() == n) {
        uint32_t count = static_cast<uint32_t>(length);
        if (TRY(AppendElements(isolate, static_cast<JSArray*>(a), static_cast<JSArray*>(e), 0, count))) {
          n += count;
          continue;
        }
      }
      for (double k = 0; k < length; k++, n++) {
        TRY(isolate.Poll());
        if (TRY(HasIndex(isolate, e, k))) TRY(CreateIndex(isolate, a, n, TRY(GetIndex(isolate, e, k))));
      }
    } else {
      if (n >= kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
      TRY(CreateIndex(isolate, a, n++, item));
    }
  }
  TRY(SetLength(isolate, a, n));
  return Value(a);
}

// https://tc39.es/ecma262/#sec-array.prototype.copywithin
Completion<Value> ArrayCopyWithin(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double to = TRY(ToRelativeIndex(isolate, args[0], length, 0));
  double from = TRY(ToRelativeIndex(isolate, args[1], length, 0));
  double final = TRY(ToRelativeIndex(isolate, args[2], length, length));
  double count = std::min(final - from, length - to);
  if (JSArray* array = AsFastArray(isolate, o);
      array && count > 0 && std::max(from, to) + count <= array->length()) {
    TRY(MoveElements(isolate, array, static_cast<uint32_t>(to), static_cast<uint32_t>(from),
                     static_cast<uint32_t>(count)));
    return Value(o);
  }
  double direction = 1;
  if (from < to && to < from + count) {
    direction = -1;
    from += count - 1;
    to += count - 1;
  }
  for (; count > 0; count--, from += direction, to += direction) {
    TRY(isolate.Poll());
    if (TRY(HasIndex(isolate, o, from)))
      TRY(SetIndex(isolate, o, to, TRY(GetIndex(isolate, o, from))));
    else
      TRY(DeleteIndex(isolate, o, to));
  }
  return Value(o);
}

// https://tc39.es/ecma262/#sec-array.prototype.fill
Completion<Value> ArrayFill(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double k = TRY(ToRelativeIndex(isolate, args[1], length, 0));
  double final = TRY(ToRelativeIndex(isolate, args[2], length, length));
  if (IsSparseArray(isolate, o) && k < final) {
    // All of the range is going to be there: that is no dictionary any more.
    JSArray* array = static_cast<JSArray*>(o);
    constexpr double kFew = 1024, kSparsest = 8;
    double count = std::min<double>(final, array->length()) - k;
    if (count > JSArray::kMaxFastLength)
      return isolate.ThrowRangeError("Array.prototype.fill of %.0f elements that are not there", count);
    if (count > kFew && count >= array->length() / kSparsest && array->length() <= JSArray::kMaxFastLength)
      (void)array->MakeDense(isolate);
    if (isolate.IsTerminating()) return kThrow;
  }
  if (JSArray* array = AsFastArray(isolate, o); array && k < std::min<double>(final, array->length())) {
    double end = std::min<double>(final, array->length());
    TRY(FillElements(isolate, array, static_cast<uint32_t>(k), static_cast<uint32_t>(end), args[0]));
    k = end;
  }
  for (; k < final; k++) {
    TRY(isolate.Poll());
    TRY(SetIndex(isolate, o, k, args[0]));
  }
  return Value(o);
}

// https://tc39.es/ecma262/#sec-array.prototype.reverse
Completion<Value> ArrayReverse(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  if (JSArray* array = AsFastArray(isolate, o)) {
    TRY(ReverseElements(isolate, array));
    return Value(o);
  }
  double length = TRY(LengthOfArrayLike(isolate, o));
  double middle = std::floor(length / 2);
  for (double lower = 0; lower < middle; lower++) {
    TRY(isolate.Poll());
    double upper = length - lower - 1;
    bool lower_exists = TRY(HasIndex(isolate, o, lower));
    Value lower_value, upper_value;
    if (lower_exists) lower_value = TRY(GetIndex(isolate, o, lower));
    bool upper_exists = TRY(HasIndex(isolate, o, upper));
    if (upper_exists) upper_value = TRY(GetIndex(isolate, o, upper));
    if (lower_exists && upper_exists) {
      TRY(SetIndex(isolate, o, lower, upper_value));
      TRY(SetIndex(isolate, o, upper, lower_value));
    } else if (upper_exists) {
      TRY(SetIndex(isolate, o, lower, upper_value));
      TRY(DeleteIndex(isolate, o, upper));
    } else if (lower_exists) {
      TRY(DeleteIndex(isolate, o, lower));
      TRY(SetIndex(isolate, o, upper, lower_value));
    }
  }
  return Value(o);
}

// ---- Search ----

constexpr uint16_t kIncludes = static_cast<uint16_t>(ElementSearch::kIncludes),
                   kIndexOf = static_cast<uint16_t>(ElementSearch::kIndexOf);

// https://tc39.es/ecma262/#sec-array.prototype.indexof and includes
Completion<Value> ArraySearch(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  auto search = static_cast<ElementSearch>(args.callee()->magic_);
  bool includes = search == ElementSearch::kIncludes;
  double length = TRY(LengthOfArrayLike(isolate, o));
  Value missing = includes ? Value::False() : Value::Smi(-1);
  if (length == 0) return missing;
  double n = TRY(ToIntegerOrInfinity(isolate, args[1]));
  double k = n >= 0 ? n : std::max(length + n, 0.0);
  Value target = args[0];
  if (CanSearchElements(isolate, o)) {
    JSArray* array = static_cast<JSArray*>(o);
    double end = std::min<double>(length, array->length());
    if (k < end) {
      uint32_t found = TRY(
          FindElement(isolate, array, static_cast<uint32_t>(k), static_cast<uint32_t>(end), target, search));
      if (found != kNoSuchElement) return includes ? Value::True() : NumberValue(isolate, found);
      k = end;  // an array that the conversion has cut ends before the length
    }
  }
  for (; k < length; k++) {
    TRY(isolate.Poll());
    if (!includes && !TRY(HasIndex(isolate, o, k))) continue;
    Value v = TRY(GetIndex(isolate, o, k));
    if (includes ? SameValueZero(isolate, v, target) : IsStrictlyEqual(isolate, v, target))
      return includes ? Value::True() : NumberValue(isolate, k);
  }
  return missing;
}

// https://tc39.es/ecma262/#sec-array.prototype.lastindexof
Completion<Value> ArrayLastIndexOf(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  if (length == 0) return Value::Smi(-1);
  double n = args.count() > 1 ? TRY(ToIntegerOrInfinity(isolate, args[1])) : length - 1;
  double k = n >= 0 ? std::min(n, length - 1) : length + n;
  if (CanSearchElements(isolate, o) && k >= 0 && k < static_cast<JSArray*>(o)->length()) {
    uint32_t found = TRY(FindElement(isolate, static_cast<JSArray*>(o), 0, static_cast<uint32_t>(k) + 1,
                                     args[0], ElementSearch::kLastIndexOf));
    return found == kNoSuchElement ? Value::Smi(-1) : NumberValue(isolate, found);
  }
  for (; k >= 0; k--) {
    TRY(isolate.Poll());
    if (TRY(HasIndex(isolate, o, k)) && IsStrictlyEqual(isolate, TRY(GetIndex(isolate, o, k)), args[0]))
      return NumberValue(isolate, k);
  }
  return Value::Smi(-1);
}

// ---- Flattening ----

// https://tc39.es/ecma262/#sec-flattenintoarray
Completion<double> FlattenIntoArray(Isolate& isolate, JSObject* target, JSObject* source, double length,
                                    double start, double depth) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  JSArray *from = AsFastArray(isolate, source), *to = AsFastArray(isolate, target);
  // FAST: no holes to leave out, and no arrays to look into.
  if (from && to && from->length() == length && to->length() == start && !IsHoley(from->elements_kind()) &&
      (depth <= 0 || IsSmiKind(from->elements_kind()) || IsDoubleKind(from->elements_kind())) &&
      TRY(AppendElements(isolate, to, from, 0, static_cast<uint32_t>(length))))
    return start + length;
  for (double k = 0; k < length; k++) {
    TRY(isolate.Poll());
    Value element = TRY(GetIndexIfPresent(isolate, source, k));
    if (element.IsHole()) continue;
    if (depth > 0 && TRY(IsArray(isolate, element))) {
      double element_length = TRY(LengthOfArrayLike(isolate, element.AsObject()));
      start = TRY(FlattenIntoArray(isolate, target, element.AsObject(), element_length, start, depth - 1));
    } else {
      if (start >= kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
      TRY(CreateIndex(isolate, target, start++, element));
    }
  }
  return start;
}

Completion<Value> ArrayFlat(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  double length = TRY(LengthOfArrayLike(isolate, o));
  double depth = args[0].IsUndefined() ? 1 : TRY(ToIntegerOrInfinity(isolate, args[0]));
  JSObject* a = TRY(ArraySpeciesCreate(isolate, o, 0));
  (void)TRY(FlattenIntoArray(isolate, a, o, length, 0, depth));
  return Value(a);
}
// ---- Iterators (https://tc39.es/ecma262/#sec-createarrayiterator) ----

Completion<Value> ArrayIterators(Isolate& isolate, Arguments& args) {
  JSObject* o = TRY(ToObject(isolate, args.this_value()));
  auto* iterator =
      NewObjectAs<ArrayIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kArrayIterator));
  iterator->target_.Set(iterator, Value(o));
  iterator->index_.Init(Value::Smi(0));
  iterator->kind_.Init(Value::Smi(args.callee()->magic_));
  return Value(iterator);
}

constexpr NativeRow kConstructorRowSource[] = {{"Array", ArrayConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"from", SelfHosted, 1, kNativePlain, kArray_from},
    {"isArray", ArrayIsArray, 1, kNativePlain, 0, KnownNative::kArrayIsArray},
    {"of", ArrayOf, 0},
    {"Symbol.species", SpeciesGetter, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"at", ArrayAt, 1},
    {"concat", ArrayConcat, 1},
    {"copyWithin", ArrayCopyWithin, 2},
    {"entries", ArrayIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kEntries)},
    {"every", SelfHosted, 1, kNativePlain, kArrayPrototype_every},
    {"fill", ArrayFill, 1},
    {"filter", SelfHosted, 1, kNativePlain, kArrayPrototype_filter},
    {"find", SelfHosted, 1, kNativePlain, kArrayPrototype_find},
    {"findIndex", SelfHosted, 1, kNativePlain, kArrayPrototype_findIndex},
    {"findLast", SelfHosted, 1, kNativePlain, kArrayPrototype_findLast},
    {"findLastIndex", SelfHosted, 1, kNativePlain, kArrayPrototype_findLastIndex},
    {"flat", ArrayFlat, 0},
    {"flatMap", SelfHosted, 1, kNativePlain, kArrayPrototype_flatMap},
    {"forEach", SelfHosted, 1, kNativePlain, kArrayPrototype_forEach},
    {"includes", ArraySearch, 1, kNativePlain, kIncludes},
    {"indexOf", ArraySearch, 1, kNativePlain, kIndexOf},
    {"join", ArrayJoin, 1},
    {"keys", ArrayIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kKeys)},
    {"lastIndexOf", ArrayLastIndexOf, 1},
    {"map", SelfHosted, 1, kNativePlain, kArrayPrototype_map},
    {"pop", ArrayPop, 0, kNativePlain, 0, KnownNative::kArrayPop},
    {"push", ArrayPush, 1, kNativePlain, 0, KnownNative::kArrayPush},
    {"reduce", SelfHosted, 1, kNativePlain, kArrayPrototype_reduce},
    {"reduceRight", SelfHosted, 1, kNativePlain, kArrayPrototype_reduceRight},
    {"reverse", ArrayReverse, 0},
    {"shift", ArrayShift, 0},
    {"slice", ArraySlice, 2},
    {"some", SelfHosted, 1, kNativePlain, kArrayPrototype_some},
    {"sort", SelfHosted, 1, kNativePlain, kArrayPrototype_sort},
    {"splice", ArraySplice, 2},
    {"toLocaleString", ArrayJoin, 0, kNativePlain, 1},
    {"toReversed", ArrayToReversed, 0},
    {"toSorted", SelfHosted, 1, kNativePlain, kArrayPrototype_toSorted},
    {"toSpliced", ArrayToSpliced, 2},
    {"toString", ArrayToString, 0},
    {"unshift", ArrayUnshift, 1},
    {"values", ArrayIterators, 0, kNativePlain, static_cast<uint16_t>(IterationKind::kValues)},
    {"with", ArrayWith, 2},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kArrayTables = kTables;

// ---- For self-hosted functions ----

Completion<double> AppendFlattened(Isolate& isolate, JSObject* target, double start, Value value) {
  if (!TRY(IsArray(isolate, value))) {
    if (start >= kMaxSafeLength) return isolate.ThrowTypeError("Invalid array length");
    TRY(CreateIndex(isolate, target, start, value));
    return start + 1;
  }
  double length = TRY(LengthOfArrayLike(isolate, value.AsObject()));
  return FlattenIntoArray(isolate, target, value.AsObject(), length, start, 0);
}

void InstallArray(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kArrayPrototype);
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kArray, Intrinsic::kArrayPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  Value values = prototype->GetOwn(isolate, PropertyKey::FromAscii(isolate, "values")).value;
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::iterator), values, kMethodDefault);
  realm->set_intrinsic(Intrinsic::kArrayPrototype_values, values.AsObject());
  realm->set_intrinsic(Intrinsic::kArrayPrototype_toString,
                       prototype->GetOwn(isolate, isolate.key(Name::toString)).value.AsObject());
  // https://tc39.es/ecma262/#sec-array.prototype-@@unscopables
  JSObject* unscopables = OrdinaryObjectCreate(isolate, Value::Null());
  for (const char* name :
       {"at", "copyWithin", "entries", "fill", "find", "findIndex", "findLast", "findLastIndex", "flat",
        "flatMap", "includes", "keys", "toReversed", "toSorted", "toSpliced", "values"}) {
    unscopables->DefineOwn(isolate, PropertyKey::FromAscii(isolate, name), Value::True(), kDataDefault);
  }
  prototype->DefineOwn(isolate, isolate.key(WellKnownSymbol::unscopables), Value(unscopables), kConfigurable);
}

}  // namespace halfword
