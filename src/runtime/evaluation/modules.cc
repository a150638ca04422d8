#include "runtime/evaluation/modules.h"

#include <algorithm>
#include <unordered_set>

#include "gc/heap.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/library/promises.h"
#include "objects/library/reflection.h"
#include "objects/memory/value_list.h"
#include "objects/values/allocate.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/closures.h"
#include "runtime/functions/environments.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

uint32_t Count(const ValueField& field) {
  return field.get().IsSmi() ? static_cast<uint32_t>(field.get().AsSmi()) : 0;
}
ValueArray* Array(const ValueField& field) { return field.get().As<ValueArray>(); }
bool IsUnlinked(ModuleRecord* m) {
  return m->status() == ModuleRecord::kNew || m->status() == ModuleRecord::kUnlinked;
}

bool SameName(Isolate& isolate, Value a, Value b) { return SameValue(isolate, a, b); }

// ---- Exports ----

struct Binding {
  enum Kind : uint8_t { kNotFound, kAmbiguous, kCell, kNamespace } kind = kNotFound;
  ModuleRecord* module = nullptr;
  uint32_t slot = 0;                             // kCell
  ImportPhase phase = ImportPhase::kEvaluation;  // kNamespace
  bool Same(const Binding& o) const {
    return kind == o.kind && module == o.module && slot == o.slot && phase == o.phase;
  }
};

// https://tc39.es/ecma262/#sec-resolveexport; `visited` holds module, name pairs.
Completion<Binding> ResolveExport(Isolate& isolate, ModuleRecord* module, Value name, ValueList& visited) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  for (size_t i = 0; i < visited.size(); i += 2) {
    if (visited[i] == Value(module) && SameName(isolate, visited[i + 1], name)) return Binding();
  }
  visited.Append(Value(module));
  visited.Append(name);
  for (uint32_t i = 0; i < Count(module->local_export_count_); i++) {
    ValueArray* e = Array(module->local_exports_);
    if (SameName(isolate, e->get(i * 2), name)) {
      Binding b;
      b.kind = Binding::kCell;
      b.module = module;
      b.slot = static_cast<uint32_t>(e->get(i * 2 + 1).AsSmi());
      return b;
    }
  }
  for (uint32_t i = 0; i < Count(module->indirect_export_count_); i++) {
    ValueArray* e = Array(module->indirect_exports_);
    if (!SameName(isolate, e->get(i * 3), name)) continue;
    auto request = static_cast<uint32_t>(e->get(i * 3 + 1).AsSmi());
    ModuleRecord* imported = module->loaded_module(request);
    Value import_name = e->get(i * 3 + 2);
    if (import_name.IsHole()) {
      Binding b;
      b.kind = Binding::kNamespace;
      b.module = imported;
      b.phase = module->request_phase(request);
      return b;
    }
    return ResolveExport(isolate, imported, import_name, visited);
  }
  if (name == Value(isolate.name(Name::default_))) return Binding();
  Binding star;
  for (uint32_t i = 0; i < Count(module->star_export_count_); i++) {
    ModuleRecord* imported =
        module->loaded_module(static_cast<uint32_t>(Array(module->star_exports_)->get(i).AsSmi()));
    Binding b = TRY(ResolveExport(isolate, imported, name, visited));
    if (b.kind == Binding::kAmbiguous) return b;
    if (b.kind == Binding::kNotFound) continue;
    if (star.kind == Binding::kNotFound) {
      star = b;
    } else if (!star.Same(b)) {
      star.kind = Binding::kAmbiguous;
      return star;
    }
  }
  return star;
}

// https://tc39.es/ecma262/#sec-getexportednames
Completion<void> GetExportedNames(Isolate& isolate, ModuleRecord* module, ValueList& names,
                                  ValueList& visited) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  for (Value v : visited.span()) {
    if (v == Value(module)) return {};
  }
  visited.Append(Value(module));
  auto add = [&](Value name) {
    for (Value n : names.span()) {
      if (SameName(isolate, n, name)) return;
    }
    names.Append(name);
  };
  for (uint32_t i = 0; i < Count(module->local_export_count_); i++)
    add(Array(module->local_exports_)->get(i * 2));
  for (uint32_t i = 0; i < Count(module->indirect_export_count_); i++)
    add(Array(module->indirect_exports_)->get(i * 3));
  for (uint32_t i = 0; i < Count(module->star_export_count_); i++) {
    ValueList below(isolate);
    TRY(GetExportedNames(
        isolate, module->loaded_module(static_cast<uint32_t>(Array(module->star_exports_)->get(i).AsSmi())),
        below, visited));
    for (Value name : below.span()) {
      if (name != Value(isolate.name(Name::default_))) add(name);
    }
  }
  return {};
}

