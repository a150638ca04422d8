// From addresses to objects: sizes, types, the object around an address, all objects.
#include <bit>

#include "gc/heap_impl.h"

namespace halfword::gc {

size_t HeapImpl::LargeCellSizeAt(CageOffset offset) const {
  const BlockInfo& info = blocks_[BlockOf(offset)];
  if (info.kind == BlockKind::kLarge) return size_t{info.value} * kGranule;
  // The cage holds a size that no small object has. The block behind the last one is never used, so what is
  // done with any other stays within the cage.
  DCHECK(!"the size of a cell");
  return kGranule;
}

const TypeInfo& HeapImpl::TypeAt(CageOffset offset) const {
  return TypeByIndex(TypeIndexOf(base_, ObjectAt(offset)));
}

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

CageOffset HeapImpl::FindObject(CageOffset offset) {
  uint32_t b = BlockOf(offset);
  if (offset < blocks_.first_collected() || b >= blocks_.end()) return 0;
  const BlockInfo& info = blocks_[b];
  SweepBeforeLookup(b);
  CageOffset object = 0;
  switch (info.kind) {
    case BlockKind::kSmall:
    case BlockKind::kFinalizable: {
      if (info.value != 0 && !info.is_indexed) allocator_.IndexBlock(b);
      // The nearest bit of either kind at or below.
      const uint64_t* start = blocks_.StartWords(b);
      const uint64_t* mark = blocks_.MarkWords(b);
      uint32_t granule = GranuleOf(offset) % kBlockGranules;
      uint32_t w = granule / 64;
      uint64_t bits = (start[w] | LoadWord(mark[w])) & (~uint64_t{0} >> (63 - granule % 64));
      while (bits == 0) {
        if (w == 0) return 0;
        w--;
        bits = start[w] | LoadWord(mark[w]);
      }
      uint32_t bit = 63 - static_cast<uint32_t>(std::countl_zero(bits));
      if ((start[w] >> bit & 1) == 0) return 0;
      object = OffsetIn(b, w * 64 + bit);
      break;
    }
    case BlockKind::kLarge: object = LargeObjectIn(b); break;
    case BlockKind::kLargeTail: object = LargeObjectIn(b - info.value); break;
    default: return 0;
  }
  return offset == object || offset < object + CellSizeAt(object) - kHeaderSize ? object : 0;
}

CageOffset HeapImpl::FindObjectAt(CageOffset offset) {
  uint32_t b = BlockOf(offset);
  if (offset < blocks_.first_collected() || b >= blocks_.end()) return 0;
  const BlockInfo& info = blocks_[b];
  SweepBeforeLookup(b);
  switch (info.kind) {
    case BlockKind::kSmall:
    case BlockKind::kFinalizable:
      if (info.value != 0 && !info.is_indexed) allocator_.IndexBlock(b);
      return TestBit(blocks_.start_bits(), offset) ? offset : 0;
    case BlockKind::kLarge: return offset == LargeObjectIn(b) ? offset : 0;
    default: return 0;
  }
}

void HeapImpl::ForEachObject(void (*body)(void*, void*), void* data) {
  cycle_.FinishSweep();
  allocator_.IndexAllRuns();
  for (uint32_t b = blocks_.first(); b < blocks_.end(); b++) {
    BlockKind kind = blocks_[b].kind;
    if (kind == BlockKind::kLarge) {
      body(data, ObjectAt(LargeObjectIn(b)));
    } else if (kind == BlockKind::kSmall || kind == BlockKind::kFinalizable) {
      const uint64_t* start = blocks_.StartWords(b);
      for (uint32_t w = 0; w < kBlockWords; w++) {
        for (uint64_t bits = start[w]; bits != 0; bits &= bits - 1) {
          uint32_t granule = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
          void* object = ObjectAt(OffsetIn(b, granule));
          if (TypeIndexOf(base_, object) != 0) body(data, object);  // 0 is filler
        }
      }
    }
  }
}

void HeapImpl::ForEachImmortalObject(void (*body)(void*, void*), void* data) {
  for (uint32_t b = BlockOf(client_front_end_); b < blocks_.first(); b++)
    ForEachImmortalObject(b, [&](CageOffset offset) { body(data, ObjectAt(offset)); });
}

}  // namespace halfword::gc
