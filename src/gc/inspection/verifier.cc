// The heap verifier. Its sentences are the invariants of block.h, header.h and encoding.h:
//   every reference of a live object is the start of a live object with a valid header and the tag that its
//   type asks for; every bit of the bitmaps is what block.h says it is; a heap number holds no references;
//   an object of the image that refers to one of the heap's own is logged.
// A client adds its own (HeapCallbacks::verify_object), of the engine those of objects/verify.h.
#include <bit>
#include <cstdio>
#include <cstdlib>

#include "gc/heap_impl.h"

namespace halfword::gc {
namespace {

// What a broken reference points to may be poisoned.
__attribute__((noinline, no_sanitize("address"))) unsigned long long RawHeader(const void* object) {
  return static_cast<const Header*>(object)[-1];
}

class VerifyingVisitor : public Visitor {
 public:
  explicit VerifyingVisitor(HeapImpl* heap) : Visitor(heap, &Visit, this), heap_(heap) {}

  // Ephemerons' values are not looked at: their keys may be white.
  VerifyingVisitor(HeapImpl* heap, bool with_ephemerons) : VerifyingVisitor(heap) {
    visits_ephemerons_ = with_ephemerons;
  }

  void Object(CageOffset offset) {
    current_ = offset;
    if (offset != 0) CheckHeader(offset, true);
    if (offset != 0) heap_->TraceObjectWith(*this, offset);
  }

 private:
  static void Visit(void* data, const TaggedBits* slot, CageOffset offset, Tag tag) {
    static_cast<VerifyingVisitor*>(data)->Reference(slot, offset, tag);
  }

  void Reference(const TaggedBits* slot, CageOffset offset, Tag tag) {
    slot_ = slot;
    if (offset < heap_->first_collected()) return;
    if (slot != nullptr && current_ != 0 && current_ < heap_->first_collected() &&
        !heap_->IsRemembered(current_)) {
      Fail(offset, "is part of the image and refers to it, but was stored to without write barrier");
    }
    uint32_t block = BlockOf(offset);
    if (block >= heap_->block_end()) Fail(offset, "refers to memory that was never allocated");
    BlockKind kind = heap_->block(block).kind;
    if (kind != BlockKind::kSmall && kind != BlockKind::kFinalizable && kind != BlockKind::kLarge) {
      Fail(offset, "refers to a free block");
    }
    if (!TestBit(heap_->start_bits(), offset))
      Fail(offset, "refers to something that isn't the start of a live object");
    if (!TestBit(heap_->mark_bits(), offset)) Fail(offset, "refers to an object that was not marked");
    CheckHeader(offset, visits_ephemerons_);  // while marking is in progress a referent may be grey
    const TypeInfo& info = heap_->TypeAt(offset);
    if (slot != nullptr && info.tag != 0 && info.tag != tag)
      Fail(offset, "refers to it with a tag that its type does not have");
    if (slot != nullptr && tag == kNumberTag && info.kind != TraceKind::kNoPointers) {
      Fail(offset, "calls a heap number what may hold references");
    }
  }

  void CheckHeader(CageOffset offset, bool black) {
    Header header = HeaderOf(static_cast<const void*>(heap_->ObjectAt(offset)));
    if (IsShapedHeader(header)) {
      CageOffset shape = OffsetOf(header);
      if (TagOf(header) != kOtherTag) Fail(offset, "has a header that is no shape reference");
      if (shape >= heap_->first_collected()) {
        if (BlockOf(shape) >= heap_->block_end() || !TestBit(heap_->start_bits(), shape) ||
            (black && !TestBit(heap_->mark_bits(), shape))) {
          Fail(offset, "has a shape that is no live object");
        }
        Header shape_header = HeaderOf(static_cast<const void*>(heap_->ObjectAt(shape)));
        if (IsShapedHeader(shape_header)) Fail(offset, "has a shape that is not a typed object");
      }
    }
    if (!heap_->IsValidTypeIndex(TypeIndexOf(heap_->base(), heap_->ObjectAt(offset)))) {
      Fail(offset, "has a type index that nobody registered");
    }
    BlockKind kind = heap_->block(BlockOf(offset)).kind;
    if (kind == BlockKind::kSmall && heap_->TypeAt(offset).finalize != nullptr) {
      Fail(offset, "has a finalizer but was not made by AllocateFinalizable");
    }
    bool large = heap_->block(BlockOf(offset)).kind == BlockKind::kLarge;
    if ((SmallCellSizeOf(heap_->base(), heap_->ObjectAt(offset)) == 0) != large) {
      Fail(offset, "has a size that contradicts its block");
    }
  }

