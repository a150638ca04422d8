// Array.fromAsync ( items [ , mapper [ , thisArg ] ] )  https://tc39.es/ecma262/#sec-array.fromasync
//
// The standard runs an async closure. Here it is a state machine: Resume runs from one Await to the next, and
// two continuations, made once, are the reactions of every promise awaited.
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/promises.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr double kMaxSafeLength = 9007199254740991.0;

enum Slot : uint32_t {
  kPromise,
  kArray,
  kSource,  // the iterator, or the array-like
  kNext,    // its next method
  kLength,  // of the array-like; undefined: there is an iterator
  kIndex,
  kMapper,  // undefined: none
  kThisArg,
  kPoint,
  kError,  // what is thrown when closing has ended
  kOnFulfilled,
  kOnRejected,
  kSlots
};

// What the value being awaited is.
enum class Point : int32_t { kElement, kIteratorResult, kMapped, kClosed };

class FromAsync {
 public:
  FromAsync(Isolate& isolate, ValueArray* state) : isolate_(isolate), state_(state) {}

  // Goes on with the outcome of what was awaited until it awaits again or the promise is settled.
  void Resume(Value value, bool rejected) {
    SettleIfEnded(rejected ? AfterRejection(value) : Advance(value));
  }

  // The first steps, up to the first Await.
  void Start(Value constructor, Value items) { SettleIfEnded(Open(constructor, items)); }

 private:
  Value get(Slot slot) const { return state_->get(slot); }
  void set(Slot slot, Value value) { state_->slots()[slot].Set(state_, value); }
  PromiseObject* promise() const { return static_cast<PromiseObject*>(get(kPromise).AsObject()); }
  JSObject* array() const { return get(kArray).AsObject(); }
  bool iterates() const { return !get(kLength).IsNumber(); }
  double index() const { return get(kIndex).AsNumber(); }

  void SettleIfEnded(Completion<bool> ended) {
    Value error;
    if (!ended.IsThrow()) {
      if (ended.Take()) ResolvePromise(isolate_, promise(), get(kArray));
    } else if (isolate_.Catch(&error)) {
      RejectPromise(isolate_, promise(), error);
    }
  }

  // Each of these returns true when the array is complete, false when a promise is awaited.
  Completion<bool> Open(Value constructor, Value items) {
    if (!get(kMapper).IsUndefined() && !get(kMapper).IsCallable())
      return ThrowNotCallable(isolate_, get(kMapper));
    Value method = TRY(GetMethod(isolate_, items, isolate_.key(WellKnownSymbol::asyncIterator)));
    bool sync = method.IsUndefined();
    if (sync) method = TRY(GetMethod(isolate_, items, isolate_.key(WellKnownSymbol::iterator)));
    if (!method.IsUndefined()) {
      IteratorRecord record = TRY(GetIteratorFromMethod(isolate_, items, method));
      if (sync) record = TRY(CreateAsyncFromSyncIterator(isolate_, record));
      set(kSource, record.iterator);
      set(kNext, record.next_method);
      JSObject* made = constructor.IsConstructor() ? TRY(Construct(isolate_, constructor.AsObject(), {}))
                                                   : TRY(ArrayCreate(isolate_, 0));
      set(kArray, Value(made));
      return NextElement();
    }
    JSObject* array_like = TRY(ToObject(isolate_, items));
    double length = TRY(LengthOfArrayLike(isolate_, array_like));
    Value length_value = NumberValue(isolate_, length);
    set(kSource, Value(array_like));
    set(kLength, length_value);
    JSObject* made = constructor.IsConstructor()
                         ? TRY(Construct(isolate_, constructor.AsObject(), {length_value}))
                         : TRY(ArrayCreate(isolate_, length));
    set(kArray, Value(made));
    return NextElement();
  }

  Completion<bool> NextElement() {
    double k = index();
    if (iterates()) {
      if (k >= kMaxSafeLength) {
        (void)isolate_.ThrowTypeError("Invalid array length");
        return CloseAndThrow();
      }
      Value result = TRY(Call(isolate_, get(kNext), get(kSource)));
      return AwaitAt(Point::kIteratorResult, result);
    }
    if (k >= get(kLength).AsNumber()) return Finish();
    Value element = TRY(Get(isolate_, get(kSource).AsObject(), KeyFromNumber(isolate_, k)));
    return AwaitAt(Point::kElement, element);
  }

