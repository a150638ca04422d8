// How opcode semantics are written.
//
// Each opcode is one function, in a file of its family (ops/*.inc). Those files are text: a reader defines
// the words below, includes ops/all.inc, and ops/undefine.inc takes the words back. The interpreter is one
// reader (src/interpreter), the stencil compiler another (src/jit/stencils/stencils.cc).
//
// An opcode has tiers. The text names them by these words:
//
//   OP(Name) { … }               the fast path
//   TIER(Name, kTier) { … }      what it hands over to (Tier): kNumber (doubles), … kSlow (the runtime)
//   FAMILY(kTier, Opcode::k…, …) { … }   one tier of several opcodes; OPCODE says which it is
//   RUNTIME_OP(Name) { … }       an opcode whose work is a call of the runtime: it has no fast path
//   RUNTIME_FAMILY(Opcode::k…, …) { … }  the same of several
//
// The words, by group. Those behind a bracket are made of others, in words.inc, encoded.inc or doubles.inc,
// and most readers have them so; each reader defines the others. tools/opcodes.py compares this list with
// what ops/undefine.inc takes back.
//
// Operands. i counts the letters of the opcode's row in bytecode/opcodes.h:
//
//   REG(i)            the register, an lvalue of type Value
//  [CALLEE_FRAME(i)   its address, of a callee's frame that most words of are written
//   IMM(i) SHORT(i) COUNT(i) FLAGS(i)   int32_t, int32_t, uint32_t, uint8_t
//  [COUNT_AS_SMI(i)   COUNT as a Smi, for PUT
//   CONST(i)          the constant, a Value
//   JUMP_OFFSET(i)    int32_t
//   NEXT_OPCODE()     the opcode of the next instruction, a uint8_t
//   OPERAND(type, i) PC()   the operand, and the place of the instruction, for words of readers of bytecode
//
// Sites (bytecode/sites):
//
//   SITE()            what the instruction has learned: the struct of its opcode's SiteKind
//  [SITE_TO_TEACH()   the same as a Site, for the runtime, which may give the function its words now
//  [RECORD(bits)      adds to the set of a site of kKeyed or kTypes
//  [LEARNS()          false: the function has no words for this instruction
//  [LEARNED()         the site learns what may make another stencil better
//  [SITE_FACT         the SiteFact of the instruction, for a reader that makes code for one; else kNone
//  [ELEMENT_ACCESS(shape)   of a receiver of a keyed opcode. A reader that knows it makes it a constant.
//  [KNOWN_NATIVE(f) KNOWS_NATIVE   the KnownNative of a native function; whether it is a constant, the site's
//  [OTHER_SITE()      the site is not what a reader takes it for: the opcode from its beginning
//  [NOT_IN_LINE(kTier)   it is rare, or such a reader can't tell: on with that tier, in full
//  [CAPACITY(e)       of elements; less, for a reader that may not call
//   FEEDBACK          the index of the operand that says where the site is
//   FEEDBACK_OFFSET(i)   that operand, in words; 0: there is no site
//
// The machine's state is acc, fp, base (of the cage), fb (feedback words) and code:
//
//  [ISOLATE NATIVE()  the isolate's record; what it has outside the cage
//  [STUBS()           its stub cache
//  [EPOCH_BITS()      the property epoch as a Smi
//   OPCODE            the opcode, a constant
//   NOTE_POSITION()   tells the isolate where we are
//  [SYNC()            the same where the row allows it: before what may collect, throw or walk frames
//  [BARRIER(owner, value) RANGE_BARRIER(owner)   the write barrier, after one store or several
//  [SETTLE()          gives the number in acc a box, before a call in an instruction with kTakesNumber
//  [IF_NOT_SMIS(are)  an `if` for operands that are not all Smis
//
// Calls of the runtime, whose throwing is the instruction's:
//
//  [TRY_VALUE(e) TRY_RESULT(e) TRY_VOID(e)   the Value, the T, the nothing of a Completion
//  [SETTLE_DEBT()     polls for what the runtime has charged; those three do
//
// Frames (bytecode/frame.h):
//
//  [SPEND_UNIT()      pays for a call or a back-edge. False: the quantum is used up.
//  [CALL_UNIT()       in a slower tier of a call: the CallUnit. Asked before anything else is done.
//  [FITS(end)         frame::Fits
//  [MAY_ENTER(at, code)   there is room for the frame, and the call is paid for
//   RETURN_PC() RETURN_CODE()   where a callee returns to: Smis for frame::kReturnPc and kReturnCode
//  [CALLER_DELTA(i)   for frame::kCallerDelta of the frame at REG(i)
//  [PUT(word, value)  stores one of these three, or any value. A reader that knows it stores a constant.
//   FILL_LOCALS(at, count, code)   FillLocals, for a reader whose ENTER does not see to it
//  [TO_CALLER() LEAVE_FRAME(name)   parts of LEAVE
//  [SAVE_FRAME(kind)  the frame as a SuspendedFrame
//
// Every path ends in one verb:
//
//   NEXT()             the next instruction
//   JUMP(offset)       the instruction that many bytes from this one
//   LOOP(offset)       the same for a back-edge that was polled
//   GOTO(kTier)        another tier of this opcode
//   THROW()            an exception is pending: unwind
//   ENTER(frame, code, feedback) LEAVE()   into a new frame, back to the caller's frame
//  [ENTER_FRAME(…)     writes the header of the frame, then ENTER
//  [ENTER_CALL(…) ENTER_PAID_CALL(…)   the frame at the callee's place, paid for now or before: the
//                      arguments that are missing and the locals, then ENTER_FRAME
//  [ENTER_CALL_BEHIND_ARGUMENTS(…)   the same of code that keeps its arguments, on a frame behind them
//  [REPLACE_FRAME(next, count, unit)   the callee's frame in the place of this one, where that can be
//  [CALL_FRAME(next, count, unit)   enters whatever is the callee at `next`, and pays for that
//  [CALL_NATIVE(next, count)   the same of a native function
//   STORED(owner)      acc was stored into the object: the write barrier, then the next instruction
//  [FINISH_DOUBLE(d)   acc = the number d, boxed if need be; then the next instruction
//  [FINISH_DOUBLE_IN(v, d) FINISH_DOUBLE_IN_REG(d)   the same in the box of operand v, or of REG(0), if that
//                      is the instruction's own
//  [FINISH_INT32(i, FINISH)   acc = the integer, as a Smi or by one of these three
//  [PASS_NUMBER(d)     the number goes to the next instruction, which takes it without a box
//  [BOX_DOUBLE(d, header)   a new box, if there is room at once, else BOX
//   BOX(d)             the number in a box that the collector may have to make room for
//
// Rules of OP and its FAMILY, so that their machine code can be copied: no call, no static data, no address
// of a local variable, nothing thread-local. tools/opcodes.py reads the object file and holds them to it.
#ifndef HALFWORD_OPS_MACHINE_H_
#define HALFWORD_OPS_MACHINE_H_

