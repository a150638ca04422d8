// The host that generated programs run in: prelude.js and programs in one isolate, in clones of it, or in one
// isolate after the other, with a freeze wherever a program says checkpoint().
//
//   fuzz_host [--freeze] [--clones] [--gc-stress=N] [--gc-step-stress=N] [--gc-threads=N] [--tail-calls]
//             [--interpreter | --jitless | --baseline | --random-tiers=SEED] FILE...
//     --jitless        nothing is compiled
//     --baseline       everything is compiled at once
//     --random-tiers   the same, and the tiers change anywhere
//     --freeze   a program that calls checkpoint() is suspended, frozen into an image, and goes on in a clone
//     of that
//     --clones   each program starts in a clone of what the ones before it have left
//
// Exit codes: 0; 1 an error of the files; 2 a syntax error; 3 a limit was reached. Rejected promises that
// nobody handles are nothing.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "api/internal.h"
#include "gc/heap.h"
#include "isolate.h"

namespace {

using halfword::fuzzing::TextOf;

struct Options {
  bool freeze = false, clones = false, tail_calls = false;
  uint32_t gc_stress = 0, gc_step_stress = 0, gc_threads = 0, random_tiers = 0;
  halfword::jit::TierMode tiers = halfword::jit::TierMode::kAutomatic;
  std::vector<const char*> files;
} options;

std::string ReadFile(const std::string& path, bool* there) {
  std::ifstream in(path, std::ios::binary);
  *there = in.good();
  return {std::istreambuf_iterator<char>(in), {}};
}

// Unbuffered: what was written before a crash is there after it.
void Write(int fd, std::string text) {
  text += '\n';
  for (size_t at = 0; at < text.size();) {
    ssize_t n = write(fd, text.data() + at, text.size() - at);
    if (n <= 0) std::exit(1);
    at += static_cast<size_t>(n);
  }
}

hw_status Print(hw_isolate* isolate, const hw_call* call, hw_value*) {
  Write(1, call->argument_count ? TextOf(isolate, call->arguments[0]) : "");
  return HW_OK;
}

hw_status Checkpoint(hw_isolate*, const hw_call*, hw_value*) { return options.freeze ? HW_SUSPENDED : HW_OK; }

bool ResolveModule(void*, const hw_module_request* request, char* name, size_t capacity) {
  std::filesystem::path path = std::filesystem::path(request->referrer).parent_path() / request->specifier;
  std::string text = path.lexically_normal().string();
  if (text.size() + 1 > capacity) return false;
  std::memcpy(name, text.c_str(), text.size() + 1);
  return true;
}

hw_status LoadModule(void*, hw_isolate* isolate, const hw_module_request* request, hw_value* module) {
  bool there;
  std::string text = ReadFile(request->name, &there);
  if (!there) return hw_throw_error(isolate, HW_TYPE_ERROR, "there is no such module");
  return hw_module_new(isolate, text.data(), text.size(), request->name, module);
}

class Runner {
 public:
  Runner() {
    static constexpr hw_function kFunctions[] = {{"print", Print, 1, nullptr},
                                                 {"checkpoint", Checkpoint, 0, nullptr}};
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.resolve_module = ResolveModule;
    hooks.load_module = LoadModule;
    hooks.time_zone = "Etc/UTC";
    host_ = hw_host_new(kFunctions, 2, &hooks);
    isolate_ = NewIsolate(nullptr);
    Check(hw_install_host(isolate_, hw_global(isolate_)));
  }

  void Evaluate(const char* path) {
    bool there;
    std::string source = ReadFile(path, &there);
    if (!there) Fail(1, std::string("cannot read ") + path);
    hw_value result;
    Check(hw_evaluate(isolate_, source.data(), source.size(), path, &result));
  }

