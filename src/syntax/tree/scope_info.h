// What remains of a Scope after its tree is gone: a flat, position-independent record (it may live in an
// image), for functions compiled later and for direct eval. Records do not contain their outer one: a chain
// of them is passed as a span, innermost first, and the keeper (a code block, say) links them as it likes.
//
// Every scope with needs_scope_info or needs_environment has a record in the chain; one without environment
// counts no hop (has_environment() says).
#ifndef HALFWORD_SYNTAX_TREE_SCOPE_INFO_H_
#define HALFWORD_SYNTAX_TREE_SCOPE_INFO_H_

#include <cstdint>
#include <span>
#include <vector>

#include "syntax/tree/scope.h"

namespace halfword::syntax {

enum class FunctionSyntax : uint8_t;

class ScopeInfoView {
 public:
  struct Entry {
    VariableKind kind;
    bool assigned;    // may be assigned after initialisation
    bool reassigned;  // as Variable::reassigned
    bool is_static_private;
    bool has_dead_zone;
    uint32_t slot;
    bool is_latin1;
    uint32_t length;
    const void* characters;  // of the name
  };
  static constexpr uint32_t kNotFound = 0xFFFFFFFF;

  ScopeInfoView() = default;
  // `record`: as made by EncodeScopeInfo, aligned to 4; a view.
  explicit ScopeInfoView(std::span<const uint8_t> record) : record_(record) {}

  ScopeKind kind() const { return static_cast<ScopeKind>(header().kind); }
  FunctionSyntax function_syntax() const { return static_cast<FunctionSyntax>(header().function_syntax); }
  bool has_environment() const { return (header().flags & kHasEnvironment) != 0; }
  bool is_strict() const { return (header().flags & kStrict) != 0; }
  // A sloppy direct eval may have added names to this environment.
  bool has_sloppy_eval() const { return (header().flags & kSloppyEval) != 0; }
  bool is_async() const { return (header().flags & kAsync) != 0; }
  bool is_generator() const { return (header().flags & kGenerator) != 0; }
  // Of a function: only the parameters are in this scope, and the names of the body in one of their own.
  bool has_parameter_expressions() const { return (header().flags & kParameterExpressions) != 0; }
  uint32_t slot_count() const { return header().slot_count; }
  uint32_t entry_count() const { return header().entry_count; }
  Entry entry(uint32_t i) const;  // sorted by name, see Find
  // The entry of this name, or kNotFound; by binary search.
  uint32_t Find(const uint8_t* latin1, uint32_t length) const;
  uint32_t Find(const char16_t* utf16, uint32_t length) const;
  uint32_t Find(const Atom* name) const {
    return name->is_latin1 ? Find(name->latin1(), name->length) : Find(name->utf16(), name->length);
  }
  std::span<const uint8_t> record() const { return record_; }

  // Record layout: Header, entry_count × EntryData sorted by (length, width, characters), the characters.
  struct Header {
    uint8_t kind;
    uint8_t function_syntax;
    uint16_t flags;
    uint32_t slot_count;
    uint32_t entry_count;
  };
  struct EntryData {
    uint32_t name_offset;       // from the start of the record
    uint32_t length_and_width;  // length << 1 | is two-byte
    uint32_t slot;
    uint8_t kind;
    uint8_t flags;  // 1 assigned, 2 static private name, 4 has a temporal dead zone, 8 reassigned
    uint16_t padding;
  };
  enum Flags : uint16_t {
    kHasEnvironment = 1,
    kStrict = 2,
    kSloppyEval = 4,
    kAsync = 8,
    kGenerator = 16,
    kParameterExpressions = 32
  };

 private:
  const Header& header() const { return *reinterpret_cast<const Header*>(record_.data()); }
  const EntryData& data(uint32_t i) const {
    return reinterpret_cast<const EntryData*>(record_.data() + sizeof(Header))[i];
  }
  template <typename Char>
  uint32_t FindImpl(const Char* characters, uint32_t length, bool two_byte) const;

  std::span<const uint8_t> record_;
};

// The record of one scope; valid once the whole program is parsed.
std::vector<uint8_t> EncodeScopeInfo(const Scope& scope);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_SCOPE_INFO_H_
