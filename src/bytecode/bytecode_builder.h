// BytecodeBuilder: collects the instructions, constants, exception handlers and source positions of one Code.
//
//   BytecodeBuilder b(isolate);
//   Label done;
//   b.Emit(Opcode::kLdar, {1});
//   b.EmitJump(Opcode::kJumpIfFalse, done);
//   …
//   b.Bind(done);
//   b.Emit(Opcode::kReturn);
//   Code* code = b.Finish({.frame_size = …});
//
// While it works:
//   - It allocates F operands itself. They are not passed.
//   - It drops code that can't be reached: after a terminator it emits nothing until a label that some
//     emitted jump leads to is bound.
//   - It knows a register that equals the accumulator, and leaves out an Ldar or Star that would change
//     nothing. This relies on kKeepsAcc: those instructions leave the accumulator as it was, which
//     halfword --check-registers looks at.
//   - It removes a Jump to the instruction behind it, and makes one instruction of LdaUndefined and Return.
//
// Constants are heap objects kept in vectors, so no collection may happen before Finish. A
// gc::NoGarbageCollectionScope sees to that.
#ifndef HALFWORD_BYTECODE_BYTECODE_BUILDER_H_
#define HALFWORD_BYTECODE_BYTECODE_BUILDER_H_

#include <cstdint>
#include <initializer_list>

#include "bytecode/opcodes.h"
#include "objects/functions/function.h"
#include "objects/memory/external_account.h"

namespace halfword {

class Isolate;

// An index into fp[].
using Register = uint32_t;
inline constexpr Register kNoRegister = 0xFFFFFFFF;

// A place in the code. Forward jumps to it are linked until it is bound.
class Label {
 public:
  Label() = default;
  Label(const Label&) = delete;
  Label& operator=(const Label&) = delete;
  bool is_bound() const { return offset_ != kUnbound; }
  // Some emitted instruction leads here.
  bool is_used() const { return used_; }
  uint32_t offset() const {
    DCHECK(is_bound());
    return offset_;
  }

 private:
  friend class BytecodeBuilder;
  static constexpr uint32_t kUnbound = 0xFFFFFFFF;
  uint32_t offset_ = kUnbound;
  int32_t jumps_ = -1;  // index of the last jump, linked
  bool used_ = false;
};

// Registers of a frame are handed out like a stack: a scope takes the mark, allocates, and
// returns to the mark.
class RegisterStack {
 public:
  explicit RegisterStack(uint32_t first) : next_(first), size_(first) {}
  Register Allocate() { return Allocate(1); }
  // `count` consecutive ones.
  Register Allocate(uint32_t count) {
    Register result = next_;
    next_ += count;
    if (next_ > size_) size_ = next_;
    return result;
  }
  Register mark() const { return next_; }
  void Release(Register mark) {
    DCHECK(mark <= next_);
    next_ = mark;
  }
  uint32_t size() const { return size_; }
  static constexpr uint32_t kLimit = 65000;

 private:
  Register next_;
  uint32_t size_;
};

// Hears where instructions move that have been emitted already.
struct CodeMoves {
  // What was behind `size` is gone.
  virtual void Cut(uint32_t size) = 0;
  // The byte at `offset` is gone, and what was behind it has moved up.
  virtual void Remove(uint32_t offset) = 0;

 protected:
  ~CodeMoves() = default;
};

class BytecodeBuilder {
 public:
  explicit BytecodeBuilder(Isolate& isolate) : isolate_(isolate) {}
  BytecodeBuilder(const BytecodeBuilder&) = delete;

  // ---- Instructions ----
  // `operands`: one for each letter of the opcode's row but F.
  void Emit(Opcode opcode, std::initializer_list<int64_t> operands = {});
  // For rows with a J; `operands` without it. Backward if `label` is bound.
  void EmitJump(Opcode opcode, Label& label, std::initializer_list<int64_t> operands = {});
  void Bind(Label& label);
  // The target of back-edges that are not emitted yet; `reachable`: some other way leads here.
  void BindLoopHeader(Label& label, bool reachable);
  // The next instruction is the entry of an exception handler or a case of a switch over constants.
  void BindReachable(Label& label);

  // SwitchSmi over [first, first + count) on the accumulator; afterwards say where each value goes. Values
  // that are not set fall through.
  struct Switch {
    ValueArray* table;
    uint32_t offset;
  };
  Switch EmitSwitch(int32_t first, uint32_t count);
  // SwitchString over so many strings at most, which AddCase adds. It tells the index of one.
  static constexpr uint32_t kMostStringCases = 1u << 14;
  Switch EmitStringSwitch(uint32_t count);
  uint32_t AddCase(Switch& table, String* interned);
  // False: it was called for this index before.
  bool ReserveSwitchTarget(Switch& table, uint32_t index);
  void SetSwitchTarget(Switch& table, uint32_t index, const Label& target);

