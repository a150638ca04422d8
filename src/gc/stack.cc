#include "halfword/gc/stack.h"

#include <algorithm>

#include "base/bits.h"
#include "gc/heap_impl.h"
#include "platform/stack.h"

namespace halfword::gc {
namespace internal {

ScannedRange::ScannedRange(HeapHandle& heap) : heap_(Heap::From(heap).impl()), next_(heap_.roots().ranges()) {
  if (next_ != nullptr) next_->previous_ = this;
  heap_.roots().ranges() = this;
}

ScannedRange::~ScannedRange() {
  (previous_ != nullptr ? previous_->next_ : heap_.roots().ranges()) = next_;
  if (next_ != nullptr) next_->previous_ = previous_;
}

void ScannedRange::Set(const void* begin, const void* end) {
  begin_ = reinterpret_cast<const uintptr_t*>(RoundUp(reinterpret_cast<uintptr_t>(begin), 8));
  end_ = reinterpret_cast<const uintptr_t*>(RoundDown(reinterpret_cast<uintptr_t>(end), 8));
}

}  // namespace internal

Stack::Stack(HeapHandle& heap)
    : Stack(heap, reinterpret_cast<void*>(Heap::From(heap).impl().entry().stack_start)) {}

Stack::Stack(HeapHandle& heap, const void* start)
    : heap_(Heap::From(heap).impl()),
      start_(reinterpret_cast<uintptr_t>(start)),
      frames_(heap),
      registers_(heap) {}

HALFWORD_NOINLINE void Stack::Switch(Stack& from, Stack& to) {
  static_assert(platform::kSpilledRegisters <= kMostRegisters);
  // The caller's frame and those before it are above this one's.
  from.start_ = from.heap_.entry().stack_start;
  if (!platform::IsOnStackFrom(from.start_, reinterpret_cast<uintptr_t>(__builtin_frame_address(0)))) {
    internal::Fatal("gc::Stack::Switch(from, to) was not called on `from`: it comes just before the switch",
                    __FILE__, __LINE__);
  }
  from.frames_.Set(__builtin_frame_address(0), reinterpret_cast<void*>(from.start_));
  platform::WithSpilledRegisters(
      [](void* to, const uintptr_t* registers) {
        std::copy_n(registers, platform::kSpilledRegisters, static_cast<uintptr_t*>(to));
      },
      from.spilled_);
  from.registers_.Set(from.spilled_, from.spilled_ + kMostRegisters);
  to.frames_.Set(nullptr, nullptr);
  to.registers_.Set(nullptr, nullptr);
  to.heap_.entry().stack_start = to.start_;
}

}  // namespace halfword::gc
