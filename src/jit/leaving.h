// From optimized code back to the interpreter's frame: exits, and the functions that fast paths end in.
#ifndef HALFWORD_JIT_LEAVING_H_
#define HALFWORD_JIT_LEAVING_H_

#include <cstdint>

#include "jit/exits/exit_records.h"
#include "objects/all.h"

namespace halfword::jit {

// All registers of the machine, by number, where a stub has stored them.
struct SavedRegisters {
  uint64_t general[16];
  double doubles[16];
};

// Makes the frame true: writes the registers that the record names, and clears all others, because what is
// in them may be anything. Returns acc. May collect. REQUIRES: the record is of code of the frame's function.
Value WriteFrame(Isolate&, Value* fp, const ExitRecords::Record&, const SavedRegisters&);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_LEAVING_H_
