// NativeState: what an isolate needs that has native addresses. It lies outside the cage (never in an image)
// and is found through the annex. Higher layers put their entry points in here, so calls upward are data: the
// interpreter's entry, the compiler, the table of natives, the host's callbacks.
#ifndef HALFWORD_RUNTIME_NATIVE_STATE_H_
#define HALFWORD_RUNTIME_NATIVE_STATE_H_

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bytecode/self_hosted.h"
#include "gc/heap.h"
#include "objects/functions/eval_cache.h"
#include "objects/functions/module.h"
#include "objects/isolate_state.h"
#include "objects/library/promises.h"
#include "runtime/caches/site.h"
#include "runtime/caches/stub_cache.h"
#include "runtime/functions/native.h"

namespace halfword {

class RegExpHeat;      // runtime/caches/regexp_heat.h
class RegExpProgram;   // objects/library/text_processing.h
class SuspendedFrame;  // objects/library/generators.h
namespace regexp {
struct MachineCode;  // regexp/matching.h
}

struct Continuation;         // runtime/operations/call.h
struct Machine;              // ops/machine_state.h
struct InstructionObserver;  // runtime/execution/instruction_observer.h
class DebugHooks;            // runtime/execution/debug_hooks.h

struct CompileHooks {
  Completion<FunctionInfo*> (*script)(Isolate&, Script*, bool lazy) = nullptr;
  Completion<FunctionInfo*> (*eval)(Isolate&, const EvalSource&) = nullptr;
  Completion<FunctionInfo*> (*dynamic_function)(Isolate&, const DynamicFunctionSource&) = nullptr;
  Completion<ModuleRecord*> (*module)(Isolate&, Script*) = nullptr;
  Completion<FunctionInfo*> (*function_body)(Isolate&, Script*, std::span<const std::string_view> parameters,
                                             bool lazy) = nullptr;
  Completion<Code*> (*lazy)(Isolate&, FunctionInfo*) = nullptr;
  Completion<FunctionInfo*> (*self_hosted)(Isolate&, Script*) = nullptr;
};

// Enters the interpreter with a frame laid out at `registers` (header filled but
// kReturnPc/kCallerDelta/kCode/...), or resumes a suspended one. Installed by isolates/.
struct InterpreterHooks {
  // Runs `function` (a JSFunction) on the frame whose this/arguments are already at registers[0 … argc].
  Value (*call)(Isolate&, Value* registers, uint32_t argc) = nullptr;
  // Runs `code` on a frame that is complete but for its temporaries, above an entry frame.
  Value (*run)(Value* registers, Code* code) = nullptr;
  // Resumes a suspended frame with acc = value; mode 0 next, 1 throw, 2 return. Result: what
  // it returned or yielded.
  Value (*resume)(Isolate&, SuspendedFrame*, Value value, int mode, const Continuation&) = nullptr;
  // Goes on in the frame at `pc`, bytes from its Code object's address, with acc = value; where that is the
  // exception immediate, unwinds from there.
  Value (*go_on)(Isolate&, Value* fp, uint32_t pc, Value value) = nullptr;
};

// What is asked of the compiled tier. Only where NativeState::machine has entries.
struct CompiledHooks {
  // The function was found running at a poll, and was warm already (NoteRunning).
  void (*note_hot)(Isolate&, FunctionInfo*, const FeedbackVector*) = nullptr;
  // Where its machine code goes on at `pc`, bytes from the Code object's address; null: it has none there.
  const void* (*entry_at)(const Machine&, Isolate&, Code*, uint32_t pc) = nullptr;
  // The same at a back-edge that was polled, behind note_hot. It may compile, and collect.
  const void* (*loop_entry_at)(const Machine&, Isolate&, Code*, uint32_t pc) = nullptr;
  // Before a match in `length` units, and at its polls: the program's machine code, which is made where the
  // program is hot; null: the match is interpreted. Before a match only if `regexps` has none, or is null.
  const regexp::MachineCode* (*regexp_code)(Isolate&, RegExpProgram*, bool is_two_byte,
                                            uint32_t length) = nullptr;
  const RegExpHeat* regexps = nullptr;
  uint32_t boundaries_to_change = 0;  // where tiers change at random (jit/random_tiers.cc)
};

// What StepLibraryIterator (runtime/operations/iterators.h) leaves to those above it. NotFound: exhausted.
struct IteratorSteps {
  Completion<Value> (*generator)(Isolate&, JSObject* generator, Value next_method,
                                 const Continuation&) = nullptr;
  Completion<Value> (*iterator_helper)(Isolate&, JSObject* helper) = nullptr;
};

struct HostHooks {
  // HostLoadImportedModule. The host finishes now by returning the ModuleRecord or throwing. Or it
  // returns undefined and finishes later: once the module is there or has failed, everything that
  // waits tries again (modules_pending).
  std::function<Completion<Value>(Isolate&, Value referrer /* Script, ModuleRecord or Realm */,
                                  String* specifier, Value attributes)>
      load_module;
  // `retry` is to be called after each module that arrives or fails, until it returns true.
  std::function<void(Isolate&, NativeFunction* retry)> modules_pending;
  std::function<void(Isolate&, JSObject* import_meta, ModuleRecord*)> import_meta;
  // operation: "reject", "handle"
  std::function<void(Isolate&, JSObject* promise, bool handled)> promise_rejection_tracker;
  // A job of WatchPromise.
  std::function<void(Isolate&, uint64_t token, PromiseState, Value result)> promise_settled;
  // Another thread has left something to do for the isolate's jobs. Called on that thread.
  std::function<void()> wake;
  std::function<double()> current_time_ms;  // default: wall clock
  std::function<uint64_t()> random_seed;    // default: the system's
  // [[CanBlock]] of the agent (https://tc39.es/ecma262/#sec-agents): Atomics.wait waits; otherwise it throws.
  bool can_block = true;
};

// The last syntax error a compilation threw, as a host may show it.
struct SyntaxErrorPlace {
  std::string rendered;  // message, source line, carets
  std::string name;
  uint32_t line = 0, column = 0;  // from 1
};

// A base, so that it comes before IsolateState in NativeState.
struct StubCachePages {
  StubCache stub_cache;  // nine pages, of which most isolates touch three
};

// Made in zeroed memory of the annex, so that a small isolate's own state is on few pages, all returned with
// its slot. All of it but the stub cache is on one page.
struct NativeState : StubCachePages, IsolateState {
  gc::Heap* heap = nullptr;
  Isolate* isolate = nullptr;
  NativeRows natives;
  const NativeRow& native(uint32_t index) const { return natives[index]; }
  std::span<const NativeRange> native_ranges;  // the way back; from AllNativeRanges()
  const NativeRange* recent_native_range = nullptr;
  CompileHooks compile;
  // The value of a RegularExpressionLiteral; the pattern is compiled by builtins/.
  Completion<Value> (*regexp_literal)(Isolate&, String* pattern, String* flags) = nullptr;
  // An operation of self-hosted builtins (bytecode/self_hosted.h) on its arguments.
  Completion<Value> (*self_hosted_operation)(Isolate&, SelfHostedOperation, Value* arguments) = nullptr;
  // Evaluates the module of a deferred namespace that is being looked at (runtime/evaluation).
  Completion<void> (*evaluate_deferred)(Isolate&, class ModuleRecord*) = nullptr;
  IteratorSteps steps;
  InterpreterHooks interpreter;
  const Machine* machine = nullptr;
  CompiledHooks compiled;
  std::shared_ptr<void> compiled_code;  // what jit/ keeps of this isolate
  HostHooks host;
  uint64_t random_state[2] = {};
  std::shared_ptr<void> local_time;  // the time zone and its cached offsets; made and read by Date
  SyntaxErrorPlace syntax_error;
  // The first of a list; looked at when JavaScript is entered.
  InstructionObserver* instruction_observer = nullptr;
  DebugHooks* debug = nullptr;         // the same; null: nobody debugs the isolate
  std::shared_ptr<void> debugger;      // what inspector/ keeps of this isolate; null: it was never debugged
  std::shared_ptr<void> profiler;      // the same; null: no profile is being made
  std::shared_ptr<void> coverage;      // the same; null: nobody counts what runs
  std::shared_ptr<void> heap_profile;  // the same; null: nobody looks at allocations
  void* host_data = nullptr;
};

// Of the cage at `base`. REQUIRES: it is an isolate's.
inline NativeState& NativeStateAt(uintptr_t base) {
  return *static_cast<NativeState*>(static_cast<IsolateState*>(gc::AnnexFrontOf(base)->client));
}
// Of the isolate that this thread has entered.
inline NativeState& NativeStateOf(Isolate&) { return NativeStateAt(CageBase()); }

}  // namespace halfword

#endif  // HALFWORD_RUNTIME_NATIVE_STATE_H_
