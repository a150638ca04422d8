// A heap: one cage, its objects and their collector. One thread at a time uses a heap; any thread
// may be that one.
//
//   auto heap = Heap::Create(options, &error);
//   heap->Enter([&] { void* object = heap->Allocate(TypedHeader(kMyType, CellSize(24)), CellSize(24)); … });
//
// Enter sets the thread's cage base and the bounds of the native stack, which is scanned conservatively: raw
// pointers, tagged words and members in C++ locals keep their objects alive, so there are no handles. Objects
// do not move, but for those of custom spaces that say they may (custom_space.h).
//
// Collection: by default a cycle marks in steps of bounded time, driven by allocation, and ends in a short
// pause; the dead are swept block by block as memory is needed. The program's part is the write barrier
// (write_barrier.h). MarkingType::kAtomic does it all in one pause and needs no barrier.
//
// Memory: Allocate never returns null. If a request exceeds the limit even after a collection,
// `out_of_memory` is called once, and allocation goes on into a reserve. The client is expected to wind down.
// When the reserve is used up too, the innermost Enter returns (platform/exhaustion.h), and is_exhausted()
// says so; without the callback the process ends. TryAllocateLarge returns null over the limit.
#ifndef HALFWORD_GC_HEAP_H_
#define HALFWORD_GC_HEAP_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "halfword/gc/common.h"
#include "halfword/gc/custom_space.h"
#include "halfword/gc/heap_handle.h"
#include "halfword/gc/heap_statistics.h"
#include "halfword/gc/internal/front.h"
#include "halfword/gc/type_table.h"

