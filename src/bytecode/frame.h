// The JavaScript frame. The stack lies in the annex, grows upwards and holds Value-sized words only: Values, and Smi-coded
// offsets. No address, so a stack can be written to an image.
//
//   fp[-8]  kNewTarget    new.target (undefined for a [[Call]])
//   fp[-7]  kFeedback     FeedbackVector of the function (the cold one until it is warm)
//   fp[-6]  kEnvironment  current Environment (Smi 0: none)
//   fp[-5]  kCode         Code being run (native frames: Smi 0)
//   fp[-4]  kCallerDelta  bytes from the caller's fp to this one (even, so it reads as a Smi)
//   fp[-3]  kReturnPc     Smi: bytecode offset in the caller's code to go on at
//   fp[-2]  kFunction     the callee
//   fp[-1]  kArgumentCount Smi: actual arguments
//   fp[0]   this, fp[1 …] parameters (missing ones undefined), then locals and temporaries
//
// A caller evaluates callee, this and arguments straight into the callee's future frame: it reserves registers
// [base-8, base+argc], puts the callee into base-2, this into base, arguments behind it. Surplus arguments are
// overwritten by the callee's locals, unless its code kNeedsArguments: then the frame is moved up past them and they lie at
// fp[-8-argc … -9].
//
// The first frame of an entry from C++ returns to entry code (isolate.entry_code_: Halt).
// A native frame has the same header with kCode = Smi 0; its registers are this and all actual arguments.
#ifndef HALFWORD_BYTECODE_FRAME_H_
#define HALFWORD_BYTECODE_FRAME_H_

namespace halfword::frame {

inline constexpr int kHeaderWords = 8;
inline constexpr int kNewTarget = -8, kFeedback = -7, kEnvironment = -6, kCode = -5, kCallerDelta = -4, kReturnPc = -3,
                     kFunction = -2, kArgumentCount = -1, kThis = 0, kFirstArgument = 1;

}  // namespace halfword::frame

#endif  // HALFWORD_BYTECODE_FRAME_H_
