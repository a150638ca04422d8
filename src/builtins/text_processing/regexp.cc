// RegExp (Regular Expression) Objects: https://tc39.es/ecma262/#sec-regexp-regular-expression-objects
// The methods that String.prototype calls by symbols are in regexp_symbols.cc.
#include "builtins/text_processing/regexp.h"

#include <algorithm>
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/text_processing/regexp_internal.h"
#include "builtins/text_processing/text_conversion.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "unicode/characters.h"

namespace halfword {

namespace {

// Makes `object` match `program`.
void Initialize(RegExpObject* object, String* pattern, Value flags, RegExpProgram* program) {
  object->source_.Set(object, pattern);
  object->flags_.Set(object, flags);
  object->program_.Set(object, program);
}

Completion<RegExpProgram*> CompileWithFlags(Isolate& isolate, String* pattern, String* flags) {
  std::optional<regexp::Flags> parsed = regexp::ParseFlags(TextOf(flags->Flatten(isolate)));
  if (!parsed) {
    return isolate.ThrowSyntaxError("Invalid flags supplied to RegExp constructor '%s'",
                                    ShortText(isolate, flags).c_str());
  }
  return CompileRegExp(isolate, pattern, *parsed);
}

Completion<String*> StringOrEmpty(Isolate& isolate, Value value) {
  if (value.IsUndefined()) return isolate.name(Name::empty);
  return ToString(isolate, value);
}

// RegExpAlloc: https://tc39.es/ecma262/#sec-regexpalloc
Completion<RegExpObject*> RegExpAlloc(Isolate& isolate, JSObject* new_target) {
  RegExpObject* object =
      TRY(OrdinaryCreateFromConstructor<RegExpObject>(isolate, new_target, Intrinsic::kRegExpPrototype, 1));
  object->DefineOwn(isolate, isolate.key(Name::lastIndex), Value::Smi(0), kWritable);
  Realm* realm = CurrentRealm(isolate);
  bool is_subclass = new_target != realm->intrinsic(Intrinsic::kRegExp);
  object->legacy_realm_.Set(object, is_subclass ? Value::Smi(0) : Value(realm));
  return object;
}

RegExpObject* NewRegExpObject(Isolate& isolate, Realm* realm) {
  RegExpObject* object = NewObjectAs<RegExpObject>(isolate, realm->shape(RealmShape::kRegExp));
  object->last_index()->Init(Value::Smi(0));
  object->legacy_realm_.Init(Value(realm));
  return object;
}

Completion<RegExpObject*> ThisRegExp(Isolate& isolate, Arguments& args, const char* method) {
  if (RegExpObject* regexp = args.this_value().TryAs<RegExpObject>()) return regexp;
  return ThrowIncompatibleReceiver(isolate, method, args.this_value());
}

}  // namespace

// ---- regexp.h, regexp_internal.h ----

Completion<Value> RegExpCreateFromLiteral(Isolate& isolate, String* pattern, String* flags) {
  RegExpProgram* program = TRY(CompileRegExpLiteral(isolate, pattern, flags));
  RegExpObject* object = NewRegExpObject(isolate, CurrentRealm(isolate));
  Initialize(object, pattern, flags, program);
  return object;
}

Completion<RegExpObject*> RegExpCreate(Isolate& isolate, Value pattern, Value flags) {
  String* p = TRY(StringOrEmpty(isolate, pattern));
  String* f = TRY(StringOrEmpty(isolate, flags));
  RegExpProgram* program = TRY(CompileWithFlags(isolate, p, f));
  RegExpObject* object = NewRegExpObject(isolate, CurrentRealm(isolate));
  Initialize(object, p, f, program);
  return object;
}

bool IsUnmodifiedRegExp(Isolate& isolate, Value value) {
  if (!value.IsObject() || !isolate.regexp_intact_) return false;
  JSObject* object = value.AsObject();
  if (object->shape() != isolate.realm()->shape(RealmShape::kRegExp)) return false;
  Value last_index = *static_cast<RegExpObject*>(object)->last_index();
  return last_index.IsSmi() && last_index.AsSmi() >= 0;
}

Completion<void> SetLastIndex(Isolate& isolate, JSObject* regexp, double index) {
  if (regexp->object_type() == HeapType::kRegExpObject &&
      regexp->shape() == isolate.realm()->shape(RealmShape::kRegExp) && index <= Value::kSmiMax) {
    static_cast<RegExpObject*>(regexp)->last_index()->Init(Value::Smi(static_cast<int32_t>(index)));
    return {};
  }
  return Set(isolate, regexp, isolate.key(Name::lastIndex), NumberValue(isolate, index), true);
}

double AdvanceStringIndex(Isolate& isolate, String* string, double index, bool unicode) {
  if (!unicode || index + 1 >= string->length()) return index + 1;
  return AdvanceIndex(string->Flatten(isolate), static_cast<uint32_t>(index), true);
}

namespace {

// https://tc39.es/ecma262/#sec-regexpbuiltinexec
HW_INLINE Completion<bool> ExecRaw(Isolate& isolate, RegExpObject* regexp, String* string,
                                   Captures& captures) {
  Value last = *regexp->last_index();
  uint32_t last_index;
  if (HW_LIKELY(last.IsSmi() && last.AsSmi() >= 0)) {
    last_index = static_cast<uint32_t>(last.AsSmi());
  } else {
    constexpr double kBeyondAll = uint32_t{1} << 31;
    last_index = static_cast<uint32_t>(std::min(TRY(ToLength(isolate, last)), kBeyondAll));
  }
  RegExpProgram* program = regexp->program();  // after ToLength, which may have called compile()
  bool global_or_sticky = program->flags_ & (regexp::kGlobal | regexp::kSticky);
  if (!global_or_sticky) last_index = 0;
  bool matched = false;
  if (last_index <= string->length()) {
    if (HW_UNLIKELY(captures.count() != program->capture_count_)) captures = Captures(program);
    matched = TRY(SearchOnce(isolate, program, string, last_index, captures));
  }
  if (matched && !regexp->legacy_realm_.get().IsHeapPointer()) ForgetMatch(isolate);
  if (global_or_sticky) {
    uint32_t index = matched ? captures.end(0) : 0;
    if (HW_LIKELY(regexp->shape() == isolate.realm()->shape(RealmShape::kRegExp))) {  // FAST
      regexp->last_index()->Init(Value::Smi(static_cast<int32_t>(index)));
    } else {
      TRY(SetLastIndex(isolate, regexp, index));
    }
  }
  return matched;
}

HW_INLINE Completion<Value> RegExpBuiltinExec(Isolate& isolate, RegExpObject* regexp, String* string) {
  Captures captures(regexp->program());
  if (!TRY(ExecRaw(isolate, regexp, string, captures))) return Value::Null();
  return NewMatchArray(isolate, regexp->program(), string, captures.data());
}

}  // namespace

Completion<bool> RegExpBuiltinExecRaw(Isolate& isolate, RegExpObject* regexp, String* string,
                                      Captures& captures) {
  return ExecRaw(isolate, regexp, string, captures);
}

Completion<Value> RegExpExec(Isolate& isolate, JSObject* regexp, String* string) {
  Value exec = TRY(Get(isolate, regexp, Name::exec));
  RegExpObject* builtin = Value(regexp).TryAs<RegExpObject>();
  if (exec.IsCallable()) {
    // FAST: the original exec does just that.
    if (builtin && exec == Value(CurrentIntrinsic(isolate, Intrinsic::kRegExpPrototype_exec))) {
      return RegExpBuiltinExec(isolate, builtin, string);
    }
    Value result = TRY(Call(isolate, exec, regexp, {string}));
    if (!result.IsObject() && !result.IsNull()) {
      return isolate.ThrowTypeError("%s is not an object or null", DescribeForError(isolate, result).c_str());
    }
    return result;
  }
  if (!builtin) return ThrowIncompatibleReceiver(isolate, "RegExp.prototype.exec", regexp);
  return RegExpBuiltinExec(isolate, builtin, string);
}

namespace {

// ---- The constructor ----

// RegExp ( pattern, flags )  https://tc39.es/ecma262/#sec-regexp-pattern-flags
Completion<Value> RegExpConstructor(Isolate& isolate, Arguments& args) {
  Value pattern = args[0], flags = args[1];
  // 1. Let patternIsRegExp be ? IsRegExp(pattern).
  bool pattern_is_regexp = TRY(IsRegExp(isolate, pattern));
  // 2. – 3.
  JSObject* new_target = args.callee();
  if (args.IsConstructCall()) {
    new_target = args.new_target().AsObject();
  } else if (pattern_is_regexp && flags.IsUndefined()) {
    Value constructor = TRY(Get(isolate, pattern.AsObject(), Name::constructor));
    if (constructor == Value(new_target)) return pattern;
  }
  // 4. – 6.
  Value p = pattern, f = flags;
  if (RegExpObject* other = pattern.TryAs<RegExpObject>()) {
    p = other->source_;
    if (flags.IsUndefined()) f = other->flags_;
  } else if (pattern_is_regexp) {
    p = TRY(Get(isolate, pattern.AsObject(), Name::source));
    if (flags.IsUndefined()) f = TRY(Get(isolate, pattern.AsObject(), Name::flags));
  }
  // 7. Let O be ? RegExpAlloc(newTarget).
  RegExpObject* object = new_target == args.callee() ? NewRegExpObject(isolate, args.realm())
                                                     : TRY(RegExpAlloc(isolate, new_target));
  // 8. Return ? RegExpInitialize(O, P, F).
  String* source = TRY(StringOrEmpty(isolate, p));
  String* flag_string = TRY(StringOrEmpty(isolate, f));
  RegExpProgram* program = TRY(CompileWithFlags(isolate, source, flag_string));
  Initialize(object, source, flag_string, program);
  TRY(SetLastIndex(isolate, object, 0));
  return object;
}

// RegExp.escape ( S )  https://tc39.es/ecma262/#sec-regexp.escape
Completion<Value> RegExpEscape(Isolate& isolate, Arguments& args) {
  if (!args[0].IsString()) {
    return isolate.ThrowTypeError("RegExp.escape: %s is not a string",
                                  DescribeForError(isolate, args[0]).c_str());
  }
  FlatChars chars = args[0].AsString()->Flatten(isolate);
  StringBuilder out(isolate);
  auto append_hex = [&out](uint32_t unit) {
    constexpr char kDigits[] = "0123456789abcdef";
    if (unit < 256) {
      out.AppendAscii("\\x");
    } else {
      out.AppendAscii("\\u");
      out.Append(static_cast<char16_t>(kDigits[unit >> 12]));
      out.Append(static_cast<char16_t>(kDigits[unit >> 8 & 15]));
    }
    out.Append(static_cast<char16_t>(kDigits[unit >> 4 & 15]));
    out.Append(static_cast<char16_t>(kDigits[unit & 15]));
  };
  for (uint32_t i = 0; i < chars.length(); i++) {
    if (i % 4096 == 0) TRY(isolate.Poll(16));
    char16_t c = chars[i];
    if (i == 0 && (unicode::IsDecimalDigit(c) || unicode::IsAsciiLetter(c))) {
      append_hex(c);
    } else if (c != 0 && c < 128 &&
               std::string_view("^$\\.*+?()[]{}|/").find(static_cast<char>(c)) != std::string_view::npos) {
      out.Append(u'\\');
      out.Append(c);
    } else if (c >= '\t' && c <= '\r') {
      out.Append(u'\\');
      out.Append(static_cast<char16_t>("tnvfr"[c - '\t']));
    } else if (c != 0 && c < 128 &&
               std::string_view(",-=<>#&!%:;@~'`\"").find(static_cast<char>(c)) != std::string_view::npos) {
      append_hex(c);
    } else if (unicode::IsWhiteSpaceOrLineTerminator(c)) {
      append_hex(c);
    } else if (unicode::IsSurrogate(c)) {
      bool pair =
          unicode::IsLeadSurrogate(c) && i + 1 < chars.length() && unicode::IsTrailSurrogate(chars[i + 1]);
      if (pair) {
        out.Append(c);
        out.Append(chars[++i]);
      } else {
        append_hex(c);
      }
    } else {
      out.Append(c);
    }
  }
  return out.Finish();
}

// get RegExp [ %Symbol.species% ]  https://tc39.es/ecma262/#sec-get-regexp-%symbol.species%
Completion<Value> RegExpSpecies(Isolate&, Arguments& args) { return args.this_value(); }

// RegExp.$1, RegExp.lastMatch …  https://github.com/tc39/proposal-regexp-legacy-features
Throwing ThrowNotThisRegExp(Isolate& isolate, Arguments& args) {
  return isolate.ThrowTypeError("%s is not the RegExp constructor",
                                DescribeForError(isolate, args.this_value()).c_str());
}
Completion<Value> RegExpLegacyGetter(Isolate& isolate, Arguments& args) {
  if (args.this_value() != Value(args.realm()->intrinsic(Intrinsic::kRegExp)))
    return ThrowNotThisRegExp(isolate, args);
  return GetLegacyProperty(isolate, args.callee()->magic_);
}
Completion<Value> RegExpInputSetter(Isolate& isolate, Arguments& args) {
  if (args.this_value() != Value(args.realm()->intrinsic(Intrinsic::kRegExp)))
    return ThrowNotThisRegExp(isolate, args);
  SetLegacyInput(isolate, TRY(ToString(isolate, args[0])));
  return Value::Undefined();
}

// ---- The prototype ----

// RegExp.prototype.exec ( string )  https://tc39.es/ecma262/#sec-regexp.prototype.exec
Completion<Value> RegExpPrototypeExec(Isolate& isolate, Arguments& args) {
  RegExpObject* regexp = TRY(ThisRegExp(isolate, args, "RegExp.prototype.exec"));
  String* string = TRY(ToString(isolate, args[0]));
  return RegExpBuiltinExec(isolate, regexp, string);
}

// RegExp.prototype.test ( S )  https://tc39.es/ecma262/#sec-regexp.prototype.test
Completion<Value> RegExpPrototypeTest(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "RegExp.prototype.test", args.this_value());
  String* string = TRY(ToString(isolate, args[0]));
  if (IsUnmodifiedRegExp(isolate, args.this_value())) {  // FAST: nobody sees the array
    RegExpObject* regexp = args.this_value().As<RegExpObject>();
    Captures captures(regexp->program());
    return Value::Boolean(TRY(ExecRaw(isolate, regexp, string, captures)));
  }
  Value match = TRY(RegExpExec(isolate, args.this_value().AsObject(), string));
  return Value::Boolean(!match.IsNull());
}

// RegExp.prototype.toString ( )  https://tc39.es/ecma262/#sec-regexp.prototype.tostring
Completion<Value> RegExpPrototypeToString(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject()) {
    return ThrowIncompatibleReceiver(isolate, "RegExp.prototype.toString", args.this_value());
  }
  JSObject* regexp = args.this_value().AsObject();
  String* pattern = TRY(ToString(isolate, TRY(Get(isolate, regexp, Name::source))));
  String* flags = TRY(ToString(isolate, TRY(Get(isolate, regexp, Name::flags))));
  StringBuilder out(isolate);
  out.Append(u'/');
  out.Append(pattern);
  out.Append(u'/');
  out.Append(flags);
  return out.Finish();
}

