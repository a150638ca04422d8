// How opcode semantics are written.
//
// Each opcode is one function, in a file of its family. It names no register of the processor, no dispatch
// and no frame layout beyond bytecode/frame.h; a reader of these files (the interpreter today, the stencil
// compiler later) defines the words below before it includes them:
//
//   OP(Name) { … }          the fast path of an opcode
//   TIER(Name, kTier) { … } what the fast path hands over to: kNumber (double operands), kSlow (calls the
//   runtime), … REG(i)                  the register named by operand i, an lvalue of type Value IMM(i)
//   COUNT(i) CONST(i) CACHE(i) JUMP_OFFSET(i)   operands as int32, uint32, Value, CacheWord* (feedback
//   words), int32 acc fp pc base fb code  the machine state: accumulator, registers, instruction, cage base,
//   feedback words, Code* ISOLATE                 the isolate SYNC()                  before any call that
//   may collect, throw or walk frames: tells the isolate where we are
//
// Every path ends in one verb:
//   NEXT()          the next instruction          JUMP(offset)   that many bytes from this one
//   GOTO(kTier)     another tier of this opcode   THROW()        an exception is pending: unwind
//   ENTER(…)        a new frame (calls.h)         LEAVE()        back to the caller's frame
//   FINISH_DOUBLE(d)  acc = the number d, boxed if need be; then the next instruction. FINISH_DOUBLE_IN(v, d)
//   uses the box of operand v, if it is the instruction's own
// BOX(d)  the same with a box that the collector may have to make room for; for when there is none left
// SETTLE() before a call in an instruction of UsesUpNumber: gives the number in acc a box.
//
// Rules, so that the text can serve as a stencil: operands only through the words above, no static data, no
// address of a local in an OP, and nothing in an OP that needs a call, so the fast path needs no stack frame.
#ifndef HALFWORD_OPS_MACHINE_H_
#define HALFWORD_OPS_MACHINE_H_

#include <cstddef>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bytecode/feedback.h"
#include "bytecode/frame.h"
#include "bytecode/opcodes.h"
#include "objects/all.h"
#include "objects/builtin_objects.h"
#include "runtime/inline_cache.h"

namespace halfword::ops {

enum class Tier : uint8_t { kFast, kNumber, kTyped, kSecond, kThird, kSlow };

// ---- Memory access with the base at hand: no thread-local load in a handler ----
template <class T>
HW_INLINE T* Pointer(uintptr_t base, Value v) {
  return static_cast<T*>(Decompress(base, v.bits(), static_cast<Tag>(T::kTag)));
}
HW_INLINE Value::Bits HeaderOf(uintptr_t base, Value object) {
  return static_cast<const Value::Bits*>(Decompress(base, object.bits(), kObjectTag))[-1];
}
HW_INLINE Shape* ShapeFromHeader(uintptr_t base, Value::Bits header) {
  return static_cast<Shape*>(Decompress(base, header, kOtherTag));
}
HW_INLINE Value& WordAt(void* object, Value::Bits byte_offset) {
  return *reinterpret_cast<Value*>(static_cast<char*>(object) + byte_offset);
}
HW_INLINE double HeapNumberValue(uintptr_t base, Value v) { return Pointer<HeapNumber>(base, v)->value_; }

HW_INLINE bool BothSmis(Value a, Value b) { return ((a.bits() | b.bits()) & 1) == 0; }
HW_INLINE int32_t SmiBits(Value v) { return static_cast<int32_t>(v.bits()); }  // the Smi times two
HW_INLINE Value FromSmiBits(int32_t bits) {
  return Value::FromBits(static_cast<Value::Bits>(static_cast<SignedTaggedBits>(bits)));
}
// The number that a Smi or HeapNumber is; false for anything else.
HW_INLINE bool ToDouble(uintptr_t base, Value v, double* out) {
  if (v.IsSmi()) {
    *out = v.AsSmi();
    return true;
  }
  if (v.IsHeapNumber()) {
    *out = HeapNumberValue(base, v);
    return true;
  }
  return false;
}

// ---- Inline caches ----
// A Value that is known to be no Smi, and so is not zero.
class NotSmi {
 public:
  // False: `v` is a Smi.
  [[nodiscard]] HW_INLINE static bool From(Value v, NotSmi* out) {
    out->bits_ = v.bits();
    return !v.IsSmi();
  }
  Value::Bits bits() const { return bits_; }

 private:
  Value::Bits bits_;
};
// A word of an instruction's inline cache. An empty word is zero, and zero is also Smi 0, which a program can
// have anywhere. So a word has no comparison with a Value: only what is known to be no Smi can be found in
// one.
class CacheWord {
 public:
  bool empty() const { return bits_ == 0; }
  bool Is(NotSmi value) const { return bits_ == value.bits(); }
  // `header`: the header word of an object, which is never zero.
  bool IsHeader(Value::Bits header) const { return bits_ == header; }
  bool IsEpoch(Value::Bits epoch_bits) const { return bits_ == epoch_bits; }
  // What the word holds. Not empty, or the caller does not dereference it.
  Value value() const { return Value::FromBits(bits_); }
  uint32_t offset() const { return static_cast<uint32_t>(bits_); }
  void Set(Value v) { bits_ = v.bits(); }

 private:
  CacheWord(const CacheWord&) = delete;
  CacheWord& operator=(const CacheWord&) = delete;
  Value::Bits bits_;
};
static_assert(sizeof(CacheWord) == sizeof(Value));
template <class A, class B>
concept Comparable = requires(const A& a, const B& b) { a == b; };
static_assert(!Comparable<CacheWord, Value> && !std::is_constructible_v<NotSmi, Value>);

// ---- Allocation: the bump, inlined. Null: take the slow way. ----
HW_INLINE void* BumpAllocate(uintptr_t base, gc::Header header, uint32_t cell_size) {
  gc::HeapFront* front = gc::FrontOf(base);
  uint32_t top = front->top;
  uint32_t next = top + cell_size;
  if (HW_UNLIKELY(next > front->limit)) return nullptr;
  front->top = next;
  void* object = reinterpret_cast<void*>(base + top);
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
// A number for an instruction that uses it up (UsesUpNumber) right behind the one that made it lies in the
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
// ToInt32 of a number, where that takes few instructions.
HW_INLINE bool TruncateToInt32(double d, int32_t* out) {
  // In int64 range the truncation is exact and its low half is ToInt32.
#if defined(__SSE2__)
  int64_t wide = _mm_cvttsd_si64(_mm_set_sd(d));
  if (HW_UNLIKELY(wide == INT64_MIN)) return false;  // what the instruction says of all others
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
HW_INLINE bool IntegralSmi(double d, Value* out) {
  if (!(d >= Value::kSmiMin && d <= Value::kSmiMax)) return false;
  int32_t i = static_cast<int32_t>(d);
  if (i != d || (i == 0 && std::signbit(d))) return false;
  *out = Value::Smi(i);
  return true;
}

HW_INLINE Environment* EnvironmentAt(uintptr_t base, Value environment, uint32_t depth) {
  Environment* e = Pointer<Environment>(base, environment);
  for (; depth > 0; depth--) e = Pointer<Environment>(base, e->parent_.get());
  return e;
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_H_
