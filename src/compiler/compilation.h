// Compilation: what all functions of one parse share while they are compiled. It turns atoms into strings and
// scopes into ScopeInfos (each once: the tree's user_data and compiler_data remember), makes FunctionInfos,
// and compiles the functions that are not lazy one after the other, not inside each other.
#ifndef HALFWORD_COMPILER_COMPILATION_H_
#define HALFWORD_COMPILER_COMPILATION_H_

#include <cstdint>
#include <vector>

#include "objects/functions/function.h"
#include "objects/functions/module.h"
#include "objects/isolate.h"
#include "objects/memory/external_account.h"
#include "objects/realm.h"
#include "syntax/parser/parser.h"

namespace halfword {
struct SyntaxErrorDetails;
}

namespace halfword::compiler {

class DebugListener;

enum class Failure : uint8_t { kNone, kStackOverflow, kTooLarge, kTerminated };

// The part of a FunctionLiteral that becomes one Code.
enum class Part : uint8_t {
  kWhole,
  kModuleInitializer,  // instantiates the module's function declarations
  kModuleBody,
};

class Compilation {
 public:
  // `outer`: the chain around the root, innermost first, as passed to the parser.
  Compilation(Isolate& isolate, Script* script, syntax::ParseResult& parse, std::vector<ScopeInfo*> outer);
  Compilation(const Compilation&) = delete;

  Isolate& isolate() const { return isolate_; }
  Script* script() const { return script_; }
  syntax::ParseResult& parse() { return parse_; }
  syntax::AtomTable& atoms() { return parse_.atoms(); }
  ExternalAccount& account() { return account_; }
  // The source is as bytecode/self_hosted.h describes.
  bool is_self_hosted() const { return is_self_hosted_; }
  void set_self_hosted() { is_self_hosted_ = true; }
  // Null: nobody listens.
  DebugListener* listener() const { return listener_; }
  // The listener's compilation takes no fuel.
  void set_listener(DebugListener* listener) { listener_ = listener; }

  // The interned string; an array index has none that is a property key, its string is not interned.
  String* StringOf(syntax::Atom* atom);
  // REQUIRES: !atom->is_array_index().
  Value KeyOf(syntax::Atom* atom) { return Value(StringOf(atom)); }
  Value BigIntOf(syntax::Atom* digits);

  // The record of the innermost scope, from `scope` outward, that has one; null if there is none.
  ScopeInfo* ScopeInfoOf(syntax::Scope* scope);
  // For PushEnv: the record of `scope`, or Smi 0 where nobody will ask the environment for its names.
  Value EnvironmentScopeInfo(syntax::Scope* scope);
  // The record of a scope that was compiled earlier.
  ScopeInfo* OuterScopeInfo(const syntax::Scope* scope) const;
  // Whether the variable's environment slot holds a PropertyCell (imports and exports of a module).
  bool IsCell(const syntax::Variable* variable) const;
  uint32_t ImportSlot(const syntax::Variable* variable) const;

  FunctionInfo* NewFunctionInfo(syntax::FunctionLiteral* literal, syntax::Scope* outer);
  // For a class without a constructor.
  FunctionInfo* NewDefaultConstructorInfo(syntax::ClassLiteral* literal);

  struct Pending {
    syntax::FunctionLiteral* literal;  // or
    syntax::ClassLiteral* default_constructor;
    FunctionInfo* info;
    Part part;
  };
  void Enqueue(const Pending& pending) { pending_.push_back(pending); }
  // Compiles everything enqueued, and what that enqueues, until a listener has heard enough.
  // False: see failure().
  bool CompilePending();

  Failure failure() const { return failure_; }
  bool failed() const { return failure_ != Failure::kNone; }
  void Fail(Failure failure) {
    if (failure_ == Failure::kNone) failure_ = failure;
  }
  // Notes a failure if the native stack is nearly used up. Called for each statement and expression, so it
  // also looks at the guest's limits.
  bool StackExhausted() {
    if (HW_UNLIKELY(++visits_ % kVisitsBetweenPolls == 0)) Poll(kVisitsBetweenPolls);
    if (HW_LIKELY(reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) > stack_limit_)) return failed();
    Fail(Failure::kStackOverflow);
    return true;
  }
  // Notes a failure if the guest has come to its end.
  void Poll(int32_t cost) {
    if (listener_ == nullptr && isolate_.Poll(cost).IsThrow()) Fail(Failure::kTerminated);
  }
  // Turns failure() into an exception.
  Throwing Throw();

 private:
  static constexpr int32_t kVisitsBetweenPolls = 256;
  ScopeInfo* NewScopeInfo(syntax::Scope* scope, ScopeInfo* outer);

  Isolate& isolate_;
  Script* script_;
  syntax::ParseResult& parse_;
  std::vector<ScopeInfo*> outer_;
  ExternalAccount account_{isolate_};  // the tree's memory, too
  CountedVector<Pending> pending_{account_};
  std::vector<const syntax::Variable*> namespace_imports_;
  uintptr_t stack_limit_;
  Failure failure_ = Failure::kNone;
  uint32_t visits_ = 0;
  bool is_self_hosted_ = false;
  DebugListener* listener_ = nullptr;
};

// The address below which neither parser nor compiler goes.
uintptr_t NativeStackLimit(uintptr_t room);

// Collects dead objects before a compilation, which does not collect itself. The tree and the bytecode of a
// source take some 30 times its bytes.
void MakeRoomFor(Isolate& isolate, size_t source_length);
syntax::SourceText TextOf(Script* script);
// Parse options with the limits of the guest, for the language of the script; null: JavaScript.
syntax::ParseOptions NewParseOptions(Isolate& isolate, Script* script);
// Where a script's types are: from the parser that reads it as a whole to the script.
class TypesOf {
 public:
  // The parser is to fill in the ranges.
  TypesOf(Isolate& isolate, Script* script, syntax::ParseOptions& options);
  void Keep();

 private:
  Isolate& isolate_;
  Script* script_;
  bool is_transformed_;
  std::vector<syntax::ErasedRange> ranges_;
};

// The functions behind FunctionCompiler: one attempt or two (see compiler.h on temporal
// dead zones). Null: failure.
Code* CompileFunction(Compilation& compilation, const Compilation::Pending& pending);

// The chain around a function or eval, innermost first, in the form the parser takes.
struct OuterScopes {
  explicit OuterScopes(Value innermost);
  std::vector<ScopeInfo*> infos;
  std::vector<syntax::ScopeInfoView> views;
};

// Throws what a failed parse found.
Throwing ThrowParseError(Isolate& isolate, Script* script, const syntax::ParseResult& parse,
                         SyntaxErrorDetails* details);

// What ReparseFunction needs, packed into FunctionInfo::class_fields_.
Value PackDescriptor(Isolate& isolate, const syntax::FunctionLiteral& literal);
syntax::FunctionDescriptor UnpackDescriptor(FunctionInfo* info);
// The constructor's class has instance fields or private methods.
bool HasClassFields(FunctionInfo* info);

}  // namespace halfword::compiler

#endif  // HALFWORD_COMPILER_COMPILATION_H_
