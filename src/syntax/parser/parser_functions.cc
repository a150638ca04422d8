// https://tc39.es/ecma262/#sec-ecmascript-language-functions-and-classes, without the classes.
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

FunctionLiteral* Parser::NewFunction(FunctionSyntax syntax, uint32_t from, bool is_async, bool is_generator) {
  auto* literal = New<FunctionLiteral>(from, from);
  literal->syntax = syntax;
  literal->is_async = is_async;
  literal->is_generator = is_generator;
  FunctionDescriptor& descriptor = literal->descriptor;
  descriptor.source_start = from;
  descriptor.syntax = syntax;
  descriptor.is_async = is_async;
  descriptor.is_generator = is_generator;
  descriptor.is_strict = strict_;
  return literal;
}

Scope* Parser::OpenFunctionScope(FunctionLiteral* literal) {
  Scope* scope = OpenScope(ScopeKind::kFunction);
  scope->function = literal;
  literal->scope = literal->body_scope = scope;
  return scope;
}

void Parser::EnterFunctionState(FunctionState& state, FunctionLiteral* literal) {
  state.outer = function_;
  state.literal = literal;
  state.is_async = literal->is_async;
  state.is_generator = literal->is_generator;
  state.await_mode = literal->is_async ? AwaitMode::kKeyword : AwaitMode::kIdentifier;
  state.allow_return = true;
  if (literal->is_arrow()) {
    state.allow_new_target = function_->allow_new_target;
    state.allow_super_property = function_->allow_super_property;
    state.allow_super_call = function_->allow_super_call;
    state.forbid_arguments = function_->forbid_arguments;
  } else {
    state.allow_new_target = true;
    state.allow_super_property = literal->is_method_like();
    state.allow_super_call = literal->syntax == FunctionSyntax::kDerivedConstructor;
  }
  function_ = &state;
}

bool Parser::WantsLazy(const FunctionLiteral* literal) const {
  if (discarding_) return true;
  if (HW_UNLIKELY(transform_ != nullptr) && IsInContainer()) return false;
  return options_.lazy && literal->start >= options_.eager_before && literal->start != eager_at_ &&
         literal->descriptor.parse_start != wanted_parse_start_;
}

FunctionLiteral* Parser::ParseFunctionExpression() {
  uint32_t from = start();
  bool is_async = Take(Token::kAsync);
  Expect(Token::kFunction);
  bool is_generator = Take(Token::kMultiply);
  FunctionLiteral* literal = NewFunction(FunctionSyntax::kExpression, from, is_async, is_generator);
  if (!Is(Token::kLeftParen) && !(Is(Token::kLess) && typescript_)) {
    const TokenData& name = token();
    if (!IsIdentifierLike(name.type)) {
      Unexpected();
      return literal;
    }
    // The name is bound inside, so the function's own kind decides about yield and await.
    Token word = name.atom->token;
    if (strict_ && IsStrictReserved(word)) {
      FailAtToken("Unexpected strict mode reserved word");
    } else if ((word == Token::kYield && is_generator) ||
               (word == Token::kAwait && (is_async || is_module_))) {
      FailAtToken("Unexpected reserved word");
    } else if (strict_ && (name.atom == atoms_.eval || name.atom == atoms_.arguments)) {
      FailAtToken("Unexpected eval or arguments in strict mode");
    }
    literal->name = name.atom;
    literal->has_own_name = true;
    literal->descriptor.name_start = name.start;
    Next();
  }
  SkipTypeParameters();
  ParseFunctionRest(literal);
  return literal;
}

