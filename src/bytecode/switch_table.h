// Where switches over constants lead: the tables of SwitchSmi and SwitchString, ValueArrays among a Code's
// constants. A distance is a Smi, from the opcode's byte forward; 0: nothing leads there.
//
//   SwitchSmi     distances, of as many consecutive integers as its N says
//   SwitchString  N pairs {interned string, distance}, open-addressed by the string's bits: N is a power of
//                 two, and at least half of the pairs are {0, 0}. Then the length of the longest string.
#ifndef HALFWORD_BYTECODE_SWITCH_TABLE_H_
#define HALFWORD_BYTECODE_SWITCH_TABLE_H_

#include "bytecode/decoder.h"
#include "objects/functions/function.h"
#include "objects/shapes/property_index.h"

namespace halfword {

inline bool IsSwitch(Opcode opcode) {
  return opcode == Opcode::kSwitchSmi || opcode == Opcode::kSwitchString;
}

// Calls f(key, distance) for each place of the table of a switch, empty ones included. A key is an integer or
// a string, of an empty pair 0.
template <class F>
void ForEachCase(const Instruction& i, ValueArray* table, F f) {
  if (i.opcode() == Opcode::kSwitchSmi) {
    for (int32_t n = 0; n < i.operand(2); n++)
      f(Value::Smi(i.operand(1) + n), table->get(static_cast<uint32_t>(n)).AsSmi());
  } else {
    for (uint32_t n = 0; n < static_cast<uint32_t>(i.operand(1)); n++)
      f(table->get(2 * n), table->get(2 * n + 1).AsSmi());
  }
}

// The first word of the pair of an interned string, or of the empty pair which says that it has none. It is
// for handlers, too: no call.
HW_INLINE ValueField* FindPair(ValueField* pairs, uint32_t count, Value string) {
  for (uint32_t i = property_index::HashBits(string.bits());; i++) {
    ValueField* pair = pairs + 2 * (i & (count - 1));
    if (pair->get() == string || pair->get().IsSmi()) return pair;
  }
}

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_SWITCH_TABLE_H_
