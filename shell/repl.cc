// The interactive prompt: each entry is a script in the one global scope; what it evaluates to is shown and
// kept in `_`. An entry that only a module could be, with `await` or `import`, runs as one, and what it
// declares becomes a property of the global object. On a terminal values have colours, unless NO_COLOR says
// no. With libedit: history in ~/.halfword_history, completion of globals, keywords and properties. Without:
// a plain prompt.
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#if HALFWORD_LIBEDIT
#include <editline/readline.h>
#endif

#include "console/inspect.h"
#include "console/peek.h"
#include "modules/modules.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/suspension.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

constexpr char kPrompt[] = "> ", kMorePrompt[] = "... ";

// ---- Completion ----

bool IsNamePart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

const char* const kKeywords[] = {
    "async",    "await",  "break",  "case", "catch",      "class",   "const", "continue", "debugger",
    "default",  "delete", "do",     "else", "export",     "extends", "false", "finally",  "for",
    "function", "if",     "import", "in",   "instanceof", "let",     "new",   "null",     "return",
    "static",   "super",  "switch", "this", "throw",      "true",    "try",   "typeof",   "undefined",
    "var",      "void",   "while",  "with", "yield"};

// Names of properties along the prototype chain that begin with `prefix`.
void CollectNames(Isolate& isolate, JSObject* object, std::string_view prefix,
                  std::vector<std::string>& out) {
  for (int depth = 0; depth < 100; depth++) {
    if (object->object_type() == HeapType::kProxyObject) return;
    ValueList keys(isolate);
    if (internal_method::OwnPropertyKeys(isolate, object, keys).IsThrow()) {
      Value ignored;
      (void)isolate.Catch(&ignored);
      return;
    }
    for (Value key : keys) {
      if (!key.IsString()) continue;
      std::string name = key.AsString()->ToUtf8(isolate);
      bool is_name = !name.empty() && !(name[0] >= '0' && name[0] <= '9');
      for (char c : name) is_name &= IsNamePart(c);
      if (is_name && name.starts_with(prefix)) out.push_back(std::move(name));
    }
    if (!object->prototype().IsObject()) return;
    object = object->prototype().AsObject();
  }
}

Value LookUpGlobal(Isolate& isolate, std::string_view name) {
  PropertyKey key = PropertyKey::FromString(isolate, NewStringFromUtf8(isolate, name));
  if (isolate.realm()->script_scope_.get().IsObject()) {
    Value v = console::Peek(isolate, isolate.realm()->script_scope_.get().AsObject(), key);
    if (!v.IsNotFound()) return v;
  }
  return console::Peek(isolate, isolate.realm()->global_object(), key);
}

