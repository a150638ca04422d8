#include "runtime/promises.h"

#include "gc/heap.h"
#include "runtime/call.h"
#include "runtime/conversions.h"
#include "runtime/errors.h"
#include "runtime/generators.h"
#include "runtime/native_state.h"
#include "runtime/object_operations.h"
#include "runtime/weak_references.h"

namespace halfword {

namespace {

enum class JobKind : int32_t { kReaction, kResolveThenable, kCall };

template <class T>
T* NewRecord(Isolate& isolate) {
  size_t cell = gc::CellSize(sizeof(T));
  return static_cast<T*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(T::kType), cell), cell));
}

Job* NewJob(Isolate& isolate, JobKind kind, Value a, Value b = Value::Undefined(),
            Value c = Value::Undefined(), Value d = Value::Undefined()) {
  Job* job = NewRecord<Job>(isolate);
  job->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  job->data_[0].Set(job, a);
  job->data_[1].Set(job, b);
  job->data_[2].Set(job, c);
  job->data_[3].Set(job, d);
  return job;
}

// https://tc39.es/ecma262/#sec-newpromisereactionjob as a job: data = reaction, argument.
void EnqueueReaction(Isolate& isolate, PromiseReaction* reaction, Value argument) {
  EnqueueJob(isolate, NewJob(isolate, JobKind::kReaction, Value(reaction), argument));
}

// https://tc39.es/ecma262/#sec-triggerpromisereactions. Chains are kept newest first.
void TriggerReactions(Isolate& isolate, Value chain, Value argument) {
  ValueList reactions(isolate);
  for (Value r = chain; !r.IsSmi(); r = r.As<PromiseReaction>()->next_) reactions.Append(r);
  for (size_t i = reactions.size(); i-- > 0;)
    EnqueueReaction(isolate, reactions[i].As<PromiseReaction>(), argument);
}

void TrackRejection(Isolate& isolate, PromiseObject* promise, bool handled) {
  NativeState& native = NativeStateOf(isolate);
  if (native.host.promise_rejection_tracker) native.host.promise_rejection_tracker(isolate, promise, handled);
  if (!handled) {
    ValueField& list = isolate.unhandled_rejections_;
    if (!list.get().IsObject()) list.Init(Value(NewArray(isolate, 0)));
    static_cast<JSArray*>(list.get().AsObject())->Push(isolate, Value(promise));
  }
}

void Settle(Isolate& isolate, PromiseObject* promise, PromiseState state, Value result) {
  DCHECK(promise->state() == PromiseState::kPending);
  Value reactions =
      state == PromiseState::kFulfilled ? promise->fulfill_reactions_ : promise->reject_reactions_;
  promise->result_.Set(promise, result);
  promise->fulfill_reactions_.Init(Value::Smi(0));
  promise->reject_reactions_.Init(Value::Smi(0));
  promise->state_.Init(Value::Smi(static_cast<int32_t>(state)));
  if (state == PromiseState::kRejected && !promise->is_handled_.get().IsTrue())
    TrackRejection(isolate, promise, false);
  TriggerReactions(isolate, reactions, result);
}

// The two resolving functions share [[AlreadyResolved]]: an array-like cell {promise, resolved}.
Completion<Value> ResolveFunction(Isolate& isolate, Arguments& args) {
  ValueArray* shared = args.callee()->data_[0].get().As<ValueArray>();
  if (shared->get(1).IsTrue()) return Value::Undefined();
  shared->slots()[1].Init(Value::True());
  ResolvePromise(isolate, static_cast<PromiseObject*>(shared->get(0).AsObject()), args[0]);
  return Value::Undefined();
}
Completion<Value> RejectFunction(Isolate& isolate, Arguments& args) {
  ValueArray* shared = args.callee()->data_[0].get().As<ValueArray>();
  if (shared->get(1).IsTrue()) return Value::Undefined();
  shared->slots()[1].Init(Value::True());
  RejectPromise(isolate, static_cast<PromiseObject*>(shared->get(0).AsObject()), args[0]);
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-getcapabilitiesexecutor-functions
Completion<Value> CapabilityExecutor(Isolate& isolate, Arguments& args) {
  PromiseCapabilityRecord* capability = args.callee()->data_[0].get().As<PromiseCapabilityRecord>();
  if (!capability->resolve_.get().IsUndefined() || !capability->reject_.get().IsUndefined()) {
    return isolate.ThrowTypeError("Promise executor has already been invoked with non-undefined arguments");
  }
  capability->resolve_.Set(capability, args[0]);
  capability->reject_.Set(capability, args[1]);
  return Value::Undefined();
}

constexpr NativeRow kRows[] = {
    {"", ResolveFunction, 1, kNativeNotInstalled},
    {"", RejectFunction, 1, kNativeNotInstalled},
    {"", CapabilityExecutor, 2, kNativeNotInstalled},
};

// Settles a capability: a record with functions, or a promise with native ones.
Completion<void> SettleCapability(Isolate& isolate, Value capability, bool reject, Value value) {
  if (capability.IsUndefined()) return {};
  if (capability.IsObject()) {
    auto* promise = static_cast<PromiseObject*>(capability.AsObject());
    if (reject)
      RejectPromise(isolate, promise, value);
    else
      ResolvePromise(isolate, promise, value);
    return {};
  }
  PromiseCapabilityRecord* record = capability.As<PromiseCapabilityRecord>();
  (void)TRY(Call(isolate, reject ? record->reject_ : record->resolve_, Value::Undefined(), {value}));
  return {};
}

}  // namespace

