#include "gc/marking/marker.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "gc/heap_impl.h"
#include "gc/marking/concurrent_marker.h"
#include "platform/exhaustion.h"

namespace halfword::gc {

// ---- The visitor's out-of-line half -------------------------------------------------------------

Visitor::Visitor(HeapImpl* heap, VisitFunction visit, void* data)
    : marking_(visit == nullptr),
      base_(heap->base()),
      mask_(ReferenceMaskOf(base_)),
      heap_(heap),
      visit_(visit),
      visit_data_(data) {}

void Visitor::VisitTagged(const TaggedBits& slot) {
  if (IsHeapPointer(slot)) visit_(visit_data_, &slot, OffsetOf(slot), TagOf(slot));
}

void Visitor::VisitObject(CageOffset offset) { visit_(visit_data_, nullptr, offset, kOtherTag); }

void Visitor::GrowWorklist() { marker_->Grow(); }

bool Visitor::DeferParts(const Parts& parts) {
  if (!marking_) return false;
  // A small cage may have memory that is not the heap's next to it, within its span.
  if (IsInCage(base_, parts.first) && OffsetOf(parts.first) < BlockStart(heap_->blocks().end())) {
    marker_->long_ranges_.push_back(parts);
    return true;
  }
  // Of a root that may be gone when it would be their turn.
  for (Parts rest = parts; rest.count != 0 && heap_->cycle().PauseGoesOn();) {
    marker_->TracePiece(TakePiece(rest, kRootPiece));
  }
  return true;
}

void Visitor::TraceWeakTagged(TaggedBits* slot, TaggedBits cleared) {
  if (!marking_ || !IsHeapPointer(*slot)) return;
  const Marker::WeakSlot weak = {OffsetOf(slot), cleared};
  marker_->is_helper_ ? marker_->mutator_work_.weak_slots.push_back(weak)
                      : marker_->weak_slots_.push_back(weak);
}

void Visitor::AddWeakCallback(WeakCallback callback, const void* data) {
  if (!marking_) return;
  auto& callbacks = marker_->is_helper_ ? marker_->mutator_work_.callbacks : marker_->callbacks_;
  callbacks.push_back({callback, data});
}

void Visitor::TraceEphemeron(TaggedBits key, const void* value, TraceCallback trace) {
  if (!visits_ephemerons_) return;
  if (!marking_ || !IsHeapPointer(key) || TagOf(key) == kNumberTag) return trace(this, value);
  TraceMemberEphemeron(heap_->ObjectAt(OffsetOf(key)), false, value, trace);
}

void Visitor::TraceEphemeron(TaggedBits key, const TaggedBits* value_slot) {
  if (!IsHeapPointer(*value_slot) || !visits_ephemerons_) return;
  HALFWORD_GC_DCHECK(IsInCage(base_, value_slot));
  CageOffset offset = OffsetOf(key);
  // Heap numbers are marked without a visit, so the marker would never find them in its file.
  if (!marking_ || !IsHeapPointer(key) || TagOf(key) == kNumberTag || offset < first_collected_ ||
      TestBit(mark_bits_, offset)) {
    TraceTagged(*value_slot);
    return;
  }
  if (marker_->is_helper_) {
    marker_->mutator_work_.pairs.push_back({heap_->ObjectAt(offset), false, {value_slot, nullptr}});
  } else {
    marker_->FileEphemeron(offset, {value_slot, nullptr});
  }
}

void Visitor::TraceMemberEphemeron(const void* key_object, bool key_is_inner, const void* value,
                                   TraceCallback trace) {
  CageOffset key = OffsetOf(key_object);
  if (marker_->is_helper_ && (key_is_inner || (key >= first_collected_ && !TestBit(mark_bits_, key)))) {
    marker_->mutator_work_.pairs.push_back({key_object, key_is_inner, {value, trace}});
    return;
  }
  if (key_is_inner && key >= first_collected_ && (key = heap_->FindObject(key)) == 0) return;
  if (key < first_collected_ || TestBit(mark_bits_, key)) {
    trace(this, value);
    return;
  }
  marker_->FileEphemeron(key, {value, trace});
}

void Visitor::TraceWeakMember(const void* slot) {
  if (!marking_) return;
  auto& members = marker_->is_helper_ ? marker_->mutator_work_.weak_members : marker_->weak_members_;
  members.push_back(slot);
}

// A cycle that evacuates is all in one pause, without helpers.
void Visitor::AddMovableSlot(const void* slot, bool is_member) {
  if (marking_ && heap_->cycle().evacuates()) {
    marker_->movable_slots_.push_back({const_cast<void*>(slot), is_member});
  }
}

void Visitor::MarkInner(const void* inner) {
  CageOffset offset = OffsetOf(inner);
  if (offset < first_collected_) return;
  if (marking_ && marker_->is_helper_) return marker_->mutator_work_.inner.push_back(offset);
  offset = heap_->FindObject(offset);
  if (offset == 0) return;
  if (marking_) {
    Mark(offset, kOtherTag);
  } else {
    VisitObject(offset);
  }
}

// ---- Visitors that don't mark ----

void Visitor::PassOn(const void* self) {
  if (visit_ == nullptr) return;
  CageOffset offset = OffsetOf(self);
  if (offset >= first_collected_ && (offset = heap_->FindObject(offset)) == 0) offset = OffsetOf(self);
  VisitObject(offset);
}

void Visitor::PassOnEphemeron(const void* value, TraceDescriptor value_descriptor) {
  if (visit_ == nullptr || !visits_ephemerons_) return;
  if (value_descriptor.base_object_payload != nullptr) {
    Visit(value, value_descriptor);
  } else {
    value_descriptor.callback(this, value);
  }
}

void Visitor::AddWeakContainer(const void* self, TraceDescriptor strong, TraceDescriptor weak,
                               WeakCallback callback, const void* data) {
  if (!marking_) {
    Visit(self, strong);
    return;
  }
  Marker& marker = *marker_;
  CageOffset offset = OffsetOf(strong.base_object_payload);
  if (offset < first_collected_ || TestBit(mark_bits_, offset)) return;
  if (marker.is_helper_)
    return marker.mutator_work_.containers.push_back({self, strong, weak, callback, data});
  SetBitAtomically(mark_bits_, offset);
  marker.weak_containers_.emplace(offset, weak.callback);
  if (callback != nullptr) RegisterWeakCallback(callback, data);
  if (weak.callback != nullptr) weak.callback(this, weak.base_object_payload);
}

bool Visitor::ReadsConservatively() const {
  if (!marking_ && (heap_ == nullptr || !heap_->roots().IsScanningFor(*this))) return false;
  CHECK(!marking_ || !marker_->is_helper_);
  return true;
}

void Visitor::TraceConservatively(const void* begin, const void* end) {
  if (!ReadsConservatively()) return;
  const uintptr_t* first =
      reinterpret_cast<const uintptr_t*>(RoundDown(reinterpret_cast<uintptr_t>(begin), 8));
  const uintptr_t* last = reinterpret_cast<const uintptr_t*>(RoundUp(reinterpret_cast<uintptr_t>(end), 8));
  heap_->roots().ScanConservatively(first, last);
}

void Visitor::TraceTaggedConservatively(const TaggedBits* begin, const TaggedBits* end) {
  if (ReadsConservatively()) heap_->roots().ScanTagged(begin, end);
}

bool LivenessBroker::GoesOn() const { return heap_->cycle().PauseGoesOn(); }

bool LivenessBroker::IsInnerAlive(const void* inner) const {
  if (reinterpret_cast<uintptr_t>(inner) <= kSentinelAddress || OffsetOf(inner) < first_collected_)
    return true;
  CageOffset offset = HeapAround(inner)->impl().FindObject(OffsetOf(inner));
  return offset != 0 && IsMarked(offset);
}

// ---- Marker -------------------------------------------------------------------------------------

Marker::Marker(HeapImpl* heap, bool helper) : Visitor(heap, nullptr, nullptr), is_helper_(helper) {
  marker_ = this;
}

void Marker::Begin(CageOffset first_collected) {
  first_collected_ = first_collected;
  shares_marks_ = false;
  mark_bits_ = heap_->blocks().mark_bits();
  overflowed_ = false;
  file_was_searched_ = false;
  scanned_bytes_ = 0;
  next_unfinished_ = SIZE_MAX;
  if (segments_.current() == nullptr && segments_.Push() == nullptr) {
    if (is_helper_) platform::ThrowExhaustion();
    heap_->Exhausted("no memory to mark with");
  }
  worklist_top_ = segments_.current()->begin();
  worklist_end_ = segments_.current()->end();
}

namespace {

// What a heap of weak tables took is not kept for ordinary cycles.
template <typename List>
void ClearList(List& list) {
  constexpr size_t kKept = 64 * KiB;
  list.clear();
  if (list.capacity() * sizeof(list[0]) > kKept) list.shrink_to_fit();
}

}  // namespace

void Marker::DropLog() {
  for (CageOffset offset : logged_) ClearBit(heap_->blocks().log_bits(), offset);
  ClearList(logged_);
  ClearList(callbacks_);
  ClearList(stack_objects_);
  ClearList(unfinished_);
}

void Marker::Forget(CageOffset offset) {
  if (TestBit(heap_->blocks().log_bits(), offset)) {
    ClearBit(heap_->blocks().log_bits(), offset);
    std::erase(logged_, offset);
  }
  std::erase(stack_objects_, offset);
  std::erase(unfinished_, offset);
}

// It may be a callback that gives the bytes up.
void Marker::ForgetCallbacks(CageOffset begin, CageOffset end) {
  uintptr_t first = reinterpret_cast<uintptr_t>(heap_->ObjectAt(begin));
  for (Callback& c : callbacks_) {
    if (reinterpret_cast<uintptr_t>(c.data) - first < end - begin) c.callback = nullptr;
  }
}

// What an old object refers to without barrier may have died young. Its callback runs in each minor
// collection, once, though it has registered again where it was traced again.
void Marker::KeepCallbacks() {
  auto key = [](const Callback& c) {
    return std::pair(reinterpret_cast<uintptr_t>(c.data), reinterpret_cast<uintptr_t>(c.callback));
  };
  std::erase_if(callbacks_, [](const Callback& c) { return c.callback == nullptr; });
  std::sort(callbacks_.begin(), callbacks_.end(),
            [&](const Callback& a, const Callback& b) { return key(a) < key(b); });
  auto same = [&](const Callback& a, const Callback& b) { return key(a) == key(b); };
  callbacks_.erase(std::unique(callbacks_.begin(), callbacks_.end(), same), callbacks_.end());
}

void Marker::End(bool sticky) {
  if (sticky) {
    KeepCallbacks();
  } else {
    DropLog();
  }
  weak_slots_.clear();
  ClearList(weak_members_);
  ClearList(movable_slots_);
  weak_containers_.clear();
  ephemerons_.clear();
  ClearList(traced_values_);
  ClearList(keys_);
  key_count_ = 0;
  long_ranges_.clear();
  ClearList(left_);
  while (segments_.current() != nullptr && segments_.Pop() != nullptr) {
  }
  worklist_top_ = worklist_end_ = nullptr;
  mark_bits_ = nullptr;
}

void Marker::Grow() {
  WorklistSegment* segment = segments_.Push();
  if (segment == nullptr) {
    // No memory for the worklist: forget this segment's objects; they are marked, so a walk of the heap finds
    // them again.
    overflowed_ = true;
    segment = segments_.current();
  }
  worklist_top_ = segment->begin();
  worklist_end_ = segment->end();
}

// ---- Scanning -----------------------------------------------------------------------------------

HALFWORD_INLINE void Marker::ScanWords(const TaggedBits* slot, const TaggedBits* end) {
  if (HALFWORD_UNLIKELY(shares_marks_)) return ScanSharedWords(slot, end);
  ScanWordsAs<false>(slot, end);
}

void Marker::ScanSharedWords(const TaggedBits* slot, const TaggedBits* end) { ScanWordsAs<true>(slot, end); }

template <bool kShared>
HALFWORD_INLINE void Marker::ScanWordsAs(const TaggedBits* slot, const TaggedBits* end) {
  // In locals, because the compiler must assume that a store to the worklist or the
  // bitmap changes the members.
  uint64_t* const marks = mark_bits_;
  PackedOffset* top = worklist_top_;
  PackedOffset* limit = worklist_end_;
  const CageOffset first = first_collected_;
  for (; slot < end; slot++) {
    TaggedBits bits = __atomic_load_n(slot, __ATOMIC_RELAXED);
    if ((bits & 1) == 0) continue;
    CageOffset child = OffsetOf(bits);
    if (HALFWORD_UNLIKELY(child < first)) continue;  // an immediate or an image object
    uint64_t* word = marks + BitmapWordOf(child);
    uint64_t mask = BitmapMaskOf(child);
    uint64_t old = __atomic_load_n(word, __ATOMIC_RELAXED);
    if (old & mask) continue;
    if constexpr (kShared) {
      if (__atomic_fetch_or(word, mask, __ATOMIC_SEQ_CST) & mask) continue;
    } else {
      *word = old | mask;
    }
    if ((bits & kTagMask) == kNumberTag) continue;
    if (HALFWORD_UNLIKELY(top == limit)) {
      worklist_top_ = top;
      Grow();
      top = worklist_top_;
      limit = worklist_end_;
    }
    *top++ = Pack(child);
  }
  worklist_top_ = top;
}

// A helper leaves to the mutator what may still be in the making. Even the header need not be there yet.
bool Marker::MayReadHere(CageOffset offset) const {
  return !heap_->concurrent_marker()->MayBeYoung(offset, heap_->blocks().start_bits());
}

// … and types that don't know of threads. The header and the type are those of an object that was there when
// marking began. Its shape may be younger, but whoever sees it in a header sees its layout (SetHeader).
bool Marker::MayTraceHere(Header header, uint32_t type) const {
  if (!IsShapedHeader(header) && (header & kInConstructionFlag) != 0) return false;
  return type >= kFirstCppType || heap_->TypeByIndex(type).kind != TraceKind::kTraceFunction;
}

// Returns about how many bytes it looked at.
HALFWORD_INLINE size_t Marker::ScanObject(CageOffset offset) {
  char* object = reinterpret_cast<char*>(base_ + offset);
  if (HALFWORD_UNLIKELY(is_helper_) && !MayReadHere(offset)) {
    mutator_work_.objects.push_back(offset);
    return kGranule;
  }
  // Once: the program may be giving the object another shape.
  Header header = __atomic_load_n(reinterpret_cast<const Header*>(object) - 1, __ATOMIC_ACQUIRE);
  uint32_t type;
  size_t cell;
  if (IsShapedHeader(header)) {
    if (IsHeapPointer(header)) Mark(OffsetOf(header), header);
    const ShapeLayout* shape = ShapeOf(base_, header);
    type = ShapedTypeIndex(*shape);
    cell = shape->size_in_granules * kGranule;
  } else {
    type = TypedHeaderType(header);
    cell = TypedHeaderCellSize(header);
  }
  if (HALFWORD_UNLIKELY(is_helper_) && !MayTraceHere(header, type)) {
    mutator_work_.objects.push_back(offset);
    return kGranule;
  }
  const TypeInfo& info = heap_->TypeByIndex(type);
  if (info.kind == TraceKind::kNoPointers) return kGranule;
  if (info.kind == TraceKind::kTraceFunction) {
    if (HALFWORD_UNLIKELY(!IsShapedHeader(header) && (header & kInConstructionFlag) != 0)) {
      unfinished_.push_back(offset);
    } else {
      info.trace(*this, object);
    }
    return cell;
  }
  // Large, or broken.
  if (HALFWORD_UNLIKELY(cell - 1 >= kMaxSmallCell)) cell = heap_->CellSizeAt(offset);
  const TaggedBits* slot = reinterpret_cast<const TaggedBits*>(object + info.first_word);
  const TaggedBits* end = reinterpret_cast<const TaggedBits*>(object + cell - kHeaderSize);
  size_t count = static_cast<size_t>(end - slot);
  if (HALFWORD_UNLIKELY(count * kTaggedSize > kLongRange)) {
    long_ranges_.push_back({slot, kTaggedSize, count, nullptr});
    return kGranule;
  }
  ScanWords(slot, end);
  return cell;
}

// Virtual functions and half of its members may not be there yet while its constructor is running below us on
// the stack.
void Marker::ScanUnderConstruction(CageOffset offset) {
  char* object = reinterpret_cast<char*>(base_ + offset);
  Header header = HeaderOf(static_cast<const void*>(object));
  if (!IsShapedHeader(header) && (header & kInConstructionFlag) != 0) {
    TraceConservatively(object, object + heap_->CellSizeAt(offset) - kHeaderSize);
  } else {
    ScanObject(offset);
  }
}

void Marker::Scan(CageOffset offset) { ScanObject(offset); }

void Marker::BeginRootScan() {
  next_unfinished_ = 0;
  std::vector<CageOffset> former;
  former.swap(stack_objects_);
  for (CageOffset offset : former) ScanObject(offset);
}

void Marker::TraceStackRoot(CageOffset offset) {
  TraceRoot(offset);
  if (heap_->blocks().MayBeNew(offset)) stack_objects_.push_back(offset);
}

// Takes objects from the worklist until it is empty or the budget is spent.
template <bool kWithEphemerons>
bool Marker::Drain(Budget& budget) {
  constexpr uint32_t kQueue = 16;
  constexpr uint32_t kClockInterval = 256;
  CageOffset queue[kQueue];
  uint32_t head = 0;
  uint32_t tail = 0;
  uint32_t until_clock = kClockInterval;
  size_t scanned = 0;
  bool empty = false;
  for (;;) {
    while (tail - head < kQueue) {
      if (HALFWORD_UNLIKELY(worklist_top_ == segments_.current()->begin())) {
        WorklistSegment* below = segments_.Pop();
        if (below == nullptr) break;
        worklist_top_ = worklist_end_ = below->end();
      }
      CageOffset next = Unpack(*--worklist_top_);
      // Cells straddle cache lines: the header may be in the one before.
      __builtin_prefetch(reinterpret_cast<const char*>(base_ + next) - kHeaderSize);
      __builtin_prefetch(reinterpret_cast<const char*>(base_ + next) + 8);
      queue[tail++ % kQueue] = next;
    }
    if (head == tail) {
      empty = true;
      break;
    }
    if (HALFWORD_UNLIKELY(--until_clock == 0)) {
      until_clock = kClockInterval;
      scanned_bytes_ += scanned;
      budget.bytes -= scanned < budget.bytes ? scanned : budget.bytes;
      scanned = 0;
      if (budget.IsSpent()) break;
    }
    CageOffset offset = queue[head++ % kQueue];
    if (kWithEphemerons) KeyIsAlive(offset);
    scanned += ScanObject(offset);
  }
  scanned_bytes_ += scanned;
  budget.bytes -= scanned < budget.bytes ? scanned : budget.bytes;
  while (head != tail) {
    if (HALFWORD_UNLIKELY(worklist_top_ == worklist_end_)) Grow();
    *worklist_top_++ = Pack(queue[--tail % kQueue]);
  }
  return empty;
}

// What only the mutator traces comes first: what it refers to is work for helpers.
bool Marker::ScanLeft(Budget& budget) {
  constexpr uint32_t kClockInterval = 64;
  for (uint32_t i = 1; !left_.empty(); i++) {
    if (i % kClockInterval == 0 && !budget.IsUnlimited() && budget.IsSpent()) return false;
    CageOffset offset = left_.back();
    left_.pop_back();
    if (HALFWORD_UNLIKELY(file_was_searched_)) KeyIsAlive(offset);
    size_t bytes = ScanObject(offset);
    scanned_bytes_ += bytes;
    budget.bytes -= bytes < budget.bytes ? bytes : budget.bytes;
  }
  return true;
}

// Takes off what comes first: about so many bytes.
Visitor::Parts Visitor::TakePiece(Parts& rest, size_t bytes) {
  Parts piece = rest;
  piece.count = std::min(rest.count, std::max<size_t>(bytes / rest.size, 1));
  rest.first = static_cast<const char*>(rest.first) + piece.count * piece.size;
  rest.count -= piece.count;
  return piece;
}

void Marker::TracePiece(const Parts& piece) {
  if (piece.trace != nullptr) {
    piece.trace(this, piece.first, piece.count);
  } else {
    const TaggedBits* words = static_cast<const TaggedBits*>(piece.first);
    ScanWords(words, words + piece.count);
  }
}

// Of the long range that was deferred last. Returns how many bytes it looked at.
size_t Marker::ScanPiece() {
  constexpr size_t kPiece = 8 * KiB;
  Parts piece = TakePiece(long_ranges_.back(), kPiece);
  if (long_ranges_.back().count == 0) long_ranges_.pop_back();
  TracePiece(piece);
  return piece.count * piece.size;
}

void Marker::MarkSome(size_t bytes) {
  Budget budget{bytes, UINT64_MAX};
  if (Drain<false>(budget) && !long_ranges_.empty()) scanned_bytes_ += ScanPiece();
}

// Some of the logged objects become grey again. (Not all: their number is that of the program's stores.)
void Marker::TakeLogged() {
  constexpr uint32_t kAtOnce = 256;
  for (uint32_t i = 0; i < kAtOnce && !logged_.empty(); i++) {
    CageOffset offset = logged_.back();
    logged_.pop_back();
    ClearBit(heap_->blocks().log_bits(), offset);
    auto container = weak_containers_.empty() ? weak_containers_.end() : weak_containers_.find(offset);
    if (HALFWORD_UNLIKELY(container != weak_containers_.end())) {
      if (container->second != nullptr) container->second(this, heap_->ObjectAt(offset));
    } else {
      Push(offset);
    }
  }
}

bool Marker::Advance(Budget& budget) {
  constexpr size_t kKeysAtOnce = 1024;
  const bool unlimited = budget.IsUnlimited();
  Cycle::TraceScope tracing(*heap_);
  for (;;) {
    if (!ScanLeft(budget)) return false;
    if (!(file_was_searched_ ? Drain<true>(budget) : Drain<false>(budget))) return false;
    if (unlimited) budget = {};
    if (HALFWORD_UNLIKELY(overflowed_)) {
      Rescan();
    } else if (!long_ranges_.empty()) {
      size_t bytes = ScanPiece();
      scanned_bytes_ += bytes;
      budget.bytes -= bytes < budget.bytes ? bytes : budget.bytes;
      if (!unlimited && budget.IsSpent()) return false;
    } else if (!logged_.empty()) {
      TakeLogged();
    } else if (next_unfinished_ < unfinished_.size()) {
      ScanUnderConstruction(unfinished_[next_unfinished_++]);
    } else if (heap_->TakeWorkOfHelpers()) {
      if (!unlimited && budget.IsSpent()) return false;
    } else if (key_count_ != 0 && !file_was_searched_) {
      if (!heap_->HelpersAreIdle()) return false;
      heap_->StopHelpers();
      file_was_searched_ = true;
      file_cursor_ = 0;
    } else if (file_cursor_ < keys_.size()) {
      size_t end = std::min(keys_.size(), file_cursor_ + kKeysAtOnce);
      for (; file_cursor_ < end; file_cursor_++) {
        CageOffset key = keys_[file_cursor_].key;
        if (key != 0 && TestBit(mark_bits_, key)) KeyIsAlive(key);
      }
      if (!unlimited && budget.IsSpent()) return false;
    } else {
      return heap_->HelpersAreIdle();
    }
  }
}

// What a helper left.
void Marker::DoWork(const MutatorWork& work) {
  left_.insert(left_.end(), work.objects.begin(), work.objects.end());
  for (CageOffset inner : work.inner) {
    if (CageOffset offset = heap_->FindObject(inner)) Mark(offset, kOtherTag);
  }
  for (const KeyedPair& keyed : work.pairs) {
    if (keyed.value.trace != nullptr) {
      TraceMemberEphemeron(keyed.key, keyed.key_is_inner, keyed.value.value, keyed.value.trace);
    } else if (TestBit(mark_bits_, OffsetOf(keyed.key))) {
      TraceValue(keyed.value);
    } else {
      FileEphemeron(OffsetOf(keyed.key), keyed.value);
    }
  }
  for (const Container& c : work.containers) {
    AddWeakContainer(c.self, c.strong, c.weak, c.callback, c.data);
  }
  for (const DeferredTrace& deferred : work.traces) deferred.trace(this, deferred.parameter);
  for (const WeakSlot& weak : work.weak_slots) weak_slots_.push_back(weak);
  weak_members_.insert(weak_members_.end(), work.weak_members.begin(), work.weak_members.end());
  callbacks_.insert(callbacks_.end(), work.callbacks.begin(), work.callbacks.end());
}

bool Marker::DeferTraceToMutatorThreadIfConcurrent(const void* parameter, TraceCallback callback, size_t) {
  if (is_helper_) mutator_work_.traces.push_back({parameter, callback});
  return is_helper_;
}

// After the worklist overflowed: scans every marked object once more; what is newly marked goes to the
// worklist, which now has room.
void Marker::Rescan() {
  heap_->StopHelpers();
  overflowed_ = false;
  file_was_searched_ = key_count_ != 0;
  file_cursor_ = 0;
  heap_->ForEachObject(
      [](void* data, void* object) {
        auto* self = static_cast<Marker*>(data);
        if (!TestBit(self->mark_bits_, OffsetOf(object))) return;
        if (self->key_count_ != 0) self->KeyIsAlive(OffsetOf(object));
        self->ScanObject(OffsetOf(object));
        Budget unlimited;
        if (self->key_count_ != 0) {
          self->Drain<true>(unlimited);
        } else {
          self->Drain<false>(unlimited);
        }
      },
      this);
}

std::vector<CageOffset> Marker::PendingObjects() {
  std::vector<CageOffset> all(logged_);
  all.insert(all.end(), left_.begin(), left_.end());
  all.insert(all.end(), stack_objects_.begin(), stack_objects_.end());
  all.insert(all.end(), unfinished_.begin(), unfinished_.end());
  for (const auto& container : weak_containers_) all.push_back(container.first);
  for (const Parts& parts : long_ranges_) all.push_back(heap_->FindObject(OffsetOf(parts.first)));
  auto add = [&](const PackedOffset* begin, const PackedOffset* end) {
    std::transform(begin, end, std::back_inserter(all), &Unpack);
  };
  WorklistSegment* segment = segments_.current();
  add(segment->begin(), worklist_top_);
  while ((segment = segment->next) != nullptr) add(segment->begin(), segment->end());
  return all;
}

// ---- Ephemerons ---------------------------------------------------------------------------------

Marker::EphemeronKey* Marker::FindKey(CageOffset key) {
  size_t mask = keys_.size() - 1;
  for (size_t i = GranuleOf(key) * 0x9e3779b9u & mask;; i = (i + 1) & mask) {
    if (keys_[i].key == key || keys_[i].key == 0) return &keys_[i];
  }
}

void Marker::FileEphemeron(CageOffset key, const EphemeronValue& value) {
  if (key_count_ * 4 >= keys_.size() * 3) {
    std::vector<EphemeronKey> old(keys_.empty() ? 64 : keys_.size() * 2);
    old.swap(keys_);
    for (const EphemeronKey& entry : old) {
      if (entry.key != 0) *FindKey(entry.key) = entry;
    }
    // A search in progress starts again; a search that has ended has found all there was to find.
    file_cursor_ = file_cursor_ < old.size() ? 0 : static_cast<uint32_t>(keys_.size());
  }
  EphemeronKey* entry = FindKey(key);
  if (entry->key == 0) {
    entry->key = key;
    entry->first = 0;
    key_count_++;
  }
  Ephemeron pair = {entry->first, OffsetOf(value.value)};
  if (value.trace != nullptr) {
    pair.value = static_cast<CageOffset>(2 * traced_values_.size() + 1);
    traced_values_.push_back(value);
  }
  ephemerons_.push_back(pair);
  entry->first = static_cast<uint32_t>(ephemerons_.size());
}

void Marker::KeyIsAlive(CageOffset key) {
  EphemeronKey* entry = FindKey(key);
  if (entry->key == 0 || entry->first == 0) return;
  uint32_t index = entry->first;
  entry->first = 0;
  while (index != 0) {
    Ephemeron pair = ephemerons_[index - 1];  // a copy: tracing a C++ value can file another
    index = pair.next;
    TraceValue(ValueOf(pair));
  }
}

Marker::EphemeronValue Marker::ValueOf(const Ephemeron& pair) const {
  if (pair.value & 1) return traced_values_[pair.value >> 1];
  return {heap_->ObjectAt(pair.value), nullptr};
}

void Marker::TraceValue(const EphemeronValue& value) {
  if (value.trace != nullptr) {
    value.trace(this, value.value);
  } else {
    TraceTagged(*static_cast<const TaggedBits*>(value.value));
  }
}

size_t Marker::list_bytes() const {
  return weak_slots_.size() * sizeof(WeakSlot) + weak_members_.size() * sizeof(void*) +
         ephemerons_.size() * sizeof(Ephemeron) + traced_values_.size() * sizeof(EphemeronValue) +
         keys_.size() * sizeof(EphemeronKey);
}

// ---- Weakness -----------------------------------------------------------------------------------

void Marker::ProcessWeakness(const LivenessBroker& broker) {
  constexpr size_t kCallbacksAtOnce = 1024;
  broker.ForEachIndex(weak_slots_.size(), [&](size_t i) {
    const WeakSlot& weak = weak_slots_[i];
    auto* slot = static_cast<TaggedBits*>(heap_->ObjectAt(weak.slot));
    if (!broker.IsAlive(*slot)) *slot = weak.cleared;
  });
  for (const void* slot : weak_members_) {
    MemberBits* bits = const_cast<MemberBits*>(static_cast<const MemberBits*>(slot));
    if (IsHeapMember(*bits) && !broker.IsInnerAlive(DecompressMember(mask_, *bits))) *bits = kNullMemberBits;
  }
  // By index: a callback may not allocate, but it may register.
  for (size_t i = 0; i < callbacks_.size() && (i % kCallbacksAtOnce != 0 || broker.GoesOn()); i++) {
    if (callbacks_[i].callback == nullptr) continue;
    heap_->cycle().client_code() = {"a weak callback", callbacks_[i].data};
    callbacks_[i].callback(broker, callbacks_[i].data);
  }
  heap_->cycle().client_code() = {};
}

}  // namespace halfword::gc
