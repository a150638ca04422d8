#include "package_json.h"

#include "locations.h"

namespace halfword::packages {

namespace {

std::optional<std::string> TextIn(const Json& object, const char* key) {
  auto found = object.find(key);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get_ref<const std::string&>();
}

void Read(std::string_view text, PackageJson* out) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) {
    out->error = "it is not JSON";
    return;
  }
  if (!json.is_object()) {
    out->error = "it holds no object";
    return;
  }
  out->name = TextIn(json, "name");
  out->main = TextIn(json, "main");
  std::optional<std::string> type = TextIn(json, "type");
  if (type == "module") out->type = PackageType::kModule;
  if (type == "commonjs") out->type = PackageType::kCommonJs;
  auto exports = json.find("exports"), imports = json.find("imports");
  if (exports != json.end() && (exports->is_structured() || exports->is_string()))
    out->exports = std::move(*exports);
  if (imports != json.end() && imports->is_object()) out->imports = std::move(*imports);
}

}  // namespace

const PackageJson* PackageCache::In(std::string_view folder) {
  auto [entry, is_new] = by_folder_.try_emplace(std::string(folder));
  if (!is_new) return entry->second.get();
  auto package = std::make_unique<PackageJson>();
  package->folder = folder;
  package->path = folder == "/" ? "/package.json" : package->folder + "/package.json";
  if (files_.KindOf(package->path) != FileKind::kFile) return nullptr;
  std::string text;
  if (files_.Read(package->path, kMostBytes, &text)) {
    Read(text, package.get());
  } else {
    package->error = "it can't be read, or is larger than 16 MiB";
  }
  entry->second = std::move(package);
  return entry->second.get();
}

const PackageJson* PackageCache::Of(std::string_view path) {
  for (std::string_view folder = FolderOf(path); NameOf(folder) != "node_modules";
       folder = FolderOf(folder)) {
    if (const PackageJson* package = In(folder)) return package;
    if (folder == "/") break;
  }
  return nullptr;
}

}  // namespace halfword::packages
