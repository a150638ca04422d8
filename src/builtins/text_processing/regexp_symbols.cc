// The methods of RegExp.prototype that String.prototype's match, matchAll, replace, search and split call,
// each in two forms: the specification's steps for anything, and a direct loop over the matcher for
// unmodified RegExps (regexp.h).
#include <algorithm>
#include <cmath>

#include "builtins/text_processing/match_list.h"
#include "builtins/text_processing/regexp_internal.h"
#include "objects/memory/external_account.h"
#include "objects/memory/external_memory.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

Completion<JSObject*> ThisObject(Isolate& isolate, Arguments& args, const char* method) {
  if (args.this_value().IsObject()) return args.this_value().AsObject();
  return ThrowIncompatibleReceiver(isolate, method, args.this_value());
}

Completion<String*> FlagsOf(Isolate& isolate, JSObject* regexp) {
  return ToString(isolate, TRY(Get(isolate, regexp, Name::flags)));
}

bool Contains(Isolate& isolate, String* flags, char flag) {
  FlatChars chars = flags->Flatten(isolate);
  for (uint32_t i = 0; i < chars.length(); i++) {
    if (chars[i] == static_cast<char16_t>(flag)) return true;
  }
  return false;
}

// After an empty match: lastIndex one character on.
Completion<void> StepOverEmptyMatch(Isolate& isolate, JSObject* regexp, String* string, bool unicode) {
  double index = TRY(ToLength(isolate, TRY(Get(isolate, regexp, Name::lastIndex))));
  return SetLastIndex(isolate, regexp, AdvanceStringIndex(isolate, string, index, unicode));
}

// ---- Replacement texts ----

// A piece of a parsed replacement text.
struct Piece {
  enum Kind : uint8_t { kLiteral, kMatched, kBefore, kAfter, kCapture, kNamed };
  Kind kind;
  uint32_t from,
      to;  // kLiteral: in the text; kCapture: from is the group; kNamed: the name is text[from, to)
};

// Splits a replacement text at its "$" sequences; `group_count` counts the whole
// match too. Calls piece(Piece).
template <class F>
void ParseReplacement(FlatChars text, uint32_t group_count, bool has_named, F&& piece) {
  uint32_t length = text.length();
  uint32_t literal = 0;  // where the pending literal begins
  auto emit = [&](uint32_t at, Piece p, uint32_t next) {
    if (literal < at) piece(Piece{Piece::kLiteral, literal, at});
    piece(p);
    literal = next;
  };
  for (uint32_t i = 0; i + 1 < length; i++) {
    if (text[i] != '$') continue;
    char16_t c = text[i + 1];
    uint32_t at = i;
    if (c == '$') {
      emit(at, Piece{Piece::kLiteral, i, i + 1}, i + 2);
      i++;
    } else if (c == '&') {
      emit(at, Piece{Piece::kMatched, 0, 0}, i + 2);
      i++;
    } else if (c == '`') {
      emit(at, Piece{Piece::kBefore, 0, 0}, i + 2);
      i++;
    } else if (c == '\'') {
      emit(at, Piece{Piece::kAfter, 0, 0}, i + 2);
      i++;
    } else if (unicode::IsDecimalDigit(c)) {
      uint32_t group = c - '0', digits = 1;
      if (i + 2 < length && unicode::IsDecimalDigit(text[i + 2])) {
        uint32_t two = group * 10 + (text[i + 2] - '0');
        if (two < group_count) {
          group = two;
          digits = 2;
        }
      }
      if (group >= 1 && group < group_count) {
        emit(at, Piece{Piece::kCapture, group, 0}, i + 1 + digits);
        i += digits;
      }
    } else if (c == '<' && has_named) {
      uint32_t end = i + 2;
      while (end < length && text[end] != '>') end++;
      if (end == length) continue;
      emit(at, Piece{Piece::kNamed, i + 2, end}, end + 1);
      i = end;
    }
  }
  if (literal < length) piece(Piece{Piece::kLiteral, literal, length});
}

}  // namespace

