#include "resolver.h"

#include <algorithm>

#include "locations.h"
#include "package_json.h"

namespace halfword::packages {

namespace {

constexpr const char* kNotFoundByImport = "ERR_MODULE_NOT_FOUND";
constexpr const char* kNotFoundByRequire = "MODULE_NOT_FOUND";
constexpr const char* kInvalidSpecifier = "ERR_INVALID_MODULE_SPECIFIER";
constexpr const char* kInvalidTarget = "ERR_INVALID_PACKAGE_TARGET";
constexpr const char* kInvalidConfig = "ERR_INVALID_PACKAGE_CONFIG";
// Conditions in package.json that are nested more deeply are refused.
constexpr int kDeepest = 200;
constexpr const char* kRequireExtensions[] = {".js", ".json", ".node", ".cts", ".ts"};

std::string Quoted(std::string_view text) {
  constexpr size_t kShown = 1000;
  return "'" + std::string(text.substr(0, kShown)) + (text.size() > kShown ? "...'" : "'");
}

bool EqualsIgnoringCase(std::string_view a, std::string_view lower) {
  return std::equal(a.begin(), a.end(), lower.begin(), lower.end(), [](char x, char y) {
    return (x >= 'A' && x <= 'Z' ? static_cast<char>(x + ('a' - 'A')) : x) == y;
  });
}

// Tells whether one of the names of the path is ".", ".." or "node_modules", perhaps with encoded
// characters.
bool HasInvalidSegment(std::string_view path) {
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find_first_of("/\\", begin), path.size());
    std::string name = DecodedText(path.substr(begin, end - begin));
    if (name == "." || name == ".." || EqualsIgnoringCase(name, "node_modules")) return true;
    begin = end + 1;
  }
  return false;
}

std::string ReplaceStars(std::string_view text, std::string_view with) {
  std::string out;
  for (char c : text) {
    if (c == '*') {
      out += with;
    } else {
      out += c;
    }
  }
  return out;
}

// JSON.parse would put such a key, an index of an array, before the other keys.
bool IsArrayIndex(std::string_view key) {
  if (key.empty() || key.size() > 10 || (key[0] == '0' && key.size() > 1)) return false;
  uint64_t number = 0;
  for (char c : key) {
    if (c < '0' || c > '9') return false;
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  return number < 0xFFFFFFFF;
}

// PATTERN_KEY_COMPARE tells whether `a` is more specific than `b`.
bool IsBetterPattern(std::string_view a, std::string_view b) {
  size_t base_a = a.find('*') + 1, base_b = b.find('*') + 1;
  return base_a != base_b ? base_a > base_b : a.size() > b.size();
}

struct PackageName {
  std::string name, subpath;  // "@scope/name" and "./file", or "."
};
// Returns nothing if it is not a valid name.
std::optional<PackageName> ParsePackageName(std::string_view specifier) {
  size_t slash = specifier.find('/');
  if (specifier.starts_with('@')) {
    if (slash == specifier.npos) return std::nullopt;
    slash = specifier.find('/', slash + 1);
  }
  std::string_view name = specifier.substr(0, slash);
  if (name.starts_with('.') || name.find_first_of("\\%") != name.npos) return std::nullopt;
  return PackageName{std::string(name),
                     slash == specifier.npos ? "." : "." + std::string(specifier.substr(slash))};
}

// `require` looks at "exports" for these names only, which are fewer than those of ParsePackageName.
bool IsNameForExports(std::string_view name) {
  size_t begin = 0;
  if (name.starts_with('@')) {
    begin = name.find('/') + 1;
    if (begin <= 2) return false;
  }
  return begin < name.size() && name[begin] != '.' && name.find_first_of("\\%") == name.npos;
}

bool IsRelative(std::string_view specifier) {
  return specifier == "." || specifier == ".." || specifier.starts_with("./") || specifier.starts_with("../");
}

std::string_view ExtensionOf(std::string_view path) {
  std::string_view name = NameOf(path);
  size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot);
}

}  // namespace

