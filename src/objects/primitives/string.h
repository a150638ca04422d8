// Strings. After the header word come the length, and then characters (sequential strings) or references:
//
//   class            after the length              what it is
//   OneByteString    Latin-1 characters            sequential; 8 characters take 16 bytes
//   TwoByteString    UTF-16 code units             sequential
//   SlicedString     parent, offset (Smi)          a part of a sequential string
//   ConsString       left, right                   a rope; flattened in place into a slice of all (right = 0)
//   ThinString       the interned string           what an equal interned string has replaced
//
// Property keys are interned strings: unique by content and flagged in the header, so keys compare and hash
// by reference. Content hashes are in the intern table, not in the string. A canonical array index ("0" to
// "4294967294") is never a PropertyKey string, because PropertyKey holds it as a number.
#ifndef HALFWORD_OBJECTS_PRIMITIVES_STRING_H_
#define HALFWORD_OBJECTS_PRIMITIVES_STRING_H_

#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "objects/values/completion.h"
#include "objects/values/heap_object.h"
#include "platform/growing_block.h"

namespace halfword {

class Isolate;

// A flat view of a string's characters; valid until the string is interned or flattened again, kept alive by
// the String* the caller holds.
class FlatChars {
 public:
  FlatChars(std::span<const uint8_t> s) : one_byte_(s.data()), length_(static_cast<uint32_t>(s.size())) {}
  FlatChars(std::span<const char16_t> s) : two_byte_(s.data()), length_(static_cast<uint32_t>(s.size())) {}
  uint32_t length() const { return length_; }
  bool is_one_byte() const { return one_byte_ != nullptr; }
  std::span<const uint8_t> one_byte() const { return {one_byte_, length_}; }
  std::span<const char16_t> two_byte() const { return {two_byte_, length_}; }
  char16_t operator[](uint32_t i) const { return one_byte_ ? one_byte_[i] : two_byte_[i]; }
  FlatChars Slice(uint32_t from, uint32_t to) const {  // REQUIRES: from <= to <= length()
    DCHECK(from <= to && to <= length_);
    FlatChars result = *this;
    if (one_byte_) {
      result.one_byte_ += from;
    } else {
      result.two_byte_ += from;
    }
    result.length_ = to - from;
    return result;
  }
  bool Equals(FlatChars other) const;
  int Compare(FlatChars other) const;  // by code units: <0, 0, >0
  // Of the content, equal in either width; with a salt of hash_salt.h one that nobody can foresee.
  uint32_t Hash(uint32_t salt = 0) const;
  // Calls f with span<const uint8_t> or span<const char16_t>.
  template <class F>
  auto Visit(F&& f) const {
    return one_byte_ ? f(one_byte()) : f(two_byte());
  }

 private:
  const uint8_t* one_byte_ = nullptr;
  const char16_t* two_byte_ = nullptr;
  uint32_t length_;
};

// What reading that many characters costs, in units of fuel, is one.
inline constexpr uint32_t kCharactersPerUnit = 64;

class String : public HeapObject {
 public:
  static constexpr Tag kTag = kStringTag;
  // Longer results are a RangeError "Invalid string length".
  static constexpr uint32_t kMaxLength = (1u << 29) - 24;
  static constexpr uint32_t kMinConsLength = 24, kMinSliceLength = 24;
  // From here on there must be room for what is made of a rope when it is flattened.
  static constexpr uint32_t kLongLength = 1 << 20;
  static constexpr gc::Header kInternedFlag = gc::kClientFlag0;
  // ConsString: a part has two-byte characters.
  static constexpr gc::Header kTwoByteRopeFlag = gc::kClientFlag1;

