// Time zones without ICU, for a build without Intl: the files that the system has of them, in the format of
// RFC 9636.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include "unicode/characters.h"
#include "unicode/time_zone.h"

namespace halfword::unicode {

namespace {

constexpr char kFolder[] = "/usr/share/zoneinfo/";
constexpr int64_t kDay = 86400;

struct LocalType {
  int32_t offset;  // seconds
  bool daylight;
  std::string abbreviation;
};

int64_t DaysBeforeYear(int64_t year) {  // from 1970 on
  int64_t y = year - 1;
  auto floor_div = [](int64_t a, int64_t b) { return a / b - (a % b < 0); };
  return 365 * (year - 1970) + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 477;
}
bool IsLeap(int64_t year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

// The rule for times after the last transition, as POSIX writes it: "CET-1CEST,M3.5.0,M10.5.0/3".
class Footer {
 public:
  // False: `text` is not such a rule.
  bool Parse(std::string_view text) {
    text_ = text;
    if (!ReadName(&standard_.abbreviation) || !ReadOffset(&standard_.offset)) return false;
    standard_.offset = -standard_.offset;
    if (text_.empty()) return true;
    if (!ReadName(&daylight_.abbreviation)) return false;
    daylight_.offset = standard_.offset + 3600;
    if (!text_.empty() && text_[0] != ',') {
      if (!ReadOffset(&daylight_.offset)) return false;
      daylight_.offset = -daylight_.offset;
    }
    daylight_.daylight = has_daylight_ = true;
    return ReadDate(&begin_) && ReadDate(&end_) && text_.empty();
  }

  const LocalType& At(int64_t seconds) const {
    if (!has_daylight_) return standard_;
    int64_t local = seconds + standard_.offset;
    int64_t days = (local - (local % kDay + kDay) % kDay) / kDay;
    int64_t year = 1970 + days * 400 / 146097;
    while (days < DaysBeforeYear(year)) year--;
    while (days >= DaysBeforeYear(year + 1)) year++;
    int64_t begin = begin_.Seconds(year) - standard_.offset, end = end_.Seconds(year) - daylight_.offset;
    bool daylight = begin < end ? seconds >= begin && seconds < end : seconds >= begin || seconds < end;
    return daylight ? daylight_ : standard_;
  }
  const LocalType& Of(bool daylight) const { return daylight && has_daylight_ ? daylight_ : standard_; }

 private:
  struct Date {
    char kind = 0;  // 'M': month, week, weekday; 'J': day from 1 without leap days; 0: day from 0
    int month = 0, week = 0, day = 0;
    int32_t time = 7200;

    // In local time before the change, from 1970 on.
    int64_t Seconds(int64_t year) const {
      int64_t days = DaysBeforeYear(year);
      if (kind == 'J') {
        days += day - 1 + (IsLeap(year) && day >= 60);
      } else if (kind == 0) {
        days += day;
      } else {
        constexpr int kBefore[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
        auto before = [year](int m) { return kBefore[m] + (m >= 2 && IsLeap(year)); };
        int64_t first = days + before(month - 1), next = days + before(month);
        int64_t weekday = ((first + 4) % 7 + 7) % 7;
        days = first + (day - weekday + 7) % 7 + (week - 1) * 7;
        while (days >= next) days -= 7;
      }
      return days * kDay + time;
    }
  };

  bool Eat(char c) {
    if (text_.empty() || text_[0] != c) return false;
    text_.remove_prefix(1);
    return true;
  }
  bool ReadName(std::string* name) {
    bool quoted = Eat('<');
    size_t n = 0;
    while (n < text_.size() && (quoted ? text_[n] != '>' : IsAsciiLetter(static_cast<uint8_t>(text_[n]))))
      n++;
    *name = text_.substr(0, n);
    text_.remove_prefix(n);
    return n > 0 && (!quoted || Eat('>'));
  }
  bool ReadNumber(int* number) {
    size_t n = 0;
    for (*number = 0; n < text_.size() && n < 4 && IsDecimalDigit(static_cast<uint8_t>(text_[n])); n++)
      *number = *number * 10 + (text_[n] - '0');
    text_.remove_prefix(n);
    return n > 0;
  }
  bool ReadOffset(int32_t* seconds) {
    bool negative = Eat('-');
    if (!negative) Eat('+');
    int hours = 0, minutes = 0, rest = 0;
    if (!ReadNumber(&hours)) return false;
    if (Eat(':') && (!ReadNumber(&minutes) || (Eat(':') && !ReadNumber(&rest)))) return false;
    *seconds = hours * 3600 + minutes * 60 + rest;
    if (negative) *seconds = -*seconds;
    return true;
  }
  bool ReadDate(Date* date) {
    if (!Eat(',')) return false;
    if (Eat('M')) {
      date->kind = 'M';
      if (!ReadNumber(&date->month) || !Eat('.') || !ReadNumber(&date->week) || !Eat('.') ||
          !ReadNumber(&date->day) || date->month < 1 || date->month > 12 || date->week < 1 ||
          date->week > 5 || date->day > 6)
        return false;
    } else {
      if (Eat('J')) date->kind = 'J';
      if (!ReadNumber(&date->day)) return false;
    }
    return !Eat('/') || ReadOffset(&date->time);
  }

  std::string_view text_;
  LocalType standard_ = {}, daylight_ = {};
  bool has_daylight_ = false;
  Date begin_, end_;
};

struct Zone {
  std::string id;
  std::vector<int64_t> transitions;
  std::vector<uint8_t> type_of;  // of each transition
  std::vector<LocalType> types;
  std::optional<Footer> footer;

  const LocalType& At(int64_t seconds) const {
    auto next = std::upper_bound(transitions.begin(), transitions.end(), seconds);
    if (next == transitions.end() && footer) return footer->At(seconds);
    if (next == transitions.begin()) return types[0];
    return types[type_of[static_cast<size_t>(next - transitions.begin()) - 1]];
  }
};

const Zone& Files(void* zone) { return *static_cast<Zone*>(zone); }

std::string Contents(const std::string& path) {
  std::string text;
  std::FILE* file = std::fopen(path.c_str(), "rbe");
  if (file == nullptr) return text;
  std::array<char, 4096> buffer;
  constexpr size_t kMost = 1 << 20;  // such files have some kilobytes
  for (size_t n; text.size() < kMost && (n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0;)
    text.append(buffer.data(), n);
  std::fclose(file);
  return text;
}

uint64_t BigEndian(std::string_view text, size_t at, size_t bytes) {
  uint64_t value = 0;
  for (size_t i = 0; i < bytes; i++) value = value << 8 | static_cast<uint8_t>(text[at + i]);
  return value;
}

// The header's six counts.
struct Header {
  static constexpr size_t kSize = 44;
  size_t utc_flags, standard_flags, leaps, times, types, characters;
  bool Read(std::string_view text) {
    if (text.size() < kSize || !text.starts_with("TZif")) return false;
    size_t* counts[] = {&utc_flags, &standard_flags, &leaps, &times, &types, &characters};
    for (size_t i = 0; i < 6; i++) *counts[i] = BigEndian(text, 20 + i * 4, 4);
    return types > 0;
  }
  size_t DataSize(size_t time_bytes) const {
    return times * (time_bytes + 1) + types * 6 + characters + leaps * (time_bytes + 4) + standard_flags +
           utc_flags;
  }
};

// Null: not a file of a time zone, or one of the first version, which ends in 2038.
std::unique_ptr<Zone> ReadZone(const std::string& path) {
  std::string contents = Contents(path);
  std::string_view text = contents;
  Header header;
  if (!header.Read(text) || text[4] < '2' || text.size() < Header::kSize + header.DataSize(4)) return nullptr;
  text.remove_prefix(Header::kSize + header.DataSize(4));
  if (!header.Read(text) || text.size() < Header::kSize + header.DataSize(8)) return nullptr;
  text.remove_prefix(Header::kSize);
  auto zone = std::make_unique<Zone>();
  size_t types_at = header.times * 9, names_at = types_at + header.types * 6;
  for (size_t i = 0; i < header.times; i++) {
    zone->transitions.push_back(static_cast<int64_t>(BigEndian(text, i * 8, 8)));
    zone->type_of.push_back(static_cast<uint8_t>(text[header.times * 8 + i]));
    if (zone->type_of.back() >= header.types) return nullptr;
  }
  if (!std::ranges::is_sorted(zone->transitions)) return nullptr;
  std::string_view names = text.substr(names_at, header.characters);
  for (size_t i = 0; i < header.types; i++) {
    size_t at = types_at + i * 6, name = static_cast<uint8_t>(text[at + 5]);
    if (name >= names.size()) return nullptr;
    std::string_view abbreviation = names.substr(name, names.find('\0', name) - name);
    zone->types.push_back(
        {static_cast<int32_t>(BigEndian(text, at, 4)), text[at + 4] != 0, std::string(abbreviation)});
  }
  text.remove_prefix(header.DataSize(8));
  if (text.starts_with('\n')) {
    text.remove_prefix(1);
    if (Footer footer; footer.Parse(text.substr(0, text.find('\n')))) zone->footer = footer;
  }
  return zone;
}

bool IsIdentifier(std::string_view id) {
  if (id.empty() || id.size() > 64 || id.starts_with('/') || id.find("..") != std::string_view::npos)
    return false;
  return std::ranges::all_of(id, [](char c) {
    return IsWordCharacter(static_cast<uint8_t>(c)) || c == '/' || c == '-' || c == '+';
  });
}

std::unique_ptr<Zone> ZoneOf(std::string_view id) {
  if (!IsIdentifier(id)) return nullptr;
  std::unique_ptr<Zone> zone = ReadZone(kFolder + std::string(id));
  if (zone == nullptr && (id == "UTC" || id == "Etc/UTC")) {  // a system may have no files at all
    zone = std::make_unique<Zone>();
    zone->types.push_back({0, false, "UTC"});
  }
  if (zone != nullptr) zone->id = id;
  return zone;
}

// What TZ says, else the file that /etc/localtime is a link to, else what /etc/timezone says.
std::string HostIdentifier() {
  if (const char* variable = std::getenv("TZ")) {
    std::string_view id = variable;
    if (id.starts_with(':')) id.remove_prefix(1);
    if (id.starts_with(kFolder)) id.remove_prefix(sizeof kFolder - 1);
    return std::string(id);
  }
  std::error_code error;
  std::string target = std::filesystem::read_symlink("/etc/localtime", error).string();
  size_t at = target.find("zoneinfo/");
  if (!error && at != std::string::npos) return target.substr(at + 9);
  std::string name = Contents("/etc/timezone");
  return name.substr(0, name.find('\n'));
}

TimeZone::Offset ToOffset(const LocalType& type) { return {type.offset * 1000, type.daylight}; }

}  // namespace

std::unique_ptr<TimeZone> TimeZone::Host() {
  std::unique_ptr<Zone> zone = ZoneOf(HostIdentifier());
  if (zone == nullptr) zone = ZoneOf("Etc/UTC");
  return std::unique_ptr<TimeZone>(new TimeZone(zone.release()));
}

std::unique_ptr<TimeZone> TimeZone::Create(std::string_view id) {
  std::unique_ptr<Zone> zone = ZoneOf(id);
  if (zone == nullptr) return nullptr;
  return std::unique_ptr<TimeZone>(new TimeZone(zone.release()));
}

TimeZone::~TimeZone() { delete static_cast<Zone*>(rules_); }

TimeZone::Offset TimeZone::AtUtc(double milliseconds) const {
  return ToOffset(Files(rules_).At(static_cast<int64_t>(std::floor(milliseconds / 1000))));
}

TimeZone::Offset TimeZone::AtLocal(double milliseconds) const {
  const Zone& zone = Files(rules_);
  auto local = static_cast<int64_t>(std::floor(milliseconds / 1000));
  // No offset is longer than a day, and no zone has two transitions within two.
  const LocalType& before = zone.At(local - kDay);
  const LocalType& after = zone.At(local + kDay);
  if (before.offset == after.offset) return ToOffset(zone.At(local - before.offset));
  if (zone.At(local - before.offset).offset == before.offset) return ToOffset(before);
  if (zone.At(local - after.offset).offset == after.offset) return ToOffset(after);
  return ToOffset(before);
}

std::u16string TimeZone::Name(bool daylight) const {
  const Zone& zone = Files(rules_);
  std::string name;
  if (zone.footer) {
    name = zone.footer->Of(daylight).abbreviation;
  } else {
    for (const LocalType& type : zone.types) {
      if (type.daylight == daylight) name = type.abbreviation;
    }
  }
  return std::u16string(name.begin(), name.end());
}

std::string TimeZone::Identifier() const { return Files(rules_).id; }

}  // namespace halfword::unicode