// RegExp.prototype.compile ( pattern, flags )  https://tc39.es/ecma262/#sec-regexp.prototype.compile
Completion<Value> RegExpPrototypeCompile(Isolate& isolate, Arguments& args) {
  RegExpObject* regexp = TRY(ThisRegExp(isolate, args, "RegExp.prototype.compile"));
  if (regexp->legacy_realm_.get() != Value(args.realm())) {
    return isolate.ThrowTypeError(
        "RegExp.prototype.compile cannot change a RegExp of a subclass or of another realm");
  }
  Value p = args[0], f = args[1];
  if (RegExpObject* other = p.TryAs<RegExpObject>()) {
    if (!f.IsUndefined()) {
      return isolate.ThrowTypeError(
          "Invalid flags: flags must be undefined when the pattern is a regular expression");
    }
    p = other->source_;
    f = other->flags_;
  }
  String* source = TRY(StringOrEmpty(isolate, p));
  String* flags = TRY(StringOrEmpty(isolate, f));
  RegExpProgram* program = TRY(CompileWithFlags(isolate, source, flags));
  Initialize(regexp, source, flags, program);
  TRY(SetLastIndex(isolate, regexp, 0));
  return regexp;
}

constexpr const char* kFlagNames[] = {"hasIndices", "global",  "ignoreCase",  "multiline",
                                      "dotAll",     "unicode", "unicodeSets", "sticky"};

