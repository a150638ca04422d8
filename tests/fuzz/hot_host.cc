// Compares compiled code with the interpreter, on many programs in one process.
//
//   hot_host [--all-modes] [--fuel=N] [--fuel-ends=N] [--keep=FOLDER] BATCH...
//     --all-modes    each program runs in all modes, not in some that its seed chooses
//     --fuel=N       each program ends when it has taken so much
//     --fuel-ends=N  each program runs until its fuel ends, at N amounts of it; nothing else is compared
//     --keep=FOLDER  where programs go that differ, as hot-SEED.js: the working directory
//
// Batches are as batch.h says; "-" is standard input. Each program has isolates to itself. It runs in the
// interpreter, and then in modes of the tiers. Equal must be what it prints and throws, the fuel that it
// takes, how it ends, and the heap that it leaves (tests/unit/jit/same_heap.h). Where a program has parts,
// some modes freeze the isolate between them, and it goes on in a clone of that image. All choices follow
// from the seed, so a file that was kept does the same again: `hot_host hot-SEED.js`.
//
// Each program's seed is printed before it runs. A difference is a line "FAILED FILE: MODE: what differs".
// Exit codes: 0; 1 something differs; 2 an error of the files.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "batch.h"
#include "gc/heap.h"
#include "isolates/isolate_owner.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/operations/conversions.h"
#include "same_heap.h"

namespace halfword::fuzzing {
namespace {

using jit::TierMode;
using testing::HeapOutline;

constexpr size_t kMemoryLimit = size_t{512} << 20;

struct Options {
  bool all_modes = false;
  int64_t fuel = 20'000'000;
  uint32_t fuel_ends = 0;
  std::string keep = ".";
  std::vector<std::string> files;
};

struct Mode {
  std::string name;
  jit::TierSettings tiers;
  int32_t quantum = 0;     // 0: that of the mode
  uint32_t gc_stress = 0;  // collections are verified, too
  bool is_in_clones = false;
};

// ---- One run of a program ----

Completion<Value> Print(Isolate& isolate, Arguments& args) {
  Completion<String*> text = ToString(isolate, args[0]);
  if (text.IsThrow()) return kThrow;
  static_cast<std::string*>(NativeStateOf(isolate).host_data)->append(text.Take()->ToUtf8(isolate) + "\n");
  return Value::Undefined();
}
constexpr NativeRow kNatives[] = {{"print", Print, 1}};

[[noreturn]] void Fail(const std::string& text) {
  std::fprintf(stderr, "hot_host: %s\n", text.c_str());
  std::exit(2);
}

// An isolate that goes through the parts of a program, or clones of it that take turns.
class Guest {
 public:
  // `fuel`: where it ends.
  Guest(const Mode& mode, int64_t fuel) : mode_(mode), fuel_(fuel) {
    owner_ = NewIsolate(nullptr, fuel);
    owner_->Enter([](Isolate& isolate) {
      InstallFunctions(isolate, isolate.realm(), isolate.realm()->global_object(), kNatives);
    });
  }
  ~Guest() { IsolateOwner::Retire(std::move(owner_)); }
  Guest(const Guest&) = delete;

  void Run(const std::vector<std::string_view>& parts) {
    for (size_t i = 0; i < parts.size() && owner_->termination() == Termination::kNone; i++) {
      if (i != 0 && mode_.is_in_clones) GoOnInClone();
      Evaluate(parts[i]);
    }
  }

  IsolateOwner& owner() { return *owner_; }
  // What it has printed and thrown, how it has ended, and the fuel that it has taken.
  std::string outcome() const {
    return OnOneLine(output_) + "ended by " + std::to_string(static_cast<int>(owner_->termination())) +
           ", with fuel " + std::to_string(fuel_used());
  }
  // Also what it has not been asked for yet, as fuel_left() does not.
  int64_t fuel_used() const {
    int64_t left = 0;
    owner_->Enter([&](Isolate& isolate) { left = isolate.fuel_ + isolate.budget_; });
    return fuel_ - left;
  }
  static std::string OnOneLine(std::string text) {
    std::ranges::replace(text, '\n', '|');
    return text;
  }
  // What it has in memory depends on what is compiled.
  bool IsOutOfMemory() const { return owner_->termination() == Termination::kOutOfMemory; }