  // Loads in their shortest forms.
  void LoadSmi(int32_t value);
  void LoadConstant(Value value);
  void LoadNumber(double value);
  void LoadBoolean(bool value) { Emit(value ? Opcode::kLdaTrue : Opcode::kLdaFalse); }

  // ---- Constants ----
  // The index for a K operand; equal Values share one.
  uint32_t Constant(Value value);
  // Without looking for an equal one, which must not be shared (template objects) or can't be equal.
  uint32_t UniqueConstant(Value value);

  // ---- Tables ----
  // No instruction from now on has feedback words.
  void LeaveOutFeedback() { has_feedback_ = false; }
  // … or a source position: nobody may ask for it.
  void LeaveOutPositions() { has_positions_ = false; }
  // The source position of the next instructions that can throw.
  void SetPosition(uint32_t position) { position_ = position; }
  uint32_t position() const { return position_; }
  // Handlers must be added innermost first. Empty ranges are left out.
  void AddHandler(uint32_t start, uint32_t end, const Label& target, Register environment);

  // Whether an instruction so far needs register 0 as a value. All do but those with kCoercesThis, which
  // coerce their receiver.
  bool reads_this() const { return reads_this_; }
  // Takes back the CoerceThis at `offset` once all labels are bound. REQUIRES: no jump before it.
  void RemoveCoerceThis(uint32_t offset);

  // null: nobody. `moves` must outlive the builder.
  void Report(CodeMoves* moves) { moves_ = moves; }

  bool reachable() const { return reachable_; }
  // The offset of the next instruction, which from now on stays where it is.
  uint32_t MarkOffset() {
    last_jump_ = last_undefined_ = kNone;
    return size();
  }
  uint32_t size() const { return static_cast<uint32_t>(code_.size()); }
  // `reg` was changed by other means than this builder's moves.
  void ForgetRegister(Register reg) {
    if (acc_register_ == reg) acc_register_ = kNoRegister;
  }

  struct Frame {
    uint32_t frame_size;
    uint32_t parameter_count;
    uint32_t flags;                        // Code::Flags
    uint32_t local_count = 0;              // registers that the code expects to be undefined at entry; 0: all
    uint32_t loop_registers = UINT16_MAX;  // those in use at a loop's header: the most
  };
  Code* Finish(const Frame& frame);

 private:
  struct Jump {
    uint32_t instruction;
    uint32_t operand;  // where the four bytes are
    int32_t next;
  };
  static constexpr uint32_t kNone = 0xFFFFFFFF;
  static constexpr uint32_t kMaxConstants = 1 << 26;
  // So long that no offset in the bytecode wraps, and that a pc, which counts from the Code, is a Smi.
  static constexpr uint32_t kMostBytecode = 1 << 28;
  static_assert(sizeof(Code) + uint64_t{kMaxConstants} * sizeof(Value) + kMostBytecode <= Value::kSmiMax);

  // Returns false if the instruction is not needed.
  bool Peephole(Opcode opcode, std::initializer_list<int64_t> operands);
  void Write(Opcode opcode, std::initializer_list<int64_t> operands, Label* label);
  void Cut(uint32_t size);
  void WriteOperand(char kind, int64_t value, bool wide);
  void Patch(const Jump& jump, uint32_t target);
  uint32_t AllocateSite(SiteKind);

  Isolate& isolate_;
  ExternalAccount account_{isolate_};
  CountedVector<uint8_t> code_{account_};
  CountedVector<Value> constants_{account_};
  CountedMap<Value::Bits, uint32_t> constant_index_{account_};
  CountedMap<uint64_t, Value> numbers_{account_};
  CountedVector<HandlerEntry> handlers_{account_};
  CountedVector<PositionEntry> positions_{account_};
  CountedVector<Jump> jumps_{account_};
  CountedVector<uint8_t> feedback_groups_{account_};  // Code::feedback_groups
  uint32_t feedback_ = FeedbackVector::kFirstSite;    // words in use
  uint32_t position_ = 0;
  uint32_t recorded_position_ = kNone;
  uint32_t last_opcode_ = kNone;     // offset of the last instruction's opcode byte
  uint32_t last_jump_ = kNone;       // offset of a Jump that ends here
  uint32_t last_undefined_ = kNone;  // of an LdaUndefined
  Register acc_register_ = kNoRegister;
  CodeMoves* moves_ = nullptr;
  bool has_feedback_ = true, has_positions_ = true;
  bool reachable_ = true;
  bool reads_this_ = false;
  bool overflowed_ = false;
};

// Allocates an immutable Code; the spans are copied. `feedback_groups`: as Code::feedback_groups; bits that
// are not there are 0.
Code* NewCode(Isolate& isolate, const BytecodeBuilder::Frame& frame, uint32_t feedback_size,
              std::span<const uint8_t> feedback_groups, std::span<const Value> constants,
              std::span<const uint8_t> bytecode, std::span<const HandlerEntry> handlers,
              std::span<const PositionEntry> positions);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_BYTECODE_BUILDER_H_
