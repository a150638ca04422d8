// A set of objects, by offset: open addressing with linear probing (Knuth, The Art of Computer Programming,
// 6.4, Algorithm L). For few objects far apart, where a bitmap would dirty a page for each.
#ifndef HALFWORD_GC_ROOTS_OFFSET_SET_H_
#define HALFWORD_GC_ROOTS_OFFSET_SET_H_

#include <bit>
#include <vector>

#include "gc/blocks/block.h"

namespace halfword::gc {

class OffsetSet {
 public:
  bool Contains(CageOffset offset) const { return !table_.empty() && table_[Find(offset)] == offset; }
  void Insert(CageOffset offset) {
    if (Contains(offset)) return;
    if (++size_ * 2 > table_.size()) Grow();
    table_[Find(offset)] = offset;
  }
  void Clear() {
    table_.clear();
    if (table_.capacity() > kKept) table_.shrink_to_fit();
    size_ = 0;
  }
  template <typename F>
  void ForEach(F&& body) const {
    for (CageOffset offset : table_) {
      if (offset != 0) body(offset);
    }
  }

 private:
  static constexpr size_t kFirst = 16, kKept = 1024;

  // Where it is, or the free place where it would be.
  size_t Find(CageOffset offset) const {
    size_t mask = table_.size() - 1;
    uint32_t hash = static_cast<uint32_t>(offset / kGranule) * 0x9E3779B1u;  // Knuth's multiplicative hash
    size_t i = hash >> (32 - std::countr_zero(table_.size()));
    while (table_[i] != 0 && table_[i] != offset) i = (i + 1) & mask;
    return i;
  }
  void Grow() {
    std::vector<CageOffset> old = std::move(table_);
    table_.assign(old.empty() ? kFirst : old.size() * 2, 0);
    for (CageOffset offset : old) {
      if (offset != 0) table_[Find(offset)] = offset;
    }
  }

  std::vector<CageOffset> table_;  // a power of two, at most half of it in use; 0: free
  size_t size_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_ROOTS_OFFSET_SET_H_
