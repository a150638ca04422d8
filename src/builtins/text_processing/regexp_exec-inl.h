// Before and after each match: inlined into its few users, because a short match costs less than that.
#ifndef HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_INL_H_
#define HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_INL_H_

#include "builtins/text_processing/regexp_exec.h"
#include "runtime/caches/regexp_heat.h"
#include "runtime/native_state.h"

namespace halfword {

HW_INLINE Execution::Execution(Isolate& isolate, RegExpProgram* program, String* subject)
    : isolate_(isolate), program_(program), subject_(subject->Flatten(isolate)) {
  budget_.poll = Poll;
  budget_.may_take = MayTakeStack;
  budget_.dispose = DisposeStack;
  budget_.data = this;
  const CompiledHooks& compiled = NativeStateOf(isolate).compiled;
  if (compiled.regexp_code == nullptr) return;
  budget_.machine_code = CodeAtPoll;
  bool is_two_byte = !subject_.is_one_byte();
  if (HW_LIKELY(compiled.regexps != nullptr)) machine_code_ = compiled.regexps->CodeOf(program, is_two_byte);
  if (HW_UNLIKELY(machine_code_ == nullptr))
    machine_code_ = compiled.regexp_code(isolate, program, is_two_byte, subject_.length());
}

HW_INLINE Completion<bool> Execution::Search(uint32_t start, Captures& captures) {
  budget_.steps = 0;
  std::span<const uint8_t> code = static_cast<const RegExpProgram*>(program_)->code();
  regexp::MatchResult result =
      HW_LIKELY(subject_.is_one_byte())
          ? regexp::Match(code, subject_.one_byte(), start, captures.data(), budget_, machine_code_)
          : regexp::Match(code, subject_.two_byte(), start, captures.data(), budget_, machine_code_);
  if (HW_UNLIKELY(result > regexp::MatchResult::kMatch)) return Fail(result);
  uint64_t steps = budget_.steps;
  captures.set_cost(1 + steps / kStepsPerUnit);
  if (HW_UNLIKELY(steps >= budget_.poll_interval)) steps %= budget_.poll_interval;  // the others are paid
  TRY(isolate_.Poll(1 + static_cast<int32_t>(static_cast<uint32_t>(steps) / kStepsPerUnit)));
  return result == regexp::MatchResult::kMatch;
}

// ExecuteProgram, for those who mostly want no more than that.
HW_INLINE Completion<bool> SearchOnce(Isolate& isolate, RegExpProgram* program, String* subject,
                                      uint32_t start, Captures& captures) {
  Execution execution(isolate, program, subject);
  bool matches = TRY(execution.Search(start, captures));
  if (matches) RememberMatch(isolate, subject, captures.data(), captures.count());
  return matches;
}

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_TEXT_PROCESSING_REGEXP_EXEC_INL_H_
