// Objects of the library and the engine records beside them: fields only. Their operations are in runtime/
// and builtins/. All fields are tagged words unless a class says otherwise, so most are traced as a range.
#ifndef HALFWORD_OBJECTS_BUILTIN_OBJECTS_H_
#define HALFWORD_OBJECTS_BUILTIN_OBJECTS_H_

#include "objects/collections.h"
#include "objects/functions/function.h"
#include "objects/functions/module.h"
#include "objects/memory/backing_store.h"
#include "objects/memory/external_table.h"

namespace halfword {

// In-object slots a class of objects starts with: the words before them.
template <class T>
constexpr uint32_t FirstSlotOf() {
  static_assert(sizeof(T) % sizeof(Value) == 0);
  return sizeof(T) / sizeof(Value);
}

// ---- Fundamental objects ----
class ErrorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kErrorObject;
  // What the virtual own property "stack" has, or, with proposals, the accessor of Error.prototype: a text or
  // undefined; with proposals also what Error.prepareStackTrace makes it from (StackSlot).
  ValueField stack_;
  // The frames of a text that nobody has asked for yet, else undefined. "Name: message" comes before them
  // then (ErrorStack in runtime/operations/stack_trace.h): constructors set the name after super().
  ValueField frames_;
};
class CallSiteObject : public JSObject {  // a frame, as Error.prepareStackTrace is given it
 public:
  static constexpr HeapType kType = HeapType::kCallSiteObject;
  enum Flags : int32_t { kConstruct = 1, kHidesFunction = 2 /* strict code, and all that called it */ };
  static constexpr int32_t kAsyncShift = 2;  // behind the flags: TraceFrame::Async
  bool Has(Flags f) const { return frame_flags_.get().AsSmi() & f; }
  ValueField function_;
  ValueField receiver_;
  // Smi: offset in the script, or which of its promises a combinator waits for; undefined: a native function
  ValueField position_;
  ValueField frame_flags_;  // Smi
};
class PrimitiveWrapper : public JSObject {  // Number, Boolean, Symbol, BigInt objects
 public:
  static constexpr HeapType kType = HeapType::kPrimitiveWrapper;
  ValueField value_;
};
class StringWrapper : public JSObject {  // exotic: indices are the characters; "length" is an own slot
 public:
  static constexpr HeapType kType = HeapType::kStringWrapper;
  String* string() const { return value_.get().AsString(); }
  ValueField value_;
};
class RawJsonObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kRawJsonObject;
};
class ModuleSourceObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kModuleSourceObject;
  ValueField class_name_;  // [[ModuleSourceClassName]]: String
};
class ShadowRealmObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kShadowRealmObject;
  ValueField realm_;     // Realm
  ValueField referrer_;  // Smi 0, or the Script that stands for the last that called for code in there
};
class GlobalObject : public JSObject {  // unique, dictionary shape; data properties are PropertyCells
 public:
  static constexpr HeapType kType = HeapType::kGlobalObject;
  ValueField realm_;
};
class ProxyObject : public JSObject {  // revoked: both null. The shape's flags say callable and constructor.
 public:
  static constexpr HeapType kType = HeapType::kProxyObject;
  ValueField target_;
  ValueField handler_;
};
class ModuleNamespace : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kModuleNamespace;
  ValueField module_;   // ModuleRecord
  ValueField exports_;  // ValueArray {name, PropertyCell or, for a namespace export, the namespace object},
                        // sorted by name
  ValueField count_;    // Smi: pairs
  // True: of `import defer`. Asking for a string key but "then" evaluates the module first.
  bool IsDeferred() const { return is_deferred_.get().IsTrue(); }
  ValueField is_deferred_;
};
class ArgumentsObject : public JSObject {  // "length", "callee", @@iterator are in-object slots 0, 1, 2
 public:
  static constexpr HeapType kType = HeapType::kArgumentsObject;
  ValueField environment_;  // mapped: the Environment that holds the parameters; else Smi 0
  ValueField mapped_;  // ValueArray: for each mapped index the Smi slot in it, or the hole where unmapped;
                       // else Smi 0
  ValueField mapped_count_;  // Smi
};

// ---- Numbers, text ----
class DateObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kDateObject;
  void Trace(gc::Visitor&);
  alignas(8) double time_;  // NaN: invalid
};
class RegExpProgram : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kRegExpProgram;
  void Trace(gc::Visitor&);
  uint8_t* code() { return reinterpret_cast<uint8_t*>(this + 1); }
  std::span<const uint8_t> code() const { return {reinterpret_cast<const uint8_t*>(this + 1), code_size_}; }
  ValueField groups_;  // Smi 0, or a ValueArray of group_count_ pairs {name, ValueArray of Smis: count,
                       // capture numbers}
  uint32_t group_count_;
  uint32_t capture_count_;
  uint32_t flags_;      // regexp::Flags
  uint32_t code_size_;  // bytes behind the fields
