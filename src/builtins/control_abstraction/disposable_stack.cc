// DisposableStack and AsyncDisposableStack objects: https://tc39.es/ecma262/#sec-disposablestack-objects and
// https://tc39.es/ecma262/#sec-asyncdisposablestack-objects. Most functions are the same but for the hint
// (their magic).
#include "builtins/builtins.h"
#include "objects/isolate.h"
#include "objects/library/disposable_stacks.h"
#include "objects/library/promises.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/control_abstraction/resources.h"
#include "runtime/operations/call.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

constexpr uint16_t kSync = static_cast<uint16_t>(DisposeHint::kSync);
constexpr uint16_t kAsync = static_cast<uint16_t>(DisposeHint::kAsync);

DisposeHint HintOf(Arguments& args) { return static_cast<DisposeHint>(args.callee()->magic_); }
const char* ClassName(DisposeHint hint) {
  return hint == DisposeHint::kSync ? "DisposableStack" : "AsyncDisposableStack";
}

// RequireInternalSlot of `receiver`; null: it has no such slot.
DisposableStackObject* StackOf(Value receiver, DisposeHint hint) {
  HeapType type =
      hint == DisposeHint::kSync ? HeapType::kDisposableStackObject : HeapType::kAsyncDisposableStackObject;
  if (!receiver.IsObject() || receiver.AsObject()->object_type() != type) return nullptr;
  return static_cast<DisposableStackObject*>(receiver.AsObject());
}

Throwing ThrowNotStack(Isolate& isolate, Arguments& args, const char* method) {
  std::string name = std::string(ClassName(HintOf(args))) + ".prototype." + method;
  return ThrowIncompatibleReceiver(isolate, name.c_str(), args.this_value());
}

// The receiver, which must not be disposed of.
Completion<DisposableStackObject*> ThisPending(Isolate& isolate, Arguments& args, const char* method) {
  DisposableStackObject* stack = StackOf(args.this_value(), HintOf(args));
  if (stack == nullptr) return ThrowNotStack(isolate, args, method);
  if (stack->IsDisposed()) {
    return isolate.ThrowReferenceError("Cannot call %s on an already-disposed %s", method,
                                       ClassName(HintOf(args)));
  }
  return stack;
}

void Initialize(DisposableStackObject* stack, Value resources) {
  stack->resources_.Set(stack, resources);
  stack->is_disposed_.Init(Value::False());
}

void Append(DisposableStackObject* stack, Value resource) {
  stack->resources_.Set(stack, AppendResource(stack->resources_, resource));
}

// What the stack holds, which is nothing from now on.
Value TakeAll(DisposableStackObject* stack) {
  Value resources = stack->resources_;
  stack->resources_.Init(Value::Undefined());
  stack->is_disposed_.Init(Value::True());
  return resources;
}

template <class T>
Completion<Value> Create(Isolate& isolate, Value constructor, Intrinsic prototype, Value resources) {
  T* stack = TRY(OrdinaryCreateFromConstructor<T>(isolate, constructor, prototype));
  Initialize(stack, resources);
  return Value(stack);
}
Completion<Value> CreateStack(Isolate& isolate, DisposeHint hint, Value constructor, Value resources) {
  if (hint == DisposeHint::kSync) {
    return Create<DisposableStackObject>(isolate, constructor, Intrinsic::kDisposableStackPrototype,
                                         resources);
  }
  return Create<AsyncDisposableStackObject>(isolate, constructor, Intrinsic::kAsyncDisposableStackPrototype,
                                            resources);
}

// DisposableStack ( )  https://tc39.es/ecma262/#sec-disposablestack
Completion<Value> StackConstructor(Isolate& isolate, Arguments& args) {
  if (!args.IsConstructCall()) return ThrowRequiresNew(isolate, ClassName(HintOf(args)));
  return CreateStack(isolate, HintOf(args), args.new_target(), Value::Undefined());
}

// adopt: data_[0] = the value, data_[1] = the callback.
Completion<Value> CallAdopted(Isolate& isolate, Arguments& args) {
  return Call(isolate, args.callee()->data_[1], Value::Undefined(), {args.callee()->data_[0]});
}
constexpr NativeRow kAdoptedRowSource[] = {{"", CallAdopted, 0, kNativeNotInstalled}};
HW_NATIVE_ROWS(kAdoptedRow);

// DisposableStack.prototype.adopt ( value, onDispose )
// https://tc39.es/ecma262/#sec-disposablestack.prototype.adopt
Completion<Value> StackAdopt(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = TRY(ThisPending(isolate, args, "adopt"));
  if (!args[1].IsCallable()) return ThrowNotCallable(isolate, args[1]);
  Value closure(NewNativeFunction(isolate, args.realm(), kAdoptedRow, args[0], args[1]));
  Append(stack, NewResource(isolate, Value::Undefined(), closure, HintOf(args)));
  return args[0];
}