struct Resolver::Request {
  std::string_view specifier;
  const std::string& referrer;
  bool is_import;
  std::vector<std::string> looked;  // the folders in which the package was looked for

  std::string From() const { return is_import ? " imported from " + referrer : " required by " + referrer; }
  const char* not_found() const { return is_import ? kNotFoundByImport : kNotFoundByRequire; }
  std::string Looked() const {
    constexpr size_t kShown = 20;
    std::string text;
    for (size_t i = 0; i < looked.size() && i < kShown; i++) text += (i == 0 ? "" : ", ") + looked[i];
    if (looked.size() > kShown) text += " and " + std::to_string(looked.size() - kShown) + " folders above";
    return text;
  }
};

// A target stands here in a package.json.
struct Resolver::TargetPlace {
  const PackageJson& package;
  const std::string& key;
  bool is_imports, is_pattern;
  const std::string& match;  // what '*' stands for
};

namespace {

Resolution Fail(ResolveError error) {
  Resolution failure;
  failure.error = std::move(error);
  return failure;
}

ResolveError BadConfig(const PackageJson& package, const std::string& why) {
  return {kInvalidConfig, false, "Invalid package config " + package.path + ": " + why, ""};
}

}  // namespace

Resolver::Resolver(FileSystem& files, ResolverOptions options)
    : files_(files), options_(std::move(options)), packages_(std::make_unique<PackageCache>(files)) {
  if (!options_.root.empty()) options_.root = NormalPath("/", options_.root);
}

Resolver::~Resolver() = default;

void Resolver::Forget() { packages_->Clear(); }

bool Resolver::IsInPackage(std::string_view path) { return packages_->Of(path) != nullptr; }

std::optional<ResolveError> Resolver::PackageErrorOf(std::string_view path) {
  const PackageJson* package = packages_->Of(path);
  if (package == nullptr || package->error.empty()) return std::nullopt;
  return BadConfig(*package, package->error);
}

Format Resolver::FormatOf(const std::string& path) {
  std::string_view extension = ExtensionOf(path);
  if (extension == ".mjs" || extension == ".mts") return Format::kModule;
  if (extension == ".cjs" || extension == ".cts") return Format::kCommonJs;
  if (extension == ".json") return Format::kJson;
  if (extension == ".node") return Format::kAddon;
  bool is_typescript = extension == ".ts";
  if (extension != ".js" && !is_typescript && !extension.empty()) return Format::kUnknown;
  const PackageJson* package = packages_->Of(path);
  switch (package != nullptr ? package->type : PackageType::kNone) {
    case PackageType::kModule: return Format::kModule;
    case PackageType::kCommonJs: return Format::kCommonJs;
    case PackageType::kNone: break;
  }
  return is_typescript ? Format::kModule : Format::kBySyntax;
}

std::vector<std::string> Resolver::LookupFolders(std::string_view folder) {
  std::vector<std::string> folders;
  for (;; folder = FolderOf(folder)) {
    if (NameOf(folder) != "node_modules")
      folders.push_back((folder == "/" ? "" : std::string(folder)) + "/node_modules");
    if (folder == "/") return folders;
  }
}

Resolution Resolver::Found(Request& request, const std::string& path, const std::string& suffix) {
  std::optional<std::string> real = files_.RealPath(path);
  bool is_inside = real && (options_.root.empty() || options_.root == "/" || real == options_.root ||
                            real->starts_with(options_.root + "/"));
  if (!is_inside) {
    return Fail({request.not_found(), false,
                 "Cannot find module " + Quoted(path) + request.From() +
                     (real ? ": it is outside of " + options_.root : ": its path leads nowhere"),
                 ""});
  }
  Resolution found;
  found.path = *real;
  found.suffix = suffix;
  found.format = FormatOf(found.path);
  if (const PackageJson* package = packages_->Of(found.path)) {
    std::string_view extension = ExtensionOf(found.path);
    bool decides = extension == ".js" || extension == ".ts" || extension.empty();
    if (decides && !package->error.empty()) return Fail(BadConfig(*package, package->error));
    found.package = package->folder;
  }
  return found;
}

