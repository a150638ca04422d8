#include "halfword/gc/heap.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "gc/asan.h"
#include "gc/heap_impl.h"
#include "gc/shared_cage.h"
#include "halfword/gc/tagged_field.h"
#include "halfword/gc/write_barrier.h"
#include "platform/clock.h"
#include "platform/exhaustion.h"
#include "platform/memory.h"
#include "platform/stack.h"

namespace halfword::gc {

namespace internal {

void Fatal(const char* sentence, const char* file, int line) { CheckFailed(sentence, file, line); }

void NotEntered() {
  Fatal("a reference was stored, or an object made, outside of Heap::Enter: the thread is in no heap",
        __FILE__, __LINE__);
}

}  // namespace internal

namespace {

// Of the cage's size: three bitmaps of a bit per 8 bytes, and 8 bytes a block.
constexpr size_t kAnnexDivisor = 16;
// For heaps of C++ objects only.
constexpr TypeInfo kNoClientTypes[1] = {};
static_assert(3.0 / 64 + 8.0 / kBlockSize <= 1.0 / kAnnexDivisor);

// Of the cage, what the heap may take.
size_t SizeInCage(const HeapOptions& options) {
  uint64_t most = options.types.types != nullptr ? kTaggedSpan : kCageSpan;
  return std::clamp<size_t>(RoundUp(options.cage_size, MiB), MiB, most);
}
// The client's front matter is at the front of the cage, if there is only one client.
size_t ClientFrontInAnnex(const HeapOptions& options) {
  return kSharedCage ? RoundUp(options.client_front_bytes, 4096) : 0;
}
Slot ReserveSlot(size_t cage, size_t annex_fixed, std::string* error) {
  if constexpr (!kSharedCage) return Slot::Reserve(cage, annex_fixed, kAnnexDivisor, error);
  SharedCage* shared = SharedCage::Get(error);
  return shared != nullptr ? Slot::ReserveAnnex(shared->slot(), annex_fixed, kAnnexDivisor, error) : Slot();
}

// Keeps memory for as many as small heaps have.
template <class T>
void Forget(std::vector<T>& entries) {
  if (entries.capacity() * sizeof(T) > 64 * KiB) entries = {};
  entries.clear();
}

}  // namespace

HeapImpl::Annex::Annex(const Slot& slot, const HeapOptions& options) {
  size_t cage = slot.cage_size();
  // What small heaps write is nearest to the cage: it shares a page table.
  uintptr_t p = slot.annex_end() - kAnnexFrontSize;
  front = reinterpret_cast<AnnexFront*>(p);
  p -= RoundUp(options.client_annex_bytes, 4096);
  client_annex = reinterpret_cast<void*>(p);
  p -= ClientFrontInAnnex(options);
  client_front = reinterpret_cast<void*>(p);
  p -= cage / kBlockSize * sizeof(BlockInfo);
  tables.blocks = reinterpret_cast<BlockInfo*>(p);
  p -= cage / 64;
  tables.mark_bits = reinterpret_cast<uint64_t*>(p);
  p -= cage / 64;
  tables.start_bits = reinterpret_cast<uint64_t*>(p);
  p -= cage / 64;
  tables.log_bits = reinterpret_cast<uint64_t*>(p);
}

HeapImpl::HeapImpl(Heap* heap, const HeapOptions& options, Slot slot)
    : heap_(heap),
      entry_(heap->entry_),
      slot_(static_cast<Slot&&>(slot)),
      base_(slot_.cage_base()),
      front_(heap->front()),
      annex_(slot_, options),
      client_front_bytes_(options.client_front_bytes),
      types_(options.types.types != nullptr ? options.types : TypeTable{kNoClientTypes, 1}),
      limits_(callbacks_, kSharedCage ? std::min(slot_.cage_size(), SizeInCage(options)) : slot_.cage_size(),
              options.heap_limit),
      blocks_(base_, slot_.cage_size(), annex_.tables,
              {heap, static_cast<uint32_t>(RoundUp(limits_.cage_size(), kChunkSize) / kChunkSize),
               options.types.types != nullptr ? kTaggedSpan : kCageSpan},
              limits_),
      pace_(options),
      marker_(this),
      compactable_spaces_(options.compactable_spaces),
      marking_(options.marking),
      sweeping_(options.sweeping),
      generational_(options.generational),
      stress_interval_(options.stress_interval),
      stress_kind_(options.stress_kind),
      conservative_stack_(options.conservative_stack),
      verify_(options.verify) {
  annex_.front->heap = heap;
  annex_.front->stamp = base_;
  heap_->client_annex_ = annex_.client_annex;
  heap_->SetClientFront(annex_.client_front);
  main_.kind = BlockKind::kSmall;
  medium_.kind = BlockKind::kSmall;
  medium_.recycles = false;
  finalizable_.kind = BlockKind::kFinalizable;
  CHECK(options.custom_spaces <= internal::kMaxCustomSpaces);
  CHECK(options.compactable_spaces >> options.custom_spaces == 0);
  custom_.resize(options.custom_spaces * 2);
  for (size_t i = 0; i < custom_.size(); i++) {
    custom_[i].kind = i % 2 == 0 ? BlockKind::kSmall : BlockKind::kFinalizable;
    custom_[i].space = static_cast<uint8_t>(i / 2 + 1);
  }
#if !HALFWORD_BASE_GLOBAL || HALFWORD_SHARED_CAGE  // helpers need the heap's base
  if (options.platform != nullptr && marking_ == MarkingType::kIncrementalAndConcurrent) {
    concurrent_ = std::make_unique<ConcurrentMarker>(this, options.platform, blocks_.limit());
  }
#endif
  if (options.platform != nullptr && sweeping_ == SweepingType::kIncrementalAndConcurrent) {
    sweeper_ = std::make_unique<ConcurrentSweeper>(this, options.platform, blocks_.limit());
  }
  if (options.image.end == 0) Begin();  // else MapImage does, when the front matter is there
}

CageOffset HeapImpl::ClientFrontEnd() const {
  size_t front_bytes = kSharedCage ? 0 : client_front_bytes_;
  return static_cast<CageOffset>(RoundUp(kClientFrontOffset + front_bytes, kBlockSize));
}

// The state of a heap without objects of its own. REQUIRES: bitmaps and block table are zero above the image.
void HeapImpl::Begin() {
  bool is_image = image_.end != 0;
  blocks_.Begin(is_image ? image_.end : ClientFrontEnd(), is_image);
  limits_.Reset();
  pace_.Reset();
  front_->image_end = blocks_.first_collected();
  phase_ = Phase::kIdle;
  UpdateBarrier();
  new_runs_.clear();
  unswept_runs_.clear();
  remembered_objects_.Clear();
  Forget(remembered_slots_);
  Forget(prefinalizers_);
  ForEachLab([](Lab& lab) {
    Lab fresh;
    fresh.kind = lab.kind;
    fresh.space = lab.space;
    fresh.recycles = lab.recycles;
    lab = fresh;
  });
  evacuates_ = force_evacuation_ = false;
  marker_.DropLog();
  sweep_cursor_ = sweep_end_ = 0;
  SetPace(0);
  PublishMain();
}

HeapImpl::~HeapImpl() {
  CHECK(!collecting_);
  if (blocks_.end() == 0) return;  // its image could not be mapped
  CallWithCageBase(base_, [&] {
    FinalizeEverything();
    ClearPersistents();
    if (callbacks_.before_release != nullptr) callbacks_.before_release(callbacks_.data);
  });
  if constexpr (kSharedCage) {
    SeeEveryStore(false);
    SharedCage::At(base_).GiveBack(heap_);
    return;
  }
#if HALFWORD_GC_ASAN
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + kNullPageSize),
                              BlockStart(blocks_.end()) - kNullPageSize);