Throwing ThrowUnresolved(Isolate& isolate, ModuleRecord* module, uint32_t request, Value name,
                         bool ambiguous) {
  std::string specifier = ShortText(isolate, module->request_specifier(request)),
              text = ShortText(isolate, name.AsString()), importer;
  if (Script* script = module->script_.get(); script && script->name_.get().IsString())
    importer = ", which " + ShortText(isolate, script->name_.get().AsString()) + " asks for";
  if (ambiguous) {
    return isolate.ThrowSyntaxError(
        "The requested module '%s' contains conflicting star exports for name '%s'%s", specifier.c_str(),
        text.c_str(), importer.c_str());
  }
  return isolate.ThrowSyntaxError("The requested module '%s' does not provide an export named '%s'%s",
                                  specifier.c_str(), text.c_str(), importer.c_str());
}

// GetModuleSource of https://tc39.es/proposal-source-phase-imports/
Completion<JSObject*> GetModuleSource(Isolate& isolate, ModuleRecord* module, String* specifier) {
  if (module->module_source_.get().IsObject()) return module->module_source_.get().AsObject();
  return isolate.ThrowSyntaxError("Source phase import is not available for module '%s'",
                                  ShortText(isolate, specifier).c_str());
}

// What a binding of a whole module is initialized to. `specifier` is for the error.
Completion<JSObject*> GetModuleObject(Isolate& isolate, ModuleRecord* module, ImportPhase phase,
                                      String* specifier) {
  if (phase == ImportPhase::kSource) return GetModuleSource(isolate, module, specifier);
  return GetModuleNamespace(isolate, module, phase);
}

// ---- Linking (https://tc39.es/ecma262/#sec-moduledeclarationlinking), in passes over the modules not yet
// linked ----

void CreateEnvironment(Isolate& isolate, ModuleRecord* module) {
  Environment* environment =
      NewEnvironment(isolate, Value::Smi(0), module->scope_info_, Count(module->slot_count_));
  module->environment_.Set(module, Value(environment));
  for (uint32_t i = 0; i < Count(module->local_cell_count_); i++) {
    ValueArray* cells = Array(module->local_cells_);
    PropertyCell* cell =
        NewPropertyCell(isolate, Value::Undefined(), cells->get(i * 2 + 1), PropertyCell::kLexical);
    environment->slots()[cells->get(i * 2).AsSmi()].Set(environment, Value(cell));
  }
}

Completion<void> ResolveImports(Isolate& isolate, ModuleRecord* module) {
  for (uint32_t i = 0; i < Count(module->indirect_export_count_); i++) {
    ValueArray* e = Array(module->indirect_exports_);
    ValueList visited(isolate);
    Binding b = TRY(ResolveExport(isolate, module, e->get(i * 3), visited));
    if (b.kind == Binding::kNotFound || b.kind == Binding::kAmbiguous) {
      return ThrowUnresolved(isolate, module, static_cast<uint32_t>(e->get(i * 3 + 1).AsSmi()),
                             e->get(i * 3 + 2).IsHole() ? e->get(i * 3) : e->get(i * 3 + 2),
                             b.kind == Binding::kAmbiguous);
    }
  }
  Environment* environment = module->environment_.get().As<Environment>();
  for (uint32_t i = 0; i < Count(module->import_count_); i++) {
    ValueArray* imports = Array(module->imports_);
    uint32_t request = static_cast<uint32_t>(imports->get(i * 3).AsSmi());
    Value name = imports->get(i * 3 + 1);
    ValueField& slot = environment->slots()[imports->get(i * 3 + 2).AsSmi()];
    ModuleRecord* imported = module->loaded_module(request);
    Value space = Value::Hole();
    if (name.IsHole()) {
      space = Value(TRY(GetModuleObject(isolate, imported, module->request_phase(request),
                                        module->request_specifier(request))));
    } else {
      ValueList visited(isolate);
      Binding b = TRY(ResolveExport(isolate, imported, name, visited));
      if (b.kind == Binding::kNotFound || b.kind == Binding::kAmbiguous) {
        return ThrowUnresolved(isolate, module, request, name, b.kind == Binding::kAmbiguous);
      }
      if (b.kind == Binding::kCell) {
        slot.Set(environment, b.module->slot(b.slot));
        continue;
      }
      space = Value(TRY(GetModuleObject(isolate, b.module, b.phase, module->request_specifier(request))));
    }
    slot.Set(environment, Value(NewPropertyCell(isolate, Value::Undefined(), space,
                                                PropertyCell::kLexical | PropertyCell::kReadOnly)));
  }
  return {};
}

