// A tree as indented text, for those who work on the engine: a line a node, with its place in the source, the
// scopes with their variables, and where each name leads.
#ifndef HALFWORD_SYNTAX_TREE_TREE_TEXT_H_
#define HALFWORD_SYNTAX_TREE_TREE_TEXT_H_

#include <string>

#include "syntax/tree/ast.h"

namespace halfword::syntax {

// The tree below a function, script or module. Recursion is as deep as the parser lets nodes nest.
std::string TreeText(FunctionLiteral* root);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_TREE_TEXT_H_
