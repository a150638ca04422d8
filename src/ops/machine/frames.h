// Words of frames: arguments that are copied, locals that are filled, environments.
#ifndef HALFWORD_OPS_MACHINE_FRAMES_H_
#define HALFWORD_OPS_MACHINE_FRAMES_H_

#include "bytecode/frame.h"
#include "ops/machine/memory.h"

namespace halfword::ops {

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

// Memory for an environment of so many slots. Null: it is large, or there is no room.
HW_INLINE Environment* AllocateEnvironment(uintptr_t base, uint32_t slots) {
  constexpr uint32_t kMost = 64;
  size_t cell = gc::CellSize(sizeof(Environment) + slots * sizeof(Value));
  if (HW_UNLIKELY(slots > kMost)) return nullptr;
  gc::Header header = gc::TypedHeader(static_cast<uint32_t>(HeapType::kEnvironment), cell);
  return static_cast<Environment*>(BumpAllocate(base, header, static_cast<uint32_t>(cell)));
}

}  // namespace halfword::ops

#endif  // HALFWORD_OPS_MACHINE_FRAMES_H_
