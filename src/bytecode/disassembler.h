// A Code as text: one line an instruction, with its offset, operands, the constants they name and where jumps
// lead, then the exception table.
#ifndef HALFWORD_BYTECODE_DISASSEMBLER_H_
#define HALFWORD_BYTECODE_DISASSEMBLER_H_

#include <string>

#include "objects/value.h"

namespace halfword {

class Code;
class FunctionInfo;

std::string Disassemble(Code& code);
// With a heading that names the function, and all compiled functions among its constants behind it.
std::string DisassembleFunction(FunctionInfo& info);
// A constant, short: "name", 1.5, <function f>, …
std::string DescribeConstant(Value value);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_DISASSEMBLER_H_
