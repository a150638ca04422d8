// Runs a script that nobody has read, suspends it when it asks for a tool, and goes on in another process.
//
//   sandbox run script.js state.image       runs until the script ends or awaits tool(name, argument)
//   sandbox resume state.image answer       gives the answer, runs on; suspends to the same file again if
//   need be
//
//   // script.js
//   const price = await tool('price', 'apples');
//   print(`apples cost ${price}`);
//
// Between the two, the script exists as a file and nothing else.
#include <cstdio>
#include <fstream>
#include <string>

#include "halfword/halfword.hpp"

namespace {

constexpr int kSuspended = 10;

// What a suspended script waits for lives in its own globals, so that it goes along into the image.
constexpr char kPrelude[] = R"js(
  globalThis.tool = (name, argument) => new Promise((resolve, reject) => {
    __calls.push({name: String(name), argument: JSON.stringify(argument), resolve, reject});
  });
  globalThis.__calls = [];
)js";

hw::Host MakeHost() {
  hw::Host host;
  host.Function("print", [](std::string text) { std::printf("%s\n", text.c_str()); });
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

// Runs what can run. Ends, or freezes the script into `path`.
int Continue(hw::Isolate& isolate, const char* path) {
  if (hw::Result<void> done = isolate.RunJobs(); !done) return Fail(done.error().text);
  hw::Value result = *isolate.Global().Get("__result");
  hw_value value;
  switch (hw_promise_inspect(isolate.raw(), result.raw(), &value)) {
    case HW_FULFILLED: return 0;
    case HW_REJECTED: {
      hw_throw(isolate.raw(), value);
      return Fail(hw::ErrorOf(isolate.raw(), HW_EXCEPTION).text);
    }
    default: break;
  }
  hw::Result<hw::Value> call = isolate.Global().Get("__calls")->Get(0u);
  if (!call || call->IsUndefined()) return Fail("the script waits for nothing that will come");
  std::printf("suspended: %s(%s)\n", call->Get("name")->AsString().c_str(),
              call->Get("argument")->AsString().c_str());
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
  hw::Result<hw::Value> started =
      isolate.Evaluate("globalThis.__result = (async () => {" + source + "\n})()", script);
  return started ? Continue(isolate, path) : Fail(started.error().text);
}

int Resume(const char* path, const char* answer) {
  hw::Result<hw::Image> image = hw::Image::Open(path);
  if (!image) return Fail(image.error().text);
  hw::Result<hw::Isolate> isolate = hw::Isolate::Make(MakeConfig(*image));
  if (!isolate) return Fail(isolate.error().text);
  hw::Value calls = *isolate->Global().Get("__calls");
  hw::Result<hw::Value> call = calls.Get("shift")->CallOn(calls);
  if (!call || call->IsUndefined()) return Fail("the script waits for nothing");
  if (hw::Result<hw::Value> given = call->Get("resolve")->Call({isolate->String(answer)}); !given) {
    return Fail(given.error().text);
  }
  return Continue(*isolate, path);
}

}  // namespace

int main(int argc, char** argv) {
  std::string command = argc > 1 ? argv[1] : "";
  if (command == "run" && argc == 4) return Run(argv[2], argv[3]);
  if (command == "resume" && argc == 4) return Resume(argv[2], argv[3]);
  return Fail("usage: sandbox run script.js state.image | sandbox resume state.image answer");
}
