// https://tc39.es/ecma262/#sec-ecmascript-language-statements-and-declarations
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

void Parser::ParseStatementList(ListBuilder<Statement*>& statements, Token terminator) {
  while (!Is(terminator) && !Is(Token::kEnd)) statements.Push(ParseStatementListItem());
}

// `let` begins a lexical declaration here.
bool Parser::StartsLexicalLet() {
  Token next = Peek().type;
  return IsIdentifierLike(next) || next == Token::kLeftBracket || next == Token::kLeftBrace ||
         next == Token::kEscapedWord;
}

// `using` begins a declaration here.
bool Parser::StartsUsing() {
  const TokenData& next = Peek();
  return IsIdentifierLike(next.type) && !next.newline_before;
}

// `await` begins an `await using` declaration here.
bool Parser::StartsAwaitUsing() {
  if (function_->await_mode != AwaitMode::kKeyword || token().has_escape) return false;
  if (Peek().type != Token::kUsing || Peek().newline_before) return false;
  TokenData name = PeekFurther();
  return IsIdentifierLike(name.type) && !name.newline_before;
}

Statement* Parser::ParseStatementListItem() {
  switch (type()) {
    case Token::kFunction:
      if (HW_UNLIKELY(typescript_) && TakeFunctionSignature()) return DummyStatement();
      return ParseFunctionDeclaration();
    case Token::kClass: return ParseClassDeclaration();
    case Token::kAt: {
      if (!options_.harmony) break;
      uint32_t from = start();
      std::span<Expression*> decorators = ParseDecorators();
      if (Is(Token::kExport) && scope_->kind == ScopeKind::kModule) return ParseExportDeclaration(decorators);
      return ParseClassDeclaration(decorators, from);
    }
    case Token::kConst:
      if (HW_UNLIKELY(typescript_)) {
        Statement* declaration = transform_ != nullptr ? ParseValueDeclaration(Exported::kNo) : nullptr;
        if (declaration != nullptr) return declaration;
        RefuseConstEnum();
      }
      return ParseVariableStatement(DeclarationKind::kConst);
    case Token::kLet:
      if (StartsLexicalLet()) return ParseVariableStatement(DeclarationKind::kLet);
      break;
    case Token::kUsing:
      if (StartsUsing()) return ParseVariableStatement(DeclarationKind::kUsing);
      break;
    case Token::kAwait:
      if (StartsAwaitUsing()) return ParseVariableStatement(DeclarationKind::kAwaitUsing);
      break;
    case Token::kAsync:
      if (Peek().type == Token::kFunction && !Peek().newline_before) {
        if (HW_UNLIKELY(typescript_) && TakeFunctionSignature()) return DummyStatement();
        return ParseFunctionDeclaration();
      }
      break;
    case Token::kImport: {
      Token next = Peek().type;
      if (next == Token::kLeftParen || next == Token::kDot) break;
      if (HW_UNLIKELY(transform_ != nullptr) && AtImportAlias()) return ParseImportAlias(Exported::kNo);
      if (scope_->kind == ScopeKind::kModule) return ParseImportDeclaration();
      if (HW_UNLIKELY(typescript_) && TakeErasedImport()) return DummyStatement();
      FailAtToken("Cannot use import statement outside a module");
      return DummyStatement();
    }
    case Token::kExport:
      if (scope_->kind == ScopeKind::kModule) return ParseExportDeclaration();
      return ParseExportOutsideModule();
    default: break;
  }
  return ParseStatement(StatementContext::kList);
}

