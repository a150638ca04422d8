// TypeScript's declarations that become code: enums, namespaces with values, parameter properties, aliases
// and `export =`. The tree is that of the JavaScript that tsc makes of them for the newest target:
//
//   enum E { A }                        var E;
//                                       (function (E) { E[E["A"] = 0] = "A"; })(E || (E = {}));
//   namespace N { export let x = 1 }    var N;
//                                       (function (N) { N.x = 1; })(N || (N = {}));
//   constructor(private x) {}           x;  constructor(x) { this.x = x; }
//   import a = b.c                      var a = b.c;
//   import a = require('a')             const a = require('a');
//   export = x                          module.exports = x;  at the end of the file
//
// Containers. An enum or a namespace is a container. Declarations of one name in one scope have the same
// members; the variable is declared once, by `var` at the top of a file and else by `let`. The parameter of
// each function has a name that no program can spell.
//
// Names of members. Inside a container, a name that nothing nearer binds may be a member: of this
// declaration, or of another of the same container, before or behind it. So names that leave the function of
// a namespace wait until the scope with its declaration ends (FinishContainers). An enum takes its members at
// once. Identifiers inside a container are made with the room of a MemberExpression, and become one in place
// (RewriteMembers). No function in there is lazy, for nothing in a ScopeInfo says what a member is, unless
// the whole tree around it will be thrown away.
//
// Values of enums. Two things about an enum follow from what tsc can compute: the value of a member without
// an initializer, and whether a member is a string, which has no entry for the way back. The values
// themselves are computed by the program. (EnumEvaluator)
#include <algorithm>
#include <vector>

#include "syntax/parser/enum_evaluator.h"
#include "syntax/parser/node_maker.h"
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

// ---- Files ----

void Parser::OpenTransform() {
  transform_ = std::make_unique<Transform>();
  types_.set_erases_aliases();
}

void Parser::OpenFile(Scope* scope) { transform_->file_scope = scope; }

// REQUIRES: the scope of the file is the innermost one.
void Parser::FinishFile(Scope* scope, ListBuilder<Statement*>& statements) {
  FinishContainers(scope);
  if (transform_->export_assignment != nullptr) statements.Push(transform_->export_assignment);
}

void Parser::ForgetContainers(uint32_t from) {
  std::vector<const Variable*>& known = transform_->known;
  for (; !known.empty() && known.back()->position >= from; known.pop_back()) {
    transform_->by_variable.erase(known.back());
    transform_->constants.erase(known.back());
  }
  std::vector<Identifier*>& identifiers = transform_->identifiers;
  while (!identifiers.empty() && identifiers.back()->start >= from) identifiers.pop_back();
}

// An Identifier that can become a MemberExpression where it lies.
Identifier* Parser::NewMemberUse(uint32_t from, uint32_t to) {
  static_assert(sizeof(Identifier) <= sizeof(MemberExpression));
  static_assert(alignof(Identifier) <= alignof(MemberExpression));
  auto* identifier = new (New<MemberExpression>(from, to)) Identifier(from, to);
  transform_->identifiers.push_back(identifier);
  return identifier;
}

// Takes those made since there were `from` of them. An identifier that stays one may still become a member of
// a namespace around this container.
void Parser::RewriteMembers(size_t from) {
  std::vector<Identifier*>& identifiers = transform_->identifiers;
  auto rewrite = [&](Identifier* identifier) {
    if (identifier->binding == nullptr) return false;
    Variable* use = identifier->binding->Resolve()->static_fallback();
    auto member = transform_->members.find(use);
    if (member == transform_->members.end()) return false;
    Atom* name = identifier->name;
    bool is_parenthesized = identifier->parenthesized;
    uint32_t start = identifier->start, end = identifier->end;
    NodeMaker make(arena_, start, end);
    Expression* object = make.Name(member->second->name, member->second);
    auto* expression = new (identifier) MemberExpression(start, end);
    expression->object = object;
    expression->name = name;
    expression->name_position = start;
    expression->parenthesized = is_parenthesized;
    return true;
  };
  auto first = identifiers.begin() + static_cast<ptrdiff_t>(from);
  identifiers.erase(std::remove_if(first, identifiers.end(), rewrite), identifiers.end());
}

