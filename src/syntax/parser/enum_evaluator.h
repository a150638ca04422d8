// The values of enums that tsc can compute, and so the parser has to.
#ifndef HALFWORD_SYNTAX_PARSER_ENUM_EVALUATOR_H_
#define HALFWORD_SYNTAX_PARSER_ENUM_EVALUATOR_H_

#include "syntax/parser/parser_transform.h"
#include "syntax/tree/ast.h"

namespace halfword::syntax {

// The constant expressions of enums: https://www.typescriptlang.org/docs/handbook/enums.html.
class EnumEvaluator {
 public:
  // `is_again`: this is a function that is parsed again, inside of `outer`. It knows which
  // names are declared there, and not as what.
  EnumEvaluator(const Transform& transform, bool is_again, const Scope* outer)
      : transform_(transform), is_again_(is_again), outer_(outer) {}

  // Recursion is as deep as the parser let expressions nest.
  EnumValue Evaluate(const Expression* e) const;

 private:
  static constexpr int kLongestPath = 16;  // a.b.c leans left without bound

  EnumValue EvaluateUnary(const UnaryExpression* e) const;
  EnumValue EvaluateName(const Atom* name) const;
  static bool IsInside(const Variable* v, const Scope* scope);
  const Transform::Container* ContainerOf(const Expression* e, int depth) const;
  EnumValue EvaluateMember(const Expression* object, const Atom* name) const;
  // A constant or an enum. Nobody knows what is imported.
  bool MayBeConstantOutside(const Atom* name) const;

  const Transform& transform_;
  bool is_again_;
  const Scope* outer_;
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_ENUM_EVALUATOR_H_