#endif
}

void HeapImpl::operator delete(HeapImpl* impl, std::destroying_delete_t) {
  Slot slot = static_cast<Slot&&>(impl->slot_);  // released last
  impl->~HeapImpl();
}

void HeapImpl::Exhausted(const char* sentence) {
  if (entry_.enters == 0) internal::Fatal(sentence, __FILE__, __LINE__);
  platform::ThrowExhaustion();
}

// Destructors of the frames that were left may not have run; `no_collection` is what it was when they began.
// What they stored need not have got through the barrier, so there can't be collections any more.
void HeapImpl::RecoverFromExhaustion(uint32_t no_collection) {
  entry_.no_collection = no_collection + 1;
  is_exhausted_ = true;
  if (statistics_.in_pause()) {
    statistics_.AbandonPause();
    collecting_ = finalizing_ = false;
    is_broken_ = true;
    StopHelpers();
    if (sweeper_ != nullptr) sweeper_->Stop();
    if (marker_.is_active()) marker_.End(false);
    phase_ = Phase::kIdle;
    UpdateBarrier();
    Reschedule();
  }
  SyncMain();
  PublishMain();
  limits_.NoteOver();
}

void HeapImpl::SetStressInterval(uint32_t n, StressKind kind) {
  main_.top = front_->top;
  stress_interval_ = n;
  stress_kind_ = kind;
  stress_count_ = 0;
  Reschedule();
  PublishMain();
}