namespace halfword::gc {

class HeapImpl;
class Platform;
class Visitor;

using StackState = EmbedderStackState;

enum class MarkingType : uint8_t {
  kAtomic,                    // in one pause
  kIncremental,               // in steps, between which the program runs
  kIncrementalAndConcurrent,  // and on helper threads beside the program, if the heap's platform has any
};
enum class SweepingType : uint8_t {
  kAtomic,                    // in the pause of its collection
  kIncremental,               // block by block, as memory is needed
  kIncrementalAndConcurrent,  // and on helper threads beside the program, as above
};

// What SetStressInterval does at every n-th allocation.
enum class StressKind : uint8_t {
  kCollect,  // a whole collection
  kStep,     // one step of an incremental cycle: marking in about eight, then sweeping
};

// Where a heap image lies in a file. It maps anywhere, because nothing in it is an address.
struct HeapImage {
  int fd = -1;               // stays open while heaps are made from it
  uint64_t file_offset = 0;  // a multiple of 4096
  uint32_t end = 0;          // cage offset where the image ends; 0: no image
  // Objects below are immortal in heaps made from it; those above are the heap's own. At most `end`.
  uint32_t immortal_end = 0;
  uint32_t remembered = 0;  // how many places in immortal objects may refer to own ones
  // The block table, as the file has it, for as long as heaps are made from the image or reset to it. Null:
  // they read it from the file.
  const void* table = nullptr;
  // What WriteImage writes, in bytes: the cage up to `end`, two bitmaps of own objects, the block table, and
  // the remembered places.
  uint64_t size() const {
    return end == 0 ? 0
                    : (end - kNullPageSize) + uint64_t{end} / 4096 + (end - immortal_end) / 32 +
                          uint64_t{remembered} * sizeof(uint32_t);
  }
  uint64_t table_offset() const {  // in the file
    return file_offset + (end - kNullPageSize) + (end - immortal_end) / 32;
  }
  uint32_t table_bytes() const { return end / 4096; }
};

// What the objects of an image are to the heaps that are made from it.
enum class ImageObjects : uint8_t {
  // Neither marked nor swept. For an image of which there are many heaps.
  kImmortal,
  // Immortal is what is immortal in the heap that is written. What it has made is the new heap's own again,
  // and is collected when it dies, unless that comes to more than half of what is immortal: then all is
  // immortal. For an image that follows another in a chain.
  kChained,
  // All are the new heap's own. The heap that is written collects those of the image it was made from, too,
  // and has them for its own from then on.
  kOwn,
};

struct HeapCallbacks {
  void* data = nullptr;  // first argument of all
  void (*trace_roots)(void* data, Visitor& visitor) = nullptr;
  // Asked while memory for a large object is cleared, in steps of a collection, and while collections make
  // room under the limit, at least once per millisecond of work. True: the program is about to be stopped and
  // won't use the object. The rest is then cleared in the fastest way, and the collection is abandoned.
  bool (*should_stop)(void* data) = nullptr;
  // At the beginning of the pause that may end a collection.
  void (*before_collection)(void* data) = nullptr;
  void (*after_collection)(void* data) = nullptr;  // may not allocate
  // Live memory is close to the limit after a collection: returns the new limit (the same one to leave it).
  size_t (*near_limit)(void* data, size_t limit) = nullptr;
  // `needed` bytes would be in use and are more than the limit, or, after a collection, are in use: returns
  // the limit from now on. May not allocate.
  size_t (*adjust_limit)(void* data, size_t needed) = nullptr;
  // A request did not fit under the limit even after a collection, or nearly all work is collecting. Called
  // once, and again only after live memory has been below the limit.
  void (*out_of_memory)(void* data) = nullptr;
  // Asked by the verifier about each live object, once the collector's own invariants hold for all: null, or
  // a sentence that says which of the client's the object breaks ("has …"). May neither allocate nor write.
  const char* (*verify_object)(void* data, void* object) = nullptr;
  // The heap is about to be destroyed. All finalizers have run; the cage and the client's
  // annex are released next.
  void (*before_release)(void* data) = nullptr;
};

// Why a collection began.
enum class CollectionReason : uint8_t {
  kAllocation,  // enough had been allocated since the last one
  kRoom,        // a request did not fit under the limit
  kRequest,     // the program asked for it
  kStress,      // SetStressInterval
};

// A collection whose sweep is over.
struct CollectionReport {
  CollectionReason reason;
  bool is_minor;
  uint64_t pauses;  // that it took: steps and the end of marking
  uint64_t pause_nanoseconds_total;
  uint64_t pause_nanoseconds_longest;
  uint64_t mark_nanoseconds;   // in pauses
  uint64_t sweep_nanoseconds;  // in pauses and where allocation wanted room
  size_t bytes_before;    // of cells, when marking ended: what lived after the last collection, and since
  size_t bytes_after;     // of them lived
  size_t external_bytes;  // now
  size_t blocks_before;   // in use when marking ended
  size_t blocks_after;    // now: with those taken while it swept
};
// May not allocate in the heap.
using CollectionListener = void (*)(void* data, const CollectionReport& report);

struct HeapOptions {
  // The size to ask for; less is taken where address space is limited. From 1 MiB to kCageSpan: 4 GiB, or
  // what the library was built for. With tagged words (`types`) no more than kTaggedSpan.
  size_t cage_size = size_t{kCageSpan};
  size_t client_front_bytes = 0;  // zeroed, at cage base + kClientFrontOffset
  size_t client_annex_bytes = 0;  // zeroed, in the annex: Heap::client_annex()
  size_t heap_limit = 0;          // bytes of blocks in use plus external; 0: 15/16 of the cage
  // What may be in use beyond that, or beyond what is when out_of_memory is called. 0: a quarter of the
  // limit, and at least 8 MiB. The cage is an end as well.
  size_t reserve = 0;
  size_t initial_threshold = size_t{8} << 20;  // allocate this much before the first collection
  double growth = 0.75;                        // and then max(initial_threshold, growth * live)
  // A heap is busy while collecting takes more than a 32nd of the time. Then the first of the two is doubled
  // from collection to collection, up to this factor, and the second grows as its square root does; while
  // collecting takes next to no time they are halved again. Never more than half of the room under
  // heap_limit. 1: they stay.
  double busy_factor = 1;
  MarkingType marking = MarkingType::kIncremental;
  SweepingType sweeping = SweepingType::kIncremental;
  std::shared_ptr<Platform> platform;  // whose threads help; not needed otherwise
  uint32_t step_microseconds = 500;    // the longest that marking or sweeping may hold up an allocation
  // Minor collections between the full ones. They mark and sweep only what was allocated since
  // the one before, and keep the marks of what survives (sticky mark bits). Every store then
  // calls the barrier's slow path.
  bool generational = false;
  TypeTable types;
  HeapCallbacks callbacks;
  uint32_t stress_interval = 0;  // n: as SetStressInterval(n, stress_kind)
  StressKind stress_kind = StressKind::kCollect;
  bool conservative_stack = true;
  size_t custom_spaces = 0;  // their number
  // A bit for each of them whose objects may move, 1 for the one with index 0.
  uint32_t compactable_spaces = 0;
  // Start as a copy-on-write clone of this image: its objects are immortal, its client front matter is the
  // client's (client_front_bytes must be the same). Compressed builds only.
  HeapImage image;
  bool verify = HALFWORD_ASSERTS;  // verify the heap after each collection
};

struct HeapStatistics : MemoryStatistics {
  struct Type {
    const char* name;
    uint32_t index;
    size_t objects;
    size_t bytes;
  };
  size_t cage_size;
  size_t committed_bytes;  // blocks that may be resident
  size_t used_bytes;       // blocks that hold objects
  size_t live_bytes;       // cells alive after the last collection
  size_t external_bytes;
  size_t allocated_bytes;  // since the heap began, by allocation runs
  size_t limit;
  uint64_t collections;  // of both kinds
  uint64_t minor_collections;
  uint64_t steps;                      // of marking and sweeping, those that were not part of a pause
  uint64_t pause_nanoseconds_total;    // pauses at the end of collections, and steps
  uint64_t pause_nanoseconds_last;     // of the last collection's end
  uint64_t pause_nanoseconds_longest;  // of all
  uint64_t mark_nanoseconds_last;      // of the last collection, its steps included
  uint64_t sweep_nanoseconds_last;
  uint64_t evacuated_blocks;  // whose objects moved to others (custom_space.h) …
  uint64_t moved_bytes;       // … and what those had
  std::vector<Type> types;  // with detail only: objects now in the heap, dead ones not yet collected included
};

// Records the frame that makes it. The native stack is scanned down from there.
class StackStartMarker final {
 public:
  HALFWORD_INLINE StackStartMarker() : address_(__builtin_frame_address(0)) {}
  const void* address() const { return address_; }

