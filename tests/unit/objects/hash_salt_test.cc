#include "objects/primitives/hash_salt.h"

#include <gtest/gtest.h>

#include <set>

#include "objects/values/value.h"

namespace halfword {
namespace {

TEST(HashSaltTest, SaltsAreSmisThatAreNotZero) {
  for (uint32_t secret = 0; secret < 100000; secret++) {
    uint32_t salt = NewSalt(secret * 2654435761u);
    ASSERT_NE(salt, 0u);
    ASSERT_TRUE(Value::FitsSmi(salt));
  }
}

// Keys chosen to collide in the low bits of one table's hashes are spread in that of another salt.
TEST(HashSaltTest, CollisionsUnderOneSaltSayNothingOfAnother) {
  constexpr uint32_t kMask = 255;
  std::multiset<uint32_t> places;
  int colliding = 0;
  for (uint64_t key = 0; colliding < 256; key++) {
    if ((SaltedHash(key, NewSalt(1)) & kMask) != 0) continue;
    places.insert(SaltedHash(key, NewSalt(2)) & kMask);
    colliding++;
  }
  for (uint32_t place = 0; place <= kMask; place++) EXPECT_LE(places.count(place), 12u) << place;
}

}  // namespace
}  // namespace halfword
