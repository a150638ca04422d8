// ArrayBuffers and views of them, memory of the host's among them.
#include <cstdlib>
#include <cstring>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/misuse.h"
#include "api/tables.h"
#include "api/values.h"
#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

Completion<Value> CopiedArrayBuffer(Isolate& inside, const void* data, size_t size) {
  JSObject* constructor = inside.realm()->intrinsic(Intrinsic::kArrayBuffer);
  ArrayBufferObject* made = TRY(AllocateArrayBuffer(inside, constructor, size));
  if (data && size != 0) std::memcpy(made->data(inside), data, size);
  return Value(made);
}

}  // namespace

Completion<Value> halfword::api::NewUint8Array(Isolate& inside, const void* data, size_t size) {
  Value buffer = TRY(CopiedArrayBuffer(inside, data, size));
  auto* object = static_cast<ArrayBufferObject*>(buffer.AsObject());
  return Value(TRY(NewTypedArrayOnBuffer(inside, TypedArrayKind::kUint8, nullptr, object, Value::Smi(0),
                                         Value::Undefined())));
}

hw_status hw_array_buffer(hw_isolate* isolate, const void* data, size_t size, hw_value* buffer) {
  auto body = [&](Isolate& inside) { return CopiedArrayBuffer(inside, data, size); };
  return RunGuest(isolate, buffer, {}, body, GuestState::kAny);
}

hw_status hw_uint8_array(hw_isolate* isolate, const void* data, size_t size, hw_value* array) {
  auto body = [&](Isolate& inside) { return NewUint8Array(inside, data, size); };
  return RunGuest(isolate, array, {}, body, GuestState::kAny);
}

// ---- The bytes, in place ----

namespace {

// A buffer, or a view of one, and where its bytes are now.
struct Bytes {
  ArrayBufferObject* buffer = nullptr;  // null: the value is neither
  uint8_t* data = nullptr;              // null: it is detached, or the view is out of bounds
  size_t size = 0;
};
Bytes BytesOf(Isolate& inside, Value v) {
  if (auto* buffer = v.TryAs<ArrayBufferObject>())
    return {buffer, buffer->data(inside), buffer->byte_length(inside)};
  if (auto* array = v.TryAs<TypedArrayObject>()) {
    TypedArrayObject::View view = array->view(inside);
    return {array->buffer(), view.data, view.length << array->element_shift()};
  }
  if (auto* view = v.TryAs<DataViewObject>()) {
    if (view->IsOutOfBounds(inside)) return {view->buffer()};
    return {view->buffer(), view->buffer()->data(inside) + view->byte_offset_, view->byte_length(inside)};
  }
  return {};
}

constexpr char kNoBytes[] = "the value is neither an ArrayBuffer nor a view of one, or it is detached";
constexpr char kNotPinned[] = "the bytes are not pinned";

void WriteBytes(const Bytes& bytes, uint8_t** data, size_t* size) {
  if (data) *data = bytes.data;
  if (size) *size = bytes.data ? bytes.size : 0;
}

}  // namespace

bool hw_bytes(hw_isolate* isolate, hw_value buffer_or_view, uint8_t** data, size_t* size) {
  WriteBytes({}, data, size);
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, buffer_or_view);
    Bytes bytes = BytesOf(inside, FromHost(buffer_or_view));
    WriteBytes(bytes, data, size);
    return bytes.data != nullptr;
  });
}

hw_status hw_bytes_pin(hw_isolate* isolate, hw_value buffer_or_view, uint8_t** data, size_t* size) {
  WriteBytes({}, data, size);
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotOf(isolate, buffer_or_view)) return Refuse(isolate, why);
    Bytes bytes = BytesOf(inside, FromHost(buffer_or_view));
    if (!bytes.data) return Refuse(isolate, kNoBytes);
    uint32_t pins = BackingStores(inside).entry(bytes.buffer->handle()).pins;
    if (pins == UINT32_MAX) return Refuse(isolate, "the bytes are pinned too often");
    // Pinned memory is not collected either: the buffer is a root for so long.
    if (pins == 0) TablesOf(isolate, inside).pinned.push_back(Value(bytes.buffer));
    BackingStores(inside).Pin(bytes.buffer->handle());
    WriteBytes(bytes, data, size);
    return HW_OK;
  });
}

