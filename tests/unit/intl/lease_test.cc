#include "intl/lease.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#if HALFWORD_INTL

namespace halfword::intl {
namespace {

int made = 0, destroyed = 0;
struct Thing {
  static constexpr char kKind = 'T';
  static Thing* Make(std::string_view recipe) {
    if (recipe == "nonsense") return nullptr;
    made++;
    return new Thing;
  }
  ~Thing() { destroyed++; }
  bool in_use = false;
};

TEST(LeaseTest, AnObjectComesBackToWhoAsksForTheSame) {
  made = 0;
  Thing* first;
  {
    Lease<Thing> lease("again");
    EXPECT_TRUE(lease.is_new());
    first = &*lease;
  }
  Lease<Thing> lease("again");
  EXPECT_FALSE(lease.is_new());
  EXPECT_EQ(&*lease, first);
  EXPECT_EQ(made, 1);
}

TEST(LeaseTest, AnObjectInUseIsNobodyElses) {
  Lease<Thing> first("shared"), second("shared");
  EXPECT_NE(&*first, &*second);
}

TEST(LeaseTest, ARecipeThatMakesNoSenseGivesNothing) {
  Lease<Thing> lease("nonsense");
  EXPECT_FALSE(lease);
}

TEST(LeaseTest, TheShelfHasItsPlacesAndNoMore) {
  made = destroyed = 0;
  for (size_t i = 0; i < 10 * kShelfPlaces; i++) Lease<Thing> lease("many" + std::to_string(i));
  EXPECT_EQ(ObjectsOnShelf(), kShelfPlaces);
  EXPECT_GE(destroyed, static_cast<int>(9 * kShelfPlaces));
  Lease<Thing> last("many" + std::to_string(10 * kShelfPlaces - 1)), first("many0");
  EXPECT_FALSE(last.is_new());
  EXPECT_TRUE(first.is_new());
}

TEST(LeaseTest, TheShelfCanBeCleared) {
  ClearShelf();
  {
    Lease<Thing> lease("cleared");
  }
  EXPECT_EQ(ObjectsOnShelf(), 1u);
  destroyed = 0;
  ClearShelf();
  EXPECT_EQ(ObjectsOnShelf(), 0u);
  EXPECT_EQ(destroyed, 1);
}

struct Exclusive {
  static constexpr char kKind = 'X';
  static Exclusive* Make(std::string_view) { return new Exclusive; }
  int users = 0;
};

TEST(LeaseTest, ThreadsNeverShareAnObject) {
  std::vector<std::thread> threads;
  std::atomic<int> shared = 0;
  for (int t = 0; t < 4; t++) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5000; i++) {
        Lease<Exclusive> lease("x" + std::to_string(i % 3));
        if (++lease->users != 1) shared++;
        --lease->users;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(shared, 0);
}

}  // namespace
}  // namespace halfword::intl

#endif
