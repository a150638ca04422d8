// Finds the files of modules as Node.js does, for `import` and for `require`: packages in node_modules,
// "exports" and "imports" of package.json, conditions, the extensions of CommonJS. The algorithms are those
// of https://nodejs.org/api/esm.html#resolution-algorithm-specification and
// https://nodejs.org/api/modules.html#all-together, and keep their names. NODE_PATH and global folders are
// not looked in.
//
//   Disk disk;
//   Resolver resolver(disk, {});
//   Resolution found = resolver.Import("lodash/fp", "/home/me/app.mjs");
//   if (found.ok()) … found.path, found.format … else … found.error->code, found.error->message …
//
// A resolver knows no engine, and keeps what package.json files said until Forget. One thread at a time.
#ifndef HALFWORD_SHELL_PACKAGES_RESOLVER_H_
#define HALFWORD_SHELL_PACKAGES_RESOLVER_H_

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "file_system.h"

namespace halfword::packages {

using Json = nlohmann::ordered_json;
class PackageCache;
struct PackageJson;

// A file is one of these, by its name and its package.
enum class Format {
  kModule,
  kCommonJs,
  // Its package doesn't say: CommonJS, unless it has the syntax of a module.
  kBySyntax,
  kJson,
  kAddon,    // ".node"
  kBuiltin,  // no file: a module of the host, by the name in `path`
  kUnknown,  // its name ends in something else
};

// A failure that programs can tell by its code.
struct ResolveError {
  const char* code;  // as Node's, such as "ERR_MODULE_NOT_FOUND"
  bool is_type_error = false;
  std::string message;
  std::string url;  // of the file that is missing, or that is not loaded; else ""
};

struct Resolution {
  std::string path;    // without symbolic links; of a builtin: its name without "node:"
  std::string suffix;  // "?query#fragment" of an import
  Format format = Format::kUnknown;
  std::string package;  // the folder of the package that the file belongs to; "": it belongs to none
  std::optional<ResolveError> error;
  bool ok() const { return !error.has_value(); }
  // Modules of files are told apart by this.
  std::string key() const { return path + suffix; }
};

struct ResolverOptions {
  // Besides those that always hold: node, import or require, module-sync, node-addons, default.
  std::vector<std::string> conditions;
  // Not empty: files outside of this folder are not found, whatever links lead there.
  std::string root;
  // Tells whether the host has a module of this name, which has no "node:". If it is null, it has none.
  std::function<bool(std::string_view)> is_builtin;
};

class Resolver {
 public:
  // The file system must outlive it.
  Resolver(FileSystem& files, ResolverOptions options);
  ~Resolver();

  // Resolves `specifier` in an import of the file `referrer`, an absolute path (ESM_RESOLVE).
  Resolution Import(std::string_view specifier, const std::string& referrer);
  // Resolves `specifier` in a call of `require` in the file `referrer`.
  Resolution Require(std::string_view specifier, const std::string& referrer);
  // Does the same, but looks names up in these folders, as require.resolve's option `paths` says.
  Resolution RequireFrom(std::string_view specifier, const std::string& referrer,
                         std::span<const std::string> folders);
  // Finds the file of a path as a user gives it. The extension may be left out.
  Resolution Main(const std::string& path);

  // Returns the folders "node_modules" in which a module in `folder` looks for packages.
  static std::vector<std::string> LookupFolders(std::string_view folder);
  Format FormatOf(const std::string& path);
  // These tell whether the file belongs to a package, and what is wrong with its package.json.
  bool IsInPackage(std::string_view path);
  std::optional<ResolveError> PackageErrorOf(std::string_view path);
  // Files may have changed: nothing is kept.
  void Forget();

 private:
  // A target in package.json leads here. kUndefined: nothing was said; kNull: there is to be nothing.
  struct Target {
    enum Kind { kUndefined, kNull, kFound, kError } kind = kUndefined;
    std::string path, suffix;  // kFound; the file need not be there
    bool is_builtin = false;
    std::optional<ResolveError> error;
  };
  struct Request;
  struct TargetPlace;

  Target PackageResolve(Request&, std::string_view specifier, const std::string& referrer);
  Target PackageExportsResolve(Request&, const PackageJson&, const std::string& subpath);
  Target PackageImportsResolve(Request&, const std::string& name);
  Target PackageTargetResolve(Request&, const TargetPlace&, const Json& target, int depth);
  Target PackageTargetString(Request&, const TargetPlace&, const std::string& target);
  // Finds what a key of "exports" or "imports" says about `name`.
  Target MatchKeys(Request&, const PackageJson&, const Json& keys, const std::string& name, bool is_imports);
  Target LegacyMain(Request&, const PackageJson&);
  Resolution Finish(Request&, Target target);

  std::optional<std::string> LoadAsFile(const std::string& path);
  std::optional<std::string> LoadIndex(const std::string& folder);
  std::optional<std::string> LoadAsFolder(const std::string& folder, std::optional<ResolveError>* error);
  Resolution RequireAt(Request&, const std::string& path, bool must_be_folder);
  Resolution RequireTarget(Request&, const Target& target);
  Resolution Found(Request&, const std::string& path, const std::string& suffix = "");
  bool IsFile(const std::string& path) { return files_.KindOf(path) == FileKind::kFile; }
  bool IsFolder(const std::string& path) { return files_.KindOf(path) == FileKind::kFolder; }
  bool IsBuiltin(std::string_view name) const { return options_.is_builtin && options_.is_builtin(name); }

  FileSystem& files_;
  ResolverOptions options_;
  std::unique_ptr<PackageCache> packages_;
};

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_RESOLVER_H_
