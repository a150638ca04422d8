// How the holes of a stencil are filled on each machine, for mkstencils, which knows all of them, and for the
// compilers, which know their own.
//
// A hole lies at `place`. Its filling is a number or, where control or an address goes there, the distance
// from `place`. False: the hole can't hold that, and the code is of no use.
#ifndef HALFWORD_JIT_HOLES_H_
#define HALFWORD_JIT_HOLES_H_

#include <elf.h>

#include <cstdint>
#include <cstring>

#include "base/macros.h"

namespace halfword::jit {

namespace x86_64 {

inline constexpr uint16_t kElfMachine = EM_X86_64;
inline constexpr uint8_t kTrap[] = {0xcc};

// Four bytes of an instruction.
[[nodiscard]] HW_INLINE bool FillHole(uint8_t* place, uint32_t filling) {
  std::memcpy(place, &filling, sizeof filling);
  return true;
}

}  // namespace x86_64

namespace aarch64 {

inline constexpr uint16_t kElfMachine = EM_AARCH64;
inline constexpr uint8_t kTrap[] = {0, 0, 0x20, 0xd4};  // brk

inline constexpr uint32_t kNop = 0xd503201f, kJump = 0x14000000;

enum class Instruction : uint8_t {
  kJump,
  kConditional,
  kTest,
  kAddress,
  kMove,
  kMoveSigned,
  kMoveHigh,
  kOther
};
HW_INLINE Instruction InstructionOf(uint32_t word) {
  if ((word & 0xfc000000) == kJump) return Instruction::kJump;
  if ((word & 0xff000010) == 0x54000000 || (word & 0x7e000000) == 0x34000000)
    return Instruction::kConditional;
  if ((word & 0x7e000000) == 0x36000000) return Instruction::kTest;
  if ((word & 0x9f000000) == 0x10000000) return Instruction::kAddress;
  if ((word & 0x7fe00000) == 0x52800000) return Instruction::kMove;
  if ((word & 0x7fe00000) == 0x12800000) return Instruction::kMoveSigned;
  if ((word & 0x7fe00000) == 0x72a00000) return Instruction::kMoveHigh;
  return Instruction::kOther;
}
// The same jump on the opposite condition.
HW_INLINE uint32_t Inverted(uint32_t conditional) {
  return conditional ^ ((conditional & 0xff000010) == 0x54000000 ? 1u : 1u << 24);
}

// The immediate of an instruction, which says itself what it takes:
//   b                    a distance to 128 MiB
//   b.cond, cbz, adr     to 1 MiB
//   tbz                  to 32 KiB. Where a nop follows, to 128 MiB: the two become a tbz over a b.
//   movz                 a number of 16 bits
//   movz, movk lsl #16   a number of 32 bits, a half to each
//   movn                 a number of 16 bits and a sign: becomes a movz where that is not negative
[[nodiscard]] inline bool FillHole(uint8_t* place, uint32_t filling) {
  auto load = [](const uint8_t* at) {
    uint32_t word;
    std::memcpy(&word, at, sizeof word);
    return word;
  };
  uint32_t word = load(place);
  auto distance = static_cast<int32_t>(filling);
  auto put = [&](uint32_t bits, int begin, uint32_t value) {
    word = (word & ~(bits << begin)) | (value & bits) << begin;
  };
  auto fits = [&](int bits) { return distance >= -(1 << (bits - 1)) && distance < 1 << (bits - 1); };
  bool done = true;
  switch (InstructionOf(word)) {
    case Instruction::kJump:
      done = fits(28);
      put(0x3ffffff, 0, filling >> 2);
      break;
    case Instruction::kConditional:
      done = fits(21);
      put(0x7ffff, 5, filling >> 2);
      break;
    case Instruction::kTest:
      if (fits(16)) {
        put(0x3fff, 5, filling >> 2);
      } else {
        done = fits(28) && load(place + 4) == kNop;
        uint32_t jump = kJump | ((filling - 4) >> 2 & 0x3ffffff);
        if (done) std::memcpy(place + 4, &jump, sizeof jump);
        word = Inverted(word);
        put(0x3fff, 5, 2);
      }
      break;
    case Instruction::kAddress:
      done = fits(21);
      put(3, 29, filling);
      put(0x7ffff, 5, filling >> 2);
      break;
    case Instruction::kMove:
      done = filling <= 0xffff || InstructionOf(load(place + 4)) == Instruction::kMoveHigh;
      put(0xffff, 5, filling);
      break;
    case Instruction::kMoveHigh: put(0xffff, 5, filling >> 16); break;
    case Instruction::kMoveSigned:
      done = fits(17);
      put(0xffff, 5, distance < 0 ? ~filling : filling);
      if (distance >= 0) word |= 1u << 30;  // movz
      break;
    case Instruction::kOther: done = false; break;
  }
  std::memcpy(place, &word, sizeof word);
  return done;
}

}  // namespace aarch64

#if defined(__aarch64__)
namespace target = aarch64;
#else
namespace target = x86_64;
#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_HOLES_H_
