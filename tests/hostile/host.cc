// A host with hostile guests. Each runs in an isolate with little memory and time, while a hundred other
// isolates work on another thread and every result of theirs is checked. After each guest its memory must
// have come back. The last line says how many guests ended as they should.
//
//   hostile [--guests FOLDER] [--filter TEXT] [--ms 1000] [--limit MIB] [--neighbours 100]
//           [--one-of N]       every N-th guest only
//           [--loose-memory]   don't look at the process's memory: under a sanitizer it says nothing
//           [--verbose]        a line for each guest: outcome, time, memory at its peak and left behind
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <mutex>
#include <thread>
#include <utility>

#include "guests.h"

namespace hostile {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string guests = HOSTILE_GUESTS, filter;
  size_t milliseconds = 1000, limit = 64, neighbours = 100, one_of = 1;
  bool loose_memory = false, verbose = false;
};

// What a guest may have at its peak beyond the limit: bitmaps of the collector, the reserve in which it is
// wound down, native memory.
constexpr double kSlackMiB = 32;
// Nanoseconds for what is not to be stopped, on a slow machine.
constexpr uint64_t kPatience = 30'000'000'000;
// What may still be there after it is gone: memory that the C library keeps for its next caller.
constexpr double kLeftMiB = 8;

double FieldMiB(const char* name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(name)) return std::strtod(line.c_str() + std::strlen(name), nullptr) / 1024;
  }
  return 0;
}
double Resident() { return FieldMiB("VmRSS:"); }
// Pages of the program's file are not a guest's: which of them are there is the system's choice.
double Owned() { return FieldMiB("RssAnon:") + FieldMiB("RssShmem:"); }
double Peak() { return FieldMiB("VmHWM:"); }
void ForgetPeak() { std::ofstream("/proc/self/clear_refs") << "5"; }

hw_isolate* NewIsolate(size_t limit_mib, size_t milliseconds) {
  hw_config config = {};
  config.size = sizeof config;
  config.memory_limit = limit_mib << 20;
  config.timeout_ns = milliseconds * 1'000'000;
  hw_error error = {};
  hw_isolate* isolate = hw_isolate_new(&config, &error);
  if (!isolate) {
    std::fprintf(stderr, "hostile: %s\n", error.text);
    std::exit(2);
  }
  return isolate;
}

// ---- The others ----

// Keeps state of several kinds; step() changes all of it and returns a number that depends on all of it.
constexpr const char* kNeighbourSource = R"js(
let seed = 0;
const next = () => seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
const numbers = [], map = new Map(), object = {};
let text = '';
function start(s) { seed = s; for (let i = 0; i < 50; i++) numbers.push(next() % 1000); }
function step() {
  const i = next() % 50, n = next() % 1000;
  numbers[i] = n;
  map.set(i, n);
  object['key' + i] = n;
  text = (text + String.fromCharCode(97 + n % 26)).slice(-40);
  const copy = JSON.parse(JSON.stringify(numbers)).sort((a, b) => a - b);
  let sum = 0;
  for (let k = 0; k < 50; k++) sum += copy[k] * (k + 1);
  for (const v of map.values()) sum += v;
  for (const k in object) sum += object[k];
  return sum + text.replace(/[aeiou]/g, '').length;
})js";

// The same in C++.
class Model {
 public:
  explicit Model(uint32_t seed) : seed_(seed) {
    for (int& n : numbers_) n = static_cast<int>(Next() % 1000);
  }
  double Step() {
    uint32_t i = Next() % 50;
    int n = static_cast<int>(Next() % 1000);
    numbers_[i] = n;
    map_[i] = n;
    text_ += static_cast<char>('a' + n % 26);
    if (text_.size() > 40) text_.erase(0, 1);
    int sorted[50];
    std::copy(std::begin(numbers_), std::end(numbers_), sorted);
    std::sort(std::begin(sorted), std::end(sorted));
    int64_t sum = 0;
    for (int k = 0; k < 50; k++) sum += int64_t{sorted[k]} * (k + 1) + 2 * int64_t{map_[k]};
    sum += std::count_if(text_.begin(), text_.end(), [](char c) { return !std::strchr("aeiou", c); });
    return static_cast<double>(sum);
  }

