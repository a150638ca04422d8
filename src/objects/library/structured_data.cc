#include "objects/library/structured_data.h"

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/shapes/tracing.h"

namespace halfword {

void ArrayBufferObject::Detach(Isolate& isolate) {
  if (store_) {
    uint32_t handle = store_->handle_;
    store_->handle_ = 0;  // its finalizer has nothing left to do
    BackingStores(isolate).Free(isolate, handle);
  }
  Forget();
}

void ArrayBufferView::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(Bits(extension_));
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(buffer_));
  TraceTail(visitor, this, this + 1);
}

bool DataViewObject::IsOutOfBounds(Isolate& isolate) const {
  uint32_t handle = buffer()->handle();
  const BackingStoreTable& table = BackingStores(isolate);
  if (!table.data(handle)) return true;
  size_t bytes = table.byte_length(handle);
  return byte_offset_ > bytes || (!IsLengthTracking() && length_ > bytes - byte_offset_);
}

size_t DataViewObject::byte_length(Isolate& isolate) const {
  if (IsOutOfBounds(isolate)) return 0;
  return IsLengthTracking() ? BackingStores(isolate).byte_length(buffer()->handle()) - byte_offset_ : length_;
}

}  // namespace halfword