// The heap's end, or that of all that was allocated since its image.
void HeapImpl::FinalizeEverything() {
  if (is_broken_) return;  // nobody knows what is alive: the client's before_release frees what it can
  AbortMarking();
  FinishSweeping();
  main_.top = front_->top;
  ForEachLab([this](Lab& lab) { Retire(lab); });
  RunFinalizers(true);
}

void HeapImpl::ClearPersistents() {
  auto clear = [](auto& region) {
    region.ForEach([](auto& node) { node.callback(node.owner, nullptr, nullptr); });
    region.Reset();
  };
  clear(strong_nodes_);
  clear(weak_nodes_);
  internal::PersistentRegionLock lock;
  clear(shared_strong_nodes_);
  clear(shared_weak_nodes_);
}

void HeapImpl::Terminate() {
  constexpr int kMostRounds = 20;
  CHECK(!collecting_ && entry_.no_collection == 0);
  int rounds = 0;
  do {
    CHECK(rounds++ < kMostRounds);  // a finalizer keeps making persistents
    CallWithCageBase(base_, [&] { ClearPersistents(); });
    Collect(StackState::kNoHeapPointers, true);
  } while (strong_nodes_.NodesInUse() + shared_strong_nodes_.NodesInUse() != 0);
  is_terminated_ = true;
  Reschedule();
}

HeapStatistics HeapImpl::Statistics(bool detail) {
  HeapStatistics s{};
  s.cage_size = slot_.cage_size();
  for (uint32_t b = 0; b < blocks_.end(); b++) {
    if (blocks_[b].kind != BlockKind::kFree || blocks_[b].dirty) s.committed_bytes += kBlockSize;
  }
  s.used_bytes = limits_.used_bytes();
  s.live_bytes = pace_.live_bytes();
  s.external_bytes = limits_.external_bytes();
  s.allocated_bytes = pace_.allocated_in_all();
  s.limit = limits_.limit();
  statistics_.WriteTo(s);
  if (detail) FinishSweeping();
  FillMemoryStatistics(s, detail);
  if (detail) {
    std::vector<HeapStatistics::Type> all(kTypeIndexLimit);
    struct Context {
      HeapImpl* self;
      std::vector<HeapStatistics::Type>* all;
    } context{this, &all};
    ForEachObject(
        [](void* data, void* object) {
          auto* c = static_cast<Context*>(data);
          auto& type = (*c->all)[TypeIndexOf(c->self->base_, object)];
          type.objects++;
          type.bytes += c->self->CellSizeAt(OffsetOf(object));
        },
        &context);
    for (uint32_t i = 0; i < kTypeIndexLimit; i++) {
      if (all[i].objects == 0) continue;
      all[i].index = i;
      all[i].name = TypeByIndex(i).name;
      s.types.push_back(all[i]);
    }
  }
  return s;
}

