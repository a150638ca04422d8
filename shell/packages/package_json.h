// This reads what matters of package.json for finding modules, and keeps it.
#ifndef HALFWORD_SHELL_PACKAGES_PACKAGE_JSON_H_
#define HALFWORD_SHELL_PACKAGES_PACKAGE_JSON_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "file_system.h"

namespace halfword::packages {

// Keys stay in their order, which decides among conditions.
using Json = nlohmann::ordered_json;

enum class PackageType { kNone, kCommonJs, kModule };

struct PackageJson {
  std::string path;    // of the file
  std::string folder;  // of the package
  std::string error;   // not empty: why the file is no package.json; then the rest is not set
  std::optional<std::string> name, main;
  PackageType type = PackageType::kNone;
  Json exports, imports;  // null: there is none
};

class PackageCache {
 public:
  // Longer files are not read.
  static constexpr size_t kMostBytes = 16 << 20;

  explicit PackageCache(FileSystem& files) : files_(files) {}
  // Returns the package.json in a folder, or null. It lives until Clear.
  const PackageJson* In(std::string_view folder);
  // Returns that of the package that a file belongs to: in its folder, or in the next one above. None is
  // above a folder "node_modules".
  const PackageJson* Of(std::string_view path);
  void Clear() { by_folder_.clear(); }

 private:
  FileSystem& files_;
  std::unordered_map<std::string, std::unique_ptr<PackageJson>> by_folder_;  // null: there is none
};

}  // namespace halfword::packages

#endif  // HALFWORD_SHELL_PACKAGES_PACKAGE_JSON_H_
