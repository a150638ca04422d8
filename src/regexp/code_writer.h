// The words and the data of a program while it is made.
#ifndef HALFWORD_REGEXP_CODE_WRITER_H_
#define HALFWORD_REGEXP_CODE_WRITER_H_

#include <string>
#include <unordered_map>
#include <vector>

#include "regexp/analysis.h"
#include "regexp/ast.h"
#include "regexp/bytecode.h"

namespace halfword::regexp {

// Instructions, each an Op and its words, and behind them the data that they refer to. It fails for good, and
// what is written then does not matter, when code and data have more than `max_bytes` or the host stops it.
class CodeWriter {
 public:
  CodeWriter(Tree& tree, size_t max_bytes) : tree_(tree), max_bytes_(max_bytes) {}

  bool failed() const { return error_.reason != nullptr; }
  void Fail() {
    if (!failed()) error_ = {"Regular expression too large", 0};
  }
  const Error& error() const { return error_; }

  // Where the next word goes, in bytes from the beginning of the program.
  uint32_t Here() const { return static_cast<uint32_t>((kHeaderWords + words_.size()) * 4); }
  void Word(uint32_t w) { words_.push_back(w); }
  void Op(Opcode op, uint32_t arg = 0) {
    DCHECK(arg < (1u << 24));
    tree_.account.Take(2 * sizeof(uint32_t));
    if (words_.size() * 4 + data_.size() > max_bytes_ || tree_.account.stopped()) Fail();
    words_.push_back(op | arg << 8);
  }
  // A target that is not known yet; Bind(the result) sets it to here, or to a place that Here() gave.
  size_t Label() {
    words_.push_back(0);
    return words_.size() - 1;
  }
  void Bind(size_t label) { Bind(label, Here()); }
  void Bind(size_t label, uint32_t place) { words_[label] = place; }

  // Puts bytes into the data section (once) and a reference to them into the code.
  void DataReference(const std::string& bytes);
  // The same without a reference; returns the offset in the data section.
  uint32_t AddData(const std::string& bytes);
  void Bitmap(const First& f) { DataReference(BitmapBytes(f)); }
  // A reference to a bitmap of Latin-1 and the ranges of what is wider.
  void ClassReference(Ranges set);

  // What a header says that is not counted here.
  struct Header {
    uint32_t flags, capture_count, register_count, min_length, distance_to_end;
    uint32_t first;  // offset of a bitmap in the data section; UINT32_MAX: there is none
  };
  // Header, code and data, as a program.
  void Assemble(const Header&, std::vector<uint8_t>* program);

 private:
  Tree& tree_;
  const size_t max_bytes_;
  Error error_;
  std::vector<uint32_t> words_;
  std::string data_;
  std::unordered_map<std::string, uint32_t> data_index_;
  std::vector<size_t> data_references_;  // words that hold an offset into data_
};

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_CODE_WRITER_H_