// ---- Heap ---------------------------------------------------------------------------------------

#if HALFWORD_SHARED_CAGE

namespace {
__thread Heap* current_heap = nullptr;
}

void Heap::MakeCurrent(Heap* heap) { current_heap = heap; }
Heap* Heap::CurrentOrNull() { return current_heap; }
Heap* HeapAround(const void* place) { return SharedCage::At(CageBaseOf(place)).OwnerOf(OffsetOf(place)); }

#else

void Heap::MakeCurrent(Heap* heap) { SetCageBase(heap != nullptr ? heap->base_ : 0); }

#endif

Heap::Heap() = default;
Heap::~Heap() {
  delete impl_.get();  // its finalizers may use the heap: impl_ stays what it is until they have run
  (void)impl_.release();
  if (is_linked_) Unlink();
}

std::unique_ptr<Heap> Heap::Create(const gc::HeapOptions& options, std::string* error) {
  size_t cage = SizeInCage(options);
  if (kSharedCage && options.image.end != 0) {
    if (error != nullptr) *error = "an image can't be mapped into a cage that other heaps share";
    return nullptr;
  }
  if (kClientFrontOffset + options.client_front_bytes > cage / 2) {
    if (error != nullptr) *error = "the client's front matter does not fit into the cage";
    return nullptr;
  }
  size_t fixed = kAnnexFrontSize + RoundUp(options.client_annex_bytes, 4096) + ClientFrontInAnnex(options);
  Slot slot = ReserveSlot(cage, fixed, error);
  if (!slot.is_reserved()) return nullptr;
  if (platform::HugePagesAreDefault()) {
    platform::AdviseHugePages(reinterpret_cast<void*>(slot.annex_begin()), slot.reserved_size(), false);
  }
  std::unique_ptr<Heap> heap(new Heap());
  heap->base_ = slot.cage_base();
  static_assert(sizeof(AnnexFront) + sizeof(HeapImpl) <= kAnnexFrontSize &&
                sizeof(AnnexFront) % alignof(HeapImpl) == 0);
  void* place = reinterpret_cast<AnnexFront*>(slot.annex_end() - kAnnexFrontSize) + 1;
  heap->impl_.reset(new (place) HeapImpl(heap.get(), options, static_cast<Slot&&>(slot)));
  heap->SetCallbacks(options.callbacks);
  if (options.image.end != 0 && !heap->impl_->MapImage(options.image, error)) return nullptr;
  return heap;
}

