// Promise objects (https://tc39.es/ecma262/#sec-promise-objects).
#include "builtins/builtins.h"
#include "objects/library/fundamental_objects.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// https://tc39.es/ecma262/#sec-promise-executor
Completion<Value> PromiseConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall())
    return isolate.ThrowTypeError("Promise constructor cannot be invoked without 'new'");
  Value executor = args[0];
  if (!executor.IsCallable()) {
    return isolate.ThrowTypeError("Promise resolver %s is not a function",
                                  DescribeForError(isolate, executor).c_str());
  }
  PromiseObject* promise = TRY(
      OrdinaryCreateFromConstructor<PromiseObject>(isolate, args.new_target(), Intrinsic::kPromisePrototype));
  promise->result_.Init(Value::Undefined());
  promise->is_handled_.Init(Value::False());
  ResolvingFunctions functions = CreateResolvingFunctions(isolate, promise);
  Completion<Value> completion =
      Call(isolate, executor, Value::Undefined(), {functions.resolve, functions.reject});
  if (completion.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    (void)TRY(Call(isolate, functions.reject, Value::Undefined(), {error}));
  }
  return Value(promise);
}

// IfAbruptRejectPromise (https://tc39.es/ecma262/#sec-ifabruptrejectpromise), for a throw that is pending.
Completion<Value> RejectWithPending(Isolate& isolate, PromiseCapabilityRecord* capability) {
  Value error;
  if (!isolate.Catch(&error)) return kThrow;
  (void)TRY(Call(isolate, capability->reject_, Value::Undefined(), {error}));
  return capability->promise_.get();
}
#define IF_ABRUPT_REJECT(expression, capability)                              \
  ({                                                                          \
    auto completion_ = (expression);                                          \
    if (completion_.IsThrow()) return RejectWithPending(isolate, capability); \
    completion_.Take();                                                       \
  })

// ---- Combinators. One driver; the element functions tell them apart by magic. ----

enum Combinator : uint16_t { kAll, kAllSettled, kAny, kRace };

using enum PromiseElement::SharedSlot;

int32_t AddRemaining(ValueArray* shared, int32_t delta) {
  int32_t n = shared->get(kRemaining).AsSmi() + delta;
  shared->slots()[kRemaining].Init(Value::Smi(n));
  return n;
}

// CreateKeyedPromiseCombinatorResultObject (https://tc39.es/proposal-await-dictionary/)
Completion<JSObject*> KeyedResult(Isolate& isolate, JSArray* keys, JSArray* values) {
  JSObject* result = OrdinaryObjectCreate(isolate, Value::Null());
  for (uint32_t i = 0; i < keys->length(); i++) {
    TRY(isolate.Poll());
    PropertyKey key = TRY(ToPropertyKey(isolate, keys->GetElement(isolate, i)));
    TRY(CreateDataPropertyOrThrow(isolate, result, key, values->GetElement(isolate, i)));
  }
  return result;
}

Completion<Value> FinishCombinator(Isolate& isolate, Combinator kind, ValueArray* shared) {
  PromiseCapabilityRecord* capability = shared->get(kCapability).As<PromiseCapabilityRecord>();
  JSArray* values = static_cast<JSArray*>(shared->get(kValues).AsObject());
  if (Value keys = shared->get(kKeys); keys.IsObject()) {
    JSObject* result = TRY(KeyedResult(isolate, static_cast<JSArray*>(keys.AsObject()), values));
    return Call(isolate, capability->resolve_, Value::Undefined(), {Value(result)});
  }
  if (kind != kAny) return Call(isolate, capability->resolve_, Value::Undefined(), {Value(values)});
  JSObject* error = NewInstance<ErrorObject>(
      isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kAggregateErrorPrototype)), 4);
  ReserveStack(isolate, error);
  error->DefineOwn(isolate, isolate.key(Name::message),
                   Value(NewStringFromAscii(isolate, "All promises were rejected")), kMethodDefault);
  error->DefineOwn(isolate, isolate.key(Name::errors), Value(values), kMethodDefault);
  CaptureStack(isolate, error);
  return Call(isolate, capability->reject_, Value::Undefined(), {Value(error)});
}