Completion<void> GetSubstitution(Isolate& isolate, StringBuilder& out, String* matched, String* string,
                                 uint32_t position, std::span<const Value> captures, Value named_captures,
                                 String* replacement) {
  FlatChars text = replacement->Flatten(isolate);
  ExternalAccount account(isolate);
  CountedVector<Piece> pieces(account);
  ParseReplacement(text, static_cast<uint32_t>(captures.size()) + 1, !named_captures.IsUndefined(),
                   [&](Piece p) {
                     if (!isolate.IsTerminating()) pieces.push_back(p);
                   });
  if (isolate.IsTerminating()) return kThrow;
  for (Piece p : pieces) {
    TRY(out.Check());
    switch (p.kind) {
      case Piece::kLiteral: out.Append(replacement->Flatten(isolate).Slice(p.from, p.to)); break;
      case Piece::kMatched: out.Append(matched); break;
      case Piece::kBefore: out.Append(string->Flatten(isolate).Slice(0, position)); break;
      case Piece::kAfter: {
        uint64_t tail = uint64_t{position} + matched->length();
        if (tail < string->length()) {
          out.Append(string->Flatten(isolate).Slice(static_cast<uint32_t>(tail), string->length()));
        }
        break;
      }
      case Piece::kCapture: {
        Value capture = captures[p.from - 1];
        if (capture.IsString()) out.Append(capture.AsString());
        break;
      }
      case Piece::kNamed: {
        String* name = Substring(isolate, replacement, p.from, p.to);
        Value capture = TRY(Get(isolate, named_captures.AsObject(), PropertyKey::FromString(isolate, name)));
        if (!capture.IsUndefined()) out.Append(TRY(ToString(isolate, capture)));
        break;
      }
    }
  }
  return {};
}

// ---- Fast forms ----