// RegExpHasFlag: https://tc39.es/ecma262/#sec-regexphasflag. The row's magic is the number of the flag.
Completion<Value> RegExpPrototypeFlag(Isolate& isolate, Arguments& args) {
  uint16_t flag = args.callee()->magic_;
  if (RegExpObject* regexp = args.this_value().TryAs<RegExpObject>()) {
    return Value::Boolean(regexp->program()->flags_ >> flag & 1);
  }
  if (args.this_value() == Value(args.realm()->intrinsic(Intrinsic::kRegExpPrototype)))
    return Value::Undefined();
  return isolate.ThrowTypeError("RegExp.prototype.%s getter called on non-RegExp object", kFlagNames[flag]);
}

// get RegExp.prototype.flags  https://tc39.es/ecma262/#sec-get-regexp.prototype.flags
Completion<Value> RegExpPrototypeFlags(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject()) {
    return isolate.ThrowTypeError("RegExp.prototype.flags getter called on non-object %s",
                                  DescribeForError(isolate, args.this_value()).c_str());
  }
  if (IsUnmodifiedRegExp(isolate, args.this_value())) {  // FAST
    return NewStringFromAscii(isolate, regexp::FlagsToString(static_cast<regexp::Flags>(
                                           args.this_value().As<RegExpObject>()->program()->flags_)));
  }
  JSObject* regexp = args.this_value().AsObject();
  std::string flags;
  for (int i = 0; i < 8; i++) {
    Value value = TRY(Get(isolate, regexp, PropertyKey::FromAscii(isolate, kFlagNames[i])));
    if (ToBoolean(value)) flags += "dgimsuvy"[i];
  }
  return NewStringFromAscii(isolate, flags);
}

