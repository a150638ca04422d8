// Linking and evaluation of modules (https://tc39.es/ecma262/#sec-cyclic-module-records) and import().
#ifndef HALFWORD_RUNTIME_MODULES_H_
#define HALFWORD_RUNTIME_MODULES_H_

#include "objects/module.h"
#include "runtime/promises.h"

namespace halfword {

// Rows of the functions made here, for the registry.
extern const std::span<const NativeTable> kModuleRuntimeNatives;

// Loads the graph below a module through HostHooks::load_module (depth-first, iteratively bounded). False:
// some of it comes later; what is there already has been asked for and the walk begins anew when it is
// repeated. Between two walks loaded_modules_ is set only in modules whose whole graph is there.
Completion<bool> LoadRequestedModules(Isolate&, ModuleRecord*);
// Loads, links and evaluates; now, as far as modules don't come later.
Completion<PromiseObject*> LoadAndEvaluate(Isolate&, ModuleRecord*);
Completion<void> Link(Isolate&, ModuleRecord*);
Completion<PromiseObject*> Evaluate(Isolate&, ModuleRecord*);
Completion<JSObject*> GetModuleNamespace(Isolate&, ModuleRecord*);
// The ModuleRecord or Script of the running JavaScript function; Smi 0: there is none.
Value ActiveScriptOrModule(Isolate&);
// import(specifier, options): always a promise.
Completion<Value> ImportCall(Isolate&, Value specifier, Value options);
Completion<Value> ImportMeta(Isolate&);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_MODULES_H_
