// The tree of a pattern. Case-insensitivity, multiline and dotAll (flags or modifiers) are already resolved
// into it: a character or class holds every code point it matches, an assertion is of the right kind; the
// compiler never sees flags except u/v. Nodes and their lists live in the arena of their Tree.
#ifndef HALFWORD_REGEXP_AST_H_
#define HALFWORD_REGEXP_AST_H_

#include <span>
#include <string>
#include <vector>

#include "platform/arena.h"
#include "regexp/regexp.h"
#include "unicode/code_point_set.h"

namespace halfword::regexp {

using unicode::CodePoint;
using unicode::CodePointSet;
using Ranges = std::span<const unicode::CodePointRange>;  // of a CodePointSet

// What can begin something: the first code unit of a match, or the end of the input. Latin-1 exactly, the
// rest in a few buckets that keep \s, \S, `.` and surrogates apart.
struct First {
  enum Wide : uint8_t {
    kSpace = 1,           // white space from U+0100, without the line terminators
    kLineTerminator = 2,  // U+2028, U+2029
    kSurrogate = 4,
    kOther = 8,
    kAnyWide = 15,
  };
  uint64_t bits[4] = {};
  uint8_t wide = 0;
  bool end = false;  // may begin (that is: succeed) at the end of the input

  static First Any() {
    First f;
    for (uint64_t& b : f.bits) b = ~uint64_t{0};
    f.wide = kAnyWide;
    f.end = true;
    return f;
  }
  static First End() {
    First f;
    f.end = true;
    return f;
  }
  static First Of(Ranges set);

  void Add(uint8_t c) { bits[c >> 6] |= uint64_t{1} << (c & 63); }
  bool Has(uint8_t c) const { return (bits[c >> 6] >> (c & 63)) & 1; }
  void Merge(const First& o) {
    for (int k = 0; k < 4; k++) bits[k] |= o.bits[k];
    wide |= o.wide;
    end |= o.end;
  }
  void Intersect(const First& o) {
    for (int k = 0; k < 4; k++) bits[k] &= o.bits[k];
    wide &= o.wide;
    end &= o.end;
  }
  // No character in common (the end of the input does not count).
  bool IsDisjoint(const First& o) const {
    uint64_t common = 0;
    for (int k = 0; k < 4; k++) common |= bits[k] & o.bits[k];
    return common == 0 && (wide & o.wide) == 0;
  }
  bool IsAny() const {
    return (bits[0] & bits[1] & bits[2] & bits[3]) == ~uint64_t{0} && wide == kAnyWide && end;
  }
  int Latin1Count() const {
    int n = 0;
    for (uint64_t b : bits) n += __builtin_popcountll(b);
    return n;
  }
  int SingleLatin1() const {  // the lowest member; REQUIRES: there is one
    for (int k = 0; k < 4; k++) {
      if (bits[k]) return k * 64 + __builtin_ctzll(bits[k]);
    }
    return -1;
  }
  friend bool operator==(const First&, const First&) = default;
};

enum class NodeKind : uint8_t {
  kEmpty,
  kChar,           // one code point, or two that differ in one bit
  kSet,            // one code point out of a set
  kSequence,       // children one after another
  kAlternation,    // children in order of preference
  kCapture,        // child, remembered as group `index`
  kRepeat,         // child, min to max times
  kLook,           // (?=…) (?!…) (?<=…) (?<!…)
  kBackreference,  // to whichever of `groups` has participated
  kAssertion,
};

enum class AssertionKind : uint8_t { kStart, kEnd, kLineStart, kLineEnd, kWordBoundary, kNotWordBoundary };

struct Node {
  NodeKind kind = NodeKind::kEmpty;
  AssertionKind assertion = AssertionKind::kStart;
  bool greedy = true;
  bool ahead = true;         // kLook
  bool negative = false;     // kLook
  bool ignore_case = false;  // kBackreference; kAssertion: word characters of u+i

