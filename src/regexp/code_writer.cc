#include "regexp/code_writer.h"

#include <algorithm>
#include <cstring>

namespace halfword::regexp {

namespace {

void Append32(std::string& s, uint32_t v) { s.append(reinterpret_cast<const char*>(&v), 4); }

}  // namespace

void CodeWriter::DataReference(const std::string& bytes) {
  uint32_t at = AddData(bytes);
  data_references_.push_back(words_.size());
  words_.push_back(at);
}

uint32_t CodeWriter::AddData(const std::string& bytes) {
  auto [it, is_new] = data_index_.emplace(bytes, static_cast<uint32_t>(data_.size()));
  if (is_new) {
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    while (data_.size() % 4 != 0) data_.push_back(0);
  }
  return it->second;
}

void CodeWriter::ClassReference(Ranges set) {
  First f;
  std::string narrow, wide;
  uint32_t narrow_count = 0, wide_count = 0;
  for (unicode::CodePointRange r : set) {
    for (CodePoint c = r.first; c <= r.last && c < 256; c++) f.Add(static_cast<uint8_t>(c));
    if (r.last < 256) continue;
    CodePoint first = std::max<CodePoint>(r.first, 256);
    if (first <= 0xFFFF) {
      Append32(narrow, first | std::min<CodePoint>(r.last, 0xFFFF) << 16);
      narrow_count++;
    }
    if (r.last > 0xFFFF && tree_.is_unicode()) {
      Append32(wide, std::max<CodePoint>(first, 0x10000));
      Append32(wide, r.last);
      wide_count++;
    }
  }
  std::string bytes = BitmapBytes(f);
  Append32(bytes, narrow_count | wide_count << 16);
  DataReference(bytes + narrow + wide);
}

void CodeWriter::Assemble(const Header& h, std::vector<uint8_t>* program) {
  uint32_t data_offset = Here();
  size_t total = data_offset + data_.size();
  if (total > max_bytes_) return Fail();
  for (size_t i : data_references_) words_[i] += data_offset;
  uint32_t header[kHeaderWords] = {kMagic,           static_cast<uint32_t>(total),
                                   h.flags,          h.capture_count,
                                   h.register_count, kUndoBlockPc + 4,
                                   h.min_length,     h.distance_to_end,
                                   data_offset,      h.first < data_.size() ? data_offset + h.first : 0};
  program->resize(total);
  std::memcpy(program->data(), header, sizeof header);
  std::memcpy(program->data() + sizeof header, words_.data(), words_.size() * 4);
  if (!data_.empty()) std::memcpy(program->data() + data_offset, data_.data(), data_.size());
}

}  // namespace halfword::regexp