// All modules of the graph that are not linked yet, dependencies first.
Completion<void> CollectUnlinked(Isolate& isolate, ModuleRecord* module, ValueList& order) {
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  if (!IsUnlinked(module)) return {};
  module->set_status(ModuleRecord::kLinking);
  for (uint32_t i = 0; i < module->request_count(); i++) {
    if (module->is_dependency(i)) TRY(CollectUnlinked(isolate, module->loaded_module(i), order));
  }
  order.Append(Value(module));
  return {};
}

// ---- import() ----

// The state of LinkDeferred.
enum DeferredSlot : uint32_t { kDeferredModule, kDeferredPromise, kDependenciesLeft, kDeferredSlots };

// The promise that a native of these rows settles.
PromiseObject* PromiseOf(NativeFunction* job) {
  Value data = job->data_[1];
  if (auto* state = data.TryAs<ValueArray>()) data = state->get(kDeferredPromise);
  return static_cast<PromiseObject*>(data.AsObject());
}

// import(): data_[0] = module, data_[1] = the promise to settle. magic_: ImportPhase
Completion<Value> ImportFulfilled(Isolate& isolate, Arguments& args) {
  auto* promise = static_cast<PromiseObject*>(args.callee()->data_[1].get().AsObject());
  Completion<JSObject*> space = GetModuleNamespace(isolate, args.callee()->data_[0].get().As<ModuleRecord>(),
                                                   static_cast<ImportPhase>(args.callee()->magic_));
  if (space.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
  } else {
    ResolvePromise(isolate, promise, Value(space.Take()));
  }
  return Value::Undefined();
}
Completion<Value> ImportRejected(Isolate& isolate, Arguments& args) {
  // One of several modules that LinkDeferred waits for may have failed before.
  PromiseObject* promise = PromiseOf(args.callee());
  if (promise->state() == PromiseState::kPending) RejectPromise(isolate, promise, args[0]);
  return Value::Undefined();
}
Completion<Value> LinkAndEvaluate(Isolate& isolate, Arguments& args);
Completion<Value> RetryImport(Isolate& isolate, Arguments& args);
Completion<Value> RetryEvaluation(Isolate& isolate, Arguments& args);
Completion<Value> LinkDeferred(Isolate& isolate, Arguments& args);
Completion<Value> DependencyEvaluated(Isolate& isolate, Arguments& args);
enum ImportRow {
  kFulfilled,
  kRejected,
  kLinkAndEvaluate,
  kLinkAndEvaluateEntry,
  kLinkDeferred,
  kEvaluateDependency,
  kDependencyEvaluated,
  kRetryImport,
  kRetryEvaluation
};
// NativeRow::magic of LinkAndEvaluate: data_[1] is import()'s promise, that of a host's module, or the state
// of LinkDeferred, which waits for the module.
constexpr uint16_t kForImport = 0, kForHost = 1, kForDeferred = 2;
constexpr NativeRow kImportRowsSource[] = {{"", ImportFulfilled, 1, kNativeNotInstalled},
                                           {"", ImportRejected, 1, kNativeNotInstalled},
                                           {"", LinkAndEvaluate, 0, kNativeNotInstalled, kForImport},
                                           {"", LinkAndEvaluate, 0, kNativeNotInstalled, kForHost},
                                           {"", LinkDeferred, 0, kNativeNotInstalled},
                                           {"", LinkAndEvaluate, 0, kNativeNotInstalled, kForDeferred},
                                           {"", DependencyEvaluated, 0, kNativeNotInstalled},
                                           {"", RetryImport, 0, kNativeNotInstalled},
                                           {"", RetryEvaluation, 0, kNativeNotInstalled}};