// DisposableStack.prototype.defer ( onDispose )
// https://tc39.es/ecma262/#sec-disposablestack.prototype.defer
Completion<Value> StackDefer(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = TRY(ThisPending(isolate, args, "defer"));
  if (!args[0].IsCallable()) return ThrowNotCallable(isolate, args[0]);
  Append(stack, NewResource(isolate, Value::Undefined(), args[0], HintOf(args)));
  return Value::Undefined();
}

// DisposableStack.prototype.use ( value )  https://tc39.es/ecma262/#sec-disposablestack.prototype.use
Completion<Value> StackUse(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = TRY(ThisPending(isolate, args, "use"));
  // Looking the method up may add to the stack.
  Value resource = TRY(CreateDisposableResource(isolate, args[0], HintOf(args)));
  Append(stack, resource);
  return args[0];
}

// DisposableStack.prototype.move ( )  https://tc39.es/ecma262/#sec-disposablestack.prototype.move
Completion<Value> StackMove(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = TRY(ThisPending(isolate, args, "move"));
  Intrinsic constructor =
      HintOf(args) == DisposeHint::kSync ? Intrinsic::kDisposableStack : Intrinsic::kAsyncDisposableStack;
  Value moved =
      TRY(CreateStack(isolate, HintOf(args), Value(args.realm()->intrinsic(constructor)), stack->resources_));
  (void)TakeAll(stack);
  return moved;
}

// get DisposableStack.prototype.disposed  https://tc39.es/ecma262/#sec-get-disposablestack.prototype.disposed
Completion<Value> StackDisposed(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = StackOf(args.this_value(), HintOf(args));
  if (stack == nullptr) return ThrowNotStack(isolate, args, "disposed");
  return Value::Boolean(stack->IsDisposed());
}

// DisposableStack.prototype.dispose ( )  https://tc39.es/ecma262/#sec-disposablestack.prototype.dispose
Completion<Value> StackDispose(Isolate& isolate, Arguments& args) {
  DisposableStackObject* stack = StackOf(args.this_value(), DisposeHint::kSync);
  if (stack == nullptr) return ThrowNotStack(isolate, args, "dispose");
  if (!stack->IsDisposed()) TRY(DisposeResources(isolate, TakeAll(stack)));
  return Value::Undefined();
}

// ---- disposeAsync. The standard runs DisposeResources in an async function; here it is a state machine:
// Resume runs from one Await to the next.

enum Slot : uint32_t {
  kPromise,
  kDisposal,                // three slots, see resources.h
  kThrown = kDisposal + 3,  // NotFound: the completion is normal
  kOnFulfilled,
  kOnRejected,
  kSlots
};

class AsyncDisposal {
 public:
  AsyncDisposal(Isolate& isolate, ValueArray* state) : isolate_(isolate), state_(state) {}

  void Resume(Value value, bool rejected) {
    if (rejected) NoteThrown(value);
    Run();
  }
  void Run() {
    Value disposal[3];
    for (uint32_t i = 0; i < 3; i++) disposal[i] = state_->get(kDisposal + i);
    bool awaits = false;
    while (!awaits) {
      DisposalStep step = TakeResource(disposal);
      if (step.kind == DisposalStep::kNone) return Settle();
      Completion<bool> ran = Perform(step, disposal);
      Value error;
      if (!ran.IsThrow()) {
        awaits = ran.Take();
      } else if (isolate_.Catch(&error)) {
        NoteThrown(error);
      } else {
        return;
      }
    }
    for (uint32_t i = 0; i < 3; i++) set(kDisposal + i, disposal[i]);
  }

 private:
  void set(uint32_t slot, Value value) { state_->slots()[slot].Set(state_, value); }

  // True: a promise is awaited.
  Completion<bool> Perform(const DisposalStep& step, Value* disposal) {
    TRY(isolate_.Poll());
    Value awaited = Value::Undefined();
    if (step.kind == DisposalStep::kCall) {
      awaited = TRY(Call(isolate_, step.method, step.value));
      if (!step.awaits_result) return false;
      disposal[2] = Value::True();
    }
    JSObject* promise =
        TRY(PromiseResolve(isolate_, Value(CurrentIntrinsic(isolate_, Intrinsic::kPromise)), awaited));
    (void)PerformPromiseThen(isolate_, static_cast<PromiseObject*>(promise), state_->get(kOnFulfilled),
                             state_->get(kOnRejected), kNoCapability);
    return true;
  }
  void NoteThrown(Value error) {
    Value thrown = state_->get(kThrown);
    set(kThrown, thrown.IsNotFound() ? error : Value(NewSuppressedError(isolate_, error, thrown)));
  }
  void Settle() {
    auto* promise = static_cast<PromiseObject*>(state_->get(kPromise).AsObject());
    if (state_->get(kThrown).IsNotFound()) {
      ResolvePromise(isolate_, promise, Value::Undefined());
    } else {
      RejectPromise(isolate_, promise, state_->get(kThrown));
    }
  }

  Isolate& isolate_;
  ValueArray* state_;
};