// REQUIRES: `scope` is the innermost one and about to close.
void Parser::FinishContainers(Scope* scope) {
  auto finish = [&](const Transform::FreeName& free) {
    if (free.outer != scope) return false;
    if (free.container->members.contains(free.variable->name)) {
      transform_->members.emplace(free.variable, free.object);
    } else {
      HandOutward(free.variable, scope, true);
    }
    return true;
  };
  std::erase_if(transform_->free_names, finish);
  // The last one first: an alias that nothing uses doesn't use another.
  std::vector<Transform::Alias>& aliases = transform_->aliases;
  while (!aliases.empty() && aliases.back().scope == scope) {
    Transform::Alias alias = std::move(aliases.back());
    aliases.pop_back();
    Variable* v = Find(scope, alias.name.atom);
    if (v == nullptr || failed()) continue;
    if (v->kind != VariableKind::kUnresolved) {
      FailRedeclaration(alias.name.atom, alias.name.start);
      return;
    }
    v = DeclareVar(alias.name.atom, VariableKind::kVar, alias.name.start);
    v->assigned = v->reassigned = true;
    NodeMaker make(arena_, alias.name.start, alias.name.end);
    make.Add(alias.statement, make.Name(alias.name.atom, v), PathExpression(alias.path));
  }
}

// a.b.c
Expression* Parser::PathExpression(std::span<const TokenData> path) {
  Expression* expression = MakeIdentifier(path[0]);
  for (const TokenData& name : path.subspan(1)) {
    expression = NodeMaker(arena_, path[0].start, name.end).Member(expression, name.atom);
  }
  return expression;
}

// The names that leave the function of the innermost container, whose scope is about to close.
void Parser::TakeMembers(bool is_namespace) {
  const Transform::Body& body = *transform_->body;
  Scope* scope = body.scope;
  Variable* v = scope->first;
  scope->first = scope->last = nullptr;
  for (Variable* next; v != nullptr; v = next) {
    next = v->next;
    bool is_free = v->kind == VariableKind::kUnresolved && v->location == VariableLocation::kUnassigned &&
                   !IsSpecialName(v->name);
    bool is_member = is_free && body.container->members.contains(v->name);
    bool may_be_member =
        is_free && is_namespace && !scope->has_sloppy_eval && v->name != atoms_.arguments && !failed();
    if (!is_member && !may_be_member) {
      Append(scope, v);
      continue;
    }
    v->name->binding = v->shadowed;
    if (is_member) {
      transform_->members.emplace(v, body.object);
    } else {
      transform_->free_names.push_back({v, body.object, body.container, scope->outer});
    }
  }
}

// ---- Enums and namespaces ----

Statement* Parser::ParseValueDeclaration(Exported exported) {
  if (Is(Token::kEnum) || (Is(Token::kConst) && Peek().type == Token::kEnum)) {
    Take(Token::kConst);
    Next();
    return ParseContainer(false, exported);
  }
  if (!types_.IsWord("namespace") && !types_.IsWord("module")) return nullptr;
  if (!types_.NameFollows()) return nullptr;
  Next();
  if (Try([&] { return types_.SkipNamespaceOfTypes(); })) return DummyStatement();
  bool is_allowed =
      scope_ == transform_->file_scope || (transform_->body != nullptr && scope_ == transform_->body->scope);
  if (!is_allowed) {
    FailAtToken("A namespace declaration is only allowed at the top level of a namespace or module.");
  }
  return ParseContainer(true, exported);
}

