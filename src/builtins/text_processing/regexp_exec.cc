#include "builtins/text_processing/regexp_exec.h"

#include <algorithm>

#include "builtins/text_processing/regexp_exec-inl.h"
#include "builtins/text_processing/text_conversion.h"
#include "objects/memory/external_memory.h"
#include "runtime/native_state.h"
#include "runtime/operations/object_operations.h"
#include "unicode/utf8.h"

namespace halfword {

namespace {

// The cache: a ValueArray of entries {pattern, flags, program}. Literals are found by the identity of their
// two strings, other patterns by content and the flags as a Smi. Two entries may have a pattern's place: the
// one that was filled last and the one before it, which the next replaces.
constexpr uint32_t kLiteralPlaces = 128, kContentPlaces = 128, kWays = 2, kEntryWords = 3;
constexpr size_t kMaxCachedCode = 64 << 10;  // larger programs are not kept alive by the cache

class CachePlace {
 public:
  CachePlace(Isolate& isolate, uint32_t index) {
    if (HW_UNLIKELY(!isolate.regexp_cache_.get().IsHeapPointer())) {
      isolate.regexp_cache_.Init(
          Value(NewValueArray(isolate, (kLiteralPlaces + kContentPlaces) * kWays * kEntryWords)));
    }
    cache_ = isolate.regexp_cache_.get().As<ValueArray>();
    entries_ = cache_->slots() + index * kWays * kEntryWords;
  }
  // Null: it is not here. `is_pattern`: of an entry's first word.
  template <class F>
  HW_INLINE RegExpProgram* Find(F&& is_pattern, Value flags) const {
    for (ValueField* entry = entries_; entry != entries_ + kWays * kEntryWords; entry += kEntryWords) {
      if (entry[1].get() == flags && is_pattern(entry[0].get())) return entry[2].get().As<RegExpProgram>();
    }
    return nullptr;
  }
  void Fill(Value pattern, Value flags, RegExpProgram* program) {
    if (program->code_size_ > kMaxCachedCode) return;
    for (uint32_t i = 0; i < kEntryWords; i++) entries_[kEntryWords + i].Set(cache_, entries_[i].get());
    entries_[0].Set(cache_, pattern);
    entries_[1].Set(cache_, flags);
    entries_[2].Set(cache_, program);
  }

