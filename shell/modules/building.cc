// Images of programs: everything is loaded, compiled and linked, and nothing has been evaluated.
#include <set>

#include "../packages/commonjs_names.h"
#include "../packages/locations.h"
#include "loading.h"
#include "objects/library/keyed_collections.h"
#include "runtime/evaluation/modules.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

using packages::Format;
using packages::Resolution;

class Builder {
 public:
  Builder(Isolate& isolate, Realm* realm) : isolate_(isolate), realm_(realm), files_(FilesOf(isolate)) {
    for (RealmSlot slot : {kBundled, kResolutions}) {
      Value prototype = Value(realm->intrinsic(Intrinsic::kMapPrototype));
      ValueArray* data = DataOf(isolate, realm);
      data->slots()[slot].Set(data, Value(NewInstance<MapObject>(isolate, prototype)));
    }
  }

  // Loads and links the graph below a module.
  Completion<void> AddModule(ModuleRecord* module) {
    TRY(LoadRequestedModules(isolate_, module));
    return Link(isolate_, module);
  }
  // Adds what a CommonJS module requires by a text.
  Completion<void> AddRequired(const std::string& path, String* text) {
    for (const std::string& specifier : packages::ScanCommonJs(text->ToUtf8(isolate_)).required) {
      Resolution found = files_.resolver.Require(specifier, path);
      if (!found.ok()) continue;  // it may stand where it is never called
      TRY(Set(kResolutions, ResolutionKey(specifier, path), NewResolution(isolate_, found)));
      if (found.format == Format::kModule) {
        TRY(AddModule(TRY(LoadModule(isolate_, realm_, {found.path, found.path, "", Format::kModule}, ""))));
      } else if (found.format == Format::kJson) {
        TRY(Set(kBundled, found.path, Value(TRY(ReadText(isolate_, found.path)))));
      } else if (found.format == Format::kCommonJs || found.format == Format::kBySyntax) {
        files_.commonjs.push_back(found.path);
      }
    }
    return {};
  }
  // Adds the CommonJS modules that were imported or required so far, and what they require.
  Completion<void> AddCommonJs() {
    while (!files_.commonjs.empty()) {
      std::string path = files_.commonjs.back();
      files_.commonjs.pop_back();
      if (!BundledAt(isolate_, realm_, kBundled, path).IsNotFound()) continue;
      if (KnownModule(isolate_, realm_, KeyOf(isolate_, path)) != nullptr && required_modules_.contains(path))
        continue;
      String* text = TRY(ReadText(isolate_, path));
      CompiledText compiled;
      if (files_.resolver.FormatOf(path) == Format::kCommonJs) {
        compiled.commonjs = TRY(CompileCommonJs(isolate_, realm_, text, path, "", false));
      } else {
        compiled = TRY(CompileBySyntax(isolate_, realm_, text, path, "", false));
      }
      if (compiled.module != nullptr) {
        required_modules_.insert(path);
        TRY(Remember(isolate_, realm_, KeyOf(isolate_, path), compiled.module));
        TRY(AddModule(compiled.module));
        continue;
      }
      TRY(Set(kBundled, path, Value(compiled.commonjs)));
      TRY(AddRequired(path, text));
    }
    return {};
  }

  Completion<void> Set(RealmSlot map, const std::string& key, Value value) {
    auto* table = static_cast<MapObject*>(DataOf(isolate_, realm_)->get(map).AsObject());
    if (!table->Set(isolate_, NewText(isolate_, key), value))
      return isolate_.ThrowRangeError("too many modules");
    return {};
  }

 private:
  Isolate& isolate_;
  Realm* realm_;
  ModuleFiles& files_;
  std::set<std::string> required_modules_;
};

