#include "runtime/evaluation/module_evaluation.h"

#include <algorithm>

#include "objects/library/keyed_collections.h"
#include "runtime/functions/closures.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

using Status = ModuleRecord::Status;

bool HasTopLevelAwait(ModuleRecord* m) { return m->has_top_level_await_.get().IsTrue(); }
bool IsAsyncEvaluation(ModuleRecord* m) {
  return !m->async_order_.get().IsSmi() || m->async_order_.get().AsSmi() != 0;
}
bool HasError(ModuleRecord* m) { return !m->evaluation_error_.get().IsHole(); }
int32_t PendingDependencies(ModuleRecord* m) { return m->pending_async_dependencies_.get().AsSmi(); }
void SetPendingDependencies(ModuleRecord* m, int32_t n) {
  m->pending_async_dependencies_.Init(Value::Smi(n));
}

int32_t NextAsyncOrder(Isolate& isolate) {
  Value& last = reinterpret_cast<Value&>(isolate.module_async_order_);
  int32_t n = last.IsSmi() ? last.AsSmi() + 1 : 1;
  last = Value::Smi(n);
  return n;
}

Completion<Value> AsyncFulfilled(Isolate&, Arguments&);
Completion<Value> AsyncRejected(Isolate&, Arguments&);
constexpr NativeRow kRowsSource[] = {{"", AsyncFulfilled, 0, kNativeNotInstalled},
                                     {"", AsyncRejected, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kRows);

// ---- Bodies ----

Completion<Value> RunBody(Isolate& isolate, ModuleRecord* module, const Continuation& then) {
  if (!module->body_) {
    // https://tc39.es/ecma262/#sec-smr-Evaluate
    auto fill = [&](auto&& value_at) {
      for (uint32_t i = 0; i < module->slot_count(); i++) {
        auto* cell = module->slot(i).get().As<PropertyCell>();
        cell->value_.Set(cell, value_at(i));
      }
    };
    Value exports = module->synthetic_exports_;
    if (exports.IsCallable()) {
      auto* made = TRY(Call(isolate, exports, Value::Undefined())).TryAs<JSArray>();
      if (made == nullptr) return isolate.ThrowTypeError("A synthetic module has no values");
      fill([&](uint32_t i) {
        Value value = i < made->length() ? made->GetElement(isolate, i) : Value::Undefined();
        return value.IsHole() || value.IsNotFound() ? Value::Undefined() : value;
      });
      return Value::Undefined();
    }
    auto* values = exports.As<ValueArray>();  // its length may be rounded up
    fill([&](uint32_t i) { return values->get(i); });
    return Value::Undefined();
  }
  JSFunction* body = CreateClosure(isolate, module->body_.get(), module->environment_);
  return Call(isolate, Value(body), Value::Undefined(), {}, then);
}

// The rest of https://tc39.es/ecma262/#sec-execute-async-module: `promise` is what the body returned.
void AwaitBody(Isolate& isolate, ModuleRecord* module, Value promise) {
  Realm* realm = module->realm_.get();
  Value fulfilled = Value(NewNativeFunction(isolate, realm, &kRows[0], Value(module)));
  Value rejected = Value(NewNativeFunction(isolate, realm, &kRows[1], Value(module)));
  PerformPromiseThen(isolate, static_cast<PromiseObject*>(promise.AsObject()), fulfilled, rejected,
                     kNoCapability);
}

void SettleTopLevel(Isolate& isolate, ModuleRecord* module, bool reject, Value value) {
  if (!module->top_level_capability_.get().IsObject()) return;
  auto* promise = static_cast<PromiseObject*>(module->top_level_capability_.get().AsObject());
  if (promise->state() != PromiseState::kPending) return;
  if (reject)
    RejectPromise(isolate, promise, value);
  else
    ResolvePromise(isolate, promise, value);
}

// ---- https://tc39.es/ecma262/#sec-innermoduleevaluation ----

// An evaluation in progress: a ValueArray of these. The path to the current module is in dfs_parent_, the
// stack (modules whose component isn't complete) in dfs_below_; both end with Smi 0.
// kEvaluationJob: as Evaluate was given it; undefined: of EvaluateSync, which no body can leave suspended.
enum EvaluationSlot : uint32_t { kRoot, kCurrent, kStackTop, kNextIndex, kEvaluationJob, kEvaluationSlots };

ModuleRecord* ModuleAt(ValueArray* evaluation, EvaluationSlot slot) {
  return evaluation->get(slot).TryAs<ModuleRecord>();
}

// The list evaluationList of InnerModuleEvaluation in https://tc39.es/proposal-defer-import-eval/; Smi 0:
// nothing is deferred.
Completion<Value> EvaluationList(Isolate& isolate, ModuleRecord* module) {
  uint32_t count = module->request_count(), eager = 0;
  for (uint32_t i = 0; i < count; i++) eager += module->request_phase(i) == ImportPhase::kEvaluation;
  if (eager == count) return Value::Smi(0);
  ValueList list(isolate), gathered(isolate);
  auto add = [&](Value required) {
    if (std::find(list.begin(), list.end(), required) == list.end()) list.Append(required);
  };
  for (uint32_t i = 0; i < count; i++) {
    if (module->request_phase(i) == ImportPhase::kEvaluation) add(Value(module->loaded_module(i)));
    if (module->request_phase(i) != ImportPhase::kDefer) continue;
    TRY(GatherAsynchronousTransitiveDependencies(isolate, module->loaded_module(i), gathered));
    for (Value required : gathered.span()) add(required);
    while (!gathered.empty()) (void)gathered.Pop();
  }
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(list.size() + 1));
  for (size_t i = 0; i < list.size(); i++) array->slots()[i].Set(array, list[i]);
  return Value(array);
}
// What `module` has to visit next; null: nothing.
ModuleRecord* RequiredModule(ModuleRecord* module, uint32_t next) {
  if (auto* list = module->evaluation_list_.get().TryAs<ValueArray>())
    return next < list->length() ? list->get(next).TryAs<ModuleRecord>() : nullptr;
  return next < module->request_count() ? module->loaded_module(next) : nullptr;
}

