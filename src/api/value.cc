// Values: making and reading them, objects, calls, promises.
#include <cstdlib>
#include <cstring>
#include <limits>

#include "api/arguments.h"
#include "api/entry.h"
#include "api/inspectors.h"
#include "api/misuse.h"
#include "api/records.h"
#include "api/running.h"
#include "api/tables.h"
#include "api/values.h"
#include "builtins/structured_data/atomics.h"
#include "builtins/structured_data/json_parser.h"
#include "builtins/structured_data/json_writer.h"
#include "compiler/compiler.h"
#include "objects/library/managing_memory.h"
#include "platform/clock.h"
#include "platform/stack.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/numbers/bigint.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"
#include "unicode/utf8.h"

using namespace halfword;       // NOLINT
using namespace halfword::api;  // NOLINT

// ---- Running ----

hw_status hw_evaluate(hw_isolate* isolate, const char* source, size_t size, const char* name,
                      hw_value* result) {
  hw_source whole = {sizeof whole, source, size, name, 0, 0};
  return hw_evaluate_source(isolate, &whole, result);
}

hw_status hw_evaluate_source(hw_isolate* isolate, const hw_source* source, hw_value* result) {
  hw_source read;
  if (const char* why = ReadSource(source, &read)) return RefuseResult(isolate, result, why);
  platform::ClearFramesBelow();  // a script may run for hours, on the frames of those before it
  return RunGuest(isolate, result, {}, [&](Isolate& inside) -> Completion<Value> {
    Script* script = TRY(NewScriptOf(inside, read, Name::anonymous));
    return EvaluateScript(inside, script, {Continuation::kHost});
  });
}

hw_status hw_compile(hw_isolate* isolate, const hw_source* source, hw_value* script) {
  hw_source read;
  if (const char* why = ReadSource(source, &read)) return RefuseResult(isolate, script, why);
  return RunGuest(isolate, script, {}, [&](Isolate& inside) -> Completion<Value> {
    Script* made = TRY(NewScriptOf(inside, read, Name::anonymous));
    return Value(TRY(NativeStateOf(inside).compile.script(inside, made, true)));
  });
}

hw_status hw_run_script(hw_isolate* isolate, hw_value script, hw_value* result) {
  return RunGuest(isolate, result, GivenValues::Module(script), [&](Isolate& inside) -> Completion<Value> {
    auto* info = FromHost(script).TryAs<FunctionInfo>();
    if (!info) return inside.ThrowTypeError("hw_run_script needs a compiled script");
    return RunScriptCode(inside, info, {Continuation::kHost});
  });
}

const char* halfword::api::ReadSource(const hw_source* from, hw_source* to) {
  std::string unused;
  if (!ReadStruct(from, "hw_source", to, &unused)) return mistake::kSource;
  if (!from || !IsText(to->text, to->text_size)) return mistake::kNullText;
  if (to->line_offset >= 1u << 30) return mistake::kLineOffset;
  return to->flags & ~uint32_t{HW_SOURCE_TYPESCRIPT | HW_SOURCE_TRANSFORM} ? mistake::kSource : nullptr;
}

Completion<Script*> halfword::api::NewScriptOf(Isolate& inside, const hw_source& source, Name no_name) {
  std::string_view text = Text(source.text, source.text_size);
  if (text.size() > String::kMaxLength) return inside.ThrowRangeError("Invalid string length");
  String* name = source.name ? NewStringFromUtf8(inside, source.name) : inside.name(no_name);
  Script* script = NewScript(inside, inside.realm(), NewStringFromUtf8(inside, text), name);
  if (source.line_offset) script->line_offset_.Init(Value::Smi(static_cast<int32_t>(source.line_offset)));
  SetLanguage(script, source.flags & HW_SOURCE_TRANSFORM    ? SourceLanguage::kTransformedTypeScript
                      : source.flags & HW_SOURCE_TYPESCRIPT ? SourceLanguage::kTypeScript
                                                            : SourceLanguage::kJavaScript);
  return script;
}

