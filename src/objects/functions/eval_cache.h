// EvalCache: the code of texts that eval and the constructors of functions were given lately. A text that
// comes again in the same place is not compiled again (docs/decisions/code-of-equal-texts.md). A ring: the
// oldest entry goes first, whether it was found again or not.
//
// Invariant. What is found depends on what the program did, and on nothing else: not on where objects lie, on
// hash secrets, or on when the heap was collected. So fuel and images stay the same in all tiers. Therefore
// an entry is alive as long as its place is, no longer: a collection drops entries for which nobody can ask
// any more, and leaves their part of the ring as it was.
#ifndef HALFWORD_OBJECTS_FUNCTIONS_EVAL_CACHE_H_
#define HALFWORD_OBJECTS_FUNCTIONS_EVAL_CACHE_H_

#include <span>

#include "objects/functions/function.h"
#include "objects/primitives/string.h"

namespace halfword {

// What the compiler is given by PerformEval (https://tc39.es/ecma262/#sec-performeval).
struct EvalSource {
  Realm* realm;
  Value referrer;  // the Script or ModuleRecord that import() in it imports for, or Smi 0
  String* text;
  bool is_direct = false;
  // Only of direct evals: of the calling scope.
  bool is_caller_strict = false;
  ScopeInfo* outer = nullptr;
};
// By CreateDynamicFunction.
struct DynamicFunctionSource {
  Realm* realm;
  Value referrer;
  FunctionKind kind;  // kNormal, kGenerator, kAsync or kAsyncGenerator
  String* parameters;
  String* body;
};

class EvalCache : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kEvalCache;
  static constexpr uint32_t kEntries = 64;
  // Of one source text, and of all of them. Bytecode takes some ten times as much.
  static constexpr uint32_t kMostBytes = 8 << 10, kMostBytesOfAll = 64 << 10;

  // All that the code of a text depends on.
  struct Query {
    // What refers to the realm and to the referrer, and without which nobody asks again: the ScopeInfo around
    // a direct eval, else the referrer, or the realm if there is none. Smi 0: the code is not to be kept.
    Value place;
    Realm* realm;
    Value referrer;                     // Script::module_ of the code
    uint32_t kind;                      // of eval or constructor, and features
    uint32_t parameters_length;         // of a function's, which the text does not tell
    std::span<const FlatChars> pieces;  // of the text
    uint32_t hash = 0;                  // of them, the same in every isolate
    size_t bytes() const;
  };
  struct Entry {
    ValueField place;  // weak
    ValueField info;   // FunctionInfo of the root, alive while the place is; Smi 0: the entry is free
    uint32_t kind, parameters_length;
    uint32_t bytes;  // of the source; stays when a collection empties the entry
    uint32_t fuel;   // that was charged for compiling
  };

  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);
  // Null: it is not here.
  const Entry* Find(const Query&) const;
  // REQUIRES: the query has a place and at most kMostBytes.
  void Add(const Query&, FunctionInfo*, uint32_t fuel);

 private:
  void Drop(Entry&);

  uint32_t next_;       // the entry to fill, and of those in use the oldest
  uint32_t all_bytes_;  // of all entries
  uint32_t hashes_[kEntries];
  Entry entries_[kEntries];
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_FUNCTIONS_EVAL_CACHE_H_
