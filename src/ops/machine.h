// How opcode semantics are written.
//
// Each opcode is one function, in a file of its family (ops/*.inc). Those files are text: a reader defines
// the words below, includes ops/all.inc, and ops/undefine.inc takes the words back. The interpreter is one
// reader (src/interpreter), the stencil compiler another (src/jit/stencils/stencils.cc).
//
// An opcode has tiers. The text names them by these words:
//
//   OP(Name) { … }               the fast path
//   TIER(Name, kTier) { … }      what it hands over to (Tier): kNumber (doubles), … kSlow (the runtime)
//   FAMILY(kTier, Opcode::k…, …) { … }   one tier of several opcodes; OPCODE says which it is
//   RUNTIME_OP(Name) { … }       an opcode whose work is a call of the runtime: it has no fast path
//   RUNTIME_FAMILY(Opcode::k…, …) { … }  the same of several
//
// The words, by group. Those behind a bracket are made of others, in words.inc, encoded.inc or doubles.inc,
// and most readers have them so; each reader defines the others. tools/opcodes.py compares this list with
// what ops/undefine.inc takes back.
//
// Operands. i counts the letters of the opcode's row in bytecode/opcodes.h:
//
//   REG(i)            the register, an lvalue of type Value
//  [CALLEE_FRAME(i)   its address, of a callee's frame that most words of are written
//   IMM(i) SHORT(i) COUNT(i) FLAGS(i)   int32_t, int32_t, uint32_t, uint8_t
//  [COUNT_AS_SMI(i)   COUNT as a Smi, for PUT
//   CONST(i)          the constant, a Value
//   JUMP_OFFSET(i)    int32_t
//   NEXT_OPCODE()     the opcode of the next instruction, a uint8_t
//   OPERAND(type, i) PC()   the operand, and the place of the instruction, for words of readers of bytecode
//
// Sites (bytecode/sites):
//
//   SITE()            what the instruction has learned: the struct of its opcode's SiteKind
//  [SITE_TO_TEACH()   the same as a Site, for the runtime, which may give the function its words now
//  [RECORD(bits)      adds to the set of a site of kKeyed or kTypes
//  [LEARNS()          false: the function has no words for this instruction
//  [LEARNED()         the site learns what may make another stencil better
//  [SITE_FACT         the SiteFact of the instruction, for a reader that makes code for one; else kNone
//  [ELEMENT_ACCESS(shape)   of a receiver of a keyed opcode. A reader that knows it makes it a constant.
//  [KNOWN_NATIVE(f) KNOWS_NATIVE   the KnownNative of a native function; whether it is a constant, the site's
//  [OTHER_SITE()      the site is not what a reader takes it for: the opcode from its beginning
//  [NOT_IN_LINE(kTier)   it is rare, or such a reader can't tell: on with that tier, in full
//  [CAPACITY(e)       of elements; less, for a reader that may not call
//   FEEDBACK          the index of the operand that says where the site is
//   FEEDBACK_OFFSET(i)   that operand, in words; 0: there is no site
//
// The machine's state is acc, fp, base (of the cage), fb (feedback words) and code:
//
//  [ISOLATE NATIVE()  the isolate's record; what it has outside the cage
//  [STUBS()           its stub cache
//  [EPOCH_BITS()      the property epoch as a Smi
//   OPCODE            the opcode, a constant
//   NOTE_POSITION()   tells the isolate where we are
//  [SYNC()            the same where the row allows it: before what may collect, throw or walk frames
//  [BARRIER(owner, value) RANGE_BARRIER(owner)   the write barrier, after one store or several
//  [SETTLE()          gives the number in acc a box, before a call in an instruction with kTakesNumber
//  [IF_NOT_SMIS(are)  an `if` for operands that are not all Smis
//
// Calls of the runtime, whose throwing is the instruction's:
//
//  [TRY_VALUE(e) TRY_RESULT(e) TRY_VOID(e)   the Value, the T, the nothing of a Completion
//  [SETTLE_DEBT()     polls for what the runtime has charged; those three do
//
// Frames (bytecode/frame.h):
//
//  [SPEND_UNIT()      pays for a call or a back-edge. False: the quantum is used up.
//  [CALL_UNIT()       in a slower tier of a call: the CallUnit. Asked before anything else is done.
//  [FITS(end)         frame::Fits
//  [MAY_ENTER(at, code)   there is room for the frame, and the call is paid for
//   RETURN_PC() RETURN_CODE()   where a callee returns to: Smis for frame::kReturnPc and kReturnCode
//  [CALLER_DELTA(i)   for frame::kCallerDelta of the frame at REG(i)
//  [PUT(word, value)  stores one of these three, or any value. A reader that knows it stores a constant.
//   FILL_LOCALS(at, count, code)   FillLocals, for a reader whose ENTER does not see to it
//  [TO_CALLER() LEAVE_FRAME(name)   parts of LEAVE
//  [SAVE_FRAME(kind)  the frame as a SuspendedFrame
//
// Every path ends in one verb:
//
//   NEXT()             the next instruction
//   JUMP(offset)       the instruction that many bytes from this one
//   LOOP(offset)       the same for a back-edge that was polled
//   GOTO(kTier)        another tier of this opcode
//   THROW()            an exception is pending: unwind
//   ENTER(frame, code, feedback) LEAVE()   into a new frame, back to the caller's frame
//  [ENTER_FRAME(…)     writes the header of the frame, then ENTER
//  [CALL_FRAME(next, count, unit)   enters whatever is the callee at `next`, and pays for that
//  [CALL_NATIVE(next, count)   the same of a native function
//   STORED(owner)      acc was stored into the object: the write barrier, then the next instruction
//  [FINISH_DOUBLE(d)   acc = the number d, boxed if need be; then the next instruction
//  [FINISH_DOUBLE_IN(v, d) FINISH_DOUBLE_IN_REG(d)   the same in the box of operand v, or of REG(0), if that
//                      is the instruction's own
//  [FINISH_INT32(i, FINISH)   acc = the integer, as a Smi or by one of these three
//  [PASS_NUMBER(d)     the number goes to the next instruction, which takes it without a box
//  [BOX_DOUBLE(d, header)   a new box, if there is room at once, else BOX
//   BOX(d)             the number in a box that the collector may have to make room for
//
// Rules of OP and its FAMILY, so that their machine code can be copied: no call, no static data, no address
// of a local variable, nothing thread-local. tools/opcodes.py reads the object file and holds them to it.
#ifndef HALFWORD_OPS_MACHINE_H_
#define HALFWORD_OPS_MACHINE_H_

