// Methods of strings that leave the work to a regular expression, or search for a text themselves.
#include <algorithm>

#include "builtins/text_processing/regexp.h"
#include "builtins/text_processing/string_internal.h"
#include "builtins/text_processing/text_search.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// The method of `value` that takes over match, replace …: undefined if it isn't an object or has none.
Completion<Value> DelegateOf(Isolate& isolate, Value value, WellKnownSymbol symbol) {
  if (!value.IsObject()) return Value::Undefined();
  return GetMethod(isolate, value, isolate.key(symbol));
}

Completion<Value> RequireCoercible(Isolate& isolate, Arguments& args, const char* method) {
  Value value = args.this_value();
  if (value.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called on null or undefined", method);
  }
  return value;
}

// The flags of a regular expression must have "g".
Completion<void> RequireGlobal(Isolate& isolate, Value regexp, const char* method) {
  if (!TRY(IsRegExp(isolate, regexp))) return {};
  Value flags = TRY(Get(isolate, regexp.AsObject(), Name::flags));
  if (flags.IsNullOrUndefined()) {
    return isolate.ThrowTypeError("String.prototype.%s called with a non-global RegExp argument", method);
  }
  String* text = TRY(ToString(isolate, flags));
  FlatChars chars = text->Flatten(isolate);
  for (uint32_t i = 0; i < chars.length(); i++) {
    if (chars[i] == 'g') return {};
  }
  return isolate.ThrowTypeError("String.prototype.%s called with a non-global RegExp argument", method);
}

// The replacement of one occurrence: appends what stands in its place.
Completion<void> AppendReplacement(Isolate& isolate, StringBuilder& out, String* string, String* search,
                                   uint32_t position, Value replacement) {
  if (replacement.IsString()) {
    return GetSubstitution(isolate, out, search, string, position, {}, Value::Undefined(),
                           replacement.AsString());
  }
  Value result =
      TRY(Call(isolate, replacement, Value::Undefined(), {search, NumberValue(isolate, position), string}));
  out.Append(TRY(ToString(isolate, result)));
  return {};
}

}  // namespace

// String.prototype.match ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.match
Completion<Value> StringPrototypeMatch(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "match"));
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpMatchFast(isolate, args[0].As<RegExpObject>(), object.AsString());
  }
  Value matcher = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::match));
  if (!matcher.IsUndefined()) return Call(isolate, matcher, args[0], {object});
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], Value::Undefined()));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::match), {string});
}

// String.prototype.matchAll ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.matchall
Completion<Value> StringPrototypeMatchAll(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "matchAll"));
  if (args[0].IsObject()) {
    TRY(RequireGlobal(isolate, args[0], "matchAll"));
    Value matcher = TRY(GetMethod(isolate, args[0], isolate.key(WellKnownSymbol::matchAll)));
    if (!matcher.IsUndefined()) return Call(isolate, matcher, args[0], {object});
  }
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], NewStringFromAscii(isolate, "g")));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::matchAll), {string});
}

// String.prototype.search ( regexp )  https://tc39.es/ecma262/#sec-string.prototype.search
Completion<Value> StringPrototypeSearch(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "search"));
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpSearchFast(isolate, args[0].As<RegExpObject>(), object.AsString());
  }
  Value searcher = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::search));
  if (!searcher.IsUndefined()) return Call(isolate, searcher, args[0], {object});
  String* string = TRY(ToString(isolate, object));
  RegExpObject* regexp = TRY(RegExpCreate(isolate, args[0], Value::Undefined()));
  return Invoke(isolate, regexp, isolate.key(WellKnownSymbol::search), {string});
}

// String.prototype.replace ( searchValue, replaceValue )
// https://tc39.es/ecma262/#sec-string.prototype.replace
Completion<Value> StringPrototypeReplace(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "replace"));
  Value replacement = args[1];
  if (object.IsString() && IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpReplaceFast(isolate, args[0].As<RegExpObject>(), object.AsString(), replacement);
  }
  Value replacer = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::replace));
  if (!replacer.IsUndefined()) return Call(isolate, replacer, args[0], {object, replacement});
  String* string = TRY(ToString(isolate, object));
  String* search = TRY(ToString(isolate, args[0]));
  if (!replacement.IsCallable()) replacement = TRY(ToString(isolate, replacement));
  FlatChars pattern = search->Flatten(isolate);
  int64_t found = TRY(FindText(isolate, string->Flatten(isolate), pattern, 0));
  if (found < 0) return string;
  uint32_t position = static_cast<uint32_t>(found);
  StringBuilder middle(isolate);
  TRY(AppendReplacement(isolate, middle, string, search, position, replacement));
  String* inserted = TRY(middle.Finish());
  // The unchanged parts of a long string are shared, not copied.
  String* head = TRY(Concat(isolate, Substring(isolate, string, 0, position), inserted));
  return Concat(isolate, head, Substring(isolate, string, position + search->length(), string->length()));
}

