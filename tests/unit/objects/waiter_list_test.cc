#include "objects/memory/waiter_list.h"

#include <gtest/gtest.h>

#include <thread>

namespace halfword {
namespace {

constexpr auto kStillWaits = [] { return true; };
constexpr uint64_t kLong = 10'000'000'000;

TEST(WaiterListTest, NotifiesTheOldestOfAPlaceFirst) {
  WaiterList list;
  auto mailbox = std::make_shared<Mailbox>();
  uint64_t first = list.AddIf(kStillWaits, 8, mailbox);
  uint64_t elsewhere = list.AddIf(kStillWaits, 16, mailbox);
  uint64_t second = list.AddIf(kStillWaits, 8, mailbox);
  EXPECT_EQ(list.Notify(8, 1), 1u);
  EXPECT_EQ(mailbox->TakeAll(), (std::vector<Mailbox::Notice>{{&list, first}}));
  EXPECT_EQ(list.Notify(8, 5), 1u);
  EXPECT_EQ(mailbox->TakeAll(), (std::vector<Mailbox::Notice>{{&list, second}}));
  EXPECT_EQ(list.Notify(8, 5), 0u);
  EXPECT_EQ(list.Notify(16, 0), 0u);
  EXPECT_TRUE(list.Remove(16, elsewhere));
  EXPECT_EQ(list.Notify(16, 5), 0u);
}

TEST(WaiterListTest, AddsNobodyWhoDoesNotWaitAnyMore) {
  WaiterList list;
  auto mailbox = std::make_shared<Mailbox>();
  EXPECT_EQ(list.AddIf([] { return false; }, 0, mailbox), 0u);
  EXPECT_EQ(list.Notify(0, 1), 0u);
}

TEST(WaiterListTest, RemoveSaysWhetherItCameInTime) {
  WaiterList list;
  auto mailbox = std::make_shared<Mailbox>();
  uint64_t waiter = list.AddIf(kStillWaits, 0, mailbox);
  EXPECT_EQ(list.Notify(0, 1), 1u);
  EXPECT_FALSE(list.Remove(0, waiter));
  EXPECT_TRUE(mailbox->TakeOne({&list, waiter}, 0));
  EXPECT_FALSE(mailbox->TakeOne({&list, waiter}, 0));
}

TEST(WaiterListTest, WaitersOfAMailboxThatIsGoneDoNotCount) {
  WaiterList list;
  auto gone = std::make_shared<Mailbox>(), mailbox = std::make_shared<Mailbox>();
  list.AddIf(kStillWaits, 0, gone);
  uint64_t waiter = list.AddIf(kStillWaits, 0, mailbox);
  gone.reset();
  EXPECT_EQ(list.Notify(0, 1), 1u);
  EXPECT_TRUE(mailbox->TakeOne({&list, waiter}, 0));
}

TEST(WaiterListTest, ANoticeWakesTheThreadThatWaitsForIt) {
  WaiterList list;
  auto mailbox = std::make_shared<Mailbox>();
  uint64_t other = list.AddIf(kStillWaits, 0, mailbox), waiter = list.AddIf(kStillWaits, 0, mailbox);
  std::thread notifier([&] { EXPECT_EQ(list.Notify(0, 2), 2u); });
  EXPECT_TRUE(mailbox->TakeOne({&list, waiter}, kLong));
  EXPECT_TRUE(mailbox->Wait(kLong));
  EXPECT_EQ(mailbox->TakeAll(), (std::vector<Mailbox::Notice>{{&list, other}}));
  EXPECT_FALSE(mailbox->Wait(0));
  notifier.join();
}

}  // namespace
}  // namespace halfword