#include <bit>
#include <cstddef>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bytecode/frame.h"
#include "bytecode/opcodes.h"
#include "bytecode/sites/site_fact.h"
#include "bytecode/sites/sites.h"
#include "bytecode/switch_table.h"
#include "objects/all.h"
#include "objects/builtin_objects.h"
#include "objects/shapes/property_index.h"
#include "runtime/caches/inline_cache.h"
#include "runtime/execution/loop_poll.h"

namespace halfword::ops {

enum class Tier : uint8_t {
  kFast,
  kNumber,  // doubles
  kSlow,    // the runtime
  // Operators: two Smis whose result is none; two strings, by a rope where that is enough, and in general.
  kOverflow,
  kStrings,
  kConcat,
  // Back-edges whose unit was the last of a quantum: the native stack is wiped, then the isolate is polled.
  kWipe,
  kPoll,
  // Named access: word B of the site, several shapes, a getter, a getter that word B remembers.
  kWordB,
  kManyShapes,
  kGetter,
  kRememberedGetter,
  // Keyed access: typed arrays; strings, names and plain objects; what is rare; elements behind the last, and
  // holes; those of arrays of doubles; elements that plain objects have; elements that arrays lack.
  kTypedArray,
  kOtherReceiver,
  kDictionary,
  kAppend,
  kAppendNumber,
  kObjectElement,
  kAbsent,
  // Calls: a function that the site does not remember, any native, one that calls do themselves, a native
  // behind Function.prototype.call; a plain function in tail position; the target of `apply`.
  kOtherCallee,
  kNative,
  kKnownNative,
  kNativeByCall,
  kFunction,
  kForwarded,
  // Construct: of a derived class; a constructor that keeps its arguments.
  kDerived,
  kKeepsArguments,
};
// What FAMILY asks of an opcode.
template <Opcode O, Opcode... Of>
concept OneOf = ((O == Of) || ...);

// ---- Memory access with the base at hand: no thread-local load in a handler ----
template <class T>
HW_INLINE T* Pointer(uintptr_t base, Value v) {
  return static_cast<T*>(Decompress(base, v.bits(), static_cast<Tag>(T::kTag)));
}
// Value::IsObject with an instruction less.
HW_INLINE bool IsObject(Value v) {
  Value::Bits bits = v.bits() - kObjectTag;
  asm("" : "+r"(bits));
  return (bits & 7) == 0;
}
HW_INLINE Value::Bits HeaderOf(uintptr_t base, Value object) {
  return static_cast<const Value::Bits*>(Decompress(base, object.bits(), kObjectTag))[-1];
}
HW_INLINE Shape* ShapeFromHeader(uintptr_t base, Value::Bits header) {
  return static_cast<Shape*>(Decompress(base, header, kOtherTag));
}
// What a JSFunction is called by. Zero words: it is not compiled, it has no feedback.
HW_INLINE FunctionInfo* InfoOfFunction(uintptr_t base, Value function) {
  return Pointer<FunctionInfo>(base, Value::FromBits(Pointer<JSFunction>(base, function)->info_.bits()));
}
HW_INLINE Value CodeWordOf(const FunctionInfo* info) { return Value::FromBits(info->code_.bits()); }
HW_INLINE Value FeedbackWordOf(const FunctionInfo* info) { return Value::FromBits(info->feedback_.bits()); }
HW_INLINE Value& WordAt(void* object, Value::Bits byte_offset) {
  return *reinterpret_cast<Value*>(static_cast<char*>(object) + byte_offset);
}
// A property's word, by one addition and a displacement.
HW_INLINE Value PropertyAt(uintptr_t base, Value object, Value::Bits byte_offset) {
  uintptr_t at = uintptr_t{object.bits()} + byte_offset;
  asm("" : "+r"(at));
#if HALFWORD_COMPRESS
  at += HALFWORD_TAGGED_BASE(base, object.bits());
#else
  (void)base;
#endif
  return *reinterpret_cast<const Value*>(at - kObjectTag);
}
// Word `index` of the object that `elements` refers to, where only a length has let the index in. The sum has
// 32 bits, as references have: wherever a length that lies lets an index lead, that is in the cage.
template <class T>
HW_INLINE T* ElementAt(uintptr_t base, Value elements, uint32_t index) {
#if HALFWORD_COMPRESS
  return static_cast<T*>(
      Decompress(base, elements.bits() + index * static_cast<uint32_t>(sizeof(T)), kOtherTag));
#else
  return static_cast<T*>(Decompress(base, elements.bits(), kOtherTag)) + index;
#endif
}
// The same of a sum that is made already. It stays in the cage.
template <class T>
HW_INLINE T* InCage(uintptr_t base, T* place) {
#if HALFWORD_COMPRESS
  return reinterpret_cast<T*>(base + static_cast<uint32_t>(reinterpret_cast<uintptr_t>(place)));
#else
  (void)base;
  return place;
#endif
}
HW_INLINE double HeapNumberValue(uintptr_t base, Value v) { return Pointer<HeapNumber>(base, v)->value_; }

HW_INLINE bool BothSmis(Value a, Value b) { return ((a.bits() | b.bits()) & 1) == 0; }
// REQUIRES: `v` has kOtherTag. Immediates and symbols, not so BigInts.
HW_INLINE bool EqualsOnlyItself(uintptr_t base, Value v) {
  return v.IsImmediate() || Pointer<Symbol>(base, v)->typed_type() != HeapType::kBigInt;
}
HW_INLINE int32_t SmiBits(Value v) { return static_cast<int32_t>(v.bits()); }  // the Smi times two
HW_INLINE Value FromSmiBits(int32_t bits) {
  return Value::FromBits(static_cast<Value::Bits>(static_cast<SignedTaggedBits>(bits)));
}
// The number that a Smi or HeapNumber is; false for anything else.
HW_INLINE bool ToDouble(uintptr_t base, Value v, double* out) {
  if (HW_LIKELY(v.IsHeapNumber())) {
    *out = HeapNumberValue(base, v);
    return true;
  }
  if (HW_LIKELY(v.IsSmi())) {
    *out = v.AsSmi();
    return true;
  }
  return false;
}

// TypeFeedbackOf where both are strings.
HW_INLINE int32_t StringFeedback(uintptr_t base, Value left, Value right) {
  int interned = Pointer<String>(base, left)->IsInterned() + Pointer<String>(base, right)->IsInterned();
  return (interned > 0 ? kInternedString : 0) | (interned < 2 ? kString : 0);
}

// ---- Sites ----
HW_INLINE Value::Bits EpochBits(uintptr_t base) {
  return Value::Bits{reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->property_epoch_ << 1};
}
// The receiver is an object of the shape in the word.
HW_INLINE bool HasShape(uintptr_t base, Value receiver, const SiteWord& shape) {
  return IsObject(receiver) && shape.IsHeader(HeaderOf(base, receiver));
}

// ---- Allocation: the bump, inlined. Null: take the slow way. ----
HW_INLINE void* BumpAllocate(uintptr_t base, gc::Header header, uint32_t cell_size) {
  gc::HeapFront* front = gc::FrontOf(base);
  uint32_t top = front->top;
  uint32_t next = top + cell_size;
  if (HW_UNLIKELY(next > front->limit)) return nullptr;
  front->top = next;
  void* object = reinterpret_cast<void*>(base + top);
  __builtin_assume(object != nullptr);
  gc::PrefetchBehind(object);
  gc::HeaderOf(object) = header;
  return object;
}
inline constexpr size_t kHeapNumberCell = gc::CellSize(sizeof(double));
inline constexpr gc::Header kHeapNumberHeader =
    gc::TypedHeader(static_cast<uint32_t>(HeapType::kHeapNumber), kHeapNumberCell);
// What StarOperand stores belongs to the instruction that uses it up, which may put its result there.
inline constexpr gc::Header kOperandNumberHeader = kHeapNumberHeader | gc::kClientFlag0;
HW_INLINE gc::Header NumberHeaderFor(uint8_t next_opcode) {
  return kHeapNumberHeader |
         (next_opcode == static_cast<uint8_t>(Opcode::kStarOperand) ? gc::kClientFlag0 : 0);
}
HW_INLINE bool IsOperandNumber(uintptr_t base, Value v) {
  return v.IsHeapNumber() && gc::HeaderOf(Pointer<HeapNumber>(base, v)) == kOperandNumberHeader;
}
// A number for an instruction that uses it up (TakesNumber) right behind the one that made it lies in the
// isolate's record and not on the heap. No other code ever gets to see such a reference: those instructions
// settle it before they call anything.
inline constexpr Value::Bits kTransientNumber =
    gc::kClientFrontOffset + offsetof(Isolate, transient_number_) + kNumberTag;
HW_INLINE Value TransientNumber(uintptr_t base, double d) {
  reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->transient_number_ = d;
  return Value::FromPointer(&reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->transient_number_,
                            kNumberTag);
}
HW_INLINE bool IsTransient(uintptr_t base, Value v) {
#if HALFWORD_COMPRESS
  return v.bits() == kTransientNumber;
#else
  return v.bits() == base + kTransientNumber;
#endif
}
// A constant that stays in the code: a constant double would be static data.
HW_INLINE double AsDouble(int32_t n) {
  asm("" : "+r"(n));
  return n;
}
// The sign bit is made in a register, for the same reason.
HW_INLINE double Negated(double d) {
  uint64_t sign = uint64_t{1} << 63;
  asm("" : "+r"(sign));
  return std::bit_cast<double>(std::bit_cast<uint64_t>(d) ^ sign);
}
#if defined(__aarch64__)
// What is out of range becomes the nearest integer that is not, and NaN zero. (A cast would not be defined,
// and limits to compare with would be static data.)
HW_INLINE int32_t NearestInt32(double d) {
  int32_t i;
  asm("fcvtzs %w0, %d1" : "=r"(i) : "w"(d));
  return i;
}
HW_INLINE int64_t NearestInt64(double d) {
  int64_t i;
  asm("fcvtzs %0, %d1" : "=r"(i) : "w"(d));
  return i;
}
#endif
// ToInt32 of a number, where that takes few instructions.
HW_INLINE bool TruncateToInt32(double d, int32_t* out) {
  // In int64 range the truncation is exact and its low half is ToInt32.
#if defined(__SSE2__)
  int64_t wide = _mm_cvttsd_si64(_mm_set_sd(d));
  if (HW_UNLIKELY(wide == INT64_MIN)) return false;  // what the instruction says of all others
#elif defined(__aarch64__)
  int64_t wide = NearestInt64(d);
  if (HW_UNLIKELY(wide == INT64_MIN || wide == INT64_MAX)) return false;
#else
  if (HW_UNLIKELY(!(d > -9.2e18 && d < 9.2e18))) return false;
  int64_t wide = static_cast<int64_t>(d);
#endif
  *out = static_cast<int32_t>(wide);
  return true;
}
HW_INLINE bool TruncateToInt32(uintptr_t base, Value v, int32_t* out) {
  if (v.IsSmi()) {
    *out = v.AsSmi();
    return true;
  }
  return v.IsHeapNumber() && TruncateToInt32(HeapNumberValue(base, v), out);
}
// The Smi that the number is; false: it is none. Minus zero is none.
HW_INLINE bool IntegralSmi(double d, Value* out) {
#if defined(__SSE2__)
  int32_t i = _mm_cvttsd_si32(_mm_set_sd(d));  // INT32_MIN for what is out of range, which is no Smi
#elif defined(__aarch64__)
  int32_t i = NearestInt32(d);
#else
  int32_t i = d >= Value::kSmiMin && d <= Value::kSmiMax ? static_cast<int32_t>(d) : INT32_MIN;
#endif
  int32_t twice;
  if (HW_UNLIKELY(i != d) || HW_UNLIKELY(__builtin_add_overflow(i, i, &twice))) return false;
  if (HW_UNLIKELY(i == 0) && HW_UNLIKELY(std::signbit(d))) return false;
  *out = FromSmiBits(twice);
  return true;
}

// The number without its fraction. False: it is no Smi then.
HW_INLINE bool Truncate(double d, int32_t* out) {
#if defined(__SSE2__)
  int32_t i = _mm_cvttsd_si32(_mm_set_sd(d));
#elif defined(__aarch64__)
  int32_t i = d == d ? NearestInt32(d) : INT32_MIN;
#else
  int32_t i = d > -2147483648.0 && d < 2147483648.0 ? static_cast<int32_t>(d) : INT32_MIN;
#endif
  *out = i;
  return i >= Value::kSmiMin && i <= Value::kSmiMax;
}
// REQUIRES: d >= 0.
HW_INLINE double SquareRoot(double d) {
#if defined(__SSE2__)
  __m128d in = _mm_set_sd(d);
  return _mm_cvtsd_f64(_mm_sqrt_sd(in, in));
#elif defined(__aarch64__)
  asm("fsqrt %d0, %d0" : "+w"(d));
  return d;
#else
  return __builtin_sqrt(d);
#endif
}

// ---- Strings ----
// The character at `index`. False: there is none, or the string must be made flat first.
HW_INLINE bool CharacterAt(uintptr_t base, String* string, uint32_t index, char16_t* out) {
  if (HW_UNLIKELY(index >= string->length())) return false;
  HeapType type = string->typed_type();
  if (HW_UNLIKELY(type != HeapType::kOneByteString && type != HeapType::kTwoByteString)) {
    // Its characters are those of a string that is flat.
    Value::Bits characters;
    if (type == HeapType::kSlicedString) {
      index += static_cast<SlicedString*>(string)->offset_;
      characters = static_cast<SlicedString*>(string)->parent_.bits();
    } else if (type == HeapType::kThinString) {
      characters = static_cast<ThinString*>(string)->actual_.bits();
    } else {
      if (static_cast<ConsString*>(string)->right_.bits() != 0) return false;
      characters = static_cast<ConsString*>(string)->left_.bits();
    }
    string = Pointer<String>(base, Value::FromBits(characters));
    type = string->typed_type();
  }
  DCHECK(type == HeapType::kOneByteString || type == HeapType::kTwoByteString);
  *out = type == HeapType::kOneByteString
             ? *InCage(base, static_cast<OneByteString*>(string)->chars() + index)
             : *InCage(base, static_cast<TwoByteString*>(string)->chars() + index);
  return true;
}

// Adds to the header of a rope what it says of a part. False: that takes a closer look.
HW_INLINE bool AddWidth(const String* part, gc::Header* rope) {
  gc::Header header = gc::HeaderOf(part);
  HeapType type = part->typed_type();
  if (HW_LIKELY(type == HeapType::kOneByteString)) return true;
  if (type == HeapType::kTwoByteString) {
    *rope |= String::kTwoByteRopeFlag;
    return true;
  }
  if (HW_UNLIKELY(type != HeapType::kConsString)) return false;
  *rope |= header & String::kTwoByteRopeFlag;
  return HW_LIKELY(static_cast<const ConsString*>(part)->right_.bits() != 0);
}
// As Concat, where it makes a rope of what need not be looked at closely. False: it does not.
HW_INLINE bool MakeRope(uintptr_t base, Value left, Value right, Value* out) {
  constexpr size_t kCell = gc::CellSize(sizeof(ConsString));
  const String *a = Pointer<String>(base, left), *b = Pointer<String>(base, right);
  if (HW_UNLIKELY(a->length() == 0) || HW_UNLIKELY(b->length() == 0)) return false;
  uint32_t length = a->length() + b->length();
  if (length - String::kMinConsLength >= String::kLongLength - String::kMinConsLength) return false;
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(HeapType::kConsString), kCell);
  if (HW_UNLIKELY(!AddWidth(a, &header)) || HW_UNLIKELY(!AddWidth(b, &header))) return false;
  void* memory = BumpAllocate(base, header, kCell);
  if (HW_UNLIKELY(memory == nullptr)) return false;
  // Read again: there are few registers.
  asm("" : "+r"(left), "+r"(right));
  length = Pointer<String>(base, left)->length() + Pointer<String>(base, right)->length();
  ConsString::Init(static_cast<ConsString*>(memory), left, right, length);
  *out = Value::FromPointer(memory, kStringTag);
  return true;
}

