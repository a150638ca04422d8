#include "objects/memory/waiter_list.h"

#include <algorithm>
#include <chrono>

namespace halfword {

void Mailbox::Deliver(Notice notice) {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    notices_.push_back(notice);
  }
  delivered_.notify_one();
}

void Mailbox::Wake() {
  std::lock_guard<std::mutex> lock(wake_mutex_);
  if (wake_) wake_();
}

void Mailbox::Close() {
  std::lock_guard<std::mutex> lock(wake_mutex_);
  wake_ = nullptr;
}

bool Mailbox::TakeOne(Notice notice, uint64_t nanoseconds) {
  std::unique_lock<std::mutex> lock(mutex_);
  auto found = notices_.end();
  bool is_there = delivered_.wait_for(lock, std::chrono::nanoseconds(nanoseconds), [&] {
    found = std::find(notices_.begin(), notices_.end(), notice);
    return found != notices_.end();
  });
  if (is_there) notices_.erase(found);
  return is_there;
}

std::vector<Mailbox::Notice> Mailbox::TakeAll() {
  std::lock_guard<std::mutex> lock(mutex_);
  return std::exchange(notices_, {});
}

bool Mailbox::Wait(uint64_t nanoseconds) {
  std::unique_lock<std::mutex> lock(mutex_);
  return delivered_.wait_for(lock, std::chrono::nanoseconds(nanoseconds), [&] { return !notices_.empty(); });
}

bool WaiterList::Remove(uint64_t byte_index, uint64_t waiter) {
  std::lock_guard<std::mutex> lock(mutex_);
  return waiters_.erase({byte_index, waiter}) != 0;
}

uint64_t WaiterList::Notify(uint64_t byte_index, uint64_t count) {
  // They are woken when the lock is free again, also where memory ends half-way.
  struct Woken {
    ~Woken() {
      for (const std::shared_ptr<Mailbox>& mailbox : mailboxes) mailbox->Wake();
    }
    std::vector<std::shared_ptr<Mailbox>> mailboxes;
  } woken;
  std::lock_guard<std::mutex> lock(mutex_);
  uint64_t notified = 0;
  auto next = waiters_.lower_bound({byte_index, 0});
  while (notified < count && next != waiters_.end() && next->first.first == byte_index) {
    if (std::shared_ptr<Mailbox> mailbox = next->second.lock()) {
      std::vector<std::shared_ptr<Mailbox>>& to_wake = woken.mailboxes;
      if (mailbox->wakes() && (to_wake.empty() || to_wake.back() != mailbox)) to_wake.push_back(mailbox);
      mailbox->Deliver({this, next->first.second});
      notified++;
    }
    next = waiters_.erase(next);
  }
  return notified;
}

}  // namespace halfword
