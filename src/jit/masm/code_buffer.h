// Machine code in the making: bytes, labels, and the references that wait for what they refer to. Both Masms
// are one.
//
// A reference is an instruction of which only the distance to its target is missing: a jump, or what takes an
// address. Many have a short form and a long one. The bytes at hand have room for the short form; Finish()
// finds out which of them have to be long, and copies the code with these in their place.
//
//   code         instructions, from the first on
//   constants    of 128 bits, then of 64, at a multiple of 16
//   tables       distances of 32 bits from the beginning of their table
//
// What Finish() returns has no address in it. It may be copied to any multiple of 16.
//
// Threads: one at a time.
#ifndef HALFWORD_JIT_CODE_BUFFER_H_
#define HALFWORD_JIT_CODE_BUFFER_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/macros.h"
#include "jit/masm/code_bytes.h"
#include "jit/masm/operands.h"

namespace halfword::jit {

class CodeBuffer {
 public:
  // The most that Finish() returns: what addresses on AArch64 reach, and more than any function is worth.
  static constexpr uint32_t kMostBytes = 16 << 20;

  CodeBuffer(const CodeBuffer&) = delete;

  void Bind(Label*);
  // Bytes so far, all jumps short: what has been emitted, not where it will lie.
  uint32_t position() const { return static_cast<uint32_t>(cursor_ - begin_.get()); }

  // The code, or nothing if there is too much of it. Time is linear in its size. Nothing is emitted after it.
  // REQUIRES: every label that anything refers to is bound.
  CodeBytes Finish();
  // Where a label that is bound lies in what Finish() returned.
  uint32_t PositionOf(const Label&) const;

  // ---- What a Masm says of its references ----

  // What a reference refers to: a number of its kind's list, the kind in the two upper bits.
  using Target = uint32_t;
  static constexpr Target kLabels = 0u << 30, kConstants64 = 1u << 30, kConstants128 = 2u << 30,
                          kTables = 3u << 30;

  // One form of reference that a machine has.
  struct Form {
    uint8_t short_bytes, long_bytes;  // the same: there is no long form
    int32_t reach_back, reach_ahead;  // of the short form: distances from its first byte
  };
  struct Reference {
    uint32_t position;  // of its first byte, while all are short
    Target target;
    uint8_t form;
    uint8_t detail;  // the form's own
  };
  struct Encoding {
    const Form* forms;
    // Writes a reference to `place`, which is `distance` before its target. `source`: its bytes so far.
    void (*write)(uint8_t* place, const uint8_t* source, const Reference&, int32_t distance, bool is_long);
    uint8_t filler;  // between code and constants
  };

 protected:
  explicit CodeBuffer(const Encoding& encoding) : encoding_(encoding) { Grow(); }
  ~CodeBuffer() = default;

  // Where the next instructions go: room for kRoom bytes. End() says where they ended.
  static constexpr uint32_t kRoom = 64;
  HW_INLINE uint8_t* Begin() {
    if (HW_UNLIKELY(static_cast<size_t>(limit_ - cursor_) < kRoom)) Grow();
    return cursor_;
  }
  HW_INLINE void End(uint8_t* cursor) { cursor_ = cursor; }

  // The reference that begins at `place`, after Begin().
  HW_INLINE void Refer(const uint8_t* place, Target target, uint8_t form, uint8_t detail = 0) {
    references_.push_back({static_cast<uint32_t>(place - begin_.get()), target, form, detail});
  }
  HW_INLINE Target TargetOf(Label* label) {
    if (label->id_ == Label::kNone) AddLabel(label);
    return label->id_;
  }
  // A constant lies behind the code once, however often it is used.
  Target Constant64(uint64_t bits) { return kConstants64 | constants64_.Add({bits, 0}); }
  Target Constant128(uint64_t low, uint64_t high) { return kConstants128 | constants128_.Add({low, high}); }
  // Distances from the table's beginning to the labels.
  Target Table(std::span<Label* const> labels);

 private:
  struct LabelPlace {
    uint32_t position;           // while all references are short; then for good
    uint32_t references_before;  // kNone: it is not bound
    static constexpr uint32_t kNone = UINT32_MAX;
  };
  struct Constant {
    uint64_t low, high;
    friend bool operator==(const Constant&, const Constant&) = default;
  };
  // Constants in the order of their first use, found by a hash of their bits.
  class Constants {
   public:
    uint32_t Add(Constant);
    std::span<const Constant> all() const { return all_; }

   private:
    void Rehash();
    uint32_t& SlotOf(Constant);

    std::vector<Constant> all_;
    std::vector<uint32_t> slots_;  // 1 + the number in all_; their number is a power of 2
  };

  void Grow();
  void AddLabel(Label*);
  // Which references are long, and before each of them how many bytes more there are than if all were short;
  // last, before the end.
  void ChooseForms();
  // Where a target lies. Before the places of constants and tables are known: at most there.
  uint32_t PlaceOf(Target, uint32_t constants, uint32_t tables) const;
  uint32_t EndOfConstants(uint32_t constants) const {
    return constants + static_cast<uint32_t>(constants128_.all().size() * 16 + constants64_.all().size() * 8);
  }

  const Encoding& encoding_;
  std::unique_ptr<uint8_t[]> begin_;
  uint8_t* cursor_ = nullptr;
  uint8_t* limit_ = nullptr;
  std::vector<Reference> references_;  // by position
  std::vector<LabelPlace> labels_;     // by id
  Constants constants64_, constants128_;
  // The labels of all tables, one table after the other. The first of each has kTableBegins besides.
  static constexpr Target kTableBegins = 1u << 31;
  std::vector<Target> tables_;
  std::vector<uint32_t> added_before_;
  std::vector<bool> is_long_;
  bool is_finished_ = false;
};

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_CODE_BUFFER_H_
