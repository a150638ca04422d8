// What isolates cost: time to make, run, reset and destroy them, and memory while they live. Prints one JSON
// object a line.
//
//   isolates_bench clone|pool|reset|live|serial|threads|enter|suspend|deltas|data|table|program [options]
//     --count N        isolates (live: 10000, serial: 100000, others: 1000)
//     --source TEXT    what each runs; default 1 + 1
//     --load FILE      evaluated once and frozen: the image that clones start from
//     --start mapped|copied|built
//     --file FILE      program: what one isolate runs, jobs and all; deltas: where the last one is written to
//     --limit MIB      memory limit of each isolate; 64
//     --threads N
//     --no-jit 1       everything is interpreted
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "halfword/halfword.hpp"

namespace {

double Microseconds(clockid_t clock) {
  timespec t;
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) * 1e6 + static_cast<double>(t.tv_nsec) / 1e3;
}

struct Options {
  std::string command, source = "1 + 1", load, file;
  size_t count = 0, limit = 64;
  int threads = 1;
  hw_start start = HW_START_MAPPED;
  // Of a process that `table` starts.
  int row = 0, ready = -1, go = -1;
  bool reports = false, no_jit = false;
};

[[noreturn]] void Die(const std::string& sentence) {
  std::fprintf(stderr, "isolates_bench: %s\n", sentence.c_str());
  std::exit(1);
}

std::string ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) Die("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- Memory of this process ----

struct Memory {
  double rss = 0, pss = 0, private_dirty = 0, page_tables = 0;  // KiB
  size_t mappings = 0;
};

Memory Measure() {
  Memory m;
  auto field = [](const char* file, const std::string& name) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
      if (line.starts_with(name)) return std::strtod(line.c_str() + name.size(), nullptr);
    }
    return 0.0;
  };
  m.rss = field("/proc/self/smaps_rollup", "Rss:");
  m.pss = field("/proc/self/smaps_rollup", "Pss:");
  m.private_dirty = field("/proc/self/smaps_rollup", "Private_Dirty:");
  m.page_tables = field("/proc/self/status", "VmPTE:");
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) m.mappings++;
  return m;
}

// ---- Times ----

struct Times {
  std::vector<double> wall, cpu;
  template <class F>
  void Add(F&& f) {
    double w = Microseconds(CLOCK_MONOTONIC), c = Microseconds(CLOCK_THREAD_CPUTIME_ID);
    f();
    cpu.push_back(Microseconds(CLOCK_THREAD_CPUTIME_ID) - c);
    wall.push_back(Microseconds(CLOCK_MONOTONIC) - w);
  }
  static double At(std::vector<double> v, double q) {
    std::sort(v.begin(), v.end());
    return v.empty() ? 0 : v[static_cast<size_t>(q * static_cast<double>(v.size() - 1))];
  }
  // CPU time is what an idle machine would take; wall time what this one took.
  std::string Json() const {
    char text[200];
    std::snprintf(text, sizeof text,
                  "\"cpu_us\": {\"p50\": %.1f, \"p99\": %.1f}, \"wall_us\": {\"p50\": %.1f, \"p99\": %.1f}",
                  At(cpu, 0.5), At(cpu, 0.99), At(wall, 0.5), At(wall, 0.99));
    return text;
  }
};

// ---- What is measured ----

class Bench {
 public:
  explicit Bench(Options options) : options_(std::move(options)) {
    config_.size = sizeof config_;
    config_.memory_limit = options_.limit << 20;
    config_.start = options_.start;
    config_.no_jit = options_.no_jit;
    if (!options_.load.empty()) {
      hw_config loading = config_;
      loading.start = HW_START_MAPPED;
      hw::Isolate isolate(New(loading));
      hw::Result<hw::Value> loaded = isolate.Evaluate(ReadFile(options_.load), options_.load.c_str());
      if (!loaded) Die(loaded.error().text);
      hw::Result<hw::Image> image = isolate.Freeze();
      if (!image) Die(image.error().text);
      image_ = *image;
      config_.image = image_.get();
    }
  }

  int Run() {
    const std::map<std::string, void (Bench::*)()> commands = {
        {"clone", &Bench::Clone},    {"pool", &Bench::Pool},       {"reset", &Bench::Reset},
        {"live", &Bench::Live},      {"serial", &Bench::Serial},   {"threads", &Bench::Threads},
        {"enter", &Bench::Enter},    {"suspend", &Bench::Suspend}, {"deltas", &Bench::Deltas},
        {"data", &Bench::Data},      {"table", &Bench::Table},     {"row", &Bench::RunRow},
        {"program", &Bench::Program}};
    auto found = commands.find(options_.command);
    if (found == commands.end()) Die("unknown command " + options_.command);
    (this->*found->second)();
    return 0;
  }