Completion<void> FinishReaction(Isolate& isolate, Value capability, Completion<Value> result) {
  if (!result.IsThrow()) return SettleCapability(isolate, capability, false, result.Take());
  Value exception;
  if (!isolate.Catch(&exception)) return kThrow;
  return SettleCapability(isolate, capability, true, exception);
}

namespace {

Completion<void> RunJob(Isolate& isolate, Job* job) {
  switch (static_cast<JobKind>(job->kind_.get().AsSmi())) {
    case JobKind::kReaction: {
      PromiseReaction* reaction = job->data_[0].get().As<PromiseReaction>();
      Value argument = job->data_[1];
      bool rejected = reaction->type_.get().AsSmi() == PromiseReaction::kReject;
      Value handler = reaction->handler_;
      if (handler.IsUndefined()) return SettleCapability(isolate, reaction->capability_, rejected, argument);
      if (!handler.IsCallable()) {
        // An engine continuation: an awaiting frame.
        ResumeAwaiter(isolate, handler, argument, rejected ? ResumeMode::kThrow : ResumeMode::kNext);
        if (isolate.IsTerminating()) return kThrow;
        return {};
      }
      Value capability = reaction->capability_;
      return FinishReaction(
          isolate, capability,
          Call(isolate, handler, Value::Undefined(), {argument}, {Continuation::kReaction, capability}));
    }
    case JobKind::kResolveThenable: {
      // https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob
      auto* promise = static_cast<PromiseObject*>(job->data_[0].get().AsObject());
      ResolvingFunctions functions = CreateResolvingFunctions(isolate, promise);
      Completion<Value> result =
          Call(isolate, job->data_[2], job->data_[1], {functions.resolve, functions.reject});
      if (result.IsThrow()) {
        Value exception;
        if (!isolate.Catch(&exception)) return kThrow;
        (void)TRY(Call(isolate, functions.reject, Value::Undefined(), {exception}));
      }
      return {};
    }
    case JobKind::kCall: {
      ValueArray* arguments = job->data_[2].get().As<ValueArray>();
      ValueList list(isolate);
      for (int32_t i = 0; i < job->data_[3].get().AsSmi(); i++)
        list.Append(arguments->get(static_cast<uint32_t>(i)));
      (void)TRY(Call(isolate, job->data_[0], job->data_[1], list.span(), {Continuation::kJob}));
      return {};
    }
  }
  return {};
}

}  // namespace

constinit const NativeTable kPromiseRuntimeNatives = kRows;

PromiseObject* NewPromise(Isolate& isolate) {
  auto* promise = NewObjectAs<PromiseObject>(isolate, CurrentRealm(isolate)->shape(RealmShape::kPromise));
  promise->result_.Init(Value::Undefined());
  promise->is_handled_.Init(Value::False());
  return promise;
}

ResolvingFunctions CreateResolvingFunctions(Isolate& isolate, PromiseObject* promise) {
  ValueArray* shared = NewValueArray(isolate, 2);
  shared->slots()[0].Set(shared, Value(promise));
  shared->slots()[1].Init(Value::False());
  Realm* realm = CurrentRealm(isolate);
  Value resolve = Value(NewNativeFunction(isolate, realm, &kRows[0], Value(shared)));
  Value reject = Value(NewNativeFunction(isolate, realm, &kRows[1], Value(shared)));
  return {resolve, reject};
}

