set_source_files_properties(${CMAKE_SOURCE_DIR}/src/platform/exhaustion.cc PROPERTIES COMPILE_OPTIONS -fexceptions)
