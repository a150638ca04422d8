#include <algorithm>
#include <cstdio>
#include <tuple>

#include "builtins/builtins.h"
#include "bytecode/decoder.h"
#include "bytecode/frame.h"
#include "probes.h"
#include "runtime/functions/self_hosted.h"
#include "runtime/native_state.h"

namespace halfword::shell {
namespace {

// Done by the instruction itself if all goes well, so that the function's own code is not reached.
bool IsDoneByInstruction(const NativeFunction& function) {
  return IsDoneByCalls(function.known_native_) || (function.flags_ & (kNativeIsCall | kNativeIsApply)) != 0;
}

}  // namespace

NativeCounter::NativeCounter() {
  self_hosted_.resize(kSelfHostedCount);
  for (const NativeRow* original : AllNatives()) {
    Row& row = rows_.emplace_back();
    row.name_ = original->name();
    row.code_ = CountAndCall;
    row.length = original->length;
    row.flags = original->flags;
    row.magic = original->magic;
    row.known = original->known;
    row.original = original;
    row.counter = this;
  }
}

void NativeCounter::Attach(Isolate& isolate) {
  NativeState& state = NativeStateOf(isolate);
  isolate_ = &isolate;
  table_.clear();
  for (const Row& row : rows_) table_.push_back(&row);
  // The host's own functions are no builtins, and are known by the addresses of their rows.
  for (auto i = static_cast<uint32_t>(rows_.size()); i < state.natives.size(); i++)
    table_.push_back(&state.natives[i]);
  state.natives = {table_.data(), static_cast<uint32_t>(table_.size())};
}

Completion<Value> NativeCounter::CountAndCall(Isolate& isolate, Arguments& call) {
  uint32_t index = call.callee()->native_index_;
  const Row& row = static_cast<const Row&>(NativeStateOf(isolate).native(index));
  NativeCounter& counter = *row.counter;
  const Value* frame = call.all().data() - frame::kFirstArgument;
  if (frame != counter.noted_frame_ || index != counter.noted_index_) row.count++;
  counter.noted_frame_ = nullptr;
  return row.original->code()(isolate, call);
}

void NativeCounter::Before(Value* fp, Code* code, const uint8_t* pc, Value*) {
  noted_frame_ = nullptr;
  if (pc == code->bytecode() && (code->flags_ & Code::kSelfHosted)) {
    auto* infos = isolate_->self_hosted_.get().As<ValueArray>();
    for (uint32_t i = 0; i < kSelfHostedCount; i++) {
      if (infos->get(i).As<FunctionInfo>()->code_.get() == code) self_hosted_[i]++;
    }
  }
  Instruction instruction(code->bytecode(), static_cast<uint32_t>(pc - code->bytecode()));
  Opcode opcode = instruction.opcode();
  if (opcode != Opcode::kCall && opcode != Opcode::kCallUndefined && opcode != Opcode::kCallForward) return;
  const Value* frame = fp + instruction.operand(0);
  Value callee = frame[frame::kFunction];
  if (!callee.Is<NativeFunction>()) return;
  NativeFunction* function = callee.As<NativeFunction>();
  if (!IsDoneByInstruction(*function) || function->native_index_ >= rows_.size()) return;
  rows_[function->native_index_].count++;
  noted_frame_ = frame;
  noted_index_ = function->native_index_;
}

std::string NativeCounter::Report() const {
  struct Line {
    uint64_t count;
    std::string name;
    uint32_t index;
  };
  std::vector<Line> lines;
  for (uint32_t i = 0; i < rows_.size(); i++) {
    bool is_self_hosted = rows_[i].original->code() == SelfHosted;
    uint64_t count = is_self_hosted ? self_hosted_[rows_[i].magic] : rows_[i].count;
    if (count != 0) lines.push_back({count, rows_[i].name_, i});
  }
  std::sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) {
    return std::tie(b.count, a.index) < std::tie(a.count, b.index);
  });
  std::string out =
      "natives: " + std::to_string(lines.size()) + " of " + std::to_string(rows_.size()) + " were called\n";
  for (const Line& line : lines) {
    char number[32];
    std::snprintf(number, sizeof number, "%15llu  ", static_cast<unsigned long long>(line.count));
    out += number + line.name + "\n";
  }
  return out;
}

}  // namespace halfword::shell
