// Modules: their names, those that are there, and those that come later.
//
// The realm keeps a Map from names to
//   the ModuleRecord     it is there
//   true                 load_module said HW_LATER
//   a ValueArray         it has failed, and those that wait are being told
// Who waits is a function that tries again (runtime/evaluation/modules.h); the isolate's roots list them. So
// all of it goes along into images.
#include "runtime/evaluation/modules.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/hosts.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "api/values.h"
#include "builtins/structured_data/json_parser.h"
#include "objects/library/keyed_collections.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

namespace {

MapObject* ModuleMap(Isolate& inside) {
  Realm* realm = inside.realm();
  if (!realm->host_data_.get().IsObject()) {
    Value prototype = Value(realm->intrinsic(Intrinsic::kMapPrototype));
    realm->host_data_.Set(realm, Value(NewInstance<MapObject>(inside, prototype)));
  }
  return static_cast<MapObject*>(realm->host_data_.get().AsObject());
}

// Modules of a host are of the main realm: code of a ShadowRealm gets none, for it would share them.
bool IsOfMainRealm(Isolate& inside, Value referrer) {
  Realm* realm = referrer.TryAs<Realm>();
  if (auto* module = referrer.TryAs<ModuleRecord>()) realm = module->realm_.get();
  if (auto* script = referrer.TryAs<Script>()) realm = script->realm_.get();
  return realm == inside.realm();
}

std::string NameOf(Isolate& inside, Value referrer) {
  Script* script = referrer.TryAs<Script>();
  if (auto* module = referrer.TryAs<ModuleRecord>()) script = module->script_.GetNonNull();
  return script && script->name_.get().IsString() ? script->name_.get().AsString()->ToUtf8(inside) : "";
}

// A request with the texts that it points to.
struct Request : hw_module_request {
  Request(Isolate& inside, Value from, String* what, Value with)
      : hw_module_request{}, specifier_text(what->ToUtf8(inside)), referrer_text(NameOf(inside, from)) {
    size = sizeof(hw_module_request);
    specifier = specifier_text.c_str();
    referrer = referrer_text.c_str();
    auto* pairs = with.TryAs<ValueArray>();
    for (uint32_t i = 0; pairs && i + 1 < pairs->length() && pairs->get(i).IsString(); i++)
      texts.push_back(pairs->get(i).AsString()->ToUtf8(inside));
    if (pairs && texts.size() % 2)
      texts.push_back(pairs->get(static_cast<uint32_t>(texts.size())).AsString()->ToUtf8(inside));
    for (size_t i = 0; i < texts.size(); i += 2) all.push_back({texts[i].c_str(), texts[i + 1].c_str()});
    attributes = all.data();
    attribute_count = all.size();
  }
  Request(const Request&) = delete;
  std::string specifier_text, referrer_text;
  std::vector<std::string> texts;
  std::vector<hw_attribute> all;
};

// Undefined: later.
Completion<Value> LoadModule(hw_isolate* isolate, Isolate& inside, Value referrer, String* specifier,
                             Value attributes) {
  constexpr size_t kLongestName = 4096;
  const hw_hooks& hooks = isolate->host->hooks;
  Request request(inside, referrer, specifier, attributes);
  if (!IsOfMainRealm(inside, referrer))
    return inside.ThrowTypeError("Cannot load module '%s': a ShadowRealm has no modules here",
                                 request.specifier);
  std::string name = request.specifier_text;
  if (hooks.resolve_module) {
    name.assign(kLongestName, 0);
    bool is_known = false;
    std::string thrown;
    auto resolve = [&] { is_known = hooks.resolve_module(hooks.data, &request, name.data(), name.size()); };
    if (!platform::CatchForeign(resolve, &thrown))
      return inside.ThrowError(ErrorType::kError, "%s", thrown.c_str());
    if (!is_known) return inside.ThrowTypeError("Cannot find module '%s'", request.specifier);
    name.resize(std::strlen(name.c_str()));
  }
  request.name = name.c_str();
  Value key(NewStringFromUtf8(inside, name));
  Value known = ModuleMap(inside)->Get(inside, key);
  if (known.IsTrue()) return Value::Undefined();
  if (auto* reason = known.TryAs<ValueArray>()) return inside.Throw(reason->get(0));
  if (!known.IsNotFound()) return known;
  if (!hooks.load_module) return inside.ThrowTypeError("Cannot find module '%s'", request.specifier);
  hw_value module = hw_undefined();
  hw_status status = HW_OK;
  std::string thrown;
  ScopesOfCallback scopes(isolate, ScopesOfCallback::kOwn);
  isolate->loads++;
  bool returned = platform::CatchForeign(
      [&] { status = hooks.load_module(hooks.data, isolate, &request, &module); }, &thrown);
  isolate->loads--;
  if (inside.IsTerminating()) return kThrow;
  if (!returned) return inside.ThrowError(ErrorType::kError, "%s", thrown.c_str());
  if (status == HW_EXCEPTION && isolate->has_exception) {
    isolate->has_exception = false;
    return inside.Throw(inside.host_root(HostRoot::kException));
  }
  auto* record = FromHost(module).TryAs<ModuleRecord>();
  if (status != HW_LATER && (status != HW_OK || !record))
    return inside.ThrowTypeError("Cannot load module '%s'", name.c_str());
  // JavaScript that the hook ran may have imported it too: there is one module of a name.
  known = ModuleMap(inside)->Get(inside, key);
  if (known.Is<ModuleRecord>()) return known;
  Value state = status == HW_LATER ? Value::True() : Value(record);
  if (!ModuleMap(inside)->Set(inside, key, state)) return inside.ThrowRangeError("too many modules");
  return status == HW_LATER ? Value::Undefined() : Value(record);
}

// ---- Those that wait ----

void TakeWaiters(Isolate& inside, ValueList& list) {
  auto* all = inside.host_root(HostRoot::kModuleWaiters).get().TryAs<ValueArray>();
  for (uint32_t i = 0; all && i < all->length(); i++) {
    if (all->get(i).IsObject()) list.Append(all->get(i));
  }
  inside.host_root(HostRoot::kModuleWaiters).Init(Value::Undefined());
}

void KeepWaiters(Isolate& inside, std::span<const Value> list) {
  if (list.empty()) return;
  ValueArray* all = NewValueArray(inside, static_cast<uint32_t>(list.size()));
  for (size_t i = 0; i < list.size(); i++) all->slots()[i].Set(all, list[i]);
  inside.host_root(HostRoot::kModuleWaiters).Init(Value(all));
}

void AddWaiter(Isolate& inside, NativeFunction* retry) {
  ValueList list(inside);
  TakeWaiters(inside, list);
  list.Append(Value(retry));
  KeepWaiters(inside, list.span());
}

Completion<void> TellWaiters(Isolate& inside) {
  ValueList list(inside), left(inside);
  TakeWaiters(inside, list);
  for (size_t i = 0; i < list.size(); i++) {
    Value done = TRY(Call(inside, list[i], Value::Undefined(), {}));
    if (!done.IsTrue()) left.Append(list[i]);
  }
  TakeWaiters(inside, left);  // those that came meanwhile
  KeepWaiters(inside, left.span());
  return {};
}

const char* WhyNoModule(const hw_isolate* isolate, hw_value value) {
  const char* why = WhyNotEnter(isolate);
  if (!why) why = WhyNotOf(isolate, value);
  return why ? why : "the value is no module";
}

// `state` is what the map gets for the name, made of `value`.
hw_status Arrived(hw_isolate* isolate, const char* name, Value (*state)(Isolate&, hw_value), hw_value value,
                  const GivenValues& given, bool keep) {
  bool waited = isolate && isolate->loads == 0;
  if (!name) return Refuse(isolate, mistake::kNullName);
  hw_status status = RunGuest(isolate, nullptr, given, [&](Isolate& inside) -> Completion<void> {
    Value key(NewStringFromUtf8(inside, name));
    waited = waited && ModuleMap(inside)->Get(inside, key).IsTrue();
    if (!waited) return {};
    (void)ModuleMap(inside)->Set(inside, key, state(inside, value));
    TRY(TellWaiters(inside));
    if (!keep) ModuleMap(inside)->Delete(inside, key);
    return {};
  });
  return waited || status != HW_OK ? status : Refuse(isolate, "no import waits for a module of that name");
}

}  // namespace

