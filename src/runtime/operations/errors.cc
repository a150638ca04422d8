#include "runtime/operations/errors.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "objects/isolate.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/execution/frames.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

// ---- Messages ----

std::string KeyForError(Isolate& isolate, PropertyKey key) {
  if (key.IsIndex()) return std::to_string(key.index());
  if (key.IsSymbol()) return DescribeForError(isolate, key.name());
  String* name = key.name().AsString();
  return ShortText(isolate, name);
}

namespace {

bool IsIdentifierPart(char16_t c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         c == '#' || c >= 0x80;
}
bool IsSpace(char16_t c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Finds, in source text, the expression that the running instruction is about: a reading of the
// text by eye, not by grammar. Gives up (with an empty string) wherever it is in doubt; the message
// then describes the value.
class ExpressionReader {
 public:
  explicit ExpressionReader(FlatChars text) : text_(text) {}

  // "a.b[0].c" around `position`, which is at the start or at the last name; `call`: a "(" or
  // a template must follow.
  std::string Read(uint32_t position, bool call) {
    if (position >= text_.length()) return {};
    begin_ = end_ = position;
    if (Follows("new")) {
      begin_ = end_ = SkipSpace(end_ + 3);
      if (Follows("class") || Follows("function") || Follows("async") || Follows("new")) return {};
      call = false;  // there may be no arguments
    } else if (Follows("...")) {
      begin_ = end_ = SkipSpace(end_ + 3);
    }
    if (!ReadName()) return {};
    std::string tail = ReadTail();
    if (call) {
      uint32_t after = SkipSpace(end_);
      if (after + 1 < text_.length() && text_[after] == '?' && text_[after + 1] == '.') after += 2;
      if (after >= text_.length() || (text_[after] != '(' && text_[after] != '`')) return {};
    }
    std::string head = ReadHead(begin_);
    std::string result = head + tail;
    return result.size() > 120 ? std::string() : result;
  }

  // "property 'x' of 'o.p' as it", or what of that can be told, of the object pattern at `position` and what
  // stands behind it.
  std::string ReadPattern(uint32_t position) {
    std::string property, value;
    if (position < text_.length() && text_[position] == '{') {
      begin_ = end_ = SkipSpace(position + 1);
      if (ReadName()) {
        Append(property, begin_, std::min(end_, begin_ + 120));
        uint32_t after = SkipSpace(end_);
        if (after >= text_.length() || end_ - begin_ > 120 || !IsOneOf(text_[after], ",:}="))
          property.clear();
      }
      uint32_t after = SkipSpace(PatternEnd(position));
      if (after > position + 1 && after + 1 < text_.length() && text_[after] == '=' &&
          !IsOneOf(text_[after + 1], "=>")) {
        begin_ = end_ = SkipSpace(after + 1);
        if (ReadName()) value = ReadTail();
        after = end_;
        while (after < text_.length() && (text_[after] == ' ' || text_[after] == '\t')) after++;
        bool ends = after >= text_.length() || IsOneOf(text_[after], ";,)}\r\n");
        if (!ends || value.size() > 120) value.clear();
      }
    }
    std::string what = property.empty() ? "" : "property '" + property + "'";
    if (value.empty()) return what.empty() ? "what" : what + " as the value";
    return (what.empty() ? "'" : what + " of '") + value + "' as it";
  }

 private:
  static bool IsOneOf(char16_t c, std::string_view of) {
    return c < 0x80 && of.find(static_cast<char>(c)) != of.npos;
  }
  // One past the brace that closes the pattern; 0 where texts, comments or its length leave a doubt.
  uint32_t PatternEnd(uint32_t open) {
    int depth = 0;
    for (uint32_t i = open; i < text_.length() && i < open + 2000; i++) {
      char16_t c = text_[i];
      if (IsOneOf(c, "\"'`/")) return 0;
      if (IsOneOf(c, "({[")) depth++;
      if (IsOneOf(c, ")}]") && --depth == 0) return i + 1;
    }
    return 0;
  }
  bool Follows(std::string_view word) {
    for (size_t i = 0; i < word.size(); i++) {
      if (end_ + i >= text_.length() ||
          text_[static_cast<uint32_t>(end_ + i)] != static_cast<unsigned char>(word[i]))
        return false;
    }
    uint32_t after = end_ + static_cast<uint32_t>(word.size());
    return word == "..." || (after < text_.length() && IsSpace(text_[after]));
  }
  uint32_t SkipSpace(uint32_t i) {
    while (i < text_.length() && IsSpace(text_[i])) i++;
    return i;
  }
  // Names are copied as they are, but for what is not ASCII.
  void Append(std::string& out, uint32_t from, uint32_t to) {
    for (uint32_t i = from; i < to; i++) {
      char16_t c = text_[i];
      if (c < 0x80) {
        out += static_cast<char>(c);
      } else if (c < 0x800) {
        out += static_cast<char>(0xC0 | c >> 6);
        out += static_cast<char>(0x80 | (c & 63));
      } else {
        out += static_cast<char>(0xE0 | c >> 12);
        out += static_cast<char>(0x80 | (c >> 6 & 63));
        out += static_cast<char>(0x80 | (c & 63));
      }
    }
  }
  bool ReadName() {
    if (end_ >= text_.length() || !IsIdentifierPart(text_[end_]) ||
        (text_[end_] >= '0' && text_[end_] <= '9'))
      return false;
    while (end_ < text_.length() && IsIdentifierPart(text_[end_])) end_++;
    return true;
  }
  // From the name at begin_ on: ".name" and "[simple key]".
  std::string ReadTail() {
    std::string out;
    Append(out, begin_, end_);
    while (end_ < text_.length()) {
      if (text_[end_] == '.') {
        uint32_t dot = end_++;
        uint32_t name = end_;
        if (!ReadName()) {
          end_ = dot;
          break;
        }
        out += '.';
        Append(out, name, end_);
      } else if (text_[end_] == '[') {
        uint32_t close = SimpleKeyEnd(end_);
        if (close == 0) break;
        Append(out, end_, close);
        end_ = close;
      } else {
        break;
      }
    }
    return out;
  }
  // One past the bracket that closes a key of one name, number or short string; 0 if it is more than that.
  uint32_t SimpleKeyEnd(uint32_t open) {
    for (uint32_t i = open + 1; i < text_.length() && i < open + 40; i++) {
      char16_t c = text_[i];
      if (c == ']') return i + 1;
      if (!IsIdentifierPart(c) && c != '"' && c != '\'' && c != '.' && c != '-') return 0;
    }
    return 0;
  }
  // What stands before a name at `at`: "a.b(...)." backwards.
  std::string ReadHead(uint32_t at) {
    std::string head;
    while (true) {
      uint32_t i = at;
      while (i > 0 && IsSpace(text_[i - 1])) i--;
      if (i == 0 || text_[i - 1] != '.' || (i > 1 && text_[i - 2] == '.')) return head;
      i--;
      bool optional = i > 0 && text_[i - 1] == '?';
      if (optional) i--;
      while (i > 0 && IsSpace(text_[i - 1])) i--;
      std::string part = optional ? "?." : ".";
      // Brackets and arguments directly behind a name.
      while (i > 0 && (text_[i - 1] == ')' || text_[i - 1] == ']')) {
        uint32_t open = MatchBackwards(i - 1);
        if (open == i - 1) return "(intermediate value)" + part + head;
        bool applied = open > 0 && (IsIdentifierPart(text_[open - 1]) || text_[open - 1] == ')' ||
                                    text_[open - 1] == ']');
        if (!applied) return "(intermediate value)" + part + head;
        if (text_[i - 1] == ')') {
          part = "(...)" + part;
        } else {
          std::string key;
          if (i - open > 24) {
            key = "[...]";
          } else {
            Append(key, open, i);
          }
          part = key + part;
        }
        i = open;
      }
      uint32_t end = i;
      while (i > 0 && IsIdentifierPart(text_[i - 1])) i--;
      if (i == end) return "(intermediate value)" + part + head;
      std::string name;
      Append(name, i, end);
      head = name + part + head;
      at = i;
      if (head.size() > 120) return head;
    }
  }
  // The bracket that opens what the bracket at `close` closes; `close` itself if there is doubt.
  uint32_t MatchBackwards(uint32_t close) {
    int depth = 0;
    for (uint32_t i = close + 1; i-- > 0 && close - i < 2000;) {
      char16_t c = text_[i];
      if (c == ')' || c == ']' || c == '}') depth++;
      if (c == '(' || c == '[' || c == '{') {
        if (--depth == 0) return i;
      }
    }
    return close;
  }

  FlatChars text_;
  uint32_t begin_ = 0, end_ = 0;
};

// f(source text, position) of the running instruction, if the running function has them.
template <class F>
void WithRunningSource(Isolate& isolate, F&& f) {
  Value* fp = frame::At(isolate.frame_);
  if (fp == nullptr || frame::CodeOf(fp) == nullptr || !fp[frame::kFunction].Is<JSFunction>()) return;
  FrameWalker walker(isolate);
  Script* script = static_cast<JSFunction*>(walker.function().AsObject())->info()->script_.get();
  if (walker.done() || walker.fp() != fp || script == nullptr || !script->source_.get().IsString()) return;
  f(script, script->source_.get().AsString()->Flatten(isolate), walker.position());
}

// `rendered`, or the running instruction's expression, or a description of the value.
std::string Rendered(Isolate& isolate, Value v, const char* rendered, bool call) {
  if (rendered) return rendered;
  std::string text;
  WithRunningSource(isolate, [&](Script*, FlatChars source, uint32_t position) {
    text = ExpressionReader(source).Read(position, call);
  });
  return text.empty() ? DescribeForError(isolate, v) : text;
}

}  // namespace

Throwing ThrowNotCallable(Isolate& isolate, Value callee, const char* rendered) {
  return isolate.ThrowTypeError("%s is not a function", Rendered(isolate, callee, rendered, true).c_str());
}

Throwing ThrowNotConstructor(Isolate& isolate, Value callee, const char* rendered) {
  return isolate.ThrowTypeError("%s is not a constructor", Rendered(isolate, callee, rendered, true).c_str());
}

Throwing ThrowNotIterable(Isolate& isolate, Value value, const char* rendered) {
  return isolate.ThrowTypeError("%s is not iterable", Rendered(isolate, value, rendered, false).c_str());
}

Throwing ThrowCannotDestructure(Isolate& isolate, Value value) {
  std::string what = "what";
  WithRunningSource(isolate, [&](Script*, FlatChars source, uint32_t position) {
    what = ExpressionReader(source).ReadPattern(position);
  });
  return isolate.ThrowTypeError("Cannot destructure %s is %s", what.c_str(),
                                value.IsNull() ? "null" : "undefined");
}

Throwing ThrowNoObjectToSearch(Isolate& isolate, Value key, Value value) {
  auto plain = [&](Value v) {
    return v.IsString() ? ShortText(isolate, v.AsString()) : DescribeForError(isolate, v);
  };
  return isolate.ThrowTypeError("Cannot use 'in' operator to search for '%s' in %s", plain(key).c_str(),
                                DescribeForError(isolate, value).c_str());
}

Throwing ThrowCannotReadProperty(Isolate& isolate, Value base, PropertyKey key) {
  return isolate.ThrowTypeError("Cannot read properties of %s (reading '%s')",
                                base.IsNull() ? "null" : "undefined", KeyForError(isolate, key).c_str());
}

Throwing ThrowCannotSetProperty(Isolate& isolate, Value base, PropertyKey key) {
  return isolate.ThrowTypeError("Cannot set properties of %s (setting '%s')",
                                base.IsNull() ? "null" : "undefined", KeyForError(isolate, key).c_str());
}

Throwing ThrowSetFailed(Isolate& isolate, Value base, PropertyKey key) {
  std::string name = KeyForError(isolate, key);
  std::string object = DescribeForError(isolate, base);
  if (!base.IsObject()) {
    if (base.IsString() && object.size() >= 2) object = object.substr(1, object.rfind('"') - 1);
    return isolate.ThrowTypeError("Cannot create property '%s' on %s '%s'", name.c_str(),
                                  TypeOf(isolate, base)->ToUtf8(isolate).c_str(), object.c_str());
  }
  for (JSObject* o = base.AsObject(); !HasTrappingOwnLookup(o->object_type());) {
    OwnProperty own = FindOwn(isolate, o, key);
    if (own.IsAccessor()) {
      return isolate.ThrowTypeError("Cannot set property %s of %s which has only a getter", name.c_str(),
                                    object.c_str());
    }
    if (own.found()) break;
    Value prototype = o->prototype();
    if (!prototype.IsObject()) {
      return isolate.ThrowTypeError("Cannot add property %s, object is not extensible", name.c_str());
    }
    o = prototype.AsObject();
  }
  if (base.AsObject()->object_type() == HeapType::kProxyObject) {
    return isolate.ThrowTypeError("'set' on proxy: trap returned falsish for property '%s'", name.c_str());
  }
  return isolate.ThrowTypeError("Cannot assign to read only property '%s' of object '%s'", name.c_str(),
                                object.c_str());
}

Throwing ThrowDeleteFailed(Isolate& isolate, Value base, PropertyKey key) {
  if (base.IsObject() && base.AsObject()->object_type() == HeapType::kProxyObject) {
    return isolate.ThrowTypeError("'deleteProperty' on proxy: trap returned falsish for property '%s'",
                                  KeyForError(isolate, key).c_str());
  }
  return isolate.ThrowTypeError("Cannot delete property '%s' of %s", KeyForError(isolate, key).c_str(),
                                DescribeForError(isolate, base).c_str());
}

Throwing ThrowCannotRedefine(Isolate& isolate, PropertyKey key) {
  return isolate.ThrowTypeError("Cannot redefine property: %s", KeyForError(isolate, key).c_str());
}

Throwing ThrowNotExtensible(Isolate& isolate, PropertyKey key) {
  return isolate.ThrowTypeError("Cannot add property %s, object is not extensible",
                                KeyForError(isolate, key).c_str());
}

Throwing ThrowNotDefined(Isolate& isolate, String* name) {
  return isolate.ThrowReferenceError("%s is not defined", ShortText(isolate, name).c_str());
}

Throwing ThrowUninitialized(Isolate& isolate, String* name) {
  return isolate.ThrowReferenceError("Cannot access '%s' before initialization",
                                     ShortText(isolate, name).c_str());
}

Throwing ThrowConstAssign(Isolate& isolate) {
  return isolate.ThrowTypeError("Assignment to constant variable.");
}

Throwing ThrowClassConstructorCall(Isolate& isolate, Value function) {
  if (isolate.IsTerminating()) return kThrow;
  std::string name;
  Realm* realm = nullptr;
  if (function.IsObject() && function.AsObject()->object_type() == HeapType::kJSFunction) {
    FunctionInfo* info = static_cast<JSFunction*>(function.AsObject())->info();
    if (info->name_.get().IsString()) name = ShortText(isolate, info->name_.get().AsString());
    realm = info->script_->realm_.get();
  }
  // The error is of the class's realm, not the caller's.
  String* message =
      NewStringFromUtf8(isolate, "Class constructor " + name + " cannot be invoked without 'new'");
  return isolate.Throw(Value(NewError(isolate, ErrorType::kTypeError, message, realm)));
}

Throwing ThrowDerivedConstructorResult(Isolate& isolate, bool uninitialized) {
  if (isolate.IsTerminating()) return kThrow;
  uint32_t frame = isolate.frame_;
  Value* caller = frame == 0 ? nullptr : frame::Caller(frame::At(frame));
  isolate.frame_ = caller ? frame::OffsetOfFrame(caller) : 0;
  Realm* realm = CurrentRealm(isolate);
  isolate.frame_ = frame;
  String* message =
      NewStringFromAscii(isolate, uninitialized ? "Must call super constructor in derived class before "
                                                  "accessing 'this' or returning from derived constructor"
                                                : "Derived constructors may only return object or undefined");
  return isolate.Throw(Value(
      NewError(isolate, uninitialized ? ErrorType::kReferenceError : ErrorType::kTypeError, message, realm)));
}

Throwing ThrowIncompatibleReceiver(Isolate& isolate, const char* method, Value receiver) {
  return isolate.ThrowTypeError("Method %s called on incompatible receiver %s", method,
                                DescribeForError(isolate, receiver).c_str());
}

Throwing ThrowErrorWithMessage(Isolate& isolate, ErrorType type, String* message) {
  return isolate.ThrowError(type, "%s", ShortText(isolate, message, 1000).c_str());
}

Throwing ThrowNotObject(Isolate& isolate, Value value) {
  return isolate.ThrowTypeError("%s is not an object", DescribeForError(isolate, value).c_str());
}

Throwing ThrowRequiresNew(Isolate& isolate, const char* constructor) {
  return isolate.ThrowTypeError("Constructor %s requires 'new'", constructor);
}

// ---- Error objects ----

Intrinsic ErrorPrototypeIntrinsic(ErrorType type) {
  switch (type) {
    case ErrorType::kError: return Intrinsic::kErrorPrototype;
    case ErrorType::kEvalError: return Intrinsic::kEvalErrorPrototype;
    case ErrorType::kRangeError: return Intrinsic::kRangeErrorPrototype;
    case ErrorType::kReferenceError: return Intrinsic::kReferenceErrorPrototype;
    case ErrorType::kSyntaxError: return Intrinsic::kSyntaxErrorPrototype;
    case ErrorType::kTypeError: return Intrinsic::kTypeErrorPrototype;
    case ErrorType::kURIError: return Intrinsic::kURIErrorPrototype;
  }
  UNREACHABLE();
}

// https://tc39.es/ecma262/#sec-installerrorcause
Completion<void> InstallErrorCause(Isolate& isolate, JSObject* error, Value options) {
  if (!options.IsObject()) return {};
  PropertyKey key = isolate.key(Name::cause);
  if (!TRY(HasProperty(isolate, options.AsObject(), key))) return {};
  Value cause = TRY(Get(isolate, options.AsObject(), key));
  error->DefineOwn(isolate, key, cause, kMethodDefault);
  return {};
}

JSObject* NewError(Isolate& isolate, ErrorType type, String* message, Realm* realm) {
  if (realm == nullptr) realm = CurrentRealm(isolate);
  auto* error = NewInstance<ErrorObject>(isolate, Value(realm->intrinsic(ErrorPrototypeIntrinsic(type))), 2);
  // "stack" is defined before "message", as programs know it from V8, but begins with the message.
  ReserveStack(isolate, error);
  if (message) error->DefineOwn(isolate, isolate.key(Name::message), Value(message), kMethodDefault);
  CaptureStack(isolate, error);
  return error;
}

// ---- Source locations ----

namespace {

// Calls f(where a line begins) for each but the first.
template <class Char, class F>
void ForEachLineStart(std::span<const Char> text, F&& f) {
  for (uint32_t i = 0; i < text.size(); i++) {
    uint32_t c = text[i];
    if (c > '\r' && c < 0x2028) continue;
    if (c == '\n' || c == 0x2028 || c == 0x2029) {
      f(i + 1);
    } else if (c == '\r' && !(i + 1 < text.size() && text[i + 1] == '\n')) {
      f(i + 1);
    }
  }
}

}  // namespace

SourceLocation LocationOf(Isolate& isolate, Script* script, uint32_t position) {
  SourceLocation location;
  if (!script->source_.get().IsString()) return location;
  if (!script->line_table_.get().IsHeapPointer()) {
    FlatChars text = script->source_.get().AsString()->Flatten(isolate);
    size_t count = 0;
    text.Visit([&](auto span) { ForEachLineStart(span, [&](uint32_t) { count++; }); });
    if (count > UINT32_MAX / sizeof(uint32_t)) return location;
    ByteArray* table = NewByteArray(isolate, static_cast<uint32_t>(count * sizeof(uint32_t)));
    if (table == nullptr) return location;
    auto* next = reinterpret_cast<uint32_t*>(table->bytes());
    text.Visit([&](auto span) { ForEachLineStart(span, [&](uint32_t start) { *next++ = start; }); });
    script->line_table_.Set(script, Value(table));
  }
  auto* table = script->line_table_.get().As<ByteArray>();
  std::span<const uint32_t> starts(reinterpret_cast<const uint32_t*>(table->bytes()),
                                   table->length_ / sizeof(uint32_t));
  size_t line = std::upper_bound(starts.begin(), starts.end(), position) - starts.begin();
  int32_t offset = script->line_offset_.get().IsSmi() ? script->line_offset_.get().AsSmi() : 0;
  location.line = static_cast<uint32_t>(line) + 1 + static_cast<uint32_t>(offset);
  location.column = position - (line == 0 ? 0 : starts[line - 1]) + 1;
  return location;
}

void NoteThrown(Isolate& isolate, Value value) {
  if (value.IsObject() && value.AsObject()->object_type() == HeapType::kErrorObject) return;
  WithRunningSource(isolate, [&](Script* script, FlatChars source, uint32_t position) {
    // Whatever else throws the value again, behind a finally block say, leaves the first place alone.
    uint32_t at = position;
    for (char c : std::string_view("throw")) {
      if (at >= source.length() || source[at++] != static_cast<unsigned char>(c)) return;
    }
    if (at < source.length() && IsIdentifierPart(source[at])) return;
    isolate.thrown_.Init(value);
    isolate.thrown_script_.Init(Value(script));
    isolate.thrown_position_.Init(Value::Smi(static_cast<int32_t>(position)));
  });
}

bool WhereThrown(Isolate& isolate, Value value, Value* file, SourceLocation* location) {
  if (!isolate.thrown_script_.get().IsHeapPointer() || isolate.thrown_.get() != value) return false;
  auto* script = isolate.thrown_script_.get().As<Script>();
  *file = script->name_;
  *location = LocationOf(isolate, script, static_cast<uint32_t>(isolate.thrown_position_.get().AsSmi()));
  return file->IsString() && location->line != 0;
}

namespace {
constexpr uint32_t kLongestDescription = 64 << 10;  // characters
}  // namespace

std::string DescribeException(Isolate& isolate, Value exception) {
  if (!exception.IsObject()) {
    if (exception.IsString()) return ShortText(isolate, exception.AsString(), kLongestDescription);
    return DescribeForError(isolate, exception);
  }
  JSObject* object = exception.AsObject();
  if (HasTrappingOwnLookup(object->object_type())) return DescribeForError(isolate, exception);
  Value stack = PeekStack(isolate, object);
  if (stack.IsString()) return ShortText(isolate, stack.AsString(), kLongestDescription);
  Value message = PeekProperty(isolate, object, isolate.key(Name::message));
  if (object->object_type() == HeapType::kErrorObject || message.IsString()) {
    StringBuilder out(isolate);
    AppendErrorHeader(isolate, object, out);
    Completion<String*> text = out.Finish();
    if (!text.IsThrow()) return ShortText(isolate, text.Take(), kLongestDescription);
    if (!isolate.IsTerminating()) isolate.TakeException();
  }
  return DescribeForError(isolate, exception);
}

}  // namespace halfword
