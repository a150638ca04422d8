// Conversions of text that String.prototype has, for ECMA-402's forms of them.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_

#include <string>

#include "objects/all.h"
#include "unicode/pacer.h"

namespace halfword {

// What long conversions ask on their way: it polls, and counts the memory they are about to take. Where it
// stops, an exception is pending.
unicode::Pacer PacerOf(Isolate&);

enum class CaseConversion : uint16_t { kLower, kUpper };
// By the rules of a language ("tr"), or of none ("").
Completion<Value> ConvertCase(Isolate&, String*, CaseConversion, const std::string& language);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_TEXT_CONVERSION_H_
