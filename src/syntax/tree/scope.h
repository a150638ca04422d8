// Scopes and variables: what the parser found out about every name, so that the compiler looks up none.
//
// Theory. A Scope is a static region that binds names; a Variable is one binding. Scopes close innermost
// first; when one closes, all its declarations are known, so every use inside it is either bound here or
// handed to the outer scope. Hence at the end each use leads to its Variable (Identifier::variable()), and
// each Variable has a location:
//
// kLocal          Only its own function uses it: a register. Variable::register_index is the compiler's to
//                 fill. A simple parameter has parameter_index >= 0: it may live in its argument's register.
// kEnvironment    A nested function, class-field initializer, direct eval or `with` can reach it: it is slot
//                 `index` of the environment of `scope`. EnvironmentHops() counts the environments between.
// kGlobal         var or function of a script, or a name declared nowhere in sight: looked up in the realm by
//                 name (first the script-lexical bindings, then the global object).
// kScriptLexical  Top-level let, const, class of a script: a script-lexical binding of the realm, by name.
// kImport         Entry `index` of ModuleRecord::imports; the cell is another module's. May always be a hole.
// kLookup         A `with` object or variables made by a sloppy direct eval may come between: look `name` up
//                 at run time, environment by environment, from the innermost. static_fallback() is where it
//                 is if none of these has it.
//
// A scope with a direct eval inside it (at any depth, nested functions included) keeps all its variables in
// its environment, because the evaluated code may name them.
#ifndef HALFWORD_SYNTAX_TREE_SCOPE_H_
#define HALFWORD_SYNTAX_TREE_SCOPE_H_

#include <cstdint>
#include <span>

#include "syntax/tree/atom.h"

namespace halfword::syntax {

struct Scope;
struct FunctionLiteral;
struct FunctionDeclaration;
class ScopeInfoView;

enum class VariableKind : uint8_t {
  kUnresolved,  // used, declared nowhere in this source text
  kVar,
  kFunction,  // a declaration at the top level of a function, script or eval: like var, set on entry
  kParameter,
  kLet,
  kConst,           // also `import * as name`
  kClass,           // a class declaration: like let
  kClassName,       // a class's own name inside it: like const, initialised at the end of the class
  kBlockFunction,   // a declaration in a block, in a switch or at the top of a module: like let, set on entry
  kCatchParameter,  // catch (e); the names of a pattern are kLet
  kFunctionName,  // of a function expression, inside it: assignment throws in strict code, else does nothing
  kImport,        // import {x}: immutable

  // Pseudo-variables: values every function has and an arrow function or eval may reach from inside.
  kArguments,
  kThis,  // in a derived constructor: has the hole until super() returned
  kNewTarget,
  kHomeObject,
  kActiveFunction,  // for super(): the constructor, whose [[GetPrototypeOf]]() is called

  // Private names: the variable holds the class evaluation's fresh private symbol.
  kPrivateField,
  kPrivateMethod,
  kPrivateGetter,    // getter only
  kPrivateSetter,    // setter only
  kPrivateAccessor,  // both

  kSynthetic,  // made by the parser, for what a class has to remember (see ClassElement)
};

enum class VariableLocation : uint8_t {
  kUnassigned,
  kLocal,
  kEnvironment,
  kGlobal,
  kScriptLexical,
  kImport,
  kLookup
};

struct Variable {
  static constexpr uint32_t kNever = 0xFFFFFFFF;

  Atom* name;
  Scope* scope;                   // that declares it
  Variable* forward;              // parser: set on a use that was handed outward; see Resolve()
  Variable* shadowed;             // parser: the next outer variable of the same name
  Variable* next;                 // parser: the next variable of the same scope
  Variable* fallback;             // kLookup: see static_fallback()
  uint32_t position;              // of the declaration, or of the first use
  uint32_t initialized_position;  // source offset behind which it is initialised; see NeedsHoleCheck()
  uint32_t index;                 // kEnvironment: slot; kImport: import entry
  int32_t parameter_index;        // simple parameter: which; else -1
  int32_t register_index;         // for the compiler; -1 at first
  VariableKind kind;
  VariableLocation location;
  bool captured : 1;           // must be in the environment
  bool assigned : 1;           // anywhere but in its declaration, by whatever function
  bool written : 1;            // parser: an assignment or an initializer of a var has been seen
  bool reassigned : 1;         // there may be more than one such write in the life of one environment
  bool exported : 1;           // module: visible from outside, hence captured
  bool is_static_private : 1;  // private name of a static member
  bool from_scope_info : 1;    // declared in an outer scope that was compiled earlier
  bool looked_up : 1;          // is the fallback of some kLookup use
  bool var_passes : 1;         // parser: a var of this name was declared further in (for conflicts)
  bool sloppy_function : 1;    // parser: a block function that sloppy code may declare again
  bool seen_function : 1;      // parser: a block function whose declaration has been counted

