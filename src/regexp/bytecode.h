// The matcher's instructions and the layout of a program.
//
//   header    kHeaderWords 32-bit words (Header)
//   code      instructions, each one or more 32-bit words: the opcode in the low byte of the first word,
//             `arg` in its other three bytes
//   data      bitmaps (32 bytes: one bit for each Latin-1 character), classes, dispatch tables; aligned to 4
//             bytes
//
// Targets and data references are byte offsets from the start of the program, so a program may lie anywhere.
//
// The backtrack stack holds 64-bit entries. The low half of the top entry is the code offset at which
// matching goes on after a failure, and the high half is the subject position. Instructions that need more
// push it below. Registers have 32 bits: first the captures (begin and end of each group), then positions,
// counters and stack heights of loops and lookarounds.
//
// Captures. Saves of groups that no backreference mentions are not undone on backtracking. Instead:
//   - every way through an alternation or an optional clears the groups that it passes by,
//   - an iteration of a loop saves (and clears) the groups of its body as one block before it starts.
// So at the end each group was set or cleared by the very path that succeeded. Groups that are referred to
// are saved with an undo entry, because a reference may be met before the path has set or cleared its group.
#ifndef HALFWORD_REGEXP_BYTECODE_H_
#define HALFWORD_REGEXP_BYTECODE_H_

#include <cstdint>
#include <cstring>

