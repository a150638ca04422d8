// What opcodes do out of line: calls, suspension, unwinding, the slow tiers of operators. Plain C++, for
// every reader of ops/.
#ifndef HALFWORD_OPS_SUPPORT_H_
#define HALFWORD_OPS_SUPPORT_H_

#include "bytecode/frame.h"
#include "objects/isolate.h"
#include "objects/library/generators.h"
#include "ops/operators.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"

namespace halfword::ops {

// Isolate::PollSlow at a back-edge of `fp`. No temporaries are in use then, and no frame is being laid out:
// after a collection it wipes what returned calls have left there. A loop without calls would keep that.
Completion<void> PollBackEdge(Isolate&, Value* fp);

// Isolate::PollSlow behind what the runtime has charged for. Temporaries may be in use: the next back-edge
// still wipes what lies behind them.
HW_NOINLINE Completion<void> PollInDebt(Isolate&);

// The unit that a call costs, of a function or of a native one, where a slower tier of the call takes over.
enum class CallUnit : uint8_t {
  kDue,
  kPaid,
  kLast,  // it is paid and was the last of a quantum: the callee is running, even if a poll came in between
};

// Enters the callee at next[-2], whatever it is: compiles it, moves the frame past surplus arguments, reports
// what can't be called. Returns the frame to run (its header complete but for kReturnPc/kCallerDelta relative
// to `fp`, which are set too), or null with *result: the value of a callee that needs no frame, or the
// exception immediate. `return_pc`: bytes from the caller's Code object to the
// instruction after the call.
Value* EnterCallee(Isolate&, Value* fp, uint32_t return_pc, Value* next, uint32_t argument_count, CallUnit,
                   Value* result);

// PrepareForTailCall (https://tc39.es/ecma262/#sec-preparefortailcall): lays out the frame of the callee
// at *next in the place of `fp`, complete with the way back to its caller. Null: it can't be so now, and the
// call that then has to be made is at *next, and the unit may be paid. Collects nothing.
Value* ReplaceFrame(Isolate&, Value* fp, Value** next, uint32_t* argument_count, CallUnit*);

// Lays out the callee's frame of `next` above this one, with the elements of the last of its `count`
// arguments, a JSArray, in the place of that. Returns the registers of the new frame with kArgumentCount set,
// or null (exception pending).
Value* SpreadArguments(Isolate&, Value* fp, Value* next, uint32_t count, Value new_target);

// [[Construct]]: checks that next[-2] is a constructor, sets new.target and this (the hole for derived
// constructors and natives), and teaches the site. `is_super`: it is one of super(…).
Completion<void> PrepareConstruct(Isolate&, Value* next, Value new_target, Site, bool is_super = false);

// Copies the arguments of the function whose frame it is, which keeps them, behind `this` of the frame at
// `next`, above its own. Returns their number. Throws where they have no room.
Completion<uint32_t> ForwardArguments(Isolate&, Value* fp, Value* next);

// Teaches an `instanceof` site its target: the function and its prototype object.
void RememberInstanceOf(Isolate&, Value target, Site);

// The handler for the pending exception, searching frames from `fp` outward. Leaves isolate.frame_ alone.
struct UnwindTarget {
  Value* fp;    // null: none before the entry frame
  uint32_t pc;  // bytes from the Code object
};
UnwindTarget FindHandler(Isolate&, Value* fp, uint32_t pc);

SuspendedFrame* SaveFrame(Isolate&, Value* fp, uint32_t pc, SuspensionKind kind);
void NoteSuspension(Isolate&, SuspendedFrame*);

AsyncFunctionState* StartAsyncFunction(Isolate&);
void ResolveAsyncFunction(Isolate&, AsyncFunctionState*, Value value);
void RejectAsyncFunction(Isolate&, AsyncFunctionState*, Value reason);

// Calls a native function on the frame at `next`, whose arguments are laid out, and returns its result.
HW_INLINE Value RunNative(uintptr_t base, Value* fp, Value return_pc, Value* next, uint32_t count) {
  next[frame::kFeedback] = Value::Smi(0);
  next[frame::kEnvironment] = Value::Smi(0);
  next[frame::kCode] = Value::Smi(0);
  next[frame::kCallerDelta] = frame::Delta(fp, next);
  next[frame::kReturnPc] = return_pc;
  next[frame::kReturnCode] = Value::Smi(0);
  next[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(count));
  Isolate& isolate = *reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset);
  isolate.frame_ = frame::OffsetOfFrame(next);
  Arguments arguments(next, count);
  uint32_t index = Pointer<NativeFunction>(base, next[frame::kFunction])->native_index_;
  Value result = NativeStateAt(base).native(index).code()(isolate, arguments).raw();
  isolate.frame_ = frame::OffsetOfFrame(fp);
  return result;
}

// ---- The slow tiers of operators ----
bool HasTypeOf(Value, enum TypeOfKind);
// TypeFeedback bits of operands that the runtime was asked about.
int32_t TypeFeedbackOf(Value left, Value right);
// `left` < `right` and its kin (https://tc39.es/ecma262/#sec-relational-operators).
template <Relation kRelation>
Completion<bool> Relational(Isolate& isolate, Value left, Value right) {
  constexpr bool kSwapped = kRelation == Relation::kGreater || kRelation == Relation::kLessEqual;
  Completion<Ordering> ordering =
      kSwapped ? IsLessThan(isolate, right, left, false) : IsLessThan(isolate, left, right, true);
  if (ordering.IsThrow()) return kThrow;
  return ordering.Take() == (kRelation == Relation::kLess || kRelation == Relation::kGreater
                                 ? Ordering::kLess
                                 : Ordering::kNotLess);
}
template <bool kStrict>
Completion<bool> Equality(Isolate& isolate, Value left, Value right) {
  if constexpr (kStrict) return IsStrictlyEqual(isolate, left, right);
  return IsLooselyEqual(isolate, left, right);
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_SUPPORT_H_
