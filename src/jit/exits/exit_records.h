// What the baseline tier needs to go on where optimized code exits: for each exit the instruction, and where
// the value of each live register is. A record is a few bytes; it has no address in it.
//
//   record    place of acc, number of frames, then for each, from the outermost one on: number of the unit,
//             offset · 2 + is_behind, number of registers, then for each: distance from the register before
//             it, place; number of objects that are to be made, then for each: bits of its shape, number of
//             words, then for each: its bytes from the object on, place
//   place     ValuePlace::Kind + 16 · index, but for doubles and literals, whose bits follow
//   numbers   as numbers.h has them
#ifndef HALFWORD_JIT_EXIT_RECORDS_H_
#define HALFWORD_JIT_EXIT_RECORDS_H_

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "jit/exits/numbers.h"
#include "jit/graph/graph.h"
#include "jit/passes/allocation.h"

namespace halfword::jit {

// Where a value is, and how it is represented there.
struct ValuePlace {
  enum Kind : uint8_t {
    kDead,     // nobody reads it
    kLiteral,  // the bits of a Value
    kDouble,   // a number, as its bits
    kTaggedRegister,
    kInt32Register,
    kUint32Register,
    kBoolRegister,
    kDoubleRegister,
    kTaggedWord,  // words from fp on
    kInt32Word,
    kUint32Word,
    kBoolWord,
    kDoubleWord,
    kObject,  // one of the record's objects, by its number
  };
  Kind kind = kDead;
  uint64_t index = 0;  // of the register or the word; or bits

  friend bool operator==(const ValuePlace&, const ValuePlace&) = default;
};

class ExitRecords {
 public:
  struct Register {
    uint32_t number;
    ValuePlace place;
  };
  struct Frame {
    uint32_t unit = 0;                // of the graph; the outermost one is 0
    uint32_t offset = 0;              // of the instruction in the bytecode
    bool is_behind = false;           // the instruction is done
    std::vector<Register> registers;  // by number

    friend bool operator==(const Frame&, const Frame&) = default;
  };
  // One that code has not made. REQUIRES: none of them has itself, by whatever way.
  struct Object {
    uint64_t shape = 0;  // as bits of a Value
    struct Word {
      uint32_t offset;  // bytes from the object on
      ValuePlace place;

      friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> words;

    friend bool operator==(const Object&, const Object&) = default;
  };
  struct Record {
    ValuePlace acc;  // kDead: nobody reads it
    // The outermost one first. Those of inlined functions follow; the last is at an instruction that is to be
    // executed, or behind one, the others are behind the calls.
    std::vector<Frame> frames;
    std::vector<Object> objects = {};

    friend bool operator==(const Record&, const Record&) = default;
  };

  // The record of an exit of `node`, which has a state. Numbers follow each other from 0 on.
  void Add(const Node& node, const Allocation&);
  void Add(const Record&);
  // REQUIRES: number < count().
  Record At(uint32_t number) const;

  uint32_t count() const { return static_cast<uint32_t>(begins_.size()); }
  size_t size() const { return bytes_.size() + begins_.size() * sizeof(uint32_t); }

  // Appends all records to the bytes.
  void Encode(std::vector<uint8_t>& bytes) const;
  // Reads what Encode() has appended. False: it is not that. REQUIRES: it has no records.
  bool Decode(NumberReader&);

 private:
  void Put(uint64_t number) { PutNumber(bytes_, number); }
  void Put(ValuePlace);

  std::vector<uint8_t> bytes_;
  std::vector<uint32_t> begins_;
};
inline bool operator==(const ExitRecords::Register& a, const ExitRecords::Register& b) {
  return a.number == b.number && a.place == b.place;
}

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_EXIT_RECORDS_H_
