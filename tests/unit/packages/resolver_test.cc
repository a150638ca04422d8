#include "packages/resolver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "packages/file_system.h"
#include "packages/locations.h"
#include "packages/package_json.h"

namespace halfword::packages {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// It holds files by path, and links by path.
class MemoryFiles final : public FileSystem {
 public:
  void Add(const std::string& path, const std::string& text = "") { files_[path] = text; }
  void Link(const std::string& path, const std::string& to) { links_[path] = to; }

  FileKind KindOf(const std::string& path) override {
    std::string real = Follow(NormalPath("/", path));
    if (files_.contains(real)) return FileKind::kFile;
    auto next = files_.lower_bound(real == "/" ? real : real + "/");
    bool is_folder = next != files_.end() && next->first.starts_with(real == "/" ? real : real + "/");
    return is_folder ? FileKind::kFolder : FileKind::kNone;
  }
  bool Read(const std::string& path, size_t most, std::string* bytes) override {
    reads++;
    auto found = files_.find(Follow(path));
    if (found == files_.end() || found->second.size() > most) return false;
    *bytes = found->second;
    return true;
  }
  std::optional<std::string> RealPath(const std::string& path) override {
    if (KindOf(path) == FileKind::kNone) return std::nullopt;
    return Follow(NormalPath("/", path));
  }
  int reads = 0;

 private:
  std::string Follow(std::string path) const {
    for (const auto& [from, to] : links_) {
      if (path == from || path.starts_with(from + "/")) path = to + path.substr(from.size());
    }
    return path;
  }
  std::map<std::string, std::string> files_, links_;
};

class ResolverTest : public ::testing::Test {
 protected:
  // These return the path, or "! " and the code.
  std::string Import(const std::string& specifier, const std::string& from = "/app/main.mjs") {
    return Told(resolver_.Import(specifier, from));
  }
  std::string Require(const std::string& specifier, const std::string& from = "/app/main.cjs") {
    return Told(resolver_.Require(specifier, from));
  }
  static std::string Told(const Resolution& found) {
    return found.ok() ? found.key() : std::string("! ") + found.error->code;
  }
  // Makes a package with this package.json in /app/node_modules/p.
  void Package(const std::string& json) {
    files_.Add("/app/node_modules/p/package.json", json);
    for (const char* name : {"index.js", "a.js", "b.mjs", "lib/c.js", "lib/d.e.js", "x y.js"})
      files_.Add(std::string("/app/node_modules/p/") + name);
    resolver_.Forget();
  }

