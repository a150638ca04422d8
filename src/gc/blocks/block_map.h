// A bit for each block of a heap. The map of a small heap takes no memory of its own: there may be thousands
// of heaps, and each would leave a hole in the C++ heap when it is destroyed.
#ifndef HALFWORD_GC_BLOCKS_BLOCK_MAP_H_
#define HALFWORD_GC_BLOCKS_BLOCK_MAP_H_

#include <algorithm>
#include <cstdint>
#include <vector>

namespace halfword::gc {

class BlockMap {
 public:
  BlockMap() = default;
  BlockMap(const BlockMap&) = delete;
  BlockMap& operator=(const BlockMap&) = delete;

  // All bits are clear, `blocks` of them.
  void Reset(uint32_t blocks) {
    many_ = {};
    std::fill_n(few_, kFew, 0);
    words_ = few_;
    Grow(blocks);
  }
  // Clear bits for the blocks that have none yet.
  void Grow(uint32_t blocks) {
    size_t size = (blocks + 63) / 64;
    if (size <= (many_.empty() ? kFew : many_.size())) return;
    bool was_small = many_.empty();
    many_.resize(size);
    if (was_small) std::copy_n(few_, kFew, many_.begin());
    words_ = many_.data();
  }
  bool Test(uint32_t block) const { return words_[block / 64] >> (block % 64) & 1; }
  void Set(uint32_t block) { words_[block / 64] |= uint64_t{1} << (block % 64); }
  void Clear(uint32_t block) { words_[block / 64] &= ~(uint64_t{1} << (block % 64)); }
  // The bits of the block and of those after it, up to the next multiple of 64.
  uint64_t From(uint32_t block) const { return words_[block / 64] >> (block % 64); }

 private:
  static constexpr size_t kFew = 2;  // words: 8 MiB of blocks

  uint64_t few_[kFew] = {};
  std::vector<uint64_t> many_;  // or else
  uint64_t* words_ = few_;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_BLOCK_MAP_H_
