// Where TypeScript's syntax meets JavaScript's: what is erased, what is refused, and which of both it is.
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

void Parser::FailType() {
  if (types_.TakeExhausted() || stack_limit_ == UINTPTR_MAX) {
    FailExhausted();
  } else {
    Unexpected();
  }
}

void Parser::RefuseNotErasable(uint32_t from, uint32_t to) {
  Fail(from, to, "This syntax is not allowed when 'erasableSyntaxOnly' is enabled.");
}

// ---- Ranges ----

bool Parser::HasLineEnd(uint32_t from, uint32_t to) const {
  for (uint32_t i = from; i < to; ++i) {
    char32_t c = source_[i];
    if (c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029) return true;
  }
  return false;
}

void Parser::EraseWhole(uint32_t from, uint32_t before, size_t count) {
  if (HW_LIKELY(options_.erased == nullptr) || failed()) return;
  options_.erased->resize(count);
  Erase(from, NeedsSemicolonBefore(before) ? As::kSemicolon : As::kBlanks);
}

void Parser::EndBeforeErased(uint32_t before, size_t count) {
  if (ErasedCount() == count || !NeedsSemicolonBefore(before)) return;
  // Behind a method or an object literal only these would go on.
  bool may_go_on =
      Is(Token::kLeftBracket) || Is(Token::kMultiply) || Is(Token::kIn) || Is(Token::kInstanceof);
  if (source_[before - 1] == '}' && !may_go_on) return;
  ErasedRange& first = (*options_.erased)[count];
  if (HasLineEnd(before, first.start)) first.as = As::kSemicolon;
}

void Parser::EndErasedLine() {
  if (ErasedCount() == 0 || Is(Token::kRightBrace) || Is(Token::kEnd)) return;
  ErasedRange& last = options_.erased->back();
  if (last.end == previous_end() && last.as == As::kBlanks) last.as = As::kSemicolon;
}

// ---- Annotations ----

// Behind the name of a parameter.
void Parser::SkipParameterAnnotation() {
  uint32_t from = start();
  if (Take(Token::kQuestion)) Erase(from);
  SkipTypeAnnotation();
}

PatternElement Parser::ParseTypedParameter(FunctionLiteral* literal) {
  if (types_.IsParameterModifier()) {
    if (transform_ == nullptr) {
      RefuseNotErasable(start(), token().end);
    } else if (!literal->is_class_constructor()) {
      FailAtToken("A parameter property is only allowed in a constructor implementation.");
    } else {
      DeclareParameterProperty();
    }
  }
  PatternElement element;
  element.target = ParseBindingTarget(BindingKind::kParameter);
  SkipParameterAnnotation();
  ParseInitializer(&element);
  return element;
}

// Behind the name of a variable.
void Parser::SkipVariableAnnotation() {
  bool is_definite = Is(Token::kNot) && !token().newline_before;
  uint32_t from = start();
  if (is_definite) Next();
  if (is_definite) Erase(from);
  if (is_definite && !Is(Token::kColon)) Unexpected();
  SkipTypeAnnotation();
}

// ---- Declarations ----

// At the first word of a statement.
bool Parser::TakeErasedDeclaration() {
  uint32_t from = start(), before = previous_end();
  size_t count = ErasedCount();
  if (!TakeErasedStatement()) return false;
  EraseWhole(from, before, count);
  return true;
}

bool Parser::TakeErasedStatement() {
  if (HW_LIKELY(!IsIdentifierLike(type()))) {
    if (!Is(Token::kEnum) || transform_ != nullptr) return false;
    RefuseNotErasable(Peek().start, Peek().end);
    return true;
  }
  if (Is(Token::kInterface)) {
    if (!types_.NameFollows()) return false;
    Require([&] { return types_.SkipInterface(); });
    return true;
  }
  if (!Is(Token::kIdentifier)) return false;
  if (types_.IsWord("type")) {
    if (!types_.NameFollows()) return false;
    Require([&] { return types_.SkipTypeAlias(); });
    return true;
  }
  if (types_.IsWord("namespace") || types_.IsWord("module")) {
    if (!types_.NameFollows()) return false;
    Next();
    TokenData name = token();
    bool is_of_types = Try([&] { return types_.SkipNamespaceOfTypes(); });
    if (!is_of_types && transform_ != nullptr) return false;
    if (!is_of_types) RefuseNotErasable(name.start, name.end);
    return true;
  }
  if (types_.IsWord("declare")) {
    const TokenData& next = Peek();
    bool is_declaration = IsIdentifierName(next.type) && !next.newline_before && next.type != Token::kIn &&
                          next.type != Token::kInstanceof && next.type != Token::kAs &&
                          next.type != Token::kSatisfies;
    if (!is_declaration) return false;
    Next();
    Require([&] { return types_.SkipAmbientDeclaration(); });
    return true;
  }
  return false;
}