void halfword::api::SetModuleHooks(hw_isolate* isolate, HostHooks& hooks) {
  hooks.load_module = [isolate](Isolate& inside, Value referrer, String* specifier, Value attributes) {
    return LoadModule(isolate, inside, referrer, specifier, attributes);
  };
  if (isolate->host->hooks.import_meta) {
    hooks.import_meta = [isolate](Isolate& inside, JSObject* meta, ModuleRecord* module) {
      const hw_hooks& h = isolate->host->hooks;
      std::string name = NameOf(inside, Value(module));
      ScopesOfCallback scopes(isolate, ScopesOfCallback::kOwn);
      CallHook("import_meta",
               [&] { h.import_meta(h.data, isolate, name.c_str(), ToHost(isolate, Value(meta))); });
    };
  }
  hooks.modules_pending = [](Isolate& inside, NativeFunction* retry) { AddWaiter(inside, retry); };
}

hw_status hw_module_loaded(hw_isolate* isolate, const char* name, hw_value module) {
  bool is_module = EnterOrRefuse(isolate, [&](Isolate&) { return FromHost(module).Is<ModuleRecord>(); });
  if (!is_module) return Refuse(isolate, WhyNoModule(isolate, module));
  return Arrived(
      isolate, name, [](Isolate&, hw_value given) { return FromHost(given); }, module,
      GivenValues::Module(module), true);
}