Statement* Parser::ParseStatement(StatementContext context) {
  if (Exhausted()) return DummyStatement();
  switch (type()) {
    case Token::kLeftBrace: return ParseBlock();
    case Token::kVar: return ParseVariableStatement(DeclarationKind::kVar);
    case Token::kIf: return ParseIf();
    case Token::kReturn: return ParseReturn();
    case Token::kFor: return ParseFor();
    case Token::kWhile: return ParseWhile();
    case Token::kDo: return ParseDoWhile();
    case Token::kContinue: return ParseContinue();
    case Token::kBreak: return ParseBreak();
    case Token::kWith: return ParseWith();
    case Token::kSwitch: return ParseSwitch();
    case Token::kThrow: return ParseThrow();
    case Token::kTry: return ParseTry();
    case Token::kSemicolon: {
      auto* empty = New<EmptyStatement>(start(), token().end);
      Next();
      return empty;
    }
    case Token::kDebugger: {
      auto* debugger = New<DebuggerStatement>(start(), token().end);
      Next();
      ExpectSemicolon();
      return debugger;
    }
    case Token::kFunction:
      // Only a list item, or behind labels in sloppy code; `if` looks after its own.
      if (context == StatementContext::kLabelBody && !strict_) {
        if (Peek().type == Token::kMultiply) {
          FailAtToken("Generators can only be declared at the top level or inside a block.");
        }
        return ParseFunctionDeclaration();
      }
      FailAtToken(
          strict_ ? "In strict mode code, functions can only be declared at top level or inside a block."
                  : "In non-strict mode code, functions can only be declared at top level, inside a block, "
                    "or as the body of an if statement.");
      return DummyStatement();
    case Token::kAt:
    case Token::kClass: Unexpected(); return DummyStatement();
    case Token::kConst:
      FailAtToken("Lexical declaration cannot appear in a single-statement context");
      return DummyStatement();
    case Token::kLet:
      if (context != StatementContext::kList) {
        const TokenData& next = Peek();
        if (next.type == Token::kLeftBracket ||
            (!next.newline_before && (IsIdentifierLike(next.type) || next.type == Token::kLeftBrace))) {
          FailAtToken("Lexical declaration cannot appear in a single-statement context");
          return DummyStatement();
        }
      }
      break;
    case Token::kAsync:
      if (context != StatementContext::kList && Peek().type == Token::kFunction && !Peek().newline_before) {
        FailAtToken("Async functions can only be declared at the top level or inside a block.");
        return DummyStatement();
      }
      break;
    default: break;
  }
  if (HW_UNLIKELY(typescript_)) {
    if (context == StatementContext::kList) {
      if (AtAbstractClass()) return ParseClassDeclaration();
      Statement* declaration = transform_ != nullptr ? ParseValueDeclaration(Exported::kNo) : nullptr;
      if (declaration != nullptr) return declaration;
    }
    if (TakeErasedDeclaration()) return DummyStatement();
  }
  if (IsIdentifierLike(type()) && Peek().type == Token::kColon) return ParseLabelled(context);
  return ParseExpressionStatement();
}

Statement* Parser::ParseExpressionStatement() {
  label_run_ = 0;
  auto* statement = New<ExpressionStatement>(start(), start());
  statement->expression = ParseExpression();
  ExpectSemicolon();
  statement->end = previous_end();
  return statement;
}

BlockStatement* Parser::ParseBlock(bool is_catch_body) {
  label_run_ = 0;
  auto* block = New<BlockStatement>(start(), start());
  if (Exhausted()) return block;
  Expect(Token::kLeftBrace);
  Scope* scope = OpenScope(ScopeKind::kBlock);
  scope->is_catch_body = is_catch_body;
  {
    ListBuilder<Statement*> statements(statements_);
    ParseStatementList(statements, Token::kRightBrace);
    block->statements = statements.Finish(arena_);
  }
  Expect(Token::kRightBrace);
  FinishBlock(block, scope);
  return block;
}

void Parser::FinishBlock(BlockStatement* block, Scope* scope) {
  CloseScope(scope);
  block->end = previous_end();
  if (!scope->variables.empty()) block->scope = scope;
}

// ---- Declarations ----

Statement* Parser::ParseVariableStatement(DeclarationKind kind) {
  label_run_ = 0;
  VariableDeclaration* declaration = ParseVariableDeclarations(kind, false, declared_.size());
  ExpectSemicolon();
  declaration->end = previous_end();
  return declaration;
}

// https://tc39.es/ecma262/#sec-let-const-using-and-await-using-declarations-static-semantics-early-errors
void Parser::NoteUsing(DeclarationKind kind) {
  if (scope_->kind == ScopeKind::kScript || scope_->kind == ScopeKind::kEval) {
    FailAtToken("A using declaration cannot stand at the top level of a script or an eval");
  } else if (scope_->kind == ScopeKind::kSwitch) {
    FailAtToken("A using declaration cannot stand directly in a case of a switch statement");
  }
  scope_->has_using = true;
  if (kind == DeclarationKind::kUsing) return;
  scope_->has_await_using = true;
  function_->literal->has_await = true;
  if (hazards_.await == kNoPosition) hazards_.await = start();
  Next();
}

