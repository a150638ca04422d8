#include "console/console.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "builtins/builtins.h"
#include "console/format_log.h"
#include "console/inspect.h"
#include "console/peek.h"
#include "console/table.h"
#include "platform/clock.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword::console {

namespace {

constexpr uint32_t kLongestLabel = 1000;  // characters
constexpr size_t kDeepestGroup = 500;

Completion<std::string> Label(Isolate& isolate, Arguments& args) {
  if (args[0].IsUndefined()) return std::string("default");
  return ShownText(isolate, TRY(ToString(isolate, args[0])), kLongestLabel);
}

std::string ElapsedText(double ms) {
  char buffer[64];
  if (ms >= 60000) {
    int minutes = static_cast<int>(ms / 60000);
    std::snprintf(buffer, sizeof buffer, "%d:%06.3f (m:ss.mmm)", minutes, ms / 1000 - minutes * 60);
  } else if (ms >= 1000) {
    std::snprintf(buffer, sizeof buffer, "%.3fs", ms / 1000);
  } else {
    std::snprintf(buffer, sizeof buffer, "%.3f", ms);
    std::string text = buffer;
    while (text.ends_with('0')) text.pop_back();
    if (text.ends_with('.')) text.pop_back();
    return text + "ms";
  }
  return buffer;
}

// The host's clock where there is one: guests must not see more of time than that.
double Milliseconds(Isolate& isolate) {
  const auto& clock = NativeStateOf(isolate).host.current_time_ms;
  return clock ? clock() : static_cast<double>(platform::MonotonicNanoseconds()) / 1e6;
}

}  // namespace

void Console::WriteLine(Isolate& isolate, Level level, std::string_view text) const {
  LineWriter line = Line(isolate, level);
  line.Append(text);
  line.Finish();
}

Completion<void> Console::Format(Isolate& isolate, LineWriter& line, std::span<const Value> arguments) const {
  return FormatLog(isolate, line, arguments, limits_.text);
}

Completion<Value> Console::Log(Isolate& isolate, Level level, std::span<const Value> arguments) const {
  LineWriter line = Line(isolate, level);
  TRY(Format(isolate, line, arguments));
  line.Finish();
  return Value::Undefined();
}

// trace(data…)
Completion<Value> Console::Trace(Isolate& isolate, Arguments& args) {
  LineWriter line = Line(isolate, Level::kError);
  bool says_nothing =
      args.count() == 0 || (args.count() == 1 && args[0].IsString() && args[0].AsString()->length() == 0);
  line.Append(says_nothing ? "Trace" : "Trace: ");
  TRY(Format(isolate, line, args.all()));
  JSObject* error = NewError(isolate, ErrorType::kError, nullptr, args.realm());
  std::string stack = PeekText(isolate, error, "stack");
  size_t frames = stack.find("\n    at ");
  // The first frame is this function.
  if (frames != stack.npos) frames = stack.find("\n    at ", frames + 1);
  if (frames != stack.npos) line.Append(std::string_view(stack).substr(frames));
  line.Finish();
  return Value::Undefined();
}

// assert(condition, data…)
Completion<Value> Console::Assert(Isolate& isolate, Arguments& args) {
  if (ToBoolean(args[0])) return Value::Undefined();
  ValueList list(isolate);
  String* text = NewStringFromAscii(isolate, "Assertion failed");
  if (args.count() > 1) {
    String* first = args[1].IsSymbol() ? NewStringFromUtf8(isolate, Inspect(isolate, args[1]))
                                       : TRY(ToString(isolate, args[1]));
    text = TRY(Concat(isolate, text, NewStringFromAscii(isolate, ": ")));
    text = TRY(Concat(isolate, text, first));
  }
  list.Append(Value(text));
  for (uint32_t i = 2; i < args.count(); i++) list.Append(args[i]);
  return Log(isolate, Level::kError, list.span());
}

// dir(object, options)
Completion<Value> Console::Dir(Isolate& isolate, Arguments& args) {
  InspectOptions options;
  options.max_total = limits_.text;
  if (args[1].IsObject()) {
    JSObject* o = args[1].AsObject();
    Value depth = Peek(isolate, o, "depth"), hidden = Peek(isolate, o, "showHidden");
    if (depth.IsNumber()) options.depth = static_cast<int>(std::clamp(depth.AsNumber(), -1.0, 1e9));
    if (depth.IsNull()) options.depth = 1'000'000'000;
    if (!hidden.IsNotFound()) options.show_hidden = ToBoolean(hidden);
  }
  WriteLine(isolate, Level::kLog, Inspect(isolate, args[0], options));
  return Value::Undefined();
}

