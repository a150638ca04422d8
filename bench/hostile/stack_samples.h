// Where a thread is, asked from another one: stacks of return addresses by function names.
#ifndef HALFWORD_BENCH_HOSTILE_STACK_SAMPLES_H_
#define HALFWORD_BENCH_HOSTILE_STACK_SAMPLES_H_

#include <pthread.h>

#include <map>
#include <string>
#include <vector>

namespace hostile {

// REQUIRES: one thread asks at a time, about a thread that goes on running.
class StackSamples {
 public:
  StackSamples();
  void Take(pthread_t thread, const std::string& label);
  // One line for each label and stack, innermost function first, with how often it was met.
  void Print() const;

 private:
  using Stack = std::vector<void*>;
  std::map<std::pair<std::string, Stack>, size_t> counts_;
};

}  // namespace hostile

#endif  // HALFWORD_BENCH_HOSTILE_STACK_SAMPLES_H_
