// The command line.
#ifndef HALFWORD_SHELL_OPTIONS_H_
#define HALFWORD_SHELL_OPTIONS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jit/tiers.h"

namespace halfword::shell {

struct Input {
  enum Kind { kFile, kCode, kStandardInput } kind = kFile;
  bool module = false, commonjs = false;  // it was said
  std::string text;                       // path or code
  bool print = false;                     // what it evaluates to
  bool image = false;                     // a file that `build` made
};

struct Options {
  std::vector<Input> inputs;
  std::vector<std::string> arguments;   // of the program
  std::vector<std::string> conditions;  // of package.json, besides those that always hold
  bool help = false, version = false;
  std::string build;  // the image to make of the program; empty: it is run
  uint64_t warm_calls = 0;
  bool interactive = false;
  bool watch = false;
  bool inspect = false, inspect_wait = false, inspect_break = false;
  std::string inspect_address;  // as it was given
  bool heap_stats = false;
  std::string heap_snapshot;  // path of the file
  bool cpu_profile = false;
  std::string cpu_profile_file;  // empty: one of its own name
  std::string coverage;          // the folder of the file; empty: nobody counts
  bool disassemble = false;
  std::string disassemble_name;  // of functions, after the program; empty: none
  bool check_registers = false;
  bool count_opcodes = false;
  uint32_t opcode_pairs = 20;  // that --count-opcodes shows
  bool count_natives = false;
  bool print_ast = false;
  bool print_javascript = false;
  bool trace_ic = false, trace_gc = false;
  bool test262_host = false;  // turns the next two on
  bool harmony = false;
  bool typescript = false;       // types in every program
  bool transform_types = false;  // in TypeScript, enums and the like become code
  bool tail_calls = false;
  bool no_blocking = false;
  bool clones = false;   // each program runs in a clone of an image of what those before it left
  bool compact = false;  // with all garbage collected before
  uint64_t memory_limit = 0, stack_size = 0, timeout_ms = 0;
  int64_t fuel = -1;
  bool verify_heap = false;
  uint32_t gc_threads = 0;
  uint32_t gc_stress = 0;
  uint32_t gc_step_stress = 0;
  std::string tier = "auto";
  jit::TierSettings tiers;
  bool tier_stats = false;
  bool gdb_names = false;
  std::string perf_dump;  // empty, "functions" or "instructions"
};

// Whether a file is TypeScript.
bool HasTypeScriptName(std::string_view path);

// False: *error says what is wrong.
bool ParseOptions(int argc, char** argv, Options* options, std::string* error);
extern const char kUsage[];

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_OPTIONS_H_
