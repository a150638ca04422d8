// Declarations of TypeScript that are not there at run time.
#include "syntax/parser/parser_types.h"

namespace halfword::syntax {

bool TypeReader::SkipSemicolon() {
  return Take(Token::kSemicolon) || Is(Token::kRightBrace) || Is(Token::kEnd) || NewlineBefore();
}

bool TypeReader::SkipInterface() {
  Next();
  if (!TakeIdentifier()) return false;
  if (!SkipOptionalTypeParameters()) return false;
  if (Take(Token::kExtends) && !SkipTypesOfHeritage()) return false;
  return SkipTypeLiteral();
}

bool TypeReader::SkipTypeAlias() {
  Next();
  if (!TakeIdentifier()) return false;
  if (!SkipOptionalTypeParameters()) return false;
  return Take(Token::kAssign) && SkipType() && SkipSemicolon();
}

bool TypeReader::SkipFunctionSignature() {
  if (!Take(Token::kFunction)) return false;
  Take(Token::kMultiply);
  TakeIdentifier();
  return SkipSignature() && !Is(Token::kLeftBrace) && SkipSemicolon();
}

bool TypeReader::SkipAmbientDeclaration() {
  switch (type()) {
    case Token::kVar:
    case Token::kLet: return SkipAmbientVariables();
    case Token::kConst:
      if (scanner_.Peek().type != Token::kEnum) return SkipAmbientVariables();
      Next();
      return SkipAmbientEnum();
    case Token::kEnum: return SkipAmbientEnum();
    case Token::kFunction: return SkipFunctionSignature();
    case Token::kClass: return SkipAmbientClass();
    case Token::kInterface: return SkipInterface();
    case Token::kImport: return SkipImport();
    default: break;
  }
  if (IsWord("abstract")) return SkipAmbientClass();
  if (IsWord("type")) return SkipTypeAlias();
  if (IsWord("global") || IsWord("namespace") || IsWord("module")) return SkipAmbientModule();
  return false;
}

bool TypeReader::SkipAmbientVariables() {
  Next();
  do {
    if (!SkipParameterName()) return false;
    if (!SkipOptionalTypeAnnotation()) return false;
    if (Take(Token::kAssign) && !SkipConstantExpression()) return false;
  } while (Take(Token::kComma));
  return SkipSemicolon();
}

// A literal, or a name with what follows it: all that an ambient declaration or a computed name may have.
bool TypeReader::SkipConstantExpression() {
  if (IsExhausted()) return false;
  if (Take(Token::kSubtract)) return Take(Token::kNumber) || Take(Token::kBigInt);
  switch (type()) {
    case Token::kString:
    case Token::kNumber:
    case Token::kBigInt:
    case Token::kTrue:
    case Token::kFalse: Next(); return true;
    case Token::kTemplate: return SkipTemplateLiteralType();
    default:
      if (!TakeIdentifier() || !SkipRestOfEntityName()) return false;
      return !Take(Token::kLeftBracket) || (SkipConstantExpression() && Take(Token::kRightBracket));
  }
}

bool TypeReader::SkipAmbientClass() {
  TakeWord("abstract");
  if (!Take(Token::kClass)) return false;
  if (!Is(Token::kImplements)) TakeIdentifier();
  if (!SkipOptionalTypeParameters()) return false;
  if (Take(Token::kExtends) && !Take(Token::kNull) && !SkipTypesOfHeritage()) return false;
  if (Take(Token::kImplements) && !SkipTypesOfHeritage()) return false;
  if (!Take(Token::kLeftBrace)) return false;
  while (!Is(Token::kRightBrace)) {
    if (Take(Token::kSemicolon)) continue;
    if (!SkipMember(MemberOf::kAmbientClass) || !SkipMemberEnd()) return false;
  }
  Next();
  return true;
}

bool TypeReader::SkipAmbientEnum() {
  Next();
  if (!TakeIdentifier() || !Take(Token::kLeftBrace)) return false;
  while (!Is(Token::kRightBrace)) {
    if (!SkipPropertyName()) return false;
    if (Take(Token::kAssign) && !SkipTokensUntil(Token::kComma, Token::kRightBrace)) return false;
    if (!Take(Token::kComma)) break;
  }
  return Take(Token::kRightBrace);
}

// global { … }, namespace A.B { … }, module 'x' { … } or module 'x';
bool TypeReader::SkipAmbientModule() {
  bool is_global = TakeWord("global");
  if (!is_global) Next();
  if (!is_global && Take(Token::kString)) {
    if (!Is(Token::kLeftBrace)) return SkipSemicolon();
  } else if (!is_global) {
    if (!TakeIdentifier() || !SkipRestOfEntityName()) return false;
  }
  return SkipAmbientBody();
}

bool TypeReader::SkipAmbientBody() {
  if (IsExhausted() || !Take(Token::kLeftBrace)) return false;
  while (!Is(Token::kRightBrace)) {
    if (!SkipAmbientStatement()) return false;
  }
  Next();
  return true;
}

bool TypeReader::SkipAmbientStatement() {
  if (Take(Token::kSemicolon)) return true;
  if (Take(Token::kExport)) return SkipAmbientExport();
  TakeWord("declare");
  return SkipAmbientDeclaration();
}

bool TypeReader::SkipAmbientExport() {
  if (Take(Token::kAssign)) return SkipConstantExpression() && SkipSemicolon();
  if (Take(Token::kDefault)) {
    if (SkipAmbientDeclaration()) return true;
    return SkipConstantExpression() && SkipSemicolon();
  }
  if (Is(Token::kLeftBrace) || Is(Token::kMultiply) || Is(Token::kAs) || IsWord("type")) {
    return SkipTypeExport();
  }
  TakeWord("declare");
  return SkipAmbientDeclaration();
}

// Also without `type`, as in ambient modules.
bool TypeReader::SkipTypeExport() {
  if (Take(Token::kAs)) return TakeWord("namespace") && TakeIdentifier() && SkipSemicolon();
  if (IsWord("type")) {
    Token next = scanner_.Peek().type;
    if (next != Token::kLeftBrace && next != Token::kMultiply) return SkipTypeAlias();
    Next();
  }
  bool is_star = Take(Token::kMultiply);
  if (is_star) {
    if (Take(Token::kAs)) {
      if (!IsIdentifierName(type()) && !Is(Token::kString)) return false;
      Next();
    }
  } else if (!Is(Token::kLeftBrace) || !SkipBrackets()) {
    return false;
  }
  if (Take(Token::kFrom)) {
    if (!Take(Token::kString)) return false;
    if (Take(Token::kWith) && !(Is(Token::kLeftBrace) && SkipBrackets())) return false;
  } else if (is_star) {
    return false;
  }
  return SkipSemicolon();
}

bool TypeReader::SkipImport() {
  Next();
  while (!Is(Token::kString)) {
    if (Take(Token::kAssign)) {
      if (!TakeIdentifier() || !SkipRestOfEntityName()) return false;
      return (!Is(Token::kLeftParen) || SkipBrackets()) && SkipSemicolon();
    }
    if (Is(Token::kLeftBrace)) {
      if (!SkipBrackets()) return false;
    } else if (!Take(Token::kComma) && !Take(Token::kMultiply) && !TakeIdentifier()) {
      return false;
    }
  }
  Next();
  if (Take(Token::kWith) && !(Is(Token::kLeftBrace) && SkipBrackets())) return false;
  return SkipSemicolon();
}

// One that holds values is looked through once, also if others are around it.
bool TypeReader::SkipNamespaceOfTypes() {
  uint32_t name = scanner_.current().start;
  if (namespaces_of_values_.contains(name)) return false;
  if (SkipBodyOfTypes()) return true;
  namespaces_of_values_.insert(name);
  return false;
}

bool TypeReader::SkipBodyOfTypes() {
  if (IsExhausted() || !TakeIdentifier() || !SkipRestOfEntityName() || !Take(Token::kLeftBrace)) return false;
  while (!Is(Token::kRightBrace)) {
    if (!SkipStatementOfTypes()) return false;
  }
  Next();
  return true;
}

bool TypeReader::SkipStatementOfTypes() {
  if (Take(Token::kSemicolon)) return true;
  if (Is(Token::kImport)) {
    if (IsWord(scanner_.Peek(), "type")) return SkipImport();
    if (!erases_aliases_) return false;
    Next();
    return TakeIdentifier() && Take(Token::kAssign) && TakeIdentifier() && SkipRestOfEntityName() &&
           SkipSemicolon();
  }
  Take(Token::kExport);
  if (Is(Token::kInterface)) return SkipInterface();
  if (IsWord("type")) return SkipTypeAlias();
  if (TakeWord("declare")) return SkipAmbientDeclaration();
  return (TakeWord("namespace") || TakeWord("module")) && SkipNamespaceOfTypes();
}

// ---- Tokens ----

bool TypeReader::SkipTokensUntil(Token closer, Token other) {
  if (IsExhausted()) return false;
  while (!Is(closer) && !Is(other)) {
    switch (type()) {
      case Token::kLeftParen:
      case Token::kLeftBracket:
      case Token::kLeftBrace:
        if (!SkipBrackets()) return false;
        break;
      case Token::kTemplate:
        if (!SkipTemplateLiteralType()) return false;
        break;
      case Token::kRightParen:
      case Token::kRightBracket:
      case Token::kRightBrace:
      case Token::kIllegal:
      case Token::kEnd: return false;
      default: Next(); break;
    }
  }
  return true;
}

bool TypeReader::SkipBrackets() {
  Token closer = Is(Token::kLeftParen)     ? Token::kRightParen
                 : Is(Token::kLeftBracket) ? Token::kRightBracket
                                           : Token::kRightBrace;
  Next();
  return SkipTokensUntil(closer, closer) && Take(closer);
}

}  // namespace halfword::syntax
