// https://tc39.es/ecma262/#sec-class-definitions
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

// Of a class. Instance fields and static ones each belong to one synthetic function, made when the first is
// found. Its scope is not on the stack of open scopes: each initializer has a kField scope below it.
FunctionLiteral* Parser::MembersFunction(ClassLiteral* literal, bool is_static) {
  FunctionLiteral*& members = is_static ? literal->static_members : literal->instance_members;
  if (members != nullptr) return members;
  members = NewFunction(is_static ? FunctionSyntax::kStaticMembers : FunctionSyntax::kInstanceMembers,
                        literal->start, false, false);
  members->name = is_static ? atoms_.dot_static : atoms_.dot_fields;
  members->owner_class = literal;
  members->is_strict = true;
  members->uses_this = true;
  Scope* scope = OpenScope(ScopeKind::kFunction);
  scope_ = scope->outer;
  scope->function = members;
  members->scope = members->body_scope = scope;
  return members;
}

void Parser::FinishMembersFunction(FunctionLiteral* members) {
  if (members == nullptr) return;
  Scope* scope = members->scope;
  size_t collected = collected_.size();
  for (Variable* v = scope->first; v != nullptr; v = v->next) collected_.push_back(v);
  KeepCollected(scope, collected);
  members->uses_super_property = scope->home_object_variable != nullptr;
  members->uses_new_target = scope->new_target_variable != nullptr;
  members->end = members->descriptor.source_end = previous_end();
  AssignLocations(scope);
  PropagateFlags(scope, true);
}

void Parser::EnterMemberState(FunctionState& state, FunctionLiteral* members) {
  state.outer = function_;
  state.literal = members;
  state.allow_super_property = true;
  state.allow_new_target = true;
  state.forbid_arguments = true;
  function_ = &state;
}

ClassLiteral* Parser::ParseClass(bool is_declaration, bool name_required, std::span<Expression*> decorators,
                                 uint32_t from) {
  if (from == kNoPosition) from = start();
  auto* literal = New<ClassLiteral>(from, from);
  literal->decorators = decorators;
  literal->is_decorated = !decorators.empty();
  if (Exhausted()) return literal;
  Expect(Token::kClass);
  Restore<bool> strict(strict_, true);
  Restore<bool> in(accept_in_, true);
  TokenData name;
  if (IsIdentifierLike(type()) && !(Is(Token::kImplements) && typescript_)) {
    name = token();
    CheckBindingName(name);
    literal->name = name.atom;
    literal->has_own_name = true;
    Next();
    if (is_declaration && !failed())
      declared_class_ = DeclareLexical(name.atom, VariableKind::kClass, name.start);
  } else if (name_required || (!Is(Token::kExtends) && !Is(Token::kLeftBrace) && !typescript_)) {
    Unexpected();
  }
  SkipTypeParameters();
  Variable* declared = declared_class_;
  declared_class_ = nullptr;
  literal->scope = OpenScope(ScopeKind::kClass);
  if (literal->has_own_name && !failed()) {
    literal->name_variable = DeclareLexical(literal->name, VariableKind::kClassName, name.start);
  }
  if (Take(Token::kExtends)) ParseClassHeritage(literal);
  if (HW_UNLIKELY(Is(Token::kImplements)) && typescript_) {
    Require([&] {
      Next();
      return types_.SkipTypesOfHeritage();
    });
  }
  ParseClassBody(literal);
  literal->end = previous_end();
  if (literal->name_variable != nullptr) literal->name_variable->initialized_position = literal->end;
  if (literal->constructor != nullptr) {
    literal->constructor->descriptor.source_start = literal->start;
    literal->constructor->descriptor.source_end = literal->end;
  }
  CloseScope(literal->scope);
  declared_class_ = declared;
  return literal;
}

void Parser::ParseClassHeritage(ClassLiteral* literal) {
  literal->heritage = ParseLeftHandSide();
  CheckPendingCover();
  // The { or `implements` behind these could also begin an expression.
  if (HW_UNLIKELY(Is(Token::kLess)) && typescript_) Require([&] { return types_.SkipTypeArguments(); });
  // Private names in it are those of the classes around.
  Scope* scope = literal->scope;
  Variable* v = scope->first;
  scope->first = scope->last = nullptr;
  Variable* next;
  for (; v != nullptr; v = next) {
    next = v->next;
    if (v->name->is_private_name() && v->kind == VariableKind::kUnresolved) {
      v->name->binding = v->shadowed;
      HandOutward(v, scope->outer, false);
    } else {
      Append(scope, v);
    }
  }
}