Completion<void> Enter(Isolate& isolate, ValueArray* evaluation, ModuleRecord* module, Value parent) {
  module->evaluation_list_.Set(module, TRY(EvaluationList(isolate, module)));
  Value index = evaluation->get(kNextIndex);
  evaluation->slots()[kNextIndex].Init(Value::Smi(index.AsSmi() + 1));
  module->set_status(ModuleRecord::kEvaluating);
  module->dfs_index_.Init(index);
  module->dfs_ancestor_index_.Init(index);
  SetPendingDependencies(module, 0);
  module->dfs_parent_.Set(module, parent);
  module->dfs_next_request_.Init(Value::Smi(0));
  module->dfs_below_.Set(module, evaluation->get(kStackTop));
  evaluation->slots()[kStackTop].Set(evaluation, Value(module));
  evaluation->slots()[kCurrent].Set(evaluation, Value(module));
  return {};
}

// What `module` has to do with a dependency that was visited, now or before.
Completion<void> Join(Isolate& isolate, ModuleRecord* module, ModuleRecord* required) {
  if (required->status() == ModuleRecord::kEvaluating) {
    module->dfs_ancestor_index_.Init(Value::Smi(
        std::min(module->dfs_ancestor_index_.get().AsSmi(), required->dfs_ancestor_index_.get().AsSmi())));
  } else {
    required = required->cycle_root_.get().As<ModuleRecord>();
    if (HasError(required)) return isolate.Throw(required->evaluation_error_);
  }
  if (IsAsyncEvaluation(required) && required->status() != ModuleRecord::kEvaluated) {
    SetPendingDependencies(module, PendingDependencies(module) + 1);
    if (!required->async_parents_.get().IsObject())
      required->async_parents_.Set(required, Value(NewArray(isolate, 0)));
    static_cast<JSArray*>(required->async_parents_.get().AsObject())->Push(isolate, Value(module));
  }
  return {};
}

// REQUIRES: all dependencies were visited.
Completion<void> Execute(Isolate& isolate, ValueArray* evaluation, ModuleRecord* module) {
  bool waits = PendingDependencies(module) > 0;
  if (waits || HasTopLevelAwait(module)) module->async_order_.Init(Value::Smi(NextAsyncOrder(isolate)));
  if (waits) return {};
  Value job = evaluation->get(kEvaluationJob);
  Continuation then;
  if (!job.IsUndefined()) then = {Continuation::kModuleBody, Value(evaluation), job};
  Value result = TRY(RunBody(isolate, module, then));
  if (HasTopLevelAwait(module)) AwaitBody(isolate, module, result);
  return {};
}

