// What the files of this folder share: what a realm knows about modules, texts, errors, compiling.
#ifndef HALFWORD_SHELL_MODULES_LOADING_H_
#define HALFWORD_SHELL_MODULES_LOADING_H_

#include <initializer_list>
#include <string>
#include <string_view>

#include "../packages/resolver.h"
#include "modules.h"

namespace halfword::shell {

// Longer specifiers lead nowhere, and are not worth copying.
inline constexpr uint32_t kLongestSpecifier = 16 << 10;

// ---- What a realm knows ----

// Realm::host_data_: a ValueArray of these.
enum RealmSlot : uint32_t {
  kModules,     // Map: what a module is known by, with "\n" and its type unless it has none → ModuleRecord
  kLoader,      // what commonjs.js returns, or Smi 0
  kMainModule,  // ModuleRecord, or Smi 0
  // Of images (building.cc); Smi 0 elsewhere.
  kProgram,      // ModuleRecord, or the function around a CommonJS module
  kProgramPath,  // String
  kBundled,      // Map: path → the function around a CommonJS module, or the text of JSON
  kResolutions,  // Map: folder, "\n" and what is required there → the array that `resolve` returns
  kRealmSlots
};
ValueArray* DataOf(Isolate&, Realm*);
// A key of kModules.
Value KeyOf(Isolate&, const std::string& key, const std::string& type = "");
// Null: there is no such module.
ModuleRecord* KnownModule(Isolate&, Realm*, Value key);
Completion<ModuleRecord*> Remember(Isolate&, Realm*, Value key, ModuleRecord*);
ModuleFiles& FilesOf(Isolate&);

// ---- Texts ----

std::string AbsolutePath(std::string_view path);
Value NewText(Isolate&, std::string_view text);
// The text of an argument that commonjs.js has seen to be a string. One that is too long for a path is cut.
std::string TextOf(Isolate&, Value);
// The path or URL of the module or script that imports, by which its own imports are resolved.
std::string ReferrerOf(Isolate&, Value referrer);
// The path of such a URL. A module without one finds what the working folder has.
std::string PathOfReferrer(const std::string& referrer);
std::string UrlOf(const std::string& path_or_url);
// Modules that a hook made up are known by their URL.
inline std::string UrlUnlessPath(const std::string& key) { return key.starts_with('/') ? "" : key; }

packages::Format FormatOfName(std::string_view name);
const char* NameOfFormat(packages::Format);

// ---- Errors ----

Throwing ThrowCoded(Isolate&, ErrorType, const char* code, const std::string& message);
Throwing ThrowResolveError(Isolate&, const packages::ResolveError&);

// ---- Sources ----

Completion<String*> ReadText(Isolate&, const std::string& path);
// `url`: that of the module, or "" if its name, a path, tells it.
Completion<JSFunction*> CompileCommonJs(Isolate&, Realm*, String* text, const std::string& name,
                                        const std::string& url, bool is_typescript);
Completion<ModuleRecord*> CompileModuleText(Isolate&, Realm*, String* text, const std::string& name,
                                            const std::string& url, bool is_typescript);

struct LoadedText {
  std::string key;   // what the module is known by
  std::string path;  // of the file
  std::string url;   // "": the path tells it
  packages::Format format = packages::Format::kUnknown;
  String* text = nullptr;  // of a hook; null: that of the file
  bool is_typescript = false;
};
// What an image has in one of its maps; NotFound: nothing.
Value BundledAt(Isolate&, Realm*, RealmSlot map, const std::string& key);
// A key of kResolutions.
std::string ResolutionKey(const std::string& specifier, const std::string& referrer);
Value NewResolution(Isolate&, const packages::Resolution&);

// The module of that key, made if there is none yet. `type`: of the import's attribute.
Completion<ModuleRecord*> LoadModule(Isolate&, Realm*, const LoadedText&, const std::string& type);

// ---- commonjs.js ----

Completion<JSObject*> LoaderOf(Isolate&, Realm*);
// Calls a function of the loader.
Completion<Value> CallLoader(Isolate&, Realm*, const char* name, std::initializer_list<Value> arguments);
// Whether module.registerHooks has put something between.
bool HasHooks(Isolate&, Realm*);
// A new import.meta.resolve of the module.
Value NewMetaResolve(Isolate&, Realm*, const std::string& referrer);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_MODULES_LOADING_H_
