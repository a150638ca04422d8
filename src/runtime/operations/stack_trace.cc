#include "runtime/operations/stack_trace.h"

#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"

namespace halfword {

Value PeekProperty(Isolate& isolate, JSObject* object, PropertyKey key) {
  for (int depth = 0; depth < 1000; depth++) {
    if (HasTrappingOwnLookup(object->object_type())) break;
    OwnProperty own = FindOwn(isolate, object, key);
    if (own.found()) return own.IsAccessor() ? Value::NotFound() : own.value;
    Value prototype = object->prototype();
    if (!prototype.IsObject()) break;
    object = prototype.AsObject();
  }
  return Value::NotFound();
}

void AppendErrorHeader(Isolate& isolate, JSObject* error, StringBuilder& out) {
  auto append = [&](Value v) {
    if (v.IsString()) {
      out.Append(v.AsString());
    } else {
      out.AppendAscii(DescribeForError(isolate, v));
    }
  };
  Value name = PeekProperty(isolate, error, isolate.key(Name::name));
  Value message = PeekProperty(isolate, error, isolate.key(Name::message));
  bool has_name = !(name.IsString() && name.AsString()->length() == 0);
  bool has_message = !message.IsNotFound() && !message.IsUndefined() &&
                     !(message.IsString() && message.AsString()->length() == 0);
  if (name.IsNotFound() || name.IsUndefined()) {
    out.AppendAscii("Error");
  } else if (has_name) {
    append(name);
  }
  if (has_message) {
    if (has_name) out.AppendAscii(": ");
    append(message);
  }
}

String* StackText(Isolate& isolate, JSObject* object, String* frames) {
  StringBuilder out(isolate);
  AppendErrorHeader(isolate, object, out);
  out.Append(frames);
  Completion<String*> text = out.Finish();
  if (!text.IsThrow()) return text.Take();
  if (!isolate.IsTerminating()) isolate.TakeException();
  return frames;
}

Value ErrorStack(Isolate& isolate, JSObject* object) {
  auto* error = static_cast<ErrorObject*>(object);
  if (error->frames_.get().IsString()) {
    String* text = StackText(isolate, error, error->frames_.get().AsString());
    error->stack_.Set(error, Value(text));
    error->frames_.Init(Value::Undefined());
  }
  return error->stack_;
}

// ---- Frames ----

TraceFrame FrameOf(CallSiteObject* site) {
  TraceFrame frame{site->function_.get().AsObject(), site->receiver_, site->position_,
                   site->Has(CallSiteObject::kConstruct)};
  frame.async =
      static_cast<TraceFrame::Async>(site->frame_flags_.get().AsSmi() >> CallSiteObject::kAsyncShift);
  if (frame.is_combinator()) {
    frame.promise_index = frame.position.AsSmi();
    frame.position = Value::Undefined();
  }
  return frame;
}

const char* CombinatorName(TraceFrame::Async combinator) {
  return combinator == TraceFrame::Async::kAll   ? "all"
         : combinator == TraceFrame::Async::kAny ? "any"
                                                 : "allSettled";
}

std::string ReceiverTypeOf(Isolate& isolate, Value receiver) {
  if (receiver.IsString()) return "String";
  if (receiver.IsNumber()) return "Number";
  if (receiver.IsBoolean()) return "Boolean";
  if (receiver.IsSymbol()) return "Symbol";
  if (receiver.IsBigInt()) return "BigInt";
  if (!receiver.IsObject()) return "";
  JSObject* object = receiver.AsObject();
  switch (object->object_type()) {
    case HeapType::kGlobalObject: return "";
    case HeapType::kProxyObject:
    case HeapType::kModuleNamespace: return "Object";
    case HeapType::kJSArray: return "Array";
    default: {
      if (object->IsCallable()) return "Function";
      std::string name = ConstructorNameOf(isolate, object);
      return name.empty() ? "Object" : name;
    }
  }
}

Script* ScriptOf(const TraceFrame& frame) {
  if (frame.position.IsUndefined()) return nullptr;
  return static_cast<JSFunction*>(frame.function)->info()->script_.GetNonNull();
}

String* FunctionNameOf(Isolate& isolate, const TraceFrame& frame) {
  auto text = [](Value v) { return v.IsString() && v.AsString()->length() > 0 ? v.AsString() : nullptr; };
  PropertyKey key = isolate.key(Name::name);
  if (frame.position.IsUndefined()) return text(PeekProperty(isolate, frame.function, key));
  FunctionInfo* info = static_cast<JSFunction*>(frame.function)->info();
  if (info->kind() == FunctionKind::kEval) return isolate.name(Name::eval);
  if (info->kind() == FunctionKind::kScript || info->kind() == FunctionKind::kModule) return nullptr;
  if (String* name = text(info->name_)) return name;
  // A function that got its name later ("name" defined, computed keys) has it as a property.
  OwnProperty own = frame.function->GetOwn(isolate, key);
  return own.found() && !own.IsAccessor() ? text(own.value) : nullptr;
}

void AppendFrame(Isolate& isolate, const TraceFrame& frame, StringBuilder& out) {
  if (frame.async != TraceFrame::Async::kNone) out.AppendAscii("async ");
  if (frame.is_combinator()) {
    out.AppendAscii("Promise.");
    out.AppendAscii(CombinatorName(frame.async));
    return out.AppendAscii(" (index " + std::to_string(frame.promise_index) + ")");
  }
  String* name = FunctionNameOf(isolate, frame);
  Script* script = ScriptOf(frame);
  // A native without a name: the engine's own steps, as those of a resolve function.
  if (script == nullptr && name == nullptr) return out.AppendAscii("<anonymous>");
  if (name) {
    if (frame.is_construct) out.AppendAscii("new ");
    bool is_method =
        script == nullptr || !IsArrowKind(static_cast<JSFunction*>(frame.function)->info()->kind());
    if (!frame.is_construct && is_method) {
      std::string type = ReceiverTypeOf(isolate, frame.receiver);
      if (!type.empty()) out.Append(NewStringFromUtf8(isolate, type + "."));
    }
    out.Append(name);
    out.AppendAscii(" (");
  }
  if (script != nullptr && script->name_.get().IsString() && script->name_.get().AsString()->length() > 0) {
    out.Append(script->name_.get().AsString());
  } else {
    out.AppendAscii("<anonymous>");
  }
  if (script != nullptr) {
    SourceLocation location = LocationOf(isolate, script, static_cast<uint32_t>(frame.position.AsSmi()));
    if (location.line != 0)
      out.AppendAscii(":" + std::to_string(location.line) + ":" + std::to_string(location.column));
  }
  if (name) out.AppendAscii(")");
}

Value PeekStack(Isolate& isolate, JSObject* object) {
  auto text_of = [&](ValueArray* state) {
    Value value = state->get(static_cast<uint32_t>(StackSlot::kValue));
    if (value.IsString()) return value;
    return Value(StackText(isolate, state->get(static_cast<uint32_t>(StackSlot::kObject)).AsObject(),
                           state->get(static_cast<uint32_t>(StackSlot::kFrames)).AsString()));
  };
  PropertyKey key = isolate.key(Name::stack);
  OwnProperty own = FindOwn(isolate, object, key);
  if (auto* error = Value(object).TryAs<ErrorObject>(); error != nullptr && !own.found()) {
    Value stack = ErrorStack(isolate, error);
    if (stack.IsString()) return stack;
    if (stack.Is<ValueArray>()) return text_of(stack.As<ValueArray>());
  }
  if (!own.IsAccessor()) return PeekProperty(isolate, object, key);
  auto* getter = own.value.As<AccessorPair>()->getter_.get().TryAs<NativeFunction>();
  if (getter == nullptr || getter->magic_ != kStackGetterMagic) return Value::NotFound();
  return text_of(getter->data_[0].get().As<ValueArray>());
}

}  // namespace halfword
