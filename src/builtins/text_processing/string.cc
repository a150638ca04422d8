// String Objects: https://tc39.es/ecma262/#sec-string-objects, with the additions of Annex B
// (https://tc39.es/ecma262/#sec-additional-properties-of-the-string.prototype-object). What takes regular
// expressions is in string_patterns.cc, case and forms of Unicode are in text_conversion.cc.
#include <algorithm>
#include <cmath>
#include <limits>

#include "builtins/builtins.h"
#include "builtins/text_processing/string_internal.h"
#include "builtins/text_processing/text_conversion.h"
#include "builtins/text_processing/text_search.h"
#include "objects/isolate.h"
#include "objects/library/text_processing.h"
#include "runtime/execution/loop_poll.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

// ToIntegerOrInfinity clamped to [0, length]; a negative one counts from the end if `relative`.
HW_INLINE Completion<uint32_t> ClampedIndex(Isolate& isolate, Value value, uint32_t length, bool relative) {
  double n;
  if (HW_LIKELY(value.IsSmi())) {
    n = value.AsSmi();
  } else {
    n = TRY(ToIntegerOrInfinity(isolate, value));
  }
  if (n < 0) n = relative ? n + length : 0;
  if (n < 0) return 0u;
  return n > length ? length : static_cast<uint32_t>(n);
}

// https://tc39.es/ecma262/#sec-thisstringvalue
Completion<Value> ThisStringValue(Isolate& isolate, Value value, const char* method) {
  if (value.IsString()) return value;
  if (StringWrapper* wrapper = value.TryAs<StringWrapper>()) return wrapper->value_.get();
  return isolate.ThrowTypeError("String.prototype.%s requires that 'this' be a String", method);
}

// ---- The constructor ----

// String ( value )  https://tc39.es/ecma262/#sec-string-constructor-string-value
Completion<Value> StringConstructor(Isolate& isolate, Arguments& args) {
  String* string = isolate.name(Name::empty);
  if (args.count() > 0) {
    if (!args.IsConstructCall() && args[0].IsSymbol()) {
      // SymbolDescriptiveString
      StringBuilder out(isolate);
      out.AppendAscii("Symbol(");
      Value description = args[0].AsSymbol()->description();
      if (description.IsString()) out.Append(description.AsString());
      out.AppendAscii(")");
      return out.Finish();
    }
    string = TRY(ToString(isolate, args[0]));
  }
  if (!args.IsConstructCall()) return string;
  JSObject* prototype =
      TRY(GetPrototypeFromConstructor(isolate, args.new_target().AsObject(), Intrinsic::kStringPrototype));
  return StringCreate(isolate, string, prototype);
}

// String.fromCharCode ( ...codeUnits )  https://tc39.es/ecma262/#sec-string.fromcharcode
Completion<Value> StringFromCharCode(Isolate& isolate, Arguments& args) {
  if (args.count() == 1) {  // FAST
    return SingleCharString(isolate, static_cast<char16_t>(TRY(ToUint32(isolate, args[0]))));
  }
  StringBuilder out(isolate);
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    TRY(poll.At(i));
    out.Append(static_cast<char16_t>(TRY(ToUint32(isolate, args[i]))));
  }
  return out.Finish();
}

// String.fromCodePoint ( ...codePoints )  https://tc39.es/ecma262/#sec-string.fromcodepoint
Completion<Value> StringFromCodePoint(Isolate& isolate, Arguments& args) {
  StringBuilder out(isolate);
  LoopPoll poll(isolate);
  for (uint32_t i = 0; i < args.count(); i++) {
    TRY(poll.At(i));
    double next = TRY(ToNumber(isolate, args[i]));
    if (!(next >= 0 && next <= 0x10FFFF && std::trunc(next) == next)) {
      return isolate.ThrowRangeError("Invalid code point %s", DescribeForError(isolate, args[i]).c_str());
    }
    out.AppendCodePoint(static_cast<uint32_t>(next));
  }
  return out.Finish();
}

// String.raw ( template, ...substitutions )  https://tc39.es/ecma262/#sec-string.raw
Completion<Value> StringRaw(Isolate& isolate, Arguments& args) {
  JSObject* cooked = TRY(ToObject(isolate, args[0]));
  JSObject* literals = TRY(ToObject(isolate, TRY(Get(isolate, cooked, Name::raw))));
  double length = TRY(LengthOfArrayLike(isolate, literals));
  StringBuilder out(isolate);
  for (double i = 0; i < length; i++) {
    TRY(isolate.Poll());
    Value literal = TRY(Get(isolate, literals, KeyFromNumber(isolate, i)));
    out.Append(TRY(ToString(isolate, literal)));
    if (i + 1 == length) break;
    if (i + 1 < args.count()) out.Append(TRY(ToString(isolate, args[static_cast<uint32_t>(i) + 1])));
    TRY(out.Check());
  }
  return out.Finish();
}

