#include "objects/primitives/string.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "gc/visitor.h"
#include "objects/isolate.h"
#include "objects/long_work.h"
#include "objects/memory/backing_store.h"
#include "objects/memory/external_account.h"
#include "objects/memory/external_memory.h"
#include "objects/primitives/hash_salt.h"
#include "objects/primitives/string_factory.h"
#include "objects/values/allocate.h"
#include "platform/exhaustion.h"
#include "unicode/utf8.h"

namespace halfword {

// ---- FlatChars ----

namespace {

bool EqualMixed(const uint8_t* narrow, const char16_t* wide, uint32_t n) {
  // Blocks without an early exit, so that the compiler vectorises the comparison.
  uint32_t i = 0;
  for (; i + 16 <= n; i += 16) {
    char16_t difference = 0;
    for (uint32_t k = 0; k < 16; k++) difference |= static_cast<char16_t>(narrow[i + k] ^ wide[i + k]);
    if (difference) return false;
  }
  for (; i < n; i++) {
    if (narrow[i] != wide[i]) return false;
  }
  return true;
}

template <class A, class B>
int CompareUnits(const A* a, const B* b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  }
  return 0;
}

constexpr uint64_t kHashKey0 = 0x9E3779B97F4A7C15ull, kHashKey1 = 0xC2B2AE3D27D4EB4Full;

HW_INLINE uint64_t FoldedMultiply(uint64_t a, uint64_t b) {
  unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
  return static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
}
// Four characters as four 16-bit lanes, in either width.
HW_INLINE uint64_t LoadFour(const char16_t* p) {
  uint64_t w;
  std::memcpy(&w, p, 8);
  return w;
}
HW_INLINE uint64_t LoadFour(const uint8_t* p) {
  uint32_t bytes;
  std::memcpy(&bytes, p, 4);
  uint64_t w = bytes;
  w = (w | w << 16) & 0x0000FFFF0000FFFFull;
  return (w | w << 8) & 0x00FF00FF00FF00FFull;
}

template <class Unit>
uint32_t HashUnits(const Unit* p, uint32_t length, uint64_t key0, uint64_t key1) {
  uint64_t h = key0 ^ length;
  uint32_t n = length;
  for (; n >= 8; n -= 8, p += 8) h = FoldedMultiply(h ^ LoadFour(p), key1 ^ LoadFour(p + 4));
  uint64_t a = 0, b = 0;
  if (n >= 4) {
    a = LoadFour(p);
    p += 4;
    n -= 4;
  }
  for (uint32_t i = 0; i < n; i++) b |= static_cast<uint64_t>(p[i]) << (16 * i);
  h = FoldedMultiply(h ^ a, key1 ^ b);
  h = FoldedMultiply(h ^ key1, key0);
  return static_cast<uint32_t>(h ^ h >> 32);
}

}  // namespace

bool FlatChars::Equals(FlatChars other) const {
  if (length_ != other.length_) return false;
  if (length_ == 0) return true;
  if (one_byte_) {
    return other.one_byte_ ? std::memcmp(one_byte_, other.one_byte_, length_) == 0
                           : EqualMixed(one_byte_, other.two_byte_, length_);
  }
  return other.one_byte_ ? EqualMixed(other.one_byte_, two_byte_, length_)
                         : std::memcmp(two_byte_, other.two_byte_, size_t{length_} * 2) == 0;
}

int FlatChars::Compare(FlatChars other) const {
  uint32_t n = std::min(length_, other.length_);
  int order = 0;
  if (n != 0) {
    if (one_byte_) {
      order = other.one_byte_ ? std::memcmp(one_byte_, other.one_byte_, n)
                              : CompareUnits(one_byte_, other.two_byte_, n);
    } else {
      order = other.one_byte_ ? CompareUnits(two_byte_, other.one_byte_, n)
                              : CompareUnits(two_byte_, other.two_byte_, n);
    }
  }
  if (order != 0) return order;
  return length_ == other.length_ ? 0 : length_ < other.length_ ? -1 : 1;
}

