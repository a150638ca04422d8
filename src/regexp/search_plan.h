// How a program looks for places where a match may begin: the choice of its first instruction.
#ifndef HALFWORD_REGEXP_SEARCH_PLAN_H_
#define HALFWORD_REGEXP_SEARCH_PLAN_H_

#include <string>

#include "regexp/ast.h"
#include "regexp/bytecode.h"

namespace halfword::regexp {

struct SearchPlan {
  Opcode op = kOpSearchAll;
  uint32_t arg = 0;
  uint32_t min_length = 0;        // first operand
  std::string data;               // second operand: a reference to this, unless it is empty
  std::vector<uint32_t> words;    // the other operands
  bool attempt_at_start = false;  // position 0 is tried unconditionally, the plan is for later ones
  bool needs_two_byte = false;    // no Latin-1 subject can match
};

// REQUIRES: PrepareTree.
SearchPlan PlanSearch(const Tree& tree, uintptr_t stack_limit);

// The node of the loop in a pattern "X+ rest" whose loop is possessive, or null. There an attempt that begins
// within a run of X that already failed fails too.
const Node* FindLeadingLoop(const Tree& tree);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_SEARCH_PLAN_H_
