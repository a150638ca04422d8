// Isolate: the record at the front of a cage, after its unmapped first page and the collector's HeapFront. So
// the cage base is also the root register, and every field here is [base + constant] for interpreter and
// compiled code. It holds Values and offsets only; what needs native addresses is in NativeState, which lies
// in the annex and is found from here (isolate_state.h, runtime/native_state.h).
//
// Threads: one thread at a time is inside an isolate (CallWithCageBase); only interrupt_ may be written by
// others. GC: the roots below are traced by TraceIsolateRoots.
#ifndef HALFWORD_OBJECTS_ISOLATE_H_
#define HALFWORD_OBJECTS_ISOLATE_H_

#include <atomic>
#include <cstdarg>

#include "gc/write_barrier.h"
#include "objects/host_root.h"
#include "objects/primitives/names.h"
#include "objects/realm.h"

namespace halfword::gc {
class Heap;
}

namespace halfword {

class InternTable;
class ValueList;

enum class ErrorType : uint8_t {
  kError,
  kEvalError,
  kRangeError,
  kReferenceError,
  kSyntaxError,
  kTypeError,
  kURIError
};

// Why an isolate was terminated. After termination no guest code runs until it is reset. kSuspended is the
// way out to the host for a call that leaves its frames behind (runtime/evaluation/suspension.h). Like the
// others it is seen by no handler, but it ends when the host has control.
enum class Termination : uint8_t {
  kNone,
  kOutOfMemory,
  kOutOfFuel,
  kInterrupted,
  kDeadline,
  kHost,
  kSuspended
};

class Isolate {
 public:
  Isolate(const Isolate&) = delete;
  // The isolate entered by this thread.
  static Isolate& Current() { return *reinterpret_cast<Isolate*>(CageBase() + gc::kClientFrontOffset); }

  // ---- Well-known names ----
  String* name(Name n) const { return names_[static_cast<int>(n)].GetNonNull(); }
  PropertyKey key(Name n) const { return PropertyKey::FromInterned(name(n)); }
  Symbol* symbol(WellKnownSymbol s) const { return symbols_[static_cast<int>(s)].GetNonNull(); }
  PropertyKey key(WellKnownSymbol s) const { return PropertyKey::FromSymbol(symbol(s)); }

  // ---- Exceptions. Throw* leave the exception pending and return what converts to every throw completion.
  Throwing Throw(Value exception);
  Throwing ThrowError(ErrorType type, const char* format, ...) __attribute__((format(printf, 3, 4)));
  Throwing ThrowTypeError(const char* format, ...) __attribute__((format(printf, 2, 3)));
  Throwing ThrowRangeError(const char* format, ...) __attribute__((format(printf, 2, 3)));
  Throwing ThrowReferenceError(const char* format, ...) __attribute__((format(printf, 2, 3)));
  Throwing ThrowSyntaxError(const char* format, ...) __attribute__((format(printf, 2, 3)));
  Throwing ThrowStackOverflow();  // RangeError "Maximum call stack size exceeded"
  // Ends the guest: every completion up to the host is a throw, and no handler runs.
  Throwing Terminate(Termination reason);
  // The same without an exception, for code that can't return one: the next poll does.
  void NoteTermination(Termination reason);
  bool HasPendingException() const { return has_exception_; }
  bool IsTerminating() const { return termination_ != Termination::kNone; }
  bool IsSuspending() const { return termination_ == Termination::kSuspended; }
  // Takes the pending exception for guest-visible handling. Only when !IsTerminating().
  Value TakeException();
  // For C++ code that handles a throw completion: false (leave it pending, return a throw) when terminating.
  [[nodiscard]] bool Catch(Value* exception) {
    if (IsTerminating()) return false;
    *exception = TakeException();
    return true;
  }

