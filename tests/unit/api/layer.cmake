# A part of it is C.
set(c_sources ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/c99_test.c ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/abi_test.c)
target_sources(api_tests PRIVATE ${c_sources})
set_source_files_properties(${c_sources} PROPERTIES COMPILE_OPTIONS "-std=c99;-pedantic;-Werror")
