#include "objects/memory/value_list.h"

#include <algorithm>

#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"
#include "objects/memory/external_memory.h"
#include "platform/exhaustion.h"

namespace halfword {

namespace {
// Bytes of a list that are not worth a question. Natives that call natives make some 20,000 lists on an
// ordinary stack.
constexpr size_t kUncounted = 2 << 10;
}  // namespace

ValueList::ValueList(Isolate& isolate) : isolate_(isolate), previous_(ValueListHead(isolate)) {
  ValueListHead(isolate) = this;
}

ValueList::~ValueList() {
  DCHECK(ValueListHead(isolate_) == this);
  ValueListHead(isolate_) = previous_;
  if (HW_UNLIKELY(counted_bytes_ != 0)) Dispose(isolate_, std::move(block_), counted_bytes_);
}

bool ValueList::GrowTo(size_t capacity) {
  // While it grows there are two copies.
  size_t bytes = capacity * sizeof(Value);
  if (bytes > kUncounted && !isolate_.heap().CanGrowExternal(bytes)) return false;
  Reallocate(capacity);
  return true;
}

void ValueList::Reallocate(size_t capacity) {
  static_assert(std::is_trivially_copyable_v<Value>);
  size_t bytes = capacity * sizeof(Value);
  if (!block_.Resize(bytes)) platform::ThrowExhaustion();
  if (values_ == few_) std::copy_n(few_, size_, static_cast<Value*>(block_.data()));
  values_ = static_cast<Value*>(block_.data());
  capacity_ = capacity;
  if (bytes <= kUncounted) return;
  isolate_.heap().AdjustExternalBytes(static_cast<int64_t>(bytes) - static_cast<int64_t>(counted_bytes_));
  counted_bytes_ = bytes;
}

HW_NOINLINE void ValueList::GrowForAppend() {
  size_t capacity = std::max<size_t>(8, size_ * 2);
  if (GrowTo(capacity)) return;
  (void)isolate_.Terminate(Termination::kOutOfMemory);
  Reallocate(size_ + size_ / 8 + 8);
}

Completion<void> ValueList::Reserve(size_t n) {
  if (n > capacity_ && !GrowTo(n)) return isolate_.Terminate(Termination::kOutOfMemory);
  return {};
}

Completion<void> ValueList::Resize(size_t n) {
  constexpr size_t kPiece = 1 << 16;  // between two looks at the isolate
  TRY(Reserve(n));
  while (size_ < n) {
    size_t end = std::min(n, size_ + kPiece);
    std::fill(values_ + size_, values_ + end, Value::Undefined());
    size_ = end;
    if (end < n) TRY(isolate_.PollSlow());
  }
  size_ = n;
  return {};
}

}  // namespace halfword