HW_NATIVE_ROWS(kImportRows);

void RejectWithPending(Isolate& isolate, PromiseObject* promise, bool* caught) {
  Value error;
  *caught = isolate.Catch(&error);
  if (*caught && promise->state() == PromiseState::kPending) RejectPromise(isolate, promise, error);
}

// The steps linkAndEvaluate of https://tc39.es/ecma262/#sec-ContinueDynamicImport: a job of its own, even
// though the modules are there, so that import() never evaluates another module before it returns.
// data_[0] = module, data_[1] = the promise to settle.
Completion<Value> LinkAndEvaluate(Isolate& isolate, Arguments& args) {
  PromiseObject* promise = PromiseOf(args.callee());
  ModuleRecord* module = args.callee()->data_[0].get().As<ModuleRecord>();
  auto run = [&]() -> Completion<PromiseObject*> {
    TRY(Link(isolate, module));
    return Evaluate(isolate, module, Value(args.callee()));
  };
  Completion<PromiseObject*> evaluated = run();
  if (evaluated.IsThrow()) {
    bool caught;
    RejectWithPending(isolate, promise, &caught);
    if (!caught) return kThrow;
    return Value::Undefined();
  }
  FinishLinkAndEvaluate(isolate, args.callee(), evaluated.Take());
  return Value::Undefined();
}

// Has `row` called with module and promise as a job.
void QueueLinkAndEvaluate(Isolate& isolate, Realm* realm, ImportRow row, ModuleRecord* module,
                          Value promise) {
  PromiseObject* loaded = NewPromise(isolate);
  FulfillPromise(isolate, loaded, Value::Undefined());
  Value go_on(NewNativeFunction(isolate, realm, &kImportRows[row], Value(module), promise));
  PerformPromiseThen(isolate, loaded, go_on, Value::Undefined(), kNoCapability);
}

Completion<void> ResolveWithDeferred(Isolate& isolate, ModuleRecord* module, PromiseObject* promise) {
  Completion<JSObject*> space = GetModuleNamespace(isolate, module, ImportPhase::kDefer);
  bool caught = true;
  if (space.IsThrow()) {
    RejectWithPending(isolate, promise, &caught);
  } else {
    ResolvePromise(isolate, promise, Value(space.Take()));
  }
  if (!caught) return kThrow;
  return {};
}

// The steps linkAndEvaluate of import.defer(): evaluates only what waits for something below the module, each
// in a job of its own. data_[0] = module, data_[1] = the promise to settle.
Completion<Value> LinkDeferred(Isolate& isolate, Arguments& args) {
  auto* promise = static_cast<PromiseObject*>(args.callee()->data_[1].get().AsObject());
  ModuleRecord* module = args.callee()->data_[0].get().As<ModuleRecord>();
  ValueList dependencies(isolate);
  auto link = [&]() -> Completion<void> {
    TRY(Link(isolate, module));
    return GatherAsynchronousTransitiveDependencies(isolate, module, dependencies);
  };
  if (link().IsThrow()) {
    bool caught;
    RejectWithPending(isolate, promise, &caught);
    if (!caught) return kThrow;
    return Value::Undefined();
  }
  if (dependencies.empty()) {
    TRY(ResolveWithDeferred(isolate, module, promise));
    return Value::Undefined();
  }
  ValueArray* state = NewValueArray(isolate, kDeferredSlots);
  state->slots()[kDeferredModule].Set(state, Value(module));
  state->slots()[kDeferredPromise].Set(state, Value(promise));
  state->slots()[kDependenciesLeft].Init(Value::Smi(static_cast<int32_t>(dependencies.size())));
  for (Value dependency : dependencies.span()) {
    QueueLinkAndEvaluate(isolate, args.realm(), kEvaluateDependency, dependency.As<ModuleRecord>(),
                         Value(state));
  }
  return Value::Undefined();
}