 private:
  const void* address_;
};

namespace internal {

class EnterScope;

// What each Enter reads and writes. It is kept apart from the rest of the heap, which lies in pages of
// its own. A program that enters many heaps in turn would otherwise wait for a walk through the page
// tables at each of them.
struct HeapEntry {
  uintptr_t stack_start = 0;  // where the conservative scan ends
  uint32_t no_collection = 0;
  uint32_t enters = 0;              // in progress that memory's end can be reported to
  const void* thread = nullptr;     // that is inside
  EnterScope* scopes = nullptr;     // all that are in progress
  bool reports_exhaustion = false;  // to the client
};

}  // namespace internal

class HALFWORD_EXPORT Heap final : public AllocationHandle, public HeapHandle {
 public:
  // ---- As cppgc does it ---- One heap per thread: creating a heap makes it the thread's until it is
  // destroyed, so there is no Enter.
  using StackState = gc::StackState;
  using MarkingType = gc::MarkingType;
  using SweepingType = gc::SweepingType;
  enum class StackSupport : uint8_t { kSupportsConservativeStackScan, kNoConservativeStackScan };
  struct ResourceConstraints {
    size_t initial_heap_size_bytes = 0;
  };
  struct HeapOptions {
    static HeapOptions Default() { return {}; }
    std::vector<std::unique_ptr<CustomSpaceBase>> custom_spaces;  // with the indices 0, 1, 2 …
    StackSupport stack_support = StackSupport::kSupportsConservativeStackScan;
    MarkingType marking_support = MarkingType::kIncrementalAndConcurrent;
    SweepingType sweeping_support = SweepingType::kIncrementalAndConcurrent;
    ResourceConstraints resource_constraints;
    std::optional<StackStartMarker> stack_start_marker;
  };
  HALFWORD_GC_OF_THIS_BUILD static std::unique_ptr<Heap> Create(std::shared_ptr<Platform> platform,
                                                                HeapOptions options);
  static std::unique_ptr<Heap> Create(std::shared_ptr<Platform> platform) {
    return Create(std::move(platform), HeapOptions::Default());
  }
  void ForceGarbageCollectionSlow(const char* /*source*/, const char* /*reason*/,
                                  StackState state = StackState::kMayContainHeapPointers) {
    CollectGarbage(state);
  }
  AllocationHandle& GetAllocationHandle() { return *this; }
  HeapHandle& GetHeapHandle() { return *this; }

