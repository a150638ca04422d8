// Module Source objects (https://tc39.es/proposal-source-phase-imports/#sec-module-source-objects), for hosts
// that have kinds of modules with a source.
#ifndef HALFWORD_BUILTINS_REFLECTION_MODULE_SOURCE_H_
#define HALFWORD_BUILTINS_REFLECTION_MODULE_SOURCE_H_

#include "objects/library/reflection.h"
#include "objects/realm.h"

namespace halfword {

// An object for ModuleRecord::module_source_, with a prototype of its own that inherits from
// %AbstractModuleSource%.prototype. `class_name`: ASCII. REQUIRES: Isolate::harmony_.
ModuleSourceObject* NewModuleSource(Isolate&, Realm*, const char* class_name);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_REFLECTION_MODULE_SOURCE_H_
