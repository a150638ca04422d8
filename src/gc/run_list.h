// The allocation runs of a cycle. A vector in pieces, each as large as all before it, because there may be
// millions of them: growing never copies, which would be a pause of its own. (The first piece is small: most
// heaps are, and there may be thousands.)
#ifndef HALFWORD_GC_RUN_LIST_H_
#define HALFWORD_GC_RUN_LIST_H_

#include <algorithm>
#include <bit>
#include <memory>
#include <vector>

#include "gc/block.h"

namespace halfword::gc {

class RunList {
 public:
  uint32_t size() const { return size_; }
  NewRun& operator[](size_t i) {
    Place place(i);
    return pieces_[place.piece][place.index];
  }
  const NewRun& operator[](size_t i) const { return const_cast<RunList&>(*this)[i]; }
  void push_back(const NewRun& run) {
    if (Place(size_).piece == pieces_.size()) pieces_.emplace_back(new NewRun[kFirst << pieces_.size()]);
    (*this)[size_++] = run;
  }
  // Keeps memory for as many as small heaps have.
  void clear() {
    size_ = 0;
    pieces_.resize(std::min(pieces_.size(), kPiecesKept));
  }
  void swap(RunList& other) {
    pieces_.swap(other.pieces_);
    std::swap(size_, other.size_);
  }
  template <typename F>
  void ForEach(F&& body) {
    for (uint32_t i = 0; i < size_; i++) body((*this)[i]);
  }

 private:
  static constexpr size_t kFirst = 16;  // in the first piece
  static constexpr size_t kPiecesKept = 8;

  // Piece k holds the runs from kFirst * (2^k - 1) on.
  struct Place {
    explicit Place(size_t i)
        : piece(static_cast<size_t>(std::bit_width(i / kFirst + 1)) - 1),
          index(i + kFirst - (kFirst << piece)) {}
    size_t piece, index;
  };

  std::vector<std::unique_ptr<NewRun[]>> pieces_;
  uint32_t size_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_RUN_LIST_H_