void Parser::ParseClassBody(ClassLiteral* literal) {
  Expect(Token::kLeftBrace);
  {
    ListBuilder<ClassElement> elements(elements_);
    size_t properties = parameter_properties_.size();
    while (!Is(Token::kRightBrace)) {
      if (Take(Token::kSemicolon)) continue;
      if (Is(Token::kEnd)) break;
      ClassElement element;
      bool is_auto_accessor = false;
      if (!ParseClassElement(literal, element, is_auto_accessor)) continue;
      literal->is_decorated |= !element.decorators.empty();
      if (is_auto_accessor && !failed()) {
        AddAutoAccessor(literal, element, elements);
      } else {
        elements.Push(element);
      }
    }
    Expect(Token::kRightBrace);
    if (HW_UNLIKELY(parameter_properties_.size() != properties)) {
      AddPropertyFields(literal, elements, properties);
    }
    literal->elements = elements.Finish(arena_);
  }
  if (literal->is_decorated) PrepareDecorations(literal);
  FinishMembersFunction(literal->instance_members);
  FinishMembersFunction(literal->static_members);
  if (literal->constructor != nullptr) {
    literal->constructor->class_has_fields = literal->instance_members != nullptr;
  }
}

// True if the element is to be kept (the constructor has a place of its own).
bool Parser::ParseClassElement(ClassLiteral* literal, ClassElement& element, bool& is_auto_accessor) {
  if (HW_UNLIKELY(Is(Token::kAt)) && options_.harmony) element.decorators = ParseDecorators();
  ErasedElement whole = {start(), previous_end(), ErasedCount()};
  bool is_erased = HW_UNLIKELY(typescript_) && SkipMemberModifiers();
  if (HW_UNLIKELY(typescript_)) EndBeforeErased(whole.before, whole.count);
  element.start = start();
  MemberPrefix prefix;
  if (Is(Token::kStatic)) {
    prefix.word = token();
    Next();
    if (EndsMemberName(MemberOf::kClass)) {
      prefix.key = KeyOf(prefix.word);
    } else if (Is(Token::kLeftBrace)) {
      if (!element.decorators.empty()) Unexpected();
      ParseStaticBlock(literal, element);
      return true;
    } else {
      element.is_static = true;
    }
  }
  if (HW_UNLIKELY(typescript_) && prefix.key == nullptr) {
    if (element.is_static) is_erased |= SkipMemberModifiers();
    if (TakeErasedMember(is_erased, whole)) return false;
  }
  // The source text of a static method begins behind `static`.
  uint32_t from = element.is_static ? start() : element.start;
  is_auto_accessor = prefix.key == nullptr && TakeAccessor(prefix);
  if (prefix.key == nullptr && !is_auto_accessor) prefix = ParseMemberPrefix(MemberOf::kClass);
  if (prefix.syntax == FunctionSyntax::kGetter) element.kind = ClassElementKind::kGetter;
  if (prefix.syntax == FunctionSyntax::kSetter) element.kind = ClassElementKind::kSetter;

  TokenData name = prefix.key != nullptr ? prefix.word : token();
  if (prefix.key != nullptr) {
    element.key = prefix.key;
  } else if (Is(Token::kPrivateName)) {
    element.is_private = true;
    if (name.atom == atoms_.private_constructor) {
      FailAtToken("Classes may not have a private field named '#constructor'");
    }
    Next();
  } else {
    element.key = ParsePropertyKey(&element.is_computed);
  }
  if (HW_UNLIKELY(typescript_)) {
    uint32_t mark = start();
    if (Take(Token::kQuestion) || (!token().newline_before && Take(Token::kNot))) Erase(mark);
    if (!is_auto_accessor && TakeSignature(whole)) return false;
  }
  bool is_method = prefix.is_of_method() || (Is(Token::kLeftParen) && !is_auto_accessor) ||
                   (Is(Token::kLess) && typescript_);
  if (is_auto_accessor && element.is_private) {
    element.kind = ClassElementKind::kSetter;
    DeclarePrivateName(name, element);
    element.kind = ClassElementKind::kGetter;
    element.key = DeclarePrivateName(name, element);
  }
  if (!is_method) element.kind = ClassElementKind::kField;
  if (element.is_private && !is_auto_accessor) element.key = DeclarePrivateName(name, element);

  Atom* key_name = element.is_computed || element.is_private ? nullptr : KeyName(element.key);
  bool key_is_word = key_name != nullptr && element.key->kind() == NodeKind::kStringLiteral;
  bool says_constructor = key_is_word && key_name == atoms_.constructor;
  if (element.is_static && key_is_word && key_name == atoms_.prototype) {
    Fail(name.start, name.end, "Classes may not have a static property named 'prototype'");
  }
  if (!is_method) {
    if (says_constructor) Fail(name.start, name.end, "Classes may not have a field named 'constructor'");
    ParseField(literal, element);
    return true;
  }
  if (says_constructor && !element.is_static) {
    if (!element.decorators.empty())
      Fail(name.start, name.end, "A class constructor may not have decorators");
    ParseConstructor(literal, prefix, name, from);
    return false;
  }
  ParseClassMethod(literal, element, prefix, element.is_private ? name.atom : key_name, from);
  return true;
}