// Element functions: data_[0] as PromiseElement says. magic: combinator, | 16 for the one of allSettled that
// waits for rejections.
Completion<Value> ElementFunction(Isolate& isolate, Arguments& args) {
  ValueArray* state = args.callee()->data_[0].get().As<ValueArray>();
  if (state->get(PromiseElement::kIsCalled).IsTrue()) return Value::Undefined();
  state->slots()[PromiseElement::kIsCalled].Init(Value::True());
  ValueArray* shared = state->get(PromiseElement::kShared).As<ValueArray>();
  Combinator kind = static_cast<Combinator>(args.callee()->magic_ & 15);
  Value value = args[0];
  if (kind == kAllSettled) {
    bool rejected = args.callee()->magic_ & 16;
    JSObject* result = NewPlainObject(isolate);
    result->DefineOwn(isolate, isolate.key(Name::status),
                      Value(isolate.name(rejected ? Name::rejected : Name::fulfilled)), kDataDefault);
    result->DefineOwn(isolate, isolate.key(rejected ? Name::reason : Name::value), value, kDataDefault);
    value = Value(result);
  }
  JSArray* values = static_cast<JSArray*>(shared->get(kValues).AsObject());
  TRY(CreateDataPropertyOrThrow(
      isolate, values,
      PropertyKey::FromIndex(static_cast<uint32_t>(state->get(PromiseElement::kIndex).AsSmi())), value));
  if (AddRemaining(shared, -1) == 0) return FinishCombinator(isolate, kind, shared);
  return Value::Undefined();
}

constexpr NativeRow kElementRowsSource[] = {
    {"", ElementFunction, 1, kNativeNotInstalled, kAll, KnownNative::kPromiseAllElement},
    {"", ElementFunction, 1, kNativeNotInstalled, kAllSettled, KnownNative::kPromiseAllSettledElement},
    {"", ElementFunction, 1, kNativeNotInstalled, kAny, KnownNative::kPromiseAnyElement},
    {"", ElementFunction, 1, kNativeNotInstalled, kAllSettled | 16, KnownNative::kPromiseAllSettledElement},
};
HW_NATIVE_ROWS(kElementRows);

// One call of a combinator.
struct Combination {
  Combinator kind;
  Value constructor;
  PromiseCapabilityRecord* capability;
  Value promise_resolve;
  ValueArray* shared;
};

Combination NewCombination(Isolate& isolate, Combinator kind, Value constructor,
                           PromiseCapabilityRecord* capability, Value promise_resolve, Value keys) {
  ValueArray* shared = NewValueArray(isolate, kSharedSlots);
  shared->slots()[kValues].Set(shared, Value(NewArray(isolate, 0)));
  shared->slots()[kRemaining].Init(Value::Smi(1));
  shared->slots()[kCapability].Set(shared, Value(capability));
  shared->slots()[kKeys].Set(shared, keys);
  return {kind, constructor, capability, promise_resolve, shared};
}

// What is done with each of the values.
Completion<void> AddElement(Isolate& isolate, const Combination& combination, uint32_t index, Value next) {
  auto [kind, constructor, capability, promise_resolve, shared] = combination;
  // With %Promise% neither the element functions nor those of the capability throw.
  bool plain = constructor == Value(isolate.realm()->intrinsic(Intrinsic::kPromise));
  if (kind != kRace) {
    (void)TRY(CreateDataProperty(isolate, shared->get(kValues).AsObject(), PropertyKey::FromIndex(index),
                                 Value::Undefined()));
  }
  Value next_promise;
  if (plain && promise_resolve == Value(isolate.realm()->intrinsic(Intrinsic::kPromise_resolve))) {
    next_promise = Value(TRY(PromiseResolve(isolate, constructor, next)));
  } else {
    next_promise = TRY(Call(isolate, promise_resolve, constructor, {next}));
  }
  Value on_fulfilled = capability->resolve_, on_rejected = capability->reject_;
  if (kind != kRace) {
    ValueArray* state = NewValueArray(isolate, PromiseElement::kSlots);
    state->slots()[PromiseElement::kShared].Set(state, Value(shared));
    state->slots()[PromiseElement::kIndex].Init(Value::Smi(static_cast<int32_t>(index)));
    state->slots()[PromiseElement::kIsCalled].Init(Value::False());
    Realm* realm = CurrentRealm(isolate);
    Value element = Value(NewNativeFunction(isolate, realm, &kElementRows[kind], Value(state)));
    if (kind == kAny)
      on_rejected = element;
    else
      on_fulfilled = element;
    if (kind == kAllSettled)
      on_rejected = Value(NewNativeFunction(isolate, realm, &kElementRows[3], Value(state)));
    AddRemaining(shared, 1);
  }
  if (plain && IsPristinePromise(isolate, next_promise)) {
    // FAST: nobody gets to see the promise that `then` returns.
    PerformPromiseThen(isolate, static_cast<PromiseObject*>(next_promise.AsObject()), on_fulfilled,
                       on_rejected, kNoCapability);
  } else {
    (void)TRY(Invoke(isolate, next_promise, isolate.key(Name::then), {on_fulfilled, on_rejected}));
  }
  return isolate.Poll();
}

