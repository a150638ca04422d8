// Handlers: how a property is got at in receivers of one shape. No other file knows their bits.
#ifndef HALFWORD_BYTECODE_SITES_HANDLER_H_
#define HALFWORD_BYTECODE_SITES_HANDLER_H_

#include "bytecode/sites/site_word.h"

namespace halfword {

// The payload is a byte offset from the object, or the number of a slot.
enum class HandlerKind : uint8_t {
  kInObject,    // offset: a word of the object
  kOverflow,    // slot of the PropertyArray, which is the extension word
  kHolder,      // offset: a word of the holder, which is a prototype or its PropertyArray. Epoch
  kGetter,      // slot: an AccessorPair of the holder, or of the receiver. Epoch
  kSetter,      // the same
  kAbsent,      // undefined: nothing on the chain has it. Epoch
  kTransition,  // offset: a store that adds the property; the holder word is the shape after it. Epoch
  kTransitionOverflow,      // slot: the same in the PropertyArray. Epoch
  kArrayLength,             // no payload
  kTypedArrayLength,        // no payload: the getter of the standard. Epoch
  kOverflowBesideElements,  // slot: as kOverflow, in an object that has elements too
};
inline constexpr int kHandlerKinds = 11;

// Whether such a handler holds only in the epoch that is noted beside it.
constexpr bool NeedsEpoch(HandlerKind kind) {
  switch (kind) {
    case HandlerKind::kInObject:
    case HandlerKind::kOverflow:
    case HandlerKind::kOverflowBesideElements:
    case HandlerKind::kArrayLength: return false;
    case HandlerKind::kHolder:
    case HandlerKind::kGetter:
    case HandlerKind::kSetter:
    case HandlerKind::kAbsent:
    case HandlerKind::kTransition:
    case HandlerKind::kTransitionOverflow:
    case HandlerKind::kTypedArrayLength: return true;
  }
}

// A Smi: the kind in the low four bits, the payload above.
class PropertyHandler {
 public:
  static constexpr uint32_t kPayloadLimit = 1u << 27;

  // REQUIRES: payload < kPayloadLimit.
  constexpr PropertyHandler(HandlerKind kind, uint32_t payload)
      : bits_(payload << kPayloadShift | KindBits(kind)) {
    DCHECK(payload < kPayloadLimit);
  }
  explicit PropertyHandler(Value word) : bits_(static_cast<uint32_t>(word.bits())) {}

  HandlerKind kind() const { return static_cast<HandlerKind>(bits_ >> 1 & (kKindMask >> 1)); }
  uint32_t payload() const { return bits_ >> kPayloadShift; }
  bool Is(HandlerKind kind) const { return (bits_ & kKindMask) == KindBits(kind); }
  Value ToValue() const {
    return Value::FromBits(
        static_cast<Value::Bits>(static_cast<SignedTaggedBits>(static_cast<int32_t>(bits_))));
  }

 private:
  static constexpr int kPayloadShift = 5;
  static constexpr uint32_t kKindMask = 31;  // with the tag of a Smi, which is 0
  static constexpr uint32_t KindBits(HandlerKind kind) { return static_cast<uint32_t>(kind) << 1; }
  uint32_t bits_;
};
static_assert(kHandlerKinds <= 16);

// A receiver's key: the reference of the shape for objects, small Smis for primitives.
inline constexpr Value::Bits kStringReceiver = 8, kNumberReceiver = 16, kBooleanReceiver = 24,
                             kSymbolReceiver = 32, kBigIntReceiver = 40;

// How a property of receivers with one key is got at.
struct CachedHandler {
  SiteWord key;      // of the receiver; empty: the rest is nothing
  SiteWord handler;  // a PropertyHandler
  SiteWord holder;   // the object or PropertyArray that has it; the shape after a transition; or empty
  SiteWord epoch;    // Isolate::property_epoch_ as a Smi, when it was noted

  PropertyHandler how() const { return PropertyHandler(handler.value()); }
};

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SITES_HANDLER_H_
