#include "runtime/control_abstraction/resources.h"

#include "objects/library/fundamental_objects.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

enum Slot : uint32_t { kValue, kMethod, kIsAsync, kBefore, kSlots };

// What GetDisposeMethod gives for async-dispose where there is only a method of sync-dispose (data_[0]).
Completion<Value> DisposeAsPromise(Isolate& isolate, Arguments& args) {
  PromiseObject* promise = NewPromise(isolate, args.realm());
  Completion<Value> result = Call(isolate, args.callee()->data_[0], args.this_value());
  if (result.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
  } else {
    ResolvePromise(isolate, promise, Value::Undefined());
  }
  return Value(promise);
}
constexpr NativeRow kRowsSource[] = {{"", DisposeAsPromise, 0, kNativeNotInstalled}};
HW_NATIVE_ROWS(kRows);

// https://tc39.es/ecma262/#sec-getdisposemethod
Completion<Value> GetDisposeMethod(Isolate& isolate, Value value, DisposeHint hint) {
  if (hint == DisposeHint::kSync) return GetMethod(isolate, value, isolate.key(WellKnownSymbol::dispose));
  Value method = TRY(GetMethod(isolate, value, isolate.key(WellKnownSymbol::asyncDispose)));
  if (!method.IsUndefined()) return method;
  method = TRY(GetMethod(isolate, value, isolate.key(WellKnownSymbol::dispose)));
  if (method.IsUndefined()) return method;
  return Value(NewNativeFunction(isolate, CurrentRealm(isolate), &kRows[0], method));
}

}  // namespace

constinit const NativeTable kResourceNatives = kRows;

Value NewResource(Isolate& isolate, Value value, Value method, DisposeHint hint) {
  ValueArray* resource = NewValueArray(isolate, kSlots);
  resource->slots()[kValue].Set(resource, value);
  resource->slots()[kMethod].Set(resource, method);
  resource->slots()[kIsAsync].Init(Value::Boolean(hint == DisposeHint::kAsync));
  resource->slots()[kBefore].Init(Value::Undefined());
  return Value(resource);
}

Value AppendResource(Value list, Value resource) {
  if (resource.IsUndefined()) return list;
  auto* last = resource.As<ValueArray>();
  last->slots()[kBefore].Set(last, list);
  return resource;
}

Completion<Value> CreateDisposableResource(Isolate& isolate, Value value, DisposeHint hint) {
  if (value.IsNullOrUndefined()) {
    if (hint == DisposeHint::kSync) return Value::Undefined();
    return NewResource(isolate, Value::Undefined(), Value::Undefined(), hint);
  }
  if (!value.IsObject()) {
    return isolate.ThrowTypeError("%s is not an object, null or undefined, and cannot be disposed of",
                                  DescribeForError(isolate, value).c_str());
  }
  Value method = TRY(GetDisposeMethod(isolate, value, hint));
  if (method.IsUndefined()) {
    return isolate.ThrowTypeError(
        "%s has no %s method", DescribeForError(isolate, value).c_str(),
        hint == DisposeHint::kSync ? "[Symbol.dispose]" : "[Symbol.asyncDispose] or [Symbol.dispose]");
  }
  return NewResource(isolate, value, method, hint);
}

DisposalStep TakeResource(Value* disposal) {
  while (true) {
    bool is_last = disposal[0].IsUndefined();
    ValueArray* resource = is_last ? nullptr : disposal[0].As<ValueArray>();
    bool is_async = resource != nullptr && resource->get(kIsAsync).IsTrue();
    if (!is_async && disposal[1].IsTrue() && !disposal[2].IsTrue()) {
      disposal[1] = Value::False();
      return {DisposalStep::kAwait};
    }
    if (is_last) return {DisposalStep::kNone};
    disposal[0] = resource->get(kBefore);
    Value method = resource->get(kMethod);
    if (!method.IsUndefined()) return {DisposalStep::kCall, is_async, resource->get(kValue), method};
    disposal[1] = Value::True();
  }
}

Completion<void> DisposeResources(Isolate& isolate, Value list) {
  Value disposal[3] = {list, Value::False(), Value::False()};
  Value thrown = Value::NotFound();
  while (true) {
    DisposalStep step = TakeResource(disposal);
    if (step.kind == DisposalStep::kNone) break;
    TRY(isolate.Poll());
    if (!Call(isolate, step.method, step.value).IsThrow()) continue;
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    thrown = thrown.IsNotFound() ? error : Value(NewSuppressedError(isolate, error, thrown));
  }
  if (thrown.IsNotFound()) return {};
  return isolate.Throw(thrown);
}

JSObject* NewSuppressedError(Isolate& isolate, Value error, Value suppressed) {
  auto* object = NewInstance<ErrorObject>(
      isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kSuppressedErrorPrototype)), 4);
  ReserveStack(isolate, object);
  object->DefineOwn(isolate, isolate.key(Name::message),
                    Value(NewStringFromAscii(isolate, "An error was suppressed during disposal")),
                    kMethodDefault);
  object->DefineOwn(isolate, isolate.key(Name::error), error, kMethodDefault);
  object->DefineOwn(isolate, isolate.key(Name::suppressed), suppressed, kMethodDefault);
  CaptureStack(isolate, object);
  return object;
}

}  // namespace halfword
