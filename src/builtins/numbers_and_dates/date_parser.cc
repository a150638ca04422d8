#include "builtins/numbers_and_dates/date_parser.h"

#include "unicode/characters.h"

namespace halfword {

namespace {

constexpr bool Between(int32_t x, int32_t low, int32_t high) { return x >= low && x <= high; }

// A cursor over the characters; beyond the end it reads 0.
class Cursor {
 public:
  explicit Cursor(FlatChars text) : text_(text) {}
  char16_t Peek(uint32_t ahead = 0) const { return at_ + ahead < text_.length() ? text_[at_ + ahead] : 0; }
  bool AtEnd() const { return at_ >= text_.length(); }
  void Advance(uint32_t n = 1) { at_ += n; }
  bool Skip(char16_t c) {
    if (AtEnd() || Peek() != c) return false;
    at_++;
    return true;
  }
  bool PeekDigit(uint32_t ahead = 0) const { return unicode::IsDecimalDigit(Peek(ahead)); }
  // Exactly `count` digits; false (and unmoved) otherwise.
  bool FixedNumber(int count, int32_t* out) {
    int32_t value = 0;
    for (int i = 0; i < count; i++) {
      if (!PeekDigit(static_cast<uint32_t>(i))) return false;
      value = value * 10 + (Peek(static_cast<uint32_t>(i)) - '0');
    }
    at_ += static_cast<uint32_t>(count);
    *out = value;
    return true;
  }
  // All digits here; the value stops growing at nine of them.
  int32_t Number(int* length) {
    int32_t value = 0;
    int digits = 0, total = 0;
    while (PeekDigit()) {
      int digit = Peek() - '0';
      if (digits < 9 && (value != 0 || digit != 0)) {
        value = value * 10 + digit;
        digits++;
      }
      total++;
      at_++;
    }
    *length = total;
    return value;
  }
  // Digits of a fraction as milliseconds, truncated.
  int32_t Milliseconds() {
    int32_t value = 0;
    for (int i = 0; i < 3; i++) value = value * 10 + (PeekDigit() ? (text_[at_++] - '0') : 0);
    while (PeekDigit()) at_++;
    return value;
  }