// String.prototype.replaceAll ( searchValue, replaceValue )
// https://tc39.es/ecma262/#sec-string.prototype.replaceall
Completion<Value> StringPrototypeReplaceAll(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "replaceAll"));
  Value replacement = args[1];
  if (args[0].IsObject()) {
    TRY(RequireGlobal(isolate, args[0], "replaceAll"));
    Value replacer = TRY(GetMethod(isolate, args[0], isolate.key(WellKnownSymbol::replace)));
    if (!replacer.IsUndefined()) return Call(isolate, replacer, args[0], {object, replacement});
  }
  String* string = TRY(ToString(isolate, object));
  String* search = TRY(ToString(isolate, args[0]));
  if (!replacement.IsCallable()) replacement = TRY(ToString(isolate, replacement));
  // All positions are found before the first call; finding them as we go is the same,
  // for strings don't change.
  uint32_t advance = std::max(1u, search->length());
  uint32_t end = 0;  // of the last occurrence
  StringBuilder out(isolate);
  uint32_t from = 0;
  bool any = false;
  while (from <= string->length()) {
    FlatChars pattern = search->Flatten(isolate);  // again: a call may have interned either
    FlatChars text = string->Flatten(isolate);
    if (pattern.length() == 0) TRY(isolate.Poll());
    int64_t found = TRY(FindText(isolate, text, pattern, from));
    if (found < 0) break;
    any = true;
    uint32_t position = static_cast<uint32_t>(found);
    out.Append(text.Slice(end, position));
    TRY(AppendReplacement(isolate, out, string, search, position, replacement));
    TRY(out.Check());
    end = position + search->length();
    from = position + advance;
  }
  if (!any) return string;
  if (end < string->length()) out.Append(string->Flatten(isolate).Slice(end, string->length()));
  return out.Finish();
}

// String.prototype.split ( separator, limit )  https://tc39.es/ecma262/#sec-string.prototype.split
Completion<Value> StringPrototypeSplit(Isolate& isolate, Arguments& args) {
  Value object = TRY(RequireCoercible(isolate, args, "split"));
  Value limit = args[1];
  if (object.IsString() && (limit.IsUndefined() || (limit.IsSmi() && limit.AsSmi() >= 0)) &&
      IsUnmodifiedRegExp(isolate, args[0])) {  // FAST
    return RegExpSplitFast(isolate, args[0].As<RegExpObject>(), object.AsString(),
                           limit.IsUndefined() ? 0xFFFFFFFF : static_cast<uint32_t>(limit.AsSmi()));
  }
  Value splitter = TRY(DelegateOf(isolate, args[0], WellKnownSymbol::split));
  if (!splitter.IsUndefined()) return Call(isolate, splitter, args[0], {object, limit});
  String* string = TRY(ToString(isolate, object));
  uint32_t most = limit.IsUndefined() ? 0xFFFFFFFF : TRY(ToUint32(isolate, limit));
  String* separator = TRY(ToString(isolate, args[0]));
  if (most == 0) return NewArray(isolate, 0);
  if (args[0].IsUndefined() || string->length() == 0) {
    if (string->length() == 0 && !args[0].IsUndefined() && separator->length() == 0)
      return NewArray(isolate, 0);
    Value whole = string;
    return CreateArrayFromList(isolate, std::span<const Value>(&whole, 1));
  }
  ValueList parts(isolate);
  FlatChars text = string->Flatten(isolate);
  if (separator->length() == 0) {
    uint32_t n = std::min(most, string->length());
    TRY(parts.Reserve(n));
    for (uint32_t i = 0; i < n; i++) {
      if (i % 1024 == 0) TRY(isolate.Poll(64));
      parts.Append(SingleCharString(isolate, text[i]));
    }
    return CreateArrayFromList(isolate, parts.span());
  }
  FlatChars pattern = separator->Flatten(isolate);
  uint32_t from = 0;
  while (true) {
    int64_t found = TRY(FindText(isolate, text, pattern, from));
    if (found < 0) break;
    parts.Append(Substring(isolate, string, from, static_cast<uint32_t>(found)));
    if (parts.size() >= most) return CreateArrayFromList(isolate, parts.span());
    from = static_cast<uint32_t>(found) + pattern.length();
  }
  parts.Append(Substring(isolate, string, from, string->length()));
  return CreateArrayFromList(isolate, parts.span());
}

}  // namespace halfword
