// The parts of the public headers that only ask or tell the heap something: heaps bound to threads, scopes,
// regions of persistents, states, statistics.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "gc/heap_impl.h"
#include "halfword/gc/heap_consistency.h"
#include "halfword/gc/heap_state.h"
#include "halfword/gc/object_size_trait.h"
#include "halfword/gc/platform.h"
#include "halfword/gc/process_heap_statistics.h"
#include "halfword/gc/testing.h"
#include "platform/memory.h"

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
  return OwnHeapAround(object).strong_nodes();
}
PersistentRegion& WeakPersistentPolicy::GetPersistentRegion(const void* object) {
  return OwnHeapAround(object).weak_nodes();
}
CrossThreadPersistentRegion& StrongCrossThreadPersistentPolicy::GetPersistentRegion(const void* object) {
  return ImplAround(object).shared_strong_nodes();
}
CrossThreadPersistentRegion& WeakCrossThreadPersistentPolicy::GetPersistentRegion(const void* object) {
  return ImplAround(object).shared_weak_nodes();
}

// ---- Sizes --------------------------------------------------------------------------------------

size_t BaseObjectSizeTrait::GetObjectSizeForGarbageCollected(const void* object) {
  return ImplAround(object).ObjectSizeAt(OffsetOf(object));
}
size_t BaseObjectSizeTrait::GetObjectSizeForGarbageCollectedMixin(const void* inner) {
  HeapImpl& heap = ImplAround(inner);
  return heap.ObjectSizeAt(heap.FindObject(OffsetOf(inner)));
}

// ---- The write barrier in pieces ----------------------------------------------------------------

WriteBarrier::Type BarrierTypeSlow(const void* in_heap) {
  HeapImpl& heap = ImplAround(in_heap);
  if (kSharedCage && !heap.sees_every_store()) return WriteBarrier::Type::kNone;  // another heap does
  return heap.is_marking() ? WriteBarrier::Type::kMarking : WriteBarrier::Type::kGenerational;
}

void MarkValueSlow(HeapFront* front, const void* value) {
  if (CageBaseOf(value) == reinterpret_cast<uintptr_t>(front) - kFrontOffset) {
    ImplAround(value).MarkValue(OffsetOf(value));
  }
}

void MarkRangeSlow(HeapFront* front, const void* first, size_t size, size_t count, TraceCallback trace) {
  ImplAround(first).MarkParts(first, size, count, trace);
}

void RetraceSlow(HeapFront* front, const void* object) {
  ImplAround(object).RecordWritesAround(OffsetOf(object));
}

}  // namespace internal

// ---- Scopes and states --------------------------------------------------------------------------

void NoGarbageCollectionScope::Enter(HeapHandle& handle) { Heap::From(handle).impl().entry_.no_collection++; }
void NoGarbageCollectionScope::Leave(HeapHandle& handle) { Heap::From(handle).impl().entry_.no_collection--; }

namespace subtle {

bool DisallowGarbageCollectionScope::IsGarbageCollectionAllowed(HeapHandle& handle) {
  HeapImpl& heap = Heap::From(handle).impl();
  return heap.disallow_collection_ == 0 && !heap.collecting_;
}
void DisallowGarbageCollectionScope::Enter(HeapHandle& handle) {
  Heap::From(handle).impl().disallow_collection_++;
}
void DisallowGarbageCollectionScope::Leave(HeapHandle& handle) {
  Heap::From(handle).impl().disallow_collection_--;
}

bool HeapState::IsMarking(const HeapHandle& handle) {
  const HeapImpl& heap = Heap::From(handle).impl();
  return heap.is_marking();
}
bool HeapState::IsSweeping(const HeapHandle& handle) {
  const HeapImpl& heap = Heap::From(handle).impl();
  return heap.is_sweeping() || heap.finalizing_;
}
bool HeapState::IsSweepingOnOwningThread(const HeapHandle& handle) {
  return Heap::From(handle).impl().finalizing_;
}
bool HeapState::IsInAtomicPause(const HeapHandle& handle) { return Heap::From(handle).impl().collecting_; }
bool HeapState::PreviousGCWasConservative(const HeapHandle& handle) {
  return Heap::From(handle).impl().last_was_conservative_;
}

}  // namespace subtle

