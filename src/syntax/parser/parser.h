// The parser: source text in, a ParseResult out, which owns tree, scopes and atoms, or holds the first error.
// Pure and thread-safe: it touches nothing but its arguments.
//
//   ParseResult result = ParseScript(source, {.lazy = true});
//   if (!result.ok()) … result.error().Render() …
//   Compile(result.root());
//
// Lazy functions. With ParseOptions::lazy, an inner function that does not look immediately invoked is
// checked for every early error and analysed, so that its outer functions know which of their variables it
// captures, but no tree of it is kept (FunctionLiteral::is_lazy). To compile it at its first call, keep its
// `descriptor` and the chain of ScopeInfos of the scopes around it, and pass them to ReparseFunction.
//
// TypeScript. With ParseOptions::typescript, types are read and dropped: the tree is that of the program
// without them, with the positions of the file. The syntax is what tsc calls erasable. The rest of the
// language needs code that the source does not hold (enums, namespaces with values, parameter properties,
// `import a = b`, `export =`). It is a SyntaxError with tsc's words, and so is the assertion `<T>x`. With
// ParseOptions::transform_types it is taken too, and the tree is that of the JavaScript that tsc makes of it
// (parser_transform.cc). Eval and dynamic functions have no types.
// A declaration that holds nothing but types is an empty statement, and so is an overload signature. A class
// has no element for an overload, an abstract member or a field with `declare`. Imports are elided only where
// they say `type`, as with tsc's verbatimModuleSyntax.
//
// Semicolons are inserted as TypeScript does. These programs would not be the same if their types were
// overwritten with blanks (tests/js/typescript/semicolons.ts):
//   - A statement that is erased ends the one before it, whatever follows: ( [ ` + - or /.
//   - A type ends before ( or [ or < on the next line. So does the operand of `as T`: what is on the next
//     line neither calls nor indexes it.
//   - A modifier on a line of its own ends the field before it, also where the element that it
//     belongs to begins with [ or *.
//   - A type may be broken over lines. Where a break may not be (behind async, return, throw and yield, and
//     before an arrow), those inside a type do not count.
#ifndef HALFWORD_SYNTAX_PARSER_PARSER_H_
#define HALFWORD_SYNTAX_PARSER_PARSER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform/arena.h"
#include "syntax/scanner/source_text.h"
#include "syntax/tree/ast.h"
#include "syntax/tree/atom.h"
#include "syntax/tree/scope.h"
#include "syntax/tree/scope_info.h"

namespace halfword::syntax {

enum class ErrorKind : uint8_t {
  kNone,
  kSyntaxError,
  kStackOverflow,  // nested too deeply: throw a RangeError
  kOutOfMemory,    // ParseOptions::memory_limit or should_stop
};

struct ParseError {
  ErrorKind kind = ErrorKind::kNone;
  std::string message;  // UTF-8, without "SyntaxError: "
  uint32_t start = 0;   // offsets
  uint32_t end = 0;
  uint32_t line = 0;         // from 1
  uint32_t column = 0;       // from 1
  std::string source_line;   // UTF-8; cut around the error if very long
  uint32_t caret_start = 0;  // in characters of source_line
  uint32_t caret_length = 0;

