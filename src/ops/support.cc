#include "ops/support.h"

#include <cstring>

#include "bytecode/opcodes.h"
#include "gc/heap.h"
#include "objects/library/fundamental_objects.h"
#include "ops/machine_state.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/evaluation/evaluation.h"
#include "runtime/execution/frames.h"
#include "runtime/functions/closures.h"
#include "runtime/native_state.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword::ops {

namespace {

void FillHeader(Value* fp, uint32_t return_pc, Value* next, uint32_t argument_count) {
  next[frame::kCallerDelta] = frame::Delta(fp, next);
  next[frame::kReturnPc] = Value::Smi(static_cast<int32_t>(return_pc));
  next[frame::kReturnCode] = Value::Smi(0);
  next[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(argument_count));
}

// Runs a callee that is no JSFunction through C++.
Value CallInPlace(Isolate& isolate, Value* fp, uint32_t return_pc, Value* next, uint32_t argument_count) {
  next[frame::kFeedback] = Value::Smi(0);
  next[frame::kEnvironment] = Value::Smi(0);
  next[frame::kCode] = Value::Smi(0);
  FillHeader(fp, return_pc, next, argument_count);
  if (!frame::HasRoom(isolate, next, uint64_t{argument_count} + 1) || isolate.NativeStackExhausted()) {
    (void)isolate.ThrowStackOverflow();
    return Value::Exception();
  }
  isolate.frame_ = frame::OffsetOfFrame(next);
  Value result = CallFrame(isolate, next, argument_count).raw();
  isolate.frame_ = frame::OffsetOfFrame(fp);
  return result;
}

// Whether what a list has no element for is undefined: it inherits from nothing but what is known to have no
// elements. REQUIRES: no_indexed_prototypes_.
bool HasOrdinaryPrototype(Isolate& isolate, JSObject* list) {
  bool is_array = list->object_type() == HeapType::kJSArray;
  Intrinsic ordinary = is_array ? Intrinsic::kArrayPrototype : Intrinsic::kObjectPrototype;
  return list->prototype() == Value(CurrentIntrinsic(isolate, ordinary));
}

// The elements of an array-like that needs no lookups: plain arrays, and arguments objects nobody
// has touched.
bool IsPlainList(Isolate& isolate, Value v, uint32_t* count) {
  if (!v.IsObject() || !isolate.no_indexed_prototypes_) return false;
  JSObject* object = v.AsObject();
  if (object->elements_kind() == ElementsKind::kDictionary) return false;
  if (!HasOrdinaryPrototype(isolate, object)) return false;
  if (object->object_type() == HeapType::kJSArray) {
    *count = static_cast<JSArray*>(object)->length();
    return true;
  }
  if (object->object_type() != HeapType::kArgumentsObject ||
      !static_cast<ArgumentsObject*>(object)->environment_.get().IsSmi())
    return false;
  PropertyLocation location;
  if (!object->shape()->Lookup(Value(isolate.name(Name::length)), &location) || location.slot != 0 ||
      (location.attributes & kAccessor))
    return false;
  Value length = object->GetSlot(0);
  if (!length.IsSmi() || length.AsSmi() < 0) return false;
  *count = static_cast<uint32_t>(length.AsSmi());
  return true;
}

// Function.prototype.call and apply as callees: lays out the call they make. Null: the native itself
// must run.
Value* PassThrough(Isolate& isolate, Value* fp, Value* next, uint32_t* argument_count) {
  Value target = next[frame::kThis];
  if (!target.IsCallable()) return nullptr;
  uint16_t flags = static_cast<NativeFunction*>(next[frame::kFunction].AsObject())->flags_;
  if (flags & kNativeIsCall) {
    next[frame::kFunction] = target;
    next[frame::kThis] = *argument_count ? next[frame::kFirstArgument] : Value::Undefined();
    for (uint32_t i = 1; i < *argument_count; i++) next[i] = next[i + 1];
    if (*argument_count) --*argument_count;
    return next;
  }
  Value list = *argument_count > 1 ? next[2] : Value::Undefined();
  uint32_t count = 0;
  if (!list.IsNullOrUndefined() && !IsPlainList(isolate, list, &count)) return nullptr;
  Value this_value = *argument_count ? next[1] : Value::Undefined();
  // Above everything that is in use: the arguments may be more than the caller has room for.
  Value* above = std::max(FrameTop(fp), next + frame::kFirstArgument + *argument_count) + frame::kHeaderWords;
  if (!frame::HasRoom(isolate, above, uint64_t{count} + 1)) return nullptr;
  // The arguments are out of the collector's sight until the frame is entered; doubles are boxed here.
  gc::NoGarbageCollectionScope no_gc(isolate.heap());
  isolate.Charge(count / kArgumentsPerUnit);
  JSObject* object = count ? list.AsObject() : nullptr;
  uint32_t limit = object ? object->FastElementsLimit() : 0;
  for (uint32_t i = 0; i < count; i++) {
    Value v = i < limit ? object->GetElement(isolate, i) : Value::Hole();
    above[frame::kFirstArgument + i] = v.IsHole() ? Value::Undefined() : v;
  }
  above[frame::kNewTarget] = Value::Undefined();
  above[frame::kFunction] = target;
  above[frame::kThis] = this_value;
  *argument_count = count;
  return above;
}

// A bound function as callee: its target with the bound arguments in front. Null: there is no room.
Value* PassThroughBound(Isolate& isolate, Value* next, uint32_t* argument_count) {
  auto* bound = static_cast<BoundFunction*>(next[frame::kFunction].AsObject());
  uint32_t count = static_cast<uint32_t>(bound->bound_count_.get().AsSmi());
  Value* arguments = next + frame::kFirstArgument;
  if (count != 0) {
    if (!frame::HasRoom(isolate, arguments, uint64_t{count} + *argument_count)) return nullptr;
    isolate.Charge(count / kArgumentsPerUnit);
    std::memmove(arguments + count, arguments, *argument_count * sizeof(Value));
    const auto* front = bound->bound_arguments_.get().As<ValueArray>();
    for (uint32_t i = 0; i < count; i++) arguments[i] = front->get(i);
    *argument_count += count;
  }
  next[frame::kFunction] = bound->target_;
  next[frame::kThis] = bound->bound_this_;
  return next;
}

// Chains (of call.call.call…, of functions that are bound again) are bounded here; the rest is left to
// CallFrame. What is laid out may reach beyond what a collection looks at: until it is entered there is none.
Value* PassThroughAll(Isolate& isolate, Value* fp, Value* next, uint32_t* argument_count) {
  for (int i = 0; i < 8; i++) {
    Value callee = next[frame::kFunction];
    if (!callee.IsObject() || !next[frame::kNewTarget].IsUndefined()) break;
    HeapType type = callee.AsObject()->object_type();
    Value* through;
    if (type == HeapType::kBoundFunction) {
      through = PassThroughBound(isolate, next, argument_count);
    } else if (type == HeapType::kNativeFunction &&
               (static_cast<NativeFunction*>(callee.AsObject())->flags_ & (kNativeIsCall | kNativeIsApply))) {
      through = PassThrough(isolate, fp, next, argument_count);
    } else {
      break;
    }
    if (through == nullptr) break;
    next = through;
  }
  return next;
}

// All of a frame but how it goes back, and its parameters.
void FillFrame(Isolate& isolate, Value* at, JSFunction* function, Code* code, uint32_t present) {
  for (uint32_t i = present + 1; i < code->local_count_; i++) at[i] = Value::Undefined();
  at[frame::kFunction] = Value(function);
  at[frame::kFeedback] = FeedbackOf(isolate, function->info());
  at[frame::kEnvironment] = function->environment_;
  at[frame::kCode] = Value(code);
}

}  // namespace