#if !HALFWORD_COMPRESS
  uint32_t padding_[2];
#endif
};
RegExpProgram* NewRegExpProgram(Isolate&,
                                std::span<const uint8_t> code);  // fields but code and code_size_ are zero
class RegExpObject : public JSObject {                           // "lastIndex" is in-object slot 0
 public:
  static constexpr HeapType kType = HeapType::kRegExpObject;
  RegExpProgram* program() const { return program_.get(); }
  ValueField* last_index() { return InObjectSlot(0); }
  ValueField source_;  // String
  ValueField flags_;   // String
  Field<RegExpProgram> program_;
  // [[LegacyFeaturesEnabled]] and [[Realm]]: the Realm, or Smi 0 where a subclass made it.
  ValueField legacy_realm_;
};
class DisposableStackObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kDisposableStackObject;
  bool IsDisposed() const { return is_disposed_.get().IsTrue(); }
  ValueField resources_;  // a resource list (runtime/control_abstraction/resources.h)
  ValueField is_disposed_;
};
class AsyncDisposableStackObject : public DisposableStackObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncDisposableStackObject;
};
class HostObject : public JSObject {  // an object of the embedder's
 public:
  static constexpr HeapType kType = HeapType::kHostObject;
  ValueField class_;   // Smi: native index of the class's constructor
  ValueField object_;  // the C++ object, as a tagged reference
};

// Data of the host's, and nothing else. Any object may have data too, under a private symbol.
class ExternalObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kExternalObject;
  ValueField cell_;  // the first of its ExternalCells, or Smi 0
};

// ---- Internationalization ----
// An object of Intl. It is made of plain values, so that images may hold it: ICU's objects are found by the
// recipe (intl/lease.h).
class IntlObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kIntlObject;
  ValueField kind_;    // Smi: builtins/internationalization/intl.h says which there are
  ValueField recipe_;  // String
  ValueField slots_;   // ValueArray of what resolvedOptions answers, or Smi 0
  ValueField bound_;   // what the getter "format" or "compare" has given out, or Smi 0
};

// ---- Temporal ----
class TemporalObject : public JSObject {  // builtins/temporal/temporal.h says which fields a kind has
 public:
  static constexpr HeapType kType = HeapType::kTemporalObject;
  ValueField kind_;        // Smi, as all up to nanosecond_
  ValueField calendar_;    // the library's number of it
  ValueField day_;         // since 1970-01-01, of the ISO calendar
  ValueField second_;      // of the day
  ValueField nanosecond_;  // of the second
  ValueField extra_;       // time zone: String; units of a Duration: ValueArray of numbers; otherwise Smi 0
};

// ---- Structured data ----
class ArrayBufferObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kArrayBufferObject;
  enum Flags : int32_t { kDetached = 1, kResizable = 2, kShared = 4, kImmutable = 8 };
  bool Has(Flags f) const { return state_.get().AsSmi() & f; }
  bool IsDetached() const { return Has(kDetached); }
  bool IsShared() const { return Has(kShared); }
  bool IsImmutable() const { return Has(kImmutable); }
  bool IsResizable() const { return Has(kResizable); }  // shared: growable
  // Of the backing store, for BackingStoreTable; 0: detached.
  uint32_t handle() const { return static_cast<uint32_t>(state_.get().bits()) >> (kHandleShift + 1); }
  uint8_t* data(Isolate& isolate) const { return BackingStores(isolate).data(handle()); }
  size_t byte_length(Isolate& isolate) const { return BackingStores(isolate).byte_length(handle()); }
  size_t max_byte_length(Isolate& isolate) const { return BackingStores(isolate).max_byte_length(handle()); }
  // The memory is the host's, and stays where it is.
  bool IsExternal(Isolate& isolate) const { return BackingStores(isolate).entry(handle()).external != 0; }
  // The host is at work on the memory, which must stay.
  bool IsPinned(Isolate& isolate) const { return BackingStores(isolate).entry(handle()).pins != 0; }
  // Gives it its memory. `flags`: of Flags.
  void Attach(BackingStore* store, int32_t flags) {
    store_.Set(this, store);
    state_.Init(Value::Smi(flags | static_cast<int32_t>(store->handle_ << kHandleShift)));
  }
  // REQUIRES: nobody has seen it yet, so that it has no views.
  void MakeImmutable() { state_.Init(Value::Smi(state_.get().AsSmi() | kImmutable)); }
  // The memory is freed; views see length 0 from now on.
  void Detach(Isolate&);
  // Detaches it without freeing the memory, which `other` gets.
  void Transfer(ArrayBufferObject* other, int32_t flags) {
    other->Attach(store_.GetNonNull(), flags);
    Forget();
  }

  static constexpr int kHandleShift = 4;
  Field<BackingStore> store_;  // null: detached
  ValueField state_;           // Smi: flags, and the store's handle, so that elements are few loads away
  ValueField data_;            // free for hosts

 private:
  void Forget() {
    store_.Init(nullptr);
    int32_t flags = state_.get().AsSmi() & ((1 << kHandleShift) - 1);
    state_.Init(Value::Smi(flags | kDetached));
  }
};
static_assert(BackingStoreTable::kMaxHandles << ArrayBufferObject::kHandleShift <= 1u << 30);

