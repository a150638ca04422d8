#include "runtime/control_abstraction/generators.h"

#include "gc/heap.h"
#include "runtime/control_abstraction/async_context.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

struct Outcome {
  bool threw = false;               // the exception is pending
  SuspendedFrame* frame = nullptr;  // null: it returned
  SuspensionKind kind = SuspensionKind::kReturned;
  Value value;
};

// What the return of a resumed frame means.
Outcome OutcomeOf(Isolate& isolate, Value result) {
  Outcome outcome;
  outcome.value = result;
  Value suspension = isolate.suspension_;
  isolate.suspension_.Init(Value::Smi(0));
  if (outcome.value.IsException()) {
    outcome.threw = true;
  } else if (!suspension.IsSmi()) {
    outcome.frame = suspension.As<SuspendedFrame>();
    outcome.kind = static_cast<SuspensionKind>(outcome.frame->suspension_);
  }
  return outcome;
}

Value RunFrame(Isolate& isolate, SuspendedFrame* frame, Value value, ResumeMode mode,
               const Continuation& then) {
  return NativeStateOf(isolate).interpreter.resume(isolate, frame, value, static_cast<int>(mode), then);
}

void SetState(GeneratorObject* g, GeneratorState state) {
  g->state_.Init(Value::Smi(static_cast<int32_t>(state)));
}
void SetState(AsyncGeneratorObject* g, GeneratorState state) {
  g->state_.Init(Value::Smi(static_cast<int32_t>(state)));
}

// The body has ended, and has given its word back.
template <class Generator>
void EndBody(Generator* generator, GeneratorState state) {
  SetState(generator, state);
  generator->context_.Init(Value::Undefined());
}

// The frame to go on with: the generator is running.
template <class Generator>
SuspendedFrame* TakeFrame(Isolate& isolate, Generator* generator) {
  SuspendedFrame* frame = generator->frame_.get();
  SetState(generator, GeneratorState::kExecuting);
  generator->frame_.Init(nullptr);
  SwapAsyncContext(isolate, generator);
  return frame;
}

}  // namespace

Completion<JSObject*> MakeGenerator(Isolate& isolate, JSFunction* function, SuspendedFrame* frame) {
  bool async = IsAsyncGeneratorKind(function->info()->kind());
  Value prototype = TRY(Get(isolate, function, Name::prototype));
  if (!prototype.IsObject()) {
    Realm* realm = TRY(GetFunctionRealm(isolate, function));
    prototype =
        Value(realm->intrinsic(async ? Intrinsic::kAsyncGeneratorPrototype : Intrinsic::kGeneratorPrototype));
  }
  if (async) {
    auto* generator = NewInstance<AsyncGeneratorObject>(isolate, prototype);
    generator->frame_.Set(generator, frame);
    generator->context_.Set(generator, isolate.async_context_);
    SetState(generator, GeneratorState::kSuspendedStart);
    return generator;
  }
  auto* generator = NewInstance<GeneratorObject>(isolate, prototype);
  generator->frame_.Set(generator, frame);
  generator->context_.Set(generator, isolate.async_context_);
  SetState(generator, GeneratorState::kSuspendedStart);
  return generator;
}

Completion<Value> GeneratorResume(Isolate& isolate, Value value_of_this, Value value, ResumeMode mode,
                                  const char* method) {
  if (!value_of_this.Is<GeneratorObject>()) return ThrowIncompatibleReceiver(isolate, method, value_of_this);
  auto* generator = static_cast<GeneratorObject*>(value_of_this.AsObject());
  if (generator->state() == GeneratorState::kExecuting)
    return isolate.ThrowTypeError("Generator is already running");
  if (generator->state() == GeneratorState::kSuspendedStart && mode != ResumeMode::kNext) {
    SetState(generator, GeneratorState::kCompleted);
    generator->frame_.Init(nullptr);
  }
  if (generator->state() == GeneratorState::kCompleted) {
    switch (mode) {
      case ResumeMode::kNext: return Value(CreateIterResultObject(isolate, Value::Undefined(), true));
      case ResumeMode::kReturn: return Value(CreateIterResultObject(isolate, value, true));
      case ResumeMode::kThrow: return isolate.Throw(value);
    }
  }
  Value result = RunFrame(isolate, TakeFrame(isolate, generator), value, mode,
                          {Continuation::kGenerator, Value(generator)});
  return FinishGeneratorResume(isolate, generator, result);
}

