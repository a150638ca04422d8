// How a call finds its target: by an index, as the engine does, and by an address, which its heap does not
// hold. The text of an index's lookup is the engine's own. run.py reads the machine code.
//
//   calls       lines "way nanoseconds" a call: the best of several passes over sites of one target each
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "ops/machine_state.h"
#include "runtime/native_state.h"

#define OPERATION extern "C" __attribute__((noinline, used, visibility("default")))

using halfword::Code;
using halfword::HandlerFunction;
using halfword::Isolate;
using halfword::Machine;
using halfword::NativeCode;
using halfword::NativeFunction;
using halfword::NativeRow;
using halfword::NativeRows;
using halfword::NativeState;
using halfword::NativeStateAt;
namespace gc = halfword::gc;

namespace {

// What an object would be that holds the address of its code.
struct WithAddress {
  char other_fields[16];
  const void* code;
};

HW_INLINE Isolate& IsolateAt(uintptr_t base) {
  return *reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset);
}
HW_INLINE NativeCode ByIndex(uintptr_t base, const NativeFunction* function) {
#ifdef PLANTED  // for the test that a further instruction is noticed
  __asm__ volatile("cmc");
#endif
  return NativeStateAt(base).native(function->native_index_).code();
}
// The same, by a compiler that knows that no index leads outside of the table.
HW_INLINE NativeCode ByIndexUnchecked(uintptr_t base, const NativeFunction* function) {
  const NativeRows& rows = NativeStateAt(base).natives;
  if (function->native_index_ >= rows.size()) __builtin_unreachable();
  return rows[function->native_index_].code();
}
HW_INLINE HandlerFunction ByEntry(uintptr_t base, const Machine* machine, const Code* code) {
  return machine->EntryOf(code, IsolateAt(base).entry_bias_);
}

}  // namespace

// ---- What is read ----
OPERATION NativeCode native_by_index(uintptr_t base, const NativeFunction* function) {
  return ByIndex(base, function);
}
OPERATION NativeCode native_by_index_unchecked(uintptr_t base, const NativeFunction* function) {
  return ByIndexUnchecked(base, function);
}
OPERATION const void* native_by_address(uintptr_t, const WithAddress* function) { return function->code; }
OPERATION HandlerFunction code_by_entry(uintptr_t base, const Machine* machine, const Code* code) {
  return ByEntry(base, machine, code);
}
OPERATION const void* code_by_address(uintptr_t, const Machine*, const WithAddress* code) {
  return code->code;
}
// What machine code reads of its isolate, of its constants and of the program.
OPERATION uint32_t root(uintptr_t base) { return IsolateAt(base).array_species_intact_; }
OPERATION uint32_t constant(Code* code) { return *reinterpret_cast<uint32_t*>(code + 1); }
OPERATION HandlerFunction external(const Machine* machine) { return machine->unwind; }
// What it leaves to the program, and what a native leaves to another.
OPERATION halfword::Value code_to_program(const Machine* machine) {
  __attribute__((musttail)) return reinterpret_cast<halfword::Value (*)(const Machine*)>(machine->unwind)(
      machine);
}
extern "C" __attribute__((noinline, visibility("hidden"))) void other() { __asm__ volatile(""); }
OPERATION void native_to_native() { other(); }

// ---- What is timed ----
namespace {

constexpr size_t kSites = 32;
constexpr int kTurns = 20000, kPasses = 40;
// The natives of the library are as many.
constexpr uint32_t kRows = 1024;

template <size_t kSite>
__attribute__((noinline)) void Target() {
  __asm__ volatile("");
}
template <size_t kSite>
HW_INLINE void Call(const void* code) {
  // Which one it is, the compiler must not know.
  __asm__ volatile("" : "+r"(code));
  reinterpret_cast<void (*)()>(const_cast<void*>(code))();
}

double Now() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

struct Program {
  uintptr_t base;
  Machine* machine;
  std::array<NativeFunction*, kSites> functions;
  std::array<Code*, kSites> codes;
  std::array<WithAddress, kSites> addresses;
};

char* Zeroed(size_t bytes, void* at = nullptr) {
  void* memory = mmap(at, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at != nullptr ? MAP_FIXED : 0), -1, 0);
  if (memory == MAP_FAILED) exit(2);
  return static_cast<char*>(memory);
}

