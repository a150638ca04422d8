// The shell: runs scripts and modules.
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "isolates/isolate_owner.h"
#include "runtime/conversions.h"
#include "runtime/errors.h"
#include "runtime/evaluation.h"
#include "runtime/object_operations.h"
#include "runtime/promises.h"

namespace halfword {
namespace {

Completion<Value> Print(Isolate& isolate, Arguments& args) {
  std::string line;
  for (uint32_t i = 0; i < args.count(); i++) {
    if (i) line += ' ';
    line += TRY(ToString(isolate, args[i]))->ToUtf8(isolate);
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stdout);
  return Value::Undefined();
}
bool ReadFileText(const std::string& path, std::string* out) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  std::stringstream s;
  s << in.rdbuf();
  *out = s.str();
  return true;
}
Completion<Value> ReadFile(Isolate& isolate, Arguments& args) {
  std::string path = TRY(ToString(isolate, args[0]))->ToUtf8(isolate), text;
  if (!ReadFileText(path, &text)) return isolate.ThrowError(ErrorType::kError, "cannot read '%s'", path.c_str());
  return Value(NewStringFromUtf8(isolate, text));
}
Completion<Value> Load(Isolate& isolate, Arguments& args) {
  std::string path = TRY(ToString(isolate, args[0]))->ToUtf8(isolate), text;
  if (!ReadFileText(path, &text)) return isolate.ThrowError(ErrorType::kError, "cannot read '%s'", path.c_str());
  Script* script = NewScript(isolate, args.realm(), NewStringFromUtf8(isolate, text), NewStringFromUtf8(isolate, path));
  return EvaluateScript(isolate, script);
}
Completion<Value> Gc(Isolate& isolate, Arguments&) {
  isolate.heap().CollectGarbage();
  return Value::Undefined();
}
constexpr NativeRow kShellRows[] = {{"print", Print}, {"readFile", ReadFile, 1}, {"load", Load, 1}, {"gc", Gc}};

int Main(int argc, char** argv) {
  IsolateConfig config;
  config.host_natives = kShellRows;
  std::string error;
  std::vector<std::string> files;
  for (int i = 1; i < argc; i++) files.push_back(argv[i]);
  auto owner = IsolateOwner::Create(config, &error);
  if (!owner) {
    std::fprintf(stderr, "halfword: %s\n", error.c_str());
    return 1;
  }
  int status = 0;
  owner->Enter([&](Isolate& isolate) {
    InstallFunctions(isolate, isolate.realm(), isolate.realm()->global_object(), kShellRows);
    for (const std::string& file : files) {
      std::string text;
      if (!ReadFileText(file, &text)) {
        std::fprintf(stderr, "halfword: cannot read '%s'\n", file.c_str());
        status = 1;
        return;
      }
      Script* script = NewScript(isolate, isolate.realm(), NewStringFromUtf8(isolate, text), NewStringFromUtf8(isolate, file));
      Completion<Value> result = EvaluateScript(isolate, script);
      if (!result.IsThrow()) {
        Completion<void> jobs = RunJobs(isolate);
        if (!jobs.IsThrow()) continue;
      }
      std::fflush(stdout);
      Value exception;
      if (!isolate.Catch(&exception)) {
        std::fprintf(stderr, "terminated\n");
        status = 3;
        return;
      }
      std::fprintf(stderr, "Uncaught %s\n", DescribeException(isolate, exception).c_str());
      status = 1;
      return;
    }
  });
  std::fflush(stdout);
  return status;
}

}  // namespace
}  // namespace halfword

int main(int argc, char** argv) { return halfword::Main(argc, argv); }