size_t Heap::cage_size() const { return impl_->limits_.cage_size(); }
size_t Heap::extent() const { return BlockStart(impl_->blocks_.end()); }
void Heap::Enter(void (*callback)(void*), void* data) {
  uintptr_t former = entry_.stack_start;
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  platform::StackBounds bounds = platform::NativeStackBounds();
  // The whole stack of the thread, so that callers of Enter may keep references too; on a stack of the
  // client's own making, what is known of it.
  if (here >= bounds.end && here < bounds.start) {
    entry_.stack_start = bounds.start;
  } else if (former <= here) {
    entry_.stack_start = here;
  }
  Heap* outer = kSharedCage ? CurrentOrNull() : nullptr;  // else the base says it
  if (kSharedCage) MakeCurrent(this);
  if (!entry_.reports_exhaustion) {
    CallWithCageBase(base_, callback, data);
  } else {
    uint32_t no_collection = entry_.no_collection;
    uint32_t enters = entry_.enters++;
    bool finished = false;
    CallWithCageBase(base_, [&] { finished = platform::CatchExhaustion(callback, data); });
    entry_.enters = enters;
    if (!finished) impl_->RecoverFromExhaustion(no_collection);
  }
  if (kSharedCage) MakeCurrent(outer);
  entry_.stack_start = former;
}
void Heap::AttachToThread() { MakeCurrent(this); }
void Heap::DetachFromThread() { MakeCurrent(nullptr); }
void Heap::SetStackStart(const void* address) { entry_.stack_start = reinterpret_cast<uintptr_t>(address); }
void* Heap::AllocateSlow(Header header, size_t cell_size) { return impl_->AllocateSlow(header, cell_size); }
void* Heap::AllocateLarge(Header header, size_t cell_size) {
  return impl_->AllocateLarge(header, cell_size, false, false);
}
void* Heap::TryAllocateLarge(Header header, size_t cell_size) {
  return impl_->AllocateLarge(header, cell_size, false, true);
}
void* Heap::TryAllocateLargeUninitialized(Header header, size_t cell_size) {
  return impl_->AllocateLarge(header, cell_size, false, true, false);
}
void* Heap::AllocateFinalizable(Header header, size_t cell_size) {
  return impl_->AllocateFinalizable(header, cell_size);
}
bool Heap::EnsureRoom(size_t cell_size) { return impl_->EnsureRoom(cell_size); }
void Heap::AdjustExternalBytes(int64_t delta) { impl_->AdjustExternalBytes(delta); }
bool Heap::CanGrowExternal(size_t bytes) { return impl_->CanGrowExternal(bytes); }
void Heap::CollectGarbage(StackState state) { impl_->Collect(state); }
void Heap::CollectMinor(StackState state) { impl_->CollectMinor(state); }
void Heap::ReleaseMemory(StackState state) { impl_->Collect(state, true); }
void Heap::Terminate() { impl_->Terminate(); }
void Heap::StartIncrementalMarking() { impl_->StartMarking(CollectionReason::kRequest); }
bool Heap::AdvanceMarking(uint32_t microseconds) {
  return impl_->AdvanceMarking({SIZE_MAX, platform::MonotonicNanoseconds() + uint64_t{microseconds} * 1000});
}
void Heap::FinalizeMarking(StackState state) { impl_->FinalizeMarking(state); }
bool Heap::AdvanceSweeping(uint32_t microseconds) {
  return impl_->AdvanceSweeping({SIZE_MAX, platform::MonotonicNanoseconds() + uint64_t{microseconds} * 1000});
}
void Heap::FinishSweeping() { impl_->FinishSweeping(); }
bool Heap::is_marking() const { return impl_->is_marking(); }
bool Heap::is_sweeping() const { return impl_->is_sweeping(); }
void Heap::SetStressInterval(uint32_t n, StressKind kind) { impl_->SetStressInterval(n, kind); }
void Heap::SetVerification(bool on) { impl_->verify_ = on; }
void Heap::SetLimit(size_t bytes) { impl_->SetLimit(bytes); }
void Heap::SetCallbacks(const HeapCallbacks& callbacks) {
  impl_->callbacks_ = callbacks;
  entry_.reports_exhaustion = callbacks.out_of_memory != nullptr;
}
void Heap::SetCollectionListener(CollectionListener listener, void* data) {
  impl_->statistics_.SetListener(listener, data);
}
bool Heap::WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error) {
  return impl_->WriteImage(fd, file_offset, image, error);
}
void Heap::ResetToImage() { impl_->ResetToImage(); }
bool Heap::is_collecting() const { return impl_->collecting_; }
bool Heap::is_over_limit() const { return impl_->limits_.is_over(); }
HeapStatistics Heap::CollectStatistics(bool detail) const { return impl_->Statistics(detail); }
HeapStatistics Heap::CollectStatistics(HeapStatistics::DetailLevel level) const {
  return impl_->Statistics(level == HeapStatistics::kDetailed);
}
const TypeInfo& Heap::TypeOf(const void* object) const { return impl_->TypeAt(OffsetOf(object)); }
size_t Heap::CellSizeOf(const void* object) const { return impl_->CellSizeAt(OffsetOf(object)); }

