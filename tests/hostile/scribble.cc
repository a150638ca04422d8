// Random bytes in the cage of an isolate that runs: whatever it does then, it may not write anywhere but in
// its own slot. Each seed is a child process with two isolates. The slot of the other one is write-protected
// and compared afterwards, and its results are checked.
//
//   scribble [--seeds 50] [--first 1] [--verbose]
//
// Children of even seeds write anywhere. Those of odd ones aim: most of their writes go to headers of objects
// and to layouts and counts of shapes, from which collector and interpreter take types, sizes and places.
// Those of every fifth seed make the lengths of arrays lie, and their guest reads and writes elements as far
// as these say.
//
// A child may end by itself, be stopped for its time, or fault at an address of its own slot, at none of
// anybody's, or by reading. It fails where it writes outside of the slot, where a sanitizer finds a stray
// access, or where the other isolate is not what it was. It may not follow a length that lies to a
// place outside, even by reading.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "api/records.h"
#include "base/asan.h"
#include "objects/shapes/shape.h"

namespace {

enum Outcome {
  kFinished = 0,
  kFaultInside = 40,
  kStrayRead,
  kStrayWrite,
  kBrokenInvariant,
  kOtherChanged,
  kCannotStart
};

constexpr const char* kWork = R"js(
const typed = new Float64Array(100), bytes = new Uint8Array(new ArrayBuffer(64, {maxByteLength: 128}));
const map = new Map(), list = [], text = [];
class Node { #secret = 1; constructor(next) { this.next = next; this.value = [1.5, 'x']; } get secret() { return this.#secret; } }
function* counter() { for (let i = 0; i < 5; i++) yield i; }
let head = null;
function work(round) {
  for (let i = 0; i < 100; i++) { typed[i] = i * round; bytes[i % 64] = i; }
  typed.set([1, 2, 3], round % 90); bytes.fill(round & 255); typed.slice(3).sort();
  new DataView(bytes.buffer).setFloat64(8, round);
  for (let i = 0; i < 30; i++) { map.set('key' + i * round, {i}); list.push(i + 0.5); head = new Node(i % 10 ? head : null); }
  if (map.size > 300) map.clear();
  if (list.length > 300) list.length = 10;
  text.push(JSON.stringify({round, list: list.slice(0, 5)}).replace(/"(\w+)"/g, '<$1>').split(',').join(';'));
  if (text.length > 20) text.splice(0, 15);
  let sum = head.secret + [...counter()].length;
  for (const k in head) sum += k.length;
  try { null.x; } catch (e) { sum += e.stack.length; }
  const big = 3n ** BigInt(round % 50 + 1) * 7n;
  eval('(function (a) { return a + ' + round + ' })')(sum);
  Function('a', 'return a + ' + round % 3)(sum);
  return sum + String(big).length + /(a+)(b|c)*\1/.exec('aabcbaa'.repeat(3)).index + list.sort((a, b) => a - b).length;
}
work)js";

// Elements of arrays whose lengths lie. The instructions themselves do it, in the interpreter and compiled.
constexpr const char* kElements = R"js(
const values = [], smis = [], doubles = [];
for (let i = 0; i < 50; i++) { values.push({i}); smis.push(i); doubles.push(i + 0.5); }
function at(list, k, value) {
  let sum = 0;
  if (k < list.length) { sum += list[k] === undefined ? 1 : 2; if (k < list.length) list[k] = value; }
  return sum;
}
function work(round) {
  let sum = 0;
  for (let i = 0; i < 300; i++) {
    const any = Math.imul(round * 300 + i, 0x9e3779b1) >>> 2, k = i % 2 ? any : 0x3ffffffe - (any & 0xffff);
    sum += at(values, k, i % 2 ? values : 'x') + at(smis, k, i) + at(doubles, k, i + 0.5);
  }
  return sum;
}
work)js";

struct Range {
  uintptr_t begin, end;
  bool Contains(uintptr_t p) const { return p >= begin && p < end; }
};

Range OwnSlot;  // of the isolate that is scribbled in: all 8 GiB
bool Verbose = false;
bool MayRead = true;  // outside of the slot

