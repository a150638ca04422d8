// ArrayBuffer and SharedArrayBuffer objects (https://tc39.es/ecma262/#sec-arraybuffer-objects,
// https://tc39.es/ecma262/#sec-sharedarraybuffer-objects).
#include "builtins/structured_data/array_buffer.h"

#include <algorithm>
#include <cstring>

#include "builtins/builtins.h"
#include "gc/heap.h"
#include "objects/library/indexed_collections.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr uint64_t kMaxByteLength = BackingStoreTable::kMaxByteLength;

Completion<ArrayBufferObject*> NewBufferObject(Isolate& isolate, JSObject* constructor, bool shared) {
  Intrinsic id = shared ? Intrinsic::kSharedArrayBuffer : Intrinsic::kArrayBuffer;
  Intrinsic prototype_id = shared ? Intrinsic::kSharedArrayBufferPrototype : Intrinsic::kArrayBufferPrototype;
  // FAST: "prototype" of the intrinsic constructor cannot change.
  JSObject* prototype = constructor == CurrentIntrinsic(isolate, id)
                            ? CurrentIntrinsic(isolate, prototype_id)
                            : TRY(GetPrototypeFromConstructor(isolate, constructor, prototype_id));
  auto* buffer = NewInstance<ArrayBufferObject>(isolate, Value(prototype));
  buffer->data_.Init(Value::Undefined());
  return buffer;
}

int32_t FlagsOf(bool shared, bool resizable) {
  return (shared ? ArrayBufferObject::kShared : 0) | (resizable ? ArrayBufferObject::kResizable : 0);
}

Value LengthValue(Isolate& isolate, size_t n) { return NumberValue(isolate, static_cast<double>(n)); }

// RequireInternalSlot(O, [[ArrayBufferData]]) and IsSharedArrayBuffer(O).
Completion<ArrayBufferObject*> RequireBuffer(Isolate& isolate, Value v, bool shared, const char* method) {
  if (v.Is<ArrayBufferObject>()) {
    auto* buffer = static_cast<ArrayBufferObject*>(v.AsObject());
    if (buffer->IsShared() == shared) return buffer;
  }
  return ThrowIncompatibleReceiver(isolate, method, v);
}

// https://tc39.es/ecma262/#sec-getarraybuffermaxbytelengthoption
Completion<std::optional<uint64_t>> GetArrayBufferMaxByteLengthOption(Isolate& isolate, Value options) {
  if (!options.IsObject()) return std::optional<uint64_t>();
  Value max = TRY(Get(isolate, options.AsObject(), Name::maxByteLength));
  if (max.IsUndefined()) return std::optional<uint64_t>();
  return std::optional<uint64_t>(TRY(ToIndex(isolate, max)));
}

// ---- ArrayBuffer ----

// https://tc39.es/ecma262/#sec-arraybuffer-length
Completion<Value> ArrayBufferConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "ArrayBuffer");
  uint64_t length = TRY(ToIndex(isolate, args[0]));
  std::optional<uint64_t> max = TRY(GetArrayBufferMaxByteLengthOption(isolate, args[1]));
  return AllocateArrayBuffer(isolate, args.new_target().AsObject(), length, max);
}

// https://tc39.es/ecma262/#sec-arraybuffer.isview
Completion<Value> ArrayBufferIsView(Isolate&, Arguments& args) {
  return Value::Boolean(args[0].Is<TypedArrayObject>() || args[0].Is<DataViewObject>());
}

// https://tc39.es/ecma262/#sec-get-arraybuffer-@@species
Completion<Value> Species(Isolate&, Arguments& args) { return args.this_value(); }

// https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.bytelength
Completion<Value> ArrayBufferByteLength(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), false, "ArrayBuffer.prototype.byteLength"));
  return LengthValue(isolate, buffer->byte_length(isolate));
}

// https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.detached
Completion<Value> ArrayBufferDetached(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), false, "ArrayBuffer.prototype.detached"));
  return Value::Boolean(buffer->IsDetached());
}

// https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.maxbytelength
Completion<Value> ArrayBufferMaxByteLength(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), false, "ArrayBuffer.prototype.maxByteLength"));
  return LengthValue(isolate,
                     buffer->IsResizable() ? buffer->max_byte_length(isolate) : buffer->byte_length(isolate));
}

