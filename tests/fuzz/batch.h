// Batches of generated programs, as the hosts of this folder are given them.
//
//   //# program SEED       begins a program; the line ends in "harmony" if that needs proposals
//   //# part               ends a script of it: the rest is another one, for hosts that take parts apart
#ifndef HALFWORD_TESTS_FUZZ_BATCH_H_
#define HALFWORD_TESTS_FUZZ_BATCH_H_

#include <string_view>
#include <vector>

namespace halfword::fuzzing {

struct BatchProgram {
  std::string_view text, seed;  // in the batch; the text begins with the line of the seed
  bool harmony;
};

inline std::vector<BatchProgram> ProgramsOf(std::string_view batch) {
  constexpr std::string_view kHead = "\n//# program ";
  std::vector<BatchProgram> programs;
  for (size_t at = batch.find(kHead.substr(1)); at < batch.size();) {
    std::string_view text = batch.substr(at, batch.find(kHead, at) - at);
    std::string_view head = text.substr(kHead.size() - 1, text.find('\n') - kHead.size() + 1);
    programs.push_back({text, head.substr(0, head.find(' ')), head.ends_with("harmony")});
    at += text.size() + 1;
  }
  return programs;
}

inline std::vector<std::string_view> PartsOf(const BatchProgram& program) {
  constexpr std::string_view kEnd = "\n//# part\n";
  std::vector<std::string_view> parts;
  std::string_view rest = program.text;
  for (size_t end; (end = rest.find(kEnd)) != rest.npos; rest.remove_prefix(end + kEnd.size()))
    parts.push_back(rest.substr(0, end));
  parts.push_back(rest);
  return parts;
}

}  // namespace halfword::fuzzing

#endif  // HALFWORD_TESTS_FUZZ_BATCH_H_
