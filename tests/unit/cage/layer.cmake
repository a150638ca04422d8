# The samples are judged as optimised code, whatever the build type.
set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/unit/cage/codegen_samples.cc PROPERTIES COMPILE_OPTIONS "-O2")