Variable* Parser::DeclareContainer(const TokenData& name, bool* is_first) {
  Variable* v = Find(scope_, name.atom);
  bool is_declared = v != nullptr && v->kind != VariableKind::kUnresolved;
  *is_first = !is_declared;
  if (is_declared) {
    bool may_merge = transform_->by_variable.contains(v) || v->kind == VariableKind::kClass ||
                     v->kind == VariableKind::kFunction || v->kind == VariableKind::kBlockFunction;
    if (!may_merge) FailRedeclaration(name.atom, name.start);
  } else if (scope_ == transform_->file_scope) {
    v = DeclareVar(name.atom, VariableKind::kVar, name.start);
  } else {
    v = DeclareLexical(name.atom, VariableKind::kLet, name.start);
    v->initialized_position = name.end;
  }
  v->assigned = v->reassigned = true;
  return v;
}

Statement* Parser::ParseContainer(bool is_namespace, Exported exported) {
  label_run_ = 0;
  TokenData name = token();
  if (Exhausted()) return DummyStatement();
  if (!IsIdentifierLike(name.type)) {
    Unexpected();
    return DummyStatement();
  }
  CheckBindingName(name);
  Next();
  if (failed()) return DummyStatement();
  bool is_first;
  Variable* variable = DeclareContainer(name, &is_first);
  if (failed()) return DummyStatement();
  FunctionLiteral* function = ParseContainerBody(name, variable, is_namespace, exported);
  if (failed()) return DummyStatement();

  NodeMaker make(arena_, name.start, name.end);
  auto itself = [&] { return make.Name(name.atom, variable); };
  Expression* object = make.Assign(itself(), make.New<ObjectLiteral>());
  object->parenthesized = true;
  if (exported == Exported::kFromNamespace) {
    Variable* outer = transform_->body->object;
    auto member = [&] { return make.Member(make.Name(outer->name, outer), name.atom); };
    object = make.Assign(member(), make.New<ObjectLiteral>());
    object->parenthesized = true;
    object = make.Assign(itself(), make.Or(member(), object));
  } else {
    object = make.Or(itself(), object);
  }
  Statement* call = make.Execute(make.Call(function, object));
  call->end = previous_end();
  if (exported == Exported::kFromModule && !exported_names_.contains(name.atom)) {
    AddExport({ModuleExport::Kind::kLocal, 0, name.atom, nullptr, variable, name.start}, name.end);
  }
  if (!is_first || variable->kind == VariableKind::kVar) return call;
  VariableDeclaration* declaration = make.Declare(DeclarationKind::kLet);
  make.Add(declaration, itself(), nullptr);
  Statement* statements[] = {declaration, call};
  auto* both = make.New<BlockStatement>();
  both->end = call->end;
  both->statements = arena_.Copy(std::span<Statement* const>(statements));
  return both;
}