 private:
  static hw_isolate* New(const hw_config& config) {
    hw_error error;
    hw_isolate* isolate = hw_isolate_new(&config, &error);
    if (!isolate) Die(error.text);
    return isolate;
  }
  void Evaluate(hw_isolate* isolate) const {
    hw_value result;
    hw_status status =
        hw_evaluate(isolate, options_.source.data(), options_.source.size(), "bench.js", &result);
    if (status != HW_OK) Die(hw::ErrorOf(isolate, status).text);
  }
  size_t Count(size_t otherwise) const { return options_.count ? options_.count : otherwise; }

  // Make, run, destroy: the slot of the last one serves the next, or, with nothing kept of it,
  // is mapped and unmapped.
  void Clone() {
    for (bool trims : {false, true}) {
      Times times;
      for (size_t i = 0; i < Count(1000) + 20; i++) {
        auto once = [&] {
          hw_isolate* isolate = New(config_);
          Evaluate(isolate);
          hw_isolate_destroy(isolate);
          if (trims) hw_image_trim(config_.image);
        };
        i < 20 ? once() : times.Add(once);
      }
      std::printf("{\"what\": \"clone, run, destroy%s\", %s}\n", trims ? ", trim" : "", times.Json().c_str());
    }
  }

  // Take from a pool, run, give back.
  void Pool() {
    hw_error error;
    hw_pool* pool = hw_pool_new(&config_, 4, &error);
    if (!pool) Die(error.text);
    Times times;
    for (size_t i = 0; i < Count(1000) + 20; i++) {
      auto once = [&] {
        hw_isolate* isolate = hw_pool_take(pool, nullptr);
        Evaluate(isolate);
        hw_pool_give(pool, isolate);
      };
      i < 20 ? once() : times.Add(once);
    }
    std::printf("{\"what\": \"take from a pool, run, give back\", %s}\n", times.Json().c_str());
    hw_pool_destroy(pool);
  }

  // The reset alone.
  void Reset() {
    hw_isolate* isolate = New(config_);
    Times times;
    for (size_t i = 0; i < Count(1000) + 20; i++) {
      Evaluate(isolate);
      auto once = [&] {
        if (!hw_isolate_reset(isolate)) Die("cannot reset");
      };
      i < 20 ? once() : times.Add(once);
    }
    std::printf("{\"what\": \"reset\", %s}\n", times.Json().c_str());
    hw_isolate_destroy(isolate);
  }

  // Memory of many that live at once, and what is left of it.
  void Live() {
    hw_isolate_destroy(New(config_));
    Memory before = Measure();
    std::vector<hw_isolate*> all(Count(10000));
    double start = Microseconds(CLOCK_MONOTONIC);
    for (hw_isolate*& isolate : all) {
      isolate = New(config_);
      Evaluate(isolate);
    }
    double made = Microseconds(CLOCK_MONOTONIC) - start;
    Memory during = Measure();
    for (hw_isolate* isolate : all) hw_isolate_destroy(isolate);
    Memory after = Measure();
    double n = static_cast<double>(all.size());
    std::printf(
        "{\"what\": \"live isolates\", \"count\": %zu, \"rss_mib\": %.1f, \"private_kib_each\": %.1f, "
        "\"page_table_kib_each\": "
        "%.1f, \"mappings_each\": %.2f, \"make_us_each\": %.1f, \"rss_mib_before\": %.1f, \"rss_mib_after\": "
        "%.1f}\n",
        all.size(), during.rss / 1024, (during.private_dirty - before.private_dirty) / n,
        (during.page_tables - before.page_tables) / n,
        static_cast<double>(during.mappings - before.mappings) / n, made / n, before.rss / 1024,
        after.rss / 1024);
  }

