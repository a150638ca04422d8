// Comparison of strings for people: String.prototype.localeCompare in the root locale.
#ifndef HALFWORD_UNICODE_COLLATION_H_
#define HALFWORD_UNICODE_COLLATION_H_

#include <optional>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::unicode {

// Negative, zero or positive, by the root collation, without ICU by a simpler order (collation_plain.cc);
// canonically equivalent strings are equal.
// nullopt: the pacer stopped it.
// https://tc39.es/ecma262/#sec-string.prototype.localecompare
std::optional<int> CompareLocale(Text a, Text b, const Pacer& = {});

// The same by another collation: a UCollator of ICU's, which nobody changes meanwhile. Only with Intl.
std::optional<int> CompareBy(const void* collator, Text a, Text b, const Pacer& = {});

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_COLLATION_H_
