#include <algorithm>
#include <cstring>

#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/long_work.h"
#include "objects/memory/external_memory.h"
#include "objects/primitives/string_factory.h"
#include "platform/exhaustion.h"
#include "unicode/utf8.h"

namespace halfword {

StringBuilder::~StringBuilder() {
  if (block_.data()) Dispose(isolate_, std::move(block_), counted_bytes_);
}

bool StringBuilder::GrowSlow(size_t total) {
  if (failed()) return false;
  overflow_ = total > String::kMaxLength;
  if (overflow_) return false;
  size_t capacity = std::min<size_t>(std::max(total, capacity_ * 2), String::kMaxLength);
  if (!MayTake(capacity << two_byte_)) return false;
  SetCapacity(capacity);
  return true;
}

// Asks the heap limit, and tells the heap.
bool StringBuilder::MayTake(size_t bytes) {
  constexpr size_t kUncounted = size_t{1} << 20;
  if (bytes <= kUncounted) return true;
  // Of all that will be copied into the heap in the end.
  out_of_memory_ = !isolate_.heap().CanGrowExternal(bytes);
  if (out_of_memory_) return false;
  isolate_.heap().AdjustExternalBytes(static_cast<int64_t>(bytes) - static_cast<int64_t>(counted_bytes_));
  counted_bytes_ = bytes;
  return true;
}

void StringBuilder::SetCapacity(size_t units) {
  if (!block_.Resize(units << two_byte_)) platform::ThrowExhaustion();
  auto* data = static_cast<uint8_t*>(block_.data());
  if (data_ == inline_) std::memcpy(data, inline_, std::min(sizeof inline_, block_.size()));
  data_ = data;
  capacity_ = units;
}

// In place, from the end. False: there was no room.
bool StringBuilder::Widen() {
  constexpr size_t kPiece = 64 << 10;  // between two looks at the isolate
  if (!MayTake(capacity_ * 2)) return false;
  two_byte_ = true;
  SetCapacity(capacity_);
  for (size_t i = size_; i-- > 0;) {
    wide()[i] = narrow()[i];
    if (HW_UNLIKELY(i % kPiece == 0) && i != 0 && IsTerminatedOrStopping(isolate_)) break;
  }
  return true;
}

void StringBuilder::Append(char16_t unit) {
  if (!Grow(1) || (unit > 0xFF && !two_byte_ && !Widen())) return;
  if (two_byte_) {
    wide()[size_++] = unit;
  } else {
    narrow()[size_++] = static_cast<uint8_t>(unit);
  }
}

void StringBuilder::AppendAscii(std::string_view ascii) { Append(FlatChars(AsciiSpan(ascii))); }

void StringBuilder::AppendMore(FlatChars chars) {
  constexpr uint32_t kPiece = 64 << 10;  // between two looks at the isolate
  if (HW_LIKELY(chars.length() <= kPiece)) return AppendPiece(chars);
  for (uint32_t begin = 0; begin < chars.length(); begin += kPiece) {
    if (begin != 0 && IsTerminatedOrStopping(isolate_)) return;
    AppendPiece(chars.Slice(begin, std::min(chars.length(), begin + kPiece)));
  }
}

HW_INLINE void StringBuilder::AppendPiece(FlatChars chars) {
  if (!Grow(chars.length())) return;
  size_t at = size_;
  size_ += chars.length();
  if (chars.is_one_byte()) {
    std::span<const uint8_t> span = chars.one_byte();
    if (HW_LIKELY(!two_byte_)) {
      std::memcpy(narrow() + at, span.data(), span.size());
    } else {
      std::copy(span.begin(), span.end(), wide() + at);
    }
    return;
  }
  std::span<const char16_t> span = chars.two_byte();
  if (!two_byte_) {
    if (unicode::IsLatin1(span)) return unicode::NarrowToLatin1(span, narrow() + at);
    size_ = at;
    if (!Widen()) return;
    size_ += span.size();
  }
  std::memcpy(wide() + at, span.data(), span.size_bytes());
}

void StringBuilder::AppendCodePoint(uint32_t code_point) {
  if (code_point <= 0xFFFF) return Append(static_cast<char16_t>(code_point));
  Append(unicode::LeadSurrogate(code_point));
  Append(unicode::TrailSurrogate(code_point));
}

Throwing StringBuilder::ThrowFailure() {
  if (overflow_) return isolate_.ThrowRangeError("Invalid string length");
  return isolate_.Terminate(Termination::kOutOfMemory);
}

Completion<String*> StringBuilder::Finish() {
  TRY(Check());
  if (size_ == 0) return isolate_.name(Name::empty);
  if (size_ == 1) return SingleCharString(isolate_, two_byte_ ? wide()[0] : narrow()[0]);
  if (!two_byte_) {
    auto* string = NewUninitializedOneByte(isolate_, length());
    if (!string) return kThrow;
    CopyChars(isolate_, string->chars(), narrow(), size_);
    return string;
  }
  auto* string = NewUninitializedTwoByte(isolate_, length());
  if (!string) return kThrow;
  (void)CopyInPieces(isolate_, string->chars(), wide(), size_ * 2);
  return string;
}

}  // namespace halfword