void* Heap::FindObject(const void* address) const {
  if (!IsInCage(base_, address) || OffsetOf(address) < kNullPageSize) return nullptr;
  CageOffset offset = impl_->FindObject(OffsetOf(address));
  return offset != 0 ? impl_->ObjectAt(offset) : nullptr;
}

void Heap::ForEachObject(void (*body)(void*, void*), void* data) { impl_->ForEachObject(body, data); }
void Heap::Verify() { impl_->Verify(); }

namespace {

struct ReferenceContext {
  HeapImpl* heap;
  void (*body)(void*, const TaggedBits*, void*);
  void* data;
};

class ReferenceVisitor : public Visitor {
 public:
  explicit ReferenceVisitor(ReferenceContext* context)
      : Visitor(
            context->heap,
            [](void* data, const TaggedBits* slot, CageOffset offset, Tag) {
              auto* c = static_cast<ReferenceContext*>(data);
              c->body(c->data, slot, c->heap->ObjectAt(offset));
            },
            context) {}
};

}  // namespace

void Heap::ForEachReference(void* object, void (*body)(void*, const TaggedBits*, void*), void* data) {
  ReferenceContext context{impl_.get(), body, data};
  ReferenceVisitor visitor(&context);
  impl_->TraceObjectWith(visitor, OffsetOf(object));
}

// ---- Write barrier ------------------------------------------------------------------------------

// Every slow path asks here whether there is a heap at all.
static uintptr_t EnteredBase(const HeapFront* front) {
  if (front == &kNoFront) internal::NotEntered();
  return reinterpret_cast<uintptr_t>(front) - kFrontOffset;
}

HALFWORD_PRESERVE_MOST void WriteBarrierSlow(HeapFront*, const void* object, TaggedBits value) {
  HeapAround(object)->impl().RecordWrite(OffsetOf(object), value);
}
HALFWORD_PRESERVE_MOST void RangeWriteBarrierSlow(HeapFront* front, const void* object) {
  (void)EnteredBase(front);
  HeapAround(object)->impl().RecordWrites(OffsetOf(object));
}

namespace internal {

HALFWORD_PRESERVE_MOST void SlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;  // not in the heap
  void* value = DecompressMember(base, *static_cast<const MemberBits*>(slot));
  HeapAround(slot)->impl().RecordSlotWrite(OffsetOf(slot), value, false);
}
HALFWORD_PRESERVE_MOST void UncompressedSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  if (OffsetOf(slot) < front->image_end) return;  // image objects hold no addresses
  HeapAround(slot)->impl().RecordSlotWrite(OffsetOf(slot), *static_cast<void* const*>(slot), false);
}
HALFWORD_PRESERVE_MOST void WeakSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  void* value = DecompressMember(base, *static_cast<const MemberBits*>(slot));
  HeapAround(slot)->impl().RecordSlotWrite(OffsetOf(slot), value, true);
}

HALFWORD_PRESERVE_MOST void TaggedSlotWriteBarrierSlow(HeapFront* front, const void* slot) {
  uintptr_t base = EnteredBase(front);
  if (!IsInCage(base, slot)) return;
  HALFWORD_GC_DCHECK(OffsetOf(slot) >= front->image_end);
  TaggedBits bits = *static_cast<const TaggedBits*>(slot);
  if (IsHeapPointer(bits))
    HeapAround(slot)->impl().RecordSlotWrite(OffsetOf(slot), Decompress(base, bits), false);
}

void RegisterPrefinalizer(void* object, Prefinalizer callback) {
  HeapAround(object)->impl().AddPrefinalizer(object, callback);
}

}  // namespace internal
}  // namespace halfword::gc
