// Functions, their code, and environments.
//
//   class           holds                                                         how many
//   JSFunction      shape, extension, info, environment: 16 bytes                 one per closure
//   FunctionInfo    what changes: code once compiled, feedback, warm-up           one per function literal
//   Code            what does not: constants, bytecode, handlers, positions       one per literal and image
//   Environment     its parent and its slots                                      one per captured activation
//   ScopeInfo       the names of an environment's slots, for eval, for            one per scope that needs it
//                   lazy compilation and for error messages
//
// The properties "length", "name" and "prototype" of a closure are virtual entries of its shape's table
// (kVirtual). Length and name are read from the info. The prototype object is made at first use, which
// moves the function to the shape with a real slot: the realm's shape kFunctionWithPrototype, or a unique
// shape if the function already has other properties. Assigning or redefining any of the three makes it
// real. Changing the "prototype" of a function increments the property epoch, so construct sites may
// cache the initial shape.
#ifndef HALFWORD_OBJECTS_FUNCTIONS_FUNCTION_H_
#define HALFWORD_OBJECTS_FUNCTIONS_FUNCTION_H_

#include <span>

#include "objects/shapes/js_object.h"

namespace halfword::gc {
class LivenessBroker;
}

namespace halfword {

class Realm;
class Script;
class ScopeInfo;

// Fixed array of Values for engine use; length from the cell size or kept beside.
class ValueArray : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kValueArray;
  uint32_t length() const { return static_cast<uint32_t>(payload_size() / sizeof(Value)); }
  ValueField* slots() { return reinterpret_cast<ValueField*>(this); }
  Value get(uint32_t i) const { return const_cast<ValueArray*>(this)->slots()[i].get(); }
};
ValueArray* NewValueArray(Isolate&,
                          uint32_t length);  // Smi 0 everywhere; may be rounded up by the cell granule

class ByteArray : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kByteArray;
  uint8_t* bytes() { return reinterpret_cast<uint8_t*>(this) + sizeof(uint32_t); }
  uint32_t length_;
};
ByteArray* NewByteArray(Isolate&, uint32_t length);

enum class FunctionKind : uint8_t {
  kNormal,
  kArrow,
  kMethod,
  kGetter,
  kSetter,
  kBaseConstructor,
  kDerivedConstructor,  // class constructors
  kClassFieldInitializer,
  kClassStaticBlock,
  kGenerator,
  kGeneratorMethod,
  kAsync,
  kAsyncMethod,
  kAsyncArrow,
  kAsyncGenerator,
  kAsyncGeneratorMethod,
  kScript,
  kModule,
  kEval,
};
constexpr bool IsGeneratorKind(FunctionKind k) {
  return k == FunctionKind::kGenerator || k == FunctionKind::kGeneratorMethod;
}
constexpr bool IsAsyncGeneratorKind(FunctionKind k) {
  return k == FunctionKind::kAsyncGenerator || k == FunctionKind::kAsyncGeneratorMethod;
}
constexpr bool IsAsyncKind(FunctionKind k) {
  return k == FunctionKind::kAsync || k == FunctionKind::kAsyncMethod || k == FunctionKind::kAsyncArrow;
}
constexpr bool IsArrowKind(FunctionKind k) {
  return k == FunctionKind::kArrow || k == FunctionKind::kAsyncArrow;
}
constexpr bool IsConstructorKind(FunctionKind k) {
  return k == FunctionKind::kNormal || k == FunctionKind::kBaseConstructor ||
         k == FunctionKind::kDerivedConstructor;
}
constexpr bool IsClassConstructorKind(FunctionKind k) {
  return k == FunctionKind::kBaseConstructor || k == FunctionKind::kDerivedConstructor;
}

// One row of a Code's exception table; innermost first. Offsets in bytecode.
struct HandlerEntry {
  uint32_t start, end, target;
  uint32_t environment_register;  // holds the environment to restore
};
// Source position of the instruction that ends at or before `offset`.
struct PositionEntry {
  uint32_t offset, position;
};