FunctionDeclaration* Parser::ParseFunctionDeclaration(bool name_required) {
  uint32_t from = start();
  bool is_async = Take(Token::kAsync);
  Expect(Token::kFunction);
  bool is_generator = Take(Token::kMultiply);
  auto* declaration = New<FunctionDeclaration>(from, from);
  FunctionLiteral* literal = NewFunction(FunctionSyntax::kDeclaration, from, is_async, is_generator);
  declaration->function = literal;
  literal->has_own_name = true;
  uint32_t position = start();
  Atom* bound_name;
  if (!name_required && (Is(Token::kLeftParen) || (Is(Token::kLess) && typescript_))) {
    literal->name = atoms_.keyword(Token::kDefault);
    literal->has_own_name = false;
    bound_name = atoms_.default_export;
    position = from;
  } else if (!IsIdentifierLike(type())) {
    Unexpected();
    literal->name = bound_name = atoms_.empty;
  } else {
    CheckBindingName(token());
    literal->name = bound_name = token().atom;
    literal->descriptor.name_start = position;
    Next();
  }

  // https://tc39.es/ecma262/#sec-block-level-function-declarations-web-legacy-compatibility-semantics
  bool at_top_level = scope_->is_var_scope() && scope_->kind != ScopeKind::kModule;
  if (!failed()) {
    if (at_top_level) {
      declaration->binding = DeclareVar(bound_name, VariableKind::kFunction, position);
    } else {
      bool is_plain = !is_async && !is_generator && !strict_;
      declaration->binding = DeclareLexical(bound_name, VariableKind::kBlockFunction, position);
      if (declaration->binding->kind == VariableKind::kBlockFunction) {
        // Only plain functions may repeat.
        bool is_first = !declaration->binding->seen_function;
        if (!is_first && !is_plain) FailRedeclaration(bound_name, position);
        declaration->binding->sloppy_function = is_plain;
        declaration->binding->seen_function = true;
      }
      if (is_plain && scope_->kind != ScopeKind::kModule) annex_b_.push_back(declaration);
    }
    hoisted_.push_back(declaration);
  }
  if (declaration->binding == nullptr) declaration->binding = Use(bound_name, position);
  SkipTypeParameters();
  ParseFunctionRest(literal);
  declaration->end = previous_end();
  return declaration;
}

// At the ( of the parameters.
FunctionLiteral* Parser::ParseMethod(FunctionSyntax syntax, uint32_t from, bool is_async, bool is_generator) {
  FunctionLiteral* literal = NewFunction(syntax, from, is_async, is_generator);
  SkipTypeParameters();
  ParseFunctionRest(literal);
  return literal;
}

void Parser::ParseFunctionRest(FunctionLiteral* literal) {
  if (Exhausted()) {
    literal->scope = literal->body_scope = scope_;
    return;
  }
  literal->descriptor.parse_start = start();
  literal->is_lazy = WantsLazy(literal);
  Restore<FunctionState*> function(function_);
  Restore<bool> strict(strict_);
  Restore<bool> in(accept_in_, true);
  Restore<bool> discarding(discarding_, literal->is_lazy);
  Restore<ParameterHazards> hazards(hazards_, {});
  Restore<PendingCover> cover(pending_cover_, {});
  FunctionState state;
  EnterFunctionState(state, literal);
  OpenFunctionScope(literal);
  Arena::Mark mark = arena_.mark();

  Expect(Token::kLeftParen);
  Restore<size_t> properties(properties_start_, parameter_properties_.size());
  ParseFormalParameters(literal);
  literal->parameters_end = start();
  Expect(Token::kRightParen);
  if (hazards_.yield != kNoPosition && literal->is_generator) {
    Fail(hazards_.yield, hazards_.yield + 5, "Yield expression not allowed in formal parameter");
  }
  if (hazards_.await != kNoPosition && literal->is_async) {
    Fail(hazards_.await, hazards_.await + 5,
         "Illegal await-expression in formal parameters of async function");
  }
  if (literal->syntax == FunctionSyntax::kGetter && !literal->parameters.empty()) {
    Fail(literal->descriptor.parse_start, previous_end(), "Getter must not have any formal parameters.");
  }
  if (literal->syntax == FunctionSyntax::kSetter) {
    if (literal->parameters.size() != 1) {
      Fail(literal->descriptor.parse_start, previous_end(), "Setter must have exactly one formal parameter.");
    } else if (literal->has_rest) {
      Fail(literal->descriptor.parse_start, previous_end(),
           "Setter function argument must not be a rest parameter");
    }
  }
  SkipReturnType();
  ParseFunctionBody(literal);
  FinishFunction(literal, mark);
}

// Sets what follows from one more parameter: its names were declared behind `declared_from`.
void Parser::AddParameter(FunctionLiteral* literal, Parameter parameter, size_t declared_from) {
  bool is_identifier = parameter.target->kind() == NodeKind::kIdentifier;
  bool has_expressions = parameter.initializer != nullptr || HasExpressions(parameter.target);
  literal->has_simple_parameters &= is_identifier && parameter.initializer == nullptr && !parameter.is_rest;
  literal->has_parameter_expressions |= has_expressions;
  literal->has_rest |= parameter.is_rest;
  auto index = static_cast<int32_t>(parameters_.size() - parameters_start_);
  if (is_identifier && parameter.initializer == nullptr && !parameter.is_rest && !failed()) {
    parameter.target->As<Identifier>()->binding->parameter_index = index;
  }
  // The `length` counts the parameters before the first with an initializer, or the rest.
  bool counts = parameter.initializer == nullptr && !parameter.is_rest;
  if (counts && literal->length == static_cast<uint32_t>(index)) ++literal->length;
  // Only expressions can see a parameter too early.
  MarkInitialized(declared_from, literal->has_parameter_expressions ? previous_end() : 0);
  parameters_.push_back(parameter);
}

