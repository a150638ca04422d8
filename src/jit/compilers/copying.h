// What compilers do with stencils: copy a part, and fill its holes.
#ifndef HALFWORD_JIT_COPYING_H_
#define HALFWORD_JIT_COPYING_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/macros.h"
#include "jit/stencils/holes.h"
#include "jit/stencils/stencil_table.h"

namespace halfword::jit {

// As memcpy, for some hundred bytes: a call costs more than they do.
HW_INLINE void CopyShort(uint8_t* to, const uint8_t* from, size_t size) {
  if (size >= 16) {
    for (size_t at = 0; at + 16 < size; at += 16) {
      asm("" : "+r"(at));  // or the loop becomes the call
      std::memcpy(to + at, from + at, 16);
    }
    std::memcpy(to + size - 16, from + size - 16, 16);
  } else if (size >= 8) {
    std::memcpy(to, from, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
  } else if (size >= 4) {
    std::memcpy(to, from, 4);
    std::memcpy(to + size - 4, from + size - 4, 4);
  } else {
    for (size_t at = 0; at < size; at++) to[at] = from[at];
  }
}

// Copies a part of a stencil to `code + at` and fills its holes. `filling_of(hole)`: what a hole is filled
// with; of a place where it is, as `at`. False: a hole can't hold that.
template <class F>
[[nodiscard]] HW_INLINE bool CopyPart(uint8_t* code, uint32_t at, std::span<const uint8_t> bytes,
                                      std::span<const Hole> holes, F filling_of) {
  CopyShort(code + at, bytes.data(), bytes.size());
  bool fits = true;
  for (const Hole& hole : holes) {
    uint32_t filling = filling_of(hole);
    if (IsPlace(hole.kind)) filling -= at;
    fits &= target::FillHole(code + at + hole.offset, filling + static_cast<uint32_t>(hole.addend));
  }
  return fits;
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_COPYING_H_