uint32_t FlatChars::Hash(uint32_t salt) const {
  uint64_t key0 = kHashKey0, key1 = kHashKey1;
  if (HW_UNLIKELY(salt != 0)) {
    key0 = MixBits(key0 ^ salt);
    key1 = MixBits(key1 ^ salt);
  }
  return one_byte_ ? HashUnits(one_byte_, length_, key0, key1) : HashUnits(two_byte_, length_, key0, key1);
}

// ---- Representations ----

void ThinString::Trace(gc::Visitor& visitor) {
  visitor.TraceTagged(reinterpret_cast<const TaggedBits&>(actual_));
}

bool String::IsFlattenedCons() const { return !static_cast<const ConsString*>(this)->right_; }

// The sequential string that a flat string's characters lie in, and where they begin.
static const String* SequentialOf(const String* string, uint32_t* offset) {
  *offset = 0;
  for (;;) {
    switch (string->typed_type()) {
      case HeapType::kConsString: string = static_cast<const ConsString*>(string)->left_.GetNonNull(); break;
      case HeapType::kThinString:
        string = static_cast<const ThinString*>(string)->actual_.GetNonNull();
        break;
      case HeapType::kSlicedString:
        *offset += static_cast<const SlicedString*>(string)->offset_;
        string = static_cast<const SlicedString*>(string)->parent_.GetNonNull();
        break;
      default: return string;
    }
  }
}

bool String::IsOneByte() const {
  if (HW_LIKELY(typed_type() == HeapType::kOneByteString)) return true;
  if (typed_type() == HeapType::kConsString && !IsFlattenedCons()) return !(header_bits() & kTwoByteRopeFlag);
  uint32_t offset;
  return SequentialOf(this, &offset)->typed_type() == HeapType::kOneByteString;
}

FlatChars String::flat() const {
  DCHECK(IsFlat());
  uint32_t offset = 0;
  const String* s = this;
  if (HW_UNLIKELY(s->typed_type() > HeapType::kLastSequentialString)) s = SequentialOf(s, &offset);
  if (s->typed_type() == HeapType::kOneByteString) {
    return std::span<const uint8_t>(static_cast<const OneByteString*>(s)->chars() + offset, length_);
  }
  return std::span<const char16_t>(static_cast<const TwoByteString*>(s)->chars() + offset, length_);
}

namespace {

// A one-byte part of a rope may meanwhile be thin over an equal two-byte string; its characters still fit.
template <class Unit>
HW_INLINE void CopyUnits(FlatChars chars, Unit* out) {
  chars.Visit([&](auto span) {
    std::transform(span.begin(), span.end(), out, [](auto unit) { return static_cast<Unit>(unit); });
  });
}

// Copies the rope's characters, last part first, without recursion. Appending makes ropes deep on the left:
// there the list of pending parts stays short. Not to the end where the guest is over before.
template <class Unit>
void CopyRope(Isolate& isolate, String* root, Unit* out) {
  constexpr uint32_t kPiece = 256 << 10;  // characters between two looks at the isolate …
  constexpr uint32_t kPartCost = 32;      // … of which each part costs as many
  Unit* end = out + root->length();
  uint32_t since_look = 0;
  ExternalAccount account(isolate);
  CountedVector<String*> pending(account);
  String* s = root;
  for (;;) {
    while (!s->IsFlat()) {
      auto* cons = static_cast<ConsString*>(s);
      pending.push_back(cons->left_.GetNonNull());
      if (HW_UNLIKELY(pending.size() % kPiece == 0) && IsTerminatedOrStopping(isolate)) return;
      s = cons->right_.GetNonNull();
    }
    FlatChars chars = s->flat();
    since_look += chars.length() + kPartCost;
    if (HW_UNLIKELY(since_look > kPiece)) {
      since_look = 0;
      if (IsTerminatedOrStopping(isolate)) return;
      for (; chars.length() > kPiece; chars = chars.Slice(0, chars.length() - kPiece)) {
        end -= kPiece;
        CopyUnits(chars.Slice(chars.length() - kPiece, chars.length()), end);
        if (IsTerminatedOrStopping(isolate)) return;
      }
    }
    end -= chars.length();
    CopyUnits(chars, end);
    if (pending.empty()) break;
    s = pending.back();
    pending.pop_back();
  }
  DCHECK(end == out);
}

}  // namespace

