#include "modules.h"

#include <algorithm>
#include <filesystem>

#include "../packages/commonjs_names.h"
#include "../packages/data_url.h"
#include "../packages/locations.h"
#include "builtins/reflection/module_source.h"
#include "builtins/structured_data/array_buffer.h"
#include "builtins/structured_data/json_parser.h"
#include "loading.h"
#include "runtime/evaluation/modules.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

using packages::Format;
using packages::Resolution;
using packages::ResolveError;

Realm* RealmOf(Isolate& isolate, Value referrer) {
  if (auto* module = referrer.TryAs<ModuleRecord>()) return module->realm_.GetNonNull();
  if (auto* script = referrer.TryAs<Script>()) return script->realm_.GetNonNull();
  return CurrentRealm(isolate);
}

// Returns the text of the attribute "type", or "".
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

// Returns the default export of a module of a type of its own.
Completion<Value> ValueOfFile(Isolate& isolate, Realm* realm, std::string_view text,
                              const std::string& type) {
  if (type == "text") {
    // https://tc39.es/proposal-import-text/
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    return NewText(isolate, text);
  }
  // https://tc39.es/proposal-import-bytes/
  ArrayBufferObject* buffer = TRY(NewArrayBuffer(isolate, text.size()));
  std::copy(text.begin(), text.end(), buffer->data(isolate));
  buffer->MakeImmutable();
  return Value(TRY(Construct(isolate, realm->intrinsic(Intrinsic::kUint8Array), {Value(buffer)})));
}

// Makes a CommonJS module for those that import it. It runs when its turn has come.
Completion<ModuleRecord*> NewCommonJsModule(Isolate& isolate, Realm* realm, const LoadedText& loaded,
                                            String* text, JSFunction* code) {
  ModuleFiles& files = FilesOf(isolate);
  if (loaded.text == nullptr) files.commonjs.push_back(loaded.path);
  ValueList names(isolate), exported(isolate);
  names.Append(Value(isolate.name(Name::default_)));
  names.Append(NewText(isolate, "module.exports"));
  for (const std::string& name :
       packages::CommonJsExports(files.resolver, files.disk, loaded.path, text->ToUtf8(isolate))) {
    if (name == "default" || name == "module.exports") continue;
    exported.Append(NewText(isolate, name));
    names.Append(exported.span().back());
  }
  const char* format = loaded.format == Format::kCommonJs ? "commonjs" : "syntax";
  Value steps =
      TRY(CallLoader(isolate, realm, "steps",
                     {NewText(isolate, loaded.path), Value(CreateArrayFromList(isolate, exported.span())),
                      NewText(isolate, format), Value(text), Value::Boolean(loaded.is_typescript),
                      code != nullptr ? Value(code) : Value::Undefined()}));
  return NewSyntheticModule(isolate, realm, names.span(), steps.AsObject());
}

// `node:module`
Completion<ModuleRecord*> NewBuiltinModule(Isolate& isolate, Realm* realm) {
  JSObject* loader = TRY(LoaderOf(isolate, realm));
  Value members = TRY(Get(isolate, loader, PropertyKey::FromAscii(isolate, "members")));
  Value constructor = TRY(Get(isolate, loader, PropertyKey::FromAscii(isolate, "Module")));
  ValueList names(isolate), values(isolate);
  TRY(internal_method::OwnPropertyKeys(isolate, members.AsObject(), names));
  for (Value name : names.span())
    values.Append(TRY(Get(isolate, members.AsObject(), TRY(ToPropertyKey(isolate, name)))));
  names.Append(Value(isolate.name(Name::default_)));
  values.Append(constructor);
  return NewSyntheticModule(isolate, realm, names.span(), values.span());
}

