#include "options.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace halfword::shell {

const char kUsage[] =
    R"(Usage: halfword [options] [file ...] [-- argument ...]
       halfword build FILE -o IMAGE [--warm=N] [-- argument ...]

Runs JavaScript, and TypeScript whose types can be erased. Files run in order; scripts share one global scope.
Without any file, an interactive prompt starts.

  FILE                  .mjs, .mts and .ts are modules, .cjs and .cts CommonJS modules. A .js file is what its
                        package.json says; if that says nothing, and the file is the only one, it is CommonJS, or a
                        module if it has the syntax of one; without a package.json it is a script (docs/packages.md)
  IMAGE                 what "build" made: a program that is loaded and linked already
  -                     the program on standard input
  -e, --eval CODE       run CODE, a script, or a module if it has the syntax of one
  -p, --print CODE      run CODE and print what it evaluates to
  -m, --module          what follows is a module
  -c, --commonjs        what follows is a CommonJS module
  -i, --interactive     an interactive prompt, after the files
  --watch               run the program again whenever a file changes that it was made of
  --warm=N              with "build": evaluate the program, and call the function that it exports as its default N
                        times. The image has that state and the machine code, and starts with a call of it
  -- ARGUMENT ...       arguments of the program: the global arrays `arguments` and `scriptArgs`

  --inspect[=[HOST:]PORT]       let debuggers in at a loopback address, 127.0.0.1:9229 if nothing else is said; port 0
                        is any that is free (docs/debugging.md)
  --inspect-wait[=[HOST:]PORT]  the same, and run nothing before a debugger says so
  --inspect-brk[=[HOST:]PORT]   the same, and pause at the first statement

  --memory-limit=SIZE   largest heap, e.g. 64M (suffixes K, M, G)
  --stack-size=SIZE     size of the JavaScript stack
  --fuel=N              stop after about N calls and loop iterations
  --timeout=MS          stop after so many milliseconds
  --gc-threads=N        mark and sweep on N helper threads too
  --gc-stress=N         collect garbage at every N-th allocation
  --gc-step-stress=N    take a step of an incremental collection at every N-th allocation
  --verify-heap         check the heap and the engine's objects after each collection, as debug builds do always
  --clones              run each program in a clone of the isolate that those before it left
  --compact             with --clones: collect garbage of all of them, not only of the last one
  --jitless             make no machine code, as --tier=embedded
  --tier=MODE           auto; unoptimized (without the optimizing compiler); embedded (the binary's own machine
                        code, for some builtins); interpreter; for tests: optimized (as auto, and optimize what
                        runs as soon as possible), baseline (compile everything at once), generic (the same,
                        without fast paths), random or random:SEED (as baseline, and change between the two
                        anywhere)
  --perf-dump           name machine code for perf in jit-PID.dump; --perf-dump=instructions names each instruction
  --gdb-names           name machine code for gdb
  --tier-stats          print what was compiled to standard error at the end
  --heap-stats          print statistics of the heap as JSON to standard error at the end
  --heap-snapshot=FILE  write what is in the heap at the end, for the memory panel of Chrome's tools
  --cpu-profile[=FILE]  write where time was spent, for Chrome's tools and Visual Studio Code
                        (halfword-PID.cpuprofile)
  --coverage=FOLDER     write which parts of the programs ran, as NODE_V8_COVERAGE does, for c8 and the like
  --conditions=A,B      further conditions of "exports" and "imports" in package.json
  --typescript          types may stand in every program, not only in files that are named so
  --transform-types     in TypeScript, take also what can't be erased: enums, namespaces, parameter properties
  --harmony             turn proposals below stage 4 on (docs/conformance.md)
  --no-blocking         Atomics.wait throws, as on the main thread of a browser
  --tail-calls          proper tail calls in strict functions; stack traces lack their frames
  --test262-host        define $262 as test262 wants it; --harmony and --tail-calls too
  --version, --help

