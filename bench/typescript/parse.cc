// How long TypeScript takes to be parsed and compiled, against the same text with blanks instead of types.
//
//   typescript_bench [--rounds N] [--transform] FILE.ts FILE.mjs [FILE.ts FILE.mjs ...]
//
// halfword --print-javascript -m FILE.ts > FILE.mjs makes the second file of a pair. Each round compiles all
// files as modules, one after the other; the shortest time of each counts. Functions inside are read, but
// not compiled.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "halfword/halfword.h"

namespace {

struct File {
  std::string name, text;
  uint32_t flags = 0;
  double best_ns = 1e18;
};

double Compile(File& file) {
  hw_error error;
  hw_isolate* isolate = hw_isolate_new(nullptr, &error);
  if (!isolate) std::exit((std::fprintf(stderr, "%s\n", error.text), 1));
  hw_source source = {};
  source.size = sizeof source;
  source.text = file.text.data();
  source.text_size = file.text.size();
  source.name = file.name.c_str();
  source.flags = file.flags;
  hw_value module;
  auto begin = std::chrono::steady_clock::now();
  hw_status status = hw_module_new_source(isolate, &source, &module);
  std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
  if (status != HW_OK) {
    char text[1000];
    hw_describe(isolate, hw_exception(isolate), text, sizeof text);
    std::exit((std::fprintf(stderr, "%s\n", text), 1));
  }
  hw_isolate_destroy(isolate);
  return taken.count();
}

}  // namespace

int main(int argc, char** argv) {
  int rounds = 50;
  uint32_t flags = HW_SOURCE_TYPESCRIPT;
  std::vector<File> files;
  for (int i = 1; i < argc; i++) {
    if (std::strcmp(argv[i], "--rounds") == 0 && i + 1 < argc) {
      rounds = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--transform") == 0) {
      flags = HW_SOURCE_TRANSFORM;
    } else {
      std::ifstream in(argv[i], std::ios::binary);
      if (!in) return std::fprintf(stderr, "cannot read %s\n", argv[i]), 1;
      std::string text{std::istreambuf_iterator<char>(in), {}};
      files.push_back({argv[i], std::move(text), files.size() % 2 == 0 ? flags : 0});
    }
  }
  if (files.empty() || files.size() % 2 != 0)
    return std::fprintf(stderr, "usage: %s [--rounds N] [--transform] FILE.ts FILE.mjs ...\n", argv[0]), 2;
  for (int round = 0; round < rounds; round++) {
    for (File& file : files) file.best_ns = std::min(file.best_ns, Compile(file));
  }
  double typed = 0, plain = 0;
  for (size_t i = 0; i < files.size(); i += 2) {
    std::printf("%-40s %8zu bytes %10.0f us %10.0f us  %.3f\n", files[i].name.c_str(), files[i].text.size(),
                files[i].best_ns / 1000, files[i + 1].best_ns / 1000,
                files[i].best_ns / files[i + 1].best_ns);
    typed += files[i].best_ns;
    plain += files[i + 1].best_ns;
  }
  std::printf("%-40s %8s       %10.0f us %10.0f us  %.3f\n", "all", "", typed / 1000, plain / 1000,
              typed / plain);
  return 0;
}