bool Parser::AtAbstractClass() {
  return types_.IsWord("abstract") && Peek().type == Token::kClass && !Peek().newline_before;
}

void Parser::SkipAbstract() {
  if (!AtAbstractClass()) return;
  uint32_t from = start();
  Next();
  Erase(from);
}

// At const.
void Parser::RefuseConstEnum() {
  if (Peek().type != Token::kEnum || transform_ != nullptr) return;
  TokenData name = PeekFurther();
  RefuseNotErasable(name.start, name.end);
}

// At a function, or at `async` before it: an overload, without a body.
bool Parser::TakeFunctionSignature() {
  uint32_t from = start(), before = previous_end();
  bool is_signature = Try([&] {
    Take(Token::kAsync);
    return types_.SkipFunctionSignature();
  });
  if (is_signature) EraseWhole(from, before, ErasedCount());
  return is_signature;
}

bool Parser::TakeErasedExport(uint32_t from, uint32_t before) {
  size_t count = ErasedCount();
  if (!SkipErasedExport(from)) return false;
  EraseWhole(from, before, count);
  return true;
}

bool Parser::SkipErasedExport(uint32_t from) {
  switch (type()) {
    case Token::kAssign:
      if (transform_ != nullptr) return false;
      RefuseNotErasable(from, token().end);
      return true;
    case Token::kConst: RefuseConstEnum(); return failed();
    case Token::kFunction:
    case Token::kAsync: return TakeFunctionSignature();
    case Token::kImport:
      if (LookAhead([&] {
            Next();
            return types_.IsWord("type");
          })) {
        Require([&] { return types_.SkipImport(); });
      } else if (transform_ != nullptr) {
        return false;
      } else {
        RefuseNotErasable(from, token().end);
      }
      return true;
    case Token::kAs: Require([&] { return types_.SkipTypeExport(); }); return true;
    default: break;
  }
  if (types_.IsWord("type") && (Peek().type == Token::kLeftBrace || Peek().type == Token::kMultiply)) {
    Require([&] { return types_.SkipTypeExport(); });
    return true;
  }
  return TakeErasedDeclaration();
}

// At `export` where no module is, as in CommonJS: nothing may be left of it.
Statement* Parser::ParseExportOutsideModule() {
  TokenData word = token();
  uint32_t before = previous_end();
  if (typescript_) {
    Next();
    if (transform_ != nullptr && Is(Token::kAssign)) return ParseExportAssignment();
    if (TakeErasedExport(word.start, before)) return DummyStatement();
  }
  Unexpected(word);
  return DummyStatement();
}

// At import: `import type …`, which asks for no module, and the refused `import a = …`.
bool Parser::TakeErasedImport() {
  uint32_t from = start(), before = previous_end();
  size_t count = ErasedCount();
  bool is_alias = false;
  bool is_type = LookAhead([&] {
    Next();
    bool says_type = types_.IsWord("type");
    if (!IsIdentifierLike(type())) return false;
    Next();
    is_alias = Is(Token::kAssign);
    if (!says_type || is_alias) return false;
    if (Is(Token::kLeftBrace) || Is(Token::kMultiply)) return true;
    // `import type from 'x'` has a name; `import type from from 'x'` and `import type from = …` have another.
    if (!Is(Token::kFrom)) return IsIdentifierLike(type());
    Next();
    return Is(Token::kFrom) || Is(Token::kAssign);
  });
  if (is_alias) RefuseNotErasable(from, token().end);
  if (is_type) Require([&] { return types_.SkipImport(); });
  if (is_type) EraseWhole(from, before, count);
  return is_alias || is_type;
}