// https://tc39.es/ecma262/#sec-get-arraybuffer.prototype.resizable
Completion<Value> ArrayBufferResizable(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), false, "ArrayBuffer.prototype.resizable"));
  return Value::Boolean(buffer->IsResizable());
}

// https://tc39.es/ecma262/#sec-arraybuffer.prototype.resize
Completion<Value> ArrayBufferResize(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "ArrayBuffer.prototype.resize";
  ArrayBufferObject* buffer = TRY(RequireBuffer(isolate, args.this_value(), false, kMethod));
  if (!buffer->IsResizable()) return ThrowIncompatibleReceiver(isolate, kMethod, args.this_value());
  uint64_t length = TRY(ToIndex(isolate, args[0]));
  if (buffer->IsDetached()) return ThrowDetached(isolate, kMethod);
  if (buffer->IsPinned(isolate)) return ThrowPinned(isolate, kMethod);
  if (length > buffer->max_byte_length(isolate))
    return isolate.ThrowRangeError("%s: Invalid length parameter", kMethod);
  if (!BackingStores(isolate).Resize(isolate, buffer->handle(), length)) {
    return isolate.ThrowRangeError("Array buffer allocation failed");
  }
  return Value::Undefined();
}

struct Range {
  uint64_t first, count;
};
Completion<Range> SliceRange(Isolate& isolate, Arguments& args, size_t length) {
  double n = static_cast<double>(length);
  double first = TRY(ToRelativeIndex(isolate, args[0], n, 0));
  double final = TRY(ToRelativeIndex(isolate, args[1], n, n));
  return Range{static_cast<uint64_t>(first), static_cast<uint64_t>(std::max(final - first, 0.0))};
}

// https://tc39.es/ecma262/#sec-arraybuffer.prototype.slice
// https://tc39.es/ecma262/#sec-sharedarraybuffer.prototype.slice
Completion<Value> BufferSlice(Isolate& isolate, Arguments& args) {
  bool shared = args.callee()->magic_;
  const char* method = shared ? "SharedArrayBuffer.prototype.slice" : "ArrayBuffer.prototype.slice";
  ArrayBufferObject* buffer = TRY(RequireBuffer(isolate, args.this_value(), shared, method));
  if (buffer->IsDetached()) return ThrowDetached(isolate, method);
  Range range = TRY(SliceRange(isolate, args, buffer->byte_length(isolate)));
  JSObject* intrinsic =
      CurrentIntrinsic(isolate, shared ? Intrinsic::kSharedArrayBuffer : Intrinsic::kArrayBuffer);
  JSObject* constructor = TRY(SpeciesConstructor(isolate, buffer, intrinsic));
  JSObject* object =
      TRY(Construct(isolate, constructor, {NumberValue(isolate, static_cast<double>(range.count))}));
  ArrayBufferObject* result = TRY(RequireBuffer(isolate, Value(object), shared, method));
  if (result->IsDetached()) return ThrowDetached(isolate, method);
  if (result->IsImmutable()) return ThrowImmutable(isolate, method);
  if (result == buffer || (shared && result->data(isolate) == buffer->data(isolate))) {
    return isolate.ThrowTypeError("ArrayBuffer subclass returned this from species constructor");
  }
  if (result->byte_length(isolate) < range.count) {
    return isolate.ThrowTypeError("Species constructor returned a too small ArrayBuffer");
  }
  if (buffer->IsDetached()) return ThrowDetached(isolate, method);
  // The constructor may have resized the buffer.
  size_t length = buffer->byte_length(isolate);
  isolate.Charge(static_cast<uint32_t>(range.count / 1024));
  if (range.first < length) {
    TRY(MoveInPieces(isolate, result->data(isolate), buffer->data(isolate) + range.first,
                     std::min<uint64_t>(range.count, length - range.first)));
  }
  return Value(result);
}

enum Transferred : uint16_t { kFixedLength, kPreserveResizability, kImmutable };
constexpr const char* kTransferNames[] = {"ArrayBuffer.prototype.transferToFixedLength",
                                          "ArrayBuffer.prototype.transfer",
                                          "ArrayBuffer.prototype.transferToImmutable"};

