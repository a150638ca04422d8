#include "platform/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/macros.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

namespace halfword::platform {
namespace {

int Protection(Access access) {
  switch (access) {
    case Access::kNone: return PROT_NONE;
    case Access::kRead: return PROT_READ;
    case Access::kReadWrite: return PROT_READ | PROT_WRITE;
    case Access::kReadExecute: return PROT_READ | PROT_EXEC;
  }
  UNREACHABLE();
}

constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

}  // namespace

size_t PageSize() {
  static const size_t size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

void* Reserve(size_t size, Access access) {
  void* p = mmap(nullptr, size, Protection(access), kFlags, -1, 0);
  return p == MAP_FAILED ? nullptr : p;
}

void* ReserveAt(uintptr_t address, size_t size, Access access) {
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
  // Most of the address space is its own, and it would make this a request for address 0.
  errno = ENOMEM;
  return nullptr;
#endif
#endif
  void* wanted = reinterpret_cast<void*>(address);
  void* p = mmap(wanted, size, Protection(access), kFlags | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  if (p != wanted) {  // a kernel before 4.17 takes the address for a hint
    munmap(p, size);
    errno = EEXIST;
    return nullptr;
  }
  return p;
}

void Release(void* address, size_t size) {
  // Where the kernel has no memory to note a hole with, the range stays, empty.
  if (size != 0 && munmap(address, size) != 0) Decommit(address, size);
}

bool Protect(void* address, size_t size, Access access) {
  return mprotect(address, size, Protection(access)) == 0;
}

bool Guard(void* address, size_t size) {
  // An emulator may take any advice for good and do nothing.
  constexpr int kNonsense = 0x7fff;
  static const bool advice_is_understood = madvise(address, size, kNonsense) != 0;
  return (advice_is_understood && madvise(address, size, MADV_GUARD_INSTALL) == 0) ||
         Protect(address, size, Access::kNone);
}

void Populate(void* address, size_t size) { (void)madvise(address, size, MADV_POPULATE_WRITE); }

void Decommit(void* address, size_t size) {
  if (size != 0 && madvise(address, size, MADV_DONTNEED) != 0) {
    // Locked pages: they stay resident.
    char* end = static_cast<char*>(address) + size;
    for (char* page = static_cast<char*>(address); page < end; page += PageSize()) {
      if (madvise(page, PageSize(), MADV_DONTNEED) != 0) std::memset(page, 0, PageSize());
    }
  }
}

void AdviseHugePages(void* address, size_t size, bool wanted) {
  (void)madvise(address, size, wanted ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
}

bool HugePagesAreDefault() {
  static const bool is_default = [] {
    int fd = open("/sys/kernel/mm/transparent_hugepage/enabled", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    char text[64] = {};
    ssize_t n = read(fd, text, sizeof(text) - 1);
    close(fd);
    return n > 0 && std::strstr(text, "[always]") != nullptr;
  }();
  return is_default;
}

bool MapFilePrivate(void* address, size_t size, int fd, uint64_t file_offset, Access access) {
  return mmap(address, size, Protection(access), MAP_PRIVATE | MAP_FIXED, fd,
              static_cast<off_t>(file_offset)) != MAP_FAILED;
}

void* MapFileShared(void* address, size_t size, int fd, Access access) {
  int flags = MAP_SHARED | (address != nullptr ? MAP_FIXED_NOREPLACE : 0);
  void* p = mmap(address, size, Protection(access), flags, fd, 0);
  if (p == MAP_FAILED) return nullptr;
  if (address != nullptr && p != address) {  // as in ReserveAt
    munmap(p, size);
    errno = EEXIST;
    return nullptr;
  }
  return p;
}

bool RemapFileShared(void* address, size_t size, int fd, uint64_t file_offset, Access access) {
  return mmap(address, size, Protection(access), MAP_SHARED | MAP_FIXED, fd,
              static_cast<off_t>(file_offset)) != MAP_FAILED;
}

bool ReplaceByNothing(void* address, size_t size) {
  return mmap(address, size, PROT_NONE, kFlags | MAP_FIXED, -1, 0) != MAP_FAILED;
}

size_t AvailableAddressSpace() {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  size_t mapped = 0;
  if (fd >= 0) {
    char text[64];
    ssize_t n = read(fd, text, sizeof(text) - 1);
    close(fd);
    if (n > 0) {
      text[n] = 0;
      mapped = std::strtoull(text, nullptr, 10) * PageSize();
    }
  }
  return mapped < limit.rlim_cur ? limit.rlim_cur - mapped : 0;
}

size_t ResidentBytes(const void* address, size_t size) {
  size_t page = PageSize();
  size_t resident = 0;
  unsigned char present[1024];
  const char* p = static_cast<const char*>(address);
  for (size_t done = 0; done < size;) {
    size_t step = size - done < sizeof(present) * page ? size - done : sizeof(present) * page;
    if (mincore(const_cast<char*>(p + done), step, present) == 0) {
      for (size_t i = 0; i < (step + page - 1) / page; i++) resident += (present[i] & 1) * page;
    }
    done += step;
  }
  return resident;
}

}  // namespace halfword::platform
