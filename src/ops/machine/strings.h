// Characters of strings, and ropes, without calls.
#ifndef HALFWORD_OPS_MACHINE_STRINGS_H_
#define HALFWORD_OPS_MACHINE_STRINGS_H_

#include "ops/machine/memory.h"

namespace halfword::ops {

// TypeFeedbackOf where both are strings.
HW_INLINE int32_t StringFeedback(uintptr_t base, Value left, Value right) {
  int interned = Pointer<String>(base, left)->IsInterned() + Pointer<String>(base, right)->IsInterned();
  return (interned > 0 ? kInternedString : 0) | (interned < 2 ? kString : 0);
}
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

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_STRINGS_H_