// From the ( of the parameters, as ParseClassMethod.
void Parser::ParseConstructor(ClassLiteral* literal, const MemberPrefix& prefix, const TokenData& name,
                              uint32_t from) {
  const char* message = prefix.is_accessor()              ? "Class constructor may not be an accessor"
                        : prefix.is_async                 ? "Class constructor may not be an async method"
                        : prefix.is_generator             ? "Class constructor may not be a generator"
                        : literal->constructor != nullptr ? "A class may only have one constructor"
                                                          : nullptr;
  if (message != nullptr) Fail(name.start, name.end, message);
  FunctionSyntax syntax =
      literal->heritage != nullptr ? FunctionSyntax::kDerivedConstructor : FunctionSyntax::kConstructor;
  literal->constructor = ParseMethod(syntax, from, prefix.is_async, prefix.is_generator);
  literal->constructor->owner_class = literal;
}

void Parser::ParseClassMethod(ClassLiteral* literal, ClassElement& element, const MemberPrefix& prefix,
                              Atom* name, uint32_t from) {
  FunctionLiteral* method = ParseMethod(prefix.syntax, from, prefix.is_async, prefix.is_generator);
  method->is_static_member = element.is_static;
  element.value = method;
  element.end = previous_end();
  if (element.is_computed) {
    method->wants_name_at_run_time = element.needs_name_at_run_time = true;
  } else {
    method->name = name;
  }
  if (element.is_private && !element.is_static) {
    MembersFunction(literal, false);
    element.method_variable = DeclareSynthetic(scope_, atoms_.dot_synthetic, VariableKind::kSynthetic);
    element.method_variable->captured = true;
    element.key->As<PrivateName>()->binding->captured = true;
  }
}

void Parser::ParseField(ClassLiteral* literal, ClassElement& element) {
  FunctionLiteral* members = MembersFunction(literal, element.is_static);
  if (element.is_computed) {
    element.key_variable = DeclareSynthetic(scope_, atoms_.dot_synthetic, VariableKind::kSynthetic);
    element.key_variable->captured = true;
  } else if (element.is_private) {
    element.key->As<PrivateName>()->binding->captured = true;
  }
  SkipTypeAnnotation();
  if (Take(Token::kAssign)) {
    Restore<FunctionState*> function(function_);
    Restore<ParameterHazards> hazards(hazards_, {});
    FunctionState field_state;
    EnterMemberState(field_state, members);
    Scope* scope = OpenScope(ScopeKind::kField);
    scope->outer = members->scope;
    element.scope = scope;
    element.value = ParseAssignmentIn();
    CloseMemberScope(scope);
    if (IsAnonymousDefinition(element.value)) {
      if (element.is_computed) {
        element.needs_name_at_run_time = true;
        NameAtRunTime(element.value);
      } else {
        NameAnonymous(element.value, KeyName(element.key));
      }
    }
  }
  element.end = previous_end();
  ExpectSemicolon();
}

// ---- Auto-accessors: https://tc39.es/proposal-decorators/ ----

// True if `accessor` is a prefix here; it is taken then. Where it is an element's name, that is in `prefix`.
bool Parser::TakeAccessor(MemberPrefix& prefix) {
  if (!options_.harmony || !Is(Token::kAccessor)) return false;
  prefix.word = token();
  Next();
  if (!EndsMemberName(MemberOf::kClass) && !token().newline_before) return true;
  prefix.key = KeyOf(prefix.word);
  return false;
}

