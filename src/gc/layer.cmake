# The one file that builds for measuring compile differently.
if(HALFWORD_STACK_FORMS)
  set_source_files_properties(${CMAKE_SOURCE_DIR}/src/gc/roots/stack_scan.cc PROPERTIES COMPILE_DEFINITIONS HALFWORD_STACK_FORMS=1 SKIP_PRECOMPILE_HEADERS ON)
endif()
