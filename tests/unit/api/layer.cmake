# A part of it is C.
target_sources(api_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/unit/api/c99_test.c)
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/unit/api/c99_test.c PROPERTIES
  COMPILE_OPTIONS "-std=c99;-pedantic;-Werror")