 private:
  ValueArray* cache_;
  ValueField* entries_;
};

// Whether the isolate has room for so much native memory; false: it is terminated.
bool HasRoom(Isolate& isolate, size_t bytes) {
  constexpr size_t kSmall = 1 << 20;  // not worth the question
  return bytes <= kSmall || !EnsureExternalRoom(isolate, bytes).IsThrow();
}

// What compiler and matcher ask now and then: nothing but the isolate's own poll, which may end the guest.
bool GoOnCompiling(void* data, size_t bytes, size_t steps) {
  Isolate& isolate = *static_cast<Isolate*>(data);
  return !isolate.Poll(static_cast<int32_t>(1 + steps / 2)).IsThrow() && HasRoom(isolate, bytes);
}

Completion<RegExpProgram*> Compile(Isolate& isolate, String* pattern, regexp::Flags flags) {
  unicode::Text text = TextOf(pattern->Flatten(isolate));
  regexp::CompileOptions options;
  options.stack_limit = reinterpret_cast<const void*>(NativeStateOf(isolate).entry->native_stack_limit);
  options.goes_on = GoOnCompiling;
  options.data = &isolate;
  regexp::CompileResult result = regexp::Compile(text, flags, options);
  if (!result) {
    if (isolate.IsTerminating()) return kThrow;
    return isolate.ThrowSyntaxError("%s",
                                    unicode::ToUtf8(regexp::ErrorMessage(text, flags, result.error)).c_str());
  }
  const regexp::Program& compiled = *result.program;
  RegExpProgram* program = NewRegExpProgram(isolate, compiled.code);
  program->capture_count_ = compiled.capture_count;
  program->flags_ = compiled.flags;
  if (!compiled.groups.empty()) {
    ValueArray* groups = NewValueArray(isolate, static_cast<uint32_t>(compiled.groups.size() * 2));
    program->groups_.Set(program, groups);
    program->group_count_ = static_cast<uint32_t>(compiled.groups.size());
    ValueField* slot = groups->slots();
    for (const regexp::NamedGroup& group : compiled.groups) {
      // The count of indices, then the indices themselves.
      ValueArray* indices = NewValueArray(isolate, static_cast<uint32_t>(group.indices.size() + 1));
      indices->slots()[0].Init(Value::Smi(static_cast<int32_t>(group.indices.size())));
      for (size_t i = 0; i < group.indices.size(); i++) {
        indices->slots()[i + 1].Init(Value::Smi(static_cast<int32_t>(group.indices[i])));
      }
      String* name =
          InternChars(isolate, FlatChars(std::span<const char16_t>(group.name.data(), group.name.size())));
      (slot++)->Set(groups, name);
      (slot++)->Set(groups, indices);
    }
  }
  return program;
}

// regexp_last_match_: subject, input as assigned or the hole, number of groups, then begin and end of up to
// ten groups.
constexpr uint32_t kRememberedGroups = 10;

ValueArray* LastMatch(Isolate& isolate) {
  if (HW_UNLIKELY(!isolate.regexp_last_match_.get().IsHeapPointer())) {
    ValueArray* fresh = NewValueArray(isolate, 3 + 2 * (kRememberedGroups + 1));
    isolate.regexp_last_match_.Init(Value(fresh));
    Value empty = isolate.name(Name::empty);
    fresh->slots()[0].Set(fresh, empty);
    fresh->slots()[1].Set(fresh, empty);
  }
  return isolate.regexp_last_match_.get().As<ValueArray>();
}

}  // namespace

Completion<RegExpProgram*> CompileRegExp(Isolate& isolate, String* pattern, regexp::Flags flags) {
  uint32_t hash = pattern->HashContent(isolate) ^ (flags * 0x9E3779B1u >> 20);
  CachePlace place(isolate, kLiteralPlaces + hash % kContentPlaces);
  Value key = Value::Smi(flags);
  RegExpProgram* found = place.Find(
      [&](Value other) { return other.IsString() && other.AsString()->Equals(isolate, pattern); }, key);
  if (found != nullptr) return found;
  RegExpProgram* program = TRY(Compile(isolate, pattern, flags));
  place.Fill(pattern, key, program);
  return program;
}

Completion<RegExpProgram*> CompileRegExpLiteral(Isolate& isolate, String* pattern, String* flags) {
  Value pattern_value = pattern, flags_value = flags;
  uint32_t hash = static_cast<uint32_t>(pattern_value.bits() >> 3) * 0x9E3779B1u ^
                  static_cast<uint32_t>(flags_value.bits() >> 3);
  CachePlace place(isolate, (hash >> 7) % kLiteralPlaces);
  RegExpProgram* found = place.Find([&](Value other) { return other == pattern_value; }, flags_value);
  if (HW_LIKELY(found != nullptr)) return found;
  std::optional<regexp::Flags> parsed = regexp::ParseFlags(TextOf(flags->Flatten(isolate)));
  if (!parsed) return isolate.ThrowSyntaxError("Invalid regular expression flags");
  RegExpProgram* program = TRY(CompileRegExp(isolate, pattern, *parsed));
  place.Fill(pattern_value, flags_value, program);
  return program;
}

// ---- Execution ----

bool Execution::Poll(void* data) {
  return !static_cast<Execution*>(data)
              ->isolate_.Poll(regexp::Budget::kPollInterval / kStepsPerUnit)
              .IsThrow();
}
bool Execution::MayTakeStack(void* data, size_t bytes) {
  return HasRoom(static_cast<Execution*>(data)->isolate_, bytes);
}
void Execution::DisposeStack(void* data, platform::GrowingBlock&& stack) {
  Dispose(static_cast<Execution*>(data)->isolate_, std::move(stack), 0);
}
// What took until a poll is hot.
const regexp::MachineCode* Execution::CodeAtPoll(void* data, const regexp::MachineCode*) {
  Execution& self = *static_cast<Execution*>(data);
  return NativeStateOf(self.isolate_)
      .compiled.regexp_code(self.isolate_, self.program_, !self.subject_.is_one_byte(), 1 << 20);
}

Completion<bool> Execution::Fail(regexp::MatchResult result) {
  if (result == regexp::MatchResult::kOutOfMemory && !isolate_.IsTerminating())
    return isolate_.ThrowStackOverflow();
  DCHECK(isolate_.IsTerminating());
  return kThrow;
}

Completion<bool> ExecuteProgram(Isolate& isolate, RegExpProgram* program, String* subject, uint32_t start,
                                Captures& captures) {
  return SearchOnce(isolate, program, subject, start, captures);
}

void ForgetMatch(Isolate& isolate) {
  ValueArray* last = LastMatch(isolate);
  last->slots()[0].Init(Value::Hole());
  last->slots()[1].Init(Value::Hole());
}

void RememberMatch(Isolate& isolate, String* subject, const int32_t* captures, uint32_t count) {
  ValueArray* last = LastMatch(isolate);
  ValueField* slots = last->slots();
  if (slots[0].get() != Value(subject)) slots[0].Set(last, subject);
  slots[1].Init(Value::Hole());
  slots[2].Init(Value::Smi(static_cast<int32_t>(count)));
  uint32_t n = 2 * std::min(count, kRememberedGroups);
  for (uint32_t i = 0; i < n; i++) slots[3 + i].Init(Value::Smi(captures[i]));
  if (count > kRememberedGroups) {  // lastParen may lie beyond
    slots[3 + n].Init(Value::Smi(captures[2 * (count - 1)]));
    slots[4 + n].Init(Value::Smi(captures[2 * (count - 1) + 1]));
  }
}

Value GroupsObject(Isolate& isolate, RegExpProgram* program, String* subject, const int32_t* captures) {
  if (program->group_count_ == 0) return Value::Undefined();
  JSObject* object = OrdinaryObjectCreate(isolate, Value::Null());
  ValueArray* groups = program->groups_.get().As<ValueArray>();
  for (uint32_t i = 0; i < program->group_count_; i++) {
    ValueArray* indices = groups->get(2 * i + 1).As<ValueArray>();
    Value value = Value::Undefined();
    int32_t count = indices->get(0).AsSmi();
    for (int32_t k = 1; k <= count && value.IsUndefined(); k++) {
      value = CaptureValue(isolate, subject, captures,
                           static_cast<uint32_t>(indices->get(static_cast<uint32_t>(k)).AsSmi()));
    }
    object->DefineOwn(isolate, PropertyKey::FromInterned(groups->get(2 * i).AsString()), value, kDataDefault);
  }
  return object;
}

namespace {

// MakeMatchIndicesIndexPairArray: https://tc39.es/ecma262/#sec-makematchindicesindexpairarray
JSArray* NewIndicesArray(Isolate& isolate, RegExpProgram* program, const int32_t* captures) {
  uint32_t count = program->capture_count_;
  ValueList pairs(isolate);
  for (uint32_t i = 0; i < count; i++) {
    if (captures[2 * i] < 0) {
      pairs.Append(Value::Undefined());
    } else {
      Value pair[] = {Value::Smi(captures[2 * i]), Value::Smi(captures[2 * i + 1])};
      pairs.Append(NewArrayFrom(isolate, pair));
    }
  }
  JSArray* array = NewArrayFrom(isolate, pairs.span());
  Value groups = Value::Undefined();
  if (program->group_count_ > 0) {
    JSObject* object = OrdinaryObjectCreate(isolate, Value::Null());
    ValueArray* names = program->groups_.get().As<ValueArray>();
    for (uint32_t i = 0; i < program->group_count_; i++) {
      ValueArray* indices = names->get(2 * i + 1).As<ValueArray>();
      Value value = Value::Undefined();
      int32_t n = indices->get(0).AsSmi();
      for (int32_t k = 1; k <= n && value.IsUndefined(); k++) {
        value = pairs[static_cast<size_t>(indices->get(static_cast<uint32_t>(k)).AsSmi())];
      }
      object->DefineOwn(isolate, PropertyKey::FromInterned(names->get(2 * i).AsString()), value,
                        kDataDefault);
    }
    groups = object;
  }
  array->DefineOwn(isolate, isolate.key(Name::groups), groups, kDataDefault);
  return array;
}

}  // namespace

JSArray* NewMatchArray(Isolate& isolate, RegExpProgram* program, String* subject, const int32_t* captures) {
  uint32_t count = program->capture_count_;
  JSArray* array = NewObjectAs<JSArray>(isolate, CurrentRealm(isolate)->shape(RealmShape::kRegExpMatch));
  array->InObjectSlot(0)->Init(Value::Smi(captures[0]));
  array->InObjectSlot(1)->Set(array, subject);
  array->InObjectSlot(2)->Init(Value::Undefined());
  ValueElements* elements = NewValueElements(isolate, count);
  if (!elements) {
    (void)isolate.Terminate(Termination::kOutOfMemory);
    return array;
  }
  Substrings texts(isolate, subject);
  for (uint32_t i = 0; i < count; i++) {
    if (captures[2 * i] < 0) {
      elements->slots()[i].Init(Value::Undefined());
    } else {
      elements->slots()[i].Set(elements, texts.Get(static_cast<uint32_t>(captures[2 * i]),
                                                   static_cast<uint32_t>(captures[2 * i + 1])));
    }
  }
  array->extension_.Set(array, Value(elements));  // now that they have no holes
  array->length_.Init(Value::Smi(static_cast<int32_t>(count)));
  if (program->group_count_ > 0) {
    Value groups = GroupsObject(isolate, program, subject, captures);
    array->InObjectSlot(2)->Set(array, groups);
  }
  if (program->flags_ & regexp::kHasIndices) {
    Value indices = NewIndicesArray(isolate, program, captures);
    array->DefineOwn(isolate, isolate.key(Name::indices), indices, kDataDefault);
  }
  return array;
}

Completion<Value> GetLegacyProperty(Isolate& isolate, uint16_t which) {
  ValueArray* last = LastMatch(isolate);
  bool is_input = which == static_cast<uint16_t>(LegacyProperty::kInput);
  if (is_input && !last->get(1).IsHole()) return last->get(1);
  if (last->get(0).IsHole()) {
    return isolate.ThrowTypeError(
        "What RegExp remembered of the last match is gone: a subclass matched since");
  }
  String* subject = last->get(0).AsString();
  uint32_t count = static_cast<uint32_t>(last->get(2).AsSmi());
  auto group = [&](uint32_t n, uint32_t slot) -> Value {
    if (n >= count || last->get(3 + 2 * slot).AsSmi() < 0) return isolate.name(Name::empty);
    return Substring(isolate, subject, static_cast<uint32_t>(last->get(3 + 2 * slot).AsSmi()),
                     static_cast<uint32_t>(last->get(4 + 2 * slot).AsSmi()));
  };
  if (which <= 9) return group(which, which);
  switch (static_cast<LegacyProperty>(which)) {
    case LegacyProperty::kInput: return Value(subject);
    case LegacyProperty::kLastMatch: return group(0, 0);
    case LegacyProperty::kLastParen:
      if (count <= 1) return isolate.name(Name::empty);
      return group(count - 1, std::min(count - 1, kRememberedGroups));
    case LegacyProperty::kLeftContext:
      if (count == 0) return isolate.name(Name::empty);
      return Substring(isolate, subject, 0, static_cast<uint32_t>(last->get(3).AsSmi()));
    case LegacyProperty::kRightContext:
      if (count == 0) return isolate.name(Name::empty);
      return Substring(isolate, subject, static_cast<uint32_t>(last->get(4).AsSmi()), subject->length());
  }
  return Value::Undefined();
}

void SetLegacyInput(Isolate& isolate, String* input) {
  ValueArray* last = LastMatch(isolate);
  last->slots()[1].Set(last, input);
}

}  // namespace halfword
