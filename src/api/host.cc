// Functions and hooks of the host: the one trampoline behind all its natives, console.
#include <algorithm>
#include <cstring>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/hosts.h"
#include "api/inspectors.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "api/values.h"
#include "builtins/numbers_and_dates/date_time.h"
#include "objects/library/promises.h"
#include "runtime/evaluation/suspension.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

HW_NOINLINE void KeepCallInScope(hw_isolate* isolate, Arguments& args, Value this_value) {
  for (uint32_t i = 0; i < args.count(); i++) (void)ToHost(isolate, args[i]);
  for (Value value : {this_value, args.callee()->data_[0].get(), args.new_target()})
    (void)ToHost(isolate, value);
}

}  // namespace

Completion<Value> halfword::api::Trampoline(Isolate& inside, Arguments& args) {
  hw_isolate* isolate = IsolateOf(inside);
  const NativeRow* row = &NativeStateOf(inside).native(args.callee()->native_index_);
  size_t index = static_cast<size_t>(row - isolate->host->rows.data());
  const HostClassRow* class_row = isolate->host->ClassRowAt(index);
  // What is in the cage may have been corrupted.
  if (!class_row && index >= isolate->host->functions.size())
    return inside.ThrowTypeError("not a function of the host");
  const hw_function& function = class_row ? class_row->function : isolate->host->functions[index];

  Value this_value = args.this_value();
  bool makes_object = !class_row && HW_UNLIKELY(args.IsConstructCall());
  if (makes_object) {
    this_value = Value(TRY(
        OrdinaryCreateFromConstructor<JSObject>(inside, args.new_target(), Intrinsic::kObjectPrototype, 4)));
  }
  ScopesOfCallback scopes(isolate, ScopesOfCallback::kOwn);
  hw_value few[8];
  std::vector<hw_value> many;
  hw_value* arguments = few;
  if (args.count() > std::size(few)) {
    many.resize(args.count());
    arguments = many.data();
  }
  for (uint32_t i = 0; i < args.count(); i++) arguments[i] = Pack(args[i]);
  hw_call call = {};
  call.this_value = Pack(this_value);
  call.arguments = arguments;
  call.argument_count = args.count();
  call.captured = Pack(args.callee()->data_[0]);
  call.data = function.data;
  call.new_target = Pack(args.new_target());
  if (HW_UNLIKELY(isolate->scope_depth != 0)) KeepCallInScope(isolate, args, this_value);
  if (class_row) TRY(PrepareClassCall(inside, *class_row, args, &call));
  hw_value result = hw_undefined();
  hw_status status = HW_OK;
  std::string thrown;
  bool returned =
      platform::CatchForeign([&] { status = function.callback(isolate, &call, &result); }, &thrown);
  if (inside.IsTerminating()) return kThrow;
  if (!returned) return inside.ThrowError(ErrorType::kError, "%s", thrown.c_str());
  switch (NumberOf(status)) {
    case HW_OK:
      if (const char* why = WhyNotForJavaScript(isolate, result))
        return inside.ThrowTypeError("%s has no result: %s", function.name, why);
      if (class_row && class_row->is_constructor && !FromHost(result).IsObject())
        return inside.ThrowTypeError("%s has made no object", function.name);
      if (makes_object && !FromHost(result).IsObject()) return this_value;
      return FromHost(result);
    case HW_EXCEPTION:
      if (isolate->has_exception) {
        isolate->has_exception = false;
        return inside.Throw(inside.host_root(HostRoot::kException));
      }
      return inside.ThrowError(ErrorType::kError, "%s failed", function.name);
    case HW_TERMINATED: return inside.Terminate(Termination::kHost);
    case HW_SUSPENDED: {
      std::string why = "a hook of the host has called";
      if (isolate->hooks == 0 && CanSuspend(inside, &why)) return Suspend(inside);
      return inside.ThrowTypeError("%s can't be suspended here: %s", function.name, why.c_str());
    }
    case HW_INVALID:
      if (*isolate->mistake) return inside.ThrowTypeError("%s failed: %s", function.name, isolate->mistake);
      break;
    case HW_LATER: break;
  }
  return inside.ThrowTypeError("%s was called with arguments that do not allow it", function.name);
}

