// Date.parse: the date time string format of the specification
// (https://tc39.es/ecma262/#sec-date-time-string-format), and where the text is not of that format the free
// forms that browsers accept:
//
//   A date of the standard format at the beginning is the date, whatever follows it. Words before the first
//   number and text in parentheses are ignored. A number followed by ":" (or by "." and a fraction) is a time
//   value; AM and PM apply to it. "+hhmm", "-hh:mm" after a time, and names such as GMT, Z, EST, are the
//   offset. Other numbers are the date: month-day-year, or year-month-day if the first can't be a month's
//   day; with a month's name, day and year in the order that makes sense. Years 0 to 49 are of the 21st
//   century, 50 to 99 of the 20th.
#ifndef HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_PARSER_H_
#define HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_PARSER_H_

#include "objects/primitives/string.h"

namespace halfword {

struct ParsedDate {
  bool valid = false;
  bool is_local = false;  // no offset was given
  int32_t offset_minutes = 0;
  int32_t year = 0, month = 0, day = 1;  // the month counts from 0
  int32_t hour = 0, minute = 0, second = 0, millisecond = 0;
};
ParsedDate ParseDateText(FlatChars text);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_NUMBERS_AND_DATES_DATE_PARSER_H_
