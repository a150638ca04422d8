// https://tc39.es/ecma262/#sec-ecmascript-language-expressions
#include "syntax/parser/parser_impl.h"

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
  if (Is(Token::kQuestion) && !stop_at_question && !IsBareArrow(left) && !IsOptionalMark()) {
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
  bool is_branch = branch_at_ == from;
  for (;;) {
    Expect(Token::kQuestion);
    Expression* consequent;
    {
      Restore<uint32_t> branch(branch_at_, start());
      consequent = ParseAssignmentIn();
    }
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
    if (is_branch) branch_at_ = from;
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
  if (branch_at_ == from) branch_at_ = start();
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
      Variable* v = identifier->binding->Resolve();  // what stood in parentheses was handed outward
      v->assigned = true;
      NoteWrite(v);
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
    if (IsBareArrow(left)) return left;
    if (precedence == kRelationalPrecedence && HW_UNLIKELY(IsNoRelation())) {
      if (Is(Token::kIn) || !TakeTypeAssertion()) return left;
      continue;
    }
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
    if (HW_LIKELY(PrecedenceOf(type()) != precedence || IsNoRelation())) {
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
    while (PrecedenceOf(type()) == precedence && !IsNoRelation()) {
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
    default:
      if (HW_UNLIKELY(typescript_) && !IsBareArrow(base) && TakeTypeSuffix()) {
        CheckPendingCover();
        return ParseChain(base, from, true);
      }
      return base;
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
  if (HW_UNLIKELY(member->name == atoms_.arguments) && base != nullptr &&
      base->kind() == NodeKind::kIdentifier && base->As<Identifier>()->name == function_->literal->name)
    function_->literal->names_own_arguments = true;
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
      if (HW_UNLIKELY(Is(Token::kLess) || Is(Token::kShiftLeft)) && typescript_)
        Require([&] { return types_.SkipTypeArguments() && Is(Token::kLeftParen); });
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
      case Token::kLeftParen:
        if (!allow_calls) return base;
        base = ParseCall(base, from, optional);
        continue;
      case Token::kTemplate: {
        if (in_optional_chain) {
          FailAtToken("Invalid tagged template on optional chain");
          return base;
        }
        auto* tagged = New<TaggedTemplate>(from, from);
        tagged->tag = base;
        result_.has_tagged_templates = true;
        tagged->quasi = ParseTemplate(true);
        tagged->end = previous_end();
        base = tagged;
        continue;
      }
      default:
        if (HW_UNLIKELY(typescript_) && TakeTypeSuffix()) continue;
        break;
    }
    if (!in_optional_chain) return base;
    auto* chain = New<OptionalChain>(from, previous_end());
    chain->expression = base;
    return chain;
  }
}

// At the parenthesis.
Expression* Parser::ParseCall(Expression* callee, uint32_t from, bool optional) {
  auto* call = New<CallExpression>(from, from);
  call->optional = optional;
  call->callee = callee;
  bool is_eval = callee->kind() == NodeKind::kIdentifier && callee->As<Identifier>()->name == atoms_.eval &&
                 !optional;  // (eval)(x) is one too
  if (callee->kind() == NodeKind::kFunctionLiteral)
    callee->As<FunctionLiteral>()->is_immediately_invoked = true;
  call->arguments = ParseArguments();
  if (is_eval) {
    call->is_direct_eval = true;
    call->scope = scope_;
    NoteDirectEval();
  }
  call->end = previous_end();
  return call;
}

SpreadElement* Parser::ParseSpread(uint32_t from, Cover cover) {
  auto* spread = New<SpreadElement>(from, from);
  spread->argument = ParseAssignment(cover);
  spread->end = previous_end();
  return spread;
}

std::span<Expression*> Parser::ParseArguments() {
  Expect(Token::kLeftParen);
  if (Take(Token::kRightParen)) return {};
  Restore<bool> in(accept_in_, true);
  ListBuilder<Expression*> arguments(expressions_);
  while (!Is(Token::kRightParen)) {
    uint32_t from = start();
    if (HW_UNLIKELY(Take(Token::kEllipsis))) {
      arguments.Push(ParseSpread(from));
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
  if (Is(Token::kLeftParen)) result->arguments = ParseArguments();
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
    call->arguments = ParseArguments();
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
  ImportPhase phase = ImportPhase::kEvaluation;
  if (Take(Token::kDot)) {
    if (options_.harmony && Is(Token::kDefer)) phase = ImportPhase::kDefer;
    if (options_.harmony && Is(Token::kSource)) phase = ImportPhase::kSource;
    bool is_call = phase != ImportPhase::kEvaluation && Peek().type == Token::kLeftParen;
    if (!is_call && !Is(Token::kMeta)) {
      Unexpected();
      return Dummy();
    }
    Next();
    if (is_call) return ParseImportCall(from, phase);
    if (!is_module_) Fail(from, previous_end(), "Cannot use 'import.meta' outside a module");
    return New<ImportMeta>(from, previous_end());
  }
  if (!Is(Token::kLeftParen)) {
    if (failed()) return Dummy();
    Fail(from, from + 6, "Cannot use import statement outside a module");
    return Dummy();
  }
  return ParseImportCall(from, phase);
}

// At the parenthesis.
Expression* Parser::ParseImportCall(uint32_t from, ImportPhase phase) {
  Next();
  auto* call = New<ImportCall>(from, from);
  call->phase = phase;
  call->specifier = ParseAssignmentIn();
  if (Take(Token::kComma) && !Is(Token::kRightParen)) {
    call->options = ParseAssignmentIn();
    Take(Token::kComma);
  }
  Expect(Token::kRightParen);
  call->end = previous_end();
  return call;
}

}  // namespace halfword::syntax
