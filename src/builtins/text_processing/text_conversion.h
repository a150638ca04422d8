// Strings as the text that `unicode` reads, and conversions that String.prototype shares with ECMA-402.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_

#include <string>

#include "objects/primitives/string.h"
#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword {

// For as long as nothing collects.
inline unicode::Text TextOf(FlatChars chars) {
  return chars.Visit([](auto units) { return unicode::Text(units); });
}

// What long conversions ask on their way: it polls, and counts the memory they are about to take. Where it
// stops, an exception is pending.
unicode::Pacer PacerOf(Isolate&);

// A negative number, 0 or a positive one: by the root collation, which is also that of the default locale.
Completion<Value> CompareByRoot(Isolate&, String*, String*);

// So many times the text, one behind the other. RangeError beyond String::kMaxLength.
Completion<String*> Repeat(Isolate&, String*, uint32_t count);

enum class CaseConversion : uint16_t { kLower, kUpper };
// By the rules of a language ("tr"), or of none ("").
Completion<Value> ConvertCase(Isolate&, String*, CaseConversion, const std::string& language);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_