// ---- Characters ----

// String.prototype.at ( index )  https://tc39.es/ecma262/#sec-string.prototype.at
Completion<Value> StringPrototypeAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "at"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (index < 0) index += string->length();
  if (!(index >= 0 && index < string->length())) return Value::Undefined();
  return SingleCharString(isolate, string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.charAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.charat
Completion<Value> StringPrototypeCharAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "charAt"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length())) return isolate.name(Name::empty);
  return SingleCharString(isolate, string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.charCodeAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.charcodeat
Completion<Value> StringPrototypeCharCodeAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "charCodeAt"));
  double index = args[0].IsSmi() ? args[0].AsSmi() : TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length()))
    return NumberValue(isolate, std::numeric_limits<double>::quiet_NaN());
  return Value::Smi(string->CharAt(isolate, static_cast<uint32_t>(index)));
}

// String.prototype.codePointAt ( pos )  https://tc39.es/ecma262/#sec-string.prototype.codepointat
Completion<Value> StringPrototypeCodePointAt(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "codePointAt"));
  double index = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (!(index >= 0 && index < string->length())) return Value::Undefined();
  return Value::Smi(
      static_cast<int32_t>(TextOf(string->Flatten(isolate)).code_point_at(static_cast<uint32_t>(index))));
}

// String.prototype.concat ( ...args )  https://tc39.es/ecma262/#sec-string.prototype.concat
Completion<Value> StringPrototypeConcat(Isolate& isolate, Arguments& args) {
  String* result = TRY(ThisString(isolate, args, "concat"));
  for (uint32_t i = 0; i < args.count(); i++) {
    String* next = TRY(ToString(isolate, args[i]));
    result = TRY(Concat(isolate, result, next));
  }
  return result;
}

// ---- Searching ----

// ToString of a search string that may be no regular expression.
Completion<String*> SearchString(Isolate& isolate, Value value, const char* method) {
  if (value.IsString()) return value.AsString();
  if (TRY(IsRegExp(isolate, value))) {
    return isolate.ThrowTypeError("First argument to String.prototype.%s must not be a regular expression",
                                  method);
  }
  return ToString(isolate, value);
}

// String.prototype.endsWith ( searchString [ , endPosition ] )
// https://tc39.es/ecma262/#sec-string.prototype.endswith
Completion<Value> StringPrototypeEndsWith(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "endsWith"));
  String* search = TRY(SearchString(isolate, args[0], "endsWith"));
  uint32_t end =
      args[1].IsUndefined() ? string->length() : TRY(ClampedIndex(isolate, args[1], string->length(), false));
  if (search->length() > end) return Value::False();
  ChargeFor(isolate, search->length());
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(string->Flatten(isolate).Slice(end - search->length(), end).Equals(pattern));
}

// String.prototype.startsWith ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.startswith
Completion<Value> StringPrototypeStartsWith(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "startsWith"));
  String* search = TRY(SearchString(isolate, args[0], "startsWith"));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  if (search->length() > string->length() - start) return Value::False();
  ChargeFor(isolate, search->length());
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(string->Flatten(isolate).Slice(start, start + search->length()).Equals(pattern));
}

// String.prototype.includes ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.includes
Completion<Value> StringPrototypeIncludes(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "includes"));
  String* search = TRY(SearchString(isolate, args[0], "includes"));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  FlatChars pattern = search->Flatten(isolate);
  return Value::Boolean(TRY(FindText(isolate, string->Flatten(isolate), pattern, start)) >= 0);
}

// String.prototype.indexOf ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.indexof
Completion<Value> StringPrototypeIndexOf(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "indexOf"));
  String* search = TRY(ToString(isolate, args[0]));
  uint32_t start = TRY(ClampedIndex(isolate, args[1], string->length(), false));
  FlatChars pattern = search->Flatten(isolate);
  return Value::Smi(static_cast<int32_t>(TRY(FindText(isolate, string->Flatten(isolate), pattern, start))));
}