// ---- Objects ----
// CAPACITY of elements without a call: of large ones it is zero.
template <class E>
HW_INLINE uint32_t SmallCapacity(E* elements) {
  size_t cell = gc::TypedHeaderCellSize(gc::HeaderOf(elements));
  constexpr size_t kElement = std::is_same_v<E, DoubleElements> ? sizeof(double) : sizeof(Value);
  return cell == 0 ? 0 : static_cast<uint32_t>((cell - gc::kHeaderSize) / kElement);
}
HW_INLINE ValueField* OverflowSlots(uintptr_t base, Value object, Value::Bits header) {
  Value extension = Pointer<JSObject>(base, object)->extension_.get();
  if (HW_UNLIKELY(ShapeFromHeader(base, header)->extension_kind_ == ExtensionKind::kBoth)) {
    extension = Pointer<ExtensionPair>(base, extension)->properties_.get();
  }
  return Pointer<PropertyArray>(base, extension)->slots();
}
HW_INLINE Value SlotOf(uintptr_t base, Value object, uint32_t slot) {
  Value::Bits header = HeaderOf(base, object);
  const Shape* shape = ShapeFromHeader(base, header);
  if (slot >= shape->in_object_slots())
    return OverflowSlots(base, object, header)[slot - shape->in_object_slots()].get();
  return WordAt(Pointer<JSObject>(base, object), shape->first_slot_offset() + slot * sizeof(Value));
}
// The word of a data property of a dictionary, whose place no cache remembers, and what it is a word of.
// Names there are interned, and none is an index. Null: it is none, or there is more to it. REQUIRES:
// `object` is an object.
struct DictionaryPlace {
  Value* word;
  void* owner;
};
HW_INLINE DictionaryPlace FindInDictionary(uintptr_t base, Value object, Value key, bool to_store) {
  constexpr DictionaryPlace kNone = {nullptr, nullptr};
  Value::Bits header = HeaderOf(base, object);
  const Shape* shape = ShapeFromHeader(base, header);
  // Stores to prototypes and functions are noticed.
  int flags =
      Shape::kIsDictionary | Shape::kIsExotic | (to_store ? Shape::kIsPrototype | Shape::kIsCallable : 0);
  if ((shape->flags_ & flags) != Shape::kIsDictionary || !key.IsString()) return kNone;
  const String* name = Pointer<String>(base, key);
  if (name->typed_type() == HeapType::kThinString) {
    key = Value::FromBits(static_cast<const ThinString*>(name)->actual_.bits());
    name = Pointer<String>(base, key);
  }
  if (!name->IsInterned() || shape->table_.bits() == 0) return kNone;
  auto* table = static_cast<const PropertyTable*>(Decompress(base, shape->table_.bits(), kOtherTag));
  if (table->salt_ != 0) return kNone;
  int32_t found =
      property_index::Find(table, key, shape->property_count_, property_index::HashBits(key.bits()));
  if (found < 0) return kNone;
  const PropertyTable::Entry& entry = table->entry(static_cast<uint32_t>(found));
  uint32_t writable = to_store ? kWritable : 0;
  if ((entry.attributes & (kAccessor | kCell | kVirtual | writable)) != writable) return kNone;
  uint32_t slot = entry.slot;
  if (slot < shape->in_object_slots()) {
    auto* owner = Pointer<JSObject>(base, object);
    return {reinterpret_cast<Value*>(owner->InObjectSlot(slot)), owner};
  }
  ValueField* slots = OverflowSlots(base, object, header);
  return {reinterpret_cast<Value*>(slots) + (slot - shape->in_object_slots()), slots};
}
HW_INLINE bool HasType(const Shape* shape, HeapType type) {
  return shape->layout_.type_index == static_cast<uint16_t>(type);
}
// REQUIRES: `object` is one.
HW_INLINE bool IsObjectOfType(uintptr_t base, Value object, HeapType type) {
  return HasType(ShapeFromHeader(base, HeaderOf(base, object)), type);
}
// How many of its arguments the function has from index `from` on.
HW_INLINE uint32_t RestCount(const Value* fp, uint32_t from) {
  uint32_t count = static_cast<uint32_t>(fp[frame::kArgumentCount].AsSmi());
  return count > from ? count - from : 0;
}
// Of objects with ElementAccess::kObjectWithValues; how many may be there: none of large ones but arrays.
HW_INLINE Value ElementsOfObject(uintptr_t base, Value object, const Shape* shape) {
  Value elements = Pointer<JSObject>(base, object)->extension_.get();
  if (HW_UNLIKELY(shape->extension_kind_ == ExtensionKind::kBoth))
    elements = Pointer<ExtensionPair>(base, elements)->elements_.get();
  return elements;
}
HW_INLINE uint32_t LimitOfObject(uintptr_t base, Value object, const Shape* shape, Value elements) {
  if (HasType(shape, HeapType::kJSArray))
    return static_cast<uint32_t>(DecodeSmi(Pointer<JSArray>(base, object)->length_.get().bits()));
  ValueElements* values = Pointer<ValueElements>(base, elements);
  return gc::SmallCellSizeOf(base, values) != 0 ? values->capacity() : 0;
}
// An array of Values that may hold `value` without changing kind.
HW_INLINE bool TakesElement(ElementAccess access, Value value) {
  static_assert(static_cast<int>(ElementAccess::kArrayOfValues) == 0 &&
                static_cast<int>(ElementAccess::kArrayOfSmis) == 1);
  return static_cast<Value::Bits>(access) <= (~value.bits() & 1);
}
HW_INLINE bool HasPristinePrototype(uintptr_t base, const Isolate& isolate, const Shape* array) {
  Realm* realm = static_cast<Realm*>(Decompress(base, isolate.realm_.bits(), kOtherTag));
  return array->prototype_.get() == realm->intrinsics_[static_cast<int>(Intrinsic::kArrayPrototype)].get();
}
// An array that grows where a store follows its last element, and where a hole may be filled without a look
// at the prototypes: it is extensible, its length is writable, and no prototype has elements.
HW_INLINE bool IsAppendable(uintptr_t base, const Isolate& isolate, const Shape* array) {
  return isolate.no_indexed_prototypes_ &&
         !(array->flags_ & (Shape::kNotExtensible | Shape::kLengthNotWritable | Shape::kIsUnique)) &&
         HasPristinePrototype(base, isolate, array);
}