// Completions of the last name in `line`: of a dotted path of data properties, or of a global name.
// Only line editing asks.
[[maybe_unused]] std::vector<std::string> Complete(Isolate& isolate, std::string_view line,
                                                   std::string* stem) {
  size_t begin = line.size();
  while (begin > 0 && (IsNamePart(line[begin - 1]) || line[begin - 1] == '.')) begin--;
  std::string_view path = line.substr(begin);
  std::vector<std::string> found;
  size_t dot = path.rfind('.');
  if (dot == path.npos) {
    *stem = "";
    for (const char* word : kKeywords) {
      if (std::string_view(word).starts_with(path)) found.emplace_back(word);
    }
    if (isolate.realm()->script_scope_.get().IsObject()) {
      CollectNames(isolate, isolate.realm()->script_scope_.get().AsObject(), path, found);
    }
    CollectNames(isolate, isolate.realm()->global_object(), path, found);
  } else {
    *stem = std::string(path.substr(0, dot + 1));
    std::string_view rest = path.substr(0, dot), last = path.substr(dot + 1);
    Value value = Value::NotFound();
    for (bool first = true; !rest.empty() || first; first = false) {
      size_t end = rest.find('.');
      std::string_view name = rest.substr(0, end);
      if (first) {
        value = LookUpGlobal(isolate, name);
      } else if (value.IsObject()) {
        value = console::Peek(isolate, value.AsObject(),
                              PropertyKey::FromString(isolate, NewStringFromUtf8(isolate, name)));
      } else {
        value = Value::NotFound();
      }
      if (end == rest.npos) break;
      rest = rest.substr(end + 1);
    }
    JSObject* object = nullptr;
    if (value.IsObject()) object = value.AsObject();
    if (value.IsString()) object = isolate.realm()->intrinsic(Intrinsic::kStringPrototype);
    if (value.IsNumber()) object = isolate.realm()->intrinsic(Intrinsic::kNumberPrototype);
    if (value.IsSymbol()) object = isolate.realm()->intrinsic(Intrinsic::kSymbolPrototype);
    if (value.IsBigInt()) object = isolate.realm()->intrinsic(Intrinsic::kBigIntPrototype);
    if (object) CollectNames(isolate, object, last, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// ---- Input ----

#if HALFWORD_LIBEDIT
// libedit's callback has no data argument.
Shell* completing_shell = nullptr;

char** OnComplete(const char* text, int start, int end) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = '\0';
  std::string line(rl_line_buffer, static_cast<size_t>(end)), stem;
  std::vector<std::string> found;
  completing_shell->owner->Enter([&](Isolate& isolate) { found = Complete(isolate, line, &stem); });
  if (found.empty()) return nullptr;
  // libedit replaces the word between its break characters; the dot is none of them.
  std::string common = found[0];
  for (const std::string& name : found) {
    size_t n = 0;
    while (n < common.size() && n < name.size() && common[n] == name[n]) n++;
    common.resize(n);
  }
  auto** matches = static_cast<char**>(std::malloc((found.size() + 2) * sizeof(char*)));
  matches[0] = strdup((stem + common).c_str());
  for (size_t i = 0; i < found.size(); i++) matches[i + 1] = strdup((stem + found[i]).c_str());
  matches[found.size() + 1] = nullptr;
  return matches;
}
#endif

class LineReader {
 public:
  explicit LineReader(Shell& shell) : terminal_(isatty(STDIN_FILENO)) {
#if HALFWORD_LIBEDIT
    if (!terminal_) return;
    // The editor works in the locale's characters; sources are UTF-8.
    if (!std::setlocale(LC_CTYPE, "C.UTF-8")) std::setlocale(LC_CTYPE, "");
    completing_shell = &shell;
    rl_readline_name = "halfword";
    rl_initialize();
    using_history();
    stifle_history(5000);
    if (const char* home = std::getenv("HOME")) {
      history_path_ = std::string(home) + "/.halfword_history";
      read_history(history_path_.c_str());
    }
    rl_attempted_completion_function = OnComplete;
    static char breaks[] = " \t\n\"\\'`@><=;|&{(+-*/%^!~?:,[)]}";
    rl_basic_word_break_characters = breaks;
    rl_completer_word_break_characters = breaks;
#endif
  }
  ~LineReader() {
#if HALFWORD_LIBEDIT
    if (!history_path_.empty()) write_history(history_path_.c_str());
#endif
  }
  // False at the end of the input.
  bool Read(const char* prompt, std::string* line) {
    FlushOut();
#if HALFWORD_LIBEDIT
    if (terminal_) {
      char* text = readline(prompt);
      if (!text) return false;
      *line = text;
      std::free(text);
      return true;
    }
#endif
    std::fputs(prompt, stdout);
    FlushOut();
    return static_cast<bool>(std::getline(std::cin, *line));
  }
  void Remember(const std::string& entry) {
#if HALFWORD_LIBEDIT
    if (terminal_ && !entry.empty()) add_history(entry.c_str());
#endif
  }
  bool terminal() const { return terminal_; }

 private:
  bool terminal_;
  std::string history_path_;
};

// ---- Evaluation ----

enum class Outcome { kDone, kIncomplete };

constexpr char kHelp[] =
    R"(.help   this
.exit   ends, as Ctrl-D does
_       the last value
await and import work here; an empty line ends an entry that would go on; Ctrl-C interrupts.
)";

bool WantsColors() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) && !(no_color && *no_color) &&
         !(terminal && std::strcmp(terminal, "dumb") == 0);
}