Completion<void> PollBackEdge(Isolate& isolate, Value* fp) {
  if (HW_UNLIKELY(StateOf(isolate).clears_frames_at_poll)) {
    Value* end = FrameTop(fp);
    std::fill(std::min(fp + frame::CodeOf(fp)->loop_registers_, end), end + kWordsAboveTop, Value::Smi(0));
  }
  return isolate.PollSlow();
}

Completion<void> PollInDebt(Isolate& isolate) {
  bool clears_frames = StateOf(isolate).clears_frames_at_poll;
  Completion<void> result = isolate.PollSlow();
  StateOf(isolate).clears_frames_at_poll = clears_frames;
  return result;
}

Value* EnterCallee(Isolate& isolate, Value* fp, uint32_t return_pc, Value* next, uint32_t argument_count,
                   CallUnit unit, Value* result) {
  *result = Value::Exception();
  Value callee = next[frame::kFunction];
  if (unit == CallUnit::kDue && callee.Is<JSFunction>()) {
    isolate.budget_--;
    unit = CallUnit::kPaid;
  }
  // The unit that ends a quantum finds what is hot (NoteRunning), also where the callee is behind call, apply
  // or a bound function: otherwise a loop of such calls could be in step with the quantum.
  auto is_polled_well = [&] { return isolate.budget_ >= 0 || !isolate.PollSlow().IsThrow(); };
  bool is_polled = unit == CallUnit::kLast || isolate.budget_ < 0;
  if (!is_polled_well()) return nullptr;
  next = PassThroughAll(isolate, fp, next, &argument_count);
  callee = next[frame::kFunction];
  if (!callee.IsCallable()) {
    (void)ThrowNotCallable(isolate, callee, nullptr);
    return nullptr;
  }
  if (callee.AsObject()->object_type() != HeapType::kJSFunction) {
    if (unit != CallUnit::kDue) isolate.budget_++;  // CallFrame takes it for what is called in the end
    *result = CallInPlace(isolate, fp, return_pc, next, argument_count);
    return nullptr;
  }
  if (unit == CallUnit::kDue) {
    isolate.budget_--;
    is_polled |= isolate.budget_ < 0;
    if (!is_polled_well()) return nullptr;
  }
  JSFunction* function = static_cast<JSFunction*>(callee.AsObject());
  FunctionInfo* info = function->info();
  if (IsClassConstructorKind(info->kind()) && next[frame::kNewTarget].IsUndefined()) {
    (void)ThrowClassConstructorCall(isolate, callee);
    return nullptr;
  }
  // Compiling may collect: the frame being made is not yet part of the stack, but the caller's covers it (its
  // registers do).
  Completion<Code*> compiled = EnsureCompiled(isolate, info);
  if (compiled.IsThrow()) return nullptr;
  Code* code = compiled.Take();
  if (is_polled) NoteRunning(isolate, code, info);
  Value* target = next;
  if (code->flags_ & Code::kNeedsArguments)
    target = next + frame::kFirstArgument + argument_count + frame::kHeaderWords;
  if (!frame::HasRoom(isolate, target, code->frame_size_)) {
    (void)isolate.ThrowStackOverflow();
    return nullptr;
  }
  uint32_t present = std::min(argument_count, code->parameter_count_);
  if (target != next) {
    target[frame::kNewTarget] = next[frame::kNewTarget];
    for (uint32_t i = 0; i <= present; i++) target[i] = next[i];
  }
  FillFrame(isolate, target, function, code, present);
  FillHeader(fp, return_pc, target, argument_count);
  return target;
}