  [[noreturn]] void Fail(CageOffset offset, const char* sentence) {
    const char* name = "roots";
    if (current_ != 0) name = heap_->TypeAt(current_).name;
    std::fprintf(stderr,
                 "halfword: heap verifier: object %#zx (%s, header %#llx), slot at +%lld: %s (offset %#zx, "
                 "header %#llx)\n",
                 size_t{current_}, name != nullptr ? name : "?",
                 current_ == 0 ? 0ull : RawHeader(heap_->ObjectAt(current_)),
                 slot_ == nullptr || current_ == 0
                     ? -1ll
                     : (long long)(reinterpret_cast<uintptr_t>(slot_) -
                                   reinterpret_cast<uintptr_t>(heap_->ObjectAt(current_))),
                 sentence, size_t{offset},
                 BlockOf(offset) < heap_->block_end() ? RawHeader(heap_->ObjectAt(offset)) : 0ull);
    std::abort();
  }

  HeapImpl* heap_;
  CageOffset current_ = 0;
  const TaggedBits* slot_ = nullptr;
};

}  // namespace

bool HeapImpl::IsValidTypeIndex(uint32_t index) const {
  if (index < kFirstCppType) return index == 0 || index < types_.count;  // 0 is filler
  return index < kTypeIndexLimit && internal::cpp_types[index - kFirstCppType].name != nullptr;
}

void HeapImpl::TraceObjectWith(Visitor& visitor, CageOffset offset) {
  char* object = static_cast<char*>(ObjectAt(offset));
  Header header = HeaderOf(static_cast<const void*>(object));
  visitor.TraceHeader(object);
  const TypeInfo& info = TypeAt(offset);
  if (info.kind == TraceKind::kTaggedRange) {
    visitor.TraceTaggedRange(reinterpret_cast<const TaggedBits*>(object + info.first_word),
                             reinterpret_cast<const TaggedBits*>(object + CellSizeAt(offset) - kHeaderSize));
  } else if (info.kind == TraceKind::kTraceFunction) {
    if (IsShapedHeader(header) || (header & kInConstructionFlag) == 0) info.trace(visitor, object);
  }
}

void HeapImpl::VerifyMarksOfNewRuns() {
  IndexAllRuns();
  new_runs_.ForEach([this](const NewRun& run) {
    for (CageOffset offset = run.begin; offset < run.end; offset += 8) {
      if (TestBit(blocks_.mark_bits(), offset) && !TestBit(blocks_.start_bits(), offset)) {
        std::fprintf(stderr,
                     "halfword: heap verifier: something refers to offset %#zx, the middle of a new object\n",
                     size_t{offset});
        std::abort();
      }
    }
  });
}

// The objects of an image have no bits, but what lies between them is zero.
template <class F>
void HeapImpl::ForEachImageObject(F&& body) {
  uint32_t first =
      BlockOf(static_cast<CageOffset>(RoundUp(kClientFrontOffset + client_front_bytes_, kBlockSize)));
  for (uint32_t b = first; b < blocks_.first(); b++) {
    BlockKind kind = blocks_[b].kind;
    if (kind == BlockKind::kLarge) body(LargeObjectIn(b));
    if (kind != BlockKind::kSmall && kind != BlockKind::kFinalizable) continue;
    CageOffset end = BlockStart(b + 1);
    for (CageOffset offset = OffsetIn(b, 1); offset < end;) {
      if (HeaderOf(static_cast<const void*>(ObjectAt(offset))) == 0) {
        offset += kGranule;
        continue;
      }
      body(offset);
      offset += static_cast<CageOffset>(CellSizeAt(offset));
    }
  }
}

// Every marked object but those that are still to be traced refers to marked objects only. When marking is
// done that says: what is alive refers to what is alive.
void HeapImpl::VerifyMarking() {
  if (phase_ != Phase::kMarking) return;
  StopHelpers();
  IndexAllRuns();
  std::vector<bool> pending(size_t{blocks_.end()} * kBlockGranules);
  for (CageOffset offset : marker_.PendingObjects()) pending[GranuleOf(offset)] = true;
  VerifyingVisitor visitor(this, false);
  for (uint32_t w = blocks_.first() * kBlockWords; w < blocks_.end() * kBlockWords; w++) {
    for (uint64_t bits = blocks_.mark_bits()[w] & blocks_.start_bits()[w]; bits != 0; bits &= bits - 1) {
      uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (!pending[granule]) visitor.Object(OffsetOfGranule(granule));
    }
  }
}

// No prefinalizer made a root of a dead object. REQUIRES: every new object has a start bit.
void HeapImpl::VerifyPersistents() {
  VerifyingVisitor visitor(this, false);
  strong_nodes_.ForEach([&](auto& node) { node.callback(node.owner, &visitor, nullptr); });
}

// After its sweep: every object survived and ends where the next bit begins.
void HeapImpl::VerifyBlock(uint32_t b) {
  const uint64_t* start = blocks_.StartWords(b);
  const uint64_t* mark = blocks_.MarkWords(b);
  for (uint32_t w = 0; w < kBlockWords; w++) {
    CHECK((start[w] & ~mark[w]) == 0);
    for (uint64_t bits = start[w]; bits != 0; bits &= bits - 1) {
      CageOffset offset = OffsetIn(b, w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
      size_t end = offset + CellSizeAt(offset);
      CHECK(end <= BlockStart(b + 1));
      CageOffset next = offset + 8;
      while (next >> kBlockShift == b && !TestBit(blocks_.start_bits(), next) &&
             !TestBit(blocks_.mark_bits(), next))
        next += 8;
      CHECK(next == end);
    }
  }
}

// REQUIRES: all references in the heap are sound.
void HeapImpl::VerifyByClient(CageOffset offset) {
  void* object = ObjectAt(offset);
  uint32_t type = TypeIndexOf(base_, object);
  if (type == 0 || type >= kFirstCppType) return;  // filler, or a C++ class
  const char* broken = callbacks_.verify_object(callbacks_.data, object);
  if (broken == nullptr) return;
  std::fprintf(stderr, "halfword: heap verifier: object %#zx (%s, header %#llx) %s\n", size_t{offset},
               TypeAt(offset).name, RawHeader(object), broken);
  std::abort();
}

// Sound right after a collection only: later, new objects have no mark bits.
void HeapImpl::Verify() {
  FinishSweeping();
  if (pace_.allocated() != 0 || phase_ != Phase::kIdle) Collect(StackState::kMayContainHeapPointers);
  blocks_.Verify();
  VerifyingVisitor visitor(this);
  visitor.Object(0);
  if (callbacks_.trace_roots != nullptr) callbacks_.trace_roots(callbacks_.data, visitor);
  if (image_.end != 0) ForEachImageObject([&](CageOffset offset) { visitor.Object(offset); });
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    const BlockInfo& info = blocks_[b];
    const uint64_t* start = blocks_.StartWords(b);
    const uint64_t* mark = blocks_.MarkWords(b);
    for (uint32_t w = 0; w < kBlockWords; w++) {
      if (info.kind == BlockKind::kFree || info.kind == BlockKind::kLargeTail)
        CHECK(start[w] == 0 && mark[w] == 0);
      CHECK((start[w] & ~mark[w]) == 0);
      for (uint64_t bits = start[w]; bits != 0; bits &= bits - 1) {
        visitor.Object(OffsetIn(b, w * 64 + static_cast<uint32_t>(std::countr_zero(bits))));
      }
    }
    if (info.kind == BlockKind::kSmall || info.kind == BlockKind::kFinalizable) VerifyBlock(b);
  }
  if (callbacks_.verify_object == nullptr) return;
  if (image_.end != 0) ForEachImageObject([&](CageOffset offset) { VerifyByClient(offset); });
  for (uint32_t w = blocks_.first() * kBlockWords; w < blocks_.end() * kBlockWords; w++) {
    for (uint64_t bits = blocks_.start_bits()[w]; bits != 0; bits &= bits - 1)
      VerifyByClient(OffsetOfGranule(w * 64 + static_cast<uint32_t>(std::countr_zero(bits))));
  }
}

}  // namespace halfword::gc
