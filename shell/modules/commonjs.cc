// This file has the functions that commonjs.js calls, and calls those that it returns.
#include "../packages/data_url.h"
#include "../packages/locations.h"
#include "builtins/structured_data/array_buffer.h"
#include "commonjs.js.h"
#include "console/peek.h"
#include "loading.h"
#include "objects/library/indexed_collections.h"
#include "objects/library/keyed_collections.h"
#include "parts.h"
#include "runtime/evaluation/modules.h"
#include "runtime/functions/closures.h"
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

// ---- What it calls ----

// resolve(id, filename, folders)
Completion<Value> Resolve(Isolate& isolate, Arguments& args) {
  std::string id = TextOf(isolate, args[0]), filename = PathOfReferrer(TextOf(isolate, args[1]));
  packages::Resolver& resolver = FilesOf(isolate).resolver;
  Value bundled = BundledAt(isolate, args.realm(), kResolutions, ResolutionKey(id, filename));
  if (args[2].IsUndefined() && !bundled.IsNotFound()) return bundled;
  std::vector<std::string> folders;
  if (args[2].Is<JSArray>()) {
    auto* list = static_cast<JSArray*>(args[2].AsObject());
    for (uint32_t i = 0; i < list->length() && i < 1000; i++)
      folders.push_back(AbsolutePath(TextOf(isolate, list->GetElement(isolate, i))));
  }
  bool has_none = args[2].Is<JSArray>() && folders.empty();
  Resolution found = has_none ? Resolution() : resolver.RequireFrom(id, filename, folders);
  if (has_none) found.error = ResolveError{"MODULE_NOT_FOUND", false, "Cannot find module '" + id + "'", ""};
  if (!found.ok()) return ThrowResolveError(isolate, *found.error);
  return NewResolution(isolate, found);
}

// resolveImport(specifier, referrer)
Completion<Value> ResolveImport(Isolate& isolate, Arguments& args) {
  std::string specifier = TextOf(isolate, args[0]);
  if (args[0].IsString() && IsDataUrl(isolate, args[0].AsString())) {
    Value values[] = {args[0], Value::Undefined()};
    return Value(CreateArrayFromList(isolate, values));
  }
  Resolution found = TRY(ResolveFrom(isolate, specifier, TextOf(isolate, args[1])));
  if (!found.ok()) return ThrowResolveError(isolate, *found.error);
  std::string url = found.format == Format::kBuiltin ? "node:" + found.path
                                                     : packages::FileUrlOf(found.path) + found.suffix;
  Value values[] = {NewText(isolate, url), NewText(isolate, NameOfFormat(found.format))};
  return Value(CreateArrayFromList(isolate, values));
}

Completion<Value> Read(Isolate& isolate, Arguments& args) {
  Value bundled = BundledAt(isolate, args.realm(), kBundled, TextOf(isolate, args[0]));
  if (bundled.IsString()) return bundled;
  return Value(TRY(ReadText(isolate, TextOf(isolate, args[0]))));
}

// dataOf(url) returns [format, text] of a data: URL that has a format, else undefined.
Completion<Value> DataOfUrl(Isolate& isolate, Arguments& args) {
  if (!args[0].IsString() || !IsDataUrl(isolate, args[0].AsString())) return Value::Undefined();
  std::optional<packages::DataUrl> data = packages::ReadDataUrl(args[0].AsString()->ToUtf8(isolate));
  if (!data || data->format == Format::kUnknown) return Value::Undefined();
  Value values[] = {NewText(isolate, NameOfFormat(data->format)), NewText(isolate, data->text)};
  return Value(CreateArrayFromList(isolate, values));
}

// bundledCode(path) returns the function around a CommonJS module of the image, or undefined.
Completion<Value> BundledCode(Isolate& isolate, Arguments& args) {
  Value bundled = BundledAt(isolate, args.realm(), kBundled, TextOf(isolate, args[0]));
  return bundled.IsCallable() ? bundled : Value::Undefined();
}

// compile(text, path, name, may_be_module, is_typescript)
Completion<Value> Compile(Isolate& isolate, Arguments& args) {
  String* text = TRY(ToString(isolate, args[0]));
  std::string path = TextOf(isolate, args[1]), name = TextOf(isolate, args[2]);
  std::string url = UrlUnlessPath(path);
  bool is_typescript = args[4].IsTrue();
  if (!args[3].IsTrue())
    return Value(TRY(CompileCommonJs(isolate, args.realm(), text, name, url, is_typescript)));
  CompiledText compiled = TRY(CompileBySyntax(isolate, args.realm(), text, name, url, is_typescript));
  if (compiled.commonjs != nullptr) return Value(compiled.commonjs);
  TRY(Remember(isolate, args.realm(), KeyOf(isolate, path), compiled.module));
  return Value::Undefined();
}