// String.prototype.lastIndexOf ( searchString [ , position ] )
// https://tc39.es/ecma262/#sec-string.prototype.lastindexof
Completion<Value> StringPrototypeLastIndexOf(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "lastIndexOf"));
  String* search = TRY(ToString(isolate, args[0]));
  double position = TRY(ToNumber(isolate, args[1]));
  uint32_t start = string->length();
  if (position < start) start = position > 0 ? static_cast<uint32_t>(position) : 0;  // NaN: the end
  FlatChars pattern = search->Flatten(isolate);
  return Value::Smi(
      static_cast<int32_t>(TRY(FindLastText(isolate, string->Flatten(isolate), pattern, start))));
}

// String.prototype.localeCompare ( that )  https://tc39.es/ecma262/#sec-string.prototype.localecompare
Completion<Value> StringPrototypeLocaleCompare(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "localeCompare"));
  return CompareByRoot(isolate, string, TRY(ToString(isolate, args[0])));
}

// ---- Parts ----

// String.prototype.slice ( start, end )  https://tc39.es/ecma262/#sec-string.prototype.slice
Completion<Value> StringPrototypeSlice(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "slice"));
  uint32_t length = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], length, true));
  uint32_t to = args[1].IsUndefined() ? length : TRY(ClampedIndex(isolate, args[1], length, true));
  return from >= to ? isolate.name(Name::empty) : Substring(isolate, string, from, to);
}

// String.prototype.substring ( start, end )  https://tc39.es/ecma262/#sec-string.prototype.substring
Completion<Value> StringPrototypeSubstring(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "substring"));
  uint32_t length = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], length, false));
  uint32_t to = args[1].IsUndefined() ? length : TRY(ClampedIndex(isolate, args[1], length, false));
  return Substring(isolate, string, std::min(from, to), std::max(from, to));
}

// String.prototype.substr ( start, length )  https://tc39.es/ecma262/#sec-string.prototype.substr
Completion<Value> StringPrototypeSubstr(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "substr"));
  uint32_t size = string->length();
  uint32_t from = TRY(ClampedIndex(isolate, args[0], size, true));
  double length = args[1].IsUndefined() ? size : TRY(ToIntegerOrInfinity(isolate, args[1]));
  double end = std::min(from + std::max(length, 0.0), static_cast<double>(size));
  return end <= from ? isolate.name(Name::empty)
                     : Substring(isolate, string, from, static_cast<uint32_t>(end));
}

enum TrimWhere : uint16_t { kTrimStart = 1, kTrimEnd = 2 };

// String.prototype.trim ( ), trimStart ( ), trimEnd ( )  https://tc39.es/ecma262/#sec-trimstring
Completion<Value> StringPrototypeTrim(Isolate& isolate, Arguments& args) {
  uint16_t where = args.callee()->magic_;
  String* string = TRY(ThisString(isolate, args,
                                  where == kTrimStart ? "trimStart"
                                  : where == kTrimEnd ? "trimEnd"
                                                      : "trim"));
  FlatChars chars = string->Flatten(isolate);
  uint32_t from = 0, to = chars.length();
  if (where & kTrimStart) {
    while (from < to && unicode::IsWhiteSpaceOrLineTerminator(chars[from])) from++;
  }
  if (where & kTrimEnd) {
    while (to > from && unicode::IsWhiteSpaceOrLineTerminator(chars[to - 1])) to--;
  }
  TRY(isolate.Poll(CostOf(chars.length() - (to - from))));
  return Substring(isolate, string, from, to);
}

// ---- Making longer ones ----

// String.prototype.repeat ( count )  https://tc39.es/ecma262/#sec-string.prototype.repeat
Completion<Value> StringPrototypeRepeat(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "repeat"));
  double n = TRY(ToIntegerOrInfinity(isolate, args[0]));
  if (n < 0 || std::isinf(n)) {
    return isolate.ThrowRangeError("Invalid count value: %s", DescribeForError(isolate, args[0]).c_str());
  }
  if (n == 0 || string->length() == 0) return isolate.name(Name::empty);
  if (n > String::kMaxLength) return ThrowInvalidLength(isolate);
  return Repeat(isolate, string, static_cast<uint32_t>(n));
}

enum PadWhere : uint16_t { kPadEnd, kPadStart };

