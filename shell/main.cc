// The shell: runs scripts and modules, or an interactive prompt.
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>

#include "agents.h"
#include "debugging/clients.h"
#include "debugging/recordings.h"
#include "gc/heap.h"
#include "jit/code/gdb_names.h"
#include "jit/code/perf_dump.h"
#include "modules/modules.h"
#include "platform/stack.h"
#include "shell.h"

namespace halfword::shell {
namespace {

IsolateOwner* interrupted_owner = nullptr;  // for the signal handler
volatile sig_atomic_t interrupts = 0;

void OnInterrupt(int) {
  // The second one means it: a guest that does not poll, or a blocked read.
  bool again = interrupts != 0;
  interrupts = 1;
  if (again || interrupted_owner == nullptr) _exit(130);
  interrupted_owner->Interrupt();
}

std::string QuotedJson(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

void PrintHeapStatistics(gc::Heap& heap) {
  gc::HeapStatistics s = heap.CollectStatistics(true);
  std::string out = "{";
  auto number = [&](const char* name, uint64_t value) {
    if (out.size() > 1) out += ", ";
    out += "\"" + std::string(name) + "\": " + std::to_string(value);
  };
  number("cage_bytes", s.cage_size);
  number("committed_bytes", s.committed_bytes);
  number("used_bytes", s.used_bytes);
  number("live_bytes", s.live_bytes);
  number("external_bytes", s.external_bytes);
  number("allocated_bytes", s.allocated_bytes);
  number("limit_bytes", s.limit);
  number("collections", s.collections);
  number("collection_steps", s.steps);
  number("pause_ns_total", s.pause_nanoseconds_total);
  number("pause_ns_longest", s.pause_nanoseconds_longest);
  out += ",\n \"types\": [";
  bool first = true;
  for (const gc::HeapStatistics::Type& type : s.types) {
    if (type.objects == 0) continue;
    out += first ? "\n  " : ",\n  ";
    first = false;
    out += "{\"name\": " + QuotedJson(type.name) + ", \"objects\": " + std::to_string(type.objects) +
           ", \"bytes\": " + std::to_string(type.bytes) + "}";
  }
  WriteError(out + "]}\n");
}

void PrintTierStatistics(const jit::TierStatistics& s) {
  auto number = [](const char* name, uint64_t n) {
    return "\"" + std::string(name) + "\": " + std::to_string(n);
  };
  auto table = [&](const char* name, const std::map<std::string, uint64_t>& rows) {
    std::string text = "\"" + std::string(name) + "\": {";
    for (const auto& [key, n] : rows) text += (text.back() == '{' ? "" : ", ") + number(key.c_str(), n);
    return text + "}";
  };
  const jit::OptimizerStatistics none, &o = s.optimizer != nullptr ? *s.optimizer : none;
  WriteError("{" + number("functions", s.functions) + ", " + number("again", s.again) + ", " +
             number("instructions", s.instructions) + ", " + number("bytecode_bytes", s.bytecode_bytes) +
             ", " + number("code_bytes", s.code_bytes) + ", " + number("live_bytes", s.live_bytes) + ", " +
             number("nanoseconds", s.nanoseconds) + ", \"optimized\": {" + number("functions", o.functions) +
             ", " + number("instructions", o.instructions) + ", " + number("code_bytes", o.code_bytes) +
             ", " + number("heap_accesses", o.heap_accesses) + ", " +
             number("base_additions", o.base_additions) + ", " + number("nanoseconds", o.nanoseconds) + ", " +
             number("dropped", o.dropped) + ", " + number("exits", o.exits) + ", " +
             number("exits_by_count", o.exits_by_count) + ", " + table("refusals", o.refusals) + ", " +
             table("exits_at", o.exits_at) + "}}\n");
}

void AttachProbes(Isolate& isolate, Shell& shell) {
  auto add = [&](InstructionObserver& observer) {
    InstructionObserver*& first = NativeStateOf(isolate).instruction_observer;
    observer.next = first;
    first = &observer;
  };
  if (shell.options.check_registers) {
    if (!shell.register_checker) shell.register_checker = std::make_unique<RegisterChecker>();
    add(*shell.register_checker);
  }
  if (shell.options.count_opcodes) {
    if (!shell.opcode_counter) shell.opcode_counter = std::make_unique<OpcodeCounter>();
    add(*shell.opcode_counter);
  }
  if (shell.options.count_natives) {
    if (!shell.native_counter) shell.native_counter = std::make_unique<NativeCounter>();
    shell.native_counter->Attach(isolate);
    add(*shell.native_counter);
  }
  if (shell.options.trace_gc) TraceCollections(isolate.heap());
  if (shell.options.trace_ic) {
    shell.cache_tracer = {};  // of a clone, which has other frames
    add(shell.cache_tracer);
  }
}

void ReportProbes(Shell& shell) {
  const Options& options = shell.options;
  // The last collection may not have swept yet.
  if (options.trace_gc) shell.owner->Enter([](Isolate& isolate) { isolate.heap().FinishSweeping(); });
  if (shell.opcode_counter) WriteError(shell.opcode_counter->Report(options.opcode_pairs));
  if (shell.native_counter) WriteError(shell.native_counter->Report());
  if (options.disassemble_name.empty()) return;
  shell.owner->Enter(
      [&](Isolate& isolate) { WriteError(DisassembleNamed(isolate, options.disassemble_name)); });
}

bool MakeOwner(Shell& shell, const IsolateConfig& config, const std::vector<Timer>& timers = {}) {
  std::string error;
  shell.config = config;
  std::unique_ptr<IsolateOwner> owner = IsolateOwner::Create(config, &error);
  if (!owner) {
    std::fprintf(stderr, "halfword: %s\n", error.c_str());
    return false;
  }
  interrupted_owner = nullptr;
  shell.owner = std::move(owner);
  shell.owner->Enter([&](Isolate& isolate) {
    NativeStateOf(isolate).host_data = &shell;
    shell.timers.emplace(isolate, timers);
    AttachProbes(isolate, shell);
    StartRecordings(isolate, shell.options);
    if (shell.inspector) shell.inspector->Enter(isolate);
  });
  interrupted_owner = shell.owner.get();
  return true;
}

bool GoOnInClone(Shell& shell, IsolateConfig config) {
  std::string error;
  config.image = shell.owner->Freeze(&error, shell.options.compact ? Compaction::kWhole : Compaction::kNone);
  if (!config.image) {
    std::fprintf(stderr, "halfword: no image: %s\n", error.c_str());
    return false;
  }
  return MakeOwner(shell, config, TakeTimers(shell));
}

// Opens the file if it is an image. Returns false, and a sentence in *error, if the image can't be used.
bool OpenImage(const std::string& path, std::shared_ptr<const Image>* image, std::string* error) {
  char begin[sizeof ImageHeader::kMagic + sizeof ImageHeader::kFormat] = {};
  struct stat status;
  // A pipe is read by nobody but the program's reader.
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return true;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return true;
  // A script may begin with the same word, but no number of a format follows.
  bool is_image = std::fread(begin, 1, sizeof begin, file) == sizeof begin &&
                  std::memcmp(begin, ImageHeader::kMagic, sizeof ImageHeader::kMagic) == 0 &&
                  begin[sizeof begin - 1] == 0 && begin[sizeof begin - 2] == 0;
  std::fclose(file);
  if (is_image) *image = Image::Open(path.c_str(), error);
  return !is_image || *image != nullptr;
}

int Build(Shell& shell) {
  int status = kUncaughtError;
  bool finished = shell.owner->Enter([&](Isolate& isolate) {
    status = BuildProgram(isolate, shell.options.inputs[0].text, shell.options.warm_calls);
  });
  if (!finished) shell.owner->Enter([&](Isolate& isolate) { status = ReportPending(isolate); });
  if (status != kOk) return status;
  TakeTimers(shell);
  std::string error;
  std::shared_ptr<const Image> image = shell.owner->Freeze(&error);
  if (!image || !image->Save(shell.options.build.c_str(), &error)) {
    std::fprintf(stderr, "halfword: no image: %s\n", error.c_str());
    return kUncaughtError;
  }
  return kOk;
}

int RunPrograms(Shell& shell, const IsolateConfig& config) {
  int status = kOk;
  const std::vector<Input>& inputs = shell.options.inputs;
  size_t next = 0;
  bool goes_on = true;
  while (goes_on) {
    bool finished = shell.owner->Enter([&](Isolate& isolate) {
      // Above are no references, but text and numbers, which a collection would take for some.
      isolate.heap().SetStackStart(__builtin_frame_address(0));
      if (shell.inspector) shell.inspector->WaitForGo(isolate);
      do {
        // A program may run for hours, on the frames of those before it.
        platform::ClearFramesBelow();
        if (next < inputs.size()) status = RunInput(isolate, inputs[next++]);
        if (status == kOk) status = DrainJobs(isolate);
        goes_on = status == kOk && !shell.quitting && next < inputs.size();
      } while (goes_on && !shell.options.clones);
      if (status == kOk && !shell.quitting && !goes_on) status = RunEventLoop(isolate);
      if (shell.inspector && !goes_on) shell.inspector->WaitForEnd(isolate);
    });
    if (!finished) {
      shell.owner->Enter([&](Isolate& isolate) { status = ReportPending(isolate); });
      break;
    }
    if (goes_on && !GoOnInClone(shell, config)) return kUncaughtError;
  }
  return shell.quitting ? shell.exit_code : status;
}

}  // namespace

Shell::Shell() = default;
Shell::~Shell() = default;

bool ResetInterrupts() {
  bool any = interrupts != 0;
  interrupts = 0;
  return any;
}

namespace {

bool StartInspector(Shell& shell) {
  std::string error;
  const Options& options = shell.options;
  std::string title =
      options.inputs.empty() || options.inputs[0].kind != Input::kFile ? "halfword" : options.inputs[0].text;
  using Start = InspectorClients::Start;
  Start start = options.inspect_break  ? Start::kWaitsAndPauses
                : options.inspect_wait ? Start::kWaits
                                       : Start::kAtOnce;
  shell.inspector = InspectorClients::Open(options.inspect_address, title, start, &error);
  if (!shell.inspector) {
    std::fprintf(stderr, "halfword: %s\n", error.c_str());
    return false;
  }
  auto observe = [](void* clients, Isolate& isolate, console::Function function,
                    std::span<const Value> arguments) {
    static_cast<InspectorClients*>(clients)->ConsoleCalled(isolate, function, arguments);
  };
  shell.console.SetObserver(observe, shell.inspector.get());
  std::fprintf(stderr, "Debugger listening on %s\n", shell.inspector->url().c_str());
  return true;
}

IsolateConfig ConfigOf(const Options& options) {
  IsolateConfig config;
  config.harmony = options.harmony;
  config.tail_calls = options.tail_calls;
  config.memory_limit = options.memory_limit;
  config.fuel = options.fuel;
  config.timeout_ns = options.timeout_ms * 1'000'000;
  config.stack_bytes = options.stack_size;
  config.verify_heap |= options.verify_heap;
  config.gc_threads = options.gc_threads;
  config.gc_stress = options.gc_stress;
  config.gc_step_stress = options.gc_step_stress;
  config.tiers = options.tiers;
  config.host_natives = HostNatives();
  InstallModuleHooks(config.hooks);
  config.hooks.can_block = !options.no_blocking;
  return config;
}

// What observers outside of the process want to know of machine code.
bool NameCode(const Options& options) {
  if (options.gdb_names) jit::NameCodeForGdb();
  if (options.perf_dump.empty()) return true;
  bool is_short = options.perf_dump == "functions";
  if (jit::OpenPerfDump(is_short ? jit::PerfDetail::kFunctions : jit::PerfDetail::kInstructions)) return true;
  std::fprintf(stderr, "halfword: the dump for perf can't be written\n");
  return false;
}

// The first isolate, with the shell's globals in it: an image's, if the program is one.
bool MakeFirstOwner(Shell& shell, IsolateConfig& config) {
  Options& options = shell.options;
  std::string error;
  if (options.inputs.size() == 1 && options.inputs[0].kind == Input::kFile && options.build.empty()) {
    if (!OpenImage(options.inputs[0].text, &config.image, &error)) {
      std::fprintf(stderr, "halfword: %s\n", error.c_str());
      return false;
    }
    options.inputs[0].image = config.image != nullptr;
  }
  if (!MakeOwner(shell, config)) return false;
  shell.owner->Enter([&](Isolate& isolate) {
    InstallHost(isolate, isolate.realm(), shell);
    bool has_code = options.interactive || options.inputs.empty();
    for (const Input& input : options.inputs) has_code |= input.kind != Input::kFile;
    if (has_code && !options.test262_host) InstallRequire(isolate, isolate.realm());
  });
  return true;
}

// Writes what was asked to be known at the end.
bool Report(Shell& shell) {
  const Options& options = shell.options;
  ReportProbes(shell);
  const bool is_written = WriteRecordings(*shell.owner, options);
  if (options.tier_stats) {
    shell.owner->Enter(
        [](Isolate& isolate) { PrintTierStatistics(jit::StatisticsOf(NativeStateOf(isolate))); });
  }
  if (options.heap_stats) shell.owner->Enter([&](Isolate& isolate) { PrintHeapStatistics(isolate.heap()); });
  std::string error;
  if (options.heap_snapshot.empty() || shell.owner->WriteHeapSnapshot(options.heap_snapshot.c_str(), &error))
    return is_written;
  std::fprintf(stderr, "halfword: %s\n", error.c_str());
  return false;
}

// The status that the process ends with.
int RunShell(Shell& shell) {
  Options& options = shell.options;
  if (options.inputs.empty() && !isatty(STDIN_FILENO) && !options.interactive) {
    options.inputs.push_back({.kind = Input::kStandardInput, .text = "<stdin>"});
  }
  if (options.watch && !Watch(options, &shell.told_files)) {
    std::fprintf(stderr, "halfword: there can be no other process\n");
    return kUncaughtError;
  }
  IsolateConfig config = ConfigOf(options);
  if (!NameCode(options) || !MakeFirstOwner(shell, config)) return kUncaughtError;
  if (options.inspect && !StartInspector(shell)) return kUncaughtError;
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigaction(SIGINT, &action, nullptr);
  if (!options.build.empty()) return Build(shell);
  if (shell.inspector) shell.owner->Enter([&](Isolate& isolate) { shell.inspector->Enter(isolate); });
  int status = RunPrograms(shell, config);
  if (status == kOk && !shell.quitting && (options.interactive || options.inputs.empty()))
    status = RunRepl(shell);
  shell.agents.reset();
  FlushOut();
  if (!Report(shell) && status == kOk) status = kUncaughtError;
  interrupted_owner = nullptr;
  if (shell.inspector) shell.owner->Enter([&](Isolate& isolate) { shell.inspector->Leave(isolate); });
  if (shell.timers) TakeTimers(shell);
  return status;
}

int Main(int argc, char** argv) {
  Shell shell;
  std::string error;
  if (!ParseOptions(argc, argv, &shell.options, &error)) {
    std::fprintf(stderr, "halfword: %s\n", error.c_str());
    return kUncaughtError;
  }
  if (shell.options.help) {
    std::fputs(kUsage, stdout);
    return kOk;
  }
  if (shell.options.version) {
    std::printf("halfword %s (%d-bit references)\n", HALFWORD_VERSION, HALFWORD_COMPRESS ? 32 : 64);
    return kOk;
  }
  return RunShell(shell);
}

}  // namespace
}  // namespace halfword::shell

int main(int argc, char** argv) { return halfword::shell::Main(argc, argv); }