Completion<ModuleRecord*> MakeModule(Isolate& isolate, Realm* realm, const LoadedText& loaded) {
  if (loaded.format == Format::kBuiltin) return NewBuiltinModule(isolate, realm);
  if (loaded.format == Format::kJson) {
    return ThrowCoded(isolate, ErrorType::kTypeError, "ERR_IMPORT_ATTRIBUTE_MISSING",
                      "Module '" + loaded.key + "' needs an import attribute of 'type: json'");
  }
  if (loaded.format == Format::kAddon) {
    return ThrowCoded(isolate, ErrorType::kError, "ERR_DLOPEN_FAILED",
                      loaded.path + " is an addon, machine code; this program loads none");
  }
  if (loaded.format == Format::kUnknown) {
    return ThrowCoded(isolate, ErrorType::kTypeError, "ERR_UNKNOWN_FILE_EXTENSION",
                      "Unknown file extension of '" + loaded.path + "'");
  }
  String* text = loaded.text != nullptr ? loaded.text : TRY(ReadText(isolate, loaded.path));
  if (loaded.format == Format::kModule)
    return CompileModuleText(isolate, realm, text, loaded.key, loaded.url, loaded.is_typescript);
  if (loaded.format == Format::kCommonJs) return NewCommonJsModule(isolate, realm, loaded, text, nullptr);
  CompiledText compiled =
      TRY(CompileBySyntax(isolate, realm, text, loaded.key, loaded.url, loaded.is_typescript));
  if (compiled.module != nullptr) return compiled.module;
  return NewCommonJsModule(isolate, realm, loaded, text, compiled.commonjs);
}

// A module whose imports a hook is loading would be asked for them again, by that hook.
Completion<ModuleRecord*> CheckLoaded(Isolate& isolate, ModuleRecord* record, const std::string& key) {
  const std::vector<Value>& waiting = FilesOf(isolate).waiting_for_hooks;
  bool is_linked = record->status() >= ModuleRecord::kLinked;
  if (is_linked || std::find(waiting.begin(), waiting.end(), Value(record)) == waiting.end()) return record;
  return ThrowCoded(isolate, ErrorType::kError, "ERR_REQUIRE_CYCLE_MODULE",
                    "A hook can't load '" + key + "', which waits for the hook");
}

// Sets what a URL says about the module.
void SetUrl(const std::string& url, LoadedText* loaded) {
  loaded->key = loaded->path = loaded->url = url;
  if (packages::SchemeOf(url) != "file") return;
  packages::Location location = packages::Locate(url, "/");
  if (location.error != packages::Location::kNone) return;
  loaded->path = location.path;
  loaded->key = location.path + location.suffix;
  if (location.suffix.empty()) loaded->url.clear();
}

// Calls the loader in the middle of loading what `referrer` imports.
Completion<Value> CallHook(Isolate& isolate, Realm* realm, Value referrer, const char* name,
                           std::initializer_list<Value> arguments) {
  ModuleFiles& files = FilesOf(isolate);
  files.waiting_for_hooks.push_back(referrer);
  Completion<Value> result = CallLoader(isolate, realm, name, arguments);
  files.waiting_for_hooks.pop_back();
  return result;
}

// Loads an import where module.registerHooks has put something between.
Completion<ModuleRecord*> LoadWithHooks(Isolate& isolate, Realm* realm, Value referrer, String* specifier,
                                        Value attributes, const std::string& type) {
  JSObject* given = OrdinaryObjectCreate(isolate, Value::Null());
  if (attributes.Is<ValueArray>()) {
    auto* pairs = attributes.As<ValueArray>();
    for (uint32_t i = 0; i + 1 < pairs->length() && pairs->get(i).IsString(); i += 2) {
      TRY(CreateDataPropertyOrThrow(isolate, given, TRY(ToPropertyKey(isolate, pairs->get(i))),
                                    pairs->get(i + 1)));
    }
  }
  Value found =
      TRY(CallHook(isolate, realm, referrer, "resolveImport",
                   {Value(specifier), NewText(isolate, UrlOf(ReferrerOf(isolate, referrer))), Value(given)}));
  auto* parts = static_cast<JSArray*>(found.AsObject());
  LoadedText loaded;
  Value format = parts->GetElement(isolate, 1), url = parts->GetElement(isolate, 2);
  SetUrl(TRY(ToString(isolate, url))->ToUtf8(isolate), &loaded);
  if (format.IsString()) loaded.format = FormatOfName(ShortText(isolate, format.AsString()));
  bool is_builtin = format.IsString() && format.AsString()->EqualsAscii("builtin");
  Value key = KeyOf(isolate, loaded.key, type);
  if (ModuleRecord* known = KnownModule(isolate, realm, key)) return CheckLoaded(isolate, known, loaded.key);
  if (is_builtin || (!type.empty() && type != "json")) return LoadModule(isolate, realm, loaded, type);
  Value source = TRY(CallHook(isolate, realm, referrer, "loadImport", {url, format, Value(given)}));
  parts = static_cast<JSArray*>(source.AsObject());
  loaded.format = FormatOfName(ShortText(isolate, parts->GetElement(isolate, 0).AsString()));
  Value text = parts->GetElement(isolate, 1);
  if (text.IsString()) loaded.text = text.AsString();
  loaded.is_typescript = parts->GetElement(isolate, 2).IsTrue();
  return LoadModule(isolate, realm, loaded, type);
}

