# The samples are judged as optimised code, whatever the build type.
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/codegen_samples.cc PROPERTIES COMPILE_OPTIONS "-O2")
