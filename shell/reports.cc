// How errors that end a program are shown.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "console/inspect.h"
#include "console/peek.h"
#include "debugging/clients.h"
#include "objects/isolate.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/stack_trace.h"
#include "shell.h"

namespace halfword::shell {

namespace {

constexpr size_t kShownColumns = 120;
constexpr uint32_t kShownOfMessage = 64 << 10, kShownOfStack = 64 << 10;  // characters

// The frames stand at the end of a stack.
std::string EndOfStack(Isolate& isolate, JSObject* error) {
  Value stack = PeekStack(isolate, error);
  if (!stack.IsString()) return {};
  String* text = stack.AsString();
  uint32_t length = text->length();
  return Substring(isolate, text, length - std::min(length, kShownOfStack), length)->ToUtf8(isolate);
}

// "file:line:column" at the end of a line of a stack text, perhaps in parentheses.
struct Place {
  std::string file;
  uint32_t line = 0, column = 0;
};
bool ParsePlace(std::string_view text, Place* out) {
  if (text.ends_with(')')) {
    text.remove_suffix(1);
    size_t open = text.rfind('(');
    if (open == text.npos) return false;
    text = text.substr(open + 1);
  } else if (text.starts_with("    at ")) {
    text = text.substr(7);
  }
  uint32_t numbers[2];
  for (int i = 1; i >= 0; i--) {
    size_t colon = text.rfind(':');
    if (colon == text.npos || colon + 1 == text.size() || text.size() - colon > 10) return false;
    uint32_t n = 0;
    for (char c : text.substr(colon + 1)) {
      if (c < '0' || c > '9') return false;
      n = n * 10 + static_cast<uint32_t>(c - '0');
    }
    numbers[i] = n;
    text = text.substr(0, colon);
  }
  *out = {std::string(text), numbers[0], numbers[1]};
  return !out->file.empty();
}

// The line and a caret below the column; of a very long line, the part around it.
std::string SourceLine(Shell& shell, const Place& place) {
  std::string file_text;
  std::string_view text;
  if (auto it = shell.sources.find(place.file); it != shell.sources.end()) {
    text = it->second;
  } else {
    // A guest may have written what names the file.
    std::error_code error;
    constexpr size_t kLongestSource = 16 << 20;
    if (!std::filesystem::is_regular_file(place.file, error) ||
        std::filesystem::file_size(place.file, error) > kLongestSource ||
        !ReadWholeFile(place.file, &file_text))
      return "";
    text = file_text;
  }
  for (uint32_t line = 1; line < place.line; line++) {
    size_t end = text.find('\n');
    if (end == text.npos) return "";
    text = text.substr(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  // Columns count UTF-16 units; bytes of UTF-8 are stepped over accordingly.
  size_t at = 0;
  for (uint32_t column = 1; column < place.column && at < text.size(); column++) {
    unsigned char c = static_cast<unsigned char>(text[at]);
    size_t bytes = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (bytes == 4) column++;
    at += bytes;
  }
  at = std::min(at, text.size());
  size_t begin = 0;
  if (text.size() > kShownColumns) {
    auto is_continuation = [&](size_t i) {
      return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80;
    };
    begin = at > kShownColumns / 2 ? at - kShownColumns / 2 : 0;
    while (is_continuation(begin)) begin++;
    size_t end = std::min(text.size(), begin + kShownColumns);
    while (is_continuation(end)) end++;
    text = text.substr(begin, end - begin);
  }
  std::string out(text);
  out += '\n';
  for (char c : text.substr(0, at - std::min(begin, at))) {
    if (c == '\t') {
      out += '\t';
    } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) {
      out += ' ';
    }
  }
  return out + "^\n";
}

bool IsErrorObject(Value v) { return v.IsObject() && v.AsObject()->object_type() == HeapType::kErrorObject; }

}  // namespace

std::string ErrorHeadline(Isolate& isolate, Value exception) {
  if (exception.IsString()) return console::ShownText(isolate, exception.AsString(), kShownOfMessage);
  if (!exception.IsObject() || exception.AsObject()->object_type() == HeapType::kProxyObject) {
    return DescribeForError(isolate, exception);
  }
  JSObject* object = exception.AsObject();
  Value message = console::Peek(isolate, object, isolate.key(Name::message));
  if (!IsErrorObject(exception) && !message.IsString()) return console::Inspect(isolate, exception);
  std::string name = console::PeekText(isolate, object, "name"), constructor;
  console::PeekConstructorName(isolate, object, &constructor);
  if (!IsErrorObject(exception) && name.empty() && (constructor.empty() || constructor == "Object")) {
    return console::Inspect(isolate, exception);
  }
  // A subclass that did not name itself.
  if (name.empty() || name == "Error")
    name = constructor.empty() ? (name.empty() ? "Error" : name) : constructor;
  std::string text =
      message.IsString() ? console::ShownText(isolate, message.AsString(), kShownOfMessage) : "";
  return text.empty() ? name : name + ": " + text;
}

void ReportUncaught(Isolate& isolate, Value exception, bool in_promise) {
  FlushOut();
  Shell& shell = ShellOf(isolate);
  if (shell.inspector) shell.inspector->ExceptionThrown(isolate, exception, in_promise);
  std::string out =
      "Uncaught " + std::string(in_promise ? "(in promise) " : "") + ErrorHeadline(isolate, exception) + "\n";
  Value file;
  SourceLocation thrown;
  bool has_stack = exception.IsObject() && exception.AsObject()->object_type() != HeapType::kProxyObject &&
                   !EndOfStack(isolate, exception.AsObject()).empty();
  if (!in_promise && !has_stack && WhereThrown(isolate, exception, &file, &thrown)) {
    Place place = {file.AsString()->ToUtf8(isolate), thrown.line, thrown.column};
    std::string line = place.file + ":" + std::to_string(place.line);
    out +=
        line + "\n" + SourceLine(shell, place) + "    at " + line + ":" + std::to_string(place.column) + "\n";
  }
  if (exception.IsObject() && exception.AsObject()->object_type() != HeapType::kProxyObject) {
    std::string stack = EndOfStack(isolate, exception.AsObject());
    size_t frames = stack.find("\n    at ");
    if (frames != stack.npos) {
      std::string constructor;
      console::PeekConstructorName(isolate, exception.AsObject(), &constructor);
      std::string_view lines = std::string_view(stack).substr(frames + 1);
      for (std::string_view rest = lines; !rest.empty();) {
        size_t end = rest.find('\n');
        Place place;
        // The constructor of an error class is not where it was thrown.
        bool is_constructor = rest.starts_with("    at new " + constructor + " (");
        if (!is_constructor && ParsePlace(rest.substr(0, end), &place)) {
          std::string source = SourceLine(shell, place);
          out += place.file + ":" + std::to_string(place.line) + "\n" + source;
          break;
        }
        if (end == rest.npos) break;
        rest = rest.substr(end + 1);
      }
      out += lines;
      out += '\n';
    }
    Value cause = console::Peek(isolate, exception.AsObject(), isolate.key(Name::cause));
    if (IsErrorObject(exception) && !cause.IsNotFound() && !cause.IsUndefined()) {
      out += "  cause: " + console::Inspect(isolate, cause) + "\n";
    }
  }
  WriteError(out);
}

int ReportPending(Isolate& isolate) {
  Shell& shell = ShellOf(isolate);
  Value exception;
  if (isolate.Catch(&exception)) {
    ReportUncaught(isolate, exception, false);
    return kUncaughtError;
  }
  if (shell.quitting) return shell.exit_code;
  // The program has ended, and its agents with it.
  if (shell.agent != nullptr && isolate.termination_ == Termination::kInterrupted) return kLimit;
  FlushOut();
  const char* reason = "terminated";
  switch (isolate.termination_) {
    case Termination::kOutOfMemory: reason = "out of memory"; break;
    case Termination::kOutOfFuel: reason = "out of fuel"; break;
    case Termination::kInterrupted: reason = "interrupted"; break;
    case Termination::kDeadline: reason = "timeout"; break;
    case Termination::kHost:
    case Termination::kSuspended:  // the shell has no function that waits
    case Termination::kNone: break;
  }
  std::string text = std::string("halfword: ") + reason;
  if (isolate.termination_ == Termination::kOutOfMemory && shell.options.memory_limit) {
    text += " (the limit is " + std::to_string(shell.options.memory_limit) + " bytes)";
  } else if (isolate.termination_ == Termination::kDeadline) {
    text += " (" + std::to_string(shell.options.timeout_ms) + " ms)";
  }
  WriteError(text + "\n");
  return kLimit;
}

int ReportCompileError(Isolate& isolate) {
  if (isolate.IsTerminating()) return ReportPending(isolate);
  Value exception;
  if (!isolate.Catch(&exception)) return kLimit;
  if (!IsErrorObject(exception) ||
      console::PeekText(isolate, exception.AsObject(), "name") != "SyntaxError") {
    ReportUncaught(isolate, exception, false);
    return kUncaughtError;
  }
  FlushOut();
  std::string message = console::PeekText(isolate, exception.AsObject(), "message");
  const SyntaxErrorPlace& place = NativeStateOf(isolate).syntax_error;
  std::string out = "SyntaxError: " + message + "\n";
  if (place.line != 0 && place.rendered.find(message) != std::string::npos) {
    out += place.name + ":" + std::to_string(place.line) + ":" + std::to_string(place.column) + "\n";
    out += SourceLine(ShellOf(isolate), {place.name, place.line, place.column});
  }
  WriteError(out);
  return kSyntaxError;
}

}  // namespace halfword::shell