// At the first word. In the head of a for-in or for-of, the names stay on declared_, for they are
// initialised later.
VariableDeclaration* Parser::ParseVariableDeclarations(DeclarationKind kind, bool in_for,
                                                       size_t declared_from) {
  auto* declaration = New<VariableDeclaration>(start(), start());
  declaration->declaration_kind = kind;
  BindingKind binding = kind == DeclarationKind::kVar   ? BindingKind::kVar
                        : kind == DeclarationKind::kLet ? BindingKind::kLet
                                                        : BindingKind::kConst;
  bool is_using = kind == DeclarationKind::kUsing || kind == DeclarationKind::kAwaitUsing;
  if (is_using) NoteUsing(kind);
  Next();
  ListBuilder<Declarator> declarators(declarators_);
  do {
    Declarator declarator;
    declarator.target = is_using ? ParseBindingIdentifier(binding) : ParseBindingTarget(binding);
    bool may_be_constant =
        HW_UNLIKELY(transform_ != nullptr) && kind == DeclarationKind::kConst && Is(Token::kAssign);
    if (HW_UNLIKELY(typescript_)) SkipVariableAnnotation();
    const bool is_each = in_for && (Is(Token::kIn) || Is(Token::kOf));
    const bool is_name = kind == DeclarationKind::kVar && declarator.target->kind() == NodeKind::kIdentifier;
    if (is_name && (is_each || Is(Token::kAssign)))
      NoteWrite(declarator.target->As<Identifier>()->binding->Resolve());
    if (Take(Token::kAssign)) {
      declarator.initializer = ParseAssignment();
      if (may_be_constant) NoteConstant(declarator);
      if (declarator.target->kind() == NodeKind::kIdentifier) {
        NameAnonymous(declarator.initializer, declarator.target->As<Identifier>()->name);
      }
    } else if (is_each) {
      declarators.Push(declarator);
      break;
    } else if (declarator.target->kind() != NodeKind::kIdentifier) {
      if (!failed()) FailAt(declarator.target, "Missing initializer in destructuring declaration");
    } else if (binding == BindingKind::kConst) {
      if (Is(Token::kIllegal)) Unexpected();
      FailAt(declarator.target, is_using ? "Missing initializer in using declaration"
                                         : "Missing initializer in const declaration");
    }
    MarkInitialized(declared_from, previous_end());
    declarators.Push(declarator);
  } while (Take(Token::kComma));
  declaration->declarators = declarators.Finish(arena_);
  declaration->end = previous_end();
  return declaration;
}

Statement* Parser::ParseClassDeclaration(std::span<Expression*> decorators, uint32_t from) {
  if (HW_UNLIKELY(typescript_)) SkipAbstract();
  if (from == kNoPosition) from = start();
  auto* declaration = New<ClassDeclaration>(from, from);
  Restore<Variable*> declared(declared_class_, nullptr);
  declaration->class_literal = ParseClass(true, true, decorators, from);
  declaration->end = previous_end();
  declaration->binding = declared_class_;
  if (declaration->binding == nullptr) declaration->binding = Use(atoms_.empty, declaration->start);
  declaration->binding->initialized_position = previous_end();
  return declaration;
}

// ---- Choice ----

// https://tc39.es/ecma262/#sec-functiondeclarations-in-ifstatement-statement-clauses
Statement* Parser::ParseIfBody() {
  if (!Is(Token::kFunction) || strict_) return ParseStatement(StatementContext::kIfBody);
  if (Peek().type == Token::kMultiply) {
    FailAtToken("Generators can only be declared at the top level or inside a block.");
  }
  auto* block = New<BlockStatement>(start(), start());
  Scope* scope = OpenScope(ScopeKind::kBlock);
  Statement* function = ParseFunctionDeclaration();
  block->statements = arena_.Copy(std::span<Statement* const>(&function, 1));
  FinishBlock(block, scope);
  return block;
}

