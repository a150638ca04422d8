// The host that generated programs run in. PRELUDE (prelude.js) becomes an image. Each program of a BATCH has
// a clone of it to itself: what an earlier one has changed or made generic would hide what a later one does.
//
//   fuzz_host [--freeze] [--clones] [--verify-caches] [--gc-stress=N] [--gc-step-stress=N] [--gc-threads=N]
//             [--tail-calls] [--interpreter | --jitless | --baseline | --optimized | --random-tiers=SEED]
//             PRELUDE BATCH...
//     --jitless        nothing is compiled
//     --baseline       everything is compiled at once
//     --random-tiers   the same, and the tiers change anywhere
//     --freeze         a program that calls checkpoint() is suspended, frozen into an image, and goes on in a
//                      clone of that
//     --clones         each program is frozen before it begins, so that its functions are an image's
//     --verify-caches  where programs call verify(), what caches remember is looked up again
//
// Batches are as batch.h says. A program that does not parse prints "SEED !broken". Besides print() and these
// two, programs have createRealm(), which gives the global object of another realm.
//
// Exit codes: 0; 1 an error of the files; 3 a limit was reached. Nothing is said of rejected promises that
// nobody handles.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "api/entry.h"
#include "api/records.h"
#include "batch.h"
#include "gc/heap.h"
#include "isolate.h"
#include "runtime/caches/verify_lookup.h"

namespace {

using halfword::fuzzing::BatchProgram;
using halfword::fuzzing::ProgramsOf;
using halfword::fuzzing::TextOf;

struct Options {
  bool freeze = false, clones = false, verify_caches = false, tail_calls = false;
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

hw_status CreateRealm(hw_isolate* isolate, const hw_call*, hw_value* result) {
  halfword::api::CallInside(
      isolate,
      [](void* out, halfword::Isolate& inside) {
        *static_cast<hw_value*>(out) = halfword::api::Pack(halfword::NewRealmOf(inside)->global_this_);
      },
      result);
  return HW_OK;
}

hw_status Verify(hw_isolate* isolate, const hw_call*, hw_value*) {
  if (!options.verify_caches) return HW_OK;
  halfword::api::CallInside(
      isolate,
      [](void*, halfword::Isolate& inside) {
        const char* broken = halfword::CheckAllCaches(inside);
        if (broken == nullptr) return;
        Write(2, std::string("check failed: a property cache ") + broken);
        std::abort();
      },
      nullptr);
  return HW_OK;
}

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
  if (!there) return hw_throw_error(isolate, HW_ERROR_TYPE, "there is no such module");
  return hw_module_new(isolate, text.data(), text.size(), request->name, module);
}

class Runner {
 public:
  explicit Runner(const char* prelude) {
    static constexpr hw_function kFunctions[] = {{"print", Print, 1, nullptr},
                                                 {"checkpoint", Checkpoint, 0, nullptr},
                                                 {"createRealm", CreateRealm, 0, nullptr},
                                                 {"verify", Verify, 0, nullptr}};
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.resolve_module = ResolveModule;
    hooks.load_module = LoadModule;
    hooks.time_zone = "Etc/UTC";
    host_ = hw_host_new(kFunctions, std::size(kFunctions), &hooks);
    prelude_ = Read(prelude);
    if (!HALFWORD_COMPRESS) return;  // there are no images
    hw_isolate* isolate = NewIsolate(nullptr, false);
    LoadPrelude(isolate, prelude_);
    hw_error error;
    image_ = hw_isolate_freeze(isolate, &error);
    if (!image_) Fail(1, error.text);
    hw_isolate_destroy(isolate);
  }