Value* ReplaceFrame(Isolate& isolate, Value* fp, Value** next, uint32_t* argument_count, CallUnit* unit) {
  // Who constructs looks at what the frame returns, and at its `this`.
  if (!fp[frame::kNewTarget].IsUndefined()) return nullptr;
  if (*unit == CallUnit::kDue) {
    isolate.budget_--;
    *unit = CallUnit::kPaid;
  }
  if (isolate.budget_ < 0) return nullptr;
  *next = PassThroughAll(isolate, fp, *next, argument_count);
  Value callee = (*next)[frame::kFunction];
  if (!callee.Is<JSFunction>()) return nullptr;
  JSFunction* function = static_cast<JSFunction*>(callee.AsObject());
  Code* code = function->info()->code_.get();
  if (code == nullptr || IsClassConstructorKind(function->info()->kind())) return nullptr;
  // Where the frame was before it moved up past its arguments.
  Value* start = fp;
  if (frame::CodeOf(fp)->flags_ & Code::kNeedsArguments)
    start -= frame::kFirstArgument + fp[frame::kArgumentCount].AsSmi() + frame::kHeaderWords;
  Value* target = start;
  if (code->flags_ & Code::kNeedsArguments)
    target += frame::kFirstArgument + *argument_count + frame::kHeaderWords;
  if (!frame::HasRoom(isolate, target, code->frame_size_)) return nullptr;
  Value* caller = frame::Caller(fp);
  uint32_t return_pc = frame::ReturnPc(fp);
  Value return_code = fp[frame::kReturnCode], this_value = (*next)[frame::kThis];
  std::memmove(start + frame::kFirstArgument, *next + frame::kFirstArgument, *argument_count * sizeof(Value));
  uint32_t present = std::min(*argument_count, code->parameter_count_);
  if (target != start)
    std::memcpy(target + frame::kFirstArgument, start + frame::kFirstArgument, present * sizeof(Value));
  target[frame::kThis] = this_value;
  target[frame::kNewTarget] = Value::Undefined();
  FillFrame(isolate, target, function, code, present);
  FillHeader(caller, return_pc, target, *argument_count);
  target[frame::kReturnCode] = return_code;
  return target;
}