// An else-if chain is a loop.
Statement* Parser::ParseIf() {
  label_run_ = 0;
  IfStatement* first = nullptr;
  IfStatement* previous = nullptr;
  ListBuilder<Statement*> chain(statements_);
  for (;;) {
    auto* statement = New<IfStatement>(start(), start());
    Next();
    Expect(Token::kLeftParen);
    statement->test = ParseExpression();
    Expect(Token::kRightParen);
    statement->consequent = ParseIfBody();
    chain.Push(statement);
    if (previous == nullptr) {
      first = statement;
    } else {
      previous->alternate = statement;
    }
    previous = statement;
    if (!Take(Token::kElse)) break;
    if (Is(Token::kIf)) continue;
    statement->alternate = ParseIfBody();
    break;
  }
  for (Statement* statement : chain.items()) statement->end = previous_end();
  return first;
}

Statement* Parser::ParseSwitch() {
  auto* statement = New<SwitchStatement>(start(), start());
  label_run_ = 0;
  Next();
  Expect(Token::kLeftParen);
  statement->subject = ParseExpression();
  Expect(Token::kRightParen);
  Expect(Token::kLeftBrace);
  JumpTarget target = {function_->targets, statement, false, false, 0};
  function_->targets = &target;
  Scope* scope = OpenScope(ScopeKind::kSwitch);
  {
    ListBuilder<SwitchCase> cases(cases_);
    bool has_default = false;
    while (!Is(Token::kRightBrace) && !Is(Token::kEnd)) {
      SwitchCase clause;
      clause.start = start();
      if (Take(Token::kCase)) {
        clause.test = ParseExpression();
      } else {
        if (Is(Token::kDefault) && has_default)
          FailAtToken("More than one default clause in switch statement");
        Expect(Token::kDefault);
        has_default = true;
      }
      Expect(Token::kColon);
      ListBuilder<Statement*> statements(statements_);
      while (!Is(Token::kCase) && !Is(Token::kDefault) && !Is(Token::kRightBrace) && !Is(Token::kEnd)) {
        statements.Push(ParseStatementListItem());
      }
      clause.statements = statements.Finish(arena_);
      cases.Push(clause);
    }
    statement->cases = cases.Finish(arena_);
  }
  Expect(Token::kRightBrace);
  function_->targets = target.outer;
  CloseScope(scope);
  if (!scope->variables.empty()) statement->scope = scope;
  statement->end = previous_end();
  return statement;
}

// ---- Loops ----

Statement* Parser::ParseLoopBody(BreakableStatement* loop) {
  JumpTarget target = {function_->targets, loop, true, false, loop_labels_};
  function_->targets = &target;
  Restore<uint32_t> labels(loop_labels_, 0);
  Statement* body = ParseStatement(StatementContext::kSingle);
  function_->targets = target.outer;
  return body;
}

Statement* Parser::ParseDoWhile() {
  Restore<uint32_t> loops(function_->loops, function_->loops + 1);
  auto* loop = New<DoWhileStatement>(start(), start());
  Restore<uint32_t> labels(loop_labels_, label_run_);
  label_run_ = 0;
  Next();
  loop->body = ParseLoopBody(loop);
  Expect(Token::kWhile);
  Expect(Token::kLeftParen);
  loop->test = ParseExpression();
  Expect(Token::kRightParen);
  Take(Token::kSemicolon);  // always optional here
  loop->end = previous_end();
  return loop;
}

Statement* Parser::ParseWhile() {
  Restore<uint32_t> loops(function_->loops, function_->loops + 1);
  auto* loop = New<WhileStatement>(start(), start());
  Restore<uint32_t> labels(loop_labels_, label_run_);
  label_run_ = 0;
  Next();
  Expect(Token::kLeftParen);
  loop->test = ParseExpression();
  Expect(Token::kRightParen);
  loop->body = ParseLoopBody(loop);
  loop->end = previous_end();
  return loop;
}

