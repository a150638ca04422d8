// Prints functions with every name resolved, for tests: what a compiler would see. While it walks it checks
// what scope.h promises: that a use's variable is in an enclosing scope, and that a local is used by its own
// function only.
#ifndef HALFWORD_TESTS_UNIT_SYNTAX_TREE_PRINTER_H_
#define HALFWORD_TESTS_UNIT_SYNTAX_TREE_PRINTER_H_

#include <functional>
#include <string>

#include "syntax/parser/parser.h"

namespace halfword::syntax {

class TreePrinter {
 public:
  // Called for every function inside the printed one, with the scope it stands in.
  using OnFunction = std::function<void(FunctionLiteral*, Scope* outer)>;
  explicit TreePrinter(OnFunction on_function) : on_function_(std::move(on_function)) {}

  // Parameters and body; nested functions appear as <function start>.
  std::string Print(FunctionLiteral* function);
  const std::string& problem() const { return problem_; }  // empty: all promises kept

 private:
  void Function(FunctionLiteral* function);
  void Statements(std::span<Statement*> statements);
  void Visit(Statement* statement);
  void Visit(Expression* expression);
  void Class(ClassLiteral* literal);
  void Use(Variable* variable, uint32_t position);
  void List(std::span<Expression*> expressions);
  void Open(const char* name) { out_ += std::string("(") + name; }
  void Close() { out_ += ")"; }
  void Nested(FunctionLiteral* function);

  struct In {  // walks inside a scope for as long as it lives
    In(TreePrinter& printer, Scope* scope) : printer(printer), saved(printer.scope_) {
      if (scope != nullptr) printer.scope_ = scope;
    }
    ~In() { printer.scope_ = saved; }
    TreePrinter& printer;
    Scope* saved;
  };

  OnFunction on_function_;
  Scope* scope_ = nullptr;
  std::string out_;
  std::string problem_;
};

// Parses `source` eagerly and lazily (and again, function by function) and compares what every function sees.
// Returns the first difference, or an empty string.
std::string CompareLazyWithEager(SourceText source, bool is_module, bool typescript = false);

}  // namespace halfword::syntax

#endif  // HALFWORD_TESTS_UNIT_SYNTAX_TREE_PRINTER_H_