namespace {

// The frame has returned `result`. What of it is for who has asked for the next value; where `*is_result` is
// set, an object that the next method of another iterator has returned.
Completion<Value> AfterFrame(Isolate& isolate, GeneratorObject* generator, Value result, bool* is_result) {
  Outcome outcome = OutcomeOf(isolate, result);
  if (HW_UNLIKELY(isolate.IsSuspending())) return kThrow;
  SwapAsyncContext(isolate, generator);
  if (outcome.threw) {
    EndBody(generator, GeneratorState::kCompleted);
    return kThrow;
  }
  *is_result = outcome.kind == SuspensionKind::kYieldResult;
  if (outcome.frame == nullptr) {
    EndBody(generator, GeneratorState::kCompleted);
  } else {
    generator->frame_.Set(generator, outcome.frame);
    SetState(generator, GeneratorState::kSuspendedYield);
  }
  return outcome.value;
}

}  // namespace

Completion<Value> FinishGeneratorResume(Isolate& isolate, GeneratorObject* generator, Value result) {
  bool is_result;
  Value value = TRY(AfterFrame(isolate, generator, result, &is_result));
  if (is_result) return value;
  bool done = generator->state() == GeneratorState::kCompleted;
  return Value(CreateIterResultObject(isolate, value, done));
}

Completion<Value> FinishGeneratorStep(Isolate& isolate, GeneratorObject* generator, Value result) {
  bool is_result;
  Value value = TRY(AfterFrame(isolate, generator, result, &is_result));
  if (is_result) return IterResultStepValue(isolate, value);
  return generator->state() == GeneratorState::kCompleted ? Value::NotFound() : value;
}

Completion<Value> StepGenerator(Isolate& isolate, JSObject* object, Value next_method,
                                const Continuation& then) {
  auto* generator = static_cast<GeneratorObject*>(object);
  if (generator->state() == GeneratorState::kExecuting)
    return isolate.ThrowTypeError("Generator is already running");
  if (generator->state() == GeneratorState::kCompleted) return Value::NotFound();
  auto kind = then.kind == Continuation::kIteratorStep ? Continuation::kGeneratorStep : Continuation::kNone;
  Value result = RunFrame(isolate, TakeFrame(isolate, generator), Value::Undefined(), ResumeMode::kNext,
                          {kind, Value(generator), next_method});
  return FinishGeneratorStep(isolate, generator, result);
}

// ---- Async functions ----

Completion<void> AsyncFunctionAwait(Isolate& isolate, AsyncFunctionState* state, Value value) {
  return Await(isolate, Value(state), value);
}

// ---- Async generators (https://tc39.es/ecma262/#sec-asyncgenerator-abstract-operations) ----

