// A slot: 8 GiB of address space aligned to 8 GiB, whose upper half is the cage and whose lower half is the
// annex. Only what is asked for is reserved: the annex grows down from the cage base, the cage up from it,
// one contiguous range.
//
//   slot                     slot + 4 GiB = cage base                                slot + 8 GiB
//   | (not ours) [ annex_size | null page |   cage_size   ] (not ours)               [ null guard ]
//
// Everything but the null page and the null guard is mapped readable and writable without reserve: the kernel
// commits pages when touched. The guard is where `->` of a null member leads (DecompressNonNullMember). With
// full pointers there is none, because null is 0.
#ifndef HALFWORD_CAGE_SLOT_H_
#define HALFWORD_CAGE_SLOT_H_

#include <string>

#include "cage/base.h"

namespace halfword {

class Slot {
 public:
  static constexpr size_t kSmallestFallback = size_t{64} << 20;

  Slot() = default;
  Slot(Slot&& other) noexcept { *this = static_cast<Slot&&>(other); }
  Slot& operator=(Slot&& other) noexcept;
  ~Slot() { Release(); }

  // Reserves a cage of `cage_size` bytes (a multiple of 1 MiB, at most kCageSpan) and its annex, whose size
  // is annex_fixed + cage_size / annex_divisor. When the address space does not allow it, tries half the
  // cage, down to kSmallestFallback (or cage_size, if that is smaller). With a limit on address space
  // (RLIMIT_AS) never takes more than half of what is left. On failure returns an empty slot and says in
  // *error what could not be had.
  static Slot Reserve(size_t cage_size, size_t annex_fixed, size_t annex_divisor, std::string* error);

  // An annex alone, wherever there is room, for a heap in a cage that is not its own.
  static Slot ReserveAnnex(const Slot& shared, size_t annex_fixed, size_t annex_divisor, std::string* error);

  bool is_reserved() const { return base_ != 0; }
  uintptr_t cage_base() const { return base_; }
  size_t cage_size() const { return cage_size_; }
  // Of a slot with a cage of its own the annex ends at the cage base.
  uintptr_t annex_begin() const { return annex_end_ - annex_size_; }
  uintptr_t annex_end() const { return annex_end_; }
  size_t annex_size() const { return annex_size_; }
  // From annex_begin() on, without the guard.
  size_t reserved_size() const { return annex_size_ + (annex_end_ == base_ ? cage_size_ : 0); }

  void Release();

 private:
  uintptr_t base_ = 0;
  uintptr_t annex_end_ = 0;
  size_t cage_size_ = 0;
  size_t annex_size_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_CAGE_SLOT_H_