// A module of test262's host: it has nothing but a source.
Completion<ModuleRecord*> Test262ModuleSource(Isolate& isolate, Realm* realm) {
  Value key(NewStringFromAscii(isolate, "<module source>"));
  if (ModuleRecord* known = KnownModule(isolate, realm, key)) return known;
  ModuleRecord* record = NewSyntheticModule(isolate, realm, {}, std::span<const Value>());
  record->module_source_.Set(record, Value(NewModuleSource(isolate, realm, "Test262Source")));
  return Remember(isolate, realm, key, record);
}

// Sets what a data: URL holds, which names itself.
Completion<void> LoadDataUrl(Isolate& isolate, const std::string& url, LoadedText* loaded) {
  std::optional<packages::DataUrl> data = packages::ReadDataUrl(url);
  if (!data)
    return ThrowCoded(isolate, ErrorType::kTypeError, "ERR_INVALID_URL", "Invalid URL '" + url + "'");
  SetUrl(url, loaded);
  loaded->format = data->format;
  loaded->text = NewText(isolate, data->text).AsString();
  if (data->format != Format::kUnknown) return {};
  return ThrowCoded(isolate, ErrorType::kRangeError, "ERR_UNKNOWN_MODULE_FORMAT",
                    "Unknown module format for URL " + url);
}

Completion<Value> LoadImport(Isolate& isolate, Value referrer, String* specifier, Value attributes) {
  Realm* realm = RealmOf(isolate, referrer);
  bool is_test262 = ShellOf(isolate).options.test262_host;
  if (is_test262 && specifier->EqualsAscii("<module source>"))
    return Value(TRY(Test262ModuleSource(isolate, realm)));
  std::string type = TRY(TypeAttribute(isolate, attributes));
  bool is_known = type.empty() || type == "json" || (isolate.harmony_ && (type == "text" || type == "bytes"));
  if (!is_known) {
    return ThrowCoded(isolate, ErrorType::kTypeError, "ERR_IMPORT_ATTRIBUTE_UNSUPPORTED",
                      "Import attribute type '" + type + "' is not supported");
  }
  std::string from = ReferrerOf(isolate, referrer);
  bool has_hooks = HasHooks(isolate, realm);
  if (IsDataUrl(isolate, specifier) && !has_hooks) {
    LoadedText loaded;
    TRY(LoadDataUrl(isolate, specifier->ToUtf8(isolate), &loaded));
    return Value(TRY(LoadModule(isolate, realm, loaded, type)));
  }
  if (specifier->length() > kLongestSpecifier) {
    return ThrowCoded(isolate, ErrorType::kError, "ERR_MODULE_NOT_FOUND",
                      "Cannot find module '" + ShortText(isolate, specifier) + "' imported from " + from);
  }
  if (has_hooks) return Value(TRY(LoadWithHooks(isolate, realm, referrer, specifier, attributes, type)));
  LoadedText loaded;
  if (is_test262) {
    // Its files are modules because a test imports them, whatever package.json says.
    loaded.path = loaded.key =
        packages::NormalPath(packages::FolderOf(PathOfReferrer(from)), specifier->ToUtf8(isolate));
    loaded.format = Format::kModule;
  } else {
    Resolution found = TRY(ResolveFrom(isolate, specifier->ToUtf8(isolate), from));
    if (!found.ok()) return ThrowResolveError(isolate, *found.error);
    loaded.path = found.path;
    loaded.key = found.format == Format::kBuiltin ? "node:" + found.path : found.key();
    if (!found.suffix.empty()) loaded.url = packages::FileUrlOf(found.path) + found.suffix;
    loaded.format = found.format;
  }
  return Value(TRY(LoadModule(isolate, realm, loaded, type)));
}
}  // namespace

