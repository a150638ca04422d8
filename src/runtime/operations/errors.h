// The errors that interpreter and builtins throw, with the messages that programs know from V8. Each
// leaves the exception pending. `rendered` is the source text of the operand ("o.f"), or null: then
// the value is described.
#ifndef HALFWORD_RUNTIME_OPERATIONS_ERRORS_H_
#define HALFWORD_RUNTIME_OPERATIONS_ERRORS_H_

#include "objects/isolate.h"
#include "objects/realm.h"

namespace halfword {

Throwing ThrowNotCallable(Isolate&, Value callee, const char* rendered = nullptr);  // x is not a function
Throwing ThrowNotConstructor(Isolate&, Value callee,
                             const char* rendered = nullptr);                      // x is not a constructor
Throwing ThrowNotIterable(Isolate&, Value value, const char* rendered = nullptr);  // x is not iterable
// Cannot read properties of undefined (reading 'x')
Throwing ThrowCannotReadProperty(Isolate&, Value base, PropertyKey key);
// Cannot set properties of undefined (setting 'x')
Throwing ThrowCannotSetProperty(Isolate&, Value base, PropertyKey key);
// A failed [[Set]] in strict mode: read-only, accessor without setter, not extensible, or
// property of a primitive.
Throwing ThrowSetFailed(Isolate&, Value base, PropertyKey key);
Throwing ThrowDeleteFailed(Isolate&, Value base, PropertyKey key);  // Cannot delete property 'x' of #<Object>
Throwing ThrowCannotRedefine(Isolate&, PropertyKey key);            // Cannot redefine property: x
Throwing ThrowNotExtensible(Isolate&, PropertyKey key);  // Cannot add property x, object is not extensible
Throwing ThrowNotDefined(Isolate&, String* name);        // ReferenceError: x is not defined
Throwing ThrowUninitialized(Isolate&,
                            String* name);  // ReferenceError: Cannot access 'x' before initialization
Throwing ThrowConstAssign(Isolate&);        // Assignment to constant variable.
Throwing ThrowClassConstructorCall(Isolate&,
                                   Value function);  // Class constructor X cannot be invoked without 'new'
// What a derived constructor returned is neither object nor undefined, or (uninitialized) undefined before
// super() was called. The error belongs to the caller's realm: the constructor's context is gone by then.
Throwing ThrowDerivedConstructorResult(Isolate&, bool uninitialized);
// Method Map.prototype.get called on incompatible receiver x
Throwing ThrowIncompatibleReceiver(Isolate&, const char* method, Value receiver);
// `what` of an options bag and the like: "x is not an object"
Throwing ThrowNotObject(Isolate&, Value value);
// Cannot destructure property 'x' of 'o.p' as it is undefined; the running instruction is about the pattern.
Throwing ThrowCannotDestructure(Isolate&, Value value);
// Cannot use 'in' operator to search for 'x' in 1
Throwing ThrowNoObjectToSearch(Isolate&, Value key, Value value);
Throwing ThrowErrorWithMessage(Isolate&, ErrorType, String* message);
// Constructor Map requires 'new'
Throwing ThrowRequiresNew(Isolate&, const char* constructor);

struct SourceLocation {
  uint32_t line = 0, column = 0;  // from 1; 0: unknown
};
// Line and column of a source offset, from the script's line table, which is made at first use.
SourceLocation LocationOf(Isolate&, Script*, uint32_t position);

// Remembers where the running throw statement throws a value that can't say so itself.
void NoteThrown(Isolate&, Value);
// Where the value was thrown, if it was the last of its kind: "file:line:column" in parts. False: unknown.
bool WhereThrown(Isolate&, Value, Value* file, SourceLocation*);

// A key as it appears in messages.
std::string KeyForError(Isolate&, PropertyKey key);

// The name of the function that made an object, found without running JavaScript; empty if there is none.
std::string ConstructorNameOf(Isolate&, JSObject*);

// InstallErrorCause (https://tc39.es/ecma262/#sec-installerrorcause)
Completion<void> InstallErrorCause(Isolate&, JSObject* error, Value options);

Intrinsic ErrorPrototypeIntrinsic(ErrorType);

// "Name: message" of a thrown value and its stack, for hosts; runs no JavaScript.
std::string DescribeException(Isolate&, Value exception);

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_OPERATIONS_ERRORS_H_