// Behind the name. The function around the members.
FunctionLiteral* Parser::ParseContainerBody(const TokenData& name, Variable* variable, bool is_namespace,
                                            Exported exported) {
  Transform::Container*& container = transform_->by_variable[variable];
  Transform::Container** member = nullptr;
  if (exported == Exported::kFromNamespace) {
    member = &transform_->body->container->members[name.atom].container;
  }
  if (container == nullptr) {
    transform_->known.push_back(variable);
    container = member != nullptr && *member != nullptr ? *member : &transform_->containers.emplace_back();
  }
  if (member != nullptr) *member = container;

  FunctionLiteral* literal = NewFunction(FunctionSyntax::kExpression, name.start, false, false);
  literal->name = atoms_.empty;
  literal->is_immediately_invoked = true;
  literal->descriptor.parse_start = start();
  Restore<FunctionState*> function(function_);
  Restore<bool> in(accept_in_, true);
  Restore<ParameterHazards> hazards(hazards_, {});
  Restore<PendingCover> cover(pending_cover_, {});
  FunctionState state;
  EnterFunctionState(state, literal);
  state.allow_return = state.allow_new_target = false;
  Scope* scope = OpenFunctionScope(literal);
  auto* parameter = New<Identifier>(name.start, name.end);
  {
    Restore<size_t> parameters_start(parameters_start_, parameters_.size());
    size_t declared_from = declared_.size();
    parameter->name = atoms_.dot_synthetic;
    DeclareBinding(parameter, BindingKind::kParameter);
    parameter->binding->captured = true;
    AddParameter(literal, {.target = parameter}, declared_from);
    literal->parameters = arena_.Copy(std::span<const Parameter>(parameters_).subspan(parameters_start_));
    parameters_.resize(parameters_start_);
  }
  Transform::Body body = {transform_->body, container, parameter->binding, scope};
  size_t first_identifier = transform_->identifiers.size();
  {
    Restore<Transform::Body*> inside(transform_->body, &body);
    ListBuilder<Statement*> statements(statements_);
    if (is_namespace && Take(Token::kDot)) {
      statements.Push(ParseContainer(true, Exported::kFromNamespace));
    } else {
      Expect(Token::kLeftBrace);
      if (is_namespace) {
        ParseNamespaceStatements(statements);
      } else {
        ParseEnumMembers(statements);
      }
      Expect(Token::kRightBrace);
    }
    literal->body = statements.Finish(arena_);
    FinishContainers(scope);
    TakeMembers(is_namespace);
  }
  literal->is_strict = scope->is_strict = strict_;
  literal->end = previous_end();
  CloseFunctionScope(literal);
  if (!is_namespace) {
    // A function around it may be thrown away, so nothing of it may be left in the lists.
    RewriteMembers(first_identifier);
    std::erase_if(transform_->members, [&](const auto& member) { return member.second == body.object; });
    if (transform_->body == nullptr) transform_->identifiers.resize(first_identifier);
  }
  return literal;
}

void Parser::ParseEnumMembers(ListBuilder<Statement*>& statements) {
  EnumValue last = EnumValue::Number(-1);
  Atom* last_name = nullptr;
  while (!Is(Token::kRightBrace) && !Is(Token::kEnd)) {
    ParseEnumMember(statements, &last, &last_name);
    if (!Take(Token::kComma)) break;
  }
}

// `last` and `last_name`: the member before, and then this one.
void Parser::ParseEnumMember(ListBuilder<Statement*>& statements, EnumValue* last, Atom** last_name) {
  TokenData first = token();
  Atom* name = ParseEnumMemberName();
  NodeMaker make(arena_, first.start, previous_end());
  Variable* container = transform_->body->object;
  auto object = [&] { return make.Name(container->name, container); };
  Expression* value;
  EnumValue known;
  if (Take(Token::kAssign)) {
    value = ParseAssignmentIn();
    if (failed()) return;
    known = EnumEvaluator(*transform_, checked_before_, outer_scope_).Evaluate(value);
  } else {
    known = EnumValue::Next(*last);
    if (known.is_number()) {
      value = make.Number(known.number);
    } else {
      if (!known.is_outside() && !failed()) {
        Fail(first.start, first.end, "Enum member must have initializer.");
      }
      value = make.Binary(BinaryOperator::kAdd, make.Member(object(), *last_name), make.Number(1));
    }
  }
  if (failed()) return;
  transform_->body->container->members[name].value = known;
  *last = known;
  *last_name = name;
  Expression* assign = make.Assign(make.Member(object(), name), value);
  if (known.is_outside()) {
    // The program finds out whether it is a string: typeof (E.A = value) === "string" || (E[E.A] = "A").
    auto* type = make.New<UnaryExpression>();
    type->op = UnaryOperator::kTypeof;
    type->operand = assign;
    Expression* is_string =
        make.Binary(BinaryOperator::kStrictEqual, type, make.Text(atoms_.Intern("string")));
    Expression* way_back = make.Element(object(), make.Member(object(), name));
    assign = make.Or(is_string, make.Assign(way_back, make.Text(name)));
  } else if (!known.is_string()) {
    assign = make.Assign(make.Element(object(), assign), make.Text(name));
  }
  statements.Push(make.Execute(assign));
}

