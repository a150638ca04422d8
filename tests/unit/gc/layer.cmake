# Sources as programs for cppgc have them: they find #include "cppgc/…" and "include/cppgc/…".
set(gc_include ${CMAKE_CURRENT_LIST_DIR}/../../../include)
target_include_directories(gc_tests PRIVATE ${gc_include}/halfword/gc ${CMAKE_CURRENT_LIST_DIR})  # fixture.h, in all rooms
if(HALFWORD_BASE STREQUAL "shared")  # these must find no cage, and other tests make one
  add_test(NAME gc_address_space COMMAND gc_tests --gtest_filter=AddressSpaceTest.*)
endif()
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND AND NOT CMAKE_CROSSCOMPILING)
  add_test(NAME gc_misuse COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/cppgc/misuse/run.py
    --cxx ${CMAKE_CXX_COMPILER} -I${gc_include} -I${gc_include}/halfword/gc
    -DHALFWORD_COMPRESS=$<BOOL:${HALFWORD_COMPRESS}>)
endif()
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/misuse_test.cc ${CMAKE_CURRENT_LIST_DIR}/exceptions_test.cc PROPERTIES COMPILE_OPTIONS -fexceptions SKIP_PRECOMPILE_HEADERS ON)
