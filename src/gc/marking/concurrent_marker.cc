#include "gc/marking/concurrent_marker.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "gc/heap_impl.h"
#include "platform/exhaustion.h"

namespace halfword::gc {
namespace {

constexpr size_t kBytesAtOnce = 16 * KiB;  // marked between two looks at whether to yield
constexpr size_t kHandOverFrom = 512;      // things for the mutator

}  // namespace

class ConcurrentMarker::Job final : public JobTask {
 public:
  explicit Job(ConcurrentMarker* marker) : marker_(marker) {}
  void Run(JobDelegate* delegate) override { marker_->Run(delegate); }
  size_t GetMaxConcurrency(size_t worker_count) const override {
    return std::min(kMostHelpers, marker_->pooled_.load(std::memory_order_relaxed) + worker_count);
  }

 private:
  ConcurrentMarker* const marker_;
};

ConcurrentMarker::ConcurrentMarker(HeapImpl* heap, std::shared_ptr<Platform> platform, uint32_t block_limit)
    : heap_(heap), platform_(std::move(platform)), young_(new uint8_t[block_limit]()) {}

ConcurrentMarker::~ConcurrentMarker() { Stop(); }

// ---- On the mutator's thread --------------------------------------------------------------------

void ConcurrentMarker::BeginCycle() {
  CHECK(!is_running());
  std::memset(young_.get(), 0, heap_->blocks().end());
  scanned_bytes_ = 0;
  progress_.store(0, std::memory_order_relaxed);
}

void ConcurrentMarker::Start() {
  if (is_running()) return;
  heap_->marker().shares_marks_ = true;
  TakeAll(heap_->marker());
  job_ = platform_->PostJob(TaskPriority::kUserVisible, std::make_unique<Job>(this));
  if (job_ == nullptr) Stop();
}

void ConcurrentMarker::Stop() {
  Marker& mutator = heap_->marker();
  if (job_ != nullptr) job_->Cancel();
  job_ = nullptr;
  mutator.shares_marks_ = false;
  // No helper is at work any more.
  for (Pooled& pooled : pool_) {
    for (uint32_t i = 0; i < pooled.size; i++) mutator.Push(Unpack(pooled.segment->entries[i]));
    std::free(pooled.segment);
  }
  pool_.clear();
  mutator.long_ranges_.insert(mutator.long_ranges_.end(), ranges_.begin(), ranges_.end());
  ranges_.clear();
  pooled_ = 0;
  for (const Marker::MutatorWork& work : mutator_work_) mutator.DoWork(work);
  mutator_work_.clear();
  for (auto& helper : helpers_) {
    mutator.overflowed_ |= helper->overflowed_;
    mutator.DoWork(helper->mutator_work_);  // that memory ended over
    helper->End(false);
  }
  idle_helpers_.clear();
  helpers_.clear();
}

bool ConcurrentMarker::TakeWork() {
  Marker& mutator = heap_->marker();
  std::unique_lock<std::mutex> lock(mutex_);
  if (!mutator_work_.empty()) {
    Marker::MutatorWork work = std::move(mutator_work_.back());
    mutator_work_.pop_back();
    lock.unlock();
    mutator.DoWork(work);
    return true;
  }
  lock.unlock();
  return Take(mutator);
}

void ConcurrentMarker::TakeObjectsLeft() {
  std::vector<CageOffset>& left = heap_->marker().left_;
  std::lock_guard<std::mutex> lock(mutex_);
  for (Marker::MutatorWork& work : mutator_work_) {
    left.insert(left.end(), work.objects.begin(), work.objects.end());
    work.objects.clear();
  }
  std::erase_if(mutator_work_, [](const Marker::MutatorWork& work) { return work.size() == 0; });
}

bool ConcurrentMarker::IsIdle() {
  std::lock_guard<std::mutex> lock(mutex_);
  return active_ == 0 && pool_.empty() && ranges_.empty() && mutator_work_.empty();
}

void ConcurrentMarker::Share(Marker& mutator) {
  if (!is_running() || !IsHungry()) return;
  TakeAll(mutator);
  if (!IsHungry()) job_->NotifyConcurrencyIncrease();
}

// ---- On any thread ------------------------------------------------------------------------------

void ConcurrentMarker::Add(WorklistSegment* segment, uint32_t size) {
  std::lock_guard<std::mutex> lock(mutex_);
  pool_.push_back({segment, size});
  pooled_.fetch_add(1, std::memory_order_relaxed);
}

// Moves all that the marker has still to look at to the pool.
void ConcurrentMarker::TakeAll(Marker& marker) {
  while (WorklistSegment* segment = marker.segments_.TakeBelow()) Add(segment, WorklistSegment::kEntries);
  PackedOffset* begin = marker.segments_.current()->begin();
  if (marker.worklist_top_ != begin) {
    auto* segment = static_cast<WorklistSegment*>(std::malloc(sizeof(WorklistSegment)));
    if (segment == nullptr) {
      marker.overflowed_ = true;  // they are marked: a walk of the heap finds them
    } else {
      std::copy(begin, marker.worklist_top_, segment->begin());
      Add(segment, static_cast<uint32_t>(marker.worklist_top_ - begin));
    }
    marker.worklist_top_ = begin;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  auto is_young = [&](const Marker::Parts& parts) {
    return __atomic_load_n(&young_[BlockOf(OffsetOf(parts.first))], __ATOMIC_RELAXED) != kOld;
  };
  auto old = std::partition(marker.long_ranges_.begin(), marker.long_ranges_.end(), is_young);
  pooled_.fetch_add(static_cast<size_t>(marker.long_ranges_.end() - old), std::memory_order_relaxed);
  ranges_.insert(ranges_.end(), old, marker.long_ranges_.end());
  marker.long_ranges_.erase(old, marker.long_ranges_.end());
}

// Gives the marker, which has no grey objects, some of the pool.
bool ConcurrentMarker::Take(Marker& marker) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!pool_.empty()) {
    Pooled pooled = pool_.back();
    pool_.pop_back();
    pooled_.fetch_sub(1, std::memory_order_relaxed);
    lock.unlock();
    for (uint32_t i = 0; i < pooled.size; i++) marker.Push(Unpack(pooled.segment->entries[i]));
    std::free(pooled.segment);
    return true;
  }
  if (!ranges_.empty()) {
    marker.long_ranges_.push_back(ranges_.back());
    ranges_.pop_back();
    pooled_.fetch_sub(1, std::memory_order_relaxed);
    return true;
  }
  return false;
}

