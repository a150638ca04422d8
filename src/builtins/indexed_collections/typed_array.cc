// %TypedArray% and its constructors (https://tc39.es/ecma262/#sec-typedarray-objects). The methods
// are in typed_array_prototype.cc.
#include "builtins/indexed_collections/typed_array.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "builtins/builtins.h"
#include "builtins/structured_data/array_buffer.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr const char* kNames[kTypedArrayKinds] = {
    "Int8Array",   "Uint8Array",   "Uint8ClampedArray", "Int16Array",   "Uint16Array",   "Int32Array",
    "Uint32Array", "Float16Array", "Float32Array",      "Float64Array", "BigInt64Array", "BigUint64Array"};

// AllocateTypedArray (https://tc39.es/ecma262/#sec-allocatetypedarray) on a buffer, still without elements.
// `flags`: of ArrayBufferView.
TypedArrayObject* NewView(Isolate& isolate, TypedArrayKind kind, JSObject* prototype,
                          ArrayBufferObject* buffer, uint8_t flags = 0) {
  if (prototype == nullptr) prototype = CurrentIntrinsic(isolate, TypedArrayPrototypeIntrinsic(kind));
  Shape* shape = RootShapeFor(isolate, HeapType::kTypedArrayObject, Value(prototype),
                              FirstSlotOf<TypedArrayObject>(), 0, 0, AccessOfTypedArray(kind, flags));
  auto* array = NewObjectAs<TypedArrayObject>(isolate, shape);
  array->buffer_.Set(array, buffer);
  array->kind_ = kind;
  array->flags_ = flags;
  return array;
}

// The kind if `constructor` is one of the current realm's constructors.
bool IsIntrinsicConstructor(Isolate& isolate, JSObject* constructor, TypedArrayKind kind) {
  return constructor == CurrentIntrinsic(isolate, TypedArrayConstructorIntrinsic(kind));
}

// GetPrototypeFromConstructor; null stands for the kind's own prototype.
Completion<Value> PrototypeOrNull(Isolate& isolate, Value new_target, TypedArrayKind kind) {
  // FAST: "prototype" of the intrinsic constructor cannot change.
  if (IsIntrinsicConstructor(isolate, new_target.AsObject(), kind)) return Value::Null();
  return Value(
      TRY(GetPrototypeFromConstructor(isolate, new_target.AsObject(), TypedArrayPrototypeIntrinsic(kind))));
}
JSObject* ObjectOrNull(Value v) { return v.IsObject() ? v.AsObject() : nullptr; }

// ---- Filling from lists ----

// IteratorToList, into an array so that the heap's limit holds for it.
Completion<JSArray*> CollectValues(Isolate& isolate, Value iterable, Value method) {
  IteratorRecord record = TRY(GetIteratorFromMethod(isolate, iterable, method));
  JSArray* list = NewArray(isolate, 0);
  while (true) {
    TRY(isolate.Poll());
    Value next = TRY(IteratorStepValue(isolate, record));
    if (next.IsNotFound()) return list;
    if (list->length() >= JSArray::kMaxFastLength || !list->Push(isolate, next)) {
      if (isolate.IsTerminating()) return kThrow;
      return isolate.ThrowRangeError("Invalid typed array length: %u", list->length());
    }
  }
}

// FAST: sets elements from numbers in an array's elements, as long as no conversion can run JavaScript.
// Returns how many. REQUIRES: `to` has room for `count` elements at `index`.
size_t SetFromNumbers(Isolate& isolate, TypedArrayObject* to, size_t index, JSArray* from, size_t count) {
  if (IsBigIntKind(to->kind_)) return 0;
  TypedArrayObject::View view = to->view(isolate);
  uint32_t shift = to->element_shift();
  uint8_t* out = view.data + (index << shift);
  size_t limit = std::min<size_t>({count, from->FastElementsLimit(), from->length()}), i = 0;
  if (limit == 0) return 0;
  ElementsKind kind = from->elements_kind();
  if (IsDoubleKind(kind)) {
    DoubleElements* elements = from->double_elements();
    while (i < limit && !elements->IsHole(static_cast<uint32_t>(i))) i++;
    bool done = !ConvertElements(isolate, to->kind_, out, TypedArrayKind::kFloat64,
                                 reinterpret_cast<const uint8_t*>(elements->values()), i)
                     .IsThrow();
    return done ? i : 0;  // the general way sees what ended it
  }
  if (kind == ElementsKind::kDictionary) return 0;
  ValueField* slots = from->value_elements()->slots();
  for (; i < limit && slots[i].get().IsNumber(); i++)
    StoreTypedElement(to->kind_, out + (i << shift), slots[i]);
  return i;
}

}  // namespace

