// Comparison of strings for people: String.prototype.localeCompare in the root locale (or a given one).
#ifndef HALFWORD_UNICODE_COLLATION_H_
#define HALFWORD_UNICODE_COLLATION_H_

#include <memory>
#include <optional>

#include "unicode/pacer.h"
#include "unicode/text.h"

namespace halfword::unicode {

// Negative, zero or positive, by the root collation; canonically equivalent strings are equal.
// nullopt: the pacer stopped it.
// https://tc39.es/ecma262/#sec-string.prototype.localecompare
std::optional<int> CompareLocale(Text a, Text b, const Pacer& = {});

// A collator for one locale. Immutable after creation and usable from one thread at a time.
class Collator {
 public:
  // Null if ICU has no data at all; an unknown locale falls back to root.
  static std::unique_ptr<Collator> Create(std::string_view bcp47_locale);
  ~Collator();
  int Compare(Text a, Text b) const;

 private:
  explicit Collator(void* icu) : icu_(icu) {}
  void* icu_;
};

}  // namespace halfword::unicode

#endif  // HALFWORD_UNICODE_COLLATION_H_