// table(data, columns)
Completion<Value> Console::Table(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject() || args[0].AsObject()->object_type() == HeapType::kProxyObject)
    return Log(isolate, Level::kLog, args.all());
  ValueList columns(isolate);
  bool filtered = args[1].IsObject();
  if (filtered) {
    TRY(CreateListFromArrayLike(isolate, args[1], columns));
    for (Value& name : columns) {
      name = Value(TRY(ToString(isolate, name)));
      TRY(isolate.Poll());
    }
  }
  LineWriter line = Line(isolate, Level::kLog);
  WriteTable(isolate, line, args[0].AsObject(), filtered ? &columns : nullptr, limits_);
  line.Finish();
  return Value::Undefined();
}

// group(data…)
Completion<Value> Console::Group(Isolate& isolate, Arguments& args) {
  if (args.count() > 0) TRY(Log(isolate, Level::kLog, args.all()));
  if (indentation_.size() < 2 * kDeepestGroup) indentation_ += "  ";
  return Value::Undefined();
}

// Once, or a guest that has too many would write as many warnings.
void Console::WarnOfLabels(Isolate& isolate, const char* function) {
  if (warned_of_labels_) return;
  warned_of_labels_ = true;
  WriteLine(isolate, Level::kWarn,
            "Warning: console." + std::string(function) + "() keeps " + std::to_string(limits_.labels) +
                " labels, and no more");
}

// count(label), countReset(label)
Completion<Value> Console::Count(Isolate& isolate, Arguments& args, bool reset) {
  std::string label = TRY(Label(isolate, args));
  if (reset) {
    if (counts_.erase(label) == 0)
      WriteLine(isolate, Level::kWarn, "Warning: Count for '" + label + "' does not exist");
  } else if (counts_.size() < limits_.labels || counts_.contains(label)) {
    WriteLine(isolate, Level::kLog, label + ": " + std::to_string(++counts_[label]));
  } else {
    WarnOfLabels(isolate, "count");
  }
  return Value::Undefined();
}

// time(label), timeLog(label, data…), timeEnd(label)
Completion<Value> Console::Time(Isolate& isolate, Arguments& args, Watch what) {
  std::string label = TRY(Label(isolate, args));
  auto it = stopwatches_.find(label);
  double now = Milliseconds(isolate);
  if (what == Watch::kStart) {
    if (it != stopwatches_.end()) {
      WriteLine(isolate, Level::kWarn, "Warning: Label '" + label + "' already exists for console.time()");
    } else if (stopwatches_.size() < limits_.labels) {
      stopwatches_[label] = now;
    } else {
      WarnOfLabels(isolate, "time");
    }
  } else if (it == stopwatches_.end()) {
    WriteLine(isolate, Level::kWarn,
              "Warning: No such label '" + label + "' for console.time" +
                  (what == Watch::kEnd ? "End()" : "Log()"));
  } else {
    LineWriter line = Line(isolate, Level::kLog);
    line.Append(label + ": " + ElapsedText(now - it->second));
    if (what == Watch::kEnd) stopwatches_.erase(it);
    if (args.count() > 1) {
      line.Append(" ");
      TRY(Format(isolate, line, args.from(1)));
    }
    line.Finish();
  }
  return Value::Undefined();
}

Completion<Value> Console::Run(Isolate& isolate, Arguments& args) {
  Function function = static_cast<Function>(args.callee()->magic_);
  if (observer_ != nullptr) observer_(observer_data_, isolate, function, args.all());
  switch (function) {
    case Function::kLog:
    case Function::kDirxml: return Log(isolate, Level::kLog, args.all());
    case Function::kInfo: return Log(isolate, Level::kInfo, args.all());
    case Function::kDebug: return Log(isolate, Level::kDebug, args.all());
    case Function::kWarn: return Log(isolate, Level::kWarn, args.all());
    case Function::kError: return Log(isolate, Level::kError, args.all());
    case Function::kTrace: return Trace(isolate, args);
    case Function::kAssert: return Assert(isolate, args);
    case Function::kDir: return Dir(isolate, args);
    case Function::kTable: return Table(isolate, args);
    case Function::kGroup:
    case Function::kGroupCollapsed: return Group(isolate, args);
    case Function::kGroupEnd: indentation_.resize(std::max<size_t>(indentation_.size(), 2) - 2); break;
    case Function::kCount: return Count(isolate, args, false);
    case Function::kCountReset: return Count(isolate, args, true);
    case Function::kTime: return Time(isolate, args, Watch::kStart);
    case Function::kTimeLog: return Time(isolate, args, Watch::kLog);
    case Function::kTimeEnd: return Time(isolate, args, Watch::kEnd);
  }
  return Value::Undefined();
}

void Install(Isolate& isolate, Realm* realm, NativeTable rows) {
  JSObject* console = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  for (const NativeRow& row : rows) {
    NativeFunction* function = NewNativeFunction(isolate, realm, &row);
    const char* name = std::strchr(row.name(), '.') + 1;
    function->name_.Set(function, Value(InternAscii(isolate, name)));
    InstallValue(isolate, console, name, Value(function), kDataDefault);
  }
  InstallToStringTag(isolate, console, "console");
  InstallValue(isolate, realm->global_object(), "console", Value(console), kMethodDefault);
}

}  // namespace halfword::console
