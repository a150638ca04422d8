#include "runtime/control_abstraction/promises.h"

#include <algorithm>

#include "gc/heap.h"
#include "objects/values/allocate.h"
#include "runtime/control_abstraction/async_context.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/control_abstraction/weak_references.h"
#include "runtime/native_state.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Reactions wait at a pending promise; then they are jobs of one of the two kinds that follow.
enum class JobKind : int32_t { kReactions, kFulfillReaction, kRejectReaction, kResolveThenable, kCall };

Job* NewJob(JobKind kind, Value a, Value b, Value c, Value d = Value::Undefined()) {
  Job* job = AllocateSmall<Job>();
  job->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  job->data_[0].Init(a);
  job->data_[1].Init(b);
  job->data_[2].Init(c);
  job->data_[3].Init(d);
  job->context_.Init(Isolate::Current().async_context_);
  return job;
}

// https://tc39.es/ecma262/#sec-newpromisereactionjob
void EnqueueReaction(Isolate& isolate, Job* reaction, bool fulfilled, Value argument) {
  JobKind kind = fulfilled ? JobKind::kFulfillReaction : JobKind::kRejectReaction;
  reaction->kind_.Init(Value::Smi(static_cast<int32_t>(kind)));
  reaction->data_[Job::kArgument].Set(reaction, argument);
  EnqueueJob(isolate, reaction);
}

// https://tc39.es/ecma262/#sec-triggerpromisereactions
void TriggerReactions(Isolate& isolate, Value newest_first, bool fulfilled, Value argument) {
  Value chain = Value::Smi(0);
  while (!newest_first.IsSmi()) {
    Job* reaction = newest_first.As<Job>();
    newest_first = reaction->next_;
    reaction->next_.Set(reaction, chain);
    chain = Value(reaction);
  }
  while (!chain.IsSmi()) {
    Job* reaction = chain.As<Job>();
    chain = reaction->next_;
    EnqueueReaction(isolate, reaction, fulfilled, argument);
  }
}

bool IsHandled(Value promise) {
  return static_cast<PromiseObject*>(promise.AsObject())->is_handled_.get().IsTrue();
}

// Appends to the list of rejections that nobody handles yet. Most are handled within a few jobs; as the list
// doubles, those are dropped. Otherwise a program that never lets the queue run empty would keep them all.
void NoteUnhandled(Isolate& isolate, PromiseObject* promise) {
  constexpr int32_t kFirstCleaning = 64;
  ValueField& field = isolate.unhandled_rejections_;
  auto* list = field.get().IsObject() ? static_cast<JSArray*>(field.get().AsObject()) : nullptr;
  if (!list || list->length() >= static_cast<uint32_t>(isolate.rejections_to_clean_.get().AsSmi())) {
    JSArray* kept = NewArray(isolate, 0);
    for (uint32_t i = 0; list && i < list->length(); i++) {
      Value earlier = list->GetElement(isolate, i);
      if (!IsHandled(earlier)) kept->Push(isolate, earlier);
    }
    list = kept;
    field.Init(Value(list));
    int32_t next = std::max(kFirstCleaning, 2 * static_cast<int32_t>(list->length()));
    isolate.rejections_to_clean_.Init(Value::Smi(next));
  }
  list->Push(isolate, Value(promise));
}

void TrackRejection(Isolate& isolate, PromiseObject* promise, bool handled) {
  NativeState& native = NativeStateOf(isolate);
  if (native.host.promise_rejection_tracker) native.host.promise_rejection_tracker(isolate, promise, handled);
  if (!handled) NoteUnhandled(isolate, promise);
}

void Settle(Isolate& isolate, PromiseObject* promise, PromiseState state, Value result) {
  // A host may settle any promise that it gets, also one that a reaction or an async function is to settle
  // (hw_promise_resolve). What is settled stays as it is.
  if (HW_UNLIKELY(promise->state() != PromiseState::kPending)) return;
  Value reactions = promise->reactions_;
  promise->result_.Set(promise, result);
  promise->reactions_.Init(Value::Smi(0));
  promise->state_.Init(Value::Smi(static_cast<int32_t>(state)));
  if (state == PromiseState::kRejected && !promise->is_handled_.get().IsTrue())
    TrackRejection(isolate, promise, false);
  TriggerReactions(isolate, reactions, state == PromiseState::kFulfilled, result);
}