// InitializeTypedArrayFromList and …FromArrayLike
// (https://tc39.es/ecma262/#sec-initializetypedarrayfromarraylike).
Completion<void> SetFromArrayLike(Isolate& isolate, TypedArrayObject* to, size_t index, JSObject* from,
                                  double length) {
  double k = 0;
  if (from->object_type() == HeapType::kJSArray && to->length(isolate) >= index + length) {
    k = static_cast<double>(
        SetFromNumbers(isolate, to, index, static_cast<JSArray*>(from), static_cast<size_t>(length)));
    TRY(isolate.Poll(static_cast<int32_t>(k / 64)));
  }
  for (; k < length; k++) {
    TRY(isolate.Poll());
    Value value = TRY(Get(isolate, from, KeyFromNumber(isolate, k)));
    TRY(SetElement(isolate, to, index + static_cast<size_t>(k), value));
  }
  return {};
}

namespace {

// https://tc39.es/ecma262/#sec-initializetypedarrayfromtypedarray
Completion<TypedArrayObject*> NewFromTypedArray(Isolate& isolate, TypedArrayKind kind, JSObject* prototype,
                                                TypedArrayObject* source) {
  if (source->IsOutOfBounds(isolate)) return ThrowDetached(isolate, "Construct");
  size_t length = source->length(isolate);
  TypedArrayObject* array = TRY(NewTypedArray(isolate, kind, static_cast<double>(length), prototype));
  if (IsBigIntKind(kind) != IsBigIntKind(source->kind_)) {
    return isolate.ThrowTypeError("Cannot mix BigInt and other types, use explicit conversions");
  }
  // The source may be shared memory that shrinks never, so its view still holds.
  TRY(ConvertElements(isolate, kind, array->view(isolate).data, source->kind_, source->view(isolate).data,
                      length));
  return array;
}

// TypedArray ( ...args )  https://tc39.es/ecma262/#sec-typedarray
Completion<Value> TypedArrayConstructor(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<TypedArrayKind>(args.callee()->magic_);
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, TypedArrayName(kind));
  Value first = args[0];
  if (!first.IsObject()) {
    double length = 0;
    if (first.IsSmi() && first.AsSmi() >= 0) {
      length = first.AsSmi();
    } else if (args.count() > 0) {
      double integer = TRY(ToIntegerOrInfinity(isolate, first));
      if (!(integer >= 0 && integer <= 9007199254740991.0)) {
        return isolate.ThrowRangeError("Invalid typed array length: %s",
                                       DescribeForError(isolate, first).c_str());
      }
      length = integer;
    }
    Value prototype = TRY(PrototypeOrNull(isolate, args.new_target(), kind));
    return NewTypedArray(isolate, kind, length, ObjectOrNull(prototype));
  }
  JSObject* prototype = ObjectOrNull(TRY(PrototypeOrNull(isolate, args.new_target(), kind)));
  if (first.Is<TypedArrayObject>()) {
    return NewFromTypedArray(isolate, kind, prototype, static_cast<TypedArrayObject*>(first.AsObject()));
  }
  if (first.Is<ArrayBufferObject>()) {
    return NewTypedArrayOnBuffer(isolate, kind, prototype, static_cast<ArrayBufferObject*>(first.AsObject()),
                                 args[1], args[2]);
  }
  JSObject* source = first.AsObject();
  if (!CanIterateFast(isolate, first)) {
    Value method = TRY(GetMethod(isolate, first, isolate.key(WellKnownSymbol::iterator)));
    if (!method.IsUndefined()) source = TRY(CollectValues(isolate, first, method));
  } else {
    // A conversion could change the array while it is read, so where one may run, the
    // values are listed first.
    auto* array = static_cast<JSArray*>(source);
    uint32_t length = array->length();
    TypedArrayObject* result = TRY(NewTypedArray(isolate, kind, length, prototype));
    size_t done = SetFromNumbers(isolate, result, 0, array, length);
    TRY(isolate.Poll(static_cast<int32_t>(done / 64)));
    if (done == length) return Value(result);
    JSArray* list = NewArray(isolate, 0, length);
    for (uint32_t i = 0; i < array->length(); i++) {
      TRY(isolate.Poll());
      Value value = TRY(FastArrayElement(isolate, array, i));
      if (!list->Push(isolate, value))
        return isolate.ThrowRangeError("Invalid typed array length: %u", length);
    }
    if (list->length() != length) result = TRY(NewTypedArray(isolate, kind, list->length(), prototype));
    TRY(SetFromArrayLike(isolate, result, 0, list, list->length()));
    return Value(result);
  }
  double length = TRY(LengthOfArrayLike(isolate, source));
  TypedArrayObject* array = TRY(NewTypedArray(isolate, kind, length, prototype));
  TRY(SetFromArrayLike(isolate, array, 0, source, length));
  return Value(array);
}

