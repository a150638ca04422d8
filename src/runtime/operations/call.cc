#include "runtime/operations/call.h"

#include <cstring>

#include "runtime/execution/frames.h"
#include "runtime/native_state.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Restores the running frame however a call ends.
class FrameScope {
 public:
  explicit FrameScope(Isolate& isolate) : isolate_(isolate), frame_(isolate.frame_), pc_(isolate.pc_) {}
  ~FrameScope() {
    isolate_.frame_ = frame_;
    isolate_.pc_ = pc_;
  }

 private:
  Isolate& isolate_;
  uint32_t frame_, pc_;
};

// Lays out an entry frame above the running frame, for which there is always room (frame::kSlackWords).
// Returns where the frame above it may be.
Value* LayOutEntry(Isolate& isolate, const Continuation& then) {
  Value* running = frame::At(isolate.frame_);
  Value* free = running ? FrameTop(running) : frame::At(isolate.stack_start_);
  Value* entry = free + frame::kHeaderWords;
  entry[frame::kReturnCode] = Value::Smi(0);
  entry[frame::kNewTarget] = then.b;
  entry[frame::kFeedback] = Value::Smi(0);
  entry[frame::kEnvironment] = Value::Smi(0);
  entry[frame::kCode] = Value(isolate.entry_code_.get());
  entry[frame::kCallerDelta] = Value::FromBits(
      running ? static_cast<Value::Bits>(reinterpret_cast<char*>(entry) - reinterpret_cast<char*>(running))
              : 0);
  entry[frame::kReturnPc] = Value::Smi(static_cast<int32_t>(isolate.pc_));
  entry[frame::kFunction] = then.a;
  entry[frame::kArgumentCount] = Value::Smi(then.kind);
  return entry + frame::kHeaderWords;
}

// The same with a callee frame for `argument_count` arguments; arguments are left to the caller. Null: no
// room (nothing is pending).
Value* LayOutFrame(Isolate& isolate, Value function, Value this_value, uint32_t argument_count,
                   Value new_target, const Continuation& then) {
  static_assert(frame::kHeaderWords <= frame::kSlackWords);
  Value* registers = LayOutEntry(isolate, then);
  if (!frame::HasRoom(isolate, registers, uint64_t{argument_count} + 1)) return nullptr;
  registers[frame::kReturnCode] = Value::Smi(0);
  registers[frame::kNewTarget] = new_target;
  registers[frame::kFeedback] = Value::Smi(0);
  registers[frame::kEnvironment] = Value::Smi(0);
  registers[frame::kCode] = Value::Smi(0);
  registers[frame::kCallerDelta] = Value::FromBits(frame::kHeaderWords * sizeof(Value));
  registers[frame::kReturnPc] = Value::Smi(EntryReturnPc(isolate));
  registers[frame::kFunction] = function;
  registers[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(argument_count));
  registers[frame::kThis] = this_value;
  return registers;
}

// A call through a bound function: its target with the bound arguments in front.
Completion<Value> CallBound(Isolate& isolate, BoundFunction* bound, Value this_value,
                            std::span<const Value> arguments, const Continuation& then) {
  uint32_t count = static_cast<uint32_t>(bound->bound_count_.get().AsSmi());
  if (count == 0) return Call(isolate, bound->target_, bound->bound_this_, arguments, then);
  ValueList all(isolate);
  TRY(all.Reserve(count + arguments.size()));
  ValueArray* front = bound->bound_arguments_.get().As<ValueArray>();
  for (uint32_t i = 0; i < count; i++) all.Append(front->get(i));
  for (Value v : arguments) all.Append(v);
  return Call(isolate, bound->target_, bound->bound_this_, all.span(), then);
}

// Whether a frame that is laid out for the function can be entered as it is. Functions that need their
// arguments apart, and classes that are called, are for EnterCallee.
bool EntersInPlace(const Code* code, const FunctionInfo* info) {
  return !(code->flags_ & Code::kNeedsArguments) && !IsClassConstructorKind(info->kind());
}

}  // namespace

