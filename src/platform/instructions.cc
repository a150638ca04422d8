#include "platform/instructions.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace halfword::platform {

void SynchronizeInstructions(const void* code, size_t size) {
  auto* begin = const_cast<char*>(static_cast<const char*>(code));
  __builtin___clear_cache(begin, begin + size);
#if !defined(__x86_64__)
  // The cores of other threads may have fetched what was there before. Where the system can't tell them
  // (Linux 4.16 can), they find out when they are interrupted.
  static const bool can =
      syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0) == 0;
  if (can) syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE, 0, 0);
#endif
}

}  // namespace halfword::platform