Completion<ModuleRecord*> LoadModule(Isolate& isolate, Realm* realm, const LoadedText& loaded,
                                     const std::string& type) {
  Value key = KeyOf(isolate, loaded.key, type);
  if (ModuleRecord* known = KnownModule(isolate, realm, key)) return CheckLoaded(isolate, known, loaded.key);
  ModuleRecord* record;
  if (type.empty()) {
    record = TRY(MakeModule(isolate, realm, loaded));
  } else if (type == "json") {
    String* text = loaded.text != nullptr ? loaded.text : TRY(ReadText(isolate, loaded.path));
    record = NewSyntheticModule(isolate, realm, TRY(ParseJson(isolate, text)));
  } else {
    std::string bytes;
    if (!ReadWholeFile(loaded.path, &bytes))
      return ThrowCoded(isolate, ErrorType::kError, "ENOENT", "Cannot read '" + loaded.path + "'");
    record = NewSyntheticModule(isolate, realm, TRY(ValueOfFile(isolate, realm, bytes, type)));
  }
  return Remember(isolate, realm, key, record);
}

void ForgetPackages(Shell& shell) {
  if (shell.files) shell.files->resolver.Forget();
}

void InstallModuleHooks(HostHooks& hooks) {
  hooks.load_module = LoadImport;
  hooks.import_meta = [](Isolate& isolate, JSObject* meta, ModuleRecord* module) {
    std::string referrer = ReferrerOf(isolate, Value(module));
    std::string path = PathOfReferrer(referrer);
    Realm* realm = module->realm_.GetNonNull();
    auto define = [&](const char* name, Value value) {
      InstallValue(isolate, meta, name, value, kDataDefault);
    };
    if (packages::SchemeOf(UrlOf(referrer)) == "file") {
      define("dirname", NewText(isolate, packages::FolderOf(path)));
      define("filename", NewText(isolate, path));
    }
    define("main", Value::Boolean(DataOf(isolate, realm)->get(kMainModule) == Value(module)));
    define("resolve", NewMetaResolve(isolate, realm, referrer));
    define("url", NewText(isolate, UrlOf(referrer)));
  };
}

Completion<Entry> EntryOf(Isolate& isolate, const std::string& given, bool is_only) {
  ModuleFiles& files = FilesOf(isolate);
  std::string absolute = AbsolutePath(given);
  Entry entry{absolute, given, Goal::kScript};
  std::error_code error;
  bool is_there = std::filesystem::exists(absolute, error) && !std::filesystem::is_directory(absolute, error);
  if (!is_there) {
    Resolution found = files.resolver.Main(absolute);
    if (!found.ok() && found.error->code == std::string_view("MODULE_NOT_FOUND")) return Entry();
    if (!found.ok()) return ThrowResolveError(isolate, *found.error);
    absolute = entry.path = entry.name = found.path;
  }
  if (std::optional<std::string> real = files.disk.RealPath(absolute); real && *real != absolute)
    entry.path = entry.name = *real;
  switch (files.resolver.FormatOf(entry.path)) {
    case Format::kModule: entry.goal = Goal::kModule; return entry;
    case Format::kCommonJs: entry.goal = Goal::kCommonJs; return entry;
    case Format::kBySyntax: {
      if (std::optional<ResolveError> bad = files.resolver.PackageErrorOf(entry.path))
        return ThrowResolveError(isolate, *bad);
      bool is_in_package =
          files.resolver.IsInPackage(entry.path) || entry.path.find("/node_modules/") != entry.path.npos;
      entry.goal = is_in_package && is_only ? Goal::kCommonJsOrModule : Goal::kScriptOrModule;
      return entry;
    }
    default: return entry;
  }
}

}  // namespace halfword::shell