// data_[1] = LinkDeferred's state.
Completion<Value> DependencyEvaluated(Isolate& isolate, Arguments& args) {
  auto* state = args.callee()->data_[1].get().As<ValueArray>();
  int32_t left = state->get(kDependenciesLeft).AsSmi() - 1;
  state->slots()[kDependenciesLeft].Init(Value::Smi(left));
  if (left == 0) {
    TRY(ResolveWithDeferred(isolate, state->get(kDeferredModule).As<ModuleRecord>(),
                            PromiseOf(args.callee())));
  }
  return Value::Undefined();
}

// What is left of import() when its arguments are known; as often as modules arrive. True: the promise is
// settled or will be by a job. `request` holds {referrer, specifier, attributes, Smi ImportPhase}.
Completion<bool> ContinueImport(Isolate& isolate, Realm* realm, ValueArray* request, PromiseObject* promise) {
  auto load = [&]() -> Completion<bool> {
    String* specifier = request->get(1).AsString();
    NativeState& native = NativeStateOf(isolate);
    if (!native.host.load_module) {
      return isolate.ThrowTypeError("Cannot load module '%s': the host loads no modules",
                                    ShortText(isolate, specifier).c_str());
    }
    Value loaded = TRY(native.host.load_module(isolate, request->get(0), specifier, request->get(2)));
    auto* module = loaded.TryAs<ModuleRecord>();
    if (!module) return false;
    auto phase = static_cast<ImportPhase>(request->get(3).AsSmi());
    if (phase == ImportPhase::kSource) {
      ResolvePromise(isolate, promise, Value(TRY(GetModuleSource(isolate, module, specifier))));
      return true;
    }
    if (!TRY(LoadRequestedModules(isolate, module))) return false;
    QueueLinkAndEvaluate(isolate, realm, phase == ImportPhase::kDefer ? kLinkDeferred : kLinkAndEvaluate,
                         module, Value(promise));
    return true;
  };
  Completion<bool> done = load();
  if (!done.IsThrow()) return done;
  bool caught;
  RejectWithPending(isolate, promise, &caught);
  if (!caught) return kThrow;
  return true;
}

// data_[0] = request, data_[1] = promise.
Completion<Value> RetryImport(Isolate& isolate, Arguments& args) {
  auto* promise = static_cast<PromiseObject*>(args.callee()->data_[1].get().AsObject());
  auto* request = args.callee()->data_[0].get().As<ValueArray>();
  return Value::Boolean(TRY(ContinueImport(isolate, args.realm(), request, promise)));
}

// data_[0] = module, data_[1] = promise.
Completion<Value> RetryEvaluation(Isolate& isolate, Arguments& args) {
  auto* promise = static_cast<PromiseObject*>(args.callee()->data_[1].get().AsObject());
  ModuleRecord* module = args.callee()->data_[0].get().As<ModuleRecord>();
  Completion<bool> complete = LoadRequestedModules(isolate, module);
  if (complete.IsThrow()) {
    bool caught;
    RejectWithPending(isolate, promise, &caught);
    if (!caught) return kThrow;
    return Value::True();
  }
  if (!complete.Take()) return Value::False();
  QueueLinkAndEvaluate(isolate, args.realm(), kLinkAndEvaluateEntry, module, Value(promise));
  return Value::True();
}

void WaitForModules(Isolate& isolate, Realm* realm, ImportRow row, Value data, PromiseObject* promise) {
  NativeStateOf(isolate).host.modules_pending(
      isolate, NewNativeFunction(isolate, realm, &kImportRows[row], data, Value(promise)));
}

}  // namespace

constinit const NativeTable kImportNatives = kImportRows;

void FinishLinkAndEvaluate(Isolate& isolate, NativeFunction* job, PromiseObject* evaluated) {
  ModuleRecord* module = job->data_[0].get().As<ModuleRecord>();
  if (job->magic_ == kForHost) return ResolvePromise(isolate, PromiseOf(job), Value(evaluated));
  auto handler = [&](ImportRow row) {
    return Value(
        NewNativeFunction(isolate, job->realm_.get(), &kImportRows[row], Value(module), job->data_[1]));
  };
  Value fulfilled = handler(job->magic_ == kForDeferred ? kDependencyEvaluated : kFulfilled),
        rejected = handler(kRejected);
  PerformPromiseThen(isolate, evaluated, fulfilled, rejected, kNoCapability);
}