template <size_t... kSite>
Program Make(std::index_sequence<kSite...>) {
  // A slot with the fronts alone: the records of an isolate, no heap.
  char* reservation = Zeroed(2 * halfword::kSlotSpan);
  Program program = {};
  program.base = halfword::CageBaseOf(reservation + halfword::kSlotSpan);
  NativeState* state = new (Zeroed(sizeof(NativeState))) NativeState();
  gc::AnnexFrontOf(program.base)->client = static_cast<halfword::IsolateState*>(state);
  const void* targets[] = {reinterpret_cast<const void*>(&Target<kSite>)...};
  static NativeRow storage[kRows];
  static const NativeRow* rows[kRows];
  static int32_t entries[kRows];
  program.machine = new (Zeroed(sizeof(Machine))) Machine();
  program.machine->entries = entries;
  program.machine->entry_mask = kRows - 1;
  program.machine->interpret = reinterpret_cast<HandlerFunction>(const_cast<void*>(targets[0]));
  uintptr_t first = reinterpret_cast<uintptr_t>(targets[0]);
  for (uint32_t i = 0; i < kRows; i++) {
    uintptr_t target = reinterpret_cast<uintptr_t>(targets[i % kSites]);
    entries[i] = static_cast<int32_t>(target - first);
    storage[i].is_relative = true;
    storage[i].code_ = reinterpret_cast<NativeCode>(target - reinterpret_cast<uintptr_t>(&storage[i].code_));
    rows[i] = &storage[i];
  }
  state->natives = NativeRows(rows, kRows);
  for (size_t i = 0; i < kSites; i++) {
    uint32_t index = static_cast<uint32_t>(i * (kRows / kSites) + i);
    program.functions[i] = reinterpret_cast<NativeFunction*>(Zeroed(4096));
    program.functions[i]->native_index_ = index;
    program.codes[i] = reinterpret_cast<Code*>(Zeroed(4096));
    program.codes[i]->entry_index_ = index;
    program.addresses[i].code = targets[i];
  }
  return program;
}

struct Way {
  const char* name;
  double best = 1e99;
};

template <typename F>
void Pass(Way& way, F&& calls) {
  double start = Now();
  for (int i = 0; i < kTurns; i++) calls();
  way.best = std::min(way.best, (Now() - start) / (kTurns * kSites));
}

template <size_t... kSite>
void Measure(const Program& p, std::index_sequence<kSite...>) {
  Way ways[] = {{"native_by_index"}, {"native_by_index_unchecked"}, {"native_by_address"},
                {"code_by_entry"},   {"code_by_address"},           {"direct"}};
  auto any = [](auto* target) { return reinterpret_cast<const void*>(target); };
  for (int i = 0; i < kPasses; i++) {
    Pass(ways[0], [&] { (Call<kSite>(any(ByIndex(p.base, p.functions[kSite]))), ...); });
    Pass(ways[1], [&] { (Call<kSite>(any(ByIndexUnchecked(p.base, p.functions[kSite]))), ...); });
    Pass(ways[2], [&] { (Call<kSite>(p.addresses[kSite].code), ...); });
    Pass(ways[3], [&] { (Call<kSite>(any(ByEntry(p.base, p.machine, p.codes[kSite]))), ...); });
    Pass(ways[4], [&] { (Call<kSite>(p.addresses[kSite].code), ...); });
    Pass(ways[5], [&] { (Target<kSite>(), ...); });
  }
  for (const Way& way : ways) printf("%s %.4f\n", way.name, way.best);
}

}  // namespace

int main() {
  constexpr auto kAll = std::make_index_sequence<kSites>();
  Measure(Make(kAll), kAll);
}