namespace {

uint64_t NextTimeout(Isolate& inside) {
  uint64_t next = NextWaiterTimeout(inside);
  if (next == UINT64_MAX) return next;
  uint64_t now = platform::MonotonicNanoseconds();
  return next > now ? next - now : 0;
}

}  // namespace

Completion<void> halfword::api::RunAllJobs(Isolate& inside) {
  if (NextTimeout(inside) == 0) ExpireWaiters(inside);
  for (;;) {
    TRY(RunJobs(inside));
    FinalizationRegistryObject* registry = TakeDirtyRegistry(inside);
    if (!registry) {
      // Finalizers may have made new jobs.
      if (RunFinalizersInside(IsolateOf(inside), inside)) continue;
      SettlePromisesOfInspectors(IsolateOf(inside), inside);
      ReportRejections(inside);
      return {};
    }
    // CleanupFinalizationRegistry (https://tc39.es/ecma262/#sec-cleanup-finalization-registry)
    Value held;
    while (registry->TakeCleared(&held)) TRY(Call(inside, registry->cleanup_, Value::Undefined(), {held}));
  }
}

hw_status hw_run_jobs(hw_isolate* isolate) { return RunGuest(isolate, nullptr, {}, RunAllJobs); }

uint64_t hw_next_timeout(const hw_isolate* isolate) {
  return EnterOrRefuse(
      isolate, [](Isolate& inside) { return inside.IsTerminating() ? UINT64_MAX : NextTimeout(inside); });
}

hw_status hw_run_some_jobs(hw_isolate* isolate, size_t limit) {
  return RunGuest(isolate, nullptr, {}, [&](Isolate& inside) -> Completion<void> {
    TRY(RunSomeJobs(inside, limit));
    SettlePromisesOfInspectors(isolate, inside);
    if (HasJobs(inside)) return {};
    (void)RunFinalizersInside(isolate, inside);
    if (!HasJobs(inside)) ReportRejections(inside);
    return {};
  });
}

bool hw_has_jobs(const hw_isolate* isolate) {
  return EnterOrRefuse(isolate, [](Isolate& inside) { return !inside.IsTerminating() && HasJobs(inside); });
}

// ---- Values ----

hw_type hw_type_of(const hw_isolate* isolate, hw_value value) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, value);
    Value v = FromHost(value);
    if (v.IsUndefined()) return HW_TYPE_UNDEFINED;
    if (v.IsNull()) return HW_TYPE_NULL;
    if (v.IsBoolean()) return HW_TYPE_BOOLEAN;
    if (v.IsNumber()) return HW_TYPE_NUMBER;
    if (v.IsString()) return HW_TYPE_STRING;
    if (v.IsCallable()) return HW_TYPE_FUNCTION;
    if (v.IsObject()) return HW_TYPE_OBJECT;
    if (v.IsSymbol()) return HW_TYPE_SYMBOL;
    if (v.IsBigInt()) return HW_TYPE_BIGINT;
    return HW_TYPE_UNDEFINED;
  });
}

hw_value hw_undefined(void) { return {Value::kUndefinedBits}; }
hw_value hw_null(void) { return {Value::kNullBits}; }
hw_value hw_boolean(bool value) { return {Value::Boolean(value).bits()}; }

hw_value hw_number(hw_isolate* isolate, double value) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) { return ToHost(isolate, NumberValue(inside, value)); });
}

hw_value hw_string(hw_isolate* isolate, const char* utf8, size_t size) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (!IsText(utf8, size)) return ResultOfMisuse<hw_value>(isolate, mistake::kNullText);
    std::string_view text = Text(utf8, size);
    if (text.size() > String::kMaxLength) return ResultOfMisuse<hw_value>(isolate, mistake::kTooLong);
    return ToHost(isolate, Value(NewStringFromUtf8(inside, text)));
  });
}

