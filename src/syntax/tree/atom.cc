#include "syntax/tree/atom.h"

#include <algorithm>

#include "syntax/tree/token.h"
#include "unicode/utf8.h"

namespace halfword::syntax {
namespace {

template <typename Char>
uint32_t Hash(uint32_t hash, const Char* characters, uint32_t length) {
  for (uint32_t i = 0; i < length; ++i) hash = AtomTable::HashStep(hash, characters[i]);
  return AtomTable::HashFinish(hash);
}

template <typename Char>
bool SameCharacters(const Atom* atom, const Char* characters, uint32_t length) {
  if (atom->length != length) return false;
  if (atom->is_latin1) return std::equal(characters, characters + length, atom->latin1());
  return std::equal(characters, characters + length, atom->utf16());
}

// https://tc39.es/ecma262/#array-index
template <typename Char>
uint32_t ArrayIndexOf(const Char* characters, uint32_t length) {
  if (length == 0 || length > 10 || characters[0] < '0' || characters[0] > '9') return Atom::kNotAnIndex;
  if (characters[0] == '0' && length > 1) return Atom::kNotAnIndex;
  uint64_t value = 0;
  for (uint32_t i = 0; i < length; ++i) {
    if (characters[i] < '0' || characters[i] > '9') return Atom::kNotAnIndex;
    value = value * 10 + (characters[i] - '0');
  }
  return value < Atom::kNotAnIndex ? static_cast<uint32_t>(value) : Atom::kNotAnIndex;
}

constexpr uint32_t kInitialCapacity = 512;

}  // namespace

std::string Atom::ToUtf8() const {
  constexpr uint32_t kLongest = 200;
  uint32_t shown = std::min(length, kLongest);
  std::string out = unicode::ToUtf8(is_latin1 ? unicode::Text(unicode::Latin1Span(latin1(), shown))
                                              : unicode::Text(unicode::Utf16Span(utf16(), shown)));
  if (shown < length) out += "...";
  return out;
}

AtomTable::AtomTable(uint32_t seed) : hash_start_(seed ^ 0x9E3779B9) {
  capacity_ = kInitialCapacity;
  slots_ = std::make_unique<Atom*[]>(capacity_);
#define HALFWORD_SYNTAX_INTERN(name, text)                  \
  {                                                         \
    Atom* atom = Intern(std::string_view(text));            \
    atom->token = Token::k##name;                           \
    keywords_[static_cast<uint8_t>(Token::k##name)] = atom; \
  }
  HALFWORD_SYNTAX_RESERVED_WORDS(HALFWORD_SYNTAX_INTERN)
  HALFWORD_SYNTAX_CONTEXTUAL_WORDS(HALFWORD_SYNTAX_INTERN)
#undef HALFWORD_SYNTAX_INTERN
#define HALFWORD_SYNTAX_INTERN(member, text) member = Intern(std::string_view(text));
  HALFWORD_SYNTAX_COMMON_ATOMS(HALFWORD_SYNTAX_INTERN)
#undef HALFWORD_SYNTAX_INTERN
}

Atom* AtomTable::Intern(std::span<const uint8_t> latin1) {
  auto length = static_cast<uint32_t>(latin1.size());
  return Lookup(latin1.data(), length, Hash(hash_start_, latin1.data(), length));
}

Atom* AtomTable::Intern(std::span<const char16_t> utf16) {
  auto length = static_cast<uint32_t>(utf16.size());
  return Lookup(utf16.data(), length, Hash(hash_start_, utf16.data(), length));
}

template <typename Char>
Atom* AtomTable::InternHashed(const Char* characters, uint32_t length, uint32_t hash) {
  return Lookup(characters, length, hash);
}
template Atom* AtomTable::InternHashed(const uint8_t*, uint32_t, uint32_t);
template Atom* AtomTable::InternHashed(const char16_t*, uint32_t, uint32_t);

template <typename Char>
Atom* AtomTable::Lookup(const Char* characters, uint32_t length, uint32_t hash) {
  uint32_t i = hash & (capacity_ - 1);
  while (slots_[i] != nullptr) {
    if (slots_[i]->hash == hash && SameCharacters(slots_[i], characters, length)) return slots_[i];
    i = (i + 1) & (capacity_ - 1);
  }
  bool latin1 = true;
  if constexpr (sizeof(Char) == 2) {
    char16_t all = 0;
    for (uint32_t k = 0; k < length; ++k) all |= characters[k];
    latin1 = all <= 0xFF;
  }
  Atom* atom = static_cast<Atom*>(arena_.Allocate(sizeof(Atom) + length * (latin1 ? 1 : 2)));
  *atom = {.hash = hash,
           .length = length,
           .is_latin1 = latin1,
           .token = Token::kIdentifier,
           .array_index = ArrayIndexOf(characters, length),
           .binding = nullptr,
           .user_data = nullptr};
  if (latin1) {
    std::copy_n(characters, length, reinterpret_cast<uint8_t*>(atom + 1));
  } else {
    std::copy_n(characters, length, reinterpret_cast<char16_t*>(atom + 1));
  }
  slots_[i] = atom;
  if (++count_ * 2 > capacity_) Grow();
  return atom;
}

void AtomTable::Grow() {
  uint32_t capacity = capacity_ * 4;
  auto slots = std::make_unique<Atom*[]>(capacity);
  for (uint32_t k = 0; k < capacity_; ++k) {
    Atom* atom = slots_[k];
    if (atom == nullptr) continue;
    uint32_t i = atom->hash & (capacity - 1);
    while (slots[i] != nullptr) i = (i + 1) & (capacity - 1);
    slots[i] = atom;
  }
  slots_ = std::move(slots);
  capacity_ = capacity;
}

}  // namespace halfword::syntax