// Immutable after the compiler made it. Memory: the fields, constants (Values), then the bytes of bytecode,
// handlers, positions (each 4-aligned).
class Code : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kCode;
  void Trace(gc::Visitor&);
  enum Flags : uint16_t {
    kStrict = 1,
    kNeedsArguments = 2,  // creates `arguments` or a rest array: the actual arguments are kept in the frame
    kSloppyThis = 4,      // [[Call]] must coerce `this` (OrdinaryCallBindThis) and the body uses it
    kResumable = 8,       // generator, async function, async generator, module with top-level await
    kHasDirectEval = 16,
    kUsesHomeObject = 32,
    kIsClassConstructor = 64,                             // [[Call]] throws
    kSelfHosted = 128,                                    // see bytecode/self_hosted.h
    kCallSlowly = kNeedsArguments | kIsClassConstructor,  // calls look closer if any of these is set
  };
  ValueField* constants() { return reinterpret_cast<ValueField*>(this + 1); }
  const uint8_t* bytecode() const {
    return reinterpret_cast<const uint8_t*>(this + 1) + constant_count_ * sizeof(Value);
  }
  std::span<const HandlerEntry> handlers() const {
    return {reinterpret_cast<const HandlerEntry*>(bytecode() + RoundUp4(bytecode_size_)), handler_count_};
  }
  std::span<const PositionEntry> positions() const {
    return {reinterpret_cast<const PositionEntry*>(handlers().data() + handler_count_), position_count_};
  }
  uint32_t PositionAt(uint32_t offset) const;  // source offset of the instruction at `offset`
  // A bit for each word of feedback: a group of words begins there that a collection clears together. Bytes
  // enough for all words that sites of this code have.
  std::span<const uint8_t> feedback_groups() const {
    return {reinterpret_cast<const uint8_t*>(positions().data() + position_count_), (feedback_size_ + 7) / 8};
  }
  static constexpr uint32_t RoundUp4(uint32_t n) { return (n + 3) & ~3u; }

  // Frame: registers from fp[0]: this, parameters, locals, temporaries (bytecode/frame.h).
  uint32_t frame_size_;       // registers, arguments area of calls included
  uint32_t parameter_count_;  // formal parameters that have registers (without this)
  uint32_t local_count_;      // registers from fp[0] on that must be undefined at entry where no argument is
  uint32_t entry_index_;      // where its machine code is found (ops/machine_state.h); 0: it has none
  uint16_t flags_;
  // Registers from fp[0] on that may be read after a back-edge: what those behind them hold is over there.
  uint16_t loop_registers_;
  uint32_t feedback_size_;  // words
  uint32_t constant_count_, bytecode_size_, handler_count_, position_count_;
};

// Handlers of one polymorphic site. It is in the list of its function's FeedbackVector, which keeps it; the
// words of the handlers are weak, and cleared a handler at a time.
class HandlerVector : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kHandlerVector;
  static constexpr uint32_t kHandlers = 4, kWordsOfHandler = 4;  // CachedHandler (bytecode/sites/handler.h)
  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);

  ValueField next_;  // Smi 0 or a HandlerVector
  ValueField words_[kHandlers * kWordsOfHandler];
};

// What the instructions of one function have learned in one isolate: plain words, all Value-coded (Smis,
// references). Sites begin at word kFirstSite; their words are laid out in bytecode/sites/sites.h.
//
// Those words are weak. A collection clears references to what died, each with its group (feedback_groups of
// the Code): in every kind of site a group says nothing without one of its words.
class FeedbackVector : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kFeedbackVector;
  // Instructions without a site read these words, as many as a site has at most. They are never written.
  static constexpr uint32_t kEmptyWords = 6;
  // The first HandlerVector, or Smi 0; the function's Code, or Smi 0 (the cold vector); a ValueArray of what
  // its optimized code refers to, or Smi 0.
  static constexpr uint32_t kHandlersWord = kEmptyWords, kCodeWord = kEmptyWords + 1,
                            kLiteralsWord = kEmptyWords + 2, kFirstSite = kEmptyWords + 3;
  void Trace(gc::Visitor&);
  void ClearDead(const gc::LivenessBroker&);
  ValueField* words() { return reinterpret_cast<ValueField*>(this); }
  ValueField& handlers() { return words()[kHandlersWord]; }
  ValueField& code() { return words()[kCodeWord]; }
  ValueField& literals() { return words()[kLiteralsWord]; }
  uint32_t size() const { return static_cast<uint32_t>(payload_size() / sizeof(Value)); }
};

// The mutable side of one function literal (or eval, script, module body) in one isolate.
class FunctionInfo : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kFunctionInfo;
  void Trace(gc::Visitor&);
  FunctionKind kind() const { return static_cast<FunctionKind>(kind_); }

  Field<Code> code_;                // null: not compiled yet (lazy)
  Field<FeedbackVector> feedback_;  // the isolate's cold vector until warm
  Field<Script> script_;
  ValueField name_;  // string (not interned necessarily); for Function.name and stack traces
  // Smi 0 or the ScopeInfo of the environment that encloses the function (lazy, eval).
  ValueField scope_info_;
  ValueField class_fields_;             // Smi 0 or, for constructors, what the compiler keeps (see compiler)
  ValueField initial_shape_hint_;       // Smi: in-object slots to give objects made by `new`
  uint32_t source_start_, source_end_;  // text of the function, for toString and lazy compilation
  uint32_t warmup_;                     // inline-cache misses counted while the feedback is cold
  uint16_t length_;                     // the "length" property
  uint8_t kind_;
  uint8_t flags_;
  enum InfoFlags : uint8_t {
    kIsStrict = 1,
    kHasPrototypeProperty = 2,
    kIsNamedExpression = 4,
    kClassBody = 8,
    kIsLazy = 16
  };
