// The bits of ScopeInfo::flags_, and one more of ScopeInfo::Variable::flags, which the compiler writes and
// the runtime reads when it resolves names dynamically.
//
// A chain of ScopeInfos runs parallel to the chain of Environments, but for records without kHasEnvironment:
// they stand for scopes that have no environment at run time. The data_ of a ScopeInfo is a ByteArray that
// only the parser reads.
#ifndef HALFWORD_BYTECODE_SCOPE_INFO_FLAGS_H_
#define HALFWORD_BYTECODE_SCOPE_INFO_FLAGS_H_

#include <cstdint>

namespace halfword {

enum ScopeInfoFlags : uint32_t {
  kScopeHasEnvironment = 1,
  kScopeIsStrict = 2,
  // A variable environment: the vars and functions of a sloppy direct eval inside go to the nearest of these.
  kScopeIsVariableScope = 4,
  // Such an eval may happen here. The environment then has one slot more than variables, number
  // ScopeInfo::reserved_: the hole until the runtime puts an object there that holds the
  // variables of those evals.
  kScopeHasSloppyEval = 8,
  // The parameters of a function whose body has a scope of its own: an eval in a parameter's initializer must
  // not declare their names.
  kScopeIsParameterScope = 16,
};

// The environment's slot holds a PropertyCell, and that the value (exported and
// imported variables of modules).
inline constexpr uint32_t kVariableIsCell = 64;  // no ScopeInfo::VariableFlags

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SCOPE_INFO_FLAGS_H_