// At the first word of an import or export specifier. What is behind `type` says whether it is a modifier.
// It is one in `type a`, `type a as b`, `type as` and `type as as a`, and none in `type`, `type as a` and
// `type as as`. *has_more: a comma followed, and has been taken.
bool Parser::TakeTypeSpecifier(bool* has_more) {
  if (!types_.IsWord("type")) return false;
  uint32_t from = start();
  bool is_type = Try([&] {
    auto is_name = [&] { return IsIdentifierName(type()) || Is(Token::kString); };
    Next();
    if (!is_name()) return false;
    bool first_is_as = Is(Token::kAs);
    Next();
    if (!first_is_as) {
      if (!Take(Token::kAs)) return true;
      if (!is_name()) return false;
      Next();
      return true;
    }
    if (!is_name()) return true;          // type as
    if (!Take(Token::kAs)) return false;  // type as a
    if (!is_name()) return false;         // type as as
    Next();
    return true;
  });
  if (!is_type) return false;
  *has_more = Take(Token::kComma);
  Erase(from);
  return true;
}

// ---- Classes ----

bool Parser::SkipMemberModifiers() {
  bool is_erased = false;
  while (types_.IsMemberModifier()) {
    is_erased |= types_.IsWord("declare") || types_.IsWord("abstract");
    uint32_t from = start();
    Next();
    Erase(from);
  }
  return is_erased;
}

// Behind the first modifiers: index signatures, and what `declare` or `abstract` stand before.
bool Parser::TakeErasedMember(bool is_erased, const ErasedElement& element) {
  if (!is_erased && !types_.IsIndexSignature()) return false;
  Require([&] { return types_.SkipClassMember(); });
  EraseWhole(element.start, element.before, element.count);
  return true;
}

// Behind the name of a method: an overload, without a body.
bool Parser::TakeSignature(const ErasedElement& element) {
  if (!Is(Token::kLeftParen) && !Is(Token::kLess)) return false;
  if (!Try([&] { return types_.SkipSignature() && !Is(Token::kLeftBrace); })) return false;
  ExpectSemicolon();
  EraseWhole(element.start, element.before, element.count);
  return true;
}

// ---- Expressions ----

// At `as` or `satisfies`.
bool Parser::TakeTypeAssertion() {
  if (!typescript_ || token().newline_before) return false;
  bool is_as = Is(Token::kAs);
  uint32_t from = start();
  size_t count = ErasedCount();
  Next();
  if (!is_as || !Take(Token::kConst)) Require([&] { return types_.SkipType(); });
  if (HW_UNLIKELY(options_.erased != nullptr)) options_.erased->resize(count);
  Erase(from);
  return true;
}

// Behind an operand: ! or type arguments.
bool Parser::TakeTypeSuffix() {
  uint32_t from = start();
  if (Is(Token::kNot) && !token().newline_before) {
    Next();
    Erase(from);
    return true;
  }
  if (!Is(Token::kLess) && !Is(Token::kShiftLeft)) return false;
  if (!Try([&] { return types_.SkipTypeArgumentsInExpression(); })) return false;
  Erase(from);
  return true;
}

// At a ? behind an expression: whether it can only be a parameter's.
bool Parser::IsOptionalMark() { return HW_UNLIKELY(typescript_) && EndsOptionalParameter(Peek().type); }

// At `async`.
bool Parser::StartsGenericAsync() {
  if (!typescript_ || Peek().type != Token::kLess) return false;
  return LookAhead([&] {
    Next();
    return types_.SkipTypeParameters() && Is(Token::kLeftParen);
  });
}

// At `async` before a name: whether that is an operator on a variable.
bool Parser::IsAsyncAsserted() {
  Token next = Peek().type;
  return typescript_ && (next == Token::kAs || next == Token::kSatisfies) &&
         PeekFurther().type != Token::kArrow;
}

