// console.
#include "inspect.h"
#include "parts.h"
#include "runtime/object_operations.h"
#include "shell.h"

namespace halfword::shell {

namespace {

enum Magic : uint16_t { kOut, kErr };

Completion<Value> Log(Isolate& isolate, Arguments& args) {
  std::string text = TRY(FormatLog(isolate, args.all())) + "\n";
  args.callee()->magic_ == kErr ? WriteError(text) : WriteOut(text);
  return Value::Undefined();
}

constexpr NativeRow kRows[] = {
    {"log", Log, 0, 0, kOut},  {"info", Log, 0, 0, kOut},  {"debug", Log, 0, 0, kOut},
    {"warn", Log, 0, 0, kErr}, {"error", Log, 0, 0, kErr},
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
