# Compiler settings that every target of the project shares: the interface library halfword_options.
set(HALFWORD_X86_64 OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(HALFWORD_X86_64 ON)
endif()
add_library(halfword_options INTERFACE)
target_include_directories(halfword_options INTERFACE ${CMAKE_SOURCE_DIR}/src ${CMAKE_SOURCE_DIR}/include)
target_compile_options(halfword_options INTERFACE
  -Wall -Wextra -Wno-unused-parameter -Wno-missing-field-initializers
  $<$<COMPILE_LANGUAGE:CXX>:$<IF:$<BOOL:$<TARGET_PROPERTY:HALFWORD_UNWINDS>>,-fexceptions,-fno-exceptions>>
  $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>
  -ffp-contract=off  # a product is rounded before it is added: the same numbers on processors with FMA and without
  -fno-strict-aliasing -fno-stack-protector $<$<BOOL:${HALFWORD_X86_64}>:-fcf-protection=none> -fvisibility=hidden)
target_compile_definitions(halfword_options INTERFACE
  HALFWORD_COMPRESS=$<BOOL:${HALFWORD_COMPRESS}>
  HALFWORD_ASSERTS=$<BOOL:${HALFWORD_ASSERTS}>
  HALFWORD_INTL=$<BOOL:${HALFWORD_INTL}>
  HALFWORD_TEMPORAL=$<BOOL:${HALFWORD_TEMPORAL}>)
if(HALFWORD_BASE STREQUAL "thread-local")
  target_compile_definitions(halfword_options INTERFACE HALFWORD_BASE_THREAD_LOCAL=1)
elseif(HALFWORD_BASE STREQUAL "global")
  target_compile_definitions(halfword_options INTERFACE HALFWORD_BASE_GLOBAL=1)
elseif(HALFWORD_BASE STREQUAL "from-address")
  target_compile_definitions(halfword_options INTERFACE HALFWORD_BASE_FROM_ADDRESS=1)
else()
  message(FATAL_ERROR "HALFWORD_BASE must be thread-local, global or from-address, not '${HALFWORD_BASE}'")
endif()
if(NOT HALFWORD_DECODE STREQUAL "folded")
  if(NOT HALFWORD_COMPRESS)
    message(FATAL_ERROR "HALFWORD_DECODE=${HALFWORD_DECODE} is for 32-bit references: without HALFWORD_COMPRESS nothing is decoded")
  elseif(NOT HALFWORD_DECODE MATCHES "^(corrupting|branchless|branchful)$")
    message(FATAL_ERROR "HALFWORD_DECODE must be folded, corrupting, branchless or branchful, not '${HALFWORD_DECODE}'")
  endif()
  string(TOUPPER "-DHALFWORD_DECODE_${HALFWORD_DECODE}" HALFWORD_DECODE_DEFINITION)
  set(HALFWORD_DECODE_OPTIONS ${HALFWORD_DECODE_DEFINITION} -include ${CMAKE_SOURCE_DIR}/bench/lab/decode.h)
  target_compile_options(halfword_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${HALFWORD_DECODE_OPTIONS}>")
endif()
if(HALFWORD_SANITIZE)
  # Frame pointers and -O1 keep reports readable and the run short enough for CI.
  target_compile_options(halfword_options INTERFACE -fsanitize=address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(halfword_options INTERFACE -fsanitize=address,undefined)
endif()
if(HALFWORD_FUZZ)
  target_compile_options(halfword_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(HALFWORD_SANITIZE_THREAD)
  target_compile_options(halfword_options INTERFACE -fsanitize=thread -fno-omit-frame-pointer)
  target_link_options(halfword_options INTERFACE -fsanitize=thread)
endif()
find_program(LLD ld.lld NAMES ld.lld-19 ld.lld)
if(LLD)
  target_link_options(halfword_options INTERFACE --ld-path=${LLD})
endif()
