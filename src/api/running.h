// Scripts to compile, jobs to run, and reports of what nothing has handled.
#ifndef HALFWORD_API_RUNNING_H_
#define HALFWORD_API_RUNNING_H_

#include <string_view>

#include "console/line_writer.h"
#include "halfword/halfword.h"
#include "objects/primitives/names.h"
#include "objects/values/completion.h"
#include "objects/values/value.h"

namespace halfword {
class Isolate;
class Script;
}  // namespace halfword

namespace halfword::api {

// Null: the source can be compiled. Else why it is refused.
const char* ReadSource(const hw_source* from, hw_source* to);
// The script of such a source; without a name it is called `no_name`. A RangeError if the text is longer than
// a string. REQUIRES: the isolate is entered.
Completion<Script*> NewScriptOf(Isolate&, const hw_source&, Name no_name);
// Does what hw_run_jobs does. REQUIRES: the isolate is entered, and no guest runs.
Completion<void> RunAllJobs(Isolate& inside);

// The console of the host: a line, or several.
void WriteLine(Isolate&, console::Level, std::string_view text, bool ends);
// Tells of promises that were rejected and that nothing handles, where the host has no hook for it: to its
// console, or to standard error.
void ReportRejections(Isolate&);
// For a promise that the host gets as a result: the host looks at its outcome, so the console
// does not report it.
void LeaveToHost(Isolate&, Value result);

}  // namespace halfword::api

#endif  // HALFWORD_API_RUNNING_H_