void Parser::CheckForEachDeclaration(VariableDeclaration* declaration, bool is_of) {
  const char* loop = is_of ? "for-of" : "for-in";
  if (declaration->declarators.size() != 1) {
    FailAt(declaration,
           std::string("Invalid left-hand side in ") + loop + " loop: Must have a single binding.");
    return;
  }
  const Declarator& declarator = declaration->declarators[0];
  if (!is_of && (declaration->declaration_kind == DeclarationKind::kUsing ||
                 declaration->declaration_kind == DeclarationKind::kAwaitUsing)) {
    FailAt(declaration, "The left-hand side of a for-in loop may not be a using declaration.");
  }
  if (declarator.initializer == nullptr) return;
  // https://tc39.es/ecma262/#sec-initializers-in-forin-statement-heads
  bool allowed = !is_of && !strict_ && declaration->declaration_kind == DeclarationKind::kVar &&
                 declarator.target->kind() == NodeKind::kIdentifier;
  if (!allowed) {
    FailAt(declaration, std::string(loop) + " loop variable declaration may not have an initializer.");
  }
}

// What a for statement begins with that declares nothing: an expression, or, if *is_each, what for-in or
// for-of assign to.
Node* Parser::ParseForExpression(bool is_await, bool* is_each) {
  TokenData first = token();
  bool starts_with_async_of = Is(Token::kAsync) && Peek().type == Token::kOf && !is_await;
  PendingCover outer_cover = pending_cover_;
  pending_cover_ = {};
  Restore<bool> in(accept_in_, false);
  Expression* expression;
  if (is_await && Is(Token::kAsync) && Peek().type == Token::kOf) {
    // For await (async of …) has no arrow function to mix it up with.
    expression = ParseIdentifierReference();
  } else {
    expression = ParseAssignment(Cover::kPropagate);
  }
  *is_each = Is(Token::kIn) || Is(Token::kOf);
  Node* initializer = expression;
  if (*is_each) {
    if (Is(Token::kOf) && first.type == Token::kLet) {
      Fail(first.start, first.end, "The left-hand side of a for-of loop may not be 'let'.");
    }
    if (Is(Token::kOf) && starts_with_async_of && expression->kind() == NodeKind::kIdentifier) {
      Fail(first.start, first.end, "The left-hand side of a for-of loop may not be 'async'.");
    }
    pending_cover_ = {};
    bool is_literal =
        expression->kind() == NodeKind::kObjectLiteral || expression->kind() == NodeKind::kArrayLiteral;
    if (is_literal && !expression->parenthesized) {
      initializer = ToAssignmentPattern(expression);
    } else {
      initializer = CheckSimpleTarget(expression, Is(Token::kOf) ? "Invalid left-hand side in for-loop"
                                                                 : "Invalid left-hand side in for-in loop");
    }
  } else {
    CheckPendingCover();
    if (Is(Token::kComma)) {
      ListBuilder<Expression*> list(expressions_);
      list.Push(expression);
      while (Take(Token::kComma)) list.Push(ParseAssignment());
      auto* sequence = New<SequenceExpression>(first.start, previous_end());
      sequence->expressions = list.Finish(arena_);
      initializer = sequence;
    }
  }
  pending_cover_ = outer_cover;
  return initializer;
}