void hw_bytes_unpin(hw_isolate* isolate, hw_value buffer_or_view) {
  EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotOf(isolate, buffer_or_view)) return (void)Refuse(isolate, why);
    ArrayBufferObject* buffer = BytesOf(inside, FromHost(buffer_or_view)).buffer;
    if (!buffer || !buffer->IsPinned(inside)) return (void)Refuse(isolate, kNotPinned);
    if (BackingStores(inside).Unpin(buffer->handle()) != 0) return;
    // Most are unpinned in the opposite order.
    std::vector<Value>& pinned = TablesOf(isolate, inside).pinned;
    auto found = std::find(pinned.rbegin(), pinned.rend(), Value(buffer));
    if (found == pinned.rend()) return;
    *found = pinned.back();
    pinned.pop_back();
  });
}

// ---- Memory of the host's ----

hw_status hw_array_buffer_external(hw_isolate* isolate, void* data, size_t size, uint32_t flags,
                                   void (*release)(void* owner), void* owner, hw_value* buffer) {
  if (!data && size != 0) return RefuseResult(isolate, buffer, "the bytes are null");
  if (flags & ~uint32_t{HW_BUFFER_READ_ONLY | HW_BUFFER_UNCOUNTED})
    return RefuseResult(isolate, buffer, "a flag of the buffer means nothing");
  ExternalTable::Entry entry;
  entry.kind = ExternalTable::Kind::kMemory;
  entry.data = owner;
  entry.release = release;
  entry.bytes = flags & HW_BUFFER_UNCOUNTED ? 0 : size;
  hw_value made = hw_undefined();
  auto body = [&](Isolate& inside) -> Completion<void> {
    (void)TablesOf(isolate, inside);
    bool fits = size <= BackingStoreTable::kMaxByteLength && inside.heap().CanGrowExternal(entry.bytes);
    if (!fits) return inside.ThrowRangeError("Array buffer allocation failed");
    ArrayBufferObject* object = TRY(NewArrayBufferWithoutMemory(inside));
    hw_value result = ToHost(isolate, Value(object));
    // From here on nothing fails: the memory is the buffer's, and will be released.
    BackingStore* store = NewExternalBackingStore(inside, {static_cast<uint8_t*>(data), size}, entry);
    if (!store) return inside.ThrowRangeError("Array buffer allocation failed");
    object->Attach(store, flags & HW_BUFFER_READ_ONLY ? ArrayBufferObject::kImmutable : 0);
    made = result;
    return {};
  };
  hw_status status = RunGuest(isolate, nullptr, {}, body, GuestState::kAny);
  if (buffer) *buffer = made;
  return status;
}

namespace {

// A buffer that may be detached. Memory of the host's may always be: an immutable buffer promises that
// guests won't change it, not that the host will keep it.
Completion<ArrayBufferObject*> Detachable(Isolate& inside, hw_value value, const char* function) {
  auto* buffer = FromHost(value).TryAs<ArrayBufferObject>();
  if (!buffer) return inside.ThrowTypeError("%s needs an ArrayBuffer", function);
  if (buffer->IsShared())
    return inside.ThrowTypeError("%s needs an ArrayBuffer that is not shared", function);
  if (buffer->IsPinned(inside)) return ThrowPinned(inside, function);
  if (buffer->IsImmutable() && !buffer->IsExternal(inside) && !buffer->IsDetached())
    return ThrowImmutable(inside, function);
  return buffer;
}

}  // namespace

hw_status hw_array_buffer_detach(hw_isolate* isolate, hw_value buffer) {
  auto body = [&](Isolate& inside) -> Completion<void> {
    ArrayBufferObject* object = TRY(Detachable(inside, buffer, "hw_array_buffer_detach"));
    if (!object->IsDetached()) object->Detach(inside);
    return {};
  };
  return RunGuest(isolate, nullptr, {buffer}, body, GuestState::kAny);
}

hw_status hw_array_buffer_take(hw_isolate* isolate, hw_value buffer, void** data, size_t* size) {
  if (data) *data = nullptr;
  if (size) *size = 0;
  if (!data || !size) return Refuse(isolate, mistake::kNullPlace);
  auto body = [&](Isolate& inside) -> Completion<void> {
    constexpr const char* kFunction = "hw_array_buffer_take";
    ArrayBufferObject* object = TRY(Detachable(inside, buffer, kFunction));
    if (object->IsDetached()) return ThrowDetached(inside, kFunction);
    size_t length = object->byte_length(inside);
    void* bytes = BackingStores(inside).TakeBytes(object->handle());
    if (!bytes) {
      bytes = std::malloc(std::max<size_t>(length, 1));
      if (!bytes) return inside.ThrowRangeError("Array buffer allocation failed");
      std::memcpy(bytes, object->data(inside), length);
    }
    object->Detach(inside);
    *data = bytes;
    *size = length;
    return {};
  };
  return RunGuest(isolate, nullptr, {buffer}, body, GuestState::kAny);
}