  uint32_t length() const { return length_; }
  bool IsInterned() const { return header_bits() & gc::kClientFlag0; }
  bool IsFlat() const { return typed_type() != HeapType::kConsString || IsFlattenedCons(); }
  bool IsOneByte() const;  // representation, not content
  // Flattens ropes (iteratively); may allocate. Never throws: lengths were checked when the rope was made.
  FlatChars Flatten(Isolate& isolate) {
    // FAST: what most strings are.
    if (HW_LIKELY(typed_type() == HeapType::kOneByteString))
      return std::span<const uint8_t>(reinterpret_cast<const uint8_t*>(&length_ + 1), length_);
    return FlattenSlow(isolate);
  }
  // The characters of an already flat string.
  FlatChars flat() const;
  char16_t CharAt(Isolate& isolate, uint32_t index) {
    return index < length_ && IsFlat() ? flat()[index] : Flatten(isolate)[index];
  }
  uint32_t HashContent(Isolate& isolate) { return Flatten(isolate).Hash(); }
  bool Equals(Isolate& isolate, String* other);
  bool EqualsAscii(std::string_view text) const;  // false for ropes that are not flat
  std::string ToUtf8(Isolate& isolate, bool lossy = true);

 protected:
  FlatChars FlattenSlow(Isolate& isolate);
  bool IsFlattenedCons() const;
  uint32_t length_;
  friend class StringFactory;
};

class OneByteString : public String {
 public:
  static constexpr HeapType kType = HeapType::kOneByteString;
  uint8_t* chars() { return reinterpret_cast<uint8_t*>(&length_ + 1); }
  const uint8_t* chars() const { return reinterpret_cast<const uint8_t*>(&length_ + 1); }
};
class TwoByteString : public String {
 public:
  static constexpr HeapType kType = HeapType::kTwoByteString;
  char16_t* chars() { return reinterpret_cast<char16_t*>(&length_ + 1); }
  const char16_t* chars() const { return reinterpret_cast<const char16_t*>(&length_ + 1); }
};
class SlicedString : public String {
 public:
  static constexpr HeapType kType = HeapType::kSlicedString;
  uint32_t offset_;
  Field<String> parent_;  // sequential
};
class ConsString : public String {
 public:
  static constexpr HeapType kType = HeapType::kConsString;
  // Fills a new one, which nothing refers to yet.
  static HW_INLINE void Init(ConsString* cons, Value left, Value right, uint32_t length) {
    cons->length_ = length;
    reinterpret_cast<ValueField&>(cons->left_).Init(left);
    reinterpret_cast<ValueField&>(cons->right_).Init(right);
  }
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
  Field<String> left_;   // after flattening: the flat sequential string
  Field<String> right_;  // after flattening: null
};
class ThinString : public String {
 public:
  static constexpr HeapType kType = HeapType::kThinString;
  void Trace(gc::Visitor&);
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
  Field<String> actual_;
};

// Making strings. All allocate. Lengths above kMaxLength are the caller's to refuse, but for Concat, which
// throws; what comes here nevertheless ends the guest.
String* NewStringFromLatin1(Isolate&, std::span<const uint8_t> chars);
String* NewStringFromUtf16(Isolate&, std::span<const char16_t> chars);  // narrows to one byte where it fits
String* NewStringFromUtf8(Isolate&, std::string_view utf8);             // malformed bytes become U+FFFD
String* NewStringFromAscii(Isolate&, std::string_view ascii);
OneByteString* NewUninitializedOneByte(Isolate&,
                                       size_t length);  // null: over the heap limit (pending termination)
TwoByteString* NewUninitializedTwoByte(Isolate&, size_t length);
String* SingleCharString(Isolate&, char16_t unit);  // cached below 256
Completion<String*> Concat(Isolate&, String* left, String* right);
String* Substring(Isolate&, String* string, uint32_t from, uint32_t to);  // from <= to <= length

// Several substrings of one string. On the native stack only, while the string is not interned.
class Substrings {
 public:
  Substrings(Isolate& isolate, String* string)
      : isolate_(isolate), string_(string), chars_(string->Flatten(isolate)) {}
  // As Substring.
  HW_INLINE String* Get(uint32_t from, uint32_t to) const {
    if (to - from == string_->length()) return string_;
    return Make(from, to);
  }

 private:
  String* Make(uint32_t from, uint32_t to) const;