For those who work on the engine; reports of a running program go to standard error:
  --print-javascript    print TypeScript with blanks in the place of types instead of running it
  --print-ast           print the syntax tree with its scopes and variables instead of running it
  --disassemble         print the bytecode of all functions instead of running them
  --disassemble=NAME    at the end, the bytecode of the functions of this name, with source lines and with what each
                        instruction has learned
  --check-registers     overwrite registers that are dead before each instruction, and look whether instructions
                        keep the accumulator that should
  --trace-optimized=NAME  print the graphs of functions of this name when they are optimized (of all: *), and count
                        exits by place for --tier-stats
  --exit-every=N        leave optimized code at each N-th check that holds, as if it did not
  --count-opcodes[=N]   at the end, how often each opcode was executed, and the N most frequent pairs (20)
  --count-natives       at the end, which builtins were called, and how often
  --trace-ic            a line when an instruction learns something that changes its state
  --trace-gc            a line for each collection

Exit codes: 0, or what quit(code) says; 1 uncaught error; 2 syntax error; 3 a limit was reached.
)";

namespace {

enum class Kind { kFlag, kNumber, kSize, kText, kMaybeNumber, kMaybeText };
constexpr bool IsOptional(Kind kind) { return kind == Kind::kMaybeNumber || kind == Kind::kMaybeText; }
constexpr bool IsText(Kind kind) { return kind == Kind::kText || kind == Kind::kMaybeText; }

// A non-negative number with an optional suffix.
bool ParseNumber(std::string_view text, bool suffix, uint64_t* out) {
  uint64_t n = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc() || end == text.data()) return false;
  std::string_view rest(end, static_cast<size_t>(text.data() + text.size() - end));
  int shift = 0;
  if (!rest.empty() && suffix) {
    switch (rest[0] | 0x20) {
      case 'k': shift = 10; break;
      case 'm': shift = 20; break;
      case 'g': shift = 30; break;
      default: return false;
    }
    rest.remove_prefix(1);
    if (rest == "B" || rest == "b" || rest == "iB") rest = {};
  }
  if (!rest.empty() || n > (UINT64_MAX >> 1 >> shift)) return false;
  *out = n << shift;
  return true;
}

// Of --tier.
bool ParseTier(Options* options) {
  std::string_view text = options->tier;
  if (text == "auto") {
    options->tiers.mode = jit::TierMode::kAutomatic;
  } else if (text == "unoptimized") {
    options->tiers.mode = jit::TierMode::kUnoptimized;
  } else if (text == "embedded") {
    options->tiers.mode = jit::TierMode::kEmbedded;
  } else if (text == "interpreter") {
    options->tiers.mode = jit::TierMode::kInterpreter;
  } else if (text == "baseline") {
    options->tiers.mode = jit::TierMode::kBaseline;
  } else if (text == "optimized") {
    options->tiers.mode = jit::TierMode::kOptimized;
  } else if (text == "generic") {
    options->tiers.mode = jit::TierMode::kGeneric;
  } else if (text.starts_with("random")) {
    options->tiers.mode = jit::TierMode::kRandom;
    text.remove_prefix(6);
    return text.empty() || (text[0] == ':' && ParseNumber(text.substr(1), false, &options->tiers.seed));
  } else {
    return false;
  }
  return true;
}

struct Option {
  char name[20];  // in the table: a pointer would be one more word that the loader relocates
  const char* short_name;
  Kind kind;
  // A value that may be left out and is: 0 and a text without data.
  void (*set)(Options&, uint64_t number, std::string_view text);
};

