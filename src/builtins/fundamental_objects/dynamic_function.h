// Functions made from text: Function, GeneratorFunction, AsyncFunction, AsyncGeneratorFunction.
#ifndef HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DYNAMIC_FUNCTION_H_
#define HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DYNAMIC_FUNCTION_H_

#include "runtime/functions/native.h"

namespace halfword {

// CreateDynamicFunction (https://tc39.es/ecma262/#sec-createdynamicfunction) for the arguments of a
// constructor of functions of that kind: kNormal, kGenerator, kAsync or kAsyncGenerator.
Completion<Value> CreateDynamicFunction(Isolate&, Arguments&, FunctionKind kind);

}  // namespace halfword

#endif  // HALFWORD_BUILTINS_FUNDAMENTAL_OBJECTS_DYNAMIC_FUNCTION_H_