namespace {

template <class T, class Unit>
String* FlatCopy(Isolate& isolate, String* rope, size_t size) {
  T* flat = StringFactory::Init(TryAllocateUninitialized<T>(size), rope->length());
  if (flat) CopyRope<Unit>(isolate, rope, flat->chars());
  return flat;
}

// Over the heap limit: the guest ends, but the caller at hand gets characters as it asked for, in memory that
// lives as long as the isolate. Of a huge rope they are zeros, on pages that nobody writes to. Later readers
// find an empty string.
template <class Unit>
FlatChars FlattenOutside(Isolate& isolate, String* rope) {
  auto* chars = static_cast<Unit*>(std::calloc(rope->length(), sizeof(Unit)));
  if (!chars) platform::ThrowExhaustion();
  constexpr uint32_t kMostCopied = 4 << 20;
  if (rope->length() <= kMostCopied) CopyRope<Unit>(isolate, rope, chars);
  BackingStores(isolate).Keep(chars);
  uint32_t length = rope->length();
  StringFactory::MakeEmpty(static_cast<ConsString*>(rope), isolate.name(Name::empty));
  (void)isolate.Terminate(Termination::kOutOfMemory);
  return std::span<const Unit>(chars, length);
}

}  // namespace

FlatChars String::FlattenSlow(Isolate& isolate) {
  // FAST: a rope that has been flattened before, which stays one for good.
  if (HW_LIKELY(typed_type() == HeapType::kConsString && IsFlattenedCons())) {
    const String* whole = static_cast<const ConsString*>(this)->left_.GetNonNull();
    if (HW_LIKELY(whole->typed_type() == HeapType::kOneByteString))
      return std::span<const uint8_t>(static_cast<const OneByteString*>(whole)->chars(), length_);
  }
  if (HW_LIKELY(IsFlat())) return flat();
  isolate.Charge(length_ / kCharactersPerUnit);
  bool one_byte = IsOneByte();
  String* result = one_byte ? FlatCopy<OneByteString, uint8_t>(isolate, this, OneByteSize(length_))
                            : FlatCopy<TwoByteString, char16_t>(isolate, this, TwoByteSize(length_));
  if (HW_UNLIKELY(!result)) {
    return one_byte ? FlattenOutside<uint8_t>(isolate, this) : FlattenOutside<char16_t>(isolate, this);
  }
  auto* cons = static_cast<ConsString*>(this);
  cons->left_.Set(cons, result);
  cons->right_.Init(nullptr);
  return flat();
}

bool String::Equals(Isolate& isolate, String* other) {
  if (this == other) return true;
  if (length_ != other->length_) return false;
  if (IsInterned() && other->IsInterned()) return false;
  Flatten(isolate);
  FlatChars theirs = other->Flatten(isolate);
  isolate.Charge(length() / kCharactersPerUnit);
  return flat().Equals(theirs);
}

bool String::EqualsAscii(std::string_view text) const {
  if (text.size() != length_ || !IsFlat()) return false;
  return flat().Equals(
      FlatChars(std::span<const uint8_t>(reinterpret_cast<const uint8_t*>(text.data()), text.size())));
}

std::string String::ToUtf8(Isolate& isolate, bool lossy) {
  return Flatten(isolate).Visit([&](auto span) {
    unicode::Text text(span);
    if (lossy) return unicode::ToUtf8(text);
    return unicode::ToUtf8Strict(text).value_or(std::string());
  });
}

// ---- Making strings ----

std::string ShortText(Isolate& isolate, String* string, uint32_t most) {
  // A rope may be huge: look at its length first.
  if (string->length() <= most) return string->ToUtf8(isolate);
  if (!string->IsFlat() && string->length() > (1u << 20)) return "...";
  return Substring(isolate, string, 0, most)->ToUtf8(isolate) + "...";
}

