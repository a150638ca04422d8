// The header: one tagged-sized word just below each object. Objects are aligned to 8 bytes, so in the
// compressed build the cell begins 4 bytes below the object, and 4-byte fields pack against the header. Bit 0
// tells two forms apart:
//
//   typed     bits 31..19   size of the cell in 8-byte granules; 0 = large: ask the heap
//             bits 18..4    type index
//             bit  3        in construction; the collector's
//             bits 2..1     free for the client
//             bit  0        0
//   shaped    The tagged reference to the object's shape. Its tag is 111, so bit 0 is 1. The shape is a typed
//             object that begins with a ShapeLayout. The collector takes type and size from there, and keeps
//             the shape alive.
#ifndef HALFWORD_GC_HEADER_H_
#define HALFWORD_GC_HEADER_H_

#include "halfword/gc/internal/encoding.h"

namespace halfword::gc {

using Header = TaggedBits;

inline constexpr size_t kHeaderSize = kTaggedSize;
inline constexpr size_t kGranule = 8;
inline constexpr int kGranuleShift = 3;
static_assert(kGranule == 1 << kGranuleShift);
static_assert(kMemberShift <= kGranuleShift, "a reference drops no bit of an object's address");
inline constexpr size_t kMaxSmallCell = 8192;  // larger cells have blocks of their own
inline constexpr int kHeaderTypeShift = 4;
inline constexpr int kHeaderSizeShift = 19;
static_assert(kMaxSmallCell / kGranule < 1 << (32 - kHeaderSizeShift));
inline constexpr uint32_t kTypeIndexLimit = 1 << (kHeaderSizeShift - kHeaderTypeShift);
// Indices below are the client's table, from here on C++ classes.
inline constexpr uint32_t kFirstCppType = 512;

inline constexpr Header kClientFlag0 = 1 << 1;
inline constexpr Header kClientFlag1 = 1 << 2;
inline constexpr Header kInConstructionFlag = 1 << 3;

// Granules are counted through the whole cage: there are at most 2^31. A bitmap has a bit for each.
constexpr uint32_t GranuleOf(CageOffset offset) { return static_cast<uint32_t>(offset >> kGranuleShift); }
constexpr CageOffset OffsetOfGranule(uint32_t granule) { return CageOffset{granule} << kGranuleShift; }
constexpr CageOffset BitmapWordOf(CageOffset offset) { return offset >> (kGranuleShift + 6); }
constexpr uint64_t BitmapMaskOf(CageOffset offset) { return uint64_t{1} << (offset >> kGranuleShift & 63); }

// At offset 0 of every shape.
struct ShapeLayout {
  uint16_t type_index;
  uint16_t size_in_granules;  // of the objects' cells, header included; 0: large, ask the heap
};

// The cell that holds `payload` bytes of object.
constexpr size_t CellSize(size_t payload) { return (payload + kHeaderSize + kGranule - 1) & ~(kGranule - 1); }

constexpr Header TypedHeader(uint32_t type_index, size_t cell_size, Header flags = 0) {
  return static_cast<Header>((cell_size > kMaxSmallCell ? 0 : (cell_size / kGranule) << kHeaderSizeShift) |
                             type_index << kHeaderTypeShift | flags);
}
constexpr bool IsShapedHeader(Header header) { return (header & 1) != 0; }
constexpr uint32_t TypedHeaderType(Header header) {
  return static_cast<uint32_t>(header >> kHeaderTypeShift) % kTypeIndexLimit;
}
constexpr size_t TypedHeaderCellSize(Header header) {
  return (static_cast<uint32_t>(header) >> kHeaderSizeShift) * kGranule;
}
// The same header for a small cell of another size.
constexpr Header WithCellSize(Header typed, size_t cell_size) {
  return static_cast<Header>((cell_size / kGranule) << kHeaderSizeShift |
                             (static_cast<uint32_t>(typed) & ((1u << kHeaderSizeShift) - 1)));
}

HALFWORD_INLINE Header& HeaderOf(void* object) { return static_cast<Header*>(object)[-1]; }
HALFWORD_INLINE Header HeaderOf(const void* object) { return static_cast<const Header*>(object)[-1]; }
// Of an object that others may refer to: helper threads of the collector may be reading its header. Whoever
// sees a new shape there sees what was written into that before.
HALFWORD_INLINE void SetHeader(void* object, Header header) {
  __atomic_store_n(static_cast<Header*>(object) - 1, header, __ATOMIC_RELEASE);
}
HALFWORD_INLINE const ShapeLayout* ShapeOf(uintptr_t base, Header shaped) {
  return static_cast<const ShapeLayout*>(Decompress(base, shaped, kOtherTag));
}
// Below kTypeIndexLimit, whatever the header and the shape hold:
// so it may index tables that have that many rows.
constexpr uint32_t ShapedTypeIndex(const ShapeLayout& shape) { return shape.type_index % kTypeIndexLimit; }
HALFWORD_INLINE uint32_t TypeIndexOf(uintptr_t base, const void* object) {
  Header header = HeaderOf(object);
  return IsShapedHeader(header) ? ShapedTypeIndex(*ShapeOf(base, header)) : TypedHeaderType(header);
}
// 0 for large objects: ask Heap::CellSizeOf.
HALFWORD_INLINE size_t SmallCellSizeOf(uintptr_t base, const void* object) {
  Header header = HeaderOf(object);
  return IsShapedHeader(header) ? ShapeOf(base, header)->size_in_granules * kGranule
                                : TypedHeaderCellSize(header);
}

}  // namespace halfword::gc

#endif  // HALFWORD_GC_HEADER_H_
