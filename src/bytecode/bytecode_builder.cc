#include "bytecode/bytecode_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "bytecode/frame.h"
#include "bytecode/switch_table.h"
#include "bytecode/verifier.h"
#include "objects/isolate.h"
#include "objects/primitives/primitives.h"

namespace halfword {

bool BytecodeBuilder::Peephole(Opcode opcode, std::initializer_list<int64_t> operands) {
  switch (opcode) {
    case Opcode::kLdar: {
      Register reg = static_cast<Register>(operands.begin()[0]);
      if (acc_register_ == reg) return false;
      acc_register_ = reg;
      return true;
    }
    case Opcode::kStar: {
      Register reg = static_cast<Register>(operands.begin()[0]);
      if (acc_register_ == reg) return false;
      acc_register_ = reg;
      return true;
    }
    case Opcode::kMov: {
      Register from = static_cast<Register>(operands.begin()[0]),
               to = static_cast<Register>(operands.begin()[1]);
      if (from == to) return false;
      if (acc_register_ == to) acc_register_ = kNoRegister;
      return true;
    }
    case Opcode::kIncReg:
    case Opcode::kDecReg: acc_register_ = static_cast<Register>(operands.begin()[0]); return true;
    case Opcode::kCoerceThis:
      if (acc_register_ == 0) acc_register_ = kNoRegister;
      return true;
    default:
      if (!HasFlag(opcode, kKeepsAcc)) acc_register_ = kNoRegister;
      return true;
  }
}

void BytecodeBuilder::WriteOperand(char kind, int64_t value, bool wide) {
  auto put = [&](auto v) {
    const uint8_t* p = reinterpret_cast<const uint8_t*>(&v);
    code_.insert(code_.end(), p, p + sizeof v);
  };
  switch (kind) {
    case 'B':
      DCHECK(value >= 0 && value < 256);
      put(static_cast<uint8_t>(value));
      return;
    case 'H':
      DCHECK(value >= INT16_MIN && value <= INT16_MAX);
      put(static_cast<int16_t>(value));
      return;
    case 'I':
    case 'J': put(static_cast<int32_t>(value)); return;
    case 'K':
      if (wide) return put(static_cast<uint32_t>(value));
      [[fallthrough]];
    default:
      if (value < 0 || value > 65535) overflowed_ = true;
      put(static_cast<uint16_t>(value));
  }
}

uint32_t BytecodeBuilder::AllocateSite(SiteKind kind) {
  auto words = static_cast<uint32_t>(WordsOf(kind));
  if (!has_feedback_ || feedback_ + words > 65536) return 0;
  DCHECK(words != 0);
  uint32_t result = feedback_;
  feedback_ += words;
  feedback_groups_.resize((feedback_ + 7) / 8);
  auto begins = [&](uint32_t word) { feedback_groups_[word / 8] |= static_cast<uint8_t>(1 << word % 8); };
  begins(result);
  auto first = static_cast<uint32_t>(WordsOfFirstGroup(kind));
  if (first < words) begins(result + first);
  return result;
}

void BytecodeBuilder::RemoveCoerceThis(uint32_t offset) {
  DCHECK(code_[offset] == static_cast<uint8_t>(Opcode::kCoerceThis) && !reads_this_);
  for ([[maybe_unused]] const Jump& jump : jumps_) DCHECK(jump.instruction > offset);
  code_.erase(code_.begin() + offset);
  auto move = [&](uint32_t& at) { at -= at > offset; };
  for (PositionEntry& entry : positions_) move(entry.offset);
  for (HandlerEntry& entry : handlers_) {
    move(entry.start);
    move(entry.end);
    move(entry.target);
  }
  if (moves_ != nullptr) moves_->Remove(offset);
}

void BytecodeBuilder::Cut(uint32_t size) {
  code_.resize(size);
  if (moves_ != nullptr) moves_->Cut(size);
}

void BytecodeBuilder::Write(Opcode opcode, std::initializer_list<int64_t> operands, Label* label) {
  const OpcodeInfo& info = InfoOf(opcode);
  if (code_.size() > kMostBytecode) {  // Finish refuses it
    overflowed_ = true;
    return;
  }
  uint32_t start = size();
  if ((info.flags & kNoThrow) == 0 && position_ != recorded_position_ && has_positions_) {
    positions_.push_back({start, position_});
    recorded_position_ = position_;
  }
  const int64_t* next = operands.begin();
  bool wide = false;
  for (const char* kind = info.operands(); *kind != 0 && next != operands.end(); kind++) {
    if (*kind == 'F' || (*kind == 'J' && label != nullptr)) continue;
    wide |= *kind == 'K' && *next > 65535;
    next++;
  }
  if (wide) code_.push_back(static_cast<uint8_t>(Opcode::kWide));
  last_opcode_ = size();
  code_.push_back(static_cast<uint8_t>(opcode));
  next = operands.begin();
  for (const char* kind = info.operands(); *kind != 0; kind++) {
    if (*kind == 'F') {
      WriteOperand('F', AllocateSite(info.site), wide);
    } else if (*kind == 'J' && label != nullptr) {
      if (label->is_bound()) {
        WriteOperand('J', static_cast<int64_t>(label->offset_) - last_opcode_, wide);
      } else {
        jumps_.push_back({last_opcode_, size(), label->jumps_});
        label->jumps_ = static_cast<int32_t>(jumps_.size() - 1);
        WriteOperand('J', 0, wide);
      }
      label->used_ = true;
    } else {
      DCHECK(next != operands.end());
      bool is_receiver = *kind == 'R' && (info.flags & kCoercesThis);
      if (*next == 0 && std::strchr("RWULT", *kind) != nullptr && !is_receiver) reads_this_ = true;
      WriteOperand(*kind, *next++, wide);
    }
  }
  DCHECK(next == operands.end());
  last_jump_ = opcode == Opcode::kJump ? start : kNone;
  last_undefined_ = opcode == Opcode::kLdaUndefined ? start : kNone;
  if (info.flags & kTerminator) reachable_ = false;
}

void BytecodeBuilder::Emit(Opcode opcode, std::initializer_list<int64_t> operands) {
  if (!reachable_ || !Peephole(opcode, operands)) return;
  if (opcode == Opcode::kMov && acc_register_ == static_cast<Register>(operands.begin()[0])) {
    // Shorter, and acc still equals both.
    Write(Opcode::kStar, {operands.begin()[1]}, nullptr);
    return;
  }
  if (opcode == Opcode::kReturn && last_undefined_ != kNone) {
    Cut(last_undefined_);
    opcode = Opcode::kReturnUndefined;
  }
  Write(opcode, operands, nullptr);
}

void BytecodeBuilder::EmitJump(Opcode opcode, Label& label, std::initializer_list<int64_t> operands) {
  if (!reachable_) return;
  Peephole(opcode, operands);
  Write(opcode, operands, &label);
}

void BytecodeBuilder::Patch(const Jump& jump, uint32_t target) {
  int32_t distance = static_cast<int32_t>(target - jump.instruction);
  std::memcpy(code_.data() + jump.operand, &distance, sizeof distance);
}

void BytecodeBuilder::Bind(Label& label) {
  DCHECK(!label.is_bound());
  if (last_jump_ != kNone && label.jumps_ >= 0 && jumps_[label.jumps_].instruction == last_jump_) {
    // The last instruction jumps right here.
    label.jumps_ = jumps_[label.jumps_].next;
    Cut(last_jump_);
    reachable_ = true;
    last_jump_ = kNone;
    // Every way here, this one included, merges below.
  }
  label.offset_ = size();
  bool merged = false;
  for (int32_t i = label.jumps_; i >= 0; i = jumps_[i].next) {
    Patch(jumps_[i], size());
    merged = true;
  }
  if (merged) {
    reachable_ = true;
    acc_register_ = kNoRegister;
  }
  last_jump_ = kNone;
  last_undefined_ = kNone;
}

void BytecodeBuilder::BindLoopHeader(Label& label, bool reachable) {
  Bind(label);
  reachable_ |= reachable;
  acc_register_ = kNoRegister;
}

void BytecodeBuilder::BindReachable(Label& label) {
  Bind(label);
  reachable_ = true;
  acc_register_ = kNoRegister;
}

BytecodeBuilder::Switch BytecodeBuilder::EmitSwitch(int32_t first, uint32_t count) {
  ValueArray* table = NewValueArray(isolate_, count);
  Emit(Opcode::kSwitchSmi, {static_cast<int64_t>(UniqueConstant(Value(table))), first, count});
  return {table, last_opcode_};
}

BytecodeBuilder::Switch BytecodeBuilder::EmitStringSwitch(uint32_t count) {
  DCHECK(count <= kMostStringCases);
  uint32_t pairs = std::bit_ceil(2 * count);
  ValueArray* table = NewValueArray(isolate_, 2 * pairs + 1);
  Emit(Opcode::kSwitchString, {static_cast<int64_t>(UniqueConstant(Value(table))), pairs});
  return {table, last_opcode_};
}

uint32_t BytecodeBuilder::AddCase(Switch& table, String* interned) {
  DCHECK(interned->IsInterned());
  uint32_t pairs = table.table->length() / 2;
  ValueField* slots = table.table->slots();
  ValueField* pair = FindPair(slots, pairs, Value(interned));
  pair->Set(table.table, Value(interned));
  ValueField& longest = slots[2 * pairs];
  longest.Init(Value::Smi(std::max(longest.get().AsSmi(), static_cast<int32_t>(interned->length()))));
  return static_cast<uint32_t>(pair - slots) + 1;
}

bool BytecodeBuilder::ReserveSwitchTarget(Switch& table, uint32_t index) {
  ValueField& slot = table.table->slots()[index];
  if (slot.get() != Value::Smi(0)) return false;
  slot.Init(Value::Smi(-1));
  return true;
}

void BytecodeBuilder::SetSwitchTarget(Switch& table, uint32_t index, const Label& target) {
  table.table->slots()[index].Init(Value::Smi(static_cast<int32_t>(target.offset() - table.offset)));
}

void BytecodeBuilder::LoadSmi(int32_t value) {
  DCHECK(Value::FitsSmi(value));
  Emit(Opcode::kLdaSmi, {value});
}

void BytecodeBuilder::LoadConstant(Value value) {
  if (!reachable_) return;
  Emit(Opcode::kLdaConst, {Constant(value)});
}

void BytecodeBuilder::LoadNumber(double value) {
  if (value >= Value::kSmiMin && value <= Value::kSmiMax && value == std::trunc(value) &&
      (value != 0 || !std::signbit(value))) {
    LoadSmi(static_cast<int32_t>(value));
    return;
  }
  uint64_t bits;
  if (value != value) value = std::numeric_limits<double>::quiet_NaN();
  std::memcpy(&bits, &value, sizeof bits);
  auto [entry, is_new] = numbers_.try_emplace(bits, Value::Undefined());
  if (is_new) entry->second = NewHeapNumber(isolate_, value);
  LoadConstant(entry->second);
}

uint32_t BytecodeBuilder::Constant(Value value) {
  auto found = constant_index_.find(value.bits());
  if (found != constant_index_.end()) return found->second;
  uint32_t index = UniqueConstant(value);
  constant_index_[value.bits()] = index;
  return index;
}

uint32_t BytecodeBuilder::UniqueConstant(Value value) {
  if (constants_.size() == kMaxConstants) {
    overflowed_ = true;
    return 0;
  }
  constants_.push_back(value);
  return static_cast<uint32_t>(constants_.size() - 1);
}

void BytecodeBuilder::AddHandler(uint32_t start, uint32_t end, const Label& target, Register environment) {
  if (start < end) handlers_.push_back({start, end, target.offset(), environment});
}

Code* BytecodeBuilder::Finish(const Frame& frame) {
  if (frame.frame_size > frame::kMostRegisters) overflowed_ = true;
  if (overflowed_) return nullptr;
  Code* code =
      NewCode(isolate_, frame, feedback_, feedback_groups_, constants_, code_, handlers_, positions_);
#if HALFWORD_ASSERTS
  CheckVerified(*code);
#endif
  return code;
}

}  // namespace halfword
