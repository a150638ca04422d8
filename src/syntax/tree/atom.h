// Interned strings of one parse. Two names are the same if and only if their Atom pointers are: an atom whose
// characters all fit Latin-1 is always stored as Latin-1.
#ifndef HALFWORD_SYNTAX_TREE_ATOM_H_
#define HALFWORD_SYNTAX_TREE_ATOM_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "platform/arena.h"

namespace halfword::syntax {

using platform::Arena;
using platform::ArenaWatch;

struct Variable;
enum class Token : uint8_t;

struct Atom {
  static constexpr uint32_t kNotAnIndex = 0xFFFFFFFF;

  uint32_t hash;
  uint32_t length;  // in code units
  bool is_latin1;
  Token token;           // the keyword this spells, or Token::kIdentifier
  uint32_t array_index;  // its value if the text is a canonical array index (0 … 2^32-2), else kNotAnIndex
  Variable* binding;     // parser: the innermost variable of this name on the stack of open scopes
  void* user_data;  // for the compiler (the heap string it made of this atom, for instance); null at first

  bool is_array_index() const { return array_index != kNotAnIndex; }
  const uint8_t* latin1() const { return reinterpret_cast<const uint8_t*>(this + 1); }
  const char16_t* utf16() const { return reinterpret_cast<const char16_t*>(this + 1); }
  char16_t at(uint32_t i) const { return is_latin1 ? latin1()[i] : utf16()[i]; }
  bool Is(std::string_view ascii) const {
    return is_latin1 && std::string_view(reinterpret_cast<const char*>(latin1()), length) == ascii;
  }
  bool is_private_name() const { return length != 0 && at(0) == '#'; }
  std::string ToUtf8() const;  // for messages: of a long one the beginning, and dots
};

// Atoms every parse knows, keywords aside. X(member, text)
// clang-format off
#define HALFWORD_SYNTAX_COMMON_ATOMS(X) \
  X(empty, "") X(anonymous, "anonymous") X(arguments, "arguments") X(eval, "eval") \
  X(constructor, "constructor") X(prototype, "prototype") X(proto, "__proto__") \
  X(private_constructor, "#constructor") X(default_export, "*default*") X(use_strict, "use strict") \
  X(undefined, "undefined") X(dot_this, ".this") X(dot_new_target, ".new.target") \
  X(dot_home_object, ".home") X(dot_function, ".function") X(dot_synthetic, ".synthetic") \
  X(dot_fields, "<instance_members_initializer>") X(dot_static, "<static_initializer>")
// clang-format on

class AtomTable {
 public:
  // `seed`: any number that the author of the source cannot know, so that no names are made to collide.
  explicit AtomTable(uint32_t seed = 0);
  AtomTable(AtomTable&&) noexcept = default;
  AtomTable& operator=(AtomTable&&) noexcept = default;

  Atom* Intern(std::span<const uint8_t> latin1);
  Atom* Intern(std::span<const char16_t> utf16);
  Atom* Intern(std::string_view ascii) {
    return Intern(std::span(reinterpret_cast<const uint8_t*>(ascii.data()), ascii.size()));
  }
  // For the scanner, which hashes while it scans.
  template <typename Char>
  Atom* InternHashed(const Char* characters, uint32_t length, uint32_t hash);

  Arena& arena() { return arena_; }
  uint32_t hash_start() const { return hash_start_; }
  static constexpr uint32_t HashStep(uint32_t hash, uint32_t c) { return (hash ^ c) * 0x01000193u; }
  static constexpr uint32_t HashFinish(uint32_t hash) { return hash ^ (hash >> 15); }

#define HALFWORD_SYNTAX_DECLARE_ATOM(member, text) Atom* member;
  HALFWORD_SYNTAX_COMMON_ATOMS(HALFWORD_SYNTAX_DECLARE_ATOM)
#undef HALFWORD_SYNTAX_DECLARE_ATOM
  // One per keyword and contextual keyword, indexed by Token.
  Atom* keyword(Token token) const { return keywords_[static_cast<uint8_t>(token)]; }

 private:
  template <typename Char>
  Atom* Lookup(const Char* characters, uint32_t length, uint32_t hash);
  void Grow();
  uint32_t hash_start_;
  Arena arena_;
  std::unique_ptr<Atom*[]> slots_;
  uint32_t capacity_ = 0;  // a power of two
  uint32_t count_ = 0;
  Atom* keywords_[256] = {};
};

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_ATOM_H_