  void RunBatch(const char* path) {
    std::string batch = Read(path);
    for (const BatchProgram& program : ProgramsOf(batch)) {
      harmony_ = program.harmony;
      isolate_ = NewIsolate(image_, harmony_);
      if (!image_) LoadPrelude(isolate_, prelude_);
      hw_value ignored;
      hw_status parsed = hw_evaluate(isolate_, program.text.data(), program.text.size(), path, &ignored);
      if (parsed == HW_EXCEPTION) {
        Write(1, std::string(program.seed) + " !broken");
        hw_isolate_destroy(isolate_);
        continue;
      }
      Check(parsed);
      if (options.clones) GoOnInClone();
      Check(Finish(Call("start", &ignored), &ignored));
      Check(Finish(hw_run_jobs(isolate_), &ignored));
      Check(Finish(Call("finish", &ignored), &ignored));
      hw_isolate_destroy(isolate_);
    }
  }

 private:
  static std::string Read(const char* path) {
    bool there;
    std::string text = ReadFile(path, &there);
    if (!there) Fail(1, std::string("cannot read ") + path);
    return text;
  }

  void LoadPrelude(hw_isolate* isolate, const std::string& text) {
    isolate_ = isolate;
    hw_value ignored;
    Check(hw_install_host(isolate, hw_global(isolate)));
    Check(hw_evaluate(isolate, text.data(), text.size(), "prelude.js", &ignored));
  }

  hw_isolate* NewIsolate(hw_image* image, bool harmony) {
    hw_error error;
    halfword::fuzzing::Restrictions restrictions = {.memory = 512 << 20, .fuel = 300'000'000};
    restrictions.features =
        (options.tail_calls ? HW_FEATURE_TAIL_CALLS : 0) | (harmony ? HW_FEATURE_HARMONY : 0);
    restrictions.gc_threads = options.gc_threads;
    hw_isolate* isolate = halfword::fuzzing::NewIsolate(host_, image, restrictions, &error);
    if (!isolate) Fail(1, error.text);
    halfword::gc::Heap& heap = isolate->owner->heap();
    if (options.gc_stress) heap.SetStressInterval(options.gc_stress);
    if (options.gc_step_stress)
      heap.SetStressInterval(options.gc_step_stress, halfword::gc::StressKind::kStep);
    isolate->owner->SetTierMode({.mode = options.tiers, .seed = options.random_tiers});
    return isolate;
  }

  void GoOnInClone() {
    hw_error error;
    hw_image* image = hw_isolate_freeze(isolate_, &error);
    // What cannot be in an image, such as shared memory, goes on where it is.
    if (!image) return Write(2, std::string("not frozen: ") + error.text);
    hw_isolate_destroy(isolate_);
    isolate_ = NewIsolate(image, harmony_);
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
    Fail(1, text);
  }

  [[noreturn]] static void Fail(int code, const std::string& text) {
    Write(2, text);
    _exit(code);
  }

  hw_host* host_;
  hw_image* image_ = nullptr;
  hw_isolate* isolate_ = nullptr;
  std::string prelude_;
  bool harmony_ = false;
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
    } else if (argument == "--verify-caches") {
      options.verify_caches = true;
    } else if (argument == "--tail-calls") {
      options.tail_calls = true;
    } else if (argument == "--jitless") {
      options.tiers = TierMode::kEmbedded;
    } else if (argument == "--interpreter") {
      options.tiers = TierMode::kInterpreter;
    } else if (argument == "--optimized") {
      options.tiers = TierMode::kOptimized;
    } else if (argument == "--baseline") {
      options.tiers = TierMode::kBaseline;
    } else if (number("--random-tiers=", &options.random_tiers)) {
      options.tiers = TierMode::kRandom;
    } else if (!number("--gc-stress=", &options.gc_stress) && !number("--gc-threads=", &options.gc_threads) &&
               !number("--gc-step-stress=", &options.gc_step_stress)) {
      options.files.push_back(argv[i]);
    }
  }
  if (options.files.empty()) return 1;
  Runner runner(options.files[0]);
  for (size_t i = 1; i < options.files.size(); i++) runner.RunBatch(options.files[i]);
  _exit(0);
}