 private:
  uint32_t Next() { return seed_ = (seed_ * 1103515245u + 12345u) & 0x7fffffff; }
  uint32_t seed_;
  int numbers_[50];
  int map_[50] = {};
  std::string text_;
};

class Neighbours {
 public:
  explicit Neighbours(size_t count) {
    for (size_t i = 0; i < count; i++) {
      hw_isolate* isolate = NewIsolate(16, 0);
      std::string source = std::string(kNeighbourSource) + "\nstart(" + std::to_string(i + 1) + "); step";
      hw_value step;
      if (hw_evaluate(isolate, source.data(), source.size(), "neighbour.js", &step) != HW_OK)
        Fail(i, "does not start");
      all_.push_back({isolate, hw_ref_new(isolate, step), Model(static_cast<uint32_t>(i + 1))});
    }
    thread_ = std::thread([this] { Work(); });
  }
  ~Neighbours() {
    done_ = true;
    thread_.join();
    for (Neighbour& n : all_) hw_isolate_destroy(n.isolate);
  }
  // measure() without their garbage, which would pass for a guest's.
  template <typename F>
  auto AtRest(F&& measure) {
    std::lock_guard<std::mutex> lock(mutex_);
    for (Neighbour& n : all_) hw_isolate_collect(n.isolate);
    return measure();
  }
  size_t steps() const { return steps_; }
  size_t failures() const { return failures_; }

