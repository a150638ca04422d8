# The stencils are read as an object file (tools/stencils.py): addresses of holes are 32 bits, each stencil is a
# section, nothing watches it.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/jit/stencils.cc PROPERTIES COMPILE_OPTIONS
  "-O2;-fno-pic;-fno-pie;-mcmodel=small;-ffunction-sections;-fno-sanitize=all;-fno-asynchronous-unwind-tables;-fno-exceptions;-Wno-undefined-internal;-Wno-return-type-c-linkage")