// ArrayBufferCopyAndDetach (https://tc39.es/ecma262/#sec-arraybuffercopyanddetach), for
// transfer, transferToFixedLength and transferToImmutable.
Completion<Value> ArrayBufferTransfer(Isolate& isolate, Arguments& args) {
  auto how = static_cast<Transferred>(args.callee()->magic_);
  const char* method = kTransferNames[how];
  ArrayBufferObject* buffer = TRY(RequireBuffer(isolate, args.this_value(), false, method));
  uint64_t new_length = args[0].IsUndefined() ? buffer->byte_length(isolate) : TRY(ToIndex(isolate, args[0]));
  if (buffer->IsDetached()) return ThrowDetached(isolate, method);
  if (buffer->IsImmutable()) return ThrowImmutable(isolate, method);
  if (buffer->IsPinned(isolate)) return ThrowPinned(isolate, method);
  bool resizable = how == kPreserveResizability && buffer->IsResizable();
  int32_t flags = FlagsOf(false, resizable) | (how == kImmutable ? ArrayBufferObject::kImmutable : 0);
  // FAST: the memory itself moves where its length is the same. What a fixed buffer has reserved beyond does
  // not show. Memory of the host's is given up, as the host knows of this buffer only.
  JSObject* constructor = CurrentIntrinsic(isolate, Intrinsic::kArrayBuffer);
  if (new_length == buffer->byte_length(isolate) && !buffer->IsExternal(isolate)) {
    ArrayBufferObject* result = TRY(NewBufferObject(isolate, constructor, false));
    buffer->Transfer(result, flags);
    return Value(result);
  }
  std::optional<uint64_t> max;
  if (resizable) max = buffer->max_byte_length(isolate);
  ArrayBufferObject* result = TRY(AllocateArrayBuffer(isolate, constructor, new_length, max));
  isolate.Charge(static_cast<uint32_t>(new_length / 1024));
  TRY(MoveInPieces(isolate, result->data(isolate), buffer->data(isolate),
                   std::min<uint64_t>(new_length, buffer->byte_length(isolate))));
  buffer->Detach(isolate);
  if (how == kImmutable) result->MakeImmutable();
  return Value(result);
}

// ---- https://tc39.es/proposal-immutable-arraybuffer/ ----

// https://tc39.es/proposal-immutable-arraybuffer/#sec-get-arraybuffer.prototype.immutable
Completion<Value> ArrayBufferImmutable(Isolate& isolate, Arguments& args) {
  return Value::Boolean(
      TRY(RequireBuffer(isolate, args.this_value(), false, "ArrayBuffer.prototype.immutable"))
          ->IsImmutable());
}

// https://tc39.es/proposal-immutable-arraybuffer/#sec-arraybuffer.prototype.slicetoimmutable
Completion<Value> ArrayBufferSliceToImmutable(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "ArrayBuffer.prototype.sliceToImmutable";
  ArrayBufferObject* buffer = TRY(RequireBuffer(isolate, args.this_value(), false, kMethod));
  if (buffer->IsDetached()) return ThrowDetached(isolate, kMethod);
  Range range = TRY(SliceRange(isolate, args, buffer->byte_length(isolate)));
  // Converting the arguments may have detached or resized it.
  if (buffer->IsDetached()) return ThrowDetached(isolate, kMethod);
  size_t length = buffer->byte_length(isolate);
  if (range.count != 0 && (range.first > length || range.count > length - range.first))
    return isolate.ThrowRangeError("%s: the buffer became too short", kMethod);
  ArrayBufferObject* result = TRY(NewArrayBuffer(isolate, range.count));
  isolate.Charge(static_cast<uint32_t>(range.count / 1024));
  if (range.count != 0) {
    TRY(MoveInPieces(isolate, result->data(isolate), buffer->data(isolate) + range.first, range.count));
  }
  result->MakeImmutable();
  return Value(result);
}

// ---- SharedArrayBuffer ----

// https://tc39.es/ecma262/#sec-sharedarraybuffer-length
Completion<Value> SharedArrayBufferConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, "SharedArrayBuffer");
  uint64_t length = TRY(ToIndex(isolate, args[0]));
  std::optional<uint64_t> max = TRY(GetArrayBufferMaxByteLengthOption(isolate, args[1]));
  return AllocateSharedArrayBuffer(isolate, args.new_target().AsObject(), length, max);
}