  CodePoint c = 0;             // kChar: matches x if (x | mask) == c
  uint32_t mask = 0;           // zero or one bit
  uint32_t min = 0, max = 0;   // kRepeat
  uint32_t index = 0;          // kCapture
  uint32_t first_capture = 0;  // groups opened inside this node: [first_capture, end_capture)
  uint32_t end_capture = 0;
  Ranges set;                        // kSet
  std::span<Node*> children;         // one child is children[0]
  std::span<const uint32_t> groups;  // kBackreference

  // Filled by the compiler's analysis.
  uint32_t min_length = 0;  // in code units
  uint32_t max_length = 0;
  uint32_t size = 1;  // nodes below and here, copies of unrolled loops included; saturating
  First first;        // of the non-empty matches
  First gate;         // what must follow where the match is empty (`$` asks for the end)
  bool nullable = true;
  bool can_fail = true;
  bool unrolled = false;  // kRepeat: emitted as copies
  bool is_wide = false;   // kSet: matched by code points, because it has surrogates or supplementary members

  Node* child() const { return children[0]; }
  bool has_captures() const { return first_capture != end_capture; }
};

inline constexpr uint32_t kInfinity = 0xFFFFFFFF;

// The account of one compilation: the memory and time that it takes, and whether its host stops it. Code that
// notices the stop returns an error.
class Account {
 public:
  void Open(const CompileOptions& options) {
    goes_on_ = options.goes_on;
    data_ = options.data;
  }
  // Temporary memory that is kept until the end, and steps.
  void Take(size_t bytes, size_t steps = 1) {
    bytes_ += bytes;
    steps_ += steps;
    if (HW_UNLIKELY(steps_ >= kSteps || bytes_ >= next_question_)) Ask();
  }
  bool stopped() const { return stopped_; }

 private:
  static constexpr size_t kSteps = 4096, kBytes = 256 << 10;

  HW_COLD void Ask() {
    stopped_ = stopped_ || (goes_on_ != nullptr && !goes_on_(data_, bytes_, steps_));
    steps_ = 0;
    next_question_ = bytes_ + kBytes;
  }

  bool (*goes_on_)(void* data, size_t bytes, size_t steps) = nullptr;
  void* data_ = nullptr;
  size_t bytes_ = 0, steps_ = 0, next_question_ = kBytes;
  bool stopped_ = false;
};

// A character that occurs often is one node in many places, so code that changes nodes must
// not change a kChar.
class Tree {
 public:
  Node* root = nullptr;
  uint32_t capture_count = 1;
  Flags flags = 0;
  bool has_backreferences = false;
  std::vector<NamedGroup> groups;
  bool has_start_assertion = false;  // a ^ that is not that of a line
  Account account;

  bool is_unicode() const { return (flags & (kUnicode | kUnicodeSets)) != 0; }
  Node* New(NodeKind kind) {
    account.Take(sizeof(Node));
    Node* n = arena_.New<Node>();
    n->kind = kind;
    return n;
  }
  Node* NewSet(const CodePointSet& set) {
    Node* n = New(NodeKind::kSet);
    n->set = Keep(Ranges(set.ranges()));
    return n;
  }
  // (x | mask) == c
  Node* Char(CodePoint c, uint32_t mask);
  template <typename T>
  std::span<T> Keep(std::span<const T> items) {
    account.Take(items.size_bytes(), 1 + items.size() / 16);
    return arena_.Copy(items);
  }
  template <typename T>
  std::span<T> Keep(platform::ListBuilder<T>& list) {
    return Keep(std::span<const T>(list.items()));
  }
  template <typename T>
  std::span<T> List(T item) {
    return Keep(std::span<const T>(&item, 1));
  }

 private:
  static constexpr CodePoint kShared = 128;

  platform::Arena arena_;
  Node* chars_[2][kShared] = {};  // without a mask, and those that differ in the bit of case
};

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_AST_H_