Atom* Parser::ParseEnumMemberName() {
  TokenData name = token();
  Atom* text = atoms_.empty;
  bool is_computed = Take(Token::kLeftBracket);
  if (Is(Token::kString)) {
    text = token().atom;
    bool is_number = text->length != 0;
    for (uint32_t i = 0; i < text->length; ++i) is_number &= text->at(i) >= '0' && text->at(i) <= '9';
    if (is_number) FailAtToken("An enum member cannot have a numeric name.");
    Next();
  } else if (is_computed) {
    Fail(name.start, name.end, "Computed property names are not allowed in enums.");
  } else if (Is(Token::kNumber) || Is(Token::kBigInt)) {
    FailAtToken("An enum member cannot have a numeric name.");
  } else if (Is(Token::kPrivateName)) {
    FailAtToken("An enum member cannot be named with a private identifier.");
  } else {
    text = ParseIdentifierName();
  }
  if (is_computed) Expect(Token::kRightBracket);
  return text;
}

void Parser::NoteConstant(const Declarator& declarator) {
  if (failed() || declarator.target->kind() != NodeKind::kIdentifier) return;
  EnumValue value =
      EnumEvaluator(*transform_, checked_before_, outer_scope_).Evaluate(declarator.initializer);
  if (value.kind == EnumValue::Kind::kUnknown) return;
  const Variable* variable = declarator.target->As<Identifier>()->binding;
  transform_->constants[variable] = value;
  transform_->known.push_back(variable);
}

void Parser::ParseNamespaceStatements(ListBuilder<Statement*>& statements) {
  while (!Is(Token::kRightBrace) && !Is(Token::kEnd)) {
    if (Is(Token::kExport)) {
      ParseNamespaceExport(statements);
    } else {
      statements.Push(ParseStatementListItem());
    }
  }
}

// At `export`.
void Parser::ParseNamespaceExport(ListBuilder<Statement*>& statements) {
  uint32_t from = start();
  Next();
  std::span<Expression*> decorators;
  if (Is(Token::kAt) && options_.harmony) decorators = ParseDecorators();
  uint32_t class_start = start();
  SkipAbstract();
  switch (type()) {
    case Token::kConst:
      if (Peek().type == Token::kEnum) break;
      [[fallthrough]];
    case Token::kVar:
    case Token::kLet: statements.Push(ParseExportedVariables()); return;
    case Token::kAsync:
    case Token::kFunction: {
      if (Is(Token::kAsync) && Peek().type != Token::kFunction) break;
      if (TakeFunctionSignature()) return;
      FunctionDeclaration* declaration = ParseFunctionDeclaration();
      statements.Push(declaration);
      statements.Push(ExportAsMember(declaration->function->name, declaration->binding, from));
      return;
    }
    case Token::kClass: {
      Statement* statement =
          ParseClassDeclaration(decorators, decorators.empty() ? kNoPosition : class_start);
      auto* declaration = statement->As<ClassDeclaration>();
      statements.Push(declaration);
      if (failed()) return;
      statements.Push(ExportAsMember(declaration->class_literal->name, declaration->binding, from));
      return;
    }
    case Token::kImport:
      if (AtImportAlias()) {
        statements.Push(ParseImportAlias(Exported::kFromNamespace));
        return;
      }
      break;
    case Token::kDefault:
      FailAtToken("A default export can only be used in an ECMAScript-style module.");
      return;
    case Token::kAssign: FailAtToken("An export assignment cannot be used in a namespace."); return;
    case Token::kLeftBrace:
    case Token::kMultiply: FailAtToken("Export declarations are not permitted in a namespace."); return;
    default: break;
  }
  if (types_.IsWord("declare")) NoteAmbientMembers();
  if (Statement* declaration = ParseValueDeclaration(Exported::kFromNamespace)) {
    statements.Push(declaration);
  } else if (!TakeErasedDeclaration()) {
    Unexpected();
  }
}

