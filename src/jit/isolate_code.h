// The machine code that an isolate has: for which functions, where it is entered, how it is made, and how it
// goes. tiers.cc decides when that happens.
//
// A function of the isolate's image begins with what the image has (jit/code/image_code.h), under the entry
// that all clones share. When the isolate makes optimized code that is entered at its beginning, or the
// image's turns out wrong here, the function gets an entry of its own: its Code object is written to, which
// takes this isolate a page.
//
// On the isolate's thread.
#ifndef HALFWORD_JIT_ISOLATE_CODE_H_
#define HALFWORD_JIT_ISOLATE_CODE_H_

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gc/visitor.h"
#include "jit/building/refusals.h"
#include "jit/code/entries.h"
#include "jit/code/image_code.h"
#include "jit/compilers/optimizing.h"
#include "jit/stencils/stencil_table.h"
#include "jit/tiers.h"
#include "regexp/matching.h"
#include "runtime/caches/regexp_heat.h"

namespace halfword::jit {

#if HALFWORD_JIT

// A function that is to be compiled. `info` may be null: its name is not known.
struct Subject {
  Code* code;
  FunctionInfo* info;
  const FeedbackVector* feedback;
};
// For perf and gdb: the function's name and where it begins.
std::string NameOf(Isolate&, const Subject&);

// Its end gives the code back that is the isolate's own.
class IsolateCode {
 public:
  explicit IsolateCode(const TierSettings& settings, std::shared_ptr<ImageCode> image)
      : mode(settings.mode), image(std::move(image)), random_state(settings.seed * 2 + 1) {}
  IsolateCode(const IsolateCode&) = delete;
  ~IsolateCode();

  // The optimizing compiler's code of a function.
  struct Optimized {
    const CompiledCode* code;
    ValueArray* literals;  // in the list of the function's vector; null: the code is the image's
    std::shared_ptr<const Exits> exits;
    std::vector<uint8_t> counts;  // of each exit
    uint32_t exit_count = 0;

    Optimized(const CompiledCode* c, ValueArray* l, std::shared_ptr<const Exits> e)
        : code(c), literals(l), exits(std::move(e)), counts(exits->records.count()) {}
    bool is_of_image() const { return literals == nullptr; }
    bool Has(const void* place) const {
      const auto* at = static_cast<const uint8_t*>(place);
      return at >= code->entry() && at < code->entry() + code->code_bytes;
    }
  };
  // Where optimized code is entered: the function's beginning, or a loop's header.
  struct Way {
    std::unique_ptr<Optimized> optimized = nullptr;
    uint32_t heat = 0;
    bool is_refused = false;  // it is not optimized any more
  };
  struct Function : CompiledFunction {
    uint32_t entry = 0;                      // in the table of entries
    Entries own_entry;                       // none: it is the image's
    uint32_t number = 0;                     // in the image; 0: it is none of the image's functions
    const CompiledCode* of_image = nullptr;  // its baseline code there
    Code* code = nullptr;                    // weak
    FeedbackVector* feedback = nullptr;      // weak: it keeps what optimized code refers to
    FunctionInfo* info = nullptr;            // weak: of the last poll that has found it
    Way from_beginning;
    std::map<uint32_t, Way> loops = {};                               // by the header's offset
    std::vector<std::unique_ptr<Optimized>> formerly_optimized = {};  // frames may return to it
    uint32_t attempts = 0, outdated = 0;
    Refusals refusals = {};
    // Of the closure that the first poll has found, compared and nothing else; and whether others were found.
    Value::Bits first_closure = 0;
    bool has_several_closures = false;

    // Calls f(way) for all that there are.
    template <class F>
    void ForEachWay(F f) {
      f(from_beginning);
      for (auto& [offset, loop] : loops) f(loop);
    }
    template <class F>
    void ForEachOptimized(F f) const {
      if (from_beginning.optimized != nullptr) f(*from_beginning.optimized);
      for (const auto& [offset, loop] : loops) {
        if (loop.optimized != nullptr) f(*loop.optimized);
      }
    }
    bool HasOptimized() const {
      bool has = false;
      ForEachOptimized([&](const Optimized&) { has = true; });
      return has;
    }
  };

  // Null: there is no room, or it can't be compiled.
  const regexp::MachineCode* MakeRegExp(Isolate&, std::span<const uint8_t> program, bool is_two_byte);
  // Null: there is no room, or it can't be compiled, or would be as before. `is_own`: the isolate pays.
  const CompiledCode* Make(Isolate&, const Subject&, const CompiledCode* former, bool is_own);
  // Where it can run, charged to the isolate. Null: there is no room.
  const uint8_t* Keep(Isolate&, std::span<const uint8_t> bytes);
  // The row of a function of the image with what the image has. Null: that is nothing.
  Function* AddRowOfImage(Code*, uint32_t entry);
  // What the image has now, where the entry is still the image's.
  void Refresh(Function&);
  // Sees to it that the entry is the isolate's own. False: there is none.
  bool TakeOwnEntry(const Isolate&, Function&);
  // These don't tell the heap. What is the image's stays.
  void Remove(const Optimized&);
  void Remove(const Function&);
  void Remove(const RegExpHeat::Entry&);
  void RemoveBaseline(const Function&, const CompiledCode*);
  void RemoveBytes(const void* code, size_t size);

  // Statistics of the optimizing compiler, which are made when it does something.
  OptimizerStatistics& Optimizer() {
    if (statistics.optimizer == nullptr) statistics.optimizer = std::make_shared<OptimizerStatistics>();
    return *statistics.optimizer;
  }
  // The next number of a sequence by chance (xorshift).
  uint64_t Next() {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state >> 32;
  }

  const TierMode mode;
  uint32_t polls = 0;                      // of optimized code
  const std::shared_ptr<ImageCode> image;  // null: the isolate is no clone
  uint64_t random_state;
  std::unordered_map<uint32_t, Function> functions;  // by entry
  RegExpHeat regexps;
  StoredRegisters* innermost_stub = nullptr;
  bool is_left_for_fuel = false;  // NoteLeftForFuel
  TierStatistics statistics;
};

// REQUIRES: the isolate has machine code (NativeState::compiled_code).
IsolateCode& CodeOf(const NativeState&);

// Between offsets in the bytecode and bytes from the Code object's address.
uint32_t PcAt(const Code*, uint32_t offset);
uint32_t OffsetOf(const Code*, uint32_t pc);
// In the table of entries.
uint32_t EntryOf(const Isolate&, const Code*);
// The row of a function that has machine code, which is made for one of the image. Null: the function has no
// such code.
IsolateCode::Function* RowOf(Isolate&, Code*);

// The optimized code that an address lies in, with the function's row.
struct FoundCode {
  IsolateCode::Function* function;
  IsolateCode::Way* way;  // null: the code is given up
  IsolateCode::Optimized* optimized;
};
// REQUIRES: the function has such code.
FoundCode OptimizedAt(Isolate&, Code*, const void* from);

// Keeps the values alive as long as the vector is, beside those of other code, until that is gone. Null: they
// are too many. May collect.
ValueArray* KeepLiterals(Isolate&, FeedbackVector*, std::span<const Value> literals);

// While roots are traced, when it is known what lives: code goes that nothing can enter or return to.
void RemoveDead(Isolate&, const gc::LivenessBroker&);

#endif

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_ISOLATE_CODE_H_