// magic_: whether the promise was rejected.
Completion<Value> Continuation(Isolate& isolate, Arguments& args) {
  AsyncDisposal(isolate, args.callee()->data_[0].get().As<ValueArray>())
      .Resume(args[0], args.callee()->magic_ != 0);
  if (isolate.IsTerminating()) return kThrow;
  return Value::Undefined();
}
constexpr NativeRow kContinuationsSource[] = {
    {"", Continuation, 1, kNativeNotInstalled, 0},
    {"", Continuation, 1, kNativeNotInstalled, 1},
};
HW_NATIVE_ROWS(kContinuations);

// AsyncDisposableStack.prototype.disposeAsync ( )
// https://tc39.es/ecma262/#sec-asyncdisposablestack.prototype.disposeAsync
Completion<Value> StackDisposeAsync(Isolate& isolate, Arguments& args) {
  PromiseObject* promise = NewPromise(isolate, args.realm());
  DisposableStackObject* stack = StackOf(args.this_value(), DisposeHint::kAsync);
  if (stack == nullptr) {
    (void)ThrowNotStack(isolate, args, "disposeAsync");
    Value error;
    if (!isolate.Catch(&error)) return kThrow;
    RejectPromise(isolate, promise, error);
  } else if (stack->IsDisposed()) {
    ResolvePromise(isolate, promise, Value::Undefined());
  } else {
    ValueArray* state = NewValueArray(isolate, kSlots);
    auto set = [&](uint32_t slot, Value value) { state->slots()[slot].Set(state, value); };
    set(kPromise, Value(promise));
    set(kDisposal, TakeAll(stack));
    set(kDisposal + 1, Value::False());
    set(kDisposal + 2, Value::False());
    set(kThrown, Value::NotFound());
    set(kOnFulfilled, Value(NewNativeFunction(isolate, args.realm(), &kContinuations[0], Value(state))));
    set(kOnRejected, Value(NewNativeFunction(isolate, args.realm(), &kContinuations[1], Value(state))));
    AsyncDisposal(isolate, state).Run();
    if (isolate.IsTerminating()) return kThrow;
  }
  return Value(promise);
}

constexpr NativeRow kConstructorRowSource[] = {
    {"DisposableStack", StackConstructor, 0, kNativeConstructor, kSync}};
HW_NATIVE_ROWS(kConstructorRow);
constexpr NativeRow kAsyncConstructorRowSource[] = {
    {"AsyncDisposableStack", StackConstructor, 0, kNativeConstructor, kAsync}};
HW_NATIVE_ROWS(kAsyncConstructorRow);
constexpr NativeRow kPrototypeRowsSource[] = {
    {"adopt", StackAdopt, 2, kNativePlain, kSync},     {"defer", StackDefer, 1, kNativePlain, kSync},
    {"dispose", StackDispose, 0, kNativePlain, kSync}, {"disposed", StackDisposed, 0, kNativeGetter, kSync},
    {"move", StackMove, 0, kNativePlain, kSync},       {"use", StackUse, 1, kNativePlain, kSync},
};
HW_NATIVE_ROWS(kPrototypeRows);
constexpr NativeRow kAsyncPrototypeRowsSource[] = {
    {"adopt", StackAdopt, 2, kNativePlain, kAsync},
    {"defer", StackDefer, 1, kNativePlain, kAsync},
    {"disposeAsync", StackDisposeAsync, 0, kNativePlain, kAsync},
    {"disposed", StackDisposed, 0, kNativeGetter, kAsync},
    {"move", StackMove, 0, kNativePlain, kAsync},
    {"use", StackUse, 1, kNativePlain, kAsync},
};
HW_NATIVE_ROWS(kAsyncPrototypeRows);
const NativeTable kTables[] = {kConstructorRow, kAsyncConstructorRow, kPrototypeRows,  kAsyncPrototypeRows,
                               kAdoptedRow,     kContinuations,       kResourceNatives};

// `symbol`: the key that the method `name` has besides.
void InstallStack(Isolate& isolate, Realm* realm, const NativeRow* constructor, NativeTable rows,
                  Intrinsic constructor_id, Intrinsic prototype_id, const char* name,
                  WellKnownSymbol symbol) {
  JSObject* prototype = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  InstallConstructor(isolate, realm, constructor, prototype, constructor_id, prototype_id);
  InstallFunctions(isolate, realm, prototype, rows);
  Value method = prototype->GetOwn(isolate, PropertyKey::FromAscii(isolate, name)).value;
  prototype->DefineOwn(isolate, isolate.key(symbol), method, kMethodDefault);
  InstallToStringTag(isolate, prototype, constructor->name());
}

}  // namespace

const std::span<const NativeTable> kDisposableStackTables = kTables;

void InstallDisposableStack(Isolate& isolate, Realm* realm) {
  InstallStack(isolate, realm, kConstructorRow, kPrototypeRows, Intrinsic::kDisposableStack,
               Intrinsic::kDisposableStackPrototype, "dispose", WellKnownSymbol::dispose);
  InstallStack(isolate, realm, kAsyncConstructorRow, kAsyncPrototypeRows, Intrinsic::kAsyncDisposableStack,
               Intrinsic::kAsyncDisposableStackPrototype, "disposeAsync", WellKnownSymbol::asyncDispose);
}

}  // namespace halfword
