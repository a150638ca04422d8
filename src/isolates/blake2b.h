// BLAKE2b (RFC 7693) with 32 bytes of output, by libb2.
#ifndef HALFWORD_ISOLATES_BLAKE2B_H_
#define HALFWORD_ISOLATES_BLAKE2B_H_

#include <blake2.h>

#include <array>
#include <cstdint>
#include <span>

#include "base/macros.h"

namespace halfword {

using Digest = std::array<uint8_t, 32>;

class Blake2b {
 public:
  // With a key of at most 64 bytes it is a MAC.
  explicit Blake2b(std::span<const uint8_t> key = {}) {
    int failed = key.empty() ? blake2b_init(&state_, sizeof(Digest))
                             : blake2b_init_key(&state_, sizeof(Digest), key.data(), key.size());
    CHECK(failed == 0);
  }
  void Update(const void* data, size_t size) {
    CHECK(blake2b_update(&state_, static_cast<const uint8_t*>(data), size) == 0);
  }
  Digest Finish() {
    Digest digest;
    CHECK(blake2b_final(&state_, digest.data(), digest.size()) == 0);
    return digest;
  }
  static Digest Of(const void* data, size_t size) {
    Blake2b hash;
    hash.Update(data, size);
    return hash.Finish();
  }

 private:
  blake2b_state state_;
};

// Takes as long wherever they differ.
inline bool AreEqualInConstantTime(const uint8_t (&a)[32], const Digest& b) {
  uint8_t different = 0;
  for (size_t i = 0; i < b.size(); i++) different |= a[i] ^ b[i];
  return different == 0;
}

}  // namespace halfword

#endif  // HALFWORD_ISOLATES_BLAKE2B_H_
