#include "objects/library/indexed_collections.h"

#include "objects/isolate.h"

namespace halfword {

TypedArrayObject::View TypedArrayObject::view(Isolate& isolate) const {
  uint32_t handle = buffer()->handle();
  const BackingStoreTable& table = BackingStores(isolate);
  uint8_t* data = table.data(handle);
  if (HW_UNLIKELY(!data)) return {nullptr, 0};
  size_t bytes = HW_LIKELY(flags_ == 0) ? table.max_byte_length(handle) : table.byte_length(handle);
  if (byte_offset_ > bytes) return {nullptr, 0};
  size_t room = (bytes - byte_offset_) >> element_shift();
  if (IsLengthTracking()) return {data + byte_offset_, room};
  if (length_ > room) return {nullptr, 0};
  return {data + byte_offset_, length_};
}

bool TypedArrayObject::IsOutOfBounds(Isolate& isolate) const { return view(isolate).data == nullptr; }

}  // namespace halfword