// Texts come whole: kConsoleLimits makes them one piece.
void halfword::api::WriteLine(Isolate& inside, console::Level level, std::string_view text, bool) {
  constexpr hw_console_level kLevels[] = {HW_CONSOLE_LOG, HW_CONSOLE_INFO, HW_CONSOLE_WARN, HW_CONSOLE_ERROR,
                                          HW_CONSOLE_DEBUG};
  hw_isolate* isolate = IsolateOf(inside);
  const hw_hooks& hooks = isolate->host->hooks;
  if (!hooks.console || inside.IsTerminating()) return;
  HookScope hook(isolate, ScopesOfCallback::kOwn);
  CallHook("console", [&] {
    hooks.console(hooks.data, isolate, kLevels[static_cast<size_t>(level)], text.data(), text.size());
  });
}

namespace {

// ---- console ----

// What a guest may make of its host's memory.
constexpr console::Limits kConsoleLimits = {
    .text = 1 << 20, .line = 1 << 20, .piece = SIZE_MAX, .rows = 1000, .labels = 100};

console::Console& ConsoleOf(Isolate& inside) {
  std::unique_ptr<console::Console>& console = IsolateOf(inside)->console;
  if (!console) {
    console = std::make_unique<console::Console>(WriteLine, kConsoleLimits);
    ObserveConsole(IsolateOf(inside), *console);
  }
  return *console;
}

constexpr std::array<NativeRow, console::kRows> kConsoleRows = console::RowsOf<ConsoleOf>();

NativeRow RowOf(const hw_function& function, const char* name) {
  return {name, Trampoline, static_cast<uint8_t>(std::clamp(function.length, 0, 255))};
}

}  // namespace

