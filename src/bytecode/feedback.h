// The layouts of the words of a FeedbackVector (objects/functions/function.h). One word is 4 bytes, and 8
// in the twin.
//
// Property cache (6 words), for GetNamed, GetMethod, SetNamed, DefineNamed:
//   [0] shape A
//   [1] byte offset of an own property in the object
//   [2] shape B; Smi 1: megamorphic (the stub cache is asked); Smi 3: polymorphic ([4] is a FeedbackVector
//       with up to four times the words [2] to [5])
//   [3] handler B: a Smi, kind in the low 4 bits, byte offset or slot above (HandlerKind)
//   [4] holder, or the shape after a transition
//   [5] epoch
// Private cache (3 words): [0] shape [1] byte offset of the own property [2] the private name (of what
// functions hide, GetClassFields and LdaHomeObject: or zero, and the offset is one in the PropertyArray).
// AddPrivate (4 words): [0] shape [1] the shape after it [2] the private name [3] byte offset.
// Keyed profile (1 word): Smi of KeyedFeedback bits. How to get at elements is in the shape
// (ElementAccess), so there is nothing to remember.
// Global cache (1 word): the PropertyCell.
// Call cache (3 words): [0] callee; Smi 1 at a call that had several [1] its Code, or the first shape of what
// it constructs, or the hole where a derived constructor makes nothing [2] its feedback, or epoch (zero with
// the hole). Super cache (4 words): as of what constructs, always with an epoch [3] new.target.
// Shape cache (1 word): the shape. Type profile (1 word): Smi of TypeFeedback bits, recorded on slow paths
// only: none means "only Smis so far".
//
// Zero is empty. No epoch is zero.
#ifndef HALFWORD_BYTECODE_FEEDBACK_H_
#define HALFWORD_BYTECODE_FEEDBACK_H_

#include "bytecode/opcodes.h"
#include "objects/functions/function.h"

namespace halfword {

enum class HandlerKind : uint8_t {
  kInObject,  // load/store word at byte offset from the object
  kOverflow,  // slot in the PropertyArray, which is the extension word
  kHolder,    // load in-object word of the holder (prototype); valid in the epoch stored beside
  kGetter,    // AccessorPair getter on holder or receiver
  kSetter,
  kAbsent,      // undefined: nothing on the chain
  kTransition,  // store that adds a property: new shape in the holder word
  kTransitionOverflow,
  kArrayLength,
  kTypedArrayLength,        // the pristine getter; valid in the epoch stored beside
  kOverflowBesideElements,  // as kOverflow, of an object that has elements too
};
// Word [0] of a call cache: a Smi, which no callee is.
inline constexpr Value::Bits kSeveralCallees = 2;
// Another: word [1] is a native function, and word [2] its KnownNative.
inline constexpr Value::Bits kNativeCallee = 4;

// What operators have seen besides Smis with a Smi as result: a set, written where an instruction leaves its
// fast path. Empty: nothing but those, or nothing at all.
enum TypeFeedback : int32_t {
  // Of operands.
  kDouble = 1,   // a HeapNumber
  kOddball = 2,  // undefined, null, a boolean
  kInternedString = 4,
  kString = 8,  // one that is not interned
  kSymbol = 16,
  kBigInt = 32,
  kObject = 64,
  // Of results, where the operands were Smis.
  kSmiOverflow = 128,  // an integer that is no Smi
  kNegativeZero = 256,
  kFraction = 512,
};

// What keyed instructions have seen besides arrays of Values with an element at the index: a set. The first
// bits are of ElementAccess, of receivers with an index as the key.
enum KeyedFeedback : int32_t {
  kHoleOrEndSeen = 1 << 20,  // no element there: a hole, or an index that is not below the length
  kStringReceiverSeen = 1 << 21,
  kNameSeen = 1 << 22,         // a key that is no index
  kDoubleIndexSeen = 1 << 23,  // an index that is no Smi
};
constexpr int32_t SeenAccess(ElementAccess access) { return 1 << static_cast<int>(access); }
static_assert(SeenAccess(ElementAccess::kOther) < kHoleOrEndSeen);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_FEEDBACK_H_
