#include "recordings.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "../packages/locations.h"
#include "inspector/profiler/coverage.h"
#include "inspector/profiler/cpu_profile.h"
#include "isolates/isolate_owner.h"
#include "platform/clock.h"

namespace halfword::shell {

namespace {

bool Write(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool is_written = file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file != nullptr) is_written &= std::fclose(file) == 0;
  if (!is_written) std::fprintf(stderr, "halfword: %s can't be written\n", path.c_str());
  return is_written;
}

// Tools that read coverage look for files by their URLs. Programs that are no files keep their names.
std::string UrlOf(const std::string& name) {
  std::error_code error;
  if (name.empty() || !std::filesystem::is_regular_file(name, error)) return name;
  return packages::FileUrlOf(packages::NormalPath(std::filesystem::current_path(error).string(), name));
}

// A client may have taken a recording: then there is nothing to write.
bool WriteCpuProfile(IsolateOwner& owner, const Options& options) {
  std::string path = options.cpu_profile_file, text;
  if (path.empty()) path = "halfword-" + std::to_string(getpid()) + ".cpuprofile";
  owner.Enter([&](Isolate& isolate) {
    if (inspector::CpuProfile::Of(isolate) != nullptr)
      text = inspector::Write(inspector::CpuProfile::Stop(isolate));
  });
  return text.empty() || Write(path, text);
}

bool WriteCoverage(IsolateOwner& owner, const Options& options) {
  std::string text;
  owner.Enter([&](Isolate& isolate) {
    if (inspector::Coverage::Of(isolate) == nullptr) return;
    inspector::Json scripts = inspector::Coverage::Take(isolate, {.counts = true, .blocks = true});
    inspector::Coverage::Stop(isolate);
    int number = 0;
    for (inspector::Json& script : scripts) {
      script["scriptId"] = std::to_string(number++);
      script["url"] = UrlOf(inspector::TextOf(script, "url"));
    }
    text = inspector::Write({{"result", std::move(scripts)}});
  });
  if (text.empty()) return true;
  std::error_code error;
  std::filesystem::create_directories(options.coverage, error);
  const uint64_t milliseconds = platform::WallClockNanoseconds() / 1'000'000;
  return Write(options.coverage + "/coverage-" + std::to_string(getpid()) + "-" +
                   std::to_string(milliseconds) + "-0.json",
               text);
}

}  // namespace

void StartRecordings(Isolate& isolate, const Options& options) {
  if (options.cpu_profile) inspector::CpuProfile::Start(isolate, inspector::CpuProfile::kInterval);
  if (!options.coverage.empty()) inspector::Coverage::Start(isolate);
}

bool WriteRecordings(IsolateOwner& owner, const Options& options) {
  bool is_written = !options.cpu_profile || WriteCpuProfile(owner, options);
  return (options.coverage.empty() || WriteCoverage(owner, options)) && is_written;
}

}  // namespace halfword::shell