 private:
  FlatChars text_;
  uint32_t at_ = 0;
};

// A sign and six digits (https://tc39.es/ecma262/#sec-expanded-years). False: there is no such year, and
// the cursor has not moved.
bool ParseExpandedYear(Cursor& c, int32_t* year) {
  Cursor at = c;
  bool negative = at.Peek() == '-';
  if (!at.Skip('-') && !at.Skip('+')) return false;
  if (!at.FixedNumber(6, year) || at.PeekDigit()) return false;
  if (negative && *year == 0) return false;
  if (negative) *year = -*year;
  c = at;
  return true;
}

// https://tc39.es/ecma262/#sec-date-time-string-format
bool ParseIso(Cursor c, ParsedDate* out) {
  *out = ParsedDate();
  int32_t month = 1;
  if (c.Peek() == '+' || c.Peek() == '-') {
    if (!ParseExpandedYear(c, &out->year)) return false;
  } else if (!c.FixedNumber(4, &out->year)) {
    return false;
  }
  if (c.Skip('-')) {
    if (!c.FixedNumber(2, &month) || !Between(month, 1, 12)) return false;
    if (c.Skip('-') && (!c.FixedNumber(2, &out->day) || !Between(out->day, 1, 31))) return false;
  }
  out->month = month - 1;
  if (c.AtEnd()) {
    out->valid = true;
    return true;
  }
  if (!c.Skip('T') && !c.Skip('t')) return false;
  if (!c.FixedNumber(2, &out->hour) || !c.Skip(':') || !c.FixedNumber(2, &out->minute)) return false;
  if (c.Skip(':')) {
    if (!c.FixedNumber(2, &out->second)) return false;
    if (c.Peek() == '.' && c.PeekDigit(1)) {
      c.Advance();
      out->millisecond = c.Milliseconds();
    }
  }
  bool midnight = out->hour == 24 && out->minute == 0 && out->second == 0 && out->millisecond == 0;
  if (!midnight && !(out->hour < 24 && out->minute < 60 && out->second < 60)) return false;
  if (c.Skip('Z') || c.Skip('z')) {
    // UTC
  } else if (c.Peek() == '+' || c.Peek() == '-') {
    bool negative = c.Peek() == '-';
    c.Advance();
    int32_t hours, minutes;
    if (!c.FixedNumber(2, &hours)) return false;
    c.Skip(':');  // "+hhmm" is common too
    if (!c.FixedNumber(2, &minutes)) return false;
    if (hours > 23 || minutes > 59) return false;
    out->offset_minutes = (hours * 60 + minutes) * (negative ? -1 : 1);
  } else {
    out->is_local = true;
  }
  if (!c.AtEnd()) return false;
  out->valid = true;
  return true;
}

enum class WordKind : uint8_t { kMonth, kMeridiem, kZone };
struct Word {
  char text[4];
  WordKind kind;
  int8_t value;  // month from 1; hours to add; hours from UTC
};
constexpr Word kWords[] = {
    {"jan", WordKind::kMonth, 1},   {"feb", WordKind::kMonth, 2},    {"mar", WordKind::kMonth, 3},
    {"apr", WordKind::kMonth, 4},   {"may", WordKind::kMonth, 5},    {"jun", WordKind::kMonth, 6},
    {"jul", WordKind::kMonth, 7},   {"aug", WordKind::kMonth, 8},    {"sep", WordKind::kMonth, 9},
    {"oct", WordKind::kMonth, 10},  {"nov", WordKind::kMonth, 11},   {"dec", WordKind::kMonth, 12},
    {"am", WordKind::kMeridiem, 0}, {"pm", WordKind::kMeridiem, 12}, {"ut", WordKind::kZone, 0},
    {"utc", WordKind::kZone, 0},    {"z", WordKind::kZone, 0},       {"gmt", WordKind::kZone, 0},
    {"cdt", WordKind::kZone, -5},   {"cst", WordKind::kZone, -6},    {"edt", WordKind::kZone, -4},
    {"est", WordKind::kZone, -5},   {"mdt", WordKind::kZone, -6},    {"mst", WordKind::kZone, -7},
    {"pdt", WordKind::kZone, -7},   {"pst", WordKind::kZone, -8},
};

class LegacyParser {
 public:
  explicit LegacyParser(FlatChars text) : c_(text) {}

  ParsedDate Parse() {
    ParsedDate out;
    if (!ReadStandardDate()) return out;
    while (!c_.AtEnd()) {
      char16_t c = c_.Peek();
      bool ok = true;
      if (unicode::IsDecimalDigit(c)) {
        ok = ReadNumber();
      } else if (unicode::IsAsciiLetter(c)) {
        ok = ReadWord();
      } else if ((c == '+' || c == '-') && (zone_is_utc_ || time_count_ > 0)) {
        ok = ReadOffset(c == '-');
      } else if ((c == '+' || c == '-' || c == ')') && seen_number_) {
        ok = false;
      } else if (c == '(') {
        SkipParentheses();
      } else {
        c_.Advance();
      }
      if (!ok) return out;
    }
    if (!FinishDay(&out) || !FinishTime(&out) || !FinishZone(&out)) return out;
    out.valid = true;
    return out;
  }

 private:
  static constexpr int32_t kUnset = -1;

  void SkipParentheses() {
    int depth = 0;
    do {
      if (c_.Peek() == '(') depth++;
      if (c_.Peek() == ')') depth--;
      c_.Advance();
    } while (depth > 0 && !c_.AtEnd());
  }

  bool AddTime(int32_t n) {
    if (time_count_ >= 4) return false;
    time_[time_count_++] = n;
    return true;
  }
  bool ExpectsTime(int32_t n) const {
    return (time_count_ == 1 && n < 60) || (time_count_ == 2 && n < 60) || (time_count_ == 3 && n < 1000);
  }
  void EndTime() {
    while (time_count_ < 4) time_[time_count_++] = 0;
  }

