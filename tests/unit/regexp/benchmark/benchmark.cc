// Replays the calls that record.js wrote: regexp_benchmark calls.txt [rounds] [top]
// Prints the time of one round and the regexps that take most of it. With "check" as third argument prints a
// checksum only.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "regexp/regexp.h"
#include "unicode/utf8.h"

namespace {

using namespace halfword;          // NOLINT
using namespace halfword::regexp;  // NOLINT

std::u16string Unescape(const std::string& s) {
  std::u16string out;
  for (size_t i = 0; i < s.size(); i++) {
    if (s[i] == '\\') {
      out.push_back(static_cast<char16_t>(std::stoi(s.substr(i + 2, 4), nullptr, 16)));
      i += 5;
    } else {
      out.push_back(static_cast<unsigned char>(s[i]));
    }
  }
  return out;
}

struct Subject {
  std::u16string wide;
  std::vector<uint8_t> narrow;
  bool is_latin1;
};
struct Call {
  bool all;
  uint32_t regexp, subject;
};

uint64_t Execute(const Program& program, const Subject& s, bool all, std::vector<int32_t>& captures,
                 Budget& budget) {
  uint64_t sum = 0;
  size_t size = s.wide.size();
  for (size_t start = 0; start <= size;) {
    MatchResult r = s.is_latin1 ? Match(program.code, Latin1Span(s.narrow), start, captures.data(), budget)
                                : Match(program.code, Utf16Span(s.wide), start, captures.data(), budget);
    if (r != MatchResult::kMatch) break;
    for (uint32_t k = 0; k < program.capture_count; k++)
      sum += static_cast<uint64_t>(captures[2 * k + 1] - captures[2 * k]);
    if (!all) break;
    size_t end = static_cast<size_t>(captures[1]);
    start = end == static_cast<size_t>(captures[0]) ? end + 1 : end;
  }
  return sum;
}

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 1;
  int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  int top = argc > 3 ? std::atoi(argv[3]) : 25;
  std::ifstream in(argv[1]);
  std::string line;
  std::vector<std::unique_ptr<Program>> programs;
  std::vector<std::string> names;
  std::vector<Subject> subjects;
  std::vector<Call> calls;
  uint32_t most_captures = 1;
  double compile_time = 0;
  while (std::getline(in, line)) {
    if (line[0] == 'R') {
      size_t space = line.find(' ', 2);
      std::u16string pattern = Unescape(line.substr(space + 1));
      double t0 = Now();
      CompileResult r = Compile(pattern, *ParseFlags(Text::FromAscii(line.substr(2, space - 2))));
      compile_time += Now() - t0;
      if (!r) return std::fprintf(stderr, "%s: %s\n", line.c_str(), r.error.reason), 1;
      most_captures = std::max(most_captures, r.program->capture_count);
      programs.push_back(std::move(r.program));
      names.push_back(line.substr(2));
    } else if (line[0] == 'S') {
      Subject s;
      s.wide = Unescape(line.substr(2));
      s.is_latin1 = unicode::IsLatin1(s.wide);
      if (s.is_latin1) {
        s.narrow.resize(s.wide.size());
        unicode::NarrowToLatin1(s.wide, s.narrow.data());
      }
      subjects.push_back(std::move(s));
    } else {
      char kind;
      Call c;
      std::sscanf(line.c_str(), "C %c %u %u", &kind, &c.regexp, &c.subject);
      c.all = kind == 'g';
      calls.push_back(c);
    }
  }
  std::vector<int32_t> captures(2 * most_captures);
  Budget budget;
  uint64_t sum = 0;
  double best = 1e9;
  for (int round = 0; round < rounds; round++) {
    double t0 = Now();
    for (const Call& c : calls)
      sum += Execute(*programs[c.regexp], subjects[c.subject], c.all, captures, budget);
    best = std::min(best, Now() - t0);
  }
  size_t bytes = 0;
  for (const auto& p : programs) bytes += p->code.size();
  std::printf("%zu regexps (%zu bytes, compiled in %.2f ms), %zu calls, best round %.3f ms, sum %llu\n",
              programs.size(), bytes, compile_time * 1e3, calls.size(), best * 1e3,
              static_cast<unsigned long long>(sum));
  if (top == 0) return 0;
  struct Cost {
    double seconds = 0;
    uint32_t calls = 0;
  };
  std::vector<Cost> costs(programs.size());
  std::stable_sort(calls.begin(), calls.end(),
                   [](const Call& a, const Call& b) { return a.regexp < b.regexp; });
  for (size_t i = 0; i < calls.size();) {
    size_t end = i;
    while (end < calls.size() && calls[end].regexp == calls[i].regexp) end++;
    Cost& cost = costs[calls[i].regexp];
    cost.calls = static_cast<uint32_t>(end - i);
    cost.seconds = 1e9;
    for (int round = 0; round < rounds; round++) {
      double t0 = Now();
      for (size_t k = i; k < end; k++) {
        sum +=
            Execute(*programs[calls[k].regexp], subjects[calls[k].subject], calls[k].all, captures, budget);
      }
      cost.seconds = std::min(cost.seconds, Now() - t0);
    }
    i = end;
  }
  std::vector<size_t> order(programs.size());
  for (size_t i = 0; i < order.size(); i++) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return costs[a].seconds > costs[b].seconds; });
  for (int k = 0; k < top && k < static_cast<int>(order.size()); k++) {
    const Cost& c = costs[order[static_cast<size_t>(k)]];
    std::printf("%8.1f us %6u calls %7.1f ns each  %s\n", c.seconds * 1e6, c.calls, c.seconds * 1e9 / c.calls,
                names[order[static_cast<size_t>(k)]].substr(0, 110).c_str());
  }
  return 0;
}
