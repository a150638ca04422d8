# A part of it is C.
set(c_sources ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/c99_test.c ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/abi_test.c)
target_sources(api_tests PRIVATE ${c_sources})
set_source_files_properties(${c_sources} PROPERTIES COMPILE_OPTIONS "-std=c99;-pedantic;-Werror")
# A program's callbacks may throw.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/unit/api/misuse_test.cc
  ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/cpp_misuse_test.cc PROPERTIES COMPILE_OPTIONS -fexceptions SKIP_PRECOMPILE_HEADERS ON)