void Parser::ParseFormalParameters(FunctionLiteral* literal) {
  Restore<size_t> parameters_start(parameters_start_, parameters_.size());
  if (HW_UNLIKELY(Is(Token::kThis)) && typescript_) {
    uint32_t from = start();
    size_t count = ErasedCount();
    Next();
    SkipTypeAnnotation();
    if (!Is(Token::kRightParen)) Expect(Token::kComma);
    if (HW_UNLIKELY(options_.erased != nullptr)) options_.erased->resize(count);
    Erase(from);
  }
  while (!Is(Token::kRightParen)) {
    size_t declared_from = declared_.size();
    Parameter parameter;
    if (Take(Token::kEllipsis)) {
      parameter.is_rest = true;
      parameter.target = ParseBindingTarget(BindingKind::kParameter);
      SkipTypeAnnotation();
      if (Is(Token::kAssign)) FailAtToken("Rest parameter may not have a default initializer");
      if (Is(Token::kComma)) FailAtToken("Rest parameter must be last formal parameter");
    } else {
      PatternElement element = HW_UNLIKELY(typescript_) ? ParseTypedParameter(literal)
                                                        : ParseBindingElement(BindingKind::kParameter);
      parameter.target = element.target;
      parameter.initializer = element.initializer;
    }
    AddParameter(literal, parameter, declared_from);
    if (Is(Token::kRightParen)) break;
    if (!Take(Token::kComma)) {
      Unexpected();
      break;
    }
  }
  literal->parameters = arena_.Copy(std::span<const Parameter>(parameters_).subspan(parameters_start_));
  parameters_.resize(parameters_start_);
}

// From { to }, which stays the current token.
void Parser::ParseFunctionBody(FunctionLiteral* literal) {
  literal->body_start = start();
  hazards_ = {};
  Expect(Token::kLeftBrace);
  if (literal->has_parameter_expressions) literal->body_scope = OpenScope(ScopeKind::kFunctionBody);
  ListBuilder<Statement*> statements(statements_);
  ParseDirectives(literal, statements);
  ParseStatementList(statements, Token::kRightBrace);
  bool has_properties = parameter_properties_.size() != properties_start_ && literal->is_class_constructor();
  literal->body =
      HW_UNLIKELY(has_properties) ? WithParameterProperties(literal, statements) : statements.Finish(arena_);
  CheckParameters(literal);
  literal->end = token().end;
  if (!Is(Token::kRightBrace)) Unexpected();
}

// REQUIRES: the scopes of the function are the innermost open ones. Ends it, behind its last token.
void Parser::FinishFunction(FunctionLiteral* literal, Arena::Mark mark) {
  literal->is_strict = strict_;
  literal->scope->is_strict = literal->body_scope->is_strict = strict_;
  if (!literal->is_expression_body && Is(Token::kRightBrace)) Next();
  literal->end = previous_end();
  literal->descriptor.source_end = literal->end;
  CloseFunctionScope(literal);
  if (literal->is_lazy) DiscardFunction(literal, mark);
}

// https://tc39.es/ecma262/#sec-directive-prologues-and-the-use-strict-directive
void Parser::ParseDirectives(FunctionLiteral* literal, ListBuilder<Statement*>& statements) {
  TokenData legacy;
  while (Is(Token::kString)) {
    TokenData directive = token();
    Statement* statement = ParseStatementListItem();
    statements.Push(statement);
    if (statement->kind() != NodeKind::kExpressionStatement) return;
    Expression* expression = statement->As<ExpressionStatement>()->expression;
    if (expression->kind() != NodeKind::kStringLiteral || expression->parenthesized) return;
    if (directive.legacy != LegacyForm::kNone && legacy.legacy == LegacyForm::kNone) legacy = directive;
    if (directive.atom == atoms_.use_strict && !directive.has_escape &&
        directive.end - directive.start == atoms_.use_strict->length + 2) {
      BecomeStrict(literal, directive);
    }
    if (legacy.legacy != LegacyForm::kNone) CheckLegacy(legacy);
  }
}

