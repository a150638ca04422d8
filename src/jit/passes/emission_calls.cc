// Code of calls: of what leaves the frame to others for a while, or for good.
#include <algorithm>

#include "jit/passes/emission.h"
#include "jit/passes/value_bits.h"

namespace halfword::jit {

using namespace target_registers;  // NOLINT: what is emitted is for the target

namespace {

// Where a call has its function and the FunctionInfo of it, until the function is entered.
constexpr Gpr kCallee = kNextCode, kInfo = kJumpCode, kTemporary = kPc;

}  // namespace

bool Emission::EmitCallNode(const Node& node) {
  switch (node.kind()) {
    case NodeKind::kGeneric: EmitGeneric(node); return true;
    case NodeKind::kWordBehind:
      masm_.LoadTagged(Out(node), FrameWord(static_cast<int32_t>(node.payload().reg)));
      return true;
    case NodeKind::kTookJump: masm_.Load32(Out(node), Memory::At(kBase, layout_.arguments)); return true;
    default: return false;
  }
}

// What is live goes into its words, then the instruction's first tier runs, and goes on behind.
void Emission::EmitGeneric(const Node& node) {
  const CallInfo& call = *node.payload().call;
  std::vector<Move> moves;
  for (uint32_t n = 0; n < node.input_count(); n++) {
    const Node& value = Unchecked(*node.input(n));
    Location from = allocation_.Input(node, n), to;
    if (call.words[n] == CallInfo::kAccInput) {
      to = {Location::kGeneral, kAcc.number};
    } else {
      to = {Location::kWord, call.words[n]};
      // It is there already.
      if (allocation_.HomeOf(value) == to) continue;
    }
    moves.push_back({&value, from, to});
  }
  EmitMoves(moves);
  // What is inlined gets a frame of its own for as long as somebody may look at it.
  const Unit& unit = *call.unit;
  EmitHeaders(unit, allocation_.HeadersAt(node));
  const auto frame_bytes = static_cast<int32_t>(unit.frame_words) * kWordBytes;
  if (frame_bytes != 0) masm_.Add64(kFrame, frame_bytes);
  Label behind, jump, join;
  if (call.callee != CallInfo::kNotCalled) {
    Label otherwise;
    EmitCallOf(call, &behind, &otherwise);
    masm_.Bind(&otherwise);
  }
  ClearKeptByLeaves();
  SetAddress(kPc, call.unit->code - static_cast<uint64_t>(layout_.other_tag) + call.pc);
  masm_.LoadTagged(kFeedback, FrameWord(layout_.feedback_word));
  Untag(kFeedback);
  masm_.LoadTagged(kCode, FrameWord(layout_.code_word));
  Untag(kCode);
  masm_.AddressOf(kNextCode, &behind);
  masm_.AddressOf(kJumpCode, call.jumps ? &jump : &behind);
  masm_.JumpTo(Memory::At(kMachine, layout_.first_tiers + call.opcode * 8));
  if (call.jumps) {
    Memory took_jump = Memory::At(kBase, layout_.arguments);
    masm_.Bind(&jump);
    masm_.Store32(took_jump, 1);
    masm_.Jump(&join);
    masm_.Bind(&behind);
    masm_.Store32(took_jump, 0);
    masm_.Bind(&join);
  } else {
    masm_.Bind(&behind);
  }
  if (frame_bytes != 0) masm_.Add64(kFrame, -frame_bytes);
}

// Nobody returns to such a frame by its return code: that is this code's own way. Who unwinds the stack goes
// on in the interpreter.
void Emission::EmitHeaders(const Unit& unit, const Unit* there) {
  if (unit.outer == nullptr || &unit == there) return;
  EmitHeaders(*unit.outer, there);
  auto store = [&](int32_t word, uint64_t bits) {
    StoreValue(FrameWord(static_cast<int32_t>(unit.frame_words) + word), bits, kNextCode);
  };
  store(layout_.function_word, unit.function);
  store(layout_.environment_word, unit.environment);
  store(layout_.feedback_word, unit.feedback);
  store(layout_.code_word, unit.code);
  store(layout_.new_target_word, unit.new_target);
  store(layout_.caller_delta_word, (unit.frame_words - unit.outer->frame_words) * kWordBytes);
  store(layout_.return_pc_word, uint64_t{unit.return_pc} * 2);
  store(layout_.argument_count_word, uint64_t{unit.argument_count} * 2);
  store(layout_.return_code_word, 0);
}

// On the frame that is laid out, as ENTER_CALL in ops/calls.inc. Whatever is not as usual is for the first
// tier, which begins anew: nothing has changed then.
void Emission::EmitCallOf(const CallInfo& call, Label* behind, Label* otherwise) {
  const auto laid_out = static_cast<int32_t>(call.callee_frame);
  const auto count = static_cast<int32_t>(call.argument_count);
  // Its frame begins behind the arguments if it keeps them.
  const int32_t base =
      call.keeps_arguments ? laid_out + layout_.first_argument_word + count + layout_.header_words : laid_out;
  EmitCallee(call, otherwise);
  EmitPartsOfCallee(call, base, otherwise);
  // There is room for its frame, and the call is paid for. What names frames are 32 bits of their addresses.
  masm_.Sub32(kTemporary, Memory::At(kBase, layout_.stack_limit));
  masm_.Test32(kTemporary, kTemporary);
  masm_.JumpIf(Condition::kNotNegative, otherwise);
  Memory budget = Memory::At(kBase, layout_.budget);
  masm_.Compare32(budget, 0);
  masm_.JumpIf(Condition::kLessEqual, otherwise);
  masm_.AddToMemory32(budget, -1);
  EmitArguments(call, base);
  EmitHeaderOfCallee(call, base, behind);
  EmitEntry(base);
}

// Loads the function into kCallee.
void Emission::EmitCallee(const CallInfo& call, Label* otherwise) {
  const auto laid_out = static_cast<int32_t>(call.callee_frame);
  if (call.callee != CallInfo::kForwarded)
    return masm_.LoadTagged(kCallee, FrameWord(laid_out + layout_.function_word));
  masm_.LoadTagged(kTemporary, FrameWord(laid_out + layout_.function_word));
  JumpUnlessValue(kTemporary, call.apply, kCallee, otherwise);
  masm_.CompareTagged(FrameWord(static_cast<int32_t>(call.arguments_object)),
                      static_cast<int32_t>(value_bits::kHole));
  masm_.JumpIf(Condition::kNotEqual, otherwise);
  masm_.LoadTagged(kCallee, FrameWord(laid_out));
}

// Loads what the function is made of into kInfo and kCode, and into kTemporary where its frame ends.
void Emission::EmitPartsOfCallee(const CallInfo& call, int32_t base, Label* otherwise) {
  if (call.callee == CallInfo::kKnownFunction) {
    JumpUnlessValue(kCallee, call.function, kTemporary, otherwise);
    masm_.Set64(kInfo, call.function_info);
    masm_.Set64(kCode, call.function_code);
    masm_.AddConstant32(kTemporary, kFrame,
                        (base + static_cast<int32_t>(call.function_frame_size)) * kWordBytes);
    return;
  }
  JumpUnlessTag(kCallee, value_bits::kObjectTag, kTemporary, otherwise);
  masm_.LoadTagged(kTemporary, Memory::Heap(kCallee, layout_.header_of_object));
  masm_.Load16(kTemporary, Memory::Heap(kTemporary, layout_.type_of_shape));
  masm_.Compare32(kTemporary, layout_.function_type);
  masm_.JumpIf(Condition::kNotEqual, otherwise);
  masm_.LoadTagged(kInfo, Memory::Heap(kCallee, layout_.function_info));
  masm_.LoadTagged(kCode, Memory::Heap(kInfo, layout_.info_code));
  masm_.Test32(kCode, kCode);
  masm_.JumpIf(Condition::kEqual, otherwise);
  masm_.Load16(kTemporary, Memory::Heap(kCode, layout_.code_flags));
  masm_.Test32(kTemporary, layout_.called_slowly);
  masm_.JumpIf(Condition::kNotEqual, otherwise);
  masm_.Load32(kTemporary, Memory::Heap(kCode, layout_.code_frame_size));
  int32_t words = base;
  if (call.callee == CallInfo::kForwarded) {
    masm_.Load32(kAcc, FrameWord(layout_.argument_count_word));
    masm_.ShiftRight32(kAcc, 1);
    masm_.Compare32(kAcc, layout_.arguments_per_unit);
    masm_.JumpIf(Condition::kAboveEqual, otherwise);
    masm_.Add32(kTemporary, kAcc);
    words += layout_.first_argument_word;
  }
  masm_.AddShifted32(kTemporary, kFrame, kTemporary, kWordLog2);
  masm_.AddConstant32(kTemporary, kTemporary, words * kWordBytes);
}

void Emission::EmitArguments(const CallInfo& call, int32_t base) {
  const auto laid_out = static_cast<int32_t>(call.callee_frame);
  const auto count = static_cast<int32_t>(call.argument_count);
  if (call.callee == CallInfo::kForwarded) {
    EmitForwarding(laid_out);
  } else {
    masm_.StoreTagged(FrameWord(base + layout_.argument_count_word), count * 2);
  }
  if (call.keeps_arguments) {
    masm_.StoreTagged(FrameWord(base + layout_.function_word), kCallee);
    const int32_t end =
        layout_.first_argument_word + std::min(count, static_cast<int32_t>(call.parameter_count));
    for (int32_t w = call.passes_undefined ? layout_.first_argument_word : 0; w < end; w++) {
      masm_.LoadTagged(kTemporary, FrameWord(laid_out + w));
      masm_.StoreTagged(FrameWord(base + w), kTemporary);
    }
  }
  if (call.passes_undefined) masm_.StoreTagged(FrameWord(base), value_bits::kUndefined);
}

// The function is lost, its vector is in kFeedback.
void Emission::EmitHeaderOfCallee(const CallInfo& call, int32_t base, Label* behind) {
  auto word = [&](int32_t w) { return FrameWord(base + w); };
  masm_.LoadTagged(kFeedback, Memory::Heap(kInfo, layout_.info_feedback));
  masm_.LoadTagged(kTemporary, Memory::Heap(kCallee, layout_.environment));
  masm_.StoreTagged(word(layout_.environment_word), kTemporary);
  masm_.StoreTagged(word(layout_.feedback_word), kFeedback);
  masm_.StoreTagged(word(layout_.code_word), kCode);
  if (call.constructs) {
    masm_.StoreTagged(word(layout_.new_target_word), kCallee);
  } else {
    masm_.StoreTagged(word(layout_.new_target_word), value_bits::kUndefined);
  }
  masm_.StoreTagged(word(layout_.caller_delta_word), base * kWordBytes);
  masm_.StoreTagged(word(layout_.return_pc_word), static_cast<int32_t>(call.return_pc * 2));
  masm_.AddressOf(kCallee, behind);
  masm_.Sub32(kCallee, Memory::At(kMachine, layout_.return_to_interpreter));
  masm_.StoreTagged(word(layout_.return_code_word), kCallee);
}

// Goes on in the callee's code, on its frame.
void Emission::EmitEntry(int32_t base) {
  const Gpr other = kCallee;
  masm_.Load32(kTemporary, Memory::Heap(kCode, layout_.code_entry));
  masm_.Add32(kTemporary, Memory::At(kBase, layout_.entry_bias));
  masm_.And32(kTemporary, layout_.entry_mask);
  masm_.Load64(other, Memory::At(kMachine, layout_.entries));
  masm_.Load32(kTemporary, Memory::Raw(other, kTemporary, 2));
  masm_.ExtendSigned32(kTemporary, kTemporary);
  masm_.Load64(other, Memory::At(kMachine, layout_.interpret));
  masm_.Add64(kTemporary, other);
  masm_.Add64(kFrame, base * kWordBytes);
  Untag(kCode);
  Untag(kFeedback);
  ClearKeptByLeaves();
  masm_.JumpTo(kTemporary);
}

// The function, its receiver and all arguments of this frame, whose number is in kAcc, where the call of
// Function.prototype.apply was laid out. They lie below this frame's header.
void Emission::EmitForwarding(int32_t laid_out) {
  const Gpr from = kFeedback, to = kAcc;
  const int32_t first = laid_out + layout_.first_argument_word;
  Label next, done;
  masm_.StoreTagged(FrameWord(laid_out + layout_.function_word), kCallee);
  masm_.LoadTagged(kTemporary, FrameWord(first));
  masm_.StoreTagged(FrameWord(laid_out), kTemporary);
  masm_.Set32(from, 0);
  masm_.Sub64(from, kAcc);
  masm_.Add32(kAcc, kAcc);
  masm_.StoreTagged(FrameWord(laid_out + layout_.argument_count_word), kAcc);
  masm_.Set32(to, 0);
  masm_.Bind(&next);
  masm_.Compare64(from, 0);
  masm_.JumpIf(Condition::kEqual, &done);
  masm_.LoadTagged(kTemporary, Memory::Raw(kFrame, from, kWordLog2, -layout_.header_words * kWordBytes));
  masm_.StoreTagged(Memory::Raw(kFrame, to, kWordLog2, first * kWordBytes), kTemporary);
  masm_.Add64(from, 1);
  masm_.Add64(to, 1);
  masm_.Jump(&next);
  masm_.Bind(&done);
}

// Functions of C++ store these on the native stack, where what was in them would keep objects alive.
void Emission::ClearKeptByLeaves() {
  constexpr RegisterSet<Gpr> kArguments = {kPc, kAcc, kFeedback, kCode, kNextCode, kJumpCode};
  for (uint8_t n = 0; n < kGprCount; n++) {
    if (kKeptByLeaves.Has(Gpr{n}) && !kArguments.Has(Gpr{n})) masm_.Set32(Gpr{n}, 0);
  }
}

// The address of what is so many bytes from the cage's base; with full pointers, the address itself.
void Emission::SetAddress(Gpr to, uint64_t place) {
  masm_.Set64(to, HALFWORD_COMPRESS ? static_cast<uint32_t>(place) : place);
  if (HALFWORD_COMPRESS) masm_.Add64(to, kBase);
}

// From a reference to the address, of what has the tag of engine internals.
void Emission::Untag(Gpr reg) {
  if (HALFWORD_COMPRESS) masm_.Add64(reg, kBase);
  masm_.Add64(reg, -layout_.other_tag);
}

void Emission::EmitReturn() {
  // As LEAVE_FRAME and TO_CALLER of ops/words.inc.
  Gpr target = kNextCode, delta = kJumpCode;
  masm_.Load32(target, FrameWord(layout_.return_code_word));
  masm_.ExtendSigned32(target, target);
  masm_.StoreTagged(FrameWord(layout_.return_code_word), 0);
  masm_.Move64(kPc, kFrame);
  masm_.LoadTagged(delta, FrameWord(layout_.caller_delta_word));
  masm_.Sub64(kFrame, delta);
  masm_.LoadTagged(kCode, FrameWord(layout_.code_word));
  Untag(kCode);
  masm_.LoadTagged(kFeedback, FrameWord(layout_.feedback_word));
  Untag(kFeedback);
  masm_.Load64(delta, Memory::At(kMachine, layout_.return_to_interpreter));
  masm_.Add64(target, delta);
  ClearKeptByLeaves();
  masm_.JumpTo(target);
}

}  // namespace halfword::jit