  // ---- As the library does it ---- Null and a sentence in *error if there is not enough address space.
  HALFWORD_GC_OF_THIS_BUILD static std::unique_ptr<Heap> Create(const gc::HeapOptions& options,
                                                                std::string* error);
  // Finalizes all objects, except any that finalizers create, and releases all memory. No thread may be
  // inside the heap.
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  static Heap& FromBase(uintptr_t base) { return *HeapOf(base); }
  static Heap& Of(const void* object) { return *HeapAround(object); }
  // The heap that this thread has entered.
#if HALFWORD_SHARED_CAGE
  static Heap& Current() {
    Heap* heap = CurrentOrNull();
    if (HALFWORD_UNLIKELY(heap == nullptr)) internal::NotEntered();
    return *heap;
  }
#else
  static Heap& Current() {
    uintptr_t base = CageBase();
    if (HALFWORD_UNLIKELY(base == 0)) internal::NotEntered();
    return *HeapOf(base);
  }
#endif
  // The heap of what `holder` refers to. It is the holder's own heap if the holder is in one.
  static Heap& For([[maybe_unused]] const void* holder) {
#if HALFWORD_SHARED_CAGE
    if (IsInCage(CageBase(), holder)) return *HeapAround(holder);
#endif
    return Current();
  }
  static Heap& From(AllocationHandle& handle) { return static_cast<Heap&>(handle); }
  static Heap& From(HeapHandle& handle) { return static_cast<Heap&>(handle); }
  static const Heap& From(const HeapHandle& handle) { return static_cast<const Heap&>(handle); }

  uintptr_t cage_base() const { return base_; }
#if HALFWORD_SHARED_CAGE
  HeapFront* front() const { return const_cast<HeapFront*>(&front_); }
  void* client_front() const { return client_front_; }
#else
  HeapFront* front() const { return FrontOf(base_); }
  void* client_front() const { return reinterpret_cast<void*>(base_ + kClientFrontOffset); }
#endif
  void* client_annex() const { return client_annex_; }
  size_t cage_size() const;
  // Bytes from the cage base to the end of the last block that was ever used, since the last reset. The
  // system has page tables for it even where pages were given back.
  size_t extent() const;

  // Runs body() inside the heap: this thread's cage base is the heap's, its stack from here on down is
  // scanned. Nests.
  template <typename F>
  void Enter(F&& body) {
    Enter([](void* f) { (*static_cast<std::remove_reference_t<F>*>(f))(); },
          const_cast<void*>(static_cast<const void*>(&body)));
  }
  void Enter(void (*callback)(void*), void* data);
  // For programs with one heap per thread that cannot wrap their body in Enter. Makes this heap the thread's
  // until Detach. Both change the base directly (see the exceptions in internal/cage_base.h), so call them
  // from a function that dereferences no reference itself: the compiler may assume that the base is the same
  // in all of it.
  void AttachToThread();
  static void DetachFromThread();
  // Overrides where conservative scanning stops (the highest address). Enter does it for you.
  void SetStackStart(const void* address);

  // ---- Allocation ----
  // A cell of `cell_size` bytes (a multiple of 8, at most kMaxSmallCell) with `header`; the object is zero.
  // Returns the object's address. May collect, unless a NoGarbageCollectionScope is open.
  HALFWORD_INLINE void* Allocate(Header header, size_t cell_size);
  // Any size. `header` must have been made with the same cell size (TypedHeader writes 0 for large cells).
  // Zeroed. TryAllocateLarge returns null rather than exceed the limit; AllocateLarge as Allocate does.
  void* AllocateLarge(Header header, size_t cell_size);
  void* TryAllocateLarge(Header header, size_t cell_size);
  // For types without references. The memory is uninitialized, except for the last eight bytes.
  void* TryAllocateLargeUninitialized(Header header, size_t cell_size);
  // Either of the two, by size.
  HALFWORD_INLINE void* AllocateAny(Header header, size_t cell_size) {
    return HALFWORD_LIKELY(cell_size <= kMaxSmallCell) ? Allocate(header, cell_size)
                                                       : AllocateLarge(header, cell_size);
  }
  // For types with a finalizer (their objects live in blocks of their own); any size.
  void* AllocateFinalizable(Header header, size_t cell_size);
  // The out-of-line half of Allocate, for code that inlines the bump allocation itself.
  HALFWORD_NOINLINE void* AllocateSlow(Header header, size_t cell_size);

