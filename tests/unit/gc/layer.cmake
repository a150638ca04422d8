# Sources as programs for cppgc have them: they find #include "cppgc/…" and "include/cppgc/…".
file(GLOB cppgc_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/unit/gc/cppgc/*_test.cc)
target_sources(gc_tests PRIVATE ${cppgc_sources})
target_include_directories(gc_tests PRIVATE ${CMAKE_SOURCE_DIR}/include/halfword/gc)