Completion<Value> EndCombination(Isolate& isolate, const Combination& combination) {
  if (combination.kind != kRace && AddRemaining(combination.shared, -1) == 0)
    (void)TRY(FinishCombinator(isolate, combination.kind, combination.shared));
  return combination.capability->promise_.get();
}

// GetPromiseResolve (https://tc39.es/ecma262/#sec-getpromiseresolve)
Completion<Value> GetPromiseResolve(Isolate& isolate, Value constructor) {
  Value resolve = TRY(Get(isolate, constructor.AsObject(), Name::resolve));
  if (!resolve.IsCallable())
    return isolate.ThrowTypeError("Promise resolve or reject function is not callable");
  return resolve;
}

// https://tc39.es/ecma262/#sec-promise.all and its siblings
Completion<Value> PromiseCombinator(Isolate& isolate, Arguments& args) {
  Value constructor = args.this_value();
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, constructor));
  Value promise_resolve = IF_ABRUPT_REJECT(GetPromiseResolve(isolate, constructor), capability);
  IteratorRecord record = IF_ABRUPT_REJECT(GetIterator(isolate, args[0], IteratorKind::kSync), capability);
  Combination combination = NewCombination(isolate, static_cast<Combinator>(args.callee()->magic_),
                                           constructor, capability, promise_resolve, Value::Undefined());
  auto run = [&]() -> Completion<Value> {
    for (uint32_t index = 0;; index++) {
      Value next = TRY(IteratorStepValue(isolate, record));
      if (next.IsNotFound()) return EndCombination(isolate, combination);
      TRY(AddElement(isolate, combination, index, next));
    }
  };
  Completion<Value> result = run();
  if (result.IsThrow()) {
    if (!record.done) (void)IteratorCloseThrow(isolate, record);
    return RejectWithPending(isolate, capability);
  }
  return result;
}

// Promise.allKeyed ( promises ) and Promise.allSettledKeyed ( promises )
// https://tc39.es/proposal-await-dictionary/
Completion<Value> KeyedPromiseCombinator(Isolate& isolate, Arguments& args) {
  Value constructor = args.this_value();
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, constructor));
  Value promise_resolve = IF_ABRUPT_REJECT(GetPromiseResolve(isolate, constructor), capability);
  if (!args[0].IsObject()) {
    (void)ThrowNotObject(isolate, args[0]);
    return RejectWithPending(isolate, capability);
  }
  JSObject* promises = args[0].AsObject();
  JSArray* keys = NewArray(isolate, 0);
  Combination combination = NewCombination(isolate, static_cast<Combinator>(args.callee()->magic_),
                                           constructor, capability, promise_resolve, Value(keys));
  auto run = [&]() -> Completion<Value> {
    ValueList all(isolate);
    TRY(internal_method::OwnPropertyKeys(isolate, promises, all));
    uint32_t index = 0;
    for (size_t i = 0; i < all.size(); i++) {
      TRY(isolate.Poll());
      PropertyKey key = TRY(ToPropertyKey(isolate, all[i]));
      MaybeDescriptor own = TRY(internal_method::GetOwnProperty(isolate, promises, key));
      if (!own.found || !own.descriptor.enumerable) continue;
      Value next = TRY(Get(isolate, promises, key));
      (void)TRY(CreateDataProperty(isolate, keys, PropertyKey::FromIndex(index), all[i]));
      TRY(AddElement(isolate, combination, index++, next));
    }
    return EndCombination(isolate, combination);
  };
  return IF_ABRUPT_REJECT(run(), capability);
}