namespace {

// Appends one expanded replacement.
void AppendPieces(StringBuilder& out, FlatChars subject, FlatChars text, const CountedVector<Piece>& pieces,
                  const Captures& captures) {
  for (Piece p : pieces) {
    switch (p.kind) {
      case Piece::kLiteral: out.Append(text.Slice(p.from, p.to)); break;
      case Piece::kMatched: out.Append(subject.Slice(captures.start(0), captures.end(0))); break;
      case Piece::kBefore: out.Append(subject.Slice(0, captures.start(0))); break;
      case Piece::kAfter: out.Append(subject.Slice(captures.end(0), subject.length())); break;
      case Piece::kCapture:
        if (captures.Participated(p.from))
          out.Append(subject.Slice(captures.start(p.from), captures.end(p.from)));
        break;
      case Piece::kNamed: break;  // resolved beforehand
    }
  }
}

// Names become group numbers: with duplicates, all of them, of which at most one participates.
void ResolveNames(RegExpProgram* program, FlatChars text, CountedVector<Piece>& pieces) {
  CountedVector<Piece> resolved(pieces.get_allocator());
  for (Piece p : pieces) {
    if (p.kind != Piece::kNamed) {
      resolved.push_back(p);
      continue;
    }
    FlatChars name = text.Slice(p.from, p.to);
    ValueArray* groups = program->groups_.get().As<ValueArray>();
    for (uint32_t i = 0; i < program->group_count_; i++) {
      if (!groups->get(2 * i).AsString()->flat().Equals(name)) continue;
      ValueArray* indices = groups->get(2 * i + 1).As<ValueArray>();
      for (int32_t k = 1; k <= indices->get(0).AsSmi(); k++) {
        resolved.push_back(
            Piece{Piece::kCapture, static_cast<uint32_t>(indices->get(static_cast<uint32_t>(k)).AsSmi()), 0});
      }
    }
  }
  pieces = std::move(resolved);
}

Completion<Value> ReplaceWithText(Isolate& isolate, RegExpObject* regexp, String* string,
                                  String* replacement) {
  RegExpProgram* program = regexp->program();
  FlatChars subject = string->Flatten(isolate);
  FlatChars text = replacement->Flatten(isolate);
  ExternalAccount account(isolate);
  CountedVector<Piece> pieces(account);
  ParseReplacement(text, program->capture_count_, program->group_count_ > 0, [&](Piece p) {
    if (!isolate.IsTerminating()) pieces.push_back(p);
  });
  if (HW_UNLIKELY(isolate.IsTerminating())) return kThrow;
  if (HW_UNLIKELY(program->group_count_ > 0)) ResolveNames(program, text, pieces);
  if (!(program->flags_ & regexp::kGlobal)) {
    Captures captures(program);
    if (!TRY(RegExpBuiltinExecRaw(isolate, regexp, string, captures))) return string;
    StringBuilder out(isolate);
    if (subject.length() < 1024) {
      out.Append(subject.Slice(0, captures.start(0)));
      AppendPieces(out, subject, text, pieces, captures);
      out.Append(subject.Slice(captures.end(0), subject.length()));
      return out.Finish();
    }
    // The unchanged parts of a long string are shared, not copied.
    AppendPieces(out, subject, text, pieces, captures);
    String* middle = TRY(out.Finish());
    String* head = TRY(Concat(isolate, Substring(isolate, string, 0, captures.start(0)), middle));
    return Concat(isolate, head, Substring(isolate, string, captures.end(0), string->length()));
  }
  StringBuilder out(isolate);
  uint32_t copied = 0;
  bool any = false;
  TRY(ForEachMatch(isolate, regexp, string, [&](const Captures& captures) -> Completion<void> {
    any = true;
    out.Append(subject.Slice(copied, captures.start(0)));
    if (!pieces.empty()) AppendPieces(out, subject, text, pieces, captures);
    copied = captures.end(0);
    return out.Check();
  }));
  if (!any) return string;
  out.Append(subject.Slice(copied, subject.length()));
  return out.Finish();
}

Completion<Value> ReplaceWithFunction(Isolate& isolate, RegExpObject* regexp, String* string,
                                      Value function) {
  RegExpProgram* program = regexp->program();
  uint32_t groups = program->capture_count_;
  // All matches are found before the first call.
  MatchList matches(isolate);
  TRY(matches.Find(regexp, string));
  if (matches.size() == 0) return string;
  StringBuilder out(isolate);
  uint32_t copied = 0;
  bool has_groups = program->group_count_ > 0;
  ValueList arguments(isolate);
  TRY(arguments.Resize(groups + (has_groups ? 3 : 2)));
  arguments[groups + 1] = string;
  RepeatedCall call(isolate, function, Value::Undefined(), static_cast<uint32_t>(arguments.size()));
  for (size_t at = 0; at < matches.size(); at++) {
    const int32_t* captures = matches.captures(at);
    for (uint32_t i = 0; i < groups; i++) arguments[i] = matches.Text(at, i);
    arguments[groups] = Value::Smi(captures[0]);
    if (has_groups) arguments[groups + 2] = GroupsObject(isolate, program, string, captures);
    Value result = TRY(call(arguments.span()));
    String* text = result.IsString() ? result.AsString() : TRY(ToString(isolate, result));
    out.Append(string->Flatten(isolate).Slice(copied, static_cast<uint32_t>(captures[0])));
    out.Append(text);
    TRY(out.Check());
    copied = static_cast<uint32_t>(captures[1]);
  }
  out.Append(string->Flatten(isolate).Slice(copied, string->length()));
  return out.Finish();
}

}  // namespace

Completion<Value> RegExpMatchFast(Isolate& isolate, RegExpObject* regexp, String* string) {
  RegExpProgram* program = regexp->program();
  if (!(program->flags_ & regexp::kGlobal)) {
    Captures captures(program);
    if (!TRY(RegExpBuiltinExecRaw(isolate, regexp, string, captures))) return Value::Null();
    return NewMatchArray(isolate, program, string, captures.data());
  }
  MatchList matches(isolate);
  TRY(matches.Find(regexp, string));
  if (matches.size() == 0) return Value::Null();
  ValueList texts(isolate);
  TRY(texts.Reserve(matches.size()));
  LoopPoll poll(isolate);
  for (size_t i = 0; i < matches.size(); i++) {
    TRY(poll.At(i));
    texts.Append(matches.Text(i, 0));
  }
  return CreateArrayFromList(isolate, texts.span());
}

Completion<Value> RegExpSearchFast(Isolate& isolate, RegExpObject* regexp, String* string) {
  Captures captures(regexp->program());
  if (!TRY(ExecuteProgram(isolate, regexp->program(), string, 0, captures))) return Value::Smi(-1);
  return Value::Smi(captures.data()[0]);
}