namespace testing {

OverrideEmbedderStackStateScope::OverrideEmbedderStackStateScope(HeapHandle& handle, EmbedderStackState state)
    : handle_(handle) {
  HeapImpl& heap = Heap::From(handle).impl();
  former_ = heap.stack_state_of_steps_;
  heap.stack_state_of_steps_ = state;
}
OverrideEmbedderStackStateScope::~OverrideEmbedderStackStateScope() {
  Heap::From(handle_).impl().stack_state_of_steps_ = former_;
}

void StandaloneTestingHeap::StartGarbageCollection() { Heap::From(handle_).StartIncrementalMarking(); }
bool StandaloneTestingHeap::PerformMarkingStep(EmbedderStackState) {
  return Heap::From(handle_).AdvanceMarking(1000);
}
void StandaloneTestingHeap::FinalizeGarbageCollection(EmbedderStackState state) {
  Heap& heap = Heap::From(handle_);
  if (!heap.is_marking() || heap.impl().is_evacuation_forced()) return heap.CollectGarbage(state);
  heap.FinalizeMarking(state);
  heap.FinishSweeping();
}
void StandaloneTestingHeap::ToggleMainThreadMarking(bool) {}
void StandaloneTestingHeap::ForceCompactionForNextGarbageCollection() {
  Heap::From(handle_).impl().ForceEvacuation();
}

bool IsHeapObjectOld(void* object) {
  HeapImpl& heap = HeapAround(object)->impl();
  CageOffset offset = OffsetOf(object);
  return offset < heap.first_collected() ||
         (TestBit(heap.start_bits(), offset) && TestBit(heap.mark_bits(), offset));
}

}  // namespace testing

// ---- Statistics ---------------------------------------------------------------------------------

void HeapImpl::ReportUsage() {
  usage_.Set(limits_.used_bytes(), std::min(limits_.used_bytes(), pace_.live_bytes() + pace_.allocated()));
}

size_t HeapImpl::ResidentBytes() const {
  if (!kSharedCage) {
    return platform::ResidentBytes(ObjectAt(kNullPageSize), BlockStart(blocks_.end()) - kNullPageSize);
  }
  size_t bytes = 0;
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    bool is_mine = blocks_[b].kind != BlockKind::kFree || blocks_[b].dirty;
    if (is_mine) bytes += platform::ResidentBytes(ObjectAt(BlockStart(b)), kBlockSize);
  }
  return bytes;
}

