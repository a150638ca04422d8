// The allocation runs of a cycle. A vector in pieces, because there may be millions of them: growing never
// copies, which would be a pause of its own.
#ifndef HALFWORD_GC_RUN_LIST_H_
#define HALFWORD_GC_RUN_LIST_H_

#include <algorithm>
#include <memory>
#include <vector>

#include "gc/block.h"

namespace halfword::gc {

class RunList {
 public:
  uint32_t size() const { return size_; }
  NewRun& operator[](size_t i) { return pieces_[i / kPiece][i % kPiece]; }
  const NewRun& operator[](size_t i) const { return pieces_[i / kPiece][i % kPiece]; }
  void push_back(const NewRun& run) {
    if (size_ / kPiece == pieces_.size()) pieces_.emplace_back(new NewRun[kPiece]);
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
  static constexpr size_t kPiece = 4096;
  static constexpr size_t kPiecesKept = 4;

  std::vector<std::unique_ptr<NewRun[]>> pieces_;
  uint32_t size_ = 0;
};

}  // namespace halfword::gc

#endif  // HALFWORD_GC_RUN_LIST_H_
