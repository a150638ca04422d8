// A Code as text: one line an instruction, with its offset, operands, the constants they name and where jumps
// lead, then the exception table.
#ifndef HALFWORD_BYTECODE_DISASSEMBLER_H_
#define HALFWORD_BYTECODE_DISASSEMBLER_H_

#include <functional>
#include <string>

#include "bytecode/decoder.h"
#include "objects/values/value.h"

namespace halfword {

class Code;
class FunctionInfo;

// What to say beside the instructions: whole lines, or nothing. Both may be left out.
struct Annotations {
  std::function<std::string(Instruction)> above, below;
};

std::string Disassemble(Code& code, const Annotations& annotations = {});
// In quotes, or "(anonymous)".
std::string FunctionName(FunctionInfo& info);
// "function "f" [start, end)", a line.
std::string FunctionHeading(FunctionInfo& info);
// With a heading that names the function, and all compiled functions among its constants behind it.
std::string DisassembleFunction(FunctionInfo& info);
// A constant, short: "name", 1.5, <function f>, …
std::string DescribeConstant(Value value);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_DISASSEMBLER_H_