  // True if a cell of this size fits under the limit, after a collection if need be: then the next allocation
  // does not exceed it. (A small cell may need a block, and is counted so.)
  bool EnsureRoom(size_t cell_size);

  // Memory outside the cage that lives and dies with heap objects: counts toward threshold and limit.
  void AdjustExternalBytes(int64_t delta);
  // True if `bytes` more of external memory fit under the limit, after a collection if need be.
  bool CanGrowExternal(size_t bytes);

  // ---- Collection ----
  void CollectGarbage(StackState state = StackState::kMayContainHeapPointers);
  // Collects what was allocated since the last collection, or all if the heap is not generational.
  void CollectMinor(StackState state = StackState::kMayContainHeapPointers);
  // Collects and gives every free page back.
  void ReleaseMemory(StackState state = StackState::kMayContainHeapPointers);
  // The end of all objects, before the heap's: clears every persistent, collects as if no stack referred to
  // anything, which runs all prefinalizers and finalizers, and does both again while finalizers make objects:
  // here they may. From then on nothing may be allocated. REQUIRES: no NoGarbageCollectionScope is open.
  void Terminate();
  // A cycle by hand; allocation may advance and finish it too. StartIncrementalMarking does nothing if a
  // cycle is in progress, the others if none is. AdvanceMarking marks for about so long and returns true when
  // only the final pause is left; FinalizeMarking ends the cycle.
  void StartIncrementalMarking();
  bool AdvanceMarking(uint32_t microseconds);
  void FinalizeMarking(StackState state = StackState::kMayContainHeapPointers);
  // Sweeps for about so long; true when everything is swept.
  bool AdvanceSweeping(uint32_t microseconds);
  void FinishSweeping();
  bool is_marking() const;
  bool is_sweeping() const;
  void SetStressInterval(uint32_t n, StressKind kind = StressKind::kCollect);
  void SetLimit(size_t bytes);  // as HeapOptions::heap_limit
  void SetCallbacks(const HeapCallbacks& callbacks);
  const HeapCallbacks& callbacks() const;
  void SetVerification(bool on);  // as HeapOptions::verify
  // Told of each collection when its sweep is over. Null: nobody.
  void SetCollectionListener(CollectionListener listener, void* data);
  bool is_collecting() const;
  bool is_over_limit() const;  // out_of_memory was called and live memory has not come down since
  // Enter was left because the reserve or the cage was used up, wherever the program was. There are no
  // collections any more: what is left to do is to save what matters, and to destroy the heap.
  bool is_exhausted() const;

  // ---- Images ----
  // Collects (of the words on the stack only those with the client's stamp count, see AnnexFront; persistents
  // do not go along), clears what is free, and writes the heap to `fd` at `file_offset`. The heap lives on.
  // The finalizers of immortal objects do not run in heaps made from it. What is zero is not written: beyond
  // what the file has, it reads as zero.
  bool WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error,
                  ImageObjects objects = ImageObjects::kImmortal);
  // Back to the image this heap was made from: runs the finalizers of what was allocated since, drops every
  // private page, clears persistents. The client's annex is the client's to reset.
  void ResetToImage();

  // ---- Questions ----
  HeapStatistics CollectStatistics(bool detail = false) const;
  HeapStatistics CollectStatistics(HeapStatistics::DetailLevel level) const;
  const TypeInfo& TypeOf(const void* object) const;
  size_t CellSizeOf(const void* object) const;
  // The object that `address` points into, or null. Slow (finds the object's start).
  void* FindObject(const void* address) const;
  // Calls body(data, object) for every object that survived the last collection or was allocated since
  // (finishes sweeping). No allocation inside.
  void ForEachObject(void (*body)(void* data, void* object), void* data);
  template <typename F>
  void ForEachObject(F&& body) {
    ForEachObject(&Call<F>, const_cast<void*>(static_cast<const void*>(&body)));
  }
  // The same for those that ForEachObject leaves out: they came with an image, and are never collected.
  void ForEachImmortalObject(void (*body)(void* data, void* object), void* data);
  template <typename F>
  void ForEachImmortalObject(F&& body) {
    ForEachImmortalObject(&Call<F>, const_cast<void*>(static_cast<const void*>(&body)));
  }
  // Calls body for every reference in `object`: (slot or null if it is a C++ member, referent).
  void ForEachReference(void* object, void (*body)(void* data, const TaggedBits* slot, void* referent),
                        void* data);
  // Checks the whole heap; ends the process with a description at the first fault.
  void Verify();