hw_value hw_string_utf16(hw_isolate* isolate, const uint16_t* units, size_t count) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (!units && count != 0) return ResultOfMisuse<hw_value>(isolate, mistake::kNullText);
    if (count > String::kMaxLength) return ResultOfMisuse<hw_value>(isolate, mistake::kTooLong);
    // Of the same size; and what is read through it are units.
    auto* chars = reinterpret_cast<const char16_t*>(units);
    return ToHost(isolate, Value(NewStringFromUtf16(inside, {chars, count})));
  });
}

hw_value hw_bigint(hw_isolate* isolate, int64_t value) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    uint64_t magnitude =
        value < 0 ? uint64_t{0} - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    uint32_t digits[2] = {static_cast<uint32_t>(magnitude), static_cast<uint32_t>(magnitude >> 32)};
    Completion<Value> made = NewBigIntFromDigits(inside, value < 0, digits);
    return made.IsThrow() ? hw_undefined() : ToHost(isolate, made.Take());
  });
}

hw_value hw_object(hw_isolate* isolate) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    return ToHost(isolate, Value(OrdinaryObjectCreate(
                               inside, Value(inside.realm()->intrinsic(Intrinsic::kObjectPrototype)))));
  });
}

hw_value hw_array(hw_isolate* isolate, const hw_value* elements, size_t count) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = GivenValues({}, elements, count).Mistake(isolate))
      return ResultOfMisuse<hw_value>(isolate, why);
    ValueList list(inside);
    for (size_t i = 0; i < count; i++) list.Append(FromHost(elements[i]));
    return ToHost(isolate, Value(CreateArrayFromList(inside, list.span())));
  });
}

hw_value hw_global(const hw_isolate* isolate) {
  return EnterOrRefuse(isolate,
                       [&](Isolate& inside) { return ToHost(isolate, inside.realm()->global_this_.get()); });
}

bool hw_is_true(const hw_isolate* isolate, hw_value value) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, value);
    return ToBoolean(FromHost(value));
  });
}

double hw_as_number(const hw_isolate* isolate, hw_value value) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  double number = kNaN;
  EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, value);
    if (FromHost(value).IsNumber()) number = FromHost(value).AsNumber();
  });
  return number;
}

bool hw_as_int64(const hw_isolate* isolate, hw_value bigint, int64_t* number) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, bigint);
    Value v = FromHost(bigint);
    if (!v.IsBigInt() || v.AsBigInt()->digit_count() > 2) return false;
    std::span<const uint32_t> digits = std::as_const(*v.AsBigInt()).digits();
    uint64_t magnitude = 0;
    for (size_t i = 0; i < digits.size(); i++) magnitude |= uint64_t{digits[i]} << (32 * i);
    bool negative = v.AsBigInt()->is_negative();
    if (magnitude > uint64_t{INT64_MAX} + negative) return false;
    if (number) *number = static_cast<int64_t>(negative ? uint64_t{0} - magnitude : magnitude);
    return true;
  });
}

hw_status hw_to_number(hw_isolate* isolate, hw_value value, double* number) {
  if (!number) return Refuse(isolate, mistake::kNullPlace);
  return RunGuest(isolate, nullptr, {value}, [&](Isolate& inside) -> Completion<void> {
    *number = TRY(ToNumber(inside, FromHost(value)));
    return {};
  });
}

hw_status hw_to_string(hw_isolate* isolate, hw_value value, hw_value* string) {
  return RunGuest(isolate, string, {value},
                  [&](Isolate& inside) { return ToString(inside, FromHost(value)); });
}

namespace {

// CopyText of a text, which need not be in memory as UTF-8 for it.
size_t CopyUtf8(unicode::Text from, char* text, size_t capacity) {
  if (text != nullptr && capacity != 0) {
    unicode::EncodeIntoResult whole = unicode::EncodeUtf8Into(from, text, capacity - 1);
    size_t written = whole.written;
    if (whole.read < from.size()) {
      // Bytes of a character that does not fit.
      std::string next;
      unicode::AppendUtf8(next, from.code_point_at(whole.read));
      written += next.copy(text + written, capacity - 1 - written);
    }
    text[written] = 0;
  }
  return unicode::Utf8Length(from);
}

}  // namespace