namespace {

AsyncGeneratorRequest* FirstRequest(AsyncGeneratorObject* generator) {
  return generator->queue_.get().IsSmi() ? nullptr : generator->queue_.get().As<AsyncGeneratorRequest>();
}

// AsyncGeneratorEnqueue
AsyncGeneratorRequest* AppendRequest(Isolate& isolate, AsyncGeneratorObject* generator,
                                     PromiseObject* promise, Value value, ResumeMode mode) {
  size_t cell = gc::CellSize(sizeof(AsyncGeneratorRequest));
  auto* request = static_cast<AsyncGeneratorRequest*>(isolate.heap().AllocateAny(
      gc::TypedHeader(static_cast<uint32_t>(HeapType::kAsyncGeneratorRequest), cell), cell));
  request->completion_.Init(Value::Smi(static_cast<int32_t>(mode)));
  request->value_.Set(request, value);
  request->capability_.Set(request, Value(promise));
  request->next_.Init(Value::Smi(0));
  if (generator->queue_.get().IsSmi()) {
    generator->queue_.Set(generator, Value(request));
  } else {
    AsyncGeneratorRequest* tail = generator->queue_tail_.get().As<AsyncGeneratorRequest>();
    tail->next_.Set(tail, Value(request));
  }
  generator->queue_tail_.Set(generator, Value(request));
  return request;
}

// Settles the promise of a request. May run a getter of `then`.
void AnswerRequest(Isolate& isolate, PromiseObject* promise, bool threw, Value value, bool done) {
  if (threw) {
    RejectPromise(isolate, promise, value);
  } else {
    ResolvePromise(isolate, promise, Value(CreateIterResultObject(isolate, value, done)));
  }
}

// AsyncGeneratorCompleteStep
void CompleteStep(Isolate& isolate, AsyncGeneratorObject* generator, bool threw, Value value, bool done) {
  AsyncGeneratorRequest* request = FirstRequest(generator);
  generator->queue_.Set(generator, request->next_);
  if (request->next_.get().IsSmi()) generator->queue_tail_.Init(Value::Smi(0));
  AnswerRequest(isolate, static_cast<PromiseObject*>(request->capability_.get().AsObject()), threw, value,
                done);
}

// AsyncGeneratorAwaitReturn. False: there is no such wait, as its value can't be had; the request has been
// answered, and the queue is to be drained further.
bool AwaitReturn(Isolate& isolate, AsyncGeneratorObject* generator) {
  DCHECK(generator->state() == GeneratorState::kDrainingQueue);
  AsyncGeneratorRequest* request = FirstRequest(generator);
  if (!Await(isolate, Value(generator), request->value_).IsThrow()) return true;
  Value error;
  if (!isolate.Catch(&error)) return true;
  CompleteStep(isolate, generator, true, error, true);
  return false;
}

// AsyncGeneratorDrainQueue. Completing a step may run a getter that asks for more: the state says until the
// end that somebody answers what is in the queue.
void DrainQueue(Isolate& isolate, AsyncGeneratorObject* generator) {
  DCHECK(generator->state() == GeneratorState::kDrainingQueue);
  while (AsyncGeneratorRequest* request = FirstRequest(generator)) {
    if (isolate.IsTerminating()) return;
    switch (static_cast<ResumeMode>(request->completion_.get().AsSmi())) {
      case ResumeMode::kReturn:
        if (AwaitReturn(isolate, generator)) return;
        break;
      case ResumeMode::kThrow: CompleteStep(isolate, generator, true, request->value_, true); break;
      case ResumeMode::kNext: CompleteStep(isolate, generator, false, Value::Undefined(), true); break;
    }
  }
  SetState(generator, GeneratorState::kCompleted);
}

// What the body of an async generator is resumed with.
struct Resumption {
  Value value;
  ResumeMode mode;
};

// Resumes for a request of the queue.
Resumption ResumptionFor(AsyncGeneratorRequest* request) {
  return {request->value_, static_cast<ResumeMode>(request->completion_.get().AsSmi())};
}

// Runs the body until it awaits, yields or ends. The exception immediate: it threw.
Value RunBody(Isolate& isolate, AsyncGeneratorObject* generator, Resumption with, const Continuation& then) {
  return RunFrame(isolate, TakeFrame(isolate, generator), with.value, with.mode, then);
}

// Does what the body asked for. True: it is to be resumed at once.
bool HandleOutcome(Isolate& isolate, AsyncGeneratorObject* generator, const Outcome& outcome,
                   Resumption* next) {
  if (outcome.frame == nullptr) {
    Value value = outcome.value;
    if (outcome.threw && !isolate.Catch(&value)) return false;
    SwapAsyncContext(isolate, generator);
    EndBody(generator, GeneratorState::kDrainingQueue);
    CompleteStep(isolate, generator, outcome.threw, value, true);
    DrainQueue(isolate, generator);
    return false;
  }
  generator->frame_.Set(generator, outcome.frame);
  if (outcome.kind == SuspensionKind::kAwait) {
    // The operand's `then` gets the word of the body.
    bool threw = Await(isolate, Value(generator), outcome.value).IsThrow();
    SwapAsyncContext(isolate, generator);
    if (!threw) return false;
    // PromiseResolve threw: so does the await.
    next->mode = ResumeMode::kThrow;
    return isolate.Catch(&next->value);
  }
  SwapAsyncContext(isolate, generator);
  // AsyncGeneratorYield: deliver, then go on with the next request if there is one. The generator counts as
  // executing until then: delivering may run a getter that asks for more.
  CompleteStep(isolate, generator, false, outcome.value, false);
  if (isolate.IsTerminating()) return false;
  AsyncGeneratorRequest* request = FirstRequest(generator);
  if (request == nullptr) {
    SetState(generator, GeneratorState::kSuspendedYield);
    return false;
  }
  *next = ResumptionFor(request);
  return true;
}

// Runs the body until it awaits, waits for a request, or ends.
void AsyncGeneratorStep(Isolate& isolate, AsyncGeneratorObject* generator, Resumption with,
                        const Continuation& then) {
  FinishAsyncGeneratorStep(isolate, generator, RunBody(isolate, generator, with, then), then);
}

}  // namespace

