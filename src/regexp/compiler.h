// Tree to program.
#ifndef HALFWORD_REGEXP_COMPILER_H_
#define HALFWORD_REGEXP_COMPILER_H_

#include "regexp/ast.h"

namespace halfword::regexp {

// Changes the tree (alternatives are factored, facts are filled in). The error's reason is null on success.
Error GenerateCode(Tree& tree, uintptr_t stack_limit, size_t max_code_bytes, std::vector<uint8_t>& code);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_COMPILER_H_