// A field that has been parsed becomes the storage of an accessor.
void Parser::AddAutoAccessor(ClassLiteral* literal, ClassElement field, ListBuilder<ClassElement>& elements) {
  field.storage = DeclareStorage(field);
  elements.Push(field);
  for (FunctionSyntax syntax : {FunctionSyntax::kGetter, FunctionSyntax::kSetter}) {
    ClassElement accessor = field;
    accessor.kind = syntax == FunctionSyntax::kGetter ? ClassElementKind::kGetter : ClassElementKind::kSetter;
    accessor.scope = nullptr;
    accessor.storage = nullptr;
    accessor.decorators = {};
    accessor.value = MakeStorageAccessor(syntax, field);
    accessor.needs_name_at_run_time = field.is_computed;
    if (field.is_private && !field.is_static) {
      MembersFunction(literal, false);
      accessor.method_variable = DeclareSynthetic(scope_, atoms_.dot_synthetic, VariableKind::kSynthetic);
      accessor.method_variable->captured = true;
    }
    elements.Push(accessor);
  }
}

// Named after the accessor, for messages. Of two with the same name the position tells which it is.
PrivateName* Parser::DeclareStorage(const ClassElement& field) {
  platform::WatchedVector<char16_t> text{watch_};
  auto append = [&](std::string_view ascii) { text.insert(text.end(), ascii.begin(), ascii.end()); };
  Atom* name = field.is_computed ? atoms_.keyword(Token::kAccessor) : KeyName(field.key);
  append("#");
  for (uint32_t i = field.is_private ? 1 : 0; i < name->length; ++i) text.push_back(name->at(i));
  append(" accessor storage");
  TokenData token;
  token.start = token.end = field.start;
  token.atom = atoms_.Intern(std::span<const char16_t>(text));
  if (Find(scope_, token.atom) != nullptr) {
    append(" " + std::to_string(field.start));
    token.atom = atoms_.Intern(std::span<const char16_t>(text));
  }
  PrivateName* storage = DeclarePrivateName(token, field);
  storage->binding->captured = true;
  return storage;
}

// get() { return this.#storage; } or set(value) { this.#storage = value; }, without a source text.
FunctionLiteral* Parser::MakeStorageAccessor(FunctionSyntax syntax, const ClassElement& field) {
  FunctionLiteral* literal = NewFunction(syntax, field.start, false, false);
  literal->descriptor.parse_start = field.start;
  literal->is_static_member = field.is_static;
  literal->wants_name_at_run_time = field.is_computed;
  if (!field.is_computed) literal->name = KeyName(field.key);
  Restore<FunctionState*> function(function_);
  FunctionState state;
  EnterFunctionState(state, literal);
  Scope* scope = OpenFunctionScope(literal);
  literal->is_strict = scope->is_strict = true;

  auto* self = New<ThisExpression>(field.start, field.end);
  self->binding = Use(atoms_.dot_this, field.start);
  auto* name = New<PrivateName>(field.start, field.end);
  name->name = field.storage->name;
  name->binding = Use(name->name, field.start);
  auto* member = New<PrivateMember>(field.start, field.end);
  member->object = self;
  member->name = name;
  Statement* statement;
  if (syntax == FunctionSyntax::kGetter) {
    auto* result = New<ReturnStatement>(field.start, field.end);
    result->argument = member;
    statement = result;
  } else {
    Restore<size_t> parameters_start(parameters_start_, parameters_.size());
    size_t declared_from = declared_.size();
    auto parameter = [&] {
      auto* identifier = New<Identifier>(field.start, field.end);
      identifier->name = atoms_.Intern("value");
      return identifier;
    };
    Identifier* declared = parameter();
    DeclareBinding(declared, BindingKind::kParameter);
    AddParameter(literal, {.target = declared}, declared_from);
    literal->parameters = arena_.Copy(std::span<const Parameter>(parameters_).subspan(parameters_start_));
    parameters_.resize(parameters_start_);
    auto* assign = New<AssignExpression>(field.start, field.end);
    assign->op_position = field.start;
    assign->target = member;
    Identifier* used = parameter();
    used->binding = Use(used->name, field.start);
    assign->value = used;
    auto* result = New<ExpressionStatement>(field.start, field.end);
    result->expression = assign;
    statement = result;
  }
  literal->body = arena_.Copy(std::span<Statement* const>(&statement, 1));
  literal->end = field.end;
  CloseFunctionScope(literal);
  return literal;
}

