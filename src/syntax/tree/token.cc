#include "syntax/tree/token.h"

namespace halfword::syntax {

const char* TokenText(Token t) {
  switch (t) {
#define HALFWORD_SYNTAX_TEXT(name, text) \
  case Token::k##name: return text;
    HALFWORD_SYNTAX_PUNCTUATORS(HALFWORD_SYNTAX_TEXT)
    HALFWORD_SYNTAX_RESERVED_WORDS(HALFWORD_SYNTAX_TEXT)
    HALFWORD_SYNTAX_CONTEXTUAL_WORDS(HALFWORD_SYNTAX_TEXT)
#undef HALFWORD_SYNTAX_TEXT
    case Token::kLogicalAnd: return "&&";
    case Token::kLogicalOr: return "||";
    case Token::kNullish: return "?\?";
    case Token::kNot: return "!";
    case Token::kBitNot: return "~";
    case Token::kIncrement: return "++";
    case Token::kDecrement: return "--";
    case Token::kAt: return "@";
    default: return "";
  }
}

}  // namespace halfword::syntax