int32_t EntryReturnPc(const Isolate& isolate) {
  const Code* code = isolate.entry_code_.get();
  return static_cast<int32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code));
}

Value* PushEntry(Isolate& isolate, const Continuation& then) {
  if (HW_LIKELY(!isolate.NativeStackExhausted())) return LayOutEntry(isolate, then);
  (void)isolate.ThrowStackOverflow();
  return nullptr;
}

Value* PushFrame(Isolate& isolate, Value function, Value this_value, uint32_t argument_count,
                 Value new_target, const Continuation& then) {
  Value* registers = isolate.NativeStackExhausted()
                         ? nullptr
                         : LayOutFrame(isolate, function, this_value, argument_count, new_target, then);
  if (registers == nullptr) (void)isolate.ThrowStackOverflow();
  return registers;
}

Completion<Value> CallFrame(Isolate& isolate, Value* registers, uint32_t argument_count) {
  JSObject* callee = registers[frame::kFunction].AsObject();
  FrameScope restore(isolate);
  if (callee->object_type() == HeapType::kJSFunction) {
    auto* function = static_cast<JSFunction*>(callee);
    FunctionInfo* info = function->info();
    const InterpreterHooks& interpreter = NativeStateOf(isolate).interpreter;
    // FAST: a function that is compiled, takes its arguments where they are, and has room.
    Code* code = info->code_.get();
    if (HW_LIKELY(code != nullptr && isolate.budget_ > 0 && EntersInPlace(code, info)) &&
        HW_LIKELY(frame::HasRoom(isolate, registers, code->frame_size_))) {
      isolate.budget_--;
      registers[frame::kFeedback] = FeedbackOf(isolate, info);
      registers[frame::kEnvironment] = function->environment_;
      registers[frame::kCode] = Value(code);
      return Completion<Value>::FromRaw(interpreter.run(registers, code));
    }
    return Completion<Value>::FromRaw(interpreter.call(isolate, registers, argument_count));
  }
  if (callee->object_type() == HeapType::kNativeFunction) {
    TRY(isolate.Poll());
    isolate.frame_ = frame::OffsetOfFrame(registers);
    Arguments arguments(registers, argument_count);
    return NativeStateOf(isolate)
        .native(static_cast<NativeFunction*>(callee)->native_index_)
        .code()(isolate, arguments);
  }
  std::span<Value> arguments(registers + frame::kFirstArgument, argument_count);
  isolate.frame_ = frame::OffsetOfFrame(registers);  // keeps the arguments alive and below the next frame
  Value new_target = registers[frame::kNewTarget];
  if (!new_target.IsUndefined()) {
    return Completion<Value>(Construct(isolate, callee, arguments, new_target.AsObject()));
  }
  return Call(isolate, Value(callee), registers[frame::kThis], arguments, {Continuation::kResult});
}

Completion<Value> Call(Isolate& isolate, Value function, Value this_value, std::span<const Value> arguments,
                       const Continuation& then) {
  if (!function.IsCallable()) return ThrowNotCallable(isolate, function, nullptr);
  JSObject* callee = function.AsObject();
  switch (callee->object_type()) {
    case HeapType::kBoundFunction:
      if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
      return CallBound(isolate, static_cast<BoundFunction*>(callee), this_value, arguments, then);
    case HeapType::kProxyObject:
      if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
      return ProxyCall(isolate, callee, this_value, arguments);
    default:
      if (HW_UNLIKELY(callee->shape()->Has(Shape::kIsClassConstructor)))
        return ThrowClassConstructorCall(isolate, function);
      break;
  }
  Value* registers = PushFrame(isolate, function, this_value, static_cast<uint32_t>(arguments.size()),
                               Value::Undefined(), then);
  if (registers == nullptr) return kThrow;
  std::copy(arguments.begin(), arguments.end(), registers + frame::kFirstArgument);
  return CallFrame(isolate, registers, static_cast<uint32_t>(arguments.size()));
}

