#include "console/console.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>

#include "builtins/builtins.h"
#include "console/inspect.h"
#include "console/peek.h"
#include "console/text_width.h"
#include "platform/clock.h"
#include "runtime/conversions.h"
#include "runtime/native_state.h"
#include "runtime/object_operations.h"

namespace halfword::console {

namespace {

constexpr size_t kLongestLabel = 1000;
constexpr size_t kDeepestGroup = 500;

Completion<std::string> Label(Isolate& isolate, Arguments& args) {
  if (args[0].IsUndefined()) return std::string("default");
  std::string label = TRY(ToString(isolate, args[0]))->ToUtf8(isolate);
  if (label.size() > kLongestLabel) label.resize(kLongestLabel);
  return label;
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

struct TableText {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;

  size_t Column(const std::string& name) {
    for (size_t i = 0; i < head.size(); i++) {
      if (head[i] == name) return i;
    }
    head.push_back(name);
    return head.size() - 1;
  }
  void Set(size_t row, size_t column, std::string text) {
    if (rows[row].size() <= column) rows[row].resize(column + 1);
    rows[row][column] = std::move(text);
  }
  std::string Render() const {
    std::vector<size_t> widths;
    for (size_t c = 0; c < head.size(); c++) {
      size_t width = DisplayWidth(head[c]);
      for (const auto& row : rows) width = std::max(width, c < row.size() ? DisplayWidth(row[c]) : 0);
      widths.push_back(width + 2);
    }
    auto rule = [&](const char* left, const char* middle, const char* right) {
      std::string out = left;
      for (size_t c = 0; c < widths.size(); c++) {
        if (c) out += middle;
        for (size_t i = 0; i < widths[c]; i++) out += "─";
      }
      return out + right;
    };
    auto line = [&](const std::vector<std::string>& cells) {
      std::string out = "│";
      for (size_t c = 0; c < widths.size(); c++) {
        std::string text = c < cells.size() ? cells[c] : "";
        out += " " + text + std::string(widths[c] - DisplayWidth(text) - 1, ' ') + "│";
      }
      return out + "\n";
    };
    std::string out = rule("┌", "┬", "┐") + "\n" + line(head) + rule("├", "┼", "┤") + "\n";
    for (const auto& row : rows) out += line(row);
    return out + rule("└", "┴", "┘");
  }
};

void OwnEnumerableKeys(Isolate& isolate, JSObject* object, ValueList& out) {
  ValueList all(isolate);
  if (object->object_type() == HeapType::kProxyObject) return;
  if (internal_method::OwnPropertyKeys(isolate, object, all).IsThrow()) {
    Value ignored;
    (void)isolate.Catch(&ignored);
    return;
  }
  PropertyDescriptor d;
  for (Value key : all) {
    if (key.IsString() && PeekOwn(isolate, object, PropertyKey::FromString(isolate, key.AsString()), &d) &&
        d.enumerable)
      out.Append(key);
  }
}

}  // namespace

void Console::WriteLine(Isolate& isolate, Level level, std::string text) {
  if (indentation_.empty()) return sink_(isolate, level, text);
  std::string out = indentation_;
  for (char c : text) {
    out += c;
    if (c == '\n') out += indentation_;
  }
  sink_(isolate, level, out);
}

Completion<std::string> Console::Format(Isolate& isolate, std::span<const Value> arguments) const {
  return FormatLog(isolate, arguments, limits_.text);
}

// trace(data…)
Completion<Value> Console::Trace(Isolate& isolate, Arguments& args) {
  std::string text = TRY(Format(isolate, args.all()));
  JSObject* error = NewError(isolate, ErrorType::kError, nullptr, args.realm());
  std::string stack = PeekText(isolate, error, "stack");
  size_t frames = stack.find("\n    at ");
  // The first frame is this function.
  if (frames != stack.npos) frames = stack.find("\n    at ", frames + 1);
  if (text.empty())
    text = "Trace";
  else
    text = "Trace: " + text;
  WriteLine(isolate, Level::kError, text + (frames == stack.npos ? "" : stack.substr(frames)));
  return Value::Undefined();
}

// assert(condition, data…)
Completion<Value> Console::Assert(Isolate& isolate, Arguments& args) {
  if (ToBoolean(args[0])) return Value::Undefined();
  ValueList list(isolate);
  std::string text = "Assertion failed";
  for (Value v : args.from(1)) {
    if (list.empty())
      text += ": " + (v.IsSymbol() ? Inspect(isolate, v) : TRY(ToString(isolate, v))->ToUtf8(isolate));
    list.Append(v);
  }
  if (list.empty()) list.Append(Value::Undefined());
  list[0] = Value(NewStringFromUtf8(isolate, text));
  WriteLine(isolate, Level::kError, TRY(Format(isolate, list.span())));
  return Value::Undefined();
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

// group(data…)
Completion<Value> Console::Group(Isolate& isolate, Arguments& args) {
  if (args.count() > 0) WriteLine(isolate, Level::kLog, TRY(Format(isolate, args.all())));
  if (indentation_.size() < 2 * kDeepestGroup) indentation_ += "  ";
  return Value::Undefined();
}

// count(label), countReset(label)
Completion<Value> Console::Count(Isolate& isolate, Arguments& args, bool reset) {
  std::string label = TRY(Label(isolate, args));
  if (reset) {
    if (counts_.erase(label) == 0)
      WriteLine(isolate, Level::kWarn, "Warning: Count for '" + label + "' does not exist");
  } else if (counts_.size() < limits_.labels || counts_.contains(label)) {
    WriteLine(isolate, Level::kLog, label + ": " + std::to_string(++counts_[label]));
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
    }
  } else if (it == stopwatches_.end()) {
    WriteLine(isolate, Level::kWarn,
              "Warning: No such label '" + label + "' for console.time" +
                  (what == Watch::kEnd ? "End()" : "Log()"));
  } else {
    std::string text = label + ": " + ElapsedText(now - it->second);
    if (what == Watch::kEnd) stopwatches_.erase(it);
    if (args.count() > 1) text += " " + TRY(Format(isolate, args.from(1)));
    WriteLine(isolate, Level::kLog, text);
  }
  return Value::Undefined();
}

std::string Console::Cell(Isolate& isolate, Value v) const {
  InspectOptions options;
  options.max_total = limits_.text;
  options.depth = 0;
  if (v.IsObject() && !v.Is<JSArray>()) {
    ValueList keys(isolate);
    OwnEnumerableKeys(isolate, v.AsObject(), keys);
    if (keys.size() > 2) options.depth = -1;
  }
  options.max_array_length = 3;
  options.break_length = 1u << 30;
  return Inspect(isolate, v, options);
}

// table(data, columns)
Completion<Value> Console::Table(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject() || args[0].AsObject()->object_type() == HeapType::kProxyObject)
    return WriteLine(isolate, Level::kLog, TRY(Format(isolate, args.all()))), Value::Undefined();
  JSObject* data = args[0].AsObject();
  TableText table;
  if (data->object_type() == HeapType::kMapObject || data->object_type() == HeapType::kSetObject) {
    bool map = data->object_type() == HeapType::kMapObject;
    table.head = map ? std::vector<std::string>{"(iteration index)", "Key", "Values"}
                     : std::vector<std::string>{"(iteration index)", "Values"};
    HashCursor cursor(static_cast<HashCollection*>(data));
    for (size_t row = 0; row < limits_.rows && cursor.Next(); row++) {
      table.rows.push_back({std::to_string(row), Cell(isolate, cursor.key())});
      if (map) table.rows.back().push_back(Cell(isolate, cursor.value()));
    }
    WriteLine(isolate, Level::kLog, table.Render());
    return Value::Undefined();
  }
  table.head = {"(index)"};
  ValueList filter(isolate), keys(isolate);
  bool filtered = args[1].IsObject();
  if (filtered) {
    TRY(CreateListFromArrayLike(isolate, args[1], filter));
    for (Value name : filter) table.Column(TRY(ToString(isolate, name))->ToUtf8(isolate));
  }
  OwnEnumerableKeys(isolate, data, keys);
  std::vector<std::string> values;  // of rows that are no objects
  bool has_values = false;
  for (size_t row = 0; row < std::min(keys.size(), limits_.rows); row++) {
    table.rows.push_back({keys[row].AsString()->ToUtf8(isolate)});
    PropertyDescriptor d;
    Value item = PeekOwn(isolate, data, PropertyKey::FromString(isolate, keys[row].AsString()), &d)
                     ? d.value
                     : Value::Undefined();
    values.emplace_back();
    if (!item.IsObject() || item.IsCallable()) {
      values.back() = Cell(isolate, item);
      has_values = true;
      continue;
    }
    ValueList names(isolate);
    OwnEnumerableKeys(isolate, item.AsObject(), names);
    for (Value name : names) {
      std::string text = name.AsString()->ToUtf8(isolate);
      if (filtered && std::find(table.head.begin() + 1, table.head.end(), text) == table.head.end()) continue;
      if (!PeekOwn(isolate, item.AsObject(), PropertyKey::FromString(isolate, name.AsString()), &d)) continue;
      table.Set(row, table.Column(text), d.IsAccessor() ? "[Getter]" : Cell(isolate, d.value));
    }
  }
  if (has_values) {
    table.head.push_back("Values");
    for (size_t row = 0; row < values.size(); row++) table.Set(row, table.head.size() - 1, values[row]);
  }
  WriteLine(isolate, Level::kLog, table.Render());
  return Value::Undefined();
}

Completion<Value> Console::Run(Isolate& isolate, Arguments& args) {
  auto log = [&](Level level) -> Completion<Value> {
    WriteLine(isolate, level, TRY(Format(isolate, args.all())));
    return Value::Undefined();
  };
  switch (static_cast<Function>(args.callee()->magic_)) {
    case Function::kLog:
    case Function::kDirxml: return log(Level::kLog);
    case Function::kInfo: return log(Level::kInfo);
    case Function::kDebug: return log(Level::kDebug);
    case Function::kWarn: return log(Level::kWarn);
    case Function::kError: return log(Level::kError);
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
    const char* name = std::strchr(row.name, '.') + 1;
    function->name_.Set(function, Value(InternAscii(isolate, name)));
    InstallValue(isolate, console, name, Value(function), kDataDefault);
  }
  InstallToStringTag(isolate, console, "console");
  InstallValue(isolate, realm->global_object(), "console", Value(console), kMethodDefault);
}

}  // namespace halfword::console