// https://tc39.es/ecma262/#sec-get-sharedarraybuffer.prototype.bytelength
Completion<Value> SharedArrayBufferByteLength(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), true, "SharedArrayBuffer.prototype.byteLength"));
  return LengthValue(isolate, buffer->byte_length(isolate));
}

// https://tc39.es/ecma262/#sec-sharedarraybuffer.prototype.grow
Completion<Value> SharedArrayBufferGrow(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "SharedArrayBuffer.prototype.grow";
  ArrayBufferObject* buffer = TRY(RequireBuffer(isolate, args.this_value(), true, kMethod));
  if (!buffer->IsResizable()) return ThrowIncompatibleReceiver(isolate, kMethod, args.this_value());
  uint64_t length = TRY(ToIndex(isolate, args[0]));
  if (!BackingStores(isolate).Resize(isolate, buffer->handle(), length)) {
    return isolate.ThrowRangeError("%s: Invalid length parameter", kMethod);
  }
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-get-sharedarraybuffer.prototype.growable
Completion<Value> SharedArrayBufferGrowable(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), true, "SharedArrayBuffer.prototype.growable"));
  return Value::Boolean(buffer->IsResizable());
}

// https://tc39.es/ecma262/#sec-get-sharedarraybuffer.prototype.maxbytelength
Completion<Value> SharedArrayBufferMaxByteLength(Isolate& isolate, Arguments& args) {
  ArrayBufferObject* buffer =
      TRY(RequireBuffer(isolate, args.this_value(), true, "SharedArrayBuffer.prototype.maxByteLength"));
  return LengthValue(isolate,
                     buffer->IsResizable() ? buffer->max_byte_length(isolate) : buffer->byte_length(isolate));
}

constexpr NativeRow kConstructorRowSource[] = {
    {"ArrayBuffer", ArrayBufferConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"isView", ArrayBufferIsView, 1},
    {"Symbol.species", Species, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"byteLength", ArrayBufferByteLength, 0, kNativeGetter},
    {"detached", ArrayBufferDetached, 0, kNativeGetter},
    {"maxByteLength", ArrayBufferMaxByteLength, 0, kNativeGetter},
    {"resizable", ArrayBufferResizable, 0, kNativeGetter},
    {"resize", ArrayBufferResize, 1},
    {"slice", BufferSlice, 2, kNativePlain, 0},
    {"transfer", ArrayBufferTransfer, 0, kNativePlain, kPreserveResizability},
    {"transferToFixedLength", ArrayBufferTransfer, 0, kNativePlain, kFixedLength},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kImmutableRowsSource[] = {
    {"immutable", ArrayBufferImmutable, 0, kNativeGetter},
    {"sliceToImmutable", ArrayBufferSliceToImmutable, 2},
    {"transferToImmutable", ArrayBufferTransfer, 0, kNativePlain, kImmutable},
};
HW_NATIVE_ROWS(kImmutableRows);
constexpr NativeRow kSharedConstructorRowSource[] = {
    {"SharedArrayBuffer", SharedArrayBufferConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kSharedConstructorRow);
constexpr NativeRow kSharedConstructorRowsSource[] = {
    {"Symbol.species", Species, 0, kNativeGetter | kNativeSymbol}};
HW_NATIVE_ROWS(kSharedConstructorRows);
constexpr NativeRow kSharedPrototypeRowsSource[] = {
    {"byteLength", SharedArrayBufferByteLength, 0, kNativeGetter},
    {"grow", SharedArrayBufferGrow, 1},
    {"growable", SharedArrayBufferGrowable, 0, kNativeGetter},
    {"maxByteLength", SharedArrayBufferMaxByteLength, 0, kNativeGetter},
    {"slice", BufferSlice, 2, kNativePlain, 1},
};
HW_NATIVE_ROWS(kSharedPrototypeRows);
constexpr NativeTable kTables[] = {kConstructorRow,       kConstructorRows,       kPrototypeRows,
                                   kSharedConstructorRow, kSharedConstructorRows, kSharedPrototypeRows,
                                   kImmutableRows};

}  // namespace

void InstallArrayBufferHarmony(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kArrayBufferPrototype), kImmutableRows);
}