  // Exactly `count` digits, and no number that goes on.
  bool ReadFixed(int count, int32_t* out) {
    Cursor at = c_;
    if (!at.FixedNumber(count, out) || at.PeekDigit()) return false;
    c_ = at;
    return true;
  }
  void ReadTwoDigits(int32_t most) {
    int32_t n;
    Cursor before = c_;
    if (!ReadFixed(2, &n)) return;
    if (Between(n, 1, most)) {
      day_[day_count_++] = n;
    } else {
      c_ = before;
    }
  }
  // As much as there is of a date in the standard format: no number of that is a time, and no "-" behind the
  // day is a separator. At the beginning, a sign and six digits are a year; no other sign is one of a year.
  // False: the year is -000000.
  bool ReadStandardDate() {
    while (unicode::IsWhiteSpaceOrLineTerminator(c_.Peek())) c_.Advance();
    int32_t year;
    has_year_ = ParseExpandedYear(c_, &year_);
    if (!has_year_) {
      Cursor after = c_;
      if (after.Skip('-') && after.FixedNumber(6, &year) && year == 0 && !after.PeekDigit()) return false;
      if (!ReadFixed(4, &year)) return true;
      day_[day_count_++] = year;
    }
    seen_number_ = true;
    int before = day_count_;
    if (!c_.Skip('-')) return true;
    ReadTwoDigits(12);
    if (day_count_ > before && c_.Skip('-')) ReadTwoDigits(31);
    return true;
  }

  bool ReadNumber() {
    seen_number_ = true;
    int length;
    int32_t n = c_.Number(&length);
    if (c_.Skip(':')) {
      if (c_.Skip(':')) {  // hours and no minutes
        if (time_count_ > 0) return false;
        return AddTime(n) && AddTime(0);
      }
      if (!AddTime(n)) return false;
      c_.Skip('.');
      return true;
    }
    if (c_.Peek() == '.' && ExpectsTime(n)) {
      c_.Advance();
      AddTime(n);
      if (!c_.PeekDigit()) return false;
      int32_t milliseconds = c_.Milliseconds();
      while (time_count_ < 3) time_[time_count_++] = 0;
      AddTime(milliseconds);
      return true;
    }
    if (zone_hour_ != kUnset && zone_minute_ == kUnset && n < 60) {
      zone_minute_ = n;
      return true;
    }
    if (ExpectsTime(n)) {
      AddTime(n);
      EndTime();
      // What follows the time must be set apart.
      char16_t c = c_.Peek();
      return c_.AtEnd() || unicode::IsWhiteSpaceOrLineTerminator(c) || c == '+' || c == '-' ||
             (c | 0x20) == 'z';
    }
    if (day_count_ >= (has_year_ ? 2 : 3)) return false;
    day_[day_count_++] = n;
    c_.Skip('-');
    return true;
  }

  bool ReadWord() {
    char prefix[4] = {};
    uint32_t length = 0;
    for (; unicode::IsAsciiLetter(c_.Peek()); c_.Advance(), length++) {
      if (length < 3) prefix[length] = static_cast<char>(c_.Peek() | 0x20);
    }
    for (const Word& word : kWords) {
      if (std::string_view(word.text) != prefix) continue;
      switch (word.kind) {
        case WordKind::kMonth:
          month_ = word.value;
          c_.Skip('-');
          return true;
        case WordKind::kMeridiem:
          if (length > 3 || time_count_ == 0) break;
          meridiem_ = word.value;
          return true;
        case WordKind::kZone:
          if (length > 3 || !seen_number_) break;
          zone_sign_ = word.value < 0 ? -1 : 1;
          zone_hour_ = word.value < 0 ? -word.value : word.value;
          zone_minute_ = 0;
          zone_is_utc_ = word.value == 0;
          return true;
      }
    }
    // Unknown words may stand before the first number, apart from it.
    return !seen_number_ && !c_.PeekDigit();
  }

