// Kinds of sites. A site is an instruction that learns: it has words in its function's feedback vector. The
// row of its opcode (bytecode/opcodes.h) says which kind it is, and the kind which words it has (sites.h).
//
// A new kind is an enumerator here, a struct in sites.h, and a case wherever the compiler then misses one.
// No switch over SiteKind has a default.
#ifndef HALFWORD_BYTECODE_SITES_SITE_KIND_H_
#define HALFWORD_BYTECODE_SITES_SITE_KIND_H_

#include <cstdint>

namespace halfword {

enum class SiteKind : uint8_t {
  kNone,        // it learns nothing
  kProperty,    // the shapes of receivers, and where the property is
  kPrivate,     // the shapes of receivers, the private name, and where the element is
  kHidden,      // the shape of the function, and where the property that it hides is
  kAddPrivate,  // the shapes before and after a private element is added
  kCall,        // the callee
  kConstruct,   // the constructor, and the shape of what it makes
  kSuper,       // the same of super(…), and new.target
  kInstanceOf,  // the right operand, and its prototype object
  kKeyed,       // a set of KeyedFeedback
  kTypes,       // a set of TypeFeedback
  kGlobal,      // the property cell
  kShape,       // the shape of what the instruction makes
};

// Words of a feedback vector: at most FeedbackVector::kEmptyWords.
constexpr int WordsOf(SiteKind kind) {
  switch (kind) {
    case SiteKind::kNone: return 0;
    case SiteKind::kProperty:
    case SiteKind::kPrivate: return 6;
    case SiteKind::kAddPrivate:
    case SiteKind::kSuper: return 4;
    case SiteKind::kHidden:
    case SiteKind::kCall:
    case SiteKind::kConstruct:
    case SiteKind::kInstanceOf: return 3;
    case SiteKind::kKeyed:
    case SiteKind::kTypes:
    case SiteKind::kGlobal:
    case SiteKind::kShape: return 1;
  }
}

// The words of a site that say nothing without each other are a group, and a collection clears them together.
// Most kinds have one group. Properties have two, one for word A and one for word B (PropertySite).
constexpr int WordsOfFirstGroup(SiteKind kind) { return kind == SiteKind::kProperty ? 2 : WordsOf(kind); }

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SITES_SITE_KIND_H_