Value* SpreadArguments(Isolate& isolate, Value* fp, Value* next, uint32_t count, Value new_target) {
  uint32_t single = count - 1;
  const Value* arguments = next + frame::kFirstArgument;
  JSArray* array = static_cast<JSArray*>(arguments[single].AsObject());
  uint32_t length = array->length();
  // Above everything the caller uses.
  Value* target = FrameTop(fp) + frame::kHeaderWords;
  if (!frame::HasRoom(isolate, target, uint64_t{single} + length + 1)) {
    (void)isolate.ThrowStackOverflow();
    return nullptr;
  }
  gc::NoGarbageCollectionScope no_gc(isolate.heap());  // as above
  std::copy_n(arguments, single, target + frame::kFirstArgument);
  Value* spread = target + frame::kFirstArgument + single;
  for (uint32_t i = 0; i < length; i++) {
    Value v = array->GetElement(isolate, i);
    spread[i] = v.IsHole() ? Value::Undefined() : v;
  }
  target[frame::kNewTarget] = new_target;
  target[frame::kFunction] = next[frame::kFunction];
  target[frame::kThis] = next[frame::kThis];
  target[frame::kArgumentCount] = Value::Smi(static_cast<int32_t>(single + length));
  return target;
}

namespace {

// An empty word is Smi 0, which is no constructor and no epoch.
bool Remembers(Isolate& isolate, const ConstructSite& site, Value callee) {
  return site.callee.bits() == callee.bits() && IsOfThisEpoch(isolate, site.epoch);
}
// `made`: as in ConstructSite. `has_epoch`: what is remembered depends on one.
void Remember(Isolate& isolate, const FeedbackVector* vector, ConstructSite& site, Value callee, Value made,
              bool has_epoch) {
  if (!made.IsHole()) made.As<Shape>()->prototype_object()->shape()->NoteDependent();
  site.callee.Set(vector, callee);
  site.made.Set(vector, made);
  site.epoch.Init(has_epoch ? EpochToNote(isolate) : Value::Smi(0));
}
// new, and super(…). The "prototype" of a class stays what it is.
void RememberConstruct(Isolate& isolate, Site site, Value callee, Value new_target, Value made) {
  if (!site.enabled() || new_target != callee) return;
  Remember(isolate, site.vector, site.as<ConstructSite>(), callee, made, !made.IsHole());
}
void RememberSuper(Isolate& isolate, Site site, Value callee, Value new_target, Value made) {
  bool is_constant =
      new_target.Is<JSFunction>() && new_target.AsObject()->shape()->Has(Shape::kIsClassConstructor);
  if (!site.enabled() || !is_constant) return;
  auto& words = site.as<SuperSite>();
  Remember(isolate, site.vector, words, callee, made, true);
  words.new_target.Set(site.vector, new_target);
}

}  // namespace