// At `declare`: the name that is a member, though nothing here makes it.
void Parser::NoteAmbientMembers() {
  Atom* name = nullptr;
  LookAhead([&] {
    Next();
    if (types_.IsWord("abstract")) Next();
    bool is_value = Is(Token::kVar) || Is(Token::kLet) || Is(Token::kConst) || Is(Token::kFunction) ||
                    Is(Token::kClass) || Is(Token::kEnum);
    if (is_value) Next();
    if (is_value && IsIdentifierLike(type())) name = token().atom;
    return true;
  });
  if (name != nullptr) transform_->body->container->members.emplace(name, Transform::Member{});
}

// At var, let or const. Each becomes an assignment.
Statement* Parser::ParseExportedVariables() {
  uint32_t from = start();
  bool is_constant = Is(Token::kConst);
  Next();
  ListBuilder<Expression*> assignments(expressions_);
  do {
    uint32_t name_start = start();
    Expression* target = ParseBindingTarget(BindingKind::kMember);
    bool may_be_constant = is_constant && Is(Token::kAssign);
    SkipVariableAnnotation();
    if (Take(Token::kAssign)) {
      Expression* value = ParseAssignment();
      if (may_be_constant && target->kind() == NodeKind::kIdentifier && !failed()) {
        transform_->body->container->members[target->As<Identifier>()->name].value =
            EnumEvaluator(*transform_, checked_before_, outer_scope_).Evaluate(value);
      }
      assignments.Push(NodeMaker(arena_, name_start, previous_end()).Assign(target, value));
    } else if (target->kind() != NodeKind::kIdentifier) {
      if (!failed()) FailAt(target, "Missing initializer in destructuring declaration");
    } else if (is_constant) {
      if (!failed()) FailAt(target, "Missing initializer in const declaration");
    }
  } while (Take(Token::kComma));
  ExpectSemicolon();
  if (assignments.empty()) return DummyStatement();
  NodeMaker make(arena_, from, previous_end());
  if (assignments.size() == 1) return make.Execute(assignments[0]);
  auto* sequence = make.New<SequenceExpression>();
  sequence->expressions = assignments.Finish(arena_);
  return make.Execute(sequence);
}

void Parser::DeclareMember(Identifier* identifier) {
  identifier->binding = Use(identifier->name, identifier->start);
  if (identifier->binding->kind != VariableKind::kUnresolved) {
    FailRedeclaration(identifier->name, identifier->start);
  }
  transform_->body->container->members.emplace(identifier->name, Transform::Member{});
}

// N.name = name
Statement* Parser::ExportAsMember(Atom* name, Variable* variable, uint32_t position) {
  const Transform::Body& body = *transform_->body;
  body.container->members.emplace(name, Transform::Member{});
  NodeMaker make(arena_, position, previous_end());
  Expression* member = make.Member(make.Name(body.object->name, body.object), name);
  // Behind the declaration of a class, which has then been initialised.
  NodeMaker make_name(arena_, previous_end(), previous_end());
  return make.Execute(make.Assign(member, make_name.Name(name, variable)));
}

// ---- Imports and exports ----

Statement* Parser::ParseTransformedExport() {
  if (Is(Token::kAssign)) {
    FailAtToken(
        "Export assignment cannot be used when targeting ECMAScript modules. Consider using 'export default' "
        "or another module format instead.");
    return DummyStatement();
  }
  if (Is(Token::kImport)) return AtImportAlias() ? ParseImportAlias(Exported::kFromModule) : nullptr;
  return ParseValueDeclaration(Exported::kFromModule);
}

