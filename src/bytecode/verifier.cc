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

namespace {

// A pass over the code and its tables. Each step returns a sentence about the first mistake, or "".
class Verifier {
 public:
  explicit Verifier(Code& code) : code_(code), bytes_(code.bytecode()), size_(code.bytecode_size_) {}

  std::string Verify() {
    if (size_ == 0) return "no instructions";
    if (code_.frame_size_ > frame::kMostRegisters) return "the frame is too large";
    if (code_.local_count_ > code_.frame_size_ || code_.parameter_count_ >= code_.frame_size_)
      return "more locals than registers";
    std::string error = FindStarts();
    if (error.empty()) error = VerifyInstructions();
    if (error.empty()) error = VerifyHandlers();
    if (error.empty()) error = VerifyPositions();
    return error;
  }

 private:
  static std::string Mistake(uint32_t offset, const char* what) {
    return "offset " + std::to_string(offset) + ": " + what;
  }
  bool IsStart(int64_t target) const { return target >= 0 && target < size_ && starts_[target]; }

  std::string FindStarts() {
    starts_.assign(size_, false);
    for (uint32_t offset = 0; offset < size_;) {
      const bool wide = Instruction(bytes_, offset).is_wide();
      if (wide && offset + 1 == size_) return Mistake(offset, "instruction is cut off");
      if (bytes_[offset + wide] >= kOpcodeCount) return Mistake(offset, "unknown opcode");
      starts_[offset] = true;
      uint32_t length = Instruction(bytes_, offset).length();
      if (wide && !HasConstant(Instruction(bytes_, offset).info().operands()))
        return Mistake(offset, "prefix of nothing");
      if (length > size_ - offset) return Mistake(offset, "instruction is cut off");
      offset += length;
    }
    return {};
  }

  std::string VerifyInstructions() {
    Opcode last = Opcode::kReturn;
    for (Instruction i(bytes_, 0); i.offset() < size_; i = i.next()) {
      last = i.opcode();
      for (int n = 0; i.info().operands()[n] != 0; n++) {
        if (const char* what = MistakeInOperand(i, n)) return Mistake(i.offset(), what);
      }
      if (!IsSwitch(last)) continue;
      if (const char* what = MistakeInSwitch(i)) return Mistake(i.offset(), what);
    }
    return (InfoOf(last).flags & kTerminator) == 0 ? Mistake(size_, "control runs off the end") : "";
  }

  const char* MistakeInOperand(const Instruction& i, int n) {
    const char type = i.info().operands()[n];
    const int64_t operand = i.operand(n);
    switch (type) {
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
        if (used != 0 && operand + used > code_.frame_size_) return "register beyond the frame";
        if (IsFrameOperand(type) && operand < frame::kHeaderWords) return "no room for the callee's header";
        break;
      }
      case 'K':
        if (operand < 0 || operand >= code_.constant_count_) return "constant out of range";
        break;
      case 'F':
        if (operand != 0 && operand + WordsOf(i.info().site) > code_.feedback_size_)
          return "feedback out of range";
        break;
      case 'J':
        if (!IsStart(int64_t{i.opcode_offset()} + operand)) return "jump into an instruction";
        if ((operand <= 0) != HasFlag(i.opcode(), kBackEdge)) return "jump in the wrong direction";
        break;
      default: break;
    }
    return nullptr;
  }

  const char* MistakeInSwitch(const Instruction& i) {
    bool is_good = true;
    uint32_t empty = 0;
    ForEachCase(i, code_.constants()[i.operand(0)].get().As<ValueArray>(), [&](Value key, int32_t distance) {
      is_good &= distance == 0 || (distance > 0 && IsStart(int64_t{i.opcode_offset()} + distance));
      empty += key == Value::Smi(0);
    });
    if (!is_good) return "switch target is not an instruction";
    return i.opcode() == Opcode::kSwitchString && empty == 0 ? "switch without an end" : nullptr;
  }

  std::string VerifyHandlers() {
    for (const HandlerEntry& handler : code_.handlers()) {
      if (handler.start >= handler.end || handler.end > size_ || !IsStart(handler.start) ||
          (handler.end != size_ && !IsStart(handler.end))) {
        return Mistake(handler.start, "handler range is not made of instructions");
      }
      if (!IsStart(handler.target)) return Mistake(handler.target, "handler is not an instruction");
      if (handler.environment_register >= code_.frame_size_)
        return Mistake(handler.start, "handler's environment register");
    }
    return {};
  }

  std::string VerifyPositions() {
    uint32_t previous = 0;
    for (const PositionEntry& entry : code_.positions()) {
      if (entry.offset < previous || !IsStart(entry.offset)) return Mistake(entry.offset, "position table");
      previous = entry.offset;
    }
    return {};
  }

  Code& code_;
  const uint8_t* const bytes_;
  const uint32_t size_;
  std::vector<bool> starts_;  // by offset: an instruction begins there
};

}  // namespace

std::string VerifyCode(Code& code) { return Verifier(code).Verify(); }

void CheckVerified(Code& code) {
  std::string error = VerifyCode(code);
  if (error.empty()) return;
  std::fprintf(stderr, "bytecode is invalid: %s\n%s", error.c_str(), Disassemble(code).c_str());
  CHECK(error.empty());
}

}  // namespace halfword