// get RegExp.prototype.source  https://tc39.es/ecma262/#sec-get-regexp.prototype.source, EscapeRegExpPattern
Completion<Value> RegExpPrototypeSource(Isolate& isolate, Arguments& args) {
  RegExpObject* regexp = args.this_value().TryAs<RegExpObject>();
  if (!regexp) {
    if (args.this_value() == Value(args.realm()->intrinsic(Intrinsic::kRegExpPrototype))) {
      return NewStringFromAscii(isolate, "(?:)");
    }
    return isolate.ThrowTypeError("RegExp.prototype.source getter called on non-RegExp object");
  }
  String* source = regexp->source_.get().AsString();
  if (source->length() == 0) return NewStringFromAscii(isolate, "(?:)");
  FlatChars chars = source->Flatten(isolate);
  StringBuilder out(isolate);
  bool in_class = false, changed = false;
  uint32_t copied = 0;  // up to here
  for (uint32_t i = 0; i < chars.length(); i++) {
    char16_t c = chars[i];
    bool escaped = c == '\\';
    if (escaped && ++i == chars.length()) break;
    c = chars[i];
    if (!escaped && c == '[') in_class = true;
    if (!escaped && c == ']') in_class = false;
    const char* replacement = nullptr;
    if (c == '/' && !escaped && !in_class) replacement = "\\/";
    if (c == '\n') replacement = "\\n";
    if (c == '\r') replacement = "\\r";
    if (c == 0x2028) replacement = "\\u2028";
    if (c == 0x2029) replacement = "\\u2029";
    if (!replacement) continue;
    changed = true;
    out.Append(chars.Slice(copied, escaped ? i - 1 : i));
    out.AppendAscii(replacement);
    copied = i + 1;
  }
  if (!changed) return source;
  out.Append(chars.Slice(copied, chars.length()));
  return out.Finish();
}