void Parser::BecomeStrict(FunctionLiteral* literal, const TokenData& directive) {
  if (!literal->has_simple_parameters) {
    Fail(directive.start, directive.end,
         "Illegal 'use strict' directive in function with non-simple parameter list");
  }
  strict_ = true;
  scope_->is_strict = true;
}

// What depends on the strictness of the body.
void Parser::CheckParameters(FunctionLiteral* literal) {
  if (literal->has_duplicate_parameters) {
    if (strict_ || !literal->has_simple_parameters || literal->is_arrow() || literal->is_method_like()) {
      Fail(literal->duplicate_position, literal->duplicate_position + 1,
           "Duplicate parameter name not allowed in this context");
    }
  }
  if (!strict_ || literal->descriptor.is_strict) return;
  auto check = [&](Atom* name, uint32_t from, uint32_t to) {
    if (name == atoms_.eval || name == atoms_.arguments) {
      Fail(from, to, "Unexpected eval or arguments in strict mode");
    } else if (IsStrictReserved(name->token)) {
      Fail(from, to, "Unexpected strict mode reserved word");
    }
  };
  for (const Parameter& parameter : literal->parameters) {
    if (parameter.target->kind() != NodeKind::kIdentifier) continue;
    auto* identifier = parameter.target->As<Identifier>();
    check(identifier->name, identifier->start, identifier->end);
  }
  if (literal->has_own_name) check(literal->name, literal->start, literal->descriptor.parse_start);
}

// ---- Arrow functions ----

// https://tc39.es/ecma262/#sec-arrow-function-definitions-static-semantics-early-errors
void Parser::CheckArrowHazards(bool is_async) {
  if (hazards_.yield != kNoPosition) {
    Fail(hazards_.yield, hazards_.yield + 5, "Yield expression not allowed in formal parameter");
  }
  uint32_t await = hazards_.await;
  if (await == kNoPosition && is_async) await = hazards_.await_identifier;
  if (await != kNoPosition) {
    Fail(await, await + 5, "Illegal await-expression in formal parameters of async function");
  }
}

void Parser::MergeHazards(const ParameterHazards& outer) {
  if (outer.yield != kNoPosition) hazards_.yield = outer.yield;
  if (outer.await != kNoPosition) hazards_.await = outer.await;
  if (outer.await_identifier != kNoPosition) hazards_.await_identifier = outer.await_identifier;
}

// Behind a parenthesis.
bool Parser::MayBeginParameters() {
  switch (type()) {
    case Token::kRightParen:
    case Token::kEllipsis:
    case Token::kLeftBrace:
    case Token::kLeftBracket: return true;
    default: break;
  }
  if (!IsIdentifierLike(type())) return false;
  switch (Peek().type) {
    case Token::kComma:
    case Token::kRightParen:
    case Token::kAssign: return true;
    case Token::kColon: return typescript_;
    case Token::kQuestion: return typescript_ && EndsOptionalParameter(PeekFurther().type);
    default: return false;
  }
}

// The expressions up to the parenthesis that closes, which may be parameters.
Parser::ParenthesizedList Parser::ParseParenthesizedList(ListBuilder<Expression*>& items) {
  ParenthesizedList list;
  Restore<bool> in(accept_in_, true);
  while (!Is(Token::kRightParen)) {
    uint32_t item_from = start();
    if (Take(Token::kEllipsis)) {
      items.Push(ParseSpread(item_from, Cover::kPropagate));
      list.spread_at = item_from;
      SkipTypeAnnotation();
      break;
    }
    items.Push(ParseAssignment(Cover::kPropagate));
    if (HW_UNLIKELY(typescript_)) ParseParameterType(items, item_from, &list.must_be_arrow);
    if (Is(Token::kRightParen)) break;
    if (!Is(Token::kComma)) break;
    list.trailing_comma_at = token().end;
    Next();
    if (!Is(Token::kRightParen)) list.trailing_comma_at = kNoPosition;
  }
  return list;
}

