// DataView objects (https://tc39.es/ecma262/#sec-dataview-objects).
#include <algorithm>
#include <cstring>

#include "builtins/builtins.h"
#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

Value SizeValue(Isolate& isolate, size_t n) { return NumberValue(isolate, static_cast<double>(n)); }

// DataView ( buffer [ , byteOffset [ , byteLength ] ] )
// https://tc39.es/ecma262/#sec-dataview-buffer-byteoffset-bytelength
Completion<Value> DataViewConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "DataView");
  if (!args[0].Is<ArrayBufferObject>()) {
    return isolate.ThrowTypeError("First argument to DataView constructor must be an ArrayBuffer");
  }
  auto* buffer = static_cast<ArrayBufferObject*>(args[0].AsObject());
  uint64_t offset = TRY(ToIndex(isolate, args[1]));
  if (buffer->IsDetached()) return ThrowDetached(isolate, "DataView");
  uint64_t buffer_length = buffer->byte_length(isolate);
  auto outside = [&] {
    return isolate.ThrowRangeError("Start offset %.0f is outside the bounds of the buffer",
                                   static_cast<double>(offset));
  };
  if (offset > buffer_length) return outside();
  bool has_length = !args[2].IsUndefined();
  uint64_t length = has_length ? TRY(ToIndex(isolate, args[2])) : buffer_length - offset;
  auto invalid = [&] {
    return isolate.ThrowRangeError("Invalid DataView length %.0f", static_cast<double>(length));
  };
  if (length > buffer_length - offset) return invalid();
  auto* view = TRY(OrdinaryCreateFromConstructor<DataViewObject>(isolate, args.new_target(),
                                                                 Intrinsic::kDataViewPrototype));
  // Finding the prototype may have run JavaScript.
  if (buffer->IsDetached()) return ThrowDetached(isolate, "DataView");
  buffer_length = buffer->byte_length(isolate);
  if (offset > buffer_length) return outside();
  if (has_length && length > buffer_length - offset) return invalid();
  view->buffer_.Set(view, buffer);
  view->flags_ = buffer->IsResizable() ? ArrayBufferView::kResizableBuffer : 0;
  if (buffer->IsResizable() && !has_length) view->flags_ |= ArrayBufferView::kLengthTracking;
  view->byte_offset_ = offset;
  view->length_ = view->IsLengthTracking() ? 0 : length;
  return Value(view);
}

