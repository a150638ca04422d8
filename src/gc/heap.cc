#include "halfword/gc/heap.h"

#include "gc/heap_impl.h"
#include "gc/inspection/verifier.h"
#include "gc/shared_cage.h"
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

// ---- Heap ---------------------------------------------------------------------------------------

namespace internal {

// Its address is the thread's.
HW_PROCESS_STATE("Each thread has its own, of which only the address counts.");
static __thread char here __attribute__((tls_model("initial-exec")));

// An Enter in progress. (With fibers, the one that began last need not be the first to end.)
class EnterScope {
 public:
  explicit EnterScope(HeapEntry& entry)
      : entry_(&entry), next_(entry.scopes), stack_start_(entry.stack_start) {
    const void* inside = __atomic_load_n(&entry.thread, __ATOMIC_RELAXED);
    if (HALFWORD_UNLIKELY(inside != &here)) {
      if (inside != nullptr)
        Fatal("a thread enters a heap that another thread is inside of", __FILE__, __LINE__);
      __atomic_store_n(&entry.thread, &here, __ATOMIC_RELAXED);
    }
    if (next_ != nullptr) next_->previous_ = this;
    entry.scopes = this;
  }
  ~EnterScope() {
    CheckHeapIsThere();
    entry_->stack_start = stack_start_;
    (previous_ != nullptr ? previous_->next_ : entry_->scopes) = next_;
    if (next_ != nullptr) next_->previous_ = previous_;
    if (entry_->scopes == nullptr) __atomic_store_n(&entry_->thread, nullptr, __ATOMIC_RELAXED);
  }
  EnterScope(const EnterScope&) = delete;
  EnterScope& operator=(const EnterScope&) = delete;

  void CheckHeapIsThere() const {
    if (HALFWORD_UNLIKELY(entry_ == nullptr)) {
      Fatal("a heap was destroyed inside of its own Heap::Enter", __FILE__, __LINE__);
    }
  }
  static void NoteEndOfHeap(HeapEntry& entry) {
    for (EnterScope* scope = entry.scopes; scope != nullptr; scope = scope->next_) scope->entry_ = nullptr;
  }

 private:
  HeapEntry* entry_;  // null: the heap is gone
  EnterScope* previous_ = nullptr;
  EnterScope* next_;
  uintptr_t stack_start_;
};

}  // namespace internal

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
  // (A process that ends inside of a heap destroys it, perhaps, and never comes back there.)
  internal::EnterScope::NoteEndOfHeap(entry_);
  if (is_linked_) Unlink();
}