void FulfillPromise(Isolate& isolate, PromiseObject* promise, Value value) {
  Settle(isolate, promise, PromiseState::kFulfilled, value);
}
void RejectPromise(Isolate& isolate, PromiseObject* promise, Value reason) {
  Settle(isolate, promise, PromiseState::kRejected, reason);
}

// https://tc39.es/ecma262/#sec-promise-resolve-functions, steps 7 on
void ResolvePromise(Isolate& isolate, PromiseObject* promise, Value resolution) {
  if (resolution == Value(promise)) {
    (void)isolate.ThrowTypeError("Chaining cycle detected for promise #<Promise>");
    Value error;
    if (isolate.Catch(&error)) RejectPromise(isolate, promise, error);
    return;
  }
  if (!resolution.IsObject()) return FulfillPromise(isolate, promise, resolution);
  Completion<Value> then = Get(isolate, resolution.AsObject(), Name::then);
  if (then.IsThrow()) {
    Value error;
    if (isolate.Catch(&error)) RejectPromise(isolate, promise, error);
    return;
  }
  Value then_action = then.Take();
  if (!then_action.IsCallable()) return FulfillPromise(isolate, promise, resolution);
  EnqueueJob(isolate, NewJob(isolate, JobKind::kResolveThenable, Value(promise), resolution, then_action));
}

// https://tc39.es/ecma262/#sec-newpromisecapability
Completion<PromiseCapabilityRecord*> NewPromiseCapability(Isolate& isolate, Value constructor) {
  if (!constructor.IsConstructor()) return ThrowNotConstructor(isolate, constructor);
  PromiseCapabilityRecord* capability = NewRecord<PromiseCapabilityRecord>(isolate);
  capability->promise_.Init(Value::Undefined());
  capability->resolve_.Init(Value::Undefined());
  capability->reject_.Init(Value::Undefined());
  if (constructor == Value(CurrentIntrinsic(isolate, Intrinsic::kPromise))) {
    PromiseObject* promise = NewPromise(isolate);
    ResolvingFunctions functions = CreateResolvingFunctions(isolate, promise);
    capability->promise_.Set(capability, Value(promise));
    capability->resolve_.Set(capability, functions.resolve);
    capability->reject_.Set(capability, functions.reject);
    return capability;
  }
  Value executor = Value(NewNativeFunction(isolate, CurrentRealm(isolate), &kRows[2], Value(capability)));
  JSObject* promise = TRY(Construct(isolate, constructor.AsObject(), {executor}));
  if (!capability->resolve_.get().IsCallable() || !capability->reject_.get().IsCallable()) {
    return isolate.ThrowTypeError("Promise resolve or reject function is not callable");
  }
  capability->promise_.Set(capability, Value(promise));
  return capability;
}

// https://tc39.es/ecma262/#sec-promise-resolve
Completion<JSObject*> PromiseResolve(Isolate& isolate, Value constructor, Value x) {
  if (x.Is<PromiseObject>()) {
    Value x_constructor = TRY(Get(isolate, x.AsObject(), Name::constructor));
    if (SameValue(isolate, x_constructor, constructor)) return x.AsObject();
  }
  if (constructor == Value(CurrentIntrinsic(isolate, Intrinsic::kPromise))) {
    PromiseObject* promise = NewPromise(isolate);
    ResolvePromise(isolate, promise, x);
    if (isolate.IsTerminating()) return kThrow;
    return promise;
  }
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, constructor));
  (void)TRY(Call(isolate, capability->resolve_, Value::Undefined(), {x}));
  return capability->promise_.get().AsObject();
}

namespace {

// https://tc39.es/ecma262/#sec-performpromisethen with any kind of handler and capability.
void AddReactions(Isolate& isolate, PromiseObject* promise, Value on_fulfilled, Value on_rejected,
                  Value capability) {
  PromiseReaction* fulfill = NewRecord<PromiseReaction>(isolate);
  fulfill->capability_.Set(fulfill, capability);
  fulfill->type_.Init(Value::Smi(PromiseReaction::kFulfill));
  fulfill->handler_.Set(fulfill, on_fulfilled);
  fulfill->next_.Init(Value::Smi(0));
  PromiseReaction* reject = NewRecord<PromiseReaction>(isolate);
  reject->capability_.Set(reject, capability);
  reject->type_.Init(Value::Smi(PromiseReaction::kReject));
  reject->handler_.Set(reject, on_rejected);
  reject->next_.Init(Value::Smi(0));
  switch (promise->state()) {
    case PromiseState::kPending:
      fulfill->next_.Set(fulfill, promise->fulfill_reactions_);
      promise->fulfill_reactions_.Set(promise, Value(fulfill));
      reject->next_.Set(reject, promise->reject_reactions_);
      promise->reject_reactions_.Set(promise, Value(reject));
      break;
    case PromiseState::kFulfilled: EnqueueReaction(isolate, fulfill, promise->result_); break;
    case PromiseState::kRejected:
      if (!promise->is_handled_.get().IsTrue()) TrackRejection(isolate, promise, true);
      EnqueueReaction(isolate, reject, promise->result_);
      break;
  }
  promise->is_handled_.Init(Value::True());
}

}  // namespace