// https://tc39.es/ecma262/#sec-promise.resolve
Completion<Value> PromiseResolveMethod(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject()) return isolate.ThrowTypeError("PromiseResolve called on non-object");
  return Value(TRY(PromiseResolve(isolate, args.this_value(), args[0])));
}
// https://tc39.es/ecma262/#sec-promise.reject
Completion<Value> PromiseRejectMethod(Isolate& isolate, Arguments& args) {
  if (args.this_value() == Value(args.realm()->intrinsic(Intrinsic::kPromise))) {  // FAST: without functions
    PromiseObject* promise = NewPromise(isolate, args.realm());
    RejectPromise(isolate, promise, args[0]);
    return Value(promise);
  }
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, args.this_value()));
  (void)TRY(Call(isolate, capability->reject_, Value::Undefined(), {args[0]}));
  return capability->promise_.get();
}
// https://tc39.es/ecma262/#sec-promise.withResolvers
Completion<Value> PromiseWithResolvers(Isolate& isolate, Arguments& args) {
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, args.this_value()));
  JSObject* object = NewPlainObject(isolate);
  object->DefineOwn(isolate, isolate.key(Name::promise), capability->promise_, kDataDefault);
  object->DefineOwn(isolate, isolate.key(Name::resolve), capability->resolve_, kDataDefault);
  object->DefineOwn(isolate, isolate.key(Name::reject), capability->reject_, kDataDefault);
  return Value(object);
}
// https://tc39.es/ecma262/#sec-promise.try
Completion<Value> PromiseTry(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject()) return isolate.ThrowTypeError("Promise.try called on non-object");
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, args.this_value()));
  Completion<Value> status = Call(isolate, args[0], Value::Undefined(), args.from(1));
  if (status.IsThrow()) {
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    (void)TRY(Call(isolate, capability->reject_, Value::Undefined(), {error}));
  } else {
    (void)TRY(Call(isolate, capability->resolve_, Value::Undefined(), {status.Take()}));
  }
  return capability->promise_.get();
}
Completion<Value> SpeciesGetter(Isolate&, Arguments& args) { return args.this_value(); }

// https://tc39.es/ecma262/#sec-promise.prototype.then
Completion<Value> PromiseThen(Isolate& isolate, Arguments& args) {
  if (!args.this_value().Is<PromiseObject>())
    return ThrowIncompatibleReceiver(isolate, "Promise.prototype.then", args.this_value());
  auto* promise = static_cast<PromiseObject*>(args.this_value().AsObject());
  JSObject* intrinsic = args.realm()->intrinsic(Intrinsic::kPromise);
  JSObject* constructor = IsPristinePromise(isolate, args.this_value())
                              ? isolate.realm()->intrinsic(Intrinsic::kPromise)
                              : TRY(SpeciesConstructor(isolate, promise, intrinsic));
  if (constructor == intrinsic) {  // FAST: nobody gets to see the resolving functions
    PromiseObject* result = NewPromise(isolate, args.realm());
    PerformPromiseThen(isolate, promise, args[0], args[1], result);
    return Value(result);
  }
  PromiseCapabilityRecord* capability = TRY(NewPromiseCapability(isolate, Value(constructor)));
  return PerformPromiseThen(isolate, promise, args[0], args[1], capability);
}
// https://tc39.es/ecma262/#sec-promise.prototype.catch
Completion<Value> PromiseCatch(Isolate& isolate, Arguments& args) {
  return Invoke(isolate, args.this_value(), isolate.key(Name::then), {Value::Undefined(), args[0]});
}