  MemoryFiles files_;
  Resolver resolver_{files_, {.is_builtin = [](std::string_view name) { return name == "module"; }}};
};

TEST_F(ResolverTest, RelativeImportsAreUrls) {
  files_.Add("/app/a b.js");
  files_.Add("/app/lib/index.js");
  EXPECT_EQ(Import("./a%20b.js"), "/app/a b.js");
  EXPECT_EQ(Import("./a b.js?x=1#y"), "/app/a b.js?x=1#y");
  EXPECT_EQ(Import("./lib/../%61 b.js"), "/app/a b.js");
  EXPECT_EQ(Import("/app/lib/index.js"), "/app/lib/index.js");
  EXPECT_EQ(Import("file:///app/lib/index.js"), "/app/lib/index.js");
  EXPECT_EQ(Import("file://localhost/app/lib/index.js"), "/app/lib/index.js");
  EXPECT_EQ(Import("file://elsewhere/app/lib/index.js"), "! ERR_INVALID_FILE_URL_HOST");
  EXPECT_EQ(Import("./lib"), "! ERR_UNSUPPORTED_DIR_IMPORT");
  EXPECT_EQ(Import("."), "! ERR_UNSUPPORTED_DIR_IMPORT");
  EXPECT_EQ(Import("./lib/index.js/"), "! ERR_UNSUPPORTED_DIR_IMPORT");
  EXPECT_EQ(Import("./lib/index"), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Import("./lib%2Findex.js"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("./%FF.js"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("./a%00b.js"), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Import("https://a/b.js"), "! ERR_UNSUPPORTED_ESM_URL_SCHEME");
}

TEST_F(ResolverTest, RequireTriesExtensionsAndFolders) {
  files_.Add("/app/a.js");
  files_.Add("/app/a.json");
  files_.Add("/app/b.json");
  files_.Add("/app/lib/index.json");
  files_.Add("/app/with/main/package.json", R"({"main": "./lib"})");
  files_.Add("/app/with/main/lib/index.js");
  files_.Add("/app/with/none/package.json", R"({"main": "gone.js"})");
  EXPECT_EQ(Require("./a"), "/app/a.js");
  EXPECT_EQ(Require("./b"), "/app/b.json");
  EXPECT_EQ(Require("./lib"), "/app/lib/index.json");
  EXPECT_EQ(Require("./a/"), "! MODULE_NOT_FOUND");
  EXPECT_EQ(Require("/app/a"), "/app/a.js");
  EXPECT_EQ(Require("./with/main"), "/app/with/main/lib/index.js");
  EXPECT_EQ(Require("./with/none"), "! MODULE_NOT_FOUND");
  EXPECT_EQ(Require("."), "! MODULE_NOT_FOUND");
  EXPECT_EQ(Require(std::string("./a\0.js", 7)), "! MODULE_NOT_FOUND");
}

TEST_F(ResolverTest, PackagesAreLookedForUpward) {
  files_.Add("/app/node_modules/p/index.js");
  files_.Add("/node_modules/q/index.js");
  files_.Add("/app/src/deep/main.js");
  EXPECT_EQ(Import("p", "/app/src/deep/main.js"), "/app/node_modules/p/index.js");
  EXPECT_EQ(Require("q", "/app/src/deep/main.js"), "/node_modules/q/index.js");
  EXPECT_EQ(Require("p/index", "/app/src/deep/main.js"), "/app/node_modules/p/index.js");
  EXPECT_EQ(Import("p/index", "/app/src/deep/main.js"), "! ERR_MODULE_NOT_FOUND");
  Resolution none = resolver_.Import("none", "/app/src/main.js");
  EXPECT_THAT(none.error->message,
              HasSubstr("Cannot find package 'none' imported from /app/src/main.js; looked in "
                        "/app/src/node_modules, /app/node_modules, /node_modules"));
  EXPECT_THAT(Resolver::LookupFolders("/a/node_modules/b"),
              ElementsAre("/a/node_modules/b/node_modules", "/a/node_modules", "/node_modules"));
}

TEST_F(ResolverTest, ExportsDecideAlone) {
  Package(R"({"exports": {".": "./a.js", "./c": "./lib/c.js", "./null": null, "./gone": "./gone.js"}})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/a.js");
  EXPECT_EQ(Require("p/c"), "/app/node_modules/p/lib/c.js");
  EXPECT_EQ(Import("p/lib/c.js"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  EXPECT_EQ(Require("p/null"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  EXPECT_EQ(Import("p/gone"), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Require("p/gone"), "! MODULE_NOT_FOUND");
  Package(R"({"exports": "./a.js"})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/a.js");
  EXPECT_EQ(Import("p/a.js"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
}

TEST_F(ResolverTest, ConditionsCountInTheOrderOfTheFile) {
  Package(
      R"({"exports": {"browser": "./gone.js", "import": "./b.mjs", "require": "./a.js", "default": "./index.js"}})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/b.mjs");
  EXPECT_EQ(Require("p"), "/app/node_modules/p/a.js");
  Package(R"({"exports": {"default": "./index.js", "import": "./b.mjs"}})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/index.js");
  Package(R"({"exports": {".": {"node": {"import": "./b.mjs"}, "default": "./a.js"}}})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/b.mjs");
  EXPECT_EQ(Require("p"), "/app/node_modules/p/a.js");
  Package(R"({"exports": {"mine": "./a.js", "default": "./index.js"}})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/index.js");
  Resolver mine(files_, {.conditions = {"mine"}});
  EXPECT_EQ(Told(mine.Import("p", "/app/main.mjs")), "/app/node_modules/p/a.js");
}

TEST_F(ResolverTest, TheLongestPatternWins) {
  Package(
      R"({"exports": {"./*": "./*.js", "./lib/*": null, "./lib/*.js": "./lib/*.js", "./l*/d.e": "./lib/d.e.js"}})");
  EXPECT_EQ(Import("p/a"), "/app/node_modules/p/a.js");
  EXPECT_EQ(Import("p/lib/c.js"), "/app/node_modules/p/lib/c.js");
  EXPECT_EQ(Import("p/lib/c"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  EXPECT_EQ(Import("p/x%20y"), "/app/node_modules/p/x y.js");
  EXPECT_EQ(Import("p/../a"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("p/a/%2e%2E/b"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("p/node_modules/x"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("p/*"), "! ERR_MODULE_NOT_FOUND");
}

TEST_F(ResolverTest, ListsTakeTheFirstValidTarget) {
  Package(R"({"exports": ["../outside.js", "./a.js", "./index.js"]})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/a.js");
  Package(R"({"exports": [{"browser": "./b.mjs"}, null, "./index.js"]})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/index.js");
  Package(R"({"exports": {".": []}})");
  EXPECT_EQ(Import("p"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  Package(R"({"exports": ["../outside.js"]})");
  EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_TARGET");
}

TEST_F(ResolverTest, OddExportsAreErrors) {
  for (const char* target : {"\"a.js\"", "\"/a.js\"", "\"./../a.js\"", "\"./node_modules/q.js\"", "1", "true",
                             "\"./lib/./c.js\"", "\"./%2e%2e/c.js\"", "\"node:module\""}) {
    Package("{\"exports\": {\".\": " + std::string(target) + "}}");
    EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_TARGET") << target;
  }
  Package(R"({"exports": {".": "./a.js", "import": "./b.mjs"}})");
  EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_CONFIG");
  Package(R"({"exports": {"0": "./a.js", "default": "./b.mjs"}})");
  EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_CONFIG");
  Package(R"({"exports": {}})");
  EXPECT_EQ(Import("p"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  // A value that is neither text nor an object or list says nothing.
  for (const char* nothing : {"1", "false", "null"}) {
    Package("{\"exports\": " + std::string(nothing) + "}");
    EXPECT_EQ(Import("p/a.js"), "/app/node_modules/p/a.js") << nothing;
  }
}

TEST_F(ResolverTest, DeepTargetsAreRefused) {
  constexpr int kDepth = 100000;
  std::string json = "{\"exports\": ";
  for (int i = 0; i < kDepth; i++) json += "[";
  json += "\"./a.js\"";
  for (int i = 0; i < kDepth; i++) json += "]";
  Package(json + "}");
  EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_CONFIG");
}

TEST_F(ResolverTest, BrokenPackageFilesAreErrors) {
  for (const char* text : {"", "{", "[]", "null", "{\"a\": }", "{\"name\": \"\xFF\"}", "{} {}"}) {
    Package(text);
    EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_CONFIG") << text;
    EXPECT_EQ(Require("p"), "! ERR_INVALID_PACKAGE_CONFIG") << text;
  }
  Package("\xEF\xBB\xBF{\"main\": \"a\"}");
  EXPECT_EQ(Require("p"), "/app/node_modules/p/a.js");
  Package("{\"x\": \"" + std::string(PackageCache::kMostBytes, 'x') + "\"}");
  EXPECT_EQ(Import("p"), "! ERR_INVALID_PACKAGE_CONFIG");
}

TEST_F(ResolverTest, APackageFindsItself) {
  files_.Add("/app/package.json", R"({"name": "@me/app", "exports": {".": "./main.mjs", "./x": "./x.js"}})");
  files_.Add("/app/main.mjs");
  files_.Add("/app/x.js");
  EXPECT_EQ(Import("@me/app"), "/app/main.mjs");
  EXPECT_EQ(Require("@me/app/x"), "/app/x.js");
  EXPECT_EQ(Require("@me/app/y"), "! ERR_PACKAGE_PATH_NOT_EXPORTED");
  EXPECT_EQ(Import("@me/other"), "! ERR_MODULE_NOT_FOUND");
}

TEST_F(ResolverTest, ImportsOfThePackage) {
  Package(R"({"exports": {"./x": "./a.js"}})");
  files_.Add("/app/package.json", R"({"imports": {
    "#own": {"import": "./own.mjs", "default": "./own.cjs"}, "#p": "p/x", "#deep/*": "./lib/*.js",
    "#out": "../out.js", "#url": "https://a/b", "#builtin": "module", "#gone": "./gone.js", "#again": "#own"}})");
  for (const char* name : {"own.mjs", "own.cjs", "lib/z.js"}) files_.Add(std::string("/app/") + name);
  EXPECT_EQ(Import("#own"), "/app/own.mjs");
  EXPECT_EQ(Require("#own"), "/app/own.cjs");
  EXPECT_EQ(Import("#p"), "/app/node_modules/p/a.js");
  EXPECT_EQ(Require("#deep/z"), "/app/lib/z.js");
  EXPECT_EQ(Import("#out"), "! ERR_INVALID_PACKAGE_TARGET");
  EXPECT_EQ(Import("#url"), "! ERR_INVALID_PACKAGE_TARGET");
  EXPECT_EQ(Import("#builtin"), "module");
  EXPECT_EQ(Require("#builtin"), "module");
  EXPECT_EQ(Require("#gone"), "! MODULE_NOT_FOUND");
  EXPECT_EQ(Import("#again"), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Import("#none"), "! ERR_PACKAGE_IMPORT_NOT_DEFINED");
  EXPECT_EQ(Import("#"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("#/x"), "! ERR_INVALID_MODULE_SPECIFIER");
  EXPECT_EQ(Import("#own", "/app/node_modules/p/index.js"), "! ERR_PACKAGE_IMPORT_NOT_DEFINED");
}

TEST_F(ResolverTest, NamesThatAreNone) {
  for (const char* name : {"@scope", "a%41", "a\\b", ".hidden"})
    EXPECT_EQ(Import(name), "! ERR_INVALID_MODULE_SPECIFIER") << name;
  EXPECT_EQ(Import(""), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Require(""), "! MODULE_NOT_FOUND");
  EXPECT_EQ(Import("node:module"), "module");
  EXPECT_EQ(Import("node:none"), "! ERR_UNKNOWN_BUILTIN_MODULE");
  EXPECT_EQ(Require("node:none"), "! ERR_UNKNOWN_BUILTIN_MODULE");
}

TEST_F(ResolverTest, MainWithoutExports) {
  Package(R"({"main": "lib/c"})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/lib/c.js");
  Package(R"({"main": "gone"})");
  EXPECT_EQ(Import("p"), "/app/node_modules/p/index.js");
  EXPECT_EQ(Require("p"), "/app/node_modules/p/index.js");
  files_.Add("/app/node_modules/empty/package.json", "{}");
  EXPECT_EQ(Import("empty"), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Require("empty"), "! MODULE_NOT_FOUND");
}

TEST_F(ResolverTest, FormatsFollowNamesAndPackages) {
  files_.Add("/none/x.js");
  files_.Add("/m/package.json", R"({"type": "module"})");
  files_.Add("/m/node_modules/q/x.js");
  files_.Add("/c/package.json", R"({"type": "commonjs"})");
  EXPECT_EQ(resolver_.FormatOf("/none/x.js"), Format::kBySyntax);
  EXPECT_EQ(resolver_.FormatOf("/none/x.ts"), Format::kModule);
  EXPECT_EQ(resolver_.FormatOf("/m/a/x.js"), Format::kModule);
  EXPECT_EQ(resolver_.FormatOf("/m/a/tool"), Format::kModule);
  EXPECT_EQ(resolver_.FormatOf("/m/x.cjs"), Format::kCommonJs);
  EXPECT_EQ(resolver_.FormatOf("/m/node_modules/q/x.js"), Format::kBySyntax);
  EXPECT_EQ(resolver_.FormatOf("/c/x.ts"), Format::kCommonJs);
  EXPECT_EQ(resolver_.FormatOf("/c/x.mts"), Format::kModule);
  EXPECT_EQ(resolver_.FormatOf("/m/x.json"), Format::kJson);
  EXPECT_EQ(resolver_.FormatOf("/m/x.node"), Format::kAddon);
  EXPECT_EQ(resolver_.FormatOf("/m/x.wasm"), Format::kUnknown);
}

TEST_F(ResolverTest, LinksAreFollowed) {
  files_.Add("/store/p/index.js");
  files_.Add("/store/q/index.js");
  files_.Add("/app/node_modules/r/index.js");
  files_.Link("/app/node_modules/p", "/store/p");
  EXPECT_EQ(Import("p"), "/store/p/index.js");
  EXPECT_EQ(Require("p"), "/store/p/index.js");
  Resolver inside(files_, {.root = "/app"});
  EXPECT_EQ(Told(inside.Import("p", "/app/main.mjs")), "! ERR_MODULE_NOT_FOUND");
  EXPECT_EQ(Told(inside.Require("../store/q", "/app/main.cjs")), "! MODULE_NOT_FOUND");
}

TEST_F(ResolverTest, PackageFilesAreReadOnce) {
  Package(R"({"exports": "./a.js"})");
  files_.reads = 0;
  for (int i = 0; i < 10; i++) EXPECT_EQ(Import("p"), "/app/node_modules/p/a.js");
  EXPECT_EQ(files_.reads, 1);
  resolver_.Forget();
  EXPECT_EQ(Import("p"), "/app/node_modules/p/a.js");
  EXPECT_EQ(files_.reads, 2);
}

TEST(Disk, WhatIsNoFile) {
  Disk disk;
  std::string folder = ::testing::TempDir() + "/packages_disk";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/file") << "text";
  std::filesystem::create_symlink("loop", folder + "/loop");
  ASSERT_EQ(mkfifo((folder + "/pipe").c_str(), 0600), 0);
  std::string text;
  EXPECT_EQ(disk.KindOf(folder), FileKind::kFolder);
  EXPECT_EQ(disk.KindOf(folder + "/file"), FileKind::kFile);
  EXPECT_EQ(disk.KindOf(folder + "/loop"), FileKind::kNone);
  EXPECT_EQ(disk.KindOf(folder + "/pipe"), FileKind::kNone);
  EXPECT_EQ(disk.KindOf(folder + std::string("/file\0", 6)), FileKind::kNone);
  EXPECT_EQ(disk.KindOf(std::string(10000, 'x')), FileKind::kNone);
  EXPECT_TRUE(disk.Read(folder + "/file", 4, &text));
  EXPECT_EQ(text, "text");
  EXPECT_FALSE(disk.Read(folder + "/file", 3, &text));
  EXPECT_FALSE(disk.Read(folder + "/pipe", 100, &text));
  EXPECT_FALSE(disk.Read(folder, 100, &text));
  EXPECT_FALSE(disk.Read(folder + "/loop", 100, &text));
  EXPECT_TRUE(disk.Read("/proc/self/status", 1 << 20, &text));
  EXPECT_THAT(text, HasSubstr("Name:"));
  EXPECT_FALSE(disk.RealPath(folder + "/loop"));
  std::filesystem::remove_all(folder);
}

TEST(Locations, PathsAndUrls) {
  EXPECT_EQ(NormalPath("/a/b", "../c/./d//e/.."), "/a/c/d");
  EXPECT_EQ(NormalPath("/a", "/x/../../y"), "/y");
  EXPECT_EQ(NormalPath("/", ".."), "/");
  EXPECT_EQ(FileUrlOf("/a b/%?#ü"), "file:///a%20b/%25%3F%23%C3%BC");
  EXPECT_EQ(SchemeOf("HTTP:x"), "http");
  EXPECT_EQ(SchemeOf("./a:b"), "");
  EXPECT_EQ(SchemeOf(":a"), "");
  EXPECT_EQ(Locate("..\\x.js", "/a/b/c.js").path, "/a/x.js");
  EXPECT_EQ(Locate(" ./x\n.js ", "/a/b.js").path, "/a/x.js");
  EXPECT_EQ(Locate("file:///a/%E4%B8%AD.js", "/").path, "/a/中.js");
  EXPECT_EQ(Locate("./%C0%80.js", "/a.js").error, Location::kEncoding);
}

}  // namespace
}  // namespace halfword::packages
