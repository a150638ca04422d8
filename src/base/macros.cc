#include "base/macros.h"

#include <cstdio>
#include <cstdlib>

namespace halfword {

void CheckFailed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "halfword: %s:%d: check failed: %s\n", file, line, condition);
  std::fflush(stderr);
  std::abort();
}

}  // namespace halfword
