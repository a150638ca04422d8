#include "runtime/functions/async_frames.h"

#include "bytecode/frame.h"
#include "objects/library/generators.h"
#include "runtime/operations/call.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// Of an async function or generator, what its body will settle next; a capability as of Job.
Value CapabilityOf(JSObject* awaiter) {
  if (awaiter->object_type() == HeapType::kAsyncFunctionState)
    return static_cast<AsyncFunctionState*>(awaiter)->promise_;
  Value request = static_cast<AsyncGeneratorObject*>(awaiter)->queue_;
  return request.IsSmi() ? Value::Undefined() : request.As<AsyncGeneratorRequest>()->capability_.get();
}

SuspendedFrame* FrameOfAwaiter(JSObject* awaiter) {
  return awaiter->object_type() == HeapType::kAsyncFunctionState
             ? static_cast<AsyncFunctionState*>(awaiter)->frame_.get()
             : static_cast<AsyncGeneratorObject*>(awaiter)->frame_.get();
}

TraceFrame::Async CombinatorOf(KnownNative known) {
  switch (known) {
    case KnownNative::kPromiseAllElement: return TraceFrame::Async::kAll;
    case KnownNative::kPromiseAllSettledElement: return TraceFrame::Async::kAllSettled;
    case KnownNative::kPromiseAnyElement: return TraceFrame::Async::kAny;
    default: return TraceFrame::Async::kNone;
  }
}

}  // namespace

AsyncFrames::AsyncFrames(const Value* entry) {
  if (entry == nullptr) return;
  Value a = entry[frame::kFunction];
  switch (static_cast<Continuation::Kind>(entry[frame::kArgumentCount].AsSmi())) {
    case Continuation::kReaction: GoOn(a); break;
    case Continuation::kAwaiter:
    case Continuation::kAsyncGenerator: GoOn(CapabilityOf(a.AsObject())); break;
    default: break;
  }
}

void AsyncFrames::GoOn(Value capability) {
  if (capability.Is<PromiseCapabilityRecord>())
    capability = capability.As<PromiseCapabilityRecord>()->promise_;
  promise_ = capability.TryAs<PromiseObject>();
}

bool AsyncFrames::Next(TraceFrame* frame) {
  // A chain may lead back to where it began. Who asks bounds the frames, and this the steps without one.
  for (int steps = 0; promise_ != nullptr && steps < 1000; steps++) {
    Value reactions = promise_->reactions_;
    promise_ = nullptr;
    if (reactions.IsSmi()) return false;
    auto* reaction = reactions.As<Job>();
    if (!reaction->next_.get().IsSmi()) return false;
    if (Follow(reaction, frame)) return true;
  }
  return false;
}

bool AsyncFrames::Follow(Job* reaction, TraceFrame* frame) {
  Value handler = reaction->data_[Job::kOnFulfilled];
  if (handler.Is<AsyncFunctionState>() || handler.Is<AsyncGeneratorObject>())
    return Await(handler.AsObject(), frame);
  // Promise.any waits for rejections.
  for (Value candidate : {handler, reaction->data_[Job::kOnRejected].get()}) {
    auto* native = candidate.TryAs<NativeFunction>();
    if (native != nullptr && CombinatorOf(native->known_native_) != TraceFrame::Async::kNone)
      return Combine(native, frame);
  }
  if (auto* native = handler.TryAs<NativeFunction>();
      native != nullptr && native->known_native_ == KnownNative::kPromiseResolve) {
    GoOn(native->data_[0]);
    return false;
  }
  GoOn(reaction->data_[Job::kCapability]);
  return false;
}

bool AsyncFrames::Combine(NativeFunction* element_function, TraceFrame* frame) {
  TraceFrame::Async combinator = CombinatorOf(element_function->known_native_);
  auto* element = element_function->data_[0].get().As<ValueArray>();
  Isolate& isolate = Isolate::Current();
  JSObject* constructor = element_function->realm_.get()->intrinsic(Intrinsic::kPromise);
  PropertyKey key = PropertyKey::FromString(isolate, InternAscii(isolate, CombinatorName(combinator)));
  Value function = PeekProperty(isolate, constructor, key);
  *frame = {function.IsCallable() ? function.AsObject() : element_function,
            Value(constructor),
            Value::Undefined(),
            false,
            combinator,
            element->get(PromiseElement::kIndex).AsSmi()};
  GoOn(element->get(PromiseElement::kShared).As<ValueArray>()->get(PromiseElement::kCapability));
  return true;
}

bool AsyncFrames::Await(JSObject* awaiter, TraceFrame* frame) {
  GoOn(CapabilityOf(awaiter));
  SuspendedFrame* suspended = FrameOfAwaiter(awaiter);
  if (suspended == nullptr || !suspended->function_.get().Is<JSFunction>()) return false;
  auto* function = static_cast<JSFunction*>(suspended->function_.get().AsObject());
  Code* code = suspended->code_.get().As<Code>();
  bool is_native = function->info()->script_->is_self_hosted();
  uint32_t position = code->PositionAt(frame::BytecodeOffset(code, suspended->pc_) - 1);
  *frame = {function, suspended->registers()[0],
            is_native ? Value::Undefined() : Value::Smi(static_cast<int32_t>(position)), false,
            TraceFrame::Async::kAwait};
  return true;
}

}  // namespace halfword