Completion<DataViewObject*> RequireDataView(Isolate& isolate, Value v, const char* method) {
  if (HW_LIKELY(v.Is<DataViewObject>())) return static_cast<DataViewObject*>(v.AsObject());
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// https://tc39.es/ecma262/#sec-get-dataview.prototype.buffer
Completion<Value> DataViewBuffer(Isolate& isolate, Arguments& args) {
  return Value(TRY(RequireDataView(isolate, args.this_value(), "DataView.prototype.buffer"))->buffer());
}

// https://tc39.es/ecma262/#sec-get-dataview.prototype.bytelength
Completion<Value> DataViewByteLength(Isolate& isolate, Arguments& args) {
  DataViewObject* view = TRY(RequireDataView(isolate, args.this_value(), "DataView.prototype.byteLength"));
  if (view->IsOutOfBounds(isolate)) return ThrowDetached(isolate, "DataView.prototype.byteLength");
  return SizeValue(isolate, view->byte_length(isolate));
}

// https://tc39.es/ecma262/#sec-get-dataview.prototype.byteoffset
Completion<Value> DataViewByteOffset(Isolate& isolate, Arguments& args) {
  DataViewObject* view = TRY(RequireDataView(isolate, args.this_value(), "DataView.prototype.byteOffset"));
  if (view->IsOutOfBounds(isolate)) return ThrowDetached(isolate, "DataView.prototype.byteOffset");
  return SizeValue(isolate, view->byte_offset_);
}

// Address of `size` bytes at `index` of the view.
Completion<uint8_t*> ViewBytes(Isolate& isolate, DataViewObject* view, uint64_t index, uint32_t size,
                               const char* method) {
  if (view->IsOutOfBounds(isolate)) return ThrowDetached(isolate, method);
  size_t length = view->byte_length(isolate);
  if (size > length || index > length - size)
    return isolate.ThrowRangeError("Offset is outside the bounds of the DataView");
  return view->buffer()->data(isolate) + view->byte_offset_ + index;
}

void CopyBytes(uint8_t* to, const uint8_t* from, uint32_t size, bool little_endian) {
  if (little_endian) {
    std::memcpy(to, from, size);
  } else {
    std::reverse_copy(from, from + size, to);
  }
}

// https://tc39.es/ecma262/#sec-getviewvalue
Completion<Value> GetViewValue(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<TypedArrayKind>(args.callee()->magic_);
  DataViewObject* view = TRY(RequireDataView(isolate, args.this_value(), "DataView.prototype.get"));
  uint64_t index = args[0].IsSmi() && args[0].AsSmi() >= 0 ? static_cast<uint64_t>(args[0].AsSmi())
                                                           : TRY(ToIndex(isolate, args[0]));
  bool little_endian = ToBoolean(args[1]);
  uint32_t size = 1u << ElementSizeShift(kind);
  const uint8_t* bytes = TRY(ViewBytes(isolate, view, index, size, "DataView.prototype.get"));
  uint8_t element[8];
  CopyBytes(element, bytes, size, little_endian);
  return LoadTypedElement(isolate, kind, element);
}

// https://tc39.es/ecma262/#sec-setviewvalue
Completion<Value> SetViewValue(Isolate& isolate, Arguments& args) {
  auto kind = static_cast<TypedArrayKind>(args.callee()->magic_);
  DataViewObject* view = TRY(RequireDataView(isolate, args.this_value(), "DataView.prototype.set"));
  if (view->buffer()->IsImmutable()) return ThrowImmutable(isolate, "DataView.prototype.set");
  uint64_t index = args[0].IsSmi() && args[0].AsSmi() >= 0 ? static_cast<uint64_t>(args[0].AsSmi())
                                                           : TRY(ToIndex(isolate, args[0]));
  Value value = TRY(ToElementValue(isolate, kind, args[1]));
  bool little_endian = ToBoolean(args[2]);
  uint32_t size = 1u << ElementSizeShift(kind);
  uint8_t* bytes = TRY(ViewBytes(isolate, view, index, size, "DataView.prototype.set"));
  uint8_t element[8];
  StoreTypedElement(kind, element, value);
  CopyBytes(bytes, element, size, little_endian);
  return Value::Undefined();
}

constexpr NativeRow kConstructorRowSource[] = {{"DataView", DataViewConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
#define HW_ACCESSORS(name, kind)                                                              \
  {"get" name, GetViewValue, 1, kNativePlain, static_cast<uint16_t>(TypedArrayKind::kind)}, { \
    "set" name, SetViewValue, 2, kNativePlain, static_cast<uint16_t>(TypedArrayKind::kind)    \
  }
constexpr NativeRow kPrototypeRowsSource[] = {
    {"buffer", DataViewBuffer, 0, kNativeGetter},
    {"byteLength", DataViewByteLength, 0, kNativeGetter},
    {"byteOffset", DataViewByteOffset, 0, kNativeGetter},
    HW_ACCESSORS("BigInt64", kBigInt64),
    HW_ACCESSORS("BigUint64", kBigUint64),
    HW_ACCESSORS("Float16", kFloat16),
    HW_ACCESSORS("Float32", kFloat32),
    HW_ACCESSORS("Float64", kFloat64),
    HW_ACCESSORS("Int8", kInt8),
    HW_ACCESSORS("Int16", kInt16),
    HW_ACCESSORS("Int32", kInt32),
    HW_ACCESSORS("Uint8", kUint8),
    HW_ACCESSORS("Uint16", kUint16),
    HW_ACCESSORS("Uint32", kUint32),
};
HW_NATIVE_ROWS(kPrototypeRows);
#undef HW_ACCESSORS
constexpr NativeTable kTables[] = {kConstructorRow, kPrototypeRows};

}  // namespace

const std::span<const NativeTable> kDataViewTables = kTables;

void InstallDataView(Isolate& isolate, Realm* realm) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, kConstructorRow, prototype, Intrinsic::kDataView,
                     Intrinsic::kDataViewPrototype);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "DataView");
}

}  // namespace halfword
