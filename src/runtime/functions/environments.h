// Environments and names that are resolved at run time (https://tc39.es/ecma262/#sec-environment-records):
// inside `with`, under sloppy direct eval, and at the top level of scripts.
//
// A resolved reference is a Value: an Environment (the name is one of its variables), an
// object (a with-object, or the object that holds variables of sloppy evals), Smi 0 (a global
// binding) or undefined (unresolvable).
#ifndef HALFWORD_RUNTIME_FUNCTIONS_ENVIRONMENTS_H_
#define HALFWORD_RUNTIME_FUNCTIONS_ENVIRONMENTS_H_

#include "objects/functions/function.h"

namespace halfword {

Environment* NewEnvironment(Isolate&, Value parent, Value scope_info, uint32_t slots);  // slots: the hole
Environment* CopyEnvironment(Isolate&, Environment*, uint32_t slots);

Completion<Value> ResolveName(Isolate&, Value environment, Value name);
// GetValue of the name; *this_value: the with-object it was found in, else undefined.
Completion<Value> LookupName(Isolate&, Value environment, Value name, bool for_typeof, Value* this_value);
Completion<Value> LookupReference(Isolate&, Value reference, Value name);
Completion<void> StoreName(Isolate&, Value reference, Value name, Value value, uint8_t flags);
// Annex B.3.3.3: the function value of a block-level function reaches its var binding, if there is one.
Completion<void> StoreAnnexBFunction(Isolate&, Value environment, Value name, Value value);
Completion<Value> DeleteName(Isolate&, Value environment, Value name);

// https://tc39.es/ecma262/#sec-globaldeclarationinstantiation; the array holds Smi DeclarationKind and name
// in turn.
Completion<void> GlobalDeclarationInstantiation(Isolate&, ValueArray* declarations);
Completion<void> CreateGlobalFunctionBinding(Isolate&, Value name, Value function, bool deletable);
void InitializeGlobalLexical(Isolate&, Value name, Value value);
// https://tc39.es/ecma262/#sec-evaldeclarationinstantiation for evals whose vars outlive them.
Completion<void> EvalDeclarationInstantiation(Isolate&, Value environment, ValueArray* declarations);
Completion<void> BindEvalFunction(Isolate&, Value environment, Value name, Value function);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_ENVIRONMENTS_H_