Value PerformPromiseThen(Isolate& isolate, PromiseObject* promise, Value on_fulfilled, Value on_rejected,
                         PromiseCapabilityRecord* result_capability) {
  if (!on_fulfilled.IsCallable()) on_fulfilled = Value::Undefined();
  if (!on_rejected.IsCallable()) on_rejected = Value::Undefined();
  AddReactions(isolate, promise, on_fulfilled, on_rejected,
               result_capability ? Value(result_capability) : Value::Undefined());
  return result_capability ? result_capability->promise_.get() : Value::Undefined();
}

void PerformPromiseThen(Isolate& isolate, PromiseObject* promise, Value on_fulfilled, Value on_rejected,
                        PromiseObject* result) {
  AddReactions(isolate, promise, on_fulfilled, on_rejected, Value(result));
}

Completion<void> Await(Isolate& isolate, Value awaiter, Value value) {
  JSObject* promise =
      TRY(PromiseResolve(isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kPromise)), value));
  AddReactions(isolate, static_cast<PromiseObject*>(promise), awaiter, awaiter, Value::Undefined());
  return {};
}

// ---- Jobs: a linked queue in the heap; job_queue_ is its ValueArray {first, last} ----

namespace {
ValueArray* Queue(Isolate& isolate) {
  if (isolate.job_queue_.get().IsSmi()) isolate.job_queue_.Init(Value(NewValueArray(isolate, 2)));
  return isolate.job_queue_.get().As<ValueArray>();
}
}  // namespace

void EnqueueJob(Isolate& isolate, Job* job) {
  job->next_.Init(Value::Smi(0));
  ValueArray* queue = Queue(isolate);
  Value last = queue->get(1);
  if (last.IsSmi()) {
    queue->slots()[0].Set(queue, Value(job));
  } else {
    Job* tail = last.As<Job>();
    tail->next_.Set(tail, Value(job));
  }
  queue->slots()[1].Set(queue, Value(job));
}

void EnqueueCallJob(Isolate& isolate, Value function, Value this_value, std::span<const Value> arguments) {
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(arguments.size()));
  for (size_t i = 0; i < arguments.size(); i++) array->slots()[i].Set(array, arguments[i]);
  EnqueueJob(isolate, NewJob(isolate, JobKind::kCall, function, this_value, Value(array),
                             Value::Smi(static_cast<int32_t>(arguments.size()))));
}

bool HasJobs(Isolate& isolate) {
  return !isolate.job_queue_.get().IsSmi() && !Queue(isolate)->get(0).IsSmi();
}

Completion<void> RunJobs(Isolate& isolate) { return RunSomeJobs(isolate, SIZE_MAX); }

Completion<void> RunSomeJobs(Isolate& isolate, size_t limit) {
  for (; limit != 0 && HasJobs(isolate); limit--) {
    TRY(isolate.Poll());
    ValueArray* queue = Queue(isolate);
    Job* job = queue->get(0).As<Job>();
    queue->slots()[0].Set(queue, job->next_);
    if (job->next_.get().IsSmi()) queue->slots()[1].Init(Value::Smi(0));
    TRY(RunJob(isolate, job));
  }
  ClearKeptObjects(isolate);
  return {};
}

void TakeUnhandledRejections(Isolate& isolate, ValueList& promises) {
  Value list = isolate.unhandled_rejections_;
  isolate.unhandled_rejections_.Init(Value::Smi(0));
  if (!list.IsObject()) return;
  auto* array = static_cast<JSArray*>(list.AsObject());
  for (uint32_t i = 0; i < array->length(); i++) {
    Value promise = array->GetElement(isolate, i);
    if (promise.IsObject() && !static_cast<PromiseObject*>(promise.AsObject())->is_handled_.get().IsTrue())
      promises.Append(promise);
  }
}

}  // namespace halfword
