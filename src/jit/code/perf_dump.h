// Tells perf what machine code is, in perf's own format (jitdump-specification.txt of its sources): the file
// jit-PID.dump in the working directory gets a record for each piece of code when it is made. Code that an
// image came with has none. (perf's simpler maps of names are not read for memory that is mapped from a
// file, as ours is.)
//
//   perf record -k mono halfword --perf-dump x.js && perf inject --jit -i perf.data -o named.data
//   perf report -i named.data
//
// Threads: any.
#ifndef HALFWORD_JIT_PERF_DUMP_H_
#define HALFWORD_JIT_PERF_DUMP_H_

#include <string_view>
#include <vector>

#include "jit/compilers/baseline.h"

namespace halfword::jit {

enum class PerfDetail : uint8_t {
  kFunctions,
  kInstructions,  // a name for each opcode's part: "opcode.variant function"; "~opcode" is what runs rarely
};

// From now on, for the whole process. False: the file can't be made. REQUIRES: it is not open.
bool OpenPerfDump(PerfDetail);
bool PerfDumpIsOpen();
// The parts are those of Compile. REQUIRES: it is open.
void AddToPerfDump(const CompiledCode*, std::string_view function, const std::vector<PlacedPart>& parts);

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_PERF_DUMP_H_
