// Fails what can fail, one point after the other: every script runs again and again, each time with another
// allocation, native allocation or poll that ends it. There must be an outcome each time, the isolate must
// work after a reset, and after a revival where there can be one, and no native memory may be left.
//
//   sweep [--points 20] [--one-of N] [--seed N] [--verbose] [MODE ...] FILE or FOLDER ...
//     allocation    one allocation of the heap finds no room
//     allocations   that one and all later ones
//     interrupt     the guest is ended at a poll
//     native        one call of operator new, malloc, calloc or realloc fails
//     natives       that one and all later ones until the guest has ended
//     creation      the same while isolates are made; needs no script
//   --points: for each script and mode, spread over all there are; 0: every single one.
//   --one-of: a sample of the scripts, without those that take long.
//
// Files: JavaScript; those that end in .list hold a script a line. Needs HALFWORD_ASSERTS for the first two.
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "api/records.h"
#include "gc/allocation/failure_injection.h"

// ---- Native memory, counted, that fails. The linker sends the engine's calls here (--wrap). ----

namespace {

// What the engine has of it now. Not what libraries keep for themselves in C: caches of
// ICU, buffers of stdio.
size_t native_bytes = 0;

void* Counted(void* p) {
  native_bytes += malloc_usable_size(p);
  return p;
}

struct NativeFailures {
  bool counts = false;
  bool goes_on = false;
  uint64_t count = 0;
  uint64_t failing = 0;  // 0: none
  bool Fails() {
    if (!counts) return false;
    count++;
    return failing != 0 && (count == failing || (goes_on && count > failing));
  }
};
NativeFailures native;

}  // namespace

extern "C" {
void* __real_malloc(size_t);
void* __real_calloc(size_t, size_t);
void* __real_realloc(void*, size_t);
void __real_free(void*);
void* __real_mmap(void*, size_t, int, int, int, off_t);
void* __wrap_malloc(size_t size) { return native.Fails() ? nullptr : Counted(__real_malloc(size)); }
void* __wrap_calloc(size_t n, size_t size) {
  return native.Fails() ? nullptr : Counted(__real_calloc(n, size));
}
void* __wrap_realloc(void* p, size_t size) {
  if (native.Fails()) return nullptr;
  size_t old_bytes = malloc_usable_size(p);
  void* moved = __real_realloc(p, size);
  if (moved || size == 0) native_bytes -= old_bytes;
  return Counted(moved);
}
void __wrap_free(void* p) {
  native_bytes -= malloc_usable_size(p);
  __real_free(p);
}
void* __wrap_mmap(void* address, size_t size, int protection, int flags, int fd, off_t offset) {
  if (native.Fails()) {
    errno = ENOMEM;
    return reinterpret_cast<void*>(-1);
  }
  return __real_mmap(address, size, protection, flags, fd, offset);
}
}

