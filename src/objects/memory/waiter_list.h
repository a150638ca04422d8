// Who waits on shared memory (https://tc39.es/ecma262/#sec-waiterlist-records), and how the agents that wait
// learn that they were notified.
//
// A waiter stands in the list of the memory that it waits on and names its agent by the agent's mailbox.
// Whoever notifies takes it off and leaves a notice in that mailbox, whichever thread the agent runs on. The
// mailbox belongs to the isolate: where it is gone, its waiters count for nothing and are dropped when they
// are found.
//
// Invariant: a waiter is in its list, or its notice is or was in the mailbox, or its agent has removed it.
//
// Threads: all of it may be called from any thread.
#ifndef HALFWORD_OBJECTS_MEMORY_WAITER_LIST_H_
#define HALFWORD_OBJECTS_MEMORY_WAITER_LIST_H_

#include <compare>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace halfword {

class WaiterList;

// Of an isolate: which of its waiters were notified.
class Mailbox {
 public:
  // `wake`, which may be empty, is called after deliveries, by whoever delivers.
  explicit Mailbox(std::function<void()> wake = {}) : wakes_(wake != nullptr), wake_(std::move(wake)) {}
  bool wakes() const { return wakes_; }
  struct Notice {
    const WaiterList* list;
    uint64_t waiter;
    auto operator<=>(const Notice&) const = default;
  };
  void Deliver(Notice notice);
  // Calls `wake`, unless the isolate is gone. No lock of a list may be held.
  void Wake();
  // The isolate goes: `wake` is not called any more, nor is it running in another thread.
  void Close();
  // Sleeps until the notice is there, at most so long, and takes it. False: it is not there.
  bool TakeOne(Notice notice, uint64_t nanoseconds);
  // Takes all of them, in no order.
  std::vector<Notice> TakeAll();
  // Sleeps until there is any, at most so long. False: there is none.
  bool Wait(uint64_t nanoseconds);

 private:
  std::mutex mutex_;
  std::condition_variable delivered_;
  std::vector<Notice> notices_;
  const bool wakes_;       // at first
  std::mutex wake_mutex_;  // while it is called
  std::function<void()> wake_;
};

// Of a piece of shared memory.
class WaiterList {
 public:
  // What a waiter costs, for whoever charges for it.
  static constexpr size_t kWaiterBytes = 128;

  // Adds a waiter behind all others of that place, unless `still_waits` is false when nobody can notify.
  // Returns its number; 0: it was not added.
  template <class F>
  uint64_t AddIf(F&& still_waits, uint64_t byte_index, const std::shared_ptr<Mailbox>& mailbox) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (!still_waits()) return 0;
    waiters_.emplace(Key{byte_index, ++last_}, mailbox);
    return last_;
  }
  // False: it was notified before.
  bool Remove(uint64_t byte_index, uint64_t waiter);
  // Notifies the `count` waiters of that place that are there longest. Returns how many there were.
  uint64_t Notify(uint64_t byte_index, uint64_t count);

 private:
  using Key = std::pair<uint64_t, uint64_t>;  // byte index, number
  std::mutex mutex_;
  std::map<Key, std::weak_ptr<Mailbox>> waiters_;
  uint64_t last_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_WAITER_LIST_H_
