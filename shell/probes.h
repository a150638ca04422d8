// What the shell shows to those who work on the engine: --disassemble=NAME, --count-opcodes,
// --count-natives, --trace-ic and --trace-gc. All of it goes to standard error, so that it doesn't mix with
// what the program prints.
#ifndef HALFWORD_SHELL_PROBES_H_
#define HALFWORD_SHELL_PROBES_H_

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "objects/functions/function.h"
#include "runtime/execution/instruction_observer.h"
#include "runtime/functions/native.h"

namespace halfword::gc {
class Heap;
}

namespace halfword::shell {

// ---- Places in source texts (source_place.cc) ----
struct SourcePlace {
  std::string file;               // as the script is called
  uint32_t line = 0, column = 0;  // from 1; 0: not known
  std::string text;               // the whole line
};
// Of a source offset in the function's script. Neither allocates in the heap nor runs JavaScript.
SourcePlace PlaceOf(FunctionInfo& info, uint32_t position);
// Of the instruction at this offset of the function's bytecode.
SourcePlace PlaceOfInstruction(FunctionInfo& info, uint32_t offset);

// ---- --disassemble=NAME (warm_code.cc) ----
// All functions of this name that the isolate has, with source lines and with what each instruction has
// learned. A sentence if there are none.
std::string DisassembleNamed(Isolate& isolate, const std::string& name);

// ---- --count-opcodes (opcode_counter.cc) ----
class OpcodeCounter final : public InstructionObserver {
 public:
  OpcodeCounter();
  void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) override;
  // Opcodes by frequency, then the so many most frequent pairs.
  std::string Report(uint32_t pairs) const;

 private:
  std::vector<uint64_t> counts_;  // by opcode, and by the one before it; kNone: there was none
  uint32_t previous_;
};

// ---- --check-registers (register_checker.cc) ----
// Holds bytecode and opcode table against each other: before each instruction it overwrites the registers and
// the accumulator that are dead there by bytecode/flow.h, so that a program which reads one computes
// something else, and it looks whether instructions that are said to keep the accumulator do.
class RegisterChecker final : public InstructionObserver {
 public:
  RegisterChecker();
  ~RegisterChecker();
  void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) override;

 private:
  struct Function;
  struct Last {
    Code* code;
    uint32_t offset;
    Value acc;
  };
  const Function& FunctionOf(Code*, uint32_t offset);
  void CheckAcc(const Last&, Code*, uint32_t offset, Value acc);

  std::unordered_map<Code*, std::unique_ptr<Function>> functions_;
  std::pair<Code*, const Function*> recent_ = {};
  // The last instruction by the frame that it was executed in; frames far apart share a place.
  struct Place {
    Value* fp;
    Last last;
  };
  std::vector<Place> last_;
};

// ---- --count-natives (native_counter.cc) ----
// Which builtins a program calls. The isolate gets a table of natives whose rows all lead here first, so an
// isolate that nobody counts pays nothing. What reaches no row is seen as an instruction: natives that a call
// does itself (ops/natives.inc), and functions that are JavaScript (bytecode/self_hosted.h) as they begin.
class NativeCounter final : public InstructionObserver {
 public:
  NativeCounter();
  // From now on. Clones count together. REQUIRES: it is an observer of the isolate as well.
  void Attach(Isolate& isolate);
  void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) override;
  // How many builtins of how many were called, then each with how often.
  std::string Report() const;

 private:
  struct Row : NativeRow {
    const NativeRow* original;
    NativeCounter* counter;
    mutable uint64_t count = 0;
  };
  static Completion<Value> CountAndCall(Isolate& isolate, Arguments& call);

  std::deque<Row> rows_;                 // of the library's natives, by index
  std::vector<const NativeRow*> table_;  // those, and the host's own
  std::vector<uint64_t> self_hosted_;    // by SelfHostedFunction
  Isolate* isolate_ = nullptr;
  // The call that was counted as an instruction, in case its native is reached after all.
  const Value* noted_frame_ = nullptr;
  uint32_t noted_index_ = 0;
};

// ---- --trace-ic (cache_tracer.cc) ----
// Prints a line when an instruction has learned something that changes its state. It compares the words
// before and after, so it sees what the interpreter writes as well as what the runtime does.
class CacheTracer final : public InstructionObserver {
 public:
  void Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) override;

 private:
  // An instruction in progress; those of callers below those of what they called.
  struct Site {
    Value* fp;
    Value function;
    Code* code;
    uint32_t offset, index;
    uint32_t count;  // of words
    Value words[8];  // as they were before
  };
  void Compare(Site& site);

  std::vector<Site> sites_;
};

// ---- --trace-gc (collection_tracer.cc) ----
// From now on each collection of the heap prints a line when it is over.
void TraceCollections(gc::Heap& heap);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_PROBES_H_