// Colours of an inspected value: strings green, other primitives yellow, undefined grey, [Function …] cyan.
std::string Colored(const std::string& text) {
  constexpr const char *kGreen = "\x1b[32m", *kYellow = "\x1b[33m", *kCyan = "\x1b[36m", *kGrey = "\x1b[90m";
  std::string out;
  auto add = [&](const char* color, size_t begin, size_t end) {
    out += color + text.substr(begin, end - begin) + "\x1b[39m";
  };
  for (size_t i = 0; i < text.size();) {
    char c = text[i];
    size_t end = i + 1;
    if (c == '\'' || c == '"' || c == '`') {
      while (end < text.size() && text[end] != c) end += text[end] == '\\' ? 2 : 1;
      end = std::min(end + 1, text.size());
      bool is_key = end < text.size() && text[end] == ':';
      add(is_key ? "" : kGreen, i, end);
    } else if (text.compare(i, 9, "[Function") == 0 || text.compare(i, 6, "[class") == 0 ||
               text.compare(i, 9, "[Circular") == 0 || text.compare(i, 7, "[Getter") == 0) {
      end = std::min(text.find(']', i), text.size() - 1) + 1;
      add(kCyan, i, end);
    } else if (IsNamePart(c) || (c == '-' && end < text.size() && IsNamePart(text[end]))) {
      while (end < text.size() && (IsNamePart(text[end]) || text[end] == '.')) end++;
      std::string word = text.substr(i, end - i);
      bool is_key = end < text.size() && text[end] == ':';
      bool is_number =
          (word[0] >= '0' && word[0] <= '9') || word[0] == '-' || word == "NaN" || word == "Infinity";
      if (is_key) {
        out += word;
      } else if (is_number || word == "true" || word == "false" || word == "null") {
        add(kYellow, i, end);
      } else if (word == "undefined") {
        add(kGrey, i, end);
      } else {
        out += word;
      }
    } else {
      out += c;
    }
    i = end;
  }
  return out;
}

// The error of the last compilation lies at the end of the source, so more input may repair it.
bool IsIncomplete(Isolate& isolate, const std::string& source, const std::string& message) {
  if (message.find("Unterminated template") != message.npos ||
      message.find("nterminated comment") != message.npos || message.find("end of input") != message.npos) {
    return true;
  }
  const SyntaxErrorPlace& place = NativeStateOf(isolate).syntax_error;
  uint32_t line = 1, column = 1;
  size_t end = source.find_last_not_of(" \t\r\n");
  for (size_t i = 0; end != source.npos && i <= end; i++) {
    column++;
    if (source[i] == '\n') {
      line++;
      column = 1;
    }
  }
  return place.line > line || (place.line == line && place.column >= column);
}

void ShowResult(Isolate& isolate, Value value) {
  isolate.host_root(HostRoot::kLastResult).Init(value);
  InstallValue(isolate, isolate.realm()->global_object(), "_", value, kMethodDefault);
  std::string text = console::Inspect(isolate, value);
  constexpr size_t kMostColored = 64 << 10;  // the colours are a copy, which nobody counts
  WriteOut(WantsColors() && text.size() <= kMostColored ? Colored(text) : text);
  WriteOut("\n");
}

// `{a: 1}` is meant as an object: tried first in parentheses, as other prompts do.
Completion<FunctionInfo*> CompileEntry(Isolate& isolate, const std::string& source, const std::string& name) {
  auto compile = [&](const std::string& text) {
    Script* script = NewProgram(isolate, isolate.realm(), text, name);
    return NativeStateOf(isolate).compile.script(isolate, script, true);
  };
  size_t first = source.find_first_not_of(" \t\r\n"), last = source.find_last_not_of(" \t\r\n");
  if (first != source.npos && source[first] == '{' && source[last] != ';') {
    Completion<FunctionInfo*> expression = compile("(" + source + "\n)");
    if (!expression.IsThrow()) return expression;
    Value ignored;
    if (!isolate.Catch(&ignored)) return kThrow;
  }
  return compile(source);
}

// ---- Entries that no script can be ----

bool IsWordAt(std::string_view text, size_t at, std::string_view word) {
  return text.substr(at, word.size()) == word && (at == 0 || !IsNamePart(text[at - 1])) &&
         (at + word.size() == text.size() || !IsNamePart(text[at + word.size()]));
}
bool HasWord(std::string_view text, std::string_view word) {
  for (size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    if (IsWordAt(text, at, word)) return true;
  }
  return false;
}

