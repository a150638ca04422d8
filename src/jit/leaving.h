// From optimized code back to the interpreter's frame: exits, and the functions that fast paths end in.
#ifndef HALFWORD_JIT_LEAVING_H_
#define HALFWORD_JIT_LEAVING_H_

#include <cstdint>
#include <memory>
#include <span>

#include "jit/exits/exit_records.h"
#include "objects/functions/function.h"

namespace halfword::jit {

// All registers of the machine, by number, where a stub has stored them.
struct SavedRegisters {
  uint64_t general[16];
  double doubles[16];
};

// What a stub that may collect has stored, while it runs. It lies on the native stack, which is scanned: a
// number that happens to be the place of an object would keep it alive, and a list's beginning its list. So
// where roots are traced, what holds no reference is put aside. Doubles are numbers; general registers are
// what the code has said of them (Isolate::Exchange::references).
class StoredRegisters {
 public:
  StoredRegisters(Isolate&, SavedRegisters*);
  ~StoredRegisters();  // registers are as they were
  StoredRegisters(const StoredRegisters&) = delete;

  // Until the stub ends.
  void Hide();
  StoredRegisters* around() const { return around_; }  // of the stub that was running before; or null

 private:
  template <class F>
  void ForEachNumber(F f);

  StoredRegisters*& innermost_;
  StoredRegisters* const around_;
  SavedRegisters* const registers_;
  const uint32_t references_;
  std::unique_ptr<SavedRegisters> hidden_;
};

// The header of the frame that an inlined function gets.
struct InlinedFrame {
  uint32_t distance;  // words from the frame outside of it
  Code* code;
  Value function, feedback, environment, new_target;
  uint32_t return_pc, argument_count;
  Value return_code;  // of the baseline code behind the call, or Smi 0
};
struct WrittenFrames {
  Value* top;  // the innermost one
  Value acc;
};

// Makes frames true: writes the registers that the record names, and clears all others, because what is in
// them may be anything. `inlined`: of all frames of the record but the first. May collect, and clears the
// registers before. REQUIRES: the record is of code of the frame's function, and the frames fit on the stack.
WrittenFrames WriteFrames(Isolate&, Value* fp, const ExitRecords::Record&,
                          std::span<const InlinedFrame> inlined, SavedRegisters*);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_LEAVING_H_
