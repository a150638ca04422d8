// Shared by the files that make up the String builtins.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_STRING_INTERNAL_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_STRING_INTERNAL_H_

#include "objects/isolate.h"
#include "runtime/functions/native.h"
#include "runtime/operations/conversions.h"

namespace halfword {

// RequireObjectCoercible(this value), then ToString.
HW_INLINE Completion<String*> ThisString(Isolate& isolate, Arguments& args, const char* method) {
  Value value = args.this_value();
  if (HW_LIKELY(value.IsString())) return value.AsString();
  if (value.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called on null or undefined", method);
  }
  return ToStringSlow(isolate, value);
}

inline Throwing ThrowInvalidLength(Isolate& isolate) {
  return isolate.ThrowRangeError("Invalid string length");
}

// text_conversion.cc: methods that give another form of the text. The row's magic number is a CaseForm.
enum CaseForm : uint16_t { kLower, kUpper, kLocaleLower, kLocaleUpper };
Completion<Value> StringPrototypeConvertCase(Isolate&, Arguments&);
Completion<Value> StringPrototypeNormalize(Isolate&, Arguments&);
Completion<Value> StringPrototypeIsWellFormed(Isolate&, Arguments&);
Completion<Value> StringPrototypeToWellFormed(Isolate&, Arguments&);
// string_patterns.cc: methods that take a regular expression or a text.
Completion<Value> StringPrototypeMatch(Isolate&, Arguments&);
Completion<Value> StringPrototypeMatchAll(Isolate&, Arguments&);
Completion<Value> StringPrototypeSearch(Isolate&, Arguments&);
Completion<Value> StringPrototypeReplace(Isolate&, Arguments&);
Completion<Value> StringPrototypeReplaceAll(Isolate&, Arguments&);
Completion<Value> StringPrototypeSplit(Isolate&, Arguments&);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_STRING_INTERNAL_H_
