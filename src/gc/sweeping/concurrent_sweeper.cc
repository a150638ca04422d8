#include "gc/sweeping/concurrent_sweeper.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "gc/sweeping/sweeper.h"

namespace halfword::gc {

class ConcurrentSweeper::Job final : public JobTask {
 public:
  explicit Job(ConcurrentSweeper* sweeper) : sweeper_(sweeper) {}
  void Run(JobDelegate* delegate) override { sweeper_->Run(delegate); }
  size_t GetMaxConcurrency(size_t worker_count) const override {
    uint32_t cursor = sweeper_->cursor_.load(std::memory_order_relaxed);
    uint32_t rest = sweeper_->end_ - std::min(cursor, sweeper_->end_);
    return std::min<size_t>(kMostHelpers, rest / kBlocksAtOnce + (rest % kBlocksAtOnce != 0) + worker_count);
  }

 private:
  ConcurrentSweeper* const sweeper_;
};

ConcurrentSweeper::ConcurrentSweeper(Sweeper* sweeper, std::shared_ptr<Platform> platform,
                                     uint32_t block_limit)
    : sweeper_(sweeper), platform_(std::move(platform)), states_(new std::atomic<uint16_t>[block_limit]()) {}

// ---- On the mutator's thread --------------------------------------------------------------------

void ConcurrentSweeper::Begin(uint32_t first, uint32_t end) {
  CHECK(job_ == nullptr);
  cursor_.store(first, std::memory_order_relaxed);
  end_ = end;
  offered_ = 0;
}

void ConcurrentSweeper::Offer(uint32_t block) {
  states_[block].store(kOffered, std::memory_order_relaxed);
  offered_++;
}

void ConcurrentSweeper::Start() {
  if (std::exchange(offered_, 0) < kLeastToStartFor) return;
  job_ = platform_->PostJob(TaskPriority::kUserVisible, std::make_unique<Job>(this));
}

void ConcurrentSweeper::Stop() {
  if (job_ != nullptr) job_->Cancel();
  job_ = nullptr;
}

std::optional<FreeSpace> ConcurrentSweeper::Take(uint32_t block) {
  std::atomic<uint16_t>& state = states_[block];
  uint16_t former = state.load(std::memory_order_acquire);
  if (former == kOffered && state.compare_exchange_strong(former, kTaken, std::memory_order_acquire)) {
    return std::nullopt;
  }
  while (former == kClaimed) {
    std::this_thread::yield();
    former = state.load(std::memory_order_acquire);
  }
  state.store(kTaken, std::memory_order_relaxed);
  if (former < kPrepared) return std::nullopt;
  uint32_t found = former - uint32_t{kPrepared};
  return FreeSpace{found / 2, found % 2 != 0};
}

// ---- On helpers ---------------------------------------------------------------------------------

void ConcurrentSweeper::Run(JobDelegate* delegate) {
  while (!delegate->ShouldYield()) {
    uint32_t first = cursor_.fetch_add(kBlocksAtOnce, std::memory_order_relaxed);
    if (first >= end_) return;
    uint32_t end = std::min(first + kBlocksAtOnce, end_);
    for (uint32_t block = first; block < end; block++) Prepare(block);
  }
}

void ConcurrentSweeper::Prepare(uint32_t block) {
  std::atomic<uint16_t>& state = states_[block];
  uint16_t expected = kOffered;
  if (!state.compare_exchange_strong(expected, kClaimed, std::memory_order_acquire)) return;
  FreeSpace free = sweeper_->PrepareBlock(block);
  state.store(static_cast<uint16_t>(kPrepared + 2 * free.granules + free.has_room),
              std::memory_order_release);
}

}  // namespace halfword::gc