  // One after another: nothing may stay behind.
  void Serial() {
    for (int i = 0; i < 1000; i++) {
      hw_isolate* isolate = New(config_);
      Evaluate(isolate);
      hw_isolate_destroy(isolate);
    }
    Memory before = Measure();
    double start = Microseconds(CLOCK_MONOTONIC);
    size_t count = Count(100000);
    for (size_t i = 0; i < count; i++) {
      hw_isolate* isolate = New(config_);
      Evaluate(isolate);
      hw_isolate_destroy(isolate);
    }
    double each = (Microseconds(CLOCK_MONOTONIC) - start) / static_cast<double>(count);
    std::printf(
        "{\"what\": \"one after another\", \"count\": %zu, \"us_each\": %.1f, \"rss_drift_mib\": %.2f}\n",
        count, each, (Measure().rss - before.rss) / 1024);
  }

  // Clones a second with n threads: made and destroyed, or from a pool that all share.
  void Threads() {
    for (bool pooled : {false, true}) {
      for (int threads = 1; threads <= std::max(options_.threads, 1); threads *= 2) {
        hw_pool* pool = hw_pool_new(&config_, pooled ? static_cast<size_t>(threads) : 0, nullptr);
        double start = Microseconds(CLOCK_MONOTONIC), cpu = Microseconds(CLOCK_PROCESS_CPUTIME_ID);
        std::vector<std::thread> all;
        for (int t = 0; t < threads; t++) {
          all.emplace_back([&] {
            for (size_t i = 0; i < Count(2000); i++) {
              hw_isolate* isolate = hw_pool_take(pool, nullptr);
              Evaluate(isolate);
              hw_pool_give(pool, isolate);
            }
          });
        }
        for (std::thread& thread : all) thread.join();
        double clones = static_cast<double>(Count(2000)) * threads;
        std::printf(
            "{\"what\": \"threads\", \"pooled\": %s, \"threads\": %d, \"clones_per_second\": %.0f, "
            "\"cpu_us_each\": %.1f}\n",
            pooled ? "true" : "false", threads, clones / (Microseconds(CLOCK_MONOTONIC) - start) * 1e6,
            (Microseconds(CLOCK_PROCESS_CPUTIME_ID) - cpu) / clones);
        hw_pool_destroy(pool);
      }
    }
  }

  // Into an isolate and out of it, with nothing done inside, and with a look at its queue of jobs; in turn,
  // so that none is warm from the last time.
  void Enter() {
    std::vector<hw_isolate*> all(std::max<size_t>(options_.count, 8));
    for (hw_isolate*& isolate : all) isolate = New(config_);
    auto measure = [&](const char* what, auto&& once) {
      constexpr size_t kRounds = 200;
      size_t per_round = std::max<size_t>(all.size(), 2000) / all.size() * all.size();
      Times times;
      for (size_t round = 0; round < kRounds; round++) {
        times.Add([&] {
          for (size_t i = 0; i < per_round; i++) once(all[i % all.size()]);
        });
      }
      double ns = Times::At(times.cpu, 0.5) * 1000 / static_cast<double>(per_round);
      std::printf("{\"what\": \"%s\", \"isolates\": %zu, \"ns\": %.1f}\n", what, all.size(), ns);
    };
    measure("enter and leave", [](hw_isolate* isolate) { hw_isolate_enter(isolate, [](void*) {}, nullptr); });
    measure("enter, look, leave", [](hw_isolate* isolate) { (void)hw_has_jobs(isolate); });
    for (hw_isolate* isolate : all) hw_isolate_destroy(isolate);
  }

