// Compiled regular expressions of an isolate and their execution: between the RegExp builtins and the
// matcher, which knows no heap.
//
// Programs are cached by pattern and flags, so a literal in a loop or a pattern built anew each time is
// compiled once. Every match polls the isolate: the matcher calls back every few thousand steps, and what it
// did is charged to the isolate's budget.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_H_

#include <span>
#include <vector>

#include "objects/library/text_processing.h"
#include "objects/memory/budget.h"
#include "objects/primitives/string.h"
#include "regexp/regexp.h"

namespace halfword {

// Begin and end of each group, -1 where it did not participate. On the native stack for
// all but huge patterns.
class Captures {
 public:
  explicit Captures(const RegExpProgram* program) : count_(program->capture_count_) {
    if (count_ > kInline) more_.resize(2 * size_t{count_});
  }
  int32_t* data() { return count_ > kInline ? more_.data() : inline_; }
  const int32_t* data() const { return count_ > kInline ? more_.data() : inline_; }
  uint32_t count() const { return count_; }
  bool Participated(uint32_t group) const { return data()[2 * group] >= 0; }
  uint32_t start(uint32_t group) const { return static_cast<uint32_t>(data()[2 * group]); }
  uint32_t end(uint32_t group) const { return static_cast<uint32_t>(data()[2 * group + 1]); }
  // What the search was charged, in units of fuel.
  uint64_t cost() const { return cost_; }
  void set_cost(uint64_t cost) { cost_ = cost; }

 private:
  static constexpr uint32_t kInline = 24;
  uint32_t count_;
  uint64_t cost_ = 0;
  int32_t inline_[2 * kInline];
  std::vector<int32_t> more_;
};

// The program of a pattern; SyntaxError if it isn't one.
Completion<RegExpProgram*> CompileRegExp(Isolate&, String* pattern, regexp::Flags flags);
// As above, the pattern and flags of a literal: the lookup compares references only.
Completion<RegExpProgram*> CompileRegExpLiteral(Isolate&, String* pattern, String* flags);

// The searches with one program in one string. On the native stack only, while the string is not interned.
class Execution {
 public:
  Execution(Isolate&, RegExpProgram*, String* subject);
  Execution(const Execution&) = delete;

  // Searches from `start`; false if there is no match. Runs no JavaScript.
  Completion<bool> Search(uint32_t start, Captures& captures);

 private:
  static constexpr uint32_t kStepsPerUnit = 10;  // of fuel

  static bool Poll(void*);
  static bool MayTakeStack(void*, size_t bytes);
  static void DisposeStack(void*, platform::GrowingBlock&&);
  static const regexp::MachineCode* CodeAtPoll(void*, const regexp::MachineCode*);
  Completion<bool> Fail(regexp::MatchResult);

  Isolate& isolate_;
  RegExpProgram* const program_;
  const FlatChars subject_;
  const regexp::MachineCode* machine_code_ = nullptr;
  regexp::Budget budget_;
};

// One search, remembered for RegExp.$1 …
Completion<bool> ExecuteProgram(Isolate&, RegExpProgram*, String* subject, uint32_t start,
                                Captures& captures);
// For loops over many matches, which remember the last one only.
// After a match of a subclass's RegExp: RegExp.$1 and so on throw until the next match.
void ForgetMatch(Isolate&);
void RememberMatch(Isolate&, String* subject, const int32_t* captures, uint32_t count);

// A group's text: a string or undefined.
inline Value CaptureValue(Isolate& isolate, String* subject, const int32_t* captures, uint32_t group) {
  if (captures[2 * group] < 0) return Value::Undefined();
  return Substring(isolate, subject, static_cast<uint32_t>(captures[2 * group]),
                   static_cast<uint32_t>(captures[2 * group + 1]));
}
// The groups object of a match, or undefined if the pattern names none.
Value GroupsObject(Isolate&, RegExpProgram*, String* subject, const int32_t* captures);
// The array that exec returns.
JSArray* NewMatchArray(Isolate&, RegExpProgram*, String* subject, const int32_t* captures);

// ---- RegExp.$1 … $9, lastMatch … ----
enum class LegacyProperty : uint16_t {
  kInput = 10,
  kLastMatch,
  kLastParen,
  kLeftContext,
  kRightContext
};  // 1 … 9: $n
Completion<Value> GetLegacyProperty(Isolate&, uint16_t which);
void SetLegacyInput(Isolate&, String* input);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_H_
