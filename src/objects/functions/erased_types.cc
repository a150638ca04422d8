#include "objects/functions/erased_types.h"

#include <algorithm>
#include <cstring>

#include "objects/isolate.h"

namespace halfword {

void ErasedTypes::Append(uint32_t number) {
  for (; number >= 0x80; number >>= 7) bytes_.push_back(static_cast<uint8_t>(number | 0x80));
  bytes_.push_back(static_cast<uint8_t>(number));
}

void ErasedTypes::Add(uint32_t start, uint32_t end, As as) {
  Append((start - end_) * 4 + as);
  Append(end - start);
  end_ = end;
}

ByteArray* ErasedTypes::Finish(Isolate& isolate) const {
  ByteArray* array = NewByteArray(isolate, static_cast<uint32_t>(bytes_.size()));
  std::memcpy(array->bytes(), bytes_.data(), bytes_.size());
  return array;
}

Completion<String*> ErasedTypes::Erase(Isolate& isolate, String* text, uint32_t start, uint32_t end,
                                       ByteArray* erased) {
  TRY(isolate.Poll(static_cast<int32_t>(erased->length_ / kCharactersPerUnit)));
  FlatChars chars = text->Flatten(isolate);
  const uint8_t* next = erased->bytes() + 1;
  const uint8_t* last = erased->bytes() + erased->length_;
  auto read = [&] {
    uint32_t number = 0;
    for (int shift = 0; next < last; shift += 7) {
      uint8_t byte = *next++;
      number |= static_cast<uint32_t>(byte & 0x7F) << shift;
      if (byte < 0x80) break;
    }
    return number;
  };
  StringBuilder out(isolate);
  uint32_t position = start;
  for (uint32_t part_end = 0; next < last && part_end < end && !out.failed();) {
    uint32_t word = read();
    uint32_t part = part_end + word / 4;
    part_end = part + read();
    // Parts lie inside of a function or outside.
    if (part < position || part_end < part || part_end > end) continue;
    out.Append(chars.Slice(position, part));
    for (uint32_t i = part; i < part_end; i++) {
      char16_t unit = chars[i];
      bool is_line_end = unit == '\n' || unit == '\r' || unit == 0x2028 || unit == 0x2029;
      if (!is_line_end) unit = ' ';
      if (i == part && word % 4 == kFirstIsSemicolon) unit = ';';
      if (i == part && word % 4 == kFirstIsOpenParenthesis) unit = '(';
      if (i + 1 == part_end && word % 4 == kLastIsClosingParenthesis) unit = ')';
      out.Append(unit);
    }
    position = part_end;
  }
  out.Append(chars.Slice(position, end));
  return out.Finish();
}

}  // namespace halfword
