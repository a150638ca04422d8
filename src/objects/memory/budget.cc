#include "objects/memory/budget.h"

#include <algorithm>
#include <utility>

namespace halfword {

namespace {

constexpr int64_t kFuelChunk = 32 * 1024;
constexpr size_t kMemoryChunk = 64 * 1024;

}  // namespace

int64_t Budget::Draw(std::atomic<int64_t>& left, int64_t n, int64_t least) {
  int64_t present = left.load(std::memory_order_relaxed);
  int64_t drawn;
  do {
    drawn = std::min(present, n);
    if (drawn <= 0 || drawn < least) return 0;
  } while (!left.compare_exchange_weak(present, present - drawn, std::memory_order_relaxed));
  return drawn;
}

void BudgetShare::Join(std::shared_ptr<Budget> budget, size_t memory_limit) {
  Leave();
  budget_ = std::move(budget);
  memory_limit_ = memory_limit;
}

void BudgetShare::Leave() {
  if (!budget_) return;
  ReturnFuel();
  budget_->ReturnMemory(static_cast<int64_t>(memory_));
  memory_ = 0;
  budget_.reset();
}

int64_t BudgetShare::TakeDrawnFuel(int64_t n) {
  if (fuel_ < n) fuel_ += budget_->DrawFuel(std::max(n - fuel_, kFuelChunk));
  int64_t taken = std::min(n, fuel_);
  fuel_ -= taken;
  return taken;
}

void BudgetShare::ReturnDrawnFuel() { budget_->AddFuel(std::exchange(fuel_, 0)); }

size_t BudgetShare::AdjustMemory(size_t needed) {
  if (needed > memory_limit_) return memory_;
  // A fresh isolate draws little, a large one not often.
  size_t chunk = std::max(kMemoryChunk, needed / 8);
  size_t wanted = std::min(needed + chunk, memory_limit_);
  if (needed > memory_) {
    int64_t drawn =
        budget_->DrawMemory(static_cast<int64_t>(wanted - memory_), static_cast<int64_t>(needed - memory_));
    memory_ += static_cast<size_t>(drawn);
  } else if (memory_ > needed + 4 * chunk) {
    budget_->ReturnMemory(static_cast<int64_t>(memory_ - wanted));
    memory_ = wanted;
  }
  return memory_;
}

}  // namespace halfword
