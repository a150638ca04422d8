// The index of a PropertyTable: an open-addressed table of entries' numbers plus one, behind the entries.
// Inlined into the few who look names up.
#ifndef HALFWORD_OBJECTS_SHAPES_PROPERTY_INDEX_H_
#define HALFWORD_OBJECTS_SHAPES_PROPERTY_INDEX_H_

#include <algorithm>
#include <bit>

#include "objects/shapes/shape.h"

namespace halfword::property_index {

inline constexpr uint32_t kLinearEntries = 8;  // tables up to this capacity have no index

HW_INLINE bool HasIndex(const PropertyTable* table) { return table->capacity_ > kLinearEntries; }
HW_INLINE uint32_t IndexSizeFor(uint32_t capacity) {
  return capacity <= kLinearEntries ? 0 : std::bit_ceil(capacity + capacity / 4);
}
HW_INLINE uint32_t IndexWidthFor(uint32_t capacity) { return capacity < 255 ? 1 : capacity < 65535 ? 2 : 4; }
HW_INLINE uint8_t* IndexOf(const PropertyTable* table) {
  return reinterpret_cast<uint8_t*>(const_cast<PropertyTable*>(table)->entries() + table->capacity_);
}

// Calls f with the index as an array of its width.
template <class F>
HW_INLINE auto VisitIndex(const PropertyTable* table, F&& f) {
  uint8_t* index = IndexOf(table);
  switch (IndexWidthFor(table->capacity_)) {
    case 1: return f(index);
    case 2: return f(reinterpret_cast<uint16_t*>(index));
    default: return f(reinterpret_cast<uint32_t*>(index));
  }
}

// Of a name in a table without a salt.
HW_INLINE uint32_t HashBits(TaggedBits bits) {
  uint32_t h = static_cast<uint32_t>(bits >> 3) * 0x9E3779B1u;
  return h ^ h >> 15;
}

// As PropertyTable::Find. Inlined to the end, so that handlers have no stack frame for it.
HW_INLINE int32_t Find(const PropertyTable* table, Value name, uint32_t count, uint32_t hash) {
  if (!HasIndex(table)) {
    uint32_t n = std::min(count, table->used_);
    for (uint32_t i = 0; i < n; i++) {
      if (table->entry(i).name.get() == name) return static_cast<int32_t>(i);
    }
    return -1;
  }
  return VisitIndex(table, [&](auto* index) __attribute__((always_inline)) -> int32_t {
    uint32_t mask = IndexSizeFor(table->capacity_) - 1;
    for (uint32_t at = hash & mask;; at = (at + 1) & mask) {
      uint32_t i = index[at];
      if (i == 0) return -1;
      if (table->entry(i - 1).name.get() == name) return i - 1 < count ? static_cast<int32_t>(i - 1) : -1;
    }
  });
}

}  // namespace halfword::property_index

#endif  // HALFWORD_OBJECTS_SHAPES_PROPERTY_INDEX_H_