const Option kOptions[] = {
    {"--help", "-h", Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.help = true; }},
    {"--version", "-v", Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.version = true; }},
    {"--interactive", "-i", Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.interactive = true; }},
    {"--watch", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.watch = true; }},
    {"--clones", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.clones = true; }},
    {"--compact", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.compact = true; }},
    {"--inspect", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view address) {
       o.inspect = true;
       o.inspect_address = address;
     }},
    {"--inspect-wait", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view address) {
       o.inspect = o.inspect_wait = true;
       o.inspect_address = address;
     }},
    {"--inspect-brk", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view address) {
       o.inspect = o.inspect_break = true;
       o.inspect_address = address;
     }},
    {"--heap-stats", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.heap_stats = true; }},
    {"--heap-snapshot", nullptr, Kind::kText,
     [](Options& o, uint64_t, std::string_view text) { o.heap_snapshot = text; }},
    {"--cpu-profile", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view file) {
       o.cpu_profile = true;
       o.cpu_profile_file = file;
     }},
    {"--coverage", nullptr, Kind::kText,
     [](Options& o, uint64_t, std::string_view folder) { o.coverage = folder; }},
    {"--disassemble", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view name) {
       if (name.data() == nullptr) {
         o.disassemble = true;
       } else {
         o.disassemble_name = name;
       }
     }},
    {"--check-registers", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.check_registers = true; }},
    {"--count-opcodes", nullptr, Kind::kMaybeNumber,
     [](Options& o, uint64_t n, std::string_view text) {
       o.count_opcodes = true;
       if (text.data() != nullptr) o.opcode_pairs = static_cast<uint32_t>(std::min<uint64_t>(n, UINT32_MAX));
     }},
    {"--count-natives", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.count_natives = true; }},
    {"--trace-gc", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.trace_gc = true; }},
    {"--print-javascript", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.print_javascript = true; }},
    {"--print-ast", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.print_ast = true; }},
    {"--trace-ic", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.trace_ic = true; }},
    {"--jitless", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.tier = "embedded"; }},
    {"--tier", nullptr, Kind::kText, [](Options& o, uint64_t, std::string_view text) { o.tier = text; }},
    {"--trace-optimized", nullptr, Kind::kText,
     [](Options&, uint64_t, std::string_view text) { jit::TraceOptimized(std::string(text)); }},
    {"--exit-every", nullptr, Kind::kNumber,
     [](Options& o, uint64_t n, std::string_view) {
       o.tiers.exit_every = static_cast<uint32_t>(std::min<uint64_t>(n, UINT32_MAX));
     }},
    {"--tier-stats", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.tier_stats = true; }},
    {"--gdb-names", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.gdb_names = true; }},
    {"--perf-dump", nullptr, Kind::kMaybeText,
     [](Options& o, uint64_t, std::string_view text) {
       o.perf_dump = text.data() == nullptr ? "functions" : text;
     }},
    {"--verify-heap", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.verify_heap = true; }},
    {"--test262-host", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.test262_host = o.harmony = o.tail_calls = true; }},
    {"--no-blocking", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.no_blocking = true; }},
    {"--typescript", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.typescript = true; }},
    {"--transform-types", "--experimental-transform-types", Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.transform_types = true; }},
    {"--harmony", nullptr, Kind::kFlag, [](Options& o, uint64_t, std::string_view) { o.harmony = true; }},
    {"--warm", nullptr, Kind::kNumber, [](Options& o, uint64_t n, std::string_view) { o.warm_calls = n; }},
    {"--output", "-o", Kind::kText, [](Options& o, uint64_t, std::string_view text) { o.build = text; }},
    {"--conditions", nullptr, Kind::kText,
     [](Options& o, uint64_t, std::string_view text) {
       for (size_t begin = 0; begin <= text.size();) {
         size_t end = std::min(text.find(',', begin), text.size());
         if (end > begin) o.conditions.emplace_back(text.substr(begin, end - begin));
         begin = end + 1;
       }
     }},
    {"--tail-calls", nullptr, Kind::kFlag,
     [](Options& o, uint64_t, std::string_view) { o.tail_calls = true; }},
    {"--memory-limit", nullptr, Kind::kSize,
     [](Options& o, uint64_t n, std::string_view) { o.memory_limit = n; }},
    {"--stack-size", nullptr, Kind::kSize,
     [](Options& o, uint64_t n, std::string_view) { o.stack_size = n; }},
    {"--timeout", nullptr, Kind::kNumber, [](Options& o, uint64_t n, std::string_view) { o.timeout_ms = n; }},
    {"--fuel", nullptr, Kind::kNumber,
     [](Options& o, uint64_t n, std::string_view) { o.fuel = static_cast<int64_t>(n); }},
    {"--gc-threads", nullptr, Kind::kNumber,
     [](Options& o, uint64_t n, std::string_view) { o.gc_threads = static_cast<uint32_t>(n); }},
    {"--gc-stress", nullptr, Kind::kNumber,
     [](Options& o, uint64_t n, std::string_view) { o.gc_stress = static_cast<uint32_t>(n); }},
    {"--gc-step-stress", nullptr, Kind::kNumber,
     [](Options& o, uint64_t n, std::string_view) { o.gc_step_stress = static_cast<uint32_t>(n); }},
};

}  // namespace

