// console (https://console.spec.whatwg.org/), with node's wording.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "inspect.h"
#include "parts.h"
#include "peek.h"
#include "platform/clock.h"
#include "runtime/conversions.h"
#include "runtime/object_operations.h"
#include "shell.h"
#include "text_width.h"

namespace halfword::shell {

namespace {

enum Magic : uint16_t { kOut, kErr, kStart, kEnd, kPeek };

// With the indentation of the open groups before every line.
void WriteLine(Isolate& isolate, std::string text, bool error) {
  const std::string& indentation = ShellOf(isolate).indentation;
  std::string out;
  if (indentation.empty()) {
    out = std::move(text);
  } else {
    out = indentation;
    for (char c : text) {
      out += c;
      if (c == '\n') out += indentation;
    }
  }
  out += '\n';
  error ? WriteError(out) : WriteOut(out);
}

Completion<Value> Log(Isolate& isolate, Arguments& args) {
  WriteLine(isolate, TRY(FormatLog(isolate, args.all())), args.callee()->magic_ == kErr);
  return Value::Undefined();
}

// trace(data…)
Completion<Value> Trace(Isolate& isolate, Arguments& args) {
  std::string text = TRY(FormatLog(isolate, args.all()));
  JSObject* error = NewError(isolate, ErrorType::kError, nullptr, args.realm());
  std::string stack = PeekText(isolate, error, "stack");
  size_t frames = stack.find("\n    at ");
  // The first frame is this function.
  if (frames != stack.npos) frames = stack.find("\n    at ", frames + 1);
  WriteLine(isolate,
            (text.empty() ? "Trace" : "Trace: " + text) + (frames == stack.npos ? "" : stack.substr(frames)),
            true);
  return Value::Undefined();
}

// assert(condition, data…)
Completion<Value> Assert(Isolate& isolate, Arguments& args) {
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
  WriteLine(isolate, TRY(FormatLog(isolate, list.span())), true);
  return Value::Undefined();
}

// dir(object, options)
Completion<Value> Dir(Isolate& isolate, Arguments& args) {
  InspectOptions options;
  if (args[1].IsObject()) {
    JSObject* o = args[1].AsObject();
    Value depth = Peek(isolate, o, "depth"), hidden = Peek(isolate, o, "showHidden");
    if (depth.IsNumber()) options.depth = static_cast<int>(std::clamp(depth.AsNumber(), -1.0, 1e9));
    if (depth.IsNull()) options.depth = 1'000'000'000;
    if (!hidden.IsNotFound()) options.show_hidden = ToBoolean(hidden);
  }
  WriteLine(isolate, Inspect(isolate, args[0], options), false);
  return Value::Undefined();
}

// ---- Groups, counts, stopwatches ----

Completion<Value> Group(Isolate& isolate, Arguments& args) {
  Shell& shell = ShellOf(isolate);
  if (args.callee()->magic_ == kEnd) {
    shell.indentation.resize(std::max<size_t>(shell.indentation.size(), 2) - 2);
    return Value::Undefined();
  }
  if (args.count() > 0) WriteLine(isolate, TRY(FormatLog(isolate, args.all())), false);
  if (shell.indentation.size() < 1000) shell.indentation += "  ";
  return Value::Undefined();
}

Completion<std::string> Label(Isolate& isolate, Arguments& args) {
  if (args[0].IsUndefined()) return std::string("default");
  return TRY(ToString(isolate, args[0]))->ToUtf8(isolate);
}

Completion<Value> Count(Isolate& isolate, Arguments& args) {
  std::string label = TRY(Label(isolate, args));
  auto& counts = ShellOf(isolate).counts;
  if (args.callee()->magic_ == kStart) {
    WriteLine(isolate, label + ": " + std::to_string(++counts[label]), false);
  } else if (counts.erase(label) == 0) {
    WriteLine(isolate, "Warning: Count for '" + label + "' does not exist", true);
  }
  return Value::Undefined();
}

std::string ElapsedText(uint64_t ns) {
  double ms = static_cast<double>(ns) / 1e6;
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

Completion<Value> Time(Isolate& isolate, Arguments& args) {
  std::string label = TRY(Label(isolate, args));
  auto& watches = ShellOf(isolate).stopwatches;
  uint16_t what = args.callee()->magic_;
  auto it = watches.find(label);
  uint64_t now = platform::MonotonicNanoseconds();
  if (what == kStart) {
    if (it == watches.end()) {
      watches[label] = now;
    } else {
      WriteLine(isolate, "Warning: Label '" + label + "' already exists for console.time()", true);
    }
  } else if (it == watches.end()) {
    WriteLine(isolate,
              "Warning: No such label '" + label + "' for console.time" + (what == kEnd ? "End()" : "Log()"),
              true);
  } else {
    std::string text = label + ": " + ElapsedText(now - it->second);
    if (args.count() > 1) text += " " + TRY(FormatLog(isolate, args.from(1)));
    WriteLine(isolate, text, false);
    if (what == kEnd) watches.erase(label);
  }
  return Value::Undefined();
}

// ---- table ----

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

std::string Cell(Isolate& isolate, Value v) {
  InspectOptions options;
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
Completion<Value> Table(Isolate& isolate, Arguments& args) {
  if (!args[0].IsObject() || args[0].AsObject()->object_type() == HeapType::kProxyObject)
    return Log(isolate, args);
  JSObject* data = args[0].AsObject();
  TableText table;
  if (data->object_type() == HeapType::kMapObject || data->object_type() == HeapType::kSetObject) {
    bool map = data->object_type() == HeapType::kMapObject;
    table.head = map ? std::vector<std::string>{"(iteration index)", "Key", "Values"}
                     : std::vector<std::string>{"(iteration index)", "Values"};
    HashCursor cursor(static_cast<HashCollection*>(data));
    for (size_t row = 0; cursor.Next(); row++) {
      table.rows.push_back({std::to_string(row), Cell(isolate, cursor.key())});
      if (map) table.rows.back().push_back(Cell(isolate, cursor.value()));
    }
    WriteLine(isolate, table.Render(), false);
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
  for (size_t row = 0; row < keys.size(); row++) {
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
  WriteLine(isolate, table.Render(), false);
  return Value::Undefined();
}

constexpr NativeRow kRows[] = {
    {"log", Log, 0, 0, kOut},
    {"info", Log, 0, 0, kOut},
    {"debug", Log, 0, 0, kOut},
    {"dirxml", Log, 0, 0, kOut},
    {"warn", Log, 0, 0, kErr},
    {"error", Log, 0, 0, kErr},
    {"trace", Trace},
    {"assert", Assert},
    {"dir", Dir},
    {"table", Table, 1},
    {"group", Group, 0, 0, kStart},
    {"groupCollapsed", Group, 0, 0, kStart},
    {"groupEnd", Group, 0, 0, kEnd},
    {"count", Count, 0, 0, kStart},
    {"countReset", Count, 0, 0, kEnd},
    {"time", Time, 0, 0, kStart},
    {"timeLog", Time, 0, 0, kPeek},
    {"timeEnd", Time, 0, 0, kEnd},
};

}  // namespace

NativeTable ConsoleRows() { return kRows; }

void InstallConsole(Isolate& isolate, Realm* realm) {
  JSObject* console = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallFunctions(isolate, realm, console, RowsOf(Part::kConsole));
  InstallToStringTag(isolate, console, "console");
  InstallValue(isolate, realm->global_object(), "console", Value(console), kMethodDefault);
}

}  // namespace halfword::shell
