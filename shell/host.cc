// Global functions of the shell, performance, and the table of all its natives.
#include <limits.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "gc/heap.h"
#include "objects/library/indexed_collections.h"
#include "objects/long_work.h"
#include "objects/memory/external_account.h"
#include "parts.h"
#include "platform/clock.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"
#include "shell.h"
#include "unicode/utf8.h"

namespace halfword::shell {

namespace {

// print(value…)
Completion<Value> Print(Isolate& isolate, Arguments& args) {
  ValueList texts(isolate);
  for (uint32_t i = 0; i < args.count(); i++) texts.Append(Value(TRY(ToString(isolate, args[i]))));
  console::LineWriter line(isolate, PrintLine, console::Level::kLog, {}, {});
  for (size_t i = 0; i < texts.size(); i++) {
    if (i) line.Append(" ");
    line.Append(texts[i].AsString());
  }
  line.Finish();
  TRY(isolate.Poll());
  return Value::Undefined();
}

// What a guest reads counts as its memory.
using Bytes = CountedVector<char>;

// False: over the guest's limit.
bool AppendByte(Isolate& isolate, Bytes& bytes, char byte) {
  bytes.push_back(byte);
  return !isolate.IsTerminating();
}

Completion<std::string> PathOf(Isolate& isolate, Value path) {
  String* text = TRY(ToString(isolate, path));
  if (text->length() < PATH_MAX) return text->ToUtf8(isolate);
  return isolate.ThrowError(ErrorType::kError, "there is no path '%s'", ShortText(isolate, text).c_str());
}

Completion<void> ReadBytes(Isolate& isolate, Value path, Bytes& bytes) {
  std::string name = TRY(PathOf(isolate, path));
  std::ifstream file(name, std::ios::binary);
  std::error_code error;
  if (!file || std::filesystem::is_directory(name, error))
    return isolate.ThrowError(ErrorType::kError, "cannot read '%s'", name.c_str());
  char piece[1 << 16];
  while (file) {
    file.read(piece, sizeof piece);
    bytes.insert(bytes.end(), piece, piece + file.gcount());
    TRY(isolate.PollSlow());
  }
  if (file.bad()) return isolate.ThrowError(ErrorType::kError, "cannot read '%s'", name.c_str());
  return {};
}

Completion<String*> TextOf(Isolate& isolate, const Bytes& bytes) {
  if (bytes.size() > String::kMaxLength) return isolate.ThrowRangeError("Invalid string length");
  return NewStringFromUtf8(isolate, {bytes.data(), bytes.size()});
}

Completion<String*> ReadText(Isolate& isolate, Value path) {
  ExternalAccount account(isolate);
  Bytes bytes(account);
  TRY(ReadBytes(isolate, path, bytes));
  return TextOf(isolate, bytes);
}

// readFile(path[, "binary"]): a string, or a Uint8Array.
Completion<Value> ReadFile(Isolate& isolate, Arguments& args) {
  if (args[1].IsString() && args[1].AsString()->EqualsAscii("binary")) {
    ExternalAccount account(isolate);
    Bytes bytes(account);
    TRY(ReadBytes(isolate, args[0], bytes));
    JSObject* constructor = args.realm()->intrinsic(Intrinsic::kUint8Array);
    Value length = NumberValue(isolate, static_cast<double>(bytes.size()));
    JSObject* array = TRY(Construct(isolate, constructor, {length}));
    std::copy(bytes.begin(), bytes.end(), static_cast<TypedArrayObject*>(array)->view(isolate).data);
    return array;
  }
  return TRY(ReadText(isolate, args[0]));
}

// writeFile(path, text)
Completion<Value> WriteFile(Isolate& isolate, Arguments& args) {
  std::string name = TRY(PathOf(isolate, args[0]));
  String* text = TRY(ToString(isolate, args[1]));
  std::ofstream out(name, std::ios::binary);
  text->Flatten(isolate).Visit([&](auto span) {
    unicode::ForEachUtf8Piece(span, [&](std::string_view piece) {
      out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      return out && !IsTerminatedOrStopping(isolate);
    });
  });
  out.close();
  TRY(isolate.Poll());
  if (!out) return isolate.ThrowError(ErrorType::kError, "cannot write '%s'", name.c_str());
  return Value::Undefined();
}

// readline(): the next line of standard input, or null at its end.
Completion<Value> ReadLine(Isolate& isolate, Arguments&) {
  FlushOut();
  ExternalAccount account(isolate);
  Bytes line(account);
  int byte;
  while ((byte = std::cin.get()) != EOF && byte != '\n') {
    if (!AppendByte(isolate, line, static_cast<char>(byte))) return kThrow;
  }
  if (byte == EOF && line.empty()) return Value::Null();
  return Value(TRY(TextOf(isolate, line)));
}

// load(path…): runs scripts in the global scope.
Completion<Value> Load(Isolate& isolate, Arguments& args) {
  Value result = Value::Undefined();
  for (uint32_t i = 0; i < args.count(); i++) {
    String* name = TRY(ToString(isolate, args[i]));
    String* text = TRY(ReadText(isolate, Value(name)));
    result = TRY(EvaluateScript(isolate, NewScript(isolate, args.realm(), text, name)));
  }
  return result;
}

Completion<Value> Gc(Isolate& isolate, Arguments&) {
  isolate.heap().CollectGarbage();
  return Value::Undefined();
}

// quit(code)
Completion<Value> Quit(Isolate& isolate, Arguments& args) {
  int32_t code = TRY(ToInt32(isolate, args[0]));
  Shell& shell = ShellOf(isolate);
  shell.quitting = true;
  shell.exit_code = code & 255;
  return isolate.Terminate(Termination::kHost);
}

uint64_t StartTime() {
  static const uint64_t start = platform::MonotonicNanoseconds();
  return start;
}

Completion<Value> PerformanceNow(Isolate& isolate, Arguments&) {
  return NumberValue(isolate, static_cast<double>(platform::MonotonicNanoseconds() - StartTime()) / 1e6);
}

Completion<Value> CallMicrotask(Isolate& isolate, Arguments& args) {
  Completion<Value> result = Call(isolate, args.callee()->data_[0], Value::Undefined());
  if (!result.IsThrow() || isolate.IsTerminating()) return result;
  // An error in a job of the host's ends the program as one in a script does.
  Shell& shell = ShellOf(isolate);
  shell.exit_code = ReportPending(isolate);
  shell.quitting = true;
  return isolate.Terminate(Termination::kHost);
}

Completion<Value> QueueMicrotask(Isolate& isolate, Arguments& args);

constexpr NativeRow kGlobalRows[] = {
    {"print", Print},
    {"load", Load, 1},
    {"read", ReadFile, 1},
    {"readFile", ReadFile, 1},
    {"writeFile", WriteFile, 2},
    {"readline", ReadLine},
    {"gc", Gc},
    {"quit", Quit, 1},
    {"queueMicrotask", QueueMicrotask, 1},
};
console::Console& ConsoleOf(Isolate& isolate) { return ShellOf(isolate).console; }
constexpr std::array<NativeRow, console::kRows> kConsoleRows = console::RowsOf<ConsoleOf>();
constexpr NativeRow kInternalRows[] = {{"", CallMicrotask}};
constexpr NativeRow kPerformanceRows[] = {{"now", PerformanceNow}};

Completion<Value> QueueMicrotask(Isolate& isolate, Arguments& args) {
  if (!args[0].IsCallable()) {
    return isolate.ThrowTypeError("The \"callback\" argument must be of type function");
  }
  Value job = Value(NewNativeFunction(isolate, args.realm(), RowsOf(Part::kInternal).data(), args[0]));
  EnqueueCallJob(isolate, job, Value::Undefined(), {});
  return Value::Undefined();
}

// The isolate wants one table.
struct Table {
  std::vector<NativeRow> rows;
  std::vector<size_t> ends;
};
const Table& AllRows() {
  static const Table table = [] {
    Table t;
    for (NativeTable part :
         {NativeTable(kGlobalRows), NativeTable(kPerformanceRows), NativeTable(kConsoleRows), TimerRows(),
          Test262Rows(), AgentRows(), ModuleRows(), NativeTable(kInternalRows)}) {
      t.rows.insert(t.rows.end(), part.begin(), part.end());
      t.ends.push_back(t.rows.size());
    }
    return t;
  }();
  return table;
}

}  // namespace

NativeTable HostNatives() { return AllRows().rows; }

NativeTable RowsOf(Part part) {
  size_t i = static_cast<size_t>(part);
  size_t begin = i == 0 ? 0 : AllRows().ends[i - 1];
  return HostNatives().subspan(begin, AllRows().ends[i] - begin);
}

void InstallHost(Isolate& isolate, Realm* realm, Shell& shell) {
  StartTime();
  JSObject* global = realm->global_object();
  InstallFunctions(isolate, realm, global, RowsOf(Part::kGlobals));
  console::Install(isolate, realm, RowsOf(Part::kConsole));
  InstallTimers(isolate, realm);
  JSObject* performance = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallFunctions(isolate, realm, performance, RowsOf(Part::kPerformance));
  double origin = static_cast<double>(platform::WallClockNanoseconds()) / 1e6;
  InstallValue(isolate, performance, "timeOrigin", NumberValue(isolate, origin), kDataDefault);
  InstallToStringTag(isolate, performance, "Performance");
  InstallValue(isolate, global, "performance", Value(performance), kMethodDefault);
  if (shell.options.test262_host) {
    InstallTest262Host(isolate, realm);
    return;
  }
  for (const char* name : {"arguments", "scriptArgs"}) {
    ValueList values(isolate);
    for (const std::string& text : shell.options.arguments)
      values.Append(Value(NewStringFromUtf8(isolate, text)));
    InstallValue(isolate, global, name, Value(CreateArrayFromList(isolate, values.span())), kMethodDefault);
  }
}

Shell& ShellOf(Isolate& isolate) { return *static_cast<Shell*>(NativeStateOf(isolate).host_data); }

bool ReadWholeFile(const std::string& path, std::string* out) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return false;
  out->clear();
  char buffer[1 << 16];
  size_t n;
  while ((n = std::fread(buffer, 1, sizeof buffer, file)) > 0) out->append(buffer, n);
  bool ok = !std::ferror(file);
  std::fclose(file);
  return ok;
}

void PrintLine(Isolate&, console::Level level, std::string_view piece, bool ends) {
  auto* write = level == console::Level::kWarn || level == console::Level::kError ? WriteError : WriteOut;
  write(piece);
  if (ends) write("\n");
}

void WriteOut(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
void FlushOut() { std::fflush(stdout); }
void WriteError(std::string_view text) {
  FlushOut();
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace halfword::shell
