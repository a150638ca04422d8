// The bytecode verifier. It proves of a Code what the interpreter takes for granted: every instruction is
// whole and known, operands are in range, jumps, switch tables and handlers lead to the beginnings of
// instructions, only the loop instructions jump backward, and control does not run off the end. Debug builds
// verify every Code that is made.
#ifndef HALFWORD_BYTECODE_VERIFIER_H_
#define HALFWORD_BYTECODE_VERIFIER_H_

#include <string>

namespace halfword {

class Code;

// Empty if all is well, else what is wrong and where.
std::string VerifyCode(Code& code);
// Ends the process with the disassembly if not.
void CheckVerified(Code& code);

}  // namespace halfword

#endif  // HALFWORD_BYTECODE_VERIFIER_H_