// ( … ) as an expression or as the parameters of an arrow function.
Expression* Parser::ParseParenthesized(uint32_t from) {
  if (Exhausted()) return Dummy();
  bool is_candidate = arrow_allowed_at_ == from;
  // With transform_ it may also be an assertion, which is as good as nothing.
  bool is_generic = from != start() && transform_ == nullptr;
  bool must_be_arrow = is_generic;
  Next();
  eager_at_ = start();
  if (!is_candidate || !MayBeginParameters()) {
    Expression* inner = ParseExpressionIn();
    Expect(Token::kRightParen);
    if (is_generic) RefuseNotErasable(from, from + 1);
    inner->parenthesized = true;
    return inner;
  }

  Scope* scope = OpenScope(ScopeKind::kBlock);
  scope->is_arrow_candidate = true;
  ParameterHazards outer_hazards = hazards_;
  hazards_ = {};
  PendingCover outer_cover = pending_cover_;
  pending_cover_ = {};
  ListBuilder<Expression*> items(expressions_);
  ParenthesizedList list = ParseParenthesizedList(items);
  must_be_arrow |= list.must_be_arrow;
  if (list.spread_at != kNoPosition && Is(Token::kComma))
    FailAtToken("Rest parameter must be last formal parameter");
  TokenData closing = token();
  Expect(Token::kRightParen);
  if (HW_UNLIKELY(typescript_)) {
    must_be_arrow |= items.empty() || list.spread_at != kNoPosition;
    if (Is(Token::kColon)) must_be_arrow |= TakeArrowReturnType(from, must_be_arrow);
    if (is_generic && !Is(Token::kArrow)) RefuseNotErasable(from, from + 1);
    if (must_be_arrow && !Is(Token::kArrow)) FailAtToken("'=>' expected.");
  }
  Expression* result;
  if (Is(Token::kArrow) && !token().newline_before) {
    pending_cover_ = {};
    CheckArrowHazards(false);
    result = ParseArrowFunction(from, items.items(), scope, false);
  } else {
    CheckPendingCover();
    if (list.spread_at != kNoPosition) Fail(list.spread_at, list.spread_at + 3, "Unexpected token '...'");
    if (items.empty() || list.trailing_comma_at != kNoPosition) Unexpected(closing);
    DissolveScope(scope);
    if (items.size() == 1) {
      result = items[0];
    } else if (items.empty()) {
      result = Dummy();
    } else {
      auto* sequence = New<SequenceExpression>(items[0]->start, closing.start);
      sequence->expressions = items.Finish(arena_);
      result = sequence;
    }
    result->parenthesized = true;
  }
  pending_cover_ = outer_cover;
  MergeHazards(outer_hazards);
  return result;
}

// async ( … ) as a call or as the beginning of an async arrow function.
Expression* Parser::ParseAsyncCallOrArrow() {
  if (Exhausted()) return Dummy();
  TokenData async = token();
  Next();
  uint32_t types_from = start();
  size_t count = ErasedCount();
  SkipTypeParameters();
  if (HW_UNLIKELY(ErasedCount() != count)) {
    options_.erased->resize(count);
    EraseArrowTypeParameters(types_from);
  }
  bool must_be_arrow = false;
  Scope* scope = OpenScope(ScopeKind::kBlock);
  scope->is_arrow_candidate = true;
  ParameterHazards outer_hazards = hazards_;
  hazards_ = {};
  PendingCover outer_cover = pending_cover_;
  pending_cover_ = {};
  ListBuilder<Expression*> items(expressions_);
  uint32_t comma_after_spread = kNoPosition;
  {
    Restore<bool> in(accept_in_, true);
    Expect(Token::kLeftParen);
    while (!Is(Token::kRightParen)) {
      uint32_t item_from = start();
      if (Take(Token::kEllipsis)) {
        items.Push(ParseSpread(item_from, Cover::kPropagate));
        if (HW_UNLIKELY(Is(Token::kColon)) && typescript_) {
          must_be_arrow = true;
          SkipTypeAnnotation();
        }
        if (Is(Token::kComma)) comma_after_spread = start();
      } else {
        items.Push(ParseAssignment(Cover::kPropagate));
        if (HW_UNLIKELY(typescript_)) ParseParameterType(items, item_from, &must_be_arrow);
      }
      if (!Take(Token::kComma)) break;
    }
    if (!Is(Token::kRightParen)) FailAtToken("missing ) after argument list");
    Expect(Token::kRightParen);
  }
  if (HW_UNLIKELY(typescript_)) {
    if (Is(Token::kColon)) must_be_arrow |= TakeArrowReturnType(async.start, must_be_arrow);
    if (must_be_arrow && !Is(Token::kArrow)) FailAtToken("'=>' expected.");
  }
  Expression* result;
  if (Is(Token::kArrow) && !token().newline_before) {
    pending_cover_ = {};
    CheckArrowHazards(true);
    if (comma_after_spread != kNoPosition) {
      Fail(comma_after_spread, comma_after_spread + 1, "Rest parameter must be last formal parameter");
    }
    result = ParseArrowFunction(async.start, items.items(), scope, true);
  } else {
    CheckPendingCover();
    DissolveScope(scope);
    auto* call = New<CallExpression>(async.start, previous_end());
    call->callee = MakeIdentifier(async);
    call->arguments = items.Finish(arena_);
    result = call;
  }
  pending_cover_ = outer_cover;
  MergeHazards(outer_hazards);
  return result;
}

