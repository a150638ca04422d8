// The memory of reference-counted objects. A page holds cells of one size; a cell that is free refers to the
// next one of its size. Memory stays with its size and with the process.
#include "halfword/gc/ref_counted.h"

#include <cstring>
#include <mutex>
#include <string>
#include <utility>

#include "base/bits.h"
#include "base/macros.h"
#include "cage/slot.h"
#include "platform/exhaustion.h"

HW_PROCESS_STATE("Written once, under the lock of the cage, before any thread has a reference.");
uintptr_t halfword_ref_counted_base = 0;

namespace halfword::gc::internal {
namespace {

constexpr size_t kPage = 64 << 10;
constexpr size_t kPages = kCageSpan / kPage;
constexpr size_t kSizes = kLargestRefCounted / kRefGranule + 1;
// Of cells as references: distances from the base in granules.
using Cell = uint32_t;

struct Size {
  Cell free;      // the first of a list, through the first word of each; 0: none
  Cell top, end;  // of the page that is being filled
};

// In the annex of the slot, all zero at first.
struct Directory {
  Size sizes[kSizes];
  uint16_t granules[kPages];  // of a cell, by page
};

class Cage {
 public:
  constexpr Cage() = default;
  static Cage& Get() {
    // Never destroyed: what lives at the end of the process may still be dropped.
    union Kept {
      constexpr Kept() : cage() {}
      ~Kept() {}
      Cage cage;
    };
    HW_PROCESS_STATE("The cage has a lock, which every allocation and release takes.");
    static constinit Kept kept;

    return kept.cage;
  }
  Cage(const Cage&) = delete;
  Cage& operator=(const Cage&) = delete;

  void* Allocate(size_t granules) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (HALFWORD_UNLIKELY(!slot_.is_reserved())) Reserve();
    Size& size = directory_->sizes[granules];
    if (size.free != 0) {
      Cell cell = size.free;
      std::memcpy(&size.free, At(cell), sizeof(Cell));
      return At(cell);
    }
    if (HALFWORD_UNLIKELY(size.end - size.top < granules)) TakePage(size, granules);
    return At(std::exchange(size.top, size.top + static_cast<Cell>(granules)));
  }
  void Free(const void* part) {
    std::lock_guard<std::mutex> lock(mutex_);
    size_t offset = reinterpret_cast<uintptr_t>(part) - slot_.cage_base();
    CHECK(offset < slot_.cage_size());
    size_t granules = directory_->granules[offset / kPage];
    CHECK(granules != 0);
    size_t in_page = offset % kPage >> kRefShift;
    Cell cell = static_cast<Cell>((offset / kPage * kPage >> kRefShift) + in_page / granules * granules);
    Size& size = directory_->sizes[granules];
    std::memcpy(At(cell), &size.free, sizeof(Cell));
    size.free = cell;
  }

 private:
  void* At(Cell cell) const {
    return reinterpret_cast<void*>(slot_.cage_base() + (size_t{cell} << kRefShift));
  }
  void Reserve() {
    std::string error;
    slot_ = Slot::Reserve(kCageSpan, sizeof(Directory), kCageSpan, &error);
    if (!slot_.is_reserved()) platform::ThrowExhaustion();
    directory_ = reinterpret_cast<Directory*>(slot_.annex_begin());
    halfword_ref_counted_base = slot_.cage_base();
  }
  // The first page has the null page in it, and no object: no reference is 0.
  void TakePage(Size& size, size_t granules) {
    if ((pages_ + 1) * kPage > slot_.cage_size()) platform::ThrowExhaustion();
    directory_->granules[pages_] = static_cast<uint16_t>(granules);
    size.top = static_cast<Cell>(pages_ * kPage >> kRefShift);
    size.end = size.top + static_cast<Cell>(kPage >> kRefShift);
    pages_++;
  }

  std::mutex mutex_;
  Slot slot_;
  Directory* directory_ = nullptr;
  size_t pages_ = 1;
};

}  // namespace

void* AllocateRefCounted(size_t bytes) {
  HALFWORD_GC_CHECK(bytes - 1 < kLargestRefCounted);
  return Cage::Get().Allocate((bytes + kRefGranule - 1) >> kRefShift);
}
void FreeRefCounted(const void* part) { Cage::Get().Free(part); }

}  // namespace halfword::gc::internal