// The local names of an import declaration: "d, {a, b as c} from" or "* as n from".
std::string ImportedNames(std::string_view clause) {
  std::string names, last;
  size_t i = 0;
  auto flush = [&] {
    if (!last.empty()) names += (names.empty() ? "" : ", ") + last;
    last.clear();
  };
  while (i < clause.size() && clause[i] != '\'' && clause[i] != '"' && clause[i] != ';') {
    if (!IsNamePart(clause[i])) {
      if (clause[i] == ',' || clause[i] == '}') flush();
      i++;
      continue;
    }
    size_t end = i;
    while (end < clause.size() && IsNamePart(clause[end])) end++;
    std::string word(clause.substr(i, end - i));
    i = end;
    if (word == "from") break;
    if (word != "as") last = word;  // the name behind `as` is the local one
  }
  flush();
  return names;
}

// The text of a module that does what the entry is meant to do, and exports what it declares; empty: it is
// meant as a script.
std::string AsModule(const std::string& source) {
  size_t first = source.find_first_not_of(" \t\r\n");
  if (first == source.npos) return "";
  std::string_view text = std::string_view(source).substr(first);
  if (IsWordAt(text, 0, "import")) {
    std::string names = ImportedNames(text.substr(6));
    return source + "\n" + (names.empty() ? "" : "export {" + names + "}");
  }
  if (!HasWord(text, "await")) return "";
  for (std::string_view word : {"const", "let", "var", "class"}) {
    if (IsWordAt(text, 0, word)) return "export " + source;
  }
  return source;
}

bool EvaluateAwait(Isolate& isolate, const std::string& source, const std::string& name) {
  std::optional<Value> value;
  int status = kOk;
  if (!AwaitExpression(isolate, source, name, &value, &status)) return false;
  if (value) ShowResult(isolate, *value);
  return true;
}

void EvaluateModule(Isolate& isolate, const std::string& text, const std::string& name) {
  JSObject* exports = nullptr;
  ShellOf(isolate).sources[name] = text;
  if (RunModuleEntry(isolate, text, name, &exports) != kOk || !exports) return;
  ValueList keys(isolate);
  if (internal_method::OwnPropertyKeys(isolate, exports, keys).IsThrow()) {
    ReportPending(isolate);
    return;
  }
  for (Value key : keys) {
    if (!key.IsString()) continue;
    Completion<PropertyKey> property = ToPropertyKey(isolate, key);
    if (property.IsThrow()) continue;
    PropertyKey own = property.Take();
    Completion<Value> value = Get(isolate, exports, own);
    if (value.IsThrow() ||
        Set(isolate, isolate.realm()->global_object(), own, value.Take(), true).IsThrow()) {
      ReportPending(isolate);
      return;
    }
  }
  ShowResult(isolate, Value::Undefined());
}

// True if the exception of the last compilation says that the source only lacks its end; takes it then.
bool LacksEnd(Isolate& isolate, const std::string& source) {
  if (isolate.IsTerminating() || !isolate.exception_.get().IsObject()) return false;
  JSObject* error = isolate.exception_.get().AsObject();
  if (console::PeekText(isolate, error, "name") != "SyntaxError" ||
      !IsIncomplete(isolate, source, console::PeekText(isolate, error, "message"))) {
    return false;
  }
  isolate.TakeException();
  return true;
}
bool LacksEndAsModule(Isolate& isolate, const std::string& source, const std::string& name) {
  Script* script = NewProgram(isolate, isolate.realm(), source, name);
  if (!NativeStateOf(isolate).compile.module(isolate, script).IsThrow()) return false;
  if (LacksEnd(isolate, source)) return true;
  Value ignored;
  (void)isolate.Catch(&ignored);
  return false;
}

// `may_continue`: a source that only lacks its end is not reported.
Outcome Evaluate(Isolate& isolate, const std::string& source, int number, bool may_continue) {
  std::string name = "<input " + std::to_string(number) + ">";
  ShellOf(isolate).sources[name] = source;
  std::string module = AsModule(source);
  size_t first = source.find_first_not_of(" \t\r\n");
  // To a script `await (x)` is a call of some function, which is never meant.
  if (first == source.npos || !IsWordAt(source, first, "await")) {
    Completion<FunctionInfo*> info = CompileEntry(isolate, source, name);
    if (!info.IsThrow()) {
      JSFunction* function = CreateClosure(isolate, info.Take(), Value::Smi(0));
      Completion<Value> result = Call(isolate, Value(function), isolate.realm()->global_this_);
      if (result.IsThrow()) {
        ReportPending(isolate);
      } else {
        ShowResult(isolate, result.Take());
      }
      return Outcome::kDone;
    }
    if (may_continue && LacksEnd(isolate, source)) return Outcome::kIncomplete;
    if (module.empty() || isolate.IsTerminating()) {
      ReportCompileError(isolate);
      return Outcome::kDone;
    }
    isolate.TakeException();
  }
  if (may_continue && LacksEndAsModule(isolate, source, name)) return Outcome::kIncomplete;
  if (!EvaluateAwait(isolate, source, name)) EvaluateModule(isolate, module, name);
  return Outcome::kDone;
}

}  // namespace