size_t hw_utf8(hw_isolate* isolate, hw_value string, char* text, size_t capacity) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    NoteForeign(isolate, string);
    Value v = FromHost(string);
    if (!v.IsString()) return CopyText({}, text, capacity);
    return v.AsString()->Flatten(inside).Visit(
        [&](auto span) { return CopyUtf8(unicode::Text(span), text, capacity); });
  });
}

size_t hw_utf16(hw_isolate* isolate, hw_value string, uint16_t* units, size_t capacity) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) -> size_t {
    NoteForeign(isolate, string);
    if (!FromHost(string).IsString()) return 0;
    FlatChars chars = FromHost(string).AsString()->Flatten(inside);
    chars.Visit([&](auto from) {
      if (units) std::copy_n(from.begin(), std::min(capacity, from.size()), units);
      return 0;
    });
    return chars.length();
  });
}

bool hw_is_same(hw_isolate* isolate, hw_value a, hw_value b) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = GivenValues({a, b}).Mistake(isolate)) return ResultOfMisuse<bool>(isolate, why);
    return IsStrictlyEqual(inside, FromHost(a), FromHost(b));
  });
}

bool hw_is_array(const hw_isolate* isolate, hw_value value) {
  return EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, value);
    return FromHost(value).Is<JSArray>();
  });
}

// ---- Objects ----

namespace {

Completion<JSObject*> ObjectOf(Isolate& inside, hw_value value) { return ToObject(inside, FromHost(value)); }

PropertyKey KeyOf(Isolate& inside, const char* name) {
  return PropertyKey::FromString(inside, NewStringFromUtf8(inside, name));
}

void Copy(ValueList& to, const hw_value* from, size_t count) {
  for (size_t i = 0; i < count; i++) to.Append(FromHost(from[i]));
}

}  // namespace

hw_status hw_get(hw_isolate* isolate, hw_value object, hw_value key, hw_value* result) {
  return RunGuest(isolate, result, {object, key}, [&](Isolate& inside) -> Completion<Value> {
    PropertyKey property = TRY(ToPropertyKey(inside, FromHost(key)));
    if (HW_UNLIKELY(IsPrivate(property))) {
      OwnProperty own = TRY(ObjectOf(inside, object))->GetOwn(inside, property);
      return own.found() ? own.value : Value::Undefined();
    }
    return GetV(inside, FromHost(object), property);
  });
}
hw_status hw_set(hw_isolate* isolate, hw_value object, hw_value key, hw_value value) {
  return RunGuest(isolate, nullptr, {object, key, value}, [&](Isolate& inside) -> Completion<void> {
    PropertyKey property = TRY(ToPropertyKey(inside, FromHost(key)));
    JSObject* target = TRY(ObjectOf(inside, object));
    if (HW_UNLIKELY(IsPrivate(property)))
      return target->DefineOwn(inside, property, FromHost(value), kNone), Completion<void>();
    return Set(inside, target, property, FromHost(value), true);
  });
}
hw_status hw_get_named(hw_isolate* isolate, hw_value object, const char* name, hw_value* result) {
  if (!name) return RefuseResult(isolate, result, mistake::kNullName);
  return RunGuest(isolate, result, {object},
                  [&](Isolate& inside) { return GetV(inside, FromHost(object), KeyOf(inside, name)); });
}
hw_status hw_set_named(hw_isolate* isolate, hw_value object, const char* name, hw_value value) {
  if (!name) return Refuse(isolate, mistake::kNullName);
  return RunGuest(isolate, nullptr, {object, value}, [&](Isolate& inside) -> Completion<void> {
    return Set(inside, TRY(ObjectOf(inside, object)), KeyOf(inside, name), FromHost(value), true);
  });
}
hw_status hw_get_index(hw_isolate* isolate, hw_value object, uint32_t index, hw_value* result) {
  return RunGuest(isolate, result, {object}, [&](Isolate& inside) {
    return GetV(inside, FromHost(object), KeyFromNumber(inside, index));
  });
}
hw_status hw_set_index(hw_isolate* isolate, hw_value object, uint32_t index, hw_value value) {
  return RunGuest(isolate, nullptr, {object, value}, [&](Isolate& inside) -> Completion<void> {
    return Set(inside, TRY(ObjectOf(inside, object)), KeyFromNumber(inside, index), FromHost(value), true);
  });
}
hw_status hw_has(hw_isolate* isolate, hw_value object, hw_value key, bool* result) {
  if (!result) return Refuse(isolate, mistake::kNullPlace);
  return RunGuest(isolate, nullptr, {object, key}, [&](Isolate& inside) -> Completion<void> {
    PropertyKey property = TRY(ToPropertyKey(inside, FromHost(key)));
    JSObject* target = TRY(ObjectOf(inside, object));
    *result = HW_UNLIKELY(IsPrivate(property)) ? target->GetOwn(inside, property).found()
                                               : TRY(HasProperty(inside, target, property));
    return {};
  });
}
hw_status hw_delete(hw_isolate* isolate, hw_value object, hw_value key, bool* result) {
  return RunGuest(isolate, nullptr, {object, key}, [&](Isolate& inside) -> Completion<void> {
    PropertyKey property = TRY(ToPropertyKey(inside, FromHost(key)));
    JSObject* target = TRY(ObjectOf(inside, object));
    bool deleted = true;
    if (HW_UNLIKELY(IsPrivate(property))) {
      if (target->GetOwn(inside, property).found()) target->DeleteOwn(inside, property);
    } else {
      deleted = TRY(internal_method::Delete(inside, target, property));
    }
    if (result) *result = deleted;
    return {};
  });
}
hw_status hw_keys(hw_isolate* isolate, hw_value object, hw_value* array) {
  return RunGuest(isolate, array, {object}, [&](Isolate& inside) -> Completion<Value> {
    return Value(TRY(EnumerableOwnProperties(inside, TRY(ObjectOf(inside, object)), EnumerationKind::kKeys)));
  });
}