// What is longer than a string can be is never cut to 32 bits: the guest is ended, as where memory is.
static HW_INLINE bool IsTooLong(Isolate& isolate, size_t length) {
  if (HW_LIKELY(length <= String::kMaxLength)) return false;
  (void)isolate.Terminate(Termination::kOutOfMemory);
  return true;
}

OneByteString* NewUninitializedOneByte(Isolate& isolate, size_t size) {
  if (IsTooLong(isolate, size)) return nullptr;
  auto length = static_cast<uint32_t>(size);
  isolate.Charge(length / kCharactersPerUnit);  // for filling it in
  auto* string = TryAllocateUninitialized<OneByteString>(OneByteSize(length));
  if (HW_UNLIKELY(!string)) (void)isolate.Terminate(Termination::kOutOfMemory);
  return StringFactory::Init(string, length);
}

TwoByteString* NewUninitializedTwoByte(Isolate& isolate, size_t size) {
  if (IsTooLong(isolate, size)) return nullptr;
  auto length = static_cast<uint32_t>(size);
  isolate.Charge(length / kCharactersPerUnit);
  auto* string = TryAllocateUninitialized<TwoByteString>(TwoByteSize(length));
  if (HW_UNLIKELY(!string)) (void)isolate.Terminate(Termination::kOutOfMemory);
  return StringFactory::Init(string, length);
}

// The makers below must return a string: over the limit the guest is ended, and what it would have got is
// never read.
static String* OrEmpty(Isolate& isolate, String* string) {
  return string ? string : isolate.name(Name::empty);
}

void CopyManyChars(Isolate& isolate, uint8_t* to, const uint8_t* from, size_t size) {
  (void)CopyInPieces(isolate, to, from, size);
}

String* NewStringFromLatin1(Isolate& isolate, std::span<const uint8_t> chars) {
  if (chars.empty()) return isolate.name(Name::empty);
  if (chars.size() == 1) return SingleCharString(isolate, chars[0]);
  if (chars.size() <= kMostShort) {
    auto length = static_cast<uint32_t>(chars.size());
    auto* string = StringFactory::Init(AllocateSmall<OneByteString>(length), length);
    CopyShort(string->chars(), chars.data(), length);
    return string;
  }
  auto* string = NewUninitializedOneByte(isolate, chars.size());
  if (string) CopyChars(isolate, string->chars(), chars.data(), chars.size());
  return OrEmpty(isolate, string);
}

String* NewStringFromUtf16(Isolate& isolate, std::span<const char16_t> chars) {
  if (chars.empty()) return isolate.name(Name::empty);
  if (chars.size() == 1) return SingleCharString(isolate, chars[0]);
  if (IsTooLong(isolate, chars.size())) return OrEmpty(isolate, nullptr);
  if (unicode::IsLatin1(chars)) {
    auto* string = NewUninitializedOneByte(isolate, chars.size());
    if (string) unicode::NarrowToLatin1(chars, string->chars());
    return OrEmpty(isolate, string);
  }
  auto* string = NewUninitializedTwoByte(isolate, chars.size());
  if (string) std::memcpy(string->chars(), chars.data(), chars.size() * 2);
  return OrEmpty(isolate, string);
}

String* NewStringFromUtf8(Isolate& isolate, std::string_view utf8) {
  if (IsTooLong(isolate, utf8.size() / 3)) return OrEmpty(isolate, nullptr);  // no unit takes more bytes
  unicode::Utf8Analysis analysis = unicode::AnalyzeUtf8(utf8);
  if (analysis.utf16_length == 0) return isolate.name(Name::empty);
  if (analysis.is_latin1) {
    auto* string = NewUninitializedOneByte(isolate, analysis.utf16_length);
    if (string) unicode::DecodeUtf8ToLatin1(utf8, string->chars());
    return OrEmpty(isolate, string);
  }
  auto* string = NewUninitializedTwoByte(isolate, analysis.utf16_length);
  if (string) unicode::DecodeUtf8ToUtf16(utf8, string->chars());
  return OrEmpty(isolate, string);
}

