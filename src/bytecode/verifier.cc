#include "bytecode/verifier.h"

#include <cstdio>
#include <vector>

#include "bytecode/bytecode_builder.h"
#include "bytecode/decoder.h"
#include "bytecode/disassembler.h"
#include "bytecode/frame.h"
#include "bytecode/register_effects.h"
#include "bytecode/switch_table.h"
#include "objects/functions/function.h"

namespace halfword {

std::string VerifyCode(Code& code) {
  const uint8_t* bytes = code.bytecode();
  const uint32_t size = code.bytecode_size_;
  auto fail = [&](uint32_t offset, const char* what) {
    return "offset " + std::to_string(offset) + ": " + what;
  };
  if (size == 0) return "no instructions";
  if (code.frame_size_ > frame::kMostRegisters) return "the frame is too large";
  if (code.local_count_ > code.frame_size_ || code.parameter_count_ >= code.frame_size_)
    return "more locals than registers";

  std::vector<bool> starts(size, false);
  for (uint32_t offset = 0; offset < size;) {
    const bool wide = Instruction(bytes, offset).is_wide();
    if (wide && offset + 1 == size) return fail(offset, "instruction is cut off");
    if (bytes[offset + wide] >= kOpcodeCount) return fail(offset, "unknown opcode");
    starts[offset] = true;
    uint32_t length = Instruction(bytes, offset).length();
    if (wide && !HasConstant(Instruction(bytes, offset).info().operands()))
      return fail(offset, "prefix of nothing");
    if (length > size - offset) return fail(offset, "instruction is cut off");
    offset += length;
  }
  auto is_start = [&](int64_t target) { return target >= 0 && target < size && starts[target]; };

  Opcode last = Opcode::kReturn;
  for (Instruction i(bytes, 0); i.offset() < size; i = i.next()) {
    last = i.opcode();
    const OpcodeInfo& info = i.info();
    for (int n = 0; info.operands()[n] != 0; n++) {
      const int64_t operand = i.operand(n);
      switch (info.operands()[n]) {
        case 'R':
        case 'W':
        case 'U':
        case 'L':
        case 'T':
        case 'C':
        case 'D':
        case 'S':
        case 'M': {
          uint32_t used = RegistersFrom(i, n);
          if (used != 0 && operand + used > code.frame_size_)
            return fail(i.offset(), "register beyond the frame");
          if (IsFrameOperand(info.operands()[n]) && operand < frame::kHeaderWords)
            return fail(i.offset(), "no room for the callee's header");
          break;
        }
        case 'K':
          if (operand < 0 || operand >= code.constant_count_)
            return fail(i.offset(), "constant out of range");
          break;
        case 'F':
          if (operand != 0 && operand + WordsOf(info.site) > code.feedback_size_)
            return fail(i.offset(), "feedback out of range");
          break;
        case 'J': {
          if (!is_start(int64_t{i.opcode_offset()} + operand))
            return fail(i.offset(), "jump into an instruction");
          if ((operand <= 0) != HasFlag(i.opcode(), kBackEdge))
            return fail(i.offset(), "jump in the wrong direction");
          break;
        }
        default: break;
      }
    }
    if (IsSwitch(i.opcode())) {
      bool is_good = true;
      uint32_t empty = 0;
      ForEachCase(i, code.constants()[i.operand(0)].get().As<ValueArray>(), [&](Value key, int32_t distance) {
        is_good &= distance == 0 || (distance > 0 && is_start(int64_t{i.opcode_offset()} + distance));
        empty += key == Value::Smi(0);
      });
      if (!is_good) return fail(i.offset(), "switch target is not an instruction");
      if (i.opcode() == Opcode::kSwitchString && empty == 0) return fail(i.offset(), "switch without an end");
    }
  }
  if ((InfoOf(last).flags & kTerminator) == 0) return fail(size, "control runs off the end");

  for (const HandlerEntry& handler : code.handlers()) {
    if (handler.start >= handler.end || handler.end > size || !is_start(handler.start) ||
        (handler.end != size && !is_start(handler.end))) {
      return fail(handler.start, "handler range is not made of instructions");
    }
    if (!is_start(handler.target)) return fail(handler.target, "handler is not an instruction");
    if (handler.environment_register >= code.frame_size_)
      return fail(handler.start, "handler's environment register");
  }
  uint32_t previous = 0;
  for (const PositionEntry& entry : code.positions()) {
    if (entry.offset < previous || !is_start(entry.offset)) return fail(entry.offset, "position table");
    previous = entry.offset;
  }
  return {};
}

void CheckVerified(Code& code) {
  std::string error = VerifyCode(code);
  if (error.empty()) return;
  std::fprintf(stderr, "bytecode is invalid: %s\n%s", error.c_str(), Disassemble(code).c_str());
  CHECK(error.empty());
}

}  // namespace halfword
