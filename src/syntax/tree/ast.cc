#include "syntax/tree/ast.h"

namespace halfword::syntax {

const char* NodeKindName(NodeKind kind) {
  switch (kind) {
#define HALFWORD_SYNTAX_NAME(name) \
  case NodeKind::k##name: return #name;
    HALFWORD_SYNTAX_EXPRESSIONS(HALFWORD_SYNTAX_NAME)
    HALFWORD_SYNTAX_STATEMENTS(HALFWORD_SYNTAX_NAME)
#undef HALFWORD_SYNTAX_NAME
  }
  return "";
}

}  // namespace halfword::syntax
