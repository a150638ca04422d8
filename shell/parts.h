// The native rows of each part, as host.cc collects them into one table. Installing goes through RowsOf.
#ifndef HALFWORD_SHELL_PARTS_H_
#define HALFWORD_SHELL_PARTS_H_

#include "runtime/functions/native.h"

namespace halfword::shell {

NativeTable TimerRows();
NativeTable Test262Rows();
NativeTable AgentRows();
NativeTable ModuleRows();

}  // namespace halfword::shell

#endif  // HALFWORD_SHELL_PARTS_H_
