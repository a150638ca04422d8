// The site of an instruction, for the runtime to teach, and the feedback vectors that sites lie in. What the
// words mean is in bytecode/sites.
#ifndef HALFWORD_RUNTIME_CACHES_SITE_H_
#define HALFWORD_RUNTIME_CACHES_SITE_H_

#include "bytecode/sites/sites.h"
#include "objects/isolate.h"

namespace halfword {

// Functions of an image stay clean at first: a clone neither counts their misses nor writes to their
// feedback, so that it shares their pages with all other clones; what it meets goes to its stub cache. A
// clone that misses often (kCleanMisses) lives long enough for caches of its own.
inline constexpr uint32_t kCleanMisses = 50'000;

// The words of one instruction; none while the function is cold or the instruction does not learn.
struct Site {
  FeedbackVector* vector = nullptr;
  SiteWord* words = nullptr;
  // The function is clean: only the stub cache may remember. A whole word: a byte would leave the rest as it
  // was on the stack, part of an address, and a collection finds what lies a little before that.
  uintptr_t clean = false;
  bool enabled() const { return words != nullptr; }
  // The words as the struct of their kind. REQUIRES: enabled.
  template <class T>
  T& as() const {
    return *reinterpret_cast<T*>(words);
  }
};
HW_INLINE bool IsClean(const Isolate& isolate, Value object) {
  return static_cast<uint32_t>(object.bits()) < isolate.clean_functions_end_;
}
// Feedback that must not be written: the vector that all cold functions share, and that of clean ones.
HW_INLINE bool IsReadOnlyFeedback(const Isolate& isolate, Value vector) {
  return vector.bits() == isolate.cold_feedback_.bits() || IsClean(isolate, vector);
}
// Whether what has noted that epoch holds now; and the epoch to note (Isolate::epoch_to_note).
inline bool IsOfThisEpoch(const Isolate& isolate, const SiteWord& epoch) {
  return epoch.IsEpoch(Value::Bits{isolate.property_epoch_} << 1);
}
inline Value EpochToNote(Isolate& isolate) {
  return Value::Smi(static_cast<int32_t>(isolate.epoch_to_note()));
}

// The site at word `index` of the feedback of the function whose frame it is. A function that has proved warm
// is given a feedback vector of its own.
Site SiteAt(Isolate&, Value* fp, uint32_t index);
// An empty vector, with words for all sites of the function's code, which becomes its feedback.
FeedbackVector* AllocateFeedback(Isolate&, FunctionInfo*);
// A vector with that many words, which no function has.
FeedbackVector* NewFeedbackVector(Isolate&, uint32_t words);
// A poll has found the function running: it is warm, and if it was already, it is hot. May collect.
void NoteRunning(Isolate&, Code*, FunctionInfo*);
// The same of the function whose frame it is; its kFeedback may change.
void NoteRunning(Isolate&, Value* fp);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_CACHES_SITE_H_