Completion<void> Build(Isolate& isolate, const Entry& entry, String* text) {
  Realm* realm = isolate.realm();
  Builder builder(isolate, realm);
  CompiledText compiled;
  // In an image there is no folder for a relative name to begin in.
  if (entry.goal == Goal::kModule) {
    compiled.module = TRY(CompileModuleText(isolate, realm, text, entry.path, "", false));
  } else if (entry.goal == Goal::kCommonJs) {
    compiled.commonjs = TRY(CompileCommonJs(isolate, realm, text, entry.path, "", false));
  } else {
    compiled = TRY(CompileBySyntax(isolate, realm, text, entry.path, "", false));
  }
  ValueArray* data = DataOf(isolate, realm);
  data->slots()[kProgramPath].Set(data, NewText(isolate, entry.path));
  if (compiled.module != nullptr) {
    SetMainModule(isolate, realm, compiled.module, entry.path);
    data->slots()[kProgram].Set(data, Value(compiled.module));
    TRY(builder.AddModule(compiled.module));
  } else {
    data->slots()[kProgram].Set(data, Value(compiled.commonjs));
    TRY(builder.AddRequired(entry.path, text));
  }
  TRY(builder.AddCommonJs());
  // It is made now and not at each start.
  TRY(LoaderOf(isolate, realm));
  return {};
}

// Evaluates the program. *exported is what it exports as its default; null: nobody asks.
int EvaluateProgram(Isolate& isolate, Value* exported) {
  Realm* realm = isolate.realm();
  Value program = DataOf(isolate, realm)->get(kProgram);
  if (auto* module = program.TryAs<ModuleRecord>()) {
    if (exported == nullptr) return RunModule(isolate, module);
    JSObject* exports = nullptr;
    int status = RunModuleForExports(isolate, module, &exports);
    if (status != kOk || ShellOf(isolate).quitting) return status;
    Completion<Value> value = Get(isolate, exports, PropertyKey::FromAscii(isolate, "default"));
    if (value.IsThrow()) return ReportPending(isolate);
    *exported = value.Take();
    return kOk;
  }
  if (!program.Is<JSFunction>()) {
    WriteError("halfword: there is no program in the image\n");
    return kUncaughtError;
  }
  std::string path = TextOf(isolate, DataOf(isolate, realm)->get(kProgramPath));
  Completion<Value> value = RunCommonJs(isolate, realm, path, static_cast<JSFunction*>(program.AsObject()));
  if (value.IsThrow()) return ReportPending(isolate);
  if (exported != nullptr) *exported = value.Take();
  return kOk;
}

// Calls the function, and waits for a promise that it returns.
int CallMain(Isolate& isolate, Value main) {
  Completion<Value> called = Call(isolate, main, Value::Undefined(), {});
  if (called.IsThrow()) return ReportPending(isolate);
  auto* promise = called.Take().TryAs<PromiseObject>();
  if (promise == nullptr) return DrainJobs(isolate);
  return RunUntilSettled(isolate, promise, "the promise of the program's function is never settled");
}

// Calls the program's function so often, so that the image has its machine code.
int WarmUp(Isolate& isolate, uint64_t calls) {
  Value main;
  int status = EvaluateProgram(isolate, &main);
  if (status == kOk && !ShellOf(isolate).quitting && !main.IsCallable()) {
    WriteError("halfword: --warm needs a program that exports a function as its default\n");
    return kUncaughtError;
  }
  for (uint64_t n = 0; n < calls && status == kOk && !ShellOf(isolate).quitting; n++)
    status = CallMain(isolate, main);
  if (status != kOk) return status;
  if (ShellOf(isolate).quitting) {
    WriteError("halfword: the program has ended itself, so there is nothing to go on with\n");
    return kUncaughtError;
  }
  ValueArray* data = DataOf(isolate, isolate.realm());
  data->slots()[kMain].Set(data, main);
  return kOk;
}

}  // namespace

int BuildProgram(Isolate& isolate, const std::string& path, uint64_t warm_calls) {
  Completion<Entry> found = EntryOf(isolate, path, true);
  if (found.IsThrow()) return ReportPending(isolate);
  Entry entry = found.Take();
  std::string text;
  if (entry.path.empty() || !ReadWholeFile(entry.path, &text)) {
    WriteError("halfword: cannot read '" + path + "'\n");
    return kUncaughtError;
  }
  if (text.size() > String::kMaxLength) {
    WriteError("halfword: '" + path + "' is too long\n");
    return kUncaughtError;
  }
  if (Build(isolate, entry, NewStringFromUtf8(isolate, text)).IsThrow()) return ReportCompileError(isolate);
  return warm_calls == 0 ? kOk : WarmUp(isolate, warm_calls);
}

int RunBuiltProgram(Isolate& isolate) {
  Value main = DataOf(isolate, isolate.realm())->get(kMain);
  return main.IsCallable() ? CallMain(isolate, main) : EvaluateProgram(isolate, nullptr);
}

}  // namespace halfword::shell
