#include "gc/inspection/verifier.h"

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
    if (offset < heap_->blocks().first_collected()) return;
    if (slot != nullptr && current_ != 0 && current_ < heap_->blocks().first_collected() &&
        !heap_->roots().remembered().HasObject(current_)) {
      Fail(offset, "is part of the image and refers to it, but was stored to without write barrier");
    }
    uint32_t block = BlockOf(offset);
    if (block >= heap_->blocks().end()) Fail(offset, "refers to memory that was never allocated");
    BlockKind kind = heap_->blocks()[block].kind;
    if (kind != BlockKind::kSmall && kind != BlockKind::kFinalizable && kind != BlockKind::kLarge) {
      Fail(offset, "refers to a free block");
    }
    if (!TestBit(heap_->blocks().start_bits(), offset))
      Fail(offset, "refers to something that isn't the start of a live object");
    if (!TestBit(heap_->blocks().mark_bits(), offset))
      Fail(offset, "refers to an object that was not marked");
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
      if (shape >= heap_->blocks().first_collected()) {
        if (BlockOf(shape) >= heap_->blocks().end() || !TestBit(heap_->blocks().start_bits(), shape) ||
            (black && !TestBit(heap_->blocks().mark_bits(), shape))) {
          Fail(offset, "has a shape that is no live object");
        }
        Header shape_header = HeaderOf(static_cast<const void*>(heap_->ObjectAt(shape)));
        if (IsShapedHeader(shape_header)) Fail(offset, "has a shape that is not a typed object");
      }
    }
    if (!heap_->IsValidTypeIndex(TypeIndexOf(heap_->base(), heap_->ObjectAt(offset)))) {
      Fail(offset, "has a type index that nobody registered");
    }
    BlockKind kind = heap_->blocks()[BlockOf(offset)].kind;
    if (kind == BlockKind::kSmall && heap_->TypeAt(offset).finalize != nullptr) {
      Fail(offset, "has a finalizer but was not made by AllocateFinalizable");
    }
    bool large = heap_->blocks()[BlockOf(offset)].kind == BlockKind::kLarge;
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
                 BlockOf(offset) < heap_->blocks().end() ? RawHeader(heap_->ObjectAt(offset)) : 0ull);
    std::abort();
  }

  HeapImpl* heap_;
  CageOffset current_ = 0;
  const TaggedBits* slot_ = nullptr;
};

}  // namespace

Verifier::Verifier(HeapImpl& heap) : heap_(heap), blocks_(heap.blocks()) {}

void Verifier::VerifyMarksOfNewRuns() {
  heap_.allocator().IndexAllRuns();
  heap_.allocator().new_runs().ForEach([this](const NewRun& run) {
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

template <class F>
void Verifier::ForEachImageObject(F&& body) {
  for (uint32_t b = BlockOf(heap_.client_front_end()); b < blocks_.first(); b++)
    heap_.ForEachImmortalObject(b, body);
}

void Verifier::VerifyEndOfMarking() {
  VerifyMarksOfNewRuns();
  VerifyMarking();
  VerifyPersistents();
}

void Verifier::VerifyMarking() {
  if (!heap_.cycle().state().has_marks()) return;
  heap_.StopHelpers();
  heap_.allocator().IndexAllRuns();
  std::vector<bool> pending(size_t{blocks_.end()} * kBlockGranules);
  for (CageOffset offset : heap_.marker().PendingObjects()) pending[GranuleOf(offset)] = true;
  VerifyingVisitor visitor(&heap_, false);
  for (uint32_t w = blocks_.first() * kBlockWords; w < blocks_.end() * kBlockWords; w++) {
    for (uint64_t bits = blocks_.mark_bits()[w] & blocks_.start_bits()[w]; bits != 0; bits &= bits - 1) {
      uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      if (!pending[granule]) visitor.Object(OffsetOfGranule(granule));
    }
  }
}

// REQUIRES: every new object has a start bit.
void Verifier::VerifyPersistents() {
  VerifyingVisitor visitor(&heap_, false);
  heap_.roots().strong_nodes().ForEach([&](auto& node) { node.callback(node.owner, &visitor, nullptr); });
}

void Verifier::VerifyBlock(uint32_t b) {
  const uint64_t* start = blocks_.StartWords(b);
  const uint64_t* mark = blocks_.MarkWords(b);
  for (uint32_t w = 0; w < kBlockWords; w++) {
    CHECK((start[w] & ~mark[w]) == 0);
    for (uint64_t bits = start[w]; bits != 0; bits &= bits - 1) {
      CageOffset offset = OffsetIn(b, w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
      size_t end = offset + heap_.CellSizeAt(offset);
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
void Verifier::VerifyByClient(CageOffset offset) {
  void* object = heap_.ObjectAt(offset);
  uint32_t type = TypeIndexOf(heap_.base(), object);
  if (type == 0 || type >= kFirstCppType) return;  // filler, or a C++ class
  const char* broken = heap_.callbacks().verify_object(heap_.callbacks().data, object);
  if (broken == nullptr) return;
  std::fprintf(stderr, "halfword: heap verifier: object %#zx (%s, header %#llx) %s\n", size_t{offset},
               heap_.TypeAt(offset).name, RawHeader(object), broken);
  std::abort();
}

void Verifier::VerifyHeap() {
  heap_.cycle().FinishSweep();
  if (heap_.pace().allocated() != 0 || !heap_.cycle().state().is_idle())
    heap_.cycle().Collect(StackState::kMayContainHeapPointers);
  blocks_.Verify();
  VerifyingVisitor visitor(&heap_);
  visitor.Object(0);
  heap_.roots().TraceClient(visitor);
  ForEachImageObject([&](CageOffset offset) { visitor.Object(offset); });
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
  if (heap_.callbacks().verify_object == nullptr) return;
  ForEachImageObject([&](CageOffset offset) { VerifyByClient(offset); });
  for (uint32_t w = blocks_.first() * kBlockWords; w < blocks_.end() * kBlockWords; w++) {
    for (uint64_t bits = blocks_.start_bits()[w]; bits != 0; bits &= bits - 1)
      VerifyByClient(OffsetOfGranule(w * 64 + static_cast<uint32_t>(std::countr_zero(bits))));
  }
}

}  // namespace halfword::gc
