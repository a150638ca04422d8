#include "cage/slot.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "base/macros.h"
#include "platform/clock.h"
#include "platform/memory.h"

namespace halfword {
namespace {

using platform::Access;

constexpr uint64_t TiB = 1024 * GiB;

// One of the slots in [low, high).
uint64_t Pick(uint32_t guess, uint64_t low, uint64_t high) {
  return low / kSlotSpan + guess % ((high - low) / kSlotSpan);
}

// The guard of the cage at `base`. False if something else is mapped there.
bool ReserveNullGuard(uintptr_t base) {
#if HALFWORD_COMPRESS
  return platform::ReserveAt(NullAddressOf(base), kNullGuardSize, Access::kNone) != nullptr;
#else
  return base != 0;
#endif
}
void ReleaseNullGuard(uintptr_t base) {
#if HALFWORD_COMPRESS
  platform::Release(reinterpret_cast<void*>(NullAddressOf(base)), kNullGuardSize);
#else
  (void)base;
#endif
}

// Lets the kernel choose, from a range that must contain a suitable base and its guard, and trims. Needs a
// slot more than it keeps, and what lies between cage and guard.
uintptr_t ReserveByTrimming(size_t annex, size_t cage) {
  constexpr bool kHasGuard = HALFWORD_COMPRESS, kGuardIsBelow = HALFWORD_BASE_FROM_ADDRESS;
  size_t below = kHasGuard && kGuardIsBelow ? kCageSpan : annex;
  size_t above = kHasGuard && !kGuardIsBelow ? kCageSpan + kNullGuardSize : cage;
  size_t total = below + above + kSlotSpan;
  void* p = platform::Reserve(total, Access::kReadWrite);
  if (p == nullptr) return 0;
  uintptr_t begin = reinterpret_cast<uintptr_t>(p), end = begin + total;
  uintptr_t base = RoundUp(begin + below + kCageSpan, kSlotSpan) - kCageSpan;
  uintptr_t guard = kHasGuard ? NullAddressOf(base) : base + cage;
  struct Range {
    uintptr_t begin, end;
  };
  Range kept[] = {{base - annex, base + cage}, {guard, guard + (kHasGuard ? kNullGuardSize : 0)}};
  if (guard < base) std::swap(kept[0], kept[1]);
  auto release = [](uintptr_t from, uintptr_t to) {
    if (to > from) platform::Release(reinterpret_cast<void*>(from), to - from);
  };
  for (Range range : kept) {
    release(begin, range.begin);
    begin = range.end;
  }
  release(begin, end);
  if (!kHasGuard || platform::Guard(reinterpret_cast<void*>(guard), kNullGuardSize)) return base;
  for (Range range : kept) release(range.begin, range.end);
  return 0;
}

// Tries slots at random. There are thousands, so a few tries nearly always do.
uintptr_t ReserveByGuessing(size_t annex, size_t cage) {
  constexpr int kTries = 64;
  uint32_t guesses[kTries];
  platform::FillRandom(guesses, sizeof(guesses));
  for (int i = 0; i < kTries; i++) {
    // Above the first terabyte (programs and their heaps), within 47 bits; later tries stay within 39 bits
    // for small address spaces.
    uint64_t slot =
        i < kTries / 2 ? Pick(guesses[i], 1 * TiB, 118 * TiB) : Pick(guesses[i], TiB / 16, TiB / 2);
    uintptr_t base = slot * kSlotSpan + kCageSpan;
    if (platform::ReserveAt(base - annex, annex + cage, Access::kReadWrite) == nullptr) continue;
    if (ReserveNullGuard(base)) return base;
    platform::Release(reinterpret_cast<void*>(base - annex), annex + cage);
  }
  return 0;
}

}  // namespace

Slot& Slot::operator=(Slot&& other) noexcept {
  if (this != &other) {
    Release();
    base_ = other.base_;
    annex_end_ = other.annex_end_;
    cage_size_ = other.cage_size_;
    annex_size_ = other.annex_size_;
    other.base_ = 0;
  }
  return *this;
}

Slot Slot::Reserve(size_t cage_size, size_t annex_fixed, size_t annex_divisor, std::string* error) {
  CHECK(cage_size >= MiB && cage_size <= kCageSpan && IsAligned(cage_size, MiB));
  size_t smallest = cage_size < kSmallestFallback ? cage_size : kSmallestFallback;
  size_t available = platform::AvailableAddressSpace();
  int last_error = ENOMEM;
  for (size_t cage = cage_size; cage >= smallest; cage = RoundDown(cage / 2, MiB)) {
    size_t annex = RoundUp(annex_fixed + cage / annex_divisor, platform::PageSize());
    CHECK(annex <= kCageSpan - kNullGuardSize);  // a guard is at the slot's beginning
    if (available != SIZE_MAX && cage + annex > available / 2) continue;
    // One call to the kernel where the trimming way takes three, and needs a slot for a moment, which a limit
    // on address space may not allow.
    uintptr_t base = ReserveByGuessing(annex, cage);
    if (base == 0 && available == SIZE_MAX) base = ReserveByTrimming(annex, cage);
    if (base == 0) {
      last_error = errno;
      continue;
    }
    Slot slot;
    slot.base_ = slot.annex_end_ = base;
    slot.cage_size_ = cage;
    slot.annex_size_ = annex;
    if (!platform::Guard(reinterpret_cast<void*>(base), kNullPageSize)) {
      last_error = errno;
      slot.Release();
      continue;
    }
    return slot;
  }
  if (error != nullptr) {
    char text[256];
    size_t least = (annex_fixed + smallest / annex_divisor + smallest) >> 20;
    if (available != SIZE_MAX && 2 * (least << 20) > available) {
      std::snprintf(
          text, sizeof(text),
          "cannot reserve a heap: the smallest takes %zu MiB of address space, and of the %zu MiB left under "
          "the limit (ulimit -v) at most half is taken",
          least, available >> 20);
    } else {
      std::snprintf(text, sizeof(text),
                    "cannot reserve %zu MiB of address space for a heap, nor less down to %zu MiB: %s",
                    cage_size >> 20, smallest >> 20, std::strerror(last_error));
    }
    *error = text;
  }
  return Slot();
}

Slot Slot::ReserveAnnex(const Slot& shared, size_t annex_fixed, size_t annex_divisor, std::string* error) {
  size_t size = RoundUp(annex_fixed + shared.cage_size_ / annex_divisor, platform::PageSize());
  void* begin = platform::Reserve(size, Access::kReadWrite);
  Slot slot;
  if (begin == nullptr) {
    if (error != nullptr)
      *error = "cannot reserve address space for a heap: " + std::string(std::strerror(errno));
    return slot;
  }
  slot.base_ = shared.base_;
  slot.cage_size_ = shared.cage_size_;
  slot.annex_size_ = size;
  slot.annex_end_ = reinterpret_cast<uintptr_t>(begin) + size;
  return slot;
}

void Slot::Release() {
  if (base_ == 0) return;
  void* begin = reinterpret_cast<void*>(annex_begin());
  size_t size = reserved_size();
  if (annex_end_ == base_) ReleaseNullGuard(base_);
  base_ = 0;  // first: the slot may lie in its own annex, in a heap whose constructor was left
  platform::Release(begin, size);
}

}  // namespace halfword