// At the => behind a single name.
Expression* Parser::ParseSingleParameterArrow(uint32_t from, const TokenData& name, bool is_async) {
  CheckBindingName(name);
  if (is_async && name.atom->token == Token::kAwait) {
    Fail(name.start, name.end, "Unexpected reserved word");
  }
  Scope* scope = OpenScope(ScopeKind::kBlock);
  scope->is_arrow_candidate = true;
  auto* identifier = New<Identifier>(name.start, name.end);
  identifier->name = name.atom;
  identifier->binding = Use(name.atom, name.start);
  Expression* item = identifier;
  return ParseArrowFunction(from, std::span(&item, 1), scope, is_async);
}

// At the =>. The items are in `scope`, which is the innermost one and becomes the function's.
Expression* Parser::ParseArrowFunction(uint32_t from, std::span<Expression*> items, Scope* scope,
                                       bool is_async) {
  FunctionLiteral* literal = NewFunction(FunctionSyntax::kArrow, from, is_async, false);
  literal->descriptor.parse_start = from;
  scope->is_arrow_candidate = false;
  scope->kind = ScopeKind::kFunction;
  scope->function = literal;
  literal->scope = literal->body_scope = scope;
  literal->has_direct_eval = scope->inner_direct_eval;
  Restore<FunctionState*> function(function_);
  Restore<bool> strict(strict_);
  Restore<ParameterHazards> hazards(hazards_, {});
  Restore<PendingCover> cover(pending_cover_, {});
  FunctionState state;
  EnterFunctionState(state, literal);

  {
    // `items` lies on the stack of expressions, which conversions use too: copy.
    std::span<Expression*> copy = arena_.Copy(std::span<Expression* const>(items));
    Restore<size_t> parameters_start(parameters_start_, parameters_.size());
    for (Expression* item : copy) {
      size_t declared_from = declared_.size();
      bool is_rest = item->kind() == NodeKind::kSpreadElement;
      Expression* target = is_rest ? item->As<SpreadElement>()->argument : item;
      if (is_rest && target->kind() == NodeKind::kAssignExpression && !target->parenthesized) {
        FailAt(target, "Rest parameter may not have a default initializer");
      }
      if (is_rest && item != copy.back()) FailAt(item, "Rest parameter must be last formal parameter");
      Parameter parameter = ToParameter(target);
      parameter.is_rest = is_rest;
      AddParameter(literal, parameter, declared_from);
    }
    literal->parameters = arena_.Copy(std::span<const Parameter>(parameters_).subspan(parameters_start_));
    parameters_.resize(parameters_start_);
  }
  if (literal->has_duplicate_parameters) CheckParameters(literal);

  Next();
  bool is_block = Is(Token::kLeftBrace);
  literal->is_expression_body = !is_block;
  literal->is_lazy = discarding_ || (is_block && WantsLazy(literal));
  Restore<bool> discarding(discarding_, literal->is_lazy);
  Arena::Mark mark = arena_.mark();
  if (is_block) {
    Restore<bool> in(accept_in_, true);
    ParseFunctionBody(literal);
  } else {
    literal->body_start = start();
    if (branch_at_ == from) branch_at_ = start();
    if (literal->has_parameter_expressions) literal->body_scope = OpenScope(ScopeKind::kFunctionBody);
    if (!Exhausted()) literal->expression = ParseAssignment();
    if (literal->expression == nullptr) literal->expression = Dummy();
  }
  FinishFunction(literal, mark);
  if (literal->is_lazy) literal->expression = nullptr;
  return literal;
}

}  // namespace halfword::syntax