void OnFault(int signal, siginfo_t* info, void* context) {
  auto address = reinterpret_cast<uintptr_t>(info->si_addr);
  auto* machine = static_cast<ucontext_t*>(context);
#if defined(__x86_64__)
  bool writes = machine->uc_mcontext.gregs[REG_ERR] & 2;
#else
  bool writes = true;
  (void)machine;
#endif
  int outcome = MayRead ? kStrayRead : kStrayWrite;
  if (signal == SIGABRT) {
    outcome = kBrokenInvariant;
  } else if (signal == SIGSEGV || signal == SIGBUS) {
    bool known = info->si_code == SEGV_MAPERR || info->si_code == SEGV_ACCERR;
    if (OwnSlot.Contains(address)) {
      outcome = kFaultInside;
    } else if (known && writes) {
      outcome = kStrayWrite;
    }
  } else {
    outcome = kFaultInside;  // an instruction that traps
  }
  if (Verbose || outcome == kStrayWrite) {
    char line[160];
#if defined(__x86_64__)
    unsigned long long pc = static_cast<unsigned long long>(machine->uc_mcontext.gregs[REG_RIP]);
#else
    unsigned long long pc = 0;
#endif
    int n = std::snprintf(line, sizeof line, "signal %d at %#llx, pc %#llx, %s\n", signal,
                          static_cast<unsigned long long>(address), pc, writes ? "write" : "read");
    (void)!write(1, line, static_cast<size_t>(n));
  }
  _exit(outcome);
}

#if HALFWORD_ASAN
// A cell of its own that is free, or an object of its own at an odd place, is inside. The rest is reported.
void OnAddressReport(const char*) {
  if (OwnSlot.Contains(reinterpret_cast<uintptr_t>(__asan_get_report_address()))) _exit(kFaultInside);
}
#endif

void CatchFaults() {
#if HALFWORD_ASAN
  __asan_set_error_report_callback(OnAddressReport);
#endif
  static char stack[64 << 10];
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = OnFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT}) sigaction(signal, &action, nullptr);
}

#if HALFWORD_ASAN
}  // namespace
extern "C" void __ubsan_get_current_report_data(const char** kind, const char** message, const char** file,
                                                unsigned* line, unsigned* column, char** address);
// Called by the undefined-behaviour sanitizer before it ends the process.
extern "C" void __ubsan_on_report() {
  const char *kind, *message, *file;
  unsigned line, column;
  char* address;
  __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
  const char* said = std::strstr(message, "address 0x");  // of misaligned ones the text alone tells it
  uintptr_t place =
      said != nullptr ? std::strtoull(said + 8, nullptr, 16) : reinterpret_cast<uintptr_t>(address);
  if (OwnSlot.Contains(place)) _exit(kFaultInside);
}
namespace {
#endif

hw_isolate* NewIsolate(hw_ref* work, const char* source = kWork) {
  hw_config config = {};
  config.size = sizeof config;
  config.memory_limit = 16 << 20;
  config.timeout_ns = 300'000'000;
  hw_isolate* isolate = hw_isolate_new(&config, nullptr);
  hw_value function;
  if (!isolate || hw_evaluate(isolate, source, HW_ZERO_TERMINATED, "work.js", &function) != HW_OK)
    _exit(kCannotStart);
  *work = hw_ref_new(isolate, function);
  return isolate;
}

hw_status Work(hw_isolate* isolate, hw_ref work, int round, double* result) {
  hw_value argument = hw_number(isolate, round), value;
  hw_status status =
      hw_call_function(isolate, hw_ref_get(isolate, work), hw_undefined(), &argument, 1, &value);
  *result = status == HW_OK ? hw_as_number(isolate, value) : 0;
  return status;
}

// Free cells are poisoned.
#define NO_SANITIZE __attribute__((no_sanitize("address", "undefined")))

NO_SANITIZE void WriteByte(uintptr_t address, uint8_t byte) {
  *reinterpret_cast<volatile uint8_t*>(address) = byte;
}

// Objects as they are before anything is broken.
struct Targets {
  std::vector<char*> objects;
  std::vector<halfword::Shape*> shapes;
  std::vector<halfword::JSArray*> arrays;
  size_t heap_span = 1;  // bytes of the cage that are in use

