// A vector in pieces, each as large as all pieces before it together. It is for lists that may have millions
// of entries: growing never copies, which would be a pause of its own. The first piece is small and part of
// the list, because most heaps are small and there may be thousands.
#ifndef HALFWORD_GC_BLOCKS_PIECE_LIST_H_
#define HALFWORD_GC_BLOCKS_PIECE_LIST_H_

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

namespace halfword::gc {

template <typename T>
class PieceList {
 public:
  uint32_t size() const { return size_; }
  T& operator[](size_t i) {
    Place place(i);
    return Piece(place.piece)[place.index];
  }
  const T& operator[](size_t i) const { return const_cast<PieceList&>(*this)[i]; }
  void push_back(const T& value) {
    if (Place(size_).piece > further_.size())
      further_.push_back(std::make_unique_for_overwrite<T[]>(kFirst << (further_.size() + 1)));
    (*this)[size_++] = value;
  }
  // Keeps memory for as many entries as small heaps have.
  void clear() {
    size_ = 0;
    further_.resize(std::min(further_.size(), kPiecesKept));
  }
  void swap(PieceList& other) {
    std::swap(first_, other.first_);
    further_.swap(other.further_);
    std::swap(size_, other.size_);
  }
  // `body` may append; it does not see what it appends.
  template <typename F>
  void ForEach(F&& body) {
    for (uint32_t i = 0, end = size_; i < end; i++) body((*this)[i]);
  }

 private:
  static constexpr size_t kFirst = std::bit_floor(64 / sizeof(T));  // in the first piece: a cache line
  static constexpr size_t kPiecesKept = 9;                          // 64 KiB

  // Piece k holds the entries from kFirst * (2^k - 1) on.
  struct Place {
    explicit Place(size_t i)
        : piece(static_cast<size_t>(std::bit_width(i / kFirst + 1)) - 1),
          index(i + kFirst - (kFirst << piece)) {}
    size_t piece, index;
  };
  T* Piece(size_t k) { return k == 0 ? first_ : further_[k - 1].get(); }

  T first_[kFirst];
  std::vector<std::unique_ptr<T[]>> further_;
  uint32_t size_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_BLOCKS_PIECE_LIST_H_
