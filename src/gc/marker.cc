#include "gc/marker.h"

#include "gc/heap_impl.h"

namespace halfword::gc {

// ---- The visitor's out-of-line half
// -------------------------------------------------------------------------------

Visitor::Visitor(HeapImpl* heap, VisitFunction visit, void* data)
    : marking_(visit == nullptr), base_(heap->base()), heap_(heap), visit_(visit), visit_data_(data) {}

void Visitor::VisitTagged(const TaggedBits& slot) {
  if (IsHeapPointer(slot)) visit_(visit_data_, &slot, OffsetOf(slot), TagOf(slot));
}

void Visitor::VisitObject(uint32_t offset) { visit_(visit_data_, nullptr, offset, kOtherTag); }

void Visitor::GrowWorklist() { heap_->marker().Grow(); }

void Visitor::TraceWeakTagged(TaggedBits* slot, TaggedBits cleared) {
  if (!marking_ || !IsHeapPointer(*slot)) return;
  heap_->marker().weak_slots_.push_back({slot, cleared});
}

void Visitor::AddWeakCallback(WeakCallback callback, const void* data) {
  if (marking_) heap_->marker().callbacks_.push_back({callback, data});
}

void Visitor::TraceEphemeron(TaggedBits key, const TaggedBits* value_slot) {
  if (!IsHeapPointer(*value_slot)) return;
  uint32_t offset = OffsetOf(key);
  // Heap numbers are marked without a visit, so the marker would never find them in its file.
  if (!marking_ || !IsHeapPointer(key) || TagOf(key) == kNumberTag || offset < first_collected_ ||
      TestBit(mark_bits_, offset)) {
    TraceTagged(*value_slot);
    return;
  }
  heap_->marker().FileEphemeron(offset, {0, value_slot, nullptr});
}

void Visitor::TraceMemberEphemeron(const void* key_object, bool key_is_inner, const void* value,
                                   TraceCallback trace) {
  uint32_t key = OffsetOf(key_object);
  if (key_is_inner && key >= first_collected_ && (key = heap_->FindObject(key)) == 0) return;
  if (key < first_collected_ || TestBit(mark_bits_, key)) {
    trace(this, value);
    return;
  }
  heap_->marker().FileEphemeron(key, {0, value, trace});
}

void Visitor::TraceWeakMember(const void* slot) {
  if (marking_) heap_->marker().weak_members_.push_back(slot);
}

void Visitor::MarkInner(const void* inner) {
  uint32_t offset = OffsetOf(inner);
  if (offset < first_collected_) return;
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
  uint32_t offset = OffsetOf(self);
  if (offset >= first_collected_ && (offset = heap_->FindObject(offset)) == 0) offset = OffsetOf(self);
  VisitObject(offset);
}

void Visitor::PassOnEphemeron(const void* value, TraceDescriptor value_descriptor) {
  if (visit_ == nullptr) return;
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
  Marker& marker = heap_->marker();
  uint32_t offset = OffsetOf(strong.base_object_payload);
  if (offset < first_collected_ || TestBit(mark_bits_, offset)) return;
  SetBit(mark_bits_, offset);
  marker.weak_containers_.insert(offset);
  if (callback != nullptr) RegisterWeakCallback(callback, data);
  if (weak.callback != nullptr) weak.callback(this, weak.base_object_payload);
}

TraceDescriptor internal::TraceTraitFromInnerAddressImpl::GetTraceDescriptor(const void* address) {
  HeapImpl& heap = HeapOf(CageBaseOf(address))->impl();
  uint32_t offset = OffsetOf(address);
  if (offset >= heap.first_collected()) offset = heap.FindObject(offset);
  // cppgc's users may pass a null visitor to an object that does not look at it.
  return {heap.ObjectAt(offset),
          [](Visitor* visitor, const void* object) __attribute__((no_sanitize("null"))) {
            HeapOf(CageBaseOf(object))
                ->impl()
                .TypeAt(OffsetOf(object))
                .trace(*visitor, const_cast<void*>(object));
          }};
}

void Visitor::TraceConservatively(const void* begin, const void* end) {
  if (!marking_) return;
  const uintptr_t* first =
      reinterpret_cast<const uintptr_t*>(RoundDown(reinterpret_cast<uintptr_t>(begin), 8));
  const uintptr_t* last = reinterpret_cast<const uintptr_t*>(RoundUp(reinterpret_cast<uintptr_t>(end), 8));
  heap_->ScanConservatively(first, last);
}

bool LivenessBroker::IsInnerAlive(const void* inner) const {
  if (reinterpret_cast<uintptr_t>(inner) <= kSentinelAddress || OffsetOf(inner) < first_collected_)
    return true;
  uint32_t offset = HeapOf(CageBaseOf(inner))->impl().FindObject(OffsetOf(inner));
  return offset != 0 && IsMarked(offset);
}

// ---- Marker
// -------------------------------------------------------------------------------------------------------

Marker::Marker(HeapImpl* heap) : Visitor(heap, nullptr, nullptr) {}

void Marker::Begin(uint32_t first_collected) {
  first_collected_ = first_collected;
  mark_bits_ = heap_->mark_bits();
  overflowed_ = false;
  if (segments_.current() == nullptr) CHECK(segments_.Push() != nullptr);
  worklist_top_ = segments_.current()->begin();
  worklist_end_ = segments_.current()->end();
}

void Marker::End() {
  weak_slots_.clear();
  weak_members_.clear();
  callbacks_.clear();
  weak_containers_.clear();
  ephemerons_.clear();
  keys_.clear();
  key_count_ = 0;
  worklist_top_ = worklist_end_ = nullptr;
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

HALFWORD_INLINE void Marker::ScanObject(uint32_t offset) {
  char* object = reinterpret_cast<char*>(base_ + offset);
  const Header* header_slot = reinterpret_cast<const Header*>(object) - 1;
  Header header = *header_slot;
  uint32_t type;
  size_t cell;
  if (IsShapedHeader(header)) {
    TraceTagged(*header_slot);
    const ShapeLayout* shape = ShapeOf(base_, header);
    type = shape->type_index;
    cell = shape->size_in_granules * kGranule;
  } else {
    type = TypedHeaderType(header);
    cell = TypedHeaderCellSize(header);
  }
  const TypeInfo& info = heap_->TypeByIndex(type);
  if (info.kind == TraceKind::kNoPointers) return;
  if (info.kind == TraceKind::kTraceFunction) {
    if (HALFWORD_UNLIKELY(!IsShapedHeader(header) && (header & kInConstructionFlag) != 0)) {
      // Its constructor is running below us on the stack: virtual functions and half of its members aren't
      // there yet.
      TraceConservatively(object, object + heap_->CellSizeAt(offset) - kHeaderSize);
    } else {
      info.trace(*this, object);
    }
    return;
  }
  if (HALFWORD_UNLIKELY(cell == 0)) cell = heap_->CellSizeAt(offset);
  const TaggedBits* slot = reinterpret_cast<const TaggedBits*>(object + info.first_word);
  const TaggedBits* end = reinterpret_cast<const TaggedBits*>(object + cell - kHeaderSize);
  // In locals, because the compiler must assume that a store to the worklist or the bitmap changes the
  // members.
  uint64_t* const marks = mark_bits_;
  uint32_t* top = worklist_top_;
  uint32_t* limit = worklist_end_;
  const uint32_t first = first_collected_;
  for (; slot < end; slot++) {
    TaggedBits bits = *slot;
    if ((bits & 1) == 0) continue;
    uint32_t child = OffsetOf(bits);
    if (HALFWORD_UNLIKELY(child < first)) continue;  // an immediate or an image object
    uint64_t* word = marks + (child >> 9);
    uint64_t mask = uint64_t{1} << ((child >> 3) & 63);
    uint64_t old = *word;
    if (old & mask) continue;
    *word = old | mask;
    if ((bits & kTagMask) == kNumberTag) continue;
    if (HALFWORD_UNLIKELY(top == limit)) {
      worklist_top_ = top;
      Grow();
      top = worklist_top_;
      limit = worklist_end_;
    }
    *top++ = child;
  }
  worklist_top_ = top;
}

void Marker::Scan(uint32_t offset) { ScanObject(offset); }

template <bool kWithEphemerons>
void Marker::Drain() {
  constexpr uint32_t kQueue = 16;
  uint32_t queue[kQueue];
  uint32_t head = 0;
  uint32_t tail = 0;
  for (;;) {
    while (tail - head < kQueue) {
      if (HALFWORD_UNLIKELY(worklist_top_ == segments_.current()->begin())) {
        WorklistSegment* below = segments_.Pop();
        if (below == nullptr) break;
        worklist_top_ = worklist_end_ = below->end();
      }
      uint32_t next = *--worklist_top_;
      // Cells straddle cache lines: the header may be in the one before.
      __builtin_prefetch(reinterpret_cast<const char*>(base_ + next) - kHeaderSize);
      __builtin_prefetch(reinterpret_cast<const char*>(base_ + next) + 8);
      queue[tail++ % kQueue] = next;
    }
    if (head == tail) return;
    uint32_t offset = queue[head++ % kQueue];
    if (kWithEphemerons) KeyIsAlive(offset);
    ScanObject(offset);
  }
}

void Marker::MarkTransitively() {
  for (;;) {
    Drain<false>();
    if (key_count_ != 0) {
      for (size_t i = 0; i < keys_.size(); i++) {
        uint32_t key = keys_[i].key;
        if (key != 0 && TestBit(mark_bits_, key)) KeyIsAlive(key);
      }
      Drain<true>();
    }
    if (HALFWORD_LIKELY(!overflowed_)) return;
    // Scan every marked object once more; what is newly marked goes to the worklist, which now has room.
    overflowed_ = false;
    heap_->IndexAllRuns();
    struct Rescan {
      Marker* marker;
      const uint64_t* marks;
    } rescan{this, mark_bits_};
    heap_->ForEachObject(
        [](void* data, void* object) {
          auto* r = static_cast<Rescan*>(data);
          if (!TestBit(r->marks, OffsetOf(object))) return;
          if (r->marker->key_count_ != 0) r->marker->KeyIsAlive(OffsetOf(object));
          r->marker->ScanObject(OffsetOf(object));
          if (r->marker->key_count_ != 0) {
            r->marker->template Drain<true>();
          } else {
            r->marker->template Drain<false>();
          }
        },
        &rescan);
  }
}

// ---- Ephemerons
// ---------------------------------------------------------------------------------------------------

Marker::EphemeronKey* Marker::FindKey(uint32_t key) {
  size_t mask = keys_.size() - 1;
  for (size_t i = (key >> 3) * 0x9e3779b9u & mask;; i = (i + 1) & mask) {
    if (keys_[i].key == key || keys_[i].key == 0) return &keys_[i];
  }
}

void Marker::FileEphemeron(uint32_t key, Ephemeron pair) {
  if (key_count_ * 2 >= keys_.size()) {
    std::vector<EphemeronKey> old(keys_.empty() ? 64 : keys_.size() * 2);
    old.swap(keys_);
    for (const EphemeronKey& entry : old) {
      if (entry.key != 0) *FindKey(entry.key) = entry;
    }
  }
  EphemeronKey* entry = FindKey(key);
  if (entry->key == 0) {
    entry->key = key;
    entry->first = 0;
    key_count_++;
  }
  pair.next = entry->first;
  ephemerons_.push_back(pair);
  entry->first = static_cast<uint32_t>(ephemerons_.size());
}

void Marker::KeyIsAlive(uint32_t key) {
  EphemeronKey* entry = FindKey(key);
  if (entry->key == 0 || entry->first == 0) return;
  uint32_t index = entry->first;
  entry->first = 0;
  while (index != 0) {
    Ephemeron pair = ephemerons_[index - 1];  // a copy: tracing a C++ value can file another
    index = pair.next;
    TraceValue(pair);
  }
}

void Marker::TraceValue(const Ephemeron& pair) {
  if (pair.trace != nullptr) {
    pair.trace(this, pair.value);
  } else {
    TraceTagged(*static_cast<const TaggedBits*>(pair.value));
  }
}

// ---- Weakness
// -----------------------------------------------------------------------------------------------------

void Marker::ProcessWeakness(const LivenessBroker& broker) {
  for (const WeakSlot& weak : weak_slots_) {
    if (!broker.IsAlive(*weak.slot)) *weak.slot = weak.cleared;
  }
  for (const void* slot : weak_members_) {
    MemberBits* bits = const_cast<MemberBits*>(static_cast<const MemberBits*>(slot));
    if (IsHeapMember(*bits) && !broker.IsInnerAlive(DecompressMember(base_, *bits))) *bits = kNullMemberBits;
  }
  // By index: a callback may not allocate, but it may register.
  for (size_t i = 0; i < callbacks_.size(); i++) callbacks_[i].callback(broker, callbacks_[i].data);
}

}  // namespace halfword::gc
