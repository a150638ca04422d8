# Stencils are an object file that no program links: mkstencils makes tables of it. Addresses of holes are 32 bits, each
# stencil is a section, nothing watches it. No symbol's address is known to be other than zero: holes are numbers.
# Nothing is made a call of memcpy or a table.
list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/jit/stencils/stencils.cc ${CMAKE_SOURCE_DIR}/src/jit/stencils/regexp_stencils.cc)
set_target_properties(halfword_jit PROPERTIES SOURCES "${sources}")

# SOURCE.cc as the tables SOURCE.inc.
function(add_stencils source)
  set(target halfword_${source})
  add_library(${target} OBJECT ${CMAKE_SOURCE_DIR}/src/jit/stencils/${source}.cc)
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_compile_definitions(${target} PRIVATE HALFWORD_COMPRESS=$<BOOL:${HALFWORD_COMPRESS}> HALFWORD_ASSERTS=0
    HALFWORD_INTL=$<BOOL:${HALFWORD_INTL}> HALFWORD_TEMPORAL=$<BOOL:${HALFWORD_TEMPORAL}> HALFWORD_BASE_THREAD_LOCAL=1)
  target_compile_options(${target} PRIVATE ${HALFWORD_DECODE_OPTIONS})
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${target} PRIVATE -O2 -ffp-contract=off -fno-pic -fno-pie -mcmodel=small -ffunction-sections ${stencil_options} -fno-sanitize=all
    -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables -fno-strict-aliasing -fno-stack-protector
    -fvisibility=hidden -fno-delete-null-pointer-checks -falign-loops=1 -Wall -Wextra -Wno-unused-parameter
    -Wno-missing-field-initializers -Wno-undefined-internal -Wno-return-type-c-linkage)
  set(tables ${CMAKE_CURRENT_BINARY_DIR}/stencils/jit/stencils/${source}.inc)
  add_custom_command(OUTPUT ${tables}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/stencils/jit/stencils
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:mkstencils> $<TARGET_OBJECTS:${target}> ${tables} ${ARGN}
    DEPENDS mkstencils ${target} $<TARGET_OBJECTS:${target}> COMMENT "Cutting ${source}" VERBATIM)
  target_sources(halfword_jit PRIVATE ${tables})
endfunction()

if(HALFWORD_X86_64)
  set(stencil_options -fbasic-block-sections=all -fcf-protection=none)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  # The driver takes sections for blocks to be x86-64's alone, the compiler does not; but it takes other sections to be out of
  # a conditional jump's reach. mkstencils sees to that itself.
  set(stencil_options "SHELL:-Xclang -fbasic-block-sections=all" "SHELL:-mllvm -aarch64-enable-branch-relax=false"
      -fno-slp-vectorize)
endif()
if(stencil_options)
  add_executable(mkstencils ${CMAKE_SOURCE_DIR}/tools/mkstencils/mkstencils.cc)
  target_include_directories(mkstencils PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_definitions(mkstencils PRIVATE HALFWORD_MAKING_STENCILS)
  add_stencils(stencils)
  add_stencils(regexp_stencils regexp)
  target_compile_options(halfword_regexp_stencils PRIVATE -fno-vectorize -fno-slp-vectorize -fno-jump-tables "SHELL:-mllvm -disable-loop-idiom-all")
  target_include_directories(halfword_jit PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/stencils)
endif()

# Its handlers write below the stack pointer (platform/stack.h).
if(HALFWORD_X86_64)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/jit/cold_tiers.cc ${CMAKE_SOURCE_DIR}/src/interpreter/interpreter.cc
    PROPERTIES COMPILE_OPTIONS -mno-red-zone)
endif()