// ---- Frames ----
// Four words a store: runs over the end by up to three, which is free stack (frame::kSlackWords). The words
// are made in a register; a constant vector would be static data.
HW_INLINE void FillUndefined(Value* begin, Value* end) {
  if (begin >= end) return;
  using Words = Value::Bits __attribute__((vector_size(4 * sizeof(Value))));
  Value::Bits u = Value::kUndefinedBits;
  asm("" : "+r"(u));
  Words words = {u, u, u, u};
  do {
    __builtin_memcpy(static_cast<void*>(begin), &words, sizeof words);
    begin += 4;
  } while (begin < end);
}

// The registers of a frame that its caller has not filled: missing parameters, and locals.
HW_INLINE void FillLocals(Value* fp, Value argument_count, const Code* code) {
  uint32_t present = static_cast<uint32_t>(argument_count.AsSmi());
  if (present > code->parameter_count_) present = code->parameter_count_;
  FillUndefined(fp + frame::kFirstArgument + present, fp + code->local_count_);
}

// One word at a time: there are few.
HW_INLINE void CopyFewWords(Value* to, const Value* from, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    to[i] = from[i];
    asm("" : "+r"(i));
  }
}
// The frame of a callee that keeps its arguments, behind those of the frame at `next`; and what it begins
// with, copied there. Returns frame::kArgumentCount.
HW_INLINE Value* FrameBehindArguments(Value* next, uint32_t count) {
  return next + frame::kFirstArgument + count + frame::kHeaderWords;
}
HW_INLINE Value MoveArguments(Value* moved, const Value* next, uint32_t count, const Code* callee_code) {
  Value count_word = Value::Smi(static_cast<int32_t>(count));
  moved[frame::kArgumentCount] = count_word;
  uint32_t present = count > callee_code->parameter_count_ ? callee_code->parameter_count_ : count;
  moved[frame::kFunction] = next[frame::kFunction];
  moved[frame::kThis] = next[frame::kThis];
  CopyFewWords(moved + frame::kFirstArgument, next + frame::kFirstArgument, present);
  return count_word;
}

HW_INLINE Environment* EnvironmentAt(uintptr_t base, Value environment, uint32_t depth) {
  Environment* e = Pointer<Environment>(base, environment);
  for (; depth > 0; depth--) {
    asm("" : "+r"(depth));  // few turns: the loop is not to be unrolled
    e = Pointer<Environment>(base, e->parent_.get());
  }
  return e;
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_H_
