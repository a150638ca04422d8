// The words of objects with the cage's base at hand, so that no handler loads it; sites; the bump allocator.
#ifndef HALFWORD_OPS_MACHINE_MEMORY_H_
#define HALFWORD_OPS_MACHINE_MEMORY_H_

#include "bytecode/sites/sites.h"
#include "objects/functions/function.h"

namespace halfword::ops {

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

HW_INLINE Value::Bits EpochBits(uintptr_t base) {
  return Value::Bits{reinterpret_cast<Isolate*>(base + gc::kClientFrontOffset)->property_epoch_ << 1};
}
// The receiver is an object of the shape in the word.
HW_INLINE bool HasShape(uintptr_t base, Value receiver, const SiteWord& shape) {
  return IsObject(receiver) && shape.IsHeader(HeaderOf(base, receiver));
}

// The bump of an allocation, inlined. Null: take the slow way.
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

// Memory for an object of the shape that the site's word remembers, zero behind its header. Null: it
// remembers none, or there is no room.
HW_INLINE Value* AllocateWithShape(uintptr_t base, const SiteWord& shape) {
  if (HW_UNLIKELY(shape.empty())) return nullptr;
  Value::Bits header = shape.bits();
  return static_cast<Value*>(
      BumpAllocate(base, header, ShapeFromHeader(base, header)->layout_.size_in_granules * 8));
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_MEMORY_H_
