#include "runtime/functions/captured_stack.h"

#include <cmath>

#include "objects/library/generators.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/async_frames.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/stack_trace.h"

namespace halfword {

namespace {

TraceFrame FrameAt(FrameWalker& walker) {
  JSObject* function = walker.function().AsObject();
  bool is_native = walker.code() == nullptr || function->object_type() != HeapType::kJSFunction ||
                   static_cast<JSFunction*>(function)->info()->script_->is_self_hosted();
  return {function, walker.fp()[frame::kThis],
          is_native ? Value::Undefined() : Value::Smi(static_cast<int32_t>(walker.position())),
          walker.fp()[frame::kNewTarget].IsObject()};
}

// Functions that only self-hosted ones call are an affair of the engine.
bool IsHelper(const TraceFrame& frame) {
  if (!frame.position.IsUndefined() || frame.function->object_type() != HeapType::kJSFunction) return false;
  return static_cast<JSFunction*>(frame.function)->info()->name_.get().AsString()->length() == 0;
}

// Error.stackTraceLimit, read without running JavaScript; negative: capture nothing.
int StackTraceLimit(Isolate& isolate) {
  JSObject* constructor = CurrentIntrinsic(isolate, Intrinsic::kError);
  OwnProperty own = FindOwn(isolate, constructor, isolate.key(Name::stackTraceLimit));
  if (!own.found() || own.IsAccessor() || !own.value.IsNumber()) return -1;
  double limit = own.value.AsNumber();
  if (!(limit >= 1)) return 0;
  return static_cast<int>(std::fmin(limit, 200));
}

// The next method of a generator, which would have a frame if a step of the library called it.
bool FindGeneratorNext(const Value* entry, TraceFrame* frame) {
  if (entry == nullptr || !entry[frame::kFunction].Is<GeneratorObject>()) return false;
  if (!entry[frame::kNewTarget].Is<NativeFunction>()) return false;
  *frame = {entry[frame::kNewTarget].AsObject(), entry[frame::kFunction], Value::Undefined(), false};
  return true;
}

// f(frame) for at most `limit` frames, of those below the topmost call of `hide_above_function`, if that is
// an object. False: it is not being called.
template <class F>
bool ForEachFrame(Isolate& isolate, int limit, Value hide_above_function, F&& f) {
  bool hidden = hide_above_function.IsObject();
  int count = 0;
  auto visit = [&](const TraceFrame& frame) {
    if (hidden) {
      hidden = Value(frame.function) != hide_above_function;
    } else if (count < limit && !IsHelper(frame)) {
      f(frame);
      count++;
    }
  };
  FrameWalker walker(isolate);
  for (; !walker.done() && count < limit; walker.Next()) {
    if (TraceFrame next; FindGeneratorNext(walker.entry(), &next)) visit(next);
    if (walker.function().IsObject()) visit(FrameAt(walker));
  }
  if (!hidden && count < limit) {
    AsyncFrames waiting(walker.entry());
    for (TraceFrame frame; count < limit && waiting.Next(&frame);) visit(frame);
  }
  return !hidden;
}

// ---- Error.prepareStackTrace ----

using enum StackSlot;
constexpr uint32_t Index(StackSlot slot) { return static_cast<uint32_t>(slot); }
ValueArray* StateOf(Arguments& args) { return args.callee()->data_[0].get().As<ValueArray>(); }

// The text as it is from now on.
Value StateText(Isolate& isolate, ValueArray* state) {
  String* text =
      StackText(isolate, state->get(Index(kObject)).AsObject(), state->get(Index(kFrames)).AsString());
  state->slots()[Index(kValue)].Set(state, Value(text));
  return Value(text);
}

Completion<Value> PreparedStack(Isolate& isolate, Realm* realm, ValueArray* state) {
  if (!state->get(Index(kValue)).IsHole()) return state->get(Index(kValue));
  JSObject* error = realm->intrinsic(Intrinsic::kError);
  Value prepare = TRY(Get(isolate, error, Name::prepareStackTrace));
  if (!prepare.IsCallable() || !state->get(Index(kSites)).Is<ValueArray>()) return StateText(isolate, state);
  auto* sites = state->get(Index(kSites)).As<ValueArray>();
  ValueList list(isolate);
  for (uint32_t i = 0; i < sites->length() && sites->get(i).IsObject(); i++) list.Append(sites->get(i));
  // What a function that formats sees if it asks for the stack itself.
  (void)StateText(isolate, state);
  Completion<Value> value =
      Call(isolate, prepare, Value(error),
           {state->get(Index(kObject)), Value(CreateArrayFromList(isolate, list.span()))});
  state->slots()[Index(kValue)].Set(state, value.IsThrow() ? Value::Hole() : value.Take());
  return value;
}

Completion<Value> StackGetter(Isolate& isolate, Arguments& args) {
  return PreparedStack(isolate, args.realm(), StateOf(args));
}

Completion<Value> StackSetter(Isolate&, Arguments& args) {
  StateOf(args)->slots()[Index(kValue)].Set(StateOf(args), args[0]);
  return Value::Undefined();
}

constexpr NativeRow kRowsSource[] = {{"stack", StackGetter, 0, kNativeNotInstalled, kStackGetterMagic},
                                     {"stack", StackSetter, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kRows);

ValueArray* CallSites(Isolate& isolate, int limit, Value hide_above_function) {
  ValueList sites(isolate);
  Value prototype(CurrentIntrinsic(isolate, Intrinsic::kCallSitePrototype));
  // Strict code does not give its function and receiver away, nor do those that called it.
  bool hides = false;
  ForEachFrame(isolate, limit, hide_above_function, [&](const TraceFrame& frame) {
    bool is_strict = frame.position.IsUndefined() && !frame.is_combinator();
    if (!frame.position.IsUndefined()) {
      Code* code = static_cast<JSFunction*>(frame.function)->info()->code_.get();
      is_strict = code == nullptr || (code->flags_ & Code::kStrict);
    }
    hides = hides || is_strict;
    auto* site = NewInstance<CallSiteObject>(isolate, prototype);
    site->function_.Set(site, Value(frame.function));
    site->receiver_.Set(site, frame.receiver);
    site->position_.Init(frame.is_combinator() ? Value::Smi(frame.promise_index) : frame.position);
    site->frame_flags_.Init(Value::Smi((frame.is_construct ? CallSiteObject::kConstruct : 0) |
                                       (hides ? CallSiteObject::kHidesFunction : 0) |
                                       static_cast<int32_t>(frame.async) << CallSiteObject::kAsyncShift));
    sites.Append(Value(site));
  });
  ValueArray* array = NewValueArray(isolate, static_cast<uint32_t>(sites.size() + 1));
  for (size_t i = 0; i < sites.size(); i++) array->slots()[i].Set(array, sites[i]);
  return array;
}

}  // namespace

constinit const NativeTable kCapturedStackNatives = kRows;

namespace {

// The frames as text, a state for PreparedStack, or undefined.
Completion<Value> Capture(Isolate& isolate, JSObject* object, Value hide_above_function) {
  isolate.Charge(16);
  int limit = StackTraceLimit(isolate);
  if (limit < 0) return Value::Undefined();
  StringBuilder out(isolate);
  ForEachFrame(isolate, limit, hide_above_function, [&](const TraceFrame& frame) {
    out.AppendAscii("\n    at ");
    AppendFrame(isolate, frame, out);
  });
  Value frames(TRY(out.Finish()));
  Value prepare = PeekProperty(isolate, CurrentIntrinsic(isolate, Intrinsic::kError),
                               isolate.key(Name::prepareStackTrace));
  bool is_error = object->object_type() == HeapType::kErrorObject;
  if (!prepare.IsCallable() && is_error) return frames;
  ValueArray* state = NewValueArray(isolate, Index(kCount));
  state->slots()[Index(kObject)].Set(state, Value(object));
  Value sites =
      prepare.IsCallable() ? Value(CallSites(isolate, limit, hide_above_function)) : Value::Undefined();
  state->slots()[Index(kSites)].Set(state, sites);
  state->slots()[Index(kFrames)].Set(state, frames);
  state->slots()[Index(kValue)].Init(Value::Hole());
  return Value(state);
}

PropertyDescriptor StackAccessor(Isolate& isolate, Value state) {
  PropertyDescriptor accessor;
  Realm* realm = CurrentRealm(isolate);
  accessor.has_get = accessor.has_set = accessor.has_enumerable = accessor.has_configurable = true;
  accessor.configurable = true;
  accessor.getter = Value(NewNativeFunction(isolate, realm, &kRows[0], state, Value::Undefined(), "get"));
  accessor.setter = Value(NewNativeFunction(isolate, realm, &kRows[1], state, Value::Undefined(), "set"));
  return accessor;
}

void SetFrames(ErrorObject* error, Value frames) {
  error->stack_.Init(Value::Undefined());
  error->frames_.Set(error, frames);
}

// Whether "stack" is still what ReserveStack has made.
bool HasReservedStack(Isolate& isolate, JSObject* object) {
  PropertyLocation location;
  return object->object_type() == HeapType::kErrorObject &&
         object->shape()->Lookup(Value(isolate.name(Name::stack)), &location) &&
         (location.attributes & (kVirtual | kWritable | kConfigurable)) ==
             (kVirtual | kWritable | kConfigurable);
}

}  // namespace

Completion<void> DefineCapturedStack(Isolate& isolate, JSObject* object, Value hide_above_function) {
  Value captured = TRY(Capture(isolate, object, hide_above_function));
  PropertyDescriptor stack;
  if (captured.Is<ValueArray>()) {
    stack = StackAccessor(isolate, captured);
    // The proposal has a text.
    ValueArray* state = captured.As<ValueArray>();
    if (isolate.harmony_ && state->get(Index(kSites)).IsUndefined())
      stack = PropertyDescriptor::Data(StateText(isolate, state), kMethodDefault);
  } else {
    if (captured.IsString() && HasReservedStack(isolate, object)) {
      SetFrames(static_cast<ErrorObject*>(object), captured);
      return {};
    }
    if (captured.IsString()) captured = Value(StackText(isolate, object, captured.AsString()));
    stack = PropertyDescriptor::Data(captured, kMethodDefault);
  }
  return DefinePropertyOrThrow(isolate, object, isolate.key(Name::stack), stack);
}

Completion<Value> StackOf(Isolate& isolate, Realm* realm, ErrorObject* error) {
  Value stack = ErrorStack(isolate, error);
  if (stack.Is<ValueArray>()) return PreparedStack(isolate, realm, stack.As<ValueArray>());
  return stack.IsString() ? stack : Value(isolate.name(Name::empty));
}

void ReserveStack(Isolate& isolate, JSObject* error) {
  SetFrames(static_cast<ErrorObject*>(error), Value::Undefined());
  if (!isolate.harmony_)
    error->DefineOwn(isolate, isolate.key(Name::stack), Value::Undefined(), kMethodDefault | kVirtual);
}

void SetStack(Isolate&, JSObject* object, String* text) {
  auto* error = static_cast<ErrorObject*>(object);
  SetFrames(error, Value::Undefined());
  error->stack_.Set(error, Value(text));
}

void CaptureStack(Isolate& isolate, JSObject* object, Value hide_above_function) {
  Completion<Value> capture = Capture(isolate, object, hide_above_function);
  if (capture.IsThrow()) {
    if (!isolate.IsTerminating()) isolate.TakeException();
    return;
  }
  Value captured = capture.Take();
  auto* error = static_cast<ErrorObject*>(object);
  if (!captured.Is<ValueArray>()) return SetFrames(error, captured);
  if (isolate.harmony_) return error->stack_.Set(error, captured);
  PropertyDescriptor stack = StackAccessor(isolate, captured);
  error->DefineOwn(isolate, isolate.key(Name::stack),
                   Value(NewAccessorPair(isolate, stack.getter, stack.setter)), kConfigurable | kAccessor);
}

void CaptureConstructedStack(Isolate& isolate, JSObject* error, Value constructor, Value new_target) {
  // As V8 does: the constructors of its classes tell nothing about where an error was made. Where another
  // function than those that are running is the target, only the constructor itself is left out.
  bool runs = new_target == constructor;
  if (!runs && new_target.IsObject()) runs = ForEachFrame(isolate, 1, new_target, [](const TraceFrame&) {});
  CaptureStack(isolate, error, runs ? new_target : constructor);
}

}  // namespace halfword
