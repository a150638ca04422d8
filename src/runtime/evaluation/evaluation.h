// Running source text: scripts, direct eval, lazily compiled functions; through NativeState::compile.
#ifndef HALFWORD_RUNTIME_EVALUATION_EVALUATION_H_
#define HALFWORD_RUNTIME_EVALUATION_EVALUATION_H_

#include "objects/realm.h"
#include "runtime/operations/call.h"

namespace halfword {

Script* NewScript(Isolate&, Realm*, String* source, String* name);
// ParseScript and ScriptEvaluation (https://tc39.es/ecma262/#sec-runtime-semantics-scriptevaluation).
Completion<Value> EvaluateScript(Isolate&, Script*, const Continuation& = {});
// The second half, for the info of a script.
Completion<Value> RunScriptCode(Isolate&, FunctionInfo*, const Continuation& = {});
// PerformEval (https://tc39.es/ecma262/#sec-performeval) with direct = true, called by the frame at `fp`.
Completion<Value> PerformDirectEval(Isolate&, Value* fp, Value source, Value scope_info, bool strict);
// direct = false: in the realm's global environment.
Completion<Value> PerformIndirectEval(Isolate&, Realm*, Value source);
// The function that it calls. `referrer`, a Script or ModuleRecord, is what import() in it imports for.
Completion<JSFunction*> CompileIndirectEval(Isolate&, Realm*, String* source, Value referrer);
// The code of a function; compiles it if that has not been done.
Completion<Code*> EnsureCompiled(Isolate&, FunctionInfo*);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_EVALUATION_EVALUATION_H_