enum class TypedArrayKind : uint8_t {
  kInt8,
  kUint8,
  kUint8Clamped,
  kInt16,
  kUint16,
  kInt32,
  kUint32,
  kFloat16,
  kFloat32,
  kFloat64,
  kBigInt64,
  kBigUint64,
};
constexpr uint32_t ElementSizeShift(TypedArrayKind k) {
  constexpr uint8_t kShift[16] = {0, 0, 0, 1, 1, 2, 2, 1, 2, 3, 3, 3};
  return kShift[static_cast<int>(k) & 15];
}
// Of the shapes of typed arrays; `flags`: of ArrayBufferView.
constexpr ElementAccess AccessOfTypedArray(TypedArrayKind kind, uint8_t flags) {
  if (flags != 0) return ElementAccess::kOther;
  return static_cast<ElementAccess>(static_cast<uint8_t>(ElementAccess::kFirstTypedArray) +
                                    static_cast<uint8_t>(kind));
}
static_assert(AccessOfTypedArray(TypedArrayKind::kBigUint64, 0) == ElementAccess::kLastTypedArray);
constexpr bool IsBigIntKind(TypedArrayKind k) { return k >= TypedArrayKind::kBigInt64; }

// What typed arrays and data views share. A view is out of bounds when its buffer is detached or was shrunk
// below it.
class ArrayBufferView : public JSObject {
 public:
  void Trace(gc::Visitor&);
  ArrayBufferObject* buffer() const { return buffer_.GetNonNull(); }
  enum Flags : uint8_t {
    kLengthTracking = 1,
    kResizableBuffer = 2 /* or shared growable */,
    kImmutableBuffer = 4
  };
  bool IsLengthTracking() const { return flags_ & kLengthTracking; }

  Field<ArrayBufferObject> buffer_;
  TypedArrayKind kind_;  // typed arrays
  uint8_t flags_;
  uint16_t reserved_;
  alignas(8) uint64_t byte_offset_;
  uint64_t length_;  // typed arrays: elements; data views: bytes; length-tracking: unused
};
class TypedArrayObject : public ArrayBufferView {
 public:
  static constexpr HeapType kType = HeapType::kTypedArrayObject;
  struct View {
    uint8_t* data;  // of element 0
    size_t length;  // elements; 0 also when out of bounds
  };
  uint32_t element_shift() const { return ElementSizeShift(kind_); }
  bool IsOutOfBounds(Isolate&) const;
  // TypedArrayLength; 0 when out of bounds.
  size_t length(Isolate& isolate) const { return view(isolate).length; }
  // Data and length as of now; any call that runs JavaScript makes it stale.
  View view(Isolate& isolate) const;
};
class DataViewObject : public ArrayBufferView {
 public:
  static constexpr HeapType kType = HeapType::kDataViewObject;
  bool IsOutOfBounds(Isolate&) const;
  size_t byte_length(Isolate&) const;  // GetViewByteLength; 0 when out of bounds
};

// ---- Control abstraction ----
enum class PromiseState : int32_t { kPending, kFulfilled, kRejected };
class PromiseObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kPromiseObject;
  PromiseState state() const { return static_cast<PromiseState>(state_.get().AsSmi()); }
  ValueField state_;  // Smi
  ValueField result_;
  ValueField reactions_;   // while pending: Jobs, newest first, or Smi 0
  ValueField is_handled_;  // boolean
};
class PromiseCapabilityRecord : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kPromiseCapabilityRecord;
  ValueField promise_;
  ValueField resolve_;
  ValueField reject_;
};
// A job (https://tc39.es/ecma262/#sec-jobs) in the queue; or the two PromiseReaction records that one `then`
// makes, which become the job of one of them when the promise settles, as
// runtime/control_abstraction/promises.cc says.
class Job : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kJob;
  // data_ of reactions. The capability is a PromiseCapabilityRecord, a PromiseObject (its native resolving
  // functions), or undefined; a handler is callable, undefined, an engine record that awaits, or the token of
  // WatchPromise as a BigInt.
  enum Reaction { kCapability, kOnFulfilled, kOnRejected, kArgument };
  ValueField kind_;  // Smi
  ValueField data_[4];
  ValueField next_;     // Job or Smi 0
  ValueField context_;  // Isolate::async_context_ of where it was made, for where it runs
};

