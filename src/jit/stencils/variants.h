// What stencils are specialised for. An opcode has a plain stencil, and others that contain a slower tier or
// know more of their operands; the compiler takes the one that fits what the site has seen.
//
// A number that one instruction makes and the next uses up stays in a register between stencils that can do
// that. All others find it where the interpreter has it (ops/machine.h).
#ifndef HALFWORD_JIT_VARIANTS_H_
#define HALFWORD_JIT_VARIANTS_H_

#include "bytecode/opcodes.h"
#include "bytecode/sites/site_fact.h"
#include "objects/functions/function.h"
#include "objects/library/structured_data.h"
#include "objects/shapes/shape.h"

namespace halfword::jit {

// What becomes of a double that is the result: it depends on the next instruction.
enum class Out : uint8_t {
  kBox,
  kOperandBox,  // StarOperand follows
  kRegister,    // it takes a number, and its stencil takes it in a register
  kTransient,   // it takes a number, from the isolate's record
};
// An int, because it is part of the names in the object file.
class Variant {
 public:
  constexpr Variant() = default;
  constexpr explicit Variant(int bits) : bits_(bits) {}
  // The tiers for numbers are part of the stencil.
  static constexpr Variant Numbers(Out out, bool number_in) {
    return Variant(1 | (number_in ? 2 : 0) | static_cast<int>(out) << 2);
  }
  // The receiver's elements are of this kind.
  static constexpr Variant Elements(ElementAccess access, Out out, bool number_in) {
    return Variant((static_cast<int>(access) + 1) << 4 | static_cast<int>(out) << 2 | (number_in ? 2 : 0));
  }
  // What the site has learned. REQUIRES: not kNone.
  static constexpr Variant Fact(SiteFact fact) { return Variant((kFirstFact + static_cast<int>(fact)) << 4); }
  // A call of this native function. `out`: where its result is a double.
  static constexpr Variant Native(KnownNative native, Out out = Out::kBox) {
    return Variant((kFirstNative + static_cast<int>(native)) << 4 | static_cast<int>(out) << 2);
  }
  constexpr int bits() const { return bits_; }
  constexpr bool has_numbers() const { return (bits_ & 1) != 0; }
  constexpr bool number_in() const { return (bits_ & 2) != 0; }
  constexpr Out out() const { return static_cast<Out>(bits_ >> 2 & 3); }
  constexpr bool knows_elements() const { return bits_ >> 4 != 0 && bits_ >> 4 < kFirstFact; }
  constexpr ElementAccess elements() const { return static_cast<ElementAccess>((bits_ >> 4) - 1); }
  constexpr SiteFact fact() const {
    return bits_ >> 4 >= kFirstFact && !knows_native() ? static_cast<SiteFact>((bits_ >> 4) - kFirstFact)
                                                       : SiteFact::kNone;
  }
  constexpr bool knows_native() const { return bits_ >> 4 >= kFirstNative; }
  constexpr KnownNative native() const { return static_cast<KnownNative>((bits_ >> 4) - kFirstNative); }
  constexpr Variant With(Out out) const { return Variant((bits_ & ~12) | static_cast<int>(out) << 2); }
  constexpr Variant WithNumberIn(bool in) const { return Variant(in ? bits_ | 2 : bits_ & ~2); }

 private:
  static constexpr int kFirstFact = 32, kFirstNative = kFirstFact + 32;
  static_assert(kSiteFacts < kFirstNative - kFirstFact);
  int bits_ = 0;
};

constexpr bool IsBetween(Opcode o, Opcode first, Opcode last) { return o >= first && o <= last; }
constexpr bool IsKeyedLoad(Opcode o) { return o == Opcode::kGetKeyed || o == Opcode::kGetKeyedUpdate; }
constexpr bool IsKeyedStore(Opcode o) {
  return o == Opcode::kSetKeyed || o == Opcode::kSetKeyedStrict || o == Opcode::kPutKeyed ||
         o == Opcode::kPutKeyedStrict;
}
// The tier for numbers is a few instructions. Remainders are a call.
constexpr bool HasNumberTier(Opcode o) {
  return (IsBetween(o, Opcode::kAdd, Opcode::kBitNot) && o != Opcode::kMod && o != Opcode::kModSmi &&
          o != Opcode::kExp) ||
         IsBetween(o, Opcode::kLess, Opcode::kJumpLoopIfGreaterEqual) || o == Opcode::kIncReg ||
         o == Opcode::kDecReg;
}
constexpr bool MakesNumber(Opcode o) { return IsBetween(o, Opcode::kAdd, Opcode::kBitNot) || IsKeyedLoad(o); }
// Elements that numbers may be made of which are no Smis.
constexpr bool AreNumbers(ElementAccess access) {
  return access == ElementAccess::kArrayOfDoubles ||
         access == AccessOfTypedArray(TypedArrayKind::kInt32, 0) ||
         access == AccessOfTypedArray(TypedArrayKind::kUint32, 0) ||
         access == AccessOfTypedArray(TypedArrayKind::kFloat32, 0) ||
         access == AccessOfTypedArray(TypedArrayKind::kFloat64, 0);
}
// Natives whose results may be doubles, but for those of elements.
constexpr bool MakesNumber(KnownNative native) {
  return native == KnownNative::kMathAbs || native == KnownNative::kMathImul ||
         native == KnownNative::kMathMax || native == KnownNative::kMathMin ||
         native == KnownNative::kMathSqrt;
}
inline constexpr ElementAccess kKnownElements[] = {
    ElementAccess::kArrayOfDoubles,
    AccessOfTypedArray(TypedArrayKind::kInt8, 0),
    AccessOfTypedArray(TypedArrayKind::kUint8, 0),
    AccessOfTypedArray(TypedArrayKind::kInt16, 0),
    AccessOfTypedArray(TypedArrayKind::kUint16, 0),
    AccessOfTypedArray(TypedArrayKind::kInt32, 0),
    AccessOfTypedArray(TypedArrayKind::kUint32, 0),
    AccessOfTypedArray(TypedArrayKind::kFloat32, 0),
    AccessOfTypedArray(TypedArrayKind::kFloat64, 0),
};

// Calls f(Variant) for each that the opcode has besides the plain one.
template <class F>
constexpr void ForEachVariant(Opcode o, F f) {
  bool takes = TakesNumber(static_cast<uint8_t>(o)), makes = MakesNumber(o);
  auto each = [&](auto variant_of, bool has_out) {
    for (int in = 0; in <= takes; in++) {
      for (int out = 0; out < (has_out ? 4 : 1); out++) f(variant_of(static_cast<Out>(out), in != 0));
    }
  };
  for (int i = 0; i < kSiteFacts; i++) {
    auto fact = static_cast<SiteFact>(i);
    if (MayHave(o, fact)) f(Variant::Fact(fact));
  }
  if (o == Opcode::kCall || o == Opcode::kCallUndefined) {
    for (int i = 1; i < kFirstNativeNotInCalls; i++) {
      auto native = static_cast<KnownNative>(i);
      for (int out = 0; out < (MakesNumber(native) ? 4 : 1); out++)
        f(Variant::Native(native, static_cast<Out>(out)));
    }
  }
  if (HasNumberTier(o)) each([](Out out, bool in) { return Variant::Numbers(out, in); }, makes);
  if (IsKeyedLoad(o) || IsKeyedStore(o)) {
    for (ElementAccess access : kKnownElements) {
      each([access](Out out, bool in) { return Variant::Elements(access, out, in); },
           IsKeyedLoad(o) && AreNumbers(access));
    }
  }
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_VARIANTS_H_
