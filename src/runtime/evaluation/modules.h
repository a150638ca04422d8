// Loading and linking of modules (https://tc39.es/ecma262/#sec-cyclic-module-records) and import().
#ifndef HALFWORD_RUNTIME_EVALUATION_MODULES_H_
#define HALFWORD_RUNTIME_EVALUATION_MODULES_H_

#include "runtime/evaluation/module_evaluation.h"

namespace halfword {

// Rows of the functions made here, for the registry.
extern const NativeTable kImportNatives;

// Loads the graph below a module through HostHooks::load_module (depth-first, iteratively bounded). False:
// some of it comes later. Everything known has been requested by then, and a repeated call begins the walk
// again. loaded_modules_ is set only in modules whose whole graph is there: the host may run JavaScript that
// links them meanwhile.
Completion<bool> LoadRequestedModules(Isolate&, ModuleRecord*);
// Loads, links and evaluates; now, as far as modules don't come later.
Completion<PromiseObject*> LoadAndEvaluate(Isolate&, ModuleRecord*);
Completion<void> Link(Isolate&, ModuleRecord*);
// A module without code that exports these values under these names (strings, no two alike).
ModuleRecord* NewSyntheticModule(Isolate&, Realm*, std::span<const Value> names,
                                 std::span<const Value> values);
// The same, where `steps` returns an array of the values when the module is evaluated.
ModuleRecord* NewSyntheticModule(Isolate&, Realm*, std::span<const Value> names, JSObject* steps);
// CreateDefaultExportSyntheticModule: its one export is `default`.
ModuleRecord* NewSyntheticModule(Isolate&, Realm*, Value default_export);
// `phase`: kEvaluation or kDefer.
Completion<JSObject*> GetModuleNamespace(Isolate&, ModuleRecord*,
                                         ImportPhase phase = ImportPhase::kEvaluation);
// The ModuleRecord or Script of the running JavaScript function; Smi 0: there is none.
Value ActiveScriptOrModule(Isolate&);
// What is left to do for `job`, a native that has a module evaluated for import() or for the host.
void FinishLinkAndEvaluate(Isolate&, NativeFunction* job, PromiseObject* evaluated);
// HostLoadImportedModule and what follows for an import() whose arguments are known; the promise is settled,
// or will be by jobs of `realm`.
struct ImportRequest {
  Value referrer;  // Script, ModuleRecord or Realm
  String* specifier;
  Value attributes = Value::Smi(0);  // as in ModuleRecord::requests_
  ImportPhase phase = ImportPhase::kEvaluation;
};
Completion<void> ImportInto(Isolate&, Realm*, const ImportRequest&, PromiseObject* promise);
// import(specifier, options): always a promise.
Completion<Value> ImportCall(Isolate&, Value specifier, Value options, ImportPhase);
Completion<Value> ImportMeta(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EVALUATION_MODULES_H_