  // An object with 100 short strings for members, and an array of 100 objects with 5 members: built and read
  // in one call, member by member, and as JSON.
  void Data() {
    hw_isolate* isolate = New(config_);
    auto measure = [&](const char* what, auto&& once) {
      Times times;
      constexpr int kAtOnce = 100;
      for (size_t i = 0; i < Count(300); i++) {
        times.Add([&] {
          for (int j = 0; j < kAtOnce; j++) once();
        });
      }
      std::printf("{\"what\": \"%s\", \"us\": %.2f}\n", what, Times::At(times.cpu, 0.5) / kAtOnce);
    };
    std::vector<std::string> keys;
    for (int i = 0; i < 100; i++) keys.push_back("member" + std::to_string(i));
    std::vector<hw_item> object = {hw::item::BeginObject()}, rows = {hw::item::BeginArray()};
    for (int i = 0; i < 100; i++) {
      object.push_back(hw::item::Key(keys[i]));
      object.push_back(hw::item::String("a text"));
      rows.push_back(hw::item::BeginObject());
      for (int k = 0; k < 5; k++) {
        rows.push_back(hw::item::Key(keys[k]));
        rows.push_back(k == 0 ? hw::item::Integer(i) : hw::item::String("a text"));
      }
      rows.push_back(hw::item::End());
    }
    object.push_back(hw::item::End());
    rows.push_back(hw::item::End());
    struct {
      const char* name;
      std::vector<hw_item>& items;
    } all[] = {{"object of 100", object}, {"100 objects of 5", rows}};
    for (auto& [name, items] : all) {
      struct Source {
        const hw_item* next;
      } source;
      auto next = [](void* data, hw_item* item) {
        *item = *static_cast<Source*>(data)->next++;
        return true;
      };
      hw_value value = hw_undefined();
      auto build = [&] {
        source.next = items.data();
        if (hw_build(isolate, next, &source, &value) != HW_OK) Die("it is not built");
      };
      std::string label = std::string("build ") + name;
      measure(label.c_str(), build);
      // As the first of its kind: nothing is predicted.
      Times first;
      for (int i = 0; i < 300; i++) {
        hw_isolate_collect(isolate);
        first.Add(build);
      }
      std::printf("{\"what\": \"build %s after a collection\", \"us\": %.2f}\n", name,
                  Times::At(first.cpu, 0.5));
      build();
      size_t bytes = 0;
      auto take = [](void* data, const hw_item* item) {
        *static_cast<size_t*>(data) += item->kind;
        return true;
      };
      label = std::string("read ") + name;
      measure(label.c_str(), [&] { (void)hw_read(isolate, value, 0, 10, take, &bytes); });
      hw_value json;
      label = std::string("stringify ") + name;
      measure(label.c_str(), [&] { (void)hw_json_stringify(isolate, value, &json); });
      std::string text = hw::Value(isolate, json).AsString();
      label = std::string("parse ") + name;
      measure(label.c_str(), [&] { (void)hw_json_parse(isolate, text.data(), text.size(), &json); });
    }
    measure("set 100 members one by one", [&] {
      hw_value made = hw_object(isolate);
      for (const std::string& key : keys)
        (void)hw_set_named(isolate, made, key.c_str(), hw_string(isolate, "a text", 6));
    });
    hw_isolate_destroy(isolate);
  }

  // An agent whose host keeps a delta of each turn, which adds 250 bytes to the last 100 that it knows.
  void Deltas() {
    const char* agent =
        "var log = []; function turn() {"
        "  log.push({role: 'tool', text: ('turn ' + log.length + ' ').padEnd(200, 'x'), number: log.length / "
        "2});"
        "  if (log.length > 100) log.shift(); return log.length } turn()";
    auto evaluate = [](hw::Isolate& isolate, const char* source) {
      hw::Result<hw::Value> result = isolate.Evaluate(source);
      if (!result) Die(result.error().text);
    };
    auto open = [](const std::vector<std::byte>& file, const hw::Image& base) {
      hw_image* bases[] = {base.get()};
      hw_error error;
      hw_image* image = hw_image_open_with(file.data(), file.size(), bases, 1, nullptr, &error);
      if (!image) Die(error.text);
      return hw::Image(image);
    };
    const size_t turns = options_.count ? options_.count : 1000;
    hw::Image first, last;
    std::vector<std::vector<std::byte>> deltas;
    std::vector<size_t> sizes;
    size_t largest = 0, bytes = 0;
    Times freeze, make, clone;
    {
      hw::Isolate isolate(New(config_));
      evaluate(isolate, agent);
      first = last = *isolate.Freeze();
    }
    for (size_t i = 0; i < turns; i++) {
      hw::Image next;
      std::vector<std::byte> delta;
      config_.image = last.get();
      {
        hw::Isolate isolate(New(config_));
        evaluate(isolate, "turn()");
        freeze.Add([&] { next = *isolate.Freeze(); });
      }
      hw_image_options options = {};
      options.size = sizeof options;
      options.base = last.get();
      delta.resize(size_t{1} << 20);
      make.Add([&] { delta.resize(hw_image_bytes_with(next.get(), &options, delta.data(), delta.size())); });
      if (delta.empty()) Die("no delta");
      // As in another process that has the base open: what it knows of that is known.
      hw::Image opened;
      hw_isolate* made = nullptr;
      clone.Add([&] {
        opened = open(delta, last);
        config_.image = opened.get();
        made = New(config_);
      });
      hw_isolate_destroy(made);
      largest = std::max(largest, delta.size());
      bytes += delta.size();
      sizes.push_back(hw_image_bytes(next.get(), nullptr, 0));
      deltas.push_back(std::move(delta));
      last = next;
    }
    std::printf("{\"what\": \"freeze a turn\", %s}\n", freeze.Json().c_str());
    std::printf("{\"what\": \"make a delta\", \"bytes\": %zu, \"largest\": %zu, %s}\n", bytes / turns,
                largest, make.Json().c_str());
    std::printf("{\"what\": \"open a delta and clone\", %s}\n", clone.Json().c_str());
    Times fold;
    fold.Add([&] {
      hw::Image image = first;
      for (const auto& delta : deltas) image = open(delta, image);
      std::vector<std::byte> whole(hw_image_bytes_with(image.get(), nullptr, nullptr, 0));
      if (whole.empty()) Die("nothing folded");
    });
    std::printf("{\"what\": \"fold a chain\", \"deltas\": %zu, %s}\n", turns, fold.Json().c_str());
    std::printf("{\"what\": \"images of a chain\", \"bytes_after_10\": %zu, \"bytes_at_the_end\": %zu}\n",
                sizes[std::min<size_t>(9, turns - 1)], sizes.back());
    if (!options_.file.empty()) {
      std::ofstream(options_.file, std::ios::binary)
          .write(reinterpret_cast<const char*>(deltas.back().data()),
                 static_cast<std::streamsize>(deltas.back().size()));
    }
  }

