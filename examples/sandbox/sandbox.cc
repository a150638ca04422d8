// Runs a script that nobody has read, suspends it when it calls a tool, and goes on in another process.
//
//   sandbox run script.js state.image       runs until the script ends or calls tool(name, argument)
//   sandbox resume state.image answer       gives the answer, runs on; suspends to the same file if need be
//   sandbox refuse state.image reason       the same, but the call throws
//
//   // script.js
//   const price = tool('price', 'apples');
//   print(`apples cost ${price}`);
//
// To the script a tool is a function like any other: it need not know of waiting, so neither do the functions
// between. Between the two processes, the script exists as a file and nothing else.
#include <cstdio>
#include <fstream>
#include <string>

#include "halfword/halfword.hpp"

namespace {

constexpr int kSuspended = 10;

// What waits can't be looked into: tools get their argument as text.
constexpr char kPrelude[] = R"js(((call) => {
  globalThis.tool = (name, argument) => call(String(name), JSON.stringify(argument));
  delete globalThis.callTool;
})(callTool))js";

hw::Host MakeHost() {
  hw::Host host;
  host.Function("print", [](std::string text) { std::printf("%s\n", text.c_str()); });
  host.Function("callTool", [](std::string, std::optional<std::string>) { return hw::Suspend(); });
  return host;
}

hw::Config MakeConfig(hw::Image image) {
  return {.image = std::move(image),
          .host = MakeHost(),
          .memory_limit = 32 << 20,
          .fuel = 50'000'000,
          .timeout_ns = 2'000'000'000};
}

int Fail(const std::string& sentence) {
  std::fprintf(stderr, "sandbox: %s\n", sentence.c_str());
  return 1;
}

// What came of running: the end, an error, or a call of a tool that waits: then freezes
// the script into `path`.
int Finish(hw::Isolate& isolate, hw_status status, const char* path) {
  if (status == HW_OK) status = hw_run_jobs(isolate.raw());
  if (status == HW_OK) return 0;
  if (status != HW_SUSPENDED) return Fail(hw::ErrorOf(isolate.raw(), status).text);
  std::printf("suspended: %s(%s)\n", isolate.SuspendedArgument(0).AsString().c_str(),
              isolate.SuspendedArgument(1).AsString().c_str());
  hw::Result<hw::Image> image = isolate.Freeze();
  if (!image) return Fail(image.error().text);
  if (hw::Result<void> saved = image->Save(path); !saved) return Fail(saved.error().text);
  return kSuspended;
}

int Run(const char* script, const char* path) {
  std::ifstream in(script, std::ios::binary);
  if (!in) return Fail(std::string("cannot read ") + script);
  std::string source{std::istreambuf_iterator<char>(in), {}};
  hw::Isolate isolate(MakeConfig({}));
  if (!isolate || !isolate.InstallHost() || !isolate.Evaluate(kPrelude)) return Fail("no memory");
  return Finish(isolate, hw_evaluate(isolate.raw(), source.data(), source.size(), script, nullptr), path);
}

int Resume(const char* path, const char* answer, bool refuse) {
  hw::Result<hw::Image> image = hw::Image::Open(path);
  if (!image) return Fail(image.error().text);
  hw::Result<hw::Isolate> isolate = hw::Isolate::Make(MakeConfig(*image));
  if (!isolate) return Fail(isolate.error().text);
  hw_isolate* raw = isolate->raw();
  if (refuse) {
    hw_throw_error(raw, HW_ERROR_PLAIN, answer);
    return Finish(*isolate, hw_resume_throw(raw, hw_exception(raw), nullptr), path);
  }
  return Finish(*isolate, hw_resume(raw, isolate->String(answer).raw(), nullptr), path);
}

}  // namespace

int main(int argc, char** argv) {
  std::string command = argc > 1 ? argv[1] : "";
  if (command == "run" && argc == 4) return Run(argv[2], argv[3]);
  if (command == "resume" && argc == 4) return Resume(argv[2], argv[3], false);
  if (command == "refuse" && argc == 4) return Resume(argv[2], argv[3], true);
  return Fail("usage: sandbox run script.js state.image | sandbox resume|refuse state.image answer");
}