String* NewStringFromAscii(Isolate& isolate, std::string_view ascii) {
  return NewStringFromLatin1(isolate, AsciiSpan(ascii));
}

String* SingleCharString(Isolate& isolate, char16_t unit) {
  if (HW_LIKELY(unit < 256)) return isolate.single_chars_[unit].GetNonNull();
  auto* string = StringFactory::Init(AllocateSmall<TwoByteString>(2), 1);
  string->chars()[0] = unit;
  return string;
}

Completion<String*> Concat(Isolate& isolate, String* left, String* right) {
  if (left->length() == 0) return right;
  if (right->length() == 0) return left;
  static_assert(2 * uint64_t{String::kMaxLength} < uint64_t{1} << 30);  // MakeRope adds in 32 bits
  uint64_t total = uint64_t{left->length()} + right->length();
  if (HW_UNLIKELY(total > String::kMaxLength)) return isolate.ThrowRangeError("Invalid string length");
  uint32_t length = static_cast<uint32_t>(total);
  if (length >= String::kMinConsLength) {
    // A rope is small but its flat form must fit too: a guest that doubles a string is stopped here.
    if (HW_UNLIKELY(length >= String::kLongLength)) TRY(EnsureExternalRoom(isolate, size_t{length} * 2));
    return StringFactory::NewCons(left, right, length);
  }
  // Strings this short are never ropes.
  FlatChars a = left->flat(), b = right->flat();
  if (a.is_one_byte() && b.is_one_byte()) {
    static_assert(String::kMinConsLength <= kMostShort);
    auto* string = StringFactory::Init(AllocateSmall<OneByteString>(length), length);
    CopyShort(string->chars(), a.one_byte().data(), a.length());
    CopyShort(string->chars() + a.length(), b.one_byte().data(), b.length());
    return string;
  }
  auto* string = StringFactory::Init(AllocateSmall<TwoByteString>(size_t{length} * 2), length);
  a.Visit([&](auto span) { std::copy(span.begin(), span.end(), string->chars()); });
  b.Visit([&](auto span) { std::copy(span.begin(), span.end(), string->chars() + a.length()); });
  return string;
}

String* Substring(Isolate& isolate, String* string, uint32_t from, uint32_t to) {
  DCHECK(from <= to && to <= string->length());
  uint32_t length = to - from;
  if (length == string->length()) return string;
  if (length == 0) return isolate.name(Name::empty);
  return Substrings(isolate, string).Get(from, to);
}

String* Substrings::Make(uint32_t from, uint32_t to) const {
  uint32_t length = to - from;
  if (length == 0 || HW_UNLIKELY(to > string_->length())) return isolate_.name(Name::empty);  // out of memory
  if (length == 1) return SingleCharString(isolate_, chars_[from]);
  if (length < String::kMinSliceLength) {
    static_assert(String::kMinSliceLength <= kMostShort);
    FlatChars part = chars_.Slice(from, to);
    if (HW_UNLIKELY(!part.is_one_byte())) return NewStringFromUtf16(isolate_, part.two_byte());
    auto* string = StringFactory::Init(AllocateSmall<OneByteString>(length), length);
    CopyShort(string->chars(), part.one_byte().data(), length);
    return string;
  }
  uint32_t offset;
  auto* parent = const_cast<String*>(SequentialOf(string_, &offset));
  return StringFactory::NewSlice(parent, offset + from, length);
}

bool ParseArrayIndex(FlatChars chars, uint32_t* index) {
  uint32_t n = chars.length();
  if (n == 0 || n > 10) return false;
  if (chars[0] == '0') {
    *index = 0;
    return n == 1;
  }
  uint64_t value = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t digit = static_cast<uint32_t>(chars[i]) - '0';
    if (digit > 9) return false;
    value = value * 10 + digit;
  }
  if (value > 0xFFFFFFFEu) return false;
  *index = static_cast<uint32_t>(value);
  return true;
}

}  // namespace halfword