// ---- %TypedArray% ----

// https://tc39.es/ecma262/#sec-%typedarray%
Completion<Value> AbstractConstructor(Isolate& isolate, Arguments&) {
  return isolate.ThrowTypeError("Abstract class TypedArray not directly constructable");
}

// %TypedArray%.of ( ...items )  https://tc39.es/ecma262/#sec-%typedarray%.of
Completion<Value> TypedArrayOf(Isolate& isolate, Arguments& args) {
  Value constructor = args.this_value();
  if (!constructor.IsConstructor()) return ThrowNotConstructor(isolate, constructor);
  TypedArrayObject* array =
      TRY(TypedArrayCreate(isolate, constructor.AsObject(), args.count(), "%TypedArray%.of"));
  for (uint32_t k = 0; k < args.count(); k++) TRY(SetElement(isolate, array, k, args[k]));
  return Value(array);
}

// https://tc39.es/ecma262/#sec-get-%typedarray%-@@species
Completion<Value> Species(Isolate&, Arguments& args) { return args.this_value(); }

constexpr NativeRow kAbstractRowSource[] = {{"TypedArray", AbstractConstructor, 0, kNativeConstructor}};
HW_NATIVE_ROWS(kAbstractRow);
constexpr NativeRow kAbstractRowsSource[] = {
    {"from", SelfHosted, 1, kNativePlain, kTypedArray_from},
    {"of", TypedArrayOf, 0},
    {"Symbol.species", Species, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kAbstractRows);
#define HW_ROW(kind) \
  {kNames[static_cast<int>(kind)], TypedArrayConstructor, 3, kNativeConstructor, static_cast<uint16_t>(kind)}
constexpr NativeRow kConstructorRowsSource[] = {
    HW_ROW(TypedArrayKind::kInt8),         HW_ROW(TypedArrayKind::kUint8),
    HW_ROW(TypedArrayKind::kUint8Clamped), HW_ROW(TypedArrayKind::kInt16),
    HW_ROW(TypedArrayKind::kUint16),       HW_ROW(TypedArrayKind::kInt32),
    HW_ROW(TypedArrayKind::kUint32),       HW_ROW(TypedArrayKind::kFloat16),
    HW_ROW(TypedArrayKind::kFloat32),      HW_ROW(TypedArrayKind::kFloat64),
    HW_ROW(TypedArrayKind::kBigInt64),     HW_ROW(TypedArrayKind::kBigUint64)};
HW_NATIVE_ROWS(kConstructorRows);
static_assert(std::size(kConstructorRows) == kTypedArrayKinds);
#undef HW_ROW

constexpr NativeTable kTables[] = {kAbstractRow,        kAbstractRows,
                                   kConstructorRows,    kTypedArrayPrototypeRows,
                                   kUint8ArrayTextRows, kUint8ArrayTextPrototypeRows};

// ---- Conversion of ranges, through doubles in pieces ----

template <class T>
void ReadDoubles(const uint8_t* from, double* out, size_t count) {
  for (size_t i = 0; i < count; i++) {
    T v;
    std::memcpy(&v, from + i * sizeof(T), sizeof(T));
    out[i] = static_cast<double>(v);
  }
}

template <class T>
void WriteDoubles(uint8_t* to, const double* in, size_t count) {
  for (size_t i = 0; i < count; i++) {
    T v;
    if constexpr (std::is_integral_v<T>) {
      double d = in[i];
      // The low bits of the integer part, for all that fit 64 bits.
      v = std::fabs(d) < 9.2e18 ? static_cast<T>(static_cast<int64_t>(d)) : static_cast<T>(DoubleToInt32(d));
    } else {
      v = static_cast<T>(in[i]);
    }
    std::memcpy(to + i * sizeof(T), &v, sizeof(T));
  }
}

void WriteClamped(uint8_t* to, const double* in, size_t count) {
  for (size_t i = 0; i < count; i++) {
    double d = in[i];
    to[i] = !(d > 0) ? 0 : d >= 255 ? 255 : static_cast<uint8_t>(std::nearbyint(d));
  }
}

}  // namespace