  // A call of the host that waits: to suspend and go on in the same isolate; to freeze what waits, and go on
  // in a clone.
  void Suspend() {
    const hw_function wait = {"wait", [](hw_isolate*, const hw_call*, hw_value*) { return HW_SUSPENDED; }, 0,
                              nullptr};
    hw_host* host = hw_host_new(&wait, 1, nullptr);
    hw_config config = config_;
    config.host = host;
    hw_isolate* isolate = New(config);
    if (hw_install_host(isolate, hw_global(isolate)) != HW_OK) Die("cannot install the host");
    const std::string source = "function f(n) { return n ? f(n - 1) : wait() } for (;;) f(10)";
    if (hw_evaluate(isolate, source.data(), source.size(), "", nullptr) != HW_SUSPENDED)
      Die("it does not wait");
    Times times, freeze, clone;
    constexpr int kAtOnce = 100;
    for (size_t i = 0; i < Count(1000); i++) {
      times.Add([&] {
        for (int j = 0; j < kAtOnce; j++) (void)hw_resume(isolate, hw_undefined(), nullptr);
      });
    }
    hw_image* image = nullptr;
    for (size_t i = 0; i < Count(1000) / 10; i++) {
      hw_image_release(image);
      freeze.Add([&] { image = hw_isolate_freeze(isolate, nullptr); });
      if (!image) Die("cannot freeze");
      config.image = image;
      clone.Add([&] {
        hw_isolate* other = New(config);
        if (hw_resume(other, hw_undefined(), nullptr) != HW_SUSPENDED) Die("it does not go on");
        hw_isolate_destroy(other);
      });
    }
    std::printf("{\"what\": \"suspend and go on\", \"cpu_us\": %.3f}\n", Times::At(times.cpu, 0.5) / kAtOnce);
    std::printf("{\"what\": \"freeze what waits\", %s}\n", freeze.Json().c_str());
    std::printf("{\"what\": \"clone what waits, go on, destroy\", %s}\n", clone.Json().c_str());
    hw_isolate_destroy(isolate);
    hw_image_release(image);
    hw_host_release(host);
  }

  // Memory of a process that runs a program: the isolate's, and all of it.
  void Program() {
    Memory before = Measure();
    hw_isolate* isolate = New(config_);
    std::string text = ReadFile(options_.file);
    hw_value result;
    hw_status status = hw_evaluate(isolate, text.data(), text.size(), options_.file.c_str(), &result);
    if (status == HW_OK) status = hw_run_jobs(isolate);
    if (status != HW_OK) Die(hw::ErrorOf(isolate, status).text);
    hw_isolate_collect(isolate);
    Memory during = Measure();
    std::printf("{\"what\": \"program\", \"isolate_kib\": %.0f, \"process_kib\": %.0f}\n",
                during.private_dirty - before.private_dirty, during.private_dirty);
    hw_isolate_destroy(isolate);
  }

  struct TableRow {
    const char* name;
    hw_start start;
    bool embedded;
  };
  static constexpr TableRow kTableRows[] = {{"built anew", HW_START_BUILT, false},
                                            {"copied at once", HW_START_COPIED, false},
                                            {"mapped from a file in memory", HW_START_MAPPED, false},
                                            {"mapped from the program", HW_START_MAPPED, true}};

