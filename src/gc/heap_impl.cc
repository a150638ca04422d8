#include "gc/heap_impl.h"

#include <algorithm>

#include "base/asan.h"
#include "gc/shared_cage.h"
#include "platform/exhaustion.h"

namespace halfword::gc {
namespace {

// Of the cage's size: three bitmaps of a bit per 8 bytes, and 8 bytes a block.
constexpr size_t kAnnexDivisor = 16;
static_assert(3.0 / 64 + 8.0 / kBlockSize <= 1.0 / kAnnexDivisor);
// For heaps of C++ objects only.
constexpr TypeInfo kNoClientTypes[1] = {};

// Of the cage, what the heap may take.
size_t SizeInCage(const HeapOptions& options) {
  uint64_t most = options.types.types != nullptr ? kTaggedSpan : kCageSpan;
  return std::clamp<size_t>(RoundUp(std::min<size_t>(options.cage_size, most), MiB), MiB, most);
}
size_t SizeInCage(const Slot& slot, const HeapOptions& options) {
  return kSharedCage ? std::min(slot.cage_size(), SizeInCage(options)) : slot.cage_size();
}
// The client's front matter is at the front of the cage, if there is only one client.
size_t ClientFrontInAnnex(const HeapOptions& options) {
  return kSharedCage ? RoundUp(options.client_front_bytes, 4096) : 0;
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

Slot HeapImpl::ReserveSlot(const HeapOptions& options, std::string* error) {
  size_t cage = SizeInCage(options);
  if (kSharedCage && options.image.end != 0) {
    if (error != nullptr) *error = "an image can't be mapped into a cage that other heaps share";
    return Slot();
  }
  if (options.client_front_bytes > cage / 2 - kClientFrontOffset) {
    if (error != nullptr) *error = "the client's front matter does not fit into the cage";
    return Slot();
  }
  size_t fixed = kAnnexFrontSize + RoundUp(options.client_annex_bytes, 4096) + ClientFrontInAnnex(options);
  if constexpr (!kSharedCage) return Slot::Reserve(cage, fixed, kAnnexDivisor, error);
  SharedCage* shared = SharedCage::Get(error);
  return shared != nullptr ? Slot::ReserveAnnex(shared->slot(), fixed, kAnnexDivisor, error) : Slot();
}

HeapImpl::HeapImpl(Heap* heap, const HeapOptions& options, Slot slot)
    : heap_(heap),
      entry_(heap->entry_),
      slot_(static_cast<Slot&&>(slot)),
      base_(slot_.cage_base()),
      front_(heap->front()),
      annex_(slot_, options),
      client_front_end_(static_cast<CageOffset>(
          RoundUp(kClientFrontOffset + (kSharedCage ? 0 : options.client_front_bytes), kBlockSize))),
      generational_(options.generational),
      verify_(options.verify),
      types_(options.types.types != nullptr ? options.types : TypeTable{kNoClientTypes, 1}),
      limits_(callbacks_, SizeInCage(slot_, options), options.heap_limit, options.reserve),
      blocks_(base_, slot_.cage_size(), annex_.tables,
              {heap, static_cast<uint32_t>(RoundUp(limits_.cage_size(), kChunkSize) / kChunkSize),
               options.types.types != nullptr ? kTaggedSpan : kCageSpan},
              limits_),
      allocator_(*this, blocks_, front_, options),
      roots_(*this, options.conservative_stack),
      barrier_(*this, options.generational),
      marker_(this),
      sweeper_(*this, blocks_, options),
      pace_(options),
      cycle_(*this, options) {
  annex_.front->heap = heap;
  annex_.front->stamp = base_;
  heap_->client_annex_ = annex_.client_annex;
  heap_->SetClientFront(annex_.client_front);
#if !HALFWORD_BASE_GLOBAL || HALFWORD_SHARED_CAGE  // helpers need the heap's base
  if (options.platform != nullptr && options.marking == MarkingType::kIncrementalAndConcurrent) {
    concurrent_ = std::make_unique<ConcurrentMarker>(this, options.platform, blocks_.limit());
  }
#endif
  if (options.image.end == 0) Begin();  // else MapImage does, when the front matter is there
}

// The state of a heap without objects but those of its image. REQUIRES: bitmaps and block table are zero
// above the image, and say what own objects that has.
void HeapImpl::Begin() {
  limits_.Reset();
  bool is_image = image_.end != 0;
  size_t live = blocks_.Begin(is_image ? image_.immortal_end : client_front_end_, image_.end);
  front_->image_end = blocks_.first_collected();
  allocator_.Reset();
  roots_.Begin(image_end());
  marker_.DropLog();
  sweeper_.Reset();
  pace_.Reset();
  if (live != 0) pace_.NoteLive(live, false);
  cycle_.Begin();
  cycle_.SetPace(live);
  allocator_.Publish();
}

HeapImpl::~HeapImpl() {
  CHECK(!cycle_.is_collecting());
  if (blocks_.end() == 0) return;  // its image could not be mapped
  CallWithCageBase(base_, [&] {
    cycle_.LetFinalizersAllocate(true);
    FinalizeEverything();
    roots_.ClearPersistents();
    if (callbacks_.before_release != nullptr) callbacks_.before_release(callbacks_.data);
  });
  if constexpr (kSharedCage) {
    barrier_.Disable();
    SharedCage::At(base_).GiveBack(heap_);
    return;
  }
#if HALFWORD_ASAN
  ASAN_UNPOISON_MEMORY_REGION(reinterpret_cast<void*>(base_ + kNullPageSize),
                              BlockStart(blocks_.end()) - kNullPageSize);
#endif
}

void HeapImpl::operator delete(HeapImpl* impl, std::destroying_delete_t) {
  Slot slot = static_cast<Slot&&>(impl->slot_);  // released last
  impl->~HeapImpl();
}

// The heap's end, or that of all that was allocated since its image.
void HeapImpl::FinalizeEverything() {
  if (cycle_.is_broken())
    return;  // nobody knows what is alive: the client's before_release frees what it can
  cycle_.AbortMarking();
  allocator_.Sync();
  cycle_.FinishSweep();
  allocator_.RetireAll();
  sweeper_.RunFinalizers(true);
}

// ---- The end of memory --------------------------------------------------------------------------

void HeapImpl::Exhausted(const char* sentence, Header wanted) {
  if (entry_.enters == 0) {
    std::string text = sentence;
    const TypeInfo* type =
        wanted == 0 ? nullptr
                    : &TypeByIndex(IsShapedHeader(wanted) ? ShapedTypeIndex(*ShapeOf(base_, wanted))
                                                          : TypedHeaderType(wanted));
    if (type != nullptr && type->name != nullptr) text.append(": ").append(type->name);
    internal::Fatal(text.c_str(), __FILE__, __LINE__);
  }
  platform::ThrowExhaustion();
}

// Destructors of the frames that were left may not have run.
void HeapImpl::RecoverFromExhaustion(uint32_t no_collection) {
  entry_.no_collection = no_collection + 1;
  cycle_.RecoverFromExhaustion();
  allocator_.Sync();
  allocator_.Publish();
  limits_.NoteOver();
}

// ---- Helpers that mark --------------------------------------------------------------------------

void HeapImpl::BeginConcurrentMarking() {
  if (concurrent_ == nullptr) return;
  concurrent_->BeginCycle();
  allocator_.ForEachOpenBlock([this](uint32_t block) { NoteYoung(block, 1, false); });
}

size_t HeapImpl::NoteWorkOfHelpers() {
  if (!HelpersAreMarking()) return 0;
  concurrent_->TakeObjectsLeft();
  return concurrent_->TakeProgress();
}

void HeapImpl::StopHelpers() {
  if (concurrent_ != nullptr) concurrent_->Stop();
}

size_t HeapImpl::ScannedBytes() const {
  return marker_.scanned_bytes() + (concurrent_ != nullptr ? concurrent_->scanned_bytes() : 0);
}

void HeapImpl::StartHelpers() {
  if (concurrent_ == nullptr || marker_.must_mark_alone()) return;
  concurrent_->Start();
  concurrent_->Share(marker_);
}

}  // namespace halfword::gc