// ---- Repeated calls ----

RepeatedCall::RepeatedCall(Isolate& isolate, Value function, Value this_value, uint32_t argument_count)
    : isolate_(isolate),
      running_(isolate.frame_),
      pc_(isolate.pc_),
      argument_count_(argument_count),
      function_(function),
      this_(this_value) {
  static_assert(kWords == 2 * frame::kHeaderWords + 1);
}

// After a call, when the function is compiled. Functions that need their arguments apart stay with the
// general way.
void RepeatedCall::Prepare() {
  if (!function_.Is<JSFunction>() || isolate_.frame_ != running_ || isolate_.NativeStackExhausted()) return;
  auto* function = static_cast<JSFunction*>(function_.AsObject());
  FunctionInfo* info = function->info();
  Code* code = info->code_.get();
  if (!code || !EntersInPlace(code, info)) return;
  Value* registers = LayOutFrame(isolate_, function_, this_, argument_count_, Value::Undefined(), {});
  if (!registers || !frame::HasRoom(isolate_, registers, code->frame_size_)) return;
  registers[frame::kEnvironment] = function->environment_;
  registers[frame::kCode] = Value(code);
  std::copy_n(registers - 2 * frame::kHeaderWords, kWords, words_);
  info_ = info;
  code_ = code;
  registers_ = registers;
  present_ = std::min(argument_count_, code->parameter_count_);
}

Completion<Value> RepeatedCall::operator()(std::span<const Value> arguments) {
  DCHECK(arguments.size() == argument_count_);
  if (HW_UNLIKELY(code_ == nullptr || code_ != info_->code_.get())) {
    code_ = nullptr;
    Value result = TRY(Call(isolate_, function_, this_, arguments));
    Prepare();
    return result;
  }
  if (HW_UNLIKELY(--isolate_.budget_ < 0)) {
    TRY(isolate_.PollSlow());
    NoteRunning(isolate_, code_, info_);
  }
  DCHECK(isolate_.frame_ == running_);
  std::memcpy(registers_ - 2 * frame::kHeaderWords, words_, sizeof words_);
  // The callee may have warmed up.
  registers_[frame::kFeedback] = FeedbackOf(isolate_, info_);
  // One by one: they are few. Whoever is entered fills what else there is.
  for (uint32_t i = 0; i < present_; i++) registers_[frame::kFirstArgument + i] = arguments[i];
  Value result = NativeStateOf(isolate_).interpreter.run(registers_, code_);
  isolate_.frame_ = running_;
  isolate_.pc_ = pc_;
  return Completion<Value>::FromRaw(result);
}

Completion<JSObject*> Construct(Isolate& isolate, JSObject* constructor, std::span<const Value> arguments,
                                JSObject* new_target) {
  if (new_target == nullptr) new_target = constructor;
  switch (constructor->object_type()) {
    case HeapType::kBoundFunction: {
      if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
      auto* bound = static_cast<BoundFunction*>(constructor);
      if (new_target == constructor) new_target = bound->target_.get().AsObject();
      uint32_t count = static_cast<uint32_t>(bound->bound_count_.get().AsSmi());
      ValueList all(isolate);
      for (uint32_t i = 0; i < count; i++) all.Append(bound->bound_arguments_.get().As<ValueArray>()->get(i));
      for (Value v : arguments) all.Append(v);
      return Construct(isolate, bound->target_.get().AsObject(), all.span(), new_target);
    }
    case HeapType::kProxyObject:
      if (isolate.NativeStackExhausted()) return isolate.ThrowStackOverflow();
      return ProxyConstruct(isolate, constructor, arguments, new_target);
    default: break;
  }
  // https://tc39.es/ecma262/#sec-ecmascript-function-objects-construct-argumentslist-newtarget
  Value receiver = Value::Hole();
  if (constructor->object_type() == HeapType::kJSFunction &&
      static_cast<JSFunction*>(constructor)->info()->kind() != FunctionKind::kDerivedConstructor) {
    receiver = TRY(CreateReceiver(isolate, static_cast<JSFunction*>(constructor), new_target));
  }
  Value* registers = PushFrame(isolate, Value(constructor), receiver, static_cast<uint32_t>(arguments.size()),
                               Value(new_target));
  if (registers == nullptr) return kThrow;
  std::copy(arguments.begin(), arguments.end(), registers + frame::kFirstArgument);
  Value result = TRY(CallFrame(isolate, registers, static_cast<uint32_t>(arguments.size())));
  if (result.IsObject()) return result.AsObject();
  DCHECK(receiver.IsObject());  // derived constructors and natives return objects
  return receiver.AsObject();
}