hw_status hw_module_failed(hw_isolate* isolate, const char* name, hw_value reason) {
  auto state = [](Isolate& inside, hw_value given) {
    ValueArray* failure = NewValueArray(inside, 1);
    failure->slots()[0].Set(failure, FromHost(given));
    return Value(failure);
  };
  return Arrived(isolate, name, state, reason, {reason}, false);
}

hw_status hw_module_new(hw_isolate* isolate, const char* source, size_t size, const char* name,
                        hw_value* module) {
  hw_source whole = {sizeof whole, source, size, name, 0, 0};
  return hw_module_new_source(isolate, &whole, module);
}

hw_status hw_module_new_source(hw_isolate* isolate, const hw_source* source, hw_value* module) {
  hw_source read;
  if (const char* why = ReadSource(source, &read)) return RefuseResult(isolate, module, why);
  return RunGuest(isolate, module, {}, [&](Isolate& inside) -> Completion<Value> {
    Script* script = TRY(NewScriptOf(inside, read, Name::empty));
    ModuleRecord* record = TRY(NativeStateOf(inside).compile.module(inside, script));
    return Value(record);
  });
}

hw_status hw_module_new_json(hw_isolate* isolate, const char* text, size_t size, hw_value* module) {
  if (!IsText(text, size)) return RefuseResult(isolate, module, mistake::kNullText);
  return RunGuest(isolate, module, {}, [&](Isolate& inside) -> Completion<Value> {
    std::string_view json = Text(text, size);
    if (json.size() > String::kMaxLength) return inside.ThrowRangeError("Invalid string length");
    Value value = TRY(ParseJson(inside, NewStringFromUtf8(inside, json)));
    return Value(NewSyntheticModule(inside, inside.realm(), value));
  });
}

hw_status hw_module_new_values(hw_isolate* isolate, const char* const* names, const hw_value* values,
                               size_t count, hw_value* module) {
  if (!names && count != 0) return RefuseResult(isolate, module, mistake::kNullList);
  if (std::find(names, names + count, nullptr) != names + count)
    return RefuseResult(isolate, module, mistake::kNullName);
  return RunGuest(isolate, module, {{}, values, count}, [&](Isolate& inside) -> Completion<Value> {
    ValueList keys(inside), exports(inside);
    std::unordered_set<std::string_view> known;
    for (size_t i = 0; i < count; i++) {
      if (!known.insert(names[i]).second)
        return inside.ThrowError(ErrorType::kSyntaxError, "Duplicate export of '%s'", names[i]);
      keys.Append(Value(Intern(inside, NewStringFromUtf8(inside, names[i]))));
      exports.Append(FromHost(values[i]));
    }
    return Value(NewSyntheticModule(inside, inside.realm(), keys.span(), exports.span()));
  });
}

hw_status hw_module_evaluate(hw_isolate* isolate, hw_value module, hw_value* promise) {
  return RunGuest(isolate, promise, GivenValues::Module(module), [&](Isolate& inside) -> Completion<Value> {
    auto* record = FromHost(module).TryAs<ModuleRecord>();
    if (!record) return inside.ThrowTypeError("hw_module_evaluate needs a module");
    PromiseObject* evaluated = TRY(LoadAndEvaluate(inside, record));
    LeaveToHost(inside, Value(evaluated));
    return Value(evaluated);
  });
}

hw_status hw_module_namespace(hw_isolate* isolate, hw_value module, hw_value* object) {
  return RunGuest(isolate, object, GivenValues::Module(module), [&](Isolate& inside) -> Completion<Value> {
    auto* record = FromHost(module).TryAs<ModuleRecord>();
    if (!record) return inside.ThrowTypeError("hw_module_namespace needs a module");
    if (record->status_.get().AsSmi() < ModuleRecord::kLinked)
      return inside.ThrowTypeError("the module is not linked yet");
    return Value(TRY(GetModuleNamespace(inside, record)));
  });
}