// ---- Views ----

namespace {

static_assert(HW_VIEW_INT8 == static_cast<int>(TypedArrayKind::kInt8) + 1 &&
              HW_VIEW_BIGUINT64 == static_cast<int>(TypedArrayKind::kBigUint64) + 1);

uint32_t FlagsOf(Isolate& inside, ArrayBufferObject* buffer) {
  uint32_t flags = 0;
  if (buffer->IsImmutable()) flags |= HW_BUFFER_READ_ONLY;
  if (buffer->IsShared()) flags |= HW_BUFFER_SHARED;
  if (buffer->IsResizable()) flags |= HW_BUFFER_RESIZABLE;
  uint32_t external = BackingStores(inside).entry(buffer->handle()).external;
  if (const ExternalTable::Entry* entry = FindExternal(inside, external)) {
    flags |= HW_BUFFER_EXTERNAL;
    if (entry->bytes == 0 && buffer->byte_length(inside) != 0) flags |= HW_BUFFER_UNCOUNTED;
  }
  return flags;
}

// False: it is neither a view nor a buffer.
bool Describe(const hw_isolate* isolate, Isolate& inside, Value value, hw_view* view) {
  Bytes bytes = BytesOf(inside, value);
  if (!bytes.buffer) return false;
  view->buffer = ToHost(isolate, Value(bytes.buffer));
  view->flags = FlagsOf(inside, bytes.buffer) | (bytes.data ? 0 : HW_BUFFER_DETACHED);
  uint32_t shift = 0;
  if (auto* array = value.TryAs<TypedArrayObject>()) {
    view->kind = static_cast<hw_view_kind>(HW_VIEW_INT8 + static_cast<int>(array->kind_));
    shift = array->element_shift();
  } else if (value.Is<DataViewObject>()) {
    view->kind = HW_VIEW_DATA_VIEW;
  }
  if (!bytes.data) return true;
  view->data = bytes.data;
  view->byte_offset = static_cast<size_t>(bytes.data - bytes.buffer->data(inside));
  view->byte_length = bytes.size;
  view->length = bytes.size >> shift;
  return true;
}

}  // namespace

hw_status hw_view_new(hw_isolate* isolate, hw_view_kind kind, hw_value buffer, size_t byte_offset,
                      size_t length, hw_value* view) {
  unsigned number = NumberOf(kind);
  if (number == HW_VIEW_NONE || number > HW_VIEW_DATA_VIEW)
    return RefuseResult(isolate, view, "there is no such hw_view_kind");
  auto body = [&](Isolate& inside) -> Completion<Value> {
    auto* object = FromHost(buffer).TryAs<ArrayBufferObject>();
    if (!object) return inside.ThrowTypeError("hw_view_new needs an ArrayBuffer");
    const Value numbers[] = {
        NumberValue(inside, static_cast<double>(byte_offset)),
        length == SIZE_MAX ? Value::Undefined() : NumberValue(inside, static_cast<double>(length))};
    if (number == HW_VIEW_DATA_VIEW) {
      JSObject* constructor = inside.realm()->intrinsic(Intrinsic::kDataView);
      return Value(TRY(Construct(inside, constructor, {Value(object), numbers[0], numbers[1]})));
    }
    auto typed = static_cast<TypedArrayKind>(number - HW_VIEW_INT8);
    return Value(TRY(NewTypedArrayOnBuffer(inside, typed, nullptr, object, numbers[0], numbers[1])));
  };
  return RunGuest(isolate, view, {buffer}, body, GuestState::kAny);
}

bool hw_view_describe(const hw_isolate* isolate, hw_value view, hw_view* description) {
  if (!description || description->size <= sizeof description->size) {
    (void)Refuse(isolate, description ? "hw_view.size is not set" : mistake::kNullPlace);
    return false;
  }
  hw_view all = {};
  all.size = description->size;
  all.buffer = hw_undefined();
  bool is_view = EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, view);
    return Describe(isolate, inside, FromHost(view), &all);
  });
  std::memcpy(description, &all, std::min(all.size, sizeof all));
  return is_view;
}