const char* TypedArrayName(TypedArrayKind kind) { return kNames[static_cast<int>(kind)]; }

Completion<void> ConvertElements(Isolate& isolate, TypedArrayKind to_kind, uint8_t* to,
                                 TypedArrayKind from_kind, const uint8_t* from, size_t count) {
  if (count == 0) return {};
  auto bytes_only = [](TypedArrayKind k) {
    return k == TypedArrayKind::kUint8Clamped ? TypedArrayKind::kUint8 : k;
  };
  if (to_kind == from_kind || (IsBigIntKind(to_kind) && IsBigIntKind(from_kind)) ||
      (to_kind != TypedArrayKind::kUint8Clamped && bytes_only(to_kind) == bytes_only(from_kind))) {
    ChargeFor(isolate, count / 16);
    return MoveInPieces(isolate, to, from, count << ElementSizeShift(to_kind));
  }
  constexpr size_t kPiece = 512;
  double piece[kPiece];
  uint32_t to_shift = ElementSizeShift(to_kind), from_shift = ElementSizeShift(from_kind);
  for (size_t i = 0; i < count; i += kPiece) {
    size_t n = std::min(kPiece, count - i);
    TRY(isolate.Poll(CostOf(n)));
    WithElementType(from_kind,
                    [&](auto zero) { ReadDoubles<decltype(zero)>(from + (i << from_shift), piece, n); });
    if (to_kind == TypedArrayKind::kUint8Clamped) {
      WriteClamped(to + i, piece, n);
    } else {
      WithElementType(to_kind,
                      [&](auto zero) { WriteDoubles<decltype(zero)>(to + (i << to_shift), piece, n); });
    }
  }
  return {};
}

Completion<TypedArrayObject*> ValidateTypedArray(Isolate& isolate, Value v, const char* method,
                                                 AccessMode mode) {
  if (!v.Is<TypedArrayObject>()) return isolate.ThrowTypeError("this is not a typed array.");
  auto* array = static_cast<TypedArrayObject*>(v.AsObject());
  if (mode == AccessMode::kWrite && array->buffer()->IsImmutable()) return ThrowImmutable(isolate, method);
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, method);
  return array;
}

