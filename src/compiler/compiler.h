// The compiler: source text to Code. Everything here parses, compiles and leaves FunctionInfos behind. Inner
// functions that the parser left lazy are compiled by CompileLazy at their first call.
//
// A syntax error is thrown as a SyntaxError, and its place goes to *details if that is given. Sources that
// are nested too deeply throw a RangeError, as running out of stack does.
//
// ---- Code shapes --------------------------------------------------------------------------------
//
// Frame: this, parameters, then locals and temporaries, handed out like a stack. A local variable that no
// inner function reaches is a register for the length of its scope. The frame of a call is built at the top
// of that stack.
//
// Loops have their condition at the bottom, so that an iteration costs one jump:
//
//               Jump cond
//   body:       …
//   continue:   update
//   cond:       Ldar n
//               JumpLoopIfLess i, body
//
// try/finally. The finally block is compiled once. Every way out of the try (or catch) block puts a
// number into the token register, and the value that it carries (a returned value, an exception)
// into the value register:
//
//   way out of the block                 token    what SwitchSmi does with the token after the finally block
//   its end is reached                   0        falls through
//   an exception reaches the handler     1        Throw value
//   break, continue or return            2 …      goes on with that jump from here; the jump may run into
//                                                 the next finally outside, or close an iterator
//
// Leaving. A jump out (JumpOut in control.cc) walks the stack of Controls from the inside. It pops
// environments, closes iterators, and stops at a finally. Code that it emits on this walk must not be covered
// by the handlers that it has left, so handler ranges get gaps there.
//
// Resources. A scope with using declarations is compiled as a try block, and its finally block disposes of
// them, the last first. An error of a dispose method takes the place of what led to the finally block:
//
//   next:       TakeResource f, resources, done
//               Call f                 await using: also awaits the result
//               JumpLoop next
//   handler:    SuppressError token, value
//               value = acc; token = 1
//               JumpLoop next
//   done:
//
// for-of:
//
//               GetIterator it
//   loop:       IteratorStep it, exit
//               bind, body             on a throw: IteratorClose it, throw; Throw
//               JumpLoop loop          on a jump out: IteratorClose it, normal
//   exit:
//
// The record's done register makes closing do nothing if the next method itself threw. Array
// patterns do the same.
//
// Generators: prologue and parameters, InitialYield, body. A yield is:
//
//               Yield mode
//               JumpIfNextMode mode, next
//               leave as `return acc` does (finally blocks run)
//   next:
//
// A resumption by throw throws at the Yield. Async functions begin with AsyncStart and have a handler around
// everything: AsyncThrow. An await suspends. It resumes behind itself with the value in acc, or throws.
//
// Classes. CreateClass makes constructor and prototype, and methods are defined one by one. Private names are
// symbols in variables of the class scope. Instance fields and private methods are added by a function of
// their own, which the constructor keeps (SetClassFields). A base constructor calls it on entry, a derived
// one behind super(). So super(a) is:
//
//               GetSuperConstructor f
//               Star base-2
//               arguments
//               LdaNewTarget
//               ConstructSuper
//               ConstructResult        `this` must be the hole; this = result
//               GetClassFields f       then f is called on `this`
//
// The fields function is called only where the class may have one.
//
// Temporal dead zones are tested where the parser can't exclude them. A register variable is set to the hole
// at the entry of its scope only if some use needs the test. That is known only at the end, so such
// functions, which are rare, are compiled twice.
#ifndef HALFWORD_COMPILER_COMPILER_H_
#define HALFWORD_COMPILER_COMPILER_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "objects/functions/eval_cache.h"
#include "objects/functions/function.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/realm.h"

namespace halfword {

// Where and what a syntax error is, for the code that shows it.
struct SyntaxErrorDetails {
  std::string message;  // without "SyntaxError: "
  std::string name;     // of the script
  uint32_t line = 0;    // from 1
  uint32_t column = 0;
  std::string rendered;  // message, source line, carets
};

// A script's text is one of these (syntax::ParseOptions), and Script::is_typescript_ says which. A new script
// is JavaScript.
enum class SourceLanguage : uint8_t { kJavaScript, kTypeScript, kTransformedTypeScript };
SourceLanguage LanguageOf(const Script*);
// REQUIRES: the script is new, and nothing of it has been compiled.
void SetLanguage(Script*, SourceLanguage);

// All functions inside are compiled at once unless `lazy`.
Completion<FunctionInfo*> CompileScript(Isolate&, Script*, bool lazy, SyntaxErrorDetails* details = nullptr);
Completion<ModuleRecord*> CompileModule(Isolate&, Script*, SyntaxErrorDetails* details = nullptr);
// The next two make the Script, or find in the isolate's EvalCache what they made of an equal text. That
// costs the same fuel.
Completion<FunctionInfo*> CompileEval(Isolate&, const EvalSource&, SyntaxErrorDetails* details = nullptr);
// https://tc39.es/ecma262/#sec-createdynamicfunction, from the strings to the function's info.
Completion<FunctionInfo*> CompileDynamicFunction(Isolate&, const DynamicFunctionSource&,
                                                 SyntaxErrorDetails* details = nullptr);
// A function whose body is the script's source: it takes these parameters, ASCII names.
Completion<FunctionInfo*> CompileFunctionBody(Isolate&, Script*, std::span<const std::string_view> parameters,
                                              bool lazy, SyntaxErrorDetails* details = nullptr);
// A source as bytecode/self_hosted.h describes: the constants of the info's code are the functions' infos.
Completion<FunctionInfo*> CompileSelfHosted(Isolate&, Script*);
// Compiles a function whose code_ is null.
Completion<Code*> CompileLazy(Isolate&, FunctionInfo*);

}  // namespace halfword

#endif  // HALFWORD_COMPILER_COMPILER_H_