uint32_t SlotHint(JSObject* prototype) {
  Shape* shape = prototype->shape();
  return shape->is_unique() && shape->transitions_.get().IsSmi()
             ? static_cast<uint32_t>(shape->transitions_.get().AsSmi())
             : 0;
}

namespace {
// An odd slot count would leave the last word of the cell unused.
constexpr uint32_t InObjectSlots(uint32_t needed) { return std::min<uint32_t>((needed + 1) & ~1u, 64); }
}  // namespace

bool IsOutdated(const Shape* shape) {
  JSObject* prototype = shape->prototype_object();
  return prototype != nullptr && !shape->is_unique() && shape->object_type() == HeapType::kPlainObject &&
         shape->in_object_slots() < InObjectSlots(SlotHint(prototype));
}

void NoteOverflow(Isolate& isolate, JSObject* object) {
  JSObject* prototype = object->shape()->prototype_object();
  if (prototype == nullptr || object->object_type() != HeapType::kPlainObject) return;
  Shape* shape = prototype->shape();
  uint32_t slots = object->shape()->slot_count_;
  if (!shape->is_unique() || !shape->Has(Shape::kIsPrototype) || !shape->transitions_.get().IsSmi() ||
      slots > 32 || SlotHint(prototype) >= slots)
    return;
  if (prototype == CurrentIntrinsic(isolate, Intrinsic::kObjectPrototype)) return;
  shape->transitions_.Init(Value::Smi(static_cast<int32_t>(slots + slots / 2)));
  shape->NotifyDependents(isolate);  // construct sites remember initial shapes
}

Completion<JSObject*> CreateReceiver(Isolate& isolate, JSFunction* constructor, JSObject* new_target) {
  return NewObject(isolate, TRY(InitialShape(isolate, constructor, new_target)));
}

Completion<Shape*> InitialShape(Isolate& isolate, JSFunction* constructor, JSObject* new_target) {
  JSObject* prototype = TRY(GetPrototypeFromConstructor(isolate, new_target, Intrinsic::kObjectPrototype));
  // The compiler counts the properties that a constructor gives its object. Without that the first object
  // would have another shape than those after it, and sites that meet both stay polymorphic.
  FunctionInfo* info = constructor->info();
  if (!info->code_) {
    Code* code = TRY(NativeStateOf(isolate).compile.lazy(isolate, info));
    if (!info->code_) info->code_.Set(info, code);
  }
  Value hint = info->initial_shape_hint_;
  uint32_t slots = hint.IsSmi() ? static_cast<uint32_t>(hint.AsSmi()) : 0;
  if (new_target != constructor && new_target->object_type() == HeapType::kJSFunction) {
    // A derived class: its constructors add properties of their own.
    Value derived = static_cast<JSFunction*>(new_target)->info()->initial_shape_hint_;
    if (derived.IsSmi()) slots += static_cast<uint32_t>(derived.AsSmi());
  }
  // What objects of this prototype turned out to need.
  slots = std::max(slots, SlotHint(prototype));
  slots = InObjectSlots(slots);
  return RootShapeFor(isolate, HeapType::kPlainObject, Value(prototype), 1, slots == 0 ? 2 : slots);
}

}  // namespace halfword