// At import: whether it is `import a = …`.
bool Parser::AtImportAlias() { return IsIdentifierLike(Peek().type) && PeekFurther().type == Token::kAssign; }

Statement* Parser::ParseImportAlias(Exported exported) {
  uint32_t from = start();
  Next();
  TokenData name = token();
  CheckBindingName(name);
  Next();
  Next();  // =
  bool is_at_top =
      scope_ == transform_->file_scope || (transform_->body != nullptr && scope_ == transform_->body->scope);
  if (!is_at_top) {
    Fail(from, from + 6, "An import declaration can only be used at the top level of a namespace or module.");
  }
  if (types_.IsWord("require") && Peek().type == Token::kLeftParen) {
    if (exported == Exported::kNo) return ParseImportRequire(name);
    Unexpected(name);
    return DummyStatement();
  }
  std::vector<TokenData> path;
  do {
    if (path.empty() ? !IsIdentifierLike(type()) : !IsIdentifierName(type())) {
      Unexpected();
      return DummyStatement();
    }
    path.push_back(token());
    if (path.size() == 1) CheckIdentifier(token());
    Next();
  } while (Take(Token::kDot));
  ExpectSemicolon();
  if (failed()) return DummyStatement();
  NodeMaker make(arena_, from, previous_end());
  if (exported == Exported::kFromNamespace) {
    const Transform::Body& body = *transform_->body;
    Variable* local = Find(scope_, name.atom);
    if (local != nullptr && local->kind != VariableKind::kUnresolved)
      FailRedeclaration(name.atom, name.start);
    body.container->members.emplace(name.atom, Transform::Member{});
    Expression* member = make.Member(make.Name(body.object->name, body.object), name.atom);
    return make.Execute(make.Assign(member, PathExpression(path)));
  }
  VariableDeclaration* declaration = make.Declare(DeclarationKind::kVar);
  transform_->aliases.push_back({scope_, name, path, declaration});
  if (exported == Exported::kFromModule) {
    Variable* variable = Use(name.atom, name.start);
    AddExport({ModuleExport::Kind::kLocal, 0, name.atom, nullptr, variable, name.start}, name.end);
  }
  return declaration;
}

// At `require`.
Statement* Parser::ParseImportRequire(const TokenData& name) {
  TokenData require = token();
  if (transform_->body != nullptr) {
    Fail(name.start, name.end, "Import declarations in a namespace cannot reference a module.");
  } else if (is_module_) {
    Fail(name.start, name.end,
         "Import assignment cannot be used when targeting ECMAScript modules. Consider using 'import * as ns "
         "from \"mod\"', 'import {a} from \"mod\"', 'import d from \"mod\"', or another module format "
         "instead.");
  }
  Next();
  Next();  // (
  TokenData specifier = token();
  Expect(Token::kString);
  Expect(Token::kRightParen);
  ExpectSemicolon();
  if (failed()) return DummyStatement();
  NodeMaker make(arena_, require.start, previous_end());
  Expression* call = make.Call(MakeIdentifier(require), make.Text(specifier.atom));
  VariableDeclaration* declaration = make.Declare(DeclarationKind::kConst);
  Variable* variable = DeclareLexical(name.atom, VariableKind::kConst, name.start);
  variable->initialized_position = previous_end();
  make.Add(declaration, NodeMaker(arena_, name.start, name.end).Name(name.atom, variable), call);
  return declaration;
}

// module.exports = value, when the file ends.
Statement* Parser::ParseExportAssignment() {
  TokenData assign = token();
  if (scope_ != transform_->file_scope) {
    FailAtToken("An export assignment must be at the top level of a file or module declaration.");
  }
  if (transform_->export_assignment != nullptr) FailAtToken("Duplicate identifier 'export='.");
  Next();
  Expression* value = ParseAssignmentIn();
  ExpectSemicolon();
  if (failed()) return DummyStatement();
  NodeMaker make(arena_, assign.start, assign.end);
  Atom* module = atoms_.Intern("module");
  Expression* exports = make.Member(make.Name(module, Use(module, assign.start)), atoms_.Intern("exports"));
  transform_->export_assignment = make.Execute(make.Assign(exports, value));
  return DummyStatement();
}

