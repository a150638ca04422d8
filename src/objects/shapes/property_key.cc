#include "objects/shapes/property_key.h"

#include <charconv>

#include "objects/isolate.h"
#include "objects/shapes/js_object.h"

namespace halfword {

PropertyKey PropertyKey::FromString(Isolate& isolate, String* string) {
  // FAST: what has been a key before.
  if (string->typed_type() == HeapType::kThinString)
    string = static_cast<ThinString*>(string)->actual_.GetNonNull();
  // Interned strings may be indices too: single characters and what programs interned by other ways.
  if (string->length() <= 10) {
    FlatChars chars = string->Flatten(isolate);
    uint32_t index;
    if (chars.length() != 0 && chars[0] <= '9' && ParseArrayIndex(chars, &index)) return FromIndex(index);
  }
  return FromInterned(Intern(isolate, string));
}

PropertyKey PropertyKey::FromAscii(Isolate& isolate, std::string_view text) {
  FlatChars chars(std::span<const uint8_t>(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
  uint32_t index;
  if (ParseArrayIndex(chars, &index)) return FromIndex(index);
  return FromInterned(InternChars(isolate, chars));
}

Value PropertyKey::ToValue(Isolate& isolate) const {
  if (!IsIndex()) return name_;
  if (index_ < 10) return isolate.single_chars_['0' + index_].GetNonNull();
  // The isolate's number cache is keyed by the number; larger indices are not worth a boxed key.
  if (!Value::FitsSmi(index_)) {
    char buffer[16];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, index_).ptr;
    return NewStringFromAscii(isolate, {buffer, static_cast<size_t>(end - buffer)});
  }
  Value number = Value::Smi(static_cast<int32_t>(index_));
  auto& entry = isolate.number_strings_[index_ % 64];
  if (entry.number.get() == number && entry.string.get().IsString()) return entry.string.get();
  char buffer[16];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, index_).ptr;
  String* string = NewStringFromAscii(isolate, {buffer, static_cast<size_t>(end - buffer)});
  entry.number.Init(number);
  entry.string.Init(Value(string));
  return string;
}

}  // namespace halfword