namespace {

Completion<Value> ReplaceSlow(Isolate& isolate, JSObject* regexp, String* string, Value replacement);

}  // namespace

Completion<Value> RegExpReplaceFast(Isolate& isolate, RegExpObject* regexp, String* string,
                                    Value replacement) {
  if (replacement.IsCallable()) return ReplaceWithFunction(isolate, regexp, string, replacement);
  if (!replacement.IsString()) {
    replacement = TRY(ToString(isolate, replacement));
    if (!IsUnmodifiedRegExp(isolate, regexp)) return ReplaceSlow(isolate, regexp, string, replacement);
  }
  return ReplaceWithText(isolate, regexp, string, replacement.AsString());
}

namespace {

Completion<Value> SplitSlow(Isolate& isolate, JSObject* regexp, String* string, Value limit);

}  // namespace

Completion<Value> RegExpSplitFast(Isolate& isolate, RegExpObject* regexp, String* string, uint32_t limit) {
  RegExpProgram* program = regexp->program();
  // A sticky program can't search; the steps do.
  if (program->flags_ & regexp::kSticky)
    return SplitSlow(isolate, regexp, string, NumberValue(isolate, limit));
  if (limit == 0) return NewArray(isolate, 0);
  bool unicode = IsFullUnicode(program);
  uint32_t size = string->length();
  Captures captures(program), last(program);
  ValueList parts(isolate);
  bool any = false;
  uint32_t p = 0, q = 0;
  if (size == 0) {
    if (TRY(ExecuteProgram(isolate, program, string, 0, captures))) return NewArray(isolate, 0);
    parts.Append(string);
    return CreateArrayFromList(isolate, parts.span());
  }
  Execution execution(isolate, program, string);
  while (q < size) {
    if (!TRY(execution.Search(q, captures))) break;
    any = true;
    std::copy_n(captures.data(), 2 * captures.count(), last.data());
    if (captures.start(0) >= size) break;
    uint32_t e = captures.end(0);
    if (e == p) {
      q = AdvanceIndex(string->Flatten(isolate), std::max(q, captures.start(0)), unicode);
      continue;
    }
    parts.Append(Substring(isolate, string, p, captures.start(0)));
    bool full = parts.size() >= limit;
    p = e;
    for (uint32_t i = 1; i < captures.count() && !full; i++) {
      parts.Append(CaptureValue(isolate, string, captures.data(), i));
      full = parts.size() >= limit;
    }
    if (full) {
      RememberMatch(isolate, string, last.data(), last.count());
      return CreateArrayFromList(isolate, parts.span());
    }
    q = captures.start(0) == e ? AdvanceIndex(string->Flatten(isolate), p, unicode) : p;
  }
  if (any) RememberMatch(isolate, string, last.data(), last.count());
  parts.Append(Substring(isolate, string, p, size));
  return CreateArrayFromList(isolate, parts.span());
}

// ---- The methods ----

