// An application imports its own files, and packages in node_modules, which are found as Node.js finds them.
// The library is shell/packages of the checkout, which knows no engine; installed examples have a copy of it.
#ifndef HALFWORD_EXAMPLES_EDGE_MODULES_H_
#define HALFWORD_EXAMPLES_EDGE_MODULES_H_

#include <packages/file_system.h>
#include <packages/resolver.h>

#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "halfword/halfword.hpp"

// Types are dropped where the name says that there are some.
inline hw_source SourceOf(const std::string& text, const std::string& name) {
  hw_source source = {};
  source.size = sizeof source;
  source.text = text.data();
  source.text_size = text.size();
  source.name = name.c_str();
  if (name.ends_with(".ts") || name.ends_with(".mts")) source.flags = HW_SOURCE_TYPESCRIPT;
  return source;
}

inline std::optional<std::string> ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

// Modules are named by their paths. Requests that import() share this, on all threads.
class Modules {
 public:
  // Has the host load modules. This must outlive the isolates.
  void Install(hw::Host& host) {
    host.ResolveModule([this](const hw_module_request& request) { return Resolve(request); });
    host.LoadModule([this](hw_isolate* isolate, const hw_module_request& request) {
      return Load(isolate, request.name);
    });
  }

 private:
  // What is wrong with an import is kept, for Load to say it.
  std::optional<std::string> Resolve(const hw_module_request& request) {
    using halfword::packages::Format;
    std::lock_guard lock(mutex_);
    auto fail = [&](const std::string& why) {
      std::string name = std::string("cannot import ") + request.specifier + " for " + request.referrer;
      files_[name] = {.error = why};
      return name;
    };
    halfword::packages::Resolution found = resolver_.Import(request.specifier, request.referrer);
    if (!found.ok()) return fail(found.error->message);
    bool says_json = false;
    for (size_t i = 0; i < request.attribute_count; i++)
      says_json |= request.attributes[i].key == std::string_view("type") &&
                   request.attributes[i].value == std::string_view("json");
    bool is_json = found.format == Format::kJson;
    bool is_module = found.format == Format::kModule || found.format == Format::kBySyntax;
    if (is_json && !says_json) return fail(found.path + " is JSON: import it with {type: 'json'}");
    if (!is_json && !is_module) return fail(found.path + " is no module; a bundler can make one of it");
    files_[found.key()] = {.path = found.path, .is_json = is_json};
    return found.key();
  }

  hw::Result<hw::Value> Load(hw_isolate* isolate, const char* name) {
    File file;
    {
      std::lock_guard lock(mutex_);
      file = files_[name];
    }
    auto fail = [](const std::string& why) { return hw::Error{HW_INVALID, HW_REASON_NONE, why}; };
    if (!file.error.empty()) return fail(file.error);
    std::optional<std::string> text = ReadFile(file.path);
    if (!text) return fail("cannot read " + file.path);
    if (file.is_json) return hw::JsonModule(isolate, *text);
    return hw::CompileModule(isolate, SourceOf(*text, file.path));
  }

  struct File {
    std::string error;  // why there is none
    std::string path;
    bool is_json = false;
  };
  std::mutex mutex_;
  halfword::packages::Disk disk_;
  halfword::packages::Resolver resolver_{disk_, {}};
  std::map<std::string, File> files_;  // by the names of modules
};

#endif  // HALFWORD_EXAMPLES_EDGE_MODULES_H_
