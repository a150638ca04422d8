#include "jit/code_space.h"

#include <pthread.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/macros.h"
#include "interpreter/interpreter.h"
#include "ops/machine_state.h"
#include "platform/memory.h"

namespace halfword::jit {

namespace {

uint32_t Rounded(size_t size) {
  return static_cast<uint32_t>((size + CodeSpace::kAlignment - 1) & ~(CodeSpace::kAlignment - 1));
}

}  // namespace

CodeSpace& CodeSpace::Get() {
  static CodeSpace* space = new CodeSpace;  // never destroyed: isolates may end later
  return *space;
}

CodeSpace::CodeSpace() {
  if (Map()) {
    free_[0] = kBytes;
    pthread_atfork([] { Get().BeforeFork(); }, [] { Get().AfterFork(false); }, [] { Get().AfterFork(true); });
  } else {
    execute_ = nullptr;
  }
}

bool CodeSpace::Map() {
  file_ = platform::File::InMemory("halfword code");
  if (!file_.is_open() || !file_.Resize(kBytes)) return false;
  write_ = static_cast<uint8_t*>(
      platform::MapFileShared(nullptr, kBytes, file_.fd(), platform::Access::kReadWrite));
  if (write_ == nullptr) return false;
  // Within 2 GiB of the interpreter, to which code returns by a distance of 32 bits. The nearest megabytes
  // are left to the heap that grows behind a program.
  auto anchor = reinterpret_cast<uintptr_t>(interpreter::PlainMachine().interpret) & ~(kBytes - 1);
  for (uintptr_t distance = size_t{256} << 20; distance < (size_t{2} << 30) - 2 * kBytes;
       distance += kBytes) {
    for (uintptr_t at : {anchor - distance, anchor + distance}) {
      if (at < kBytes || at > uintptr_t{1} << 47) continue;
      execute_ = static_cast<const uint8_t*>(platform::MapFileShared(
          reinterpret_cast<void*>(at), kBytes, file_.fd(), platform::Access::kReadExecute));
      if (execute_ != nullptr) return true;
      if (errno != EEXIST) return false;
    }
  }
  return false;
}

void CodeSpace::BeforeFork() {
  mutex_.lock();
  copy_ = platform::File::InMemory("halfword code");
  bool copied = copy_.is_open() && copy_.Resize(kBytes);
  uint32_t used = 0;  // from here to the next free run
  auto copy_to = [&](uint32_t end) {
    if (end > used) copied = copied && copy_.WriteAt(write_ + used, end - used, used);
  };
  for (auto [offset, size] : free_) {
    copy_to(offset);
    used = offset + size;
  }
  copy_to(kBytes);
  if (!copied) copy_.Close();
}

void CodeSpace::AfterFork(bool is_child) {
  if (is_child) {
    // Nothing of the parent's may be changed: without a copy that can be mapped, this is the end.
    CHECK(copy_.is_open() &&
          platform::RemapFileShared(write_, kBytes, copy_.fd(), platform::Access::kReadWrite) &&
          platform::RemapFileShared(const_cast<uint8_t*>(execute_), kBytes, copy_.fd(),
                                    platform::Access::kReadExecute));
    file_ = std::move(copy_);
  } else {
    copy_.Close();
  }
  mutex_.unlock();
}

const uint8_t* CodeSpace::Add(std::span<const uint8_t> code) {
  if (!is_available()) return nullptr;
  uint32_t size = Rounded(code.size());
  std::lock_guard<std::mutex> lock(mutex_);
  for (auto run = free_.begin(); run != free_.end(); ++run) {
    if (run->second < size) continue;
    auto [offset, available] = *run;
    free_.erase(run);
    if (available > size) free_[offset + size] = available - size;
    std::memcpy(write_ + offset, code.data(), code.size());
    used_bytes_ += size;
    return execute_ + offset;
  }
  return nullptr;
}

void CodeSpace::Remove(const uint8_t* code, size_t bytes) {
  uint32_t offset = static_cast<uint32_t>(code - execute_), size = Rounded(bytes);
  std::lock_guard<std::mutex> lock(mutex_);
  CHECK(offset + size <= kBytes);
  std::memset(write_ + offset, 0xcc, size);  // a trap
  used_bytes_ -= size;
  auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + size) {
    size += next->second;
    next = free_.erase(next);
  }
  if (next != free_.begin()) {
    auto before = std::prev(next);
    if (before->first + before->second == offset) {
      before->second += size;
      return;
    }
  }
  free_[offset] = size;
}

size_t CodeSpace::used_bytes() {
  std::lock_guard<std::mutex> lock(mutex_);
  return used_bytes_;
}

}  // namespace halfword::jit
