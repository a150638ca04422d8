#include "builtins/temporal/methods.h"
namespace halfword::temporal_builtins {
Completion<Value> ToLocaleString(Isolate& isolate, Arguments& args) { return isolate.ThrowRangeError("todo"); }
}