constexpr NativeRow kConstructorRowSource[] = {{"RegExp", RegExpConstructor, 2, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr uint16_t Legacy(LegacyProperty p) { return static_cast<uint16_t>(p); }
#define HW_LEGACY(name, magic) {name, RegExpLegacyGetter, 0, kNativeGetter, magic}
constexpr NativeRow kConstructorRowsSource[] = {
    {"escape", RegExpEscape, 1},
    {"Symbol.species", RegExpSpecies, 0, kNativeGetter | kNativeSymbol},
    HW_LEGACY("input", Legacy(LegacyProperty::kInput)),
    HW_LEGACY("$_", Legacy(LegacyProperty::kInput)),
    {"input", RegExpInputSetter, 1, kNativeSetter},
    {"$_", RegExpInputSetter, 1, kNativeSetter},
    HW_LEGACY("lastMatch", Legacy(LegacyProperty::kLastMatch)),
    HW_LEGACY("$&", Legacy(LegacyProperty::kLastMatch)),
    HW_LEGACY("lastParen", Legacy(LegacyProperty::kLastParen)),
    HW_LEGACY("$+", Legacy(LegacyProperty::kLastParen)),
    HW_LEGACY("leftContext", Legacy(LegacyProperty::kLeftContext)),
    HW_LEGACY("$`", Legacy(LegacyProperty::kLeftContext)),
    HW_LEGACY("rightContext", Legacy(LegacyProperty::kRightContext)),
    HW_LEGACY("$'", Legacy(LegacyProperty::kRightContext)),
    HW_LEGACY("$1", 1),
    HW_LEGACY("$2", 2),
    HW_LEGACY("$3", 3),
    HW_LEGACY("$4", 4),
    HW_LEGACY("$5", 5),
    HW_LEGACY("$6", 6),
    HW_LEGACY("$7", 7),
    HW_LEGACY("$8", 8),
    HW_LEGACY("$9", 9),
};
HW_NATIVE_ROWS(kConstructorRows);
#undef HW_LEGACY
constexpr NativeRow kPrototypeRowsSource[] = {
    {"exec", RegExpPrototypeExec, 1},
    {"dotAll", RegExpPrototypeFlag, 0, kNativeGetter, 4},
    {"flags", RegExpPrototypeFlags, 0, kNativeGetter},
    {"global", RegExpPrototypeFlag, 0, kNativeGetter, 1},
    {"hasIndices", RegExpPrototypeFlag, 0, kNativeGetter, 0},
    {"ignoreCase", RegExpPrototypeFlag, 0, kNativeGetter, 2},
    {"multiline", RegExpPrototypeFlag, 0, kNativeGetter, 3},
    {"source", RegExpPrototypeSource, 0, kNativeGetter},
    {"sticky", RegExpPrototypeFlag, 0, kNativeGetter, 7},
    {"unicode", RegExpPrototypeFlag, 0, kNativeGetter, 5},
    {"unicodeSets", RegExpPrototypeFlag, 0, kNativeGetter, 6},
    {"compile", RegExpPrototypeCompile, 2},
    {"toString", RegExpPrototypeToString, 0},
    {"test", RegExpPrototypeTest, 1},
};
HW_NATIVE_ROWS(kPrototypeRows);

constexpr NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows, kRegExpSymbolRows,
                                   kRegExpStringIteratorRows};

}  // namespace

constinit const std::span<const NativeTable> kRegExpTables(kTables);

void InstallRegExp(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kRegExpPrototype);  // root shapes needed it
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kRegExp, Intrinsic::kRegExpPrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallFunctions(isolate, realm, prototype, kRegExpSymbolRows);
  realm->set_intrinsic(Intrinsic::kRegExpPrototype_exec,
                       prototype->GetOwn(isolate, isolate.key(Name::exec)).value.AsObject());

  JSObject* iterator_prototype =
      OrdinaryObjectCreate(isolate, realm->intrinsic(Intrinsic::kIteratorPrototype));
  realm->set_intrinsic(Intrinsic::kRegExpStringIteratorPrototype, iterator_prototype);
  InstallFunctions(isolate, realm, iterator_prototype, kRegExpStringIteratorRows);
  InstallToStringTag(isolate, iterator_prototype, "RegExp String Iterator");
}

}  // namespace halfword