Statement* Parser::ParseFor() {
  Restore<uint32_t> loops(function_->loops, function_->loops + 1);
  uint32_t from = start();
  Restore<uint32_t> labels(loop_labels_, label_run_);
  label_run_ = 0;
  Next();
  bool is_await = false;
  if (Is(Token::kAwait)) {
    if (function_->await_mode != AwaitMode::kKeyword) Unexpected();
    function_->literal->has_await = true;
    if (hazards_.await == kNoPosition) hazards_.await = start();
    is_await = true;
    Next();
  }
  Expect(Token::kLeftParen);
  Scope* scope = nullptr;
  Node* initializer = nullptr;
  size_t declared_from = declared_.size();
  bool is_each = false;
  // `using of` declares a name only where that can't be a for-of over a variable called using.
  bool is_using = Is(Token::kUsing) && StartsUsing() &&
                  (Peek().type != Token::kOf || PeekFurther().type == Token::kAssign);
  bool is_await_using = Is(Token::kAwait) && StartsAwaitUsing();
  if (Is(Token::kVar) || Is(Token::kConst) || (Is(Token::kLet) && StartsLexicalLet()) || is_using ||
      is_await_using) {
    DeclarationKind kind = Is(Token::kVar)   ? DeclarationKind::kVar
                           : Is(Token::kLet) ? DeclarationKind::kLet
                           : is_using        ? DeclarationKind::kUsing
                           : is_await_using  ? DeclarationKind::kAwaitUsing
                                             : DeclarationKind::kConst;
    if (kind != DeclarationKind::kVar) scope = OpenScope(ScopeKind::kFor);
    Restore<bool> in(accept_in_, false);
    VariableDeclaration* declaration = ParseVariableDeclarations(kind, true, declared_from);
    initializer = declaration;
    is_each = Is(Token::kIn) || Is(Token::kOf);
    if (is_each && !failed()) CheckForEachDeclaration(declaration, Is(Token::kOf));
  } else if (!Is(Token::kSemicolon)) {
    initializer = ParseForExpression(is_await, &is_each);
  }

  Statement* result;
  if (is_each && (!is_await || Is(Token::kOf))) {
    result = ParseForEachRest(from, is_await, initializer, scope, declared_from);
  } else {
    if (is_await) Unexpected();
    MarkInitialized(declared_from, previous_end());
    auto* loop = New<ForStatement>(from, from);
    loop->initializer = initializer;
    Expect(Token::kSemicolon);
    if (!Is(Token::kSemicolon)) loop->test = ParseExpression();
    Expect(Token::kSemicolon);
    if (!Is(Token::kRightParen)) loop->update = ParseExpression();
    Expect(Token::kRightParen);
    loop->body = ParseLoopBody(loop);
    loop->end = previous_end();
    loop->scope = scope;
    result = loop;
  }
  if (scope != nullptr) CloseScope(scope);
  return result;
}

// At in or of.
Statement* Parser::ParseForEachRest(uint32_t from, bool is_await, Node* each, Scope* scope,
                                    size_t declared_from) {
  ForEachStatement* loop;
  if (Is(Token::kOf)) {
    auto* for_of = New<ForOfStatement>(from, from);
    for_of->is_await = is_await;
    loop = for_of;
  } else {
    loop = New<ForInStatement>(from, from);
  }
  bool is_of = Is(Token::kOf);
  Next();
  loop->scope = scope;
  loop->each = each;
  loop->subject = is_of ? ParseAssignmentIn() : ParseExpressionIn();
  MarkInitialized(declared_from, previous_end());
  Expect(Token::kRightParen);
  loop->body = ParseLoopBody(loop);
  loop->end = previous_end();
  return loop;
}

// ---- Jumps ----

Statement* Parser::ParseContinue() {
  label_run_ = 0;
  auto* statement = New<ContinueStatement>(start(), token().end);
  TokenData keyword = token();
  Next();
  JumpTarget* target = function_->targets;
  if (IsIdentifierLike(type()) && !token().newline_before) {
    CheckIdentifier(token());
    Atom* label = token().atom;
    std::string name = label->ToUtf8();
    JumpTarget* loop = nullptr;
    uint32_t distance = 0;  // labels between that loop and here
    for (; target != nullptr; target = target->outer) {
      if (!target->is_label) {
        loop = target->is_loop ? target : nullptr;
        distance = 0;
        continue;
      }
      if (static_cast<LabelledStatement*>(target->statement)->label == label) break;
      ++distance;
    }
    if (target == nullptr) {
      FailAtToken("Undefined label '" + name + "'");
    } else if (loop == nullptr || distance >= loop->label_count) {
      FailAtToken("Illegal continue statement: '" + name + "' does not denote an iteration statement");
    } else {
      statement->target = loop->statement;
    }
    Next();
  } else {
    while (target != nullptr && !target->is_loop) target = target->outer;
    if (target == nullptr) {
      Fail(keyword.start, keyword.end, "Illegal continue statement: no surrounding iteration statement");
    } else {
      statement->target = target->statement;
    }
  }
  ExpectSemicolon();
  statement->end = previous_end();
  return statement;
}

Statement* Parser::ParseBreak() {
  label_run_ = 0;
  auto* statement = New<BreakStatement>(start(), token().end);
  TokenData keyword = token();
  Next();
  JumpTarget* target = function_->targets;
  if (IsIdentifierLike(type()) && !token().newline_before) {
    CheckIdentifier(token());
    Atom* label = token().atom;
    while (target != nullptr &&
           !(target->is_label && static_cast<LabelledStatement*>(target->statement)->label == label)) {
      target = target->outer;
    }
    if (target == nullptr) FailAtToken("Undefined label '" + label->ToUtf8() + "'");
    Next();
  } else {
    while (target != nullptr && target->is_label) target = target->outer;
    if (target == nullptr) Fail(keyword.start, keyword.end, "Illegal break statement");
  }
  if (target != nullptr) {
    statement->target = target->statement;
  }
  ExpectSemicolon();
  statement->end = previous_end();
  return statement;
}