Throwing ThrowImmutable(Isolate& isolate, const char* method) {
  return isolate.ThrowTypeError("Cannot perform %s on an immutable ArrayBuffer", method);
}

Throwing ThrowPinned(Isolate& isolate, const char* method) {
  return isolate.ThrowTypeError("Cannot perform %s on an ArrayBuffer whose bytes are pinned", method);
}

Throwing ThrowDetached(Isolate& isolate, const char* method) {
  return isolate.ThrowTypeError("Cannot perform %s on a detached ArrayBuffer", method);
}

Completion<ArrayBufferObject*> AllocateArrayBuffer(Isolate& isolate, JSObject* constructor,
                                                   uint64_t byte_length,
                                                   std::optional<uint64_t> max_byte_length) {
  if (max_byte_length && byte_length > *max_byte_length)
    return isolate.ThrowRangeError("Invalid array buffer max length");
  ArrayBufferObject* buffer = TRY(NewBufferObject(isolate, constructor, false));
  BackingStore* store = NewBackingStore(isolate, byte_length, max_byte_length.value_or(byte_length));
  if (store == nullptr) return isolate.ThrowRangeError("Array buffer allocation failed");
  buffer->Attach(store, FlagsOf(false, max_byte_length.has_value()));
  return buffer;
}

Completion<ArrayBufferObject*> NewArrayBuffer(Isolate& isolate, uint64_t byte_length) {
  return AllocateArrayBuffer(isolate, CurrentIntrinsic(isolate, Intrinsic::kArrayBuffer), byte_length);
}

Completion<ArrayBufferObject*> NewArrayBufferWithoutMemory(Isolate& isolate) {
  return NewBufferObject(isolate, CurrentIntrinsic(isolate, Intrinsic::kArrayBuffer), false);
}

Completion<ArrayBufferObject*> AllocateSharedArrayBuffer(Isolate& isolate, JSObject* constructor,
                                                         uint64_t byte_length,
                                                         std::optional<uint64_t> max_byte_length) {
  if (max_byte_length && byte_length > *max_byte_length)
    return isolate.ThrowRangeError("Invalid array buffer max length");
  ArrayBufferObject* buffer = TRY(NewBufferObject(isolate, constructor, true));
  uint64_t reserve = max_byte_length.value_or(byte_length);
  SharedMemory::Reference memory;
  if (reserve <= kMaxByteLength && isolate.heap().CanGrowExternal(reserve))
    memory = SharedMemory::New(byte_length, reserve);
  if (memory == nullptr) return isolate.ThrowRangeError("Array buffer allocation failed");
  buffer->Attach(NewSharedBackingStore(isolate, memory.get()), FlagsOf(true, max_byte_length.has_value()));
  return buffer;
}

Completion<ArrayBufferObject*> NewSharedArrayBuffer(Isolate& isolate, SharedMemory* memory, bool growable) {
  JSObject* constructor = CurrentIntrinsic(isolate, Intrinsic::kSharedArrayBuffer);
  ArrayBufferObject* buffer = TRY(NewBufferObject(isolate, constructor, true));
  if (!isolate.heap().CanGrowExternal(memory->max_byte_length))
    return isolate.ThrowRangeError("Array buffer allocation failed");
  buffer->Attach(NewSharedBackingStore(isolate, memory), FlagsOf(true, growable));
  return buffer;
}

const std::span<const NativeTable> kArrayBufferTables = kTables;

void InstallArrayBuffer(Isolate& isolate, Realm* realm) {
  Value object_prototype(realm->intrinsic(Intrinsic::kObjectPrototype));
  JSObject* prototype = OrdinaryObjectCreate(isolate, object_prototype);
  JSObject* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                             Intrinsic::kArrayBuffer, Intrinsic::kArrayBufferPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "ArrayBuffer");

  prototype = OrdinaryObjectCreate(isolate, object_prototype);
  constructor = InstallConstructor(isolate, realm, kSharedConstructorRow, prototype,
                                   Intrinsic::kSharedArrayBuffer, Intrinsic::kSharedArrayBufferPrototype);
  InstallFunctions(isolate, realm, constructor, kSharedConstructorRows);
  InstallFunctions(isolate, realm, prototype, kSharedPrototypeRows);
  InstallToStringTag(isolate, prototype, "SharedArrayBuffer");
}

}  // namespace halfword
