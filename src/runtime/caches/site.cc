#include "runtime/caches/site.h"

#include "bytecode/frame.h"
#include "objects/isolate.h"
#include "objects/poll_observer.h"
#include "objects/values/allocate.h"
#include "runtime/native_state.h"

namespace halfword {

namespace {
constexpr uint32_t kWarmUpMisses = 6;
}

FeedbackVector* NewFeedbackVector(Isolate&, uint32_t words) {
  return AllocateAny<FeedbackVector>(words * sizeof(Value));
}

FeedbackVector* AllocateFeedback(Isolate& isolate, FunctionInfo* info) {
  FeedbackVector* vector = NewFeedbackVector(isolate, info->code_->feedback_size_);
  vector->code().Set(vector, Value(info->code_.get()));
  info->feedback_.Set(info, vector);
  return vector;
}

namespace {

// A miss in a clean function. True: it shall stay clean.
bool StaysClean(Isolate& isolate) {
  if (isolate.clean_misses_-- != 0) return true;
  isolate.clean_functions_end_ = 0;
  return false;
}

// Gives the function a vector at its n-th miss without; the cold one until then.
FeedbackVector* WarmUp(Isolate& isolate, FunctionInfo* info) {
  FeedbackVector* cold = isolate.cold_feedback_.get();
  if (info->feedback_.get() && info->feedback_.get() != cold) return info->feedback_.get();
  if (++info->warmup_ < kWarmUpMisses) return cold;
  return AllocateFeedback(isolate, info);
}

}  // namespace

void NoteRunning(Isolate& isolate, Code* code, FunctionInfo* info) {
  for (PollObserver* o = StateOf(isolate).poll_observer; HW_UNLIKELY(o != nullptr); o = o->next())
    o->FoundRunning(isolate, info);
  FeedbackVector* vector = info->feedback_.get();
  bool is_cold = vector == nullptr || vector == isolate.cold_feedback_.get();
  if (is_cold && !(code->flags_ & Code::kSelfHosted)) {
    AllocateFeedback(isolate, info);
  } else if (const CompiledHooks& tier = NativeStateOf(isolate).compiled; tier.note_hot != nullptr) {
    DCHECK(info->code_.get() == code);
    tier.note_hot(isolate, info, vector);
  }
}

void NoteRunning(Isolate& isolate, Value* fp) {
  FunctionInfo* info = static_cast<JSFunction*>(fp[frame::kFunction].AsObject())->info();
  NoteRunning(isolate, frame::CodeOf(fp), info);
  fp[frame::kFeedback] = Value(info->feedback_.GetNonNull());
}

Site SiteAt(Isolate& isolate, Value* fp, uint32_t index) {
  Value cold = Value::FromBits(isolate.cold_feedback_.bits());
  if (fp[frame::kFeedback] == cold) {
    if (frame::CodeOf(fp)->flags_ & Code::kSelfHosted) return {};
    FunctionInfo* info = static_cast<JSFunction*>(fp[frame::kFunction].AsObject())->info();
    if (IsClean(isolate, Value(info)) && StaysClean(isolate)) return {.clean = index != 0};
    FeedbackVector* vector = WarmUp(isolate, info);
    if (Value(vector) == cold) return {};
    fp[frame::kFeedback] = Value(vector);
  }
  if (index == 0) return {};
  Value feedback = fp[frame::kFeedback];
  if (IsClean(isolate, feedback) && StaysClean(isolate)) return {.clean = true};
  FeedbackVector* vector = feedback.As<FeedbackVector>();
  return {vector, reinterpret_cast<SiteWord*>(vector->words() + index)};
}

}  // namespace halfword
