// FeedbackVector: inline caches and type profile of one function in one isolate: plain words, index 0 unused.
// All words are Value-coded (Smis, references), so one word is 4 bytes here and 8 in the twin. Words that
// hold shapes or cells are weak: a collection clears what died.
//
// Property cache (6 words), for GetNamed, GetMethod, SetNamed, DefineNamed, keyed and private access:
//   [0] shape A    [1] byte offset of an own property in the object
//   [2] shape B, or Smi 1: megamorphic (the stub cache is asked)    [3] handler B    [4] holder, or the shape
//   after a transition    [5] epoch
// A handler is a Smi: kind in the low 4 bits, byte offset or slot above (HandlerKind).
// Global cache (2): [0] PropertyCell [1] unused. Call cache (2): [0] callee or FunctionInfo [1] initial shape
// (construct). Type profile (1): Smi of TypeFeedback bits, recorded on slow paths only: absent means "only
// Smis so far".
#ifndef HALFWORD_BYTECODE_FEEDBACK_H_
#define HALFWORD_BYTECODE_FEEDBACK_H_

#include "bytecode/opcodes.h"
#include "objects/function.h"

namespace halfword {

class FeedbackVector : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kFeedbackVector;
  void Trace(gc::Visitor&);
  ValueField* words() { return reinterpret_cast<ValueField*>(this); }
  uint32_t size() const { return static_cast<uint32_t>(payload_size() / sizeof(Value)); }
};

enum class HandlerKind : uint8_t {
  kInObject,  // load/store word at byte offset from the object
  kOverflow,  // slot in the PropertyArray
  kHolder,    // load in-object word of the holder (prototype); valid in the epoch stored beside
  kGetter,    // AccessorPair getter on holder or receiver
  kSetter,
  kAbsent,      // undefined: nothing on the chain
  kTransition,  // store that adds a property: new shape in the holder word
  kTransitionOverflow,
  kArrayLength,
  kTypedArrayLength,  // the pristine getter; valid in the epoch stored beside
};
enum TypeFeedback : int32_t {
  kSmiOverflow = 1,
  kDouble = 2,
  kStringOperand = 4,
  kBigIntOperand = 8,
  kObjectOperand = 16,
  kOtherOperand = 32
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_FEEDBACK_H_
