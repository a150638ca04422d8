// The nodes that no text stands for: TypeScript's declarations become JavaScript (parser_transform.cc).
#ifndef HALFWORD_SYNTAX_PARSER_NODE_MAKER_H_
#define HALFWORD_SYNTAX_PARSER_NODE_MAKER_H_

#include <span>

#include "syntax/tree/ast.h"

namespace halfword::syntax {

// Makes nodes at one place of the source.
class NodeMaker {
 public:
  NodeMaker(Arena& arena, uint32_t start, uint32_t end) : arena_(arena), start_(start), end_(end) {}

  Expression* Name(Atom* name, Variable* variable) {
    auto* identifier = New<Identifier>();
    identifier->name = name;
    identifier->binding = variable;
    return identifier;
  }
  Expression* Text(Atom* text) {
    auto* literal = New<StringLiteral>();
    literal->value = text;
    return literal;
  }
  Expression* Number(double value) {
    auto* literal = New<NumberLiteral>();
    literal->value = value;
    return literal;
  }
  Expression* Member(Expression* object, Atom* name) {
    auto* member = New<MemberExpression>();
    member->object = object;
    member->name = name;
    member->name_position = start_;
    return member;
  }
  Expression* Element(Expression* object, Expression* index) {
    auto* element = New<ElementExpression>();
    element->object = object;
    element->index = index;
    return element;
  }
  Expression* Assign(Expression* target, Expression* value) {
    auto* assign = New<AssignExpression>();
    assign->op_position = start_;
    assign->target = target;
    assign->value = value;
    return assign;
  }
  Expression* Binary(BinaryOperator op, Expression* left, Expression* right) {
    auto* binary = New<BinaryExpression>();
    binary->op = op;
    binary->op_position = start_;
    binary->left = left;
    binary->right = right;
    return binary;
  }
  Expression* Or(Expression* left, Expression* right) {
    auto* either = New<LogicalExpression>();
    either->op = LogicalOperator::kOr;
    Expression* operands[] = {left, right};
    either->operands = arena_.Copy(std::span<Expression* const>(operands));
    return either;
  }
  Expression* Call(Expression* callee, Expression* argument) {
    auto* call = New<CallExpression>();
    call->callee = callee;
    call->arguments = arena_.Copy(std::span<Expression* const>(&argument, 1));
    return call;
  }
  Statement* Execute(Expression* expression) {
    auto* statement = New<ExpressionStatement>();
    statement->expression = expression;
    return statement;
  }
  VariableDeclaration* Declare(DeclarationKind kind) {
    auto* declaration = New<VariableDeclaration>();
    declaration->declaration_kind = kind;
    return declaration;
  }
  void Add(VariableDeclaration* declaration, Expression* target, Expression* initializer) {
    Declarator declarator = {target, initializer};
    declaration->declarators = arena_.Copy(std::span<const Declarator>(&declarator, 1));
  }
  template <typename T>
  T* New() {
    return arena_.New<T>(start_, end_);
  }

 private:
  Arena& arena_;
  uint32_t start_, end_;
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_NODE_MAKER_H_
