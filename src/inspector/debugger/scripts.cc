#include "inspector/debugger/scripts.h"

#include <algorithm>
#include <charconv>

#include "gc/heap.h"
#include "regexp/regexp.h"
#include "runtime/operations/errors.h"
#include "unicode/utf8.h"

namespace halfword::inspector {

namespace {

constexpr uint32_t kMostOfTail = 4096;  // characters behind which no source map's address is looked for

std::u16string Wide(const std::string& utf8) {
  std::u16string wide(unicode::AnalyzeUtf8(utf8).utf16_length, 0);
  unicode::DecodeUtf8ToUtf16(utf8, wide.data());
  return wide;
}

uint32_t LengthOf(Script* script) { return script->source_.get().AsString()->length(); }

}  // namespace

std::unique_ptr<UrlPattern> UrlPattern::Compile(const std::string& pattern, std::string* error) {
  std::u16string text = Wide(pattern);
  regexp::CompileResult compiled = regexp::Compile(regexp::Utf16Span(text), 0);
  if (!compiled) {
    *error = std::string("Invalid regular expression: ") + compiled.error.reason;
    return nullptr;
  }
  auto made = std::make_unique<UrlPattern>();
  made->program_ = std::move(compiled.program->code);
  made->captures_ = compiled.program->capture_count;
  return made;
}

bool UrlPattern::IsIn(const std::string& url) const {
  constexpr uint32_t kMostPolls = 100;  // a pattern that backtracks without end matches nothing
  uint32_t polls = 0;
  regexp::Budget budget;
  budget.data = &polls;
  budget.poll = [](void* count) { return ++*static_cast<uint32_t*>(count) < kMostPolls; };
  std::u16string text = Wide(url);
  std::vector<int32_t> captures(2 * size_t{captures_});
  return regexp::Match(program_, regexp::Utf16Span(text), 0, captures.data(), budget) ==
         regexp::MatchResult::kMatch;
}

Scripts::Record& Scripts::Add(Isolate& isolate, Script* script, bool* is_new) {
  auto [found, inserted] = numbers_.try_emplace(script, next_);
  *is_new = inserted;
  if (!inserted) return records_.at(found->second);
  Value name = script->name_;
  Record& record = records_[next_];
  record.number = next_++;
  record.script = script;
  if (name.IsString()) record.url = name.AsString()->ToUtf8(isolate);
  return record;
}

void Scripts::AddAll(Isolate& isolate) {
  std::vector<Script*> all;
  auto add = [&](void* object) {
    if (static_cast<HeapObject*>(object)->type() != HeapType::kScript) return;
    auto* script = static_cast<Script*>(object);
    if (!script->is_self_hosted()) all.push_back(script);
  };
  isolate.heap().ForEachImmortalObject(add);  // a clone has its image's, too
  isolate.heap().ForEachObject(add);
  bool is_new;
  for (Script* script : all) Add(isolate, script, &is_new);
}

Scripts::Record* Scripts::Find(uint32_t number) {
  auto found = records_.find(number);
  return found == records_.end() ? nullptr : &found->second;
}

Scripts::Record* Scripts::Find(const std::string& id) {
  uint32_t number = 0;
  auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), number);
  return error == std::errc() && end == id.data() + id.size() ? Find(number) : nullptr;
}

Scripts::Record* Scripts::Find(const Script* script) {
  auto found = numbers_.find(script);
  return found == numbers_.end() ? nullptr : Find(found->second);
}

std::vector<uint32_t> Scripts::numbers() const {
  std::vector<uint32_t> all;
  for (const auto& [number, record] : records_) all.push_back(number);
  return all;
}

void Scripts::RemoveDead(const gc::LivenessBroker& broker) {
  std::erase_if(numbers_, [&](const auto& row) {
    if (broker.IsAlive(Value(const_cast<Script*>(row.first)).bits())) return false;
    records_.erase(row.second);
    return true;
  });
}

const std::vector<FunctionPlaces>* Scripts::PlacesOf(Isolate& isolate, Record& record) {
  if (!record.has_places) {
    record.places = DescribeScript(isolate, record.script);
    record.has_places = true;
  }
  return record.places ? &*record.places : nullptr;
}

std::optional<uint32_t> Scripts::StatementFrom(Isolate& isolate, Record& record, uint32_t from,
                                               uint32_t end) {
  std::optional<uint32_t> first;
  const std::vector<FunctionPlaces>* places = PlacesOf(isolate, record);
  if (places == nullptr) return first;
  for (const FunctionPlaces& function : *places) {
    auto at = std::lower_bound(function.statements.begin(), function.statements.end(), from);
    if (at != function.statements.end() && *at < end && (!first || *at < *first)) first = *at;
  }
  return first;
}

Place Scripts::PlaceOf(Isolate& isolate, Script* script, uint32_t position) {
  SourceLocation location = LocationOf(isolate, script, position);
  return {location.line == 0 ? 0 : location.line - 1, location.column == 0 ? 0 : location.column - 1};
}

uint32_t Scripts::PositionOf(Isolate& isolate, Script* script, Place place) {
  // The line table is monotone: the first position whose line is that one, then as many columns.
  uint32_t length = LengthOf(script), low = 0, high = length;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (PlaceOf(isolate, script, middle).line < place.line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == length || PlaceOf(isolate, script, low).line != place.line) return low;
  uint32_t start = low;
  uint32_t end = std::min<uint64_t>(length, uint64_t{start} + place.column);
  while (end > start && PlaceOf(isolate, script, end).line != place.line) end--;
  return end;
}

Place Scripts::EndOf(Isolate& isolate, Script* script) { return PlaceOf(isolate, script, LengthOf(script)); }

std::string Scripts::SourceMapUrl(Isolate& isolate, Script* script) {
  String* source = script->source_.get().AsString();
  uint32_t length = source->length();
  std::string tail =
      Substring(isolate, source, length - std::min(length, kMostOfTail), length)->ToUtf8(isolate);
  constexpr std::string_view kMark = "sourceMappingURL=";
  size_t at = tail.rfind(kMark);
  if (at == tail.npos || at < 4) return {};
  std::string_view before = std::string_view(tail).substr(at - 4, 4);
  if (before != "//# " && before != "//@ ") return {};
  size_t begin = at + kMark.size();
  return tail.substr(begin, tail.find_first_of(" \t\r\n\"'", begin) - begin);
}

std::string Scripts::HashOf(Isolate& isolate, Script* script) {
  FlatChars text = script->source_.get().AsString()->Flatten(isolate);
  uint32_t low = text.Hash(1), high = text.Hash(2);
  char hash[17];
  std::snprintf(hash, sizeof hash, "%08x%08x", high, low);
  return hash;
}

}  // namespace halfword::inspector
