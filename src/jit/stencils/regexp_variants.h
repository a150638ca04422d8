// What a stencil of a regular expression's instruction may know of it besides its opcode: the width of the
// subject, the length of a text, what a loop stops at. The compiler has a stencil for everything that
// occurs, so these are no guesses.
#ifndef HALFWORD_JIT_REGEXP_VARIANTS_H_
#define HALFWORD_JIT_REGEXP_VARIANTS_H_

#include "regexp/bytecode.h"

namespace halfword::jit {

struct RegExpVariant {
  bool is_two_byte = false;
  int text_length = 0;  // of kOpStr and kOpStrMask; 0: it is read from the instruction
  int filter = 0;       // of a loop that its continuation follows: FilterKind
  int excluded = 0;     // of a loop over all units but a few: how many

  static constexpr int kLongestText = 16;
  static constexpr int kFilters = 3;
  // Each kind of instruction has its own facts.
  constexpr int bits() const { return (text_length + filter + kFilters * excluded) * 2 + is_two_byte; }
};

inline constexpr bool HasText(regexp::Opcode o) { return o == regexp::kOpStr || o == regexp::kOpStrMask; }
inline constexpr bool HasExcluded(regexp::Opcode o) {
  return o == regexp::kOpLoopNot || o == regexp::kOpGreedyNot || o == regexp::kOpLazyNot ||
         o == regexp::kOpLazyBackNot;
}
// Followed by an instruction of its own that comes back for the next position, and does what that does.
inline constexpr bool IsLoopWithBack(regexp::Opcode o) {
  return (o >= regexp::kOpGreedyClass && o <= regexp::kOpGreedyClassU) ||
         (o >= regexp::kOpLazyClass && o <= regexp::kOpLazyClassU);
}
inline constexpr bool IsBack(regexp::Opcode o) {
  return o == regexp::kOpGreedyBack || o == regexp::kOpGreedyBackU ||
         (o >= regexp::kOpLazyBackClass && o <= regexp::kOpLazyBackClassU);
}
inline constexpr bool HasFilter(regexp::Opcode o) { return IsLoopWithBack(o) || IsBack(o); }

// Work that is a call, or that patterns have too rarely: machine code leaves it to the interpreter.
inline constexpr bool HasRegExpStencil(regexp::Opcode o, bool is_two_byte) {
  using namespace regexp;  // NOLINT: opcodes
  if (o == kOpBackref) return false;
  bool by_code_points = o == kOpClassU || o == kOpClassUBack || o == kOpLoopClassU || o == kOpGreedyClassU ||
                        o == kOpGreedyBackU || o == kOpLazyClassU || o == kOpLazyBackClassU;
  return !by_code_points || !is_two_byte;
}

template <class F>
constexpr void ForEachRegExpVariant(regexp::Opcode o, F&& body) {
  for (bool is_two_byte : {false, true}) {
    if (!HasRegExpStencil(o, is_two_byte)) continue;
    for (int length = 0; length <= (HasText(o) ? RegExpVariant::kLongestText : 0); length++) {
      if (length == 1) continue;
      for (int filter = 0; filter < (HasFilter(o) ? RegExpVariant::kFilters : 1); filter++) {
        for (int excluded = 0; excluded <= (HasExcluded(o) ? 4 : 0); excluded++) {
          if (excluded == 3) continue;  // as four
          body(RegExpVariant{is_two_byte, length, filter, excluded});
        }
      }
    }
  }
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_REGEXP_VARIANTS_H_
