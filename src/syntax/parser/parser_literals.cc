// https://tc39.es/ecma262/#sec-primary-expression: names, literals, templates, arrays and objects.
#include "regexp/regexp.h"
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {

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
    case Token::kAt: {
      if (!options_.harmony) {
        Unexpected();
        return Dummy();
      }
      uint32_t from = start();
      return ParseClass(false, false, ParseDecorators(), from);
    }
    case Token::kBigInt: return ParseBigIntLiteral();
    case Token::kDivide:
    case Token::kAssignDivide: return ParseRegExp();
    case Token::kTemplate: return ParseTemplate(false);
    case Token::kShiftLeft:
      if (transform_ == nullptr) {
        Unexpected();
        return Dummy();
      }
      [[fallthrough]];
    case Token::kLess:
      if (typescript_) return ParseGenericArrow();
      [[fallthrough]];
    default:
      if (HW_LIKELY(IsIdentifierLike(t.type))) return ParseIdentifierExpression();
      Unexpected();
      return Dummy();
  }
}

Identifier* Parser::MakeIdentifier(const TokenData& t) {
  auto* identifier = NewIdentifier(t.start, t.end);
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
        if (IsIdentifierLike(next.type) && arrow_allowed_at_ == start() && !IsAsyncAsserted()) {
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
        if (arrow_allowed_at_ == start() && (next.type == Token::kLeftParen || StartsGenericAsync())) {
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
    options.goes_on = [](void* data, size_t bytes, size_t steps) {
      constexpr size_t kBytesPerStep = 32;  // a step in what the arenas take for as much work
      Parser* parser = static_cast<Parser*>(data);
      parser->watch_.Look(bytes, steps * kBytesPerStep);
      return parser->stack_limit_ != UINTPTR_MAX;
    };
    options.data = this;
    regexp::Error error = regexp::Validate(text(literal->pattern), *flags, options);
    if (Exhausted()) return literal;
    if (error.reason != nullptr) {
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
      elements.Push(ParseSpread(from, Cover::kPropagate));
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

// ---- Members of objects and classes ----

Expression* Parser::KeyOf(const TokenData& word) {
  auto* key = New<StringLiteral>(word.start, word.end);
  key->value = word.atom;
  return key;
}

// True if no name can begin here, so that the word before is one and not a prefix.
bool Parser::EndsMemberName(MemberOf of) const {
  switch (type()) {
    case Token::kLeftParen:
    case Token::kAssign:
    case Token::kRightBrace:
    case Token::kEnd: return true;
    case Token::kAt:
    case Token::kSemicolon: return of == MemberOf::kClass;
    case Token::kComma: return of == MemberOf::kObject;
    case Token::kColon: return of == MemberOf::kObject || typescript_;
    case Token::kLess: return typescript_;
    case Token::kQuestion:
    case Token::kNot: return of == MemberOf::kClass && typescript_;
    default: return false;
  }
}

// At the name, or at what comes behind it if the key is set. In a class a line break may end a field.
Parser::MemberPrefix Parser::ParseMemberPrefix(MemberOf of) {
  MemberPrefix prefix = {.word = token()};
  bool ends_at_line = of == MemberOf::kClass;
  if (Is(Token::kAsync)) {
    Next();
    bool on_new_line = token().newline_before;
    if (EndsMemberName(of) || (ends_at_line && on_new_line)) {
      prefix.key = KeyOf(prefix.word);
      return prefix;
    }
    prefix.is_async = true;
    if (on_new_line) Unexpected();
  } else if (Is(Token::kGet) || Is(Token::kSet)) {
    Next();
    if (EndsMemberName(of) || (ends_at_line && Is(Token::kMultiply) && token().newline_before)) {
      prefix.key = KeyOf(prefix.word);
      return prefix;
    }
    prefix.syntax = prefix.word.type == Token::kGet ? FunctionSyntax::kGetter : FunctionSyntax::kSetter;
    return prefix;
  }
  prefix.is_generator = Take(Token::kMultiply);
  return prefix;
}

Property Parser::ParseObjectMember(bool* has_proto) {
  Property property;
  property.start = start();
  if (Take(Token::kEllipsis)) {
    property.kind = PropertyKind::kSpread;
    property.value = ParseAssignment(Cover::kPropagate);
    property.end = previous_end();
    return property;
  }
  MemberPrefix prefix = ParseMemberPrefix(MemberOf::kObject);
  if (prefix.syntax == FunctionSyntax::kGetter) property.kind = PropertyKind::kGetter;
  if (prefix.syntax == FunctionSyntax::kSetter) property.kind = PropertyKind::kSetter;
  TokenData name = prefix.key != nullptr ? prefix.word : token();
  property.key = prefix.key != nullptr ? prefix.key : ParsePropertyKey(&property.is_computed);
  if (prefix.is_of_method() || Is(Token::kLeftParen) || (Is(Token::kLess) && typescript_)) {
    FunctionLiteral* method =
        ParseMethod(prefix.syntax, property.start, prefix.is_async, prefix.is_generator);
    property.is_method = true;
    property.value = method;
    if (property.is_computed) {
      method->wants_name_at_run_time = property.needs_name_at_run_time = true;
    } else {
      method->name = KeyName(property.key);
    }
  } else if (Take(Token::kColon)) {
    ParseObjectValue(property, has_proto);
  } else {
    ParseShorthand(property, name);
  }
  property.end = previous_end();
  return property;
}

void Parser::ParseObjectValue(Property& property, bool* has_proto) {
  property.value = ParseAssignment(Cover::kPropagate);
  bool is_proto = !property.is_computed && property.key->kind() == NodeKind::kStringLiteral &&
                  property.key->As<StringLiteral>()->value == atoms_.proto;
  if (is_proto) {
    property.kind = PropertyKind::kPrototype;
    if (*has_proto && pending_cover_.proto == kNoPosition) pending_cover_.proto = property.start;
    *has_proto = true;
  } else if (IsAnonymousDefinition(property.value)) {
    if (property.is_computed) {
      property.needs_name_at_run_time = true;
      NameAtRunTime(property.value);
    } else {
      NameAnonymous(property.value, KeyName(property.key));
    }
  }
}

// {name} or, as a pattern only, {name = value}; behind the name.
void Parser::ParseShorthand(Property& property, const TokenData& name) {
  if (property.is_computed || !IsIdentifierLike(name.type)) {
    bool is_misplaced_word = IsReservedWord(name.type) && !property.is_computed &&
                             (Is(Token::kComma) || Is(Token::kRightBrace) || Is(Token::kAssign));
    if (name.type == Token::kEscapedWord || is_misplaced_word) {
      Unexpected(name);
    } else {
      Unexpected();
    }
    property.value = Dummy();
    return;
  }
  CheckIdentifier(name);
  if (name.atom == atoms_.arguments && function_->forbid_arguments) {
    Fail(name.start, name.end,
         "'arguments' is not allowed in class field initializer or static initialization block");
  }
  Identifier* identifier = MakeIdentifier(name);
  property.value = identifier;
  if (!Is(Token::kAssign)) return;
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

}  // namespace halfword::syntax
