#include "jit/code/code_space.h"

#include <pthread.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/macros.h"
#include "interpreter/interpreter.h"
#include "jit/code/gdb_names.h"
#include "jit/stencils/holes.h"
#include "ops/machine_state.h"
#include "platform/instructions.h"
#include "platform/memory.h"

namespace halfword::jit {

namespace {

uint32_t Rounded(size_t size) {
  return static_cast<uint32_t>((size + CodeSpace::kAlignment - 1) & ~(CodeSpace::kAlignment - 1));
}

constexpr size_t kPage = 4096;  // what files are mapped by; a multiple of the system's where it is x86-64
uint32_t PagesOf(size_t bytes) { return static_cast<uint32_t>((bytes + kPage - 1) / kPage); }

}  // namespace

CodeSpace& CodeSpace::Get() {
  HW_PROCESS_STATE(
      "Any thread takes and returns code, under its lock; it is never destroyed: isolates may end later.");
  static auto* const space = new CodeSpace;

  return *space;
}

CodeSpace::CodeSpace() {
  if (Map()) {
    free_ = FreeRuns(0, kBytes);
    pthread_atfork([] { Get().BeforeFork(); }, [] { Get().AfterFork(false); }, [] { Get().AfterFork(true); });
  } else {
    execute_ = nullptr;
  }
}

template <class F>
uint8_t* CodeSpace::MapNear(F map) {
  // Within 2 GiB of the interpreter, to which code returns by a distance of 32 bits. The nearest megabytes
  // are left to the heap that grows behind a program.
  auto anchor = interpreter::InterpretAddress() & ~(kBytes - 1);
  for (uintptr_t distance = size_t{256} << 20; distance < (size_t{2} << 30) - 2 * kBytes;
       distance += kBytes) {
    for (uintptr_t at : {anchor - distance, anchor + distance}) {
      if (at < kBytes || at > uintptr_t{1} << 47) continue;
      void* mapped = map(reinterpret_cast<void*>(at));
      if (mapped != nullptr) return static_cast<uint8_t*>(mapped);
      if (errno != EEXIST) return nullptr;
    }
  }
  return nullptr;
}

bool CodeSpace::Map() {
  file_ = platform::File::InMemory("halfword code");
  if (!file_.is_open() || !file_.Resize(kBytes)) return false;
  write_ = static_cast<uint8_t*>(
      platform::MapFileShared(nullptr, kBytes, file_.fd(), platform::Access::kReadWrite));
  if (write_ == nullptr) return false;
  execute_ = MapNear([&](void* at) {
    return platform::MapFileShared(at, kBytes, file_.fd(), platform::Access::kReadExecute);
  });
  return execute_ != nullptr;
}

const uint8_t* CodeSpace::MapFile(const platform::File& file, uint64_t offset, size_t bytes) {
  if (!is_available()) return nullptr;
  std::lock_guard<std::mutex> lock(mutex_);
  if (window_ == nullptr) {
    window_ = MapNear([](void* at) {
      return platform::ReserveAt(reinterpret_cast<uintptr_t>(at), kBytes, platform::Access::kNone);
    });
    if (window_ == nullptr) return nullptr;
    free_pages_ = FreeRuns(0, kBytes / kPage);
  }
  if (bytes > kBytes) return nullptr;
  std::optional<uint32_t> page = free_pages_.Take(PagesOf(bytes));
  if (!page) return nullptr;
  uint8_t* code = window_ + size_t{*page} * kPage;
  if (platform::RemapFileShared(code, bytes, file.fd(), offset, platform::Access::kReadExecute)) return code;
  free_pages_.Return(*page, PagesOf(bytes));
  return nullptr;
}

void CodeSpace::UnmapFile(const uint8_t* code, size_t bytes) {
  std::lock_guard<std::mutex> lock(mutex_);
  auto page = static_cast<uint32_t>((code - window_) / kPage);
  // Where the system can't, the range is lost.
  if (platform::ReplaceByNothing(const_cast<uint8_t*>(code), size_t{PagesOf(bytes)} * kPage))
    free_pages_.Return(page, PagesOf(bytes));
}

void CodeSpace::BeforeFork() {
  mutex_.lock();
  copy_ = platform::File::InMemory("halfword code");
  bool copied = copy_.is_open() && copy_.Resize(kBytes);
  uint32_t used = 0;  // from here to the next free run
  auto copy_to = [&](uint32_t end) {
    if (end > used) copied = copied && copy_.WriteAt(write_ + used, end - used, used);
  };
  for (FreeRuns::Run run : free_.runs()) {
    copy_to(run.begin);
    used = run.end();
  }
  copy_to(kBytes);
  if (!copied) copy_.Close();
}

void CodeSpace::AfterFork(bool is_child) {
  if (is_child) {
    // Nothing of the parent's may be changed: without a copy that can be mapped, this is the end.
    CHECK(copy_.is_open() &&
          platform::RemapFileShared(write_, kBytes, copy_.fd(), 0, platform::Access::kReadWrite) &&
          platform::RemapFileShared(const_cast<uint8_t*>(execute_), kBytes, copy_.fd(), 0,
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
  std::optional<uint32_t> offset = free_.Take(size);
  if (!offset) return nullptr;
  std::memcpy(write_ + *offset, code.data(), code.size());
  platform::SynchronizeInstructions(execute_ + *offset, code.size());
  used_bytes_ += size;
  return execute_ + *offset;
}

void CodeSpace::Remove(const uint8_t* code, size_t bytes) {
  uint32_t offset = static_cast<uint32_t>(code - execute_), size = Rounded(bytes);
  if (IsCodeNamedForGdb()) RemoveGdbName(code);
  std::lock_guard<std::mutex> lock(mutex_);
  CHECK(offset + size <= kBytes);
  for (uint32_t i = 0; i < size; i++) write_[offset + i] = target::kTrap[i % sizeof target::kTrap];
  used_bytes_ -= size;
  free_.Return(offset, size);
}

size_t CodeSpace::used_bytes() {
  std::lock_guard<std::mutex> lock(mutex_);
  return used_bytes_;
}

}  // namespace halfword::jit