// The current module was executed; on to the one that waits for it. False: none does.
Completion<bool> Leave(Isolate& isolate, ValueArray* evaluation) {
  ModuleRecord* module = ModuleAt(evaluation, kCurrent);
  if (module->dfs_ancestor_index_.get() == module->dfs_index_.get()) {
    ModuleRecord* member;
    do {
      member = ModuleAt(evaluation, kStackTop);
      evaluation->slots()[kStackTop].Set(evaluation, member->dfs_below_);
      member->dfs_below_.Init(Value::Smi(0));
      member->set_status(IsAsyncEvaluation(member) ? ModuleRecord::kEvaluatingAsync
                                                   : ModuleRecord::kEvaluated);
      member->cycle_root_.Set(member, Value(module));
    } while (member != module);
  }
  Value parent = module->dfs_parent_;
  module->dfs_parent_.Init(Value::Smi(0));
  if (!parent.Is<ModuleRecord>()) return false;
  evaluation->slots()[kCurrent].Set(evaluation, parent);
  TRY(Join(isolate, parent.As<ModuleRecord>(), module));
  return true;
}

// Visits what is left of the graph.
Completion<void> Advance(Isolate& isolate, ValueArray* evaluation) {
  while (true) {
    TRY(isolate.Poll());
    ModuleRecord* module = ModuleAt(evaluation, kCurrent);
    auto next = static_cast<uint32_t>(module->dfs_next_request_.get().AsSmi());
    ModuleRecord* required = RequiredModule(module, next);
    if (required == nullptr) {
      TRY(Execute(isolate, evaluation, module));
      if (!TRY(Leave(isolate, evaluation))) return {};
      continue;
    }
    module->dfs_next_request_.Init(Value::Smi(static_cast<int32_t>(next) + 1));
    if (required->status() == ModuleRecord::kLinked) {
      TRY(Enter(isolate, evaluation, required, Value(module)));
      continue;
    }
    if (HasError(required)) return isolate.Throw(required->evaluation_error_);
    TRY(Join(isolate, module, required));
  }
}

// Settles the promise, unless modules go on later.
Completion<PromiseObject*> Finish(Isolate& isolate, ValueArray* evaluation, Completion<void> done) {
  ModuleRecord* root = ModuleAt(evaluation, kRoot);
  auto* promise = static_cast<PromiseObject*>(root->top_level_capability_.get().AsObject());
  if (!done.IsThrow()) {
    if (root->status() != ModuleRecord::kEvaluatingAsync)
      ResolvePromise(isolate, promise, Value::Undefined());
    return promise;
  }
  Value error = Value::Undefined();
  bool is_ended = !isolate.Catch(&error);
  if (is_ended && isolate.IsSuspending()) return kThrow;
  Value top = evaluation->get(kStackTop);
  while (auto* module = top.TryAs<ModuleRecord>()) {
    top = module->dfs_below_;
    module->dfs_below_.Init(Value::Smi(0));
    module->dfs_parent_.Init(Value::Smi(0));
    module->set_status(ModuleRecord::kEvaluated);
    module->evaluation_error_.Set(module, error);
    module->cycle_root_.Set(module, Value(module));
  }
  if (is_ended) {  // if the guest is revived, these modules have failed
    root->top_level_capability_.Init(Value::Undefined());
    return kThrow;
  }
  RejectPromise(isolate, promise, error);
  return promise;
}

// ---- Modules that waited ----

// [[AsyncParentModules]], the last one first.
void AppendParentsReversed(Isolate& isolate, ModuleRecord* module, ValueList& list) {
  if (!module->async_parents_.get().IsObject()) return;
  auto* parents = static_cast<JSArray*>(module->async_parents_.get().AsObject());
  for (uint32_t i = parents->length(); i-- > 0;) list.Append(parents->GetElement(isolate, i));
}

// https://tc39.es/ecma262/#sec-async-module-execution-rejected. Iterative, for chains of parents are as long
// as programs make them; the order is that of the recursion.
void Rejected(Isolate& isolate, ModuleRecord* first, Value error) {
  ValueList work(isolate);
  work.Append(Value(first));
  while (!work.empty()) {
    ModuleRecord* module = work.Pop().As<ModuleRecord>();
    if (module->status() == ModuleRecord::kEvaluated) continue;
    module->evaluation_error_.Set(module, error);
    module->set_status(ModuleRecord::kEvaluated);
    SettleTopLevel(isolate, module, true, error);
    AppendParentsReversed(isolate, module, work);
  }
}