  Completion<bool> Advance(Value value) {
    switch (static_cast<Point>(get(kPoint).AsSmi())) {
      case Point::kIteratorResult:
        if (!value.IsObject()) {
          return isolate_.ThrowTypeError("Iterator result %s is not an object",
                                         DescribeForError(isolate_, value).c_str());
        }
        if (TRY(IteratorComplete(isolate_, value.AsObject()))) return Finish();
        value = TRY(IteratorValue(isolate_, value.AsObject()));
        [[fallthrough]];
      case Point::kElement: {
        if (get(kMapper).IsUndefined()) return Define(value);
        Completion<Value> mapped =
            Call(isolate_, get(kMapper), get(kThisArg), {value, NumberValue(isolate_, index())});
        if (mapped.IsThrow()) return CloseAndThrow();
        Completion<bool> awaited = AwaitAt(Point::kMapped, mapped.Take());
        if (awaited.IsThrow()) return CloseAndThrow();
        return awaited;
      }
      case Point::kMapped: return Define(value);
      case Point::kClosed: return isolate_.Throw(get(kError));
    }
    return false;
  }

  Completion<bool> AfterRejection(Value reason) {
    switch (static_cast<Point>(get(kPoint).AsSmi())) {
      case Point::kMapped: (void)isolate_.Throw(reason); return CloseAndThrow();
      case Point::kClosed: return isolate_.Throw(get(kError));
      default: return isolate_.Throw(reason);
    }
  }

  Completion<bool> Define(Value value) {
    double k = index();
    if (CreateDataPropertyOrThrow(isolate_, array(), KeyFromNumber(isolate_, k), value).IsThrow())
      return CloseAndThrow();
    set(kIndex, NumberValue(isolate_, k + 1));
    return NextElement();
  }

  Completion<bool> Finish() {
    TRY(Set(isolate_, array(), isolate_.key(Name::length), get(kIndex), true));
    return true;
  }

  // AsyncIteratorClose (https://tc39.es/ecma262/#sec-asynciteratorclose) for the pending exception.
  Completion<bool> CloseAndThrow() {
    if (!iterates()) return kThrow;
    Value error;
    if (!isolate_.Catch(&error)) return kThrow;
    set(kError, error);
    Completion<bool> awaited = AwaitReturn();
    if (!awaited.IsThrow() && !awaited.Take()) return false;
    // There is no such method, or it threw: that is not told.
    Value ignored;
    if (awaited.IsThrow() && !isolate_.Catch(&ignored)) return kThrow;
    return isolate_.Throw(error);
  }
  Completion<bool> AwaitReturn() {
    Value method = TRY(GetMethod(isolate_, get(kSource), isolate_.key(Name::return_)));
    if (method.IsUndefined()) return true;
    return AwaitAt(Point::kClosed, TRY(Call(isolate_, method, get(kSource))));
  }

  Completion<bool> AwaitAt(Point point, Value value) {
    set(kPoint, Value::Smi(static_cast<int32_t>(point)));
    JSObject* awaited =
        TRY(PromiseResolve(isolate_, Value(CurrentIntrinsic(isolate_, Intrinsic::kPromise)), value));
    (void)PerformPromiseThen(isolate_, static_cast<PromiseObject*>(awaited), get(kOnFulfilled),
                             get(kOnRejected), kNoCapability);
    return false;
  }

  Isolate& isolate_;
  ValueArray* state_;
};

// magic_: whether the promise was rejected.
Completion<Value> Continuation(Isolate& isolate, Arguments& args) {
  FromAsync(isolate, args.callee()->data_[0].get().As<ValueArray>())
      .Resume(args[0], args.callee()->magic_ != 0);
  if (isolate.IsTerminating()) return kThrow;
  return Value::Undefined();
}

constexpr NativeRow kContinuationsSource[] = {
    {"", Continuation, 1, kNativeNotInstalled, 0},
    {"", Continuation, 1, kNativeNotInstalled, 1},
};
HW_NATIVE_ROWS(kContinuations);

Completion<Value> ArrayFromAsync(Isolate& isolate, Arguments& args) {
  PromiseObject* promise = NewPromise(isolate);
  ValueArray* state = NewValueArray(isolate, kSlots);
  auto set = [&](Slot slot, Value value) { state->slots()[slot].Set(state, value); };
  set(kPromise, Value(promise));
  set(kArray, Value::Undefined());
  set(kSource, Value::Undefined());
  set(kNext, Value::Undefined());
  set(kLength, Value::Undefined());
  set(kIndex, Value::Smi(0));
  set(kMapper, args[1]);
  set(kThisArg, args[2]);
  set(kError, Value::Undefined());
  set(kOnFulfilled, Value(NewNativeFunction(isolate, args.realm(), &kContinuations[0], Value(state))));
  set(kOnRejected, Value(NewNativeFunction(isolate, args.realm(), &kContinuations[1], Value(state))));
  FromAsync(isolate, state).Start(args.this_value(), args[0]);
  if (isolate.IsTerminating()) return kThrow;
  return Value(promise);
}

constexpr NativeRow kRowsSource[] = {{"fromAsync", ArrayFromAsync, 1}};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kContinuations, kRows};

}  // namespace

const std::span<const NativeTable> kArrayFromAsyncTables = kTables;

void InstallArrayFromAsync(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kArray), kRows);
}

}  // namespace halfword
