// GeneratorFunction and Generator objects (https://tc39.es/ecma262/#sec-generatorfunction-objects),
// AsyncGeneratorFunction and AsyncGenerator objects,
// AsyncFunction objects, and %AsyncFromSyncIteratorPrototype%.
#include "builtins/builtins.h"
#include "builtins/fundamental_objects/dynamic_function.h"
#include "runtime/control_abstraction/generators.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/operations/call.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/iterators.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// The constructors evaluate source text; none is a property of the global object.
Completion<Value> FunctionConstructor(Isolate& isolate, Arguments& args) {
  FunctionKind kind = static_cast<FunctionKind>(args.callee()->magic_);
  return CreateDynamicFunction(isolate, args, kind);
}
constexpr NativeRow kGeneratorFunctionRowSource[] = {{"GeneratorFunction", FunctionConstructor, 1,
                                                      kNativeConstructor,
                                                      static_cast<uint16_t>(FunctionKind::kGenerator)}};
HW_NATIVE_ROWS(kGeneratorFunctionRow);
constexpr NativeRow kAsyncFunctionRowSource[] = {{"AsyncFunction", FunctionConstructor, 1, kNativeConstructor,
                                                  static_cast<uint16_t>(FunctionKind::kAsync)}};
HW_NATIVE_ROWS(kAsyncFunctionRow);
constexpr NativeRow kAsyncGeneratorFunctionRowSource[] = {
    {"AsyncGeneratorFunction", FunctionConstructor, 1, kNativeConstructor,
     static_cast<uint16_t>(FunctionKind::kAsyncGenerator)}};
HW_NATIVE_ROWS(kAsyncGeneratorFunctionRow);

constexpr const char* kGeneratorMethods[] = {"[Generator].prototype.next", "[Generator].prototype.throw",
                                             "[Generator].prototype.return"};
// https://tc39.es/ecma262/#sec-generator.prototype.next
Completion<Value> GeneratorMethod(Isolate& isolate, Arguments& args) {
  uint16_t mode = args.callee()->magic_;
  return GeneratorResume(isolate, args.this_value(), args[0], static_cast<ResumeMode>(mode),
                         kGeneratorMethods[mode]);
}
constexpr NativeRow kGeneratorRowsSource[] = {
    {"next", GeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kNext),
     KnownNative::kGeneratorNext},
    {"return", GeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kReturn)},
    {"throw", GeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kThrow)},
};
HW_NATIVE_ROWS(kGeneratorRows);
// https://tc39.es/ecma262/#sec-asyncgenerator-prototype-next
Completion<Value> AsyncGeneratorMethod(Isolate& isolate, Arguments& args) {
  return AsyncGeneratorEnqueue(isolate, args.this_value(), args[0],
                               static_cast<ResumeMode>(args.callee()->magic_));
}
constexpr NativeRow kAsyncGeneratorRowsSource[] = {
    {"next", AsyncGeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kNext)},
    {"return", AsyncGeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kReturn)},
    {"throw", AsyncGeneratorMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kThrow)},
};
HW_NATIVE_ROWS(kAsyncGeneratorRows);

// The constructor of a kind of functions: an own prototype object below %Function.prototype%, whose
// "prototype" is the prototype of the objects the functions make (none for async functions).
void InstallFunctionKind(Isolate& isolate, Realm* realm, const NativeRow* row, Intrinsic constructor_id,
                         Intrinsic prototype_id, JSObject* instances, const char* tag) {
  JSObject* prototype = realm->intrinsic(prototype_id);
  NativeFunction* constructor = NewNativeFunction(isolate, realm, row);
  constructor->SetPrototypeInternal(isolate, Value(realm->intrinsic(Intrinsic::kFunction)));
  constructor->DefineOwn(isolate, isolate.key(Name::prototype), Value(prototype), kNone);
  realm->set_intrinsic(constructor_id, constructor);
  prototype->DefineOwn(isolate, isolate.key(Name::constructor), Value(constructor), kConfigurable);
  if (instances) {
    prototype->DefineOwn(isolate, isolate.key(Name::prototype), Value(instances), kConfigurable);
    instances->DefineOwn(isolate, isolate.key(Name::constructor), Value(prototype), kConfigurable);
  }
  InstallToStringTag(isolate, prototype, tag);
}