void Fulfilled(Isolate& isolate, ModuleRecord* module) {
  module->set_status(ModuleRecord::kEvaluated);
  SettleTopLevel(isolate, module, false, Value::Undefined());
}

// https://tc39.es/ecma262/#sec-gather-available-ancestors. The caller sorts the list.
void GatherAvailableAncestors(Isolate& isolate, ModuleRecord* module, ValueList& list) {
  ValueList work(isolate);
  AppendParentsReversed(isolate, module, work);
  while (!work.empty()) {
    ModuleRecord* m = work.Pop().As<ModuleRecord>();
    if (m->cycle_root_.get().Is<ModuleRecord>() && HasError(m->cycle_root_.get().As<ModuleRecord>()))
      continue;
    int32_t pending = PendingDependencies(m) - 1;
    if (pending < 0) continue;  // listed before
    SetPendingDependencies(m, pending);
    if (pending > 0) continue;
    list.Append(Value(m));
    if (!HasTopLevelAwait(m)) AppendParentsReversed(isolate, m, work);
  }
}

Completion<void> FinishAncestor(Isolate& isolate, ModuleRecord* module, Completion<Value> body) {
  if (body.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    Rejected(isolate, module, error);
  } else if (HasTopLevelAwait(module)) {
    AwaitBody(isolate, module, body.Take());
  } else {
    Fulfilled(isolate, module);
  }
  return {};
}

// Executes `ready`, modules up to its end or a Smi, from `first` on.
Completion<Value> RunAncestors(Isolate& isolate, ValueArray* ready, uint32_t first) {
  for (uint32_t i = first; i < ready->length(); i++) {
    auto* module = ready->get(i).TryAs<ModuleRecord>();
    if (!module) break;
    if (module->status() == ModuleRecord::kEvaluated) continue;
    Continuation then{Continuation::kAncestorBody, Value(ready), Value::Smi(static_cast<int32_t>(i))};
    TRY(FinishAncestor(isolate, module, RunBody(isolate, module, then)));
  }
  return Value::Undefined();
}

// https://tc39.es/ecma262/#sec-async-module-execution-fulfilled
Completion<Value> AsyncFulfilled(Isolate& isolate, Arguments& args) {
  ModuleRecord* module = args.callee()->data_[0].get().As<ModuleRecord>();
  if (module->status() == ModuleRecord::kEvaluated) return Value::Undefined();
  Fulfilled(isolate, module);
  ValueList ready(isolate);
  GatherAvailableAncestors(isolate, module, ready);
  if (ready.empty()) return Value::Undefined();
  std::sort(ready.begin(), ready.end(), [](Value a, Value b) {
    return a.As<ModuleRecord>()->async_order_.get().AsSmi() <
           b.As<ModuleRecord>()->async_order_.get().AsSmi();
  });
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(ready.size()));
  for (size_t i = 0; i < ready.size(); i++) array->slots()[i].Set(array, ready[i]);
  return RunAncestors(isolate, array, 0);
}

Completion<Value> AsyncRejected(Isolate& isolate, Arguments& args) {
  Rejected(isolate, args.callee()->data_[0].get().As<ModuleRecord>(), args[0]);
  return Value::Undefined();
}

}  // namespace

constinit const NativeTable kModuleEvaluationNatives = kRows;

Completion<PromiseObject*> Evaluate(Isolate& isolate, ModuleRecord* module, Value job) {
  if ((module->status() == ModuleRecord::kEvaluatingAsync || module->status() == ModuleRecord::kEvaluated) &&
      module->cycle_root_.get().Is<ModuleRecord>()) {
    module = module->cycle_root_.get().As<ModuleRecord>();
  }
  if (module->top_level_capability_.get().IsObject())
    return static_cast<PromiseObject*>(module->top_level_capability_.get().AsObject());
  PromiseObject* promise = NewPromise(isolate);
  if (job.IsUndefined()) promise->is_handled_.Init(Value::True());
  module->top_level_capability_.Set(module, Value(promise));
  ValueArray* evaluation = NewValueArray(isolate, kEvaluationSlots);
  evaluation->slots()[kRoot].Set(evaluation, Value(module));
  evaluation->slots()[kEvaluationJob].Set(evaluation, job);
  if (module->status() != ModuleRecord::kLinked) {
    // Part of a cycle that was evaluated, or is just now.
    Completion<void> before;
    if (HasError(module)) before = isolate.Throw(module->evaluation_error_);
    return Finish(isolate, evaluation, before);
  }
  auto run = [&]() -> Completion<void> {
    TRY(Enter(isolate, evaluation, module, Value::Smi(0)));
    return Advance(isolate, evaluation);
  };
  return Finish(isolate, evaluation, run());
}

