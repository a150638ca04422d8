// Hash tables whose keys a guest chooses. They begin with hashes that anybody can compute, because images
// need them. When a run of occupied places grows longer than chance would make it, the table is rebuilt with
// a salt, a secret of the isolate. (The table of interned strings does the same in a way of its own.
// Dictionaries of names hash the addresses of those strings.)
#ifndef HALFWORD_OBJECTS_PRIMITIVES_HASH_SALT_H_
#define HALFWORD_OBJECTS_PRIMITIVES_HASH_SALT_H_

#include <cstdint>

namespace halfword {

// Places looked at for one insertion. With three places of four in use, runs of a hundred are as rare as one
// in ten million.
inline constexpr uint32_t kSuspiciousProbe = 128;
// The same where honest runs are longer: in tables that are up to four fifths full, and where neighbours lie
// beside each other.
inline constexpr uint32_t kSuspiciousRun = 1024;

inline uint64_t MixBits(uint64_t x) {  // the finalizer of MurmurHash3
  x = (x ^ x >> 33) * 0xFF51AFD7ED558CCDull;
  x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53ull;
  return x ^ x >> 33;
}

// Not 0, which means a table without salt; a Smi's worth of bits.
inline uint32_t NewSalt(uint32_t hash_secret) {
  return (static_cast<uint32_t>(MixBits(hash_secret)) & 0x3FFFFFFF) | 1;
}

// The hash of a key of 64 bits in a table with that salt.
inline uint32_t SaltedHash(uint64_t key, uint32_t salt) {
  return static_cast<uint32_t>(MixBits(MixBits(key ^ MixBits(salt)) + salt));
}

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_HASH_SALT_H_
