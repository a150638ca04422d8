// https://tc39.es/ecma262/#sec-ecmascript-language-expressions
#include "regexp/regexp.h"
#include "syntax/parser_impl.h"

namespace halfword::syntax {

// Expression : AssignmentExpression { , AssignmentExpression }
Expression* Parser::ParseExpression() {
  uint32_t from = start();
  Expression* first = ParseAssignment();
  if (HW_LIKELY(!Is(Token::kComma))) return first;
  ListBuilder<Expression*> list(expressions_);
  list.Push(first);
  while (Take(Token::kComma)) list.Push(ParseAssignment());
  auto* sequence = New<SequenceExpression>(from, previous_end());
  sequence->expressions = list.Finish(arena_);
  return sequence;
}

Expression* Parser::ParseExpressionIn() {
  Restore<bool> in(accept_in_, true);
  return ParseExpression();
}

// Reports what only a pattern may contain, when the literal was not one after all.
void Parser::CheckPendingCover() {
  if (HW_LIKELY(pending_cover_.empty())) return;
  uint32_t at = pending_cover_.first();
  if (at == pending_cover_.initializer) {
    Fail(at, at + 1, "Invalid shorthand property initializer");
  } else {
    Fail(at, at + 9, "Duplicate __proto__ fields are not allowed in object literals");
  }
}

// https://tc39.es/ecma262/#sec-assignment-operators. kPropagate: a pattern around may still make a cover form
// valid. `stop_at_question`: leaves a conditional's ? to the caller, which loops.
Expression* Parser::ParseAssignment(Cover cover, bool stop_at_question) {
  if (Exhausted()) return Dummy();
  uint32_t from = start();
  if (HW_UNLIKELY(Is(Token::kYield)) && function_->is_generator) return ParseYield();
  PendingCover outer_cover = pending_cover_;
  pending_cover_ = {};
  arrow_allowed_at_ = from;

  Expression* left = ParseBinary(kNullishPrecedence);
  if (Is(Token::kQuestion) && !stop_at_question && !IsBareArrow(left)) {
    CheckPendingCover();
    left = ParseConditionalRest(left, from);
  } else if (IsAssignment(type())) {
    left = ParseAssignmentRest(left, from);
  }

  if (HW_UNLIKELY(!pending_cover_.empty())) {
    bool is_literal = (left->kind() == NodeKind::kObjectLiteral || left->kind() == NodeKind::kArrayLiteral);
    if (cover == Cover::kOwn || !is_literal || left->parenthesized) CheckPendingCover();
  }
  if (outer_cover.initializer != kNoPosition) pending_cover_.initializer = outer_cover.initializer;
  if (outer_cover.proto != kNoPosition) pending_cover_.proto = outer_cover.proto;
  return left;
}

// `test` is parsed and the current token is ?. Chains through the alternate are a loop.
Expression* Parser::ParseConditionalRest(Expression* test, uint32_t from) {
  ConditionalExpression* outermost = nullptr;
  ConditionalExpression* previous = nullptr;
  ListBuilder<Expression*> chain(expressions_);
  for (;;) {
    Expect(Token::kQuestion);
    Expression* consequent = ParseAssignmentIn();
    Expect(Token::kColon);
    auto* conditional = New<ConditionalExpression>(from, from);
    conditional->test = test;
    conditional->consequent = consequent;
    if (previous == nullptr) {
      outermost = conditional;
    } else {
      previous->alternate = conditional;
    }
    chain.Push(conditional);
    previous = conditional;
    from = start();
    test = ParseAssignment(Cover::kOwn, true);
    if (!Is(Token::kQuestion) || IsBareArrow(test)) break;
  }
  previous->alternate = test;
  for (Expression* e : chain.items()) e->end = previous_end();
  return outermost;
}

// The current token is an assignment operator.
Expression* Parser::ParseAssignmentRest(Expression* left, uint32_t from) {
  Token op = type();
  uint32_t op_position = start();
  if (op == Token::kAssign && !left->parenthesized &&
      (left->kind() == NodeKind::kObjectLiteral || left->kind() == NodeKind::kArrayLiteral)) {
    pending_cover_ = {};
    left = ToAssignmentPattern(left);
  } else {
    CheckPendingCover();
    left = CheckSimpleTarget(left, "Invalid left-hand side in assignment");
    if (left->kind() == NodeKind::kCallExpression && op >= Token::kAssignLogicalAnd) {
      FailAt(left, "Invalid left-hand side in assignment");
    }
  }
  Next();
  Expression* value = ParseAssignment();
  if (left->kind() == NodeKind::kIdentifier && !left->parenthesized &&
      (op == Token::kAssign || op >= Token::kAssignLogicalAnd)) {
    NameAnonymous(value, left->As<Identifier>()->name);
  }
  auto* assign = New<AssignExpression>(from, previous_end());
  assign->op = ToAssignOperator(op);
  assign->op_position = op_position;
  assign->target = left;
  assign->value = value;
  return assign;
}

// An AssignmentTargetType of simple: https://tc39.es/ecma262/#sec-static-semantics-assignmenttargettype
Expression* Parser::CheckSimpleTarget(Expression* target, const char* message) {
  switch (target->kind()) {
    case NodeKind::kIdentifier: {
      auto* identifier = target->As<Identifier>();
      if (strict_ && (identifier->name == atoms_.eval || identifier->name == atoms_.arguments)) {
        FailAt(target, "Unexpected eval or arguments in strict mode");
      }
      identifier->binding->assigned = true;
      return target;
    }
    case NodeKind::kMemberExpression:
    case NodeKind::kElementExpression:
    case NodeKind::kPrivateMember:
    case NodeKind::kSuperMember:
    case NodeKind::kSuperElement: return target;
    case NodeKind::kCallExpression:
      // For web compatibility, f() = 1 in sloppy code is a ReferenceError at run time.
      if (!strict_) return target;
      [[fallthrough]];
    default: FailAt(target, message); return target;
  }
}

// ---- Binary operators ----

Expression* Parser::ParseBinary(int min_precedence) {
  uint32_t from = start();
  Expression* left;
  if (HW_UNLIKELY(Is(Token::kPrivateName))) {
    PrivateName* name = ParsePrivateNameUse();
    if (!Is(Token::kIn) || !accept_in_ || min_precedence > kRelationalPrecedence) {
      Unexpected();
      return Dummy();
    }
    Next();
    auto* test = New<PrivateIn>(from, from);
    test->name = name;
    test->object = ParseBinary(kRelationalPrecedence + 1);
    test->end = previous_end();
    left = test;
  } else {
    left = ParseUnary();
  }
  if (HW_LIKELY(PrecedenceOf(type()) < min_precedence || PrecedenceOf(type()) == 0)) return left;
  return ParseBinaryRest(left, from, min_precedence);
}

Expression* Parser::ParseBinaryRest(Expression* left, uint32_t from, int min_precedence) {
  for (;;) {
    Token op = type();
    int precedence = PrecedenceOf(op);
    if (precedence == 0 || precedence < min_precedence) return left;
    if (op == Token::kIn && !accept_in_) return left;
    if (IsBareArrow(left)) return left;
    CheckPendingCover();
    if (precedence <= kAndPrecedence) {
      left = ParseLogicalRun(left, from, op);
      continue;
    }
    if (op == Token::kExponentiate) {
      if ((left->kind() == NodeKind::kUnaryExpression || left->kind() == NodeKind::kAwaitExpression) &&
          !left->parenthesized) {
        FailAtToken(
            "Unary operator used immediately before exponentiation expression. Parenthesis must be used to "
            "disambiguate operator precedence");
      }
      uint32_t op_position = start();
      Next();
      if (Exhausted()) return Dummy();
      auto* binary = New<BinaryExpression>(from, from);
      binary->op = BinaryOperator::kExponentiate;
      binary->op_position = op_position;
      binary->left = left;
      binary->right = ParseBinary(kExponentPrecedence);
      binary->end = previous_end();
      left = binary;
      continue;
    }
    // A run of operators of one precedence.
    uint32_t op_position = start();
    Next();
    Expression* right = ParseBinary(precedence + 1);
    if (HW_LIKELY(PrecedenceOf(type()) != precedence || (Is(Token::kIn) && !accept_in_))) {
      auto* binary = New<BinaryExpression>(from, previous_end());
      binary->op = ToBinaryOperator(op);
      binary->op_position = op_position;
      binary->left = left;
      binary->right = right;
      left = binary;
      continue;
    }
    ListBuilder<NaryExpression::Operation> run(operations_);
    run.Push({ToBinaryOperator(op), op_position, right});
    while (PrecedenceOf(type()) == precedence && !(Is(Token::kIn) && !accept_in_)) {
      op = type();
      op_position = start();
      Next();
      right = ParseBinary(precedence + 1);
      run.Push({ToBinaryOperator(op), op_position, right});
    }
    auto* nary = New<NaryExpression>(from, previous_end());
    nary->first = left;
    nary->operations = run.Finish(arena_);
    left = nary;
  }
}

Expression* Parser::ParseLogicalRun(Expression* left, uint32_t from, Token op) {
  int precedence = PrecedenceOf(op);
  // ?? does not mix with || and && without parentheses.
  auto check = [&](Expression* operand) {
    if (operand->kind() != NodeKind::kLogicalExpression || operand->parenthesized) return;
    bool operand_is_nullish = operand->As<LogicalExpression>()->op == LogicalOperator::kNullish;
    if (operand_is_nullish != (op == Token::kNullish))
      FailAtToken(std::string("Unexpected token '") + TokenText(op) + "'");
  };
  check(left);
  ListBuilder<Expression*> operands(expressions_);
  operands.Push(left);
  while (Is(op)) {
    Next();
    Expression* right = ParseBinary(precedence + 1);
    check(right);
    operands.Push(right);
  }
  auto* logical = New<LogicalExpression>(from, previous_end());
  logical->op = op == Token::kLogicalAnd  ? LogicalOperator::kAnd
                : op == Token::kLogicalOr ? LogicalOperator::kOr
                                          : LogicalOperator::kNullish;
  logical->operands = operands.Finish(arena_);
  return logical;
}

// ---- Unary operators ----

Expression* Parser::ParseUnary() {
  switch (type()) {
    case Token::kNot:
    case Token::kBitNot:
    case Token::kAdd:
    case Token::kSubtract:
    case Token::kTypeof:
    case Token::kVoid:
    case Token::kDelete: return ParseUnaryOperator();
    case Token::kIncrement:
    case Token::kDecrement: return ParsePrefixUpdate();
    case Token::kAwait:
      if (function_->await_mode != AwaitMode::kIdentifier) return ParseAwait();
      break;
    default: break;
  }
  uint32_t from = start();
  Expression* operand = ParseLeftHandSide();
  if (HW_LIKELY((!Is(Token::kIncrement) && !Is(Token::kDecrement)) || token().newline_before)) return operand;
  if (IsBareArrow(operand)) return operand;
  CheckPendingCover();
  auto* update = New<UpdateExpression>(from, token().end);
  update->is_increment = Is(Token::kIncrement);
  update->target = CheckSimpleTarget(operand, "Invalid left-hand side expression in postfix operation");
  Next();
  return update;
}

Expression* Parser::ParseUnaryOperator() {
  if (Exhausted()) return Dummy();
  uint32_t from = start();
  UnaryOperator op;
  switch (type()) {
    case Token::kNot: op = UnaryOperator::kNot; break;
    case Token::kBitNot: op = UnaryOperator::kBitNot; break;
    case Token::kAdd: op = UnaryOperator::kPlus; break;
    case Token::kSubtract: op = UnaryOperator::kMinus; break;
    case Token::kTypeof: op = UnaryOperator::kTypeof; break;
    case Token::kVoid: op = UnaryOperator::kVoid; break;
    default: op = UnaryOperator::kDelete; break;
  }
  Next();
  if (op != UnaryOperator::kTypeof && op != UnaryOperator::kDelete) eager_at_ = start();
  auto* unary = New<UnaryExpression>(from, from);
  unary->op = op;
  unary->operand = ParseUnary();
  unary->end = previous_end();
  CheckPendingCover();
  if (op == UnaryOperator::kDelete) {
    if (strict_ && unary->operand->kind() == NodeKind::kIdentifier) {
      FailAt(unary->operand, "Delete of an unqualified identifier in strict mode.");
    }
    Expression* operand = unary->operand;
    if (operand->kind() == NodeKind::kOptionalChain) operand = operand->As<OptionalChain>()->expression;
    if (operand->kind() == NodeKind::kPrivateMember) FailAt(operand, "Private fields can not be deleted");
  }
  return unary;
}

Expression* Parser::ParsePrefixUpdate() {
  if (Exhausted()) return Dummy();
  auto* update = New<UpdateExpression>(start(), start());
  update->is_prefix = true;
  update->is_increment = Is(Token::kIncrement);
  Next();
  Expression* operand = ParseUnary();
  CheckPendingCover();
  update->target = CheckSimpleTarget(operand, "Invalid left-hand side expression in prefix operation");
  update->end = previous_end();
  return update;
}

Expression* Parser::ParseAwait() {
  if (Exhausted()) return Dummy();
  uint32_t from = start();
  if (function_->await_mode == AwaitMode::kForbidden) {
    Unexpected();
    return Dummy();
  }
  if (token().has_escape) FailAtToken("Keyword must not contain escaped characters");
  if (hazards_.await == kNoPosition) hazards_.await = from;
  Next();
  auto* await = New<AwaitExpression>(from, from);
  await->argument = ParseUnary();
  await->end = previous_end();
  CheckPendingCover();
  function_->literal->has_await = true;
  return await;
}

Expression* Parser::ParseYield() {
  uint32_t from = start();
  if (hazards_.yield == kNoPosition) hazards_.yield = from;
  Next();
  auto* yield = New<YieldExpression>(from, from);
  function_->literal->has_yield = true;
  if (!token().newline_before) {
    if (Take(Token::kMultiply)) {
      yield->is_delegate = true;
      yield->argument = ParseAssignment();
    } else {
      switch (type()) {
        case Token::kEnd:
        case Token::kSemicolon:
        case Token::kRightBrace:
        case Token::kRightBracket:
        case Token::kRightParen:
        case Token::kColon:
        case Token::kComma:
        case Token::kIn: break;
        default: yield->argument = ParseAssignment(); break;
      }
    }
  }
  yield->end = previous_end();
  return yield;
}

// ---- Member accesses and calls ----

Expression* Parser::ParseLeftHandSide() {
  uint32_t from = start();
  Expression* base;
  switch (type()) {
    case Token::kNew: base = ParseNew(); break;
    case Token::kSuper: base = ParseSuper(); break;
    case Token::kImport: base = ParseImportExpression(); break;
    default: base = ParsePrimary(); break;
  }
  switch (type()) {
    case Token::kDot:
    case Token::kQuestionDot:
    case Token::kLeftBracket:
    case Token::kLeftParen:
    case Token::kTemplate:
      if (IsBareArrow(base)) return base;
      CheckPendingCover();
      return ParseChain(base, from, true);
    default: return base;
  }
}

// At the name after . or ?.
Expression* Parser::ParseNamedMember(Expression* base, uint32_t from, bool optional) {
  if (HW_UNLIKELY(Is(Token::kPrivateName))) {
    auto* member = New<PrivateMember>(from, token().end);
    member->optional = optional;
    member->object = base;
    member->name = ParsePrivateNameUse();
    return member;
  }
  auto* member = New<MemberExpression>(from, token().end);
  member->optional = optional;
  member->object = base;
  member->name_position = start();
  member->name = ParseIdentifierName();
  return member;
}

Expression* Parser::ParseChain(Expression* base, uint32_t from, bool allow_calls) {
  bool in_optional_chain = false;
  for (;;) {
    bool optional = false;
    if (Is(Token::kDot)) {
      Next();
      base = ParseNamedMember(base, from, false);
      continue;
    }
    if (HW_UNLIKELY(Is(Token::kQuestionDot))) {
      if (!allow_calls) {
        FailAtToken("Invalid optional chain from new expression");
        return base;
      }
      Next();
      in_optional_chain = optional = true;
      if (!Is(Token::kLeftBracket) && !Is(Token::kLeftParen) && !Is(Token::kTemplate)) {
        base = ParseNamedMember(base, from, true);
        continue;
      }
    }
    switch (type()) {
      case Token::kLeftBracket: {
        Next();
        auto* element = New<ElementExpression>(from, from);
        element->optional = optional;
        element->object = base;
        element->index = ParseExpressionIn();
        Expect(Token::kRightBracket);
        element->end = previous_end();
        base = element;
        continue;
      }
      case Token::kLeftParen: {
        if (!allow_calls) return base;
        auto* call = New<CallExpression>(from, from);
        call->optional = optional;
        call->callee = base;
        bool is_eval = base->kind() == NodeKind::kIdentifier && base->As<Identifier>()->name == atoms_.eval &&
                       !base->parenthesized && !optional;
        call->arguments = ParseArguments(&call->has_spread);
        if (is_eval) {
          call->is_direct_eval = true;
          call->scope = scope_;
          NoteDirectEval();
        }
        call->end = previous_end();
        base = call;
        continue;
      }
      case Token::kTemplate: {
        if (in_optional_chain) {
          FailAtToken("Invalid tagged template on optional chain");
          return base;
        }
        auto* tagged = New<TaggedTemplate>(from, from);
        tagged->tag = base;
        tagged->quasi = ParseTemplate(true);
        tagged->end = previous_end();
        base = tagged;
        continue;
      }
      default: break;
    }
    if (!in_optional_chain) return base;
    auto* chain = New<OptionalChain>(from, previous_end());
    chain->expression = base;
    return chain;
  }
}

std::span<Expression*> Parser::ParseArguments(bool* has_spread) {
  Expect(Token::kLeftParen);
  if (Take(Token::kRightParen)) return {};
  Restore<bool> in(accept_in_, true);
  ListBuilder<Expression*> arguments(expressions_);
  while (!Is(Token::kRightParen)) {
    uint32_t from = start();
    if (HW_UNLIKELY(Take(Token::kEllipsis))) {
      auto* spread = New<SpreadElement>(from, from);
      spread->argument = ParseAssignment();
      spread->end = previous_end();
      arguments.Push(spread);
      *has_spread = true;
    } else {
      arguments.Push(ParseAssignment());
    }
    if (!Take(Token::kComma)) break;
  }
  if (!Take(Token::kRightParen)) {
    if (Is(Token::kIllegal) || Is(Token::kEnd)) {
      if (Is(Token::kEnd)) FailAtToken("missing ) after argument list");
      Unexpected();
    } else {
      FailAtToken("missing ) after argument list");
    }
  }
  return arguments.Finish(arena_);
}

Expression* Parser::ParseNew() {
  if (Exhausted()) return Dummy();
  uint32_t from = start();
  Next();
  if (Is(Token::kDot)) {
    Next();
    if (!Is(Token::kTarget)) {
      Unexpected();
      return Dummy();
    }
    Next();
    if (!function_->allow_new_target) Fail(from, previous_end(), "new.target expression is not allowed here");
    auto* target = New<NewTarget>(from, previous_end());
    target->binding = UsePseudo(atoms_.dot_new_target);
    return target;
  }
  uint32_t callee_from = start();
  Expression* callee;
  if (Is(Token::kNew)) {
    callee = ParseNew();
  } else if (Is(Token::kSuper)) {
    callee = ParseSuper();
    if (callee->kind() == NodeKind::kSuperCall) FailAt(callee, "'super' keyword unexpected here");
  } else if (Is(Token::kImport)) {
    callee = ParseImportExpression();
    if (callee->kind() == NodeKind::kImportCall) FailAt(callee, "Cannot use new with import");
  } else {
    callee = ParsePrimary();
  }
  CheckPendingCover();
  callee = ParseChain(callee, callee_from, false);
  auto* result = New<NewExpression>(from, from);
  result->callee = callee;
  if (Is(Token::kLeftParen)) result->arguments = ParseArguments(&result->has_spread);
  result->end = previous_end();
  return result;
}

Expression* Parser::ParseSuper() {
  uint32_t from = start();
  Next();
  if (Is(Token::kLeftParen)) {
    if (!function_->allow_super_call) Fail(from, from + 5, "'super' keyword unexpected here");
    auto* call = New<SuperCall>(from, from);
    call->active_function_binding = UsePseudo(atoms_.dot_function);
    call->new_target_binding = UsePseudo(atoms_.dot_new_target);
    call->this_binding = UsePseudo(atoms_.dot_this);
    call->arguments = ParseArguments(&call->has_spread);
    call->end = previous_end();
    return call;
  }
  if (!function_->allow_super_property || (!Is(Token::kDot) && !Is(Token::kLeftBracket))) {
    Fail(from, from + 5, "'super' keyword unexpected here");
    return Dummy();
  }
  Variable* home = UsePseudo(atoms_.dot_home_object);
  Variable* self = UsePseudo(atoms_.dot_this);
  if (Take(Token::kDot)) {
    if (Is(Token::kPrivateName)) {
      FailAtToken("Unexpected private field");
      return Dummy();
    }
    auto* member = New<SuperMember>(from, token().end);
    member->home_binding = home;
    member->this_binding = self;
    member->name = ParseIdentifierName();
    return member;
  }
  Next();
  auto* element = New<SuperElement>(from, from);
  element->home_binding = home;
  element->this_binding = self;
  element->index = ParseExpressionIn();
  Expect(Token::kRightBracket);
  element->end = previous_end();
  return element;
}

// import(specifier, options) and import.meta.
Expression* Parser::ParseImportExpression() {
  uint32_t from = start();
  Next();
  if (Take(Token::kDot)) {
    if (!Is(Token::kMeta)) {
      Unexpected();
      return Dummy();
    }
    Next();
    if (!is_module_) Fail(from, previous_end(), "Cannot use 'import.meta' outside a module");
    return New<ImportMeta>(from, previous_end());
  }
  if (!Is(Token::kLeftParen)) {
    if (failed()) return Dummy();
    Fail(from, from + 6, "Cannot use import statement outside a module");
    return Dummy();
  }
  Next();
  auto* call = New<ImportCall>(from, from);
  call->specifier = ParseAssignmentIn();
  if (Take(Token::kComma) && !Is(Token::kRightParen)) {
    call->options = ParseAssignmentIn();
    Take(Token::kComma);
  }
  Expect(Token::kRightParen);
  call->end = previous_end();
  return call;
}

// ---- Primary expressions ----

Expression* Parser::ParsePrimary() {
  const TokenData& t = token();
  switch (t.type) {
    case Token::kString: return ParseStringLiteral();
    case Token::kNumber: return ParseNumberLiteral();
    case Token::kThis: {
      auto* self = New<ThisExpression>(t.start, t.end);
      self->binding = UsePseudo(atoms_.dot_this);
      Next();
      return self;
    }
    case Token::kNull: {
      auto* literal = New<NullLiteral>(t.start, t.end);
      Next();
      return literal;
    }
    case Token::kTrue:
    case Token::kFalse: {
      auto* literal = New<BooleanLiteral>(t.start, t.end);
      literal->value = t.type == Token::kTrue;
      Next();
      return literal;
    }
    case Token::kLeftParen: return ParseParenthesized();
    case Token::kLeftBracket: return ParseArrayLiteral();
    case Token::kLeftBrace: return ParseObjectLiteral();
    case Token::kFunction: return ParseFunctionExpression();
    case Token::kClass: return ParseClass(false, false);
    case Token::kBigInt: return ParseBigIntLiteral();
    case Token::kDivide:
    case Token::kAssignDivide: return ParseRegExp();
    case Token::kTemplate: return ParseTemplate(false);
    default:
      if (HW_LIKELY(IsIdentifierLike(t.type))) return ParseIdentifierExpression();
      Unexpected();
      return Dummy();
  }
}

Identifier* Parser::MakeIdentifier(const TokenData& t) {
  auto* identifier = New<Identifier>(t.start, t.end);
  identifier->name = t.atom;
  identifier->binding = Use(t.atom, t.start);
  return identifier;
}

// Whether the token may be an IdentifierReference, BindingIdentifier or LabelIdentifier here.
// https://tc39.es/ecma262/#sec-identifiers-static-semantics-early-errors
bool Parser::CheckIdentifier(const TokenData& t) {
  Token word = t.atom->token;
  if (HW_LIKELY(word == Token::kIdentifier)) return true;
  if (IsStrictReserved(word)) {
    if (strict_ || (word == Token::kYield && function_->is_generator)) {
      if (strict_) {
        Fail(t.start, t.end, "Unexpected strict mode reserved word");
      } else {
        Fail(t.start, t.end, "Unexpected identifier 'yield'");
      }
      return false;
    }
  } else if (word == Token::kAwait) {
    if (is_module_ || function_->await_mode != AwaitMode::kIdentifier) {
      Fail(t.start, t.end, "Unexpected reserved word");
      return false;
    }
    if (hazards_.await_identifier == kNoPosition) hazards_.await_identifier = t.start;
  }
  return true;
}

Identifier* Parser::ParseIdentifierReference() {
  if (!IsIdentifierLike(type())) {
    Unexpected();
    return MakeIdentifier({.type = Token::kIdentifier, .atom = atoms_.undefined});
  }
  CheckIdentifier(token());
  if (HW_UNLIKELY(token().atom == atoms_.arguments) && function_->forbid_arguments) {
    FailAtToken("'arguments' is not allowed in class field initializer or static initialization block");
  }
  Identifier* identifier = MakeIdentifier(token());
  Next();
  return identifier;
}

Expression* Parser::ParseIdentifierExpression() {
  if (HW_UNLIKELY(!Is(Token::kIdentifier) || token().atom == atoms_.arguments)) {
    if (Is(Token::kAsync)) {
      const TokenData& next = Peek();
      if (!next.newline_before) {
        if (next.type == Token::kFunction) return ParseFunctionExpression();
        if (IsIdentifierLike(next.type) && arrow_allowed_at_ == start()) {
          uint32_t from = start();
          Next();
          TokenData name = token();
          Next();
          if (!Is(Token::kArrow) || token().newline_before) {
            if (failed()) return Dummy();
            Unexpected(name);
            return Dummy();
          }
          return ParseSingleParameterArrow(from, name, true);
        }
        if (next.type == Token::kLeftParen && arrow_allowed_at_ == start()) {
          return ParseAsyncCallOrArrow();
        }
      }
    }
  }
  if (arrow_allowed_at_ == start() && !Is(Token::kIdentifier) && Peek().type == Token::kArrow &&
      !Peek().newline_before) {
    // Contextual words as the only parameter: their checks differ in the body.
    TokenData name = token();
    uint32_t from = start();
    Next();
    return ParseSingleParameterArrow(from, name, false);
  }
  TokenData t = token();
  bool may_be_arrow = arrow_allowed_at_ == t.start;
  CheckIdentifier(t);
  Next();
  if (HW_UNLIKELY(Is(Token::kArrow)) && may_be_arrow && !token().newline_before) {
    return ParseSingleParameterArrow(t.start, t, false);
  }
  if (HW_UNLIKELY(t.atom == atoms_.arguments) && function_->forbid_arguments) {
    Fail(t.start, t.end,
         "'arguments' is not allowed in class field initializer or static initialization block");
  }
  return MakeIdentifier(t);
}

void Parser::CheckLegacy(const TokenData& t) {
  if (HW_LIKELY(t.legacy == LegacyForm::kNone) || !strict_) return;
  switch (t.legacy) {
    case LegacyForm::kOctalLiteral:
      return Fail(t.start, t.end, "Octal literals are not allowed in strict mode.");
    case LegacyForm::kLeadingZero:
      return Fail(t.start, t.end, "Decimals with leading zeros are not allowed in strict mode.");
    case LegacyForm::kOctalEscape:
      return Fail(t.start, t.end, "Octal escape sequences are not allowed in strict mode.");
    default: return Fail(t.start, t.end, "\\8 and \\9 are not allowed in strict mode.");
  }
}

Expression* Parser::ParseStringLiteral() {
  CheckLegacy(token());
  auto* literal = New<StringLiteral>(token().start, token().end);
  literal->value = token().atom;
  Next();
  return literal;
}

Expression* Parser::ParseNumberLiteral() {
  CheckLegacy(token());
  auto* literal = New<NumberLiteral>(token().start, token().end);
  literal->value = token().number;
  Next();
  return literal;
}

Expression* Parser::ParseBigIntLiteral() {
  auto* literal = New<BigIntLiteral>(token().start, token().end);
  literal->digits = token().atom;
  Next();
  return literal;
}

// https://tc39.es/ecma262/#sec-primary-expression-regular-expression-literals-static-semantics-early-errors
Expression* Parser::ParseRegExp() {
  auto* literal = New<RegExpLiteral>(start(), start());
  if (!scanner_.RescanRegExp(&literal->pattern, &literal->flags)) {
    if (!failed()) Fail(scanner_.error().start, scanner_.error().end, scanner_.error().message);
    return Dummy();
  }
  literal->end = token().end;
  auto text = [](const Atom* atom) {
    return atom->is_latin1 ? regexp::Text(regexp::Latin1Span(atom->latin1(), atom->length))
                           : regexp::Text(regexp::Utf16Span(atom->utf16(), atom->length));
  };
  std::optional<regexp::Flags> flags = regexp::ParseFlags(text(literal->flags));
  if (!flags) {
    Fail(literal->start, literal->end, "Invalid regular expression flags");
    return literal;
  }
  // A reparsed function was checked before.
  if (!checked_before_) {
    regexp::CompileOptions options;
    options.stack_limit = reinterpret_cast<const void*>(stack_limit_);
    if (regexp::Error error = regexp::Validate(text(literal->pattern), *flags, options);
        error.reason != nullptr) {
      Fail(literal->start, literal->end,
           "Invalid regular expression: /" + literal->pattern->ToUtf8() + "/" + literal->flags->ToUtf8() +
               ": " + error.reason);
    }
  }
  Next();
  return literal;
}

TemplateLiteral* Parser::ParseTemplate(bool tagged) {
  auto* literal = New<TemplateLiteral>(start(), start());
  Restore<bool> in(accept_in_, true);
  ListBuilder<TemplateLiteral::Part> parts(parts_);
  ListBuilder<Expression*> expressions(expressions_);
  if (Exhausted()) return literal;
  for (;;) {
    if (token().atom == nullptr && !tagged) {
      const ScanError& error = scanner_.template_error();
      Fail(error.start, error.end, error.message);
    }
    parts.Push({token().atom, token().raw});
    if (token().is_tail) break;
    Next();
    expressions.Push(ParseExpression());
    if (!Is(Token::kRightBrace)) {
      if (Is(Token::kEnd) && !failed()) {
        FailAtToken("Unterminated template literal");
      } else {
        Unexpected();
      }
      break;
    }
    scanner_.RescanTemplate();
    if (!Is(Token::kTemplate)) {
      Unexpected();
      break;
    }
  }
  if (!failed()) Next();
  literal->parts = parts.Finish(arena_);
  literal->expressions = expressions.Finish(arena_);
  literal->end = previous_end();
  return literal;
}

Expression* Parser::ParseArrayLiteral() {
  auto* array = New<ArrayLiteral>(start(), start());
  Next();
  Restore<bool> in(accept_in_, true);
  ListBuilder<Expression*> elements(expressions_);
  while (!Is(Token::kRightBracket)) {
    if (Is(Token::kComma)) {
      Next();
      elements.Push(nullptr);
      continue;
    }
    uint32_t from = start();
    if (Take(Token::kEllipsis)) {
      auto* spread = New<SpreadElement>(from, from);
      spread->argument = ParseAssignment(Cover::kPropagate);
      spread->end = previous_end();
      elements.Push(spread);
      array->has_spread = true;
      if (Is(Token::kComma)) array->has_comma_after_spread = true;
    } else {
      elements.Push(ParseAssignment(Cover::kPropagate));
    }
    if (Is(Token::kRightBracket)) break;
    if (!Take(Token::kComma)) {
      Unexpected();
      break;
    }
  }
  Expect(Token::kRightBracket);
  array->elements = elements.Finish(arena_);
  array->end = previous_end();
  return array;
}

// ---- Object literals ----

// The key before a colon, parenthesis, … Numbers and strings as they stand.
Expression* Parser::ParsePropertyKey(bool* computed) {
  *computed = false;
  switch (type()) {
    case Token::kString: return ParseStringLiteral();
    case Token::kNumber: return ParseNumberLiteral();
    case Token::kBigInt: return ParseBigIntLiteral();
    case Token::kLeftBracket: {
      *computed = true;
      Next();
      Expression* key = ParseAssignmentIn();
      Expect(Token::kRightBracket);
      return key;
    }
    default: {
      auto* key = New<StringLiteral>(token().start, token().end);
      key->value = ParseIdentifierName();
      return key;
    }
  }
}

Atom* Parser::KeyName(Expression* key) {
  switch (key->kind()) {
    case NodeKind::kStringLiteral: return key->As<StringLiteral>()->value;
    case NodeKind::kNumberLiteral: return atoms_.Intern(NumberToAscii(key->As<NumberLiteral>()->value));
    case NodeKind::kPrivateName: return key->As<PrivateName>()->name;
    case NodeKind::kBigIntLiteral: {
      Atom* digits = key->As<BigIntLiteral>()->digits;
      // Decimal digits are their own name; other radixes are rare enough for a double.
      if (digits->length > 1 && digits->at(0) == '0') {
        double value = 0;
        double radix = digits->at(1) == 'x' ? 16 : digits->at(1) == 'o' ? 8 : 2;
        for (uint32_t i = 2; i < digits->length; ++i) {
          char16_t c = digits->at(i);
          value = value * radix + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
        }
        return atoms_.Intern(NumberToAscii(value));
      }
      return digits;
    }
    default: return atoms_.empty;
  }
}

bool Parser::IsAnonymousDefinition(Expression* value) {
  if (value->kind() == NodeKind::kFunctionLiteral) return value->As<FunctionLiteral>()->name == nullptr;
  if (value->kind() == NodeKind::kClassLiteral) return value->As<ClassLiteral>()->name == nullptr;
  return false;
}

// https://tc39.es/ecma262/#sec-runtime-semantics-namedevaluation
void Parser::NameAnonymous(Expression* value, Atom* name) {
  if (!IsAnonymousDefinition(value)) return;
  if (value->kind() == NodeKind::kFunctionLiteral) {
    value->As<FunctionLiteral>()->name = name;
  } else {
    value->As<ClassLiteral>()->name = name;
  }
}

void Parser::NameAtRunTime(Expression* value) {
  if (value->kind() == NodeKind::kFunctionLiteral) {
    value->As<FunctionLiteral>()->wants_name_at_run_time = true;
  } else {
    value->As<ClassLiteral>()->wants_name_at_run_time = true;
  }
}

Expression* Parser::ParseObjectLiteral() {
  auto* object = New<ObjectLiteral>(start(), start());
  Next();
  Restore<bool> in(accept_in_, true);
  ListBuilder<Property> properties(properties_);
  bool has_proto = false;
  while (!Is(Token::kRightBrace)) {
    Property property = ParseObjectMember(&has_proto);
    object->has_spread |= property.kind == PropertyKind::kSpread;
    if (property.kind == PropertyKind::kSpread && Is(Token::kComma)) object->has_comma_after_spread = true;
    object->has_computed_key |= property.is_computed;
    object->has_accessor |= property.kind == PropertyKind::kGetter || property.kind == PropertyKind::kSetter;
    properties.Push(property);
    if (Is(Token::kRightBrace)) break;
    if (!Take(Token::kComma)) {
      Unexpected();
      break;
    }
  }
  Expect(Token::kRightBrace);
  object->properties = properties.Finish(arena_);
  object->end = previous_end();
  return object;
}

Property Parser::ParseObjectMember(bool* has_proto) {
  Property property;
  uint32_t from = property.start = start();
  if (Take(Token::kEllipsis)) {
    property.kind = PropertyKind::kSpread;
    property.value = ParseAssignment(Cover::kPropagate);
    property.end = previous_end();
    return property;
  }

  bool is_async = false;
  bool is_generator = false;
  TokenData name = token();
  // async, get and set are modifiers if the name of a member follows.
  auto ends_name = [](Token t) {
    return t == Token::kColon || t == Token::kComma || t == Token::kRightBrace || t == Token::kLeftParen ||
           t == Token::kAssign || t == Token::kEnd;
  };
  bool key_is_parsed = false;
  auto use_as_key = [&] {
    auto* key = New<StringLiteral>(name.start, name.end);
    key->value = name.atom;
    property.key = key;
    key_is_parsed = true;
  };
  if (Is(Token::kAsync)) {
    Next();
    if (ends_name(type())) {
      use_as_key();
    } else {
      is_async = true;
      if (token().newline_before) Unexpected();
    }
  } else if (Is(Token::kGet) || Is(Token::kSet)) {
    Next();
    if (ends_name(type())) {
      use_as_key();
    } else {
      property.kind = name.type == Token::kGet ? PropertyKind::kGetter : PropertyKind::kSetter;
    }
  }
  if (!key_is_parsed && property.kind == PropertyKind::kValue && Take(Token::kMultiply)) is_generator = true;
  bool is_plain = !is_async && !is_generator && property.kind == PropertyKind::kValue;
  if (!key_is_parsed) {
    name = token();
    property.key = ParsePropertyKey(&property.is_computed);
  }

  if (!is_plain || Is(Token::kLeftParen)) {
    FunctionSyntax syntax = property.kind == PropertyKind::kGetter   ? FunctionSyntax::kGetter
                            : property.kind == PropertyKind::kSetter ? FunctionSyntax::kSetter
                                                                     : FunctionSyntax::kMethod;
    property.is_method = true;
    FunctionLiteral* method = ParseMethod(syntax, from, is_async, is_generator);
    if (property.is_computed) {
      method->wants_name_at_run_time = property.needs_name_at_run_time = true;
    } else {
      method->name = KeyName(property.key);
    }
    property.value = method;
    property.end = previous_end();
    return property;
  }

  if (Take(Token::kColon)) {
    property.value = ParseAssignment(Cover::kPropagate);
    property.end = previous_end();
    bool is_proto = !property.is_computed && property.key->kind() == NodeKind::kStringLiteral &&
                    property.key->As<StringLiteral>()->value == atoms_.proto;
    if (is_proto) {
      property.kind = PropertyKind::kPrototype;
      if (*has_proto && pending_cover_.proto == kNoPosition) pending_cover_.proto = from;
      *has_proto = true;
    } else if (IsAnonymousDefinition(property.value)) {
      if (property.is_computed) {
        property.needs_name_at_run_time = true;
        NameAtRunTime(property.value);
      } else {
        NameAnonymous(property.value, KeyName(property.key));
      }
    }
    return property;
  }

  // Shorthand: {name} or, as a pattern only, {name = value}.
  if (property.is_computed || !IsIdentifierLike(name.type)) {
    if (failed()) return property;
    if (name.type == Token::kEscapedWord ||
        (IsReservedWord(name.type) && !property.is_computed &&
         (Is(Token::kComma) || Is(Token::kRightBrace) || Is(Token::kAssign)))) {
      Unexpected(name);
    } else {
      Unexpected();
    }
    property.value = Dummy();
    return property;
  }
  CheckIdentifier(name);
  if (name.atom == atoms_.arguments && function_->forbid_arguments) {
    Fail(name.start, name.end,
         "'arguments' is not allowed in class field initializer or static initialization block");
  }
  Identifier* identifier = MakeIdentifier(name);
  property.is_shorthand = true;
  property.value = identifier;
  if (Is(Token::kAssign)) {
    if (pending_cover_.initializer == kNoPosition) pending_cover_.initializer = start();
    auto* assign = New<AssignExpression>(name.start, name.start);
    assign->op_position = start();
    assign->target = identifier;
    PendingCover outer_cover = pending_cover_;
    Next();
    assign->value = ParseAssignment();
    pending_cover_ = outer_cover;
    NameAnonymous(assign->value, name.atom);
    assign->end = previous_end();
    property.value = assign;
  }
  property.end = previous_end();
  return property;
}

}  // namespace halfword::syntax
