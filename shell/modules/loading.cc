#include "loading.h"

#include <filesystem>

#include "../packages/locations.h"
#include "console/peek.h"
#include "objects/library/keyed_collections.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/functions/closures.h"
#include "runtime/functions/native.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

using packages::Format;
using packages::ResolveError;

constexpr std::string_view kParameters[] = {"exports", "require", "module", "__filename", "__dirname"};

std::string WorkingFolder() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::current_path(error);
  return error ? "/" : folder.string();
}

// Script::host_data_ is a URL where the name can't tell it.
Script* NewModuleScript(Isolate& isolate, Realm* realm, String* text, const std::string& name,
                        const std::string& url, bool is_typescript) {
  Script* script = NewScript(isolate, realm, text, NewStringFromUtf8(isolate, name));
  SetLanguage(script, LanguageOfFile(ShellOf(isolate).options, name, is_typescript));
  if (!url.empty()) script->host_data_.Set(script, NewText(isolate, url));
  return script;
}

bool IsSyntaxError(Isolate& isolate, Value error) {
  return error.IsObject() && error.AsObject()->object_type() == HeapType::kErrorObject &&
         console::PeekText(isolate, error.AsObject(), "name") == "SyntaxError";
}

}  // namespace

ModuleFiles::ModuleFiles(const Options& options)
    : resolver(disk, {options.conditions, "", [](std::string_view name) { return name == "module"; }}) {}

// ---- What a realm knows ----

ValueArray* DataOf(Isolate& isolate, Realm* realm) {
  if (!realm->host_data_.get().Is<ValueArray>()) {
    ValueArray* data = NewValueArray(isolate, kRealmSlots);
    for (uint32_t i = 0; i < kRealmSlots; i++) data->slots()[i].Init(Value::Smi(0));
    realm->host_data_.Set(realm, Value(data));
    Value prototype = Value(isolate.realm()->intrinsic(Intrinsic::kMapPrototype));
    data->slots()[kModules].Set(data, Value(NewInstance<MapObject>(isolate, prototype)));
  }
  return realm->host_data_.get().As<ValueArray>();
}

Value KeyOf(Isolate& isolate, const std::string& key, const std::string& type) {
  return Value(NewStringFromUtf8(isolate, type.empty() ? key : key + "\n" + type));
}
ModuleRecord* KnownModule(Isolate& isolate, Realm* realm, Value key) {
  auto* map = static_cast<MapObject*>(DataOf(isolate, realm)->get(kModules).AsObject());
  Value known = map->Get(isolate, key);
  return known.IsNotFound() ? nullptr : known.As<ModuleRecord>();
}
Completion<ModuleRecord*> Remember(Isolate& isolate, Realm* realm, Value key, ModuleRecord* record) {
  auto* map = static_cast<MapObject*>(DataOf(isolate, realm)->get(kModules).AsObject());
  if (!map->Set(isolate, key, Value(record))) return isolate.ThrowRangeError("too many modules");
  return record;
}

ModuleFiles& FilesOf(Isolate& isolate) {
  Shell& shell = ShellOf(isolate);
  if (!shell.files) shell.files = std::make_shared<ModuleFiles>(shell.options);
  return *shell.files;
}

// ---- Texts ----

std::string AbsolutePath(std::string_view path) { return packages::NormalPath(WorkingFolder(), path); }

Value NewText(Isolate& isolate, std::string_view text) { return Value(NewStringFromUtf8(isolate, text)); }

std::string TextOf(Isolate& isolate, Value value) {
  if (!value.IsString()) return "";
  if (value.AsString()->length() > kLongestSpecifier) return ShortText(isolate, value.AsString());
  return value.AsString()->ToUtf8(isolate);
}

std::string ReferrerOf(Isolate& isolate, Value referrer) {
  Script* script = nullptr;
  if (auto* module = referrer.TryAs<ModuleRecord>()) script = module->script_.get();
  if (auto* s = referrer.TryAs<Script>()) script = s;
  if (script == nullptr) return AbsolutePath("module");
  if (script->host_data_.get().IsString()) return script->host_data_.get().AsString()->ToUtf8(isolate);
  std::string name;
  if (script->name_.get().IsString()) name = script->name_.get().AsString()->ToUtf8(isolate);
  return AbsolutePath(name);
}
std::string PathOfReferrer(const std::string& referrer) {
  if (referrer.starts_with('/')) return referrer;
  if (packages::SchemeOf(referrer) == "file") {
    packages::Location location = packages::Locate(referrer, "/");
    if (location.error == packages::Location::kNone) return location.path;
  }
  return AbsolutePath("module");
}
bool IsDataUrl(Isolate& isolate, String* specifier) {
  return packages::SchemeOf(ShortText(isolate, specifier)) == "data";
}
Completion<packages::Resolution> ResolveFrom(Isolate& isolate, const std::string& specifier,
                                             const std::string& referrer) {
  packages::Resolution found = FilesOf(isolate).resolver.Import(specifier, PathOfReferrer(referrer));
  bool is_of_file = packages::SchemeOf(specifier).empty() && found.format != Format::kBuiltin;
  if (!is_of_file || packages::SchemeOf(referrer) != "data") return found;
  return ThrowCoded(isolate, ErrorType::kTypeError, "ERR_UNSUPPORTED_RESOLVE_REQUEST",
                    "Failed to resolve module specifier '" + specifier + "' from '" + referrer +
                        "': a data: URL has no place among files");
}
std::string UrlOf(const std::string& path_or_url) {
  return path_or_url.starts_with('/') ? packages::FileUrlOf(path_or_url) : path_or_url;
}

// ---- Errors ----

