// Types, signatures and members.
#include "syntax/parser/parser_types.h"

namespace halfword::syntax {

bool TypeReader::TakeFirstOf(Token t) {
  if (!Is(t) && !scanner_.SplitPunctuator(t)) return false;
  Next();
  return true;
}

// ---- Types ----

bool TypeReader::SkipTypeAnnotation() { return Take(Token::kColon) && SkipType(); }

bool TypeReader::SkipReturnType() { return Take(Token::kColon) && SkipTypeOrPredicate(); }

bool TypeReader::SkipTypeOrPredicate() {
  if (IsIdentifierLike(type()) && IsWord(scanner_.Peek(), "is") && !scanner_.Peek().newline_before) {
    Next();
    Next();
  }
  return SkipType();
}

// Chains of conditional types through the false branch are a loop.
bool TypeReader::SkipType(ConditionalTypes conditional) {
  if (IsExhausted()) return false;
  for (;;) {
    if (StartsFunctionType()) return SkipFunctionType();
    if (!SkipUnionType(conditional)) return false;
    if (conditional == ConditionalTypes::kForbidden) return true;
    if (infer_took_extends_) {
      infer_took_extends_ = false;
    } else {
      if (NewlineBefore() || !Take(Token::kExtends)) return true;
      if (!SkipType(ConditionalTypes::kForbidden)) return false;
    }
    if (!Take(Token::kQuestion) || !SkipType() || !Take(Token::kColon)) return false;
  }
}

bool TypeReader::StartsFunctionType() {
  switch (type()) {
    case Token::kLess:
    case Token::kNew: return true;
    case Token::kLeftParen: return StartsParameters();
    default: return IsWord("abstract") && scanner_.Peek().type == Token::kNew;
  }
}

// At a parenthesis: whether it begins parameters and not a type.
bool TypeReader::StartsParameters() {
  return LookAhead([&] {
    Next();
    if (Is(Token::kRightParen) || Is(Token::kEllipsis)) return true;
    if (!SkipParameterName()) return false;
    switch (type()) {
      case Token::kColon:
      case Token::kComma:
      case Token::kQuestion:
      case Token::kAssign: return true;
      case Token::kRightParen: Next(); return Is(Token::kArrow);
      default: return false;
    }
  });
}

bool TypeReader::SkipFunctionType() {
  TakeWord("abstract");
  Take(Token::kNew);
  if (!SkipOptionalTypeParameters()) return false;
  return SkipParameters() && Take(Token::kArrow) && SkipTypeOrPredicate();
}

bool TypeReader::SkipUnionType(ConditionalTypes conditional) {
  Take(Token::kBitOr);
  do {
    if (!SkipIntersectionType(conditional)) return false;
  } while (Take(Token::kBitOr));
  return true;
}

bool TypeReader::SkipIntersectionType(ConditionalTypes conditional) {
  Take(Token::kBitAnd);
  do {
    if (!SkipTypeOperator(conditional)) return false;
  } while (Take(Token::kBitAnd));
  return true;
}

bool TypeReader::SkipTypeOperator(ConditionalTypes conditional) {
  while (IsWord("keyof") || IsWord("unique") || IsWord("readonly")) Next();
  return IsWord("infer") ? SkipInferType(conditional) : SkipPostfixType();
}

bool TypeReader::SkipInferType(ConditionalTypes conditional) {
  Next();
  if (!TakeIdentifier()) return false;
  if (!Take(Token::kExtends)) return true;
  if (!SkipType(ConditionalTypes::kForbidden)) return false;
  infer_took_extends_ = conditional == ConditionalTypes::kAllowed && Is(Token::kQuestion);
  return true;
}

bool TypeReader::SkipPostfixType() {
  if (!SkipNonArrayType()) return false;
  while (!NewlineBefore() && Take(Token::kLeftBracket)) {
    if (!Is(Token::kRightBracket) && !SkipType()) return false;
    if (!Take(Token::kRightBracket)) return false;
  }
  return true;
}

bool TypeReader::SkipNonArrayType() {
  switch (type()) {
    case Token::kString:
    case Token::kNumber:
    case Token::kBigInt:
    case Token::kTrue:
    case Token::kFalse:
    case Token::kNull:
    case Token::kVoid: Next(); return true;
    case Token::kSubtract: Next(); return Take(Token::kNumber) || Take(Token::kBigInt);
    case Token::kThis: return SkipThisType();
    case Token::kTypeof: return SkipTypeQuery();
    case Token::kImport: return SkipImportType();
    case Token::kTemplate: return SkipTemplateLiteralType();
    case Token::kLeftBrace: return StartsMappedType() ? SkipMappedType() : SkipTypeLiteral();
    case Token::kLeftBracket: return SkipTupleType();
    case Token::kLeftParen: Next(); return SkipType() && Take(Token::kRightParen);
    default: return SkipTypeReference();
  }
}

// this, or `this is T`
bool TypeReader::SkipThisType() {
  Next();
  return NewlineBefore() || !TakeWord("is") || SkipType();
}

// A name, `asserts x` or `asserts x is T`.
bool TypeReader::SkipTypeReference() {
  if (IsWord("asserts")) {
    const TokenData& subject = scanner_.Peek();
    if ((IsIdentifierLike(subject.type) || subject.type == Token::kThis) && !subject.newline_before) {
      Next();
      Next();
      return NewlineBefore() || !TakeWord("is") || SkipType();
    }
  }
  const TokenData name = scanner_.current();
  if (!TakeIdentifier()) return false;
  if (AtTypeArguments()) {
    // `x as number < y` compares.
    for (std::string_view word : {"any", "unknown", "string", "number", "bigint", "boolean", "symbol",
                                  "object", "never", "undefined"}) {
      if (IsWord(name, word)) return true;
    }
  }
  return SkipRestOfEntityName() && SkipTypeArgumentsOnThisLine();
}

bool TypeReader::SkipRestOfEntityName() {
  while (Take(Token::kDot)) {
    if (!IsIdentifierName(type()) && !Is(Token::kPrivateName)) return false;
    Next();
  }
  return true;
}

bool TypeReader::SkipTypeArgumentsOnThisLine() {
  return NewlineBefore() || !AtTypeArguments() || SkipTypeArguments();
}

bool TypeReader::SkipTypeQuery() {
  Next();
  if (Is(Token::kImport)) return SkipImportType();
  if (!Take(Token::kThis) && !TakeIdentifier()) return false;
  return SkipRestOfEntityName() && SkipTypeArgumentsOnThisLine();
}

// import('x', { with: … }).A<B>
bool TypeReader::SkipImportType() {
  Next();
  if (!Take(Token::kLeftParen) || !SkipType()) return false;
  if (Take(Token::kComma) && Is(Token::kLeftBrace)) {
    if (!SkipTypeLiteral()) return false;
    Take(Token::kComma);
  }
  return Take(Token::kRightParen) && SkipRestOfEntityName() && SkipTypeArgumentsOnThisLine();
}

bool TypeReader::SkipTupleType() {
  Next();
  while (!Is(Token::kRightBracket)) {
    Take(Token::kEllipsis);
    if (IsIdentifierName(type())) {
      Token next = scanner_.Peek().type;
      bool is_name =
          next == Token::kColon || (next == Token::kQuestion && scanner_.PeekFurther().type == Token::kColon);
      if (is_name) {
        Next();
        Take(Token::kQuestion);
        Next();
      }
    }
    if (!SkipType()) return false;
    Take(Token::kQuestion);
    if (!Take(Token::kComma)) break;
  }
  return Take(Token::kRightBracket);
}

bool TypeReader::SkipTemplateLiteralType() {
  while (!scanner_.current().is_tail) {
    Next();
    if (!SkipType() || !Is(Token::kRightBrace)) return false;
    scanner_.RescanTemplate();
    if (!Is(Token::kTemplate)) return false;
  }
  Next();
  return true;
}

bool TypeReader::StartsMappedType() {
  return LookAhead([&] {
    Next();
    if (Take(Token::kAdd) || Take(Token::kSubtract)) return IsWord("readonly");
    TakeWord("readonly");
    return Take(Token::kLeftBracket) && TakeIdentifier() && Is(Token::kIn);
  });
}

// { readonly [K in T as U]?: V }
bool TypeReader::SkipMappedType() {
  Next();
  if (!Take(Token::kAdd)) Take(Token::kSubtract);
  TakeWord("readonly");
  if (!Take(Token::kLeftBracket) || !TakeIdentifier() || !Take(Token::kIn) || !SkipType()) return false;
  if (Take(Token::kAs) && !SkipType()) return false;
  if (!Take(Token::kRightBracket)) return false;
  bool has_sign = Take(Token::kAdd) || Take(Token::kSubtract);
  if (!Take(Token::kQuestion) && has_sign) return false;
  if (!SkipOptionalTypeAnnotation()) return false;
  if (!Take(Token::kSemicolon)) Take(Token::kComma);
  return Take(Token::kRightBrace);
}

bool TypeReader::SkipTypeLiteral() {
  if (!Take(Token::kLeftBrace)) return false;
  while (!Is(Token::kRightBrace)) {
    if (!SkipMember(MemberOf::kType) || !SkipMemberEnd()) return false;
  }
  Next();
  return true;
}

// ---- Type parameters and arguments ----

bool TypeReader::SkipTypeParameters() {
  if (!Take(Token::kLess)) return false;
  do {
    if (Is(Token::kGreater)) break;  // behind a comma
    // `out` may be a modifier or the name.
    while (Is(Token::kConst) || Is(Token::kIn) || (IsWord("out") && IsIdentifierLike(scanner_.Peek().type))) {
      Next();
    }
    if (!TakeIdentifier()) return false;
    if (Take(Token::kExtends) && !SkipType()) return false;
    if (Take(Token::kAssign) && !SkipType()) return false;
  } while (Take(Token::kComma));
  return TakeFirstOf(Token::kGreater);
}

// From the < to what should be the >.
bool TypeReader::SkipTypeArgumentList() {
  if (!TakeFirstOf(Token::kLess)) return false;
  do {
    if (!SkipType()) return false;
  } while (Take(Token::kComma));
  return true;
}

bool TypeReader::SkipTypeArguments() {
  uint32_t from = scanner_.current().start;
  bool is_list = SkipTypeArgumentList();
  bool is_greater = Is(Token::kGreater);
  is_list = is_list && TakeFirstOf(Token::kGreater);
  if (in_expression_ && !(is_list && is_greater && CanFollowTypeArgumentsInExpression())) {
    operators_.insert(from);
  }
  return is_list;
}

bool TypeReader::SkipTypeArgumentsInExpression() {
  if (operators_.contains(scanner_.current().start)) return false;
  in_expression_ = true;
  bool is_list = SkipTypeArgumentList();
  in_expression_ = false;
  // Here an operator such as >> or >= is not split.
  return is_list && Take(Token::kGreater) && CanFollowTypeArgumentsInExpression();
}

bool TypeReader::CanFollowTypeArgumentsInExpression() const {
  switch (type()) {
    case Token::kLeftParen:
    case Token::kTemplate: return true;
    case Token::kLess:
    case Token::kGreater:
    case Token::kAdd:
    case Token::kSubtract: return false;
    default: return NewlineBefore() || PrecedenceOf(type()) != 0 || !StartsExpression(type());
  }
}

bool TypeReader::SkipTypesOfHeritage() {
  do {
    if (!SkipTypeReference()) return false;
  } while (Take(Token::kComma));
  return true;
}

// ---- Signatures ----

bool TypeReader::SkipSignature() {
  if (!SkipOptionalTypeParameters()) return false;
  return SkipParameters() && (!Is(Token::kColon) || SkipReturnType());
}

bool TypeReader::SkipParameters() {
  if (!Take(Token::kLeftParen)) return false;
  while (!Is(Token::kRightParen)) {
    Take(Token::kEllipsis);
    if (!SkipParameterName()) return false;
    Take(Token::kQuestion);
    if (!SkipOptionalTypeAnnotation()) return false;
    if (!Take(Token::kComma)) break;
  }
  return Take(Token::kRightParen);
}

bool TypeReader::IsParameterModifier() {
  bool is_word = Is(Token::kPublic) || Is(Token::kPrivate) || Is(Token::kProtected) || IsWord("readonly") ||
                 IsWord("override");
  if (!is_word) return false;
  Token next = scanner_.Peek().type;
  return IsIdentifierLike(next) || next == Token::kLeftBrace || next == Token::kLeftBracket;
}

bool TypeReader::SkipParameterName() {
  while (IsParameterModifier()) Next();
  if (Is(Token::kLeftBracket) || Is(Token::kLeftBrace)) return SkipBindingPattern();
  return Take(Token::kThis) || TakeIdentifier();
}

bool TypeReader::SkipBindingPattern() {
  if (IsExhausted()) return false;
  auto skip_target = [&] {
    if (Is(Token::kLeftBracket) || Is(Token::kLeftBrace)) return SkipBindingPattern();
    return TakeIdentifier();
  };
  bool is_array = Is(Token::kLeftBracket);
  Token closer = is_array ? Token::kRightBracket : Token::kRightBrace;
  Next();
  while (!Is(closer)) {
    if (is_array && Take(Token::kComma)) continue;
    if (is_array || Is(Token::kEllipsis)) {
      Take(Token::kEllipsis);
      if (!skip_target()) return false;
    } else {
      if (!SkipPropertyName()) return false;
      if (Take(Token::kColon) && !skip_target()) return false;
    }
    if (!Take(Token::kComma)) break;
  }
  return Take(closer);
}

// ---- Members ----

// canFollowModifier of TypeScript.
bool TypeReader::CanFollowModifier(const TokenData& t) {
  switch (t.type) {
    case Token::kLeftBracket:
    case Token::kLeftBrace:
    case Token::kMultiply:
    case Token::kEllipsis:
    case Token::kString:
    case Token::kNumber:
    case Token::kBigInt:
    case Token::kPrivateName: return true;
    default: return IsIdentifierName(t.type) || t.type == Token::kEscapedWord;
  }
}

bool TypeReader::IsMemberModifier() {
  switch (type()) {
    case Token::kPublic:
    case Token::kPrivate:
    case Token::kProtected: break;
    case Token::kIdentifier:
      if (IsWord("readonly") || IsWord("override") || IsWord("declare") || IsWord("abstract")) break;
      return false;
    default: return false;
  }
  return CanFollowModifier(scanner_.Peek()) && !scanner_.Peek().newline_before;
}

bool TypeReader::IsIndexSignature() {
  return Is(Token::kLeftBracket) && IsIdentifierLike(scanner_.Peek().type) &&
         scanner_.PeekFurther().type == Token::kColon;
}

bool TypeReader::SkipPropertyName() {
  if (Take(Token::kLeftBracket)) return SkipConstantExpression() && Take(Token::kRightBracket);
  if (!CanFollowModifier(scanner_.current()) || Is(Token::kLeftBrace) || Is(Token::kMultiply) ||
      Is(Token::kEllipsis)) {
    return false;
  }
  Next();
  return true;
}

bool TypeReader::SkipMember(MemberOf of) {
  if (Is(Token::kLeftParen) || Is(Token::kLess)) return SkipSignature();
  for (;;) {
    bool is_word =
        Is(Token::kGet) || Is(Token::kSet) || Is(Token::kStatic) || Is(Token::kAccessor) || Is(Token::kAsync);
    if (!IsMemberModifier() && !(is_word && CanFollowModifier(scanner_.Peek()))) break;
    Next();
  }
  if (of != MemberOf::kType) Take(Token::kMultiply);
  if (IsIndexSignature()) {
    Next();
    Next();
    if (!SkipTypeAnnotation() || !Take(Token::kRightBracket)) return false;
  } else if (!SkipPropertyName()) {
    return false;
  }
  if (!Take(Token::kQuestion) && of != MemberOf::kType) Take(Token::kNot);
  if (Is(Token::kLeftParen) || Is(Token::kLess)) return SkipSignature();
  if (!SkipOptionalTypeAnnotation()) return false;
  return of != MemberOf::kAmbientClass || !Take(Token::kAssign) || SkipConstantExpression();
}

bool TypeReader::SkipMemberEnd() {
  return Take(Token::kSemicolon) || Take(Token::kComma) || Is(Token::kRightBrace) || NewlineBefore();
}

}  // namespace halfword::syntax