Completion<bool> LoadRequestedModules(Isolate& isolate, ModuleRecord* root) {
  // The host may run JavaScript, and so begin another walk, or link and evaluate what it meets.
  if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
  ValueList work(isolate), visited(isolate), found(isolate);
  std::unordered_set<ModuleRecord*> known;
  work.Append(Value(root));
  NativeState& native = NativeStateOf(isolate);
  bool complete = true;
  auto load = [&](ModuleRecord* module) -> Completion<void> {
    uint32_t count = module->request_count();
    ValueArray* loaded = NewValueArray(isolate, std::max(count, 1u));
    visited.Append(Value(module));
    found.Append(Value(loaded));
    for (uint32_t i = 0; i < count; i++) {
      if (!native.host.load_module) {
        return isolate.ThrowTypeError("Cannot load module '%s': the host loads no modules",
                                      ShortText(isolate, module->request_specifier(i)).c_str());
      }
      Value dependency = TRY(native.host.load_module(isolate, Value(module), module->request_specifier(i),
                                                     module->request_attributes(i)));
      bool later = dependency.IsUndefined();
      complete = complete && !later;
      if (later) continue;
      loaded->slots()[i].Set(loaded, dependency);
      if (module->is_dependency(i)) work.Append(dependency);
    }
    return {};
  };
  auto is_loaded = [](ModuleRecord* module) {
    return module->loaded_modules_.get().Is<ValueArray>() || module->status() >= ModuleRecord::kLinked;
  };
  while (!work.empty()) {
    ModuleRecord* module = work.Pop().As<ModuleRecord>();
    if (!is_loaded(module) && known.insert(module).second) TRY(load(module));
  }
  if (!complete) return false;
  for (size_t i = 0; i < visited.size(); i++) {
    auto* module = visited[i].As<ModuleRecord>();
    if (!is_loaded(module)) module->loaded_modules_.Set(module, found[i]);
  }
  return true;
}

Completion<PromiseObject*> LoadAndEvaluate(Isolate& isolate, ModuleRecord* module) {
  if (!TRY(LoadRequestedModules(isolate, module))) {
    PromiseObject* promise = NewPromise(isolate);
    WaitForModules(isolate, isolate.realm(), kRetryEvaluation, Value(module), promise);
    return promise;
  }
  TRY(Link(isolate, module));
  return Evaluate(isolate, module);
}

Completion<void> Link(Isolate& isolate, ModuleRecord* module) {
  ValueList order(isolate);
  auto link = [&]() -> Completion<void> {
    TRY(CollectUnlinked(isolate, module, order));
    for (Value m : order.span()) CreateEnvironment(isolate, m.As<ModuleRecord>());
    for (Value m : order.span()) TRY(ResolveImports(isolate, m.As<ModuleRecord>()));
    for (Value v : order.span()) {
      ModuleRecord* m = v.As<ModuleRecord>();
      if (m->initializer_) {
        JSFunction* initializer = CreateClosure(isolate, m->initializer_.get(), m->environment_);
        (void)TRY(Call(isolate, Value(initializer), Value::Undefined()));
      }
      m->evaluation_error_.Init(Value::Hole());
      m->async_order_.Init(Value::Smi(0));
      m->set_status(ModuleRecord::kLinked);
    }
    return {};
  };
  Completion<void> result = link();
  if (result.IsThrow()) {
    for (Value v : order.span()) {
      ModuleRecord* m = v.As<ModuleRecord>();
      m->set_status(ModuleRecord::kUnlinked);
      m->deferred_namespace_.Init(Value::Smi(0));
      m->namespace_.Init(Value::Smi(0));  // nobody has seen it, and it is of an environment that is made anew
    }
    if (module->status() == ModuleRecord::kLinking) module->set_status(ModuleRecord::kUnlinked);
  }
  return result;
}