void FinishAsyncGeneratorStep(Isolate& isolate, AsyncGeneratorObject* generator, Value result,
                              const Continuation& then) {
  Resumption next;
  while (HandleOutcome(isolate, generator, OutcomeOf(isolate, result), &next)) {
    result = RunBody(isolate, generator, next, then);
  }
}

Completion<Value> AsyncGeneratorEnqueue(Isolate& isolate, Value this_value, Value value, ResumeMode mode) {
  PromiseObject* promise = NewPromise(isolate);
  if (!this_value.Is<AsyncGeneratorObject>()) {
    (void)ThrowIncompatibleReceiver(isolate,
                                    mode == ResumeMode::kNext    ? "[AsyncGenerator].prototype.next"
                                    : mode == ResumeMode::kThrow ? "[AsyncGenerator].prototype.throw"
                                                                 : "[AsyncGenerator].prototype.return",
                                    this_value);
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
    return Value(promise);
  }
  auto* generator = static_cast<AsyncGeneratorObject*>(this_value.AsObject());
  if (generator->state() == GeneratorState::kSuspendedStart && mode != ResumeMode::kNext) {
    SetState(generator, GeneratorState::kCompleted);
    generator->frame_.Init(nullptr);
  }
  GeneratorState state = generator->state();
  if (state == GeneratorState::kCompleted && mode != ResumeMode::kReturn) {
    AnswerRequest(isolate, promise, mode == ResumeMode::kThrow,
                  mode == ResumeMode::kThrow ? value : Value::Undefined(), true);
  } else {
    AsyncGeneratorRequest* request = AppendRequest(isolate, generator, promise, value, mode);
    if (state == GeneratorState::kCompleted) {
      SetState(generator, GeneratorState::kDrainingQueue);
      DrainQueue(isolate, generator);
    } else if (state == GeneratorState::kSuspendedStart || state == GeneratorState::kSuspendedYield) {
      AsyncGeneratorStep(isolate, generator, ResumptionFor(request),
                         {Continuation::kAsyncGenerator, Value(generator), Value(promise)});
    }
  }
  if (isolate.IsTerminating()) return kThrow;
  return Value(promise);
}

void ResumeAwaiter(Isolate& isolate, Value awaiter, Value value, ResumeMode mode) {
  JSObject* object = awaiter.AsObject();
  if (object->object_type() == HeapType::kAsyncFunctionState) {
    auto* state = static_cast<AsyncFunctionState*>(object);
    SuspendedFrame* frame = state->frame_.get();
    state->frame_.Init(nullptr);
    // The body catches everything itself (AsyncThrow); what comes out here is a termination.
    (void)OutcomeOf(isolate, RunFrame(isolate, frame, value, mode, {Continuation::kAwaiter, awaiter}));
    return;
  }
  auto* generator = static_cast<AsyncGeneratorObject*>(object);
  if (generator->state() == GeneratorState::kDrainingQueue) {
    CompleteStep(isolate, generator, mode == ResumeMode::kThrow, value, true);
    DrainQueue(isolate, generator);
    return;
  }
  AsyncGeneratorStep(isolate, generator, {value, mode}, {Continuation::kAsyncGenerator, Value(generator)});
}

}  // namespace halfword