  static Targets In(halfword::gc::Heap& heap) {
    Targets targets;
    heap.ForEachObject(
        [](void* data, void* object) {
          auto& all = *static_cast<Targets*>(data);
          all.objects.push_back(static_cast<char*>(object));
          auto* engine_object = static_cast<halfword::HeapObject*>(object);
          if (engine_object->type() == halfword::HeapType::kShape)
            all.shapes.push_back(static_cast<halfword::Shape*>(engine_object));
          if (engine_object->type() == halfword::HeapType::kJSArray)
            all.arrays.push_back(static_cast<halfword::JSArray*>(engine_object));
        },
        &targets);
    return targets;
  }

  NO_SANITIZE void WriteHeader(std::mt19937& random) const {
    using namespace halfword;
    gc::Header& header = gc::HeaderOf(static_cast<void*>(objects[random() % objects.size()]));
    switch (random() % 5) {
      case 0: header = static_cast<gc::Header>(random()); return;
      // Of any type, registered or not, and of its own size.
      case 1:
        header = gc::TypedHeader(random() % gc::kTypeIndexLimit, gc::TypedHeaderCellSize(header));
        return;
      case 2:
        header = static_cast<gc::Header>(random() << gc::kHeaderSizeShift) | gc::WithCellSize(header, 0);
        return;
      case 3: header = static_cast<gc::Header>(random() % heap_span) | 7; return;
      default: header = gc::HeaderOf(static_cast<void*>(objects[random() % objects.size()])); return;
    }
  }
  NO_SANITIZE void WriteShape(std::mt19937& random) const {
    halfword::Shape* shape = shapes[random() % shapes.size()];
    auto small = [&] { return static_cast<uint16_t>(random() % 4 ? random() % 100 : random()); };
    switch (random() % 6) {
      case 0: shape->layout_.type_index = small(); return;
      case 1: shape->layout_.size_in_granules = small(); return;
      case 2: shape->in_object_slots_ = static_cast<uint8_t>(small()); return;
      case 3: shape->first_slot_ = static_cast<uint8_t>(small()); return;
      case 4: shape->extension_kind_ = static_cast<halfword::ExtensionKind>(random() % 5); return;
      default: shape->elements_kind_ = static_cast<halfword::ElementsKind>(random() % 9); return;
    }
  }
};

bool MakesLengthsLie(uint32_t seed) { return seed % 5 == 0; }

int Child(uint32_t seed) {
  std::mt19937 random(seed);
  hw_ref work, other_work;
  hw_isolate* isolate = NewIsolate(&work, MakesLengthsLie(seed) ? kElements : kWork);
  hw_isolate* other = NewIsolate(&other_work);
  double expected[4];
  for (int round = 0; round < 4; round++) Work(other, other_work, round + 1, &expected[round]);

  // What the other one has: its cage as far as it is used, bitmaps and native state are in the annex.
  constexpr uintptr_t kAnnex = 4 << 20;
  halfword::gc::Heap& others_heap = other->owner->heap();
  Range guarded = {others_heap.cage_base() - kAnnex, others_heap.cage_base() + (8 << 20)};
  uintptr_t begin = reinterpret_cast<uintptr_t>(others_heap.client_annex()) & ~uintptr_t{4095};
  guarded.begin = std::max(guarded.begin, begin);
  auto copy = [&] {
    std::string bytes(reinterpret_cast<char*>(guarded.begin), others_heap.cage_base() - guarded.begin);
    uintptr_t cage = others_heap.cage_base() + halfword::kNullPageSize;
    bytes.append(reinterpret_cast<char*>(cage), guarded.end - cage);
    return bytes;
  };
  std::string before = copy();
  auto protect = [&](int protection) {
    uintptr_t cage = others_heap.cage_base();
    mprotect(reinterpret_cast<void*>(guarded.begin), cage - guarded.begin, protection);
    mprotect(reinterpret_cast<void*>(cage + 4096), guarded.end - cage - 4096, protection);
  };
  protect(PROT_READ);

  halfword::gc::Heap& heap = isolate->owner->heap();
  OwnSlot = {heap.cage_base() - halfword::kCageSpan, heap.cage_base() + halfword::kCageSpan};
  CatchFaults();
  alarm(20);
  size_t used = heap.CollectStatistics().committed_bytes;
  uintptr_t cage = heap.cage_base() + halfword::kNullPageSize;
  size_t span = std::max<size_t>(used, 64 << 10);
  // What the verifier would notice first is what this is about.
  heap.SetVerification(false);
  Targets targets;
  if (seed % 2 || MakesLengthsLie(seed)) heap.Enter([&] { targets = Targets::In(heap); });
  targets.heap_span = span;
  if (MakesLengthsLie(seed)) {
    MayRead = false;
    double result;
    // Hot, and as it should be.
    for (int round = 1; round < 30; round++) (void)Work(isolate, work, round, &result);
    for (int round = 30; round < 60; round++) {
      heap.Enter([&] {
        for (halfword::JSArray* array : targets.arrays) {
          // Values and doubles apart: a child ends where it meets the first fault.
          bool has_doubles = halfword::IsDoubleKind(array->elements_kind());
          if (has_doubles == (seed % 2 == 0))
            array->length_.Init(halfword::Value::Smi(halfword::Value::kSmiMax));
        }
      });
      if (Work(isolate, work, round, &result) == HW_TERMINATED) break;
    }
  }
  for (int round = 1; round < 60 && !MakesLengthsLie(seed); round++) {
    for (uint32_t i = 0; i < 1 + random() % 64; i++) {
      if (!targets.shapes.empty() && random() % 4) {
        random() % 2 ? targets.WriteHeader(random) : targets.WriteShape(random);
        continue;
      }
      // Half of them in what every program touches.
      size_t at = random() % (random() % 2 ? span : size_t{64} << 10);
      WriteByte(cage + at, static_cast<uint8_t>(random()));
    }
    double result;
    if (Work(isolate, work, round, &result) == HW_TERMINATED) break;
    if (round % 10 == 0) hw_isolate_collect(isolate);
  }
  alarm(0);
  protect(PROT_READ | PROT_WRITE);
  if (copy() != before) return kOtherChanged;
  hw_isolate* fresh = NewIsolate(&work);
  for (int round = 4; round < 8; round++) {
    double should, is;
    if (round == 4) {
      for (int r = 0; r < 4; r++) Work(fresh, work, r + 1, &should);
    }
    Work(fresh, work, round + 1, &should);
    if (Work(other, other_work, round + 1, &is) != HW_OK || is != should) return kOtherChanged;
  }
  return kFinished;
}

}  // namespace

