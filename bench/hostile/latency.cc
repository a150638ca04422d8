// How long a guest goes on when it is told to stop: from hw_isolate_interrupt, called on another
// thread at a random moment, to the return of control. The guests are those of tests/hostile that
// never end by themselves. Prints one JSON object for each family as it ends, then the slowest guests.
// Times are given by the clock on the wall and by the processor time of the guest's thread, which
// others on the machine don't lengthen.
//
//   hostile_bench [--rounds 5] [--guests FOLDER] [--filter TEXT] [--slowest 20]
//                 [--longest 100]  milliseconds until a guest is told, at most: some make their data first
//                 [--patience 60]  seconds after which one that does not stop ends the program, named
//                 [--seconds 600]  after which no other guest is begun
//                 [--stacks 0]     microseconds of processor time between looks at the stack of a guest
//                                  that was told; what was seen is printed in the end
#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <random>
#include <thread>

#include "guests.h"
#include "stack_samples.h"

namespace hostile {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

struct Options {
  std::string guests = HOSTILE_GUESTS, filter;
  size_t rounds = 5, slowest = 20, longest = 100, patience = 60, seconds = 600, stacks = 0;
};

struct Latency {
  double wall = -1, processor = -1;  // milliseconds; negative: the guest ended before it was told to
};

struct Sample {
  Latency latency;
  std::string guest;
};

double Quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * static_cast<double>(values.size())))];
}