constinit const NativeTable kGeneratorNativeTables[] = {kGeneratorFunctionRow, kGeneratorRows};
constinit const NativeTable kAsyncFunctionNativeTables[] = {kAsyncFunctionRow};

// ---- https://tc39.es/ecma262/#sec-async-from-sync-iterator-objects ----

Completion<Value> RejectPending(Isolate& isolate, PromiseObject* promise) {
  Value error;
  if (!isolate.Catch(&error)) return kThrow;
  RejectPromise(isolate, promise, error);
  return Value(promise);
}

Completion<Value> UnwrapFunction(Isolate& isolate, Arguments& args) {
  return Value(CreateIterResultObject(isolate, args[0], args.callee()->data_[0].get().IsTrue()));
}
// Closes the sync iterator (data_[0]) and rethrows.
Completion<Value> CloseFunction(Isolate& isolate, Arguments& args) {
  (void)isolate.Throw(args[0]);
  IteratorRecord record;
  record.iterator = args.callee()->data_[0];
  return IteratorCloseThrow(isolate, record);
}
constexpr NativeRow kContinuationRowsSource[] = {{"", UnwrapFunction, 1, kNativeNotInstalled},
                                                 {"", CloseFunction, 1, kNativeNotInstalled}};
HW_NATIVE_ROWS(kContinuationRows);

// AsyncFromSyncIteratorContinuation
Completion<Value> Continue(Isolate& isolate, JSObject* result, PromiseObject* promise, Value sync_iterator,
                           bool close_on_rejection) {
  Completion<bool> done = IteratorComplete(isolate, result);
  if (done.IsThrow()) return RejectPending(isolate, promise);
  Completion<Value> value = IteratorValue(isolate, result);
  if (value.IsThrow()) return RejectPending(isolate, promise);
  bool is_done = done.Take();
  Completion<JSObject*> wrapper =
      PromiseResolve(isolate, Value(CurrentIntrinsic(isolate, Intrinsic::kPromise)), value.Take());
  if (wrapper.IsThrow()) {
    if (!is_done && close_on_rejection) {
      IteratorRecord record;
      record.iterator = sync_iterator;
      (void)IteratorCloseThrow(isolate, record);
    }
    return RejectPending(isolate, promise);
  }
  Realm* realm = CurrentRealm(isolate);
  Value unwrap = Value(NewNativeFunction(isolate, realm, &kContinuationRows[0], Value::Boolean(is_done)));
  Value on_rejected = Value::Undefined();
  if (!is_done && close_on_rejection)
    on_rejected = Value(NewNativeFunction(isolate, realm, &kContinuationRows[1], sync_iterator));
  PerformPromiseThen(isolate, static_cast<PromiseObject*>(wrapper.Take()), unwrap, on_rejected, promise);
  return Value(promise);
}