ModuleRecord* NewSyntheticModule(Isolate& isolate, Realm* realm, std::span<const Value> names,
                                 std::span<const Value> values) {
  Value count = Value::Smi(static_cast<int32_t>(names.size()));
  ValueList slots(isolate), holes(isolate);
  for (size_t i = 0; i < names.size(); i++) {
    slots.Append(Value::Smi(static_cast<int32_t>(i)));
    holes.Append(Value::Hole());
  }
  auto pairs = [&](std::span<const Value> first, std::span<const Value> second) {
    ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(2 * first.size()));
    for (size_t i = 0; i < first.size(); i++) {
      array->slots()[2 * i].Set(array, first[i]);
      array->slots()[2 * i + 1].Set(array, second[i]);
    }
    return Value(array);
  };
  auto* module = AllocateAny<ModuleRecord>(sizeof(ModuleRecord));
  ValueArray* exports = NewValueArray(isolate, static_cast<uint32_t>(values.size()));
  for (size_t i = 0; i < values.size(); i++) exports->slots()[i].Set(exports, values[i]);
  module->realm_.Set(module, realm);
  module->synthetic_exports_.Set(module, Value(exports));
  module->slot_count_.Init(count);
  module->local_exports_.Set(module, pairs(names, slots.span()));
  module->local_export_count_.Init(count);
  module->local_cells_.Set(module, pairs(slots.span(), holes.span()));
  module->local_cell_count_.Init(count);
  module->has_top_level_await_.Init(Value::False());
  module->InitDynamicPart();
  return module;
}

ModuleRecord* NewSyntheticModule(Isolate& isolate, Realm* realm, std::span<const Value> names,
                                 JSObject* steps) {
  ModuleRecord* module = NewSyntheticModule(isolate, realm, names, std::span<const Value>());
  module->synthetic_exports_.Set(module, Value(steps));
  return module;
}

ModuleRecord* NewSyntheticModule(Isolate& isolate, Realm* realm, Value default_export) {
  Value name(isolate.name(Name::default_));
  return NewSyntheticModule(isolate, realm, {&name, 1}, {&default_export, 1});
}

Completion<JSObject*> GetModuleNamespace(Isolate& isolate, ModuleRecord* module, ImportPhase phase) {
  bool is_deferred = phase == ImportPhase::kDefer;
  ValueField& known = is_deferred ? module->deferred_namespace_ : module->namespace_;
  if (known.get().IsObject()) return known.get().AsObject();
  auto* space = NewObjectAs<ModuleNamespace>(
      isolate, RootShapeFor(isolate, HeapType::kModuleNamespace, Value::Null(),
                            FirstSlotOf<ModuleNamespace>(), 2, Shape::kNotExtensible | Shape::kIsExotic));
  space->module_.Set(space, Value(module));
  space->exports_.Init(Value::Smi(0));
  space->count_.Init(Value::Smi(0));
  space->is_deferred_.Init(Value::Boolean(is_deferred));
  known.Set(module, Value(space));
  ValueList names(isolate), visited(isolate), pairs(isolate);
  TRY(GetExportedNames(isolate, module, names, visited));
  for (Value name : names.span()) (void)name.AsString()->Flatten(isolate);
  std::sort(names.begin(), names.end(),
            [](Value a, Value b) { return a.AsString()->flat().Compare(b.AsString()->flat()) < 0; });
  for (Value name : names.span()) {
    ValueList resolve_visited(isolate);
    Binding b = TRY(ResolveExport(isolate, module, name, resolve_visited));
    if (b.kind == Binding::kNotFound || b.kind == Binding::kAmbiguous) continue;
    if (is_deferred && name == Value(isolate.name(Name::then))) continue;
    pairs.Append(Value(Intern(isolate, name.AsString())));
    pairs.Append(b.kind == Binding::kCell
                     ? b.module->slot(b.slot).get()
                     : Value(TRY(GetModuleObject(isolate, b.module, b.phase, name.AsString()))));
  }
  ValueArray* exports = NewValueArray(isolate, std::max<uint32_t>(static_cast<uint32_t>(pairs.size()), 1));
  for (size_t i = 0; i < pairs.size(); i++) exports->slots()[i].Set(exports, pairs[i]);
  space->exports_.Set(space, Value(exports));
  space->count_.Init(Value::Smi(static_cast<int32_t>(pairs.size() / 2)));
  // @@toStringTag
  space->DefineOwn(isolate, isolate.key(WellKnownSymbol::toStringTag),
                   Value(NewStringFromAscii(isolate, is_deferred ? "Deferred Module" : "Module")), kNone);
  return space;
}