// Throws if a module of the graph can't be evaluated at once.
Completion<void> CheckSynchronous(Isolate& isolate, ModuleRecord* root, const std::string& path) {
  ValueList work(isolate);
  SetObject* seen = NewInstance<SetObject>(isolate, Value::Null());
  work.Append(Value(root));
  while (!work.empty()) {
    TRY(isolate.Poll());
    ModuleRecord* module = work.Pop().As<ModuleRecord>();
    if (seen->Has(isolate, Value(module)) || module->status() == ModuleRecord::kEvaluated) continue;
    if (!seen->Add(isolate, Value(module))) return isolate.ThrowRangeError("too many modules");
    if (module->status() == ModuleRecord::kEvaluating) {
      return ThrowCoded(
          isolate, ErrorType::kError, "ERR_REQUIRE_CYCLE_MODULE",
          "Cannot require the ES module " + path + ": it, or what it imports, is being evaluated");
    }
    if (module->has_top_level_await_.get().IsTrue() || module->status() == ModuleRecord::kEvaluatingAsync) {
      return ThrowCoded(isolate, ErrorType::kError, "ERR_REQUIRE_ASYNC_MODULE",
                        "Cannot require the ES module " + path +
                            ": it, or what it imports, has a top-level await; import() can load it");
    }
    for (uint32_t i = 0; i < module->request_count(); i++) {
      if (module->is_dependency(i)) work.Append(Value(module->loaded_module(i)));
    }
  }
  return {};
}

// Makes a module with the same exports and __esModule, as compilers to CommonJS do.
Completion<ModuleRecord*> WithEsModule(Isolate& isolate, Realm* realm, ModuleRecord* module,
                                       const std::string& path) {
  Value key = KeyOf(isolate, path, "require");
  if (ModuleRecord* known = KnownModule(isolate, realm, key)) return known;
  String* text = NewStringFromAscii(
      isolate, "export * from 'm'; export { default } from 'm'; export const __esModule = true;");
  ModuleRecord* record = TRY(CompileModuleText(isolate, realm, text, path, "", false));
  uint32_t count = record->request_count();
  ValueArray* loaded = NewValueArray(isolate, std::max(count, 1u));
  for (uint32_t i = 0; i < count; i++) loaded->slots()[i].Set(loaded, Value(module));
  record->loaded_modules_.Set(record, Value(loaded));
  TRY(Link(isolate, record));
  TRY(EvaluateSync(isolate, record));
  return Remember(isolate, realm, key, record);
}

// requireModule(path, text, is_typescript)
Completion<Value> RequireModule(Isolate& isolate, Arguments& args) {
  Realm* realm = args.realm();
  std::string path = TextOf(isolate, args[0]);
  LoadedText loaded{path, path, UrlUnlessPath(path), Format::kModule, nullptr, args[2].IsTrue()};
  if (args[1].IsString()) loaded.text = args[1].AsString();
  ModuleRecord* module = TRY(LoadModule(isolate, realm, loaded, ""));
  if (module->status() == ModuleRecord::kLinking) {
    return ThrowCoded(isolate, ErrorType::kError, "ERR_REQUIRE_CYCLE_MODULE",
                      "Cannot require the ES module " + path + ": it is being linked");
  }
  TRY(LoadRequestedModules(isolate, module));
  TRY(Link(isolate, module));
  TRY(CheckSynchronous(isolate, module, path));
  TRY(EvaluateSync(isolate, module));
  JSObject* space = TRY(GetModuleNamespace(isolate, module));
  PropertyKey exports = PropertyKey::FromAscii(isolate, "module.exports");
  if (TRY(HasOwnProperty(isolate, space, exports))) return Get(isolate, space, exports);
  bool has_default = TRY(HasOwnProperty(isolate, space, isolate.key(Name::default_)));
  if (!has_default || TRY(HasOwnProperty(isolate, space, PropertyKey::FromAscii(isolate, "__esModule"))))
    return Value(space);
  return Value(TRY(GetModuleNamespace(isolate, TRY(WithEsModule(isolate, realm, module, path)))));
}

