// The initial heap, made by mkimage, page-aligned in read-only data: clones map these very pages of the file.
  .section .rodata.halfword_image, "a", @progbits
  .globl halfword_embedded_image
  .globl halfword_embedded_image_end
  .hidden halfword_embedded_image
  .hidden halfword_embedded_image_end
  .balign 4096
halfword_embedded_image:
  .incbin HALFWORD_IMAGE_FILE
halfword_embedded_image_end:
  .balign 4096
  .section .note.GNU-stack, "", @progbits
