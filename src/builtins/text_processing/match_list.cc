#include "builtins/text_processing/match_list.h"

#include <cstring>

#include "objects/functions/function.h"
#include "objects/values/allocate.h"

namespace halfword {

namespace {

// Isolate::regexp_matches_: a ValueArray. Word 0 counts the words of all texts, then entries {string,
// program, positions, texts, cost}. Direct-mapped; what maps to the same place replaces.
constexpr uint32_t kEntries = 16, kFirstEntry = 1;
enum EntryWord : uint32_t { kSubject, kProgram, kPositions, kTexts, kCost, kEntryWords };
// Shorter strings are searched in no time.
constexpr uint32_t kMinLength = 256;
// Of one entry and of all of them.
constexpr size_t kMaxTexts = 64 << 10, kMaxAllTexts = 128 << 10;
constexpr uint64_t kMaxCost = 1 << 24;

bool IsWorthRemembering(const String* string) {
  return string->IsInterned() && string->length() >= kMinLength;
}

ValueField* EntryOf(ValueArray* table, String* string, RegExpProgram* program) {
  uint32_t bits = static_cast<uint32_t>(Value(string).bits() >> 3) ^
                  static_cast<uint32_t>(Value(program).bits() >> 3) * 5;
  uint32_t hash = bits * 0x9E3779B1u;
  return table->slots() + kFirstEntry + (hash >> 16) % kEntries * kEntryWords;
}

size_t TextCount(const ByteArray* positions) { return positions->length_ / (2 * sizeof(int32_t)); }

}  // namespace

Completion<void> MatchList::Find(RegExpObject* regexp, String* string) {
  RegExpProgram* program = regexp->program();
  string_ = string;
  groups_ = program->capture_count_;
  if (program->flags_ & regexp::kGlobal) {
    TRY(FindGlobal(regexp));
  } else {
    Captures captures(program);
    if (!TRY(RegExpBuiltinExecRaw(isolate_, regexp, string, captures))) return {};
    found_.assign(captures.data(), captures.data() + 2 * groups_);
  }
  if (positions_ == nullptr) {
    positions_ = found_.data();
    size_ = found_.size() / (2 * groups_);
  }
  return {};
}

Completion<void> MatchList::FindGlobal(RegExpObject* regexp) {
  RegExpProgram* program = regexp->program();
  bool remembers = IsWorthRemembering(string_);
  // FAST: as it was found before.
  if (remembers && isolate_.regexp_matches_.get().IsHeapPointer()) {
    const ValueField* entry = EntryOf(isolate_.regexp_matches_.get().As<ValueArray>(), string_, program);
    if (entry[kSubject].get() == Value(string_) && entry[kProgram].get() == Value(program)) {
      isolate_.regexp_matches_used_ = 1;
      remembered_ = entry[kPositions].get().As<ByteArray>();
      texts_ = entry[kTexts].get().As<ValueArray>();
      positions_ = reinterpret_cast<const int32_t*>(remembered_->bytes());
      size_ = TextCount(remembered_) / groups_;
      regexp->last_index()->Init(Value::Smi(0));
      TRY(isolate_.Poll(entry[kCost].get().AsSmi()));
      RememberMatch(isolate_, string_, captures(size_ - 1), groups_);
      return {};
    }
  }
  uint64_t cost =
      TRY(ForEachMatch(isolate_, regexp, string_, [&](const Captures& captures) -> Completion<void> {
        const int32_t* data = captures.data();
        TRY(MakeRoomIn(found_, 2 * groups_, isolate_));
        for (uint32_t i = 0; i < 2 * groups_; i++) found_.push_back(data[i]);
        return {};
      }));
  size_t texts = found_.size() / 2;
  if (!remembers || texts == 0 || texts > kMaxTexts || cost > kMaxCost) return {};
  // What is remembered may not end the guest.
  size_t bytes = found_.size() * sizeof(int32_t);
  auto* positions = TryAllocateUninitialized<ByteArray>(sizeof(uint32_t) + bytes);
  auto* made = positions ? TryAllocateAny<ValueArray>(texts * sizeof(Value)) : nullptr;
  if (!made) return {};
  positions->length_ = static_cast<uint32_t>(bytes);
  std::memcpy(positions->bytes(), found_.data(), bytes);
  Remember(program, positions, made, static_cast<int32_t>(cost));
  remembered_ = positions;
  texts_ = made;
  return {};
}

void MatchList::Remember(RegExpProgram* program, ByteArray* positions, ValueArray* texts, int32_t cost) {
  ValueArray* table = isolate_.regexp_matches_.get().IsHeapPointer()
                          ? isolate_.regexp_matches_.get().As<ValueArray>()
                          : nullptr;
  ValueField* entry = table ? EntryOf(table, string_, program) : nullptr;
  size_t all = TextCount(positions);
  if (table) {
    all += static_cast<size_t>(table->get(0).AsSmi());
    if (entry[kPositions].get().IsHeapPointer()) all -= TextCount(entry[kPositions].get().As<ByteArray>());
  }
  if (table == nullptr || all > kMaxAllTexts) {
    table = NewValueArray(isolate_, kFirstEntry + kEntries * kEntryWords);
    isolate_.regexp_matches_.Init(Value(table));
    entry = EntryOf(table, string_, program);
    all = TextCount(positions);
  }
  table->slots()[0].Init(Value::Smi(static_cast<int32_t>(all)));
  entry[kSubject].Set(table, string_);
  entry[kProgram].Set(table, program);
  entry[kPositions].Set(table, positions);
  entry[kTexts].Set(table, texts);
  entry[kCost].Init(Value::Smi(cost));
}

Value MatchList::MakeText(size_t i, uint32_t group) {
  ValueField& text = texts_->slots()[i * groups_ + group];
  Value made = text.get();
  if (made.IsString()) {
    made = Value(static_cast<ThinString*>(made.AsString())->actual_.GetNonNull());
  } else if (made.IsSmi()) {
    made = CaptureValue(isolate_, string_, captures(i), group);
  }
  text.Set(texts_, made);
  return made;
}

}  // namespace halfword