Completion<Value> LookupFolders(Isolate& isolate, Arguments& args) {
  ValueList folders(isolate);
  for (const std::string& folder : packages::Resolver::LookupFolders(TextOf(isolate, args[0])))
    folders.Append(NewText(isolate, folder));
  return Value(CreateArrayFromList(isolate, folders.span()));
}
Completion<Value> FolderOfPath(Isolate& isolate, Arguments& args) {
  return NewText(isolate, packages::FolderOf(TextOf(isolate, args[0])));
}
Completion<Value> FormatOfPath(Isolate& isolate, Arguments& args) {
  return NewText(isolate, NameOfFormat(FilesOf(isolate).resolver.FormatOf(TextOf(isolate, args[0]))));
}
Completion<Value> UrlOfPath(Isolate& isolate, Arguments& args) {
  return NewText(isolate, UrlOf(TextOf(isolate, args[0])));
}
Completion<Value> PathOfUrl(Isolate& isolate, Arguments& args) {
  std::string url = TextOf(isolate, args[0]);
  if (packages::SchemeOf(url) != "file") return Value::Undefined();
  packages::Location location = packages::Locate(url, "/");
  if (location.error != packages::Location::kNone) return Value::Undefined();
  return NewText(isolate, location.path);
}
// decode(bytes) returns the text of an ArrayBuffer or a view of one.
Completion<Value> Decode(Isolate& isolate, Arguments& args) {
  std::span<const uint8_t> bytes;
  if (auto* buffer = args[0].TryAs<ArrayBufferObject>()) {
    bytes = {buffer->data(isolate), buffer->byte_length(isolate)};
  } else if (args[0].IsObject()) {
    JSObject* array = TRY(
        Construct(isolate, args.realm()->intrinsic(Intrinsic::kUint8Array),
                  {TRY(Get(isolate, args[0].AsObject(), PropertyKey::FromAscii(isolate, "buffer"))),
                   TRY(Get(isolate, args[0].AsObject(), PropertyKey::FromAscii(isolate, "byteOffset"))),
                   TRY(Get(isolate, args[0].AsObject(), PropertyKey::FromAscii(isolate, "byteLength")))}));
    TypedArrayObject::View view = static_cast<TypedArrayObject*>(array)->view(isolate);
    bytes = {static_cast<const uint8_t*>(view.data), view.length};
  }
  if (bytes.size() > String::kMaxLength) return isolate.ThrowRangeError("Invalid string length");
  // The bytes may be shared with other threads.
  std::string text(bytes.begin(), bytes.end());
  return NewText(isolate, text);
}

// import.meta.resolve(specifier[, parent])
Completion<Value> MetaResolve(Isolate& isolate, Arguments& args) {
  String* specifier = TRY(ToString(isolate, args[0]));
  Value from = args.callee()->data_[0];
  if (!args[1].IsUndefined()) from = Value(TRY(ToString(isolate, args[1])));
  std::string parent = TextOf(isolate, from);
  if (HasHooks(isolate, args.realm())) {
    Value found = TRY(CallLoader(isolate, args.realm(), "resolveImport",
                                 {Value(specifier), NewText(isolate, UrlOf(parent)),
                                  Value(OrdinaryObjectCreate(isolate, Value::Null()))}));
    return static_cast<JSArray*>(found.AsObject())->GetElement(isolate, 2);
  }
  Resolution found =
      FilesOf(isolate).resolver.Import(TextOf(isolate, Value(specifier)), PathOfReferrer(parent));
  // A file need not be there.
  if (!found.ok() && !found.error->url.empty()) return NewText(isolate, found.error->url);
  if (!found.ok()) return ThrowResolveError(isolate, *found.error);
  if (found.format == Format::kBuiltin) return NewText(isolate, "node:" + found.path);
  return NewText(isolate, packages::FileUrlOf(found.path) + found.suffix);
}

// The global `require` is made when it is first used.
Completion<Value> GetRequire(Isolate& isolate, Arguments& args) {
  Value require =
      TRY(CallLoader(isolate, args.realm(), "createRequire", {NewText(isolate, AbsolutePath("noop.js"))}));
  InstallValue(isolate, args.realm()->global_object(), "require", require, kMethodDefault);
  return require;
}
Completion<Value> SetRequire(Isolate& isolate, Arguments& args) {
  InstallValue(isolate, args.realm()->global_object(), "require", args[0], kMethodDefault);
  return Value::Undefined();
}

enum ModuleRow { kMetaResolve, kGetRequire, kSetRequire };
constexpr NativeRow kRows[] = {
    {"resolve", MetaResolve, 1, kNativeNotInstalled},
    {"get require", GetRequire, 0, kNativeNotInstalled},
    {"set require", SetRequire, 1, kNativeNotInstalled},
    {"resolve", Resolve},
    {"resolveImport", ResolveImport},
    {"read", Read},
    {"bundledCode", BundledCode},
    {"compile", Compile},
    {"requireModule", RequireModule},
    {"lookupFolders", LookupFolders},
    {"folderOf", FolderOfPath},
    {"formatOf", FormatOfPath},
    {"urlOf", UrlOfPath},
    {"pathOf", PathOfUrl},
    {"decode", Decode},
    {"dataOf", DataOfUrl},
};

