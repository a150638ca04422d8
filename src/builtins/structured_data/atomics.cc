// The Atomics object (https://tc39.es/ecma262/#sec-atomics-object).
//
// Those who wait on shared memory stand in its WaiterList, whether a thread waits in Atomics.wait or a
// promise of Atomics.waitAsync does, so that one order holds for all isolates that share it.
#include "builtins/structured_data/atomics.h"

#include <algorithm>
#include <cmath>

#include "builtins/builtins.h"
#include "builtins/indexed_collections/typed_array.h"
#include "builtins/structured_data/array_buffer.h"
#include "gc/heap.h"
#include "objects/isolate_state.h"
#include "platform/clock.h"
#include "runtime/control_abstraction/promises.h"
#include "runtime/native_state.h"
#include "runtime/operations/conversions.h"
#include "runtime/operations/errors.h"
#include "runtime/operations/internal_methods.h"
#include "runtime/operations/object_operations.h"

namespace halfword {

namespace {

// https://tc39.es/ecma262/#sec-validateintegertypedarray
Completion<TypedArrayObject*> ValidateIntegerTypedArray(Isolate& isolate, Value v, bool waitable,
                                                        const char* method,
                                                        AccessMode mode = AccessMode::kRead) {
  TypedArrayObject* array = TRY(ValidateTypedArray(isolate, v, method, mode));
  bool ok;
  switch (array->kind_) {
    case TypedArrayKind::kInt32:
    case TypedArrayKind::kBigInt64: ok = true; break;
    case TypedArrayKind::kUint8Clamped:
    case TypedArrayKind::kFloat16:
    case TypedArrayKind::kFloat32:
    case TypedArrayKind::kFloat64: ok = false; break;
    default: ok = !waitable;
  }
  if (ok) return array;
  return isolate.ThrowTypeError(waitable ? "[object Array] is not an int32 or BigInt64 typed array."
                                         : "[object Array] is not an integer typed array.");
}

// https://tc39.es/ecma262/#sec-validateatomicaccess; the index in elements.
Completion<uint64_t> ValidateAtomicAccess(Isolate& isolate, TypedArrayObject* array, Value request) {
  size_t length = array->length(isolate);
  uint64_t index = TRY(ToIndex(isolate, request));
  if (index >= length) return isolate.ThrowRangeError("Invalid atomic access index");
  return index;
}

// https://tc39.es/ecma262/#sec-revalidateatomicaccess; the element's address.
Completion<uint8_t*> RevalidateAtomicAccess(Isolate& isolate, TypedArrayObject* array, uint64_t index,
                                            const char* method) {
  if (array->IsOutOfBounds(isolate)) return ThrowDetached(isolate, method);
  TypedArrayObject::View view = array->view(isolate);
  if (index >= view.length) return isolate.ThrowRangeError("Invalid atomic access index");
  return view.data + (index << array->element_shift());
}

// ToBigInt, or ToIntegerOrInfinity as a number.
Completion<Value> ToAtomicValue(Isolate& isolate, TypedArrayKind kind, Value value) {
  if (IsBigIntKind(kind)) return ToBigInt(isolate, value);
  if (value.IsSmi()) return value;
  return NumberValue(isolate, TRY(ToIntegerOrInfinity(isolate, value)) + 0.0);
}

// f(pointer to the element as an unsigned integer, T{}) by the element's size.
template <class F>
void WithWord(TypedArrayKind kind, uint8_t* address, F&& f) {
  switch (ElementSizeShift(kind)) {
    case 0: return f(address);
    case 1: return f(reinterpret_cast<uint16_t*>(address));
    case 2: return f(reinterpret_cast<uint32_t*>(address));
    default: return f(reinterpret_cast<uint64_t*>(address));
  }
}

enum Operation : uint16_t { kAdd, kAnd, kExchange, kOr, kSub, kXor };
constexpr const char* kOperationNames[] = {"Atomics.add", "Atomics.and", "Atomics.exchange",
                                           "Atomics.or",  "Atomics.sub", "Atomics.xor"};

// https://tc39.es/ecma262/#sec-atomicreadmodifywrite
Completion<Value> AtomicsReadModifyWrite(Isolate& isolate, Arguments& args) {
  auto operation = static_cast<Operation>(args.callee()->magic_);
  const char* method = kOperationNames[operation];
  TypedArrayObject* array =
      TRY(ValidateIntegerTypedArray(isolate, args[0], false, method, AccessMode::kWrite));
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  Value value = TRY(ToAtomicValue(isolate, array->kind_, args[2]));
  uint8_t* address = TRY(RevalidateAtomicAccess(isolate, array, index, method));
  alignas(8) uint8_t operand[8], old[8];
  StoreTypedElement(array->kind_, operand, value);
  WithWord(array->kind_, address, [&](auto* word) {
    using Word = std::remove_pointer_t<decltype(word)>;
    Word x = *reinterpret_cast<Word*>(operand), before = 0;
    switch (operation) {
      case kAdd: before = __atomic_fetch_add(word, x, __ATOMIC_SEQ_CST); break;
      case kAnd: before = __atomic_fetch_and(word, x, __ATOMIC_SEQ_CST); break;
      case kExchange: before = __atomic_exchange_n(word, x, __ATOMIC_SEQ_CST); break;
      case kOr: before = __atomic_fetch_or(word, x, __ATOMIC_SEQ_CST); break;
      case kSub: before = __atomic_fetch_sub(word, x, __ATOMIC_SEQ_CST); break;
      case kXor: before = __atomic_fetch_xor(word, x, __ATOMIC_SEQ_CST); break;
    }
    *reinterpret_cast<Word*>(old) = before;
  });
  return LoadTypedElement(isolate, array->kind_, old);
}

// https://tc39.es/ecma262/#sec-atomics.compareexchange
Completion<Value> AtomicsCompareExchange(Isolate& isolate, Arguments& args) {
  constexpr const char* kMethod = "Atomics.compareExchange";
  TypedArrayObject* array =
      TRY(ValidateIntegerTypedArray(isolate, args[0], false, kMethod, AccessMode::kWrite));
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  Value expected = TRY(ToAtomicValue(isolate, array->kind_, args[2]));
  Value replacement = TRY(ToAtomicValue(isolate, array->kind_, args[3]));
  uint8_t* address = TRY(RevalidateAtomicAccess(isolate, array, index, kMethod));
  alignas(8) uint8_t old[8], desired[8];
  StoreTypedElement(array->kind_, old, expected);
  StoreTypedElement(array->kind_, desired, replacement);
  WithWord(array->kind_, address, [&](auto* word) {
    using Word = std::remove_pointer_t<decltype(word)>;
    __atomic_compare_exchange_n(word, reinterpret_cast<Word*>(old), *reinterpret_cast<Word*>(desired), false,
                                __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  });
  return LoadTypedElement(isolate, array->kind_, old);
}

// https://tc39.es/ecma262/#sec-atomics.islockfree
Completion<Value> AtomicsIsLockFree(Isolate& isolate, Arguments& args) {
  double size = TRY(ToIntegerOrInfinity(isolate, args[0]));
  return Value::Boolean(size == 1 || size == 2 || size == 4 || size == 8);
}

// https://tc39.es/ecma262/#sec-atomics.load
Completion<Value> AtomicsLoad(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array = TRY(ValidateIntegerTypedArray(isolate, args[0], false, "Atomics.load"));
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  uint8_t* address = TRY(RevalidateAtomicAccess(isolate, array, index, "Atomics.load"));
  alignas(8) uint8_t bytes[8];
  WithWord(array->kind_, address, [&](auto* word) {
    *reinterpret_cast<std::remove_pointer_t<decltype(word)>*>(bytes) =
        __atomic_load_n(word, __ATOMIC_SEQ_CST);
  });
  return LoadTypedElement(isolate, array->kind_, bytes);
}

// https://tc39.es/ecma262/#sec-atomics.store
Completion<Value> AtomicsStore(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array =
      TRY(ValidateIntegerTypedArray(isolate, args[0], false, "Atomics.store", AccessMode::kWrite));
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  Value value = TRY(ToAtomicValue(isolate, array->kind_, args[2]));
  uint8_t* address = TRY(RevalidateAtomicAccess(isolate, array, index, "Atomics.store"));
  alignas(8) uint8_t bytes[8];
  StoreTypedElement(array->kind_, bytes, value);
  WithWord(array->kind_, address, [&](auto* word) {
    __atomic_store_n(word, *reinterpret_cast<std::remove_pointer_t<decltype(word)>*>(bytes),
                     __ATOMIC_SEQ_CST);
  });
  return value;
}

// https://tc39.es/ecma262/#sec-atomics.pause
Completion<Value> AtomicsPause(Isolate& isolate, Arguments& args) {
  if (!args[0].IsUndefined()) {
    if (!args[0].IsNumber() || std::trunc(args[0].AsNumber()) != args[0].AsNumber() ||
        std::isinf(args[0].AsNumber())) {
      return isolate.ThrowTypeError("Argument of Atomics.pause must be an integral number");
    }
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
  return Value::Undefined();
}

// ---- Waiting (https://tc39.es/ecma262/#sec-waiterlist-records) ----

// What the isolate keeps of its asynchronous waiters, oldest first: a JSArray of so many values each.
enum WaiterField : uint32_t { kBuffer, kByteIndex, kPromise, kDeadline, kNumber, kWaiterFields };
constexpr double kForever = std::numeric_limits<double>::infinity();

ValueField& Waiters(Isolate& isolate) { return isolate.atomics_waiters_; }
uint32_t WaiterCount(Isolate& isolate) {
  Value list = Waiters(isolate);
  return list.IsObject() ? static_cast<JSArray*>(list.AsObject())->length() / kWaiterFields : 0;
}

const std::shared_ptr<Mailbox>& MailboxOf(Isolate& isolate) {
  std::shared_ptr<Mailbox>& mailbox = StateOf(isolate).mailbox;
  if (!mailbox) mailbox = std::make_shared<Mailbox>(NativeStateOf(isolate).host.wake);
  return mailbox;
}

// Null where the buffer says that it has memory it has not.
SharedMemory* MemoryOf(Isolate& isolate, Value buffer) {
  return BackingStores(isolate).shared(static_cast<ArrayBufferObject*>(buffer.AsObject())->handle());
}

// Takes the waiters for which wanted(fields) is true off the isolate's list and fulfils their
// promises. True: there were some.
template <class F>
bool FulfillWaiters(Isolate& isolate, const char* result, F&& wanted) {
  uint32_t count = WaiterCount(isolate);
  auto* list = static_cast<JSArray*>(Waiters(isolate).get().AsObject());
  JSArray* rest = NewArray(isolate, 0);
  ValueList promises(isolate);
  for (uint32_t i = 0; i < count; i++) {
    Value fields[kWaiterFields];
    for (uint32_t f = 0; f < kWaiterFields; f++) fields[f] = list->GetElement(isolate, i * kWaiterFields + f);
    if (wanted(fields)) {
      promises.Append(fields[kPromise]);
    } else {
      for (Value v : fields) rest->Push(isolate, v);
    }
  }
  if (promises.empty()) return false;
  auto freed = static_cast<int64_t>(promises.size() * WaiterList::kWaiterBytes);
  isolate.heap().AdjustExternalBytes(-freed);
  isolate.Charge(count);
  Waiters(isolate).Init(promises.size() == count ? Value::Smi(0) : Value(rest));
  Value text = PropertyKey::FromAscii(isolate, result).name();
  for (Value promise : promises.span())
    FulfillPromise(isolate, static_cast<PromiseObject*>(promise.AsObject()), text);
  return true;
}

// Fulfils the promises of those that were notified, by whichever isolate.
bool FulfillNotified(Isolate& isolate) {
  if (WaiterCount(isolate) == 0) return false;
  std::vector<Mailbox::Notice> notices = MailboxOf(isolate)->TakeAll();
  if (notices.empty()) return false;
  std::sort(notices.begin(), notices.end());
  return FulfillWaiters(isolate, "ok", [&](Value* fields) {
    SharedMemory* memory = MemoryOf(isolate, fields[kBuffer]);
    if (memory == nullptr) return false;
    Mailbox::Notice notice = {&memory->waiters, static_cast<uint64_t>(fields[kNumber].AsNumber())};
    return std::binary_search(notices.begin(), notices.end(), notice);
  });
}

double NowMilliseconds() { return static_cast<double>(platform::MonotonicNanoseconds()) / 1e6; }

Value Text(Isolate& isolate, const char* text) { return PropertyKey::FromAscii(isolate, text).name(); }

Value AsyncResult(Isolate& isolate, bool async, Value value) {
  JSObject* object = NewPlainObject(isolate);
  object->DefineOwn(isolate, isolate.key(Name::async), Value::Boolean(async), kDataDefault);
  object->DefineOwn(isolate, isolate.key(Name::value), value, kDataDefault);
  return Value(object);
}

// A wait that has begun: on which memory, where, and whether the value there is still the expected one.
struct Wait {
  ArrayBufferObject* buffer;
  SharedMemory* memory;
  uint64_t byte_index;
  uint8_t* address;
  bool is_int32;
  alignas(8) uint8_t expected[8];

  bool IsEqual() const {
    return is_int32 ? __atomic_load_n(reinterpret_cast<const int32_t*>(address), __ATOMIC_SEQ_CST) ==
                          *reinterpret_cast<const int32_t*>(expected)
                    : __atomic_load_n(reinterpret_cast<const int64_t*>(address), __ATOMIC_SEQ_CST) ==
                          *reinterpret_cast<const int64_t*>(expected);
  }
};

Completion<Value> WaitAsync(Isolate& isolate, const Wait& wait, double timeout) {
  if (!wait.IsEqual()) return AsyncResult(isolate, false, Text(isolate, "not-equal"));
  if (timeout == 0) return AsyncResult(isolate, false, Text(isolate, "timed-out"));
  PromiseObject* promise = NewPromise(isolate);
  if (WaiterCount(isolate) == 0) Waiters(isolate).Init(Value(NewArray(isolate, 0)));
  isolate.heap().AdjustExternalBytes(WaiterList::kWaiterBytes);
  TRY(isolate.Poll());
  uint64_t number =
      wait.memory->waiters.AddIf([&] { return wait.IsEqual(); }, wait.byte_index, MailboxOf(isolate));
  if (number == 0) {
    isolate.heap().AdjustExternalBytes(-static_cast<int64_t>(WaiterList::kWaiterBytes));
    return AsyncResult(isolate, false, Text(isolate, "not-equal"));
  }
  auto* list = static_cast<JSArray*>(Waiters(isolate).get().AsObject());
  Value fields[kWaiterFields] = {
      Value(wait.buffer), NumberValue(isolate, static_cast<double>(wait.byte_index)), Value(promise),
      NumberValue(isolate, timeout == kForever ? kForever : NowMilliseconds() + timeout),
      NumberValue(isolate, static_cast<double>(number))};
  for (Value v : fields) {
    if (!list->Push(isolate, v)) return isolate.Terminate(Termination::kOutOfMemory);
  }
  return AsyncResult(isolate, true, Value(promise));
}

Completion<Value> WaitHere(Isolate& isolate, const Wait& wait, double timeout) {
  const std::shared_ptr<Mailbox>& mailbox = MailboxOf(isolate);
  WaiterList& waiters = wait.memory->waiters;
  uint64_t number = waiters.AddIf([&] { return wait.IsEqual(); }, wait.byte_index, mailbox);
  if (number == 0) return Text(isolate, "not-equal");
  // In slices, so that a host can interrupt it.
  constexpr double kSlice = 5;
  double deadline = NowMilliseconds() + timeout;
  for (double left = timeout; left > 0; left = deadline - NowMilliseconds()) {
    auto slice = static_cast<uint64_t>(std::min(left, kSlice) * 1e6);
    if (mailbox->TakeOne({&waiters, number}, slice)) return Text(isolate, "ok");
    if (isolate.PollSlow().IsThrow()) {
      if (!waiters.Remove(wait.byte_index, number)) (void)mailbox->TakeOne({&waiters, number}, 0);
      return kThrow;
    }
  }
  if (waiters.Remove(wait.byte_index, number)) return Text(isolate, "timed-out");
  (void)mailbox->TakeOne({&waiters, number}, 0);
  return Text(isolate, "ok");
}

// DoWait (https://tc39.es/ecma262/#sec-dowait)
Completion<Value> AtomicsWait(Isolate& isolate, Arguments& args) {
  bool async = args.callee()->magic_;
  TypedArrayObject* array =
      TRY(ValidateIntegerTypedArray(isolate, args[0], true, async ? "Atomics.waitAsync" : "Atomics.wait"));
  SharedMemory* memory = MemoryOf(isolate, Value(array->buffer()));
  if (!array->buffer()->IsShared() || memory == nullptr) {
    return isolate.ThrowTypeError("%s is not a shared typed array.",
                                  DescribeForError(isolate, args[0]).c_str());
  }
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  Value value = IsBigIntKind(array->kind_) ? TRY(ToBigInt(isolate, args[2]))
                                           : NumberValue(isolate, TRY(ToInt32(isolate, args[2])));
  double timeout = TRY(ToNumber(isolate, args[3]));
  if (std::isnan(timeout)) timeout = kForever;
  timeout = std::max(timeout, 0.0);
  if (!async && !NativeStateOf(isolate).host.can_block)
    return isolate.ThrowTypeError("Atomics.wait cannot be called in this context");
  // Shared memory does not shrink: the index is still valid.
  uint64_t offset = index << array->element_shift();
  Wait wait = {array->buffer(),
               memory,
               array->byte_offset_ + offset,
               array->view(isolate).data + offset,
               array->kind_ == TypedArrayKind::kInt32,
               {}};
  StoreTypedElement(array->kind_, wait.expected, value);
  return async ? WaitAsync(isolate, wait, timeout) : WaitHere(isolate, wait, timeout);
}

// https://tc39.es/ecma262/#sec-atomics.notify
Completion<Value> AtomicsNotify(Isolate& isolate, Arguments& args) {
  TypedArrayObject* array = TRY(ValidateIntegerTypedArray(isolate, args[0], true, "Atomics.notify"));
  uint64_t index = TRY(ValidateAtomicAccess(isolate, array, args[1]));
  double count = args[2].IsUndefined() ? kForever : std::max(TRY(ToIntegerOrInfinity(isolate, args[2])), 0.0);
  SharedMemory* memory = MemoryOf(isolate, Value(array->buffer()));
  if (!array->buffer()->IsShared() || memory == nullptr) return Value::Smi(0);
  uint64_t most = count < 1e18 ? static_cast<uint64_t>(count) : UINT64_MAX;
  uint64_t notified = memory->waiters.Notify(array->byte_offset_ + (index << array->element_shift()), most);
  isolate.Charge(static_cast<uint32_t>(std::min<uint64_t>(notified, 1 << 20)));
  if (notified != 0) FulfillNotified(isolate);
  return NumberValue(isolate, static_cast<double>(notified));
}

constexpr NativeRow kRowsSource[] = {
    {"add", AtomicsReadModifyWrite, 3, kNativePlain, kAdd},
    {"and", AtomicsReadModifyWrite, 3, kNativePlain, kAnd},
    {"compareExchange", AtomicsCompareExchange, 4},
    {"exchange", AtomicsReadModifyWrite, 3, kNativePlain, kExchange},
    {"isLockFree", AtomicsIsLockFree, 1},
    {"load", AtomicsLoad, 2},
    {"notify", AtomicsNotify, 3},
    {"or", AtomicsReadModifyWrite, 3, kNativePlain, kOr},
    {"pause", AtomicsPause, 0},
    {"store", AtomicsStore, 3},
    {"sub", AtomicsReadModifyWrite, 3, kNativePlain, kSub},
    {"wait", AtomicsWait, 4, kNativePlain, 0},
    {"waitAsync", AtomicsWait, 4, kNativePlain, 1},
    {"xor", AtomicsReadModifyWrite, 3, kNativePlain, kXor},
};
HW_NATIVE_ROWS(kRows);
constexpr NativeTable kTables[] = {kRows};

}  // namespace

uint64_t NextWaiterTimeout(Isolate& isolate) {
  uint32_t count = WaiterCount(isolate);
  if (count == 0) return ~uint64_t{0};
  if (MailboxOf(isolate)->Wait(0)) return 0;
  double next = kForever;
  auto* list = static_cast<JSArray*>(Waiters(isolate).get().AsObject());
  for (uint32_t i = 0; i < count; i++)
    next = std::min(next, list->GetElement(isolate, i * kWaiterFields + kDeadline).AsNumber());
  return next < 1e13 ? static_cast<uint64_t>(next * 1e6) : ~uint64_t{0};
}

bool ExpireWaiters(Isolate& isolate) {
  bool any = FulfillNotified(isolate);
  if (WaiterCount(isolate) == 0) return any;
  double now = NowMilliseconds();
  bool expired = FulfillWaiters(isolate, "timed-out", [&](Value* fields) {
    if (fields[kDeadline].AsNumber() > now) return false;
    SharedMemory* memory = MemoryOf(isolate, fields[kBuffer]);
    // One that another isolate has notified just now is not too late.
    return memory == nullptr || memory->waiters.Remove(static_cast<uint64_t>(fields[kByteIndex].AsNumber()),
                                                       static_cast<uint64_t>(fields[kNumber].AsNumber()));
  });
  return any || expired;
}

bool OthersMayNotify(Isolate& isolate) {
  uint32_t count = WaiterCount(isolate);
  for (uint32_t i = 0; i < count; i++) {
    auto* list = static_cast<JSArray*>(Waiters(isolate).get().AsObject());
    SharedMemory* memory = MemoryOf(isolate, list->GetElement(isolate, i * kWaiterFields + kBuffer));
    if (memory != nullptr && memory->references.load(std::memory_order_acquire) > 1) return true;
  }
  // Whoever is gone by now may have notified before.
  return count != 0 && MailboxOf(isolate)->Wait(0);
}

void AwaitNotification(Isolate& isolate, uint64_t nanoseconds) { MailboxOf(isolate)->Wait(nanoseconds); }

const std::span<const NativeTable> kAtomicsTables = kTables;

void InstallAtomics(Isolate& isolate, Realm* realm) {
  JSObject* atomics = OrdinaryObjectCreate(isolate, Value(realm->intrinsic(Intrinsic::kObjectPrototype)));
  realm->set_intrinsic(Intrinsic::kAtomics, atomics);
  InstallFunctions(isolate, realm, atomics, kRows);
  InstallToStringTag(isolate, atomics, "Atomics");
  InstallValue(isolate, realm->global_object(), "Atomics", Value(atomics), kMethodDefault);
}

}  // namespace halfword