// ---- import ----

Resolution Resolver::Import(std::string_view specifier, const std::string& referrer) {
  Request request{specifier, referrer, true, {}};
  Target target;
  std::string scheme = SchemeOf(specifier);
  if (scheme == "node") {
    std::string_view name = specifier.substr(5);
    if (!IsBuiltin(name)) {
      return Fail({"ERR_UNKNOWN_BUILTIN_MODULE", false,
                   "No such built-in module: node:" + std::string(name) + "," + request.From(), ""});
    }
    target = {Target::kFound, std::string(name), "", true, {}};
  } else if (!scheme.empty() && scheme != "file") {
    return Fail(
        {"ERR_UNSUPPORTED_ESM_URL_SCHEME", false,
         "Only file:, data: and node: URLs can be imported, not " + Quoted(specifier) + request.From(),
         std::string(specifier)});
  } else if (!scheme.empty() || specifier.starts_with('/') || IsRelative(specifier)) {
    Location location = Locate(specifier, referrer);
    switch (location.error) {
      case Location::kHost:
        return Fail({"ERR_INVALID_FILE_URL_HOST", true,
                     "A file URL names another machine: " + Quoted(specifier) + request.From(), ""});
      case Location::kEncoding:
        return Fail({kInvalidSpecifier, true,
                     "Invalid module " + Quoted(specifier) + request.From() + ": it encodes no UTF-8", ""});
      case Location::kSeparator:
        return Fail({kInvalidSpecifier, true,
                     "Invalid module " + Quoted(specifier) + request.From() + ": it encodes a '/' or a '\\'",
                     ""});
      case Location::kNone: break;
    }
    target = {Target::kFound, location.path, location.suffix, false, {}};
  } else if (specifier.starts_with('#')) {
    target = PackageImportsResolve(request, std::string(specifier));
  } else {
    target = PackageResolve(request, specifier, referrer);
  }
  return Finish(request, std::move(target));
}

// This does the last steps of ESM_RESOLVE.
Resolution Resolver::Finish(Request& request, Target target) {
  if (target.kind == Target::kError) return Fail(std::move(*target.error));
  if (target.is_builtin) {
    Resolution found;
    found.path = target.path;
    found.format = Format::kBuiltin;
    return found;
  }
  FileKind kind = files_.KindOf(target.path);
  if (kind == FileKind::kFolder || (target.path.ends_with('/') && kind != FileKind::kNone)) {
    return Fail({"ERR_UNSUPPORTED_DIR_IMPORT", false,
                 "Directory import " + Quoted(target.path) + " is not supported," + request.From() +
                     "; name a file in it",
                 FileUrlOf(target.path) + target.suffix});
  }
  if (kind == FileKind::kNone) {
    return Fail({kNotFoundByImport, false, "Cannot find module " + Quoted(target.path) + request.From(),
                 FileUrlOf(target.path) + target.suffix});
  }
  return Found(request, target.path, target.suffix);
}

