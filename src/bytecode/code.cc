#include <cstring>

#include "bytecode/bytecode_builder.h"
#include "gc/heap.h"
#include "objects/isolate.h"
#include "objects/isolate_state.h"

namespace halfword {

Code* NewCode(Isolate& isolate, const BytecodeBuilder::Frame& frame, uint32_t feedback_size,
              std::span<const uint8_t> feedback_groups, std::span<const Value> constants,
              std::span<const uint8_t> bytecode, std::span<const HandlerEntry> handlers,
              std::span<const PositionEntry> positions) {
  size_t payload = sizeof(Code) + constants.size() * sizeof(Value) +
                   Code::RoundUp4(static_cast<uint32_t>(bytecode.size())) + handlers.size_bytes() +
                   positions.size_bytes() + (feedback_size + 7) / 8;
  size_t cell = gc::CellSize(payload);
  Code* code = static_cast<Code*>(
      isolate.heap().AllocateAny(gc::TypedHeader(static_cast<uint32_t>(Code::kType), cell), cell));
  code->frame_size_ = frame.frame_size;
  code->parameter_count_ = frame.parameter_count;
  code->flags_ = static_cast<uint16_t>(frame.flags);
  code->loop_registers_ = static_cast<uint16_t>(frame.loop_registers);
  // A frame that may be saved is filled as a whole: a heap object must not hold what a register once was.
  bool all = frame.local_count == 0 || (frame.flags & Code::kResumable);
  code->local_count_ = all ? frame.frame_size : frame.local_count;
  code->feedback_size_ = feedback_size;
  code->constant_count_ = static_cast<uint32_t>(constants.size());
  code->bytecode_size_ = static_cast<uint32_t>(bytecode.size());
  code->handler_count_ = static_cast<uint32_t>(handlers.size());
  code->position_count_ = static_cast<uint32_t>(positions.size());
  for (size_t i = 0; i < constants.size(); i++) code->constants()[i].Init(constants[i]);
  auto copy = [](const void* to, const void* from, size_t size) {
    if (size != 0) std::memcpy(const_cast<void*>(to), from, size);
  };
  copy(code->bytecode(), bytecode.data(), bytecode.size());
  copy(code->handlers().data(), handlers.data(), handlers.size_bytes());
  copy(code->positions().data(), positions.data(), positions.size_bytes());
  // The memory is zero where there are fewer.
  copy(code->feedback_groups().data(), feedback_groups.data(), feedback_groups.size_bytes());
  if (StateOf(isolate).code_made != nullptr) StateOf(isolate).code_made(isolate, code);
  return code;
}

}  // namespace halfword
