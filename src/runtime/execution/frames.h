// Walks the JavaScript stack, innermost frame first. Pure.
//
//   for (FrameWalker walker(isolate); !walker.done(); walker.Next()) {
//     … walker.function() … walker.position() …
//   }
#ifndef HALFWORD_RUNTIME_EXECUTION_FRAMES_H_
#define HALFWORD_RUNTIME_EXECUTION_FRAMES_H_

#include "bytecode/frame.h"

namespace halfword {

class FrameWalker {
 public:
  explicit FrameWalker(Isolate& isolate)
      : isolate_(isolate), fp_(frame::At(isolate.frame_)), pc_(isolate.pc_), is_return_(false) {
    SkipEntries();
  }
  bool done() const { return fp_ == nullptr; }
  void Next() {
    Step();
    SkipEntries();
  }
  Value* fp() const { return fp_; }
  Code* code() const { return frame::CodeOf(fp_); }  // null: a native frame
  Value function() const { return fp_[frame::kFunction]; }
  // The entry frame between this frame and the one before it; null: there is none.
  const Value* entry() const { return entry_; }
  // Offset in the bytecode of the running (or calling) instruction; some byte of it.
  uint32_t bytecode_offset() const {
    uint32_t offset = frame::BytecodeOffset(code(), pc_);
    return is_return_ && offset > 0 ? offset - 1 : offset;
  }
  // Source offset in the function's script. REQUIRES: code().
  uint32_t position() const { return code()->PositionAt(bytecode_offset()); }

 private:
  void Step() {
    pc_ = frame::ReturnPc(fp_);
    is_return_ = true;
    fp_ = frame::Caller(fp_);
  }
  void SkipEntries() {
    entry_ = nullptr;
    while (fp_ && code() == isolate_.entry_code_.get()) {
      entry_ = fp_;
      Step();
      is_return_ = false;  // an entry frame saved the pc of the running instruction
    }
  }
  Isolate& isolate_;
  Value* fp_;
  const Value* entry_ = nullptr;
  uint32_t pc_;
  bool is_return_;
};

// What a frame of the function has as kFeedback: its own vector once it is warm.
inline Value FeedbackOf(const Isolate& isolate, const FunctionInfo* info) {
  return Value(info->feedback_ ? info->feedback_.GetNonNull() : isolate.cold_feedback_.GetNonNull());
}

// One past the last word of the frame that is in use: where the next frame may begin.
inline Value* FrameTop(Value* fp) {
  Code* code = frame::CodeOf(fp);
  return code ? fp + code->frame_size_ : fp + frame::kFirstArgument + fp[frame::kArgumentCount].AsSmi();
}
// Above the top of the running frame: here the next one may be being laid out, so a collection looks at them.
inline constexpr int kWordsAboveTop = 2 * frame::kHeaderWords;

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EXECUTION_FRAMES_H_