// https://tc39.es/ecma262/#sec-getactivescriptormodule
Value ActiveScriptOrModule(Isolate& isolate) {
  for (FrameWalker walker(isolate); !walker.done(); walker.Next()) {
    if (!walker.code()) continue;
    Script* script = static_cast<JSFunction*>(walker.function().AsObject())->info()->script_.get();
    if (script->is_self_hosted()) continue;
    return script->module_.get().IsSmi() ? Value(script) : script->module_.get();
  }
  return Value::Smi(0);
}

Completion<void> ImportInto(Isolate& isolate, Realm* realm, const ImportRequest& import,
                            PromiseObject* promise) {
  ValueArray* request = NewValueArray(isolate, 4);
  request->slots()[0].Set(request, import.referrer);
  request->slots()[1].Set(request, Value(import.specifier));
  request->slots()[2].Set(request, import.attributes);
  request->slots()[3].Init(Value::Smi(static_cast<int32_t>(import.phase)));
  if (!TRY(ContinueImport(isolate, realm, request, promise)))
    WaitForModules(isolate, realm, kRetryImport, Value(request), promise);
  return {};
}

Completion<Value> ImportCall(Isolate& isolate, Value specifier, Value options, ImportPhase phase) {
  // https://tc39.es/ecma262/#sec-evaluate-import-call
  PromiseObject* promise = NewPromise(isolate);
  Value referrer = ActiveScriptOrModule(isolate);
  if (referrer.IsSmi()) referrer = Value(CurrentRealm(isolate));
  auto load = [&]() -> Completion<void> {
    String* text = TRY(ToString(isolate, specifier));
    Value attributes = Value::Smi(0);
    if (!options.IsUndefined()) {
      if (!options.IsObject())
        return isolate.ThrowTypeError("The second argument of import() must be an object");
      Value with = TRY(Get(isolate, options.AsObject(), Name::with));
      if (!with.IsUndefined()) {
        if (!with.IsObject())
          return isolate.ThrowTypeError("The 'with' option of import() must be an object");
        JSArray* entries = TRY(EnumerableOwnProperties(isolate, with.AsObject(), EnumerationKind::kEntries));
        ValueList flat(isolate);
        for (uint32_t i = 0; i < entries->length(); i++) {
          JSObject* entry = entries->GetElement(isolate, i).AsObject();
          Value key = entry->GetElement(isolate, 0), value = entry->GetElement(isolate, 1);
          if (!value.IsString()) return isolate.ThrowTypeError("Import attribute value must be a string");
          flat.Append(key);
          flat.Append(value);
        }
        if (!flat.empty()) {
          ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(flat.size()));
          for (size_t i = 0; i < flat.size(); i++) array->slots()[i].Set(array, flat[i]);
          attributes = Value(array);
        }
      }
    }
    return ImportInto(isolate, CurrentRealm(isolate), {referrer, text, attributes, phase}, promise);
  };
  Completion<void> loaded = load();
  if (loaded.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
  }
  return Value(promise);
}

Completion<Value> ImportMeta(Isolate& isolate) {
  Value active = ActiveScriptOrModule(isolate);
  ModuleRecord* module = active.Is<ModuleRecord>() ? active.As<ModuleRecord>() : nullptr;
  if (module == nullptr) return isolate.ThrowSyntaxError("Cannot use 'import.meta' outside a module");
  if (!module->import_meta_.get().IsObject()) {
    JSObject* meta = OrdinaryObjectCreate(isolate, Value::Null());
    NativeState& native = NativeStateOf(isolate);
    if (native.host.import_meta) native.host.import_meta(isolate, meta, module);
    module->import_meta_.Set(module, Value(meta));
  }
  return module->import_meta_.get();
}

}  // namespace halfword