// ---- Deferred evaluation ----

namespace {

// https://tc39.es/proposal-defer-import-eval/#sec-IsModuleSCCEvaluated
bool IsModuleSCCEvaluated(ModuleRecord* module) {
  auto* root = module->cycle_root_.get().TryAs<ModuleRecord>();
  return (root ? root : module)->status() == ModuleRecord::kEvaluated;
}

}  // namespace

Completion<void> GatherAsynchronousTransitiveDependencies(Isolate& isolate, ModuleRecord* module,
                                                          ValueList& result) {
  ValueList work(isolate);
  SetObject* seen = NewInstance<SetObject>(isolate, Value::Null());
  work.Append(Value(module));
  while (!work.empty()) {
    TRY(isolate.Poll());
    ModuleRecord* m = work.Pop().As<ModuleRecord>();
    if (seen->Has(isolate, Value(m))) continue;
    if (!seen->Add(isolate, Value(m))) return isolate.ThrowRangeError("Set maximum size exceeded");
    if (m->status() == ModuleRecord::kEvaluating || IsModuleSCCEvaluated(m)) continue;
    if (HasTopLevelAwait(m)) {
      result.Append(Value(m));
      continue;
    }
    for (uint32_t i = m->request_count(); i-- > 0;) {
      if (m->is_dependency(i)) work.Append(Value(m->loaded_module(i)));
    }
  }
  return {};
}

namespace {

// https://tc39.es/proposal-defer-import-eval/#sec-ReadyForSyncExecution
Completion<bool> ReadyForSyncExecution(Isolate& isolate, ModuleRecord* module) {
  ValueList work(isolate);
  SetObject* seen = NewInstance<SetObject>(isolate, Value::Null());
  work.Append(Value(module));
  while (!work.empty()) {
    TRY(isolate.Poll());
    ModuleRecord* m = work.Pop().As<ModuleRecord>();
    if (seen->Has(isolate, Value(m)) || IsModuleSCCEvaluated(m)) continue;
    if (!seen->Add(isolate, Value(m))) return isolate.ThrowRangeError("Set maximum size exceeded");
    if (m->status() != ModuleRecord::kLinked || HasTopLevelAwait(m)) return false;
    for (uint32_t i = 0; i < m->request_count(); i++) {
      if (m->is_dependency(i)) work.Append(Value(m->loaded_module(i)));
    }
  }
  return true;
}

}  // namespace

Completion<void> EvaluateSync(Isolate& isolate, ModuleRecord* module) {
  if (IsModuleSCCEvaluated(module) && module->status() == ModuleRecord::kEvaluated && !HasError(module))
    return {};
  if (!TRY(ReadyForSyncExecution(isolate, module)))
    return isolate.ThrowTypeError("A deferred module cannot be evaluated while it or a module below it is");
  PromiseObject* promise = TRY(Evaluate(isolate, module, Value::Undefined()));
  if (promise->state() == PromiseState::kRejected) return isolate.Throw(promise->result_);
  return {};
}

Completion<PromiseObject*> ContinueEvaluation(Isolate& isolate, Value state, Completion<Value> body) {
  ValueArray* evaluation = state.As<ValueArray>();
  auto go_on = [&]() -> Completion<void> {
    Value result = TRY(body);
    ModuleRecord* module = ModuleAt(evaluation, kCurrent);
    if (HasTopLevelAwait(module)) AwaitBody(isolate, module, result);
    if (TRY(Leave(isolate, evaluation))) return Advance(isolate, evaluation);
    return {};
  };
  return Finish(isolate, evaluation, go_on());
}

Completion<Value> ContinueAncestors(Isolate& isolate, Value state, Value index, Completion<Value> body) {
  ValueArray* ready = state.As<ValueArray>();
  auto i = static_cast<uint32_t>(index.AsSmi());
  TRY(FinishAncestor(isolate, ready->get(i).As<ModuleRecord>(), body));
  return RunAncestors(isolate, ready, i + 1);
}

}  // namespace halfword