Completion<TypedArrayObject*> NewTypedArray(Isolate& isolate, TypedArrayKind kind, double length,
                                            JSObject* prototype) {
  uint32_t shift = ElementSizeShift(kind);
  if (length > static_cast<double>(BackingStoreTable::kMaxByteLength >> shift)) {
    return isolate.ThrowRangeError("Invalid typed array length: %.0f", length);
  }
  auto count = static_cast<uint64_t>(length);
  ArrayBufferObject* buffer = TRY(NewArrayBuffer(isolate, count << shift));
  TypedArrayObject* array = NewView(isolate, kind, prototype, buffer);
  array->length_ = count;
  return array;
}

Completion<TypedArrayObject*> NewTypedArrayOnBuffer(Isolate& isolate, TypedArrayKind kind,
                                                    JSObject* prototype, ArrayBufferObject* buffer,
                                                    Value byte_offset, Value length) {
  uint32_t shift = ElementSizeShift(kind), mask = (1u << shift) - 1;
  uint64_t offset = TRY(ToIndex(isolate, byte_offset));
  if (offset & mask)
    return isolate.ThrowRangeError("start offset of %s should be a multiple of %u", TypedArrayName(kind),
                                   mask + 1);
  uint64_t new_length = length.IsUndefined() ? 0 : TRY(ToIndex(isolate, length));
  if (buffer->IsDetached()) return ThrowDetached(isolate, "Construct");
  uint64_t buffer_length = buffer->byte_length(isolate);
  uint8_t flags = buffer->IsResizable()   ? ArrayBufferView::kResizableBuffer
                  : buffer->IsImmutable() ? ArrayBufferView::kImmutableBuffer
                                          : 0;
  if (length.IsUndefined()) {
    if (buffer->IsResizable()) {
      flags |= ArrayBufferView::kLengthTracking;
    } else if (buffer_length & mask) {
      return isolate.ThrowRangeError("byte length of %s should be a multiple of %u", TypedArrayName(kind),
                                     mask + 1);
    }
    if (offset > buffer_length)
      return isolate.ThrowRangeError("Start offset %.0f is outside the bounds of the buffer",
                                     static_cast<double>(offset));
    new_length = (buffer_length - offset) >> shift;
  } else if (offset > buffer_length || new_length > (buffer_length - offset) >> shift) {
    return isolate.ThrowRangeError("Invalid typed array length: %.0f", static_cast<double>(new_length));
  }
  TypedArrayObject* array = NewView(isolate, kind, prototype, buffer, flags);
  array->byte_offset_ = offset;
  array->length_ = flags & ArrayBufferView::kLengthTracking ? 0 : new_length;
  return array;
}

Completion<TypedArrayObject*> TypedArrayCreate(Isolate& isolate, JSObject* constructor, double length,
                                               const char* method) {
  // FAST: the intrinsic constructors do as they do.
  if (constructor->object_type() == HeapType::kNativeFunction) {
    for (int k = 0; k < kTypedArrayKinds; k++) {
      auto kind = static_cast<TypedArrayKind>(k);
      if (IsIntrinsicConstructor(isolate, constructor, kind)) return NewTypedArray(isolate, kind, length);
    }
  }
  JSObject* object = TRY(Construct(isolate, constructor, {NumberValue(isolate, length)}));
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, Value(object), method, AccessMode::kWrite));
  if (static_cast<double>(array->length(isolate)) < length) {
    return isolate.ThrowTypeError("Derived TypedArray constructor created an array which was too small");
  }
  return array;
}

namespace {

Completion<JSObject*> SpeciesOf(Isolate& isolate, TypedArrayObject* exemplar) {
  return SpeciesConstructor(isolate, exemplar,
                            CurrentIntrinsic(isolate, TypedArrayConstructorIntrinsic(exemplar->kind_)));
}
Completion<TypedArrayObject*> CheckContentType(Isolate& isolate, TypedArrayObject* exemplar,
                                               TypedArrayObject* result) {
  if (IsBigIntKind(exemplar->kind_) == IsBigIntKind(result->kind_)) return result;
  return isolate.ThrowTypeError("Content type of the species constructor's array differs from the source's");
}

}  // namespace