// What the function knows that a combinator of promises gives one of them: data_[0] of the NativeFunction is
// a ValueArray with these slots.
struct PromiseElement {
  enum Slot { kShared, kIndex, kIsCalled, kSlots };
  // Of the ValueArray that all functions of one call share.
  enum SharedSlot { kValues, kRemaining, kCapability, kKeys /* an array, or undefined */, kSharedSlots };
};

// A frame that left the JavaScript stack at a yield or await (bytecode/frame.h).
class SuspendedFrame : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kSuspendedFrame;
  void Trace(gc::Visitor&);
  ValueField* registers() { return reinterpret_cast<ValueField*>(this + 1); }  // fp[0] …
  ValueField* extra_arguments() { return registers() + register_count_; }      // as kept before the header
  ValueField code_;
  ValueField function_;
  ValueField environment_;
  ValueField feedback_;
  ValueField new_target_;
  uint32_t pc_;  // bytecode offset to go on at
  uint32_t register_count_;
  uint32_t argument_count_;   // actual arguments
  uint32_t extra_count_;      // arguments kept apart (Code::kNeedsArguments)
  uint32_t resume_register_;  // register that receives the resumption mode, 0: none
  uint32_t suspension_;       // SuspensionKind (runtime/control_abstraction/generators.h)
};
SuspendedFrame* NewSuspendedFrame(Isolate&, uint32_t register_count, uint32_t extra_count);

enum class GeneratorState : int32_t {
  kSuspendedStart,
  kSuspendedYield,
  kExecuting,
  kCompleted,
  kDrainingQueue,  // async generators
};
class GeneratorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kGeneratorObject;
  GeneratorState state() const { return static_cast<GeneratorState>(state_.get().AsSmi()); }
  Field<SuspendedFrame> frame_;  // null while running and when completed
  ValueField state_;             // Smi
  // Isolate::async_context_ of the body, at first of where the generator was made; while the body runs,
  // of who resumed it.
  ValueField context_;
};
class AsyncGeneratorRequest : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kAsyncGeneratorRequest;
  ValueField completion_;  // Smi: 0 next, 1 throw, 2 return
  ValueField value_;
  ValueField capability_;
  ValueField next_;  // AsyncGeneratorRequest or Smi 0
};
class AsyncGeneratorObject : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncGeneratorObject;
  GeneratorState state() const { return static_cast<GeneratorState>(state_.get().AsSmi()); }
  Field<SuspendedFrame> frame_;
  ValueField state_;
  ValueField queue_;  // first AsyncGeneratorRequest or Smi 0
  ValueField queue_tail_;
  ValueField context_;  // as of GeneratorObject
};
class AsyncFunctionState : public JSObject {  // never visible to a program
 public:
  static constexpr HeapType kType = HeapType::kAsyncFunctionState;
  Field<SuspendedFrame> frame_;
  ValueField promise_;  // PromiseObject
};

// ---- Iterators ----
class ArrayIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kArrayIterator;
  ValueField target_;  // object; undefined: exhausted
  ValueField index_;   // number
  ValueField kind_;    // Smi IterationKind
};
class StringIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kStringIterator;
  ValueField string_;    // undefined: exhausted
  ValueField position_;  // Smi
};
class RegExpStringIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kRegExpStringIterator;
  ValueField regexp_;
  ValueField string_;
  ValueField global_;   // boolean
  ValueField unicode_;  // boolean
  ValueField done_;     // boolean
};
class IteratorHelper : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kIteratorHelper;
  ValueField kind_;  // Smi: map, filter, take …
  ValueField underlying_;
  ValueField next_;
  ValueField function_;
  ValueField counter_;
  ValueField remaining_;
  ValueField inner_;
  ValueField inner_next_;
  ValueField state_;  // Smi GeneratorState
  ValueField data_[2];
};
class WrapForValidIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kWrapForValidIterator;
  ValueField iterator_;
  ValueField next_;
};
class AsyncFromSyncIterator : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kAsyncFromSyncIterator;
  ValueField iterator_;
  ValueField next_;
  ValueField done_;
};
// The state of one for-in loop (opcode ForInPrepare).
class ForInState : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kForInState;
  void Trace(gc::Visitor&);
  ValueField object_;  // receiver; undefined: nothing to enumerate
  ValueField shape_;   // the receiver's Shape, with which all keys are known to be present; Smi 0: none is
  // A ValueArray of strings. Or the shape's PropertyTable: the keys are its first entries.
  ValueField keys_;
  uint32_t index_;
  uint32_t count_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_BUILTIN_OBJECTS_H_
