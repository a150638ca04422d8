// Which pages of a private mapping were written is asked of the kernel: /proc/self/pagemap has a request for
// it since Linux 6.7 (Documentation/admin-guide/mm/pagemap.rst). Its structures are newer than the C
// library's headers.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>

#include "base/macros.h"
#include "platform/files.h"
#include "platform/memory.h"

namespace halfword::platform {
namespace {

struct PageRegion {
  uint64_t start, end, categories;
};
struct ScanRequest {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
constexpr uint64_t kFile = 1 << 2, kPresent = 1 << 3, kSwapped = 1 << 4, kZeroPage = 1 << 5;
const unsigned long kScan = _IOWR('f', 16, ScanRequest);

// This process's page map; -1: there is none. The file belongs to the process that opened it, so a child
// opens its own.
int PageMap() {
  struct alignas(8) Opened {  // so that every compiler knows that it needs no lock
    int32_t fd, process;
  };
  HW_PROCESS_STATE("The first thread of a process that needs the file opens it, and the others use it.");
  static std::atomic<Opened> opened{{-1, 0}};

  int32_t process = getpid();
  Opened now = opened.load(std::memory_order_acquire);
  if (now.process == process) return now.fd;
  Opened mine = {open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC), process};
  if (opened.compare_exchange_strong(now, mine, std::memory_order_acq_rel)) {
    if (now.fd >= 0) close(now.fd);  // the parent's
    return mine.fd;
  }
  if (mine.fd >= 0) close(mine.fd);  // another thread was faster
  return now.fd;
}

// Calls body(begin, end) for each range of written pages, in order, until it returns false. False: not known.
template <typename F>
bool ForEachWrittenRange(uintptr_t begin, uintptr_t end, F&& body) {
  int fd = PageMap();
  if (fd < 0) return false;
  PageRegion regions[32];
  // Pages of the mapping's own: neither the file's nor the page of zeros.
  ScanRequest request = {};
  request.size = sizeof request;
  request.vec = reinterpret_cast<uint64_t>(regions);
  request.vec_len = std::size(regions);
  request.category_inverted = kFile | kZeroPage;
  request.category_mask = kFile | kZeroPage;
  request.category_anyof_mask = kPresent | kSwapped;
  request.end = end;
  for (request.start = begin; request.start < end; request.start = request.walk_end) {
    int count = ioctl(fd, kScan, &request);
    if (count < 0) return false;
    for (int i = 0; i < count; i++) {
      if (!body(regions[i].start, regions[i].end)) return true;
    }
  }
  return true;
}

}  // namespace

void UndoWrites(void* address, size_t size, int fd, uint64_t file_offset, size_t keep) {
  uintptr_t begin = reinterpret_cast<uintptr_t>(address), end = begin + size;
  bool known = ForEachWrittenRange(begin, end, [&](uintptr_t from, uintptr_t to) {
    uintptr_t stop = from + std::min<size_t>(keep, to - from);
    void* pages = reinterpret_cast<void*>(from);
    if (fd < 0) {
      std::memset(pages, 0, stop - from);
    } else if (stop != from && !ReadAt(fd, pages, stop - from, file_offset + (from - begin))) {
      stop = from;
    }
    keep -= stop - from;
    if (stop != to) Decommit(reinterpret_cast<void*>(stop), end - stop);
    return stop == to;
  });
  if (!known) Decommit(address, size);
}

}  // namespace halfword::platform
