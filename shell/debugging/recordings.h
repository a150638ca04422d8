// What --cpu-profile and --coverage record, and the files that they write at the end.
#ifndef HALFWORD_SHELL_DEBUGGING_RECORDINGS_H_
#define HALFWORD_SHELL_DEBUGGING_RECORDINGS_H_

#include "options.h"

namespace halfword {
class Isolate;
class IsolateOwner;
}  // namespace halfword

namespace halfword::shell {

// Before the isolate runs anything.
void StartRecordings(Isolate&, const Options&);
// Ends them, and says on standard error what could not be written. False: something could not.
bool WriteRecordings(IsolateOwner&, const Options&);

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_DEBUGGING_RECORDINGS_H_