Statement* Parser::ParseReturn() {
  label_run_ = 0;
  auto* statement = New<ReturnStatement>(start(), token().end);
  if (!function_->allow_return) FailAtToken("Illegal return statement");
  Next();
  if (!Is(Token::kSemicolon) && !Is(Token::kRightBrace) && !Is(Token::kEnd) && !token().newline_before) {
    statement->argument = ParseExpression();
  }
  ExpectSemicolon();
  statement->end = previous_end();
  return statement;
}

Statement* Parser::ParseThrow() {
  label_run_ = 0;
  auto* statement = New<ThrowStatement>(start(), token().end);
  Next();
  if (token().newline_before) FailAtToken("Illegal newline after throw");
  statement->argument = ParseExpression();
  ExpectSemicolon();
  statement->end = previous_end();
  return statement;
}

// https://tc39.es/ecma262/#sec-labelled-statements
Statement* Parser::ParseLabelled(StatementContext context) {
  auto* statement = New<LabelledStatement>(start(), token().end);
  uint32_t labels = label_run_;
  CheckIdentifier(token());
  statement->label = token().atom;
  for (JumpTarget* target = function_->targets; target != nullptr; target = target->outer) {
    if (target->is_label && static_cast<LabelledStatement*>(target->statement)->label == statement->label) {
      FailAtToken("Label '" + statement->label->ToUtf8() + "' has already been declared");
    }
  }
  Next();
  Expect(Token::kColon);
  JumpTarget target = {function_->targets, statement, false, true, 0};
  function_->targets = &target;
  label_run_ = labels + 1;
  bool in_list = context == StatementContext::kList || context == StatementContext::kLabelBody;
  statement->body = ParseStatement(in_list ? StatementContext::kLabelBody : StatementContext::kSingle);
  label_run_ = 0;
  function_->targets = target.outer;
  statement->end = previous_end();
  return statement;
}

// ---- with, try ----

Statement* Parser::ParseWith() {
  label_run_ = 0;
  auto* statement = New<WithStatement>(start(), start());
  if (strict_) FailAtToken("Strict mode code may not include a with statement");
  Next();
  Expect(Token::kLeftParen);
  statement->object = ParseExpression();
  Expect(Token::kRightParen);
  statement->scope = OpenScope(ScopeKind::kWith);
  statement->body = ParseStatement(StatementContext::kSingle);
  CloseScope(statement->scope);
  statement->end = previous_end();
  return statement;
}

Statement* Parser::ParseTry() {
  label_run_ = 0;
  auto* statement = New<TryStatement>(start(), start());
  Next();
  statement->block = ParseBlock();
  if (!Is(Token::kCatch) && !Is(Token::kFinally)) {
    if (Is(Token::kIllegal)) Unexpected();
    FailAtToken("Missing catch or finally after try");
    return statement;
  }
  if (Take(Token::kCatch)) {
    if (Take(Token::kLeftParen)) {
      Scope* scope = OpenScope(ScopeKind::kCatch);
      statement->catch_scope = scope;
      size_t declared_from = declared_.size();
      statement->parameter = ParseBindingTarget(BindingKind::kCatch);
      SkipTypeAnnotation();
      if (statement->parameter->kind() == NodeKind::kIdentifier && !failed()) {
        Variable* v = statement->parameter->As<Identifier>()->binding;
        v->kind = VariableKind::kCatchParameter;
      }
      MarkInitialized(declared_from, previous_end());
      Expect(Token::kRightParen);
      statement->handler = ParseBlock(true);
      CloseScope(scope);
    } else {
      statement->handler = ParseBlock();
    }
  }
  if (Take(Token::kFinally)) statement->finalizer = ParseBlock();
  statement->end = previous_end();
  return statement;
}

}  // namespace halfword::syntax