// Stacks show these functions of commonjs.js. All others lose their names.
bool IsShownInStacks(String* name) {
  for (const char* shown : {"Module", "createRequire", "deregister", "isBuiltin", "paths", "registerHooks",
                            "require", "resolve"}) {
    if (name->EqualsAscii(shown)) return true;
  }
  return false;
}
void HideFromStacks(Isolate& isolate, FunctionInfo* root) {
  ValueList work(isolate);
  work.Append(Value(root));
  while (!work.empty()) {
    Value next = work.Pop();
    if (auto* declared = next.TryAs<ValueArray>()) {
      for (uint32_t i = 0; i < declared->length(); i++) work.Append(declared->get(i));
    }
    auto* info = next.TryAs<FunctionInfo>();
    if (info == nullptr) continue;
    if (!IsShownInStacks(info->name_.get().AsString())) info->name_.Init(Value(isolate.name(Name::empty)));
    Code* code = info->code_.get();
    for (uint32_t i = 0; code != nullptr && i < code->constant_count_; i++) work.Append(code->constants()[i]);
  }
}

}  // namespace

NativeTable ModuleRows() { return kRows; }

Completion<JSObject*> LoaderOf(Isolate& isolate, Realm* realm) {
  ValueArray* data = DataOf(isolate, realm);
  if (data->get(kLoader).IsObject()) return data->get(kLoader).AsObject();
  Script* script = NewScript(isolate, realm, NewStringFromUtf8(isolate, kCommonJsSource),
                             NewStringFromAscii(isolate, "node:module"));
  FunctionInfo* info = TRY(NativeStateOf(isolate).compile.script(isolate, script, false));
  HideFromStacks(isolate, info);
  // So its functions are native to programs.
  script->source_.Init(Value::Smi(0));
  Value make = TRY(Call(isolate, Value(CreateClosure(isolate, info, Value::Smi(0))), realm->global_this_));
  JSObject* host = OrdinaryObjectCreate(isolate, Value::Null());
  InstallFunctions(isolate, realm, host, RowsOf(Part::kModules));
  ValueList conditions(isolate);
  for (const std::string& name : ShellOf(isolate).options.conditions)
    conditions.Append(NewText(isolate, name));
  InstallValue(isolate, host, "conditions", Value(CreateArrayFromList(isolate, conditions.span())),
               kDataDefault);
  Value loader = TRY(Call(isolate, make, Value::Undefined(), {Value(host)}));
  data->slots()[kLoader].Set(data, loader);
  return loader.AsObject();
}
Completion<Value> CallLoader(Isolate& isolate, Realm* realm, const char* name,
                             std::initializer_list<Value> arguments) {
  JSObject* loader = TRY(LoaderOf(isolate, realm));
  Value function = TRY(Get(isolate, loader, PropertyKey::FromAscii(isolate, name)));
  return Call(isolate, function, Value(loader), arguments);
}
bool HasHooks(Isolate& isolate, Realm* realm) {
  Value loader = DataOf(isolate, realm)->get(kLoader);
  return loader.IsObject() && console::Peek(isolate, loader.AsObject(), "hooked").IsTrue();
}

Value NewMetaResolve(Isolate& isolate, Realm* realm, const std::string& referrer) {
  return Value(
      NewNativeFunction(isolate, realm, &RowsOf(Part::kModules)[kMetaResolve], NewText(isolate, referrer)));
}

Completion<Value> RunCommonJs(Isolate& isolate, Realm* realm, const std::string& path, JSFunction* code) {
  return CallLoader(isolate, realm, "runMain", {NewText(isolate, path), Value(code)});
}

void InstallRequire(Isolate& isolate, Realm* realm) {
  JSObject* global = realm->global_object();
  PropertyKey key = PropertyKey::FromAscii(isolate, "require");
  NativeTable rows = RowsOf(Part::kModules);
  PropertyDescriptor accessor;
  accessor.getter = Value(NewNativeFunction(isolate, realm, &rows[kGetRequire]));
  accessor.setter = Value(NewNativeFunction(isolate, realm, &rows[kSetRequire]));
  accessor.has_get = accessor.has_set = true;
  accessor.has_enumerable = accessor.has_configurable = true;
  accessor.configurable = true;
  if (internal_method::DefineOwnProperty(isolate, global, key, accessor).IsThrow() &&
      !isolate.IsTerminating())
    isolate.TakeException();
}

}  // namespace halfword::shell
