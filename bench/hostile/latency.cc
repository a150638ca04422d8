// How long a guest goes on when it is told to stop: from hw_isolate_interrupt, called on another thread at a
// random moment, to the return of control. The guests are those of tests/hostile that never end by
// themselves. Prints one JSON object for each family, then the slowest guests.
//
//   hostile_bench [--rounds 5] [--filter TEXT] [--slowest 20]
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <thread>

#include "guests.h"

namespace hostile {
namespace {

using Clock = std::chrono::steady_clock;

struct Options {
  std::string filter;
  size_t rounds = 5, slowest = 20;
};

struct Sample {
  double milliseconds;
  std::string guest;
};

double Quantile(std::vector<double> values, double q) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<size_t>(q * static_cast<double>(values.size())))];
}

// Negative: it ended before it was told to.
double MillisecondsToStop(const Guest& guest, std::mt19937& random) {
  hw_config config = {};
  config.size = sizeof config;
  config.memory_limit = 64 << 20;
  hw_isolate* isolate = hw_isolate_new(&config, nullptr);
  if (!isolate) std::exit(2);
  auto wait = std::chrono::microseconds(10'000 + random() % 60'000);
  std::atomic<bool> returned{false};
  Clock::time_point told;
  std::thread stopper([&] {
    std::this_thread::sleep_for(wait);
    told = Clock::now();
    // One may come between two calls.
    while (!returned.load()) {
      hw_isolate_interrupt(isolate);
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  });
  std::string outcome = Run(isolate, guest.source);
  Clock::time_point end = Clock::now();
  returned = true;
  stopper.join();
  hw_isolate_destroy(isolate);
  if (outcome != "interrupt") return -1;
  return std::chrono::duration<double, std::milli>(end - told).count();
}

bool Parse(int argc, char** argv, Options* o) {
  for (int i = 1; i + 1 < argc; i += 2) {
    std::string option = argv[i];
    if (option == "--filter") {
      o->filter = argv[i + 1];
    } else if (option == "--rounds") {
      o->rounds = std::strtoull(argv[i + 1], nullptr, 10);
    } else if (option == "--slowest") {
      o->slowest = std::strtoull(argv[i + 1], nullptr, 10);
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
  std::mt19937 random(1);
  std::map<std::string, std::vector<double>> families;
  std::vector<Sample> worst;
  for (const Guest& guest : ReadGuests(HOSTILE_GUESTS, options.filter)) {
    if (!guest.Expects("timeout")) continue;
    double longest = -1;
    for (size_t round = 0; round < options.rounds; round++) {
      double milliseconds = MillisecondsToStop(guest, random);
      if (milliseconds < 0) continue;
      families[guest.family].push_back(milliseconds);
      longest = std::max(longest, milliseconds);
    }
    worst.push_back({longest, guest.family + "/" + guest.name});
  }
  for (const auto& [family, values] : families) {
    std::printf(
        "{\"family\": \"%s\", \"samples\": %zu, \"p50_ms\": %.3f, \"p99_ms\": %.3f, \"max_ms\": %.3f}\n",
        family.c_str(), values.size(), Quantile(values, 0.5), Quantile(values, 0.99), Quantile(values, 1));
  }
  std::sort(worst.begin(), worst.end(),
            [](const Sample& a, const Sample& b) { return a.milliseconds > b.milliseconds; });
  for (size_t i = 0; i < worst.size() && i < options.slowest; i++) {
    std::printf("{\"guest\": \"%s\", \"max_ms\": %.3f}\n", worst[i].guest.c_str(), worst[i].milliseconds);
  }
  return 0;
}

}  // namespace hostile

int main(int argc, char** argv) { return hostile::Main(argc, argv); }