#if !HALFWORD_COMPRESS
  uint32_t padding_;
#endif
};

class JSFunction : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kJSFunction;
  FunctionInfo* info() const { return info_.GetNonNull(); }
  Field<FunctionInfo> info_;
  ValueField environment_;  // Environment, or Smi 0 at the top level
  // In-object slots follow only where the function's shape has some.
};

// Natives that others look for. The first ones are done by calls themselves for the operands they have nearly
// always (ops/natives.inc).
enum class KnownNative : uint8_t {
  kNone,
  kArrayIsArray,
  kArrayPop,
  kArrayPush,
  kFunctionCall,
  kMathAbs,
  kMathCeil,
  kMathClz32,
  kMathFloor,
  kMathFunction,  // magic_: a math::Function
  kMathImul,
  kMathMax,
  kMathMin,
  kMathRound,
  kMathSqrt,
  kMathTrunc,
  kParseInt,
  kStringCharAt,
  kStringCharCodeAt,
  kStringCodePointAt,
  kStringFromCharCode,
  // Not those: next methods whose steps need no object for the value (runtime/operations/iterators.h).
  kGeneratorNext,
  kArrayIteratorNext,
  kMapIteratorNext,
  kSetIteratorNext,
  kIteratorHelperNext,
  kStringIteratorNext,
  // Nor those: functions that tell who waits for a promise (runtime/functions/async_frames.h).
  kPromiseResolve,  // data_[0]: the promise
  kPromiseAllElement,
  kPromiseAllSettledElement,
  kPromiseAnyElement,
};
inline constexpr int kFirstNativeNotInCalls = static_cast<int>(KnownNative::kGeneratorNext);
constexpr bool IsDoneByCalls(KnownNative native) {
  return native != KnownNative::kNone && static_cast<int>(native) < kFirstNativeNotInCalls;
}

constexpr bool IsLibraryNext(KnownNative native) {
  return native >= KnownNative::kGeneratorNext && native <= KnownNative::kStringIteratorNext;
}

// A builtin: an index into the table of native functions fixed at build time
// (runtime/functions/native.h), never an address.
class NativeFunction : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kNativeFunction;
  void Trace(gc::Visitor&);
  uint32_t native_index_;
  uint8_t flags_;             // kNativeConstructor …: see runtime/functions/native.h
  KnownNative known_native_;  // what calls take it for
  uint16_t magic_;            // free for families of builtins that share one function
  Field<Realm> realm_;
  ValueField name_;     // string
  ValueField length_;   // Smi
  ValueField data_[2];  // captured values of closures made by the specification's steps ("F.[[Promise]]" …)
};

class BoundFunction : public JSObject {
 public:
  static constexpr HeapType kType = HeapType::kBoundFunction;
  ValueField target_;
  ValueField bound_this_;
  ValueField bound_arguments_;  // ValueArray or Smi 0
  ValueField bound_count_;      // Smi
};

// Slots of one activation's captured variables. Slot 0 of the memory is the parent.
class Environment : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kEnvironment;
  ValueField parent_;  // Environment or Smi 0
  // ScopeInfo or Smi 0: names of the slots; present where eval, `with` or debuggers may ask.
  ValueField scope_info_;
  ValueField* slots() { return reinterpret_cast<ValueField*>(this + 1); }
};

// Names and kinds of an environment's variables, chained as the environments are. Immutable. The compiler
// encodes and reads the description (bytes_); the runtime only looks names up (dynamic scoping) .
class ScopeInfo : public HeapObject {
 public:
  static constexpr Tag kTag = kOtherTag;
  static constexpr HeapType kType = HeapType::kScopeInfo;
  void Trace(gc::Visitor&);
  enum Kind : uint32_t {
    kFunctionScope,
    kBlockScope,
    kCatchScope,
    kWithScope,
    kClassScope,
    kModuleScope,
    kEvalScope,
    kScriptScope
  };
  enum VariableFlags : uint32_t {
    kConst = 1,
    kLexical = 2,
    kSilentConst = 4 /* named function expression */,
    kPrivate = 8,
    kVarLike = 16,
    kSetOnce = 32  // who has seen a value in it, neither undefined nor the hole, has seen the only one
  };
  struct Variable {
    ValueField name;  // interned string
    uint32_t slot;
    uint32_t flags;
  };
  Variable* variables() { return reinterpret_cast<Variable*>(this + 1); }
  ValueField outer_;  // ScopeInfo or Smi 0
  ValueField data_;   // Smi 0, or what the compiler stores for itself (ByteArray)
  uint32_t kind_;
  uint32_t flags_;  // FunctionKind, strictness, … as the compiler defines
  uint32_t variable_count_;
  uint32_t reserved_;
};

}  // namespace halfword

#endif  // HALFWORD_OBJECTS_FUNCTIONS_FUNCTION_H_
