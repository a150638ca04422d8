// What binds a heap to the program that uses it: its thread, its persistents, scopes in which it may not
// collect, and the questions of the public headers that need no more than an answer.
#include <mutex>
#include <thread>

#include "gc/allocation/failure_injection.h"
#include "gc/allocation_listener.h"
#include "gc/heap_impl.h"
#include "gc/limits.h"
#include "gc/pauses.h"
#include "halfword/gc/heap_consistency.h"
#include "halfword/gc/heap_state.h"
#include "halfword/gc/object_size_trait.h"
#include "halfword/gc/platform.h"
#include "halfword/gc/testing.h"

namespace halfword::gc {

// ---- Heaps that belong to their thread ----------------------------------------------------------

std::unique_ptr<Heap> Heap::Create(std::shared_ptr<Platform> platform, HeapOptions options) {
  gc::HeapOptions o;
  if (options.resource_constraints.initial_heap_size_bytes != 0) {
    o.initial_threshold = options.resource_constraints.initial_heap_size_bytes;
  }
  o.marking = options.marking_support;
  o.sweeping = options.sweeping_support;
  o.platform = platform;
  o.conservative_stack = options.stack_support == StackSupport::kSupportsConservativeStackScan;
  o.custom_spaces = options.custom_spaces.size();
  CHECK(o.custom_spaces <= internal::kMaxCustomSpaces);
  for (size_t i = 0; i < options.custom_spaces.size(); i++) {
    if (options.custom_spaces[i]->GetCustomSpaceIndex().value != i) {
      internal::Fatal("custom spaces must be listed in the order of their indices, from 0", __FILE__,
                      __LINE__);
    }
    o.compactable_spaces |= uint32_t{options.custom_spaces[i]->IsCompactable()} << i;
  }
  std::string error;
  std::unique_ptr<Heap> heap = Create(o, &error);
  if (heap == nullptr) internal::Fatal(error.c_str(), __FILE__, __LINE__);
  heap->platform_ = std::move(platform);
  heap->custom_spaces_ = std::move(options.custom_spaces);
  if (options.stack_start_marker.has_value()) heap->SetStackStart(options.stack_start_marker->address());
  heap->Link();
  return heap;
}

// The heaps of a thread form a chain from its current one through outer_. Usually it has one link.
void Heap::Link() {
  is_linked_ = true;
  thread_ = std::this_thread::get_id();
  outer_ = CurrentOrNull();
  MakeCurrent(this);
}

bool Heap::IsUsableHere() const { return !is_linked_ || thread_ == std::this_thread::get_id(); }

void Heap::Unlink() {
  if (IsCurrent()) return MakeCurrent(outer_);
  for (Heap* heap = CurrentOrNull(); heap != nullptr && heap->is_linked_; heap = heap->outer_) {
    if (heap->outer_ == this) heap->outer_ = outer_;
  }
}

namespace internal {

void Fatal(const std::string& reason, const SourceLocation& location) {
  Fatal(reason.c_str(), location.FileName() != nullptr ? location.FileName() : "?",
        static_cast<int>(location.Line()));
}

// ---- Regions of persistents ---------------------------------------------------------------------

namespace {

std::mutex& RegionMutex() {
  HW_PROCESS_STATE("The lock of persistents that threads share.");
  static std::mutex mutex;

  return mutex;
}
HeapImpl& ImplAround(const void* object) { return HeapAround(object)->impl(); }
// A heap that was made for its thread is used by no other.
HeapImpl& OwnHeapAround(const void* object) {
  HALFWORD_GC_DCHECK(HeapAround(object)->IsUsableHere());
  return ImplAround(object);
}

}  // namespace

PersistentRegionLock::PersistentRegionLock() { RegionMutex().lock(); }
PersistentRegionLock::~PersistentRegionLock() { RegionMutex().unlock(); }

PersistentRegion& StrongPersistentPolicy::GetPersistentRegion(const void* object) {
  return OwnHeapAround(object).roots().strong_nodes();
}
PersistentRegion& WeakPersistentPolicy::GetPersistentRegion(const void* object) {
  return OwnHeapAround(object).roots().weak_nodes();
}
CrossThreadPersistentRegion& StrongCrossThreadPersistentPolicy::GetPersistentRegion(const void* object) {
  return ImplAround(object).roots().shared_strong_nodes();
}
CrossThreadPersistentRegion& WeakCrossThreadPersistentPolicy::GetPersistentRegion(const void* object) {
  return ImplAround(object).roots().shared_weak_nodes();
}

// ---- Sizes --------------------------------------------------------------------------------------

size_t BaseObjectSizeTrait::GetObjectSizeForGarbageCollected(const void* object) {
  return ImplAround(object).ObjectSizeAt(OffsetOf(object));
}
size_t BaseObjectSizeTrait::GetObjectSizeForGarbageCollectedMixin(const void* inner) {
  HeapImpl& heap = ImplAround(inner);
  return heap.ObjectSizeAt(heap.FindObject(OffsetOf(inner)));
}

}  // namespace internal

// ---- Scopes and states --------------------------------------------------------------------------

void NoGarbageCollectionScope::Enter(HeapHandle& handle) {
  Heap::From(handle).impl().entry().no_collection++;
}
void NoGarbageCollectionScope::Leave(HeapHandle& handle) {
  Heap::From(handle).impl().entry().no_collection--;
}

namespace subtle {

bool DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(HeapHandle& handle) {
  HeapImpl& heap = Heap::From(handle).impl();
  return heap.cycle().is_collection_allowed() && !heap.cycle().is_collecting();
}
void DisallowGarbageCollectionScope::Enter(HeapHandle& handle) {
  Heap::From(handle).impl().cycle().DisallowCollection(1);
}
void DisallowGarbageCollectionScope::Leave(HeapHandle& handle) {
  Heap::From(handle).impl().cycle().DisallowCollection(-1);
}

bool HeapState::IsMarking(const HeapHandle& handle) {
  const HeapImpl& heap = Heap::From(handle).impl();
  return heap.cycle().is_marking();
}
bool HeapState::IsSweeping(const HeapHandle& handle) {
  const HeapImpl& heap = Heap::From(handle).impl();
  return heap.cycle().is_sweeping() || heap.sweeper().is_finalizing();
}
bool HeapState::IsSweepingOnOwningThread(const HeapHandle& handle) {
  return Heap::From(handle).impl().sweeper().is_finalizing();
}
bool HeapState::IsInAtomicPause(const HeapHandle& handle) {
  return Heap::From(handle).impl().cycle().is_collecting();
}
bool HeapState::PreviousGCWasConservative(const HeapHandle& handle) {
  return Heap::From(handle).impl().cycle().last_was_conservative();
}

}  // namespace subtle

namespace testing {

OverrideEmbedderStackStateScope::OverrideEmbedderStackStateScope(HeapHandle& handle, EmbedderStackState state)
    : handle_(handle) {
  HeapImpl& heap = Heap::From(handle).impl();
  former_ = heap.cycle().stack_state_of_steps();
  heap.cycle().stack_state_of_steps() = state;
}
OverrideEmbedderStackStateScope::~OverrideEmbedderStackStateScope() {
  Heap::From(handle_).impl().cycle().stack_state_of_steps() = former_;
}

void StandaloneTestingHeap::StartGarbageCollection() { Heap::From(handle_).StartIncrementalMarking(); }
bool StandaloneTestingHeap::PerformMarkingStep(EmbedderStackState) {
  return Heap::From(handle_).AdvanceMarking(1000);
}
void StandaloneTestingHeap::FinalizeGarbageCollection(EmbedderStackState state) {
  Heap& heap = Heap::From(handle_);
  if (!heap.is_marking() || heap.impl().cycle().is_evacuation_forced()) return heap.CollectGarbage(state);
  heap.FinalizeMarking(state);
  heap.FinishSweeping();
}
void StandaloneTestingHeap::ToggleMainThreadMarking(bool) {}
void StandaloneTestingHeap::ForceCompactionForNextGarbageCollection() {
  Heap::From(handle_).impl().cycle().ForceEvacuation();
}

bool IsHeapObjectOld(void* object) {
  HeapImpl& heap = HeapAround(object)->impl();
  CageOffset offset = OffsetOf(object);
  return offset < heap.blocks().first_collected() ||
         (TestBit(heap.blocks().start_bits(), offset) && TestBit(heap.blocks().mark_bits(), offset));
}

}  // namespace testing

// ---- For tests, and for those who ask before they allocate --------------------------------------

namespace subtle {

void CountAllocations(Heap& heap, Failures failures, uint64_t n) {
  heap.impl().allocator().CountAllocations(true, failures, n);
}
uint64_t AllocationCount(const Heap& heap) { return heap.impl().allocator().allocation_count(); }
size_t RoomUnderLimit(const Heap& heap) { return heap.impl().limits().room(); }
void SetAllocationListener(Heap& heap, AllocationListener* listener) {
  heap.impl().allocator().SetListener(listener);
}
uint64_t NanosecondsInPauses(const Heap& heap) { return heap.impl().statistics().pause_total(); }
void ForgetAllocations(Heap& heap) { heap.impl().allocator().CountAllocations(false, Failures::kNone, 0); }

}  // namespace subtle

}  // namespace halfword::gc
