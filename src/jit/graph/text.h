// The words that graphs are written with (printer.cc writes them, reader.cc reads them).
//
//   unit 0: code 0x51 info 0x61
//   unit 1: code 0x71 info 0x81 in 0 frame 12 call 47    inlined into unit 0, at its call at 47
//
//   b0:
//     n0 = Int32Constant[1] : smi                        the payload; behind the colon, what it may be
//     n1 = Parameter[r1]
//     s0: unit 0 at 4 {r1=n1 acc=n1}                     a state, before the first node that has it
//     n2 = CheckSmi n1 @s0
//     n3 = SmiToInt32 n2
//     n4 = Goto -> b1
//
//   b1: from b0 b1 loop depth 1                          also "of b7", the inner loop, "cold", "entry 47"
//     n5:int32 = Phi[r1] n3 n6                           a representation that is not the kind's
//     s1: unit 0 behind 9 {env=n1}
//     s2: unit 1 at 0 {r1=n1} outer s1
//     n6 = AddInt32Checked n5 n0 @s2
//     …
//     n9 = Branch n8 -> b1 b2
//
// Numbers of nodes and blocks are their ids, those of states count through the text.
#ifndef HALFWORD_JIT_GRAPH_TEXT_H_
#define HALFWORD_JIT_GRAPH_TEXT_H_

#include <iterator>
#include <string_view>

#include "jit/graph/node.h"

namespace halfword::jit {

// By the number of the Representation.
inline constexpr std::string_view kRepresentationNames[] = {"none",   "tagged",  "smi",  "int32",
                                                            "uint32", "float64", "bool", "view"};
// By the bit of ValueTypes.
inline constexpr std::string_view kTypeNames[] = {"smi",    "double",    "interned", "string",
                                                  "object", "undefined", "null",     "boolean",
                                                  "hole",   "symbol",    "bigint",   "internal"};
static_assert(kAnyType == (1 << std::size(kTypeNames)) - 1);
inline constexpr std::string_view kNothingName = "nothing";
// By the numbers of the conditions of the assembler, integers' and doubles'.
inline constexpr std::string_view kConditionNames[] = {"equal",   "not-equal",   "less",     "greater-equal",
                                                       "greater", "less-equal",  "below",    "above-equal",
                                                       "above",   "below-equal", "negative", "not-negative"};
inline constexpr std::string_view kDoubleConditionNames[] = {
    "equal",          "not-equal", "less",        "not-less",      "less-equal",
    "not-less-equal", "greater",   "not-greater", "greater-equal", "not-greater-equal"};

constexpr std::string_view NameOf(Representation r) { return kRepresentationNames[static_cast<int>(r)]; }

}  // namespace halfword::jit

#endif  // HALFWORD_JIT_GRAPH_TEXT_H_
