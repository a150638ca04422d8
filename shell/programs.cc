// Running the programs of the command line: scripts, modules, CommonJS modules, their jobs.
#include <cstdio>
#include <filesystem>

#include "bytecode/disassembler.h"
#include "console/inspect.h"
#include "console/peek.h"
#include "debugging/clients.h"
#include "modules/modules.h"
#include "platform/stack.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/control_abstraction/weak_references.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"
#include "syntax/parser/parser.h"
#include "syntax/tree/tree_text.h"

namespace halfword::shell {

namespace {

// The text without its types.
std::string JavaScriptOf(syntax::SourceText text, const std::vector<syntax::ErasedRange>& erased) {
  using As = syntax::ErasedRange::As;
  std::string out;
  uint32_t position = 0;
  for (const syntax::ErasedRange& range : erased) {
    out += text.ToUtf8(position, range.start);
    for (uint32_t i = range.start; i < range.end; i++) {
      bool is_first = i == range.start, is_last = i + 1 == range.end;
      bool is_line_end = text[i] == '\n' || text[i] == '\r';
      out += is_first && range.as == As::kSemicolon           ? ';'
             : is_first && range.as == As::kOpenParenthesis   ? '('
             : is_last && range.as == As::kClosingParenthesis ? ')'
             : is_line_end                                    ? static_cast<char>(text[i])
                                                              : ' ';
    }
    position = range.end;
  }
  return out + text.ToUtf8(position, text.length());
}

// --print-ast, --print-javascript.
int PrintProgram(const std::string& text, const std::string& name, Goal goal, const Options& shell) {
  syntax::SourceBuffer source = syntax::SourceBuffer::FromUtf8(text);
  SourceLanguage language = LanguageOfFile(shell, name);
  syntax::ParseOptions options{.harmony = shell.harmony,
                               .typescript = language != SourceLanguage::kJavaScript,
                               .transform_types = language == SourceLanguage::kTransformedTypeScript};
  std::vector<syntax::ErasedRange> erased;
  if (shell.print_javascript) options.erased = &erased;
  syntax::ParseResult tree = goal == Goal::kModule     ? syntax::ParseModule(source.text(), options)
                             : goal == Goal::kCommonJs ? syntax::ParseFunctionBody(source.text(), {}, options)
                                                       : syntax::ParseScript(source.text(), options);
  if (!tree.ok() && goal == Goal::kScriptOrModule) return PrintProgram(text, name, Goal::kModule, shell);
  if (!tree.ok()) {
    const syntax::ParseError& error = tree.error();
    const char* type = error.kind == syntax::ErrorKind::kSyntaxError ? "SyntaxError: " : "RangeError: ";
    WriteError(type + error.message + "\n" + name + ":" + std::to_string(error.line) + ":" +
               std::to_string(error.column) + "\n");
    return kSyntaxError;
  }
  WriteOut(shell.print_javascript ? JavaScriptOf(source.text(), erased) : syntax::TreeText(tree.root()));
  return kOk;
}

// With the functions inside, which it compiles for that.
void WriteCodeOf(Isolate& isolate, FunctionInfo* top) {
  std::vector<FunctionInfo*> pending = {top};
  while (!pending.empty()) {
    FunctionInfo* info = pending.back();
    pending.pop_back();
    if (info->code_.get() == nullptr && CompileLazy(isolate, info).IsThrow()) {
      Value ignored;
      if (!isolate.Catch(&ignored)) break;
      continue;
    }
    Code* code = info->code_.GetNonNull();
    for (uint32_t i = 0; i < code->constant_count_; i++) {
      Value constant = code->constants()[i];
      if (constant.IsHeapPointer() && constant.IsOther() && constant.Is<FunctionInfo>())
        pending.push_back(constant.As<FunctionInfo>());
    }
  }
  WriteOut(DisassembleFunction(*top));
}

int Disassemble(Isolate& isolate, ModuleRecord* module) {
  WriteCodeOf(isolate, module->initializer_.GetNonNull());
  WriteCodeOf(isolate, module->body_.GetNonNull());
  return kOk;
}

int RunOrDisassemble(Isolate& isolate, ModuleRecord* module) {
  return ShellOf(isolate).options.disassemble ? Disassemble(isolate, module) : RunModule(isolate, module);
}

void Print(Isolate& isolate, Value value) {
  WriteOut(console::Inspect(isolate, value));
  WriteOut("\n");
}

int RunScript(Isolate& isolate, FunctionInfo* info, bool print) {
  JSFunction* function = CreateClosure(isolate, info, Value::Smi(0));
  Completion<Value> result = Call(isolate, Value(function), info->script_->realm_->global_this_);
  if (result.IsThrow()) return ReportPending(isolate);
  if (print) Print(isolate, result.Take());
  return kOk;
}

int RunCommonJsEntry(Isolate& isolate, const Entry& entry, const std::string& text) {
  Realm* realm = isolate.realm();
  String* source = NewStringFromUtf8(isolate, text);
  CompiledText compiled;
  if (entry.goal == Goal::kCommonJsOrModule) {
    Completion<CompiledText> either = CompileBySyntax(isolate, realm, source, entry.name, "", false);
    if (either.IsThrow()) return ReportCompileError(isolate);
    compiled = either.Take();
  } else {
    Completion<JSFunction*> commonjs = NewCommonJs(isolate, realm, source, entry.name);
    if (commonjs.IsThrow()) return ReportCompileError(isolate);
    compiled.commonjs = commonjs.Take();
  }
  if (compiled.module != nullptr) {
    SetMainModule(isolate, realm, compiled.module, entry.path);
    return RunOrDisassemble(isolate, compiled.module);
  }
  if (ShellOf(isolate).options.disassemble) {
    WriteCodeOf(isolate, compiled.commonjs->info());
    return kOk;
  }
  if (RunCommonJs(isolate, realm, entry.path, compiled.commonjs).IsThrow()) return ReportPending(isolate);
  return kOk;
}

int RunModuleText(Isolate& isolate, const Entry& entry, const std::string& text) {
  Completion<ModuleRecord*> module = NewModule(isolate, isolate.realm(), text, entry.name);
  if (module.IsThrow()) return ReportCompileError(isolate);
  ModuleRecord* record = module.Take();
  SetMainModule(isolate, isolate.realm(), record, entry.path);
  return RunOrDisassemble(isolate, record);
}

// A script that is none may be a module.
int RunScriptText(Isolate& isolate, const Entry& entry, const Input& input, const std::string& text) {
  Script* script = NewProgram(isolate, isolate.realm(), text, entry.name);
  bool disassemble = ShellOf(isolate).options.disassemble;
  Completion<FunctionInfo*> info = NativeStateOf(isolate).compile.script(isolate, script, !disassemble);
  if (!info.IsThrow() && disassemble) {
    WriteCodeOf(isolate, info.Take());
    return kOk;
  }
  if (!info.IsThrow()) return RunScript(isolate, info.Take(), input.print);
  Value error;
  if (entry.goal == Goal::kScript || !isolate.Catch(&error)) return ReportCompileError(isolate);
  SyntaxErrorPlace place = NativeStateOf(isolate).syntax_error;
  std::optional<Value> value;
  int status = kOk;
  if (input.print && AwaitExpression(isolate, text, entry.name, &value, &status)) {
    if (value) Print(isolate, *value);
    return status;
  }
  if (!input.print) {
    Completion<ModuleRecord*> module = NewModule(isolate, isolate.realm(), text, entry.name);
    if (!module.IsThrow()) {
      ModuleRecord* record = module.Take();
      SetMainModule(isolate, isolate.realm(), record, entry.path);
      return RunOrDisassemble(isolate, record);
    }
    // The error that is further down is the one in the language that was meant.
    const SyntaxErrorPlace& second = NativeStateOf(isolate).syntax_error;
    if (std::pair(second.line, second.column) > std::pair(place.line, place.column))
      return ReportCompileError(isolate);
    Value ignored;
    if (!isolate.Catch(&ignored)) return ReportCompileError(isolate);
  }
  NativeStateOf(isolate).syntax_error = place;
  (void)isolate.Throw(error);
  return ReportCompileError(isolate);
}

}  // namespace

Script* NewProgram(Isolate& isolate, Realm* realm, const std::string& text, const std::string& name) {
  Script* script =
      NewScript(isolate, realm, NewStringFromUtf8(isolate, text), NewStringFromUtf8(isolate, name));
  SetLanguage(script, LanguageOfFile(ShellOf(isolate).options, name));
  return script;
}

SourceLanguage LanguageOfFile(const Options& options, std::string_view name, bool is_typescript) {
  if (!is_typescript && !options.typescript && !HasTypeScriptName(name)) return SourceLanguage::kJavaScript;
  return options.transform_types ? SourceLanguage::kTransformedTypeScript : SourceLanguage::kTypeScript;
}

int RunModule(Isolate& isolate, ModuleRecord* module) {
  if (LoadRequestedModules(isolate, module).IsThrow() || Link(isolate, module).IsThrow())
    return ReportCompileError(isolate);
  Completion<PromiseObject*> evaluated = Evaluate(isolate, module);
  if (evaluated.IsThrow()) return ReportPending(isolate);
  return RunUntilSettled(isolate, evaluated.Take(), "a top-level await never ends");
}

int RunUntilSettled(Isolate& isolate, PromiseObject* promise, const char* never) {
  promise->is_handled_.Init(Value::True());
  int status = DrainJobs(isolate);
  if (status == kOk && promise->state() == PromiseState::kPending) status = RunEventLoop(isolate);
  if (status != kOk || ShellOf(isolate).quitting) return status;
  if (promise->state() == PromiseState::kRejected) {
    ReportUncaught(isolate, promise->result_, false);
    return kUncaughtError;
  }
  if (promise->state() == PromiseState::kPending) {
    WriteError(std::string("Uncaught: ") + never + "\n");
    return kUncaughtError;
  }
  return kOk;
}

int RunModuleForExports(Isolate& isolate, ModuleRecord* module, JSObject** exports) {
  int status = RunModule(isolate, module);
  if (status != kOk || ShellOf(isolate).quitting) return status;
  Completion<JSObject*> space = GetModuleNamespace(isolate, module);
  if (space.IsThrow()) return ReportPending(isolate);
  *exports = space.Take();
  return kOk;
}

int RunModuleEntry(Isolate& isolate, const std::string& text, const std::string& name, JSObject** exports) {
  Completion<ModuleRecord*> module = NewModule(isolate, isolate.realm(), text, name);
  if (module.IsThrow()) return ReportCompileError(isolate);
  return RunModuleForExports(isolate, module.Take(), exports);
}

int RunInput(Isolate& isolate, const Input& input) {
  Shell& shell = ShellOf(isolate);
  std::string text;
  if (input.image) return RunBuiltProgram(isolate);
  Entry entry{"", input.text, Goal::kScriptOrModule};
  if (input.kind == Input::kFile) {
    if (shell.options.test262_host) {
      // The suite says of each file what it is.
      entry.path = std::filesystem::absolute(input.text).lexically_normal().string();
      entry.goal = input.text.ends_with(".mjs") ? Goal::kModule : Goal::kScript;
    } else {
      Completion<Entry> found = EntryOf(isolate, input.text, shell.options.inputs.size() == 1);
      if (found.IsThrow()) return ReportPending(isolate);
      entry = found.Take();
    }
    std::error_code error;
    const std::string& path = entry.name.empty() ? input.text : entry.name;
    if (std::filesystem::is_directory(path, error) || !ReadWholeFile(path, &text)) {
      WriteError("halfword: cannot read '" + input.text + "'\n");
      return kUncaughtError;
    }
    NoteLoaded(isolate, entry.path);
  } else {
    if (input.kind == Input::kStandardInput) {
      if (!ReadWholeFile("/dev/stdin", &text)) {
        WriteError("halfword: cannot read standard input\n");
        return kUncaughtError;
      }
    } else {
      text = input.text;
      entry.name = "<eval>";
    }
    shell.sources[entry.name] = text;
  }
  if (input.module) entry.goal = Goal::kModule;
  if (input.commonjs) entry.goal = Goal::kCommonJs;
  if (text.size() > String::kMaxLength) {
    WriteError("Uncaught RangeError: '" + entry.name + "' is too long\n");
    return kUncaughtError;
  }
  if (shell.options.print_ast || shell.options.print_javascript)
    return PrintProgram(text, entry.name, entry.goal, shell.options);
  // The program's frames will lie where a file was looked up and read. The number of an inode is as large as
  // offsets of objects are, and each run has the same.
  platform::ClearFramesBelow();
  switch (entry.goal) {
    case Goal::kModule: return RunModuleText(isolate, entry, text);
    case Goal::kCommonJs:
    case Goal::kCommonJsOrModule: return RunCommonJsEntry(isolate, entry, text);
    case Goal::kScript:
    case Goal::kScriptOrModule: return RunScriptText(isolate, entry, input, text);
  }
  UNREACHABLE();
}

int DrainJobs(Isolate& isolate) {
  Shell& shell = ShellOf(isolate);
  for (;;) {
    if (RunJobs(isolate).IsThrow()) return ReportPending(isolate);
    if (!EnqueueFinalizationJobs(isolate)) break;
  }
  if (shell.inspector) shell.inspector->SettlePromises(isolate);
  ValueList rejected(isolate);
  TakeUnhandledRejections(isolate, rejected);
  // Tests of the suite leave rejected promises behind on purpose.
  if (rejected.empty() || shell.options.test262_host) return kOk;
  for (Value promise : rejected.span()) {
    ReportUncaught(isolate, static_cast<PromiseObject*>(promise.AsObject())->result_, true);
  }
  return kUncaughtError;
}

}  // namespace halfword::shell