// The two resolving functions share [[AlreadyResolved]]: each has the promise in data_[0] and the other
// function in data_[1], and both forget them when one is called.
PromiseObject* TakePromise(NativeFunction* function) {
  if (!function->data_[0].get().IsObject()) return nullptr;  // already resolved
  auto* promise = static_cast<PromiseObject*>(function->data_[0].get().AsObject());
  auto* other = static_cast<NativeFunction*>(function->data_[1].get().AsObject());
  for (NativeFunction* f : {function, other}) {
    f->data_[0].Init(Value::Undefined());
    f->data_[1].Init(Value::Undefined());
  }
  return promise;
}
Completion<Value> ResolveFunction(Isolate& isolate, Arguments& args) {
  if (PromiseObject* promise = TakePromise(args.callee())) ResolvePromise(isolate, promise, args[0]);
  return Value::Undefined();
}
Completion<Value> RejectFunction(Isolate& isolate, Arguments& args) {
  if (PromiseObject* promise = TakePromise(args.callee())) RejectPromise(isolate, promise, args[0]);
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

constexpr NativeRow kRowsSource[] = {
    {"", ResolveFunction, 1, kNativeNotInstalled, 0, KnownNative::kPromiseResolve},
    {"", RejectFunction, 1, kNativeNotInstalled},
    {"", CapabilityExecutor, 2, kNativeNotInstalled},
};
HW_NATIVE_ROWS(kRows);

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

void TellOfSettled(Isolate& isolate, const BigInt* token, bool rejected, Value result) {
  const auto& hook = NativeStateOf(isolate).host.promise_settled;
  if (!hook) return;  // an image has come to a host without one
  uint64_t number = 0;
  std::span<const uint32_t> digits = token->digits();
  for (size_t i = 0; i < std::min<size_t>(digits.size(), 2); i++) number |= uint64_t{digits[i]} << (32 * i);
  hook(isolate, number, rejected ? PromiseState::kRejected : PromiseState::kFulfilled, result);
}

Completion<void> RunJob(Isolate& isolate, Job* job) {
  switch (static_cast<JobKind>(job->kind_.get().AsSmi())) {
    case JobKind::kReactions: break;  // not a job yet
    case JobKind::kFulfillReaction:
    case JobKind::kRejectReaction: {
      bool rejected = job->kind_.get().AsSmi() == static_cast<int32_t>(JobKind::kRejectReaction);
      Value capability = job->data_[Job::kCapability];
      Value handler = job->data_[rejected ? Job::kOnRejected : Job::kOnFulfilled];
      Value argument = job->data_[Job::kArgument];
      if (handler.IsUndefined()) return SettleCapability(isolate, capability, rejected, argument);
      if (!handler.IsCallable()) {
        if (handler.IsBigInt()) {  // of WatchPromise
          TellOfSettled(isolate, handler.AsBigInt(), rejected, argument);
          if (isolate.IsTerminating()) return kThrow;
          return {};
        }
        // An engine continuation: an awaiting frame.
        ResumeAwaiter(isolate, handler, argument, rejected ? ResumeMode::kThrow : ResumeMode::kNext);
        if (isolate.IsTerminating()) return kThrow;
        return {};
      }
      return FinishReaction(
          isolate, capability,
          Call(isolate, handler, Value::Undefined(), {argument}, {Continuation::kReaction, capability}));
    }
    case JobKind::kResolveThenable: {
      // https://tc39.es/ecma262/#sec-newpromiseresolvethenablejob
      auto* promise = static_cast<PromiseObject*>(job->data_[0].get().AsObject());
      // FAST: the promise `then` returns would be nobody's, and the resolving functions nobody else's.
      if (job->data_[2].get() == Value(CurrentIntrinsic(isolate, Intrinsic::kPromisePrototype_then)) &&
          IsPristinePromise(isolate, job->data_[1])) {
        TRY(isolate.Poll());
        PerformPromiseThen(isolate, static_cast<PromiseObject*>(job->data_[1].get().AsObject()),
                           Value::Undefined(), Value::Undefined(), promise);
        return {};
      }
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

bool IsPristinePromise(Isolate& isolate, Value value) {
  if (!value.Is<PromiseObject>() || !isolate.promise_then_intact_) return false;
  Shape* shape = value.AsObject()->shape();
  return shape->property_count() == 0 &&
         shape->prototype() == Value(isolate.realm()->intrinsic(Intrinsic::kPromisePrototype));
}

PromiseObject* NewPromise(Isolate& isolate, Realm* realm) {
  auto* promise = NewObjectAs<PromiseObject>(isolate, realm->shape(RealmShape::kPromise));
  promise->result_.Init(Value::Undefined());
  promise->is_handled_.Init(Value::False());
  return promise;
}

PromiseObject* NewPromise(Isolate& isolate) { return NewPromise(isolate, CurrentRealm(isolate)); }

ResolvingFunctions CreateResolvingFunctions(Isolate& isolate, PromiseObject* promise) {
  Realm* realm = CurrentRealm(isolate);
  NativeFunction* resolve = NewNativeFunction(isolate, realm, &kRows[0], Value(promise));
  NativeFunction* reject = NewNativeFunction(isolate, realm, &kRows[1], Value(promise), Value(resolve));
  resolve->data_[1].Set(resolve, Value(reject));
  return {Value(resolve), Value(reject)};
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
  Value then_action;
  if (IsPristinePromise(isolate, resolution)) {  // FAST: nothing to observe
    then_action = Value(isolate.realm()->intrinsic(Intrinsic::kPromisePrototype_then));
  } else {
    Completion<Value> then = Get(isolate, resolution.AsObject(), Name::then);
    if (then.IsThrow()) {
      Value error;
      if (isolate.Catch(&error)) RejectPromise(isolate, promise, error);
      return;
    }
    then_action = then.Take();
  }
  if (!then_action.IsCallable()) return FulfillPromise(isolate, promise, resolution);
  EnqueueJob(isolate, NewJob(JobKind::kResolveThenable, Value(promise), resolution, then_action));
}

// https://tc39.es/ecma262/#sec-newpromisecapability
Completion<PromiseCapabilityRecord*> NewPromiseCapability(Isolate& isolate, Value constructor) {
  if (!constructor.IsConstructor()) return ThrowNotConstructor(isolate, constructor);
  PromiseCapabilityRecord* capability = AllocateSmall<PromiseCapabilityRecord>();
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
  // FAST: the constructor of a pristine promise is %Promise% of the main realm.
  if (constructor == Value(isolate.realm()->intrinsic(Intrinsic::kPromise)) && IsPristinePromise(isolate, x))
    return x.AsObject();
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
  Job* reactions = NewJob(JobKind::kReactions, capability, on_fulfilled, on_rejected);
  switch (promise->state()) {
    case PromiseState::kPending:
      reactions->next_.Init(promise->reactions_);
      promise->reactions_.Set(promise, Value(reactions));
      break;
    case PromiseState::kFulfilled: EnqueueReaction(isolate, reactions, true, promise->result_); break;
    case PromiseState::kRejected:
      if (!promise->is_handled_.get().IsTrue()) TrackRejection(isolate, promise, true);
      EnqueueReaction(isolate, reactions, false, promise->result_);
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
  if (!on_fulfilled.IsCallable()) on_fulfilled = Value::Undefined();
  if (!on_rejected.IsCallable()) on_rejected = Value::Undefined();
  AddReactions(isolate, promise, on_fulfilled, on_rejected, Value(result));
}

Completion<void> Await(Isolate& isolate, Value awaiter, Value value) {
  JSObject* promise =
      TRY(PromiseResolve(isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kPromise)), value));
  AddReactions(isolate, static_cast<PromiseObject*>(promise), awaiter, awaiter, Value::Undefined());
  return {};
}

Completion<void> WatchPromise(Isolate& isolate, PromiseObject* promise, uint64_t token) {
  uint32_t digits[2] = {static_cast<uint32_t>(token), static_cast<uint32_t>(token >> 32)};
  Value number = TRY(NewBigIntFromDigits(isolate, false, digits));
  AddReactions(isolate, promise, number, number, Value::Undefined());
  return {};
}

// ---- Jobs: a linked queue in the heap ----

void EnqueueJob(Isolate& isolate, Job* job) {
  job->next_.Init(Value::Smi(0));
  if (isolate.last_job_.get().IsSmi()) {
    isolate.first_job_.Init(Value(job));
  } else {
    Job* tail = isolate.last_job_.get().As<Job>();
    tail->next_.Set(tail, Value(job));
  }
  isolate.last_job_.Init(Value(job));
}

void EnqueueCallJob(Isolate& isolate, Value function, Value this_value, std::span<const Value> arguments) {
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(arguments.size()));
  for (size_t i = 0; i < arguments.size(); i++) array->slots()[i].Set(array, arguments[i]);
  EnqueueJob(isolate, NewJob(JobKind::kCall, function, this_value, Value(array),
                             Value::Smi(static_cast<int32_t>(arguments.size()))));
}

bool HasJobs(Isolate& isolate) { return !isolate.first_job_.get().IsSmi(); }

Completion<void> RunJobs(Isolate& isolate) { return RunSomeJobs(isolate, SIZE_MAX); }

Completion<void> RunSomeJobs(Isolate& isolate, size_t limit) {
  AsyncContextScope context(isolate);
  for (; limit != 0 && HasJobs(isolate); limit--) {
    TRY(isolate.Poll());
    ClearKeptObjects(isolate);
    Job* job = isolate.first_job_.get().As<Job>();
    isolate.first_job_.Init(job->next_);
    if (job->next_.get().IsSmi()) isolate.last_job_.Init(Value::Smi(0));
    isolate.async_context_.Init(job->context_);
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
    if (!IsHandled(promise)) promises.Append(promise);
  }
}

}  // namespace halfword