// https://nodejs.org/api/esm.html#resolution-algorithm-specification: PACKAGE_RESOLVE, PACKAGE_SELF_RESOLVE
Resolver::Target Resolver::PackageResolve(Request& request, std::string_view specifier,
                                          const std::string& referrer) {
  if (IsBuiltin(specifier)) return {Target::kFound, std::string(specifier), "", true, {}};
  std::optional<PackageName> parsed = ParsePackageName(specifier);
  if (!parsed) {
    return {
        Target::kError, "", "", false,
        ResolveError{kInvalidSpecifier, true,
                     "Invalid module " + Quoted(specifier) + request.From() + ": it names no package", ""}};
  }
  if (const PackageJson* own = packages_->Of(referrer)) {
    if (!own->error.empty()) return {Target::kError, "", "", false, BadConfig(*own, own->error)};
    if (!own->exports.is_null() && own->name == parsed->name)
      return PackageExportsResolve(request, *own, parsed->subpath);
  }
  for (std::string_view folder = FolderOf(referrer);; folder = FolderOf(folder)) {
    std::string modules = (folder == "/" ? "" : std::string(folder)) + "/node_modules";
    std::string home = NormalPath(modules, parsed->name);
    request.looked.push_back(modules);
    if (!parsed->name.empty() && IsFolder(home)) {
      const PackageJson* package = packages_->In(home);
      if (package != nullptr && !package->error.empty())
        return {Target::kError, "", "", false, BadConfig(*package, package->error)};
      if (package != nullptr && !package->exports.is_null())
        return PackageExportsResolve(request, *package, parsed->subpath);
      if (parsed->subpath == ".") {
        PackageJson none;
        none.folder = home;
        return LegacyMain(request, package != nullptr ? *package : none);
      }
      Location location = Locate(parsed->subpath, home + "/package.json");
      if (location.error != Location::kNone) {
        return {Target::kError, "", "", false,
                ResolveError{kInvalidSpecifier, true,
                             "Invalid module " + Quoted(specifier) + request.From() +
                                 ": it encodes a '/' or a '\\', or no UTF-8",
                             ""}};
      }
      return {Target::kFound, location.path, location.suffix, false, {}};
    }
    if (folder == "/") break;
  }
  return {Target::kError, "", "", false,
          ResolveError{request.not_found(), false,
                       "Cannot find package " + Quoted(parsed->name) + request.From() + "; looked in " +
                           request.Looked(),
                       ""}};
}