hw_status hw_call_function(hw_isolate* isolate, hw_value function, hw_value this_value,
                           const hw_value* arguments, size_t count, hw_value* result) {
  return RunGuest(
      isolate, result, {{function, this_value}, arguments, count}, [&](Isolate& inside) -> Completion<Value> {
        if (!FromHost(function).IsCallable()) return ThrowNotCallable(inside, FromHost(function));
        ValueList list(inside);
        Copy(list, arguments, count);
        Value value =
            TRY(Call(inside, FromHost(function), FromHost(this_value), list.span(), {Continuation::kHost}));
        if (result) LeaveToHost(inside, value);
        return value;
      });
}

hw_status hw_construct(hw_isolate* isolate, hw_value constructor, const hw_value* arguments, size_t count,
                       hw_value* result) {
  return RunGuest(isolate, result, {{constructor}, arguments, count},
                  [&](Isolate& inside) -> Completion<Value> {
                    if (!FromHost(constructor).IsConstructor())
                      return ThrowNotConstructor(inside, FromHost(constructor));
                    ValueList list(inside);
                    Copy(list, arguments, count);
                    return Value(TRY(Construct(inside, FromHost(constructor).AsObject(), list.span())));
                  });
}

hw_status hw_json_parse(hw_isolate* isolate, const char* text, size_t size, hw_value* result) {
  if (!IsText(text, size)) return RefuseResult(isolate, result, mistake::kNullText);
  auto body = [&](Isolate& inside) -> Completion<Value> {
    std::string_view view = Text(text, size);
    if (view.size() > String::kMaxLength) return inside.ThrowRangeError("Invalid string length");
    return ParseJson(inside, NewStringFromUtf8(inside, view));
  };
  return RunGuest(isolate, result, {}, body, GuestState::kAny);
}

hw_status hw_json_stringify(hw_isolate* isolate, hw_value value, hw_value* string) {
  return RunGuest(isolate, string, {value}, [&](Isolate& inside) {
    return StringifyJson(inside, FromHost(value), Value::Undefined(), Value::Undefined());
  });
}