int main(int argc, char** argv) {
  uint32_t seeds = 50, first = 1;
  for (int i = 1; i < argc; i++) {
    std::string option = argv[i];
    if (option == "--verbose") {
      Verbose = true;
    } else if (i + 1 < argc) {
      (option == "--seeds" ? seeds : first) = static_cast<uint32_t>(std::strtoul(argv[++i], nullptr, 10));
    }
  }
  std::map<std::string, int> tally;
  int failed = 0;
  for (uint32_t seed = first; seed < first + seeds; seed++) {
    std::fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) _exit(Child(seed));
    int status = 0;
    waitpid(pid, &status, 0);
    std::string what;
    bool bad = false;
    if (WIFSIGNALED(status)) {
      what = WTERMSIG(status) == SIGALRM ? "took too long" : "died of a signal";
      bad = WTERMSIG(status) != SIGALRM;
    } else {
      switch (WEXITSTATUS(status)) {
        case kFinished: what = "finished"; break;
        case kFaultInside: what = "faulted inside"; break;
        case kStrayRead: what = "read outside"; break;
        case kBrokenInvariant: what = "noticed a broken invariant"; break;
        case kStrayWrite: what = "wrote outside, or followed a length there", bad = true; break;
        case kOtherChanged: what = "changed the other isolate", bad = true; break;
        case kCannotStart: what = "could not start", bad = true; break;
        default: what = "was reported by a sanitizer", bad = true;
      }
    }
    tally[what]++;
    failed += bad;
    if (bad) std::printf("FAILED seed %u: %s\n", seed, what.c_str());
  }
  for (const auto& [what, count] : tally) std::printf("%d children: %s\n", count, what.c_str());
  std::printf("%u passed, %d failed\n", seeds - static_cast<uint32_t>(failed), failed);
  return failed != 0;
}
