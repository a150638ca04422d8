// Budget: limits of memory and of fuel that several isolates share, on any threads.
//
// Each isolate draws from it in chunks and uses those up on its own, so that isolates do not contend at every
// allocation or step. What is drawn counts as used: the sum never exceeds the limit. Chunks go back after
// collections, when an isolate is left, reset or destroyed.
#ifndef HALFWORD_OBJECTS_MEMORY_BUDGET_H_
#define HALFWORD_OBJECTS_MEMORY_BUDGET_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace halfword {

class Budget {
 public:
  static constexpr int64_t kUnlimited = INT64_MAX;
  Budget(int64_t memory, int64_t fuel)
      : memory_(memory),
        fuel_(fuel),
        limits_memory_(memory != kUnlimited),
        limits_fuel_(fuel != kUnlimited) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  // Draws n units, or as many as are left.
  int64_t DrawFuel(int64_t n) { return limits_fuel_ ? Draw(fuel_, n, 0) : n; }
  void AddFuel(int64_t n) {
    if (limits_fuel_) fuel_.fetch_add(n, std::memory_order_relaxed);
  }
  // Draws n units, or as many as are left, or none if fewer than `least` are left.
  int64_t DrawMemory(int64_t n, int64_t least) { return limits_memory_ ? Draw(memory_, n, least) : n; }
  void ReturnMemory(int64_t n) {
    if (limits_memory_) memory_.fetch_add(n, std::memory_order_relaxed);
  }
  // What no isolate has drawn; -1: unlimited.
  int64_t fuel_left() const { return limits_fuel_ ? fuel_.load(std::memory_order_relaxed) : -1; }
  int64_t memory_left() const { return limits_memory_ ? memory_.load(std::memory_order_relaxed) : -1; }

 private:
  static int64_t Draw(std::atomic<int64_t>& left, int64_t n, int64_t least);

  alignas(64) std::atomic<int64_t> memory_;
  alignas(64) std::atomic<int64_t> fuel_;
  const bool limits_memory_, limits_fuel_;
};

// The part of a budget that one isolate has drawn; in its IsolateState.
class BudgetShare {
 public:
  BudgetShare() = default;
  ~BudgetShare() { Leave(); }
  BudgetShare(const BudgetShare&) = delete;
  BudgetShare& operator=(const BudgetShare&) = delete;

  // `memory_limit`: the isolate's own, in bytes.
  void Join(std::shared_ptr<Budget> budget, size_t memory_limit);
  // Returns everything.
  void Leave();
  const std::shared_ptr<Budget>& budget() const { return budget_; }

  // Takes n units, or as many as there are.
  int64_t TakeFuel(int64_t n) { return budget_ ? TakeDrawnFuel(n) : n; }
  // Returns what was not taken.
  void ReturnFuel() {
    if (fuel_ != 0) ReturnDrawnFuel();
  }
  // gc::HeapCallbacks::adjust_limit.
  size_t AdjustMemory(size_t needed);

 private:
  int64_t TakeDrawnFuel(int64_t n);
  void ReturnDrawnFuel();

  std::shared_ptr<Budget> budget_;
  int64_t fuel_ = 0;  // drawn and not taken
  size_t memory_ = 0;
  size_t memory_limit_ = 0;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_MEMORY_BUDGET_H_