// ---- Parameter properties ----

void Parser::DeclareParameterProperty() {
  while (types_.IsParameterModifier()) Next();
  if (Is(Token::kLeftBrace) || Is(Token::kLeftBracket)) {
    FailAtToken("A parameter property may not be declared using a binding pattern.");
  }
  if (IsIdentifierLike(type())) parameter_properties_.push_back({token().atom, start(), token().end});
}

namespace {

// The list in which a statement is `super(…)`, also inside of try, and the place behind it.
struct PlaceBehindSuper {
  std::span<Statement*>* list = nullptr;
  size_t index = 0;
};
PlaceBehindSuper FindSuper(std::span<Statement*>& list) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (auto* statement = list[i]->TryAs<ExpressionStatement>()) {
      if (statement->expression->Is<SuperCall>()) return {&list, i + 1};
    } else if (auto* attempt = list[i]->TryAs<TryStatement>()) {
      PlaceBehindSuper found = FindSuper(attempt->block->statements);
      if (found.list != nullptr) return found;
    }
  }
  return {};
}

}  // namespace

std::span<Statement*> Parser::WithParameterProperties(FunctionLiteral* literal,
                                                      ListBuilder<Statement*>& body) {
  std::span<Statement*> list = body.Finish(arena_);
  PlaceBehindSuper place;
  if (literal->syntax == FunctionSyntax::kDerivedConstructor) place = FindSuper(list);
  if (place.list == nullptr) {
    auto is_directive = [](Statement* statement) {
      auto* expression = statement->TryAs<ExpressionStatement>();
      return expression != nullptr && expression->expression->Is<StringLiteral>() &&
             !expression->expression->parenthesized;
    };
    place.list = &list;
    while (place.index < list.size() && is_directive(list[place.index])) ++place.index;
  }
  std::vector<Statement*> statements(place.list->begin(), place.list->end());
  std::vector<Statement*> assignments;
  for (size_t i = properties_start_; i < parameter_properties_.size(); ++i) {
    const ParameterProperty& property = parameter_properties_[i];
    // The parameter has a value where the body begins.
    NodeMaker make(arena_, property.start, property.end),
        make_name(arena_, literal->body_start, literal->body_start);
    auto* self = make.New<ThisExpression>();
    self->binding = Use(atoms_.dot_this, property.start);
    Expression* value = make_name.Name(property.name, Use(property.name, literal->body_start));
    assignments.push_back(make.Execute(make.Assign(make.Member(self, property.name), value)));
  }
  statements.insert(statements.begin() + static_cast<ptrdiff_t>(place.index), assignments.begin(),
                    assignments.end());
  *place.list = arena_.Copy(std::span<Statement* const>(statements));
  return list;
}

// A field without a value for each, before all others.
void Parser::AddPropertyFields(ClassLiteral* literal, ListBuilder<ClassElement>& elements, size_t from) {
  size_t others = elements.size();
  for (size_t i = from; i < parameter_properties_.size(); ++i) {
    const ParameterProperty& property = parameter_properties_[i];
    MembersFunction(literal, false);
    ClassElement field;
    field.kind = ClassElementKind::kField;
    field.start = property.start;
    field.end = property.end;
    field.key = NodeMaker(arena_, property.start, property.end).Text(property.name);
    elements.Push(field);
  }
  parameter_properties_.resize(from);
  std::rotate(elements.items().begin(), elements.items().begin() + static_cast<ptrdiff_t>(others),
              elements.items().end());
}

}  // namespace halfword::syntax
