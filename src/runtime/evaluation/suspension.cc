#include "runtime/evaluation/suspension.h"

#include "bytecode/decoder.h"
#include "runtime/control_abstraction/async_context.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/control_abstraction/iteration_records.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/modules.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"

namespace halfword {

namespace {

bool IsEntry(Isolate& isolate, const Value* fp) { return frame::CodeOf(fp) == isolate.entry_code_.get(); }

Value* EntryUnder(Isolate& isolate, Value* fp) {
  while (!IsEntry(isolate, fp)) fp = frame::Caller(fp);
  return fp;
}

Continuation ContinuationOf(const Value* entry) {
  return {static_cast<Continuation::Kind>(entry[frame::kArgumentCount].AsSmi()), entry[frame::kFunction],
          entry[frame::kNewTarget]};
}

// Whether what the continuation says is all that was left to do for the C++ code between the
// entry frame and `below`.
bool CanContinue(const Continuation& then, const Value* below) {
  switch (then.kind) {
    case Continuation::kNone: return false;
    case Continuation::kHost:
    case Continuation::kJob:
    case Continuation::kReaction:
    case Continuation::kAwaiter: return below == nullptr;
    // A native returns the promise b.
    case Continuation::kAsyncGenerator:
    case Continuation::kModuleBody: return (below == nullptr) == then.b.IsSmi();
    case Continuation::kResult: return below != nullptr;
    case Continuation::kGenerator:
    case Continuation::kAncestorBody: return below != nullptr && frame::CodeOf(below) == nullptr;
    case Continuation::kIteratorStep:
    case Continuation::kGeneratorStep: return below != nullptr && frame::CodeOf(below) != nullptr;
  }
  return false;
}

// The instruction whose opcode is at `pc`.
Instruction InstructionAt(Code* code, uint32_t pc) {
  uint32_t offset = frame::BytecodeOffset(code, pc);
  const uint8_t* bytes = code->bytecode();
  Instruction found(bytes, offset);
  if (!HasConstant(found.info().operands()) || offset == 0 ||
      bytes[offset - 1] != static_cast<uint8_t>(Opcode::kWide))
    return found;
  // What looks like the prefix may be an operand.
  Instruction i(bytes, 0);
  while (i.opcode_offset() < offset) i = i.next();
  return i;
}

std::string NameOf(Isolate& isolate, Value function) {
  Value name = Value::Undefined();
  if (auto* native = function.TryAs<NativeFunction>()) name = native->name_;
  if (auto* closure = function.TryAs<JSFunction>()) name = closure->info()->name_;
  return name.IsString() ? ShortText(isolate, name.AsString()) : std::string();
}

Completion<Value> AsCompletion(Completion<void> done) {
  if (done.IsThrow()) return kThrow;
  return Value::Undefined();
}

// What the C++ code that called would have done with `result`.
Completion<Value> Continue(Isolate& isolate, const Continuation& then, Value* below, Value result) {
  Completion<Value> completion = Completion<Value>::FromRaw(result);
  switch (then.kind) {
    case Continuation::kReaction: return AsCompletion(FinishReaction(isolate, then.a, completion));
    case Continuation::kAwaiter: isolate.suspension_.Init(Value::Smi(0)); return completion;
    case Continuation::kGenerator:
      return FinishGeneratorResume(isolate, static_cast<GeneratorObject*>(then.a.AsObject()), result);
    case Continuation::kAsyncGenerator:
      FinishAsyncGeneratorStep(isolate, static_cast<AsyncGeneratorObject*>(then.a.AsObject()), result, then);
      if (isolate.IsTerminating()) return kThrow;
      return then.b;
    case Continuation::kIteratorStep: {
      if (completion.IsThrow()) return kThrow;
      Instruction step = InstructionAt(frame::CodeOf(below), isolate.pc_);
      return FinishIteratorStep(isolate, below + step.operand(0), result);
    }
    case Continuation::kGeneratorStep: {
      Instruction step = InstructionAt(frame::CodeOf(below), isolate.pc_);
      auto* generator = static_cast<GeneratorObject*>(then.a.AsObject());
      return FinishStepOfGenerator(isolate, below + step.operand(0), generator, result);
    }
    case Continuation::kModuleBody: {
      PromiseObject* promise = TRY(ContinueEvaluation(isolate, then.a, completion));
      if (then.b.IsSmi()) return Value(promise);
      FinishLinkAndEvaluate(isolate, static_cast<NativeFunction*>(then.b.AsObject()), promise);
      return Value::Undefined();
    }
    case Continuation::kAncestorBody: return ContinueAncestors(isolate, then.a, then.b, completion);
    default: return completion;
  }
}

// Goes on behind the instruction at isolate.pc_ of `fp`, whose result is `result`.
Value FinishInstruction(Isolate& isolate, Value* fp, Value result) {
  auto go_on = NativeStateOf(isolate).interpreter.go_on;
  uint32_t pc = isolate.pc_;
  if (result.IsException()) return go_on(isolate, fp, pc, result);
  Instruction instruction = InstructionAt(frame::CodeOf(fp), pc);
  uint32_t next = instruction.next().offset();
  if (result.IsNotFound()) {
    // An iterator step found nothing more.
    if (instruction.opcode() == Opcode::kIteratorStep) next = instruction.target(1);
    result = Value::Undefined();
  }
  return go_on(isolate, fp, pc + next - instruction.opcode_offset(), result);
}

}  // namespace

bool CanSuspend(Isolate& isolate, std::string* why) {
  if (!frame::At(isolate.frame_)[frame::kNewTarget].IsUndefined()) {
    *why = "a constructor can't wait";  // what it is resumed with may be no object
    return false;
  }
  for (Value* fp = frame::At(isolate.frame_); fp != nullptr; fp = frame::Caller(fp)) {
    if (!IsEntry(isolate, fp)) continue;
    Value* below = frame::Caller(fp);
    if (CanContinue(ContinuationOf(fp), below)) continue;
    if (below == nullptr) {
      *why = "it was called by more than a script, a function or a job that the host runs";
    } else {
      std::string name = NameOf(isolate, below[frame::kFunction]);
      *why =
          (frame::CodeOf(below) ? "it was called by an operator or a statement in '" : "it was called by '") +
          name + "', which can't wait";
    }
    return false;
  }
  return true;
}

Throwing Suspend(Isolate& isolate) {
  isolate.suspended_frame_ = isolate.frame_;
  isolate.suspended_context_.Init(isolate.async_context_);
  isolate.termination_ = Termination::kSuspended;
  isolate.has_exception_ = true;
  return kThrow;
}

void LeaveSuspended(Isolate& isolate) {
  isolate.termination_ = Termination::kNone;
  isolate.has_exception_ = false;
  isolate.frame_ = isolate.suspended_frame_;
}

bool ReviveTerminated(Isolate& isolate) {
  bool has_fuel_again = isolate.termination_ == Termination::kOutOfFuel && isolate.fuel_ != 0;
  if (isolate.termination_ != Termination::kInterrupted && isolate.termination_ != Termination::kDeadline &&
      !has_fuel_again)
    return false;
  isolate.termination_ = Termination::kNone;
  isolate.has_exception_ = false;
  isolate.exception_.Init(Value::Undefined());
  return true;
}

Completion<Value> ResumeSuspended(Isolate& isolate, Value value, bool throws, bool* was_job) {
  auto go_on = NativeStateOf(isolate).interpreter.go_on;
  Value* native = frame::At(isolate.suspended_frame_);
  isolate.suspended_frame_ = 0;
  AsyncContextScope context(isolate);
  isolate.async_context_.Init(isolate.suspended_context_);
  isolate.suspended_context_.Init(Value::Undefined());
  *was_job = false;
  Value result = throws ? Completion<Value>(isolate.Throw(value)).raw() : value;
  while (true) {
    // `native` has returned.
    Value* fp = frame::Caller(native);
    // Looked for before anything runs: where the frames above it were are others when they have returned.
    Value* entry = EntryUnder(isolate, fp);
    if (fp != entry) {
      uint32_t pc = frame::ReturnPc(native);
      // A throw is one of the call instruction: any byte of it will do for the handler table.
      result = go_on(isolate, fp, result.IsException() ? pc - 1 : pc, result);
    }
    while (true) {
      // So has all that is above the entry frame.
      if (isolate.IsSuspending()) return kThrow;
      Continuation then = ContinuationOf(entry);
      Value* below = frame::Caller(entry);
      isolate.frame_ = below ? frame::OffsetOfFrame(below) : 0;
      isolate.pc_ = frame::ReturnPc(entry);
      result = Continue(isolate, then, below, result).raw();
      if (isolate.IsSuspending()) return kThrow;
      if (below == nullptr) {
        *was_job = then.kind != Continuation::kHost && then.kind != Continuation::kModuleBody;
        return Completion<Value>::FromRaw(result);
      }
      if (frame::CodeOf(below) == nullptr) {
        native = below;
        break;
      }
      entry = EntryUnder(isolate, below);
      result = FinishInstruction(isolate, below, result);
    }
  }
}

Arguments SuspendedCall(Isolate& isolate) {
  Value* native = frame::At(isolate.suspended_frame_);
  return Arguments(native, static_cast<uint32_t>(native[frame::kArgumentCount].AsSmi()));
}

}  // namespace halfword