 private:
  std::unique_ptr<IsolateOwner> NewIsolate(std::shared_ptr<const Image> image, int64_t fuel) {
    IsolateConfig config;
    config.memory_limit = kMemoryLimit;
    config.fuel = fuel;
    config.gc_stress = mode_.gc_stress;
    config.verify_heap = mode_.gc_stress != 0;
    config.host_natives = kNatives;
    config.hooks.random_seed = [] { return uint64_t{1}; };
    config.hooks.current_time_ms = [] { return 1e12; };
    config.host_data = &output_;
    config.image = std::move(image);
    config.tiers = mode_.tiers;
    std::string error;
    auto owner = IsolateOwner::Create(std::move(config), &error);
    if (!owner) Fail(error);
    owner->Enter([&](Isolate& isolate) {
      if (mode_.quantum != 0) StateOf(isolate).quantum = mode_.quantum;
    });
    return owner;
  }

  void GoOnInClone() {
    std::string error;
    std::shared_ptr<const Image> image = owner_->Freeze(&error);
    if (!image) Fail(error);
    const int64_t fuel = std::max(fuel_ - fuel_used(), int64_t{0});
    IsolateOwner::Retire(std::move(owner_));
    owner_ = NewIsolate(image, fuel);
  }

  void Evaluate(std::string_view source) {
    owner_->Enter([&](Isolate& isolate) {
      Script* script = NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, source),
                                 NewStringFromAscii(isolate, "program.js"));
      if (EvaluateScript(isolate, script).IsThrow()) NoteException(isolate);
      if (!isolate.IsTerminating() && RunJobs(isolate).IsThrow()) NoteException(isolate);
    });
  }
  void NoteException(Isolate& isolate) {
    Value exception;
    if (!isolate.Catch(&exception)) return;
    Completion<String*> text = ToString(isolate, exception);
    if (!text.IsThrow()) {
      output_ += "throws " + text.Take()->ToUtf8(isolate) + "\n";
    } else if (isolate.Catch(&exception)) {
      output_ += "throws what has no text\n";
    }
  }

  const Mode mode_;
  const int64_t fuel_;
  std::string output_;
  std::unique_ptr<IsolateOwner> owner_;
};

// ---- Modes ----

using Random = std::mt19937_64;

uint64_t Below(Random& random, uint64_t end) { return random() % end; }

Mode Optimized() { return {.name = "optimized", .tiers = {.mode = TierMode::kOptimized}}; }
Mode WithExits(Random& random) {
  constexpr uint32_t kEvery[] = {1, 2, 3, 7, 23, 97};
  const uint32_t every = kEvery[Below(random, std::size(kEvery))];
  return {.name = "optimized, exit every " + std::to_string(every),
          .tiers = {.mode = TierMode::kOptimized, .exit_every = every}};
}
Mode Automatic(Random& random) {
  const auto quantum = static_cast<int32_t>(20 + Below(random, 400));
  return {.name = "automatic, quantum " + std::to_string(quantum), .tiers = {}, .quantum = quantum};
}
// What fuel is taken for does not depend on where quanta end.
Mode InShortQuanta(Random& random) {
  const auto quantum = static_cast<int32_t>(1 + Below(random, 60));
  return {.name = "interpreter, quantum " + std::to_string(quantum),
          .tiers = {.mode = TierMode::kInterpreter},
          .quantum = quantum};
}
Mode Switching(Random& random) {
  const uint64_t seed = Below(random, 1 << 20);
  return {.name = "random " + std::to_string(seed), .tiers = {.mode = TierMode::kRandom, .seed = seed}};
}
Mode Baseline() { return {.name = "baseline", .tiers = {.mode = TierMode::kBaseline}}; }
Mode Collecting(Random& random) {
  const auto interval = static_cast<uint32_t>(300 + Below(random, 2000));
  Mode mode = Optimized();
  return {.name = mode.name + ", collections every " + std::to_string(interval),
          .tiers = mode.tiers,
          .gc_stress = interval};
}
Mode InClones(Mode mode) {
  mode.name += ", in clones";
  mode.is_in_clones = HALFWORD_COMPRESS;
  return mode;
}

// Each program has one, and all of them have their shares of all programs.
std::vector<Mode> ModesOf(Random& random, bool all) {
  std::vector<Mode> modes;
  const uint64_t turn = Below(random, 16);
  if (all || turn == 0) modes.push_back(InShortQuanta(random));
  if (all || (turn > 0 && turn < 5)) modes.push_back(Optimized());
  if (all || (turn >= 5 && turn < 9)) modes.push_back(WithExits(random));
  if (all || turn == 9 || turn == 10) modes.push_back(Automatic(random));
  if (all || turn == 11) modes.push_back(Switching(random));
  if (all || turn == 12) modes.push_back(Baseline());
  if (all || turn == 13) modes.push_back(Collecting(random));
  if (all || turn == 14) modes.push_back(InClones(Automatic(random)));
  if (all || turn == 15) modes.push_back(InClones(Optimized()));
  return modes;
}

