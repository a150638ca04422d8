// What ICU says about the parts of a formatted value, for the source files of this layer.
#ifndef HALFWORD_INTL_NUMBER_FIELDS_H_
#define HALFWORD_INTL_NUMBER_FIELDS_H_

#include <unicode/formattedvalue.h>

#include <string_view>

#include "intl/formatted_text.h"

namespace halfword::intl {

// https://tc39.es/ecma402/#sec-partitionnotationsubpattern. `text` is the field's own.
const char* NumberFieldType(int32_t field, std::u16string_view text);
// Text and, where wanted, parts. `is_unit`: a percent sign is a unit.
void ReadFormatted(const icu::FormattedValue&, FormattedText& out, bool want_parts, bool is_range,
                   bool is_unit);

}  // namespace halfword::intl

#endif  // HALFWORD_INTL_NUMBER_FIELDS_H_