  void RunPrograms() {
    for (;;) {
      if (options.clones) GoOnInClone();
      hw_value more;
      Check(Finish(Call("start", &more), &more));
      if (!hw_is_true(isolate_, more)) return;
      hw_value ignored;
      Check(Finish(hw_run_jobs(isolate_), &ignored));
      Check(Finish(Call("finish", &ignored), &ignored));
    }
  }

 private:
  hw_isolate* NewIsolate(hw_image* image) {
    hw_error error;
    halfword::fuzzing::Restrictions restrictions = {.memory = 512 << 20, .fuel = 300'000'000};
    restrictions.features = options.tail_calls ? HW_FEATURE_TAIL_CALLS : 0;
    restrictions.gc_threads = options.gc_threads;
    hw_isolate* isolate = halfword::fuzzing::NewIsolate(host_, image, restrictions, &error);
    if (!isolate) Fail(1, error.text);
    halfword::gc::Heap& heap = isolate->owner->heap();
    if (options.gc_stress) heap.SetStressInterval(options.gc_stress);
    if (options.gc_step_stress)
      heap.SetStressInterval(options.gc_step_stress, halfword::gc::StressKind::kStep);
    isolate->owner->SetTierMode(options.tiers, options.random_tiers);
    return isolate;
  }

  void GoOnInClone() {
    hw_error error;
    hw_image* image = hw_isolate_freeze(isolate_, &error);
    // What cannot be in an image, such as shared memory, goes on where it is.
    if (!image) return Write(2, std::string("not frozen: ") + error.text);
    hw_isolate_destroy(isolate_);
    isolate_ = NewIsolate(image);
    hw_image_release(image);
  }

  hw_status Call(const char* name, hw_value* result) {
    return hw_evaluate(isolate_, (std::string(name) + "()").c_str(), HW_ZERO_TERMINATED, name, result);
  }

  // Answers checkpoints, each in a clone.
  hw_status Finish(hw_status status, hw_value* result) {
    while (status == HW_SUSPENDED) {
      GoOnInClone();
      status = hw_resume(isolate_, hw_undefined(), result);
    }
    return status;
  }

  void Check(hw_status status) {
    if (status == HW_OK) return;
    if (status == HW_TERMINATED)
      Fail(3, "a limit was reached: " + std::to_string(hw_isolate_reason(isolate_)));
    char text[1000];
    hw_describe(isolate_, hw_exception(isolate_), text, sizeof text);
    Fail(std::strncmp(text, "SyntaxError", 11) ? 1 : 2, text);
  }

  [[noreturn]] static void Fail(int code, const std::string& text) {
    Write(2, text);
    _exit(code);
  }

  hw_host* host_;
  hw_isolate* isolate_;
};

}  // namespace

int main(int argc, char** argv) {
  using halfword::jit::TierMode;
  for (int i = 1; i < argc; i++) {
    std::string_view argument = argv[i];
    auto number = [&](std::string_view name, uint32_t* value) {
      if (!argument.starts_with(name)) return false;
      *value = static_cast<uint32_t>(std::strtoul(argv[i] + name.size(), nullptr, 10));
      return true;
    };
    if (argument == "--freeze") {
      options.freeze = true;
    } else if (argument == "--clones") {
      options.clones = true;
    } else if (argument == "--tail-calls") {
      options.tail_calls = true;
    } else if (argument == "--jitless") {
      options.tiers = TierMode::kEmbedded;
    } else if (argument == "--interpreter") {
      options.tiers = TierMode::kInterpreter;
    } else if (argument == "--baseline") {
      options.tiers = TierMode::kBaseline;
    } else if (number("--random-tiers=", &options.random_tiers)) {
      options.tiers = TierMode::kRandom;
    } else if (!number("--gc-stress=", &options.gc_stress) && !number("--gc-threads=", &options.gc_threads) &&
               !number("--gc-step-stress=", &options.gc_step_stress)) {
      options.files.push_back(argv[i]);
    }
  }
  Runner runner;
  for (const char* file : options.files) runner.Evaluate(file);
  runner.RunPrograms();
  _exit(0);  // the heaps are not torn down
}