bool AwaitExpression(Isolate& isolate, const std::string& source, const std::string& name,
                     std::optional<Value>* value, int* status) {
  size_t end = source.find_last_not_of(" \t\r\n;");
  if (!HasWord(source, "await") || end == source.npos) return false;
  std::string text = "(async () => (" + source.substr(0, end + 1) + "\n))()";
  Script* script = NewProgram(isolate, isolate.realm(), text, name);
  Completion<FunctionInfo*> info = NativeStateOf(isolate).compile.script(isolate, script, true);
  if (info.IsThrow()) {
    Value ignored;
    (void)isolate.Catch(&ignored);
    return false;
  }
  JSFunction* function = CreateClosure(isolate, info.Take(), Value::Smi(0));
  Completion<Value> result = Call(isolate, Value(function), isolate.realm()->global_this_);
  if (result.IsThrow()) {
    *status = ReportPending(isolate);
    return true;
  }
  auto* promise = static_cast<PromiseObject*>(result.Take().AsObject());
  promise->is_handled_.Init(Value::True());
  *status = DrainJobs(isolate);
  if (*status == kOk && promise->state() == PromiseState::kPending) *status = RunEventLoop(isolate);
  if (isolate.IsTerminating() || ShellOf(isolate).quitting) return true;
  if (promise->state() == PromiseState::kFulfilled) {
    *value = promise->result_;
    return true;
  }
  if (*status == kOk) *status = kUncaughtError;
  if (promise->state() == PromiseState::kPending) {
    WriteError("Uncaught: the await never ends\n");
  } else {
    ReportUncaught(isolate, promise->result_, false);
  }
  return true;
}

int RunRepl(Shell& shell) {
  LineReader reader(shell);
  if (reader.terminal()) std::printf("Halfword. .help says more; Ctrl-D ends; _ is the last value.\n");
  std::string entry, line;
  for (int number = 1; !shell.quitting;) {
    if (!reader.Read(entry.empty() ? kPrompt : kMorePrompt, &line)) {
      if (reader.terminal()) WriteOut("\n");
      if (ResetInterrupts()) {
        entry.clear();
        std::clearerr(stdin);
        continue;
      }
      if (entry.empty()) break;
      // The end in the middle of an entry gives it up.
      entry.clear();
      if (!reader.terminal()) break;
      continue;
    }
    if (entry.empty() && line.find_first_not_of(" \t") == line.npos) continue;
    if (entry.empty() && line[0] == '.' && line.size() > 1 && line[1] >= 'a' && line[1] <= 'z') {
      std::string command = line.substr(0, line.find_last_not_of(" \t") + 1);
      if (command == ".exit") break;
      if (command == ".help") {
        WriteOut(kHelp);
      } else {
        WriteError("there is no command " + command + "; .help lists them\n");
      }
      continue;
    }
    entry += entry.empty() ? line : "\n" + line;
    bool dead = true;
    shell.owner->Enter([&](Isolate& isolate) {
      dead = false;
      ForgetPackages(shell);
      isolate.interrupt_.store(0, std::memory_order_relaxed);
      // An empty line ends an entry that would otherwise go on.
      if (Evaluate(isolate, entry, number, !line.empty()) == Outcome::kIncomplete) return;
      // After an interrupt or a timeout the prompt goes on; memory and fuel do not come back.
      (void)ReviveTerminated(isolate);
      if (!isolate.IsTerminating()) DrainJobs(isolate);
      (void)ReviveTerminated(isolate);
      if (!isolate.IsTerminating()) RunEventLoop(isolate);
      (void)ReviveTerminated(isolate);
      dead = isolate.IsTerminating();
      reader.Remember(entry);
      entry.clear();
      number++;
    });
    ResetInterrupts();
    if (dead) return shell.quitting ? shell.exit_code : kLimit;
  }
  return shell.quitting ? shell.exit_code : kOk;
}

}  // namespace halfword::shell