// The processor time that a thread has had, milliseconds.
double ProcessorTime(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

// Tells the guest of the thread that made it to stop, after a while, until that thread has control back.
class Stopper {
 public:
  // `stacks`: gets the guest's stack after each such pause, if that is not zero.
  Stopper(hw_isolate* isolate, std::chrono::microseconds wait, std::chrono::seconds patience,
          const std::string& guest, std::chrono::microseconds pause, StackSamples* stacks)
      : isolate_(isolate),
        patience_(patience),
        guest_(guest),
        pause_(pause.count() != 0 ? pause : kPause),
        stacks_(pause.count() != 0 ? stacks : nullptr),
        guest_thread_(pthread_self()) {
    pthread_getcpuclockid(pthread_self(), &clock_);
    thread_ = std::thread([this, wait] { Work(wait); });
  }
  // To be called when control is back.
  Latency Stop() {
    Clock::time_point end = Clock::now();
    double processor_end = ProcessorTime(clock_);
    {
      std::lock_guard<std::mutex> lock(mutex_);
      returned_ = true;
    }
    changed_.notify_one();
    thread_.join();
    if (!was_told_) return {};
    double wall = std::chrono::duration<double, std::milli>(end - told_).count();
    // The account of a thread that runs on another processor may lag behind.
    return {wall, std::min(wall, processor_end - processor_told_)};
  }

 private:
  static constexpr std::chrono::microseconds kPause{200'000};

  void Work(std::chrono::microseconds wait) {
    std::unique_lock<std::mutex> lock(mutex_);
    auto returned = [this] { return returned_; };
    if (changed_.wait_for(lock, wait, returned)) return;
    was_told_ = true;
    processor_told_ = ProcessorTime(clock_);
    told_ = Clock::now();
    for (;;) {  // again and again: one may come between two calls
      hw_isolate_interrupt(isolate_);
      if (Clock::now() - told_ > patience_) {
        std::printf("{\"guest\": \"%s\", \"stuck\": true}\n", guest_.c_str());
        std::fflush(stdout);
        std::_Exit(1);
      }
      if (changed_.wait_for(lock, pause_, returned)) return;
      if (stacks_ && ProcessorTime(clock_) - processor_told_ >=
                         std::chrono::duration<double, std::milli>(pause_).count()) {
        stacks_->Take(guest_thread_, guest_);
      }
    }
  }

  hw_isolate* isolate_;
  std::chrono::seconds patience_;
  const std::string& guest_;
  std::chrono::microseconds pause_;
  StackSamples* stacks_;
  pthread_t guest_thread_;
  clockid_t clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool returned_ = false, was_told_ = false;
  Clock::time_point told_;
  double processor_told_ = 0;
  std::thread thread_;
};

std::string NameOf(const Guest& guest) { return guest.family + "/" + guest.name; }

class Bench {
 public:
  explicit Bench(const Options& options) : options_(options) {}

  void Run(const std::vector<Guest>& guests) {
    Clock::time_point last = Clock::now() + std::chrono::seconds(options_.seconds);
    for (size_t i = 0; i < guests.size(); i++) {
      if (!guests[i].Expects("timeout")) continue;
      if (Clock::now() > last) {
        skipped_++;
        continue;
      }
      if (guests[i].family != family_) EndFamily();
      family_ = guests[i].family;
      RunGuest(guests[i]);
    }
    EndFamily();
    if (skipped_ != 0) std::printf("{\"skipped\": %zu}\n", skipped_);
    PrintSlowest();
    stacks_.Print();
  }

 private:
  Latency Measure(const Guest& guest) {
    hw_config config = {};
    config.size = sizeof config;
    config.memory_limit = 64 << 20;
    hw_isolate* isolate = hw_isolate_new(&config, nullptr);
    if (!isolate) std::exit(2);
    // Half of them soon: while a guest still makes its data.
    size_t longest = options_.longest * 1000 / (random_() % 2 ? 1 : 5);
    std::string name = NameOf(guest);
    Stopper stopper(isolate, std::chrono::microseconds(longest / 10 + random_() % longest),
                    std::chrono::seconds(options_.patience), name, std::chrono::microseconds(options_.stacks),
                    &stacks_);
    std::string outcome = hostile::Run(isolate, guest.source);
    Latency latency = stopper.Stop();
    hw_isolate_destroy(isolate);
    return outcome == "interrupt" ? latency : Latency();
  }

  void RunGuest(const Guest& guest) {
    Latency longest;
    for (size_t round = 0; round < options_.rounds; round++) {
      Latency latency = Measure(guest);
      if (latency.wall < 0) continue;
      wall_.push_back(latency.wall);
      processor_.push_back(latency.processor);
      if (latency.processor > longest.processor) longest = latency;
    }
    worst_.push_back({longest, NameOf(guest)});
  }

  void EndFamily() {
    if (!wall_.empty()) {
      std::printf("{\"family\": \"%s\", \"samples\": %zu", family_.c_str(), wall_.size());
      PrintQuantiles("wall", wall_);
      PrintQuantiles("processor", processor_);
      std::printf("}\n");
      std::fflush(stdout);
    }
    wall_.clear();
    processor_.clear();
  }
  static void PrintQuantiles(const char* name, const std::vector<double>& values) {
    std::printf(", \"%s_ms\": {\"p50\": %.3f, \"p99\": %.3f, \"max\": %.3f}", name, Quantile(values, 0.5),
                Quantile(values, 0.99), Quantile(values, 1));
  }

  void PrintSlowest() {
    std::sort(worst_.begin(), worst_.end(),
              [](const Sample& a, const Sample& b) { return a.latency.processor > b.latency.processor; });
    worst_.resize(std::min(worst_.size(), options_.slowest));
    for (const Sample& sample : worst_) {
      std::printf("{\"guest\": \"%s\", \"wall_ms\": %.3f, \"processor_ms\": %.3f}\n", sample.guest.c_str(),
                  sample.latency.wall, sample.latency.processor);
    }
  }

  const Options& options_;
  std::mt19937 random_{1};
  std::string family_;
  std::vector<double> wall_, processor_;  // of family_
  std::vector<Sample> worst_;             // of each guest
  size_t skipped_ = 0;
  StackSamples stacks_;
};

bool Parse(int argc, char** argv, Options* o) {
  const std::map<std::string, size_t*> numbers = {{"--rounds", &o->rounds},   {"--slowest", &o->slowest},
                                                  {"--longest", &o->longest}, {"--patience", &o->patience},
                                                  {"--seconds", &o->seconds}, {"--stacks", &o->stacks}};
  for (int i = 1; i + 1 < argc; i += 2) {
    auto number = numbers.find(argv[i]);
    if (number != numbers.end()) {
      *number->second = std::max<size_t>(std::strtoull(argv[i + 1], nullptr, 10), 1);
    } else if (std::string(argv[i]) == "--filter") {
      o->filter = argv[i + 1];
    } else if (std::string(argv[i]) == "--guests") {
      o->guests = argv[i + 1];
    } else {
      return false;
    }
  }
  return argc % 2 == 1;
}

}  // namespace

int Main(int argc, char** argv) {
  Options options;
  if (!Parse(argc, argv, &options)) return 2;
  Bench(options).Run(ReadGuests(options.guests, options.filter));
  return 0;
}

}  // namespace hostile

int main(int argc, char** argv) { return hostile::Main(argc, argv); }