  Variable* Resolve() {
    Variable* v = this;
    while (v->forward != nullptr) v = v->forward;
    return v;
  }
  // kLookup: where the name is if no `with` object and no variable of an eval has it; not kLookup itself.
  Variable* static_fallback() {
    Variable* v = this;
    while (v->location == VariableLocation::kLookup) v = v->fallback->Resolve();
    return v;
  }
  bool is_pseudo() const { return kind >= VariableKind::kArguments && kind <= VariableKind::kActiveFunction; }
  bool is_private_name() const {
    return kind >= VariableKind::kPrivateField && kind <= VariableKind::kPrivateAccessor;
  }
  // let-like: reading before initialisation throws a ReferenceError.
  bool has_temporal_dead_zone() const {
    return kind == VariableKind::kLet || kind == VariableKind::kConst || kind == VariableKind::kClass ||
           kind == VariableKind::kClassName || kind == VariableKind::kImport ||
           (kind == VariableKind::kParameter && initialized_position != 0);
  }
  // Assignment throws a TypeError.
  bool is_constant() const {
    return kind == VariableKind::kConst || kind == VariableKind::kClassName || kind == VariableKind::kImport;
  }
  bool is_lexical_declaration() const {
    return kind == VariableKind::kLet || kind == VariableKind::kConst || kind == VariableKind::kClass ||
           kind == VariableKind::kBlockFunction || kind == VariableKind::kCatchParameter ||
           kind == VariableKind::kImport;
  }
};

enum class ScopeKind : uint8_t {
  kScript,
  kModule,
  kEval,          // of a direct or indirect eval; its var names go elsewhere unless it is strict
  kFunction,      // parameters, and the body's names too unless there is a kFunctionBody scope
  kFunctionBody,  // inside kFunction: the var scope of a function with parameter expressions
  kBlock,
  kSwitch,       // a block whose declarations may be jumped over
  kFor,          // the head of a for statement with let, const or class names in it
  kCatch,        // the catch parameter; the body is a kBlock inside
  kWith,         // has an object environment and no variables
  kClass,        // inner class name, private names, synthetic variables
  kField,        // one field initializer inside a synthetic members function
  kStaticBlock,  // a var scope inside the synthetic static members function
};

struct Scope {
  ScopeKind kind;
  bool is_strict : 1;
  bool needs_environment : 1;   // at run time, with slot_count slots (kWith: of an object)
  bool per_iteration : 1;       // kFor: each iteration copies the environment, closures captured its names
  bool has_direct_eval : 1;     // a direct eval call in this very scope
  bool inner_direct_eval : 1;   // in it or anywhere below it
  bool has_sloppy_eval : 1;     // var scopes: a sloppy direct eval may add variables to the environment
  bool needs_scope_info : 1;    // lazy functions, evals or `with` below it look up names: keep its ScopeInfo
  bool from_scope_info : 1;     // stands for a scope compiled earlier (reparse, eval): lists no variables
  bool is_arrow_candidate : 1;  // parser: what stands in parentheses that may turn out to be parameters
  bool is_catch_body : 1;       // parser
  bool has_using : 1;           // a using declaration, await or not, stands directly in it
  bool has_await_using : 1;     // an await using declaration does
  uint32_t slot_count;
  Scope* outer;
  FunctionLiteral* function;  // of a function boundary (also kScript, kModule, kEval); null in all others
  Variable* first;            // parser: all variables and uses, linked by `next`, in order of appearance
  Variable* last;
  std::span<Variable*> variables;             // declared here; set when the scope closes
  std::span<FunctionDeclaration*> functions;  // block-level: instantiate on entry to the block, in order
  const ScopeInfoView* info;                  // from_scope_info
  void* compiler_data;                        // for the compiler; null at first
  uint32_t hoisted_start;                     // parser: where its part of some stacks begins
  uint32_t annex_b_start;

  // Pseudo-variables of a non-arrow function; null where unused. `arguments_variable` may be a kVar.
  Variable* this_variable;
  Variable* new_target_variable;
  Variable* home_object_variable;
  Variable* active_function_variable;
  Variable* arguments_variable;

  bool is_function_boundary() const {
    return kind == ScopeKind::kFunction || kind == ScopeKind::kScript || kind == ScopeKind::kModule ||
           kind == ScopeKind::kEval;
  }
  bool is_var_scope() const {
    return is_function_boundary() || kind == ScopeKind::kFunctionBody || kind == ScopeKind::kStaticBlock;
  }
  // The innermost function boundary: whose registers and `this` apply here.
  Scope* closure_scope() {
    Scope* scope = this;
    while (!scope->is_function_boundary()) scope = scope->outer;
    return scope;
  }
  const Scope* closure_scope() const { return const_cast<Scope*>(this)->closure_scope(); }
};

// How many environments lie between code in `from` and the environment of `to`.
uint32_t EnvironmentHops(const Scope* from, const Scope* to);

// Whether a use at `position` in `use_scope` may find the variable uninitialised, so that the access must
// test for the hole. False only when that is certain.
bool NeedsHoleCheck(const Variable* variable, uint32_t position, const Scope* use_scope);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_TREE_SCOPE_H_