// ---- Comparing ----

class Comparison {
 public:
  Comparison(const BatchProgram& program, const Options& options)
      : parts_(PartsOf(program)), options_(options) {
    std::seed_seq seed(program.seed.begin(), program.seed.end());
    random_.seed(seed);
  }

  // "MODE: what differs", or empty.
  std::string Run() {
    Guest expected(kInterpreter, options_.fuel);
    expected.Run(parts_);
    if (expected.IsOutOfMemory()) return {};
    if (options_.fuel_ends == 0) {
      for (const Mode& mode : ModesOf(random_, options_.all_modes)) {
        std::string difference = Compare(expected, mode, options_.fuel);
        if (!difference.empty()) return difference;
      }
    }
    // Here effects show that were moved from one unit of fuel to another.
    const uint64_t ends = options_.fuel_ends != 0 ? options_.fuel_ends : 1;
    for (uint64_t i = 0; i < ends; i++) {
      const auto fuel = static_cast<int64_t>(1 + Below(random_, static_cast<uint64_t>(expected.fuel_used())));
      const Mode mode = Below(random_, 2) == 0 ? Optimized() : WithExits(random_);
      Guest ended(kInterpreter, fuel);
      ended.Run(parts_);
      std::string difference = Compare(ended, mode, fuel);
      if (!difference.empty()) return "with fuel " + std::to_string(fuel) + ", " + difference;
    }
    return {};
  }

 private:
  std::string Compare(Guest& expected, const Mode& mode, int64_t fuel) {
    Guest guest(mode, fuel);
    guest.Run(parts_);
    if (guest.IsOutOfMemory()) return {};
    const std::string wanted = expected.outcome(), found = guest.outcome();
    if (wanted != found) return mode.name + ": \"" + wanted + "\", \"" + found + "\"";
    const std::string heaps = HeapOutline(expected.owner()).DifferenceTo(HeapOutline(guest.owner()));
    return heaps.empty() ? "" : mode.name + ": " + heaps;
  }

  inline static const Mode kInterpreter = {.name = "interpreter", .tiers = {.mode = TierMode::kInterpreter}};
  const std::vector<std::string_view> parts_;
  const Options& options_;
  Random random_;
};

// ---- Files ----

std::string ReadBatch(const std::string& path) {
  std::ifstream file;
  if (path != "-") file.open(path, std::ios::binary);
  std::istream& in = path != "-" ? file : std::cin;
  if (!in.good()) Fail("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// True: something differs.
bool RunBatch(const std::string& batch, const Options& options) {
  bool differs = false;
  for (const BatchProgram& program : ProgramsOf(batch)) {
    const std::string seed(program.seed);
    // It is there after a crash.
    std::printf("%s\n", seed.c_str());
    std::fflush(stdout);
    std::string difference = Comparison(program, options).Run();
    if (difference.empty()) continue;
    differs = true;
    const std::string path = options.keep + "/hot-" + seed + ".js";
    std::ofstream(path, std::ios::binary) << program.text;
    std::printf("FAILED %s: %s\n", path.c_str(), difference.c_str());
  }
  return differs;
}

int Main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i++) {
    std::string_view argument = argv[i];
    constexpr std::string_view kFuel = "--fuel=", kEnds = "--fuel-ends=", kKeep = "--keep=";
    if (argument == "--all-modes") {
      options.all_modes = true;
    } else if (argument.starts_with(kFuel)) {
      options.fuel = std::strtoll(argv[i] + kFuel.size(), nullptr, 10);
    } else if (argument.starts_with(kEnds)) {
      options.fuel_ends = static_cast<uint32_t>(std::strtoul(argv[i] + kEnds.size(), nullptr, 10));
    } else if (argument.starts_with(kKeep)) {
      options.keep = argument.substr(kKeep.size());
    } else {
      options.files.emplace_back(argument);
    }
  }
  if (options.files.empty()) Fail("no batch is given");
  bool differs = false;
  for (const std::string& path : options.files) differs |= RunBatch(ReadBatch(path), options);
  return differs;
}

}  // namespace
}  // namespace halfword::fuzzing

int main(int argc, char** argv) { return halfword::fuzzing::Main(argc, argv); }
