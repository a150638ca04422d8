#include "guests.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace hostile {
namespace {

[[noreturn]] void Die(const std::string& sentence) {
  std::fprintf(stderr, "hostile: %s\n", sentence.c_str());
  std::exit(2);
}

std::vector<std::string> Split(const std::string& text, const std::string& separator) {
  std::vector<std::string> parts;
  for (size_t at = 0;;) {
    size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end - at));
    if (end == std::string::npos) return parts;
    at = end + separator.size();
  }
}

}  // namespace

bool Guest::Expects(const std::string& outcome) const {
  return std::any_of(outcomes.begin(), outcomes.end(), [&](const std::string& expected) {
    return expected == outcome || (expected == "throws any" && outcome.starts_with("throws "));
  });
}

std::vector<Guest> ReadGuests(const std::string& folder, const std::string& filter) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) files.push_back(entry.path());
  if (files.empty()) Die("no guests in " + folder);
  std::sort(files.begin(), files.end());
  std::vector<Guest> guests;
  for (const auto& path : files) {
    std::ifstream in(path);
    std::vector<Guest> all;
    for (std::string line; std::getline(in, line);) {
      if (!line.starts_with("//// ")) {
        if (!all.empty()) all.back().source += line + "\n";
        continue;
      }
      size_t colon = line.rfind(": ");
      if (colon == std::string::npos) Die(path.string() + ": no outcome in: " + line);
      all.push_back({path.stem(), line.substr(5, colon - 5), Split(line.substr(colon + 2), " | "), ""});
      for (const std::string& outcome : all.back().outcomes) {
        if (outcome.starts_with("peak ")) all.back().peak_mib = std::strtod(outcome.c_str() + 5, nullptr);
      }
    }
    for (Guest& guest : all) {
      if ((guest.family + "/" + guest.name).find(filter) != std::string::npos) guests.push_back(guest);
    }
  }
  return guests;
}

std::string Run(hw_isolate* isolate, const std::string& source) {
  hw_value value;
  hw_status status = hw_evaluate(isolate, source.data(), source.size(), "guest.js", &value);
  if (status == HW_OK) status = hw_run_jobs(isolate);
  switch (status) {
    case HW_OK: return "ok";
    case HW_INVALID: return "invalid";
    case HW_SUSPENDED: return "suspended";
    case HW_LATER: return "later";
    case HW_EXCEPTION: {
      char text[128];
      hw_describe(isolate, hw_exception(isolate), text, sizeof text);
      std::string name = text;
      return "throws " + name.substr(0, name.find_first_of(": \n"));
    }
    case HW_TERMINATED: break;
  }
  switch (hw_isolate_reason(isolate)) {
    case HW_REASON_MEMORY: return "memory";
    case HW_REASON_FUEL: return "fuel";
    case HW_REASON_INTERRUPT: return "interrupt";
    case HW_REASON_DEADLINE: return "timeout";
    case HW_REASON_STOPPED: return "stopped";
    case HW_REASON_STACK: return "stack";
    case HW_REASON_NONE: break;
  }
  return "terminated for no reason";
}

}  // namespace hostile