// Finds "main" of a package without "exports", for import.
Resolver::Target Resolver::LegacyMain(Request& request, const PackageJson& package) {
  constexpr const char* kEndings[] = {"", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"};
  if (package.main && !package.main->empty()) {
    for (const char* ending : kEndings) {
      Location location = Locate("./" + *package.main + ending, package.folder + "/package.json");
      if (location.error == Location::kNone && IsFile(location.path))
        return {Target::kFound, location.path, location.suffix, false, {}};
    }
  }
  for (const char* name : {"/index.js", "/index.json", "/index.node"}) {
    if (IsFile(package.folder + name)) return {Target::kFound, package.folder + name, "", false, {}};
  }
  std::string tried = package.main ? "its main, " + Quoted(*package.main) + ", and index.js are not there"
                                   : "it has neither \"exports\" nor \"main\" nor index.js";
  return {Target::kError, "", "", false,
          ResolveError{
              kNotFoundByImport, false,
              "Cannot find the main file of package " + package.folder + request.From() + ": " + tried, ""}};
}

// ---- "exports" and "imports" ----

Resolver::Target Resolver::PackageExportsResolve(Request& request, const PackageJson& package,
                                                 const std::string& subpath) {
  const Json& exports = package.exports;
  bool has_subpaths = false, has_conditions = !exports.is_object();
  if (exports.is_object()) {
    for (const auto& [key, value] : exports.items()) {
      (key.starts_with('.') ? has_subpaths : has_conditions) = true;
    }
  }
  if (has_subpaths && has_conditions) {
    return {Target::kError, "", "", false,
            BadConfig(package,
                      "\"exports\" has keys with and without a '.' at the beginning; they must be "
                      "either all paths or all conditions")};
  }
  Target found;
  if (!has_conditions) {
    found = MatchKeys(request, package, exports, subpath, false);
  } else if (subpath == ".") {
    found = PackageTargetResolve(request, {package, subpath, false, false, ""}, exports, 0);
  }
  if (found.kind == Target::kFound || found.kind == Target::kError) return found;
  std::string what = subpath == "." ? "No \"exports\" main is defined"
                                    : "Package subpath " + Quoted(subpath) + " is not defined by \"exports\"";
  return {Target::kError, "", "", false,
          ResolveError{"ERR_PACKAGE_PATH_NOT_EXPORTED", false, what + " in " + package.path + request.From(),
                       ""}};
}

Resolver::Target Resolver::PackageImportsResolve(Request& request, const std::string& name) {
  if (name == "#" || name.starts_with("#/") || name.ends_with('/')) {
    return {Target::kError, "", "", false,
            ResolveError{kInvalidSpecifier, true,
                         "Invalid module " + Quoted(name) + request.From() +
                             ": it is not a valid internal imports specifier name",
                         ""}};
  }
  const PackageJson* package = packages_->Of(request.referrer);
  if (package != nullptr && !package->error.empty())
    return {Target::kError, "", "", false, BadConfig(*package, package->error)};
  if (package != nullptr && package->imports.is_object()) {
    Target found = MatchKeys(request, *package, package->imports, name, true);
    if (found.kind == Target::kFound || found.kind == Target::kError) return found;
  }
  return {Target::kError, "", "", false,
          ResolveError{"ERR_PACKAGE_IMPORT_NOT_DEFINED", true,
                       "Package import specifier " + Quoted(name) + " is not defined" +
                           (package != nullptr ? " in " + package->path : " in any package.json") +
                           request.From(),
                       ""}};
}

// PACKAGE_IMPORTS_EXPORTS_RESOLVE
Resolver::Target Resolver::MatchKeys(Request& request, const PackageJson& package, const Json& keys,
                                     const std::string& name, bool is_imports) {
  const std::string none;
  bool may_be_plain = name.find('*') == name.npos && (is_imports || !name.ends_with('/'));
  if (may_be_plain && keys.contains(name))
    return PackageTargetResolve(request, {package, name, is_imports, false, none}, keys[name], 0);
  std::string best, match;
  for (const auto& [key, value] : keys.items()) {
    size_t star = key.find('*');
    if (star == key.npos || key.find('*', star + 1) != key.npos) continue;
    std::string_view begin = std::string_view(key).substr(0, star),
                     end = std::string_view(key).substr(star + 1);
    if (!name.starts_with(begin) || name.size() < key.size() || !name.ends_with(end)) continue;
    if (!best.empty() && !IsBetterPattern(key, best)) continue;
    best = key;
    match = name.substr(star, name.size() - end.size() - star);
  }
  if (best.empty()) return {};
  return PackageTargetResolve(request, {package, best, is_imports, true, match}, keys[best], 0);
}

Resolver::Target Resolver::PackageTargetResolve(Request& request, const TargetPlace& place,
                                                const Json& target, int depth) {
  if (depth > kDeepest) {
    return {Target::kError, "", "", false,
            BadConfig(place.package, "the target of " + Quoted(place.key) + " is nested too deeply")};
  }
  if (target.is_string()) return PackageTargetString(request, place, target.get_ref<const std::string&>());
  if (target.is_null()) return {Target::kNull, "", "", false, {}};
  if (target.is_array()) {
    Target last;
    if (target.empty()) last.kind = Target::kNull;
    for (const Json& item : target) {
      Target found = PackageTargetResolve(request, place, item, depth + 1);
      if (found.kind == Target::kUndefined) continue;
      if (found.kind == Target::kFound) return found;
      if (found.kind == Target::kError && found.error->code != kInvalidTarget) return found;
      last = std::move(found);
    }
    return last;
  }
  if (target.is_object()) {
    for (const auto& [key, value] : target.items()) {
      if (IsArrayIndex(key)) {
        return {Target::kError, "", "", false,
                BadConfig(place.package, "\"exports\" cannot contain numeric property keys")};
      }
    }
    for (const auto& [key, value] : target.items()) {
      bool holds =
          key == "default" || key == "node" || key == "module-sync" || key == "node-addons" ||
          key == (request.is_import ? "import" : "require") ||
          std::find(options_.conditions.begin(), options_.conditions.end(), key) != options_.conditions.end();
      if (!holds) continue;
      Target found = PackageTargetResolve(request, place, value, depth + 1);
      if (found.kind != Target::kUndefined) return found;
    }
    return {};
  }
  return {Target::kError, "", "", false,
          ResolveError{kInvalidTarget, false,
                       "Invalid target of " + Quoted(place.key) + " in " + place.package.path +
                           request.From() + ": it must be text, a list, an object or null",
                       ""}};
}

Resolver::Target Resolver::PackageTargetString(Request& request, const TargetPlace& place,
                                               const std::string& target) {
  auto invalid = [&](const std::string& why) -> Target {
    return {Target::kError, "", "", false,
            ResolveError{kInvalidTarget, false,
                         "Invalid target " + Quoted(target) + " of " + Quoted(place.key) + " in " +
                             place.package.path + request.From() + ": " + why,
                         ""}};
  };
  if (!target.starts_with("./")) {
    bool is_specifier = place.is_imports && !target.starts_with("../") && !target.starts_with('/') &&
                        SchemeOf(target).empty();
    if (!is_specifier)
      return invalid(place.is_imports ? "it must be a package, or begin with './'"
                                      : "it must begin with './'");
    std::string specifier = place.is_pattern ? ReplaceStars(target, place.match) : target;
    return PackageResolve(request, specifier, place.package.path);
  }
  if (HasInvalidSegment(std::string_view(target).substr(2)))
    return invalid("'.', '..' and 'node_modules' may not be in it");
  if (place.is_pattern && HasInvalidSegment(place.match)) {
    return {Target::kError, "", "", false,
            ResolveError{kInvalidSpecifier, true,
                         "Invalid module " + Quoted(request.specifier) + request.From() +
                             ": '.', '..' and 'node_modules' may not be in what '*' stands for in " +
                             Quoted(place.key) + " of " + place.package.path,
                         ""}};
  }
  Location location =
      Locate(place.is_pattern ? ReplaceStars(target, place.match) : target, place.package.path);
  if (location.error != Location::kNone) {
    return {Target::kError, "", "", false,
            ResolveError{kInvalidSpecifier, true,
                         "Invalid module " + Quoted(request.specifier) + request.From() +
                             ": it encodes a '/' or a '\\', or no UTF-8",
                         ""}};
  }
  return {Target::kFound, location.path, location.suffix, false, {}};
}

// ---- require ----

std::optional<std::string> Resolver::LoadAsFile(const std::string& path) {
  for (const char* extension : kRequireExtensions) {
    if (IsFile(path + extension)) return path + extension;
  }
  return std::nullopt;
}

std::optional<std::string> Resolver::LoadIndex(const std::string& folder) {
  return LoadAsFile(folder == "/" ? "/index" : folder + "/index");
}

std::optional<std::string> Resolver::LoadAsFolder(const std::string& folder,
                                                  std::optional<ResolveError>* error) {
  const PackageJson* package = packages_->In(folder);
  if (package != nullptr && !package->error.empty()) {
    *error = BadConfig(*package, package->error);
    return std::nullopt;
  }
  std::optional<std::string> index = LoadIndex(folder);
  if (package == nullptr || !package->main || package->main->empty()) return index;
  std::string main = NormalPath(folder, *package->main);
  if (IsFile(main)) return main;
  if (std::optional<std::string> file = LoadAsFile(main)) return file;
  if (std::optional<std::string> file = LoadIndex(main)) return file;
  if (!index) {
    *error = ResolveError{kNotFoundByRequire, false,
                          "Cannot find module " + Quoted(main) + ", the \"main\" of " + package->path, ""};
  }
  return index;
}

// LOAD_AS_FILE and LOAD_AS_DIRECTORY. A resolution with neither path nor error says that nothing is there.
Resolution Resolver::RequireAt(Request& request, const std::string& path, bool must_be_folder) {
  FileKind kind = files_.KindOf(path);
  std::optional<std::string> file;
  if (!must_be_folder) {
    if (kind == FileKind::kFile) {
      file = path;
    } else {
      file = LoadAsFile(path);
    }
  }
  if (!file && kind == FileKind::kFolder) {
    std::optional<ResolveError> error;
    file = LoadAsFolder(path, &error);
    if (error) return Fail(std::move(*error));
  }
  if (!file) return {};
  return Found(request, *file);
}

Resolution Resolver::RequireTarget(Request& request, const Target& target) {
  if (target.kind == Target::kError) {
    ResolveError error = *target.error;
    if (error.code == kNotFoundByImport) error.code = kNotFoundByRequire;
    return Fail(std::move(error));
  }
  if (target.is_builtin) return Finish(request, target);
  if (!IsFile(target.path)) {
    return Fail({kNotFoundByRequire, false,
                 "Cannot find module " + Quoted(target.path) + ", which package.json has for " +
                     Quoted(request.specifier) + request.From(),
                 ""});
  }
  return Found(request, target.path);
}

Resolution Resolver::Require(std::string_view specifier, const std::string& referrer) {
  return RequireFrom(specifier, referrer, {});
}

Resolution Resolver::RequireFrom(std::string_view specifier, const std::string& referrer,
                                 std::span<const std::string> folders) {
  Request request{specifier, referrer, false, {}};
  auto builtin = [&](std::string_view name) {
    return Finish(request, {Target::kFound, std::string(name), "", true, {}});
  };
  if (specifier.starts_with("node:")) {
    if (IsBuiltin(specifier.substr(5))) return builtin(specifier.substr(5));
    return Fail({"ERR_UNKNOWN_BUILTIN_MODULE", false,
                 "No such built-in module: " + std::string(specifier) + "," + request.From(), ""});
  }
  if (IsBuiltin(specifier)) return builtin(specifier);
  auto missing = [&](const std::string& where) {
    return Fail(
        {kNotFoundByRequire, false, "Cannot find module " + Quoted(specifier) + request.From() + where, ""});
  };
  if (specifier.empty() || specifier.find('\0') != specifier.npos) return missing("");
  std::string_view last = NameOf(specifier);
  bool must_be_folder = last.empty() || last == "." || last == "..";
  if (specifier.starts_with('/')) {
    Resolution found = RequireAt(request, NormalPath("/", specifier), must_be_folder);
    return found.ok() && found.path.empty() ? missing("") : found;
  }
  std::vector<std::string> own = {std::string(FolderOf(referrer))};
  if (folders.empty()) folders = own;
  if (IsRelative(specifier) || specifier.starts_with("..")) {
    for (const std::string& folder : folders) {
      Resolution found = RequireAt(request, NormalPath(folder, specifier), must_be_folder);
      if (!found.ok() || !found.path.empty()) return found;
    }
    return missing("; looked for " + NormalPath(folders[0], specifier) +
                   ", with .js, .json and .node, and index.js in it");
  }
  const PackageJson* package = packages_->Of(referrer);
  if (specifier.starts_with('#') && package != nullptr && package->imports.is_object())
    return RequireTarget(request, PackageImportsResolve(request, std::string(specifier)));
  std::optional<PackageName> parsed = ParsePackageName(specifier);
  if (package != nullptr && package->error.empty() && !package->exports.is_null() && parsed &&
      package->name == parsed->name)
    return RequireTarget(request, PackageExportsResolve(request, *package, parsed->subpath));
  for (const std::string& folder : folders) {
    for (const std::string& modules : LookupFolders(folder)) {
      request.looked.push_back(modules);
      if (!IsFolder(modules)) continue;
      if (parsed && IsNameForExports(parsed->name)) {
        const PackageJson* found = packages_->In(NormalPath(modules, parsed->name));
        if (found != nullptr && !found->error.empty()) return Fail(BadConfig(*found, found->error));
        if (found != nullptr && !found->exports.is_null())
          return RequireTarget(request, PackageExportsResolve(request, *found, parsed->subpath));
      }
      Resolution found = RequireAt(request, NormalPath(modules, specifier), must_be_folder);
      if (!found.ok() || !found.path.empty()) return found;
    }
  }
  return missing("; looked in " + request.Looked());
}

Resolution Resolver::Main(const std::string& path) {
  Request request{path, path, false, {}};
  Resolution found = RequireAt(request, NormalPath("/", path), false);
  if (!found.ok() || !found.path.empty()) return found;
  return Fail({kNotFoundByRequire, false, "Cannot find module " + Quoted(path), ""});
}

}  // namespace halfword::packages
