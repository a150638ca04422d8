// The JavaScript frame. The stack lies in the annex, grows upwards, and holds words of the size of a Value:
// Values, and offsets coded as Smis. It holds no address, so it can be written to an image.
//
//   fp[-9]       kReturnCode     where the caller's machine code goes on (ops/machine_state.h), or 0
//   fp[-8]       kCode           Code being run; Smi 0 for a native frame
//   fp[-7]       kFeedback       FeedbackVector of the function; the cold one until the function is warm
//   fp[-6]       kNewTarget      new.target; undefined for a [[Call]]
//   fp[-5]       kCallerDelta    bytes from the caller's fp to this one, even so that it reads as a Smi;
//                                0 for the first frame
//   fp[-4]       kReturnPc       where the caller's bytecode goes on: a Smi, in bytes from the address of the
//                                caller's Code object
//   fp[-3]       kArgumentCount  Smi: actual arguments
//   fp[-2]       kFunction       the callee
//   fp[-1]       kEnvironment    current Environment; Smi 0 if there is none
//   fp[0]        kThis           this
//   fp[1 …]      kFirstArgument  parameters (missing ones are undefined), then locals and temporaries
//
// Every tier makes the same frames at the same addresses. kReturnPc is exact in all of them, so who walks the
// stack needs to know of no tier, and a frame can go on in the interpreter at any time: with kReturnCode 0.
// Whoever leaves a frame makes it 0, since what is above the running frame may be read again as temporaries,
// and saved.
//
// Program counters are counted from the Code object's address, so one subtraction makes one and one addition
// restores it. BytecodeOffset() turns them into the offsets that position and exception tables use.
//
// A caller evaluates callee, this and arguments straight into the callee's future frame. It reserves the
// registers [base-9, base+argc], and puts the callee into base-2, this into base, and the arguments behind
// it. The callee's locals overwrite surplus arguments, unless its code kNeedsArguments: then the frame is
// moved up past them, and they lie at fp[-9-argc … -10].
//
// An entry from C++ pushes an entry frame first. It consists of a header only: kCode is isolate.entry_code_
// (Halt), and kReturnPc is the isolate's pc_ of the frame below. Its kArgumentCount, kFunction and kNewTarget
// are a Continuation (runtime/operations/call.h): its kind as a Smi, and two Values. Frame walkers skip it. A
// native frame has the same header with kCode = Smi 0; its registers are this and all actual arguments.
#ifndef HALFWORD_BYTECODE_FRAME_H_
#define HALFWORD_BYTECODE_FRAME_H_

#include "objects/functions/function.h"
#include "objects/isolate.h"

namespace halfword::frame {

inline constexpr int kHeaderWords = 9;
inline constexpr int kReturnCode = -9, kCode = -8, kFeedback = -7, kNewTarget = -6, kCallerDelta = -5,
                     kReturnPc = -4, kArgumentCount = -3, kFunction = -2, kEnvironment = -1, kThis = 0,
                     kFirstArgument = 1;

// Words above stack_limit_ that may still be written.
inline constexpr int kSlackWords = 64;
// The most that the frame_size_ of a Code may be. BytecodeBuilder makes no larger frame and the verifier
// accepts none.
inline constexpr uint32_t kMostRegisters = 65535;
// The largest stack. Any two places in it, and behind it by as much again, are less than 2 GiB apart.
inline constexpr uint64_t kMostStackBytes = uint64_t{1} << 30;
// Words between the stack and what lies behind it in the annex: a whole frame fits in there.
inline constexpr uint32_t kGapWords = kMostRegisters + kHeaderWords + kSlackWords;
static_assert(2 * kMostStackBytes + kGapWords * sizeof(Value) * 2 <= uint64_t{1} << 32);

// Frames are named by the low 32 bits of their address, which are the offset in the annex.
inline Value* At(uint32_t offset) {
  return offset == 0 ? nullptr : reinterpret_cast<Value*>(CageBase() - kCageSpan + offset);
}
inline uint32_t OffsetOfFrame(const Value* fp) {
  return static_cast<uint32_t>(reinterpret_cast<uintptr_t>(fp));
}
// Whether a frame whose registers end at `end` fits below `limit`, which is Isolate::stack_limit_. The stack
// ends near the end of the 4 GiB that offsets can name, so an end beyond them has a small offset: the
// difference is looked at, which is right for all that is less than 2 GiB from the limit. REQUIRES: `end` is.
// A frame that starts on the stack ends there, whatever its Code says; behind arguments that lie on the stack
// it does, too.
HW_INLINE bool Fits(const Value* end, uint32_t limit) {
  return static_cast<int32_t>(OffsetOfFrame(end) - limit) < 0;
}
// The same of any number of words from `at` on, which is on the stack or right behind it.
inline bool HasRoom(const Isolate& isolate, const Value* at, uint64_t words) {
  return words <= kMostStackBytes / sizeof(Value) && Fits(at + words, isolate.stack_limit_);
}
inline Code* CodeOf(const Value* fp) { return fp[kCode].IsSmi() ? nullptr : fp[kCode].As<Code>(); }
// kCallerDelta of the frame at `fp`.
HW_INLINE Value Delta(const Value* caller, const Value* fp) {
  return Value::FromBits(
      static_cast<Value::Bits>(reinterpret_cast<const char*>(fp) - reinterpret_cast<const char*>(caller)));
}
inline Value* Caller(Value* fp) {
  intptr_t delta = static_cast<intptr_t>(fp[kCallerDelta].bits());
  return delta == 0 ? nullptr : reinterpret_cast<Value*>(reinterpret_cast<char*>(fp) - delta);
}
// A saved pc (kReturnPc's Smi, or Isolate::pc_) as an offset in the code's bytecode.
inline uint32_t BytecodeOffset(const Code* code, uint32_t pc) {
  return pc - static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
}
// The pc of the caller of `fp`, as kReturnPc saved it (the instruction after the call).
inline uint32_t ReturnPc(const Value* fp) { return static_cast<uint32_t>(fp[kReturnPc].AsSmi()); }

}  // namespace halfword::frame

#endif  // HALFWORD_BYTECODE_FRAME_H_
