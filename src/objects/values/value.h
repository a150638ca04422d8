// Value: one JavaScript value in one word. The word has 32 bits in the compressed build and 64 in the twin.
//
//   low bits   meaning
//   ......0    Smi: 31-bit signed integer, value << 1
//   ....001    object: anything whose typeof is "object" (except null) or "function"
//   ....011    string
//   ....101    number that is not a Smi: boxed double (HeapNumber)
//   ....111    symbol, BigInt, engine internals, and the immediates
//
// A pointer Value is `offset from the cage base | tag` (twin: address | tag). A field at displacement d is
// therefore [base + value + (d - tag)], and there is no decompression. Immediates are small numbers with tag
// 111; the page that they would point to is never mapped. Numbers need not be canonical: a HeapNumber may
// hold an integer in Smi range. Zeroed memory reads as Smi 0, which the collector ignores.
#ifndef HALFWORD_OBJECTS_VALUES_VALUE_H_
#define HALFWORD_OBJECTS_VALUES_VALUE_H_

#include <cstdint>

#include "base/macros.h"
#include "cage/base.h"
#include "cage/encoding.h"
#include "objects/values/types.h"

namespace halfword {

class BigInt;
class HeapNumber;
class JSObject;
class String;
class Symbol;

#if HALFWORD_ASSERTS
// Fails unless the object is of the type; kPlainObject stands for any JavaScript object.
void CheckCast(const void* object, HeapType type);
#else
inline void CheckCast(const void*, HeapType) {}
#endif

class Value {
 public:
  using Bits = TaggedBits;
  static constexpr Bits kUndefinedBits = 0x07, kNullBits = 0x0F, kFalseBits = 0x17, kTrueBits = 0x1F,
                        kHoleBits = 0x27, kExceptionBits = 0x2F, kNotFoundBits = 0x37;
  static constexpr int32_t kSmiMin = -(1 << 30), kSmiMax = (1 << 30) - 1;

  constexpr Value() : bits_(kUndefinedBits) {}
  static constexpr Value FromBits(Bits bits) { return Value(bits, 0); }
  constexpr Bits bits() const { return bits_; }

  static constexpr Value Undefined() { return FromBits(kUndefinedBits); }
  static constexpr Value Null() { return FromBits(kNullBits); }
  static constexpr Value Boolean(bool b) { return FromBits(kFalseBits + (b ? 8 : 0)); }
  static constexpr Value True() { return FromBits(kTrueBits); }
  static constexpr Value False() { return FromBits(kFalseBits); }
  // Absent: an array hole, a binding in its temporal dead zone, an empty table entry. Never
  // visible to a program.
  static constexpr Value Hole() { return FromBits(kHoleBits); }
  // The completion that says "an exception (or a termination) is pending in the isolate".
  static constexpr Value Exception() { return FromBits(kExceptionBits); }
  // Result of own-property lookups that found nothing; distinct from every storable value.
  static constexpr Value NotFound() { return FromBits(kNotFoundBits); }

  static constexpr bool FitsSmi(int64_t n) { return n >= kSmiMin && n <= kSmiMax; }
  static constexpr Value Smi(int32_t n) { return FromBits(EncodeSmi(n)); }

  constexpr bool IsSmi() const { return (bits_ & 1) == 0; }
  constexpr bool IsObject() const { return (bits_ & 7) == 1; }
  constexpr bool IsString() const { return (bits_ & 7) == 3; }
  constexpr bool IsHeapNumber() const { return (bits_ & 7) == 5; }
  constexpr bool IsNumber() const { return IsSmi() || IsHeapNumber(); }
  constexpr bool IsOther() const { return (bits_ & 7) == 7; }
  constexpr bool IsImmediate() const { return (bits_ & 7) == 7 && bits_ < 4096; }
  constexpr bool IsHeapPointer() const { return (bits_ & 1) && !IsImmediate(); }
  constexpr bool IsUndefined() const { return bits_ == kUndefinedBits; }
  constexpr bool IsNull() const { return bits_ == kNullBits; }
  constexpr bool IsNullOrUndefined() const { return (bits_ | 8) == kNullBits; }
  constexpr bool IsBoolean() const { return (bits_ | 8) == kTrueBits; }
  constexpr bool IsTrue() const { return bits_ == kTrueBits; }
  constexpr bool IsFalse() const { return bits_ == kFalseBits; }
  constexpr bool IsHole() const { return bits_ == kHoleBits; }
  constexpr bool IsException() const { return bits_ == kExceptionBits; }
  constexpr bool IsNotFound() const { return bits_ == kNotFoundBits; }
  // The following read the object's header.
  inline bool IsSymbol() const;
  inline bool IsBigInt() const;
  inline bool IsCallable() const;
  inline bool IsConstructor() const;
  template <class T>
  inline bool Is() const;  // exact heap type T (T::kType) or range of types (T::Includes)

  // Casts are checked in debug builds: the tag by all of them, the type too where the tag does not tell it.
  constexpr int32_t AsSmi() const {
    DCHECK(IsSmi());
    return DecodeSmi(bits_);
  }
  constexpr bool AsBoolean() const { return bits_ == kTrueBits; }
  inline double AsNumber() const;  // Smi or HeapNumber
  // Address of the heap object; the caller knows the tag, which folds into the field's displacement.
  HW_INLINE void* AsPointer(Tag tag) const { return Decompress(CageBase(), bits_, tag); }
  HW_INLINE JSObject* AsObject() const { return Cast<JSObject>(kObjectTag); }
  HW_INLINE String* AsString() const { return Cast<String>(kStringTag); }
  HW_INLINE HeapNumber* AsHeapNumber() const { return Cast<HeapNumber>(kNumberTag); }
  HW_INLINE Symbol* AsSymbol() const { return Cast<Symbol>(kOtherTag, HeapType::kSymbol); }
  HW_INLINE BigInt* AsBigInt() const { return Cast<BigInt>(kOtherTag, HeapType::kBigInt); }
  template <class T>
  HW_INLINE T* As() const;
  template <class T>
  HW_INLINE T* TryAs() const {
    return Is<T>() ? As<T>() : nullptr;
  }

  HW_INLINE static Value FromPointer(const void* p, Tag tag) { return FromBits(Compress(p, tag)); }
  // T* to Value by the tag of its class.
  template <class T>
  HW_INLINE Value(T* object) : bits_(Compress(object, T::kTag)) {}

  friend constexpr bool operator==(Value a, Value b) { return a.bits_ == b.bits_; }

 private:
  template <class T>
  HW_INLINE T* Cast(Tag tag) const {
    DCHECK((bits_ & 7) == tag && !IsImmediate());
    return static_cast<T*>(AsPointer(tag));
  }
  template <class T>
  HW_INLINE T* Cast(Tag tag, HeapType type) const {
    T* object = Cast<T>(tag);
    CheckCast(object, type);
    return object;
  }
  constexpr Value(Bits bits, int) : bits_(bits) {}
  Bits bits_;
};

static_assert(sizeof(Value) == sizeof(TaggedBits));

template <class T>
HW_INLINE T* Value::As() const {
  if constexpr (requires { T::kType; }) {
    return Cast<T>(T::kTag, T::kType);
  } else {
    return Cast<T>(T::kTag);
  }
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_VALUES_VALUE_H_