std::shared_ptr<const Natives> hw_host::Bind(const Image* image, std::string* error) {
  if (!mistake.empty()) {
    *error = mistake;
    return nullptr;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  static const std::vector<std::string> kNone;
  const std::vector<std::string>& order = image ? image->host_natives() : kNone;
  for (const auto& [names, natives] : bound_) {
    if (names == order) return natives;
  }
  std::shared_ptr<const Natives> natives = Natives::Bind(rows, order, error);
  if (natives) bound_.emplace_back(order, natives);
  return natives;
}

bool hw_host::is_bound() {
  std::lock_guard<std::mutex> lock(mutex_);
  return !bound_.empty();
}

namespace halfword::api {

namespace {

void InstallConsole(hw_isolate* isolate, Isolate& inside) {
  Realm* realm = inside.realm();
  if (realm->global_object()->GetOwn(inside, PropertyKey::FromAscii(inside, "console")).found())
    return;  // it came with the image
  const hw_host& host = *isolate->host;
  console::Install(inside, realm, {&host.rows[host.functions.size()], console::kRows});
}

// HostEnsureCanCompileStrings (https://tc39.es/ecma262/#sec-hostensurecancompilestrings)
Throwing RefuseToCompile(Isolate& inside) {
  return inside.ThrowError(ErrorType::kEvalError, "this isolate makes no code of strings");
}

void ForbidEval(NativeState& native) {
  native.compile.eval = [](Isolate& inside, const EvalSource&) -> Completion<FunctionInfo*> {
    return RefuseToCompile(inside);
  };
  native.compile.dynamic_function = [](Isolate& inside,
                                       const DynamicFunctionSource&) -> Completion<FunctionInfo*> {
    return RefuseToCompile(inside);
  };
}

}  // namespace

void InstallHost(hw_isolate* isolate, Isolate& inside) {
  isolate->console.reset();
  NativeState& native = NativeStateOf(inside);
  if (isolate->no_eval) ForbidEval(native);
  if (!isolate->host) return;
  if (!isolate->host->time_zone.empty() && !native.local_time)
    native.local_time = std::make_shared<LocalTimeCache>(unicode::TimeZone::Create(isolate->host->time_zone));
  if (isolate->host->hooks.console) InstallConsole(isolate, inside);
}

void Wake(hw_isolate* isolate) {
  if (!isolate->host || !isolate->host->hooks.wake) return;
  const hw_hooks& hooks = isolate->host->hooks;
  CallHook("wake", [&] { hooks.wake(hooks.data, isolate); });
}

HostHooks HooksOf(hw_isolate* isolate) {
  HostHooks hooks;
  if (!isolate->host) return hooks;
  const hw_hooks& h = isolate->host->hooks;
  SetModuleHooks(isolate, hooks);
  if (h.rejection) {
    hooks.promise_rejection_tracker = [isolate](Isolate&, JSObject* promise, bool handled) {
      const hw_hooks& h = isolate->host->hooks;
      HookScope hook(isolate, ScopesOfCallback::kOwn);
      CallHook("rejection", [&] { h.rejection(h.data, isolate, ToHost(isolate, Value(promise)), handled); });
    };
  }
  if (h.promise_settled) {
    hooks.promise_settled = [isolate](Isolate&, uint64_t token, PromiseState state, Value result) {
      const hw_hooks& h = isolate->host->hooks;
      HookScope hook(isolate, ScopesOfCallback::kOwn);
      hw_promise_state shown = state == PromiseState::kFulfilled ? HW_PROMISE_FULFILLED : HW_PROMISE_REJECTED;
      CallHook("promise_settled",
               [&] { h.promise_settled(h.data, isolate, token, shown, ToHost(isolate, result)); });
    };
  }
  if (h.wake) hooks.wake = [isolate] { Wake(isolate); };
  if (h.milliseconds) {
    hooks.current_time_ms = [isolate] {
      double now = 0;
      CallHook("milliseconds", [&] { now = isolate->host->hooks.milliseconds(isolate->host->hooks.data); });
      return now;
    };
  }
  if (h.random) {
    hooks.random_seed = [isolate] {
      uint64_t seed = 0;
      CallHook("random", [&] { seed = isolate->host->hooks.random(isolate->host->hooks.data); });
      return seed;
    };
  }
  return hooks;
}

}  // namespace halfword::api

namespace {

// Why the host can't have the function under that name; empty: it can.
std::string MistakeIn(const hw_host& host, const hw_function& function, const char* name) {
  if (!*name) return "a function of the host has no name";
  std::string quoted = "'" + std::string(name) + "'";
  for (const char* c = name; *c; c++) {
    if (static_cast<unsigned char>(*c) >= 128)
      return "the name of the host's function " + quoted + " is not ASCII";
  }
  if (!function.callback) return "the host's function " + quoted + " has no callback";
  auto is_taken = [&](const NativeRow& row) { return std::strcmp(row.name(), name) == 0; };
  if (std::any_of(host.rows.begin(), host.rows.end(), is_taken) ||
      std::any_of(kConsoleRows.begin(), kConsoleRows.end(), is_taken))
    return "the host has two functions named " + quoted;
  return "";
}

void SetHooks(hw_host& host, const hw_hooks* hooks) {
  if (!ReadStruct(hooks, "hw_hooks", &host.hooks, &host.mistake) || !host.hooks.time_zone) return;
  host.time_zone = host.hooks.time_zone;
  host.hooks.time_zone = host.time_zone.c_str();
  if (!unicode::TimeZone::Create(host.time_zone))
    host.mistake = "no time zone is named '" + host.time_zone + "'";
}

}  // namespace

hw_host* hw_host_new(const hw_function* functions, size_t count, const hw_hooks* hooks) {
  return WithMemory(nullptr, [&] {
    auto host = std::make_unique<hw_host>();
    SetHooks(*host, hooks);
    if (!functions && count != 0) {
      if (host->mistake.empty()) host->mistake = "the host's functions are null";
      count = 0;
    }
    host->names.reserve(count);
    auto add = [&](const hw_function& function, const char* name) {
      std::string mistake = MistakeIn(*host, function, name);
      if (host->mistake.empty()) host->mistake = mistake;
      host->rows.push_back(RowOf(function, name));
    };
    for (size_t i = 0; i < count; i++) {
      host->names.emplace_back(functions[i].name ? functions[i].name : "");
      host->functions.push_back(functions[i]);
      host->functions.back().name = host->names.back().c_str();
      add(functions[i], host->functions.back().name);
    }
    host->rows.insert(host->rows.end(), kConsoleRows.begin(), kConsoleRows.end());
    return host.release();
  });
}

hw_host* hw_host_retain(hw_host* host) {
  if (host) host->references.fetch_add(1, std::memory_order_relaxed);
  return host;
}

void hw_host_release(hw_host* host) {
  if (host && host->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete host;
}

namespace {

constexpr char kNoFunction[] = "the host has no function of that name";

// Null: there is none.
const NativeRow* FunctionNamed(const hw_isolate* isolate, const char* name) {
  if (!isolate->host) return nullptr;
  for (size_t i = 0; i < isolate->host->functions.size(); i++) {
    if (isolate->host->names[i] == name) return &isolate->host->rows[i];
  }
  return nullptr;
}

// Zero, which stands for the default, is a Smi.
bool IsDefault(hw_value value) { return value.bits == 0 || FromHost(value).IsUndefined(); }

// Null: they can be used.
const char* ReadOptions(const hw_isolate* isolate, const hw_function_options* from, hw_function_options* to) {
  std::string unused;
  if (!ReadStruct(from, "hw_function_options", to, &unused))
    return "hw_function_options.size is not set, or it asks for what only a newer version of the library has";
  for (hw_value value : {to->shown_name, to->prototype}) {
    if (const char* why = WhyNotForJavaScript(isolate, value)) return why;
  }
  if (!IsDefault(to->shown_name) && !FromHost(to->shown_name).IsString())
    return "hw_function_options.shown_name is no string";
  if (to->length < 0) return "hw_function_options.length is negative";
  if (IsDefault(to->prototype)) return nullptr;
  if (!to->constructs) return "hw_function_options.prototype is for functions that construct";
  return FromHost(to->prototype).IsObject() ? nullptr : "hw_function_options.prototype is no object";
}

NativeFunction* MakeFunction(Isolate& inside, const NativeRow* row, Value captured,
                             const hw_function_options& options) {
  Realm* realm = inside.realm();
  bool has_name = !IsDefault(options.shown_name);
  String* name =
      has_name ? Intern(inside, FromHost(options.shown_name).AsString()) : InternAscii(inside, row->name());
  auto flags = static_cast<uint8_t>(row->flags | (options.constructs ? kNativeConstructor : kNativePlain));
  NativeFunction* function = NewNativeFunctionOf(inside, realm, row, name, flags);
  function->data_[0].Set(function, captured);
  if (options.length != 0) function->length_.Init(Value::Smi(std::min(options.length, kSmiMax)));
  if (!options.constructs) return function;
  Value prototype = FromHost(options.prototype);
  if (IsDefault(options.prototype)) {
    JSObject* made = OrdinaryObjectCreate(inside, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
    made->DefineOwn(inside, inside.key(Name::constructor), Value(function), kMethodDefault);
    prototype = Value(made);
  }
  function->DefineOwn(inside, inside.key(Name::prototype), prototype, kNone);
  return function;
}

}  // namespace

hw_value hw_function_new(hw_isolate* isolate, const char* name, hw_value captured) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    const char* why = name ? WhyNotOf(isolate, captured) : mistake::kNullName;
    if (why) return ResultOfMisuse<hw_value>(isolate, why);
    const NativeRow* row = FunctionNamed(isolate, name);
    return row ? ToHost(isolate, Value(MakeFunction(inside, row, FromHost(captured), {}))) : hw_undefined();
  });
}