  // ---- Limits ----
  // Polls interrupt, fuel and deadline: call it in every native loop whose length a guest controls.
  HW_INLINE Completion<void> Poll(int32_t cost = 1) {
    budget_ -= cost;
    if (HW_UNLIKELY(budget_ < 0)) return PollSlow();
    return {};
  }
  // Polls at once, and leaves what is left of the quantum. For use between pieces of work
  // that were charged.
  Completion<void> PollSlow();
  // The same where frames don't say what runs, so that nobody is to look at them.
  Completion<void> PollUnobserved();
  // The reason for which the next poll will terminate the guest (an interrupt or its deadline), or none.
  Termination DueTermination() const;
  // Charges for work that can't poll itself. The next poll comes sooner for it.
  HW_INLINE void Charge(uint32_t cost) {
    DCHECK(cost <= 1u << 30);  // the budget stays a negative number then
    if (HW_LIKELY(budget_ > -(1 << 30))) budget_ -= static_cast<int32_t>(cost);
  }
  // True if the native stack has less than its reserve left: check in every C++ recursion.
  bool NativeStackExhausted() const;

  // What a cache notes beside what holds in this property epoch. In the last one that is 0, which is none,
  // because it never ends.
  uint32_t epoch_to_note() const { return property_epoch_ < kLastPropertyEpoch ? property_epoch_ : 0; }

  gc::Heap& heap() const;
  ValueField& host_root(HostRoot root) { return host_roots_[static_cast<int>(root)]; }
  Realm* realm() const { return realm_.GetNonNull(); }  // the main realm

  // ---- State read by generated code; plain fields on purpose ----
  uint32_t frame_;  // annex offset of the current frame's registers, 0: none (bytecode/frame.h)
  // The running instruction of that frame, as of the last call out of the interpreter: bytes from the
  // Code object's address (bytecode/frame.h).
  uint32_t pc_;
  uint32_t stack_start_, stack_limit_;  // annex offsets of the JavaScript stack
  int32_t budget_;           // counts down at calls and loop back-edges; negative: PollSlow adds quanta
  uint32_t property_epoch_;  // shape.h
  // What is added to Code::entry_index_ (ops/machine_state.h):
  // where the entries of the image's functions begin.
  uint32_t entry_bias_;
  // Functions below this cage offset belong to the image and are still clean: they are not written to
  // (runtime/caches/inline_cache.h). 0: there are none.
  uint32_t clean_functions_end_;
  // How often inline caches of clean functions may still miss before those are written to.
  uint32_t clean_misses_;

  // Each of these is 1 while what it names is as the library made it.
  uint32_t array_species_intact_;    // Array[Symbol.species], Array.prototype.constructor and the like
  uint32_t array_iteration_intact_;  // Array.prototype[Symbol.iterator], %ArrayIteratorPrototype%.next
  uint32_t no_indexed_prototypes_;   // Array.prototype and Object.prototype have no indexed properties
  uint32_t promise_then_intact_;     // Promise.prototype.then, constructor and species
  uint32_t regexp_intact_;           // RegExp.prototype.exec and the flag getters
  uint32_t map_set_iteration_intact_;
  uint32_t harmony_;                 // 1: proposals below stage 4 are on
  uint32_t tail_calls_;              // 1: strict functions are compiled with proper tail calls
  uint32_t regexp_matches_used_;     // 1: regexp_matches_ was read since the last collection
  std::atomic<uint32_t> interrupt_;  // written from any thread
  Termination termination_;
  bool has_exception_;
  bool has_other_realms_;      // a realm was made besides the main one
  bool keeps_learned_shapes_;  // while an image is made, which is to start with what sites have learned
  uint32_t suspended_frame_;   // frame_ of the call that waits for the host; 0: none does
  uint32_t next_hash_;         // identity hashes
  uint32_t hash_secret_;       // of tables keyed by guests' text
  int64_t fuel_;               // remaining beyond budget_; negative: unlimited
  // A HeapNumber, its header last in the first member, for numbers that the next instruction uses up
  // (ops/machine.h). Only instructions with kTakesNumber ever see a reference to it.
  alignas(8) TaggedBits transient_number_header_[2];
  double transient_number_;
  // Between optimized code and what it calls (jit/passes/heap_layout.h).
  struct Exchange {
    uint64_t arguments[2];
    uint64_t parking[16];
    uint32_t exit_number;
    uint32_t references;      // general registers that hold references while a stub runs, a bit each
    uint32_t checks_to_exit;  // tests: so many pass until optimized code is left all the same
    uint32_t exit_every;      // what that begins with
  } exchange_;