// String.prototype.padStart, padEnd ( maxLength [ , fillString ] )
// https://tc39.es/ecma262/#sec-stringpaddingbuiltinsimpl
Completion<Value> StringPrototypePad(Isolate& isolate, Arguments& args) {
  bool at_start = args.callee()->magic_ == kPadStart;
  String* string = TRY(ThisString(isolate, args, at_start ? "padStart" : "padEnd"));
  double max_length = TRY(ToLength(isolate, args[0]));
  if (max_length <= string->length()) return string;
  String* fill = args[1].IsUndefined() ? SingleCharString(isolate, ' ') : TRY(ToString(isolate, args[1]));
  if (fill->length() == 0) return string;
  if (max_length > String::kMaxLength) return ThrowInvalidLength(isolate);
  uint32_t fill_length = static_cast<uint32_t>(max_length) - string->length();
  String* filler = TRY(Repeat(isolate, fill, fill_length / fill->length() + 1));
  filler = Substring(isolate, filler, 0, fill_length);
  return at_start ? Concat(isolate, filler, string) : Concat(isolate, string, filler);
}

// String.prototype.toString ( ), valueOf ( )  https://tc39.es/ecma262/#sec-string.prototype.tostring
Completion<Value> StringPrototypeToString(Isolate& isolate, Arguments& args) {
  return ThisStringValue(isolate, args.this_value(), args.callee()->magic_ ? "valueOf" : "toString");
}

// ---- Iteration ----

// String.prototype [ %Symbol.iterator% ] ( )  https://tc39.es/ecma262/#sec-string.prototype-%symbol.iterator%
Completion<Value> StringPrototypeIterator(Isolate& isolate, Arguments& args) {
  String* string = TRY(ThisString(isolate, args, "[Symbol.iterator]"));
  StringIterator* iterator =
      NewObjectAs<StringIterator>(isolate, CurrentRealm(isolate)->shape(RealmShape::kStringIterator));
  iterator->string_.Set(iterator, string);
  iterator->position_.Init(Value::Smi(0));
  return iterator;
}

// %StringIteratorPrototype%.next ( )  https://tc39.es/ecma262/#sec-%stringiteratorprototype%.next
Completion<Value> StringIteratorPrototypeNext(Isolate& isolate, Arguments& args) {
  StringIterator* iterator = args.this_value().TryAs<StringIterator>();
  if (!iterator)
    return ThrowIncompatibleReceiver(isolate, "String Iterator.prototype.next", args.this_value());
  return IterResultOfStep(isolate, StepStringIterator(isolate, iterator));
}

// ---- Annex B: methods that wrap the string in an element ----

struct HtmlElement {
  const char* method;
  const char* tag;
  const char* attribute;
};
constexpr HtmlElement kHtmlElements[] = {
    {"anchor", "a", "name"},      {"big", "big", ""},
    {"blink", "blink", ""},       {"bold", "b", ""},
    {"fixed", "tt", ""},          {"fontcolor", "font", "color"},
    {"fontsize", "font", "size"}, {"italics", "i", ""},
    {"link", "a", "href"},        {"small", "small", ""},
    {"strike", "strike", ""},     {"sub", "sub", ""},
    {"sup", "sup", ""},
};

// CreateHTML ( string, tag, attribute, value )  https://tc39.es/ecma262/#sec-createhtml
Completion<Value> StringPrototypeHtml(Isolate& isolate, Arguments& args) {
  const HtmlElement& element = kHtmlElements[args.callee()->magic_];
  String* string = TRY(ThisString(isolate, args, element.method));
  StringBuilder out(isolate);
  out.AppendAscii("<");
  out.AppendAscii(element.tag);
  if (element.attribute[0]) {
    String* value = TRY(ToString(isolate, args[0]));
    out.AppendAscii(" ");
    out.AppendAscii(element.attribute);
    out.AppendAscii("=\"");
    FlatChars chars = value->Flatten(isolate);
    for (uint32_t i = 0; i < chars.length(); i++) {
      if (chars[i] == '"') {
        out.AppendAscii("&quot;");
      } else {
        out.Append(chars[i]);
      }
    }
    out.AppendAscii("\"");
  }
  out.AppendAscii(">");
  out.Append(string);
  out.AppendAscii("</");
  out.AppendAscii(element.tag);
  out.AppendAscii(">");
  return out.Finish();
}