#include "bytecode/opcodes.h"
#include "bytecode/sites/site_fact.h"
#include "bytecode/switch_table.h"
#include "ops/machine/frames.h"
#include "ops/machine/memory.h"
#include "ops/machine/numbers.h"
#include "ops/machine/objects.h"
#include "ops/machine/strings.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/execution/loop_poll.h"

namespace halfword::ops {

enum class Tier : uint8_t {
  kFast,
  kNumber,  // doubles
  kSlow,    // the runtime
  // Operators: two Smis whose result is none; two strings, by a rope where that is enough, and in general.
  kOverflow,
  kStrings,
  kConcat,
  // Back-edges whose unit was the last of a quantum: the native stack is wiped, then the isolate is polled.
  kWipe,
  kPoll,
  // Named access: word B of the site, several shapes, a getter, a getter that word B remembers.
  kWordB,
  kManyShapes,
  kGetter,
  kRememberedGetter,
  // Keyed access: typed arrays; strings, names and plain objects; what is rare; elements behind the last, and
  // holes; those of arrays of doubles; elements that plain objects have; elements that arrays lack.
  kTypedArray,
  kOtherReceiver,
  kDictionary,
  kAppend,
  kAppendNumber,
  kObjectElement,
  kAbsent,
  // Calls: a function that the site does not remember, any native, one that calls do themselves, a native
  // behind Function.prototype.call; a plain function in tail position; the target of `apply`.
  kOtherCallee,
  kNative,
  kKnownNative,
  kNativeByCall,
  kFunction,
  kForwarded,
  // Construct: of a derived class; a constructor that keeps its arguments.
  kDerived,
  kKeepsArguments,
};
// What FAMILY asks of an opcode.
template <Opcode O, Opcode... Of>
concept OneOf = ((O == Of) || ...);

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_H_
