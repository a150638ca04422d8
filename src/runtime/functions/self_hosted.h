// Functions of builtins that are written in JavaScript (bytecode/self_hosted.h).
#ifndef HALFWORD_RUNTIME_FUNCTIONS_SELF_HOSTED_H_
#define HALFWORD_RUNTIME_FUNCTIONS_SELF_HOSTED_H_

#include "bytecode/self_hosted.h"
#include "runtime/functions/native.h"

namespace halfword {

// The function of a NativeRow that stands for a self-hosted one, whose magic is its SelfHostedFunction.
// Nobody calls it.
Completion<Value> SelfHosted(Isolate&, Arguments&);

// CreateBuiltinFunction for such a row. REQUIRES: Isolate::self_hosted_.
JSFunction* NewSelfHostedFunction(Isolate&, Realm*, const NativeRow&);
// Makes the functions that only others of their kind call: without a name, and in no stack trace. They are
// made with the realm, so that clones write nothing when they need one.
void InstallSelfHostedHelpers(Isolate&, Realm*);
// One of them. REQUIRES: function >= kFirstSelfHostedHelper
Value SelfHostedHelper(Realm*, SelfHostedFunction function);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_SELF_HOSTED_H_
