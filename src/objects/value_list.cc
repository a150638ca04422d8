#include "objects/value_list.h"

#include <algorithm>

#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/isolate_objects.h"

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
  if (counted_bytes_) isolate_.heap().AdjustExternalBytes(-static_cast<int64_t>(counted_bytes_));
}

bool ValueList::GrowTo(size_t capacity) {
  // While it grows there are two copies.
  size_t bytes = capacity * sizeof(Value);
  if (bytes > kUncounted && !isolate_.heap().CanGrowExternal(bytes)) return false;
  values_.reserve(capacity);
  Account();
  return true;
}

void ValueList::Account() {
  size_t bytes = values_.capacity() * sizeof(Value);
  if (bytes <= kUncounted) return;
  isolate_.heap().AdjustExternalBytes(static_cast<int64_t>(bytes) - static_cast<int64_t>(counted_bytes_));
  counted_bytes_ = bytes;
}

HW_NOINLINE void ValueList::GrowForAppend() {
  size_t capacity = std::max<size_t>(8, values_.size() * 2);
  if (GrowTo(capacity)) return;
  (void)isolate_.Terminate(Termination::kOutOfMemory);
  values_.reserve(values_.size() + values_.size() / 8);
  Account();
}

Completion<void> ValueList::Reserve(size_t n) {
  if (n > values_.capacity() && !GrowTo(n)) return isolate_.Terminate(Termination::kOutOfMemory);
  return {};
}

Completion<void> ValueList::Resize(size_t n) {
  TRY(Reserve(n));
  values_.resize(n, Value::Undefined());
  return {};
}

}  // namespace halfword