  // c (1 + n) against c: memory and time of n isolates whose initial heap is built, copied, or mapped; and
  // the share of each of two processes that do it. They are programs started anew: what a fork shares with
  // its parent would be no page of theirs.
  void Table() {
    for (size_t n : {1, 10, 100, 1000}) {
      for (size_t row = 0; row < std::size(kTableRows); row++) {
        int ready[2], go[2];
        if (pipe(ready) != 0 || pipe(go) != 0) Die("no pipes");
        for (int process = 0; process < 2; process++) {
          if (fork() == 0) StartRow(row, n, process == 0, ready[1], go[0]);
        }
        close(ready[1]), close(go[0]);
        char c;
        for (int i = 0; i < 2; i++) {
          if (read(ready[0], &c, 1) != 1) Die("a process of the table failed");
        }
        (void)!write(go[1], "gg", 2);
        while (wait(nullptr) > 0) {
        }
        close(ready[0]), close(go[1]);
      }
    }
  }
  [[noreturn]] void StartRow(size_t row, size_t n, bool reports, int ready, int go) {
    std::vector<std::string> words = {"isolates_bench", "row",
                                      "--row",          std::to_string(row),
                                      "--count",        std::to_string(n),
                                      "--limit",        std::to_string(options_.limit),
                                      "--source",       options_.source,
                                      "--reports",      std::to_string(reports),
                                      "--ready",        std::to_string(ready),
                                      "--go",           std::to_string(go)};
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv("/proc/self/exe", argv.data());
    _exit(127);
  }

  // One process of the table. What making the image leaves in it counts as its memory.
  void RunRow() {
    const auto& [name, start, embedded] = kTableRows[options_.row];
    const size_t n = options_.count;
    Memory before = Measure();
    hw_config config = config_;
    config.start = start;
    hw::Image image;
    if (!embedded && start != HW_START_BUILT) {
      hw::Isolate original(New(config_));
      hw::Result<hw::Image> frozen = original.Freeze();
      if (frozen) image = *frozen, config.image = image.get();
    }
    std::vector<hw_isolate*> all(n);
    double cpu = Microseconds(CLOCK_THREAD_CPUTIME_ID);
    for (hw_isolate*& isolate : all) {
      isolate = New(config);
      Evaluate(isolate);
    }
    cpu = Microseconds(CLOCK_THREAD_CPUTIME_ID) - cpu;
    (void)!write(options_.ready, "r", 1);
    char c;
    (void)!read(options_.go, &c, 1);
    Memory during = Measure();
    if (options_.reports) {
      std::printf(
          "{\"what\": \"initial heap\", \"start\": \"%s\", \"isolates\": %zu, \"cpu_us_each\": %.1f, "
          "\"private_kib_each\": "
          "%.1f, \"pss_kib_each\": %.1f}\n",
          name, n, cpu / static_cast<double>(n),
          (during.private_dirty - before.private_dirty) / static_cast<double>(n),
          (during.pss - before.pss) / static_cast<double>(n));
      std::fflush(stdout);
    }
    usleep(200000);  // the other one measures too
  }

  Options options_;
  hw_config config_ = {};
  hw::Image image_;
};

}  // namespace

int main(int argc, char** argv) {
  Options options;
  if (argc < 2) Die("see the top of isolates.cc");
  options.command = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    std::string name = argv[i], value = argv[i + 1];
    if (name == "--count")
      options.count = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--source")
      options.source = value;
    else if (name == "--load")
      options.load = value;
    else if (name == "--file")
      options.file = value;
    else if (name == "--limit")
      options.limit = std::strtoull(argv[i + 1], nullptr, 10);
    else if (name == "--row")
      options.row = std::atoi(argv[i + 1]);
    else if (name == "--ready")
      options.ready = std::atoi(argv[i + 1]);
    else if (name == "--go")
      options.go = std::atoi(argv[i + 1]);
    else if (name == "--reports")
      options.reports = value == "1";
    else if (name == "--no-jit")
      options.no_jit = value == "1";
    else if (name == "--threads")
      options.threads = std::atoi(argv[i + 1]);
    else if (name == "--start")
      options.start = value == "built"    ? HW_START_BUILT
                      : value == "copied" ? HW_START_COPIED
                                          : HW_START_MAPPED;
    else
      Die("unknown option " + name);
  }
  return Bench(std::move(options)).Run();
}
