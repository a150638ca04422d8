// Facts: what code may be made for, because a site has learned it. The readers of ops/ that make such code
// have a fact for each instruction, and the interpreter has none. A fact that turns out wrong is no mistake:
// the code checks it and goes on elsewhere.
#ifndef HALFWORD_BYTECODE_SITES_SITE_FACT_H_
#define HALFWORD_BYTECODE_SITES_SITE_FACT_H_

#include "bytecode/opcodes.h"
#include "bytecode/sites/handler.h"

namespace halfword {

enum class SiteFact : uint8_t {
  // Word B of a property site has a handler of this kind (FactOf).
  kInObject = static_cast<int>(HandlerKind::kInObject),
  kOverflow = static_cast<int>(HandlerKind::kOverflow),
  kHolder = static_cast<int>(HandlerKind::kHolder),
  kGetter = static_cast<int>(HandlerKind::kGetter),
  kTransition = static_cast<int>(HandlerKind::kTransition),

  kPolymorphic = 16,  // several receivers, or several callees
  kUncached,          // a call that can't learn: its function has no words for it
  kMegamorphic,       // the stub cache is asked
  kStrings,           // word B's receivers are strings; the operands are
  kKeepsArguments,    // the constructor's code kNeedsArguments

  // TestTypeOf: its operand, a TypeOfKind, is added (FactOf).
  kTypeOf,

  kNone = 31,  // nothing is known
};
inline constexpr int kSiteFacts = static_cast<int>(SiteFact::kNone);
static_assert(kHandlerKinds <= static_cast<int>(SiteFact::kPolymorphic));

constexpr SiteFact FactOf(HandlerKind kind) { return static_cast<SiteFact>(kind); }
constexpr SiteFact FactOf(TypeOfKind kind) {
  return static_cast<SiteFact>(static_cast<int>(SiteFact::kTypeOf) + static_cast<int>(kind));
}
constexpr bool IsOfHandler(SiteFact fact) { return fact < SiteFact::kPolymorphic; }
// REQUIRES: IsOfHandler.
constexpr HandlerKind HandlerKindOf(SiteFact fact) { return static_cast<HandlerKind>(fact); }
// REQUIRES: a fact of TestTypeOf.
constexpr TypeOfKind TypeOfKindOf(SiteFact fact) {
  return static_cast<TypeOfKind>(static_cast<int>(fact) - static_cast<int>(SiteFact::kTypeOf));
}

// A set of facts.
constexpr uint32_t FactSet() { return 0; }
template <class... Rest>
constexpr uint32_t FactSet(SiteFact fact, Rest... rest) {
  return uint32_t{1} << static_cast<int>(fact) | FactSet(rest...);
}
template <class... Rest>
constexpr uint32_t FactSet(TypeOfKind kind, Rest... rest) {
  return FactSet(FactOf(kind)) | FactSet(rest...);
}

// Which opcodes there is special code for, and for which facts.
constexpr uint32_t FactsOf(Opcode opcode) {
  using enum SiteFact;
  switch (opcode) {
    case Opcode::kGetNamed:
    case Opcode::kGetNamedAcc:
      return FactSet(kInObject, kOverflow, kHolder, kGetter, kPolymorphic, kMegamorphic);
    case Opcode::kGetMethod:
    case Opcode::kGetMethodFrom: return FactSet(kOverflow, kPolymorphic, kMegamorphic, kStrings);
    case Opcode::kSetNamed:
    case Opcode::kSetNamedStrict:
      return FactSet(kInObject, kOverflow, kTransition, kPolymorphic, kMegamorphic);
    case Opcode::kDefineNamed: return FactSet(kInObject, kOverflow, kTransition);
    case Opcode::kCall:
    case Opcode::kCallUndefined: return FactSet(kPolymorphic, kUncached);
    case Opcode::kConstruct: return FactSet(kKeepsArguments);
    case Opcode::kAdd:
    case Opcode::kAddReg: return FactSet(kStrings);
    case Opcode::kTestTypeOf:
      return FactSet(TypeOfKind::kUndefined, TypeOfKind::kObject, TypeOfKind::kBoolean, TypeOfKind::kNumber,
                     TypeOfKind::kString, TypeOfKind::kFunction);
    default: return FactSet();
  }
}
constexpr bool MayHave(Opcode opcode, SiteFact fact) { return (FactsOf(opcode) & FactSet(fact)) != 0; }

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SITES_SITE_FACT_H_