Completion<Value> AsyncFromSyncMethod(Isolate& isolate, Arguments& args) {
  auto* self = static_cast<AsyncFromSyncIterator*>(args.this_value().AsObject());
  ResumeMode mode = static_cast<ResumeMode>(args.callee()->magic_);
  PromiseObject* promise = NewPromise(isolate);
  Value iterator = self->iterator_;
  Completion<Value> result = Value::Undefined();
  if (mode == ResumeMode::kNext) {
    result = Call(isolate, self->next_, iterator, args.all());
  } else {
    Completion<Value> method =
        GetMethod(isolate, iterator, isolate.key(mode == ResumeMode::kReturn ? Name::return_ : Name::throw_));
    if (method.IsThrow()) return RejectPending(isolate, promise);
    if (method.raw().IsUndefined()) {
      if (mode == ResumeMode::kReturn) {
        ResolvePromise(isolate, promise, Value(CreateIterResultObject(isolate, args[0], true)));
        return Value(promise);
      }
      IteratorRecord record;
      record.iterator = iterator;
      Completion<void> closed = IteratorClose(isolate, record);
      if (!closed.IsThrow()) (void)isolate.ThrowTypeError("The iterator does not provide a 'throw' method");
      return RejectPending(isolate, promise);
    }
    result = Call(isolate, method.Take(), iterator, args.all());
  }
  if (result.IsThrow()) return RejectPending(isolate, promise);
  Value value = result.Take();
  if (!value.IsObject()) {
    (void)isolate.ThrowTypeError("Iterator result %s is not an object",
                                 DescribeForError(isolate, value).c_str());
    return RejectPending(isolate, promise);
  }
  return Continue(isolate, value.AsObject(), promise, iterator, mode != ResumeMode::kReturn);
}
constexpr NativeRow kAsyncFromSyncRowsSource[] = {
    {"next", AsyncFromSyncMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kNext)},
    {"return", AsyncFromSyncMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kReturn)},
    {"throw", AsyncFromSyncMethod, 1, kNativePlain, static_cast<uint16_t>(ResumeMode::kThrow)},
};
HW_NATIVE_ROWS(kAsyncFromSyncRows);

Completion<Value> ReturnThis(Isolate&, Arguments& args) { return args.this_value(); }
constexpr NativeRow kAsyncIteratorRowsSource[] = {{"Symbol.asyncIterator", ReturnThis, 0, kNativeSymbol}};
HW_NATIVE_ROWS(kAsyncIteratorRows);

const NativeTable kAsyncGeneratorNativeTables[] = {kAsyncGeneratorFunctionRow, kAsyncGeneratorRows,
                                                   kAsyncFromSyncRows,         kContinuationRows,
                                                   kAsyncIteratorRows,         kPromiseRuntimeNatives};

}  // namespace

const std::span<const NativeTable> kGeneratorTables = kGeneratorNativeTables;
const std::span<const NativeTable> kAsyncGeneratorTables = kAsyncGeneratorNativeTables;
const std::span<const NativeTable> kAsyncFunctionTables = kAsyncFunctionNativeTables;

void InstallGenerator(Isolate& isolate, Realm* realm) {
  JSObject* generator = realm->intrinsic(Intrinsic::kGeneratorPrototype);
  InstallFunctionKind(isolate, realm, kGeneratorFunctionRow, Intrinsic::kGeneratorFunction,
                      Intrinsic::kGeneratorFunctionPrototype, generator, "GeneratorFunction");
  InstallFunctions(isolate, realm, generator, kGeneratorRows);
  InstallToStringTag(isolate, generator, "Generator");
}

void InstallAsyncGenerator(Isolate& isolate, Realm* realm) {
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kAsyncIteratorPrototype), kAsyncIteratorRows);
  JSObject* generator = realm->intrinsic(Intrinsic::kAsyncGeneratorPrototype);
  InstallFunctionKind(isolate, realm, kAsyncGeneratorFunctionRow, Intrinsic::kAsyncGeneratorFunction,
                      Intrinsic::kAsyncGeneratorFunctionPrototype, generator, "AsyncGeneratorFunction");
  InstallFunctions(isolate, realm, generator, kAsyncGeneratorRows);
  InstallToStringTag(isolate, generator, "AsyncGenerator");
  InstallFunctions(isolate, realm, realm->intrinsic(Intrinsic::kAsyncFromSyncIteratorPrototype),
                   kAsyncFromSyncRows);
}

void InstallAsyncFunction(Isolate& isolate, Realm* realm) {
  InstallFunctionKind(isolate, realm, kAsyncFunctionRow, Intrinsic::kAsyncFunction,
                      Intrinsic::kAsyncFunctionPrototype, nullptr, "AsyncFunction");
}

}  // namespace halfword
