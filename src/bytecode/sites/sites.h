// The words of each kind of site (site_kind.h): what an instruction has learned. A word is 4 bytes, and 8 in
// the twin. Zero is empty. References are weak (FeedbackVector).
//
// runtime/caches writes these words, and so do the slow tiers of ops/ where no call of the runtime is needed.
// The instruction itself reads them, jit/ to choose stencils, and runtime/caches to verify and to describe.
#ifndef HALFWORD_BYTECODE_SITES_SITES_H_
#define HALFWORD_BYTECODE_SITES_SITES_H_

#include "bytecode/opcodes.h"
#include "bytecode/sites/handler.h"
#include "bytecode/sites/site_word.h"

namespace halfword {

// ---- Properties ----

// GetNamed, GetMethod, SetNamed, DefineNamed and their kin. Word A is hit without looking further.
struct PropertySite {
  SiteWord shape_a;   // of receivers that have the property in themselves
  SiteWord offset_a;  // bytes from the object
  CachedHandler b;    // another shape; or b.key is one of these Smis, which are no keys

  static constexpr Value::Bits kMegamorphic = 2;  // the stub cache is asked
  // b.holder is a HandlerVector.
  static constexpr Value::Bits kPolymorphic = 6;
  static constexpr uint32_t kMostHandlers = HandlerVector::kHandlers;

  bool is_megamorphic() const { return b.key.bits() == kMegamorphic; }
  bool is_polymorphic() const { return b.key.bits() == kPolymorphic; }
  // Word B has the handler of one receiver.
  bool has_b() const { return b.key.bits() >= kStringReceiver; }

  // REQUIRES: is_polymorphic().
  HW_INLINE CachedHandler* handlers(uintptr_t base) const {
    auto* vector = static_cast<HandlerVector*>(Decompress(base, b.holder.bits(), HandlerVector::kTag));
    return reinterpret_cast<CachedHandler*>(vector->words_);
  }
  // Null: the site does not remember that receiver. REQUIRES: is_polymorphic().
  HW_INLINE const CachedHandler* FindPolymorphic(uintptr_t base, Value::Bits key) const {
    const CachedHandler* handler = handlers(base);
    for (uint32_t i = 0; i < kMostHandlers; i++, handler++) {
      if (handler->key.bits() == key) {
        __builtin_assume(handler != nullptr);
        return handler;
      }
    }
    return nullptr;
  }
};
static_assert(sizeof(CachedHandler) == HandlerVector::kWordsOfHandler * sizeof(SiteWord) &&
              offsetof(PropertySite, b) == WordsOfFirstGroup(SiteKind::kProperty) * sizeof(SiteWord));
static_assert(PropertySite::kMegamorphic < kStringReceiver && PropertySite::kPolymorphic < kStringReceiver);

// GetPrivate, SetPrivate: an element in the object.
struct PrivateSite {
  static constexpr uint32_t kMostOthers = 3;

  SiteWord shape;                // of the last receiver
  SiteWord offset;               // bytes from the object
  SiteWord name;                 // code that several evaluations of a class share sees several
  SiteWord others[kMostOthers];  // shapes of receivers before it, of the same name
};

// GetClassFields, LdaHomeObject: a property of a symbol that no program has.
struct HiddenSite {
  SiteWord shape;   // of the function
  SiteWord offset;  // bytes from the object, or from the first slot of its PropertyArray
  SiteWord name;    // the symbol, where the property is in the object; else empty

  bool is_in_object() const { return !name.empty(); }
};

// AddPrivate: a field that the object has room for.
struct AddPrivateSite {
  SiteWord shape;   // before
  SiteWord added;   // the shape after
  SiteWord name;    // as in PrivateSite
  SiteWord offset;  // bytes from the object
};

// ---- Calls ----

// Call, CallUndefined. The first callee that is warm is remembered: a function, or a native that calls do
// themselves (IsDoneByCalls). With another one the site is one of several.
struct CallSite {
  SiteWord callee;    // the function; or one of these Smis, which are no callees
  SiteWord code;      // its Code; of a native: the NativeFunction
  SiteWord feedback;  // its FeedbackVector; of a native: a Smi, its KnownNative

  static constexpr Value::Bits kSeveral = 2, kNative = 4;

