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
#include <map>
#include <mutex>
#include <span>

#include "platform/files.h"

namespace halfword::jit {

class CodeSpace {
 public:
  static constexpr size_t kBytes = size_t{128} << 20;
  static constexpr size_t kAlignment = 16;

  // The process's. It is made at the first call.
  static CodeSpace& Get();
  // False: the system gives no memory to execute.
  bool is_available() const { return execute_ != nullptr; }

  // Copies code to where it can run. Null: there is no room, or no such memory.
  const uint8_t* Add(std::span<const uint8_t> code);
  // REQUIRES: Add() gave it, of this size, and nothing runs it any more.
  void Remove(const uint8_t* code, size_t size);
  size_t used_bytes();

 private:
  CodeSpace();
  bool Map();
  // Around a fork. The copy is made before it, while nobody changes anything.
  void BeforeFork();
  void AfterFork(bool is_child);

  platform::File file_;
  platform::File copy_;  // for the child
  uint8_t* write_ = nullptr;
  const uint8_t* execute_ = nullptr;
  std::mutex mutex_;
  std::map<uint32_t, uint32_t> free_;  // offset -> size; neighbours are one
  size_t used_bytes_ = 0;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_CODE_SPACE_H_
