#include "inspect.h"

#include "runtime/conversions.h"

namespace halfword::shell {
std::string Inspect(Isolate& isolate, Value v, const InspectOptions&) { return DescribeForError(isolate, v); }
std::string FormatLog(Isolate& isolate, std::span<const Value> arguments) {
  std::string out;
  for (Value v : arguments) {
    if (!out.empty()) out += ' ';
    out += v.IsString() ? v.AsString()->ToUtf8(isolate) : Inspect(isolate, v);
  }
  return out;
}
}  // namespace halfword::shell