namespace halfword::regexp {

// name, number of operand words after the first (-1: variable)
#define HALFWORD_REGEXP_OPCODES(V)                                                                          \
  /* the first four are at fixed offsets: entries of the backtrack stack point to them */                   \
  V(NoMatch, 0)   /* bottom of the stack: the search is over */                                             \
  V(Undo, 0)      /* pops [register, value] and fails on */                                                 \
  V(UndoBlock, 0) /* pops [first, count] and the values below, and fails on */                              \
  V(Match, 0)                                                                                               \
  V(Fail, 0)                                                                                                \
  V(Jump, 1)                                                                                                \
  V(JumpBack, 1) /* counts a step */                                                                        \
  /* choices: the next instruction is preferred, operand `alt` is the other way */                          \
  V(Split, 1)                                                                                               \
  V(SplitGoto, 1)   /* prefers the target, comes back to the next instruction */                            \
  V(BranchChar, 2)  /* arg char; mask, alt: next char fits -> next, else alt; nothing pushed */             \
  V(SplitIfChar, 2) /* arg char; mask, alt: fits -> push alt, next; else alt */                             \
  V(BranchSet, 2)   /* arg PeekFlags; bitmap, alt */                                                        \
  V(SplitIfSet, 2)                                                                                          \
  V(SplitPeek, 3) /* arg PeekFlags; bitmap of next, bitmap of alt, alt */                                   \
  V(Dispatch, -1) /* arg count of targets; table of 256 bytes, target at end, target if wide, targets */    \
  /* characters */                                                                                          \
  V(Char, 0)     /* arg */                                                                                  \
  V(CharMask, 1) /* arg; mask: (x | mask) == arg */                                                         \
  V(Str, -1)     /* arg length; Latin-1 bytes */                                                            \
  V(StrMask, -1) /* arg length; bytes, then masks */                                                        \
  V(Str16, -1)   /* arg length; code units */                                                               \
  V(Any, 0)      /* any code unit */                                                                        \
  V(Class, 1)                                                                                               \
  V(ClassU, 1) /* a code point */                                                                           \
  V(CharBack, 1)                                                                                            \
  V(AnyBack, 0)                                                                                             \
  V(ClassBack, 1)                                                                                           \
  V(ClassUBack, 1)                                                                                          \
  V(PeekIn, 1) /* lookahead of one code unit */                                                             \
  V(PeekNotIn, 1)                                                                                           \
  /* loops over one class: operands set (two words), min, max */                                            \
  V(LoopClass, 4) /* possessive */                                                                          \
  V(LoopNot, 4)                                                                                             \
  V(LoopAny, 4)                                                                                             \
  V(LoopClassU, 4)                                                                                          \
  V(GreedyClass, 4) /* followed by GreedyBack */                                                            \
  V(GreedyNot, 4)                                                                                           \
  V(GreedyAny, 4)                                                                                           \
  V(GreedyClassU, 4)                                                                                        \
  V(GreedyBack, 3)  /* arg FilterKind; a, b, flags */                                                       \
  V(GreedyBackU, 3) /* steps by code points */                                                              \
  V(LazyClass, 4)   /* followed by LazyBack of the same kind */                                             \
  V(LazyNot, 4)                                                                                             \
  V(LazyAny, 4)                                                                                             \
  V(LazyClassU, 4)                                                                                          \
  V(LazyBackClass, 5) /* arg FilterKind; set (two words), a, b, flags */                                    \
  V(LazyBackNot, 5)                                                                                         \
  V(LazyBackAny, 5)                                                                                         \
  V(LazyBackClassU, 5)                                                                                      \
  V(SkipSearch, 0) /* the next attempt may start beyond this position */                                    \
  /* captures and registers: arg is the register */                                                         \
  V(Save, 0)                                                                                                \
  V(SaveUndo, 0)                                                                                            \
  V(SaveLast, 0)   /* group around the last character */                                                    \
  V(Clear, 1)      /* count */                                                                              \
  V(SaveBlock, 1)  /* count: pushes, then clears */                                                         \
  V(EmptyCheck, 0) /* fails if the position is the register's */                                            \
  V(CounterInit, 0)                                                                                         \
  V(CounterLoop, 4)  /* min, max, greedy, exit; followed by CounterEnter */                                 \
  V(CounterEnter, 0) /* counts one */                                                                       \
  V(CounterEmpty, 2) /* min, position register: an iteration beyond min must not be empty */                \
  /* lookaround: arg is a register for the height of the stack, the next one for the position */            \
  V(LookStart, 0)                                                                                           \
  V(LookEnd, 0)                                                                                             \
  V(NegativeLookStart, 1) /* where to go on when the body fails */                                          \
  V(NegativeLookEnd, 0)                                                                                     \
  V(AssertStart, 0)                                                                                         \
  V(AssertEnd, 0)                                                                                           \
  V(AssertLineStart, 0)                                                                                     \
  V(AssertLineEnd, 0)                                                                                       \
  V(WordBoundary, 0)                                                                                        \
  V(NotWordBoundary, 0)                                                                                     \
  V(WordBoundaryU, 0) /* with U+017F and U+212A */                                                          \
  V(NotWordBoundaryU, 0)                                                                                    \
  V(Backref, -1) /* arg BackrefFlags; count, groups */                                                      \
  /* where an attempt may start: operand min_length is what must be left of the subject */                  \
  V(Once, 0)                                                                                                \
  V(SearchAll, 1)                                                                                           \
  V(SearchOne, 3) /* arg offset; min_length, value | mask << 16, unused */                                  \
  V(SearchTwo, 3) /* arg offsets (8 bits each); min_length, value | mask << 16 twice */                     \
  V(SearchFew, 5) /* arg offset; min_length, four times value | mask << 16 */                               \
  V(SearchInner,                                                                                            \
    4) /* arg least and most length of the prefix (8 bits each); min_length, two offsets from its */        \
       /* end (16 bits each), value | mask << 16 twice */                                                   \
  V(SearchWindow,                                                                                           \
    2) /* arg length | wide << 8 | may skip << 16; min_length, table: bit k set where c fits position k */  \
  V(SearchFirst, 2) /* arg PeekFlags of next; min_length, bitmap of what a match begins with */             \
  V(AttemptAtStart,                                                                                         \
    1) /* at position 0: tries there, at the target; else goes on to the search that follows */             \
  V(SearchRanges, 4) /* as SearchSet, and the set as four ranges: first units, lengths - 1 (8 bits each) */ \
  V(SearchSet, 2)    /* arg offset | wide << 8; min_length, bitmap */                                       \
  V(NotMidPair, 0)   /* an attempt does not start between two surrogates */

enum Opcode : uint8_t {
#define OPCODE(name, operands) kOp##name,
  HALFWORD_REGEXP_OPCODES(OPCODE)
#undef OPCODE
      kOpcodeCount
};

enum PeekFlag : uint32_t {
  kNextWide = 1,  // the preferred way may begin with a character above Latin-1
  kAltWide = 2,
  kNextEnd = 4,  // the preferred way may succeed at the end
  kAltEnd = 8,
};

// What the continuation of a loop can begin with: positions where it can't are not tried.
enum FilterKind : uint32_t {
  kFilterNone,
  kFilterChar,  // a = value, b = mask; flags unused
  kFilterSet,   // a = bitmap, flags = PeekFlags of next
};

enum BackrefFlag : uint32_t {
  kBackrefBackward = 1,
  kBackrefIgnoreCase = 2,
  kBackrefUnicode = 4,
};

// Indices of the words of a header.
enum HeaderWord : uint32_t {
  kHeaderMagic,
  kHeaderSize,        // bytes of the whole program
  kHeaderFlags,       // Flags in the low byte, ProgramFlag above
  kHeaderCaptures,    // groups, with group 0
  kHeaderRegisters,   // all registers
  kHeaderEntry,       // offset of the first instruction
  kHeaderMinLength,   // of any match
  kHeaderReach,       // a match begins at most so far before the end of the subject; kInfinity: anywhere
  kHeaderDataOffset,  // end of the code
  kHeaderFirst,       // where a match begins at the start or nowhere: bitmap of what it can begin with; or 0
  kHeaderWords
};
inline constexpr uint32_t kMagic = 0x32525748;  // "HWR2"

enum ProgramFlag : uint32_t {
  kAnchoredFlag = 1 << 8,      // can match at position 0 only
  kNeedsTwoByteFlag = 1 << 9,  // cannot match a Latin-1 subject
  kFirstWideFlag = 1 << 10,    // kHeaderFirst: or with a character above Latin-1
};

inline constexpr uint32_t kNoMatchPc = kHeaderWords * 4;
inline constexpr uint32_t kUndoPc = kNoMatchPc + 4;
inline constexpr uint32_t kUndoBlockPc = kNoMatchPc + 8;

// A class: the bitmap, then the number of 16-bit and of 32-bit ranges, then the ranges from U+0100 (first,
// last inclusive), sorted.
inline constexpr uint32_t kClassCountsOffset = 32;
inline constexpr uint32_t kClassRangesOffset = 36;

inline uint32_t Load32(const uint8_t* p) {
  uint32_t v;
  std::memcpy(&v, p, sizeof v);
  return v;
}

int OperandCount(Opcode op);
const char* OpcodeName(Opcode op);
// Words of the instruction at `pc`, the first included.
uint32_t InstructionWords(const uint8_t* pc);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_BYTECODE_H_