Completion<void> PrepareConstruct(Isolate& isolate, Value* next, Value new_target, Site site, bool is_super) {
  Value callee = next[frame::kFunction];
  if (!callee.IsConstructor()) return ThrowNotConstructor(isolate, callee, nullptr);
  next[frame::kNewTarget] = new_target;
  next[frame::kThis] = Value::Hole();
  JSObject* constructor = callee.AsObject();
  if (constructor->object_type() != HeapType::kJSFunction) return {};
  auto* function = static_cast<JSFunction*>(constructor);
  auto remember = [&](Value made) {
    if (function->info()->code_)
      (is_super ? RememberSuper : RememberConstruct)(isolate, site, callee, new_target, made);
  };
  if (function->info()->kind() == FunctionKind::kDerivedConstructor) {
    remember(Value::Hole());
    return {};
  }
  if (site.enabled() && Remembers(isolate, site.as<ConstructSite>(), callee) &&
      new_target.bits() == (is_super ? site.as<SuperSite>().new_target.bits() : callee.bits())) {
    next[frame::kThis] = Value(NewObject(isolate, site.as<ConstructSite>().made.value().As<Shape>()));
    return {};
  }
  Shape* shape = TRY(InitialShape(isolate, function, new_target.AsObject()));
  next[frame::kThis] = Value(NewObject(isolate, shape));
  remember(Value(shape));
  return {};
}

Completion<uint32_t> ForwardArguments(Isolate& isolate, Value* fp, Value* next) {
  DCHECK(frame::CodeOf(fp)->flags_ & Code::kNeedsArguments);
  std::span<const Value> arguments = ActualArguments(fp);
  auto count = static_cast<uint32_t>(arguments.size());
  if (!frame::HasRoom(isolate, next, uint64_t{count} + 1)) return isolate.ThrowStackOverflow();
  isolate.Charge(count / kArgumentsPerUnit);
  std::copy(arguments.begin(), arguments.end(), next + frame::kFirstArgument);
  return count;
}

void RememberInstanceOf(Isolate& isolate, Value target, Site site) {
  if (!site.enabled() || !(target.Is<JSFunction>() || target.Is<NativeFunction>())) return;
  // Nothing on the chain may run JavaScript when it is asked again, nor have a @@hasInstance that can change.
  ChainWalk walk;
  for (JSObject* o = target.AsObject(); o != nullptr; o = o->shape()->prototype_object()) {
    walk.Step(isolate);
    HeapType type = o->object_type();
    if (type != HeapType::kJSFunction && type != HeapType::kNativeFunction && type != HeapType::kPlainObject)
      return;
    OwnProperty own = o->GetOwn(isolate, isolate.key(WellKnownSymbol::hasInstance));
    if (own.found() && (own.IsAccessor() || (own.attributes & (kWritable | kConfigurable)))) return;
  }
  Value handler =
      internal_method::Get(isolate, target.AsObject(), isolate.key(WellKnownSymbol::hasInstance), target)
          .raw();
  if (!handler.Is<NativeFunction>() ||
      static_cast<NativeFunction*>(handler.AsObject())->magic_ != kOrdinaryHasInstanceMagic)
    return;
  OwnProperty prototype = target.AsObject()->GetOwn(isolate, isolate.key(Name::prototype));
  if (!prototype.found() || prototype.IsAccessor() || !prototype.value.IsObject()) return;
  for (JSObject* o = target.AsObject(); o != nullptr; o = o->shape()->prototype_object())
    o->shape()->NoteDependent();
  prototype.value.AsObject()->BecomePrototype(isolate);
  prototype.value.AsObject()->shape()->NoteDependent();
  auto& words = site.as<InstanceOfSite>();
  words.target.Set(site.vector, target);
  words.prototype.Set(site.vector, prototype.value);
  words.epoch.Init(EpochToNote(isolate));
}

UnwindTarget FindHandler(Isolate& isolate, Value* fp, uint32_t pc) {
  bool is_return = false;
  while (true) {
    Code* code = frame::CodeOf(fp);
    if (code == isolate.entry_code_.get()) return {nullptr, 0};
    if (code && !isolate.IsTerminating()) {
      uint32_t offset = frame::BytecodeOffset(code, pc) - (is_return ? 1 : 0);
      for (const HandlerEntry& h : code->handlers()) {
        if (offset >= h.start && offset < h.end) {
          fp[frame::kEnvironment] = fp[h.environment_register];
          return {fp, h.target +
                          static_cast<uint32_t>(code->bytecode() - reinterpret_cast<const uint8_t*>(code))};
        }
      }
    }
    pc = frame::ReturnPc(fp);
    fp[frame::kReturnCode] = Value::Smi(0);
    is_return = true;
    fp = frame::Caller(fp);
  }
}

// ---- Suspension ----

