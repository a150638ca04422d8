# The stencils are an object file that no program links: mkstencils makes tables of it. Addresses of holes are 32 bits,
# each stencil is a section, nothing watches it. No symbol's address is known to be other than zero: holes are numbers.
list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/src/jit/stencils.cc)
set_target_properties(halfword_jit PROPERTIES SOURCES "${sources}")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_library(halfword_stencils OBJECT ${CMAKE_SOURCE_DIR}/src/jit/stencils.cc)
  target_include_directories(halfword_stencils PRIVATE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
  target_compile_definitions(halfword_stencils PRIVATE HALFWORD_COMPRESS=$<BOOL:${HALFWORD_COMPRESS}> HALFWORD_ASSERTS=0
    HALFWORD_INTL=$<BOOL:${HALFWORD_INTL}> HALFWORD_TEMPORAL=$<BOOL:${HALFWORD_TEMPORAL}> HALFWORD_BASE_THREAD_LOCAL=1)
  set_target_properties(halfword_stencils PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(halfword_stencils PRIVATE -O2 -fno-pic -fno-pie -mcmodel=small -ffunction-sections -fbasic-block-sections=all -fno-sanitize=all
    -fno-exceptions -fno-rtti -fno-asynchronous-unwind-tables -fno-strict-aliasing -fno-stack-protector
    -fcf-protection=none -fvisibility=hidden -fno-delete-null-pointer-checks -falign-loops=1 -Wall -Wextra -Wno-unused-parameter
    -Wno-missing-field-initializers -Wno-undefined-internal -Wno-return-type-c-linkage)
  add_executable(mkstencils ${CMAKE_SOURCE_DIR}/tools/mkstencils/mkstencils.cc)
  target_include_directories(mkstencils PRIVATE ${CMAKE_SOURCE_DIR}/src)
  target_compile_definitions(mkstencils PRIVATE HALFWORD_MAKING_STENCILS)
  set(stencils ${CMAKE_CURRENT_BINARY_DIR}/stencils/jit/stencils.inc)
  add_custom_command(OUTPUT ${stencils}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/stencils/jit
    COMMAND ${CMAKE_COMMAND} -E env ASAN_OPTIONS=detect_leaks=0 $<TARGET_FILE:mkstencils> $<TARGET_OBJECTS:halfword_stencils> ${stencils}
    DEPENDS mkstencils halfword_stencils $<TARGET_OBJECTS:halfword_stencils> COMMENT "Cutting the stencils" VERBATIM)
  target_sources(halfword_jit PRIVATE ${stencils})
  target_include_directories(halfword_jit PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/stencils)
endif()