Throwing ThrowCoded(Isolate& isolate, ErrorType type, const char* code, const std::string& message) {
  JSObject* error = NewError(isolate, type, NewStringFromUtf8(isolate, message));
  InstallValue(isolate, error, "code", NewText(isolate, code), kDataDefault);
  return isolate.Throw(Value(error));
}
Throwing ThrowResolveError(Isolate& isolate, const ResolveError& error) {
  JSObject* object = NewError(isolate, error.is_type_error ? ErrorType::kTypeError : ErrorType::kError,
                              NewStringFromUtf8(isolate, error.message));
  InstallValue(isolate, object, "code", NewText(isolate, error.code), kDataDefault);
  if (!error.url.empty()) InstallValue(isolate, object, "url", NewText(isolate, error.url), kDataDefault);
  return isolate.Throw(Value(object));
}

// ---- Sources ----

Completion<String*> ReadText(Isolate& isolate, const std::string& path) {
  ModuleFiles& files = FilesOf(isolate);
  std::string text;
  if (!files.disk.Read(path, String::kMaxLength, &text)) {
    return ThrowCoded(isolate, ErrorType::kError, "ENOENT",
                      "Cannot read '" + path + "': it is no file, may not be read, or is too long");
  }
  NoteLoaded(isolate, path);
  return NewStringFromUtf8(isolate, text);
}

Completion<JSFunction*> CompileCommonJs(Isolate& isolate, Realm* realm, String* text, const std::string& name,
                                        const std::string& url, bool is_typescript) {
  Script* script = NewModuleScript(isolate, realm, text, name, url, is_typescript);
  FunctionInfo* info = TRY(NativeStateOf(isolate).compile.function_body(isolate, script, kParameters, true));
  return CreateClosure(isolate, info, Value::Smi(0));
}

Completion<ModuleRecord*> CompileModuleText(Isolate& isolate, Realm* realm, String* text,
                                            const std::string& name, const std::string& url,
                                            bool is_typescript) {
  Script* script = NewModuleScript(isolate, realm, text, name, url, is_typescript);
  return NativeStateOf(isolate).compile.module(isolate, script);
}

Format FormatOfName(std::string_view name) {
  if (name == "module") return Format::kModule;
  if (name == "commonjs") return Format::kCommonJs;
  if (name == "json") return Format::kJson;
  if (name == "builtin") return Format::kBuiltin;
  if (name == "addon") return Format::kAddon;
  return name == "unknown" ? Format::kUnknown : Format::kBySyntax;
}
const char* NameOfFormat(Format format) {
  switch (format) {
    case Format::kModule: return "module";
    case Format::kCommonJs: return "commonjs";
    case Format::kBySyntax: return "syntax";
    case Format::kJson: return "json";
    case Format::kAddon: return "addon";
    case Format::kBuiltin: return "builtin";
    case Format::kUnknown: return "unknown";
  }
  UNREACHABLE();
}

Value BundledAt(Isolate& isolate, Realm* realm, RealmSlot map, const std::string& key) {
  Value table = DataOf(isolate, realm)->get(map);
  if (!table.IsObject()) return Value::NotFound();
  return static_cast<MapObject*>(table.AsObject())->Get(isolate, NewText(isolate, key));
}

std::string ResolutionKey(const std::string& specifier, const std::string& referrer) {
  return std::string(packages::FolderOf(referrer)) + "\n" + specifier;
}

Value NewResolution(Isolate& isolate, const packages::Resolution& found) {
  Value values[] = {NewText(isolate, found.path), NewText(isolate, NameOfFormat(found.format))};
  return Value(CreateArrayFromList(isolate, values));
}

Completion<CompiledText> CompileBySyntax(Isolate& isolate, Realm* realm, String* text,
                                         const std::string& name, const std::string& url,
                                         bool is_typescript) {
  CompiledText compiled;
  Completion<JSFunction*> commonjs = CompileCommonJs(isolate, realm, text, name, url, is_typescript);
  if (!commonjs.IsThrow()) {
    compiled.commonjs = commonjs.Take();
    return compiled;
  }
  Value error;
  if (!isolate.Catch(&error)) return kThrow;
  if (!IsSyntaxError(isolate, error)) return isolate.Throw(error);
  SyntaxErrorPlace place = NativeStateOf(isolate).syntax_error;
  Completion<ModuleRecord*> module = CompileModuleText(isolate, realm, text, name, url, is_typescript);
  if (!module.IsThrow()) {
    compiled.module = module.Take();
    return compiled;
  }
  // The error that is further down is the one in the language that was meant.
  SyntaxErrorPlace second = NativeStateOf(isolate).syntax_error;
  if (std::pair(second.line, second.column) > std::pair(place.line, place.column)) return kThrow;
  Value ignored;
  if (!isolate.Catch(&ignored)) return kThrow;
  NativeStateOf(isolate).syntax_error = place;
  return isolate.Throw(error);
}

Completion<ModuleRecord*> NewModule(Isolate& isolate, Realm* realm, const std::string& text,
                                    const std::string& name) {
  return CompileModuleText(isolate, realm, NewStringFromUtf8(isolate, text), name, "", false);
}

void SetMainModule(Isolate& isolate, Realm* realm, ModuleRecord* module, const std::string& path) {
  ValueArray* data = DataOf(isolate, realm);
  data->slots()[kMainModule].Set(data, Value(module));
  if (path.empty()) return;
  // There is room for a first module.
  Completion<ModuleRecord*> known = Remember(isolate, realm, KeyOf(isolate, path), module);
  if (known.IsThrow() && !isolate.IsTerminating()) isolate.TakeException();
}

Completion<JSFunction*> NewCommonJs(Isolate& isolate, Realm* realm, String* text, const std::string& name) {
  return CompileCommonJs(isolate, realm, text, name, "", false);
}

}  // namespace halfword::shell
