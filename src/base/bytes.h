// Questions about plain memory; all pure.
#ifndef HALFWORD_BASE_BYTES_H_
#define HALFWORD_BASE_BYTES_H_

#include <cstddef>
#include <cstring>

namespace halfword {

inline bool IsZero(const void* data, size_t bytes) {
  const char* p = static_cast<const char*>(data);
  return bytes == 0 || (*p == 0 && std::memcmp(p, p + 1, bytes - 1) == 0);
}

}  // namespace halfword

#endif  // HALFWORD_BASE_BYTES_H_
