// The machine code of the self-hosted builtins, made by mkimage (jit/code/embedded_code.h).
  .section .text.halfword_embedded_code, "ax", @progbits
  .globl halfword_embedded_code
  .globl halfword_embedded_code_end
  .hidden halfword_embedded_code
  .hidden halfword_embedded_code_end
  .balign 64
halfword_embedded_code:
  .incbin HALFWORD_CODE_FILE
halfword_embedded_code_end:
#include HALFWORD_SYMBOLS_FILE
  .section .note.GNU-stack, "", @progbits