namespace {

// RegExp.prototype [ %Symbol.match% ] ( string ) https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.match%
Completion<Value> RegExpPrototypeMatch(Isolate& isolate, Arguments& args) {
  JSObject* regexp = TRY(ThisObject(isolate, args, "RegExp.prototype.@@match"));
  String* string = TRY(ToString(isolate, args[0]));
  if (IsUnmodifiedRegExp(isolate, regexp))
    return RegExpMatchFast(isolate, static_cast<RegExpObject*>(regexp), string);
  String* flags = TRY(FlagsOf(isolate, regexp));
  if (!Contains(isolate, flags, 'g')) return RegExpExec(isolate, regexp, string);
  bool unicode = Contains(isolate, flags, 'u') || Contains(isolate, flags, 'v');
  TRY(SetLastIndex(isolate, regexp, 0));
  ValueList matches(isolate);
  while (true) {
    TRY(isolate.Poll());
    Value result = TRY(RegExpExec(isolate, regexp, string));
    if (result.IsNull()) break;
    String* match = TRY(ToString(isolate, TRY(Get(isolate, result.AsObject(), PropertyKey::FromIndex(0)))));
    matches.Append(match);
    if (match->length() == 0) TRY(StepOverEmptyMatch(isolate, regexp, string, unicode));
  }
  if (matches.empty()) return Value::Null();
  return CreateArrayFromList(isolate, matches.span());
}

// RegExp.prototype [ %Symbol.matchAll% ] ( string )
// https://tc39.es/ecma262/#sec-regexp-prototype-%symbol.matchall%
Completion<Value> RegExpPrototypeMatchAll(Isolate& isolate, Arguments& args) {
  JSObject* regexp = TRY(ThisObject(isolate, args, "RegExp.prototype.@@matchAll"));
  String* string = TRY(ToString(isolate, args[0]));
  JSObject* constructor =
      TRY(SpeciesConstructor(isolate, regexp, CurrentIntrinsic(isolate, Intrinsic::kRegExp)));
  String* flags = TRY(FlagsOf(isolate, regexp));
  JSObject* matcher = TRY(Construct(isolate, constructor, {regexp, flags}));
  double last_index = TRY(ToLength(isolate, TRY(Get(isolate, regexp, Name::lastIndex))));
  TRY(SetLastIndex(isolate, matcher, last_index));
  RegExpStringIterator* iterator = NewInstance<RegExpStringIterator>(
      isolate, CurrentIntrinsic(isolate, Intrinsic::kRegExpStringIteratorPrototype));
  iterator->regexp_.Set(iterator, matcher);
  iterator->string_.Set(iterator, string);
  iterator->global_.Init(Value::Boolean(Contains(isolate, flags, 'g')));
  iterator->unicode_.Init(Value::Boolean(Contains(isolate, flags, 'u') || Contains(isolate, flags, 'v')));
  iterator->done_.Init(Value::False());
  return iterator;
}

// %RegExpStringIteratorPrototype%.next ( )  https://tc39.es/ecma262/#sec-%regexpstringiteratorprototype%.next
Completion<Value> RegExpStringIteratorNext(Isolate& isolate, Arguments& args) {
  RegExpStringIterator* iterator = args.this_value().TryAs<RegExpStringIterator>();
  if (!iterator)
    return ThrowIncompatibleReceiver(isolate, "%RegExpStringIterator%.prototype.next", args.this_value());
  if (iterator->done_.get().IsTrue()) return CreateIterResultObject(isolate, Value::Undefined(), true);
  JSObject* regexp = iterator->regexp_.get().AsObject();
  String* string = iterator->string_.get().AsString();
  Value match = TRY(RegExpExec(isolate, regexp, string));
  if (match.IsNull()) {
    iterator->done_.Init(Value::True());
    return CreateIterResultObject(isolate, Value::Undefined(), true);
  }
  if (iterator->global_.get().IsTrue()) {
    String* text = TRY(ToString(isolate, TRY(Get(isolate, match.AsObject(), PropertyKey::FromIndex(0)))));
    if (text->length() == 0)
      TRY(StepOverEmptyMatch(isolate, regexp, string, iterator->unicode_.get().IsTrue()));
  } else {
    iterator->done_.Init(Value::True());
  }
  return CreateIterResultObject(isolate, match, false);
}

Completion<Value> ReplaceSlow(Isolate& isolate, JSObject* regexp, String* string, Value replacement) {
  uint32_t length = string->length();
  bool functional = replacement.IsCallable();
  if (!functional) replacement = TRY(ToString(isolate, replacement));
  String* flags = TRY(FlagsOf(isolate, regexp));
  bool global = Contains(isolate, flags, 'g');
  bool unicode = Contains(isolate, flags, 'u') || Contains(isolate, flags, 'v');
  if (global) TRY(SetLastIndex(isolate, regexp, 0));
  ValueList results(isolate);
  while (true) {
    TRY(isolate.Poll());
    Value result = TRY(RegExpExec(isolate, regexp, string));
    if (result.IsNull()) break;
    results.Append(result);
    if (!global) break;
    String* match = TRY(ToString(isolate, TRY(Get(isolate, result.AsObject(), PropertyKey::FromIndex(0)))));
    if (match->length() == 0) TRY(StepOverEmptyMatch(isolate, regexp, string, unicode));
  }
  StringBuilder out(isolate);
  uint32_t next = 0;
  ValueList captures(isolate);
  for (size_t r = 0; r < results.size(); r++) {
    TRY(isolate.Poll());
    JSObject* result = results[r].AsObject();
    double count = std::max(TRY(LengthOfArrayLike(isolate, result)) - 1, 0.0);
    String* matched = TRY(ToString(isolate, TRY(Get(isolate, result, PropertyKey::FromIndex(0)))));
    double at = TRY(ToIntegerOrInfinity(isolate, TRY(Get(isolate, result, Name::index))));
    uint32_t position = static_cast<uint32_t>(std::clamp(at, 0.0, static_cast<double>(length)));
    captures.Clear();
    captures.Append(matched);
    for (double n = 1; n <= count; n++) {
      TRY(isolate.Poll());
      Value capture = TRY(Get(isolate, result, KeyFromNumber(isolate, n)));
      if (!capture.IsUndefined()) capture = TRY(ToString(isolate, capture));
      captures.Append(capture);
    }
    Value named = TRY(Get(isolate, result, Name::groups));
    size_t group_count = captures.size();
    StringBuilder piece(isolate);
    if (functional) {
      captures.Append(NumberValue(isolate, position));
      captures.Append(string);
      if (!named.IsUndefined()) captures.Append(named);
      Value value = TRY(Call(isolate, replacement, Value::Undefined(), captures.span()));
      piece.Append(TRY(ToString(isolate, value)));
    } else {
      if (!named.IsUndefined()) named = TRY(ToObject(isolate, named));
      TRY(GetSubstitution(isolate, piece, matched, string, position,
                          captures.span().subspan(1, group_count - 1), named, replacement.AsString()));
    }
    String* text = TRY(piece.Finish());
    if (position >= next) {
      out.Append(string->Flatten(isolate).Slice(next, position));
      out.Append(text);
      TRY(out.Check());
      uint64_t end = uint64_t{position} + matched->length();
      next = static_cast<uint32_t>(std::min<uint64_t>(end, UINT32_MAX));
    }
  }
  if (next < length) out.Append(string->Flatten(isolate).Slice(next, length));
  return out.Finish();
}

// RegExp.prototype [ %Symbol.replace% ] ( string, replaceValue )
// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.replace%
Completion<Value> RegExpPrototypeReplace(Isolate& isolate, Arguments& args) {
  JSObject* regexp = TRY(ThisObject(isolate, args, "RegExp.prototype.@@replace"));
  String* string = TRY(ToString(isolate, args[0]));
  if (IsUnmodifiedRegExp(isolate, regexp)) {
    return RegExpReplaceFast(isolate, static_cast<RegExpObject*>(regexp), string, args[1]);
  }
  return ReplaceSlow(isolate, regexp, string, args[1]);
}

// RegExp.prototype [ %Symbol.search% ] ( string )
// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.search%
Completion<Value> RegExpPrototypeSearch(Isolate& isolate, Arguments& args) {
  JSObject* regexp = TRY(ThisObject(isolate, args, "RegExp.prototype.@@search"));
  String* string = TRY(ToString(isolate, args[0]));
  if (IsUnmodifiedRegExp(isolate, regexp))
    return RegExpSearchFast(isolate, static_cast<RegExpObject*>(regexp), string);
  PropertyKey last_index = isolate.key(Name::lastIndex);
  Value previous = TRY(Get(isolate, regexp, last_index));
  if (!SameValue(isolate, previous, Value::Smi(0)))
    TRY(Set(isolate, regexp, last_index, Value::Smi(0), true));
  Value result = TRY(RegExpExec(isolate, regexp, string));
  Value current = TRY(Get(isolate, regexp, last_index));
  if (!SameValue(isolate, current, previous)) TRY(Set(isolate, regexp, last_index, previous, true));
  if (result.IsNull()) return Value::Smi(-1);
  return Get(isolate, result.AsObject(), Name::index);
}

Completion<Value> SplitSlow(Isolate& isolate, JSObject* regexp, String* string, Value limit) {
  JSObject* constructor =
      TRY(SpeciesConstructor(isolate, regexp, CurrentIntrinsic(isolate, Intrinsic::kRegExp)));
  String* flags = TRY(FlagsOf(isolate, regexp));
  bool unicode = Contains(isolate, flags, 'u') || Contains(isolate, flags, 'v');
  String* new_flags =
      Contains(isolate, flags, 'y') ? flags : TRY(Concat(isolate, flags, SingleCharString(isolate, 'y')));
  JSObject* splitter = TRY(Construct(isolate, constructor, {regexp, new_flags}));
  uint32_t most = limit.IsUndefined() ? 0xFFFFFFFF : TRY(ToUint32(isolate, limit));
  if (most == 0) return NewArray(isolate, 0);
  ValueList parts(isolate);
  uint32_t size = string->length();
  if (size == 0) {
    Value z = TRY(RegExpExec(isolate, splitter, string));
    if (!z.IsNull()) return NewArray(isolate, 0);
    parts.Append(string);
    return CreateArrayFromList(isolate, parts.span());
  }
  uint32_t p = 0;
  double q = 0;
  while (q < size) {
    TRY(isolate.Poll());
    TRY(SetLastIndex(isolate, splitter, q));
    Value z = TRY(RegExpExec(isolate, splitter, string));
    if (z.IsNull()) {
      q = AdvanceStringIndex(isolate, string, q, unicode);
      continue;
    }
    double e = TRY(ToLength(isolate, TRY(Get(isolate, splitter, Name::lastIndex))));
    e = std::min(e, static_cast<double>(size));
    if (e == p) {
      q = AdvanceStringIndex(isolate, string, q, unicode);
      continue;
    }
    // A splitter of the program's own may move lastIndex back; then the part is empty or
    // absent, as for substring.
    uint32_t q_index = static_cast<uint32_t>(q);
    parts.Append(Substring(isolate, string, std::min(p, q_index), q_index));
    if (parts.size() == most) return CreateArrayFromList(isolate, parts.span());
    p = static_cast<uint32_t>(e);
    double count = std::max(TRY(LengthOfArrayLike(isolate, z.AsObject())) - 1, 0.0);
    for (double i = 1; i <= count; i++) {
      TRY(isolate.Poll());
      parts.Append(TRY(Get(isolate, z.AsObject(), KeyFromNumber(isolate, i))));
      if (parts.size() == most) return CreateArrayFromList(isolate, parts.span());
    }
    q = p;
  }
  parts.Append(Substring(isolate, string, p, size));
  return CreateArrayFromList(isolate, parts.span());
}

// RegExp.prototype [ %Symbol.split% ] ( string, limit )
// https://tc39.es/ecma262/#sec-regexp.prototype-%symbol.split%
Completion<Value> RegExpPrototypeSplit(Isolate& isolate, Arguments& args) {
  JSObject* regexp = TRY(ThisObject(isolate, args, "RegExp.prototype.@@split"));
  String* string = TRY(ToString(isolate, args[0]));
  Value limit = args[1];
  if ((limit.IsUndefined() || (limit.IsSmi() && limit.AsSmi() >= 0)) && IsUnmodifiedRegExp(isolate, regexp)) {
    return RegExpSplitFast(isolate, static_cast<RegExpObject*>(regexp), string,
                           limit.IsUndefined() ? 0xFFFFFFFF : static_cast<uint32_t>(limit.AsSmi()));
  }
  return SplitSlow(isolate, regexp, string, limit);
}

}  // namespace

constinit const NativeRow kRegExpSymbolRows[5] = {
    {"Symbol.match", RegExpPrototypeMatch, 1, kNativeSymbol},
    {"Symbol.matchAll", RegExpPrototypeMatchAll, 1, kNativeSymbol},
    {"Symbol.replace", RegExpPrototypeReplace, 2, kNativeSymbol},
    {"Symbol.search", RegExpPrototypeSearch, 1, kNativeSymbol},
    {"Symbol.split", RegExpPrototypeSplit, 2, kNativeSymbol},
};
constinit const NativeRow kRegExpStringIteratorRows[1] = {{"next", RegExpStringIteratorNext, 0}};

}  // namespace halfword