// finally: data_[0] = the callback, data_[1] = the constructor.
Completion<Value> ReturnData(Isolate&, Arguments& args) { return args.callee()->data_[0].get(); }
Completion<Value> ThrowData(Isolate& isolate, Arguments& args) {
  return isolate.Throw(args.callee()->data_[0]);
}
extern const NativeRow kFinallyRows[4];
Completion<Value> FinallyFunction(Isolate& isolate, Arguments& args) {
  NativeFunction* self = args.callee();
  Value result = TRY(Call(isolate, self->data_[0], Value::Undefined()));
  JSObject* promise = TRY(PromiseResolve(isolate, self->data_[1], result));
  Value then =
      Value(NewNativeFunction(isolate, CurrentRealm(isolate), &kFinallyRows[self->magic_ + 2], args[0]));
  return Invoke(isolate, Value(promise), isolate.key(Name::then), {then});
}
const NativeRow kFinallyRows[4] = {
    {"", FinallyFunction, 1, kNativeNotInstalled, 0},
    {"", FinallyFunction, 1, kNativeNotInstalled, 1},
    {"", ReturnData, 0, kNativeNotInstalled},
    {"", ThrowData, 0, kNativeNotInstalled},
};
// https://tc39.es/ecma262/#sec-promise.prototype.finally
Completion<Value> PromiseFinally(Isolate& isolate, Arguments& args) {
  if (!args.this_value().IsObject())
    return ThrowIncompatibleReceiver(isolate, "Promise.prototype.finally", args.this_value());
  JSObject* promise = args.this_value().AsObject();
  JSObject* constructor =
      TRY(SpeciesConstructor(isolate, promise, CurrentIntrinsic(isolate, Intrinsic::kPromise)));
  Value then_finally = args[0], catch_finally = args[0];
  if (args[0].IsCallable()) {
    Realm* realm = CurrentRealm(isolate);
    then_finally = Value(NewNativeFunction(isolate, realm, &kFinallyRows[0], args[0], Value(constructor)));
    catch_finally = Value(NewNativeFunction(isolate, realm, &kFinallyRows[1], args[0], Value(constructor)));
  }
  return Invoke(isolate, Value(promise), isolate.key(Name::then), {then_finally, catch_finally});
}

constexpr NativeRow kConstructorRowSource[] = {{"Promise", PromiseConstructor, 1, kNativeConstructor}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kConstructorRowsSource[] = {
    {"all", PromiseCombinator, 1, kNativePlain, kAll},
    {"allSettled", PromiseCombinator, 1, kNativePlain, kAllSettled},
    {"any", PromiseCombinator, 1, kNativePlain, kAny},
    {"race", PromiseCombinator, 1, kNativePlain, kRace},
    {"reject", PromiseRejectMethod, 1},
    {"resolve", PromiseResolveMethod, 1},
    {"try", PromiseTry, 1},
    {"withResolvers", PromiseWithResolvers, 0},
    {"Symbol.species", SpeciesGetter, 0, kNativeGetter | kNativeSymbol},
};
HW_NATIVE_ROWS(kConstructorRows);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"catch", PromiseCatch, 1}, {"finally", PromiseFinally, 1}, {"then", PromiseThen, 2}};
HW_NATIVE_ROWS(kPrototypeRows);

constexpr NativeRow kHarmonyRowsSource[] = {
    {"allKeyed", KeyedPromiseCombinator, 1, kNativePlain, kAll},
    {"allSettledKeyed", KeyedPromiseCombinator, 1, kNativePlain, kAllSettled},
};
HW_NATIVE_ROWS(kHarmonyRows);

constinit const NativeTable kTables[] = {kConstructorRow, kConstructorRows, kPrototypeRows,
                                         kElementRows,    kFinallyRows,     kHarmonyRows};

}  // namespace

const std::span<const NativeTable> kPromiseTables = kTables;

void InstallPromiseHarmony(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kPromise), kHarmonyRows);
}

void InstallPromise(Isolate& isolate, Realm* realm) {
  JSObject* prototype = realm->intrinsic(Intrinsic::kPromisePrototype);
  NativeFunction* constructor = InstallConstructor(isolate, realm, kConstructorRow, prototype,
                                                   Intrinsic::kPromise, Intrinsic::kPromisePrototype);
  InstallFunctions(isolate, realm, constructor, kConstructorRows);
  InstallFunctions(isolate, realm, prototype, kPrototypeRows);
  InstallToStringTag(isolate, prototype, "Promise");
  realm->set_intrinsic(Intrinsic::kPromisePrototype_then,
                       prototype->GetOwn(isolate, isolate.key(Name::then)).value.AsObject());
  realm->set_intrinsic(Intrinsic::kPromise_resolve,
                       constructor->GetOwn(isolate, isolate.key(Name::resolve)).value.AsObject());
}

}  // namespace halfword