  // False if the heap belongs to another thread.
  bool IsUsableHere() const;

  HeapImpl& impl() { return *impl_; }
  const HeapImpl& impl() const { return *impl_; }

 private:
  friend class HeapImpl;
  Heap();
  template <typename F>
  static void Call(void* f, void* object) {
    (*static_cast<std::remove_reference_t<F>*>(f))(object);
  }
  void Link();
  void Unlink();
  static void MakeCurrent(Heap* heap_or_null);
#if HALFWORD_SHARED_CAGE
  static Heap* CurrentOrNull();
  bool IsCurrent() const { return CurrentOrNull() == this; }
  void SetClientFront(void* front) { client_front_ = front; }
  HeapFront front_{};
  void* client_front_ = nullptr;
#else
  static Heap* CurrentOrNull() { return CageBase() != 0 ? HeapOf(CageBase()) : nullptr; }
  bool IsCurrent() const { return CageBase() == base_; }  // also when its memory is gone
  void SetClientFront(void*) {}
#endif

  uintptr_t base_ = 0;
  std::unique_ptr<HeapImpl> impl_;
  internal::HeapEntry entry_;
  void* client_annex_ = nullptr;
  // A heap that was made for this thread keeps what belongs to it, and remembers which heap
  // was the thread's before.
  std::shared_ptr<Platform> platform_;
  std::vector<std::unique_ptr<CustomSpaceBase>> custom_spaces_;
  Heap* outer_ = nullptr;
  std::thread::id thread_;
  bool is_linked_ = false;
};

// While one exists the heap does not collect; it grows instead.
class HALFWORD_EXPORT NoGarbageCollectionScope final {
 public:
  static void Enter(HeapHandle& handle);
  static void Leave(HeapHandle& handle);

  [[nodiscard]] explicit NoGarbageCollectionScope(HeapHandle& handle) : handle_(handle) { Enter(handle); }
  ~NoGarbageCollectionScope() { Leave(handle_); }
  NoGarbageCollectionScope(const NoGarbageCollectionScope&) = delete;
  NoGarbageCollectionScope& operator=(const NoGarbageCollectionScope&) = delete;

 private:
  HeapHandle& handle_;
};

// The inline fast path. `slow` allocates where the run is used up.
template <typename Slow>
HALFWORD_INLINE void* BumpAllocate(uintptr_t base, HeapFront* front, Header header, size_t cell_size,
                                   Slow&& slow) {
  HALFWORD_GC_DCHECK(cell_size % kGranule == 0 && cell_size >= kGranule && cell_size <= kMaxSmallCell);
  CageOffset top = front->top;
  CageOffset next = top + static_cast<CageOffset>(cell_size);
  if (HALFWORD_UNLIKELY(next > front->limit)) return slow();
  front->top = next;
  void* object = reinterpret_cast<void*>(base + top);
  PrefetchBehind(object);
  HeaderOf(object) = header;
  return object;
}

void* Heap::Allocate(Header header, size_t cell_size) {
  void* object =
      BumpAllocate(base_, front(), header, cell_size, [&] { return AllocateSlow(header, cell_size); });
  // From here on there is the address. Else a compiler might keep the offset, of 32 bits, to make the address
  // again where it is used: what a scan of the stack need not know where there are no tagged words.
  __asm__("" : "+r"(object));
  return object;
}

#if !HALFWORD_SHARED_CAGE
// Without a Heap, as generated code does it: the same few instructions.
HALFWORD_INLINE void* Allocate(uintptr_t base, Header header, size_t cell_size) {
  return BumpAllocate(base, FrontOf(base), header, cell_size,
                      [&] { return HeapOf(base)->AllocateSlow(header, cell_size); });
}
#endif

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEAP_H_
