// Buffers, the views of them, and raw JSON.
#ifndef HALFWORD_OBJECTS_LIBRARY_STRUCTURED_DATA_H_
#define HALFWORD_OBJECTS_LIBRARY_STRUCTURED_DATA_H_

#include "objects/memory/backing_store.h"
#include "objects/shapes/js_object.h"

namespace halfword {

class Isolate;

class RawJsonObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kRawJsonObject;
};

class ArrayBufferObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kArrayBufferObject;
  enum Flags : int32_t { kDetached = 1, kResizable = 2, kShared = 4, kImmutable = 8 };
  bool Has(Flags f) const { return state_.get().AsSmi() & f; }
  bool IsDetached() const { return Has(kDetached); }
  bool IsShared() const { return Has(kShared); }
  bool IsImmutable() const { return Has(kImmutable); }
  bool IsResizable() const { return Has(kResizable); }  // shared: growable
  // Of the backing store, for BackingStoreTable; 0: detached.
  uint32_t handle() const { return static_cast<uint32_t>(state_.get().bits()) >> (kHandleShift + 1); }
  uint8_t* data(Isolate& isolate) const { return BackingStores(isolate).data(handle()); }
  size_t byte_length(Isolate& isolate) const { return BackingStores(isolate).byte_length(handle()); }
  size_t max_byte_length(Isolate& isolate) const { return BackingStores(isolate).max_byte_length(handle()); }
  // The memory is the host's, and stays where it is.
  bool IsExternal(Isolate& isolate) const { return BackingStores(isolate).entry(handle()).external != 0; }
  // The host is at work on the memory, which must stay.
  bool IsPinned(Isolate& isolate) const { return BackingStores(isolate).entry(handle()).pins != 0; }
  // Gives it its memory. `flags`: of Flags.
  void Attach(BackingStore* store, int32_t flags) {
    store_.Set(this, store);
    state_.Init(Value::Smi(flags | static_cast<int32_t>(store->handle_ << kHandleShift)));
  }
  // REQUIRES: nobody has seen it yet, so that it has no views.
  void MakeImmutable() { state_.Init(Value::Smi(state_.get().AsSmi() | kImmutable)); }
  // The memory is freed; views see length 0 from now on.
  void Detach(Isolate&);
  // Detaches it without freeing the memory, which `other` gets.
  void Transfer(ArrayBufferObject* other, int32_t flags) {
    other->Attach(store_.GetNonNull(), flags);
    Forget();
  }

  static constexpr int kHandleShift = 4;
  Field<BackingStore> store_;  // null: detached
  ValueField state_;           // Smi: flags, and the store's handle, so that elements are few loads away
  ValueField data_;            // free for hosts

 private:
  void Forget() {
    store_.Init(nullptr);
    int32_t flags = state_.get().AsSmi() & ((1 << kHandleShift) - 1);
    state_.Init(Value::Smi(flags | kDetached));
  }
};

static_assert(BackingStoreTable::kMaxHandles << ArrayBufferObject::kHandleShift <= 1u << 30);

enum class TypedArrayKind : uint8_t {
  kInt8,
  kUint8,
  kUint8Clamped,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat16,
  kFloat32,
  kFloat64,
  kBigInt64,
  kBigUint64,
};

constexpr uint32_t ElementSizeShift(TypedArrayKind k) {
  constexpr uint8_t kShift[16] = {0, 0, 0, 1, 1, 2, 2, 1, 2, 3, 3, 3};
  return kShift[static_cast<int>(k) & 15];
}

// Of the shapes of typed arrays; `flags`: of ArrayBufferView.
constexpr ElementAccess AccessOfTypedArray(TypedArrayKind kind, uint8_t flags) {
  if (flags != 0) return ElementAccess::kOther;
  return static_cast<ElementAccess>(static_cast<uint8_t>(ElementAccess::kFirstTypedArray) +
                                    static_cast<uint8_t>(kind));
}

static_assert(AccessOfTypedArray(TypedArrayKind::kBigUint64, 0) == ElementAccess::kLastTypedArray);

constexpr bool IsBigIntKind(TypedArrayKind k) { return k >= TypedArrayKind::kBigInt64; }

// What typed arrays and data views share. A view is out of bounds when its buffer is detached or was shrunk
// below it.
class ArrayBufferView : public JSObject {
 public:
  void Trace(gc::Visitor&);
  ArrayBufferObject* buffer() const { return buffer_.GetNonNull(); }
  enum Flags : uint8_t {
    kLengthTracking = 1,
    kResizableBuffer = 2 /* or shared growable */,
    kImmutableBuffer = 4
  };
  bool IsLengthTracking() const { return flags_ & kLengthTracking; }

  Field<ArrayBufferObject> buffer_;
  TypedArrayKind kind_;  // typed arrays
  uint8_t flags_;
  uint16_t reserved_;
  alignas(8) uint64_t byte_offset_;
  uint64_t length_;  // typed arrays: elements; data views: bytes; length-tracking: unused
};

class DataViewObject : public ArrayBufferView {
 public:
  static constexpr HeapType kType = HeapType::kDataViewObject;
  bool IsOutOfBounds(Isolate&) const;
  size_t byte_length(Isolate&) const;  // GetViewByteLength; 0 when out of bounds
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_LIBRARY_STRUCTURED_DATA_H_