Completion<TypedArrayObject*> TypedArraySpeciesCreate(Isolate& isolate, TypedArrayObject* exemplar,
                                                      double length, const char* method) {
  JSObject* constructor = TRY(SpeciesOf(isolate, exemplar));
  return CheckContentType(isolate, exemplar, TRY(TypedArrayCreate(isolate, constructor, length, method)));
}

Completion<TypedArrayObject*> TypedArraySpeciesCreateOnBuffer(Isolate& isolate, TypedArrayObject* exemplar,
                                                              Value byte_offset, Value length,
                                                              bool has_length, const char* method) {
  JSObject* constructor = TRY(SpeciesOf(isolate, exemplar));
  if (IsIntrinsicConstructor(isolate, constructor, exemplar->kind_)) {
    return NewTypedArrayOnBuffer(isolate, exemplar->kind_, nullptr, exemplar->buffer(), byte_offset,
                                 has_length ? length : Value::Undefined());
  }
  Value arguments[] = {Value(exemplar->buffer()), byte_offset, length};
  JSObject* object =
      TRY(Construct(isolate, constructor, std::span<const Value>(arguments, has_length ? 3 : 2)));
  return CheckContentType(isolate, exemplar, TRY(ValidateTypedArray(isolate, Value(object), method)));
}

Completion<Value> ToElementValue(Isolate& isolate, TypedArrayKind kind, Value value) {
  if (IsBigIntKind(kind)) return ToBigInt(isolate, value);
  if (value.IsNumber()) return value;
  return NumberValue(isolate, TRY(ToNumber(isolate, value)));
}

Value GetElement(Isolate& isolate, TypedArrayObject* array, size_t index) {
  TypedArrayObject::View view = array->view(isolate);
  if (index >= view.length) return Value::Undefined();
  return LoadTypedElement(isolate, array->kind_, view.data + (index << array->element_shift()));
}

void SetConvertedElement(Isolate& isolate, TypedArrayObject* array, size_t index, Value value) {
  TypedArrayObject::View view = array->view(isolate);
  if (index < view.length)
    StoreTypedElement(array->kind_, view.data + (index << array->element_shift()), value);
}

Completion<void> SetElement(Isolate& isolate, TypedArrayObject* array, size_t index, Value value) {
  value = TRY(ToElementValue(isolate, array->kind_, value));
  SetConvertedElement(isolate, array, index, value);
  return {};
}

const std::span<const NativeTable> kTypedArrayTables = kTables;

void InstallTypedArray(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  // %TypedArray% has no name in the global object.
  JSObject* constructor = NewNativeFunction(isolate, realm, kAbstractRow);
  constructor->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kNone);
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(constructor), kMethodDefault);
  realm->set_intrinsic(Intrinsic::kTypedArray, constructor);
  realm->set_intrinsic(Intrinsic::kTypedArrayPrototype, prototype);
  InstallFunctions(isolate, realm, constructor, kAbstractRows);
  InstallTypedArrayPrototype(isolate, realm, prototype);
  for (int k = 0; k < kTypedArrayKinds; k++) {
    auto kind = static_cast<TypedArrayKind>(k);
    JSObject* kind_prototype = OrdinaryObjectCreate(isolate, Value(prototype));
    JSObject* kind_constructor = InstallConstructor(isolate, realm, &kConstructorRows[k], kind_prototype,
                                                    TypedArrayConstructorIntrinsic(kind),
                                                    TypedArrayPrototypeIntrinsic(kind), constructor);
    Value size = Value::Smi(1 << ElementSizeShift(kind));
    InstallValue(isolate, kind_constructor, "BYTES_PER_ELEMENT", size, kNone);
    InstallValue(isolate, kind_prototype, "BYTES_PER_ELEMENT", size, kNone);
    if (kind == TypedArrayKind::kUint8) {
      InstallFunctions(isolate, realm, kind_constructor, kUint8ArrayTextRows);
      InstallFunctions(isolate, realm, kind_prototype, kUint8ArrayTextPrototypeRows);
    }
  }
}

}  // namespace halfword
