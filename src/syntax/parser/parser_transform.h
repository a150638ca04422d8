// The parser knows this about TypeScript's enums, namespaces and aliases (parser_transform.cc).
#ifndef HALFWORD_SYNTAX_PARSER_PARSER_TRANSFORM_H_
#define HALFWORD_SYNTAX_PARSER_PARSER_TRANSFORM_H_

#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "syntax/scanner/scanner.h"
#include "syntax/tree/ast.h"

namespace halfword::syntax {

// tsc can compute this about a member of an enum, or a const.
struct EnumValue {
  // kOutside: a function that is parsed again has names in it that may be constants.
  enum class Kind : uint8_t { kUnknown, kNumber, kString, kOutside };
  Kind kind = Kind::kUnknown;
  double number = 0;
  bool is_number() const { return kind == Kind::kNumber; }
  bool is_string() const { return kind == Kind::kString; }
  bool is_outside() const { return kind == Kind::kOutside; }
  static EnumValue Number(double number) { return {Kind::kNumber, number}; }
  static EnumValue String() { return {Kind::kString}; }
  static EnumValue Outside() { return {Kind::kOutside}; }
  // Of a member without an initializer.
  static EnumValue Next(EnumValue last) {
    if (last.is_number()) return Number(last.number + 1);
    return last.is_outside() ? last : EnumValue{};
  }
};

struct Transform {
  struct Container;
  struct Member {
    EnumValue value;                 // of an enum
    Container* container = nullptr;  // if the member is one
  };
  struct Container {
    std::unordered_map<const Atom*, Member> members;
  };
  // One whose declaration is being read.
  struct Body {
    Body* outer;
    Container* container;
    Variable* object;  // the parameter
    Scope* scope;
  };
  // A name that left the function of a namespace, for the scope around it.
  struct FreeName {
    Variable* variable;
    Variable* object;
    Container* container;
    Scope* outer;
  };
  struct Alias {
    Scope* scope;
    TokenData name;
    std::vector<TokenData> path;
    VariableDeclaration* statement;  // empty until it is known that the name is used
  };

  Scope* file_scope = nullptr;
  Body* body = nullptr;
  std::deque<Container> containers;
  std::unordered_map<const Variable*, Container*> by_variable;
  std::unordered_map<const Variable*, EnumValue> constants;
  std::vector<const Variable*> known;  // the keys of both, as they were declared
  std::vector<FreeName> free_names;
  std::vector<Alias> aliases;
  std::unordered_map<const Variable*, Variable*>
      members;                           // what was used, and of which object it is a member
  std::vector<Identifier*> identifiers;  // that may be members
  Statement* export_assignment = nullptr;
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_PARSER_TRANSFORM_H_