// ---- On helpers ---------------------------------------------------------------------------------

void ConcurrentMarker::Run(JobDelegate* delegate) {
  CallWithCageBase(heap_->base(), [&] { RunInCage(delegate); });
}

// Where memory ends, the helper does. What it had still to look at is marked: a walk of the heap finds it.
void ConcurrentMarker::RunInCage(JobDelegate* delegate) {
  Marker* marker = nullptr;
  {
    std::lock_guard<std::mutex> lock(mutex_);
    active_++;
    if (!idle_helpers_.empty()) {
      marker = idle_helpers_.back();
      idle_helpers_.pop_back();
    }
  }
  bool finished = platform::CatchExhaustion([&] {
    if (marker == nullptr) marker = NewHelper();
    while (!delegate->ShouldYield()) {
      if (!marker->has_grey_objects() && marker->long_ranges_.empty() && !Take(*marker)) break;
      size_t before = marker->scanned_bytes_;
      marker->MarkSome(kBytesAtOnce);
      progress_.fetch_add(marker->scanned_bytes_ - before, std::memory_order_relaxed);
      if (marker->mutator_work_.size() >= kHandOverFrom) HandOver(*marker);
      if (IsHungry()) {
        if (WorklistSegment* segment = marker->segments_.TakeBelow()) {
          Add(segment, WorklistSegment::kEntries);
          delegate->NotifyConcurrencyIncrease();
        }
      }
    }
    TakeAll(*marker);
    HandOver(*marker);
  });
  std::lock_guard<std::mutex> lock(mutex_);
  if (marker != nullptr) {
    scanned_bytes_ += std::exchange(marker->scanned_bytes_, 0);
    marker->overflowed_ |= !finished;
    if (finished) idle_helpers_.push_back(marker);  // there is room: NewHelper has seen to it
  }
  active_--;
}

Marker* ConcurrentMarker::NewHelper() {
  auto made = std::make_unique<Marker>(heap_, true);
  made->Begin(heap_->blocks().first_collected());
  made->shares_marks_ = true;
  std::lock_guard<std::mutex> lock(mutex_);
  idle_helpers_.reserve(helpers_.size() + 1);
  helpers_.push_back(std::move(made));
  return helpers_.back().get();
}

void ConcurrentMarker::HandOver(Marker& marker) {
  if (marker.mutator_work_.size() == 0) return;
  std::lock_guard<std::mutex> lock(mutex_);
  mutator_work_.emplace_back();
  std::swap(mutator_work_.back(), marker.mutator_work_);
}

}  // namespace halfword::gc