// Every object is looked at if there is to be detail.
void HeapImpl::FillMemoryStatistics(HeapStatistics& s, bool detail) {
  s.committed_size_bytes = s.committed_bytes;
  s.pooled_memory_size_bytes = s.committed_bytes - std::min(s.committed_bytes, s.used_bytes);
  s.resident_size_bytes = ResidentBytes();
  s.used_size_bytes = std::min(limits_.used_bytes(), pace_.live_bytes() + pace_.allocated());
  s.detail_level = detail ? HeapStatistics::kDetailed : HeapStatistics::kBrief;
  if (!detail) return;

  using Space = HeapStatistics::SpaceStatistics;
  constexpr size_t kOwnSpaces = 3;
  s.space_stats.resize(kOwnSpaces + custom_.size() / 2);
  for (const char* name : {"NormalSpace", "FinalizableSpace", "LargeSpace"}) {
    s.space_stats[static_cast<size_t>(name[0] == 'N' ? 0 : name[0] == 'F' ? 1 : 2)].name = name;
  }
  for (size_t i = kOwnSpaces; i < s.space_stats.size(); i++) {
    s.space_stats[i].name = "CustomSpace" + std::to_string(i - kOwnSpaces);
  }
  constexpr size_t kFirstBucket = 4;  // 16 bytes
  constexpr size_t kBuckets = kBlockShift - kFirstBucket;
  for (Space& space : s.space_stats) {
    for (size_t i = 0; i < kBuckets; i++)
      space.free_list_stats.bucket_size.push_back(size_t{1} << (i + kFirstBucket));
    space.free_list_stats.free_count.resize(kBuckets);
    space.free_list_stats.free_size.resize(kBuckets);
  }
  auto space_of = [&](const BlockInfo& info) -> Space& {
    size_t index = info.space != 0                        ? kOwnSpaces + info.space - 1
                   : info.kind == BlockKind::kLarge       ? 2
                   : info.kind == BlockKind::kFinalizable ? 1
                                                          : 0;
    return s.space_stats[index];
  };

  // Blocks first, so that each object finds its page.
  struct Context {
    HeapImpl* self;
    HeapStatistics* s;
    std::vector<HeapStatistics::PageStatistics*> page_of_block;
    std::vector<uint32_t> type_numbers;
    decltype(space_of)* space;
  } context{this, &s, {}, std::vector<uint32_t>(kTypeIndexLimit), &space_of};
  FinishSweeping();
  IndexAllRuns();
  std::vector<std::pair<Space*, size_t>> pages(blocks_.end());
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    const BlockInfo& info = blocks_[b];
    size_t bytes = kBlockSize;
    if (info.kind == BlockKind::kLarge) {
      bytes = RoundUp(size_t{info.value} * kGranule + kLargeStart, 4096);
    } else if (info.kind != BlockKind::kSmall && info.kind != BlockKind::kFinalizable) {
      continue;
    }
    Space& space = space_of(info);
    pages[b] = {&space, space.page_stats.size()};
    HeapStatistics::PageStatistics page;
    page.committed_size_bytes = bytes;
    page.resident_size_bytes = platform::ResidentBytes(ObjectAt(BlockStart(b)), bytes);
    space.committed_size_bytes += bytes;
    space.resident_size_bytes += page.resident_size_bytes;
    space.page_stats.push_back(std::move(page));
    if (info.kind == BlockKind::kLarge) continue;
    for (uint32_t g = 1; g < kBlockGranules;) {
      CageOffset offset = OffsetIn(b, g);
      uint32_t end = g + 1;
      auto is_set = [&](uint32_t granule) {
        CageOffset at = OffsetIn(b, granule);
        return TestBit(blocks_.start_bits(), at) || TestBit(blocks_.mark_bits(), at);
      };
      while (end < kBlockGranules && !is_set(end)) end++;
      if (TestBit(blocks_.mark_bits(), offset) && !TestBit(blocks_.start_bits(), offset)) {
        size_t size = size_t{end - g} * kGranule;
        size_t bucket = 0;
        while (bucket + 1 < kBuckets && size >> (bucket + 1 + kFirstBucket) != 0) bucket++;
        space.free_list_stats.free_count[bucket]++;
        space.free_list_stats.free_size[bucket] += size;
      }
      g = end;
    }
  }
  context.page_of_block.resize(blocks_.end());
  for (uint32_t b = 0; b < blocks_.end(); b++) {
    if (pages[b].first != nullptr) context.page_of_block[b] = &pages[b].first->page_stats[pages[b].second];
  }
  s.used_size_bytes = 0;
  ForEachObject(
      [](void* data, void* object) {
        auto& c = *static_cast<Context*>(data);
        CageOffset offset = OffsetOf(object);
        size_t size = c.self->CellSizeAt(offset);
        uint32_t& number = c.type_numbers[TypeIndexOf(c.self->base_, object)];
        if (number == 0) {
          c.s->type_names.emplace_back(internal::NameOfObject(c.self->base_, c.self->TypeAt(offset), object));
          number = static_cast<uint32_t>(c.s->type_names.size());
        }
        HeapStatistics::PageStatistics& page = *c.page_of_block[BlockOf(offset)];
        if (page.object_statistics.size() < number) page.object_statistics.resize(number);
        page.object_statistics[number - 1].object_count++;
        page.object_statistics[number - 1].allocated_bytes += size;
        page.used_size_bytes += size;
        (*c.space)(c.self->blocks_[BlockOf(offset)]).used_size_bytes += size;
        c.s->used_size_bytes += size;
      },
      &context);
}

}  // namespace halfword::gc