constexpr NativeRow kConstructorRowSource[] = {{"String", StringConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"fromCharCode", StringFromCharCode, 1, kNativePlain, 0, KnownNative::kStringFromCharCode},
    {"fromCodePoint", StringFromCodePoint, 1},
    {"raw", StringRaw, 1},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"anchor", StringPrototypeHtml, 1, 0, 0},
    {"at", StringPrototypeAt, 1},
    {"big", StringPrototypeHtml, 0, 0, 1},
    {"blink", StringPrototypeHtml, 0, 0, 2},
    {"bold", StringPrototypeHtml, 0, 0, 3},
    {"charAt", StringPrototypeCharAt, 1, kNativePlain, 0, KnownNative::kStringCharAt},
    {"charCodeAt", StringPrototypeCharCodeAt, 1, kNativePlain, 0, KnownNative::kStringCharCodeAt},
    {"codePointAt", StringPrototypeCodePointAt, 1, kNativePlain, 0, KnownNative::kStringCodePointAt},
    {"concat", StringPrototypeConcat, 1},
    {"endsWith", StringPrototypeEndsWith, 1},
    {"fontcolor", StringPrototypeHtml, 1, 0, 5},
    {"fontsize", StringPrototypeHtml, 1, 0, 6},
    {"fixed", StringPrototypeHtml, 0, 0, 4},
    {"includes", StringPrototypeIncludes, 1},
    {"indexOf", StringPrototypeIndexOf, 1},
    {"isWellFormed", StringPrototypeIsWellFormed, 0},
    {"italics", StringPrototypeHtml, 0, 0, 7},
    {"lastIndexOf", StringPrototypeLastIndexOf, 1},
    {"link", StringPrototypeHtml, 1, 0, 8},
    {"localeCompare", StringPrototypeLocaleCompare, 1},
    {"match", StringPrototypeMatch, 1},
    {"matchAll", StringPrototypeMatchAll, 1},
    {"normalize", StringPrototypeNormalize, 0},
    {"padEnd", StringPrototypePad, 1, 0, kPadEnd},
    {"padStart", StringPrototypePad, 1, 0, kPadStart},
    {"repeat", StringPrototypeRepeat, 1},
    {"replace", StringPrototypeReplace, 2},
    {"replaceAll", StringPrototypeReplaceAll, 2},
    {"search", StringPrototypeSearch, 1},
    {"slice", StringPrototypeSlice, 2},
    {"small", StringPrototypeHtml, 0, 0, 9},
    {"split", StringPrototypeSplit, 2},
    {"strike", StringPrototypeHtml, 0, 0, 10},
    {"sub", StringPrototypeHtml, 0, 0, 11},
    {"substr", StringPrototypeSubstr, 2},
    {"substring", StringPrototypeSubstring, 2},
    {"sup", StringPrototypeHtml, 0, 0, 12},
    {"startsWith", StringPrototypeStartsWith, 1},
    {"toString", StringPrototypeToString, 0, 0, 0},
    {"toWellFormed", StringPrototypeToWellFormed, 0},
    {"trim", StringPrototypeTrim, 0, 0, kTrimStart | kTrimEnd},
    {"trimStart", StringPrototypeTrim, 0, 0, kTrimStart},
    {"trimEnd", StringPrototypeTrim, 0, 0, kTrimEnd},
    {"toLocaleLowerCase", StringPrototypeConvertCase, 0, 0, kLocaleLower},
    {"toLocaleUpperCase", StringPrototypeConvertCase, 0, 0, kLocaleUpper},
    {"toLowerCase", StringPrototypeConvertCase, 0, 0, kLower},
    {"toUpperCase", StringPrototypeConvertCase, 0, 0, kUpper},
    {"valueOf", StringPrototypeToString, 0, 0, 1},
    {"Symbol.iterator", StringPrototypeIterator, 0, kNativeSymbol},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kIteratorRowsSource[] = {
    {"next", StringIteratorPrototypeNext, 0, kNativePlain, 0, KnownNative::kStringIteratorNext}};
HW_NATIVE_ROWS(kIteratorRows);
constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kIteratorRows};

// A second name for the same function object.
void InstallAlias(Isolate& isolate, JSObject* target, const char* alias, const char* name) {
  InstallValue(isolate, target, alias, target->GetOwn(isolate, PropertyKey::FromAscii(isolate, name)).value,
               kMethodDefault);
}

}  // namespace

constinit const std::span<const NativeTable> kStringTables(kTables);

void InstallString(Isolate& isolate, Realm* realm) {
  JSObject* prototype =
      StringCreate(isolate, isolate.name(Name::empty), realm->intrinsic(Intrinsic::kObjectPrototype));
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kString, Intrinsic::kStringPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallAlias(isolate, prototype, "trimLeft", "trimStart");
  InstallAlias(isolate, prototype, "trimRight", "trimEnd");

  JSObject* iterator_prototype = realm->intrinsic(Intrinsic::kStringIteratorPrototype);
  InstallFunctions(isolate, realm, iterator_prototype, kIteratorRows);
  InstallToStringTag(isolate, iterator_prototype, "String Iterator");
}

}  // namespace halfword
