#include "stack_samples.h"

#include <execinfo.h>
#include <link.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace hostile {
namespace {

constexpr int kDepth = 14;     // frames of a sample
constexpr int kOfHandler = 2;  // the innermost ones: the handler's and the kernel's

// What the handler writes; a sampler waits for it.
struct {
  void* frames[kDepth + kOfHandler];
  int count;
  sem_t taken;
} sample;

void OnSignal(int) {
  sample.count = backtrace(sample.frames, kDepth + kOfHandler);
  sem_post(&sample.taken);
}

uintptr_t LoadBase() {
  uintptr_t base = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        *static_cast<uintptr_t*>(data) = info->dlpi_addr;
        return 1;  // the program itself comes first
      },
      &base);
  return base;
}

std::string FunctionAt(uintptr_t offset) {
  char command[96], name[200] = "";
  std::snprintf(command, sizeof command, "addr2line -Cfse /proc/%d/exe 0x%zx", getpid(), offset);
  if (FILE* pipe = popen(command, "r")) {
    if (!std::fgets(name, sizeof name, pipe)) name[0] = 0;
    pclose(pipe);
  }
  std::string all = name;
  for (std::string hidden = "(anonymous namespace)::"; size_t at = all.find(hidden) + 1;) {
    all.erase(at - 1, hidden.size());
  }
  return all.substr(0, std::min(all.find('('), all.find('\n')));
}

}  // namespace

StackSamples::StackSamples() {
  sem_init(&sample.taken, 0, 0);
  void* frame;
  backtrace(&frame, 1);  // the first call loads what it needs, which a handler may not
  struct sigaction action = {};
  action.sa_handler = OnSignal;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
}

void StackSamples::Take(pthread_t thread, const std::string& label) {
  if (pthread_kill(thread, SIGPROF) != 0) return;
  while (sem_wait(&sample.taken) != 0) {
  }
  Stack stack(sample.frames + std::min(kOfHandler, sample.count), sample.frames + sample.count);
  counts_[{label, stack}]++;
}

void StackSamples::Print() const {
  uintptr_t base = LoadBase();
  std::map<void*, std::string> names;
  std::map<std::string, size_t> lines;
  for (const auto& [key, count] : counts_) {
    std::string line = key.first;
    for (void* frame : key.second) {
      auto [name, is_new] = names.try_emplace(frame);
      if (is_new) name->second = FunctionAt(reinterpret_cast<uintptr_t>(frame) - base - 1);
      line += " < " + name->second;
    }
    lines[line] += count;
  }
  for (const auto& [line, count] : lines) std::printf("%4zu %s\n", count, line.c_str());
}

}  // namespace hostile
