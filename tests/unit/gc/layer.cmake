# Sources as programs for cppgc have them: they find #include "cppgc/…" and "include/cppgc/…".
file(GLOB cppgc_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/gc/cppgc/*_test.cc)
target_sources(gc_tests PRIVATE ${cppgc_sources})
target_include_directories(gc_tests PRIVATE ${CMAKE_SOURCE_DIR}/include/halfword/gc)
find_package(Python3 COMPONENTS Interpreter)
if(Python3_FOUND)
  add_test(NAME gc_misuse COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/unit/gc/cppgc/misuse/run.py
    --cxx ${CMAKE_CXX_COMPILER} -I${CMAKE_SOURCE_DIR}/include -I${CMAKE_SOURCE_DIR}/include/halfword/gc
    -DHALFWORD_COMPRESS=$<BOOL:${HALFWORD_COMPRESS}>)
endif()
