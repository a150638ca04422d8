// Parses files and reports: parse_check [--module] [--strict] [--typescript] [--lazy] [--time N] file…
// With --list, reads lines "goal path" from standard input, goal being s (script), S (the same, strict) or m
// (module), and prints one line each: "ok" or the error's message. --compare: also that lazy and eager
// parsing agree about every name.
// --mutate N: does that with N damaged variants of each file.
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#include "syntax/parser/parser.h"
#include "tree_printer.h"

namespace {

using namespace halfword::syntax;

bool ReadFile(const std::string& path, std::string* content) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  std::ostringstream out;
  out << in.rdbuf();
  *content = out.str();
  return true;
}

bool typescript = false;

ParseResult Parse(SourceText source, char goal, bool lazy) {
  ParseOptions options;
  options.typescript = typescript;
  options.lazy = lazy;
  options.is_strict = goal == 'S';
  return goal == 'm' ? ParseModule(source, options) : ParseScript(source, options);
}

int List(bool lazy, bool compare) {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string content;
    if (line.size() < 3 || !ReadFile(line.substr(2), &content)) {
      std::printf("unreadable\n");
      continue;
    }
    SourceBuffer buffer = SourceBuffer::FromUtf8(content);
    ParseResult result = Parse(buffer.text(), line[0], lazy);
    if (result.ok()) {
      std::string difference = compare ? CompareLazyWithEager(buffer.text(), line[0] == 'm', typescript) : "";
      std::printf("%s\n", difference.empty() ? "ok" : difference.substr(0, difference.find('\n')).c_str());
    } else {
      std::printf("%u:%u %s\n", result.error().line, result.error().column, result.error().message.c_str());
    }
  }
  return 0;
}

// Parses `count` damaged variants of a text, for crashes and for differences between lazy and eager parsing.
int Mutate(const std::string& content, int count, const std::string& path) {
  uint32_t state = 2463534242u;
  auto random = [&](uint32_t n) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % n;
  };
  static const char* const kPieces[] = {"(",          ")",         "{",
                                        "}",          "[",         "]",
                                        "=>",         "=",         "...",
                                        ",",          ";",         "async ",
                                        "await ",     "yield ",    "let ",
                                        "var ",       "static ",   "function ",
                                        "function*",  "class ",    "#x",
                                        "`",          "${",        "/",
                                        "eval(x)",    "arguments", "this",
                                        "super.x",    "with(a)",   "\n",
                                        "x",          "({a=1})",   "get ",
                                        "of ",        "in ",       "?.",
                                        "??",         "\\u0061",   "'use strict';",
                                        "new.target", "import",    "0",
                                        "extends ",   "return ",   "for(",
                                        "catch(e)",   "default ",  "export ",
                                        "<!--",       "-->"};
  int failures = 0;
  for (int i = 0; i < count; ++i) {
    std::string text = content;
    for (uint32_t edits = 1 + random(4); edits > 0 && !text.empty(); --edits) {
      uint32_t at = random(static_cast<uint32_t>(text.size()));
      switch (random(4)) {
        case 0: text.erase(at, 1 + random(8)); break;
        case 1: text.insert(at, kPieces[random(sizeof kPieces / sizeof kPieces[0])]); break;
        case 2: text.insert(at, text.substr(random(static_cast<uint32_t>(text.size())), random(40))); break;
        default:
          if (random(8) == 0) text.resize(at);
          break;
      }
    }
    SourceBuffer buffer = SourceBuffer::FromUtf8(text);
    for (bool is_module : {false, true}) {
      std::string difference = CompareLazyWithEager(buffer.text(), is_module, typescript);
      if (difference.empty()) continue;
      ++failures;
      std::printf("%s, variant %d: %s\n%s\n", path.c_str(), i, difference.c_str(), text.c_str());
    }
  }
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  char goal = 's';
  bool lazy = false;
  bool compare = false;
  int repeat = 0;
  int mutations = 0;
  int failures = 0;
  for (int i = 1; i < argc; ++i) {
    std::string argument = argv[i];
    if (argument == "--module") {
      goal = 'm';
    } else if (argument == "--strict") {
      goal = 'S';
    } else if (argument == "--typescript") {
      typescript = true;
    } else if (argument == "--lazy") {
      lazy = true;
    } else if (argument == "--compare") {
      compare = true;
    } else if (argument == "--list") {
      return List(lazy, compare);
    } else if (argument == "--mutate" && i + 1 < argc) {
      mutations = std::atoi(argv[++i]);
    } else if (argument == "--time" && i + 1 < argc) {
      repeat = std::atoi(argv[++i]);
    } else {
      std::string content;
      if (!ReadFile(argument, &content)) {
        std::fprintf(stderr, "%s: cannot read\n", argument.c_str());
        ++failures;
        continue;
      }
      SourceBuffer buffer = SourceBuffer::FromUtf8(content);
      if (mutations != 0) {
        failures += Mutate(content, mutations, argument);
        continue;
      }
      if (compare) std::printf("%s\n", CompareLazyWithEager(buffer.text(), goal == 'm', typescript).c_str());
      double best = 1e9;
      size_t memory = 0;
      for (int run = 0; run <= repeat; ++run) {
        auto from = std::chrono::steady_clock::now();
        {
          ParseResult result = Parse(buffer.text(), goal, lazy);
          memory = result.memory_used();
          if (run == 0 && !result.ok()) {
            ++failures;
            std::printf("%s:%u:%u: %s\n", argument.c_str(), result.error().line, result.error().column,
                        result.error().Render().c_str());
          }
        }
        std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - from;
        best = std::min(best, time.count());
      }
      if (repeat != 0) {
        std::printf("%s: %.2f ms, %.1f MB/s, arena %zu KiB\n", argument.c_str(), best,
                    static_cast<double>(content.size()) / best / 1e3, memory / 1024);
      }
    }
  }
  return failures != 0;
}