SuspendedFrame* SaveFrame(Isolate& isolate, Value* fp, uint32_t pc, SuspensionKind kind) {
  Code* code = frame::CodeOf(fp);
  uint32_t argument_count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  uint32_t extra = code->flags_ & Code::kNeedsArguments ? argument_count : 0;
  SuspendedFrame* saved = NewSuspendedFrame(isolate, code->frame_size_, extra);
  // It is new: no store needs a barrier.
  saved->code_.Init(Value(code));
  saved->function_.Init(fp[frame::kFunction]);
  saved->environment_.Init(fp[frame::kEnvironment]);
  saved->feedback_.Init(fp[frame::kFeedback]);
  saved->new_target_.Init(fp[frame::kNewTarget]);
  saved->pc_ = pc;
  saved->register_count_ = code->frame_size_;
  saved->argument_count_ = argument_count;
  saved->extra_count_ = extra;
  saved->suspension_ = static_cast<uint32_t>(kind);
  std::memcpy(saved->registers(), fp, code->frame_size_ * sizeof(Value));
  if (extra) {
    std::memcpy(saved->extra_arguments(), fp - frame::kHeaderWords - static_cast<int>(extra),
                extra * sizeof(Value));
  }
  return saved;
}

void NoteSuspension(Isolate& isolate, SuspendedFrame* saved) { isolate.suspension_.Init(Value(saved)); }

AsyncFunctionState* StartAsyncFunction(Isolate& isolate) {
  Realm* realm = CurrentRealm(isolate);
  PromiseObject* promise = NewPromise(isolate, realm);
  auto* state = NewObjectAs<AsyncFunctionState>(isolate, realm->shape(RealmShape::kAsyncFunctionState));
  state->promise_.Init(Value(promise));
  return state;
}
void ResolveAsyncFunction(Isolate& isolate, AsyncFunctionState* state, Value value) {
  ResolvePromise(isolate, static_cast<PromiseObject*>(state->promise_.get().AsObject()), value);
}
void RejectAsyncFunction(Isolate& isolate, AsyncFunctionState* state, Value reason) {
  RejectPromise(isolate, static_cast<PromiseObject*>(state->promise_.get().AsObject()), reason);
}

// ---- Operators ----

namespace {

int32_t TypeFeedbackOf(Value v) {
  if (v.IsSmi()) return 0;
  if (v.IsHeapNumber()) return kDouble;
  if (v.IsString()) return v.AsString()->IsInterned() ? kInternedString : kString;
  if (v.IsObject()) return kObject;
  if (v.IsSymbol()) return kSymbol;
  if (v.IsBigInt()) return kBigInt;
  return kOddball;
}

}  // namespace

int32_t TypeFeedbackOf(Value left, Value right) { return TypeFeedbackOf(left) | TypeFeedbackOf(right); }

bool HasTypeOf(Value v, TypeOfKind kind) {
  switch (kind) {
    case TypeOfKind::kUndefined: return v.IsUndefined() || (v.IsObject() && IsHtmlDda(v));
    case TypeOfKind::kObject: return v.IsNull() || (v.IsObject() && !v.AsObject()->IsCallable());
    case TypeOfKind::kBoolean: return v.IsBoolean();
    case TypeOfKind::kNumber: return v.IsNumber();
    case TypeOfKind::kString: return v.IsString();
    case TypeOfKind::kSymbol: return v.IsSymbol();
    case TypeOfKind::kBigInt: return v.IsBigInt();
    case TypeOfKind::kFunction: return v.IsCallable() && !IsHtmlDda(v);
    case TypeOfKind::kOtherString: return false;
  }
  return false;
}

}  // namespace halfword::ops

namespace halfword {

#if defined(__x86_64__)
// The handler is the eighth argument. The stack is aligned there as where C++ calls a function.
__attribute__((naked, preserve_none)) Value EnterMachineCode(HW_STATE, HandlerFunction) {
  asm("push %rbp\n .cfi_def_cfa_offset 16\n .cfi_offset %rbp, -16\n"
      "call *%rcx\n"
      "pop %rbp\n .cfi_def_cfa_offset 8\n .cfi_restore %rbp\n ret\n");
}
#else
__attribute__((preserve_none)) Value EnterMachineCode(HW_STATE, HandlerFunction handler) {
  return handler(HW_PASS);
}
#endif

}  // namespace halfword
