// What the constructors that format numbers share. https://tc39.es/ecma402/#sec-setnfdigitoptions
#ifndef HALFWORD_BUILTINS_INTERNATIONALIZATION_NUMBER_OPTIONS_H_
#define HALFWORD_BUILTINS_INTERNATIONALIZATION_NUMBER_OPTIONS_H_

#include "builtins/internationalization/intl.h"
#include "intl/number_formatter.h"

namespace halfword::intl_builtins {

struct ResolvedDigits {
  intl::DigitOptions digits;
  const char* priority = "auto";  // [[ComputedRoundingPriority]]
};
Completion<ResolvedDigits> SetNumberFormatDigitOptions(Isolate&, const Options&, int minimum_fraction,
                                                       int maximum_fraction, bool is_compact);
// Appends minimumIntegerDigits … maximumSignificantDigits; roundingIncrement … trailingZeroDisplay.
void AppendDigitSlots(Isolate&, ValueList& slots, const ResolvedDigits&);
void AppendRoundingSlots(Isolate&, ValueList& slots, const ResolvedDigits&);

// https://tc39.es/ecma402/#sec-tointlmathematicalvalue
Completion<intl::Numeric> ToIntlMathematicalValue(Isolate&, Value);

}  // namespace halfword::intl_builtins

#endif  // HALFWORD_BUILTINS_INTERNATIONALIZATION_NUMBER_OPTIONS_H_