void* operator new(size_t size) {
  void* p = __wrap_malloc(size);
  if (!p) throw std::bad_alloc();
  return p;
}
void* operator new[](size_t size) { return operator new(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }

namespace {

using halfword::gc::subtle::Failures;

enum Mode { kAllocation, kAllocations, kInterrupt, kNative, kNatives, kCreation, kModes };
constexpr const char* kNames[kModes] = {"allocation", "allocations", "interrupt",
                                        "native",     "natives",     "creation"};
// Units of fuel. A sample leaves out the scripts that take more.
constexpr int64_t kPlenty = 1'000'000'000, kMostOfSample = 5'000'000;

struct Script {
  std::string name, source;
};

std::string ReadFile(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// ---- What scripts call: everything that gives the host's data and memory to an isolate ----

// Finalizers that isolates have taken over, and those that have run.
size_t finalizers_taken = 0, finalizers_run = 0;

// Whatever fails in here fails in the middle of the others.
hw_status HostCalls(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  static uint8_t memory[64];
  auto finalize = [](void*, void*) { finalizers_run++; };
  auto release = [](void*) { finalizers_run++; };
  hw_scope outer = hw_scope_open(isolate), scope = hw_scope_open(isolate);
  hw_external external = {};
  external.size = sizeof external;
  external.label = "external";
  external.finalize = finalize;
  external.bytes = 100;
  hw_value object = hw_external_new(isolate, &external);
  finalizers_taken += hw_type_of(isolate, object) == HW_TYPE_OBJECT;
  hw_value given = call->argument_count != 0 ? call->arguments[0] : object;
  finalizers_taken += hw_attach(isolate, given, &external) == HW_OK;
  finalizers_taken += hw_finalizer_add(isolate, given, finalize, nullptr, nullptr) == HW_OK;
  (void)hw_external_data(isolate, given);
  (void)hw_adjust_external_bytes(isolate, 1000);

  hw_value buffer, view;
  finalizers_taken +=
      hw_array_buffer_external(isolate, memory, sizeof memory, 0, release, nullptr, &buffer) == HW_OK;
  if (hw_bytes_pin(isolate, buffer, nullptr, nullptr) == HW_OK) {
    (void)hw_view_new(isolate, HW_VIEW_DATA_VIEW, buffer, 0, 8, &view);
    (void)hw_view_new(isolate, HW_VIEW_INT32, buffer, 0, SIZE_MAX, &view);
    hw_view description = {};
    description.size = sizeof description;
    (void)hw_view_describe(isolate, view, &description);
    hw_bytes_unpin(isolate, buffer);
  }
  hw_ref refs[] = {hw_ref_create(isolate, object, HW_REF_TRANSIENT),
                   hw_ref_create(isolate, given, HW_REF_WEAK), hw_ref_new(isolate, buffer)};
  (void)hw_ref_keep(isolate, refs[0]);
  *result = hw_ref_get(isolate, refs[1]);
  for (hw_ref ref : refs) hw_ref_free_later(isolate, ref);
  void* taken;
  size_t size;
  if (hw_array_buffer_take(isolate, buffer, &taken, &size) == HW_OK) hw_memory_free(taken);
  (void)hw_scope_escape(isolate, scope, object);
  (void)hw_scope_close(isolate, scope);
  (void)hw_scope_close(isolate, outer);
  return HW_OK;
}

// The same for objects, functions, promises and trees of data.
hw_status HostObjects(hw_isolate* isolate, const hw_call* call, hw_value* result) {
  hw_value given = call->argument_count != 0 ? call->arguments[0] : hw_object(isolate);
  // A tree, built and read again, with a few items of each kind.
  struct Items {
    hw_isolate* isolate;
    hw_value value;
    int next;
  } items = {isolate, given, 0};
  auto next = [](void* data, hw_item* item) {
    static constexpr hw_item_kind kKinds[] = {
        HW_ITEM_BEGIN_OBJECT, HW_ITEM_KEY,          HW_ITEM_BEGIN_ARRAY, HW_ITEM_UTF8,
        HW_ITEM_UTF16,        HW_ITEM_NUMBER,       HW_ITEM_BIGINT,      HW_ITEM_DATE,
        HW_ITEM_BYTES,        HW_ITEM_END,          HW_ITEM_KEY,         HW_ITEM_VALUE,
        HW_ITEM_KEY,          HW_ITEM_BEGIN_OBJECT, HW_ITEM_END,         HW_ITEM_END};
    static constexpr uint64_t kWords[] = {0x20AC20AC20AC20AC, 0x1};
    auto& items = *static_cast<Items*>(data);
    int place = items.next++;
    item->kind = kKinds[place];
    if (item->kind == HW_ITEM_NUMBER || item->kind == HW_ITEM_DATE) {
      item->u.number = 1e9 + 0.5;
    } else if (item->kind == HW_ITEM_VALUE) {
      item->u.value = items.value;
    } else if (item->kind == HW_ITEM_KEY) {
      item->u.text = {&"key a key b key c"[place], 5};
    } else {
      item->u.text = {kWords, item->kind == HW_ITEM_UTF8 ? size_t{0} : size_t{2}};
    }
    return true;
  };
  hw_function_options options = {};
  options.size = sizeof options;
  options.constructs = true;
  options.shown_name = hw_string(isolate, "shown", HW_ZERO_TERMINATED);
  hw_value function = hw_undefined(), promise;
  if (hw_function_make(isolate, "print", given, &options, &function) == HW_OK) {
    (void)hw_function_captured(isolate, function);
    (void)hw_construct(isolate, function, nullptr, 0, nullptr);
    (void)hw_queue_job(isolate, function, &given, 1);
  }
  hw_set_async_context(isolate, given);
  if (hw_promise_new(isolate, &promise) == HW_OK) {
    (void)hw_promise_watch(isolate, promise, uint64_t{1} << 40);
    (void)hw_promise_resolve(isolate, promise, hw_async_context(isolate));
  }
  hw_value tree;
  if (hw_build(isolate, next, &items, &tree) == HW_OK) {
    auto take = [](void* data, const hw_item*) {
      return hw_type_of(static_cast<hw_isolate*>(data), hw_undefined()) == HW_TYPE_UNDEFINED;
    };
    (void)hw_read(isolate, tree, HW_READ_GETTERS | HW_READ_UNDEFINED, 100, take, isolate);
  }

  hw_value key = hw_private_key(isolate, "private"), made;
  hw_property property = {};
  property.size = sizeof property;
  property.has_value = true;
  property.value = hw_date(isolate, 1e12);
  property.attributes = HW_PROPERTY_ENUMERABLE | HW_PROPERTY_CONFIGURABLE;
  bool is = false;
  (void)hw_define(isolate, given, key, &property, nullptr);
  (void)hw_define(isolate, given, hw_symbol_for(isolate, hw_string(isolate, "registered", 10)), &property,
                  &is);
  (void)hw_define(isolate, given, hw_symbol(isolate, hw_undefined()), &property, &is);
  (void)hw_get_own(isolate, given, key, &property, &is);
  (void)hw_own_keys(isolate, given, HW_KEYS_STRINGS | HW_KEYS_SYMBOLS | HW_KEYS_INHERITED, &made);
  if (hw_prototype(isolate, given, &made) == HW_OK) (void)hw_set_prototype(isolate, given, made);
  (void)hw_instance_of(isolate, given, function, &is);
  constexpr uint64_t kWords[] = {1, 2, 3};
  (void)hw_bigint_words(isolate, true, kWords, 3, &made);
  (void)hw_error_new(isolate, HW_ERROR_RANGE, hw_string(isolate, "made", 4), &made);
  hw_value map;
  if (hw_evaluate(isolate, "new Map([[1, 2], ['a', {}]])", HW_ZERO_TERMINATED, "map", &map) == HW_OK)
    (void)hw_entries(isolate, map, &made);
  (void)hw_set_integrity(isolate, given, HW_INTEGRITY_FROZEN);
  *result = made;
  return HW_OK;
}

class Sweep {
 public:
  Sweep(uint64_t points, uint64_t seed, bool is_sample, bool verbose)
      : points_(points), random_(seed), fuel_(is_sample ? kMostOfSample : kPlenty), verbose_(verbose) {
    static constexpr hw_function kFunctions[] = {
        {"print", [](hw_isolate*, const hw_call*, hw_value*) { return HW_OK; }, 0, nullptr},
        {"hostCalls", HostCalls, 1, nullptr},
        {"hostObjects", HostObjects, 1, nullptr}};
    hw_hooks hooks = {};
    hooks.size = sizeof hooks;
    hooks.promise_settled = [](void*, hw_isolate* isolate, uint64_t, hw_promise_state, hw_value result) {
      (void)hw_array(isolate, &result, 1);
    };
    hooks.wake = [](void*, hw_isolate*) {};
    host_ = hw_host_new(kFunctions, std::size(kFunctions), &hooks);
    isolate_ = NewIsolate(nullptr);
    fresh_bytes_ = native_bytes;
  }
  ~Sweep() {
    hw_isolate_destroy(isolate_);
    hw_host_release(host_);
  }

  void RunScript(const Script& script, const std::vector<Mode>& modes) {
    name_ = script.name.c_str();
    Counts counts = Measure(script.source);
    if (fuel_ != kPlenty && natural_reason_ == HW_REASON_FUEL) {
      long_scripts_++;
      return;
    }
    // Tables that all isolates share are made by the first script that needs them, and only once.
    if (Leaked()) {
      counts = Measure(script.source);
      CheckForLeaks(kAllocation, 0);
    }
    if (verbose_) {
      std::printf("%s: %llu allocations, %llu polls, %llu native\n", name_,
                  static_cast<unsigned long long>(counts.of[kAllocation]),
                  static_cast<unsigned long long>(counts.of[kInterrupt]),
                  static_cast<unsigned long long>(counts.of[kNative]));
      std::fflush(stdout);
    }
    for (Mode mode : modes) {
      if (mode == kCreation) continue;
      ForEachPoint(counts.of[mode], [&](uint64_t point) { RunAt(script.source, mode, point); });
    }
    scripts_++;
  }

  // In slots of their own, and in those that destroyed ones have left.
  void RunCreation() {
    for (bool spares : {false, true}) {
      for (bool goes_on : {false, true}) RunCreation(spares, goes_on);
    }
  }

  void RunCreation(bool spares, bool goes_on) {
    name_ = "creation";
    for (uint64_t point = 1;; point++) {
      if (spares) hw_isolate_destroy(NewIsolate(nullptr));
      Arm(point, goes_on);
      hw_error error = {};
      hw_isolate* isolate = NewIsolate(&error);
      bool reached = native.count >= point;
      Disarm();
      runs_++;
      if (!isolate && !error.text[0]) Fail(kCreation, point, "no sentence");
      if (isolate && !IsSound(isolate)) Fail(kCreation, point, "an isolate that does not work");
      Destroy(isolate);
      CheckForLeaks(kCreation, point);
      if (!reached) break;
    }
  }

  bool Report() const {
    std::printf("%zu scripts, %zu runs; %zu scripts left out, which take long\n", scripts_, runs_,
                long_scripts_);
    std::printf("%zu finalizers\n", finalizers_run);
    std::printf("%zu passed, %zu failed\n", runs_ - std::min(runs_, failed_), failed_);
    return failed_ == 0;
  }

 private:
  struct Counts {
    uint64_t of[kModes] = {};
  };

  hw_isolate* NewIsolate(hw_error* error) {
    hw_config config = {};
    config.size = sizeof config;
    config.memory_limit = 128 << 20;
    config.host = host_;
    config.timeout_ns = 120'000'000'000;
    config.fuel = kPlenty;
    config.features = HW_FEATURE_HARMONY;
    return hw_isolate_new(&config, error);
  }
  // With all that isolates leave to the next ones.
  static void Destroy(hw_isolate* isolate) {
    hw_isolate_destroy(isolate);
    hw_image_trim(nullptr);
  }
  static void Arm(uint64_t point, bool goes_on) { native = {true, goes_on, 0, point}; }
  static void Disarm() { native = {}; }

  halfword::gc::Heap& heap() { return isolate_->owner->heap(); }

  hw_status Run(const std::string& source) {
    hw_value value;
    hw_status status = hw_install_host(isolate_, hw_global(isolate_));
    if (status == HW_OK) status = hw_evaluate(isolate_, source.data(), source.size(), "script.js", &value);
    if (status != HW_TERMINATED) status = hw_run_jobs(isolate_);
    return status;
  }

  Counts Measure(const std::string& source) {
    Counts counts;
    halfword::gc::subtle::CountAllocations(heap());
    Arm(0, false);
    hw_isolate_set_fuel(isolate_, fuel_);
    Run(source);
    natural_reason_ = hw_isolate_reason(isolate_);
    hw_usage usage = {};
    usage.size = sizeof usage;
    counts.of[kNative] = counts.of[kNatives] = native.count;
    Disarm();
    hw_isolate_usage(isolate_, &usage);
    counts.of[kAllocation] = counts.of[kAllocations] = halfword::gc::subtle::AllocationCount(heap());
    counts.of[kInterrupt] = static_cast<uint64_t>(fuel_ - usage.fuel);
    Renew(kAllocation, 0);
    return counts;
  }

  // Without memory of its own: whatever is counted is the engine's.
  template <class F>
  void ForEachPoint(uint64_t count, F run) {
    if (points_ == 0 || count <= points_) {
      for (uint64_t i = 1; i <= count; i++) run(i);
      return;
    }
    for (uint64_t i = 0; i < points_; i++) {
      uint64_t from = count * i / points_, to = count * (i + 1) / points_;
      run(1 + from + random_() % (to - from));
    }
  }

  void RunAt(const std::string& source, Mode mode, uint64_t point) {
    runs_++;
    if (verbose_)
      std::fprintf(stderr, "%s %s %llu\n", name_, kNames[mode], static_cast<unsigned long long>(point));
    if (mode == kAllocation || mode == kAllocations) {
      halfword::gc::subtle::CountAllocations(
          heap(), mode == kAllocation ? Failures::kOnce : Failures::kFromThenOn, point);
    } else if (mode == kInterrupt) {
      hw_isolate_set_fuel(isolate_, static_cast<int64_t>(point));
    } else {
      Arm(point, mode == kNatives);
    }
    hw_status status = Run(source);
    Disarm();
    hw_reason reason = hw_isolate_reason(isolate_);
    if ((status == HW_TERMINATED) != (reason != HW_REASON_NONE))
      Fail(mode, point, "outcome and reason disagree");
    if (reason != natural_reason_ && reason != HW_REASON_NONE &&
        reason != (mode == kInterrupt ? HW_REASON_FUEL : HW_REASON_MEMORY)) {
      Fail(mode, point, "ended for another reason: " + std::to_string(reason));
    }
    if (status == HW_TERMINATED && hw_evaluate(isolate_, "1", 1, "again.js", nullptr) != HW_TERMINATED) {
      Fail(mode, point, "went on after its end");
    }
    if (reason == HW_REASON_FUEL) CheckRevival(mode, point);
    Renew(mode, point);
    CheckForLeaks(mode, point);
  }

  // Whatever the guest was in the middle of, it can be used again, with what it has made of the library.
  void CheckRevival(Mode mode, uint64_t point) {
    hw_isolate_set_fuel(isolate_, kPlenty);
    if (!hw_isolate_revive(isolate_)) return Fail(mode, point, "can't be revived");
    hw_value value;
    constexpr const char* kSource =
        "(() => { let sum = 0; for (let i = 0; i < 9; i++) sum += i; return {sum} })().sum";
    bool works = hw_evaluate(isolate_, kSource, HW_ZERO_TERMINATED, "revived.js", &value) == HW_OK &&
                 hw_as_number(isolate_, value) == 36;
    if (!works) Fail(mode, point, "does not work after it was revived");
    hw_isolate_collect(isolate_);
  }

  // What the image notes for all clones about builtins that were compiled again. That is no leak.
  size_t NotedByImage() const {
    const auto image = isolate_->owner->image();
    return image ? image->code()->bytes_of_former() : 0;
  }

  // Bytes of native memory lost since it was last asked. An isolate may keep room that it once needed until
  // it is destroyed, and nothing longer.
  size_t Leaked() {
    fresh_bytes_ += NotedByImage() - std::exchange(noted_, NotedByImage());
    if (native_bytes <= fresh_bytes_) return 0;
    Destroy(isolate_);
    isolate_ = NewIsolate(nullptr);
    size_t former = std::exchange(fresh_bytes_, native_bytes);
    return native_bytes - std::min(former, native_bytes);
  }
  void CheckForLeaks(Mode mode, uint64_t point) {
    if (size_t leaked = Leaked()) Fail(mode, point, "leaked " + std::to_string(leaked) + " bytes");
  }

  static bool IsSound(hw_isolate* isolate) {
    hw_value value;
    constexpr const char* kSource = "[...new Map([[{}, 1], ['a', 2n]])].map(([k, v]) => `${v}`).join()";
    if (hw_evaluate(isolate, kSource, HW_ZERO_TERMINATED, "check.js", &value) != HW_OK) return false;
    char text[8];
    hw_utf8(isolate, value, text, sizeof text);
    hw_isolate_collect(isolate);
    return std::strcmp(text, "1,2") == 0;
  }

  void Renew(Mode mode, uint64_t point) {
    halfword::gc::subtle::ForgetAllocations(heap());
    hw_isolate_set_fuel(isolate_, kPlenty);
    if (!isolate_->owner->image()) {  // a build without images
      hw_isolate_destroy(isolate_);
      isolate_ = NewIsolate(nullptr);
    } else if (!hw_isolate_reset(isolate_)) {
      Fail(mode, point, "can't be reset");
    }
    if (finalizers_run != finalizers_taken)
      Fail(mode, point,
           std::to_string(finalizers_run) + " of " + std::to_string(finalizers_taken) +
               " finalizers have run");
    if (!IsSound(isolate_)) Fail(mode, point, "does not work after a reset");
    if (isolate_->owner->image()) hw_isolate_reset(isolate_);
  }

  void Fail(Mode mode, uint64_t point, const std::string& sentence) {
    failed_++;
    std::printf("FAILED %s, %s %llu: %s\n", name_, kNames[mode], static_cast<unsigned long long>(point),
                sentence.c_str());
    std::fflush(stdout);
  }

  uint64_t points_;
  std::mt19937_64 random_;
  const int64_t fuel_;  // of the run that is measured
  bool verbose_;
  hw_host* host_;
  hw_isolate* isolate_;
  hw_reason natural_reason_ = HW_REASON_NONE;  // how the script ends by itself
  const char* name_ = "";
  size_t noted_ = 0;
  size_t fresh_bytes_ = 0;  // of native memory, with an isolate that has done nothing
  size_t scripts_ = 0, long_scripts_ = 0, runs_ = 0, failed_ = 0;
};

void AddScripts(const std::filesystem::path& path, std::vector<Script>* scripts) {
  namespace fs = std::filesystem;
  if (fs::is_directory(path)) {
    std::vector<fs::path> all;
    for (const auto& entry : fs::recursive_directory_iterator(path)) all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    for (const fs::path& p : all) {
      if (fs::is_regular_file(p)) AddScripts(p, scripts);
    }
  } else if (path.extension() == ".list") {
    std::ifstream in(path);
    int number = 1;
    for (std::string line; std::getline(in, line); number++) {
      if (!line.empty() && !line.starts_with("//"))
        scripts->push_back({path.filename().string() + ":" + std::to_string(number), line});
    }
  } else if (path.extension() == ".js" && path.filename().string().find("_FIXTURE") == std::string::npos &&
             path.filename() != "harness.js" && path.filename() != "node_host.js") {
    fs::path harness = path.parent_path();
    while (harness.has_relative_path() && !fs::exists(harness / "harness.js"))
      harness = harness.parent_path();
    scripts->push_back({path.filename().string(), ReadFile(harness / "harness.js") + "\n" + ReadFile(path)});
  }
}

// The records of isolates that were destroyed are kept, up to a number: reach it, so that no more are made.
void FillRecords() {
  std::vector<hw_isolate*> records;
  for (size_t i = 0; i < halfword::api::kKeptRecords + 64; i++) records.push_back(halfword::api::NewRecord());
  for (hw_isolate* record : records) halfword::api::RetireRecord(record);
}

int Main(int argc, char** argv) {
  FillRecords();
  uint64_t points = 20, seed = std::random_device()(), one_of = 1;
  bool verbose = false;
  std::vector<Mode> modes;
  std::vector<Script> scripts;
  for (int i = 1; i < argc; i++) {
    std::string argument = argv[i];
    auto mode = std::find(std::begin(kNames), std::end(kNames), argument);
    if (mode != std::end(kNames)) {
      modes.push_back(static_cast<Mode>(mode - std::begin(kNames)));
    } else if (argument == "--verbose") {
      verbose = true;
    } else if (argument.starts_with("--") && i + 1 < argc) {
      uint64_t number = std::strtoull(argv[++i], nullptr, 10);
      argument == "--points" ? points = number
      : argument == "--seed" ? seed = number
                             : one_of = std::max<uint64_t>(number, 1);
    } else {
      AddScripts(argument, &scripts);
    }
  }
  if (modes.empty()) {
    for (int m = HALFWORD_ASSERTS ? kAllocation : kInterrupt; m < kModes; m++)
      modes.push_back(static_cast<Mode>(m));
  }
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  Sweep sweep(points, seed, one_of > 1, verbose);
  for (size_t i = seed % one_of; i < scripts.size(); i += one_of) sweep.RunScript(scripts[i], modes);
  if (std::find(modes.begin(), modes.end(), kCreation) != modes.end()) sweep.RunCreation();
  return sweep.Report() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) { return Main(argc, argv); }
