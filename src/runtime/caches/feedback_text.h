// What an instruction has learned (bytecode/sites/sites.h), as text for those who work on the engine. Nothing
// here allocates in the heap or runs JavaScript.
#ifndef HALFWORD_RUNTIME_CACHES_FEEDBACK_TEXT_H_
#define HALFWORD_RUNTIME_CACHES_FEEDBACK_TEXT_H_

#include <string>

#include "bytecode/decoder.h"
#include "objects/values/value.h"

namespace halfword {

class Isolate;
class Shape;

// The state alone: "uninitialized", "monomorphic", "polymorphic" or "megamorphic"; of an operator, the types
// that it has seen. Looks at no object, so the words may be old ones. REQUIRES: the instruction has feedback,
// and `words` are its own.
std::string FeedbackState(Instruction instruction, const Value* words);
// The state and what it consists of: shapes, where the property is, the callee.
std::string DescribeFeedback(Isolate& isolate, Instruction instruction, const Value* words);
// Its properties, or its type, and a number that tells it from others that look the same.
std::string DescribeShape(Shape* shape);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_FEEDBACK_TEXT_H_
