// Marking on helper threads, beside the program and beside the marking steps of the program's own thread
// ("the mutator's").
//
// Helpers share grey objects with the mutator through a pool of worklist segments. They set mark bits
// atomically, as all do while a helper may run, and look only into objects that were there when marking
// began: what was allocated since ("young" objects: they have no start bits, but for those of blocks that say
// so) may still be in the making, so it is handed to the mutator. So is all work that takes more than reading
// slots and setting mark bits: references to the middle of an object, ephemerons whose key is not marked,
// weak containers, client types with a trace function, and what Trace methods of C++ classes defer.
//
// Why no reference is missed: the mutator stores a reference and then, behind a fence, reads the mark bit of
// the object. A helper sets the mark bit and then reads the references. So one of them sees what the other
// did. (Or the mutator marks what it stored a reference to, whatever object holds it.)
//
//   Start        the mutator's worklist goes to the pool; a job is posted to the platform
//   Share        the worklist goes there again, at the end of each pause after which helpers have none
//   TakeWork     the mutator takes over what helpers left to it, and grey objects when it has none
//   Stop         helpers have returned, the mutator owns all that is left
#ifndef HALFWORD_GC_MARKING_CONCURRENT_MARKER_H_
#define HALFWORD_GC_MARKING_CONCURRENT_MARKER_H_

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "gc/blocks/block.h"
#include "gc/marking/marker.h"
#include "halfword/gc/platform.h"

namespace halfword::gc {

class ConcurrentMarker {
 public:
  ConcurrentMarker(HeapImpl* heap, std::shared_ptr<Platform> platform, uint32_t block_limit);
  ~ConcurrentMarker();

  // Called when marking begins. No block is young then.
  void BeginCycle();
  void Start();
  void Stop();
  bool is_running() const { return job_ != nullptr; }
  // True if it gave the mutator anything to do.
  bool TakeWork();
  // All grey objects that helpers have left to the mutator so far.
  void TakeObjectsLeft();
  // The pool is empty and no helper is at work: nothing more will come.
  bool IsIdle();
  // The mutator's worklist goes to the pool if that is empty.
  void Share(Marker& mutator);
  // What helpers have marked since this was asked last.
  size_t TakeProgress() { return progress_.exchange(0, std::memory_order_relaxed); }

  // Objects that are allocated into these blocks from now on are not for helpers: those without start bits,
  // or, if `all`, any there.
  void NoteYoung(uint32_t first_block, uint32_t count, bool all) {
    for (uint32_t b = first_block; b < first_block + count; b++) {
      uint8_t age = all ? kAllYoung : std::max<uint8_t>(young_[b], kSomeYoung);
      __atomic_store_n(&young_[b], age, __ATOMIC_RELAXED);
    }
    // Before references to such objects are stored, and before they get start bits.
    __atomic_thread_fence(__ATOMIC_RELEASE);
  }
  bool MayBeYoung(CageOffset offset, const uint64_t* start_bits) const {
    uint64_t starts = __atomic_load_n(start_bits + BitmapWordOf(offset), __ATOMIC_ACQUIRE);
    uint8_t young = __atomic_load_n(&young_[BlockOf(offset)], __ATOMIC_ACQUIRE);
    return HALFWORD_UNLIKELY(young != kOld) && (young == kAllYoung || (starts & BitmapMaskOf(offset)) == 0);
  }
  size_t scanned_bytes() const { return scanned_bytes_; }

 private:
  enum Age : uint8_t { kOld, kSomeYoung, kAllYoung };
  class Job;
  struct Pooled {
    WorklistSegment* segment;
    uint32_t size;
  };

  bool IsHungry() const { return pooled_.load(std::memory_order_relaxed) == 0; }
  void Add(WorklistSegment* segment, uint32_t size);
  void TakeAll(Marker& marker);
  bool Take(Marker& marker);
  // On helpers.
  void Run(JobDelegate* delegate);
  void RunInCage(JobDelegate* delegate);
  Marker* NewHelper();
  void HandOver(Marker& marker);

  static constexpr size_t kMostHelpers = 4;

  HeapImpl* const heap_;
  const std::shared_ptr<Platform> platform_;
  std::unique_ptr<JobHandle> job_;
  std::unique_ptr<uint8_t[]> young_;  // by block: an Age

  std::mutex mutex_;
  std::vector<Pooled> pool_;
  std::vector<Marker::Parts> ranges_;              // long ones
  std::vector<Marker::MutatorWork> mutator_work_;  // in the order it came
  std::vector<std::unique_ptr<Marker>> helpers_;
  std::vector<Marker*> idle_helpers_;  // of them: not at work
  size_t active_ = 0;                  // helpers at work
  size_t scanned_bytes_ = 0;           // by helpers, in this cycle
  std::atomic<size_t> pooled_{0};      // segments and ranges
  std::atomic<size_t> progress_{0};    // bytes
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_MARKING_CONCURRENT_MARKER_H_