hw_status hw_function_make(hw_isolate* isolate, const char* name, hw_value captured,
                           const hw_function_options* options, hw_value* function) {
  if (!name) return RefuseResult(isolate, function, mistake::kNullName);
  hw_value made = hw_undefined();
  hw_status status = EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (inside.IsTerminating()) return HW_TERMINATED;
    hw_function_options read = {};
    const char* why = WhyNotOf(isolate, captured);
    if (!why) why = ReadOptions(isolate, options, &read);
    const NativeRow* row = why ? nullptr : FunctionNamed(isolate, name);
    if (!row) return Refuse(isolate, why ? why : kNoFunction);
    Value object(MakeFunction(inside, row, FromHost(captured), read));
    if (inside.IsTerminating()) return HW_TERMINATED;
    made = ToHost(isolate, object);
    return HW_OK;
  });
  if (function) *function = made;
  return status;
}

hw_value hw_function_captured(const hw_isolate* isolate, hw_value function) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, function);
    auto* native = FromHost(function).TryAs<NativeFunction>();
    if (!native || !isolate->host) return hw_undefined();
    const NativeRow* row = &NativeStateOf(inside).native(native->native_index_);
    auto index = static_cast<size_t>(row - isolate->host->rows.data());
    return index < isolate->host->functions.size() ? ToHost(isolate, native->data_[0]) : hw_undefined();
  });
}

hw_status hw_install_host(hw_isolate* isolate, hw_value object) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotOf(isolate, object)) return Refuse(isolate, why);
    if (!FromHost(object).IsObject()) return Refuse(isolate, "the value is no object");
    if (isolate->host) {
      NativeTable rows(isolate->host->rows.data(), isolate->host->functions.size());
      InstallFunctions(inside, inside.realm(), FromHost(object).AsObject(), rows);
      InstallClasses(isolate, inside, FromHost(object).AsObject());
    }
    return HW_OK;
  });
}