// At a < where an expression begins: type parameters, or an assertion.
Expression* Parser::ParseGenericArrow() {
  TokenData less = token();
  bool is_arrow = arrow_allowed_at_ == less.start &&
                  Try([&] { return types_.SkipTypeParameters() && Is(Token::kLeftParen); });
  if (is_arrow) {
    EraseArrowTypeParameters(less.start);
    return ParseParenthesized(less.start);
  }
  if (transform_ != nullptr) return ParseAngleAssertion();
  RefuseNotErasable(less.start, less.end);
  return Dummy();
}

// <T>x. Where a parenthesis follows, ParseParenthesized has found that no arrow function begins here.
Expression* Parser::ParseAngleAssertion() {
  if (Exhausted()) return Dummy();
  uint32_t from = start();
  if (Peek().type == Token::kConst) {
    Next();
    Next();
    Expect(Token::kGreater);
    Erase(from);
  } else {
    Require([&] { return types_.SkipTypeArguments(); });
  }
  return ParseUnary();
}

void Parser::ParseParameterType(ListBuilder<Expression*>& items, uint32_t from, bool* must_be_arrow) {
  if (!Is(Token::kQuestion) && !Is(Token::kColon)) return;
  *must_be_arrow = true;
  SkipParameterAnnotation();
  if (!Is(Token::kAssign)) return;
  Restore<PendingCover> cover(pending_cover_, {});
  items.items().back() = ParseAssignmentRest(items.items().back(), from);
}

// Type parameters from there to the ( that is the current token.
void Parser::EraseArrowTypeParameters(uint32_t from) {
  if (HW_LIKELY(options_.erased == nullptr)) return;
  if (HasLineEnd(from, start())) {
    options_.erased->push_back({from, token().end, As::kOpenParenthesis});
  } else {
    Erase(from);
  }
}

// At the colon behind what may be the parameters of an arrow function that begins at `from`. Elsewhere
// than in the first branch of a conditional, the type says so if an arrow follows it.
bool Parser::TakeArrowReturnType(uint32_t from, bool must_be_arrow) {
  uint32_t parenthesis = previous_end() - 1, colon = start();
  size_t count = ErasedCount();
  if (must_be_arrow) {
    SkipReturnType();
  } else {
    bool is_type = Try([&] {
      return types_.SkipReturnType() && Is(Token::kArrow) && !token().newline_before &&
             (branch_at_ != from || IsArrowBeforeColon(from));
    });
    if (!is_type) return false;
  }
  if (HW_LIKELY(options_.erased == nullptr)) return true;
  options_.erased->resize(count);
  bool has_line_end = HasLineEnd(parenthesis, start());
  Erase(has_line_end ? parenthesis : colon, has_line_end ? As::kClosingParenthesis : As::kBlanks);
  return true;
}

// Whether an arrow function with a return type begins at `from`, where the first branch of a conditional
// does: then a colon must follow it. Each place is looked at once, for those inside are asked too.
bool Parser::IsArrowBeforeColon(uint32_t from) {
  auto [known, is_new] = verdicts_->emplace(from, true);
  if (!is_new) return known->second;
  ParseResult result(options_.hash_seed);
  ParseError& error = ParseResultAccess::data(result).error;
  ParseOptions options = options_;
  options.erased = nullptr;
  Parser parser(source_, options, ParseResultAccess::data(result), is_module_);
  bool is_arrow = false;
  {
    FunctionLiteral outside(0, 0);
    FunctionState state = *function_;
    state.outer = nullptr;
    state.literal = &outside;
    state.targets = nullptr;
    parser.function_ = &state;
    parser.stack_limit_ = stack_limit_;
    parser.verdicts_ = verdicts_;
    parser.strict_ = strict_;
    parser.discarding_ = true;
    parser.checked_before_ = checked_before_;
    parser.OpenScope(ScopeKind::kBlock);
    parser.scanner_.Seek(from);
    parser.branch_at_ = parser.arrow_allowed_at_ = from;
    Expression* expression = parser.ParseAssignment();
    is_arrow = IsBareArrow(expression) && parser.Is(Token::kColon);
  }
  if (error.kind == ErrorKind::kOutOfMemory) stack_limit_ = UINTPTR_MAX;
  if (error.kind == ErrorKind::kOutOfMemory || error.kind == ErrorKind::kStackOverflow) FailExhausted();
  (*verdicts_)[from] = is_arrow;
  return is_arrow;
}

}  // namespace halfword::syntax
