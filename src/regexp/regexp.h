// Regular expressions: compiler and matcher. Knows nothing of the heap: patterns and subjects are borrowed
// spans, a compiled program is a flat, position-independent byte vector the owner may copy anywhere (the
// matcher only reads it).
//
//   CompileResult r = Compile(pattern, flags);          // or r.error
//   std::vector<int32_t> captures(2 * r.program->capture_count);
//   switch (Match(r.program->code, subject, 0, captures.data(), budget)) { … }
//
// The grammar is that of https://tc39.es/ecma262/#sec-patterns with Annex B where neither u nor v is
// set. The matcher backtracks with a stack of its own, never the C stack, and polls the budget, so any
// pattern can be stopped.
#ifndef HALFWORD_REGEXP_REGEXP_H_
#define HALFWORD_REGEXP_REGEXP_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "platform/growing_block.h"
#include "unicode/text.h"

namespace halfword::regexp {

using unicode::Latin1Span;
using unicode::Text;
using unicode::Utf16Span;

// A set of flags, in the order of the `flags` accessor.
enum Flag : uint8_t {
  kHasIndices = 1 << 0,   // d
  kGlobal = 1 << 1,       // g
  kIgnoreCase = 1 << 2,   // i
  kMultiline = 1 << 3,    // m
  kDotAll = 1 << 4,       // s
  kUnicode = 1 << 5,      // u
  kUnicodeSets = 1 << 6,  // v
  kSticky = 1 << 7,       // y
};
using Flags = uint8_t;

// nullopt: an unknown or repeated letter, or both u and v.
std::optional<Flags> ParseFlags(Text flags);
// "dgimsuvy" order.
std::string FlagsToString(Flags flags);

struct Error {
  const char* reason = nullptr;  // "Unterminated group"; null means no error
  uint32_t offset = 0;           // into the pattern, in code units
};
// "Invalid regular expression: /(/u: Unterminated group"
std::u16string ErrorMessage(Text pattern, Flags flags, const Error& error);

struct NamedGroup {
  std::u16string name;
  std::vector<uint32_t> indices;  // more than one if the name is duplicated in different alternatives
};

struct Program {
  std::vector<uint8_t> code;   // what Match takes; self-contained
  uint32_t capture_count = 1;  // including group 0, the whole match
  Flags flags = 0;
  std::vector<NamedGroup> groups;  // in order of first appearance
};

struct CompileOptions {
  // Recursion stops with an error when the C stack would grow below this address (null: only
  // the depth limit holds).
  const void* stack_limit = nullptr;
  // Programs longer than this are refused ("Regular expression too large").
  size_t max_code_bytes = 16u << 20;
  // Longer patterns (in code units) are refused likewise: compiling takes some 300 bytes of temporary memory
  // for each.
  size_t max_pattern_length = 1u << 20;
  // Asked now and then with the total of temporary memory and with the number of steps since it was
  // asked last. A step is a node or a range that was looked at. False ends the compilation with an
  // error. Null: not asked.
  bool (*goes_on)(void* data, size_t bytes, size_t steps) = nullptr;
  void* data = nullptr;
};

struct CompileResult {
  std::unique_ptr<Program> program;  // null on error
  Error error;
  explicit operator bool() const { return program != nullptr; }
};
CompileResult Compile(Text pattern, Flags flags, const CompileOptions& options = {});

// Early errors only: for the parser. error.reason is null if the pattern is valid.
Error Validate(Text pattern, Flags flags, const CompileOptions& options = {});

// A program as machine code for subjects of one width (matching.h). Made by jit/.
struct MachineCode;

// What a match may use. One Budget may serve many matches, one after another.
struct Budget {
  static constexpr uint32_t kPollInterval = 10000;
  // Called about every `poll_interval` steps (a step is a backtrack, a loop iteration or a run of characters
  // scanned); false stops the match with kInterrupted. Must not touch program or subject. Null: never stops.
  bool (*poll)(void* data) = nullptr;
  void* data = nullptr;
  uint32_t poll_interval = kPollInterval;
  // Of the backtrack stack; beyond it the match ends with kOutOfMemory.
  size_t max_stack_bytes = 64u << 20;
  // Asked before the stack grows to so many bytes; false ends the match with kOutOfMemory. Null: not asked.
  bool (*may_take)(void* data, size_t bytes) = nullptr;
  // Gets the stack of a match that has ended. Null: it is freed at once.
  void (*dispose)(void* data, platform::GrowingBlock&& stack) = nullptr;
  // Asked after a poll: how the match goes on, in machine code or (null) interpreted. Gets how it went on so
  // far. Null: the same way.
  const MachineCode* (*machine_code)(void* data, const MachineCode* current) = nullptr;
  // Counts up; deterministic for a program, subject and start, also from tier to tier (a measure of fuel).
  uint64_t steps = 0;
};

enum class MatchResult : uint8_t { kNoMatch, kMatch, kOutOfMemory, kInterrupted };

// Searches from `start` (only at `start` if the program is sticky). On kMatch, captures[2n] and
// captures[2n+1] are begin and end of group n, or -1; otherwise they are unspecified. With machine code,
// which is the program's for that width, nothing differs but the time. REQUIRES: `program` is
// the code of a Program unchanged, captures has 2 * capture_count elements, start <= subject.size() < 2^30.
MatchResult Match(std::span<const uint8_t> program, Latin1Span subject, size_t start, int32_t* captures,
                  Budget& budget, const MachineCode* = nullptr);
MatchResult Match(std::span<const uint8_t> program, Utf16Span subject, size_t start, int32_t* captures,
                  Budget& budget, const MachineCode* = nullptr);

// Facts about a program's bytes, for owners that keep only those.
uint32_t CaptureCount(std::span<const uint8_t> program);
Flags ProgramFlags(std::span<const uint8_t> program);

// A listing of the bytecode, for debugging.
std::string Disassemble(std::span<const uint8_t> program);

}  // namespace halfword::regexp

#endif  // HALFWORD_REGEXP_REGEXP_H_
