// The files of this folder share these: what a realm knows about modules, and functions for texts, errors
// and the compiler.
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
  // Only images have these (building.cc); elsewhere they are Smi 0.
  kProgram,      // ModuleRecord, or the function around a CommonJS module
  kProgramPath,  // String
  kMain,         // what --warm has called: the image starts with a call of it; or Smi 0
  kBundled,      // Map: path → the function around a CommonJS module, or the text of JSON
  kResolutions,  // Map: folder, "\n" and what is required there → the array that `resolve` returns
  kRealmSlots
};
ValueArray* DataOf(Isolate&, Realm*);
// Returns a key of kModules.
Value KeyOf(Isolate&, const std::string& key, const std::string& type = "");
// Returns null if there is no such module.
ModuleRecord* KnownModule(Isolate&, Realm*, Value key);
Completion<ModuleRecord*> Remember(Isolate&, Realm*, Value key, ModuleRecord*);
ModuleFiles& FilesOf(Isolate&);

// ---- Texts ----

std::string AbsolutePath(std::string_view path);
Value NewText(Isolate&, std::string_view text);
// Returns the text of an argument that commonjs.js has seen to be a string. One that is too long for a path
// is cut.
std::string TextOf(Isolate&, Value);
// Returns the path or URL of the module or script that imports. Its imports are resolved by it.
std::string ReferrerOf(Isolate&, Value referrer);
// Returns the path of such a URL. A module without one finds what the working folder has.
std::string PathOfReferrer(const std::string& referrer);
bool IsDataUrl(Isolate&, String* specifier);
// Resolves an import of `referrer`, a path or a URL. From a data: URL no path leads anywhere: a TypeError.
Completion<packages::Resolution> ResolveFrom(Isolate&, const std::string& specifier,
                                             const std::string& referrer);
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
// `url` is that of the module, or "" if its name, a path, tells it.
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
// Returns what an image has in one of its maps, or NotFound.
Value BundledAt(Isolate&, Realm*, RealmSlot map, const std::string& key);
// Returns a key of kResolutions.
std::string ResolutionKey(const std::string& specifier, const std::string& referrer);
Value NewResolution(Isolate&, const packages::Resolution&);

// Returns the module of that key, which is made if there is none yet. `type` is what the import's attribute
// of that name says.
Completion<ModuleRecord*> LoadModule(Isolate&, Realm*, const LoadedText&, const std::string& type);

// ---- commonjs.js ----

Completion<JSObject*> LoaderOf(Isolate&, Realm*);
// Calls a function of the loader.
Completion<Value> CallLoader(Isolate&, Realm*, const char* name, std::initializer_list<Value> arguments);
// Tells whether module.registerHooks has put something between.
bool HasHooks(Isolate&, Realm*);
// Makes the import.meta.resolve of a module.
Value NewMetaResolve(Isolate&, Realm*, const std::string& referrer);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_MODULES_LOADING_H_
