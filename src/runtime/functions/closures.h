// Making functions, classes, arguments objects, and what object, array and template literals
// need at run time.
#ifndef HALFWORD_RUNTIME_FUNCTIONS_CLOSURES_H_
#define HALFWORD_RUNTIME_FUNCTIONS_CLOSURES_H_

#include "runtime/caches/inline_cache.h"
#include "runtime/functions/native.h"

namespace halfword {

// https://tc39.es/ecma262/#sec-instantiateordinaryfunctionobject and its siblings, by the info's kind.
JSFunction* CreateClosure(Isolate&, FunctionInfo*, Value environment);
// A site that makes closures, objects or arrays remembers the shape of what it made. REQUIRES: its
// instruction knows all else that such an object consists of.
void RememberMade(Site, JSObject*);
// Function declarations whose variables are in an environment become closures when they are first read: a
// large scope declares many, of which few are called. Until then their slots hold the FunctionInfo. The array
// consists of pairs of Smi slot and FunctionInfo.
void DeclareFunctions(Environment*, ValueArray* declarations);
// What such a slot holds for the program: the closure, or what was assigned since.
Value FunctionInSlot(Isolate&, Environment*, uint32_t slot);
// ClassDefinitionEvaluation, steps that make constructor and prototype; *prototype receives the latter.
Completion<Value> CreateClass(Isolate&, Value superclass, FunctionInfo*, Value environment, Value* prototype);
Completion<void> SetAnonymousFunctionName(Isolate&, Value function, Value key, uint8_t prefix);
void SetHomeObject(Isolate&, JSObject* function, Value home);
void SetClassFields(Isolate&, JSObject* constructor, Value initializer);

// From a frame (bytecode/frame.h).
JSObject* CreateMappedArguments(Isolate&, Value* fp, ValueArray* slots);
JSObject* CreateUnmappedArguments(Isolate&, Value* fp);
// The arguments object in the register, made if the hole is there. `mapped`: of a sloppy function
// without parameters.
Value ArgumentsIn(Isolate&, Value* fp, Value& reg, bool mapped);
JSArray* CreateRestArray(Isolate&, Value* fp, uint32_t from);
// What the properties "arguments" and "caller" of a sloppy function tell of its topmost call, which the
// standard leaves to engines (https://tc39.es/ecma262/#sec-forbidden-extensions): a copy of its arguments,
// and the sloppy function that has called it. Null: it is not running, strict or native code has called it,
// or the call had arguments beyond its parameters and nothing in the function asks for them.
Value RunningFunctionProperty(Isolate&, JSObject* function, bool caller);

// The actual arguments of a frame whose code kNeedsArguments.
std::span<Value> ActualArguments(Value* fp);

// Literals.
JSObject* CreateEmptyObject(Isolate&, uint32_t in_object_slots);
JSObject* CreateObjectFromValues(Isolate&, ValueArray* names, const Value* values, uint32_t count, Site);
JSArray* CreateArrayFromValues(Isolate&, std::span<const Value> values);  // the hole: an elision
JSArray* CreateArrayFromElements(Isolate&, Value elements);               // copies them
Completion<void> AppendToLiteral(Isolate&, Value array, Value value);
// An array of what iterating gives: the iterable itself, if it is an array that has just that.
Completion<Value> IteratedArray(Isolate&, Value iterable);
Completion<Value> NewArrayOfIterated(Isolate&, Value iterable);  // always a new one
Completion<void> AppendIterated(Isolate&, Value array, Value iterable);
JSArray* GetTemplateObject(Isolate&, ValueArray* strings);
Completion<void> DefineKeyed(Isolate&, Value object, Value key, Value value, uint8_t flags);
Completion<void> SetLiteralPrototype(Isolate&, Value object, Value prototype);
Completion<Value> RegExpFromLiteral(Isolate&, String* pattern, String* flags);

// Operators that take keys.
Completion<Value> DeleteKeyed(Isolate&, Value base, Value key, bool strict);
Completion<Value> HasPropertyIn(Isolate&, Value key, Value object);
Completion<Value> GetSuper(Isolate&, Value base, Value receiver, Value key);
Completion<void> SetSuper(Isolate&, Value base, Value receiver, Value key, Value value, bool strict);
Completion<Value> GetSuperConstructor(Isolate&, Value active_function);
Value SloppyThis(Isolate&, Value this_value);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_FUNCTIONS_CLOSURES_H_