// ---- Decorators: https://tc39.es/proposal-decorators/ ----

// At the first @. They see the scope and the strictness of what is around, as computed keys do.
std::span<Expression*> Parser::ParseDecorators() {
  Restore<bool> in(accept_in_, true);
  ListBuilder<Expression*> decorators(expressions_);
  while (Take(Token::kAt)) decorators.Push(ParseDecorator());
  return decorators.Finish(arena_);
}

Expression* Parser::ParseDecorator() {
  uint32_t from = start();
  if (Exhausted()) return Dummy();
  if (Take(Token::kLeftParen)) {
    Expression* expression = ParseExpression();
    expression->parenthesized = true;
    Expect(Token::kRightParen);
    return expression;
  }
  Expression* member = ParseIdentifierReference();
  while (Take(Token::kDot)) member = ParseNamedMember(member, from, false);
  if (HW_UNLIKELY(Is(Token::kLess)) && typescript_) Require([&] { return types_.SkipTypeArguments(); });
  return Is(Token::kLeftParen) ? ParseCall(member, from, false) : member;
}

// The variables that a decorated class needs besides.
void Parser::PrepareDecorations(ClassLiteral* literal) {
  auto declare = [&](Variable*& variable) {
    if (variable != nullptr) return;
    variable = DeclareSynthetic(scope_, atoms_.dot_synthetic, VariableKind::kSynthetic);
    variable->captured = true;
  };
  uint32_t count = 0;
  for (ClassElement& element : literal->elements) {
    if (element.is_computed) declare(element.key_variable);
    if (element.decorators.empty()) continue;
    element.decoration = count++;
    if (element.kind == ClassElementKind::kField) {
      declare(element.initializers_variable);
      declare(element.extra_initializers_variable);
    } else if (!element.is_static) {
      declare(literal->extra_initializers_variable);
      MembersFunction(literal, false);
    }
  }
}

// At the {.
void Parser::ParseStaticBlock(ClassLiteral* literal, ClassElement& element) {
  element.kind = ClassElementKind::kStaticBlock;
  element.is_static = true;
  FunctionLiteral* members = MembersFunction(literal, true);
  Restore<FunctionState*> function(function_);
  Restore<ParameterHazards> hazards(hazards_, {});
  FunctionState block_state;
  EnterMemberState(block_state, members);
  block_state.await_mode = AwaitMode::kForbidden;
  auto* block = New<BlockStatement>(start(), start());
  element.block = block;
  Scope* scope = OpenScope(ScopeKind::kStaticBlock);
  scope->outer = members->scope;
  element.scope = block->scope = scope;
  Expect(Token::kLeftBrace);
  {
    ListBuilder<Statement*> statements(statements_);
    ParseStatementList(statements, Token::kRightBrace);
    block->statements = statements.Finish(arena_);
  }
  CloseMemberScope(scope);
  Expect(Token::kRightBrace);
  element.end = block->end = previous_end();
}

// ---- Private names ----

PrivateName* Parser::DeclarePrivateName(const TokenData& t, const ClassElement& element) {
  auto* node = New<PrivateName>(t.start, t.end);
  node->name = t.atom;
  VariableKind kind = element.kind == ClassElementKind::kField    ? VariableKind::kPrivateField
                      : element.kind == ClassElementKind::kGetter ? VariableKind::kPrivateGetter
                      : element.kind == ClassElementKind::kSetter ? VariableKind::kPrivateSetter
                                                                  : VariableKind::kPrivateMethod;
  Variable* v = Use(t.atom, t.start);
  node->binding = v;
  if (v->kind == VariableKind::kUnresolved) {
    v->kind = kind;
    v->position = t.start;
    v->is_static_private = element.is_static;
    return node;
  }
  bool is_pair = (v->kind == VariableKind::kPrivateGetter && kind == VariableKind::kPrivateSetter) ||
                 (v->kind == VariableKind::kPrivateSetter && kind == VariableKind::kPrivateGetter);
  if (is_pair && v->is_static_private == element.is_static) {
    v->kind = VariableKind::kPrivateAccessor;
  } else {
    FailRedeclaration(t.atom, t.start);
  }
  return node;
}

PrivateName* Parser::ParsePrivateNameUse() {
  auto* node = New<PrivateName>(token().start, token().end);
  node->name = token().atom;
  node->binding = Use(token().atom, token().start);
  Next();
  return node;
}

}  // namespace halfword::syntax
