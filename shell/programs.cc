// Running the programs of the command line: scripts, modules, their jobs; loading of modules from files.
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "builtins/reflection/module_source.h"
#include "builtins/structured_data/array_buffer.h"
#include "builtins/structured_data/json_parser.h"
#include "bytecode/disassembler.h"
#include "console/inspect.h"
#include "console/peek.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/control_abstraction/weak_references.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"
#include "syntax/parser/parser.h"
#include "syntax/tree/tree_text.h"

namespace halfword::shell {

namespace {

// ---- Modules ----

// The module map of a realm: absolute path (JSON modules: with a suffix) → ModuleRecord.
MapObject* ModuleMap(Isolate& isolate, Realm* realm) {
  if (!realm->host_data_.get().IsObject()) {
    Value prototype = Value(isolate.realm()->intrinsic(Intrinsic::kMapPrototype));
    realm->host_data_.Set(realm, Value(NewInstance<MapObject>(isolate, prototype)));
  }
  return static_cast<MapObject*>(realm->host_data_.get().AsObject());
}

std::string AbsolutePath(const std::string& path) {
  std::error_code error;
  std::filesystem::path absolute = std::filesystem::absolute(path, error);
  return (error ? std::filesystem::path(path) : absolute).lexically_normal().string();
}

bool IsFileUrl(std::string_view s) { return s.starts_with("file://"); }

std::string ResolveSpecifier(Isolate& isolate, Value referrer, const std::string& specifier) {
  if (IsFileUrl(specifier)) return AbsolutePath(specifier.substr(7));
  std::filesystem::path path(specifier);
  if (path.is_absolute()) return path.lexically_normal().string();
  Script* script = nullptr;
  if (auto* module = referrer.TryAs<ModuleRecord>()) script = module->script_.GetNonNull();
  if (auto* s = referrer.TryAs<Script>()) script = s;
  std::string from;
  if (script && script->name_.get().IsString()) from = script->name_.get().AsString()->ToUtf8(isolate);
  return AbsolutePath((std::filesystem::path(from).parent_path() / path).string());
}

// A module is known by its absolute path, and called as its importer (or the user) called it.
Completion<ModuleRecord*> CompileNamed(Isolate& isolate, Realm* realm, const std::string& text,
                                       const std::string& name) {
  if (text.size() > String::kMaxLength) return isolate.ThrowRangeError("Invalid string length");
  Script* script = NewProgram(isolate, realm, text, name);
  return NativeStateOf(isolate).compile.module(isolate, script);
}

// The text of the attribute "type"; empty: none.
Completion<std::string> TypeAttribute(Isolate& isolate, Value attributes) {
  std::string type;
  if (!attributes.Is<ValueArray>()) return type;
  auto* pairs = attributes.As<ValueArray>();
  for (uint32_t i = 0; i + 1 < pairs->length(); i += 2) {
    if (!pairs->get(i).IsString()) break;
    std::string key = ShortText(isolate, pairs->get(i).AsString());
    if (key != "type") {
      return isolate.ThrowSyntaxError("Import attribute '%s' is not supported", key.c_str());
    }
    if (pairs->get(i + 1).IsString()) type = ShortText(isolate, pairs->get(i + 1).AsString());
  }
  return type;
}

// The default export of a module of a type of its own.
Completion<Value> ValueOfFile(Isolate& isolate, Realm* realm, std::string_view text,
                              const std::string& type) {
  if (type == "json") return ParseJson(isolate, NewStringFromUtf8(isolate, text));
  if (type == "text") {
    // https://tc39.es/proposal-import-text/
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return Value(NewStringFromUtf8(isolate, text));
  }
  // https://tc39.es/proposal-import-bytes/
  ArrayBufferObject* buffer = TRY(NewArrayBuffer(isolate, text.size()));
  std::copy(text.begin(), text.end(), buffer->data(isolate));
  buffer->MakeImmutable();
  return Value(TRY(Construct(isolate, realm->intrinsic(Intrinsic::kUint8Array), {Value(buffer)})));
}

Completion<ModuleRecord*> LoadModule(Isolate& isolate, Realm* realm, const std::string& path,
                                     const std::string& type) {
  bool is_known = type.empty() || type == "json" || (isolate.harmony_ && (type == "text" || type == "bytes"));
  if (!is_known) {
    return isolate.ThrowTypeError("Import attribute type '%s' is not supported", type.c_str());
  }
  String* key = NewStringFromUtf8(isolate, type.empty() ? path : path + "\n" + type);
  MapObject* map = ModuleMap(isolate, realm);
  Value known = map->Get(isolate, Value(key));
  if (!known.IsNotFound()) return known.As<ModuleRecord>();
  std::string text;
  std::error_code error;
  if (std::filesystem::is_directory(path, error) || !ReadWholeFile(path, &text)) {
    return isolate.ThrowTypeError("Cannot find module '%s'", path.c_str());
  }
  ModuleRecord* record;
  if (type.empty()) {
    record = TRY(CompileNamed(isolate, realm, text, path));
  } else {
    record = NewSyntheticModule(isolate, realm, TRY(ValueOfFile(isolate, realm, text, type)));
  }
  if (!ModuleMap(isolate, realm)->Set(isolate, Value(key), Value(record)))
    return isolate.ThrowRangeError("too many modules");
  return record;
}

// Link, evaluate, and drain: what a module file of the command line does.
int RunModule(Isolate& isolate, ModuleRecord* module) {
  if (LoadRequestedModules(isolate, module).IsThrow() || Link(isolate, module).IsThrow())
    return ReportCompileError(isolate);
  Completion<PromiseObject*> evaluated = Evaluate(isolate, module);
  if (evaluated.IsThrow()) return ReportPending(isolate);
  PromiseObject* promise = evaluated.Take();
  promise->is_handled_.Init(Value::True());
  int status = DrainJobs(isolate);
  if (status == kOk && promise->state() == PromiseState::kPending) status = RunEventLoop(isolate);
  if (status != kOk || ShellOf(isolate).quitting) return status;
  if (promise->state() == PromiseState::kRejected) {
    ReportUncaught(isolate, promise->result_, false);
    return kUncaughtError;
  }
  if (promise->state() == PromiseState::kPending) {
    WriteError("Uncaught: a top-level await never ends\n");
    return kUncaughtError;
  }
  return kOk;
}

int PrintTree(const std::string& text, const std::string& name, bool is_module, const Options& shell) {
  syntax::SourceBuffer source = syntax::SourceBuffer::FromUtf8(text);
  syntax::ParseOptions options{.harmony = shell.harmony,
                               .typescript = shell.typescript || HasTypeScriptName(name)};
  syntax::ParseResult tree =
      is_module ? syntax::ParseModule(source.text(), options) : syntax::ParseScript(source.text(), options);
  if (!tree.ok()) {
    const syntax::ParseError& error = tree.error();
    const char* type = error.kind == syntax::ErrorKind::kSyntaxError ? "SyntaxError: " : "RangeError: ";
    WriteError(type + error.message + "\n" + name + ":" + std::to_string(error.line) + ":" +
               std::to_string(error.column) + "\n");
    return kSyntaxError;
  }
  WriteOut(syntax::TreeText(tree.root()));
  return kOk;
}

int DisassembleScript(Isolate& isolate, Script* script) {
  Completion<FunctionInfo*> info = NativeStateOf(isolate).compile.script(isolate, script, false);
  if (info.IsThrow()) return ReportCompileError(isolate);
  WriteOut(DisassembleFunction(*info.Take()));
  return kOk;
}

int RunScript(Isolate& isolate, Script* script, bool print) {
  Completion<FunctionInfo*> info = NativeStateOf(isolate).compile.script(isolate, script, true);
  if (info.IsThrow()) return ReportCompileError(isolate);
  JSFunction* function = CreateClosure(isolate, info.Take(), Value::Smi(0));
  Completion<Value> result = Call(isolate, Value(function), script->realm_->global_this_);
  if (result.IsThrow()) return ReportPending(isolate);
  if (print) {
    WriteOut(console::Inspect(isolate, result.Take()));
    WriteOut("\n");
  }
  return kOk;
}

// A module of test262's host: it has nothing but a source.
Completion<ModuleRecord*> Test262ModuleSource(Isolate& isolate, Realm* realm) {
  Value key(NewStringFromAscii(isolate, "<module source>"));
  Value known = ModuleMap(isolate, realm)->Get(isolate, key);
  if (!known.IsNotFound()) return known.As<ModuleRecord>();
  ModuleRecord* record = NewSyntheticModule(isolate, realm, {}, {});
  record->module_source_.Set(record, Value(NewModuleSource(isolate, realm, "Test262Source")));
  if (!ModuleMap(isolate, realm)->Set(isolate, key, Value(record)))
    return isolate.ThrowRangeError("too many modules");
  return record;
}

}  // namespace

Script* NewProgram(Isolate& isolate, Realm* realm, const std::string& text, const std::string& name) {
  Script* script =
      NewScript(isolate, realm, NewStringFromUtf8(isolate, text), NewStringFromUtf8(isolate, name));
  bool is_typescript = ShellOf(isolate).options.typescript || HasTypeScriptName(name);
  script->is_typescript_.Init(Value::Boolean(is_typescript));
  return script;
}

void InstallModuleHooks(HostHooks& hooks) {
  hooks.load_module = [](Isolate& isolate, Value referrer, String* specifier,
                         Value attributes) -> Completion<ModuleRecord*> {
    Realm* realm = CurrentRealm(isolate);
    if (auto* module = referrer.TryAs<ModuleRecord>()) realm = module->realm_.GetNonNull();
    if (auto* script = referrer.TryAs<Script>()) realm = script->realm_.GetNonNull();
    if (ShellOf(isolate).options.test262_host && specifier->EqualsAscii("<module source>"))
      return Test262ModuleSource(isolate, realm);
    std::string type = TRY(TypeAttribute(isolate, attributes));
    if (specifier->length() >= PATH_MAX) {
      return isolate.ThrowTypeError("Cannot find module '%s'", ShortText(isolate, specifier).c_str());
    }
    return LoadModule(isolate, realm, ResolveSpecifier(isolate, referrer, specifier->ToUtf8(isolate)), type);
  };
  hooks.import_meta = [](Isolate& isolate, JSObject* meta, ModuleRecord* module) {
    std::string path = AbsolutePath(module->script_->name_.get().AsString()->ToUtf8(isolate));
    auto define = [&](const char* name, const std::string& text) {
      InstallValue(isolate, meta, name, Value(NewStringFromUtf8(isolate, text)), kDataDefault);
    };
    define("dirname", std::filesystem::path(path).parent_path().string());
    define("filename", path);
    define("url", "file://" + path);
  };
}

int RunModuleEntry(Isolate& isolate, const std::string& text, const std::string& name, JSObject** exports) {
  Completion<ModuleRecord*> module = CompileNamed(isolate, isolate.realm(), text, name);
  if (module.IsThrow()) return ReportCompileError(isolate);
  ModuleRecord* record = module.Take();
  int status = RunModule(isolate, record);
  if (status != kOk || ShellOf(isolate).quitting) return status;
  Completion<JSObject*> space = GetModuleNamespace(isolate, record);
  if (space.IsThrow()) return ReportPending(isolate);
  *exports = space.Take();
  return kOk;
}

int RunInput(Isolate& isolate, const Input& input) {
  Shell& shell = ShellOf(isolate);
  std::string text, name = input.text;
  if (input.kind == Input::kFile) {
    std::error_code error;
    if (std::filesystem::is_directory(input.text, error) || !ReadWholeFile(input.text, &text)) {
      WriteError("halfword: cannot read '" + input.text + "'\n");
      return kUncaughtError;
    }
  } else {
    if (input.kind == Input::kStandardInput) {
      if (!ReadWholeFile("/dev/stdin", &text)) {
        WriteError("halfword: cannot read standard input\n");
        return kUncaughtError;
      }
    } else {
      text = input.text;
      name = "<eval>";
    }
    shell.sources[name] = text;
  }
  if (text.size() > String::kMaxLength) {
    WriteError("Uncaught RangeError: '" + name + "' is too long\n");
    return kUncaughtError;
  }
  if (shell.options.print_ast) return PrintTree(text, name, input.module, shell.options);
  Realm* realm = isolate.realm();
  if (input.module) {
    Completion<ModuleRecord*> module = CompileNamed(isolate, realm, text, name);
    if (module.IsThrow()) return ReportCompileError(isolate);
    ModuleRecord* record = module.Take();
    if (shell.options.disassemble) {
      WriteOut(DisassembleFunction(*record->initializer_.GetNonNull()) +
               DisassembleFunction(*record->body_.GetNonNull()));
      return kOk;
    }
    if (input.kind == Input::kFile) {
      Value key = Value(NewStringFromUtf8(isolate, AbsolutePath(name)));
      CHECK(ModuleMap(isolate, realm)->Set(isolate, key, Value(record)));
    }
    return RunModule(isolate, record);
  }
  Script* script = NewProgram(isolate, realm, text, name);
  text = {};
  return shell.options.disassemble ? DisassembleScript(isolate, script)
                                   : RunScript(isolate, script, input.print);
}

int DrainJobs(Isolate& isolate) {
  Shell& shell = ShellOf(isolate);
  for (;;) {
    if (RunJobs(isolate).IsThrow()) return ReportPending(isolate);
    if (!EnqueueFinalizationJobs(isolate)) break;
  }
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