  bool ReadOffset(bool negative) {
    c_.Advance();
    seen_number_ = true;
    zone_sign_ = negative ? -1 : 1;
    zone_is_utc_ = false;
    int length = 0;
    int32_t n = c_.PeekDigit() ? c_.Number(&length) : 0;
    if (c_.Peek() == ':') {
      c_.Advance();
      zone_hour_ = n;
      zone_minute_ = kUnset;
    } else if (length == 1 || length == 2) {
      zone_hour_ = n;
      zone_minute_ = 0;
    } else if (length == 3 || length == 4) {
      zone_hour_ = n / 100;
      zone_minute_ = n % 100;
    } else {
      return false;
    }
    return true;
  }

  bool FinishDay(ParsedDate* out) {
    if (day_count_ < 1 && !has_year_) return false;
    while (day_count_ < 3) day_[day_count_++] = 1;
    int32_t year, month, day;
    bool first_is_day = Between(day_[0], 1, 31);
    if (has_year_) {
      year = year_;
      month = month_ == kUnset ? day_[0] : month_;
      day = month_ == kUnset ? day_[1] : day_[0];
    } else if (month_ == kUnset) {
      if (!first_is_day) {
        year = day_[0];
        month = day_[1];
        day = day_[2];
      } else {
        month = day_[0];
        day = day_[1];
        year = day_[2];
      }
    } else {
      month = month_;
      day = first_is_day ? day_[0] : day_[1];
      year = first_is_day ? day_[1] : day_[0];
    }
    if (!has_year_ && Between(year, 0, 49)) {
      year += 2000;
    } else if (!has_year_ && Between(year, 50, 99)) {
      year += 1900;
    }
    if (!Between(month, 1, 12) || !Between(day, 1, 31)) return false;
    out->year = year;
    out->month = month - 1;
    out->day = day;
    return true;
  }

  bool FinishTime(ParsedDate* out) {
    EndTime();
    int32_t hour = time_[0];
    if (meridiem_ != kUnset) {
      if (!Between(hour, 0, 12)) return false;
      hour = hour % 12 + meridiem_;
    }
    bool midnight = hour == 24 && time_[1] == 0 && time_[2] == 0 && time_[3] == 0;
    if (!midnight && !(hour < 24 && time_[1] < 60 && time_[2] < 60 && time_[3] < 1000)) return false;
    out->hour = hour;
    out->minute = time_[1];
    out->second = time_[2];
    out->millisecond = time_[3];
    return true;
  }

  bool FinishZone(ParsedDate* out) {
    if (zone_hour_ == kUnset) {
      out->is_local = true;
      return true;
    }
    int32_t minutes = zone_minute_ == kUnset ? 0 : zone_minute_;
    if (zone_hour_ > 1000000) return false;
    out->offset_minutes = zone_sign_ * (zone_hour_ * 60 + minutes);
    return true;
  }

  Cursor c_;
  bool seen_number_ = false, has_year_ = false;
  int32_t year_ = 0;  // if has_year_
  int day_count_ = 0, time_count_ = 0;
  int32_t day_[3] = {}, time_[4] = {};
  int32_t month_ = kUnset, meridiem_ = kUnset;
  int32_t zone_sign_ = 1, zone_hour_ = kUnset, zone_minute_ = kUnset;
  bool zone_is_utc_ = false;
};

}  // namespace

ParsedDate ParseDateText(FlatChars text) {
  // The standard format, with white space around it as everywhere.
  uint32_t from = 0, to = text.length();
  while (from < to && unicode::IsWhiteSpaceOrLineTerminator(text[from])) from++;
  while (to > from && unicode::IsWhiteSpaceOrLineTerminator(text[to - 1])) to--;
  ParsedDate out;
  if (ParseIso(Cursor(text.Slice(from, to)), &out)) return out;
  return LegacyParser(text).Parse();
}

}  // namespace halfword