  // ---- Roots: all Values from here to roots_end_ ----
  ValueField roots_begin_;
  ValueField exception_;
  Field<Realm> realm_;
  Field<FeedbackVector> cold_feedback_;  // all zero, never written
  Field<Code> entry_code_;               // Halt: what frames entered from C++ return to
  Field<InternTable> intern_table_;
  ValueField self_hosted_;         // ValueArray of FunctionInfos, in the order of SelfHostedFunction
  ValueField home_object_symbol_;  // private names under which functions keep [[HomeObject]] and [[Fields]]
  ValueField class_fields_symbol_;
  ValueField suspension_;  // SuspendedFrame that the last resumption ended with, Smi 0: it returned or threw
  ValueField module_async_order_;    // Smi: the last AsyncEvaluationOrder given
  ValueField join_stack_;            // JSArray of the arrays that Array.prototype.join is in, or Smi 0
  ValueField unhandled_rejections_;  // JSArray of promises, or Smi 0
  ValueField rejections_to_clean_;   // Smi: with so many in that list, those handled since are dropped
  ValueField symbol_registry_;       // for Symbol.for
  ValueField first_job_, last_job_;  // of the queue: Job or Smi 0
  // A value of the host's. Jobs and generators carry it from where they were made to where they run
  // (runtime/control_abstraction/async_context.h). The second one is that of the call at suspended_frame_.
  ValueField async_context_, suspended_context_;
  ValueField undefined_;            // what a cached load of an absent property reads
  ValueField atomics_waiters_;      // of Atomics.waitAsync, or Smi 0 (builtins/structured_data/atomics.cc)
  ValueField kept_objects_;         // [[KeptAlive]] of WeakRefs, or Smi 0 (weak_references.cc)
  Field<Shape> null_object_shape_;  // Object.create(null)
  ValueField regexp_cache_;  // compiled programs of recent patterns; builtins/text_processing/regexp_exec.h
  ValueField eval_cache_;    // EvalCache, or Smi 0
  ValueField regexp_last_match_;  // what RegExp.$1 … are read from
  // The object with [[IsHTMLDDA]], what browsers have as document.all
  // (https://tc39.es/ecma262/#sec-IsHTMLDDA-internal-slot): one at most, from a host. Undefined: none.
  ValueField html_dda_;
  ValueField host_roots_[kHostRootCount];  // see host_root()
  // The first FinalizationRegistryObject with dead targets, or Smi 0 (TakeDirtyRegistry).
  ValueField finalization_queue_;
  Field<String> names_[static_cast<int>(Name::kCount)];
  Field<Symbol> symbols_[static_cast<int>(WellKnownSymbol::kCount)];
  Field<String> single_chars_[256];
  // Small cache of number → string.
  struct NumberStringEntry {
    ValueField number;
    ValueField string;
  };
  NumberStringEntry number_strings_[64];
  ValueField roots_end_;
  // Matches that are remembered (builtins/text_processing/match_list.cc), or Smi 0. A root only
  // while regexp_matches_used_.
  ValueField regexp_matches_;
  // The last value that a throw statement threw and that can't say where, its Script, the offset in it. No
  // roots: a collection empties them (Smi 0) before it sweeps.
  ValueField thrown_, thrown_script_, thrown_position_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_ISOLATE_H_
