#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "bytecode/flow.h"
#include "bytecode/frame.h"
#include "probes.h"

namespace halfword::shell {

// What dead registers get: a number that no program is likely to have.
static const Value kDead = Value::Smi(-123456789);

// What a function's registers are before each of its instructions. Code objects die, and others are made at
// their addresses: a function begins with its first instruction, and is looked at again there.
struct RegisterChecker::Function {
  explicit Function(Code& code) : bytes(code.bytecode(), code.bytecode() + code.bytecode_size_) {
    flow::Flow flow(code);
    flow::Liveness liveness(flow);
    before.resize(code.bytecode_size_);
    is_handler.resize(code.bytecode_size_);
    for (uint32_t b = 0; b < flow.blocks().size(); b++) {
      is_handler[flow.blocks()[b].begin] = flow.blocks()[b].is_handler;
      liveness.ForEachBackwards(
          b, [&](const Instruction& i, const flow::LiveSet& live) { before[i.offset()] = live; });
    }
  }
  std::vector<uint8_t> bytes;
  std::vector<flow::LiveSet> before;  // by offset
  std::vector<bool> is_handler;       // exceptions may come there
};

RegisterChecker::RegisterChecker() : last_(1 << 16) {}
RegisterChecker::~RegisterChecker() = default;

const RegisterChecker::Function& RegisterChecker::FunctionOf(Code* code, uint32_t offset) {
  if (code == recent_.first && offset != 0) return *recent_.second;
  auto found = functions_.find(code);
  if (found != functions_.end()) {
    const std::vector<uint8_t>& bytes = found->second->bytes;
    if (offset != 0 || (bytes.size() == code->bytecode_size_ &&
                        std::memcmp(bytes.data(), code->bytecode(), bytes.size()) == 0))
      return *found->second;
    functions_.erase(found);
  }
  return *functions_.emplace(code, std::make_unique<Function>(*code)).first->second;
}

// An instruction that keeps acc was the last one in the frame, and this one follows it.
void RegisterChecker::CheckAcc(const Last& before, Code* code, uint32_t offset, Value acc) {
  if (before.code != code || offset == 0) return;
  Instruction last(code->bytecode(), before.offset);
  if (!HasFlag(last.opcode(), kKeepsAcc)) return;
  bool follows = last.next().offset() == offset ||
                 (last.jump_operand() >= 0 && last.target(last.jump_operand()) == offset);
  if (!follows || acc.bits() == before.acc.bits()) return;
  std::fprintf(stderr, "halfword: %s at %u has not kept the accumulator\n", last.info().name(),
               last.offset());
  std::abort();
}

void RegisterChecker::Before(Value* fp, Code* code, const uint8_t* pc, Value* acc) {
  auto offset = static_cast<uint32_t>(pc - code->bytecode());
  const Function& function = FunctionOf(code, offset);
  recent_ = {code, &function};
  Place& place = last_[frame::OffsetOfFrame(fp) / sizeof(Value) % last_.size()];
  if (place.fp == fp && !function.is_handler[offset]) CheckAcc(place.last, code, offset, *acc);
  const flow::LiveSet& live = function.before[offset];
  live.ForEachDeadRegister([&](uint32_t reg) { fp[reg] = kDead; });
  if (!live.HasAcc()) *acc = kDead;
  place = {fp, {code, offset, *acc}};
}

}  // namespace halfword::shell