std::unique_ptr<Heap> Heap::Create(const gc::HeapOptions& options, std::string* error) {
  Slot slot = HeapImpl::ReserveSlot(options, error);
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

size_t Heap::cage_size() const { return impl_->limits().cage_size(); }
size_t Heap::extent() const { return BlockStart(impl_->blocks().end()); }
void Heap::Enter(void (*callback)(void*), void* data) {
  internal::EnterScope scope(entry_);
  uintptr_t here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  platform::StackBounds bounds = platform::NativeStackBounds();
  // The whole stack of the thread, so that callers of Enter may keep references too; on a stack of the
  // client's own making, what is known of it.
  if (here >= bounds.end && here < bounds.start) {
    entry_.stack_start = bounds.start;
  } else if (entry_.stack_start <= here) {
    entry_.stack_start = here;
  }
  struct Current {
    Heap* outer = kSharedCage ? CurrentOrNull() : nullptr;  // else the base says it
    ~Current() {
      if (kSharedCage) MakeCurrent(outer);
    }
  } current;
  if (kSharedCage) MakeCurrent(this);
  if (!entry_.reports_exhaustion) {
    CallWithCageBase(base_, callback, data);
  } else {
    uint32_t no_collection = entry_.no_collection;
    uint32_t enters = entry_.enters++;
    bool finished = false;
    CallWithCageBase(base_, [&] { finished = platform::CatchExhaustion(callback, data); });
    scope.CheckHeapIsThere();
    entry_.enters = enters;
    if (!finished) impl_->RecoverFromExhaustion(no_collection);
  }
}
void Heap::AttachToThread() { MakeCurrent(this); }
void Heap::DetachFromThread() { MakeCurrent(nullptr); }
void Heap::SetStackStart(const void* address) { entry_.stack_start = reinterpret_cast<uintptr_t>(address); }
namespace {
// What the program allocates by. The frames of the allocator are the collector's, too.
template <typename F>
auto AboveCollector(HeapImpl& heap, F&& allocate) {
  decltype(allocate()) result{};
  heap.roots().WithStackUpToHere([&] { result = allocate(); });
  return result;
}
}  // namespace

void* Heap::AllocateSlow(Header header, size_t cell_size) {
  return AboveCollector(*impl_, [&] { return impl_->allocator().AllocateSlow(header, cell_size); });
}
void* Heap::AllocateLarge(Header header, size_t cell_size) {
  return AboveCollector(*impl_,
                        [&] { return impl_->allocator().AllocateLarge(header, cell_size, false, false); });
}
void* Heap::TryAllocateLarge(Header header, size_t cell_size) {
  return AboveCollector(*impl_,
                        [&] { return impl_->allocator().AllocateLarge(header, cell_size, false, true); });
}
void* Heap::TryAllocateLargeUninitialized(Header header, size_t cell_size) {
  return AboveCollector(
      *impl_, [&] { return impl_->allocator().AllocateLarge(header, cell_size, false, true, false); });
}
void* Heap::AllocateFinalizable(Header header, size_t cell_size) {
  return impl_->allocator().AllocateFinalizable(header, cell_size);
}
bool Heap::EnsureRoom(size_t cell_size) {
  return AboveCollector(*impl_, [&] { return impl_->allocator().EnsureRoom(cell_size); });
}
void Heap::AdjustExternalBytes(int64_t delta) { impl_->allocator().AdjustExternalBytes(delta); }
bool Heap::CanGrowExternal(size_t bytes) {
  return AboveCollector(*impl_, [&] { return impl_->allocator().CanGrowExternal(bytes); });
}
void Heap::CollectGarbage(StackState state) { impl_->cycle().Collect(state); }
void Heap::CollectMinor(StackState state) { impl_->cycle().CollectMinor(state); }
void Heap::ReleaseMemory(StackState state) { impl_->cycle().Collect(state, true); }
void Heap::Terminate() { impl_->cycle().Terminate(); }
void Heap::StartIncrementalMarking() { impl_->cycle().StartMarking(CollectionReason::kRequest); }
bool Heap::AdvanceMarking(uint32_t microseconds) {
  return impl_->cycle().AdvanceMarking(
      {SIZE_MAX, platform::MonotonicNanoseconds() + uint64_t{microseconds} * 1000});
}
void Heap::FinalizeMarking(StackState state) { impl_->cycle().FinalizeMarking(state); }
bool Heap::AdvanceSweeping(uint32_t microseconds) {
  return impl_->cycle().Sweep({SIZE_MAX, platform::MonotonicNanoseconds() + uint64_t{microseconds} * 1000});
}
void Heap::FinishSweeping() { impl_->cycle().FinishSweep(); }
bool Heap::is_marking() const { return impl_->cycle().is_marking(); }
bool Heap::is_sweeping() const { return impl_->cycle().is_sweeping(); }
void Heap::SetStressInterval(uint32_t n, StressKind kind) {
  impl_->allocator().Sync();
  impl_->cycle().SetStress(n, kind);
  impl_->allocator().Publish();
}
void Heap::SetVerification(bool on) { impl_->SetVerification(on); }
void Heap::SetLimit(size_t bytes) { impl_->limits().SetLimit(bytes); }
void Heap::SetCallbacks(const HeapCallbacks& callbacks) {
  impl_->SetCallbacks(callbacks);
  entry_.reports_exhaustion = callbacks.out_of_memory != nullptr;
}
const HeapCallbacks& Heap::callbacks() const { return impl_->callbacks(); }
void Heap::SetCollectionListener(CollectionListener listener, void* data) {
  impl_->statistics().SetListener(listener, data);
}
bool Heap::WriteImage(int fd, uint64_t file_offset, HeapImage* image, std::string* error,
                      ImageObjects objects) {
  return impl_->WriteImage(fd, file_offset, image, error, objects);
}
void Heap::ResetToImage() { impl_->ResetToImage(); }
bool Heap::is_collecting() const { return impl_->cycle().is_collecting(); }
bool Heap::is_over_limit() const { return impl_->limits().is_over(); }
bool Heap::is_exhausted() const { return impl_->cycle().is_exhausted(); }
HeapStatistics Heap::CollectStatistics(bool detail) const { return impl_->CollectStatistics(detail); }
HeapStatistics Heap::CollectStatistics(HeapStatistics::DetailLevel level) const {
  return impl_->CollectStatistics(level == HeapStatistics::kDetailed);
}
const TypeInfo& Heap::TypeOf(const void* object) const { return impl_->TypeAt(OffsetOf(object)); }
size_t Heap::CellSizeOf(const void* object) const { return impl_->CellSizeAt(OffsetOf(object)); }

void* Heap::FindObject(const void* address) const {
  if (!IsInCage(base_, address) || OffsetOf(address) < kNullPageSize) return nullptr;
  CageOffset offset = impl_->FindObject(OffsetOf(address));
  return offset != 0 ? impl_->ObjectAt(offset) : nullptr;
}

void Heap::ForEachObject(void (*body)(void*, void*), void* data) { impl_->ForEachObject(body, data); }
void Heap::ForEachImmortalObject(void (*body)(void*, void*), void* data) {
  impl_->ForEachImmortalObject(body, data);
}
void Heap::Verify() { Verifier(*impl_).VerifyHeap(); }

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

namespace internal {

void RegisterPrefinalizer(void* object, Prefinalizer callback) {
  HeapAround(object)->impl().roots().AddPrefinalizer(object, callback);
}

}  // namespace internal
}  // namespace halfword::gc