  // "message\n  source line\n  ^^^^"
  std::string Render() const;
};

// A part of the source that is types. Overwritten with blanks, but for line ends and one character, the text
// is JavaScript that means the same.
struct ErasedRange {
  enum class As : uint8_t {
    kBlanks,
    kSemicolon,           // the first character becomes ; where a statement or class element ends
    kOpenParenthesis,     // the first becomes (, for no line may end between async or return and it
    kClosingParenthesis,  // the last becomes ), for no line may end between it and =>
  };
  uint32_t start;
  uint32_t end;
  As as;
};

struct ParseOptions {
  bool lazy = false;
  uint32_t eager_before = 0;     // a function that begins in front of this offset is not lazy
  bool is_strict = false;        // eval and functions: the code around is strict
  bool harmony = false;          // proposals below stage 4
  bool typescript = false;       // not of ParseEval and ParseDynamicFunction
  bool transform_types = false;  // with typescript: also what can't be erased
  // No frame of the parser goes below this address. 0: 768 KiB below the caller's frame.
  uintptr_t stack_limit = 0;
  size_t memory_limit = 0;  // of the tree and of the names, each, in bytes; 0: none
  // Asked now and then, with the bytes that have been reserved since; true: give up.
  bool (*should_stop)(void* data, size_t bytes) = nullptr;
  void* stop_data = nullptr;
  uint32_t hash_seed = 0;  // a secret, if the source is not to be trusted (see AtomTable)
  // With typescript: gets what is erased, in order and apart from each other.
  std::vector<ErasedRange>* erased = nullptr;
  // Eval and reparse: the scopes around, innermost first.
  std::span<const ScopeInfoView> outer_scopes;
};

// Names for GlobalDeclarationInstantiation and EvalDeclarationInstantiation; of scripts and evals.
// (Functions, also to be declared, are FunctionLiteral::functions.)
struct DeclarationNames {
  std::span<Variable*> var_names;      // VarDeclaredNames that are not function names, without duplicates
  std::span<Variable*> lexical_names;  // let, const, class
  // Annex B.3.3: functions in blocks whose names become var names too unless the runtime finds an obstacle (a
  // script-lexical name, an undeclarable global), in source order, names may repeat. The store to
  // annex_b_variable goes to the variable environment (the global object, or the var scope of the eval's
  // caller), and must do nothing where the runtime refused the name.
  std::span<FunctionDeclaration*> annex_b_functions;
};

struct ParseResultData;

class ParseResult {
 public:
  explicit ParseResult(uint32_t hash_seed = 0);
  ParseResult(ParseResult&&) noexcept;
  ParseResult& operator=(ParseResult&&) noexcept;
  ~ParseResult();

  bool ok() const;
  const ParseError& error() const;
  // The script, module or eval; of ReparseFunction, ParseDynamicFunction and ParseFunctionBody it is the
  // function itself.
  FunctionLiteral* root() const;
  // The scope around the root of ReparseFunction and eval: from ScopeInfo; null at the global level.
  Scope* outer_scope() const;
  const ModuleRecord& module() const;
  const DeclarationNames& declarations() const;
  // The source has tagged templates, in lazy functions too.
  bool has_tagged_templates() const;
  AtomTable& atoms();
  Arena& arena();
  size_t memory_used() const;

 private:
  friend struct ParseResultAccess;
  std::unique_ptr<ParseResultData> data_;
};

// https://tc39.es/ecma262/#sec-parse-script
ParseResult ParseScript(SourceText source, const ParseOptions& options = {});
// https://tc39.es/ecma262/#sec-parsemodule
ParseResult ParseModule(SourceText source, const ParseOptions& options = {});

// https://tc39.es/ecma262/#sec-performeval, steps that parse. Direct: outer_scopes is the chain of the scope
// of the call (CallExpression::scope), from which it follows what may be said inside (super, new.target,
// arguments, private names).
enum class EvalKind : uint8_t { kDirect, kIndirect };
ParseResult ParseEval(SourceText source, EvalKind kind, const ParseOptions& options = {});

// https://tc39.es/ecma262/#sec-createdynamicfunction. The function's source text is made of five parts: the
// start, the parameters, the middle, the body and the end. Parameters and body must each be valid by itself,
// so where they meet is said too. root() is a kExpression named anonymous without self-binding.
enum class DynamicFunctionKind : uint8_t { kNormal, kGenerator, kAsync, kAsyncGenerator };
std::string_view DynamicFunctionStart(DynamicFunctionKind kind);
inline constexpr std::string_view kDynamicFunctionMiddle = "\n) {\n";
inline constexpr std::string_view kDynamicFunctionEnd = "\n}";
ParseResult ParseDynamicFunction(DynamicFunctionKind kind, SourceText source, uint32_t parameters_length,
                                 const ParseOptions& options = {});

// The source is the body of a function with these parameters (ASCII names), as a CommonJS module is. So all
// positions are those of the source. root() is a kExpression without a name.
ParseResult ParseFunctionBody(SourceText source, std::span<const std::string_view> parameters,
                              const ParseOptions& options = {});

// Parses one function of an already checked source; options.outer_scopes: the chain of the scope around it.
// The result is as if it had been parsed eagerly the first time; its own inner functions may again be lazy.
ParseResult ReparseFunction(SourceText source, const FunctionDescriptor& function,
                            const ParseOptions& options = {});

// Whether `name` (an array of code units) is an IdentifierName; for JSON-like printers and error messages.
bool IsIdentifierName(SourceText name);

}  // namespace halfword::syntax

#endif  // HALFWORD_SYNTAX_PARSER_PARSER_H_