  Isolate& isolate_;
  String* const string_;
  const FlatChars chars_;
};

// The interned string of this content; `string` itself becomes thin or interned. Never an error.
String* Intern(Isolate&, String* string);
String* InternAscii(Isolate&, std::string_view ascii);
String* InternChars(Isolate&, FlatChars chars);
// The interned string of that content if there is one, else null: lookups of unknown keys need not intern.
String* FindInterned(Isolate&, FlatChars chars);

// For messages: a name as it is, or its first characters and dots.
std::string ShortText(Isolate&, String*, uint32_t most = 200);

// Parses a canonical array index: "0" or no leading zero, at most 4294967294.
bool ParseArrayIndex(FlatChars chars, uint32_t* index);

// Copies at most so many bytes, without a call.
inline constexpr size_t kMostShort = 32;
HW_INLINE void CopyShort(uint8_t* to, const uint8_t* from, size_t n) {
  auto copy_ends = [&](auto word) {
    decltype(word) last;
    std::memcpy(&word, from, sizeof word);
    std::memcpy(&last, from + n - sizeof word, sizeof word);
    std::memcpy(to, &word, sizeof word);
    std::memcpy(to + n - sizeof word, &last, sizeof word);
  };
  struct TwoWords {
    uint64_t words[2];
  };
  if (n >= 16) return copy_ends(TwoWords{});
  if (n >= 8) return copy_ends(uint64_t{});
  if (n >= 4) return copy_ends(uint32_t{});
  if (n >= 2) return copy_ends(uint16_t{});
  if (n == 1) *to = *from;
}

// Collects pieces into one flat string; cheaper than ropes where the result is read at once.
class StringBuilder {
 public:
  explicit StringBuilder(Isolate& isolate) : isolate_(isolate) {}
  ~StringBuilder();
  StringBuilder(const StringBuilder&) = delete;
  void Append(char16_t unit);
  void AppendAscii(std::string_view ascii);
  HW_INLINE void Append(FlatChars chars) {
    // FAST: a few narrow characters.
    if (HW_LIKELY(chars.is_one_byte() && !two_byte_ && chars.length() <= kMostShort && !failed() &&
                  size_ + chars.length() <= capacity_)) {
      CopyShort(data_ + size_, chars.one_byte().data(), chars.length());
      size_ += chars.length();
      return;
    }
    AppendMore(chars);
  }
  HW_INLINE void Append(String* string) { Append(string->Flatten(isolate_)); }
  void AppendCodePoint(uint32_t code_point);
  uint32_t length() const { return static_cast<uint32_t>(size_); }
  // What is appended after a failure is dropped. Loops check this, so that they do not go on without effect.
  bool failed() const { return overflow_ || out_of_memory_; }
  // RangeError "Invalid string length" beyond kMaxLength; terminates where the heap limit does not allow it.
  Completion<void> Check() {
    if (HW_LIKELY(!failed())) return {};
    return ThrowFailure();
  }
  Completion<String*> Finish();

 private:
  static constexpr size_t kInlineBytes = 64;

  uint8_t* narrow() { return data_; }
  char16_t* wide() { return reinterpret_cast<char16_t*>(data_); }
  // True if `units` more may be appended.
  HW_INLINE bool Grow(size_t units) {
    return HW_LIKELY(size_ + units <= capacity_ && !failed()) || GrowSlow(size_ + units);
  }
  HW_NOINLINE bool GrowSlow(size_t total);
  void SetCapacity(size_t units);
  bool MayTake(size_t bytes);
  void AppendMore(FlatChars chars);
  void AppendPiece(FlatChars chars);
  bool Widen();
  // At most 16 bytes, by two copies of a fixed size that may overlap.
  Throwing ThrowFailure();

  Isolate& isolate_;
  platform::GrowingBlock block_;
  uint8_t* data_ = inline_;                    // or block_'s: Latin-1 until the first wider character
  size_t size_ = 0, capacity_ = kInlineBytes;  // in units
  size_t counted_bytes_ = 0;                   // told to the heap
  bool two_byte_ = false;
  bool overflow_ = false;
  bool out_of_memory_ = false;
  alignas(char16_t) uint8_t inline_[kInlineBytes];
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_PRIMITIVES_STRING_H_