 private:
  struct Neighbour {
    hw_isolate* isolate;
    hw_ref step;
    Model model;
  };
  void Fail(size_t i, const char* sentence) {
    if (failures_++ < 10) std::printf("neighbour %zu %s\n", i, sentence);
  }
  void Work() {
    while (!done_) {
      for (size_t i = 0; i < all_.size() && !done_; i++) {
        std::lock_guard<std::mutex> lock(mutex_);
        Neighbour& n = all_[i];
        hw_value sum;
        hw_value step = hw_ref_get(n.isolate, n.step);
        if (hw_call_function(n.isolate, step, hw_undefined(), nullptr, 0, &sum) != HW_OK) {
          Fail(i, "could not work");
        } else if (hw_as_number(n.isolate, sum) != n.model.Step()) {
          Fail(i, "has a wrong result");
        }
        if (++steps_ % kStepsBetweenCollections == 0) hw_isolate_collect(n.isolate);
      }
      // One core is for the guests.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  static constexpr size_t kStepsBetweenCollections = 13;  // no divisor of their number: each has its turn

  std::mutex mutex_;  // over all_
  std::vector<Neighbour> all_;
  std::atomic<bool> done_{false};
  std::atomic<size_t> steps_{0}, failures_{0};
  std::thread thread_;
};

// ---- The guests ----

class Host {
 public:
  explicit Host(const Options& options) : options_(options), neighbours_(options.neighbours) {
    isolate_ = NewIsolate(options_.limit, options_.milliseconds);
    // This thread's stack stays where it was in use once: that is the system's way, and no guest's doing.
    Run(isolate_, "const o = {set x(v) { this.x = v; }}; o.x = 1;");
    Renew();
  }
  ~Host() { hw_isolate_destroy(isolate_); }

  void RunGuest(const Guest& guest) {
    std::string name = guest.family + "/" + guest.name;
    if (options_.verbose) {
      std::printf("%-60s", name.c_str());
      std::fflush(stdout);  // known, should the process die
    }
    auto [before, owned_before] = neighbours_.AtRest([] { return std::pair(Resident(), Owned()); });
    ForgetPeak();
    // Who may not run into its time gets what a slow machine needs.
    bool may_time_out = guest.Expects("timeout");
    hw_isolate_set_timeout(isolate_, may_time_out ? uint64_t{options_.milliseconds} * 1'000'000 : kPatience);
    Clock::time_point start = Clock::now();
    std::string outcome = Run(isolate_, guest.source);
    double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    double peak = Peak() - before;
    Renew();
    double left = neighbours_.AtRest(Owned) - owned_before;
    if (options_.verbose)
      std::printf(" %-20s %7.3f s %7.1f MiB %7.1f MiB\n", outcome.c_str(), seconds, peak, left);
    std::vector<std::string> problems;
    if (!guest.Expects(outcome)) problems.push_back("ended with: " + outcome);
    if (!options_.loose_memory) {
      double most = guest.peak_mib != 0 ? guest.peak_mib : static_cast<double>(options_.limit) + kSlackMiB;
      if (peak > most) problems.push_back("took " + std::to_string(peak) + " MiB");
      if (left > kLeftMiB) problems.push_back("left " + std::to_string(left) + " MiB");
    }
    if (size_t failures = neighbours_.failures(); failures != failures_) {
      failures_ = failures;
      problems.push_back("changed other isolates");
    }
    if (!Answers()) problems.push_back("left an isolate that does not work");
    problems.empty() ? passed_++ : failed_++;
    for (const std::string& problem : problems) std::printf("FAILED %s: %s\n", name.c_str(), problem.c_str());
    std::fflush(stdout);
  }

  bool Report() {
    std::printf("%zu results of others checked\n", neighbours_.steps());
    std::printf("%zu passed, %zu failed\n", passed_, failed_);
    return failed_ == 0 && passed_ != 0;
  }

 private:
  // Alternately the two ways back.
  void Renew() {
    turn_ = !turn_;
    bool reset = turn_ && hw_isolate_reset(isolate_);
    if (!reset) hw_isolate_destroy(isolate_);
    malloc_trim(0);  // what the C library keeps of freed memory is not the guest's
    if (reset) return;
    isolate_ = NewIsolate(options_.limit, options_.milliseconds);
  }
  bool Answers() {
    hw_isolate_set_timeout(isolate_, kPatience);
    hw_value value;
    return hw_evaluate(isolate_, "[3, 1, 2].sort().join()", HW_ZERO_TERMINATED, "check.js", &value) ==
               HW_OK &&
           hw_type_of(isolate_, value) == HW_TYPE_STRING && hw_isolate_reset(isolate_);
  }

  const Options& options_;
  Neighbours neighbours_;
  hw_isolate* isolate_;
  size_t passed_ = 0, failed_ = 0, failures_ = 0;
  bool turn_ = false;
};

bool Parse(int argc, char** argv, Options* o) {
  for (int i = 1; i < argc; i++) {
    std::string option = argv[i];
    if (option == "--loose-memory") {
      o->loose_memory = true;
    } else if (option == "--verbose") {
      o->verbose = true;
    } else if (i + 1 == argc) {
      return false;
    } else if (option == "--guests") {
      o->guests = argv[++i];
    } else if (option == "--filter") {
      o->filter = argv[++i];
    } else {
      size_t* number = option == "--ms"           ? &o->milliseconds
                       : option == "--limit"      ? &o->limit
                       : option == "--neighbours" ? &o->neighbours
                       : option == "--one-of"     ? &o->one_of
                                                  : nullptr;
      if (!number || (*number = std::strtoull(argv[++i], nullptr, 10)) == 0) return false;
    }
  }
  return true;
}

}  // namespace

int Main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, &options)) {
    std::fprintf(stderr, "hostile: bad arguments; the head of host.cc explains them\n");
    return 2;
  }
  std::vector<Guest> guests = ReadGuests(options.guests, options.filter);
  Host host(options);
  for (size_t i = 0; i < guests.size(); i += options.one_of) host.RunGuest(guests[i]);
  return host.Report() ? 0 : 1;
}

}  // namespace hostile

int main(int argc, char** argv) { return hostile::Main(argc, argv); }
