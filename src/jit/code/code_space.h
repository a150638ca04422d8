// Where machine code lies that was made at run time: one range of the process, near the library's own code,
// so that 32 bits are enough for a distance between the two.
//
// The range is mapped twice: what runs can't be written, what is written can't run, and only code_space.cc
// knows where the second is. Code is never changed once it is there.
//
// A child process gets a copy (fork): code that one of the two removes is still the other's.
//
// Threads: any. All functions lock.
#ifndef HALFWORD_JIT_CODE_SPACE_H_
#define HALFWORD_JIT_CODE_SPACE_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>

#include "base/free_runs.h"
#include "jit/compilers/baseline.h"
#include "platform/files.h"

namespace halfword::jit {

class CodeSpace {
 public:
  static constexpr size_t kBytes = size_t{128} << 20;
  static constexpr size_t kAlignment = CompiledCode::kAlignment;

  // The process's. It is made at the first call.
  static CodeSpace& Get();
  // False: the system gives no memory to execute.
  bool is_available() const { return execute_ != nullptr; }

  // Copies code to where it can run. Null: there is no room, or no such memory.
  const uint8_t* Add(std::span<const uint8_t> code);
  // REQUIRES: Add() gave it, of this size, and nothing runs it any more.
  void Remove(const uint8_t* code, size_t size);
  size_t used_bytes();
  // Maps code of an open file, from `offset` on, a multiple of a page: it is shared with other processes that
  // do. Null: there is no room, or the file can't be executed.
  const uint8_t* MapFile(const platform::File& file, uint64_t offset, size_t bytes);
  void UnmapFile(const uint8_t* code, size_t bytes);

 private:
  CodeSpace();
  bool Map();
  // The first address near enough at which `map` maps something.
  template <class F>
  static uint8_t* MapNear(F map);
  // Around a fork. The copy is made before it, while nobody changes anything.
  void BeforeFork();
  void AfterFork(bool is_child);

  platform::File file_;
  platform::File copy_;  // for the child
  uint8_t* write_ = nullptr;
  const uint8_t* execute_ = nullptr;
  std::mutex mutex_;
  FreeRuns free_;
  size_t used_bytes_ = 0;
  // Where files are mapped, reserved when the first is.
  uint8_t* window_ = nullptr;
  FreeRuns free_pages_;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_CODE_SPACE_H_