// ---- Promises ----

hw_status hw_promise_new(hw_isolate* isolate, hw_value* promise) {
  return RunGuest(isolate, promise, {}, [](Isolate& inside) -> Completion<Value> {
    return Value(
        NewInstance<PromiseObject>(inside, Value(inside.realm()->intrinsic(Intrinsic::kPromisePrototype))));
  });
}

namespace {

template <class F>
hw_status Settle(hw_isolate* isolate, hw_value promise, hw_value with, F&& settle) {
  return RunGuest(isolate, nullptr, {promise, with}, [&](Isolate& inside) -> Completion<void> {
    auto* object = FromHost(promise).TryAs<PromiseObject>();
    if (!object) return inside.ThrowTypeError("a promise is needed");
    if (object->state() == PromiseState::kPending) settle(inside, object);
    if (inside.HasPendingException()) return kThrow;
    return {};
  });
}

}  // namespace

hw_status hw_promise_resolve(hw_isolate* isolate, hw_value promise, hw_value value) {
  return Settle(isolate, promise, value, [&](Isolate& inside, PromiseObject* object) {
    ResolvePromise(inside, object, FromHost(value));
  });
}

hw_status hw_promise_reject(hw_isolate* isolate, hw_value promise, hw_value reason) {
  return Settle(isolate, promise, reason, [&](Isolate& inside, PromiseObject* object) {
    RejectPromise(inside, object, FromHost(reason));
  });
}

hw_promise_state hw_promise_inspect(hw_isolate* isolate, hw_value promise, hw_value* result) {
  if (result) *result = hw_undefined();
  hw_promise_state state = HW_PROMISE_NONE;
  EnterOrRefuse(isolate, [&](Isolate&) {
    NoteForeign(isolate, promise);
    auto* object = FromHost(promise).TryAs<PromiseObject>();
    if (!object) return;
    state = HW_PROMISE_PENDING;
    if (object->state() == PromiseState::kPending) return;
    if (result) *result = ToHost(isolate, object->result_);
    state = object->state() == PromiseState::kFulfilled ? HW_PROMISE_FULFILLED : HW_PROMISE_REJECTED;
  });
  return state;
}

hw_status hw_promise_watch(hw_isolate* isolate, hw_value promise, uint64_t token) {
  if (!WhyNotEnter(isolate) && !(isolate->host && isolate->host->hooks.promise_settled))
    return Refuse(isolate, "the host has no hook promise_settled");
  auto body = [&](Isolate& inside) -> Completion<void> {
    auto* object = FromHost(promise).TryAs<PromiseObject>();
    if (!object) return inside.ThrowTypeError("a promise is needed");
    return WatchPromise(inside, object, token);
  };
  return RunGuest(isolate, nullptr, {promise}, body, GuestState::kAny);
}

hw_status hw_queue_job(hw_isolate* isolate, hw_value function, const hw_value* arguments, size_t count) {
  auto body = [&](Isolate& inside) -> Completion<void> {
    if (!FromHost(function).IsCallable()) return inside.ThrowTypeError("a function is needed");
    ValueList list(inside);
    TRY(list.Reserve(count));
    Copy(list, arguments, count);
    EnqueueCallJob(inside, FromHost(function), Value::Undefined(), list.span());
    return {};
  };
  return RunGuest(isolate, nullptr, {{function}, arguments, count}, body, GuestState::kAny);
}

hw_value hw_async_context(const hw_isolate* isolate) {
  return EnterOrRefuse(isolate, [&](Isolate& inside) { return ToHost(isolate, inside.async_context_); });
}

void hw_set_async_context(hw_isolate* isolate, hw_value context) {
  EnterOrRefuse(isolate, [&](Isolate& inside) {
    if (const char* why = WhyNotOf(isolate, context)) return (void)Refuse(isolate, why);
    inside.async_context_.Init(FromHost(context));
  });
}

void hw_memory_free(void* data) { std::free(data); }