  bool is_several() const { return callee.bits() == kSeveral; }
  bool is_native() const { return callee.bits() == kNative; }
  // Of natives. A collection may have cleared the function.
  SiteWord& native_function() { return code; }
  const SiteWord& native_function() const { return code; }
  KnownNative native() const { return static_cast<KnownNative>(feedback.value().AsSmi()); }
  bool IsNative(KnownNative native) const {
    return feedback.bits() == Value::Smi(static_cast<int32_t>(native)).bits();
  }
};

// Construct.
struct ConstructSite {
  SiteWord callee;  // the function
  SiteWord made;    // the first shape of what it makes; the hole: a derived constructor, which makes nothing
  SiteWord epoch;   // empty with the hole
};

// ConstructSuper, ConstructSuperForward.
struct SuperSite : ConstructSite {  // the epoch is there always
  SiteWord new_target;
};

// InstanceOf.
struct InstanceOfSite {
  SiteWord target;     // the right operand
  SiteWord prototype;  // its "prototype"
  SiteWord epoch;
};

// ---- Sets of bits ----

// What operators have seen besides Smis with a Smi as result: a set, written where an instruction leaves its
// fast path. Empty: nothing but those, or nothing at all.
enum TypeFeedback : int32_t {
  // Operands.
  kDouble = 1,   // a HeapNumber
  kOddball = 2,  // undefined, null, a boolean
  kInternedString = 4,
  kString = 8,  // one that is not interned
  kSymbol = 16,
  kBigInt = 32,
  kObject = 64,
  // Results of operands that were Smis.
  kSmiOverflow = 128,  // an integer that is no Smi
  kNegativeZero = 256,
  kFraction = 512,
};
struct TypesSite {
  SiteWord seen;  // a Smi of TypeFeedback
};

// What keyed instructions have seen besides arrays of Values with an element at the index: a set. The first
// bits are of ElementAccess, of receivers with an index as the key. How to get at elements is in the shape,
// so there is nothing else to remember.
enum KeyedFeedback : int32_t {
  kHoleOrEndSeen = 1 << 20,  // no element there: a hole, or an index that is not below the length
  kStringReceiverSeen = 1 << 21,
  kNameSeen = 1 << 22,         // a key that is no index
  kDoubleIndexSeen = 1 << 23,  // an index that is no Smi
};
constexpr int32_t SeenAccess(ElementAccess access) { return 1 << static_cast<int>(access); }
static_assert(SeenAccess(ElementAccess::kOther) < kHoleOrEndSeen);
struct KeyedSite {
  SiteWord seen;  // a Smi of KeyedFeedback
};

// ---- Single references ----

struct GlobalSite {
  SiteWord cell;  // the PropertyCell
};
// Literals and closures.
struct ShapeSite {
  SiteWord shape;  // of what it makes
};

// ---- By kind ----

template <SiteKind>
struct SiteStruct;
#define HW_SITE(kind, T)                                                    \
  template <>                                                               \
  struct SiteStruct<SiteKind::kind> {                                       \
    using Type = T;                                                         \
    static_assert(sizeof(T) == WordsOf(SiteKind::kind) * sizeof(SiteWord)); \
    static_assert(WordsOf(SiteKind::kind) <= FeedbackVector::kEmptyWords);  \
  };
HW_SITE(kProperty, PropertySite)
HW_SITE(kPrivate, PrivateSite)
HW_SITE(kHidden, HiddenSite)
HW_SITE(kAddPrivate, AddPrivateSite)
HW_SITE(kCall, CallSite)
HW_SITE(kConstruct, ConstructSite)
HW_SITE(kSuper, SuperSite)
HW_SITE(kInstanceOf, InstanceOfSite)
HW_SITE(kKeyed, KeyedSite)
HW_SITE(kTypes, TypesSite)
HW_SITE(kGlobal, GlobalSite)
HW_SITE(kShape, ShapeSite)
#undef HW_SITE

// The site that begins at that word. REQUIRES: its kind is that of T, and the vector has all its words.
template <class T>
T& SiteIn(FeedbackVector* vector, uint32_t index) {
  return *reinterpret_cast<T*>(vector->words() + index);
}

// The site of such an instruction, as its struct.
template <Opcode O>
using SiteFor = typename SiteStruct<InfoOf(O).site>::Type;

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SITES_SITES_H_