bool HasTypeScriptName(std::string_view path) {
  return path.ends_with(".ts") || path.ends_with(".mts") || path.ends_with(".cts");
}

namespace {

// Null: there is no such option.
const Option* FindOption(std::string_view name) {
  for (const Option& o : kOptions) {
    if (name == o.name || (o.short_name && name == o.short_name)) return &o;
  }
  return nullptr;
}

// Checks what no option can know by itself. False and a sentence in *error: they do not fit together.
bool CheckTogether(Options* options, bool build, std::string* error) {
  bool is_program = options->inputs.size() == 1 && options->inputs[0].kind == Input::kFile;
  if (build && (options->build.empty() || !is_program)) {
    *error = "build needs a file, and -o with the name of the image";
    return false;
  }
  if (!build && (!options->build.empty() || options->warm_calls != 0)) {
    *error = options->warm_calls != 0 ? "--warm is for build" : "-o is for build";
    return false;
  }
  if (!ParseTier(options)) {
    *error = "bad value of --tier: '" + options->tier + "'";
    return false;
  }
  if (!options->perf_dump.empty() && options->perf_dump != "functions" &&
      options->perf_dump != "instructions") {
    *error = "bad value of --perf-dump: '" + options->perf_dump + "'";
    return false;
  }
  return true;
}

}  // namespace

bool ParseOptions(int argc, char** argv, Options* options, std::string* error) {
  bool module = false, commonjs = false, build = argc > 1 && std::string_view(argv[1]) == "build";
  auto add = [&](Input::Kind kind, std::string text) {
    options->inputs.push_back(
        {.kind = kind, .module = module, .commonjs = commonjs, .text = std::move(text)});
    module = commonjs = false;
  };
  for (int i = build ? 2 : 1; i < argc; i++) {
    std::string_view arg = argv[i];
    if (arg == "--") {
      for (i++; i < argc; i++) options->arguments.emplace_back(argv[i]);
      break;
    }
    if (arg == "-") {
      add(Input::kStandardInput, "<stdin>");
      continue;
    }
    if (!arg.starts_with('-')) {
      add(Input::kFile, std::string(arg));
      continue;
    }
    if (bool esm = arg == "-m" || arg == "--module"; esm || arg == "-c" || arg == "--commonjs") {
      module = esm;
      commonjs = !esm;
      continue;
    }
    std::string_view name = arg, value;
    bool has_value = false;
    if (size_t eq = arg.find('='); arg.starts_with("--") && eq != arg.npos) {
      name = arg.substr(0, eq);
      value = arg.substr(eq + 1);
      has_value = true;
    }
    auto take_value = [&] {
      if (has_value) return true;
      if (i + 1 >= argc) {
        *error = std::string(name) + " needs a value";
        return false;
      }
      value = argv[++i];
      return true;
    };
    if (bool print = name == "-p" || name == "--print"; print || name == "-e" || name == "--eval") {
      if (!take_value()) return false;
      if (print && (module || commonjs)) {
        *error = "a module has no value to print";
        return false;
      }
      add(Input::kCode, std::string(value));
      options->inputs.back().print = print;
      continue;
    }
    const Option* found = FindOption(name);
    if (!found) {
      *error = "unknown option '" + std::string(name) + "'; --help lists them";
      return false;
    }
    uint64_t number = 0;
    if (found->kind == Kind::kFlag) {
      if (has_value) {
        *error = std::string(name) + " takes no value";
        return false;
      }
    } else if (has_value || !IsOptional(found->kind)) {
      if (!take_value()) return false;
      if (!IsText(found->kind) && !ParseNumber(value, found->kind == Kind::kSize, &number)) {
        *error = "bad value of " + std::string(name) + ": '" + std::string(value) + "'";
        return false;
      }
    }
    found->set(*options, number, value);
  }
  if (!CheckTogether(options, build, error)) return false;
  if (module || commonjs) {
    *error = std::string(module ? "-m" : "-c") + " needs a file";
    return false;
  }
  return true;
}

}  // namespace halfword::shell
