// Destructuring: patterns read as such in declarations and parameters, and literals that turn out to be
// patterns. https://tc39.es/ecma262/#sec-destructuring-assignment, #sec-destructuring-binding-patterns
#include "syntax/parser/parser_impl.h"

namespace halfword::syntax {
namespace {
constexpr const char* kInvalidTarget = "Invalid destructuring assignment target";
}

// ---- From literals ----

Expression* Parser::ToAssignmentTarget(Expression* e) {
  if (e->kind() == NodeKind::kObjectLiteral || e->kind() == NodeKind::kArrayLiteral) {
    if (!e->parenthesized) return ToAssignmentPattern(e);
    FailAt(e, kInvalidTarget);
    return e;
  }
  if (e->kind() == NodeKind::kCallExpression) FailAt(e, kInvalidTarget);
  return CheckSimpleTarget(e, kInvalidTarget);
}

PatternElement Parser::ToPatternElement(Expression* e) {
  if (e->kind() == NodeKind::kAssignExpression && !e->parenthesized) {
    auto* assign = e->As<AssignExpression>();
    if (assign->op == AssignOperator::kAssign && assign->target->kind() != NodeKind::kCallExpression) {
      // A shorthand's name has not been checked as a target.
      if (assign->target->kind() == NodeKind::kIdentifier) CheckSimpleTarget(assign->target, kInvalidTarget);
      return {assign->target, assign->value};
    }
    FailAt(e, kInvalidTarget);
    return {e, nullptr};
  }
  return {ToAssignmentTarget(e), nullptr};
}

Expression* Parser::ToAssignmentPattern(Expression* e) {
  if (Exhausted()) return e;
  if (e->kind() == NodeKind::kArrayLiteral) {
    auto* literal = e->As<ArrayLiteral>();
    auto* pattern = New<ArrayPattern>(e->start, e->end);
    ListBuilder<PatternElement> elements(pattern_elements_);
    for (Expression* element : literal->elements) {
      if (pattern->rest != nullptr) {
        FailAt(pattern->rest, "Rest element must be last element");
        break;
      }
      if (element == nullptr) {
        elements.Push({});
      } else if (element->kind() == NodeKind::kSpreadElement) {
        if (literal->has_comma_after_spread) FailAt(element, "Rest element must be last element");
        pattern->rest = ToAssignmentTarget(element->As<SpreadElement>()->argument);
      } else {
        elements.Push(ToPatternElement(element));
      }
    }
    pattern->elements = elements.Finish(arena_);
    return pattern;
  }
  auto* literal = e->As<ObjectLiteral>();
  auto* pattern = New<ObjectPattern>(e->start, e->end);
  ListBuilder<PatternProperty> properties(pattern_properties_);
  for (const Property& property : literal->properties) {
    if (pattern->rest != nullptr) {
      FailAt(pattern->rest, "Rest element must be last element");
      break;
    }
    if (property.kind == PropertyKind::kSpread) {
      if (literal->has_comma_after_spread) {
        Fail(property.start, property.end, "Rest element must be last element");
      }
      Expression* target = property.value;
      if (target->kind() == NodeKind::kObjectLiteral || target->kind() == NodeKind::kArrayLiteral) {
        FailAt(target, "`...` must be followed by an assignable reference in assignment contexts");
      }
      pattern->rest = ToAssignmentTarget(target);
      continue;
    }
    if (property.is_method) {
      Fail(property.start, property.end, kInvalidTarget);
      break;
    }
    properties.Push({property.key, property.is_computed, ToPatternElement(property.value)});
  }
  pattern->properties = properties.Finish(arena_);
  return pattern;
}

// A converted parameter of an arrow function: every target must be a bare name, which becomes a parameter.
void Parser::DeclarePatternParameters(Expression* target) {
  if (Exhausted()) return;
  auto fail = [&](Expression* e) { FailAt(e, kInvalidTarget); };
  switch (target->kind()) {
    case NodeKind::kIdentifier: {
      auto* identifier = target->As<Identifier>();
      if (identifier->parenthesized) return fail(target);
      DeclareBinding(identifier, BindingKind::kParameter);
      return;
    }
    case NodeKind::kArrayPattern: {
      auto* pattern = target->As<ArrayPattern>();
      if (pattern->parenthesized) return fail(target);
      for (PatternElement& element : pattern->elements) {
        if (element.target != nullptr) DeclarePatternParameters(element.target);
      }
      if (pattern->rest != nullptr) DeclarePatternParameters(pattern->rest);
      return;
    }
    case NodeKind::kObjectPattern: {
      auto* pattern = target->As<ObjectPattern>();
      if (pattern->parenthesized) return fail(target);
      for (PatternProperty& property : pattern->properties) DeclarePatternParameters(property.element.target);
      if (pattern->rest != nullptr) DeclarePatternParameters(pattern->rest);
      return;
    }
    default: return fail(target);
  }
}

Parameter Parser::ToParameter(Expression* e) {
  Parameter parameter;
  if (e->kind() == NodeKind::kAssignExpression && !e->parenthesized &&
      e->As<AssignExpression>()->op == AssignOperator::kAssign) {
    parameter.target = e->As<AssignExpression>()->target;
    parameter.initializer = e->As<AssignExpression>()->value;
  } else if ((e->kind() == NodeKind::kObjectLiteral || e->kind() == NodeKind::kArrayLiteral) &&
             !e->parenthesized) {
    parameter.target = ToAssignmentPattern(e);
  } else if (e->kind() == NodeKind::kIdentifier && !e->parenthesized) {
    parameter.target = e;
  } else {
    FailAt(e,
           e->kind() == NodeKind::kIdentifier ? kInvalidTarget : "Malformed arrow function parameter list");
    parameter.target = e;
    return parameter;
  }
  DeclarePatternParameters(parameter.target);
  return parameter;
}

// Whether evaluating the pattern can run other code than getters and iterators: ContainsExpression,
// https://tc39.es/ecma262/#sec-static-semantics-containsexpression
bool Parser::HasExpressions(Expression* pattern) {
  auto element_has = [&](const PatternElement& element) {
    return element.initializer != nullptr || (element.target != nullptr && HasExpressions(element.target));
  };
  if (pattern->kind() == NodeKind::kArrayPattern) {
    auto* array = pattern->As<ArrayPattern>();
    for (const PatternElement& element : array->elements) {
      if (element_has(element)) return true;
    }
    return array->rest != nullptr && HasExpressions(array->rest);
  }
  if (pattern->kind() == NodeKind::kObjectPattern) {
    for (const PatternProperty& property : pattern->As<ObjectPattern>()->properties) {
      if (property.is_computed || element_has(property.element)) return true;
    }
  }
  return false;
}

// ---- Bindings ----

void Parser::CheckBindingName(const TokenData& t) {
  if (!CheckIdentifier(t)) return;
  if (strict_ && (t.atom == atoms_.eval || t.atom == atoms_.arguments)) {
    Fail(t.start, t.end, "Unexpected eval or arguments in strict mode");
  }
}

// Its value changes here: once in the life of its environment, unless that is in a loop.
void Parser::NoteWrite(Variable* v) {
  v->reassigned |= v->written || function_->loops != 0;
  v->written = true;
}

void Parser::DeclareBinding(Identifier* identifier, BindingKind kind) {
  Atom* name = identifier->name;
  uint32_t position = identifier->start;
  if (failed()) return;
  switch (kind) {
    case BindingKind::kMember: return DeclareMember(identifier);
    case BindingKind::kVar:
      DeclareVar(name, VariableKind::kVar, position);
      identifier->binding = Use(name, position);
      identifier->binding->assigned = true;
      // A name by itself need not have an initializer (ParseVariableDeclarations).
      if (is_in_pattern_) NoteWrite(identifier->binding);
      return;
    case BindingKind::kLet: identifier->binding = DeclareLexical(name, VariableKind::kLet, position); break;
    case BindingKind::kConst:
      identifier->binding = DeclareLexical(name, VariableKind::kConst, position);
      break;
    case BindingKind::kParameter:
      if (strict_ && (name == atoms_.eval || name == atoms_.arguments)) {
        FailAt(identifier, "Unexpected eval or arguments in strict mode");
      }
      identifier->binding = DeclareParameter(name, position);
      break;
    case BindingKind::kCatch: identifier->binding = DeclareLexical(name, VariableKind::kLet, position); break;
  }
  declared_.push_back(identifier->binding);
}

Identifier* Parser::ParseBindingIdentifier(BindingKind kind) {
  TokenData t = token();
  if (!IsIdentifierLike(t.type)) {
    Unexpected();
    t = {.type = Token::kIdentifier, .atom = atoms_.undefined};
  } else {
    CheckBindingName(t);
    if ((kind == BindingKind::kLet || kind == BindingKind::kConst) && t.atom->token == Token::kLet) {
      FailAtToken("let is disallowed as a lexically bound name");
    }
    Next();
  }
  auto* identifier = NewIdentifier(t.start, t.end);
  identifier->name = t.atom;
  DeclareBinding(identifier, kind);
  if (identifier->binding == nullptr) identifier->binding = Use(t.atom, t.start);
  return identifier;
}

Expression* Parser::ParseBindingTarget(BindingKind kind) {
  if (Is(Token::kLeftBracket) || Is(Token::kLeftBrace)) return ParseBindingPattern(kind);
  return ParseBindingIdentifier(kind);
}

PatternElement Parser::ParseBindingElement(BindingKind kind) {
  PatternElement element;
  element.target = ParseBindingTarget(kind);
  ParseInitializer(&element);
  return element;
}

// Behind the target.
void Parser::ParseInitializer(PatternElement* element) {
  if (!Take(Token::kAssign)) return;
  element->initializer = ParseAssignmentIn();
  if (element->target->kind() == NodeKind::kIdentifier) {
    NameAnonymous(element->initializer, element->target->As<Identifier>()->name);
  }
}

Expression* Parser::ParseArrayBindingPattern(uint32_t from, BindingKind kind) {
  auto* pattern = New<ArrayPattern>(from, from);
  ListBuilder<PatternElement> elements(pattern_elements_);
  while (!Is(Token::kRightBracket)) {
    if (Take(Token::kComma)) {
      elements.Push({});
      continue;
    }
    if (Take(Token::kEllipsis)) {
      pattern->rest = ParseBindingTarget(kind);
      if (Is(Token::kComma)) FailAt(pattern->rest, "Rest element must be last element");
      break;
    }
    elements.Push(ParseBindingElement(kind));
    if (Is(Token::kRightBracket)) break;
    if (!Take(Token::kComma)) {
      Unexpected();
      break;
    }
  }
  Expect(Token::kRightBracket);
  pattern->elements = elements.Finish(arena_);
  pattern->end = previous_end();
  return pattern;
}

PatternProperty Parser::ParseBindingProperty(BindingKind kind) {
  PatternProperty property;
  TokenData name = token();
  // Shorthand if neither a colon nor anything but a name.
  if (IsIdentifierLike(name.type)) {
    Next();
    if (!Is(Token::kColon)) {
      CheckBindingName(name);
      if ((kind == BindingKind::kLet || kind == BindingKind::kConst) && name.atom->token == Token::kLet) {
        Fail(name.start, name.end, "let is disallowed as a lexically bound name");
      }
      auto* identifier = NewIdentifier(name.start, name.end);
      identifier->name = name.atom;
      DeclareBinding(identifier, kind);
      if (identifier->binding == nullptr) identifier->binding = Use(name.atom, name.start);
      auto* key = New<StringLiteral>(name.start, name.end);
      key->value = name.atom;
      property.key = key;
      property.element.target = identifier;
      if (Take(Token::kAssign)) {
        property.element.initializer = ParseAssignmentIn();
        NameAnonymous(property.element.initializer, name.atom);
      }
    } else {
      auto* key = New<StringLiteral>(name.start, name.end);
      key->value = name.atom;
      property.key = key;
    }
  } else {
    property.key = ParsePropertyKey(&property.is_computed);
    if (!Is(Token::kColon)) {
      if (IsReservedWord(name.type) && !failed()) {
        Unexpected(name);
      } else {
        Unexpected();
      }
    }
  }
  if (property.element.target == nullptr) {
    Expect(Token::kColon);
    property.element = ParseBindingElement(kind);
  }
  return property;
}

Expression* Parser::ParseBindingPattern(BindingKind kind) {
  if (Exhausted()) return Dummy();
  Restore<bool> in_pattern(is_in_pattern_, true);
  uint32_t from = start();
  if (Take(Token::kLeftBracket)) return ParseArrayBindingPattern(from, kind);
  Expect(Token::kLeftBrace);
  auto* pattern = New<ObjectPattern>(from, from);
  ListBuilder<PatternProperty> properties(pattern_properties_);
  while (!Is(Token::kRightBrace)) {
    if (Take(Token::kEllipsis)) {
      pattern->rest = ParseBindingIdentifier(kind);
      if (Is(Token::kComma)) FailAt(pattern->rest, "Rest element must be last element");
      break;
    }
    properties.Push(ParseBindingProperty(kind));
    if (Is(Token::kRightBrace)) break;
    if (!Take(Token::kComma)) {
      Unexpected();
      break;
    }
  }
  Expect(Token::kRightBrace);
  pattern->properties = properties.Finish(arena_);
  pattern->end = previous_end();
  return pattern;
}

}  // namespace halfword::syntax
